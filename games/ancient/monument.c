/* Monuments: knowledge taken off and put on, changing places, straightening the Past. */
#include "work.h"

/* ---- knowledge off one's own monuments ---- */

static unsigned laden_in(const struct tb_state *s, unsigned source, const struct op *op)
{
    return ak_slots_in(s, s->active, source, &op->of) & s->player[s->active].laden;
}

static int sum_tokens(const struct player *p, unsigned slots)
{
    int sum = 0;

    for (; slots; slots &= slots - 1)
        sum += p->tokens[first_of(slots)];
    return sum;
}

static void take_each(struct tb_state *s, unsigned slots, int count, unsigned source,
                      struct tb_events *to)
{
    for (; slots; slots &= slots - 1)
        ak_take_tokens(s, s->active, (int)first_of(slots), count, source, to);
}

bool ak_can_remove(const struct tb_state *s, unsigned source, const struct op *op,
                   bool openly)
{
    return laden_in(s, source, op) != 0;
}

void ak_begin_remove_each(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    take_each(s, laden_in(s, t->card, t->op), t->count, t->card, to);
}

void ak_run_remove(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    const struct op *op = ak_op_of(f);
    unsigned slots = laden_in(s, f->card, op);
    bool all = sum_tokens(&s->player[s->active], slots) <= f->count.left;

    if (!f->count.left || !slots) {
        ak_pop(s);
    } else if (!(op->flags & F_UPTO) && all) {
        take_each(s, slots, 255, f->card, to);
        ak_pop(s);
    } else {
        ak_ask(s, s->active, ASK_TOKEN, to);
    }
}

uint64_t ak_choose_token(const struct tb_state *s, const struct frame *f)
{
    const struct op *op = ak_op_of(f);

    return laden_in(s, f->card, op) | (op->flags & F_UPTO ? ak_stop : 0);
}

void ak_answer_token(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (i == STOP_BIT) {
        ak_pop(s);
        return;
    }
    f->count.left--;
    ak_take_tokens(s, s->active, i, 1, f->card, to);
}

/* No more than there are. */
int ak_left_tokens(const struct tb_state *s, const struct frame *f)
{
    int tokens = sum_tokens(&s->player[s->active], laden_in(s, f->card, ak_op_of(f)));

    return tokens < f->count.left ? tokens : f->count.left;
}

/* ---- knowledge off monuments picked one by one ---- */

void ak_begin_remove_pick(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    ak_push_counted(s, t, t->op->count)->pick.each = (uint8_t)t->count;
}

/* Monuments not picked before, with knowledge. */
static unsigned pickable(const struct tb_state *s, const struct frame *f)
{
    unsigned picked = (unsigned)(f->pick.picked[0] | f->pick.picked[1] << 8);

    return laden_in(s, f->card, ak_op_of(f)) & ~picked;
}

void ak_run_remove_pick(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned slots = pickable(s, f);

    if (f->pick.asked) {
        ak_ask(s, s->active, ASK_PICK_AMOUNT, to);
    } else if (!f->pick.left || !slots) {
        ak_pop(s);
    } else if (!(ak_op_of(f)->flags & F_UPTO) && count_of(slots) <= f->pick.left) {
        take_each(s, slots, f->pick.each, f->card, to);
        ak_pop(s);
    } else {
        ak_ask(s, s->active, ASK_PICK, to);
    }
}

uint64_t ak_choose_pick(const struct tb_state *s, const struct frame *f)
{
    return pickable(s, f) | (ak_op_of(f)->flags & F_UPTO ? ak_stop : 0);
}

void ak_answer_pick(struct tb_state *s, int slot, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (slot == STOP_BIT) {
        ak_pop(s);
        return;
    }
    f->pick.left--;
    f->pick.picked[slot / 8] |= (uint8_t)(1 << slot % 8);
    if (ak_op_of(f)->flags & F_UPTO)
        f->pick.asked = (uint8_t)(slot + 1);
    else
        ak_take_tokens(s, s->active, slot, f->pick.each, f->card, to);
}

uint64_t ak_choose_pick_amount(const struct tb_state *s, const struct frame *f)
{
    int tokens = s->player[s->active].tokens[f->pick.asked - 1];

    return (2ull << (tokens < f->pick.each ? tokens : f->pick.each)) - 2;
}

