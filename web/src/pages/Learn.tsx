/** A first game, step by step: the page says what to do, the newcomer does it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Desk, type Look } from "../engine/engine";
import type { BoardProps, GameModule, Lesson, LessonStep } from "../games/board";
import { cover } from "../games/shelf";
import { t } from "../i18n";
import { prefs } from "../prefs";
import { play } from "../sound";
import { newRecord } from "../table/kept";
import type { LogEntry, Seat } from "../table/types";
import { Announcer } from "../ui/Log";
import { Nothing } from "../ui/Nothing";
import { PaperList } from "../ui/Papers";
import { playersOf } from "../ui/players";
import { watchPresses } from "../ui/press";
import { toast } from "../ui/toast";
import { useFetched } from "../ui/useFetched";
import { type LoadedGame, useGame } from "../ui/useGame";
import "../ui/table.css";
import "./learn.css";

function Stage({ module, props }: { module: GameModule; props: BoardProps }) {
  const parts = module.useBoard(props);
  return (
    <>
      <div class="lesson-main">
        <div class="board">{parts.board}</div>
        <div class="actions">
          <div class="deeds">{parts.actions}</div>
          {parts.cancel && (
            <button type="button" class="button" onClick={parts.cancel}>
              {t("Cancel")}
            </button>
          )}
        </div>
      </div>
      <div class="lesson-side">
        <PaperList papers={parts.papers} />
      </div>
    </>
  );
}

/** Who sits in a lesson: the newcomer first. */
function pupils(count: number): { names: readonly string[]; seats: readonly Seat[] } {
  const names = Array.from(
    { length: count },
    (_, i) => (i === 0 && prefs.get().name) || t("Guest {n}", { n: i + 1 }),
  );
  const seats = names.map(
    (name, i): Seat => ({
      kind: "person",
      who: null,
      name,
      colour: 3 * i,
      program: false,
      here: true,
      bot: null,
      gone: null,
    }),
  );
  return { names, seats };
}

const notesOf = ({ want = [] }: LessonStep): readonly string[] => (typeof want === "string" ? [want] : want);

/** The lesson's own game: where it stands, and how it goes on. */
function useCourse(game: LoadedGame, lesson: Lesson) {
  const desk = useRef<Desk | null>(null);
  const [look, setLook] = useState<Look | null>(null);
  const [log, setLog] = useState<readonly LogEntry[]>([]);
  const [at, setAt] = useState(0);
  const step = lesson.steps[at];
  const wanted = step ? notesOf(step) : [];

  const refresh = async () => {
    if (!desk.current) return;
    // Together: a board acts out what the log tells on the way to the new position.
    const [now, history] = await Promise.all([desk.current.look(0), desk.current.history(0)]);
    setLook(now);
    setLog(history.flatMap((events, i) => events.map((event) => ({ ...event, ply: i + 1 }))));
  };
  useEffect(() => {
    let closed = false;
    void Desk.open(newRecord(game.info, lesson.seats, lesson.options, lesson.seed)).then((got) => {
      if (typeof got === "string") return toast(t(got));
      if (closed) return void got.close();
      desk.current = got;
      void refresh();
    });
    return () => {
      closed = true;
      void desk.current?.close();
      desk.current = null;
    };
  }, []);

  const next = async () => {
    const following = lesson.steps[at + 1];
    for (const [seat, note] of following?.before ?? []) await desk.current?.play(seat, note);
    if (following?.before) await refresh();
    if (following) setAt(at + 1);
  };
  const send = async (notes: readonly string[]) => {
    if (!desk.current || !wanted.length) return;
    if (notes.join() !== wanted.join())
      return toast(t("A good idea for later: do as the lesson says for now."));
    for (const note of notes) {
      const why = await desk.current.play(0, note);
      if (why !== null) return toast(t(why));
    }
    play("knock");
    await refresh();
    await next();
  };

  return { look, log, at, step, wanted, next, send };
}

/** Whoever did the last step goes on to a real game. */
function WhereNow({ game }: { game: string }) {
  return (
    <div class="row">
      <a class="button main" href={`#/new/${game}`}>
        {t("Play a real game")}
      </a>
      {cover(game)?.rules && (
        <a class="button" href={`#/rules/${game}`}>
          {t("Read the rules")}
        </a>
      )}
    </div>
  );
}

/** What to do now, in words. */
function Coach(props: { game: string; lesson: Lesson; at: number; step: LessonStep; next(): void }) {
  const { game, lesson, at, step, next } = props;
  const last = at === lesson.steps.length - 1;
  return (
    <div class="coach sheet">
      <p class="small quiet">{t("Step {n} of {all}", { n: at + 1, all: lesson.steps.length })}</p>
      <p class="coach-words" role="status">
        {step.say()}
      </p>
      {last ? (
        <WhereNow game={game} />
      ) : step.want === undefined ? (
        <button type="button" class="button main" onClick={next}>
          {t("Go on")}
        </button>
      ) : null}
    </div>
  );
}

function LessonView({ game, module, lesson }: { game: LoadedGame; module: GameModule; lesson: Lesson }) {
  const { look, log, at, step, wanted, next, send } = useCourse(game, lesson);
  const { names, seats } = pupils(lesson.seats);
  useEffect(watchPresses, []);

  // On a phone the board may be scrolled away: each step begins with the words and the board in sight.
  useEffect(() => scrollTo(0, 0), [at]);

  if (!look || !step) return <p class="loading">{t("Laying the table…")}</p>;
  const legal = wanted.slice(0, 1).filter((note) => look.legal.includes(note));
  const props: BoardProps = {
    table: "lesson",
    scene: look.scene,
    view: look.view,
    legal,
    you: 0,
    seats,
    names,
    players: playersOf(seats, names),
    owes: look.state.owes,
    ply: look.state.ply,
    over: look.state.owes.length === 0,
    log,
    result: null,
    active: legal.length > 0,
    settled: true,
    refuse: (why) => why !== null && toast(t(why)),
    pointed: null,
    send: (...notes) => void send(notes),
    advice: wanted.length ? wanted.join(", ") : null,
  };
  return (
    <div class="lesson">
      <h1 class="hidden">{t("Learn {game}", { game: t(game.info.name) })}</h1>
      <Coach game={game.info.id} lesson={lesson} at={at} step={step} next={() => void next()} />
      <Stage module={module} props={props} />
      <Announcer info={game.info} module={module} log={log} names={names} you={0} />
    </div>
  );
}

export function LearnPage({ game: id }: { game: string }) {
  const game = useGame(id);
  const lesson = useFetched(cover(id)?.lesson);
  if (game === undefined || lesson === undefined) return <p class="loading">{t("One moment…")}</p>;
  if (!game?.module || !lesson) return <Nothing title={t("There is no lesson for this game yet.")} />;
  return <LessonView game={game} module={game.module} lesson={lesson} />;
}
