/*
 * Ancient Knowledge's rules: the turn, the five actions, and the carrying out of effects.
 *
 * The position holds a stack of frames; run_frame() does the next piece of work of the
 * top one. A frame that needs an answer calls ask(): no possible answer, and the frame
 * goes on without; a single one, and it is taken at once; else the player is asked, and
 * play() brings the answer. choices() is the one account of what may be answered. It
 * depends only on the position, so a redealt hand gets its answers from there too.
 *
 * A frame is taken off before its last piece of work is begun: so the stack grows only
 * where something is really left to do.
 */
#include <assert.h>
#include <string.h>

#include "ancient.h"

/* What frame.x holds. */
enum { X_STAGE = 0 };
enum { X_KINDS = 1, X_CARD = 2, X_SPACE = 3, X_PRICE = 4 }; /* CREATE */
enum { X_LEFT = 1, X_DONE = 2, X_PICK = 3, X_PICKED = 4 };
enum { X_CHOSEN = 1, X_ACCEPTED = 2 }; /* EFFECT */
enum { X_FREE = 1 };                   /* LEARN */

static bool ask(struct tb_state *s, int who, enum ask kind, struct tb_events *to);

/* ---- frames ---- */

static struct frame *top(struct tb_state *s) { return &s->frame[s->frames - 1]; }

static struct frame *push(struct tb_state *s, unsigned code, unsigned card, unsigned at)
{
    struct frame *f;

    assert(s->frames < FRAMES);
    f = &s->frame[s->frames++];
    f->code = (uint8_t)code;
    f->card = (uint8_t)card;
    f->at = (uint8_t)at;
    return f;
}

static void pop(struct tb_state *s) { s->frame[--s->frames] = (struct frame){ 0 }; }

static const struct op *op_of(const struct frame *f)
{
    return &ancient_card[f->card].effect.op[f->at];
}

/* Tells the effect that goes on below how many cards its first half discarded. */
static void report_chosen(struct tb_state *s, unsigned card, unsigned count)
{
    struct frame *f = s->frames ? top(s) : NULL;

    if (f && f->code == OP_EFFECT && f->card == card)
        f->x[X_CHOSEN] = (uint8_t)count;
}

static void begin_effect(struct tb_state *s, unsigned card)
{
    const struct effect *e = &ancient_card[card].effect;

    if (e->event || holds(s, s->active, card, e->when, e->atoms))
        push(s, OP_EFFECT, card, 0);
}

/* ---- groups: R7.3 ---- */

struct group {
    uint8_t member[MEMBERS];
    uint8_t count;
};

static void join(struct group *g, unsigned card)
{
    assert(g->count < MEMBERS);
    g->member[g->count++] = (uint8_t)card;
}

/* A permanent effect joins if it waits for this; never for what it granted itself. */
static void join_if(const struct tb_state *s, struct group *g, unsigned card,
                    enum trigger event, unsigned kind, int space, unsigned granter)
{
    const struct effect *e = &ancient_card[card].effect;

    if (e->event != event || (kind && !(e->kinds & kind)) || card == granter)
        return;
    if (e->spaces && (space < 0 || !(e->spaces >> space & 1)))
        return;
    if (holds(s, s->active, card, e->when, e->atoms))
        join(g, card);
}

static void join_triggers(const struct tb_state *s, struct group *g, enum trigger event,
                          unsigned kind, int space, unsigned granter, unsigned except)
{
    const struct player *p = &s->player[s->active];

    if (!(p->roles >> (event - 1) & 1))
        return;
    for (unsigned slots = occupied(p); slots; slots &= slots - 1) {
        unsigned card = p->card[first_of(slots)];

        if (card != except)
            join_if(s, g, card, event, kind, space, granter);
    }
    for (int i = 0; i < p->artefacts; i++)
        if (p->artefact[i] != except)
            join_if(s, g, p->artefact[i], event, kind, space, granter);
}

static void join_own(struct group *g, unsigned card)
{
    const struct card *facts = &ancient_card[card];

    if (facts->timing == T_IMMEDIATE && facts->effect.op[0].code != OP_ENTRY_SELF)
        join(g, card);
}

static void push_group(struct tb_state *s, const struct group *g)
{
    struct frame *f;

    if (g->count == 1) {
        begin_effect(s, g->member[0]);
    } else if (g->count) {
        f = push(s, OP_GROUP, NONE, g->count);
        memcpy(f->x, g->member, MEMBERS);
    }
}

static void take_member(struct tb_state *s, int i)
{
    struct frame *f = top(s);
    unsigned card = f->x[i];

    f->at--;
    memmove(f->x + i, f->x + i + 1, (size_t)(MEMBERS - 1 - i));
    f->x[MEMBERS - 1] = 0;
    if (!f->at)
        pop(s);
    begin_effect(s, card);
}

static void run_group(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);

    for (int i = 0; i < f->at; i++)
        if (possible(s, f->x[i])) {
            ask(s, s->active, ASK_NEXT, to);
            return;
        }
    pop(s);
}

/* ---- effects ---- */

static void start_op(struct tb_state *s, unsigned card, unsigned at, int chosen,
                     struct tb_events *to);

static void run_effect(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    const struct effect *e = &ancient_card[f->card].effect;
    unsigned card = f->card, at = f->at;
    int chosen = f->x[X_CHOSEN];

    if (e->op[at].may && !f->x[X_ACCEPTED]) {
        if (may_possible(s, card, (int)at, true)) {
            ask(s, s->active, ASK_MAY, to);
            return;
        }
        f->at = (uint8_t)(at + e->op[at].may);
        if (f->at >= e->ops)
            pop(s);
        return;
    }
    f->x[X_ACCEPTED] = 0;
    if (++f->at >= e->ops)
        pop(s);
    start_op(s, card, at, chosen, to);
}

static void answer_may(struct tb_state *s, bool yes)
{
    struct frame *f = top(s);
    const struct effect *e = &ancient_card[f->card].effect;

    if (yes) {
        f->x[X_ACCEPTED] = 1;
        s->replaced |= e->event == IN_PLACE_OF_DRAW;
        return;
    }
    f->at = (uint8_t)(f->at + e->op[f->at].may);
    if (f->at >= e->ops)
        pop(s);
}

/* ---- discarding from a hand ---- */

static void leave_hand(struct player *p, int i)
{
    p->cards--;
    memmove(p->hand + i, p->hand + i + 1, (size_t)(p->cards - i));
    p->hand[p->cards] = 0;
}

/* A card of a batch; with the last one the batch goes onto the pile. */
static void give_up(struct tb_state *s, int seat, int i, bool last, enum event told,
                    unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[seat];
    unsigned card = p->hand[i];

    leave_hand(p, i);
    if (last && !s->asides) {
        discard_openly(s, card);
        tell(to, told, seat, TB_ALL, 1, card, source, 0);
        return;
    }
    put_aside(s, seat, card);
    if (last)
        flush_aside(s, seat, told, source, to);
}

static unsigned hand_set(const struct player *p, unsigned kinds)
{
    unsigned set = 0;

    if (!kinds)
        return (1u << p->cards) - 1;
    for (int i = 0; i < p->cards; i++)
        if (kind_bit(p->hand[i]) & kinds)
            set |= 1u << i;
    return set;
}

/* Cards asked for by their kind are shown: everybody must see that they are that kind. */
static void discard_one(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = top(s);
    int seat = s->active;

    f->x[X_LEFT]--;
    f->x[X_DONE]++;
    if (op_of(f)->kinds) {
        unsigned card = s->player[seat].hand[i];

        leave_hand(&s->player[seat], i);
        discard_openly(s, card);
        tell(to, E_SHOWN_DISCARD, seat, TB_ALL, card, f->card, 0, 0);
    } else {
        give_up(s, seat, i, !f->x[X_LEFT], E_DISCARDED, f->card, to);
    }
}

static void run_discard(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    const struct op *op = op_of(f);
    unsigned set = hand_set(&s->player[s->active], op->kinds), card = f->card;

    if (f->x[X_LEFT] && set) {
        ask(s, s->active, ASK_HAND_CARD, to);
        return;
    }
    flush_aside(s, s->active, E_LAID_DOWN, card, to);
    set = f->x[X_DONE];
    pop(s);
    report_chosen(s, card, set);
}

/* What another player has to give up is not taken back. */
static void leave_board(struct tb_state *s, int seat, int i, unsigned source,
                        struct tb_events *to)
{
    struct player *p = &s->player[seat];
    unsigned card = p->artefact[i];

    p->artefacts--;
    memmove(p->artefact + i, p->artefact + i + 1, (size_t)(p->artefacts - i));
    p->artefact[p->artefacts] = NONE;
    settle(p);
    discard_openly(s, card);
    tell(to, seat == s->active ? E_LEFT_PLAY : E_LEFT_FORCED, seat, TB_ALL, card, source, 0,
         0);
}

static void discard_self(struct tb_state *s, unsigned card, struct tb_events *to)
{
    int seat = s->active, slot = slot_of(&s->player[seat], card);
    int place = artefact_of(&s->player[seat], card);

    if (place >= 0)
        leave_board(s, seat, place, card, to);
    if (slot < 0)
        return;
    leave_timeline(s, seat, slot);
    discard_openly(s, card);
    tell(to, E_LEFT_PLAY, seat, TB_ALL, card, card, 0, 0);
}

