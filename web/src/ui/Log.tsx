/** What happened, line by line, and the same spoken once. */
import { useEffect, useRef } from "preact/hooks";
import type { GameModule, Pointed } from "../games/board";
import type { GameInfo } from "../games/info";
import { t } from "../i18n";
import type { LogEntry } from "../table/types";
import { eventLine, eventText, type Line, type Named } from "./names";
import { type Player, PlayerSign } from "./players";

interface Props {
  info: GameInfo;
  module: GameModule | null;
  log: readonly LogEntry[];
  names: readonly string[];
  you: number | null;
}
interface LogProps extends Props {
  players: readonly Player[];
  /** Shows what a name stands for, on the board; null: no more. */
  point(at: Pointed | null): void;
}

/** A card, a tile, a place: under the mouse, the focus or a finger it shows itself. */
function Name({ named, point }: { named: Named; point: LogProps["point"] }) {
  const show = () => point({ kind: named.kind, value: named.value });
  const hide = () => point(null);
  return (
    <button
      type="button"
      class="log-name"
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={show}
    >
      {named.text}
    </button>
  );
}

function Words({ line, module, point }: { line: Line; module: GameModule | null; point: LogProps["point"] }) {
  return (
    <>
      {line.map((piece, i) =>
        typeof piece === "string" || !piece.value || !module?.shows?.includes(piece.kind) ? (
          typeof piece === "string" ? (
            piece
          ) : (
            piece.text
          )
        ) : (
          <Name key={i} named={piece} point={point} />
        ),
      )}
    </>
  );
}

export function Log({ info, module, log, names, you, players, point }: LogProps) {
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const scroller = end.current?.closest("[role=tabpanel], .tab-sheet") ?? null;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [log.length]);
  useEffect(() => () => point(null), []);
  const lines = log.flatMap((entry, i) => {
    const line = eventLine(info, module, entry, names, you);
    return line === null ? [] : [{ i, line, player: players[entry.seat] }];
  });
  if (!lines.length) return <p class="quiet">{t("Nothing has happened yet.")}</p>;
  return (
    <ol class="log" ref={end} tabIndex={0} aria-label={t("Log")}>
      {lines.map(({ i, line, player }) => (
        <li key={i} style={player && { borderColor: player.colour }}>
          {player && <PlayerSign player={player} />}
          <span>
            <Words line={line} module={module} point={point} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A live region that says what the last decisions told, and nothing on the first drawing. */
export function Announcer({ info, module, log, names, you }: Props) {
  const said = useRef(log.length);
  const text = useRef("");
  if (log.length > said.current)
    text.current = log
      .slice(said.current)
      .map((entry) => eventText(info, module, entry, names, you))
      .filter((line) => line !== null)
      .join(" ");
  useEffect(() => {
    said.current = log.length;
  });
  return (
    <div class="hidden" role="log" aria-live="polite" aria-label={t("Announcements")}>
      {text.current}
    </div>
  );
}
