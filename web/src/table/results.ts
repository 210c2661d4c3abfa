/**
 * How games on this device ended, kept apart from the games themselves: throwing an old game
 * away takes nothing from one's figures. The rows are those of the server (docs/protocol.md).
 */
import { keep, kept } from "../storage";
import { type Store, store } from "../store";
import { type Kept, keptGames } from "./kept";

export interface GameResult {
  /** A game of this device, a table, or a puzzle such as "topologic 20261116": counted once. */
  readonly source: string;
  readonly game: string;
  readonly ended: number;
  /** Of a puzzle, such as 20261116. */
  readonly day: number | null;
  readonly points: number;
  readonly seats: number;
  readonly persons: number;
  readonly place: number;
  readonly firsts: number;
  readonly helped: boolean;
  readonly bot: string | null;
}

const KEY = "tablier.results";
const MOST = 3000; // some 170 bytes each

export const dayNumber = (day: string) => Number(day.replaceAll("-", ""));

/** Where several persons share the device nobody knows whose result it would be. */
function resultOf(game: Kept): GameResult | null {
  const me = game.seats.findIndex((seat) => seat.kind === "person");
  const persons = game.seats.filter((seat) => seat.kind === "person").length;
  const bots = new Set(game.seats.flatMap((seat) => seat.bot ?? []));
  if (persons !== 1 || !game.over || !game.points || !game.place) return null;
  return {
    source: game.day ? `${game.game} ${dayNumber(game.day)}` : game.id,
    game: game.game,
    ended: game.changed,
    day: game.day ? dayNumber(game.day) : null,
    points: game.points[me] ?? 0,
    seats: game.seats.length,
    persons,
    place: game.place[me] ?? 0,
    firsts: game.place.filter((place) => place === 1).length,
    helped: game.helped?.includes(me) ?? false,
    bot: bots.size === 1 ? ([...bots][0] ?? null) : null,
  };
}

/** Games that ended before results were kept are counted too. */
function load(): readonly GameResult[] {
  return (
    kept<readonly GameResult[] | null>(KEY, null) ?? keptGames.get().flatMap((game) => resultOf(game) ?? [])
  );
}

export const results: Store<readonly GameResult[]> = store(load());

function save(rows: readonly GameResult[]): void {
  results.set(rows.slice(0, MOST));
  keep(KEY, results.get());
}

/** The first result of a source counts. */
export function noteResult(game: Kept): void {
  const row = resultOf(game);
  if (row && !results.get().some(({ source }) => source === row.source)) save([row, ...results.get()]);
}

export function forgetResults(): void {
  save([]);
}

// Another tab may play too.
addEventListener("storage", (event) => {
  if (event.key === KEY) results.set(load());
});
