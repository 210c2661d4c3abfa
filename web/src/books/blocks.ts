/** A book as it is gathered: blocks as they were printed, and what it says of itself. */

/** The bounds of books/books.h: what a file may hold before it is refused. */
export const TEXT_MAX = 4 << 20;
export const FILE_MAX = 64 << 20;
const BLOCKS_MAX = 20000;
const NAME_BYTES = 199;

/** Why a book is refused: an English sentence that is also the msgid of its translation. */
export class Refused extends Error {}

export type Kind = "heading" | "paragraph" | "verse";
export interface Block {
  readonly kind: Kind;
  readonly text: string;
  /** Of the spine an EPUB's block stands in; 0 in a plain text. */
  readonly file: number;
}
export interface Book {
  readonly blocks: readonly Block[];
  readonly isEpub: boolean;
  readonly title: string;
  readonly author: string;
  /** As the book says: "fr-FR"; "": it does not. */
  readonly lang: string;
}

const utf8 = new TextEncoder();

export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** As much of a name as a front line holds, whole characters only. */
export function cutName(name: string): string {
  const bytes = utf8.encode(name);
  if (bytes.length <= NAME_BYTES) return name;
  let end = NAME_BYTES;
  while (end && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

/** Gathers blocks within the bounds. */
export class Blocks {
  readonly list: Block[] = [];
  private bytes = 0;

  add(kind: Kind, text: string, file = 0): void {
    if (!/[^ \t\n\r\f\v]/.test(text)) return;
    if (this.list.length === BLOCKS_MAX) throw new Refused("The book has more than 20,000 paragraphs.");
    this.bytes += byteLength(text);
    if (this.bytes > TEXT_MAX) throw new Refused("The book has more than 4 MiB of text.");
    this.list.push({ kind, text, file });
  }
}
