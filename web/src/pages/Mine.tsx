/** My games: how many, how often won, the means and the best, and how it went over time. */
import { useState } from "preact/hooks";
import type { ResultPlan } from "../games/board";
import { cover, nameOf } from "../games/shelf";
import { t, tn } from "../i18n";
import { prefs } from "../prefs";
import { trouble } from "../storage";
import { useStore } from "../store";
import { forgetResults, type GameResult, results } from "../table/results";
import { botName } from "../ui/names";
import { Curve } from "./Curve";
import { useResults } from "./Today";
import "./mine.css";

const plans = import.meta.glob<ResultPlan>("../games/*/result.ts", { eager: true, import: "result" });
const points: ResultPlan = { less: false, of: (n) => n, name: () => t("points") };
export const planOf = (game: string) => plans[`../games/${game}/result.ts`] ?? points;

/** How it was played: figures of different ways do not mix. */
function modeOf(row: GameResult): string {
  if (row.day) return "day";
  if (row.seats === 1) return "alone";
  return row.persons > 1 ? "others" : `bot ${row.bot ?? ""}`;
}

function modeName(mode: string, together = false): string {
  if (mode === "day") return t("Puzzle of the day");
  if (mode === "alone") return t("Alone");
  if (mode === "others") return t("With others");
  const level = mode.slice(4);
  if (together) return level ? t("With bots: {bot}", { bot: botName(level) }) : t("With bots");
  return level ? t("Against bots: {bot}", { bot: botName(level) }) : t("Against bots");
}

interface Figures {
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly helped: number;
  readonly mean: number | null;
  readonly best: number | null;
}

const isWon = (row: GameResult, { together }: ResultPlan) =>
  row.place === 1 && (row.firsts === 1 || together === true);

function figuresOf(rows: readonly GameResult[], plan: ResultPlan): Figures {
  const values = rows.flatMap((row) => plan.of(row.points, row.place) ?? []);
  return {
    games: rows.length,
    won: rows.filter((row) => isWon(row, plan)).length,
    drawn: rows.filter((row) => row.place === 1 && !isWon(row, plan)).length,
    helped: rows.filter((row) => row.helped).length,
    mean: values.length ? values.reduce((sum, n) => sum + n, 0) / values.length : null,
    best: values.length ? (plan.less ? Math.min(...values) : Math.max(...values)) : null,
  };
}

const number = (n: number) => new Intl.NumberFormat(prefs.get().lang, { maximumFractionDigits: 1 }).format(n);
const date = (time: number) =>
  new Intl.DateTimeFormat(prefs.get().lang, { dateStyle: "medium" }).format(time);

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function outcome(row: GameResult, plan: ResultPlan): string {
  if (isWon(row, plan)) return row.seats === 1 ? t("found") : t("won");
  return row.place === 1 ? t("drawn") : t("lost");
}

const LATEST = 8;

/** The latest games as a list: what the curve draws, for eyes and ears alike. */
function Latest({ rows, plan }: { rows: readonly GameResult[]; plan: ResultPlan }) {
  return (
    <details>
      <summary>{t("The latest games")}</summary>
      <ul class="mine-latest">
        {rows.slice(0, LATEST).map((row) => {
          const value = plan.of(row.points, row.place);
          return (
            <li key={row.source}>
              {date(row.ended)} · {outcome(row, plan)}
              {value !== null && ` · ${plan.name()} ${number(value)}`}
              {row.helped && ` · ${t("with help")}`}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Mode({ mode, rows, plan }: { mode: string; rows: readonly GameResult[]; plan: ResultPlan }) {
  const it = figuresOf(rows, plan);
  const alone = mode === "day" || mode === "alone";
  const share = `${it.won} (${number((100 * it.won) / it.games)} %)`;
  return (
    <section class="sheet mine-mode">
      <h3>{modeName(mode, plan.together)}</h3>
      <dl class="figures">
        <Figure name={t("games")} value={String(it.games)} />
        <Figure name={alone ? t("found") : t("won")} value={share} />
        {it.drawn > 0 && <Figure name={t("drawn")} value={String(it.drawn)} />}
        {it.mean !== null && (
          <Figure name={t("{what}, mean", { what: plan.name() })} value={number(it.mean)} />
        )}
        {it.best !== null && <Figure name={t("best")} value={number(it.best)} />}
        {it.helped > 0 && <Figure name={t("with help")} value={String(it.helped)} />}
      </dl>
      <Curve
        what={plan.name()}
        less={plan.less}
        points={rows
          .flatMap((row) => {
            const value = plan.of(row.points, row.place);
            return value === null ? [] : [{ value, won: isWon(row, plan), time: row.ended }];
          })
          .reverse()}
      />
      <Latest rows={rows} plan={plan} />
    </section>
  );
}

function grouped<T>(rows: readonly T[], key: (row: T) => string): readonly [string, readonly T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups];
}

function Forget() {
  const [sure, setSure] = useState(false); // nothing brings them back
  if (!useStore(results).length) return null;
  return sure ? (
    <div class="row">
      <button
        type="button"
        class="button danger"
        onClick={() => {
          forgetResults();
          setSure(false);
        }}
      >
        {t("Yes, delete it all")}
      </button>
      <button type="button" class="button" onClick={() => setSure(false)}>
        {t("No, keep it")}
      </button>
    </div>
  ) : (
    <button type="button" class="button danger" onClick={() => setSure(true)}>
      {t("Delete the results on this device")}
    </button>
  );
}

function Where() {
  const what = useStore(trouble);
  return (
    <>
      {what && (
        <p class="notice bad" role="alert">
          {what === "blocked"
            ? t("This browser keeps nothing for us: these results last until the page is closed.")
            : t("This browser has no more room: new results last until the page is closed.")}
        </p>
      )}
      <p class="small quiet">
        {t(
          "Games on this device are kept in this browser alone. Those at tables of this server, and puzzles of the day, are kept with your identity there and go with it:",
        )}{" "}
        <a href="#/settings">{t("Delete my data")}</a>
      </p>
    </>
  );
}

function Game({ game, rows }: { game: string; rows: readonly GameResult[] }) {
  return (
    <section class="mine-game" aria-labelledby={`mine-${game}`}>
      <h2 id={`mine-${game}`}>
        <img src={cover(game)?.art} alt="" width="64" height="44" /> {nameOf(game)}{" "}
        <span class="small quiet">{tn("{n} game", "{n} games", rows.length)}</span>
      </h2>
      <div class="mine-modes">
        {grouped(rows, modeOf).map(([mode, some]) => (
          <Mode key={mode} mode={mode} rows={some} plan={planOf(game)} />
        ))}
      </div>
    </section>
  );
}

export function MinePage() {
  const rows = useResults();
  return (
    <div class="mine">
      <h1>{t("My games")}</h1>
      {rows.length === 0 && (
        <p>
          {t("Nothing has ended yet: play a game, and see here how it went.")}{" "}
          <a href="#/today">{t("Today’s puzzle")}</a>
        </p>
      )}
      {grouped(rows, (row) => row.game).map(([game, some]) => (
        <Game key={game} game={game} rows={some} />
      ))}
      <Where />
      <Forget />
    </div>
  );
}
