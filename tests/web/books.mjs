// Books on the page: the same files give the same text as natively, or the same refusal; a game is played
// in one, on this device and at the house.
// Usage: books.mjs TABLIER
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { assert, equal, fits, runCases, violations } from "./harness.mjs";
import { leave, more, openHouse, person, sitDown } from "./house.mjs";

const [binary] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tablier-books-"));
execFileSync("python3", [join(here, "../books/samples.py"), folder]);
const house = await openHouse(binary);
const browser = await launch();

/** What `tablier book add` makes of a file: its text, or the sentence that refuses it. */
function natively(path) {
  const home = mkdtempSync(join(folder, "home-"));
  const done = spawnSync(binary, ["book", "add", path], {
    env: { ...process.env, XDG_DATA_HOME: home, LANG: "C", LC_ALL: "C" },
    encoding: "utf8",
  });
  if (done.status !== 0) return { refused: done.stderr.trim().split(": ").slice(2).join(": ") };
  const kept = join(home, "tablier/books");
  const [name] = readdirSync(kept);
  return {
    text: readFileSync(join(kept, name), "utf8"),
    digest: BigInt(`0x${name.slice(0, 16)}`).toString(),
  };
}

const visitor = (options) => person(browser, house.url, "/#/new/contrees", options);

/** Goes to another page of the one that is open. */
const goTo = (page, route) =>
  page.evaluate((to) => {
    location.hash = to;
  }, route);

/** Gives the chooser a file, up to its name fields or its refusal. */
async function give(page, path) {
  await page.getByRole("button", { name: "Import a book…" }).click();
  await page.locator(".book-drop input").setInputFiles(path);
  await page.locator("#book-title, .book-import [role=alert]").first().waitFor();
}

const keep = (page) => page.getByRole("button", { name: "Keep this book" }).click();

/** The texts on the device's shelf. */
const shelf = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const asked = indexedDB.open("tablier.books", 1);
        asked.onsuccess = () => {
          const stores = asked.result.transaction(["books", "texts"]);
          const books = stores.objectStore("books").getAll();
          const texts = stores.objectStore("texts").getAll();
          stores.oncomplete = () => {
            asked.result.close();
            done({ books: books.result, texts: texts.result });
          };
        };
      }),
  );

const files = (kind) => readdirSync(join(folder, kind)).map((name) => join(folder, kind, name));

/** A novel of our own making: enough for every journey on small pages. */
const novel = (title, paragraphs = 420) => {
  const prose =
    "The wind was that of the sea, and it came to the house of the old captain; “who is there?” he said. ";
  const blocks = Array.from(
    { length: paragraphs },
    (_, i) => `${title} ${i} stands here. ${prose.repeat(2)}`,
  );
  const path = join(folder, `${title}.txt`);
  writeFileSync(path, `CHAPTER I\n\n${blocks.join("\n\n")}\n`);
  return path;
};

async function bring(page, path) {
  await give(page, path);
  await keep(page);
  await page.locator(".book-own input:checked").waitFor();
}

const begin = (page) => page.getByRole("button", { name: "Begin" }).click();
const laid = (page) => page.locator(".boardless, .board").first().waitFor();

/** The record of the only game on this device. */
const record = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tablier.games"))[0].record);

