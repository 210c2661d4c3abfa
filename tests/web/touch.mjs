// Every game by finger, at the sizes of phones and tablets: a whole game each, with taps and drags, and
// nothing above the board ever changes its size. A new game joins with one entry in `players`.
// Usage: touch.mjs WASM
import { launch } from "./browser.mjs";
import { arrive, assert, equal, finish, runCases, secretOf, tile } from "./harness.mjs";
import { fingersOf } from "./fingers.mjs";
import { goOn, step } from "./lesson.mjs";
import { lit } from "./lit.mjs";
import { city, company, layGame, openGames } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await servePage();
const browser = await launch();
const engine = openGames(wasm);
const sizes = ["360x740", "390x844", "820x1180", "1024x768"];

const record = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tablier.games"))[0].record);
const notes = async (page) => (await record(page)).split("\n").filter((line) => /^\d+ /.test(line));
/** The moves kept so far, once there are that many. */
async function played(page, n) {
  await page.waitForFunction(
    (count) =>
      JSON.parse(localStorage.getItem("tablier.games"))[0]
        .record.split("\n")
        .filter((line) => /^\d+ /.test(line)).length >= count,
    n,
  );
  return notes(page);
}
const promptSays = (page, words) => page.locator(".prompt", { hasText: words }).waitFor();

/** Where the board lies: it must stay there, whatever is said above it. */
const boardPlace = (page) =>
  page.evaluate(() => {
    const { x, y, width, height } = document.querySelector(".board").getBoundingClientRect();
    return [x, y, width, height, scrollX, scrollY].map(Math.round);
  });

/** In the page: every place that the board of a game ever has, in `places`. */
function watchPlaces() {
  globalThis.places = [];
  setInterval(() => {
    const box = document.querySelector(".table .board")?.getBoundingClientRect();
    if (!box) return;
    const place = [box.x, box.y, box.width, box.height, scrollX, scrollY].map(Math.round).join();
    if (!globalThis.places.includes(place)) globalThis.places.push(place);
  }, 100);
}

/** In the page: where to touch next, as soon as there is something, and how many moves are kept. */
async function waitFor(next, taps, order) {
  let point = next(taps, order);
  for (; !point; point = next(taps, order)) await new Promise((go) => setTimeout(go, 30));
  const [{ record: kept }] = JSON.parse(localStorage.getItem("tablier.games"));
  return { point, decisions: kept.match(/^\d+ /gm)?.length ?? 0 };
}

/** Touches what `next` finds in the page, until the game is over. */
async function touchOn(page, fingers, next, order) {
  let done = { decisions: 0, taps: 0 };
  for (let taps = 0; ; taps++) {
    // Both functions work there: a question from here at every moment would cost more than the game.
    const { point, decisions } = await page.evaluate(
      `(${waitFor})(${next}, ${taps}, ${JSON.stringify(order)})`,
    );
    if (point === "over") return;
    if (decisions > done.decisions) done = { decisions, taps };
    assert(taps - done.taps < 200, "two hundred touches of what is lit decide nothing");
    await fingers.tap(point);
  }
}

/* ---- whole games ---- */

/** Topologic alone: pawns dragged and tapped onto wrong tiles, then gathered on the secret. */
async function topologic(page, fingers) {
  await layGame(page, server.url, "topologic", engine.fresh("topologic", 1, { pawns: "3" }, 57), company(1));
  const secret = secretOf(wasm, await record(page));
  const first = ["E3", "E6", "A1"];
  await promptSays(page, "Place pawn 1 of 3");
  await fingers.drag(page.locator(".pawn.movable").first(), tile(page, first[0]));
  for (const [i, name] of first.slice(1).entries()) {
    await promptSays(page, `Place pawn ${i + 2} of 3`);
    await page.locator(".pawn.movable").first().waitFor();
    await fingers.tap(tile(page, name));
    await played(page, i + 2);
  }
  await promptSays(page, "Ask for the score.");
  await fingers.tap(page.locator(".deeds .main"));
  await page.locator(".plaque").waitFor();
  // A tap takes a pawn up and moves nothing; Cancel lets it go.
  await fingers.tap(page.locator(".pawn").first());
  await promptSays(page, "Where should pawn 1 go?");
  equal((await notes(page)).length, 4, "decisions after a tap on a pawn");
  await fingers.tap(page.locator(".back.cancel"));
  await promptSays(page, "Move any pawns");
  // A turn in which nothing moved is asked about.
  await fingers.tap(page.locator(".deeds .main"));
  await promptSays(page, "No pawn has moved");
  await fingers.tap(page.locator(".back.cancel"));
  equal((await notes(page)).length, 4, "decisions after Cancel");
  // Pawn 3 by tap, then everything gathered by dragging.
  await fingers.tap(page.locator(".pawn").nth(2));
  await promptSays(page, "Where should pawn 3 go?");
  await fingers.tap(tile(page, "A5"));
  await played(page, 5);
  await promptSays(page, /Move any pawns|Ask for/);
  await fingers.tap(page.locator(".deeds .main"));
  await played(page, 6);
  await page.locator(".plaque-turn", { hasText: "2" }).waitFor();
  for (const pawn of [0, 1, 2]) {
    await fingers.drag(page.locator(".pawn").nth(pawn), tile(page, secret));
    await played(page, 7 + pawn);
    await page.locator(`.pawn.moved`).nth(pawn).waitFor();
  }
  await promptSays(page, "Ask for the score.");
  await fingers.tap(page.locator(".deeds .main"));
  await page.locator(".ending", { hasText: "You needed 3 turns" }).waitFor();
}

