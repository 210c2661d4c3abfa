/** Nouvelles Contrées on the shelf. */
import type { GameFolder } from "../board";
import art from "./cover.svg";

export const contrees: GameFolder = { art };
