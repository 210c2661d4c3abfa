/** A player's own board: Past, Timeline, artefacts, collection, lost knowledge. */
import { useState } from "preact/hooks";
import { colon, t, tn } from "../../i18n";
import { Mini, Touch } from "./Card";
import { Glyph } from "./glyphs";
import {
  type CardId,
  factsOf,
  type Hot,
  MONUMENTS,
  nameOf,
  type Player,
  type Price,
  tally,
  TYPES,
} from "./view";

const SPACES = [1, 2, 3, 4, 5, 6] as const;
const SLOTS = 5;

export interface Reach {
  readonly card: CardId;
  readonly prices: readonly Price[];
}

interface Props {
  readonly seat: number;
  readonly player: Player;
  /** Before the last decision: for what changed on each monument. */
  readonly before: Player | null;
  readonly hot: Hot;
  /** Cards that have nothing to do in this chronicle phase. */
  readonly idle: ReadonlySet<CardId>;
  /** More to say about a card: why it has nothing to do. */
  why(id: CardId): string | null;
  /** A card about to be created: what each space would cost. */
  readonly reach: Reach | null;
  readonly over: number | "slot" | null;
  readonly spaces: ReadonlySet<number>;
  deed(id: CardId): string | undefined;
  touch(id: CardId): void;
  touchSpace(space: number): void;
  touchSlot(): void;
}

function tokensBefore(player: Player | null, id: CardId): number | undefined {
  return player?.timeline.flat().find((standing) => standing.card === id)?.knowledge;
}

function whyNot(price: Price): string {
  switch (price.not) {
    case "full":
      return t("full");
    case "locked":
      return t("locked");
    default:
      return t("too dear");
  }
}

/** A place one may build on, with its price; or why not. */
function Target({
  space,
  price,
  lit,
  over,
  touch,
}: {
  space: number;
  price: Price | undefined;
  lit: boolean;
  over: boolean;
  touch(): void;
}) {
  if (!lit)
    return (
      <span class="ak-target not" data-space={space}>
        {price ? whyNot(price) : ""}
      </span>
    );
  return (
    <button
      type="button"
      class={over ? "ak-target lit over" : "ak-target lit"}
      data-space={space}
      aria-label={
        price
          ? colon(t("Space {n}", { n: space }), tn("discard {n} card", "discard {n} cards", price.price))
          : t("Space {n}", { n: space })
      }
      onClick={touch}
    >
      {price && (
        <span class="ak-price">
          <Glyph sign="cost" />
          {price.price}
        </span>
      )}
    </button>
  );
}

function Column({ space, p }: { space: number; p: Props }) {
  const here = p.player.timeline[space - 1] ?? [];
  const price = p.reach?.prices[space - 1];
  const choosing = (p.reach !== null && p.reach.prices.length > 1) || p.spaces.size > 0;
  const lit = p.spaces.size > 0 ? p.spaces.has(space) : price !== undefined && price.not === undefined;
  const home = p.reach !== null && factsOf(p.reach.card)?.space === space;
  return (
    <li class={home ? "ak-column home" : "ak-column"}>
      {[1, 0].map((row) => {
        const standing = here[row];
        const free = row === here.length;
        if (standing) {
          const was = tokensBefore(p.before, standing.card);
          const idle = p.idle.has(standing.card) ? "idle" : "";
          return (
            <Touch
              key={standing.card}
              id={standing.card}
              deed={p.deed(standing.card)}
              state={`${idle} ${p.hot.get(standing.card) ?? ""}`}
              more={`${t("space {n}", { n: space })}, ${t("{n} knowledge on it", { n: standing.knowledge })}. ${p.why(standing.card) ?? ""}`}
              touch={p.touch}
            >
              <Mini
                id={standing.card}
                tokens={standing.knowledge}
                {...(was === undefined ? {} : { delta: standing.knowledge - was })}
              />
            </Touch>
          );
        }
        return (
          <span class="ak-place" key={row}>
            {choosing && free && (
              <Target
                space={space}
                price={price}
                lit={lit}
                over={p.over === space}
                touch={() => p.touchSpace(space)}
              />
            )}
          </span>
        );
      })}
      {choosing && here.length === 2 && <span class="ak-full" data-space={space} />}
      <span class="ak-plinth" aria-hidden="true">
        {space}
      </span>
    </li>
  );
}

