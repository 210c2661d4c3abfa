/** A table on the server: waiting for players, playing, over. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OptionsPlan } from "../games/board";
import type { GameOption } from "../games/info";
import { cover, nameOf } from "../games/shelf";
import { colon, t } from "../i18n";
import { wayOn } from "../router";
import { prefer, prefs } from "../prefs";
import { useStore } from "../store";
import { connection } from "../table/connection";
import { RemoteTable } from "../table/remote";
import type { Deed, Offer, Seat, Snapshot } from "../table/types";
import { Chat } from "../ui/Chat";
import { Icon } from "../ui/icons";
import { LineBadge } from "../ui/LineBadge";
import { botName, listNames, paceText, seatName } from "../ui/names";
import { NameField } from "../ui/NameField";
import { Nothing } from "../ui/Nothing";
import { Qr } from "../ui/Qr";
import { RulesButton } from "../ui/Rules";
import { Avatar, clockText } from "../ui/Seats";
import { TableView } from "../ui/TableView";
import { toast } from "../ui/toast";
import { useGame } from "../ui/useGame";
import { Door } from "./Door";
import "./online.css";

const levels = ["easy", "normal", "hard"] as const;

async function say(deed: Deed): Promise<void> {
  const why = await deed;
  if (why !== null) toast(t(why));
}

function Invite({ table, game }: { table: RemoteTable; game: string }) {
  const link = `${location.origin}/t/${table.id}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast(t("The link is copied."));
    } catch {
      toast(link);
    }
  };
  // Where the device has a way of its own to pass things on: a phone, mostly.
  const share = () =>
    navigator
      .share({ title: t("A game of {game}", { game: nameOf(game) }), url: link })
      .catch(() => undefined);
  return (
    <div class="invite">
      <Qr text={link} />
      <div>
        <p>{t("Whoever opens this link, or points a camera at the code, can sit down.")}</p>
        <p class="link-line">
          <code>{link}</code>
        </p>
        <div class="row">
          {"share" in navigator && (
            <button type="button" class="button main" onClick={() => void share()}>
              <Icon name="share" /> {t("Share…")}
            </button>
          )}
          <button type="button" class="button" onClick={() => void copy()}>
            <Icon name="link" /> {t("Copy the link")}
          </button>
        </div>
      </div>
    </div>
  );
}

/** Sits down under the name that stands in the field. */
async function sitDown(table: RemoteTable, i: number): Promise<void> {
  const name = prefs.get().name.trim();
  if (name && name !== connection.me.get()?.name) await say(connection.rename(name));
  await say(table.online.sit(i));
}

/** What a game says of its options; undefined: not here yet, or nothing. */
function usePlan(game: string): OptionsPlan | undefined {
  const [plan, setPlan] = useState<OptionsPlan>();
  useEffect(() => {
    void cover(game)?.options?.().then(setPlan);
  }, [game]);
  return plan;
}

const mayHaveBots = (plan: OptionsPlan | undefined, { options }: Snapshot): boolean =>
  (plan?.noBots?.(options) ?? null) === null;

/** Bots of three strengths for one seat. */
function GiveToBot({ table, i }: { table: RemoteTable; i: number }) {
  return (
    <span class="to-bot" role="group" aria-label={t("Give seat {n} to a bot", { n: i + 1 })}>
      {levels.map((level) => (
        <button
          key={level}
          type="button"
          class="button small"
          onClick={() => void say(table.online.seat(i, level))}
        >
          {botName(level)}
        </button>
      ))}
    </span>
  );
}

function SeatRow({
  table,
  snapshot,
  bots,
  seat,
  i,
}: {
  table: RemoteTable;
  snapshot: Snapshot;
  bots: boolean;
  seat: Seat;
  i: number;
}) {
  const host = snapshot.host !== null && snapshot.host === table.online.me;
  const name = seatName(seat, i);
  return (
    <li class="seat">
      <Avatar seat={seat} name={seat.kind === "open" ? "?" : name} />
      <span class="seat-name">
        {name}
        {i === snapshot.you && <span class="quiet"> {t("(you)")}</span>}
      </span>
      {seat.kind === "invited" && <span class="small quiet">{t("invited")}</span>}
      {(seat.kind === "open" || (seat.kind === "invited" && seat.who === table.online.me)) &&
        snapshot.you === null && (
          <button type="button" class="button small main" onClick={() => void sitDown(table, i)}>
            {t("Sit here")}
          </button>
        )}
      {host && bots && seat.kind === "open" && <GiveToBot table={table} i={i} />}
      {host && i !== snapshot.you && (seat.kind === "bot" || seat.kind === "person") && (
        <button type="button" class="button small" onClick={() => void say(table.online.seat(i, null))}>
          {seat.kind === "bot" ? t("Open the seat") : t("Ask to leave")}
        </button>
      )}
    </li>
  );
}

