/**
 * The plan: 25 zones, six buildings to drag, turn and drop, tokens to mark with. One SVG
 * in hundredths of a zone, with the buildings not yet laid in a tray below.
 */
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { inSvg, type Point, useDragging } from "../../ui/drag";
import type { Mark } from "./notes";
import { sayQuestion, Shape, Sign } from "./symbols";
import {
  type Axis,
  type Building,
  buildings,
  type Cell,
  columns,
  fits,
  type Laid,
  onAxis,
  placeOf,
  type Plan,
  readLaid,
  rows,
  type Scene,
  type Subject,
  writeLaid,
  type Zone,
  zoneAt,
  zones,
} from "./view";

const LEFT = 72;
const TOP = 72;
/** Beside a row and under a column: the answer last given there. */
const TAG = 92;
const WIDTH = LEFT + 500 + TAG;
const TRAY = TOP + 500 + 58;
const SMALL = 34;
const HEIGHT = TRAY + 3 * SMALL + 46;

export interface Answered {
  readonly axis: Axis;
  readonly subject: Subject;
  readonly answer: string;
  /** Counts answers: a new one moves. */
  readonly n: number;
}

export interface PlanProps {
  scene: Scene;
  plan: Plan;
  marks: Readonly<Record<Zone, Mark>>;
  /** The axis to be asked about; null: none. */
  aimed: Axis | null;
  /** Axes that may be aimed at, with their price. */
  costs: Readonly<Record<Axis, number>> | null;
  wrongAxes: ReadonlySet<Axis>;
  wrongZones: ReadonlySet<Zone>;
  /** Buildings known to be right or wrong since the last claim. */
  verdict: Readonly<Partial<Record<Building, boolean>>>;
  frozen: boolean;
  advisedAxis?: Axis | null;
  /** An axis or a zone that is pointed at, as in the log. */
  pointed?: string | null;
  /** Your latest answer, until the next one. */
  answered?: Answered | null;
  /** Where a building is advised to lie: an outline to drop it on, or to touch. */
  ghost?: { readonly building: Building; readonly laid: Laid } | null;
  aim(axis: Axis): void;
  lay(plan: Plan): void;
  mark(zone: Zone): void;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const isEnter = (event: KeyboardEvent) => event.key === "Enter" || event.key === " ";
const classes = (...names: readonly (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
const slot = (i: number): Point => ({ x: 16 + i * 108, y: TRAY + 32 });
const zoneCorner = (zone: Zone): Point => ({
  x: LEFT + placeOf(zone).x * 100,
  y: TOP + placeOf(zone).y * 100,
});
const axisIndex = (axis: Axis) => (/\d/.test(axis) ? Number(axis) - 1 : axis.charCodeAt(0) - 65);

/** Buildings in hand and on the plan: which is picked, how each is turned, laying and turning them. */
function useBuildings({ scene, plan, lay }: PlanProps) {
  const [turns, setTurns] = useState<Readonly<Partial<Record<Building, number>>>>({});
  const [picked, pick] = useState<Building | null>(null);
  const turnOf = (building: Building) => readLaid(plan[building])?.turn ?? turns[building] ?? 0;
  const remove = (building: Building) => {
    const { [building]: _, ...rest } = plan;
    lay(rest);
  };
  /** Lays it there if it fits, a step aside if it would hang over the edge. */
  const put = (building: Building, turn: number, x: number, y: number): boolean => {
    const shape = scene.tiles[building][turn] ?? [];
    const wide = shape[0]?.length ?? 1;
    const laid: Laid = {
      turn,
      zone: zoneAt(Math.min(Math.max(x, 0), 5 - wide), Math.min(Math.max(y, 0), 5 - shape.length)),
    };
    if (!fits(scene, plan, building, laid)) return false;
    lay({ ...plan, [building]: writeLaid(laid) });
    setTurns({ ...turns, [building]: turn });
    return true;
  };
  const rotate = (building: Building, by: number) => {
    const next = (turnOf(building) + by + 4) % 4;
    const laid = readLaid(plan[building]);
    if (!laid) return setTurns({ ...turns, [building]: next });
    const { x, y } = placeOf(laid.zone);
    for (let step = 0; step < 3; step++) {
      const turn = (next + step * by + 4) % 4;
      for (const [dx, dy] of [[0, 0], ...Object.values(steps)] as const)
        if (put(building, turn, x + dx, y + dy)) return;
    }
  };
  /** A touch turns it, and takes it in hand: the next touch on a zone lays it there. */
  const touch = (building: Building) => {
    pick(building);
    rotate(building, 1);
  };
  return { picked, pick, turnOf, remove, put, rotate, touch };
}
type Hands = ReturnType<typeof useBuildings>;

/** Dragging a building: held where it was gripped, even if it lay small in the tray. */
function useBuildingDrag(props: PlanProps, hands: Hands, svg: RefObject<SVGSVGElement>) {
  const { plan } = props;
  return useDragging<Building>({
    at: (event) => inSvg(svg.current, event),
    may: () => !props.frozen,
    grip: (building, at) => {
      const laid = readLaid(plan[building]);
      const corner = laid ? zoneCorner(laid.zone) : slot(buildings.indexOf(building));
      const scale = laid ? 1 : 100 / SMALL;
      return { x: (corner.x - at.x) * scale, y: (corner.y - at.y) * scale };
    },
    begin: (building) => hands.pick(building),
    drop: ({ what, grip, x, y }) => {
      const column = Math.round((x + grip.x - LEFT) / 100);
      const row = Math.round((y + grip.y - TOP) / 100);
      const away = column < -1 || row < -1 || column > 4 || row > 4;
      if (away) hands.remove(what);
      // What flew back to the tray is let go: the next touch on a zone marks it.
      if ((away || !hands.put(what, hands.turnOf(what), column, row)) && (away || !plan[what]))
        hands.pick(null);
    },
  });
}

function AxisButton({ axis, props }: { axis: Axis; props: PlanProps }) {
  const row = /\d/.test(axis);
  const at = axisIndex(axis) * 100 + 50;
  const cost = props.costs?.[axis];
  return (
    <g transform={row ? `translate(${LEFT - 40} ${TOP + at})` : `translate(${LEFT + at} ${TOP - 38})`}>
      <g
        class={classes(
          "axis",
          cost !== undefined && "open lit",
          props.aimed === axis && "aimed",
          props.pointed === axis && "pointed",
          props.advisedAxis === axis && props.aimed !== axis && "advised",
          props.wrongAxes.has(axis) && "wrong",
        )}
        {...(cost !== undefined && {
          role: "button",
          tabindex: 0,
          "aria-pressed": props.aimed === axis,
          "aria-label": t("Aim at {axis}, costs {cost}", { axis, cost }),
          onClick: () => props.aim(axis),
          onKeyDown: (e: KeyboardEvent) => isEnter(e) && (e.preventDefault(), props.aim(axis)),
        })}
      >
        {/* As large as a finger. */}
        <rect
          class="reach"
          x={row ? -32 : -48}
          y={row ? -48 : -34}
          width={row ? 66 : 96}
          height={row ? 96 : 68}
        />
        <circle r="27" />
        <text y="10">{axis}</text>
      </g>
      {cost !== undefined && cost > 0 && (
        <g class="cost" aria-hidden="true" transform="translate(22 -20)">
          <circle r="12" />
          <text y="6">+{cost}</text>
        </g>
      )}
    </g>
  );
}

/** The latest answer, at the end of the axis that was asked about. */
function AnswerTag({ answered }: { answered: Answered }) {
  const { axis, subject, answer } = answered;
  const row = /\d/.test(axis);
  const at = axisIndex(axis) * 100 + 50;
  const signs = /^[osf]+$/.test(answer) ? [...answer] : [];
  return (
    <g
      key={answered.n}
      class="answer-tag"
      role="img"
      aria-label={sayQuestion(axis, subject, answer)}
      transform={
        row ? `translate(${LEFT + 500 + TAG / 2 + 2} ${TOP + at})` : `translate(${LEFT + at} ${TOP + 526})`
      }
    >
      <g class="answer-drop">
        <rect x="-42" y="-22" width="84" height="44" rx="10" />
        {signs.map((cell, i) => (
          <g key={i} transform={`translate(${(i - (signs.length - 1) / 2) * 27} 0) scale(0.36)`}>
            <Sign cell={cell as Cell} />
          </g>
        ))}
        {!signs.length && <text y="12">{answer === "-" ? "–" : answer}</text>}
      </g>
    </g>
  );
}

function zoneName({ scene, marks, wrongZones }: PlanProps, zone: Zone): string {
  const known = scene.clues.find((clue) => clue.zone === zone)?.kind;
  const mark = marks[zone];
  const words: Readonly<Record<Mark, string>> = {
    s: t("marked sharp"),
    f: t("marked fire"),
    o: t("marked safe"),
    e: t("marked empty"),
  };
  return [
    zone,
    known === "sharp" && t("sharp trap, a clue"),
    known === "fire" && t("fire trap, a clue"),
    mark && words[mark],
    wrongZones.has(zone) && t("a building contradicts this"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** What is known or supposed of a zone. */
function ZoneSigns({ known, mark }: { known: "sharp" | "fire" | undefined; mark: Mark | undefined }) {
  return (
    <>
      {known && (
        <g class="clue" transform="translate(50 50)">
          <circle r="43" />
          <Sign cell={known === "sharp" ? "s" : "f"} />
        </g>
      )}
      {mark && mark !== "e" && (
        <g class="guess" transform="translate(50 50) scale(0.8)">
          <Sign cell={mark} />
        </g>
      )}
      {mark === "e" && <path class="guess-empty" d="M26 26 74 74M74 26 26 74" />}
    </>
  );
}

/** The 25 zones: a touch lays what is picked, or marks; arrows walk. */
function Zones({ props, hands, svg }: { props: PlanProps; hands: Hands; svg: RefObject<SVGSVGElement> }) {
  const [cursor, setCursor] = useState<Zone>("A1");
  const { picked } = hands;
  const touch = (zone: Zone) => {
    setCursor(zone);
    if (props.frozen) return;
    const { x, y } = placeOf(zone);
    if (picked && !props.plan[picked]) {
      if (hands.put(picked, hands.turnOf(picked), x, y)) hands.pick(null);
    } else props.mark(zone);
  };
  const walk = (zone: Zone, dx: number, dy: number) => {
    const { x, y } = placeOf(zone);
    const next = zoneAt(Math.min(Math.max(x + dx, 0), 4), Math.min(Math.max(y + dy, 0), 4));
    setCursor(next);
    svg.current?.querySelector<SVGGElement>(`[data-zone="${next}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent, zone: Zone) => {
    const step = steps[event.key];
    if (step) walk(zone, ...step);
    else if (isEnter(event)) touch(zone);
    else if (picked && (event.key === "r" || event.key === "R"))
      hands.rotate(picked, event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") hands.pick(null);
    else return;
    event.preventDefault();
  };
  const clue = new Map(props.scene.clues.map((c) => [c.zone, c.kind]));
  return (
    <>
      {zones.map((zone) => (
        <g
          key={zone}
          data-zone={zone}
          class={classes(
            "zone",
            props.aimed !== null && onAxis(zone, props.aimed) && "on-axis",
            props.pointed && onAxis(zone, props.pointed) && "pointed",
            props.wrongZones.has(zone) && "wrong",
          )}
          transform={`translate(${zoneCorner(zone).x} ${zoneCorner(zone).y})`}
          role="button"
          tabindex={zone === cursor ? 0 : -1}
          aria-label={zoneName(props, zone)}
          onClick={() => touch(zone)}
          onFocus={() => setCursor(zone)}
          onKeyDown={(e) => onKey(e, zone)}
        >
          <rect x="2" y="2" width="96" height="96" rx="7" />
          <ZoneSigns known={clue.get(zone)} mark={props.marks[zone]} />
        </g>
      ))}
    </>
  );
}

function Ghost({ props, hands }: { props: PlanProps; hands: Hands }) {
  const { ghost, plan, scene } = props;
  if (!ghost || plan[ghost.building] === writeLaid(ghost.laid)) return null;
  const { x, y } = placeOf(ghost.laid.zone);
  const lay = () => hands.put(ghost.building, ghost.laid.turn, x, y) && hands.pick(null);
  const corner = zoneCorner(ghost.laid.zone);
  return (
    <g
      class="ghost"
      transform={`translate(${corner.x} ${corner.y})`}
      role="button"
      tabindex={0}
      aria-label={t("Lay building {letter} on the outline", { letter: ghost.building })}
      onClick={lay}
      onKeyDown={(e) => isEnter(e) && (e.preventDefault(), lay())}
    >
      <Shape scene={scene} building={ghost.building} turn={ghost.laid.turn} size={100} />
    </g>
  );
}

function buildingName(plan: Plan, building: Building, turn: number): string {
  const laid = readLaid(plan[building]);
  return laid
    ? t("Building {letter} on {zone}, turned {turn} times. Arrows move, R turns, Delete takes it off.", {
        letter: building,
        zone: laid.zone,
        turn: laid.turn,
      })
    : t("Building {letter}, not laid, turned {turn} times. Enter picks it up, R turns it.", {
        letter: building,
        turn,
      });
}

interface PieceProps {
  props: PlanProps;
  hands: Hands;
  building: Building;
  dragging: ReturnType<typeof useBuildingDrag>;
}

function Piece({ props, hands, building, dragging }: PieceProps) {
  const { plan, scene, frozen } = props;
  const laid = readLaid(plan[building]);
  const dragged = dragging.dragged?.what === building ? dragging.dragged : null;
  const { x, y } = dragged
    ? { x: dragged.x + dragged.grip.x, y: dragged.y + dragged.grip.y }
    : laid
      ? zoneCorner(laid.zone)
      : slot(buildings.indexOf(building));
  const right = props.verdict[building];
  const onKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step && laid)
      hands.put(building, laid.turn, placeOf(laid.zone).x + step[0], placeOf(laid.zone).y + step[1]);
    else if (event.key === "r" || event.key === "R") hands.rotate(building, event.shiftKey ? -1 : 1);
    else if (isEnter(event)) hands.pick(hands.picked === building ? null : building);
    else if (event.key === "Delete" || event.key === "Backspace") hands.remove(building);
    else return;
    event.preventDefault();
  };
  return (
    <g
      class={classes(
        "piece",
        dragged && "dragged",
        hands.picked === building && "picked",
        right === true && "right",
        right === false && "false",
      )}
      style={{ transform: `translate(${x}px, ${y}px) scale(${dragged || laid ? 1 : SMALL / 100})` }}
      role="button"
      tabindex={0}
      aria-pressed={hands.picked === building}
      aria-label={buildingName(plan, building, hands.turnOf(building))}
      {...dragging.listen(building)}
      onClick={() => !frozen && hands.touch(building)}
      onWheel={(e) => !frozen && (e.preventDefault(), hands.rotate(building, e.deltaY > 0 ? 1 : -1))}
      onKeyDown={(e) => !frozen && onKey(e)}
    >
      {/* In the tray its whole place can be touched, not only its cells. */}
      {!laid && !dragged && <rect class="reach" x="-20" y="-80" width="310" height="400" />}
      <Shape scene={scene} building={building} turn={hands.turnOf(building)} size={100} />
    </g>
  );
}

function Turner({ hands, building }: { hands: Hands; building: Building }) {
  const turn = () => hands.rotate(building, 1);
  return (
    <g
      class="turner"
      transform={`translate(${LEFT + 506} ${TOP + 476})`}
      role="button"
      tabindex={0}
      aria-label={t("Turn building {letter}", { letter: building })}
      onClick={turn}
      onKeyDown={(e) => isEnter(e) && (e.preventDefault(), turn())}
    >
      <rect width={TAG - 10} height="80" rx="14" />
      <path d="M31 34a12 12 0 1 1 4 9M30 22v12h12" />
      <text x={(TAG - 10) / 2} y="70">
        {t("Turn {letter}", { letter: building })}
      </text>
    </g>
  );
}

export function PlanBoard(props: PlanProps) {
  const svg = useRef<SVGSVGElement>(null);
  const hands = useBuildings(props);
  const dragging = useBuildingDrag(props, hands, svg);
  return (
    <svg
      ref={svg}
      class="dig-plan"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={t("Your plan of the city")}
    >
      <rect class="sheet" width={WIDTH} height={HEIGHT} rx="14" />
      <rect class="sand" x={LEFT - 8} y={TOP - 8} width="516" height="516" rx="10" />
      {[...rows, ...columns].map((axis) => (
        <AxisButton key={axis} axis={axis} props={props} />
      ))}
      <Zones props={props} hands={hands} svg={svg} />
      {props.answered && <AnswerTag answered={props.answered} />}
      <Ghost props={props} hands={hands} />
      <path class="tray-line" d={`M24 ${TRAY}H${WIDTH - 24}`} />
      {buildings.map((building, i) => (
        <text key={building} class="tray-name" x={slot(i).x + 40} y={TRAY + 23}>
          {building}
        </text>
      ))}
      {buildings.map((building) => (
        <Piece key={building} props={props} hands={hands} building={building} dragging={dragging} />
      ))}
      {hands.picked && !props.frozen && <Turner hands={hands} building={hands.picked} />}
    </svg>
  );
}
