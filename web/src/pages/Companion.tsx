/** A game's page for owners of the box, where the game offers one. */
import { cover } from "../games/shelf";
import { t } from "../i18n";
import { useFetched } from "../ui/useFetched";
import { useGame } from "../ui/useGame";

export function CompanionPage({ game: id, detail }: { game: string; detail: string }) {
  const game = useGame(id);
  const Companion = useFetched(cover(id)?.companion);
  if (game === null || Companion === null)
    return <p class="notice">{t("There is nothing for owners of this box yet.")}</p>;
  if (!game || !Companion) return <p class="loading">{t("One moment…")}</p>;
  return <Companion game={game.info} detail={detail} />;
}
