// ArcheOlogic in the page: its board from the first question to the review, its companion for
// owners of the box, by mouse, keyboard and touch, in both languages.
// Usage: archeologic.mjs
import { launch } from "./browser.mjs";
import { arrive, assert, equal, finish, fits, prompt, runCases, violations } from "./harness.mjs";
import { keptAs } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const server = await servePage();
const browser = await launch();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const open = (options) => arrive(browser, options);

const person = { kind: "person", name: "", bot: null };
const robot = { kind: "bot", name: "", bot: "easy" };

/** A game as the page keeps it, opened where it stands. */
async function begin(page, options, seats = [person]) {
  const chosen = Object.entries({ quest: "FR14X52C", ...options }).map(
    ([id, value]) => `option ${id} ${value}\n`,
  );
  const record = `tablier 1\ngame archeologic 1\nseats ${seats.length}\n${chosen.join("")}seed 7\n\n`;
  await page.addInitScript(
    ([kept]) => localStorage.getItem("tablier.games") || localStorage.setItem("tablier.games", kept),
    [JSON.stringify([keptAs("dig", "archeologic", seats, record)])],
  );
  await page.goto(`${server.url}/#/local/dig`);
  await page.locator(".dig-plan").waitFor();
}

/** The city of quest FR14X52C: building, quarter turns, zone. */
const city = [
  ["S", 3, "A1"],
  ["V", 3, "A3"],
  ["T", 0, "C2"],
  ["L", 3, "B4"],
  ["O", 2, "D1"],
  ["I", 3, "E3"],
];
const subjects = ["buildings", "empties", "traps", "S", "V", "T", "L", "O", "I"];
const piece = (page, building) => page.locator(".piece").nth("SVTLOI".indexOf(building));
const axis = (page, name) => page.locator(".dig-plan .axis", { hasText: new RegExp(`^${name}`) });
const mainButton = (page) => page.locator(".actions .main");

/** Where the viewfinder starts. */
async function start(page, name, touch = (target) => target.click()) {
  await touch(axis(page, name));
  await prompt(page, "Choose an axis and what to ask");
}

async function ask(page, name, subject) {
  await axis(page, name).click();
  await page.locator(".subject").nth(subjects.indexOf(subject)).click();
  await mainButton(page).click();
  // A question is three decisions; what was chosen is put down when its answer has come.
  await page.locator('.subject[aria-checked="true"]').waitFor({ state: "detached" });
}

/** By keys alone: pick the building up, turn it, drop it. */
async function lay(page, building, turns, zone) {
  await piece(page, building).focus();
  for (let i = 0; i < turns; i++) await page.keyboard.press("r");
  await page.keyboard.press("Enter");
  await page.locator(`[data-zone="${zone}"]`).focus();
  await page.keyboard.press("Enter");
}

/** Held by its middle, `wide` by `high` cells, until its corner is on the zone. */
async function drag(page, building, zone, wide, high) {
  const from = await piece(page, building).boundingBox();
  const to = await page.locator(`[data-zone="${zone}"]`).boundingBox();
  await page.mouse.move(from.x + from.width / 2 - 2, from.y + from.height / 2 + 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 5 });
  await page.mouse.move(to.x + (to.width * wide) / 2, to.y + (to.height * high) / 2, { steps: 3 });
  await page.mouse.up();
}
const whereIs = async (page, building) =>
  /on (\w\d), turned (\d)/
    .exec(await piece(page, building).getAttribute("aria-label"))
    ?.slice(1)
    .join(" r") ?? null;

