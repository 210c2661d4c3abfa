/* ArcheOlogic's rules, after the rulebook's examples R1 to R16 and the specification's
 * tests T26 to T47 and T60 to T64. */
#include <stdio.h>
#include <stdlib.h>

#include "archeologic.h"

static const struct tb_game *const game = &game_archeologic;

struct table {
    struct tb_match match;
    struct tb_state now;
    struct tb_ply plies[4000];
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told; /* by the last move */
};

/* Options as "clues 3 claim booklet". The quest is Q50000, traps told in reading order,
 * unless a quest is named; the pawns start as seated unless an order is. */
static struct table *given(int seats, const char *options)
{
    static struct table table;
    uint64_t values[TB_OPTIONS_MAX];
    char words[200], *word, *save;

    memset(&table, 0, sizeof table);
    tb_options_usual(game, values);
    values[OPTION_QUEST] =
        quest_value(QUEST_CODE, quest_encode((struct quest){ Q50000, 0 }));
    values[OPTION_ORDER] = ORDER_FIXED;
    snprintf(words, sizeof words, "%s", options);
    for (word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        const char *value = strtok_r(NULL, " ", &save);

        assert_null(tb_option_set(game, values, word, value));
    }
    table.match = (struct tb_match){ .game = game,
                                     .now = &table.now,
                                     .plies = table.plies,
                                     .room = sizeof table.plies / sizeof *table.plies };
    table.told = (struct tb_events){ table.list, 0, TB_EVENTS_MAX };
    assert_null(tb_match_new(&table.match, seats, values, &the_kit()->head, tb_seed_of(5)));
    assert_null(game->check(&table.now));
    return &table;
}

/* Plays notes separated by commas. */
static void when(struct table *t, int seat, const char *notes)
{
    char copy[400], *note, *save;

    snprintf(copy, sizeof copy, "%s", notes);
    for (note = strtok_r(copy, ",", &save); note; note = strtok_r(NULL, ",", &save)) {
        tb_move move;
        const char *refusal = tb_parse(game, &t->now, seat, note, &move);

        if (refusal)
            fail_msg("%s: %s", note, refusal);
        t->told.count = 0;
        assert_null(tb_match_play(&t->match, seat, move, &t->told));
        assert_null(game->check(&t->now));
    }
}

static void refused(const struct table *t, int seat, const char *note)
{
    tb_move move;

    assert_non_null(tb_parse(game, &t->now, seat, note, &move));
}

static const char right_claim[] = "claim,lay S r1 C2,lay V r1 C1,lay T r1 C4,lay L r0 B3,"
                                  "lay O r1 A1,lay I r3 A3,confirm";
static const char wrong_claim[] = "claim,lay S r0 C1,lay V r2 D1,lay T r1 C4,lay L r0 B3,"
                                  "lay O r1 A1,lay I r3 A3,confirm";

static unsigned axis_now(const struct table *t) { return axis_at(&t->now, t->now.place); }

static int knows(const struct table *t, enum event kind)
{
    for (int i = 0; i < t->told.count; i++)
        if (t->list[i].kind == kind)
            return t->list[i].knows;
    return 0;
}

static const struct turn *last_turn(const struct table *t, int seat)
{
    return &t->now.seat[seat].turn[t->now.seat[seat].turns - 1];
}

/* ---- from the rulebook ---- */

static void r1_a_clue_is_a_zone_and_a_kind(void **unused)
{
    uint64_t code = quest_encode((struct quest){ Q0, 0 });
    char options[40] = "quest ";
    struct tb_text out = tb_text(options + 6, sizeof options - 6);
    struct tb_state seen;
    struct facts facts = { 0 };
    struct tally tally;
    struct shares shares;
    struct table *t;
    int owners = 0;

    quest_put_code(code, &out);
    t = given(2, options);
    tb_observe(game, &t->now, 1, &seen);
    assert_int_equal(clue_zone(seen.clue[0]), zone_of("A1"));
    assert_int_equal(clue_kind(seen.clue[0]), SHARP);
    facts_add(&facts, (struct fact){ .kind = FACT_CLUE, .a = seen.clue[0] });
    tally_make(&tally, the_kit(), &facts);
    tally_shares(&tally, the_kit(), &shares);
    for (int tile = 0; tile < TILES; tile++)
        owners += shares.cell[zone_of("A1")][tile][SHARP] > 0;
    assert_int_equal(owners, 4); /* S, T, L or O */
}

static void r2_three_pawns_in_any_order(void **unused)
{
    unsigned first = 0;

    for (uint64_t seed = 0; seed < 40; seed++) {
        struct tb_state s;
        unsigned positions = 0;

        assert_null(tb_new(game, &s, 3, NULL, &the_kit()->head, tb_seed_of(seed)));
        for (int i = 0; i < 3; i++) {
            assert_int_equal(s.seat[i].side, RESEARCH);
            positions |= 1u << s.seat[i].position;
            if (s.seat[i].position == 0) {
                first |= 1u << i;
                assert_int_equal(s.head.owes, 1 << i);
            }
        }
        assert_int_equal(positions, 7);
        assert_int_equal(axis_at(&s, s.place), axis_of('1'));
    }
    assert_int_equal(first, 7);
}

