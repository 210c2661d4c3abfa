/** What happened in ArcheOlogic, in sentences. */
import { t, tn } from "../../i18n";
import { listNames } from "../../ui/names";
import type { Told } from "../../ui/Prompt";
import type { BoardProps } from "../board";
import { axisName, sayQuestion, subjectName } from "./symbols";
import { type Claim, isQuestion, type Scene, type Turn, type View } from "./view";

type Props = BoardProps<Scene, View>;

/** Before a claim: what it costs, and what becomes of whoever is wrong. */
export function claimPrice(scene: Scene): string {
  return scene.claim === "booklet"
    ? t("Claim this city for 4? If it is wrong, your expedition is over.")
    : t("Claim this city for 4? If it is wrong, you are told which buildings are right.");
}

export function rightWords({ right }: Claim): string {
  if (right === null) return t("The claim is wrong, and cost 4.");
  if (right === "") return t("No building is right. The claim cost 4.");
  return tn(
    "Building {list} is right, the others are marked in red. The claim cost 4.",
    "Buildings {list} are right, the others are marked in red. The claim cost 4.",
    right.length,
    { list: listNames([...right]) },
  );
}

/** A turn of your own. */
function ownText(turn: Turn): string {
  if (isQuestion(turn)) return sayQuestion(turn.axis, turn.subject, turn.answer);
  if (turn.verdict === "right") return t("Your claim is right.");
  if (turn.verdict === "waiting") return t("Your claim is being verified.");
  return rightWords(turn);
}

function theirText(turn: Turn, name: string): string {
  if (!isQuestion(turn))
    return turn.verdict === "wrong"
      ? t("{name} claimed a city that is not there.", { name })
      : t("{name} claims to know the city.", { name });
  return t("{name} asked: {subject} on {axis}.", {
    name,
    subject: subjectName(turn.subject),
    axis: axisName(turn.axis),
  });
}

/** Your last answer or verdict, which you need for the next decision, and what the others did since. */
export function toldOf({ view, you, names }: Props): Told | null {
  const own = view.log.findLastIndex((turn) => turn.seat === you);
  const mine = view.log[own];
  const since = view.log.slice(own + 1).map((turn) => theirText(turn, names[turn.seat] ?? ""));
  const text = [...(mine ? [ownText(mine)] : []), ...since].join(" · ");
  const bad = mine !== undefined && !isQuestion(mine) && mine.verdict === "wrong";
  return text ? { key: view.log.length, text, bad } : null;
}

/** Why it ended so. */
export function whyOf({ view, names, you, over }: Props): string {
  if (!over) return "";
  const winner = view.winner ?? -1;
  if (winner < 0) return t("Nobody mapped the city this time.");
  const time = view.pawns[winner]?.time ?? 0;
  return winner === you
    ? t("You mapped the city in a time of {time}.", { time })
    : t("{name} mapped the city in a time of {time}.", { name: names[winner] ?? "", time });
}
