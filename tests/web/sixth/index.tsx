/** Hush for the page: a board of one line. */
import type { BoardParts, BoardProps } from "../board";

export function useBoard({ legal }: BoardProps): BoardParts {
  return { board: <p class="hush-board">{legal.join(", ")}</p> };
}
