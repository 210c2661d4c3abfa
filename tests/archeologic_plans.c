/* ArcheOlogic: plans, answers and deduction, after the specification's tests T1 to T25. */
#include <stdio.h>
#include <stdlib.h>

#include "archeologic.h"

static const char q0[] = "S r0 A1, V r0 C1, T r0 A3, L r2 D1, O r0 C3, I r0 B5";
static const char q50000[] = "S r1 C2, V r1 C1, T r1 C4, L r0 B3, O r1 A1, I r3 A3";
static const char q100000[] = "S r2 D3, V r2 C1, T r3 A1, L r1 A3, O r3 B4, I r3 E1";

static uint64_t fnv1a(const uint8_t *bytes, size_t count)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

static void t1_all_plans(void **unused)
{
    uint8_t(*list)[TILES] = malloc(sizeof(uint8_t[TILES]) * ALL_PLANS);
    uint8_t first[TILES];

    assert_non_null(list);
    plan_read(the_kit(), q0, first);
    assert_int_equal(plans_list(&the_kit()->box, list), ALL_PLANS);
    assert_int_equal(fnv1a(list[0], (size_t)ALL_PLANS * TILES), 0x6f2bf6d181fcd245);
    assert_memory_equal(list[0], first, TILES);
    free(list);
}

static void t2_legal_plans(void **unused)
{
    assert_int_equal(fnv1a(the_kit()->plan[0], (size_t)LEGAL_PLANS * TILES),
                     0x614210cf4a4266ad);
}

static void t3_four_traps_on_an_axis_are_no_quest(void **unused)
{
    const struct kit *kit = the_kit();
    uint8_t(*list)[TILES] = malloc(sizeof(uint8_t[TILES]) * ALL_PLANS);
    uint8_t at[TILES], kinds[ZONES], tiles[ZONES];
    int traps[4] = { 0 };

    assert_non_null(list);
    plans_list(&kit->box, list);
    plan_read(kit, "S r0 A1, V r0 C1, T r0 A3, L r2 D1, O r1 D4, I r1 C3", at);
    assert_memory_equal(list[10], at, TILES);
    assert_true(plan_fits(&kit->box, at));
    assert_false(plan_is_legal(&kit->box, at));
    assert_int_equal(plan_number(kit, at), HIDDEN_PLAN);
    plan_paint(kit, at, kinds, tiles);
    for (int z = 20; z < ZONES; z++)
        traps[kinds[z]]++;
    assert_int_equal(traps[SHARP], 2);
    assert_int_equal(traps[FIRE], 2);
    free(list);
}

static void check_plan(uint32_t number, const char *text)
{
    uint8_t at[TILES];

    plan_read(the_kit(), text, at);
    assert_memory_equal(the_kit()->plan[number], at, TILES);
    assert_int_equal(plan_number(the_kit(), at), number);
    assert_int_equal(plan_rank(&the_kit()->box, at), number);
}

static void t4_plans_by_number(void **unused)
{
    check_plan(Q0, q0);
    check_plan(Q50000, q50000);
    check_plan(Q100000, q100000);
    check_plan(LEGAL_PLANS - 1, "S r3 C4, V r3 A4, T r3 C1, L r1 C3, O r3 A2, I r2 A1");
}

static uint32_t turn_zones(uint32_t zones)
{
    uint32_t turned = 0;

    for (int z = 0; z < ZONES; z++)
        if (zones >> z & 1)
            turned |= 1u << (SIDE * (z % SIDE) + SIDE - 1 - z / SIDE);
    return turned;
}

static void turn_plan(const struct kit *kit, uint8_t at[TILES])
{
    for (int t = 0; t < TILES; t++) {
        const struct placement *p = &kit->box.place[t][at[t]];

        at[t] = NONE;
        for (int n = 0; n < placements_of[t]; n++)
            if (kit->box.place[t][n].cells == turn_zones(p->cells) &&
                kit->box.place[t][n].sharp == turn_zones(p->sharp) &&
                kit->box.place[t][n].fire == turn_zones(p->fire))
                at[t] = (uint8_t)n;
        assert_int_not_equal(at[t], NONE);
    }
}

