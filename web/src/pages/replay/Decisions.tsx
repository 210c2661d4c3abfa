/** The decisions of a game, turn by turn; the small ones of the turn that is looked at are open. */
import { useEffect, useRef } from "preact/hooks";
import type { GameModule } from "../../games/board";
import type { GameInfo } from "../../games/info";
import { t } from "../../i18n";
import type { LogEntry } from "../../table/types";
import { eventText } from "../../ui/names";
import { type Player, PlayerSign } from "../../ui/players";
import type { Playback } from "./playback";
import type { Turn } from "./turns";

export interface Words {
  readonly info: GameInfo;
  readonly module: GameModule | null;
  readonly names: readonly string[];
  readonly log: readonly LogEntry[];
}

/** What these decisions told, in sentences. */
export const toldBetween = (
  { info, module, names, log }: Words,
  from: number,
  to: number,
): readonly string[] =>
  log
    .filter((entry) => entry.ply > from && entry.ply <= to)
    .flatMap((entry) => eventText(info, module, entry, names, null) ?? []);

/** A turn in one line: what it came to, or what was done. */
function turnText(words: Words, turn: Turn): string {
  const { module } = words;
  const whole = module?.sayWhole?.(turn.notes);
  if (whole) return whole;
  const told = toldBetween(words, turn.from, turn.to).at(-1);
  const last = turn.notes.at(-1) ?? "";
  return told ?? module?.say?.(last) ?? last;
}

function Small({ words, turn, playback }: { words: Words; turn: Turn; playback: Playback }) {
  return (
    <ol class="small-steps">
      {turn.notes.map((note, i) => {
        const ply = turn.from + i + 1;
        return (
          <li key={ply}>
            <button
              type="button"
              class="decision small-step"
              aria-current={ply === playback.ply ? "step" : undefined}
              onClick={() => playback.goTo(ply)}
            >
              {words.module?.say?.(note) ?? note}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export function Decisions(props: {
  words: Words;
  turns: readonly Turn[];
  players: readonly Player[];
  playback: Playback;
}) {
  const { words, turns, players, playback } = props;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const scroller = list.current?.closest("[role=tabpanel], .tab-sheet");
    const here = list.current?.querySelector("[aria-current]");
    if (!scroller || !here) return;
    const room = scroller.getBoundingClientRect();
    const at = here.getBoundingClientRect();
    if (at.top < room.top || at.bottom > room.bottom)
      scroller.scrollTop += at.top - room.top - room.height / 3;
  }, [playback.ply]);
  if (!turns.length) return <p class="quiet">{t("Nothing has happened yet.")}</p>;
  return (
    <ol class="decisions" ref={list} aria-label={t("Decisions")}>
      {turns.map((turn, i) => {
        const player = players[turn.seat];
        const here = i === playback.at;
        return (
          <li key={i} class={here ? "here" : undefined}>
            <button
              type="button"
              class="decision"
              aria-current={here && playback.ply === turn.to ? "step" : undefined}
              onClick={() => playback.goTo(turn.to)}
            >
              <span class="decision-number">{i + 1}</span>
              {player && <PlayerSign player={player} />}
              <span>{turnText(words, turn)}</span>
            </button>
            {here && turn.notes.length > 1 && <Small words={words} turn={turn} playback={playback} />}
          </li>
        );
      })}
    </ol>
  );
}
