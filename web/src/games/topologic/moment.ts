/** The end of a round is seen before the next one begins: the pawns gathered, the secret, who needed how much. */
import { useRef, useState } from "preact/hooks";
import type { MomentWords } from "../../ui/Moment";
import type { BoardProps } from "../board";
import type { Round, Scene, View } from "./view";
import { roundWords } from "./words";

const ENDS: ReadonlySet<string> = new Set(["found", "stopped"]);

/** The position in which a round ended. */
function endOf(view: View, number: number, round: Round): View {
  return {
    ...view,
    phase: "moving",
    round: number,
    seeker: round.seeker,
    pawns: round.history.at(-1)?.pawns ?? [],
    moved: [],
  };
}

/** Which round's end waits to be taken in; null: the game is shown as it stands. */
export function useRoundEnd({ view, log, over, names, you }: BoardProps<Scene, View>): {
  readonly view: View;
  readonly moment: MomentWords;
} | null {
  const ended = log.filter(({ kind }) => ENDS.has(kind)).length;
  const seen = useRef(ended);
  const [shown, show] = useState<number | null>(null);
  if (ended < seen.current) seen.current = ended; // taken back
  if (ended > seen.current) {
    seen.current = ended;
    show(ended - 1);
  }
  const round = shown === null ? undefined : view.rounds[shown];
  if (shown === null || over || !round || round.history.length === 0) return null;
  return {
    view: endOf(view, shown, round),
    moment: { ...roundWords(view, round, names, you), close: () => show(null) },
  };
}
