/** A phone's papers: a row of tabs at the foot, each opens its paper over the board, and closes it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./icons";
import type { Tab } from "./Tabs";

/** Focus goes into the sheet, and back to its tab; Escape closes it, and so does a touch beside it. */
function useSheet(open: string | null, close: () => void) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open === null) return;
    sheet.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close();
      document.getElementById(`tab-${open}`)?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [open]);
  return sheet;
}

export function TabSheet({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const [open, setOpen] = useState<string | null>(null);
  const shown = tabs.find((tab) => tab.id === open) ?? null;
  const close = () => setOpen(null);
  const sheet = useSheet(shown?.id ?? null, close);
  return (
    <nav class="tab-foot" aria-label={label}>
      {shown && (
        <>
          <div class="tab-veil" onClick={close} />
          <section
            class="tab-sheet"
            id={`panel-${shown.id}`}
            aria-labelledby={`tab-${shown.id}`}
            tabIndex={-1}
            ref={sheet}
          >
            <button
              type="button"
              class="icon-button tab-close"
              aria-label={t("Back to the board")}
              onClick={close}
            >
              <Icon name="close" />
            </button>
            {shown.panel}
          </section>
        </>
      )}
      <div class="tab-row">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            id={`tab-${tab.id}`}
            aria-expanded={tab.id === shown?.id}
            aria-controls={`panel-${tab.id}`}
            onClick={() => setOpen(tab.id === open ? null : tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
    </nav>
  );
}
