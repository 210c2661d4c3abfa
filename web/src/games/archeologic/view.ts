/** The JSON that games/archeologic/json.c writes, and small readers of it. */

/** Rows "1" to "5", columns "A" to "E". */
export type Axis = string;
/** Column then row: "C3". */
export type Zone = string;
export type Building = "S" | "V" | "T" | "L" | "O" | "I";
export type Subject = "buildings" | "empties" | "traps" | Building;
/** Cells: o safe, s sharp trap, f fire trap, . none. */
export type Cell = "o" | "s" | "f";
/** A building laid down: "r1 C2". */
export type Plan = Readonly<Partial<Record<Building, string>>>;

export const buildings: readonly Building[] = ["S", "V", "T", "L", "O", "I"];
export const columns = ["A", "B", "C", "D", "E"] as const;
export const rows = ["1", "2", "3", "4", "5"] as const;
export const zones: readonly Zone[] = rows.flatMap((row) => columns.map((column) => column + row));

/** An expert clue: a sentence with names in braces, and what they stand for. */
export interface Statement {
  readonly note: string;
  readonly says: string;
  /** a, b: buildings; t, u: traps, "S-sharp"; x, y: axes; k: a count; side: an edge to be translated. */
  readonly with: Readonly<Partial<Record<"a" | "b" | "t" | "u" | "x" | "y" | "k" | "side", string>>>;
}

export interface Scene {
  /** By building and rotation: rows of cells. */
  readonly tiles: Readonly<Record<Building, readonly (readonly string[])[]>>;
  /** The axes clockwise around the circle. */
  readonly around: readonly Axis[];
  readonly subjects: readonly { readonly id: Subject; readonly cost: number }[];
  readonly claim: "app" | "booklet";
  readonly aids: "none" | "log" | "warnings" | "count" | "full";
  readonly clues: readonly { readonly zone: Zone; readonly kind: "sharp" | "fire" }[];
  /** How many of the clues everybody has. */
  readonly common: number;
  readonly expert: readonly Statement[];
  /** For each of them a city where it is true, to explain its words: not the one to find. */
  readonly examples: readonly Plan[];
  readonly par: readonly [number, number] | null;
}

export interface Pawn {
  readonly position: number;
  readonly side: "research" | "verification" | "out";
  readonly time: number;
  readonly questions: number;
  readonly claims: number;
  readonly clues: number;
}
export interface Question {
  readonly seat: number;
  readonly cost: number;
  readonly axis: Axis;
  readonly subject: Subject;
  readonly pushed: number;
  /** Symbols as "oos", "-" for none, a number; null: not for you. */
  readonly answer: string | null;
}
export interface Claim {
  readonly seat: number;
  readonly cost: number;
  readonly verdict: "waiting" | "right" | "wrong";
  readonly plan: Plan | null;
  /** The letters of the right buildings. */
  readonly right: string | null;
}
export type Turn = Question | Claim;

export interface Weighed {
  readonly axis: Axis;
  readonly subject: Subject;
  readonly cost: number;
  readonly millibits: number;
}
export interface Step {
  readonly before: number;
  readonly after: number;
  readonly best: Weighed | null;
}
export interface View {
  readonly phase: "starting" | "choosing" | "aiming" | "asking" | "claiming" | "over";
  readonly seat: number;
  readonly viewfinder: Axis;
  readonly costs: Readonly<Record<Axis, number>>;
  readonly pawns: readonly Pawn[];
  readonly log: readonly Turn[];
  readonly laying: Plan;
  readonly count?: number;
  readonly best?: readonly Weighed[];
  readonly winner?: number;
  readonly solution?: Plan;
  readonly code?: string;
  readonly assisted?: boolean;
  readonly par?: readonly [number, number];
  readonly practice?: boolean;
  readonly rank?: "apprentice" | "confirmed" | "expert" | null;
  /** By seat: a step for each of its turns. */
  readonly review?: readonly (readonly Step[])[];
}

export const isQuestion = (turn: Turn): turn is Question => "subject" in turn;

export interface Laid {
  readonly turn: number;
  readonly zone: Zone;
}
export function readLaid(text: string | undefined): Laid | null {
  const match = /^r(\d) ([A-E][1-5])$/.exec(text ?? "");
  return match ? { turn: Number(match[1]), zone: match[2] ?? "A1" } : null;
}
export const writeLaid = ({ turn, zone }: Laid): string => `r${turn} ${zone}`;
/** A whole city in notation: the engine's quests can be such. */
export const writePlan = (plan: Plan): string => buildings.map((b) => `${b} ${plan[b] ?? ""}`).join(", ");

const place = (zone: Zone) => ({ x: zone.charCodeAt(0) - 65, y: Number(zone[1]) - 1 });
export const zoneAt = (x: number, y: number): Zone => `${String.fromCharCode(65 + x)}${y + 1}`;
export const placeOf = place;

/** The zones that a building covers and what lies there; null: it leaves the plan. */
export function cellsOf(scene: Scene, building: Building, laid: Laid): ReadonlyMap<Zone, Cell> | null {
  const shape = scene.tiles[building][laid.turn] ?? [];
  const corner = place(laid.zone);
  const cells = new Map<Zone, Cell>();
  for (const [y, line] of shape.entries())
    for (const [x, cell] of [...line].entries()) {
      if (cell === ".") continue;
      if (corner.x + x > 4 || corner.y + y > 4 || corner.x + x < 0 || corner.y + y < 0) return null;
      cells.set(zoneAt(corner.x + x, corner.y + y), cell as Cell);
    }
  return cells;
}

export const onAxis = (zone: Zone, axis: Axis): boolean => zone.includes(axis);

/** What is laid down, zone by zone. */
export function paint(scene: Scene, plan: Plan): ReadonlyMap<Zone, { building: Building; cell: Cell }> {
  const painted = new Map<Zone, { building: Building; cell: Cell }>();
  for (const building of buildings) {
    const laid = readLaid(plan[building]);
    for (const [zone, cell] of (laid && cellsOf(scene, building, laid)) ?? [])
      painted.set(zone, { building, cell });
  }
  return painted;
}

/** Whether the building could lie there beside the others. */
export function fits(scene: Scene, plan: Plan, building: Building, laid: Laid): boolean {
  const cells = cellsOf(scene, building, laid);
  const { [building]: _, ...others } = plan;
  const taken = paint(scene, others);
  return cells !== null && [...cells.keys()].every((zone) => !taken.has(zone));
}

/** What you know, in the form that the engine's solver reads. */
export function factsOf(scene: Scene, view: View, you: number | null): readonly string[] {
  const own = view.log.filter((turn) => turn.seat === you);
  return [
    ...scene.clues.map(({ zone, kind }) => `${zone} ${kind}`),
    ...scene.expert.map(({ note }) => `expert ${note}`),
    ...own.flatMap((turn) => {
      if (isQuestion(turn))
        return turn.answer === null ? [] : [`${turn.axis} ${turn.subject} ${turn.answer}`];
      return turn.plan && turn.right !== null ? [`claim ${writePlan(turn.plan)} right ${turn.right}`] : [];
    }),
  ];
}
