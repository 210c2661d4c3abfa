/** The diagrams of docs/rules/archeologic, drawn by the parts of its board. */
import type { ComponentChildren } from "preact";
import { t } from "../../i18n";
import { colours } from "../../ui/colours";
import { type Diagrams, Drawn, Legend } from "../../ui/diagram";
import type { Player } from "../../ui/players";
import { usePosition } from "../../ui/position";
import { Track } from "./Papers";
import { PlanBoard, type PlanProps } from "./Plan";
import { Scope } from "./Scope";
import { Shape, Sign, subjectName } from "./symbols";
import {
  type Building,
  buildings,
  type Cell as CellKind,
  type Plan,
  type Scene,
  type View,
  zones,
} from "./view";
import "./archeologic.css";
import "./diagrams.css";

const CITY: Plan = { S: "r0 A1", V: "r0 C1", T: "r0 A3", L: "r2 D1", O: "r0 C3", I: "r0 B5" };

const useDig = () => usePosition({ game: "archeologic", seats: 3, seed: "7" });

const sizeOf = (scene: Scene, building: Building, turn: number) => {
  const shape = scene.tiles[building][turn] ?? [];
  return { wide: Math.max(...shape.map((line) => line.length)), high: shape.length };
};

/** Shapes in a row, in the middle of cells of three by three. */
function Shelf({
  scene,
  things,
}: {
  scene: Scene;
  things: readonly { building: Building; turn: number; label: string; mirrored?: boolean }[];
}) {
  return (
    <ul class="dig-shelf">
      {things.map(({ building, turn, label, mirrored }) => {
        const { wide, high } = sizeOf(scene, building, turn);
        return (
          <li key={`${building}${turn}${mirrored}`}>
            <svg viewBox="0 0 330 330" class="dig-plan">
              <g
                transform={`translate(${mirrored ? 165 + wide * 50 : 165 - wide * 50} ${165 - high * 50})${mirrored ? " scale(-1 1)" : ""}`}
              >
                <Shape scene={scene} building={building} turn={turn} size={100} />
              </g>
              {mirrored && <path class="dig-never" d="M40 40 290 290M290 40 40 290" />}
            </svg>
            <span>{label}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Buildings() {
  const look = useDig();
  if (!look) return null;
  const scene = look.scene as Scene;
  return (
    <Drawn>
      <Shelf scene={scene} things={buildings.map((building) => ({ building, turn: 0, label: building }))} />
    </Drawn>
  );
}

function Turns() {
  const look = useDig();
  if (!look) return null;
  const things = [0, 1, 2, 3].map((turn) => ({
    building: "L" as const,
    turn,
    label: ["L", "¼", "½", "¾"][turn] ?? "",
  }));
  return (
    <Drawn>
      <Shelf
        scene={look.scene as Scene}
        things={[...things, { building: "L", turn: 0, label: t("never"), mirrored: true }]}
      />
    </Drawn>
  );
}

/** A plan to look at. */
const STILL: Omit<PlanProps, "scene"> = {
  plan: {},
  marks: {},
  aimed: null,
  costs: null,
  wrongAxes: new Set(),
  wrongZones: new Set(),
  verdict: {},
  frozen: true,
  aim: () => undefined,
  lay: () => undefined,
  mark: () => undefined,
};

/** Without the tray below it. */
function PlanPicture(props: Partial<PlanProps> & { tray?: boolean }) {
  const look = useDig();
  if (!look) return null;
  const scene = { ...(look.scene as Scene), clues: [] };
  return (
    <Drawn class={props.tray ? "dig-drawn" : "dig-drawn cut"}>
      <PlanBoard {...STILL} scene={scene} {...props} />
    </Drawn>
  );
}

const City = () => <PlanPicture plan={CITY} />;

const Answer = () => <PlanPicture aimed="3" answered={{ axis: "3", subject: "T", answer: "oos", n: 1 }} />;

function Circle() {
  const look = usePosition({ game: "archeologic", seats: 2, seed: "7", notes: ["ask"] });
  if (!look) return null;
  const view = look.view as View;
  return (
    <Drawn class="dig-scope">
      <Scope
        scene={look.scene as Scene}
        viewfinder={view.viewfinder}
        aimed={null}
        subject={null}
        costs={view.costs}
        shown={null}
        aim={() => undefined}
      />
    </Drawn>
  );
}

const NAMES = ["Ada", "Ben", "Cleo"];
const players: readonly Player[] = NAMES.map((name, seat) => ({
  name,
  seat,
  bot: false,
  colour: colours[3 * seat] ?? "#555",
}));

/** Before and after a question that costs 3. */
function Time() {
  const look = useDig();
  if (!look) return null;
  const view = look.view as View;
  const scene = { ...(look.scene as Scene), par: null };
  const at = (positions: readonly number[]): View => ({
    ...view,
    pawns: view.pawns.map((pawn, seat) => ({ ...pawn, position: positions[seat] ?? 0 })),
  });
  return (
    <Drawn class="dig-track">
      <Track scene={scene} view={at([1, 3, 2])} players={players} />
      <Track scene={scene} view={at([6, 3, 2])} players={players} />
    </Drawn>
  );
}

/** Edge and dark zones, in the words of expert clues. */
function Zones() {
  return (
    <Drawn class="dig-drawn">
      <svg class="dig-plan dig-zones" viewBox="0 0 572 572">
        <rect class="sheet" width="572" height="572" rx="14" />
        {zones.map((zone) => {
          const x = zone.charCodeAt(0) - 65;
          const y = Number(zone[1]) - 1;
          const edge = x === 0 || y === 0 || x === 4 || y === 4;
          const dark = (x + y) % 2 === 0;
          return (
            <g key={zone} transform={`translate(${36 + x * 100} ${36 + y * 100})`}>
              <rect
                class={`spot${dark ? " dark" : ""}${edge ? " edge" : ""}`}
                x="5"
                y="5"
                width="90"
                height="90"
                rx="7"
              />
              <text x="50" y="60" class={dark ? "dark" : ""}>
                {zone}
              </text>
            </g>
          );
        })}
      </svg>
    </Drawn>
  );
}

const InBox = ({ children }: { children: ComponentChildren }) => (
  <svg viewBox="-50 -50 100 100" class="dig-plan">
    {children}
  </svg>
);

/** A cell of a building, as it lies on the plan. */
const Cell = ({ cell, building }: { cell: CellKind; building: Building }) => (
  <InBox>
    <g class={`building b-${building}`}>
      <rect class="cell" x="-45" y="-45" width="90" height="90" rx="9" />
      <Sign cell={cell} />
    </g>
  </InBox>
);

function Signs() {
  const glyph = (text: string) => (
    <InBox>
      <text class="dig-glyph" y="22">
        {text}
      </text>
    </InBox>
  );
  return (
    <Legend
      lines={[
        { sign: <Cell cell="o" building="S" />, words: t("a safe cell") },
        { sign: <Cell cell="s" building="L" />, words: t("a sharp trap") },
        { sign: <Cell cell="f" building="I" />, words: t("a fire trap") },
        {
          sign: (
            <InBox>
              <g class="clue">
                <circle r="43" />
                <Sign cell="f" />
              </g>
            </InBox>
          ),
          words: t("a starting clue: that trap lies on this zone"),
        },
        {
          sign: (
            <InBox>
              <path class="guess-empty" d="M-24-24 24 24M24-24-24 24" />
            </InBox>
          ),
          words: t("your own mark: this zone is empty"),
        },
        { sign: glyph("#"), words: subjectName("buildings") },
        { sign: glyph("∅"), words: subjectName("empties") },
        { sign: glyph("✦"), words: subjectName("traps") },
      ]}
    />
  );
}

export const diagrams: Diagrams = {
  buildings: Buildings,
  turns: Turns,
  city: City,
  answer: Answer,
  circle: Circle,
  track: Time,
  zones: Zones,
  signs: Signs,
};
