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

/* Questions asked even where there is but one answer. An action, and what one may do:
 * nobody's turn should pass without its player. What depends on the hand: the others would
 * learn what is in it, and that could not be taken back. */
static bool always_asked(const struct question *q)
{
    return q->over == OVER_VERBS || q->over == OVER_HAND;
}

/* False: there is nothing to answer, and nobody was asked. */
bool ak_ask(struct tb_state *s, int who, enum ask kind, struct tb_events *to)
{
    const struct question *q = &ak_questions[kind];
    uint64_t set;

    assert(!s->ask && who < s->head.seats);
    s->ask = (uint8_t)kind;
    s->who = (uint8_t)who;
    set = q->choices(s, asking(s));
    if (set & (set - 1) || (set && set != ak_stop && always_asked(q))) {
        s->options = set;
        s->head.owes = (uint8_t)(1 << s->who);
        return true;
    }
    s->ask = ASK_NOTHING;
    if (set)
        q->answered(s, (int)first_of(set), to);
    return set != 0;
}

/* ---- moves ---- */

/* Where the lists of cards lie that bits stand for, in bytes of the state; where each
 * player has one, which player's: the byte at `index` says it. Found by adding up, since
 * which list comes next is beyond all guessing. */
/* clang-format off */
#define OF_STATE(field) offsetof(struct tb_state, field)
#define OF_PLAYER(field) OF_STATE(player) + offsetof(struct player, field), \
                         OF_STATE(who), sizeof(struct player)
static const struct { uint16_t first, index, stride; } lists[OVERS] = {
    [OVER_HAND]      = { OF_PLAYER(hand) },
    [OVER_ASIDE]     = { OF_STATE(aside), 0, 0 },
    [OVER_FACES]     = { OF_STATE(face), 0, 0 },
    [OVER_SLOTS]     = { OF_PLAYER(card) },
    [OVER_BOARD]     = { OF_PLAYER(artefact) },
    [OVER_CHRONICLE] = { OF_STATE(chronicle), 0, 0 },
    /* The top frame, whose number is one less than there are. */
    [OVER_MEMBERS]   = { OF_STATE(frame) - sizeof(struct frame) + offsetof(struct frame, member),
                         OF_STATE(frames), sizeof(struct frame) },
};
/* clang-format on */

static const uint8_t *list_of(const struct tb_state *s, enum over over)
{
    const uint8_t *bytes = (const uint8_t *)s;

    if (over == OVER_VICTIM)
        return s->player[top_of(s)->steal.victim].hand;
    return bytes + lists[over].first + lists[over].stride * bytes[lists[over].index];
}

tb_move ak_move_of(const struct tb_state *s, int i)
{
    unsigned verb = ak_questions[s->ask].verb;
    enum over over = (enum over)ak_questions[s->ask].over;

    if (i == STOP_BIT)
        return tb_mv(STOP, 0, 0);
    if (over >= OVER_HAND)
        return tb_mv(verb, list_of(s, over)[i], 0);
    if (over == OVER_VERBS)
        return tb_mv(verb + (unsigned)i, 0, 0);
    if (over == OVER_ALL_SLOTS)
        return tb_mv(verb, s->player[i / SLOTS].card[i % SLOTS], 0);
    return tb_mv(verb, (unsigned)i + (over == OVER_SPACES), 0);
}

/* One of the moves, as likely as any. */
tb_move ak_pick(const struct tb_state *s, uint64_t *rng)
{
    uint64_t set = s->options, others = set & ~ak_stop;
    uint32_t n = tb_random_below(rng, (uint32_t)count_of(set));

    if (!(others & (others + 1))) /* without gaps, as a hand is */
        return ak_move_of(s, others >> n & 1 ? (int)n : STOP_BIT);
    for (; n; n--)
        set &= set - 1;
    return ak_move_of(s, (int)first_of(set));
}

static int slot_of_anybody(const struct tb_state *s, unsigned card)
{
    int seat = 0;

    while (ak_slot_of(&s->player[seat], card) < 0)
        seat++;
    return SLOTS * seat + ak_slot_of(&s->player[seat], card);
}

/* Where the card is in a list that has it. The list lies in the state, and enough of the
 * state behind it. */
static int index_in(const uint8_t *list, unsigned card)
{
    for (int at = 0;; at += 8) {
        uint64_t found = ak_card_among(list + at, card);

        if (found)
            return at + (int)first_of(found) / 8;
        assert(at < CHRONICLE);
    }
}

static int option_of(const struct tb_state *s, tb_move move)
{
    unsigned verb = tb_verb(move), arg = tb_arg(move, 0);
    enum over over = (enum over)ak_questions[s->ask].over;

    if (verb == STOP)
        return STOP_BIT;
    if (over >= OVER_HAND)
        return index_in(list_of(s, over), arg);
    if (over == OVER_VERBS)
        return (int)(verb - ak_questions[s->ask].verb);
    if (over == OVER_ALL_SLOTS)
        return slot_of_anybody(s, arg);
    return (int)arg - (over == OVER_SPACES);
}

void ak_answer(struct tb_state *s, tb_move move, struct tb_events *to)
{
    int i = option_of(s, move);
    const struct question *q = &ak_questions[s->ask];

    assert(s->options >> i & 1);
    s->ask = ASK_NOTHING;
    s->options = 0;
    q->answered(s, i, to);
}
