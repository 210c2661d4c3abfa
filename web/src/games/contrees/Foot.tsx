/** At the foot of the page: the voice and its pace, and signs for who sits far away. */
import { t } from "../../i18n";
import { Icon } from "../../ui/icons";
import { PlayerSign } from "../../ui/players";
import type { BoardProps } from "../board";
import { useEffect, useState } from "preact/hooks";
import type { Scene, View } from "./view";
import { type Ears, SPEEDS, type Speed } from "./voice";

/** A sign goes as a line of the chat, so that it is there for who comes later. */
export const SIGNS: readonly { readonly sign: string; readonly name: () => string }[] = [
  { sign: "👏", name: () => t("Applause") },
  { sign: "🤔", name: () => t("I wonder") },
  { sign: "😮", name: () => t("Oh!") },
  { sign: "😂", name: () => t("Laughter") },
];
const LASTS = 9000;

const speedNames: Readonly<Record<Speed, () => string>> = {
  slow: () => t("Slow"),
  normal: () => t("Normal pace"),
  fast: () => t("Fast"),
};

export function EarsFoot({
  ears,
  on,
  has,
  change,
}: {
  ears: Ears;
  /** Whether a voice speaks now. */
  on: boolean;
  /** Whether the browser has one for this book. */
  has: boolean;
  change(what: Partial<Ears>): void;
}) {
  return (
    <>
      {has && (
        <button
          type="button"
          class="nc-tool"
          aria-pressed={on}
          title={on ? t("The device speaks") : t("The device is silent")}
          onClick={() => change({ voice: !on })}
        >
          <Icon name={on ? "sound" : "mute"} /> {t("Voice")}
        </button>
      )}
      <select
        class="nc-tool"
        aria-label={t("Pace of the reading")}
        value={ears.speed}
        onChange={(e) => change({ speed: e.currentTarget.value as Speed })}
      >
        {(Object.keys(SPEEDS) as Speed[]).map((speed) => (
          <option key={speed} value={speed}>
            {speedNames[speed]()}
          </option>
        ))}
      </select>
    </>
  );
}

export function SignsFoot({ say }: { say(text: string): void }) {
  return (
    <span class="nc-signs-row" role="group" aria-label={t("Signs")}>
      {SIGNS.map(({ sign, name }) => (
        <button
          key={sign}
          type="button"
          class="nc-tool"
          aria-label={name()}
          title={name()}
          onClick={() => say(sign)}
        >
          {sign}
        </button>
      ))}
    </span>
  );
}

/** Signs that were given just now, beside who gave them. */
export function SignsShown({ props }: { props: BoardProps<Scene, View> }) {
  const [, redraw] = useState(0);
  const [since] = useState(() => props.talk?.lines.at(-1)?.n ?? 0);
  const lines =
    props.talk?.lines.filter(({ n, text }) => n > since && SIGNS.some(({ sign }) => sign === text)) ?? [];
  const [came] = useState(() => new Map<number, number>());
  const now = Date.now();
  for (const { n } of lines) if (!came.has(n)) came.set(n, now);
  const fresh = lines.filter(({ n }) => now - (came.get(n) ?? 0) < LASTS).slice(-4);
  useEffect(() => {
    if (!fresh.length) return;
    const timer = setTimeout(() => redraw((n) => n + 1), LASTS);
    return () => clearTimeout(timer);
  });
  if (!fresh.length) return null;
  return (
    <div class="nc-signs" role="status">
      {fresh.map(({ n, who, name, text }) => {
        const player = props.players[props.seats.findIndex((seat) => seat.who !== null && seat.who === who)];
        return (
          <span key={n} title={name}>
            {player && <PlayerSign player={player} />} {text}
          </span>
        );
      })}
    </div>
  );
}
