/** What is asked, by which card, and the answers that are not a touch on the board. */
import { t, tn } from "../../i18n";
import { Face, Mini, Touch } from "./Card";
import { Glyph, type Sign } from "./glyphs";
import {
  type Allowed,
  type CardId,
  factsOf,
  type Idle,
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
const LISTED: ReadonlySet<string> = new Set(["next", "activate", "decline", "rivalMonument"]);

interface Props {
  readonly view: View;
  readonly allowed: Allowed;
  readonly mine: boolean;
  readonly active: boolean;
  readonly waiting: string;
  /** What has just happened, and whether more of it is to come. */
  readonly told: string;
  readonly playing: boolean;
  readonly names: readonly string[];
  readonly picked: CardId | null;
  readonly putAway: ReadonlySet<CardId>;
  send(...notes: string[]): void;
  touch(id: CardId): void;
  create(): void;
  learn(): void;
  cancel(): void;
  finishPutAway(): void;
  skip(): void;
}

/** The card that asks, with its effect. */
function Source({ id, touch }: { id: CardId; touch(id: CardId): void }) {
  const facts = factsOf(id);
  if (!facts) return null;
  return (
    <div class="ak-source">
      <Touch id={id} class="ak-chip" touch={touch}>
        <Mini id={id} />
      </Touch>
      <p>
        <strong>{read(facts.name)}</strong> {read(facts.effect)}
      </p>
    </div>
  );
}

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

function Picked({
  view,
  id,
  create,
  learn,
  cancel,
}: Pick<Props, "view" | "create" | "learn" | "cancel"> & { id: CardId }) {
  const name = read(factsOf(id)?.name ?? [id, id]);
  const prices = pricesOf(view, id);
  return (
    <div class="ak-buttons">
      {isTechnology(id) ? (
        <button type="button" class="button main" onClick={learn}>
          <Glyph sign="learn" /> {t("Learn {card}", { card: name })}
        </button>
      ) : prices.length === 1 ? (
        <button type="button" class="button main" onClick={create}>
          <Glyph sign="create" /> {t("Create {card}", { card: name })} ·{" "}
          {prices[0]?.price ? tn("{n} card", "{n} cards", prices[0].price) : t("free")}
        </button>
      ) : null}
      <button type="button" class="button" onClick={cancel}>
        {t("Not this one")}
      </button>
      {refills(view, id) && <p class="ak-warn">{t("This refills the tile and cannot be undone.")}</p>}
    </div>
  );
}

function sentence({ view, mine, waiting, told, playing, picked, putAway }: Props): string {
  if (playing) return told;
  if (view.phase === "over") return t("The game is over.");
  if (!mine) return waiting;
  if (view.phase === "setup")
    return t("Choose four of your ten cards to put away ({n} of 4).", { n: putAway.size });
  if (picked === null) return question(view);
  const card = read(factsOf(picked)?.name ?? [picked, picked]);
  if (isTechnology(picked)) return t("Learn {card}?", { card });
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

export function Question(props: Props) {
  const { view, allowed, mine, active, picked } = props;
  const { kind } = view.ask;
  // While it is paid for, the card to create is neither in the hand nor on the board.
  const card = kind === "space" || kind === "pay" ? view.ask.creating : view.ask.card;
  const tray = SHOWN.has(kind)
    ? [...new Set([...view.aside.filter((id) => id !== null), ...(mine ? allowed.card.keys() : [])])]
    : [];
  const left = mine && picked === null ? toGo(view, allowed.plain.has("stop")) : "";
  return (
    <section class={mine ? "ak-question mine" : "ak-question"} aria-label={t("Question")}>
      <div class="ak-ask">
        {!props.playing && props.told && !(mine && card !== null) && (
          <p class="ak-told" aria-hidden="true">
            {props.told}
          </p>
        )}
        <p class="ak-prompt" aria-hidden={props.playing}>
          {sentence(props)} {left && <span class="ak-togo">{left}</span>}
        </p>
        {card !== null && !props.playing && view.phase !== "over" && picked === null && (
          <Source id={card} touch={props.touch} />
        )}
      </div>
      {props.playing && (
        <button type="button" class="button small ak-skip" onClick={props.skip}>
          {t("Skip")} <span aria-hidden="true">»</span>
        </button>
      )}
      {tray.length > 0 && (
        <div class="ak-tray">
          {tray.map((id) => (
            <Touch
              key={id}
              id={id}
              deed={mine && allowed.card.has(id) ? (say(allowed.card.get(id) ?? "") ?? undefined) : undefined}
              touch={props.touch}
            >
              <Face id={id} />
            </Touch>
          ))}
        </div>
      )}
      {mine && view.phase === "setup" && (
        <button
          type="button"
          class="button main"
          disabled={!active || props.putAway.size !== PUT_AWAY}
          onClick={props.finishPutAway}
        >
          {t("Put these four away")}
        </button>
      )}
      {mine && picked !== null && (
        <Picked view={view} id={picked} create={props.create} learn={props.learn} cancel={props.cancel} />
      )}
      {mine && picked === null && kind === "action" && (
        <Actions allowed={allowed} active={active} send={props.send} />
      )}
      {mine && picked === null && kind !== "action" && (
        <div class="ak-buttons">
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
          {allowed.number
            .filter(({ verb }) => verb !== "flip")
            .map(({ note, verb, n }) => (
              <button type="button" class="button" key={note} onClick={() => props.send(note)}>
                {numberWord(verb, n, props.names)}
              </button>
            ))}
          {kind === "token" && view.ask.left > 1 && (
            <TakeAll view={view} allowed={allowed} send={props.send} seat={view.ask.who} />
          )}
          {LISTED.has(kind) &&
            [...allowed.card].map(([id, note]) => (
              <Answer
                key={id}
                id={id}
                idle={kind === "activate" ? view.idle.find(({ card }) => card === id) : undefined}
                send={() => props.send(note)}
              />
            ))}
          {allowed.plain.has("stop") && (
            <button type="button" class="button main" onClick={() => props.send("stop")}>
              {t("That is enough")}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
