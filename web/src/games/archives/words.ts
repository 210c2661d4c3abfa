/** Notes, questions, gains and events of Archives as people say them. */
import { t, tn } from "../../i18n";
import { listNames } from "../../ui/names";
import type { BoardProps } from "../board";
import {
  actionName,
  type Choice,
  type Counts,
  cardName,
  type Gain,
  LETTERS,
  letters,
  type Scene,
  siteName,
  type Thing,
  typeName,
  type View,
} from "./view";

/** An event's argument: t a type, z a site, a an action, c a card. */
export function word(kind: string, value: string): string | null {
  if (kind === "t") return typeName(value);
  if (kind === "z") return siteName(value);
  if (kind === "a") return actionName(value);
  if (kind === "c") return cardName(value);
  return null;
}

/** Verbs whose words need nothing but names: "store PA B" and the like. */
const spoken: Readonly<Record<string, (a: string, b: string, c: string) => string>> = {
  place: (a) => t("Into the Entry zone: {site}", { site: siteName(a) }),
  move: (a) => tn("{n} step forward", "{n} steps forward", Number(a)),
  card: (a) => t("Play {card}", { card: cardName(a) }),
  pass: () => t("Pass"),
  keep: () => t("Carry out the action"),
  nature: (a) => t("{card}: {action} instead", { card: cardName("WILD"), action: actionName(a) }),
  store: (a, b) => t("Store {type}: {site}", { type: typeName(b), site: siteName(a) }),
  stop: () => t("That is all"),
  request: (a) => t("Request {type}", { type: typeName(a) }),
  answer: (a, b, c) =>
    c
      ? t("Answer {type} outside, with a cube from {site}", { type: typeName(b), site: siteName(c) })
      : t("Answer {type}: {site}", { type: typeName(b), site: siteName(a) }),
  exhibit: (a, b, c) =>
    tn("Exhibit {n} {type} cube: {site}", "Exhibit {n} {type} cubes: {site}", Number(c), {
      type: typeName(b),
      site: siteName(a),
    }),
  abandon: (a) => t("Give up the expertise in {type}", { type: typeName(a) }),
  none: () => t("No"),
  wait: (a, b) => t("The waiting {type} cube enters: {site}", { type: typeName(a), site: siteName(b) }),
  SKIP3: () => t("Play {card}", { card: cardName("SKIP3") }),
  CHOOSE3: () => t("Play {card}", { card: cardName("CHOOSE3") }),
  IMMUNITY: () => t("Play {card}", { card: cardName("IMMUNITY") }),
  pick: (a) => t("A {type} cube from the bag", { type: typeName(a) }),
  put: (a, b) => t("The {type} cube enters: {site}", { type: typeName(a), site: siteName(b) }),
  mark: (a, b) => t("Square {n} becomes {action}", { n: a, action: actionName(b) }),
  transfer: (a, b, c) =>
    c
      ? t("A {type} cube from {from} to {to}", { type: typeName(c), from: siteName(a), to: siteName(b) })
      : t("One more {type} cube", { type: typeName(a) }),
  room: (a) => t("Close the exhibition: {site}", { site: siteName(a) }),
  recube: (a, b, c) =>
    t("{site}: a {old} cube becomes {new}", { site: siteName(a), old: typeName(b), new: typeName(c) }),
  rehex: (a, b, c) => t("{site}: request {n} becomes {new}", { site: siteName(a), n: b, new: typeName(c) }),
  return: (a) => t("Empty the Consultation zone: {site}", { site: siteName(a) }),
};

export function say(note: string): string | null {
  const [verb = "", a = "", b = "", c = ""] = note.split(" ");
  return spoken[verb]?.(a, b, c) ?? null;
}

/** A move needs the position to be said in full. */
export function sayHere(note: string, view: View): string {
  const [verb, steps] = note.split(" ");
  const to = verb === "move" && view.squares?.find((square) => square.steps === Number(steps));
  if (to) return t("To square {n}: {action}", { n: to.square, action: actionName(to.action ?? "") });
  return say(note) ?? note;
}

