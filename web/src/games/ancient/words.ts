/** Notes, questions and events of Ancient Knowledge as people say them. */
import { t, tn } from "../../i18n";
import { type CardId, nameOf, type View } from "./view";

/** An event's argument: c a card, f the card whose effect it is, a an action. */
export function word(kind: string, value: string): string | null {
  if (kind === "c") return nameOf(value);
  if (kind === "f") return value ? ` (${nameOf(value)})` : "";
  if (kind === "a") return actionWord(value);
  return null;
}

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
      return view.actions === 2 ? t("Your first action: touch a card or choose.") : t("Your second action: touch a card or choose.");
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

/** Cards named in an event. */
export function cardsIn(args: readonly string[]): readonly CardId[] {
  return args.filter((arg) => /^[CMPAT]\d+$/.test(arg));
}
