/** Dragging by mouse, pen or finger, for any board: what is dragged, where it is, where it is let go. */
import { useRef, useState } from "preact/hooks";
import { spoilPress } from "./press";

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Dragged<T> extends Point {
  readonly what: T;
  /** From the pointer to the thing's own corner, where `grip` gave it. */
  readonly grip: Point;
}

/** Less than this is a touch: fingers tremble. */
const FAR = 8;

interface Deeds<T> {
  /** The pointer in the board's own units. */
  at(event: PointerEvent): Point;
  may(what: T): boolean;
  grip?(what: T, at: Point): Point;
  /** It has left its place: a touch has become a drag. */
  begin?(what: T): void;
  drop(dragged: Dragged<T>): void;
}

interface From<T> extends Point {
  readonly what: T;
  readonly grip: Point;
}

/**
 * Touches stay clicks; a drag swallows its own. The element that listens needs `touch-action: none`
 * on its root <svg> or on a wrapper: Chromium ignores it on a group.
 */
export function useDragging<T>(deeds: Deeds<T>) {
  const [dragged, setDragged] = useState<Dragged<T> | null>(null);
  const from = useRef<From<T> | null>(null);
  const end = () => {
    from.current = null;
    setDragged(null);
  };
  const follow = (event: PointerEvent): Dragged<T> | null => {
    const start = from.current;
    if (!start) return null;
    const far = dragged !== null || Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR;
    return far ? { what: start.what, grip: start.grip, ...deeds.at(event) } : null;
  };
  return {
    dragged,
    listen: (what: T) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || !event.isPrimary || !deeds.may(what)) return;
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        const grip = deeds.grip?.(what, deeds.at(event)) ?? { x: 0, y: 0 };
        from.current = { what, grip, x: event.clientX, y: event.clientY };
      },
      onPointerMove: (event: PointerEvent) => {
        const now = follow(event);
        if (!now) return;
        if (!dragged) {
          spoilPress();
          deeds.begin?.(what);
        }
        setDragged(now);
      },
      onPointerUp: (event: PointerEvent) => {
        const now = follow(event);
        end();
        if (now) deeds.drop(now);
      },
      onPointerCancel: end,
    }),
  };
}

/** The pointer in an <svg>'s own units. */
export function inSvg(svg: SVGSVGElement | null, event: PointerEvent): Point {
  const matrix = svg?.getScreenCTM()?.inverse();
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = matrix ? point.matrixTransform(matrix) : point;
  return { x, y };
}
