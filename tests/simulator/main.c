/*
 * Runs of the simulator, each from its seed.
 *
 *   simulator FROM COUNT [FILE]   the seeds in FILE, which failed once, and COUNT from FROM
 * on SEED=n simulator              that run alone, twice, saying what happens
 *
 * A run is some simulated days of a house with a few agents. When one breaks a rule the
 * program says which, with the seed and the step, and ends with 1.
 */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../store/sqlite.h"
#include "sim.h"

enum {
    LENGTH_S = 24 * 3600,
    SETTLING_S = 3600,
    PAUSE_S = 60,
    EMPTYING_S = 900,
};

struct sim sim;

static struct serve_options options;
static char folder[] = "/tmp/tablier-simulator-XXXXXX";

const struct serve_options *sim_options(void) { return &options; }

void broken(const char *rule, const char *format, ...)
{
    va_list args;

    printf("BROKEN %s: seed %llu, step %llu, %lld s: ", rule, (unsigned long long)sim.seed,
           (unsigned long long)sim.step, (long long)(sim.us / SECOND_US));
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\nAgain: SEED=%llu simulator\n", (unsigned long long)sim.seed);
    rmdir(folder);
    exit(1);
}

void say(const char *format, ...)
{
    va_list args;

    if (!sim.trace)
        return;
    printf("%016llx %8lld.%03lld s: ", (unsigned long long)sim.hash,
           (long long)(sim.us / SECOND_US), (long long)(sim.us / 1000 % 1000));
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

/* ---- a run ---- */

static void begin(uint64_t seed)
{
    struct counts counts = sim.counts;
    bool trace = sim.trace;

    sim = (struct sim){ .seed = seed, .counts = counts, .trace = trace };
    sim.chance = seed * 0x9e3779b97f4a7c15u + 1;
    sim.entropy = tb_random(&sim.chance);
    sim.hash = seed;
    sqlite3_randomness(0, NULL); /* it asks for chance anew */
    disk_new();
    oracle_new();
    house_rises();
    agents_new();
    happen(60 * SECOND_US, HAPPEN_TROUBLE, NULL, NULL, 0);
}

static void pass(int64_t seconds)
{
    int64_t until = sim.us + seconds * SECOND_US;

    while (sim.us < until)
        world_step();
}

/* Nothing more goes wrong: all come back, and know the same. */
static void settle(void)
{
    int64_t until = sim.us + (int64_t)SETTLING_S * SECOND_US;

    sim.calm = true;
    disk_fill(false);
    disk_fail_after(0, 0);
    disk_crash_after(0);
    while (!agents_are_sure() && sim.us < until)
        world_step();
    if (!agents_are_sure())
        broken("liveness", "an hour without trouble, and somebody still does not know");
    sim.empty = true;
    pass(PAUSE_S); /* bots give their last advice */
    lines_check();
}

static void end(void)
{
    agents_leave();
    pass(EMPTYING_S);
    oracle_memory();
    house_close(sim.house);
    sim.house = NULL;
    house_rises(); /* what is kept is kept for the next house too */
    oracle_count_ends();
    house_close(sim.house);
    sim.house = NULL;
    events_free();
    lines_free();
    agents_free();
    oracle_free();
    disk_free();
    sim.counts.runs++;
    sim.counts.seconds += (uint64_t)(sim.us / SECOND_US);
}

static uint64_t run(uint64_t seed)
{
    begin(seed);
    pass(LENGTH_S);
    settle();
    end();
    say("hash %016llx", (unsigned long long)sim.hash);
    return sim.hash;
}

/* ---- many ---- */

static void run_twice(uint64_t seed)
{
    uint64_t hash = run(seed);

    if (run(seed) != hash)
        broken("replay", "the same seed gives another run");
}

/* Seeds that failed once, a line each; what follows the number says how. */
static void run_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256];

    if (!file) {
        perror(path);
        exit(2);
    }
    while (fgets(line, sizeof line, file))
        if (*line >= '0' && *line <= '9')
            run(strtoull(line, NULL, 10));
    fclose(file);
}

static void report(void)
{
    const struct counts *c = &sim.counts;

#define N(name) (unsigned long long)c->name
    printf("%llu runs, %llu simulated hours, %llu turns of the loop\n", N(runs),
           N(seconds) / 3600, N(turns));
    printf(
        "%llu lines, %llu messages to the house (%llu repeated, %llu lies), %llu from it\n",
        N(lines), N(heard), N(repeats), N(lies), N(messages));
    printf(
        "%llu tables, %llu moves sent, %llu decisions followed, %llu undos, %llu chats\n",
        N(games), N(plays), N(plies), N(undos), N(chats));
    printf("%llu crashes, %llu restarts, %llu faults of the disk: nothing found\n",
           N(crashes), N(restarts), N(faults));
    printf("%llu games ended; by the rules:", N(ended));
    for (int i = 0; tb_games[i] && i < GAMES_MAX; i++)
        printf(" %s %llu", tb_games[i]->id, (unsigned long long)c->of_game[i]);
    printf("\n");
#undef N
}

int main(int count, char **words)
{
    const char *seed = getenv("SEED");
    uint64_t from = count > 1 ? strtoull(words[1], NULL, 10) : 1;
    uint64_t runs = count > 2 ? strtoull(words[2], NULL, 10) : 1;

    setvbuf(stdout, NULL, _IOLBF, 0);
    chance_install();
    if (sodium_init() < 0 || !mkdtemp(folder))
        return 2;
    disk_install();
    json_object_seed(1);
    serve_defaults(&options);
    options.data = folder;
    options.workers = 1;
    options.quiet = true;
    sim.trace = seed;
    if (seed) {
        run_twice(strtoull(seed, NULL, 10));
    } else {
        if (count > 3)
            run_file(words[3]);
        run_twice(from);
        for (uint64_t i = 1; i < runs; i++)
            run(from + i);
    }
    report();
    rmdir(folder);
    return 0;
}