static void run_discard_artefacts(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    unsigned card = f->card, done = f->x[X_DONE];

    if (!f->x[X_STAGE] && s->player[s->active].artefacts) {
        ask(s, s->active, ASK_ARTEFACT, to);
        return;
    }
    pop(s);
    report_chosen(s, card, done);
}

/* R7.4: each opponent in turn; nobody is asked who has no choice. */
static int next_opponent(const struct tb_state *s, const struct frame *f)
{
    return (s->active + f->x[X_STAGE]) % s->head.seats;
}

static void run_opp_discard(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    int seat = next_opponent(s, f);
    bool board = f->code == OP_OPP_DISCARD_ARTEFACT;
    int has = board ? s->player[seat].artefacts : s->player[seat].cards;

    if (f->x[X_STAGE] == s->head.seats) {
        pop(s);
    } else if (!f->x[X_LEFT] || !has) {
        flush_aside(s, seat, E_FORCED, f->card, to);
        f->x[X_STAGE]++;
        f->x[X_LEFT] = f->x[X_DONE];
    } else if (has > f->x[X_LEFT]) {
        ask(s, seat, board ? ASK_OPP_ARTEFACT : ASK_OPP_HAND_CARD, to);
    } else if (board) {
        leave_board(s, seat, 0, f->card, to);
    } else {
        give_up(s, seat, 0, has == 1, E_FORCED, f->card, to);
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

static void take_each(struct tb_state *s, unsigned slots, int count, unsigned source,
                      struct tb_events *to)
{
    for (slots &= s->player[s->active].laden; slots; slots &= slots - 1)
        take_tokens(s, s->active, (int)first_of(slots), count, source, to);
}

static void run_remove(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    const struct op *op = op_of(f);
    struct player *p = &s->player[s->active];
    unsigned slots = slots_in(s, s->active, f->card, &op->of) & p->laden;

    if (!f->x[X_LEFT] || !slots) {
        pop(s);
    } else if (!(op->flags & F_UPTO) && sum_tokens(p, slots) <= f->x[X_LEFT]) {
        take_each(s, slots, 255, f->card, to);
        pop(s);
    } else {
        ask(s, s->active, ASK_TOKEN, to);
    }
}

/* Monuments not picked before, with knowledge. */
static unsigned pickable(const struct tb_state *s, const struct frame *f)
{
    unsigned picked = (unsigned)(f->x[X_PICK] | f->x[X_PICKED] << 8);

    return slots_in(s, s->active, f->card, &op_of(f)->of) & s->player[s->active].laden &
           ~(picked & 0xfff);
}

/* X_PICK, X_PICKED: slots picked, twelve bits; the high four of X_PICKED: the slot whose
 * amount is asked. */
static void run_remove_pick(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    const struct op *op = op_of(f);
    unsigned slots = pickable(s, f);

    if (f->x[X_STAGE]) {
        ask(s, s->active, ASK_AMOUNT, to);
    } else if (!f->x[X_LEFT] || !slots) {
        pop(s);
    } else if (!(op->flags & F_UPTO) && count_of(slots) <= f->x[X_LEFT]) {
        take_each(s, slots, f->x[X_DONE], f->card, to);
        pop(s);
    } else {
        ask(s, s->active, ASK_MONUMENT, to);
    }
}

static void answer_remove_pick(struct tb_state *s, int slot, struct tb_events *to)
{
    struct frame *f = top(s);

    f->x[X_LEFT]--;
    f->x[slot < 8 ? X_PICK : X_PICKED] |= (uint8_t)(1 << (slot & 7));
    if (op_of(f)->flags & F_UPTO) {
        f->x[X_STAGE] = 1;
        f->x[X_PICKED] = (uint8_t)((f->x[X_PICKED] & 15) | slot << 4);
    } else {
        take_tokens(s, s->active, slot, f->x[X_DONE], f->card, to);
    }
}

static void purge(struct tb_state *s, int count, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    if (count > p->lost)
        count = p->lost;
    if (!count)
        return;
    p->lost = (uint16_t)(p->lost - count);
    tell(to, E_PURGED, s->active, TB_ALL, (unsigned)count, source, 0, 0);
}

static void add_tokens(struct tb_state *s, int seat, int slot, int count, enum event told,
                       unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[seat];
    int room = 255 - p->tokens[slot];

    count = count < room ? count : room;
    p->tokens[slot] = (uint8_t)(p->tokens[slot] + count);
    p->laden |= (uint16_t)(1 << slot);
    tell(to, told, seat, TB_ALL, p->card[slot], (unsigned)count, source, 0);
}

static void run_opp_add(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);

    if (f->x[X_STAGE] == s->head.seats)
        pop(s);
    else if (!ask(s, s->active, ASK_OPP_MONUMENT, to))
        f->x[X_STAGE]++;
}

static void run_give_lost(struct tb_state *s, struct tb_events *to)
{
    if (!s->player[s->active].lost || !ask(s, s->active, ASK_OPP_MONUMENT, to))
        pop(s);
}

static void answer_opp_monument(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = top(s);
    int seat = i / SLOTS, slot = i % SLOTS;
    struct player *p = &s->player[s->active];

    if (f->code == OP_OPP_ADD) {
        f->x[X_STAGE]++;
        add_tokens(s, seat, slot, f->x[X_LEFT], E_ADDED, f->card, to);
    } else {
        int count = p->lost < f->x[X_LEFT] ? p->lost : f->x[X_LEFT];

        p->lost = (uint16_t)(p->lost - count);
        add_tokens(s, seat, slot, count, E_GAVE_LOST, f->card, to);
        pop(s);
    }
}

/* ---- a card out of another hand ---- */

static void see_hand(struct tb_state *s, int victim, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[victim];

    tell(to, E_SAW, s->active, TB_ALL, (unsigned)victim, source, 0, 0);
    for (int i = 0; i < p->cards; i++) {
        see(s, p->hand[i], 1u << s->active, zone_hand(victim));
        tell(to, E_SAW_CARD, s->active, 1 << s->active | 1 << victim, (unsigned)victim,
             p->hand[i], 0, 0);
    }
}

static void run_steal(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    bool full = s->player[s->active].cards == HAND;

    if (full || !f->x[X_LEFT] ||
        !ask(s, s->active, f->x[X_STAGE] ? ASK_STOLEN : ASK_OPPONENT, to))
        pop(s);
}

static void answer_opponent(struct tb_state *s, int victim, struct tb_events *to)
{
    struct frame *f = top(s);

    f->x[X_STAGE] = 1;
    f->x[X_PICK] = (uint8_t)victim;
    see_hand(s, victim, f->card, to);
}

static void answer_stolen(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = top(s);
    int victim = f->x[X_PICK], thief = s->active;
    struct player *from = &s->player[victim], *into = &s->player[thief];
    unsigned card = from->hand[i];
    unsigned knowing = 1u << victim | 1u << thief;

    f->x[X_LEFT]--;
    leave_hand(from, i);
    into->hand[into->cards++] = (uint8_t)card;
    see(s, card, knowing, zone_hand(thief));
    move_unseen(s, zone_hand(victim), zone_hand(thief), knowing);
    tell(to, E_STOLE, thief, TB_ALL, (unsigned)victim, f->card, 0, 0);
    tell(to, E_STOLE_CARD, thief, (int)knowing, (unsigned)victim, card, 0, 0);
}

/* ---- changing places ---- */

static void swap_slots(struct tb_state *s, int a, int b, unsigned source,
                       struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    uint8_t card = p->card[a], tokens = p->tokens[a];

    tell(to, E_SWAPPED, s->active, TB_ALL, p->card[a], p->card[b], source, 0);
    p->card[a] = p->card[b];
    p->tokens[a] = p->tokens[b];
    p->card[b] = card;
    p->tokens[b] = tokens;
    settle(p);
}

/* X_PICK: the first of the two plus one; the source itself, where it must be. */
static void run_swap(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    unsigned slots = swappable(s, s->active);

    if (!f->x[X_PICK] && op_of(f)->flags & F_SELF)
        f->x[X_PICK] = (uint8_t)(slot_of(&s->player[s->active], f->card) + 1);
    else if (!f->x[X_PICK] && count_of(slots) == 2)
        f->x[X_PICK] = (uint8_t)(first_of(slots) + 1);
    if (count_of(slots) < 2 || (op_of(f)->flags & F_SELF && !f->x[X_PICK]) ||
        !ask(s, s->active, ASK_MONUMENT, to))
        pop(s);
}

static void move_monument(struct tb_state *s, int slot, int space, unsigned source,
                          struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    unsigned card = p->card[slot];
    int tokens = p->tokens[slot];

    leave_timeline(s, s->active, slot);
    place_monument(s, s->active, card, space, tokens);
    tell(to, E_MOVED, s->active, TB_ALL, card, (unsigned)space + 1, source, 0);
}

static void run_move(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);

    if (!ask(s, s->active, f->x[X_STAGE] ? ASK_MOVE_SPACE : ASK_MONUMENT, to))
        pop(s);
}

