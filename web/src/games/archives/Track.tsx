/** The ring of action squares, and the pawns on it. */
import { t } from "../../i18n";
import { ActionSign } from "./art";
import { Disc, type Parts } from "./Furniture";
import { type Box, middle, type Point } from "./layout";
import { actionName } from "./view";
import { signed } from "./words";

/** Where things stand on a square: upright, lying, or a small corner. */
interface Face {
  readonly sign: Point;
  readonly size: number;
  readonly name: Point;
  readonly price: Point;
  readonly pawn: Point;
}
/** Narrower than that and low: a corner. */
const CORNER = 130;

function faceOf({ x, y, w, h }: Box): Face {
  const price = { x: x + w - 30, y: y + 24 };
  const mid = x + w / 2;
  if (h > 110)
    return {
      sign: { x: mid, y: y + h / 2 - 24 },
      size: 44,
      name: { x: mid, y: y + h / 2 + 24 },
      price,
      pawn: { x: mid, y: y + h - 40 },
    };
  if (w < CORNER)
    return {
      sign: { x: mid, y: y + 26 },
      size: 22,
      name: { x: mid, y: y + h - 14 },
      price,
      pawn: middle({ x, y, w, h }),
    };
  return {
    sign: { x: mid, y: y + h / 2 - 9 },
    size: Math.min(32, h * 0.39),
    name: { x: mid, y: y + h - 15 },
    price,
    pawn: { x: x + Math.min(52, w * 0.3), y: y + h / 2 },
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
  const face = faceOf(box);
  const { x, y, w, h } = box;
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
      aria-label={t("Square {n}: {action}", { n, action: actionName(action) })}
    >
      <rect x={x + 3} y={y + 3} width={w - 6} height={h - 6} rx="10" />
      <rect class="av-square-edge" x={x + 8} y={y + 8} width={w - 16} height={h - 16} rx="6" />
      <text class="av-square-number" x={x + 16} y={y + 28}>
        {n}
      </text>
      {/* A corner has room for its sign or for a price. */}
      {(w >= CORNER || h > 110 || price === undefined) && (
        <ActionSign action={action} x={face.sign.x} y={face.sign.y} size={face.size} />
      )}
      <text
        class="av-square-name"
        x={face.name.x}
        y={face.name.y}
        textLength={w < 116 && actionName(action).length > 6 ? w - 22 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {actionName(action)}
      </text>
      {view.end === n && <path class="av-flag" d={`M${x + 42} ${y + 12}v28m0-28h18l-6 7 6 7h-18`} />}
      {price !== undefined && (
        <g
          class={price > 3 ? "av-price dear" : price ? "av-price" : "av-price free"}
          transform={`translate(${face.price.x} ${face.price.y})`}
        >
          <rect x="-20" y="-15" width="40" height="28" rx="14" />
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
        const { x, y } = faceOf(box).pawn;
        const dx = (mates.indexOf(seat) - (mates.length - 1) / 2) * 34;
        return (
          <g
            key={seat}
            class={["av-pawn", view.ask.who === seat && "turn", finished && "finished"]
              .filter(Boolean)
              .join(" ")}
          >
            <Disc person={person} x={x + dx} y={y} size={52} />
          </g>
        );
      })}
    </g>
  );
}
