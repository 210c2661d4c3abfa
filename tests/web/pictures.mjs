// Pictures of every page, to be looked at: on a desk and on a phone, by day and by night, in
// both languages. Not a test: nothing here can fail but the page itself.
// Usage: pictures.mjs TABLIER FOLDER [WORDS...]   (WORDS: only looks whose name holds them all)
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { tile } from "./harness.mjs";
import { openHouse, person } from "./house.mjs";

const [binary, folder, ...words] = process.argv.slice(2);
const house = await openHouse(binary);
const browser = await launch({ seen: true });
const sizes = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const looks = Object.entries(sizes).flatMap(([size, options]) =>
  ["light", "dark"].flatMap((colorScheme) =>
    ["en", "fr"].map((lang) => ({
      name: `${size}-${colorScheme}-${lang}`,
      options: { ...options, colorScheme, locale: lang === "fr" ? "fr-FR" : "en-US" },
    })),
  ),
);
mkdirSync(folder, { recursive: true });

async function lookAround({ name, options }) {
  const page = await person(browser, house.url, "/", options);
  const shoot = async (what, fullPage = false) => {
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(folder, `${name}-${what}.png`), fullPage });
  };
  const visit = async (path) => {
    await page.goto(`${house.url}/#${path}`);
    await page.locator("main h1, main .notice").first().waitFor({ state: "attached" });
  };
  const begin = () => page.locator("form button[type=submit]").click();
  await page.locator(".box").first().waitFor();
  await shoot("home", true);
  for (const path of [
    "/rules/topologic",
    "/learn/topologic",
    "/settings",
    "/licences",
    "/tables",
    "/nowhere",
    "/t/nosuchtabl",
  ]) {
    await visit(path);
    await shoot(path.slice(1).replaceAll("/", "-"), path !== "/rules/topologic");
  }
  await visit("/new/topologic/friends");
  await page.locator("details.options summary").click();
  await shoot("new-friends", true);
  await page.locator("#my-name").fill("Ada");
  await begin();
  await page.locator(".qr").waitFor();
  await shoot("waiting", true);
  await page.goto(`${house.url}/#/new/topologic`);
  await page.locator('input[value="alone"]').check();
  await shoot("new", true);
  await begin();
  await page.locator(".topo-field").waitFor();
  await shoot("solo-empty");
  for (const name of ["C4", "D2", "E6", "A1", "H3"]) {
    await page.locator(".pawn.movable").first().waitFor();
    await tile(page, name).click();
    await page.waitForTimeout(80);
  }
  await page.locator(".actions .main:enabled").click();
  await page.locator(".turn-button").waitFor();
  await tile(page, "C4").click();
  await shoot("solo-held", true);
  await page.locator(".helps-panel .choice").last().click();
  await page.locator(".actions .button").nth(2).click();
  await page.locator(".helps .notice").waitFor();
  await shoot("solo-hints", true);
  await page.goto(`${house.url}/`);
  await page.locator(".hero .button.main").click();
  await page.locator(".topo-field").waitFor();
  await shoot("bot-choose", true);
  await tile(page, "C4").click();
  await page.locator(".actions .main:enabled").click();
  await page.locator(".pawn.movable").first().waitFor();
  await shoot("bot-seek", true);
  const record = () => page.evaluate(() => JSON.parse(localStorage.getItem("tablier.games"))[0].record);
  const secret = /^1 secret (\S+)$/m.exec(await record())[1];
  for (let i = 0; i < 5; i++) {
    await page.locator(".pawn.movable").first().waitFor();
    await tile(page, secret).click();
    await page.waitForTimeout(100);
  }
  await page.locator(".actions .main:enabled").click();
  await page.waitForTimeout(1500);
  await shoot("bot-seeks", true);
  await page.locator(".ending").waitFor();
  await shoot("ending", true);
  await page.goto(page.url().replace("/local/", "/replay/local/"));
  await page.locator(".replay-bar").waitFor();
  await page.locator('.replay-bar input[type="range"]').fill("1");
  await shoot("replay", true);
  await page.goto(`${house.url}/`);
  await page.locator(".rows").first().waitFor();
  await shoot("home-used", true);
  await page.context().close();
}

try {
  for (const look of looks) if (words.every((word) => look.name.includes(word))) await lookAround(look);
} finally {
  await browser.close();
  await house.close();
}