/** The button that plays it. */
export function deedWord(note: string, view: View): string {
  const [verb, steps] = note.split(" ");
  const to = verb === "move" && view.squares?.find((square) => square.steps === Number(steps));
  if (to) return to.cost ? t("Go there for {n}", { n: to.cost }) : t("Go there for nothing");
  switch (verb) {
    case "card":
    case "SKIP3":
    case "CHOOSE3":
    case "IMMUNITY":
      return t("Play the card");
    case "store":
      return t("Store it");
    case "answer":
      return t("Answer it");
    case "exhibit":
      return t("Open the exhibition");
    case "abandon":
      return t("Give it up");
    default:
      return t("Do it");
  }
}

export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
export const number = (n: number): string => (n < 0 ? `−${-n}` : String(n));

/** "2 blue, 1 orange" */
export function listCounts(counts: Counts): string {
  return letters(counts)
    .map((letter) => `${counts[letter]} ${typeName(letter)}`)
    .join(", ");
}

export interface GainLine {
  readonly seat: number;
  readonly prestige: number;
  readonly expertise: readonly { readonly type: string; readonly n: number }[];
  readonly why: readonly string[];
}

/** What a choice brings, by player. */
export function gainLines(gains: readonly Gain[]): readonly GainLine[] {
  const seats = [...new Set(gains.map(({ seat }) => seat))].sort((a, b) => a - b);
  return seats.map((seat) => {
    const mine = gains.filter((gain) => gain.seat === seat);
    const expertise = LETTERS.flatMap((type) => {
      const n = mine.reduce((sum, gain) => sum + (gain.type === type ? (gain.expertise ?? 0) : 0), 0);
      return n ? [{ type, n }] : [];
    });
    return {
      seat,
      prestige: mine.reduce((sum, gain) => sum + (gain.prestige ?? 0), 0),
      expertise,
      why: [...new Set(mine.filter((gain) => gain.prestige).map(({ why }) => why))],
    };
  });
}

/** Where prestige comes from and goes to. */
export function sourceWord(source: string): string {
  switch (source) {
    case "moves":
      return t("Moves");
    case "stores":
      return t("Others stored my type");
    case "requests":
      return t("Requests made");
    case "pushed":
      return t("Requests pushed out");
    case "answers":
      return t("Answers in person");
    case "loans":
      return t("Others answered with my type");
    case "exhibits":
      return t("Exhibitions");
    case "abandons":
      return t("Expertise given up");
    case "waiting":
      return t("Cubes that wait");
    case "expertise":
      return t("Expertise");
    case "cubes":
      return t("Cubes as the expert");
    default:
      return t("Requests answered, as the expert");
  }
}

/** Why a player gains or loses prestige, in a few words. */
export function reasonWord(why: string): string {
  switch (why) {
    case "paid":
      return t("the way");
    case "storeExpert":
      return t("the expert in what is stored");
    case "requestGain":
      return t("for requesting");
    case "pushedLoss":
      return t("the expert in what is pushed out");
    case "answerGain":
      return t("the expert answers in person");
    case "answerExpert":
      return t("the expert in what is answered");
    case "exhibitGain":
      return t("one for each cube on show");
    case "abandoned":
      return t("for the expertise given up");
    case "waitingLoss":
      return t("cubes that wait");
    default:
      return "";
  }
}

/** "You: +1 expertise in blue. Ada: +2 prestige." */
export function gainText(choice: Choice | undefined, names: readonly string[], you: number | null): string {
  if (!choice) return "";
  return gainLines(choice.gains)
    .map((line) => {
      const parts = [
        line.prestige && t("{n} prestige", { n: signed(line.prestige) }),
        ...line.expertise.map(({ type, n }) =>
          t("{n} expertise in {type}", { n: signed(n), type: typeName(type) }),
        ),
      ].filter(Boolean);
      const who = line.seat === you ? t("You") : (names[line.seat] ?? "");
      return t("{who}: {what}.", { who, what: parts.join(", ") });
    })
    .join(" ");
}

