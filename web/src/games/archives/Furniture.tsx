/** What does not move: the sites with their zones, the table of expertise, the ruler of prestige, the cards. */
import { colon, t, tn } from "../../i18n";
import { type Player as Person, SignShape } from "../../ui/players";
import { ActionSign, Seal } from "./art";
import { type Box, type Cells, type Layout, ROW, type SitePlan } from "./layout";
import {
  type Counts,
  cardName,
  count,
  isStore,
  LETTERS,
  type Letter,
  letters,
  type Scene,
  sectionName,
  siteName,
  siteOf,
  STORES,
  type SiteKey,
  typeName,
  type View,
} from "./view";
import { listCounts, number } from "./words";

export interface Parts {
  readonly scene: Scene;
  readonly view: View;
  readonly layout: Layout;
  readonly people: readonly Person[];
  readonly you: number | null;
}

export function Disc({ person, x, y, size }: { person: Person; x: number; y: number; size: number }) {
  return (
    <g class="av-disc" style={{ transform: `translate(${x}px, ${y}px) scale(${size / 24})` }}>
      <g transform="translate(-12 -12)">
        <SignShape player={person} />
      </g>
    </g>
  );
}

function Label({ x, y, children }: { x: number; y: number; children: string }) {
  return (
    <text class="av-label" x={x} y={y}>
      {children}
    </text>
  );
}

function Zone({
  zone,
  label,
  class: name = "",
  size,
}: {
  zone: Cells;
  label: string;
  class?: string;
  size: number;
}) {
  return (
    <g class={`av-zone ${name}`}>
      <Label x={zone.x + 4} y={zone.y + 18}>
        {label}
      </Label>
      {zone.cells.map(({ x, y }, i) => (
        <rect key={i} class="av-cell" x={x - size / 2} y={y - size / 2} width={size} height={size} rx="6" />
      ))}
    </g>
  );
}

/** The queue of requests: the newest at the top, the oldest leaves at the bottom. */
function Requests({ zone, full, size }: { zone: Cells; full: boolean; size: number }) {
  const last = zone.cells[0];
  return (
    <g class="av-zone av-requests">
      <rect class="av-slot-board" x={zone.x} y={zone.y} width={zone.w} height={zone.h} rx="10" />
      <text
        class="av-label"
        x={zone.x + 5}
        y={zone.y + 18}
        textLength={zone.w - 10}
        lengthAdjust="spacingAndGlyphs"
      >
        {t("Requests")}
      </text>
      {zone.cells.map(({ x, y }, i) => (
        <path
          key={i}
          class="av-hex-cell"
          d={HEX_CELL}
          transform={`translate(${x} ${y}) scale(${size / 40})`}
        />
      ))}
      {full && last && <path class="av-leaves" d={`M${last.x - 9} ${zone.y + zone.h - 5}h18l-9 9Z`} />}
    </g>
  );
}
const HEX_CELL = "M-20 0 -10.500-17.300H10.500L20 0 10.500 17.300H-10.500Z";

/** A site as a listener hears it. */
function tellSite(view: View, key: SiteKey): string {
  const zone = view.sites[key];
  const none = t("none");
  const list = (types: readonly string[]) => types.map(typeName).join(", ") || none;
  const parts = [
    siteName(key),
    t("requests from the oldest: {list}", { list: list(zone.requests) }),
    t("in consultation from the newest: {list}", { list: list(zone.consulted.map(({ type }) => type)) }),
  ];
  if (isStore(key)) {
    const site = view.sites[key];
    parts.push(
      t("Entry: {list}", { list: listCounts(site.entry) || none }),
      t("store: {list}", { list: listCounts(site.store) || none }),
      t("answered: {list}", { list: listCounts(site.answered) || none }),
      site.room
        ? t("exhibition: {n} {type}, {left} to go", {
            n: site.room.size,
            type: typeName(site.room.type),
            left: site.room.size - site.room.gone,
          })
        : t("no exhibition"),
    );
  }
  return `${parts.join("; ")}.`;
}

