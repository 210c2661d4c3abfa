/** Nouvelles Contrées on the page: a map, a book, bookmarks, and a machine full of letters. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { PlayerSign } from "../../ui/players";
import { typeset } from "../../ui/typeset";
import type { BoardParts, BoardProps } from "../board";
import { Ending } from "./Ending";
import { EarsFoot, SignsFoot, SignsShown } from "./Foot";
import { Machine } from "./Machine";
import { MissionMark } from "./Missions";
import { cardOf, Page } from "./Page";
import { riskOf, voicesOf } from "./Panels";
import { Journey, Shelf } from "./Papers";
import { Landscape, MapSheet, Picture, Rose, Voices } from "./Rose";
import { Solve } from "./Solve";
import { Spine } from "./Spine";
import { thingOf, type Touches, useTouches } from "./touches";
import {
  bookLang,
  cardName,
  type Direction,
  DIRECTIONS,
  isDirection,
  isLandscape,
  lastTurn,
  remember,
  type Scene,
  startPage,
  type View,
} from "./view";
import { type Ears, useEars, usePlayback, useVoice } from "./voice";
import { deedWord, outcomeOf, prompt, reach, rememberNames, say, whyOf } from "./words";
import "./contrees.css";

type Props = BoardProps<Scene, View>;

/* ---- listening ---- */

/** Who listens to lines on a screen of their own; a paper book and the scout's own voice need none. */
const hasLines = (scene: Scene) => !scene.book.paper && scene.reading !== "voice";

/** A voice speaks unless one has silenced it, or the table wanted lines that pass. */
const wantsVoice = (ears: Ears, scene: Scene) => ears.voice ?? scene.reading !== "scroll";

function useListening(props: Props) {
  const { view, scene, active, legal, table } = props;
  const [ears, change] = useEars();
  const voice = useVoice(bookLang(scene));
  const on = voice !== null && wantsVoice(ears, scene);
  const live = active || scene.reading === "paced";
  usePlayback({
    due: view.due ?? null,
    constraint: view.constraint,
    lang: bookLang(scene),
    voice: on && live && table !== "lesson" ? voice : null,
    speed: ears.speed,
    // A pupil goes on when he has read what the lesson says.
    own: active && legal.includes("line") && view.due !== undefined && table !== "lesson",
    next: () => props.send("line"),
  });
  return { ears, change, on, has: voice !== null };
}

/** What a listener counts, anew in each turn. */
function useTally({ view, you }: Props) {
  const [tally, set] = useState(0);
  useEffect(() => set(0), [view.turn, you]);
  const counting =
    view.phase === "reading" &&
    you !== null &&
    you !== view.scout &&
    view.missions.some((one) => one?.holder === you);
  return { tally, counting, count: (by: number) => set(Math.max(0, tally + by)) };
}

/* ---- the map ---- */

function slotState(direction: Direction, { view, advice }: Props, touches: Touches) {
  const thing = `dir ${direction}`;
  if (touches.set.includes(direction) || touches.chosen === thing) return "chosen" as const;
  if (view.aim === direction) return "aimed" as const;
  if (view.lamp === direction) return "out" as const;
  return advice && thingOf(advice.split(", ")[0] ?? "", view, null) === thing
    ? ("advised" as const)
    : ("" as const);
}

function MapPlace({
  props,
  touches,
  point,
}: {
  props: Props;
  touches: Touches;
  point(thing: string | null): void;
}) {
  const { view, players } = props;
  const slot = (direction: Direction): ComponentChildren => {
    const one = view.slots[DIRECTIONS.indexOf(direction)];
    const thing = `dir ${direction}`;
    if (!one) return <div class="nc-empty" />;
    return (
      <Landscape
        key={one.card}
        card={one.card}
        direction={direction}
        value={one.value}
        state={slotState(direction, props, touches)}
        lit={touches.notes.has(thing)}
        touch={() => touches.touch(thing)}
        point={(on) => point(on ? thing : null)}
      />
    );
  };
  const aim = view.aim !== null && isDirection(view.aim) ? view.aim : null;
  return (
    <Rose
      slots={{ N: slot("N"), E: slot("E"), S: slot("S"), W: slot("W") }}
      voices={Object.fromEntries(
        DIRECTIONS.map((direction) => [direction, voicesOf(view, players, direction)]),
      )}
      compass={{
        value: view.deck.value,
        domain: view.deck.domain,
        count: view.deck.count,
        aim,
        closed: view.compass && aim === null,
      }}
      corners={<Corners props={props} touches={touches} />}
    />
  );
}

