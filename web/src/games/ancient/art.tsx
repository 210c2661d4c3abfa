/**
 * Pictures of Ancient Knowledge, drawn by kind and by part of the world.
 *
 * A picture is layers in a box of 120 by 80: sky, a light, hills, the thing itself, the
 * ground. Which silhouette and which palette follow from the card's kind and country; the
 * number of the card shifts the light and the hills, so that no two cards look the same.
 */
import type { JSX } from "preact";
import type { Kind, Monument, Region, Type } from "./view";

/** A path and how it is painted. */
type Part = readonly [fill: string, d: string, more?: JSX.SVGAttributes<SVGPathElement>];
type Shape = readonly Part[];

interface Palette {
  sky: readonly [string, string];
  far: string;
  ground: string;
  stone: string;
  shade: string;
  dark: string;
}

const palettes = {
  "north-africa": {
    sky: ["#fbe6b8", "#f0b774"],
    far: "#dca066",
    ground: "#c98f4e",
    stone: "#f0cf8e",
    shade: "#c08a4a",
    dark: "#6f4a23",
  },
  "central-america": {
    sky: ["#d8efd9", "#8fc7a8"],
    far: "#6aa584",
    ground: "#3f7a52",
    stone: "#e4dcc0",
    shade: "#a89f7c",
    dark: "#3c4a34",
  },
  "south-america": {
    sky: ["#dbe9f5", "#97b9da"],
    far: "#8397b4",
    ground: "#9a7d52",
    stone: "#dac7a8",
    shade: "#98805d",
    dark: "#4b3d2b",
  },
  "near-east": {
    sky: ["#f8e0cd", "#dd9a82"],
    far: "#c07b63",
    ground: "#a5694a",
    stone: "#e6bd93",
    shade: "#a87650",
    dark: "#57331f",
  },
  europe: {
    sky: ["#e7edf0", "#a6bac6"],
    far: "#8aa08f",
    ground: "#5f7b52",
    stone: "#c6c8c1",
    shade: "#868b85",
    dark: "#3a4240",
  },
  "east-asia": {
    sky: ["#f8e8e4", "#dba9a0"],
    far: "#a98f8c",
    ground: "#73855f",
    stone: "#d3c8b6",
    shade: "#94876f",
    dark: "#473a31",
  },
  "south-asia": {
    sky: ["#fdecc0", "#e9a765"],
    far: "#b58a4f",
    ground: "#5d7338",
    stone: "#d59c66",
    shade: "#94623b",
    dark: "#4a2f1c",
  },
  africa: {
    sky: ["#fde3bd", "#e88f5c"],
    far: "#b86f47",
    ground: "#9c6a35",
    stone: "#d9a56c",
    shade: "#98683b",
    dark: "#4b2f1a",
  },
} satisfies Record<Exclude<Region, "unknown">, Palette>;

/* Fills refer to the palette by class-like names resolved here, so shapes stay short. */
const S = "var(--stone)";
const H = "var(--shade)";
const D = "var(--dark)";
const NONE = "none";
const CHALK = "#f6ead0";
const ROUND = { "stroke-linecap": "round" } as const;

function ink(
  stroke: string | undefined,
  width: number,
  more: JSX.SVGAttributes<SVGPathElement> = {},
): JSX.SVGAttributes<SVGPathElement> {
  return { stroke, "stroke-width": width, ...more };
}
function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
}
function round(x: number, y: number, r: number): string {
  return oval(x, y, r, r);
}

function Drawn({ shape }: { shape: Shape }): JSX.Element {
  return (
    <>
      {shape.map(([fill, d, more], i) => (
        <path key={i} d={d} fill={fill} {...more} />
      ))}
    </>
  );
}

/* ---- pyramids ---- */

