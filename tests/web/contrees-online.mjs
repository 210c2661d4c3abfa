// Nouvelles Contrées at a real server: three pages and a looker-on, the scout sets the pace, the others send signs,
// talk, vote and try a mission. What every page was sent is kept: no line of the passage is there before its time.
// Usage: contrees-online.mjs TABLIER
import { launch } from "./browser.mjs";
import { assert, bent, equal, prompt, runCases, straight } from "./harness.mjs";
import { leave, openHouse, person, sitHere } from "./house.mjs";

const [binary] = process.argv.slice(2);
const house = await openHouse(binary);
if (!(await house.hasPage())) {
  console.log("the server was built without the page: make web, then make build");
  await house.close();
  process.exit(77);
}
const browser = await launch();

/** Every text in a message, however deep. */
function* textsIn(value) {
  if (typeof value === "string") yield value;
  else if (value !== null && typeof value === "object")
    for (const part of Object.values(value)) yield* textsIn(part);
}

/** Somebody whose page keeps all that the server sent it, from the first frame on. */
async function visitor(path = "/", options = {}) {
  const page = await person(browser, "about:blank", "", options);
  page.sent = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => page.sent.push(JSON.parse(String(payload)))),
  );
  await page.goto(house.url + path);
  return page;
}

const wasSent = (page, line) =>
  page.sent.some((message) => [...textsIn(message)].some((text) => text.includes(line)));

/** The newest value of that name in what the page was sent. */
function newest(page, name) {
  const find = (value) => {
    if (value === null || typeof value !== "object") return undefined;
    if (name in value && value[name] !== null) return value[name];
    for (const part of Object.values(value).reverse()) {
      const found = find(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const message of page.sent.toReversed()) {
    const found = find(message);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A first touch chooses, the second does it. */
async function touchTwice(page, thing) {
  await page.locator(`[data-thing="${thing}"].lit`).click();
  await page.locator(`[data-thing="${thing}"][aria-pressed=true]`).waitFor();
  await page.locator(`[data-thing="${thing}"]`).click();
}

/** Opens a table for three whose scout sets the pace; answers its path. */
async function openTable(page) {
  await page.goto(`${house.url}/#/new/contrees/friends`);
  await page.getByLabel("Your name").fill("Ada");
  await page.locator('input[name="count"][value="3"]').check();
  await page.getByLabel("Our novella in English").check();
  await page.getByLabel("Lines at the scout’s pace").check();
  await page.getByRole("button", { name: "Open the table" }).click();
  return new URL(await page.locator(".link-line code").textContent()).pathname;
}

async function gathered() {
  const ada = await visitor();
  const path = await openTable(ada);
  const others = [];
  for (const name of ["Bob", "Cyd"]) {
    const page = await visitor(path);
    await sitHere(page, name);
    others.push(page);
  }
  const eve = await visitor(path);
  await eve.getByText("You are looking on.").waitFor();
  return { ada, bob: others[0], cyd: others[1], eve };
}

/** Lines long enough to be told from any other text. */
const telling = (lines) => lines.filter((line) => line.length >= 12);

/** The compass is set, Bob watches a mission; answers which. */
async function prepare({ ada, bob, cyd }) {
  for (const page of [ada, bob, cyd]) await touchTwice(page, "seat 0");
  await ada.locator(".nc-passage").waitFor();
  await touchTwice(ada, "dir N");
  const mission = await bob
    .locator('.nc-missions [data-thing^="card M"].lit')
    .first()
    .getAttribute("data-thing");
  await touchTwice(bob, mission);
  for (const page of [bob, cyd]) await page.getByRole("button", { name: "I am ready" }).click();
  await prompt(ada, "Read aloud");
  return mission;
}

/** Line after line at the scout's pace; `meanwhile` happens at the second one. */
async function readAloud({ ada, bob, cyd, eve }, lines, meanwhile) {
  await ada.getByRole("button", { name: "Read aloud" }).click();
  for (const [i, line] of lines.entries()) {
    for (const page of [bob, cyd, eve])
      for (const later of telling(lines.slice(page === eve ? 0 : i)))
        assert(!wasSent(page, later), `line ${i + 1}: “${later}” came too soon`);
    await ada.getByRole("button", { name: "Next line" }).click();
    const shown = bent(line.trim()); // whole: two may begin alike
    for (const page of [bob, cyd]) await page.locator(".nc-now", { hasText: shown }).waitFor();
    for (const page of [bob, cyd]) assert(wasSent(page, line), `line ${i + 1} came`);
    if (i === 1) await meanwhile();
  }
  await ada.getByRole("button", { name: "Next line" }).click();
}

/** A listener's sign is seen by all at the table, and what another says is read. */
async function signAndTalk({ ada, bob, cyd }) {
  await bob.getByRole("button", { name: "I wonder" }).click();
  for (const page of [ada, cyd]) await page.locator(".nc-signs", { hasText: "🤔" }).waitFor();
  await cyd.getByRole("tab", { name: /^Chat/ }).click();
  await cyd.getByLabel("Your message").fill("That smells of the sea.");
  await cyd.getByRole("button", { name: "Send" }).click();
  await bob.getByRole("tab", { name: /^Chat/ }).click();
  for (const text of ["🤔", "That smells of the sea."])
    await bob.locator(".chat li", { hasText: text }).waitFor();
}

const cases = {
  async "a scout paces, listeners sign, talk and try a mission; nobody is sent a line before its time"() {
    const people = await gathered();
    const { ada, bob, cyd, eve } = people;
    const mission = await prepare(people);
    const lines = newest(ada, "passage").lines.map(({ text }) => text);
    equal(lines.length, 6, "lines of the passage");
    assert(telling(lines).length >= 4, "lines that can be told from others");
    for (const line of lines) assert(wasSent(ada, line), "the scout has the passage");
    await readAloud(people, lines, () => signAndTalk(people));
    // Both vote to try what Bob has watched for; the program judges, and says by which words.
    for (const page of [bob, cyd]) await touchTwice(page, mission);
    for (const page of [ada, bob, cyd]) {
      await page.locator(".nc-verdict .nc-stamp").waitFor();
      // In sight, wherever the pointer rests: not pushed off the page.
      const [slip, book] = await page.evaluate(() =>
        [".nc-verdict", ".nc-book"].map((name) =>
          document.querySelector(name).getBoundingClientRect().toJSON(),
        ),
      );
      assert(slip.top >= book.top && slip.bottom <= book.bottom, `verdict at ${slip.top} to ${slip.bottom}`);
    }
    for (const page of [bob, cyd]) {
      const proof = newest(page, "proof");
      const words = proof.words.filter((word) => word !== null).slice(0, 12);
      const verdict = straight(await page.locator(".nc-verdict").textContent());
      assert(verdict.includes(proof.right ? "right" : "wrong"), verdict);
      for (const word of words) assert(verdict.includes(word), `“${word}” decided: ${verdict}`);
    }
    for (const page of [bob, cyd]) await touchTwice(page, "dir N");
    for (const page of [ada, bob, cyd, eve])
      await page.locator(".log li, .nc-last, .nc-stamp").filter({ hasText: "Found!" }).first().waitFor();
    // Whoever looks on was told nothing of it, nor does any page still show it.
    for (const line of telling(lines)) {
      assert(!wasSent(eve, line), `Eve was sent “${line}”`);
      for (const page of [bob, cyd, eve])
        assert(!straight(await page.content()).includes(line), `“${line}” stands on a page`);
    }
    await leave(ada, bob, cyd, eve);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await house.close();
});
