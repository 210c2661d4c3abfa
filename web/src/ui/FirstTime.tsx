/** Before somebody's first game: its lesson, offered once and never again after a "no". */
import { cover } from "../games/shelf";
import { t } from "../i18n";
import { learnt, lessonsDone } from "../learnt";
import { useStore } from "../store";
import { type Kept, keptGames } from "../table/kept";
import { Icon } from "./icons";

/** Whether a person has decided something in it. */
const decided = ({ record, seats }: Kept): boolean =>
  [...record.matchAll(/^(\d+) /gm)].some(([, seat]) => seats[Number(seat)]?.kind === "person");

/** True while its lesson was neither begun nor declined, and nobody has played it here; bots may begin. */
export function useFirstTime(game: string | undefined): boolean {
  const done = useStore(lessonsDone);
  const played = useStore(keptGames).some((kept) => kept.game === game && (kept.over || decided(kept)));
  return game !== undefined && !played && !done.includes(game) && cover(game)?.lesson !== undefined;
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
