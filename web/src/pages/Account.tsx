/** Who you are on this server, without an account: a name, a passphrase, and a way out. */
import { useEffect, useState } from "preact/hooks";
import { t, when } from "../i18n";
import { prefer } from "../prefs";
import { useStore } from "../store";
import { connection, type Me } from "../table/connection";
import { Icon } from "../ui/icons";
import { colours } from "../ui/colours";
import { Swatch } from "../ui/Seats";
import { toast } from "../ui/toast";

function Field(props: {
  id: string;
  label: string;
  type?: string;
  value: string;
  onInput(value: string): void;
}) {
  return (
    <div class="field">
      <label class="label" for={props.id}>
        {props.label}
      </label>
      <input
        id={props.id}
        type={props.type ?? "text"}
        value={props.value}
        autocomplete="off"
        onInput={(e) => props.onInput(e.currentTarget.value)}
      />
    </div>
  );
}

/** Takes this identity to another device, or fetches it from one. */
function Carry({ me }: { me: Me }) {
  const [handle, setHandle] = useState(me.handle ?? "");
  const [phrase, setPhrase] = useState("");
  const [old, setOld] = useState("");
  const keepIt = async () => {
    const answer = await connection.ask("passphrase", { handle, phrase, ...(me.handle && { old }) });
    if ("no" in answer) return toast(t(answer.no));
    connection.me.set(answer.ok as unknown as Me);
    setPhrase("");
    setOld("");
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
      <p class="help">
        {t(
          "Choose a handle and a passphrase here, and give both on the other device. At least 8 characters.",
        )}
      </p>
      <Field id="handle" label={t("Handle")} value={handle} onInput={setHandle} />
      {me.handle && (
        <>
          <Field
            id="old-phrase"
            label={t("The passphrase you have now, to change it")}
            type="password"
            value={old}
            onInput={setOld}
          />
          <p class="help">{t("A new passphrase ends your sessions on all other devices.")}</p>
        </>
      )}
      <Field id="phrase" label={t("Passphrase")} type="password" value={phrase} onInput={setPhrase} />
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={!handle || phrase.length < 8 || (!!me.handle && !old)}
          onClick={() => void keepIt()}
        >
          {t("Keep me under these words")}
        </button>
        <button
          type="button"
          class="button"
          disabled={!handle || phrase.length < 8}
          onClick={() => void fetchIt()}
        >
          {t("That is me: bring me here")}
        </button>
      </div>
    </fieldset>
  );
}

/** The colour behind your initial. */
function Colours({ me }: { me: Me }) {
  const choose = async (colour: number) => {
    const why = await connection.rename(me.name || t("Guest"), colour);
    if (why !== null) toast(t(why));
  };
  return (
    <fieldset>
      <legend>{t("Your colour")}</legend>
      <div class="swatches">
        {colours.map((_, i) => (
          <label class="choice" key={i}>
            <input
              type="radio"
              name="colour"
              checked={me.colour === i}
              aria-label={t("Colour {n}", { n: i + 1 })}
              onChange={() => void choose(i)}
            />
            <Swatch colour={i} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface Program {
  readonly who: string;
  readonly name: string;
}

/** Bots of your own: a token lets a program take a seat (docs/protocol.md). */
function Programs() {
  const [programs, setPrograms] = useState<readonly Program[]>([]);
  const [name, setName] = useState("");
  const [token, setToken] = useState<string | null>(null);
  const refresh = async () => {
    const answer = await connection.ask("bots", {});
    if ("ok" in answer) setPrograms(answer.ok["bots"] as Program[]);
  };
  useEffect(() => void refresh(), []);
  const make = async () => {
    const answer = await connection.ask("bot", { name: name.trim() });
    if ("no" in answer) return toast(t(answer.no));
    setToken(String(answer.ok["token"]));
    setName("");
    await refresh();
  };
  const drop = async (who: string) => {
    const answer = await connection.ask("unbot", { who });
    if ("no" in answer) toast(t(answer.no));
    await refresh();
  };
  return (
    <fieldset>
      <legend>{t("Programs that play for you")}</legend>
      <p class="help">
        {t("A program with a token of yours can sit down at tables, as the protocol describes.")}
      </p>
      {programs.length > 0 && (
        <ul class="programs">
          {programs.map((program) => (
            <li key={program.who}>
              <strong>{program.name}</strong>
              <button
                type="button"
                class="icon-button"
                aria-label={t("Take the token of {name} away", { name: program.name })}
                onClick={() => void drop(program.who)}
              >
                <Icon name="bin" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {token !== null && (
        <p role="status">
          {t("Its token, shown only now:")} <code class="token">{token}</code>
        </p>
      )}
      <Field id="program-name" label={t("Name of the program")} value={name} onInput={setName} />
      <button type="button" class="button" disabled={!name.trim()} onClick={() => void make()}>
        {t("Make a token")}
      </button>
    </fieldset>
  );
}

interface Device {
  readonly device: string;
  readonly name: string;
  readonly since: number;
  readonly seen: number;
  readonly here: boolean;
}

/** Where you are known, and a way to be known there no more. */
function Devices() {
  const [devices, setDevices] = useState<readonly Device[]>([]);
  const refresh = async () => {
    const answer = await connection.ask("devices", {});
    if ("ok" in answer) setDevices(answer.ok["devices"] as Device[]);
  };
  useEffect(() => void refresh(), []);
  const end = async (device: Device) => {
    const answer = await connection.ask("end", { device: device.device });
    if ("no" in answer) toast(t(answer.no));
    if (device.here) connection.restart();
    else await refresh();
  };
  return (
    <fieldset>
      <legend>{t("Your devices")}</legend>
      <ul class="devices">
        {devices.map((device) => (
          <li key={device.device}>
            <span>
              <strong>{device.name || t("A device")}</strong>
              {device.here && <> · {t("this one")}</>}
              <br />
              <small>{t("last seen {when}", { when: when(device.seen || device.since) })}</small>
            </span>
            <button
              type="button"
              class="button"
              aria-label={t("End the session: {name}", { name: device.name || t("A device") })}
              onClick={() => void end(device)}
            >
              {t("End")}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Forget() {
  const [sure, setSure] = useState(false);
  const forget = async () => {
    const answer = await connection.ask("forget", { sure: true });
    if ("no" in answer) return toast(t(answer.no));
    setSure(false);
    prefer({ name: "" });
    toast(t("Everything about you is deleted here."));
    connection.restart();
  };
  return (
    <fieldset>
      <legend>{t("Delete my data")}</legend>
      <p class="help">
        {t("Your name, chat lines and passphrase are deleted from this server; bots take your seats.")}
      </p>
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
    <section class="sheet">
      <h2>{t("You on this server")}</h2>
      <Field id="server-name" label={t("Your name")} value={name} onInput={setName} />
      <p>
        <button
          type="button"
          class="button"
          disabled={!name.trim() || name.trim() === me.name}
          onClick={() => void rename()}
        >
          {t("Take this name")}
        </button>
      </p>
      <Colours me={me} />
      <Carry me={me} />
      <Devices />
      <Programs />
      <Forget />
    </section>
  );
}
