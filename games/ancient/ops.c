/* What effects do, operation by operation: the run_ and answer_ halves of each frame. */
#include <string.h>

#include "work.h"

/* ---- discarding from a hand ---- */

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

/* Cards asked for by their kind are shown: everybody must see that they are that kind. */
void ak_discard_one(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = s->active;

    f->x[X_LEFT]--;
    f->x[X_DONE]++;
    if (ak_op_of(f)->kinds) {
        unsigned card = s->player[seat].hand[i];

        ak_leave_hand(&s->player[seat], i);
        ak_discard_openly(s, card);
        ak_tell(to, E_SHOWN_DISCARD, seat, TB_ALL, card, f->card, 0, 0);
    } else {
        ak_give_up(s, seat, i, !f->x[X_LEFT], E_DISCARDED, f->card, to);
    }
}

void ak_run_discard(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    const struct op *op = ak_op_of(f);
    unsigned set = ak_hand_set(&s->player[s->active], op->kinds), card = f->card;

    if (f->x[X_LEFT] && set) {
        ak_ask(s, s->active, ASK_HAND_CARD, to);
        return;
    }
    ak_flush_aside(s, s->active, E_LAID_DOWN, card, to);
    set = f->x[X_DONE];
    ak_pop(s);
    ak_report_chosen(s, card, set);
}

/* What another player has to give up is not taken back. */
void ak_leave_board(struct tb_state *s, int seat, int i, unsigned source,
                    struct tb_events *to)
{
    struct player *p = &s->player[seat];
    unsigned card = p->artefact[i];

    p->artefacts--;
    memmove(p->artefact + i, p->artefact + i + 1, (size_t)(p->artefacts - i));
    p->artefact[p->artefacts] = NONE;
    ak_settle(p);
    ak_discard_openly(s, card);
    ak_tell(to, seat == s->active ? E_LEFT_PLAY : E_LEFT_FORCED, seat, TB_ALL, card, source,
            0, 0);
}

void ak_discard_self(struct tb_state *s, unsigned card, struct tb_events *to)
{
    int seat = s->active, slot = ak_slot_of(&s->player[seat], card);
    int place = ak_artefact_of(&s->player[seat], card);

    if (place >= 0)
        ak_leave_board(s, seat, place, card, to);
    if (slot < 0)
        return;
    ak_leave_timeline(s, seat, slot);
    ak_discard_openly(s, card);
    ak_tell(to, E_LEFT_PLAY, seat, TB_ALL, card, card, 0, 0);
}

void ak_run_discard_artefacts(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned card = f->card, done = f->x[X_DONE];

    if (!f->x[X_STAGE] && s->player[s->active].artefacts) {
        ak_ask(s, s->active, ASK_ARTEFACT, to);
        return;
    }
    ak_pop(s);
    ak_report_chosen(s, card, done);
}

/* R7.4: each opponent in turn; nobody is asked who has no choice. */
int ak_next_opponent(const struct tb_state *s, const struct frame *f)
{
    return (s->active + f->x[X_STAGE]) % s->head.seats;
}

void ak_run_opp_discard(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = ak_next_opponent(s, f);
    bool board = f->code == OP_OPP_DISCARD_ARTEFACT;
    int has = board ? s->player[seat].artefacts : s->player[seat].cards;

    if (f->x[X_STAGE] == s->head.seats) {
        ak_pop(s);
    } else if (!f->x[X_LEFT] || !has) {
        ak_flush_aside(s, seat, E_FORCED, f->card, to);
        f->x[X_STAGE]++;
        f->x[X_LEFT] = f->x[X_DONE];
    } else if (has > f->x[X_LEFT]) {
        ak_ask(s, seat, board ? ASK_OPP_ARTEFACT : ASK_OPP_HAND_CARD, to);
    } else if (board) {
        ak_leave_board(s, seat, 0, f->card, to);
    } else {
        ak_give_up(s, seat, 0, has == 1, E_FORCED, f->card, to);
    }
}

/* ---- knowledge ---- */

static int sum_tokens(const struct player *p, unsigned slots)
{
    int sum = 0;

    for (slots &= p->laden; slots; slots &= slots - 1)
        sum += p->tokens[first_of(slots)];
    return sum;
}

void ak_take_each(struct tb_state *s, unsigned slots, int count, unsigned source,
                  struct tb_events *to)
{
    for (slots &= s->player[s->active].laden; slots; slots &= slots - 1)
        ak_take_tokens(s, s->active, (int)first_of(slots), count, source, to);
}