/** The name plate: brass on leather; touched, it opens the site large. */
function Plate({ plan, view, name, open }: { plan: SitePlan; view: View; name: SiteKey; open(): void }) {
  const { head } = plan;
  const accepts = siteOf(name)?.accepts ?? "";
  const external = name === "EX";
  return (
    <g
      class="av-plate"
      role="button"
      tabindex={0}
      aria-label={colon(t("Open large"), tellSite(view, name))}
      onClick={open}
      onKeyDown={(e) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), open())}
    >
      <rect class="av-plate-body" x={head.x} y={head.y} width={head.w} height={head.h} rx="10" />
      <text class="av-site-name" x={head.x + 14} y={head.y + 31}>
        {siteName(name)}
      </text>
      {!external &&
        [...accepts].map((letter, i) => (
          <Seal
            key={letter}
            letter={letter}
            x={head.x + head.w - 24 - (accepts.length - 1 - i) * 34}
            y={head.y + 22}
            size={29}
          />
        ))}
    </g>
  );
}

function RoomZone({ plan, view, name, cube }: { plan: SitePlan; view: View; name: SiteKey; cube: number }) {
  const room = isStore(name) ? view.sites[name].room : null;
  const half = plan.room.cells.length / 2;
  return (
    <g class="av-zone av-room">
      <rect
        class="av-velvet"
        x={plan.room.x}
        y={plan.room.y}
        width={plan.room.w}
        height={plan.room.h + 4}
        rx="8"
      />
      <text class="av-label on-dark" x={plan.room.x + 8} y={plan.room.y + 18}>
        {room
          ? tn("Exhibition: {n} Pass to go", "Exhibition: {n} Passes to go", room.size - room.gone)
          : t("Exhibition")}
      </text>
      {plan.room.cells.map(({ x, y }, i) => (
        <rect
          key={i}
          class={i < half ? "av-cell white" : "av-cell yellow"}
          x={x - cube / 2}
          y={y - cube / 2}
          width={cube}
          height={cube}
          rx="5"
        />
      ))}
    </g>
  );
}

/** Shelves of oak, a bay for each type. */
function Bays({ plan, view, name }: { plan: SitePlan; view: View; name: SiteKey }) {
  const stock: Counts = isStore(name) ? view.sites[name].store : {};
  return (
    <g class="av-zone av-store">
      <Label x={plan.store.x + 4} y={plan.store.y + 18}>
        {t("Store")}
      </Label>
      {Object.entries(plan.bays).map(([letter, bay]) => (
        <g key={letter}>
          <rect class="av-bay" x={bay.x + 2} y={bay.y + 2} width={bay.w - 4} height={bay.h - 6} rx="4" />
          <rect class="av-shelf" x={bay.x} y={bay.y + bay.h - 6} width={bay.w} height="6" rx="2" />
          {stock[letter as Letter] ? (
            <text class="av-bay-count" x={bay.x + bay.w - 18} y={bay.y + bay.h / 2 + 6}>
              {stock[letter as Letter]}
            </text>
          ) : (
            <g opacity="0.3">
              <Seal letter={letter} x={bay.x + 26} y={bay.y + bay.h / 2 - 3} size={30} />
            </g>
          )}
        </g>
      ))}
    </g>
  );
}

function Answered({ plan, view, name }: { plan: SitePlan; view: View; name: SiteKey }) {
  const done = isStore(name) ? view.sites[name].answered : {};
  return (
    <g class="av-zone">
      <Label x={plan.answered.x + 4} y={plan.answered.y + 21}>
        {t("Answered")}
      </Label>
      {letters(done).map((letter, i) => (
        <text
          key={letter}
          class="av-count"
          x={plan.answered.x + 118 + 16 + i * 54}
          y={plan.answered.y + plan.answered.h / 2 + 7}
        >
          ×{done[letter]}
        </text>
      ))}
    </g>
  );
}

export function SiteBlock({ parts, name, open }: { parts: Parts; name: SiteKey; open(): void }) {
  const { view, layout } = parts;
  const plan = layout.sites[name];
  const { cube } = layout;
  const full = view.sites[name].requests.length === plan.requests.cells.length;
  return (
    <g class="av-site" data-site={name}>
      <rect class="av-paper" x={plan.x} y={plan.y} width={plan.w} height={plan.h} rx="12" />
      <Requests zone={plan.requests} full={full} size={cube + 6} />
      {name === "EX" ? (
        <ReadingRoom parts={parts} />
      ) : (
        <>
          <Zone zone={plan.entry} label={t("Entry")} class="av-entry" size={cube + 4} />
          <Bays plan={plan} view={view} name={name} />
          <Answered plan={plan} view={view} name={name} />
          <Zone zone={plan.consulted} label={t("Consultation →")} class="av-consulted" size={cube + 4} />
          <RoomZone plan={plan} view={view} name={name} cube={cube + 2} />
        </>
      )}
      <Plate plan={plan} view={view} name={name} open={open} />
    </g>
  );
}