static void answer_monument(struct tb_state *s, int slot, struct tb_events *to)
{
    struct frame *f = top(s);
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

        pop(s);
        swap_slots(s, other, slot, source, to);
    }
}

static void straighten(struct tb_state *s, int count, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    unsigned done = 0;

    for (; done < (unsigned)count && p->tilted; done++)
        p->tilted &= p->tilted - 1;
    if (done)
        tell(to, E_STRAIGHTENED, s->active, TB_ALL, done, source, 0, 0);
}

/* ---- CREATE: R5.1, R5.2 ---- */

enum { CREATE_CARD, CREATE_SPACE, CREATE_PAY };

static void begin_create(struct tb_state *s, unsigned kinds, unsigned granter)
{
    struct frame *f = push(s, OP_CREATE, granter, 0);

    f->x[X_KINDS] = (uint8_t)kinds;
    f->x[X_CARD] = NONE;
}

static void put_into_play(struct tb_state *s, unsigned card, int space, unsigned granter,
                          struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    if (ancient_card[card].kind == ARTEFACT) {
        p->artefact[p->artefacts++] = (uint8_t)card;
        see(s, card, everybody(s), 0);
        settle(p);
        tell(to, E_BUILT, s->active, TB_ALL, card, granter, 0, 0);
    } else {
        int tokens = entry_tokens(s, s->active, card);

        place_monument(s, s->active, card, space, tokens);
        tell(to, E_CREATED, s->active, TB_ALL, card, (unsigned)space + 1, (unsigned)tokens,
             granter);
    }
}

static void finish_create(struct tb_state *s, struct tb_events *to)
{
    struct frame f = *top(s);
    struct group group = { 0 };
    unsigned card = f.x[X_CARD];
    bool artefact = ancient_card[card].kind == ARTEFACT;

    pop(s);
    put_into_play(s, card, f.x[X_SPACE], f.card, to);
    join_own(&group, card);
    join_triggers(s, &group, ON_CREATE, kind_bit(card), artefact ? -1 : f.x[X_SPACE],
                  f.card, card);
    push_group(s, &group);
}

/* A card being created lies open, out of the hand, while its price is paid. */
unsigned card_in_creation(const struct tb_state *s)
{
    const struct frame *f = s->frames ? top_of(s) : NULL;

    return f && f->code == OP_CREATE ? f->x[X_CARD] : NONE;
}

static void pay_one(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = top(s);

    f->x[X_PRICE]--;
    give_up(s, s->active, i, !f->x[X_PRICE], E_DISCARDED, f->x[X_CARD], to);
}

static void run_create(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);

    if (f->x[X_STAGE] == CREATE_CARD) {
        if (!ask(s, s->active, ASK_CREATE, to))
            pop(s);
    } else if (f->x[X_STAGE] == CREATE_SPACE) {
        ask(s, s->active, ASK_SPACE, to);
    } else if (!f->x[X_PRICE]) {
        finish_create(s, to);
    } else {
        ask(s, s->active, ASK_PAY, to);
    }
}

static void choose_card(struct tb_state *s, unsigned card)
{
    struct frame *f = top(s);

    f->x[X_CARD] = (uint8_t)card;
    if (ancient_card[card].kind == ARTEFACT) {
        f->x[X_STAGE] = CREATE_PAY;
        f->x[X_PRICE] = ancient_card[card].cost;
    } else {
        f->x[X_STAGE] = CREATE_SPACE;
    }
}

static void answer_create(struct tb_state *s, int i)
{
    unsigned card = s->player[s->active].hand[i];

    leave_hand(&s->player[s->active], i);
    see(s, card, everybody(s), 0);
    choose_card(s, card);
}

static void answer_space(struct tb_state *s, int space)
{
    struct frame *f = top(s);

    f->x[X_SPACE] = (uint8_t)space;
    f->x[X_PRICE] = (uint8_t)price_of(f->x[X_CARD], space);
    f->x[X_STAGE] = CREATE_PAY;
}

/* ---- LEARN: R5.3 ---- */

static void begin_learn(struct tb_state *s, bool free, unsigned granter)
{
    push(s, OP_LEARN, granter, 0)->x[X_FREE] = free;
}

static void learning_event(struct tb_state *s, unsigned technology, unsigned granter)
{
    struct group group = { 0 };

    join_own(&group, technology);
    join_triggers(s, &group, ON_LEARN, kind_bit(technology), -1, granter, NONE);
    push_group(s, &group);
}

static void acquire(struct tb_state *s, unsigned technology, unsigned granter,
                    struct tb_events *to)
{
    s->player[s->active].tech |= tech_bit(technology);
    tell(to, E_LEARNED, s->active, TB_ALL, technology, granter, 0, 0);
}

static void answer_learn(struct tb_state *s, int face, struct tb_events *to)
{
    int tile = face / FACES;
    unsigned technology = s->face[face], granter = top(s)->card;

    pop(s);
    acquire(s, technology, granter, to);
    s->face[face] = NONE;
    refill(s, tile, to);
    learning_event(s, technology, granter);
}

static void run_learn(struct tb_state *s, struct tb_events *to)
{
    if (!ask(s, s->active, ASK_LEARN, to))
        pop(s);
}

static void run_bury(struct tb_state *s, struct tb_events *to)
{
    if (!top(s)->x[X_LEFT] || !ask(s, s->active, ASK_BURY, to))
        pop(s);
}

static void answer_bury(struct tb_state *s, int face, struct tb_events *to)
{
    struct frame *f = top(s);
    int tile = face / FACES;
    unsigned technology = s->face[face];

    f->x[X_LEFT]--;
    s->face[face] = NONE;
    put_under(s, technology, everybody(s));
    tell(to, E_BURIED, s->active, TB_ALL, technology, f->card, 0, 0);
    refill(s, tile, to);
}

/* ---- ARCHIVE: R5.4 ---- */

static void run_archive(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);

    if (!ask(s, s->active, f->x[X_STAGE] ? ASK_ARCHIVE_TOKEN : ASK_ARCHIVE, to))
        pop(s);
}

static void answer_archive(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = top(s);

    if (i == STOP_BIT) {
        flush_aside(s, s->active, E_LAID_DOWN, f->card, to);
        pop(s);
        return;
    }
    f->x[X_STAGE] = 1;
    f->x[X_DONE]++;
    give_up(s, s->active, i, false, E_DISCARDED, f->card, to);
}

/* ---- EXCAVATE: R5.5 ---- */

enum { EXCAVATE_COUNT, EXCAVATE_REPLACE, EXCAVATE_DRAW, EXCAVATE_TRIGGERS };

static int straight(const struct player *p) { return p->pasts - count_of(p->tilted); }

static void answer_excavate(struct tb_state *s, int count, struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    for (int i = 0; i < count; i++) /* the oldest straight one first */
        p->tilted |= p->tilted + 1;
    s->tilted = (uint8_t)count;
    s->replaced = 0;
    top(s)->x[X_STAGE] = EXCAVATE_REPLACE;
    tell(to, E_TILTED, s->active, TB_ALL, (unsigned)count, 0, 0, 0);
}

static void run_excavate(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    struct group group = { 0 };

    switch (f->x[X_STAGE]++) {
    case EXCAVATE_COUNT:
        f->x[X_STAGE] = EXCAVATE_COUNT;
        ask(s, s->active, ASK_EXCAVATE, to);
        break;
    case EXCAVATE_REPLACE:
        join_triggers(s, &group, IN_PLACE_OF_DRAW, 0, -1, NONE, NONE);
        push_group(s, &group);
        break;
    case EXCAVATE_DRAW:
        if (!s->replaced)
            draw(s, s->active, s->tilted * excavate_rate(s, s->active), NONE, to);
        break;
    case EXCAVATE_TRIGGERS:
        pop(s);
        join_triggers(s, &group, ON_EXCAVATE, 0, -1, NONE, NONE);
        push_group(s, &group);
        break;
    }
}

/* ---- looking at cards ---- */

static void begin_look_keep(struct tb_state *s, unsigned card, unsigned at, int count,
                            struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    if (p->cards < HAND && look(s, count, false, card, to))
        push(s, OP_LOOK_KEEP, card, at)->x[X_LEFT] = ancient_card[card].effect.op[at].count;
}

static void run_look_keep(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    bool full = s->player[s->active].cards == HAND;

    if (f->x[X_LEFT] && !full && ask(s, s->active, ASK_KEEP, to))
        return;
    flush_aside(s, s->active, E_LAID_DOWN, f->card, to);
    pop(s);
}

static unsigned leave_aside(struct tb_state *s, int i)
{
    unsigned card = s->aside[i];

    s->asides--;
    memmove(s->aside + i, s->aside + i + 1, (size_t)(s->asides - i));
    s->aside[s->asides] = 0;
    return card;
}

static void answer_keep(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = top(s);
    struct player *p = &s->player[s->active];
    unsigned card = leave_aside(s, i);

    f->x[X_LEFT]--;
    p->hand[p->cards++] = (uint8_t)card;
    see(s, card, 1u << s->active, zone_hand(s->active));
    move_unseen(s, Z_ASIDE, zone_hand(s->active), 1u << s->active);
    tell(to, E_KEPT, s->active, 1 << s->active, card, f->card, 0, 0);
}

