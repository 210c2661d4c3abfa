/** EPUB: the spine in order, without what is no text, as books/epub.c reads it. */
import { type Book, Blocks, cutName, type Kind, Refused, TEXT_MAX } from "./blocks";
import { normal } from "./normal";
import { parseHtml, parseXml, tidy } from "./page";
import { Zip } from "./zip";

const DEPTH_MAX = 300;
const SPINE_MAX = 2000;
const ENTRIES_MAX = 5000;
const DAMAGED = "The EPUB is damaged.";

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const BLOCKS = set(
  "p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote section article header footer main figure table hr " +
    "pre form address body aside nav center",
);
const SKIPPED = set("script style svg table nav aside figcaption head title math");
const SKIPPED_TYPES = set(
  "footnote footnotes endnote endnotes rearnote rearnotes noteref pagebreak toc landmarks",
);
const FRONT_TYPES = set("cover titlepage copyright-page toc dedication");
const TITLE_TYPES = set("title subtitle ordinal");
const HEADINGS = set("h1 h2 h3 h4 h5 h6");

const isElement = (n: Node): n is Element => n.nodeType === Node.ELEMENT_NODE;
const nameOf = (n: Element) => n.localName.toLowerCase();
const isText = (n: Node) => n.nodeType === Node.TEXT_NODE || n.nodeType === Node.CDATA_SECTION_NODE;

/** epub:type, as XML and as HTML name it. */
function isType(n: Element, list: ReadonlySet<string>): boolean {
  for (const a of n.attributes)
    if ((a.namespaceURI && a.localName === "type") || a.name === "epub:type")
      if (a.value.split(/[ \t\n\r]+/).some((word) => list.has(word))) return true;
  return false;
}

/** <sup><a>1</a></sup> is a note's number. */
function isNoteMark(n: Element): boolean {
  if (nameOf(n) !== "sup") return false;
  let link = false;
  for (const c of n.childNodes) {
    if (isElement(c) && nameOf(c) === "a") link = true;
    else if (!isText(c) || /[^ \t\n\r]/.test(c.nodeValue ?? "")) return false;
  }
  return link;
}

const isSkipped = (n: Element) => SKIPPED.has(nameOf(n)) || isType(n, SKIPPED_TYPES) || isNoteMark(n);
const isHeading = (n: Element) => HEADINGS.has(nameOf(n)) || isType(n, TITLE_TYPES);

function hasBlock(n: Element, depth: number): boolean {
  if (depth >= DEPTH_MAX) return false;
  for (const c of n.children) if (BLOCKS.has(nameOf(c)) || hasBlock(c, depth + 1)) return true;
  return false;
}

/** Everything said inside, a line end for each <br>. */
function inline(n: Node, depth: number): string {
  if (depth > DEPTH_MAX) return "";
  if (isText(n)) return (n.nodeValue ?? "").replace(/[ \t\n\r]+/g, " ");
  if (!isElement(n)) return "";
  if (nameOf(n) === "br") return "\n";
  if (isSkipped(n)) return "";
  let text = "";
  for (const c of n.childNodes) if (text.length <= TEXT_MAX) text += inline(c, depth + 1);
  return text;
}

class Reader {
  readonly blocks = new Blocks();
  file = 0;

  /** A run of text is over: a paragraph, or verses if lines were broken often enough. */
  private flush(run: string, kind: Kind): void {
    const lines = run.split("\n");
    if (kind === "paragraph" && lines.filter((line) => /[^ ]/.test(line)).length >= 3)
      for (const line of lines) this.blocks.add("verse", line, this.file);
    else this.blocks.add(kind, run, this.file);
  }

  walk(n: Element, depth: number): void {
    if (depth > DEPTH_MAX || isSkipped(n) || isType(n, FRONT_TYPES)) return;
    if (isHeading(n)) {
      this.flush(inline(n, depth), "heading");
      return;
    }
    let run = "";
    for (const c of n.childNodes) {
      if (isElement(c) && (BLOCKS.has(nameOf(c)) || isHeading(c) || hasBlock(c, depth))) {
        this.flush(run, "paragraph");
        run = "";
        this.walk(c, depth + 1);
      } else run += inline(c, depth + 1);
    }
    this.flush(run, "paragraph");
  }
}

