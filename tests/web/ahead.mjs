// What the next click needs has been fetched before it, on a slow line; and nothing unasked for
// whoever saves data. Counted in requests, not in time.
// Usage: ahead.mjs WASM
import { launch } from "./browser.mjs";
import { assert, equal, PATIENCE, runCases } from "./harness.mjs";
import { servePage } from "./serve.mjs";

const server = await servePage();
const browser = await launch();

/** Everything that a first board is made of, and nothing of the home page. */
const parts = {
  engine: /\/tablier-[^/]+\.wasm$/,
  worker: /\/worker-[^/]+\.js$/,
  table: /\/table-[^/]+\.js$/,
  frame: /\/table-[^/]+\.css$/,
  board: /\/topologic-[^/]+\.js$/,
  looks: /\/topologic-[^/]+\.css$/,
  facts: /\/game\.topologic-[^/]+\.js$/,
};

/** A visitor over a phone's bad line, whose requests are counted; no worker fetches everything. */
async function visitor(path, { prepare = null, ...options } = {}) {
  const context = await browser.newContext({
    locale: "en-US",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  if (prepare) await context.addInitScript(prepare);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
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
    equal(asked.slice(before), [], "fetched after the click");
    await context.close();
  },

  "another game's board comes when a hand comes near": async () => {
    const { page, context, asked, fetched } = await visitor("/");
    await page.locator(".hero").waitFor();
    await waitForAll(fetched);
    const isBoard = (name) => /\/archeologic-[^/]+\.js$/.test(name);
    equal(asked.filter(isBoard), [], "boards that nobody asked for");
    await page.locator(".box", { hasText: "ArcheOlogic" }).hover();
    for (const end = Date.now() + PATIENCE; !fetched.some(isBoard) && Date.now() < end; )
      await page.waitForTimeout(100);
    assert(fetched.some(isBoard), "the board does not come");
    await context.close();
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
      prepare: () =>
        Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
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
