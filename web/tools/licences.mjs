// The notices that the page's parts ask for, from the packages themselves: what Vite bundled,
// and what the linker put into the engine. A part without a notice fails the build.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const RULE = "=".repeat(72);

const part = (title, text) => `${RULE}\n${title}\n${RULE}\n\n${text.trim()}\n`;

/** The folder of the package that a module comes from; null: it is our own. */
export function packageOf(module) {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? null;
}

/** Terms without their holder, for packages that say MIT and leave the words out. */
function termsOf(licence) {
  if (licence !== "MIT") return null;
  return readFileSync(join(web, "../LICENSE"), "utf8").replace(/^Copyright .*\n\n/m, "");
}

/** The comment that opens a package's main file, where that says whose it is. */
function openingOf(folder, { module, main, license }) {
  const file = join(folder, module ?? main ?? "index.js");
  const [comment] = existsSync(file) ? (/^(?:\/\/.*\n)+/.exec(readFileSync(file, "utf8")) ?? []) : [];
  const terms = termsOf(license);
  if (!terms || !/copyright/i.test(comment ?? "")) return null;
  return `${comment.replaceAll(/^\/\/ ?-*/gm, "").trim()}\n\n${terms}`;
}

/** What a package of npm asks to be told. */
export function noticeOf(folder) {
  const facts = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying|ofl)(\.|$)/i.test(name));
  const text = file ? readFileSync(join(folder, file), "utf8") : openingOf(folder, facts);
  if (!text?.trim()) throw new Error(`${basename(folder)} is in the page and brings no notice`);
  return part(`${facts.name} ${facts.version}`, text);
}

/** A plugin of Vite: licences.txt beside the page. */
export function licences() {
  const folders = new Set();
  const collect = {
    name: "tablier-licences-collect",
    moduleParsed({ id }) {
      const folder = packageOf(id);
      if (folder) folders.add(folder);
    },
  };
  const write = {
    ...collect,
    name: "tablier-licences",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        for (const name of file.originalFileNames ?? []) collect.moduleParsed({ id: join(web, name) });
      // What package.json asks for is there, or it was not seen.
      const { dependencies } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
      for (const name of Object.keys(dependencies))
        if (![...folders].some((folder) => folder.endsWith(`/node_modules/${name}`)))
          throw new Error(`${name} is a dependency and not found in the page: its notice would be missing`);
      const engine = readFileSync(join(web, "src/generated/licences.engine.txt"), "utf8");
      const source = [...[...folders].sort().map(noticeOf), engine].join("\n");
      this.emitFile({ type: "asset", fileName: "licences.txt", source });
    },
  };
  return { write, collect };
}
