/** What is asked, by which card, and the answers that are not a touch on the board. */
import { t, tn } from "../../i18n";
import { Face, Mini, Touch } from "./Card";
import { Glyph, type Sign } from "./glyphs";
import {
  type Allowed,
  type CardId,
  factsOf,
  type Idle,
  isOneOfSeveral,
  isTechnology,
  pricesOf,
  read,
  type View,
} from "./view";
import { actionHelp, actionWord, lackWord, question, say, toGo } from "./words";

const ACTIONS = ["create", "learn", "archive", "excavate", "search"] as const;
const PUT_AWAY = 4;
/** Cards seen or turned up are laid out for these questions. */
const SHOWN: ReadonlySet<string> = new Set(["keep", "draft", "lookCreate", "lookLearn", "order", "stolen"]);
/** Questions whose answers are cards that may be out of sight. */
const LISTED: ReadonlySet<string> = new Set(["next", "rivalMonument"]);
/** Questions that are answered on the technology tiles. */
const ON_TILES: ReadonlySet<string> = new Set(["learn", "bury", "flip"]);

export interface Asked {
  readonly view: View;
  readonly allowed: Allowed;
  readonly mine: boolean;
  readonly active: boolean;
  readonly playing: boolean;
  readonly names: readonly string[];
  readonly picked: CardId | null;
  readonly putAway: ReadonlySet<CardId>;
  send(...notes: string[]): void;
  touch(id: CardId): void;
  create(): void;
  learn(): void;
  finishPutAway(): void;
  /** Discards the cards chosen where several are asked for. */
  giveUp(): void;
  skip(): void;
}
type Props = Asked;

function Actions({ allowed, active, send }: Pick<Props, "allowed" | "active" | "send">) {
  return (
    <div class="ak-actions">
      {ACTIONS.map((action) => (
        <button
          type="button"
          key={action}
          class="button ak-action"
          disabled={!active || !allowed.plain.has(action)}
          title={actionHelp(action)}
          onClick={() => send(action)}
        >
          <Glyph sign={action as Sign} /> {actionWord(action)}
        </button>
      ))}
    </div>
  );
}

function refills(view: View, id: CardId): boolean {
  return view.tiles.some((tile) => tile.cards.includes(id) && tile.cards.filter(Boolean).length === 2);
}

/** What is done with the card that is picked. */
function Picked({ view, id, create, learn }: Pick<Props, "view" | "create" | "learn"> & { id: CardId }) {
  const name = read(factsOf(id)?.name ?? [id, id]);
  const prices = pricesOf(view, id);
  if (isTechnology(id))
    return (
      <button type="button" class="button main" onClick={learn}>
        <Glyph sign="learn" /> {t("Learn {card}", { card: name })}
      </button>
    );
  if (prices.length !== 1) return null; // its space is chosen on the board
  return (
    <button type="button" class="button main" onClick={create}>
      <Glyph sign="create" /> {t("Create {card}", { card: name })} ·{" "}
      {prices[0]?.price ? tn("{n} card", "{n} cards", prices[0].price) : t("free")}
    </button>
  );
}

/** What to do now, for the prompt. */
export function sentence({ view, allowed, mine, picked, putAway }: Props): string {
  if (!mine || view.phase === "over") return "";
  if (view.phase === "setup")
    return t("Choose four of your ten cards to put away ({n} of 4).", { n: putAway.size });
  if (picked === null)
    return [question(view), toGo(view, allowed.plain.has("stop"))].filter(Boolean).join(" · ");
  const card = read(factsOf(picked)?.name ?? [picked, picked]);
  if (isTechnology(picked))
    return [
      t("Learn {card}?", { card }),
      refills(view, picked) && t("This refills the tile and cannot be undone."),
    ]
      .filter(Boolean)
      .join(" ");
  if (pricesOf(view, picked).length === 1) return t("Create {card}?", { card });
  return t("Create {card}: touch a space. The numbers are cards to discard.", { card });
}

function numberWord(verb: string, n: number, names: readonly string[]): string {
  if (verb === "rob") return names[n] ?? String(n);
  return say(`${verb} ${n}`) ?? String(n);
}

/** Everything off a monument in one go, where a question takes single tokens. */
function TakeAll({ view, allowed, send, seat }: Pick<Props, "view" | "allowed" | "send"> & { seat: number }) {
  const laden = (view.players[seat]?.timeline.flat() ?? []).filter(
    ({ card, knowledge }) => knowledge > 1 && allowed.card.get(card)?.startsWith("token "),
  );
  return (
    <>
      {laden.map(({ card, knowledge }) => (
        <button
          type="button"
          class="button small"
          key={card}
          onClick={() => send(...Array.from({ length: knowledge }, () => `token ${card}`))}
        >
          {t("As much as possible off {card}", { card: read(factsOf(card)?.name ?? [card, card]) })}
        </button>
      ))}
    </>
  );
}

function Answer({ id, idle, send }: { id: CardId; idle: Idle | undefined; send(): void }) {
  return (
    <button
      type="button"
      class={idle ? "button ak-answer idle" : "button ak-answer"}
      data-card={id}
      onClick={send}
    >
      <Mini id={id} />
      <span>{read(factsOf(id)?.name ?? [id, id])}</span>
      {idle && <span class="quiet">{lackWord(idle)}</span>}
    </button>
  );
}

