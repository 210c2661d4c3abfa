// What the pictures of Nouvelles Contrées promise: light to fetch, of one palette, free of words,
// safe to inline side by side, and described in both languages without giving the theme away.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT = 4096;
const art = join(dirname(fileURLToPath(import.meta.url)), "../../web/src/games/contrees/art");
const read = (name) => readFileSync(join(art, name), "utf8");
const palette = new Set(Object.values(JSON.parse(read("palette.json"))).flat());
const alts = JSON.parse(read("alt.json"));
const themes = {
  E01: "travel voyage",
  E02: "art",
  E03: "war guerre",
  E04: "weather météo",
  E05: "clothes vêtements",
  E06: "joy joie",
  E07: "flora flore",
  E08: "family famille",
  E09: "countryside campagne",
  E10: "running water eaux vives",
  E11: "sea mer",
  E12: "night nuit",
  E13: "house maison",
  E14: "feast festin",
  E15: "love amour",
  E16: "mourning deuil",
  E17: "fortune",
  E18: "bestiary bestiaire",
  E19: "city ville",
  E20: "remedies remèdes",
  E21: "fear peur",
  E22: "anger colère",
  E23: "faith foi",
  E24: "justice",
  E25: "knowledge savoir",
  E26: "time temps",
  E27: "dream rêve",
  E28: "fire feu",
  E29: "machines",
  E30: "power pouvoir",
  E31: "faces visages",
  E32: "secret",
};
const failures = [];
const check = (holds, what) => holds || failures.push(what);
const wordsOf = (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

if (
  Object.values(JSON.parse(read("palette.json"))).some((family) => family.length !== 4) ||
  palette.size !== 20
)
  failures.push("palette.json: five families of four different colours");
let heaviest = 0;
const files = readdirSync(art).filter((name) => name.endsWith(".svg"));
for (const name of files) {
  const svg = read(name);
  const id = name.slice(0, -4);
  const weight = gzipSync(svg, { level: 9 }).length;
  heaviest = Math.max(heaviest, weight);
  check(weight <= LIMIT, `${name}: ${weight} bytes compressed, more than ${LIMIT}`);
  check(!/<(text|filter|image|script|style|foreignObject)\b/.test(svg), `${name}: words, filters or scripts`);
  check(!/(href|src)=|url\((?!#)/.test(svg), `${name}: fetches something else`);
  const strange = (svg.match(/#[\da-f]{3,8}\b(?!\))/gi) ?? []).filter((colour) => !palette.has(colour));
  const named = [...svg.matchAll(/(?:fill|stroke|stop-color)="(?!none|url|#)([^"]*)"/g)].map((m) => m[1]);
  check(!strange.length && !named.length, `${name}: not of the palette: ${[...strange, ...named].join(" ")}`);
  for (const [, own] of svg.matchAll(/\bid="([^"]+)"/g))
    check(own.startsWith(id.toLowerCase()), `${name}: id ${own} does not begin with ${id.toLowerCase()}`);
}
for (const [id, theme] of Object.entries(themes)) {
  check(files.includes(`${id}.svg`), `${id}: no picture`);
  for (const lang of ["en", "fr"]) {
    const said = alts[id]?.[lang] ?? "";
    check(
      said.length > 40 && said.length < 260,
      `${id}: the ${lang} description has ${said.length} characters`,
    );
    const told = wordsOf(theme).filter((word) => wordsOf(said).includes(word));
    // "running water" and "eaux vives" give their theme away only whole.
    const tells = id === "E10" ? /running water|eaux vives/i.test(said) : told.length > 0;
    check(!tells, `${id}: the ${lang} description names the theme: ${told.join(" ")}`);
  }
}
console.log(`${files.length} pictures, the heaviest ${heaviest} bytes compressed`);
for (const failure of failures) console.error(failure);
process.exit(failures.length ? 1 : 0);
