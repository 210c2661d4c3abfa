/**
 * A person's file made into the canonical text that a game's kit is made from, byte for byte as
 * books/ makes it natively: docs/books.md. Everything happens on this device.
 */
import { type Book, byteLength, cutName, FILE_MAX, Refused } from "./blocks";
import { isEpub, readEpub } from "./epub";
import { normal } from "./normal";
import { readPlain } from "./plain";

export { type Book, Refused } from "./blocks";

const BODY_LEAST = 1500;
const SAMPLE_WORDS = 20000;
export type Lang = "fr" | "en";

/** From large pages to small ones: the first that a journey fits in is taken. */
export const layouts: readonly string[] = [
  ...[30, 28, 26, 24, 22, 20, 18, 16, 14, 12].map((height) => `60 ${height}`),
  "56 12",
  "52 12",
  "48 12",
];

export async function readBook(
  bytes: Uint8Array,
  progress: (done: number) => Promise<void> = async () => undefined,
): Promise<Book> {
  if (bytes.length > FILE_MAX) throw new Refused("The file is larger than 64 MiB.");
  const book = isEpub(bytes) ? await readEpub(bytes, progress) : readPlain(bytes);
  if (!book.blocks.length) throw new Refused("The book holds no text.");
  return book;
}

/** A book that does not say its title is called as its file. */
export const titleFromFile = (file: string): string => cutName(normal(file.split(".")[0] ?? "", false));

/** What a person types as a title or an author. */
export const cleanName = (typed: string): string => cutName(normal(typed, false));

const FRENCH = new Set("le la les des et est une que".split(" "));
const ENGLISH = new Set("the and of to was that".split(" "));

/** The larger of two counts over the first words. */
function soundsFrench(book: Book): boolean {
  let french = 0;
  let words = 0;
  const text = book.blocks.map((block) => block.text).join("");
  for (const [word] of text.matchAll(/[A-Za-z\u0080-\uffff]+/g)) {
    if (words++ === SAMPLE_WORDS) break;
    const low = word.toLowerCase();
    french += Number(FRENCH.has(low)) - Number(ENGLISH.has(low));
  }
  return french > 0;
}

export function langOf(book: Book): Lang {
  if (book.lang.startsWith("fr")) return "fr";
  if (book.lang.startsWith("en")) return "en";
  return soundsFrench(book) ? "fr" : "en";
}

const characters = (text: string) => text.length - (text.match(/[\udc00-\udfff]/g)?.length ?? 0);

/** Characters of paragraphs from block i to the next heading, or to the end of its file. */
function proseAfter({ blocks }: Book, from: number, ofFile: boolean): number {
  let length = 0;
  for (let i = from; i < blocks.length; i++) {
    const block = blocks[i];
    if (!block || (ofFile ? block.file !== blocks[from]?.file : block.kind === "heading")) break;
    if (block.kind === "paragraph") length += characters(block.text);
  }
  return length;
}

/** The block that the story begins with. */
function bodyOf(book: Book): number {
  const { blocks } = book;
  const begins = book.isEpub
    ? (i: number) => blocks[i - 1]?.file !== blocks[i]?.file && proseAfter(book, i, true) >= BODY_LEAST
    : (i: number) => blocks[i]?.kind === "heading" && proseAfter(book, i + 1, false) >= BODY_LEAST;
  const found = blocks.findIndex((_, i) => begins(i));
  return Math.max(found, 0);
}

const MARKS = { heading: "# ", verse: "| ", paragraph: "" };

/** The canonical text, laid out as "60 30" says. */
export function writeBook(book: Book, title: string, author: string, lang: Lang, layout: string): string {
  const body = bodyOf(book);
  const lines: string[] = [];
  let found = 0;
  for (const [i, { kind, text }] of book.blocks.entries()) {
    if (i === body) found = lines.length;
    const clean = normal(text, lang === "fr");
    // A paragraph that begins like a mark of ours must not be taken for one.
    if (clean)
      lines.push(`${MARKS[kind]}${kind === "paragraph" ? clean.replace(/^[#|](?= )/, "-") : clean}\n`);
  }
  const front = `title ${title}\nauthor ${author}\nlang ${lang}\nlayout ${layout}\nbody ${found}\n\n`;
  return front + lines.join("");
}

/** The same text on pages of another size. */
export const layOut = (text: string, layout: string): string =>
  text.replace(/^layout .*$/m, `layout ${layout}`);

/** What the front of a canonical text says. */
export function frontOf(text: string): { title: string; author: string; lang: Lang; bytes: number } {
  const front = text.slice(0, text.indexOf("\n\n"));
  const line = (word: string) => new RegExp(`^${word} (.*)$`, "m").exec(front)?.[1] ?? "";
  return {
    title: line("title"),
    author: line("author"),
    lang: line("lang") === "fr" ? "fr" : "en",
    bytes: byteLength(text),
  };
}
