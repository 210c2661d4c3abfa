// What teaches: the rules pages with their diagrams, in both languages on phone and desk, and the
// lessons by finger, with steps back, skipped steps and wrong touches; and where lessons are offered.
// Usage: rules.mjs WASM
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDesk } from "../wasm/desk.mjs";
import { launch } from "./browser.mjs";
import { fingersOf } from "./fingers.mjs";
import { arrive, assert, equal, finish, fits, runCases, tile, violations, visit } from "./harness.mjs";
import { step, stepOf, stepsOf } from "./lesson.mjs";
import { company, layGame, openGames } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const [wasm] = process.argv.slice(2);
const { games } = openDesk(wasm).games();
const server = await servePage();
const browser = await launch();
const engine = openGames(wasm);
const locales = { en: "en-US", fr: "fr-FR" };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1280, height: 800 } };

const rulesOf = (game, lang) => readFileSync(join(root, `docs/rules/${game}.${lang}.md`), "utf8");
const drawingsOf = (text) => [...text.matchAll(/\]\(diagram:([\w-]+)\)/g)].map(([, name]) => name);

/** Every diagram drawn: each of its pictures has parts and a size, and nothing sticks out of it. */
async function lookAtDiagrams(page, within, names, where) {
  for (const name of names) {
    const figure = page.locator(`${within} [data-diagram="${name}"]`);
    await figure.locator(".diagram-plate").locator("svg, img").first().waitFor();
    await figure.scrollIntoViewIfNeeded();
    const faults = await figure.evaluate(async (it) => {
      await Promise.all([...it.querySelectorAll("img")].map((img) => img.decode()));
      const room = it.getBoundingClientRect();
      const seen = [...it.querySelectorAll("svg, img, text, figcaption")].filter(
        (part) => part.tagName !== "text" || part.textContent.trim(),
      );
      const wrong = [];
      for (const part of seen) {
        const { left, right, width, height } = part.getBoundingClientRect();
        const drawn = getComputedStyle(part).display !== "none" && !part.closest("defs");
        if (!drawn || (!width && part.closest("[style*='display: none'], .ak-timing"))) continue;
        const away = part.closest("svg")?.querySelector(".av-track") && part.tagName === "text";
        if (away) continue; // squares of the track outside the part that is shown
        if (part.tagName !== "text" && (width < 8 || height < 8))
          wrong.push(`${part.outerHTML.slice(0, 60)} is empty`);
        if (part.tagName === "svg" && !part.querySelector("path, rect, circle, image, use, text"))
          wrong.push("svg without parts");
        if (left < room.left - 1 || right > room.right + 1)
          wrong.push(`${part.outerHTML.slice(0, 60)} sticks out`);
      }
      if (!it.querySelector("figcaption").textContent.trim()) wrong.push("no caption");
      return wrong;
    });
    equal(faults, [], `${where}, diagram ${name}`);
  }
}

/** Words that a player need not know: numbers of paragraphs, ids of options and seats. */
function lookAtWords(text, game, where) {
  const { options = [] } = game;
  const ids = options.map(({ id }) => id).join("|") || "-";
  for (const hidden of [
    /R\d+\.\d/,
    /<!--|diagram:/,
    /\b(seat|siège|place|joueur) 0\b/i,
    /\boptions? [a-z0-9]+\b/i,
    new RegExp(`\\b(${ids})=`),
    /\b(MARKER|FREEROOM|RECUBE|SKIP3|CHOOSE3|IMMUNITY)\b/,
    /\b[SVTLOI] r[0-3] [A-E][1-5]\b/,
  ]) {
    const found = hidden.exec(text);
    assert(found === null, `${where}: “${found?.[0]}” in sight`);
  }
}

const cases = {};

