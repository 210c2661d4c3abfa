/** The score sheet: five rows, one after the other, then the sum. */
import { t } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { Glyph, type Sign } from "./glyphs";
import { nameOf, type ScoreRow, type View } from "./view";

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

/** Card by card where the points came from. */
function Lines({ view, players }: { view: View; players: readonly Player[] }) {
  const signs = new Map(rows().map(({ key, sign }) => [key, sign]));
  if (!view.players.some(({ score }) => score.lines?.length)) return null;
  return (
    <details class="ak-lines">
      <summary>{t("Which card gave what")}</summary>
      <div class="ak-lines-all">
        {view.players.map(({ score }, seat) => (
          <section key={seat} aria-label={players[seat]?.name}>
            <h3>
              {players[seat] && <PlayerSign player={players[seat]} />} {players[seat]?.name}
            </h3>
            <ul>
              {(score.lines ?? []).map(({ row, card, points }, i) => (
                <li key={i} class={points ? "" : "ak-nil"}>
                  <Glyph sign={signs.get(row) ?? "vp"} />
                  <span>{card === null ? t("Lost knowledge") : nameOf(card)}</span>
                  <strong>{signed(points)}</strong>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
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
      <Lines view={view} players={players} />
      {tied && (
        <p class="small quiet">
          {t("With equal totals, less lost knowledge comes first; still equal, the victory is shared.")}
        </p>
      )}
    </section>
  );
}
