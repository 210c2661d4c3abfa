/** A table with its board, seats, log and moves, wherever it stands. It never scrolls as a whole. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardParts, BoardProps, GameModule, Pointed } from "../games/board";
import { t, tn } from "../i18n";
import { notify } from "../notify";
import { play } from "../sound";
import { useStore } from "../store";
import type { Snapshot, Table } from "../table/types";
import { Actions } from "./Actions";
import { Ending } from "./Ending";
import { keepFocus } from "./focus";
import { type Helps, HelpsPanel, useHelps } from "./helps";
import { Announcer, Log } from "./Log";
import { useNarrow } from "./media";
import { Moment } from "./Moment";
import { Moves } from "./Moves";
import { Nothing } from "./Nothing";
import { listNames, seatNames } from "./names";
import { Notes } from "./Notes";
import { PlainView } from "./PlainView";
import { type Player, playersOf } from "./players";
import { watchPresses } from "./press";
import { Prompt, type Told } from "./Prompt";
import { helpText, reasonText, resultText } from "./results";
import { Seats } from "./Seats";
import { Side } from "./Side";
import type { Tab } from "./Tabs";
import { lastTold, useRefusal } from "./told";
import { type LoadedGame, useGame } from "./useGame";
import "./table.css";

/** Calls the board's hook in a component of its own, so that games never mix their hooks. */
function WithBoard({
  module,
  props,
  children,
}: {
  module: GameModule;
  props: BoardProps;
  children(parts: BoardParts): VNode;
}) {
  return children(module.useBoard(props));
}

/** A game without a board yet: the terminal's picture, or the view as it is, and the moves. */
const boardless = (picture: string | undefined): GameModule => ({
  useBoard: (props) => ({
    board: (
      <div class="boardless">
        {picture ? (
          <pre tabIndex={0} role="group" aria-label={t("Position")}>
            {picture}
          </pre>
        ) : (
          <PlainView value={props.view} />
        )}
        <h2>{t("What will you do?")}</h2>
        <Moves legal={props.legal} module={null} active={props.active} send={(note) => props.send(note)} />
      </div>
    ),
  }),
});

export function turnText(snapshot: Snapshot, names: readonly string[]): string {
  const { owes, you, status } = snapshot;
  if (status === "open") return t("Waiting for players.");
  if (status === "over") return t("The game is over.");
  if (you !== null && owes.includes(you)) return t("Your turn.");
  return tn("{name} is to play.", "{name} are to play.", owes.length, {
    name: listNames(owes.map((i) => names[i] ?? "")),
  });
}

/** What your seat may do though nobody waits for it: as changing a choice until the others have chosen. */
function promptText(
  snapshot: Snapshot,
  names: readonly string[],
  mine: boolean,
  prompt: string | undefined,
): string {
  const turn = turnText(snapshot, names);
  if (snapshot.you === null) return `${t("You are looking on.")} ${turn}`;
  if (mine) return prompt || turn;
  return snapshot.legal.length ? `${turn} ${t("You may still change your choice.")}` : turn;
}

/** The tab's title, a sound, and a message where allowed, when it becomes your turn. */
function useTurnSignal(snapshot: Snapshot, title: string): void {
  const mine = snapshot.status === "playing" && snapshot.you !== null && snapshot.owes.includes(snapshot.you);
  const before = useRef({ mine, ply: snapshot.ply, over: snapshot.status === "over" });
  const tab = mine ? `● ${t("Your turn")} · ${title}` : `${title} · Tablier`;
  useEffect(() => {
    document.title = tab;
  }, [tab]);
  useEffect(() => {
    const was = before.current;
    const over = snapshot.status === "over";
    before.current = { mine, ply: snapshot.ply, over };
    if (over && !was.over) play("end");
    else if (mine && !was.mine) {
      play("turn");
      notify(title, t("It is your turn."), snapshot.table);
    } else if (snapshot.ply !== was.ply) play("knock");
  }, [mine, snapshot.ply, snapshot.status, title]);
}

function Curtain({ table, name }: { table: Table; name: string }) {
  return (
    <div class="curtain sheet">
      <h2>{t("Please hand the device to {name}.", { name })}</h2>
      <p>{t("What the other one may know is covered.")}</p>
      <button type="button" class="button main big" onClick={() => table.takeDevice()}>
        {t("I am {name}", { name })}
      </button>
    </div>
  );
}

interface ViewProps {
  table: Table;
  snapshot: Snapshot;
  game: LoadedGame;
  /** What the page adds at the end of a game: play again, replay. */
  ending?: ComponentChildren;
  extraTabs?: readonly Tab[];
  /** What is done seldom, each with its name. */
  seldom?: ((close: () => void) => ComponentChildren) | undefined;
  /** Said instead of what happened, before somebody's first decision: the lesson is offered. */
  first?: ComponentChildren;
  /** What must be said now: it lies over the foot of the board, and moves nothing. */
  notices?: ComponentChildren;
}

