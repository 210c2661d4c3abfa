/*
 * The bots that play any game: small games whose best play is known, and every registered
 * game for what must hold whatever the rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../bots/bots.h"
#include "dies.h"

/* ---- memory is counted: these stand before the C library's own ---- */

static int allocations;

#ifdef __has_feature
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
/* gcc comes without the header that declares it. */
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *,
                                                                size_t),
                                              void (*on_free)(const volatile void *));

static void on_malloc(const volatile void *at, size_t size) { allocations++; }
static void on_free(const volatile void *at) {}
static void count_allocations(void)
{
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}
#else
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size)
{
    allocations++;
    return __libc_realloc(old, size);
}
static void count_allocations(void) {}
#endif

/* ---- the small games share a state: cells, each game's own use of them ---- */

enum { CELLS = 32, PLAY = 1 };

struct tb_state {
    struct tb_head head;
    int8_t cell[CELLS];
    int8_t gained[TB_SEATS_MAX];
    int8_t unused[2];
};

static const struct tb_event_kind toy_events[] = { { "done", NULL, "n", false },
                                                   { "secret", NULL, "n", true },
                                                   { 0 } };

static void tell(struct tb_events *to, int seat, int knows, int kind, int what)
{
    tb_tell(to, (struct tb_event){ .kind = (uint8_t)kind,
                                   .seat = (uint8_t)seat,
                                   .knows = (uint8_t)knows,
                                   .arg = { (uint8_t)what } });
}

static int list(tb_move *out, int from, int to)
{
    int count = 0;

    for (int i = from; i <= to; i++)
        out[count++] = tb_mv(PLAY, (unsigned)i, 0);
    return count;
}

static void pass_turn(struct tb_state *s, int seat)
{
    s->head.owes = (uint8_t)(1 << (seat + 1) % s->head.seats);
}

/* Places by points. */
static void rank(const struct tb_state *s, struct tb_result *r)
{
    memset(r, 0, sizeof *r);
    for (int i = 0; i < s->head.seats; i++) {
        r->points[i] = s->gained[i];
        r->place[i] = 1;
        for (int j = 0; j < s->head.seats; j++)
            r->place[i] = (uint8_t)(r->place[i] + (s->gained[j] > s->gained[i]));
    }
}

static void two_turns(struct tb_state *s) { s->head.owes = 1; }

#define TOY(NAME, SEATS, ...)                                                              \
    static const struct tb_game NAME = { .id = #NAME,                                      \
                                         .seats_min = SEATS,                               \
                                         .seats_max = SEATS,                               \
                                         .state_size = sizeof(struct tb_state),            \
                                         .plies_max = 200,                                 \
                                         .events = toy_events,                             \
                                         .score = rank,                                    \
                                         __VA_ARGS__ }

static struct tb_state given(const struct tb_game *g, uint64_t seed)
{
    struct tb_state s;

    assert_null(tb_new(g, &s, g->seats_min, NULL, NULL, tb_seed_of(seed)));
    return s;
}

static unsigned decision(const struct tb_game *g, const struct tb_state *s, int seat,
                         uint64_t seed, uint32_t nodes)
{
    struct tb_bot *bot = tb_bot_new(g, "search", seed);
    struct tb_state seen;
    tb_move move;

    tb_observe(g, s, seat, &seen);
    move = tb_bot_move(bot, &seen, seat, nodes, NULL, NULL);
    tb_bot_free(bot);
    assert_int_equal(tb_verb(move), PLAY);
    return tb_arg(move, 0);
}

/* ---- Nim: all is open, and the best play is known ---- */

enum { HEAPS = 3 };

static void nim_setup(struct tb_state *s)
{
    memcpy(s->cell, (int8_t[]){ 2, 3, 4 }, HEAPS);
    s->head.owes = 1;
}

static int nim_moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = 0;

    for (int heap = 0; heap < HEAPS; heap++)
        count += list(out + count, 8 * heap + 1, 8 * heap + s->cell[heap]);
    return count;
}

