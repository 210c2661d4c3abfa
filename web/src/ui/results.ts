/** How a game ended, in a sentence. */
import { t } from "../i18n";
import { listNames } from "./names";
import type { Result, Snapshot } from "../table/types";

/** Why a game ended before its end; "" if it was played out. */
export function reasonText(result: Result | null, names: readonly string[]): string {
  const name = names[result?.seat ?? -1] ?? "";
  if (result?.why === "resigned") return t("{name} resigned.", { name });
  if (result?.why === "time") return t("{name} ran out of time.", { name });
  return result?.why === "draw" ? t("A draw was agreed.") : "";
}

export function resultText(
  { result, you }: Pick<Snapshot, "result" | "you">,
  names: readonly string[],
): string {
  if (!result) return "";
  if (result.why === "abandoned") return t("The game was abandoned.");
  const place = result.place ?? [];
  const first = place.flatMap((p, i) => (p === 1 ? [i] : []));
  if (place.every((p) => p === 0)) return t("The game is lost.");
  if (place.length === 1) return t("Found!");
  if (first.length > 1) return t("It is a draw.");
  if (you !== null && first[0] === you) return t("You win!");
  return t("{name} wins.", { name: names[first[0] ?? 0] ?? "" });
}

/** A game played with help says so. */
export function helpText(
  { result, you }: Pick<Snapshot, "result" | "you">,
  names: readonly string[],
): string {
  const helped = result?.helped ?? [];
  if (!helped.length) return "";
  if (helped.length === 1 && helped[0] === you) return t("You played with help.");
  return t("Played with help: {names}.", { names: listNames(helped.map((seat) => names[seat] ?? "")) });
}
