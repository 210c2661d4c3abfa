// Everything one needs is on the screen: each game in its fullest positions, at each size, in both
// languages, and when it is over. Nothing is scrolled, cut or covered. SHOTS=FOLDER keeps pictures to look at.
// Usage: fit.mjs WASM
import { mkdirSync } from "node:fs";
import { launch } from "./browser.mjs";
import { arrive, assert, finish, runCases, violations } from "./harness.mjs";
import { company, games, layGame, layNext, openGames } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await servePage();
const browser = await launch();
const engine = openGames(wasm);
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const touch = { hasTouch: true, isMobile: true };
/** A game is laid once and its window changes its size, as windows do; a finger needs another device. */
const devices = {
  desks: { sizes: ["1280x650", "1366x650", "1440x780", "1920x950"], options: {} },
  "tablets and phones": { sizes: ["360x740", "390x844", "820x1180", "1024x768"], options: touch },
};
/** axe looks at the smallest of each, where words are French the phone: it takes longer than all the rest. */
const examined = { "en-US": "1280x650", "fr-FR": "360x740" };
const frame = [".prompt", ".board", ".actions", ".actions .back", ".seats"];

/** In the page: which of these are out of the window, out of the board, or under something else. */
function faultsOf(selectors) {
  const faults = [];
  const near = 1.5;
  const inside = (box, room) =>
    box.left >= room.left - near &&
    box.top >= room.top - near &&
    box.right <= room.right + near &&
    box.bottom <= room.bottom + near;
  const room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)];
    if (!found.length) faults.push(`${selector}: not there`);
    for (const element of found) {
      const box = element.getBoundingClientRect();
      const place = element.closest(".board")?.getBoundingClientRect() ?? room;
      const name = `${selector} ${element.getAttribute("aria-label") ?? element.textContent.slice(0, 30)}`;
      if (box.width < 1 || box.height < 1) faults.push(`${name}: not drawn`);
      else if (
        element.scrollHeight > element.clientHeight + 2 &&
        getComputedStyle(element).overflowY === "hidden"
      )
        faults.push(`${name}: ${element.scrollHeight} pixels of words in ${element.clientHeight}`);
      else if (!inside(box, room) || !inside(box, place))
        faults.push(
          `${name}: at ${[box.left, box.top, box.right, box.bottom].map(Math.round)} of ${[place.right, place.bottom].map(Math.round)}`,
        );
    }
  }
  return faults;
}

/** In the page: words that are cut off, in the frame and on what a game has at some sizes only. */
function cutWords(papers) {
  const faults = [];
  for (const paper of papers.flatMap((selector) => [...document.querySelectorAll(selector)]))
    if (paper.scrollHeight > paper.clientHeight + 1) faults.push(`cut: ${paper.textContent}`);
  const root = document.scrollingElement;
  if (root.scrollHeight > innerHeight + 1)
    faults.push(`the page scrolls: ${root.scrollHeight} of ${innerHeight}`);
  if (root.scrollWidth > innerWidth + 1) faults.push(`the page is ${root.scrollWidth} wide`);
  const prompt = document.querySelector(".prompt");
  const words = prompt.querySelector("span").getBoundingClientRect();
  const head = document.querySelector(".stage-head").getBoundingClientRect();
  if (words.bottom > head.bottom + 1) faults.push(`the prompt is cut: ${prompt.textContent}`);
  for (const button of document.querySelectorAll(
    ".actions .deeds .button, .tab-row button, .tabs [role=tab]",
  ))
    if (button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 2)
      faults.push(`the button is cut: ${button.textContent}`);
  for (const name of document.querySelectorAll(".seat-words"))
    if (getComputedStyle(name).position !== "absolute" && name.scrollWidth > 2 * name.clientWidth)
      faults.push(`more than half of the seat's name is cut: ${name.textContent}`);
  const buttons = [...document.querySelectorAll(".actions .button")].filter(
    (b) => !b.closest(".more:not([open]) .more-list"),
  );
  for (const [i, one] of buttons.entries())
    for (const other of buttons.slice(i + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      if (globalThis.meet(a, b))
        faults.push(`the buttons "${one.textContent}" and "${other.textContent}" lie over each other`);
    }
  return faults;
}

const sizeOf = (words) => {
  const [width, height] = words.split("x").map(Number);
  return { width, height };
};

/** What is wrong with the laid position in this window. */
async function lookAt(page, size, needed, papers, shot, axe) {
  await page.setViewportSize(sizeOf(size));
  // What measures itself does so in the next frame, and what that changes is there in the one after.
  await page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))),
  );
  if (shots) await page.screenshot({ path: `${shots}/${shot}-${size}.png` });
  return [
    ...(await page.evaluate(faultsOf, needed)),
    ...(await page.evaluate(cutWords, papers)),
    ...(axe ? await violations(page) : []),
  ];
}

