/**
 * The engine of one game in a worker: the C code of engine/, games/ and bots/, behind wasm/desk.h.
 * A bot may think here for a second without the page stopping.
 */
import { typeset } from "../ui/typeset";
import type { Answer, Asked, Call } from "./calls";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  desk_open(): number;
  desk_close(desk: number): void;
  desk_input(desk: number, bytes: number): number;
  desk_speak(desk: number, lang: number): void;
  desk_kit(desk: number): number;
  desk_kit_free(kit: number): void;
  desk_why(desk: number): number;
  desk_digest(desk: number, kit: number): number;
  desk_lend(desk: number, kit: number): void;
  desk_load(desk: number): number;
  desk_daily(desk: number): number;
  desk_told(desk: number): number;
  desk_par(desk: number): number;
  desk_line(desk: number): number;
  desk_save(desk: number): number;
  desk_state(desk: number): number;
  desk_scene(desk: number, viewer: number): number;
  desk_view(desk: number, viewer: number): number;
  desk_show(desk: number, viewer: number): number;
  desk_legal(desk: number, seat: number): number;
  desk_events(desk: number, viewer: number): number;
  desk_history(desk: number, viewer: number): number;
  desk_play(desk: number, seat: number): number;
  desk_rewind(desk: number, plies: number): void;
  desk_bot(desk: number, seat: number, nodes: number): number;
  desk_hint(desk: number, seat: number, step: number): number;
  desk_solve(desk: number): number;
}

const utf8 = new TextEncoder();
const read = new TextDecoder();
let french: Readonly<Record<string, string>> = {};
/** Translations handed to C stay where they were put: C keeps no copy. */
const spoken = new Map<string, number>();
let x: Exports;

function textAt(at: number): string {
  const bytes = new Uint8Array(x.memory.buffer);
  return read.decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

function put(desk: number, text: string): number {
  const bytes = utf8.encode(text);
  const at = x.desk_input(desk, bytes.length);
  new Uint8Array(x.memory.buffer).set(bytes, at);
  return at;
}

function say(msgid: number): number {
  const english = textAt(msgid);
  const translated = french[english] ?? typeset(english);
  if (translated === english) return msgid;
  let at = spoken.get(translated);
  if (at === undefined) {
    at = put(x.desk_open(), translated); // an input that nobody writes again
    spoken.set(translated, at);
  }
  return at;
}

/** Of WASI only printing is asked for, by an assert that fails: it may not (EBADF), and traps. */
const wasi = new Proxy({}, { get: () => () => 8 });

async function begin(engine: WebAssembly.Module): Promise<void> {
  const instance = await WebAssembly.instantiate(engine, { host: { say }, wasi_snapshot_preview1: wasi });
  x = instance.exports as unknown as Exports;
  x._initialize();
}

/** Done when the engine, which is the first message, can be asked. */
let ready: Promise<void>;

/** A game may leave a view empty before it has one. */
const json = (at: number): unknown => JSON.parse(textAt(at) || "null");
const refusal = (at: number): string | null => (at ? textAt(at) : null);

/** Desks that are open: a late call to a closed one must not reach its memory. */
const open = new Set<number>();

/** A new desk with a record on it, or with a puzzle. */
function lay(
  text: string,
  load: (desk: number) => number,
  kit = 0,
): { desk: number } | { why: string; line: number } {
  const desk = x.desk_open();
  x.desk_lend(desk, kit);
  put(desk, text);
  const why = refusal(load(desk));
  if (why === null) {
    open.add(desk);
    return { desk };
  }
  const line = x.desk_line(desk);
  x.desk_close(desk);
  return { why, line };
}

/** Kits by digest, each made once for all the matches that are played with it. */
const kits = new Map<string, { at: number; users: number }>();
/** The kit that a desk was lent. */
const lent = new Map<number, string>();
/** Kits that nobody uses and that stay all the same: whoever made one is about to. */
const IDLE_KITS = 2;

function freeIdleKits(): void {
  const idle = [...kits].filter(([, kit]) => !kit.users);
  for (const [digest, kit] of idle.slice(0, -IDLE_KITS)) {
    x.desk_kit_free(kit.at);
    kits.delete(digest);
  }
}

function makeKit(game: string, text: string): { digest: string } | { why: string } {
  const desk = x.desk_open();
  put(desk, `${game}\n${text}`);
  const at = x.desk_kit(desk);
  const made = at ? { digest: textAt(x.desk_digest(desk, at)) } : { why: textAt(x.desk_why(desk)) };
  x.desk_close(desk);
  if ("digest" in made) {
    if (kits.has(made.digest)) x.desk_kit_free(at);
    else kits.set(made.digest, { at, users: 0 });
    freeIdleKits();
  }
  return made;
}

function openDesk(record: string): unknown {
  const digest = /^book (\d+)$/m.exec(record)?.[1];
  const kit = digest ? kits.get(digest) : undefined;
  if (digest && !kit) return { missing: digest };
  const laid = lay(record, x.desk_load, kit?.at);
  if (digest && kit && "desk" in laid) {
    kit.users++;
    lent.set(laid.desk, digest);
  }
  return laid;
}

function closeDesk(desk: number): void {
  const kit = kits.get(lent.get(desk) ?? "");
  if (kit) kit.users--;
  lent.delete(desk);
  open.delete(desk);
  x.desk_close(desk);
  freeIdleKits();
}

function answer(call: Call): unknown {
  if (call.do === "words") {
    french = call.words;
    return null;
  }
  if (call.do === "kit") return makeKit(call.game, call.text);
  if (call.do !== "open" && call.do !== "daily") {
    if (!open.has(call.desk)) throw new Error("The desk is closed.");
    x.desk_speak(call.desk, Object.keys(french).length ? 1 : 0);
  }
  switch (call.do) {
    case "open":
      return openDesk(call.record);
    case "daily":
      return lay(`${call.game} ${call.day}`, x.desk_daily);
    case "told":
      return json(x.desk_told(call.desk));
    case "par":
      return x.desk_par(call.desk);
    case "close":
      return closeDesk(call.desk);
    case "look":
      return {
        state: json(x.desk_state(call.desk)),
        scene: json(x.desk_scene(call.desk, call.viewer)),
        view: json(x.desk_view(call.desk, call.viewer)),
        legal: json(x.desk_legal(call.desk, call.viewer)),
        picture: textAt(x.desk_show(call.desk, call.viewer)),
      };
    case "play":
      put(call.desk, call.note);
      return refusal(x.desk_play(call.desk, call.seat));
    case "events":
      return json(x.desk_events(call.desk, call.viewer));
    case "history":
      return json(x.desk_history(call.desk, call.viewer));
    case "rewind":
      return x.desk_rewind(call.desk, call.plies);
    case "save":
      return textAt(x.desk_save(call.desk));
    case "bot":
      put(call.desk, call.name);
      return textAt(x.desk_bot(call.desk, call.seat, call.nodes));
    case "hint":
      return refusal(x.desk_hint(call.desk, call.seat, call.step));
    case "solve":
      put(call.desk, call.facts);
      return json(x.desk_solve(call.desk));
  }
}

addEventListener("message", (event: MessageEvent<Asked>) => {
  if (event.data instanceof WebAssembly.Module) {
    ready = begin(event.data);
    return;
  }
  const { id, call } = event.data;
  ready
    .then(() => postMessage({ id, value: answer(call) } satisfies Answer))
    .catch((error: unknown) => postMessage({ id, error: String(error) } satisfies Answer));
});
