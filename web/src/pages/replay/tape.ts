/** What is replayed, wherever it is kept: positions, decisions and the log of a game that was played. */
import { TRUTH } from "../../engine/calls";
import { Desk } from "../../engine/engine";
import { connection } from "../../table/connection";
import { keep, keptGame, recordBook } from "../../table/kept";
import type { LogEntry, Result, Seat } from "../../table/types";

/** One position. */
export interface Frame {
  readonly scene: unknown;
  readonly view: unknown;
  readonly owes: readonly number[];
}

/** A decision as the record has it. */
export interface Decision {
  readonly seat: number;
  readonly note: string;
}

export interface Tape {
  readonly game: string;
  readonly seats: readonly Seat[];
  readonly decisions: readonly Decision[];
  readonly record: string;
  readonly result: Result | null;
  frame(ply: number, viewer: number): Promise<Frame>;
  log(viewer: number): Promise<readonly LogEntry[]>;
  close(): void;
}

/** A record whose book is not on this device: it is asked for. */
export interface Bookless {
  readonly bookless: string;
}

async function isBookless(record: string): Promise<boolean> {
  const book = recordBook(record);
  return book !== null && (await (await import("../../books/shelf")).bookText(book)) === null;
}

const noSeat: Seat = {
  kind: "person",
  who: null,
  name: "",
  colour: 0,
  program: false,
  here: true,
  bot: null,
  gone: null,
};

const decisionOf = (line: string): Decision => {
  const gap = line.indexOf(" ");
  return { seat: Number(line.slice(0, gap)), note: line.slice(gap + 1) };
};

/** Records are small: every replay runs in the engine of this page. */
async function tapeOf(record: string, seats: readonly Seat[] | null): Promise<Tape | string> {
  const desk = await Desk.open(record);
  if (typeof desk === "string") return desk;
  const end = await desk.look(TRUTH);
  let at = end.state.ply;
  const decisions = record
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map(decisionOf);
  const goTo = async (ply: number) => {
    if (ply < at) await desk.rewind(ply);
    for (const { seat, note } of decisions.slice(at, ply)) await desk.play(seat, note);
    at = ply;
  };
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next;
    return next;
  };
  return {
    game: end.state.game,
    seats: seats ?? Array.from({ length: end.state.seats }, (_, i) => ({ ...noSeat, colour: 3 * i })),
    decisions,
    record,
    result: end.state.owes.length
      ? null
      : { why: "played", seat: null, points: end.state.points, place: end.state.place },
    frame: (ply, viewer) =>
      inTurn(async () => {
        await goTo(ply);
        const look = await desk.look(viewer);
        return { scene: look.scene, view: look.view, owes: look.state.owes };
      }),
    log: (viewer) =>
      inTurn(async () => {
        await goTo(decisions.length);
        return (await desk.history(viewer)).flatMap((events, i) =>
          events.map((event) => ({ ...event, ply: i + 1 })),
        );
      }),
    close: () => void desk.close(),
  };
}

async function loadLocal(id: string): Promise<Tape | Bookless | string> {
  const kept = keptGame(id);
  if (!kept) return "This game is not kept in this browser.";
  const seats = kept.seats.map(
    (seat, i): Seat => ({ ...noSeat, kind: seat.kind, name: seat.name, bot: seat.bot, colour: 3 * i }),
  );
  if (await isBookless(kept.record)) return { bookless: kept.record };
  const tape = await tapeOf(kept.record, seats);
  if (typeof tape === "string") return tape;
  // A record from a file: only the engine knows how far it goes.
  if (tape.decisions.length !== kept.plies || (tape.result !== null) !== kept.over)
    keep({
      ...kept,
      plies: tape.decisions.length,
      over: tape.result !== null,
      points: tape.result?.points ?? null,
      place: tape.result?.place ?? null,
    });
  return tape;
}

async function loadOnline(id: string): Promise<Tape | Bookless | string> {
  const response = await fetch(`/record/${encodeURIComponent(id)}`).catch(() => null);
  if (!response?.ok) return "The record of this table cannot be had (yet).";
  const record = await response.text();
  if (await isBookless(record)) return { bookless: record };
  // The record knows seats by number; who sat there and how it ended, the server says.
  const answer = await connection.ask("replay", { table: id, ply: 0, as: "public" });
  const told = "ok" in answer ? answer.ok : {};
  const tape = await tapeOf(record, (told["seats"] as readonly Seat[] | undefined) ?? null);
  return typeof tape === "string"
    ? tape
    : { ...tape, result: (told["result"] as Result | null | undefined) ?? tape.result };
}

export const loadTape = (where: "local" | "table", id: string): Promise<Tape | Bookless | string> =>
  where === "local" ? loadLocal(id) : loadOnline(id);
