/** The hand: cards to touch, or to drag onto a space. */
import { useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { Face, Touch } from "./Card";
import type { CardId, Hot } from "./view";

const START = 7;

export interface Drag {
  readonly id: CardId;
  readonly x: number;
  readonly y: number;
  readonly over: number | "slot" | null;
}

function under(x: number, y: number): number | "slot" | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const place = element.closest<HTMLElement>("[data-space], [data-slot]");
    if (place) return place.dataset["space"] ? Number(place.dataset["space"]) : "slot";
  }
  return null;
}

export interface Dragging {
  readonly drag: Drag | null;
  /** True once after a drag: the click that follows means nothing. */
  swallow(): boolean;
  readonly listen: {
    onPointerDown(e: PointerEvent): void;
    onPointerMove(e: PointerEvent): void;
    onPointerUp(e: PointerEvent): void;
    onPointerCancel(): void;
  };
}

export function useDrag(
  can: (id: CardId) => boolean,
  begin: (id: CardId) => void,
  drop: (id: CardId, on: number | "slot" | null) => void,
): Dragging {
  const [drag, setDrag] = useState<Drag | null>(null);
  const from = useRef<{ id: CardId; x: number; y: number } | null>(null);
  const moved = useRef(false);
  const end = () => {
    from.current = null;
    setDrag(null);
  };
  return {
    drag,
    swallow: () => {
      const was = moved.current;
      moved.current = false;
      return was;
    },
    listen: {
      onPointerDown: (e) => {
        moved.current = false;
        const card = e.target instanceof Element ? e.target.closest<HTMLElement>("[data-card]") : null;
        const id = card?.dataset["card"];
        from.current = id && e.button === 0 && can(id) ? { id, x: e.clientX, y: e.clientY } : null;
      },
      onPointerMove: (e) => {
        const start = from.current;
        if (!start) return;
        if (!drag) {
          if (Math.hypot(e.clientX - start.x, e.clientY - start.y) < START) return;
          if (e.currentTarget instanceof Element) e.currentTarget.setPointerCapture(e.pointerId);
          moved.current = true;
          begin(start.id);
        }
        setDrag({ id: start.id, x: e.clientX, y: e.clientY, over: under(e.clientX, e.clientY) });
      },
      onPointerUp: (e) => {
        const start = from.current;
        if (drag && start) drop(start.id, under(e.clientX, e.clientY));
        end();
      },
      onPointerCancel: end,
    },
  };
}

interface Props {
  readonly cards: readonly (CardId | null)[];
  readonly away: readonly (CardId | null)[];
  readonly picked: CardId | null;
  readonly chosen: ReadonlySet<CardId>;
  readonly creating: CardId | null;
  readonly hot: Hot;
  /** Why a card cannot be played; null: it can, or it is not the time. */
  why(id: CardId): string | null;
  readonly dragging: Dragging;
  deed(id: CardId): string | undefined;
  touch(id: CardId): void;
}

export function Hand({ cards, away, picked, chosen, creating, hot, why, dragging, deed, touch }: Props) {
  return (
    <section
      class={cards.length + away.length > 6 ? "ak-hand many" : "ak-hand"}
      aria-label={t("Hand")}
      {...dragging.listen}
    >
      {cards.length === 0 && <p class="ak-empty">{t("Your hand is empty.")}</p>}
      {cards.map((id, i) =>
        id === null ? (
          <span class="ak-face back" key={i} />
        ) : (
          <Touch
            key={id}
            id={id}
            deed={deed(id)}
            more={why(id) ?? ""}
            pressed={picked === id || chosen.has(id)}
            state={`${picked === id ? "picked" : ""} ${chosen.has(id) ? "chosen" : ""} ${creating === id ? "creating" : ""} ${dragging.drag?.id === id ? "dragged" : ""} ${hot.get(id) ?? ""}`}
            touch={touch}
          >
            <Face id={id} />
          </Touch>
        ),
      )}
      {away.map((id) =>
        id === null ? null : (
          <Touch key={id} id={id} state="away" more={t("put away")} touch={touch}>
            <Face id={id} />
          </Touch>
        ),
      )}
    </section>
  );
}
