/** Topologic on the shelf. */
import type { GameFolder } from "../board";
import art from "./cover.svg";

export const topologic: GameFolder = {
  art,
  board: () => import("./index"),
  lesson: () => import("./lesson").then((m) => m.lesson),
  options: () => import("./options").then((m) => m.options),
};
