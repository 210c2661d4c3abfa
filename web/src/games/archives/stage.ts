/**
 * What the log tells, acted out one step after another: a copy of the position drawn last follows event by
 * event; the last of them shows the engine's own position, and puts right whatever was not told.
 */
import { actOut, type Frames } from "../../ui/acting";
import type { GameEvent, LogEntry } from "../../table/types";
import {
  type Counts,
  isStore,
  LETTERS,
  type Letter,
  type Player,
  type Scene,
  type Site,
  type SiteKey,
  type View,
  type Zone,
} from "./view";

/* ---- one event ---- */

const more = (counts: Counts, type: string, n: number): Counts => {
  const letter = type as Letter;
  return { ...counts, [letter]: Math.max(0, (counts[letter] ?? 0) + n) };
};

function atSite(view: View, key: string, change: (site: Site) => Partial<Site>): View {
  if (!isStore(key)) return view;
  return { ...view, sites: { ...view.sites, [key]: { ...view.sites[key], ...change(view.sites[key]) } } };
}

function atZone(view: View, key: string, change: (zone: Zone) => Partial<Zone>): View {
  const zone = view.sites[key as SiteKey];
  return zone ? { ...view, sites: { ...view.sites, [key]: { ...zone, ...change(zone) } } } : view;
}

function player(view: View, seat: number, change: (p: Player) => Partial<Player>): View {
  return { ...view, players: view.players.map((p, i) => (i === seat ? { ...p, ...change(p) } : p)) };
}

const gain = (view: View, seat: number, n: number) =>
  player(view, seat, (p) => ({ prestige: p.prestige + n }));

const level = (view: View, seat: number, type: string, n: number) =>
  player(view, seat, (p) => ({ expertise: p.expertise.map((old, i) => (LETTERS[i] === type ? n : old)) }));

const expert = (view: View, type: string, seat: number | null): View => ({
  ...view,
  experts: view.experts.map((old, i) => (LETTERS[i] === type ? seat : old)),
});

/** The lowest request of that type is gone. */
function without<T>(list: readonly T[], gone: T): readonly T[] {
  const at = list.indexOf(gone);
  return at < 0 ? list : list.filter((_, i) => i !== at);
}

const drawn = (view: View, type: string, n: number): View => ({ ...view, drawn: more(view.drawn, type, n) });
const into = (view: View, site: string, type: string) =>
  atSite(view, site, ({ entry }) => ({ entry: more(entry, type, 1) }));

type Act = (view: View, seat: number, args: readonly string[]) => View;
const earns: Act = (view, seat, [n]) => gain(view, seat, Number(n));
const loses: Act = (view, seat, [n]) => gain(view, seat, -Number(n));
const learns: Act = (view, seat, [type = "", n]) => level(view, seat, type, Number(n));

