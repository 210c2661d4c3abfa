/** A few panels in one place. Arrow keys change the tab, as readers expect. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: VNode;
  /** Only where there is no room for it on the board. */
  readonly narrow?: boolean;
}

export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const [chosen, choose] = useState(tabs[0]?.id);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === chosen),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!step || !next) return;
    choose(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, i) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            aria-selected={i === at}
            aria-controls={`panel-${tab.id}`}
            tabIndex={i === at ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, i) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`panel-${tab.id}`}
          aria-labelledby={`tab-${tab.id}`}
          hidden={i !== at}
        >
          {i === at && tab.panel}
        </div>
      ))}
    </div>
  );
}
