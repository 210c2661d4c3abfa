/** What the diagrams of all rules share: the frame, a picture that cannot be touched, a legend of signs. */
import type { ComponentChildren, ComponentType, VNode } from "preact";
import "./diagram.css";

/** What a game's Diagrams.tsx exports: its drawings by the name that docs/rules gives them. */
export type Diagrams = Readonly<Record<string, ComponentType>>;

/** A piece of a board to look at: nothing in it is reached by finger, key or reader. */
export function Drawn({ children, class: name = "" }: { children: ComponentChildren; class?: string }) {
  return (
    <div class={`drawn ${name}`} aria-hidden="true" inert>
      {children}
    </div>
  );
}

export interface LegendLine {
  readonly sign: VNode;
  readonly words: string;
}

/** Signs and what they mean. */
export function Legend({ lines, wide = false }: { lines: readonly LegendLine[]; wide?: boolean }) {
  return (
    <ul class={wide ? "legend wide" : "legend"}>
      {lines.map(({ sign, words }) => (
        <li key={words}>
          <span class="legend-sign" aria-hidden="true">
            {sign}
          </span>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}

export function Figure({
  name,
  drawing: Drawing,
  caption,
}: {
  name: string;
  /** Undefined: on its way. */
  drawing: ComponentType | undefined;
  caption: ComponentChildren;
}) {
  return (
    <figure class="diagram" data-diagram={name}>
      <div class="diagram-plate">{Drawing ? <Drawing /> : null}</div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
