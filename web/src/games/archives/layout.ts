/** Where everything lies on the board, in units of its own, for a wide, a middling and a tall place. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { LETTERS, type Scene, type SceneSite, SITES, type SiteKey } from "./view";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** A zone with the middles of its cells. */
export interface Cells extends Box {
  readonly cells: readonly Point[];
}

export interface SitePlan extends Box {
  readonly head: Box;
  /** From the oldest, at the bottom. */
  readonly requests: Cells;
  /** From the newest, at the left. Outside: a row for each store. */
  readonly consulted: Cells;
  readonly entry: Cells;
  /** A bay for each type. */
  readonly bays: Readonly<Record<string, Box>>;
  readonly store: Box;
  readonly room: Cells;
  readonly answered: Box;
}
export interface Layout {
  readonly shape: "wide" | "middle" | "tall";
  readonly width: number;
  readonly height: number;
  readonly squares: readonly Box[];
  readonly inside: Box;
  readonly sites: Readonly<Record<SiteKey, SitePlan>>;
  /** The bag, and beside it what was drawn from it. */
  readonly bag: Box;
  readonly drawn: Cells;
  readonly ladder: Box;
  /** A row for each type: the whole, its seal, waiting cells, steps of expertise. */
  readonly rows: readonly (Box & { seal: Point; waiting: readonly Point[]; steps: readonly Point[] })[];
  readonly prestige: Box;
  readonly hand: Box;
  /** Where what is about to be done is written; over the board where there is no room for it. */
  readonly slip: Box | null;
  /** The side of a cube. */
  readonly cube: number;
}

const GAP = 8;
const LABEL = 24;
/** Between two rows of tables outside: the name of the store they belong to. */
export const ROW = 24;

/** Twenty-four squares clockwise from the upper left corner. */
function ring(width: number, height: number, columns: number, tw: number, th: number): readonly Box[] {
  const rows = 14 - columns;
  const w = (width - 2 * tw) / (columns - 2);
  const h = (height - 2 * th) / (rows - 2);
  const xs = Array.from({ length: columns }, (_, i) => (i === 0 ? 0 : tw + (i - 1) * w));
  const ys = Array.from({ length: rows }, (_, i) => (i === 0 ? 0 : th + (i - 1) * h));
  const wide = (i: number) => (i === 0 || i === columns - 1 ? tw : w);
  const high = (i: number) => (i === 0 || i === rows - 1 ? th : h);
  const box = (c: number, r: number): Box => ({ x: xs[c] ?? 0, y: ys[r] ?? 0, w: wide(c), h: high(r) });
  const along = (n: number, at: (i: number) => Box) => Array.from({ length: n }, (_, i) => at(i));
  return [
    ...along(columns, (i) => box(i, 0)),
    ...along(rows - 2, (i) => box(columns - 1, i + 1)),
    ...along(columns, (i) => box(columns - 1 - i, rows - 1)),
    ...along(rows - 2, (i) => box(0, rows - 2 - i)),
  ];
}

function row(x: number, y: number, step: number, n: number): readonly Point[] {
  return Array.from({ length: n }, (_, i) => ({ x: x + step * (i + 0.5), y }));
}

/** The column of requests at the left of every site: the oldest at the bottom. */
function column(box: Box, n: number): Cells {
  const h = (box.h - LABEL) / n;
  const cells = Array.from({ length: n }, (_, i) => ({
    x: box.x + box.w / 2,
    y: box.y + box.h - h * (i + 0.5),
  }));
  return { ...box, cells };
}

/** Bays of the store: one above the other where there is room, else two by two, else side by side. */
function baysOf(store: Box, accepts: string, cube: number): Readonly<Record<string, Box>> {
  const types = [...accepts];
  const inner = { x: store.x, y: store.y + LABEL, w: store.w, h: store.h - LABEL };
  const fits = (columns: number) => inner.h / Math.ceil(types.length / columns) >= cube + 6;
  const columns = [1, 2].find(fits) ?? types.length;
  const rows = Math.ceil(types.length / columns);
  return Object.fromEntries(
    types.map((type, i) => [
      type,
      {
        x: inner.x + ((i % columns) * inner.w) / columns,
        y: inner.y + (Math.floor(i / columns) * inner.h) / rows,
        w: inner.w / columns,
        h: inner.h / rows,
      },
    ]),
  );
}

