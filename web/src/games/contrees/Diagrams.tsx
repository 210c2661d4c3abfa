/** The diagrams of docs/rules/contrees, from the game's own pictures: cards, bookmarks, signs. */
import { t } from "../../i18n";
import { type Diagrams, Drawn, Legend } from "../../ui/diagram";
import { picture } from "./art";
import "./diagrams.css";

interface Placed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/** A card, half as high again as it is wide. */
const Card = ({ id, x, y, w }: Placed) => (
  <g transform={`translate(${x} ${y})`}>
    <rect class="nc-shade" x="3" y="5" width={w} height={w * 1.5} rx={w * 0.06} />
    <image href={picture(id)} width={w} height={w * 1.5} />
    <rect class="nc-edge" width={w} height={w * 1.5} rx={w * 0.03} />
  </g>
);

/** A landscape's back, with the number that the scout moves. */
const Back = ({ id, x, y, w, n }: Placed & { n: number }) => (
  <>
    <Card id={id} x={x} y={y} w={w} />
    <text class="nc-number" x={x + w / 2} y={y + w * 1.24} font-size={w * 0.19}>
      {n}
    </text>
  </>
);

function Rose() {
  const letters = t("N E S W").split(" ");
  const points: readonly (readonly [x: number, y: number])[] = [
    [280, 14],
    [538, 316],
    [280, 620],
    [22, 316],
  ];
  return (
    <Drawn>
      <svg class="nc-board tall" viewBox="0 -14 560 648">
        <path
          class="nc-star"
          d="M280 120 310 276 470 306 310 336 280 500 250 336 90 306 250 276ZM190 216 262 288 190 396 298 324 370 396 298 288 370 216 298 324Z"
        />
        <Card id="E01" x={215} y={24} w={130} />
        <Card id="E25" x={385} y={208} w={130} />
        <Card id="E09" x={215} y={393} w={130} />
        <Card id="E21" x={45} y={208} w={130} />
        <Back id="back-cartography" x={230} y={231} w={100} n={5} />
        {points.map(([x, y], i) => (
          <text key={i} class="nc-point" x={x} y={y}>
            {letters[i]}
          </text>
        ))}
      </svg>
    </Drawn>
  );
}

const Ribbon = ({ id, x, page }: { id: string; x: number; page: string }) => (
  <>
    <image href={picture(id)} x={x - 24} y="20" width="48" height="144" />
    <text class="nc-page" x={x} y="14">
      {page}
    </text>
  </>
);

/** The leaves from the edge: a line each. */
function Book() {
  return (
    <Drawn>
      <svg class="nc-board" viewBox="0 0 700 262">
        <path class="nc-cover" d="M14 64h672q8 0 8 8v150q0 8-8 8H14q-8 0-8-8V72q0-8 8-8Z" />
        <path class="nc-leaves" d="M18 58h664v158H18Z" />
        {Array.from({ length: 33 }, (_, i) => (
          <path key={i} class="nc-leaf" d={`M${24 + i * 20} 58v158`} />
        ))}
        <Ribbon id="camp" x={164} page="37" />
        <Ribbon id="scout" x={264} page="47" />
        <Ribbon id="city" x={584} page="?" />
        <path class="nc-way" d="M172 190h80m-12-9 14 9-14 9" />
        <text class="nc-steps" x="214" y="180">
          5
        </text>
        <g class="nc-names">
          <text x="164" y="252">
            {t("camp")}
          </text>
          <text x="270" y="252">
            {t("scout")}
          </text>
          <text x="584" y="252">
            {t("Lost City")}
          </text>
        </g>
      </svg>
    </Drawn>
  );
}

/** How far the lines of a page go, in hundredths: ragged where a paragraph ends. */
const LEFT_PAGE = [100, 100, 96, 100, 62, 100, 100, 98, 100, 100, 100, 74, 100, 100];
const RIGHT_PAGE = [88, 100, 100, 97, 100, 45, 100, 100, 99, 100, 100, 100];

