/** Opens a table on the server and goes there. */
import { prefs } from "../prefs";
import { go } from "../router";
import { connection } from "../table/connection";
import { createTable } from "../table/remote";
import type { Pace } from "../table/types";

export type PaceId = "none" | "live5" | "live15" | "days";

const paces: Readonly<Record<PaceId, Pace>> = {
  none: { kind: "none" },
  live5: { kind: "live", main: 300, plus: 5 },
  live15: { kind: "live", main: 900, plus: 10 },
  days: { kind: "days", days: 3 },
};

export async function openTable(game: string, seats: number, options: Readonly<Record<string, string>>, pace: PaceId, shown: "link" | "public"): Promise<string | null> {
  connection.open();
  if (connection.state.get() === "absent") return "This page has no server: only games on this device can be played.";
  const name = prefs.get().name.trim();
  if (name && connection.me.get()?.name !== name) await connection.rename(name);
  const got = await createTable({
    game,
    seats: Array.from({ length: seats }, (_, i) => (i === 0 ? "me" : "open")),
    options,
    pace: paces[pace],
    public: shown === "public",
  });
  if ("no" in got) return got.no;
  go(`/t/${got.table}`);
  return null;
}