/* R8.6: what is turned up is set aside, so that a reshuffle cannot bring it back. */
static void reveal_until(struct tb_state *s, unsigned source, unsigned kinds, int count,
                         struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    uint8_t other[BUILDERS];
    int others = 0;

    if (count > HAND - p->cards)
        count = HAND - p->cards;
    while (count > 0) {
        unsigned card = turn_up(s, to);

        if (card == NONE)
            break;
        see(s, card, everybody(s), 0);
        tell(to, E_REVEALED, s->active, TB_ALL, card, source, 0, 0);
        if (kind_bit(card) & kinds) {
            gain(s, s->active, card);
            tell(to, E_TOOK, s->active, TB_ALL, card, source, 0, 0);
            count--;
        } else {
            other[others++] = (uint8_t)card;
        }
    }
    for (int i = 0; i < others; i++)
        discard_openly(s, other[i]);
}

/* R8.6: the card to create is chosen, the others are discarded, then its cost is paid. */
static void run_look_create(struct tb_state *s, struct tb_events *to)
{
    if (ask(s, s->active, ASK_LOOK_CREATE, to))
        return;
    flush_aside(s, s->active, E_LAID_DOWN, top(s)->card, to);
    pop(s);
}

static void answer_look_create(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned card = leave_aside(s, i), source = top(s)->card;

    see(s, card, everybody(s), 0);
    flush_aside(s, s->active, E_LAID_DOWN, source, to);
    pop(s);
    begin_create(s, 0, source);
    choose_card(s, card);
}

static void begin_look_learn(struct tb_state *s, unsigned source, unsigned at, int count,
                             unsigned level, struct tb_events *to)
{
    while (s->asides < count && s->asides < ASIDE) {
        unsigned card = tech_turn_up(s, level, to);

        if (card == NONE)
            break;
        s->aside[s->asides++] = (uint8_t)card;
    }
    if (!s->asides)
        return;
    tell(to, E_LOOKED, s->active, TB_ALL, s->asides, source, 0, 0);
    for (int i = 0; i < s->asides; i++)
        tell(to, E_LOOKED_CARD, s->active, 1 << s->active, s->aside[i], source, 0, 0);
    push(s, OP_LOOK_LEARN, source, at)->x[X_PICK] = NONE;
}

/* R8.6: one is learned, the others go under the deck, then what was learned takes effect.
 */
static void run_look_learn(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    unsigned technology = f->x[X_PICK], granter = f->card;

    if (!f->x[X_STAGE]) {
        f->x[X_STAGE] = 1;
        if (ask(s, s->active, ASK_LOOK_LEARN, to))
            return;
    }
    if (s->asides) {
        ask(s, s->active, ASK_ORDER, to);
        return;
    }
    pop(s);
    if (technology != NONE)
        learning_event(s, technology, granter);
}

static void answer_look_learn(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned technology = leave_aside(s, i);

    top(s)->x[X_PICK] = (uint8_t)technology;
    acquire(s, technology, top(s)->card, to);
}

static void answer_order(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned technology = leave_aside(s, i);

    put_under(s, technology, 1u << s->active);
    tell(to, E_UNDER, s->active, TB_ALL, ancient_card[technology].level, top(s)->card, 0,
         0);
    tell(to, E_UNDER_CARD, s->active, 1 << s->active, technology, top(s)->card, 0, 0);
}

/* R8.6: X_STAGE counts the seats that have had their turn, the learner twice. */
static void run_draft(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = top(s);
    int seat = next_opponent(s, f);

    if (f->x[X_STAGE] > s->head.seats || !s->asides) {
        for (int i = 0; i < s->asides; i++)
            discard_openly(s, s->aside[i]);
        if (s->asides)
            tell(to, E_DISCARDED, s->active, TB_ALL, s->asides, s->aside[s->asides - 1],
                 f->card, 0);
        s->asides = 0;
        memset(s->aside, 0, sizeof s->aside);
        pop(s);
    } else if (s->player[seat].cards == HAND) {
        f->x[X_STAGE]++;
    } else {
        ask(s, seat, ASK_DRAFT, to);
    }
}

static void answer_draft(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = top(s);
    int seat = next_opponent(s, f);
    unsigned card = leave_aside(s, i);

    f->x[X_STAGE]++;
    gain(s, seat, card);
    tell(to, E_TOOK, seat, TB_ALL, card, f->card, 0, 0);
}

/* ---- an operation begins ---- */

static struct frame *push_count(struct tb_state *s, unsigned code, unsigned card,
                                unsigned at, int count)
{
    struct frame *f = push(s, code, card, at);

    f->x[X_LEFT] = (uint8_t)(count > 255 ? 255 : count);
    return f;
}

static void start_op(struct tb_state *s, unsigned card, unsigned at, int chosen,
                     struct tb_events *to)
{
    const struct op *op = &ancient_card[card].effect.op[at];
    int count = value_of(s, s->active, card, chosen, &op->amount);
    struct frame *f;

    switch ((enum op_code)op->code) {
    case OP_DRAW:
        draw(s, s->active, count, card, to);
        break;
    case OP_DISCARD:
    case OP_REMOVE:
    case OP_STEAL:
    case OP_BURY:
    case OP_GIVE_LOST:
        push_count(s, op->code, card, at, count);
        break;
    case OP_DISCARD_SELF:
        discard_self(s, card, to);
        break;
    case OP_DISCARD_ARTEFACTS:
    case OP_SWAP:
    case OP_MOVE:
    case OP_ARCHIVE:
        push(s, op->code, card, at);
        break;
    case OP_REMOVE_EACH:
        take_each(s, slots_in(s, s->active, card, &op->of), count, card, to);
        break;
    case OP_REMOVE_PICK:
        f = push_count(s, op->code, card, at, op->count);
        f->x[X_DONE] = (uint8_t)count; /* tokens off each */
        break;
    case OP_PURGE:
        if (op->flags & F_UPTO)
            push_count(s, OP_PURGE, card, at, count);
        else
            purge(s, count, card, to);
        break;
    case OP_OPP_DISCARD:
    case OP_OPP_DISCARD_ARTEFACT:
    case OP_OPP_ADD:
        f = push_count(s, op->code, card, at, count);
        f->x[X_STAGE] = 1; /* the opponent whose turn it is, counted from the active one */
        f->x[X_DONE] = f->x[X_LEFT];
        break;
    case OP_STRAIGHTEN:
        straighten(s, count, card, to);
        break;
    case OP_CREATE:
        begin_create(s, op->kinds, card);
        break;
    case OP_LEARN:
        begin_learn(s, op->flags & F_FREE, card);
        break;
    case OP_LOOK_KEEP:
        begin_look_keep(s, card, at, count, to);
        break;
    case OP_REVEAL_UNTIL:
        reveal_until(s, card, op->kinds, count, to);
        break;
    case OP_LOOK_CREATE:
        if (look(s, count, false, card, to))
            push(s, OP_LOOK_CREATE, card, at);
        break;
    case OP_LOOK_LEARN:
        begin_look_learn(s, card, at, count, op->count, to);
        break;
    case OP_DRAFT:
        look(s, count, true, card, to);
        push(s, OP_DRAFT, card, at);
        break;
    case OP_SKIP_DECLINE:
        if (s->phase != PHASE_DECLINE)
            s->skip = 1;
        break;
    case OP_NONE:
    case OP_VP:
    case OP_ENTRY:
    case OP_ENTRY_SELF:
    case OP_REQ_LESS:
    case OP_EXCAVATE_RATE:
    case OP_EXCAVATE:
    case OP_EFFECT:
    case OP_GROUP:
        break;
    }
}

static void run_purge(struct tb_state *s, struct tb_events *to)
{
    if (!s->player[s->active].lost || !ask(s, s->active, ASK_AMOUNT, to))
        pop(s);
}

static void answer_amount(struct tb_state *s, int count, struct tb_events *to)
{
    struct frame *f = top(s);
    unsigned card = f->card;

    if (f->code == OP_PURGE) {
        pop(s);
        purge(s, count, card, to);
    } else {
        f->x[X_STAGE] = 0;
        take_tokens(s, s->active, f->x[X_PICKED] >> 4, count, card, to);
    }
}

