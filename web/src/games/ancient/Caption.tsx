/** What a card has just done, said beside it. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Portal } from "../../ui/portal";
import type { Hot } from "./view";

const WIDTH = 220;
const GAP = 6;

/** The card in play that acts; where none does, one that it happens to. */
function anchor(hot: Hot): DOMRect | null {
  const ids = [...hot].sort(([, a], [, b]) => (a === b ? 0 : a === "acting" ? -1 : 1)).map(([id]) => id);
  for (const id of ids)
    for (const card of document.querySelectorAll(`:is(.ak-mat, .ak-tiles, .ak-rival) [data-card="${id}"]`)) {
      const box = card.getBoundingClientRect();
      if (box.width && box.top >= 0 && box.bottom <= innerHeight) return box;
    }
  return null;
}

export function Caption({ step, hot, text }: { step: number; hot: Hot; text: string }) {
  const [at, place] = useState<DOMRect | null>(null);
  const shown = useRef(-1);
  // The card still glides: where it will lie is known once that is over, where it lay is now.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    place(anchor(hot));
  });
  if (!at) return null;
  const left = Math.max(4, Math.min(innerWidth - WIDTH - 4, at.left + at.width / 2 - WIDTH / 2));
  const above = at.top > 140;
  return (
    <Portal>
      <p
        key={step}
        class={above ? "ak-caption" : "ak-caption under"}
        aria-hidden="true"
        style={{
          left: `${left}px`,
          width: `${WIDTH}px`,
          ...(above ? { bottom: `${innerHeight - at.top + GAP}px` } : { top: `${at.bottom + GAP}px` }),
        }}
      >
        {text}
      </p>
    </Portal>
  );
}