/** What a site is made of, from above: its name, its entry, its store, what was answered, two rows of cells. */
const HEAD = 44;
const DONE = 30;
const zoneOf = (cube: number) => LABEL + cube + 8;
/** The least height at which nothing of a site lies over anything else. */
const siteNeeds = (cube: number) => HEAD + 4 + 4 * zoneOf(cube) + DONE + 8;

const NOWHERE: Cells = { x: 0, y: 0, w: 0, h: 0, cells: [] };

function sitePlan(site: SceneSite, box: Box, cube: number): SitePlan {
  const head = { x: box.x, y: box.y, w: box.w, h: HEAD };
  const top = box.y + head.h + 4;
  const bottom = box.y + box.h - 8;
  const left = { x: box.x + 8, y: top, w: cube + 28, h: bottom - top };
  const x = left.x + left.w + 8;
  const w = box.x + box.w - 8 - x;
  const outside = site.entry === 0;
  if (outside) {
    const h = LABEL + 3 * (cube + ROW);
    const cells = row(x, 0, w / site.consultation, site.consultation).map((p) => ({
      x: p.x,
      y: top + LABEL,
    }));
    return {
      ...box,
      head,
      requests: column(left, site.requests),
      consulted: { x, y: top, w, h, cells },
      entry: NOWHERE,
      bays: {},
      store: NOWHERE,
      room: NOWHERE,
      answered: NOWHERE,
    };
  }
  const zone = zoneOf(cube);
  const requests = { ...left, h: left.h - zone };
  const cell = (y: number, n: number, from = x, width = w): Cells => ({
    x: from,
    y,
    w: width,
    h: zone,
    cells: row(from, y + LABEL + (cube + 4) / 2, Math.min(cube + 10, width / n), n),
  });
  const store = { x, y: top + zone, w, h: bottom - top - 3 * zone - DONE };
  return {
    ...box,
    head,
    requests: column(requests, site.requests),
    entry: cell(top, site.entry),
    store,
    bays: baysOf(store, site.accepts, cube),
    answered: { x, y: store.y + store.h, w, h: DONE },
    consulted: cell(bottom - 2 * zone, site.consultation),
    room: cell(bottom - zone, 2 * site.room, left.x, box.w - 16),
  };
}

/** The table of expertise: waiting cubes at the left, the seal, the steps. */
export function rowsOf(ladder: Box, cube: number, waiting: number, end: number): Layout["rows"] {
  const top = ladder.y + LABEL + 6;
  const h = (ladder.h - LABEL - 12) / LETTERS.length;
  const cell = Math.min(cube + 2, (ladder.w * 0.28) / waiting);
  const left = ladder.x + 12;
  const seal = left + waiting * cell + 32;
  const from = seal + 30;
  const step = (ladder.x + ladder.w - 12 - from) / (end + 1);
  return LETTERS.map((_, i) => {
    const y = top + h * (i + 0.5);
    return {
      x: ladder.x + 4,
      y: top + h * i,
      w: ladder.w - 8,
      h,
      seal: { x: seal, y },
      waiting: row(left, y, cell, waiting),
      steps: row(from, y, step, end + 1),
    };
  });
}

interface Frame {
  readonly shape: Layout["shape"];
  readonly width: number;
  /** From the flattest to the highest that still looks well. */
  readonly heights: readonly [number, number];
  readonly columns: number;
  readonly tw: number;
  readonly th: number;
  readonly cube: number;
}
const FRAMES: readonly Frame[] = [
  { shape: "wide", width: 1740, heights: [880, 1120], columns: 9, tw: 112, th: 82, cube: 42 },
  { shape: "middle", width: 1330, heights: [1080, 1340], columns: 7, tw: 100, th: 80, cube: 40 },
  { shape: "tall", width: 1000, heights: [1150, 1640], columns: 6, tw: 92, th: 72, cube: 36 },
];