static void r3_r4_occupied_positions_are_skipped(void **unused)
{
    struct table *t = given(3, "");

    when(t, 0, "ask,aim 2,S");     /* 1 + 3 */
    when(t, 1, "ask,aim B,S");     /* 3 */
    when(t, 2, "ask,aim 3,traps"); /* 2 */
    assert_int_equal(t->now.seat[0].position, 6);
    assert_int_equal(t->now.seat[1].position, 5);
    assert_int_equal(t->now.seat[2].position, 4);
    when(t, 2, "ask,aim C,traps"); /* last, so again: 4 to 8 over 5, 6 */
    assert_int_equal(t->now.seat[2].position, 8);
    assert_int_equal(t->now.head.owes, 1 << 1);
}

static void r5_r6_one_step_more_and_a_large_building(void **unused)
{
    struct table *t = given(1, "");

    when(t, 0, "start 5,ask"); /* two places before axis 1 */
    assert_int_equal(axis_now(t), axis_of('E'));
    when(t, 0, "aim 1,O");
    assert_int_equal(last_turn(t, 0)->cost, 4);
    assert_int_equal(t->now.seat[0].position, 4);
    assert_int_equal(last_turn(t, 0)->answer, answer("oo"));
    when(t, 0, "ask,aim A,O");
    assert_int_equal(last_turn(t, 0)->answer, answer("os"));
}

static void r7_reading_the_corner_of_three(void **unused)
{
    const struct kit *kit = the_kit();
    struct {
        const char *answer;
        uint32_t sharpened;
    } cases[] = { { "-", 0 }, { "of", 2 }, { "f", 1 } };

    for (size_t i = 0; i < 3; i++)
        for (int n = 0; n < placements_of[V]; n++) {
            const struct placement *p = &kit->box.place[V][n];
            uint32_t column = p->cells & 0x108421u << 2;

            if (p->answer[axis_of('C')] == answer(cases[i].answer)) {
                assert_int_equal(__builtin_popcount(column), cases[i].sharpened);
                assert_int_equal((p->fire & column) != 0, i > 0);
            }
        }
}

static void r8_overhanging_and_overlapping_tiles_are_refused(void **unused)
{
    struct table *t = given(2, "");

    when(t, 0, "claim");
    refused(t, 0, "lay S r0 E1"); /* overhangs */
    refused(t, 0, "lay I r0 D1");
    when(t, 0, "lay S r0 A1");
    refused(t, 0, "lay O r0 A1"); /* overlaps */
    refused(t, 0, "lay S r0 C1"); /* laid already */
    refused(t, 0, "confirm");
    when(t, 0, "lay O r0 B4");
}

static void r9_a_claim_takes_the_place_of_the_turn(void **unused)
{
    struct table *t = given(2, "");

    when(t, 0, wrong_claim);
    assert_int_equal(axis_now(t), axis_of('1'));
    assert_int_equal(t->now.seat[0].position, 5);
    assert_int_equal(t->now.seat[0].side, VERIFICATION);
    assert_int_equal(t->now.seat[0].questions, 0);
    assert_int_equal(t->now.head.owes, 1 << 1);
}

static void r10_booklet_wrong_means_out(void **unused)
{
    struct table *t = given(3, "claim booklet");
    struct tb_result result;

    when(t, 0, wrong_claim); /* on 6 */
    when(t, 1, wrong_claim); /* on 7 */
    when(t, 2, wrong_claim); /* 2 to 8: then 6 is last, and 7, and 8 */
    assert_int_equal(t->now.seat[0].side, OUT);
    assert_int_equal(t->now.head.owes, 0);
    game->score(&t->now, &result);
    for (int i = 0; i < 3; i++)
        assert_int_equal(result.place[i], 0);
}

static void r11_app_wrong_is_told_and_plays_on(void **unused)
{
    struct table *t = given(2, "claim app");

    when(t, 0, wrong_claim);
    when(t, 1, "ask,aim C,traps"); /* viewfinder A; C is two more: 1 + 4 steps over 5 */
    assert_int_equal(t->now.seat[1].position, 6);
    assert_int_equal(t->now.seat[0].claim[0].right, 1 << T | 1 << L | 1 << O | 1 << I);
    assert_int_equal(t->now.seat[0].side, RESEARCH);
    assert_int_equal(t->now.head.owes, 1 << 0);
    assert_int_equal(t->now.phase, CHOOSING);
    assert_int_equal(knows(t, CLAIM_WRONG), TB_ALL);
    assert_int_equal(knows(t, MARKED), 1 << 0);
}

static void r12_solo_setup(void **unused)
{
    struct table *t = given(1, "");

    assert_int_equal(t->now.phase, STARTING);
    assert_int_equal(t->now.seat[0].position, 0);
    assert_int_equal(t->now.seat[0].clues, 3);
    for (int i = 0; i < AXES; i++) {
        char note[] = "start 1";

        note[6] = "12345ABCDE"[i];
        t = given(1, "");
        when(t, 0, note);
        assert_int_equal(axis_now(t), i);
    }
}

static void r14_t47_ranks(void **unused)
{
    const struct par par = { 21, 34 };

    assert_int_equal(rank_of(par, 21), RANK_EXPERT);
    assert_int_equal(rank_of(par, 22), RANK_CONFIRMED);
    assert_int_equal(rank_of(par, 34), RANK_CONFIRMED);
    assert_int_equal(rank_of(par, 35), RANK_APPRENTICE);
}

