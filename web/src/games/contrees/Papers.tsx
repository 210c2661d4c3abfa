/** Beside the board: what is in the book, who has which skill, and the journey so far. */
import { t } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { Album } from "./Ending";
import { Picture } from "./Rose";
import { cardLang, cardName, cardText, type Scene, type View } from "./view";

interface Props {
  readonly scene: Scene;
  readonly view: View;
  readonly players: readonly Player[];
}

function Company({ scene, view, players }: Props) {
  if (!view.characters) return null;
  return (
    <ul class="nc-company">
      {players.map((player) => {
        const tile = view.characters?.[player.seat];
        return tile?.card ? (
          <li key={player.seat} class={tile.armed ? "" : "spent"}>
            <Picture id={tile.card} />
            <span>
              <PlayerSign player={player} /> <b>{cardName(tile.card)}</b>
              <small>
                {tile.armed
                  ? cardText(scene, tile.card)
                  : t("Used; a mission of theirs that is right gives it back.")}
              </small>
            </span>
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** Cards by kind, as pictures with their names. */
export function Shelf({ scene, view, players }: Props) {
  return (
    <section class="panel nc-kept">
      <h2>{t("In the book")}</h2>
      {view.kept.length === 0 && <p class="quiet">{t("Nothing yet.")}</p>}
      <ul>
        {view.kept.map(({ card, page }) => (
          <li key={card} title={t("page {n}", { n: page })}>
            <Picture id={card} said />
            {scene.cards[card]?.name && (
              <small lang={cardLang(scene, card)}>{cardName(card, cardLang(scene, card))}</small>
            )}
          </li>
        ))}
      </ul>
      <Company scene={scene} view={view} players={players} />
    </section>
  );
}

export function Journey(props: Props) {
  return (
    <details class="panel nc-journey" open>
      <summary>{t("The journey")}</summary>
      <Album {...props} />
    </details>
  );
}
