/** What has just happened and what to do now: always in the same place, always as high. */
import type { ComponentChildren } from "preact";

export interface Told {
  /** Changes when something new is told, so that it moves. */
  readonly key: string | number;
  readonly text: ComponentChildren;
  readonly bad?: boolean;
  /** It is said before the offer to learn a game that is new to somebody. */
  readonly pressing?: boolean;
}

export function Prompt({ text, state, told }: { text: string; state: string; told: Told | null }) {
  return (
    <div class="stage-head">
      <p class="told" aria-live="off">
        {told && (
          <span key={told.key} class={told.bad ? "told-text bad" : "told-text"}>
            {told.text}
          </span>
        )}
      </p>
      {/* Here the keyboard's focus rests while there is nothing to do: ui/focus.ts. */}
      <p class={`prompt ${state}`} role="status" tabIndex={-1}>
        <span>{text}</span>
      </p>
    </div>
  );
}
