/** What people and bots are called, and what happened, in the reader's words. */
import type { GameModule } from "../games/board";
import type { GameInfo } from "../games/info";
import { t, tn } from "../i18n";
import { prefs } from "../prefs";
import type { GameEvent, Pace, Seat } from "../table/types";

export function botName(level: string | null): string {
  switch (level) {
    case "random":
      return t("Random bot");
    case "easy":
      return t("Easy bot");
    case "hard":
      return t("Hard bot");
    case "normal":
      return t("Normal bot");
    default:
      return level ? t("Bot ({level})", { level }) : t("Bot");
  }
}

export function seatName(seat: Seat, i: number): string {
  if (seat.kind === "open") return t("Open seat");
  if (seat.kind === "bot") return botName(seat.bot);
  return seat.name || t("Guest {n}", { n: i + 1 });
}

/** "Ada, Bob and Eve", as the reader's language joins them. */
export function listNames(names: readonly string[]): string {
  return new Intl.ListFormat(prefs.get().lang).format(names);
}

/** How much time there is, in words. */
export function paceText(pace: Pace): string {
  if (pace.kind === "none") return t("No clock");
  if (pace.kind === "days")
    return pace.days >= 1
      ? tn("{n} day per decision", "{n} days per decision", pace.days)
      : t("Less than a day per decision");
  const each =
    pace.main < 60
      ? tn("{n} second each", "{n} seconds each", pace.main)
      : tn("{n} minute each", "{n} minutes each", Math.round(pace.main / 60));
  return pace.plus
    ? `${each}, ${tn("{n} second more per turn", "{n} seconds more per turn", pace.plus)}`
    : each;
}

/** What to call everybody at a table; of several who are called the same, each gets a number. */
export function seatNames(seats: readonly Seat[]): readonly string[] {
  const names = seats.map(seatName);
  return names.map((name, i) =>
    names.filter((other) => other === name).length > 1
      ? `${name} ${names.slice(0, i + 1).filter((other) => other === name).length}`
      : name,
  );
}

/** A name in a line: what it stands for, so that it can be shown. */
export interface Named {
  readonly kind: string;
  readonly value: string;
  readonly text: string;
}
/** A line of the log in pieces: words, and the names in them. */
export type Line = readonly (string | Named)[];

/** {seat}, {0}; or with two forms, as {seat|You draw|@ draws} and {0|# card|# cards}. */
const FIELD = /\{(seat|\d)(?:\|([^|}]*)\|([^}]*))?\}/;

const isOne = (n: number) => n === 1 || (n === 0 && prefs.get().lang === "fr");

interface Telling {
  readonly module: GameModule | null;
  readonly event: GameEvent;
  readonly letters: string;
  readonly names: readonly string[];
  readonly you: number | null;
}

/** One field of a sentence, for this reader. */
function field(
  told: Telling,
  key: string,
  first: string | undefined,
  second: string | undefined,
): string | Named {
  const seat = key === "seat";
  const kind = seat ? "s" : (told.letters[Number(key)] ?? "n");
  const value = seat ? String(told.event.seat) : (told.event.args[Number(key)] ?? "");
  const text =
    kind === "s" ? (told.names[Number(value)] ?? value) : (told.module?.word?.(kind, value) ?? value);
  if (first === undefined || second === undefined)
    return kind === "s" || kind === "n" ? text : { kind, value, text };
  const form = (kind === "s" ? Number(value) === told.you : isOne(Number(value))) ? first : second;
  return form.replaceAll(/[@#]/g, text);
}

/** The line in pieces, from the reader's side; null: this is not said, or not to them. */
export function eventLine(
  info: GameInfo,
  module: GameModule | null,
  event: GameEvent,
  names: readonly string[],
  you: number | null,
): Line | null {
  const kind = info.events.find((k) => k.id === event.kind);
  if (!kind?.text || module?.quiet?.has(event.kind)) return null;
  const sentence = t(kind.text);
  if (sentence.startsWith("{seat||") && event.seat === you) return null;
  const told = { module, event, letters: kind.args, names, you };
  const pieces: (string | Named)[] = [];
  // Split by a pattern with three groups: words, key, first form, second form, words…
  const parts = sentence.split(FIELD);
  for (let i = 0; i < parts.length; i += 4) {
    if (parts[i]) pieces.push(parts[i] ?? "");
    const key = parts[i + 1];
    if (key !== undefined) pieces.push(field(told, key, parts[i + 2], parts[i + 3]));
  }
  return pieces;
}

/** The line of the log; null: this is not said. */
export function eventText(
  info: GameInfo,
  module: GameModule | null,
  event: GameEvent,
  names: readonly string[],
  you: number | null,
): string | null {
  const line = eventLine(info, module, event, names, you);
  return line === null
    ? null
    : line.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");
}
