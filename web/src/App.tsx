/** The shell around every page: the way about, and what a person prefers. */
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fetchNow } from "./ahead";
import { nameOf } from "./games/shelf";
import { learnArea, speak, t, words } from "./i18n";
import { newer, takeNewer } from "./newer";
import { HomePage } from "./pages/Home";
import { prefer, prefs } from "./prefs";
import { type Route, route } from "./router";
import { trouble } from "./storage";
import { useStore } from "./store";
import { keptGame } from "./table/kept";
import { waiting } from "./table/waiting";
import { Icon, Mark } from "./ui/icons";
import { Nothing } from "./ui/Nothing";
import { Toasts, toast } from "./ui/toast";

/** A page that is fetched when somebody goes there. */
function Lazy<P extends object>({ load, props }: { load: () => Promise<ComponentType<P>>; props: P }) {
  const [Page, setPage] = useState<ComponentType<P> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    Promise.all([load(), learnArea("page")]).then(
      ([page]) => setPage(() => page),
      () => setFailed(true),
    );
  }, []);
  if (failed)
    return <p class="notice bad">{t("This part of the page could not be fetched. Is there a network?")}</p>;
  return Page ? <Page {...props} /> : <p class="loading">{t("One moment…")}</p>;
}

const pages = {
  create: () => import("./pages/New").then((m) => m.NewPage),
  local: () => import("./pages/TablePage").then((m) => m.LocalTablePage),
  replay: () => import("./pages/Replay").then((m) => m.ReplayPage),
  rules: () => import("./pages/Rules").then((m) => m.RulesPage),
  learn: () => import("./pages/Learn").then((m) => m.LearnPage),
  companion: () => import("./pages/Companion").then((m) => m.CompanionPage),
  table: () => import("./pages/OnlineTable").then((m) => m.OnlineTablePage),
  friends: () => import("./pages/Friends").then((m) => m.FriendsPage),
  tables: () => import("./pages/Tables").then((m) => m.TablesPage),
  today: () => Promise.all([import("./pages/Today"), learnArea("mine")]).then(([m]) => m.TodayPage),
  mine: () => Promise.all([import("./pages/Mine"), learnArea("mine")]).then(([m]) => m.MinePage),
  settings: () => import("./pages/Settings").then((m) => m.SettingsPage),
  licences: () => import("./pages/Licences").then((m) => m.LicencesPage),
};

function Page({ at }: { at: Route }) {
  switch (at.page) {
    case "home":
      return <HomePage />;
    case "new":
      return (
        <Lazy key={`new ${at.game}`} load={pages.create} props={{ game: at.game, friends: at.friends }} />
      );
    case "local":
      return <Lazy key={`local ${at.id}`} load={pages.local} props={{ id: at.id }} />;
    case "replay":
      return <Lazy key={`replay ${at.id}`} load={pages.replay} props={{ where: at.where, id: at.id }} />;
    case "rules":
      return <Lazy key={`rules ${at.game}`} load={pages.rules} props={{ game: at.game }} />;
    case "learn":
      return <Lazy key={`learn ${at.game}`} load={pages.learn} props={{ game: at.game }} />;
    case "companion":
      return (
        <Lazy
          key={`companion ${at.game}`}
          load={pages.companion}
          props={{ game: at.game, detail: at.detail }}
        />
      );
    case "table":
      return <Lazy key={`table ${at.id}`} load={pages.table} props={{ id: at.id }} />;
    case "friends":
      return <Lazy key="friends" load={pages.friends} props={{}} />;
    case "tables":
      return <Lazy key="tables" load={pages.tables} props={{}} />;
    case "today":
      return <Lazy key="today" load={pages.today} props={{}} />;
    case "mine":
      return <Lazy key="mine" load={pages.mine} props={{}} />;
    case "settings":
      return <Lazy key="settings" load={pages.settings} props={{}} />;
    case "licences":
      return <Lazy key="licences" load={pages.licences} props={{}} />;
    case "lost":
      return <Nothing title={t("There is nothing here.")} />;
  }
}

/** What the tab is called; a table names itself. */
function titleOf(at: Route): string {
  const name = "game" in at ? nameOf(at.game) : "";
  const titles: Partial<Record<Route["page"], () => string>> = {
    new: () => t("Play {game}", { game: name }),
    rules: () => t("Rules of {game}", { game: name }),
    learn: () => t("Learn {game}", { game: name }),
    companion: () => name,
    friends: () => t("Play with friends"),
    tables: () => t("Tables"),
    today: () => t("Today’s puzzle"),
    mine: () => t("My games"),
    settings: () => t("Settings"),
    licences: () => t("Licences"),
    replay: () => t("Replay"),
  };
  const title = titles[at.page]?.();
  return title ? `${title} · Tablier` : "Tablier";
}