const find = (n: Document | Element | null | undefined, name: string): Element | null => {
  for (const e of n?.getElementsByTagName("*") ?? []) if (nameOf(e) === name) return e;
  return null;
};

/** An address within the book as a path in the archive: percent signs read, ".." climbed, no #. */
function resolve(folder: string, href: string): string {
  const [path = ""] = href.split("#");
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // a bare percent sign stands for itself
  }
  const steps: string[] = [];
  const parts = (folder + plain).split("/");
  for (const [i, part] of parts.entries()) {
    if (part === ".." && i < parts.length - 1) steps.pop();
    else steps.push(part);
  }
  return steps.join("/");
}

async function xmlOf(zip: Zip, path: string): Promise<Document | null> {
  const bytes = await zip.unpack(path);
  if (!bytes) return null;
  const doc = parseXml(tidy(bytes));
  if (!doc) throw new Refused(DAMAGED);
  return doc;
}

async function readPage(zip: Zip, path: string, to: Reader): Promise<void> {
  const bytes = await zip.unpack(path);
  if (!bytes) throw new Refused("The EPUB lacks one of its chapters.");
  const text = tidy(bytes);
  const doc = text ? (parseXml(text) ?? parseHtml(text)) : null;
  const root = doc?.documentElement;
  const body = root && (nameOf(root) === "body" ? root : find(root, "body"));
  if (root && body && !isType(root, FRONT_TYPES)) to.walk(body, 0);
  to.file++;
}

/** The files that encryption.xml names. */
function lockedFiles(doc: Document | null): ReadonlySet<string> {
  const all = [...(doc?.getElementsByTagName("*") ?? [])].filter((e) => nameOf(e) === "cipherreference");
  return new Set(all.map((e) => resolve("", e.getAttribute("URI") ?? "")));
}

/** The addresses of the spine, in reading order. */
function spineOf(manifest: Element, spine: Element): string[] {
  const items = [...manifest.children].filter((e) => nameOf(e) === "item");
  const byId = new Map(items.reverse().map((item) => [item.getAttribute("id"), item]));
  const hrefs = [...spine.children].flatMap((ref) => {
    const item = nameOf(ref) === "itemref" ? byId.get(ref.getAttribute("idref") ?? "") : undefined;
    const href = item?.getAttribute("href");
    const isNav = (item?.getAttribute("properties") ?? "").split(/[ \t\n\r]+/).includes("nav");
    return href == null || ref.getAttribute("linear") === "no" || isNav ? [] : [href];
  });
  return hrefs;
}

const nameIn = (metadata: Element | null, name: string): string =>
  cutName(normal(find(metadata, name)?.textContent ?? "", false));

async function readPackage(
  zip: Zip,
  path: string,
  to: Reader,
  progress: (done: number) => Promise<void>,
): Promise<Pick<Book, "title" | "author" | "lang">> {
  const doc = await xmlOf(zip, path);
  const manifest = find(doc, "manifest");
  const spine = find(doc, "spine");
  if (!manifest || !spine) throw new Refused(DAMAGED);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const locked = lockedFiles(await xmlOf(zip, "META-INF/encryption.xml"));
  const hrefs = spineOf(manifest, spine);
  for (const [i, href] of hrefs.entries()) {
    if (i >= SPINE_MAX) throw new Refused("The EPUB has too many chapters.");
    const page = resolve(folder, href);
    if (locked.has(page)) throw new Refused("The EPUB is encrypted: only its own reader can open it.");
    await readPage(zip, page, to);
    await progress((i + 1) / hrefs.length);
  }
  const metadata = find(doc, "metadata");
  const lang = nameIn(metadata, "language");
  return {
    title: nameIn(metadata, "title"),
    author: nameIn(metadata, "creator"),
    lang: lang.length < 8 ? lang : "",
  };
}

export const isEpub = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

export async function readEpub(bytes: Uint8Array, progress: (done: number) => Promise<void>): Promise<Book> {
  const zip = new Zip(bytes);
  if (zip.count > ENTRIES_MAX) throw new Refused("The EPUB holds too many files.");
  const path = find(await xmlOf(zip, "META-INF/container.xml"), "rootfile")?.getAttribute("full-path");
  if (path == null) throw new Refused("This ZIP file is no EPUB.");
  const reader = new Reader();
  const about = await readPackage(zip, path, reader, progress);
  return { ...about, blocks: reader.blocks.list, isEpub: true };
}
