// What a table lights, game by game, in the order in which tests touch it: what ends a decision first, what
// begins one last. Where one kind lights several, whoever plays takes them in turn.
export const lit = {
  ancient: [
    ".ak-zoom.pinned .button", // on a slow machine a tap may be held long enough to enlarge a card
    ".deeds .main",
    ".ak-target:not(.not)",
    ".ak-slot.lit",
    ".ak-answers .button",
    ".ak-tray .lit",
    ".ak-timeline .lit",
    ".ak-tile > .button",
    ".ak-tile-cards .lit",
    ".ak-artefacts .lit",
    ".deeds > .button:not(.main):not(.ak-skip)",
    ".ak-hand .lit:not(.chosen)",
    ".ak-action",
    ".ak-side .lit",
  ],
  archives: [
    ".deeds .main",
    ".av-spot.tray",
    ".av-spot:not([data-thing^=square]):not([data-thing^=card]):not(.touched)",
    ".av-spot:not(.touched)",
    ".deeds .button[data-note]",
  ],
  contrees: [
    ".deeds .main",
    ".nc-choice.lit:not(.chosen), .nc-land.lit:not(.chosen), .nc-corner.lit:not(.chosen)",
    ".deeds .button[data-note]",
  ],
};
