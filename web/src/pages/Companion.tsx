/** A game's page for owners of the box, where the game offers one. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CompanionProps } from "../games/board";
import { t } from "../i18n";
import { useGame } from "../ui/useGame";

export function CompanionPage({ game: id, detail }: { game: string; detail: string }) {
  const game = useGame(id);
  const [Companion, setCompanion] = useState<ComponentType<CompanionProps> | null>(null);
  useEffect(
    () => void game?.module?.companion?.().then((component) => setCompanion(() => component)),
    [game],
  );
  if (game === null || (game && !game.module?.companion))
    return <p class="notice">{t("There is nothing for owners of this box yet.")}</p>;
  if (!game || !Companion) return <p class="loading">{t("One moment…")}</p>;
  return <Companion game={game.info} detail={detail} />;
}