static void nim_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    int what = (int)tb_arg(move, 0);

    s->cell[what / 8] = (int8_t)(s->cell[what / 8] - what % 8);
    tell(to, seat, TB_ALL, 0, what);
    pass_turn(s, seat);
    if (!(s->cell[0] | s->cell[1] | s->cell[2])) {
        s->gained[seat] = 1;
        s->head.owes = 0;
    }
}

TOY(nim, 2, .setup = nim_setup, .moves = nim_moves, .play = nim_play);

static void in_nim_the_search_leaves_a_zero_sum(void **unused)
{
    for (int position = 0; position < 64; position++) {
        struct tb_state s = given(&nim, 1);
        unsigned what;

        s.cell[0] = (int8_t)(position & 3);
        s.cell[1] = (int8_t)(position >> 2 & 3);
        s.cell[2] = (int8_t)(2 + (position >> 4));
        if (!(s.cell[0] ^ s.cell[1] ^ s.cell[2]))
            continue;
        what = decision(&nim, &s, 0, (uint64_t)position, 10000);
        s.cell[what / 8] = (int8_t)(s.cell[what / 8] - (int)(what % 8));
        assert_int_equal(s.cell[0] ^ s.cell[1] ^ s.cell[2], 0);
    }
}

/* ---- Boxes: one of two holds the prize, hidden. Opening the right one wins 10; leaving
 * is worth 6 for sure; a look costs 1. Whoever searches one world at a time believes that
 * it will open the right box. ---- */

enum { LEAVE = 1, GO = 2, LOOK = 3, OPEN_A = 4, OPEN_B = 5 };

static void boxes_setup(struct tb_state *s)
{
    s->cell[0] = (int8_t)tb_roll(s, 2);
    s->head.owes = 1;
}

static int boxes_moves(const struct tb_state *s, int seat, tb_move *out)
{
    if (s->cell[1])
        return list(out, OPEN_A, OPEN_B);
    return list(out, LEAVE, s->cell[3] ? LOOK : GO);
}

static void boxes_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    int what = (int)tb_arg(move, 0);

    tell(to, seat, TB_ALL, 0, what);
    if (what == LOOK) {
        s->cell[2] = 1;
        s->gained[0]--;
        tell(to, seat, TB_ALL, 1, s->cell[0]);
    }
    s->cell[1] = 1;
    if (what == LEAVE || what >= OPEN_A)
        s->head.owes = 0;
    if (what == LEAVE)
        s->gained[0] = 6;
    else if (what == OPEN_A + s->cell[0])
        s->gained[0] = (int8_t)(s->gained[0] + 10);
}

static void boxes_hide(struct tb_state *s)
{
    if (!s->cell[2])
        s->cell[0] = -1;
}

static void boxes_guess(struct tb_state *s)
{
    if (!s->cell[2])
        s->cell[0] = (int8_t)tb_roll(s, 2);
}

TOY(boxes, 1, .setup = boxes_setup, .moves = boxes_moves, .play = boxes_play,
    .hide = boxes_hide, .guess = boxes_guess);

static void the_search_does_not_count_on_guessing_right(void **unused)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct tb_state s = given(&boxes, seed);

        assert_int_equal(decision(&boxes, &s, 0, seed, 1000), LEAVE);
    }
}

static void the_search_asks_where_the_answer_is_worth_it(void **unused)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct tb_state s = given(&boxes, seed);

        s.cell[3] = 1;
        assert_int_equal(decision(&boxes, &s, 0, seed, 2000), LOOK);
        tb_step(&boxes, &s, 0, tb_mv(PLAY, LOOK, 0), NULL);
        assert_int_equal(decision(&boxes, &s, 0, seed, 200), OPEN_A + s.cell[0]);
    }
}

/* Every bot, with the prize in one box or the other: the same decisions. */
static void no_bot_knows_what_its_seat_does_not(void **unused)
{
    int opened[2] = { 0 };

    for (int b = 0; tb_bot_names[b]; b++)
        for (uint64_t seed = 1; seed <= 40; seed++) {
            tb_move chosen[2];

            for (int prize = 0; prize < 2; prize++) {
                struct tb_bot *bot = tb_bot_new(&boxes, tb_bot_names[b], seed);
                struct tb_state s = given(&boxes, 1), seen;

                s.cell[0] = (int8_t)prize;
                s.cell[1] = 1; /* past leaving: one of the boxes */
                tb_observe(&boxes, &s, 0, &seen);
                chosen[prize] = tb_bot_move(bot, &seen, 0, 50, NULL, NULL);
                tb_bot_free(bot);
            }
            assert_true(chosen[0] == chosen[1]);
            opened[tb_arg(chosen[0], 0) - OPEN_A]++;
        }
    assert_in_range(opened[0], 60, 180); /* of 240, as a coin would fall */
}

