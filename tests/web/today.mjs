// The puzzle of the day and one's own games: played by finger on a phone, shared, compared in the house,
// counted over days, without a network; and what is kept of it.
// Usage: today.mjs TABLIER
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDesk } from "../wasm/desk.mjs";
import { dist, launch } from "./browser.mjs";
import { fingersOf } from "./fingers.mjs";
import {
  assert,
  equal,
  finish,
  PATIENCE,
  runCases,
  secretOf,
  tile,
  violations,
  visit,
  withWorker,
} from "./harness.mjs";
import { leave, openHouse, person } from "./house.mjs";

const [binary] = process.argv.slice(2);
const house = await openHouse(binary);
if (!(await house.hasPage())) {
  console.log("the server was built without the page: make web, then make build");
  await house.close();
  process.exit(77);
}
const browser = await launch();
/** The engine that the page fetches for a game. */
function engineOf(game) {
  const name = readdirSync(`${dist}/assets`).find((file) => file.startsWith(`engine.${game}-`));
  return `${dist}/assets/${name}`;
}

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  permissions: ["clipboard-read", "clipboard-write"],
};
const noon = (day) => new Date(`${day}T12:00:00Z`);
const today = () => new Date().toISOString().slice(0, 10);

/** Somebody whose clock says that day, wherever they live. */
async function on(day, options = {}) {
  const page = await person(browser, "about:", "blank", { ...phone, ...options });
  await page.clock.setFixedTime(noon(day));
  await page.goto(`${house.url}/#/today`);
  await page.locator(".puzzle").first().waitFor();
  return page;
}

const kept = (page, game) =>
  page.evaluate(
    (id) => JSON.parse(localStorage.getItem("tablier.games") ?? "[]").find((one) => one.game === id)?.record,
    game,
  );
const card = (page, game) => page.locator(".puzzle", { hasText: game });
const promptSays = (page, words) => page.locator(".prompt", { hasText: words }).waitFor();

async function begin(page, fingers, game) {
  const button = card(page, game).locator(".button.main");
  await button.scrollIntoViewIfNeeded();
  await fingers.tap(button);
  await page.locator(".table .board").waitFor();
}

/** Topologic by finger: the pawns on the secret at once, or the last one a turn later. */
async function topologic(page, fingers, late = false) {
  await begin(page, fingers, "Topologic");
  const secret = secretOf(engineOf("topologic"), await kept(page, "topologic"));
  const beside = late ? await besideOf(page, secret) : secret;
  for (let i = 1; i <= 5; i++) {
    await promptSays(page, `Place pawn ${i} of 5`);
    await page.locator(".pawn.movable").first().waitFor();
    await fingers.tap(tile(page, i === 5 ? beside : secret));
  }
  await promptSays(page, "Ask for the score.");
  await fingers.tap(page.locator(".deeds .main"));
  if (late) {
    await page.locator(".plaque").waitFor();
    await fingers.tap(page.locator(`[data-pawn="5"], .pawn >> nth=4`).first());
    await promptSays(page, "Where should pawn 5 go?");
    await fingers.tap(tile(page, secret));
    await page.locator(".pawn.moved").first().waitFor();
    await fingers.tap(page.locator(".deeds .main"));
  }
  await page.locator(".ending").waitFor();
  return secret;
}

/** A tile in the secret's row, from where a pawn reaches it in one move. */
async function besideOf(page, secret) {
  const desk = openDesk(engineOf("topologic"));
  desk.load(await kept(page, "topologic"));
  const { field } = JSON.parse(desk.scene(0));
  const [, y] = field[secret];
  return Object.keys(field).find((name) => name !== secret && field[name][1] === y);
}

/** The city of a quest, as the hard bot finds it: building, quarter turns, zone. */
function cityOf(record) {
  const desk = openDesk(engineOf("archeologic"));
  desk.load(record);
  for (let note = desk.bot(0, "hard", 0); note; note = desk.bot(0, "hard", 0)) desk.play(0, note);
  return [...desk.save().matchAll(/^0 lay (\w) r(\d) (\w\d)$/gm)]
    .slice(-6)
    .map(([, b, r, z]) => [b, Number(r), z]);
}

