/** What a player lays and marks for himself, kept in the browser by table. */
import { useState } from "preact/hooks";
import { keepFor, keptFor } from "../../storage";
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
    (table !== "lesson" && keptFor<Notes>(KEY, table)) || blank,
  ]);
  const now = pages[pages.length - 1] ?? blank;
  const write = (next: Notes) => {
    setPages([...pages.slice(-200), next]);
    keepFor(KEY, table, next, MOST);
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
      keepFor(KEY, table, pages[pages.length - 2] ?? blank, MOST);
    },
    canBack: pages.length > 1,
    clear: () => write(blank),
  };
}
