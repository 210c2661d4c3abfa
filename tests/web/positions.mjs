// Positions for the tests of the frame, made by the engine on the spot: each game's fullest, and how a
// whole game of it is played by touch. A new game joins with one entry in `games`.
import { openDesk } from "../wasm/desk.mjs";
import { assert } from "./harness.mjs";

/** A generator of numbers below n: the same on every machine. */
export function dice(seed) {
  let luck = seed;
  return (n) => {
    luck = (luck * 1103515245 + 12345) % 2147483648;
    return Math.floor((luck / 2147483648) * n);
  };
}

const person = { kind: "person", name: "Ada", bot: null };
const robot = { kind: "bot", name: "", bot: "easy" };

export function openGames(wasm) {
  const desk = openDesk(wasm);
  const edition = (id) => desk.games().games.find((game) => game.id === id).edition;

  const begin = (id, seats, options, seed) => {
    const chosen = Object.entries(options).map(([name, value]) => `option ${name} ${value}\n`);
    const refusal = desk.load(
      `tablier 1\ngame ${id} ${edition(id)}\nseats ${seats}\n${chosen.join("")}seed ${seed}\n\n`,
    );
    assert(refusal === null, refusal);
  };
  const owes = () => JSON.parse(desk.state()).owes;

  /** Of some random games every position that the first seat owes a decision in; played once. */
  const played = new Map();
  const owed = (id, seats, options, games) => {
    const key = JSON.stringify([id, seats, options, games]);
    if (!played.has(key)) played.set(key, playAll(id, seats, options, games));
    return played.get(key);
  };
  const playAll = (id, seats, options, games) => {
    const found = [];
    for (let seed = 1; seed <= games; seed++)
      walk(id, seats, options, seed, (legal, plies) => {
        found.push({ seed, plies, view: JSON.parse(desk.view(0)), legal });
      });
    return found;
  };
  /** A random game, as far as `visit` wants it: it is called where the first seat owes. */
  const walk = (id, seats, options, seed, visit) => {
    const roll = dice(seed);
    begin(id, seats, options, seed);
    for (let [seat] = owes(), n = 0; seat !== undefined && n < 900; [seat] = owes(), n++) {
      const legal = JSON.parse(desk.legal(seat));
      if (seat === 0 && visit(legal, n)) return;
      desk.play(seat, legal[roll(legal.length)]);
    }
  };

  /** Of random games the position, owed by the first seat, that weighs most. */
  const fullest = (id, seats, options, weigh, games = 12) => {
    let best = { weight: -1 };
    for (const { seed, plies, view, legal } of owed(id, seats, options, games)) {
      const weight = weigh(view, legal);
      if (weight > best.weight) best = { weight, seed, plies };
    }
    assert(best.weight >= 0, `no such position in ${games} games of ${id}`);
    walk(id, seats, options, best.seed, (_, plies) => plies === best.plies);
    return desk.save();
  };
  const fresh = (id, seats, options = {}, seed = 3) => {
    begin(id, seats, options, seed);
    return desk.save();
  };
  /** A whole game, as easy bots play it. */
  const ended = (id, seats, options = {}) => {
    begin(id, seats, options, 3);
    for (let [seat] = owes(); seat !== undefined; [seat] = owes()) desk.play(seat, desk.bot(seat, "easy", 0));
    return desk.save();
  };
  return { desk, fullest, fresh, ended };
}

/** A record as the page keeps it. */
export const keptAs = (id, game, seats, record) => ({
  id,
  game,
  seats,
  record,
  changed: 1,
  over: false,
  plies: 0,
  points: null,
  place: null,
});

/** Puts records on the page's desk, as laid0, laid1 and so on; one alone is laid. */
export async function keepGames(page, url, game, records, seats, storage = {}) {
  const kept = records.map((record, i) =>
    keptAs(records.length === 1 ? "laid" : `laid${i}`, game, seats, record),
  );
  // From a page of the same house that runs nothing: no game there keeps itself meanwhile.
  await page.goto(`${url}/icon-192.png`);
  await page.evaluate(
    ([all, more]) => {
      localStorage.setItem("tablier.games", JSON.stringify(all));
      for (const [key, value] of Object.entries(more)) localStorage.setItem(key, value);
    },
    [kept, storage],
  );
}