void ak_run_remove(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    const struct op *op = ak_op_of(f);
    struct player *p = &s->player[s->active];
    unsigned slots = ak_slots_in(s, s->active, f->card, &op->of) & p->laden;

    if (!f->x[X_LEFT] || !slots) {
        ak_pop(s);
    } else if (!(op->flags & F_UPTO) && sum_tokens(p, slots) <= f->x[X_LEFT]) {
        ak_take_each(s, slots, 255, f->card, to);
        ak_pop(s);
    } else {
        ak_ask(s, s->active, ASK_TOKEN, to);
    }
}

/* Monuments not picked before, with knowledge. */
unsigned ak_pickable(const struct tb_state *s, const struct frame *f)
{
    unsigned picked = (unsigned)(f->x[X_PICK] | f->x[X_PICKED] << 8);

    return ak_slots_in(s, s->active, f->card, &ak_op_of(f)->of) &
           s->player[s->active].laden & ~(picked & 0xfff);
}

/* X_PICK, X_PICKED: slots picked, twelve bits; the high four of X_PICKED: the slot whose
 * amount is asked. */
void ak_run_remove_pick(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    const struct op *op = ak_op_of(f);
    unsigned slots = ak_pickable(s, f);

    if (f->x[X_STAGE]) {
        ak_ask(s, s->active, ASK_AMOUNT, to);
    } else if (!f->x[X_LEFT] || !slots) {
        ak_pop(s);
    } else if (!(op->flags & F_UPTO) && count_of(slots) <= f->x[X_LEFT]) {
        ak_take_each(s, slots, f->x[X_DONE], f->card, to);
        ak_pop(s);
    } else {
        ak_ask(s, s->active, ASK_MONUMENT, to);
    }
}

static void answer_remove_pick(struct tb_state *s, int slot, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->x[X_LEFT]--;
    f->x[slot < 8 ? X_PICK : X_PICKED] |= (uint8_t)(1 << (slot & 7));
    if (ak_op_of(f)->flags & F_UPTO) {
        f->x[X_STAGE] = 1;
        f->x[X_PICKED] = (uint8_t)((f->x[X_PICKED] & 15) | slot << 4);
    } else {
        ak_take_tokens(s, s->active, slot, f->x[X_DONE], f->card, to);
    }
}

void ak_purge(struct tb_state *s, int count, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    if (count > p->lost)
        count = p->lost;
    if (!count)
        return;
    p->lost = (uint16_t)(p->lost - count);
    ak_tell(to, E_PURGED, s->active, TB_ALL, (unsigned)count, source, 0, 0);
}

static void add_tokens(struct tb_state *s, int seat, int slot, int count, enum event told,
                       unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[seat];
    int room = 255 - p->tokens[slot];

    count = count < room ? count : room;
    p->tokens[slot] = (uint8_t)(p->tokens[slot] + count);
    p->laden |= (uint16_t)(1 << slot);
    ak_tell(to, told, seat, TB_ALL, p->card[slot], (unsigned)count, source, 0);
}

void ak_run_opp_add(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (f->x[X_STAGE] == s->head.seats)
        ak_pop(s);
    else if (!ak_ask(s, s->active, ASK_OPP_MONUMENT, to))
        f->x[X_STAGE]++;
}

void ak_run_give_lost(struct tb_state *s, struct tb_events *to)
{
    if (!s->player[s->active].lost || !ak_ask(s, s->active, ASK_OPP_MONUMENT, to))
        ak_pop(s);
}

void ak_answer_opp_monument(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = i / SLOTS, slot = i % SLOTS;
    struct player *p = &s->player[s->active];

    if (f->code == OP_OPP_ADD) {
        f->x[X_STAGE]++;
        add_tokens(s, seat, slot, f->x[X_LEFT], E_ADDED, f->card, to);
    } else {
        int count = p->lost < f->x[X_LEFT] ? p->lost : f->x[X_LEFT];

        p->lost = (uint16_t)(p->lost - count);
        add_tokens(s, seat, slot, count, E_GAVE_LOST, f->card, to);
        ak_pop(s);
    }
}

/* ---- a card out of another hand ---- */

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

void ak_run_steal(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    bool full = s->player[s->active].cards == HAND;

    if (full || !f->x[X_LEFT] ||
        !ak_ask(s, s->active, f->x[X_STAGE] ? ASK_STOLEN : ASK_OPPONENT, to))
        ak_pop(s);
}

void ak_answer_opponent(struct tb_state *s, int victim, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->x[X_STAGE] = 1;
    f->x[X_PICK] = (uint8_t)victim;
    see_hand(s, victim, f->card, to);
}

