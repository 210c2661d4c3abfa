/*
 * ArcheOlogic's measurements, and the two tables that are made by measuring.
 *
 *     archeologic [QUESTS]                       speed, and the bots on the benchmark set
 *     archeologic bot booklet|app NODES QUESTS   one bot with so much work allowed
 *     archeologic shares   writes games/archeologic/shares.c
 *     archeologic sites    writes games/archeologic/sites.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../games/archeologic/clues.h"
#include "../games/archeologic/quest.h"
#include "../games/archeologic/search.h"
#include "../games/archeologic/solver.h"

static const struct kit *the_kit(void) { return (const struct kit *)archeologic_kit(); }

/* ---- tables ---- */

static uint32_t count_plans(const struct kit *kit, unsigned number)
{
    struct statement st = statement_parts(number);
    uint32_t count = 0;

    for (uint32_t plan = 0; plan < LEGAL_PLANS; plan++)
        count += statement_is_true(kit, &st, kit->plan[plan]);
    return count;
}

static int write_shares(void)
{
    const struct kit *kit = the_kit();

    puts("/* In how many of the 136,132 legal plans each expert statement is true: written "
         "by\n * `archeologic shares` of bench/, counted again by "
         "tests/archeologic_clues.c. "
         "*/\n#include \"clues.h\"\n\n/* clang-format off */\nconst uint32_t "
         "statement_plans[STATEMENTS] = {");
    for (unsigned i = 0; i < STATEMENTS; i++)
        printf("%s%6u,%s", i % 12 ? " " : "    ", count_plans(kit, i),
               i % 12 == 11 || i == STATEMENTS - 1 ? "\n" : "");
    puts("};");
    return 0;
}

/* The pairs printed in the box, in their order. */
static const uint8_t printed[SITES][2] = {
    { 18, 27 }, { 19, 29 }, { 19, 29 }, { 20, 31 }, { 20, 32 }, { 20, 32 }, { 21, 33 },
    { 21, 33 }, { 21, 34 }, { 21, 34 }, { 21, 35 }, { 22, 35 }, { 22, 35 }, { 22, 36 },
    { 22, 36 }, { 22, 36 }, { 22, 36 }, { 22, 36 }, { 23, 37 }, { 23, 38 }, { 23, 38 },
    { 23, 39 }, { 24, 40 }, { 24, 40 }, { 24, 40 }, { 24, 40 }, { 24, 41 }, { 25, 41 },
};

/* Three clues on three rows and three columns, of both kinds: something to hold on to
 * everywhere. */
static bool has_good_clues(const uint8_t clue[TRAPS])
{
    unsigned rows = 0, columns = 0, kinds = 0;

    for (int i = 0; i < 3; i++) {
        rows |= 1u << clue_zone(clue[i]) / SIDE;
        columns |= 1u << clue_zone(clue[i]) % SIDE;
        kinds |= 1u << clue_kind(clue[i]);
    }
    return __builtin_popcount(rows) == 3 && __builtin_popcount(columns) == 3 &&
           __builtin_popcount(kinds) == 2;
}

/* Quests whose pars are those of the box, pair by pair, each with its own city. */
static int write_sites(void)
{
    const struct kit *kit = the_kit();
    uint64_t rng = 28, code[SITES] = { 0 };
    uint32_t time[SITES];
    int found = 0;

    while (found < SITES) {
        struct quest quest = quest_draw(kit, LEVEL_ANY, &rng);
        uint8_t clue[TRAPS];
        uint32_t total;
        struct par par;

        quest_clues(kit, quest, clue);
        if (!has_good_clues(clue))
            continue;
        total = quest_careless_time(kit, quest, NULL);
        par = par_of_time(total);
        for (int i = 0; i < SITES; i++)
            if (!code[i] && printed[i][0] == par.expert && printed[i][1] == par.confirmed) {
                code[i] = quest_encode(quest);
                time[i] = total;
                found++;
                break;
            }
    }
    for (int i = 1; i < SITES; i++) /* among equal pairs too, the easier first */
        for (int j = i; j > 0 && time[j] < time[j - 1]; j--) {
            uint64_t held = code[j];
            uint32_t held_time = time[j];

            code[j] = code[j - 1], code[j - 1] = held;
            time[j] = time[j - 1], time[j - 1] = held_time;
        }
    puts("/* The 28 chosen quests, easiest first, with the pars that our model gives them: "
         "the pairs\n * printed in the box. Written by `archeologic sites` of bench/. */\n"
         "#include \"quest.h\"\n\n/* clang-format off */\nconst struct site sites[SITES] = "
         "{");
    for (int i = 0; i < SITES; i++) {
        struct par par = par_of_time(time[i]);
        char text[16];
        struct tb_text out = tb_text(text, sizeof text);

        quest_put_code(code[i], &out);
        printf("    { \"%s\", %d, %d },\n", text, par.expert, par.confirmed);
    }
    puts("};");
    return 0;
}

