/** The avatar's colours: any text on them is white. */
export const colours = [
  "#8f2b2b",
  "#a2541b",
  "#7a5d0c",
  "#4f6b1d",
  "#1f5c47",
  "#1f6a72",
  "#27589a",
  "#4b4699",
  "#76388b",
  "#9a2f66",
  "#5d4a3a",
  "#4a4f57",
];
