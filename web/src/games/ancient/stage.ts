/**
 * What the log tells, acted out one effect after another.
 *
 * The engine gives the position after a decision and the events that led there. Each event
 * says what it changed, so a copy of the position drawn last can follow event by event; the
 * last of them shows the engine's own position, and puts right whatever was not told.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { lessMotion, type Pace, prefer, prefs } from "../../prefs";
import { useStore } from "../../store";
import type { GameEvent, LogEntry } from "../../table/types";
import type { BoardProps } from "../board";
import { type CardId, inOrder, type Player, type Scene, type Standing, type View } from "./view";

export const PACES: Readonly<Record<Pace, number>> = { slow: 1500, normal: 750, fast: 300, off: 0 };

/** Whoever wants less motion gets none, unless they ask for it. */
export function usePace(): [Pace, (pace: Pace) => void] {
  const { pace } = useStore(prefs);
  return [pace === "auto" ? (lessMotion() ? "off" : "normal") : pace, (next) => prefer({ pace: next })];
}

/* ---- one event ---- */

type Column = readonly Standing[];

function without(timeline: readonly Column[], card: CardId): readonly Column[] {
  return timeline.map((column) => column.filter((standing) => standing.card !== card));
}

function onto(timeline: readonly Column[], space: number, standing: Standing): readonly Column[] {
  return timeline.map((column, i) => (i === space - 1 ? [...column, standing] : column));
}

function tokens(player: Player, card: CardId, change: (n: number) => number): Partial<Player> {
  return {
    timeline: player.timeline.map((column) =>
      column.map((s) => (s.card === card ? { card, knowledge: Math.max(0, change(s.knowledge)) } : s)),
    ),
  };
}

function swapped(timeline: readonly Column[], a: CardId, b: CardId): readonly Column[] {
  const standing = (card: CardId) => timeline.flat().find((s) => s.card === card);
  return timeline.map((column) =>
    column.map((s) => (s.card === a ? (standing(b) ?? s) : s.card === b ? (standing(a) ?? s) : s)),
  );
}

/** Tilts or straightens the first so many that are not so yet. */
function turned(tilted: readonly boolean[], count: number, to: boolean): readonly boolean[] {
  let left = count;
  return tilted.map((is) => (is !== to && left-- > 0 ? to : is));
}

/** Among the others by its number, as the engine shows hands; for a card that was not seen before. */
function drawn(hand: Player["hand"], card: CardId): Player["hand"] {
  const unseen = hand.indexOf(null);
  const known = hand.filter((_, i) => i !== unseen);
  const at = known.findIndex((id) => id === null || inOrder(card, id) < 0);
  return at < 0 ? [...known, card] : [...known.slice(0, at), card, ...known.slice(at)];
}

function inTiles(
  view: View,
  change: (cards: readonly (CardId | null)[], tile: number) => readonly (CardId | null)[],
): View["tiles"] {
  return view.tiles.map((tile, i) => ({ ...tile, cards: change(tile.cards, i + 1) }));
}

const goneFromTiles = (view: View, card: CardId) =>
  inTiles(view, (cards) => cards.map((id) => (id === card ? null : id)));

type Act = (player: Player, args: readonly string[]) => Partial<Player>;

/** The card named by that argument leaves the hand, where one sees it. */
const leavesHand =
  (at: number): Act =>
  (p, args) => ({ hand: p.hand.filter((id) => id !== args[at]) });