static void r15_a_beginner_gets_more_clues(void **unused)
{
    struct table *t = given(2, "clues 3 extra2 2");
    struct tb_state seen;

    assert_int_equal(t->now.seat[0].clues, 3);
    assert_int_equal(t->now.seat[1].clues, 5);
    tb_observe(game, &t->now, 1, &seen);
    assert_int_not_equal(seen.clue[4], NONE);
    assert_int_equal(seen.clue[5], NONE);
    tb_observe(game, &t->now, 0, &seen);
    assert_int_equal(seen.seat[1].clues, 5); /* the number only */
    assert_int_not_equal(seen.clue[2], NONE);
    assert_int_equal(seen.clue[3], NONE);
    tb_observe(game, &t->now, TB_PUBLIC, &seen);
    assert_int_equal(seen.clue[3], NONE);
}

static void r16_old_answers_stay_open(void **unused)
{
    struct table *t = given(2, "");
    struct tb_state seen;

    when(t, 0, "ask,aim 2,traps");
    when(t, 1, "ask,aim B,empties");
    tb_observe(game, &t->now, 0, &seen);
    assert_int_equal(seen.seat[0].turn[0].answer, answer("ssf"));
    assert_int_equal(seen.seat[0].turns, 1);
}

/* ---- turns, time, claims ---- */

static void t26_pawns_are_jumped(void **unused)
{
    struct table *t = given(4, "");

    when(t, 0, "ask,aim 5,T");
    assert_int_equal(t->now.seat[0].position, 8);
}

/* Two pawns on 3 and `other`; seat 0 is on 3. */
static struct table *on_three_and(int other)
{
    struct table *t = given(2, "");

    t->now.seat[0].position = 3;
    t->now.seat[1].position = (uint16_t)other;
    return t;
}

static void t27_a_claim_jumps_too(void **unused)
{
    struct table *t = on_three_and(5);

    when(t, 0, wrong_claim);
    assert_int_equal(t->now.seat[0].position, 8);
    assert_int_equal(t->now.head.owes, 1 << 1);
    assert_int_equal(t->now.seat[0].claim[0].verdict, WAITING);
}

static void t28_still_last_is_verified_at_once(void **unused)
{
    struct table *t = on_three_and(9);

    when(t, 0, wrong_claim);
    assert_int_equal(t->now.seat[0].position, 7);
    assert_int_equal(t->now.seat[0].claim[0].verdict, WRONG);
    assert_int_equal(t->now.head.owes, 1 << 0);
}

static void check_costs(const char *options, char stay, char next)
{
    struct table *t = given(2, options);

    when(t, 0, "ask");
    assert_int_equal(axis_now(t), axis_of(stay));
    for (unsigned axis = 0; axis < AXES; axis++)
        assert_int_equal(aim_cost(&t->now, axis), axis == axis_of(stay)   ? 0
                                                  : axis == axis_of(next) ? 1
                                                                          : 2);
}

static void t29_alternating_circle(void **unused) { check_costs("", 'A', '2'); }
static void t30_sequential_circle(void **unused)
{
    check_costs("circle sequential", '2', '3');
}

static void t31_the_circle_closes(void **unused)
{
    struct table *t = given(1, "");

    when(t, 0, "start E,ask");
    assert_int_equal(axis_now(t), axis_of('1'));
}

static void t32_back_to_aiming(void **unused)
{
    struct table *t = given(2, "");

    when(t, 0, "ask,aim C");
    assert_int_equal(axis_now(t), axis_of('C'));
    when(t, 0, "back");
    assert_int_equal(t->now.phase, AIMING);
    assert_int_equal(axis_now(t), axis_of('A'));
    assert_int_equal(t->now.seat[0].position, 0);
    assert_int_equal(t->now.seat[0].turns, 0);
}

static void t33_abort(void **unused)
{
    struct table *t = given(2, "");

    when(t, 0, "claim,lay S r0 A1,lay O r0 B4,lay L r2 D1,lay I r1 C1");
    when(t, 0, "abort");
    assert_int_equal(t->now.phase, CHOOSING);
    assert_int_equal(t->now.head.owes, 1 << 0);
    assert_int_equal(axis_now(t), axis_of('1'));
    assert_int_equal(t->now.seat[0].position, 0);
    when(t, 0, "claim");
    when(t, 0, "lay S r0 A1"); /* the plan is empty again */
}

static void t34_a_claim_is_locked_and_secret(void **unused)
{
    struct table *t = given(2, "");
    struct tb_state seen;

    when(t, 0, right_claim);
    refused(t, 0, "remove S");
    refused(t, 0, "abort");
    tb_observe(game, &t->now, 1, &seen);
    for (int tile = 0; tile < TILES; tile++)
        assert_int_equal(seen.seat[0].claim[0].at[tile], NONE);
    assert_int_equal(seen.seat[0].side, VERIFICATION);
    for (int i = 0; i < t->told.count; i++)
        assert_true(t->list[i].kind == CLAIMED || t->list[i].knows == 1 << 0);
}

static void t35_green_and_red(void **unused)
{
    struct table *t = on_three_and(9);

    when(t, 0, wrong_claim);
    assert_int_equal(t->now.seat[0].claim[0].right, 1 << T | 1 << L | 1 << O | 1 << I);
    assert_int_equal(t->now.seat[0].position, 7);
    assert_int_equal(t->now.phase, CHOOSING);
}

