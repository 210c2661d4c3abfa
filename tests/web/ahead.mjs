// What the next click needs has been fetched before it, on a slow line; and nothing unasked for
// whoever saves data. Counted in requests and bytes, not in time.
// Usage: ahead.mjs WASM
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openDesk } from "../wasm/desk.mjs";
import { dist, launch } from "./browser.mjs";
import { assert, equal, PATIENCE, runCases, slowDown } from "./harness.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const { games } = openDesk(wasm).games();
const server = await servePage();
const browser = await launch();

/** Everything that a first board is made of, and nothing of the home page. */
const parts = {
  engine: /\/engine\.topologic-[^/]+\.wasm$/,
  worker: /\/worker-[^/]+\.js$/,
  table: /\/table-[^/]+\.js$/,
  frame: /\/table-[^/]+\.css$/,
  board: /\/topologic-[^/]+\.js$/,
  looks: /\/topologic-[^/]+\.css$/,
  facts: /\/game\.topologic-[^/]+\.js$/,
};

/**
 * Kilobytes that a first board of each game may weigh, compressed as the server sends it, for who reads
 * French and comes from the home page: engine, table, board and words. On a line of 400 kbit/s each fifty
 * take a second. Pictures of cards come later.
 */
const BUDGET = { topologic: 95, archeologic: 135, ancient: 155, archives: 125, contrees: 195 };

function weightOf(name) {
  const bytes = readFileSync(join(dist, name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  return packed < 0.9 * bytes.length ? packed : bytes.length;
}

const savesData = () =>
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });

/** A visitor over a phone's bad line, whose requests are counted; no worker fetches everything. */
async function visitor(path, { prepare = null, fast = false, ...options } = {}) {
  const context = await browser.newContext({
    locale: "en-US",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  if (prepare) await context.addInitScript(prepare);
  const page = await context.newPage();
  if (!fast) await slowDown(page);
  const fetched = [];
  const asked = [];
  const note = (list) => (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/assets/")) list.push(pathname);
  };
  context.on("request", note(asked));
  context.on("requestfinished", note(fetched));
  await page.goto(`${server.url}/#${path}`);
  return { page, context, asked, fetched };
}

const isEngine = (name) => /\/engine\./.test(name);

const missing = (list) =>
  Object.entries(parts)
    .filter(([, part]) => !list.some((name) => part.test(name)))
    .map(([name]) => name);

async function waitForAll(list) {
  for (const end = Date.now() + PATIENCE; missing(list).length && Date.now() < end; )
    await new Promise((done) => setTimeout(done, 100));
  equal(missing(list), [], "not fetched ahead");
}

const cases = {
  "the first game at a click is fetched while the home page is read": async () => {
    const { page, context, asked, fetched } = await visitor("/");
    await page.locator(".hero").waitFor();
    await waitForAll(fetched);
    const before = asked.length;
    await page.getByRole("button", { name: "Play now" }).click();
    await page.locator(".table .board svg").first().waitFor();
    equal(
      asked.slice(before).filter((name) => !isEngine(name) || parts.engine.test(name)),
      [],
      "fetched after the click",
    );
    await context.close();
  },

  "the other engines come when there is time, in the shelf's order, and make way for a table": async () => {
    const { page, context, asked, fetched } = await visitor("/");
    await page.locator(".hero").waitFor();
    await waitForAll(fetched);
    const engines = (list) => list.filter(isEngine).map((name) => /engine\.(\w+)/.exec(name)[1]);
    for (const end = Date.now() + PATIENCE; engines(asked).length < 3 && Date.now() < end; )
      await page.waitForTimeout(100);
    const shelf = games.map(({ id }) => id);
    equal(engines(asked).slice(0, 3), shelf.slice(0, 3), "engines asked for");
    await page.getByRole("button", { name: "Play now" }).click();
    await page.locator(".table .board svg").first().waitFor();
    const then = engines(asked);
    await page.waitForTimeout(2500);
    equal(engines(asked), then, "engines asked for at a table");
    await context.close();
  },

  "another game's board comes when a hand comes near": async () => {
    const { page, context, asked, fetched } = await visitor("/");
    await page.locator(".hero").waitFor();
    await waitForAll(fetched);
    const others = [/\/archeologic-[^/]+\.js$/, /\/game\.archeologic-[^/]+\.js$/];
    const among = (list) => others.filter((part) => list.some((name) => part.test(name))).length;
    equal(among(asked), 0, "parts of a board that nobody asked for");
    await page.locator(".box", { hasText: "ArcheOlogic" }).hover();
    for (const end = Date.now() + PATIENCE; among(fetched) < others.length && Date.now() < end; )
      await page.waitForTimeout(100);
    equal(among(fetched), others.length, "parts that came");
    await context.close();
  },

  "a first board fetches its own game's engine alone, and no more bytes than it may": async () => {
    const heavy = [];
    for (const { id } of games) {
      const reader = { prepare: savesData, locale: "fr-FR", fast: true };
      const { page, context, asked } = await visitor("/", reader);
      await page.locator(".hero").waitFor();
      await page.waitForLoadState("networkidle");
      const before = asked.length;
      await page.locator(`.box:has([href="#/new/${id}"]) button.main`).click();
      await page.locator(".table .board > *").first().waitFor();
      const needed = [...new Set(asked.slice(before))].filter((name) => !name.endsWith(".svg"));
      const engines = needed.filter((name) => name.endsWith(".wasm"));
      assert(
        engines.length === 1 && engines[0].startsWith(`/assets/engine.${id}-`),
        `${id} fetched ${engines.join(" ")}`,
      );
      const weight = needed.reduce((sum, name) => sum + weightOf(name), 0) / 1000;
      if (!(weight <= BUDGET[id])) heavy.push(`${id}: ${weight.toFixed(1)} KB`);
      await context.close();
    }
    equal(heavy, [], "above their budget");
  },

  "the form before a game fetches what it leads to": async () => {
    const { page, context, asked, fetched } = await visitor("/new/topologic");
    await page.locator("form").waitFor();
    await waitForAll(fetched);
    const before = asked.length;
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".table .board svg").first().waitFor();
    equal(asked.slice(before), [], "fetched after the click");
    await context.close();
  },

  "who saves data is sent nothing unasked, and what a hand comes near": async () => {
    const { page, context, asked, fetched } = await visitor("/", {
      prepare: savesData,
    });
    await page.locator(".hero").waitFor();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1500);
    equal(missing(asked), Object.keys(parts), "fetched for who saves data");
    await page.locator(".box", { hasText: "Topologic" }).hover();
    await waitForAll(fetched);
    await context.close();
  },

  "the worker that keeps everything waits for it": async () => {
    const { page, context, fetched } = await visitor("/", { serviceWorkers: "allow" });
    const order = [];
    context.on("serviceworker", () => order.push([...missing(fetched)]));
    await page.locator(".hero").waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
    equal(order[0], [], "what had not come when the worker began");
    await context.close();
  },

  "English readers are sent no French": async () => {
    const { page, context, asked, fetched } = await visitor("/");
    await page.locator(".hero").waitFor();
    await waitForAll(fetched);
    equal(
      asked.filter((name) => /\/fr[.-]/.test(name)),
      [],
      "French",
    );
    await page.getByRole("button", { name: "FR, Français" }).click();
    await page.getByRole("heading", { name: "La table est mise." }).waitFor();
    assert(
      asked.some((name) => /\/fr\.topologic-/.test(name)),
      "the game's French comes with the language",
    );
    await context.close();
  },
};

await runCases(
  cases,
  async () => {
    await browser.close();
    await server.stop();
  },
  { together: true },
);
