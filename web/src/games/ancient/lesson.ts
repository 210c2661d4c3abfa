/** Four turns with ready-made hand 1: create, decline, learn, excavate; pay, archive; an artefact; the signs. */
import { t } from "../../i18n";
import type { Lesson } from "../board";
import { nameOf } from "./view";

export const lesson: Lesson = {
  seats: 2,
  options: { hands: "ready", first: "seat1" },
  seed: "5",
  steps: [
    {
      say: () =>
        t(
          "Welcome! You build monuments, and time carries them off. Below is your hand; in the middle your Timeline with its six spaces; on its left the Past, where monuments end up and score.",
        ),
    },
    {
      say: () =>
        t(
          "On a card, the yellow square is its start space, the blue mark the knowledge that comes with it, the star its points; the dark label at the top how many cards you discard to create it. Hold a finger or the mouse on any card to read it.",
        ),
    },
    {
      say: () =>
        t(
          "You take two actions in a turn. First, create {card}: touch it, then touch space 4, its start space. The numbers show what each space costs: one card more for every step away.",
          { card: nameOf("P31") },
        ),
      want: "create",
    },
    { say: () => t("Touch {card} in your hand.", { card: nameOf("P31") }), want: "create P31" },
    { say: () => t("Now space 4: there it is free."), want: "space 4" },
    {
      say: () =>
        t(
          "There it stands with four knowledge. Knowledge still on a monument when it declines is lost, and costs a point each. So, for your second action, create {card} on space 1.",
          { card: nameOf("P18") },
        ),
      want: "create",
    },
    { say: () => t("Touch {card} in your hand.", { card: nameOf("P18") }), want: "create P18" },
    { say: () => t("Put it on space 1, right next to the Past."), want: "space 1" },
    {
      say: () =>
        t(
          "Its effect, marked with a flash, happens at once: take one knowledge off a monument. Choose {card}.",
          { card: nameOf("P31") },
        ),
      want: "token P31",
    },
    {
      say: () =>
        t(
          "Then your turn ran on by itself. In the chronicle phase {card} let you draw a card. In the decline phase the monument on space 1 went to your Past with two knowledge lost, and the rest moved one space to the left.",
          { card: nameOf("P31") },
        ),
    },
    {
      say: () =>
        t(
          "The other player has searched twice, and it is your turn again. Technologies lie on the tiles, or at the very bottom on a phone. Learn {card}: touch it, then confirm. It takes one knowledge off each of your pyramids.",
          { card: nameOf("T6") },
        ),
      before: [
        [1, "search"],
        [1, "search"],
      ],
      want: "learn",
    },
    { say: () => t("Touch {card}.", { card: nameOf("T6") }), want: "learn T6" },
    {
      say: () =>
        t(
          "Last of all, excavate: that tilts the monument in your Past and gives you two cards. A tilted one still scores, but cannot be excavated again.",
        ),
      want: "excavate",
    },
    {
      say: () =>
        t(
          "Your third turn. Some cards cost others: create {card} on space 4, its start space, where it costs one card out of your hand.",
          { card: nameOf("M2") },
        ),
      before: [
        [1, "search"],
        [1, "search"],
      ],
      want: "create",
    },
    { say: () => t("Touch {card} in your hand.", { card: nameOf("M2") }), want: "create M2" },
    { say: () => t("Space 4: the number says what it costs there."), want: "space 4" },
    {
      say: () =>
        t("Now pay: touch {card} to discard it. Where several cards are asked for, choose them all first.", {
          card: nameOf("C5"),
        }),
      want: "pay C5",
    },
    {
      say: () =>
        t(
          "Now archive: each card you discard takes one knowledge off a monument, as many times as you like. {card} is close to the Past, so it matters there.",
          { card: nameOf("P31") },
        ),
      want: "archive",
    },
    {
      say: () => t("Discard {card}, which is dear.", { card: nameOf("M7") }),
      want: "archive M7",
    },
    {
      say: () => t("Take the knowledge off {card}.", { card: nameOf("P31") }),
      want: "token P31",
    },
    { say: () => t("You could go on; one is enough for now."), want: "stop" },
    {
      say: () =>
        t(
          "Your fourth turn. Artefacts do not stand in the Timeline: they stay on your board, five at most. Create {card}; it is free.",
          { card: nameOf("A15") },
        ),
      before: [
        [1, "search"],
        [1, "search"],
      ],
      want: "create",
    },
    { say: () => t("Touch {card} in your hand.", { card: nameOf("A15") }), want: "create A15" },
    {
      say: () =>
        t(
          "Many technologies ask for something: {card} wants three secrets in your collection. What you lack stands on the card; those you may learn are lit.",
          { card: nameOf("T35") },
        ),
    },
    {
      say: () =>
        t(
          "Tiles are of two levels. Level II asks for more and scores at the end. When somebody's Past first holds seven monuments, a tile of level I turns to level II; and a tile with one card left is filled anew.",
        ),
    },
    {
      say: () =>
        t(
          "A sign on each card says when its effect happens: the flash at once, the loop always while in play, the hammer in every chronicle phase, the fallen column when it declines, the sun at the end of the game.",
        ),
    },
    {
      say: () =>
        t(
          "You know all of it; search, the fifth action, draws a card. Once somebody has fourteen monuments in the Past, the round is finished and the sheet is filled in: points of the Past, effects, technologies, one for each monument still in the Timeline, less the lost knowledge.",
        ),
    },
  ],
};
