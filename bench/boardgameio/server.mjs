// boardgame.io as its documentation shows it: matches in memory, nothing durable. The game has
// Topologic's decisions and sizes and none of its rules, so that only the framework is measured.
// Prints its port; SIGUSR2 collects garbage, so that memory is what is really held.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const TILES = 60;
const PAWNS = 5;
const KEPT = 8; // turns remembered

const topologic = {
  name: "topologic",
  setup: () => ({
    pawns: Array.from({ length: PAWNS }, (_, i) => i),
    history: [],
    players: { 0: { secret: 7 }, 1: { secret: 42 } },
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    move: ({ G }, pawn, tile) => {
      if (!(pawn >= 0 && pawn < PAWNS && tile >= 0 && tile < TILES)) return "INVALID_MOVE";
      G.pawns[pawn] = tile;
      if (pawn === PAWNS - 1) {
        G.history.push({ pawns: [...G.pawns], score: tile % 10 });
        if (G.history.length > KEPT) G.history.shift();
      }
    },
  },
};

console.info = () => {};
const server = Server({ games: [topologic], origins: [Origins.LOCALHOST] });
const { appServer } = await server.run({ port: 0, callback: () => {} });
process.on("SIGUSR2", () => globalThis.gc?.());
console.log(`http://127.0.0.1:${appServer.address().port}`);
