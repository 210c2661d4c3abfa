/** Opens a table on the server and goes there, unless the visitor went elsewhere meanwhile. */
import { prefs } from "../prefs";
import { wayOn } from "../router";
import { connection } from "../table/connection";
import { createTable } from "../table/remote";
import type { Pace } from "../table/types";
import type { LaidBook } from "../books/begin";

export interface TablePlan {
  readonly game: string;
  readonly seats: number;
  readonly options: Readonly<Record<string, string>>;
  readonly pace: Pace;
  readonly shown: "link" | "public";
  readonly helps: boolean;
  /** A book of this device, for the table alone; null: none is needed. */
  readonly book: LaidBook | null;
}

/** Null: we are there. `sent`: how much of a book has reached the house. */
export async function openTable(plan: TablePlan, sent: (done: number) => void): Promise<string | null> {
  const on = wayOn();
  connection.open();
  await connection.settled();
  if (connection.state.get() === "lost")
    return "The server cannot be reached just now. Games on this device work without it.";
  if (connection.state.get() === "absent")
    return "This page has no server: only games on this device can be played.";
  const name = prefs.get().name.trim();
  if (name && connection.me.get()?.name !== name) await connection.rename(name);
  const book = plan.book && (await bring(plan.game, plan.book, sent));
  if (book && "no" in book) return book.no;
  const got = await createTable({
    game: plan.game,
    seats: Array.from({ length: plan.seats }, (_, i) => (i === 0 ? "me" : "open")),
    options: plan.options,
    pace: plan.pace,
    public: plan.shown === "public",
    helps: plan.helps,
    ...book,
  });
  if ("no" in got) return got.no;
  on(`/t/${got.table}`);
  return null;
}

/** Sends a book to the house; answers what a table says to lie before it. */
async function bring(
  game: string,
  laid: LaidBook,
  sent: (done: number) => void,
): Promise<{ book: string } | { no: string }> {
  const { sendBook, hexOf } = await import("../books/begin");
  const no = await sendBook(game, laid, sent);
  return no === null ? { book: hexOf(laid.digest) } : { no };
}
