/*
 * Topologic's rules, as its specification lists them: T1 to T23 in their order, then what
 * the paragraphs say besides. T24, the strength of the seeker, is tests/topologic_bot.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "games/topologic/topologic.h"

static const struct tb_game *const g = &game_topologic;

/* ---- given ---- */

enum { ADA, BOB }; /* Ada seeks first, so Bob's secret is hers to find */

/* `options` as "pawns=3 shape=ragged"; "" takes the usual ones. */
static struct tb_state table(int seats, const char *options, uint64_t seed)
{
    uint64_t values[TB_OPTIONS_MAX];
    struct tb_state s;
    char id[32], value[32];
    int length;

    tb_options_usual(g, values);
    for (; sscanf(options, " %31[a-z]=%31[a-z0-9]%n", id, value, &length) == 2;
         options += length)
        assert_null(tb_option_set(g, values, id, value));
    assert_null(tb_new(g, &s, seats, values, NULL, tb_seed_of(seed)));
    return s;
}

static unsigned tile_named(const char *name)
{
    assert_true(name[0] >= 'A' && name[0] <= 'J' && name[1] >= '1' && name[1] <= '6');
    return (unsigned)(VALUES * (name[0] - 'A') + name[1] - '1');
}

/* A field as a picture: tiles by name, ".." where none lies. Tiles that the picture leaves
 * out lie far below, out of reach of those in it. */
static void lay(struct tb_state *s, const char *picture)
{
    unsigned x = 0, y = 0, spare = 0;

    memset(s->at, NONE, sizeof s->at);
    for (const char *c = picture; *c; c++) {
        if (*c == '\n')
            y++, x = 0;
        if (*c == ' ' || *c == '\n')
            continue;
        if (*c != '.')
            s->at[tile_named(c)] = (uint8_t)(SIDE_MAX * y + x);
        x++;
        c++;
    }
    for (unsigned t = 0; t < TILES; t++)
        if (s->at[t] == NONE)
            s->at[t] = (uint8_t)(SIDE_MAX * (SIDE_MAX - 4) + spare++);
    s->width = s->height = SIDE_MAX;
    field_link(s);
}

/* ---- when ---- */

static struct tb_event told[TB_EVENTS_MAX];
static struct tb_events events = { told, 0, TB_EVENTS_MAX };

static void when(struct tb_state *s, int seat, const char *note)
{
    tb_move move = 0;

    events.count = 0;
    assert_null(tb_parse(g, s, seat, note, &move));
    assert_null(tb_play(g, s, seat, move, &events));
    assert_null(g->check(s));
}

static void place_all(struct tb_state *s, int seat, const char *tile)
{
    char note[TB_NOTE_MAX];

    snprintf(note, sizeof note, "place %s", tile);
    for (int i = 0; i < s->pawns; i++)
        when(s, seat, note);
}

static void move_all(struct tb_state *s, int seat, const char *tile)
{
    char note[TB_NOTE_MAX];

    for (int i = 0; i < s->pawns; i++) {
        snprintf(note, sizeof note, "move %d %s", i + 1, tile);
        when(s, seat, note);
    }
}

/* The seat needs exactly that many turns: it waits beside the secret, then gathers. */
static void seek(struct tb_state *s, int seat, const char *secret, const char *beside,
                 int turns)
{
    place_all(s, seat, turns == 1 ? secret : beside);
    for (int turn = 1; turn < turns; turn++)
        when(s, seat, "announce");
    if (turns > 1)
        move_all(s, seat, secret);
    when(s, seat, "announce");
}

/* Both secrets are C5, chosen at the same time, as everything begins. */
static void hide_c5(struct tb_state *s)
{
    when(s, ADA, "secret C5");
    when(s, BOB, "secret C5");
}

static struct tb_state sought(const char *options)
{
    struct tb_state s = table(2, options, 1);

    lay(&s, "C5 C1 C2 A5 B1 D2 E3");
    hide_c5(&s);
    return s;
}

/* ---- then ---- */

static bool may(const struct tb_state *s, int seat, const char *note)
{
    tb_move move;

    return !tb_parse(g, s, seat, note, &move);
}

static void refused(struct tb_state *s, int seat, unsigned verb, unsigned pawn,
                    const char *tile)
{
    struct tb_state before = *s;

    assert_non_null(
        tb_play(g, s, seat, tb_mv(verb, pawn, tile ? tile_named(tile) : 0), NULL));
    assert_memory_equal(&before, s, sizeof before);
}

static bool was_told(enum event kind, int a, int b)
{
    for (int i = 0; i < events.count; i++)
        if (told[i].kind == kind && (a < 0 || told[i].arg[0] == a) &&
            (b < 0 || told[i].arg[1] == b))
            return true;
    return false;
}

static void announces(struct tb_state *s, int seat, int turn, int score)
{
    when(s, seat, "announce");
    assert_true(was_told(SCORED, turn, score));
    assert_int_equal(s->log[seat][turn - 1].score, score);
}

static int moves_of_pawn(const struct tb_state *s, int seat, unsigned pawn)
{
    tb_move list[TB_MOVES_MAX];
    int count = tb_legal(g, s, seat, list), found = 0;

    for (int i = 0; i < count; i++)
        found += tb_verb(list[i]) == MOVE && tb_arg(list[i], 0) == pawn;
    return found;
}

static void view_of(const struct tb_state *s, int viewer, char *text, size_t size)
{
    struct tb_text out = tb_text(text, size);
    struct tb_state seen;

    tb_observe(g, s, viewer, &seen);
    g->view(&seen, &out);
    assert_false(out.cut);
}

static struct tb_result result_of(const struct tb_state *s)
{
    struct tb_result result;

    g->score(s, &result);
    return result;
}

