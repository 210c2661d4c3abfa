// Real fingers: touch events sent through Chromium's own protocol, which the page cannot tell from a hand.
import { assert } from "./harness.mjs";

/** Fingers for a page: tap and drag at points of the window. */
export async function fingersOf(page) {
  const cdp = await page.context().newCDPSession(page);
  let clock = Date.now();
  /** Each touch is said to come some milliseconds after the last, however slow this machine is. */
  const send = (type, points, after = 16) => {
    clock = Math.max(clock + after, Date.now());
    return cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(({ x, y }) => ({ x, y, radiusX: 6, radiusY: 6, force: 1, id: 1 })),
      timestamp: clock / 1000,
    });
  };
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    assert(box, "what is to be touched is not there");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const at = async (target) => (typeof target.x === "number" ? target : middle(target));
  return {
    middle,
    async tap(target) {
      const point = await at(target);
      // In one breath: on a slow machine a pause in between would be a long press.
      await Promise.all([send("touchStart", [point]), send("touchEnd", [], 40)]);
    },
    /** From one place to another in small steps, as a hand moves. */
    async drag(from, to, steps = 8) {
      const [a, b] = [await at(from), await at(to)];
      await send("touchStart", [a]);
      for (let i = 1; i <= steps; i++)
        await send("touchMove", [{ x: a.x + ((b.x - a.x) * i) / steps, y: a.y + ((b.y - a.y) * i) / steps }]);
      // It rests before it lets go: else it would be a fling, and the next tap would only end that.
      for (let i = 0; i < 3; i++) await send("touchMove", [{ x: b.x + (i % 2) / 2, y: b.y }], 120);
      await send("touchEnd", []);
    },
    async press(target) {
      await send("touchStart", [await at(target)]);
    },
    release: () => send("touchEnd", []),
  };
}