static void t5_a_turned_plan_is_a_plan(void **unused)
{
    uint8_t at[TILES];

    memcpy(at, the_kit()->plan[Q50000], TILES);
    for (int turn = 1; turn <= 4; turn++) {
        turn_plan(the_kit(), at);
        assert_int_not_equal(plan_number(the_kit(), at), HIDDEN_PLAN);
        assert_int_equal(plan_number(the_kit(), at) == Q50000, turn == 4);
    }
}

static void t6_orientation_counts(void **unused)
{
    uint8_t at[TILES], other[TILES];

    plan_read(the_kit(), q50000, at);
    plan_read(the_kit(), q50000, other);
    other[O] = placement(the_kit(), "O r2 A1");
    assert_int_equal(the_kit()->box.place[O][at[O]].cells,
                     the_kit()->box.place[O][other[O]].cells);
    assert_true(plan_fits(&the_kit()->box, other));
    assert_int_not_equal(plan_number(the_kit(), other), Q50000);
}

static void t7_no_tile_is_mirrored(void **unused)
{
    for (int row = 0; row <= 2; row++)
        for (int column = 0; column <= 3; column++) {
            uint32_t mirrored = 0xc42u << (SIDE * row + column); /* 02/01/11 */

            for (int n = 0; n < placements_of[L]; n++)
                assert_int_not_equal(the_kit()->box.place[L][n].cells, mirrored);
        }
}

static void t8_no_two_plans_answer_alike(void **unused)
{
    uint64_t rng = 8;

    for (int i = 0; i < 2000; i++) {
        uint32_t a = tb_random_below(&rng, LEGAL_PLANS);
        uint32_t b = tb_random_below(&rng, LEGAL_PLANS);
        unsigned differ = a == b;

        for (unsigned q = 0; q < QUESTIONS && !differ; q++)
            differ = plan_answer(the_kit(), the_kit()->plan[a], q) !=
                     plan_answer(the_kit(), the_kit()->plan[b], q);
        assert_true(differ);
    }
}

static void t9_codes(void **unused)
{
    const struct quest quest = { .plan = Q50000, .order = 0 };
    uint64_t code = 0, wrong;
    struct quest read;
    char text[16], changed[16];
    struct tb_text out = tb_text(text, sizeof text);

    quest_put_code(quest_encode(quest), &out);
    assert_int_equal(strlen(text), CODE_LETTERS);
    assert_null(quest_read_code(text, &code));
    assert_true(quest_decode(code, &read));
    assert_int_equal(read.plan, quest.plan);
    assert_int_equal(read.order, quest.order);
    for (int i = 0; i < CODE_LETTERS; i++)
        for (const char *c = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; *c; c++) {
            memcpy(changed, text, sizeof changed);
            changed[i] = *c;
            if (strcmp(changed, text))
                assert_non_null(quest_read_code(changed, &wrong));
        }
}

static void every_quest_has_a_code(void **unused)
{
    uint64_t rng = 9;

    for (int i = 0; i < 1000; i++) {
        struct quest quest = quest_draw(the_kit(), LEVEL_ANY, &rng), read;

        assert_true(quest_decode(quest_encode(quest), &read));
        assert_int_equal(read.plan, quest.plan);
        assert_int_equal(read.order, quest.order);
    }
    assert_true(quest_encode((struct quest){ LEGAL_PLANS - 1, ORDERS - 1 }) < (uint64_t)1
                                                                                  << 40);
}

static void codes_forgive_what_copying_does(void **unused)
{
    uint64_t code = quest_encode((struct quest){ .plan = 0, .order = 1 }), read = 0;
    char text[16], other[16];
    struct tb_text out = tb_text(text, sizeof text);
    int n = 0;

    quest_put_code(code, &out);
    for (int i = 0; text[i]; i++) {
        if (i == 4)
            other[n++] = '-';
        other[n++] = text[i] == '0'                     ? 'o'
                     : text[i] == '1'                   ? 'l'
                     : text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32)
                                                        : text[i];
    }
    other[n] = 0;
    assert_null(quest_read_code(other, &read));
    assert_int_equal(read, code);
    assert_non_null(quest_read_code("", &read));
    assert_non_null(quest_read_code("0000000", &read));
    assert_non_null(quest_read_code("000000000", &read));
    assert_non_null(quest_read_code("U0000000", &read));
    assert_int_equal(read, code);
}

