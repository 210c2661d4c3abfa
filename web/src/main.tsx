import { render } from "preact";
import { App } from "./App";
import { startWords } from "./i18n";
import { followVersions } from "./newer";
import { followPrefs } from "./prefs";
import "./theme.css";
import "./page.css";

followPrefs();
void startWords().then(() => {
  const page = document.getElementById("page");
  if (page) render(<App />, page);
});
if (import.meta.env.PROD) followVersions();
