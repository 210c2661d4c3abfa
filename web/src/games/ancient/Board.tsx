/** Ancient Knowledge on the page: what a touch means for each question. */
import { createPortal } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { eventText } from "../../ui/names";
import type { BoardParts, BoardProps, GameModule } from "../board";
import { type GameInfo, gameInfo } from "../info";
import { Caption } from "./Caption";
import { Mini, Touch } from "./Card";
import { Hand, useDrag } from "./Hand";
import { useMotion } from "./motion";
import { Question } from "./Question";
import { Rival } from "./Rivals";
import { Sheet } from "./Sheet";
import { type Stage, usePace, useStage } from "./stage";
import { Strip } from "./Strip";
import { type Reach, Tableau } from "./Tableau";
import { Tiles } from "./Tiles";
import {
  type Allowed,
  type CardId,
  creatable,
  type Hot,
  isArtefact,
  isTechnology,
  pricesOf,
  readLegal,
  remember,
  type Scene,
  type View,
} from "./view";
import { cardsIn, deedWord, question, reason, spoken, word } from "./words";
import { useZoom } from "./zoom";
import "./ancient.css";

const PUT_AWAY = 4;

interface Orders {
  readonly notes: readonly string[];
  /** The card that asked when they were given. */
  readonly source: CardId | null;
  /** The same note again and again belongs to one effect only. */
  readonly repeat: boolean;
  readonly sent: number;
}
const NO_ORDERS: Orders = { notes: [], source: null, repeat: false, sent: -1 };

/**
 * Several notes for one gesture. The engine answers by itself what leaves no choice, so
 * a note that is not asked for is left out.
 */
function useOrders(props: BoardProps, source: CardId | null) {
  const orders = useRef<Orders>(NO_ORDERS);
  const go = () => {
    const { notes, source: from, repeat, sent } = orders.current;
    if (!props.active || sent === props.ply) return;
    const next = notes.findIndex((note) => props.legal.includes(note));
    const note = notes[next];
    if (note === undefined || (repeat && from !== source)) {
      orders.current = NO_ORDERS;
      return;
    }
    orders.current = { notes: notes.slice(next + 1), source: from, repeat, sent: props.ply };
    props.send(note);
  };
  useEffect(() => {
    if (orders.current.notes.length) go();
  });
  return (...notes: string[]) => {
    orders.current = { notes, source, repeat: notes.length > 1 && notes[0] === notes[1], sent: -1 };
    go();
  };
}

function useInfo(): GameInfo | null {
  const [info, setInfo] = useState<GameInfo | null>(null);
  useEffect(() => {
    void gameInfo("ancient").then(setInfo);
  }, []);
  return info;
}

const module: GameModule = { useBoard, word };

function Piles({ view, touch }: { view: View; touch(id: CardId): void }) {
  const gone = [...view.piles[0], ...view.piles[1]];
  return (
    <details class="panel ak-piles">
      <summary>{t("Discard piles")}</summary>
      <p class="ak-label">{t("Builder cards: {n}", { n: view.pile })}</p>
      {view.top !== null && (
        <div class="ak-rival-cards">
          <Touch id={view.top} class="ak-chip" touch={touch}>
            <Mini id={view.top} />
          </Touch>
        </div>
      )}
      <p class="ak-label">{t("Technologies: {n}", { n: gone.length })}</p>
      <div class="ak-rival-cards">
        {gone.map((id) => (
          <Touch key={id} id={id} class="ak-chip" touch={touch}>
            <Mini id={id} />
          </Touch>
        ))}
      </div>
    </details>
  );
}

/** What a touch on a card would do now, in a word; undefined: nothing. */
function deedOf(
  view: View,
  allowed: Allowed,
  hand: readonly (CardId | null)[],
  id: CardId,
): string | undefined {
  const note = allowed.card.get(id);
  if (note !== undefined) return view.phase === "setup" ? t("Put it away") : deedWord(note);
  if (allowed.plain.has("create") && hand.includes(id) && creatable(view, id)) return t("Create it");
  if (allowed.plain.has("learn") && view.learnable?.includes(id)) return t("Learn it");
  return undefined;
}