void ak_answer_stolen(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int victim = f->x[X_PICK], thief = s->active;
    struct player *from = &s->player[victim], *into = &s->player[thief];
    unsigned card = from->hand[i];
    unsigned knowing = 1u << victim | 1u << thief;

    f->x[X_LEFT]--;
    ak_leave_hand(from, i);
    into->hand[into->cards++] = (uint8_t)card;
    ak_see(s, card, knowing, zone_hand(thief));
    ak_move_unseen(s, zone_hand(victim), zone_hand(thief), knowing);
    ak_tell(to, E_STOLE, thief, TB_ALL, (unsigned)victim, f->card, 0, 0);
    ak_tell(to, E_STOLE_CARD, thief, (int)knowing, (unsigned)victim, card, 0, 0);
}

/* ---- changing places ---- */

static void swap_slots(struct tb_state *s, int a, int b, unsigned source,
                       struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    uint8_t card = p->card[a], tokens = p->tokens[a];

    ak_tell(to, E_SWAPPED, s->active, TB_ALL, p->card[a], p->card[b], source, 0);
    p->card[a] = p->card[b];
    p->tokens[a] = p->tokens[b];
    p->card[b] = card;
    p->tokens[b] = tokens;
    ak_settle(p);
}

/* X_PICK: the first of the two plus one; the source itself, where it must be. */
void ak_run_swap(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned slots = ak_swappable(s, s->active);

    if (!f->x[X_PICK] && ak_op_of(f)->flags & F_SELF)
        f->x[X_PICK] = (uint8_t)(ak_slot_of(&s->player[s->active], f->card) + 1);
    else if (!f->x[X_PICK] && count_of(slots) == 2)
        f->x[X_PICK] = (uint8_t)(first_of(slots) + 1);
    if (count_of(slots) < 2 || (ak_op_of(f)->flags & F_SELF && !f->x[X_PICK]) ||
        !ak_ask(s, s->active, ASK_MONUMENT, to))
        ak_pop(s);
}

void ak_move_monument(struct tb_state *s, int slot, int space, unsigned source,
                      struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    unsigned card = p->card[slot];
    int tokens = p->tokens[slot];

    ak_leave_timeline(s, s->active, slot);
    ak_place_monument(s, s->active, card, space, tokens);
    ak_tell(to, E_MOVED, s->active, TB_ALL, card, (unsigned)space + 1, source, 0);
}

void ak_run_move(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (!ak_ask(s, s->active, f->x[X_STAGE] ? ASK_MOVE_SPACE : ASK_MONUMENT, to))
        ak_pop(s);
}

void ak_answer_monument(struct tb_state *s, int slot, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned source = f->card;

    if (f->code == OP_REMOVE_PICK) {
        answer_remove_pick(s, slot, to);
    } else if (f->code == OP_MOVE) {
        f->x[X_STAGE] = 1;
        f->x[X_PICK] = (uint8_t)slot;
    } else if (!f->x[X_PICK]) {
        f->x[X_PICK] = (uint8_t)(slot + 1);
    } else {
        int other = f->x[X_PICK] - 1;

        ak_pop(s);
        swap_slots(s, other, slot, source, to);
    }
}

void ak_straighten(struct tb_state *s, int count, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    unsigned done = 0;

    for (; done < (unsigned)count && p->tilted; done++)
        p->tilted &= p->tilted - 1;
    if (done)
        ak_tell(to, E_STRAIGHTENED, s->active, TB_ALL, done, source, 0, 0);
}

/* ---- looking at cards ---- */

void ak_begin_look_keep(struct tb_state *s, unsigned card, unsigned at, int count,
                        struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    if (p->cards < HAND && ak_look(s, count, false, card, to))
        ak_push(s, OP_LOOK_KEEP, card, at)->x[X_LEFT] =
            ancient_card[card].effect.op[at].count;
}

void ak_run_look_keep(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    bool full = s->player[s->active].cards == HAND;

    if (f->x[X_LEFT] && !full && ak_ask(s, s->active, ASK_KEEP, to))
        return;
    ak_flush_aside(s, s->active, E_LAID_DOWN, f->card, to);
    ak_pop(s);
}

static unsigned leave_aside(struct tb_state *s, int i)
{
    unsigned card = s->aside[i];

    s->asides--;
    memmove(s->aside + i, s->aside + i + 1, (size_t)(s->asides - i));
    s->aside[s->asides] = 0;
    return card;
}

void ak_answer_keep(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    struct player *p = &s->player[s->active];
    unsigned card = leave_aside(s, i);

    f->x[X_LEFT]--;
    p->hand[p->cards++] = (uint8_t)card;
    ak_see(s, card, 1u << s->active, zone_hand(s->active));
    ak_move_unseen(s, Z_ASIDE, zone_hand(s->active), 1u << s->active);
    ak_tell(to, E_KEPT, s->active, 1 << s->active, card, f->card, 0, 0);
}