const cases = {
  async "the same files give the same text as natively, byte for byte"() {
    const page = await visitor();
    for (const path of files("good")) {
      const native = natively(path);
      assert(native.text, `${path}: ${native.refused}`);
      await give(page, path);
      equal(await page.locator(".book-import [role=alert]").allTextContents(), [], path);
      await keep(page);
      await page.locator(".book-own").waitFor();
      const { texts, books } = await shelf(page);
      const layout = /^layout (.*)$/m.exec(native.text)[1];
      equal(texts[0].replace(/^layout .*$/m, `layout ${layout}`), native.text, path);
      // And the digest that records name it by is the same.
      equal(books[0].layouts.find(([, pages]) => pages === layout)[0], native.digest, path);
      await page.locator(".book-own .icon-button").click();
      await page.getByRole("button", { name: "Throw it away" }).click();
      await page.locator(".book-own").waitFor({ state: "detached" });
    }
    await leave(page);
  },

  async "what is refused natively is refused in the same words"() {
    const page = await visitor();
    for (const path of files("bad")) {
      const { refused } = natively(path);
      assert(refused, `${path} is taken natively`);
      await give(page, path);
      equal(await page.locator(".book-import [role=alert]").textContent(), refused, path);
      await page.getByRole("button", { name: "Not now" }).click();
    }
    await leave(page);
  },

  async "a refusal is said in French too, and a pasted text is a book"() {
    const page = await visitor({ locale: "fr-FR" });
    await page.getByRole("button", { name: "Importer un livre…" }).click();
    await page.locator(".book-drop input").setInputFiles(join(folder, "bad/encrypted.epub"));
    await page.getByText("L’EPUB est chiffré").waitFor();
    await page.getByText("Ou collez un texte").click();
    const text = readFileSync(novel("Colle"), "utf8");
    await page.getByLabel("Le texte du livre").fill(text);
    await page.getByRole("button", { name: "Prendre ce texte" }).click();
    await page.getByLabel("Titre").fill("Mon roman");
    await page.getByLabel("Auteur").fill("Moi");
    await page.getByLabel("Auteur").press("Enter"); // keeps the book, does not begin the game
    await page.locator(".book-own", { hasText: "Mon roman" }).waitFor();
    equal((await shelf(page)).books[0].author, "Moi");
    await leave(page);
  },

  async "a game on this device is begun in a book, kept, reloaded, replayed and exported"() {
    const page = await visitor();
    await bring(page, novel("Device"));
    equal(await violations(page), [], "the chooser");
    await fits(page, "the chooser");
    await begin(page);
    await laid(page);
    const { books } = await shelf(page);
    const [, digest] = /^book (\d+)$/m.exec(await record(page));
    assert(
      books[0].layouts.some(([own]) => own === digest),
      "the record names the book",
    );
    await page.reload();
    await laid(page);
    const id = await page.evaluate(() => location.hash.split("/").at(-1));
    await goTo(page, `/replay/local/${id}`);
    await page.locator(".replay-bar").waitFor();
    const saved = join(folder, "game.record");
    writeFileSync(saved, await record(page));
    await leave(page);
    // On another device the book is asked for by its number; another book will not do.
    const other = await person(browser, house.url);
    await other.locator(".drawer input").setInputFiles(saved);
    await other.getByText("The book of this game is not on this device.").waitFor();
    await other.getByText(BigInt(digest).toString(16).padStart(16, "0")).waitFor();
    await other.locator(".book-drop input").setInputFiles(novel("Wrong"));
    await keep(other);
    await other.getByText("it is not the book of this game").waitFor();
    await other.getByRole("button", { name: "Another file" }).click();
    await other.locator(".book-drop input").setInputFiles(novel("Device"));
    await keep(other);
    await other.locator(".replay-bar").waitFor();
    await leave(other);
  },

  async "a book too short for its journey is laid out on smaller pages, or refused with the reason"() {
    const page = await visitor();
    await bring(page, novel("Short", 20));
    await begin(page);
    await page.locator(".toast", { hasText: "too few pages" }).waitFor();
    await bring(page, novel("Middling", 300));
    await begin(page);
    await laid(page);
    const { books } = await shelf(page);
    const [, digest] = /^book (\d+)$/m.exec(await record(page));
    const { layouts } = books.find(({ title }) => title === "Middling");
    assert(layouts[0][0] !== digest, "the pages are smaller");
    await leave(page);
  },

  async "where the browser keeps nothing a book lasts as long as the page, and that is said"() {
    const page = await visitor({
      prepare: () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("no", "SecurityError");
        };
      },
    });
    await page.getByText("This browser keeps no books").waitFor();
    await bring(page, novel("Fleeting"));
    await begin(page);
    await laid(page);
    await leave(page);
  },

  async "the host's book goes to the house, and a friend plays in it"() {
    const ada = await visitor();
    await ada.getByLabel("With friends, by a link").check();
    await ada.getByLabel("Your name").fill("Ada");
    await bring(ada, novel("House"));
    await ada.getByRole("button", { name: "Open the table" }).click();
    const link = await ada.locator(".link-line code").textContent();
    const bob = await sitDown(link, "Bob", browser);
    for (const page of [ada, bob]) await laid(page);
    await leave(ada, bob);
  },

  async "a replay of the house names its book, asks for it and refuses another"() {
    const ada = await visitor();
    await ada.getByLabel("With friends, by a link").check();
    await ada.getByLabel("Your name").fill("Ada");
    await bring(ada, novel("Online"));
    await ada.getByRole("button", { name: "Open the table" }).click();
    const link = await ada.locator(".link-line code").textContent();
    const bob = await sitDown(link, "Bob", browser);
    for (const page of [ada, bob]) await laid(page);
    await more(bob, "Resign");
    await more(bob, "Yes, I resign");
    const again = bob.getByRole("link", { name: "Watch it again" });
    await again.waitFor();
    const id = new URL(link).pathname.split("/").at(-1);
    const kept = await bob.evaluate((path) => fetch(path).then((r) => r.text()), `/record/${id}`);
    const [, digest] = /^book (\d+)$/m.exec(kept);
    const { books } = await shelf(ada);
    assert(
      books[0].layouts.some(([own]) => own === digest),
      "the record names the book",
    );
    // The host has it on her device; her friend is asked for it by its number.
    await ada.getByRole("link", { name: "Watch it again" }).click();
    await ada.locator(".replay-bar").waitFor();
    await again.click();
    await bob.getByText("The book of this game is not on this device.").waitFor();
    await bob.getByText(BigInt(digest).toString(16).padStart(16, "0")).waitFor();
    await bob.locator(".book-drop input").setInputFiles(novel("Other"));
    await keep(bob);
    await bob.getByText("it is not the book of this game").waitFor();
    await bob.getByRole("button", { name: "Another file" }).click();
    await bob.locator(".book-drop input").setInputFiles(novel("Online"));
    await keep(bob);
    await bob.locator(".replay-bar").waitFor();
    await leave(ada, bob);
  },

  async "a novel of a megabyte is read in the browser"() {
    const page = await visitor();
    const path = novel("Long", 4300);
    assert(readFileSync(path).length > 1_000_000, "it is long enough");
    const start = Date.now();
    await give(page, path);
    const read = Date.now() - start;
    await keep(page);
    await page.locator(".book-own").waitFor();
    console.log(`1 MB: read in ${read} ms, kept after ${Date.now() - start} ms`);
    await leave(page);
  },
};

await runCases(cases, async () => {
  await browser.close();
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});