function Corner(props: {
  place: string;
  id: string;
  label: string;
  coin?: string | number;
  state?: string;
  touch?: (() => void) | undefined;
  lit?: boolean;
  thing?: string;
  children?: ComponentChildren;
}) {
  const inside = (
    <>
      <Picture id={props.id} />
      {props.coin !== undefined && <b class="nc-coin">{props.coin}</b>}
      {props.children}
    </>
  );
  const look = `nc-corner ${props.place} ${props.state ?? ""} ${props.lit ? "lit" : ""}`;
  return props.touch ? (
    <button
      type="button"
      class={look}
      aria-label={props.label}
      title={props.label}
      data-thing={props.thing}
      onClick={props.touch}
    >
      {inside}
    </button>
  ) : (
    <div class={look} role="img" aria-label={props.label} title={props.label}>
      {inside}
    </div>
  );
}

/** The deck with its back, the city, the peripeteias and one's own character. */
function Corners({ props, touches }: { props: Props; touches: Touches }) {
  const { view, scene, you, players } = props;
  const tile = view.characters?.[you ?? -1];
  const mine = players[you ?? -1];
  const chosen = (thing: string) => (touches.chosen === thing ? "chosen" : "");
  const city = view.cityCard;
  return (
    <>
      <Corner
        place="nw"
        id={`back-${view.deck.domain ?? "cartography"}`}
        state={view.deck.domain ? "" : "plain"}
        coin={view.deck.value}
        label={t("Deck of landscapes: the scout goes {n} leaves ahead", { n: view.deck.value })}
      />
      <Corner
        place="ne"
        id={city ?? "back-city"}
        label={city ? cardName(city) : t("The Lost City, hidden")}
        thing={`card ${city}`}
        state={city ? chosen(`card ${city}`) : ""}
        touch={city ? () => touches.touch(`card ${city}`) : undefined}
      />
      {scene.peripeteia === "yes" && view.peripeteia.count > 0 && (
        <Corner
          place="se"
          id="back-peripeteia"
          coin={`+${view.peripeteia.bonus}`}
          label={t("Peripeteias: {n}, the next gives {bonus} leaves", {
            n: view.peripeteia.count,
            bonus: view.peripeteia.bonus,
          })}
          thing="deck"
          state={chosen("deck")}
          lit={touches.notes.has("deck")}
          touch={touches.notes.has("deck") ? () => touches.touch("deck") : undefined}
        />
      )}
      {tile?.card && (
        <Corner
          place="sw"
          id={tile.card}
          label={cardName(tile.card)}
          thing={`card ${tile.card}`}
          state={`${tile.armed ? "" : "spent"} ${chosen(`card ${tile.card}`)}`}
          touch={() => touches.touch(`card ${tile.card}`)}
        >
          {mine && <PlayerSign player={mine} />}
        </Corner>
      )}
    </>
  );
}

/** Characters at the start, and the landscapes of the journey at its end, in the map's place. */
function Gallery({ props, touches }: { props: Props; touches: Touches }) {
  const { view, players, scene } = props;
  const cards =
    view.phase === "meaning"
      ? view.kept.flatMap(({ card }) => (isLandscape(card) ? [card] : []))
      : Object.keys(scene.cards).filter(
          (id) => id.startsWith("K") && (touches.notes.has(`card ${id}`) || !touches.notes.size),
        );
  return (
    <div
      class={`nc-map nc-gallery ${cards.length > 6 ? "many" : ""}`}
      role="group"
      aria-label={t("Choose one")}
    >
      <MapSheet />
      {cards.map((card) => (
        <Landscape
          key={card}
          card={card}
          name={isLandscape(card) ? undefined : cardName(card)}
          state={touches.chosen === `card ${card}` ? "chosen" : ""}
          lit={touches.notes.has(`card ${card}`)}
          touch={() => touches.touch(`card ${card}`)}
        >
          {!isLandscape(card) && <b class="nc-name">{cardName(card)}</b>}
          <Voices of={voicesOf(view, players, card)} />
        </Landscape>
      ))}
    </div>
  );
}
function MissionsPlace({ props, touches }: { props: Props; touches: Touches }) {
  const { view, scene, players } = props;
  return (
    <div class="nc-missions" role="group" aria-label={t("Missions")}>
      {view.missions.map((one, i) =>
        one ? (
          <MissionMark
            key={one.card}
            scene={scene}
            card={one.card}
            holder={players[one.holder] ?? null}
            voices={voicesOf(view, players, one.card)}
            state={touches.chosen === `card ${one.card}` ? "chosen" : ""}
            idle={!touches.notes.has(`card ${one.card}`)}
            deed={
              touches.notes.has(`card ${one.card}`)
                ? (say(touches.notes.get(`card ${one.card}`) ?? "") ?? "")
                : undefined
            }
            touch={() => touches.touch(`card ${one.card}`)}
          />
        ) : (
          <div key={i} class="nc-mark empty" />
        ),
      )}
    </div>
  );
}