/** What an event changes. */
const acts: Readonly<Record<string, Act>> = {
  settled: (v, _, [type = "", site = ""]) => into(drawn(v, type, -1), site, type),
  turn: (v, seat) => ({ ...v, ask: { ...v.ask, kind: "turn", who: seat } }),
  moved: (v, seat, [n]) => player(v, seat, () => ({ square: Number(n) })),
  paid: loses,
  stored: (v, _, [type = "", site = ""]) =>
    atSite(v, site, ({ entry, store }) => ({ entry: more(entry, type, -1), store: more(store, type, 1) })),
  expertise: learns,
  bonus: learns,
  promoted: learns,
  expert: (v, seat, [type = ""]) => expert(v, type, seat),
  noExpert: (v, _, [type = ""]) => expert(v, type, null),
  storeExpert: earns,
  requestGain: earns,
  answerGain: earns,
  answerExpert: earns,
  exhibitGain: earns,
  pushedLoss: loses,
  waitingLoss: loses,
  abandoned: (v, seat, [n, type = ""]) => level(gain(v, seat, Number(n)), seat, type, 0),
  requested: (v, _, [type = "", site = ""]) =>
    atZone(v, site, ({ requests }) => ({ requests: [...requests, type] })),
  pushed: (v, _, [, site = ""]) => atZone(v, site, ({ requests }) => ({ requests: requests.slice(1) })),
  answered: (v, _, [type = "", site = ""]) =>
    atSite(v, site, ({ requests, answered, store, consulted }) => ({
      requests: without(requests, type),
      answered: more(answered, type, 1),
      store: more(store, type, -1),
      consulted: [{ type, from: site }, ...consulted],
    })),
  lent: (v, _, [type = "", from = ""]) =>
    atZone(
      atSite(v, from, ({ store }) => ({ store: more(store, type, -1) })),
      "EX",
      ({ requests, consulted }) => ({
        requests: without(requests, type),
        consulted: [{ type, from }, ...consulted],
      }),
    ),
  cameBack: (v, _, [type = "", site = "", store = ""]) =>
    atSite(
      atZone(v, site, ({ consulted }) => ({ consulted: consulted.slice(0, -1) })),
      store,
      (home) => ({ store: more(home.store, type, 1) }),
    ),
  exhibited: (v, _, [n, type = "", site = ""]) =>
    atSite(v, site, ({ store }) => ({
      store: more(store, type, -Number(n)),
      room: { type, size: Number(n), gone: 0 },
    })),
  counted: (v, _, [site = "", n]) =>
    atSite(v, site, ({ room }) => ({ room: room && { ...room, gone: room.size - Number(n) } })),
  closed: (v, _, [site = "", n, type = ""]) =>
    atSite(v, site, ({ store }) => ({ room: null, store: more(store, type, Number(n)) })),
  drew: (v, seat) => player({ ...v, deck: v.deck - 1 }, seat, (p) => ({ cards: p.cards + 1 })),
  drewCard: (v, seat, [card = ""]) => player(v, seat, (p) => ({ hand: p.hand && [...p.hand, card] })),
  played: (v, seat, [card = ""]) =>
    player({ ...v, discard: [...v.discard, card] }, seat, (p) => ({
      cards: p.cards - 1,
      hand: p.hand && without(p.hand, card),
    })),
  marked: (v, _, [n, action = ""]) => ({
    ...v,
    track: v.track.map((square, i) => (i + 1 === Number(n) ? { action, marker: true } : square)),
  }),
  transferred: (v, _, [type = "", from = "", to = ""]) =>
    atSite(
      atSite(v, from, ({ store }) => ({ store: more(store, type, -1) })),
      to,
      ({ store }) => ({ store: more(store, type, 1) }),
    ),
  recubed: (v, _, [site = "", old = "", type = ""]) =>
    atSite(v, site, ({ entry }) => ({ entry: more(more(entry, old, -1), type, 1) })),
  passed: (v) => ({ ...v, ask: { ...v.ask, kind: "passing" } }),
  waitingOut: (v, _, [n, type = ""]) => ({ ...v, waiting: more(v.waiting, type, -Number(n)) }),
  admitted: (v, _, [type = "", site = ""]) => into({ ...v, waiting: more(v.waiting, type, -1) }, site, type),
  cube: (v, _, [type = ""]) => drawn({ ...v, bag: more(v.bag, type, -1) }, type, 1),
  picked: (v, _, [type = ""]) => drawn({ ...v, bag: more(v.bag, type, -1) }, type, 1),
  placed: (v, _, [type = "", site = ""]) => into(drawn(v, type, -1), site, type),
  leftWaiting: (v, _, [type = ""]) => drawn({ ...v, waiting: more(v.waiting, type, 1) }, type, -1),
  intoBag: (v, _, [type = ""]) => drawn({ ...v, bag: more(v.bag, type, 1) }, type, -1),
  ending: (v, _, [n]) => ({ ...v, end: Number(n) }),
};

/** While it is acted out nobody chooses: what could be done is left out. */
const quiet = (view: View): View => {
  const { squares: _s, prospects: _p, choices: _c, ...rest } = view;
  return rest;
};

export function after(view: View, event: GameEvent): View {
  return acts[event.kind]?.(quiet(view), event.seat, event.args) ?? quiet(view);
}

/* ---- frames: what is seen at once ---- */

/** Told of the step before: points for it, and what it made of the expert. */
const SEQUELS: ReadonlySet<string> = new Set([
  "paid",
  "action",
  "expertise",
  "bonus",
  "expert",
  "storeExpert",
  "answerGain",
  "answerExpert",
  "exhibitGain",
  "pushedLoss",
  "drewCard",
  "markerBack",
  "waitingOut",
  "noExpert",
  "promoted",
]);
/** One step that tells itself several times. */
const CHORUS: ReadonlySet<string> = new Set([
  "cube",
  "waitingLoss",
  "counted",
  "closed",
  "finalCubes",
  "finalDone",
]);

const together = (one: LogEntry, next: LogEntry): boolean =>
  one.ply === next.ply && (SEQUELS.has(next.kind) || (CHORUS.has(one.kind) && CHORUS.has(next.kind)));

const FINAL: ReadonlySet<string> = new Set(["finalExpertise", "finalCubes", "finalDone", "won"]);

export const archivesFrames: Frames<View> = {
  after,
  together,
  // The end adds itself up on a sheet of its own.
  seen: ({ kind }) => !FINAL.has(kind),
  hurry: (view) => view.ask.kind === "setup",
};

export const useStage = actOut<Scene, View>(archivesFrames);

/* ---- the steps of Pass ---- */

const STEP_OF: Readonly<Record<string, number>> = {
  passed: 1,
  abandoned: 1,
  admitted: 2,
  cube: 3,
  picked: 3,
  placed: 3,
  leftWaiting: 3,
  intoBag: 3,
  skipped: 3,
  waitingLoss: 4,
  spared: 4,
  counted: 5,
  closed: 5,
};
const ASK_STEP: Readonly<Record<string, number>> = {
  abandon: 1,
  waiting: 2,
  step3: 3,
  pick: 3,
  place: 3,
  step4: 4,
};

/** Which of the five is on stage or asked about; 0: nobody passes. */
export function passStep(view: View, events: readonly LogEntry[], playing: boolean): number {
  const told = events.map(({ kind }) => STEP_OF[kind] ?? 0).find(Boolean);
  if (playing && told) return told;
  return ASK_STEP[view.ask.kind] ?? 0;
}
