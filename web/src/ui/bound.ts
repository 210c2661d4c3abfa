/** A French sign never begins a line: for texts that do not come through t(), which binds its own. */
export const bound = (text: string) => text.replace(/ (?=[;:!?»])|(?<=«) /g, "\u00a0");
