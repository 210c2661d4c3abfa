// What stays alive: many games of Ancient Knowledge on one page, and a long one. Counted after the browser
// has collected what nobody holds, so neither a quick nor a slow machine changes it.
// Usage: memory.mjs WASM
import { launch } from "./browser.mjs";
import { arrive, assert, equal, finish, runCases } from "./harness.mjs";
import { lit } from "./lit.mjs";
import { company, keepGames, openGames } from "./positions.mjs";
import { servePage } from "./serve.mjs";

const [wasm] = process.argv.slice(2);
const server = await servePage();
const browser = await launch();
const engine = openGames(wasm);
const GAMES = 10;
const TOUCHES = 25;
const LONG = 120;
/** Nodes and listeners more than before that say nothing: a caret, a tooltip, what the browser draws itself. */
const FEW = 60;
/** Bytes more than before that say nothing, and where code was compiled meanwhile. One game's leak was 159 MB. */
const LITTLE = 2_000_000;
const WARM = 5_000_000;
/** Preact keeps what it drew last: never more than a table. */
const ONE_TABLE = 1000;

/** In the page: touches what is lit, so many times or until the game is over. */
function touchOn([order, touches]) {
  const open = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) => !e.disabled && e.offsetParent !== null);
  return new Promise((done) => {
    let turn = 0;
    const step = () => {
      if (turn === touches || document.querySelector(".ending")) return done(turn);
      const found = document.querySelector(".prompt.mine") && order.map(open).find((list) => list.length);
      if (found) found[turn++ % found.length].click();
      setTimeout(step, 5);
    };
    step();
  });
}

/** Counts what is alive once nobody's is gone. */
async function counter(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const count = async () => {
    // What waits for a frame or a timer still holds its own.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
    for (let i = 0; i < 3; i++) await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return { nodes: of("Nodes"), listeners: of("JSEventListeners"), bytes: of("JSHeapUsedSize") };
  };
  /** Nodes that are in no document, and that the page's own code holds. */
  const detached = async () => {
    const size = ({ children = [] }) => children.reduce((n, child) => n + size(child), 1);
    await devtools.send("DOM.enable");
    const { detachedNodes } = await devtools.send("DOM.getDetachedDomNodes");
    await devtools.send("DOM.disable");
    return detachedNodes.reduce((n, { treeNode }) => n + size(treeNode), 0);
  };
  return { count, detached };
}

const told = (counts) =>
  counts.map(
    ({ nodes, listeners, bytes }) => `${nodes} nodes, ${listeners} listeners, ${(bytes / 1e6).toFixed(1)} MB`,
  );

async function begin(games) {
  const page = await arrive(browser);
  const records = Array.from({ length: games }, (_, i) =>
    engine.fresh("ancient", 2, { hands: "ready" }, i + 1),
  );
  await keepGames(page, server.url, "ancient", records, company(2));
  await page.goto(server.url);
  await page.locator(".hero").waitFor();
  return { page, ...(await counter(page)) };
}

const openGame = async (page, id) => {
  await page.evaluate((game) => {
    location.hash = `#/local/${game}`;
  }, id);
  await page.locator(".ak-hand").waitFor();
};

const cases = {
  async "after ten games of Ancient Knowledge no more is alive than after two"() {
    const { page, count } = await begin(GAMES);
    const counts = [];
    for (let n = 0; n < GAMES; n++) {
      await openGame(page, `laid${n}`);
      equal(await page.evaluate(touchOn, [lit.ancient, TOUCHES]), TOUCHES, "touches in one game");
      await page.evaluate(() => {
        location.hash = "#/";
      });
      await page.locator(".hero").waitFor();
      counts.push(await count());
    }
    const all = told(counts).join("\n");
    const [, second] = counts;
    const last = counts.at(-1);
    assert(last.nodes - second.nodes <= FEW, `nodes that nobody shows any more:\n${all}`);
    assert(last.listeners - second.listeners <= FEW, `listeners of what is gone:\n${all}`);
    assert(last.bytes - second.bytes <= LITTLE, `bytes that stay:\n${all}`);
    console.log(all);
    await finish(page);
  },

  async "in a long game of Ancient Knowledge what was drawn before does not stay alive"() {
    const { page, count, detached } = await begin(1);
    await openGame(page, "laid");
    await page.evaluate(touchOn, [lit.ancient, LONG]);
    const held = await detached();
    const long = await count();
    await page.goto(`${server.url}/icon-192.png`);
    await page.goto(server.url); // the same way to the same position
    await page.locator(".hero").waitFor();
    await openGame(page, "laid");
    await page.evaluate(touchOn, [lit.ancient, 1]); // what a first touch fetches and lays open
    const fresh = await count();
    const all = `${told([long, fresh]).join("\n")}\n${held} nodes held outside the document`;
    assert(held <= ONE_TABLE, `nodes of what was drawn before:\n${all}`);
    assert(long.bytes - fresh.bytes <= WARM, `bytes of what was drawn before:\n${all}`);
    console.log(all);
    await finish(page);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await server.stop();
});