/** A building turned by taps in the tray and dragged onto its zone. */
async function lay(page, fingers, [building, turns, zone]) {
  const n = "SVTLOI".indexOf(building);
  const says = (words) =>
    page.waitForFunction(
      ([i, what]) => document.querySelectorAll(".piece")[i].getAttribute("aria-label").includes(what),
      [n, words],
    );
  for (let i = 1; i <= turns; i++) {
    await fingers.tap(page.locator(".piece").nth(n));
    await page.locator(".piece.picked").waitFor();
    await says(`turned ${i}`);
  }
  const from = await page.locator(`.piece >> nth=${n} >> .cell`).first().boundingBox();
  const [x, y] = await page.evaluate((i) => {
    const cell = document.querySelectorAll(".piece")[i].querySelector(".cell").parentElement;
    const [, across, down] = /translate\((\d+) (\d+)\)/.exec(cell.getAttribute("transform")).map(Number);
    return [across / 100, down / 100];
  }, n);
  const corner = await page.locator(`[data-zone="${zone}"]`).boundingBox();
  const step = corner.width / 0.96;
  await fingers.drag(
    { x: from.x + from.width / 2, y: from.y + from.height / 2 },
    { x: corner.x + corner.width / 2 + x * step, y: corner.y + corner.height / 2 + y * step },
  );
  await says(`on ${zone}`);
}

/** ArcheOlogic by finger: one question, then the right claim. */
async function archeologic(page, fingers) {
  const axis = (name) => page.locator(".dig-plan .axis", { hasText: new RegExp(`^${name}`) });
  await begin(page, fingers, "ArcheOlogic");
  const city = cityOf(await kept(page, "archeologic"));
  await promptSays(page, "Choose the axis");
  await fingers.tap(axis("E"));
  await promptSays(page, "Choose an axis and what to ask");
  await fingers.tap(axis("1"));
  await fingers.tap(page.locator(".subject").nth(1));
  await fingers.tap(page.locator(".deeds .main"));
  await promptSays(page, "Choose an axis and what to ask");
  for (const one of city) await lay(page, fingers, one);
  await fingers.tap(page.locator(".deeds .button").nth(1));
  await promptSays(page, "Claim this city for 4?");
  await fingers.tap(page.locator(".deeds .main"));
  await page.locator(".ending").waitFor();
}

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

