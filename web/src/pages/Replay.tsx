/** A finished game, step by step, with anybody's eyes. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardProps, GameModule } from "../games/board";
import { PUBLIC, TRUTH } from "../engine/calls";
import { Desk } from "../engine/engine";
import { t } from "../i18n";
import { connection } from "../table/connection";
import { keep, keptGame } from "../table/kept";
import type { LogEntry, Result, Seat } from "../table/types";
import { Icon } from "../ui/icons";
import { saveRecord } from "../ui/download";
import { eventText, seatNames } from "../ui/names";
import { Nothing } from "../ui/Nothing";
import { PaperList } from "../ui/Papers";
import { playersOf } from "../ui/players";
import { reasonText, resultText } from "../ui/results";
import { Avatar } from "../ui/Seats";
import { type LoadedGame, useGame } from "../ui/useGame";
import "../ui/table.css";
import "./replay.css";

/** One position of a finished game. */
interface Frame {
  readonly scene: unknown;
  readonly view: unknown;
  readonly owes: readonly number[];
}

/** What is replayed, wherever it is kept. */
interface Tape {
  readonly game: string;
  readonly seats: readonly Seat[];
  readonly plies: number;
  readonly record: string;
  readonly result: Result | null;
  frame(ply: number, viewer: number): Promise<Frame>;
  log(viewer: number): Promise<readonly LogEntry[]>;
  close(): void;
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

/** Records are small: every replay runs in the engine of this page. */
async function tapeOf(record: string, seats: readonly Seat[] | null): Promise<Tape | string> {
  const desk = await Desk.open(record);
  if (typeof desk === "string") return desk;
  const end = await desk.look(TRUTH);
  let at = end.state.ply;
  const moves = record.split("\n").filter((line) => /^\d/.test(line));
  const goTo = async (ply: number) => {
    if (ply < at) await desk.rewind(ply);
    for (let i = Math.min(at, ply); i < ply; i++) {
      const line = moves[i] ?? "";
      await desk.play(Number(line.split(" ")[0]), line.slice(line.indexOf(" ") + 1));
    }
    at = ply;
  };
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T,>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next;
    return next;
  };
  return {
    game: end.state.game,
    seats: seats ?? Array.from({ length: end.state.seats }, (_, i) => ({ ...noSeat, colour: 3 * i })),
    plies: moves.length,
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
        await goTo(moves.length);
        return (await desk.history(viewer)).flatMap((events, i) =>
          events.map((event) => ({ ...event, ply: i + 1 })),
        );
      }),
    close: () => void desk.close(),
  };
}

async function load(where: "local" | "table", id: string): Promise<Tape | string> {
  if (where === "local") {
    const kept = keptGame(id);
    if (!kept) return "This game is not kept in this browser.";
    const seats = kept.seats.map(
      (seat, i): Seat => ({ ...noSeat, kind: seat.kind, name: seat.name, bot: seat.bot, colour: 3 * i }),
    );
    const tape = await tapeOf(kept.record, seats);
    // A record from a file: only the engine knows how far it goes.
    if (typeof tape !== "string" && (tape.plies !== kept.plies || (tape.result !== null) !== kept.over))
      keep({
        ...kept,
        plies: tape.plies,
        over: tape.result !== null,
        points: tape.result?.points ?? null,
        place: tape.result?.place ?? null,
      });
    return tape;
  }
  const response = await fetch(`/record/${encodeURIComponent(id)}`).catch(() => null);
  if (!response?.ok) return "The record of this table cannot be had (yet).";
  const record = await response.text();
  // The record knows seats by number; who sat there and how it ended, the server says.
  const answer = await connection.ask("replay", { table: id, ply: 0, as: "public" });
  const told = "ok" in answer ? answer.ok : {};
  const tape = await tapeOf(record, (told["seats"] as readonly Seat[] | undefined) ?? null);
  return typeof tape === "string"
    ? tape
    : { ...tape, result: (told["result"] as Result | null | undefined) ?? tape.result };
}

function Board({ module, props }: { module: GameModule; props: BoardProps }) {
  const parts = module.useBoard(props);
  return (
    <>
      <div class="board">{parts.board}</div>
      <div class="replay-side">
        <PaperList papers={parts.papers} />
      </div>
    </>
  );
}

/** Keys for the whole page, but not where they mean something else already. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const deed = now.current[event.key];
      const busy =
        event.target instanceof Element &&
        event.target.closest("input, select, textarea, button, a, summary, .board [tabindex]");
      if (!deed || busy || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      deed();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Where a replay stands: the ply, whose eyes, and what they see. */
function usePlayback(tape: Tape) {
  const [ply, setPly] = useState(0);
  const [viewer, setViewer] = useState(TRUTH);
  const [running, setRunning] = useState(false);
  const [frame, setFrame] = useState<Frame | null>(null);
  const [log, setLog] = useState<readonly LogEntry[]>([]);
  const current = useRef(0);

  useEffect(() => void tape.log(viewer).then(setLog), [tape, viewer]);
  useEffect(() => {
    const wanted = ++current.current;
    void tape.frame(ply, viewer).then((got) => wanted === current.current && setFrame(got));
  }, [tape, ply, viewer]);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => (ply < tape.plies ? setPly(ply + 1) : setRunning(false)), 900);
    return () => clearTimeout(timer);
  }, [running, ply, tape]);

  const step = (to: number) => {
    setRunning(false);
    setPly(Math.max(0, Math.min(tape.plies, to)));
  };
  const playOrPause = () => {
    if (ply === tape.plies) setPly(0);
    setRunning(!running);
  };
  return { ply, viewer, setViewer, running, frame, log, step, playOrPause };
}
type Playback = ReturnType<typeof usePlayback>;

