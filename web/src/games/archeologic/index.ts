/** ArcheOlogic for the page: its board, and its moves in words. */
import { t } from "../../i18n";
import { axisName, sayAnswer, subjectName } from "./symbols";
import type { Subject, View } from "./view";

export { useBoard } from "./Board";

/** Aiming comes before the question, laying before the claim: those say it all. */
export const quiet: ReadonlySet<string> = new Set(["aimed", "back", "laid", "removed", "aborted"]);
/** An axis. */
export const shows = "a";

const subjects: ReadonlySet<string> = new Set([
  "buildings",
  "empties",
  "traps",
  "S",
  "V",
  "T",
  "L",
  "O",
  "I",
]);

/** As the game's own sentences say it. */
const asked: Readonly<Record<string, string>> = {
  buildings: "the number of buildings",
  empties: "the empty zones",
  traps: "the traps",
};

export function say(note: string): string | null {
  const [verb = "", a = "", b = "", c = ""] = note.split(" ");
  if (subjects.has(verb)) return subjectName(verb as Subject);
  switch (verb) {
    case "start":
      return t("Start on {axis}", { axis: axisName(a) });
    case "ask":
      return t("Ask a question");
    case "claim":
      return t("Claim the city");
    case "aim":
      return t("Aim at {axis}", { axis: axisName(a) });
    case "back":
      return t("Aim anew");
    case "lay":
      return t("Lay {letter} on {zone}, turned {turn}", { letter: a, zone: c, turn: b.slice(1) });
    case "remove":
      return t("Take {letter} off", { letter: a });
    case "confirm":
      return t("Confirm the claim");
    case "abort":
      return t("Claim nothing for now");
    default:
      return null;
  }
}

/** A question is an axis and a subject; a claim all its buildings. */
export function goesOn(notes: readonly string[]): boolean {
  const last = notes[notes.length - 1] ?? "";
  return last === "ask" || last === "claim" || last === "back" || /^(aim|lay|remove) /.test(last);
}

/** A turn is a question or a claim; what was aimed or begun and taken back belongs to it. */
export function endsTurn(notes: readonly string[]): boolean {
  const last = notes[notes.length - 1] ?? "";
  return subjects.has(last) || last === "confirm" || last.startsWith("start ");
}

export function sayWhole(notes: readonly string[]): string | null {
  const subject = notes[notes.length - 1] ?? "";
  const axis = notes.findLast((note) => note.startsWith("aim "))?.slice(4);
  if (notes.includes("confirm")) return t("Claim the city as it is laid out");
  if (axis === undefined || !subjects.has(subject)) return null;
  return t("Ask: {subject} on {axis}", { subject: subjectName(subject as Subject), axis: axisName(axis) });
}

/** How much a question tells: cities that would be left on average, as the solver weighs it. */
export function reason(notes: readonly string[], view: unknown): string | null {
  const { best, count } = view as View;
  const subject = notes[notes.length - 1];
  const axis = notes.find((note) => note.startsWith("aim "))?.slice(4);
  const found = best?.find((one) => one.axis === axis && one.subject === subject);
  if (!found || count === undefined) return null;
  const left = Math.max(1, Math.round(count / 2 ** (found.millibits / 1000)));
  return t("Of {count} cities about {left} would be left, for {cost}.", { count, left, cost: found.cost });
}

/** a: an axis, q: a subject, r: an answer. */
export function word(kind: string, value: string): string | null {
  if (kind === "a") return axisName(value);
  if (kind === "q" && subjects.has(value)) return t(asked[value] ?? `building ${value}`);
  if (kind === "r") return sayAnswer(value);
  return null;
}
