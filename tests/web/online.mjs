// The page with its server: two people at one table, through reloads and a crash.
// Usage: online.mjs TABLIER
import { launch } from "./browser.mjs";
import { assert, equal, fits, prompt, runCases, tile, violations } from "./harness.mjs";
import { gather, hide, leave, more, openHouse, openTable, person as visit, sitDown } from "./house.mjs";

const [binary] = process.argv.slice(2);
const house = await openHouse(binary);
const { url } = house;
if (!(await house.hasPage())) {
  console.log("the server was built without the page: make web, then make build");
  await house.close();
  process.exit(77);
}
const browser = await launch();
const person = (path, options) => visit(browser, url, path, options);

const cases = {
  async "two browsers play a whole match through a reload and a crash of the server"() {
    const ada = await person();
    const link = await openTable(ada, "Ada");
    assert(link.startsWith(`${url}/t/`), link);
    await ada.locator(".qr").waitFor();
    const bob = await sitDown(link, "Bob", browser);
    await hide(ada, "C4");
    await hide(bob, "D2");
    // Ada seeks first. What Bob hid is not hers to know, nor in her page.
    await prompt(ada, "Place pawn 1 of 5");
    equal(await ada.locator(".seal").count(), 0, "seals on Ada's field");
    await bob.locator(".seal").waitFor();
    await tile(ada, "D2").click();
    await prompt(ada, "Place pawn 2 of 5");
    await ada.reload();
    await prompt(ada, "Place pawn 2 of 5");
    await house.crash();
    await prompt(ada, "The connection is lost");
    await tile(ada, "D2").click(); // nothing is asked now, and nothing is done
    await house.start();
    await prompt(ada, "Place pawn 2 of 5");
    await tile(ada, "D2").click();
    await prompt(ada, "Place pawn 3 of 5");
    await bob.locator(".log li", { hasText: "places pawn 2" }).waitFor();
    await gather(ada, "D2", 3);
    // Round 2: Bob seeks, and finds it in one turn as well.
    await gather(bob, "C4");
    for (const page of [ada, bob]) await page.locator(".ending", { hasText: "It is a draw." }).waitFor();
    equal(
      await bob.locator(".log li", { hasText: "Ada places pawn" }).count(),
      5,
      "placements of Ada in Bob's log",
    );
    // The next game: one asks, the other is told and follows.
    await ada.getByRole("button", { name: "Rematch" }).click();
    await bob.locator(".toast", { hasText: "The next game is laid." }).waitFor();
    await bob.getByRole("link", { name: "To the next game" }).click();
    await bob.getByRole("button", { name: "Sit here" }).click();
    for (const page of [ada, bob]) await prompt(page, "Choose the tile");
    await leave(ada, bob);
  },

  async "chat reaches the others, and who looks on sees no secret"() {
    const ada = await person();
    const link = await openTable(ada, "Ada");
    const bob = await sitDown(link, "Bob", browser);
    // Bob has chosen when Ada hides hers: his choice stands.
    await prompt(bob, "Choose the tile");
    await tile(bob, "D2").click();
    await hide(ada, "C4");
    await bob.locator(".log li", { hasText: "Ada has hidden a secret." }).waitFor();
    await bob.getByRole("button", { name: "Hide D2" }).click();
    await ada.getByRole("tab", { name: "Chat" }).click();
    await ada.getByLabel("Your message").fill("Good luck!");
    await ada.getByRole("button", { name: "Send" }).click();
    await bob.getByRole("tab", { name: "Chat (1 new)" }).click();
    await bob.locator(".chat li", { hasText: "Good luck!" }).waitFor();
    const eve = await person(new URL(link).pathname);
    await eve.getByText("You are looking on.").waitFor();
    equal(await eve.locator(".seal").count(), 0, "seals shown to a spectator");
    equal(
      await eve.locator(".actions").getByRole("button").allTextContents(),
      [" Rules"],
      "buttons of a spectator",
    );
    await more(bob, "Resign");
    await more(bob, "Yes, I resign");
    await ada.locator(".ending", { hasText: "You win!" }).waitFor();
    await ada.getByRole("link", { name: "Watch it again" }).click();
    await ada.locator(".replay-bar").waitFor();
    await leave(ada, bob, eve);
  },

  async "a bot takes an open seat and plays"() {
    const ada = await person();
    await openTable(ada, "Ada");
    await ada.getByRole("button", { name: "Normal bot" }).click();
    await hide(ada, "C4");
    await prompt(ada, "Place pawn 1 of 5");
    await ada.goto(`${url}/#/tables`);
    await ada.locator(".rows a", { hasText: "Topologic" }).first().waitFor();
    await leave(ada);
  },

  async "online pages are accessible and fit a phone"() {
    const faults = [];
    const ada = await person();
    const bob = await sitDown(await openTable(ada, "Ada"), "Bob", browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await prompt(bob, "Choose the tile");
    await fits(bob, "a running table");
    faults.push(...(await violations(bob)).map((fault) => `running table: ${fault}`));
    await ada.goto(`${url}/#/settings`);
    await ada.getByRole("heading", { name: "You on this server" }).waitFor();
    faults.push(...(await violations(ada)).map((fault) => `settings: ${fault}`));
    await leave(ada, bob);
    for (const [colorScheme, locale] of [
      ["light", "en-US"],
      ["dark", "fr-FR"],
    ]) {
      const page = await person("/", { viewport: { width: 390, height: 844 }, colorScheme, locale });
      await page.goto(`${url}/#/new/topologic/friends`);
      await page.locator("form button[type=submit]").click();
      await page.locator(".qr").waitFor();
      for (const path of [null, "/tables"]) {
        if (path) await page.goto(`${url}/#${path}`);
        await page.locator("h1").first().waitFor({ state: "attached" });
        await page.waitForTimeout(300);
        await fits(page, path ?? "table");
        faults.push(...(await violations(page)).map((fault) => `${path ?? "table"} ${locale}: ${fault}`));
      }
      await leave(page);
    }
    assert(faults.length === 0, faults.join("\n"));
  },
};

await runCases(cases, async () => {
  await browser.close();
  await house.close();
});
