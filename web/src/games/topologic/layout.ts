/** Where everything lies on the field, in hundredths of a tile: whatever makes the tiles largest. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Scene, Tile } from "./view";

export const PITCH = 109;
const EDGE = 40;
/** What the pawns not yet placed and the plaque take: a strip below, or a column beside. */
const STRIP = 112;
const COLUMN = 236;
const GAP = PITCH - 100;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Columns and rows by tile, turned where that is better. */
  readonly at: ReadonlyMap<Tile, Place>;
  readonly tiles: ReadonlyMap<string, Tile>;
  readonly beside: boolean;
}

interface Shape {
  readonly turned: boolean;
  readonly beside: boolean;
}

const shapes: readonly Shape[] = [
  { turned: false, beside: false },
  { turned: false, beside: true },
  { turned: true, beside: false },
  { turned: true, beside: true },
];

function sizeOf(scene: Scene, { turned, beside }: Shape) {
  const columns = turned ? scene.height : scene.width;
  const rows = turned ? scene.width : scene.height;
  // A strip has to hold five pawns and the plaque.
  const least = beside ? 0 : 680;
  return {
    width: Math.max(least, 2 * EDGE + columns * PITCH - GAP) + (beside ? COLUMN : 0),
    height: Math.max(beside ? 640 : 0, 2 * EDGE + rows * PITCH - GAP) + (beside ? 0 : STRIP),
  };
}

/** The shape in which a tile is largest; a turned field must be clearly better. */
function bestShape(scene: Scene, room: Place): Shape {
  const scale = (shape: Shape) => {
    const { width, height } = sizeOf(scene, shape);
    return Math.min(room.x / width, room.y / height) * (shape.turned ? 0.93 : 1);
  };
  return shapes.reduce((best, shape) => (scale(shape) > scale(best) ? shape : best));
}

/** The room that the board's place gives. */
function useRoom(svg: RefObject<SVGSVGElement>): Place {
  const [room, setRoom] = useState<Place>(() => ({ x: innerWidth, y: innerHeight }));
  useLayoutEffect(() => {
    const place = svg.current?.parentElement;
    if (!place) return;
    const measure = () => setRoom({ x: place.clientWidth, y: place.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return room;
}

export function useLayout(scene: Scene, svg: RefObject<SVGSVGElement>): Layout {
  const shape = bestShape(scene, useRoom(svg));
  const { width, height } = sizeOf(scene, shape);
  const at = new Map<Tile, Place>();
  const tiles = new Map<string, Tile>();
  for (const [tile, [column, row]] of Object.entries(scene.field)) {
    const place = shape.turned ? { x: row, y: column } : { x: column, y: row };
    at.set(tile, place);
    tiles.set(`${place.x},${place.y}`, tile);
  }
  return { at, tiles, width, height, beside: shape.beside };
}

export const corner = (place: Place): Place => ({ x: EDGE + place.x * PITCH, y: EDGE + place.y * PITCH });

export function tileUnder(layout: Layout, { x, y }: Place): Tile | undefined {
  return layout.tiles.get(`${Math.floor((x - EDGE) / PITCH)},${Math.floor((y - EDGE) / PITCH)}`);
}

/** Where a pawn waits. */
export function trayPlace({ width, height, beside }: Layout, i: number): Place {
  return beside
    ? { x: width - EDGE - COLUMN / 2 + 14 + (i % 2 ? 52 : -52), y: EDGE + 62 + Math.floor(i / 2) * 112 }
    : { x: EDGE + 36 + i * 66, y: height - EDGE - STRIP / 2 + 28 };
}

export function plaquePlace({ width, height, beside }: Layout): Place {
  return beside
    ? { x: width - EDGE - COLUMN / 2 + 14, y: height - EDGE - 62 }
    : { x: width - EDGE - 130, y: height - EDGE - STRIP / 2 + 26 };
}

/** How the pawns of one tile stand in a line below its name: how large, and where. */
const lines = [
  { scale: 0.95, at: [50] },
  { scale: 0.9, at: [29, 71] },
  { scale: 0.78, at: [19, 50, 81] },
  { scale: 0.68, at: [15, 38, 62, 85] },
  { scale: 0.62, at: [13, 31, 50, 69, 87] },
] as const;
/** From a pawn's middle to its foot. */
const FOOT = 31;

export interface Stand extends Place {
  readonly scale: number;
}

/** Where a pawn stands among so many on its tile. */
export function standPlace(layout: Layout, tile: Tile, rank: number, count: number): Stand | null {
  const place = layout.at.get(tile);
  const line = lines[Math.min(count, lines.length) - 1];
  if (!place || !line) return null;
  const { x, y } = corner(place);
  return { x: x + (line.at[rank] ?? 50), y: y + 100 - FOOT * line.scale, scale: line.scale };
}