/** Turned by taps in the tray, then dragged with its corner onto the zone. */
async function layBuilding(page, fingers, building, turns, zone) {
  const piece = page.locator(".piece").nth("SVTLOI".indexOf(building));
  for (let i = 1; i <= turns; i++) {
    await fingers.tap(piece);
    await page.locator(".piece.picked").waitFor();
    await page.waitForFunction(
      ([n, turned]) =>
        document.querySelectorAll(".piece")[n].getAttribute("aria-label").includes(`turned ${turned}`),
      ["SVTLOI".indexOf(building), i],
    );
  }
  const from = await page
    .locator(`.piece >> nth=${"SVTLOI".indexOf(building)} >> .cell`)
    .first()
    .boundingBox();
  const cell = await page.evaluate(
    ([n]) => {
      const g = document.querySelectorAll(".piece")[n].querySelector(".cell").parentElement;
      const [, x, y] = /translate\((\d+) (\d+)\)/.exec(g.getAttribute("transform")).map(Number);
      return [x / 100, y / 100];
    },
    ["SVTLOI".indexOf(building)],
  );
  const corner = await page.locator(`[data-zone="${zone}"]`).boundingBox();
  const step = corner.width / 0.96;
  await fingers.drag(
    { x: from.x + from.width / 2, y: from.y + from.height / 2 },
    { x: corner.x + corner.width / 2 + cell[0] * step, y: corner.y + corner.height / 2 + cell[1] * step },
  );
  await page.waitForFunction(
    ([n, at]) => document.querySelectorAll(".piece")[n].getAttribute("aria-label").includes(`on ${at}`),
    ["SVTLOI".indexOf(building), zone],
  );
}

/** ArcheOlogic alone: questions by taps, buildings by drags and taps, a wrong claim, then the right one. */
async function archeologic(page, fingers) {
  const axis = (name) => page.locator(".dig-plan .axis", { hasText: new RegExp(`^${name}`) });
  const piece = (building) => page.locator(".piece").nth("SVTLOI".indexOf(building));
  const label = (building) => piece(building).getAttribute("aria-label");
  await layGame(
    page,
    server.url,
    "archeologic",
    engine.fresh("archeologic", 1, { quest: "FR14X52C" }, 7),
    company(1),
  );
  await promptSays(page, "Choose the axis");
  await fingers.tap(axis("E"));
  await promptSays(page, "Choose an axis and what to ask");
  for (const [name, subject] of [
    ["1", 3],
    ["A", 1],
  ]) {
    const before = (await notes(page)).length;
    await fingers.tap(axis(name));
    await fingers.tap(page.locator(".subject").nth(subject));
    await promptSays(page, `on ${/\d/.test(name) ? "row" : "column"} ${name}`);
    await fingers.tap(page.locator(".deeds .main"));
    await played(page, before + 3);
    await promptSays(page, "Choose an axis and what to ask");
  }
  // The answer stands at the prompt and on the board.
  await page.locator(".told", { hasText: "Empty zones on column A" }).waitFor();
  await page.locator(".answer-tag").waitFor();
  for (const [building, turns, zone] of city)
    await layBuilding(page, fingers, building, building === "O" ? 1 : turns, zone);
  const before = (await notes(page)).length;
  await fingers.tap(page.locator(".deeds .button").nth(1));
  await promptSays(page, "Claim this city for 4?");
  equal((await notes(page)).length, before, "decisions before the second touch");
  await fingers.tap(page.locator(".deeds .main"));
  await page.locator(".moment", { hasText: "This is not the city." }).waitFor();
  await page.locator(".told .bad").waitFor();
  await fingers.tap(page.locator(".moment .main"));
  await fingers.tap(piece("O")); // a tap turns it, and so does the button: four times is once around
  await page.locator(".turner").waitFor();
  for (let i = 0; i < 4; i++) await fingers.tap(page.locator(".turner"));
  assert(/turned 2/.test(await label("O")), await label("O"));
  await fingers.tap(page.locator(".deeds .button").nth(1));
  await promptSays(page, "Claim this city for 4?");
  await fingers.tap(page.locator(".deeds .main"));
  await page.locator(".ending", { hasText: "You mapped the city" }).waitFor();
}

