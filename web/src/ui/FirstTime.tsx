/** Before somebody's first game: its lesson, offered once and never again after a "no". */
import { cover } from "../games/shelf";
import { t } from "../i18n";
import { learnt, lessonsDone } from "../learnt";
import { useStore } from "../store";
import { keptGames } from "../table/kept";
import { Icon } from "./icons";

/** True while its lesson was neither begun nor declined and no other game of it was played here. */
export function useFirstTime(game: string | undefined, table: string | null): boolean {
  const done = useStore(lessonsDone);
  const others = useStore(keptGames).some(
    (kept) => kept.game === game && kept.id !== table && kept.plies > 0,
  );
  return game !== undefined && !others && !done.includes(game) && cover(game)?.lesson !== undefined;
}

export function FirstTime({ game }: { game: string }) {
  return (
    <span class="first-time">
      <span>
        {t("Your first game?")} <a href={`#/learn/${game}`}>{t("Learn it in five minutes")}</a>
      </span>
      <button type="button" class="icon-button" aria-label={t("No, thank you")} onClick={() => learnt(game)}>
        <Icon name="close" />
      </button>
    </span>
  );
}
