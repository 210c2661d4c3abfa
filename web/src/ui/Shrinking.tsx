/** How what is still possible shrank, turn by turn, on a logarithmic scale. */
import "./review.css";

export function Shrinking({ counts, label }: { counts: readonly number[]; label: string }) {
  const top = Math.log2(Math.max(...counts, 2));
  const at = (i: number, count: number) => ({
    x: 40 + (i * 440) / Math.max(counts.length - 1, 1),
    y: 170 - (150 * Math.log2(Math.max(count, 1))) / top,
  });
  const points = counts.map((count, i) => ({ ...at(i, count), count }));
  return (
    <svg class="shrinking" viewBox="0 -14 520 200" role="img" aria-label={label}>
      <path class="ground" d="M40 172H490" />
      <path class="fall" d={`M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
      {points.map(({ x, y, count }, i) => (
        <g key={i} transform={`translate(${x} ${y})`}>
          <circle r="5" />
          {/* Of a long round not every point can be named. */}
          {(counts.length < 14 || i === 0 || i === counts.length - 1) && <text y="-12">{count}</text>}
        </g>
      ))}
    </svg>
  );
}
