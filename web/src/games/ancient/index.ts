/** Ancient Knowledge for the page: its board, and its moves in words. */
export { useBoard } from "./Board";
export { goesOn, quiet, say, sayWhole, shows, word } from "./words";
