/** The JSON that games/archives/json.c writes, and what the legal notes mean on the board. */
import { prefs } from "../../prefs";
import { typeset } from "../../ui/typeset";

export type Letter = "R" | "B" | "G" | "Y" | "V" | "O";
export type SiteKey = "PA" | "FO" | "PI" | "EX";
export type StoreKey = "PA" | "FO" | "PI";
export type ActionKey = "store" | "request" | "answer" | "exhibit" | "draw";
export type CardKey = string;
export type Pair = readonly [en: string, fr: string];
export type Counts = Readonly<Partial<Record<Letter, number>>>;

export const LETTERS: readonly Letter[] = ["R", "B", "G", "Y", "V", "O"];
export const SITES: readonly SiteKey[] = ["PA", "FO", "PI", "EX"];
export const STORES: readonly StoreKey[] = ["PA", "FO", "PI"];

export interface SceneSite {
  readonly key: string;
  readonly name: readonly string[];
  /** Letters of the types. */
  readonly accepts: string;
  readonly entry: number;
  readonly requests: number;
  readonly consultation: number;
  readonly room: number;
}
export interface SceneCard {
  readonly copies: number;
  readonly window: string;
  readonly name: readonly string[];
  readonly text: readonly string[];
}
export interface Scene {
  readonly types: readonly {
    readonly letter: string;
    readonly sign: string;
    readonly colour: string;
    readonly name: readonly string[];
    readonly section: readonly string[];
  }[];
  readonly actions: readonly { readonly key: string; readonly name: readonly string[] }[];
  readonly sites: readonly SceneSite[];
  readonly cards: Readonly<Record<CardKey, SceneCard>>;
  readonly endExpertise: number;
  readonly waitingMax: number;
}

export interface Gain {
  readonly seat: number;
  readonly why: string;
  readonly type?: string;
  readonly prestige?: number;
  readonly expertise?: number;
}
export interface Choice {
  readonly note: string;
  readonly gains: readonly Gain[];
  /** Luck or a decision comes after. */
  readonly luck: boolean;
}
export interface Prospect {
  readonly void: boolean;
  readonly gains: readonly Gain[];
  readonly choices: readonly Choice[];
}
export interface Square {
  readonly steps: number;
  readonly square: number;
  readonly cost: number;
  readonly action: string | null;
}
export interface ScoreSheet {
  readonly prestige: number;
  readonly expertise: number;
  readonly expert: readonly {
    readonly type: string;
    readonly site: string | null;
    readonly cubes: number;
    readonly answered: number;
  }[];
  readonly total: number;
}
export interface Player {
  readonly start: number;
  readonly pos: number;
  readonly square: number;
  readonly prestige: number;
  readonly expertise: readonly number[];
  readonly cards: number;
  readonly hand: readonly CardKey[] | null;
  readonly abandoned: number;
  readonly finished: boolean;
  readonly waitingLoss: number;
  readonly sources: Readonly<Record<string, number>>;
  readonly score: ScoreSheet;
}
export interface Zone {
  /** From the oldest. */
  readonly requests: readonly string[];
  /** From the newest. */
  readonly consulted: readonly { readonly type: string; readonly from: string | null }[];
}
export interface Site extends Zone {
  readonly entry: Counts;
  readonly store: Counts;
  readonly answered: Counts;
  readonly room: { readonly type: string; readonly size: number; readonly gone: number } | null;
}
export interface View {
  readonly ask: {
    readonly kind: string;
    readonly who: number | null;
    readonly action: string | null;
    readonly site: string | null;
    readonly to: string | null;
    readonly count: number;
  };
  readonly pass: boolean;
  readonly passes: number;
  /** The square of the end; 0: nobody has triggered it. */
  readonly end: number;
  readonly players: readonly Player[];
  readonly experts: readonly (number | null)[];
  readonly track: readonly { readonly action: string | null; readonly marker: boolean }[];
  readonly markers: Readonly<Record<string, number>>;
  readonly deck: number;
  readonly discard: readonly CardKey[];
  readonly sites: {
    readonly PA: Site;
    readonly FO: Site;
    readonly PI: Site;
    readonly EX: Zone;
  };
  readonly waiting: Counts;
  readonly drawn: Counts;
  readonly bag: Counts;
  readonly reserve: Counts;
  readonly squares?: readonly Square[];
  readonly prospects?: Readonly<Record<string, Prospect>>;
  readonly choices?: readonly Choice[];
  readonly history: { readonly every: number; readonly prestige: readonly (readonly number[])[] };
}

/* ---- the scene is the same for every game: kept for whoever puts a thing into words ---- */

let scene: Scene | null = null;
export const remember = (known: Scene): void => {
  scene = known;
};

