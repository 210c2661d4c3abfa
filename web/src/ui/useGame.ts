/** A game's facts and its board, fetched together. */
import { useEffect, useState } from "preact/hooks";
import type { GameModule } from "../games/board";
import { type GameInfo, gameInfo } from "../games/info";
import { loadBoard } from "../games/shelf";

export interface LoadedGame {
  readonly info: GameInfo;
  readonly module: GameModule | null;
}

/** Undefined while it loads; null: this page does not know the game. */
export function useGame(id: string | null): LoadedGame | null | undefined {
  const [game, setGame] = useState<LoadedGame | null | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    setGame(undefined);
    if (id !== null)
      void Promise.all([gameInfo(id), loadBoard(id)]).then(
        ([info, module]) => wanted && setGame(info && { info, module }),
        () => wanted && setGame(null),
      );
    return () => {
      wanted = false;
    };
  }, [id]);
  return game;
}
