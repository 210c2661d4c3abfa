// Every route opened directly, and reloaded, in each language: no word of the other is seen or read out.
// Usage: language.mjs TABLIER
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPo } from "../../web/tools/po.mjs";
import { launch } from "./browser.mjs";
import { assert, bent, runCases } from "./harness.mjs";
import { leave, openHouse, person } from "./house.mjs";

const [binary] = process.argv.slice(2);
const house = await openHouse(binary);
if (!(await house.hasPage())) {
  console.log("the server was built without the page: make web, then make build");
  await house.close();
  process.exit(77);
}
const browser = await launch();
const games = (await fetch(`${house.url}/api/games`).then((answer) => answer.json())).games.map(
  ({ id }) => id,
);

const po = join(dirname(fileURLToPath(import.meta.url)), "../../po/fr");
const catalogue = Object.assign(
  {},
  ...readdirSync(po).map((name) => readPo(readFileSync(join(po, name), "utf8"))),
);
/** Whole sentences of one language that are none of the other's. */
const plain = Object.entries(catalogue)
  .filter(([en, fr]) => en !== fr && !/[{}%]/.test(en + fr))
  .map((both) => both.map(bent));
const french = new Set(plain.map(([, fr]) => fr));
const english = new Set(plain.map(([en]) => en));
const sentences = {
  en: [...french].filter((fr) => !english.has(fr)),
  fr: [...english].filter((en) => !french.has(en)),
};
/** Words that only the other language has, for sentences with names filled in. */
const words = {
  en: /(?<![\p{L}'’])(les|des|une|vous|votre|vos|est|sont|avec|pour|pas|sur|dans|cette|qui|joueurs)(?![\p{L}])/iu,
  fr: /(?<![\p{L}'’])(the|and|your|you|with|is|are|of|has|have|this|that|what|who|players|cards)(?![\p{L}])/iu,
};
/** What stays as it is: names, and the way to the other language. */
const leaveOut = "[lang]:not(html), .brand, code, .link-line, select option, .ak-name";

function textsOf(selector) {
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    if (node.parentElement && !node.parentElement.closest(`script, style, ${selector}`))
      texts.push(node.textContent.trim());
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    if (!element.closest(selector))
      for (const name of ["aria-label", "title", "placeholder"])
        texts.push(element.getAttribute(name)?.trim() ?? "");
  return texts.filter(Boolean);
}

/** Words that the first painting has: kept by a watcher that is there before the page. */
function watchFirst() {
  new MutationObserver(() => {
    const page = document.getElementById("page");
    if (window.painted || !page?.textContent.trim()) return;
    const walk = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    window.painted = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (!node.parentElement.closest("[lang]:not(html), .brand"))
        window.painted.push(node.textContent.trim());
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

function foreign(texts, lang) {
  const whole = new Set(sentences[lang]);
  return texts.filter((text) => (whole.has(text) && /\s|\p{L}{4}/u.test(text)) || words[lang].test(text));
}

/** What no printer would set: French signs that may begin a line, straight apostrophes. */
const loose = (texts, lang) =>
  texts.filter((text) => /\p{L}'\p{L}/u.test(text) || (lang === "fr" && / [;:!?»]|« /.test(text)));

const routes = [
  ["/", ".box"],
  ...games.flatMap((game) => [
    [`/new/${game}`, "form"],
    [`/new/${game}/friends`, "form"],
    [`/learn/${game}`, ".coach"],
    [`/rules/${game}`, "article h1"],
  ]),
  ["/friends", ".friends-page"],
  ["/companion/archeologic", ".companion, form"],
  ["/companion/archeologic/FR14X52C", ".clues-panel"],
  ["/companion/archeologic/notebook", ".axis-chip"],
  ["/tables", ".tables-page"],
  ["/today", ".puzzle"],
  ["/mine", ".mine"],
  ["/settings", "#program-name"],
  ["/nowhere", ".nothing"],
  ["/t/nosuchtabl", ".nothing"],
  ["/local/nosuchgame", ".nothing"],
];

/** Opens it as a link would, then reloads it; answers what was foreign. */
async function look(page, path, ready, lang) {
  const faults = [];
  for (const how of ["opened", "reloaded"]) {
    if (how === "opened") {
      await page.goto("about:blank");
      await page.goto(`${house.url}/#${path}`);
    } else await page.reload();
    await page.locator(ready).first().waitFor({ state: "attached" });
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".loading")].every((one) => one.offsetParent === null),
    );
    const first = await page.evaluate(() => window.painted ?? []);
    const now = await page.evaluate(textsOf, leaveOut);
    const wrong = [...foreign([...now, ...first], lang), ...loose([...now, ...first], lang)];
    faults.push(...wrong.map((text) => `${path}, ${how}: ${text.slice(0, 90)}`));
  }
  return [...new Set(faults)];
}

const cases = {};
for (const [lang, locale] of [
  ["fr", "fr-FR"],
  ["en", "en-US"],
]) {
  cases[`every route is in one language from the first painting: ${lang}`] = async () => {
    const page = await person(browser, house.url, "/", { locale, prepare: watchFirst });
    const faults = [];
    for (const [path, ready] of routes) faults.push(...(await look(page, path, ready, lang)));
    await leave(page);
    assert(faults.length === 0, faults.join("\n"));
  };
  for (const game of games)
    cases[`a game of ${game} speaks one language, here and on the server: ${lang}`] = async () => {
      const page = await person(browser, house.url, "/", { locale, prepare: watchFirst });
      const faults = [];
      await page.goto(`${house.url}/#/new/${game}`);
      await page.locator("form button[type=submit]").click();
      await page.locator(".table .board").waitFor();
      const local = new URL(page.url()).hash.slice(1);
      faults.push(...(await look(page, local, ".table .board", lang)));
      await page.goto("about:blank");
      await page.goto(`${house.url}/#/new/${game}/friends`);
      await page.locator("#my-name").fill("Zoé");
      await page.locator("form button[type=submit]").click();
      await page.locator(".qr").waitFor();
      const table = new URL(page.url()).hash.slice(1);
      faults.push(...(await look(page, table, ".qr", lang)));
      await page.locator(".to-bot button").first().click();
      await page.locator(".table .board").waitFor();
      faults.push(...(await look(page, table, ".table .board", lang)));
      await leave(page);
      assert(faults.length === 0, faults.join("\n"));
    };
}

await runCases(cases, async () => {
  await browser.close();
  await house.close();
});
