/** What a person prefers on this device. */
import { speak, t } from "../i18n";
import { prefer, prefs } from "../prefs";
import { useStore } from "../store";
import { Choices } from "../ui/Choices";
import { toast } from "../ui/toast";
import { Account } from "./Account";
import "./settings.css";

async function askToNotify(on: boolean): Promise<void> {
  if (!on) return prefer({ notify: false });
  if (!("Notification" in window)) return toast(t("This browser shows no notifications."));
  const allowed = (await Notification.requestPermission()) === "granted";
  prefer({ notify: allowed });
  if (!allowed) toast(t("The browser does not allow notifications."));
}

const onOff = () => [
  { id: "on" as const, label: t("On") },
  { id: "off" as const, label: t("Off") },
];

export function SettingsPage() {
  return (
    <div class="settings">
      <div class="settings-here">
        <OnThisDevice />
        <Keys />
      </div>
      <Account />
    </div>
  );
}

/** What the keyboard does: everything can be played with it. */
function Keys() {
  const keys: readonly (readonly [readonly string[], string])[] = [
    [[t("Tab")], t("to the next thing that can be touched")],
    [["←", "↑", "→", "↓"], t("about the board, and among choices")],
    [[t("Return"), t("Space")], t("does what is marked")],
    [[t("Esc")], t("lets go of a pawn, closes a menu, skips effects")],
    [["←", "→", t("Space")], t("in a replay: a step back or on; play or pause")],
  ];
  return (
    <section class="sheet">
      <h2>{t("Keys")}</h2>
      <dl class="keys">
        {keys.map(([names, deed]) => (
          <div key={deed}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{deed}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function OnThisDevice() {
  const p = useStore(prefs);
  return (
    <div class="sheet">
      <h1>{t("Settings")}</h1>
      <Choices
        name="lang"
        legend={t("Language")}
        choices={[
          { id: "en", label: "English" },
          { id: "fr", label: "Français" },
        ]}
        value={p.lang}
        onChange={(lang) => void speak(lang)}
      />
      <Choices
        name="theme"
        legend={t("Colours")}
        choices={[
          { id: "auto", label: t("As the device") },
          { id: "light", label: t("Day") },
          { id: "dark", label: t("Night") },
        ]}
        value={p.theme}
        onChange={(theme) => prefer({ theme })}
      />
      <Choices
        name="text"
        legend={t("Size of text")}
        choices={[
          { id: "normal", label: t("Normal size") },
          { id: "large", label: t("Large") },
          { id: "larger", label: t("Larger") },
        ]}
        value={p.text}
        onChange={(text) => prefer({ text })}
      />
      <Choices
        name="motion"
        legend={t("Motion")}
        choices={[
          { id: "auto", label: t("As the device") },
          { id: "less", label: t("As little as possible") },
        ]}
        value={p.motion}
        onChange={(motion) => prefer({ motion })}
      />
      <Choices
        name="pace"
        legend={t("Effects that follow one another")}
        help={t("Some games show them one at a time; a touch or a key skips to the end.")}
        choices={[
          { id: "auto", label: t("As motion") },
          { id: "slow", label: t("Slow") },
          { id: "normal", label: t("Normal") },
          { id: "fast", label: t("Fast") },
          { id: "off", label: t("At once") },
        ]}
        value={p.pace}
        onChange={(pace) => prefer({ pace })}
      />
      <Choices
        name="sound"
        legend={t("Sound")}
        choices={onOff()}
        value={p.sound ? "on" : "off"}
        onChange={(v) => prefer({ sound: v === "on" })}
      />
      <Choices
        name="notify"
        legend={t("Notification when it is your turn")}
        help={t("Shown while the page is in the background.")}
        choices={onOff()}
        value={p.notify ? "on" : "off"}
        onChange={(v) => void askToNotify(v === "on")}
      />
    </div>
  );
}
