/**
 * The plan: 25 zones, six buildings to drag, turn and drop, tokens to mark with. One SVG
 * in hundredths of a zone, with the buildings not yet laid in a tray below.
 */
import { useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { Mark } from "./notes";
import { Shape, Sign } from "./symbols";
import {
  type Axis,
  type Building,
  buildings,
  columns,
  fits,
  type Laid,
  onAxis,
  placeOf,
  type Plan,
  readLaid,
  rows,
  type Scene,
  writeLaid,
  type Zone,
  zoneAt,
  zones,
} from "./view";

const LEFT = 72;
const TOP = 72;
const WIDTH = LEFT + 500 + 28;
const TRAY = TOP + 500 + 34;
const SMALL = 32;
const HEIGHT = TRAY + 3 * SMALL + 78;

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
  /** Where a building is advised to lie: an outline to drop it on, or to touch. */
  ghost?: { readonly building: Building; readonly laid: Laid } | null;
  aim(axis: Axis): void;
  lay(plan: Plan): void;
  mark(zone: Zone): void;
}

interface Drag {
  readonly building: Building;
  readonly turn: number;
  readonly x: number;
  readonly y: number;
  /** From the pointer to the building's corner. */
  readonly dx: number;
  readonly dy: number;
  readonly far: boolean;
}

const slot = (i: number) => ({ x: 14 + i * 94, y: TRAY + 34 });