/* ---- buttons ---- */

/** Said by the board itself, or not offered. */
const isUnsaid = (note: string, { view, you, table }: Props) =>
  note === "heard" ||
  /^(swap|skill|drop) /.test(note) ||
  // Lines follow one another by themselves, but for a scout who sets the pace and for a pupil.
  (note === "line" && you !== view.scout && table !== "lesson");
const MAIN: ReadonlySet<string> = new Set(["listen", "done", "line", "read", "ready", "right", "six"]);

function wordLabel(note: string, props: Props): string {
  if (note === "skill")
    return cardName(props.view.characters?.[props.you ?? -1]?.card ?? "") || t("Use the skill");
  if (note === "pass" && props.view.step !== "peripeteia") return t("Not now");
  return say(note) ?? note;
}

/** Reading while somebody is not ready is asked about. */
function ReadButton({ props }: { props: Props }) {
  const { view, names } = props;
  const [sure, setSure] = useState(false);
  const late = names.filter((_, seat) => seat !== view.scout && !view.ready?.includes(seat));
  const read = () => (late.length && !sure ? setSure(true) : props.send("read"));
  return (
    <button type="button" class="button main" onClick={read}>
      {sure && late.length ? t("{n} not ready: read all the same", { n: late.length }) : t("Read aloud")}
    </button>
  );
}

function Deeds({
  props,
  touches,
  listening,
}: {
  props: Props;
  touches: Touches;
  listening: ReturnType<typeof useTally>;
}) {
  const { view } = props;
  const { armed, chosen, mode, legal } = touches;
  const drop =
    chosen !== null && legal.includes(`drop ${chosen.slice(5)}`) ? `drop ${chosen.slice(5)}` : null;
  const marked = chosen?.startsWith("word ") ? wordText(view, Number(chosen.slice(5))) : "";
  const send = (note: string) => {
    touches.cancel();
    props.send(note);
  };
  const skills = legal.some((note) => /^skill [NESW]$/.test(note));
  return (
    <>
      {armed !== null && (
        <button type="button" class="button main" onClick={() => send(armed)}>
          {deedWord(armed, view, marked)}
        </button>
      )}
      {drop !== null && (
        <button type="button" class="button" data-note={drop} onClick={() => send(drop)}>
          {t("Remove it")}
        </button>
      )}
      {armed === null && mode === null && (
        <>
          {touches.words.map((note) =>
            isUnsaid(note, props) ? null : note === "read" ? (
              <ReadButton key={note} props={props} />
            ) : (
              <button
                key={note}
                type="button"
                class={MAIN.has(note) ? "button main" : "button"}
                data-note={note}
                onClick={() => send(note)}
              >
                {wordLabel(note, props)}
              </button>
            ),
          )}
          {legal.some((note) => note.startsWith("swap ")) && (
            <button type="button" class="button" onClick={() => touches.enter("swap")}>
              {t("Replace landscapes")}
            </button>
          )}
          {skills && (
            <button type="button" class="button" onClick={() => touches.enter("skill")}>
              {t("Rule one out")}
            </button>
          )}
        </>
      )}
      {listening.counting && (
        <button type="button" class="button nc-tally" onClick={() => listening.count(1)}>
          {t("Count: {n}", { n: listening.tally })}
        </button>
      )}
      {view.phase === "check" && legal.includes("right") && (
        <Solve scene={props.scene} mission={lastTurn(view)?.mission ?? ""} />
      )}
    </>
  );
}

function wordText(view: View, number: number): string {
  const [line = 0, from = 0, to = 0] = view.passage?.words[number - 1] ?? [];
  return [...typeset(view.passage?.lines[line]?.text ?? "")].slice(from, to).join("");
}

