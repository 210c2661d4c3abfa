/* ArcheOlogic in words, in a terminal and in JSON. */
#include <string.h>

#include "archeologic.h"
#include "clues.h"
#include "quest.h"
#include "solver.h"

const char tile_letter[] = "SVTLOI";
const char row_digit[] = "12345";
const char column_letter[] = "ABCDE";

/* ---- notation ---- */

static const char *const subject_id[] = { "buildings", "empties", "traps", "S", "V",
                                          "T",         "L",       "O",     "I" };

void put_zone(struct tb_text *out, unsigned zone)
{
    tb_put(out, "%c%c", column_letter[zone % SIDE], row_digit[zone / SIDE]);
}

void put_axis(struct tb_text *out, unsigned axis)
{
    tb_put(out, "%c", axis < SIDE ? row_digit[axis] : column_letter[axis - SIDE]);
}

/* R6.4: symbols in the order safe, sharp, fire. */
void put_answer(struct tb_text *out, unsigned answer)
{
    if (answer >= NUMBER) {
        tb_put(out, "%u", answer - NUMBER);
        return;
    }
    if (!answer)
        tb_put(out, "-");
    for (unsigned i = 0; i < (answer & 3); i++)
        tb_put(out, "o");
    for (unsigned i = 0; i < (answer >> 2 & 3); i++)
        tb_put(out, "s");
    for (unsigned i = 0; i < (answer >> 4 & 3); i++)
        tb_put(out, "f");
}

void put_placement(struct tb_text *out, const struct kit *kit, unsigned tile, unsigned n)
{
    const struct placement *p = &kit->place[tile][n];

    tb_put(out, "%c r%d ", tile_letter[tile], p->turn);
    put_zone(out, p->corner);
}

void archeologic_notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    unsigned a = tb_arg(move, 0);

    switch ((enum verb)tb_verb(move)) {
    case START:
        tb_put(out, "start ");
        put_axis(out, a);
        break;
    case ASK:
        tb_put(out, "ask");
        break;
    case CLAIM:
        tb_put(out, "claim");
        break;
    case AIM:
        tb_put(out, "aim ");
        put_axis(out, a);
        break;
    case ABOUT:
        tb_put(out, "%s", subject_id[a]);
        break;
    case BACK:
        tb_put(out, "back");
        break;
    case LAY:
        tb_put(out, "lay ");
        put_placement(out, kit_of(&s->head), a, tb_arg(move, 1));
        break;
    case REMOVE:
        tb_put(out, "remove %c", tile_letter[a]);
        break;
    case CONFIRM:
        tb_put(out, "confirm");
        break;
    case ABORT:
        tb_put(out, "abort");
        break;
    }
}

/* clang-format off */
const struct tb_event_kind archeologic_events[] = {
    [STARTED]     = { "started",  TB_N("{seat} sets the viewfinder on {0}."),                        "a",   true  },
    [STEPPED]     = { "stepped",  TB_N("The viewfinder steps to {0}."),                              "a",   true  },
    [AIMED]       = { "aimed",    TB_N("{seat} aims at {0}, for {1}."),                              "an",  false },
    [TURNED_BACK] = { "back",     TB_N("{seat} aims anew."),                                         "a",   false },
    [ASKED]       = { "asked",    TB_N("{seat} asks about {1} on {0} and spends {2}."),              "aqn", true  },
    [ANSWERED]    = { "answered", TB_N("The Archeoscope answers: {2}."),                             "aqr", true  },
    [PUSHED]      = { "pushed",   TB_N("The traps seen push the viewfinder to {0}."),                "an",  true  },
    [LAID]        = { "laid",     TB_N("You lay {0} on {2}."),                                       "tnz", false },
    [REMOVED]     = { "removed",  TB_N("You take {0} off the plan."),                                "t",   false },
    [ABORTED]     = { "aborted",  TB_N("You claim nothing for now."),                                "",    false },
    [CLAIMED]     = { "claimed",  TB_N("{seat} claims to know the city and spends {0}."),            "n",   true  },
    [CLAIM_RIGHT] = { "right",    TB_N("The claim of {seat} is right."),                             "",    true  },
    [CLAIM_WRONG] = { "wrong",    TB_N("The claim of {seat} is wrong."),                             "",    true  },
    [MARKED]      = { "marked",   TB_N("Of your buildings these are right: {0}."),                   "m",   true  },
    [LEFT]        = { "left",     TB_N("The expedition of {seat} is over."),                         "",    true  },
    [WON]         = { "won",      TB_N("{seat} has mapped the city in a time of {0}."),              "n",   true  },
    [LOST]        = { "lost",     TB_N("Nobody maps the city."),                                     "",    true  },
    [EVENTS]      = { NULL, NULL, NULL, false },
};

static const char *const subject_name[] = {
    TB_N("the number of buildings"), TB_N("the empty zones"), TB_N("the traps"),
    TB_N("building S"), TB_N("building V"), TB_N("building T"), TB_N("building L"),
    TB_N("building O"), TB_N("building I"),
};
/* clang-format on */

static void put_tiles(struct tb_text *out, unsigned set)
{
    if (!set)
        tb_put(out, "-");
    for (int t = 0; t < TILES; t++)
        if (set >> t & 1)
            tb_put(out, "%c", tile_letter[t]);
}

void archeologic_word(char kind, unsigned value, struct tb_text *out)
{
    if (kind == 'a')
        put_axis(out, value);
    else if (kind == 'q')
        tb_put(out, "%s", out->say ? tb_say(out, subject_name[value]) : subject_id[value]);
    else if (kind == 'r')
        put_answer(out, value);
    else if (kind == 't')
        tb_put(out, "%c", tile_letter[value]);
    else if (kind == 'm')
        put_tiles(out, value);
    else
        put_zone(out, value);
}

void archeologic_show(const struct tb_state *s, struct tb_text *out) {}
void archeologic_scene(const struct tb_state *s, struct tb_text *out) { tb_put(out, "{}"); }
void archeologic_view(const struct tb_state *s, struct tb_text *out) { tb_put(out, "{}"); }
bool archeologic_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out)
{
    return false;
}
