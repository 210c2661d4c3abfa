// The page without a server: the shelf, games on this device, offline, by keyboard, on a
// phone, in both languages and themes.
// Usage: local.mjs WASM
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noticeOf } from "../../web/tools/licences.mjs";
import { readPo } from "../../web/tools/po.mjs";
import { openDesk } from "../wasm/desk.mjs";
import { launch } from "./browser.mjs";
import {
  arrive,
  assert,
  countTones,
  equal,
  finish,
  fits,
  prompt,
  runCases,
  secretOf,
  straight,
  tile,
  violations,
  visit,
  withWorker,
} from "./harness.mjs";
import { goOn, step } from "./lesson.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await servePage();
const browser = await launch();

const open = (options) => visit(browser, server.url, options);

const keptRecord = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tablier.games"))[0].record);

/** Lays a solo game of Topologic; answers its secret. */
async function solo(page) {
  await page.goto(`${server.url}/#/new/topologic`);
  await page.locator('input[value="alone"]').check();
  await page.locator("form button[type=submit]").click();
  await page.locator(".topo-field").waitFor();
  return secretOf(wasm, await keptRecord(page));
}

/** All five pawns on one tile, then the score. */
async function gather(page, name) {
  for (let i = 1; i <= 5; i++) {
    await prompt(page, /^(Place pawn|Placez le pion)/);
    await tile(page, name).click();
    await page.waitForFunction(
      (n) =>
        document.querySelectorAll(".prompt").length &&
        !document.querySelector(".prompt").textContent.includes(`pawn ${n} of`),
      i,
    );
  }
  await page.locator(".actions .main").click();
}

/** Begins against a bot and hides C4; answers the tile that the bot hid. */
async function playNow(page) {
  await page.getByRole("button", { name: "Play now", exact: true }).click();
  await prompt(page, "Choose the tile");
  await tile(page, "C4").click();
  await page.getByRole("button", { name: "Hide C4" }).click();
  await prompt(page, "Place pawn 1 of 5");
  return /^1 secret (\S+)$/m.exec(await keptRecord(page))[1];
}

