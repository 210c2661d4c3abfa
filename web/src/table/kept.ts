/** Games kept in this browser: each one a record, who sits where, and when. */
import { keep as keepUnder, kept } from "../storage";
import { store } from "../store";

export interface KeptSeat {
  readonly kind: "person" | "bot";
  readonly name: string;
  readonly bot: string | null;
}
export interface Kept {
  readonly id: string;
  readonly game: string;
  readonly seats: readonly KeptSeat[];
  readonly record: string;
  readonly changed: number;
  readonly over: boolean;
  readonly plies: number;
  /** Points by seat, once it is over. */
  readonly points: readonly number[] | null;
  readonly place: readonly number[] | null;
  /** Hints and advice though several persons play. */
  readonly helps?: boolean;
  /** The seats that took hints or advice. */
  readonly helped?: readonly number[];
  /** The day whose puzzle this is, "2026-11-16": no helps. */
  readonly day?: string;
}

const KEY = "tablier.games";
const MOST = 200; // about 3 KB each, within the 5 MB that browsers give

const load = () => kept<readonly Kept[]>(KEY, []);

export const keptGames = store<readonly Kept[]>(load());

function save(games: readonly Kept[]): void {
  keptGames.set(games.slice(0, MOST));
  keepUnder(KEY, keptGames.get());
}

export function keep(game: Kept): void {
  save([game, ...keptGames.get().filter((other) => other.id !== game.id)]);
}

export function discard(id: string): void {
  save(keptGames.get().filter((game) => game.id !== id));
}

export function keptGame(id: string): Kept | null {
  return keptGames.get().find((game) => game.id === id) ?? null;
}

// Another tab may play too.
addEventListener("storage", (event) => {
  if (event.key === KEY) keptGames.set(load());
});

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => (b % 36).toString(36)).join("");
}

/** 63 bits, as records hold them. */
export function randomSeed(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return ((BigInt(high >>> 1) << 32n) | BigInt(low)).toString();
}

export function newRecord(
  game: { id: string; edition: number },
  seats: number,
  options: Readonly<Record<string, string>>,
  seed: string,
  book: string | null = null,
): string {
  const lines = Object.entries(options).map(([id, value]) => `option ${id} ${value}\n`);
  if (book !== null) lines.push(`book ${book}\n`);
  return `tablier 1\ngame ${game.id} ${game.edition}\nseats ${seats}\n${lines.join("")}seed ${seed}\n\n`;
}

/** The digest of the book that a record was played in; null: none but the game's own. */
export const recordBook = (record: string): string | null => /^book (\d+)$/m.exec(record)?.[1] ?? null;

/** Lays a new game on this device; answers its id. */
export function beginLocal(
  game: { id: string; edition: number },
  seats: readonly KeptSeat[],
  options: Readonly<Record<string, string>>,
  helps = false,
  book: string | null = null,
): string {
  const id = randomId();
  const record = newRecord(game, seats.length, options, randomSeed(), book);
  keep({
    id,
    game: game.id,
    seats,
    record,
    changed: Date.now(),
    over: false,
    plies: 0,
    points: null,
    place: null,
    helps,
  });
  return id;
}

/** The options written in a record. */
export function recordOptions(record: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, id = "", value = ""] of record.matchAll(/^option (\S+) (.+)$/gm)) found[id] = value;
  return found;
}

/** Takes a record from a file as a game of this device. */
export function adoptRecord(game: string, seats: number, record: string): string {
  const id = randomId();
  const people = Array.from({ length: seats }, (): KeptSeat => ({ kind: "person", name: "", bot: null }));
  keep({
    id,
    game,
    seats: people,
    record,
    changed: Date.now(),
    over: false,
    plies: 0,
    points: null,
    place: null,
  });
  return id;
}
