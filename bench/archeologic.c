/*
 * ArcheOlogic's measurements, and the two tables that are made by measuring.
 *
 *     archeologic [QUESTS]    speed, and the bots on the benchmark set
 *     archeologic bot greedy|booklet|app NODES QUESTS [SKIPPED]
 *                             one bot with so much work allowed, after so many quests
 *     archeologic shares      writes games/archeologic/shares.c
 *     archeologic sites       writes games/archeologic/sites.c
 *
 * A bot is followed through every city that fits a quest's clues, so its time is an
 * expectation without chance; what varies is the quests. With QUESTS of 1,000, the usual,
 * the bots of 5 ms take some minutes each. The one of 100 ms is run on a tenth of the
 * quests, the first ones, and the others are given for those too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../games/archeologic/clues.h"
#include "../games/archeologic/quest.h"
#include "../games/archeologic/search.h"
#include "../games/archeologic/solver.h"

static const struct kit *the_kit(void)
{
    static struct kit kit;
    static bool made;

    if (!made)
        archeologic_kit_make(&kit.head, NULL, 0);
    made = true;
    return &kit;
}

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

static void aim_costs(unsigned place, bool first, uint8_t cost[AXES])
{
    circle_costs(CIRCLE_ALTERNATING, place, cost);
    if (first)
        memset(cost, 0, AXES);
}

static struct decision greedy(const uint32_t *plans, int count, unsigned place, bool first)
{
    struct tally tally;
    uint8_t cost[AXES];

    tally_clear(&tally);
    for (int i = 0; i < count; i++)
        tally_add(&tally, the_kit(), plans[i]);
    aim_costs(place, first, cost);
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
                            ? greedy(plans, count, place, first)
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
    uint8_t key[SEARCH_PLANS], cost[AXES];

    if (d.claim != HIDDEN_PLAN) {
        walk_claim(w, plans, count, d.claim, place, time);
        return;
    }
    if (d.question == NONE) /* a large building is needed */
        d = greedy(plans, count, place, first);
    aim_costs(place, first, cost);
    time +=
        (int)(subject_cost(question_subject(d.question)) + cost[question_axis(d.question)]);
    for (int i = 0; i < count; i++)
        key[i] = plan_answer(the_kit(), the_kit()->plan[plans[i]], d.question);
    walk_parts(w, plans, key, count,
               circle_place(CIRCLE_ALTERNATING, question_axis(d.question)), time);
}

static int percentile(const double *often, int quests, double share)
{
    double sum = 0;
    int time = 0;

    while (time < TIME_MAX - 1 && (sum += often[time]) < share * quests)
        time++;
    return time;
}

/* What is measured: a bot, on some quests of the set. */
struct measure {
    const char *name;
    enum policy policy;
    bool app;
    uint32_t nodes;      /* work a decision; 0: the level's usual */
    int skipped, quests; /* of the benchmark set */
};

/* Shares of the plans solved within the quest's two pars, and the sums of the pars. */
struct within {
    double expert, confirmed, expert_par, confirmed_par;
};

static void add_within(struct within *sum, const struct trial *trial,
                       const double before[TIME_MAX], const double after[TIME_MAX])
{
    struct par par = par_of_time(
        quest_careless_time(the_kit(), (struct quest){ trial->plan, 0 }, &trial->clues));

    sum->expert_par += par.expert;
    sum->confirmed_par += par.confirmed;
    for (int t = 0; t < TIME_MAX; t++) {
        sum->expert += t <= par.expert ? after[t] - before[t] : 0;
        sum->confirmed += t <= par.confirmed ? after[t] - before[t] : 0;
    }
}

static void print_bot(const struct measure *m, const struct walk *w, double mean,
                      const struct within *within)
{
    int n = m->quests;

    printf("%s, quests %d to %d: expected time %.3f, p10 %d, p50 %d, p90 %d, p99 %d\n",
           m->name, m->skipped + 1, m->skipped + n, mean, percentile(w->often, n, 0.1),
           percentile(w->often, n, 0.5), percentile(w->often, n, 0.9),
           percentile(w->often, n, 0.99));
    printf(
        "    at or under expert par %.1f %%, confirmed %.1f %%; pars here %.2f and %.2f, "
        "printed in the box 21.86 and 35.5\n",
        100 * within->expert / n, 100 * within->confirmed / n, within->expert_par / n,
        within->confirmed_par / n);
    printf("    %.2f ms a decision, longest %.0f\n", w->thought / w->decisions, w->longest);
    fflush(stdout);
}

