/** Archives on the page: what a touch means for each question. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t, words } from "../../i18n";
import { usePace } from "../../ui/acting";
import { eventText } from "../../ui/names";
import { useSame } from "../../ui/same";
import type { BoardParts, BoardProps, GameModule } from "../board";
import { type GameInfo, gameInfo } from "../info";
import { Desk } from "./Desk";
import type { Parts } from "./Furniture";
import { layoutFor, type Point, useSize } from "./layout";
import { Pacing } from "./Pacing";
import { newTracker, type Piece, type Tracker, track } from "./pieces";
import { Figures, Sheet } from "./Score";
import { Slip } from "./Slip";
import { passStep, useStage } from "./stage";
import { type Block, blockOf, inTray, isWord, thingName } from "./things";
import {
  actionName,
  offerOf,
  type Path,
  remember,
  type Scene,
  type Thing,
  thingsOf,
  type View,
} from "./view";
import { deedWord, gainText, halfway, question, sayHere, whyOf, word } from "./words";
import "./archives.css";

type Props = BoardProps<Scene, View>;

/** A move that costs as much is asked about. */
const DEAR = 4;
/** Done at the first touch: they only put something somewhere, and can be taken back. */
const LIGHT: ReadonlySet<string> = new Set([
  "place",
  "request",
  "pick",
  "put",
  "wait",
  "transfer",
  "nature",
  "mark",
]);
/** Never done at the first touch. */
const GRAVE: ReadonlySet<string> = new Set([
  "card",
  "abandon",
  "SKIP3",
  "CHOOSE3",
  "IMMUNITY",
  "return",
  "room",
]);

const module: GameModule = { useBoard, word };

function useInfo(): GameInfo | null {
  const [info, setInfo] = useState<GameInfo | null>(null);
  useEffect(() => {
    void gameInfo("archives").then(setInfo);
  }, []);
  return info;
}

/** Whether the last press was a finger's: it cannot point at a thing before it touches it. */
function useFinger() {
  const finger = useRef(false);
  useEffect(() => {
    const pressed = (e: PointerEvent) => {
      finger.current = e.pointerType !== "mouse";
    };
    addEventListener("pointerdown", pressed, true);
    return () => removeEventListener("pointerdown", pressed, true);
  }, []);
  return finger;
}

/** Why a move is worth a second thought; "": it is not. */
function warning(note: string, view: View): string {
  const [verb, steps] = note.split(" ");
  const to = verb === "move" && view.squares?.find((square) => square.steps === Number(steps));
  if (!to) return "";
  if (view.prospects?.[to.action ?? ""]?.void)
    return t("{action} cannot be carried out now.", { action: actionName(to.action ?? "") });
  return to.cost >= DEAR ? t("That is dear: {n} prestige.", { n: to.cost }) : "";
}

/** What is touched and not yet done, from what the rules allow. */
function useTouches(props: Props, view: View, active: boolean) {
  const [touched, setTouched] = useState<readonly Thing[]>([]);
  const [pointed, point] = useState<Thing | null>(null);
  const finger = useFinger();
  useEffect(() => (setTouched([]), point(null)), [props.ply, active]);
  const paths: readonly Path[] = active
    ? props.legal.map((note) => ({ note, things: thingsOf(note, view) }))
    : [];
  const offer = offerOf(paths, touched);
  const start = offerOf(paths, []);
  const mustAsk = (note: string) => {
    const verb = note.split(" ")[0] ?? "";
    return GRAVE.has(verb) || (!LIGHT.has(verb) && (finger.current || warning(note, view) !== ""));
  };
  const touch = (thing: Thing) => {
    if (touched.includes(thing)) {
      if (offer.said !== null) return props.send(offer.said);
      return setTouched(touched.filter((one) => one !== thing));
    }
    const next = offer.said === null && offer.lit.has(thing) ? [...touched, thing] : [thing];
    const { said } = offerOf(paths, next);
    // What was chosen from a tray was seen before it was touched.
    if (said !== null && (inTray(thing) || !mustAsk(said))) return props.send(said);
    setTouched(next);
  };
  const ahead =
    pointed !== null && !touched.includes(pointed)
      ? offerOf(paths, [...(offer.lit.has(pointed) && offer.said === null ? touched : []), pointed]).said
      : null;
  // Another thing may be touched instead, until something is half said in a tray.
  const lit =
    offer.said !== null
      ? new Set([...start.lit, ...touched])
      : new Set([...offer.lit, ...start.lit, ...touched]);
  const half = touched.length > 0 && offer.said === null;
  return {
    touched,
    touch,
    point,
    /** What would be touched in place of what is, and does not go with it. */
    instead: new Set(
      half ? [...lit].filter((thing) => !offer.lit.has(thing) && !touched.includes(thing)) : [],
    ),
    cancel: () => setTouched([]),
    armed: offer.said,
    /** The same square a lap later. */
    later: offer.said === null ? null : (offer.notes.find((note) => note !== offer.said) ?? null),
    ahead,
    lit: [...lit].filter(
      (thing) => !isWord(thing) && (!inTray(thing) || (offer.said === null && offer.lit.has(thing))),
    ),
    words: props.legal.filter((note) => active && thingsOf(note, view).every(isWord)),
    saidBy: (thing: Thing) =>
      offerOf(paths, touched.includes(thing) || !offer.lit.has(thing) ? [thing] : [...touched, thing]).said,
  };
}

