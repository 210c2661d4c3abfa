// Every page through axe-core and a ruler: on a desk by day in English, on a phone by night in
// French; and on a phone with the largest text, through the ruler only.
// Usage: pages.mjs TABLIER
import { launch } from "./browser.mjs";
import { assert, fits, runCases, tile, violations } from "./harness.mjs";
import { leave, openHouse, person } from "./house.mjs";

const [binary] = process.argv.slice(2);
const house = await openHouse(binary);
if (!(await house.hasPage())) {
  console.log("the server was built without the page: make web, then make build");
  await house.close();
  process.exit(77);
}
const browser = await launch();
const looks = {
  desk: { locale: "en-US", colorScheme: "light" },
  phone: {
    locale: "fr-FR",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  },
  large: {
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    prepare: () => localStorage.setItem("tablier.prefs", '{"text":"larger"}'),
  },
};
const games = ["topologic", "archeologic", "ancient"];

/** Somebody who walks about and notes what is wrong with what is shown. */
async function critic(look) {
  const page = await person(browser, house.url, "/", looks[look]);
  const faults = [];
  return {
    page,
    faults,
    async look(where) {
      await fits(page, `${where} (${look})`).catch((error) => faults.push(error.message));
      if (look !== "large")
        faults.push(...(await violations(page)).map((fault) => `${where} (${look}): ${fault}`));
    },
    async go(path, ready = "main h1") {
      await page.goto(`${house.url}/#${path}`);
      await page.locator(ready).first().waitFor({ state: "attached" });
      await page.locator(".loading").waitFor({ state: "detached" });
    },
  };
}

async function done({ page, faults }) {
  await leave(page);
  assert(faults.length === 0, faults.join("\n"));
}

const begin = (page) => page.locator("form button[type=submit]").click();

const cases = {};
for (const look of Object.keys(looks)) {
  cases[`reading pages are accessible and fit: ${look}`] = async () => {
    const visit = await critic(look);
    await visit.page.locator(".box").first().waitFor();
    await visit.look("home");
    for (const game of games) {
      await visit.go(`/rules/${game}`, "article h1");
      await visit.look(`rules of ${game}`);
      await visit.go(`/learn/${game}`, ".coach");
      await visit.look(`lesson of ${game}`);
    }
    await visit.go("/friends", ".friends-page");
    await visit.look("with friends");
    await visit.go("/settings", "#program-name");
    await visit.look("settings");
    await visit.go("/today", ".puzzle");
    await visit.look("today");
    await visit.go("/mine", ".mine");
    await visit.look("my games");
    await visit.go("/licences", ".licences details");
    await visit.look("licences");
    await visit.go("/nowhere");
    await visit.look("nothing here");
    await visit.go("/t/nosuchtabl", ".nothing");
    await visit.look("no such table");
    await done(visit);
  };

  cases[`tables are accessible and fit: ${look}`] = async () => {
    const visit = await critic(look);
    const { page } = visit;
    await visit.go("/new/topologic/friends", "form");
    await page.locator("details.options summary").click();
    await page.locator('input[value="live"]').check();
    await visit.look("new table");
    await page.locator("#my-name").fill("Ada");
    await begin(page);
    await page.locator(".qr").waitFor();
    await visit.look("waiting table");
    await page.locator(".to-bot button").first().click();
    await page.locator(".topo-field").waitFor();
    for (const tab of ["chat", "notes", "moves"]) {
      await page.locator(`#tab-${tab}`).click();
      await visit.look(`running table, ${tab}`);
    }
    const narrow = look !== "desk";
    if (narrow) await page.locator(".tab-close").click();
    await tile(page, "C4").click();
    await page.locator(".actions .main:enabled").click();
    await page.locator(".pawn.movable").first().waitFor();
    if (narrow) await page.locator(".more summary").click();
    await page.getByRole("button", { name: /^(Rules|Règles)$/ }).click();
    await page.locator(".rules-sheet h1").waitFor();
    await visit.look("rules over the table");
    await page.keyboard.press("Escape");
    await page.locator(".more summary").click();
    await visit.look("seldom deeds");
    await page.locator(".more .danger").click();
    await visit.look("about to resign");
    await page.locator(".more .danger").click();
    await page.locator(".ending-table").waitFor();
    await visit.look("finished table");
    await page.locator('.ending a[href^="#/replay"]').click();
    await page.locator(".replay-bar").waitFor();
    await visit.look("replay");
    await visit.go("/tables", ".rows .outcome");
    await visit.look("tables");
    await visit.go("/", ".hero");
    await page.locator(".hero .button.main").click();
    await page.locator(".topo-field").waitFor();
    await visit.look("game on this device");
    await done(visit);
  };
}

await runCases(cases, async () => {
  await browser.close();
  await house.close();
});
