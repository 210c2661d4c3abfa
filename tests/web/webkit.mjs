// A game of each kind in Debian's WebKit, which phones have: its small browser, on a screen that nobody sees.
// Usage: webkit.mjs WASM
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drivenPage, mouse, within } from "./driven.mjs";
import { playEach } from "./elsewhere.mjs";
import { PATIENCE } from "./harness.mjs";

/** A home of its own, where nothing moves more than it must. */
function homeIn(folder) {
  const settings = join(folder, ".config/gtk-3.0");
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
}

function freePort() {
  const probe = createServer();
  return new Promise((found) =>
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    }),
  );
}

async function startScreen() {
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const number = new Promise((found, failed) => {
    screen.on("error", failed);
    screen.stdout.once("data", (text) => found(String(text).trim()));
  });
  return { screen, display: `:${await within("a screen", number)}` };
}

/** What is asked of the driver, over HTTP. */
const lineTo = (port) => async (method, path, body) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
};

async function isUp(ask) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; )
    try {
      return await ask("GET", "/status");
    } catch {
      await new Promise((done) => setTimeout(done, 100));
    }
  throw new Error("never came: the driver of WebKit");
}

/** Nothing tells of errors in a page but the page itself. */
function keepFaults() {
  globalThis.faults = [];
  addEventListener("error", (e) => globalThis.faults.push(e.message));
  addEventListener("unhandledrejection", (e) => globalThis.faults.push(String(e.reason)));
}

function pageOf(ask, session) {
  const call = async (fn, arg) => {
    const { value, why } = await ask("POST", `${session}/execute/async`, {
      script: `const done = arguments[1];
        Promise.resolve(JSON.parse(arguments[0])).then(${fn})
          .then((it) => done({ value: JSON.stringify(it ?? null) }), (why) => done({ why: String(why) }));`,
      args: [arg],
    });
    if (why) throw new Error(why);
    return value;
  };
  const page = drivenPage({
    async navigate(url) {
      await ask("POST", `${session}/url`, { url });
      await call(String(keepFaults), "null");
    },
    call,
    /** On a busy machine the driver does not wait until a click was taken, and says no more than "unknown error". */
    async act(steps) {
      try {
        await ask("POST", `${session}/actions`, { actions: mouse(steps) });
      } catch (error) {
        if (!/unknown error: $/.test(error.message)) throw error;
        await ask("DELETE", `${session}/actions`);
      }
    },
    shoot: () => ask("GET", `${session}/screenshot`),
    faults: () => page.evaluate(() => globalThis.faults),
    close: async () => undefined,
  });
  return page;
}

async function launchWebKit() {
  const folder = mkdtempSync(join(tmpdir(), "tablier-webkit-"));
  homeIn(folder);
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, ".config"),
      DISPLAY: display,
      GDK_BACKEND: "x11",
      // Its threads draw with Mesa in software, and there the process ended in mid-game now and then.
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      LANG: "C.UTF-8",
    },
    stdio: "ignore",
  });
  const ask = lineTo(port);
  await isUp(ask);
  const begin = async () => {
    const { sessionId, capabilities } = await ask("POST", "/session", { capabilities: {} });
    const session = `/session/${sessionId}`;
    await ask("POST", `${session}/timeouts`, { script: PATIENCE, pageLoad: PATIENCE });
    return { session, version: capabilities.browserVersion };
  };
  const { version, ...first } = await begin();
  let { session } = first;
  return {
    version,
    /** Where its process ended in mid-game all the same, the driver knows the session no more. */
    async revive(error) {
      if (!/Could not parse script result|invalid session id/.test(error.message)) return false;
      await ask("DELETE", session).catch(() => {}); // mostly it is gone
      ({ session } = await begin());
      return true;
    },
    async newPage({ width, height }) {
      await ask("POST", `${session}/window/rect`, { width, height: height + 60 }); // its own bar above
      return pageOf(ask, session);
    },
    async close() {
      await ask("DELETE", session);
      driver.kill();
      screen.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

await playEach("webkit", await launchWebKit(), 10);
