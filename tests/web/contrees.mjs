// Nouvelles Contrées in the page: a whole game by mouse and one by keyboard, what a listener may see, the
// voice, a paper book, the end as a picture, the lesson. Usage: contrees.mjs WASM
import { readFileSync } from "node:fs";
import { openDesk } from "../wasm/desk.mjs";
import { launch } from "./browser.mjs";
import { arrive, assert, bent, equal, finish, prompt } from "./harness.mjs";
import { runCases, straight, violations, visit } from "./harness.mjs";
import { company, layGame, openGames } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await servePage();
const browser = await launch();
const engine = openGames(wasm);
const desk = openDesk(wasm);

const person = { kind: "person", name: "Ada", bot: null };
const two = [person, { kind: "person", name: "Bob", bot: null }];

const record = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tablier.games"))[0].record);
const notes = (text) => text.split("\n").filter((line) => /^\d+ /.test(line));
/** What the engine says of a record, to that seat. */
function seen(text, seat) {
  const refusal = desk.load(text);
  assert(refusal === null, refusal);
  return JSON.parse(desk.view(seat));
}
const after = async (page, n) => {
  await page.waitForFunction(
    (count) =>
      JSON.parse(localStorage.getItem("tablier.games"))[0]
        .record.split("\n")
        .filter((line) => /^\d+ /.test(line)).length > count,
    n,
  );
};
/** Plays on in the engine until the position is one that is looked for. */
function until(text, wanted, bot = "hard") {
  const refusal = desk.load(text);
  assert(refusal === null, refusal);
  for (let n = 0; n < 600; n++) {
    const { owes } = JSON.parse(desk.state());
    assert(owes.length > 0, "the game ended before it came to that");
    const seat = wanted(owes);
    if (seat !== null) return desk.save();
    // The first seat, whose person waits, is the last to decide.
    const next = owes.at(-1);
    desk.play(next, desk.bot(next, bot, 0));
  }
  throw new Error("it never came to that");
}
const owed =
  (phase, seat, more = () => true) =>
  (owes) => {
    const view = JSON.parse(desk.view(seat));
    return owes.includes(seat) && view.phase === phase && more(view) ? seat : null;
  };

/** What a person does with what the page offers: touches a lit thing, or presses the first button. */
async function move(page, act) {
  const before = notes(await record(page)).length;
  const legal = page.locator(".nc .lit[data-thing]:not(.nc-word), .nc-choice.lit");
  const button = page.locator(".deeds .button.main, .deeds .button[data-note]");
  await legal
    .or(button)
    .or(page.locator(".curtain button"))
    .or(page.locator(".ending"))
    .first()
    .waitFor({ timeout: 60_000 });
  if (await page.locator(".ending").count()) return false;
  if (await page.locator(".curtain button").count()) {
    await act(page.locator(".curtain button"));
    return true;
  }
  if (await button.count()) await act(button.first());
  else {
    await act(legal.first());
    const main = page.locator(".deeds .button.main");
    if (await main.count()) await act(main.first());
  }
  await page
    .waitForFunction(
      (count) =>
        JSON.parse(localStorage.getItem("tablier.games"))[0]
          .record.split("\n")
          .filter((line) => /^\d+ /.test(line)).length > count ||
        document.querySelector(".curtain, .ending") !== null,
      before,
      { timeout: 4000 },
    )
    .catch(() => undefined);
  return true;
}

/** Plays to the end; answers how many steps that took. */
async function playOut(page, act, most = 900) {
  for (let n = 0; n < most; n++) if (!(await move(page, act))) return n;
  throw new Error("the game did not end");
}