static void every_order_of_clues_has_a_rank(void **unused)
{
    const uint8_t reading[] = { 3 | 64,  5 | 32,  6 | 64,  9 | 32,
                                10 | 64, 11 | 32, 17 | 32, 23 | 64 };
    uint8_t clue[TRAPS];

    quest_clues(the_kit(), (struct quest){ Q50000, 0 }, clue);
    assert_memory_equal(clue, reading, TRAPS);
    quest_clues(the_kit(), (struct quest){ Q50000, ORDERS - 1 }, clue);
    for (int i = 0; i < TRAPS; i++)
        assert_int_equal(clue[i], reading[TRAPS - 1 - i]);
}

/* ---- answers ---- */

static void check_answer(uint32_t plan, const char *asked, const char *expected)
{
    assert_int_equal(plan_answer(the_kit(), the_kit()->plan[plan], question(asked)),
                     answer(expected));
}

static void t10_to_t16_answers(void **unused)
{
    check_answer(Q50000, "E empties", "3");
    check_answer(Q0, "E buildings", "1");
    check_answer(Q50000, "2 traps", "ssf");
    check_answer(Q50000, "A I", "oof");
    check_answer(Q50000, "B L", "oos");
    check_answer(Q100000, "C traps", "sss");
    check_answer(Q100000, "A traps", "-");
    check_answer(Q0, "2 traps", "-");
}

static void all_ninety_answers_of_q50000(void **unused)
{
    static const char *const table[AXES][SUBJECTS] = {
        { "2", "1", "f", "-", "of", "-", "-", "oo", "-" },
        { "3", "0", "ssf", "os", "o", "-", "-", "sf", "-" },
        { "3", "1", "sf", "oo", "-", "-", "s", "-", "f" },
        { "3", "0", "s", "-", "-", "oos", "o", "-", "o" },
        { "3", "1", "f", "-", "-", "f", "oo", "-", "o" },
        { "2", "0", "sf", "-", "-", "-", "-", "os", "oof" },
        { "2", "0", "sf", "-", "-", "-", "oos", "of", "-" },
        { "4", "0", "s", "o", "oo", "s", "o", "-", "-" },
        { "3", "0", "ff", "oo", "f", "of", "-", "-", "-" },
        { "2", "3", "s", "s", "-", "o", "-", "-", "-" },
    };

    for (unsigned q = 0; q < QUESTIONS; q++)
        assert_int_equal(plan_answer(the_kit(), the_kit()->plan[Q50000], q),
                         answer(table[q / SUBJECTS][q % SUBJECTS]));
}

static void check_sums(const uint8_t *at)
{
    for (unsigned line = 0; line < AXES; line += SIDE) {
        unsigned empties = 0, sharp = 0, fire = 0;

        for (unsigned axis = line; axis < line + SIDE; axis++) {
            unsigned traps = plan_answer(the_kit(), at, SUBJECTS * axis + SYMBOLS);
            unsigned buildings =
                plan_answer(the_kit(), at, SUBJECTS * axis) - (unsigned)NUMBER;

            empties +=
                plan_answer(the_kit(), at, SUBJECTS * axis + EMPTIES) - (unsigned)NUMBER;
            sharp += traps >> 2 & 3;
            fire += traps >> 4 & 3;
            assert_in_range(buildings, 1, axis % SIDE == 2 ? 5 : 4);
        }
        assert_int_equal(empties, 3);
        assert_int_equal(sharp, 4);
        assert_int_equal(fire, 4);
    }
}

static void t17_t18_sums_of_every_plan(void **unused)
{
    for (uint32_t plan = 0; plan < LEGAL_PLANS; plan += 7)
        check_sums(the_kit()->plan[plan]);
}

