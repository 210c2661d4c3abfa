/** What the page may ask of the engine's worker, and what it answers. */
export type Call =
  /** The reader's language from now on: French sentences by their English, or none. */
  | { do: "words"; words: Readonly<Record<string, string>> }
  /** Makes what matches share of a text, a book say; `{ digest }` or `{ why }`. */
  | { do: "kit"; game: string; text: string }
  /** With the kit that the record names; `{ missing }` where it was not made yet. */
  | { do: "open"; record: string }
  /** The puzzle of a day, "2026-11-16": opens it as a record would. */
  | { do: "daily"; game: string; day: string }
  /** What may be told of a finished one. */
  | { do: "told"; desk: number }
  /** What the hard bot makes of it; -1: nothing. */
  | { do: "par"; desk: number }
  | { do: "close"; desk: number }
  | { do: "look"; desk: number; viewer: number }
  | { do: "play"; desk: number; seat: number; note: string }
  | { do: "events"; desk: number; viewer: number }
  | { do: "history"; desk: number; viewer: number }
  | { do: "rewind"; desk: number; plies: number }
  | { do: "save"; desk: number }
  | { do: "bot"; desk: number; seat: number; name: string; nodes: number }
  | { do: "hint"; desk: number; seat: number; step: number }
  | { do: "solve"; desk: number; facts: string };

/** The engine itself comes first, then what is asked of it. */
export type Asked = WebAssembly.Module | { id: number; call: Call };

export type Answer = { id: number; value: unknown } | { id: number; error: string };

/** Viewers that are not seats, as in tablier.h. */
export const TRUTH = -1;
export const PUBLIC = -2;