/* ---- T1 to T6: the score of a position ---- */

static void t1_a_pawn_scores_for_colour_and_for_value(void **state)
{
    struct tb_state s = sought("");

    when(&s, ADA, "place C1");
    when(&s, ADA, "place C2");
    when(&s, ADA, "place A5");
    when(&s, ADA, "place B1");
    when(&s, ADA, "place D2");
    announces(&s, ADA, 1, 3);
}

static void t2_a_pawn_on_the_secret_scores_twice(void **state)
{
    struct tb_state s = sought("");

    when(&s, ADA, "place C5");
    when(&s, ADA, "place C2");
    when(&s, ADA, "place A5");
    when(&s, ADA, "place B1");
    when(&s, ADA, "place D2");
    announces(&s, ADA, 1, 4);
}

static void t3_all_on_the_secret_end_the_round_and_the_turn_counts(void **state)
{
    struct tb_state s = sought("");

    place_all(&s, ADA, "C5");
    announces(&s, ADA, 1, 10);
    assert_true(was_told(FOUND, (int)tile_named("C5"), 1));
    assert_int_equal(s.turns[0], 1);
    assert_int_equal(s.round, 1);
}

static void t4_all_on_one_tile_of_its_colour_score_one_each(void **state)
{
    struct tb_state s = sought("");

    place_all(&s, ADA, "C1");
    announces(&s, ADA, 1, 5);
}

static void t5_nothing_shared_scores_nothing(void **state)
{
    struct tb_state s = sought("");

    place_all(&s, ADA, "B1");
    announces(&s, ADA, 1, 0);
    assert_int_equal(s.round, 0);
}

static void t6_three_pawns_end_the_round_with_six(void **state)
{
    struct tb_state s = sought("pawns=3");

    place_all(&s, ADA, "C5");
    announces(&s, ADA, 1, 6);
    assert_int_equal(s.round, 1);
}

/* ---- T7 to T13, T16: placing and moving ---- */

static void t7_no_move_crosses_a_gap(void **state)
{
    struct tb_state s = table(2, "", 1);

    lay(&s, "A1 B2 .. C3\n"
            "D1 .. .. ..");
    hide_c5(&s);
    place_all(&s, ADA, "A1");
    when(&s, ADA, "announce");
    assert_true(may(&s, ADA, "move 1 B2"));
    assert_false(may(&s, ADA, "move 1 C3"));
    refused(&s, ADA, MOVE, 0, "C3");
}

static void t8_pawns_do_not_block_and_may_share_a_tile(void **state)
{
    struct tb_state s = table(2, "pawns=3", 1);

    lay(&s, "A1 B2 C3");
    hide_c5(&s);
    when(&s, ADA, "place A1");
    when(&s, ADA, "place B2");
    when(&s, ADA, "place B2");
    when(&s, ADA, "announce");
    assert_true(may(&s, ADA, "move 1 B2"));
    assert_true(may(&s, ADA, "move 1 C3"));
}

static void t9_a_diagonal_step_needs_no_tile_beside_it(void **state)
{
    struct tb_state s = table(2, "", 1);

    lay(&s, "A1 ..\n"
            ".. B2");
    hide_c5(&s);
    place_all(&s, ADA, "A1");
    when(&s, ADA, "announce");
    assert_true(may(&s, ADA, "move 1 B2"));
}

static void t10_a_pawn_moves_once_a_turn(void **state)
{
    struct tb_state s = table(2, "pawns=3", 1);

    lay(&s, "A1 B2 C3");
    hide_c5(&s);
    when(&s, ADA, "place A1");
    when(&s, ADA, "place B2");
    when(&s, ADA, "place C3");
    when(&s, ADA, "announce");
    when(&s, ADA, "move 1 B2");
    assert_int_equal(moves_of_pawn(&s, ADA, 0), 0);
    assert_int_equal(moves_of_pawn(&s, ADA, 1), 2);
    assert_int_equal(moves_of_pawn(&s, ADA, 2), 2);
    when(&s, ADA, "announce");
    assert_int_equal(moves_of_pawn(&s, ADA, 0), 2);
}

static void t11_a_turn_without_moving_repeats_the_score_and_counts(void **state)
{
    struct tb_state s = sought("");

    place_all(&s, ADA, "C1");
    announces(&s, ADA, 1, 5);
    announces(&s, ADA, 2, 5);
    assert_int_equal(s.spent[ADA], 2);
}

static void t11_announcing_is_offered_last(void **state)
{
    struct tb_state s = sought("");
    tb_move list[TB_MOVES_MAX];
    int count;

    place_all(&s, ADA, "C1");
    when(&s, ADA, "announce");
    count = tb_legal(g, &s, ADA, list);
    assert_true(count > 1);
    assert_int_equal(tb_verb(list[count - 1]), ANNOUNCE);
}

static void t12_a_border_start_refuses_inner_tiles(void **state)
{
    struct tb_state s = table(2, "start=border", 1);

    lay(&s, "A1 A2 A3\n"
            "B1 B2 B3\n"
            "C1 C2 C3");
    hide_c5(&s);
    assert_true(may(&s, ADA, "place A2"));
    assert_false(may(&s, ADA, "place B2"));
    refused(&s, ADA, PLACE, 0, "B2");
    s = table(2, "start=free", 1);
    lay(&s, "A1 A2 A3\n"
            "B1 B2 B3\n"
            "C1 C2 C3");
    hide_c5(&s);
    assert_true(may(&s, ADA, "place B2"));
}

static void t13_all_pawns_may_start_on_one_tile(void **state)
{
    struct tb_state s = sought("");

    place_all(&s, ADA, "E3");
    assert_int_equal(tb_head(&s)->owes, 1 << ADA);
    assert_true(may(&s, ADA, "announce"));
}

