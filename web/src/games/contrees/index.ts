/** Nouvelles Contrées for the page: its board, and its moves in words. */
export { useBoard } from "./Board";
export { quiet, say, sayWhole, shows, word } from "./words";