function Head({ tape, title, names }: { tape: Tape; title: string; names: readonly string[] }) {
  return (
    <div class="replay-head">
      <h1>{title}</h1>
      <p class="replay-seats">
        {tape.seats.map((seat, i) => (
          <span class="row-seat" key={i}>
            <Avatar seat={seat} name={names[i] ?? ""} /> {names[i]}
          </span>
        ))}
        {tape.result && (
          <strong class="outcome">
            {resultText({ result: tape.result, you: null }, names)} {reasonText(tape.result, names)}
          </strong>
        )}
      </p>
    </div>
  );
}

/** To the beginning, back, play, on, to the end. */
function StepButtons({ tape, playback }: { tape: Tape; playback: Playback }) {
  const { ply, running, step, playOrPause } = playback;
  const steps = [
    { icon: "first", label: t("To the beginning"), off: ply === 0, deed: () => step(0) },
    { icon: "back", label: t("One step back"), off: ply === 0, deed: () => step(ply - 1) },
    {
      icon: running ? "pause" : "play",
      label: running ? t("Pause") : t("Play on"),
      off: false,
      deed: playOrPause,
    },
    { icon: "forth", label: t("One step on"), off: ply === tape.plies, deed: () => step(ply + 1) },
    { icon: "last", label: t("To the end"), off: ply === tape.plies, deed: () => step(tape.plies) },
  ] as const;
  return (
    <div class="row" role="group" aria-label={t("Steps")}>
      {steps.map(({ icon, label, off, deed }, i) => (
        <button key={i} type="button" class="icon-button" aria-label={label} disabled={off} onClick={deed}>
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}

/** Whose eyes the game is seen with. */
function Eyes({ playback, names }: { playback: Playback; names: readonly string[] }) {
  return (
    <label class="small">
      {t("Seen by")}{" "}
      <select value={playback.viewer} onChange={(e) => playback.setViewer(Number(e.currentTarget.value))}>
        <option value={TRUTH}>{t("everything shown")}</option>
        <option value={PUBLIC}>{t("somebody looking on")}</option>
        {names.map((name, i) => (
          <option key={i} value={i}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Bar(props: { tape: Tape; playback: Playback; names: readonly string[]; goOn: string | null }) {
  const { tape, playback, names, goOn } = props;
  return (
    <div class="replay-bar sheet">
      <StepButtons tape={tape} playback={playback} />
      <input
        type="range"
        min={0}
        max={tape.plies}
        value={playback.ply}
        aria-label={t("Decision")}
        onInput={(e) => playback.step(Number(e.currentTarget.value))}
      />
      <span class="small">
        {playback.ply} / {tape.plies}
      </span>
      <Eyes playback={playback} names={names} />
      {goOn !== null && tape.result === null && (
        <a class="button small main" href={goOn}>
          {t("Go on with the game")}
        </a>
      )}
      <button type="button" class="button small" onClick={() => saveRecord(tape.game, tape.record)}>
        <Icon name="save" /> {t("Save the record")}
      </button>
    </div>
  );
}

/** The board, or what happened in words where there is none. */
function Table({ game, props }: { game: LoadedGame; props: BoardProps }) {
  return (
    <div class="replay-table">
      {game.module ? (
        <Board module={game.module} props={props} />
      ) : (
        <ol class="log panel">
          {props.log.map((entry, i) => (
            <li key={i}>{eventText(game.info, null, entry, props.names, null)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Player({ tape, id, where }: { tape: Tape; id: string; where: "local" | "table" }) {
  const game = useGame(tape.game);
  const playback = usePlayback(tape);
  const { ply, viewer, frame, log, step } = playback;
  const names = seatNames(tape.seats);
  useKeys({
    ArrowLeft: () => step(ply - 1),
    ArrowRight: () => step(ply + 1),
    Home: () => step(0),
    End: () => step(tape.plies),
    " ": playback.playOrPause,
  });

  if (!game || !frame) return <p class="loading">{t("Laying the table…")}</p>;
  const lines = log
    .filter((entry) => entry.ply === ply)
    .map((entry) => eventText(game.info, game.module, entry, names, null));
  const props: BoardProps = {
    table: `replay ${id}`,
    scene: frame.scene,
    view: frame.view,
    legal: [],
    you: viewer >= 0 ? viewer : null,
    seats: tape.seats,
    names,
    players: playersOf(tape.seats, names),
    owes: frame.owes,
    ply,
    over: frame.owes.length === 0,
    log: log.filter((entry) => entry.ply <= ply),
    result: ply === tape.plies ? tape.result : null,
    active: false,
    settled: true,
    refuse: () => undefined,
    pointed: null,
    send: () => undefined,
    advice: null,
  };
  return (
    <div class="replay">
      <Head tape={tape} title={t("Replay of {game}", { game: t(game.info.name) })} names={names} />
      <Bar tape={tape} playback={playback} names={names} goOn={where === "local" ? `#/local/${id}` : null} />
      <p class="replay-line" role="status">
        {lines.filter((line) => line !== null).join(" ") || " "}
      </p>
      <Table game={game} props={props} />
    </div>
  );
}

export function ReplayPage({ where, id }: { where: "local" | "table"; id: string }) {
  const [tape, setTape] = useState<Tape | string | null>(null);
  useEffect(() => {
    let opened: Tape | string | null = null;
    void load(where, id).then((got) => {
      opened = got;
      setTape(got);
    });
    return () => {
      if (opened && typeof opened !== "string") opened.close();
    };
  }, [where, id]);
  if (tape === null) return <p class="loading">{t("Laying the table…")}</p>;
  if (typeof tape === "string") return <Nothing title={t(tape)} />;
  return <Player tape={tape} id={id} where={where} />;
}
