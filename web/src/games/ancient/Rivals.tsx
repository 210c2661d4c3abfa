/** The others at a glance: counters, a small Timeline, and everything when unfolded. */
import { t } from "../../i18n";
import { type Player as Who, PlayerSign } from "../../ui/players";
import { Mini, Touch } from "./Card";
import { Glyph, type Sign } from "./glyphs";
import { type CardId, type Hot, MONUMENTS, nameOf, type Player, tally, TYPES } from "./view";

interface Props {
  readonly seat: number;
  readonly who: Who;
  readonly player: Player;
  readonly turn: boolean;
  readonly hot: Hot;
  readonly robbable: boolean;
  rob(seat: number): void;
  deed(id: CardId): string | undefined;
  touch(id: CardId): void;
}

function Count({
  sign,
  n,
  label,
  kind,
  spot,
}: {
  sign: Sign;
  n: number;
  label: string;
  kind?: string;
  spot?: string;
}) {
  return (
    <li class={kind ? `kind-${kind}` : ""} title={label} data-spot={spot}>
      <Glyph sign={sign} />
      <span class="hidden">{label} </span>
      {n}
    </li>
  );
}

function Cards({ ids, title, p }: { ids: readonly CardId[]; title: string; p: Props }) {
  return (
    <>
      <p class="ak-label">
        {title} {ids.length}
      </p>
      <div class="ak-rival-cards">
        {ids.map((id) => (
          <div class="ak-named" key={id}>
            <Touch id={id} class="ak-chip" deed={p.deed(id)} state={p.hot.get(id) ?? ""} touch={p.touch}>
              <Mini id={id} />
            </Touch>
            <span aria-hidden="true">{nameOf(id)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

export function Rival(p: Props) {
  const { player } = p;
  return (
    <section
      class={p.turn ? "panel ak-rival turn" : "panel ak-rival"}
      data-seat={p.seat}
      aria-label={t("Area of {name}", { name: p.who.name })}
    >
      <header>
        <h2>
          <PlayerSign player={p.who} /> {p.who.name}
        </h2>
        <span class="ak-total" title={t("Points so far")}>
          {player.score.total} <Glyph sign="vp" />
        </span>
      </header>
      <ul class="ak-counts">
        <Count sign="cost" spot={`hand ${p.seat}`} n={player.hand.length} label={t("Cards in hand")} />
        <Count sign="lost" spot={`lost ${p.seat}`} n={player.lost} label={t("Lost knowledge")} />
        <Count sign="artefact" kind="artefact" n={player.artefacts.length} label={t("Artefacts")} />
        <li class="ak-end">
          {t("Past")} <strong>{player.past.length}</strong> / 14
        </li>
      </ul>
      <ul class="ak-counts">
        {tally(player.past, MONUMENTS).map(({ kind, n }) => (
          <Count key={kind} sign={kind} kind={kind} n={n} label={t("In the Past")} />
        ))}
        <li class="ak-bar" aria-hidden="true" />
        {tally(player.technologies, TYPES).map(({ kind, n }) => (
          <Count key={kind} sign={kind} kind={kind} n={n} label={t("Technologies")} />
        ))}
      </ul>
      <ol class="ak-small-timeline">
        {player.timeline.map((standings, i) => (
          <li key={i}>
            {[1, 0].map((row) => {
              const standing = standings[row];
              return standing ? (
                <Touch
                  key={standing.card}
                  id={standing.card}
                  class="ak-chip"
                  deed={p.deed(standing.card)}
                  state={p.hot.get(standing.card) ?? ""}
                  more={`${t("space {n}", { n: i + 1 })}, ${t("{n} knowledge on it", { n: standing.knowledge })}`}
                  touch={p.touch}
                >
                  <Mini id={standing.card} tokens={standing.knowledge} />
                </Touch>
              ) : (
                <span class="ak-place" key={row} />
              );
            })}
          </li>
        ))}
      </ol>
      {p.robbable && (
        <button type="button" class="button small main" onClick={() => p.rob(p.seat)}>
          {t("Take a card from {name}", { name: p.who.name })}
        </button>
      )}
      <details>
        <summary>{t("All cards by name")}</summary>
        <Cards ids={player.timeline.flat().map(({ card }) => card)} title={t("Timeline")} p={p} />
        <Cards ids={player.past} title={t("Past")} p={p} />
        <Cards ids={player.artefacts} title={t("Artefacts")} p={p} />
        <Cards ids={player.technologies} title={t("Collection")} p={p} />
      </details>
    </section>
  );
}
