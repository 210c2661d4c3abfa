/** Archives for the page: its board, and its moves and things in words. */
export { useBoard } from "./Board";
export { say, word } from "./words";