static void t19_what_a_building_can_answer(void **unused)
{
    static const char *const can[TILES][7] = {
        [S] = { "-", "s", "o", "os", "oo" },       [V] = { "-", "f", "o", "of", "oo" },
        [T] = { "-", "f", "s", "o", "of", "oos" }, [L] = { "-", "s", "o", "oo", "oos" },
        [O] = { "-", "sf", "of", "os", "oo" },     [I] = { "-", "f", "o", "oof" },
    };

    for (int t = 0; t < TILES; t++) {
        unsigned seen = 0;

        for (int n = 0; n < placements_of[t]; n++)
            for (unsigned axis = 0; axis < AXES; axis++) {
                uint8_t got = the_kit()->box.place[t][n].answer[axis];
                int i = 0;

                while (can[t][i] && answer(can[t][i]) != got)
                    i++;
                assert_non_null(can[t][i]);
                seen |= 1u << i;
                if (t == T && (axis % SIDE == 0 || axis % SIDE == 4))
                    assert_int_not_equal(got, answer("of"));
            }
        for (int i = 0; can[t][i]; i++)
            assert_true(seen >> i & 1);
    }
}

/* ---- deduction ---- */

static struct facts reading_clues(int count)
{
    struct facts facts = { 0 };
    uint8_t clue[TRAPS];

    quest_clues(the_kit(), (struct quest){ Q50000, 0 }, clue);
    for (int i = 0; i < count; i++)
        facts_add(&facts, (struct fact){ .kind = FACT_CLUE, .a = clue[i] });
    return facts;
}

static void learn(struct facts *facts, const char *asked, const char *answered)
{
    facts_add(facts, (struct fact){ .kind = FACT_ANSWER,
                                    .a = (uint8_t)question(asked),
                                    .b = answer(answered) });
}

static void check_counts(const struct facts *facts, int from, const uint32_t *expected)
{
    uint32_t after[FACTS_MAX + 1];

    solver_counts(the_kit(), facts, after);
    for (int i = from; i <= facts->count; i++)
        assert_int_equal(after[i], expected[i - from]);
    assert_int_equal(solver_list(the_kit(), facts, NULL, 0), after[facts->count]);
}

static void t20_counts_after_clues(void **unused)
{
    const uint32_t expected[] = { 16499, 2431, 778, 188, 33, 7, 2, 2 };
    struct facts facts = reading_clues(8);

    check_counts(&facts, 1, expected);
}

static void t21_counts_after_answers(void **unused)
{
    const uint32_t expected[] = { 778, 16, 6, 6, 4, 4, 2 };
    struct facts facts = reading_clues(3);

    learn(&facts, "E empties", "3");
    learn(&facts, "4 traps", "s");
    learn(&facts, "C empties", "0");
    learn(&facts, "5 buildings", "3");
    learn(&facts, "3 V", "-");
    learn(&facts, "2 S", "os");
    check_counts(&facts, 3, expected);
}

static void t22_bits(void **unused)
{
    static const struct {
        const char *asked;
        double bits;
    } expected[] = { { "5 empties", 1.5871 }, { "E empties", 1.5544 },
                     { "5 traps", 2.6943 },   { "3 traps", 2.6620 },
                     { "D V", 1.8059 },       { "C buildings", 1.3966 },
                     { "3 O", 0.0652 } };
    struct facts facts = reading_clues(3);
    struct tally tally;

    tally_make(&tally, the_kit(), &facts);
    assert_int_equal(tally.count, 778);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        uint32_t split[ANSWERS];
        double bits;

        tally_split(&tally, the_kit(), question(expected[i].asked), split);
        bits = split_bits(split, tally.count) / 65536.0;
        assert_true(bits > expected[i].bits - 0.0001 && bits < expected[i].bits + 0.0001);
    }
}

/* T23: the greedy policy from three clues, followed through every plan that fits. */
static void aim_costs(unsigned place, bool first, uint8_t cost[AXES])
{
    for (unsigned axis = 0; axis < AXES; axis++) {
        unsigned away = (circle_place(0, axis) + 2 * AXES - place - 1) % AXES;

        cost[axis] = (uint8_t)(first ? 0 : away < 2 ? away : 2);
    }
}

static unsigned ask_greedily(const uint32_t *plans, int count, unsigned place, bool first,
                             unsigned *cost)
{
    uint8_t aim[AXES];
    struct tally tally;
    unsigned asked;

    aim_costs(place, first, aim);
    tally_clear(&tally);
    for (int i = 0; i < count; i++)
        tally_add(&tally, the_kit(), plans[i]);
    asked = solver_greedy(&tally, the_kit(), CIRCLE_ALTERNATING, aim);
    *cost = aim[question_axis(asked)] + subject_cost(question_subject(asked));
    return asked;
}

