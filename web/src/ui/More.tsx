/** What is done seldom, behind one button: each deed with its name. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./icons";

export function More({ children }: { children(close: () => void): ComponentChildren }) {
  const place = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (place.current) place.current.open = false;
  };
  useEffect(() => {
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && place.current?.contains(event.target)) return;
      close();
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !place.current?.open) return;
      close();
      place.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("focusin", elsewhere);
    document.addEventListener("keydown", onEscape);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("focusin", elsewhere);
      document.removeEventListener("keydown", onEscape);
    };
  }, []);
  return (
    <details class="more" ref={place}>
      <summary class="button plain" aria-label={t("More")} title={t("More")}>
        <Icon name="more" />
      </summary>
      <div class="more-list">{children(close)}</div>
    </details>
  );
}
