/** Who you are on this server, without an account: a name, a passphrase, and a way out. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { prefer } from "../prefs";
import { useStore } from "../store";
import { connection, type Me } from "../table/connection";
import { toast } from "../ui/toast";

function Field(props: { id: string; label: string; type?: string; value: string; onInput(value: string): void }) {
  return (
    <div class="field">
      <label class="label" for={props.id}>
        {props.label}
      </label>
      <input id={props.id} type={props.type ?? "text"} value={props.value} autocomplete="off" onInput={(e) => props.onInput(e.currentTarget.value)} />
    </div>
  );
}

/** Takes this identity to another device, or fetches it from one. */
function Carry({ me }: { me: Me }) {
  const [handle, setHandle] = useState(me.handle ?? "");
  const [phrase, setPhrase] = useState("");
  const keepIt = async () => {
    const answer = await connection.ask("passphrase", { handle, phrase });
    if ("no" in answer) return toast(t(answer.no));
    connection.me.set(answer.ok as unknown as Me);
    setPhrase("");
    toast(t("From now on these two words bring you back on any device."));
  };
  const fetchIt = async () => {
    const response = await fetch("/api/adopt", { method: "POST", body: JSON.stringify({ handle, phrase }) });
    const answer = (await response.json()) as Me | { no: string };
    if ("no" in answer) return toast(t(answer.no));
    setPhrase("");
    prefer({ name: answer.name });
    connection.restart();
    toast(t("Welcome back, {name}.", { name: answer.name }));
  };
  return (
    <fieldset>
      <legend>{t("On another device")}</legend>
      <p class="help">{t("Choose a handle and a passphrase here, and give both on the other device. At least 8 characters.")}</p>
      <Field id="handle" label={t("Handle")} value={handle} onInput={setHandle} />
      <Field id="phrase" label={t("Passphrase")} type="password" value={phrase} onInput={setPhrase} />
      <div class="row">
        <button type="button" class="button" disabled={!handle || phrase.length < 8} onClick={() => void keepIt()}>
          {t("Keep me under these words")}
        </button>
        <button type="button" class="button" disabled={!handle || phrase.length < 8} onClick={() => void fetchIt()}>
          {t("That is me: bring me here")}
        </button>
      </div>
    </fieldset>
  );
}

function Forget() {
  const [sure, setSure] = useState(false);
  const forget = async () => {
    const answer = await connection.ask("forget", { sure: true });
    if ("no" in answer) return toast(t(answer.no));
    setSure(false);
    toast(t("Everything about you is deleted here."));
    connection.restart();
  };
  return (
    <fieldset>
      <legend>{t("Delete my data")}</legend>
      <p class="help">{t("Your name, chat lines and passphrase are deleted from this server; bots take your seats.")}</p>
      {sure ? (
        <div class="row">
          <button type="button" class="button danger" onClick={() => void forget()}>
            {t("Yes, delete it all")}
          </button>
          <button type="button" class="button" onClick={() => setSure(false)}>
            {t("No, keep it")}
          </button>
        </div>
      ) : (
        <button type="button" class="button danger" onClick={() => setSure(true)}>
          {t("Delete my data")}
        </button>
      )}
    </fieldset>
  );
}

export function Account() {
  const me = useStore(connection.me);
  const state = useStore(connection.state);
  const [name, setName] = useState(me?.name ?? "");
  useEffect(() => connection.open(), []);
  useEffect(() => setName(me?.name ?? ""), [me?.name]);
  if (!me || state === "absent") return null;
  const rename = async () => {
    const why = await connection.rename(name.trim());
    if (why === null) prefer({ name: name.trim() });
    toast(why === null ? t("You are now called {name}.", { name: name.trim() }) : t(why));
  };
  return (
    <section class="sheet" style={{ marginTop: "1.4rem" }}>
      <h2 style={{ marginBottom: "1.2rem" }}>{t("You on this server")}</h2>
      <Field id="server-name" label={t("Your name")} value={name} onInput={setName} />
      <p>
        <button type="button" class="button" disabled={!name.trim() || name.trim() === me.name} onClick={() => void rename()}>
          {t("Take this name")}
        </button>
      </p>
      <Carry me={me} />
      <Forget />
    </section>
  );
}