/** What an event changes for the player it is about. */
const acts: Readonly<Record<string, Act>> = {
  created: (p, [card = "", space, n]) => ({
    hand: p.hand.filter((id) => id !== card),
    timeline: onto(without(p.timeline, card), Number(space), { card, knowledge: Number(n) }),
  }),
  built: (p, [card = ""]) => ({
    hand: p.hand.filter((id) => id !== card),
    artefacts: [...p.artefacts, card],
  }),
  learned: (p, [card = ""]) => ({ technologies: [...p.technologies, card] }),
  drew: (p, [n]) => ({ hand: [...p.hand, ...Array<null>(Number(n)).fill(null)] }),
  drewCard: (p, [card = ""]) => ({ hand: drawn(p.hand, card) }),
  kept: (p, [card = ""]) => ({ hand: drawn(p.hand, card) }),
  discarded: leavesHand(1),
  discardedCard: leavesHand(0),
  shownDiscard: leavesHand(0),
  forced: leavesHand(1),
  forcedCard: leavesHand(0),
  removed: (p, [card = "", n]) => tokens(p, card, (had) => had - Number(n)),
  added: (p, [card = "", n]) => tokens(p, card, (had) => had + Number(n)),
  gaveLost: (p, [card = "", n]) => tokens(p, card, (had) => had + Number(n)),
  lost: (p, [card = "", n]) => ({ ...tokens(p, card, () => 0), lost: p.lost + Number(n) }),
  purged: (p, [n]) => ({ lost: Math.max(0, p.lost - Number(n)) }),
  tilted: (p, [n]) => ({ tilted: turned(p.tilted, Number(n), true) }),
  straightened: (p, [n]) => ({ tilted: turned(p.tilted, Number(n), false) }),
  moved: (p, [card = "", space]) => {
    const standing = p.timeline.flat().find((s) => s.card === card);
    return standing ? { timeline: onto(without(p.timeline, card), Number(space), standing) } : {};
  },
  swapped: (p, [a = "", b = ""]) => ({ timeline: swapped(p.timeline, a, b) }),
  declined: (p, [card = ""]) => ({
    timeline: without(p.timeline, card),
    past: [...p.past, card],
    tilted: [...p.tilted, false],
  }),
  leftPlay: (p, [card = ""]) => ({
    timeline: without(p.timeline, card),
    artefacts: p.artefacts.filter((id) => id !== card),
  }),
  leftForced: (p, [card = ""]) => ({ artefacts: p.artefacts.filter((id) => id !== card) }),
  shifted: (p) => ({ timeline: [...p.timeline.slice(1), []] }),
};

/** What it changes in the middle of the table. */
function around(view: View, { kind, seat, args: [a = "", ...more] }: GameEvent): Partial<View> {
  switch (kind) {
    case "turn":
      return { active: seat, round: Number(a), phase: "action", actions: 2 };
    case "action":
      return { actions: view.actions - 1 };
    case "activated":
      return { phase: "chronicle" };
    case "lost":
    case "declined":
    case "shifted":
      return { phase: "decline" };
    case "skipped":
      return { phase: "decline", skip: true };
    case "ending":
      return { ending: true };
    case "drew":
      return { deck: Math.max(0, view.deck - Number(a)) };
    case "discarded":
    case "forced":
    case "laidDown":
      return { pile: view.pile + Number(a), top: more[0] ?? view.top };
    case "leftPlay":
    case "leftForced":
      return { pile: view.pile + 1, top: a };
    case "learned":
    case "swept":
    case "buried":
      return { tiles: goneFromTiles(view, a) };
    case "refilled":
      return { tiles: inTiles(view, (cards, tile) => (tile === Number(a) ? more : cards)) };
    default:
      return {};
  }
}

export function after(view: View, event: GameEvent): View {
  const act = acts[event.kind];
  const players = act
    ? view.players.map((p, i) => (i === event.seat ? { ...p, ...act(p, event.args) } : p))
    : view.players;
  return { ...view, players, ...around(view, event) };
}

/* ---- frames: what is seen at once ---- */

export interface Frame {
  readonly view: View;
  readonly events: readonly LogEntry[];
}

/** Only a word before what follows: never a frame of their own, unless nothing follows. */
const PRELUDES: ReadonlySet<string> = new Set([
  "action",
  "drew",
  "looked",
  "saw",
  "swept",
  "reshuffled",
  "techReshuffled",
]);
/** One effect that tells itself several times. */
const CHORUS: ReadonlySet<string> = new Set([
  "drewCard",
  "discardedCard",
  "forcedCard",
  "lookedCard",
  "sawCard",
  "revealed",
  "removed",
  "added",
]);

function together(one: LogEntry, next: LogEntry): boolean {
  if (one.ply !== next.ply || one.seat !== next.seat) return false;
  if (PRELUDES.has(one.kind)) return true;
  return CHORUS.has(one.kind) && one.kind === next.kind && one.args.at(-1) === next.args.at(-1);
}

