/** The diagrams of docs/rules/archives: the board's furniture, in positions that show a rule. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../../i18n";
import { colours } from "../../ui/colours";
import { type Diagrams, Drawn, Legend } from "../../ui/diagram";
import type { Player as Person } from "../../ui/players";
import { usePosition } from "../../ui/position";
import { ActionSign, Defs } from "./art";
import { Pieces } from "./Desk";
import { Ladder, type Parts, SiteBlock } from "./Furniture";
import { type Box, type Layout, layoutFor, rowsOf } from "./layout";
import { newTracker, track } from "./pieces";
import { Pawns, Track } from "./Track";
import { actionName, LETTERS, remember, type Scene, sectionName, typeName, type View } from "./view";
import "./archives.css";
import "./diagrams.css";

const NAMES = ["Ada", "Ben", "Cleo"];
const people: readonly Person[] = NAMES.map((name, seat) => ({
  name,
  seat,
  bot: false,
  colour: colours[3 * seat] ?? "#555",
}));

interface Board {
  readonly scene: Scene;
  readonly view: View;
  readonly layout: Layout;
}

/** A real table of three, as it is laid; what a drawing changes on it, it says. */
function useArchives(): Board | null {
  const look = usePosition({ game: "archives", seats: 3, seed: "1" });
  if (!look) return null;
  const scene = look.scene as Scene;
  remember(scene);
  return { scene, view: look.view as View, layout: layoutFor(scene, 0.6) };
}

const partsOf = ({ scene, view, layout }: Board): Parts => ({ scene, view, layout, people, you: 0 });

/** A part of the board, cut out of it. */
function Cut({ box, children }: { box: Box; children: ComponentChildren }) {
  return (
    <Drawn>
      <div class="av av-cut">
        <svg class="av-desk" viewBox={`${box.x - 6} ${box.y - 6} ${box.w + 12} ${box.h + 12}`}>
          <Defs />
          {children}
        </svg>
      </div>
    </Drawn>
  );
}

function Types() {
  if (!useArchives()) return null;
  return (
    <div class="av av-still">
      <Legend
        lines={LETTERS.map((letter) => ({
          sign: (
            <svg viewBox="-24 -24 108 48" class="av-pair">
              <Defs />
              <use href={`#av-cube-${letter}`} />
              <g transform="translate(60 0)">
                <use href={`#av-hex-${letter}`} />
              </g>
            </svg>
          ),
          words: `${typeName(letter)}, ${sectionName(letter)}`,
        }))}
      />
    </div>
  );
}

/** Paris with something in each of its zones. */
function Site() {
  const tracker = useRef(newTracker());
  const board = useArchives();
  if (!board) return null;
  const { scene, layout } = board;
  const view: View = {
    ...board.view,
    sites: {
      ...board.view.sites,
      PA: {
        entry: { B: 1, V: 1, O: 1 },
        store: { B: 2, V: 1, O: 3 },
        requests: ["O", "B", "V"],
        answered: { B: 1 },
        consulted: [{ type: "B", from: null }],
        room: { type: "V", size: 2, gone: 1 },
      },
    },
  };
  const pieces = track(tracker.current, view, layout, scene).filter(({ zone }) => zone.includes(" PA"));
  const box = layout.sites.PA;
  return (
    <Cut box={box}>
      <SiteBlock parts={partsOf({ ...board, view })} name="PA" open={() => undefined} />
      <Pieces pieces={pieces} cube={layout.cube} hot={new Set()} />
    </Cut>
  );
}

const ACTIONS = ["store", "request", "answer", "exhibit", "draw"] as const;

function Actions() {
  if (!useArchives()) return null;
  const words: Readonly<Record<(typeof ACTIONS)[number], string>> = {
    store: t("one or two cubes from Entry to the store"),
    request: t("five new requests, one a site and two outside"),
    answer: t("a cube from the store for each of one to three requests"),
    exhibit: t("cubes of one type into the room"),
    draw: t("a card"),
  };
  return (
    <div class="av av-still">
      <Legend
        lines={ACTIONS.map((action) => ({
          sign: (
            <svg viewBox="0 0 60 60">
              <g class={`av-square ${action}`}>
                <rect x="2" y="2" width="56" height="56" rx="10" />
                <rect class="av-square-edge" x="6" y="6" width="48" height="48" rx="7" />
                <ActionSign action={action} x={30} y={30} size={36} />
              </g>
            </svg>
          ),
          words: t("{action}: {what}", { action: actionName(action), what: words[action] }),
        }))}
      />
    </div>
  );
}

const SHOWN = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const COSTS = new Map([
  [5, 0],
  [6, 0],
  [8, 1],
  [9, 1],
  [11, 1],
  [12, 2],
  [13, 3],
]);

/** Ten squares in two lines, with what Ada would pay. */
function Costs() {
  const board = useArchives();
  if (!board) return null;
  const away = { x: -1000, y: -1000, w: 150, h: 200 };
  const squares = board.layout.squares.map((_, i) => {
    const at = SHOWN.indexOf(i + 1);
    return at < 0 ? away : { x: (at % 5) * 150, y: Math.floor(at / 5) * 200, w: 150, h: 200 };
  });
  const view: View = {
    ...board.view,
    ask: { ...board.view.ask, who: 0 },
    players: board.view.players.map((player, seat) => ({ ...player, square: [4, 7, 10][seat] ?? 1 })),
  };
  const parts = partsOf({ ...board, view, layout: { ...board.layout, squares } });
  return (
    <Cut box={{ x: 0, y: 0, w: 750, h: 400 }}>
      <Track parts={parts} cost={COSTS} target={null} />
      <Pawns parts={parts} />
    </Cut>
  );
}

function Expertise() {
  const tracker = useRef(newTracker());
  const board = useArchives();
  if (!board) return null;
  const { scene } = board;
  // Narrower than on the board, so that a phone shows its numbers large enough.
  const ladder = { x: 0, y: 0, w: 640, h: 330 };
  const layout = {
    ...board.layout,
    ladder,
    rows: rowsOf(ladder, board.layout.cube, scene.waitingMax, scene.endExpertise),
  };
  //            R  B  G  Y  V  O
  const points = [
    [0, 4, 1, 0, 2, 0],
    [6, 3, 0, 0, 0, 1],
    [2, 0, 3, 0, 1, 0],
  ];
  const view: View = {
    ...board.view,
    experts: [1, 0, 2, null, 0, 1],
    waiting: { R: 2, G: 1 },
    players: board.view.players.map((player, seat) => ({ ...player, expertise: points[seat] ?? [] })),
  };
  const pieces = track(tracker.current, view, layout, scene).filter(({ zone }) => zone === "waiting");
  return (
    <Cut box={layout.ladder}>
      <Ladder parts={partsOf({ scene, view, layout })} />
      <Pieces pieces={pieces} cube={layout.cube} hot={new Set()} />
    </Cut>
  );
}

export const diagrams: Diagrams = {
  types: Types,
  site: Site,
  actions: Actions,
  costs: Costs,
  expertise: Expertise,
};
