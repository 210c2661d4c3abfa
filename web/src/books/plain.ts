/** Plain text: what a file of lines holds as headings, verses and paragraphs, as books/text.c finds it. */
import { type Book, Blocks, byteLength, cutName, type Kind, Refused, TEXT_MAX } from "./blocks";
import { decode } from "./charset";
import { normal } from "./normal";

const PARTS = new Set(
  (
    "chapter chapitre part partie book livre volume tome prologue epilogue épilogue preface préface " +
    "introduction conclusion"
  ).split(" "),
);

const strip = (line: string) => line.replace(/^[ \t-\r]+|[ \t-\r]+$/g, "");
const characters = (line: string) => line.length - (line.match(/[\udc00-\udfff]/g)?.length ?? 0);

/** "Chapter 3", "LIVRE PREMIER": one of these as a whole word. */
const beginsPart = (line: string) => PARTS.has(/^[\p{L}0-9]*/u.exec(line)?.[0].toLowerCase() ?? "");

function isInCapitals(chunk: readonly string[]): boolean {
  const text = chunk.join("");
  return !/\p{Ll}/u.test(text) && (text.match(/\p{L}/gu)?.length ?? 0) >= 3 && !/[!?"»”’']$/.test(text);
}

function isHeading(chunk: readonly string[]): boolean {
  const [first = ""] = chunk;
  const length = chunk.reduce((sum, line) => sum + characters(line), chunk.length - 1);
  if (chunk.length > 2 || length > 70) return false;
  return beginsPart(first) || (chunk.length === 1 && /^[IVXLCDM]+\.?$/.test(first)) || isInCapitals(chunk);
}

const isVerse = (chunk: readonly string[]) =>
  chunk.length >= 3 && chunk.every((line) => characters(line) < 50);

/** _Italics_ of plain-text editions lose their underscores. */
const add = (to: Blocks, kind: Kind, text: string) => to.add(kind, text.replace(/_/g, ""));

function addChunk(to: Blocks, chunk: readonly string[]): void {
  if (!chunk.length) return;
  if (isHeading(chunk)) add(to, "heading", chunk.join(" "));
  else if (isVerse(chunk)) for (const line of chunk) add(to, "verse", line);
  else add(to, "paragraph", chunk.join(" "));
}

const END = /^(\*\*\* END OF|End of the Project Gutenberg|End of Project Gutenberg)/;

function readLines(lines: readonly string[], to: Blocks): void {
  let chunk: string[] = [];
  const flush = () => {
    addChunk(to, chunk);
    chunk = [];
  };
  for (const raw of lines) {
    const line = strip(raw);
    if (END.test(line)) break;
    const mark = line.startsWith("# ") ? "heading" : line.startsWith("| ") ? "verse" : null;
    if (!line || mark) flush();
    if (mark) add(to, mark, strip(line.slice(2)));
    else if (line) chunk.push(line);
  }
  flush();
}

/** The last line of the front that begins so. */
function named(front: readonly string[], word: string): string {
  const line = front.filter((l) => l.startsWith(word)).at(-1);
  return line === undefined ? "" : cutName(normal(line.slice(word.length), false));
}

export function readPlain(bytes: Uint8Array): Book {
  if (bytes.length > 2 * TEXT_MAX + 2) throw new Refused("The book has more than 4 MiB of text.");
  if (bytes[0] !== 0xff && bytes[0] !== 0xfe && bytes.subarray(0, 4096).includes(0))
    throw new Refused("This is neither an EPUB nor plain text.");
  const text = decode(bytes);
  if (byteLength(text) > TEXT_MAX) throw new Refused("The book has more than 4 MiB of text.");
  const lines = text.split(/\r\n|\n|\r/);
  const start = lines.findIndex((line) => line.startsWith("*** START OF"));
  const front = lines.slice(0, Math.max(start, 0));
  const blocks = new Blocks();
  readLines(lines.slice(start + 1), blocks);
  return {
    blocks: blocks.list,
    isEpub: false,
    title: named(front, "Title:"),
    author: named(front, "Author:"),
    lang: "",
  };
}
