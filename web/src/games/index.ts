/** One line per game that has a board. Every other game is played from its list of moves. */
import type { GameModule } from "./board";

const boards: Readonly<Record<string, () => Promise<GameModule>>> = {
  topologic: () => import("./topologic/index"),
  archeologic: () => import("./archeologic/index"),
  ancient: () => import("./ancient/index"),
};

export async function loadBoard(game: string): Promise<GameModule | null> {
  return (await boards[game]?.()) ?? null;
}
