/** Results over time as a small curve: up is better, a full dot is won, a hollow square is not. */
import { t } from "../i18n";
import { prefs } from "../prefs";

interface Point {
  readonly value: number;
  readonly won: boolean;
  readonly time: number;
}

const WIDTH = 320;
const HEIGHT = 110;
const LEFT = 34;
const RIGHT = 10;
const TOP = 12;
const FLOOR = 84;
const MOST = 60;

const day = (time: number) =>
  new Intl.DateTimeFormat(prefs.get().lang, { day: "numeric", month: "short" }).format(time);

function placesOf(points: readonly Point[], less: boolean) {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const across = (WIDTH - LEFT - RIGHT) / Math.max(1, points.length - 1);
  const height = (value: number) => {
    const part = high === low ? 0.5 : (value - low) / (high - low);
    return FLOOR - (less ? 1 - part : part) * (FLOOR - TOP);
  };
  return {
    low,
    high,
    height,
    at: points.map((point, i) => ({ ...point, x: LEFT + i * across, y: height(point.value) })),
  };
}

function Dot({ x, y, won }: { x: number; y: number; won: boolean }) {
  return won ? (
    <circle class="won" cx={x} cy={y} r="4" />
  ) : (
    <rect x={x - 3.5} y={y - 3.5} width="7" height="7" />
  );
}

export function Curve({ what, less, points }: { what: string; less: boolean; points: readonly Point[] }) {
  const shown = points.slice(-MOST);
  const [first, last] = [shown[0], shown.at(-1)];
  if (shown.length < 2 || !first || !last) return null;
  const { low, high, height, at } = placesOf(shown, less);
  const said = t("{what} over {n} games: first {first}, latest {last}, from {low} to {high}.", {
    what,
    n: shown.length,
    first: first.value,
    last: last.value,
    low,
    high,
  });
  return (
    <svg class="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said}>
      {[...new Set([low, high])].map((value) => (
        <g key={value}>
          <path class="curve-line" d={`M${LEFT - 4} ${height(value)}H${WIDTH - RIGHT}`} />
          <text x={LEFT - 8} y={height(value) + 4} text-anchor="end">
            {value}
          </text>
        </g>
      ))}
      <polyline points={at.map(({ x, y }) => `${x},${y}`).join(" ")} />
      {at.map(({ x, y, won, time }, i) => (
        <Dot key={`${time} ${i}`} x={x} y={y} won={won} />
      ))}
      <text x={LEFT} y={HEIGHT - 6}>
        {day(first.time)}
      </text>
      <text x={WIDTH - RIGHT} y={HEIGHT - 6} text-anchor="end">
        {day(last.time)}
      </text>
    </svg>
  );
}
