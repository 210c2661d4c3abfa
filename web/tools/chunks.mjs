// Which modules travel together. On a slow line a request costs more than the few hundred bytes of a
// small module: so the lists of tables, which the home page shows, are one file, the table is another and
// each game's board a third.
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../src");
const HOME = join(src, "main.tsx");
const LISTS = join(src, "pages/Tables.tsx");
const TABLE = join(src, "pages/TablePage.tsx");
/** Of paths within src. */
const BOARD = /^games\/([^/]+)\/index\.tsx?$/;

/** A module and all that must be here before it runs. */
function reach(id, infoOf, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of infoOf(id)?.importedIds ?? []) reach(next, infoOf, found);
  return found;
}

/** The file of each module that has one by name; the first claim counts. */
function share(ids, infoOf) {
  const home = reach(HOME, infoOf);
  const boards = ids.flatMap((id) => {
    const game = BOARD.exec(relative(src, id))?.[1];
    return game ? [[game, [...reach(id, infoOf)]]] : [];
  });
  const files = new Map();
  const claim = (file, modules) => {
    for (const id of modules) if (!home.has(id) && !files.has(id)) files.set(id, file);
  };
  claim("lists", reach(LISTS, infoOf));
  claim("table", reach(TABLE, infoOf));
  // What boards have in common is the table's; what lies in a game's folder is the game's.
  for (const [game, modules] of boards)
    claim(
      game,
      modules.filter((id) => id.startsWith(`${join(src, "games", game)}/`)),
    );
  claim(
    "table",
    boards.flatMap(([, modules]) => modules),
  );
  return files;
}

/** For Rollup's `manualChunks`. */
export function chunks() {
  let files = null;
  return (id, { getModuleIds, getModuleInfo }) => {
    files ??= share([...getModuleIds()], getModuleInfo);
    return files.get(id);
  };
}