const inLang = (pair: readonly string[] | undefined): string =>
  typeset(pair?.[prefs.get().lang === "fr" ? 1 : 0] ?? "");
export const typeOf = (letter: string) => scene?.types.find((type) => type.letter === letter);
export const typeName = (letter: string) => inLang(typeOf(letter)?.name) || letter;
export const sectionName = (letter: string) => inLang(typeOf(letter)?.section);
export const siteOf = (key: string) => scene?.sites.find((site) => site.key === key);
export const siteName = (key: string) => inLang(siteOf(key)?.name) || key;
export const actionName = (key: string) =>
  inLang(scene?.actions.find((action) => action.key === key)?.name) || key;
export const cardName = (key: string) => inLang(scene?.cards[key]?.name) || key;
export const cardText = (key: string) => inLang(scene?.cards[key]?.text);
export const letters = (counts: Counts): readonly Letter[] => LETTERS.filter((letter) => counts[letter]);
export const count = (counts: Counts): number => letters(counts).reduce((n, l) => n + (counts[l] ?? 0), 0);
export const isStore = (key: string | null): key is StoreKey => STORES.includes(key as StoreKey);

/* ---- from notes to things that can be touched ---- */

/**
 * A thing on the board by its name: "entry PA B" (that kind of cube there), "hex EX V", "place FO 1" (a
 * request by its place), "store PI R", "site PA", "square 5", "waiting B", "drawn R", "ladder Y",
 * "room FO", "consulted EX", "card WILD"; and what is offered beside: "type B", "number 2", "action draw",
 * "steps 27", "word pass".
 */
export type Thing = string;

/** The things that a note names, in the order in which they are touched. */
export function thingsOf(note: string, view: View): readonly Thing[] {
  const [verb = "", a = "", b = "", c = ""] = note.split(" ");
  switch (verb) {
    case "place":
      return [`site ${a}`];
    case "move": {
      const square = view.squares?.find(({ steps }) => steps === Number(a))?.square;
      // Within reach twice: a touch means the nearer.
      const nearer = view.squares?.find((one) => one.square === square)?.steps === Number(a);
      return nearer ? [`square ${square}`] : [`square ${square}`, `steps ${a}`];
    }
    case "card":
      return [`card ${a}`];
    case "SKIP3":
    case "CHOOSE3":
    case "IMMUNITY":
      return [`card ${verb}`];
    case "nature":
      return ["card WILD", `action ${a}`];
    case "store":
      return [`entry ${a} ${b}`];
    case "request":
    case "pick":
      return [`type ${a}`];
    case "answer":
      return c ? [`hex ${a} ${b}`, `store ${c} ${b}`] : [`hex ${a} ${b}`];
    case "exhibit":
      return [`store ${a} ${b}`, `number ${c}`];
    case "abandon":
      return [`ladder ${a}`];
    case "wait":
      return [`waiting ${a}`, `site ${b}`];
    case "put":
      return [`drawn ${a}`, `site ${b}`];
    case "mark":
      return [`square ${a}`, `action ${b}`];
    case "transfer":
      return c ? [`store ${a} ${c}`, `site ${b}`] : [`store ${view.ask.site} ${a}`];
    case "room":
      return [`room ${a}`];
    case "recube":
      return [`entry ${a} ${b}`, `type ${c}`];
    case "rehex":
      return [`place ${a} ${b}`, `type ${c}`];
    case "return":
      return [`consulted ${a}`];
    default:
      return [`word ${note}`];
  }
}

export interface Path {
  readonly note: string;
  readonly things: readonly Thing[];
}

/** What may be touched next, after these. */
export interface Offer {
  readonly lit: ReadonlySet<Thing>;
  /** Notes that are still meant. */
  readonly notes: readonly string[];
  /** The note that has been said in full; null: something is still to be touched. */
  readonly said: string | null;
}

/** A cube and its site may be touched in any order; all else goes from the thing to what is done with it. */
const first = (thing: Thing) => thing.startsWith("site ");

export function offerOf(paths: readonly Path[], touched: readonly Thing[]): Offer {
  const meant = paths.filter(({ things }) => touched.every((thing) => things.includes(thing)));
  const lit = new Set<Thing>();
  for (const { things } of meant) {
    const left = things.filter((thing) => !touched.includes(thing));
    const next = left[0];
    if (next !== undefined) lit.add(next);
    for (const thing of left) if (first(thing)) lit.add(thing);
  }
  // What is said in full, or what alone is left.
  const full = meant.filter(({ things }) => things.length === touched.length);
  const only = full.length === 1 ? full[0] : meant.length === 1 ? meant[0] : undefined;
  const said = touched.length > 0 ? (only?.note ?? null) : null;
  return { lit, notes: meant.map(({ note }) => note), said };
}
