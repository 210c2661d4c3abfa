/** ArcheOlogic on the shelf. */
import type { GameFolder } from "../board";
import art from "./cover.svg";

export const archeologic: GameFolder = {
  art,
  board: () => import("./index"),
  lesson: () => import("./lesson").then((m) => m.lesson),
  companion: () => import("./Companion").then((m) => m.Companion),
  options: () => import("./options").then((m) => m.options),
};