/** Asked of every hand, so that nobody learns what is in it. */
const CARD_ASKS: ReadonlySet<string> = new Set(["arrival", "step3", "step4"]);

/** A question to which the hand has only one answer is answered by itself, once: then one may still take it back. */
function useAlone({ legal, ply, send, table, view }: Props, active: boolean): boolean {
  const sent = useRef(new Set<number>());
  const only = legal.length === 1 ? legal[0] : undefined;
  const asked = CARD_ASKS.has(view.ask.kind) && table !== "lesson";
  const alone = active && asked && (only === "keep" || only === "none") && !sent.current.has(ply);
  useEffect(() => {
    if (!alone || only === undefined) return;
    sent.current.add(ply);
    send(only);
  });
  return alone;
}

/** Which part is seen large; it closes by itself once nothing more is to be done there. */
function useZoom(ply: number, { lit, touched, instead }: ReturnType<typeof useTouches>) {
  const [zoom, open] = useState<Block | null>(null);
  useEffect(() => {
    const half = instead.size > 0;
    const wanted = lit.filter(
      (thing) => !inTray(thing) && !instead.has(thing) && !(half && touched.includes(thing)),
    );
    if (zoom !== null && wanted.length > 0 && !wanted.some((thing) => blockOf(thing) === zoom)) open(null);
  }, [ply, lit.join(), touched.join()]);
  return { zoom, open };
}

function wordOf(note: string, view: View): string {
  if (note === "pass") return t("Pass");
  if (note === "stop") return t("That is all");
  if (note === "keep") return t("Carry out {action}", { action: actionName(view.ask.action ?? "") });
  return view.ask.kind === "abandon" ? t("Keep them all") : t("No card");
}

const costOf = (note: string, view: View): number =>
  view.squares?.find(({ steps }) => steps === Number(note.split(" ")[1]))?.cost ?? 0;

interface DeedsProps {
  readonly view: View;
  readonly touches: ReturnType<typeof useTouches>;
  readonly playing: boolean;
  readonly alone: boolean;
  send(note: string): void;
  skip(): void;
}

function Deeds({ view, touches, playing, alone, send, skip }: DeedsProps) {
  if (playing)
    return (
      <button type="button" class="button av-skip" onClick={skip}>
        {t("Skip")}
      </button>
    );
  if (alone) return null;
  const { armed } = touches;
  return (
    <>
      {armed !== null && (
        <button type="button" class="button main" onClick={() => send(armed)}>
          {deedWord(armed, view)}
        </button>
      )}
      {touches.later !== null && (
        <button type="button" class="button" onClick={() => touches.later !== null && send(touches.later)}>
          {t("A lap later for {n}", { n: costOf(touches.later, view) })}
        </button>
      )}
      {touches.touched.length === 0 &&
        touches.words.map((note) => (
          <button key={note} type="button" class="button" data-note={note} onClick={() => send(note)}>
            {wordOf(note, view)}
          </button>
        ))}
    </>
  );
}

/** While steps are shown, a touch on the board or a key shows the last of them. */
function useSkip(playing: boolean, skip: () => void): void {
  useEffect(() => {
    if (!playing) return;
    const pressed = (e: KeyboardEvent) => {
      if (e.key === "Escape") e.preventDefault(), skip();
    };
    addEventListener("keydown", pressed, true);
    return () => removeEventListener("keydown", pressed, true);
  });
}

/** Pieces named in what is on stage. */
function hotOf(
  events: readonly { readonly kind: string; readonly args: readonly string[] }[],
): ReadonlySet<string> {
  const hot = new Set<string>();
  for (const { kind, args } of events) {
    const [a = "", b = ""] = args;
    if (kind === "stored") hot.add(`store ${b} ${a}`);
    if (kind === "placed" || kind === "admitted" || kind === "settled") hot.add(`entry ${b} ${a}`);
    if (kind === "leftWaiting") hot.add(`waiting ${a}`);
    if (kind === "waitingLoss") hot.add(`waiting ${b}`);
    if (kind === "cube" || kind === "picked") hot.add(`drawn ${a}`);
    if (kind === "requested") hot.add(`requests ${b} ${a}`);
  }
  return hot;
}

function promptOf(view: View, touches: ReturnType<typeof useTouches>): string {
  const { armed, touched } = touches;
  if (armed !== null) return [`${sayHere(armed, view)}.`, warning(armed, view)].filter(Boolean).join(" ");
  return touched.length ? halfway(touched, view) : question(view);
}

const costsOf = (view: View, mine: boolean): ReadonlyMap<number, number> =>
  new Map(
    mine && view.ask.kind === "turn"
      ? [...(view.squares ?? [])].reverse().map(({ square, cost }) => [square, cost])
      : [],
  );