/* ---- Hiding: seat 0 hides a coin or gives up; then seat 1 looks in one place. ---- */

enum { GIVE_UP = 3 };

static int hiding_moves(const struct tb_state *s, int seat, tb_move *out)
{
    return list(out, 0, seat ? 2 : GIVE_UP);
}

static void hiding_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    int what = (int)tb_arg(move, 0);

    tell(to, seat, TB_ALL, 0, seat == 1 ? what : what == GIVE_UP);
    if (seat == 0) {
        tell(to, seat, 1, 1, what);
        s->cell[0] = (int8_t)what;
        s->head.owes = what == GIVE_UP ? 0 : 2;
    } else {
        s->head.owes = 0;
    }
    s->gained[0] = seat == 1 && what != s->cell[0];
    s->gained[1] = !s->gained[0];
}

static void hiding_hide(struct tb_state *s)
{
    if (s->head.viewer != 0)
        s->cell[0] = -1;
}

static void hiding_guess(struct tb_state *s)
{
    if (s->head.viewer != 0 && s->head.owes == 2)
        s->cell[0] = (int8_t)tb_roll(s, 3);
}

TOY(hiding, 2, .setup = two_turns, .moves = hiding_moves, .play = hiding_play,
    .hide = hiding_hide, .guess = hiding_guess);

/* If the other seat acted on the secret in the tree, giving up would be as good. */
static void others_in_the_tree_do_not_know_a_secret_move(void **unused)
{
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct tb_state s = given(&hiding, seed);

        assert_int_not_equal(decision(&hiding, &s, 0, seed, 500), GIVE_UP);
    }
}

/* ---- Hands: both show one of three at the same time ---- */

static const int8_t (*hands_pay(const struct tb_state *s))[3]
{
    /* What the row's player gains. In the first table stone beats scissors doubly, in the
     * second the last row is best whatever the other does. */
    static const int8_t pay[2][3][3] = {
        { { 0, -1, 2 }, { 1, 0, -1 }, { -2, 1, 0 } },
        { { 1, 0, -1 }, { 0, 0, 0 }, { 2, 1, 1 } },
    };

    return pay[s->cell[2]];
}

static void hands_setup(struct tb_state *s)
{
    memset(s->cell, -1, 2);
    s->head.owes = 3;
}

static int hands_moves(const struct tb_state *s, int seat, tb_move *out)
{
    return list(out, 0, 2);
}

static void hands_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    s->cell[seat] = (int8_t)tb_arg(move, 0);
    tell(to, seat, TB_ALL, 0, 0);
    tell(to, seat, 1 << seat, 1, s->cell[seat]);
    s->head.owes &= (uint8_t) ~(1 << seat);
    if (!s->head.owes) {
        s->gained[0] = hands_pay(s)[s->cell[0]][s->cell[1]];
        s->gained[1] = hands_pay(s)[s->cell[1]][s->cell[0]];
        if (!s->cell[2])
            s->gained[1] = (int8_t)-s->gained[0];
    }
}

static void hands_hide(struct tb_state *s)
{
    for (int seat = 0; s->head.owes && seat < 2; seat++)
        if (seat != s->head.viewer)
            s->cell[seat] = -1;
}

static void hands_guess(struct tb_state *s)
{
    for (int seat = 0; s->head.owes && seat < 2; seat++)
        if (seat != s->head.viewer && !(s->head.owes >> seat & 1))
            s->cell[seat] = (int8_t)tb_roll(s, 3);
}

TOY(hands, 2, .setup = hands_setup, .moves = hands_moves, .play = hands_play,
    .hide = hands_hide, .guess = hands_guess);

