/** ArcheOlogic on the page: a question is an axis and a subject; a claim is the plan laid. */
import type { VNode } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { Icon } from "../../ui/icons";
import { useNarrow } from "../../ui/media";
import type { Told } from "../../ui/Prompt";
import type { BoardParts, BoardProps } from "../board";
import { useWrongClaim } from "./moment";
import { type Notebook, useNotes } from "./notes";
import { Answers, Ending, Track } from "./Papers";
import { type Answered, PlanBoard } from "./Plan";
import { Scope } from "./Scope";
import { ExpertClues } from "./Sheet";
import { axisName, SubjectSign, subjectName } from "./symbols";
import {
  type Axis,
  type Building,
  buildings,
  isQuestion,
  type Laid,
  type Plan,
  readLaid,
  type Scene,
  type Subject,
  type View,
} from "./view";
import { Remark, useWarnings, type Warning } from "./warnings";
import { claimPrice, toldOf, whyOf } from "./words";
import "./archeologic.css";

type Props = BoardProps<Scene, View>;
type Verdict = Readonly<Partial<Record<Building, boolean>>>;

/** Green and red of your latest claim, for the buildings that still lie as claimed. */
function verdictOf(view: View, plan: Plan, you: number | null): Verdict {
  const claims = view.log.filter((turn) => !isQuestion(turn) && turn.seat === you);
  const last = claims[claims.length - 1];
  if (!last || isQuestion(last) || last.right === null || !last.plan) return {};
  const { right, plan: claimed } = last;
  return Object.fromEntries(
    buildings.flatMap((b) => (plan[b] && plan[b] === claimed[b] ? [[b, right.includes(b)]] : [])),
  );
}

/** The notes that ask this question from where the turn stands. */
function questionNotes(view: View, axis: Axis, subject: Subject): readonly string[] {
  if (view.phase === "choosing") return ["ask", `aim ${axis}`, subject];
  if (view.phase === "aiming") return [`aim ${axis}`, subject];
  return [subject];
}
function claimNotes(view: View, plan: Plan): readonly string[] {
  const moved = buildings.filter((b) => view.laying[b] !== plan[b]);
  const notes = [
    ...moved.filter((b) => view.laying[b]).map((b) => `remove ${b}`),
    ...moved.map((b) => `lay ${b} ${plan[b] ?? ""}`),
    "confirm",
  ];
  return view.phase === "claiming" ? notes : ["claim", ...notes];
}

/** What the advice points at. */
function adviceOf(advice: string | null): {
  axis: Axis | null;
  subject: string | null;
  lay: { building: Building; laid: Laid } | null;
} {
  const notes = (advice ?? "").split(", ");
  const axis = /^(?:aim|start) (.)$/m.exec(notes.join("\n"))?.[1] ?? null;
  const [, building, laid] = /^lay (.) (.*)$/.exec(notes[0] ?? "") ?? [];
  const at = readLaid(laid);
  return {
    axis,
    subject: notes[notes.length - 1] ?? null,
    lay: at && { building: building as Building, laid: at },
  };
}

const isLesson = ({ table }: Props) => table === "lesson";

/** A lesson lights the one axis that it asks for. */
function onlyWanted(costs: View["costs"], advice: string | null): View["costs"] {
  const { axis } = adviceOf(advice);
  return axis === null ? {} : { [axis]: costs[axis] ?? 0 };
}

function Subjects({
  scene,
  view,
  axis,
  subject,
  advised,
  choose,
}: {
  scene: Scene;
  view: View;
  axis: Axis | null;
  subject: Subject | null;
  advised: string | null;
  choose(subject: Subject): void;
}) {
  return (
    <div class="subjects" role="radiogroup" aria-label={t("What to ask")}>
      {scene.subjects.map(({ id, cost }) => (
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === subject}
          class={`subject ${axis ? "lit" : ""} ${id === advised ? "advised" : ""}`}
          onClick={() => choose(id)}
          aria-label={t("{subject}, costs {cost}", {
            subject: subjectName(id),
            cost: cost + (axis ? (view.costs[axis] ?? 0) : 0),
          })}
        >
          <span class="subject-sign">
            <SubjectSign scene={scene} subject={id} />
          </span>
          <span class="subject-cost">{cost}</span>
        </button>
      ))}
    </div>
  );
}

/** Whose answers the instrument shows: your latest. */
function answeredOf(view: View, you: number | null): Answered | null {
  const own = view.log.filter(isQuestion).filter((q) => q.seat === you && q.answer !== null);
  const last = own[own.length - 1];
  return last ? { axis: last.axis, subject: last.subject, answer: last.answer ?? "-", n: own.length } : null;
}

