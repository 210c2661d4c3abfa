/**
 * After a deed the keyboard's focus goes where the next one is. What had it may be gone, or be disabled
 * while an answer is awaited: a browser would drop the focus onto the page, and whoever plays by keys would
 * begin at its top again. So whenever the page has changed and the focus is lost, it is given to what can
 * be done now, nearest to where it was; where nothing can, to the prompt, until something can. A button that
 * was lit when it was pressed and is not any more has had its deed, too. In a field that arrows walk through
 * one stays where one is.
 */
const STOPS =
  "button, a[href], summary, input, select, textarea, [tabindex]:not([tabindex='-1']), [role='button'][tabindex]";
/** What must be taken in first lies over the board. */
const FIRST = ".moment .main, .curtain .main, .ending, .ending-again";

type Stop = HTMLElement | SVGElement;
const isStop = (found: Element | null): found is Stop =>
  found instanceof HTMLElement || found instanceof SVGElement;

function isOpen(stop: Element): boolean {
  return !stop.matches(":disabled, [aria-disabled='true']") && stop.getClientRects().length > 0;
}

function among(place: Element | null, selector: string): Stop | null {
  return [...(place?.querySelectorAll(selector) ?? [])].filter(isStop).find(isOpen) ?? null;
}

/** Something lit, or the main button. */
function nextIn(place: Element | null): Stop | null {
  return among(place, ".lit:is(button, [tabindex])") ?? among(place, "button.main");
}

/** The next thing to do: outwards from where the focus was, then wherever it is. */
function nextDeed(table: Element, around: readonly Element[]): Stop | null {
  for (const place of around) {
    if (!place.isConnected || !table.contains(place)) continue;
    // In an open list the answer to what was asked there comes first: outside it would be shut.
    const next = nextIn(place) ?? (place.matches("details[open]") ? among(place, "button") : null);
    if (next) return next;
  }
  const board = table.querySelector(".board");
  const deeds = table.querySelector(".deeds");
  return nextIn(deeds) ?? nextIn(board) ?? among(deeds, "button");
}

function ancestors(of: Element, up: Element): readonly Element[] {
  const found: Element[] = [];
  for (let at = of.parentElement; at && at !== up; at = at.parentElement) found.push(at);
  return found;
}

const isLost = (at: Element | null) => at === null || at === document.body || at.matches(":disabled");

/** Held while a table is shown. */
export function keepFocus(table: HTMLElement): () => void {
  let around: readonly Element[] | null = null;
  // Between two stops nothing has the focus: taken then, Tab would never come to the second.
  let onItsWay = false;
  let acted: Element | null = null;
  const prompt = () => table.querySelector<HTMLElement>(".prompt");

  const left = (event: FocusEvent) => {
    onItsWay = event.relatedTarget !== null;
  };
  const focused = (event: FocusEvent) => {
    const at = event.target;
    onItsWay = false;
    acted = null;
    // A sheet over the table gives the focus back where it was.
    if (!(at instanceof Element) || at === prompt() || at.closest("[role='dialog'], dialog")) return;
    around = table.contains(at) ? ancestors(at, table) : null;
  };
  const changed = () => {
    const at = document.activeElement;
    const resting = at !== null && at === prompt();
    const mine = prompt()?.classList.contains("mine");
    const hasActed = mine && at !== null && at === acted && !at.matches(".lit");
    if (around === null || onItsWay || !document.hasFocus() || !(isLost(at) || resting || hasActed)) return;
    const next = among(table, FIRST) ?? (mine ? nextDeed(table, around) : null) ?? prompt();
    if (next !== at) next?.focus({ preventScroll: true });
  };
  // A press beside everything lets go of the focus on purpose.
  const pressed = (event: PointerEvent) => {
    if (event.target instanceof Element && !event.target.closest(STOPS)) around = null;
  };
  const keyed = (event: KeyboardEvent) => {
    const at = event.target;
    const plays = event.key === "Enter" || event.key === " ";
    acted = plays && at instanceof HTMLButtonElement && at.matches(".lit") ? at : null;
  };
  const watch = new MutationObserver(changed);
  watch.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "class"],
  });
  addEventListener("blur", left, true);
  addEventListener("focusin", focused);
  addEventListener("pointerdown", pressed, true);
  addEventListener("keydown", keyed, true);
  return () => {
    watch.disconnect();
    removeEventListener("blur", left, true);
    removeEventListener("focusin", focused);
    removeEventListener("pointerdown", pressed, true);
    removeEventListener("keydown", keyed, true);
  };
}
