// Debian's Firefox through WebDriver BiDi, the little of it that a test needs: playwright drives a Firefox of
// its own only. What a page offers here is named as playwright names it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { required } from "./browser.mjs";
import { PATIENCE } from "./harness.mjs";

/** What a first start would ask, fetch or announce. */
const quiet = {
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "ui.prefersReducedMotion": 1,
};

function profileIn(folder) {
  const lines = Object.entries(quiet).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(folder, "user.js"), `${lines.join("\n")}\n`);
}

/** Resolves with what somebody is waiting for, or says what never came. */
function within(what, promise) {
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Error(`never came: ${what}`)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function start(folder, language) {
  const firefox = spawn(
    process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0", "about:blank"],
    { env: { ...process.env, HOME: folder, LANGUAGE: language, MOZ_CRASHREPORTER_DISABLE: "1" } },
  );
  const address = new Promise((found, failed) => {
    firefox.on("error", failed);
    firefox.on("exit", (code) => failed(new Error(`firefox ended with ${code}`)));
    const said = createInterface({ input: firefox.stderr });
    said.on("line", (line) => {
      const at = /WebDriver BiDi listening on (\S+)/.exec(line);
      if (at) found(`${at[1]}/session`);
    });
  });
  firefox.stdout.resume();
  return { firefox, address: within("firefox", address) };
}

/** Numbers what is asked and gives each answer to who asked. */
async function connect(address) {
  const WebSocket = required("ws");
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 1 << 28 });
  const asked = new Map();
  const listeners = new Set();
  let last = 0;
  await within(
    "the connection to firefox",
    new Promise((done, failed) => (socket.on("open", done), socket.on("error", failed))),
  );
  socket.on("message", (text) => {
    const message = JSON.parse(text);
    if (message.id === undefined) for (const listen of listeners) listen(message);
    else asked.get(message.id)?.(message);
    asked.delete(message.id);
  });
  return {
    listen: (heard) => listeners.add(heard),
    close: () => socket.close(),
    send(method, params = {}) {
      const id = ++last;
      const answer = new Promise((done, failed) =>
        asked.set(id, ({ type, result, error, message }) =>
          type === "success" ? done(result) : failed(new Error(`${method}: ${error}: ${message}`)),
        ),
      );
      socket.send(JSON.stringify({ id, method, params }));
      return within(`an answer to ${method}`, answer);
    },
  };
}

/** In the page: the middle of the thing, where a pointer would meet it and nothing else; null: not yet. */
function middleOf([selector, words, n]) {
  const said = (e) => !words || (e.textContent ?? "").includes(words);
  const thing = [...document.querySelectorAll(selector)].filter(said)[n];
  if (!thing || thing.matches(":disabled")) return null;
  const { left, top, width, height } = thing.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const at = document.elementFromPoint(x, y);
  return at && (thing.contains(at) || at.contains(thing)) ? { x, y } : null;
}

const isThere = ([selector, words]) =>
  [...document.querySelectorAll(selector)].some((e) => (e.textContent ?? "").includes(words ?? ""));

function pageOf(line, context) {
  const page = {
    faults: [],
    async goto(url) {
      await line.send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    /** Runs the function in the page; what goes in and comes out is JSON. */
    async evaluate(fn, arg = null) {
      const { type, result, exceptionDetails } = await line.send("script.callFunction", {
        functionDeclaration: `async (arg) => JSON.stringify((await (${fn})(JSON.parse(arg))) ?? null)`,
        arguments: [{ type: "string", value: JSON.stringify(arg) }],
        target: { context },
        awaitPromise: true,
      });
      if (type === "exception") throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    /** What the function answers once it is something. */
    async once(fn, arg, what) {
      for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
        const found = await page.evaluate(fn, arg);
        if (found) return found;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error(`never came: ${what}`);
    },
    locator: (selector, { hasText = "" } = {}) => ({
      waitFor: () => page.once(isThere, [selector, hasText], `${selector} ${hasText}`),
    }),
    async tap({ x, y }) {
      const at = { x: Math.round(x), y: Math.round(y) };
      const actions = [
        { type: "pointerMove", ...at },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await line.send("input.performActions", {
        context,
        actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }],
      });
    },
    async drag(from, to) {
      const steps = Array.from({ length: 9 }, (_, i) => ({
        type: "pointerMove",
        x: Math.round(from.x + ((to.x - from.x) * i) / 8),
        y: Math.round(from.y + ((to.y - from.y) * i) / 8),
      }));
      const [first, ...rest] = steps;
      const actions = [first, { type: "pointerDown", button: 0 }, ...rest, { type: "pointerUp", button: 0 }];
      await line.send("input.performActions", {
        context,
        actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }],
      });
    },
    /** Where the thing lies, once a pointer can reach it. */
    middle: (selector, { hasText = "", nth = 0 } = {}) =>
      page.once(middleOf, [selector, hasText, nth], `${selector} ${hasText} to touch`),
    async click(selector, which) {
      await page.tap(await page.middle(selector, which));
    },
    async screenshot(path) {
      const { data } = await line.send("browsingContext.captureScreenshot", { context });
      writeFileSync(path, Buffer.from(data, "base64"));
    },
    close: () => line.send("browsingContext.close", { context }),
  };
  line.listen(({ method, params }) => {
    if (method === "log.entryAdded" && params.type === "javascript" && params.source.context === context)
      page.faults.push(params.text);
  });
  return page;
}

/** A Firefox with a profile of its own, which goes with it. */
export async function launchFirefox(language = "en") {
  const folder = mkdtempSync(join(tmpdir(), "tablier-firefox-"));
  profileIn(folder);
  const { firefox, address } = start(folder, language);
  const line = await connect(await address);
  const { capabilities } = await line.send("session.new", { capabilities: {} });
  await line.send("session.subscribe", { events: ["log.entryAdded"] });
  return {
    version: capabilities.browserVersion,
    async newPage({ width, height }) {
      const { context } = await line.send("browsingContext.create", { type: "tab" });
      await line.send("browsingContext.setViewport", { context, viewport: { width, height } });
      return pageOf(line, context);
    },
    async close() {
      const gone = new Promise((done) => firefox.on("exit", done));
      await line.send("browser.close");
      line.close();
      await within("the end of firefox", gone);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
