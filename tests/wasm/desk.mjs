// The engine's WebAssembly build in Node, as the page's worker holds it.
import { readFileSync } from "node:fs";

const utf8 = new TextEncoder();

export function openDesk(path) {
  let x;
  const module = new WebAssembly.Module(readFileSync(path));
  // An assert that fails would print; there is nowhere to: it traps, and that is seen.
  const wasi = new Proxy({}, { get: () => () => 8 });
  x = new WebAssembly.Instance(module, { host: { say: (msgid) => msgid }, wasi_snapshot_preview1: wasi })
    .exports;
  x._initialize();
  const d = x.desk_open();

  const text = (at) => {
    if (!at) return null;
    const bytes = new Uint8Array(x.memory.buffer);
    return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString("utf8");
  };
  const give = (string) => {
    const bytes = utf8.encode(string);
    const at = x.desk_input(d, bytes.length);
    new Uint8Array(x.memory.buffer).set(bytes, at);
  };
  return {
    games: () => JSON.parse(text(x.desk_games(d))),
    load: (record) => (give(record), text(x.desk_load(d))),
    line: () => x.desk_line(d),
    daily: (game, day) => (give(`${game} ${day}`), text(x.desk_daily(d))),
    told: () => JSON.parse(text(x.desk_told(d))),
    par: () => x.desk_par(d),
    play: (seat, note) => (give(note), text(x.desk_play(d, seat))),
    bot: (seat, name, nodes) => (give(name), text(x.desk_bot(d, seat, nodes))),
    hint: (seat, step) => text(x.desk_hint(d, seat, step)),
    rewind: (plies) => x.desk_rewind(d, plies),
    save: () => text(x.desk_save(d)),
    state: () => text(x.desk_state(d)),
    scene: (viewer) => text(x.desk_scene(d, viewer)),
    view: (viewer) => text(x.desk_view(d, viewer)),
    show: (viewer) => text(x.desk_show(d, viewer)),
    events: (viewer) => text(x.desk_events(d, viewer)),
    history: (viewer) => text(x.desk_history(d, viewer)),
    legal: (seat) => text(x.desk_legal(d, seat)),
    played: (game, games) => BigInt.asUintN(64, x.played(game, games)),
  };
}