static void run_frame(struct tb_state *s, struct tb_events *to)
{
    switch ((enum op_code)top(s)->code) {
    case OP_EFFECT:
        run_effect(s, to);
        break;
    case OP_GROUP:
        run_group(s, to);
        break;
    case OP_DISCARD:
        run_discard(s, to);
        break;
    case OP_DISCARD_ARTEFACTS:
        run_discard_artefacts(s, to);
        break;
    case OP_REMOVE:
        run_remove(s, to);
        break;
    case OP_REMOVE_PICK:
        run_remove_pick(s, to);
        break;
    case OP_PURGE:
        run_purge(s, to);
        break;
    case OP_OPP_DISCARD:
    case OP_OPP_DISCARD_ARTEFACT:
        run_opp_discard(s, to);
        break;
    case OP_OPP_ADD:
        run_opp_add(s, to);
        break;
    case OP_GIVE_LOST:
        run_give_lost(s, to);
        break;
    case OP_STEAL:
        run_steal(s, to);
        break;
    case OP_SWAP:
        run_swap(s, to);
        break;
    case OP_MOVE:
        run_move(s, to);
        break;
    case OP_CREATE:
        run_create(s, to);
        break;
    case OP_LEARN:
        run_learn(s, to);
        break;
    case OP_ARCHIVE:
        run_archive(s, to);
        break;
    case OP_EXCAVATE:
        run_excavate(s, to);
        break;
    case OP_BURY:
        run_bury(s, to);
        break;
    case OP_LOOK_KEEP:
        run_look_keep(s, to);
        break;
    case OP_LOOK_CREATE:
        run_look_create(s, to);
        break;
    case OP_LOOK_LEARN:
        run_look_learn(s, to);
        break;
    case OP_DRAFT:
        run_draft(s, to);
        break;
    case OP_NONE:
    case OP_DRAW:
    case OP_DISCARD_SELF:
    case OP_REMOVE_EACH:
    case OP_STRAIGHTEN:
    case OP_REVEAL_UNTIL:
    case OP_SKIP_DECLINE:
    case OP_VP:
    case OP_ENTRY:
    case OP_ENTRY_SELF:
    case OP_REQ_LESS:
    case OP_EXCAVATE_RATE:
        pop(s); /* done when begun */
        break;
    }
}

/* ---- the turn: R4, R6 ---- */

static void begin_turn(struct tb_state *s, int seat, struct tb_events *to)
{
    s->active = (uint8_t)seat;
    s->turn = (uint8_t)(s->turn + (seat == 0));
    s->phase = PHASE_ACTION;
    s->actions = 2;
    s->skip = 0;
    s->tilted = 0;
    s->replaced = 0;
    s->declined = 0;
    tell(to, E_TURN, seat, TB_ALL, s->turn, 0, 0, 0);
}

static void answer_action(struct tb_state *s, int action, struct tb_events *to)
{
    s->actions--;
    tell(to, E_ACTION, s->active, TB_ALL, (unsigned)action, 0, 0, 0);
    switch (DO_CREATE + action) {
    case DO_CREATE:
        begin_create(s, MONUMENTS | 1 << ARTEFACT, NONE);
        break;
    case DO_LEARN:
        begin_learn(s, false, NONE);
        break;
    case DO_ARCHIVE:
        push(s, OP_ARCHIVE, NONE, 0);
        break;
    case DO_EXCAVATE:
        push(s, OP_EXCAVATE, NONE, 0);
        break;
    default:
        draw(s, s->active, 1, NONE, to);
    }
}

/* R6.1: the list is fixed when the phase begins. */
static void begin_chronicle(struct tb_state *s)
{
    const struct player *p = &s->player[s->active];

    s->phase = PHASE_CHRONICLE;
    for (unsigned slots = occupied(p); slots; slots &= slots - 1)
        if (ancient_card[p->card[first_of(slots)]].timing == T_TIMELINE)
            s->chronicle[s->chronicles++] = p->card[first_of(slots)];
    for (int i = 0; i < p->artefacts; i++)
        if (ancient_card[p->artefact[i]].timing == T_TIMELINE)
            s->chronicle[s->chronicles++] = p->artefact[i];
}

static void strike_chronicle(struct tb_state *s, int i)
{
    s->chronicles--;
    memmove(s->chronicle + i, s->chronicle + i + 1, (size_t)(s->chronicles - i));
    s->chronicle[s->chronicles] = 0;
}

static void answer_activate(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned card = s->chronicle[i];

    strike_chronicle(s, i);
    tell(to, E_ACTIVATED, s->active, TB_ALL, card, 0, 0, 0);
    begin_effect(s, card);
}

enum { DECLINE_NEXT, DECLINE_EFFECT, DECLINE_DONE, DECLINE_CHECK, DECLINE_SHIFT };

static void end_chronicle(struct tb_state *s, struct tb_events *to)
{
    s->chronicles = 0;
    memset(s->chronicle, 0, sizeof s->chronicle);
    s->phase = PHASE_DECLINE;
    s->stage = DECLINE_NEXT;
    if (s->skip) {
        s->stage = DECLINE_SHIFT + 1;
        tell(to, E_SKIPPED, s->active, TB_ALL, 0, 0, 0, 0);
    }
}

static void run_chronicle(struct tb_state *s, struct tb_events *to)
{
    const struct player *p = &s->player[s->active];

    for (int i = 0; i < s->chronicles;)
        if (in_play(p, s->chronicle[i]))
            i++;
        else
            strike_chronicle(s, i);
    for (int i = 0; i < s->chronicles; i++)
        if (possible(s, s->chronicle[i])) {
            ask(s, s->active, ASK_ACTIVATE, to);
            return;
        }
    end_chronicle(s, to);
}

static void answer_decline(struct tb_state *s, int slot)
{
    s->declining = s->player[s->active].card[slot];
    s->stage = DECLINE_EFFECT;
    if (ancient_card[s->declining].timing == T_DECLINE)
        begin_effect(s, s->declining);
}

/* R6.2: the order matters only where an effect is involved. */
static void next_decline(struct tb_state *s, struct tb_events *to)
{
    const struct player *p = &s->player[s->active];
    unsigned slots = occupied(p) & 3;

    if (!slots)
        s->stage = DECLINE_DONE;
    else if (slots == 3 && (ancient_card[p->card[0]].timing == T_DECLINE ||
                            ancient_card[p->card[1]].timing == T_DECLINE))
        ask(s, s->active, ASK_DECLINE, to);
    else
        answer_decline(s, 0);
}

static void finish_decline(struct tb_state *s, struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    unsigned card = s->declining;
    int slot = slot_of(p, card);

    s->declining = NONE;
    s->stage = DECLINE_NEXT;
    if (slot < 0)
        return; /* its own effect discarded it */
    if (p->tokens[slot]) {
        p->lost = (uint16_t)(p->lost + p->tokens[slot]);
        s->declined = (uint16_t)(s->declined + p->tokens[slot]);
        tell(to, E_LOST, s->active, TB_ALL, card, p->tokens[slot], 0, 0);
    }
    leave_timeline(s, s->active, slot);
    assert(p->pasts < PAST);
    p->past[p->pasts++] = (uint8_t)card;
    p->past_of[ancient_card[card].kind]++;
    p->past_scoring = (uint8_t)(p->past_scoring + (ancient_card[card].timing == T_ENDGAME));
    tell(to, E_DECLINED, s->active, TB_ALL, card, p->pasts, 0, 0);
}

static void check_past(struct tb_state *s, struct tb_events *to)
{
    int past = s->player[s->active].pasts;

    s->stage = DECLINE_SHIFT;
    if (past >= END_AT && !s->ending) {
        s->ending = 1;
        tell(to, E_ENDING, s->active, TB_ALL, (unsigned)past, 0, 0, 0);
    }
    if (past >= FLIP_AT && !s->flipped) {
        s->flipped = 1;
        ask(s, s->active, ASK_FLIP, to);
    }
}

static void shift(struct tb_state *s, struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    s->stage++;
    if (!occupied(p))
        return;
    memmove(p->card, p->card + 2, SLOTS - 2);
    memmove(p->tokens, p->tokens + 2, SLOTS - 2);
    memset(p->card + SLOTS - 2, NONE, 2);
    memset(p->tokens + SLOTS - 2, 0, 2);
    for (int k = CITY; k <= PYRAMID; k++)
        p->of[k] >>= 2;
    p->laden >>= 2;
    tell(to, E_SHIFTED, s->active, TB_ALL, 0, 0, 0, 0);
}

static void end_game(struct tb_state *s, struct tb_events *to)
{
    struct tb_result result;

    s->phase = PHASE_OVER;
    s->head.owes = 0;
    if (!to)
        return;
    ancient_score(s, &result);
    for (int seat = 0; seat < s->head.seats; seat++)
        if (result.place[seat] == 1)
            tell(to, E_WON, seat, TB_ALL,
                 result.points[seat] < 0 ? 0 : (unsigned)result.points[seat], 0, 0, 0);
}

static void end_turn(struct tb_state *s, struct tb_events *to)
{
    s->stage = 0;
    if (s->ending && s->active == s->head.seats - 1)
        end_game(s, to);
    else
        begin_turn(s, (s->active + 1) % s->head.seats, to);
}

/* Stage after stage, as long as nobody is asked and no effect has been begun. */
static void run_decline(struct tb_state *s, struct tb_events *to)
{
    struct group group = { 0 };

    if (s->stage == DECLINE_EFFECT)
        finish_decline(s, to);
    if (s->stage == DECLINE_NEXT)
        next_decline(s, to);
    if (s->stage == DECLINE_DONE) {
        s->stage = DECLINE_CHECK;
        join_triggers(s, &group, ON_DECLINED, 0, -1, NONE, NONE);
        push_group(s, &group);
    }
    if (s->frames)
        return;
    if (s->stage == DECLINE_CHECK)
        check_past(s, to);
    if (s->ask)
        return;
    if (s->stage == DECLINE_SHIFT)
        shift(s, to);
    if (s->stage > DECLINE_SHIFT)
        end_turn(s, to);
}

