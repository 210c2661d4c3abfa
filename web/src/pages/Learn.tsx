/** A first game, step by step: the page says what to do, the newcomer does it. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Desk, type Look } from "../engine/engine";
import type { BoardProps, GameModule, Lesson, LessonStep } from "../games/board";
import { cover } from "../games/shelf";
import { learnArea, t } from "../i18n";
import { learnt } from "../learnt";
import { prefs } from "../prefs";
import { play } from "../sound";
import { newRecord } from "../table/kept";
import type { LogEntry, Seat } from "../table/types";
import { Icon } from "../ui/icons";
import { Announcer } from "../ui/Log";
import { useNarrow } from "../ui/media";
import { Nothing } from "../ui/Nothing";
import { PaperList } from "../ui/Papers";
import { playersOf } from "../ui/players";
import { watchPresses } from "../ui/press";
import { TabSheet } from "../ui/TabSheet";
import { toast } from "../ui/toast";
import { useFetched } from "../ui/useFetched";
import { type LoadedGame, useGame } from "../ui/useGame";
import "../ui/table.css";
import "./learn.css";

/** The board and its buttons; on a phone its papers lie behind tabs, as at a table. */
function Stage({ module, props }: { module: GameModule; props: BoardProps }) {
  const parts = module.useBoard(props);
  const narrow = useNarrow();
  const papers = parts.papers ?? [];
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
      {narrow ? (
        papers.length > 0 && <TabSheet label={t("Papers")} tabs={papers} />
      ) : (
        <div class="lesson-side">
          <PaperList papers={papers} />
        </div>
      )}
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

/** The wanted decision in words, as the lists of moves say it. */
function inWords(module: GameModule, notes: readonly string[]): string {
  return module.sayWhole?.(notes) ?? notes.map((note) => module.say?.(note) ?? note).join(", ");
}

/** The lesson's own game: where it stands, and how it goes on and back. */
function useCourse(game: LoadedGame, lesson: Lesson) {
  const desk = useRef<Desk | null>(null);
  /** How many decisions had been made when each step began. */
  const begun = useRef<number[]>([0]);
  const [look, setLook] = useState<Look | null>(null);
  const [log, setLog] = useState<readonly LogEntry[]>([]);
  const [at, setAt] = useState(0);
  /** Counts steps back: the board is then drawn anew, with nothing in hand. */
  const [round, setRound] = useState(0);
  const busy = useRef(false);
  const step = lesson.steps[at];

  /** Shows where the game stands now, at that step; answers how many decisions that is. */
  const refresh = async (to: number, drawn = round) => {
    if (!desk.current) return 0;
    // Together: a board acts out what the log tells on the way to the new position, and words go with it.
    const [now, history] = await Promise.all([desk.current.look(0), desk.current.history(0)]);
    setLook(now);
    setLog(history.flatMap((events, i) => events.map((event) => ({ ...event, ply: i + 1 }))));
    setAt(to);
    setRound(drawn);
    return now.state.ply;
  };
  useEffect(() => {
    let closed = false;
    void Desk.open(newRecord(game.info, lesson.seats, lesson.options, lesson.seed)).then((got) => {
      if (typeof got === "string") return toast(t(got));
      if (closed) return void got.close();
      desk.current = got;
      void refresh(0);
    });
    return () => {
      closed = true;
      void desk.current?.close();
      desk.current = null;
    };
  }, []);

  /** One thing at a time, however fast somebody touches. */
  const alone = async (deed: (desk: Desk) => Promise<void>) => {
    if (busy.current || !desk.current) return;
    busy.current = true;
    await deed(desk.current).finally(() => {
      busy.current = false;
    });
  };
  const onTo = async (desk: Desk) => {
    const following = lesson.steps[at + 1];
    if (!following) return;
    for (const [seat, note] of following.before ?? []) await desk.play(seat, note);
    begun.current[at + 1] = await refresh(at + 1);
  };
  const next = () => alone(onTo);
  const back = () =>
    alone(async (desk) => {
      await desk.rewind(begun.current[at - 1] ?? 0);
      await refresh(at - 1, round + 1);
    });
  /** Plays what the step wants, by the newcomer's hand or for them. */
  const perform = () =>
    alone(async (desk) => {
      for (const note of step ? notesOf(step) : []) {
        const why = await desk.play(0, note);
        if (why !== null) return toast(t(why));
      }
      play("knock");
      await refresh(at);
      await onTo(desk);
    });

  return { look, log, at, step, round, next, back, perform };
}

/** Attributes by which a board shows that something was taken up. */
const SEEN = ["class", "transform", "style", "d", "aria-pressed", "aria-expanded", "aria-label"];
/** Milliseconds within which a board answers a touch. */
const ANSWER = 250;

/**
 * Tells of touches on the board that do nothing, and of what the board refuses: both are wrong
 * in a lesson. A touch that takes something up changes the board, and is a step on the way.
 */
function useTouches(at: number, tell: () => void) {
  /** Set while what was wanted is being played: that touch was right, however long it takes. */
  const right = useRef(false);
  const main = useRef<HTMLDivElement>(null);
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    const board = main.current?.querySelector(".lesson-main .board");
    if (!board) return;
    let moved = false;
    right.current = false;
    const watch = new MutationObserver(() => {
      moved = true;
    });
    let timer = 0;
    const touched = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
      const target = event.target as Element;
      if (target === board || target.parentElement === board) return; // beside everything
      moved = false;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (!moved && !right.current) latest.current();
      }, ANSWER);
    };
    watch.observe(board, { subtree: true, childList: true, attributes: true, attributeFilter: SEEN });
    board.addEventListener("click", touched);
    board.addEventListener("keydown", touched);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      board.removeEventListener("click", touched);
      board.removeEventListener("keydown", touched);
    };
  }, [at]);
  return { main, right };
}