static void t36_two_claims_cost_eight(void **unused)
{
    struct table *t = given(1, "");
    struct tb_result result;

    when(t, 0, "start 1");
    when(t, 0, wrong_claim);
    when(t, 0, right_claim);
    assert_int_equal(time_spent(&t->now, 0), 8);
    assert_int_equal(t->now.head.owes, 0);
    assert_int_equal(t->now.winner, 0);
    game->score(&t->now, &result);
    assert_int_equal(result.place[0], 1);
}

static void t37_the_last_one_plays_alone(void **unused)
{
    struct table *t = given(2, "claim booklet");
    struct tb_state seen;

    when(t, 0, wrong_claim);               /* on 5 */
    when(t, 1, "ask,aim A,S,ask,aim 2,S"); /* 1 to 4, and 8 over 5 */
    assert_int_equal(t->now.seat[0].side, OUT);
    assert_int_equal(t->now.head.owes, 1 << 1);
    tb_observe(game, &t->now, 0, &seen);
    assert_int_equal(seen.plan, Q50000); /* he reads the solution */
    tb_observe(game, &t->now, 1, &seen);
    assert_int_equal(seen.plan, HIDDEN_PLAN);
    when(t, 1, wrong_claim);
    assert_int_equal(t->now.head.owes, 0);
    assert_int_equal(t->now.winner, NONE);
}

static void t38_the_place_of_a_lost_pawn_is_free(void **unused)
{
    struct table *t = given(2, "");

    t->now.seat[0].position = 7;
    t->now.seat[1].position = 9;
    t->now.seat[1].side = OUT;
    when(t, 0, "ask,aim A,traps");
    assert_int_equal(t->now.seat[0].position, 9);
}

static void t39_waiting_pawns_are_verified_in_a_row(void **unused)
{
    struct table *t = given(2, "claim booklet");

    when(t, 0, wrong_claim);
    assert_int_equal(t->now.seat[0].position, 5);
    when(t, 1, right_claim); /* on 6: seat 0 is last, out, then seat 1 is last */
    assert_int_equal(t->now.seat[0].side, OUT);
    assert_int_equal(t->now.winner, 1);
}

static void t40_together_traps_push_nothing(void **unused)
{
    struct table *t = given(2, "");

    when(t, 0, "ask,aim 2,traps");
    assert_int_equal(last_turn(t, 0)->answer, answer("ssf"));
    assert_int_equal(axis_now(t), axis_of('2'));
}

/* ---- solo ---- */

static void t41_to_t45_traps_push_the_viewfinder(void **unused)
{
    struct table *t = given(1, "");

    when(t, 0, "start E,ask,aim 1,traps"); /* T41, R13 */
    assert_int_equal(last_turn(t, 0)->answer, answer("f"));
    assert_int_equal(t->now.seat[0].position, 2);
    assert_int_equal(axis_now(t), axis_of('A'));
    when(t, 0, "ask,aim 2,traps"); /* T42 */
    assert_int_equal(last_turn(t, 0)->answer, answer("ssf"));
    assert_int_equal(t->now.seat[0].position, 4);
    assert_int_equal(axis_now(t), axis_of('C'));
    when(t, 0, "ask"); /* T43 */
    assert_int_equal(axis_now(t), axis_of('4'));
    when(t, 0, "aim 2,O"); /* T44 */
    assert_int_equal(last_turn(t, 0)->cost, 5);
    assert_int_equal(last_turn(t, 0)->answer, answer("sf"));
    assert_int_equal(axis_now(t), axis_of('3'));
    assert_int_equal(t->now.seat[0].position, 9);
    tb_match_rewind(&t->match, t->match.count - 2);
    when(t, 0, "aim 4,empties"); /* T45 */
    assert_int_equal(last_turn(t, 0)->cost, 1);
    assert_int_equal(last_turn(t, 0)->answer, answer("0"));
    assert_int_equal(axis_now(t), axis_of('4'));
}

static void t46_a_claim_costs_four(void **unused)
{
    struct table *t = given(1, "");

    when(t, 0, "start 1,ask,aim A,S,ask,aim 2,T,ask,aim B,traps");
    assert_int_equal(time_spent(&t->now, 0), 8);
    when(t, 0, right_claim);
    assert_int_equal(time_spent(&t->now, 0), 12);
    assert_int_equal(t->now.seat[0].position, 12);
    assert_int_equal(t->now.winner, 0);
}

static void solo_booklet_wrong_is_lost(void **unused)
{
    struct table *t = given(1, "claim booklet");

    when(t, 0, "start 1");
    when(t, 0, wrong_claim);
    assert_int_equal(t->now.head.owes, 0);
    assert_int_equal(t->now.winner, NONE);
}

/* ---- limits of our own ---- */

static void forty_turns_end_an_expedition(void **unused)
{
    struct table *t = given(1, "");

    when(t, 0, "start 1");
    for (int i = 0; i < TURNS_MAX; i++) {
        char notes[] = "ask,aim 1,empties";

        assert_int_equal(t->now.head.owes, 1);
        when(t, 0, notes);
    }
    assert_int_equal(t->now.head.owes, 0);
    assert_int_equal(t->now.winner, NONE);
}

