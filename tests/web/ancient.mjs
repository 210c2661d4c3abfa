// Ancient Knowledge on the page: its board by mouse, finger and keyboard, effects acted out,
// the lesson, and the gallery of all cards.
// Usage: ancient.mjs WASM
import { openDesk } from "../wasm/desk.mjs";
import { launch } from "./browser.mjs";
import { arrive, assert, equal, finish, fits, runCases, violations, visit, withWorker } from "./harness.mjs";
import { goOn, step } from "./lesson.mjs";
import { lit } from "./lit.mjs";
import { layGame } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const desk = openDesk(wasm);
const { edition } = desk.games().games.find(({ id }) => id === "ancient");
const server = await servePage();
const browser = await launch();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const open = (options) => arrive(browser, options);

/** In the page: the texts of what the selector finds that are wider or higher than their place. */
function cutTexts(selector) {
  return [...document.querySelectorAll(selector)]
    .filter(
      (e) =>
        e.getClientRects().length > 0 &&
        !e.closest(".hidden, select, svg") &&
        [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) &&
        getComputedStyle(e).overflow !== "visible" &&
        (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1),
    )
    .map(
      (e) =>
        `${e.className} "${e.textContent}" ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`,
    );
}

/** In the page: words of cards of the hand that their card's edge cuts. */
function cutByCards() {
  return [...document.querySelectorAll(".ak-hand .ak-face > :is(.ak-name, .ak-effect)")]
    .filter((e) => e.getClientRects().length > 0)
    .filter((e) => {
      const words = document.createRange();
      words.selectNodeContents(e);
      const [text, card] = [words, e.parentElement].map((it) => it.getBoundingClientRect());
      return text.bottom > card.bottom + 1 || text.right > card.right + 1;
    })
    .map((e) => `"${e.textContent}" on a card`);
}

/** In the page: signs and numbers of cards of the hand that lie over one another, or out of their picture. */
function signsOverSigns() {
  const faces = [...document.querySelectorAll(".ak-hand .ak-face .ak-art")];
  return faces.flatMap((art) => {
    const frame = art.getBoundingClientRect();
    const boxes = [...art.querySelectorAll(".ak-kind, .ak-cost, .ak-num")].map((e) =>
      e.getBoundingClientRect(),
    );
    const isOut = (b) => b.right > frame.right + 1 || b.bottom > frame.bottom + 1 || b.top < frame.top - 1;
    const wrong = boxes.some((b, i) => isOut(b) || boxes.slice(i + 1).some((c) => globalThis.meet(b, c)));
    return wrong ? [art.parentElement.querySelector(".ak-name").textContent] : [];
  });
}

/** In the page: which of these names would not fit where the first such name stands. */
function namesThatDoNotFit([where, names]) {
  const place = document.querySelector(where);
  const card = place.closest("[data-card]").getBoundingClientRect();
  const one = document.createElement("span");
  const fits = (name) => {
    place.textContent = name;
    const { left, right, top, bottom } = place.getBoundingClientRect();
    if (place.scrollHeight > place.clientHeight + 1 || bottom > card.bottom + 1 || top < card.top)
      return false;
    place.replaceChildren(one);
    one.style.whiteSpace = "nowrap";
    return name.split(/[ \u00AD-]/).every((part, i, parts) => {
      one.textContent = i < parts.length - 1 && name.includes(`${part}\u00AD`) ? `${part}-` : part;
      return one.getBoundingClientRect().width <= right - left;
    });
  };
  return names.filter((name) => !fits(name));
}

/* ---- positions, from the engine ---- */

const owes = () => JSON.parse(desk.state()).owes;

function begin(seed, hands = "ready") {
  const refusal = desk.load(
    `tablier 1\ngame ancient ${edition}\nseats 2\noption hands ${hands}\noption first seat1\nseed ${seed}\n\n`,
  );
  assert(refusal === null, refusal);
}

/** After these notes of the first seat. */
function after(...notes) {
  begin(5);
  for (const note of notes) {
    const refusal = desk.play(0, note);
    assert(refusal === null, `${note}: ${refusal}`);
  }
  return desk.save();
}

