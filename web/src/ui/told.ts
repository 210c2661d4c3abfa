/** What has just happened, in a line or two: it stays at the prompt until the next decision. */
import { useState } from "preact/hooks";
import type { GameModule } from "../games/board";
import type { GameInfo } from "../games/info";
import { t } from "../i18n";
import type { Snapshot } from "../table/types";
import { eventText } from "./names";
import type { Told } from "./Prompt";

const LINES = 2;

/** The last lines of the log since your own last decision: what you would look there for. */
export function lastTold(
  snapshot: Snapshot,
  info: GameInfo,
  module: GameModule | null,
  names: readonly string[],
): Told | null {
  const { log, ply, you } = snapshot;
  const lines = log
    .filter((entry) => entry.ply === ply)
    .flatMap((entry) => eventText(info, module, entry, names, you) ?? []);
  const text = lines.slice(-LINES).join(" ");
  return text ? { key: ply, text } : null;
}

/** Why the last thing one tried was refused, until one decides again. */
export function useRefusal(ply: number) {
  const [refusal, set] = useState<{ ply: number; n: number; why: string } | null>(null);
  const told: Told | null =
    refusal?.ply === ply ? { key: `no ${refusal.n}`, text: t(refusal.why), bad: true } : null;
  return {
    told,
    refuse: (why: string | null) => set((old) => (why === null ? null : { ply, n: (old?.n ?? 0) + 1, why })),
  };
}
