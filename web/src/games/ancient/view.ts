/** The JSON that games/ancient/json.c writes, and what the notes say about it. */
import { t } from "../../i18n";
import { typeset } from "../../ui/typeset";
import { prefs } from "../../prefs";

/** C1 to C36, M, P, A; T1 to T45. */
export type CardId = string;
export type Monument = "city" | "megalith" | "pyramid";
export type Kind = Monument | "artefact";
export type Type = "ancient" | "writing" | "secret";
export const TIMINGS = ["immediate", "permanent", "timeline", "decline", "endgame"] as const;
export type Timing = (typeof TIMINGS)[number];

export const REGIONS = [
  "north-africa",
  "africa",
  "near-east",
  "europe",
  "south-asia",
  "east-asia",
  "central-america",
  "south-america",
  "unknown",
] as const;
export type Region = (typeof REGIONS)[number];

/** English, French. */
export type Both = readonly [string, string];

export interface Facts {
  readonly kind: Kind | Type;
  readonly timing: Timing;
  readonly name: Both;
  readonly effect: Both;
  /** Of a monument: where it starts, 1 to 6. */
  readonly space?: number;
  readonly knowledge?: number;
  readonly locked?: boolean;
  /** Of a monument, and of a technology. */
  readonly vp?: number;
  /** Of a Builder card. */
  readonly cost?: number;
  readonly country?: Both;
  readonly region?: Region;
  /** Of a technology. */
  readonly level?: number;
  readonly need?: Both;
}
export interface Scene {
  readonly cards: Readonly<Record<CardId, Facts>>;
}

export interface Standing {
  readonly card: CardId;
  readonly knowledge: number;
}
export type ScoreRow = "past" | "effects" | "technologies" | "timeline" | "lost";
/** What one card gave; of lost knowledge no card is told. */
export interface ScoreLine {
  readonly row: ScoreRow;
  readonly card: CardId | null;
  readonly points: number;
}
export interface Score extends Readonly<Record<ScoreRow, number>> {
  readonly total: number;
  /** When the game is over: they add up to the rows. Cards that score at the end are there
   *  even with nothing, the others only with points. */
  readonly lines?: readonly ScoreLine[];
}
export interface Player {
  /** null: a card one does not see. */
  readonly hand: readonly (CardId | null)[];
  readonly putAway: readonly (CardId | null)[];
  /** Spaces 1 to 6; in each the lower monument first. */
  readonly timeline: readonly (readonly Standing[])[];
  readonly past: readonly CardId[];
  readonly tilted: readonly boolean[];
  readonly artefacts: readonly CardId[];
  readonly technologies: readonly CardId[];
  readonly lost: number;
  readonly score: Score;
}
/** Cards that what happens now is about: the one that acts, those it acts on. */
export type Hot = ReadonlyMap<CardId, "acting" | "hot">;

export interface Price {
  readonly price: number;
  readonly not?: "full" | "locked" | "cards";
}
export interface Tile {
  /** 0: out of the game. */
  readonly level: number;
  readonly cards: readonly (CardId | null)[];
}
/** What is missing: a number to reach or not to pass, or a thing named by `why`. */
export interface Lack {
  readonly why: string;
  readonly have?: number;
  readonly need?: number;
}
export interface Idle extends Lack {
  readonly card: CardId;
}
export interface View {
  readonly phase: "setup" | "action" | "chronicle" | "decline" | "over";
  readonly round: number;
  /** The seat that plays first in every round. */
  readonly first: number;
  readonly active: number;
  readonly actions: number;
  readonly ending: boolean;
  readonly flipped: boolean;
  readonly skip: boolean;
  readonly ask: {
    readonly kind: string;
    readonly who: number;
    readonly card: CardId | null;
    readonly creating: CardId | null;
    readonly left: number;
  };
  readonly chronicle: readonly CardId[];
  /** One's own chronicle cards that could do nothing now. */
  readonly idle: readonly Idle[];
  readonly aside: readonly (CardId | null)[];
  readonly deck: number;
  readonly pile: number;
  readonly top: CardId | null;
  readonly tiles: readonly Tile[];
  readonly decks: readonly [number, number];
  readonly piles: readonly [readonly CardId[], readonly CardId[]];
  readonly players: readonly Player[];
  readonly prices?: Readonly<Record<CardId, readonly Price[]>>;
  readonly learnable?: readonly CardId[];
  /** Of the technologies shown that one may not learn. */
  readonly lacks?: Readonly<Record<CardId, Lack>>;
}

export const MONUMENTS: readonly Monument[] = ["city", "megalith", "pyramid"];
export const TYPES: readonly Type[] = ["ancient", "writing", "secret"];

export function isTechnology(id: CardId): boolean {
  return id.startsWith("T");
}
export function isArtefact(id: CardId): boolean {
  return id.startsWith("A");
}

/** The words of the language in use. */
export function read(both: Both): string {
  return typeset(both[prefs.get().lang === "fr" ? 1 : 0]);
}

