// A game of each kind by mouse in a browser that is not Chromium: what the other tests cannot tell.
import { assert, equal, runCases, secretOf } from "./harness.mjs";
import { lit } from "./lit.mjs";
import { city, company, layGame, openGames } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await servePage();
const engine = openGames(wasm);

const record = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tablier.games"))[0].record);
const decisions = async (page) =>
  (await record(page)).split("\n").filter((line) => line.startsWith("0 ")).length;
const prompted = (page, text) => page.locator(".prompt", { hasText: text }).waitFor();

/** In the page: the middle of the first thing in this order that a pointer reaches; "over" at the end. */
function nextOf([order, turn]) {
  if (document.querySelector(".ending")) return "over";
  if (!document.querySelector(".prompt.mine")) return null;
  const reached = (e) => {
    if (e.matches(":disabled")) return false;
    const { left, top, width, height } = e.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return (
      at !== null &&
      (e.contains(at) || at.closest("[role=button], button") === e.closest("[role=button], button"))
    );
  };
  const list = order.map((s) => [...document.querySelectorAll(s)].filter(reached)).find((l) => l.length);
  if (!list) return null;
  const { left, top, width, height } = list[turn % list.length].getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Clicks what is lit, in this order, until so much was decided or it is over. */
async function clickOn(page, order, enough) {
  for (let turn = 0; turn < 20 * enough; turn++) {
    const point = await page.once(nextOf, [order, turn], "something to click");
    if (point === "over") return;
    await page.tap(point);
    if ((await decisions(page)) >= enough) return;
  }
  throw new Error(`${20 * enough} clicks on what is lit, and ${await decisions(page)} decisions`);
}

/** Of a part of Archives' board a pointer meets what is laid over it. */
const orders = {
  ...lit,
  archives: lit.archives.map((each) => (each.startsWith(".av-spot") ? `${each} .av-hit` : each)),
};
const options = { ancient: { hands: "ready" }, archives: {}, contrees: {} };

/** A table in a window of a desk; what went wrong in the page fails the case. */
async function playAt({ name, browser }, id, game, play) {
  const page = await browser.newPage({ width: 1280, height: 800 });
  await layGame(page, server.url, id, game, company(id in orders ? 2 : 1));
  try {
    await play(page);
  } finally {
    if (process.env.SHOTS) await page.screenshot(`${process.env.SHOTS}/${name}-${id}.png`);
  }
  equal(await page.faults(), [], "errors in the page");
  await page.close();
}

/** A browser that itself died is begun anew, once. */
async function at(where, ...rest) {
  try {
    await playAt(where, ...rest);
  } catch (error) {
    if (!(await where.browser.revive?.(error))) throw error;
    console.log(`${where.name} died (${error.message}): once more`);
    await playAt(where, ...rest);
  }
}

/** Turned by clicks in the tray, then dragged with its first cell onto the zone. */
async function lay(page, building, turns, zone) {
  const nth = "SVTLOI".indexOf(building);
  const labelled = (words) =>
    page.once(
      ([n, text]) => document.querySelectorAll(".piece")[n].getAttribute("aria-label").includes(text),
      [nth, words],
      `${building} ${words}`,
    );
  for (let i = 1; i <= turns; i++) {
    await page.click(".piece", { nth });
    await labelled(`turned ${i}`);
  }
  const { from, cell } = await page.evaluate((n) => {
    const first = document.querySelectorAll(".piece")[n].querySelector(".cell");
    const { left, top, width, height } = first.getBoundingClientRect();
    const [, x, y] = /translate\((\d+) (\d+)\)/
      .exec(first.parentElement.getAttribute("transform"))
      .map(Number);
    return { from: { x: left + width / 2, y: top + height / 2 }, cell: [x / 100, y / 100] };
  }, nth);
  const to = await page.evaluate(
    ([name, [x, y]]) => {
      const { left, top, width, height } = document
        .querySelector(`[data-zone="${name}"]`)
        .getBoundingClientRect();
      const step = width / 0.96;
      return { x: left + width / 2 + x * step, y: top + height / 2 + y * step };
    },
    [zone, cell],
  );
  await page.drag(from, to);
  await labelled(`on ${zone}`);
}

/** Plays each game in the browser, and ends it. */
export async function playEach(name, browser, enough) {
  const where = { name, browser };
  const cases = {
    async [`${name}: a game of topologic, to its end`]() {
      const game = engine.fresh("topologic", 1, { pawns: "3" }, 57);
      const secret = secretOf(wasm, game);
      await at(where, "topologic", game, async (page) => {
        for (const [i, tile] of ["E3", "E6", "A5"].entries()) {
          await prompted(page, `Place pawn ${i + 1} of 3`);
          await page.click(`[data-tile="${tile}"]`);
        }
        await prompted(page, "Ask for the score.");
        await page.click(".deeds .main");
        await prompted(page, "Move any pawns");
        for (let pawn = 0; pawn < 3; pawn++) {
          const to = await page.middle(`[data-tile="${secret}"]`);
          await page.drag(await page.middle(".pawn", { nth: pawn }), to);
          await page.once(
            (n) => document.querySelectorAll(".pawn.moved").length === n,
            pawn + 1,
            "a moved pawn",
          );
        }
        await page.click(".deeds .main");
        await page.locator(".ending", { hasText: "You needed 2 turns" }).waitFor();
      });
    },

    async [`${name}: a game of archeologic, to its end`]() {
      const game = engine.fresh("archeologic", 1, { quest: "FR14X52C" }, 7);
      await at(where, "archeologic", game, async (page) => {
        await prompted(page, "Choose the axis");
        await page.click(".dig-plan .axis", { hasText: "E" });
        await prompted(page, "Choose an axis and what to ask");
        await page.click(".dig-plan .axis", { hasText: "1" });
        await page.click(".subject", { nth: 3 });
        await page.click(".deeds .main");
        await page.locator(".answer-tag").waitFor();
        for (const [building, turns, zone] of city) await lay(page, building, turns, zone);
        await page.click(".deeds .button", { nth: 1 });
        await prompted(page, "Claim this city for 4?");
        await page.click(".deeds .main");
        await page.locator(".ending", { hasText: "You mapped the city" }).waitFor();
      });
    },
  };
  for (const [id, order] of Object.entries(orders))
    cases[`${name}: ${enough} decisions of ${id}`] = () =>
      at(where, id, engine.fresh(id, 2, options[id], 7), async (page) => {
        await clickOn(page, order, enough);
        const over = await page.evaluate(() => document.querySelector(".ending") !== null);
        const n = await decisions(page);
        assert(over || n >= enough, `${n} decisions`);
      });

  await runCases(cases, async () => {
    console.log(`${name} ${browser.version}`);
    await browser.close();
    await server.stop();
  });
}