static void t16_a_corner_of_the_rectangle_has_nineteen_moves(void **state)
{
    struct tb_state s = table(2, "", 16);
    char note[TB_NOTE_MAX];
    unsigned corner = 0;

    while (s.at[corner] != 0)
        corner++;
    hide_c5(&s);
    for (int i = 0; i < 5; i++) {
        tb_notate(g, &s, tb_mv(PLACE, (unsigned)i, corner), note);
        when(&s, ADA, note);
    }
    when(&s, ADA, "announce");
    assert_int_equal(moves_of_pawn(&s, ADA, 0), 9 + 5 + 5);
}

/* Pawns are alike: of those on one tile the lowest-numbered unmoved one is offered. */
static void twins_are_offered_once(void **state)
{
    struct tb_state s = sought("pawns=3");

    place_all(&s, ADA, "C1");
    when(&s, ADA, "announce");
    assert_int_equal(moves_of_pawn(&s, ADA, 0), 6);
    assert_int_equal(moves_of_pawn(&s, ADA, 1), 0);
    when(&s, ADA, "move 1 C2");
    assert_int_equal(moves_of_pawn(&s, ADA, 1), 6);
    assert_int_equal(moves_of_pawn(&s, ADA, 2), 0);
}

/* ---- T14, T15: the result ---- */

static void t14_fewer_turns_win(void **state)
{
    struct tb_state s = sought("");
    struct tb_result r;

    seek(&s, ADA, "C5", "C1", 4);
    seek(&s, BOB, "C5", "C1", 5);
    assert_true(was_told(WON, 4, 5));
    r = result_of(&s);
    assert_int_equal(tb_head(&s)->owes, 0);
    assert_int_equal(r.points[ADA], 56);
    assert_int_equal(r.points[BOB], 55);
    assert_int_equal(r.place[ADA], 1);
    assert_int_equal(r.place[BOB], 2);
}

static void t14_the_second_seeker_can_win_too(void **state)
{
    struct tb_state s = sought("");

    seek(&s, ADA, "C5", "C1", 3);
    seek(&s, BOB, "C5", "C1", 2);
    assert_int_equal(result_of(&s).place[BOB], 1);
    assert_int_equal(result_of(&s).place[ADA], 2);
}

static void t15_equal_turns_are_a_draw(void **state)
{
    struct tb_state s = sought("");

    seek(&s, ADA, "C5", "C1", 4);
    seek(&s, BOB, "C5", "C1", 4);
    assert_true(was_told(DRAWN, 4, -1));
    assert_int_equal(tb_head(&s)->owes, 0);
    assert_int_equal(result_of(&s).place[ADA], 1);
    assert_int_equal(result_of(&s).place[BOB], 1);
}

static void t15_with_tiebreak_two_more_rounds(void **state)
{
    struct tb_state s = sought("tiebreak=rounds");

    seek(&s, ADA, "C5", "C1", 4);
    seek(&s, BOB, "C5", "C1", 4);
    assert_int_equal(s.phase, CHOOSING);
    assert_int_equal(tb_head(&s)->owes, 3);
    hide_c5(&s);
    seek(&s, ADA, "C5", "C1", 3);
    seek(&s, BOB, "C5", "C1", 2);
    assert_int_equal(tb_head(&s)->owes, 0);
    assert_int_equal(result_of(&s).points[ADA], 57);
    assert_int_equal(result_of(&s).points[BOB], 58);
    assert_int_equal(result_of(&s).place[BOB], 1);
}

static void t15_tiebreaks_are_played_three_times_at_most(void **state)
{
    struct tb_state s = sought("tiebreak=rounds");

    for (int pair = 0; pair < 4; pair++) {
        if (pair)
            hide_c5(&s);
        seek(&s, ADA, "C5", "C1", 2);
        seek(&s, BOB, "C5", "C1", 2);
    }
    assert_true(was_told(DRAWN, 2, -1));
    assert_int_equal(tb_head(&s)->owes, 0);
}

/* ---- T17 to T19: what is known ---- */

static unsigned score_by_hand(const uint8_t *pawn, int pawns, unsigned secret)
{
    unsigned score = 0;

    for (int i = 0; i < pawns; i++)
        score += (pawn[i] / 6u == secret / 6) + (unsigned)(pawn[i] % 6u == secret % 6);
    return score;
}

static uint64_t consistent_by_hand(const struct tb_state *s, int seeker)
{
    uint64_t set = 0;

    for (unsigned t = 0; t < TILES; t++) {
        bool fits = true;

        for (int i = 0; i < s->spent[seeker]; i++)
            fits &= score_by_hand(s->log[seeker][i].pawn, s->pawns, t) ==
                    s->log[seeker][i].score;
        set |= (uint64_t)fits << t;
    }
    return set;
}

static void t17_consistent_tiles_fit_every_score_and_hold_the_secret(void **state)
{
    uint64_t luck = 17;

    for (int game = 0; game < 60; game++) {
        static const char *const pawns[] = { "pawns=3", "pawns=4", "pawns=5" };
        struct tb_state s = table(2, pawns[game % 3], (uint64_t)game);

        for (int ply = 0; ply < 80 && tb_head(&s)->owes; ply++) {
            int seat = tb_head(&s)->owes & 1 ? ADA : BOB;

            tb_step(g, &s, seat, tb_pick(g, &s, seat, &luck), NULL);
            if (s.phase != MOVING)
                continue;
            assert_true(consistent(&s, seeker_of(&s, s.round)) ==
                        consistent_by_hand(&s, seeker_of(&s, s.round)));
            assert_true(consistent(&s, seeker_of(&s, s.round)) >> s.secret[s.round] & 1);
        }
    }
}

