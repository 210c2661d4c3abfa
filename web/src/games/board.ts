/** What a game's board is given and gives; docs/page.md shows how one is written. */
import type { ComponentType, VNode } from "preact";
import type { ChatLine, LogEntry, Result, Seat } from "../table/types";
import type { MomentWords } from "../ui/Moment";
import type { Player } from "../ui/players";
import type { Told } from "../ui/Prompt";
import type { Tab } from "../ui/Tabs";

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
  /** By seat: the colour and the sign that stand for a player everywhere on the table. */
  readonly players: readonly Player[];
  readonly owes: readonly number[];
  readonly ply: number;
  readonly over: boolean;
  readonly log: readonly LogEntry[];
  readonly result: Result | null;
  /** False in a replay and while an answer is awaited. */
  readonly active: boolean;
  /** False while an answer is awaited. */
  readonly settled: boolean;
  send(...notes: string[]): void;
  /** Says at the prompt why a touch does nothing; null: unsays it. */
  refuse(why: string | null): void;
  /** What a bot would do, where the table allows it; in a lesson what is wanted, notes parted by ", ". Null: nothing. */
  readonly advice: string | null;
  /** What the reader points at elsewhere, as in the log: an event's argument by its kind letter. */
  readonly pointed: Pointed | null;
  /** Where people far apart can talk: for signs that the board shows. Left out: they cannot. */
  readonly talk?: Talk | null;
}
/** What the people of a table on a server tell each other. */
export interface Talk {
  readonly lines: readonly ChatLine[];
  say(text: string): void;
}
export interface Pointed {
  readonly kind: string;
  readonly value: string;
}

export interface BoardParts {
  /** The board itself: it fills the place it is given and never more (an <svg> does so by itself). */
  readonly board: VNode;
  /** What to do now, in a sentence. */
  readonly prompt?: string;
  /** What just happened; undefined: the last lines of the log; null: nothing. */
  readonly told?: Told | null | undefined;
  /** Buttons under it: what is not a touch on the board. */
  readonly actions?: VNode | false;
  /** Lets go of what is chosen and not yet done; null: nothing is. */
  readonly cancel?: (() => void) | null;
  /** A step of the board's own to take back, before decisions are; null: none. */
  readonly undo?: (() => void) | null;
  /** Beside it, on a phone behind tabs: history, scores, the others. */
  readonly papers?: readonly Tab[];
  /** Something to take in before one goes on; it lies over the board until it is put away. */
  readonly moment?: MomentWords | null;
  /** How it ended, where all win or lose together; left out: who won. */
  readonly outcome?: string | undefined;
  /** Why it ended so, in a sentence. */
  readonly why?: string;
  /** What the end means, for the end screen. */
  readonly ending?: VNode;
  /** How many entries of the log have been acted out; undefined: all. */
  readonly shown?: number;
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
  /** Why another touch is wrong here; without it the page says what is wanted. */
  readonly wrong?: () => string;
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
  /** Kinds of events that the log leaves out: another line says the same. */
  readonly quiet?: ReadonlySet<string>;
  /** Kind letters of arguments that the board can show when they are pointed at (BoardProps.pointed). */
  readonly shows?: string;
  /** A move as a person says it; null: as noted. */
  say?(note: string): string | null;
  /** Whether more must follow these notes before a decision is whole, as an axis after "ask". */
  goesOn?(notes: readonly string[]): boolean;
  /** A whole decision as a person says it; null: note by note. */
  sayWhole?(notes: readonly string[]): string | null;
  /**
   * Whether a turn of one seat ends with these notes, though the same seat may go on: a replay goes turn
   * by turn. Left out: a turn ends when another seat decides; alone, with a whole decision.
   */
  endsTurn?(notes: readonly string[]): boolean;
  /** Why a bot would do so, in numbers; null: it has none. */
  reason?(notes: readonly string[], view: unknown): string | null;
}

/**
 * What a game's folder holds, as its cover.ts says: the picture comes with the page, the rest
 * is fetched when asked for. What is not named here does not exist, and nobody offers it.
 */
/** Before a game: which of its options matter, and which are offered first. */
export interface OptionsPlan {
  /** Options that most people look at, in this order; the others are folded. */
  readonly first: readonly string[];
  /** What is chosen at first instead of what is usual, by who plays: "bot", "here", "friends", "alone". */
  usual?(company: string): Readonly<Record<string, string>>;
  /** False: this option changes nothing for these seats and these other options. */
  matters?(id: string, seats: number, options: Readonly<Record<string, string>>): boolean;
  /** Why no bot can play with these options, as the engine would say; null: they can. */
  noBots?(options: Readonly<Record<string, string>>): string | null;
  /** What a value that has a notation of its own reads as. */
  word?(id: string, value: string): string;
  /** A field of the game's own for an option, where choosing one of a list will not do. */
  readonly fields?: Readonly<Record<string, ComponentType<OptionFieldProps>>>;
}
export interface OptionFieldProps {
  readonly legend: string;
  readonly value: string;
  onChange(value: string): void;
}

/** What a result is a number of, as players say it: `games/<id>/result.ts`; without one it is points. */
export interface ResultPlan {
  /** Fewer are better. */
  readonly less: boolean;
  /** The number, or null: there is none, as for who has not found it. */
  of(points: number, place: number): number | null;
  /** What it counts, in the plural. */
  name(): string;
  /** All win or lose together: a first place that is shared is no draw. */
  readonly together?: boolean;
}

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
  /** Which options matter when. */
  options?(): Promise<OptionsPlan>;
}
