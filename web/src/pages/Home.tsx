/** The front room: play at once, the shelf of games, what lies on your desk. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fetchAhead, whenIdle } from "../ahead";
import hero from "../art/hero.svg";
import { gameInfo } from "../games/info";
import { cover, type Cover, nameOf, seatsText, shelf } from "../games/shelf";
import { wholeOptions } from "../games/usual";
import { t, tn, when } from "../i18n";
import { go, wayOn } from "../router";
import { prefs } from "../prefs";
import { useStore } from "../store";
import { adoptRecord, beginLocal, discard, type Kept, keptGames } from "../table/kept";
import { botName } from "../ui/names";
import { Icon } from "../ui/icons";
import { toast } from "../ui/toast";
import "./home.css";

/** What the page before a game would propose; where that has not come, what the engine has. */
async function firstOptions(game: Cover, seats: number): Promise<Readonly<Record<string, string>>> {
  try {
    const [info, rule] = await Promise.all([gameInfo(game.id), game.options?.()]);
    return info ? wholeOptions(info, rule ?? null, { company: "bot", seats }) : {};
  } catch {
    return {};
  }
}

/** One click: the usual game against a bot of middling strength. */
async function playNow(game: Cover): Promise<void> {
  const on = wayOn();
  const [least = 1, most = 1] = game.seats;
  const seats = Array.from({ length: Math.min(Math.max(2, least), most) }, (_, i) =>
    i === 0
      ? ({ kind: "person", name: prefs.get().name, bot: null } as const)
      : ({ kind: "bot", name: "", bot: "normal" } as const),
  );
  const options = await firstOptions(game, seats.length);
  on(() => `/local/${beginLocal(game, seats, options)}`);
}

/** The welcome, and the shelf's first game at a click. */
function Hero({ first }: { first: Cover }) {
  return (
    <section class="hero">
      <div class="hero-words">
        <h1>{t("The table is laid.")}</h1>
        <p>
          {t(
            "Board games to play alone, with friends far away or against bots. No account, nothing to install, and it works on a train without network.",
          )}
        </p>
        <div class="row">
          <button type="button" class="button main big" onClick={() => void playNow(first)}>
            <Icon name="play" /> {t("Play now")}
          </button>
          <a class="button big" href="#/friends">
            <Icon name="link" /> {t("Play with friends")}
          </a>
          <a class="button big" href="#/today">
            <Icon name="sun" /> {t("Today’s puzzle")}
          </a>
        </div>
        <p class="small quiet hero-note">
          {t("“Play now” begins a game of {game} against a bot.", { game: t(first.name) })}
        </p>
      </div>
      <img class="hero-art" src={hero} alt="" width="560" height="420" />
    </section>
  );
}

