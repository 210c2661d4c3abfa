// Everything one needs is on the screen: each game in its fullest positions, at each size, in both
// languages. Nothing is scrolled, cut or covered. SHOTS=FOLDER keeps pictures to look at.
// Usage: fit.mjs WASM
import { existsSync, mkdirSync } from "node:fs";
import { dist, launch } from "./browser.mjs";
import { assert, finish, runCases, violations, visit } from "./harness.mjs";
import { company, games, layGame, openGames } from "./positions.mjs";
import { serve } from "./serve.mjs";

if (!existsSync(`${dist}/index.html`)) {
  console.log("web/dist is missing: make web builds it");
  process.exit(77);
}
const [wasm] = process.argv.slice(2);
const server = await serve(dist);
const browser = await launch();
const engine = openGames(wasm);
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const touch = { hasTouch: true, isMobile: true };
const sizes = {
  "1280x650": {},
  "1366x650": {},
  "1440x780": {},
  "1920x950": {},
  "1024x768": touch,
  "820x1180": touch,
  "390x844": touch,
  "360x740": touch,
};
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
      else if (!inside(box, room) || !inside(box, place))
        faults.push(
          `${name}: at ${[box.left, box.top, box.right, box.bottom].map(Math.round)} of ${[place.right, place.bottom].map(Math.round)}`,
        );
    }
  }
  return faults;
}

/** In the page: words that are cut off. */
function cutWords() {
  const faults = [];
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
  const buttons = [...document.querySelectorAll(".actions .button")].filter(
    (b) => !b.closest(".more:not([open]) .more-list"),
  );
  for (const [i, one] of buttons.entries())
    for (const other of buttons.slice(i + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        faults.push(`the buttons "${one.textContent}" and "${other.textContent}" lie over each other`);
    }
  return faults;
}

const cases = {};
for (const [id, game] of Object.entries(games))
  for (const [size, device] of Object.entries(sizes))
    cases[`${id} fits at ${size}, in French and English`] = async () => {
      const [width, height] = size.split("x").map(Number);
      const faults = [];
      game.laid ??= game.positions(engine);
      for (const locale of ["en-US", "fr-FR"]) {
        const page = await visit(browser, server.url, { viewport: { width, height }, locale, ...device });
        for (const position of game.laid) {
          const where = `${position.name}, ${locale.slice(0, 2)}`;
          await layGame(page, server.url, id, position.record, company(game.seats), position.storage);
          await page.locator(game.ready).waitFor();
          await position.prepare?.(page);
          const needed = [...frame, ...(position.needs ?? game.needs), ...position.shown];
          for (const selector of position.shown) await page.locator(selector).first().waitFor();
          await page.evaluate(() => document.fonts.ready);
          if (shots)
            await page.screenshot({ path: `${shots}/${id}-${size}-${where.replaceAll(/\W+/g, "-")}.png` });
          const found = [
            ...(await page.evaluate(faultsOf, needed)),
            ...(await page.evaluate(cutWords)),
            ...(size === "1280x650" || size === "360x740" ? await violations(page) : []),
          ];
          faults.push(...found.map((fault) => `${where}: ${fault}`));
        }
        await finish(page);
      }
      assert(faults.length === 0, faults.join("\n"));
    };

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