/** Everything that a table needs to be drawn, once its board has spoken. */
interface Scene extends ViewProps {
  readonly parts: BoardParts;
  readonly props: BoardProps;
  readonly module: GameModule;
  readonly players: readonly Player[];
  readonly helps: Helps;
  readonly refused: Told | null;
  readonly handover: number | null;
  /** What the line has to say before anything else. */
  readonly line: ReturnType<typeof useLine>;
  point(at: Pointed | null): void;
  deed(what: Promise<string | null>): void;
}

/** A game that was broken off ended as every game does. */
const endText = (snapshot: Snapshot, names: readonly string[], { outcome }: BoardParts) =>
  (snapshot.result?.why === "played" && outcome) || resultText(snapshot, names);

const isMine = ({ you, owes }: Snapshot) => you !== null && owes.includes(you);

/** Milliseconds that an answer may take before it is said that one is awaited. */
const LATE = 400;

/** Whether something has gone on for that long. */
function useLate(on: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!on) return;
    const timer = setTimeout(() => setLate(true), LATE);
    return () => clearTimeout(timer);
  }, [on]);
  return on && late;
}

/** What stands at the prompt instead of a question that cannot be answered now; null: it can. */
function useLine(table: Table, busy: boolean): { readonly broken: boolean; readonly text: string | null } {
  const link = useStore(table.link);
  const late = useLate(busy && link === "online");
  const broken = link === "lost" || link === "joining";
  if (link === "joining") return { broken, text: t("Connecting…") };
  if (!broken) return { broken, text: late ? t("Sending…") : null };
  return {
    broken,
    text: busy
      ? t("The connection is lost. What you did is kept, and sent when it is back.")
      : t("The connection is lost. The game goes on when it is back."),
  };
}

/** What is done about a decision: the buttons under the board. */
function Deeds({ table, snapshot, game, parts, helps, seldom, handover, props, line, deed }: Scene) {
  const covered = handover !== null;
  const mayUndo = props.settled && snapshot.offer === null && (snapshot.may_undo || snapshot.may_ask);
  return (
    <Actions
      snapshot={{ ...snapshot, hints: snapshot.hints && game.info.hints }}
      cancel={covered ? null : (parts.cancel ?? null)}
      undo={covered ? null : (parts.undo ?? (mayUndo ? () => deed(table.undo()) : null))}
      helps={helps}
      mine={isMine(snapshot) && !covered && !line.broken}
      seldom={seldom}
    >
      {!covered && parts.actions}
    </Actions>
  );
}

/** The board in its place, and what lies over it for a moment. */
function BoardPlace(scene: Scene) {
  const { table, snapshot, parts, props, helps, handover, notices, ending, module } = scene;
  const narrow = useNarrow();
  const { names } = props;
  return (
    <div class="board-place">
      {handover !== null ? (
        <Curtain table={table} name={names[handover] ?? ""} />
      ) : (
        <div class="board">{parts.board}</div>
      )}
      <div class="notices">
        {notices}
        {narrow && <HelpsPanel helps={helps} props={props} module={module} />}
        {handover === null && parts.moment && <Moment {...parts.moment} />}
      </div>
      {handover === null && (
        <Ending
          over={snapshot.status === "over"}
          title={endText(snapshot, names, parts)}
          why={[reasonText(snapshot.result, names), parts.why, helpText(snapshot, names)]
            .filter(Boolean)
            .join(" ")}
          details={parts.ending}
          next={ending}
        />
      )}
    </div>
  );
}

/** While a decision is on its way the question stays: what comes next is not known yet. */
function useSteady(text: string, settled: boolean): string {
  const last = useRef(text);
  if (settled) last.current = text;
  return last.current;
}

function Stage(scene: Scene) {
  const { snapshot, game, parts, props, players, refused, handover, first, line } = scene;
  const narrow = useNarrow();
  const over = snapshot.status === "over";
  const mine = isMine(snapshot) && !over && line.text === null;
  const told =
    parts.told === undefined ? lastTold(snapshot, game.info, game.module, props.names) : parts.told;
  const offered = first && !told?.pressing ? { key: "first", text: first } : null;
  const question = useSteady(promptText(snapshot, props.names, mine, parts.prompt), props.settled);
  return (
    <section class="stage" aria-label={t(game.info.name)}>
      <h1 class="hidden">{t(game.info.name)}</h1>
      {narrow && <Seats snapshot={snapshot} players={players} />}
      <Prompt
        state={mine ? "mine" : over ? "over" : line.text !== null ? "line" : ""}
        text={over ? endText(snapshot, props.names, parts) : (line.text ?? question)}
        told={handover !== null ? null : (refused ?? offered ?? told)}
      />
      <BoardPlace {...scene} />
      <Deeds {...scene} />
    </section>
  );
}

