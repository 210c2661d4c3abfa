/** The score sheet: five rows, one after the other, then the sum. */
import { t } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { Glyph, type Sign } from "./glyphs";
import type { ScoreRow, View } from "./view";

interface Row {
  readonly key: ScoreRow;
  readonly sign: Sign;
  readonly label: string;
}

function rows(): readonly Row[] {
  return [
    { key: "past", sign: "pyramid", label: t("Monuments of the Past") },
    { key: "effects", sign: "endgame", label: t("Their effects at the end") },
    { key: "technologies", sign: "learn", label: t("Technologies") },
    { key: "timeline", sign: "timeline", label: t("Monuments still in the Timeline") },
    { key: "lost", sign: "lost", label: t("Lost knowledge") },
  ];
}

function signed(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

export function Sheet({
  view,
  players,
  place,
}: {
  view: View;
  players: readonly Player[];
  place: readonly number[] | null;
}) {
  const scores = view.players.map((player) => player.score);
  const tied = scores.filter((score) => score.total === Math.max(...scores.map((s) => s.total))).length > 1;
  return (
    <section class="ak-score" aria-label={t("Score sheet")}>
      <div class="ak-sheet-wrap">
        <table class="ak-sheet">
          <thead>
            <tr>
              <td />
              {players.map((player, i) => (
                <th scope="col" key={i} class={place?.[i] === 1 ? "first" : ""}>
                  <PlayerSign player={player} /> {player.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows().map((row, i) => {
              const best = Math.max(...scores.map((score) => score[row.key]));
              return (
                <tr key={row.key} style={{ "--row": String(i) }}>
                  <th scope="row">
                    <Glyph sign={row.sign} /> {row.label}
                  </th>
                  {scores.map((score, seat) => (
                    <td key={seat} class={score[row.key] === best && scores.length > 1 ? "best" : ""}>
                      {signed(score[row.key])}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr style={{ "--row": "5" }}>
              <th scope="row">{t("Total")}</th>
              {scores.map((score, seat) => (
                <td key={seat} class={place?.[seat] === 1 ? "first" : ""}>
                  {signed(score.total)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {tied && (
        <p class="small quiet">
          {t("With equal totals, less lost knowledge comes first; still equal, the victory is shared.")}
        </p>
      )}
    </section>
  );
}
