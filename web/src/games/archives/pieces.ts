/**
 * Every cube and every request as a thing of its own. The position only counts them; so that they glide
 * from zone to zone, each keeps its number, and whichever has left one zone is found in another.
 */
import { type Layout, type Point, ROW } from "./layout";
import { isStore, LETTERS, type Letter, SITES, type Scene, STORES, type View } from "./view";

export interface Piece {
  readonly id: string;
  readonly type: Letter;
  /** Zone, and which one there: "entry PA 2". */
  readonly zone: string;
  readonly index: number;
  readonly at: Point;
  readonly hidden: boolean;
  /** The next to leave by itself. */
  readonly last: boolean;
  readonly small: boolean;
}

/** How many of a type are in each zone; in a line the places are told apart. */
type Zones = ReadonlyMap<string, number>;

function cubeZones(view: View, type: Letter): Zones {
  const zones = new Map<string, number>();
  const put = (zone: string, n: number | undefined) => n && zones.set(zone, (zones.get(zone) ?? 0) + n);
  for (const key of STORES) {
    const site = view.sites[key];
    put(`entry ${key}`, site.entry[type]);
    put(`store ${key}`, site.store[type]);
    if (site.room?.type === type) put(`room ${key}`, site.room.size);
  }
  for (const key of SITES)
    for (const { type: lent } of view.sites[key].consulted) if (lent === type) put(`consulted ${key}`, 1);
  put("waiting", view.waiting[type]);
  put("drawn", view.drawn[type]);
  return zones;
}

function hexZones(view: View, type: Letter): Zones {
  const zones = new Map<string, number>();
  for (const key of SITES) {
    const here = view.sites[key].requests.filter((one) => one === type).length;
    if (here) zones.set(`requests ${key}`, here);
    const done = isStore(key) ? view.sites[key].answered[type] : 0;
    if (done) zones.set(`answered ${key}`, done);
  }
  return zones;
}

/** Which piece is where: number by number. In order of arrival within a zone. */
type Homes = Map<string, string[]>;
const AWAY = "away";

/** Pieces stay where as many are wanted; those too many go where some are missing. The oldest leave first. */
function rehouse(homes: Homes, wanted: Zones): void {
  const loose: string[] = [];
  for (const [zone, ids] of homes)
    if (zone !== AWAY) {
      const many = ids.length - (wanted.get(zone) ?? 0);
      if (many > 0) loose.push(...ids.splice(0, many));
    }
  const away = homes.get(AWAY) ?? [];
  for (const [zone, n] of wanted) {
    const ids = homes.get(zone) ?? [];
    homes.set(zone, ids);
    while (ids.length < n) {
      const id = loose.shift() ?? away.shift();
      if (id === undefined) break;
      ids.push(id);
    }
  }
  homes.set(AWAY, [...away, ...loose]);
}

/** Slots of a box of cubes that lie in no order: whoever stays keeps its slot. */
function slotsOf(kept: Map<string, number>, ids: readonly string[], size: number): void {
  for (const id of kept.keys()) if (!ids.includes(id)) kept.delete(id);
  const taken = new Set(kept.values());
  for (const id of ids)
    if (!kept.has(id)) {
      let slot = 0;
      while (taken.has(slot) && slot < size - 1) slot++;
      taken.add(slot);
      kept.set(id, slot);
    }
}

export interface Tracker {
  readonly cubes: Record<Letter, Homes>;
  readonly hexes: Record<Letter, Homes>;
  readonly slots: Map<string, Map<string, number>>;
}

export function newTracker(): Tracker {
  const homes = (kind: string, n: number) =>
    Object.fromEntries(
      LETTERS.map((type) => [
        type,
        new Map([[AWAY, Array.from({ length: n }, (_, i) => `${kind}${type}${i}`)]]),
      ]),
    ) as Record<Letter, Homes>;
  return { cubes: homes("c", 20), hexes: homes("h", 12), slots: new Map() };
}

/** Side by side, closer where there are many. */
function spread(x: number, w: number, i: number, n: number, size: number): number {
  const step = Math.min(size + 4, n > 1 ? (w - size - 12) / (n - 1) : size + 4);
  return x + 6 + size / 2 + step * i;
}

interface Context {
  readonly view: View;
  readonly layout: Layout;
  readonly tracker: Tracker;
}

