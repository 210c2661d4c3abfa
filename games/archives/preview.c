/*
 * What a move would bring: it is played on a copy, and the events say who gains or loses
 * what, and why. Events that reveal something end the account, because what comes after
 * them is luck.
 */
#include "archives.h"

/* How an event speaks of points: which argument counts them, which names the type. */
enum { NO_POINTS, PRESTIGE, LOSS, EXPERTISE };
static const struct {
    uint8_t what, amount, type; /* type: argument + 1, 0 for none */
} meaning[EVENTS] = {
    [E_PAID] = { LOSS, 0, 0 },
    [E_EXPERTISE] = { EXPERTISE, NONE, 1 },
    [E_BONUS] = { EXPERTISE, NONE, 1 },
    [E_PROMOTED] = { EXPERTISE, NONE, 1 },
    [E_STORE_EXPERT] = { PRESTIGE, 0, 2 },
    [E_REQUEST_GAIN] = { PRESTIGE, 0, 0 },
    [E_PUSHED_LOSS] = { LOSS, 0, 2 },
    [E_ANSWER_GAIN] = { PRESTIGE, 0, 2 },
    [E_ANSWER_EXPERT] = { PRESTIGE, 0, 2 },
    [E_EXHIBIT_GAIN] = { PRESTIGE, 0, 2 },
    [E_ABANDONED] = { PRESTIGE, 0, 2 },
    [E_WAITING_LOSS] = { LOSS, 0, 2 },
};

static void note_gain(const struct tb_event *e, struct av_gains *gains)
{
    struct av_gain gain = { .seat = e->seat, .kind = e->kind, .type = NONE };
    int what = meaning[e->kind].what;

    if (what == NO_POINTS || gains->count == GAINS_MAX)
        return;
    if (meaning[e->kind].type)
        gain.type = e->arg[meaning[e->kind].type - 1];
    if (what == EXPERTISE)
        gain.pe = 1;
    else
        gain.pp = (int8_t)(what == LOSS ? -e->arg[0] : e->arg[0]);
    gains->list[gains->count++] = gain;
}

static void note_gains(const struct tb_events *told, struct av_gains *gains)
{
    for (int i = 0; i < told->count; i++) {
        if (archives_events[told->list[i].kind].reveals && told->list[i].kind != E_PLAYED) {
            gains->open = true;
            return;
        }
        note_gain(&told->list[i], gains);
    }
}

/* The same with cards on the deck and in every hand: a card may be drawn, and what follows
 * from it is never told. */
static void imagine(const struct tb_state *s, struct tb_state *world)
{
    *world = *s;
    if (s->head.viewer != TB_TRUTH)
        archives_guess(world);
}

void av_preview(const struct tb_state *s, tb_move move, struct av_gains *gains)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    struct tb_state copy;

    *gains = (struct av_gains){ 0 };
    imagine(s, &copy);
    av_play(&copy, s->active, move, &told);
    note_gains(&told, gains);
}

/* The action itself, whatever cards could make of it. */
void av_preview_action(const struct tb_state *s, unsigned action, struct tb_state *begun,
                       struct av_gains *gains)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };

    *gains = (struct av_gains){ 0 };
    *begun = *s;
    if (action == DRAW) {
        gains->open = true;
        return;
    }
    av_begin_action(begun, action, &told);
    av_settle(begun, &told);
    note_gains(&told, gains);
}