static void t18_the_seekers_view_does_not_hold_the_secret(void **state)
{
    static const char *const secrets[] = { "secret C5", "secret C1", "secret J6" };
    static const int viewers[] = { ADA, TB_PUBLIC };
    char first[4096], again[4096];

    for (int v = 0; v < 2; v++)
        for (int i = 0; i < 3; i++) {
            struct tb_state s = table(2, "", 18);

            when(&s, BOB, secrets[i]);
            when(&s, ADA, "secret A1");
            when(&s, ADA, "place E3");
            view_of(&s, viewers[v], i ? again : first, sizeof first);
            if (i)
                assert_string_equal(first, again);
        }
}

static void t18_legal_moves_do_not_depend_on_the_secret(void **state)
{
    struct tb_state one = table(2, "", 18), two = one;
    tb_move list[2][TB_MOVES_MAX];
    int count;

    when(&one, BOB, "secret C5");
    when(&two, BOB, "secret J6");
    when(&one, ADA, "secret A1");
    when(&two, ADA, "secret A1");
    count = tb_legal(g, &one, ADA, list[0]);
    assert_int_equal(count, tb_legal(g, &two, ADA, list[1]));
    assert_memory_equal(list[0], list[1], (size_t)count * sizeof **list);
}

static void t18_the_coder_sees_its_own_secret(void **state)
{
    struct tb_state s = sought(""), seen;

    tb_observe(g, &s, BOB, &seen);
    assert_int_equal(seen.secret[0], tile_named("C5"));
    assert_int_equal(seen.secret[1], NONE);
}

/* Section 7: in round 2 the former seeker's own secret stays hidden from the new one. */
static void t18_the_second_secret_outlasts_the_first_round(void **state)
{
    struct tb_state s = sought(""), seen;

    seek(&s, ADA, "C5", "C1", 2);
    tb_observe(g, &s, BOB, &seen);
    assert_int_equal(seen.secret[1], NONE);
    assert_int_equal(seen.secret[0], tile_named("C5"));
}

static void t19_a_secret_once_chosen_stays(void **state)
{
    struct tb_state s = table(2, "", 19);

    when(&s, BOB, "secret C5");
    refused(&s, BOB, SECRET, 0, "D1");
    when(&s, ADA, "secret A1");
    refused(&s, BOB, SECRET, 0, "D1");
    refused(&s, ADA, SECRET, 0, "D1");
    when(&s, ADA, "place D1");
    refused(&s, BOB, SECRET, 0, "D1");
}

/* Decision of section 3: the second coder may choose any tile, also the first secret. */
static void both_may_hide_the_same_tile(void **state)
{
    struct tb_state s = table(2, "", 3);

    when(&s, ADA, "secret C5");
    assert_true(may(&s, BOB, "secret C5"));
}

/* Decision of section 6: both coders choose at the same time, in either order. */
static void coders_choose_at_the_same_time(void **state)
{
    struct tb_state s = table(2, "", 3);

    assert_int_equal(tb_head(&s)->owes, 3);
    when(&s, ADA, "secret A1");
    assert_int_equal(tb_head(&s)->owes, 1 << BOB);
    when(&s, BOB, "secret B2");
    assert_int_equal(s.secret[0], tile_named("B2"));
    assert_int_equal(s.secret[1], tile_named("A1"));
}

/* ---- T20 to T22, section 2: the field ---- */

static const char *const shape_option[SHAPES] = { "shape=rectangle", "shape=ribbon",
                                                  "shape=blob", "shape=holed",
                                                  "shape=ragged" };

static void t20_a_seed_and_options_make_one_field(void **state)
{
    for (int shape = 0; shape < SHAPES; shape++) {
        struct tb_state one = table(2, shape_option[shape], 20);
        struct tb_state two = table(2, shape_option[shape], 20);
        struct tb_state other = table(2, shape_option[shape], 21);

        assert_memory_equal(&one, &two, sizeof one);
        assert_memory_not_equal(one.at, other.at, sizeof one.at);
    }
}

static void t21_every_pair_of_colour_and_value_lies_once(void **state)
{
    for (int shape = 0; shape < SHAPES; shape++) {
        struct tb_state s = table(2, shape_option[shape], 21);
        bool taken[SIDE_MAX * SIDE_MAX] = { 0 };
        int pairs[COLOURS][VALUES] = { 0 };

        for (unsigned t = 0; t < TILES; t++) {
            assert_false(taken[s.at[t]]);
            taken[s.at[t]] = true;
            pairs[colour_of(t)][value_of(t)]++;
        }
        for (int i = 0; i < TILES; i++)
            assert_int_equal(pairs[i / VALUES][i % VALUES], 1);
    }
}

/* Tiles reached from the first one over shared sides. */
static int connected_tiles(const struct tb_state *s)
{
    bool there[SIDE_MAX + 2][SIDE_MAX + 2] = { 0 };
    int queue[TILES], tail = 0;

    for (unsigned t = 0; t < TILES; t++)
        there[s->at[t] / SIDE_MAX + 1][s->at[t] % SIDE_MAX + 1] = true;
    queue[tail++] = s->at[0];
    there[s->at[0] / SIDE_MAX + 1][s->at[0] % SIDE_MAX + 1] = false;
    for (int head = 0; head < tail; head++)
        for (int d = 0; d < 4; d++) {
            int x = queue[head] % SIDE_MAX + (d == 0) - (d == 1);
            int y = queue[head] / SIDE_MAX + (d == 2) - (d == 3);

            if (there[y + 1][x + 1]) {
                there[y + 1][x + 1] = false;
                queue[tail++] = SIDE_MAX * y + x;
            }
        }
    return tail;
}

