/** What the right page asks when no touch on the map would do: who reads, how far, how to pay. */
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { alt } from "./art";
import { Picture, Voices } from "./Rose";
import type { Touches } from "./touches";
import { cardName, cardText, domainName, isMission, type Scene, type View, voicesFor } from "./view";
import { advance, reach } from "./words";

export interface PanelProps {
  readonly scene: Scene;
  readonly view: View;
  readonly players: readonly Player[];
  readonly touches: Touches;
}

/** Who says so, as signs of the players. */
export const voicesOf = (view: View, players: readonly Player[], choice: string) =>
  voicesFor(view, choice).flatMap(({ seat, lean }) => {
    const player = players[seat];
    return player ? [{ player, lean }] : [];
  });

const pressed = (touches: Touches, thing: string) => ({
  class: `nc-choice ${touches.chosen === thing ? "chosen" : ""} ${touches.notes.has(thing) ? "lit" : ""}`,
  "data-thing": thing,
  "aria-pressed": touches.chosen === thing,
  disabled: !touches.notes.has(thing),
  onClick: () => touches.touch(thing),
});

/** Everybody at the table: one of them goes ahead. */
export function SeatsPanel({ view, players, touches }: PanelProps) {
  return (
    <div class="nc-panel">
      <h2>{t("Who goes ahead?")}</h2>
      <div class="nc-choices">
        {players.map((player) => (
          <button key={player.seat} type="button" {...pressed(touches, `seat ${player.seat}`)}>
            <PlayerSign player={player} />
            <b>{player.name}</b>
            {view.characters?.[player.seat]?.card && (
              <small>{cardName(view.characters[player.seat]?.card ?? "")}</small>
            )}
            <Voices of={voicesOf(view, players, String(player.seat))} />
          </button>
        ))}
      </div>
    </div>
  );
}

/** The Textplorer's two peripeteias. */
export function KeepPanel({ scene, view, touches }: PanelProps) {
  return (
    <div class="nc-panel">
      <div class="nc-choices tall">
        {view.drawn.map(({ card, bonus }) =>
          card === null ? null : (
            <button key={card} type="button" {...pressed(touches, `card ${card}`)}>
              <Picture id={card} />
              <b>
                {cardName(card)} +{bonus}
              </b>
              <small>{cardText(scene, card)}</small>
            </button>
          ),
        )}
      </div>
    </div>
  );
}

/** The Surveyor's choice of leaves. */
export function LeavesPanel({ view, touches }: PanelProps) {
  const extras = [-3, -2, -1, 0, 1, 2, 3].filter((n) => touches.notes.has(leavesThing(n)));
  return (
    <div class="nc-panel">
      <h2>{t("How far?")}</h2>
      <div class="nc-choices row">
        {extras.map((n) => (
          <button key={n} type="button" {...pressed(touches, leavesThing(n))}>
            <b>{advance(view, n)}</b>
            <small>{t("page {n}", { n: reach(view, n) })}</small>
          </button>
        ))}
      </div>
    </div>
  );
}
const leavesThing = (n: number) => `leaves ${n < 0 ? n : `+${n}`}`;

/* ---- payments ---- */

const missionsKept = (view: View) => view.kept.filter(({ card }) => isMission(card)).length;

/** The two landscapes that were lost. */
export function LostPlates({ view }: { view: View }) {
  return (
    <figure class="nc-lost">
      {view.lost?.map(({ card, value }, i) => (
        <span key={card}>
          <Picture id={card} said />
          <b class="nc-coin">{value}</b>
          <small>{i ? t("the group") : t("the scout")}</small>
        </span>
      ))}
    </figure>
  );
}

/** With the Bookbinder half of it is spared; what is left to choose says so. */
export function payTerms(
  view: View,
  legal: readonly string[],
  way: string,
): { letters: number; missions: number } {
  const bound = !legal.includes("vote both") && missionsKept(view) >= 1 && legal.includes("vote letters");
  if (way === "missions") return { letters: 0, missions: bound ? 1 : 2 };
  if (way === "both") return { letters: 6, missions: 1 };
  return { letters: bound ? 6 : 12, missions: 0 };
}

