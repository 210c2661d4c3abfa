/** The JSON that games/contrees/json.c writes (docs/games-json/contrees.md), and what its ids are called. */
import { t } from "../../i18n";
import { typeset } from "../../ui/typeset";
import { prefs } from "../../prefs";

export type CardId = string;
export type Direction = "N" | "E" | "S" | "W";
export const DIRECTIONS: readonly Direction[] = ["N", "E", "S", "W"];
export const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export interface Pair {
  readonly en: string;
  readonly fr: string;
}
export interface Card {
  readonly kind: string;
  readonly domain?: string;
  readonly bonus?: number;
  readonly name?: Pair;
  readonly text: Pair;
}
export interface Volume {
  readonly paper: boolean;
  readonly title?: string;
  readonly author?: string;
  readonly lang?: string;
  readonly pages: number;
  /** Characters in a line. */
  readonly width?: number;
}
export interface Scene {
  readonly book: Volume;
  readonly mode: string;
  readonly peripeteia: string;
  readonly characters: string;
  readonly domains: string;
  readonly missions: string;
  readonly reading: string;
  readonly table: string;
  readonly cards: Readonly<Record<CardId, Card>>;
}

/** Line, from, to: in characters. */
export type Span = readonly number[];
export interface Line {
  readonly text: string;
  readonly start: boolean;
  readonly verse: boolean;
}
export interface Passage {
  readonly page: number;
  readonly lines: readonly Line[];
  readonly aloud: readonly string[];
  readonly words: readonly Span[];
  readonly marks: readonly number[];
}
export interface Proof {
  readonly count: number;
  readonly need: number;
  readonly words: readonly (string | null)[];
  readonly most: boolean;
  readonly right: boolean;
  readonly spans?: readonly Span[];
}
export interface Turn {
  readonly turn: number;
  readonly page: number;
  readonly scout: number;
  readonly constraint: CardId | null;
  readonly mission: CardId | null;
  readonly right: boolean;
  readonly success: boolean;
  readonly aim: CardId | null;
  readonly choice: CardId | null;
  readonly reasons?: readonly (string | null)[];
  readonly proof?: Proof;
  readonly lines?: readonly Line[];
}
export interface Slot {
  readonly card: CardId;
  readonly value?: number;
  readonly domain?: string;
}
export interface Held {
  readonly card: CardId;
  readonly holder: number;
}
export interface Voice {
  readonly choice: string;
  readonly lean: boolean;
}
export interface Due {
  readonly line: number;
  readonly of: number;
  readonly now: string;
  readonly before: string | null;
}
export interface Tile {
  readonly card: CardId | null;
  readonly armed: boolean;
}
export interface Kept {
  readonly card: CardId;
  readonly page: number;
}
export interface View {
  readonly phase: string;
  readonly step: string | null;
  readonly turn: number;
  readonly scout: number;
  readonly letters: number;
  readonly camp: number;
  readonly at: number;
  readonly city: number;
  readonly cityCard: CardId | null;
  readonly slots: readonly (Slot | null)[];
  readonly deck: { readonly count: number; readonly value: number; readonly domain?: string };
  readonly missions: readonly (Held | null)[];
  readonly missionDeck: number;
  readonly peripeteia: { readonly count: number; readonly bonus: number };
  readonly drawn: readonly { readonly bonus: number; readonly card: CardId | null }[];
  readonly constraint: CardId | null;
  readonly compass: boolean;
  readonly aim: string | null;
  readonly lamp: string | null;
  readonly kept: readonly Kept[];
  /** While they are paid for: the scout's landscape and the group's, with what is on their backs. */
  readonly lost?: readonly { readonly card: CardId; readonly value: number; readonly domain: string }[];
  readonly discarded: readonly CardId[];
  readonly characters?: readonly Tile[];
  readonly ready?: readonly number[];
  readonly proposal?: { readonly card: CardId; readonly agreed: readonly number[] };
  readonly voices?: readonly (Voice | null)[];
  readonly speaker?: number;
  readonly listening?: readonly { readonly line: number; readonly heard: number }[];
  readonly twice?: boolean;
  readonly passage?: Passage;
  readonly due?: Due;
  readonly proof?: Proof;
  readonly journal: readonly Turn[];
  readonly points: number;
  readonly won?: boolean;
  readonly rank?: number;
  readonly meaning?: {
    readonly card: CardId;
    readonly value: number;
    readonly page: number;
    readonly sentence?: string;
  };
}

/* ---- what ids are called ---- */

/** The cards of every table are the same; the language of its missions is its book's. */
let cards: Scene["cards"] = {};

/** For whoever names a card where no scene is at hand: the log, the list of moves. */
export function remember(scene: Scene): void {
  cards = scene.cards;
}

export const reader = () => prefs.get().lang;

/** The language that the book is in; a paper book's missions are said in the reader's. */
export function bookLang(scene: Scene): "en" | "fr" {
  return scene.book.lang === "fr" || scene.book.lang === "en" ? scene.book.lang : reader();
}

export const isLandscape = (id: CardId) => /^E\d/.test(id);
export const isMission = (id: CardId) => /^[MJ]\d/.test(id);

const places: Readonly<Record<Direction, () => string>> = {
  N: () => t("north"),
  E: () => t("east"),
  S: () => t("south"),
  W: () => t("west"),
};
export const isDirection = (word: string): word is Direction => word in places;

/** "north"; on the rose its letter. */
export const place = (direction: Direction) => places[direction]();
export const placeLetter = (direction: Direction) =>
  direction === "W" && reader() === "fr" ? "O" : direction;

/** A landscape has no name: its theme is never said. */
export function cardName(id: CardId, lang: "en" | "fr" = reader()): string {
  return typeset(cards[id]?.name?.[lang] ?? "") || (isLandscape(id) ? t("a landscape") : id);
}

/** In which language a card speaks: missions judge the book, so they speak its. */
export const cardLang = (scene: Scene, id: CardId): "en" | "fr" =>
  scene.cards[id]?.kind === "mission" ? bookLang(scene) : reader();

export const cardText = (scene: Scene, id: CardId): string =>
  typeset(scene.cards[id]?.text[cardLang(scene, id)] ?? "");

const domainNames: Readonly<Record<string, () => string>> = {
  cartography: () => t("cartography"),
  botany: () => t("botany"),
  ethnology: () => t("ethnology"),
  archaeology: () => t("archaeology"),
  any: () => t("any domain"),
};
export const domainName = (domain: string) => domainNames[domain]?.() ?? domain;

/* ---- what can be asked of a position ---- */

export const slotOf = (view: View, direction: Direction) => view.slots[DIRECTIONS.indexOf(direction)] ?? null;

/** The turn that is being read or was read last. */
export const lastTurn = (view: View): Turn | null => view.journal.at(-1) ?? null;

/** Pages from the start of the journey to the city. */
const LENGTHS: Readonly<Record<string, number>> = { excursion: 50, short: 70, classic: 100 };
export const startPage = (scene: Scene, view: View) =>
  Math.min(view.camp, view.city - (LENGTHS[scene.mode] ?? 50));

/** Where the passage stands: after a failure the scout is back at the camp, and the page is not his any more. */
export const passagePage = (view: View): number =>
  ["character", "scout", "prepare"].includes(view.phase) ? view.at : (lastTurn(view)?.page ?? view.at);

/** The choice of each seat that says so, by what is chosen. */
export function voicesFor(view: View, choice: string): readonly { seat: number; lean: boolean }[] {
  return (view.voices ?? []).flatMap((voice, seat) =>
    voice?.choice === choice ? [{ seat, lean: voice.lean }] : [],
  );
}
