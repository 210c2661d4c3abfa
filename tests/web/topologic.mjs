// Topologic's board: names that no pawn hides, reasons, the tray, marks from the history, the review;
// and the replay of a game, turn by turn.
// Usage: topologic.mjs WASM
import { dist, launch } from "./browser.mjs";
import { arrive, assert, equal, finish, fits, prompt, runCases, tile, violations } from "./harness.mjs";
import { dice, layGame, openGames } from "./positions.mjs";
import { serve } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await serve(dist);
const browser = await launch();
const { desk, fresh } = openGames(wasm);
const ada = { kind: "person", name: "Ada", bot: null };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const play = (...notes) => {
  for (const note of notes) assert(desk.play(0, note) === null, note);
};
const legal = (start) => JSON.parse(desk.legal(0)).filter((note) => note.startsWith(start));
const view = () => JSON.parse(desk.view(0));
const secretOf = () => JSON.parse(desk.view(-1)).rounds[0].secret;
const cornerOf = (name) => JSON.parse(desk.scene(0)).field[name];

/** A solo game with its pawns on these tiles, announced. */
function announced(tiles, options = {}) {
  fresh("topologic", 1, options, 5);
  play(...tiles.map((name) => `place ${name}`), "announce");
  return desk.save();
}

/** A solo game played to its end, badly. */
function finished() {
  fresh("topologic", 1, {}, 5);
  const roll = dice(4);
  const secret = secretOf();
  const tiles = legal("place ").map((note) => note.slice(6));
  play(...Array.from({ length: 5 }, () => `place ${tiles[roll(60)]}`), "announce");
  for (let turn = 0; JSON.parse(desk.state()).owes.length; turn++) {
    for (let i = 1; i <= 5; i++) {
      const ways = legal(`move ${i} `);
      if (!ways.length || (turn > 2 && view().pawns[i - 1] === secret)) continue;
      play((turn > 2 && ways.find((note) => note.endsWith(secret))) || ways[roll(ways.length)]);
    }
    play("announce");
  }
  return desk.save();
}

async function open(record, options = {}) {
  const page = await arrive(browser, { serviceWorkers: "block", ...options });
  await layGame(page, server.url, "topologic", record, [ada]);
  await page.locator(".topo-field").waitFor();
  return page;
}

/** Names of tiles that a pawn covers, wherever they stand. */
const hidden = (page) =>
  page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect();
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    const pawns = [...document.querySelectorAll(".pawn:not(.waiting) .pawn-body")].map(box);
    const shown = [...document.querySelectorAll(".tile:not(.named) .tile-name, .name-plate text")];
    return shown.filter((name) => pawns.some((pawn) => !apart(pawn, box(name)))).map((n) => n.textContent);
  });

/** In the page: whether so many pawns are on the field. */
const placed = (pawns) => document.querySelectorAll(".pawn:not(.waiting)").length === pawns;