/** The card whose effect it is comes last in an event; what it names besides, it acts on. */
function hotOf({ events }: Stage): Hot {
  const hot = new Map<CardId, "acting" | "hot">();
  for (const { args } of events) {
    const cards = cardsIn(args);
    for (const id of cards) hot.set(id, "hot");
    const source = args.at(-1);
    if (source !== undefined && cards.includes(source)) hot.set(source, "acting");
  }
  return hot;
}

/** While effects are shown, a touch or a key shows the last of them. */
function useSkip({ playing, skip }: Stage): void {
  useEffect(() => {
    if (!playing) return;
    const clicked = (e: MouseEvent) => {
      const at = e.target instanceof Element ? e.target : null;
      if (!at?.closest(".ak, .ak-side") || at.closest(".ak-strip, .ak-skip")) return;
      e.stopPropagation();
      e.preventDefault();
      skip();
    };
    const pressed = (e: KeyboardEvent) => {
      const here =
        e.target instanceof Element &&
        e.target.closest(".ak-strip") === null &&
        e.target.closest(".ak, .ak-side") !== null;
      if (e.key !== "Escape" && !(here && (e.key === "Enter" || e.key === " "))) return;
      e.stopPropagation();
      e.preventDefault();
      skip();
    };
    addEventListener("click", clicked, true);
    addEventListener("keydown", pressed, true);
    return () => {
      removeEventListener("click", clicked, true);
      removeEventListener("keydown", pressed, true);
    };
  });
}

