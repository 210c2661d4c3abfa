/** The ring of action squares, and the pawns on it. */
import { t } from "../../i18n";
import { ActionSign } from "./art";
import { Disc, type Parts } from "./Furniture";
import type { Box, Point } from "./layout";
import { actionName } from "./view";
import { signed } from "./words";

/** Where things stand on a square: upright, lying, or a small corner. */
interface Face {
  readonly number: Point;
  readonly sign: Point;
  readonly size: number;
  readonly name: Point;
  readonly price: Point;
  readonly pawn: Point & { readonly size: number };
}
const isCorner = ({ w, h }: Box) => w < 130 && h <= 110;
const PAWN = 52;

/** Where a pawn stands, the rest makes room for it. */
function faceOf(box: Box, taken: boolean): Face {
  const { x, y, w, h } = box;
  const number = { x: x + 16, y: y + 28 };
  const price = { x: x + w - 30, y: y + 24 };
  const mid = x + w / 2;
  if (h > 110)
    return {
      number,
      sign: { x: mid, y: y + h / 2 - 24 },
      size: 44,
      name: { x: mid, y: y + h / 2 + 24 },
      price,
      pawn: { x: mid, y: y + h - 40, size: PAWN },
    };
  if (isCorner(box)) {
    const size = Math.min(40, w - 58, h - 36);
    return {
      number,
      sign: { x: mid, y: y + 26 },
      size: 22,
      name: { x: mid, y: y + h - 14 },
      price,
      // Over the number: left of the price, above the name.
      pawn: { x: x + Math.min(28, w - 56 - size / 2), y: y + h - 35 - size / 2, size },
    };
  }
  const size = Math.min(PAWN, w * 0.26);
  const left = 12 + size;
  const free = taken ? x + (left + w) / 2 : mid;
  return {
    number: taken ? { x: x + left + 8, y: number.y } : number,
    sign: { x: free, y: y + h / 2 - 9 },
    size: Math.min(32, h * 0.39),
    name: { x: free, y: y + h - 15 },
    price,
    pawn: { x: x + left - size / 2, y: y + h / 2, size },
  };
}

interface SquareProps {
  readonly parts: Parts;
  readonly n: number;
  readonly box: Box;
  readonly price: number | undefined;
  readonly far: boolean;
  readonly target: boolean;
}

function SquareFace({ parts: { view }, n, box, price, far, target }: SquareProps) {
  const square = view.track[n - 1];
  const action = square?.action ?? "";
  const name = actionName(action);
  const taken = view.players.some((player) => player.square === n);
  const face = faceOf(box, taken);
  const { x, y, w, h } = box;
  const corner = isCorner(box);
  const names = [
    "av-square",
    action,
    square?.marker && "marked",
    view.end === n && "end",
    target && "target",
    far && "far",
  ];
  return (
    <g
      class={names.filter(Boolean).join(" ")}
      role="img"
      aria-label={t("Square {n}: {action}", { n, action: name })}
    >
      <rect x={x + 3} y={y + 3} width={w - 6} height={h - 6} rx="10" />
      <rect class="av-square-edge" x={x + 8} y={y + 8} width={w - 16} height={h - 16} rx="6" />
      {!(corner && taken) && (
        <text class="av-square-number" x={face.number.x} y={face.number.y}>
          {n}
        </text>
      )}
      {/* A corner has room for its sign, or for a price, or for a pawn. */}
      {(!corner || (price === undefined && !taken)) && (
        <ActionSign action={action} x={face.sign.x} y={face.sign.y} size={face.size} />
      )}
      <text
        class="av-square-name"
        x={face.name.x}
        y={face.name.y}
        textLength={w < 116 && name.length > (w < 100 ? 6 : 7) ? w - 22 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {name}
      </text>
      {view.end === n && <path class="av-flag" d={`M${x + 42} ${y + 12}v28m0-28h18l-6 7 6 7h-18`} />}
      {price !== undefined && (
        <g
          class={price > 3 ? "av-price dear" : price ? "av-price" : "av-price free"}
          transform={`translate(${face.price.x} ${face.price.y})`}
        >
          <rect x={price > 9 ? -24 : -20} y="-15" width={price > 9 ? 47 : 40} height="28" rx="14" />
          <text y="6">{price ? signed(-price) : "0"}</text>
        </g>
      )}
    </g>
  );
}

interface TrackProps {
  readonly parts: Parts;
  readonly cost: ReadonlyMap<number, number>;
  readonly target: number | null;
}

export function Track({ parts, cost, target }: TrackProps) {
  return (
    <g class="av-track">
      {parts.layout.squares.map((box, i) => (
        <SquareFace
          key={i}
          parts={parts}
          n={i + 1}
          box={box}
          price={cost.get(i + 1)}
          far={cost.size > 0 && !cost.has(i + 1)}
          target={target === i + 1}
        />
      ))}
    </g>
  );
}

/** Two stand on one square only at the end. */
export function Pawns({ parts: { view, layout, people } }: { parts: Parts }) {
  return (
    <g class="av-pawns">
      {view.players.map(({ square, finished }, seat) => {
        const box = layout.squares[square - 1];
        const person = people[seat];
        if (!box || !person) return null;
        const mates = view.players.flatMap((p, i) => (p.square === square ? [i] : []));
        const { x, y, size } = faceOf(box, true).pawn;
        const dx = (mates.indexOf(seat) - (mates.length - 1) / 2) * 34;
        return (
          <g
            key={seat}
            class={["av-pawn", view.ask.who === seat && "turn", finished && "finished"]
              .filter(Boolean)
              .join(" ")}
          >
            <Disc person={person} x={x + dx} y={y} size={size} />
          </g>
        );
      })}
    </g>
  );
}