const smooth: Shape = [
  [S, "M62 14 98 64H26Z"],
  [H, "M62 14 98 64H74Z"],
  [D, "M62 14l7 9.7-3 2-4-2-4 3-3-2.5Z", { opacity: 0.35 }],
  [S, "M22 40 38 64H8Z", { opacity: 0.85 }],
  [H, "M22 40 38 64H28Z", { opacity: 0.85 }],
];
const steep: Shape = [
  ...[24, 48, 74].flatMap(
    (x, i): Shape => [
      [S, `M${x} ${22 + 8 * (i % 2)}l15 42H${x - 15}Z`],
      [H, `M${x} ${22 + 8 * (i % 2)}l15 42H${x + 4}Z`],
      [D, `M${x - 4} 64v-9h6v9Z`],
    ],
  ),
];
const stepped: Shape = [
  ...[0, 1, 2, 3, 4].flatMap(
    (i): Shape => [
      [S, `M${18 + 8 * i} ${64 - 9 * i}h${84 - 16 * i}v-9h${-(84 - 16 * i)}Z`],
      [
        H,
        `M${74 + (28 - 8 * i) * 0.6} ${64 - 9 * i}h${(28 - 8 * i) * 0.4 + 0.01}v-9h${-((28 - 8 * i) * 0.4)}Z`,
        { opacity: 0.6 },
      ],
      [H, `M${18 + 8 * i} ${55 - 9 * i}h${84 - 16 * i}v1.6h${-(84 - 16 * i)}Z`],
    ],
  ),
  [H, "M54 64 57 19h6l3 45Z"],
  ...Array.from(
    { length: 11 },
    (_, i): Part => [NONE, `M${54.5 + 0.2 * (10 - i)} ${62 - 4 * i}h11`, ink(D, 0.6, { opacity: 0.5 })],
  ),
  [S, "M51 19V9h18v10Z"],
  [D, "M57 19v-7h6v7Z"],
  [H, "M49 9h22l-3-4H52Z"],
];
const stupa: Shape = [
  ...[0, 1, 2, 3].map(
    (i): Part => [i % 2 ? H : S, `M${16 + 9 * i} ${64 - 8 * i}h${88 - 18 * i}v-7h${-(88 - 18 * i)}Z`],
  ),
  ...[24, 40, 80, 96].map(
    (x, i): Part => [S, `M${x - 5} ${i % 3 ? 49 : 57}q0-9 5-11q5 2 5 11Z`, ink(D, 0.5)],
  ),
  [S, "M47 33q0-14 13-17q13 3 13 17Z"],
  [H, "M60 16q13 3 13 17h-8q2-10-5-17Z"],
  [D, "M58 17 60 4l2 13Z"],
];
const mound: Shape = [
  [S, "M14 64 36 36h20l4-8h18l26 36Z"],
  [H, "M78 28l26 36H88L70 28Z"],
  ["var(--ground)", "M36 36h20l-3 6H31ZM60 28h18l4 6H57Z", { opacity: 0.75 }],
  [D, "M48 64v-9q5-5 10 0v9Z"],
];

/* ---- cities ---- */

