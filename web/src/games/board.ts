/** What a game's board is given and gives; docs/page.md shows how one is written. */
import type { VNode } from "preact";
import type { LogEntry, Result, Seat } from "../table/types";

export interface BoardProps<Scene = unknown, View = unknown> {
  /** Names this table in whatever the board remembers for the person: marks, folds. */
  readonly table: string;
  readonly scene: Scene;
  readonly view: View;
  /** What you may do now, as notes: the board lights what they name. */
  readonly legal: readonly string[];
  /** Your seat; null: you look on. */
  readonly you: number | null;
  readonly seats: readonly Seat[];
  readonly names: readonly string[];
  readonly owes: readonly number[];
  readonly ply: number;
  readonly over: boolean;
  readonly log: readonly LogEntry[];
  readonly result: Result | null;
  /** False in a replay and while an answer is awaited. */
  readonly active: boolean;
  send(...notes: string[]): void;
  /** Shows what a bot would do, where the table allows it; null: not here. */
  readonly advice: string | null;
}

export interface BoardParts {
  /** The board itself, usually one SVG. */
  readonly board: VNode;
  /** Beside it: history, hand, score. */
  readonly side?: VNode;
  /** Buttons under it: what is not a touch on the board. */
  readonly actions?: VNode;
  /** What the end means, for the end screen. */
  readonly ending?: VNode;
  /** What to do now, in a sentence. */
  readonly prompt?: string;
}

/** A first game whose moves are written down; the newcomer makes them. */
export interface Lesson {
  readonly seats: number;
  readonly options: Readonly<Record<string, string>>;
  readonly seed: string;
  readonly steps: readonly LessonStep[];
}
export interface LessonStep {
  readonly say: () => string;
  /** The note to play; without one the newcomer just reads on. */
  readonly want?: string;
  /** Moves of the others, played by the page before the step is shown. */
  readonly before?: readonly (readonly [seat: number, note: string])[];
}

export interface GameModule {
  /** A hook: the page calls it in a component of its own, so it may use hooks. */
  useBoard(props: BoardProps): BoardParts;
  /** The reader's word for an event's argument of that kind letter; null: as it is. */
  word?(kind: string, value: string): string | null;
  /** A move as a person says it; null: as noted. */
  say?(note: string): string | null;
  readonly lesson?: Lesson;
}