/* ---- time ---- */

static double cpu_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* ---- bots ---- */

/* The specification's benchmark set. */
static uint32_t next_output(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return (uint32_t)(*x >> 32);
}

struct trial {
    uint32_t plan;
    struct facts clues;
    uint32_t plans[SEARCH_PLANS];
    int count;
};

static void draw_trial(uint64_t *x, struct trial *trial)
{
    const struct kit *kit = the_kit();
    uint8_t traps[TRAPS];

    trial->plan = next_output(x) % LEGAL_PLANS;
    trial->clues.count = 0;
    plan_traps(kit, kit->plan[trial->plan], traps);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t pick = i + next_output(x) % (TRAPS - i);
        uint8_t held = traps[i];

        traps[i] = traps[pick];
        traps[pick] = held;
        facts_add(&trial->clues, (struct fact){ .kind = FACT_CLUE, .a = traps[i] });
    }
    trial->count = (int)solver_list(kit, &trial->clues, trial->plans, SEARCH_PLANS);
}

enum policy { GREEDY, HARD };
enum { TIME_MAX = 128 };

/* A policy followed through every plan that fits: the exact spread of its times. */
struct walk {
    enum policy policy;
    bool app;
    uint32_t nodes;
    int root;                  /* plans at the start */
    double often[TIME_MAX];    /* share of plans solved in that time, over all quests */
    double expected;           /* of this quest */
    double thought, decisions; /* milliseconds and decisions on a path, on average */
    double longest;
    struct search search;
};

static void finish(struct walk *w, int time)
{
    w->often[time < TIME_MAX ? time : TIME_MAX - 1] += 1.0 / w->root;
    w->expected += (double)time / w->root;
}

static struct decision greedy(const struct walk *w, const uint32_t *plans, int count,
                              unsigned place, bool first)
{
    struct tally tally;
    uint8_t cost[AXES];

    tally_clear(&tally);
    for (int i = 0; i < count; i++)
        tally_add(&tally, the_kit(), plans[i]);
    for (unsigned axis = 0; axis < AXES; axis++) {
        unsigned away =
            (circle_place(CIRCLE_ALTERNATING, axis) + 2 * AXES - place - 1) % AXES;

        cost[axis] = (uint8_t)(first ? 0 : away < 2 ? away : 2);
    }
    return (struct decision){
        .claim = count == 1 ? plans[0] : HIDDEN_PLAN,
        .question = (uint8_t)solver_greedy(&tally, the_kit(), CIRCLE_ALTERNATING, cost),
    };
}

static struct decision think(struct walk *w, const uint32_t *plans, int count,
                             unsigned place, bool first)
{
    struct pace pace = { .pushed = true,
                         .claims = w->app,
                         .first = first,
                         .place = (uint8_t)place,
                         .axis = NONE };
    double before = cpu_ms(), took;
    struct decision d = w->policy == GREEDY
                            ? greedy(w, plans, count, place, first)
                            : search_choose(&w->search, the_kit(), plans, count, pace,
                                            w->nodes, NULL, NULL);

    took = cpu_ms() - before;
    w->thought += took * count / w->root;
    w->decisions += (double)count / w->root;
    if (took > w->longest)
        w->longest = took;
    return d;
}

static void walk(struct walk *w, const uint32_t *plans, int count, unsigned place, int time,
                 bool first);

/* Goes on with every part of the plans that the key leaves together. */
static void walk_parts(struct walk *w, const uint32_t *plans, const uint8_t *key, int count,
                       unsigned place, int time)
{
    bool gone[256] = { false };

    for (int i = 0; i < count; i++) {
        uint32_t part[SEARCH_PLANS];
        int size = 0;

        if (gone[key[i]])
            continue;
        gone[key[i]] = true;
        for (int j = i; j < count; j++)
            if (key[j] == key[i])
                part[size++] = plans[j];
        walk(w, part, size, (place + (key[i] < NUMBER ? answer_traps(key[i]) : 0)) % AXES,
             time, false);
    }
}