function Box({ game }: { game: Cover }) {
  const name = t(game.name);
  const ahead = () => fetchAhead(game.id);
  return (
    <li class="box" onPointerEnter={ahead} onFocusIn={ahead}>
      <div class="box-art">
        <img src={game.art} alt="" width="320" height="220" loading="lazy" />
      </div>
      <div class="box-words">
        <h3>{name}</h3>
        <p>{t(game.about)}</p>
        <p class="small quiet">{seatsText(game.seats)}</p>
        <div class="row">
          <button
            type="button"
            class="button main"
            onClick={() => void playNow(game)}
            aria-label={t("Play {game} now, against a bot", { game: name })}
          >
            <Icon name="play" /> {t("Play")}
          </button>
          <a
            class="button"
            href={`#/new/${game.id}`}
            aria-label={t("Choose how to play {game}", { game: name })}
          >
            {t("Choose…")}
          </a>
          {game.lesson && (
            <a
              class="button plain"
              href={`#/learn/${game.id}`}
              aria-label={t("Learn {game}", { game: name })}
            >
              {t("Learn")}
            </a>
          )}
          {game.rules && (
            <a
              class="button plain"
              href={`#/rules/${game.id}`}
              aria-label={t("Rules of {game}", { game: name })}
            >
              {t("Rules")}
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

function against(kept: Kept): string {
  const bots = kept.seats.filter((seat) => seat.kind === "bot");
  if (kept.seats.length === 1) return t("alone");
  if (!bots.length) return t("around one device");
  return bots.map((seat) => botName(seat.bot)).join(", ");
}

/** How it ended for whoever plays here. */
function endText(kept: Kept): string {
  const place = kept.place ?? [];
  const mine = kept.seats.findIndex((seat) => seat.kind === "person");
  if (kept.seats.filter((seat) => seat.kind === "person").length !== 1) return t("finished");
  if (place.length === 1) return place[0] === 1 ? t("found") : t("lost");
  if (place[mine] !== 1) return t("lost");
  return place.filter((p) => p === 1).length > 1 ? t("drawn") : t("won");
}

function DeskItem({ game }: { game: Kept }) {
  const [sure, setSure] = useState(false); // nothing brings a game back
  return (
    <li class="sheet">
      <img src={cover(game.game)?.art} alt="" width="96" height="66" />
      <div class="desk-words">
        <a class="desk-title" href={game.over ? `#/replay/local/${game.id}` : `#/local/${game.id}`}>
          {nameOf(game.game)}
        </a>
        <span class="small quiet">
          {against(game)} · {game.over ? endText(game) : tn("{n} decision", "{n} decisions", game.plies)} ·{" "}
          {when(game.changed)}
        </span>
      </div>
      {sure ? (
        <button
          type="button"
          class="button small danger"
          ref={(it) => it?.focus()}
          onClick={() => discard(game.id)}
          onBlur={() => setSure(false)}
        >
          {t("Throw it away")}
        </button>
      ) : (
        <button
          type="button"
          class="icon-button"
          aria-label={t("Throw away the game of {date}", { date: when(game.changed) })}
          onClick={() => setSure(true)}
        >
          <Icon name="bin" />
        </button>
      )}
    </li>
  );
}

const FEW = 4;

/** Games kept in this browser: those that go on, or those that are over. */
function Desk({ over, title }: { over: boolean; title: string }) {
  const games = useStore(keptGames).filter((game) => game.over === over);
  const [all, setAll] = useState(false);
  if (!games.length) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul class="desk">
        {(all ? games : games.slice(0, FEW)).map((game) => (
          <DeskItem key={game.id} game={game} />
        ))}
      </ul>
      {!all && games.length > FEW && (
        <p>
          <button type="button" class="button small" onClick={() => setAll(true)}>
            {t("Show all {n}", { n: games.length })}
          </button>
        </p>
      )}
    </section>
  );
}

/** A record from a file: watched, and gone on with where it is not over. */
async function openRecord(file: File): Promise<void> {
  const record = await file.text();
  const game = /^game (\S+) /m.exec(record)?.[1];
  const seats = Number(/^seats (\d+)/m.exec(record)?.[1] ?? 0);
  if (!record.startsWith("tablier 1") || !game || !cover(game) || !seats)
    return toast(t("This is not a record that can be read here."));
  go(`/replay/local/${adoptRecord(game, seats, record)}`);
}

function OpenRecord() {
  return (
    <li class="box drawer">
      <h3>{t("From your drawer")}</h3>
      <p class="quiet">{t("A game saved as a record can be watched again, and gone on with.")}</p>
      <label class="button">
        <Icon name="book" /> {t("Open a record from a file")}
        <input
          type="file"
          class="hidden"
          accept=".record,text/plain"
          onChange={(e) => {
            const file = e.currentTarget.files?.[0];
            if (file) void openRecord(file);
          }}
        />
      </label>
    </li>
  );
}

/** Tables on the server, fetched once the page itself stands. */
function Online({ which }: { which: "mine" | "open" }) {
  const [Lists, setLists] = useState<ComponentType<{ which: "mine" | "open" }> | null>(null);
  useEffect(() => void import("./Tables").then((m) => setLists(() => m.HomeTables)), []);
  return Lists && <Lists which={which} />;
}

export function HomePage() {
  const [first, ...others] = shelf;
  useEffect(() => {
    if (!first) return;
    whenIdle(
      [first.id],
      others.map(({ id }) => id),
    );
  }, []);
  return (
    <div class="home">
      {first && <Hero first={first} />}
      {/* What was begun comes before what could be. */}
      <Online which="mine" />
      <Desk over={false} title={t("On your desk")} />
      <section aria-labelledby="shelf-title">
        <h2 id="shelf-title">{t("On the shelf")}</h2>
        <ul class="shelf">
          {shelf.map((game) => (
            <Box key={game.id} game={game} />
          ))}
          <OpenRecord />
        </ul>
      </section>
      <Online which="open" />
      <Desk over title={t("Played on this device")} />
    </div>
  );
}
