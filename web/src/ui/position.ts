/** A position of a real game, for who draws one outside a table: the rules' diagrams. */
import { useEffect, useState } from "preact/hooks";
import { Desk, type Look } from "../engine/engine";
import { gameInfo } from "../games/info";
import { newRecord } from "../table/kept";

export interface Setting {
  readonly game: string;
  readonly seats: number;
  readonly options?: Readonly<Record<string, string>>;
  readonly seed: string;
  /** Played one after the other by whoever has to decide. */
  readonly notes?: readonly string[];
  /** Whose eyes; without it, seat 0. */
  readonly viewer?: number;
}

async function reach({ game, seats, options = {}, seed, notes = [], viewer = 0 }: Setting): Promise<Look> {
  const info = await gameInfo(game);
  const desk = info && (await Desk.open(newRecord(info, seats, options, seed)));
  if (!desk || typeof desk === "string") throw new Error(desk || game);
  try {
    for (const note of notes) {
      const { state } = await desk.look(viewer);
      const why = await desk.play(state.owes[0] ?? 0, note);
      if (why !== null) throw new Error(`${note}: ${why}`);
    }
    return await desk.look(viewer);
  } finally {
    void desk.close();
  }
}

/** Several drawings of a page show the same position: it is played once. */
const reached = new Map<string, Promise<Look>>();

/** Null: on its way, or it cannot be reached (which the console says). */
export function usePosition(setting: Setting): Look | null {
  const [look, setLook] = useState<Look | null>(null);
  const key = JSON.stringify(setting);
  useEffect(() => {
    let wanted = true;
    const coming = reached.get(key) ?? reach(setting);
    reached.set(key, coming);
    coming.then(
      (got) => wanted && setLook(got),
      (why: unknown) => {
        reached.delete(key);
        console.error(why);
      },
    );
    return () => {
      wanted = false;
    };
  }, [key]);
  return look;
}
