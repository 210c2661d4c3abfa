/**
 * A page of an EPUB before it is parsed: without its document type, and with the named characters of
 * HTML written out. What is left means the same to every parser; books/page.c does this step for step.
 */
import { decode, windowsCharacter } from "./charset";

/** The names that HTML 4 knows, and books/ too. */
const NAMES =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 " +
  "acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml " +
  "Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde " +
  "Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig " +
  "ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide " +
  "oslash ugrave uacute ucirc uuml yacute thorn yuml OElig oelig Scaron scaron Yuml fnof circ tilde Alpha Beta " +
  "Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi " +
  "Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma " +
  "tau upsilon phi chi psi omega thetasym upsih piv ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo " +
  "sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil prime Prime lsaquo rsaquo oline frasl euro image " +
  "weierp real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty " +
  "nabla isin notin ni prod sum minus lowast radic prop infin ang and or cap cup int there4 sim cong asymp ne " +
  "equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades " +
  "clubs hearts diams";

let characters: ReadonlyMap<string, string> | null = null;

/** The browser knows what they stand for; two of them it takes for newer characters. */
function named(): ReadonlyMap<string, string> {
  if (characters) return characters;
  const names = NAMES.split(" ");
  const html = names.map((name) => `<i>&${name};</i>`).join("");
  const said = new DOMParser().parseFromString(html, "text/html").querySelectorAll("i");
  const all = names.map((name, i) => [name, said[i]?.textContent ?? ""] as const);
  characters = new Map([...all, ["lang", "\u2329"], ["rang", "\u232a"]]);
  return characters;
}

function characterOf(name: string): string | null {
  const number = /^#(?:(\d+)|[xX]([0-9a-fA-F]+))$/.exec(name);
  if (!number) return named().get(name) ?? null;
  const code = number[1] ? Number.parseInt(number[1], 10) : Number.parseInt(number[2] ?? "", 16);
  return code >= 0x80 && code < 0xa0 ? windowsCharacter(code) : null; // as old editors wrote them
}

/** Where the declaration that begins here ends, quotes and brackets heeded; -1: nowhere. */
function afterType(text: string, from: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at);
    if (quote) quote = c === quote ? "" : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === "[" || c === "]") depth += c === "[" ? 1 : -1;
    else if (c === ">" && depth <= 0) return at + 1;
  }
  return -1;
}

function withoutType(text: string): string {
  for (const found of text.matchAll(/<!doctype/gi)) {
    const end = afterType(text, found.index);
    if (end >= 0) return text.slice(0, found.index) + text.slice(end);
  }
  return text;
}

export function tidy(bytes: Uint8Array): string {
  return withoutType(decode(bytes)).replace(
    /&([^;&]{1,10});/g,
    (whole, name: string) => characterOf(name) ?? whole,
  );
}

/** Well-formed, or null. */
export function parseXml(text: string): Document | null {
  const doc = new DOMParser().parseFromString(text, "application/xml");
  return doc.getElementsByTagName("parsererror").length ? null : doc;
}

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Read as HTML, but an element that closes itself is closed, and an & that names nothing is one. */
export function parseHtml(text: string): Document {
  const closed = text
    .replace(/<([a-zA-Z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)\/>/g, (whole, name: string, rest: string) =>
      VOID.test(name) ? whole : `<${name}${rest}></${name}>`,
    )
    .replace(/&(?!(?:amp|lt|gt|quot|apos);|#\d|#[xX][0-9a-fA-F])/g, "&amp;");
  return new DOMParser().parseFromString(closed, "text/html");
}
