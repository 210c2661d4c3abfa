/** A game that was played, seen again: the board first, its decisions beside it, with anybody's eyes. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { PUBLIC, TRUTH } from "../engine/calls";
import type { BoardParts, BoardProps, GameModule, Pointed } from "../games/board";
import { t } from "../i18n";
import { WithBook } from "../books/WithBook";
import { saveRecord } from "../ui/download";
import { Icon } from "../ui/icons";
import { Log } from "../ui/Log";
import { useNarrow } from "../ui/media";
import { More } from "../ui/More";
import { Nothing } from "../ui/Nothing";
import { seatNames } from "../ui/names";
import { type Player, PlayerSign, playersOf } from "../ui/players";
import { SeatName } from "../ui/Seats";
import { reasonText, resultText } from "../ui/results";
import { TabSheet } from "../ui/TabSheet";
import { type Tab, Tabs } from "../ui/Tabs";
import { type LoadedGame, useGame } from "../ui/useGame";
import { Decisions, toldBetween, type Words } from "./replay/Decisions";
import { type Playback, useKeys, usePlayback } from "./replay/playback";
import { type Bookless, type Frame, loadTape, type Tape } from "./replay/tape";
import { type Turn, turnsOf } from "./replay/turns";
import "../ui/table.css";
import "./replay.css";

/** Everything a part of the page may want to know. */
interface Scene {
  readonly tape: Tape;
  readonly id: string;
  readonly goOn: string | null;
  readonly game: LoadedGame;
  readonly turns: readonly Turn[];
  readonly playback: Playback;
  readonly players: readonly Player[];
  readonly words: Words;
  readonly pointed: Pointed | null;
  point(at: Pointed | null): void;
}

const plain: GameModule = {
  useBoard: () => ({ board: <p class="quiet">{t("This game has no board yet.")}</p> }),
};

/** Calls the board's hook in a component of its own, so that games never mix their hooks. */
function WithBoard(props: { module: GameModule; board: BoardProps; children(parts: BoardParts): VNode }) {
  return props.children(props.module.useBoard(props.board));
}

/** The board as nobody can touch it. */
function boardProps(
  { tape, id, playback, players, words, pointed }: Scene,
  frame: Frame,
  ply: number,
): BoardProps {
  return {
    table: `replay ${id}`,
    scene: frame.scene,
    view: frame.view,
    legal: [],
    you: playback.viewer >= 0 ? playback.viewer : null,
    seats: tape.seats,
    names: words.names,
    players,
    owes: frame.owes,
    ply,
    over: frame.owes.length === 0,
    log: words.log.filter((entry) => entry.ply <= ply),
    result: ply === tape.decisions.length ? tape.result : null,
    active: false,
    settled: true,
    refuse: () => undefined,
    pointed,
    send: () => undefined,
    advice: null,
  };
}

function SeatsLine({ tape, players, words }: Scene) {
  return (
    <p class="replay-seats">
      {players.map((player, i) => (
        <span class="row-seat" key={i}>
          <PlayerSign player={player} /> <SeatName name={player.name} bot={player.bot} />
        </span>
      ))}
      {tape.result && (
        <strong class="outcome">
          {resultText({ result: tape.result, you: null }, words.names)} {reasonText(tape.result, words.names)}
        </strong>
      )}
    </p>
  );
}