static int keep(uint32_t *kept, const uint32_t *plans, int count, unsigned asked,
                unsigned answered)
{
    int left = 0;

    for (int i = 0; i < count; i++)
        if (plan_answer(the_kit(), the_kit()->plan[plans[i]], asked) == answered)
            kept[left++] = plans[i];
    return left;
}

/* Time over all plans, the claims included. */
static unsigned greedy_time(const uint32_t *plans, int count, unsigned place, bool first)
{
    bool seen[256] = { false };
    unsigned cost, asked, total;

    if (count == 1)
        return CLAIM_COST;
    asked = ask_greedily(plans, count, place, first, &cost);
    total = cost * (unsigned)count;
    for (int i = 0; i < count; i++) {
        unsigned answered = plan_answer(the_kit(), the_kit()->plan[plans[i]], asked);
        uint32_t kept[1024];
        int left;

        if (seen[answered])
            continue;
        seen[answered] = true;
        left = keep(kept, plans, count, asked, answered);
        total += greedy_time(
            kept, left,
            (circle_place(0, question_axis(asked)) + answer_traps(answered)) % AXES, false);
    }
    return total;
}

static void t23_the_greedy_policy(void **unused)
{
    static const struct {
        const char *asked;
        int left;
    } expected[] = {
        { "5 empties", 367 }, { "E empties", 12 }, { "1 buildings", 4 }, { "3 traps", 1 }
    };
    struct facts facts = reading_clues(3);
    uint32_t plans[1024];
    int count = (int)solver_list(the_kit(), &facts, plans, 1024);
    unsigned place = 0, time = 0, cost, mean = greedy_time(plans, count, 0, true);

    assert_in_range(mean * 10000ull / 778, 141361, 141362);
    for (int i = 0; i < 4; i++) {
        unsigned asked = ask_greedily(plans, count, place, i == 0, &cost), answered;

        assert_int_equal(asked, question(expected[i].asked));
        answered = plan_answer(the_kit(), the_kit()->plan[Q50000], asked);
        count = keep(plans, plans, count, asked, answered);
        assert_int_equal(count, expected[i].left);
        place = (circle_place(0, question_axis(asked)) + answer_traps(answered)) % AXES;
        time += cost;
    }
    assert_int_equal(time + CLAIM_COST, 11);
}

static void t24_two_plans_with_the_same_traps(void **unused)
{
    struct facts facts = reading_clues(8);
    uint32_t plans[3];

    assert_int_equal(solver_list(the_kit(), &facts, plans, 3), 2);
    assert_int_equal(plans[0], Q50000);
    assert_int_equal(plans[1], 125049);
    for (int t = 0; t < TILES; t++)
        assert_int_equal(the_kit()->plan[plans[0]][t] == the_kit()->plan[plans[1]][t],
                         t == L || t == O || t == I);
    assert_int_not_equal(
        plan_answer(the_kit(), the_kit()->plan[plans[0]], question("C empties")),
        plan_answer(the_kit(), the_kit()->plan[plans[1]], question("C empties")));
}

static void t25_the_fact_that_leaves_nothing(void **unused)
{
    struct facts facts = reading_clues(3);
    uint32_t after[FACTS_MAX + 1];

    learn(&facts, "E empties", "3");
    learn(&facts, "D empties", "1"); /* a fourth empty zone */
    learn(&facts, "4 traps", "s");
    solver_counts(the_kit(), &facts, after);
    assert_int_equal(after[4], 16);
    assert_int_equal(after[5], 0);
    assert_int_equal(after[6], 0);
}

/* Sixteen counters a plan must say what ninety would. */
static void tallies_split_like_the_answers(void **unused)
{
    struct facts facts = reading_clues(3);
    uint32_t plans[1024], count = solver_list(the_kit(), &facts, plans, 1024);
    struct tally tally;

    tally_make(&tally, the_kit(), &facts);
    for (unsigned q = 0; q < QUESTIONS; q++) {
        uint32_t split[ANSWERS], expected[ANSWERS] = { 0 };

        tally_split(&tally, the_kit(), q, split);
        for (uint32_t i = 0; i < count; i++) {
            unsigned got = plan_answer(the_kit(), the_kit()->plan[plans[i]], q);

            expected[got >= NUMBER ? 64 + got - NUMBER : got]++;
        }
        assert_memory_equal(split, expected, sizeof split);
    }
}

