/** The letter machine: what is lost falls out of its tray, from Z to A. */
import { useEffect, useRef, useState } from "preact/hooks";
import { tn } from "../../i18n";
import { ALPHABET } from "./view";

/** How many there were before they fell; they lie below for a while. */
function useFallen(letters: number): number {
  const before = useRef(letters);
  const [fallen, setFallen] = useState(letters);
  useEffect(() => {
    if (letters < before.current) setFallen(before.current);
    else setFallen(letters);
    before.current = letters;
  }, [letters]);
  return fallen;
}

export interface MachineProps {
  readonly letters: number;
  /** How many would be lost by what is chosen. */
  readonly risk?: number;
}

export function Machine({ letters, risk = 0 }: MachineProps) {
  const fallen = useFallen(letters);
  const state = (i: number) => {
    if (i < letters - risk) return "here";
    if (i < letters) return "risk";
    return i < fallen ? "falls" : "gone";
  };
  return (
    <div class="nc-machine" role="img" aria-label={tn("{n} letter left", "{n} letters left", letters)}>
      <svg class="nc-works" viewBox="0 0 90 60" aria-hidden="true">
        <path d="M8 58V24q0-10 10-10h54q10 0 10 10v34Z" fill="#8b5a35" />
        <path d="M8 58V24q0-10 10-10h8q-10 0-10 10v34Z" fill="#d3a66e" />
        <path d="M28 4h34l-6 12H34Z" fill="#d3a66e" />
        <path d="M28 4h34l-2 4H30Z" fill="#fcf0d4" />
        <circle cx="33" cy="36" r="13" fill="#38231a" />
        <circle cx="33" cy="36" r="13" fill="none" stroke="#f8b95b" stroke-width="2.5" />
        <g class="nc-gear">
          {[0, 45, 90, 135].map((turn) => (
            <path
              key={turn}
              d="M66 25v22"
              stroke="#f8b95b"
              stroke-width="4"
              transform={`rotate(${turn} 66 36)`}
            />
          ))}
          <circle cx="66" cy="36" r="7.5" fill="#f8b95b" />
          <circle cx="66" cy="36" r="3" fill="#38231a" />
        </g>
        <text x="33" y="41" text-anchor="middle">
          {letters}
        </text>
      </svg>
      <div class="nc-tray" aria-hidden="true">
        {[...ALPHABET].map((letter, i) => (
          <i
            key={letter}
            class={`nc-letter ${state(i)}`}
            style={{ "--i": Math.max(0, fallen - 1 - i), "--spin": ((i * 37) % 90) - 45 }}
          >
            <b>{letter}</b>
          </i>
        ))}
      </div>
    </div>
  );
}
