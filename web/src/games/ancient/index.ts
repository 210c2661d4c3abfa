/** Ancient Knowledge for the page: its board, and its moves in words. */
export { useBoard } from "./Board";
export { quiet, say, shows, word } from "./words";
