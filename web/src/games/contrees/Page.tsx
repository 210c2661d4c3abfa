/** What the book shows now: the passage to its scout, the line that is due, what is asked, or what is touched. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { typeset } from "../../ui/typeset";
import type { BoardProps } from "../board";
import { Book, CardWords, Performance, Plate, ScoutPage } from "./Book";
import { KeepPanel, LeavesPanel, LostPlates, PayPanel, SeatsPanel, voicesOf } from "./Panels";
import { Picture } from "./Rose";
import type { Touches } from "./touches";
import {
  bookLang,
  cardLang,
  cardName,
  type Direction,
  DIRECTIONS,
  lastTurn,
  passagePage,
  place,
  type Scene,
  slotOf,
  type Turn,
  type View,
} from "./view";
import type { Ears } from "./voice";
import { proofText } from "./words";

export interface PageProps {
  readonly props: BoardProps<Scene, View>;
  readonly touches: Touches;
  /** What is touched or pointed at. */
  readonly seen: string | null;
  readonly ears: Ears;
  readonly tally: number;
  readonly foot: ComponentChildren;
}

/** The card behind a thing; null: it is none. */
export function cardOf(thing: string | null, view: View): string | null {
  if (thing?.startsWith("dir ")) return slotOf(view, thing.slice(4) as Direction)?.card ?? null;
  return thing?.startsWith("card ") ? thing.slice(5) : null;
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const isShared = (scene: Scene) => scene.table !== "personal";

/** Where one device lies among all: the page opens for its scout only. */
function Flap({ name, children }: { name: string; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return open ? (
    <>
      {children}
      <button type="button" class="button small nc-cover-up" onClick={() => setOpen(false)}>
        {t("Cover it again")}
      </button>
    </>
  ) : (
    <button type="button" class="nc-flap" onClick={() => setOpen(true)}>
      <b>{t("Only {name} looks", { name })}</b>
      <span>{t("Touch to open the page")}</span>
    </button>
  );
}

function ScoutBook({ props, touches }: PageProps) {
  const { view, scene, names } = props;
  const { passage } = view;
  if (!passage) return null;
  const reading = view.phase === "reading";
  const words = [...touches.notes.keys()]
    .filter((thing) => thing.startsWith("word "))
    .map((thing) => Number(thing.slice(5)));
  const others = view.listening?.filter((_, seat) => seat !== view.scout) ?? [];
  const page = (
    <ScoutPage
      scene={scene}
      passage={passage}
      constraint={view.constraint}
      aloudFirst={reading && view.constraint !== null}
      now={reading && scene.reading === "paced" ? Math.max(0, ...others.map(({ line }) => line)) : 0}
      proof={view.proof?.spans ?? []}
      chosen={touches.chosen?.startsWith("word ") ? Number(touches.chosen.slice(5)) : null}
      markable={new Set(words)}
      touch={(word) => touches.touch(`word ${word}`)}
    />
  );
  return (
    <Book page={passagePage(view)} kind="text">
      {isShared(scene) ? (
        <Flap key={view.turn} name={names[view.scout] ?? ""}>
          {page}
        </Flap>
      ) : (
        page
      )}
      {view.proof && <Verdict view={view} scene={scene} small />}
    </Book>
  );
}

/** Whether a mission was right, and by which words. */
function Verdict({ view, scene, small = false }: { view: View; scene: Scene; small?: boolean }) {
  const mission = lastTurn(view)?.mission;
  const { proof } = view;
  if (!mission || !proof) return null;
  const lang = cardLang(scene, mission);
  const words = proof.words.filter((word): word is string => word !== null);
  return (
    <div class={`nc-verdict ${proof.right ? "right" : "wrong"} ${small ? "small" : ""}`}>
      <b lang={lang}>{cardName(mission, lang)}</b>{" "}
      <b class="nc-stamp">{proof.right ? t("right") : t("wrong")}</b> <span>{proofText(proof)}</span>
      {!small && words.length > 0 && <p lang={bookLang(scene)}>{typeset(words.slice(0, 12).join(" · "))}</p>}
    </div>
  );
}

function Frontispiece({ scene, view }: { scene: Scene; view: View }) {
  const { title, author, lang, paper, pages } = scene.book;
  return (
    <div class="nc-front" lang={lang}>
      <small class="nc-kind">{paper ? t("A paper book") : author}</small>
      <h2>{title ? typeset(title) : t("Your novel, {n} pages", { n: pages })}</h2>
      <svg viewBox="0 0 80 16" aria-hidden="true">
        <path d="M2 8h24m28 0h24M40 1l5 7-5 7-5-7Z" fill="none" stroke="currentColor" stroke-width="1.4" />
      </svg>
      {view.phase !== "meaning" && (
        <p>{t("From page {from} to the Lost City on page {to}", { from: view.camp, to: view.city })}</p>
      )}
    </div>
  );
}

/** What the last turn came to: the landscapes, the scout's reasons. */
function LastTurn({ turn, players, scene }: { turn: Turn; players: readonly Player[]; scene: Scene }) {
  const scout = players[turn.scout];
  const reasons = (turn.reasons ?? []).filter((word): word is string => word !== null);
  return (
    <div class="nc-last">
      <b class={`nc-stamp ${turn.success ? "right" : "wrong"}`}>{turn.success ? t("Found!") : t("Missed")}</b>
      <p>
        {scout && <PlayerSign player={scout} />} {t("page {n}", { n: turn.page })}
      </p>
      {turn.mission && (
        <p lang={cardLang(scene, turn.mission)}>
          {turn.right ? "✓" : "✗"} {cardName(turn.mission, cardLang(scene, turn.mission))}
        </p>
      )}
      {turn.constraint && <p>{cardName(turn.constraint)}</p>}
      {reasons.length > 0 && (
        <p class="nc-reasons" lang={bookLang(scene)}>
          {reasons.map((word) => (
            <mark key={word}>{typeset(word)}</mark>
          ))}
        </p>
      )}
    </div>
  );
}

const twoPlates = (turn: Turn) => (
  <figure class="nc-lost">
    {[turn.aim, turn.choice].map((card, i) =>
      card === null ? null : (
        <span key={i}>
          <Picture id={card} said />
          <small>{i ? t("the group") : t("the scout")}</small>
        </span>
      ),
    )}
  </figure>
);

/** A mission was tried in this turn: whoever heard the passage is shown why, until the compass is. */
const isJudged = (view: View) => view.proof && ["attempt", "explore"].includes(view.phase);

/** Nothing is touched and nothing asked: what just happened, or the book itself. */
function IdleBook({ props, foot }: PageProps) {
  const { view, scene, players } = props;
  const turn = lastTurn(view);
  if (isJudged(view) && turn?.mission)
    return (
      <Book plate={<Plate id={turn.mission} />}>
        <Verdict view={view} scene={scene} />
        {foot}
      </Book>
    );
  const done = turn !== null && turn.aim !== null && view.phase !== "meaning" ? turn : null;
  if (done?.success && view.cityCard !== null && view.camp === view.city && view.phase !== "over")
    return (
      <Book plate={<Plate id={view.cityCard} />}>
        <CardWords scene={scene} id={view.cityCard} />
        {foot}
      </Book>
    );
  if (done)
    return (
      <Book plate={done.success && done.aim ? <Plate id={done.aim} /> : twoPlates(done)} page={done.page}>
        <LastTurn turn={done} players={players} scene={scene} />
        {foot}
      </Book>
    );
  return (
    <Book page={view.camp} plate={<Plate id="back-city" />}>
      <Frontispiece scene={scene} view={view} />
      {foot}
    </Book>
  );
}

/** Before the voice begins: how it will read. */
function WaitBook({ props, tally, foot }: PageProps) {
  const { view, scene, you } = props;
  const held = view.missions.find((one) => one?.holder === you)?.card;
  return (
    <Book plate={<Plate id={view.constraint ?? held ?? "back-city"} />} kind="hush">
      {view.constraint ? (
        <CardWords scene={scene} id={view.constraint} />
      ) : (
        <h2>{t("Hush! Somebody reads.")}</h2>
      )}
      {held && (
        <p lang={cardLang(scene, held)}>
          {cardName(held, cardLang(scene, held))}: {tally}
        </p>
      )}
      {foot}
    </Book>
  );
}

/** Who would go there, by name. */
function Followers({ view, players, choice }: { view: View; players: readonly Player[]; choice: string }) {
  return (
    <>
      {voicesOf(view, players, choice).map(({ player }) => (
        <p key={player.seat}>
          <PlayerSign player={player} /> {player.name}
        </p>
      ))}
    </>
  );
}

function SeenBook({ props, seen, foot, tally }: PageProps & { seen: string }) {
  const { view, scene, players } = props;
  const lies = DIRECTIONS.find((one) => slotOf(view, one)?.card === seen);
  const holder = view.missions.find((one) => one?.card === seen)?.holder ?? -1;
  const who = players[holder];
  return (
    <Book plate={<Plate id={seen} />}>
      <CardWords scene={scene} id={seen} title={lies && capital(place(lies))}>
        <Followers view={view} players={players} choice={lies ?? seen} />
        {who && (
          <p class="quiet">
            <PlayerSign player={who} /> {t("watched by {name}", { name: who.name })}
          </p>
        )}
        {who && holder === props.you && tally > 0 && <p>{t("You have counted {n}.", { n: tally })}</p>}
      </CardWords>
      {isJudged(view) && <Verdict view={view} scene={scene} />}
      {foot}
    </Book>
  );
}

/** The first that has something to say is on the page. */
export function Page(all: PageProps) {
  const { props, touches, seen } = all;
  const { view, scene, players, you } = props;
  const panel = { scene, view, players, touches };
  const card = cardOf(seen, view);
  if (view.due)
    return (
      <Book kind="hush">
        <Performance
          due={view.due}
          lang={bookLang(scene)}
          constraint={view.constraint}
          speed={all.ears.speed}
        />
        {all.foot}
      </Book>
    );
  if (view.phase === "pay")
    return (
      <Book plate={<LostPlates view={view} />}>
        <PayPanel {...panel} />
      </Book>
    );
  if (view.passage && view.phase !== "over") return <ScoutBook {...all} />;
  if (card !== null) return <SeenBook {...all} seen={card} />;
  if (view.phase === "scout")
    return (
      <Book plate={<SeatsPlate {...all} />}>
        <SeatsPanel {...panel} />
      </Book>
    );
  if (view.phase === "prepare" && view.scout === you && view.step === "keep")
    return (
      <Book>
        <KeepPanel {...panel} />
      </Book>
    );
  if (view.phase === "prepare" && view.scout === you && view.step === "move")
    return (
      <Book plate={<Plate id="K2" />}>
        <LeavesPanel {...panel} />
      </Book>
    );
  if (view.phase === "reading" && view.scout !== you) return <WaitBook {...all} />;
  return <IdleBook {...all} />;
}

/** Beside the question who reads: what the last turn came to. */
function SeatsPlate({ props }: PageProps) {
  const { view } = props;
  const turn = lastTurn(view);
  if (view.cityCard !== null && view.camp === view.city) return <Plate id={view.cityCard} />;
  if (turn?.aim && turn.success)
    return (
      <>
        <Plate id={turn.aim} />
        <b class="nc-stamp right over">{t("Found!")}</b>
      </>
    );
  if (turn?.aim)
    return (
      <>
        {twoPlates(turn)}
        <b class="nc-stamp wrong over">{t("Missed")}</b>
      </>
    );
  return <Plate id="back-city" />;
}