/** Puts a record on the page's desk and opens it. */
export async function layGame(page, url, game, record, seats, storage = {}) {
  await keepGames(page, url, game, [record], seats, storage);
  await page.goto(`${url}/#/local/laid`);
  await page.locator(".table .board").waitFor();
}

/** Opens another game where one lies open, without loading the page anew; each has a name of its own. */
export async function layNext(page, name, game, record, seats, storage = {}) {
  const go = (hash) => page.evaluate((to) => location.assign(to), hash);
  await go("#/nowhere");
  await page.locator(".table").waitFor({ state: "detached" });
  await page.evaluate(
    ([kept, more]) => {
      for (const [key, value] of Object.entries(more)) localStorage.setItem(key, value);
      const key = "tablier.games";
      localStorage.setItem(key, JSON.stringify([kept]));
      dispatchEvent(new StorageEvent("storage", { key })); // as if another tab had laid it
    },
    [keptAs(name, game, seats, record), storage],
  );
  await go(`#/local/${name}`);
  await page.locator(".table .board").waitFor();
}

export const company = (n) => [person, ...Array.from({ length: n - 1 }, () => robot)];

/* ---- the games ---- */

/** The city of quest FR14X52C: building, quarter turns, zone. */
export const city = [
  ["S", 3, "A1"],
  ["V", 3, "A3"],
  ["T", 0, "C2"],
  ["L", 3, "B4"],
  ["O", 2, "D1"],
  ["I", 3, "E3"],
];

const sum = (counts = {}) => Object.values(counts).reduce((a, b) => a + b, 0);
/** How many pieces lie on the board of Archives, and cards in the first hand. */
const crowd = ({ sites, waiting, players }) =>
  Object.values(sites).reduce(
    (n, site) =>
      n +
      site.requests.length +
      site.consulted.length +
      sum(site.entry) +
      sum(site.store) +
      (site.room?.size ?? 0),
    sum(waiting) + 3 * players[0].cards,
  );