const temple: Shape = [
  [S, "M20 28 60 12l40 16Z"],
  [H, "M60 12l40 16H76Z"],
  [H, "M22 28h76v5H22Z"],
  ...[26, 38, 50, 62, 74, 86].flatMap(
    (x): Shape => [
      [S, `M${x} 33h8v25h-8Z`],
      [H, `M${x + 5} 33h3v25h-3Z`],
      [S, `M${x - 1} 33h10v2.5h-10ZM${x - 1} 56h10v2.5h-10Z`],
    ],
  ),
  [D, "M34 33h4v25h-4ZM46 33h4v25h-4ZM58 33h4v25h-4ZM70 33h4v25h-4ZM82 33h4v25h-4Z", { opacity: 0.7 }],
  [S, "M16 58h88v3H16ZM12 61h96v3H12Z"],
];
const pylon: Shape = [
  [S, "M16 64 22 22h30l4 42ZM64 64l4-42h30l6 42Z"],
  [H, "M44 64V22h8l4 42ZM92 64l-4-42h10l6 42Z"],
  [H, "M20 22h34v-4H20ZM66 22h34v-4H66Z"],
  [D, "M56 64V40h8v24Z"],
  [S, "M54 40h12v-4H54Z"],
  [NONE, "M30 58V10M90 58V10", ink(D, 1.4)],
  ["#a8432f", "M30 10l10 3-10 3ZM90 10l10 3-10 3Z"],
  [NONE, "M26 34h18M26 42h19M74 34h18M73 42h20", ink(D, 1, { opacity: 0.4 })],
];
const walls: Shape = [
  [S, "M12 64V42h96v22Z"],
  ...[12, 22, 32, 78, 88, 98].map((x): Part => [S, `M${x} 42v-4h6v4Z`]),
  [S, "M38 64V26h16v38ZM66 64V26h16v38Z"],
  [H, "M48 64V26h6v38ZM76 64V26h6v38ZM100 64V42h8v22Z"],
  ...[38, 44, 50, 66, 72, 78].map((x): Part => [H, `M${x} 26v-4h4v4Z`]),
  [D, "M53 64V46q7-9 14 0v18Z"],
  [D, "M18 48h12v3H18ZM88 48h12v3H88Z", { opacity: 0.5 }],
  [S, "M54 34h12v8H54Z"],
];
const cliff: Shape = [
  [S, "M6 64 12 26 26 10 52 18 74 8l26 14 14 42Z"],
  [H, "M74 8l26 14 14 42H92L84 30Z"],
  [H, "M36 62V32q24-16 48 0v30Z"],
  [S, "M40 34h40v3H40Z"],
  ...[42, 52, 64, 74].map((x): Part => [S, `M${x} 37h4v25h-4Z`]),
  [D, "M56 62V42h8v20Z"],
  [D, "M18 44h8v8h-8ZM96 46h7v8h-7ZM16 56h7v8h-7Z", { opacity: 0.6 }],
];
const spires: Shape = [
  [H, "M10 64v-8h100v8Z"],
  ...(
    [
      [24, 40, 8],
      [96, 40, 8],
      [42, 30, 9],
      [78, 30, 9],
      [60, 12, 12],
    ] as const
  ).flatMap(
    ([x, y, w]): Shape => [
      [S, `M${x - w} 56q1-${(56 - y) * 0.55} ${w}-${56 - y}q${w - 1} ${(56 - y) * 0.45} ${w} ${56 - y}Z`],
      [
        H,
        `M${x} ${y}q${w - 1} ${(56 - y) * 0.45} ${w} ${56 - y}h-${w * 0.6}q1-${(56 - y) * 0.6}-${w * 0.4}-${56 - y}Z`,
      ],
      [NONE, `M${x} ${y + 1}v-7`, ink(D, 1)],
      [D, `M${x - w * 0.3} 56v-6q${w * 0.3}-4 ${w * 0.6} 0v6Z`],
    ],
  ),
];
const domes: Shape = [
  [S, "M12 64V46h96v18Z"],
  ...[20, 40, 60, 80, 100].flatMap(
    (x, i): Shape => [
      [S, `M${x - 6} 50V${i % 2 ? 32 : 24}q6-9 12 0v26Z`],
      [H, `M${x + 1} 50V${i % 2 ? 28 : 20}q4 1 5 4v26Z`],
      [NONE, `M${x - 9} ${i % 2 ? 38 : 32}h18M${x - 9} ${i % 2 ? 44 : 40}h18`, ink(D, 1)],
    ],
  ),
  [D, "M54 64V52q6-6 12 0v12Z"],
];

/* ---- megaliths ---- */

