/** Notes, questions and events of Ancient Knowledge as people say them. */
import { t, tn } from "../../i18n";
import type { LogEntry } from "../../table/types";
import { listNames } from "../../ui/names";
import type { BoardProps } from "../board";
import { type CardId, factsOf, type Lack, nameOf, pricesOf, type Scene, type View } from "./view";

/** An event's argument: c a card, f the card whose effect it is, a an action. */
export function word(kind: string, value: string): string | null {
  if (kind === "c") return nameOf(value);
  if (kind === "f") return value ? ` (${nameOf(value)})` : "";
  if (kind === "a") return actionWord(value);
  return null;
}

/** What an action does is told after it. */
export const quiet: ReadonlySet<string> = new Set(["action"]);
/** A card. */
export const shows = "c";

export function actionWord(action: string): string {
  switch (action) {
    case "create":
      return t("Create");
    case "learn":
      return t("Learn");
    case "archive":
      return t("Archive");
    case "excavate":
      return t("Excavate");
    case "search":
      return t("Search");
    default:
      return action;
  }
}

/** What each action does, for who has not learned it by heart. */
export function actionHelp(action: string): string {
  switch (action) {
    case "create":
      return t("Play a card from your hand and discard its price.");
    case "learn":
      return t("Take a technology whose requirement you meet.");
    case "archive":
      return t("Discard cards; each takes one knowledge off your Timeline.");
    case "excavate":
      return t("Tilt monuments of your Past and draw two cards for each.");
    default:
      return t("Draw a card.");
  }
}

/** What a touch on a card does, by its note. */
export function deedWord(note: string): string {
  switch (note.split(" ")[0]) {
    case "create":
      return t("Create it");
    case "learn":
      return t("Learn it");
    case "pay":
      return t("Discard it to pay");
    case "discard":
      return t("Discard it");
    case "archive":
      return t("Discard it to take knowledge off");
    case "token":
      return t("Take one knowledge off");
    case "activate":
      return t("Activate it now");
    case "next":
      return t("Resolve it now");
    case "decline":
      return t("Let it decline first");
    case "take":
      return t("Take it");
    case "bury":
    case "under":
      return t("Put it under the deck");
    default:
      return t("Choose it");
  }
}

export function say(note: string): string | null {
  const [verb = "", what] = note.split(" ");
  if (what === undefined) {
    if (verb === "yes") return t("Yes");
    if (verb === "no") return t("No");
    if (verb === "stop") return t("Enough");
    return actionWord(verb);
  }
  const n = Number(what);
  switch (verb) {
    case "create":
      return t("Create {card}", { card: nameOf(what) });
    case "space":
      return t("Space {n}", { n });
    case "pay":
      return t("Pay with {card}", { card: nameOf(what) });
    case "learn":
      return t("Learn {card}", { card: nameOf(what) });
    case "archive":
      return t("Archive {card}", { card: nameOf(what) });
    case "token":
      return t("One knowledge off {card}", { card: nameOf(what) });
    case "excavate":
      return tn("Tilt {n} monument", "Tilt {n} monuments", n);
    case "next":
      return t("{card} next", { card: nameOf(what) });
    case "activate":
      return t("Activate {card}", { card: nameOf(what) });
    case "decline":
      return t("{card} declines first", { card: nameOf(what) });
    case "choose":
      return t("Choose {card}", { card: nameOf(what) });
    case "amount":
      return String(n);
    case "discard":
      return t("Discard {card}", { card: nameOf(what) });
    case "rob":
      return t("From seat {n}", { n: n + 1 });
    case "take":
      return t("Take {card}", { card: nameOf(what) });
    case "bury":
    case "under":
      return t("{card} under the deck", { card: nameOf(what) });
    case "flip":
      return t("Turn tile {n}", { n });
    default:
      return null;
  }
}

const PARTS: ReadonlySet<string> = new Set(["create", "learn", "archive", "excavate"]);

/** An action is whole with its card; a monument with its space too. */
export function goesOn(notes: readonly string[]): boolean {
  const last = notes[notes.length - 1] ?? "";
  return notes.length === 1 ? PARTS.has(last) : notes.length === 2 && /^create [CMP]/.test(last);
}

export function sayWhole(notes: readonly string[]): string | null {
  const [first = "", second = "", third = ""] = notes;
  if (!PARTS.has(first) || !second) return null;
  const card = say(second);
  return third.startsWith("space ") ? `${card}, ${say(third)}` : card;
}

function aboutCreating(view: View): string {
  const card = view.ask.creating ? nameOf(view.ask.creating) : "";
  if (view.ask.kind === "space") return t("On which space do you create {card}?", { card });
  return card ? t("Discard a card to pay for {card}.", { card }) : t("Discard a card to pay.");
}

