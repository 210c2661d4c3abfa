/** ArcheOlogic on the page: a question is an axis and a subject; a claim is the plan laid. */
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { Icon } from "../../ui/icons";
import type { BoardParts, BoardProps } from "../board";
import { useNotes } from "./notes";
import { Answers, Ending, Track } from "./Papers";
import { PlanBoard } from "./Plan";
import { Scope } from "./Scope";
import { knownCity, SmallPlan } from "./Sheet";
import { axisName, Sentence, ShapeIcon, subjectName, Symbols } from "./symbols";
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
  warningsOf,
} from "./view";
import "./archeologic.css";

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
          class={id === advised ? "subject advised" : "subject"}
          onClick={() => choose(id)}
          aria-label={t("{subject}, costs {cost}", {
            subject: subjectName(id),
            cost: cost + (axis ? (view.costs[axis] ?? 0) : 0),
          })}
        >
          <span class="subject-sign">
            {id === "buildings" ? (
              "#"
            ) : id === "empties" ? (
              "∅"
            ) : id === "traps" ? (
              <Symbols text="sf" />
            ) : (
              <ShapeIcon scene={scene} building={id as Building} />
            )}
          </span>
          <span class="subject-cost">{cost}</span>
        </button>
      ))}
    </div>
  );
}