/** To the beginning, a turn back, play, a turn on, to the end. */
function StepButtons({ tape, playback }: Scene) {
  const { ply, running, goTo } = playback;
  const end = tape.decisions.length;
  const steps = [
    { icon: "first", label: t("To the beginning"), off: ply === 0, deed: () => goTo(0) },
    { icon: "back", label: t("One turn back"), off: ply === 0, deed: playback.turnBack },
    {
      icon: running ? "pause" : "play",
      label: running ? t("Pause") : t("Play on"),
      off: end === 0,
      deed: playback.playOrPause,
    },
    { icon: "forth", label: t("One turn on"), off: ply === end, deed: playback.turnOn },
    { icon: "last", label: t("To the end"), off: ply === end, deed: () => goTo(end) },
  ] as const;
  return (
    <div class="replay-steps" role="group" aria-label={t("Steps")}>
      {steps.map(({ icon, label, off, deed }, i) => (
        <button
          key={i}
          type="button"
          class="icon-button"
          aria-label={label}
          title={label}
          disabled={off}
          onClick={deed}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}

function Bar(scene: Scene) {
  const { turns, playback } = scene;
  const done = playback.at + 1;
  return (
    <div class="replay-bar">
      <StepButtons {...scene} />
      <input
        type="range"
        min={0}
        max={turns.length}
        value={done}
        aria-label={t("Turn")}
        onInput={(e) => playback.goTo(turns[Number(e.currentTarget.value) - 1]?.to ?? 0)}
      />
      <span class="replay-count">
        {done} / {turns.length}
      </span>
      <More>{() => <Tools {...scene} />}</More>
    </div>
  );
}

/** Whose eyes the game is seen with, the record, and going on where that can be. */
function Tools({ tape, playback, words, goOn }: Scene) {
  return (
    <div class="replay-tools">
      <label class="small">
        {t("Seen by")}{" "}
        <select value={playback.viewer} onChange={(e) => playback.setViewer(Number(e.currentTarget.value))}>
          <option value={TRUTH}>{t("everything shown")}</option>
          <option value={PUBLIC}>{t("somebody looking on")}</option>
          {words.names.map((name, i) => (
            <option key={i} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {goOn !== null && tape.result === null && (
        <a class="button main" href={goOn}>
          {t("Go on with the game")}
        </a>
      )}
      <button type="button" class="button" onClick={() => saveRecord(tape.game, tape.record)}>
        <Icon name="save" /> {t("Save the record")}
      </button>
      <p class="small quiet replay-keys">
        {t("Keys: ← and → go turn by turn, with Shift decision by decision; Home, End and the space bar.")}
      </p>
    </div>
  );
}

/** What the end meant: from the last position, wherever the replay stands. */
function Analysis({ scene, end }: { scene: Scene; end: Frame }) {
  const { game, tape } = scene;
  return (
    <WithBoard module={game.module ?? plain} board={boardProps(scene, end, tape.decisions.length)}>
      {(parts) => (
        <div class="replay-analysis" tabIndex={0} role="group" aria-label={t("Analysis")}>
          <h2>{t("Analysis")}</h2>
          {parts.why && <p class="ending-why">{parts.why}</p>}
          {parts.ending ?? <p class="quiet">{t("This game has no analysis.")}</p>}
        </div>
      )}
    </WithBoard>
  );
}

/** The last position, once it is there. */
function useEnd({ tape, playback }: { tape: Tape; playback: Playback }): Frame | null {
  const [end, setEnd] = useState<Frame | null>(null);
  useEffect(() => {
    let late = false;
    if (tape.result?.why === "played")
      void tape.frame(tape.decisions.length, playback.viewer).then((got) => late || setEnd(got));
    return () => {
      late = true;
    };
  }, [tape, playback.viewer]);
  return end;
}

function tabsOf(scene: Scene, parts: BoardParts, end: Frame | null, narrow: boolean): readonly Tab[] {
  const { words, turns, players, playback, game, point } = scene;
  const log = words.log.filter((entry) => entry.ply <= playback.ply);
  return [
    {
      id: "decisions",
      label: t("Decisions"),
      panel: <Decisions words={words} turns={turns} players={players} playback={playback} />,
    },
    ...(parts.papers ?? []).filter((paper) => narrow || !paper.narrow),
    ...(end ? [{ id: "analysis", label: t("Analysis"), panel: <Analysis scene={scene} end={end} /> }] : []),
    {
      id: "log",
      label: t("Log"),
      panel: (
        <Log
          info={game.info}
          module={game.module}
          log={log}
          names={words.names}
          you={null}
          players={players}
          point={point}
        />
      ),
    },
  ];
}

/** What this step told: of a whole turn its last lines, of a small decision its own. */
function lineOf({ words, turns, playback }: Scene): string {
  const turn = turns[playback.at];
  if (!turn) return t("The beginning.");
  const whole = playback.ply === turn.to;
  const told = toldBetween(words, whole ? turn.from : playback.ply - 1, playback.ply);
  const note = turn.notes[playback.ply - turn.from - 1] ?? "";
  return told.slice(-2).join(" ") || (words.module?.say?.(note) ?? note);
}

function Stage({ scene, parts }: { scene: Scene; parts: BoardParts }): ComponentChildren {
  return (
    <section class="stage" aria-label={t(scene.game.info.name)}>
      <div class="replay-head">
        <h1 class="hidden">{t("Replay of {game}", { game: t(scene.game.info.name) })}</h1>
        <SeatsLine {...scene} />
        <p class="replay-line" role="status">
          {lineOf(scene)}
        </p>
      </div>
      <div class="board-place">
        <div class="board">{parts.board}</div>
      </div>
      <Bar {...scene} />
    </section>
  );
}

function Replayed({
  tape,
  id,
  where,
  game,
}: {
  tape: Tape;
  id: string;
  where: "local" | "table";
  game: LoadedGame;
}) {
  const narrow = useNarrow();
  const turns = useMemo(() => turnsOf(tape.decisions, game.module, tape.seats.length), [tape, game.module]);
  const playback = usePlayback(tape, turns);
  const [pointed, point] = useState<Pointed | null>(null);
  const end = useEnd({ tape, playback });
  const names = seatNames(tape.seats);
  const players = playersOf(tape.seats, names);
  const { ply, frame, goTo } = playback;
  useKeys({
    ArrowLeft: playback.turnBack,
    ArrowRight: playback.turnOn,
    "Shift ArrowLeft": () => goTo(ply - 1),
    "Shift ArrowRight": () => goTo(ply + 1),
    Home: () => goTo(0),
    End: () => goTo(tape.decisions.length),
    " ": playback.playOrPause,
  });
  if (!frame) return <p class="loading">{t("Laying the table…")}</p>;
  const words: Words = { info: game.info, module: game.module, names, log: playback.log };
  const goOn = where === "local" ? `#/local/${id}` : null;
  const scene: Scene = { tape, id, goOn, game, turns, playback, players, words, pointed, point };
  return (
    <WithBoard module={game.module ?? plain} board={boardProps(scene, frame, frame.ply)}>
      {(parts) => {
        const tabs = tabsOf(scene, parts, end, narrow);
        return (
          <div class="table replay">
            <Stage scene={scene} parts={parts} />
            {narrow ? (
              <TabSheet label={t("Papers")} tabs={tabs} />
            ) : (
              <aside class="side" aria-label={t("Beside the board")}>
                <Tabs label={t("Decisions and papers")} tabs={tabs} />
              </aside>
            )}
          </div>
        );
      }}
    </WithBoard>
  );
}

function Laid(props: { tape: Tape; id: string; where: "local" | "table" }) {
  const game = useGame(props.tape.game);
  if (game === undefined) return <p class="loading">{t("Laying the table…")}</p>;
  if (game === null) return <Nothing title={t("This page does not know that game.")} />;
  return <Replayed {...props} game={game} />;
}

export function ReplayPage({ where, id }: { where: "local" | "table"; id: string }) {
  const [tape, setTape] = useState<Tape | Bookless | string | null>(null);
  const [tries, setTries] = useState(0); // a book was brought
  useEffect(() => {
    let opened: Tape | Bookless | string | null = null;
    void loadTape(where, id).then((got) => {
      opened = got;
      setTape(got);
    });
    return () => {
      if (opened && typeof opened !== "string" && "close" in opened) opened.close();
    };
  }, [where, id, tries]);
  if (tape === null) return <p class="loading">{t("Laying the table…")}</p>;
  if (typeof tape === "string") return <Nothing title={t(tape)} />;
  if ("bookless" in tape) return <WithBook record={tape.bookless} onFound={() => setTries(tries + 1)} />;
  return <Laid tape={tape} id={id} where={where} />;
}
