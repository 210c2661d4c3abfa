// A sixth game, as docs/adding-a-game.md tells it: the toy of tests/faults is put into a copy
// of the tree, first for the engine alone, then with a folder and rules on the page.
// Usage: sixth.mjs
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { assert, equal, finish, runCases, visit } from "./harness.mjs";
import { serve } from "./serve.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const copy = mkdtempSync(join(tmpdir(), "tablier-sixth-"));
const there = (path) => join(copy, path);

/** All but what builds leave behind; the page's tools are only pointed to. */
function copyTree() {
  const left = /^(build|build-.*|dist|node_modules|\.node|\.git|generated)$/;
  cpSync(root, copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => path === root || !left.test(basename(path)),
  });
  for (const tools of ["web/node_modules", "web/.node"])
    if (existsSync(join(root, tools))) symlinkSync(join(root, tools), there(tools));
  // Types are checked anew where something differs: what is copied was checked.
  const checked = "web/src/generated/checked.json";
  if (existsSync(join(root, checked))) cpSync(join(root, checked), there(checked));
}

function run(command, ...args) {
  try {
    execFileSync(command, args, { cwd: copy, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")}\n${error.stdout}${error.stderr}`);
  }
}

function build() {
  run("meson", "compile", "-C", "build", "wasm/tablier.wasm");
  run("web/tools/run", "draft", there("build/wasm/tablier.wasm"));
}

const browser = await launch();
let server = null;

async function open() {
  await server?.stop();
  server = await serve(there("web/dist"));
  return visit(browser, server.url);
}

const box = (page) => page.locator(".box", { hasText: "Hush" });
const art = (page) => box(page).locator("img").getAttribute("src");
const links = async (page) => {
  await page.goto(`${server.url}/#/new/hush`);
  await page.locator(".new-cover h1").waitFor();
  return page.locator(".new-cover a").allTextContents();
};

const cases = {
  async "one line in games/list.h: it lies on the shelf and is played to its end from the list"() {
    copyTree();
    mkdirSync(there("games/hush"));
    for (const file of ["hush.c", "hush.h"])
      cpSync(join(root, "tests/faults", file), there(`games/hush/${file}`));
    writeFileSync(there("games/hush/meson.build"), "games_sources += files('hush.c')\n");
    appendFileSync(there("games/list.h"), "GAME(hush)\n");
    run("meson", "setup", "build", "-Doptimization=0"); // nothing here is timed
    build();
    const page = await open();
    equal((await page.locator(".box:not(.drawer) h3").allTextContents()).at(-1), "Hush");
    assert(/\/plain-/.test(await art(page)), "no plain box");
    equal(await box(page).locator("a").allTextContents(), ["Choose…"]);
    equal(await links(page), [], "what it does not have");
    await page.goto(`${server.url}/#/`);
    await page.getByRole("button", { name: "Play Hush now, against a bot" }).click();
    await page.locator(".board pre").waitFor();
    equal(await page.locator(".actions button", { hasText: "Hint" }).count(), 0, "hints");
    await page.getByRole("tab", { name: "Moves" }).click();
    const move = page.locator(".side [role=tabpanel] button:enabled").first();
    while (!(await page.locator(".ending").count())) {
      await move.or(page.locator(".ending")).first().waitFor();
      if (await move.count()) await move.click();
    }
    await finish(page);
  },

  async "one line in web/src/games/index.ts: it has its cover and its board; rules are found"() {
    cpSync(join(root, "tests/web/sixth"), there("web/src/games/hush"), { recursive: true });
    appendFileSync(there("web/src/games/index.ts"), 'export { hush } from "./hush/cover";\n');
    writeFileSync(
      there("docs/rules/hush.en.md"),
      "# Hush\n\n<!-- R1.1 -->\nThe strongest card takes the coins.\n",
    );
    build();
    const page = await open();
    assert(/\/cover-/.test(await art(page)), "no cover of its own");
    equal(await links(page), ["Read the rules"]);
    await page.goto(`${server.url}/#/rules/hush`);
    await page.getByText("The strongest card takes the coins.").waitFor();
    await page.goto(`${server.url}/#/`);
    await page.getByRole("button", { name: "Play Hush now, against a bot" }).click();
    await page.locator(".hush-board", { hasText: "lay" }).waitFor();
    await finish(page);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await server?.stop();
  rmSync(copy, { recursive: true, force: true });
});
