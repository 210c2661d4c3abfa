// Makes src/generated: an engine for each game and the notices of what is in them, what the engine
// says of its games, and the French catalogues.
// Usage: prepare.mjs WASM   (it holds every game; beside it lies GAME.wasm for each)
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDesk } from "../../tests/wasm/desk.mjs";
import { readPo } from "./po.mjs";
import { importedBy, saidIn } from "./said.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const out = join(root, "web/src/generated");
const [wasm] = process.argv.slice(2);

/** Written only when it changed, so that a build with nothing new does nothing. */
function write(name, content) {
  const text = String(content);
  const path = join(out, name);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

mkdirSync(out, { recursive: true });
const stdio = ["ignore", "pipe", "inherit"];
write(
  "licences.engine.txt",
  execFileSync(join(root, "tools/licences"), ["parts", `${wasm}.parts`], { stdio }),
);
const desk = openDesk(wasm);
const { games, bots } = desk.games();
for (const { id } of games) copyFileSync(join(dirname(wasm), `${id}.wasm`), join(out, `engine.${id}.wasm`));

// The events and options of a game come with the game; the list comes with the page.
write(
  "games.json",
  JSON.stringify({
    bots,
    games: games.map(({ id, name, about, edition, seats, book, daily }) => ({
      id,
      name,
      about,
      edition,
      seats,
      book,
      ...(daily && { daily }),
      rules: existsSync(join(root, `docs/rules/${id}.en.md`)),
    })),
  }),
);
for (const game of games) write(`game.${game.id}.json`, JSON.stringify(game));

/** Positions of a few random games, so that tsc holds a board's types against the C code. */
function samples(game) {
  const scenes = [];
  const views = [];
  for (let seats = game.seats[0]; seats <= game.seats[1]; seats++) {
    desk.load(`tablier 1\ngame ${game.id} ${game.edition}\nseats ${seats}\nseed ${seats}\n\n`);
    scenes.push(desk.scene(0));
    for (let i = 0; i < 120; i++) {
      const { owes } = JSON.parse(desk.state());
      if (i % 8 === 0 || !owes.length) views.push(desk.view(i % 3 === 0 ? -2 : i % 3 === 1 ? -1 : 0));
      if (!owes.length) break;
      const legal = JSON.parse(desk.legal(owes[0]));
      desk.play(owes[0], legal[(i * 7919 + seats) % legal.length]);
    }
  }
  return `import type { Scene, View } from "../games/${game.id}/view";
const scenes = [${scenes.join(",\n")}] as const;
const views = [${views.join(",\n")}] as const;
// Keys that a board does not use may be left out of its types; wrong ones may not be in.
export const checked: readonly [readonly Scene[], readonly View[]] = [scenes, views];
`;
}
for (const game of games)
  if (existsSync(join(root, `web/src/games/${game.id}/view.ts`)))
    write(`sample.${game.id}.ts`, samples(game));

const po = join(root, "po/fr");
const catalogue = (area) => {
  const path = join(po, `${area}.po`);
  return existsSync(path) ? readPo(readFileSync(path, "utf8")) : {};
};
const areas = existsSync(po) ? readdirSync(po).map((name) => name.replace(/\.po$/, "")) : [];
const ofGames = games.map((game) => game.id);
const shared = ["engine", "web"].filter((area) => areas.includes(area));
// What the shelf says of a game comes with the page, whoever has its words.
const onShelf = ({ id, name, about }) => {
  const words = catalogue(id);
  return Object.fromEntries([name, about].flatMap((msgid) => (words[msgid] ? [[msgid, words[msgid]]] : [])));
};
// What the home page says comes with it; the rest with the page that is gone to (App.tsx).
const atOnce = new Set(
  [...importedBy(join(root, "web/src/main.tsx"))].flatMap((path) => saidIn(readFileSync(path, "utf8"))),
);
const ofPage = Object.entries(Object.assign({}, ...shared.map(catalogue)));
const part = (first) => Object.fromEntries(ofPage.filter(([msgid]) => atOnce.has(msgid) === first));
write("fr.json", JSON.stringify(Object.assign(part(true), ...games.map(onShelf))));
write("fr.page.json", JSON.stringify(part(false)));
// What the server says comes with the connection, the words around a lesson with it.
write("fr.server.json", JSON.stringify(catalogue("server")));
write("fr.learn.json", JSON.stringify(catalogue("learn-web")));
// What the pages of one's own results say comes with them.
write("fr.mine.json", JSON.stringify(catalogue("mine-web")));
// What is said of books comes with the chooser.
write("fr.books.json", JSON.stringify({ ...catalogue("books"), ...catalogue("books-web") }));
// A game's words: those of its rules, and those of its board.
for (const id of ofGames)
  write(`fr.${id}.json`, JSON.stringify({ ...catalogue(id), ...catalogue(`${id}-web`) }));
// The words of its rules' diagrams come with them.
for (const id of ofGames) write(`fr.${id}-rules.json`, JSON.stringify(catalogue(`${id}-rules`)));