static int longest_way(const struct tb_state *s)
{
    int longest = 0;

    for (unsigned t = 0; t < TILES; t++) {
        int depth = field_depth(s, t);

        assert_true(depth > 0);
        longest = depth > longest ? depth : longest;
    }
    return longest;
}

static void t22_ragged_fields_are_connected_and_never_wide(void **state)
{
    for (uint64_t seed = 0; seed < 1000; seed++) {
        struct tb_state s = table(2, "shape=ragged", seed);

        assert_int_equal(connected_tiles(&s), TILES);
        assert_true(longest_way(&s) <= 7);
        assert_true(s.width <= 16 && s.height <= 16);
    }
}

static void every_shape_is_connected(void **state)
{
    for (int shape = 0; shape < SHAPES; shape++)
        for (uint64_t seed = 0; seed < 100; seed++) {
            struct tb_state s = table(2, shape_option[shape], seed);

            assert_int_equal(connected_tiles(&s), TILES);
        }
}

static void rectangle_ribbon_and_holed_have_their_sides(void **state)
{
    static const int sides[][3] = { { RECTANGLE, 10, 6 },
                                    { RIBBON, 15, 4 },
                                    { HOLED, 9, 8 } };

    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct tb_state s = table(2, shape_option[sides[i][0]], seed);

            /* Holes may eat a whole outer row of the 9 x 8. */
            assert_true(s.width <= sides[i][1] && s.height <= sides[i][2]);
            assert_true(i == 2 || s.width * s.height == TILES);
        }
}

/* Moves between two tiles, over all pairs. */
static double mean_distance(const struct tb_state *s)
{
    int total = 0;

    for (unsigned from = 0; from < TILES; from++) {
        uint64_t seen = bit(from), edge = seen;

        for (int depth = 1; seen != all_tiles(); depth++) {
            uint64_t next = 0;

            for (; edge; edge &= edge - 1)
                next |= s->reach[first_of(edge)];
            edge = next & ~seen;
            seen |= edge;
            total += depth * count_of(edge);
        }
    }
    return (double)total / (TILES * (TILES - 1));
}

enum { FIELDS = 400, FIELDS_OF_THE_TABLE = 2000, FIGURES = 4 };

/* Section 2's table. Its means come from 2,000 fields, ours from 400 others: they may
 * differ by four standard errors of that difference, and by the table's rounding. */
static void fields_are_as_the_table_measured(void **state)
{
    /* clang-format off */
    static const double table_of[SHAPES][FIGURES] = {
        /* distance longest moves border */
        {  1.633,   2,     21.7,  28   },
        {  1.621,   2,     22.3,  34   },
        {  1.664,   2.55,  20.1,  28.3 },
        {  1.890,   3.62,  14.7,  43.9 },
        {  2.464,   5.51,   9.5,  53.9 },
    };
    static const double rounding[FIGURES] = { 0.0006, 0.006, 0.06, 0.06 };
    /* clang-format on */

    for (int shape = 0; shape < SHAPES; shape++) {
        double sum[FIGURES] = { 0 }, squares[FIGURES] = { 0 };

        for (uint64_t seed = 0; seed < FIELDS; seed++) {
            struct tb_state s = table(2, shape_option[shape], 1000 + seed);
            double figure[FIGURES] = { mean_distance(&s), longest_way(&s), 0,
                                       count_of(s.border) };

            for (unsigned t = 0; t < TILES; t++)
                figure[2] += count_of(s.reach[t]) / (double)TILES;
            for (int i = 0; i < FIGURES; i++) {
                sum[i] += figure[i];
                squares[i] += figure[i] * figure[i];
            }
        }
        for (int i = 0; i < FIGURES; i++) {
            double mean = sum[i] / FIELDS;
            double variance = fmax(0, squares[i] / FIELDS - mean * mean);
            double error = sqrt(variance / FIELDS + variance / FIELDS_OF_THE_TABLE);

            print_message("%-16s %8.3f, the table has %7.3f\n", shape_option[shape], mean,
                          table_of[shape][i]);
            assert_true(fabs(mean - table_of[shape][i]) <= 4 * error + rounding[i]);
        }
    }
}

static void a_border_tile_has_a_free_side(void **state)
{
    struct tb_state s = table(2, "", 1);

    lay(&s, "A1 A2 A3\n"
            "B1 B2 B3\n"
            "C1 C2 C3");
    assert_false(s.border >> tile_named("B2") & 1);
    assert_true(s.border >> tile_named("A2") & 1);
    lay(&s, "A1 A2 A3\n"
            "B1 B2 B3\n"
            "C1 .. C3");
    assert_true(s.border >> tile_named("B2") & 1);
    lay(&s, ".. A2 A3\n"
            "B1 B2 B3\n"
            "C1 C2 C3");
    assert_false(s.border >> tile_named("B2") & 1); /* a corner is not a side */
}

/* ---- T23 and the rounds ---- */

static void t23_the_second_round_places_anew_and_remembers_the_first(void **state)
{
    struct tb_state s = sought("");
    static const int viewers[] = { ADA, BOB, TB_PUBLIC };

    seek(&s, ADA, "C5", "C1", 2);
    assert_int_equal(s.phase, PLACING);
    assert_int_equal(tb_head(&s)->owes, 1 << BOB);
    for (int i = 0; i < PAWNS_MAX; i++)
        assert_int_equal(s.pawn[i], NONE);
    for (int i = 0; i < 3; i++) {
        char view[4096];

        view_of(&s, viewers[i], view, sizeof view);
        assert_non_null(strstr(
            view, "{\"seeker\":0,\"turns\":2,\"secret\":\"C5\",\"history\":[{\"pawns\":"
                  "[\"C1\",\"C1\",\"C1\",\"C1\",\"C1\"],\"score\":5},{\"pawns\":"
                  "[\"C5\",\"C5\",\"C5\",\"C5\",\"C5\"],\"score\":10}]}"));
    }
    when(&s, BOB, "place E3");
}