/** What has just been acted out, in a line. */
function eventsText(
  info: GameInfo,
  events: Parameters<typeof passStep>[1],
  names: readonly string[],
  you: number | null,
): string {
  return events
    .flatMap((event) => (event.kind === "turn" ? [] : (eventText(info, module, event, names, you) ?? [])))
    .join(" ");
}

/** What the advice would touch first, if it is lit. */
function advisedThing(advice: string | null, view: View, lit: readonly Thing[]): Thing | null {
  const [first = ""] = advice?.split(", ") ?? [];
  return first ? (thingsOf(first, view).find((thing) => lit.includes(thing)) ?? null) : null;
}

/** What the board is drawn from: the same until the position, its size or the language changes. */
function useParts(
  { scene, players, you }: Props,
  view: View,
  size: Point,
): { parts: Parts; pieces: readonly Piece[] } {
  const tracker = useRef<Tracker>(newTracker());
  const people = useSame(players);
  const language = words.get();
  const ratio = size.y ? size.x / size.y : 1.8;
  const layout = useMemo(() => layoutFor(scene, ratio), [scene, ratio]);
  return {
    parts: useMemo(
      () => ({ scene, view, layout, people, you }),
      [scene, view, layout, people, you, language],
    ),
    pieces: useMemo(() => track(tracker.current, view, layout, scene), [scene, view, layout]),
  };
}

export function useBoard(raw: BoardProps): BoardParts {
  const props = raw as Props;
  remember(props.scene);
  const { names, you } = props;
  const [pace, setPace] = usePace();
  const stage = useStage(props, pace);
  const { view, playing } = stage;
  const mine = you !== null && props.owes.includes(you) && !playing;
  const active = props.active && mine;
  const alone = useAlone(props, active);
  const touches = useTouches(props, view, active && !alone);
  const { zoom, open } = useZoom(props.ply, touches);
  const root = useRef<HTMLDivElement>(null);
  const size = useSize(root);
  const info = useInfo();
  useSkip(playing, stage.skip);

  const { parts, pieces } = useParts(props, view, size);
  const { layout } = parts;
  const scale = Math.min(size.x / layout.width, size.y / layout.height);
  const small = size.x > 0 && scale * layout.cube < 19;
  const cost = useMemo(() => costsOf(view, mine), [view, mine]);
  const hot = useMemo(() => hotOf(stage.events), [stage.events]);
  const choice = (note: string | null) => view.choices?.find((one) => one.note === note);
  const told = info ? eventsText(info, stage.events, names, you) : "";
  const gains = touches.armed !== null ? gainText(choice(touches.armed), names, you) : "";
  const step = passStep(view, stage.events, playing);
  const label = (thing: Thing) => {
    const note = touches.saidBy(thing);
    return note
      ? [sayHere(note, view), gainText(choice(note), names, you)].filter(Boolean).join(". ")
      : thingName(thing, view);
  };
  const cancel = touches.touched.length ? touches.cancel : null;
  return {
    board: (
      <div
        class={`av ${layout.shape}`}
        ref={root}
        onClick={(e) =>
          playing && !(e.target as Element).closest("button, select, [role=button]") && stage.skip()
        }
        onKeyDown={(e) => e.key === "Escape" && (cancel ? cancel() : open(null))}
      >
        {size.x > 0 && (
          <Desk
            parts={parts}
            pieces={pieces}
            lit={touches.lit.map((thing) => ({ thing, label: label(thing) }))}
            touched={touches.touched}
            instead={touches.instead}
            advised={advisedThing(props.advice, view, touches.lit)}
            cost={cost}
            zoom={zoom}
            small={small}
            hot={hot}
            touch={touches.touch}
            point={touches.point}
            open={open}
            cancel={touches.cancel}
          />
        )}
        <Slip
          parts={parts}
          scale={scale}
          size={size}
          note={touches.armed ?? touches.ahead}
          step={step}
          told={playing ? told : ""}
          floating={touches.armed !== null || step > 0}
          under={touches.touched[0] ?? null}
          names={names}
        />
        {zoom !== null && (
          <button type="button" class="button av-back" onClick={() => open(null)}>
            {t("The whole board")}
          </button>
        )}
      </div>
    ),
    prompt: promptOf(view, touches),
    told: gains
      ? { key: `gain ${touches.armed}`, text: gains }
      : told
        ? { key: stage.step, text: told }
        : undefined,
    actions: !props.over && (
      <Deeds
        view={view}
        touches={touches}
        playing={playing}
        alone={alone}
        send={(note) => props.send(note)}
        skip={stage.skip}
      />
    ),
    cancel,
    shown: stage.told,
    papers: [
      {
        id: "players",
        label: t("Players"),
        panel: (
          <>
            <Figures view={view} people={props.players} />
            <Pacing pace={pace} setPace={setPace} />
          </>
        ),
      },
    ],
    why: whyOf(props),
    ending: <Sheet view={props.view} people={props.players} place={props.result?.place ?? null} />,
  };
}