function Papers(scene: Scene) {
  const { snapshot, game, parts, props, players, helps, handover, module, point, extraTabs = [] } = scene;
  const legal = handover === null ? snapshot.legal : [];
  const log = snapshot.log.slice(0, parts.shown ?? snapshot.log.length);
  return (
    <Side
      snapshot={snapshot}
      players={players}
      helps={<HelpsPanel helps={helps} props={props} module={module} />}
      papers={handover === null ? (parts.papers ?? []) : []}
      tabs={[
        {
          id: "log",
          label: t("Log"),
          panel: (
            <Log
              info={game.info}
              module={game.module}
              log={log}
              names={props.names}
              you={snapshot.you}
              players={players}
              point={point}
            />
          ),
        },
        ...extraTabs,
        { id: "notes", label: t("Notes"), panel: <Notes table={snapshot.table} /> },
        {
          id: "moves",
          label: t("Moves"),
          panel: (
            <Moves
              legal={legal}
              module={game.module}
              active={props.active}
              send={(note) => props.send(note)}
            />
          ),
        },
      ]}
    />
  );
}

/**
 * Whether an answer is awaited: the position that was asked for ends that, before the answer itself. One in
 * which we may still do the same is somebody else's, who decided at the same time.
 */
function useBusy({ ply, legal }: Snapshot) {
  const [sent, setSent] = useState<{ readonly until: number; readonly legal: string } | null>(null);
  return {
    busy: sent !== null && (ply < sent.until || legal.join() === sent.legal),
    begin: (plies: number) => setSent({ until: ply + plies, legal: legal.join() }),
    end: () => setSent(null),
  };
}

export function Loaded(view: ViewProps) {
  const { table, snapshot, game } = view;
  const handover = useStore(table.handover);
  const { busy, begin, end } = useBusy(snapshot);
  const line = useLine(table, busy);
  const [pointed, point] = useState<Pointed | null>(null);
  const names = seatNames(snapshot.seats);
  const players = playersOf(snapshot.seats, names);
  const helps = useHelps(table, snapshot, game.module);
  const { told: refused, refuse } = useRefusal(snapshot.ply);
  useTurnSignal(snapshot, t(game.info.name));
  useEffect(watchPresses, []);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? keepFocus(root.current) : undefined), []);

  const deed = async (what: Promise<string | null>, plies = Infinity) => {
    begin(plies);
    const why = await what;
    end();
    refuse(why);
  };
  const module = game.module ?? boardless(snapshot.picture);
  const props: BoardProps = {
    table: snapshot.table,
    scene: snapshot.scene,
    view: snapshot.view,
    legal: snapshot.legal,
    you: snapshot.you,
    seats: snapshot.seats,
    names,
    players,
    owes: snapshot.owes,
    ply: snapshot.ply,
    over: snapshot.status === "over",
    log: snapshot.log,
    result: snapshot.result,
    // Some games let a seat decide again though nobody waits for it.
    active: snapshot.legal.length > 0 && !busy && !line.broken,
    settled: !busy && !line.broken,
    send: (...notes) => void deed(table.send(notes), notes.length),
    refuse,
    advice: helps.advice,
    pointed,
    talk: table.online && { lines: snapshot.chat, say: (text) => void table.online?.chat(text) },
  };
  return (
    <WithBoard module={module} props={props}>
      {(parts) => {
        const scene: Scene = {
          ...view,
          parts,
          props,
          module,
          players,
          helps,
          refused,
          handover,
          line,
          point,
          deed: (what) => void deed(what),
        };
        return (
          <div class="table" ref={root}>
            <Stage {...scene} />
            <Papers {...scene} />
            <Announcer
              info={game.info}
              module={game.module}
              log={snapshot.log.slice(0, parts.shown ?? snapshot.log.length)}
              names={names}
              you={snapshot.you}
            />
          </div>
        );
      }}
    </WithBoard>
  );
}

export function TableView({
  table,
  ...more
}: { table: Table } & Partial<Pick<ViewProps, "ending" | "extraTabs" | "seldom" | "notices" | "first">>) {
  const snapshot = useStore(table.snapshot);
  const failure = useStore(table.failure);
  const game = useGame(snapshot?.game ?? null);
  if (failure !== null) return <Nothing title={t(failure)} />;
  if (!snapshot || game === undefined) return <p class="loading">{t("Laying the table…")}</p>;
  if (game === null) return <Nothing title={t("This page does not know that game.")} />;
  return <Loaded table={table} snapshot={snapshot} game={game} {...more} />;
}