const cases = {
  async "the shelf is the engine's list, in both languages"() {
    const page = await open();
    const { games } = openDesk(wasm).games();
    const words = (area) => readPo(readFileSync(new URL(`../../po/fr/${area}.po`, import.meta.url), "utf8"));
    const boxes = page.locator(".box:not(.drawer)");
    equal(
      await boxes.locator("h3").allTextContents(),
      games.map((game) => game.name),
    );
    await page.getByRole("button", { name: "Français" }).click();
    await page.getByRole("heading", { name: "La table est mise." }).waitFor();
    const abouts = await boxes.locator("h3 + p").allTextContents();
    equal(
      abouts.map((text) => straight(text.replaceAll("\u00a0", " "))), // no sign begins a line
      games.map(({ id, about }) => words(id)[about]),
    );
    equal(
      await boxes.locator("h3 + p + p").allTextContents(),
      games.map(({ seats: [least, most] }) => `${least} à ${most} joueurs`),
    );
    await finish(page);
  },

  async "only what exists is offered"() {
    const page = await open();
    const offered = async (id) => {
      await page.goto(`${server.url}/#/new/${id}`);
      await page.locator(".new-cover h1").waitFor();
      return page.locator(".new-cover a").allTextContents();
    };
    equal(await offered("topologic"), ["Learn it in five minutes", "Read the rules"]);
    equal(await offered("archeologic"), ["Learn it in five minutes", "Read the rules", "You own the box?"]);
    // Hints are the engine's to give.
    const { games } = openDesk(wasm).games();
    for (const game of games) {
      await page.goto(`${server.url}/#/`);
      await page.getByRole("button", { name: `Play ${game.name} now, against a bot` }).click();
      await page.locator(".actions button", { hasText: "Undo" }).waitFor();
      equal(
        await page.locator(".actions button", { hasText: "Hint" }).count(),
        game.hints ? 1 : 0,
        `hints of ${game.id}`,
      );
    }
    await finish(page);
  },

  async "the notices of what the page is made of can be read"() {
    const page = await open();
    await page.getByRole("link", { name: "Licences" }).click();
    await page.getByText("preact", { exact: false }).first().waitFor();
    const parts = Object.fromEntries(
      await page
        .locator(".licences details")
        .evaluateAll((list) =>
          list.map((it) => [it.querySelector("summary").textContent, it.querySelector("pre").textContent]),
        ),
    );
    const of = (name) => Object.entries(parts).find(([title]) => title.startsWith(name))?.[1] ?? "";
    for (const font of ["@fontsource/atkinson-hyperlegible", "@fontsource/young-serif"])
      assert(/Copyright.*SIL OPEN FONT LICENSE/is.test(of(font)), `no licence of ${font}`);
    for (const library of ["preact", "qrcode-generator"])
      assert(/Copyright.*Permission is hereby granted/s.test(of(library)), `no licence of ${library}`);
    assert(/musl/.test(of("wasi-libc")), "no notice of the engine's C library");
    equal(await violations(page), []);
    equal(await violations(page, ["css-orientation-lock"]), [], "a screen may be turned");
    await page.getByRole("button", { name: "Français" }).click();
    await page.getByText("Tablier est un logiciel libre.").waitFor();
    await finish(page);
  },

  async "a package without a notice fails the page's build"() {
    const folder = mkdtempSync(join(tmpdir(), "tablier-notice-"));
    const facts = { name: "nobody", version: "1.0.0", license: "MIT", main: "index.js" };
    writeFileSync(join(folder, "package.json"), JSON.stringify(facts));
    const refused = () => {
      try {
        noticeOf(folder);
        return null;
      } catch (error) {
        return error.message;
      }
    };
    assert(/brings no notice/.test(refused()), "nothing at all was taken");
    writeFileSync(join(folder, "index.js"), "// Makes things.\n");
    assert(/brings no notice/.test(refused()), "a comment without a holder was taken");
    writeFileSync(join(folder, "index.js"), "// Copyright (c) 1999 Nobody\n");
    assert(/1999 Nobody[\s\S]*Permission is hereby/.test(noticeOf(folder)), "a holder and his terms");
    writeFileSync(join(folder, "LICENSE"), "As you like.\n");
    assert(/^=+\nnobody 1.0.0\n=+\n\nAs you like.\n$/.test(noticeOf(folder)), "a file of its own");
    rmSync(folder, { recursive: true });
  },

  async "the language changes without a reload"() {
    const page = await open();
    await page.evaluate(() => (window.sameLife = true));
    await page.getByRole("button", { name: "Français" }).click();
    await page.getByRole("heading", { name: "La table est mise." }).waitFor();
    equal(await page.evaluate(() => [document.documentElement.lang, window.sameLife]), ["fr", true]);
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "The table is laid." }).waitFor();
    await finish(page);
  },

  async "one click begins a game against a bot, and it is played to its end"() {
    const page = await open();
    const bots = await playNow(page);
    // The bot hides its own tile; whoever sits in the page may not know it.
    const secrets = await page.locator(".seal").count();
    equal(secrets, 0, "seals on the field while we seek");
    await gather(page, bots);
    await page.locator(".log li", { hasText: "You gather every pawn" }).first().waitFor();
    await page.locator(".ending").waitFor();
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await finish(page);
  },

  async "a pawn can be dragged, a decision taken back, tiles marked, and all survives a reload"() {
    const page = await open();
    const secret = await solo(page);
    const wrong = secret === "A1" ? "B2" : "A1";
    const from = await page.locator(".pawn.movable").first().boundingBox();
    const to = await tile(page, wrong).boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 6 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
    await page.mouse.up();
    await prompt(page, "Place pawn 2 of 5");
    await page.getByRole("button", { name: "Undo" }).click();
    await prompt(page, "Place pawn 1 of 5");
    await tile(page, wrong).click();
    await prompt(page, "Place pawn 2 of 5");
    await page.getByRole("button", { name: "Mark tiles" }).click();
    await tile(page, "J6").click();
    await page.locator(".mark-no").waitFor();
    await page.reload();
    await prompt(page, "Place pawn 2 of 5");
    equal(await page.locator(".mark-no").count(), 1, "marks after a reload");
    await finish(page);
  },

  async "bots agree to undo: against them a decision that told something is taken back"() {
    const page = await open();
    await gather(page, await playNow(page));
    const told = page.locator(".log li", { hasText: "You gather every pawn" });
    await told.first().waitFor();
    await page.getByRole("button", { name: "Undo anyway" }).click();
    await told.first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Ask for the score" }).waitFor();
    await finish(page);
  },

  async "a game is left while the engine is at it, and gone on with"() {
    const page = await open();
    await page.getByRole("button", { name: "Play now", exact: true }).click();
    await prompt(page, "Choose the tile");
    const table = page.url();
    await tile(page, "C4").click();
    // In one go, so that the engine is still at it.
    await page.getByRole("button", { name: "Hide C4" }).evaluate((button) => {
      button.click();
      location.hash = "#/settings";
    });
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.waitForTimeout(1500); // the answer of the bot would come now
    await page.goto(table);
    await prompt(page, "Place pawn 1 of 5");
    await finish(page);
  },

  async "hints go from how many tiles remain to which ones"() {
    const page = await open();
    await solo(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".helps", { hasText: "60" }).waitFor();
    await page.getByLabel("How many", { exact: true }).check();
    await page.locator(".remaining", { hasText: "60 tiles are left" }).waitFor();
    await finish(page);
  },

  async "a hint and advice are in sight once asked for"() {
    const page = await open({ viewport: { width: 1280, height: 700 } });
    await solo(page);
    for (const name of ["Hint", "Advice"]) {
      await page.getByRole("button", { name, exact: true }).click();
      const notice = page.locator(".helps p").last();
      await notice.waitFor();
      await page.waitForFunction(
        (n) => document.querySelectorAll(".helps p").length === n,
        name === "Hint" ? 1 : 2,
      );
      const box = await notice.boundingBox();
      assert(box.y >= 0 && box.y + box.height <= 700, `${name} at ${box.y} in a window of 700`);
    }
    await finish(page);
  },

  async "the keyboard alone plays a round, and the focus stays"() {
    const page = await open();
    const secret = await solo(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-tile"));
    for (let i = 0; i < 40 && !(await focused()); i++) await page.keyboard.press("Tab");
    const at = (name) =>
      page.evaluate((n) => {
        const m = document
          .querySelector(`[data-tile="${n}"]`)
          .getAttribute("transform")
          .match(/[\d.]+/g);
        return m.map(Number);
      }, name);
    const [wantX, wantY] = await at(secret);
    for (let i = 0; i < 40; i++) {
      const [x, y] = await at(await focused());
      if (x === wantX && y === wantY) break;
      await page.keyboard.press(
        x < wantX ? "ArrowRight" : x > wantX ? "ArrowLeft" : y < wantY ? "ArrowDown" : "ArrowUp",
      );
    }
    equal(await focused(), secret, "tile under the cursor");
    for (let i = 1; i <= 5; i++) {
      await prompt(page, `Place pawn ${i} of 5`);
      await page.keyboard.press("Enter");
    }
    await prompt(page, "Ask for the score.");
    equal(await focused(), secret, "tile that keeps the focus");
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.textContent === "Ask for the score")) break;
    }
    await page.keyboard.press("Enter");
    await page.locator(".ending").waitFor();
    await finish(page);
  },

  async "a screen reader is told what happens"() {
    const page = await open();
    await solo(page);
    await tile(page, "A1").click();
    await page
      .locator('[role="log"][aria-live]', { hasText: "You place pawn 1 on A1" })
      .waitFor({ state: "attached" });
    equal(await tile(page, "A1").getAttribute("aria-label"), "A1, crimson, pawn 1");
    await finish(page);
  },

  async "the log speaks to its reader, counts rightly, and its names show themselves"() {
    const page = await open();
    const secret = await solo(page);
    await gather(page, secret);
    await page.locator(".ending").waitFor();
    const lines = await page.locator(".log li").allTextContents();
    assert(
      lines.some((line) => line.includes(`You gather every pawn on ${secret}, in 1 turn.`)),
      lines.join("\n"),
    );
    await page.getByRole("button", { name: "Look at the board" }).click();
    await page.locator(".log-name", { hasText: secret }).first().hover();
    await page.locator(`[data-tile="${secret}"].pointed`).waitFor();
    await page.getByRole("button", { name: "Français" }).click();
    await page.locator(".log li", { hasText: "en 1 tour." }).waitFor();
    await finish(page);
  },

  async "a player has one colour and one sign: on the seat, the pawns, the scores, the log"() {
    const page = await open();
    await playNow(page);
    await tile(page, "A1").click();
    await prompt(page, "Place pawn 2 of 5");
    const colours = await page.evaluate(() => {
      const hex = (rgb) =>
        `#${rgb
          .match(/\d+/g)
          .map((n) => Number(n).toString(16).padStart(2, "0"))
          .join("")}`;
      const sign = (selector) => document.querySelector(selector).dataset.colour;
      return [
        sign(".seat .player-sign"),
        sign(".round .player-sign"),
        sign(".log li:last-child .player-sign"),
        hex(getComputedStyle(document.querySelector(".pawn-body")).fill),
      ];
    });
    equal(new Set(colours).size, 1, `colours of one player: ${colours}`);
    await finish(page);
  },

  async "a game played with help says so in its result"() {
    const page = await open();
    const secret = await solo(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".helps").waitFor();
    await gather(page, secret);
    await page.locator(".ending", { hasText: "You played with help." }).waitFor();
    await finish(page);
  },

  async "between persons around one device there is no help, unless it was allowed"() {
    for (const [allowed, buttons] of [
      ["no", 0],
      ["yes", 1],
    ]) {
      const page = await open();
      await page.goto(`${server.url}/#/new/topologic`);
      await page.locator('input[value="here"]').check();
      await page.locator(`input[name="helps"][value="${allowed}"]`).check();
      await page.locator("form button[type=submit]").click();
      await page.locator(".topo-field").waitFor();
      for (const name of ["Hint", "Advice"])
        equal(await page.getByRole("button", { name, exact: true }).count(), buttons, `${name}: ${allowed}`);
      await finish(page);
    }
  },

  async "playing with friends begins with the choice of a game"() {
    const page = await open();
    await page.getByRole("link", { name: "Play with friends" }).click();
    await page.locator(".friends-page").getByRole("link", { name: "ArcheOlogic" }).click();
    await page.getByRole("heading", { name: "ArcheOlogic" }).waitFor();
    assert(await page.locator('input[value="friends"]').isChecked(), "not for friends");
    await finish(page);
  },

  async "before a game the way to begin is in sight at once, and nothing reached by key lies under it"() {
    for (const [width, height] of [
      [1280, 650],
      [390, 844],
      [820, 1180],
    ]) {
      const page = await arrive(browser, { viewport: { width, height } });
      for (const { id } of openDesk(wasm).games().games) {
        await page.goto(`${server.url}/#/new/${id}`);
        await page.locator(".options summary").waitFor();
        const { top, bottom } = await page
          .locator("form button[type=submit]")
          .evaluate((e) => e.getBoundingClientRect().toJSON());
        assert(top > 0 && bottom <= height, `${id} ${width}: the button ends at ${bottom} of ${height}`);
      }
      await page.locator("form input").first().focus();
      for (let keys = 0; keys < 40; keys++) {
        const under = await page.evaluate(() => {
          const it = document.activeElement;
          const box = (it.closest(".choice") ?? it).getBoundingClientRect();
          const bar = document.querySelector(".begin-bar");
          return !bar.contains(it) && box.bottom > bar.getBoundingClientRect().top + 1 && it.outerHTML;
        });
        assert(!under, `${width}: under the bar after ${keys} keys: ${under}`);
        if (await page.evaluate(() => document.activeElement.type === "submit")) break;
        await page.keyboard.press("Tab");
      }
      equal(await page.evaluate(() => document.activeElement.type), "submit", "by key");
      await finish(page);
    }
  },

  async "a new table asks only what matters for its seats, and nothing in notation"() {
    const page = await open();
    await page.goto(`${server.url}/#/new/archeologic`);
    await page.locator("details.options").waitFor();
    const asked = async () => {
      const more = page.locator("details.options:not([open]) summary");
      if (await more.count()) await more.click();
      return page.locator("form legend").allTextContents();
    };
    const has = async (name, wanted) => equal((await asked()).includes(name), wanted, name);
    await has("More clues for seat 2", true);
    await has("More clues for seat 3", false);
    await has("Starting order", true);
    await page.locator('input[name="option-mode"][value="expert-1"]').check();
    await has("Number of clues", false);
    await has("More clues for seat 2", false);
    await page.locator('input[value="alone"]').check();
    await has("Starting order", false);
    equal(await page.locator("details.options input:not([type=radio])").count(), 0, "fields to type in");
    await page.getByLabel("A site of the box").check();
    await has("Difficulty", false);
    await page.getByLabel("Site", { exact: true }).selectOption("site-3");
    await page.locator("form button[type=submit]").click();
    await page.locator(".dig-plan").waitFor();
    assert((await keptRecord(page)).includes("option quest site-3"), await keptRecord(page));
    await finish(page);
  },

  async "the list of moves plays any game"() {
    const page = await open();
    await solo(page);
    await page.getByRole("tab", { name: "Moves" }).click();
    equal(await page.locator(".moves summary").first().textContent(), "Place on (60)");
    await page.locator(".moves summary").first().click();
    await page.getByRole("button", { name: "Place on A1" }).click();
    await prompt(page, "Place pawn 2 of 5");
    await finish(page);
  },

  async "a phone plays by touch, and nothing sticks out"() {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await fits(page, "home");
    const secret = await solo(page);
    await fits(page, "table");
    const box = await tile(page, "A1").boundingBox();
    assert(box.width >= 40, `a tile is ${box.width} pixels wide`);
    for (let i = 1; i <= 5; i++) {
      await prompt(page, `Place pawn ${i} of 5`);
      await tile(page, secret).tap();
    }
    await prompt(page, "Ask for the score.");
    await page.locator(".actions .main").tap();
    await page.locator(".ending").waitFor();
    // What comes next is in sight, under the board as it is.
    await page.waitForFunction(
      () => document.querySelector(".ending .button.main")?.getBoundingClientRect().bottom < innerHeight,
    );
    for (const path of ["/new/topologic", "/rules/topologic", "/settings", "/learn/topologic"]) {
      await page.goto(`${server.url}/#${path}`);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await fits(page, path);
    }
    await finish(page);
  },

  async "the lesson is played through in both languages"() {
    for (const locale of ["en-US", "fr-FR"]) {
      const page = await open({ locale });
      await page.goto(`${server.url}/#/learn/topologic`);
      await page.locator(".coach").waitFor();
      const moves = [
        "next",
        "E3",
        "E6",
        "A1",
        "score",
        "next",
        "pawn 3 A5",
        "score",
        "next",
        "pawn 1 E5",
        "pawn 2 E5",
        "pawn 3 E5",
        "score",
      ];
      for (const [i, move] of moves.entries()) {
        await step(page, i + 1);
        const [, n, to] = /^pawn (\d) (\w+)$/.exec(move) ?? [];
        if (move === "next") await goOn(page);
        else if (move === "score") await page.locator(".actions .main").click();
        else if (n) {
          await page.locator(`[data-tile]:focus, [data-tile][tabindex="0"]`).first().focus();
          await page.keyboard.press(n);
          await tile(page, to).click();
        } else await tile(page, move).click();
      }
      await page.locator(`.coach a[href="#/new/topologic"]`).waitFor();
      await finish(page);
    }
  },

  async "ArcheOlogic's lesson finds its city, and keeps to its moves"() {
    for (const locale of ["en-US", "fr-FR"]) {
      const page = await open({ locale });
      await page.goto(`${server.url}/#/learn/archeologic`);
      await page.locator(".coach").waitFor();
      const ask = async (axis, subject) => {
        await page.locator(".dig-plan .axis", { hasText: new RegExp(`^${axis}`) }).click();
        await page.locator(".subject").nth(subject).click();
        await page.locator(".actions .main").click();
      };
      await goOn(page);
      await goOn(page);
      await page.locator(".dig-plan .axis", { hasText: /^E/ }).click();
      await step(page, 4);
      // Only the wanted axis and subject are lit; another one is answered with what is wanted.
      equal(await page.locator(".dig-plan .axis.open").allTextContents(), ["1"], "lit axes");
      await page.locator(".subject").first().click();
      await page.locator(".coach-wrong").filter({ hasText: /S/ }).waitFor();
      await step(page, 4);
      await ask("1", 3);
      await step(page, 5);
      await goOn(page);
      await ask("A", 1);
      await step(page, 7);
      await goOn(page);
      await ask("4", 4);
      await step(page, 9);
      await goOn(page);
      for (let i = 0; i < 6; i++) {
        await step(page, 10 + i);
        await page.locator(".ghost").focus();
        await page.keyboard.press("Enter");
      }
      await step(page, 16);
      await page.locator(".actions .button").nth(1).click();
      await page.locator(".actions .main").click();
      await page.locator(`.coach a[href="#/new/archeologic"]`).waitFor();
      await finish(page);
    }
  },

  async "the companion answers while its button is held, judges a claim, refuses a wrong code"() {
    const page = await open({ viewport: { width: 390, height: 844 } });
    await page.goto(`${server.url}/#/companion/archeologic`);
    await page.locator("#quest-code").fill("FR14X52D");
    await page.locator(".code-field button").click();
    await page.getByText("This quest code has a mistake in it.").waitFor();
    await page.locator("#quest-code").fill("fr14-x52c");
    await page.locator(".code-field button").click();
    await page.locator(".clue-list >> visible=true").waitFor();
    equal(
      await page.locator(".clues-panel .clue-list strong").allTextContents(),
      ["D1", "C4", "E3", "D3"],
      "clues",
    );
    await fits(page, "the companion");
    await page.locator("#tab-ask").click();
    await page.locator(".axis-chip", { hasText: "4" }).click();
    await page.locator(".subject").nth(4).click();
    await page.locator(".hold").hover();
    await page.mouse.down();
    await page.locator(".secret.answer", { hasText: "safe, fire" }).waitFor();
    await page.mouse.up();
    await page.locator(".secret.answer", { hasText: "look away" }).waitFor();
    await page.locator("#tab-claim").click();
    const lay = async (building, turns, zone) => {
      await page.locator(".piece").nth("SVTLOI".indexOf(building)).focus();
      for (let i = 0; i < turns; i++) await page.keyboard.press("r");
      await page.keyboard.press("Enter");
      await page.locator(`[data-zone="${zone}"]`).focus();
      await page.keyboard.press("Enter");
    };
    for (const [building, turns, zone] of [
      ["S", 3, "A1"],
      ["V", 3, "A3"],
      ["T", 0, "C2"],
      ["L", 3, "B4"],
      ["O", 1, "D1"],
      ["I", 3, "E3"],
    ])
      await lay(building, turns, zone);
    await page.locator(".claim-words .main").click();
    await page.locator(".verdict.wrong").waitFor();
    equal(await page.locator(".piece.right").count(), 5, "right buildings");
    await page.locator(".piece.false").focus();
    await page.keyboard.press("r");
    await page.locator(".claim-words .main").click();
    await page.locator(".verdict.right").waitFor();
    await finish(page);
  },

  async "every move sounds, and between two sounds the loudspeaker rests"() {
    const page = await open();
    await page.evaluate(countTones);
    await solo(page);
    for (const [i, name] of ["E3", "E6", "C4"].entries()) {
      await prompt(page, `Place pawn ${i + 1} of 5`);
      await page.evaluate(() => (globalThis.heard = 0));
      await tile(page, name).click();
      await page.waitForFunction(() => globalThis.heard === 2);
      await page.waitForFunction(() => globalThis.speaker.state === "suspended");
    }
    await finish(page);
  },

  async "colours, size of text and motion are as the person wishes, and stay so"() {
    const page = await open({ reducedMotion: "no-preference" });
    const look = () =>
      page.evaluate(() => {
        const root = getComputedStyle(document.documentElement);
        return {
          paper: getComputedStyle(document.body).backgroundColor,
          size: parseFloat(root.fontSize),
          fast: root.getPropertyValue("--fast"),
        };
      });
    const before = await look();
    await page.goto(`${server.url}/#/settings`);
    await page.getByRole("group", { name: "Colours" }).getByLabel("Night").check();
    await page.getByRole("group", { name: "Size of text" }).getByLabel("Larger").check();
    await page.getByRole("group", { name: "Motion" }).getByLabel("As little as possible").check();
    await page.getByRole("group", { name: "Language" }).getByLabel("Français").click();
    await page.getByRole("heading", { name: "Réglages" }).waitFor();
    const after = await look();
    assert(after.paper !== before.paper, "the colours are the same");
    assert(after.size > before.size * 1.3, `the text went from ${before.size} to ${after.size} pixels`);
    assert(
      parseFloat(before.fast) > 0 && parseFloat(after.fast) === 0,
      `motion went from ${before.fast} to ${after.fast}`,
    );
    await fits(page, "settings in larger text");
    await page.reload();
    await page.getByRole("heading", { name: "Réglages" }).waitFor();
    equal(await look(), after, "the looks after a reload");
    await finish(page);
  },

  async "the tab says where one is"() {
    const page = await open();
    for (const [path, title] of [
      ["/rules/ancient", "Rules of Ancient Knowledge · Tablier"],
      ["/learn/topologic", "Learn Topologic · Tablier"],
      ["/settings", "Settings · Tablier"],
      ["/", "Tablier"],
    ]) {
      await page.goto(`${server.url}/#${path}`);
      await page.waitForFunction((wanted) => document.title === wanted, title);
    }
    await finish(page);
  },

  async "without a server a table with friends is refused with the reason"() {
    const page = await open();
    await page.goto(`${server.url}/#/new/topologic/friends`);
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.locator(".toast", { hasText: "This page has no server" }).waitFor();
    await finish(page);
  },

  async "notes are kept with the game"() {
    const page = await open();
    await solo(page);
    await page.getByRole("tab", { name: "Notes" }).click();
    await page.getByLabel("Your notes").fill("Not C: the third score says so.");
    await page.reload();
    await page.getByRole("tab", { name: "Notes" }).click();
    equal(
      await page.getByLabel("Your notes").inputValue(),
      "Not C: the third score says so.",
      "notes after a reload",
    );
    await finish(page);
  },

  async "whoever hid the tile gets no help, whoever seeks does"() {
    const page = await open();
    await page.getByRole("button", { name: "Play now", exact: true }).click();
    await prompt(page, "Choose the tile");
    equal(await page.locator(".helps-panel").count(), 0, "help while choosing");
    await tile(page, "C4").click();
    await page.getByRole("button", { name: "Hide C4" }).click();
    await prompt(page, "Place pawn 1 of 5");
    await page.locator(".helps-panel").waitFor();
    await gather(page, /^1 secret (\S+)$/m.exec(await keptRecord(page))[1]);
    await prompt(page, "Normal bot is to play.");
    equal(await page.locator(".helps-panel").count(), 0, "help for the one who hid");
    await finish(page);
  },

  async "the page can be installed: a manifest with icons that are there"() {
    const page = await open();
    const link = await page.locator('link[rel="manifest"]').getAttribute("href");
    const manifest = await fetch(new URL(link, server.url)).then((r) => r.json());
    equal([manifest.display, manifest.start_url], ["standalone", "/"], "how it starts");
    const sizes = new Set(manifest.icons.map((icon) => icon.sizes));
    for (const size of ["192x192", "512x512"]) assert(sizes.has(size), `an icon of ${size}`);
    for (const icon of manifest.icons) {
      const bytes = Buffer.from(await fetch(new URL(icon.src, server.url)).then((r) => r.arrayBuffer()));
      if (icon.type === "image/png")
        equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, icon.sizes, icon.src);
      else assert(bytes.includes("<svg"), icon.src);
    }
    await finish(page);
  },

  async "without network a solo game is begun, played, kept, replayed and saved"() {
    const page = await open(withWorker);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(
      async () =>
        (await caches.keys()).length > 0 &&
        (await (await caches.open((await caches.keys())[0])).keys()).length > 20,
    );
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await page.goto(`${server.url}/`);
    await page.locator(".hero").waitFor();
    const secret = await solo(page);
    await gather(page, secret);
    await page.locator(".ending").waitFor();
    await page.getByRole("link", { name: "Watch it again" }).click();
    await page.getByRole("button", { name: "To the end" }).click();
    await page.locator(".replay-line", { hasText: "gathers every pawn" }).waitFor();
    await page.getByRole("button", { name: "To the beginning" }).click();
    await page.getByRole("button", { name: "One turn on" }).click();
    await page.locator(".replay-line", { hasText: "gathers every pawn" }).waitFor();
    await page.locator(".replay-bar .more summary").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the record" }).click(),
    ]);
    const path = await download.path();
    const { readFileSync } = await import("node:fs");
    assert(readFileSync(path, "utf8").startsWith("tablier 1\ngame topologic"), "the saved record");
    // The same with keys.
    await page.locator(".replay-line").click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowRight");
    await page.locator(".replay-line", { hasText: "places pawn 1" }).waitFor();
    await page.keyboard.press("End");
    await page.locator(".replay-line", { hasText: "gathers every pawn" }).waitFor();
    await page.keyboard.press("Space");
    await page.locator(".replay-line", { hasText: "places pawn 1" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.goto(`${server.url}/#/`);
    await page
      .getByRole("region", { name: "Played on this device" })
      .locator("li", { hasText: "Topologic" })
      .filter({ hasText: "alone · found" })
      .waitFor();
    await finish(page);
  },

  async "a record from a file is watched, gone on with, and lies where it belongs"() {
    const page = await visit(browser, server.url);
    const begun = "tablier 1\ngame topologic 1\nseats 1\nseed 7\n\n0 place C4\n0 place C4\n";
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "begun.record", mimeType: "text/plain", buffer: Buffer.from(begun) });
    await page.getByRole("button", { name: "To the end" }).click();
    await page.locator(".replay-line", { hasText: "places pawn 2" }).waitFor();
    await page.locator(".replay-bar .more summary").click();
    await page.getByRole("link", { name: "Go on with the game" }).click();
    await prompt(page, "Place pawn 3 of 5");
    await page.goto(`${server.url}/#/`);
    await page
      .getByRole("region", { name: "On your desk" })
      .locator("li", { hasText: "2 decisions" })
      .waitFor();
    await finish(page);
  },

  async "options of a game do not touch the other choices, and speak French"() {
    const page = await visit(browser, server.url, { locale: "fr-FR" });
    await page.goto(`${server.url}/#/new/archeologic`);
    await page.locator("details.options summary").click();
    await page.getByRole("group", { name: "Difficulté" }).getByLabel("Difficile").check();
    assert(
      await page
        .getByRole("group", { name: "De quelle force est le robot ?" })
        .getByLabel("Normal")
        .isChecked(),
      "the bot has lost its strength",
    );
    await page.getByRole("group", { name: "Aides" }).getByLabel("Aucune").waitFor();
    await finish(page);
  },

  async "games that go on lie before the shelf, and every one can be reached"() {
    const page = await visit(browser, server.url);
    for (let i = 0; i < 6; i++) {
      await page.getByRole("button", { name: "Play now" }).click();
      await page.locator(".log li", { hasText: "Normal bot has hidden a secret." }).waitFor();
      await page.goto(`${server.url}/#/`);
      await page.locator(".hero").waitFor();
    }
    const desk = page.getByRole("region", { name: "On your desk" });
    equal(
      await page.locator(".home > section h2").allTextContents(),
      ["On your desk", "On the shelf"],
      "what lies where",
    );
    equal(await desk.locator("li").count(), 4, "games on the desk");
    await desk.getByRole("button", { name: "Show all 6" }).click();
    equal(await desk.locator("li").count(), 6, "games on the desk, all shown");
    // Thrown away only when asked twice.
    await desk.getByRole("button", { name: "Throw away the game" }).first().click();
    equal(await desk.locator("li").count(), 6, "games before the second question");
    await desk.getByRole("button", { name: "Throw it away" }).click();
    await desk.locator("li").nth(5).waitFor({ state: "detached" });
    await finish(page);
  },

  async "a game on this device and the companion are accessible, by day and by night, in English and in French"() {
    const faults = [];
    const page = await open();
    const look = async (where, rules) =>
      faults.push(...(await violations(page, rules)).map((fault) => `${where}: ${fault}`));
    /** By day in English, by night in both: the night changes colours only. */
    const lookAround = async (where) => {
      await look(`${where}, en, day`);
      await page.getByRole("button", { name: "Dark colours" }).click();
      await look(`${where}, en, night`, ["color-contrast"]);
      await page.getByRole("button", { name: "Français" }).click();
      await page.locator("html[lang=fr]").waitFor({ state: "attached" });
      await look(`${where}, fr, night`);
      await page.getByRole("button", { name: "Couleurs sombres" }).click();
      await look(`${where}, fr, day`, ["color-contrast"]);
      await page.getByRole("button", { name: "English" }).click();
    };
    await lookAround("home");
    const secret = await solo(page);
    await tile(page, secret).click();
    await prompt(page, "Place pawn 2 of 5");
    await lookAround("table");
    for (let i = 2; i <= 5; i++) {
      await prompt(page, `Place pawn ${i} of 5`);
      await tile(page, secret).click();
    }
    await page.locator(".actions .main:enabled").click();
    await page.locator(".ending").waitFor();
    await lookAround("end");
    const id = page.url().split("/").pop();
    for (const path of [`/replay/local/${id}`, "/companion/archeologic", "/companion/archeologic/FR14X52C"]) {
      await page.goto(`${server.url}/#${path}`);
      await page.locator("main h1").first().waitFor({ state: "attached" });
      await page.waitForTimeout(150);
      await lookAround(path);
    }
    await finish(page);
    assert(faults.length === 0, faults.join("\n"));
  },
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
