/** The papers beside the plan: the table of answers, the time track, the review at the end. */
import { t, tn } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { axisName, sayAnswer, sayQuestion, ShapeIcon, subjectName, Symbols } from "./symbols";
import {
  type Axis,
  type Building,
  isQuestion,
  type Question,
  type Scene,
  type Subject,
  type View,
} from "./view";

const axes: readonly Axis[] = ["1", "2", "3", "4", "5", "A", "B", "C", "D", "E"];

function Head({ scene, subject }: { scene: Scene; subject: Subject }) {
  if (subject === "buildings") return <>#</>;
  if (subject === "empties") return <>∅</>;
  if (subject === "traps") return <Symbols text="sf" />;
  return <ShapeIcon scene={scene} building={subject as Building} />;
}

/** Ten axes by nine subjects: answers, and "·" where only others know. */
export function AnswerTable({
  scene,
  answer,
  theirs,
  aimed,
  choose,
}: {
  scene: Scene;
  answer(axis: Axis, subject: Subject): string | null;
  theirs?(axis: Axis, subject: Subject): boolean;
  aimed: Axis | null;
  choose?(axis: Axis, subject: Subject): void;
}) {
  return (
    <div class="answers-scroll" tabIndex={0} role="group" aria-label={t("Answers")}>
      <table class="answers">
        <thead>
          <tr>
            <td />
            {scene.subjects.map(({ id }) => (
              <th key={id} scope="col" title={subjectName(id)}>
                <span class="hidden">{subjectName(id)}</span>
                <span aria-hidden="true">
                  <Head scene={scene} subject={id} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axes.map((axis) => (
            <tr key={axis} class={axis === aimed ? "aimed" : undefined}>
              <th scope="row" aria-label={axisName(axis)}>
                {axis}
              </th>
              {scene.subjects.map(({ id }) => {
                const known = answer(axis, id);
                const others = known === null && theirs?.(axis, id);
                return (
                  <td
                    key={id}
                    class={others ? "theirs" : undefined}
                    onClick={choose && (() => choose(axis, id))}
                    aria-label={known !== null ? sayAnswer(known) : undefined}
                  >
                    {known !== null ? <Symbols text={known} /> : others ? "·" : ""}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The table as the game fills it in. */
export function Answers({
  scene,
  view,
  you,
  aimed,
  choose,
}: {
  scene: Scene;
  view: View;
  you: number | null;
  aimed: Axis | null;
  choose(axis: Axis, subject: Subject): void;
}) {
  const asked = view.log.filter(isQuestion);
  const own = asked.filter(
    (q) => q.answer !== null && (you === null || view.phase === "over" || q.seat === you),
  );
  const find = (list: readonly Question[], axis: Axis, subject: Subject) =>
    list.find((q) => q.axis === axis && q.subject === subject);
  return (
    <div class="panel answers-panel">
      <h2 class="small-title">{t("Answers")}</h2>
      <AnswerTable
        scene={scene}
        answer={(axis, subject) => find(own, axis, subject)?.answer ?? null}
        theirs={(axis, subject) => find(asked, axis, subject) !== undefined}
        aimed={aimed}
        choose={choose}
      />
    </div>
  );
}

/** Who stands where in time; the last one plays. */
export function Track({ scene, view, players }: { scene: Scene; view: View; players: readonly Player[] }) {
  const names = players.map(({ name }) => name);
  const par = scene.par ?? view.par ?? null;
  const from = Math.min(...view.pawns.map((p) => p.position));
  const to = Math.max(...view.pawns.map((p) => p.position), from + 11);
  const first = names.length === 1 ? 0 : Math.max(0, from - 1);
  const last = names.length === 1 ? Math.max(to, (par?.[0] ?? 0) + 1) : to + 1;
  return (
    <div class="panel track-panel">
      <h2 class="small-title">
        {names.length === 1 ? t("Time: {time}", { time: view.pawns[0]?.time ?? 0 }) : t("Time track")}
      </h2>
      <ol class="track">
        {Array.from({ length: last - first + 1 }, (_, i) => first + i).map((position) => {
          const seat = view.pawns.findIndex((p) => p.position === position && p.side !== "out");
          const pawn = view.pawns[seat];
          return (
            <li
              key={position}
              class={par && position === par[0] ? "par" : undefined}
              aria-label={
                pawn ? t("{position}: {name}", { position, name: names[seat] ?? "" }) : String(position)
              }
            >
              {names.length === 1 && position % 5 === 0 && <small>{position}</small>}
              {pawn && players[seat] && (
                <span class={`time-pawn ${pawn.side}`} title={names[seat]}>
                  <PlayerSign player={players[seat]} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {par && (
        <p class="small quiet">
          {t("Expert up to {expert}, confirmed up to {confirmed}.", { expert: par[0], confirmed: par[1] })}
        </p>
      )}
    </div>
  );
}

/** How the number of possible cities shrank, question by question, on a logarithmic scale. */
function Shrinking({ view, seat }: { view: View; seat: number }) {
  const steps = view.review?.[seat] ?? [];
  const counts = [steps[0]?.before ?? 1, ...steps.map((step) => step.after)];
  const top = Math.log2(Math.max(...counts, 2));
  const at = (i: number, count: number) =>
    `${40 + (i * 440) / Math.max(counts.length - 1, 1)} ${170 - (150 * Math.log2(Math.max(count, 1))) / top}`;
  return (
    <svg
      class="shrinking"
      viewBox="0 -14 520 200"
      role="img"
      aria-label={t("Possible cities after each turn: {list}", { list: counts.join(", ") })}
    >
      <path class="ground" d="M40 172H490" />
      <path class="fall" d={`M${counts.map((count, i) => at(i, count)).join("L")}`} />
      {counts.map((count, i) => {
        const [x, y] = at(i, count).split(" ");
        return (
          <g key={i} transform={`translate(${x} ${y})`}>
            <circle r="5" />
            <text y="-12">{count}</text>
          </g>
        );
      })}
    </svg>
  );
}

const ranks = {
  expert: () => t("Rank: expert"),
  confirmed: () => t("Rank: confirmed"),
  apprentice: () => t("Rank: apprentice"),
};

/** Each turn of a seat: what it left, and what would have been best. */
function Review({ view, seat }: { view: View; seat: number }) {
  return (
    <table class="review">
      <thead>
        <tr>
          <th scope="col">{t("Turn")}</th>
          <th scope="col">{t("Cities left")}</th>
          <th scope="col">{t("Best question")}</th>
        </tr>
      </thead>
      <tbody>
        {view.log
          .filter((turn) => turn.seat === seat)
          .map((turn, i) => {
            const step = view.review?.[seat]?.[i];
            if (!step) return null;
            return (
              <tr key={i}>
                <td>{isQuestion(turn) ? sayQuestion(turn.axis, turn.subject, turn.answer) : t("Claim")}</td>
                <td>
                  {step.before} → {step.after}
                </td>
                <td>{step.best ? sayQuestion(step.best.axis, step.best.subject, null) : "–"}</td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}

export function Ending({ view, names, you }: { view: View; names: readonly string[]; you: number | null }) {
  const seat = you ?? (view.winner !== undefined && view.winner >= 0 ? view.winner : 0);
  const pawn = view.pawns[seat];
  return (
    <div class="dig-ending">
      {names.length === 1 && view.rank && (
        <p class="rank">
          <strong>{ranks[view.rank]()}</strong>
          {view.practice && ` ${t("(practice)")}`}
        </p>
      )}
      {view.assisted && <p class="quiet">{t("Played with help: no rank is given.")}</p>}
      {view.par && (
        <p class="quiet">
          {t("Expert up to {expert}, confirmed up to {confirmed}.", {
            expert: view.par[0],
            confirmed: view.par[1],
          })}
        </p>
      )}
      <h3>{t("How the possible cities shrank")}</h3>
      <Shrinking view={view} seat={seat} />
      <Review view={view} seat={seat} />
      {pawn && <p class="quiet">{tn("{n} question in all.", "{n} questions in all.", pawn.questions)}</p>}
      {view.code && <p class="quiet">{t("This quest's code: {code}", { code: view.code })}</p>}
    </div>
  );
}