/** Where a syllable begins: a consonant before a vowel, with the one that is said together with it. */
const SYLLABLE = /(?:[bcdfgkpt][hlr]|[^aeiouy])(?=[aeiouy])/gi;

/** The same words, and where a long one may be divided when its place is narrow. */
export function divisible(name: string): string {
  return name.replace(/\p{L}{9,}/gu, (word) => {
    const letters = [...word];
    const plain = letters.map((letter) => letter.normalize("NFD").charAt(0)).join("");
    const starts = new Set([...plain.matchAll(SYLLABLE)].map(({ index }) => index));
    const may = (i: number) => starts.has(i) && i >= 3 && i <= letters.length - 3;
    return letters.map((letter, i) => (may(i) ? `\u00AD${letter}` : letter)).join("");
  });
}

/** The cards of the last scene drawn: names in the log need them too. */
let known: Scene["cards"] = {};

export function remember(scene: Scene): void {
  known = scene.cards;
}

export function nameOf(id: CardId): string {
  const facts = known[id];
  return facts ? read(facts.name) : id;
}

export function factsOf(id: CardId): Facts | undefined {
  return known[id];
}

/** What a card is called when it is one of its kind. */
export function kindWord(kind: Facts["kind"]): string {
  switch (kind) {
    case "city":
      return t("city");
    case "megalith":
      return t("megalith");
    case "pyramid":
      return t("pyramid");
    case "artefact":
      return t("artefact");
    case "ancient":
      return t("ancient");
    case "writing":
      return t("writing");
    case "secret":
      return t("secret");
  }
}

export function regionWord(region: Region): string {
  switch (region) {
    case "north-africa":
      return t("North Africa");
    case "africa":
      return t("Africa south of the Sahara");
    case "near-east":
      return t("Near East");
    case "europe":
      return t("Europe");
    case "south-asia":
      return t("South and Southeast Asia");
    case "east-asia":
      return t("East Asia");
    case "central-america":
      return t("North and Central America");
    case "south-america":
      return t("South America");
    case "unknown":
      return t("Unknown");
  }
}

export function timingWord(timing: Timing): string {
  switch (timing) {
    case "immediate":
      return t("at once");
    case "permanent":
      return t("always, while in play");
    case "timeline":
      return t("in each chronicle phase");
    case "decline":
      return t("when it declines");
    case "endgame":
      return t("at the end of the game");
  }
}

/** How many of each kind. */
export function tally<K extends string>(
  ids: readonly CardId[],
  kinds: readonly K[],
): readonly { kind: K; n: number }[] {
  return kinds.map((kind) => ({ kind, n: ids.filter((id) => known[id]?.kind === kind).length }));
}

/** What the legal notes allow, by what is touched. */
export interface Allowed {
  /** A note without an argument: create, learn, yes, stop. */
  readonly plain: ReadonlySet<string>;
  readonly card: ReadonlyMap<CardId, string>;
  readonly space: ReadonlySet<number>;
  /** amount, excavate, rob, flip: their numbers. */
  readonly number: readonly { readonly note: string; readonly verb: string; readonly n: number }[];
}

export function readLegal(legal: readonly string[]): Allowed {
  const plain = new Set<string>();
  const card = new Map<CardId, string>();
  const space = new Set<number>();
  const number: { note: string; verb: string; n: number }[] = [];
  for (const note of legal) {
    const [verb = "", what] = note.split(" ");
    if (what === undefined) plain.add(verb);
    else if (/^[A-Z]/.test(what)) card.set(what, note);
    else if (verb === "space") space.add(Number(what));
    else number.push({ note, verb, n: Number(what) });
  }
  return { plain, card, space, number };
}

/** What creating a card costs on each space, and whether it can be done there. */
export function pricesOf(view: View, id: CardId): readonly Price[] {
  const told = view.prices?.[id];
  if (told) return told;
  const facts = known[id];
  if (!facts || facts.space === undefined) return [{ price: facts?.cost ?? 0 }];
  const start = facts.space;
  return [1, 2, 3, 4, 5, 6].map((space) => ({ price: (facts.cost ?? 0) + Math.abs(space - start) }));
}

export function creatable(view: View, id: CardId): boolean {
  return pricesOf(view, id).some((price) => price.not === undefined);
}

/** Cities, megaliths, pyramids, artefacts, each by its number: as hands are shown. */
export function inOrder(a: CardId, b: CardId): number {
  const kinds = "CMPA";
  return kinds.indexOf(a[0] ?? "") - kinds.indexOf(b[0] ?? "") || Number(a.slice(1)) - Number(b.slice(1));
}
/** Cards of the hand of which several are asked for: they are chosen first, then given up together. */
export function isOneOfSeveral({ ask }: View, note: string): boolean {
  return ask.left > 1 && ["pay", "handCard", "forcedCard"].includes(ask.kind) && /^(pay|discard) /.test(note);
}