static void a_round_is_stopped_at_sixty_turns(void **state)
{
    struct tb_state s = sought("");

    place_all(&s, ADA, "B1");
    for (int turn = 1; turn <= 60; turn++) {
        assert_int_equal(s.round, 0);
        announces(&s, ADA, turn, 0);
    }
    assert_true(was_told(STOPPED, (int)tile_named("C5"), 60));
    assert_int_equal(s.turns[0], 60);
    assert_int_equal(s.round, 1);
    seek(&s, BOB, "C5", "C1", 59);
    assert_int_equal(result_of(&s).place[BOB], 1);
    assert_int_equal(result_of(&s).points[ADA], 0);
}

/* Found in the sixtieth turn is found. */
static void the_sixtieth_turn_still_counts(void **state)
{
    struct tb_state s = sought("");

    seek(&s, ADA, "C5", "C1", 60);
    assert_true(was_told(FOUND, (int)tile_named("C5"), 60));
    assert_int_equal(s.turns[0], 60);
}

/* ---- solo ---- */

static void alone_one_round_against_the_seeds_secret(void **state)
{
    struct tb_state s = table(1, "", 4), seen;
    char secret[8];

    assert_int_equal(tb_head(&s)->owes, 1 << ADA);
    assert_int_equal(s.phase, PLACING);
    tb_observe(g, &s, ADA, &seen);
    assert_int_equal(seen.secret[0], NONE);
    snprintf(secret, sizeof secret, "%c%u", (char)('A' + colour_of(s.secret[0])),
             value_of(s.secret[0]) + 1);
    place_all(&s, ADA, secret);
    announces(&s, ADA, 1, 10);
    assert_int_equal(tb_head(&s)->owes, 0);
    assert_int_equal(result_of(&s).points[0], 59);
    assert_int_equal(result_of(&s).place[0], 1);
}

static void alone_the_secret_is_any_tile(void **state)
{
    int times[TILES] = { 0 };
    double chi = 0;
    enum { GAMES = 6000 };

    for (uint64_t seed = 0; seed < GAMES; seed++)
        times[table(1, "", seed).secret[0]]++;
    for (int t = 0; t < TILES; t++)
        chi += pow(times[t] - GAMES / (double)TILES, 2) / (GAMES / (double)TILES);
    assert_true(chi < 59 + 5 * sqrt(2 * 59)); /* five deviations */
}

static void alone_a_stopped_round_is_lost(void **state)
{
    struct tb_state s = table(1, "", 4);
    unsigned far = (s.secret[0] + 7u) % TILES; /* another colour, another value */
    char note[TB_NOTE_MAX];

    for (unsigned i = 0; i < 5; i++) {
        tb_notate(g, &s, tb_mv(PLACE, i, far), note);
        when(&s, ADA, note);
    }
    for (int turn = 1; turn <= 60; turn++)
        when(&s, ADA, "announce");
    assert_int_equal(tb_head(&s)->owes, 0);
    assert_int_equal(result_of(&s).place[0], 0);
    assert_int_equal(result_of(&s).points[0], 0);
}

/* ---- why not, and scores written down ---- */

static const char *why_not(const struct tb_state *s, const char *note)
{
    tb_move move;

    return tb_parse(g, s, ADA, note, &move);
}

/* R3.5, R3.2: whoever tries is told the rule. */
static void a_move_that_is_not_possible_says_why(void **state)
{
    struct tb_state s = table(1, "", 1);

    lay(&s, "C5 C1 .. C2\nA5 B1 D2 E3");
    when(&s, ADA, "place C5");
    for (int i = 1; i < 5; i++)
        when(&s, ADA, "place A5");
    when(&s, ADA, "announce");
    assert_string_equal(
        why_not(&s, "move 1 D2"),
        "A pawn moves like a queen in chess: in a row, a column or diagonally.");
    assert_string_equal(why_not(&s, "move 1 C2"),
                        "There is a gap on the way: a pawn cannot leave the tiles.");
    assert_string_equal(why_not(&s, "move 1 C5"), "The pawn stands on this tile already.");
    when(&s, ADA, "move 1 C1");
    assert_string_equal(why_not(&s, "move 1 C5"),
                        "This pawn has already moved in this turn.");
    s = table(1, "start=border", 4);
    for (unsigned t = 0; t < TILES; t++) {
        char note[TB_NOTE_MAX];

        snprintf(note, sizeof note, "place %c%u", (char)('A' + colour_of(t)),
                 value_of(t) + 1);
        if (!(s.border >> t & 1))
            assert_string_equal(why_not(&s, note),
                                "The pawns enter on the border of the field.");
    }
}

/* What scores leave, for those who write them down: as consistent() has it. */
static void written_scores_leave_the_same_tiles(void **state)
{
    struct tb_state s = sought("");
    char facts[100], said[800], wanted[40];
    struct tb_text out = tb_text(said, sizeof said);
    int line;

    when(&s, ADA, "place C1");
    when(&s, ADA, "place C2");
    when(&s, ADA, "place A5");
    when(&s, ADA, "place B1");
    when(&s, ADA, "place D2");
    when(&s, ADA, "announce");
    snprintf(facts, sizeof facts, "# first\n\nc1 C2, A5 B1 D2 %d\n", s.log[ADA][0].score);
    assert_true(g->solve(NULL, facts, false, &out, &line));
    snprintf(wanted, sizeof wanted, "{\"count\":%d,\"after\":[%d],\"fits\":[",
             count_of(consistent(&s, ADA)), count_of(consistent(&s, ADA)));
    assert_ptr_equal(strstr(said, wanted), said);
    for (unsigned t = 0; t < TILES; t++) {
        char name[8];

        snprintf(name, sizeof name, "\"%c%u\"", (char)('A' + colour_of(t)),
                 value_of(t) + 1);
        assert_int_equal(strstr(said, name) != NULL, consistent(&s, ADA) >> t & 1);
    }
    out = tb_text(said, sizeof said);
    assert_false(g->solve(NULL, "C1 C2 3\nC1 5\n", false, &out, &line));
    assert_int_equal(line, 2);
    assert_false(g->solve(NULL, "C7 2", false, &out, &line));
    assert_false(g->solve(NULL, "C1", false, &out, &line));
    assert_false(g->solve(NULL, "A1 A2 A3 A4 A5 A6 3", false, &out, &line));
}

