/** What happened, line by line, and the same spoken once. */
import { Component } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { GameModule, Pointed } from "../games/board";
import type { GameInfo } from "../games/info";
import { t, words } from "../i18n";
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

/** For whom lines are written, and with what. */
type Reader = Omit<LogProps, "log">;

function LogLine({ reader, entry }: { reader: Reader; entry: LogEntry }) {
  const { info, module, names, you, players, point } = reader;
  const line = eventLine(info, module, entry, names, you);
  const player = players[entry.seat];
  return (
    line && (
      <li style={player && { borderColor: player.colour }}>
        {player && <PlayerSign player={player} />}
        <span>
          <Words line={line} module={module} point={point} />
        </span>
      </li>
    )
  );
}

interface PageProps {
  readonly reader: Reader;
  readonly entries: readonly LogEntry[];
}

/**
 * A long game tells thousands of lines, and nearly all stand there already: with every decision only the last
 * page is written.
 */
class LogPage extends Component<PageProps> {
  override shouldComponentUpdate(next: PageProps): boolean {
    const { reader, entries } = this.props;
    const same = (entry: LogEntry, i: number) => entry === next.entries[i];
    return next.reader !== reader || next.entries.length !== entries.length || !entries.every(same);
  }

  override render({ reader, entries }: PageProps) {
    return entries.map((entry, i) => <LogLine key={i} reader={reader} entry={entry} />);
  }
}

const LINES = 40;
function pagesOf(log: readonly LogEntry[]): readonly (readonly LogEntry[])[] {
  const count = Math.ceil(log.length / LINES);
  return Array.from({ length: count }, (_, page) => log.slice(LINES * page, LINES * (page + 1)));
}

export function Log(props: LogProps) {
  const { info, module, log, names, you, players, point } = props;
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const scroller = end.current?.closest("[role=tabpanel], .tab-sheet") ?? null;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [log.length]);
  useEffect(() => () => point(null), []);
  const tongue = JSON.stringify([words.get(), you, names, players]);
  const reader: Reader = useMemo(() => props, [info, module, point, tongue]);
  if (!log.some((entry) => eventLine(info, module, entry, names, you)))
    return <p class="quiet">{t("Nothing has happened yet.")}</p>;
  return (
    <ol class="log" ref={end} tabIndex={0} aria-label={t("Log")}>
      {pagesOf(log).map((entries, page) => (
        <LogPage key={page} reader={reader} entries={entries} />
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
