// Pictures of every page, to be looked at: on a desk and on a phone, by day and by night, in
// both languages. Not a test: nothing here can fail but the page itself.
// Usage: pictures.mjs TABLIER FOLDER [WORDS...]   (WORDS: only looks whose name holds them all)
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { launch } from "./browser.mjs";
import { openHouse, person } from "./house.mjs";
import { company, games, layGame, openGames } from "./positions.mjs";

const [binary, folder, ...words] = process.argv.slice(2);
const engine = openGames(join(dirname(binary), "wasm/tablier.wasm"));
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
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}-${what}.png`), fullPage });
  };
  const visit = async (path, ready = "main h1, main .notice") => {
    await page.goto(`${house.url}/#${path}`);
    await page.locator(ready).first().waitFor({ state: "attached" });
    await shoot(path.slice(1).replaceAll("/", "-") || "home", true);
  };
  await visit("/", ".box");
  for (const path of ["/friends", "/tables", "/settings", "/licences", "/nowhere", "/t/nosuchtabl"])
    await visit(path);
  await visit("/today", ".puzzle");
  for (const [id, game] of Object.entries(games)) {
    await visit(`/new/${id}`, "form");
    await visit(`/rules/${id}`, "article h1");
    await visit(`/learn/${id}`, ".coach");
    for (const { name: what, record, storage } of game.positions(engine).slice(0, 2)) {
      await layGame(page, house.url, id, record, company(game.seats), storage?.("laid"));
      await page.locator(game.ready).waitFor();
      await shoot(`${id}-${what.replaceAll(/\W+/g, "-")}`);
    }
    await layGame(page, house.url, id, engine.ended(id, game.seats), company(game.seats));
    await page.locator(".ending").waitFor();
    await shoot(`${id}-ending`);
    await page.goto(`${house.url}/#/replay/local/laid`);
    await page.locator(".replay-bar").waitFor();
    await shoot(`${id}-replay`);
  }
  await visit("/new/topologic/friends", "form");
  await page.locator("#my-name").fill("Ada");
  await page.locator("form button[type=submit]").click();
  await page.locator(".qr").waitFor();
  await shoot("waiting", true);
  await visit("/mine", ".mine");
  await page.goto(`${house.url}/#/`);
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
