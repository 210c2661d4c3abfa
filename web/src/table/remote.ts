/** A table on the server: one object, kept true by numbered patches (docs/protocol.md). */
import { prefs } from "../prefs";
import { type Store, store } from "../store";
import { type Answered, connection, type Json } from "./connection";
import type { ChatLine, Deed, Link, LogEntry, Online, Snapshot, Table } from "./types";

interface Whole extends Snapshot {
  readonly epoch: number;
  readonly n: number;
  readonly at: number;
}

const refused = (answer: Answered): string | null => ("no" in answer ? answer.no : null);

/** The table after a patch: keys replace, log and chat grow. */
export function merge(old: Whole, patch: Json): Whole {
  const { log, chat, what, id: _, whole: __, ...keys } = patch;
  const next = { ...old, ...keys } as Whole;
  const stands = what === "undo" ? old.log.filter((entry) => entry.ply <= next.ply) : old.log;
  const lines = old.chat.filter(
    (line) => !((chat as ChatLine[] | undefined) ?? []).some((other) => other.n === line.n),
  );
  return {
    ...next,
    log: [...stands, ...((log as LogEntry[] | undefined) ?? [])],
    chat: [...lines, ...((chat as ChatLine[] | undefined) ?? [])],
  };
}

export class RemoteTable implements Table {
  readonly snapshot: Store<Snapshot | null> = store<Snapshot | null>(null);
  readonly link: Store<Link> = store<Link>("joining");
  readonly failure: Store<string | null> = store<string | null>(null);
  readonly handover: Store<number | null> = store<number | null>(null);
  /** The offer that was answered last was your own, taken back. */
  withdrawn = false;
  /** Why the table is no more: "left", "unused" or "old"; null: it is. */
  readonly closed: Store<string | null> = store<string | null>(null);
  private whole: Whole | null = null;
  private asking = false;
  private readonly stops: (() => void)[] = [];

  constructor(readonly id: string) {
    this.stops.push(
      connection.follow(
        id,
        (message) => this.hear(message),
        () => void this.watch(),
      ),
    );
    const followLine = () =>
      this.link.set(
        connection.state.get() === "online"
          ? "online"
          : connection.state.get() === "lost"
            ? "lost"
            : "joining",
      );
    this.stops.push(connection.state.watch(followLine));
    connection.open();
    followLine();
    if (connection.state.get() === "absent")
      this.failure.set("This page has no server: only games on this device can be played.");
    if (connection.state.get() === "online") void this.watch();
    this.stops.push(
      connection.state.watch(() => {
        if (connection.state.get() === "absent")
          this.failure.set("This page has no server: only games on this device can be played.");
      }),
    );
  }

  /** Asks for the table, or for what was missed. */
  private async watch(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const old = this.whole;
    const answer = await connection.ask(
      "watch",
      old ? { table: this.id, since: old.n, epoch: old.epoch } : { table: this.id },
    );
    this.asking = false;
    if ("no" in answer) {
      if (answer.why !== "line") this.failure.set(answer.no);
      return;
    }
    this.failure.set(null);
    // A move that was said again may have been answered first: the gap would tell it once more.
    if (answer.ok["whole"] === false && this.whole !== old) return this.watch();
    this.take(answer.ok);
  }

  /** A snapshot or a patch from an answer. */
  private take(message: Json): void {
    if (message["whole"] === true) this.set(message as unknown as Whole);
    else if (message["whole"] === false && this.whole) this.set(merge(this.whole, message));
    else this.hear(message);
  }

  private hear(message: Json): void {
    if (message["what"] === "closed") {
      this.closed.set(String(message["why"]));
      return;
    }
    const n = message["n"];
    if (!this.whole || typeof n !== "number" || n <= this.whole.n) return;
    if (n === this.whole.n + 1) this.set(merge(this.whole, message));
    else void this.watch();
  }

  private set(whole: Whole): void {
    this.whole = {
      ...whole,
      may_ask: whole.status === "playing" && whole.you !== null && whole.ply > 0,
    };
    this.snapshot.set(this.whole);
  }

