/** Archives on the shelf. */
import type { GameFolder } from "../board";
import art from "./cover.svg";

export const archives: GameFolder = {
  art,
  board: () => import("./index"),
  lesson: () => import("./lesson").then((m) => m.lesson),
};
