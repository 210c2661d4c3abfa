/*
 * Archives behind tablier.h: set-up, moves, and the way from one decision to the next.
 */
#include <assert.h>

#include "archives.h"

/* ---- set-up: R3 ---- */

static unsigned seat_starting(const struct tb_state *s, unsigned start)
{
    unsigned seat = 0;

    while (s->start[seat] != start)
        seat++;
    return seat;
}

/* In the order of the start squares everybody draws a cube and settles it. */
static void next_setup_cube(struct tb_state *s, struct tb_events *to)
{
    if (s->count == s->head.seats) {
        s->count = 0;
        av_begin_turn(s, to);
        return;
    }
    s->count++;
    s->active = (uint8_t)seat_starting(s, s->count);
    s->head.owes = (uint8_t)(1u << s->active);
    s->ask = ASK_SETUP;
    av_tell(to, E_CUBE, s->active, av_draw_cube(s), 0, 0);
}

static void do_settle(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned type = av_first(av_types(s->drawn)), site = tb_arg(move, 0);

    s->drawn[type]--;
    s->entry[site][type]++;
    av_tell(to, E_SETTLED, s->active, type, site, 0);
    next_setup_cube(s, to);
}

static void deal_starts(struct tb_state *s)
{
    uint8_t order[PLAYERS];

    for (unsigned i = 0; i < s->head.seats; i++)
        order[i] = (uint8_t)i;
    tb_shuffle(s, order, s->head.seats);
    for (unsigned i = 0; i < s->head.seats; i++) {
        s->start[order[i]] = (uint8_t)(i + 1);
        s->pos[order[i]] = av_board.start[i];
    }
}

static void setup(struct tb_state *s)
{
    memset(s->expert, NONE, sizeof s->expert);
    memset(s->snapshot, NONE, sizeof s->snapshot);
    memset(s->bag, av_board.rule.cubes_per_type, TYPES);
    memset(s->reserve, av_board.rule.requests_per_type, TYPES);
    memset(s->supply, av_board.rule.markers_per_action, ACTIONS);
    memcpy(s->nature, av_board.square, sizeof s->nature);
    for (unsigned kind = 0; kind < KINDS; kind++)
        s->deck[kind] = av_board.card[kind].copies;
    s->decks = DECK;
    s->action = s->site = s->to = NONE;
    s->histories = s->every = 1;
    deal_starts(s);
    next_setup_cube(s, NULL);
    av_settle(s, NULL);
}

/* ---- answers ---- */

static void do_move(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned steps = tb_arg(move, 0), square;
    int cost = av_cost(s, s->active, steps);

    s->pos[s->active] = (uint16_t)(s->pos[s->active] + steps);
    square = av_square(s->pos[s->active]);
    av_tell(to, E_MOVED, s->active, square, s->nature[square - 1], 0);
    av_prestige(s, s->active, BY_MOVES, -cost);
    if (cost)
        av_tell(to, E_PAID, s->active, (unsigned)cost, square, 0);
    if (s->hands[s->active]) {
        s->action = s->nature[square - 1];
        s->ask = ASK_ARRIVAL;
    } else {
        av_begin_action(s, s->nature[square - 1], to);
    }
}

static void do_pass(struct tb_state *s, tb_move move, struct tb_events *to)
{
    av_begin_pass(s, to);
}

static void do_keep(struct tb_state *s, tb_move move, struct tb_events *to)
{
    av_begin_action(s, s->action, to);
}

static void do_nature(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned action = tb_arg(move, 0);

    av_discard(s, WILD, to);
    av_tell(to, E_NATURE, s->active, action, s->action, 0);
    av_begin_action(s, action, to);
}

/* Nothing more of a card: the turn goes on. */
static void end_card(struct tb_state *s, struct tb_events *to)
{
    s->site = s->to = NONE;
    s->count = 0;
    s->ask = ASK_TURN;
}

static void do_stop(struct tb_state *s, tb_move move, struct tb_events *to)
{
    (s->ask == ASK_TRANSFER ? end_card : av_end_action)(s, to);
}

