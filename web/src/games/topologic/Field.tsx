/**
 * The field and its pawns: one SVG in units of a hundredth of a tile. It knows how to be
 * touched, dragged and walked with the arrow keys; what that means it asks its owner.
 */
import { useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { inSvg, useDragging } from "../../ui/drag";
import {
  corner,
  type Layout,
  type Place,
  plaquePlace,
  standPlace,
  tileUnder,
  trayPlace,
  useLayout,
} from "./layout";
import type { Marks } from "./marks";
import { colourOf, PawnShape, TileFace, tileName } from "./tiles";
import type { Scene, Tile } from "./view";

export interface Plaque {
  readonly key: string;
  readonly lines: readonly [string, string];
}

export interface FieldProps {
  scene: Scene;
  /** Tiles of the pawns by number from 0; undefined: in the tray. */
  pawns: readonly (Tile | undefined)[];
  /** Whose they are. */
  colour: string;
  moved: readonly number[];
  /** Pawns (from 1) that may be taken up. */
  movable: ReadonlySet<number>;
  /** The pawn in hand, from 1. */
  held: number | null;
  /** Where it, or the next touch, may go; null: everything is as it is. */
  reach: ReadonlySet<Tile> | null;
  chosen: Tile | null;
  /** The secret, where the viewer may know it. */
  secret: Tile | null;
  /** Tiles that fit all scores; null: not shown. */
  candidates: ReadonlySet<Tile> | null;
  marks: Marks;
  /** An earlier position shown over this one. */
  ghosts: readonly Tile[];
  /** The tile from which the end spreads; null: the game goes on. */
  finale: Tile | null;
  advice: Tile | null;
  /** A tile that is pointed at, as in the log. */
  pointed: Tile | null;
  plaque: Plaque | null;
  touch(tile: Tile): void;
  mark(tile: Tile): void;
  take(pawn: number): void;
  drop(pawn: number, tile: Tile): void;
  cancel(): void;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const classes = (...names: readonly (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");

const standing = (pawns: FieldProps["pawns"], tile: Tile) =>
  pawns.flatMap((on, i) => (on === tile ? [i + 1] : []));

/** A tile as a listener hears it. */
function label(props: FieldProps, tile: Tile): string {
  const here = standing(props.pawns, tile);
  const list = here.join(", ");
  const mark = props.marks[tile];
  return [
    tileName(tile),
    here.length === 1 && t("pawn {n}", { n: list }),
    here.length > 1 && t("pawns {n}", { n: list }),
    props.secret === tile && t("the secret"),
    props.reach?.has(tile) && t("possible"),
    props.chosen === tile && t("chosen"),
    props.candidates?.has(tile) && t("fits the scores"),
    mark === "no" && t("marked as excluded"),
    mark === "maybe" && t("marked as possible"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** What is drawn on a tile besides its face. */
function TileSigns({ props, tile }: { props: FieldProps; tile: Tile }) {
  return (
    <>
      {props.marks[tile] === "no" && <path class="mark-no" d="M14 18Q50 46 88 84M86 14Q52 52 12 88" />}
      {props.marks[tile] === "maybe" && (
        <g class="mark-maybe">
          <circle cx="84" cy="16" r="15" />
          <text x="84" y="24">
            ?
          </text>
        </g>
      )}
      {props.secret === tile && (
        <g class="seal">
          <circle cx="17" cy="18" r="17" />
          <path d="M17 8.500a5.500 5.500 0 0 1 3 10l2.500 8h-11l2.500-8a5.500 5.500 0 0 1 3-10Z" />
        </g>
      )}
    </>
  );
}

interface TileProps {
  props: FieldProps;
  tile: Tile;
  place: Place;
  /** In steps from where the end spreads. */
  away: number;
  over: boolean;
  /** Its name stands on a plate above its pawns. */
  named: boolean;
  first: boolean;
  focus(): void;
  onKey(event: KeyboardEvent): void;
}

function FieldTile({ props, tile, place, away, over, named, first, focus, onKey }: TileProps) {
  const { reach, candidates } = props;
  const { x, y } = corner(place);
  return (
    <g
      data-tile={tile}
      class={classes(
        "tile",
        reach && (reach.has(tile) ? "reachable lit" : "far"),
        candidates && (candidates.has(tile) ? "fits" : "ruled-out"),
        props.chosen === tile && "chosen",
        props.advice === tile && "advised",
        props.pointed === tile && "pointed",
        over && reach?.has(tile) && "over",
        props.finale !== null && "finale",
        named && "named",
      )}
      transform={`translate(${x} ${y})`}
      role="button"
      tabindex={first ? 0 : -1}
      aria-label={label(props, tile)}
      onClick={() => (focus(), props.touch(tile))}
      onContextMenu={(e) => (e.preventDefault(), props.mark(tile))}
      onFocus={focus}
      onKeyDown={onKey}
      style={{ "--away": `${Math.round(away * 70)}ms` }}
    >
      <g class="tile-body">
        <TileFace tile={tile} />
        <TileSigns props={props} tile={tile} />
      </g>
      <rect class="tile-ring" x="-3" y="-3" width="106" height="106" rx="12" />
    </g>
  );
}

function Ghosts({ layout, ghosts }: { layout: Layout; ghosts: readonly Tile[] }) {
  return (
    <>
      {ghosts.map((tile, i) => {
        const here = standing(ghosts, tile);
        const at = standPlace(layout, tile, here.indexOf(i + 1), here.length);
        return (
          at && (
            <g key={i} class="ghost" transform={`translate(${at.x} ${at.y}) scale(${at.scale})`}>
              <PawnShape n={i + 1} />
            </g>
          )
        );
      })}
    </>
  );
}

/** Where pawns stand, the tile's name lies above them: nothing ever hides it. */
function Plates({ layout, tiles }: { layout: Layout; tiles: ReadonlySet<Tile> }) {
  return (
    <>
      {[...tiles].map((tile) => {
        const place = layout.at.get(tile);
        if (!place) return null;
        const { x, y } = corner(place);
        return (
          <g key={tile} class="name-plate" transform={`translate(${x} ${y})`} aria-hidden="true">
            <rect x="20" y="2" width="60" height="35" rx="12" />
            <text x="50" y="31">
              {tile}
            </text>
          </g>
        );
      })}
    </>
  );
}

function PlaqueSign({ layout, plaque }: { layout: Layout; plaque: Plaque }) {
  const { x, y } = plaquePlace(layout);
  return (
    <g key={plaque.key} transform={`translate(${x} ${y})`} aria-hidden="true">
      <g class="plaque">
        <rect x="-108" y="-48" width="216" height="92" rx="8" />
        <circle cx="-95" cy="-2" r="5" />
        <circle cx="95" cy="-2" r="5" />
        <text class="plaque-turn" y="-20">
          {plaque.lines[0]}
        </text>
        <text class="plaque-score" y="27">
          {plaque.lines[1]}
        </text>
      </g>
    </g>
  );
}

/** Walking over the field with arrow keys, over gaps; Enter touches. */
function useCursor(props: FieldProps, layout: Layout, order: readonly Tile[], find: (tile: Tile) => void) {
  const [cursor, setCursor] = useState<Tile>(order[0] ?? "A1");
  const walk = (from: Tile, dx: number, dy: number) => {
    const place = layout.at.get(from);
    if (!place) return;
    for (let i = 1; i < 16; i++) {
      const next = layout.tiles.get(`${place.x + i * dx},${place.y + i * dy}`);
      if (!next) continue;
      setCursor(next);
      return find(next);
    }
  };
  const onKey = (event: KeyboardEvent, tile: Tile) => {
    const step = steps[event.key];
    if (step) walk(tile, ...step);
    else if (event.key === "Enter" || event.key === " ") props.touch(tile);
    else if (event.key === "Escape") props.cancel();
    else if (event.key === "m" || event.key === "M") props.mark(tile);
    else if (/^[1-9]$/.test(event.key)) props.take(Number(event.key));
    else return;
    event.preventDefault();
  };
  return { cursor, setCursor, onKey };
}

/**
 * Pawns are alike, so any of those in the tray may be taken: the one that is gets the next number,
 * which nobody has seen on it yet.
 */
function useBodies(pawns: FieldProps["pawns"]) {
  const [order, setOrder] = useState<readonly number[]>([1, 2, 3, 4, 5]);
  const next = pawns.indexOf(undefined) + 1;
  const waits = (n: number) => pawns[n - 1] === undefined;
  return {
    order: order.slice(0, pawns.length),
    /** The pawn that this body is once it is taken up. */
    meant: (n: number) => (waits(n) ? next : n),
    take: (n: number) => {
      if (waits(n) && n !== next)
        setOrder(order.map((other) => (other === n ? next : other === next ? n : other)));
    },
  };
}
type Bodies = ReturnType<typeof useBodies>;

interface PawnsProps {
  props: FieldProps;
  layout: Layout;
  bodies: Bodies;
  dragging: ReturnType<typeof useDragging<number>>;
}

/** Pawns can be dragged; a touch on one is a touch on its tile, or takes it from the tray. */
function Pawns({ props, layout, bodies, dragging }: PawnsProps) {
  const { pawns } = props;
  const { dragged } = dragging;
  return (
    <>
      {bodies.order.map((n, body) => {
        const on = pawns[n - 1];
        const here = on === undefined ? [] : standing(pawns, on);
        const lifted = dragged?.what === body;
        const still = on === undefined ? null : standPlace(layout, on, here.indexOf(n), here.length);
        const { x, y } = lifted ? dragged : (still ?? trayPlace(layout, body));
        return (
          <g
            key={body}
            data-thing={`pawn ${body}`}
            class={classes(
              "pawn",
              props.movable.has(n) && "movable",
              props.held === n && "held",
              props.moved.includes(n) && "moved",
              lifted && "dragged",
              on === undefined && "waiting",
              props.ghosts.length > 0 && "faint",
            )}
            style={{ transform: `translate(${x}px, ${y}px)`, "--scale": String(still?.scale ?? 1.12) }}
            {...dragging.listen(body)}
            onClick={() => {
              if (on !== undefined) return props.touch(on);
              bodies.take(n);
              props.take(bodies.meant(n));
            }}
            aria-hidden="true"
          >
            <g class="pawn-lift">
              <PawnShape n={n} />
            </g>
          </g>
        );
      })}
    </>
  );
}

export function Field(props: FieldProps) {
  const svg = useRef<SVGSVGElement>(null);
  const layout = useLayout(props.scene, svg);
  const { at, width, height } = layout;
  const order = [...at].sort(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([tile]) => tile);
  const find = (tile: Tile) => svg.current?.querySelector<SVGGElement>(`[data-tile="${tile}"]`)?.focus();
  const { cursor, setCursor, onKey } = useCursor(props, layout, order, find);
  const bodies = useBodies(props.pawns);
  const pawnOf = (body: number) => bodies.order[body] ?? 0;
  const dragging = useDragging<number>({
    at: (event) => inSvg(svg.current, event),
    may: (body) => props.movable.has(pawnOf(body)),
    begin: (body) => {
      const pawn = bodies.meant(pawnOf(body));
      bodies.take(pawnOf(body));
      if (props.held !== pawn) props.take(pawn);
    },
    drop: (dragged) => {
      const tile = tileUnder(layout, dragged);
      if (tile === undefined) props.cancel();
      else props.drop(bodies.meant(pawnOf(dragged.what)), tile);
    },
  });
  const center = props.finale === null ? undefined : at.get(props.finale);
  const over = dragging.dragged ? tileUnder(layout, dragging.dragged) : undefined;
  const named = new Set([...props.pawns, ...props.ghosts, over].filter((tile) => tile !== undefined));
  return (
    <svg
      ref={svg}
      class="topo-field"
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={t("Field of tiles")}
      style={{ "--pawn": props.colour }}
    >
      <rect class="leather" width={width} height={height} rx="16" />
      <rect class="gilt" x="12" y="12" width={width - 24} height={height - 24} rx="9" />
      <rect class="gilt thin" x="19" y="19" width={width - 38} height={height - 38} rx="6" />
      {order.map((tile) => {
        const place = at.get(tile) ?? { x: 0, y: 0 };
        return (
          <FieldTile
            key={tile}
            props={props}
            tile={tile}
            place={place}
            away={center ? Math.hypot(place.x - center.x, place.y - center.y) : 0}
            over={over === tile}
            named={named.has(tile)}
            first={tile === cursor}
            focus={() => setCursor(tile)}
            onKey={(e) => onKey(e, tile)}
          />
        );
      })}
      {center && props.finale !== null && (
        <circle
          class="burst"
          cx={corner(center).x + 50}
          cy={corner(center).y + 50}
          r="70"
          stroke={colourOf(props.finale).fill}
        />
      )}
      <Ghosts layout={layout} ghosts={props.ghosts} />
      <Pawns props={props} layout={layout} bodies={bodies} dragging={dragging} />
      <Plates layout={layout} tiles={named} />
      {props.plaque && <PlaqueSign layout={layout} plaque={props.plaque} />}
    </svg>
  );
}