for (const game of games)
  for (const [lang, locale] of Object.entries(locales))
    cases[`the rules of ${game.name} in ${lang}: diagrams on phone and desk, no codes, axe finds nothing`] =
      async () => {
        const names = drawingsOf(rulesOf(game.id, lang));
        assert(names.length >= 5, `only ${names.length} diagrams`);
        equal(new Set(names).size, names.length, "each diagram once");
        for (const [size, colorScheme] of [
          [phone, "dark"],
          [desk, "light"],
        ]) {
          const where = `${game.id} ${lang} ${size.viewport.width}`;
          const page = await arrive(browser, { locale, colorScheme, ...size });
          await page.goto(`${server.url}/#/rules/${game.id}`);
          await page.locator("article h1").waitFor();
          await lookAtDiagrams(page, "article", names, where);
          await fits(page, where);
          lookAtWords(await page.locator("article").textContent(), game, where);
          equal(await violations(page), [], where);
          await finish(page);
        }
      };

cases["both languages name the same diagrams and paragraphs, and every drawing is named"] = async () => {
  for (const { id } of games) {
    const marks = (text) => [...text.matchAll(/<!-- (R[\d.]+) -->/g)].map(([, mark]) => mark);
    const [en, fr] = [rulesOf(id, "en"), rulesOf(id, "fr")];
    equal(drawingsOf(fr), drawingsOf(en), `diagrams of ${id}`);
    equal(marks(fr), marks(en), `paragraphs of ${id}`);
    equal(new Set(marks(en)).size, marks(en).length, `numbers of ${id} once each`);
    const source = readFileSync(join(root, `web/src/games/${id}/Diagrams.tsx`), "utf8");
    const [, list] = /export const diagrams: Diagrams = \{(.*?)\};/s.exec(source);
    equal(
      [...list.matchAll(/(\w+):/g)].map(([, name]) => name).sort(),
      drawingsOf(en).sort(),
      `drawings of ${id}`,
    );
  }
};

cases["at a table on a phone the rules open in a sheet, with their diagrams within it"] = async () => {
  const page = await arrive(browser, phone);
  const fingers = await fingersOf(page);
  await layGame(page, server.url, "archives", engine.fresh("archives", 2, {}, 3), company(2));
  await page.locator(".av-desk").waitFor();
  await fingers.tap(page.locator(".actions .more summary, .actions .more > button").first());
  await fingers.tap(page.getByRole("button", { name: "Rules" }));
  await page.locator(".rules-sheet h1").waitFor();
  await lookAtDiagrams(page, ".rules-sheet", drawingsOf(rulesOf("archives", "en")), "the sheet");
  await finish(page);
};

/* ---- lessons ---- */

const lessons = games
  .map(({ id }) => id)
  .filter((id) => existsSync(join(root, `web/src/games/${id}/lesson.ts`)));

async function openLesson(game, options = {}) {
  const page = await arrive(browser, { ...phone, ...options });
  await page.goto(`${server.url}/#/learn/${game}`);
  await page.locator(".coach").waitFor();
  return page;
}

/** Nothing to scroll for: the words, the board and its buttons, and the board always in the same place. */
async function roomy(page, where) {
  const seen = await page.evaluate(() => {
    const words = document.querySelector(".coach-words");
    const { x, y, width, height } = document.querySelector(".lesson .board").getBoundingClientRect();
    const within = [...document.querySelectorAll(".lesson-coach :is(button, a)")]
      .filter((it) => it.offsetParent !== null)
      .map((it) => it.getBoundingClientRect());
    const overlap = within.some((a, i) => within.slice(i + 1).some((b) => globalThis.meet(a, b)));
    return {
      page:
        document.documentElement.scrollHeight <= innerHeight &&
        document.documentElement.scrollWidth <= innerWidth,
      words: words.scrollHeight <= words.clientHeight + 1,
      overlap,
      board: [x, y, width, height].map(Math.round),
    };
  });
  assert(seen.page, `${where}: the page scrolls`);
  assert(seen.words, `${where}: the words are cut`);
  assert(!seen.overlap, `${where}: buttons over one another`);
  return seen.board.join();
}

