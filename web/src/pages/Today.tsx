/** The puzzle of the day: one of each game that has one, the same for everybody. */
import { useEffect, useState } from "preact/hooks";
import { whenIdle } from "../ahead";
import type { Told } from "../engine/engine";
import type { GameBrief } from "../games/info";
import { cover } from "../games/shelf";
import { t, tn } from "../i18n";
import { prefs } from "../prefs";
import { wayOn } from "../router";
import { useStore } from "../store";
import {
  askResults,
  beginPuzzle,
  findTold,
  joined,
  puzzleId,
  puzzles,
  type Streak,
  sendLate,
  streakOf,
  today,
} from "../table/daily";
import { keptGames } from "../table/kept";
import { dayNumber, type GameResult, results } from "../table/results";
import { Icon } from "../ui/icons";
import { toast } from "../ui/toast";
import { HousePanel, PuzzleResult } from "./PuzzleResult";
import "./mine.css";

/** The day, and how long it lasts still; looked at again and again, since it ends. */
function useToday(): { day: string; left: number } {
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look((n) => n + 1), 20_000);
    return () => clearInterval(timer);
  }, []);
  return { day: today(), left: 86_400_000 - (Date.now() % 86_400_000) };
}

function dateText(day: string): string {
  return new Intl.DateTimeFormat(prefs.get().lang, { dateStyle: "full", timeZone: "UTC" }).format(
    Date.parse(day),
  );
}

function leftText(left: number): string {
  const minutes = Math.ceil(left / 60_000);
  return t("The next ones come in {hours} h {minutes} min, for everybody at the same moment.", {
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  });
}

/** One's own results, those of the server too once they have come. */
export function useResults(): readonly GameResult[] {
  const here = useStore(results);
  const [there, setThere] = useState<readonly GameResult[]>([]);
  useEffect(() => {
    let wanted = true;
    void askResults().then((rows) => wanted && setThere(rows));
    return () => {
      wanted = false;
    };
  }, []);
  return joined(here, there);
}

async function play(game: string, day: string): Promise<void> {
  const on = wayOn();
  const got = await beginPuzzle(game, day);
  if (typeof got === "string") toast(t(got));
  else on(`/local/${got.id}`);
}

function StreakLine({ streak }: { streak: Streak }) {
  if (streak.longest === 0)
    return <p class="small quiet">{t("No streak yet: today can be its first day.")}</p>;
  return (
    <p class="puzzle-streak">
      {tn("{n} day in a row", "{n} days in a row", streak.now)}
      {streak.longest > streak.now && ` · ${tn("longest: {n} day", "longest: {n} days", streak.longest)}`}
    </p>
  );
}

/** What was told of it, once the engine has said so. */
function useTold(game: string, day: string, over: boolean): Told | null {
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    let wanted = true;
    setTold(null);
    if (over) void findTold(game, day).then((found) => wanted && setTold(found));
    return () => {
      wanted = false;
    };
  }, [game, day, over]);
  return told;
}

function Puzzle({ game, day, rows }: { game: GameBrief; day: string; rows: readonly GameResult[] }) {
  const kept = useStore(keptGames).find(({ id }) => id === puzzleId(game.id, day));
  const row = rows.find((one) => one.game === game.id && one.day === dayNumber(day));
  const told = useTold(game.id, day, row !== undefined);
  const name = t(game.name);
  return (
    <li class="sheet puzzle" aria-labelledby={`puzzle-${game.id}`}>
      <img src={cover(game.id)?.art} alt="" width="320" height="220" />
      <div class="puzzle-words">
        <h2 id={`puzzle-${game.id}`}>{name}</h2>
        <StreakLine streak={streakOf(rows, game.id, day)} />
        {row && told && <PuzzleResult game={game.id} day={day} counts={game.daily} told={told} />}
        {row && !told && (
          <p class="puzzle-result">
            <strong>{row.place === 1 ? t("Solved") : t("Not solved")}</strong>
          </p>
        )}
        {row && <HousePanel game={game.id} day={day} />}
        {!row && (
          <p>
            <button type="button" class="button main big" onClick={() => void play(game.id, day)}>
              <Icon name="play" />{" "}
              {kept ? t("Go on with {game}", { game: name }) : t("Play {game}", { game: name })}
            </button>
          </p>
        )}
        {row && kept && (
          <p class="small">
            <a href={`#/replay/local/${kept.id}`}>{t("Watch it again")}</a>
          </p>
        )}
      </div>
    </li>
  );
}

export function TodayPage() {
  const { day, left } = useToday();
  const rows = useResults();
  useEffect(() => sendLate(keptGames.get()), []);
  useEffect(() => whenIdle(puzzles.map(({ id }) => id)), []);
  return (
    <div class="today">
      <h1>{t("Today’s puzzle")}</h1>
      <p class="quiet">{dateText(day)}</p>
      <p>
        {t(
          "The same for everybody in the world, with a network or without. One try, no hints, and what a turn has told stands.",
        )}
      </p>
      <ul class="puzzles">
        {puzzles.map((game) => (
          <Puzzle key={game.id} game={game} day={day} rows={rows} />
        ))}
      </ul>
      <p class="small quiet">
        {leftText(left)} <a href="#/mine">{t("My games")}</a>
      </p>
    </div>
  );
}