const trilithons: Shape = [
  ...(
    [
      [16, 40, 24],
      [46, 26, 30],
      [82, 36, 24],
    ] as const
  ).flatMap(
    ([x, y, w]): Shape => [
      [S, `M${x + 2} 64 ${x + 3} ${y}h7l1 ${64 - y}ZM${x + w - 11} 64l1-${64 - y}h7l1 ${64 - y}Z`],
      [H, `M${x + 7} 64l0-${64 - y}h3l1 ${64 - y}ZM${x + w - 6} 64v-${64 - y}h3l1 ${64 - y}Z`],
      [S, `M${x} ${y}l1-7h${w - 3}l2 7Z`],
      [H, `M${x} ${y}h${w}l0-2H${x}Z`],
    ],
  ),
  [H, "M34 64l2-7h7l2 7ZM74 64l1-10h5l2 10Z"],
];
const menhirs: Shape = [
  ...(
    [
      [18, 44, 5],
      [32, 34, 6],
      [50, 18, 9],
      [70, 32, 7],
      [86, 42, 6],
      [100, 48, 4],
    ] as const
  ).flatMap(
    ([x, y, w]): Shape => [
      [S, `M${x - w} 64q-1-${(64 - y) * 0.8} ${w}-${64 - y}q${w + 2} ${(64 - y) * 0.3} ${w} ${64 - y}Z`],
      [
        H,
        `M${x} ${y}q${w + 2} ${(64 - y) * 0.3} ${w} ${64 - y}h-${w * 0.7}q2-${(64 - y) * 0.6}-${w * 0.3}-${64 - y}Z`,
      ],
    ],
  ),
  [NONE, "M47 34q4-5 7 0t-3 7", ink(D, 1.2, { opacity: 0.6 })],
];
const dolmen: Shape = [
  [S, "M30 64 34 38h12l-2 26ZM74 64l-1-24h13l5 24Z"],
  [H, "M40 64l1-26h5l-2 26ZM82 64l-2-24h6l5 24Z"],
  [D, "M44 64V40h30v24Z"],
  [S, "M20 38q8-16 40-16q34 2 42 14l-6 6H26Z"],
  [H, "M26 42h70l6-6q-30 4-82 2Z"],
  [NONE, "M36 30q8-4 16-4", ink(D, 0.8, { opacity: 0.5 })],
];
const colossus: Shape = [
  ...[36, 78].flatMap(
    (x): Shape => [
      [H, `M${x - 14} 64V54h28v10Z`],
      [S, `M${x - 10} 54V32q0-5 5-6h10q5 1 5 6v22Z`],
      [H, `M${x + 3} 54V26h2q5 1 5 6v22Z`],
      [H, `M${x - 8} 26q-1-12 8-12t8 12l1 6h-4q-5 2-10 0h-4Z`],
      [S, `M${x - 4} 27v-6q4-4 8 0v6q-4 3-8 0Z`],
      [S, `M${x - 10} 44h9v10h-9ZM${x + 1} 44h9v10H${x + 1}Z`, ink(D, 0.5)],
    ],
  ),
];
const spheres: Shape = [
  ...(
    [
      [34, 48, 16],
      [76, 44, 20],
      [56, 56, 8],
      [102, 57, 7],
    ] as const
  ).flatMap(
    ([x, y, r]): Shape => [
      [S, round(x, y, r)],
      [H, `M${x} ${y - r}a${r} ${r} 0 0 1 0 ${2 * r}q${r}-${r} 0-${2 * r}`],
      [
        NONE,
        `M${x - r * 0.6} ${y - r * 0.3}q${r * 0.3}-${r * 0.5} ${r * 0.6}-${r * 0.4}`,
        ink("#fff", 1.5, { opacity: 0.5 }),
      ],
    ],
  ),
];
const slabs: Shape = [
  [S, "M14 64V46l18-4 4 22Z"],
  [S, "M34 64V36l26-5 3 33Z"],
  [H, "M61 64V30l22 4 2 30Z"],
  [S, "M83 64V44l22 5v15Z"],
  [S, "M34 36l26-5 22 4-22 5Z", ink(D, 0.5)],
  [D, "M44 64V48h10v16Z"],
  [D, "M47 42h4v4h-4ZM14 54h21M86 55h18", ink(D, 0.7, { opacity: 0.6 })],
];

/* ---- artefacts: one object each, on a plinth ---- */

