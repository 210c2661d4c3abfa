/** What a person is called, in this browser and at every table. */
import { t } from "../i18n";
import { prefer, prefs } from "../prefs";
import { useStore } from "../store";

export function NameField({ onBlur }: { onBlur?: () => void }) {
  const { name } = useStore(prefs);
  return (
    <div class="field">
      <label class="label" for="my-name">
        {t("Your name")}
      </label>
      <input
        id="my-name"
        value={name}
        maxLength={32}
        autocomplete="nickname"
        onInput={(e) => prefer({ name: e.currentTarget.value })}
        onBlur={onBlur}
      />
    </div>
  );
}
