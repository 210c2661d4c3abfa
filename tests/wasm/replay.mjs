// Holds the WebAssembly build against the native one: what every viewer sees, move by
// move, must be the same bytes.
// Usage: replay.mjs MODULE TRANSCRIPT RECORDS-FOLDER
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDesk } from "./desk.mjs";

const [module, native, recordsFolder] = process.argv.slice(2);
const desk = openDesk(module);
const { games, bots } = desk.games();
const folder = mkdtempSync(join(tmpdir(), "tablier-"));
const run = (...args) => execFileSync(native, args, { encoding: "utf8", maxBuffer: 1 << 30 });

// A small generator of our own: the games must not depend on how Node rolls.
function dice(seed) {
  let x = seed | 1;
  return (n) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % n;
  };
}

function header(game, seats, options, seed) {
  const lines = options.map(([id, value]) => `option ${id} ${value}\n`).join("");
  return `tablier 1\ngame ${game.id} ${game.edition}\nseats ${seats}\n${lines}seed ${seed}\n\n`;
}

/** Values of each option in turn, so that a few games meet them all. */
function choose(game, turn) {
  return game.options
    .filter((o) => !o.text)
    .map((o, i) => {
      const values = o.values?.map((v) => v.id) ?? [o.min, o.max, o.usual];
      return [o.id, values[(turn + i) % values.length]];
    });
}

/** A record of up to `plies` random moves. */
function randomRecord(game, seats, turn, plies, seed = turn + 1) {
  const roll = dice(turn * 7919 + seats);
  const refusal = desk.load(header(game, seats, choose(game, turn), seed));
  if (refusal) assert.equal(desk.load(header(game, seats, [], seed)), null, refusal);
  for (let i = 0; i < plies; i++) {
    const { owes } = JSON.parse(desk.state());
    if (!owes.length) break;
    const seat = owes[roll(owes.length)];
    const legal = JSON.parse(desk.legal(seat));
    assert.equal(desk.play(seat, legal[roll(legal.length)]), null);
  }
  return desk.save();
}

function position(seats, first) {
  const out = [`state 0 ${desk.state()}`];
  for (let viewer = -2; viewer < seats; viewer++) {
    if (first) out.push(`scene ${viewer} ${desk.scene(viewer)}`);
    out.push(`view ${viewer} ${desk.view(viewer)}`, `show ${viewer} ${desk.show(viewer)}`);
    out.push(`events ${viewer} ${desk.events(viewer)}`);
    if (viewer < 0) continue;
    out.push(`legal ${viewer} ${desk.legal(viewer)}`);
    out.push(`hint ${viewer} ${desk.hint(viewer, 0) ?? "none"}`);
  }
  return out;
}

/** What tests/wasm/transcript.c prints of the same record. */
function transcript(record) {
  const lines = record.split("\n");
  const first = lines.findIndex((line) => /^\d/.test(line));
  const start = `${lines.slice(0, first < 0 ? lines.length : first).join("\n")}\n`;
  const fresh = openDeskOn(start);
  const seats = JSON.parse(desk.state()).seats;
  const out = [`load 0 ${fresh}`, ...position(seats, true)];
  for (const line of lines.filter((l) => /^\d/.test(l))) {
    out.push(`play ${line[0]} ${desk.play(Number(line[0]), line.slice(2)) ?? "none"}`);
    out.push(...position(seats, false));
  }
  out.push(`history -2 ${desk.history(-2)}`, `save 0 ${desk.save()}`, "");
  return out.join("\n");
}
function openDeskOn(start) {
  return desk.load(start) ?? "none";
}

function goldenRecords() {
  if (!existsSync(recordsFolder)) return [];
  return readdirSync(recordsFolder, { recursive: true })
    .map((name) => join(recordsFolder, String(name)))
    .filter((path) => path.endsWith(".record"));
}

const cases = {
  "the games are listed with seats, options and events"() {
    assert.ok(games.length >= 1);
    assert.deepEqual(bots.slice(0, 1), ["random"]);
    for (const game of games) assert.ok(game.events.length && game.seats[0] <= game.seats[1]);
  },
  "the same records give the same views, natively and here"() {
    const paths = goldenRecords();
    for (const game of games)
      for (let turn = 0; turn < 6; turn++) {
        const seats = game.seats[0] + (turn % (game.seats[1] - game.seats[0] + 1));
        const path = join(folder, `${game.id}-${turn}.record`);
        writeFileSync(path, randomRecord(game, seats, turn, 50));
        paths.push(path);
      }
    for (const path of paths)
      assert.ok(run(path) === transcript(readFileSync(path, "utf8")), `${path} differs`);
  },
  "a key deals the same, natively and here"() {
    for (const game of games)
      for (let turn = 0; turn < 4; turn++) {
        const key = createHash("sha256").update(`${game.id} ${turn}`).digest("hex");
        const record = randomRecord(game, game.seats[turn % 2], turn, 200, key);
        assert.ok(record.includes(`\nseed ${key}\n`), "the key is written as it was read");
        const path = join(folder, `${game.id}-key-${turn}.record`);
        writeFileSync(path, record);
        assert.ok(run(path) === transcript(record), `${path} differs`);
      }
  },
  "seeded games have the same signature"() {
    const lines = run("--played", "1000").trim().split("\n");
    games.forEach((game, i) => {
      const ours = desk.played(i, 1000).toString(16).padStart(16, "0");
      assert.equal(`${game.id} ${ours}`, lines[i]);
    });
  },
  "a refusal changes nothing"() {
    const before = randomRecord(games[0], games[0].seats[1], 3, 9);
    const state = desk.state();
    assert.notEqual(desk.play(0, "fly to the moon"), null);
    assert.notEqual(desk.play(5, "announce"), null);
    assert.notEqual(desk.load("tablier 1\ngame chess 1\n"), null);
    assert.equal(desk.line(), 2);
    assert.notEqual(desk.load("not a record"), null);
    assert.equal(desk.state(), state);
    assert.equal(desk.save(), before);
  },
  "going back is playing again"() {
    randomRecord(games[0], games[0].seats[0], 4, 12);
    const end = desk.save();
    const moves = end.split("\n").filter((line) => /^\d/.test(line));
    desk.rewind(5);
    assert.equal(JSON.parse(desk.state()).ply, 5);
    for (const move of moves.slice(5)) assert.equal(desk.play(Number(move[0]), move.slice(2)), null);
    assert.equal(desk.save(), end);
  },
  "every bot answers with a legal move, the same each time"() {
    for (const game of games)
      for (const name of bots) {
        const answers = [0, 1].map(() => {
          desk.load(header(game, game.seats[1], [], 7));
          const [seat] = JSON.parse(desk.state()).owes;
          const note = desk.bot(seat, name, 20);
          assert.ok(JSON.parse(desk.legal(seat)).includes(note), `${game.id} ${name}: ${note}`);
          return note;
        });
        assert.equal(answers[0], answers[1]);
      }
    assert.equal(desk.bot(0, "nobody", 0), "");
  },
};

let failed = 0;
for (const [name, test] of Object.entries(cases)) {
  try {
    test();
    console.log(`[       OK ] ${name}`);
  } catch (error) {
    failed++;
    console.log(`[  FAILED  ] ${name}\n${error.stack}`);
  }
}
rmSync(folder, { recursive: true });
console.log(`[  PASSED  ] ${Object.keys(cases).length - failed} test(s).`);
if (failed) console.log(`[  FAILED  ] ${failed} test(s).`);
process.exit(failed ? 1 : 0);
