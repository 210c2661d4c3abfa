/** Opens a table on the server and goes there. */
import { prefs } from "../prefs";
import { go } from "../router";
import { connection } from "../table/connection";
import { createTable } from "../table/remote";
import type { Pace } from "../table/types";

export async function openTable(
  game: string,
  seats: number,
  options: Readonly<Record<string, string>>,
  pace: Pace,
  shown: "link" | "public",
  helps: boolean,
): Promise<string | null> {
  connection.open();
  await connection.settled();
  if (connection.state.get() === "lost")
    return "The server cannot be reached just now. Games on this device work without it.";
  if (connection.state.get() === "absent")
    return "This page has no server: only games on this device can be played.";
  const name = prefs.get().name.trim();
  if (name && connection.me.get()?.name !== name) await connection.rename(name);
  const got = await createTable({
    game,
    seats: Array.from({ length: seats }, (_, i) => (i === 0 ? "me" : "open")),
    options,
    pace,
    public: shown === "public",
    helps,
  });
  if ("no" in got) return got.no;
  go(`/t/${got.table}`);
  return null;
}