static void walk_claim(struct walk *w, const uint32_t *plans, int count, uint32_t claim,
                       unsigned place, int time)
{
    uint32_t left[SEARCH_PLANS];
    uint8_t key[SEARCH_PLANS];
    int size = 0;

    for (int i = 0; i < count; i++) {
        unsigned right = 0;

        if (plans[i] == claim) {
            finish(w, time + CLAIM_COST);
            continue;
        }
        for (int t = 0; t < TILES; t++)
            right |= (the_kit()->plan[plans[i]][t] == the_kit()->plan[claim][t] ? 1u : 0u)
                     << t;
        left[size] = plans[i];
        key[size++] = (uint8_t)(NUMBER + right);
    }
    walk_parts(w, left, key, size, place, time + CLAIM_COST);
}

static void walk(struct walk *w, const uint32_t *plans, int count, unsigned place, int time,
                 bool first)
{
    struct decision d = think(w, plans, count, place, first);
    uint8_t key[SEARCH_PLANS];
    unsigned at, away;

    if (d.claim != HIDDEN_PLAN) {
        walk_claim(w, plans, count, d.claim, place, time);
        return;
    }
    if (d.question == NONE) { /* a large building is needed */
        d = greedy(w, plans, count, place, first);
    }
    at = circle_place(CIRCLE_ALTERNATING, question_axis(d.question));
    away = (at + 2 * AXES - place - 1) % AXES;
    time += (int)subject_cost(question_subject(d.question)) + (first      ? 0
                                                               : away < 2 ? (int)away
                                                                          : 2);
    for (int i = 0; i < count; i++)
        key[i] = plan_answer(the_kit(), the_kit()->plan[plans[i]], d.question);
    walk_parts(w, plans, key, count, at, time);
}

static int percentile(const double *often, int quests, double share)
{
    double sum = 0;
    int time = 0;

    while (time < TIME_MAX - 1 && (sum += often[time]) < share * quests)
        time++;
    return time;
}

static void measure_bot(const char *name, enum policy policy, bool app, uint32_t nodes,
                        int quests)
{
    static struct walk w;
    static struct trial trial;
    uint64_t x = 88172645463325252u;
    double sum = 0, expert = 0, confirmed = 0, expert_par = 0, confirmed_par = 0;

    memset(&w, 0, sizeof w);
    w.policy = policy;
    w.app = app;
    w.nodes = nodes;
    for (int i = 0; i < quests; i++) {
        double before[TIME_MAX];
        struct par par;

        draw_trial(&x, &trial);
        memcpy(before, w.often, sizeof before);
        w.root = trial.count;
        w.expected = 0;
        walk(&w, trial.plans, trial.count, 0, 0, true);
        sum += w.expected;
        par = par_of_time(
            quest_careless_time(the_kit(), (struct quest){ trial.plan, 0 }, &trial.clues));
        expert_par += par.expert;
        confirmed_par += par.confirmed;
        for (int t = 0; t < TIME_MAX; t++) {
            expert += t <= par.expert ? w.often[t] - before[t] : 0;
            confirmed += t <= par.confirmed ? w.often[t] - before[t] : 0;
        }
    }
    sum /= quests;
    printf("%-24s %5d quests: expected time %.3f, p10 %d p50 %d p90 %d; at or under expert "
           "par "
           "%.1f %%, confirmed %.1f %%; %.2f ms a decision, longest %.0f\n",
           name, quests, sum, percentile(w.often, quests, 0.1),
           percentile(w.often, quests, 0.5), percentile(w.often, quests, 0.9),
           100 * expert / quests, 100 * confirmed / quests, w.thought / w.decisions,
           w.longest);
    printf(
        "%-24s        our pars on these quests: %.2f and %.2f; printed in the box: 21.86 "
        "and 35.5\n",
        "", expert_par / quests, confirmed_par / quests);
    fflush(stdout);
}

/* ---- speed ---- */

static double median(double *times, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && times[j] < times[j - 1]; j--) {
            double held = times[j];

            times[j] = times[j - 1], times[j - 1] = held;
        }
    return times[count / 2];
}

enum { ROUNDS = 15 };

static double time_listing(void)
{
    uint8_t(*list)[TILES] = malloc(sizeof(uint8_t[TILES]) * ALL_PLANS);
    double times[ROUNDS];

    if (!list)
        return 0;
    for (int i = 0; i < ROUNDS; i++) {
        double before = cpu_ms();

        plans_list(the_kit(), list);
        times[i] = cpu_ms() - before;
    }
    free(list);
    return median(times, ROUNDS);
}

