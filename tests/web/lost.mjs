// What happens at a table when the line to the house dies: what is said, what is kept, how it comes back.
// Usage: lost.mjs TABLIER
import { connect, createServer } from "node:net";
import { launch } from "./browser.mjs";
import { assert, equal, finish, prompt, runCases, tile } from "./harness.mjs";
import { hide, openHouse, openTable, person, sitDown } from "./house.mjs";

const [binary] = process.argv.slice(2);
const browser = await launch();

/** A line that can be cut without anybody being told: what is sent is swallowed. */
async function openLine(url) {
  const { port } = new URL(url);
  const sockets = new Set();
  let dead = false;
  let mute = false;
  let swallowed = "";
  const line = createServer((near) => {
    const far = connect(Number(port), "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("data", (data) => {
      if (dead || mute) swallowed += data;
      else far.write(data);
    });
    far.on("data", (data) => dead || near.write(data));
  });
  await new Promise((done) => line.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${line.address().port}`,
    cut() {
      dead = true;
    },
    /** What comes is heard, what is said is not. */
    gag() {
      mute = true;
    },
    /** Until it has swallowed that. */
    async swallows(words) {
      while (!swallowed.includes(words)) await new Promise((go) => setTimeout(go, 50));
    },
    /** What was swallowed stays so: nobody is told of that either. */
    heal() {
      dead = false;
    },
    mend() {
      dead = mute = false;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      line.close();
    },
  };
}

/** Ada sits at the end of such a line, Bob at a good one; both may hide their secrets. */
const overALine = (play) => async () => {
  const house = await openHouse(binary);
  const line = await openLine(house.url);
  const ada = await person(browser, line.url);
  const link = await openTable(ada, "Ada");
  const bob = await sitDown(link.replace(line.url, house.url), "Bob", browser);
  await prompt(ada, "Choose the tile");
  await play({ line, ada, bob });
  for (const page of [ada, bob]) await finish(page);
  line.close();
  await house.close();
};

/** Chosen on a good line, and sent when something has become of it. */
async function chooseThen(page, name, deed) {
  await tile(page, name).click();
  await page.getByRole("button", { name: `Hide ${name}` }).waitFor();
  deed();
  await page.evaluate(() => document.querySelector(".deeds .main").click());
}

const cases = {
  "a dead line is said within a few seconds, and what was done meanwhile arrives": overALine(
    async ({ line, ada, bob }) => {
      await hide(bob, "D2");
      line.cut();
      // The page notices by itself: nothing was closed, and nobody did anything.
      await ada.getByText("The connection is lost").first().waitFor();
      line.mend();
      await ada.getByText("The connection is lost").first().waitFor({ state: "hidden" });
      await hide(ada, "C4");
      await prompt(ada, "Place pawn 1 of 5");
    },
  ),

  "what is sent and unanswered says so, and without a line nothing is asked": overALine(
    async ({ line, ada, bob }) => {
      await hide(bob, "D2");
      await ada.evaluate(() => {
        window.said = [];
        new MutationObserver(() => window.said.push(document.querySelector(".prompt")?.textContent)).observe(
          document.querySelector(".stage"),
          { childList: true, subtree: true, characterData: true },
        );
      });
      // Into a line that is dead, at once: nobody knows yet.
      await chooseThen(ada, "C4", line.cut);
      await prompt(ada, "What you did is kept");
      const said = await ada.evaluate(() => [...new Set(window.said)]);
      const sending = said.indexOf("Sending…");
      assert(sending >= 0, `never said to be sending: ${said.join(" | ")}`);
      assert(
        said.findIndex((text) => text.includes("What you did is kept")) > sending,
        `the loss was said first: ${said.join(" | ")}`,
      );
      // Nothing can be done now, and nothing is asked.
      await tile(ada, "E5").click();
      equal(await ada.locator('.tile.chosen[data-tile="E5"]').count(), 0, "chosen without a line");
      equal(await ada.getByRole("button", { name: /^Hide/ }).count(), 0, "hides without a line");
      line.mend();
      await prompt(ada, "Place pawn 1 of 5");
      line.cut();
      await prompt(ada, "The game goes on when it is back");
      await tile(ada, "E5").click();
      line.mend();
      await prompt(ada, "Place pawn 1 of 5");
    },
  ),

  "what is sent is on its way though somebody else has decided meanwhile": overALine(
    async ({ line, ada, bob }) => {
      await chooseThen(ada, "C4", line.gag);
      await hide(bob, "D2");
      await ada.getByText("Bob has hidden a secret.").first().waitFor();
      await prompt(ada, "What you did is kept");
      line.mend();
      await prompt(ada, "Place pawn 1 of 5");
    },
  ),

  "a try to come back that the line swallowed is given up, and the next one comes through": overALine(
    async ({ line, ada }) => {
      line.cut();
      await prompt(ada, "The game goes on when it is back");
      await line.swallows("POST /api/me");
      line.heal();
      await prompt(ada, "Choose the tile");
    },
  ),
};

await runCases(cases, () => browser.close());
