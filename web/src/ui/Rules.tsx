/** The rules over the table: nobody has to leave it to read them. */
import type { ComponentType } from "preact";
import { useRef, useState } from "preact/hooks";
import { cover } from "../games/shelf";
import { t } from "../i18n";
import { Icon } from "./icons";

/** A sheet with the rules and what opens it, apart: the button may lie in a menu that closes. */
export function useRules(game: string) {
  const sheet = useRef<HTMLDialogElement>(null);
  const [Text, setText] = useState<ComponentType<{ game: string }> | null>(null);
  const open = async () => {
    sheet.current?.showModal();
    const { RulesText } = await import("../pages/Rules");
    setText(() => RulesText);
  };
  const dialog = (
    <dialog
      class="rules-sheet"
      aria-label={t("Rules")}
      ref={sheet}
      onClick={(e) => {
        if (e.target === sheet.current) sheet.current?.close(); // beside the sheet
      }}
    >
      <form method="dialog">
        <button class="icon-button" aria-label={t("Close the rules")} title={t("Close the rules")}>
          <Icon name="close" />
        </button>
      </form>
      <div class="rules-scroll" tabIndex={0}>
        {Text ? <Text game={game} /> : <p class="loading">{t("One moment…")}</p>}
      </div>
    </dialog>
  );
  return { has: cover(game)?.rules ?? false, open: () => void open(), dialog };
}

export function RulesButton({ game }: { game: string }) {
  const { has, open, dialog } = useRules(game);
  if (!has) return null;
  return (
    <>
      <button type="button" class="button plain" onClick={open}>
        <Icon name="book" /> <span class="wide-only">{t("Rules")}</span>
      </button>
      {dialog}
    </>
  );
}