/* R7.5: the pawn stays in everybody's way until it would play again; then it leaves. */
static void a_spent_pawn_stands_until_its_turn_comes(void **unused)
{
    struct table *t = given(2, "");

    t->now.seat[0].turns = TURNS_MAX - 1; /* with nothing written in them */
    for (int i = 0; i < TURNS_MAX - 1; i++)
        t->now.seat[0].turn[i] = (struct turn){ .answer = NUMBER, .when = 200 };
    tb_step(game, &t->now, 0, tb_mv(ASK, 0, 0), NULL);
    tb_step(game, &t->now, 0, tb_mv(AIM, axis_of('A'), 0), NULL);
    tb_step(game, &t->now, 0, tb_mv(ABOUT, EMPTIES, 0), &t->told);
    assert_int_equal(t->now.seat[0].turns, TURNS_MAX);
    assert_int_equal(t->now.seat[0].side, RESEARCH); /* it stands on the track */
    assert_int_equal(t->now.seat[0].position, 2);    /* 1 step, over the other's pawn */
    assert_int_equal(seat_to_play(&t->now), 1);
    tb_step(game, &t->now, 1, tb_mv(ASK, 0, 0), NULL);
    tb_step(game, &t->now, 1, tb_mv(AIM, axis_at(&t->now, t->now.place), 0), NULL);
    t->told.count = 0;
    tb_step(game, &t->now, 1, tb_mv(ABOUT, EMPTIES, 0), &t->told);
    assert_int_equal(t->now.seat[1].position, 3); /* R7.2: over place 2 */
    assert_int_equal(t->now.seat[0].side, OUT);   /* its turn had come */
    assert_int_equal(knows(t, LEFT), TB_ALL);
    assert_int_equal(seat_to_play(&t->now), 1);
}

/* R7.5: a claim in the last turn is still verified, and may win. */
static void a_claim_in_the_last_turn_is_still_verified(void **unused)
{
    for (int right = 0; right < 2; right++) {
        struct table *t = given(1, "");

        when(t, 0, "start 1");
        for (int i = 0; i < TURNS_MAX - 1; i++)
            when(t, 0, "ask,aim 1,empties");
        when(t, 0, right ? right_claim : wrong_claim);
        assert_int_equal(t->now.head.owes, 0);
        assert_int_equal(t->now.winner, right ? 0 : NONE);
        assert_int_equal(t->now.seat[0].side, right ? RESEARCH : OUT);
    }
}

static void eight_wrong_claims_end_it_too(void **unused)
{
    struct table *t = given(1, "");

    when(t, 0, "start 1");
    for (int i = 0; i < CLAIMS_MAX; i++)
        when(t, 0, wrong_claim);
    assert_int_equal(t->now.head.owes, 0);
}

static void take_backs_run_out(void **unused)
{
    struct table *t = given(1, "");

    when(t, 0, "start 1");
    for (int i = 0; i < TAKE_BACKS_MAX; i++)
        when(t, 0, "claim,abort");
    refused(t, 0, "claim");
    when(t, 0, "ask,aim A");
    refused(t, 0, "back");
    when(t, 0, "traps");
    when(t, 0, "claim"); /* a new turn */
}

/* ---- visibility and robustness ---- */

static void t60_question_public_answer_private(void **unused)
{
    struct table *t = given(2, "");

    when(t, 0, "ask,aim 2,traps");
    assert_int_equal(knows(t, ASKED), TB_ALL);
    assert_int_equal(knows(t, ANSWERED), 1 << 0);
}

/* Two cities that seat 1 cannot tell apart look the same to him, byte for byte. */
static void t61_nothing_of_the_plan_reaches_a_player(void **unused)
{
    struct table *t = given(2, "clues 3");
    struct tb_state seen, world, again;

    when(t, 0, "ask,aim 2,traps");
    when(t, 1, "ask,aim B,S");
    when(t, 0, "ask,aim 3,S");
    tb_observe(game, &t->now, 1, &seen);
    for (uint64_t seed = 0, other = 0; seed < 20 || !other; seed++) {
        tb_redeal(game, &seen, seed, &world);
        assert_null(game->check(&world));
        other += world.plan != t->now.plan;
        tb_observe(game, &world, 1, &again);
        assert_memory_equal(&seen, &again, sizeof seen);
    }
}

static void t62_a_claim_in_the_making_is_its_owners(void **unused)
{
    struct table *t = given(2, "");
    struct tb_state seen;

    when(t, 0, "claim,lay S r1 C2,lay V r1 C1");
    tb_observe(game, &t->now, 0, &seen);
    assert_int_equal(seen.phase, CLAIMING);
    assert_int_not_equal(seen.lay[S], NONE);
    tb_observe(game, &t->now, 1, &seen);
    assert_int_equal(seen.phase, CHOOSING);
    assert_int_equal(seen.lay[S], NONE);
}

static void t63_replay_gives_the_same(void **unused)
{
    struct table *t = given(2, "");
    struct tb_state before;

    when(t, 0, "ask,aim 2,traps");
    when(t, 1, "ask,aim B,S");
    when(t, 0, right_claim);
    before = t->now;
    tb_match_rewind(&t->match, t->match.count);
    assert_memory_equal(&before, &t->now, sizeof before);
}

