/**
 * The one connection to the server, shared by every online table and list.
 *
 * Requests are numbered and kept until answered. When the line breaks they wait, and those
 * that may be said twice (asking, and deeds that the server knows again) are said again;
 * the others fail with a reason. It reconnects by itself, each time a little later.
 */
import { learnArea } from "../i18n";
import { type Store, store } from "../store";

export type Json = Readonly<Record<string, unknown>>;
export type Answered = { readonly ok: Json } | { readonly no: string; readonly why: string };
export type LineState = "idle" | "joining" | "online" | "lost" | "absent";

export interface Me {
  readonly who: string;
  readonly name: string;
  readonly colour: number;
  readonly handle: string | null;
  readonly door: boolean;
}

interface Kept {
  readonly text: string;
  readonly again: boolean;
  sent: boolean;
  done(answer: Answered): void;
}

/** In sight, a line is asked after two silent seconds and given up after two more: five in all. */
const LOOK_EVERY = 500;
const SILENT = { seen: 2_000, hidden: 20_000 } as const;
const DEAD = 2_000;
const LATEST = 15_000;
/** A line may swallow the first word too: who is not let in by then begins anew. */
const PATIENCE = 8_000;

/** What may be said twice without harm. */
const repeatable = new Set([
  "hello",
  "ping",
  "me",
  "games",
  "watch",
  "unwatch",
  "play",
  "undo",
  "chat",
  "create",
  "devices",
  "list",
  "results",
  "daily",
  "replay",
  "hint",
  "advise",
  "sit",
  "rename",
]);

const noServer = {
  no: "This page has no server: only games on this device can be played.",
  why: "line",
} as const;

class Connection {
  readonly state: Store<LineState> = store<LineState>("idle");
  readonly me: Store<Me | null> = store<Me | null>(null);
  readonly notice: Store<string | null> = store<string | null>(null);
  private socket: WebSocket | null = null;
  private readonly kept = new Map<number, Kept>();
  private readonly tables = new Map<string, (message: Json) => void>();
  private readonly rejoin = new Set<() => void>();
  private next = 1;
  private failures = 0;
  /** Counts the tries to come in: of two at once the newer counts. */
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  /** When something was heard, and when it was last asked for. */
  private heard = 0;
  private asked = 0;

  constructor() {
    addEventListener("online", () => this.retryNow());
    addEventListener("offline", () => this.probe());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
  }

  /** Begins, once; whoever needs the line calls it. */
  open(): void {
    if (this.state.get() !== "idle") return;
    void learnArea("server");
    void this.join();
  }

  /** Until it is known whether there is a line. */
  settled(): Promise<void> {
    return new Promise((done) => {
      const known = () => this.state.get() !== "joining" && this.state.get() !== "idle";
      if (known()) return done();
      const stop = this.state.watch(() => {
        if (!known()) return;
        stop();
        done();
      });
    });
  }

  private retryNow(): void {
    if (this.state.get() !== "lost") return;
    clearTimeout(this.retry);
    void this.join();
  }

  private async join(): Promise<void> {
    const mine = ++this.tries;
    const patience = new AbortController();
    const tooLong = setTimeout(() => patience.abort(), PATIENCE);
    if (this.state.get() !== "lost") this.state.set("joining");
    try {
      const response = await fetch("/api/me", { method: "POST", signal: patience.signal });
      if (mine !== this.tries) return;
      const type = response.headers.get("content-type") ?? "";
      if (!response.ok || !type.includes("json")) {
        // Plain files without a server: local games are all there is.
        if (response.status === 404 || response.status === 405 || response.ok) return this.despair();
        throw new Error(String(response.status));
      }
      const me = (await response.json()) as Me;
      if (mine !== this.tries) return;
      this.me.set(me);
    } catch {
      if (mine === this.tries) this.later();
      return;
    } finally {
      clearTimeout(tooLong);
    }
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    const tooLong = setTimeout(() => this.socket === socket && this.lose(), PATIENCE);
    this.socket?.close();
    this.socket = socket;
    socket.onopen = () => {
      clearTimeout(tooLong);
      if (this.socket !== socket) return;
      this.failures = 0;
      this.heard = Date.now();
      this.state.set("online");
      this.notice.set(null);
      for (const kept of this.kept.values()) this.say(kept);
      for (const again of this.rejoin) again();
      clearInterval(this.heartbeat);
      this.asked = 0;
      this.heartbeat = setInterval(() => this.beat(), LOOK_EVERY);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      if (typeof event.data === "string") this.hear(JSON.parse(event.data) as Json);
    };
    socket.onclose = () => {
      clearTimeout(tooLong);
      if (this.socket === socket) this.lose();
    };
  }

