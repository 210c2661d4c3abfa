/*
 * A match: a position and how it came about.
 *
 * Going back is playing again from the set-up. It costs microseconds, and it means that
 * every undo, every reload and every replay goes through the rules themselves.
 */
#include <assert.h>
#include <string.h>

#include "tablier.h"

const char *tb_match_new(struct tb_match *m, int seats, const uint64_t *options,
                         const struct tb_kit *kit, struct tb_seed seed)
{
    const char *refusal;

    assert(m->game && m->now);
    refusal = tb_new(m->game, m->now, seats, options, kit, seed);
    if (!refusal) {
        m->count = 0;
        m->seed = seed;
    }
    return refusal;
}

static bool any_reveals(const struct tb_game *g, const struct tb_events *told, int from)
{
    for (int i = from; i < told->count; i++)
        if (g->events[told->list[i].kind].reveals)
            return true;
    return false;
}

const char *tb_match_play(struct tb_match *m, int seat, tb_move move, struct tb_events *to)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events own = { list, 0, TB_EVENTS_MAX };
    const char *refusal;
    int before;

    assert(m->count <= m->room);
    assert(tb_head_of(m->now)->ply == (uint16_t)m->count); /* each is the other's account */
    if (m->count == m->room)
        return TB_N("The record is full.");
    if (!to)
        to = &own;
    before = to->count;
    refusal = tb_play(m->game, m->now, seat, move, to);
    if (refusal)
        return refusal;
    m->plies[m->count++] = (struct tb_ply){ .move = move,
                                            .seat = (uint8_t)seat,
                                            .reveals = any_reveals(m->game, to, before) };
    return NULL;
}

bool tb_match_may_undo(const struct tb_match *m, int seat)
{
    const struct tb_ply *last = m->count ? &m->plies[m->count - 1] : NULL;

    assert(m->count <= m->room);
    return last && last->seat == seat && !last->reveals;
}

void tb_match_rewind(struct tb_match *m, uint32_t count)
{
    struct tb_head head = *tb_head_of(m->now);
    const char *refusal;

    assert(count <= m->count); /* there is no going forward */
    assert(head.viewer == TB_TRUTH);
    refusal = tb_new(m->game, m->now, head.seats, head.option, head.kit, m->seed);
    assert(!refusal); /* it was set up so before */
    (void)refusal;
    for (uint32_t i = 0; i < count; i++)
        tb_step(m->game, m->now, m->plies[i].seat, m->plies[i].move, NULL);
    m->count = count;
}
