/** The end looked back upon: tiles left after each turn, and where the pawns had better stood. */
import { t, tn } from "../../i18n";
import { prefs } from "../../prefs";
import { type Player, PlayerSign } from "../../ui/players";
import { Shrinking } from "../../ui/Shrinking";
import { Chip } from "./tiles";
import type { Reviewed, Tile, View } from "./view";

/** Hundredths of a turn, to a tenth. */
export const turnsText = (hundredths: number): string =>
  new Intl.NumberFormat(prefs.get().lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    hundredths / 100,
  );

function Row({ number, turn, score }: { number: number; turn: Reviewed; score: number | undefined }) {
  return (
    <tr>
      <th scope="row">{number}</th>
      <td>{score}</td>
      <td class="review-left">
        {turn.before} → {turn.after}
      </td>
      <td>
        {turn.best ? (
          <>
            <span class="turn-chips">
              {turn.best.pawns.map((tile, i) => (
                <Chip key={i} tile={tile} />
              ))}
            </span>
            <small class="quiet">
              {t("{better} more turns to expect instead of {yours}", {
                better: turnsText(turn.best.turns),
                yours: turnsText(turn.turns),
              })}
            </small>
          </>
        ) : (
          <small class="quiet">{t("nothing better found")}</small>
        )}
      </td>
    </tr>
  );
}

function RoundReview({ view, seeker, player }: { view: View; seeker: number; player: Player | null }) {
  const turns = view.review?.[seeker] ?? [];
  const round = view.rounds.findLast((one) => one.seeker === seeker && one.history.length > 0);
  if (!turns.length) return null;
  const counts = [turns[0]?.before ?? 60, ...turns.map((turn) => turn.after)];
  const better = turns.filter((turn) => turn.best !== null).length;
  return (
    <section class="round-review">
      <h3>
        {player && <PlayerSign player={player} />}
        {player
          ? t("How the tiles left to {name} shrank", { name: player.name })
          : t("How the tiles left shrank")}
      </h3>
      <Shrinking
        counts={counts}
        label={t("Tiles left after each turn: {list}", { list: counts.join(", ") })}
      />
      <p class="quiet">
        {better === 0
          ? t("No better placement was found for any turn.")
          : tn(
              "For {n} turn a better placement was found.",
              "For {n} turns a better placement was found.",
              better,
            )}
      </p>
      <table class="review">
        <thead>
          <tr>
            <th scope="col">{t("Turn")}</th>
            <th scope="col">{t("Score")}</th>
            <th scope="col">{t("Tiles left")}</th>
            <th scope="col">{t("Better placement")}</th>
          </tr>
        </thead>
        <tbody>
          {turns.map((turn, i) => (
            <Row key={i} number={i + 1} turn={turn} score={round?.history[i]?.score} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One's own round first; who looks on sees all. */
export function Review({
  view,
  players,
  you,
}: {
  view: View;
  players: readonly Player[];
  you: number | null;
}) {
  const seekers = players.map((_, seat) => seat).sort((a, b) => Number(b === you) - Number(a === you));
  return (
    <>
      {seekers.map((seeker) => (
        <RoundReview
          key={seeker}
          view={view}
          seeker={seeker}
          player={players.length > 1 ? (players[seeker] ?? null) : null}
        />
      ))}
    </>
  );
}

/** Under a turn of the history: what it left, and a touch that shows what was better. */
export function TurnReview({ turn, show }: { turn: Reviewed; show(pawns: readonly Tile[]): void }) {
  const { best } = turn;
  return (
    <p class="turn-review small quiet">
      {t("{before} → {after} tiles", { before: turn.before, after: turn.after })}
      {best && (
        <button
          type="button"
          class="button small plain"
          onClick={() => show(best.pawns)}
          onMouseEnter={() => show(best.pawns)}
          onMouseLeave={() => show([])}
        >
          {t("Show a better placement")}
        </button>
      )}
    </p>
  );
}
