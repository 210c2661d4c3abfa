/** Before a game of Nouvelles Contrées: what a first journey needs, and what goes with a paper book. */
import type { OptionsPlan } from "../board";

const isPaper = (chosen: Readonly<Record<string, string>>) => chosen["book"] === "paper";

export const options: OptionsPlan = {
  first: ["mode", "book", "pages", "start", "reading", "missions"],
  // A first game: missions that are found more often; the device speaks, unless the scout sits at it.
  usual: (company) =>
    company === "here"
      ? { missions: "easy", reading: "voice", table: "shared" }
      : { missions: "easy", reading: "speech" },
  // In the engine's words: the server would say the same.
  noBots: (chosen) => (isPaper(chosen) ? "A bot cannot read a paper book: every seat is a person's." : null),
  matters(id, _seats, chosen) {
    const excursion = (chosen["mode"] ?? "excursion") === "excursion";
    if (id === "letters") return !excursion;
    if (id === "pages" || id === "start") return isPaper(chosen);
    return id !== "reading" || !isPaper(chosen);
  },
};
