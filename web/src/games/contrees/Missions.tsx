/** Missions as bookmarks that stick out of the book. */
import { t } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { Picture, Voices } from "./Rose";
import { cardLang, cardName, cardText, domainName, type Scene } from "./view";

export interface MarkProps {
  readonly scene: Scene;
  readonly card: string;
  readonly holder: Player | null;
  readonly voices?: readonly { player: Player; lean: boolean }[];
  readonly state?: "" | "chosen" | "advised";
  /** What a touch would do, for who does not see it. */
  readonly deed?: string | undefined;
  /** Nobody may take it now: it can be read all the same. */
  readonly idle?: boolean;
  touch(): void;
}

export function MissionMark({ scene, card, holder, voices = [], state = "", deed, idle, touch }: MarkProps) {
  const lang = cardLang(scene, card);
  const domain = scene.cards[card]?.domain ?? "";
  return (
    <button
      type="button"
      class={`nc-mark ${domain} ${state} ${idle ? "" : "lit"}`}
      data-thing={`card ${card}`}
      aria-pressed={state === "chosen"}
      onClick={touch}
    >
      <Picture id={card} />
      <span class="nc-mark-words" lang={lang}>
        <b class={cardName(card, lang).length > 17 ? "long" : ""}>{cardName(card, lang)}</b>
        <small>{cardText(scene, card)}</small>
      </span>
      {holder && (
        <span class="nc-holder" title={t("watched by {name}", { name: holder.name })}>
          <PlayerSign player={holder} />
          <span class="hidden">{t("watched by {name}", { name: holder.name })}</span>
        </span>
      )}
      <Voices of={voices} />
      {scene.domains === "yes" && <span class="hidden">{domainName(domain)}</span>}
      {deed && <span class="hidden">{deed}</span>}
    </button>
  );
}
