/**
 * A table as the page knows it, wherever it stands: on this device (local.ts) or on a
 * server (remote.ts). The words are those of docs/protocol.md.
 */
import type { Store } from "../store";

export interface GameEvent {
  readonly kind: string;
  readonly seat: number;
  readonly args: readonly string[];
}
export interface LogEntry extends GameEvent {
  /** The decision that told it, counted from 1. */
  readonly ply: number;
}
export interface Seat {
  readonly kind: "open" | "invited" | "person" | "bot";
  readonly who: string | null;
  readonly name: string;
  readonly colour: number;
  readonly program: boolean;
  readonly here: boolean;
  /** A bot's strength; on a person's seat: the bot that stands in. */
  readonly bot: string | null;
  readonly gone: string | null;
  /** Of somebody away: milliseconds until a bot may play on. */
  readonly replaced_in?: number | null;
}
export interface Clock {
  readonly time: number;
  readonly left: readonly number[];
  readonly runs: readonly number[];
}
export interface ChatLine {
  readonly n: number;
  readonly who: string | null;
  readonly name: string;
  readonly time: number;
  readonly text: string;
}
export interface Offer {
  readonly kind: "undo" | "draw" | "abandon";
  readonly by: number;
  readonly yes: readonly number[];
  readonly wait: readonly number[];
}
export interface Result {
  readonly why: "played" | "resigned" | "time" | "draw" | "abandoned";
  readonly seat: number | null;
  readonly points: readonly number[] | null;
  readonly place: readonly number[] | null;
  /** The seats that took hints or advice. */
  readonly helped?: readonly number[];
}
export type Pace =
  | { readonly kind: "none" }
  | { readonly kind: "live"; readonly main: number; readonly plus: number }
  | { readonly kind: "days"; readonly days: number };

export interface Snapshot {
  readonly table: string;
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly status: "open" | "playing" | "over";
  readonly seats: readonly Seat[];
  /** Your seat; null: you look on. */
  readonly you: number | null;
  readonly ply: number;
  readonly owes: readonly number[];
  readonly scene: unknown;
  /** The game has hints, and the table allows them. */
  readonly hints: boolean;
  /** A strong bot may be asked. */
  readonly advice: boolean;
  readonly view: unknown;
  readonly legal: readonly string[];
  readonly may_undo: boolean;
  /** A decision that told something can be taken back all the same, if the others agree. */
  readonly may_ask: boolean;
  readonly log: readonly LogEntry[];
  readonly result: Result | null;
  readonly clock: Clock | null;
  readonly chat: readonly ChatLine[];
  readonly offer: Offer | null;
  readonly rematch: string | null;
  readonly host: string | null;
  readonly pace: Pace;
  readonly lookers: number;
  readonly start: "full" | "host";
  /** The position as the terminal shows it, where the engine is at hand. */
  readonly picture?: string;
}

/** How the table is reached just now. */
export type Link = "local" | "joining" | "online" | "lost";

/** Deeds answer null when done, or why not: a sentence to translate. */
export type Deed = Promise<string | null>;

export interface Table {
  readonly id: string;
  readonly snapshot: Store<Snapshot | null>;
  readonly link: Store<Link>;
  /** Why the table cannot be shown at all. */
  readonly failure: Store<string | null>;
  /** On one device with several persons: the seat that should take the device now. */
  readonly handover: Store<number | null>;
  takeDevice(): void;
  send(notes: readonly string[]): Deed;
  undo(): Deed;
  hint(step: number): Promise<string | null>;
  /** What a strong bot would do now: a note; null: no advice. `after`: what it has advised already. */
  advise(after: readonly string[]): Promise<string | null>;
  readonly online: Online | null;
  close(): void;
}

/** What only a table with other people has. */
export interface Online {
  readonly me: string | null;
  chat(text: string): Deed;
  sit(seat?: number): Deed;
  leave(): Deed;
  seat(seat: number, bot: string | null): Deed;
  start(): Deed;
  resign(): Deed;
  offer(kind: "draw" | "abandon"): Deed;
  answer(yes: boolean): Deed;
  takeover(seat: number, bot: string): Deed;
  /** Answers with the id of the next table, or why not. */
  rematch(): Promise<{ table: string } | string>;
}
