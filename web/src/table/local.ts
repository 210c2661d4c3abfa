/** A table on this device: persons and bots around the engine in its worker. */
import { Desk, type Look } from "../engine/engine";
import { words } from "../i18n";
import { lessMotion } from "../prefs";
import { type Store, store } from "../store";
import { keep, type Kept, keptGame, recordOptions } from "./kept";
import { noteResult } from "./results";
import type { Deed, Link, LogEntry, Seat, Snapshot, Table } from "./types";

/** A bot's move should be seen, not just found. */
const BOT_PAUSE = 650;

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

function toSeat(seat: Kept["seats"][number], i: number): Seat {
  return {
    kind: seat.kind,
    who: null,
    name: seat.name,
    colour: 3 * i,
    program: false,
    here: true,
    bot: seat.bot,
    gone: null,
  };
}

export class LocalTable implements Table {
  readonly snapshot: Store<Snapshot | null> = store<Snapshot | null>(null);
  readonly link: Store<Link> = store<Link>("local");
  readonly failure: Store<string | null> = store<string | null>(null);
  readonly handover: Store<number | null> = store<number | null>(null);
  readonly online = null;
  private desk: Desk | null = null;
  private viewer: number;
  private log: readonly LogEntry[] = [];
  private closed = false;
  private thinking = false;
  private deeds: Deed = Promise.resolve(null);
  /** Counts the times somebody went back: a bot's answer to what is undone is dropped. */
  private undone = 0;
  private readonly persons: readonly number[];
  /** What the engine itself says is asked for again when the language changes. */
  private readonly deaf = words.watch(() => void this.reword());

  constructor(private kept: Kept) {
    this.persons = kept.seats.flatMap((seat, i) => (seat.kind === "person" ? [i] : []));
    this.viewer = this.persons[0] ?? -1;
    void this.open();
  }

  static find(id: string): LocalTable | null {
    const kept = keptGame(id);
    return kept && new LocalTable(kept);
  }

  /** Between persons only if whoever laid the table allowed it; in a puzzle of the day never. */
  private get helps(): boolean {
    return !this.kept.day && (this.persons.length < 2 || this.kept.helps === true);
  }

  get id(): string {
    return this.kept.id;
  }

  private async open(): Promise<void> {
    const desk = await Desk.open(this.kept.record);
    if (typeof desk === "string") return this.failure.set(desk);
    if (this.closed) return void desk.close();
    this.desk = desk;
    await this.readLog(desk);
    await this.refresh(desk);
  }

  private async readLog(desk: Desk): Promise<void> {
    const plies = await desk.history(this.viewer);
    this.log = plies.flatMap((events, i) => events.map((event) => ({ ...event, ply: i + 1 })));
  }

  private toSnapshot(look: Look): Snapshot {
    const over = look.state.owes.length === 0;
    return {
      table: this.id,
      game: look.state.game,
      options: recordOptions(this.kept.record),
      status: over ? "over" : "playing",
      seats: this.kept.seats.map(toSeat),
      you: this.viewer,
      ply: look.state.ply,
      owes: look.state.owes,
      scene: look.scene,
      hints: this.helps,
      advice: this.helps && look.state.advise,
      view: look.view,
      legal: look.legal,
      may_undo: this.freeUndo(look) !== null,
      may_ask: this.agreedUndo(look) !== null,
      log: this.log,
      result: over
        ? {
            why: "played",
            seat: null,
            points: look.state.points,
            place: look.state.place,
            helped: this.kept.helped ?? [],
          }
        : null,
      clock: null,
      chat: [],
      offer: null,
      rematch: null,
      host: null,
      pace: { kind: "none" },
      lookers: 0,
      start: "full",
      picture: look.picture,
    };
  }

  /** Where undo goes back to: a person's last decision that told nobody anything. */
  private freeUndo(look: Look): number | null {
    return look.state.undo.some((seat) => this.persons.includes(seat)) ? look.state.ply - 1 : null;
  }

  /** The same once something was told: bots agree, as on a server and in the terminal. With other
   *  persons around the device it stands: there is nobody to ask behind the curtain; and in a puzzle
   *  of the day, whose results are compared. */
  private agreedUndo(look: Look): number | null {
    const [person, ...others] = this.persons;
    if (person === undefined || others.length > 0 || look.state.owes.length === 0 || this.kept.day)
      return null;
    const to = look.state.before[person] ?? -1;
    return to >= 0 ? to : null;
  }

  private undoTo(look: Look): number | null {
    return this.freeUndo(look) ?? this.agreedUndo(look);
  }

  private async reword(): Promise<void> {
    const look = await this.desk?.look(this.viewer);
    if (look && !this.closed) this.snapshot.set(this.toSnapshot(look));
  }

