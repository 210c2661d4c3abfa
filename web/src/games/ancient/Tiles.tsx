/** The three technology tiles, their decks and what has been discarded. */
import { t } from "../../i18n";
import { Mini, Touch } from "./Card";
import { Glyph } from "./glyphs";
import type { CardId, View } from "./view";
import { lackWord } from "./words";

interface Props {
  readonly view: View;
  readonly flips: ReadonlySet<number>;
  deed(id: CardId): string | undefined;
  touch(id: CardId): void;
  flip(tile: number): void;
}

function roman(level: number): string {
  return level === 2 ? "II" : "I";
}

export function Tiles({ view, flips, deed, touch, flip }: Props) {
  return (
    <section class="ak-tiles" aria-label={t("Technologies")}>
      {view.tiles.map((tile, i) =>
        tile.level === 0 ? null : (
          <div class={`ak-tile level-${tile.level}`} key={i}>
            <span class="ak-level" title={t("Level {n}", { n: roman(tile.level) })}>
              {roman(tile.level)}
              {tile.cards.filter(Boolean).length === 2 && (
                <span class="ak-refill" title={t("Taking one more refills this tile")}>
                  <Glyph sign="refill" />
                </span>
              )}
            </span>
            <div class="ak-tile-cards">
              {tile.cards.map((id, at) =>
                id === null ? (
                  <span class="ak-gap" key={at} />
                ) : (
                  <Touch
                    key={id}
                    id={id}
                    deed={deed(id)}
                    state={view.learnable?.includes(id) ? "within" : "beyond"}
                    more={
                      view.learnable?.includes(id)
                        ? ""
                        : view.lacks?.[id]
                          ? t("Requirement not met: {why}.", { why: lackWord(view.lacks[id]) })
                          : t("Requirement not met")
                    }
                    touch={touch}
                  >
                    <Mini id={id} />
                  </Touch>
                ),
              )}
            </div>
            {flips.has(i + 1) && (
              <button type="button" class="button small main" onClick={() => flip(i + 1)}>
                {t("Turn this tile")}
              </button>
            )}
          </div>
        ),
      )}
    </section>
  );
}
