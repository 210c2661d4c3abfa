/** Ancient Knowledge for the page: its board, its first lesson, and its moves in words. */
export { useBoard } from "./Board";
export { lesson } from "./lesson";
export { say, word } from "./words";
