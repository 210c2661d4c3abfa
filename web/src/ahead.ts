/**
 * What the next click needs is fetched before it: a table, and the game's board, words and
 * engine, a hundred kilobytes and more. When nothing else is to be done, or when a hand comes
 * near; for whoever asks browsers to save data only what a hand comes near.
 */
import { engineFor, fetchEngine, storeEngine } from "./engine/files";
import { gameInfo } from "./games/info";
import { cover, loadBoard } from "./games/shelf";
import { learnArea } from "./i18n";

const asked = new Map<string, Promise<unknown>>();

/** Answers when all of it is here, or will not come. */
export function fetchAhead(game: string): Promise<unknown> {
  const coming =
    asked.get(game) ??
    Promise.allSettled([
      fetchEngine(engineFor(game)), // at once: its worker is asked for by a file that has to come first
      import("./engine/engine").then((engine) => engine.warmUp(game)),
      import("./pages/TablePage"),
      learnArea("page"),
      gameInfo(game),
      loadBoard(game),
      cover(game)?.options?.(), // a game at one click begins with what its folder chooses
    ]);
  asked.set(game, coming);
  return coming;
}

function isSparing(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** Safari has no word for it. */
const idle = (then: () => void) => (window.requestIdleCallback ?? setTimeout)(then);

const LATEST = 3000;
let begun: () => void;
/** Once a page has said what comes next; some say nothing. */
const first = new Promise<void>((done) => {
  begun = done;
  setTimeout(done, LATEST);
});

/** Games whose engine may come when there is time, and the one that comes now. */
let spare: readonly string[] = [];
let coming: { game: string; stop: AbortController } | null = null;
let spares: Promise<void> = Promise.resolve();

/** For a click on any box: one after the other, once the first game is here. */
async function fetchSpares(): Promise<void> {
  await Promise.all(asked.values());
  for (let [game, ...rest] = spare; game; [game, ...rest] = spare) {
    spare = rest;
    coming = { game, stop: new AbortController() };
    await storeEngine(game, coming.stop.signal);
  }
  coming = null;
}

/** A table is opened: the line is for its game. */
export function fetchNow(game: string): void {
  spare = [];
  if (coming?.game !== game) coming?.stop.abort();
  void fetchAhead(game);
}

/** `later`: games whose engine may come when there is time for it. */
export function whenIdle(games: readonly string[], later: readonly string[] = []): void {
  idle(() => {
    if (!isSparing() && navigator.onLine) {
      for (const game of games) void fetchAhead(game);
      // Where a service worker answers, all of it is on the device.
      spare = navigator.serviceWorker?.controller ? [] : later;
      spares = fetchSpares();
    }
    begun();
  });
}

/** Once what was asked for when the page opened has come. */
export async function aheadDone(): Promise<void> {
  await first;
  await Promise.all([spares, ...asked.values()]);
}