  takeDevice(): void {
    // One person, one device: nothing to hand over.
  }

  async send(notes: readonly string[]): Deed {
    if (!this.whole) return "The game is not ready yet.";
    const answer = await connection.ask("play", { table: this.id, at: this.whole.at, moves: notes });
    if ("ok" in answer) this.take(answer.ok);
    else if (answer.why === "stale") void this.watch();
    return refused(answer);
  }

  async undo(): Deed {
    this.withdrawn = false;
    const answer = await connection.ask("undo", { table: this.id, ...(this.whole && { at: this.whole.at }) });
    if ("ok" in answer && answer.ok["offered"] !== true) this.take(answer.ok);
    return refused(answer);
  }

  async hint(step: number): Promise<string | null> {
    const answer = await connection.ask("hint", { table: this.id, step, lang: prefs.get().lang });
    return "ok" in answer ? (answer.ok["text"] as string | null) : null;
  }

  async advise(after: readonly string[]): Promise<string | null> {
    const answer = await connection.ask("advise", { table: this.id, ...(after.length && { after }) });
    return "ok" in answer ? ((answer.ok["note"] as string | undefined) ?? null) : null;
  }

  private async deed(what: string, keys: Json = {}): Deed {
    const answer = await connection.ask(what, { table: this.id, ...keys });
    if ("ok" in answer && answer.ok["whole"] === true && answer.ok["table"] === this.id) this.take(answer.ok);
    return refused(answer);
  }

  readonly online: Online = {
    get me() {
      return connection.me.get()?.who ?? null;
    },
    chat: (text) => this.deed("chat", { text, key: freshKey() }),
    sit: (seat) => this.deed("sit", seat === undefined ? {} : { seat }),
    leave: () => this.deed("leave"),
    seat: (seat, bot) =>
      this.deed("seat", bot === null ? { seat, kind: "open" } : { seat, kind: "bot", bot }),
    start: () => this.deed("start"),
    resign: () => this.deed("resign"),
    offer: (kind) => {
      this.withdrawn = false;
      return this.deed("offer", { kind });
    },
    answer: (yes) => {
      this.withdrawn = this.whole?.offer?.by === this.whole?.you;
      return this.deed("answer", { yes });
    },
    takeover: (seat, bot) => this.deed("takeover", { seat, bot }),
    rematch: async () => {
      const answer = await connection.ask("rematch", { table: this.id });
      return "ok" in answer ? { table: String(answer.ok["table"]) } : answer.no;
    },
  };

  close(): void {
    for (const stop of this.stops) stop();
    if (connection.state.get() === "online") void connection.ask("unwatch", { table: this.id });
  }
}

export interface Row {
  readonly table: string;
  readonly game: string;
  readonly status: Snapshot["status"];
  readonly pace: Snapshot["pace"];
  readonly result: Snapshot["result"];
  readonly seats: Snapshot["seats"];
  readonly you: number | null;
  readonly ply: number;
  readonly your_turn: boolean;
  readonly changed: number;
  readonly public: boolean;
}

export interface Rows {
  readonly tables: readonly Row[];
  /** What to ask for the rows after these; null: there are none. */
  readonly more: unknown;
}

/** Tables of a kind, those after `before` if it is given; null: they cannot be had. */
export async function listTables(
  what: "mine" | "open" | "finished" | "live",
  before?: unknown,
): Promise<Rows | null> {
  const answer = await connection.ask("list", before === undefined ? { what } : { what, before });
  return "ok" in answer ? (answer.ok as unknown as Rows) : null;
}

/** By this the server knows what is said again. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => String(byte + 100)).join("");
}

/** Opens a table; answers its id, or why not in `no`. */
export async function createTable(keys: Json): Promise<{ table: string } | { no: string }> {
  const answer = await connection.ask("create", { ...keys, key: freshKey() });
  return "ok" in answer ? { table: String(answer.ok["table"]) } : { no: answer.no };
}
