// A server of our own on a free port, and people who visit it with Debian's Chromium.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { equal, PATIENCE, prompt, tile } from "./harness.mjs";

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** Opens a house; `options` are added to its command. */
export async function openHouse(binary, options = []) {
  const folder = mkdtempSync(join(tmpdir(), "tablier-web-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child = null;
  const start = async () => {
    child = spawn(
      binary,
      [
        "serve",
        "--port",
        String(port),
        "--bind",
        "127.0.0.1",
        "--data",
        folder,
        "--log",
        "none",
        "--bot-delay",
        "20",
        ...options,
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    for (let end = Date.now() + PATIENCE; Date.now() < end; ) {
      if (
        await fetch(`${url}/healthz`).then(
          (r) => r.ok,
          () => false,
        )
      )
        return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error("the server does not answer");
  };
  const end = async (signal) => {
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    url,
    start,
    crash: () => end("SIGKILL"),
    async close() {
      await end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
    hasPage: async () => (await fetch(url).then((r) => r.text())).includes('id="page"'),
  };
}

/**
 * Somebody with a browser of their own. What goes wrong in the page is remembered. Nothing is
 * kept for a time without network, unless asked for: that fetches every board and the engine.
 */
export async function person(browser, url, path = "/", { prepare = null, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    colorScheme: "light",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  if (prepare) await context.addInitScript(prepare);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  await page.goto(url + path);
  return page;
}

export async function leave(...pages) {
  for (const page of pages) {
    equal(page.faults, [], "errors in the page");
    await page.context().close();
  }
}

/** Opens a table of Topologic with friends; answers its link. `choose` may change the form first. */
export async function openTable(page, name, choose = null) {
  await page.goto(`${new URL(page.url()).origin}/#/new/topologic/friends`);
  await page.getByLabel("Your name").fill(name);
  if (choose) await choose();
  await page.getByRole("button", { name: "Open the table" }).click();
  return page.locator(".link-line code").textContent();
}

/** Comes by a link, in a browser of their own, and sits down. */
export async function sitDown(link, name, browser, options) {
  const { origin, pathname } = new URL(link);
  const page = await person(browser, origin, pathname, options);
  await sitHere(page, name);
  return page;
}

/** Takes the first free seat of the table that the page shows. */
export async function sitHere(page, name) {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Your name").blur();
  await page.getByRole("button", { name: "Sit here" }).first().click();
}

/** Does what stands behind the button for seldom deeds. */
export async function more(page, name) {
  const menu = page.locator(".more");
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
  await menu.getByRole("button", { name, exact: true }).click();
}

/** Chooses and hides a tile of Topologic. */
export async function hide(page, name) {
  await prompt(page, "Choose the tile");
  await tile(page, name).click();
  await page.getByRole("button", { name: `Hide ${name}` }).click();
}

/** Puts away what there is to take in (the end of a round), until the page asks for that. */
export async function goOn(page, asked) {
  const moment = page.locator(".moment .main");
  await moment
    .or(page.locator(".prompt", { hasText: asked }))
    .first()
    .waitFor();
  if (await moment.isVisible()) await moment.click();
}

/** Gathers the five pawns of Topologic on one tile and asks for the score. */
export async function gather(page, name, from = 1) {
  await goOn(page, `Place pawn ${from} of 5`);
  for (let i = from; i <= 5; i++) {
    await prompt(page, `Place pawn ${i} of 5`);
    await tile(page, name).click();
  }
  await prompt(page, "Ask for the score.");
  await page.getByRole("button", { name: "Ask for the score" }).click();
}