static void run_turn(struct tb_state *s, struct tb_events *to)
{
    if (s->phase == PHASE_DECLINE)
        run_decline(s, to);
    else if (s->phase == PHASE_CHRONICLE)
        run_chronicle(s, to);
    else if (s->actions)
        ask(s, s->active, ASK_ACTION, to);
    else
        begin_chronicle(s);
}

void resume(struct tb_state *s, struct tb_events *to)
{
    while (!s->ask && s->phase != PHASE_OVER)
        if (s->frames)
            run_frame(s, to);
        else
            run_turn(s, to);
}

/* ---- questions and answers ---- */

/* What the bits of options stand for, and the verb of the answer. */
enum over {
    OVER_VERBS,
    OVER_HAND,
    OVER_VICTIM,
    OVER_ASIDE,
    OVER_FACES,
    OVER_SPACES,
    OVER_NUMBERS,
    OVER_SLOTS,
    OVER_BOARD,
    OVER_MEMBERS,
    OVER_CHRONICLE,
    OVER_ALL_SLOTS
};

/* clang-format off */
static const struct { uint8_t verb, over; } question[ASKS] = {
    [ASK_ACTION]        = { DO_CREATE, OVER_VERBS },
    [ASK_CREATE]        = { CREATE,    OVER_HAND },
    [ASK_SPACE]         = { SPACE,     OVER_SPACES },
    [ASK_PAY]           = { PAY,       OVER_HAND },
    [ASK_LEARN]         = { LEARN,     OVER_FACES },
    [ASK_ARCHIVE]       = { ARCHIVE,   OVER_HAND },
    [ASK_ARCHIVE_TOKEN] = { TOKEN,     OVER_SLOTS },
    [ASK_EXCAVATE]      = { EXCAVATE,  OVER_NUMBERS },
    [ASK_MAY]           = { YES,       OVER_VERBS },
    [ASK_NEXT]          = { NEXT,      OVER_MEMBERS },
    [ASK_ACTIVATE]      = { ACTIVATE,  OVER_CHRONICLE },
    [ASK_DECLINE]       = { DECLINE,   OVER_SLOTS },
    [ASK_TOKEN]         = { TOKEN,     OVER_SLOTS },
    [ASK_MONUMENT]      = { CHOOSE,    OVER_SLOTS },
    [ASK_MOVE_SPACE]    = { SPACE,     OVER_SPACES },
    [ASK_AMOUNT]        = { AMOUNT,    OVER_NUMBERS },
    [ASK_HAND_CARD]     = { DISCARD,   OVER_HAND },
    [ASK_ARTEFACT]      = { DISCARD,   OVER_BOARD },
    [ASK_OPP_HAND_CARD] = { DISCARD,   OVER_HAND },
    [ASK_OPP_ARTEFACT]  = { DISCARD,   OVER_BOARD },
    [ASK_OPP_MONUMENT]  = { CHOOSE,    OVER_ALL_SLOTS },
    [ASK_OPPONENT]      = { ROB,       OVER_NUMBERS },
    [ASK_STOLEN]        = { TAKE,      OVER_VICTIM },
    [ASK_BURY]          = { BURY,      OVER_FACES },
    [ASK_KEEP]          = { TAKE,      OVER_ASIDE },
    [ASK_LOOK_CREATE]   = { CREATE,    OVER_ASIDE },
    [ASK_DRAFT]         = { TAKE,      OVER_ASIDE },
    [ASK_LOOK_LEARN]    = { LEARN,     OVER_ASIDE },
    [ASK_ORDER]         = { UNDER,     OVER_ASIDE },
    [ASK_FLIP]          = { FLIP,      OVER_SPACES },
};
/* clang-format on */

static const uint64_t stop = (uint64_t)1 << STOP_BIT;

static uint64_t action_set(const struct tb_state *s)
{
    const struct player *p = &s->player[s->active];
    uint64_t set = 1u << (DO_SEARCH - DO_CREATE);

    if (any_creatable(s, s->active, MONUMENTS | 1 << ARTEFACT))
        set |= 1u << (DO_CREATE - DO_CREATE);
    if (any_learnable(s, s->active, false))
        set |= 1u << (DO_LEARN - DO_CREATE);
    if (p->cards && p->laden)
        set |= 1u << (DO_ARCHIVE - DO_CREATE);
    if (straight(p))
        set |= 1u << (DO_EXCAVATE - DO_CREATE);
    return set;
}

static uint64_t archive_set(const struct tb_state *s, const struct frame *f)
{
    const struct player *p = &s->player[s->active];

    return (p->laden ? hand_set(p, 0) : 0) | (f->x[X_DONE] ? stop : 0);
}

static uint64_t monument_set(const struct tb_state *s, const struct frame *f)
{
    const struct op *op = op_of(f);

    if (f->code == OP_REMOVE_PICK)
        return pickable(s, f) | (op->flags & F_UPTO ? stop : 0);
    if (f->code == OP_MOVE)
        return movable(s, s->active, f->card, op);
    return swappable(s, s->active) & ~(f->x[X_PICK] ? 1u << (f->x[X_PICK] - 1) : 0);
}

static uint64_t move_space_set(const struct tb_state *s, const struct frame *f)
{
    const struct op *op = op_of(f);
    unsigned set = open_spaces(&s->player[s->active]) & ~(1u << f->x[X_PICK] / 2);

    return op->count ? set & 1u << (op->count - 1) : set;
}

static uint64_t amount_set(const struct tb_state *s, const struct frame *f)
{
    const struct player *p = &s->player[s->active];
    int most = f->x[X_LEFT];

    if (f->code == OP_PURGE)
        return (2ull << (p->lost < most ? p->lost : most)) - 1;
    most = p->tokens[f->x[X_PICKED] >> 4];
    if (most > f->x[X_DONE])
        most = f->x[X_DONE];
    return (2ull << most) - 2;
}

static uint64_t opp_monument_set(const struct tb_state *s, const struct frame *f)
{
    uint64_t set = 0;

    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != s->active && (f->code == OP_GIVE_LOST || seat == next_opponent(s, f)))
            set |= (uint64_t)occupied(&s->player[seat]) << SLOTS * seat;
    return set;
}

static uint64_t opponent_set(const struct tb_state *s)
{
    uint64_t set = 0;

    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != s->active && s->player[seat].cards)
            set |= 1u << seat;
    return set;
}

static uint64_t bury_set(const struct tb_state *s, const struct frame *f)
{
    unsigned level = op_of(f)->count;
    const uint8_t *face = s->face;
    uint64_t set = 0;

    for (int i = 0; i < TILES * FACES; i++)
        if (face[i] != NONE && (!level || ancient_card[face[i]].level == level))
            set |= 1u << i;
    return set;
}

static uint64_t aside_set(const struct tb_state *s)
{
    const struct player *p = &s->player[s->active];
    uint64_t set = 0;

    for (int i = 0; i < s->asides; i++) {
        unsigned card = s->aside[i];

        if (s->ask == ASK_LOOK_LEARN ? learnable(s, s->active, card)
                                     : kind_bit(card) & op_of(top_of(s))->kinds &&
                                           creatable_card(p, card, p->cards))
            set |= 1u << i;
    }
    return set;
}

static uint64_t flip_set(const struct tb_state *s)
{
    uint64_t set = 0;

    for (int i = 0; i < TILES; i++)
        if (s->tile_level[i] == 1)
            set |= 1u << i;
    return set;
}

static uint64_t choices(const struct tb_state *s)
{
    const struct player *p = &s->player[s->who];
    const struct frame *f = s->frames ? top_of(s) : NULL;

    switch ((enum ask)s->ask) {
    case ASK_ACTION:
        return action_set(s);
    case ASK_CREATE:
        return creatable(s, s->active, f->x[X_KINDS]);
    case ASK_SPACE:
        return spaces_for(p, f->x[X_CARD], p->cards);
    case ASK_PAY:
        return hand_set(p, 0);
    case ASK_LEARN:
        return learnable_faces(s, s->active, f->x[X_FREE]);
    case ASK_ARCHIVE:
        return archive_set(s, f);
    case ASK_ARCHIVE_TOKEN:
        return p->laden;
    case ASK_EXCAVATE:
        return (2ull << straight(p)) - 2;
    case ASK_MAY: /* bit 0: yes, bit 1: no */
        return may_possible(s, f->card, f->at, false) ? 3 : 2;
    case ASK_NEXT:
        return (1u << f->at) - 1;
    case ASK_ACTIVATE:
        return (1u << s->chronicles) - 1;
    case ASK_DECLINE:
        return occupied(p) & 3;
    case ASK_TOKEN:
        return (slots_in(s, s->active, f->card, &op_of(f)->of) & p->laden) |
               (op_of(f)->flags & F_UPTO ? stop : 0);
    case ASK_MONUMENT:
        return monument_set(s, f);
    case ASK_MOVE_SPACE:
        return move_space_set(s, f);
    case ASK_AMOUNT:
        return amount_set(s, f);
    case ASK_HAND_CARD:
        return hand_set(p, op_of(f)->kinds) | (op_of(f)->flags & F_UPTO ? stop : 0);
    case ASK_ARTEFACT:
        return ((1u << p->artefacts) - 1) | stop;
    case ASK_OPP_HAND_CARD:
        return hand_set(p, 0);
    case ASK_OPP_ARTEFACT:
        return (1u << p->artefacts) - 1;
    case ASK_OPP_MONUMENT:
        return opp_monument_set(s, f);
    case ASK_OPPONENT:
        return opponent_set(s);
    case ASK_STOLEN:
        return hand_set(&s->player[f->x[X_PICK]], 0);
    case ASK_BURY:
        return bury_set(s, f);
    case ASK_KEEP:
    case ASK_DRAFT:
    case ASK_ORDER:
        return (1u << s->asides) - 1;
    case ASK_LOOK_CREATE:
    case ASK_LOOK_LEARN:
        return aside_set(s);
    case ASK_FLIP:
        return flip_set(s);
    case ASK_NOTHING:
    case ASK_PUT_AWAY:
    case ASKS:
        break;
    }
    return 0;
}

