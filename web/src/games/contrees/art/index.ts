/**
 * The pictures of Nouvelles Contrées. Here are only their addresses: an <img loading="lazy">
 * fetches each when it is first seen. Every colour is one of palette.json's twenty.
 */
import { prefs } from "../../../prefs";
import { typeset } from "../../../ui/typeset";
import alts from "./alt.json";

const addresses = import.meta.glob<string>("./*.svg", { eager: true, query: "?url", import: "default" });
const words: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = alts;

/** The address of a card's picture by the card's id. */
export function picture(id: string): string {
  return addresses[`./${id}.svg`] ?? "";
}

/** What the picture shows, for who does not see it; never the name of its theme. */
export function alt(id: string): string {
  return typeset(words[id]?.[prefs.get().lang] ?? "");
}
