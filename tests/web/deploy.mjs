// What happens to a page that is open, or was once visited, when the house is renewed, and when the
// browser keeps nothing.
// Usage: deploy.mjs
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWorker } from "../../web/tools/worker.mjs";
import { dist, launch } from "./browser.mjs";
import { assert, equal, finish, prompt, runCases, visit, withWorker } from "./harness.mjs";
import { hide } from "./house.mjs";
import { serve } from "./serve.mjs";

const browser = await launch();
const folder = mkdtempSync(join(tmpdir(), "tablier-deploy-"));

/** The page as a further version: every part has another name, and the page says which it is. */
function deploy(version) {
  rmSync(join(folder, "www"), { recursive: true, force: true });
  cpSync(dist, join(folder, "www"), { recursive: true });
  const assets = join(folder, "www/assets");
  const names = readdirSync(assets);
  const renamed = (name) => name.replace(/\.(\w+)$/, `.v${version}.$1`);
  const texts = [...names.filter((n) => /\.(js|css)$/.test(n)).map((n) => join(assets, n))];
  for (const file of [...texts, join(folder, "www/index.html")]) {
    let text = readFileSync(file, "utf8");
    for (const name of names) text = text.replaceAll(name, renamed(name));
    writeFileSync(file, text);
  }
  for (const name of names) renameSync(join(assets, name), join(assets, renamed(name)));
  const html = join(folder, "www/index.html");
  writeFileSync(
    html,
    readFileSync(html, "utf8").replace("<head>", `<head><meta name="version" content="${version}">`),
  );
  writeWorker(join(folder, "www"));
}

const versionOf = (page) => page.locator('meta[name="version"]').getAttribute("content");
const isVersion = (page, version) =>
  page.waitForFunction((v) => document.querySelector('meta[name="version"]')?.content === v, String(version));
/** Until the worker has kept everything and answers for this page. */
const isKept = (page) =>
  page.waitForFunction(
    async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller,
  );
const look = (page) => page.evaluate(async () => (await navigator.serviceWorker.ready).update());
const shelf = (page) => page.locator(".hero").waitFor();
const newer = (page) => page.getByRole("button", { name: /newer version/ });

async function visitor(server, options = {}) {
  const page = await visit(browser, server.url, { ...withWorker, ...options });
  await isKept(page);
  return page;
}

const cases = {
  async "three versions under an open page: each is taken between games, whole"() {
    deploy(1);
    const server = await serve(join(folder, "www"));
    const page = await visitor(server);
    equal(await versionOf(page), "1", "at first");
    for (const version of [2, 3]) {
      deploy(version);
      await look(page);
      await isVersion(page, version); // nobody plays: it reloads by itself
      await shelf(page);
      // Parts that were not on the screen before come from the same version.
      await page.goto(`${server.url}/#/rules/topologic`);
      await page.locator("h1", { hasText: "Topologic" }).first().waitFor();
      await page.goto(`${server.url}/#/`);
      const caches = await page.evaluate(async () => (await globalThis.caches.keys()).length);
      equal(caches, 1, "versions kept");
    }
    await finish(page);
    await server.stop();
  },

  async "at a table the newer version is offered, the game goes on in the old one, and is there after it"() {
    deploy(1);
    const server = await serve(join(folder, "www"));
    const page = await visitor(server);
    await page.goto(`${server.url}/#/new/topologic`);
    await page.locator('input[value="alone"]').check();
    await page.locator("form button[type=submit]").click();
    await prompt(page, "Place pawn 1 of 5");
    deploy(2);
    await look(page);
    await newer(page).waitFor();
    equal(await versionOf(page), "1", "in the middle of a game");
    await page.locator('[data-tile="C4"]').click();
    await prompt(page, "Place pawn 2 of 5");
    // A second tab comes meanwhile: it shows the old version too, whole.
    const other = await page.context().newPage();
    await other.goto(server.url);
    await shelf(other);
    equal(await versionOf(other), "1", "the second tab");
    await other.close();
    await newer(page).click();
    await isVersion(page, 2);
    await prompt(page, "Place pawn 2 of 5");
    await finish(page);
    await server.stop();
  },

  async "without network the version that was kept is shown, whole, whatever was deployed meanwhile"() {
    deploy(1);
    const server = await serve(join(folder, "www"));
    const page = await visitor(server);
    deploy(2);
    await page.context().setOffline(true);
    await page.reload();
    await shelf(page);
    equal(await versionOf(page), "1", "offline");
    await page.goto(`${server.url}/#/settings`);
    await page.locator("h1").first().waitFor();
    await page.context().setOffline(false);
    await page.goto(`${server.url}/#/`);
    await look(page);
    await isVersion(page, 2);
    deploy(3);
    await page.context().setOffline(true);
    await page.reload();
    await shelf(page);
    equal(await versionOf(page), "2", "offline again");
    await finish(page);
    await server.stop();
  },

  async "a page that was never kept begins anew when its parts are gone"() {
    deploy(1);
    const server = await serve(join(folder, "www"));
    const page = await visit(browser, server.url, { serviceWorkers: "block" });
    deploy(2);
    await page.goto(`${server.url}/#/settings`);
    await isVersion(page, 2);
    await page.locator("h1").first().waitFor();
    await finish(page);
    await server.stop();
  },

  async "a browser that keeps nothing plays all games, and says what will not be kept"() {
    const server = await serve(dist);
    const forbid = () =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("no", "SecurityError");
        },
      });
    const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block" });
    await context.addInitScript(forbid);
    const page = await context.newPage();
    page.faults = [];
    page.on("pageerror", (error) => page.faults.push(error.message));
    await page.goto(server.url);
    await page.locator(".toast", { hasText: "keeps nothing" }).waitFor();
    for (const game of ["Topologic", "ArcheOlogic", "Ancient Knowledge"]) {
      await page.goto(`${server.url}/#/`);
      await page
        .getByRole("button", { name: `Play ${game} now`, exact: false })
        .first()
        .click();
      await page.locator(".prompt").first().waitFor();
      assert(await page.getByRole("button", { name: /keeps nothing/ }).isVisible(), `not said: ${game}`);
    }
    await finish(page);
    await server.stop();
  },

  async "a browser without room says so, and the game goes on"() {
    const server = await serve(dist);
    const page = await visit(browser, server.url, { serviceWorkers: "block" });
    await page.evaluate(() => {
      let chunk = "x".repeat(1 << 20);
      for (let i = 0; chunk; )
        try {
          localStorage.setItem(`filler${i++}`, chunk);
        } catch {
          chunk = chunk.slice(chunk.length >> 1 || 1);
          if (chunk.length < 2) chunk = "";
        }
    });
    await page.getByRole("button", { name: /^Play Topologic now/ }).click();
    await page.locator(".toast", { hasText: "no more room" }).waitFor();
    await prompt(page, "Choose the tile");
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("filler")) localStorage.removeItem(key);
    });
    await hide(page, "C4");
    await prompt(page, "Place pawn 1 of 5");
    await page.getByRole("button", { name: /no more room/ }).waitFor({ state: "detached" });
    await page.reload();
    await prompt(page, "Place pawn 1 of 5");
    await finish(page);
    await server.stop();
  },
};

await runCases(cases, async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});