/** A voice that says everything at once, and remembers what it said. */
function mockVoice() {
  globalThis.spoken = [];
  const voice = { lang: "fr-FR", name: "Mock", default: true, localService: true, voiceURI: "mock" };
  const english = { ...voice, lang: "en-GB" };
  class Utterance extends EventTarget {
    constructor(text) {
      super();
      this.text = text;
    }
  }
  globalThis.SpeechSynthesisUtterance = Utterance;
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => [english, voice],
    cancel: () => undefined,
    speak: (words) => {
      globalThis.spoken.push({ text: words.text, lang: words.lang, voice: words.voice.lang });
      setTimeout(() => words.dispatchEvent(new Event("end")), 20);
    },
  });
  Object.defineProperty(globalThis, "speechSynthesis", { value: speech, configurable: true });
}
/** In the page: what a bot has found is known later, when others may have gone on. */
function answerBotsLate(ms) {
  const asked = new Set();
  const { postMessage, addEventListener: listen } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.call?.do === "bot") asked.add(message.id);
    return postMessage.call(this, message, ...rest);
  };
  Worker.prototype.addEventListener = function (name, listener, ...rest) {
    const late = (event) => setTimeout(() => listener.call(this, event), asked.has(event.data?.id) ? ms : 0);
    return listen.call(this, name, name === "message" ? late : listener, ...rest);
  };
}
async function visitWithVoice(options = {}) {
  const page = await arrive(browser, options);
  await page.context().addInitScript(mockVoice);
  return page;
}

const fresh = (options, seats = 2, seed = 3) => engine.fresh("contrees", seats, options, seed);
const short = { missions: "easy", reading: "speech" };

