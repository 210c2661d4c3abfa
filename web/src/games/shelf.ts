/** The shelf: every game of the engine, with what its folder here adds to it. */
import plain from "../art/plain.svg";
import { t, tn } from "../i18n";
import type { GameFolder, GameModule } from "./board";
import * as folders from "./index";
import { built, type GameBrief } from "./info";

/** A game without a folder lies in a plain box: it is played from its list of moves. */
export type Cover = GameBrief & Partial<GameFolder> & Pick<GameFolder, "art">;

const folder: Readonly<Record<string, GameFolder>> = folders;

export const shelf: readonly Cover[] = built.map((game) => ({ art: plain, ...game, ...folder[game.id] }));

/** Null: this page does not know the game. */
export function cover(id: string): Cover | null {
  return shelf.find((game) => game.id === id) ?? null;
}

export async function loadBoard(id: string): Promise<GameModule | null> {
  return (await folder[id]?.board()) ?? null;
}

/** A game's name where only its id may be known: on a server that has more games. */
export function nameOf(id: string): string {
  return t(cover(id)?.name ?? id);
}

export function seatsText([least = 1, most = 1]: readonly number[]): string {
  return least === most
    ? tn("{n} player", "{n} players", least)
    : t("{least} to {most} players", { least, most });
}
