/** A wrong claim is a moment: what was right in it, and what it cost. */
import { useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { MomentWords } from "../../ui/Moment";
import type { BoardProps } from "../board";
import { isQuestion, type Scene, type View } from "./view";
import { rightWords } from "./words";

export function useWrongClaim({ view, you, over }: BoardProps<Scene, View>): MomentWords | null {
  const wrong = view.log.filter((turn) => !isQuestion(turn) && turn.seat === you && turn.verdict === "wrong");
  const seen = useRef(wrong.length);
  const [open, setOpen] = useState(false);
  if (wrong.length !== seen.current) {
    if (wrong.length > seen.current) setOpen(true);
    seen.current = wrong.length;
  }
  const last = wrong.at(-1);
  if (!open || over || !last || isQuestion(last)) return null;
  return {
    title: t("This is not the city."),
    text: rightWords(last),
    bad: true,
    close: () => setOpen(false),
  };
}
