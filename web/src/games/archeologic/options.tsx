/** Before a game of ArcheOlogic: clues for the seats there are, a quest without any notation. */
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { prefs } from "../../prefs";
import { Choices } from "../../ui/Choices";
import type { OptionFieldProps, OptionsPlan } from "../board";

const SITES = 28;
type Way = "random" | "day" | "site" | "code";

function wayOf(value: string): Way {
  if (value === "random") return "random";
  if (/^\d{4}-/.test(value)) return "day";
  return value.startsWith("site-") ? "site" : "code";
}

/** A quest as a person reads it. */
function questWord(value: string): string {
  const way = wayOf(value);
  if (way === "site") return t("Site {n}", { n: value.slice("site-".length) });
  if (way === "day") return new Date(`${value}T00:00`).toLocaleDateString(prefs.get().lang);
  return way === "random" ? t("Any") : value;
}

/** What a way begins with. */
function begin(way: Way): string {
  if (way === "day") return new Date().toISOString().slice(0, 10);
  return way === "site" ? "site-1" : way === "code" ? "" : "random";
}

function Detail({ way, value, onChange }: { way: Way; value: string; onChange(value: string): void }) {
  if (way === "day")
    return (
      <input
        type="date"
        aria-label={t("Day")}
        value={value}
        onInput={(e) => e.currentTarget.value && onChange(e.currentTarget.value)}
      />
    );
  if (way === "site")
    return (
      <select aria-label={t("Site")} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {Array.from({ length: SITES }, (_, i) => (
          <option key={i} value={`site-${i + 1}`}>
            {t("Site {n}", { n: i + 1 })}
          </option>
        ))}
      </select>
    );
  if (way === "code")
    return (
      <input
        aria-label={t("Code of the quest")}
        value={value === "random" ? "" : value}
        maxLength={9}
        autocapitalize="characters"
        onInput={(e) => onChange(e.currentTarget.value.trim().toUpperCase() || "random")}
      />
    );
  return null;
}

function QuestField({ legend, value, onChange }: OptionFieldProps) {
  const [way, setWay] = useState<Way>(() => wayOf(value));
  return (
    <div class="field">
      <Choices
        name="option-quest"
        legend={legend}
        choices={[
          { id: "random", label: t("Any") },
          { id: "day", label: t("Of a day") },
          { id: "site", label: t("A site of the box") },
          { id: "code", label: t("By its code") },
        ]}
        value={way}
        onChange={(next) => {
          setWay(next);
          onChange(begin(next) || "random");
        }}
      />
      <Detail way={way} value={value} onChange={onChange} />
    </div>
  );
}

export const options: OptionsPlan = {
  first: ["mode", "level", "aids"],
  matters(id, seats, chosen) {
    const extra = /^extra(\d)$/.exec(id);
    if (extra) return seats > 1 && Number(extra[1]) <= seats && (chosen["mode"] ?? "normal") === "normal";
    if (id === "clues") return (chosen["mode"] ?? "normal") === "normal";
    if (id === "order") return seats > 1;
    return id !== "level" || (chosen["quest"] ?? "random") === "random";
  },
  word: (id, value) => (id === "quest" ? questWord(value) : value),
  fields: { quest: QuestField },
};