static void shares_add_up_in_every_zone(void **unused)
{
    struct facts facts = reading_clues(3);
    struct tally tally;
    struct shares shares;

    tally_make(&tally, the_kit(), &facts);
    tally_shares(&tally, the_kit(), &shares);
    for (unsigned z = 0; z < ZONES; z++) {
        uint32_t sum = shares.empty[z];

        for (int t = 0; t < TILES; t++)
            for (int kind = SAFE; kind <= FIRE; kind++)
                sum += shares.cell[z][t][kind];
        assert_int_equal(sum, 778);
    }
    assert_int_equal(
        shares.cell[zone_of("D1")][V][FIRE] + shares.cell[zone_of("D1")][T][FIRE] +
            shares.cell[zone_of("D1")][O][FIRE] + shares.cell[zone_of("D1")][I][FIRE],
        778);
}

static void logarithms_are_good_to_four_digits(void **unused)
{
    assert_int_equal(log2_fixed(1), 0);
    assert_int_equal(log2_fixed(1024), 10 << 16);
    assert_in_range(log2_fixed(3), 103871, 103873);        /* 1.58496 */
    assert_in_range(log2_fixed(136132), 1117692, 1117694); /* 17.05465 */
}

/* ---- facts as people write them ---- */

static void facts_are_read(void **unused)
{
    static const char *const good[] = {
        "D1 fire",
        "d1 F",
        "a2 sharp",
        "E empties 3",
        "4 traps ssf",
        "4 traps -",
        "2 s os",
        "5 buildings 3",
        "A I oof",
        "expert right V O",
        "claim S r1 C2, V r1 C1, T r1 C4, L r0 B3, O r1 A1, I r3 A3 right SVTLOI",
    };
    static const char *const bad[] = {
        "",
        "Z9 fire",
        "D1",
        "D1 water",
        "E empties",
        "E empties x",
        "E traps zz",
        "F traps s",
        "E roofs 1",
        "expert right V V",
        "E empties 3 4",
        "E traps ssss",
        "claim S r1 C2",
        "claim S r0 A1, V r0 A1, T r1 C4, L r0 B3, O r1 A1, I r3 A3 right T",
        "claim S r1 C2, V r1 C1, T r1 C4, L r0 B3, O r1 A1, I r3 A3",
        "claim S r1 C2, V r1 C1, T r1 C4, L r0 B3, O r1 A1, I r3 A3 right X",
    };
    struct fact fact = { .kind = FACT_CLAIM, .a = 77 };
    const struct fact before = fact;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(fact_read(the_kit(), bad[i], &fact));
    assert_memory_equal(&fact, &before, sizeof fact);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_null(fact_read(the_kit(), good[i], &fact));
    assert_true(fact_holds(the_kit(), &fact, the_kit()->plan[Q50000]));
    assert_null(fact_read(the_kit(), "2 s os", &fact));
    assert_int_equal(fact.a, question("2 S"));
    assert_int_equal(fact.b, answer("os"));
}

/* ---- a solver for those who write facts down ---- */

static const char *solved(const char *facts)
{
    static char page[8192];
    struct tb_text out = tb_text(page, sizeof page);

    assert_true(archeologic_solve(&the_kit()->head, facts, false, &out, &(int){ 0 }));
    assert_false(out.cut);
    return page;
}

/* The line at fault; *why is what is said of it. */
static int refused(const char *facts, const char **why)
{
    static char page[512];
    struct tb_text out = tb_text(page, sizeof page);
    int line = 0;

    assert_false(archeologic_solve(&the_kit()->head, facts, false, &out, &line));
    *why = page;
    return line;
}

/* T20, T21 as a sheet of facts. */
static void a_sheet_is_counted_fact_by_fact(void **unused)
{
    const char *said = solved("D1 fire\nA2 sharp\n\n# a remark\nB2 fire\nE empties 3\n"
                              "4 traps s\nC empties 0\n5 buildings 3\n3 V -\n2 S os\n");

    assert_ptr_equal(
        strstr(said, "{\"count\":2,\"after\":[136132,16499,2431,778,16,6,6,4,4,2],"), said);
    assert_non_null(strstr(said, "{\"zone\":\"D1\",\"building\":\"V\",\"cell\":\"f\"}"));
    assert_non_null(strstr(said, "{\"zone\":\"E1\",\"cell\":\".\"}"));
    assert_null(strstr(said, "solution"));
}