/** Always at its place in the header, so that nothing below moves when it comes. */
function NewerButton() {
  if (!useStore(newer)) return null;
  const text = t("A newer version of this page is ready. Take it now: games are kept.");
  return (
    <button type="button" class="icon-button newer" onClick={takeNewer} aria-label={text} title={text}>
      <Icon name="newer" />
    </button>
  );
}

const troubles = {
  blocked: () =>
    t("This browser keeps nothing for us: games, marks and settings last until the page is closed."),
  full: () =>
    t(
      "This browser has no more room: what is played now lasts until the page is closed. Throw old games away to make room.",
    ),
};

/** What will not be kept is said when it happens, and stays to be read. */
function StorageButton() {
  const what = useStore(trouble);
  const text = what && troubles[what]();
  useEffect(() => {
    if (text) toast(text);
  }, [text]);
  if (!text) return null;
  return (
    <button
      type="button"
      class="icon-button trouble"
      onClick={() => toast(text)}
      aria-label={text}
      title={text}
    >
      <Icon name="warning" />
    </button>
  );
}

function Tools() {
  const { theme, sound, lang } = useStore(prefs);
  const dark = document.documentElement.dataset["theme"] === "dark";
  return (
    <div class="tools">
      <NewerButton />
      <StorageButton />
      <button
        type="button"
        class="icon-button"
        lang={lang === "fr" ? "en" : "fr"}
        onClick={() => void speak(lang === "fr" ? "en" : "fr")}
        aria-label={lang === "fr" ? "EN, English" : "FR, Français"}
      >
        {lang === "fr" ? "EN" : "FR"}
      </button>
      <button
        type="button"
        class="icon-button"
        aria-pressed={sound}
        aria-label={t("Sound")}
        title={sound ? t("Sound is on") : t("Sound is off")}
        onClick={() => prefer({ sound: !sound })}
      >
        <Icon name={sound ? "sound" : "mute"} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-pressed={dark}
        aria-label={t("Dark colours")}
        title={theme === "dark" ? t("Night") : t("Day")}
        onClick={() => prefer({ theme: dark ? "light" : "dark" })}
      >
        <Icon name={dark ? "moon" : "sun"} />
      </button>
      <a class="icon-button" href="#/settings" aria-label={t("Settings")} title={t("Settings")}>
        <Icon name="gear" />
      </a>
    </div>
  );
}

function Frame({ at, children }: { at: Route; children: ComponentChildren }) {
  const turns = useStore(waiting);
  const wide = at.page === "local" || at.page === "table" || at.page === "replay" || at.page === "learn";
  return (
    <div class={wide ? "shell at-table" : "shell"}>
      <a
        class="skip"
        href="#main"
        onClick={(e) => (e.preventDefault(), document.getElementById("main")?.focus())}
      >
        {t("Skip to the content")}
      </a>
      <header class="top">
        <a class="brand" href="#/" aria-label={t("Tablier, home")}>
          <Mark /> Tablier
        </a>
        <nav aria-label={t("Pages")}>
          <a href="#/" aria-current={at.page === "home" ? "page" : undefined}>
            {t("Games")}
          </a>
          <a href="#/tables" aria-current={at.page === "tables" ? "page" : undefined}>
            {t("Tables")}
            {turns > 0 && (
              <span class="badge">
                {turns}
                <span class="hidden"> {t("waiting for you")}</span>
              </span>
            )}
          </a>
        </nav>
        <Tools />
      </header>
      <main id="main" tabIndex={-1} class={wide ? "wide" : ""}>
        {children}
      </main>
      {!wide && (
        <footer class="foot">
          <span>{t("Tablier keeps a games library open day and night.")}</span>
          <span>{t("Free software. No account, no advertising, no tracking.")}</span>
          <span class="foot-links">
            <a href="#/mine">{t("My games")}</a>
            <a href="#/licences">{t("Licences")}</a>
          </span>
        </footer>
      )}
      <Toasts />
    </div>
  );
}

export function App() {
  const at = useStore(route);
  useStore(words);
  useStore(prefs);
  useEffect(() => {
    if (at.page !== "home") document.getElementById("main")?.focus({ preventScroll: true });
    document.title = titleOf(at);
  }, [at]);
  useEffect(() => {
    const kept = at.page === "local" ? keptGame(at.id) : null;
    if (kept) fetchNow(kept.game); // all at once, not each when the one before has come
  }, [at]);
  const table = at.page === "local" || at.page === "table";
  useEffect(() => {
    if (!table) document.title = titleOf(at);
  });
  return (
    <Frame at={at}>
      <Page at={at} />
    </Frame>
  );
}