/** What is about to be asked or claimed, from what the rules allow. */
function useIntent(props: Props, notes: Notebook) {
  const { scene, view, active, you } = props;
  const [chosenAxis, setAxis] = useState<Axis | null>(null);
  const [subject, setSubject] = useState<Subject | null>(null);
  const [sure, setSure] = useState(false);
  const mine = active && you !== null && view.seat === you && props.legal.length > 0;
  const starting = mine && view.phase === "starting";
  const asking = mine && !starting && view.phase !== "claiming";
  const free = Object.keys(view.costs).find((axis) => view.costs[axis] === 0) ?? null;
  const aimed = chosenAxis ?? (asking ? (view.phase === "asking" ? view.viewfinder : free) : null);
  const answers = answeredOf(view, you)?.n ?? 0;
  // Before anybody can touch again: what is chosen right after an answer stays chosen.
  useLayoutEffect(() => (setAxis(null), setSure(false)), [props.ply]);
  useLayoutEffect(() => setSubject(null), [answers]);
  useLayoutEffect(() => setSure(false), [notes.plan]);
  const cost = scene.subjects.find((s) => s.id === subject)?.cost ?? 0;
  return {
    mine,
    starting,
    asking,
    aimed,
    subject,
    sure,
    price: (aimed !== null ? (view.costs[aimed] ?? 0) : 0) + cost,
    complete: buildings.every((b) => notes.plan[b]),
    repeated:
      asking &&
      view.log.some((q) => isQuestion(q) && q.seat === you && q.axis === aimed && q.subject === subject),
    chosen: asking && (chosenAxis !== null || subject !== null || sure),
    setAxis,
    setSubject: (next: Subject | null) => (setSubject(next), setSure(false)),
    setSure,
    cancel: () => (setAxis(null), setSubject(null), setSure(false)),
  };
}
type Intent = ReturnType<typeof useIntent>;

function promptOf(view: View, scene: Scene, intent: Intent): string {
  const { subject, aimed } = intent;
  if (intent.starting)
    return t("Choose the axis on which the viewfinder starts: it steps on before the first question.");
  if (view.phase === "claiming" && intent.mine) return t("Lay all six buildings, then confirm your claim.");
  if (!intent.asking) return t("Lay buildings and mark zones while you wait.");
  if (intent.sure) return claimPrice(scene);
  if (subject === null) return t("Choose an axis and what to ask about it, or claim the city.");
  const axis = axisName(aimed ?? "");
  const asked = t("{subject} on {axis}: {cost} in all.", {
    subject: subjectName(subject),
    axis,
    cost: intent.price,
  });
  return intent.repeated ? `${asked} ${t("You have this answer already.")}` : asked;
}

function Deeds({ intent, view, ask, claim }: { intent: Intent; view: View; ask(): void; claim(): void }) {
  const { asking, subject, aimed, sure } = intent;
  if (sure)
    return (
      <button type="button" class="button main" onClick={claim}>
        <Icon name="flag" /> {t("Yes, claim it for 4")}
      </button>
    );
  const mayClaim =
    intent.mine && !intent.starting && intent.complete && view.phase !== "asking" && view.phase !== "aiming";
  return (
    <>
      <button
        type="button"
        class="button main"
        disabled={!asking || subject === null || aimed === null}
        onClick={ask}
      >
        {subject !== null && asking ? t("Ask, for {cost}", { cost: intent.price }) : t("Ask")}
      </button>
      <button type="button" class="button" disabled={!mayClaim} onClick={() => intent.setSure(true)}>
        <Icon name="flag" /> {t("Claim, for 4")}
      </button>
    </>
  );
}

