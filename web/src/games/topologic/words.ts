/** What happened in Topologic, in sentences. */
import { t, tn } from "../../i18n";
import type { Told } from "../../ui/Prompt";
import type { BoardProps } from "../board";
import type { Round, Scene, View } from "./view";

type Props = BoardProps<Scene, View>;

/** Before a turn in which nothing moves: what it would tell. */
export function scoreAgain(view: View): string {
  const last = view.rounds[view.round]?.history.at(-1);
  return t("No pawn has moved: the score would be {score} again, and the turn would count.", {
    score: last?.score ?? 0,
  });
}

/** The last score, until the seeker's next one; undefined: the log tells it. */
export function toldOf({ view, log, ply, you, names }: Props): Told | undefined {
  const scored = log.findLast(({ kind }) => kind === "scored");
  if (!scored || view.phase === "choosing" || view.phase === "over" || log.at(-1)?.kind !== "scored")
    return undefined;
  const [turn = "", score = ""] = scored.args;
  return {
    key: ply,
    text:
      scored.seat === you
        ? t("Turn {n}: your pawns score {score}.", { n: turn, score })
        : t("Turn {n}: the pawns of {name} score {score}.", {
            n: turn,
            score,
            name: names[scored.seat] ?? "",
          }),
  };
}

/** The end of a round, and what comes next. */
export function roundWords(view: View, round: Round, names: readonly string[], you: number | null) {
  const name = names[round.seeker] ?? "";
  const tile = round.secret ?? "";
  const mine = round.seeker === you;
  const next = names[view.seeker] ?? "";
  const after =
    view.seeker === you ? t("Now it is for you to seek.") : t("Now {name} seeks.", { name: next });
  if (!round.turns)
    return {
      title: t("The round is stopped."),
      text: `${t("The secret was {tile}.", { tile })} ${after}`,
      bad: mine,
    };
  const text = mine
    ? tn("You found {tile} in {n} turn.", "You found {tile} in {n} turns.", round.turns, { tile })
    : tn("{name} found {tile} in {n} turn.", "{name} found {tile} in {n} turns.", round.turns, {
        name,
        tile,
      });
  return { title: mine ? t("Found!") : t("{name} found it", { name }), text: `${text} ${after}`, bad: false };
}

function soloWhy(turns: number, par: number): string {
  const judged =
    turns <= par
      ? t("As good as the best bot: par here is {par}.", { par })
      : turns === par + 1
        ? t("A good result: par here is {par}.", { par })
        : t("Par here is {par}: the field is waiting for another try.", { par });
  return `${tn("You needed {n} turn.", "You needed {n} turns.", turns)} ${judged}`;
}

const needed = (round: Round, names: readonly string[], you: number | null): string => {
  const name = names[round.seeker] ?? "";
  if (!round.turns)
    return round.seeker === you ? t("You did not find it.") : t("{name} did not find it.", { name });
  return round.seeker === you
    ? tn("You needed {n} turn.", "You needed {n} turns.", round.turns)
    : tn("{name} needed {n} turn.", "{name} needed {n} turns.", round.turns, { name });
};

/** Why the game ended so: whoever needs fewer turns wins. */
export function whyOf({ view, scene, names, you, over }: Props): string {
  if (!over) return "";
  if (names.length === 1) return soloWhy(view.rounds[0]?.turns ?? 0, scene.par);
  return view.rounds
    .slice(-2)
    .map((round) => needed(round, names, you))
    .join(" ");
}

/** What the bot counts: the tiles that fit every score so far. */
export function reason(_: readonly string[], view: unknown): string | null {
  const { remaining } = view as View;
  return remaining === undefined
    ? null
    : tn("{n} tile fits every score.", "{n} tiles fit every score.", remaining);
}
