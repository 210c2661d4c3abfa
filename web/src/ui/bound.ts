/** A French sign never begins a line. */
export const bound = (text: string) => text.replace(/ (?=[;:!?»])|(?<=«) /g, "\u00a0");