/** Axe by day in English, then by night in French; and nothing sticks out. */
async function lookAround(page, where, faults) {
  const look = async (how, rules) =>
    faults.push(...(await violations(page, rules)).map((fault) => `${where}, ${how}: ${fault}`));
  await fits(page, where);
  await look("en, day");
  await page.getByRole("button", { name: "Dark colours" }).click();
  await page.getByRole("button", { name: "Français" }).click();
  await page.locator("html[lang=fr]").waitFor({ state: "attached" });
  await look("fr, night", ["color-contrast", "aria-valid-attr-value", "button-name"]);
  await fits(page, `${where}, in French`);
  await page.getByRole("button", { name: "Couleurs sombres" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await page.locator("html[lang=en]").waitFor({ state: "attached" });
}

const cases = {
  async "a city is mapped alone, from the first question to the review"() {
    const page = await open();
    const faults = [];
    await begin(page, { clues: "3" });
    await prompt(page, "Choose the axis on which the viewfinder starts");
    equal(await page.locator(".zone .clue").count(), 3, "clues on the plan");
    await lookAround(page, "the start", faults);
    await start(page, "E");
    await ask(page, "1", "S");
    await page.locator(".windows .sign").nth(1).waitFor(); // oo through the holes
    equal(
      await page.locator(".answers tbody tr").nth(0).locator("td").nth(3).getAttribute("aria-label"),
      "safe, safe",
      "answer on the sheet",
    );
    await ask(page, "A", "empties");
    await ask(page, "4", "V");
    await page.getByText("Time: 8").waitFor();
    // The mouse drags what the keyboard has turned.
    await piece(page, "S").focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press("r");
    await drag(page, "S", "A1", 3, 2);
    equal(await whereIs(page, "S"), "A1 r3", "where S lies");
    await drag(page, "V", "A1", 2, 2); // S is there: it stays in the tray
    equal(await whereIs(page, "V"), null, "where V lies");
    await page.locator('[data-zone="E5"]').click();
    await page.locator(".guess").waitFor();
    await lookAround(page, "the middle", faults);
    for (const [building, turns, zone] of city.slice(1)) await lay(page, building, turns, zone);
    await page.getByRole("button", { name: "Claim, for 4" }).click();
    await prompt(page, "Claim this city for 4?");
    await page.getByRole("button", { name: "Yes, claim it" }).click();
    await page.locator(".dig-ending", { hasText: "Rank: expert" }).waitFor();
    await page.locator(".dig-ending", { hasText: "Rank: expert" }).waitFor();
    await page.locator(".dig-ending", { hasText: "FR14X52C" }).waitFor();
    const shrunk = (await page.locator(".shrinking text").allTextContents()).map(Number);
    equal([shrunk.length, shrunk.at(-1)], [5, 1], "points of the plot, and the last one");
    assert(
      shrunk.every((count, i) => i === 0 || count <= shrunk[i - 1]),
      `the cities do not shrink: ${shrunk}`,
    );
    equal(await page.locator(".review tbody tr").count(), 4, "turns in the review");
    equal(await page.locator(".review th").last().textContent(), "Best question");
    assert(
      / on (row|column) /.test(
        await page.locator(".review tbody tr").first().locator("td").last().textContent(),
      ),
      "a best question is named",
    );
    equal(await page.locator(".piece").count(), 6, "buildings of the city shown");
    await lookAround(page, "the end", faults);
    await finish(page);
    assert(faults.length === 0, faults.join("\n"));
  },

  async "the keyboard alone finds the plan, turns and places a building, and asks"() {
    const page = await open();
    await begin(page, {});
    const tabTo = async (test, what) => {
      for (let i = 0; i < 60; i++) {
        if (await page.evaluate(test)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab never reaches ${what}`);
    };
    await tabTo(() => document.activeElement?.getAttribute("aria-label")?.startsWith("Aim at E"), "axis E");
    await page.keyboard.press("Enter");
    await prompt(page, "Choose an axis and what to ask");
    await tabTo(
      () => document.activeElement?.getAttribute("aria-label")?.startsWith("Building S"),
      "building S",
    );
    for (const key of ["r", "r", "r", "R", "Enter"]) await page.keyboard.press(key === "R" ? "Shift+R" : key);
    await page.keyboard.press("Shift+Tab"); // back to the zones
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    equal(await whereIs(page, "S"), "C2 r2", "where S lies");
    await piece(page, "S").focus();
    await page.keyboard.press("ArrowLeft");
    equal(await whereIs(page, "S"), "B2 r2", "S after an arrow");
    await page.keyboard.press("Delete");
    equal(await whereIs(page, "S"), null, "S taken off");
    await tabTo(
      () => document.activeElement?.getAttribute("aria-label")?.startsWith("Empty zones"),
      "the subject",
    );
    await page.keyboard.press("Enter");
    await tabTo(() => document.activeElement?.textContent?.startsWith("Ask, for 1"), "Ask");
    await page.keyboard.press("Enter");
    await page.locator(".log li", { hasText: "The Archeoscope answers" }).waitFor();
    await finish(page);
  },

  async "a building that contradicts an answer is warned of, where the table allows it"() {
    for (const aids of ["warnings", "none"]) {
      const page = await open();
      await begin(page, { aids });
      await start(page, "E");
      await ask(page, "1", "S"); // two safe cells
      await lay(page, "S", 0, "A1"); // one sharp cell on row 1
      const remark = page.locator(".dig-remark", { hasText: "Your plan contradicts:" });
      if (aids === "warnings") {
        await remark.filter({ hasText: "Building S on row 1: safe, safe" }).waitFor();
        equal(await page.locator(".axis.wrong").count(), 1, "axes marked");
      } else {
        await page.waitForFunction(() => /on A1/.test(document.querySelector(".piece").ariaLabel ?? ""));
        equal(await remark.count(), 0, `warnings with ${aids}`);
        equal(await page.locator(".axis.wrong").count(), 0, `axes marked with ${aids}`);
      }
      await finish(page);
    }
  },

  async "six buildings that contradict an answer are warned of: traps on D of quest 5C2VQNQ9"() {
    const page = await open();
    await begin(page, { quest: "5C2VQNQ9" });
    await start(page, "D");
    await ask(page, "D", "traps");
    for (const [building, turns, zone] of [
      ["S", 1, "A1"],
      ["V", 2, "C2"],
      ["T", 1, "A3"],
      ["L", 2, "D1"],
      ["O", 3, "D4"],
      ["I", 2, "A5"],
    ])
      await lay(page, building, turns, zone);
    await page.locator(".dig-remark", { hasText: "Traps on column D: sharp, fire, fire" }).waitFor();
    assert(await axis(page, "D").evaluate((g) => g.classList.contains("wrong")), "D is marked");
    // Claimed all the same: after the verdict that very plan contradicts the refused claim too.
    await page.getByRole("button", { name: "Claim, for 4" }).click();
    await page.getByRole("button", { name: "Yes, claim it for 4" }).click();
    await page.locator(".moment .main").click();
    await page.locator(".dig-remark", { hasText: /And \d things? more/ }).waitFor();
    await finish(page);
  },

  async "an expert's clue that the plan contradicts is marked"() {
    const page = await open();
    await begin(page, { quest: "5C2VQNQ9", mode: "expert-1" });
    await page.locator(".expert-clues li").first().waitFor();
    await lay(page, "S", 0, "A1");
    await page.locator(".expert-clues .wrong").first().waitFor();
    await page.locator(".dig-remark").waitFor();
    await finish(page);
  },

  async "in the tray nothing overlaps however it is turned, and what is touched is as large as a finger"() {
    for (const size of [
      [390, 844],
      [360, 740],
      [1280, 650],
    ]) {
      const small = size[0] < 1000;
      const page = await open({
        viewport: { width: size[0], height: size[1] },
        ...(small && { hasTouch: true, isMobile: true }),
      });
      await begin(page, {});
      await start(page, "E");
      for (let turn = 0; turn < 4; turn++) {
        for (const building of "SVTLOI") await piece(page, building).press("r");
        await piece(page, "I").press("Enter");
        await page.locator(".turner").waitFor();
        const touching = await page.evaluate(() => {
          const things = [
            ...[...document.querySelectorAll(".piece")].map((g) => [...g.querySelectorAll(".cell")]),
            [document.querySelector(".turner")],
          ].map((cells) => cells.map((cell) => cell.getBoundingClientRect()));
          const meet = (a, b) =>
            a.right > b.left + 0.5 &&
            b.right > a.left + 0.5 &&
            a.bottom > b.top + 0.5 &&
            b.bottom > a.top + 0.5;
          return things.flatMap((a, i) =>
            things
              .slice(i + 1)
              .filter((b) => a.some((x) => b.some((y) => meet(x, y))))
              .map(() => i),
          );
        });
        equal(touching, [], `overlapping, turned ${turn + 1}`);
        await piece(page, "I").press("Enter");
      }
      for (const chip of await page.locator(".subject").all()) {
        const { width, height } = await chip.boundingBox();
        assert(width >= 44 && height >= 44, `${size}: a chip of ${width} by ${height}`);
      }
      equal(await page.getByText("∅").count(), 0, "a zero as the sign for empty");
      await finish(page);
    }
  },

  async "advice is offered where the table allows it, and nowhere else"() {
    for (const [aids, buttons] of [
      ["none", 0],
      ["full", 1],
    ]) {
      const page = await open();
      await begin(page, { aids });
      await page.getByRole("button", { name: "Hint", exact: true }).waitFor();
      equal(
        await page.getByRole("button", { name: "Advice", exact: true }).count(),
        buttons,
        `ways to advice with aids ${aids}`,
      );
      await finish(page);
    }
  },

  async "advice is a whole question with its reason in numbers, and is played as one"() {
    const page = await open();
    await begin(page, { aids: "full" });
    await start(page, "E");
    await page.getByRole("button", { name: "Advice", exact: true }).click();
    const helps = page.locator(".helps", { hasText: /Ask: .+ on (row|column) \w/ });
    await helps.waitFor();
    assert(
      /Of \d+ cities about \d+ would be left/.test(await helps.textContent()),
      await helps.textContent(),
    );
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".answer-tag").waitFor();
    await page.locator(".told", { hasText: /on (row|column) / }).waitFor();
    await finish(page);
  },

  async "the language changes in the middle of an expert's game, without a reload"() {
    const page = await open();
    await begin(page, { mode: "expert-1", aids: "full" });
    await page.evaluate(() => (window.sameLife = true));
    const first = page.locator(".expert-clues li").first();
    const english = await page.locator(".expert-clues").textContent();
    assert((await page.locator(".expert-clues .shape-icon").count()) > 2, "the clues draw their buildings");
    assert(!/[{}]/.test(english), english);
    await first.locator("summary").click();
    await page.getByRole("img", { name: "A city where this is true" }).first().waitFor();
    equal(await first.locator(".small-plan .building").count(), 22);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".helps", { hasText: "Cities that fit what you know" }).waitFor();
    await page.getByRole("button", { name: "Français" }).click();
    await page.getByText("Ce que dit l’expert").waitFor();
    const french = await page.locator(".expert-clues").textContent();
    assert(french !== english && !/ (is|are|and|the|of) /.test(french), french);
    await page.getByRole("button", { name: "Piste" }).click();
    await page.locator(".helps", { hasText: "Zones certaines" }).waitFor();
    equal(await page.evaluate(() => window.sameLife), true);
    await first.waitFor();
    await finish(page);
  },

  async "in a race the others' questions are seen, and their answers are not"() {
    const page = await open(phone);
    await begin(page, { order: "fixed" }, [person, robot]);
    await start(page, "A", (target) => target.tap());
    await page.locator(".subject").nth(1).tap();
    await mainButton(page).tap();
    await page.locator("#tab-answers").tap();
    await page.locator(".answers .theirs").first().waitFor();
    await page.locator("#tab-log").tap();
    const lines = await page.locator(".log li").allTextContents();
    equal(lines.filter((line) => line.includes("answers:")).length, 1, "answers in the log");
    assert(
      lines.some((line) => /^Easy bot asks about/.test(line)),
      lines.join("\n"),
    );
    await fits(page, "a race on a phone");
    await finish(page);
  },

  async "what the others asked is explained: who, what, and that only they know the answer"() {
    const page = await open();
    await begin(page, { order: "fixed" }, [person, robot]);
    await ask(page, "A", "empties");
    await page.locator(".answers .theirs .player-sign").first().waitFor();
    const cell = page.locator(".answers .theirs").first();
    assert(/ asked for \d: .*Only .* knows the answer/.test(await cell.getAttribute("title")), "its title");
    await page.locator(".others summary").click();
    await page.locator(".others li", { hasText: "knows the answer" }).first().waitFor();
    await finish(page);
  },

  async "the companion tells an expert's clues, the same for everybody with the code, and notes them"() {
    const page = await open(phone);
    await page.goto(`${server.url}/#/companion/archeologic`);
    await page.locator('input[value="expert-2"]').check({ force: true });
    await page.locator('input[name="notes"][value="yes"]').check({ force: true });
    await page.getByRole("button", { name: "Draw a quest" }).click();
    await page.locator(".expert-clues li").first().waitFor();
    const said = await page.locator(".expert-clues summary").allTextContents();
    assert(said.length >= 2, "clues");
    await page.reload();
    await page.locator(".expert-clues li").first().waitFor();
    equal(await page.locator(".expert-clues summary").allTextContents(), said, "after a reload");
    await page.getByRole("tab", { name: "Notebook" }).click();
    await page.getByRole("checkbox", { name: "How many cities fit" }).check();
    await page.locator(".big-count").waitFor();
    const count = Number(/\d+/.exec((await page.locator(".big-count").textContent()).replace(/\D/g, "")));
    assert(count < 136132, `${count} cities with an expert's clues`);
    await page.getByRole("checkbox", { name: "What to ask next" }).check();
    const first = await page.locator(".aids ol").textContent();
    await page.getByLabel("on the circle").selectOption("sequential");
    await page.waitForFunction((was) => document.querySelector(".aids ol")?.textContent !== was, first);
    for (const chip of await page.locator(".answer-chip, .axis-chip").all()) {
      const { width, height } = await chip.boundingBox();
      assert(width >= 44 && height >= 44, `a chip of ${width} by ${height}`);
    }
    await fits(page, "companion");
    await finish(page);
  },

  async "a phone lays a building by touch, and turns it"() {
    const page = await open(phone);
    await begin(page, {});
    await start(page, "E", (target) => target.tap());
    await piece(page, "L").tap(); // a tap turns it
    await page.locator(".turner", { hasText: "Turn L" }).tap();
    await page.locator('[data-zone="B4"]').tap();
    equal(await whereIs(page, "L"), "B3 r2", "where L lies, moved off the edge");
    await fits(page, "the board");
    await finish(page);
  },

  async "owners of the box bury a city of their own, and the phone keeps its finder's notebook"() {
    const page = await open(phone);
    const faults = [];
    await page.goto(`${server.url}/#/companion/archeologic`);
    await page.getByRole("radio", { name: /it keeps a notebook/ }).check();
    await page.getByRole("link", { name: "Bury a city of your own" }).click();
    await page.getByRole("heading", { name: "A city of your own" }).waitFor();
    await lookAround(page, "a city of one's own", faults);
    // Row 5 would hold four traps.
    for (const [building, turns, zone] of [
      ["S", 0, "A1"],
      ["V", 0, "C1"],
      ["T", 0, "A3"],
      ["L", 2, "D1"],
      ["O", 1, "D4"],
      ["I", 1, "C3"],
    ])
      await lay(page, building, turns, zone);
    await page.getByRole("button", { name: "Make a quest of it" }).click();
    await page.getByText("In this city a row or column has more than three traps.").waitFor();
    await page.getByRole("button", { name: "Clear the plan" }).click();
    for (const building of "SVTLOI") equal(await whereIs(page, building), null, `${building} after clearing`);
    for (const [building, turns, zone] of [
      ["S", 0, "A1"],
      ["V", 0, "C1"],
      ["T", 0, "A3"],
      ["L", 0, "D1"],
      ["O", 3, "C3"],
      ["I", 3, "B5"],
    ])
      await lay(page, building, turns, zone);
    await page.getByRole("button", { name: "Make a quest of it" }).click();
    await page.locator(".quest-code").first().waitFor();
    equal(await page.locator(".clues-panel .clue-list li").count(), 4, "clues drawn");
    await page.locator("#tab-ask").click();
    await page.locator(".axis-chip", { hasText: "2" }).click();
    await page.locator(".subject").nth(2).click();
    await page.locator(".hold").focus();
    await page.keyboard.down("Enter");
    await page.locator(".secret.answer", { hasText: "nothing" }).waitFor(); // T16: no trap in row 2 of Q0
    await page.keyboard.up("Enter");
    await page.locator("#tab-notes").click();
    equal(
      await page.locator(".answers tbody tr").nth(1).locator("td").nth(2).getAttribute("aria-label"),
      "nothing",
      "the notebook",
    );
    await page.getByRole("checkbox", { name: "How many cities fit" }).check();
    await page.locator(".big-count", { hasText: /cities fit\.$/ }).waitFor();
    await lookAround(page, "the notebook", faults);
    await finish(page);
    assert(faults.length === 0, faults.join("\n"));
  },

  async "a notebook for a card of the box counts what fits, and notices what was misread"() {
    const page = await open(phone);
    await page.goto(`${server.url}/#/companion/archeologic/notebook`);
    for (const [zone, kind] of [
      ["D1", "fire trap"],
      ["A2", "sharp trap"],
      ["B2", "fire trap"],
    ]) {
      await page.getByLabel("Zone", { exact: true }).selectOption(zone);
      await page.getByRole("button", { name: kind, exact: false }).click();
    }
    await page.getByRole("checkbox", { name: "How many cities fit" }).check();
    await page.locator(".big-count", { hasText: "778 cities fit." }).waitFor(); // T20
    const answer = async (name, subject, said) => {
      await page.locator(".axis-chip", { hasText: name }).click();
      await page.locator(".subject").nth(subjects.indexOf(subject)).click();
      await page.locator(".answer-chip").nth(said).click();
    };
    await answer("E", "empties", 3);
    await page.locator(".big-count", { hasText: "16 cities fit." }).waitFor(); // T21
    await page.getByRole("checkbox", { name: "What is certain" }).check();
    await page.locator(".aids .small-plan .sign").nth(2).waitFor();
    await page.getByRole("checkbox", { name: "What to ask next" }).check();
    await page.locator(".aids ol li", { hasText: "for 1" }).first().waitFor();
    await answer("A", "empties", 1); // a fourth empty zone
    await page.locator('[role="alert"]', { hasText: "Empty zones on column A: 1" }).waitFor();
    await page.getByText("5 lines written").click();
    await page.getByRole("button", { name: "Strike out: Empty zones on column A: 1" }).click();
    await page.locator(".big-count", { hasText: "16 cities fit." }).waitFor();
    await page.reload();
    await page.getByText("4 lines written").waitFor();
    await fits(page, "the notebook");
    await finish(page);
  },

  async "the clue sheet is printed, and nothing else"() {
    const page = await open();
    await page.goto(`${server.url}/#/companion/archeologic/FR14X52C`);
    await page.locator(".clues-panel").waitFor();
    await page.emulateMedia({ media: "print" });
    equal(await page.locator(".print-sheet").isVisible(), true, "the sheet");
    for (const other of [".clues-panel", ".companion-head", ".top", ".foot"])
      equal(await page.locator(other).first().isVisible(), false, other);
    equal(await page.locator(".print-sheet tbody tr").count(), 10, "rows of the table of answers");
    equal(await page.locator(".print-sheet .clue-list li").count(), 4, "clues on paper");
    const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
    equal(pages, 1, "sheets of paper");
    await finish(page);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
