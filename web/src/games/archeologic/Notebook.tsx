/**
 * A notebook for the companion: facts in the form that the engine's solver reads ("D1 fire",
 * "E empties 3"), kept in the browser, and as much of what they mean as its owner wishes.
 */
import { useEffect, useState } from "preact/hooks";
import { colon, t, tn } from "../../i18n";
import { keepFor, keptFor } from "../../storage";
import { type Solved, solveFacts } from "./device";
import { AnswerTable } from "./Papers";
import { knownClues, SmallPlan } from "./Sheet";
import { axisName, sayAnswer, sayQuestion, sentenceText, SubjectSign, subjectName, Symbols } from "./symbols";
import { type Axis, columns, rows, type Scene, type Subject, type Zone, zones } from "./view";

export const clueFact = ({ zone, kind }: Scene["clues"][number]): string => `${zone} ${kind}`;

const KEY = "tablier.archeologic.notebooks";
const MOST = 20; // notebooks remembered

export interface Facts {
  readonly list: readonly string[];
  add(fact: string): void;
  remove(fact: string): void;
  clear(): void;
}

/** The facts of one notebook; a fact about the same thing replaces the older one. */
export function useFacts(name: string): Facts {
  const [list, setList] = useState<readonly string[]>(() => keptFor<readonly string[]>(KEY, name) ?? []);
  const write = (change: (old: readonly string[]) => readonly string[]) =>
    setList((old) => {
      const next = change(old);
      keepFor(KEY, name, next, MOST);
      return next;
    });
  const about = (fact: string) => fact.replace(/ \S+$/, "");
  return {
    list,
    add: (fact) =>
      write((old) =>
        old.includes(fact) ? old : [...old.filter((other) => about(other) !== about(fact)), fact],
      ),
    remove: (fact) => write((old) => old.filter((other) => other !== fact)),
    clear: () => write(() => []),
  };
}

/** An axis and a subject: what a question is. */
export function Chooser({
  scene,
  axis,
  subject,
  setAxis,
  setSubject,
}: {
  scene: Scene;
  axis: Axis | null;
  subject: Subject | null;
  setAxis(axis: Axis): void;
  setSubject(subject: Subject): void;
}) {
  return (
    <>
      <div class="axis-chips" role="radiogroup" aria-label={t("Row or column")}>
        {[...rows, ...columns].map((a) => (
          <button
            key={a}
            type="button"
            role="radio"
            aria-checked={a === axis}
            aria-label={axisName(a)}
            class="axis-chip"
            onClick={() => setAxis(a)}
          >
            {a}
          </button>
        ))}
      </div>
      <div class="subjects" role="radiogroup" aria-label={t("What to ask")}>
        {scene.subjects.map((s) => (
          <button
            key={s.id}
            type="button"
            role="radio"
            aria-checked={s.id === subject}
            class="subject"
            onClick={() => setSubject(s.id)}
            aria-label={t("{subject}, costs {cost}", { subject: subjectName(s.id), cost: s.cost })}
          >
            <span class="subject-sign">
              <SubjectSign scene={scene} subject={s.id} />
            </span>
            <span class="subject-cost">{s.cost}</span>
          </button>
        ))}
      </div>
    </>
  );
}

/** What a subject can answer. */
const possible: Readonly<Record<Subject, readonly string[]>> = {
  buildings: ["1", "2", "3", "4", "5"],
  empties: ["0", "1", "2", "3"],
  traps: ["-", "s", "f", "ss", "sf", "ff", "sss", "ssf", "sff", "fff"],
  S: ["-", "o", "s", "oo", "os"],
  V: ["-", "o", "f", "oo", "of"],
  T: ["-", "o", "s", "f", "of", "oos"],
  L: ["-", "o", "s", "oo", "oos"],
  O: ["-", "oo", "os", "of", "sf"],
  I: ["-", "o", "f", "oof"],
};

