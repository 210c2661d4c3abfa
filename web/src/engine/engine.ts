/** The page's side of the engines' workers, one a game: promises instead of messages. */
import type { GameEvent } from "../table/types";
import type { Answer, Asked, Call } from "./calls";
import { catalogue } from "../i18n";
import { engineFor, fetchEngine } from "./files";

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

/** A game's engine in its worker, which answers in order. */
class Engine {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  /** The words that the worker was last given. */
  private told: unknown = null;
  /** When the worker has been handed the engine. */
  readonly ready: Promise<void>;

  constructor(game: string) {
    this.worker.addEventListener("message", (event: MessageEvent<Answer>) => this.hear(event.data));
    this.ready = fetchEngine(game).then((engine) => this.worker.postMessage(engine satisfies Asked));
  }

  private hear(answer: Answer): void {
    const who = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ("error" in answer) who?.failed(new Error(answer.error));
    else who?.done(answer.value);
  }

  private post(call: Call): number {
    const id = this.next++;
    this.worker.postMessage({ id, call } satisfies Asked);
    return id;
  }

  async ask<T>(call: Call): Promise<T> {
    await this.ready;
    if (this.told !== catalogue()) {
      this.told = catalogue();
      this.post({ do: "words", words: catalogue() });
    }
    return new Promise<T>((done, failed) => {
      this.waiting.set(this.post(call), { done: (value) => done(value as T), failed });
    });
  }

  end(): void {
    this.worker.terminate();
  }
}

const engines = new Map<string, Engine>();

/** One that could not be fetched is tried again by whoever asks next. */
function start(game: string): Engine {
  const engine = new Engine(game);
  engines.set(game, engine);
  engine.ready.catch(() => {
    engines.delete(game);
    engine.end();
  });
  return engine;
}

function engineOf(game: string): Engine {
  const id = engineFor(game);
  return engines.get(id) ?? start(id);
}

/** Fetches a game's engine before it is needed; done when it is ready. */
export function warmUp(game: string): Promise<void> {
  return engineOf(game).ask<void>({ do: "words", words: catalogue() });
}

/** Makes what matches share of a text; `why` is a msgid. */
export const makeKit = (game: string, text: string) =>
  engineOf(game).ask<{ digest: string } | { why: string }>({ do: "kit", game, text });

type Opened = { desk: number } | { why: string; line: number } | { missing: string };

/** A record with a book: the device's own shelf is looked through before it is missed. */
async function openRecord(engine: Engine, game: string, record: string): Promise<Opened> {
  const got = await engine.ask<Opened>({ do: "open", record });
  if (!("missing" in got)) return got;
  const { fetchKit } = await import("../books/shelf");
  return (await fetchKit(game, got.missing)) ? engine.ask<Opened>({ do: "open", record }) : got;
}

/** One match in the worker. */
export class Desk {
  private closed = false;

  private constructor(
    private readonly engine: Engine,
    private readonly desk: number,
  ) {}

  /** Once the desk is closed nothing is answered: whoever waits for it has left as well. */
  private ask<T>(call: Call): Promise<T> {
    return new Promise<T>((done, failed) => {
      if (this.closed) return;
      this.engine.ask<T>(call).then(
        (value) => this.closed || done(value),
        (reason: Error) => this.closed || failed(reason),
      );
    });
  }

  /** Opens a record; a string says why it could not be. */
  static async open(record: string): Promise<Desk | string> {
    const game = /^game (\S+)/m.exec(record)?.[1] ?? "";
    const engine = engineOf(game);
    const got = await openRecord(engine, game, record);
    if ("missing" in got) return "The book of this game is not on this device.";
    return "desk" in got ? new Desk(engine, got.desk) : got.why;
  }
  /** The puzzle of a day, as "2026-11-16". */
  static async daily(game: string, day: string): Promise<Desk | string> {
    const engine = engineOf(game);
    const got = await engine.ask<{ desk: number } | { why: string }>({ do: "daily", game, day });
    return "desk" in got ? new Desk(engine, got.desk) : got.why;
  }
  close = () => {
    this.closed = true;
    return this.engine.ask<void>({ do: "close", desk: this.desk });
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
