// What people do at a table of the server besides playing: clocks, offers, absence, chat,
// the door of a private house, and who they are.
// Usage: tables.mjs TABLIER
import { launch, required } from "./browser.mjs";
import { assert, countTones, equal, prompt, runCases } from "./harness.mjs";
import { gather, goOn, hide, leave, more, openHouse, openTable, person as visit, sitHere } from "./house.mjs";

const [binary] = process.argv.slice(2);
const house = await openHouse(binary, ["--away-after", "900", "--bot-delay", "1000"]);
if (!(await house.hasPage())) {
  console.log("the server was built without the page: make web, then make build");
  await house.close();
  process.exit(77);
}
const { url } = house;
const browser = await launch();
const qrcode = required("qrcode-generator");
const person = (path, options) => visit(browser, url, path, options);
const button = (page, name) => page.getByRole("button", { name, exact: true });
const notice = (page, text) => page.locator(".notice", { hasText: text });
const toast = (page, text) => page.locator(".toast", { hasText: text });

// Two people who come to all these tables; whoever else is needed comes for one case.
const ada = await person();
const bob = await person();

/** Bob follows a link and sits down. */
async function bobSits(link) {
  await bob.goto(`${url}/#/t/${link.split("/").pop()}`);
  await sitHere(bob, "Bob");
}

/** Ada and Bob at a table where both have hidden their tile: Ada seeks. */
async function playing(choose = null) {
  const link = await openTable(ada, "Ada", choose);
  await bobSits(link);
  await hide(ada, "C4");
  await hide(bob, "D2");
  await prompt(ada, "Place pawn 1 of 5");
  return link;
}

/** Sets what the new-table form has in its number fields. */
async function liveClock(minutes, plus) {
  await ada.locator('input[value="live"]').check();
  await ada.getByLabel("Minutes each").fill(String(minutes));
  await ada.getByLabel("Seconds more per turn").fill(String(plus));
}

/** A table made by the same browser without the form: for paces that no form offers. */
const create = (page, keys) =>
  page.evaluate(
    (keys) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () =>
          socket.send(JSON.stringify({ id: 1, do: "create", game: "topologic", ...keys }));
        socket.onmessage = ({ data }) => {
          socket.close();
          done(JSON.parse(data).ok.table);
        };
      }),
    keys,
  );

/** Column and row of each dark square in the code of a text. */
function darkModules(text) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const line = Array.from({ length: code.getModuleCount() }, (_, i) => i);
  return line.flatMap((y) => line.filter((x) => code.isDark(y, x)).map((x) => `${x} ${y}`));
}

const seconds = (text) =>
  text
    .trim()
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);
const clockOf = (page, seat) => page.locator(".seats .clock").nth(seat);