function Best({ view }: { view: View }) {
  if (!view.best?.length) return null;
  return (
    <div class="panel">
      <h2 class="small-title">{t("The best questions")}</h2>
      <ol>
        {view.best.map((w) => (
          <li key={w.axis + w.subject}>
            {t("{subject} on {axis}, for {cost}", {
              subject: subjectName(w.subject),
              axis: axisName(w.axis),
              cost: w.cost,
            })}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface PapersProps {
  props: Props;
  intent: Intent;
  notes: Notebook;
  warnings: readonly Warning[];
}

function Papers({ props, intent, notes, warnings }: PapersProps) {
  const { scene, view, you } = props;
  const wrong = new Set(warnings.flatMap(({ expert }) => expert ?? []));
  return (
    <>
      <Track scene={scene} view={view} players={props.players} />
      <Answers
        scene={scene}
        view={view}
        you={you}
        players={props.players}
        aimed={intent.aimed}
        choose={(axis, id) => {
          if (intent.asking && view.phase !== "asking") intent.setAxis(axis);
          intent.setSubject(id);
        }}
      />
      {scene.expert.length > 0 && (
        <div class="panel">
          <h2 class="small-title">{t("What the expert says")}</h2>
          <ExpertClues scene={scene} wrong={wrong} />
        </div>
      )}
      {view.count !== undefined && (
        <p class="panel">{tn("{n} city fits what you know.", "{n} cities fit what you know.", view.count)}</p>
      )}
      <Best view={view} />
      {view.phase !== "over" && (
        <button type="button" class="button small" onClick={notes.clear}>
          {t("Clear the plan")}
        </button>
      )}
    </>
  );
}

/** The table's aids are a ladder. */
const mayWarn = ({ aids }: Scene) => aids !== "none" && aids !== "log";

/** What was answered and what the plan contradicts, the newer first: where one looks, and over nothing. */
function useTold(props: Props, notes: Notebook, warnings: readonly Warning[]): Told | null {
  const { scene, view, you } = props;
  const [planned, setPlanned] = useState(false);
  useLayoutEffect(() => setPlanned(true), [notes.plan]);
  useLayoutEffect(() => setPlanned(false), [view.log.length]);
  const answer = toldOf(props);
  if (!warnings.length) return answer;
  const remark = <Remark warnings={warnings} scene={scene} view={view} you={you} />;
  if (!answer) return { key: "plan", text: remark, pressing: true };
  const [first, then] = planned ? [remark, answer.text] : [answer.text, remark];
  const text = (
    <>
      {first} · {then}
    </>
  );
  return planned ? { key: `plan ${answer.key}`, text, pressing: true } : { ...answer, text, pressing: true };
}

interface DigProps {
  props: Props;
  intent: Intent;
  notes: Notebook;
  warnings: readonly Warning[];
  answered: Answered | null;
  costs: View["costs"] | null;
  /** The instrument, where there is room for it. */
  scope: VNode | null;
  aim(axis: Axis): void;
}

/** The plan, and beside or under it what is asked with. */
function Dig({ props, intent, notes, warnings, answered, costs, scope, aim }: DigProps) {
  const { scene, view, you } = props;
  const over = view.phase === "over";
  const advice = adviceOf(props.active ? props.advice : null);
  /** While a claim is being made, a building that lies well is told to the game as well. */
  const lay = (plan: Plan) => {
    notes.lay(plan);
    const note = buildings.map((b) => `lay ${b} ${plan[b] ?? ""}`).find((n) => props.legal.includes(n));
    if (intent.mine && view.phase === "claiming" && note) props.send(note);
    else if (isLesson(props)) props.refuse(""); // it says itself what is wanted
  };
  return (
    <div class="dig">
      <div class="dig-place">
        <PlanBoard
          scene={scene}
          plan={over ? (view.solution ?? notes.plan) : notes.plan}
          marks={over ? {} : notes.marks}
          aimed={intent.aimed}
          costs={costs}
          wrongAxes={new Set(warnings.flatMap(({ axis }) => axis ?? []))}
          wrongZones={new Set(warnings.flatMap(({ zone }) => zone ?? []))}
          verdict={over ? {} : verdictOf(view, notes.plan, you)}
          frozen={over}
          aim={aim}
          advisedAxis={advice.axis}
          pointed={props.pointed?.kind === "a" ? props.pointed.value : null}
          answered={over ? null : answered}
          ghost={advice.lay}
          lay={lay}
          mark={notes.turnMark}
        />
      </div>
      <div class="instruments">
        {scope && <div class="scope-place">{scope}</div>}
        {!over && (
          <Subjects
            scene={scene}
            view={view}
            advised={advice.subject}
            axis={intent.asking ? intent.aimed : null}
            subject={intent.subject}
            choose={(subject) =>
              isLesson(props) && subject !== advice.subject ? props.refuse("") : intent.setSubject(subject)
            }
          />
        )}
      </div>
    </div>
  );
}

export function useBoard(raw: BoardProps): BoardParts {
  const props = raw as Props;
  const { scene, view, you } = props;
  const written = useNotes(props.table);
  // In a lesson the buildings lie as in its game: steps back and skipped ones are seen too.
  const notes = isLesson(props) && view.phase === "claiming" ? { ...written, plan: view.laying } : written;
  const narrow = useNarrow();
  const intent = useIntent(props, notes);
  const { aimed, asking, starting, subject } = intent;
  const moment = useWrongClaim(props);
  const over = view.phase === "over";
  const answered = answeredOf(view, you);
  const prices = asking || starting ? view.costs : null;
  const costs = prices && isLesson(props) ? onlyWanted(prices, props.advice) : prices;
  const aim = (axis: Axis) => {
    if (starting) props.send(`start ${axis}`);
    else if (asking && view.phase === "asking") props.send("back", `aim ${axis}`);
    else intent.setAxis(axis);
  };
  const { viewfinder } = view;
  const scope = <Scope {...{ scene, viewfinder, aimed, subject, costs, shown: answered, aim }} />;
  const warnings = useWarnings(props, notes.plan, mayWarn(scene) && !over);
  const told = useTold(props, notes, warnings);
  const dig = { props, intent, notes, warnings, answered, costs, aim };
  return {
    board: <Dig {...dig} scope={narrow ? null : scope} />,
    prompt: promptOf(view, scene, intent),
    told,
    moment,
    cancel: intent.chosen ? intent.cancel : null,
    undo: notes.canBack && !over ? notes.back : null,
    actions: !over && (
      <Deeds
        intent={intent}
        view={view}
        ask={() => aimed !== null && subject !== null && props.send(...questionNotes(view, aimed, subject))}
        claim={() => props.send(...claimNotes(view, notes.plan))}
      />
    ),
    papers: [
      { id: "answers", label: t("Answers"), panel: <Papers {...{ props, intent, notes, warnings }} /> },
      { id: "scope", label: t("Dial"), narrow: true, panel: <div class="scope-paper">{scope}</div> },
    ],
    why: whyOf(props),
    ending: <Ending view={view} names={props.names} you={you} />,
  };
}
