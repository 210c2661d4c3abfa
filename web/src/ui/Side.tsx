/** Beside the board who plays, the game's papers, and the log; on a phone the papers lie behind tabs. */
import type { VNode } from "preact";
import { t } from "../i18n";
import type { Snapshot } from "../table/types";
import { useNarrow } from "./media";
import { PaperList } from "./Papers";
import type { Player } from "./players";
import { Seats } from "./Seats";
import { TabSheet } from "./TabSheet";
import { type Tab, Tabs } from "./Tabs";

interface Props {
  snapshot: Snapshot;
  players: readonly Player[];
  papers: readonly Tab[];
  tabs: readonly Tab[];
  helps: VNode | null;
}

/** Papers that want to be seen at a desk all the time, others by their tab. */
export function Side({ snapshot, players, papers, tabs, helps }: Props) {
  const narrow = useNarrow();
  if (narrow) return <TabSheet label={t("Papers")} tabs={[...papers, ...tabs]} />;
  return (
    <aside class="side" aria-label={t("Beside the board")}>
      <Seats snapshot={snapshot} players={players} />
      {helps}
      {papers.length > 0 && (
        <div class="papers">
          <PaperList papers={papers} />
        </div>
      )}
      <Tabs label={t("Log and moves")} tabs={tabs} />
    </aside>
  );
}