function aboutCard(view: View): string {
  switch (view.ask.kind) {
    case "mark":
      return t("New signpost: touch the square, then its new action.");
    case "transfer":
      return view.ask.count
        ? t("Transfer: a further cube, or that is all.")
        : t("Transfer: touch a cube in a store, then where it goes.");
    case "room":
      return t("Early closing: which exhibition ends?");
    case "recube":
      return t("Reclassify: touch a cube in an Entry zone, then its new type.");
    case "rehex":
      return t("Redirect: touch a request, then its new type.");
    case "return":
      return t("Back to the shelves: which Consultation zone is emptied?");
    default:
      return "";
  }
}

function aboutPass(view: View): string {
  switch (view.ask.kind) {
    case "abandon":
      return t("Pass, step 1: do you give up an expertise? Touch its row, or go on.");
    case "waiting":
      return t("Pass, step 2: a waiting cube enters. Which one, and where?");
    case "step3":
      return t("Pass, step 3: do you play a card before new cubes come?");
    case "pick":
      return t("Choose a new cube: {n} of 3.", { n: view.ask.count + 1 });
    case "place":
      return t("Pass, step 3: touch a new cube, then the site that takes it.");
    case "step4":
      return t("Pass, step 4: do you play a card against the loss?");
    default:
      return "";
  }
}

/** What is asked now, in a sentence. */
export function question(view: View): string {
  const { kind, site, count, action } = view.ask;
  const name = site ? siteName(site) : "";
  switch (kind) {
    case "setup":
      return t("Your first cube has come: touch the site that takes it.");
    case "turn":
      if (view.end && view.pass)
        return t("The last turn: move as far as square {n}, or pass.", { n: view.end });
      return view.pass
        ? t("Move on to another square, or pass.")
        : t("You are last: touch a square to move to.");
    case "arrival":
      return t("You stand on {action}.", { action: actionName(action ?? "") });
    case "store":
      return count
        ? t("Store a second cube ({site}), or that is all.", { site: name })
        : t("Store: touch a cube in an Entry zone.");
    case "request":
      return t("Request {n} of 5, {site}: choose its type.", { n: count + 1, site: name });
    case "answer":
      return count
        ? t("Answer {n} of 3 ({site}), or that is all.", { n: count + 1, site: name })
        : t("Answer: touch a request.");
    case "exhibit":
      return t("Exhibit: touch cubes of one type in a store.");
    default:
      return aboutCard(view) || aboutPass(view);
  }
}

/** What is still to be touched after the first touch. */
export function halfway(touched: readonly Thing[], view: View): string {
  const [kind = "", a = "", b = ""] = (touched[0] ?? "").split(" ");
  switch (kind) {
    case "hex":
      return t("{type}: from which store does the cube come?", { type: typeName(b) });
    case "store":
      return view.ask.kind === "exhibit"
        ? t("How many {type} cubes are shown in {site}?", { type: typeName(b), site: siteName(a) })
        : t("{type}: to which store?", { type: typeName(b) });
    case "waiting":
    case "drawn":
      return t("{type}: which site takes it?", { type: typeName(a) });
    case "site":
      return t("{site}: which cube?", { site: siteName(a) });
    case "square":
      return t("Square {n}: which action now?", { n: a });
    case "entry":
    case "place":
      return t("Which type instead?");
    case "card":
      return t("{card}: which action instead?", { card: cardName(a) });
    default:
      return question(view);
  }
}

/** Why the game ended so. */
export function whyOf({ view, names, you, over }: BoardProps<Scene, View>): string {
  if (!over) return "";
  const totals = view.players.map(({ score }, i) =>
    i === you
      ? t("You have {n} prestige", { n: number(score.total) })
      : t("{name} has {n} prestige", { n: number(score.total), name: names[i] ?? "" }),
  );
  return `${listNames(totals)}.`;
}
