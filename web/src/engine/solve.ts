/** A game's solver, for boards: facts of any match or none, in the form that `tablier solve` reads. */
import { built } from "../games/info";
import { newRecord } from "../table/kept";
import { Desk } from "./engine";

const desks = new Map<string, Promise<Desk | string>>();

/** One desk a game, which holds no match that matters. */
function deskOf(id: string): Promise<Desk | string> {
  const game = built.find((one) => one.id === id);
  const open =
    desks.get(id) ??
    (game
      ? Desk.open(newRecord(game, game.seats[0] ?? 1, {}, "1"))
      : Promise.resolve("There is no such game."));
  desks.set(id, open);
  return open;
}

/** What the facts tell; null: they are refused, or the engine is not at hand. */
export async function solve<T>(id: string, facts: readonly string[]): Promise<T | null> {
  const desk = await deskOf(id).catch(() => "");
  if (typeof desk === "string") {
    desks.delete(id);
    return null;
  }
  const got = (await desk.solve(facts.join("\n"))) as T | { refused: string } | null;
  return got === null || (typeof got === "object" && "refused" in got) ? null : (got as T);
}
