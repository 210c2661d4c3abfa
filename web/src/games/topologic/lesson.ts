/** A first round with three pawns: the secret is E5, and three turns find it. */
import { t } from "../../i18n";
import type { Lesson } from "../board";

export const lesson: Lesson = {
  seats: 1,
  options: { pawns: "3" },
  seed: "57",
  steps: [
    {
      say: () =>
        t(
          "Welcome! Sixty tiles lie open: ten colours with a letter each, and in each colour the values 1 to 6. One of them is the secret.",
        ),
    },
    {
      say: () =>
        t(
          "You have three pawns here. For your first turn, place one on E3: touch the tile, or drag the pawn there.",
        ),
      want: "place E3",
      wrong: () => t("A pawn elsewhere would be a fine start too, but the lesson goes on from here."),
    },
    {
      say: () => t("Now one on E6, the same colour with another value."),
      want: "place E6",
      wrong: () => t("Two pawns on the same colour tell whether it is the right one."),
    },
    {
      say: () => t("And the last on A1."),
      want: "place A1",
      wrong: () => t("The third pawn tries another colour and another value."),
    },
    {
      say: () =>
        t(
          "Ask for the score. Each pawn earns a point if its tile has the colour of the secret, and a point if it has its value. You only hear the sum.",
        ),
      want: "announce",
    },
    {
      say: () =>
        t(
          "Two points. Perhaps both E pawns earn one for the colour: then the secret is E2, E4 or E5. Or it is an A tile: A1, A3 or A6. Nothing else gives two.",
        ),
    },
    {
      say: () =>
        t(
          "A clever move tells them apart. Pawns go like a queen in chess: straight or diagonally, as far as you like. Take pawn 3 and put it on A5.",
        ),
      want: "move 3 A5",
      wrong: () =>
        t("That would not tell the tiles that are left apart: it takes a pawn on colour A with the value 5."),
    },
    { say: () => t("Leave the others where they are, and ask for the score."), want: "announce" },
    {
      say: () =>
        t(
          "Three! Both E pawns give two, so the third point is for the value 5. The secret must be E5. Now gather every pawn there.",
        ),
    },
    {
      say: () => t("Pawn 1 to E5. Each pawn may move once in a turn."),
      want: "move 1 E5",
      wrong: () => t("The round ends only when every pawn stands on the secret."),
    },
    {
      say: () => t("Pawn 2 to E5; several pawns may share a tile."),
      want: "move 2 E5",
      wrong: () => t("The round ends only when all pawns stand on E5."),
    },
    { say: () => t("And pawn 3."), want: "move 3 E5", wrong: () => t("One pawn is still missing on E5.") },
    { say: () => t("All together. Ask for the score a last time."), want: "announce" },
    {
      say: () =>
        t(
          "Found in three turns! In a real duel you hide a tile for the other one as well, and whoever needs fewer turns wins. The table keeps every placement and its score, you can mark tiles, and there are hints if you want them.",
        ),
    },
  ],
};
