/**
 * What moves: cards glide from where they lay to where they lie, each known by its id; new
 * ones come from their deck, those that leave go to the pile, and tokens fly.
 */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { lessMotion } from "../../prefs";
import type { LogEntry } from "../../table/types";
import type { Stage } from "./stage";
import { factsOf } from "./view";

const GLIDE_MS = 460;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";
const TOKENS_SEEN = 6;

/** In the page, not in the window: scrolling moves no card. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
interface Lying {
  readonly card: HTMLElement;
  readonly box: Box;
  /** The part of the board it lies in: where that moves as a whole, its cards stay still. */
  readonly part: Element | null;
  readonly partBox: Box | null;
}
type Boxes = ReadonlyMap<string, Lying>;

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + scrollX, y: top + scrollY, w: width, h: height };
}

function boxes(roots: readonly (HTMLElement | null)[]): Boxes {
  const found = new Map<string, Lying>();
  for (const root of roots)
    for (const card of root?.querySelectorAll<HTMLElement>("[data-card]") ?? []) {
      const id = card.dataset["card"];
      const box = boxOf(card);
      // The first is the card itself; later ones only name it in a question.
      if (!id || !box.w || found.has(id)) continue;
      const part = card.closest("section");
      found.set(id, { card, box, part, partBox: part && boxOf(part) });
    }
  return found;
}

/** A pile, a deck, a counter: where things come from or go to. */
function spot(name: string): Box | undefined {
  const element = document.querySelector(`[data-spot="${name}"]`);
  const box = element ? boxOf(element) : undefined;
  return box?.w ? box : undefined;
}

/** Where a card that was nowhere comes from. */
function origin(id: string, card: HTMLElement): Box | undefined {
  const level = factsOf(id)?.level;
  if (level !== undefined) return spot(`technologies ${level}`);
  if (card.closest(".ak-hand, .ak-tray")) return spot("deck");
  const seat = card.closest<HTMLElement>("[data-seat]")?.dataset["seat"];
  return seat === undefined ? undefined : spot(`hand ${seat}`);
}

/** Where it lay, seen from its part of the board if it never left it. */
function start(was: Lying | undefined, now: Lying): Box | undefined {
  if (!was || was.part !== now.part || !was.partBox || !now.partBox) return was?.box;
  return {
    ...was.box,
    x: was.box.x + now.partBox.x - was.partBox.x,
    y: was.box.y + now.partBox.y - was.partBox.y,
  };
}

function glide(card: HTMLElement, from: Box | undefined, to: Box, duration: number): void {
  const options = { duration, easing: EASE };
  if (!from) {
    card.animate([{ opacity: 0, transform: "translateY(-14px) scale(0.92)" }, {}], options);
    return;
  }
  if (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2) return;
  const move = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.w / to.w})`;
  card.animate(
    [
      { transformOrigin: "0 0", transform: move, zIndex: 5 },
      { transformOrigin: "0 0", transform: "none", zIndex: 5 },
    ],
    options,
  );
}

/** Something over the page that flies from here to there and is gone. */
function fly(thing: HTMLElement, from: Box, to: Box, duration: number, delay = 0): void {
  thing.classList.add("ak-flying");
  Object.assign(thing.style, {
    left: `${from.x}px`,
    top: `${from.y}px`,
    width: `${from.w}px`,
    height: `${from.h}px`,
  });
  document.body.append(thing);
  const move = `translate(${to.x + to.w / 2 - from.x - from.w / 2}px, ${to.y + to.h / 2 - from.y - from.h / 2}px) scale(${Math.max(0.2, to.w / from.w)})`;
  const flight = thing.animate(
    [
      { opacity: 1, transform: "none" },
      { opacity: 1, offset: 0.7 },
      { opacity: 0, transform: move },
    ],
    { duration, delay, easing: EASE, fill: "both" },
  );
  flight.onfinish = flight.oncancel = () => thing.remove();
}

function leave(card: HTMLElement, from: Box, duration: number): void {
  const pile = spot("pile");
  if (!pile || card.classList.contains("ak-answer")) return;
  const ghost = document.createElement("div");
  ghost.className = "ak-side";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(...[...card.children].map((child) => child.cloneNode(true)));
  fly(ghost, from, pile, duration);
}

function above(box: Box): Box {
  return { ...box, y: box.y - 46, w: box.w * 0.6 };
}

/** From where to where the tokens of an event go; null: it moves none. */
function route(event: LogEntry, cards: Boxes): readonly [Box, Box, number] | null {
  const [first = "", second] = event.args;
  const token = cards.get(first)?.card.querySelector(".ak-tokens");
  const on = token ? boxOf(token) : cards.get(first)?.box;
  const lost = spot(`lost ${event.seat}`);
  if (event.kind === "purged") return lost ? [lost, above(lost), Number(first)] : null;
  if (!on) return null;
  const count = Number(second);
  if (event.kind === "removed") return [on, above(on), count];
  if (event.kind === "lost") return lost ? [on, lost, count] : null;
  if (event.kind === "added" || event.kind === "gaveLost") return [above(on), on, count];
  return null;
}

function flyTokens(event: LogEntry, cards: Boxes, duration: number): void {
  const way = route(event, cards);
  if (!way) return;
  const [from, to, count] = way;
  for (let i = 0; i < Math.min(count, TOKENS_SEEN); i++) {
    const token = document.createElement("span");
    token.className = "ak-token";
    fly(
      token,
      { x: from.x + from.w / 2 - 9 + 5 * (i % 3), y: from.y + 3 * i, w: 18, h: 18 },
      to,
      duration,
      (duration / 8) * i,
    );
  }
}

export function useMotion(roots: readonly RefObject<HTMLElement>[], { step, events, ms }: Stage): void {
  const shown = useRef(step);
  const look = () => boxes(roots.map((root) => root.current));
  // While this is drawn the page still shows the step before. To ask where things lie may lay the page out:
  // only when something moves, and not for those who see nothing glide.
  const was = shown.current === step || lessMotion() ? null : look();
  useLayoutEffect(() => {
    shown.current = step;
    if (!was?.size) return;
    const now = look();
    const duration = ms ? Math.min(GLIDE_MS, ms * 0.8) : GLIDE_MS;
    for (const [id, lying] of now)
      glide(lying.card, start(was.get(id), lying) ?? origin(id, lying.card), lying.box, duration);
    if (!ms) return;
    for (const [id, { card, box }] of was) if (!now.has(id)) leave(card, box, duration);
    for (const event of events) flyTokens(event, now, duration * 1.3);
  });
}
