/** What the pieces look like: archive boxes, requests under a wax seal, signs of types and actions. */
import { LETTERS, type Letter, typeOf } from "./view";

/** A sign of its own for each type besides its colour, in a box of 24. */
const SIGNS: Readonly<Record<Letter, string>> = {
  // a rubber stamp
  R: "M9 2.500h6q1.500 1 0 3-1 2-.8 5H19q1.500 0 1.500 1.500v4h-17v-4Q3.500 10.500 5 10.500h4.800q.2-3-.8-5-1.500-2 0-3ZM4.500 18h15v3.500h-15Z",
  // a crown
  B: "M2.500 7.500 8 11l4-8 4 8 5.500-3.500L19.500 18h-15ZM4.500 19.500h15V22h-15Z",
  // a key
  G: "M7.500 5.500a5.500 5.500 0 0 1 5.200 4H22V14h-2.500v3H16v-3h-3.300a5.500 5.500 0 1 1-5.200-8.500Zm0 3.300a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400Z",
  // a quill
  Y: "M21.500 2Q9 3 6 13.500L2.500 22l1.800.5L7 17.500q4.500.8 8-2l-2.500-.8 4.500-1.200q2-2 3-5l-3 .2 3.600-2.200Q21.500 4 21.500 2Z",
  // a compass rose
  V: "M12 .5 14.500 9.500 23.500 12l-9 2.500L12 23.500l-2.500-9L.5 12l9-2.500ZM5 5l4 2.200L7.200 9ZM19 5l-4 2.200L16.800 9ZM5 19l4-2.200L7.200 15ZM19 19l-4-2.200 1.800-1.800Z",
  // a seal with its ribbons
  O: "M12 1.500a7.300 7.300 0 1 1 0 14.600 7.300 7.300 0 0 1 0-14.600Zm0 3.800a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM7 15.500l3.800 1.700L8.500 23l-1.800-2.200-2.700.6ZM17 15.500l-3.800 1.700 2.300 5.800 1.800-2.200 2.700.6Z",
};

const ACTIONS: Readonly<Record<string, string>> = {
  // a box going down onto its shelf
  store: "M7 2h10v7H7Zm3 2.500v1.700h4V4.500ZM12 10.500l4 4h-2.500V17h-3v-2.500H8ZM2 18.500h20V22H2Z",
  // a slip with a question
  request:
    "M5 1.500h14v21l-3.500-2.200L12 22.500l-3.500-2.200L5 22.500ZM9 8h2q0-2 1.500-1.500 1 1-.8 2.500-1 1-1 2.500h2.200q.2-1 1.500-2 2-2 .5-4.500Q13.300 3.500 11 4 9 4.800 9 8Zm1.600 5h2.300v2.300h-2.300Z",
  // an open folder handed over
  answer: "M2 4h7l2 2.500h9V10H7l-3 8.500L2 18ZM7.800 11.500H23L19.500 20h-15Zm3.200 3v2h6v-2Z",
  // a frame on the wall
  exhibit:
    "M12 1 16 5h6v17H2V5h6Zm0 2.500L10.500 5h3ZM5 8v11h14V8Zm1.500 9.500 4-6 2.500 3.500 1.500-2 3 4.500Z",
  // a hand of cards
  draw: "M9.500 2.500 20 5.300 15.500 22 5 19.200Zm1.800 2.900L7.500 17.600l6.400 1.700 3.700-12.200ZM7 5.500 3.800 17.500 2 7.500Z",
};

const dark = (letter: Letter) => letter === "Y" || letter === "O";
export const inkOn = (letter: string): string => (dark(letter as Letter) ? "#2c1c0c" : "#fffaf0");

/** A wavy blob of wax round the middle. */
const WAX =
  "M12 0q2.600 1.600 5 .9.900 2.600 3.600 3.300.2 2.700 2.400 4.200-1.300 2.500.4 4.800-2.200 1.700-2 4.300-2.800.3-4 2.800-2.500-.9-4.800.8Q10.200 22.500 7.400 23q-1-2.600-3.700-3.100.3-2.900-2.200-4.300Q3 13.200 1 10.800q2.500-1.300 2.400-4 2.600-.3 3.700-3Q9.700 2.800 12 0Z";

export function Sign({ letter, x, y, size }: { letter: string; x: number; y: number; size: number }) {
  return (
    <path
      d={SIGNS[letter as Letter]}
      fill-rule="evenodd"
      fill={inkOn(letter)}
      transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}
    />
  );
}

/** The seal of a type: wax and sign. */
export function Seal({ letter, x, y, size }: { letter: string; x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 24})`}>
      <path class="av-wax" d={WAX} transform="translate(-12 -11.500)" fill={typeOf(letter)?.colour} />
      <circle class="av-wax-rim" r="8.600" />
      <Sign letter={letter} x={0} y={0} size={13.5} />
    </g>
  );
}

export function ActionSign({ action, x, y, size }: { action: string; x: number; y: number; size: number }) {
  return (
    <path
      class="av-action-sign"
      d={ACTIONS[action] ?? ""}
      fill-rule="evenodd"
      transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}
    />
  );
}

export const HEX = "M-20 0 -10.500-17.300H10.500L20 0 10.500 17.300H-10.500Z";

/** Drawn once, used by every cube and request. A cube is 40 wide, a request 40. */
export function Defs() {
  return (
    <defs>
      {LETTERS.map((letter) => {
        const colour = typeOf(letter)?.colour ?? "#777";
        return (
          <g key={letter} id={`av-cube-${letter}`}>
            <path class="av-cube-shadow" d="M-17 17h36l4 5h-34Z" />
            <rect x="-19" y="-19" width="38" height="38" rx="4" fill={colour} />
            <path class="av-cube-top" d="M-15-19h30q4 0 4 4v4h-38v-4q0-4 4-4Z" />
            <path class="av-cube-side" d="M12-11h7v26q0 4-4 4h-3Z" />
            <path class="av-cube-line" d="M-19-11h38" />
            <Sign letter={letter} x={-2.5} y={4} size={25} />
          </g>
        );
      })}
      {LETTERS.map((letter) => (
        <g key={letter} id={`av-hex-${letter}`}>
          <path class="av-hex-shadow" d={HEX} transform="translate(2 3)" />
          <path class="av-hex-paper" d={HEX} />
          <path class="av-hex-edge" d={HEX} transform="scale(0.88)" />
          <Seal letter={letter} x={0} y={0} size={27} />
        </g>
      ))}
      <pattern id="av-grain" width="160" height="14" patternUnits="userSpaceOnUse">
        <path class="av-grain" d="M0 3q40 4 80 0t80 0M0 10q30-4 70 0t90 0" />
      </pattern>
      <pattern id="av-hide" width="22" height="22" patternUnits="userSpaceOnUse">
        <path class="av-hide" d="M2 4q3 3 6 0M13 8q3-3 6 1M4 15q4-2 6 2M15 18q2 3 5 0" />
      </pattern>
    </defs>
  );
}
