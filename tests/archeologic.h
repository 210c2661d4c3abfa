/* What the tests of ArcheOlogic share: positions given in notation. */
#ifndef TESTS_ARCHEOLOGIC_H
#define TESTS_ARCHEOLOGIC_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../games/archeologic/clues.h"
#include "../games/archeologic/quest.h"
#include "../games/archeologic/solver.h"

enum { Q0 = 0, Q50000 = 50000, Q100000 = 100000 };

/* One for all tests of the program. */
static inline const struct kit *the_kit(void)
{
    static struct kit kit;
    static bool made;

    if (!made)
        archeologic_kit_make(&kit.head, NULL, 0);
    made = true;
    return &kit;
}

static inline unsigned zone_of(const char *name)
{
    return (unsigned)(SIDE * (name[1] - '1') + name[0] - 'A');
}
static inline unsigned axis_of(char name)
{
    return name < 'A' ? (unsigned)(name - '1') : (unsigned)(SIDE + name - 'A');
}
/* question("E empties") */
static inline unsigned question(const char *text)
{
    static const char *const names[SUBJECTS] = { "buildings", "empties", "traps", "S", "V",
                                                 "T",         "L",       "O",     "I" };

    for (unsigned subject = 0; subject < SUBJECTS; subject++)
        if (!strcmp(names[subject], text + 2))
            return SUBJECTS * axis_of(text[0]) + subject;
    fail_msg("no such question: %s", text);
    return 0;
}
/* The byte of an answer as it is written: 3, -, oos */
static inline uint8_t answer(const char *text)
{
    uint8_t value = 0;

    if (*text >= '0' && *text <= '9')
        return (uint8_t)(NUMBER + *text - '0');
    for (; *text && *text != '-'; text++)
        value = (uint8_t)(value + (*text == 'o'   ? ANSWER_SAFE
                                   : *text == 's' ? ANSWER_SHARP
                                                  : ANSWER_FIRE));
    return value;
}
/* "S r0 A1" */
static inline uint8_t placement(const struct kit *kit, const char *text)
{
    unsigned tile = (unsigned)(strchr("SVTLOI", text[0]) - "SVTLOI");

    for (int n = 0; n < placements_of[tile]; n++)
        if (kit->box.place[tile][n].turn == text[3] - '0' &&
            kit->box.place[tile][n].corner == zone_of(text + 5))
            return (uint8_t)n;
    return NONE;
}
/* Six placements in the order of the tiles, with commas between. */
static inline void plan_read(const struct kit *kit, const char *text, uint8_t at[TILES])
{
    for (int t = 0; t < TILES; t++, text += 9)
        at[t] = placement(kit, text);
}

#endif