/** What is asked now, in a sentence. */
export function question(view: View): string {
  switch (view.ask.kind) {
    case "putAway":
      return t("Choose four of your ten cards to put away.");
    case "action":
      return view.actions === 2
        ? t("Your first action: touch a card or choose.")
        : t("Your second action: touch a card or choose.");
    case "create":
      return t("Which card do you create?");
    case "space":
    case "pay":
      return aboutCreating(view);
    case "learn":
      return t("Which technology do you learn?");
    case "archive":
      return t("Discard a card; it takes one knowledge off.");
    case "archiveToken":
    case "token":
      return t("Take one knowledge off which monument?");
    case "excavate":
      return t("How many monuments of your Past do you tilt?");
    case "may":
      return t("Do you use this effect?");
    case "next":
      return t("Several effects: which comes first?");
    case "activate":
      return t("Chronicle: which card comes next?");
    case "decline":
      return t("Decline: which monument goes first?");
    case "monument":
      return t("Choose a monument.");
    case "moveSpace":
      return t("Move it to which space?");
    case "amount":
      return t("How many?");
    case "handCard":
    case "forcedCard":
      return t("Discard a card from your hand.");
    case "artefact":
    case "forcedArtefact":
      return t("Discard one of your artefacts.");
    case "rivalMonument":
      return t("Choose a monument of another player.");
    case "opponent":
      return t("From whom do you take a card?");
    case "stolen":
    case "draft":
      return t("Which card do you take?");
    case "keep":
      return t("Which card do you keep?");
    case "bury":
      return t("Which technology goes under its deck?");
    case "lookCreate":
      return t("Which of these do you create?");
    case "lookLearn":
      return t("Which of these do you learn?");
    case "order":
      return t("Which goes under the deck next?");
    case "flip":
      return t("Mid-game: which tile turns to level II?");
    default:
      return "";
  }
}

/** How many answers the question still wants; "": just this one. */
export function toGo({ ask }: View, mayStop: boolean): string {
  if (ask.left < 1) return "";
  return mayStop ? t("up to {n} more", { n: ask.left }) : t("{n} to go", { n: ask.left });
}

/** What is missing for an effect or a requirement. */
export function lackWord({ why, have = 0, need = 0 }: Lack): string {
  switch (why) {
    case "fewer":
      return t("{need} needed, you have {have}", { need, have });
    case "more":
      return t("{need} at most, you have {have}", { need, have });
    case "hand":
      return t("your hand is full");
    case "deck":
      return t("there is no card to draw");
    case "cards":
      return t("too few cards in your hand");
    case "knowledge":
      return t("no knowledge to take off");
    case "lost":
      return t("you have no lost knowledge");
    case "monument":
      return t("no monument can move");
    case "tilted":
      return t("no monument is tilted");
    case "create":
      return t("nothing you could create");
    case "learn":
      return t("nothing you could learn");
    case "rivals":
      return t("the others have nothing for it");
    default:
      return t("nothing to do now");
  }
}

/** Why a card of the hand cannot be created now; null: it can. */
function whyNotCreate(view: View, id: CardId, cards: number): string | null {
  const prices = pricesOf(view, id);
  if (prices.some(({ not }) => not === undefined)) return null;
  const short = prices.filter(({ not }) => not === "cards").map(({ price }) => price);
  if (short.length)
    return t("Too dear now: it costs {n}, and you have {have} other cards.", {
      n: Math.min(...short),
      have: cards - 1,
    });
  if (prices.length === 1) return t("You have five artefacts already.");
  return factsOf(id)?.locked
    ? t("Its space is full, and it may stand on no other.")
    : t("Your Timeline is full.");
}

/** What one would like to know about a card where it lies: why it does nothing, or may not be had. */
export function reason(view: View, seat: number, id: CardId): string | null {
  const idle = view.idle.find(({ card }) => card === id);
  if (idle) return t("In the chronicle now: nothing, {why}.", { why: lackWord(idle) });
  const lack = view.lacks?.[id];
  if (lack) return t("Requirement not met: {why}.", { why: lackWord(lack) });
  const hand = view.players[seat]?.hand ?? [];
  return view.prices?.[id] && hand.includes(id) ? whyNotCreate(view, id, hand.length) : null;
}

/** Who begins a turn stands beside it anyway, and "draws 2" need not be said before the two cards. */
export function spoken(events: readonly LogEntry[]): readonly LogEntry[] {
  const others = events.filter(({ kind }) => !["turn", "action"].includes(kind));
  const cards = others.filter(({ kind }) => !["drew", "looked", "saw"].includes(kind));
  return cards.length ? cards : others;
}

/** Why the game ended so. */
export function whyOf({ view, names, you, over, result }: BoardProps<Scene, View>): string {
  if (!over) return "";
  const totals = view.players.map(({ score }, i) =>
    i === you
      ? tn("You have {n} point", "You have {n} points", score.total)
      : tn("{name} has {n} point", "{name} has {n} points", score.total, { name: names[i] ?? "" }),
  );
  const tied = new Set(view.players.map(({ score }) => score.total)).size < view.players.length;
  const first = result?.place?.filter((place) => place === 1).length === 1;
  return `${listNames(totals)}.${tied && first ? ` ${t("Less lost knowledge decides.")}` : ""}`;
}

/** Cards named in an event. */
export function cardsIn(args: readonly string[]): readonly CardId[] {
  return args.filter((arg) => /^[CMPAT]\d+$/.test(arg));
}