const disc: Shape = [
  [S, round(60, 34, 22)],
  [H, "M60 12a22 22 0 0 1 0 44q14-22 0-44"],
  [NONE, round(60, 34, 15), ink(D, 1)],
  [D, round(60, 34, 5)],
  ...Array.from(
    { length: 12 },
    (_, i): Part => [NONE, "M60 20v5", ink(D, 1.4, { transform: `rotate(${30 * i} 60 34)` })],
  ),
];
const starDisc: Shape = [
  ["#2f6e66", round(60, 34, 22)],
  ["#e9c65a", round(53, 31, 6.5)],
  ["#e9c65a", "M72 24a9 9 0 1 0 2 14a7.5 7.5 0 0 1-2-14"],
  [NONE, "M46 50q14 7 28 0", ink("#e9c65a", 2)],
  ...(
    [
      [62, 20],
      [48, 20],
      [60, 44],
      [76, 44],
      [44, 40],
      [67, 33],
    ] as const
  ).map(([x, y]): Part => ["#e9c65a", round(x, y, 1.2)]),
];
const tablet: Shape = [
  [S, "M40 56V16q0-4 4-4h32q4 0 4 4v40Z"],
  [H, "M72 56V12h4q4 0 4 4v40Z"],
  ...[18, 24, 30, 36, 42, 48].map(
    (y, i): Part => [
      NONE,
      `M45 ${y}h${22 - 3 * (i % 3)}`,
      ink(D, 2, { "stroke-dasharray": `${2 + (i % 2)} 1.6 1 1.4` }),
    ],
  ),
];
const skull: Shape = [
  [S, "M44 34q-2-22 18-23q20 2 17 24l-3 8v10H52V44Z"],
  [H, "M62 11q20 2 17 24l-3 8v10h-7q6-20-7-42", { opacity: 0.7 }],
  [D, oval(55, 34, 4.5, 5)],
  [D, oval(69, 34, 4.5, 5)],
  [D, "M62 38l-2.5 6h5Z"],
  [NONE, "M55 48v5M59 48v5M63 48v5M67 48v5M71 48v5", ink(D, 0.8)],
];
const map: Shape = [
  ["#ecd9ae", "M32 18q14-5 28 0t28 0v36q-14 5-28 0t-28 0Z"],
  [
    "#a98a5a",
    "M40 24q8 2 7 10t-6 14q-2-8-5-12t4-12M58 22q10-2 12 6t-2 10-3 12q-6-3-6-12t-1-16M78 30q4 4 2 12",
    ink(D, 0.6),
  ],
  ["#a8432f", "M76 46l4-6 1 7 6 1-6 2-1 6-2-6-6-1Z"],
  [NONE, "M32 18q14-5 28 0t28 0", ink(H, 1.5)],
];
const head: Shape = [
  [S, "M42 56V26q2-14 18-14t18 14v30Z"],
  [H, "M66 12q10 3 12 14v30H68q6-24-2-44"],
  [D, "M42 26q18-8 36 0v4q-18-6-36 0Z", { opacity: 0.6 }],
  [D, "M48 34h8v3h-8ZM64 34h8v3h-8ZM57 36l-2 9h10l-2-9ZM51 49h18v2.5H51Z"],
];
const moai: Shape = [
  [S, "M46 56q2-18 1-30l2-14h20q5 8 4 20l3 24Z"],
  [H, "M64 12h5q5 8 4 20l3 24H64Z"],
  [D, "M48 24h22l1 4H50ZM57 28l-3 14h9l-2-14ZM52 47h14v2.5H52Z", { opacity: 0.75 }],
  ["#a5523a", "M47 12h24V7q-12-4-24 0Z"],
];
const vase: Shape = [
  [S, "M52 14h16v4q-2 3 0 7q12 6 8 19q-4 11-16 12q-12-1-16-12q-4-13 8-19q2-4 0-7Z"],
  [H, "M63 14h5v4q-2 3 0 7q12 6 8 19q-4 11-16 12q14-16 3-42"],
  [NONE, "M43 36q17 6 34 0M44 42q16 6 32 0", ink(D, 1.4)],
  [D, "M50 12h20v3H50Z"],
];
const gears: Shape = [
  ...(
    [
      [52, 32, 17],
      [75, 42, 10],
    ] as const
  ).flatMap(
    ([x, y, r]): Shape => [
      ["#7d9a86", round(x, y, r), ink(D, 1)],
      ...Array.from(
        { length: 16 },
        (_, i): Part => [
          "#5f7d6a",
          `M${x - 1.4} ${y - r - 2.6}h2.8v3.4h-2.8Z`,
          { transform: `rotate(${22.5 * i} ${x} ${y})` },
        ],
      ),
      [NONE, round(x, y, r * 0.62), ink(D, 1)],
      [NONE, `M${x - r * 0.6} ${y}h${r * 1.2}M${x} ${y - r * 0.6}v${r * 1.2}`, ink(D, 1.6)],
      [D, round(x, y, r * 0.18)],
    ],
  ),
];
const cords: Shape = [
  [NONE, "M32 18q28 8 56 0", ink(D, 2.6)],
  ...[36, 43, 50, 57, 64, 71, 78, 84].flatMap(
    (x, i): Shape => [
      [
        NONE,
        `M${x} ${19 + 3 * Math.sin((i / 7) * 3.14)}q${(i % 3) - 1} 16 ${(i % 2) * 2 - 1} ${26 + 3 * (i % 3)}`,
        ink(["#b5523b", S, "#4d7a74", "#d9a441"][i % 4], 2),
      ],
      [D, round(x, 30 + 4 * (i % 3), 1.9)],
      [D, round(x, 40 + 3 * (i % 2), 1.9)],
    ],
  ),
];
const level: Shape = [
  [S, "M28 30h64v8H28Z"],
  [H, "M28 35h64v3H28Z"],
  ...[44, 53, 62, 71, 80].map((x): Part => [D, oval(x, 33, 2, 1.6)]),
  [D, "M28 30l-3 4 3 4ZM34 30v8", ink(D, 1)],
];
const flute: Shape = level.map(
  ([fill, d, more]): Part => [fill, d, { ...more, transform: "rotate(-28 60 34)" }],
);
const pillar: Shape = [
  ["#6d6a68", "M54 56 56 12h8l2 44Z"],
  ["#4d4a49", "M61 56V12h3l2 44Z"],
  ["#6d6a68", "M52 12q0-4 8-5 8 1 8 5ZM50 56h20v-3H50Z"],
  [NONE, "M56 28h7M56 32h7M56 36h6", ink("#c9c3bb", 0.8)],
];
const lens: Shape = [
  ["#bcd8dd", oval(60, 34, 20, 22)],
  [NONE, oval(60, 34, 20, 22), ink(H, 3)],
  ["#fff", "M48 26q6-10 16-8q-8 4-10 14Z", { opacity: 0.75 }],
  [NONE, "M64 48q8-4 9-12", ink("#fff", 2, { opacity: 0.6 })],
];
const boat: Shape = [
  ["#b5793f", "M22 32q6 20 38 20t38-22q-3-4-6-4-6 16-32 16T28 28q-4 0-6 4Z"],
  ["#7c4f27", "M30 42q12 10 30 10t30-10q-12 4-30 4t-30-4"],
  [S, "M46 42V28h26v14Z"],
  [H, "M44 28h30v-3H44ZM52 42V28M58 42V28M64 42V28", ink(D, 1)],
  [NONE, "M34 40 20 54M84 40l14 14", ink(D, 1.4)],
  ["#e6b540", round(59, 15, 6)],
];
const lines: Shape = [
  ["#9b6a46", "M26 14h68v42H26Z"],
  [
    NONE,
    "M40 46q4-10 12-10l10-12q4-4 7 0l-8 12h14l12-8M61 36l14 12M52 36l-6-8M46 28l4-2M88 28l3-4M87 29l5 1M87 28l4 4",
    ink(CHALK, 2, ROUND),
  ],
  [NONE, "M32 52 90 18", ink(CHALK, 2, { ...ROUND, opacity: 0.35 })],
];
const candelabra: Shape = [
  ["#a3744a", "M26 12h68v46H26Z"],
  [NONE, "M60 52V18M44 20v14q0 6 16 6t16-6V20M56 18h8M40 20h8M72 20h8M50 52h20", ink(CHALK, 3, ROUND)],
];
const figurine: Shape = [
  [S, "M48 14q12-7 24 0l2 12q-14 8-28 0ZM44 30q16 6 32 0l6 10-8 2-2 14h-8l-2-8h-4l-2 8h-8l-2-14-8-2Z"],
  [H, "M62 10q7 1 10 4l2 12q-6 4-12 4ZM64 33q8-1 12-3l6 10-8 2-2 14h-8Z"],
  [S, oval(54, 20, 5, 3.4), ink(D, 1)],
  [S, oval(66, 20, 5, 3.4), ink(D, 1)],
  [NONE, "M50 20h8M62 20h8M50 38h20", ink(D, 1.4)],
];
const book: Shape = [
  ["#ecd9ae", "M30 20q16-6 30 2q14-8 30-2v34q-16-6-30 2q-14-8-30-2Z", ink(H, 1)],
  [NONE, "M60 22v34", ink(H, 1.6)],
  ...[28, 33, 38, 43].map(
    (y): Part => [NONE, `M36 ${y}q9-3 18 1`, ink(D, 1, { "stroke-dasharray": "3 1 1.5 1" })],
  ),
  ["#a8432f", "M75 48V32M75 36q-6-4-7-9 6 0 7 6 1-7 7-8 0 6-7 11", ink("#4d7a4a", 1.2)],
];
const pebble: Shape = [
  [S, "M34 40q0-24 28-25q28 3 26 25q-4 16-28 16t-26-16"],
  [H, "M62 15q28 3 26 25q-4 16-28 16q22-18 2-41"],
  [NONE, round(56, 34, 9), ink(D, 1.2)],
  [NONE, "M56 21v-4M56 47v4M43 34h-4M69 34h4M47 25l-3-3M65 25l3-3M47 43l-3 3M65 43l3 3", ink(D, 1.3)],
];
const orbs: Shape = [
  ...(
    [
      [46, 42, 13],
      [72, 38, 17],
    ] as const
  ).flatMap(
    ([x, y, r]): Shape => [
      [S, round(x, y, r)],
      [H, `M${x} ${y - r}a${r} ${r} 0 0 1 0 ${2 * r}q${r}-${r} 0-${2 * r}`],
      [
        NONE,
        `M${x - r} ${y}q${r} ${r * 0.35} ${2 * r} 0M${x - r * 0.97} ${y + 3}q${r} ${r * 0.35} ${1.94 * r} 0`,
        ink(D, 1),
      ],
    ],
  ),
];
const relic: Shape = [
  [S, "M60 10 84 52H36Z"],
  [H, "M60 10 84 52H66Z"],
  ...[22, 30, 38, 46].map(
    (y): Part => [NONE, `M${60 - (y - 10) * 0.57} ${y}h${(y - 10) * 1.14}`, ink(D, 0.8)],
  ),
  ["#fff", oval(60, 20, 4, 2.6)],
  [D, round(60, 20, 1.6)],
];
const mask: Shape = [
  [S, "M46 56V22L60 8l14 14v34q-14 6-28 0"],
  [H, "M60 8l14 14v34q-6 3-14 3Z"],
  [D, "M49 28h8v6h-8ZM63 28h8v6h-8ZM58 34h4v10h-4ZM53 48h14v3H53Z"],
  [NONE, "M60 8V2M54 10l-4-6M66 10l4-6", ink(D, 1.6)],
];