void ak_answer_pick_amount(struct tb_state *s, int count, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int slot = f->pick.asked - 1;

    assert(slot >= 0);
    f->pick.asked = 0;
    ak_take_tokens(s, s->active, slot, count, f->card, to);
}

/* ---- lost knowledge ---- */

static void purge(struct tb_state *s, int count, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    if (count > p->lost)
        count = p->lost;
    if (!count)
        return;
    p->lost = (uint16_t)(p->lost - count);
    ak_tell(to, E_PURGED, s->active, TB_ALL, (unsigned)count, source, 0, 0);
}

bool ak_can_purge(const struct tb_state *s, unsigned source, const struct op *op,
                  bool openly)
{
    return s->player[s->active].lost > 0;
}

void ak_begin_purge(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    if (t->op->flags & F_UPTO)
        ak_push_counted(s, t, t->count);
    else
        purge(s, t->count, t->card, to);
}

void ak_run_purge(struct tb_state *s, struct tb_events *to)
{
    if (!s->player[s->active].lost || !ak_ask(s, s->active, ASK_PURGE, to))
        ak_pop(s);
}

uint64_t ak_choose_purge(const struct tb_state *s, const struct frame *f)
{
    int lost = s->player[s->active].lost;

    return (2ull << (lost < f->count.left ? lost : f->count.left)) - 1;
}

void ak_answer_purge(struct tb_state *s, int count, struct tb_events *to)
{
    unsigned card = ak_top(s)->card;

    ak_pop(s);
    purge(s, count, card, to);
}

/* ---- knowledge onto the monuments of others ---- */

static bool others_have_monuments(const struct tb_state *s)
{
    for (int turn = 1; turn < s->head.seats; turn++)
        if (occupied(&s->player[ak_opponent(s, turn)]))
            return true;
    return false;
}

static uint64_t slots_of_seat(const struct tb_state *s, int seat)
{
    return (uint64_t)occupied(&s->player[seat]) << SLOTS * seat;
}

/* `i`: as OVER_ALL_SLOTS counts. */
static void add_tokens(struct tb_state *s, int i, int count, enum event told,
                       unsigned source, struct tb_events *to)
{
    int seat = i / SLOTS, slot = i % SLOTS;
    struct player *p = &s->player[seat];
    int room = 255 - p->tokens[slot];

    assert(p->card[slot] != NONE);
    count = count < room ? count : room;
    p->tokens[slot] = (uint8_t)(p->tokens[slot] + count);
    p->laden |= (uint16_t)(1 << slot);
    ak_tell(to, told, seat, TB_ALL, p->card[slot], (unsigned)count, source, 0);
}

bool ak_can_opp_add(const struct tb_state *s, unsigned source, const struct op *op,
                    bool openly)
{
    return others_have_monuments(s);
}

void ak_run_opp_add(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (f->forced.turn == s->head.seats)
        ak_pop(s);
    else if (!ak_ask(s, s->active, ASK_ADD_TO, to))
        f->forced.turn++;
}

uint64_t ak_choose_add_to(const struct tb_state *s, const struct frame *f)
{
    return slots_of_seat(s, ak_opponent(s, f->forced.turn));
}

void ak_answer_add_to(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->forced.turn++;
    add_tokens(s, i, f->forced.each, E_ADDED, f->card, to);
}

bool ak_can_give_lost(const struct tb_state *s, unsigned source, const struct op *op,
                      bool openly)
{
    return s->player[s->active].lost > 0 && others_have_monuments(s);
}

void ak_run_give_lost(struct tb_state *s, struct tb_events *to)
{
    if (!s->player[s->active].lost || !ak_ask(s, s->active, ASK_GIVE_TO, to))
        ak_pop(s);
}

uint64_t ak_choose_give_to(const struct tb_state *s, const struct frame *f)
{
    uint64_t set = 0;

    for (int turn = 1; turn < s->head.seats; turn++)
        set |= slots_of_seat(s, ak_opponent(s, turn));
    return set;
}

void ak_answer_give_to(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    struct player *p = &s->player[s->active];
    int count = p->lost < f->count.left ? p->lost : f->count.left;

    p->lost = (uint16_t)(p->lost - count);
    add_tokens(s, i, count, E_GAVE_LOST, f->card, to);
    ak_pop(s);
}

/* ---- changing places ---- */