/** The boxes of the four sites and of what lies below them, by the shape of the place. */
function blocks(shape: Layout["shape"], inside: Box, cube: number) {
  const { x, y, w, h } = inside;
  const at = (dx: number, dy: number, bw: number, bh: number): Box => ({
    x: x + dx,
    y: y + dy,
    w: bw,
    h: bh,
  });
  if (shape === "wide") {
    const sw = (w - 3 * GAP) / 4;
    const sh = Math.round(h * 0.58);
    const low = sh + GAP;
    const lh = h - low;
    const lw = Math.round(w * 0.455);
    const rest = w - lw - GAP;
    const ruler = 84;
    return {
      sites: [0, 1, 2, 3].map((i) => at(i * (sw + GAP), 0, sw, sh)),
      ladder: at(0, low, lw, lh),
      prestige: at(lw + GAP, low, rest, ruler),
      hand: at(lw + GAP, low + ruler + GAP, rest * 0.4, lh - ruler - GAP),
      slip: at(lw + GAP + rest * 0.4 + GAP, low + ruler + GAP, rest * 0.6 - GAP, lh - ruler - GAP),
    };
  }
  if (shape === "middle") {
    const sw = (w - 2 * GAP) / 3;
    const sh = Math.round(h * 0.46);
    const low = sh + GAP;
    const lh = h - low;
    const rest = w - sw - GAP;
    const table = Math.round(lh * 0.5);
    const ruler = 88;
    const hand = lh - table - ruler - 2 * GAP;
    return {
      sites: [...[0, 1, 2].map((i) => at(i * (sw + GAP), 0, sw, sh)), at(0, low, sw, lh)],
      ladder: at(sw + GAP, low, rest, table),
      prestige: at(sw + GAP, low + table + GAP, rest, ruler),
      hand: at(sw + GAP, low + table + ruler + 2 * GAP, rest * 0.46, hand),
      slip: at(sw + GAP + rest * 0.46 + GAP, low + table + ruler + 2 * GAP, rest * 0.54 - GAP, hand),
    };
  }
  const sw = (w - GAP) / 2;
  const sh = Math.max(Math.round(h * 0.335), siteNeeds(cube));
  const low = 2 * (sh + GAP);
  const table = Math.round((h - low - GAP) * 0.62);
  const ruler = 76;
  return {
    sites: [0, 1, 2, 3].map((i) => at((i % 2) * (sw + GAP), Math.floor(i / 2) * (sh + GAP), sw, sh)),
    ladder: at(0, low, w, table),
    prestige: at(0, low + table + GAP, w * 0.56, h - low - table - GAP),
    hand: at(w * 0.56 + GAP, low + table + GAP, w * 0.44 - GAP, h - low - table - GAP),
    slip: null,
    ruler,
  };
}

export function layoutFor(scene: Scene, ratio: number): Layout {
  const frame = FRAMES[ratio > 1.45 ? 0 : ratio > 0.98 ? 1 : 2] as Frame;
  const { width, heights, tw, th, cube } = frame;
  const height = Math.round(Math.max(heights[0], Math.min(heights[1], width / ratio)));
  const inside = { x: tw + GAP, y: th + GAP, w: width - 2 * (tw + GAP), h: height - 2 * (th + GAP) };
  const parts = blocks(frame.shape, inside, cube);
  const plans = SITES.map((key, i) => {
    const site = scene.sites.find((one) => one.key === key);
    const box = parts.sites[i];
    return [key, site && box ? sitePlan(site, box, cube) : null];
  });
  const sites = Object.fromEntries(plans) as Layout["sites"];
  const { consulted } = sites.EX;
  const below = consulted.y + consulted.h + 6;
  const rest = sites.EX.y + sites.EX.h - 8 - below;
  const bag = { x: consulted.x, y: below, w: consulted.w * 0.36, h: rest };
  const drawn = { x: bag.x + bag.w, y: below, w: consulted.w * 0.64, h: rest };
  return {
    shape: frame.shape,
    width,
    height,
    squares: ring(width, height, frame.columns, tw, th),
    inside,
    sites,
    bag,
    drawn: { ...drawn, cells: row(drawn.x, drawn.y + LABEL + (rest - LABEL) / 2, drawn.w / 3, 3) },
    ladder: parts.ladder,
    rows: rowsOf(parts.ladder, cube, scene.waitingMax, scene.endExpertise),
    prestige: parts.prestige,
    hand: parts.hand,
    slip: parts.slip,
    cube,
  };
}

export const middle = (box: Box): Point => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** The board's own size in pixels, followed while it changes. */
export function useSize(element: RefObject<HTMLElement>): Point {
  const [size, set] = useState<Point>({ x: 0, y: 0 });
  useLayoutEffect(() => {
    const place = element.current;
    if (!place) return;
    const measure = () => {
      const { width, height } = place.getBoundingClientRect();
      set((old) => (old.x === width && old.y === height ? old : { x: width, y: height }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(place);
    return () => watch.disconnect();
  }, []);
  return size;
}