static void t64_save_during_a_waiting_claim(void **unused)
{
    struct table *t = given(2, "");
    static struct table other;
    static char text[4096];
    struct tb_text out = tb_text(text, sizeof text);
    struct tb_record record;
    int line;

    when(t, 0, right_claim);
    tb_match_save(&t->match, &other.now, &out);
    assert_null(tb_record_read(text, &record));
    other.match = (struct tb_match){
        .game = game, .now = &other.now, .plies = other.plies, .room = 4000
    };
    assert_null(tb_match_load(&other.match, &record, &the_kit()->head, &line));
    assert_memory_equal(&other.now, &t->now, sizeof other.now);
    other.told = (struct tb_events){ other.list, 0, TB_EVENTS_MAX };
    when(&other, 1, "ask,aim A,S,ask,aim 2,S");
    assert_int_equal(other.now.winner, 0);
}

/* ---- bad input ---- */

static void bad_quests_are_refused(void **unused)
{
    uint64_t options[TB_OPTIONS_MAX], before[TB_OPTIONS_MAX];
    static const char *const bad[] = { "G4W87TC2",   "x",      "2026-02-30",
                                       "2026-13-01", "site-0", "site-29",
                                       "site-",      "site-x", "" };
    struct tb_state s;

    tb_options_usual(game, options);
    memcpy(before, options, sizeof before);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(tb_option_set(game, options, "quest", bad[i]));
    assert_memory_equal(options, before, sizeof before);
    options[OPTION_QUEST] = quest_value(QUEST_CODE, 1);
    assert_non_null(tb_new(game, &s, 1, options, &the_kit()->head, tb_seed_of(1)));
    options[OPTION_QUEST] = quest_value(QUEST_DAY, 20260230);
    assert_non_null(tb_new(game, &s, 1, options, &the_kit()->head, tb_seed_of(1)));
    options[OPTION_QUEST] = quest_value(QUEST_SITE, 29);
    assert_non_null(tb_new(game, &s, 1, options, &the_kit()->head, tb_seed_of(1)));
}

static void quests_by_name(void **unused)
{
    static const char *const names[] = { "random", "4BB30K79", "2026-11-15", "site-28" };

    for (size_t i = 0; i < 4; i++) {
        uint64_t options[TB_OPTIONS_MAX];
        char text[32];
        struct tb_text out = tb_text(text, sizeof text);
        struct tb_state a, b;

        tb_options_usual(game, options);
        assert_null(tb_option_set(game, options, "quest", names[i]));
        tb_option_put(game, OPTION_QUEST, options[OPTION_QUEST], &out);
        assert_string_equal(text, names[i]);
        assert_null(tb_new(game, &a, 1, options, &the_kit()->head, tb_seed_of(1)));
        assert_null(tb_new(game, &b, 1, options, &the_kit()->head, tb_seed_of(2)));
        assert_int_equal(a.plan == b.plan, i > 0);
    }
}

static void a_question_out_of_turn_changes_nothing(void **unused)
{
    struct table *t = given(2, "");
    struct tb_state before = t->now;

    refused(t, 1, "ask");
    assert_non_null(tb_play(game, &t->now, 1, tb_mv(ASK, 0, 0), NULL));
    assert_non_null(tb_play(game, &t->now, 0, tb_mv(CONFIRM, 0, 0), NULL));
    assert_memory_equal(&before, &t->now, sizeof before);
}

/* ---- fairness ---- */

/* Every city that fits is dealt as often: 188 after four clues, within five deviations. */
static void guesses_are_uniform(void **unused)
{
    struct table *t = given(2, "clues 5");
    enum { DEALS = 6600, LEFT_OVER = 33 };
    struct tb_state seen, world;
    uint32_t plans[LEFT_OVER + 1];
    int dealt[LEFT_OVER] = { 0 };
    struct facts facts;

    tb_observe(game, &t->now, 1, &seen);
    facts_of(&seen, &facts);
    assert_int_equal(solver_list(the_kit(), &facts, plans, LEFT_OVER + 1), LEFT_OVER);
    for (uint64_t seed = 0; seed < DEALS; seed++) {
        int i = 0;

        tb_redeal(game, &seen, seed, &world);
        while (i < LEFT_OVER && plans[i] != world.plan)
            i++;
        assert_true(i < LEFT_OVER);
        dealt[i]++;
    }
    for (int i = 0; i < LEFT_OVER; i++) /* a mean of 200, a deviation of 14 */
        assert_in_range(dealt[i], 130, 270);
}

/* An onlooker of a solo game learns how many traps an answer showed, and no more. */
static void onlookers_see_the_viewfinder_pushed(void **unused)
{
    struct table *t = given(1, "");
    struct tb_state seen, world, again;

    when(t, 0, "start E,ask,aim 1,traps,ask,aim 2,traps");
    tb_observe(game, &t->now, TB_PUBLIC, &seen);
    assert_int_equal(seen.seat[0].turn[1].answer, NONE);
    for (uint64_t seed = 0; seed < 20; seed++) {
        tb_redeal(game, &seen, seed, &world);
        assert_null(game->check(&world));
        assert_int_equal(answer_traps(world.seat[0].turn[1].answer), 3);
        tb_observe(game, &world, TB_PUBLIC, &again);
        assert_memory_equal(&seen, &again, sizeof seen);
    }
}

/* What a verdict tells its claimant holds in every world he imagines. */
static void verdicts_narrow_the_guess(void **unused)
{
    struct table *t = given(2, "claim app clues 3");
    struct tb_state seen, world;

    t->now.seat[1].position = 9;
    when(t, 0, wrong_claim);
    tb_observe(game, &t->now, 0, &seen);
    for (uint64_t seed = 0; seed < 10; seed++) {
        const uint8_t *at;

        tb_redeal(game, &seen, seed, &world);
        at = the_kit()->plan[world.plan];
        assert_int_equal(at[T], t->now.seat[0].claim[0].at[T]);
        assert_int_not_equal(at[S], t->now.seat[0].claim[0].at[S]);
        assert_null(game->check(&world));
    }
}

