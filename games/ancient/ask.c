/*
 * Questions and answers: the table of questions.h, and how bits of options and moves
 * stand for each other. What may be answered depends only on the position, so a redealt
 * hand gets its answers from there too.
 */
#include "work.h"

const struct question ak_questions[ASKS] = {
#define QUESTION(kind, id, text, verb, over, choices, answered, left)                      \
    { id, text, verb, over, choices, answered, left },
#include "questions.h"
#undef QUESTION
};

/* The frame that asks; of what the turn itself asks: zeros, or nobody's. */
static const struct frame *asking(const struct tb_state *s)
{
    return &s->frame[s->frames ? s->frames - 1 : 0];
}

/* ---- choices and counts that several questions share ---- */

uint64_t ak_choose_nothing(const struct tb_state *s, const struct frame *f) { return 0; }

void ak_answer_nothing(struct tb_state *s, int i, struct tb_events *to)
{
    assert(false && "nobody was asked");
}

uint64_t ak_choose_any_card(const struct tb_state *s, const struct frame *f)
{
    return ak_hand_set(&s->player[s->who], 0);
}

uint64_t ak_choose_laden(const struct tb_state *s, const struct frame *f)
{
    return s->player[s->who].laden;
}

uint64_t ak_choose_aside(const struct tb_state *s, const struct frame *f)
{
    return (1u << s->asides) - 1;
}

int ak_left_once(const struct tb_state *s, const struct frame *f) { return 0; }

int ak_left_counted(const struct tb_state *s, const struct frame *f)
{
    return f->count.left;
}

/* ---- asking and answering ---- */

static uint64_t choices(const struct tb_state *s)
{
    return ak_questions[s->ask].choices(s, asking(s));
}

void ak_refresh(struct tb_state *s) { s->options = choices(s); }

int ak_answers_left(const struct tb_state *s)
{
    return ak_questions[s->ask].left(s, asking(s));
}

int ak_cards_owed(const struct tb_state *s)
{
    return s->ask == ASK_HAND_CARD && ak_op_of(asking(s))->flags & F_PAY
               ? asking(s)->count.left
               : 1;
}

unsigned ak_ask_source(const struct tb_state *s)
{
    return s->frames ? asking(s)->card : NONE;
}

void ak_answer(struct tb_state *s, int i, struct tb_events *to)
{
    const struct question *q = &ak_questions[s->ask];

    s->ask = ASK_NOTHING;
    s->options = 0;
    q->answered(s, i, to);
}

/* Questions asked even where there is but one answer. An action: nobody's turn should
 * pass without its player. What depends on the hand: the others would learn what is in
 * it, and that could not be taken back. */
static bool always_asked(enum ask kind)
{
    return kind == ASK_ACTION || kind == ASK_MAY || ak_questions[kind].over == OVER_HAND;
}

static bool pose(struct tb_state *s, enum ask kind, uint64_t set, struct tb_events *to)
{
    if (set & (set - 1) || (set && set != ak_stop && always_asked(kind))) {
        s->options = set;
        s->head.owes = (uint8_t)(1 << s->who);
    } else if (set) {
        ak_answer(s, (int)first_of(set), to);
    } else {
        s->ask = ASK_NOTHING;
    }
    return set != 0;
}

/* False: there is nothing to answer, and nobody was asked. */
bool ak_ask(struct tb_state *s, int who, enum ask kind, struct tb_events *to)
{
    assert(!s->ask && who < s->head.seats);
    s->ask = (uint8_t)kind;
    s->who = (uint8_t)who;
    return pose(s, kind, choices(s), to);
}

/* Every third question is this one: its answers are found without asking what is asked. */
void ak_ask_action(struct tb_state *s)
{
    s->ask = ASK_ACTION;
    s->who = s->active;
    s->options = ak_choose_action(s, NULL);
    s->head.owes = (uint8_t)(1 << s->who);
}

/* ---- moves ---- */

/* The cards that the bits stand for, in their order; NULL: they stand for numbers. */
static const uint8_t *subjects(const struct tb_state *s, enum over over)
{
    switch (over) {
    case OVER_HAND:
        return s->player[s->who].hand;
    case OVER_VICTIM:
        return s->player[top_of(s)->steal.victim].hand;
    case OVER_ASIDE:
        return s->aside;
    case OVER_FACES:
        return s->face;
    case OVER_SLOTS:
        return s->player[s->who].card;
    case OVER_BOARD:
        return s->player[s->who].artefact;
    case OVER_MEMBERS:
        return top_of(s)->member;
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

tb_move ak_move_of(const struct tb_state *s, int i)
{
    unsigned verb = ak_questions[s->ask].verb;
    enum over over = (enum over)ak_questions[s->ask].over;
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

    while (ak_slot_of(&s->player[seat], card) < 0)
        seat++;
    return SLOTS * seat + ak_slot_of(&s->player[seat], card);
}

int ak_option_of(const struct tb_state *s, tb_move move)
{
    unsigned verb = tb_verb(move), arg = tb_arg(move, 0);
    enum over over = (enum over)ak_questions[s->ask].over;
    const uint8_t *cards = subjects(s, over);
    int i = 0;

    if (verb == STOP)
        return STOP_BIT;
    if (over == OVER_HAND) {
        /* No way out of the loop: it would be foreseen wrongly every time. */
        for (int at = HAND - 1; at >= 0; at--)
            i = cards[at] == arg ? at : i;
        return i;
    }
    if (cards) {
        while (cards[i] != arg)
            i++;
        return i;
    }
    if (over == OVER_VERBS)
        return (int)(verb - ak_questions[s->ask].verb);
    if (over == OVER_ALL_SLOTS)
        return slot_of_anybody(s, arg);
    return (int)arg - (over == OVER_SPACES);
}