function EnterClue({ add }: { add(fact: string): void }) {
  const [zone, setZone] = useState<Zone>("A1");
  return (
    <fieldset class="enter">
      <legend>{t("A starting clue")}</legend>
      <div class="row">
        <label for="clue-zone">{t("Zone")}</label>
        <select id="clue-zone" value={zone} onChange={(e) => setZone(e.currentTarget.value)}>
          {zones.map((z) => (
            <option key={z}>{z}</option>
          ))}
        </select>
        <button type="button" class="button" onClick={() => add(`${zone} sharp`)}>
          <Symbols text="s" /> {t("sharp trap")}
        </button>
        <button type="button" class="button" onClick={() => add(`${zone} fire`)}>
          <Symbols text="f" /> {t("fire trap")}
        </button>
      </div>
    </fieldset>
  );
}

function EnterAnswer({ scene, add }: { scene: Scene; add(fact: string): void }) {
  const [axis, setAxis] = useState<Axis | null>(null);
  const [subject, setSubject] = useState<Subject | null>(null);
  return (
    <fieldset class="enter">
      <legend>{t("An answer")}</legend>
      <Chooser scene={scene} axis={axis} subject={subject} setAxis={setAxis} setSubject={setSubject} />
      {axis !== null && subject !== null && (
        <>
          <p>
            {t("{subject}, {axis}: what did you see?", {
              subject: subjectName(subject),
              axis: axisName(axis),
            })}
          </p>
          <div class="row">
            {possible[subject].map((answer) => (
              <button
                key={answer}
                type="button"
                class="button answer-chip"
                aria-label={sayAnswer(answer)}
                onClick={() => add(`${axis} ${subject} ${answer}`)}
              >
                <Symbols text={answer} />
              </button>
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

export function sayFact(scene: Scene, fact: string): string {
  const [a = "", b = "", c] = fact.split(" ");
  if (a === "expert") {
    const clue = scene.expert.find((one) => `expert ${one.note}` === fact);
    return clue ? sentenceText(clue) : fact;
  }
  if (c === undefined) return colon(a, b === "sharp" ? t("sharp trap") : t("fire trap"));
  return sayQuestion(a, b as Subject, c);
}

type Aid = "count" | "certain" | "best";
type Circle = "alternating" | "sequential";

/** What the facts mean: only what the owner wants to be told. */
function Aids({
  scene,
  facts,
  solved,
  wanted,
  want,
  viewfinder,
  setViewfinder,
  circle,
  setCircle,
}: {
  scene: Scene;
  facts: readonly string[];
  solved: Solved;
  wanted: ReadonlySet<Aid>;
  want(aid: Aid): void;
  viewfinder: Axis;
  setViewfinder(axis: Axis): void;
  circle: Circle;
  setCircle(circle: Circle): void;
}) {
  const names: Readonly<Record<Aid, string>> = {
    count: t("How many cities fit"),
    certain: t("What is certain"),
    best: t("What to ask next"),
  };
  const fault = facts[solved.after.indexOf(0) - 1];
  return (
    <div class="aids">
      {fault !== undefined && (
        <p class="notice bad" role="alert">
          {t("No city fits any more since this: {fact}. Something was misread.", {
            fact: sayFact(scene, fault),
          })}
        </p>
      )}
      <fieldset>
        <legend>{t("Tell me")}</legend>
        <div class="choices">
          {(Object.keys(names) as Aid[]).map((aid) => (
            <label class="choice" key={aid}>
              <input type="checkbox" checked={wanted.has(aid)} onChange={() => want(aid)} />
              <span>{names[aid]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div role="status">
        {wanted.has("count") && (
          <p class="big-count">
            {tn("{n} city fits.", "{n} cities fit.", solved.count)}
            {solved.count === 1 && ` ${t("A claim is certain.")}`}
          </p>
        )}
      </div>
      {wanted.has("certain") && solved.certain && (
        <SmallPlan
          known={new Map(solved.certain.map(({ zone, ...what }) => [zone, what]))}
          label={t("What is certain")}
        />
      )}
      {wanted.has("best") && solved.best && (
        <>
          <div class="row">
            <label for="viewfinder-axis">{t("The viewfinder stands on")}</label>
            <select
              id="viewfinder-axis"
              value={viewfinder}
              onChange={(e) => setViewfinder(e.currentTarget.value)}
            >
              {[...rows, ...columns].map((axis) => (
                <option key={axis}>{axis}</option>
              ))}
            </select>
            <label for="viewfinder-circle">{t("on the circle")}</label>
            <select
              id="viewfinder-circle"
              value={circle}
              onChange={(e) => setCircle(e.currentTarget.value as Circle)}
            >
              <option value="alternating">1 A 2 B 3 C 4 D 5 E</option>
              <option value="sequential">1 2 3 4 5 A B C D E</option>
            </select>
          </div>
          {solved.best.length === 0 ? (
            <p>{t("No question tells anything more.")}</p>
          ) : (
            <ol>
              {solved.best.map((w) => (
                <li key={w.axis + w.subject}>
                  {t("{subject} on {axis}, for {cost}", {
                    subject: subjectName(w.subject),
                    axis: axisName(w.axis),
                    cost: w.cost,
                  })}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </div>
  );
}

export function Notebook({
  scene,
  given,
  facts,
  byHand = false,
}: {
  scene: Scene;
  given: readonly string[];
  facts: Facts;
  byHand?: boolean;
}) {
  const all = [...given, ...facts.list];
  const [solved, setSolved] = useState<Solved | null>(null);
  const [wanted, setWanted] = useState<ReadonlySet<Aid>>(new Set());
  const [viewfinder, setViewfinder] = useState<Axis>(scene.around[0] ?? "1");
  const [circle, setCircle] = useState<Circle>(scene.around[1] === "2" ? "sequential" : "alternating");
  useEffect(() => {
    let late = false;
    void solveFacts([`circle ${circle}`, `viewfinder ${viewfinder}`, ...all]).then(
      (got) => !late && setSolved(got),
    );
    return () => {
      late = true;
    };
  }, [all.join("\n"), viewfinder, circle]);
  const want = (aid: Aid) =>
    setWanted(new Set(wanted.has(aid) ? [...wanted].filter((other) => other !== aid) : [...wanted, aid]));
  const clues = all.map((fact) => fact.split(" ")).filter((words) => words.length === 2);
  const answers = new Map(
    facts.list
      .map((fact) => fact.split(" "))
      .flatMap(([axis, subject, answer]) =>
        answer === undefined || axis === "expert" ? [] : [[`${axis} ${subject}`, answer]],
      ),
  );
  return (
    <div class="notebook">
      {byHand && (
        <div class="notebook-entry">
          <EnterClue add={facts.add} />
          <EnterAnswer scene={scene} add={facts.add} />
        </div>
      )}
      <div class="notebook-pages">
        <SmallPlan
          known={knownClues(
            clues.map(([zone = "", kind]) => ({ zone, kind: kind === "sharp" ? "sharp" : "fire" })),
          )}
          label={t("The plan with its clues")}
        />
        <div>
          <AnswerTable
            scene={scene}
            answer={(axis, subject) => answers.get(`${axis} ${subject}`) ?? null}
            aimed={null}
          />
          {facts.list.length > 0 ? (
            <details>
              <summary>{tn("{n} line written", "{n} lines written", facts.list.length)}</summary>
              <ol class="fact-list">
                {facts.list.map((fact) => (
                  <li key={fact}>
                    {sayFact(scene, fact)}{" "}
                    <button
                      type="button"
                      class="button small"
                      aria-label={t("Strike out: {fact}", { fact: sayFact(scene, fact) })}
                      onClick={() => facts.remove(fact)}
                    >
                      {t("Strike out")}
                    </button>
                  </li>
                ))}
              </ol>
              <button type="button" class="button small danger" onClick={facts.clear}>
                {t("A new page")}
              </button>
            </details>
          ) : (
            <p class="quiet small">
              {byHand ? t("Nothing is written yet.") : t("What you ask is written here by itself.")}
            </p>
          )}
        </div>
      </div>
      {solved && (
        <Aids
          scene={scene}
          facts={all}
          solved={solved}
          wanted={wanted}
          want={want}
          viewfinder={viewfinder}
          setViewfinder={setViewfinder}
          circle={circle}
          setCircle={setCircle}
        />
      )}
    </div>
  );
}
