/** What happened, line by line, and the same spoken once. */
import { useEffect, useRef } from "preact/hooks";
import type { GameModule } from "../games/board";
import type { GameInfo } from "../games/info";
import { t } from "../i18n";
import type { LogEntry } from "../table/types";
import { eventText } from "./names";

interface Props {
  info: GameInfo;
  module: GameModule | null;
  log: readonly LogEntry[];
  names: readonly string[];
}

export function Log({ info, module, log, names }: Props) {
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [log.length]);
  const lines = log.flatMap((entry, i) => {
    const text = eventText(info, module, entry, names);
    return text === null ? [] : [{ i, text, seat: entry.seat }];
  });
  if (!lines.length) return <p class="quiet">{t("Nothing has happened yet.")}</p>;
  return (
    <ol class="log" ref={end} tabIndex={0} aria-label={t("Log")}>
      {lines.map((line) => (
        <li key={line.i} data-seat={line.seat}>
          {line.text}
        </li>
      ))}
    </ol>
  );
}

/** A live region that says what the last decisions told, and nothing on the first drawing. */
export function Announcer({ info, module, log, names }: Props) {
  const said = useRef(log.length);
  const text = useRef("");
  if (log.length > said.current)
    text.current = log
      .slice(said.current)
      .map((entry) => eventText(info, module, entry, names))
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
