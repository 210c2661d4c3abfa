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

/** The line of the log; null: this is not said. */
export function eventText(
  info: GameInfo,
  module: GameModule | null,
  event: GameEvent,
  names: readonly string[],
  _you: number | null = null,
): string | null {
  const kind = info.events.find((k) => k.id === event.kind);
  if (!kind?.text) return null;
  const values: Record<string, string> = { seat: names[event.seat] ?? String(event.seat) };
  event.args.forEach((value, i) => {
    const letter = kind.args[i] ?? "n";
    values[String(i)] =
      letter === "s" ? (names[Number(value)] ?? value) : (module?.word?.(letter, value) ?? value);
  });
  return t(kind.text, values);
}
