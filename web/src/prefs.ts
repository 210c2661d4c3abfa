/** What a person prefers on this device. The choices are marked on <html> for the CSS. */
import { keep, kept } from "./storage";
import { store } from "./store";

/** How fast effects that follow one another are shown. */
export type Pace = "slow" | "normal" | "fast" | "off";

export interface Prefs {
  theme: "auto" | "light" | "dark";
  text: "normal" | "large" | "larger";
  motion: "auto" | "less";
  /** auto: normal, or off for whoever wants less motion. */
  pace: Pace | "auto";
  lang: "en" | "fr";
  sound: boolean;
  notify: boolean;
  /** What to call the person at this device; "": a guest. */
  name: string;
}

const KEY = "tablier.prefs";

function browserLang(): "en" | "fr" {
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

function load(): Prefs {
  const usual: Prefs = {
    theme: "auto",
    text: "normal",
    motion: "auto",
    pace: "auto",
    lang: browserLang(),
    sound: true,
    notify: false,
    name: "",
  };
  return { ...usual, ...kept<Partial<Prefs>>(KEY, {}) };
}

export const prefs = store<Prefs>(load());

export function prefer(change: Partial<Prefs>): void {
  prefs.set({ ...prefs.get(), ...change });
  keep(KEY, prefs.get());
}

function isDark(theme: Prefs["theme"]): boolean {
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

export function lessMotion(): boolean {
  return prefs.get().motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function applyPrefs(): void {
  const { theme, text, motion, lang } = prefs.get();
  const root = document.documentElement;
  root.dataset["theme"] = isDark(theme) ? "dark" : "light";
  root.dataset["text"] = text;
  root.dataset["motion"] = motion;
  root.lang = lang;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", isDark(theme) ? "#1d1712" : "#f5eddd");
}

export function followPrefs(): void {
  applyPrefs();
  prefs.watch(applyPrefs);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyPrefs);
}
