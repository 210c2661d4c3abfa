/** The papers beside the plan: the table of answers, the time track, the review at the end. */
import { t, tn } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { Shrinking } from "../../ui/Shrinking";
import { axisName, sayAnswer, sayQuestion, SubjectSign, subjectName, Symbols } from "./symbols";
import { type Axis, isQuestion, type Question, type Scene, type Subject, type View } from "./view";

const axes: readonly Axis[] = ["1", "2", "3", "4", "5", "A", "B", "C", "D", "E"];

/** A question of somebody else: who asked, and what that means. */
interface Theirs {
  readonly player: Player;
  readonly words: string;
}

/** Ten axes by nine subjects: answers, and the sign of whoever else asked where only they know. */
export function AnswerTable({
  scene,
  answer,
  theirs,
  aimed,
  choose,
}: {
  scene: Scene;
  answer(axis: Axis, subject: Subject): string | null;
  theirs?(axis: Axis, subject: Subject): Theirs | null;
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
                  <SubjectSign scene={scene} subject={id} />
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
                const others = known === null ? (theirs?.(axis, id) ?? null) : null;
                return (
                  <td
                    key={id}
                    class={others ? "theirs" : undefined}
                    onClick={choose && (() => choose(axis, id))}
                    title={others?.words}
                    aria-label={known !== null ? sayAnswer(known) : others?.words}
                  >
                    {known !== null ? (
                      <Symbols text={known} />
                    ) : (
                      others && <PlayerSign player={others.player} />
                    )}
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

const theirQuestion = (q: Question, name: string): string =>
  t("{name} asked for {cost}: {subject} on {axis}. Only {name} knows the answer.", {
    name,
    cost: q.cost,
    subject: subjectName(q.subject),
    axis: axisName(q.axis),
  });

/** The table as the game fills it in. */
export function Answers({
  scene,
  view,
  you,
  players,
  aimed,
  choose,
}: {
  scene: Scene;
  view: View;
  you: number | null;
  players: readonly Player[];
  aimed: Axis | null;
  choose(axis: Axis, subject: Subject): void;
}) {
  const asked = view.log.filter(isQuestion);
  const own = asked.filter(
    (q) => q.answer !== null && (you === null || view.phase === "over" || q.seat === you),
  );
  const find = (list: readonly Question[], axis: Axis, subject: Subject) =>
    list.find((q) => q.axis === axis && q.subject === subject);
  const theirs = (axis: Axis, subject: Subject): Theirs | null => {
    const question = find(asked, axis, subject);
    const player = question && players[question.seat];
    return player ? { player, words: theirQuestion(question, player.name) } : null;
  };
  const others = you === null || view.phase === "over" ? [] : asked.filter((q) => q.seat !== you);
  return (
    <div class="panel answers-panel">
      <h2 class="small-title">{t("Answers")}</h2>
      <AnswerTable
        scene={scene}
        answer={(axis, subject) => find(own, axis, subject)?.answer ?? null}
        theirs={theirs}
        aimed={aimed}
        choose={choose}
      />
      {others.length > 0 && (
        <details class="others">
          <summary>
            {tn("What the others asked: {n} question", "What the others asked: {n} questions", others.length)}
          </summary>
          <p class="quiet small">
            {t(
              "What is asked everybody hears; the answer only whoever asked. A sign in the table shows where.",
            )}
          </p>
          <ol>
            {others.map((q, i) => {
              const player = players[q.seat];
              return (
                <li key={i}>
                  {player && <PlayerSign player={player} />} {theirQuestion(q, player?.name ?? "")}
                </li>
              );
            })}
          </ol>
        </details>
      )}
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

/** How the number of possible cities shrank, question by question. */
function Fewer({ view, seat }: { view: View; seat: number }) {
  const steps = view.review?.[seat] ?? [];
  const counts = [steps[0]?.before ?? 1, ...steps.map((step) => step.after)];
  return (
    <Shrinking
      counts={counts}
      label={t("Possible cities after each turn: {list}", { list: counts.join(", ") })}
    />
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
      <Fewer view={view} seat={seat} />
      <Review view={view} seat={seat} />
      {pawn && <p class="quiet">{tn("{n} question in all.", "{n} questions in all.", pawn.questions)}</p>}
      {view.code && <p class="quiet">{t("This quest's code: {code}", { code: view.code })}</p>}
    </div>
  );
}
