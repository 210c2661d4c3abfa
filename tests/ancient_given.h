/*
 * Positions of Ancient Knowledge as text, for its tests: given, when, then.
 *
 * given: words. `A` to `D` begin a player's area: `hand`, `s1` to `s6` (lower monument
 * first, `C9:2` with two knowledge), `past`, `tilted 2`, `art`, `tech`, `lost 5`. Then,
 * for the table: `deck` and `deck1`, `deck2` from the top, `pile` (its last card on top),
 * `tile1` to `tile3`, `side2` (the tile just named shows level II). `3c`, `2m`, `1p`, `4a`,
 * `2x`: so many other cities, megaliths, pyramids, artefacts, cards of any kind. `only`: no
 * other Builder card exists; `only1`, `only2`: nor other technology of that level.
 * `action`, `chronicle`, `decline`: the phase that begins; `last`: one action is left.
 *
 * when: notes separated by `;`. A note that begins with ? is skipped where it is not
 * legal; one with ! must not be legal.
 *
 * then: facts separated by commas: `A hand 4`, also lost, past, tilted, art, tech, points,
 * `deck 3`, `pile 2`, `deck1 5`, `tile1 3`; `C9 A s2 low 1`, `C9 A past`, `C9 A hand`,
 * `C9 pile`, `T9 A tech`; `legal create C9`, `not create C9`; `turn B`, `over`, `ending`.
 */
#ifndef ANCIENT_GIVEN_H
#define ANCIENT_GIVEN_H

#include "../games/ancient/ancient.h"

struct example {
    const char *name; /* of the rule or decision, or the cards tested */
    const char *given, *when, *then;
};

/* Plays an example; `card` stands for @. NULL, or what is wrong, in a static buffer. */
const char *example_fault(const struct example *e, const char *card);
/* The position alone. */
const char *given(struct tb_state *s, const char *text, const char *card);
const char *when(struct tb_state *s, const char *notes, const char *card);
const char *then(const struct tb_state *s, const char *facts, const char *card);

#endif
