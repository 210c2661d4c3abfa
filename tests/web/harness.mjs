// What the browser tests share: cases one after the other, counted as cmocka counts.
import { readFileSync } from "node:fs";
import { openDesk } from "../wasm/desk.mjs";
import { axePath, whileSeen } from "./browser.mjs";

/** Milliseconds that end what hangs, on a machine however busy. */
export const PATIENCE = 180_000;

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

export function equal(got, wanted, what = "") {
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`${what}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
}

/** Runs cases by name, those that mostly wait all `together`; exits with 1 if any failed. */
export async function runCases(cases, clean, { together = false } = {}) {
  let failed = 0;
  const only = process.env.CASE;
  const chosen = Object.entries(cases).filter(([name]) => !only || name.includes(only));
  const run = async ([name, test]) => {
    const start = Date.now();
    try {
      await test();
      console.log(`[       OK ] ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      failed++;
      console.log(`[  FAILED  ] ${name}\n${error.stack}`);
    }
  };
  if (together) await Promise.all(chosen.map(run));
  else for (const each of chosen) await run(each);
  await clean();
  console.log(`[  PASSED  ] ${chosen.length - failed} test(s).`);
  if (failed) console.log(`[  FAILED  ] ${failed} test(s).`);
  process.exit(failed ? 1 : 0);
}

/** In the page, for every test: whether two boxes lie over each other, by more than a pixel. */
function meet(a, b) {
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}

/** Somebody with nothing open yet, at a desk unless told otherwise; errors in the page are kept. */
export async function arrive(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    colorScheme: "light",
    reducedMotion: "reduce",
    serviceWorkers: "block", // it would fetch everything for each of hundreds; see withWorker
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(`globalThis.meet = ${meet};`);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  return page;
}

/** Somebody who looks at the shelf. Who goes straight to a game arrives only: the shelf takes time to draw. */
export async function visit(browser, url, options = {}) {
  const page = await arrive(browser, options);
  await page.goto(url);
  await page.locator(".hero").waitFor();
  return page;
}

/** In the page: how many tones began, in `heard`, and what they sound from, in `speaker`. */
export function countTones() {
  globalThis.heard = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...args) {
    globalThis.heard++;
    globalThis.speaker = this.context;
    return start.apply(this, args);
  };
}

/** From now on this page is at the end of a phone's bad line: 400 ms, 400 kbit/s. */
export async function slowDown(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** For a visitor whose page is kept for later by its service worker. */
export const withWorker = { serviceWorkers: "allow" };

export async function finish(page) {
  equal(page.faults, [], "errors in the page");
  await page.context().close();
}

const axe = readFileSync(axePath, "utf8");

/**
 * What axe-core finds wrong in what the page shows now. The one rule that reads style sheets, about
 * locked screens, is looked at where it is asked for: fetching them took as long as the others.
 */
export async function violations(page, rules = null) {
  // A walk from route to route stays in one document: it is read once there.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const look = async (only) => {
    const found = await globalThis.axe.run(document, {
      resultTypes: ["violations"],
      preload: only?.includes("css-orientation-lock") ?? false,
      ...(only && { runOnly: only }),
    });
    const why = (node) => [...node.any, ...node.all].map((check) => check.message).join("; ");
    return found.violations.flatMap((v) =>
      v.nodes.slice(0, 3).map((node) => `${v.id}: ${node.target.join(" ")} (${why(node)})`),
    );
  };
  return whileSeen(page, () => page.evaluate(look, rules));
}

/** As the page sets a text (typeset.ts): apostrophes are bent, that of a plural too. */
export const bent = (text) => text.replace(/(?<=\p{L})'(?=\p{L})|(?<=\p{L}s)'(?= \p{L})/gu, "’");
export const straight = (text) => text.replaceAll("’", "'");

/** Nothing sticks out to the right. */
export async function fits(page, where) {
  // Not innerWidth: a phone zooms out until everything is seen.
  const room = page.viewportSize().width;
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= room, `${where}: ${wide} pixels in a window of ${room}`);
}

/** The secret of a solo game, from the engine itself. */
export function secretOf(wasm, record) {
  const desk = openDesk(wasm);
  const refusal = desk.load(record);
  assert(refusal === null, refusal);
  return JSON.parse(desk.view(-1)).rounds[0].secret;
}

export const tile = (page, name) => page.locator(`[data-tile="${name}"]`);

/** Waits until the page says it is our turn to do that. */
export const prompt = (page, text) => page.locator(".prompt", { hasText: text }).waitFor();
