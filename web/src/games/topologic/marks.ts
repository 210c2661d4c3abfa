/** Marks that the seeker makes by hand, kept in the browser by table and round. */
import { useState } from "preact/hooks";
import { keepFor, keptFor } from "../../storage";
import type { Tile } from "./view";

/** "no": surely not the secret; "maybe": it could well be. */
export type Mark = "no" | "maybe";
export type Marks = Readonly<Record<Tile, Mark>>;

const KEY = "tablier.topologic.marks";
const MOST = 40; // tables remembered

const load = (name: string) => keptFor<Marks>(KEY, name) ?? {};

const after = { none: "no", no: "maybe", maybe: "none" } as const;

export function useMarks(
  table: string,
  round: number,
): { marks: Marks; turn(tile: Tile): void; exclude(tiles: readonly Tile[]): void; clear(): void } {
  const name = `${table}/${round}`;
  const [state, setState] = useState<{ name: string; marks: Marks }>(() => ({
    name,
    marks: load(name),
  }));
  const marks = state.name === name ? state.marks : load(name);
  const set = (next: Marks) => {
    setState({ name, marks: next });
    keepFor(KEY, name, next, MOST);
  };
  return {
    marks,
    turn(tile) {
      const { [tile]: old, ...rest } = marks;
      const next = after[old ?? "none"];
      set(next === "none" ? rest : { ...rest, [tile]: next });
    },
    exclude: (tiles) => set({ ...marks, ...Object.fromEntries(tiles.map((tile) => [tile, "no"] as const)) }),
    clear: () => set({}),
  };
}
