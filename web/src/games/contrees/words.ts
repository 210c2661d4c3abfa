/** Notes, questions and events of Nouvelles Contrées as people say them. */
import { t, tn } from "../../i18n";
import type { BoardProps } from "../board";
import {
  cardName,
  type Direction,
  isDirection,
  isLandscape,
  passagePage,
  place,
  type Scene,
  type View,
} from "./view";

type Props = BoardProps<Scene, View>;

/** Events that another line tells as well. */
export const quiet: ReadonlySet<string> = new Set(["hears", "landscape", "listens"]);
/** Cards and directions that the log names can be shown. */
export const shows = "cuv";

let names: readonly string[] = [];
/** For the log and the list of moves, which name seats by number. */
export function rememberNames(all: readonly string[]): void {
  names = all;
}

const pays: Readonly<Record<string, () => string>> = {
  letters: () => t("letters"),
  both: () => t("letters and a mission"),
  missions: () => t("missions"),
  free: () => t("nothing"),
  none: () => t("no mission"),
};

function oneChoice(choice: string): string {
  if (isDirection(choice)) return place(choice);
  if (/^\d$/.test(choice)) return names[Number(choice)] ?? choice;
  return pays[choice]?.() ?? cardName(choice);
}
const choiceName = (choice: string) => choice.split("+").map(oneChoice).join(" + ");

/** An event's argument: c a card, u a constraint, v and w what was voted for. */
export function word(kind: string, value: string): string | null {
  if (kind === "c") return cardName(value);
  if (kind === "u") return value ? ` (${cardName(value)})` : "";
  if (kind === "v") return choiceName(value);
  if (kind === "w") return value ? ` + ${choiceName(value)}` : "";
  return null;
}

const alone: Readonly<Record<string, () => string>> = {
  close: () => t("Close the vote"),
  pass: () => t("No peripeteia"),
  "draw two": () => t("Draw two, keep one"),
  draw: () => t("Draw a peripeteia"),
  six: () => t("It has six lines"),
  short: () => t("Fewer than six lines"),
  stay: () => t("Read this page again"),
  back: () => t("Step back one leaf"),
  skill: () => t("Use the skill"),
  release: () => t("Put it back"),
  ready: () => t("I am ready"),
  agree: () => t("Agree"),
  refuse: () => t("Keep it"),
  read: () => t("Read aloud"),
  listen: () => t("Listen"),
  line: () => t("Next line"),
  heard: () => t("Hear no more of it"),
  done: () => t("I have read it"),
  right: () => t("It is right"),
  wrong: () => t("It is wrong"),
  "vote none": () => t("No mission"),
  go: () => t("Go ahead"),
};

const letters = (set: string) => [...set].map((one) => (isDirection(one) ? place(one) : one)).join(", ");

const spoken: Readonly<Record<string, (what: string) => string>> = {
  be: (what) => t("Be {name}", { name: cardName(what) }),
  vote: (what) => t("Vote: {what}", { what: choiceName(what) }),
  lean: (what) => t("Lean to: {what}", { what: choiceName(what) }),
  keep: (what) => t("Keep {name}", { name: cardName(what) }),
  go: (what) => t("Go ahead, leaves: {n}", { n: what }),
  swap: (what) => t("Replace: {what}", { what: letters(what) }),
  aim: (what) => t("Compass to the {place}", { place: place(what as Direction) }),
  skill: (what) => t("It is not the {place}", { place: place(what as Direction) }),
  take: (what) => t("Watch {name}", { name: cardName(what) }),
  drop: (what) => t("Remove {name}", { name: cardName(what) }),
  mark: (what) => t("Mark word {n}", { n: what }),
};

/** A move in words. */
export function say(note: string): string | null {
  const [verb = "", what = ""] = note.split(" ");
  return alone[note]?.() ?? (what ? (spoken[verb]?.(what) ?? null) : null);
}

export const sayWhole = (notes: readonly string[]) => notes.map((note) => say(note) ?? note).join(", ");

/* ---- on the buttons ---- */

export const advance = (view: View, extra = 0) => view.deck.value + (view.drawn[0]?.bonus ?? 0) + extra;

/** Where the scout would stand after so many leaves more. */
export const reach = (view: View, extra = 0) => Math.min(view.camp + 2 * advance(view, extra), view.city);

function voteWord(what: string, phase: string): string {
  if (phase === "scout") return t("{name} reads", { name: oneChoice(what) });
  if (phase === "attempt") return t("Present {name}", { name: cardName(what) });
  if (phase === "explore") return t("Go {place}", { place: oneChoice(what) });
  if (phase === "meaning") return t("This one is nearest");
  return t("Pay: {what}", { what: choiceName(what) });
}

/** What is chosen and not yet done, on its button. */
export function deedWord(note: string, view: View, marked = ""): string {
  const [verb = "", what = ""] = note.split(" ");
  if (verb === "vote" && what !== "none") return voteWord(what, view.phase);
  if (verb === "aim") return t("Set the compass {place}", { place: place(what as Direction) });
  if (verb === "mark") return t("Mark “{word}”", { word: marked });
  if (verb === "go")
    return tn("Go {n} leaf, to page {page}", "Go {n} leaves, to page {page}", advance(view, Number(what)), {
      page: reach(view, Number(what)),
    });
  if (note === "draw") return t("Draw: {n} more", { n: view.peripeteia.bonus });
  if (verb === "swap") return tn("Replace {n} landscape", "Replace {n} landscapes", what.length);
  return say(note) ?? note;
}

