/** How a puzzle of the day went: the row of signs, par, the others of this house. */
import { useEffect, useState } from "preact/hooks";
import type { Told } from "../engine/engine";
import { t, tn } from "../i18n";
import { useStore } from "../store";
import { connection } from "../table/connection";
import { askHouse, type House, parOf } from "../table/daily";
import { ShareButtons } from "../ui/Share";

/** "4 turns", by what the engine says that the number counts. */
export function amount(counts: string | undefined, n: number): string {
  if (counts === "turns") return tn("{n} turn", "{n} turns", n);
  return counts === "time" ? t("time {n}", { n }) : String(n);
}

function usePar(game: string, day: string): number {
  const [par, setPar] = useState(-1);
  useEffect(() => {
    let wanted = true;
    void parOf(game, day).then((found) => wanted && setPar(found));
    return () => {
      wanted = false;
    };
  }, [game, day]);
  return par;
}

function parText(result: number, par: number, counts: string | undefined): string {
  const bot = amount(counts, par);
  if (result < 0) return t("Par is {bot}: that is what the hard bot needs.", { bot });
  if (result < par) return t("Under par! The hard bot needs {bot}.", { bot });
  if (result === par) return t("Par: as good as the hard bot.");
  return t("Over par by {n}: the hard bot needs {bot}.", { n: result - par, bot });
}

/** Undefined while nobody has answered; null: this house cannot say. */
function useHouse(game: string, day: string): House | null | undefined {
  const [house, setHouse] = useState<House | null | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    void askHouse(game, day).then((got) => wanted && setHouse(got));
    return () => {
      wanted = false;
    };
  }, [game, day]);
  return house;
}

type Spread = NonNullable<House["results"]>;

/** How many of the others needed more, as many and fewer. */
function placeText(spread: Spread, mine: number | null): string {
  const rank = (result: number | null) => result ?? Number.POSITIVE_INFINITY;
  const count = (fits: (result: number) => boolean) =>
    spread.reduce((sum, one) => sum + (fits(rank(one.result)) ? one.count : 0), 0);
  const own = rank(mine);
  return t("Needed more: {more}. As many: {same}. Fewer: {fewer}.", {
    more: count((result) => result > own),
    same: count((result) => result === own) - 1,
    fewer: count((result) => result < own),
  });
}

function Bars({ spread, mine }: { spread: Spread; mine: number | null }) {
  const most = Math.max(...spread.map(({ count }) => count));
  // Unsolved ones come from the server first; here they are the last.
  const sorted = [...spread].sort((a, b) => (a.result ?? Infinity) - (b.result ?? Infinity));
  return (
    <ul class="bars">
      {sorted.map(({ result, count }) => (
        <li key={result ?? -1} class={result === mine ? "own" : ""}>
          <span class="bars-label">{result ?? t("unsolved")}</span>
          <span class="bars-bar" style={{ inlineSize: `${(count / most) * 100}%` }} />
          <span>
            {count}
            {result === mine && ` · ${t("you")}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function HousePanel({ game, day }: { game: string; day: string }) {
  const state = useStore(connection.state);
  const house = useHouse(game, day);
  if (state === "absent" || house === null) return null;
  if (house === undefined)
    return (
      <p class="small quiet">
        {state === "lost"
          ? t("Without a line for now: your result is sent when it is back.")
          : t("Asking the others of this house…")}
      </p>
    );
  if (!house.results || !house.mine) return null;
  const others = house.players - 1;
  return (
    <div class="puzzle-house">
      <h3>{t("In this house")}</h3>
      {others === 0 ? (
        <p>{t("You are the first here today.")}</p>
      ) : (
        <p>
          {tn("{n} other has played it.", "{n} others have played it.", others)}{" "}
          {placeText(house.results, house.mine.result)}
        </p>
      )}
      <Bars spread={house.results} mine={house.mine.result} />
    </div>
  );
}

/** The signs alone: the game and the day stand above. */
const signs = (line: string) => line.split(" ").slice(2, -1).join(" ");

export function PuzzleResult(props: { game: string; day: string; counts: string | undefined; told: Told }) {
  const { game, day, counts, told } = props;
  const par = usePar(game, day);
  const said = told.result < 0 ? t("Not solved") : amount(counts, told.result);
  return (
    <>
      <p class="puzzle-result">
        <strong>{said}</strong> <span aria-hidden="true">{signs(told.line)}</span>
      </p>
      {par >= 0 && <p class="puzzle-par">{parText(told.result, par, counts)}</p>}
      <div class="row">
        <ShareButtons told={told} />
      </div>
    </>
  );
}
