/** ArcheOlogic for the page: its board, and its moves in words. */
import { t } from "../../i18n";
import { axisName, sayAnswer, subjectName } from "./symbols";
import type { Subject } from "./view";

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

/** a: an axis, q: a subject, r: an answer. */
export function word(kind: string, value: string): string | null {
  if (kind === "a") return axisName(value);
  if (kind === "q" && subjects.has(value)) return t(asked[value] ?? `building ${value}`);
  if (kind === "r") return sayAnswer(value);
  return null;
}
