/**
 * The Archeoscope for a table with paper plans: the engine holds the quest and answers. Every
 * question is asked in a match of its own, so that nothing moves and nothing is remembered.
 */
import { Desk, type Look } from "../../engine/engine";
import { solve } from "../../engine/solve";
import { newRecord, randomSeed } from "../../table/kept";
import {
  type Axis,
  type Building,
  buildings,
  type Cell,
  isQuestion,
  type Plan,
  type Scene,
  type Subject,
  type View,
  type Weighed,
  type Zone,
} from "./view";

interface Game {
  readonly id: string;
  readonly edition: number;
}
export interface Table {
  /** "normal": traps are told; else which set of an expert's sentences. */
  readonly mode: string;
  readonly clues: string;
  /** More clues for novices. */
  readonly extra: string;
  readonly rule: "app" | "booklet";
  /** Whether this phone is one player's and writes the answers down. */
  readonly notes: "yes" | "no";
}
export interface Quest {
  readonly code: string;
  readonly scene: Scene;
  readonly solution: Plan;
  readonly par: readonly [number, number] | null;
}
export interface Verdict {
  readonly right: boolean;
  /** Building by building, as the app's rule tells. */
  readonly buildings: Readonly<Partial<Record<(typeof buildings)[number], boolean>>>;
}

/** What is seen after these notes, or why it may not be. */
async function lookAfter(
  game: Game,
  options: Readonly<Record<string, string>>,
  notes: readonly string[],
  seed = randomSeed(),
): Promise<Look | string> {
  const desk = await Desk.open(newRecord(game, 1, options, seed));
  if (typeof desk === "string") return desk;
  try {
    for (const note of notes) {
      const why = await desk.play(0, note);
      if (why !== null) return why;
    }
    return await desk.look(0);
  } finally {
    void desk.close();
  }
}

const claimNotes = (plan: Plan) => [
  "start 1",
  "claim",
  ...buildings.map((b) => `lay ${b} ${plan[b] ?? ""}`),
  "confirm",
];
/** Any complete plan will do: under the booklet's rule a claim ends the quest, and the end tells its code. */
const anyPlan: Plan = { S: "r0 A1", V: "r0 C1", T: "r0 A3", L: "r2 D1", O: "r0 C3", I: "r0 B5" };

/** A quest by code, day ("2026-11-15"), site, or its six placements; "random": a new one. */
export async function openQuest(game: Game, quest: string, table: Table): Promise<Quest | string> {
  const options = { mode: table.mode, clues: table.clues, extra1: table.extra, level: "standard" };
  const end = await lookAfter(game, { ...options, quest, claim: "booklet" }, claimNotes(anyPlan));
  if (typeof end === "string") return end;
  const { code = "", solution = {}, par = null } = end.view as View;
  // The seed chooses among an expert's sentences: one for all, so that a code is the same for everybody.
  const begun = await lookAfter(game, { ...options, quest: code }, [], "1");
  return typeof begun === "string" ? begun : { code, solution, par, scene: begun.scene as Scene };
}

export async function askDevice(game: Game, quest: Quest, axis: Axis, subject: Subject): Promise<string> {
  const look = await lookAfter(game, { quest: quest.code }, ["start 1", "ask", `aim ${axis}`, subject]);
  const turn = typeof look === "string" ? undefined : (look.view as View).log.find(isQuestion);
  return turn?.answer ?? "?";
}

export async function checkClaim(game: Game, quest: Quest, plan: Plan): Promise<Verdict | string> {
  const look = await lookAfter(game, { quest: quest.code, claim: "app" }, claimNotes(plan));
  if (typeof look === "string") return look;
  const claim = (look.view as View).log.find((turn) => !isQuestion(turn));
  if (!claim || isQuestion(claim)) return "";
  return {
    right: claim.verdict === "right",
    buildings: Object.fromEntries(buildings.map((b) => [b, claim.right?.includes(b) ?? false])),
  };
}

/** The buildings and subjects, of no quest. */
export async function emptyScene(game: Game): Promise<Scene | null> {
  const look = await lookAfter(game, { clues: "3" }, []);
  return typeof look === "string" ? null : { ...(look.scene as Scene), clues: [], common: 0, par: null };
}

export interface Solved {
  readonly count: number;
  /** Cities that fit before any fact, after the first, and so on. */
  readonly after: readonly number[];
  readonly certain?: readonly {
    readonly zone: Zone;
    readonly building?: Building;
    readonly cell?: Cell | ".";
  }[];
  readonly best?: readonly Weighed[];
}

/** What facts tell, as `tablier solve` would. */
export const solveFacts = (facts: readonly string[]): Promise<Solved | null> =>
  solve<Solved>("archeologic", facts);