static void at_the_same_time_the_search_cannot_be_foreseen(void **unused)
{
    int shown[3] = { 0 };

    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct tb_state s = given(&hands, seed);

        shown[decision(&hands, &s, (int)(seed % 2), seed, 1000)]++;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(shown[i], 6, 40);
}

static void at_the_same_time_the_search_finds_what_is_always_best(void **unused)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct tb_state s = given(&hands, seed);

        s.cell[2] = 1;
        assert_int_equal(decision(&hands, &s, (int)(seed % 2), seed, 1000), 2);
    }
}

/* The other seat may have shown its hand already: it stays unknown. */
static void who_decides_last_of_those_at_the_same_time_knows_no_more(void **unused)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        unsigned answer[3];

        for (unsigned hand = 0; hand < 3; hand++) {
            struct tb_state s = given(&hands, seed);

            tb_step(&hands, &s, 0, tb_mv(PLAY, hand, 0), NULL);
            answer[hand] = decision(&hands, &s, 1, seed, 300);
        }
        assert_int_equal(answer[0], answer[1]);
        assert_int_equal(answer[0], answer[2]);
    }
}

/* ---- Dice: stop, or roll; a one loses all that was gathered ---- */

enum { STOP = 0, ROLL = 1 };

static int dice_moves(const struct tb_state *s, int seat, tb_move *out)
{
    return list(out, STOP, ROLL);
}

static void dice_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    int pips = tb_arg(move, 0) == ROLL ? 1 + (int)tb_roll(s, 6) : 0;

    tell(to, seat, TB_ALL, 0, pips);
    s->gained[0] = pips == 1 ? 0 : (int8_t)(s->gained[0] + pips);
    if (pips < 2 || s->gained[0] > 100)
        s->head.owes = 0;
}

TOY(dice, 1, .setup = two_turns, .moves = dice_moves, .play = dice_play);

/* One die in six loses all, the others bring four: roll below twenty, stop above. */
static void the_search_weighs_luck(void **unused)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct tb_state s = given(&dice, seed);

        s.gained[0] = 8;
        assert_int_equal(decision(&dice, &s, 0, seed, 4000), ROLL);
        s.gained[0] = 35;
        assert_int_equal(decision(&dice, &s, 0, seed, 4000), STOP);
    }
}

/* ---- Together: three seats add one to three in turn and want exactly twenty ---- */

static int together_moves(const struct tb_state *s, int seat, tb_move *out)
{
    return list(out, 1, 3);
}

static void together_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    s->cell[0] = (int8_t)(s->cell[0] + (int)tb_arg(move, 0));
    tell(to, seat, TB_ALL, 0, (int)tb_arg(move, 0));
    pass_turn(s, seat);
    if (s->cell[0] >= 20)
        s->head.owes = 0;
}

static void together_score(const struct tb_state *s, struct tb_result *r)
{
    memset(r, 0, sizeof *r);
    for (int i = 0; i < s->head.seats; i++)
        r->place[i] = s->cell[0] == 20;
}

static const struct tb_game together = {
    .id = "together",
    .seats_min = 3,
    .seats_max = 3,
    .state_size = sizeof(struct tb_state),
    .plies_max = 20,
    .events = toy_events,
    .setup = two_turns,
    .moves = together_moves,
    .play = together_play,
    .score = together_score,
};

/* Plays a game, each seat by its bot; the result. */
static struct tb_result played(const struct tb_game *g, struct tb_bot *const *bot,
                               uint64_t seed, uint32_t nodes)
{
    struct tb_state s = given(g, seed), seen;
    struct tb_result result;

    while (s.head.owes) {
        int seat = __builtin_ctz(s.head.owes);

        tb_observe(g, &s, seat, &seen);
        assert_null(tb_play(g, &s, seat,
                            tb_bot_move(bot[seat], &seen, seat, nodes, NULL, NULL), NULL));
    }
    g->score(&s, &result);
    return result;
}

static void together_the_seats_win(void **unused)
{
    struct tb_bot *bot = tb_bot_new(&together, "search", 7);
    struct tb_bot *bots[] = { bot, bot, bot };

    for (uint64_t seed = 1; seed <= 10; seed++)
        assert_int_equal(played(&together, bots, seed, 300).place[0], 1);
    tb_bot_free(bot);
}

