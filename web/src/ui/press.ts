/**
 * A press and its release act on the same thing, or on nothing. A finger's click is aimed anew when the
 * finger leaves: whatever moved under it in between must not be hit, and what was dragged is no click.
 */
const THINGS =
  "button, a, summary, label, input, select, textarea, [role='button'], [role='radio'], [role='tab'], [data-thing]";
const PLACES = ".stage, .side, .board";

interface Press {
  readonly thing: Element | null;
  /** What it said when it was pressed: a button may be given another meaning meanwhile. */
  readonly says: string;
}

let press: Press | null = null;
let spoilt = false;

function thingAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(THINGS) : null;
}

const says = (thing: Element | null) => (thing instanceof HTMLButtonElement ? (thing.textContent ?? "") : "");

function pressed(event: Event): void {
  const thing = thingAt(event.target);
  press = { thing, says: says(thing) };
  spoilt = false;
}

function released(event: MouseEvent): void {
  const thing = thingAt(event.target);
  const here = event.target instanceof Element && event.target.closest(PLACES) !== null;
  // A key's click has no press before it.
  if (event.detail === 0 || !here || press === null) return;
  if (!spoilt && press.thing === thing && press.says === says(thing)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** The press under way has become something else, as a drag: its click means nothing. */
export function spoilPress(): void {
  spoilt = true;
}

/** Held while a table is shown. */
export function watchPresses(): () => void {
  addEventListener("pointerdown", pressed, true);
  addEventListener("click", released, true);
  return () => {
    removeEventListener("pointerdown", pressed, true);
    removeEventListener("click", released, true);
  };
}
