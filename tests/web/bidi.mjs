// Debian's Firefox through WebDriver BiDi: playwright drives a Firefox of its own only.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { required } from "./browser.mjs";
import { drivenPage, mouse, within } from "./driven.mjs";

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

/** Firefox says so too of a picture that left the page while it was fetched: a fault is what still does not come. */
const GIVEN_UP = /^Failed to load ‘(.+)’\. A ServiceWorker intercepted the request/;
const comes = (url) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

async function lasting(page, said) {
  const faults = [];
  for (const text of said) {
    const [, url] = GIVEN_UP.exec(text) ?? [];
    if (!url || !(await page.evaluate(comes, url))) faults.push(text);
  }
  return faults;
}

function pageOf(line, context) {
  const faults = [];
  line.listen(({ method, params }) => {
    if (method === "log.entryAdded" && params.type === "javascript" && params.source.context === context)
      faults.push(params.text);
  });
  const page = drivenPage({
    navigate: (url) => line.send("browsingContext.navigate", { context, url, wait: "complete" }),
    async call(fn, arg) {
      const { type, result, exceptionDetails } = await line.send("script.callFunction", {
        functionDeclaration: `async (arg) => JSON.stringify((await (${fn})(JSON.parse(arg))) ?? null)`,
        arguments: [{ type: "string", value: arg }],
        target: { context },
        awaitPromise: true,
      });
      if (type === "exception") throw new Error(exceptionDetails.text);
      return result.value;
    },
    act: (steps) => line.send("input.performActions", { context, actions: mouse(steps) }),
    shoot: async () => (await line.send("browsingContext.captureScreenshot", { context })).data,
    faults: () => lasting(page, faults),
    close: () => line.send("browsingContext.close", { context }),
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
