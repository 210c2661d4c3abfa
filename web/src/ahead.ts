/**
 * What the next click needs is fetched before it: a table, its board, the game's words and the
 * engine, a quarter of a megabyte in all. When nothing else is to be done, or when a hand comes
 * near; for whoever asks browsers to save data only what a hand comes near.
 */
import { gameInfo } from "./games/info";
import { loadBoard } from "./games/shelf";

const asked = new Map<string, Promise<unknown>>();

/** Answers when all of it is here, or will not come. */
export function fetchAhead(game: string): Promise<unknown> {
  const coming =
    asked.get(game) ??
    Promise.allSettled([
      import("./engine/engine").then((engine) => engine.warmUp()),
      import("./pages/TablePage"),
      gameInfo(game),
      loadBoard(game),
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

export function whenIdle(...games: readonly string[]): void {
  idle(() => {
    if (!isSparing() && navigator.onLine) for (const game of games) void fetchAhead(game);
    begun();
  });
}

/** Once what was asked for when the page opened has come. */
export async function aheadDone(): Promise<void> {
  await first;
  await Promise.all(asked.values());
}