/* "none" answers three questions. */
static void do_none(struct tb_state *s, tb_move move, struct tb_events *to)
{
    if (s->ask == ASK_ABANDON)
        av_do_abandon(s, move, to);
    else if (s->ask == ASK_STEP3)
        av_do_step3(s, move, to);
    else
        av_do_step4(s, move, to);
}

static void next_request(struct tb_state *s, struct tb_events *to)
{
    if (s->count == SITES + av_board.rule.request_hexes_external)
        av_end_action(s, to);
}

static void do_request(struct tb_state *s, tb_move move, struct tb_events *to)
{
    av_do_request(s, move, to);
    next_request(s, to);
}

/* clang-format off */
typedef void answer(struct tb_state *s, tb_move move, struct tb_events *to);
static answer *const answers[VERBS] = {
    [DO_SETTLE]   = do_settle,      [DO_MOVE]     = do_move,
    [DO_CARD]     = av_do_card,     [DO_PASS]     = do_pass,
    [DO_KEEP]     = do_keep,        [DO_NATURE]   = do_nature,
    [DO_STORE]    = av_do_store,    [DO_STOP]     = do_stop,
    [DO_REQUEST]  = do_request,     [DO_ANSWER]   = av_do_answer,
    [DO_LEND]     = av_do_answer,   [DO_EXHIBIT]  = av_do_exhibit,
    [DO_ABANDON]  = av_do_abandon,  [DO_NONE]     = do_none,
    [DO_WAIT]     = av_do_wait,     [DO_SKIP3]    = av_do_step3,
    [DO_CHOOSE3]  = av_do_step3,    [DO_PICK]     = av_do_pick,
    [DO_PUT]      = av_do_place,    [DO_IMMUNITY] = av_do_step4,
    [DO_MARK]     = av_do_mark,     [DO_TRANSFER] = av_do_transfer,
    [DO_MORE]     = av_do_transfer, [DO_ROOM]     = av_do_room,
    [DO_RECUBE]   = av_do_recube,   [DO_REHEX]    = av_do_rehex,
    [DO_RETURN]   = av_do_return,
};

/* ---- from decision to decision ---- */

static void skip_request(struct tb_state *s, struct tb_events *to)
{
    av_tell(to, E_NO_REQUEST, s->active, s->count < SITES ? s->count : EXTERNAL, 0, 0);
    s->count++;
    next_request(s, to);
}

static void skip_abandon(struct tb_state *s, struct tb_events *to) { s->ask = ASK_WAITING; }

/* What comes when an ask has no answer left. NULL: it is asked even of a single answer,
 * because that answer may depend on a secret hand (R10.2), or is none to be had. */
static void (*const leave[ASKS])(struct tb_state *s, struct tb_events *to) = {
    [ASK_SETUP]   = end_card,       [ASK_STORE]    = av_end_action,
    [ASK_REQUEST] = skip_request,   [ASK_ANSWER]   = av_end_action,
    [ASK_EXHIBIT] = av_end_action,  [ASK_ABANDON]  = skip_abandon,
    [ASK_WAITING] = av_begin_step3, [ASK_PICK]     = av_end_picks,
    [ASK_PLACE]   = av_end_step3,   [ASK_MARK]     = end_card,
    [ASK_TRANSFER] = end_card,      [ASK_ROOM]     = end_card,
    [ASK_RECUBE]  = end_card,       [ASK_REHEX]    = end_card,
    [ASK_RETURN]  = end_card,
};
/* clang-format on */

/* R10.2: a single answer is given by itself. */
void av_settle(struct tb_state *s, struct tb_events *to)
{
    while (leave[s->ask]) {
        struct av_set set = av_options(s);
        int count = av_size(set);

        if (count > 1)
            return;
        if (count == 0) {
            leave[s->ask](s, to);
        } else {
            tb_move only =
                av_move(s, set.low ? av_first(set.low) : 64 + av_first(set.high));

            answers[tb_verb(only)](s, only, to);
        }
    }
}