/* ---- Colours: four seats take tiles in turn; n of a colour are worth n squared ---- */

enum { TILES = 24, COLOURS = 4 };

static void colours_setup(struct tb_state *s)
{
    for (int i = 0; i < TILES; i++)
        s->cell[i] = -1;
    s->head.owes = 1;
}

static int colours_moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = 0;

    for (unsigned colour = 0; colour < COLOURS; colour++) /* the first free of each */
        for (unsigned i = colour; i < TILES; i += COLOURS)
            if (s->cell[i] < 0) {
                out[count++] = tb_mv(PLAY, i, 0);
                break;
            }
    return count;
}

static void colours_play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    bool left = false;

    s->cell[tb_arg(move, 0)] = (int8_t)seat;
    tell(to, seat, TB_ALL, 0, (int)tb_arg(move, 0));
    pass_turn(s, seat);
    s->gained[seat] = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        int own = 0;

        for (int i = colour; i < TILES; i += COLOURS) {
            own += s->cell[i] == seat;
            left |= s->cell[i] < 0;
        }
        s->gained[seat] = (int8_t)(s->gained[seat] + own * own);
    }
    if (!left)
        s->head.owes = 0;
}

static int colours_evaluate(const struct tb_state *s, int seat)
{
    int others = 0;

    for (int i = 0; i < s->head.seats; i++)
        others += i == seat ? 0 : s->gained[i];
    return 20 * (3 * s->gained[seat] - others);
}

static int colours_order(const struct tb_state *s, int seat, tb_move move)
{
    int own = 0;

    for (unsigned i = tb_arg(move, 0) % COLOURS; i < TILES; i += COLOURS)
        own += s->cell[i] == seat;
    return own;
}

TOY(colours, 4, .setup = colours_setup, .moves = colours_moves, .play = colours_play);
TOY(judged_colours, 4, .setup = colours_setup, .moves = colours_moves, .play = colours_play,
    .evaluate = colours_evaluate, .order = colours_order);

/* Wins of `name` on a rotating seat against three of `others`; a shared win is a share. */
static double wins_of(const struct tb_game *g, const char *name, const char *others,
                      int games, uint32_t nodes)
{
    struct tb_bot *bot = tb_bot_new(g, name, 3), *rest = tb_bot_new(g, others, 4);
    double wins = 0;

    for (int i = 0; i < games; i++) {
        struct tb_bot *bots[] = { rest, rest, rest, rest };
        struct tb_result r;
        int firsts = 0;

        bots[i % 4] = bot;
        r = played(g, bots, (uint64_t)i, nodes);
        for (int seat = 0; seat < 4; seat++)
            firsts += r.place[seat] == 1;
        wins += r.place[i % 4] == 1 ? 1.0 / firsts : 0;
    }
    tb_bot_free(bot);
    tb_bot_free(rest);
    return wins;
}

static void of_four_the_search_wins_most(void **unused)
{
    assert_true(wins_of(&colours, "search", "random", 40, 400) >= 26);
    assert_true(wins_of(&judged_colours, "search", "random", 40, 400) >= 26);
    assert_true(wins_of(&colours, "greedy", "random", 40, 0) >= 20);
}

/* Wins at Nim, who begins changing. */
static int nim_wins(const char *name, const char *other, int games)
{
    struct tb_bot *bot[] = { tb_bot_new(&nim, name, 5), tb_bot_new(&nim, other, 6) };
    int wins = 0;

    for (int i = 0; i < games; i++) {
        struct tb_bot *seated[] = { bot[i % 2], bot[1 - i % 2] };

        wins += played(&nim, seated, (uint64_t)i, 0).place[i % 2] == 1;
    }
    tb_bot_free(bot[0]);
    tb_bot_free(bot[1]);
    return wins;
}

static void a_better_level_wins_more(void **unused)
{
    assert_true(nim_wins("easy", "random", 40) >= 26);
    assert_true(nim_wins("normal", "easy", 20) >= 15);
}

/* ---- what a bot is given ---- */

struct asked {
    struct tb_bot *bot;
    struct tb_state seen;
};

