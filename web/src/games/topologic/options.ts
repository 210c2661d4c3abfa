/** Before a game of Topologic: who breaks a tie is asked only of two. */
import type { OptionsPlan } from "../board";

export const options: OptionsPlan = {
  first: ["pawns", "aid"],
  matters: (id, seats) => id !== "tiebreak" || seats > 1,
};
