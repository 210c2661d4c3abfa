// What happens to a page that is open, or was once visited, when the house is renewed, when
// the line dies, and when the browser keeps nothing.
// Usage: deploy.mjs TABLIER
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWorker } from "../../web/tools/worker.mjs";
import { dist, launch } from "./browser.mjs";
import { assert, equal, finish, prompt, runCases, tile, visit, withWorker } from "./harness.mjs";
import { hide, openHouse, openTable, person, sitDown } from "./house.mjs";
import { serve } from "./serve.mjs";

const [binary] = process.argv.slice(2);
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

/** A line that can be cut without anybody being told: what is sent is swallowed. */
async function openLine(url) {
  const { port } = new URL(url);
  const sockets = new Set();
  let dead = false;
  let mute = false;
  let swallowed = "";
  const line = createServer((near) => {
    const far = connect(Number(port), "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("data", (data) => {
      if (dead || mute) swallowed += data;
      else far.write(data);
    });
    far.on("data", (data) => dead || near.write(data));
  });
  await new Promise((done) => line.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${line.address().port}`,
    cut() {
      dead = true;
    },
    /** What comes is heard, what is said is not. */
    gag() {
      mute = true;
    },
    /** Until it has swallowed that. */
    async swallows(words) {
      while (!swallowed.includes(words)) await new Promise((go) => setTimeout(go, 50));
    },
    /** What was swallowed stays so: nobody is told of that either. */
    heal() {
      dead = false;
    },
    mend() {
      dead = mute = false;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      line.close();
    },
  };
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

  async "a dead line is said within a few seconds, and what was done meanwhile arrives"() {
    const house = await openHouse(binary);
    const line = await openLine(house.url);
    const ada = await person(browser, line.url);
    const link = await openTable(ada, "Ada");
    const bob = await sitDown(link.replace(line.url, house.url), "Bob", browser);
    await hide(bob, "D2");
    await prompt(ada, "Choose the tile");
    line.cut();
    // The page notices by itself: nothing was closed, and nobody did anything.
    await ada.getByText("The connection is lost").first().waitFor();
    line.mend();
    await ada.getByText("The connection is lost").first().waitFor({ state: "hidden" });
    await hide(ada, "C4");
    await prompt(ada, "Place pawn 1 of 5");
    for (const page of [ada, bob]) await finish(page);
    line.close();
    await house.close();
  },

  async "what is sent and unanswered says so, and without a line nothing is asked"() {
    const house = await openHouse(binary);
    const line = await openLine(house.url);
    const ada = await person(browser, line.url);
    const link = await openTable(ada, "Ada");
    const bob = await sitDown(link.replace(line.url, house.url), "Bob", browser);
    await hide(bob, "D2");
    await prompt(ada, "Choose the tile");
    await ada.evaluate(() => {
      window.said = [];
      new MutationObserver(() => window.said.push(document.querySelector(".prompt")?.textContent)).observe(
        document.querySelector(".stage"),
        { childList: true, subtree: true, characterData: true },
      );
    });
    await tile(ada, "C4").click();
    await ada.getByRole("button", { name: "Hide C4" }).waitFor();
    line.cut();
    // Into a line that is dead, at once: nobody knows yet.
    await ada.evaluate(() => document.querySelector(".deeds .main").click());
    await prompt(ada, "What you did is kept");
    const said = await ada.evaluate(() => [...new Set(window.said)]);
    const sending = said.indexOf("Sending…");
    assert(sending >= 0, `never said to be sending: ${said.join(" | ")}`);
    assert(
      said.findIndex((text) => text.includes("What you did is kept")) > sending,
      `the loss was said first: ${said.join(" | ")}`,
    );
    // Nothing can be done now, and nothing is asked.
    await tile(ada, "E5").click();
    equal(await ada.locator('.tile.chosen[data-tile="E5"]').count(), 0, "chosen without a line");
    equal(await ada.getByRole("button", { name: /^Hide/ }).count(), 0, "hides without a line");
    line.mend();
    await prompt(ada, "Place pawn 1 of 5");
    line.cut();
    await prompt(ada, "The game goes on when it is back");
    await tile(ada, "E5").click();
    line.mend();
    await prompt(ada, "Place pawn 1 of 5");
    for (const page of [ada, bob]) await finish(page);
    line.close();
    await house.close();
  },

  async "what is sent is on its way though somebody else has decided meanwhile"() {
    const house = await openHouse(binary);
    const line = await openLine(house.url);
    const ada = await person(browser, line.url);
    const link = await openTable(ada, "Ada");
    const bob = await sitDown(link.replace(line.url, house.url), "Bob", browser);
    await prompt(ada, "Choose the tile");
    await tile(ada, "C4").click();
    await ada.getByRole("button", { name: "Hide C4" }).waitFor();
    line.gag();
    await ada.evaluate(() => document.querySelector(".deeds .main").click());
    await hide(bob, "D2");
    await ada.getByText("Bob has hidden a secret.").first().waitFor();
    await prompt(ada, "What you did is kept");
    line.mend();
    await prompt(ada, "Place pawn 1 of 5");
    for (const page of [ada, bob]) await finish(page);
    line.close();
    await house.close();
  },

  async "a try to come back that the line swallowed is given up, and the next one comes through"() {
    const house = await openHouse(binary);
    const line = await openLine(house.url);
    const ada = await person(browser, line.url);
    const link = await openTable(ada, "Ada");
    const bob = await sitDown(link.replace(line.url, house.url), "Bob", browser);
    await prompt(ada, "Choose the tile");
    line.cut();
    await prompt(ada, "The game goes on when it is back");
    await line.swallows("POST /api/me");
    line.heal();
    await prompt(ada, "Choose the tile");
    for (const page of [ada, bob]) await finish(page);
    line.close();
    await house.close();
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
