/** A private house asks for its passphrase before anything else. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { useStore } from "../store";
import { connection } from "../table/connection";
import { toast } from "../ui/toast";

export function Door({ children }: { children: ComponentChildren }) {
  const me = useStore(connection.me);
  const [phrase, setPhrase] = useState("");
  if (!me || me.door) return <>{children}</>;
  const knock = async (event: Event) => {
    event.preventDefault();
    const why = await connection.knock(phrase);
    if (why !== null) toast(t(why));
  };
  return (
    <form class="sheet door" onSubmit={(e) => void knock(e)}>
      <h1>{t("A private house")}</h1>
      <p>{t("Please say the passphrase that your host gave you.")}</p>
      <div class="field">
        <label class="label" for="door">
          {t("Passphrase")}
        </label>
        <input
          id="door"
          type="password"
          autocomplete="current-password"
          value={phrase}
          onInput={(e) => setPhrase(e.currentTarget.value)}
        />
      </div>
      <div class="row">
        <button type="submit" class="button main" disabled={!phrase}>
          {t("Enter")}
        </button>
        <a class="button" href="#/">
          {t("Back to the games")}
        </a>
      </div>
      <p class="help">{t("Games on this device need no passphrase.")}</p>
    </form>
  );
}
