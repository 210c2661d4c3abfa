/** A first city alone: four clues, three questions, and each building has its reason. */
import { t } from "../../i18n";
import type { Lesson } from "../board";

export const lesson: Lesson = {
  seats: 1,
  options: { quest: "FR14X52C", clues: "4", aids: "count" },
  seed: "1",
  steps: [
    {
      say: () =>
        t(
          "Welcome to the dig! Six buildings lie under the sand, on a plan of 25 zones. They cover 22 of them, so three zones are empty. They may be turned any way, but never mirrored.",
        ),
    },
    {
      say: () =>
        t(
          "Each cell of a building is safe (a ring) or hides a trap: sharp (a star) or fire (a flame). Four traps are known from the start, you see them on the plan. Whose they are is for you to find out.",
        ),
    },
    {
      say: () =>
        t(
          "You ask about one row or column at a time. The viewfinder on the brass circle steps on by one place before every question. Set it on E: touch E above the plan, or on the circle.",
        ),
      want: "start E",
      wrong: () => t("From any other place the viewfinder would not step to row 1."),
    },
    {
      say: () =>
        t(
          "From E it will step to row 1, for free. Ask about building S there: touch S among the subjects, then press Ask. A large building costs 3 of your time.",
        ),
      want: ["ask", "aim 1", "S"],
      wrong: () => t("Row 1 is free now, and no other subject tells as much about S."),
    },
    {
      say: () =>
        t(
          "Two safe cells of S on row 1, and not its trap. So S lies flat there, and its trap is below. D1 holds a trap, so the two cells can only be B1 and C1. The others are then A2, with the trap, and B2. One question, and S is found!",
        ),
    },
    {
      say: () =>
        t(
          "Next the viewfinder steps to column A. Numbers are cheap: ask for the empty zones there, for 1. Their sign is an empty square.",
        ),
      want: ["ask", "aim A", "empties"],
      wrong: () => t("That would cost more time; empty zones cost 1."),
    },
    {
      say: () =>
        t(
          "Three! All the empty zones are in column A. So A has only two cells: A2, which is S, and one more. And every zone of the other columns is built on. Remember that.",
        ),
    },
    {
      say: () =>
        t(
          "Now look for building V on row 4. The viewfinder would step to row 2; one place further costs 1, any other axis 2. Touch 4 beside the plan, then V, and ask: 4 in all.",
        ),
      want: ["ask", "aim 4", "V"],
      wrong: () => t("That would not settle where V lies: row 4 does."),
    },
    {
      say: () =>
        t(
          "A safe cell and the fire of V are on row 4. Lying on A4, A5 and B4, it would give column A a third cell. On D4, E4 and D5 it would leave E5 empty. So it covers A4, B4 and B3. And whoever plays alone is hurried: each trap seen pushes the viewfinder one place on.",
        ),
    },
    {
      say: () =>
        t(
          "Only one city fits all this, the count beside the plan says so. A claim costs 4, and you lay all six buildings. Begin with S: drag it onto its outline and turn it with R, the wheel or a tap. Or simply touch the outline.",
        ),
      before: [[0, "claim"]],
      want: "lay S r3 A1",
      wrong: () => t("S cannot lie there after what row 1 answered."),
    },
    {
      say: () => t("Now V, with its fire on A4."),
      want: "lay V r3 A3",
      wrong: () => t("V cannot lie there after what row 4 answered."),
    },
    {
      say: () =>
        t(
          "Whose is the fire on E3? The square O or the T would cover D3 as well, and there burns another one. So it is the end of I, which stands upright. It goes down: above, it would leave no room for the owner of D1.",
        ),
      want: "lay I r3 E3",
    },
    {
      say: () =>
        t(
          "The sharp trap on D1: T or L would have to reach down to D3, where the fire is. So the square O fills that corner, and turned like this its fire is on D2.",
        ),
      want: "lay O r2 D1",
    },
    {
      say: () =>
        t(
          "The fire on D3 must be the stem of T. C2 has no other way to be covered, so the bar of T runs from C2 down to the sharp trap on C4.",
        ),
      want: "lay T r0 C2",
    },
    { say: () => t("What remains has just the shape of L."), want: "lay L r3 B4" },
    {
      say: () => t("The city is complete and nothing contradicts it. Claim it!"),
      want: "confirm",
      wrong: () => t("The city is complete: nothing is left but to claim it."),
    },
    {
      say: () =>
        t(
          "Right, in a time of 12! In a race everybody asks in secret, and whoever is last in time plays next. Your plan, your marks and the table of answers are always at hand; touch a zone to mark it.",
        ),
    },
  ],
};