/** The first record is loaded with the page, and from then on one goes from game to game. */
async function open(page, id, seats, { record, storage }) {
  page.laid = (page.laid ?? 0) + 1;
  const name = page.laid === 1 ? "laid" : `laid${page.laid}`;
  const kept = storage?.(name);
  if (page.laid === 1) await layGame(page, server.url, id, record, company(seats), kept);
  else await layNext(page, name, id, record, company(seats), kept);
}

async function lay(page, id, game, position) {
  await open(page, id, game.seats, position);
  await page.locator(game.ready).waitFor();
  await position.prepare?.(page);
  for (const selector of position.shown) await page.locator(selector).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}

const cases = {};
for (const [id, game] of Object.entries(games))
  for (const [name, { sizes, options }] of Object.entries(devices))
    cases[`${id} fits ${name}, ${sizes.join(", ")}, in French and English`] = async () => {
      const faults = [];
      game.laid ??= game.positions(engine);
      for (const locale of ["en-US", "fr-FR"]) {
        const page = await arrive(browser, { viewport: sizeOf(sizes[0]), locale, ...options });
        for (const position of game.laid) {
          const where = `${position.name}, ${locale.slice(0, 2)}`;
          const needed = [...frame, ...(position.needs ?? game.needs), ...position.shown];
          await page.setViewportSize(sizeOf(sizes[0]));
          await lay(page, id, game, position);
          for (const size of sizes) {
            const shot = `${id}-${where.replaceAll(/\W+/g, "-")}`;
            const found = await lookAt(
              page,
              size,
              needed,
              game.papers ?? [],
              shot,
              examined[locale] === size,
            );
            faults.push(...found.map((fault) => `${where}, ${size}: ${fault}`));
          }
        }
        await finish(page);
      }
      assert(faults.length === 0, faults.join("\n"));
    };

/** In the page, when a game is over: names that are cut, and a result that its buttons leave no room. */
function endFaults() {
  const faults = [];
  for (const name of document.querySelectorAll(".seats .seat-words"))
    if (getComputedStyle(name).position !== "absolute" && name.scrollWidth > name.clientWidth + 1)
      faults.push(`the seat's name is cut: ${name.textContent}`);
  const [result, buttons] = [".ending-scroll", ".ending-next"].map(
    (part) => document.querySelector(part).getBoundingClientRect().height,
  );
  if (result < 2 * buttons) faults.push(`${result} pixels of result over ${buttons} of buttons`);
  return faults;
}

/** In French, whose words are longer, at the narrowest of each kind. */
cases["when a game is over names are whole and the result has room"] = async () => {
  const faults = [];
  for (const [sizes, options] of [
    [["1280x650"], {}],
    [["360x740", "1024x768"], touch],
  ]) {
    const page = await arrive(browser, { viewport: sizeOf(sizes[0]), locale: "fr-FR", ...options });
    for (const [id, game] of Object.entries(games)) {
      game.ended ??= engine.ended(id, game.seats);
      await open(page, id, game.seats, { record: game.ended });
      await page.locator(".ending").waitFor();
      for (const size of sizes) {
        await lookAt(page, size, [], [], `${id}-ending`, false);
        faults.push(...(await page.evaluate(endFaults)).map((fault) => `${id}, ${size}: ${fault}`));
      }
    }
    await finish(page);
  }
  assert(faults.length === 0, faults.join("\n"));
};

cases["on a phone on its side the board has most of the height, and all else stands beside it"] =
  async () => {
    const faults = [];
    const page = await arrive(browser, { viewport: sizeOf("844x390"), locale: "fr-FR", ...touch });
    for (const [id, game] of Object.entries(games)) {
      game.laid ??= game.positions(engine);
      for (const position of game.laid.slice(0, 2)) {
        await lay(page, id, game, position);
        const found = await lookAt(page, "844x390", frame, [], `${id}-side`, false);
        const { height } = await page.locator(".table .board").boundingBox();
        if (height < 0.8 * 390) found.push(`the board is ${height} high`);
        faults.push(...found.map((fault) => `${id}, ${position.name}: ${fault}`));
      }
    }
    await page.goto(`${server.url}/#/learn/topologic`);
    const { height } = await page.locator(".lesson .board").boundingBox();
    if (height < 0.6 * 390) faults.push(`the lesson's board is ${height} high`);
    await finish(page);
    assert(faults.length === 0, faults.join("\n"));
  };

cases["a replay of four players on a phone says who won"] = async () => {
  const page = await arrive(browser, { viewport: sizeOf("360x740"), locale: "fr-FR", ...touch });
  await layGame(page, server.url, "archives", engine.ended("archives", 4), company(4));
  await page.goto(`${server.url}/#/replay/local/laid`);
  const cut = await page
    .locator(".replay-seats .outcome")
    .evaluate(
      (e) => e.scrollWidth - e.clientWidth + Math.max(0, e.getBoundingClientRect().right - innerWidth),
    );
  assert(cut <= 1, `${cut} pixels of it are not seen`);
  await finish(page);
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
