/** Who sits at the table, whose turn it is, how much time is left. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { t, tn } from "../i18n";
import type { Clock, Seat, Snapshot } from "../table/types";
import { colours } from "./colours";
import { Icon } from "./icons";
import { type Player, PlayerSign } from "./players";

export function Swatch({ colour }: { colour: number }) {
  return (
    <span
      class="avatar"
      style={{ background: colours[colour % colours.length] ?? "#555" }}
      aria-hidden="true"
    />
  );
}

export function Avatar({ seat, name }: { seat: Seat; name: string }) {
  return (
    <span
      class="avatar"
      style={{ background: colours[seat.colour % colours.length] ?? "#555" }}
      aria-hidden="true"
    >
      {seat.kind === "bot" ? <Icon name="bot" /> : (name.trim()[0] ?? "?").toUpperCase()}
    </span>
  );
}

export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const days = Math.floor(seconds / 86400);
  if (days >= 2) return t("{n} days", { n: days });
  const hours = Math.floor(seconds / 3600);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The clock was read when the snapshot came; it goes on from there. */
function ClockFace({ clock, seat }: { clock: Clock; seat: number }) {
  const since = useMemo(() => Date.now(), [clock]);
  const [now, setNow] = useState(since);
  const runs = clock.runs.includes(seat);
  useEffect(() => {
    setNow(Date.now());
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [clock, runs]);
  const left = (clock.left[seat] ?? 0) - (runs ? Math.max(0, now - since) : 0);
  return (
    <span class={["clock", left < 20000 && "low", runs && "runs"].filter(Boolean).join(" ")} role="timer">
      <Icon name="clock" /> {clockText(left)}
    </span>
  );
}

function goneText(why: string): string {
  return why === "resigned" ? t("has resigned") : why === "time" ? t("out of time") : t("has left");
}

/** What else is to say of a seat: gone, away, to play, first. */
function SeatState({ snapshot, seat, i }: { snapshot: Snapshot; seat: Seat; i: number }) {
  const { seats, owes, result } = snapshot;
  const away = seat.kind === "person" && !seat.here;
  const absent = seat.gone
    ? goneText(seat.gone)
    : seat.kind === "person" && seat.bot
      ? t("a bot stands in")
      : away
        ? t("away")
        : "";
  return (
    <span class="seat-state small">
      {absent && <span>{absent}</span>}
      {owes.includes(i) && <strong>{seat.kind === "bot" ? t("thinking…") : t("to play")}</strong>}
      {seats.length > 1 && result?.place?.[i] === 1 && (
        <strong class="won" role="img" aria-label={t("first")} title={t("first")}>
          <Icon name="cup" />
        </strong>
      )}
    </span>
  );
}

/**
 * Where there is little room the words are cut, never the number that tells bots apart; of a bot with a
 * number a phone shows the number alone, after its sign with a robot's face.
 */
export function SeatName({ name, bot, you = false }: { name: string; bot: boolean; you?: boolean }) {
  const number = / \d+$/.exec(name)?.[0] ?? "";
  return (
    <span class={bot && number ? "seat-name numbered" : "seat-name"}>
      <span class="seat-words">{name.slice(0, name.length - number.length)}</span>
      {number && <span class="seat-number">{number}</span>}
      {you && <span class="quiet"> {t("(you)")}</span>}
    </span>
  );
}

/** A list beside the board; on a phone one line above it. */
export function Seats({ snapshot, players }: { snapshot: Snapshot; players: readonly Player[] }) {
  const { seats, owes, you, clock, lookers } = snapshot;
  return (
    <div class="seats-place">
      <ul class="seats" aria-label={t("Seats")}>
        {seats.map((seat, i) => {
          const player = players[i];
          return (
            <li key={i} class={owes.includes(i) ? "seat turn" : "seat"}>
              {player && <PlayerSign player={player} />}
              <SeatName name={player?.name ?? ""} bot={player?.bot ?? false} you={i === you} />
              <SeatState snapshot={snapshot} seat={seat} i={i} />
              {clock && <ClockFace clock={clock} seat={i} />}
            </li>
          );
        })}
      </ul>
      {lookers > 0 && (
        <p class="lookers small quiet" title={tn("{n} person looks on.", "{n} persons look on.", lookers)}>
          <Icon name="eye" />{" "}
          <span class="lookers-words">{tn("{n} person looks on.", "{n} persons look on.", lookers)}</span>
        </p>
      )}
    </div>
  );
}
