/** Whose turn, which phase, what is left of it; and the effects told one by one. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { LogEntry } from "../../table/types";
import { Glyph } from "./glyphs";
import type { CardId, View } from "./view";
import { cardsIn } from "./words";

const PACES = { slow: 1700, normal: 850, none: 0 } as const;
export type Pace = keyof typeof PACES;
const PACE_KEY = "tablier.ancient.pace";

export function usePace(): [Pace, () => void] {
  const [pace, setPace] = useState<Pace>(() => {
    const kept = localStorage.getItem(PACE_KEY);
    return kept === "slow" || kept === "none" ? kept : "normal";
  });
  const turn = () => {
    const next = pace === "normal" ? "slow" : pace === "slow" ? "none" : "normal";
    setPace(next);
    localStorage.setItem(PACE_KEY, next);
  };
  return [pace, turn];
}

function paceWord(pace: Pace): string {
  return pace === "slow" ? t("Effects slowly") : pace === "none" ? t("Effects at once") : t("Effects one by one");
}

export interface Told {
  readonly text: string;
  readonly cards: ReadonlySet<CardId>;
}
const NOTHING: ReadonlySet<CardId> = new Set();

/** Steps through what the log tells, so that every effect of a chain is seen. */
export function useTold(log: readonly LogEntry[], pace: Pace, text: (entry: LogEntry) => string | null): Told {
  const [at, setAt] = useState(log.length);
  const behind = log.length - at;
  const timer = useRef(0);
  useEffect(() => {
    clearTimeout(timer.current);
    if (behind < 0 || (behind > 0 && pace === "none")) return setAt(log.length);
    if (behind === 0) return;
    // The first is shown at once; a long backlog goes faster.
    timer.current = window.setTimeout(() => setAt(at + 1), at === 0 ? 0 : behind > 6 ? PACES[pace] / 3 : PACES[pace] / 2);
    return () => clearTimeout(timer.current);
  }, [at, log.length, pace]);
  // Whose turn it is stands beside it anyway.
  const entry = log.slice(0, Math.max(0, at)).findLast(({ kind }) => kind !== "turn");
  return { text: entry ? (text(entry) ?? "") : "", cards: entry ? new Set(cardsIn(entry.args)) : NOTHING };
}

interface Props {
  readonly view: View;
  readonly names: readonly string[];
  readonly told: Told;
  readonly pace: Pace;
  turnPace(): void;
}

export function Strip({ view, names, told, pace, turnPace }: Props) {
  const phases = [
    { id: "action", label: t("Actions") },
    { id: "chronicle", label: t("Chronicle") },
    { id: "decline", label: t("Declines") },
  ];
  return (
    <header class="ak-strip">
      {view.phase !== "setup" && view.phase !== "over" && (
        <>
          <p class="ak-round">
            {t("Round {n}", { n: view.round })} · <strong>{names[view.active]}</strong>
          </p>
          <ol class="ak-phases" aria-label={t("Phases of the turn")}>
            {phases.map((phase) => (
              <li key={phase.id} aria-current={phase.id === view.phase ? "step" : undefined} class={phase.id === "decline" && view.skip ? "skipped" : ""}>
                {phase.label}
                {phase.id === "action" && view.phase === "action" && (
                  <span class="ak-left" role="img" aria-label={t("{n} of 2 actions left", { n: view.actions })}>
                    <i class={view.actions > 0 ? "on" : ""} />
                    <i class={view.actions > 1 ? "on" : ""} />
                  </span>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      {view.ending && view.phase !== "over" && <p class="ak-last">{t("Last round")}</p>}
      <p class="ak-told" aria-hidden="true" key={told.text}>
        {told.text}
      </p>
      <ul class="ak-decks">
        <li title={t("Cards in the deck")}>
          <Glyph sign="deck" />
          <span class="hidden">{t("Cards in the deck")} </span>
          {view.deck}
        </li>
        <li title={t("Technologies left, level I")}>
          <span class="ak-roman">I</span>
          <span class="hidden">{t("Technologies left, level I")} </span>
          {view.decks[0]}
        </li>
        <li title={t("Technologies left, level II")}>
          <span class="ak-roman two">II</span>
          <span class="hidden">{t("Technologies left, level II")} </span>
          {view.decks[1]}
        </li>
      </ul>
      <button type="button" class="ak-pace" onClick={turnPace} title={paceWord(pace)} aria-label={paceWord(pace)}>
        <span aria-hidden="true">{pace === "slow" ? "›" : pace === "normal" ? "››" : "›››"}</span>
      </button>
    </header>
  );
}
