/** Ancient Knowledge on the page: what a touch means for each question. */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { eventText } from "../../ui/names";
import { Portal } from "../../ui/portal";
import type { BoardParts, BoardProps, GameModule } from "../board";
import { type GameInfo, gameInfo } from "../info";
import { Caption } from "./Caption";
import { Mini, Touch } from "./Card";
import { type Drag, Hand, useDrag } from "./Hand";
import { useMotion } from "./motion";
import { Answers, type Asked, Deeds, sentence, Source, sourceOf, Tray, trayOf } from "./Question";
import { Rival } from "./Rivals";
import { Sheet } from "./Sheet";
import { type Stage, usePace, useStage } from "./stage";
import { Strip } from "./Strip";
import { type Reach, Tableau } from "./Tableau";
import { ReadTiles, Tiles } from "./Tiles";
import {
  type Allowed,
  type CardId,
  creatable,
  type Hot,
  isArtefact,
  isOneOfSeveral,
  isTechnology,
  pricesOf,
  readLegal,
  remember,
  type Scene,
  type View,
} from "./view";
import { cardsIn, deedWord, quiet, reason, spoken, whyOf, word } from "./words";
import { useZoom, type Zoom } from "./zoom";
import "./ancient.css";

type Props = BoardProps<Scene, View>;
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

const module: GameModule = { useBoard, word, quiet };

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

/** What one is about to do with a card: the one picked, and those to be put away. */
function useChoice(props: Props, view: View, hand: readonly (CardId | null)[], mine: boolean) {
  const [wanted, pick] = useState<CardId | null>(null);
  const [chosen, choose] = useState<ReadonlySet<CardId>>(new Set());
  const picked = wanted !== null && mine && (hand.includes(wanted) || isTechnology(wanted)) ? wanted : null;
  useEffect(() => {
    pick(null);
    if (view.phase !== "setup") choose(new Set());
  }, [props.ply]);
  const toggle = (id: CardId, most: number) => {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < most) next.add(id);
    choose(next);
  };
  return { picked, pick, chosen, toggle };
}