  /** A closing handshake over a dead line would take a minute: nobody waits for it. */
  private lose(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearInterval(this.heartbeat);
    this.dropUnrepeatable();
    this.later();
  }

  /** Asks after a silence; still silent then: the line is dead though nobody said so. */
  private beat(): void {
    const now = Date.now();
    if (this.asked > this.heard) {
      if (now - this.asked >= DEAD) this.lose();
    } else if (now - this.heard >= SILENT[document.hidden ? "hidden" : "seen"]) this.probe();
  }

  private probe(): void {
    if (this.state.get() !== "online") return;
    this.asked = Date.now();
    void this.ask("ping", {});
  }

  private despair(): void {
    this.state.set("absent");
    for (const kept of this.kept.values()) kept.done(noServer);
    this.kept.clear();
  }

  private later(): void {
    this.state.set("lost");
    const pause = Math.min(LATEST, 500 * 2 ** this.failures++) * (0.75 + Math.random() / 2);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.join(), pause);
  }

  private say(kept: Kept): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    kept.sent = true;
    this.socket.send(kept.text);
  }

  private dropUnrepeatable(): void {
    for (const [id, kept] of this.kept)
      if (kept.sent && !kept.again) {
        this.kept.delete(id);
        kept.done({
          no: "The connection broke before an answer came. Please look whether it was done.",
          why: "line",
        });
      }
  }

  private hear(message: Json): void {
    if (typeof message["id"] === "number") {
      const kept = this.kept.get(message["id"]);
      this.kept.delete(message["id"]);
      if (!kept) return;
      if ("ok" in message) kept.done({ ok: message["ok"] as Json });
      else kept.done({ no: String(message["no"] ?? ""), why: String(message["why"] ?? "") });
    } else if (typeof message["table"] === "string") this.tables.get(message["table"])?.(message);
    else if (typeof message["notice"] === "string") this.notice.set(message["notice"]);
  }

  ask(what: string, keys: Json): Promise<Answered> {
    this.open();
    const id = this.next++;
    return new Promise((done) => {
      if (this.state.get() === "absent") return done(noServer);
      const kept: Kept = {
        text: JSON.stringify({ id, do: what, ...keys }),
        again: repeatable.has(what),
        sent: false,
        done,
      };
      this.kept.set(id, kept);
      this.say(kept);
    });
  }

  /** Patches of a table, and word of each new connection, until the answer is called. */
  follow(table: string, hear: (message: Json) => void, again: () => void): () => void {
    this.tables.set(table, hear);
    this.rejoin.add(again);
    return () => {
      this.rejoin.delete(again);
      if (this.tables.get(table) === hear) this.tables.delete(table);
    };
  }

  async rename(name: string, colour?: number): Promise<string | null> {
    const answer = await this.ask("rename", colour === undefined ? { name } : { name, colour });
    if ("no" in answer) return answer.no;
    this.me.set(answer.ok as unknown as Me);
    return null;
  }

  async knock(phrase: string): Promise<string | null> {
    const answer = await this.ask("hello", { door: phrase });
    if ("no" in answer) return answer.no;
    this.me.set((answer.ok["me"] as Me | null) ?? null);
    for (const again of this.rejoin) again();
    return null;
  }

  /** A new cookie was set: everything is said anew as that person. */
  restart(): void {
    const socket = this.socket;
    this.failures = 0;
    if (socket) socket.close();
    else this.retryNow();
  }
}

export const connection = new Connection();
