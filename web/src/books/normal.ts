/** One block made canonical, as books/normal.c does it: docs/books.md. */

const BLANK = /[\t-\r\u0085\p{Z}]/gu;
/** What leaves no trace: soft hyphens, controls, zero widths, marks that compose with nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is dropped
const DROPPED = /[\u00ad\u200b\u2060\ufeff\p{M}\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu;

/** In French a space binds before and after certain marks; a dash that opens takes one. */
function bind(text: string): string {
  return text
    .replace(/^\u2014(?! |$)/, "\u2014\u00a0")
    .replace(/^\u2014 /, "\u2014\u00a0")
    .replace(/ (?=[;:!?»])/g, "\u00a0")
    .replace(/(?<=«) /g, "\u00a0");
}

export function normal(text: string, french: boolean): string {
  const clean = text
    .normalize("NFC")
    .replace(DROPPED, "")
    .replace(/[\u2019\u02bc\u2018]/g, "'")
    .replace(/[\u2010\u2011]/g, "-")
    .replace(/\u2013/g, "\u2014")
    .replace(BLANK, " ")
    .replace(/--+/g, "\u2014")
    .replace(/\.{3,}/g, "\u2026")
    .replace(/ {2,}/g, " ")
    .replace(/^ | $/g, "");
  return french ? bind(clean) : clean;
}
