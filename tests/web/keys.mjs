// Every game by keyboard: after a deed the focus is where the next one is, and never falls to the body.
// Usage: keys.mjs WASM
import { launch } from "./browser.mjs";
import { arrive, equal, finish, runCases } from "./harness.mjs";
import { lit } from "./lit.mjs";
import { company, layGame, openGames } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await servePage();
const browser = await launch();
const engine = openGames(wasm);
const DEEDS = 60;

/** In the page: writes down what had the keyboard whenever it was nobody's, looking at every frame. */
function watchFocus() {
  globalThis.fallen = [];
  globalThis.astray = [];
  const look = () => {
    const at = document.activeElement;
    if (at === null || at === document.body || at === document.documentElement)
      globalThis.fallen.push(document.querySelector(".prompt")?.textContent ?? "no prompt");
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** In the page: the next thing that somebody would press; takes the focus there. */
function reach([order, turn]) {
  if (document.querySelector(".ending")) return "over";
  if (!document.querySelector(".prompt.mine")) return "wait";
  const open = (e) => !e.disabled && e.getClientRects().length > 0;
  const list = order.map((s) => [...document.querySelectorAll(s)].filter(open)).find((l) => l.length);
  if (!list) return "wait";
  const at = document.activeElement;
  // After a deed it is where the next one is, and not just anywhere.
  if (turn > 0 && !at.matches(".lit, .deeds button, .moves button, .moves summary, .moment .main"))
    globalThis.astray.push(`${at.tagName} ${at.getAttribute("class")}: ${at.textContent.slice(0, 60)}`);
  const thing = list[turn % list.length];
  thing.focus();
  return thing.matches("summary") ? "open" : "press";
}

const moves = [".moment .main", ".moves .button", ".moves details:not([open]) > summary"];

/** Presses keys until so many were pressed or the game is over; games that end early begin anew. */
async function playByKeys(page, order) {
  for (let done = 0; done < DEEDS; ) {
    const what = await page.evaluate(reach, [order, done]);
    if (what === "over") return done;
    if (what === "wait") {
      await page.waitForTimeout(20);
      continue;
    }
    await page.keyboard.press("Enter");
    if (what === "press") done++;
  }
  return DEEDS;
}

async function begin(id, seed, seats) {
  const page = await arrive(browser);
  await layGame(page, server.url, id, engine.fresh(id, seats, {}, seed), company(seats));
  await page.locator(".prompt.mine").waitFor();
  await page.evaluate(() => document.querySelector(".table button:not(:disabled)").focus());
  await page.evaluate(watchFocus);
  return page;
}

const cases = {};
const seatsOf = { topologic: 2, archeologic: 2, archives: 2, ancient: 2, contrees: 2 };
for (const [id, seats] of Object.entries(seatsOf))
  cases[`${id}: sixty deeds from the list of moves, and the focus is always somewhere`] = async () => {
    for (let done = 0, seed = 3; done < DEEDS; seed++) {
      const page = await begin(id, seed, seats);
      await page.locator("#tab-moves").focus();
      await page.keyboard.press("Enter");
      await page.locator(".moves").waitFor();
      done += await playByKeys(page, moves);
      equal(await page.evaluate(() => globalThis.fallen), [], `${id}: the body had the focus`);
      await finish(page);
    }
  };
for (const [id, order] of Object.entries(lit))
  cases[`${id}: sixty deeds on the board by keys, and the focus is always at the next one`] = async () => {
    for (let done = 0, seed = 5; done < DEEDS; seed++) {
      const page = await begin(id, seed, seatsOf[id]);
      done += await playByKeys(page, order);
      equal(await page.evaluate(() => globalThis.fallen), [], `${id}: the body had the focus`);
      equal(
        await page.evaluate(() => globalThis.astray),
        [],
        `${id}: what had it when something could be done`,
      );
      await finish(page);
    }
  };

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