export function frames(from: View, events: readonly LogEntry[], to: View): readonly Frame[] {
  const groups: LogEntry[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && together(before, event)) last.push(event);
    else groups.push([event]);
  }
  let view = from;
  return groups.map((group, i) => {
    view = i === groups.length - 1 ? to : group.reduce(after, view);
    return { view, events: group };
  });
}

/* ---- the stage ---- */

export interface Stage extends Frame {
  /** What was seen before: for what changed. */
  readonly before: View | null;
  /** More is to come: nobody can decide yet. */
  readonly playing: boolean;
  /** Counts what was seen. */
  readonly step: number;
  /** How long a movement may last. */
  readonly ms: number;
  /** How many entries of the log have been seen. */
  readonly told: number;
  skip(): void;
}

interface Play {
  shown: Frame;
  before: View | null;
  queue: readonly Frame[];
  step: number;
  /** When the next frame may come. */
  next: number;
  ply: number;
  you: number | null;
  told: number;
}

/** Somebody who was away does not see it all again. */
const MOST = 40;
/** A long queue goes faster. */
const LONG = 12;

function advance(play: Play, ms: number): void {
  const [frame, ...queue] = play.queue;
  if (!frame) return;
  play.before = play.shown.view;
  play.shown = frame;
  play.queue = queue;
  play.step++;
  play.next = performance.now() + ms / Math.max(1, queue.length / LONG);
}

/** The position as given, with nothing to wait for. */
function jump(play: Play, view: View, events: readonly LogEntry[]): void {
  play.before = play.shown.view;
  play.shown = { view, events };
  play.queue = [];
  play.step++;
  play.next = 0;
}

/** Takes in what the table says now. At the setup all choose at once: nobody waits for others to be seen. */
function take(play: Play, { ply, you, log, view }: BoardProps<Scene, View>, ms: number): void {
  const fresh = log.slice(play.told);
  const onwards = ply > play.ply && you === play.you && log.length >= play.told;
  const still = ply === play.ply && you === play.you;
  play.told = log.length;
  play.ply = ply;
  play.you = you;
  const last = play.queue.at(-1);
  if (still && last) play.queue = [...play.queue.slice(0, -1), { ...last, view }];
  else if (still) play.shown = { ...play.shown, view };
  else if (!onwards || !ms || fresh.length > MOST || view.phase === "setup")
    jump(play, view, onwards ? fresh.slice(-1) : []);
  else {
    const more = frames(last?.view ?? play.shown.view, fresh, view);
    play.queue = [...play.queue, ...(more.length ? more : [{ view, events: [] }])];
    if (play.next <= performance.now()) advance(play, ms);
  }
}

export function useStage(props: BoardProps<Scene, View>, pace: Pace): Stage {
  const [, redraw] = useState(0);
  const ms = PACES[pace];
  const kept = useRef<Play | null>(null);
  const seen = useRef<View>(props.view);
  kept.current ??= {
    shown: { view: props.view, events: [] },
    before: null,
    queue: [],
    step: 0,
    next: 0,
    ply: props.ply,
    you: props.you,
    told: props.log.length,
  };
  const play = kept.current;
  if (props.view !== seen.current || props.ply !== play.ply || props.log.length !== play.told) {
    seen.current = props.view;
    take(play, props, ms);
  }
  const skip = () => {
    const last = play.queue.at(-1);
    if (last) jump(play, last.view, last.events);
    play.next = 0;
    redraw((n) => n + 1);
  };
  useEffect(() => {
    if (!play.queue.length) return;
    if (!ms) return skip();
    const timer = setTimeout(
      () => {
        advance(play, ms);
        redraw((n) => n + 1);
      },
      Math.max(0, play.next - performance.now()),
    );
    return () => clearTimeout(timer);
  });
  const unseen = play.queue.reduce((n, frame) => n + frame.events.length, 0);
  return {
    ...play.shown,
    before: play.before,
    playing: play.queue.length > 0,
    step: play.step,
    told: play.told - unseen,
    ms,
    skip,
  };
}