function Passage() {
  return (
    <Drawn>
      <svg class="nc-board" viewBox="0 0 640 360">
        <path class="nc-cover" d="M8 26h624v320H8Z" />
        <path class="nc-sheet" d="M18 30q150-26 302 0 152-26 302 0v306q-150-22-302 0-152-22-302 0Z" />
        <path class="nc-fold" d="M320 30v306" />
        {LEFT_PAGE.map((long, i) => (
          <path key={i} class="nc-line" d={`M46 ${58 + i * 19}h${2.4 * long}`} />
        ))}
        <path class="nc-title" d="M410 58h130" />
        {RIGHT_PAGE.map((long, i) => (
          <path
            key={i}
            class={i < 6 ? "nc-line read" : "nc-line"}
            d={`M${i === 0 ? 374 : 354} ${92 + i * 20}h${2.4 * long - (i === 0 ? 20 : 0)}`}
          />
        ))}
        <rect class="nc-frame" x="344" y="78" width="262" height="128" rx="8" />
        <path class="nc-brace" d="M612 82q8 0 8 10v40q0 10 8 10-8 0-8 10v40q0 10-8 10" />
        <text class="nc-six" x="330" y="150">
          6
        </text>
      </svg>
    </Drawn>
  );
}

const ALPHABET = [..."LETTRESPERDU"];

/** In two rows. */
function Letters({ n }: { n: number }) {
  const wide = n / 2;
  return (
    <svg class="nc-letters" viewBox={`0 0 ${wide * 34} 68`} style={{ width: `${wide * 1.7}rem` }}>
      {ALPHABET.slice(0, n).map((letter, i) => (
        <g key={i} transform={`translate(${(i % wide) * 34} ${Math.floor(i / wide) * 34})`}>
          <rect class="nc-token" x="2" y="2" width="30" height="30" rx="6" />
          <text x="17" y="24">
            {letter}
          </text>
        </g>
      ))}
    </svg>
  );
}

const Mission = ({ id }: { id: string }) => <img src={picture(id)} alt="" width="64" height="64" />;

function Losses() {
  return (
    <ul class="nc-losses">
      <li>
        <span class="nc-price">
          <Letters n={12} />
        </span>
        {t("12 letters")}
      </li>
      <li>
        <span class="nc-price">
          <Letters n={6} />
          <Mission id="M01" />
        </span>
        {t("6 letters and a mission")}
      </li>
      <li>
        <span class="nc-price">
          <Mission id="M01" />
          <Mission id="M16" />
        </span>
        {t("two missions")}
      </li>
    </ul>
  );
}

/** A domain's back and one of its missions' signs. */
const Pair = ({ back, sign }: { back: string | null; sign: string }) => (
  <span class="nc-pair">
    {back !== null && <img src={picture(back)} alt="" width="40" height="60" />}
    <img src={picture(sign)} alt="" width="52" height="52" />
  </span>
);

function Domains() {
  return (
    <div class="nc-legend">
      <Legend
        lines={[
          { sign: <Pair back="back-cartography" sign="M01" />, words: t("cartography") },
          { sign: <Pair back="back-botany" sign="M08" />, words: t("botany") },
          { sign: <Pair back="back-ethnology" sign="M15" />, words: t("ethnology") },
          { sign: <Pair back="back-archaeology" sign="M22" />, words: t("archaeology") },
          { sign: <Pair back={null} sign="J01" />, words: t("the joker: any domain") },
        ]}
      />
    </div>
  );
}

function Characters() {
  const people: readonly (readonly [id: string, words: string])[] = [
    ["K1", t("the Textplorer: draws two peripeteias and keeps one")],
    ["K2", t("the Surveyor: one to three leaves more or fewer")],
    ["K3", t("the Bookseller: replaces landscapes")],
    ["K4", t("the Prompter: has the passage read twice")],
    ["K5", t("the Bookbinder: a lost landscape costs nothing")],
    ["K6", t("the Lamplighter: names a direction that it is not")],
  ];
  return (
    <div class="nc-legend">
      <Legend
        lines={people.map(([id, words]) => ({
          sign: <img class="nc-portrait" src={picture(id)} alt="" width="64" height="96" />,
          words,
        }))}
      />
    </div>
  );
}

export const diagrams: Diagrams = {
  rose: Rose,
  book: Book,
  passage: Passage,
  losses: Losses,
  domains: Domains,
  characters: Characters,
};
