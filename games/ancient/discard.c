/* Cards given up: out of one's own hand or off one's board, by others, to a thief. */
#include <string.h>

#include "work.h"

/* ---- out of a hand ---- */

/* A card of a batch; with the last one the batch goes onto the pile. */
void ak_give_up(struct tb_state *s, int seat, int i, bool last, enum event told,
                unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[seat];
    unsigned card = p->hand[i];

    ak_leave_hand(p, i);
    if (last && !s->asides) {
        ak_discard_openly(s, card);
        ak_tell(to, told, seat, TB_ALL, 1, card, source, 0);
        return;
    }
    ak_put_aside(s, seat, card);
    if (last)
        ak_flush_aside(s, seat, told, source, to);
}

bool ak_can_discard(const struct tb_state *s, unsigned source, const struct op *op,
                    bool openly)
{
    const struct player *p = &s->player[s->active];

    return count_of(ak_hand_set(p, openly ? 0 : op->kinds)) >=
           (op->flags & F_PAY ? op->amount.times : 1);
}

void ak_run_discard(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned card = f->card, done = f->count.done;

    if (f->count.left && ak_hand_set(&s->player[s->active], ak_op_of(f)->kinds)) {
        ak_ask(s, s->active, ASK_HAND_CARD, to);
        return;
    }
    ak_flush_aside(s, s->active, E_LAID_DOWN, card, to);
    ak_pop(s);
    ak_report_chosen(s, card, done);
}

uint64_t ak_choose_hand_card(const struct tb_state *s, const struct frame *f)
{
    const struct op *op = ak_op_of(f);

    return ak_hand_set(&s->player[s->who], op->kinds) | (op->flags & F_UPTO ? ak_stop : 0);
}

/* Cards asked for by their kind are shown: everybody must see that they are that kind. */
static void discard_shown(struct tb_state *s, int i, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    unsigned card = p->hand[i];

    ak_leave_hand(p, i);
    ak_discard_openly(s, card);
    ak_tell(to, E_SHOWN_DISCARD, s->active, TB_ALL, card, source, 0, 0);
}

void ak_answer_hand_card(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (i == STOP_BIT) {
        f->count.left = 0;
        return;
    }
    f->count.left--;
    f->count.done++;
    if (ak_op_of(f)->kinds)
        discard_shown(s, i, f->card, to);
    else
        ak_give_up(s, s->active, i, !f->count.left, E_DISCARDED, f->card, to);
}

/* ---- out of play ---- */

/* What another player has to give up is not taken back. */
static void leave_board(struct tb_state *s, int seat, int i, unsigned source,
                        struct tb_events *to)
{
    struct player *p = &s->player[seat];
    unsigned card = p->artefact[i];

    assert(i < p->artefacts);
    p->artefacts--;
    memmove(p->artefact + i, p->artefact + i + 1, (size_t)(p->artefacts - i));
    p->artefact[p->artefacts] = NONE;
    ak_settle(p);
    ak_discard_openly(s, card);
    ak_tell(to, seat == s->active ? E_LEFT_PLAY : E_LEFT_FORCED, seat, TB_ALL, card, source,
            0, 0);
}

bool ak_can_discard_self(const struct tb_state *s, unsigned source, const struct op *op,
                         bool openly)
{
    return ak_in_play(&s->player[s->active], source);
}

void ak_begin_discard_self(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    int seat = s->active, slot = ak_slot_of(&s->player[seat], t->card);
    int place = ak_artefact_of(&s->player[seat], t->card);

    if (place >= 0)
        leave_board(s, seat, place, t->card, to);
    if (slot < 0)
        return;
    ak_leave_timeline(s, seat, slot);
    ak_discard_openly(s, t->card);
    ak_tell(to, E_LEFT_PLAY, seat, TB_ALL, t->card, t->card, 0, 0);
}

bool ak_can_discard_artefacts(const struct tb_state *s, unsigned source,
                              const struct op *op, bool openly)
{
    return s->player[s->active].artefacts > 0;
}

void ak_run_discard_artefacts(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned card = f->card, done = f->artefacts.done;

    if (!f->artefacts.stopped && s->player[s->active].artefacts) {
        ak_ask(s, s->active, ASK_ARTEFACT, to);
        return;
    }
    ak_pop(s);
    ak_report_chosen(s, card, done);
}

uint64_t ak_choose_artefact(const struct tb_state *s, const struct frame *f)
{
    return ((1u << s->player[s->who].artefacts) - 1) | ak_stop;
}

void ak_answer_artefact(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (i == STOP_BIT) {
        f->artefacts.stopped = 1;
        return;
    }
    f->artefacts.done++;
    leave_board(s, s->active, i, f->card, to);
}

/* ---- R7.4: each opponent in turn; nobody is asked who has no choice ---- */

