// Archives on the page: a whole game by mouse, the keyboard, a Pass acted out, parts opened large, the lesson.
// Usage: archives.mjs WASM
import { launch } from "./browser.mjs";
import { arrive, assert, equal, finish, fits, runCases, violations } from "./harness.mjs";
import { company, dice, games, layGame, openGames } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await servePage();
const browser = await launch();
const engine = openGames(wasm);
const { desk } = engine;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const open = (options) => arrive(browser, options);
const prompted = (page, words) => page.locator(".prompt", { hasText: words }).waitFor();
const thing = (page, name) => page.locator(`[data-thing="${name}"]`);
const notes = (page) =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem("tablier.games"))[0]
      .record.split("\n")
      .filter((line) => /^\d+ /.test(line)),
  );

async function lay(page, record, seats = 2, storage = {}) {
  await layGame(page, server.url, "archives", record, company(seats), storage);
  await page.locator(".av-desk").waitFor();
}

/** After these notes of the game with seed 12, in which the first seat begins. */
function after(...played) {
  engine.fresh("archives", 2, {}, 12);
  for (const note of played) {
    const why = desk.play(0, note);
    assert(why === null, `${note}: ${why}`);
  }
  return desk.save();
}
const REQUESTS = ["request B", "request G", "request R", "request O", "request V"];

/** The first position of random games that the first seat owes and in which the test holds. */
function position(test) {
  for (let seed = 1; seed < 60; seed++) {
    engine.fresh("archives", 2, {}, seed);
    const roll = dice(seed);
    for (let n = 0; n < 900; n++) {
      const [seat] = JSON.parse(desk.state()).owes;
      if (seat === undefined) break;
      const legal = JSON.parse(desk.legal(seat));
      if (seat === 0 && test(JSON.parse(desk.view(0)), legal)) return desk.save();
      desk.play(seat, legal[roll(legal.length)]);
    }
  }
  throw new Error("no game came to such a position");
}

/** Touches what is lit until the game is over, from within the page. */
function playOn() {
  const order = [
    ".deeds .main",
    ".av-spot.tray",
    ".av-spot:not([data-thing^=square]):not([data-thing^=card]):not(.touched)",
    ".av-spot[data-thing^=square]",
    ".deeds .button[data-note]",
  ];
  return new Promise((done, failed) => {
    const until = Date.now() + 600_000;
    let turn = 0;
    const step = () => {
      if (document.querySelector(".ending .av-sheet")) return done(turn);
      if (Date.now() > until)
        return failed(new Error(`still at: ${document.querySelector(".prompt")?.textContent}`));
      const lists = order.map((selector) => [...document.querySelectorAll(selector)]);
      const pass = lists[4].find((e) => e.dataset.note === "pass");
      const list = pass && turn % 3 === 0 ? [pass] : lists.find((found) => found.length);
      if (list && document.querySelector(".prompt.mine")) {
        const near = list[0].dataset.thing?.startsWith("square");
        const one = list[near ? 0 : turn % list.length];
        turn++;
        one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }
      setTimeout(step, 15);
    };
    step();
  });
}