static void a_sheet_that_leaves_one_city_shows_it(void **unused)
{
    const char *said = solved("D1 fire\nA2 sharp\nB2 fire\nE2 sharp\nA3 fire\nB3 sharp\n"
                              "C4 sharp\nD5 fire\nC empties 0");

    assert_non_null(strstr(said, "\"count\":1,"));
    assert_non_null(strstr(said, "\"solution\":{\"S\":\"r1 C2\",\"V\":\"r1 C1\","));
}

/* R8.2: from 1 the viewfinder steps to A for nothing; from E that is one place further. */
static void a_sheet_may_say_where_the_viewfinder_is(void **unused)
{
    const char *cheap = "{\"axis\":\"A\",\"subject\":\"empties\",\"cost\":1,";

    assert_non_null(strstr(solved("D1 fire\nA2 sharp\nviewfinder 1\nB2 fire"), cheap));
    assert_null(strstr(solved("D1 fire\nA2 sharp\nviewfinder E\nB2 fire"), cheap));
}

/* T25 and bad input: one line of the sheet is named. */
static void a_sheet_with_a_mistake_is_refused(void **unused)
{
    char long_line[400];
    const char *why;

    assert_int_equal(refused("D1 fire\nD1 water\n", &why), 2);
    assert_string_equal(why, "A clue is a zone and sharp or fire.");
    assert_int_equal(refused("viewfinder Z", &why), 1);
    memset(long_line, 'a', sizeof long_line - 1);
    long_line[sizeof long_line - 1] = 0;
    assert_int_equal(refused(long_line, &why), 1);
    assert_string_equal(why, "This line is too long.");
    assert_non_null(strstr(solved("E empties 3\nE empties 2\nE empties 3"), ",0,0]}"));
}

/* R12.6: a city of one's own is a quest with a code, always the same. */
static void a_city_of_ones_own_is_a_quest(void **unused)
{
    uint64_t value = 7, again;
    struct quest quest;

    assert_null(
        quest_option_read("S r1 C2, V r1 C1, T r1 C4, L r0 B3, O r1 A1, I r3 A3", &value));
    assert_int_equal(value >> QUEST_KIND_SHIFT, QUEST_CODE);
    assert_true(quest_decode(value & (((uint64_t)1 << QUEST_KIND_SHIFT) - 1), &quest));
    assert_int_equal(quest.plan, Q50000);
    assert_null(
        quest_option_read("i r3 a3 o r1 a1 l r0 b3 t r1 c4 v r1 c1 s r1 c2", &again));
    assert_int_equal(again, value);
    /* T3: four traps in row 5; then an overlap, a missing building, something else. */
    assert_non_null(
        quest_option_read("S r0 A1, V r0 C1, T r0 A3, L r2 D1, O r1 D4, I r1 C3", &value));
    assert_non_null(
        quest_option_read("S r0 A1, V r0 A1, T r0 A3, L r2 D1, O r0 C3, I r0 B5", &value));
    assert_non_null(quest_option_read("S r0 A1, V r0 C1", &value));
    assert_non_null(quest_option_read(
        "S r0 A1, V r0 C1, T r0 A3, L r2 D1, O r0 C3, I r0 B5 now", &value));
    assert_int_equal(value, again);
}

/* ---- par ---- */

static uint32_t total(double x) { return (uint32_t)(x * PAR_PLAYOUTS); }

static void t48_t49_par_of_a_time(void **unused)
{
    assert_int_equal(par_of_time(total(17.4)).expert, 21);
    assert_int_equal(par_of_time(total(17.4)).confirmed, 35);
    assert_int_equal(par_of_time(total(13.5)).expert, 18);
    assert_int_equal(par_of_time(total(13.5)).confirmed, 27);
    assert_int_equal(par_of_time(total(20.5)).expert, 25);
    assert_int_equal(par_of_time(total(20.5)).confirmed, 41);
    assert_int_equal(level_of_time(total(13.49)), LEVEL_EASY);
    assert_int_equal(level_of_time(total(13.5)), LEVEL_STANDARD);
    assert_int_equal(level_of_time(total(20.75)), LEVEL_HARD);
}