/* Tallying the plans that fit and weighing all ninety questions. */
static double time_best(const uint32_t *plans, uint32_t count)
{
    static struct tally tally;
    static const uint8_t free_aim[AXES];
    struct weighed list[QUESTIONS];
    double times[ROUNDS];

    for (int i = 0; i < ROUNDS; i++) {
        double before = cpu_ms();

        tally_clear(&tally);
        for (uint32_t k = 0; k < count; k++)
            tally_add(&tally, the_kit(), plans ? plans[k] : k);
        solver_rank(&tally, the_kit(), free_aim, list);
        times[i] = cpu_ms() - before;
    }
    return median(times, ROUNDS);
}

static double random_rate(int seats)
{
    const struct tb_game *g = &game_archeologic;
    struct tb_state s;
    uint64_t rng = 1, decisions = 0;
    double before = cpu_ms();

    for (uint64_t seed = 0; cpu_ms() - before < 1000; seed++) {
        tb_new(g, &s, seats, NULL, NULL, seed);
        while (s.head.owes) {
            int seat = __builtin_ctz(s.head.owes);

            tb_step(g, &s, seat, g->pick(&s, seat, &rng), NULL);
            decisions++;
        }
    }
    return (double)decisions / (cpu_ms() - before) / 1000;
}

/* The same enumeration as an answer-set program, if clingo is there: CPU seconds. */
static double clingo_seconds(void)
{
    FILE *program, *answer;
    char path[] = "/tmp/archeologicXXXXXX", command[128];
    double seconds = 0;
    int file = mkstemp(path);

    if (file < 0 || !(program = fdopen(file, "w")))
        return 0;
    for (int t = 0; t < TILES; t++)
        for (int n = 0; n < placements_of[t]; n++)
            for (uint32_t left = the_kit()->place[t][n].cells; left; left &= left - 1)
                fprintf(program, "c(%d,%d,%d).", t, n, __builtin_ctz(left));
    fputs("p(T,N):-c(T,N,_). 1{x(T,N):p(T,N)}1:-T=0..5. :-z(Z),2{x(T,N):c(T,N,Z)}. "
          "z(0..24). #show.\n",
          program);
    fclose(program);
    snprintf(command, sizeof command, "clingo -n 0 -q %s 2>/dev/null", path);
    answer = popen(command, "r");
    if (answer) {
        char line[256];

        while (fgets(line, sizeof line, answer))
            sscanf(line, "CPU Time : %lf", &seconds);
        pclose(answer);
    }
    remove(path);
    return seconds;
}

static void measure_speed(void)
{
    static struct trial trial;
    uint64_t x = 88172645463325252u;
    double listing = time_listing(), clingo = clingo_seconds(), sum = 0;

    printf("listing all %d plans: %.2f ms\n", ALL_PLANS, listing);
    if (clingo > 0)
        printf("the same by clingo: %.2f s, %.0f times as long\n", clingo,
               1000 * clingo / listing);
    else
        puts("the same by clingo: not installed");
    printf("best of 90 questions, all %d legal plans: %.2f ms\n", LEGAL_PLANS,
           time_best(NULL, LEGAL_PLANS));
    for (int i = 0; i < 20; i++) {
        draw_trial(&x, &trial);
        sum += time_best(trial.plans, (uint32_t)trial.count);
    }
    printf("best of 90 questions after three clues: %.4f ms\n", sum / 20);
    printf("random decisions: %.1f million a second alone, %.1f with four\n",
           random_rate(1), random_rate(4));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int quests = argc > 1 ? atoi(argv[argc - 1]) : 0;

    if (argc > 1 && !strcmp(argv[1], "shares"))
        return write_shares();
    if (argc > 1 && !strcmp(argv[1], "sites"))
        return write_sites();
    if (argc > 4 && !strcmp(argv[1], "bot")) {
        measure_bot(argv[2], !strcmp(argv[2], "greedy") ? GREEDY : HARD,
                    !strcmp(argv[2], "app"), (uint32_t)atoi(argv[3]), atoi(argv[4]));
        return 0;
    }
    measure_speed();
    quests = quests > 0 ? quests : 1000;
    measure_bot("greedy", GREEDY, false, 0, quests);
    measure_bot("hard, booklet", HARD, false, 0, quests);
    measure_bot("hard, app", HARD, true, 0, quests);
    return 0;
}