/** In the page: the middle of something lit that a finger may touch now; null: nothing is. */
function nextTouch(turn, order) {
  if (document.querySelector(".ending")) return "over";
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) => {
      if (e.disabled) return false;
      const { left, top, width, height } = e.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return at !== null && (e.contains(at) || at.closest("button") === e);
    });
  const list = order.reduce((found, selector) => (found.length ? found : seen(selector)), []);
  if (!list.length) return null;
  const { left, top, width, height } = list[turn % list.length].getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Ancient Knowledge against a bot: whatever is lit is touched, until it is over; and a card is dragged. */
async function ancient(page, fingers) {
  const laid = engine.fresh("ancient", 2, { hands: "ready" }, 5);
  await layGame(page, server.url, "ancient", laid, company(2));
  await page.locator(".ak-action").first().waitFor();
  const before = (await notes(page)).length;
  // A card dragged onto a space that is lit once it is held.
  const card = page.locator(".ak-hand .lit").first();
  const from = await fingers.middle(card);
  await fingers.tap(card);
  await page.locator(".back.cancel").waitFor();
  const to = page.locator(".ak-target:not(.not), .ak-slot.lit").first();
  if (await to.count()) {
    const place = await fingers.middle(to);
    await fingers.tap(page.locator(".back.cancel"));
    await page.locator(".ak-action").first().waitFor();
    await fingers.drag(from, place);
    await played(page, before + 1);
  } else await fingers.tap(page.locator(".back.cancel"));
  await touchOn(page, fingers, nextTouch, lit.ancient);
}

/** Of a part of Archives' board a finger meets what is laid over it, and catches what is small. */
const archivesOrder = [
  ".deeds .main",
  ".av-spot.tray .av-hit",
  ".av-spot:not([data-thing^=square]):not([data-thing^=card]):not(.touched):not(.instead) .av-hit",
  ".av-catch.lit",
  ".av-spot:not(.touched):not(.instead) .av-hit",
  ".deeds .button[data-note]",
];

