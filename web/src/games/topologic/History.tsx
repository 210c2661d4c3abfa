/** What was tried and what it scored, round by round. */
import { t, tn } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { Icon } from "../../ui/icons";
import { TurnReview } from "./Review";
import { Chip } from "./tiles";
import type { Round, Tile, Turn, View } from "./view";

interface Props {
  view: View;
  you: number | null;
  players: readonly Player[];
  /** The turn whose position is shown on the field. */
  shown: readonly Tile[];
  show(pawns: readonly Tile[]): void;
  /** Marks what this score excludes; null: the table does not tell. */
  exclude: ((turn: Turn) => void) | null;
}

/** A placement and its score; a touch shows it on the field. */
function TurnRow({ turn, number, ...props }: Props & { turn: Turn; number: number }) {
  return (
    <div class="turn-row">
      <button
        type="button"
        class="turn-button"
        aria-pressed={props.shown === turn.pawns}
        onClick={() => props.show(props.shown === turn.pawns ? [] : turn.pawns)}
        onMouseEnter={() => props.show(turn.pawns)}
        onMouseLeave={() => props.show([])}
      >
        <span class="hidden">
          {t("Turn {n}: pawns on {tiles}, score {score}", {
            n: number,
            tiles: turn.pawns.join(", "),
            score: turn.score,
          })}
        </span>
        <span class="turn-number" aria-hidden="true">
          {number}
        </span>
        <span class="turn-chips" aria-hidden="true">
          {turn.pawns.map((tile, p) => (
            <Chip key={p} tile={tile} />
          ))}
        </span>
        <span class="turn-score" aria-hidden="true">
          {turn.score}
        </span>
      </button>
      {props.exclude && (
        <button
          type="button"
          class="icon-button"
          title={t("Mark what is not possible after this score")}
          aria-label={t("Turn {n}: mark what is not possible after this score", { n: number })}
          onClick={() => props.exclude?.(turn)}
        >
          <Icon name="pencil" />
        </button>
      )}
    </div>
  );
}

function RoundHistory({
  round,
  number,
  single,
  ...props
}: Props & { round: Round; number: number; single: boolean }) {
  const seeker = props.players[round.seeker];
  return (
    <section class="round">
      <h2>
        {!single && seeker && <PlayerSign player={seeker} />}
        {single
          ? t("Placements and scores")
          : t("Round {n}: {name} seeks", { n: number + 1, name: seeker?.name ?? "" })}
      </h2>
      {round.secret !== null && (
        <p class="small">
          {t("Secret:")} <Chip tile={round.secret} />{" "}
          {round.turns > 0 && tn("found in {n} turn", "found in {n} turns", round.turns)}
        </p>
      )}
      {round.history.length === 0 ? (
        <p class="small quiet">{t("No score yet.")}</p>
      ) : (
        <ol class="turns">
          {round.history.map((turn, i) => {
            const reviewed = props.view.review?.[round.seeker]?.[i];
            return (
              <li key={i}>
                <TurnRow
                  {...props}
                  turn={turn}
                  number={i + 1}
                  exclude={number === props.view.round ? props.exclude : null}
                />
                {reviewed && <TurnReview turn={reviewed} show={props.show} />}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

export function History(props: Props) {
  const begun = props.view.rounds
    .map((round, number) => ({ round, number }))
    .filter(
      ({ round, number }) =>
        (number <= props.view.round && props.view.phase !== "choosing") || round.turns > 0,
    );
  // What you have hidden for a round to come.
  const mine = props.view.rounds.find(
    (round, number) =>
      round.secret !== null &&
      (number > props.view.round || props.view.phase === "choosing") &&
      round.turns === 0,
  )?.secret;
  return (
    <div class="panel history">
      {mine && props.you !== null && (
        <p class="small">
          {t("Your secret:")} <Chip tile={mine} />
        </p>
      )}
      {begun.length === 0 && <p class="quiet">{t("The scores will stand here.")}</p>}
      {begun.reverse().map(({ round, number }) => (
        <RoundHistory
          key={number}
          round={round}
          number={number}
          single={props.players.length === 1}
          {...props}
        />
      ))}
    </div>
  );
}