/** Where a cube lies: the index counts within its zone and type. */
function cubeAt(
  { view, layout, tracker }: Context,
  zone: string,
  type: Letter,
  i: number,
  id: string,
): Point {
  const [kind, key = ""] = zone.split(" ");
  const { cube } = layout;
  if (kind === "waiting") {
    const row = layout.rows[LETTERS.indexOf(type)];
    return row?.waiting[i] ?? row?.seal ?? layout.bag;
  }
  const slot = tracker.slots.get(zone)?.get(id) ?? i;
  if (kind === "drawn") return layout.drawn.cells[slot] ?? layout.bag;
  const plan = layout.sites[key as keyof Layout["sites"]];
  if (kind === "entry") return plan.entry.cells[slot] ?? plan.entry;
  if (kind === "room") return plan.room.cells[roomCell(view, key, i)] ?? plan.room;
  if (kind === "store") {
    const bay = plan.bays[type] ?? plan.store;
    const n = (isStore(key) ? view.sites[key].store[type] : 0) ?? 0;
    return { x: spread(bay.x, bay.w - 30, i, n, cube), y: bay.y + bay.h / 2 - 2 };
  }
  const { consulted } = view.sites[key as keyof View["sites"]];
  const places = consulted.flatMap((one, at) => (one.type === type ? [at] : []));
  // The newest lies at the left, and the newest came last.
  const at = places[places.length - 1 - i] ?? 0;
  const cell = plan.consulted.cells[at] ?? plan.consulted;
  if (key !== "EX") return cell;
  const row = Math.max(0, STORES.indexOf(consulted[at]?.from as (typeof STORES)[number]));
  return { x: cell.x, y: cell.y + (row + 0.5) * (cube + ROW) + 4 };
}

/** White cells first, from the left; those counted down lie in the yellow ones. */
function roomCell(view: View, key: string, i: number): number {
  const room = isStore(key) ? view.sites[key].room : null;
  if (!room) return i;
  const half = roomSize(key);
  const white = room.size - room.gone;
  return i < white ? i : half + (i - white);
}
let rooms: Readonly<Record<string, number>> = {};
const roomSize = (key: string) => rooms[key] ?? 3;

function hexAt({ view, layout }: Context, zone: string, type: Letter, i: number): Point {
  const [kind, key = ""] = zone.split(" ");
  const plan = layout.sites[key as keyof Layout["sites"]];
  const { requests } = view.sites[key as keyof View["sites"]];
  if (kind === "requests") {
    const places = requests.flatMap((one, at) => (one === type ? [at] : []));
    return plan.requests.cells[places[i] ?? 0] ?? plan.requests;
  }
  const types = isStore(key) ? LETTERS.filter((one) => view.sites[key].answered[one]) : [];
  return { x: plan.answered.x + 118 + types.indexOf(type) * 54, y: plan.answered.y + plan.answered.h / 2 };
}

/** What leaves its line next: the oldest cube of a full consultation, the oldest request of a full column. */
function isLast({ view, layout }: Context, zone: string, at: Point): boolean {
  const [kind, key = ""] = zone.split(" ");
  if (kind !== "requests") return false;
  const plan = layout.sites[key as keyof Layout["sites"]];
  const full = view.sites[key as keyof View["sites"]].requests.length === plan.requests.cells.length;
  return full && plan.requests.cells[0]?.y === at.y;
}

/** Follows the position; answers every piece with its place, in an order that never changes. */
export function track(tracker: Tracker, view: View, layout: Layout, scene: Scene): readonly Piece[] {
  rooms = Object.fromEntries(scene.sites.map(({ key, room }) => [key, room]));
  const pieces: Piece[] = [];
  const context = { view, layout, tracker };
  for (const type of LETTERS) {
    rehouse(tracker.cubes[type], cubeZones(view, type));
    rehouse(tracker.hexes[type], hexZones(view, type));
  }
  for (const [zone, size] of [
    ...STORES.map((key) => [`entry ${key}`, layout.sites[key].entry.cells.length]),
    ["drawn", 3],
  ] as const) {
    const kept = tracker.slots.get(String(zone)) ?? new Map<string, number>();
    tracker.slots.set(String(zone), kept);
    slotsOf(
      kept,
      LETTERS.flatMap((type) => tracker.cubes[type].get(String(zone)) ?? []),
      Number(size),
    );
  }
  const bag = { x: layout.bag.x + layout.bag.w / 2, y: layout.bag.y + layout.bag.h / 2 };
  for (const type of LETTERS) {
    for (const [zone, ids] of tracker.cubes[type])
      ids.forEach((id, i) => {
        const away = zone === AWAY;
        const at = away ? bag : cubeAt(context, zone, type, i, id);
        pieces.push({ id, type, zone, index: i, at, hidden: away, last: false, small: false });
      });
    for (const [zone, ids] of tracker.hexes[type])
      ids.forEach((id, i) => {
        const away = zone === AWAY;
        const small = zone.startsWith("answered");
        const at = away ? bag : hexAt(context, zone, type, i);
        pieces.push({
          id,
          type,
          zone,
          index: i,
          at,
          hidden: away,
          small,
          last: !away && isLast(context, zone, at),
        });
      });
  }
  return pieces.sort((a, b) => (a.id < b.id ? -1 : 1));
}