const objects: Record<string, Shape> = {
  A1: disc,
  A2: vase,
  A3: pebble,
  A4: disc,
  A5: pebble,
  A6: gears,
  A7: moai,
  A8: relic,
  A9: disc,
  A10: cords,
  A11: candelabra,
  A12: head,
  A13: map,
  A14: orbs,
  A15: flute,
  A16: skull,
  A17: tablet,
  A18: mask,
  A19: book,
  A20: tablet,
  A21: vase,
  A22: lines,
  A23: head,
  A24: disc,
  A25: tablet,
  A26: starDisc,
  A27: pillar,
  A28: figurine,
  A29: disc,
  A30: lens,
  A31: vase,
  A32: skull,
  A33: pebble,
  A34: map,
  A35: tablet,
  A36: boat,
};

const styles: Record<Monument, Record<keyof typeof palettes, readonly Shape[]>> = {
  pyramid: {
    "north-africa": [smooth],
    "central-america": [stepped],
    "south-america": [stepped],
    "near-east": [stepped],
    "south-asia": [stupa],
    "east-asia": [mound],
    europe: [mound],
    africa: [mound],
  },
  city: {
    "north-africa": [pylon, temple],
    "central-america": [stepped],
    "south-america": [walls, slabs],
    "near-east": [walls, cliff],
    europe: [temple],
    "east-asia": [walls],
    "south-asia": [spires, cliff],
    africa: [domes],
  },
  megalith: {
    "north-africa": [colossus],
    "central-america": [spheres, head],
    "south-america": [slabs],
    "near-east": [slabs],
    europe: [dolmen, menhirs, trilithons],
    "east-asia": [dolmen],
    "south-asia": [dolmen, cliff],
    africa: [menhirs],
  },
};
const exceptions: Record<string, Shape> = {
  Sudan: steep,
  "Costa Rica": spheres,
  Jordan: cliff,
  England: trilithons,
  Scotland: menhirs,
  Malta: slabs,
};

