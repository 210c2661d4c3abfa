/**
 * As a printer would set it: no French sign begins a line, and apostrophes are bent. For every text that is
 * read; t() and the engine set their own. A letter stands for a letter: places in the text stay what they are.
 */
export function typeset(text: string): string {
  const tied = text.replace(/ (?=[;:!?»])|(?<=«) /g, "\u00a0");
  // Sentences with one are few, and words are asked for at every drawing.
  return tied.includes("'")
    ? tied.replace(/(?<=\p{L})'(?=[\p{L}\d{%*«“])|(?<=\p{L}s)'(?= \p{L})/gu, "’")
    : tied;
}
