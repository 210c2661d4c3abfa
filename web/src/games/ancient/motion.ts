/** Cards glide from where they lay to where they lie: each is known by its id. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { lessMotion } from "../../prefs";

const GLIDE_MS = 460;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

function boxes(root: HTMLElement): Map<string, readonly [HTMLElement, Box]> {
  const at = root.getBoundingClientRect();
  const found = new Map<string, readonly [HTMLElement, Box]>();
  for (const card of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const id = card.dataset["card"];
    const box = card.getBoundingClientRect();
    // The first is the card itself; later ones only name it in a question.
    if (id && box.width && !found.has(id)) found.set(id, [card, { x: box.left - at.left, y: box.top - at.top, w: box.width }]);
  }
  return found;
}

/** A card without a place before comes out of the dark. */
function glide(card: HTMLElement, from: Box | undefined, to: Box): void {
  if (!from) {
    card.animate([{ opacity: 0, transform: "translateY(-14px) scale(0.92)" }, {}], { duration: GLIDE_MS, easing: EASE });
    return;
  }
  if (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2) return;
  const move = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.w / to.w})`;
  card.animate([{ transformOrigin: "0 0", transform: move, zIndex: 5 }, { transformOrigin: "0 0", transform: "none", zIndex: 5 }], { duration: GLIDE_MS, easing: EASE });
}

export function useGlide(root: RefObject<HTMLElement>, ply: number): void {
  const before = useRef<{ ply: number; boxes: ReadonlyMap<string, Box> }>({ ply, boxes: new Map() });
  useLayoutEffect(() => {
    if (!root.current) return;
    const now = boxes(root.current);
    const was = before.current;
    before.current = { ply, boxes: new Map([...now].map(([id, [, box]]) => [id, box])) };
    if (was.ply === ply || !was.boxes.size || lessMotion()) return;
    for (const [id, [card, to]] of now) glide(card, was.boxes.get(id), to);
  });
}
