/** From what the rules allow to what can be touched: a first touch chooses, the second or a button does it. */
import { useEffect, useState } from "preact/hooks";
import type { BoardProps } from "../board";
import { type Direction, isDirection, type Scene, type View } from "./view";

/** What lies on the board and can be touched: "dir N", "card M08", "seat 2", "word 12", "leaves +2", "deck", "pay both". */
export type Thing = string;

/** What a note touches; null: it has a button only. */
export function thingOf(note: string, view: View, you: number | null): Thing | null {
  const [verb = "", what = ""] = note.split(" ");
  switch (verb) {
    case "be":
    case "keep":
    case "take":
      return `card ${what}`;
    case "aim":
      return `dir ${what}`;
    case "mark":
      return `word ${what}`;
    case "go":
      return `leaves ${what || "+0"}`;
    case "draw":
      return what ? null : "deck";
    case "release": {
      const held = view.missions.find((one) => one !== null && one.holder === you);
      return held ? `card ${held.card}` : null;
    }
    case "vote":
      return voteThing(what, view.phase);
    default:
      return null;
  }
}

function voteThing(choice: string, phase: string): Thing | null {
  if (choice === "none") return null;
  if (phase === "scout") return `seat ${choice}`;
  if (phase === "pay") return `pay ${choice}`;
  return isDirection(choice) ? `dir ${choice}` : `card ${choice}`;
}

/** People vote; leaning is for bots. */
const isOffered = (note: string) => !note.startsWith("lean ");

/** A skill that wants directions: which landscapes go, or which direction is ruled out. */
export type Mode = "swap" | "skill" | null;

export interface Touches {
  /** What can be touched now, with what it would do. */
  readonly notes: ReadonlyMap<Thing, string>;
  /** What has a button only. */
  readonly words: readonly string[];
  readonly chosen: Thing | null;
  readonly mode: Mode;
  /** In a mode: the directions touched. */
  readonly set: readonly Direction[];
  /** What the second touch would do. */
  readonly armed: string | null;
  readonly legal: readonly string[];
  touch(thing: Thing): void;
  enter(mode: Mode): void;
  cancel(): void;
}

const swapNote = (set: readonly Direction[]) =>
  `swap ${["N", "E", "S", "W"].filter((one) => set.includes(one as Direction)).join("")}`;

function directionsOf(legal: readonly string[], mode: Mode): readonly Direction[] {
  const pattern = mode === "swap" ? /^swap ([NESW])$/ : /^skill ([NESW])$/;
  return legal.flatMap((note) => pattern.exec(note)?.[1] ?? []) as Direction[];
}

/** Nothing chosen outlives the question it answers; while all prepare at once, what others do changes nothing. */
function question({ view, you, ply }: BoardProps<Scene, View>): string {
  const own = view.phase === "prepare" ? (you === view.scout ? view.step : "") : view.voices ? "" : ply;
  return [view.phase, view.turn, you, own].join();
}

export function useTouches(props: BoardProps<Scene, View>): Touches {
  const { view, you, active } = props;
  const legal = active ? props.legal.filter(isOffered) : [];
  const [chosen, choose] = useState<Thing | null>(null);
  const [mode, setMode] = useState<Mode>(null);
  const [set, setSet] = useState<readonly Direction[]>([]);
  const enter = (next: Mode) => (setMode(next), setSet([]), choose(null));
  useEffect(() => enter(null), [question(props)]);

  const notes = new Map<Thing, string>();
  const words: string[] = [];
  const offered = mode === null ? legal : [];
  for (const note of offered) {
    const thing = thingOf(note, view, you);
    if (thing === null) words.push(note);
    else if (!notes.has(thing) || note.startsWith("vote ")) notes.set(thing, note);
  }
  for (const direction of mode ? directionsOf(legal, mode) : [])
    notes.set(`dir ${direction}`, mode === "swap" ? swapNote([direction]) : `skill ${direction}`);

  const swapped = mode === "swap" && set.length > 0 ? swapNote(set) : null;
  const armed = swapped ?? (chosen !== null ? (notes.get(chosen) ?? null) : null);
  const touch = (thing: Thing) => {
    if (mode === "swap" && thing.startsWith("dir ")) {
      const direction = thing.slice(4) as Direction;
      if (!notes.has(thing)) return;
      setSet(set.includes(direction) ? set.filter((one) => one !== direction) : [...set, direction]);
    } else if (chosen === thing && armed !== null) {
      choose(null);
      props.send(armed);
    } else choose(chosen === thing ? null : thing);
  };
  return {
    notes,
    words,
    chosen,
    mode,
    set,
    armed,
    legal,
    touch,
    enter,
    cancel: () => enter(null),
  };
}
