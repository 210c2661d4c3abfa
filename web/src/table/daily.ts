/**
 * The puzzle of the day on this device, and among the others of the house. What it is, the
 * engine says from the date in UTC; so it needs no network, and is the same for everybody.
 */
import { Desk, type Told } from "../engine/engine";
import { built, type GameBrief } from "../games/info";
import { prefs } from "../prefs";
import { keepFor, keptFor } from "../storage";
import { connection } from "./connection";
import { type Kept, keep, keptGame } from "./kept";
import { dayNumber, type GameResult } from "./results";

export const puzzles: readonly GameBrief[] = built.filter((game) => game.daily);

export const today = () => new Date().toISOString().slice(0, 10);

/** A day as the page writes it, some days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** One try: whoever comes back goes on where they left. */
export const puzzleId = (game: string, day: string) => `${game}-${day}`;

/** Lays the puzzle on this device; answers its id, or why not. */
export async function beginPuzzle(game: string, day: string): Promise<{ id: string } | string> {
  const id = puzzleId(game, day);
  if (keptGame(id)) return { id };
  const desk = await Desk.daily(game, day);
  if (typeof desk === "string") return desk;
  const record = await desk.save();
  void desk.close();
  keep({
    id,
    game,
    seats: [{ kind: "person", name: prefs.get().name, bot: null }],
    record,
    changed: Date.now(),
    over: false,
    plies: 0,
    points: null,
    place: null,
    day,
  });
  return { id };
}

/* ---- what may be told ---- */

const TOLD = "tablier.told";
const TOLD_MOST = 60;

/** What was told of a puzzle stays when the game itself is thrown away. */
export const toldOf = (game: string, day: string) => keptFor<Told>(TOLD, puzzleId(game, day));

export async function findTold(game: string, day: string): Promise<Told | null> {
  const known = toldOf(game, day);
  const kept = keptGame(puzzleId(game, day));
  if (known || !kept?.over) return known;
  const desk = await Desk.open(kept.record);
  if (typeof desk === "string") return null;
  const told = await desk.told();
  void desk.close();
  if (told) keepFor(TOLD, puzzleId(game, day), told, TOLD_MOST);
  return told;
}

const pars = new Map<string, Promise<number>>();

/** What the hard bot needs for the same puzzle; -1: nobody knows. */
export function parOf(game: string, day: string): Promise<number> {
  const find = async () => {
    const desk = await Desk.daily(game, day);
    if (typeof desk === "string") return -1;
    const par = await desk.par();
    void desk.close();
    return par;
  };
  const id = puzzleId(game, day);
  const par = pars.get(id) ?? find();
  pars.set(id, par);
  return par;
}

export function shareText(told: Told): string {
  return `${told.line}\n${location.origin}/#/today`;
}

/* ---- a streak ---- */

export interface Streak {
  readonly now: number;
  readonly longest: number;
}

/** Days in a row, up to today, or to yesterday while today's is still to be played. */
export function streakOf(rows: readonly GameResult[], game: string, day: string): Streak {
  const played = new Set(rows.flatMap((row) => (row.game === game && row.day ? [row.day] : [])));
  const runTo = (last: string): number => {
    let run = 0;
    while (played.has(dayNumber(dayAfter(last, -run)))) run++;
    return run;
  };
  const dated = (n: number) => String(n).replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3");
  return {
    now: runTo(day) || runTo(dayAfter(day, -1)),
    longest: Math.max(0, ...[...played].map((n) => runTo(dated(n)))),
  };
}

/* ---- the others of this house ---- */

export interface House {
  readonly mine: { readonly result: number | null } | null;
  /** By result; null before one has played. */
  readonly results: readonly { readonly result: number | null; readonly count: number }[] | null;
  readonly players: number;
}

const LATE_DAYS = 7; // as the server takes them

/** Asks, and sends what was played here; waits for the line. Null: this house cannot say. */
export async function askHouse(game: string, day: string): Promise<House | null> {
  const kept = keptGame(puzzleId(game, day));
  const record = kept?.over ? { record: kept.record } : {};
  const answer = await connection.ask("daily", { game, day, ...record });
  return "ok" in answer ? (answer.ok as unknown as House) : null;
}

/** Whatever was played without a line in the last days is sent now. */
export function sendLate(games: readonly Kept[]): void {
  const oldest = dayAfter(today(), -LATE_DAYS);
  for (const { game, day, over } of games)
    if (day && over && day >= oldest && day < today()) void askHouse(game, day);
}

/** All results of this person that the server has; none where there is no server. */
export async function askResults(): Promise<readonly GameResult[]> {
  const rows: GameResult[] = [];
  for (let before: unknown = null, pages = 0; pages < 10; pages++) {
    const answer = await connection.ask("results", before === null ? {} : { before });
    if ("no" in answer) break;
    rows.push(...(answer.ok["results"] as GameResult[]));
    before = answer.ok["more"];
    if (before === null) break;
  }
  return rows;
}

/** Those of this device and those of the server, each once, newest first. */
export function joined(here: readonly GameResult[], there: readonly GameResult[]): readonly GameResult[] {
  const known = new Set(there.map(({ source }) => source));
  return [...there, ...here.filter(({ source }) => !known.has(source))].sort((a, b) => b.ended - a.ended);
}