function Clues({ scene }: { scene: Scene }) {
  if (!scene.expert.length) return null;
  return (
    <div class="panel">
      <h2 class="small-title">{t("What the expert says")}</h2>
      <ul class="expert-clues">
        {scene.expert.map((clue, i) => (
          <li key={clue.note}>
            <details>
              <summary>
                <Sentence scene={scene} clue={clue} />
              </summary>
              <SmallPlan
                known={knownCity(scene, scene.examples[i] ?? {})}
                label={t("A city where this is true")}
              />
              <p class="quiet small">{t("An example: another city where this is true.")}</p>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function useBoard(raw: BoardProps): BoardParts {
  const props = raw as BoardProps<Scene, View>;
  const { scene, view, active, you } = props;
  const notes = useNotes(props.table);
  const mine = active && you !== null && view.seat === you && props.legal.length > 0;
  const starting = mine && view.phase === "starting";
  const free = Object.keys(view.costs).find((axis) => view.costs[axis] === 0) ?? null;
  const [chosenAxis, setAxis] = useState<Axis | null>(null);
  const [subject, setSubject] = useState<Subject | null>(null);
  useEffect(() => {
    setAxis(null);
  }, [props.ply]);

  const asking = mine && !starting && view.phase !== "claiming";
  const aimed = chosenAxis ?? (asking ? (view.phase === "asking" ? view.viewfinder : free) : null);
  const price =
    (aimed !== null ? (view.costs[aimed] ?? 0) : 0) +
    (scene.subjects.find((s) => s.id === subject)?.cost ?? 0);
  const over = view.phase === "over";
  const plan = over ? (view.solution ?? notes.plan) : notes.plan;
  const complete = buildings.every((b) => notes.plan[b]);
  const warn = scene.aids !== "none" && scene.aids !== "log" && !over;
  const warnings = warn
    ? warningsOf(scene, notes.plan, view.log, you)
    : { axes: new Set<Axis>(), zones: new Set<string>() };
  const own = view.log.filter(isQuestion).filter((q) => q.seat === you && q.answer !== null);
  const last = own[own.length - 1];
  useEffect(() => setSubject(null), [own.length]);
  const repeated = asking && own.some((q) => q.axis === aimed && q.subject === subject);

  const advice = adviceOf(active ? props.advice : null);
  /** While a claim is being made, a building that lies well is told to the game as well. */
  const lay = (plan: Plan) => {
    notes.lay(plan);
    const note = buildings.map((b) => `lay ${b} ${plan[b] ?? ""}`).find((n) => props.legal.includes(n));
    if (mine && view.phase === "claiming" && note) props.send(note);
  };
  const aim = (axis: Axis) => {
    if (starting) props.send(`start ${axis}`);
    else if (asking && view.phase === "asking") props.send("back", `aim ${axis}`);
    else setAxis(axis);
  };
  const ask = () => {
    if (aimed !== null && subject !== null) props.send(...questionNotes(view, aimed, subject));
  };
  const prompt = starting
    ? t("Choose the axis on which the viewfinder starts: it steps on before the first question.")
    : asking
      ? subject === null
        ? t("Choose an axis and what to ask about it, or claim the city.")
        : t("{subject} on {axis}: {cost} in all.", {
            subject: subjectName(subject),
            axis: axisName(aimed ?? ""),
            cost: price,
          })
      : view.phase === "claiming" && mine
        ? t("Lay all six buildings, then confirm your claim.")
        : t("Lay buildings and mark zones while you wait.");

  return {
    board: (
      <div class="dig">
        <PlanBoard
          scene={scene}
          plan={plan}
          marks={over ? {} : notes.marks}
          aimed={aimed}
          costs={asking || starting ? view.costs : null}
          wrongAxes={warnings.axes}
          wrongZones={warnings.zones}
          verdict={over ? {} : verdictOf(view, notes.plan, you)}
          frozen={over}
          aim={aim}
          advisedAxis={advice.axis}
          ghost={advice.lay}
          lay={lay}
          mark={notes.turnMark}
        />
        <div class="instruments">
          <Scope
            scene={scene}
            viewfinder={view.viewfinder}
            aimed={aimed}
            subject={subject}
            costs={asking || starting ? view.costs : null}
            shown={last ? { axis: last.axis, subject: last.subject, answer: last.answer ?? "-" } : null}
            aim={aim}
          />
          {!over && (
            <Subjects
              scene={scene}
              view={view}
              advised={advice.subject}
              axis={asking ? aimed : null}
              subject={subject}
              choose={setSubject}
            />
          )}
          {!over && (
            <div class="note-tools">
              <button type="button" class="button small" disabled={!notes.canBack} onClick={notes.back}>
                <Icon name="undo" /> {t("Undo a note")}
              </button>
              <button type="button" class="button small" onClick={notes.clear}>
                {t("Clear the plan")}
              </button>
            </div>
          )}
          {repeated && <p class="dig-remark">{t("You have this answer already.")}</p>}
          {(warnings.axes.size > 0 || warnings.zones.size > 0) && (
            <p class="dig-remark" role="status">
              {t("Your plan contradicts what you know.")}
            </p>
          )}
        </div>
      </div>
    ),
    prompt,
    actions: !over && (
      <>
        <button
          type="button"
          class="button main"
          disabled={!asking || subject === null || aimed === null}
          onClick={ask}
        >
          {subject !== null && asking ? t("Ask, for {cost}", { cost: price }) : t("Ask")}
        </button>
        <button
          type="button"
          class="button"
          disabled={!mine || starting || !complete || view.phase === "asking" || view.phase === "aiming"}
          onClick={() => props.send(...claimNotes(view, notes.plan))}
        >
          <Icon name="flag" /> {t("Claim this city, for 4")}
        </button>
      </>
    ),
    side: (
      <>
        <Track scene={scene} view={view} names={props.names} />
        {view.count !== undefined && (
          <p class="panel">
            {tn("{n} city fits what you know.", "{n} cities fit what you know.", view.count)}
          </p>
        )}
        <Clues scene={scene} />
        <Answers
          scene={scene}
          view={view}
          you={you}
          aimed={aimed}
          choose={(axis, id) => {
            if (asking && view.phase !== "asking") setAxis(axis);
            setSubject(id);
          }}
        />
        {view.best && view.best.length > 0 && (
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
        )}
      </>
    ),
    ending: <Ending view={view} names={props.names} you={you} />,
  };
}
