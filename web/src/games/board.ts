/** What a game's board is given and gives; docs/page.md shows how one is written. */
import type { ComponentType, VNode } from "preact";
import type { LogEntry, Result, Seat } from "../table/types";

export interface BoardProps<Scene = unknown, View = unknown> {
  /** Names this table in whatever the board remembers for the person: marks, folds. A "lesson" begins anew each time. */
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
  /** What a bot would do, where the table allows it; in a lesson what is wanted, notes parted by ", ". Null: nothing. */
  readonly advice: string | null;
}

export interface BoardParts {
  /** The board itself, usually one SVG. */
  readonly board: VNode;
  /** Beside it: history, hand, score. */
  readonly side?: VNode;
  /** Buttons under it: what is not a touch on the board. */
  readonly actions?: VNode | false;
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
  /** The note to play, or those that the board sends at once; without any the newcomer just reads on. */
  readonly want?: string | readonly string[];
  /** Moves of the others, played by the page before the step is shown. */
  readonly before?: readonly (readonly [seat: number, note: string])[];
}

/** A page beside the box: for people who play with the real thing. */
export interface CompanionProps {
  readonly game: { readonly id: string; readonly edition: number; readonly name: string };
  /** The rest of the route, for the companion's own use: #/companion/GAME/DETAIL. */
  readonly detail: string;
}

export interface GameModule {
  /** A hook: the page calls it in a component of its own, so it may use hooks. */
  useBoard(props: BoardProps): BoardParts;
  /** The reader's word for an event's argument of that kind letter; null: as it is. */
  word?(kind: string, value: string): string | null;
  /** A move as a person says it; null: as noted. */
  say?(note: string): string | null;
}

/**
 * What a game's folder holds, as its cover.ts says: the picture comes with the page, the rest
 * is fetched when asked for. What is not named here does not exist, and nobody offers it.
 */
export interface GameFolder {
  /** Of 320 by 220. */
  readonly art: string;
  readonly board: () => Promise<GameModule>;
  /** A first game, at #/learn/GAME. */
  readonly lesson?: () => Promise<Lesson>;
  /** For owners of the box, at #/companion/GAME. */
  readonly companion?: () => Promise<ComponentType<CompanionProps>>;
  /** All its cards to look through, under its rules. */
  readonly gallery?: () => Promise<ComponentType>;
}