/** What nobody knows the home of looks as if found in Europe. */
function lookOf(region: Region): keyof typeof palettes {
  return region === "unknown" ? "europe" : region;
}

function shapeOf({ id, kind, country, region }: PictureProps): Shape {
  const number = Number(id.slice(1));
  if (kind === "artefact") return objects[id] ?? pebble;
  const odd = exceptions[country];
  if (odd) return odd;
  const choice = styles[kind][lookOf(region)];
  return choice[number % choice.length] ?? walls;
}

export interface PictureProps {
  id: string;
  kind: Kind;
  /** In English. */
  country: string;
  region: Region;
}

/** The picture of a Builder card. Decorative: the card's name is said beside it. */
export function Picture(props: PictureProps): JSX.Element {
  const { id, kind, region } = props;
  const p: Palette = palettes[lookOf(region)];
  const n = Number(id.slice(1));
  const shape = shapeOf(props);
  const light = 18 + ((n * 37) % 84);
  const hill = (n * 13) % 30;
  const gradient = `sky-${id}`;
  const indoors = kind === "artefact";
  return (
    <svg
      viewBox="0 0 120 80"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      class="ak-picture"
      style={{ "--stone": p.stone, "--shade": p.shade, "--dark": p.dark, "--ground": p.ground }}
    >
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color={indoors ? p.dark : p.sky[0]} />
          <stop offset="1" stop-color={indoors ? p.shade : p.sky[1]} />
        </linearGradient>
      </defs>
      <rect width="120" height="80" fill={`url(#${gradient})`} />
      {indoors ? (
        <path d="M60-8 98 66H22Z" fill={p.sky[0]} opacity=".22" />
      ) : (
        <g>
          <circle cx={light} cy="16" r={7 + (n % 4)} fill="#fff7df" opacity=".85" />
          <path
            d={`M0 ${54 - hill * 0.3}q${20 + hill}-${10 + (n % 9)} 44 2t40-${4 + (n % 7)} 36 4v30H0Z`}
            fill={p.far}
            opacity=".65"
          />
        </g>
      )}
      <g transform={!indoors && n % 2 ? "matrix(-1 0 0 1 120 0)" : undefined}>
        <Drawn shape={shape} />
      </g>
      {indoors ? (
        <g>
          <path d="M28 58h64v6H28Z" fill={p.stone} />
          <path d="M34 64h52v16H34Z" fill={p.shade} />
          <path d="M28 62h64v2H28Z" fill={p.dark} opacity=".3" />
        </g>
      ) : (
        <path d={`M0 63q30-${2 + (n % 3)} 60 0t60 0v17H0Z`} fill={p.ground} />
      )}
    </svg>
  );
}