/* ---- the review after the game ---- */

/* A game of bots, alone or for two, played to its end. */
static struct tb_state played(int seats, const char *options, int level, uint64_t seed)
{
    struct tb_state s = table(seats, options, seed);

    while (tb_head(&s)->owes) {
        int seat = __builtin_ctz(tb_head(&s)->owes);
        struct tb_ask ask = { .level = level, .seed = seed };
        struct tb_state seen;

        tb_observe(g, &s, seat, &seen);
        assert_null(tb_play(g, &s, seat, g->advise(&seen, seat, &ask), NULL));
    }
    return s;
}

static void is_reachable(const struct tb_state *s, int seeker, int turn, const uint8_t *at)
{
    for (int i = 0; turn && i < s->pawns; i++) {
        unsigned from = s->log[seeker][turn - 1].pawn[i];

        assert_true(at[i] == from || s->reach[from] >> at[i] & 1);
    }
    for (int i = 0; !turn && i < s->pawns; i++)
        assert_true(start_tiles(s) >> at[i] & 1);
}

/* Tiles left before and after each turn; nothing better than what can be reached, and
 * better it is. */
static void the_review_counts_tiles_and_names_better_placements(void **state)
{
    static const char *const options[] = { "", "pawns=3 shape=ragged", "start=border" };
    int better = 0;

    for (uint64_t seed = 0; seed < 12; seed++) {
        struct tb_state s = played(1 + (int)seed % 2, options[seed % 3], TB_EASY, seed);

        for (int seeker = 0; seeker < s.head.seats; seeker++) {
            struct reviewed turn[TURNS_MAX];
            int count = review_round(&s, seeker, turn);

            assert_int_equal(count, s.spent[seeker]);
            assert_int_equal(turn[0].before, 60);
            assert_int_equal(turn[count - 1].after, 1);
            assert_int_equal(turn[count - 1].turns, 0);
            for (int i = 0; i < count; i++) {
                if (i)
                    assert_int_equal(turn[i].before, turn[i - 1].after);
                assert_true(turn[i].after <= turn[i].before);
                if (turn[i].best[0] == NONE)
                    continue;
                assert_true(turn[i].best_turns < turn[i].turns);
                is_reachable(&s, seeker, i, turn[i].best);
                better++;
            }
        }
    }
    assert_true(better > 20); /* easy bots leave much to be done better */
}

/* The best that could be done needs no better; and it comes out the same every time. */
static void the_review_finds_little_to_better_in_a_strong_game(void **state)
{
    struct tb_state s = played(1, "", TB_HARD, 3);
    struct reviewed turn[TURNS_MAX], again[TURNS_MAX];
    int count = review_round(&s, 0, turn);

    memset(again, 0, sizeof again);
    assert_int_equal(review_round(&s, 0, again), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(turn[i].turns, again[i].turns);
        if (turn[i].best[0] != NONE)
            assert_true(turn[i].turns - turn[i].best_turns < 20); /* a fifth of a turn */
    }
}

static void the_view_holds_the_review_when_all_is_over(void **state)
{
    struct tb_state s = played(2, "", TB_NORMAL, 5);
    char text[20000];

    view_of(&s, ADA, text, sizeof text);
    assert_non_null(strstr(text, ",\"review\":[[{\"before\":60,\"after\":"));
    s = sought("");
    view_of(&s, ADA, text, sizeof text);
    assert_null(strstr(text, "review"));
}

static void alone_par_is_four_on_the_usual_field(void **state)
{
    struct tb_state s = table(1, "", 4);

    assert_int_equal(par_of(&s), 4);
}

/* ---- guesses ---- */

/* Chi-square of what guess() deals for the first secret, over the tiles it may be. */
static void guesses_evenly(const struct tb_state *s, int viewer, uint64_t may_be)
{
    int times[TILES] = { 0 }, kinds = count_of(may_be), deals = 200 * kinds;
    struct tb_state seen, world;
    double chi = 0;

    tb_observe(g, s, viewer, &seen);
    for (int i = 0; i < deals; i++) {
        tb_redeal(g, &seen, (uint64_t)i, &world);
        assert_true(may_be >> world.secret[0] & 1);
        times[world.secret[0]]++;
    }
    for (unsigned t = 0; t < TILES; t++)
        if (may_be >> t & 1)
            chi += pow(times[t] - 200, 2) / 200;
    assert_true(chi < kinds - 1 + 5 * sqrt(2.0 * kinds)); /* five deviations */
}

static void a_guess_is_even_among_all_tiles_before_any_score(void **state)
{
    struct tb_state s = sought("");

    guesses_evenly(&s, ADA, all_tiles());
    guesses_evenly(&s, TB_PUBLIC, all_tiles());
}