/* R8.6: what is turned up is set aside, so that a reshuffle cannot bring it back. */
void ak_reveal_until(struct tb_state *s, unsigned source, unsigned kinds, int count,
                     struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    uint8_t other[BUILDERS];
    int others = 0;

    if (count > HAND - p->cards)
        count = HAND - p->cards;
    while (count > 0) {
        unsigned card = ak_turn_up(s, to);

        if (card == NONE)
            break;
        ak_see(s, card, ak_everybody(s), 0);
        ak_tell(to, E_REVEALED, s->active, TB_ALL, card, source, 0, 0);
        if (kind_bit(card) & kinds) {
            ak_gain(s, s->active, card);
            ak_tell(to, E_TOOK, s->active, TB_ALL, card, source, 0, 0);
            count--;
        } else {
            other[others++] = (uint8_t)card;
        }
    }
    for (int i = 0; i < others; i++)
        ak_discard_openly(s, other[i]);
}

/* R8.6: the card to create is chosen, the others are discarded, then its cost is paid. */
void ak_run_look_create(struct tb_state *s, struct tb_events *to)
{
    if (ak_ask(s, s->active, ASK_LOOK_CREATE, to))
        return;
    ak_flush_aside(s, s->active, E_LAID_DOWN, ak_top(s)->card, to);
    ak_pop(s);
}

void ak_answer_look_create(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned card = leave_aside(s, i), source = ak_top(s)->card;

    ak_see(s, card, ak_everybody(s), 0);
    ak_flush_aside(s, s->active, E_LAID_DOWN, source, to);
    ak_pop(s);
    ak_begin_create(s, 0, source);
    ak_choose_card(s, card);
}

void ak_begin_look_learn(struct tb_state *s, unsigned source, unsigned at, int count,
                         unsigned level, struct tb_events *to)
{
    while (s->asides < count && s->asides < ASIDE) {
        unsigned card = ak_tech_turn_up(s, level, to);

        if (card == NONE)
            break;
        s->aside[s->asides++] = (uint8_t)card;
    }
    if (!s->asides)
        return;
    ak_tell(to, E_LOOKED, s->active, TB_ALL, s->asides, source, 0, 0);
    for (int i = 0; i < s->asides; i++)
        ak_tell(to, E_LOOKED_CARD, s->active, 1 << s->active, s->aside[i], source, 0, 0);
    ak_push(s, OP_LOOK_LEARN, source, at)->x[X_PICK] = NONE;
}

/* R8.6: one is learned, the others go under the deck, then what was learned takes effect.
 */
void ak_run_look_learn(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned technology = f->x[X_PICK], granter = f->card;

    if (!f->x[X_STAGE]) {
        f->x[X_STAGE] = 1;
        if (ak_ask(s, s->active, ASK_LOOK_LEARN, to))
            return;
    }
    if (s->asides) {
        ak_ask(s, s->active, ASK_ORDER, to);
        return;
    }
    ak_pop(s);
    if (technology != NONE)
        ak_learning_event(s, technology, granter);
}

void ak_answer_look_learn(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned technology = leave_aside(s, i);

    ak_top(s)->x[X_PICK] = (uint8_t)technology;
    ak_acquire(s, technology, ak_top(s)->card, to);
}

void ak_answer_order(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned technology = leave_aside(s, i);

    ak_put_under(s, technology, 1u << s->active);
    ak_tell(to, E_UNDER, s->active, TB_ALL, ancient_card[technology].level, ak_top(s)->card,
            0, 0);
    ak_tell(to, E_UNDER_CARD, s->active, 1 << s->active, technology, ak_top(s)->card, 0, 0);
}

/* R8.6: X_STAGE counts the seats that have had their turn, the learner twice. */
void ak_run_draft(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = ak_next_opponent(s, f);

    if (f->x[X_STAGE] > s->head.seats || !s->asides) {
        for (int i = 0; i < s->asides; i++)
            ak_discard_openly(s, s->aside[i]);
        if (s->asides)
            ak_tell(to, E_DISCARDED, s->active, TB_ALL, s->asides, s->aside[s->asides - 1],
                    f->card, 0);
        s->asides = 0;
        memset(s->aside, 0, sizeof s->aside);
        ak_pop(s);
    } else if (s->player[seat].cards == HAND) {
        f->x[X_STAGE]++;
    } else {
        ak_ask(s, seat, ASK_DRAFT, to);
    }
}

void ak_answer_draft(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = ak_next_opponent(s, f);
    unsigned card = leave_aside(s, i);

    f->x[X_STAGE]++;
    ak_gain(s, seat, card);
    ak_tell(to, E_TOOK, seat, TB_ALL, card, f->card, 0, 0);
}