static void ask_for_seat_0(void *with)
{
    struct asked *a = with;

    tb_bot_move(a->bot, &a->seen, 0, 1, NULL, NULL);
}

/* Neither the truth nor what another seat sees: a bot would cheat, and nobody notice. */
static void a_bot_is_given_what_its_seat_sees(void **unused)
{
    static const int viewer[] = { 1, TB_PUBLIC, TB_TRUTH };
    struct tb_state s = given(&boxes, 1);

    for (int i = 0; tb_bot_names[i]; i++) {
        struct asked a = { .bot = tb_bot_new(&boxes, tb_bot_names[i], 1) };

        tb_observe(&boxes, &s, 0, &a.seen);
        assert_false(dies(ask_for_seat_0, &a));
        for (size_t k = 0; k < sizeof viewer / sizeof *viewer; k++) {
            a.seen.head.viewer = (int8_t)viewer[k];
            assert_true(dies(ask_for_seat_0, &a));
        }
        tb_bot_free(a.bot);
    }
}

/* ---- greedy ---- */

static void greedy_takes_the_most_points_now(void **unused)
{
    struct tb_bot *bot = tb_bot_new(&colours, "greedy", 1);
    struct tb_state s = given(&colours, 1), seen;

    s.cell[2] = 0; /* seat 0 has a tile of the third colour: a second is worth 3 more */
    tb_observe(&colours, &s, 0, &seen);
    for (int i = 0; i < 20; i++)
        assert_int_equal(tb_arg(tb_bot_move(bot, &seen, 0, 0, NULL, NULL), 0) % COLOURS, 2);
    tb_bot_free(bot);
}

/* Nothing gains a point before the end of Nim, so all is a tie and the seed decides. */
static void greedy_breaks_ties_by_chance(void **unused)
{
    struct tb_bot *bot = tb_bot_new(&nim, "greedy", 1);
    struct tb_state s = given(&nim, 1), seen;
    tb_move first;
    int same = 0;

    tb_observe(&nim, &s, 0, &seen);
    first = tb_bot_move(bot, &seen, 0, 0, NULL, NULL);
    for (int i = 0; i < 50; i++)
        same += tb_bot_move(bot, &seen, 0, 0, NULL, NULL) == first;
    assert_in_range(same, 0, 25);
    tb_bot_free(bot);
}

/* ---- whatever the game ---- */

static const struct tb_game *const toys[] = { &nim,     &boxes,          &hiding,
                                              &hands,   &dice,           &together,
                                              &colours, &judged_colours, NULL };

enum { PLIES = 1024 };

/* Calls `each` in positions of a random game, ever further apart: some games are long. */
static void in_positions_of(const struct tb_game *g, int seats,
                            void (*each)(const struct tb_game *g, const struct tb_state *s,
                                         int seat))
{
    const char *refusal;
    struct tb_kit *kit = tb_kit_new(g, NULL, 0, &refusal);
    struct tb_state *s = calloc(1, g->state_size);
    uint64_t rng = 5;

    assert_null(tb_new(g, s, seats, NULL, kit, tb_seed_of(11)));
    for (int ply = 1; ply <= PLIES && tb_head_of(s)->owes; ply++) {
        int seat = __builtin_ctz(tb_head_of(s)->owes);

        if (!(ply & (ply - 1)))
            each(g, s, seat);
        assert_null(tb_play(g, s, seat, tb_pick(g, s, seat, &rng), NULL));
    }
    free(s);
    tb_kit_free(kit);
}

static void everywhere(void (*each)(const struct tb_game *g, const struct tb_state *s,
                                    int seat))
{
    for (int i = 0; toys[i]; i++)
        in_positions_of(toys[i], toys[i]->seats_min, each);
    for (int i = 0; tb_games[i]; i++)
        for (int n = tb_games[i]->seats_min; n <= tb_games[i]->seats_max; n++)
            in_positions_of(tb_games[i], n, each);
}

static bool is_legal(const struct tb_game *g, const struct tb_state *s, int seat,
                     tb_move move)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(g, s, seat, legal);

    for (int i = 0; i < count; i++)
        if (legal[i] == move)
            return true;
    return false;
}

