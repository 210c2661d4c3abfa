import { render } from "preact";
import { App } from "./App";
import { startWords } from "./i18n";
import { followVersions } from "./newer";
import { followPrefs } from "./prefs";
import { type Route, route } from "./router";
import { keptGame } from "./table/kept";
import "./theme.css";
import "./page.css";

/** Whose words a route speaks: a game's, the server's, and those of all pages but the first. */
function areasOf(at: Route): readonly string[] {
  const kept = at.page === "local" || (at.page === "replay" && at.where === "local") ? keptGame(at.id) : null;
  return [
    "game" in at ? at.game : (kept?.game ?? ""),
    at.page === "learn" ? "learn" : "",
    "server",
    ...(at.page === "home" ? [] : ["page"]),
  ];
}

followPrefs();
void startWords(areasOf(route.get())).then(() => {
  const page = document.getElementById("page");
  if (page) render(<App />, page);
});
if (import.meta.env.PROD) followVersions();