const emblems: Record<Type, Shape> = {
  ancient: [
    [S, "M46 62V52q-6-4-6-16 2-20 20-20t20 20q0 12-6 16v10Z"],
    [H, "M62 16q18 2 18 20 0 12-6 16v10H64q10-22-2-46"],
    [D, "M40 34q4-22 22-20 16 2 18 18-8-8-18-6-4 8-22 8"],
    [D, "M44 52q16 22 32 0v10q-16 12-32 0Z", { opacity: 0.8 }],
    [NONE, "M50 38h6M64 38h6M60 38l-2 8h4", ink(D, 1.6)],
  ],
  writing: [
    [S, "M34 18h46v40H34Z"],
    [H, "M30 14h54q4 0 4 4t-4 4H30q-4 0-4-4t4-4ZM30 54h54q4 0 4 4t-4 4H30q-4 0-4-4t4-4Z"],
    ...[28, 34, 40, 46].map(
      (y, i): Part => [NONE, `M40 ${y}h${34 - 4 * (i % 2)}`, ink(D, 2, { "stroke-dasharray": "4 2 2 2" })],
    ),
  ],
  secret: [
    [NONE, "M60 10 92 62H28Z", ink(S, 3)],
    [S, "M40 46q20-18 40 0-20 16-40 0Z"],
    [D, round(60, 45, 7)],
    ["#fff", round(62, 43, 2)],
    ...Array.from(
      { length: 9 },
      (_, i): Part => [NONE, "M60 4v6", ink(S, 1.6, { transform: `rotate(${-60 + 15 * i} 60 46)` })],
    ),
  ],
};
const hues: Record<Type, Palette> = {
  ancient: {
    ...palettes.europe,
    sky: ["#4c5f7a", "#2b3a52"],
    stone: "#e9e2d0",
    shade: "#b7ab90",
    dark: "#2c2a2a",
  },
  writing: { ...palettes["north-africa"], sky: ["#7d5a3a", "#4e3521"] },
  secret: {
    ...palettes["east-asia"],
    sky: ["#5a4378", "#2c2145"],
    stone: "#e8d38a",
    shade: "#b59a4c",
    dark: "#2a1e3d",
  },
};

/** The picture of a technology, by its type; its number tilts the emblem's halo. */
export function Emblem({ id, type }: { id: string; type: Type }): JSX.Element {
  const p = hues[type];
  const n = Number(id.slice(1));
  const shape = emblems[type];
  const gradient = `halo-${id}`;
  return (
    <svg
      viewBox="0 0 120 80"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      class="ak-picture"
      style={{ "--stone": p.stone, "--shade": p.shade, "--dark": p.dark, "--ground": p.ground }}
    >
      <defs>
        <radialGradient id={gradient} cx={`${30 + ((n * 17) % 40)}%`} cy="45%">
          <stop offset="0" stop-color={p.sky[0]} />
          <stop offset="1" stop-color={p.sky[1]} />
        </radialGradient>
      </defs>
      <rect width="120" height="80" fill={`url(#${gradient})`} />
      <g stroke={p.stone} stroke-width=".6" fill="none" opacity=".35" transform={`rotate(${n * 23} 60 40)`}>
        <circle cx="60" cy="40" r="34" stroke-dasharray="2 3" />
        <circle cx="60" cy="40" r="44" stroke-dasharray="6 4" />
      </g>
      <g transform="translate(0 2)">
        <Drawn shape={shape} />
      </g>
    </svg>
  );
}
