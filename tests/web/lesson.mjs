// Where a lesson stands, and how a test goes on in it. The page does one thing at a time and passes
// over touches in between, so a test waits for each step before it touches anything.

const heading = (page) => page.locator(".coach > .quiet").textContent();
export const stepOf = async (page) => Number(/\d+/.exec(await heading(page))[0]);
export const stepsOf = async (page) => Number(/\d+\D+(\d+)/.exec(await heading(page))[1]);

export const step = (page, n) =>
  page.waitForFunction(
    (wanted) =>
      Number(/\d+/.exec(document.querySelector(".coach > .quiet")?.textContent ?? "")?.[0]) === wanted,
    n,
  );

/** From a step that is only read to the following one. */
export async function goOn(page, touch = (button) => button.click()) {
  const now = await stepOf(page);
  await touch(page.locator(".coach > .main"));
  await step(page, now + 1);
}
