/*
 * A finished round looked back upon: how many tiles each score left, and where the pawns
 * had better stood. It is told from the log alone, and with the same numbers everywhere.
 */
#include <string.h>

#include "seeker.h"

/* Enough to name a good placement in a millisecond or two: a view of the end is written for
 * everybody at the table while the others wait, four times the effort betters a placement
 * by a hundredth of a turn, and the longest rounds are of nobody's interest in full. */
static const struct effort first_effort = { .starts = 4, .keep = 1, .reply = 1 };
static const struct effort later_effort = { .starts = 12, .keep = 4, .reply = 2 };
enum { REVIEWED_MAX = 24, REPLIES = 3, SEED = 1 };

/* Where the pawns might have stood at that announcement, and what might have been the
 * secret then. */
static struct hunt hunt_of(const struct tb_state *s, const struct net *net, int seeker,
                           int turn, uint64_t may_be)
{
    const struct turn *before = turn ? &s->log[seeker][turn - 1] : NULL;
    struct hunt h = { .net = net, .may_be = may_be, .pawns = s->pawns };

    h.barred[0] = NONE;
    for (int i = 0; i < s->pawns; i++) {
        if (before)
            h.option[i] = net->within[before->pawn[i]][1];
        else
            h.option[i] = start_tiles(s);
    }
    hunt_ready(&h);
    return h;
}

/* Turns still to come after standing there, in hundredths, over all that it might be. */
static unsigned turns_after(const struct hunt *h, const uint8_t *at)
{
    return (unsigned)(placement_judge(h, at, REPLIES, SEED) / count_of(h->may_be));
}

static void review_turn(const struct tb_state *s, const struct net *net, int seeker,
                        int number, uint64_t may_be, struct reviewed *out)
{
    static const struct stop never = { 0 };
    const struct turn *turn = &s->log[seeker][number];
    struct hunt h = hunt_of(s, net, seeker, number, may_be);
    unsigned best;

    out->before = (uint8_t)count_of(may_be);
    out->after = (uint8_t)count_of(may_be & tiles_scoring(turn, s->pawns));
    out->turns = (uint16_t)turns_after(&h, turn->pawn);
    out->best[0] = NONE;
    if (number >= REVIEWED_MAX)
        return;
    if (number)
        seek(&h, &later_effort, &never, SEED, out->best);
    else
        seek_first(&h, &first_effort, &never, SEED, out->best);
    best = turns_after(&h, out->best);
    out->best_turns = (uint16_t)best;
    if (best >= out->turns)
        out->best[0] = NONE;
}

int review_round(const struct tb_state *s, int seeker, struct reviewed out[TURNS_MAX])
{
    uint64_t may_be = all_tiles();
    struct net net;

    net_make(&net, s);
    for (int i = 0; i < s->spent[seeker]; i++) {
        review_turn(s, &net, seeker, i, may_be, &out[i]);
        may_be &= tiles_scoring(&s->log[seeker][i], s->pawns);
        if (!may_be)
            return i + 1; /* a position from outside that cannot be */
    }
    return s->spent[seeker];
}
