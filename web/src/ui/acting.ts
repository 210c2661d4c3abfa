/**
 * What the log tells, acted out one step after another, for any board. The engine gives the position after
 * a decision and the events that led there; a game says what an event changes and which are seen at once.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../games/board";
import { lessMotion, type Pace, prefer, prefs } from "../prefs";
import { useStore } from "../store";
import type { GameEvent, LogEntry } from "../table/types";

export const PACES: Readonly<Record<Pace, number>> = { slow: 1500, normal: 750, fast: 300, off: 0 };

/** Whoever wants less motion gets none, unless they ask for it. */
export function usePace(): [Pace, (pace: Pace) => void] {
  const { pace } = useStore(prefs);
  return [pace === "auto" ? (lessMotion() ? "off" : "normal") : pace, (next) => prefer({ pace: next })];
}

/** What a game says of its events. */
export interface Frames<View> {
  /** The position after the event. */
  after(view: View, event: GameEvent): View;
  /** Whether the second is seen at the same time as the first. */
  together(one: LogEntry, next: LogEntry): boolean;
  /** Whether it is acted out at all. */
  seen(event: LogEntry): boolean;
  /** Nobody waits for this position to be seen. */
  hurry(view: View): boolean;
}

export interface Frame<View> {
  readonly view: View;
  readonly events: readonly LogEntry[];
}

export interface Stage<View> extends Frame<View> {
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

interface Play<View> {
  shown: Frame<View>;
  before: View | null;
  queue: readonly Frame<View>[];
  step: number;
  /** When the next frame may come. */
  next: number;
  ply: number;
  you: number | null;
  told: number;
}

/** Somebody who was away does not see it all again. */
const MOST = 60;
/** A long queue goes faster. */
const LONG = 12;

export function framesOf<View>(
  say: Frames<View>,
  from: View,
  events: readonly LogEntry[],
  to: View,
): readonly Frame<View>[] {
  const groups: LogEntry[][] = [];
  for (const event of events.filter(say.seen)) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && say.together(before, event)) last.push(event);
    else groups.push([event]);
  }
  let view = from;
  return groups.map((group, i) => {
    view = i === groups.length - 1 ? to : group.reduce(say.after, view);
    return { view, events: group };
  });
}

function advance<View>(play: Play<View>, ms: number): void {
  const [frame, ...queue] = play.queue;
  if (!frame) return;
  play.before = play.shown.view;
  play.shown = frame;
  play.queue = queue;
  play.step++;
  play.next = performance.now() + ms / Math.max(1, queue.length / LONG);
}

/** The position as given, with nothing to wait for. */
function jump<View>(play: Play<View>, view: View, events: readonly LogEntry[]): void {
  play.before = play.shown.view;
  play.shown = { view, events };
  play.queue = [];
  play.step++;
  play.next = 0;
}

/** Takes in what the table says now. */
function take<S, View>(
  say: Frames<View>,
  play: Play<View>,
  { ply, you, log, view }: BoardProps<S, View>,
  ms: number,
): void {
  const fresh = log.slice(play.told);
  const onwards = ply > play.ply && you === play.you && log.length >= play.told;
  const still = ply === play.ply && you === play.you;
  play.told = log.length;
  play.ply = ply;
  play.you = you;
  const last = play.queue.at(-1);
  if (still && last) play.queue = [...play.queue.slice(0, -1), { ...last, view }];
  else if (still) play.shown = { ...play.shown, view };
  else if (!onwards || !ms || fresh.length > MOST || say.hurry(view))
    jump(play, view, onwards ? fresh.slice(-1) : []);
  else {
    const more = framesOf(say, last?.view ?? play.shown.view, fresh, view);
    play.queue = [...play.queue, ...(more.length ? more : [{ view, events: [] }])];
    if (play.next <= performance.now()) advance(play, ms);
  }
}

/** A hook that shows one frame after another. */
export const actOut = <S, View>(say: Frames<View>) =>
  function useActing(props: BoardProps<S, View>, pace: Pace): Stage<View> {
    const [, redraw] = useState(0);
    const ms = PACES[pace];
    const kept = useRef<Play<View> | null>(null);
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
      take(say, play, props, ms);
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
  };