  private keepRecord({ state }: Look, record: string): void {
    const over = state.owes.length === 0;
    if (record === this.kept.record && over === this.kept.over) return;
    this.kept = {
      ...this.kept,
      record,
      over,
      changed: Date.now(),
      plies: state.ply,
      points: over ? state.points : null,
      place: over ? state.place : null,
    };
    keep(this.kept);
    if (over) noteResult(this.kept);
  }

  /** Draws the position, keeps it, and lets whoever is next go on. */
  private async refresh(desk: Desk): Promise<void> {
    const look = await desk.look(this.viewer);
    const record = await desk.save();
    if (this.closed) return;
    this.snapshot.set(this.toSnapshot(look));
    this.keepRecord(look, record);
    this.passOn(look);
    void this.think(desk, look);
  }

  /** With several persons on one device, it changes hands when only others owe. */
  private passOn(look: Look): void {
    const waitingFor = look.state.owes.filter((seat) => this.persons.includes(seat));
    const next = waitingFor[0];
    if (next !== undefined && !waitingFor.includes(this.viewer)) this.handover.set(next);
  }

  takeDevice(): void {
    const seat = this.handover.get();
    if (seat === null || !this.desk) return;
    this.viewer = seat;
    const desk = this.desk;
    void this.readLog(desk)
      .then(() => this.refresh(desk))
      .then(() => this.handover.set(null));
  }

  /** Lets the bots that owe a decision take it, one after the other. */
  private async think(desk: Desk, look: Look): Promise<void> {
    const seat = look.state.owes.find((owing) => !this.persons.includes(owing));
    if (seat === undefined || this.thinking) return;
    this.thinking = true;
    const undone = this.undone;
    const level = this.kept.seats[seat]?.bot ?? "normal";
    const [note] = await Promise.all([desk.bot(seat, level), wait(lessMotion() ? 120 : BOT_PAUSE)]);
    this.thinking = false;
    if (this.closed) return;
    // What others decided or took back meanwhile may have made it void: then it is thought of anew.
    const stands = note && undone === this.undone && (await this.play(desk, seat, note)) === null;
    if (!stands) await this.refresh(desk);
  }

  /** One after the other: what is told about the last decision is told of that one. */
  private play(desk: Desk, seat: number, note: string): Deed {
    const deed = this.deeds.then(() => this.playNow(desk, seat, note));
    this.deeds = deed.catch(() => null);
    return deed;
  }

  private async playNow(desk: Desk, seat: number, note: string): Deed {
    const why = await desk.play(seat, note);
    if (why !== null) return why;
    const ply = (this.snapshot.get()?.ply ?? 0) + 1;
    const events = await desk.events(this.viewer);
    this.log = [...this.log, ...events.map((event) => ({ ...event, ply }))];
    await this.refresh(desk);
    return null;
  }

  async send(notes: readonly string[]): Deed {
    if (!this.desk) return "The game is not ready yet.";
    for (const note of notes) {
      const why = await this.play(this.desk, this.viewer, note);
      if (why !== null) return why;
    }
    return null;
  }

  async undo(): Deed {
    const desk = this.desk;
    if (!desk) return "The game is not ready yet.";
    const to = this.undoTo(await desk.look(this.viewer));
    if (to === null) return "Nothing can be taken back now.";
    this.undone++;
    await desk.rewind(to);
    this.log = this.log.filter((entry) => entry.ply <= to);
    await this.refresh(desk);
    return null;
  }

  /** The result will say who was helped. */
  private noteHelp(): void {
    const helped = new Set([...(this.kept.helped ?? []), this.viewer]);
    this.kept = { ...this.kept, helped: [...helped] };
    keep(this.kept);
  }

  async hint(step: number): Promise<string | null> {
    const text = this.desk && this.helps ? await this.desk.hint(this.viewer, step) : null;
    if (text !== null) this.noteHelp();
    return text;
  }

  async advise(after: readonly string[]): Promise<string | null> {
    if (!this.desk || !this.helps) return null;
    const { state } = await this.desk.look(this.viewer);
    if (!state.advise) return null;
    this.noteHelp();
    if (!after.length) return (await this.desk.bot(this.viewer, "hard")) || null;
    return this.adviseAfter(await this.desk.save(), after);
  }

  /** What comes after those notes: on a desk of its own, so that nothing is played here. */
  private async adviseAfter(record: string, after: readonly string[]): Promise<string | null> {
    const desk = await Desk.open(record);
    if (typeof desk === "string") return null;
    try {
      for (const note of after) if ((await desk.play(this.viewer, note)) !== null) return null;
      const { state } = await desk.look(this.viewer);
      return (state.owes.includes(this.viewer) && (await desk.bot(this.viewer, "hard"))) || null;
    } finally {
      void desk.close();
    }
  }

  /** Keeps what the engine was still at: it does one thing after the other. */
  private async leave(desk: Desk): Promise<void> {
    this.keepRecord(await desk.look(this.viewer), await desk.save());
    await desk.close();
  }

  close(): void {
    this.closed = true;
    this.deaf();
    if (this.desk) void this.leave(this.desk);
    this.desk = null;
  }
}