function PlainPay({ view, players, touches }: PanelProps) {
  const ways = ["letters", "both", "missions"].filter(
    (way) => touches.notes.has(`pay ${way}`) || voicesFor(view, way).length,
  );
  return (
    <div class="nc-choices">
      {ways.map((way) => {
        const { letters, missions } = payTerms(view, touches.legal, way);
        return (
          <button key={way} type="button" {...pressed(touches, `pay ${way}`)}>
            <b>
              {[
                letters && tn("{n} letter", "{n} letters", letters),
                missions && tn("{n} mission", "{n} missions", missions),
              ]
                .filter(Boolean)
                .join(" + ")}
            </b>
            <Voices of={voicesOf(view, players, way)} />
          </button>
        );
      })}
    </div>
  );
}

const wayName = (way: string, value: number) => {
  if (way === "letters") return tn("{n} letter", "{n} letters", value);
  return way === "free" ? t("nothing") : cardName(way);
};

/** For each lost landscape a mission of its domain, or its value in letters. */
function DomainsPay({ view, players, touches }: PanelProps) {
  const pairs = [...touches.notes.keys()].flatMap((thing) => {
    const [first, second] = thing.startsWith("pay ") ? thing.slice(4).split("+") : [];
    return first && second ? [[first, second] as const] : [];
  });
  const [pair, setPair] = useState<readonly [string, string] | null>(null);
  useEffect(() => {
    if (touches.chosen === null) setPair(null);
  }, [touches.chosen]);
  const take = (side: 0 | 1, way: string) => {
    const fits = pairs.filter((one) => one[side] === way);
    const next = fits.find((one) => one[1 - side] === pair?.[1 - side]) ?? fits[0];
    if (!next) return;
    setPair(next);
    const thing = `pay ${next.join("+")}`;
    if (touches.chosen !== thing) touches.touch(thing);
  };
  return (
    <div class="nc-pay-two">
      {view.lost?.map(({ card, value, domain }, side) => (
        <fieldset key={card}>
          <legend>
            {side ? t("the group") : t("the scout")}: {value}, {domainName(domain)}
          </legend>
          {[...new Set(pairs.map((one) => one[side] ?? ""))].map((way) => (
            <button
              key={way}
              type="button"
              class={`nc-choice lit ${pair?.[side] === way ? "chosen" : ""}`}
              data-pay={`${side} ${way}`}
              aria-pressed={pair?.[side] === way}
              aria-label={`${alt(card)} ${wayName(way, value)}`}
              onClick={() => take(side === 0 ? 0 : 1, way)}
            >
              {wayName(way, value)}
            </button>
          ))}
        </fieldset>
      ))}
      <Voices
        of={(view.voices ?? []).flatMap((voice, seat) => {
          const player = players[seat];
          return voice && player ? [{ player, lean: voice.lean }] : [];
        })}
      />
    </div>
  );
}

export function PayPanel(props: PanelProps) {
  return (
    <div class="nc-panel">
      <h2>{t("You have lost your way")}</h2>
      {props.scene.domains === "yes" ? <DomainsPay {...props} /> : <PlainPay {...props} />}
    </div>
  );
}

/** Letters that the payment under one's finger would cost. */
export function riskOf({ view, touches, scene }: PanelProps): number {
  const { chosen, legal } = touches;
  if (view.phase === "attempt" && chosen?.startsWith("card ")) return Math.min(3, view.letters);
  if (!chosen?.startsWith("pay ")) return 0;
  const ways = chosen.slice(4).split("+");
  const cost =
    scene.domains === "yes"
      ? ways.reduce((sum, way, i) => sum + (way === "letters" ? (view.lost?.[i]?.value ?? 0) : 0), 0)
      : payTerms(view, legal, ways[0] ?? "").letters;
  return Math.min(cost, view.letters);
}
