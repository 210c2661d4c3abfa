// Every sentence of the page has its French: lists those in the sources that po/fr lacks,
// and those in po/fr/web.po, po/fr/<game>-web.po and po/fr/<game>-rules.po that nobody says any more.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPo } from "./po.mjs";
import { saidIn } from "./said.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const po = (area) => readPo(readFileSync(join(root, `po/fr/${area}.po`), "utf8"));
const areas = readdirSync(join(root, "po/fr")).map((name) => name.replace(/\.po$/, ""));
// Those of the command and of the bots do not come to the page (tools/prepare.mjs).
const known = Object.assign({}, ...areas.filter((area) => area !== "cli" && area !== "bots").map(po));

const said = new Set();
for (const name of readdirSync(join(root, "web/src"), { recursive: true })) {
  if (!/\.tsx?$/.test(name)) continue;
  const text = readFileSync(join(root, "web/src", name), "utf8");
  for (const sentence of saidIn(text)) said.add(sentence);
}
// Refusals and other sentences that are translated where they are shown.
for (const name of [
  "table/local.ts",
  "table/remote.ts",
  "table/connection.ts",
  "pages/replay/tape.ts",
  "pages/openTable.ts",
  "books/begin.ts",
  "books/ImportBook.tsx",
]) {
  const text = readFileSync(join(root, "web/src", name), "utf8");
  for (const [, string] of text.matchAll(/(?:return|set\(|done\(|no:|why:|\?\?|:) ?("[A-Z][^"]*\.")/g))
    said.add(JSON.parse(string));
}

const missing = [...said].filter((msgid) => !known[msgid]).sort();
const ofPage = areas.filter((area) => /(^|-)web$|-rules$/.test(area));
const idle = ofPage
  .flatMap((area) => Object.keys(po(area)))
  .filter((msgid) => !said.has(msgid))
  .sort();
for (const msgid of missing) console.log(`no French: ${JSON.stringify(msgid)}`);
for (const msgid of idle) console.log(`nobody says: ${JSON.stringify(msgid)}`);
if (missing.length || idle.length) process.exit(1);