const cases = {
  async "a live clock is shown, runs for whoever is to play, and each turn adds its seconds"() {
    await playing(() => liveClock(30, 500));
    await ada.locator(".seats .clock.runs").waitFor();
    equal(await ada.locator(".clock.runs").count(), 1, "clocks that run");
    const before = seconds(await clockOf(ada, 0).textContent());
    assert(
      before > 1800 && before <= 2300,
      `Ada has ${before} s after one turn of 30 minutes and 500 seconds more`,
    );
    await ada.waitForFunction((start) => {
      const [minutes, rest] = document
        .querySelector(".seats .clock")
        .textContent.trim()
        .split(":")
        .map(Number);
      return minutes * 60 + rest < start;
    }, before);
    await gather(ada, "D2");
    await goOn(bob, "Place pawn 1 of 5");
    await prompt(bob, "Place pawn 1 of 5");
    const after = seconds(await clockOf(ada, 0).textContent());
    assert(after > before + 10, `Ada has ${after} s after her next turn, ${before} s before it`);
  },

  async "when a flag falls the game is over, and both are told why"() {
    await openTable(ada, "Ada"); // takes the name
    const table = await create(ada, { seats: ["me", "open"], pace: { kind: "live", main: 15, plus: 0 } });
    await ada.goto(`${url}/#/t/${table}`);
    await ada.locator(".facts", { hasText: "15 seconds each" }).waitFor();
    await bobSits(table);
    await hide(bob, "D2");
    await ada.locator(".clock.runs.low").first().waitFor();
    await bob.locator(".ending", { hasText: "Ada ran out of time." }).waitFor();
    await bob.locator(".ending", { hasText: "You win!" }).waitFor();
    await ada.locator(".ending", { hasText: "Bob wins." }).waitFor();
  },

  async "days per decision are shown in days"() {
    await playing(async () => {
      await ada.locator('input[value="days"]').check();
      await ada.getByLabel("Days for each decision").fill("7");
    });
    await clockOf(ada, 0)
      .filter({ hasText: /[67] days/ })
      .waitFor();
    await ada.goto(`${url}/#/tables`);
    await ada
      .locator(".rows li.yours", { hasText: "7 days per decision" })
      .getByRole("link", { name: "Your turn" })
      .waitFor();
    await ada.locator(".top .badge", { hasText: "1" }).waitFor();
  },

  async "an undo that told something is asked for: refused, withdrawn, granted"() {
    await playing();
    await gather(ada, "E5");
    await prompt(ada, "Move any pawns");
    await button(ada, "Ask to undo").click();
    await notice(bob, "Ada offers to take a decision back.").waitFor();
    await button(bob, "Decline").click();
    await notice(ada, "offers").waitFor({ state: "detached" });
    equal(await ada.locator(".turn-button").count(), 1, "scores that stand");
    await button(ada, "Ask to undo").click();
    await button(ada, "Withdraw").click();
    await notice(bob, "offers").waitFor({ state: "detached" });
    await button(ada, "Ask to undo").click();
    await button(bob, "Agree").click();
    await ada.locator(".turn-button").waitFor({ state: "detached" });
    await prompt(ada, "Ask for the score.");
    await bob.locator(".log li", { hasText: "scores" }).waitFor({ state: "detached" });
  },

  async "between persons there are no hints and no advice, unless the host allows them"() {
    for (const [allowed, buttons] of [
      ["no", 0],
      ["yes", 1],
    ]) {
      const link = await openTable(ada, "Ada", () =>
        ada.locator(`input[name="helps"][value="${allowed}"]`).check(),
      );
      await bob.goto(link);
      await sitHere(bob, "Bob");
      await prompt(ada, "Choose the tile");
      for (const name of ["Hint", "Advice"])
        equal(await ada.getByRole("button", { name, exact: true }).count(), buttons, `${name}: ${allowed}`);
      await more(ada, "Resign");
      await more(ada, "Yes, I resign");
      await ada.locator(".ending").waitFor();
    }
  },

  async "a draw is offered and declined, offered and agreed"() {
    await playing();
    await toast(ada, "declined").waitFor({ state: "detached" }); // of an offer before
    await more(ada, "Offer a draw");
    await button(ada, "Withdraw").click();
    await notice(bob, "offers").waitFor({ state: "detached" });
    equal(await toast(ada, "declined").count(), 0, "words of a refusal that was none");
    await more(ada, "Offer a draw");
    await notice(bob, "Ada offers a draw.").waitFor();
    await button(bob, "Decline").click();
    await notice(ada, "offers").waitFor({ state: "detached" });
    await toast(ada, "Your offer was declined.").waitFor();
    await more(bob, "Offer a draw");
    await button(ada, "Agree").click();
    for (const page of [ada, bob]) await page.locator(".ending", { hasText: "A draw was agreed." }).waitFor();
  },

  async "a rematch is not offered to those who did not play"() {
    await playing(() => ada.locator('input[value="public"]').check());
    await more(bob, "Resign");
    await more(bob, "Yes, I resign");
    await button(ada, "Rematch").click();
    await ada.getByText("Waiting for Bob.").waitFor();
    const eve = await person("/#/tables");
    await eve.getByRole("region", { name: "Tables that wait for players" }).waitFor();
    equal(
      await eve.locator(`a[href="#${new URL(ada.url()).hash.slice(1)}"]`).count(),
      0,
      "links to the rematch",
    );
    await button(ada, "Leave the table").click();
    await ada.getByRole("region", { name: "Tables that wait for players" }).waitFor();
    await leave(eve);
  },

  async "whoever leaves a table and goes elsewhere before the answer stays there"() {
    const link = await openTable(ada, "Ada");
    await bob.goto(link);
    await button(bob, "Sit here").first().waitFor();
    await button(ada, "Leave the table").evaluate((leave) => {
      leave.click();
      location.hash = "#/new/topologic/friends";
    });
    await bob.getByText("Everybody has left this table: it was closed.").waitFor();
    await button(ada, "Open the table").click(); // answered after what was asked before
    await ada.locator(".link-line code").waitFor();
  },

  async "whoever has a name already sits down under it"() {
    const link = await openTable(ada, "Ada");
    const zoe = await person(new URL(link).pathname, {
      prepare: () => localStorage.setItem("tablier.prefs", '{"name":"Zoé"}'),
    });
    await button(zoe, "Sit here").click();
    await ada.locator(".seat", { hasText: "Zoé" }).waitFor();
    // Both have yet to hide a tile: whoever looks on reads who is awaited.
    const eve = await person(new URL(link).pathname);
    await prompt(eve, "Ada and Zoé are to play.");
    await leave(zoe, eve);
  },

  async "the link can be shared where the device knows how"() {
    const prepare = () => (navigator.share = async (what) => Object.assign(globalThis, { shared: what }));
    const zoe = await person("/", { prepare });
    const link = await openTable(zoe, "Zoé");
    await button(zoe, "Share…").click();
    equal(
      await zoe.evaluate(() => globalThis.shared),
      { title: "A game of Topologic", url: link },
      "what is shared",
    );
    await leave(zoe);
  },

  async "what is said while the log is open is seen"() {
    await playing();
    await bob.getByRole("tab", { name: "Chat" }).click();
    await bob.getByLabel("Your message").fill("Well hidden!");
    await button(bob, "Send").click();
    await toast(ada, "Bob: Well hidden!").waitFor();
    equal(await toast(bob, "Well hidden!").count(), 0, "one's own words said again");
  },

  async "the rules are read and seldom deeds found without leaving the table"() {
    await playing();
    await button(ada, "Rules").click();
    await ada.locator(".rules-sheet h1", { hasText: "Topologic" }).waitFor();
    await ada.keyboard.press("Escape");
    await ada.locator(".rules-sheet").waitFor({ state: "hidden" });
    equal(await bob.locator(".seat", { hasText: "away" }).count(), 0, "people away");
    const menu = ada.locator(".more summary");
    await menu.focus();
    await ada.keyboard.press("Enter");
    await button(ada, "Offer a draw").waitFor();
    await ada.keyboard.press("Escape");
    await button(ada, "Offer a draw").waitFor({ state: "hidden" });
    assert(
      await menu.evaluate((summary) => summary === document.activeElement),
      "the focus is lost with the menu",
    );
    await menu.click();
    await ada.locator(".prompt").click();
    await button(ada, "Offer a draw").waitFor({ state: "hidden" });
  },

  async "a table that cannot be opened without a server says so at once"() {
    const zoe = await person();
    await zoe.route("**/api/me", (route) => route.abort());
    await zoe.reload();
    await zoe.goto(`${url}/#/new/topologic/friends`);
    await button(zoe, "Open the table").click();
    await toast(zoe, "The server cannot be reached just now.").waitFor();
    await leave(zoe);
  },

  async "a path that leads nowhere says so"() {
    const zoe = await person("/nosuchpage");
    await zoe.getByRole("heading", { name: "There is nothing here." }).waitFor();
    await leave(zoe);
  },

  async "a game is abandoned when all agree, and with a bot at once"() {
    await playing();
    await more(bob, "Offer to abandon");
    await button(ada, "Agree").click();
    for (const page of [ada, bob])
      await page.locator(".ending", { hasText: "The game was abandoned." }).waitFor();
    await openTable(ada, "Ada");
    await button(ada, "Easy bot").click();
    await hide(ada, "C4");
    await more(ada, "Abandon");
    await ada.locator(".ending", { hasText: "The game was abandoned." }).waitFor();
  },

  async "a bot plays for somebody who is away, who takes the seat back"() {
    const link = await playing();
    await gather(ada, "D2");
    await goOn(bob, "Place pawn 1 of 5");
    await prompt(bob, "Place pawn 1 of 5");
    await bob.goto(`${url}/#/settings`);
    await notice(ada, "Bob is away.").waitFor();
    await notice(ada, "In 0:01 a bot may play on.").waitFor();
    await button(ada, "Let a bot play on").click();
    await ada.locator(".seats", { hasText: "a bot stands in" }).waitFor();
    await ada.locator(".log li", { hasText: "Bob places pawn" }).first().waitFor();
    await bob.goto(link);
    const over = bob.locator(".ending");
    await bob.locator(".notice, .ending").first().waitFor();
    if (!(await over.isVisible())) {
      await button(bob, "I am back").click();
      await notice(bob, "A bot plays for you.").waitFor({ state: "detached" });
    }
  },

  async "the host may ask somebody to leave before the start, and close the seat to all but a bot"() {
    await ada.goto(`${url}/#/new/ancient/friends`);
    await ada.locator('input[name="count"][value="3"]').check();
    await ada.getByLabel("Your name").fill("Ada");
    await button(ada, "Open the table").click();
    const link = await ada.locator(".link-line code").textContent();
    await bobSits(link);
    await bob.locator(".seat", { hasText: "Bob (you)" }).waitFor();
    await button(ada, "Ask to leave").click();
    await bob.getByRole("button", { name: "Sit here" }).first().waitFor();
    equal(await bob.locator(".seat", { hasText: "Bob" }).count(), 0, "seats of Bob");
    await ada
      .locator(".seat", { hasText: "Open seat" })
      .first()
      .getByRole("button", { name: "Hard bot" })
      .click();
    await bob.locator(".seat", { hasText: "Hard bot" }).waitFor();
    await button(ada, "Open the seat").click();
    await bob.locator(".seat", { hasText: "Hard bot" }).waitFor({ state: "detached" });
    await button(ada, "Leave the table").click();
    await bob.getByRole("heading", { name: "Everybody has left this table: it was closed." }).waitFor();
    await ada.waitForURL("**/#/tables");
  },

  async "a choice may be changed while the others still choose"() {
    await ada.goto(`${url}/#/new/ancient/friends`);
    await ada.getByLabel("Your name").fill("Ada");
    await button(ada, "Open the table").click();
    const link = await ada.locator(".link-line code").textContent();
    await bobSits(link);
    await ada.getByRole("tab", { name: "Moves" }).click();
    // Ancient Knowledge begins with four of ten cards put away. The list of moves does it.
    const discard = ada.locator(".moves-list .button", { hasText: /^Discard / });
    for (let i = 0; i < 4; i++) {
      await discard.first().waitFor({ state: "attached" });
      await ada.evaluate(() =>
        [...document.querySelectorAll(".moves details")].map((group) => group.setAttribute("open", "")),
      );
      const card = await discard.first().textContent();
      await discard.first().click();
      await ada.locator(".moves-list").getByText(card, { exact: true }).waitFor({ state: "detached" });
    }
    await prompt(ada, "You may still change your choice.");
    equal(await discard.count(), 0, "cards to put away");
    await ada.evaluate(() =>
      [...document.querySelectorAll(".moves details")].map((group) => group.setAttribute("open", "")),
    );
    await ada.locator(".moves-list .button").first().click();
    await discard.first().waitFor({ state: "attached" });
    await ada.locator(".prompt.mine").waitFor();
  },

  async "whoever resigns loses, and the replay says who sat there and who resigned"() {
    await playing();
    await more(bob, "Resign");
    await more(bob, "No, go on");
    await more(bob, "Resign");
    await more(bob, "Yes, I resign");
    await ada.locator(".ending", { hasText: "Bob resigned." }).waitFor();
    const [record] = await Promise.all([
      ada.waitForEvent("download"),
      ada.getByRole("link", { name: "Save the record" }).click(),
    ]);
    assert(/^topologic-\w+\.record$/.test(record.suggestedFilename()), record.suggestedFilename());
    await ada.getByRole("link", { name: "Watch it again" }).click();
    await ada.locator(".replay-seats", { hasText: "Ada" }).filter({ hasText: "Bob resigned." }).waitFor();
    // With Ada's eyes Bob's secret stays hidden; with everything shown it lies open.
    await ada.getByRole("button", { name: "To the end" }).click();
    await ada.locator(".seal").waitFor();
    await ada.locator(".replay-bar .more summary").click();
    await ada.getByLabel("Seen by").selectOption({ label: "Ada" });
    await ada.locator(".seal").waitFor({ state: "detached" });
    await ada.getByLabel("Seen by").selectOption({ label: "Bob" });
    await ada.locator(".seal").waitFor();
    await ada.getByLabel("Turn", { exact: true }).fill("1");
    await ada.locator(".replay-line", { hasText: "has hidden a secret" }).waitFor();
    await ada.getByRole("button", { name: "To the beginning" }).click();
    await ada.getByRole("button", { name: "Play on" }).click();
    await ada.getByText("2 / 2").waitFor();
    await ada.goto(`${url}/#/tables`);
    const row = ada.locator(".rows li", { hasText: "Bob resigned." }).first();
    await row.getByRole("link", { name: "Watch it again" }).waitFor();
    const [again] = await Promise.all([
      ada.waitForEvent("download"),
      row.getByRole("link", { name: "Save the record" }).click(),
    ]);
    assert(again.suggestedFilename().endsWith(".record"), again.suggestedFilename());
  },

  async "lookers are counted, and may chat; too many lines at once are refused and kept in the field"() {
    const link = await playing();
    const eve = await person(new URL(link).pathname);
    await prompt(eve, "You are looking on.");
    await ada.getByText("1 person looks on.").waitFor();
    await eve.getByRole("tab", { name: "Chat" }).click();
    // Five at once are allowed and one more each 2 seconds, so a slow machine needs a few more.
    const refused = eve.locator(".toast", { hasText: /too fast/i });
    let sent = 0;
    for (; sent < 60 && !(await refused.isVisible()); sent++) {
      await eve.getByLabel("Your message").fill(`line ${sent + 1}`);
      await eve.getByLabel("Your message").press("Enter");
      await eve
        .locator(".chat li, .toast")
        .getByText(new RegExp(`line ${sent + 1}$|too fast`, "i"))
        .first()
        .waitFor();
    }
    await refused.waitFor();
    equal(await eve.getByLabel("Your message").inputValue(), `line ${sent}`, "what was refused");
    await ada.getByRole("tab", { name: /^Chat \(\d+ new\)$/ }).waitFor();
    await leave(eve);
  },

  async "it is your turn: in the tab's title, by a sound and by a notification, each only if wanted"() {
    const stub = () => {
      window.shown = [];
      window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, options) {
          window.shown.push([title, options.body]);
        }
      };
      Object.defineProperty(document, "hidden", { get: () => window.outOfSight === true });
    };
    const eve = await person("/#/settings", { prepare: stub });
    await eve.evaluate(countTones);
    const notify = eve.getByRole("group", { name: "Notification when it is your turn" });
    await notify.getByLabel("On").check();
    const link = await openTable(eve, "Eve");
    await bobSits(link);
    await prompt(eve, "Choose the tile");
    assert((await eve.title()).startsWith("● Your turn"), await eve.title());
    await hide(eve, "C4");
    await hide(bob, "D2");
    await gather(eve, "D2");
    await prompt(eve, "Bob is to play.");
    equal(await eve.title(), "Topologic · Tablier", "the title when others play");
    // Bob's whole round; at its end the game is over. So an undo gives Ada the turn again.
    await goOn(bob, "Place pawn 1 of 5");
    await prompt(bob, "Place pawn 1 of 5");
    await eve.evaluate(() => Object.assign(window, { outOfSight: true, heard: 0 }));
    equal(await eve.evaluate(() => window.shown.length), 0, "notifications in sight");
    await button(eve, "Ask to undo").click();
    await button(bob, "Agree").click();
    await prompt(eve, "Ask for the score.");
    await eve.waitForFunction(() => window.shown.length === 1);
    equal(await eve.evaluate(() => window.shown), [["Topologic", "It is your turn."]], "notifications");
    await eve.waitForFunction(() => window.heard > 0);
    // And with both switched off.
    await button(eve, "Sound").click();
    await eve.evaluate(() => (window.heard = 0));
    await button(eve, "Ask for the score").click();
    await prompt(eve, "Bob is to play.");
    await button(eve, "Ask to undo").click();
    await button(bob, "Agree").click();
    await prompt(eve, "Ask for the score.");
    equal(await eve.evaluate(() => window.heard), 0, "sounds when sound is off");
    await leave(eve);
  },

  async "the invitation is a link to copy and a code to photograph"() {
    const eve = await person("/", { permissions: ["clipboard-read", "clipboard-write"] });
    const link = await openTable(eve, "Eve");
    await button(eve, "Copy the link").click();
    await eve.locator(".toast", { hasText: "The link is copied." }).waitFor();
    equal(await eve.evaluate(() => navigator.clipboard.readText()), link, "the copied link");
    const drawn = (await eve.locator(".qr path").getAttribute("d")).match(/\d+ \d+/g);
    equal(drawn, darkModules(link), "the dark squares of the code");
    equal(
      await eve
        .locator(".qr")
        .getAttribute("viewBox")
        .then((box) => box.split(" ").slice(0, 2)),
      ["-4", "-4"],
      "the light margin that cameras want",
    );
    await leave(eve);
  },

  async "a name, a colour and a passphrase bring a person to a second browser; then all is deleted"() {
    const ada = await person();
    const link = await openTable(ada, "Ada");
    await ada.goto(`${url}/#/settings`);
    await ada.getByLabel("Colour 7").check();
    await ada.getByLabel("Handle").fill("ada-of-london");
    await ada.getByLabel("Passphrase").fill("engine of analysis");
    await button(ada, "Keep me under these words").click();
    await ada.locator(".toast", { hasText: "any device" }).waitFor();
    const phone = await person("/#/settings", { viewport: { width: 390, height: 844 } });
    await phone.getByLabel("Handle").fill("ada-of-london");
    await phone.getByLabel("Passphrase").fill("engine of nothing");
    await button(phone, "That is me: bring me here").click();
    await phone.locator(".toast", { hasText: "passphrase" }).waitFor();
    await phone.getByLabel("Passphrase").fill("engine of analysis");
    await button(phone, "That is me: bring me here").click();
    await phone.locator(".toast", { hasText: "Welcome back, Ada." }).waitFor();
    await phone.waitForFunction(() => document.querySelector("#server-name").value === "Ada");
    assert(await phone.getByLabel("Colour 7").isChecked(), "the colour came along");
    await phone.goto(link);
    await phone.locator(".seat", { hasText: "Ada (you)" }).waitFor();
    await phone.goto(`${url}/#/settings`);
    await button(phone, "Delete my data").click();
    await button(phone, "No, keep it").click();
    await button(phone, "Delete my data").click();
    await button(phone, "Yes, delete it all").click();
    await phone.locator(".toast", { hasText: "deleted" }).waitFor();
    await phone.waitForFunction(() => document.querySelector("#server-name")?.value === "");
    await phone.goto(`${url}/#/tables`);
    await phone.getByText("You sit at no table.").waitFor();
    await leave(ada, phone);
  },

  async "a lost device is ended from another, and a new passphrase asks for the old"() {
    const ada = await person();
    await openTable(ada, "Ada");
    await ada.goto(`${url}/#/settings`);
    await ada.getByLabel("Handle").fill("ada-of-paris");
    await ada.getByLabel("Passphrase").fill("engine of analysis");
    await button(ada, "Keep me under these words").click();
    await ada.locator(".toast", { hasText: "any device" }).waitFor();
    const phone = await person("/#/settings", { viewport: { width: 390, height: 844 } });
    await phone.getByLabel("Handle").fill("ada-of-paris");
    await phone.getByLabel("Passphrase").fill("engine of analysis");
    await button(phone, "That is me: bring me here").click();
    await phone.locator(".toast", { hasText: "Welcome back, Ada." }).waitFor();
    await ada.reload();
    await ada.locator(".devices li").nth(1).waitFor();
    equal(await ada.locator(".devices li").count(), 2, "devices");
    const lost = ada.locator(".devices li").filter({ hasNotText: "this one" });
    await lost.getByRole("button", { name: /^End the session: Chrome/ }).click();
    await lost.waitFor({ state: "detached" });
    await phone.waitForFunction(() => document.querySelector("#server-name")?.value !== "Ada");
    await ada.getByLabel("Passphrase", { exact: true }).fill("engine of tomorrow");
    await ada.getByLabel("The passphrase you have now").fill("not that one at all");
    await button(ada, "Keep me under these words").click();
    await ada.locator(".toast", { hasText: "not the passphrase you have" }).waitFor();
    await ada.getByLabel("The passphrase you have now").fill("engine of analysis");
    await button(ada, "Keep me under these words").click();
    await ada.locator(".toast", { hasText: "any device" }).waitFor();
    await leave(ada, phone);
  },

  async "a person makes a token for a program, and takes it away"() {
    const ada = await person("/#/settings");
    await ada.getByLabel("Name of the program").fill("Deep Tile");
    await button(ada, "Make a token").click();
    const token = await ada.locator(".token").textContent();
    const me = await fetch(`${url}/api/me`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    }).then((r) => r.json());
    equal([me.name, me.program], ["Deep Tile", true], "who the token is");
    await ada.getByRole("button", { name: "Take the token of Deep Tile away" }).click();
    await ada.locator(".programs").waitFor({ state: "detached" });
    await leave(ada);
  },

  async "a public table is listed: somebody finds it on the home page and sits down"() {
    await openTable(ada, "Ada", () => ada.locator('input[value="public"]').check());
    await bob.goto(`${url}/#/`);
    await bob.getByRole("link", { name: "1 free seat" }).click();
    await bob.getByRole("button", { name: "Sit here" }).click();
    await prompt(bob, "Choose the tile");
    await prompt(ada, "Choose the tile");
  },

  async "what is not there is said so, with a way on"() {
    const page = await person("/t/nosuchtabl");
    await page.getByRole("heading", { name: "There is no such table." }).waitFor();
    await page.getByRole("link", { name: "Back to the games" }).click();
    await page.locator(".hero").waitFor();
    for (const [path, title] of [
      ["/replay/table/nosuchtabl", "cannot be had"],
      ["/local/gone", "not kept"],
      ["/new/nothing", "not here yet"],
      ["/rules/nothing", "rules of this game"],
      ["/learn/nothing", "no lesson"],
      ["/nowhere", "nothing here"],
    ]) {
      await page.goto(`${url}/#${path}`);
      await page.getByRole("heading", { name: title }).waitFor();
    }
    await leave(page);
  },

  async "a private house opens to its passphrase only, and remembers who said it"() {
    const club = await openHouse(binary, ["--door", "three green lamps"]);
    const ada = await visit(browser, club.url, "/#/tables");
    await ada.getByRole("heading", { name: "A private house" }).waitFor();
    await ada.getByLabel("Passphrase").fill("two green lamps");
    await button(ada, "Enter").click();
    await ada.locator(".toast").waitFor();
    await ada.getByLabel("Passphrase").fill("three green lamps");
    await button(ada, "Enter").click();
    await ada.getByText("You sit at no table.").waitFor();
    await ada.reload();
    await ada.getByText("You sit at no table.").waitFor();
    const link = await openTable(ada, "Ada");
    // The form of a new table asks before it is filled in, and only who wants company.
    const eve = await visit(browser, club.url, "/#/new/topologic");
    await button(eve, "Begin").waitFor();
    await eve.getByLabel("With friends, by a link").click();
    await eve.getByLabel("Passphrase").fill("three green lamps");
    await button(eve, "Enter").click();
    await button(eve, "Open the table").click();
    await eve.locator(".qr").waitFor();
    await leave(eve);
    const bob = await visit(browser, club.url, new URL(link).pathname);
    await bob.getByRole("heading", { name: "A private house" }).waitFor();
    await bob.getByLabel("Passphrase").fill("three green lamps");
    await button(bob, "Enter").click();
    await bob.getByRole("button", { name: "Sit here" }).waitFor();
    await leave(ada, bob);
    await club.close();
  },

  async "nothing went wrong in the pages of these two"() {
    await leave(ada, bob);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await house.close();
});
