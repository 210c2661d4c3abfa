/** Notes for your own eyes, kept in this browser by table. */
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { keepFor, keptFor } from "../storage";

const KEY = "tablier.notes";
const MOST = 40; // tables remembered

export function Notes({ table }: { table: string }) {
  const [text, setText] = useState(() => keptFor<string>(KEY, table) ?? "");
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
          keepFor(KEY, table, e.currentTarget.value || null, MOST);
        }}
      />
    </div>
  );
}
