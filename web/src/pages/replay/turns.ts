/** A game as its players took it: turns, with the small decisions of each inside. */
import type { GameModule } from "../../games/board";
import type { Decision } from "./tape";

export interface Turn {
  readonly seat: number;
  /** Decisions taken before it, and after it. */
  readonly from: number;
  readonly to: number;
  readonly notes: readonly string[];
}

/** Whether a turn ends after these notes of one seat though the same seat goes on. */
function isWhole(module: GameModule | null, notes: readonly string[], seats: number): boolean {
  if (module?.endsTurn) return module.endsTurn(notes);
  // Alone, the seat never changes: a decision that wants no more is a turn.
  return seats === 1 && !module?.goesOn?.(notes);
}

export function turnsOf(
  decisions: readonly Decision[],
  module: GameModule | null,
  seats: number,
): readonly Turn[] {
  const turns: Turn[] = [];
  let whole = true;
  for (const [i, { seat, note }] of decisions.entries()) {
    const last = turns[turns.length - 1];
    if (last && !whole && last.seat === seat)
      turns[turns.length - 1] = { ...last, to: i + 1, notes: [...last.notes, note] };
    else turns.push({ seat, from: i, to: i + 1, notes: [note] });
    whole = isWhole(module, turns[turns.length - 1]?.notes ?? [], seats);
  }
  return turns;
}

/** The turn that stands so after so many decisions: the one they belong to, or -1 at the beginning. */
export const turnAt = (turns: readonly Turn[], ply: number): number =>
  ply === 0 ? -1 : turns.findIndex((turn) => ply <= turn.to);