/** Outside: five tables, a row for each store; the bag and what came out of it. */
function ReadingRoom({ parts: { view, layout } }: { parts: Parts }) {
  const { consulted } = layout.sites.EX;
  const { cube, bag, drawn } = layout;
  const left = count(view.bag);
  return (
    <g class="av-zone av-reading">
      <Label x={consulted.x + 4} y={consulted.y + 18}>
        {t("Consultation →")}
      </Label>
      {STORES.map((key, r) => (
        <g key={key}>
          {consulted.cells.map(({ x, y }, i) => (
            <rect
              key={i}
              class="av-cell"
              x={x - cube / 2 - 2}
              y={y + (r + 0.5) * (cube + ROW) + 4 - cube / 2 - 2}
              width={cube + 4}
              height={cube + 4}
              rx="6"
            />
          ))}
          <text
            class="av-row-name"
            x={consulted.x + consulted.w / 2}
            y={(consulted.cells[0]?.y ?? 0) + r * (cube + ROW) + 11}
          >
            {siteName(key)}
          </text>
        </g>
      ))}
      <g class="av-bag" role="img" aria-label={t("The bag: {list}", { list: listCounts(view.bag) })}>
        <title>{t("The bag: {list}", { list: listCounts(view.bag) })}</title>
        <Bag box={bag} n={left} />
      </g>
      <Zone zone={drawn} label={t("New cubes")} class="av-drawn" size={cube + 4} />
    </g>
  );
}

function Bag({ box, n }: { box: Box; n: number }) {
  const size = Math.min(box.w, box.h) / 100;
  return (
    <g transform={`translate(${box.x + box.w / 2} ${box.y + box.h / 2}) scale(${size})`}>
      <path class="av-bag-body" d="M-16-22q-30 22-28 48 2 18 44 18t44-18q2-26-28-48Z" />
      <path class="av-bag-fold" d="M-16-22q-20 20-20 46 6 16 30 19-14-30-2-65Z" />
      <path class="av-bag-neck" d="M-24-42q10 6 24 2t24-2q-8 10-8 20h-32q0-10-8-20Z" />
      <path class="av-bag-cord" d="M-18-24h36v6h-36Z" />
      <text class="av-bag-count" y="24">
        {n}
      </text>
    </g>
  );
}

/* ---- expertise and waiting cubes ---- */

function tellRow({ view, people }: Parts, i: number): string {
  const letter = LETTERS[i] ?? "R";
  const expert = view.experts[i];
  const levels = view.players
    .map((player, seat) => `${people[seat]?.name ?? ""} ${player.expertise[i]}`)
    .join(", ");
  return [
    `${typeName(letter)}, ${sectionName(letter)}`,
    levels,
    expert === null || expert === undefined
      ? t("no expert")
      : t("the expert: {name}", { name: people[expert]?.name ?? "" }),
    tn("{n} cube waits", "{n} cubes wait", view.waiting[letter] ?? 0),
  ].join("; ");
}

