/**
 * The pictures of Ancient Knowledge, one for each card. Here are only their addresses: an
 * <img loading="lazy"> fetches each when it is first seen. Every colour is one of palette.json's.
 */
import "./art.css";

const addresses = import.meta.glob<string>("./*.svg", { eager: true, query: "?url", import: "default" });

/** The address of a card's picture by the card's id. */
export function picture(id: string): string {
  return addresses[`./${id}.svg`] ?? "";
}