static tb_move ask_bot(const struct tb_game *g, const char *name,
                       const struct tb_state *seen, int seat, uint32_t nodes)
{
    struct tb_bot *bot = tb_bot_new(g, name, 9);
    tb_move move = tb_bot_move(bot, seen, seat, nodes, NULL, NULL);

    tb_bot_free(bot);
    return move;
}

static void check_legal_and_repeatable(const struct tb_game *g, const struct tb_state *s,
                                       int seat)
{
    struct tb_state *seen = malloc(g->state_size);

    tb_observe(g, s, seat, seen);
    for (int b = 0; tb_bot_names[b]; b++) {
        tb_move move = ask_bot(g, tb_bot_names[b], seen, seat, 40);

        assert_true(is_legal(g, s, seat, move));
        assert_true(move == ask_bot(g, tb_bot_names[b], seen, seat, 40));
    }
    free(seen);
}

static void every_bot_plays_legal_moves_and_the_same_again(void **unused)
{
    everywhere(check_legal_and_repeatable);
}

static void check_no_allocation(const struct tb_game *g, const struct tb_state *s, int seat)
{
    struct tb_state *seen = malloc(g->state_size);

    tb_observe(g, s, seat, seen);
    for (int b = 0; tb_bot_names[b]; b++) {
        int before = allocations;
        struct tb_bot *bot = tb_bot_new(g, tb_bot_names[b], 1);

        assert_int_equal(allocations, before + 1);
        tb_bot_move(bot, seen, seat, 20, NULL, NULL);
        assert_int_equal(allocations, before + 1);
        tb_bot_free(bot);
    }
    free(seen);
}

static void a_bot_takes_one_block_and_no_more(void **unused)
{
    everywhere(check_no_allocation);
}

static bool stop_at(void *with) { return --*(int *)with < 0; }

/* Asked how often it may go on, it goes on no more often, and still plays. */
static void check_stops(const struct tb_game *g, const struct tb_state *s, int seat)
{
    static const char *const names[] = { "greedy", "hard", "search" };
    struct tb_state *seen = malloc(g->state_size);

    tb_observe(g, s, seat, seen);
    for (int b = 0; b < 3; b++)
        for (int goes = 0; goes < 12; goes += 3) {
            struct tb_bot *bot = tb_bot_new(g, names[b], 1);
            int left = goes;

            assert_true(is_legal(g, s, seat,
                                 tb_bot_move(bot, seen, seat, 1000000, stop_at, &left)));
            tb_bot_free(bot);
        }
    free(seen);
}

static void a_bot_that_is_stopped_answers(void **unused) { everywhere(check_stops); }

static struct tb_state nim_as_seen(void)
{
    struct tb_state s = given(&nim, 1), seen;

    tb_observe(&nim, &s, 0, &seen);
    return seen;
}

static void the_search_stops_when_told(void **unused)
{
    static const struct care care = { .work = 1000, .edges = 1024 };
    struct tb_state seen = nim_as_seen();
    struct search *search = search_setup(calloc(1, search_size(&nim, &care)), &nim, &care);
    int left = 17;
    struct search_ask ask = { .nodes = 1000, .seed = 1, .stop = stop_at, .with = &left };
    uint32_t iterations;
    uint64_t work;

    search_decide(search, &seen, 0, &ask);
    search_effort(search, &iterations, &work);
    assert_int_equal(iterations, 17);
    ask.stop = NULL;
    search_decide(search, &seen, 0, &ask);
    search_effort(search, &iterations, &work);
    assert_in_range(iterations, 18, 1000);
    free(search);
}

/* It stops before its nodes are spent, and a budget that ends anywhere between there and
 * the full one leads to the same move. */
static void the_search_stops_where_more_changes_nothing(void **unused)
{
    static const struct care care = { .work = 1000, .edges = 1 << 14 };
    struct search *search = search_setup(calloc(1, search_size(&nim, &care)), &nim, &care);
    struct tb_state seen = nim_as_seen();
    struct search_ask ask = { .nodes = 4000, .seed = 1 };
    tb_move move = search_decide(search, &seen, 0, &ask);
    uint32_t iterations;
    uint64_t work;

    search_effort(search, &iterations, &work);
    assert_in_range(iterations, 64, 3999);
    for (ask.nodes = iterations; ask.nodes <= 4000; ask.nodes += 97)
        assert_int_equal(search_decide(search, &seen, 0, &ask), move);
    free(search);
}