const cases = {
  async "a pawn never hides its tile's name: one to five on a tile, held or not, on a desk and a phone"() {
    for (const [how, options] of [
      ["desk", { viewport: { width: 1280, height: 650 } }],
      ["phone", phone],
    ])
      for (const tiles of [
        ["A1", "A1", "A1", "A1", "A1"],
        ["A1", "A1", "A1", "A1", "B2"],
        ["A1", "A1", "A1", "B2", "B2"],
      ]) {
        const page = await open(announced(tiles), options);
        await prompt(page, "Move any pawns");
        equal(await hidden(page), [], `${how}, ${tiles}`);
        equal(await page.locator(".name-plate", { hasText: "A1" }).count(), 1, "its plate");
        await tile(page, "A1").click();
        await page.locator(".pawn.held").waitFor();
        equal(await hidden(page), [], `${how}, held, ${tiles}`);
        await finish(page);
      }
  },

  async "a tile out of reach says which rule is in the way, and the pawn stays in hand"() {
    const page = await open(announced(["A1", "B2", "C3", "D4", "E5"]));
    const near = new Set(legal("move 1 ").map((note) => note.split(" ")[2]));
    const [x, y] = cornerOf("A1");
    const far = Object.entries(JSON.parse(desk.scene(0)).field).find(
      ([name, [a, b]]) => !near.has(name) && a !== x && b !== y && !"A1 B2 C3 D4 E5".includes(name),
    )[0];
    await page.locator(".pawn").first().click();
    await prompt(page, "Where should pawn 1 go?");
    await tile(page, far).click();
    await page.locator(".told", { hasText: "like a queen in chess" }).waitFor();
    await prompt(page, "Where should pawn 1 go?");
    equal(await page.locator(".pawn.held").count(), 1, "held");
    await tile(page, [...near][0]).click();
    await page.locator(".pawn.moved").waitFor();
    await tile(page, [...near][0]).click();
    await page.locator(".told", { hasText: "already moved" }).waitFor();
    await finish(page);
  },

  async "any pawn can be taken from the tray, by a touch or dragged"() {
    const page = await open(fresh("topologic", 1, {}, 5));
    await prompt(page, "Place pawn 1 of 5");
    equal(await page.locator(".pawn.waiting.movable").count(), 5, "pawns to take");
    await page.locator(".pawn").nth(3).click();
    await page.locator(".pawn.held").waitFor();
    assert(
      await page
        .locator(".pawn")
        .nth(3)
        .evaluate((g) => g.classList.contains("held")),
      "the one touched",
    );
    await tile(page, "A1").click();
    await prompt(page, "Place pawn 2 of 5");
    assert(
      await page
        .locator(".pawn")
        .nth(3)
        .evaluate((g) => !g.classList.contains("waiting")),
      "the one touched is placed",
    );
    const from = await page.locator(".pawn").nth(4).boundingBox();
    const to = await tile(page, "C3").boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await page.mouse.up();
    await prompt(page, "Place pawn 3 of 5");
    assert(
      await page
        .locator(".pawn")
        .nth(4)
        .evaluate((g) => !g.classList.contains("waiting")),
      "the one dragged is placed",
    );
    await finish(page);
  },

  async "what a score excludes is marked from the history, where the table tells as much"() {
    const record = announced(["A1", "B2", "C3", "D4", "E5"]);
    const { pawns, score } = view().rounds[0].history[0];
    const page = await open(record);
    await page.getByRole("button", { name: "Turn 1: mark what is not possible after this score" }).click();
    await page.locator(".mark-no").first().waitFor();
    const marked = await page
      .locator(".tile:has(.mark-no)")
      .evaluateAll((all) => all.map((g) => g.dataset.tile));
    const fits = JSON.parse(desk.view(0)).candidates;
    equal(
      marked.sort(),
      Object.keys(JSON.parse(desk.scene(0)).field)
        .filter((name) => !fits.includes(name))
        .sort(),
      `after ${pawns} scored ${score}`,
    );
    await finish(page);
    const none = await open(announced(["A1", "B2", "C3", "D4", "E5"], { aid: "none" }));
    await prompt(none, "Move any pawns");
    equal(await none.getByRole("button", { name: /mark what is not possible/ }).count(), 0, "without aid");
    await finish(none);
  },

  async "the end is analysed: tiles left, a plot, better placements"() {
    const record = finished();
    const review = view().review[0];
    const page = await open(record);
    await page.locator(".ending .shrinking").waitFor();
    equal(await page.locator(".ending .review tbody tr").count(), review.length, "turns");
    const left = await page.locator(".ending .review-left").allTextContents();
    equal(
      left,
      review.map(({ before, after }) => `${before} → ${after}`),
      "tiles left",
    );
    const better = review.findIndex(({ best }) => best !== null);
    const chips = page.locator(".ending .review tbody tr").nth(better).locator(".chip");
    equal(await chips.allTextContents(), review[better].best.pawns, "a better placement");
    equal(await violations(page), [], "axe");
    await page.getByRole("button", { name: "Look at the board" }).click();
    await page.getByRole("button", { name: "Show a better placement" }).first().click();
    equal(await page.locator(".ghost").count(), 5, "shown on the field");
    await finish(page);
  },

  async "a replay is the board first, a turn a step, the small ones inside; it fits, by keys too"() {
    const record = finished();
    const turns = view().rounds[0].history.length;
    for (const options of [
      { viewport: { width: 1280, height: 650 } },
      phone,
      { ...phone, viewport: { width: 360, height: 740 } },
    ]) {
      const page = await open(record, options);
      await page.goto(`${server.url}/#/replay/local/laid`);
      await page.locator(".replay-bar").waitFor();
      await page.getByText(`0 / ${turns}`).waitFor();
      await page.getByRole("button", { name: "One turn on" }).click();
      await page.locator(".replay-line", { hasText: "Turn 1 of Ada scores" }).waitFor();
      await page.waitForFunction(placed, 5); // in one step; the position comes after its line
      // Nothing scrolls, nothing sticks out, the board has most of the room.
      const { high, board, bar } = await page.evaluate(() => ({
        high: document.documentElement.scrollHeight,
        board: document.querySelector(".board").getBoundingClientRect().toJSON(),
        bar: document.querySelector(".replay-bar").getBoundingClientRect().toJSON(),
      }));
      const room = page.viewportSize();
      assert(high <= room.height, `the page is ${high} high`);
      assert(bar.bottom <= room.height && bar.right <= room.width, "the bar is in sight");
      assert(board.height > room.height / 2, `the board is ${board.height} high`);
      await fits(page, "replay");
      await page.locator("#tab-decisions").click();
      if (room.width > 960) equal(await page.locator(".small-step").count(), 6, "the small decisions");
      await page.locator(".small-step").nth(1).click();
      await page.locator(".replay-line", { hasText: "places pawn 2" }).waitFor();
      await page.waitForFunction(placed, 2);
      await page.locator("#tab-analysis").click();
      await page.locator(".replay-analysis .shrinking").waitFor();
      equal(await violations(page), [], "axe");
      await finish(page);
    }
    const page = await open(record);
    await page.goto(`${server.url}/#/replay/local/laid`);
    await page.locator(".replay-line").click();
    const line = (text) => page.locator(".replay-line", { hasText: text }).waitFor();
    await page.keyboard.press("ArrowRight");
    await line("Turn 1 of Ada scores");
    await page.keyboard.press("ArrowRight");
    await line("Turn 2 of Ada scores");
    await page.keyboard.press("ArrowLeft");
    await line("Turn 1 of Ada scores");
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowRight");
    await line("places pawn 1");
    await page.keyboard.press("Shift+ArrowRight");
    await line("places pawn 2");
    await page.keyboard.press("End");
    await line("gathers every pawn");
    await page.getByLabel("Turn", { exact: true }).fill("3");
    await line("Turn 3 of Ada scores");
    await finish(page);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