void ak_begin_forced(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    struct frame *f = ak_push_counted(s, t, t->count);

    f->forced.each = f->forced.left;
    f->forced.turn = 1;
}

/* Whether this opponent has done what he must, or cannot; then the next one's turn. */
static bool opponent_done(struct tb_state *s, struct frame *f, int has)
{
    if (f->forced.left && has)
        return false;
    f->forced.turn++;
    f->forced.left = f->forced.each;
    return true;
}

bool ak_can_opp_discard(const struct tb_state *s, unsigned source, const struct op *op,
                        bool openly)
{
    for (int turn = 1; turn < s->head.seats; turn++)
        if (s->player[ak_opponent(s, turn)].cards)
            return true;
    return false;
}

void ak_run_opp_discard(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = ak_opponent(s, f->forced.turn), has = s->player[seat].cards;

    if (f->forced.turn == s->head.seats)
        ak_pop(s);
    else if (opponent_done(s, f, has))
        ak_flush_aside(s, seat, E_FORCED, f->card, to);
    else if (has > f->forced.left)
        ak_ask(s, seat, ASK_OPP_HAND_CARD, to);
    else
        ak_give_up(s, seat, 0, has == 1, E_FORCED, f->card, to);
}

void ak_answer_opp_card(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->forced.left--;
    ak_give_up(s, s->who, i, !f->forced.left, E_FORCED, f->card, to);
}

bool ak_can_opp_artefact(const struct tb_state *s, unsigned source, const struct op *op,
                         bool openly)
{
    for (int turn = 1; turn < s->head.seats; turn++)
        if (s->player[ak_opponent(s, turn)].artefacts)
            return true;
    return false;
}

void ak_run_opp_artefact(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = ak_opponent(s, f->forced.turn), has = s->player[seat].artefacts;

    if (f->forced.turn == s->head.seats)
        ak_pop(s);
    else if (opponent_done(s, f, has))
        return;
    else if (has > f->forced.left)
        ak_ask(s, seat, ASK_OPP_ARTEFACT, to);
    else
        leave_board(s, seat, 0, f->card, to);
}

uint64_t ak_choose_opp_artefact(const struct tb_state *s, const struct frame *f)
{
    return (1u << s->player[s->who].artefacts) - 1;
}

void ak_answer_opp_artefact(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->forced.left--;
    leave_board(s, s->who, i, f->card, to);
}

/* ---- a card out of another hand ---- */

static bool has_room(const struct player *p) { return p->cards < HAND; }

bool ak_can_steal(const struct tb_state *s, unsigned source, const struct op *op,
                  bool openly)
{
    return has_room(&s->player[s->active]) && ak_can_opp_discard(s, source, op, openly);
}

void ak_run_steal(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    enum ask ask = f->steal.chosen ? ASK_STOLEN : ASK_OPPONENT;

    if (!has_room(&s->player[s->active]) || !f->steal.left ||
        !ak_ask(s, s->active, ask, to))
        ak_pop(s);
}

uint64_t ak_choose_opponent(const struct tb_state *s, const struct frame *f)
{
    uint64_t set = 0;

    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != s->active && s->player[seat].cards)
            set |= 1u << seat;
    return set;
}

static void see_hand(struct tb_state *s, int victim, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[victim];

    ak_tell(to, E_SAW, s->active, TB_ALL, (unsigned)victim, source, 0, 0);
    for (int i = 0; i < p->cards; i++) {
        ak_see(s, p->hand[i], 1u << s->active, zone_hand(victim));
        ak_tell(to, E_SAW_CARD, s->active, 1 << s->active | 1 << victim, (unsigned)victim,
                p->hand[i], 0, 0);
    }
}

void ak_answer_opponent(struct tb_state *s, int victim, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    assert(victim != s->active);
    f->steal.chosen = 1;
    f->steal.victim = (uint8_t)victim;
    see_hand(s, victim, f->card, to);
}

uint64_t ak_choose_stolen(const struct tb_state *s, const struct frame *f)
{
    return ak_hand_set(&s->player[f->steal.victim], 0);
}

void ak_answer_stolen(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int victim = f->steal.victim, thief = s->active;
    struct player *from = &s->player[victim], *into = &s->player[thief];
    unsigned card = from->hand[i], knowing = 1u << victim | 1u << thief;

    f->steal.left--;
    ak_leave_hand(from, i);
    into->hand[into->cards++] = (uint8_t)card;
    ak_see(s, card, knowing, zone_hand(thief));
    ak_move_unseen(s, zone_hand(victim), zone_hand(thief), knowing);
    ak_tell(to, E_STOLE, thief, TB_ALL, (unsigned)victim, f->card, 0, 0);
    ak_tell(to, E_STOLE_CARD, thief, (int)knowing, (unsigned)victim, card, 0, 0);
}