int cards_owed(const struct tb_state *s)
{
    return s->ask == ASK_HAND_CARD && op_of(top_of(s))->flags & F_PAY ? top_of(s)->x[X_LEFT]
                                                                      : 1;
}

void refresh(struct tb_state *s) { s->options = choices(s); }

static void answer(struct tb_state *s, int i, struct tb_events *to)
{
    enum ask kind = (enum ask)s->ask;
    struct frame *f = s->frames ? top(s) : NULL;

    s->ask = ASK_NOTHING;
    s->options = 0;
    switch (kind) {
    case ASK_ACTION:
        answer_action(s, i, to);
        break;
    case ASK_CREATE:
        answer_create(s, i);
        break;
    case ASK_SPACE:
        answer_space(s, i);
        break;
    case ASK_PAY:
        pay_one(s, i, to);
        break;
    case ASK_LEARN:
        answer_learn(s, i, to);
        break;
    case ASK_ARCHIVE:
        answer_archive(s, i, to);
        break;
    case ASK_ARCHIVE_TOKEN:
        f->x[X_STAGE] = 0;
        take_tokens(s, s->active, i, 1, f->card, to);
        break;
    case ASK_EXCAVATE:
        answer_excavate(s, i, to);
        break;
    case ASK_MAY:
        answer_may(s, i == 0);
        break;
    case ASK_NEXT:
        take_member(s, i);
        break;
    case ASK_ACTIVATE:
        answer_activate(s, i, to);
        break;
    case ASK_DECLINE:
        answer_decline(s, i);
        break;
    case ASK_TOKEN:
        if (i == STOP_BIT)
            pop(s);
        else {
            f->x[X_LEFT]--;
            take_tokens(s, s->active, i, 1, f->card, to);
        }
        break;
    case ASK_MONUMENT:
        if (i == STOP_BIT)
            pop(s);
        else
            answer_monument(s, i, to);
        break;
    case ASK_MOVE_SPACE: {
        int slot = f->x[X_PICK];
        unsigned source = f->card;

        pop(s);
        move_monument(s, slot, i, source, to);
        break;
    }
    case ASK_AMOUNT:
        answer_amount(s, i, to);
        break;
    case ASK_HAND_CARD:
        if (i == STOP_BIT)
            f->x[X_LEFT] = 0;
        else
            discard_one(s, i, to);
        break;
    case ASK_ARTEFACT:
        if (i == STOP_BIT)
            f->x[X_STAGE] = 1;
        else {
            f->x[X_DONE]++;
            leave_board(s, s->active, i, f->card, to);
        }
        break;
    case ASK_OPP_HAND_CARD:
        f->x[X_LEFT]--;
        give_up(s, s->who, i, !f->x[X_LEFT], E_FORCED, f->card, to);
        break;
    case ASK_OPP_ARTEFACT:
        f->x[X_LEFT]--;
        leave_board(s, s->who, i, f->card, to);
        break;
    case ASK_OPP_MONUMENT:
        answer_opp_monument(s, i, to);
        break;
    case ASK_OPPONENT:
        answer_opponent(s, i, to);
        break;
    case ASK_STOLEN:
        answer_stolen(s, i, to);
        break;
    case ASK_BURY:
        answer_bury(s, i, to);
        break;
    case ASK_KEEP:
        answer_keep(s, i, to);
        break;
    case ASK_LOOK_CREATE:
        answer_look_create(s, i, to);
        break;
    case ASK_DRAFT:
        answer_draft(s, i, to);
        break;
    case ASK_LOOK_LEARN:
        answer_look_learn(s, i, to);
        break;
    case ASK_ORDER:
        answer_order(s, i, to);
        break;
    case ASK_FLIP:
        flip(s, i, to);
        break;
    case ASK_NOTHING:
    case ASK_PUT_AWAY:
    case ASKS:
        break;
    }
}

/* Questions asked even where there is but one answer. An action: nobody's turn should
 * pass without its player. What depends on the hand: the others would learn what is in
 * it, and that could not be taken back. */
static bool always_asked(enum ask kind)
{
    return kind == ASK_ACTION || kind == ASK_MAY || question[kind].over == OVER_HAND;
}

/* False: there is nothing to answer, and nobody was asked. */
static bool ask(struct tb_state *s, int who, enum ask kind, struct tb_events *to)
{
    uint64_t set;

    s->ask = (uint8_t)kind;
    s->who = (uint8_t)who;
    set = choices(s);
    if (set & (set - 1) || (set && set != stop && always_asked(kind))) {
        s->options = set;
        s->head.owes = (uint8_t)(1 << who);
    } else if (set) {
        answer(s, (int)first_of(set), to);
    } else {
        s->ask = ASK_NOTHING;
    }
    return set != 0;
}

/* ---- moves ---- */

/* The cards that the bits stand for, in their order; NULL: they stand for numbers. */
static const uint8_t *subjects(const struct tb_state *s, enum over over)
{
    switch (over) {
    case OVER_HAND:
        return s->player[s->who].hand;
    case OVER_VICTIM:
        return s->player[top_of(s)->x[X_PICK]].hand;
    case OVER_ASIDE:
        return s->aside;
    case OVER_FACES:
        return s->face;
    case OVER_SLOTS:
        return s->player[s->who].card;
    case OVER_BOARD:
        return s->player[s->who].artefact;
    case OVER_MEMBERS:
        return top_of(s)->x;
    case OVER_CHRONICLE:
        return s->chronicle;
    case OVER_ALL_SLOTS:
    case OVER_SPACES:
    case OVER_VERBS:
    case OVER_NUMBERS:
        break;
    }
    return NULL;
}

tb_move move_of(const struct tb_state *s, int i)
{
    unsigned verb = question[s->ask].verb;
    enum over over = (enum over)question[s->ask].over;
    const uint8_t *cards = subjects(s, over);

    if (i == STOP_BIT)
        return tb_mv(STOP, 0, 0);
    if (cards)
        return tb_mv(verb, cards[i], 0);
    if (over == OVER_VERBS)
        return tb_mv(verb + (unsigned)i, 0, 0);
    if (over == OVER_ALL_SLOTS)
        return tb_mv(verb, s->player[i / SLOTS].card[i % SLOTS], 0);
    return tb_mv(verb, (unsigned)i + (over == OVER_SPACES), 0);
}

static int slot_of_anybody(const struct tb_state *s, unsigned card)
{
    int seat = 0;

    while (slot_of(&s->player[seat], card) < 0)
        seat++;
    return SLOTS * seat + slot_of(&s->player[seat], card);
}

static int option_of(const struct tb_state *s, tb_move move)
{
    unsigned verb = tb_verb(move), arg = tb_arg(move, 0);
    enum over over = (enum over)question[s->ask].over;
    const uint8_t *cards = subjects(s, over);
    int i = 0;

    if (verb == STOP)
        return STOP_BIT;
    if (cards) {
        while (cards[i] != arg)
            i++;
        return i;
    }
    if (over == OVER_VERBS)
        return (int)(verb - question[s->ask].verb);
    if (over == OVER_ALL_SLOTS)
        return slot_of_anybody(s, arg);
    return (int)arg - (over == OVER_SPACES);
}

static int kept(const struct player *p) { return p->cards - p->given; }

/* Who has put four away may change his mind until all have. */
static int setup_moves(const struct player *p, tb_move *out)
{
    int count = 0;

    if (p->given == PUT_AWAY)
        for (; count < PUT_AWAY; count++)
            out[count] = tb_mv(KEEP, p->hand[kept(p) + count], 0);
    else
        for (; count < kept(p); count++)
            out[count] = tb_mv(PUT, p->hand[count], 0);
    return count;
}

static int moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = 0;

    if (s->phase == PHASE_SETUP) {
        return setup_moves(&s->player[seat], out);
    }
    for (uint64_t set = s->options; set; set &= set - 1)
        out[count++] = move_of(s, (int)first_of(set));
    return count;
}