export function Past({ player, deed, touch, hot }: Pick<Props, "player" | "deed" | "touch"> & { hot: Hot }) {
  const [open, setOpen] = useState(false);
  const straight = player.tilted.filter((tilted) => !tilted).length;
  const many = player.past.length > 9;
  return (
    <section class={open ? "ak-past open" : "ak-past"} aria-label={t("Past")}>
      <button type="button" class="ak-past-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>{t("Past")}</span> <strong>{player.past.length}</strong>
        <span class="ak-of">/ 14</span>
      </button>
      <p class="ak-past-kinds">
        {tally(player.past, MONUMENTS).map(({ kind, n }) => (
          <span key={kind} class={`kind-${kind}`}>
            <Glyph sign={kind} />
            {n}
          </span>
        ))}
      </p>
      <ul class={many ? "ak-fan many" : "ak-fan"}>
        {player.past.map((id, i) => (
          <li key={id} class={player.tilted[i] ? "tilted" : ""}>
            <Touch
              id={id}
              class="ak-chip"
              deed={deed(id)}
              state={hot.get(id) ?? ""}
              more={player.tilted[i] ? t("tilted") : t("straight")}
              touch={touch}
            >
              <Mini id={id} />
            </Touch>
            {open && <span class="ak-past-name">{nameOf(id)}</span>}
          </li>
        ))}
      </ul>
      <p class="ak-past-foot">{player.past.length > 0 && t("{n} straight", { n: straight })}</p>
    </section>
  );
}

export function Collection({ player, touch, deed }: Pick<Props, "player" | "touch" | "deed">) {
  return (
    <section class="ak-collection" aria-label={t("Collection")}>
      <p class="ak-label">
        <span class="ak-word">{t("Collection")}</span>
        {tally(player.technologies, TYPES).map(({ kind, n }) => (
          <span key={kind} class={`ak-count kind-${kind}`}>
            <Glyph sign={kind} />
            {n}
          </span>
        ))}
      </p>
      <ul class="ak-techs">
        {player.technologies.map((id) => (
          <li key={id}>
            <Touch id={id} class="ak-chip" deed={deed(id)} touch={touch}>
              <Mini id={id} />
            </Touch>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Tableau(p: Props) {
  const slotLit = p.reach !== null && p.reach.prices.length === 1 && p.reach.prices[0]?.not === undefined;
  const free = SLOTS - p.player.artefacts.length;
  return (
    <div class="ak-mat">
      <Past player={p.player} deed={p.deed} touch={p.touch} hot={p.hot} />
      <section class="ak-timeline" aria-label={t("Timeline")}>
        <ol>
          {SPACES.map((space) => (
            <Column key={space} space={space} p={p} />
          ))}
        </ol>
      </section>
      <section class="ak-artefacts" aria-label={t("Artefacts")}>
        {p.player.artefacts.map((id) => (
          <Touch
            key={id}
            id={id}
            deed={p.deed(id)}
            state={`${p.idle.has(id) ? "idle" : ""} ${p.hot.get(id) ?? ""}`}
            more={p.why(id) ?? ""}
            touch={p.touch}
          >
            <Mini id={id} />
          </Touch>
        ))}
        {Array.from({ length: free }, (_, i) =>
          slotLit && i === 0 ? (
            <button
              type="button"
              key="free"
              class={p.over === "slot" ? "ak-slot lit over" : "ak-slot lit"}
              data-slot="free"
              aria-label={t("Place the artefact here")}
              onClick={p.touchSlot}
            >
              <span class="ak-price">
                <Glyph sign="cost" />
                {p.reach?.prices[0]?.price}
              </span>
            </button>
          ) : (
            <span class="ak-slot" key={i} data-slot="free">
              <Glyph sign="artefact" />
            </span>
          ),
        )}
      </section>
      <div class="ak-rest">
        <p class="ak-lost" data-spot={`lost ${p.seat}`} title={t("Lost knowledge: one point less each")}>
          <Glyph sign="lost" />
          <strong key={p.player.lost}>{p.player.lost}</strong> <span>{t("lost")}</span>
        </p>
        <p class="ak-lost points" title={t("Points so far")}>
          <Glyph sign="vp" />
          <strong key={p.player.score.total}>{p.player.score.total}</strong> <span>{t("points")}</span>
        </p>
        <Collection player={p.player} deed={p.deed} touch={p.touch} />
      </div>
    </div>
  );
}
