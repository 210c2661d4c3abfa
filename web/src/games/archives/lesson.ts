/** A first turn: request, store, answer, pass; then what it is worth to be the expert. */
import { t } from "../../i18n";
import type { Lesson } from "../board";

export const lesson: Lesson = {
  seats: 2,
  options: {},
  seed: "12",
  steps: [
    {
      say: () =>
        t(
          "Welcome to the archives! Cubes are archives of six types, each with its own seal. They arrive in the Entry zones of three sites, and want to be stored, consulted and shown.",
        ),
    },
    {
      say: () =>
        t(
          "Around the board runs the track. Whoever is furthest back has the turn, and may move on as often as they like: each time they carry out the action of the square. The tags show the price in prestige. Behind everybody a square is free; in front of everybody each step costs one.",
        ),
    },
    {
      say: () =>
        t(
          "Prestige may go below zero: everybody begins with 0 and is soon in debt. Move to square 5, Request: it costs 3, and brings 2 back at once.",
        ),
      want: "move 4",
      wrong: () => t("That square has another action; a first request comes before all else."),
    },
    {
      say: () =>
        t(
          "You send a request to each site and two outside. Paris first: choose blue, the crown. A blue cube is waiting in its Entry zone.",
        ),
      want: "request B",
      wrong: () => t("Paris has no such cube to answer with: a blue one waits there."),
    },
    { say: () => t("Fontainebleau: green, the key."), want: "request G" },
    { say: () => t("Pierrefitte: red, the stamp."), want: "request R" },
    { say: () => t("Outside: orange, the seal. Cubes for it may come from any store."), want: "request O" },
    {
      say: () =>
        t(
          "And violet. New requests lie on top; when a column is full the oldest leaves at the bottom, and the expert in its type loses 1 prestige.",
        ),
      want: "request V",
    },
    {
      say: () => t("Now to square 6, Store: a dear one, 4 steps in front of the other pawn."),
      want: "move 1",
    },
    {
      say: () =>
        t(
          "Store moves one or two cubes of one site from Entry to its store, for one expertise each. Touch the blue cube in Paris.",
        ),
      want: "store PA B",
      wrong: () =>
        t("Only cubes in an Entry zone can be stored, and the request in Paris is for a blue one."),
    },
    {
      say: () => t("You are the expert in blue: the crown in the table shows it. Now the orange one."),
      want: "store PA O",
    },
    { say: () => t("Last of all square 7, Answer."), want: "move 1" },
    {
      say: () =>
        t(
          "A request is answered with a cube of its type from the store. Touch the blue request in Paris: the cube goes into consultation. As the expert you gain 1 prestige; somebody else would gain 1 expertise, and you 2 prestige.",
        ),
      want: "answer PA B",
      wrong: () => t("For that request there is no cube in the right store."),
    },
    {
      say: () => t("You are in front now, so you may stop. Pass: it has five steps."),
      want: "pass",
      wrong: () => t("You are in front: every further step would cost prestige."),
    },
    {
      say: () =>
        t(
          "Step 1: once in the game an expert may give up an expertise for as much prestige. Not now: keep them all.",
        ),
      want: "none",
    },
    {
      say: () =>
        t(
          "Step 2 lets waiting cubes in, and there are none. Step 3 brings three new cubes: one blue, two orange, and only Paris takes them. Touch the blue one; the others follow by themselves.",
        ),
      want: "put B PA",
      wrong: () => t("Only a site that accepts a type takes its cubes, and blue goes to Paris."),
    },
    {
      say: () =>
        t(
          "Steps 4 and 5 found nothing to do: no cube waits outside, which costs its expert 1 each, and no exhibition counts down. Meanwhile the other player has stored a blue cube. That paid you 2 prestige; but by drawing level they got one expertise more, and are now the expert.",
        ),
      before: [
        [1, "move 6"],
        [1, "store PA B"],
        [1, "stop"],
      ],
    },
    {
      say: () =>
        t(
          "That is the heart of it. Exhibit shows cubes of one type for prestige and an expertise, Draw takes a card. When somebody has 10 expertise in a type, those behind have one more turn. Then everybody scores their expertise, and each expert the cubes of the largest site and the requests answered. Most prestige wins.",
        ),
    },
  ],
};