/* The model's mean over random quests was 17.33 with a spread of 2.2. */
static void careless_players_need_the_printed_time(void **unused)
{
    uint64_t rng = 21;
    double sum = 0;
    enum { QUESTS = 60 };

    for (int i = 0; i < QUESTS; i++)
        sum += quest_careless_time(the_kit(), quest_draw(the_kit(), LEVEL_ANY, &rng), NULL);
    sum /= (double)QUESTS * PAR_PLAYOUTS;
    assert_true(sum > 16.4 && sum < 18.2);
}

static void sites_have_the_pars_of_the_box(void **unused)
{
    int expert = 0, confirmed = 0;

    for (int i = 0; i < SITES; i++) {
        struct par par = quest_par(the_kit(), quest_of_site(i + 1));

        assert_int_equal(par.expert, sites[i].expert);
        assert_int_equal(par.confirmed, sites[i].confirmed);
        expert += par.expert;
        confirmed += par.confirmed;
        if (i)
            assert_true(par.confirmed >= sites[i - 1].confirmed);
    }
    assert_int_equal(expert, 612);    /* a mean of 21.86 */
    assert_int_equal(confirmed, 993); /* a mean of 35.46 */
}

static void a_day_has_one_quest(void **unused)
{
    struct quest today = quest_of_day(the_kit(), 20261115);
    struct quest again = quest_of_day(the_kit(), 20261115);
    struct quest next = quest_of_day(the_kit(), 20261116);

    assert_int_equal(quest_encode(today), quest_encode(again));
    assert_int_not_equal(quest_encode(today), quest_encode(next));
    assert_int_equal(level_of_time(quest_careless_time(the_kit(), today, NULL)),
                     LEVEL_STANDARD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t1_all_plans),
        cmocka_unit_test(t2_legal_plans),
        cmocka_unit_test(t3_four_traps_on_an_axis_are_no_quest),
        cmocka_unit_test(t4_plans_by_number),
        cmocka_unit_test(t5_a_turned_plan_is_a_plan),
        cmocka_unit_test(t6_orientation_counts),
        cmocka_unit_test(t7_no_tile_is_mirrored),
        cmocka_unit_test(t8_no_two_plans_answer_alike),
        cmocka_unit_test(t9_codes),
        cmocka_unit_test(every_quest_has_a_code),
        cmocka_unit_test(codes_forgive_what_copying_does),
        cmocka_unit_test(every_order_of_clues_has_a_rank),
        cmocka_unit_test(t10_to_t16_answers),
        cmocka_unit_test(all_ninety_answers_of_q50000),
        cmocka_unit_test(t17_t18_sums_of_every_plan),
        cmocka_unit_test(t19_what_a_building_can_answer),
        cmocka_unit_test(t20_counts_after_clues),
        cmocka_unit_test(t21_counts_after_answers),
        cmocka_unit_test(t22_bits),
        cmocka_unit_test(t23_the_greedy_policy),
        cmocka_unit_test(t24_two_plans_with_the_same_traps),
        cmocka_unit_test(t25_the_fact_that_leaves_nothing),
        cmocka_unit_test(tallies_split_like_the_answers),
        cmocka_unit_test(shares_add_up_in_every_zone),
        cmocka_unit_test(logarithms_are_good_to_four_digits),
        cmocka_unit_test(facts_are_read),
        cmocka_unit_test(a_sheet_is_counted_fact_by_fact),
        cmocka_unit_test(a_sheet_that_leaves_one_city_shows_it),
        cmocka_unit_test(a_sheet_may_say_where_the_viewfinder_is),
        cmocka_unit_test(a_sheet_with_a_mistake_is_refused),
        cmocka_unit_test(a_city_of_ones_own_is_a_quest),
        cmocka_unit_test(t48_t49_par_of_a_time),
        cmocka_unit_test(careless_players_need_the_printed_time),
        cmocka_unit_test(sites_have_the_pars_of_the_box),
        cmocka_unit_test(a_day_has_one_quest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