function modePrompt(touches: Touches): string | null {
  if (touches.mode === "swap") return t("Touch the landscapes that go; others come from the deck.");
  return touches.mode === "skill" ? t("Touch a direction that is not yours: everybody will know.") : null;
}

/* ---- all together ---- */

function JourneyPlace({ props, touches }: { props: Props; touches: Touches }) {
  const { view, scene } = props;
  const extra = touches.chosen?.startsWith("leaves ") ? Number(touches.chosen.slice(7)) : null;
  const from = startPage(scene, view);
  // A city that has stepped back leaves pages behind it that were read.
  const to = Math.max(
    view.city,
    ...view.kept.map(({ page }) => page),
    ...view.journal.map(({ page }) => page),
  );
  return (
    <Spine
      from={from}
      to={to}
      camp={view.camp}
      scout={view.at}
      city={view.city}
      read={view.journal.flatMap(({ page, success, aim }) => (aim === null ? [] : [{ page, success }]))}
      kept={view.kept}
      ghost={extra === null ? null : reach(view, extra)}
      title={scene.book.title}
      lang={scene.book.lang}
    />
  );
}

/** The book asks something: whoever passes over the map must not turn its page. */
const isAsking = ({ view, you }: Props) =>
  view.phase === "scout" ||
  (view.phase === "prepare" && view.scout === you && (view.step === "keep" || view.step === "move"));

/** What the log points at, as a thing of the board. */
function pointedThing({ pointed, view }: Props): string | null {
  if (!pointed) return null;
  if (pointed.kind === "v" && isDirection(pointed.value)) return `dir ${pointed.value}`;
  return /^[A-Z]\d/.test(pointed.value) && view ? `card ${pointed.value}` : null;
}

export function useBoard(raw: BoardProps): BoardParts {
  const props = raw as Props;
  const { view, scene, players, you } = props;
  remember(scene);
  rememberNames(props.names);
  const touches = useTouches(props);
  const [hover, point] = useState<string | null>(null);
  const { ears, change, on, has } = useListening(props);
  const tally = useTally(props);
  const gallery = view.phase === "character" || view.phase === "meaning";
  const held = view.missions.find((one) => one !== null && one.holder === you)?.card;
  const pointed = pointedThing(props) ?? (isAsking(props) ? null : hover);
  const seen = touches.chosen ?? pointed ?? (view.phase === "attempt" && held ? `card ${held}` : null);
  const listener =
    you !== null &&
    you !== view.scout &&
    hasLines(scene) &&
    (view.phase === "prepare" || view.phase === "reading");
  const foot = (listener || props.talk) && (
    <div class="nc-foot">
      {listener && <EarsFoot ears={ears} on={on} has={has} change={change} />}
      {props.talk && <SignsFoot say={props.talk.say} />}
    </div>
  );
  const cancel = touches.chosen !== null || touches.mode !== null ? touches.cancel : null;
  const scouting = Boolean(view.passage) && view.phase !== "over" && view.phase !== "pay";
  const panel = { scene, view, players, touches };
  return {
    board: (
      <div
        class={`nc ${scouting ? "scouting" : ""} ${view.due ? "hearing" : ""} ${view.phase}`}
        onKeyDown={(e) => e.key === "Escape" && cancel && (e.stopPropagation(), cancel())}
      >
        <JourneyPlace props={props} touches={touches} />
        {gallery ? (
          <Gallery props={props} touches={touches} />
        ) : (
          <MapPlace props={props} touches={touches} point={point} />
        )}
        <Page
          props={props}
          touches={touches}
          seen={gallery || cardOf(seen, view) ? seen : null}
          ears={ears}
          tally={tally.tally}
          foot={foot || null}
        />
        <MissionsPlace props={props} touches={touches} />
        <Machine letters={view.letters} risk={riskOf(panel)} />
        <SignsShown props={props} />
      </div>
    ),
    prompt: modePrompt(touches) ?? prompt(props),
    actions: !props.over && <Deeds props={props} touches={touches} listening={tally} />,
    cancel,
    undo: tally.counting && tally.tally > 0 ? () => tally.count(-1) : null,
    papers: [
      { id: "cards", label: t("Cards"), panel: <Shelf scene={scene} view={view} players={players} /> },
      { id: "journey", label: t("Journey"), panel: <Journey scene={scene} view={view} players={players} /> },
    ],
    outcome: outcomeOf(props),
    why: whyOf(props),
    ending: <Ending scene={scene} view={view} players={players} />,
  };
}
