// After Vite: writes the service worker with its list of files, packs what browsers take packed tighter than
// gzip does, and weighs the first load.
// Usage: finish.mjs [draft]   (a draft is not packed)
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, gzipSync } from "node:zlib";
import { listFiles, writeWorker } from "./worker.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(web, "dist");
const files = listFiles(dist);
writeWorker(dist);

/** Bytes that a second form must spare, since the program carries both. */
const WORTH = 400;
/** NAME.br beside a file that gains: browsers take it on lines that nobody between them and the house can read. */
async function packTighter(name) {
  const bytes = readFileSync(join(dist, name));
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [packed, usual] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  if (packed.length + WORTH < usual.length) writeFileSync(join(dist, `${name}.br`), packed);
  else rmSync(join(dist, `${name}.br`), { force: true });
}
if (process.argv[2] !== "draft") await Promise.all(files.map(packTighter));

/** What a first visit to the home page fetches, compressed as the server sends it to a browser that takes gzip alone. */
const LIMIT = 100_000;
const weight = (name) => {
  const bytes = readFileSync(join(dist, name));
  return name.endsWith(".woff2") ? bytes.length : gzipSync(bytes, { level: 9 }).length;
};
const html = readFileSync(join(dist, "index.html"), "utf8");
const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name);
const texts = named
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => readFileSync(join(dist, name), "utf8"))
  .join("\n");
// Pictures and fonts that those name, and the French catalogue; not what is fetched later.
const shown = files.filter(
  (name) => /\.(svg|woff2)$/.test(name) && texts.includes(name.replace("assets/", "")),
);
const french = files.filter((name) => /^assets\/fr-[^.]+\.js$/.test(name));
const first = ["index.html", ...named, ...shown, ...french];
const total = first.reduce((sum, name) => sum + weight(name), 0);
console.log(`first load: ${(total / 1000).toFixed(1)} KB compressed (${first.length} files)`);
if (total > LIMIT) {
  for (const name of first) console.log(`  ${weight(name)} ${name}`);
  console.error(`the first load may weigh ${LIMIT / 1000} KB`);
  process.exit(1);
}
