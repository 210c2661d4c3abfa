/** Before a game of Ancient Knowledge. */
import type { OptionsPlan } from "../board";

export const options: OptionsPlan = { first: ["hands"] };
