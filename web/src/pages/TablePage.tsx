/** A game on this device. */
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Told } from "../engine/engine";
import { built } from "../games/info";
import { learnArea, t } from "../i18n";
import { go } from "../router";
import { useStore } from "../store";
import { askHouse, findTold } from "../table/daily";
import { WithBook } from "../books/WithBook";
import { beginLocal, keptGame, recordBook, recordOptions } from "../table/kept";
import { LocalTable } from "../table/local";
import { Icon } from "../ui/icons";
import { saveRecord } from "../ui/download";
import { FirstTime, useFirstTime } from "../ui/FirstTime";
import { Nothing } from "../ui/Nothing";
import { ShareButtons } from "../ui/Share";
import { TableView } from "../ui/TableView";
import { useFetched } from "../ui/useFetched";

function playAgain(id: string): void {
  const kept = keptGame(id);
  const game = built.find((g) => g.id === kept?.game);
  if (!kept || !game) return;
  const { seats, record, helps } = kept;
  go(`/local/${beginLocal(game, seats, recordOptions(record), helps, recordBook(record))}`);
}

function SaveButton({ id }: { id: string }) {
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        const kept = keptGame(id);
        if (kept) saveRecord(kept.game, kept.record);
      }}
    >
      <Icon name="save" /> {t("Save the record")}
    </button>
  );
}

/** After a puzzle of the day: what may be told, and how the others did. */
function AfterPuzzle({ game, day, id }: { game: string; day: string; id: string }) {
  const told = useFetched<Told | null>(useCallback(() => findTold(game, day), [game, day]));
  useEffect(() => void askHouse(game, day), [game, day]); // sends it, now or when the line is back
  return (
    <>
      {told && <ShareButtons told={told} />}
      <a class="button" href="#/today">
        {t("Par, streak and the others")}
      </a>
      <a class="button" href={`#/replay/local/${id}`}>
        <Icon name="play" /> {t("Watch it again")}
      </a>
    </>
  );
}

function Local({ table }: { table: LocalTable }) {
  const snapshot = useStore(table.snapshot);
  const id = table.id;
  const first = useFirstTime(snapshot?.game);
  const { day, game } = keptGame(id) ?? {};
  if (day && game) return <TableView table={table} ending={<AfterPuzzle game={game} day={day} id={id} />} />;
  return (
    <TableView
      table={table}
      first={first && snapshot ? <FirstTime game={snapshot.game} /> : undefined}
      ending={
        <>
          <button type="button" class="button main" onClick={() => playAgain(id)}>
            {t("Play again")}
          </button>
          <a class="button" href={`#/new/${snapshot?.game ?? ""}`}>
            {t("Choose…")}
          </a>
          <a class="button" href={`#/replay/local/${id}`}>
            <Icon name="play" /> {t("Watch it again")}
          </a>
          <SaveButton id={id} />
        </>
      }
    />
  );
}

export function LocalTablePage({ id }: { id: string }) {
  return (
    <WithBook record={keptGame(id)?.record ?? ""}>
      <Laid id={id} />
    </WithBook>
  );
}

function Laid({ id }: { id: string }) {
  const [table, setTable] = useState<LocalTable | null | undefined>(undefined);
  useEffect(() => {
    const opened = LocalTable.find(id);
    if (keptGame(id)?.day) void learnArea("mine");
    setTable(opened);
    return () => opened?.close();
  }, [id]);
  if (table === undefined) return <p class="loading">{t("Laying the table…")}</p>;
  if (table === null) return <Nothing title={t("This game is not kept in this browser.")} />;
  return <Local table={table} />;
}
