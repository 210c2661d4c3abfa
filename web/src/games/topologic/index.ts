/** Topologic for the page: its board, and its moves in words. */
import { t } from "../../i18n";

export { useBoard } from "./Board";
export { reason } from "./words";

/** A tile. */
export const shows = "t";

/** Placing and moving are free: a turn is what is announced. */
export function endsTurn(notes: readonly string[]): boolean {
  const last = notes[notes.length - 1] ?? "";
  return last === "announce" || last.startsWith("secret ");
}

export function say(note: string): string | null {
  const [verb, a = "", b = ""] = note.split(" ");
  switch (verb) {
    case "secret":
      return t("Hide {tile}", { tile: a });
    case "place":
      return t("Place on {tile}", { tile: a });
    case "move":
      return t("Pawn {n} to {tile}", { n: a, tile: b });
    case "announce":
      return t("Ask for the score");
    default:
      return null;
  }
}
