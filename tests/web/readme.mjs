// The pictures of the README: the page, and a table of each game of the engine, in the middle of
// a game that bots played. Writes FOLDER/*.webp and the part of README.md between its marks.
// Usage: readme.mjs WASM FOLDER README
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { openDesk } from "../wasm/desk.mjs";
import { dist, launch } from "./browser.mjs";
import { assert, visit } from "./harness.mjs";
import { keptAs } from "./positions.mjs";
import { serve } from "./serve.mjs";

const [wasm, folder, readme] = process.argv.slice(2);
const WIDTH = 960;
const BYTES_MAX = 60_000;
const SEED = 11;
const desk = openDesk(wasm);
const { games } = desk.games();
const owes = () => JSON.parse(desk.state()).owes;

/** Lines of a record: what there is in English, the README's language, is taken in English. */
const inEnglish = (options) =>
  options.flatMap(({ id, values = [] }) =>
    values.filter((value) => value.id.endsWith("-en")).map((value) => `option ${id} ${value.id}\n`),
  );

/** A game between bots, up to a decision of the first seat past its middle. */
function midGame({ id, edition, seats: [least, most], options }) {
  const seats = Math.min(Math.max(2, least), most);
  const chosen = inEnglish(options).join("");
  const refusal = desk.load(`tablier 1\ngame ${id} ${edition}\n${chosen}seats ${seats}\nseed ${SEED}\n\n`);
  assert(refusal === null, refusal);
  const ours = [];
  let ply = 0;
  for (let [seat] = owes(); seat !== undefined; [seat] = owes(), ply++) {
    if (seat === 0) ours.push(ply);
    const note = desk.bot(seat, "normal", 0);
    assert(desk.play(seat, note) === null, `${id}: ${note}`);
  }
  desk.rewind(ours.find((at) => at > 0.55 * ply) ?? ours.at(-1));
  return { record: desk.save(), seats };
}

/** As a game of this device: the first seat is ours. */
async function lay(page, game) {
  const { record, seats } = midGame(game);
  const people = Array.from({ length: seats }, (_, i) =>
    i === 0 ? { kind: "person", name: "Ada", bot: null } : { kind: "bot", name: "", bot: "normal" },
  );
  const kept = keptAs("laid", game.id, people, record);
  await page.evaluate((it) => localStorage.setItem("tablier.games", JSON.stringify([it])), kept);
  await page.goto(`${server.url}/#/local/laid`);
  await page.reload();
  await page.locator(".prompt.mine").waitFor();
}

/** The browser makes the picture small; a busy one gets a lower quality until it is light. */
async function shrink(page, png) {
  const packed = await page.evaluate(
    async ([source, width, most]) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = Math.round((image.height * width) / image.width);
      const brush = canvas.getContext("2d");
      brush.imageSmoothingQuality = "high";
      brush.drawImage(image, 0, 0, canvas.width, canvas.height);
      let url = "";
      for (let quality = 0.9; quality > 0.3; quality -= 0.05) {
        url = canvas.toDataURL("image/webp", quality);
        if (url.length * 0.75 < most) break;
      }
      return url;
    },
    [`data:image/png;base64,${png.toString("base64")}`, WIDTH, BYTES_MAX],
  );
  const bytes = Buffer.from(packed.split(",")[1], "base64");
  assert(bytes.length < BYTES_MAX, `a picture of ${bytes.length} bytes`);
  return bytes;
}

const server = await serve(dist);
const browser = await launch({ seen: true });
// Pictures are shrunk on a page of its own: the house's own rules would forbid it.
const blank = await (await browser.newContext()).newPage();
const drawn = [];

async function shoot(page, name, says) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  const bytes = await shrink(blank, await page.screenshot());
  writeFileSync(join(folder, `${name}.webp`), bytes);
  drawn.push([name, says]);
  console.log(`${name}.webp ${bytes.length} bytes`);
}

/** The pictures two by two, between the marks. */
function show() {
  const place = relative(dirname(readme), folder);
  const image = ([name, says]) => `<img src="${place}/${name}.webp" alt="${says}" width="49%">`;
  const text = readFileSync(readme, "utf8");
  const part = /(<!-- pictures[^\n]*-->\n)[\s\S]*?(<!-- end of pictures -->)/;
  assert(part.test(text), `${basename(readme)} has no place for pictures`);
  writeFileSync(
    readme,
    text.replace(part, (_, begin, end) => `${begin}${drawn.map(image).join("\n")}\n${end}`),
  );
}

try {
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) if (old.endsWith(".webp")) rmSync(join(folder, old));
  const page = await visit(browser, server.url, { viewport: { width: 1280, height: 900 } });
  await shoot(page, "page", "The page: play at once, or take a game from the shelf");
  for (const game of games) {
    await lay(page, game);
    await shoot(page, game.id, `${game.name} on the page`);
  }
  show();
} finally {
  await browser.close();
  await server.stop();
}