/* Far more iterations than entries: it stays within its block and still plays well. */
static void a_full_tree_stays_within_its_memory(void **unused)
{
    static const struct care care = { .work = 1000, .edges = 1024 };
    size_t size = search_size(&nim, &care);
    unsigned char *block = calloc(1, size + 64);
    struct search *search = search_setup(block, &nim, &care);
    struct search_ask ask = { .nodes = 50000, .seed = 1 };
    struct tb_state seen = nim_as_seen(); /* 2, 3, 4: leave one of the last */

    memset(block + size, 0xa5, 64);
    assert_int_equal(tb_arg(search_decide(search, &seen, 0, &ask), 0), 19);
    for (int i = 0; i < 64; i++)
        assert_int_equal(block[size + (size_t)i], 0xa5);
    free(block);
}

static void a_bot_with_an_unknown_name_is_none(void **unused)
{
    assert_null(tb_bot_new(&nim, "genius", 1));
    assert_null(tb_bot_new(&nim, "", 1));
    tb_bot_free(NULL);
}

/* ---- a game's own bot ---- */

static tb_move own_advice(const struct tb_state *seen, int seat, const struct tb_ask *ask)
{
    return ask->level == TB_EASY ? 0 : tb_mv(PLAY, (unsigned)(8 + ask->level), 0);
}

TOY(advised_nim, 2, .setup = nim_setup, .moves = nim_moves, .play = nim_play,
    .advise = own_advice);

static void levels_are_the_games_own_bot_where_it_has_one(void **unused)
{
    struct tb_state s = given(&advised_nim, 1), seen;

    tb_observe(&advised_nim, &s, 0, &seen);
    assert_true(ask_bot(&advised_nim, "normal", &seen, 0, 0) == tb_mv(PLAY, 10, 0));
    assert_true(ask_bot(&advised_nim, "hard", &seen, 0, 0) == tb_mv(PLAY, 11, 0));
    assert_true(is_legal(&advised_nim, &s, 0, ask_bot(&advised_nim, "easy", &seen, 0, 0)));
    assert_true(ask_bot(&advised_nim, "search", &seen, 0, 5000) == tb_mv(PLAY, 19, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_nim_the_search_leaves_a_zero_sum),
        cmocka_unit_test(the_search_does_not_count_on_guessing_right),
        cmocka_unit_test(the_search_asks_where_the_answer_is_worth_it),
        cmocka_unit_test(no_bot_knows_what_its_seat_does_not),
        cmocka_unit_test(a_bot_is_given_what_its_seat_sees),
        cmocka_unit_test(others_in_the_tree_do_not_know_a_secret_move),
        cmocka_unit_test(at_the_same_time_the_search_cannot_be_foreseen),
        cmocka_unit_test(at_the_same_time_the_search_finds_what_is_always_best),
        cmocka_unit_test(who_decides_last_of_those_at_the_same_time_knows_no_more),
        cmocka_unit_test(the_search_weighs_luck),
        cmocka_unit_test(together_the_seats_win),
        cmocka_unit_test(of_four_the_search_wins_most),
        cmocka_unit_test(a_better_level_wins_more),
        cmocka_unit_test(greedy_takes_the_most_points_now),
        cmocka_unit_test(greedy_breaks_ties_by_chance),
        cmocka_unit_test(every_bot_plays_legal_moves_and_the_same_again),
        cmocka_unit_test(a_bot_takes_one_block_and_no_more),
        cmocka_unit_test(a_bot_that_is_stopped_answers),
        cmocka_unit_test(the_search_stops_when_told),
        cmocka_unit_test(the_search_stops_where_more_changes_nothing),
        cmocka_unit_test(a_full_tree_stays_within_its_memory),
        cmocka_unit_test(a_bot_with_an_unknown_name_is_none),
        cmocka_unit_test(levels_are_the_games_own_bot_where_it_has_one),
    };

    count_allocations();
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
