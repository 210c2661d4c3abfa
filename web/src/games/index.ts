/** One line per game that has a board. Every other game is played from its list of moves. */
import type { ComponentType } from "preact";
import type { GameModule } from "./board";

const boards: Readonly<Record<string, () => Promise<GameModule>>> = {
  topologic: () => import("./topologic/index"),
  archeologic: () => import("./archeologic/index"),
  ancient: () => import("./ancient/index"),
};

export async function loadBoard(game: string): Promise<GameModule | null> {
  return (await boards[game]?.()) ?? null;
}

/** What a game adds to its rules: all its cards to look through. */
const galleries: Readonly<Record<string, () => Promise<ComponentType>>> = {
  ancient: () => import("./ancient/Gallery").then((m) => m.Gallery),
};

export async function loadGallery(game: string): Promise<ComponentType | null> {
  return (await galleries[game]?.()) ?? null;
}