const cases = {
  async "one click begins a first game in our novella, in the reader's language"() {
    for (const [locale, book] of [
      ["en-US", "novella-en"],
      ["fr-FR", "novella-fr"],
    ]) {
      const page = await visit(browser, server.url, { locale });
      const box = page.locator(".box", { hasText: "Nouvelles Contrées" });
      await box.locator("button").first().dblclick(); // whoever is in a hurry gets one game, too
      await page.locator(".nc").waitFor();
      const games = await page.evaluate(() => JSON.parse(localStorage.getItem("tablier.games")));
      equal(games.length, 1, `${locale}: games begun`);
      for (const line of [`option book ${book}`, "option missions easy", "option reading speech"])
        assert(games[0].record.includes(`${line}\n`), `${locale}: no ${line}`);
      await finish(page);
    }
  },

  "a whole game by mouse, with a bot": async () => {
    const page = await visitWithVoice();
    await layGame(page, server.url, "contrees", fresh(short), company(2));
    await playOut(page, (thing) => thing.click());
    await page.locator(".ending").waitFor();
    equal(seen(await record(page), 0).phase, "over", "the game in the engine");
    await finish(page);
  },

  "a bot whose decision came too late decides anew": async () => {
    // The scout may read at once, while the other still looks for a mission: that closes the choice.
    assert(desk.load(fresh(short, 2, 4)) === null, "the game");
    for (const [seat, note] of [
      [0, "vote 0"],
      [1, "lean 0"],
      [0, "aim N"],
      [1, "take M22"],
    ])
      assert(desk.play(seat, note) === null, note);
    const page = await visitWithVoice();
    await page.context().addInitScript(answerBotsLate, 2000);
    await layGame(page, server.url, "contrees", desk.save(), company(2));
    await page.getByRole("button", { name: "Read aloud" }).click();
    const anyway = page.getByRole("button", { name: "all the same" });
    const has = (text) =>
      page.evaluate((t) => JSON.parse(localStorage.getItem("tablier.games"))[0].record.includes(t), text);
    for (let read = false; !read; read = await has("\n0 read\n")) {
      if (await anyway.count()) await anyway.click({ timeout: 1000 }).catch(() => undefined);
      await page.waitForTimeout(50);
    }
    for (let went = false; !went; went = await has("\n0 read\n1 ")) await page.waitForTimeout(50);
    await finish(page);
  },

  "a whole game by keyboard: Tab and Enter only": async () => {
    const page = await visitWithVoice();
    await layGame(page, server.url, "contrees", fresh(short, 2, 4), company(2));
    await playOut(page, async (thing) => {
      await thing.focus();
      await page.keyboard.press("Enter");
    });
    await page.locator(".ending").waitFor();
    await finish(page);
  },

  "arrow keys go round the compass, Escape lets go": async () => {
    const text = until(fresh(short, 2, 5), owed("explore", 0));
    const page = await visitWithVoice();
    await layGame(page, server.url, "contrees", text, company(2));
    await page.locator('[data-thing="dir N"].lit').focus();
    for (const [key, to] of [
      ["ArrowRight", "E"],
      ["ArrowDown", "S"],
      ["ArrowLeft", "W"],
      ["ArrowUp", "N"],
    ]) {
      await page.keyboard.press(key);
      equal(await page.evaluate(() => document.activeElement.dataset.thing), `dir ${to}`, key);
    }
    await page.keyboard.press("Enter");
    equal(await page.locator('[data-thing="dir N"]').getAttribute("aria-pressed"), "true", "chosen");
    await page.keyboard.press("Escape");
    equal(await page.locator('[data-thing="dir N"]').getAttribute("aria-pressed"), "false", "let go");
    await finish(page);
  },

  "a listener's page holds no line of the open passage, before or after it passed": async () => {
    for (const phase of ["prepare", "explore"]) {
      const text = until(
        fresh(short, 3, 6),
        owed(phase, 0, (view) => view.scout !== 0 && (phase !== "prepare" || view.compass)),
      );
      const scout = seen(text, seen(text, 0).scout);
      const page = await visitWithVoice();
      await layGame(page, server.url, "contrees", text, company(3));
      await page.locator(".nc-map").waitFor();
      const html = straight(await page.content());
      for (const { text: line } of scout.passage.lines)
        assert(line.length < 12 || !html.includes(line), `${phase}: a listener's page holds “${line}”`);
      await finish(page);
    }
  },

  "the voice speaks each line once, in the book's language, and asks for the next": async () => {
    const text = until(
      fresh({ ...short, book: "novella-fr" }, 2, 8),
      owed("reading", 0, (view) => view.scout !== 0),
    );
    const aloud = seen(text, seen(text, 0).scout).passage.aloud;
    const page = await visitWithVoice();
    await layGame(page, server.url, "contrees", text, company(2));
    await page.getByRole("button", { name: "Listen" }).click();
    await after(page, notes(text).length + aloud.length);
    const spoken = await page.evaluate(() => globalThis.spoken);
    equal(
      spoken.map(({ text: words }) => words),
      aloud,
      "spoken",
    );
    assert(
      spoken.every(({ lang, voice }) => lang === "fr" && voice === "fr-FR"),
      "a French book on an English page",
    );
    await finish(page);
  },

  "who silences the voice gets lines that pass, and is remembered": async () => {
    const text = until(
      fresh(short, 2, 8),
      owed("reading", 0, (view) => view.scout !== 0),
    );
    const page = await visitWithVoice();
    await layGame(page, server.url, "contrees", text, company(2));
    await page.getByRole("button", { name: "Voice" }).click();
    await page.getByRole("button", { name: "Listen" }).click();
    await page.locator(".nc-now").waitFor();
    equal(await page.evaluate(() => globalThis.spoken.length), 0, "spoken");
    await page.reload();
    await page.locator(".nc-book").waitFor();
    equal(
      await page.evaluate(() => JSON.parse(localStorage.getItem("tablier.contrees.ears")).voice),
      false,
      "kept",
    );
    await finish(page);
  },

  "a listener counts, and takes a count back": async () => {
    const text = until(
      fresh(short, 2, 9),
      owed("reading", 0, (view) => view.missions.some((one) => one?.holder === 0)),
    );
    const page = await arrive(browser);
    await layGame(page, server.url, "contrees", text, company(2));
    await page.locator(".nc-tally").click();
    await page.locator(".nc-tally").click();
    await page.locator(".nc-tally", { hasText: "2" }).waitFor();
    await page.locator(".actions .back").click();
    await page.locator(".nc-tally", { hasText: "1" }).waitFor();
    equal(notes(await record(page)).length, notes(text).length, "nothing was played");
    await finish(page);
  },

  "a scout marks a word, and the words that decided are lit in the passage": async () => {
    const text = until(
      fresh({ ...short, reading: "paced" }, 2, 11),
      owed("prepare", 0, (view) => view.scout === 0 && view.step === "read"),
    );
    const page = await arrive(browser);
    await layGame(page, server.url, "contrees", text, company(2));
    const word = page.locator('[data-thing="word 3"]');
    await word.click();
    await page.locator(".deeds .main").click();
    await page.locator(".nc-word.marked").waitFor();
    equal(seen(await record(page), 0).passage.marks, [3], "marks");
    // The scout sets the pace: each line is let go.
    await page.getByRole("button", { name: "Read aloud" }).click();
    if (await page.getByRole("button", { name: "all the same" }).count())
      await page.getByRole("button", { name: "all the same" }).click();
    await page.getByRole("button", { name: "Next line" }).click();
    await page.getByRole("button", { name: "Next line" }).waitFor();
    await finish(page);
  },

  "a paper book: the scout is told the page, judges, and may let the program count": async () => {
    const paper = { book: "paper", table: "shared", pages: "300", missions: "standard" };
    const text = until(fresh(paper, 2, 2), owed("check", 0), "random");
    const page = await arrive(browser);
    await layGame(page, server.url, "contrees", text, two);
    if (await page.locator(".curtain button").count()) await page.locator(".curtain button").click();
    await prompt(page, "fulfilled by the six lines");
    await page.getByRole("button", { name: "Count for me" }).click();
    const lines = ["One, two, three, four, five, six,", "seven?", "eight!", "nine; ten", "eleven", "twelve"];
    await page.locator(".nc-solve textarea").fill(lines.join("\n"));
    await page.getByRole("button", { name: "Count", exact: true }).click();
    await page.locator(".nc-solve [role=status]").waitFor();
    assert(
      /^(right|wrong): \d+ \(at (least|most) \d+\)$/.test(
        await page.locator(".nc-solve [role=status]").textContent(),
      ),
      "a verdict with its count",
    );
    await page.locator(".nc-solve").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "It is right" }).click();
    await after(page, notes(text).length);
    assert(
      notes(await record(page))
        .at(-1)
        .endsWith(" right"),
      "told as right",
    );
    await finish(page);
  },

  "before a paper book no bot is offered, and the reason is said in both languages": async () => {
    for (const [locale, paper, why, bots] of [
      ["en-US", "A paper book on the table", "A bot cannot read a paper book", "Against bots"],
      ["fr-FR", "Un livre de papier sur la table", "Un robot ne peut pas lire un livre de papier", "robots"],
    ]) {
      const page = await arrive(browser, { locale });
      await page.goto(`${server.url}/#/new/contrees`);
      const company = page.locator("fieldset", { has: page.locator('input[name="company"]') });
      await company.getByLabel(bots).waitFor();
      equal(await company.getByLabel(bots).isChecked(), true, "bots at first");
      await page.getByLabel(paper).check();
      await company.getByText(why).waitFor();
      equal(await company.getByLabel(bots).count(), 0, "bots offered");
      equal(await company.locator('input[value="here"]').isChecked(), true, "around the device");
      equal(await page.locator('input[name="level"]').count(), 0, "levels of bots");
      await page.locator('form button[type="submit"]').click();
      await page.locator(".nc-book").waitFor();
      await page.waitForFunction(() => localStorage.getItem("tablier.games") !== null);
      const [{ seats }] = await page.evaluate(() => JSON.parse(localStorage.getItem("tablier.games")));
      equal(
        seats.map(({ kind }) => kind),
        ["person", "person"],
        "seats",
      );
      await finish(page);
    }
  },

  "a book chosen the moment it is offered stays chosen": async () => {
    const page = await visit(browser, server.url);
    await page.evaluate(() => {
      const seen = new MutationObserver(() => {
        const paper = document.querySelector('input[name="book"][value="paper"]');
        if (!paper) return;
        seen.disconnect();
        paper.click();
      });
      seen.observe(document.body, { childList: true, subtree: true });
      location.hash = "#/new/contrees";
    });
    await page.getByText("A bot cannot read a paper book").waitFor();
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown, 200))));
    equal(await page.getByLabel("A paper book on the table").isChecked(), true, "paper");
    await finish(page);
  },

  "on one device the passage is covered until its scout opens it": async () => {
    const text = until(
      fresh({ ...short, reading: "voice", table: "shared" }, 2, 3),
      owed("prepare", 0, (view) => view.scout === 0 && view.step === "compass"),
    );
    const [line] = seen(text, 0).passage.lines;
    const page = await arrive(browser);
    await layGame(page, server.url, "contrees", text, two);
    await page.locator(".nc-flap").waitFor();
    assert(!straight(await page.content()).includes(line.text), "covered");
    await page.locator(".nc-flap").click();
    await page.locator(".nc-passage", { hasText: bent(line.text.slice(0, 10)) }).waitFor();
    await finish(page);
  },

  "the end: the hidden meaning as a page, saved as a picture": async () => {
    let won = "";
    for (let seed = 1; !won && seed < 200; seed++) {
      desk.load(fresh({ ...short, book: "novella-en" }, 2, seed));
      for (let { owes } = JSON.parse(desk.state()); owes.length; { owes } = JSON.parse(desk.state()))
        desk.play(owes[0], desk.bot(owes[0], "hard", 0));
      if (JSON.parse(desk.view(0)).won) won = desk.save();
    }
    const { meaning } = seen(won, 0);
    const page = await arrive(browser);
    await layGame(page, server.url, "contrees", won, company(2));
    await page.locator(".nc-quotation blockquote").waitFor();
    const quotation = straight(await page.locator(".nc-quotation").textContent());
    assert(quotation.includes(meaning.sentence), "the sentence");
    assert((await page.locator(".ending h2").textContent()).includes("succeeded"), "all have won together");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Keep it as a picture" }).click(),
    ]);
    const bytes = readFileSync(await download.path());
    equal([...bytes.subarray(1, 4)].map((c) => String.fromCharCode(c)).join(""), "PNG", "a picture");
    equal([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1500, 1000], "its size");
    assert(bytes.length > 20_000, `something is drawn on it: ${bytes.length} bytes`);
    assert((await page.locator(".nc-ending .nc-album li").count()) > 3, "the album");
    equal(await violations(page), [], "axe");
    await finish(page);
  },

  "who is lost reads below both landscapes whose they were, on every screen": async () => {
    const paid = until(engine.fresh("contrees", 2, {}, 5), owed("pay", 0), "easy");
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [820, 1180],
      [1280, 650],
    ]) {
      const page = await arrive(browser, { viewport: { width, height }, locale: "fr-FR" });
      await layGame(page, server.url, "contrees", paid, company(2));
      await page.locator(".nc-lost small").last().waitFor();
      const cut = await page.evaluate(() => {
        const paper = document.querySelector(".nc-lost").parentElement.getBoundingClientRect();
        return [...document.querySelectorAll(".nc-lost small")]
          .filter((e) => e.getBoundingClientRect().bottom > paper.bottom)
          .map((e) => e.textContent);
      });
      equal(cut, [], `what is cut at ${width}x${height}`);
      await finish(page);
    }
  },

  "no theme is named on the page": async () => {
    const themes = readFileSync(new URL("../../games/contrees/cards.tsv", import.meta.url), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("E"))
      .map((line) => line.split("\t")[5]);
    const text = until(fresh(short, 2, 5), owed("explore", 0));
    const page = await arrive(browser);
    await layGame(page, server.url, "contrees", text, company(2));
    for (const direction of ["N", "E", "S", "W"]) {
      await page.locator(`[data-thing="dir ${direction}"]`).click();
      const words = await page.locator(".nc-map, .nc-book .nc-detail").allInnerTexts();
      for (const theme of themes)
        assert(!words.join(" ").split(/\W+/).includes(theme), `${theme} stands on the page`);
    }
    await finish(page);
  },

  "the lesson, step by step, in both languages": async () => {
    for (const locale of ["en-US", "fr-FR"]) {
      const page = await arrive(browser, { locale });
      await page.goto(`${server.url}/#/learn/contrees`);
      await page.locator(".coach").waitFor();
      const going = page.getByRole("link", { name: /Play a real game|vraie partie/ });
      for (let n = 0; n < 40 && !(await going.count()); n++) {
        const before = await page.locator(".coach").textContent();
        const on = page.locator(".coach .button.main");
        if (await on.count()) await on.click();
        else {
          const lit = page.locator(".nc .lit[data-thing], .nc-choice.lit").first();
          const main = page.locator(".deeds .button.main, .deeds .button[data-note]").first();
          await lit.or(main).first().waitFor();
          if (!(await main.count())) await lit.click();
          await main.click();
        }
        await page.waitForFunction((old) => document.querySelector(".coach").textContent !== old, before);
      }
      await going.waitFor();
      await finish(page);
    }
  },
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
