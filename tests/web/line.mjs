// How long a first board takes on a phone's bad line: to be read, no test holds a time.
// Usage: line.mjs TABLIER [GAME...]; LANGUAGE=fr reads French, TRACE=1 says when each file came.
import { launch } from "./browser.mjs";
import { PATIENCE, slowDown } from "./harness.mjs";
import { openHouse } from "./house.mjs";

const [binary, ...wanted] = process.argv.slice(2);
const { LANGUAGE = "en", TRACE } = process.env;
/** Seconds for which the home page is read before the click, from when it stands there with its fonts. */
const WAITS = [0, 3, 6];

const house = await openHouse(binary);
const browser = await launch({ seen: true });

/** What each file took: seconds after `start` when it was asked for and had come, and its bytes on the line. */
async function trace(page, start) {
  const sizes = [...page.requests].map(async (request) => {
    const { requestStart, startTime, responseEnd } = { ...request.timing() };
    const at = (ms) => ((startTime + ms - start) / 1000).toFixed(2);
    const { responseBodySize } = await request.sizes();
    return [
      at(Math.max(requestStart, 0)),
      at(responseEnd),
      responseBodySize,
      new URL(request.url()).pathname,
    ];
  });
  for (const row of (await Promise.all(sizes)).sort((a, b) => a[0] - b[0]))
    console.log("   ", row.join("\t"));
}

/** Seconds from the click on a box of the shelf to its board. */
async function firstBoard(game, wait) {
  const context = await browser.newContext({
    locale: LANGUAGE === "fr" ? "fr-FR" : "en-US",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await slowDown(page);
  page.requests = [];
  context.on("requestfinished", (request) => page.requests.push(request));
  await page.goto(house.url);
  await page.locator(".hero").waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await page.waitForTimeout(1000 * wait);
  const start = Date.now();
  await page.locator(`.box:has([href="#/new/${game}"]) button.main`).click();
  await page.locator(".table .board > *").first().waitFor();
  const seconds = (Date.now() - start) / 1000;
  if (TRACE) await trace(page, start);
  await context.close();
  return seconds;
}

/** The games of the shelf. */
async function shelf() {
  const page = await browser.newPage();
  await page.goto(house.url);
  const forms = page.locator('.box [href^="#/new/"]');
  await forms.first().waitFor();
  const games = await forms.evaluateAll((links) => links.map((link) => link.hash.replace("#/new/", "")));
  await page.close();
  return games;
}

console.log(["seconds to the first board, the click after", ...WAITS].join("\t"));
for (const game of wanted.length ? wanted : await shelf()) {
  const times = [];
  for (const wait of WAITS) times.push((await firstBoard(game, wait)).toFixed(1));
  console.log([game, ...times].join("\t"));
}
await browser.close();
await house.close();
