// A page in a browser that playwright does not drive: the little that a test needs, named as playwright names
// it, over what any driver can do.
import { writeFileSync } from "node:fs";
import { PATIENCE } from "./harness.mjs";

/** Resolves with what somebody is waiting for, or says what never came. */
export function within(what, promise) {
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Error(`never came: ${what}`)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
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

/**
 * A page over a driver: navigate(url), call(function's text, JSON) for JSON, act(steps of a mouse), shoot() for
 * a picture in base64, faults() for the errors so far, close().
 */
export function drivenPage({ navigate, call, act, shoot, faults, close }) {
  const page = {
    goto: navigate,
    faults,
    close,
    /** Runs the function in the page; what goes in and comes out is JSON. */
    async evaluate(fn, arg = null) {
      return JSON.parse(await call(String(fn), JSON.stringify(arg)));
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
    tap: (point) => page.drag(point, point, 0),
    /** From one place to another in small steps, as a hand moves. */
    async drag(from, to, steps = 8) {
      const way = Array.from({ length: steps + 1 }, (_, i) => ({
        type: "pointerMove",
        duration: 0,
        x: Math.round(from.x + ((to.x - from.x) * i) / Math.max(steps, 1)),
        y: Math.round(from.y + ((to.y - from.y) * i) / Math.max(steps, 1)),
      }));
      const [first, ...rest] = way;
      await act([first, { type: "pointerDown", button: 0 }, ...rest, { type: "pointerUp", button: 0 }]);
    },
    /** Where the thing lies, once a pointer can reach it. */
    middle: (selector, { hasText = "", nth = 0 } = {}) =>
      page.once(middleOf, [selector, hasText, nth], `${selector} ${hasText} to touch`),
    async click(selector, which) {
      await page.tap(await page.middle(selector, which));
    },
    async screenshot(path) {
      writeFileSync(path, Buffer.from(await shoot(), "base64"));
    },
  };
  return page;
}

/** The steps of a mouse, as both protocols take them. */
export const mouse = (actions) => [
  { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions },
];
