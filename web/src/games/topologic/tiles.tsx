/** Tiles as cement tiles: every colour has a letter, a name and a motif of its own. */
import { t } from "../../i18n";
import type { Tile } from "./view";

interface Colour {
  readonly fill: string;
  readonly name: () => string;
  /** Inside a square of 100. */
  readonly motif: string;
}

/* The hues also differ in lightness, and the motifs in shape: no pair needs colour alone. */
const colours: Readonly<Record<string, Colour>> = {
  A: {
    fill: "#b5384a",
    name: () => t("crimson"),
    motif:
      "M0 9a9 9 0 0 1 9-9h27A36 36 0 0 1 0 36ZM64 0h27a9 9 0 0 1 9 9v27A36 36 0 0 1 64 0ZM0 64A36 36 0 0 1 36 100H9a9 9 0 0 1-9-9ZM100 64v27a9 9 0 0 1-9 9H64A36 36 0 0 1 100 64Z",
  },
  B: {
    fill: "#d8742c",
    name: () => t("orange"),
    motif: "M8 0h12v100H8zM32 0h12v100H32zM56 0h12v100H56zM80 0h12v100H80z",
  },
  C: { fill: "#e0ae36", name: () => t("gold"), motif: "M50 0 100 50 50 100 0 50Z" },
  D: {
    fill: "#86a83a",
    name: () => t("lime"),
    motif: "M0 9a9 9 0 0 1 9-9Q60 0 60 60 0 60 0 9ZM100 91a9 9 0 0 1-9 9Q40 100 40 40 100 40 100 91Z",
  },
  E: {
    fill: "#2f7353",
    name: () => t("green"),
    motif:
      "M9 0h16v25H0V9a9 9 0 0 1 9-9ZM50 0h25v25H50zM25 25h25v25H25zM75 25h25v25H75zM0 50h25v25H0zM50 50h25v25H50zM25 75h25v25H25zM75 75h25v16a9 9 0 0 1-9 9H75Z",
  },
  F: {
    fill: "#3c9f9c",
    name: () => t("turquoise"),
    motif:
      "M0 14q12-18 25 0t25 0 25 0 25 0v14q-12 18-25 0t-25 0-25 0-25 0zM0 72q12-18 25 0t25 0 25 0 25 0v14q-12 18-25 0t-25 0-25 0-25 0z",
  },
  G: {
    fill: "#2e6cae",
    name: () => t("blue"),
    motif:
      "M50 0 63 37 100 50 63 63 50 100 37 63 0 50 37 37ZM0 9a9 9 0 0 1 9-9h14L0 23ZM100 9a9 9 0 0 0-9-9H77l23 23ZM0 91a9 9 0 0 0 9 9h14L0 77ZM100 91a9 9 0 0 1-9 9H77l23-23Z",
  },
  H: {
    fill: "#6d4aa0",
    name: () => t("violet"),
    motif: "M50 1a49 49 0 1 0 0 98A49 49 0 1 0 50 1Zm0 11a38 38 0 1 1 0 76 38 38 0 1 1 0-76Z",
  },
  I: { fill: "#d486a6", name: () => t("pink"), motif: "M37 0h26v37h37v26H63v37H37V63H0V37h37Z" },
  J: {
    fill: "#8b877f",
    name: () => t("grey"),
    motif:
      "M0 28 25 4 50 28 75 4l25 24v15L75 19 50 43 25 19 0 43zM0 82l25-24 25 24 25-24 25 24v15L75 73 50 97 25 73 0 97z",
  },
};

const unknown: Colour = { fill: "#777", name: () => "", motif: "" };

export function colourOf(tile: Tile): Colour {
  return colours[tile[0] ?? ""] ?? unknown;
}

/** As a reader says it: "C4, gold". */
export function tileName(tile: Tile): string {
  return `${tile}, ${colourOf(tile).name()}`;
}

export function TileFace({ tile }: { tile: Tile }) {
  const { fill, motif } = colourOf(tile);
  return (
    <>
      <rect class="tile-edge" x="0" y="3" width="100" height="101" rx="9" />
      <rect width="100" height="100" rx="9" fill={fill} />
      <path class="tile-motif" d={motif} fill-rule="evenodd" />
      <rect class="tile-gloss" x="1.500" y="1.500" width="97" height="97" rx="8" />
      <circle class="tile-medal" cx="50" cy="50" r="30" />
      <text class="tile-name" x="50" y="63">
        {tile}
      </text>
    </>
  );
}

/** A tile in a line of text. */
export function Chip({ tile }: { tile: Tile }) {
  const { fill, motif } = colourOf(tile);
  return (
    <span class="chip">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <rect width="100" height="100" rx="14" fill={fill} />
        <path class="tile-motif" d={motif} fill-rule="evenodd" />
      </svg>
      <span class="chip-name">{tile}</span>
    </span>
  );
}

export function PawnShape({ n }: { n: number }) {
  return (
    <>
      <ellipse class="pawn-shade" cx="3" cy="31" rx="24" ry="7" />
      <path class="pawn-body" d="M-20 31C-20 20-11 14-9 3A15 15 0 1 1 9 3c2 11 11 17 11 28Z" />
      <circle class="pawn-shine" cx="-5" cy="-14" r="4" />
      <text class="pawn-number" y="25">
        {n}
      </text>
    </>
  );
}
