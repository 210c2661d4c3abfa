/**
 * Words. English sentences are the keys; French comes from po/fr, compiled to JSON by the
 * build and loaded when somebody reads French. A game's words come with the game.
 */
import { prefer, prefs } from "./prefs";
import { store } from "./store";
import { typeset } from "./ui/typeset";

type Catalogue = Readonly<Record<string, string>>;

const catalogues = import.meta.glob<Catalogue>("./generated/fr.*.json", { import: "default" });
let french: Catalogue = {};
/** Catalogues that are here or on their way. */
const known = new Map<string, Promise<void>>();

/** Counts up when words change, so that the page is drawn anew. */
export const words = store(0);

const english: Catalogue = {};

/** For who must translate elsewhere: the engine in its worker. The same words, the same object. */
export function catalogue(): Catalogue {
  return prefs.get().lang === "fr" ? french : english;
}

async function fetchWords(name: string, load: () => Promise<Catalogue>): Promise<void> {
  try {
    const more = Object.entries(await load()); // first: others may have come meanwhile
    french = { ...french, ...Object.fromEntries(more.map(([msgid, said]) => [msgid, typeset(said)])) };
    words.set(words.get() + 1);
  } catch {
    known.delete(name); // offline for now: English stays readable
  }
}

/** Done once the words are here, whoever asked for them first. */
function learn(name: string, load: () => Promise<Catalogue>): Promise<void> {
  const coming = known.get(name) ?? fetchWords(name, load);
  known.set(name, coming);
  return coming;
}

const learnPage = () => learn("", () => import("./generated/fr.json").then((m) => m.default as Catalogue));

/** What was asked for, for whoever takes up French later. */
const areas = new Set<string>();

/** The words of a game, or of the server, for the language in use: English needs none. */
export async function learnArea(id: string): Promise<void> {
  areas.add(id);
  const load = catalogues[`./generated/fr.${id}.json`];
  if (load && prefs.get().lang === "fr") await learn(id, load);
}

export async function speak(lang: "en" | "fr"): Promise<void> {
  if (lang === "fr") {
    const loads = [...areas].flatMap((id) => {
      const load = catalogues[`./generated/fr.${id}.json`];
      return load ? [learn(id, load)] : [];
    });
    await Promise.all([learnPage(), ...loads]);
  }
  prefer({ lang });
  words.set(words.get() + 1);
}

/** Before the first drawing: no flash of the other language, whatever is drawn first. */
export async function startWords(first: readonly string[]): Promise<void> {
  const coming = first.map(learnArea);
  if (prefs.get().lang === "fr") await Promise.all([learnPage(), ...coming]);
}

/** The sentence in the reader's language, {names} filled in. */
export function t(msgid: string, values: Readonly<Record<string, string | number>> = {}): string {
  const sentence = (prefs.get().lang === "fr" && french[msgid]) || typeset(msgid);
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** One or many; French counts 0 with one. */
export function tn(
  one: string,
  many: string,
  count: number,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const single = count === 1 || (count === 0 && prefs.get().lang === "fr");
  return t(single ? one : many, { n: count, ...values });
}

/** "north: three cliffs", with the room that French leaves before its sign. */
export function colon(what: string, said: string): string {
  return prefs.get().lang === "fr" ? `${what}\u00a0: ${said}` : `${what}: ${said}`;
}

export function when(time: number): string {
  return new Intl.DateTimeFormat(prefs.get().lang, { dateStyle: "medium", timeStyle: "short" }).format(time);
}
