/** A table with its board, seats, log and moves, wherever it stands. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardParts, BoardProps, GameModule } from "../games/board";
import { t, tn } from "../i18n";
import { notify } from "../notify";
import { lessMotion } from "../prefs";
import { play } from "../sound";
import { useStore } from "../store";
import type { Snapshot, Table } from "../table/types";
import { Icon } from "./icons";
import { Announcer, Log } from "./Log";
import { Moves } from "./Moves";
import { Nothing } from "./Nothing";
import { listNames, seatNames } from "./names";
import { Notes } from "./Notes";
import { PlainView } from "./PlainView";
import { reasonText, resultText } from "./results";
import { Seats } from "./Seats";
import { type Tab, Tabs } from "./Tabs";
import { toast } from "./toast";
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

/** On a phone the end lies under the board: after a look at the board, it comes into sight. */
function useEndInSight(over: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const was = useRef(over);
  useEffect(() => {
    if (!over || was.current) return;
    was.current = true;
    const timer = setTimeout(
      () => place.current?.scrollIntoView({ block: "nearest", behavior: lessMotion() ? "auto" : "smooth" }),
      lessMotion() ? 400 : 1800,
    );
    return () => clearTimeout(timer);
  }, [over]);
  return place;
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

interface Helps {
  readonly text: string | null;
  readonly advice: { readonly ply: number; readonly note: string } | null;
}

/** Hints one step further at each press; a new position begins again. */
function useHelps(table: Table, snapshot: Snapshot) {
  const [helps, setHelps] = useState<Helps & { ply: number; step: number }>({
    text: null,
    advice: null,
    ply: -1,
    step: 0,
  });
  const [asking, setAsking] = useState(false);
  // A strong bot may think for a while: one question at a time.
  const once = (question: () => Promise<void>) => async () => {
    setAsking(true);
    await question();
    setAsking(false);
  };
  const fresh = helps.ply === snapshot.ply ? helps : { text: null, advice: null, ply: snapshot.ply, step: 0 };
  const hint = async () => {
    const text = await table.hint(fresh.step);
    if (text === null) toast(fresh.step ? t("There is no further hint.") : t("There is no hint here."));
    else setHelps({ ...fresh, text, step: fresh.step + 1 });
  };
  const advise = async () => {
    const note = await table.advise();
    if (note === null) toast(t("This table allows no advice."));
    else setHelps({ ...fresh, advice: { ply: snapshot.ply, note } });
  };
  return { helps: fresh, asking, hint: once(hint), advise: once(advise) };
}

/** Free until something new was told; then the other persons are asked, and bots agree. */
function UndoButton({
  table,
  snapshot,
  busy,
  deed,
}: {
  table: Table;
  snapshot: Snapshot;
  busy: boolean;
  deed(what: Promise<string | null>): void;
}) {
  const { may_undo, may_ask, seats, you } = snapshot;
  const others = seats.some((seat, i) => i !== you && seat.kind === "person" && seat.bot === null);
  const label = may_undo || !may_ask ? t("Undo") : others ? t("Ask to undo") : t("Undo anyway");
  return (
    <button
      type="button"
      class="button"
      disabled={busy || snapshot.offer !== null || !(may_undo || may_ask)}
      onClick={() => deed(table.undo())}
    >
      <Icon name="undo" /> <span class="wide-only">{label}</span>
    </button>
  );
}

interface ViewProps {
  table: Table;
  snapshot: Snapshot;
  game: LoadedGame;
  /** What the page adds at the end of a game: play again, replay. */
  ending?: ComponentChildren;
  extraTabs?: readonly Tab[];
  extraActions?: ComponentChildren;
  above?: ComponentChildren;
}

export function Loaded({ table, snapshot, game, ending, extraTabs = [], extraActions, above }: ViewProps) {
  const handover = useStore(table.handover);
  const [busy, setBusy] = useState(false);
  const names = seatNames(snapshot.seats);
  const { helps, asking, hint, advise } = useHelps(table, snapshot);
  // A tall board pushes them out of sight, and nobody looks for an answer there.
  const helpsPlace = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (helps.text || helps.advice)
      helpsPlace.current?.scrollIntoView({ block: "nearest", behavior: lessMotion() ? "auto" : "smooth" });
  }, [helps.text, helps.advice]);
  useTurnSignal(snapshot, t(game.info.name));

  const deed = async (what: Promise<string | null>) => {
    setBusy(true);
    const why = await what;
    setBusy(false);
    if (why !== null) toast(t(why));
  };
  const mine = snapshot.you !== null && snapshot.owes.includes(snapshot.you);
  const over = snapshot.status === "over";
  const endPlace = useEndInSight(over);
  const module = game.module ?? boardless(snapshot.picture);
  const say = (note: string) => module.say?.(note) ?? note;
  const props: BoardProps = {
    table: snapshot.table,
    scene: snapshot.scene,
    view: snapshot.view,
    legal: snapshot.legal,
    you: snapshot.you,
    seats: snapshot.seats,
    names,
    owes: snapshot.owes,
    ply: snapshot.ply,
    over,
    log: snapshot.log,
    result: snapshot.result,
    // Some games let a seat decide again though nobody waits for it.
    active: snapshot.legal.length > 0 && !busy,
    send: (...notes) => void deed(table.send(notes)),
    advice: helps.advice?.note ?? null,
  };
  const sharedLog = { info: game.info, module: game.module, log: snapshot.log, names };

  return (
    <WithBoard module={module} props={props}>
      {(parts) => (
        <div class="table">
          <section class="stage" aria-label={t(game.info.name)}>
            <h1 class="hidden">{t(game.info.name)}</h1>
            <div class="stage-head">
              <p class={mine ? "prompt mine" : over ? "prompt over" : "prompt"} role="status">
                {over ? resultText(snapshot, names) : promptText(snapshot, names, mine, parts.prompt)}
              </p>
            </div>
            {above}
            {handover !== null ? (
              <Curtain table={table} name={names[handover] ?? ""} />
            ) : (
              <div class="board">{parts.board}</div>
            )}
            {handover === null && (
              <div class="actions">
                {parts.actions}
                {!over && snapshot.you !== null && (
                  <>
                    <UndoButton
                      table={table}
                      snapshot={snapshot}
                      busy={busy}
                      deed={(what) => void deed(what)}
                    />
                    {game.info.hints && (
                      <button
                        type="button"
                        class="button"
                        disabled={!mine || asking}
                        onClick={() => void hint()}
                      >
                        <Icon name="bulb" /> <span class="wide-only">{t("Hint")}</span>
                      </button>
                    )}
                    {snapshot.advice && (
                      <button
                        type="button"
                        class="button"
                        disabled={!mine || asking}
                        onClick={() => void advise()}
                      >
                        <Icon name="bot" /> <span class="wide-only">{t("Advice")}</span>
                      </button>
                    )}
                  </>
                )}
                {extraActions}
              </div>
            )}
            <div role="status" class="helps" ref={helpsPlace}>
              {helps.text && <p class="notice">{helps.text}</p>}
              {helps.advice && (
                <p class="notice">
                  {t("A strong bot would play: {move}", { move: say(helps.advice.note) })}{" "}
                  <button
                    type="button"
                    class="button small"
                    disabled={!props.active}
                    onClick={() => helps.advice && props.send(helps.advice.note)}
                  >
                    {t("Play it")}
                  </button>
                </p>
              )}
            </div>
          </section>
          <aside class="side" aria-label={t("Beside the board")}>
            {over && (
              <div class="ending sheet" ref={endPlace}>
                <h2>{resultText(snapshot, names)}</h2>
                {reasonText(snapshot.result, names) && <p>{reasonText(snapshot.result, names)}</p>}
                {parts.ending}
                <div class="row">{ending}</div>
              </div>
            )}
            <Seats snapshot={snapshot} names={names} />
            {handover === null && parts.side}
            <Tabs
              label={t("Log and moves")}
              tabs={[
                { id: "log", label: t("Log"), panel: <Log {...sharedLog} /> },
                ...extraTabs,
                { id: "notes", label: t("Notes"), panel: <Notes table={snapshot.table} /> },
                {
                  id: "moves",
                  label: t("Moves"),
                  panel: (
                    <Moves
                      legal={handover === null ? snapshot.legal : []}
                      module={game.module}
                      active={props.active}
                      send={(note) => props.send(note)}
                    />
                  ),
                },
              ]}
            />
          </aside>
          <Announcer {...sharedLog} />
        </div>
      )}
    </WithBoard>
  );
}

export function TableView({
  table,
  ...more
}: { table: Table } & Partial<Pick<ViewProps, "ending" | "extraTabs" | "extraActions" | "above">>) {
  const snapshot = useStore(table.snapshot);
  const failure = useStore(table.failure);
  const game = useGame(snapshot?.game ?? null);
  if (failure !== null) return <Nothing title={t(failure)} />;
  if (!snapshot || game === undefined) return <p class="loading">{t("Laying the table…")}</p>;
  if (game === null) return <Nothing title={t("This page does not know that game.")} />;
  return <Loaded table={table} snapshot={snapshot} game={game} {...more} />;
}