const cases = {
  async "a whole game by mouse against a bot, and a sheet that adds up"() {
    const page = await open();
    await lay(page, engine.fresh("archives", 2, {}, 12));
    const touches = await page.evaluate(playOn);
    assert(touches > 20, `${touches} touches`);
    const columns = await page.evaluate(() => {
      const rows = [...document.querySelectorAll(".av-sheet .av-sheet-line")];
      const read = (cell) => Number(cell.textContent.replace("−", "-").replace("+", "") || 0);
      return rows.map((row) => [...row.querySelectorAll("td")].map(read));
    });
    const total = columns.pop();
    for (const [seat, sum] of total.entries())
      equal(
        columns.reduce((n, row) => n + row[seat], 0),
        sum,
        `the total of seat ${seat}`,
      );
    await page.locator(".ending .av-chart path.av-line").first().waitFor();
    await page.locator(".ending .av-sources").waitFor();
    await finish(page);
  },

  async "a pawn hides neither the name of its square nor what it costs"() {
    for (const options of [{}, { viewport: { width: 1024, height: 768 } }, phone]) {
      const page = await open(options);
      await lay(page, engine.fresh("archives", 3, {}, 9), 3);
      const hidden = await page.evaluate(() => {
        const boxes = (selector) =>
          [...document.querySelectorAll(selector)].map((e) => [e, e.getBoundingClientRect()]);
        const said = boxes(".av-square-name, .av-price");
        return boxes(".av-pawns .av-disc").flatMap(([, pawn]) =>
          said.filter(([, word]) => globalThis.meet(pawn, word)).map(([e]) => e.textContent),
        );
      });
      equal(hidden, [], `under a pawn at ${page.viewportSize().width}`);
      await finish(page);
    }
  },

  async "the mouse points and sees what it would bring; a click moves; Undo takes it back"() {
    const page = await open();
    await lay(page, after());
    await prompted(page, "You are last");
    await thing(page, "square 5").hover();
    await page.locator(".av-slip", { hasText: "The way costs 3 prestige." }).waitFor();
    await page.locator(".av-slip", { hasText: "+2 prestige" }).waitFor();
    await thing(page, "square 5").click();
    await prompted(page, "Request 1 of 5, Paris");
    equal(await notes(page), ["0 move 4"], "what was played");
    await page.getByRole("button", { name: "Undo" }).click();
    await prompted(page, "You are last");
    await finish(page);
  },

  async "a dear square and one where nothing can be done are asked about first"() {
    const page = await open();
    await lay(page, after());
    await thing(page, "square 7").click();
    await prompted(page, "Answer cannot be carried out now.");
    equal(await notes(page), [], "what was played");
    await page.keyboard.press("Escape");
    await prompted(page, "You are last");
    await thing(page, "square 6").click();
    await prompted(page, "That is dear: 4 prestige.");
    await page.locator(".deeds .main").click();
    await prompted(page, "Store: touch a cube");
    await finish(page);
  },

  async "by keyboard: a square, five requests, a cube stored"() {
    const page = await open();
    await lay(page, after());
    const focused = () => page.evaluate(() => document.activeElement?.dataset.thing ?? "");
    await page.locator(".av-spot[tabindex='0']").focus();
    for (let i = 0; i < 30 && (await focused()) !== "square 5"; i++)
      await page.keyboard.press((await focused()) < "square 5" || i > 12 ? "ArrowRight" : "ArrowLeft");
    equal(await focused(), "square 5", "where the arrows came to");
    await page.keyboard.press("Enter");
    for (let i = 1; i <= 5; i++) {
      await prompted(page, `Request ${i} of 5`);
      await page.locator(".av-tray .av-spot[tabindex='0']").focus();
      await page.keyboard.press("Enter");
    }
    await prompted(page, "Move on to another square");
    equal((await notes(page)).length, 6, "decisions");
    await finish(page);
  },

  async "a number is chosen in a tray beside the cubes"() {
    const page = await open();
    const record = position(
      (view, legal) => view.ask.kind === "exhibit" && legal.some((note) => note.endsWith(" 2")),
    );
    await lay(page, record);
    const [, site, type] = JSON.parse(desk.legal(0))
      .find((note) => note.endsWith(" 2"))
      .split(" ");
    await thing(page, `store ${site} ${type}`).click();
    await prompted(page, "How many");
    await thing(page, "number 2").hover();
    await page.locator(".av-slip", { hasText: "+2 prestige" }).waitFor();
    await thing(page, "number 2").click();
    await page.waitForFunction(
      (note) => JSON.parse(localStorage.getItem("tablier.games"))[0].record.split("\n").includes(note),
      `0 exhibit ${site} ${type} 2`,
    );
    await finish(page);
  },

  async "the steps of a Pass are acted out one after another, and a click shows the last"() {
    const page = await open({
      reducedMotion: "no-preference",
      viewport: { width: 1440, height: 780 }, // where the slip has room for all five
    });
    const record = after(
      "move 4",
      ...REQUESTS,
      "move 1",
      "store PA B",
      "store PA O",
      "move 1",
      "answer PA B",
    );
    await lay(page, record, 2, { "tablier.prefs": JSON.stringify({ pace: "slow" }) });
    await page.locator("[data-note=pass]").click();
    await page.locator("[data-note=none]").click();
    await page.locator(".av-steps .now", { hasText: "Three new cubes" }).waitFor();
    const skip = page.locator(".av-skip");
    if (await skip.count()) await skip.click();
    await prompted(page, "Pass, step 3");
    equal(await page.locator(".av-piece:not(.gone)").count(), 5 + 2 + 3, "pieces on the board");
    await finish(page);
  },

  async "a cube glides: it is the same piece before and after"() {
    const page = await open();
    await lay(page, after("move 4", ...REQUESTS, "move 1"));
    await prompted(page, "Store: touch a cube");
    const where = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".av-piece:not(.gone)")].map((e, i) => `${i} ${e.style.transform}`),
      );
    const before = await where();
    await thing(page, "entry PA B").click();
    await prompted(page, "Store a second cube");
    const moved = (await where()).filter((piece, i) => piece !== before[i]);
    equal(moved.length, 1, "pieces that moved");
    await finish(page);
  },

  async "on a phone the whole board is seen, a site opens large at a touch, in both languages"() {
    for (const locale of ["en-US", "fr-FR"]) {
      const page = await open({ ...phone, locale, colorScheme: "dark" });
      await lay(page, after("move 4", ...REQUESTS, "move 1"));
      await page.locator('.av-catch.lit[data-block="PA"]').waitFor();
      await fits(page, `the board, ${locale}`);
      await page.locator('[data-block="PA"]').tap();
      await page.locator(".av-desk.zoomed").waitFor();
      await thing(page, "entry PA B").tap();
      await page.locator(".deeds .main").tap();
      await page.waitForFunction(() =>
        JSON.parse(localStorage.getItem("tablier.games"))[0].record.includes("store PA B"),
      );
      const cube = await thing(page, "entry PA O").boundingBox();
      assert(cube.width >= 30, `a cube of ${cube.width} pixels for a finger`);
      equal(await violations(page), [], `accessibility, ${locale}`);
      await page.locator(".av-back").tap();
      await page.locator(".av-desk:not(.zoomed)").waitFor();
      await finish(page);
    }
  },

  async "each type has a sign of its own besides its colour"() {
    const page = await open();
    await lay(page, after());
    const signs = await page.evaluate(() =>
      ["R", "B", "G", "Y", "V", "O"].map((letter) =>
        document.querySelector(`#av-cube-${letter} > path:last-child`).getAttribute("d"),
      ),
    );
    equal(new Set(signs).size, 6, "signs");
    await finish(page);
  },

  async "another language is on the whole board at once"() {
    const page = await open();
    const { record } = games.archives.positions(engine)[0];
    await lay(page, record, games.archives.seats);
    const named = (words) => page.locator(".av-label", { hasText: words }).first().waitFor();
    const lines = () => page.locator(".log li").allTextContents();
    await named("Requests");
    await page.locator(".log li").first().waitFor();
    const english = await lines();
    await page.getByRole("button", { name: "Français" }).click();
    await named("Demandes");
    const both = (await lines()).filter((line) => english.includes(line));
    equal(both, [], "still English in the log");
    equal(await page.locator(".av-square-name", { hasText: /^(Store|Draw|Answer)$/ }).count(), 0, "English");
    await finish(page);
  },

  async "however far prestige falls, the numbers of its ruler lie apart"() {
    const page = await open(phone);
    const { record } = games.archives.positions(engine)[0];
    await lay(page, record, games.archives.seats);
    const boxes = await page
      .locator(".av-tick-number")
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
    assert(boxes.length > 2, `${boxes.length} numbers`);
    for (const [i, [left]] of boxes.slice(1).entries())
      assert(left > boxes[i][1] + 2, `number ${i + 2} begins ${left - boxes[i][1]} pixels after the last`);
    await finish(page);
  },

  async "the lesson goes to its end by what it asks for"() {
    const page = await open();
    await page.goto(`${server.url}/#/learn/archives`);
    await page.locator(".av-desk").waitFor();
    for (let i = 0; i < 200; i++) {
      if (await page.getByRole("link", { name: "Play a real game" }).count()) break;
      const before = await page.locator("main").textContent();
      // While an answer is awaited nothing is there to touch.
      await page.waitForFunction(() => {
        const target = document.querySelector(".deeds .main, .av-spot, .deeds [data-note]");
        const touched = target ?? document.querySelector(".coach > .main");
        touched?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        return touched !== null;
      });
      // What did nothing, since an answer was awaited, is not waited for long.
      await page
        .waitForFunction((old) => document.querySelector("main").textContent !== old, before, {
          timeout: 2000,
        })
        .catch(() => undefined);
    }
    await page.getByRole("link", { name: "Play a real game" }).waitFor();
    await finish(page);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