for (const game of lessons)
  cases[`${game}: every step can be skipped and gone back from, fits a phone, and its board never moves`] =
    async () => {
      for (const locale of Object.values(locales)) {
        const page = await openLesson(game, { locale });
        const all = await stepsOf(page);
        const board = await roomy(page, `${game} ${locale} 1`);
        for (let n = 1; n < all; n++) {
          await page.locator(".lesson-skip, .coach > .main").tap();
          await step(page, n + 1);
          equal(
            await roomy(page, `${game} ${locale} ${n + 1}`),
            board,
            `${game} ${locale}: board at step ${n + 1}`,
          );
        }
        await page.locator(`.coach a[href="#/new/${game}"]`).waitFor();
        const words = async () => page.locator(".coach-ask").textContent();
        // All the way back, and a few steps on again: the game follows.
        for (let n = all; n > 1; n--) {
          await page.locator(".lesson-bar .button").first().tap();
          await step(page, n - 1);
        }
        assert(await page.locator(".lesson-bar .button").first().isDisabled(), "back from the first step");
        const first = await words();
        for (let n = 1; n < all; n++) {
          await page.locator(".lesson-skip, .coach > .main").tap();
          await step(page, n + 1);
        }
        assert((await words()) !== first, "the words go on");
        await finish(page);
      }
    };

/** What a lesson lights, by game, in the order in which it is touched; a later one where the first did nothing. */
const lit = {
  topologic: [".tile.advised", ".tile.reachable", ".pawn.movable", ".deeds .main"],
  ancient: [
    ".ak-target:not(.not)",
    ".ak-slot.lit",
    ".ak-touch.lit",
    ".deeds .main",
    ".deeds .button:not([disabled])",
  ],
  archives: [".deeds .main", ".av-spot", ".deeds [data-note]", ".av-catch.lit"],
};

/** In the page: how often the lesson has changed, in `changes`. */
function countChanges() {
  globalThis.changes = 0;
  const watch = new MutationObserver(() => globalThis.changes++);
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  watch.observe(document.querySelector(".lesson"), all);
}

