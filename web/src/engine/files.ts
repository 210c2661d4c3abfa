/** The engine of each game, as the build made it: what is fetched holds one game and no other. */
import { built } from "../games/info";

const urls = import.meta.glob<string>("../generated/engine.*.wasm", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Whose engine answers for a game: any refuses one that is not here. */
export function engineFor(game: string): string {
  return (built.find(({ id }) => id === game) ?? built[0])?.id ?? "";
}

const urlOf = (game: string) => urls[`../generated/engine.${game}.wasm`] ?? "";

interface Coming {
  readonly engine: Promise<WebAssembly.Module>;
  /** Gives it up; once it is here that changes nothing. */
  readonly stop: AbortController;
  here: boolean;
}
const coming = new Map<string, Coming>();

/** Fetches it once; again where it did not come. */
export function fetchEngine(game: string): Promise<WebAssembly.Module> {
  const known = coming.get(game);
  if (known) return known.engine;
  const stop = new AbortController();
  const engine = WebAssembly.compileStreaming(fetch(urlOf(game), { signal: stop.signal }));
  const entry: Coming = { engine, stop, here: false };
  coming.set(game, entry);
  engine.then(
    () => {
      entry.here = true;
    },
    () => coming.get(game) === entry && coming.delete(game),
  );
  return engine;
}

/** Gives up what is still on its way, but this game's; names what was given up. */
export function giveUpOthers(game: string): readonly string[] {
  const others = [...coming].filter(([id, { here }]) => id !== game && !here);
  for (const [id, { stop }] of others) {
    coming.delete(id);
    stop.abort();
  }
  return others.map(([id]) => id);
}

/** Leaves it in the browser's cache, unless that is given up. */
export async function storeEngine(game: string, signal: AbortSignal): Promise<void> {
  if (coming.has(game)) return;
  await fetch(urlOf(game), { signal })
    .then((file) => file.arrayBuffer())
    .catch(() => null);
}
