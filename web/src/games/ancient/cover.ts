/** Ancient Knowledge on the shelf. */
import type { GameFolder } from "../board";
import art from "./cover.svg";

export const ancient: GameFolder = {
  art,
  board: () => import("./index"),
  lesson: () => import("./lesson").then((m) => m.lesson),
  gallery: () => import("./Gallery").then((m) => m.Gallery),
  options: () => import("./options").then((m) => m.options),
};