void av_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    assert(seat == s->active && tb_verb(move) < VERBS);
    answers[tb_verb(move)](s, move, to);
    av_settle(s, to);
}

/* ---- moves ---- */

static int moves(const struct tb_state *s, int seat, tb_move *out)
{
    struct av_set set = av_options(s);
    int count = 0;

    for (; set.low; set.low &= set.low - 1)
        out[count++] = av_move(s, av_first(set.low));
    for (; set.high; set.high &= set.high - 1)
        out[count++] = av_move(s, 64 + av_first(set.high));
    return count;
}

/* One step of a search by halves: past the lower part if it holds no more than n. */
static unsigned half_step(unsigned at, unsigned width, unsigned lower, unsigned *n)
{
    unsigned past = *n >= lower;

    *n -= past * lower;
    return at + past * width;
}

/* The nth bit of a word. Bits are added up in parallel, by twos, fours and bytes; then the
 * sums lead to the bit without a branch, which would be mispredicted every time. */
static unsigned nth_of(uint64_t set, unsigned n)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t twos = set - (set >> 1 & 0x5555555555555555u);
    uint64_t fours = (twos & 0x3333333333333333u) + (twos >> 2 & 0x3333333333333333u);
    uint64_t upto = ((fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones; /* bytes 0..i */
    unsigned at = av_first(((upto | ones << 7) - (n + 1) * ones) & ones << 7) & ~7u;

    n -= (unsigned)(upto << 8 >> at & 255);
    at = half_step(at, 4, (unsigned)(fours >> at & 15), &n);
    at = half_step(at, 2, (unsigned)(twos >> at & 3), &n);
    return half_step(at, 1, (unsigned)(set >> at & 1), &n);
}

/* moves() without the list, draw for draw. */
static tb_move pick(const struct tb_state *s, int seat, uint64_t *rng)
{
    struct av_set set = av_options(s);
    unsigned low = (unsigned)av_count(set.low);
    unsigned n = tb_random_below(rng, low + (unsigned)av_count(set.high));

    return av_move(s, n < low ? nth_of(set.low, n) : 64 + nth_of(set.high, n - low));
}

/* ---- the game ---- */

static const char *const abandon_values[] = { "none", "once", "unlimited" };
static const char *const abandon_labels[] = { TB_N("Never: for experienced players"),
                                              TB_N("Once a game each"),
                                              TB_N("Once a Pass: for families") };

static const struct tb_option options[] = {
    { "abandon", TB_N("Abandoning an expertise"),
      TB_N("How often a player who passes may give an expertise up for prestige."),
      abandon_values, abandon_labels, ABANDON_NONE, ABANDON_UNLIMITED, ABANDON_ONCE, NULL,
      NULL },
    { 0 },
};

static const char *const figures[] = { "turns",        "actions",     "store",
                                       "answer",       "void_answer", "exhibit",
                                       "void_exhibit", "abandons",    NULL };

const struct tb_game game_archives = {
    .id = "archives",
    .name = TB_N("Archives"),
    .about = TB_N("Store, lend and show the nation's archives, and become their expert."),
    .edition = 1,
    .seats_min = PLAYERS_MIN,
    .seats_max = PLAYERS,
    .state_size = sizeof(struct tb_state),
    .plies_max = UINT16_MAX - 1, /* 200 Passes and every square taken stay below */
    .options = options,
    .events = archives_events,
    .figures = figures,
    .setup = setup,
    .moves = moves,
    .play = av_play,
    .score = archives_score,
    .hide = archives_hide,
    .guess = archives_guess,
    .notate = archives_notate,
    .word = archives_word,
    .show = archives_show,
    .question = archives_question,
    .scene = archives_scene,
    .view = archives_view,
    .check = archives_check,
    .measure = archives_measure,
    .evaluate = archives_evaluate,
    .order = archives_order,
    .horizon = 8, /* measured: docs/bots.md */
    .contest = 12,
    .pick = pick,
    .hint = archives_hint,
    .refuse = archives_refuse,
};