export const games = {
  topologic: {
    seats: 2,
    ready: ".topo-field",
    /** What has to be in sight at any size. */
    needs: ["[data-tile]", ".pawn", ".plaque"],
    positions: ({ fullest }) => [
      {
        name: "seeking",
        record: fullest("topologic", 2, {}, (view) =>
          view.phase === "moving" && view.seeker === 0 ? view.rounds[view.round].history.length : -1,
        ),
        // A pawn in hand: Cancel is there as well.
        prepare: (page) => page.locator(".pawn.movable").first().click(),
        shown: [".back.cancel"],
      },
    ],
  },
  archeologic: {
    seats: 4,
    ready: ".dig-plan",
    needs: ["[data-zone]", ".piece", ".axis", ".subject"],
    positions: ({ fullest }) => [
      {
        name: "asking",
        record: fullest(
          "archeologic",
          4,
          { quest: "FR14X52C", aids: "full" },
          (view) =>
            view.phase === "choosing" && view.seat === 0
              ? view.log.filter((turn) => turn.seat === 0 && turn.answer).length
              : -1,
          3,
        ),
        storage: (name) => ({
          "tablier.archeologic.notes": JSON.stringify({
            [name]: { plan: Object.fromEntries(city.map(([b, r, z]) => [b, `r${r} ${z}`])), marks: {} },
          }),
        }),
        prepare: (page) => page.locator(".subject").nth(2).click(),
        shown: [".answer-tag", ".back.cancel"],
      },
    ],
  },
  ancient: {
    seats: 2,
    ready: ".ak-hand",
    needs: [".ak-hand .ak-touch", ".ak-strip"],
    positions: ({ fullest, fresh }) => [
      { name: "the deal", record: fresh("ancient", 2), shown: [] },
      {
        name: "an action",
        record: fullest("ancient", 2, { hands: "ready" }, (view) => {
          const mine = view.players[0];
          return view.ask.kind === "action"
            ? 3 * mine.hand.length +
                mine.timeline.flat().length +
                mine.artefacts.length +
                mine.past.length / 2
            : -1;
        }),
        shown: [
          ".ak-tile-cards .ak-touch",
          ".ak-column > *",
          ".ak-artefacts > *",
          ".ak-rest .ak-lost",
          ".ak-past-head",
          ".ak-action",
        ],
      },
      {
        name: "a payment",
        record: fullest("ancient", 2, { hands: "ready" }, (view) =>
          view.ask.kind === "pay" ? view.players[0].hand.length : -1,
        ),
        shown: [".ak-source", ".ak-column > *"],
      },
      {
        name: "a technology",
        record: fullest("ancient", 2, { hands: "ready" }, (view) =>
          view.ask.kind === "action" && view.learnable?.length ? view.players[0].hand.length : -1,
        ),
        prepare: (page) => page.locator(".ak-tile-cards .ak-touch.lit").first().click(),
        needs: [],
        shown: [".ak-tile-cards .ak-touch", ".ak-source", ".back.cancel", ".deeds .main"],
      },
    ],
  },
  archives: {
    seats: 4,
    ready: ".av-desk",
    /** Where there is room for it. */
    papers: [".av-slip"],
    needs: [".av-square", ".av-site", ".av-row", ".av-prestige", ".av-hand", ".av-pawn"],
    positions: ({ fullest }) => [
      {
        name: "a turn",
        record: fullest("archives", 4, {}, (view) => (view.ask.kind === "turn" ? crowd(view) : -1), 3),
        shown: [".av-spot", ".av-price", ".deeds .button"],
      },
      {
        name: "a request",
        record: fullest("archives", 4, {}, (view) => (view.ask.kind === "request" ? crowd(view) : -1), 3),
        shown: [".av-tray .av-spot"],
      },
      {
        name: "a Pass",
        record: fullest("archives", 4, {}, (view) => (view.ask.kind === "place" ? crowd(view) : -1), 3),
        shown: [".av-slip"],
      },
    ],
  },
  contrees: {
    seats: 4,
    ready: ".nc",
    needs: [".nc-spine", ".nc-ribbon", ".nc-book", ".nc-machine", ".nc-letter", ".nc-mark"],
    positions: ({ fullest }) => {
      const all = { peripeteia: "yes", characters: "yes", reading: "scroll", missions: "easy" };
      const laid = (name, options, weigh, more) => ({
        name,
        record: fullest("contrees", 4, options, weigh, 4),
        ...more,
      });
      const rose = [".nc-land", ".nc-compass", ".nc-corner"];
      return [
        laid("who are you", all, (view) => (view.phase === "character" ? 1 : -1), {
          prepare: (page) => page.locator(".nc-gallery .lit").last().click(),
          shown: [".nc-gallery .nc-land", ".back.cancel", ".deeds .main"],
        }),
        laid("who reads", all, (view) => (view.phase === "scout" ? view.kept.length : -1), {
          shown: [...rose, ".nc-choice"],
        }),
        laid(
          "a member",
          all,
          (view, legal) =>
            view.phase === "prepare" && view.scout !== 0 && legal.some((note) => note.startsWith("take "))
              ? view.missions.filter((one) => one?.holder > 0).length + view.kept.length
              : -1,
          {
            prepare: (page) => page.locator(".nc-mark.lit").first().click(),
            shown: [...rose, ".nc-detail", ".back.cancel", ".deeds .main"],
          },
        ),
        laid(
          "the scout's page",
          all,
          (view) =>
            view.phase === "prepare" && view.step === "read" && view.scout === 0 && view.constraint
              ? view.passage.marks.length
              : -1,
          { shown: [...rose, ".nc-passage p", ".nc-constraint", ".deeds .main"] },
        ),
        laid(
          "an exploration",
          all,
          (view) => (view.phase === "explore" && view.scout !== 0 ? view.kept.length : -1),
          {
            prepare: (page) => page.locator(".nc-land.lit").first().click(),
            shown: [".nc-plate", ".deeds .main"],
          },
        ),
        laid(
          "a payment",
          { ...all, domains: "yes" },
          (view, legal) => (view.phase === "pay" ? legal.length : -1),
          {
            shown: [".nc-pay-two .nc-choice", ".nc-lost img"],
          },
        ),
      ];
    },
  },
};
