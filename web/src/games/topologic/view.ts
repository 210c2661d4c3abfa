/** The JSON that games/topologic/text.c writes. */

/** Colour letter A to J and value 1 to 6: "C4". */
export type Tile = string;

export interface Scene {
  readonly shape: string;
  readonly pawns: number;
  readonly par: number;
  readonly width: number;
  readonly height: number;
  readonly field: Readonly<Record<Tile, readonly [number, number]>>;
  readonly border: readonly Tile[];
}

export interface Turn {
  readonly pawns: readonly Tile[];
  readonly score: number;
}

export interface Round {
  readonly seeker: number;
  /** 0 until it is finished. */
  readonly turns: number;
  readonly secret: Tile | null;
  readonly history: readonly Turn[];
}

/** A turn looked back upon. */
export interface Reviewed {
  /** Tiles that the scores allowed. */
  readonly before: number;
  readonly after: number;
  /** Turns that were then to be expected, in hundredths. */
  readonly turns: number;
  /** A better placement, if one was found. */
  readonly best: { readonly pawns: readonly Tile[]; readonly turns: number } | null;
}

export interface View {
  readonly phase: "choosing" | "placing" | "moving" | "over";
  readonly round: number;
  readonly seeker: number;
  readonly pawns: readonly Tile[];
  /** Pawns moved this turn, counted from 1. */
  readonly moved: readonly number[];
  readonly rounds: readonly Round[];
  readonly remaining?: number;
  readonly candidates?: readonly Tile[];
  /** After the game, by seeker: the turns of the latest round. */
  readonly review?: readonly (readonly Reviewed[])[];
}

/** What the legal notes allow, sorted by what is touched. */
export interface Allowed {
  readonly secret: ReadonlySet<Tile>;
  readonly place: ReadonlySet<Tile>;
  /** By pawn, counted from 1. */
  readonly move: ReadonlyMap<number, ReadonlySet<Tile>>;
  readonly announce: boolean;
}

export function readLegal(legal: readonly string[]): Allowed {
  const secret = new Set<Tile>();
  const place = new Set<Tile>();
  const move = new Map<number, Set<Tile>>();
  let announce = false;
  for (const note of legal) {
    const [verb, a = "", b = ""] = note.split(" ");
    if (verb === "secret") secret.add(a);
    else if (verb === "place") place.add(a);
    else if (verb === "announce") announce = true;
    else if (verb === "move") move.set(Number(a), (move.get(Number(a)) ?? new Set<Tile>()).add(b));
  }
  return { secret, place, move, announce };
}
