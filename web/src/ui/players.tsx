/** One colour and one sign for a player, everywhere on a table: seats, tracks, pawns, log. */
import type { Seat } from "../table/types";
import { colours } from "./colours";

export interface Player {
  readonly name: string;
  /** White is readable on it. */
  readonly colour: string;
  /** Which of the shapes; by seat. */
  readonly seat: number;
  /** What stands in the shape: a letter, or a robot's face. */
  readonly bot: boolean;
}

/** Outlines in a box of 24: a disc, a square, a hexagon, a diamond, a shield, a flower. */
const shapes = [
  "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Z",
  "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3Z",
  "M7 2h10l6 10-6 10H7L1 12Z",
  "M12 0 24 12 12 24 0 12Z",
  "M2 2h20v11q0 7-10 10.500Q2 20 2 13Z",
  "M12 1a5 5 0 0 1 5 3 5.500 5.500 0 0 1 4.500 8A5.500 5.500 0 0 1 17 20a5 5 0 0 1-10 0 5.500 5.500 0 0 1-4.500-8A5.500 5.500 0 0 1 7 4a5 5 0 0 1 5-3Z",
] as const;

const FACE = "M7.500 10h9v7h-9Zm4.500-3.500V10m-2 3v1m4-1v1";

/** A person keeps their colour; where two have the same, the later seat takes the next free one. */
export function playersOf(seats: readonly Seat[], names: readonly string[]): readonly Player[] {
  const taken = new Set<number>();
  return seats.map((seat, i) => {
    let colour = seat.colour % colours.length;
    while (taken.has(colour)) colour = (colour + 1) % colours.length;
    taken.add(colour);
    return { name: names[i] ?? "", colour: colours[colour] ?? "#555", seat: i, bot: seat.kind === "bot" };
  });
}

/** The sign inside an <svg> of the caller's, in a box of 24. */
export function SignShape({ player }: { player: Player }) {
  return (
    <g class="sign-shape">
      <path d={shapes[player.seat % shapes.length]} fill={player.colour} stroke="#fff" stroke-width="1.2" />
      {player.bot ? (
        <path d={FACE} fill="none" stroke="#fff" stroke-width="1.500" stroke-linecap="round" />
      ) : (
        <text x="12" y="16.500" text-anchor="middle" fill="#fff">
          {(player.name.trim()[0] ?? "?").toUpperCase()}
        </text>
      )}
    </g>
  );
}

/** The sign in a line of text. */
export function PlayerSign({ player }: { player: Player }) {
  return (
    <svg class="player-sign" viewBox="-1 -1 26 26" aria-hidden="true" data-colour={player.colour}>
      <SignShape player={player} />
    </svg>
  );
}
