/** Tables on the server: mine, those that wait for players, those being played, finished. */
import { useEffect, useState } from "preact/hooks";
import { cover } from "../games/content";
import { t, when } from "../i18n";
import { useStore } from "../store";
import { connection } from "../table/connection";
import { listTables, type Row } from "../table/remote";
import { LineBadge } from "../ui/LineBadge";
import { seatName } from "../ui/names";
import { Door } from "./Door";
import "./online.css";

type Kind = "mine" | "open" | "live" | "finished";

function RowItem({ row }: { row: Row }) {
  return (
    <li class="sheet">
      <div class="row-words">
        <a class="row-title" href={`#/t/${row.table}`}>
          {cover(row.game)?.name ?? row.game}
        </a>
        <span class="small quiet">
          {row.seats.map(seatName).join(" · ")} · {when(row.changed)}
        </span>
      </div>
      {row.your_turn && <strong class="turn-flag">{t("Your turn")}</strong>}
      {row.status === "over" && (
        <a class="button small" href={`#/replay/table/${row.table}`}>
          {t("Watch it again")}
        </a>
      )}
    </li>
  );
}

export function TableList({ kind, title, empty }: { kind: Kind; title: string; empty: string | null }) {
  const state = useStore(connection.state);
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  useEffect(() => {
    connection.open();
    if (state !== "online") return;
    const ask = () => void listTables(kind).then((got) => setRows(typeof got === "string" ? [] : got));
    ask();
    const timer = setInterval(() => document.hidden || ask(), 10_000);
    return () => clearInterval(timer);
  }, [state, kind]);
  if (rows === null || (rows.length === 0 && empty === null)) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <ul class="rows">
          {rows.map((row) => (
            <RowItem key={row.table} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

export function TablesPage() {
  const state = useStore(connection.state);
  useEffect(() => connection.open(), []);
  return (
    <Door>
      <h1 style={{ marginBottom: "1rem" }}>{t("Tables")}</h1>
      {state === "absent" ? (
        <p class="notice">{t("This page has no server: only games on this device can be played.")}</p>
      ) : (
        <>
          <LineBadge />
          <p>
            <a class="button main" href="#/new/topologic/friends">
              {t("Open a table")}
            </a>
          </p>
          <TableList kind="mine" title={t("My tables")} empty={t("You sit at no table.")} />
          <TableList kind="open" title={t("Tables that wait for players")} empty={t("No table is waiting just now.")} />
          <TableList kind="live" title={t("Being played")} empty={null} />
          <TableList kind="finished" title={t("Finished")} empty={null} />
        </>
      )}
    </Door>
  );
}

/** On the home page: only what there is. */
export function HomeTables() {
  return (
    <>
      <TableList kind="mine" title={t("My tables")} empty={null} />
      <TableList kind="open" title={t("Tables that wait for players")} empty={null} />
    </>
  );
}