function LadderRow({ parts, i }: { parts: Parts; i: number }) {
  const { view, layout, people, scene } = parts;
  const row = layout.rows[i];
  const letter = LETTERS[i] ?? "R";
  if (!row) return null;
  const side = Math.min(layout.cube, row.h - 4);
  const top = Math.max(...view.players.map((one) => one.expertise[i] ?? 0));
  const expert = view.experts[i];
  const last = scene.endExpertise;
  const on = (level: number) =>
    view.players.flatMap((p, seat) =>
      p.expertise[i] && Math.min(p.expertise[i] ?? 0, last) === level ? [seat] : [],
    );
  const crowned =
    expert === null || expert === undefined
      ? undefined
      : row.steps[Math.min(view.players[expert]?.expertise[i] ?? 0, last)];
  const step = (row.steps[1]?.x ?? 0) - (row.steps[0]?.x ?? 0);
  return (
    <g class="av-row" role="img" aria-label={tellRow(parts, i)}>
      {row.waiting.map(({ x, y }, n) => (
        <rect
          key={n}
          class="av-cell waiting"
          x={x - side / 2}
          y={y - side / 2}
          width={side}
          height={side}
          rx="5"
        />
      ))}
      <Seal letter={letter} x={row.seal.x} y={row.seal.y} size={Math.min(42, row.h + 2)} />
      {row.steps.map(({ x, y }, n) => (
        <g key={n} class={n === last ? "av-step end" : "av-step"}>
          <rect x={x - step / 2 + 1} y={y - row.h / 2 + 2} width={step - 2} height={row.h - 4} rx="3" />
          <text x={x} y={y + 7}>
            {n < last ? n : top > last ? top : `${last}+`}
          </text>
        </g>
      ))}
      {view.players.map((player, seat) => {
        const level = player.expertise[i] ?? 0;
        const at = row.steps[Math.min(level, last)];
        const person = people[seat];
        const mates = on(Math.min(level, last));
        if (!at || !person || !level) return null;
        const dx = (mates.indexOf(seat) - (mates.length - 1) / 2) * Math.min(16, step / 3);
        return <Disc key={seat} person={person} x={at.x + dx} y={at.y} size={Math.min(32, row.h - 4)} />;
      })}
      {crowned && (
        <path
          class="av-crown"
          d="M-12 0-15-12-7-7 0-16 7-7 15-12 12 0Z"
          transform={`translate(${crowned.x} ${crowned.y - row.h / 2 + 6}) scale(0.8)`}
        />
      )}
    </g>
  );
}

export function Ladder({ parts }: { parts: Parts }) {
  const { ladder, rows } = parts.layout;
  const waiting = rows[0]?.waiting[0]?.x ?? 0;
  const steps = rows[0]?.steps[0]?.x ?? 0;
  return (
    <g class="av-ladder">
      <rect class="av-paper" x={ladder.x} y={ladder.y} width={ladder.w} height={ladder.h} rx="12" />
      <Label x={waiting - 20} y={ladder.y + 22}>
        {t("Waiting outside")}
      </Label>
      <Label x={steps - 20} y={ladder.y + 22}>
        {t("Expertise")}
      </Label>
      {rows.map((_, i) => (
        <LadderRow key={i} parts={parts} i={i} />
      ))}
    </g>
  );
}

/* ---- prestige ---- */

/** Room that a number of the ruler takes. */
const NUMBER = 56;

/** From the lowest to the highest, and never narrower than an ordinary game. */
function rangeOf(view: View): readonly [number, number] {
  const all = view.players.map(({ prestige }) => prestige);
  const low = Math.min(-10, Math.floor(Math.min(...all) / 10) * 10);
  const high = Math.max(20, Math.ceil((Math.max(...all) + 1) / 10) * 10);
  return [low, high];
}

export function Prestige({ parts: { view, layout, people } }: { parts: Parts }) {
  const { x, y, w, h } = layout.prestige;
  const [low, high] = rangeOf(view);
  const at = (n: number) => x + 24 + ((w - 48) * (n - low)) / (high - low);
  const every = Math.max(1, Math.ceil((high - low) / 40));
  const marks = Array.from({ length: Math.floor((high - low) / every) + 1 }, (_, i) => low + i * every);
  const most = Math.min(10, (w - 48) / NUMBER);
  const numbers = Math.max(5, Math.ceil((high - low) / most / 5) * 5);
  const rail = y + h - 28;
  const label = view.players.map((p, i) => `${people[i]?.name ?? ""} ${number(p.prestige)}`).join(", ");
  return (
    <g class="av-prestige" role="img" aria-label={t("Prestige: {list}", { list: label })}>
      <rect class="av-brass" x={x} y={y} width={w} height={h} rx="10" />
      <text class="av-label on-brass" x={x + 12} y={y + 22}>
        {t("Prestige")}
      </text>
      {marks.map((n) => (
        <path key={n} class={n === 0 ? "av-tick zero" : "av-tick"} d={`M${at(n)} ${rail}v-8`} />
      ))}
      {Array.from(
        { length: Math.floor((high - low) / numbers) + 1 },
        (_, i) => (Math.ceil(low / numbers) + i) * numbers,
      )
        .filter((n) => n <= high)
        .map((n) => (
          <text key={n} class="av-tick-number" x={at(n)} y={rail + 20}>
            {number(n)}
          </text>
        ))}
      {view.players.map(({ prestige }, seat) => {
        const person = people[seat];
        const lower = view.players
          .slice(0, seat)
          .filter((p) => Math.abs(at(p.prestige) - at(prestige)) < 26).length;
        return (
          person && (
            <Disc
              key={seat}
              person={person}
              x={at(prestige)}
              y={rail - 16 - lower * Math.min(22, (h - 60) / 3)}
              size={30}
            />
          )
        );
      })}
    </g>
  );
}

