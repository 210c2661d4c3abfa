/** The map with four landscapes around the compass, whose case stands on the deck. */
import type { ComponentChildren } from "preact";
import { colon, t, tn } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { alt, picture } from "./art";
import { type CardId, type Direction, DIRECTIONS, domainName, place, placeLetter } from "./view";

const TURNS: Readonly<Record<Direction, number>> = { N: 0, E: 90, S: 180, W: 270 };

/** A picture that is fetched when it is first seen. */
export function Picture({ id, said = false }: { id: string; said?: boolean }) {
  return (
    <img class="nc-picture" src={picture(id)} alt={said ? alt(id) : ""} loading="lazy" draggable={false} />
  );
}

/** Who would go there; a bot that only leans is drawn smaller. */
export function Voices({ of }: { of: readonly { player: Player; lean: boolean }[] }) {
  if (!of.length) return null;
  return (
    <span class="nc-voices">
      {of.map(({ player, lean }) => (
        <span key={player.seat} class={lean ? "lean" : ""}>
          <PlayerSign player={player} />
        </span>
      ))}
    </span>
  );
}

export interface LandscapeProps {
  readonly card: CardId;
  readonly direction?: Direction;
  /** On the back; shown only where the table says so. */
  readonly value?: number | undefined;
  readonly state?: "" | "chosen" | "aimed" | "out" | "advised";
  readonly children?: ComponentChildren;
  /** What it is called, where it is no landscape. */
  readonly name?: string | undefined;
  /** A touch would do something. */
  readonly lit?: boolean;
  /** Left out: it cannot be touched. */
  touch?: (() => void) | undefined;
  point?: ((on: boolean) => void) | undefined;
}

/** A landscape. Its theme is never written, in the picture or under it. */
export function Landscape(props: LandscapeProps) {
  const { card, direction, value, state = "", touch, point } = props;
  const name = props.name ?? (direction ? colon(place(direction), alt(card)) : alt(card));
  const inside = (
    <>
      <Picture id={card} said={!touch} />
      {direction && <b class="nc-wind">{placeLetter(direction)}</b>}
      {value !== undefined && <b class="nc-coin">{value}</b>}
      {props.children}
    </>
  );
  const look = `nc-land ${state}`;
  if (!touch) return <div class={look}>{inside}</div>;
  return (
    <button
      type="button"
      class={props.lit ? `${look} lit` : look}
      data-thing={direction ? `dir ${direction}` : `card ${card}`}
      aria-label={name}
      aria-pressed={state === "chosen"}
      onClick={touch}
      onPointerEnter={(e) => e.pointerType === "mouse" && point?.(true)}
      onPointerLeave={() => point?.(false)}
      onFocus={() => point?.(true)}
      onBlur={() => point?.(false)}
    >
      {inside}
    </button>
  );
}

export interface CompassProps {
  /** Leaves that the next scout goes ahead, as the back of the deck says. */
  readonly value: number;
  readonly domain?: string | undefined;
  readonly count?: number;
  /** Null: it is not set, or not to be known. */
  readonly aim?: Direction | null;
  /** It is set, and its lid is closed. */
  readonly closed?: boolean;
}

/** Eight rays of a wind rose, long and short, half of each in shade. */
function Rays() {
  return (
    <g>
      {[45, 135, 225, 315].map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d="M0 -26 5 -7 0 0Z" fill="#d3a66e" />
          <path d="M0 -26 -5 -7 0 0Z" fill="#8b5a35" />
        </g>
      ))}
      {[0, 90, 180, 270].map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d="M0 -36 7 -8 0 0Z" fill="#c4dfe2" />
          <path d="M0 -36 -7 -8 0 0Z" fill="#5590b0" />
        </g>
      ))}
    </g>
  );
}