static tb_move setup_pick(const struct player *p, uint64_t *rng)
{
    tb_move list[HAND];
    int count = setup_moves(p, list);

    return list[tb_random_below(rng, (uint32_t)count)];
}

/* moves() without the list, draw for draw. */
static tb_move pick(const struct tb_state *s, int seat, uint64_t *rng)
{
    const struct player *p = &s->player[seat];
    uint64_t set = s->options;

    if (s->phase == PHASE_SETUP)
        return setup_pick(p, rng);
    for (uint32_t n = tb_random_below(rng, (uint32_t)count_of(set)); n; n--)
        set &= set - 1;
    return move_of(s, (int)first_of(set));
}

/* ---- set-up: R3 ---- */

static void begin_play(struct tb_state *s, struct tb_events *to)
{
    for (int seat = 2; seat < s->head.seats; seat++)
        draw(s, seat, 1, NONE, to);
    begin_turn(s, 0, to);
    resume(s, to);
}

/* What each put away goes onto the pile in turn order; only the last card shows. */
static void end_setup(struct tb_state *s, struct tb_events *to)
{
    for (int seat = 0; seat < s->head.seats; seat++) {
        struct player *p = &s->player[seat];

        for (int i = HAND - PUT_AWAY; i < HAND; i++) {
            s->piles++;
            s->builders[BUILDERS - s->piles] = p->hand[i];
            s->may[seat][p->hand[i]] = Z_PILE;
            p->hand[i] = 0;
        }
        p->cards = HAND - PUT_AWAY;
        p->given = 0;
        move_unseen(s, zone_hand(seat), Z_PILE, 1u << seat);
    }
    see(s, *pile_top(s), everybody(s), Z_PILE);
    s->ask = ASK_NOTHING;
    s->head.may = 0;
    begin_play(s, to);
}

static void put_away(struct tb_state *s, int seat, unsigned card, struct tb_events *to)
{
    struct player *p = &s->player[seat];

    leave_hand(p, hand_of(p, card));
    p->hand[p->cards++] = (uint8_t)card;
    p->given++;
    tell(to, E_PUT_AWAY, seat, TB_ALL, p->given, 0, 0, 0);
    tell(to, E_PUT_AWAY_CARD, seat, 1 << seat, card, 0, 0, 0);
    if (p->given == PUT_AWAY) {
        s->head.owes &= (uint8_t) ~(1 << seat);
        s->head.may |= (uint8_t)(1 << seat);
    }
    if (!s->head.owes)
        end_setup(s, to);
}

static void take_back(struct tb_state *s, int seat, unsigned card, struct tb_events *to)
{
    struct player *p = &s->player[seat];
    int i = hand_of(p, card), first = kept(p);

    memmove(p->hand + first + 1, p->hand + first, (size_t)(i - first));
    p->hand[first] = (uint8_t)card;
    p->given--;
    s->head.owes |= (uint8_t)(1 << seat);
    s->head.may &= (uint8_t) ~(1 << seat);
    tell(to, E_TOOK_BACK, seat, TB_ALL, 0, 0, 0, 0);
    tell(to, E_TOOK_BACK_CARD, seat, 1 << seat, card, 0, 0, 0);
}

static void play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    if (s->phase == PHASE_SETUP) {
        (tb_verb(move) == KEEP ? take_back : put_away)(s, seat, tb_arg(move, 0), to);
        return;
    }
    answer(s, option_of(s, move), to);
    resume(s, to);
}

static void lay_technologies(struct tb_state *s)
{
    static const uint8_t level[TILES] = { 1, 1, 2 };

    for (unsigned c = BUILDERS; c < CARDS; c++) {
        unsigned l = ancient_card[c].level - 1u;

        s->tech_deck[l][s->tech_decks[l]++] = (uint8_t)c;
    }
    for (int l = 0; l < LEVELS; l++)
        tb_shuffle(s, s->tech_deck[l], s->tech_decks[l]);
    for (int t = 0; t < TILES; t++) {
        s->tile_level[t] = level[t];
        for (int i = 0; i < FACES; i++)
            s->face[FACES * t + i] = (uint8_t)tech_turn_up(s, level[t], NULL);
    }
}

static void deal(struct tb_state *s, int seat, unsigned card)
{
    struct player *p = &s->player[seat];

    p->hand[p->cards++] = (uint8_t)card;
    s->may[seat][card] = zone_hand(seat);
}

/* Everything may be in the deck or in any hand, one's own known hand excepted. */
static void remember_deal(struct tb_state *s)
{
    unsigned hands = ((1u << s->head.seats) - 1) * Z_HAND;

    for (int v = 0; v < VIEWERS; v++)
        if (everybody(s) >> v & 1)
            memset(s->may[v], (int)(Z_DECK | (hands & ~(v < PLAYERS ? zone_hand(v) : 0u))),
                   BUILDERS);
}

static void deal_ten(struct tb_state *s)
{
    remember_deal(s);
    for (unsigned c = 0; c < BUILDERS; c++)
        s->builders[s->decks++] = (uint8_t)c;
    tb_shuffle(s, s->builders, s->decks);
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int i = 0; i < HAND; i++)
            deal(s, seat, deck_top(s));
}

/* Ready-made hands: everybody knows the four lists, so the other cards are in the deck. */
static void deal_ready(struct tb_state *s)
{
    uint8_t hand[PLAYERS] = { 1, 2, 3, 4 };

    remember_deal(s);
    tb_shuffle(s, hand, PLAYERS);
    memcpy(s->ready, hand, s->head.seats);
    for (unsigned c = 0; c < BUILDERS; c++) {
        int seat = 0;

        while (seat < s->head.seats && hand[seat] != ancient_card[c].hand)
            seat++;
        if (!ancient_card[c].hand)
            see(s, c, everybody(s), Z_DECK);
        if (seat < s->head.seats)
            deal(s, seat, c);
        else
            s->builders[s->decks++] = (uint8_t)c;
    }
    for (int seat = 0; seat < s->head.seats; seat++)
        tb_shuffle(s, s->player[seat].hand, s->player[seat].cards);
    tb_shuffle(s, s->builders, s->decks);
}

static void setup(struct tb_state *s)
{
    for (int seat = 0; seat < PLAYERS; seat++) {
        memset(s->player[seat].card, NONE, SLOTS);
        memset(s->player[seat].artefact, NONE, ARTEFACTS);
    }
    s->declining = NONE;
    memset(s->builders, NONE, sizeof s->builders);
    lay_technologies(s);
    if (s->head.option[OPTION_HANDS] == HANDS_READY) {
        deal_ready(s);
        begin_play(s, NULL);
    } else {
        deal_ten(s);
        s->ask = ASK_PUT_AWAY;
        s->head.owes = (uint8_t)((1 << s->head.seats) - 1);
    }
}

/* ---- result: R7.5, R7.6 ---- */

void ancient_score(const struct tb_state *s, struct tb_result *result)
{
    memset(result, 0, sizeof *result);
    for (int seat = 0; seat < s->head.seats; seat++)
        result->points[seat] = score_sheet(s, seat).total;
    for (int seat = 0; seat < s->head.seats; seat++) {
        result->place[seat] = 1;
        for (int other = 0; other < s->head.seats; other++) {
            int lead = result->points[other] - result->points[seat];

            if (lead > 0 || (!lead && s->player[other].lost < s->player[seat].lost))
                result->place[seat]++;
        }
    }
}

static void measure(const struct tb_state *s, double *figures)
{
    double lost = 0, points = 0;

    for (int seat = 0; seat < s->head.seats; seat++) {
        lost += s->player[seat].lost;
        points += score_sheet(s, seat).total;
    }
    figures[0] = s->turn;
    figures[1] = points / s->head.seats;
    figures[2] = lost / s->head.seats;
}

/* ---- the game ---- */

static const char *const hands_values[] = { "dealt", "ready" };
static const char *const hands_labels[] = { TB_N("Ten cards dealt, four put away"),
                                            TB_N("Ready-made hands for a first game") };

static const struct tb_option options[] = {
    { "hands", TB_N("Opening hands"),
      TB_N("Ready-made hands spare newcomers the first choice."), hands_values,
      hands_labels, HANDS_DEALT, HANDS_READY, HANDS_DEALT, NULL, NULL },
    { 0 },
};

static const char *const figures[] = { "rounds", "points", "lost_knowledge", NULL };

const struct tb_game game_ancient = {
    .id = "ancient",
    .name = TB_N("Ancient Knowledge"),
    .about = TB_N("Raise monuments and hand their knowledge down before they fall."),
    .edition = 1,
    .seats_min = 2,
    .seats_max = PLAYERS,
    .state_size = sizeof(struct tb_state),
    .plies_max = 20000,
    .options = options,
    .events = ancient_events,
    .figures = figures,
    .setup = setup,
    .moves = moves,
    .play = play,
    .score = ancient_score,
    .hide = ancient_hide,
    .guess = ancient_guess,
    .notate = ancient_notate,
    .word = ancient_word,
    .show = ancient_show,
    .scene = ancient_scene,
    .view = ancient_view,
    .check = ancient_check,
    .measure = measure,
    .evaluate = ancient_evaluate,
    .order = ancient_order,
    .pick = pick,
};