static void measure_bot(struct measure m)
{
    static struct walk w;
    static struct trial trial;
    uint64_t x = 88172645463325252u;
    struct within within = { 0 };
    double sum = 0;

    memset(&w, 0, sizeof w);
    w.policy = m.policy;
    w.app = m.app;
    w.nodes = m.nodes;
    for (int i = 0; i < m.skipped + m.quests; i++) {
        double before[TIME_MAX];

        draw_trial(&x, &trial);
        if (i < m.skipped)
            continue;
        memcpy(before, w.often, sizeof before);
        w.root = trial.count;
        w.expected = 0;
        walk(&w, trial.plans, trial.count, 0, 0, true);
        sum += w.expected;
        add_within(&within, &trial, before, w.often);
    }
    print_bot(&m, &w, sum / m.quests, &within);
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

        plans_list(&the_kit()->box, list);
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
        tb_new(g, &s, seats, NULL, &the_kit()->head, tb_seed_of(seed));
        while (s.head.owes) {
            int seat = __builtin_ctz(s.head.owes);

            tb_step(g, &s, seat, g->pick(&s, seat, &rng), NULL);
            decisions++;
        }
    }
    return (double)decisions / (cpu_ms() - before) / 1000;
}

/* The same enumeration as an answer-set program, by clingo: its CPU seconds; 0: it is not
 * installed, or does not find as many. */
static double clingo_seconds(void)
{
    FILE *answer = popen("clingo -n 0 -q '" CLINGO_PROGRAM "' 2>/dev/null", "r");
    char line[256];
    double seconds = 0;
    long models = 0;

    if (!answer)
        return 0;
    while (fgets(line, sizeof line, answer)) {
        if (!strncmp(line, "Models", 6))
            models = strtol(line + strcspn(line, ":") + 1, NULL, 10);
        if (!strncmp(line, "CPU Time", 8))
            seconds = strtod(line + strcspn(line, ":") + 1, NULL);
    }
    pclose(answer);
    return models == ALL_PLANS ? seconds : 0;
}

static void measure_speed(void)
{
    static struct trial trial;
    uint64_t x = 88172645463325252u;
    double listing = time_listing(), clingo = clingo_seconds(), sum = 0;

    printf("listing all %d plans: %.2f ms\n", ALL_PLANS, listing);
    if (clingo > 0)
        printf(
            "the same by clingo, with bench/archeologic.lp: %.2f s, %.0f times as long\n",
            clingo, 1000 * clingo / listing);
    else
        puts("the same by clingo: it is not installed");
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

/* Work that takes about 100 ms a decision where the usual work takes 5. */
enum { NODES_LONG = 25 * NODES_USUAL };

static void measure_bots(int quests)
{
    int few = quests < 10 ? 1 : quests / 10;
    const struct measure list[] = {
        { "greedy", GREEDY, false, 0, 0, quests },
        { "hard, booklet", HARD, false, 0, 0, quests },
        { "hard, app", HARD, true, 0, 0, quests },
        { "hard, booklet", HARD, false, 0, 0, few },
        { "hard with 100 ms, booklet", HARD, false, NODES_LONG, 0, few },
    };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        measure_bot(list[i]);
}

static int number(int argc, char **argv, int i, int usual)
{
    int n = i < argc ? atoi(argv[i]) : usual;

    return n > 0 ? n : usual;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "shares"))
        return write_shares();
    if (argc > 1 && !strcmp(argv[1], "sites"))
        return write_sites();
    if (argc > 4 && !strcmp(argv[1], "bot")) {
        measure_bot(
            (struct measure){ argv[2], strcmp(argv[2], "greedy") ? HARD : GREEDY,
                              !strcmp(argv[2], "app"), (uint32_t)number(argc, argv, 3, 0),
                              number(argc, argv, 5, 0), number(argc, argv, 4, 1000) });
        return 0;
    }
    measure_speed();
    measure_bots(number(argc, argv, 1, 1000));
    return 0;
}
