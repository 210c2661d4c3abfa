/** Tables on the server: mine, those that wait for players, those being played, finished. */
import { useEffect, useState } from "preact/hooks";
import { cover, nameOf, shelf } from "../games/shelf";
import { t, tn, when } from "../i18n";
import { useStore } from "../store";
import { connection } from "../table/connection";
import { listTables, type Row } from "../table/remote";
import { waiting } from "../table/waiting";
import { Icon } from "../ui/icons";
import { LineBadge } from "../ui/LineBadge";
import { paceText, seatName } from "../ui/names";
import { Avatar } from "../ui/Seats";
import { reasonText, resultText } from "../ui/results";
import { Door } from "./Door";
import "./online.css";

type Kind = "mine" | "open" | "live" | "finished";

function Outcome({ row }: { row: Row }) {
  const names = row.seats.map(seatName);
  return (
    <>
      <span class="outcome">
        {resultText(row, names)} {reasonText(row.result, names)}
      </span>
      <a class="button small" href={`#/replay/table/${row.table}`}>
        <Icon name="play" /> {t("Watch it again")}
      </a>
      <a
        class="button small plain"
        href={`/record/${row.table}`}
        download={`${row.game}-${row.table}.record`}
        aria-label={t("Save the record")}
        title={t("Save the record")}
      >
        <Icon name="save" />
      </a>
    </>
  );
}

function freeSeats(row: Row): number {
  return row.status === "open" && row.you === null
    ? row.seats.filter((seat) => seat.kind === "open").length
    : 0;
}

function RowItem({ row }: { row: Row }) {
  const free = freeSeats(row);
  const picture = cover(row.game);
  return (
    <li class={row.your_turn ? "sheet yours" : "sheet"}>
      {picture && <img src={picture.art} alt="" width="96" height="66" />}
      <div class="row-words">
        <a class="row-title" href={`#/t/${row.table}`}>
          {nameOf(row.game)}
        </a>
        <span class="row-seats">
          {row.seats.map((seat, i) => (
            <span key={i} class={seat.kind === "open" ? "row-seat quiet" : "row-seat"}>
              <Avatar seat={seat} name={seat.kind === "open" ? "?" : seatName(seat, i)} /> {seatName(seat, i)}
            </span>
          ))}
        </span>
        <span class="small quiet">
          {paceText(row.pace)} · {when(row.changed)}
        </span>
      </div>
      {row.your_turn && (
        <a class="button small main" href={`#/t/${row.table}`}>
          {t("Your turn")}
        </a>
      )}
      {free > 0 && (
        <a class="button small main" href={`#/t/${row.table}`}>
          {tn("{n} free seat", "{n} free seats", free)}
        </a>
      )}
      {row.status === "over" && <Outcome row={row} />}
    </li>
  );
}

/** The rows of a kind, asked again every few seconds; older ones once they were asked for. */
function useRows(kind: Kind) {
  const state = useStore(connection.state);
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [older, setOlder] = useState<readonly Row[]>([]);
  const [more, setMore] = useState<unknown>(null);
  useEffect(() => {
    connection.open();
    if (state !== "online") return;
    let first = true;
    const ask = async () => {
      const got = await listTables(kind);
      // A rematch waits for those who played before: nobody else can sit down there.
      setRows(
        (got?.tables ?? []).filter(
          (row) => kind !== "open" || row.seats.some((seat) => seat.kind === "open"),
        ),
      );
      if (kind === "mine") waiting.set(got?.tables.filter((row) => row.your_turn).length ?? 0);
      if (first) setMore(got?.more ?? null);
      first = false;
    };
    void ask();
    const timer = setInterval(() => document.hidden || void ask(), 10_000);
    return () => clearInterval(timer);
  }, [state, kind]);
  const fetchMore = async () => {
    const got = await listTables(kind, more);
    setOlder([...older, ...(got?.tables ?? [])]);
    setMore(got?.more ?? null);
  };
  const newest = new Set(rows?.map((row) => row.table));
  return { rows: rows && [...rows, ...older.filter((row) => !newest.has(row.table))], more, fetchMore };
}

export function TableList({ kind, title, empty }: { kind: Kind; title: string; empty: string | null }) {
  const { rows, more, fetchMore } = useRows(kind);
  if (rows === null || (rows.length === 0 && empty === null)) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="empty quiet">{empty}</p>
      ) : (
        <ul class="rows">
          {rows.map((row) => (
            <RowItem key={row.table} row={row} />
          ))}
        </ul>
      )}
      {more !== null && (
        <p>
          <button type="button" class="button small" onClick={() => void fetchMore()}>
            {t("Older ones")}
          </button>
        </p>
      )}
    </section>
  );
}

/** One button for each game that can be played: a table with friends. */
function OpenOne() {
  return (
    <section class="open-one" aria-label={t("Open a table")}>
      <h2>{t("Open a table")}</h2>
      <ul>
        {shelf.map((game) => (
          <li key={game.id}>
            <a href={`#/new/${game.id}/friends`}>
              <img src={game.art} alt="" width="160" height="110" />
              <span>{t(game.name)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TablesPage() {
  const state = useStore(connection.state);
  useEffect(() => connection.open(), []);
  return (
    <Door>
      <div class="tables-page">
        <h1>{t("Tables")}</h1>
        {state === "absent" ? (
          <p class="notice">{t("This page has no server: only games on this device can be played.")}</p>
        ) : (
          <>
            <LineBadge />
            <TableList kind="mine" title={t("My tables")} empty={t("You sit at no table.")} />
            <TableList
              kind="open"
              title={t("Tables that wait for players")}
              empty={t("No table is waiting just now. Open one: it is listed here if anybody may sit down.")}
            />
            <OpenOne />
            <TableList kind="live" title={t("Being played")} empty={null} />
            <TableList kind="finished" title={t("Finished")} empty={null} />
          </>
        )}
      </div>
    </Door>
  );
}

/** On the home page: only what there is. */
export function HomeTables({ which }: { which: "mine" | "open" }) {
  const title = which === "mine" ? t("My tables") : t("Tables that wait for players");
  return <TableList kind={which} title={title} empty={null} />;
}
