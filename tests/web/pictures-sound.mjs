// What our drawn pictures promise: light to fetch, of one palette, free of words, safe to inline side
// by side. Those of Nouvelles Contrées are also described in both languages without giving the theme
// away; Ancient Knowledge has one for every card of its tables, and none besides.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT = 4096;
const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const contrees = join(root, "web/src/games/contrees/art");
const ancient = join(root, "web/src/games/ancient/art");
const read = (...path) => readFileSync(join(...path), "utf8");
const alts = JSON.parse(read(contrees, "alt.json"));
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

const files = (art) => readdirSync(art).filter((name) => name.endsWith(".svg"));

/** The colours of a folder: so many families of so many tones, all different. */
function paletteOf(art, families, tones) {
  const sets = Object.values(JSON.parse(read(art, "palette.json")));
  const colours = new Set(sets.flat());
  check(
    sets.length === families &&
      sets.every((family) => family.length === tones) &&
      colours.size === families * tones,
    `${art}: the palette is ${families} families of ${tones} different colours`,
  );
  return colours;
}

function checkPicture(art, name, palette) {
  const svg = read(art, name);
  const id = name.slice(0, -4);
  const weight = gzipSync(svg, { level: 9 }).length;
  check(weight <= LIMIT, `${name}: ${weight} bytes compressed, more than ${LIMIT}`);
  check(!/<(text|filter|image|script|style|foreignObject)\b/.test(svg), `${name}: words, filters or scripts`);
  check(!/(href|src)=|url\((?!#)/.test(svg), `${name}: fetches something else`);
  check(!/NaN|undefined|Infinity/.test(svg), `${name}: a number that is none`);
  const strange = (svg.match(/#[\da-f]{3,8}\b(?!\))/gi) ?? []).filter((colour) => !palette.has(colour));
  const named = [...svg.matchAll(/(?:fill|stroke|stop-color)="(?!none|url|#)([^"]*)"/g)].map((m) => m[1]);
  check(!strange.length && !named.length, `${name}: not of the palette: ${[...strange, ...named].join(" ")}`);
  for (const [, own] of svg.matchAll(/\bid="([^"]+)"/g))
    check(own.startsWith(id.toLowerCase()), `${name}: id ${own} does not begin with ${id.toLowerCase()}`);
  return weight;
}

for (const [name, art, palette] of [
  ["Nouvelles Contrées", contrees, paletteOf(contrees, 5, 4)],
  ["Ancient Knowledge", ancient, paletteOf(ancient, 9, 5)],
]) {
  const weights = files(art).map((file) => checkPicture(art, file, palette));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  console.log(
    `${name}: ${weights.length} pictures, ${total} bytes compressed, the heaviest ${Math.max(...weights)}`,
  );
}

const rows = ["cards.tsv", "technologies.tsv"].flatMap((table) =>
  read(root, "games/ancient", table).trim().split("\n").slice(1),
);
const cards = new Set(rows.map((row) => row.split("\t")[0]));
const drawn = new Set(files(ancient).map((name) => name.slice(0, -4)));
for (const id of cards) check(drawn.has(id), `${id}: no picture`);
for (const id of drawn) check(cards.has(id), `${id}.svg: no such card`);
for (const id of drawn)
  check(/ viewBox="0 0 120 80"/.test(read(ancient, `${id}.svg`)), `${id}.svg: not 120 by 80`);

for (const [id, theme] of Object.entries(themes)) {
  check(files(contrees).includes(`${id}.svg`), `${id}: no picture`);
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
for (const failure of failures) console.error(failure);
process.exit(failures.length ? 1 : 0);
