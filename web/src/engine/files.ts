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

const coming = new Map<string, Promise<WebAssembly.Module>>();

/** Fetches it once; again where it did not come. */
export function fetchEngine(game: string): Promise<WebAssembly.Module> {
  const known = coming.get(game);
  if (known) return known;
  const engine = WebAssembly.compileStreaming(fetch(urlOf(game)));
  coming.set(game, engine);
  engine.catch(() => coming.delete(game));
  return engine;
}

/** Leaves it in the browser's cache, unless that is given up. */
export async function storeEngine(game: string, signal: AbortSignal): Promise<void> {
  if (coming.has(game)) return;
  await fetch(urlOf(game), { signal })
    .then((file) => file.arrayBuffer())
    .catch(() => null);
}
