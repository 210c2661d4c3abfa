/** Prestige over the game, where it came from, and the sheet of the end that adds itself up. */
import { t, tn } from "../../i18n";
import { type Player as Person, PlayerSign } from "../../ui/players";
import { LETTERS, siteName, typeName, type Player, type View } from "./view";
import { number, signed, sourceWord } from "./words";

interface Props {
  readonly view: View;
  readonly people: readonly Person[];
}

const SOURCES = [
  "moves",
  "stores",
  "requests",
  "pushed",
  "answers",
  "loans",
  "exhibits",
  "abandons",
  "waiting",
];

/* ---- prestige over the game ---- */

const WIDE = 300;
/** Beside the board the log wants the room. */
const HIGH = { beside: 84, ending: 120 };
const LINE = 11;

/** A line for each player, from Pass to Pass; the end of the line is now. */
function Chart({ view, people, at }: Props & { readonly at: keyof typeof HIGH }) {
  const tall = HIGH[at];
  const rows = [...view.history.prestige, view.players.map(({ prestige }) => prestige)];
  const all = rows.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(5, ...all);
  const x = (i: number) => 30 + ((WIDE - 44) * i) / Math.max(1, rows.length - 1);
  const y = (n: number) => 10 + ((tall - 20) * (high - n)) / (high - low);
  const levels = [0, low, high].filter((n, i) => i === 0 || Math.abs(y(n) - y(0)) > LINE);
  const label = view.players
    .map(({ prestige }, i) => `${people[i]?.name ?? ""} ${number(prestige)}`)
    .join(", ");
  return (
    <figure class="av-chart">
      <figcaption>{t("Prestige from Pass to Pass")}</figcaption>
      <svg viewBox={`0 0 ${WIDE} ${tall}`} role="img" aria-label={t("Prestige: {list}", { list: label })}>
        {levels.map((n) => (
          <g key={n} class={n === 0 ? "av-axis zero" : "av-axis"}>
            <path d={`M28 ${y(n)}H${WIDE - 6}`} />
            <text x="24" y={y(n) + 4}>
              {number(n)}
            </text>
          </g>
        ))}
        {view.players.map((_, seat) => (
          <path
            key={seat}
            class="av-line"
            stroke={people[seat]?.colour}
            stroke-dasharray={["", "7 3", "2 3", "9 3 2 3"][seat]}
            d={rows
              .map((row, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(row[seat] ?? 0).toFixed(1)}`)
              .join("")}
          />
        ))}
        {view.players.map(({ prestige }, seat) => (
          <circle
            key={seat}
            cx={x(rows.length - 1)}
            cy={y(prestige)}
            r="4"
            fill={people[seat]?.colour}
            stroke="#fff"
          />
        ))}
      </svg>
    </figure>
  );
}

/* ---- where it came from ---- */

function sourcesOf(player: Player, over: boolean): readonly (readonly [string, number])[] {
  const { expert, expertise } = player.score;
  const end: readonly (readonly [string, number])[] = over
    ? [
        ["expertise", expertise],
        ["cubes", expert.reduce((n, { cubes }) => n + cubes, 0)],
        ["answered", expert.reduce((n, { answered }) => n + answered, 0)],
      ]
    : [];
  return [...SOURCES.map((source) => [source, player.sources[source] ?? 0] as const), ...end];
}

/** A table of all sources, with a bar for each number. */
function Sources({ view, people, over }: Props & { over: boolean }) {
  const columns = view.players.map((player) => sourcesOf(player, over));
  const kinds = (columns[0] ?? []).map(([kind]) => kind);
  const most = Math.max(1, ...columns.flat().map(([, n]) => Math.abs(n)));
  const value = (seat: number, i: number) => columns[seat]?.[i]?.[1] ?? 0;
  return (
    <table class="av-sources">
      <caption>{t("Where prestige came from")}</caption>
      <thead>
        <tr>
          <td />
          {people.map((person, i) => (
            <th key={i} scope="col">
              <PlayerSign player={person} />
              <span class="hidden">{person.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(
          (kind, i) =>
            columns.some((_, seat) => value(seat, i) !== 0) && (
              <tr key={kind}>
                <th scope="row">{sourceWord(kind)}</th>
                {columns.map((_, seat) => (
                  <td
                    key={seat}
                    class={value(seat, i) < 0 ? "minus" : ""}
                    style={{ "--bar": `${(100 * Math.abs(value(seat, i))) / most}%` }}
                  >
                    {value(seat, i) ? signed(value(seat, i)) : "–"}
                  </td>
                ))}
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

/* ---- beside the board ---- */

function PlayerLine({
  player,
  person,
  view,
  seat,
}: {
  player: Player;
  person: Person;
  view: View;
  seat: number;
}) {
  const experts = view.experts.flatMap((who, i) => (who === seat ? [typeName(LETTERS[i] ?? "")] : []));
  return (
    <li class={view.ask.who === seat ? "av-player turn" : "av-player"}>
      <PlayerSign player={person} />
      <span class="av-player-name">
        {person.name}
        <small>
          {experts.length ? t("expert: {list}", { list: experts.join(", ") }) : t("no expertise leads yet")}
          {" · "}
          {tn("{n} card", "{n} cards", player.cards)}
          {player.waitingLoss > 0 && ` · ${t("{n} per Pass", { n: signed(-player.waitingLoss) })}`}
        </small>
      </span>
      <strong title={t("Prestige")}>{number(player.prestige)}</strong>
      <small class="av-if" title={t("If it ended now")}>
        {number(player.score.total)}
      </small>
    </li>
  );
}

export function Figures({ view, people }: Props) {
  return (
    <div class="panel av-figures">
      <p class="av-figures-head" aria-hidden="true">
        <span>{t("Prestige")}</span> <span>{t("If it ended now")}</span>
      </p>
      <ul>
        {view.players.map((player, seat) => {
          const person = people[seat];
          return person && <PlayerLine key={seat} player={player} person={person} view={view} seat={seat} />;
        })}
      </ul>
      {/* Before the first Pass there is no line to draw, and the log wants the room. */}
      {view.history.prestige.length > 1 && <Chart view={view} people={people} at="beside" />}
      <details>
        <summary>{t("Where prestige came from")}</summary>
        <Sources view={view} people={people} over={false} />
      </details>
    </div>
  );
}

/* ---- the end ---- */

interface Line {
  readonly label: string;
  readonly of: readonly (number | null)[];
  readonly note?: readonly string[];
}

/** A type's line: only its expert scores. */
function typeLines(view: View, letter: string): readonly Line[] {
  const of = (pick: (one: Player["score"]["expert"][number]) => number) =>
    view.players.map(({ score }) => {
      const one = score.expert.find(({ type }) => type === letter);
      return one ? pick(one) : null;
    });
  const largest = view.players.flatMap(
    ({ score }) => score.expert.find(({ type }) => type === letter)?.site ?? [],
  )[0];
  const cubes: Line = {
    label: largest
      ? t("Expert in {type}: cubes, {site}", { type: typeName(letter), site: siteName(largest) })
      : t("Expert in {type}: cubes", { type: typeName(letter) }),
    of: of((one) => one.cubes),
  };
  const answered: Line = {
    label: t("Expert in {type}: requests answered", { type: typeName(letter) }),
    of: of((one) => one.answered),
  };
  return [cubes, answered].filter((line) => line.of.some((n) => n));
}

/** Line by line, each a little later than the one before. */
export function Sheet({ view, people, place }: Props & { place: readonly number[] | null }) {
  const lines: readonly Line[] = [
    { label: t("Prestige in play"), of: view.players.map(({ score }) => score.prestige) },
    { label: t("One for each expertise"), of: view.players.map(({ score }) => score.expertise) },
    ...LETTERS.flatMap((letter) => typeLines(view, letter)),
  ];
  return (
    <section class="av-sheet">
      <table>
        <thead>
          <tr>
            <td />
            {people.map((person, i) => (
              <th key={i} scope="col">
                <PlayerSign player={person} />
                <span>{person.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, of }, i) => (
            <tr key={label} class="av-sheet-line" style={{ "--at": i }}>
              <th scope="row">{label}</th>
              {of.map((n, seat) => (
                <td key={seat}>{n === null ? "" : i ? signed(n) : number(n)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr class="av-sheet-line total" style={{ "--at": lines.length + 1 }}>
            <th scope="row">{t("Total")}</th>
            {view.players.map(({ score }, seat) => (
              <td key={seat} class={place?.[seat] === 1 ? "first" : ""}>
                {number(score.total)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <Chart view={view} people={people} at="ending" />
      <Sources view={view} people={people} over />
    </section>
  );
}
