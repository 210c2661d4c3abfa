/** The diagrams of docs/rules/ancient: real cards on a Timeline, drawn as the board draws them. */
import type { ComponentChildren } from "preact";
import { t } from "../../i18n";
import { type Diagrams, Drawn, Legend } from "../../ui/diagram";
import { usePosition } from "../../ui/position";
import { Face, Mini } from "./Card";
import { Glyph, type Sign } from "./glyphs";
import { type CardId, kindWord, remember, type Scene, TIMINGS, timingWord, type View } from "./view";
import { Tiles } from "./Tiles";
import "./ancient.css";
import "./diagrams.css";

/** The engine's cards: false until they are here. */
function useCards(): boolean {
  const look = usePosition({ game: "ancient", seats: 2, seed: "5", options: { hands: "ready" } });
  if (look) remember(look.scene as Scene);
  return look !== null;
}

const Round = ({ sign, timing }: { sign: Sign; timing: string }) => (
  <span class={`ak-timing ${timing} ak-key`}>
    <Glyph sign={sign} />
  </span>
);

function CardParts() {
  if (!useCards()) return null;
  return (
    <div class="ak-gallery ak-parts">
      <Drawn>
        <Face id="C16" />
      </Drawn>
      <Legend
        wide
        lines={[
          {
            sign: (
              <span class="ak-key kind-city square">
                <Glyph sign="city" />
              </span>
            ),
            words: t("its kind"),
          },
          {
            sign: (
              <span class="ak-key dark">
                <Glyph sign="cost" />2
              </span>
            ),
            words: t("what it costs: as many other cards of your hand"),
          },
          { sign: <span class="ak-num space ak-key">2</span>, words: t("its start space in the Timeline") },
          {
            sign: (
              <span class="ak-key gold">
                <Glyph sign="lock" />
              </span>
            ),
            words: t("with a lock: on this space only"),
          },
          {
            sign: (
              <span class="ak-num knowledge ak-key">
                <Glyph sign="knowledge" />2
              </span>
            ),
            words: t("the knowledge it brings along"),
          },
          {
            sign: (
              <span class="ak-num vp ak-key">
                <Glyph sign="vp" />2
              </span>
            ),
            words: t("its points, once it lies in the Past"),
          },
          {
            sign: <Round sign="decline" timing="decline" />,
            words: t("when its effect acts, and the effect"),
          },
          {
            sign: (
              <span class="ak-key need">
                <Glyph sign="need" />
              </span>
            ),
            words: t("on a technology: what you must have to learn it"),
          },
        ]}
      />
    </div>
  );
}

const KINDS = ["city", "megalith", "pyramid", "artefact", "ancient", "writing", "secret"] as const;

function Kinds() {
  return (
    <Legend
      lines={KINDS.map((kind) => ({
        sign: (
          <span class={`ak-key square kind-${kind}`}>
            <Glyph sign={kind} />
          </span>
        ),
        words: kindWord(kind),
      }))}
    />
  );
}

const Timings = () => (
  <Legend
    lines={TIMINGS.map((timing) => ({
      sign: <Round sign={timing} timing={timing} />,
      words: timingWord(timing),
    }))}
  />
);

function Actions() {
  const lines: readonly (readonly [Sign, string])[] = [
    ["create", t("create: a monument or an artefact from your hand")],
    ["learn", t("learn: a technology from a tile")],
    ["archive", t("archive: cards away, as much knowledge off your Timeline")],
    ["excavate", t("excavate: tilt monuments of the Past, two cards for each")],
    ["search", t("search: draw a card")],
  ];
  return (
    <Legend
      lines={lines.map(([sign, words]) => ({
        sign: (
          <span class="ak-key action">
            <Glyph sign={sign} />
          </span>
        ),
        words,
      }))}
    />
  );
}

/** Space by space what lies there, the lower one first: a card, or something else. */
type Spot = ComponentChildren;
const card = (id: CardId, tokens: number, state = "") => (
  <span class={`ak-touch ${state}`}>
    <Mini id={id} tokens={tokens} />
  </span>
);
const price = (n: number) => (
  <span class="ak-place">
    <span class="ak-target">
      <span class="ak-price">
        <Glyph sign="cost" />
        {n}
      </span>
    </span>
  </span>
);

function Timeline({ spaces }: { spaces: readonly (readonly Spot[])[] }) {
  return (
    <ol class="ak-frieze">
      {spaces.map(([lower, upper], i) => (
        <li class="ak-column" key={i}>
          {upper ?? <span class="ak-place" />}
          {lower ?? <span class="ak-place" />}
          <span class="ak-plinth">{i + 1}</span>
        </li>
      ))}
    </ol>
  );
}

function Mat({ children }: { children: ComponentChildren }) {
  return (
    <Drawn class="ak-stand">
      <div class="ak ak-drawn">{children}</div>
    </Drawn>
  );
}

function Create() {
  if (!useCards()) return null;
  return (
    <Mat>
      <Timeline
        spaces={[
          [price(3)],
          [price(2)],
          [card("M3", 1), price(3)],
          [price(4)],
          [card("P31", 4), card("P14", 2)],
          [price(6)],
        ]}
      />
    </Mat>
  );
}

function Adjacent() {
  if (!useCards()) return null;
  return (
    <Mat>
      <Timeline
        spaces={[
          [card("M18", 1, "idle")],
          [card("M3", 2, "lit"), card("C5", 3, "idle")],
          [card("P31", 4, "chosen-one"), card("C16", 2, "lit")],
          [card("P14", 3, "lit")],
          [],
          [card("P18", 2, "idle")],
        ]}
      />
    </Mat>
  );
}

function Past({ ids, lost }: { ids: readonly CardId[]; lost: number }) {
  return (
    <span class="ak-yore">
      <span class="ak-yore-cards">
        {ids.map((id) => (
          <Mini key={id} id={id} />
        ))}
      </span>
      <strong>{t("Past")}</strong>
      <span class="ak-lost">
        <Glyph sign="lost" />
        <strong>{lost}</strong>
      </span>
    </span>
  );
}

function Decline() {
  if (!useCards()) return null;
  return (
    <Mat>
      <div class="ak-row">
        <Past ids={[]} lost={0} />
        <Timeline
          spaces={[[card("P18", 2, "lit")], [card("M3", 1)], [], [card("P31", 4), card("C16", 2)], [], []]}
        />
      </div>
      <p class="ak-then">↓</p>
      <div class="ak-row">
        <Past ids={["P18"]} lost={2} />
        <Timeline spaces={[[card("M3", 1)], [], [card("P31", 4), card("C16", 2)], [], [], []]} />
      </div>
    </Mat>
  );
}

function Tile() {
  const look = usePosition({ game: "ancient", seats: 2, seed: "5", options: { hands: "ready" } });
  if (!look) return null;
  remember(look.scene as Scene);
  const view = look.view as View;
  const [one] = view.tiles;
  const cards = [...(one?.cards ?? [])].slice(0, 2);
  return (
    <Mat>
      <Tiles
        view={{
          ...view,
          tiles: [{ level: 1, cards: [...cards, null] }],
          learnable: cards.slice(0, 1).filter((id): id is string => id !== null),
          lacks: {},
        }}
        flips={new Set()}
        deed={() => undefined}
        touch={() => undefined}
        flip={() => undefined}
      />
    </Mat>
  );
}

export const diagrams: Diagrams = {
  card: CardParts,
  kinds: Kinds,
  timings: Timings,
  actions: Actions,
  create: Create,
  adjacent: Adjacent,
  decline: Decline,
  tile: Tile,
};