/* Not the monument whose decline goes on. */
static unsigned without_declining(const struct tb_state *s, unsigned slots)
{
    int slot = s->declining == NONE ? -1 : ak_slot_of(&s->player[s->active], s->declining);

    return slot < 0 ? slots : slots & ~(1u << slot);
}

static unsigned swappable(const struct tb_state *s)
{
    return without_declining(s, occupied(&s->player[s->active]));
}

bool ak_can_swap(const struct tb_state *s, unsigned source, const struct op *op,
                 bool openly)
{
    return count_of(swappable(s)) > 1;
}

/* The first of the two where nobody has to choose it, counted from 1: the source itself
 * where it must be, either where there are but two. */
static int obvious_first(const struct tb_state *s, const struct frame *f, unsigned slots)
{
    if (ak_op_of(f)->flags & F_SELF)
        return ak_slot_of(&s->player[s->active], f->card) + 1;
    return count_of(slots) == 2 ? (int)first_of(slots) + 1 : 0;
}

void ak_run_swap(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned slots = swappable(s);
    bool gone;

    if (!f->swap.first)
        f->swap.first = (uint8_t)obvious_first(s, f, slots);
    gone = ak_op_of(f)->flags & F_SELF && !f->swap.first;
    if (gone || count_of(slots) < 2 || !ak_ask(s, s->active, ASK_SWAP, to))
        ak_pop(s);
}

uint64_t ak_choose_swap(const struct tb_state *s, const struct frame *f)
{
    return swappable(s) & ~(f->swap.first ? 1u << (f->swap.first - 1) : 0);
}

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

void ak_answer_swap(struct tb_state *s, int slot, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned source = f->card;
    int first = f->swap.first - 1;

    if (first < 0) {
        f->swap.first = (uint8_t)(slot + 1);
        return;
    }
    ak_pop(s);
    swap_slots(s, first, slot, source, to);
}

/* Where a monument can go: any space with room, or the one that the effect names. */
static unsigned targets(const struct tb_state *s, const struct op *op)
{
    unsigned open = ak_open_spaces(&s->player[s->active]);

    return op->count ? open & 1u << (op->count - 1) : open;
}

static unsigned movable(const struct tb_state *s, unsigned source, const struct op *op)
{
    unsigned open = targets(s, op), set = 0;
    unsigned slots = without_declining(s, ak_slots_in(s, s->active, source, &op->of));

    for (; slots; slots &= slots - 1) {
        unsigned slot = first_of(slots);

        if (open & ~(1u << slot / 2))
            set |= 1u << slot;
    }
    return set;
}

bool ak_can_move(const struct tb_state *s, unsigned source, const struct op *op,
                 bool openly)
{
    return movable(s, source, op) != 0;
}

void ak_run_move(struct tb_state *s, struct tb_events *to)
{
    enum ask ask = ak_top(s)->move.chosen ? ASK_MOVE_SPACE : ASK_MOVE;

    if (!ak_ask(s, s->active, ask, to))
        ak_pop(s);
}

uint64_t ak_choose_move(const struct tb_state *s, const struct frame *f)
{
    return movable(s, f->card, ak_op_of(f));
}

void ak_answer_move(struct tb_state *s, int slot, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->move.chosen = 1;
    f->move.slot = (uint8_t)slot;
}

uint64_t ak_choose_move_space(const struct tb_state *s, const struct frame *f)
{
    return targets(s, ak_op_of(f)) & ~(1u << f->move.slot / 2);
}

void ak_answer_move_space(struct tb_state *s, int space, struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    struct frame f = *ak_top(s);
    unsigned card = p->card[f.move.slot];
    int tokens = p->tokens[f.move.slot];

    ak_pop(s);
    ak_leave_timeline(s, s->active, f.move.slot);
    ak_place_monument(s, s->active, card, space, tokens);
    ak_tell(to, E_MOVED, s->active, TB_ALL, card, (unsigned)space + 1, f.card, 0);
}

/* ---- the Past ---- */

bool ak_can_straighten(const struct tb_state *s, unsigned source, const struct op *op,
                       bool openly)
{
    return s->player[s->active].tilted != 0;
}

void ak_begin_straighten(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    unsigned done = 0;

    for (; done < (unsigned)t->count && p->tilted; done++)
        p->tilted &= p->tilted - 1;
    if (done)
        ak_tell(to, E_STRAIGHTENED, s->active, TB_ALL, done, t->card, 0, 0);
}