export function useBoard(raw: BoardProps): BoardParts {
  const props = raw as BoardProps<Scene, View>;
  const { scene, names } = props;
  remember(scene);
  const [pace, setPace] = usePace();
  const stage = useStage(props, pace);
  const { view, playing } = stage;
  const active = props.active && !playing;
  const own = props.you !== null && props.you >= 0 ? props.you : 0;
  const player = view.players[own];
  const hand = player?.hand ?? [];
  const mine = props.you !== null && props.owes.includes(props.you) && !playing;
  const allowed = readLegal(active ? props.legal : []);
  const [wanted, pick] = useState<CardId | null>(null);
  const picked = wanted !== null && mine && (hand.includes(wanted) || isTechnology(wanted)) ? wanted : null;
  const [chosen, choose] = useState<ReadonlySet<CardId>>(new Set());
  const root = useRef<HTMLDivElement>(null);
  const side = useRef<HTMLDivElement>(null);
  const give = useOrders(props, props.view.ask.card);
  const order = (...notes: string[]) => {
    stage.skip();
    give(...notes);
  };
  const why = (id: CardId) => (mine ? reason(view, own, id) : null);
  const zoom = useZoom(why);
  const info = useInfo();
  // Whose turn it is stands beside it anyway.
  const lines = info ? spoken(stage.events).map((event) => eventText(info, module, event, names)) : [];
  const told = lines.filter(Boolean).join(" ");
  const hot = hotOf(stage);
  useMotion([root, side], stage);
  useSkip(stage);
  useEffect(() => {
    pick(null);
    if (view.phase !== "setup") choose(new Set());
  }, [props.ply]);

  const deed = (id: CardId) => (mine ? deedOf(view, allowed, hand, id) : undefined);
  const mayCreate = (id: CardId) =>
    hand.includes(id) &&
    (allowed.card.get(id)?.startsWith("create ") || (allowed.plain.has("create") && creatable(view, id)));
  const create = (id: CardId, space?: number) =>
    order("create", `create ${id}`, ...(space ? [`space ${space}`] : []));
  const dragging = useDrag(
    (id) => active && mine && Boolean(mayCreate(id)),
    (id) => {
      zoom.hide();
      pick(id);
    },
    (id, on) => {
      if (on === "slot" && isArtefact(id)) create(id);
      else if (typeof on === "number" && !isArtefact(id) && pricesOf(view, id)[on - 1]?.not === undefined)
        create(id, on);
      else pick(null);
    },
  );

  const touch = (id: CardId) => {
    if (zoom.swallow() || dragging.swallow()) return;
    zoom.hide();
    const note = allowed.card.get(id);
    if (view.phase === "setup" && note !== undefined) {
      const next = new Set(chosen);
      if (!next.delete(id) && next.size < PUT_AWAY) next.add(id);
      choose(next);
    } else if (mayCreate(id)) pick(picked === id ? null : id);
    else if (note !== undefined) order(note);
    else if (allowed.plain.has("learn") && view.learnable?.includes(id))
      picked === id ? order("learn", `learn ${id}`) : pick(id);
    else if (active || !props.legal.length) zoom.pin(id); // not while an answer is awaited
  };
  const touchSpace = (space: number) => (picked !== null ? create(picked, space) : order(`space ${space}`));
  const placing = picked ?? (view.ask.kind === "space" ? view.ask.creating : null);
  const reach: Reach | null =
    mine && placing !== null && !isTechnology(placing)
      ? { card: placing, prices: pricesOf(view, placing) }
      : null;
  const over = dragging.drag?.over ?? null;
  const waiting = t("{name} is to play.", { name: props.owes.map((i) => names[i]).join(", ") });
  const rivals = view.players.map((_, i) => (own + i) % view.players.length).slice(1);

  return {
    board: (
      <div
        class={mine ? "ak mine" : "ak"}
        ref={root}
        onKeyDown={(e) => e.key === "Escape" && pick(null)}
        {...zoom.listen}
      >
        <Strip view={view} names={names} pace={pace} setPace={setPace} />
        <Tiles
          view={view}
          deed={(id) => (picked === id ? t("Learn it") : deed(id))}
          touch={touch}
          flips={new Set(allowed.number.filter(({ verb }) => verb === "flip").map(({ n }) => n))}
          flip={(tile) => order(`flip ${tile}`)}
        />
        {player && (
          <Tableau
            seat={own}
            player={player}
            before={stage.before?.players[own] ?? null}
            hot={hot}
            idle={new Set(view.phase === "chronicle" && mine ? view.idle.map(({ card }) => card) : [])}
            why={why}
            reach={reach}
            over={over}
            spaces={picked === null ? allowed.space : new Set()}
            deed={deed}
            touch={touch}
            touchSpace={touchSpace}
            touchSlot={() => picked !== null && create(picked)}
          />
        )}
        <Question
          view={view}
          allowed={allowed}
          mine={mine}
          active={active}
          waiting={waiting}
          names={names}
          told={told}
          playing={playing}
          skip={stage.skip}
          picked={picked}
          putAway={chosen}
          send={order}
          touch={touch}
          create={() => picked !== null && create(picked)}
          learn={() => picked !== null && order("learn", `learn ${picked}`)}
          cancel={() => pick(null)}
          finishPutAway={() => order(...[...chosen].map((id) => `discard ${id}`))}
        />
        {view.phase === "over" && <Sheet view={view} names={names} place={props.result?.place ?? null} />}
        <Hand
          cards={hand}
          away={player?.putAway ?? []}
          picked={picked}
          chosen={chosen}
          creating={mine ? view.ask.creating : null}
          hot={hot}
          why={why}
          dragging={dragging}
          deed={deed}
          touch={touch}
        />
        {dragging.drag &&
          createPortal(
            <div
              class="ak-ghost"
              style={{ transform: `translate(${dragging.drag.x}px, ${dragging.drag.y}px)` }}
              aria-hidden="true"
            >
              <Mini id={dragging.drag.id} />
              {typeof over === "number" && reach?.prices[over - 1]?.not === undefined && (
                <span class="ak-ghost-price">
                  {tn("{n} card", "{n} cards", reach?.prices[over - 1]?.price ?? 0)}
                </span>
              )}
            </div>,
            document.body,
          )}
        {pace !== "off" && told && <Caption step={stage.step} hot={hot} text={told} />}
        {zoom.element}
      </div>
    ),
    prompt: playing ? told : question(view),
    side: (
      <div class="ak-side" ref={side} {...zoom.listen}>
        {rivals.map((seat) => {
          const rival = view.players[seat];
          return rival ? (
            <Rival
              key={seat}
              seat={seat}
              name={names[seat] ?? ""}
              player={rival}
              turn={view.active === seat && view.phase !== "over"}
              hot={hot}
              robbable={allowed.number.some(({ verb, n }) => verb === "rob" && n === seat)}
              rob={(n) => order(`rob ${n}`)}
              deed={deed}
              touch={touch}
            />
          ) : null;
        })}
        <Piles view={view} touch={touch} />
      </div>
    ),
  };
}