/* ---- bots and hints ---- */

/* Alone, the bots of each level map the city; the better the less time they need. */
static void bots_map_the_city(void **unused)
{
    static const char *const levels[] = { "easy", "normal", "hard" };
    unsigned time[3] = { 0 };

    for (int level = 0; level < 3; level++)
        for (int i = 0; i < 6; i++) {
            char options[40];
            struct tb_bot *bot = tb_bot_new(game, levels[level], (uint64_t)i);
            struct table *t;

            snprintf(options, sizeof options, "quest site-%d", 4 * i + 1);
            t = given(1, options);
            assert_non_null(bot);
            while (t->now.head.owes) {
                struct tb_state seen;
                tb_move move;

                tb_observe(game, &t->now, 0, &seen);
                move = tb_bot_move(bot, &seen, 0, 1000, NULL, NULL);
                assert_null(tb_match_play(&t->match, 0, move, NULL));
            }
            assert_int_equal(t->now.winner, 0);
            time[level] += time_spent(&t->now, 0);
            tb_bot_free(bot);
        }
    assert_true(time[0] > time[1] && time[1] >= time[2]);
    assert_true(time[2] <= 6 * 15);
}

/* The booklet puts whoever is wrong out: a bot claims only what is certain. */
static void bots_are_never_wrong_by_the_booklet(void **unused)
{
    struct table *t = given(3, "claim booklet quest site-3");
    struct tb_bot *bots[3];

    for (int i = 0; i < 3; i++)
        bots[i] = tb_bot_new(game, i ? "normal" : "hard", (uint64_t)i);
    while (t->now.head.owes) {
        int seat = seat_to_play(&t->now);
        struct tb_state seen;

        tb_observe(game, &t->now, seat, &seen);
        assert_null(tb_match_play(
            &t->match, seat, tb_bot_move(bots[seat], &seen, seat, 500, NULL, NULL), NULL));
    }
    assert_int_not_equal(t->now.winner, NONE);
    for (int i = 0; i < 3; i++)
        tb_bot_free(bots[i]);
}

static void hints_go_as_far_as_the_table_allows(void **unused)
{
    static const struct {
        const char *options;
        int steps;
    } cases[] = { { "aids warnings", 0 }, { "aids count", 1 }, { "aids full", 3 } };

    for (int i = 0; i < 3; i++) {
        struct table *t = given(2, cases[i].options);
        struct tb_state seen;
        char text[1000];
        int steps = 0;

        tb_observe(game, &t->now, 0, &seen);
        for (;; steps++) {
            struct tb_text out = tb_text(text, sizeof text);

            if (!game->hint(&seen, 0, steps, &out))
                break;
            assert_true(strlen(text) > 0 && !out.cut);
            if (steps == 0)
                assert_string_equal(text, "Cities that fit what you know: 188");
        }
        assert_int_equal(steps, cases[i].steps);
        assert_int_equal(game->may_advise(&t->now), cases[i].steps == 3);
    }
}

/* T25: the review counts like T21. */
static void the_review_counts_cities(void **unused)
{
    struct table *t = given(1, "");
    static char view[20000];
    struct tb_text out = tb_text(view, sizeof view);
    struct tb_state seen;

    when(t, 0, "start 5,ask,aim E,empties,ask,aim 4,traps,ask,aim C,empties");
    when(t, 0, right_claim);
    tb_observe(game, &t->now, 0, &seen);
    game->view(&seen, &out);
    assert_non_null(strstr(view, "\"review\":[[{\"before\":778,"));
    assert_non_null(strstr(view, "\"after\":16},{\"before\":16,"));
    assert_non_null(strstr(view, "\"after\":6},{\"before\":6,"));
    assert_non_null(strstr(view, "\"solution\":{\"S\":\"r1 C2\""));
}

static void warnings_name_the_contradiction(void **unused)
{
    struct table *t = given(2, "clues 3");
    static char view[20000];
    struct tb_text out = tb_text(view, sizeof view);
    struct tb_state seen;

    when(t, 0, "claim,lay O r0 A1"); /* A2 is safe there, and sharp by the clue */
    tb_observe(game, &t->now, 0, &seen);
    game->view(&seen, &out);
    assert_non_null(strstr(view, "\"warnings\":[{\"zone\":\"A2\"}"));
}

/* The same is said in a terminal, as long as the table allows it. */
static void the_terminal_warns_as_well(void **unused)
{
    static const char *const quest = "quest 5C2VQNQ9 aids ";
    static const char laid[] = "claim,lay S r1 A1,lay V r2 C2,lay T r1 A3,lay L r2 D1,"
                               "lay O r3 D4,lay I r2 A5";

    for (int aids = AIDS_LOG; aids <= AIDS_WARNINGS; aids++) {
        char options[60], page[8000];
        struct tb_text out = tb_text(page, sizeof page);
        struct tb_state seen;
        struct table *t;

        snprintf(options, sizeof options, "%s%s", quest,
                 aids == AIDS_LOG ? "log" : "warnings");
        t = given(1, options);
        when(t, 0, "start D,ask,aim D,traps");
        assert_int_equal(last_turn(t, 0)->answer, answer("sff"));
        when(t, 0, laid);
        tb_observe(game, &t->now, 0, &seen);
        game->show(&seen, &out);
        assert_int_equal(
            !strstr(page, "Your plan contradicts:\n  ✗ the traps on D = ◆▲▲\n"),
            aids == AIDS_LOG);
        out = tb_text(page, sizeof page);
        game->view(&seen, &out);
        assert_int_equal(!strstr(page, "{\"axis\":\"D\",\"subject\":\"traps\"}"),
                         aids == AIDS_LOG);
    }
}