/* ---- what is asked ---- */

function scoutAsked(view: View, scene: Scene): string {
  switch (view.step) {
    case "peripeteia":
      return t("A peripeteia? {n} leaves further, but a constrained reading.", {
        n: view.peripeteia.bonus,
      });
    case "keep":
      return t("Two peripeteias: which do you keep?");
    case "move":
      return t("How many leaves do you go ahead?");
    case "short":
      return t("Open the book at page {page}. Are there six lines of text?", { page: view.at });
    case "back":
      return t("Page {page} was read before: again, or one leaf back?", { page: view.at });
    case "compass":
      return scene.book.paper
        ? t("Page {page}, six lines in silence: which landscape do they evoke?", { page: view.at })
        : t("Read in silence. Which landscape does the passage evoke?");
    default:
      return t("Read aloud when all are ready; mark three words as reasons.");
  }
}

function memberAsked(view: View, you: number): string {
  if (view.proposal && !view.proposal.agreed.includes(you))
    return t("Shall {name} leave the table?", { name: cardName(view.proposal.card) });
  return view.missions.some((one) => one?.holder === you)
    ? t("You watch {name}. Ready to listen?", {
        name: cardName(view.missions.find((one) => one?.holder === you)?.card ?? ""),
      })
    : t("Choose a mission to watch for while you listen, or none.");
}

function readingAsked(props: Props, scouting: boolean): string {
  const { view, scene } = props;
  if (scouting && scene.reading === "paced" && !scene.book.paper)
    return t("Let the next line go when you like.");
  if (scouting)
    return scene.book.paper
      ? t("Read six lines of page {page} to the others, once.", { page: passagePage(view) })
      : t("Read the passage to the others, once.");
  return view.due ? t("Listen…") : t("The passage comes once. Ready?");
}

const asked: Readonly<Record<string, (props: Props) => string>> = {
  character: () => t("Who are you? Each has a skill as scout."),
  scout: ({ view }) => t("Turn {n}: who goes ahead and reads?", { n: view.turn }),
  attempt: () => t("Present a mission? If it is wrong, three letters are lost."),
  check: ({ view }) =>
    t("Is {name} fulfilled by the six lines?", { name: cardName(view.journal.at(-1)?.mission ?? "") }),
  explore: () => t("Which landscape did the scout choose?"),
  aim: () => t("Where did your compass point?"),
  pay: () => t("Lost your way! How do you all pay?"),
  meaning: () => t("The city is yours! Which landscape is nearest to the title?"),
};

/** What to do now, in a sentence. */
export function prompt(props: Props): string {
  const { view, you, scene } = props;
  const scouting = you === view.scout;
  if (view.phase === "prepare") return scouting ? scoutAsked(view, scene) : memberAsked(view, you ?? -1);
  if (view.phase === "reading") return readingAsked(props, scouting);
  return asked[view.phase]?.(props) ?? "";
}

/** The seven ranks, from the lowest. */
const ranks: readonly (() => string)[] = [
  () => t("Explorer of visiting cards"),
  () => t("Explorer of picture books"),
  () => t("Explorer of airport novels"),
  () => t("Explorer of best-sellers"),
  () => t("Explorer of great literature"),
  () => t("Explorer of Latin liturgy translated from German"),
  () => t("Explorer of the great encyclopaedia"),
];
export const rankName = (rank: number) => ranks[rank]?.() ?? "";

/** All win or lose together. */
export function outcomeOf({ view, over }: Props): string | undefined {
  if (!over) return undefined;
  return view.won ? t("The expedition has succeeded!") : t("The expedition is lost.");
}

/** Why it ended so. */
export function whyOf({ view, over }: Props): string {
  if (!over) return "";
  return view.won
    ? tn(
        "The Lost City has given up its secret in {n} turn.",
        "The Lost City has given up its secret in {n} turns.",
        view.journal.length,
      )
    : t("The letters have run out on page {page}, {n} leaves from the city.", {
        page: view.camp,
        n: (view.city - view.camp) / 2,
      });
}

/** What the count of a mission came to: "7 (at least 5)". */
export function proofText(proof: { count: number; need: number; most: boolean }): string {
  return proof.most
    ? t("{n} (at most {need})", { n: proof.count, need: proof.need })
    : t("{n} (at least {need})", { n: proof.count, need: proof.need });
}

/** What stands under a thing that is touched. */
export function kindName(id: string): string {
  if (isLandscape(id)) return t("Landscape");
  const kinds: Readonly<Record<string, () => string>> = {
    M: () => t("Mission"),
    J: () => t("Mission"),
    P: () => t("Peripeteia"),
    L: () => t("Lost City"),
    K: () => t("Character"),
  };
  return kinds[id[0] ?? ""]?.() ?? "";
}