/** Where the keys are when a step took away what had them: at what comes next, never nowhere. */
function useFocus(at: number): void {
  useEffect(() => {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const lit = ".lesson-main .board :is([role=button][tabindex='0'], button:not(:disabled))";
    document.querySelector<HTMLElement>(`.coach .main, ${lit}`)?.focus({ preventScroll: true });
  }, [at]);
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

/** The largest size of text, from the usual one down, in which the words have room. */
const SIZES = [1.1, 1.04, 0.98, 0.92, 0.87, 0.82, 0.78, 0.74];

/** On a phone the words have a place of their own that never grows: they shrink into it. */
function Words({ text, wrong }: { text: string; wrong: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fit = () => {
      const box = place.current;
      if (!box) return;
      for (const size of SIZES) {
        box.style.fontSize = `${size}rem`;
        if (box.scrollHeight <= box.clientHeight + 1) return;
      }
    };
    fit();
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  }, [text, wrong]);
  return (
    <div class={wrong === null ? "coach-words" : "coach-words wronged"} ref={place}>
      <p class="coach-wrong" role="alert">
        {wrong}
      </p>
      <p class="coach-ask" role="status">
        {text}
      </p>
    </div>
  );
}

interface CoachProps {
  game: string;
  lesson: Lesson;
  at: number;
  step: LessonStep;
  wrong: string | null;
  next(): void;
  back(): void;
  skip(): void;
}

/** What to do now, in words; a step back, and a step done for who cannot find it. */
function Coach({ game, lesson, at, step, wrong, next, back, skip }: CoachProps) {
  const last = at === lesson.steps.length - 1;
  const reading = step.want === undefined;
  return (
    <div class="lesson-coach sheet">
      <div class="coach">
        <p class="small quiet">{t("Step {n} of {all}", { n: at + 1, all: lesson.steps.length })}</p>
        <Words text={step.say()} wrong={wrong} />
        {last ? (
          <WhereNow game={game} />
        ) : reading ? (
          <button type="button" class="button main" onClick={next}>
            {t("Go on")}
          </button>
        ) : null}
      </div>
      <div class="lesson-bar">
        <button type="button" class="button small" disabled={at === 0} onClick={back}>
          {t("Step back")}
        </button>
        {!last && !reading && (
          <button type="button" class="button small lesson-skip" onClick={skip}>
            {t("Skip this step")}
          </button>
        )}
        <a
          class="icon-button"
          href={`#/new/${game}`}
          aria-label={t("Leave the lesson")}
          title={t("Leave the lesson")}
        >
          <Icon name="close" />
        </a>
      </div>
    </div>
  );
}

/** Why the last touch was wrong; null: it was not. Forgotten when the step changes or another touch comes. */
function useWrong(module: GameModule, step: LessonStep | undefined, at: number) {
  const [wrong, setWrong] = useState<{ at: number; text: string } | null>(null);
  const tell = () => {
    if (!step) return;
    const wanted = notesOf(step);
    const what = inWords(module, wanted);
    const general = wanted.length
      ? t("That is for later. Wanted now: {what}.", { what })
      : t("There is nothing to do on the board yet: read, then touch “Go on”.");
    setWrong({ at, text: step.wrong ? `${step.wrong()} ${t("Wanted now: {what}.", { what })}` : general });
  };
  useEffect(() => {
    const forget = () => setWrong(null);
    addEventListener("pointerdown", forget, true);
    return () => removeEventListener("pointerdown", forget, true);
  }, []);
  return { wrong: wrong?.at === at ? wrong.text : null, tell };
}

function LessonView({ game, module, lesson }: { game: LoadedGame; module: GameModule; lesson: Lesson }) {
  const { look, log, at, step, round, next, back, perform } = useCourse(game, lesson);
  const { names, seats } = pupils(lesson.seats);
  const { wrong, tell } = useWrong(module, step, at);
  const { main, right } = useTouches(look ? at + 1000 * round : -1, tell);
  const act = () => {
    right.current = true;
    void perform();
  };
  const { id } = game.info;
  useEffect(watchPresses, []);
  useFocus(at);
  // Whoever has begun it is not asked again before a game.
  useEffect(() => learnt(id), [id]);

  if (!look || !step) return <p class="loading">{t("Laying the table…")}</p>;
  const wanted = notesOf(step);
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
    refuse: (why) => why !== null && tell(),
    pointed: null,
    send: (...notes) => (notes.join() === wanted.join() ? act() : tell()),
    advice: wanted.length ? wanted.join(", ") : null,
  };
  return (
    <div class="lesson" ref={main}>
      <h1 class="hidden">{t("Learn {game}", { game: t(game.info.name) })}</h1>
      <Coach
        game={id}
        lesson={lesson}
        at={at}
        step={step}
        wrong={wrong}
        next={() => void next()}
        back={() => void back()}
        skip={act}
      />
      <Stage key={round} module={module} props={props} />
      <Announcer info={game.info} module={module} log={log} names={names} you={0} />
    </div>
  );
}

export function LearnPage({ game: id }: { game: string }) {
  const game = useGame(id);
  const lesson = useFetched(cover(id)?.lesson);
  useEffect(() => void learnArea("learn"), []);
  if (game === undefined || lesson === undefined) return <p class="loading">{t("One moment…")}</p>;
  if (!game?.module || !lesson) return <Nothing title={t("There is no lesson for this game yet.")} />;
  return <LessonView game={game} module={game.module} lesson={lesson} />;
}
