/* Ancient Knowledge in words, in a terminal and in JSON. */
#include <string.h>

#include "ancient.h"

/* ---- notation ---- */

/* clang-format off */
enum with { ALONE, WITH_CARD, WITH_NUMBER };
static const struct { const char *word; enum with with; } notation[VERBS] = {
    [DO_CREATE]   = { "create",   ALONE },
    [DO_LEARN]    = { "learn",    ALONE },
    [DO_ARCHIVE]  = { "archive",  ALONE },
    [DO_EXCAVATE] = { "excavate", ALONE },
    [DO_SEARCH]   = { "search",   ALONE },
    [YES]         = { "yes",      ALONE },
    [NO]          = { "no",       ALONE },
    [STOP]        = { "stop",     ALONE },
    [PUT]         = { "discard",  WITH_CARD },
    [CREATE]      = { "create",   WITH_CARD },
    [SPACE]       = { "space",    WITH_NUMBER },
    [PAY]         = { "pay",      WITH_CARD },
    [LEARN]       = { "learn",    WITH_CARD },
    [ARCHIVE]     = { "archive",  WITH_CARD },
    [TOKEN]       = { "token",    WITH_CARD },
    [EXCAVATE]    = { "excavate", WITH_NUMBER },
    [NEXT]        = { "next",     WITH_CARD },
    [ACTIVATE]    = { "activate", WITH_CARD },
    [DECLINE]     = { "decline",  WITH_CARD },
    [CHOOSE]      = { "choose",   WITH_CARD },
    [AMOUNT]      = { "amount",   WITH_NUMBER },
    [DISCARD]     = { "discard",  WITH_CARD },
    [ROB]         = { "rob",      WITH_NUMBER },
    [TAKE]        = { "take",     WITH_CARD },
    [BURY]        = { "bury",     WITH_CARD },
    [UNDER]       = { "under",    WITH_CARD },
    [FLIP]        = { "flip",     WITH_NUMBER },
};
/* clang-format on */

void ancient_notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    unsigned verb = tb_verb(move), arg = tb_arg(move, 0);

    tb_put(out, "%s", notation[verb].word);
    if (notation[verb].with == WITH_CARD)
        tb_put(out, " %s", ancient_words[arg].id);
    else if (notation[verb].with == WITH_NUMBER)
        tb_put(out, " %u", arg);
}

void ancient_word(char kind, unsigned value, struct tb_text *out) {}
const struct tb_event_kind ancient_events[EVENTS + 1] = { { 0 } };
void ancient_show(const struct tb_state *s, struct tb_text *out) {}
void ancient_scene(const struct tb_state *s, struct tb_text *out) {}
void ancient_view(const struct tb_state *s, struct tb_text *out) {}