/** In the page: what a finger would touch now on the board of Archives. */
function nextArchives(turn, order) {
  if (document.querySelector(".ending")) return "over";
  if (!document.querySelector(".prompt.mine")) return null;
  const reached = (e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return (
      at !== null &&
      (e.contains(at) || at.closest("[role=button], button") === e.closest("[role=button], button"))
    );
  };
  // What lies under a point of such a board is dear to find: no further than the first kind that is there.
  const first = () =>
    order.reduce(
      (found, selector) => (found.length ? found : [...document.querySelectorAll(selector)].filter(reached)),
      [],
    );
  const pass = turn % 3 === 0 && document.querySelector('.deeds .button[data-note="pass"]');
  const list = pass && reached(pass) ? [pass] : first();
  if (!list.length) return null;
  // The nearest square: the way is paid for.
  const square = list[0].closest("[data-thing^=square]");
  const { left, top, width, height } = list[square ? 0 : turn % list.length].getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Archives against a bot: whatever is lit is touched; on a phone a site is opened first, and closed again. */
async function archives(page, fingers) {
  const laid = engine.fresh("archives", 2, {}, 12);
  await layGame(page, server.url, "archives", laid, company(2));
  await page.locator(".av-desk").waitFor();
  // A site opens large at a touch, and the whole board comes back.
  await fingers.tap(page.locator(".av-plate").nth(1));
  await page.locator(".av-desk.zoomed").waitFor();
  await fingers.tap(page.locator(".av-back"));
  await page.locator(".av-desk:not(.zoomed)").waitFor();
  await touchOn(page, fingers, nextArchives, archivesOrder);
}

/** In the page: what a finger would touch now in Nouvelles Contrées; a thing that is lit, then its button. */
function nextContrees(taps, order) {
  if (document.querySelector(".ending")) return "over";
  if (!document.querySelector(".prompt.mine")) return null;
  const reached = (e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at !== null && e.contains(at);
  };
  // Now and then a mission is watched before one is ready.
  const kinds = taps % 5 === 0 ? [".nc-mark.lit:not(.chosen)", ...order] : order;
  const list = kinds.reduce(
    (found, selector) => (found.length ? found : [...document.querySelectorAll(selector)].filter(reached)),
    [],
  );
  if (!list.length) return null;
  const { left, top, width, height } = list[taps % list.length].getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Nouvelles Contrées with a bot and every module: touched, then confirmed. */
async function contrees(page, fingers) {
  const options = { peripeteia: "yes", characters: "yes", domains: "yes", missions: "easy" };
  await layGame(page, server.url, "contrees", engine.fresh("contrees", 2, options, 7), company(2));
  await page.locator(".nc").waitFor();
  await touchOn(page, fingers, nextContrees, lit.contrees);
}

const players = { topologic, archeologic, ancient, archives, contrees };

const cases = {};
for (const [id, play] of Object.entries(players))
  for (const size of sizes)
    cases[`a whole game of ${id} by finger at ${size}`] = async () => {
      const [width, height] = size.split("x").map(Number);
      const page = await arrive(browser, {
        viewport: { width, height },
        hasTouch: true,
        isMobile: true,
      });
      const fingers = await fingersOf(page);
      await page.addInitScript(watchPlaces);
      try {
        await play(page, fingers);
      } catch (error) {
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/stuck-${id}-${size}.png` });
        const said = await page.locator(".stage-head").textContent();
        throw new Error(`${error.message}\nat: ${said}\nafter: ${(await notes(page)).slice(-6).join(", ")}`);
      }
      const places = await page.evaluate(() => globalThis.places);
      equal(places.length, 1, `places of the board: ${places.join(" / ")}`);
      await finish(page);
    };

cases["archeologic's lesson by finger at 390x844, in both languages"] = async () => {
  for (const locale of ["en-US", "fr-FR"]) {
    const page = await arrive(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale,
    });
    const fingers = await fingersOf(page);
    await page.goto(`${server.url}/#/learn/archeologic`);
    const axis = (name) => page.locator(".dig-plan .axis", { hasText: new RegExp(`^${name}`) });
    const tap = async (target) => {
      await target.waitFor();
      await fingers.tap(target);
    };
    const next = () => goOn(page, tap);
    const ask = async () => {
      await tap(page.locator(".subject.advised"));
      await tap(page.locator(".deeds .main:not(:disabled)"));
    };
    await step(page, 1);
    const place = await boardPlace(page);
    await next();
    await next();
    await tap(axis("A")); // from there the viewfinder would not step to row 1
    await page.locator(".coach-wrong").waitFor();
    await tap(axis("E"));
    await step(page, 4);
    await ask();
    await step(page, 5);
    await next();
    await ask();
    await step(page, 7);
    await next();
    await tap(axis("4"));
    await ask();
    await step(page, 9);
    await next();
    // The first is turned and dragged where labels are English, the others are laid by a touch on their outline.
    if (locale === "en-US") await layBuilding(page, fingers, "S", 3, "A1");
    else await tap(page.locator(".dig-plan .ghost .cell").first());
    for (let n = 11; n < 16; n++) {
      await step(page, n);
      await tap(page.locator(".dig-plan .ghost .cell").first());
    }
    await step(page, 16);
    await tap(page.locator(".deeds .button:not(.main):not(:disabled)"));
    await tap(page.locator(".deeds .main:not(:disabled)"));
    await page.locator('.coach a[href="#/new/archeologic"]').waitFor();
    equal(await boardPlace(page), place, "where the board lies at the end");
    await finish(page);
  }
};

cases["a press and its release act on the same thing, or on nothing"] = async () => {
  const page = await arrive(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const fingers = await fingersOf(page);
  await layGame(page, server.url, "topologic", engine.fresh("topologic", 1, {}, 57), company(1));
  await promptSays(page, "Place pawn 1 of 5");
  // The board slides away under the finger: the tile that comes to lie there is not meant.
  await fingers.press(tile(page, "E3"));
  await page.evaluate(() => {
    document.querySelector(".board").style.transform = "translateY(60px)";
  });
  await fingers.release();
  await page.evaluate(() => {
    document.querySelector(".board").style.transform = "";
  });
  await fingers.tap(tile(page, "E3"));
  await promptSays(page, "Place pawn 2 of 5");
  equal(await notes(page), ["0 place E3"], "what was played");
  await finish(page);
};

cases["the page beside the board still scrolls by finger"] = async () => {
  const page = await arrive(browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const fingers = await fingersOf(page);
  await layGame(page, server.url, "archeologic", engine.fresh("archeologic", 1, {}, 7), company(1));
  await fingers.tap(page.locator("#tab-answers"));
  const sheet = page.locator(".tab-sheet");
  await sheet.waitFor();
  const { x, y, width, height } = await sheet.boundingBox();
  if (await sheet.evaluate((e) => e.scrollHeight > e.clientHeight + 20)) {
    await fingers.drag({ x: x + width / 2, y: y + height - 20 }, { x: x + width / 2, y: y + 20 }, 12);
    await page.waitForFunction(() => document.querySelector(".tab-sheet").scrollTop > 10);
  }
  await page.goto(`${server.url}/#/rules/archeologic`);
  await page.locator("article h1").waitFor();
  await fingers.drag({ x: 180, y: 600 }, { x: 180, y: 150 }, 12);
  await page.waitForFunction(() => scrollY > 100);
  await finish(page);
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
