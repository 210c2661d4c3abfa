// Debian's Chromium without a window, through playwright-core, found in web/node_modules.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "../../web");
const require = createRequire(join(web, "package.json"));
export const dist = join(web, "dist");

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * In the page: what the engine and the house answer comes late, now and then by `most` milliseconds.
 * Answers keep their order.
 */
function comeLate(most) {
  const late = () => (Math.random() < 0.5 ? 0 : Math.random() * most);
  let last = Promise.resolve();
  const afterOthers = (deed) => {
    // One that fails is an error of the page, and the others come all the same.
    last = last
      .then(() => new Promise((done) => setTimeout(done, late())))
      .then(deed)
      .catch(reportError);
  };
  for (const kind of [Worker, WebSocket]) {
    for (const name of ["onmessage", "onclose"]) {
      const known = Object.getOwnPropertyDescriptor(kind.prototype, name);
      const set = (it, listener) =>
        known.set.call(it, (event) => afterOthers(() => listener.call(it, event)));
      if (known)
        Object.defineProperty(kind.prototype, name, {
          set(listener) {
            set(this, listener);
          },
        });
    }
    const add = kind.prototype.addEventListener;
    kind.prototype.addEventListener = function (name, listener, ...rest) {
      const delayed = (event) => afterOthers(() => listener.call(this, event));
      return add.call(this, name, /message|close/.test(name) ? delayed : listener, ...rest);
    };
  }
}

/**
 * In the page: it is laid out, listens and answers as ever, but nobody looks. Two thirds of the work of a
 * test by finger was Chromium drawing, without a graphics card, what no test looks at.
 */
function goUnseen() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 }");
  document.adoptedStyleSheets.push(sheet);
}

/** What needs eyes, contrast for example, is done while the page is seen. */
export async function whileSeen(page, deed) {
  const see = (opacity) => page.evaluate((o) => document.documentElement.style.setProperty(...o), opacity);
  await see(["opacity", "1", "important"]);
  try {
    return await deed();
  } finally {
    await see(["opacity", ""]);
  }
}

/**
 * Pages are drawn for those who ask to be `seen`, and where SHOTS asks for pictures.
 *
 * With LATE=milliseconds in the environment every answer in every page may be that late: tests that
 * touch before the page has answered fail then, and not on somebody else's busy machine.
 */
export async function launch({ seen = "SHOTS" in process.env } = {}) {
  const { chromium } = require("playwright-core");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: flags,
  });
  const most = Number(process.env.LATE ?? 0);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    if (!seen) await context.addInitScript(goUnseen);
    if (most > 0) await context.addInitScript(comeLate, most);
    return context;
  };
  return browser;
}

/** A package of the page, for tests that hold the page against it. */
export const required = (name) => require(name);

export const axePath = require.resolve("axe-core/axe.min.js");