/* ---- cards ---- */

function deckBox({ hand: { x, y, w, h } }: Layout): Box {
  return { x: x + 8, y: y + 28, w: Math.min((h - 34) * 0.66, w * 0.22), h: h - 34 };
}

/** A name is read from that width on, and a strip touched from that height on. */
const READ = 74;
const STRIP = 40;

/**
 * As wide as there is room for, since they are read by their names, up to a square; where they would be
 * narrow and the hand is high, one above the other.
 */
export function handBoxes(layout: Layout, n: number): readonly Box[] {
  const { x, w } = layout.hand;
  const deck = deckBox(layout);
  const from = deck.x + deck.w + 18;
  const room = x + w - 8 - from;
  const wide = room / Math.max(n, 1) - 6;
  const high = (deck.h + 4) / Math.max(n, 1);
  if (wide < READ && high >= STRIP)
    return Array.from({ length: n }, (_, i) => ({ x: from, y: deck.y + high * i, w: room, h: high - 4 }));
  const cw = Math.min(122, Math.max(40, Math.min(deck.h, wide)));
  const step = Math.min(cw + 6, n > 1 ? (room - cw) / (n - 1) : cw + 6);
  return Array.from({ length: n }, (_, i) => ({ ...deck, x: from + step * i, w: cw }));
}

/** Of the serif, the width of a letter for one of height. */
const LETTER = 0.58;

function CardFace({ box, card }: { box: Box; card: string }) {
  const isStrip = box.w > 1.5 * box.h;
  const words = isStrip ? [cardName(card)] : cardName(card).split(" ");
  const lines = words.reduce<string[]>((rows, next) => {
    const last = rows.at(-1);
    if (last !== undefined && last.length + next.length < 9) rows[rows.length - 1] = `${last} ${next}`;
    else rows.push(next);
    return rows;
  }, []);
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(18, (box.w - 14) / (LETTER * longest));
  return (
    <g class="av-card" transform={`translate(${box.x} ${box.y})`}>
      <rect width={box.w} height={box.h} rx="8" />
      <rect class="av-card-edge" x="5" y="5" width={box.w - 10} height={box.h - 10} rx="5" />
      {lines.map((line, i) => (
        <text
          key={i}
          x={box.w / 2}
          y={box.h / 2 + size / 3 + (i - (lines.length - 1) / 2) * size * 1.17}
          style={{ fontSize: `${size}px` }}
        >
          {line}
        </text>
      ))}
    </g>
  );
}

export function Cards({ parts: { view, layout, you } }: { parts: Parts }) {
  const { hand } = layout;
  const mine = (you !== null && view.players[you]?.hand) || [];
  const boxes = handBoxes(layout, mine.length);
  const deck = deckBox(layout);
  return (
    <g class="av-hand">
      <rect class="av-paper leather" x={hand.x} y={hand.y} width={hand.w} height={hand.h} rx="12" />
      <text class="av-label on-dark" x={hand.x + 10} y={hand.y + 21}>
        {tn("{n} card to draw", "{n} cards to draw", view.deck)}
      </text>
      {view.deck > 0 && (
        <g class="av-deck" transform={`translate(${deck.x} ${deck.y})`}>
          <rect x="5" y="-4" width={deck.w} height={deck.h} rx="8" />
          <rect width={deck.w} height={deck.h} rx="8" />
          <ActionSign action="draw" x={deck.w / 2} y={deck.h / 2} size={Math.min(50, deck.h * 0.6)} />
        </g>
      )}
      <g
        role="img"
        aria-label={t("Your cards: {list}", { list: mine.map(cardName).join(", ") || t("none") })}
      >
        {mine.map((card, i) => {
          const box = boxes[i];
          return box && <CardFace key={i} box={box} card={card} />;
        })}
        {mine.length === 0 && (
          <text class="av-label on-dark" x={deck.x + deck.w + 22} y={deck.y + deck.h / 2}>
            {t("Empty hand")}
          </text>
        )}
      </g>
    </g>
  );
}
