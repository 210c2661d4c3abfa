/** Hush on the shelf. */
import type { GameFolder } from "../board";
import art from "./cover.svg";

export const hush: GameFolder = {
  art,
  board: () => import("./index"),
};
