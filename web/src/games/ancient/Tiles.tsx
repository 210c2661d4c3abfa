/** The three technology tiles, their decks and what has been discarded. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { Mini, Touch } from "./Card";
import { Glyph } from "./glyphs";
import { type CardId, factsOf, type Lack, read, type View } from "./view";
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

/** On the tile: whether its requirement is met, and how far one is. */
function Needs({ view, id }: { view: View; id: CardId }) {
  const lack = view.lacks?.[id];
  if (!factsOf(id)?.need || !view.learnable) return null;
  if (view.learnable.includes(id)) return <span class="ak-needs met">✓</span>;
  return (
    <span class="ak-needs">
      {lack?.need === undefined ? (
        <Glyph sign="need" />
      ) : lack.why === "fewer" ? (
        `${lack.have ?? 0}/${lack.need}`
      ) : (
        `≤ ${lack.need}`
      )}
    </span>
  );
}

/** On the tile: what it is worth at the end. */
function Worth({ id }: { id: CardId }) {
  const worth = factsOf(id)?.vp;
  if (!worth) return null;
  return (
    <span class="ak-worth" title={t("{n} VP", { n: worth })}>
      <Glyph sign="vp" />
      {worth}
    </span>
  );
}

/** The technologies shown, to be read as the hand can be: over the board, with all their words. */
function Reader({ view, deed, touch, close }: Pick<Props, "view" | "deed" | "touch"> & { close(): void }) {
  const ids = view.tiles.flatMap(({ cards }) => cards.filter((id) => id !== null));
  const leave = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => leave.current?.focus({ preventScroll: true }), []);
  return (
    <section
      class="ak-reader"
      aria-label={t("Technologies")}
      onKeyDown={(e) => e.key === "Escape" && close()}
    >
      <button type="button" class="button small" ref={leave} onClick={close}>
        {t("Close")}
      </button>
      <ul>
        {ids.map((id) => (
          <li key={id} class={view.learnable?.includes(id) ? "within" : ""}>
            <Touch id={id} class="ak-chip" deed={deed(id)} touch={(it) => (close(), touch(it))}>
              <Mini id={id} />
            </Touch>
            <TechnologyWords id={id} lack={view.lacks?.[id]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TechnologyWords({ id, lack }: { id: CardId; lack: Lack | undefined }) {
  const facts = factsOf(id);
  if (!facts) return null;
  return (
    <p>
      <strong>{read(facts.name)}</strong> <span class="ak-sort">{roman(facts.level ?? 1)}</span>
      {facts.need && (
        <em>
          <Glyph sign="need" /> {read(facts.need)} {lack && `(${lackWord(lack)})`}
        </em>
      )}
      <span>
        <span class={`ak-timing ${facts.timing}`}>
          <Glyph sign={facts.timing} />
        </span>{" "}
        {read(facts.effect)}
      </span>
    </p>
  );
}

/** The button beside the tiles that lays them all open. */
export function ReadTiles(props: Pick<Props, "view" | "deed" | "touch">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="ak-read"
        aria-expanded={open}
        aria-label={t("Read the technologies")}
        title={t("Read the technologies")}
        onClick={() => setOpen(!open)}
      >
        <Glyph sign="learn" />
      </button>
      {open && <Reader {...props} close={() => setOpen(false)} />}
    </>
  );
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
                    <Mini id={id}>
                      <Needs view={view} id={id} />
                      <Worth id={id} />
                    </Mini>
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