/** The compass; on its rim a coin with the leaves of the next move. */
export function Compass({ value, domain, count, aim = null, closed = false }: CompassProps) {
  const words = [
    tn("The deck says: {n} leaf ahead", "The deck says: {n} leaves ahead", value),
    ...(domain ? [domainName(domain)] : []),
    ...(count !== undefined ? [tn("{n} card left", "{n} cards left", count)] : []),
    ...(aim ? [t("compass to the {place}", { place: place(aim) })] : []),
    ...(closed && !aim ? [t("the compass is set")] : []),
  ].join(", ");
  return (
    <svg class="nc-compass" viewBox="-56 -56 112 112" role="img" aria-label={words}>
      <circle r="54" fill="#5c381f" />
      <circle r="54" fill="none" stroke="#f8b95b" stroke-width="3.5" />
      <circle r="47" fill="#101c36" />
      <circle r="47" fill="none" stroke="#8b5a35" stroke-width="2" />
      {Array.from({ length: 32 }, (_, i) => (
        <path
          key={i}
          d={i % 8 ? "M0 -46v4" : "M0 -46v7"}
          stroke="#d3a66e"
          stroke-width="1.2"
          transform={`rotate(${i * 11.25})`}
        />
      ))}
      <Rays />
      <g
        class={aim ? "nc-needle set" : "nc-needle"}
        style={{ transform: `rotate(${aim ? TURNS[aim] : 40}deg)` }}
      >
        <path d="M0 -43 6 0H-6Z" fill="#a92c33" />
        <path d="M0 43 6 0H-6Z" fill="#fcf0d4" />
        <circle r="5" fill="#f8b95b" stroke="#5c381f" stroke-width="1.5" />
      </g>
      {closed && !aim && (
        <g class="nc-lid">
          <circle r="47" fill="#8b5a35" />
          <circle r="47" fill="none" stroke="#f8b95b" stroke-width="2" />
          <circle r="36" fill="none" stroke="#d3a66e" stroke-width="1.5" />
          <path d="M-20 2q20-26 40 0-20 26-40 0Z" fill="#fcf0d4" />
          <circle cy="2" r="9" fill="#264672" />
          <path d="M-26 -16 26 20" stroke="#4a1526" stroke-width="5" stroke-linecap="round" />
        </g>
      )}
      <g transform="translate(34 34)" class="nc-value">
        <circle r="19" fill="#fcf0d4" stroke="#b5852f" stroke-width="3" />
        <text y="8.500" text-anchor="middle">
          {value}
        </text>
      </g>
    </svg>
  );
}

/** Rhumb lines and coasts of an old map, under the landscapes. */
export function MapSheet() {
  return (
    <svg class="nc-sheet" viewBox="0 0 172 200" preserveAspectRatio="none" aria-hidden="true">
      <g fill="none" stroke="currentColor" stroke-width=".5">
        {Array.from({ length: 16 }, (_, i) => (
          <path key={i} d="M86 100h150" transform={`rotate(${i * 22.5} 86 100)`} opacity=".45" />
        ))}
        <circle cx="86" cy="100" r="62" opacity=".5" />
        <circle cx="86" cy="100" r="64" opacity=".5" />
        <path
          d="M3 30q14-12 26-4t20-8 18 6M4 38q12-9 24-1t22-6M118 8q10 12 24 6t26 14M150 168q-14 2-18 14M10 150q16 4 20 18t22 16M8 160q12 2 16 14t16 14"
          opacity=".8"
        />
      </g>
      <g fill="currentColor" opacity=".55">
        <path d="m22 60 3-6 3 6ZM27 62l4-8 4 8ZM140 66l3-6 3 6ZM146 68l4-8 4 8ZM146 132l2-4 2 4Z" />
        <path
          d="M26 138q3-3 6 0t6 0M132 150q3-3 6 0t6 0"
          fill="none"
          stroke="currentColor"
          stroke-width=".8"
        />
      </g>
    </svg>
  );
}

/** Where the four lie, and what else lies in the corners of the map. */
export function Rose({
  slots,
  voices = {},
  compass,
  corners,
}: {
  slots: Readonly<Record<Direction, ComponentChildren>>;
  /** Who would go where. */
  voices?: Readonly<Partial<Record<Direction, readonly { player: Player; lean: boolean }[]>>>;
  compass: CompassProps;
  corners?: ComponentChildren;
}) {
  const walk = (e: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const keys: Readonly<Record<string, Direction>> = {
      ArrowUp: "N",
      ArrowRight: "E",
      ArrowDown: "S",
      ArrowLeft: "W",
    };
    const to = keys[e.key];
    const land = to && e.currentTarget.querySelector<HTMLElement>(`button[data-thing="dir ${to}"]`);
    if (land) e.preventDefault(), land.focus();
  };
  return (
    <div class="nc-map" role="group" aria-label={t("Landscapes around the compass")} onKeyDown={walk}>
      <MapSheet />
      {DIRECTIONS.map((direction) => (
        <div key={direction} class={`nc-slot nc-${direction}`}>
          {slots[direction]}
          <Voices of={voices[direction] ?? []} />
        </div>
      ))}
      <div class="nc-middle">
        <Compass {...compass} />
      </div>
      {corners}
    </div>
  );
}
