/**
 * What this browser keeps for us. Where it may not (blocked) or cannot (full), the page goes
 * on with what it holds in memory, and `trouble` says so: nothing is lost without a word.
 */
import { store } from "./store";

export type Trouble = "blocked" | "full";
export const trouble = store<Trouble | null>(null);

/** What could not be kept, for as long as the page is open. */
const memory = new Map<string, string>();

function isBlocked(): boolean {
  try {
    return !window.localStorage;
  } catch {
    return true; // asking is already forbidden
  }
}
if (isBlocked()) trouble.set("blocked");

function read(key: string): string | null {
  const held = memory.get(key);
  if (held !== undefined || trouble.get() === "blocked") return held ?? null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What is kept under a key; `usual` where nothing is, or something that is not ours. */
export function kept<T>(key: string, usual: T): T {
  try {
    const text = read(key);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
}

/** Keeps a value; false: only until the page is closed. */
export function keep(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  if (trouble.get() !== "blocked")
    try {
      localStorage.setItem(key, text);
      memory.delete(key);
      if (memory.size === 0) trouble.set(null); // room was made
      return true;
    } catch {
      trouble.set("full");
    }
  memory.set(key, text);
  return false;
}

/** Keeps a value for one name, a table say, and forgets the oldest names past `most`. */
export function keepFor<T>(key: string, name: string, value: T | null, most: number): void {
  const { [name]: _, ...others } = kept<Record<string, T>>(key, {});
  const all = value === null ? Object.entries(others) : [...Object.entries(others), [name, value]];
  keep(key, Object.fromEntries(all.slice(-most)));
}

export function keptFor<T>(key: string, name: string): T | null {
  return kept<Record<string, T>>(key, {})[name] ?? null;
}
