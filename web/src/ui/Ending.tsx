/** The end of a game is a moment: over the board who won and why, then what it meant, then what next. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { lessMotion } from "../prefs";
import { Icon } from "./icons";

/** How long the board has for its own last movement. */
const FINALE = 1600;

interface Props {
  over: boolean;
  title: string;
  why: ComponentChildren;
  details: ComponentChildren;
  /** What can be done next. */
  next: ComponentChildren;
}

/** Shown some time after a game that was watched to its end, at once for whoever comes later. */
function useMoment(over: boolean): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(over);
  const was = useRef(over);
  useEffect(() => {
    if (over === was.current) return;
    was.current = over;
    if (!over) return setOpen(false);
    const timer = setTimeout(() => setOpen(true), lessMotion() ? 0 : FINALE);
    return () => clearTimeout(timer);
  }, [over]);
  return [open, setOpen];
}

export function Ending({ over, title, why, details, next }: Props) {
  const [open, setOpen] = useMoment(over);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open) panel.current?.focus({ preventScroll: true });
  }, [open]);
  if (!over) return null;
  if (!open)
    return (
      <button type="button" class="button main ending-again" onClick={() => setOpen(true)}>
        {t("The result")}
      </button>
    );
  return (
    <section class="ending sheet" aria-label={t("The result")} tabIndex={-1} ref={panel}>
      <button
        type="button"
        class="icon-button ending-close"
        aria-label={t("Look at the board")}
        title={t("Look at the board")}
        onClick={() => setOpen(false)}
      >
        <Icon name="close" />
      </button>
      <div class="ending-scroll" tabIndex={0}>
        <h2>{title}</h2>
        {why && <p class="ending-why">{why}</p>}
        {details}
      </div>
      <div class="row ending-next">{next}</div>
    </section>
  );
}