/** The card that asks or is chosen, with what it does: it lies where nothing is to be touched. */
export function Source({ id, touch }: { id: CardId; touch(id: CardId): void }) {
  const facts = factsOf(id);
  if (!facts) return null;
  return (
    <div class="ak-source">
      <Touch id={id} class="ak-chip" touch={touch}>
        <Mini id={id} />
      </Touch>
      <p>
        <strong>{read(facts.name)}</strong>{" "}
        {facts.need && <em>{t("Requirement: {what}", { what: read(facts.need) })}</em>} {read(facts.effect)}
      </p>
    </div>
  );
}

/** Which card that is, and whether it lies over the hand or over the technologies. */
export function sourceOf({
  view,
  mine,
  picked,
  playing,
}: Props): { id: CardId; over: "hand" | "tiles" } | null {
  if (playing || !mine || view.phase === "over" || view.phase === "setup") return null;
  if (picked !== null) return { id: picked, over: isTechnology(picked) ? "hand" : "tiles" };
  const { kind, creating, card } = view.ask;
  const id = kind === "space" || kind === "pay" ? creating : card;
  return id === null ? null : { id, over: ON_TILES.has(kind) ? "hand" : "tiles" };
}

/** Cards laid out for the question, in the hand's place. */
export function trayOf({ view, allowed, mine, playing }: Props): readonly CardId[] {
  if (playing || !SHOWN.has(view.ask.kind)) return [];
  return [...new Set([...view.aside.filter((id) => id !== null), ...(mine ? allowed.card.keys() : [])])];
}

export function Tray({ asked, ids }: { asked: Props; ids: readonly CardId[] }) {
  return (
    <section class="ak-tray ak-hand" aria-label={t("Cards to choose from")}>
      {ids.map((id) => (
        <Touch
          key={id}
          id={id}
          deed={
            asked.mine && asked.allowed.card.has(id)
              ? (say(asked.allowed.card.get(id) ?? "") ?? undefined)
              : undefined
          }
          touch={asked.touch}
        >
          <Face id={id} />
        </Touch>
      ))}
    </section>
  );
}

/** Answers that would be too many for the row of buttons: they lie over the hand. */
export function Answers(props: Props) {
  const { view, allowed, mine, picked } = props;
  const { kind } = view.ask;
  const numbers = allowed.number.filter(({ verb }) => verb !== "flip");
  const list = LISTED.has(kind) ? [...allowed.card] : [];
  const takes = kind === "token" && view.ask.left > 1;
  if (!mine || picked !== null || (!numbers.length && !list.length && !takes)) return null;
  return (
    <div class="ak-answers">
      {numbers.map(({ note, verb, n }) => (
        <button type="button" class="button" key={note} onClick={() => props.send(note)}>
          {numberWord(verb, n, props.names)}
        </button>
      ))}
      {takes && <TakeAll view={view} allowed={allowed} send={props.send} seat={view.ask.who} />}
      {list.map(([id, note]) => (
        <Answer
          key={id}
          id={id}
          idle={view.idle.find(({ card }) => card === id)}
          send={() => props.send(note)}
        />
      ))}
    </div>
  );
}

/** Several cards are discarded in one go: as many as asked for, or fewer where one may stop. */
function GiveUp({ view, allowed, active, putAway, giveUp }: Props) {
  const short = allowed.plain.has("stop") ? 1 : view.ask.left;
  return (
    <button
      type="button"
      class="button main"
      disabled={!active || putAway.size < Math.min(short, allowed.card.size)}
      onClick={giveUp}
    >
      {t("Discard these: {n} of {most}", { n: putAway.size, most: view.ask.left })}
    </button>
  );
}

/** The buttons under the board. */
export function Deeds(props: Props) {
  const { view, allowed, mine, active, picked, playing } = props;
  if (playing)
    return (
      <button type="button" class="button ak-skip" onClick={props.skip}>
        {t("Skip")} <span aria-hidden="true">»</span>
      </button>
    );
  if (!mine) return null;
  if (view.phase === "setup")
    return (
      <button
        type="button"
        class="button main"
        disabled={!active || props.putAway.size !== PUT_AWAY}
        onClick={props.finishPutAway}
      >
        {t("Put these four away")}
      </button>
    );
  if (picked !== null) return <Picked view={view} id={picked} create={props.create} learn={props.learn} />;
  if (view.ask.kind === "action") return <Actions allowed={allowed} active={active} send={props.send} />;
  const several = [...allowed.card.values()].some((note) => isOneOfSeveral(view, note));
  return (
    <>
      {several && <GiveUp {...props} />}
      {allowed.plain.has("yes") && (
        <button type="button" class="button main" onClick={() => props.send("yes")}>
          {t("Yes, use it")}
        </button>
      )}
      {allowed.plain.has("no") && (
        <button type="button" class="button" onClick={() => props.send("no")}>
          {t("No, thank you")}
        </button>
      )}
      {allowed.plain.has("stop") && (
        <button type="button" class="button main" onClick={() => props.send("stop")}>
          {t("That is enough")}
        </button>
      )}
    </>
  );
}
