/** Notes for your own eyes, kept in this browser by table. */
import { useState } from "preact/hooks";
import { t } from "../i18n";

const KEY = "tablier.notes";
const MOST = 40; // tables remembered

function load(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

function save(table: string, text: string): void {
  const { [table]: _, ...others } = load();
  const kept = Object.entries(others).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(text ? [...kept, [table, text]] : kept)));
  } catch {
    // Not kept beyond this page.
  }
}

export function Notes({ table }: { table: string }) {
  const [text, setText] = useState(() => load()[table] ?? "");
  return (
    <div class="notes">
      <label class="label" for="notes">
        {t("Your notes")}
      </label>
      <p class="help">{t("Nobody else sees them; they stay in this browser.")}</p>
      <textarea
        id="notes"
        rows={6}
        value={text}
        onInput={(e) => {
          setText(e.currentTarget.value);
          save(table, e.currentTarget.value);
        }}
      />
    </div>
  );
}
