/** What the engine says of its games; written by the build (tools/prepare.mjs). */
import list from "../generated/games.json";
import { learnArea } from "../i18n";

export interface GameOption {
  readonly id: string;
  readonly name: string;
  readonly help: string;
  readonly usual: string;
  readonly values?: readonly { readonly id: string; readonly label: string }[];
  readonly min?: number;
  readonly max?: number;
  readonly text?: boolean;
}
export interface EventKind {
  readonly id: string;
  readonly text: string | null;
  readonly args: string;
}
export interface GameBrief {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly edition: number;
  readonly seats: readonly number[];
  readonly book: boolean;
  /** What the result of its puzzle of the day counts; left out where it has none. */
  readonly daily?: string;
  /** Whether docs/rules has its pages. */
  readonly rules: boolean;
}
export interface GameInfo extends Omit<GameBrief, "rules" | "daily"> {
  readonly hints: boolean;
  readonly options: readonly GameOption[];
  readonly events: readonly EventKind[];
}

export const built: readonly GameBrief[] = list.games;

const infos = import.meta.glob<GameInfo>("../generated/game.*.json", { import: "default" });

/** A game's options and events, with its words in the language in use. */
export async function gameInfo(id: string): Promise<GameInfo | null> {
  const load = infos[`../generated/game.${id}.json`];
  if (!load) return null;
  const [info] = await Promise.all([load(), learnArea(id)]);
  return info;
}
