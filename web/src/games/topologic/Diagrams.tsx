/** The diagrams of docs/rules/topologic: real fields, drawn by the board's own parts. */
import type { ComponentChildren } from "preact";
import { t } from "../../i18n";
import { type Diagrams, Drawn, Legend } from "../../ui/diagram";
import { usePosition } from "../../ui/position";
import { Field, type FieldProps } from "./Field";
import { colourOf, PawnShape, TileFace } from "./tiles";
import { readLegal, type Scene, type Tile, type View } from "./view";
import "./topologic.css";
import "./diagrams.css";

const LETTERS = [..."ABCDEFGHIJ"];

function Colours() {
  return (
    <ul class="topo-swatches">
      {LETTERS.map((letter, i) => (
        <li key={letter}>
          <svg viewBox="-2 -2 104 108" aria-hidden="true">
            <TileFace tile={`${letter}${(i % 6) + 1}`} />
          </svg>
          <span>
            {letter}, {colourOf(letter).name()}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A field to look at. */
const STILL: Omit<FieldProps, "scene"> = {
  pawns: [],
  colour: "#2f6f9f",
  moved: [],
  movable: new Set(),
  held: null,
  reach: null,
  chosen: null,
  secret: null,
  candidates: null,
  marks: {},
  ghosts: [],
  finale: null,
  advice: null,
  pointed: null,
  plaque: null,
  touch: () => undefined,
  mark: () => undefined,
  take: () => undefined,
  drop: () => undefined,
  cancel: () => undefined,
};

function Border() {
  const look = usePosition({ game: "topologic", seats: 1, seed: "11", options: { shape: "blob" } });
  if (!look) return null;
  const scene = look.scene as Scene;
  return (
    <Drawn class="topo-drawn">
      <Field {...STILL} scene={scene} candidates={new Set(scene.border)} />
    </Drawn>
  );
}

/** Pawn 1 in hand, pawn 2 in its way. */
function Move() {
  const look = usePosition({
    game: "topologic",
    seats: 1,
    seed: "4",
    options: { shape: "holed", pawns: "3" },
    notes: ["place D3", "place A4", "place H6", "announce"],
  });
  if (!look) return null;
  const view = look.view as View;
  return (
    <Drawn class="topo-drawn">
      <Field
        {...STILL}
        scene={look.scene as Scene}
        pawns={view.pawns}
        movable={new Set([1, 2, 3])}
        held={1}
        reach={readLegal(look.legal).move.get(1) ?? new Set()}
      />
    </Drawn>
  );
}

/** A tile with its pawn and what that brings. */
function Scored({ tile, n, x, why }: { tile: Tile; n: number; x: number; why: string }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <TileFace tile={tile} />
      <g class="pawn" transform="translate(86 84)">
        <PawnShape n={n} />
      </g>
      <text class={why === "0" ? "topo-points none" : "topo-points"} x="50" y="152">
        {why}
      </text>
    </g>
  );
}

const SCORED: readonly (readonly [Tile, string])[] = [
  ["C2", "+1"],
  ["C6", "+1"],
  ["G5", "+1"],
  ["A3", "0"],
  ["J1", "0"],
];

function Score() {
  return (
    <Drawn class="topo-drawn">
      <svg class="topo-score" viewBox="0 0 830 214">
        <rect class="leather" width="830" height="214" rx="16" />
        <g transform="translate(28 42)">
          <g class="tile-body">
            <TileFace tile="C5" />
          </g>
          <g class="seal">
            <circle cx="17" cy="18" r="17" />
            <path d="M17 8.500a5.500 5.500 0 0 1 3 10l2.500 8h-11l2.500-8a5.500 5.500 0 0 1 3-10Z" />
          </g>
        </g>
        <g transform="translate(172 34)">
          {SCORED.map(([tile, why], i) => (
            <Scored key={tile} tile={tile} n={i + 1} x={i * 112} why={why} />
          ))}
        </g>
        <text class="topo-points sum" x="780" y="122">
          3
        </text>
        <text class="topo-points" x="738" y="116">
          =
        </text>
        <path class="topo-rule" d="M152 30v154" />
      </svg>
    </Drawn>
  );
}

function SignTile({
  tile,
  children,
  state = "",
}: {
  tile: Tile;
  children?: ComponentChildren;
  state?: string;
}) {
  return (
    <svg viewBox="-8 -8 118 118" class="topo-sign">
      <g class={`tile ${state}`}>
        <g class="tile-body">
          <TileFace tile={tile} />
          {children}
        </g>
        <rect class="tile-ring" x="-3" y="-3" width="106" height="106" rx="12" />
      </g>
    </svg>
  );
}

function Signs() {
  const lines = [
    {
      sign: (
        <SignTile tile="G2">
          <g class="pawn" transform="translate(84 82)">
            <PawnShape n={2} />
          </g>
        </SignTile>
      ),
      words: t("a pawn and its number; the tile's name stays in sight"),
    },
    { sign: <SignTile tile="E4" state="reachable" />, words: t("the pawn in hand may go there") },
    {
      sign: (
        <SignTile tile="C5">
          <g class="seal">
            <circle cx="17" cy="18" r="17" />
            <path d="M17 8.500a5.500 5.500 0 0 1 3 10l2.500 8h-11l2.500-8a5.500 5.500 0 0 1 3-10Z" />
          </g>
        </SignTile>
      ),
      words: t("the secret, where you may know it"),
    },
    {
      sign: (
        <SignTile tile="H1">
          <path class="mark-no" d="M14 18Q50 46 88 84M86 14Q52 52 12 88" />
        </SignTile>
      ),
      words: t("your own mark: it cannot be this one"),
    },
    {
      sign: (
        <SignTile tile="D6">
          <g class="mark-maybe">
            <circle cx="84" cy="16" r="15" />
            <text x="84" y="24">
              ?
            </text>
          </g>
        </SignTile>
      ),
      words: t("your own mark: perhaps this one"),
    },
    {
      sign: <SignTile tile="A3" state="ruled-out" />,
      words: t("does not fit all scores, where the table shows that"),
    },
  ];
  return (
    <div class="topo-signs">
      <Legend lines={lines} />
    </div>
  );
}

export const diagrams: Diagrams = {
  colours: Colours,
  border: Border,
  score: Score,
  move: Move,
  signs: Signs,
};