/** The first position of random games in which the first seat is asked and the test holds. */
function position(test) {
  let luck = 1;
  for (let seed = 1; seed < 200; seed++) {
    begin(seed);
    for (let [seat] = owes(); seat !== undefined; [seat] = owes()) {
      const legal = JSON.parse(desk.legal(seat));
      if (seat === 0 && test(JSON.parse(desk.view(0)), legal)) return desk.save();
      luck = (luck * 1103515245 + 12345) % 2147483648;
      desk.play(seat, legal[luck % legal.length]);
    }
  }
  throw new Error("no game came to such a position");
}

/** Puts a record on the page's desk: the first seat is ours, the other a bot's. */
async function lay(page, record, bot = "easy") {
  const seats = [
    { kind: "person", name: "", bot: null },
    { kind: "bot", name: "", bot },
  ];
  await layGame(page, server.url, "ancient", record, seats);
  await page.locator(".ak-hand").waitFor();
}

/* ---- what a person sees and touches ---- */

const card = (page, where, id) => page.locator(`${where} [data-card="${id}"]`).first();
const action = (page, n) => page.locator(".ak-action").nth(n);
const prompted = (page, text) => page.locator(".prompt", { hasText: text }).waitFor();

/** Presses a key until the focus is on something the selector fits. */
async function walkTo(page, selector, key = "Tab", most = 90) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${selector}`);
}

/** Touches what is lit until the game is over, from within the page. */
function playOn(order) {
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) => !e.disabled && e.offsetParent !== null);
  return new Promise((done, failed) => {
    const until = Date.now() + 600_000;
    let turn = 0;
    const step = () => {
      if (document.querySelector(".ending") && document.querySelector(".ak-sheet")) return done(turn);
      if (Date.now() > until)
        return failed(new Error(`still at: ${document.querySelector(".prompt")?.textContent}`));
      const found = order.map(seen).find((list) => list.length);
      if (found) found[turn++ % found.length].click();
      setTimeout(step, 15);
    };
    step();
  });
}

const cases = {
  async "the board is accessible and fits a phone, at the start and in mid-game"() {
    const faults = [];
    const late = position(
      (view) => view.round > 9 && view.ask.kind === "action" && view.players[0].past.length > 5,
    );
    for (const [name, record, options] of [
      ["start", begin(1, "dealt") ?? desk.save(), {}],
      ["mid-game", late, { ...phone, locale: "fr-FR", colorScheme: "dark" }],
    ]) {
      const page = await open(options);
      await lay(page, record);
      await fits(page, name);
      faults.push(...(await violations(page)).map((fault) => `${name}: ${fault}`));
      await page.setViewportSize(phone.viewport);
      await fits(page, `${name} on a phone`);
      await finish(page);
    }
    assert(faults.length === 0, faults.join("\n"));
  },

  async "the keyboard alone plays a turn"() {
    const page = await open();
    await lay(page, after());
    await walkTo(page, '.ak-hand [data-card="P31"]');
    await page.locator(".ak-zoom .ak-name", { hasText: "Toniná" }).waitFor();
    await page.keyboard.press("Enter");
    await prompted(page, "Create Toniná");
    await walkTo(page, '.ak-target[data-space="4"]', "Shift+Tab");
    equal(
      await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
      "Space 4: discard 0 cards",
      "the space under the focus",
    );
    await page.keyboard.press("Enter");
    await page.locator('.ak-timeline [data-card="P31"]').waitFor();
    await walkTo(page, ".ak-action:nth-child(5)");
    await page.keyboard.press("Enter");
    await page.locator(".log li", { hasText: /You draw .* \(Toniná\)/ }).waitFor();
    await page.locator(".ak-round", { hasText: "Round 2" }).waitFor();
    await finish(page);
  },

  async "the prompt counts what is left to pay, and undo takes it back until a card is drawn"() {
    const page = await open();
    await lay(page, after());
    await card(page, ".ak-hand", "C5").click();
    equal(
      await page.locator(".ak-target .ak-price").allTextContents(),
      ["5", "4", "3", "2", "3"].map(String),
      "prices of the spaces one can pay",
    );
    await page.locator('.ak-target[data-space="5"]').click();
    await page.locator(".prompt", { hasText: "2 to go" }).waitFor();
    // Several cards are chosen first, and paid together.
    const pay = (n) => page.getByRole("button", { name: `Discard these: ${n} of 2` });
    const undo = page.getByRole("button", { name: "Undo" });
    await card(page, ".ak-hand", "P18").click();
    await pay(1).waitFor();
    assert(await pay(1).isDisabled(), "half the price was taken");
    await card(page, ".ak-hand", "P18").click();
    await pay(0).waitFor();
    await card(page, ".ak-hand", "P18").click();
    await card(page, ".ak-hand", "M18").click();
    await pay(2).click();
    await card(page, ".ak-timeline", "C5").waitFor();
    assert(await undo.isEnabled(), "nothing was drawn, and nothing can be taken back");
    for (let i = 0; i < 5; i++) await undo.click();
    await prompted(page, "Your first action");
    equal(await page.locator(".ak-hand [data-card]").count(), 6, "cards in hand after taking all back");
    await action(page, 4).click();
    await prompted(page, "Your second action");
    // A card was drawn: the bot is asked, and agrees.
    await page.getByRole("button", { name: "Undo anyway" }).waitFor();
    await finish(page);
  },

  async "the hand lies by the numbers of its cards, and what is drawn comes among them"() {
    const page = await open({ reducedMotion: "no-preference" });
    await lay(page, after());
    await page.evaluate(() => {
      const look = () =>
        [...document.querySelectorAll(".ak-hand:not(.ak-tray) [data-card]")]
          .map((e) => e.dataset.card)
          .join(" ");
      globalThis.hands = new Set([look()]);
      new MutationObserver(() => globalThis.hands.add(look())).observe(document.body, {
        childList: true,
        subtree: true,
      });
    });
    await action(page, 4).click();
    await prompted(page, "Your second action");
    await action(page, 4).click();
    await page.locator(".ak-round", { hasText: "Round 2" }).waitFor();
    const number = (id) => "CMPA".indexOf(id[0]) * 100 + Number(id.slice(1));
    const hands = (await page.evaluate(() => [...globalThis.hands])).filter((hand) => hand);
    assert(hands.length >= 3, `only these hands were seen: ${hands.join("; ")}`);
    for (const hand of hands)
      equal(
        hand.split(" "),
        hand.split(" ").sort((a, b) => number(a) - number(b)),
        "the cards of a hand",
      );
    await finish(page);
  },

  async "a dragged card shows what each space costs, and is created where it is dropped"() {
    const page = await open();
    await lay(page, after());
    const from = await card(page, ".ak-hand", "P31").boundingBox();
    await page.mouse.move(from.x + 40, from.y + 60);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 20, { steps: 4 });
    const target = page.locator('.ak-target[data-space="2"]');
    const to = await target.boundingBox();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    equal(await page.locator(".ak-ghost-price").textContent(), "2 cards", "price at the pointer");
    equal(await target.getAttribute("class"), "ak-target lit over", "the space under the pointer");
    await page.mouse.up();
    await page.locator(".prompt", { hasText: "2 to go" }).waitFor();
    await finish(page);
  },

  async "a card that cannot be played says why, and so does one with nothing to do"() {
    const page = await open();
    const dear = (view) =>
      Object.entries(view.prices).find(([, prices]) => prices.every(({ not }) => not === "cards"))?.[0];
    const poor = position((view) => view.ask.kind === "action" && dear(view));
    await lay(page, poor);
    await card(page, ".ak-hand", dear(JSON.parse((desk.load(poor), desk.view(0))))).click();
    await page.locator(".ak-zoom.pinned .ak-note", { hasText: "Too dear now" }).waitFor();
    await page.keyboard.press("Escape");
    const idle = position(
      (view) =>
        view.ask.kind === "activate" &&
        view.idle.some(({ card, why }) => why === "fewer" && view.chronicle.includes(card)),
    );
    await lay(page, idle);
    await page.locator(".ak-mat .idle").first().hover();
    await page
      .locator(".ak-zoom .ak-note", { hasText: /In the chronicle now: nothing, \d+ needed/ })
      .waitFor();
    await finish(page);
  },

  async "effects are acted out one by one, at the speed chosen, and a click or a key skips them"() {
    const chain = after("create", "create P31", "space 4", "create", "create P18", "space 1");
    const page = await open({ reducedMotion: "no-preference" });
    const begun = async () => {
      await lay(page, chain);
      await card(page, ".ak-timeline", "P31").click();
    };
    const past = () => page.locator(".ak-past [data-card]").count();
    await page.addInitScript(() => {
      window.told = [];
      new MutationObserver(() => {
        const text = document.querySelector(".ak-skip") && document.querySelector(".told").textContent.trim();
        if (text && text !== window.told.at(-1)?.text)
          window.told.push({ text, beside: document.querySelector(".ak-caption")?.textContent });
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await begun();
    await page.locator(".log li", { hasText: "shifts" }).waitFor();
    await page.locator(".ak-past [data-card]").waitFor();
    const told = await page.evaluate(() => window.told);
    const expected = [
      /You take 1 knowledge off Toniná/,
      /You draw /,
      /You lose 2 knowledge/,
      /enters your Past/,
    ];
    const at = expected.map((text) => told.findIndex((seen) => text.test(seen.text)));
    assert(
      at.every((n, i) => n > (at[i - 1] ?? -1)),
      `in this order: ${JSON.stringify(told)}`,
    );
    for (const n of at) equal(told[n].beside, told[n].text, "what is said beside the card");
    await page.getByLabel("How fast effects are shown").selectOption("slow");
    await begun();
    await page.locator(".ak-skip").waitFor();
    equal(await past(), 0, "monuments in the Past before the effects are shown");
    await page.locator(".ak-mat").click();
    await page.locator(".ak-skip").waitFor({ state: "detached" });
    equal(await past(), 1, "monuments in the Past after a click");
    await begun();
    equal(
      await page.getByLabel("How fast effects are shown").inputValue(),
      "slow",
      "the speed after a reload",
    );
    await page.locator(".ak-skip").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".ak-skip").waitFor({ state: "detached" });
    equal(await past(), 1, "monuments in the Past after a key");
    await page.getByLabel("How fast effects are shown").selectOption("off");
    await begun();
    await page.locator(".ak-past [data-card]").waitFor();
    equal(await page.evaluate(() => window.told), [], "effects acted out at speed off");
    await finish(page);
  },

  async "advice is a whole action, and there is no button for hints that do not exist"() {
    const page = await open();
    await lay(page, after());
    equal(await page.getByRole("button", { name: "Hint" }).count(), 0, "buttons for hints");
    await page.getByRole("button", { name: "Advice", exact: true }).click();
    await page.locator(".helps", { hasText: /(Create|Learn|Archive|Tilt|Search) ?\S*/ }).waitFor();
    const text = await page.locator(".helps").textContent();
    assert(!/play: (Create|Learn|Archive|Excavate) ?Play it/.test(text), text);
    await finish(page);
  },

  async "less motion means no motion, unless it is asked for"() {
    const page = await open();
    await lay(page, after());
    equal(
      await page.getByLabel("How fast effects are shown").inputValue(),
      "off",
      "speed of who wants less motion",
    );
    await finish(page);
  },

  async "several cards that are paid are chosen first, and given up together"() {
    const page = await open(phone);
    await lay(
      page,
      position(({ ask }) => ask.kind === "pay" && ask.left === 3),
    );
    const lit = page.locator(".ak-hand .lit");
    const give = page.locator(".deeds .main");
    const hand = await lit.count();
    for (let i = 0; i < 3; i++) {
      assert(await give.isDisabled(), `given up with ${i} of 3`);
      await lit.nth(i).click();
    }
    await lit.nth(0).click(); // another mind
    assert(await give.isDisabled(), "given up with 2 of 3");
    await lit.nth(0).click();
    await give.click();
    await page.waitForFunction(
      (n) => document.querySelectorAll(".ak-hand [data-card]").length <= n,
      hand - 3,
    );
    await finish(page);
  },

  async "technologies are read on the table, with what they ask for and what is lacking"() {
    for (const options of [{}, phone]) {
      const page = await open(options);
      await lay(page, after());
      const { tiles } = JSON.parse(desk.view(0));
      await page.locator(".ak-read").click();
      const words = await page.locator(".ak-reader li p").allTextContents();
      equal(words.length, tiles.flatMap(({ cards }) => cards.filter(Boolean)).length, "technologies to read");
      assert(
        words.every((text) => text.length > 20),
        words.join(" / "),
      );
      assert(
        words.some((text) => text.includes("you have")),
        "what is lacking",
      );
      const [cut] = await page.evaluate(cutTexts, ".ak-reader p, .ak-reader em");
      equal(cut, undefined, "a text is cut");
      await page.keyboard.press("Escape");
      await page.locator(".ak-reader").waitFor({ state: "detached" });
      await finish(page);
    }
  },

  async "no text of the board is cut, at any width from 360 to 1920, in both languages"() {
    const records = [
      position(({ phase, players }) => phase === "action" && players[0].artefacts.length > 2),
      position(({ phase, players }) => phase === "action" && players[0].timeline.flat().length > 4),
    ];
    // The wordiest of deals: the first hand is read on every card.
    const wordiest = Array.from({ length: 40 }, (_, i) => {
      begin(i + 1, "dealt");
      const { cards } = JSON.parse(desk.scene());
      const words = JSON.parse(desk.view(0)).players[0].hand.map((id) => cards[id].effect[1].length);
      return { record: desk.save(), most: Math.max(...words) };
    }).sort((a, b) => b.most - a.most);
    const dealt = wordiest[0].record;
    const found = new Set();
    for (const locale of ["en-US", "fr-FR"]) {
      const page = await open({ locale });
      for (const record of [...records, dealt]) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await lay(page, record);
        for (const width of [360, 375, 390, 412, 480, 600, 768, 820, 1024, 1180, 1280, 1366, 1440, 1920]) {
          await page.setViewportSize({ width, height: width < 500 ? 740 : width < 900 ? 1100 : 760 });
          // A board that hears of its new width draws itself anew.
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          for (const text of [
            ...(await page.evaluate(cutTexts, ".ak *")),
            ...(await page.evaluate(cutByCards)),
          ])
            found.add(`${width} ${locale}: ${text}`);
        }
      }
      await finish(page);
    }
    equal([...found], [], "texts that are cut");
  },

  async "no sign of a card lies over another, in a hand of many and a low window"() {
    const record = position(({ phase, players }) => phase === "action" && players[0].hand.length > 7);
    for (const locale of ["en-US", "fr-FR"]) {
      const page = await open({ locale, viewport: { width: 1280, height: 650 } });
      await lay(page, record);
      for (const [width, height] of [
        [1280, 650],
        [1366, 700],
        [1920, 720],
      ]) {
        await page.setViewportSize({ width, height });
        const over = await page.evaluate(signsOverSigns);
        equal(over, [], `signs over signs at ${width}x${height}, ${locale}`);
      }
      await finish(page);
    }
  },

  async "on the smallest phone every card's whole name is read, no word broken without a hyphen"() {
    const laid = position(
      ({ phase, players }) =>
        phase === "action" && players[0].artefacts.length && players[0].timeline.flat().length,
    );
    for (const locale of ["en-US", "fr-FR"]) {
      const page = await open({ ...phone, locale });
      await page.goto(`${server.url}/#/rules/ancient`);
      await page.locator(".ak-cards li").nth(188).waitFor({ state: "attached" });
      const names = await page
        .locator(".ak-cards [data-card]")
        .evaluateAll((cards) =>
          cards.map((card) => [card.dataset.card, card.querySelector(".ak-name").textContent]),
        );
      equal(new Set(names.map(([, name]) => name)).size, 189, "different names");
      await page.setViewportSize({ width: 360, height: 740 });
      await lay(page, laid);
      for (const [where, kinds] of [
        [".ak-hand .ak-face > .ak-name", /^[^T]/],
        [".ak-column .ak-name", /^[^TA]/],
        [".ak-artefacts .ak-name", /^A/],
      ])
        equal(
          await page.evaluate(namesThatDoNotFit, [
            where,
            names.filter(([id]) => kinds.test(id)).map(([, name]) => name),
          ]),
          [],
          `${where}, ${locale}`,
        );
      await finish(page);
    }
  },

  async "the lesson is played through in both languages"() {
    for (const options of [{ locale: "en-US" }, { locale: "fr-FR", colorScheme: "dark", ...phone }]) {
      const page = await open(options);
      await page.goto(`${server.url}/#/learn/ancient`);
      await page.locator(".coach").waitFor();
      await fits(page, `lesson ${options.locale}`);
      if (options.locale === "en-US") equal(await violations(page), [], "the lesson");
      await goOn(page);
      await goOn(page);
      for (const [n, id, space] of [
        [3, "P31", 4],
        [6, "P18", 1],
      ]) {
        await step(page, n);
        await action(page, 0).click();
        await step(page, n + 1);
        await card(page, ".ak-hand", id).click();
        await page.locator(`.ak-target[data-space="${space}"]`).click();
      }
      await step(page, 9);
      await card(page, ".ak-timeline", "P31").click();
      await step(page, 10);
      await goOn(page);
      await action(page, 1).click();
      await step(page, 12);
      await card(page, ".ak-tiles", "T6").click();
      await step(page, 13);
      await action(page, 3).click();
      await step(page, 14); // a card that costs another
      await action(page, 0).click();
      await step(page, 15);
      await card(page, ".ak-hand", "M2").click();
      await page.locator('.ak-target[data-space="4"]').click();
      await step(page, 17);
      await card(page, ".ak-hand", "C5").click();
      await step(page, 18); // archive
      await action(page, 2).click();
      await step(page, 19);
      await card(page, ".ak-hand", "M7").click();
      await step(page, 20);
      await card(page, ".ak-timeline", "P31").click();
      await step(page, 21);
      await page.locator(".deeds .main").click();
      await step(page, 22); // an artefact
      await action(page, 0).click();
      await step(page, 23);
      await card(page, ".ak-hand", "A15").click();
      await page.locator(".deeds .main").click();
      for (const n of [24, 25, 26]) {
        await step(page, n); // requirements, level II, the five signs
        await goOn(page);
      }
      await page.locator('.coach a[href="#/new/ancient"]').waitFor();
      await finish(page);
    }
  },

  async "the gallery finds cards by French and by English words, by kind and by region"() {
    for (const options of [{ locale: "en-US" }, { locale: "fr-FR", colorScheme: "dark", ...phone }]) {
      const page = await open(options);
      await page.goto(`${server.url}/#/rules/ancient`);
      await page.locator(".ak-cards li").nth(188).waitFor({ state: "attached" });
      const found = () =>
        page.locator(".ak-cards [data-card]").evaluateAll((cards) => cards.map((c) => c.dataset.card));
      const words = page.locator('.ak-seek input[type="search"]');
      equal((await found()).length, 189, "cards shown at first");
      await fits(page, "gallery");
      await words.fill("TEMPLE de louxor");
      equal(await violations(page), [], `gallery ${options.locale}`);
      equal(await found(), ["C7"], "by its French name");
      await words.fill("luxor temple");
      equal(await found(), ["C7"], "by its English name");
      await words.fill("egypte piochez");
      const egyptian = await found();
      assert(egyptian.length > 0, "nothing from Égypte without its accent");
      await words.fill("Égypte draw");
      equal(await found(), egyptian, "by words of both languages");
      await words.fill("");
      const [kind, , region] = await page.locator(".ak-seek select").all();
      await kind.selectOption("pyramid");
      await region.selectOption("north-africa");
      assert(
        (await found()).every((id) => id.startsWith("P")),
        "not only pyramids",
      );
      equal(
        await page.locator(".ak-found").textContent(),
        options.locale === "fr-FR" ? `${(await found()).length} cartes` : `${(await found()).length} cards`,
      );
      await finish(page);
    }
  },

  async "every card has a picture of its own, fetched when first seen, and there without network"() {
    const page = await visit(browser, server.url, withWorker);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const asked = new Set();
    page.on("request", (request) => request.url().endsWith(".svg") && asked.add(request.url()));
    await page.goto(`${server.url}/#/rules/ancient`);
    await page.locator(".ak-cards li").nth(188).waitFor({ state: "attached" });
    const pictures = page.locator(".ak-cards img.ak-picture");
    const addresses = await pictures.evaluateAll((images) => images.map((image) => image.src));
    equal(new Set(addresses).size, 189, "different pictures");
    const seen = (which) =>
      which.evaluate((image) => image.decode().then(() => [image.naturalWidth > 0, image.alt]));
    const last = pictures.last();
    assert(!asked.has(addresses.at(-1)), "the last picture is fetched before it is seen");
    await page.context().setOffline(true);
    await last.scrollIntoViewIfNeeded();
    equal(await seen(last), [true, ""], "the last picture, without network");
    await finish(page);
  },

  async "the keyboard goes through the gallery, and an enlarged card gives the focus back"() {
    const page = await open();
    await page.goto(`${server.url}/#/rules/ancient`);
    await page.locator(".ak-cards li").first().waitFor();
    await page.getByRole("button", { name: "All cards" }).click();
    equal(await page.evaluate(() => document.activeElement.id), "gallery");
    await walkTo(page, '[data-card="C1"]');
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const at = await page.evaluate(() => document.activeElement.dataset.card);
    assert(/^C\d+$/.test(at) && at !== "C2", `the arrows came to ${at}`);
    await page.keyboard.press("Enter");
    await page.locator('[role="dialog"] .ak-note [lang="fr"], [role="dialog"] .ak-note[lang="fr"]').waitFor();
    equal(await page.evaluate(() => document.activeElement.textContent), "Close");
    await page.keyboard.press("Escape");
    equal(
      await page.evaluate(() => document.activeElement.dataset.card),
      at,
      "the card that has the focus again",
    );
    await finish(page);
  },

  async "a game against a bot is played to its end, with the score sheet"() {
    const page = await open();
    await lay(
      page,
      position((view) => view.ask.kind === "action" && view.players[0].past.length > 8),
      "random",
    );
    const touches = await page.evaluate(playOn, lit.ancient);
    assert(touches > 5, `a game of ${touches} touches`);
    equal(await page.locator(".ak-sheet tbody tr").count(), 5, "rows of the score sheet");
    const columns = await page
      .locator(".ak-sheet tr")
      .evaluateAll((rows) =>
        rows
          .slice(1)
          .map((row) =>
            [...row.querySelectorAll("td")].map((td) => Number(td.textContent.replace("−", "-"))),
          ),
      );
    const total = columns.pop();
    for (const [seat, sum] of total.entries())
      equal(
        columns.reduce((n, row) => n + row[seat], 0),
        sum,
        `the sum of seat ${seat}`,
      );
    await page.locator(".ak-lines summary").click();
    const lines = await page.locator(".ak-lines section").evaluateAll((seats) =>
      seats.map((seat) =>
        [...seat.querySelectorAll("li")].map((line) => ({
          points: Number(line.querySelector("strong").textContent.replace("−", "-")),
          high: line.getBoundingClientRect().height > 3 * parseFloat(getComputedStyle(line).lineHeight),
        })),
      ),
    );
    for (const [seat, sum] of total.entries())
      equal(
        lines[seat].reduce((n, { points }) => n + points, 0),
        sum,
        `the sum of what the cards of seat ${seat} gave`,
      );
    assert(!lines.flat().some(({ high }) => high), "a line of the sheet is as high as three");
    await fits(page, "end");
    equal(await violations(page), [], "the end");
    await finish(page);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
