// Makes src/generated: the engine, what it says of its games, and the French catalogues.
// Usage: prepare.mjs WASM
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDesk } from "../../tests/wasm/desk.mjs";
import { readPo } from "./po.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const out = join(root, "web/src/generated");
const [wasm] = process.argv.slice(2);

/** Written only when it changed, so that a build with nothing new does nothing. */
function write(name, text) {
  const path = join(out, name);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

mkdirSync(out, { recursive: true });
copyFileSync(wasm, join(out, "tablier.wasm"));
const desk = openDesk(wasm);
const { games, bots } = desk.games();

// The events and options of a game come with the game; the list comes with the page.
write("games.json", JSON.stringify({ bots, games: games.map(({ id, name, about, edition, seats, book }) => ({ id, name, about, edition, seats, book })) }));
for (const game of games) write(`game.${game.id}.json`, JSON.stringify(game));

const po = join(root, "po/fr");
const catalogue = (area) => {
  const path = join(po, `${area}.po`);
  return existsSync(path) ? readPo(readFileSync(path, "utf8")) : {};
};
const areas = existsSync(po) ? readdirSync(po).map((name) => name.replace(/\.po$/, "")) : [];
const ofGames = games.map((game) => game.id);
const shared = ["engine", "server", "web"].filter((area) => areas.includes(area));
write("fr.json", JSON.stringify(Object.assign({}, ...shared.map(catalogue))));
// A game's words: those of its rules, and those of its board.
for (const id of ofGames) write(`fr.${id}.json`, JSON.stringify({ ...catalogue(id), ...catalogue(`${id}-web`) }));
