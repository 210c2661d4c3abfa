/** What a player lays and marks for himself, kept in the browser by table. */
import { useState } from "preact/hooks";
import type { Plan, Zone } from "./view";

/** What one supposes of a zone. */
export type Mark = "s" | "f" | "o" | "e";
export interface Notes {
  readonly plan: Plan;
  readonly marks: Readonly<Record<Zone, Mark>>;
}

const KEY = "tablier.archeologic.notes";
const MOST = 40; // tables remembered
const blank: Notes = { plan: {}, marks: {} };
const after: Readonly<Record<Mark | "none", Mark | "none">> = {
  none: "s",
  s: "f",
  f: "o",
  o: "e",
  e: "none",
};

function load(): Record<string, Notes> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Notes>;
  } catch {
    return {};
  }
}

function save(table: string, notes: Notes): void {
  const { [table]: _, ...others } = load();
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries([...Object.entries(others), [table, notes]].slice(-MOST))),
    );
  } catch {
    // Not kept beyond this page.
  }
}

export interface Notebook extends Notes {
  lay(plan: Plan): void;
  turnMark(zone: Zone): void;
  back(): void;
  readonly canBack: boolean;
  clear(): void;
}

/** The notes of a table, with every step back to the first. */
export function useNotes(table: string): Notebook {
  const [pages, setPages] = useState<readonly Notes[]>(() => [
    (table !== "lesson" && load()[table]) || blank,
  ]);
  const now = pages[pages.length - 1] ?? blank;
  const write = (next: Notes) => {
    setPages([...pages.slice(-200), next]);
    save(table, next);
  };
  return {
    ...now,
    lay: (plan) => write({ ...now, plan }),
    turnMark(zone) {
      const { [zone]: old, ...rest } = now.marks;
      const next = after[old ?? "none"];
      write({ ...now, marks: next === "none" ? rest : { ...rest, [zone]: next } });
    },
    back() {
      if (pages.length < 2) return;
      setPages(pages.slice(0, -1));
      save(table, pages[pages.length - 2] ?? blank);
    },
    canBack: pages.length > 1,
    clear: () => write(blank),
  };
}
