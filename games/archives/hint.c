/*
 * Hints, from a nudge on: what presses, then the best single step and why. After these
 * people are told what a bot would do.
 */
#include "archives.h"

static void put_type(struct tb_text *out, unsigned type)
{
    tb_put(out, "%s", av_board.type[type].name[av_lang(out)]);
}

static void put_list(struct tb_text *out, const char *label, unsigned types)
{
    tb_put(out, "%s", tb_say(out, label));
    for (bool more = false; types; types &= types - 1, more = true) {
        tb_put(out, more ? ", " : " ");
        put_type(out, av_first(types));
    }
    tb_put(out, ". ");
}

/* ---- the nudge: what presses ---- */

static unsigned expert_types(const struct tb_state *s, unsigned seat)
{
    unsigned types = 0;

    for (unsigned type = 0; type < TYPES; type++)
        types |= (unsigned)(s->expert[type] == seat) << type;
    return types;
}

/* Types in which a point more would make the seat the expert. */
static unsigned within_reach(const struct tb_state *s, unsigned seat)
{
    unsigned types = 0;

    for (unsigned type = 0; type < TYPES; type++) {
        unsigned expert = s->expert[type];

        if (expert != seat && expert != NONE &&
            s->pe[seat][type] + 1 >= s->pe[expert][type])
            types |= 1u << type;
    }
    return types;
}

/* Requests of one's own types that the next Request of a full column would push out. */
static unsigned in_danger(const struct tb_state *s, unsigned seat)
{
    unsigned types = 0;

    for (unsigned zone = 0; zone < ZONES; zone++)
        if (s->requests[zone] == av_board.site[zone].requests)
            types |= 1u << s->request[zone][0];
    return types & expert_types(s, seat);
}

static void put_pressure(const struct tb_state *s, unsigned seat, struct tb_text *out)
{
    int loss = av_waiting_loss(s, seat);
    unsigned near = within_reach(s, seat), danger = in_danger(s, seat);

    if (loss)
        tb_put(out, "%s %d. ", tb_say(out, TB_N("Every Pass costs you for waiting cubes:")),
               loss);
    if (danger)
        put_list(out, TB_N("Requests that the next one pushes out, at your cost:"), danger);
    if (near)
        put_list(out, TB_N("One more point makes you the expert in"), near);
    if (!loss && !danger && !near)
        tb_put(out, "%s",
               tb_say(out, TB_N("Nothing presses. Squares behind the last pawn cost "
                                "nothing, and the nearest good one leaves the others for "
                                "later. ")));
}

/* ---- the best single step ---- */

/* Expected by the bots' own judgement, where no luck and no further choice is in it. */
static tb_move best_step(const struct tb_state *s, unsigned seat)
{
    tb_move legal[TB_MOVES_MAX], best;
    int count = tb_legal(&game_archives, s, (int)seat, legal);

    best = legal[0];
    for (int i = 1; i < count; i++)
        if (archives_order(s, (int)seat, legal[i]) > archives_order(s, (int)seat, best))
            best = legal[i];
    return best;
}

static void put_gain(const struct av_gain *gain, struct tb_text *out)
{
    const char *what =
        gain->pe ? tb_say(out, TB_N("expertise")) : tb_say(out, TB_N("prestige"));
    int points = gain->pe ? gain->pe : gain->pp;

    tb_put(out, "%s %u: %s%d %s", tb_say(out, TB_N("player")), gain->seat + 1u,
           points > 0 ? "+" : "", points, what);
    if (gain->type != NONE) {
        tb_put(out, " (");
        put_type(out, gain->type);
        tb_put(out, ")");
    }
}

static void put_reasons(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    struct av_gains gains;

    av_preview(s, move, &gains);
    if (!gains.count)
        return;
    for (int i = 0; i < gains.count; i++) {
        tb_put(out, i ? "; " : " ");
        put_gain(&gains.list[i], out);
    }
    tb_put(out, ".");
}

static void put_best(const struct tb_state *s, unsigned seat, struct tb_text *out)
{
    tb_move best = best_step(s, seat);

    tb_put(out, "%s ", tb_say(out, TB_N("Of single steps this looks best:")));
    archives_notate(s, best, out);
    if (tb_verb(best) == DO_MOVE) {
        unsigned square = av_square(s->pos[seat] + tb_arg(best, 0));

        tb_put(out, " (%s %u, %s).", tb_say(out, TB_N("square")), square,
               av_board.action[s->nature[square - 1]].name[av_lang(out)]);
    } else {
        tb_put(out, ".");
    }
    put_reasons(s, best, out);
}

bool archives_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out)
{
    if (seen->ask == ASK_OVER || seat != seen->active || step > 1)
        return false;
    if (step == 0)
        put_pressure(seen, (unsigned)seat, out);
    else
        put_best(seen, (unsigned)seat, out);
    return true;
}