const cases = {
  "both puzzles are played by finger on a phone, shared, and told to the house": async () => {
    const page = await person(browser, house.url, "/#/today", phone);
    const fingers = await fingersOf(page);
    const secret = await topologic(page, fingers);
    equal(await page.locator(".actions button", { hasText: /Hint|Advice/ }).count(), 0, "helps");
    await fingers.tap(page.getByRole("button", { name: "Copy the result" }));
    await page.locator(".toast", { hasText: "Copied" }).waitFor();
    equal(await clipboard(page), `Topologic ${today()} █ 1\n${house.url}/#/today`, "what is shared");
    assert(!(await clipboard(page)).includes(secret), "the secret is told");
    await fingers.tap(page.getByRole("link", { name: "Par, streak and the others" }));
    const done = card(page, "Topologic");
    await done.locator(".puzzle-result", { hasText: "1 turn" }).waitFor();
    await done.locator(".puzzle-par", { hasText: /Under par! The hard bot needs \d turns\./ }).waitFor();
    await done.locator(".puzzle-streak", { hasText: "1 day in a row" }).waitFor();
    await done.locator(".puzzle-house", { hasText: "You are the first here today." }).waitFor();
    equal(await done.getByRole("button", { name: /Play|Go on/ }).count(), 0, "a second try");
    await archeologic(page, fingers);
    await fingers.tap(page.getByRole("button", { name: "Copy the result" }));
    await page.locator(".toast", { hasText: "Copied" }).waitFor();
    await page.waitForFunction(() =>
      navigator.clipboard.readText().then((text) => text.startsWith("ArcheOlogic")),
    );
    const [line] = (await clipboard(page)).split("\n");
    assert(new RegExp(`^ArcheOlogic ${today()} [▁▂▃▄▅▆▇█]✓ \\d+$`).test(line), line);
    await fingers.tap(page.getByRole("link", { name: "Par, streak and the others" }));
    await card(page, "ArcheOlogic").locator(".puzzle-par").waitFor();
    equal(await violations(page), [], "today");
    await leave(page);
  },

  "the house tells how many had which result, and nobody's name": async () => {
    const ada = await person(browser, house.url, "/#/today", phone);
    await topologic(ada, await fingersOf(ada), true);
    await ada.getByRole("link", { name: "Par, streak and the others" }).click();
    const panel = card(ada, "Topologic").locator(".puzzle-house");
    await panel.locator("p", { hasText: "Fewer: 1." }).waitFor();
    equal(await panel.locator(".bars li").count(), 2, "bars");
    equal(await panel.locator(".bars .own .bars-label").textContent(), "2", "one's own");
    await panel.locator(".own", { hasText: "you" }).waitFor();
    await leave(ada);
  },

  "the same moment has the same puzzle everywhere, and the next day another": async () => {
    const records = [];
    for (const [day, timezoneId] of [
      ["2026-11-20", "Pacific/Auckland"],
      ["2026-11-20", "America/Los_Angeles"],
      ["2026-11-21", "Europe/Paris"],
    ]) {
      const page = await on(day, { timezoneId });
      for (const game of ["Topologic", "ArcheOlogic"]) {
        await card(page, game).getByRole("button").click();
        await page.locator(".table .board").waitFor();
        records.push(await kept(page, game.toLowerCase()));
        await page.goto(`${house.url}/#/today`);
      }
      await leave(page);
    }
    assert(records.every(Boolean), "a record is missing");
    equal(records.slice(0, 2), records.slice(2, 4), "two ends of the world");
    assert(records[4] !== records[0] && records[5] !== records[1], "two days");
  },

  "the terminal has the same puzzle": async () => {
    const folder = mkdtempSync(join(tmpdir(), "tablier-today-"));
    const page = await on("2026-11-10");
    for (const game of ["Topologic", "ArcheOlogic"]) {
      await card(page, game).getByRole("button").click();
      await page.locator(".table .board").waitFor();
      const command = ["today", game.toLowerCase(), "--day", "2026-11-10"];
      execFileSync(binary, command, { input: `save ${folder}/it\nquit\nno\n`, timeout: PATIENCE });
      const saved = readFileSync(`${folder}/it`, "utf8").replace(/^#.*\n/gm, "");
      equal(await kept(page, game.toLowerCase()), saved, game);
      rmSync(`${folder}/it`);
      await page.goto(`${house.url}/#/today`);
    }
    rmSync(folder, { recursive: true });
    await leave(page);
  },

  "days in a row are counted, and a day left out ends them": async () => {
    const page = await on("2026-12-30");
    const fingers = await fingersOf(page);
    const streak = (words) => card(page, "Topologic").locator(".puzzle-streak", { hasText: words }).waitFor();
    const days = {
      "2026-12-30": "1 day in a row",
      "2026-12-31": "2 days in a row",
      "2027-01-01": "3 days in a row",
    };
    for (const [day, words] of Object.entries(days)) {
      await page.clock.setFixedTime(noon(day));
      await page.goto(`${house.url}/#/today`);
      await page.reload();
      await topologic(page, fingers);
      await page.goto(`${house.url}/#/today`);
      await streak(words);
    }
    for (const [day, words] of [
      ["2027-01-02", "3 days in a row"], // today's is still to be played
      ["2027-01-03", "0 days in a row · longest: 3 days"],
    ]) {
      await page.clock.setFixedTime(noon(day));
      await page.reload();
      await streak(words);
    }
    await leave(page);
  },

  "what a turn has told is not taken back, and a puzzle begun goes on": async () => {
    const page = await on("2026-11-25");
    const fingers = await fingersOf(page);
    await begin(page, fingers, "Topologic");
    for (let i = 1; i <= 5; i++) {
      await promptSays(page, `Place pawn ${i} of 5`);
      await fingers.tap(tile(page, "A1"));
    }
    await promptSays(page, "Ask for the score.");
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
    await fingers.tap(page.locator(".deeds .main"));
    await page.locator(".plaque").waitFor();
    assert(await page.locator(".actions .back, .back").first().isDisabled(), "undo after a score");
    await page.goto(`${house.url}/#/today`);
    await page.getByRole("button", { name: "Go on with Topologic" }).click();
    await page.locator(".plaque").waitFor();
    await leave(page);
  },

  "it needs no network": async () => {
    const page = await visit(browser, house.url, { ...phone, ...withWorker });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, {
      timeout: PATIENCE,
    });
    await page.context().setOffline(true);
    await page.goto(`${house.url}/#/today`);
    const fingers = await fingersOf(page);
    await topologic(page, fingers);
    await page.goto(`${house.url}/#/today`);
    await card(page, "Topologic").locator(".puzzle-result", { hasText: "1 turn" }).waitFor();
    await card(page, "Topologic").locator(".puzzle-words", { hasText: "Without a line" }).waitFor();
    await page.context().setOffline(false);
    await card(page, "Topologic").locator(".puzzle-house").waitFor();
    await finish(page);
  },

  "my games counts what ended here and at tables, by game and way of playing": async () => {
    const page = await person(browser, house.url, "/#/mine", {
      prepare: () => {
        if (localStorage.getItem("tablier.games")) return;
        const seats = [
          { kind: "person", name: "Ada", bot: null },
          { kind: "bot", name: "", bot: "hard" },
        ];
        const game = (id, points, place, more = {}) => ({
          id,
          game: "topologic",
          seats,
          record: "",
          changed: Date.UTC(2026, 10, Number(id)),
          over: true,
          plies: 9,
          points,
          place,
          ...more,
        });
        localStorage.setItem(
          "tablier.games",
          JSON.stringify([
            game("12", [56, 55], [1, 2]),
            game("11", [54, 56], [2, 1]),
            game("10", [55, 55], [1, 1], { helped: [0] }),
            game("9", [55], [1], { seats: seats.slice(0, 1) }),
            game("8", [31, 31], [1, 1], { game: "contrees" }),
            game("7", [4, 4], [0, 0], { game: "contrees" }),
          ]),
        );
      },
    });
    const mode = (name) => page.locator(".mine-mode", { hasText: name });
    const figures = (name) => mode(name).locator(".figures > div").allInnerTexts();
    await mode("Against bots").waitFor();
    equal(
      (await figures("Against bots")).flatMap((text) => text.split("\n")),
      ["games", "3", "won", "1 (33.3 %)", "drawn", "1", "turns, mean", "5", "best", "4", "with help", "1"],
      "figures",
    );
    equal(
      (await figures("With bots")).flatMap((text) => text.split("\n")).slice(0, 4),
      ["games", "2", "won", "1 (50 %)"],
      "an expedition that succeeds is won by all",
    );
    equal(await mode("With bots").getByText("drawn").count(), 0, "drawn expeditions");
    equal(await mode("Alone").locator(".curve").count(), 0, "a curve of one game");
    const curve = mode("Against bots").locator(".curve");
    equal(
      await curve.getAttribute("aria-label"),
      "turns over 3 games: first 5, latest 4, from 4 to 6.",
      "the curve",
    );
    equal(
      [await curve.locator("circle").count(), await curve.locator("rect").count()],
      [1, 2],
      "won and not",
    );
    // A game at a table of the server is added, and goes with the identity, which the page has by then.
    while (!(await page.context().cookies()).length) await page.waitForTimeout(50);
    await page.evaluate(async () => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      await new Promise((done) => socket.addEventListener("open", done));
      const ask = (id, what) =>
        new Promise((done) => {
          socket.addEventListener(
            "message",
            (e) => JSON.parse(e.data).id === id && done(JSON.parse(e.data).ok),
          );
          socket.send(JSON.stringify({ id, ...what }));
        });
      const { table } = await ask(1, { do: "create", game: "topologic", seats: ["me"] });
      await ask(2, { do: "resign", table });
    });
    await page.reload();
    await mode("Alone").locator("dd", { hasText: "1 (50 %)" }).waitFor();
    // Throwing a game away takes nothing from the figures; deleting the results does.
    await page.goto(`${house.url}/#/`);
    await page
      .getByRole("button", { name: /Throw away/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Throw it away" }).click();
    await page.goto(`${house.url}/#/mine`);
    equal(
      await mode("Against bots").locator("dd").first().textContent(),
      "3",
      "games after one was thrown away",
    );
    equal(await violations(page), [], "my games");
    await page.getByRole("button", { name: "Delete the results on this device" }).click();
    await page.getByRole("button", { name: "Yes, delete it all" }).click();
    await mode("Against bots").waitFor({ state: "detached" });
    await page.goto(`${house.url}/#/settings`);
    await page.getByRole("button", { name: "Delete my data" }).click();
    await page.getByRole("button", { name: "Yes, delete it all" }).click();
    await page.locator(".toast", { hasText: "deleted" }).waitFor();
    await page.goto(`${house.url}/#/mine`);
    await page.reload();
    await page.locator(".mine", { hasText: "Nothing has ended yet" }).waitFor();
    await leave(page);
  },

  "a browser that keeps nothing says so, and the puzzle is played all the same": async () => {
    const page = await person(browser, house.url, "/#/today", {
      ...phone,
      prepare: () =>
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new Error("blocked");
          },
        }),
    });
    await card(page, "Topologic").getByRole("button").click();
    await promptSays(page, "Place pawn 1 of 5");
    await page.goto(`${house.url}/#/mine`);
    await page.locator(".notice.bad", { hasText: "keeps nothing" }).waitFor();
    await leave(page);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await house.close();
});
