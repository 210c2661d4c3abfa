// Drives boardgame.io as bench/server.c drives Tablier: two connected players at each match,
// one move under way at each. Usage: drive.mjs PORT MATCHES SECONDS. Prints "ready" when all sit
// and nothing moves; a line on standard input begins the load. After as many seconds again, in
// which the code warms up, it prints "warm", and at the end one line of figures.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const WebSocket = require("ws");
const [port, count, seconds] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}/games/topologic`;
const matches = [];
const samples = [];
let moves = 0;
let playing = false;

async function post(path, body) {
  const response = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} (koa-compose must be 4.1.0)`);
  return response.json();
}

async function makeMatch() {
  const { matchID } = await post("/create", { numPlayers: 2 });
  const match = { id: matchID, state: 0, mover: 0, heard: 0, sent: 0, turn: 0, players: [] };
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await post(`/${matchID}/join`, { playerID, playerName: playerID });
    match.players.push({ playerID, credentials: playerCredentials });
  }
  return match;
}

function play(match) {
  const { playerID, credentials, socket } = match.players[match.turn % 2];
  const args = [match.turn % 5, (match.turn * 7 + 3) % 60];
  const action = { type: "MAKE_MOVE", payload: { type: "move", args, playerID, credentials } };
  match.mover = match.turn % 2;
  match.heard = 0;
  match.sent = performance.now();
  socket.send(`42/topologic,${JSON.stringify(["update", action, match.state, match.id, playerID])}`);
}

function onUpdate(match, seat, text) {
  const state = /"_stateID":(\d+)/.exec(text);
  if (state) match.state = Number(state[1]);
  if (!match.sent) return;
  if (seat !== match.mover) {
    samples.push(performance.now() - match.sent);
    moves++;
  }
  if (++match.heard < 2) return;
  match.sent = 0;
  match.turn++;
  if (playing) play(match);
}

function connect(match, seat) {
  return new Promise((done, fail) => {
    const player = match.players[seat];
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    player.socket = socket;
    socket.on("error", fail);
    socket.on("message", (data) => {
      const text = data.toString();
      if (text === "2") socket.send("3");
      else if (text[0] === "0") socket.send("40/topologic,");
      else if (text.startsWith("40"))
        socket.send(
          `42/topologic,${JSON.stringify(["sync", match.id, player.playerID, player.credentials, 2])}`,
        );
      else if (text.startsWith('42/topologic,["sync"')) {
        const state = /"_stateID":(\d+)/.exec(text);
        if (state) match.state = Number(state[1]);
        done();
      } else if (text.startsWith('42/topologic,["update"')) onUpdate(match, seat, text);
    });
  });
}

for (let i = 0; i < count; i++) matches.push(await makeMatch());
for (const match of matches) await Promise.all([connect(match, 0), connect(match, 1)]);
await new Promise((rest) => setTimeout(rest, 500));
console.log("ready");
await new Promise((go) => process.stdin.once("data", go));
playing = true;
matches.forEach(play);
await new Promise((rest) => setTimeout(rest, seconds * 1000));
console.log("warm");
moves = samples.length = 0;
const began = performance.now();
await new Promise((rest) => setTimeout(rest, seconds * 1000));
playing = false;
const spent = (performance.now() - began) / 1000;
samples.sort((a, b) => a - b);
const at = (share) => samples[Math.floor((samples.length - 1) * share)] ?? 0;
console.log([moves, spent, at(0.5), at(0.99), at(1)].join(" "));
process.exit(0);