/* Random games end, keep their invariants, and pick() draws from moves(). */
static void random_games_hold_together(void **unused)
{
    static const char *const setups[] = { "", "claim booklet extra1 1", "mode expert-2",
                                          "mode expert+1 extra1 2", "level hard" };

    for (int i = 0; i < 10; i++) {
        struct table *t = given(1 + i % 4, setups[i % 5]);
        uint64_t rng = (uint64_t)i;
        uint32_t plies = 0;

        while (t->now.head.owes) {
            int seat = seat_to_play(&t->now);
            uint64_t copy = rng;
            tb_move legal[TB_MOVES_MAX], move = tb_pick(game, &t->now, seat, &rng);
            int count = tb_legal(game, &t->now, seat, legal);

            assert_int_equal(move, legal[tb_random_below(&copy, (uint32_t)count)]);
            tb_step(game, &t->now, seat, move, NULL);
            assert_true(++plies < game->plies_max);
            if (plies % 16 == 0)
                assert_null(game->check(&t->now));
        }
        assert_null(game->check(&t->now));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r1_a_clue_is_a_zone_and_a_kind),
        cmocka_unit_test(r2_three_pawns_in_any_order),
        cmocka_unit_test(r3_r4_occupied_positions_are_skipped),
        cmocka_unit_test(r5_r6_one_step_more_and_a_large_building),
        cmocka_unit_test(r7_reading_the_corner_of_three),
        cmocka_unit_test(r8_overhanging_and_overlapping_tiles_are_refused),
        cmocka_unit_test(r9_a_claim_takes_the_place_of_the_turn),
        cmocka_unit_test(r10_booklet_wrong_means_out),
        cmocka_unit_test(r11_app_wrong_is_told_and_plays_on),
        cmocka_unit_test(r12_solo_setup),
        cmocka_unit_test(r14_t47_ranks),
        cmocka_unit_test(r15_a_beginner_gets_more_clues),
        cmocka_unit_test(r16_old_answers_stay_open),
        cmocka_unit_test(t26_pawns_are_jumped),
        cmocka_unit_test(t27_a_claim_jumps_too),
        cmocka_unit_test(t28_still_last_is_verified_at_once),
        cmocka_unit_test(t29_alternating_circle),
        cmocka_unit_test(t30_sequential_circle),
        cmocka_unit_test(t31_the_circle_closes),
        cmocka_unit_test(t32_back_to_aiming),
        cmocka_unit_test(t33_abort),
        cmocka_unit_test(t34_a_claim_is_locked_and_secret),
        cmocka_unit_test(t35_green_and_red),
        cmocka_unit_test(t36_two_claims_cost_eight),
        cmocka_unit_test(t37_the_last_one_plays_alone),
        cmocka_unit_test(t38_the_place_of_a_lost_pawn_is_free),
        cmocka_unit_test(t39_waiting_pawns_are_verified_in_a_row),
        cmocka_unit_test(t40_together_traps_push_nothing),
        cmocka_unit_test(t41_to_t45_traps_push_the_viewfinder),
        cmocka_unit_test(t46_a_claim_costs_four),
        cmocka_unit_test(solo_booklet_wrong_is_lost),
        cmocka_unit_test(forty_turns_end_an_expedition),
        cmocka_unit_test(a_spent_pawn_stands_until_its_turn_comes),
        cmocka_unit_test(a_claim_in_the_last_turn_is_still_verified),
        cmocka_unit_test(eight_wrong_claims_end_it_too),
        cmocka_unit_test(take_backs_run_out),
        cmocka_unit_test(t60_question_public_answer_private),
        cmocka_unit_test(t61_nothing_of_the_plan_reaches_a_player),
        cmocka_unit_test(t62_a_claim_in_the_making_is_its_owners),
        cmocka_unit_test(t63_replay_gives_the_same),
        cmocka_unit_test(t64_save_during_a_waiting_claim),
        cmocka_unit_test(bad_quests_are_refused),
        cmocka_unit_test(quests_by_name),
        cmocka_unit_test(a_question_out_of_turn_changes_nothing),
        cmocka_unit_test(guesses_are_uniform),
        cmocka_unit_test(onlookers_see_the_viewfinder_pushed),
        cmocka_unit_test(verdicts_narrow_the_guess),
        cmocka_unit_test(bots_map_the_city),
        cmocka_unit_test(bots_are_never_wrong_by_the_booklet),
        cmocka_unit_test(hints_go_as_far_as_the_table_allows),
        cmocka_unit_test(the_review_counts_cities),
        cmocka_unit_test(warnings_name_the_contradiction),
        cmocka_unit_test(the_terminal_warns_as_well),
        cmocka_unit_test(random_games_hold_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
