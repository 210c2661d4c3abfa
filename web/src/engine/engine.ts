/** The page's side of the engine's worker: promises instead of messages. */
import type { GameEvent } from "../table/types";
import type { Answer, Call } from "./calls";
import { catalogue } from "../i18n";

export interface Look {
  state: {
    game: string;
    seats: number;
    ply: number;
    owes: number[];
    undo: number[];
    /** By seat: where its undo goes back to, or -1. */
    before: number[];
    advise: boolean;
    points: number[];
    place: number[];
  };
  scene: unknown;
  view: unknown;
  legal: string[];
  /** The position as the terminal shows it. */
  picture: string;
}

/** What may be told of a finished puzzle of the day; result -1: it was not solved. */
export interface Told {
  readonly day: number;
  readonly result: number;
  readonly line: string;
}

interface Waiting {
  done(value: unknown): void;
  failed(reason: Error): void;
}

let worker: Worker | null = null;
let next = 1;
const waiting = new Map<number, Waiting>();

function start(): Worker {
  const w = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  w.addEventListener("message", (event: MessageEvent<Answer>) => {
    const answer = event.data;
    const who = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) who?.failed(new Error(answer.error));
    else who?.done(answer.value);
  });
  return w;
}

/** The words that the worker was last given. */
let told: unknown = null;

function ask<T>(call: Call): Promise<T> {
  worker ??= start();
  const w = worker;
  if (told !== catalogue()) {
    told = catalogue();
    w.postMessage({ id: next++, call: { do: "words", words: catalogue() } satisfies Call });
  }
  const id = next++;
  return new Promise<T>((done, failed) => {
    waiting.set(id, { done: (value) => done(value as T), failed });
    w.postMessage({ id, call });
  });
}

/** Fetches the engine before it is needed; done when it is ready. */
export function warmUp(): Promise<void> {
  return ask<void>({ do: "words", words: catalogue() });
}

/** Makes what matches share of a text; `why` is a msgid. */
export const makeKit = (game: string, text: string) =>
  ask<{ digest: string } | { why: string }>({ do: "kit", game, text });

type Opened = { desk: number } | { why: string; line: number } | { missing: string };

/** A record with a book: the device's own shelf is looked through before it is missed. */
async function openRecord(record: string): Promise<Opened> {
  const got = await ask<Opened>({ do: "open", record });
  if (!("missing" in got)) return got;
  const { fetchKit } = await import("../books/shelf");
  const game = /^game (\S+)/m.exec(record)?.[1] ?? "";
  return (await fetchKit(game, got.missing)) ? ask<Opened>({ do: "open", record }) : got;
}

/** One match in the worker. */
export class Desk {
  private closed = false;

  private constructor(private readonly desk: number) {}

  /** Once the desk is closed nothing is answered: whoever waits for it has left as well. */
  private ask<T>(call: Call): Promise<T> {
    return new Promise<T>((done, failed) => {
      if (this.closed) return;
      ask<T>(call).then(
        (value) => this.closed || done(value),
        (reason: Error) => this.closed || failed(reason),
      );
    });
  }

  /** Opens a record; a string says why it could not be. */
  static async open(record: string): Promise<Desk | string> {
    const got = await openRecord(record);
    if ("missing" in got) return "The book of this game is not on this device.";
    return "desk" in got ? new Desk(got.desk) : got.why;
  }
  /** The puzzle of a day, as "2026-11-16". */
  static async daily(game: string, day: string): Promise<Desk | string> {
    const got = await ask<{ desk: number } | { why: string }>({ do: "daily", game, day });
    return "desk" in got ? new Desk(got.desk) : got.why;
  }
  close = () => {
    this.closed = true;
    return ask<void>({ do: "close", desk: this.desk });
  };
  look = (viewer: number) => this.ask<Look>({ do: "look", desk: this.desk, viewer });
  play = (seat: number, note: string) => this.ask<string | null>({ do: "play", desk: this.desk, seat, note });
  events = (viewer: number) => this.ask<GameEvent[]>({ do: "events", desk: this.desk, viewer });
  history = (viewer: number) => this.ask<GameEvent[][]>({ do: "history", desk: this.desk, viewer });
  rewind = (plies: number) => this.ask<void>({ do: "rewind", desk: this.desk, plies });
  told = () => this.ask<Told | null>({ do: "told", desk: this.desk });
  par = () => this.ask<number>({ do: "par", desk: this.desk });
  save = () => this.ask<string>({ do: "save", desk: this.desk });
  bot = (seat: number, name: string, nodes = 0) =>
    this.ask<string>({ do: "bot", desk: this.desk, seat, name, nodes });
  hint = (seat: number, step: number) => this.ask<string | null>({ do: "hint", desk: this.desk, seat, step });
  /** What facts tell, one a line, by the game's solver; null: it has none. */
  solve = (facts: string) => this.ask<unknown>({ do: "solve", desk: this.desk, facts });
}
