// The service worker of a built page: its list of files, and a version made of their contents.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = join(dirname(fileURLToPath(import.meta.url)), "service-worker.js");

/** The files of the page; not what packs another one for the line. */
export function listFiles(dist) {
  return readdirSync(dist, { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => statSync(join(dist, name)).isFile() && !/^service-worker\.js$|\.br$/.test(name))
    .sort();
}

export function writeWorker(dist) {
  const files = listFiles(dist);
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(readFileSync(join(dist, name)));
  const list = ["/", ...files.filter((name) => name !== "index.html").map((name) => `/${name}`)];
  const worker = readFileSync(source, "utf8")
    .replace("VERSION`", `${hash.digest("hex").slice(0, 12)}\``)
    .replace('["FILES"]', JSON.stringify(list));
  writeFileSync(join(dist, "service-worker.js"), worker);
}
