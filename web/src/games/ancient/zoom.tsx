/** Any card enlarged: under the mouse, under the focus, or held under a finger. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { Portal } from "../../ui/portal";
import { Large } from "./Card";
import type { CardId } from "./view";

const HOVER_MS = 280;
const HOLD_MS = 430;
const WIDTH = 280;
const GAP = 12;

interface Shown {
  readonly id: CardId;
  /** null: in the middle of the page, until it is put away. */
  readonly near: DOMRect | null;
}

type Listeners = Pick<
  JSX.HTMLAttributes<HTMLElement>,
  | "onPointerMove"
  | "onPointerOut"
  | "onPointerDown"
  | "onPointerUp"
  | "onPointerCancel"
  | "onFocusIn"
  | "onFocusOut"
  | "onContextMenu"
>;

export interface Zoom {
  readonly listen: Listeners;
  readonly element: JSX.Element | null;
  pin(id: CardId): void;
  /** Beside what names it: what the selector finds, or that element. */
  showNear(id: CardId, named: Element | null, selector: string): void;
  hide(): void;
  /** True once after a long press: the click that follows means nothing. */
  swallow(): boolean;
}

function cardUnder(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-card]") : null;
}

/** Beside the card where there is room, never over it. */
function place(near: DOMRect): JSX.CSSProperties {
  const right = near.right + GAP + WIDTH < innerWidth;
  const left = right ? near.right + GAP : near.left - GAP - WIDTH;
  if (left < 4)
    return near.top > innerHeight / 2
      ? { left: "4px", bottom: `${innerHeight - near.top + GAP}px` }
      : { left: "4px", top: `${near.bottom + GAP}px` };
  return near.top > innerHeight / 2
    ? { left: `${left}px`, bottom: `${Math.max(6, innerHeight - near.bottom)}px` }
    : { left: `${left}px`, top: `${Math.max(6, near.top)}px` };
}

/** Takes the focus, and gives it back to the card when it goes. */
function CloseButton() {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    button.current?.focus({ preventScroll: true });
    return () => opener instanceof HTMLElement && opener.focus({ preventScroll: true });
  }, []);
  return (
    <button type="button" class="button" ref={button}>
      {t("Close")}
    </button>
  );
}

function Enlarged({ shown, note, hide }: { shown: Shown; note: ComponentChildren; hide(): void }) {
  const pinned = shown.near === null;
  const pressed = useRef(false);
  // Before it is painted: who sees the card enlarged can leave it at once.
  useLayoutEffect(() => {
    const leave = (e: KeyboardEvent) => {
      if (e.key === "Escape") hide();
      else if (e.key === "Tab" && pinned) e.preventDefault(); // there is but one button
    };
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, []);
  // After it is painted: the page may still scroll to the card that has the focus now.
  useEffect(() => {
    addEventListener("scroll", hide, { passive: true });
    return () => removeEventListener("scroll", hide);
  }, []);
  if (!pinned)
    return (
      <div class="ak-zoom" style={shown.near ? place(shown.near) : {}} aria-hidden="true">
        <Large id={shown.id} note={note} />
      </div>
    );
  return (
    <div
      class="ak-zoom-veil"
      onPointerDown={() => {
        pressed.current = true;
      }}
      // The finger that held the card lifts over the veil: that is no press on it.
      onClick={(e) => (pressed.current || e.detail === 0) && hide()}
    >
      <div class="ak-zoom pinned" role="dialog" aria-modal="true" aria-label={t("The card enlarged")}>
        <Large id={shown.id} note={note} />
        <CloseButton />
      </div>
    </div>
  );
}

/** `about` says more of a card where it lies. */
export function useZoom(about: (id: CardId) => ComponentChildren = () => null): Zoom {
  const [shown, show] = useState<Shown | null>(null);
  const timer = useRef(0);
  const held = useRef(false);
  const over = useRef<HTMLElement | null>(null);
  const clear = () => clearTimeout(timer.current);
  const hide = () => {
    clear();
    show(null);
  };
  const later = (ms: number, deed: () => void) => {
    clear();
    timer.current = window.setTimeout(deed, ms);
  };
  useEffect(() => clear, []);

  const listen: Listeners = {
    // A move, not an entry: a card that arrives under a resting mouse stays small.
    onPointerMove: (e) => {
      const card = cardUnder(e.target);
      if (e.pointerType !== "mouse" || e.buttons || card === over.current) return;
      over.current = card;
      if (!card) return;
      later(
        HOVER_MS,
        () =>
          card.isConnected && show({ id: card.dataset["card"] ?? "", near: card.getBoundingClientRect() }),
      );
    },
    onPointerOut: (e) => {
      if (e.pointerType !== "mouse" || cardUnder(e.target) === cardUnder(e.relatedTarget)) return;
      over.current = null;
      clear();
      show((now) => (now?.near ? null : now));
    },
    onPointerDown: (e) => {
      const card = cardUnder(e.target);
      held.current = false;
      if (e.pointerType === "mouse") return hide();
      if (card)
        later(HOLD_MS, () => {
          held.current = true;
          show({ id: card.dataset["card"] ?? "", near: null });
        });
    },
    onPointerUp: clear,
    onPointerCancel: clear,
    onFocusIn: (e) => {
      const card = cardUnder(e.target);
      if (card?.matches(":focus-visible"))
        show({ id: card.dataset["card"] ?? "", near: card.getBoundingClientRect() });
    },
    onFocusOut: () => shown?.near && hide(),
    onContextMenu: (e) => {
      if (held.current) e.preventDefault();
    },
  };
  return {
    listen,
    element: shown && (
      <Portal>
        <Enlarged shown={shown} note={about(shown.id)} hide={hide} />
      </Portal>
    ),
    pin: (id) => show({ id, near: null }),
    showNear: (id, named, selector) => {
      const near = document.querySelector(selector) ?? named;
      if (near) show({ id, near: near.getBoundingClientRect() });
    },
    hide,
    swallow: () => {
      const was = held.current;
      held.current = false;
      return was;
    },
  };
}
