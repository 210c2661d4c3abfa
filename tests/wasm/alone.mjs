// An engine for one game holds just that game, and plays it as the engine of them all does.
// Usage: alone.mjs MODULE   (it holds every game; beside it lies GAME.wasm for each)
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { openDesk } from "./desk.mjs";

const [module] = process.argv.slice(2);
const whole = openDesk(module);
const { games, bots } = whole.games();

const begun = ({ id, edition, seats }) => `tablier 1\ngame ${id} ${edition}\nseats ${seats[0]}\nseed 7\n\n`;

/** A game of bots, as far as it shows that they think alike. */
function played(desk, game) {
  assert.equal(desk.load(begun(game)), null);
  for (let i = 0; i < 60; i++) {
    const { owes } = JSON.parse(desk.state());
    if (!owes.length) break;
    assert.equal(desk.play(owes[0], desk.bot(owes[0], "normal", 50)), null);
  }
  return [desk.save(), desk.view(-1), desk.show(-1), desk.history(-1)];
}

for (const game of games) {
  const alone = openDesk(join(dirname(module), `${game.id}.wasm`));
  assert.deepEqual(alone.games(), { games: [game], bots }, game.id);
  for (const other of games.filter(({ id }) => id !== game.id))
    assert.equal(
      alone.load(begun(other)),
      "This record is of a game that is not here.",
      `${other.id} in ${game.id}'s engine`,
    );
  assert.deepEqual(played(alone, game), played(whole, game), game.id);
  console.log(`[       OK ] ${game.id}`);
}
console.log(`[  PASSED  ] ${games.length} test(s).`);