static void a_guess_is_even_among_the_tiles_the_scores_allow(void **state)
{
    struct tb_state s = sought("");

    when(&s, ADA, "place C1");
    when(&s, ADA, "place B1");
    when(&s, ADA, "place D2");
    when(&s, ADA, "place E3");
    when(&s, ADA, "place A5");
    when(&s, ADA, "announce");
    assert_in_range(count_of(consistent(&s, ADA)), 2, 30);
    guesses_evenly(&s, ADA, consistent_by_hand(&s, ADA));
    guesses_evenly(&s, TB_PUBLIC, consistent_by_hand(&s, ADA));
    guesses_evenly(&s, BOB, bit(tile_named("C5"))); /* who chose it knows */
}

/* ---- helps ---- */

static void helps_are_those_the_table_allows(void **state)
{
    static const struct {
        const char *option;
        bool remaining, candidates, advice;
        int hints;
    } help[] = {
        { "aid=none", false, false, false, 0 },
        { "aid=count", true, false, false, 1 },
        { "aid=show", true, true, false, 2 },
        { "aid=advise", true, true, true, 2 },
    };

    for (int i = 0; i < 4; i++) {
        struct tb_state s = sought(help[i].option), seen;
        char text[4096];
        int hints = 0;
        struct tb_text out = tb_text(text, sizeof text);

        place_all(&s, ADA, "C1");
        when(&s, ADA, "announce");
        tb_observe(g, &s, ADA, &seen);
        while (g->hint(&seen, ADA, hints, &out))
            hints++;
        assert_int_equal(hints, help[i].hints);
        assert_int_equal(g->may_advise(&s), help[i].advice);
        view_of(&s, ADA, text, sizeof text);
        assert_int_equal(!!strstr(text, "\"remaining\""), help[i].remaining);
        assert_int_equal(!!strstr(text, "\"candidates\""), help[i].candidates);
    }
}

/* ---- undo ---- */

static void placing_and_moving_can_be_undone_until_announced(void **state)
{
    struct tb_state now = table(2, "", 1);
    struct tb_ply plies[32];
    struct tb_match m = { .game = g, .now = &now, .plies = plies, .room = 32 };
    static const char *const notes[] = { "secret C5", "secret A1", "place B1", "place B1",
                                         "place B1",  "place B1",  "place B1", "announce" };
    static const int seats[] = { BOB, ADA, ADA, ADA, ADA, ADA, ADA, ADA };
    static const bool undoable[] = { true, false, true, true, true, true, true, false };

    assert_null(tb_match_new(&m, 2, NULL, NULL, tb_seed_of(1)));
    for (int i = 0; i < 8; i++) {
        tb_move move;

        assert_null(tb_parse(g, &now, seats[i], notes[i], &move));
        assert_null(tb_match_play(&m, seats[i], move, NULL));
        assert_int_equal(tb_match_may_undo(&m, seats[i]), undoable[i]);
        assert_false(tb_match_may_undo(&m, 1 - seats[i]));
    }
}

#define T(name) cmocka_unit_test(name)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(t1_a_pawn_scores_for_colour_and_for_value),
        T(t2_a_pawn_on_the_secret_scores_twice),
        T(t3_all_on_the_secret_end_the_round_and_the_turn_counts),
        T(t4_all_on_one_tile_of_its_colour_score_one_each),
        T(t5_nothing_shared_scores_nothing),
        T(t6_three_pawns_end_the_round_with_six),
        T(t7_no_move_crosses_a_gap),
        T(t8_pawns_do_not_block_and_may_share_a_tile),
        T(t9_a_diagonal_step_needs_no_tile_beside_it),
        T(t10_a_pawn_moves_once_a_turn),
        T(t11_a_turn_without_moving_repeats_the_score_and_counts),
        T(t11_announcing_is_offered_last),
        T(t12_a_border_start_refuses_inner_tiles),
        T(t13_all_pawns_may_start_on_one_tile),
        T(t14_fewer_turns_win),
        T(t14_the_second_seeker_can_win_too),
        T(t15_equal_turns_are_a_draw),
        T(t15_with_tiebreak_two_more_rounds),
        T(t15_tiebreaks_are_played_three_times_at_most),
        T(t16_a_corner_of_the_rectangle_has_nineteen_moves),
        T(t17_consistent_tiles_fit_every_score_and_hold_the_secret),
        T(t18_the_seekers_view_does_not_hold_the_secret),
        T(t18_legal_moves_do_not_depend_on_the_secret),
        T(t18_the_coder_sees_its_own_secret),
        T(t18_the_second_secret_outlasts_the_first_round),
        T(t19_a_secret_once_chosen_stays),
        T(t20_a_seed_and_options_make_one_field),
        T(t21_every_pair_of_colour_and_value_lies_once),
        T(t22_ragged_fields_are_connected_and_never_wide),
        T(t23_the_second_round_places_anew_and_remembers_the_first),
        T(twins_are_offered_once),
        T(both_may_hide_the_same_tile),
        T(coders_choose_at_the_same_time),
        T(every_shape_is_connected),
        T(rectangle_ribbon_and_holed_have_their_sides),
        T(fields_are_as_the_table_measured),
        T(a_border_tile_has_a_free_side),
        T(a_round_is_stopped_at_sixty_turns),
        T(the_sixtieth_turn_still_counts),
        T(alone_one_round_against_the_seeds_secret),
        T(alone_the_secret_is_any_tile),
        T(alone_a_stopped_round_is_lost),
        T(a_move_that_is_not_possible_says_why),
        T(written_scores_leave_the_same_tiles),
        T(the_review_counts_tiles_and_names_better_placements),
        T(the_review_finds_little_to_better_in_a_strong_game),
        T(the_view_holds_the_review_when_all_is_over),
        T(alone_par_is_four_on_the_usual_field),
        T(a_guess_is_even_among_all_tiles_before_any_score),
        T(a_guess_is_even_among_the_tiles_the_scores_allow),
        T(helps_are_those_the_table_allows),
        T(placing_and_moving_can_be_undone_until_announced),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