/** Where its middle lies; it may go while we reach for it: what is gone is not waited for. */
async function middleOf(target) {
  const box = (await target.count()) && (await target.boundingBox({ timeout: 2000 }).catch(() => null));
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A touch on something lit: of the kinds least tried in this step the first. Counts it. */
async function touchLit(page, fingers, game, tried) {
  const count = (kind) => tried.get(kind) ?? 0;
  for (const kind of [...lit[game]].sort((a, b) => count(a) - count(b))) {
    const target = page.locator(`.lesson-main :is(${kind})`).filter({ visible: true }).first();
    const place = await middleOf(target);
    if (!place || (await target.isDisabled({ timeout: 2000 }).catch(() => true))) continue;
    tried.set(kind, count(kind) + 1);
    return fingers.tap(place);
  }
}

for (const game of lessons.filter((id) => lit[id]))
  cases[`${game}'s lesson is played to its end by finger on a phone of 360x740`] = async () => {
    for (const locale of Object.values(locales)) {
      const page = await openLesson(game, { locale });
      const fingers = await fingersOf(page);
      const end = page.locator(`.coach a[href="#/new/${game}"]`);
      const on = page.locator(".coach > .main");
      await page.evaluate(countChanges);
      let tried = { step: 0, kinds: new Map() };
      for (let touches = 0; !(await end.count()); touches++) {
        assert(
          touches < 300,
          `${game} ${locale}: step ${await stepOf(page)} is not done by touching what is lit`,
        );
        const before = await page.evaluate(() => globalThis.changes);
        const step = await stepOf(page);
        if (step !== tried.step) tried = { step, kinds: new Map() };
        const goOn = await middleOf(on);
        if (goOn) await fingers.tap(goOn);
        else await touchLit(page, fingers, game, tried.kinds);
        // What did nothing is not waited for long.
        await page
          .waitForFunction((old) => globalThis.changes > old, before, { timeout: 2000 })
          .catch(() => undefined);
      }
      await finish(page);
    }
  };

cases["a wrong touch is answered with why, and with what is wanted; the right one goes on"] = async () => {
  const page = await openLesson("topologic");
  const fingers = await fingersOf(page);
  const wrong = page.locator(".coach-wrong");
  await fingers.tap(tile(page, "C4")); // there is nothing to do yet
  await wrong.filter({ hasText: "read, then touch “Go on”" }).waitFor();
  await fingers.tap(page.locator(".coach > .main"));
  await step(page, 2);
  await wrong.waitFor({ state: "hidden" });
  equal(await page.locator(".tile.reachable").count(), 1, "lit tiles");
  await fingers.tap(tile(page, "C4"));
  await wrong.filter({ hasText: "Wanted now: Place on E3." }).waitFor();
  equal(await page.locator(".pawn.movable").count(), 3, "pawns to place, any of which will do");
  await roomy(page, "a wrong touch");
  equal(await violations(page), [], "a wrong touch");
  await fingers.tap(tile(page, "E3"));
  await step(page, 3);
  await wrong.waitFor({ state: "hidden" });
  // Back: the pawn is in the tray again.
  await fingers.tap(page.getByRole("button", { name: "Step back" }));
  await step(page, 2);
  await page.getByRole("button", { name: "E3, green, possible" }).waitFor();
  await finish(page);
};

cases["a lesson by keys alone: the focus is never lost"] = async () => {
  const page = await openLesson("topologic", desk);
  const press = async (key) => {
    await page.keyboard.press(key);
    assert(await page.evaluate(() => document.activeElement !== document.body), `focus lost after ${key}`);
  };
  await page.locator(".coach > .main").focus();
  await page.keyboard.press("Enter");
  await step(page, 2);
  await page.waitForFunction(() => document.activeElement !== document.body);
  await tile(page, "E3").focus();
  await press("Enter");
  await step(page, 3);
  await page.getByRole("button", { name: "Skip this step" }).focus();
  await press("Enter");
  await step(page, 4);
  await page.getByRole("button", { name: "Step back" }).focus();
  await press("Enter");
  await step(page, 3);
  await finish(page);
};

cases["lessons are offered on the shelf, before a first game and at its table, until declined"] =
  async () => {
    const page = await visit(browser, server.url, phone);
    equal(
      await page
        .locator(".shelf a[href^='#/learn/']")
        .evaluateAll((all) => all.map((a) => a.hash.split("/")[2])),
      lessons,
      "on the shelf",
    );
    await page.goto(`${server.url}/#/new/topologic`);
    const offer = page.locator(".first-time");
    await offer.getByRole("link", { name: "Learn it in five minutes" }).waitFor();
    equal(await violations(page), [], "the offer");
    await page.goto(`${server.url}/#/`);
    await page.getByRole("button", { name: "Play Topologic now, against a bot" }).click();
    await page.locator(".told .first-time").waitFor();
    await fits(page, "the offer at a table");
    await page.locator(".first-time").getByRole("button", { name: "No, thank you" }).tap();
    await offer.waitFor({ state: "hidden" });
    await page.reload();
    await page.locator(".topo-field").waitFor();
    equal(await offer.count(), 0, "declined and gone");
    await page.goto(`${server.url}/#/new/topologic`);
    await page.locator("form").waitFor();
    equal(await offer.count(), 0, "declined for good");
    // Another game is offered still, and no more once its lesson was begun.
    await page.goto(`${server.url}/#/new/archives`);
    await offer.getByRole("link").tap();
    await page.locator(".coach").waitFor();
    await page.goto(`${server.url}/#/new/archives`);
    await page.locator("form").waitFor();
    equal(await offer.count(), 0, "begun");
    await finish(page);
  };

cases["an offer can be declined where the browser keeps nothing"] = async () => {
  const page = await arrive(browser, desk);
  await page.context().addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await page.goto(`${server.url}/#/new/topologic`);
  await page.locator(".first-time").getByRole("button", { name: "No, thank you" }).click();
  await page.locator(".first-time").waitFor({ state: "hidden" });
  await page.goto(`${server.url}/#/new/archives`);
  await page.locator(".first-time").waitFor();
  await page.goto(`${server.url}/#/new/topologic`);
  await page.locator("form").waitFor();
  equal(await page.locator(".first-time").count(), 0, "declined until the page is closed");
  await finish(page);
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
