/** Something to take in before the game goes on: a round won, a claim refused. It waits to be put away. */
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";

export interface MomentWords {
  readonly title: string;
  readonly text: string;
  readonly bad?: boolean;
  close(): void;
}

export function Moment({ title, text, bad, close }: MomentWords) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <section class={bad ? "moment sheet bad" : "moment sheet"} aria-label={title} role="status">
      <h2>{title}</h2>
      <p>{text}</p>
      <button type="button" class="button main" ref={button} onClick={close}>
        {t("Go on")}
      </button>
    </section>
  );
}
