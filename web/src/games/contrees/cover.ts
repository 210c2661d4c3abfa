/** Nouvelles Contrées on the shelf. */
import type { GameFolder } from "../board";
import art from "./cover.svg";

export const contrees: GameFolder = {
  art,
  board: () => import("./index"),
  lesson: () => import("./lesson").then((m) => m.lesson()),
  options: () => import("./options").then((m) => m.options),
};