/** Where the others' boards lie: at a desk beside, on a phone behind a tab. */
function Others({ props, stage, hot, allowed, order, deed, touch, zoom, side }: OthersProps) {
  const { view } = stage;
  const own = seatOf(props);
  const rivals = view.players.map((_, i) => (own + i) % view.players.length).slice(1);
  return (
    <div class="ak-side" ref={side} {...zoom.listen}>
      {rivals.map((seat) => {
        const rival = view.players[seat];
        const player = props.players[seat];
        return rival && player ? (
          <Rival
            key={seat}
            seat={seat}
            who={player}
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
  );
}
interface OthersProps {
  props: Props;
  stage: Stage;
  hot: Hot;
  allowed: Allowed;
  zoom: Zoom;
  side: RefObject<HTMLDivElement>;
  order(...notes: string[]): void;
  deed(id: CardId): string | undefined;
  touch(id: CardId): void;
}

/** The card under the finger, and what its space would cost. */
function DragGhost({ drag, reach }: { drag: Drag; reach: Reach | null }) {
  const price = typeof drag.over === "number" ? reach?.prices[drag.over - 1] : undefined;
  return (
    <Portal>
      <div class="ak-ghost" style={{ transform: `translate(${drag.x}px, ${drag.y}px)` }} aria-hidden="true">
        <Mini id={drag.id} />
        {price && price.not === undefined && (
          <span class="ak-ghost-price">{tn("{n} card", "{n} cards", price.price)}</span>
        )}
      </div>
    </Portal>
  );
}

const seatOf = ({ you }: Props) => (you !== null && you >= 0 ? you : 0);

/** What the effects on stage are saying: at the prompt, and beside the card. */
function useTold(stage: Stage, names: readonly string[], you: number | null): string {
  const info = useInfo();
  // Whose turn it is stands beside it anyway.
  const lines = info ? spoken(stage.events).map((event) => eventText(info, module, event, names, you)) : [];
  return lines.filter(Boolean).join(" ");
}

/** What touches do, from what the rules allow. */
function useTouches(props: Props, stage: Stage, allowed: Allowed, mine: boolean, zoom: Zoom) {
  const { view } = stage;
  const active = props.active && !stage.playing;
  const hand = view.players[seatOf(props)]?.hand ?? [];
  const choice = useChoice(props, view, hand, mine);
  const { picked, pick } = choice;
  const give = useOrders(props, props.view.ask.card);
  const order = (...notes: string[]) => {
    stage.skip();
    give(...notes);
  };
  const mayCreate = (id: CardId) =>
    hand.includes(id) &&
    (allowed.card.get(id)?.startsWith("create ") || (allowed.plain.has("create") && creatable(view, id)));
  const create = (id: CardId, space?: number) =>
    order("create", `create ${id}`, ...(space ? [`space ${space}`] : []));
  const dragging = useDrag(
    (id) => active && mine && Boolean(mayCreate(id)),
    (id) => (zoom.hide(), pick(id)),
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
      choice.toggle(id, PUT_AWAY);
      pick(id);
    } else if (note !== undefined && isOneOfSeveral(view, note)) choice.toggle(id, view.ask.left);
    else if (mayCreate(id)) pick(picked === id ? null : id);
    else if (note !== undefined) order(note);
    else if (allowed.plain.has("learn") && view.learnable?.includes(id))
      picked === id ? order("learn", `learn ${id}`) : pick(id);
    else if (active || !props.legal.length) zoom.pin(id); // not while an answer is awaited
  };
  return {
    ...choice,
    active,
    hand,
    order,
    create,
    dragging,
    touch,
    deed: (id: CardId) => (mine ? deedOf(view, allowed, hand, id) : undefined),
    touchSpace: (space: number) => (picked !== null ? create(picked, space) : order(`space ${space}`)),
  };
}

/** What a card about to be created would cost on each space. */
function reachOf(view: View, mine: boolean, picked: CardId | null): Reach | null {
  const placing = picked ?? (view.ask.kind === "space" ? view.ask.creating : null);
  return mine && placing !== null && !isTechnology(placing)
    ? { card: placing, prices: pricesOf(view, placing) }
    : null;
}

/** A card named in the log is shown beside it. */
function usePointed(pointed: BoardProps["pointed"], zoom: Zoom): void {
  useEffect(() => {
    if (pointed?.kind === "c") zoom.showNear(pointed.value, document.activeElement, ".log-name:hover");
    else zoom.hide();
  }, [pointed]);
}

interface TableTopProps {
  props: Props;
  stage: Stage;
  asked: Asked;
  touches: ReturnType<typeof useTouches>;
  hot: Hot;
  why(id: CardId): string | null;
}

/** In the hand's place: the hand, cards laid out to choose from, or what is asked. */
function HandPlace({ props, stage, asked, touches, hot, why }: TableTopProps) {
  const { view } = stage;
  const tray = trayOf(asked);
  const source = sourceOf(asked);
  const setup = view.phase === "setup";
  const read = setup ? touches.picked : source?.over === "hand" ? source.id : null;
  return (
    <div class="ak-hand-place">
      {tray.length > 0 ? (
        <Tray asked={asked} ids={tray} />
      ) : (
        <Hand
          cards={touches.hand}
          away={view.players[seatOf(props)]?.putAway ?? []}
          picked={setup ? null : touches.picked}
          chosen={touches.chosen}
          creating={asked.mine ? view.ask.creating : null}
          hot={hot}
          why={why}
          dragging={touches.dragging}
          deed={touches.deed}
          touch={touches.touch}
        />
      )}
      {read !== null && <Source id={read} touch={touches.touch} />}
      <Answers {...asked} />
    </div>
  );
}

/** Everything between the strip and the hand. */
function TableTop({ props, stage, asked, touches, hot, why }: TableTopProps) {
  const { view } = stage;
  const { allowed, mine, picked } = asked;
  const own = seatOf(props);
  const player = view.players[own];
  const source = sourceOf(asked);
  const reach = reachOf(view, mine, picked);
  return (
    <>
      <div class="ak-tiles-place">
        <Tiles
          view={view}
          deed={(id) => (picked === id ? t("Learn it") : touches.deed(id))}
          touch={touches.touch}
          flips={new Set(allowed.number.filter(({ verb }) => verb === "flip").map(({ n }) => n))}
          flip={(tile) => touches.order(`flip ${tile}`)}
        />
        <ReadTiles view={view} deed={touches.deed} touch={touches.touch} />
        {source?.over === "tiles" && <Source id={source.id} touch={touches.touch} />}
      </div>
      {player && (
        <Tableau
          seat={own}
          player={player}
          before={stage.before?.players[own] ?? null}
          hot={hot}
          idle={new Set(view.phase === "chronicle" && mine ? view.idle.map(({ card }) => card) : [])}
          why={why}
          reach={reach}
          over={touches.dragging.drag?.over ?? null}
          spaces={picked === null ? allowed.space : new Set()}
          deed={touches.deed}
          touch={touches.touch}
          touchSpace={touches.touchSpace}
          touchSlot={() => picked !== null && touches.create(picked)}
        />
      )}
      {touches.dragging.drag && <DragGhost drag={touches.dragging.drag} reach={reach} />}
    </>
  );
}

export function useBoard(raw: BoardProps): BoardParts {
  const props = raw as Props;
  remember(props.scene);
  const { names } = props;
  const [pace, setPace] = usePace();
  const stage = useStage(props, pace);
  const { view, playing } = stage;
  const mine = props.you !== null && props.owes.includes(props.you) && !playing;
  const allowed = readLegal(props.active && !playing ? props.legal : []);
  const root = useRef<HTMLDivElement>(null);
  const side = useRef<HTMLDivElement>(null);
  const why = (id: CardId) => (mine ? reason(view, seatOf(props), id) : null);
  const zoom = useZoom(why);
  const touches = useTouches(props, stage, allowed, mine, zoom);
  const { picked, pick } = touches;
  const told = useTold(stage, names, props.you);
  const hot = hotOf(stage);
  usePointed(props.pointed, zoom);
  useMotion([root, side], stage);
  useSkip(stage);

  const asked: Asked = {
    view,
    allowed,
    mine,
    active: touches.active,
    playing,
    names,
    picked: view.phase === "setup" ? null : picked,
    putAway: touches.chosen,
    send: touches.order,
    touch: touches.touch,
    create: () => picked !== null && touches.create(picked),
    learn: () => picked !== null && touches.order("learn", `learn ${picked}`),
    finishPutAway: () => touches.order(...[...touches.chosen].map((id) => `discard ${id}`)),
    giveUp: () => touches.order(...[...touches.chosen].flatMap((id) => allowed.card.get(id) ?? [])),
    skip: stage.skip,
  };
  const top = { props, stage, asked, touches, hot, why };
  return {
    board: (
      <div
        class={`ak ${mine ? "mine" : ""} ${view.phase === "setup" ? "setup" : ""}`}
        ref={root}
        onKeyDown={(e) => e.key === "Escape" && pick(null)}
        {...zoom.listen}
      >
        <Strip view={view} names={names} pace={pace} setPace={setPace} />
        {view.phase !== "setup" && <TableTop {...top} />}
        <HandPlace {...top} />
        {pace !== "off" && told && <Caption step={stage.step} hot={hot} text={told} />}
        {zoom.element}
      </div>
    ),
    prompt: sentence(asked),
    told: told ? { key: stage.step, text: told } : null,
    actions: <Deeds {...asked} />,
    cancel: asked.picked !== null ? () => pick(null) : null,
    shown: stage.told,
    papers: [
      {
        id: "others",
        label: t("The others"),
        panel: (
          <Others
            props={props}
            stage={stage}
            hot={hot}
            allowed={allowed}
            zoom={zoom}
            side={side}
            order={touches.order}
            deed={touches.deed}
            touch={touches.touch}
          />
        ),
      },
    ],
    why: whyOf(props),
    ending: <Sheet view={view} players={props.players} place={props.result?.place ?? null} />,
  };
}
