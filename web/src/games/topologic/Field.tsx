/**
 * The field and its pawns: one SVG in units of a hundredth of a tile. It knows how to be
 * touched, dragged and walked with the arrow keys; what that means it asks its owner.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { colourOf, PawnShape, TileFace, tileName } from "./tiles";
import type { Marks } from "./marks";
import type { Scene, Tile } from "./view";

const PITCH = 109;
const EDGE = 58;
const TRAY = 118;

/** Where the pawns of one tile stand, so that its name stays readable. */
const stands = [
  [79, 66],
  [21, 66],
  [79, 20],
  [21, 20],
  [50, 80],
] as const;

/** Four or five stand in a ring around the name. */
const packed = [
  [92, 78],
  [8, 78],
  [92, 10],
  [8, 10],
  [50, 97],
] as const;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface FieldProps {
  scene: Scene;
  /** Tiles of the pawns by number from 0; undefined: in the tray. */
  pawns: readonly (Tile | undefined)[];
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
  plaque: string | null;
  touch(tile: Tile): void;
  mark(tile: Tile): void;
  take(pawn: number): void;
  drop(pawn: number, tile: Tile): void;
  cancel(): void;
}

/** Tall screens get wide fields turned, so that tiles stay large enough for a thumb. */
function useTurned(scene: Scene): boolean {
  const [tall, setTall] = useState(() => matchMedia("(max-width: 45rem)").matches);
  useEffect(() => {
    const query = matchMedia("(max-width: 45rem)");
    const follow = () => setTall(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return tall && scene.width > scene.height;
}

function useLayout(scene: Scene) {
  const turned = useTurned(scene);
  const at = new Map<Tile, Place>();
  const tiles = new Map<string, Tile>();
  for (const [tile, [column, row]] of Object.entries(scene.field)) {
    const place = turned ? { x: row, y: column } : { x: column, y: row };
    at.set(tile, place);
    tiles.set(`${place.x},${place.y}`, tile);
  }
  const columns = turned ? scene.height : scene.width;
  const rows = turned ? scene.width : scene.height;
  return { at, tiles, width: 2 * EDGE + columns * PITCH - 9, height: 2 * EDGE + rows * PITCH - 9 + TRAY };
}

const corner = (place: Place) => ({ x: EDGE + place.x * PITCH, y: EDGE + place.y * PITCH });

function joined(numbers: readonly number[]): string {
  return numbers.join(", ");
}

export function Field(props: FieldProps) {
  const { scene, pawns, reach, held } = props;
  const { at, tiles, width, height } = useLayout(scene);
  const svg = useRef<SVGSVGElement>(null);
  const order = [...at].sort(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([tile]) => tile);
  const [cursor, setCursor] = useState<Tile>(order[0] ?? "A1");
  const [drag, setDrag] = useState<{ pawn: number; x: number; y: number; far: boolean } | null>(null);
  const start = useRef({ x: 0, y: 0 });

  const toBoard = (event: PointerEvent): Place => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = matrix ? point.matrixTransform(matrix) : point;
    return { x, y };
  };
  const tileUnder = ({ x, y }: Place): Tile | undefined =>
    tiles.get(`${Math.floor((x - EDGE) / PITCH)},${Math.floor((y - EDGE) / PITCH)}`);

  /** The next tile that way, over gaps. */
  const walk = (from: Tile, dx: number, dy: number) => {
    const place = at.get(from);
    if (!place) return;
    for (let i = 1; i < 16; i++) {
      const next = tiles.get(`${place.x + i * dx},${place.y + i * dy}`);
      if (!next) continue;
      setCursor(next);
      svg.current?.querySelector<SVGGElement>(`[data-tile="${next}"]`)?.focus();
      return;
    }
  };
  const onKey = (event: KeyboardEvent, tile: Tile) => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step) walk(tile, ...step);
    else if (event.key === "Enter" || event.key === " ") props.touch(tile);
    else if (event.key === "Escape") props.cancel();
    else if (event.key === "m" || event.key === "M") props.mark(tile);
    else if (/^[1-9]$/.test(event.key)) props.take(Number(event.key));
    else return;
    event.preventDefault();
  };

  const standing = (tile: Tile) => pawns.flatMap((on, i) => (on === tile ? [i + 1] : []));
  const label = (tile: Tile): string => {
    const here = standing(tile);
    const mark = props.marks[tile];
    return [
      tileName(tile),
      here.length === 1 && t("pawn {n}", { n: joined(here) }),
      here.length > 1 && t("pawns {n}", { n: joined(here) }),
      props.secret === tile && t("the secret"),
      reach?.has(tile) && t("possible"),
      props.chosen === tile && t("chosen"),
      props.candidates?.has(tile) && t("fits the scores"),
      mark === "no" && t("marked as excluded"),
      mark === "maybe" && t("marked as possible"),
    ]
      .filter(Boolean)
      .join(", ");
  };

  const pawnPlace = (i: number): Place => {
    if (drag?.far && drag.pawn === i + 1) return drag;
    const on = pawns[i];
    const place = on !== undefined ? at.get(on) : undefined;
    if (on === undefined || !place) return { x: EDGE + 44 + i * 72, y: height - EDGE - TRAY / 2 + 36 };
    const here = standing(on);
    const [dx, dy] = (here.length > 3 ? packed : stands)[here.indexOf(i + 1)] ?? [50, 50];
    const { x, y } = corner(place);
    return { x: x + dx, y: y + dy };
  };

  const down = (event: PointerEvent, pawn: number) => {
    if (!props.movable.has(pawn) || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, y: event.clientY };
    setDrag({ pawn, ...toBoard(event), far: false });
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const far = drag.far || Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > 7;
    if (far && !drag.far && held !== drag.pawn) props.take(drag.pawn);
    setDrag({ ...drag, ...toBoard(event), far });
  };
  const up = (event: PointerEvent) => {
    if (!drag) return;
    const tile = tileUnder(toBoard(event));
    setDrag(null);
    if (!drag.far) {
      if (pawns[drag.pawn - 1] === undefined) props.take(drag.pawn);
      else props.touch(pawns[drag.pawn - 1] ?? "");
    } else if (tile !== undefined) props.drop(drag.pawn, tile);
    else props.cancel();
  };

  const center = props.finale !== null ? at.get(props.finale) : undefined;
  const over = drag?.far ? tileUnder(drag) : undefined;

  return (
    <svg
      ref={svg}
      class="topo-field"
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={t("Field of tiles")}
      style={{ "--ratio": String(width / height) }}
    >
      <rect class="leather" width={width} height={height} rx="16" />
      <rect class="gilt" x="16" y="16" width={width - 32} height={height - 32} rx="9" />
      <rect class="gilt thin" x="24" y="24" width={width - 48} height={height - 48} rx="6" />
      {order.map((tile) => {
        const place = at.get(tile) ?? { x: 0, y: 0 };
        const { x, y } = corner(place);
        const classes = [
          "tile",
          reach && (reach.has(tile) ? "reachable" : "far"),
          props.candidates && (props.candidates.has(tile) ? "fits" : "ruled-out"),
          props.chosen === tile && "chosen",
          props.advice === tile && "advised",
          over === tile && reach?.has(tile) && "over",
          center && "finale",
        ];
        const away = center ? Math.hypot(place.x - center.x, place.y - center.y) : 0;
        return (
          <g
            key={tile}
            data-tile={tile}
            class={classes.filter(Boolean).join(" ")}
            transform={`translate(${x} ${y})`}
            role="button"
            tabindex={tile === cursor ? 0 : -1}
            aria-label={label(tile)}
            onClick={() => (setCursor(tile), props.touch(tile))}
            onContextMenu={(e) => (e.preventDefault(), props.mark(tile))}
            onFocus={() => setCursor(tile)}
            onKeyDown={(e) => onKey(e, tile)}
            style={{ "--away": `${Math.round(away * 70)}ms` }}
          >
            <g class="tile-body">
              <TileFace tile={tile} />
              {props.marks[tile] === "no" && (
                <path class="mark-no" d="M14 18Q50 46 88 84M86 14Q52 52 12 88" />
              )}
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
            </g>
            <rect class="tile-ring" x="-3" y="-3" width="106" height="106" rx="12" />
          </g>
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
      {props.ghosts.map((tile, i) => {
        const place = at.get(tile);
        const twin = props.ghosts.slice(0, i).filter((other) => other === tile).length;
        const [dx, dy] = stands[twin] ?? [50, 50];
        return (
          place && (
            <g
              key={`ghost ${i}`}
              class="ghost"
              transform={`translate(${corner(place).x + dx} ${corner(place).y + dy}) scale(1)`}
            >
              <PawnShape n={i + 1} />
            </g>
          )
        );
      })}
      {pawns.map((on, i) => {
        const { x, y } = pawnPlace(i);
        const n = i + 1;
        const classes = [
          "pawn",
          props.movable.has(n) && "movable",
          held === n && "held",
          props.moved.includes(n) && "moved",
          drag?.far && drag.pawn === n && "dragged",
          on !== undefined && [false, "crowded", "packed"][Math.min(2, Math.max(0, standing(on).length - 2))],
          props.ghosts.length > 0 && "faint",
        ];
        return (
          <g
            key={n}
            class={classes.filter(Boolean).join(" ")}
            style={{ transform: `translate(${x}px, ${y}px)` }}
            onPointerDown={(e) => down(e, n)}
            onPointerMove={move}
            onPointerUp={up}
            onPointerCancel={() => setDrag(null)}
            onClick={() => on !== undefined && !props.movable.has(n) && props.touch(on)}
            aria-hidden="true"
          >
            <g class="pawn-lift">
              <PawnShape n={n} />
            </g>
          </g>
        );
      })}
      {props.plaque !== null && (
        <g
          key={props.plaque}
          class="plaque"
          transform={`translate(${width - EDGE - 150} ${height - EDGE - TRAY / 2 + 22})`}
          aria-hidden="true"
        >
          <rect x="-150" y="-36" width="300" height="72" rx="8" />
          <circle cx="-134" cy="0" r="5" />
          <circle cx="134" cy="0" r="5" />
          <text y="11">{props.plaque}</text>
        </g>
      )}
    </svg>
  );
}