export function PlanBoard(props: PlanProps) {
  const { scene, plan } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [turns, setTurns] = useState<Readonly<Partial<Record<Building, number>>>>({});
  const [picked, pick] = useState<Building | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [cursor, setCursor] = useState<Zone>("A1");
  const start = useRef({ x: 0, y: 0 });

  const turnOf = (building: Building) => readLaid(plan[building])?.turn ?? turns[building] ?? 0;
  const toBoard = (event: PointerEvent) => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix) : point;
  };
  const remove = (building: Building) => {
    const { [building]: _, ...rest } = plan;
    props.lay(rest);
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
    props.lay({ ...plan, [building]: `r${laid.turn} ${laid.zone}` });
    setTurns({ ...turns, [building]: turn });
    return true;
  };
  const layGhost = ({ building, laid }: { building: Building; laid: Laid }) =>
    put(building, laid.turn, placeOf(laid.zone).x, placeOf(laid.zone).y) && pick(null);
  const rotate = (building: Building, by: number) => {
    const next = (turnOf(building) + by + 4) % 4;
    const laid = readLaid(plan[building]);
    if (!laid) return setTurns({ ...turns, [building]: next });
    const { x, y } = placeOf(laid.zone);
    for (let step = 0; step < 3; step++) {
      const turn = (next + step * by + 4) % 4;
      for (const [dx, dy] of [
        [0, 0],
        [-1, 0],
        [0, -1],
        [1, 0],
        [0, 1],
      ] as const)
        if (put(building, turn, x + dx, y + dy)) return;
    }
  };

  const down = (event: PointerEvent, building: Building) => {
    if (props.frozen || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const at = toBoard(event);
    const laid = readLaid(plan[building]);
    const corner = laid
      ? { x: LEFT + placeOf(laid.zone).x * 100, y: TOP + placeOf(laid.zone).y * 100 }
      : slot(buildings.indexOf(building));
    const scale = laid ? 1 : 100 / SMALL;
    start.current = { x: event.clientX, y: event.clientY };
    setDrag({
      building,
      turn: turnOf(building),
      x: at.x,
      y: at.y,
      dx: (corner.x - at.x) * scale,
      dy: (corner.y - at.y) * scale,
      far: false,
    });
    pick(building);
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const at = toBoard(event);
    setDrag({
      ...drag,
      x: at.x,
      y: at.y,
      far: drag.far || Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > 7,
    });
  };
  const up = (event: PointerEvent) => {
    if (!drag) return;
    const at = toBoard(event);
    setDrag(null);
    if (!drag.far) return;
    const x = Math.round((at.x + drag.dx - LEFT) / 100);
    const y = Math.round((at.y + drag.dy - TOP) / 100);
    const away = x < -1 || y < -1 || x > 4 || y > 4;
    if (away) remove(drag.building);
    // What flew back to the tray is let go: the next touch on a zone marks it.
    if ((away || !put(drag.building, drag.turn, x, y)) && (away || !plan[drag.building])) pick(null);
  };

  const touch = (zone: Zone) => {
    setCursor(zone);
    if (props.frozen) return;
    const { x, y } = placeOf(zone);
    if (picked && !plan[picked]) {
      if (put(picked, turnOf(picked), x, y)) pick(null);
    } else props.mark(zone);
  };
  const walk = (zone: Zone, dx: number, dy: number) => {
    const { x, y } = placeOf(zone);
    const next = zoneAt(Math.min(Math.max(x + dx, 0), 4), Math.min(Math.max(y + dy, 0), 4));
    setCursor(next);
    svg.current?.querySelector<SVGGElement>(`[data-zone="${next}"]`)?.focus();
  };
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const onZoneKey = (event: KeyboardEvent, zone: Zone) => {
    const step = steps[event.key];
    if (step) walk(zone, ...step);
    else if (event.key === "Enter" || event.key === " ") touch(zone);
    else if (picked && (event.key === "r" || event.key === "R")) rotate(picked, event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") pick(null);
    else return;
    event.preventDefault();
  };
  const onBuildingKey = (event: KeyboardEvent, building: Building) => {
    const laid = readLaid(plan[building]);
    const step = steps[event.key];
    if (step && laid)
      put(building, laid.turn, placeOf(laid.zone).x + step[0], placeOf(laid.zone).y + step[1]);
    else if (event.key === "r" || event.key === "R") rotate(building, event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" || event.key === " ") pick(picked === building ? null : building);
    else if (event.key === "Delete" || event.key === "Backspace") remove(building);
    else return;
    event.preventDefault();
  };

  const clue = new Map(scene.clues.map((c) => [c.zone, c.kind]));
  const zoneName = (zone: Zone) => {
    const known = clue.get(zone);
    const mark = props.marks[zone];
    const marks: Readonly<Record<Mark, string>> = {
      s: t("marked sharp"),
      f: t("marked fire"),
      o: t("marked safe"),
      e: t("marked empty"),
    };
    return [
      zone,
      known === "sharp" && t("sharp trap, a clue"),
      known === "fire" && t("fire trap, a clue"),
      mark && marks[mark],
      props.wrongZones.has(zone) && t("a building contradicts this"),
    ]
      .filter(Boolean)
      .join(", ");
  };
  const buildingName = (building: Building) => {
    const laid = readLaid(plan[building]);
    return laid
      ? t("Building {letter} on {zone}, turned {turn} times. Arrows move, R turns, Delete takes it off.", {
          letter: building,
          zone: laid.zone,
          turn: laid.turn,
        })
      : t("Building {letter}, not laid, turned {turn} times. Enter picks it up, R turns it.", {
          letter: building,
          turn: turnOf(building),
        });
  };

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
      {[...rows, ...columns].map((axis) => {
        const row = /\d/.test(axis);
        const i = row ? Number(axis) - 1 : axis.charCodeAt(0) - 65;
        const x = row ? LEFT - 40 : LEFT + i * 100 + 50;
        const y = row ? TOP + i * 100 + 50 : TOP - 38;
        const cost = props.costs?.[axis];
        const classes = [
          "axis",
          cost !== undefined && "open",
          props.aimed === axis && "aimed",
          props.advisedAxis === axis && props.aimed !== axis && "advised",
          props.wrongAxes.has(axis) && "wrong",
        ];
        return (
          <g key={axis} transform={`translate(${x} ${y})`}>
            <g
              class={classes.filter(Boolean).join(" ")}
              {...(cost !== undefined && {
                role: "button",
                tabindex: 0,
                "aria-pressed": props.aimed === axis,
                "aria-label": t("Aim at {axis}, costs {cost}", { axis, cost }),
                onClick: () => props.aim(axis),
                onKeyDown: (e: KeyboardEvent) =>
                  (e.key === "Enter" || e.key === " ") && (e.preventDefault(), props.aim(axis)),
              })}
            >
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
      })}
      {zones.map((zone) => {
        const { x, y } = placeOf(zone);
        const mark = props.marks[zone];
        const known = clue.get(zone);
        const classes = [
          "zone",
          props.aimed !== null && onAxis(zone, props.aimed) && "on-axis",
          props.wrongZones.has(zone) && "wrong",
        ];
        return (
          <g
            key={zone}
            data-zone={zone}
            class={classes.filter(Boolean).join(" ")}
            transform={`translate(${LEFT + x * 100} ${TOP + y * 100})`}
            role="button"
            tabindex={zone === cursor ? 0 : -1}
            aria-label={zoneName(zone)}
            onClick={() => touch(zone)}
            onFocus={() => setCursor(zone)}
            onKeyDown={(e) => onZoneKey(e, zone)}
          >
            <rect x="2" y="2" width="96" height="96" rx="7" />
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
          </g>
        );
      })}
      {props.ghost && plan[props.ghost.building] !== writeLaid(props.ghost.laid) && (
        <g
          class="ghost"
          transform={`translate(${LEFT + placeOf(props.ghost.laid.zone).x * 100} ${TOP + placeOf(props.ghost.laid.zone).y * 100})`}
          role="button"
          tabindex={0}
          aria-label={t("Lay building {letter} on the outline", { letter: props.ghost.building })}
          onClick={() => props.ghost && layGhost(props.ghost)}
          onKeyDown={(e) =>
            props.ghost && (e.key === "Enter" || e.key === " ") && (e.preventDefault(), layGhost(props.ghost))
          }
        >
          <Shape scene={scene} building={props.ghost.building} turn={props.ghost.laid.turn} size={100} />
        </g>
      )}
      <path class="tray-line" d={`M24 ${TRAY - 6}H${WIDTH - 24}`} />
      {buildings.map((building, i) => {
        const laid = readLaid(plan[building]);
        const dragged = drag?.far && drag.building === building;
        const at = dragged
          ? { x: drag.x + drag.dx, y: drag.y + drag.dy, k: 1 }
          : laid
            ? { x: LEFT + placeOf(laid.zone).x * 100, y: TOP + placeOf(laid.zone).y * 100, k: 1 }
            : { ...slot(i), k: SMALL / 100 };
        const right = props.verdict[building];
        const classes = [
          "piece",
          dragged && "dragged",
          picked === building && "picked",
          right === true && "right",
          right === false && "false",
        ];
        return (
          <g
            key={building}
            class={classes.filter(Boolean).join(" ")}
            style={{ transform: `translate(${at.x}px, ${at.y}px) scale(${at.k})` }}
            role="button"
            tabindex={0}
            aria-pressed={picked === building}
            aria-label={buildingName(building)}
            onPointerDown={(e) => down(e, building)}
            onPointerMove={move}
            onPointerUp={up}
            onPointerCancel={() => setDrag(null)}
            onWheel={(e) => !props.frozen && (e.preventDefault(), rotate(building, e.deltaY > 0 ? 1 : -1))}
            onDblClick={() => !props.frozen && rotate(building, 1)}
            onKeyDown={(e) => !props.frozen && onBuildingKey(e, building)}
          >
            <Shape
              scene={scene}
              building={building}
              turn={dragged ? drag.turn : turnOf(building)}
              size={100}
            />
          </g>
        );
      })}
      {buildings.map((building, i) => (
        <text key={building} class="tray-name" x={slot(i).x + 30} y={TRAY + 22}>
          {building}
        </text>
      ))}
      {picked && !props.frozen && (
        <g
          class="turner"
          transform={`translate(${WIDTH - 40} ${HEIGHT - 36})`}
          role="button"
          tabindex={0}
          aria-label={t("Turn building {letter}", { letter: picked })}
          onClick={() => rotate(picked, 1)}
          onKeyDown={(e) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), rotate(picked, 1))}
        >
          <circle r="27" />
          <path d="M-11 4a12 12 0 1 1 4 9M-12-8v12h12" />
        </g>
      )}
    </svg>
  );
}