/** Under which name one sits; the server hears of it when it is written. */
function MyName() {
  const { name } = useStore(prefs);
  const me = useStore(connection.me);
  // Known to the server though new to this browser.
  useEffect(() => {
    if (!name && me?.name) prefer({ name: me.name });
  }, [me?.name]);
  return <NameField onBlur={() => name.trim() && void connection.rename(name.trim())} />;
}

/** Who is still missing, in a sentence. */
function waitingText(snapshot: Snapshot): string {
  if (snapshot.seats.some((seat) => seat.kind === "open")) return t("The table waits for players.");
  const invited = snapshot.seats.flatMap((seat, i) => (seat.kind === "invited" ? [seatName(seat, i)] : []));
  return invited.length ? t("Waiting for {name}.", { name: listNames(invited) }) : t("Everybody is here.");
}

/** What was chosen, in words, without what changes nothing here. */
function Facts({ snapshot, plan }: { snapshot: Snapshot; plan: OptionsPlan | undefined }) {
  const game = useGame(snapshot.game);
  if (!game) return null;
  const { options, seats } = snapshot;
  const matters = ({ id }: GameOption) => plan?.matters?.(id, seats.length, options) ?? true;
  const word = (option: GameOption, value: string) => {
    const label = option.values?.find((v) => v.id === value)?.label;
    return label ? t(label) : (plan?.word?.(option.id, value) ?? value);
  };
  return (
    <dl class="facts">
      <div>
        <dt>{t("Pace")}</dt>
        <dd>{paceText(snapshot.pace)}</dd>
      </div>
      {game.info.options.filter(matters).map((option) => (
        <div key={option.id}>
          <dt>{t(option.name)}</dt>
          <dd>{word(option, options[option.id] ?? option.usual)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Lobby({ table, snapshot }: { table: RemoteTable; snapshot: Snapshot }) {
  const host = snapshot.host !== null && snapshot.host === table.online.me;
  const picture = cover(snapshot.game);
  const plan = usePlan(snapshot.game);
  const bots = mayHaveBots(plan, snapshot);
  const has = (kind: Seat["kind"]) => snapshot.seats.some((seat) => seat.kind === kind);
  return (
    <div class="lobby">
      <section class="sheet lobby-seats">
        <div class="lobby-head">
          {picture && <img src={picture.art} alt="" width="160" height="110" />}
          <h1>{nameOf(snapshot.game)}</h1>
        </div>
        <p role="status">{waitingText(snapshot)}</p>
        {/* Before the seats: a full table begins at once. */}
        {snapshot.you === null && <MyName />}
        <ul class="seats">
          {snapshot.seats.map((seat, i) => (
            <SeatRow key={i} table={table} snapshot={snapshot} bots={bots} seat={seat} i={i} />
          ))}
        </ul>
        {snapshot.you !== null && <MyName />}
        <div class="row">
          {host && snapshot.start === "host" && (
            <button type="button" class="button main" onClick={() => void say(table.online.start())}>
              {t("Begin")}
            </button>
          )}
          <RulesButton game={snapshot.game} />
          {snapshot.you !== null && (
            <button type="button" class="button plain" onClick={() => void leave(table)}>
              {t("Leave the table")}
            </button>
          )}
        </div>
      </section>
      <section class="sheet lobby-people">
        {has("open") ? (
          <>
            <h2>{t("Invite")}</h2>
            <Invite table={table} game={snapshot.game} />
          </>
        ) : (
          has("invited") && (
            <p>{t("Who is invited finds this table on the one played before, and among their tables.")}</p>
          )
        )}
        <h2>{t("Chat")}</h2>
        <Chat lines={snapshot.chat} say={table.online.chat} mute={connection.me.get() === null} />
      </section>
      <section class="sheet lobby-game">
        <h2>{t("What is played")}</h2>
        <Facts snapshot={snapshot} plan={plan} />
      </section>
    </div>
  );
}

function OfferBar({
  table,
  offer,
  snapshot,
  names,
}: {
  table: RemoteTable;
  offer: Offer;
  snapshot: Snapshot;
  names: readonly string[];
}) {
  const what = { undo: t("to take a decision back"), draw: t("a draw"), abandon: t("to abandon the game") }[
    offer.kind
  ];
  const mine = snapshot.you !== null && offer.wait.includes(snapshot.you);
  return (
    <div class="notice row" role="status">
      <span>{t("{name} offers {what}.", { name: names[offer.by] ?? "", what })}</span>
      {mine && (
        <>
          <button type="button" class="button small main" onClick={() => void say(table.online.answer(true))}>
            {t("Agree")}
          </button>
          <button type="button" class="button small" onClick={() => void say(table.online.answer(false))}>
            {t("Decline")}
          </button>
        </>
      )}
      {snapshot.you === offer.by && (
        <button type="button" class="button small" onClick={() => void say(table.online.answer(false))}>
          {t("Withdraw")}
        </button>
      )}
    </div>
  );
}

/** Somebody is waited for; a bot may play on once that has taken a while, where bots can. */
function Away({ seat, name, replace }: { seat: Seat; name: string; replace: (() => void) | null }) {
  const until = useMemo(() => Date.now() + (seat.replaced_in ?? 0), [seat]);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="notice row">
      {t("{name} is away.", { name })}
      {replace === null ? null : now < until ? (
        <span class="quiet">{t("In {time} a bot may play on.", { time: clockText(until - now) })}</span>
      ) : (
        <button type="button" class="button small" onClick={replace}>
          {t("Let a bot play on")}
        </button>
      )}
    </p>
  );
}

/** Seats whose person is away, or yours held by a bot. */
function Absences({
  table,
  snapshot,
  names,
}: {
  table: RemoteTable;
  snapshot: Snapshot;
  names: readonly string[];
}) {
  const you = snapshot.you;
  const mine = you !== null ? snapshot.seats[you] : undefined;
  const plan = usePlan(snapshot.game);
  const bots = mayHaveBots(plan, snapshot);
  return (
    <>
      {snapshot.status === "playing" &&
        mine?.kind === "person" &&
        mine.bot !== null &&
        mine.gone === null && (
          <p class="notice row">
            {t("A bot plays for you.")}
            <button
              type="button"
              class="button small main"
              onClick={() => void say(table.online.sit(you ?? undefined))}
            >
              {t("I am back")}
            </button>
          </p>
        )}
      {snapshot.status === "playing" &&
        you !== null &&
        snapshot.seats.map(
          (seat, i) =>
            i !== you &&
            seat.kind === "person" &&
            !seat.here &&
            seat.bot === null &&
            snapshot.owes.includes(i) && (
              <Away
                key={i}
                seat={seat}
                name={names[i] ?? ""}
                replace={bots ? () => void say(table.online.takeover(i, "normal")) : null}
              />
            ),
        )}
    </>
  );
}

/** What ends a game early; whoever resigns is asked twice. */
function Menu({ table, snapshot, close }: { table: RemoteTable; snapshot: Snapshot; close(): void }) {
  const [sure, setSure] = useState(false);
  const persons = snapshot.seats.filter((seat) => seat.kind === "person").length;
  if (sure)
    return (
      <>
        <button type="button" class="button danger" onClick={() => void say(table.online.resign())}>
          {t("Yes, I resign")}
        </button>
        <button type="button" class="button" onClick={() => (setSure(false), close())}>
          {t("No, go on")}
        </button>
      </>
    );
  return (
    <>
      {persons > 1 && (
        <button
          type="button"
          class="button"
          disabled={snapshot.offer !== null}
          onClick={() => (close(), void say(table.online.offer("draw")))}
        >
          <Icon name="equal" /> {t("Offer a draw")}
        </button>
      )}
      <button
        type="button"
        class="button"
        disabled={snapshot.offer !== null}
        onClick={() => (close(), void say(table.online.offer("abandon")))}
      >
        <Icon name="close" /> {persons > 1 ? t("Offer to abandon") : t("Abandon")}
      </button>
      <button type="button" class="button danger" onClick={() => setSure(true)}>
        <Icon name="flag" /> {t("Resign")}
      </button>
    </>
  );
}

/** Whoever still plays may end the game early. */
function mayEnd({ you, status, seats }: Snapshot): boolean {
  return you !== null && status === "playing" && !seats[you]?.gone;
}

async function leave(table: RemoteTable): Promise<void> {
  const on = wayOn();
  await say(table.online.leave());
  on("/tables");
}

async function rematch(table: RemoteTable): Promise<void> {
  const on = wayOn();
  const next = await table.online.rematch();
  if (typeof next === "string") toast(t(next));
  else on(`/t/${next.table}`);
}

function chatInSight(): boolean {
  const place = document.querySelector(".chat")?.getBoundingClientRect();
  return place !== undefined && place.top < innerHeight && place.bottom > 0;
}

/** What the others did that no board shows: they declined, they said something. */
function useNews(table: RemoteTable, snapshot: Snapshot): void {
  const before = useRef(snapshot);
  useEffect(() => {
    const was = before.current;
    before.current = snapshot;
    const asked = was.offer !== null && was.offer.by === snapshot.you && !table.withdrawn;
    if (asked && snapshot.offer === null && snapshot.status === "playing" && snapshot.ply === was.ply)
      toast(t("Your offer was declined."));
    if (was.rematch === null && snapshot.rematch !== null) toast(t("The next game is laid."));
    const heard = new Set(was.chat.map((line) => line.n));
    const fresh = snapshot.chat.filter((line) => !heard.has(line.n) && line.who !== table.online.me);
    if (!chatInSight()) for (const line of fresh) toast(colon(line.name || t("Guest"), line.text));
  }, [snapshot]);
}

function Playing({ table, snapshot }: { table: RemoteTable; snapshot: Snapshot }) {
  const names = snapshot.seats.map(seatName);
  const [read, setRead] = useState(snapshot.chat.length);
  const unread = snapshot.chat.length - read;
  useNews(table, snapshot);
  const chat = (
    <Chat lines={snapshot.chat} say={table.online.chat} mute={connection.me.get() === null} seen={setRead} />
  );
  return (
    <TableView
      table={table}
      notices={
        <>
          <LineBadge atTable />
          {snapshot.offer && (
            <OfferBar table={table} offer={snapshot.offer} snapshot={snapshot} names={names} />
          )}
          <Absences table={table} snapshot={snapshot} names={names} />
        </>
      }
      extraTabs={[
        { id: "chat", label: unread > 0 ? t("Chat ({n} new)", { n: unread }) : t("Chat"), panel: chat },
      ]}
      seldom={
        mayEnd(snapshot) ? (close) => <Menu table={table} snapshot={snapshot} close={close} /> : undefined
      }
      ending={
        <>
          {snapshot.rematch !== null ? (
            <a class="button main" href={`#/t/${snapshot.rematch}`}>
              {t("To the next game")}
            </a>
          ) : (
            snapshot.you !== null && (
              <button type="button" class="button main" onClick={() => void rematch(table)}>
                {t("Rematch")}
              </button>
            )
          )}
          <a class="button" href={`#/replay/table/${table.id}`}>
            <Icon name="play" /> {t("Watch it again")}
          </a>
          <a class="button" href={`/record/${table.id}`} download={`${snapshot.game}-${table.id}.record`}>
            <Icon name="save" /> {t("Save the record")}
          </a>
        </>
      }
    />
  );
}

function closedText(why: string): string {
  if (why === "left") return t("Everybody has left this table: it was closed.");
  if (why === "unused") return t("Nobody completed this table for days: it was put away.");
  if (why === "old") return t("This game ended long ago: it was put away.");
  return t("This table was closed.");
}

function Online({ table }: { table: RemoteTable }) {
  const snapshot = useStore(table.snapshot);
  const failure = useStore(table.failure);
  const closed = useStore(table.closed);
  if (closed !== null) return <Nothing title={closedText(closed)} />;
  if (failure !== null) return <Nothing title={t(failure)} />;
  if (!snapshot)
    return (
      <div class="loading">
        <LineBadge />
        <p>{t("Laying the table…")}</p>
      </div>
    );
  if (snapshot.status === "open")
    return (
      <>
        <LineBadge />
        <Lobby table={table} snapshot={snapshot} />
      </>
    );
  return <Playing table={table} snapshot={snapshot} />;
}

export function OnlineTablePage({ id }: { id: string }) {
  const [table, setTable] = useState<RemoteTable | null>(null);
  useEffect(() => {
    const opened = new RemoteTable(id);
    setTable(opened);
    return () => opened.close();
  }, [id]);
  return <Door>{table ? <Online table={table} /> : <p class="loading">{t("Laying the table…")}</p>}</Door>;
}
