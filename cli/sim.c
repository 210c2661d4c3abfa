/*
 * tablier sim: whole games between bots, counted.
 *
 * Game i is a function of the seed and i alone, and sums are added up in the order of the
 * games whatever thread played them: so the same command prints the same figures on any
 * number of threads, the times apart.
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { THREADS_MAX = 256, BLOCKS = 4096 };

struct totals {
    uint64_t games, decisions, shared; /* shared: first places with company */
    int64_t points[TB_SEATS_MAX];      /* these by player: the place in --bots */
    uint64_t wins[TB_SEATS_MAX], forfeits[TB_SEATS_MAX];
    double figures[TB_FIGURES_MAX];
};

struct job {
    const struct tb_game *game;
    const struct tb_kit *kit;
    uint64_t options[TB_OPTIONS_MAX];
    uint64_t seed, games, block; /* games in a block */
    int seats;
    const char *bots; /* one a seat, with commas */
    struct budget budget;
    bool all_random, rotate, bar;
    double begun;
    struct totals *blocks;
    _Atomic uint64_t next, done;
    atomic_bool complained[TB_SEATS_MAX];
};

struct worker {
    struct job *job;
    struct players players;
    char *bots; /* the players' own copy of the list */
    int shift;  /* player i sits at seat (i + shift) % seats */
    struct tb_match *match;
    struct tb_state *room;
    bool draws; /* the progress bar */
};

/* Number i of the generator that begins at the seed. */
static uint64_t seed_of(const struct job *j, uint64_t game)
{
    uint64_t rng = j->seed + game * 0x9e3779b97f4a7c15u;

    return tb_random(&rng);
}

/* ---- one game ---- */

static void add_result(struct worker *w, struct totals *t, int loser)
{
    const struct job *j = w->job;
    struct tb_result r = { 0 };
    double figures[TB_FIGURES_MAX] = { 0 };
    int first = 0;

    j->game->score(w->match->now, &r);
    for (int seat = 0; loser >= 0 && seat < TB_SEATS_MAX; seat++)
        r.place[seat] = seat == loser ? 2 : 1;
    for (int i = 0; i < j->seats; i++) {
        int seat = (i + w->shift) % j->seats;

        t->points[i] += r.points[seat];
        t->wins[i] += r.place[seat] == 1;
        t->forfeits[i] += seat == loser;
        first += r.place[seat] == 1;
    }
    t->shared += first > 1;
    t->games++;
    if (loser < 0 && j->game->measure)
        j->game->measure(w->match->now, figures);
    for (int i = 0; i < TB_FIGURES_MAX; i++)
        t->figures[i] += figures[i];
}

/* Random players need no secrecy, no record and no memory: nothing is in their way. */
static uint64_t play_randomly(const struct tb_game *g, struct tb_state *s, uint64_t rng)
{
    struct tb_head *head = tb_head(s);

    while (head->owes) {
        int seat = __builtin_ctz(head->owes);

        tb_step(g, s, seat, tb_pick(g, s, seat, &rng), NULL);
        if (head->ply > g->plies_max)
            give_up(_("a game of %s does not end: this is a fault in its rules"), g->id);
    }
    return head->ply;
}

/* Returns the seat that forfeits, or -1. */
static int play_bots(struct worker *w, char why[256])
{
    struct tb_match *m = w->match;
    int loser = players_begin(&w->players, m, why), seat;

    while (loser < 0 && (seat = next_seat(m->now)) >= 0) {
        struct tb_event list[TB_EVENTS_MAX];
        struct tb_events told = { list, 0, TB_EVENTS_MAX };
        tb_move move = player_decide(&w->players, m, seat, w->room, why);

        if (!move)
            loser = seat;
        else if (tb_match_play(m, seat, move, &told))
            give_up(_("a bot of %s plays an illegal move: this is a fault"), m->game->id);
        players_tell(&w->players, &told);
    }
    return loser;
}

/* The first time only: a bot that always fails would fill the screen. */
static void say_forfeit(struct worker *w, uint64_t game, int seat, const char *why)
{
    int player = (seat - w->shift + w->job->seats) % w->job->seats;

    if (atomic_exchange(&w->job->complained[player], true))
        return;
    if (w->job->bar)
        progress_clear();
    warn(_("game %llu: %s forfeits: %s"), (unsigned long long)game + 1,
         w->players.seat[seat].written, why);
}

/* Everybody moves on by so many seats. */
static void rotate(struct worker *w, int shift)
{
    struct players before = w->players;
    int seats = w->job->seats;

    for (int seat = 0; seat < seats; seat++)
        w->players.seat[(seat + shift - w->shift + seats) % seats] = before.seat[seat];
    w->shift = shift;
}

static void play_game(struct worker *w, uint64_t game, struct totals *t)
{
    struct job *j = w->job;
    uint64_t seed = seed_of(j, game);
    char why[256];
    int loser;

    if (j->all_random) {
        tb_new(j->game, w->match->now, j->seats, j->options, j->kit, seed);
        t->decisions += play_randomly(j->game, w->match->now, ~seed);
        add_result(w, t, -1);
        return;
    }
    if (j->rotate)
        rotate(w, (int)(game % (uint64_t)j->seats));
    tb_match_new(w->match, j->seats, j->options, j->kit, seed);
    loser = play_bots(w, why);
    t->decisions += w->match->count;
    add_result(w, t, loser);
    if (loser >= 0) {
        say_forfeit(w, game, loser, why);
        remote_stop(w->players.seat[loser].remote); /* a fresh one for the next game */
        w->players.seat[loser].remote = NULL;
    }
    players_over(&w->players, w->match->now);
}

/* ---- many games ---- */

static void *work(void *with)
{
    struct worker *w = with;
    struct job *j = w->job;
    uint64_t from;
    double drawn = 0;

    while ((from = atomic_fetch_add(&j->next, j->block)) < j->games) {
        uint64_t to = from + j->block < j->games ? from + j->block : j->games;

        for (uint64_t game = from; game < to; game++) {
            play_game(w, game, &j->blocks[from / j->block]);
            atomic_fetch_add(&j->done, 1);
            if (w->draws && (game & 63) == 0 && seconds_now() - drawn > 0.1) {
                drawn = seconds_now();
                progress_draw(j->done, j->games, drawn - j->begun);
            }
        }
    }
    return NULL;
}

static void worker_init(struct worker *w, struct job *j, bool draws)
{
    *w = (struct worker){ .job = j, .draws = draws };
    w->bots = must(strdup(j->bots));
    players_read(&w->players, j->game, w->bots, false);
    w->players.budget = j->budget;
    w->match = match_new(j->game);
    w->room = must(malloc(j->game->state_size));
}

static void worker_clear(struct worker *w)
{
    players_free(&w->players);
    match_free(w->match);
    free(w->room);
    free(w->bots);
}

static struct totals add_up(const struct job *j)
{
    struct totals sum = { 0 };

    for (uint64_t b = 0; b * j->block < j->games; b++) {
        const struct totals *t = &j->blocks[b];

        sum.games += t->games;
        sum.decisions += t->decisions;
        sum.shared += t->shared;
        for (int i = 0; i < TB_SEATS_MAX; i++) {
            sum.points[i] += t->points[i];
            sum.wins[i] += t->wins[i];
            sum.forfeits[i] += t->forfeits[i];
        }
        for (int i = 0; i < TB_FIGURES_MAX; i++)
            sum.figures[i] += t->figures[i];
    }
    return sum;
}

static struct totals play_all(struct job *j, int threads)
{
    struct worker *workers = must(calloc((size_t)threads, sizeof *workers));
    pthread_t *ids = must(calloc((size_t)threads, sizeof *ids));
    struct totals sum;

    j->blocks = must(calloc(j->games / j->block + 1, sizeof *j->blocks));
    for (int i = 0; i < threads; i++)
        worker_init(&workers[i], j, j->bar && i == 0);
    j->begun = seconds_now();
    for (int i = 1; i < threads; i++)
        if (pthread_create(&ids[i], NULL, work, &workers[i]))
            give_up(_("a thread could not be started"));
    work(&workers[0]);
    for (int i = 1; i < threads; i++)
        pthread_join(ids[i], NULL);
    sum = add_up(j);
    for (int i = 0; i < threads; i++)
        worker_clear(&workers[i]);
    free(workers);
    free(ids);
    free(j->blocks);
    return sum;
}

/* ---- the report ---- */

static double per(double sum, uint64_t count) { return count ? sum / (double)count : 0; }

static uint64_t measured(const struct job *j, const struct totals *t)
{
    uint64_t games = t->games;

    for (int i = 0; i < j->seats; i++)
        games -= t->forfeits[i];
    return games;
}

/* The first bot of a list, cut where it does not fit. */
static void first_of(const char *list, char *one, size_t size)
{
    size_t length = strcspn(list, ",");

    length = length < size ? length : size - 1;
    memcpy(one, list, length);
    one[length] = 0;
}

static void print_counts(const char *key, const uint64_t *count, int seats)
{
    printf(",\"%s\":[", key);
    for (int i = 0; i < seats; i++)
        printf("%s%llu", i ? "," : "", (unsigned long long)count[i]);
    printf("]");
}

/* Wilson's interval: honest also near 0 and 1. */
static void interval(double wins, double games, double *low, double *high)
{
    const double z = 1.959964;
    double share = wins / games, z2 = z * z / games;
    double middle = (share + z2 / 2) / (1 + z2);
    double half = z * sqrt(share * (1 - share) / games + z2 / (4 * games)) / (1 + z2);

    *low = fmax(0, middle - half);
    *high = fmin(1, middle + half);
}

/* Of the share of wins, by player. */
static void print_intervals(const struct totals *t, int seats)
{
    printf(",\"intervals\":[");
    for (int i = 0; i < seats; i++) {
        double low, high;

        interval((double)t->wins[i], (double)t->games, &low, &high);
        printf("%s[%.6g,%.6g]", i ? "," : "", low, high);
    }
    printf("]");
}

static void print_json(const struct job *j, const struct totals *t, double seconds)
{
    char text[4096];
    struct tb_text out = tb_text(text, sizeof text);

    printf("{\"game\":\"%s\",\"seats\":%d,\"games\":%llu,\"decisions\":%llu,"
           "\"seconds\":%.6f,\"decisions_per_second\":%.0f,\"mean_decisions\":%.6g",
           j->game->id, j->seats, (unsigned long long)t->games,
           (unsigned long long)t->decisions, seconds,
           seconds > 0 ? (double)t->decisions / seconds : 0,
           per((double)t->decisions, t->games));
    printf(",\"mean_points\":[");
    for (int i = 0; i < j->seats; i++)
        printf("%s%.6g", i ? "," : "", per((double)t->points[i], t->games));
    printf("]");
    print_counts("wins", t->wins, j->seats);
    print_intervals(t, j->seats);
    print_counts("forfeits", t->forfeits, j->seats);
    printf(",\"shared\":%llu", (unsigned long long)t->shared);
    tb_put(&out, ",\"bots\":[");
    for (const char *bot = j->bots; *bot; bot += *bot == ',') {
        char one[1024];

        first_of(bot, one, sizeof one);
        tb_put(&out, bot > j->bots ? "," : "");
        tb_put_json(&out, one);
        bot += strcspn(bot, ",");
    }
    printf("%s],\"figures\":{", text);
    for (int i = 0; j->game->figures && j->game->figures[i]; i++)
        printf(measured(j, t) ? "%s\"%s\":%.6g" : "%s\"%s\":null", i ? "," : "",
               j->game->figures[i], per(t->figures[i], measured(j, t)));
    puts("}}");
}

static void say_player(const struct job *j, const struct totals *t, int i, const char *bot)
{
    double low, high;
    char share[32], from[32], to[32], points[32], name[32];

    interval((double)t->wins[i], (double)t->games, &low, &high);
    first_of(bot, name, sizeof name);
    printf("  %d  ", i + 1);
    put_padded(stdout, name, 24);
    printf(" %12llu  %6s %%  [%s, %s]   ", (unsigned long long)t->wins[i],
           decimal(100 * per((double)t->wins[i], t->games), 1, share),
           decimal(100 * low, 1, from), decimal(100 * high, 1, to));
    printf("%10s", decimal(per((double)t->points[i], t->games), 3, points));
    if (t->forfeits[i])
        printf("   %s %llu", _("forfeits:"), (unsigned long long)t->forfeits[i]);
    puts("");
}

static void say_report(const struct job *j, const struct totals *t, double seconds)
{
    const char *bot = j->bots;
    double rate = seconds > 0 ? (double)t->decisions / seconds : 0;
    char a[32], b[32], c[32];

    printf(_("%s: %llu games in %s s; decisions: %llu, %s a game, "), _(j->game->name),
           (unsigned long long)t->games, decimal(seconds, 2, a),
           (unsigned long long)t->decisions,
           decimal(per((double)t->decisions, t->games), 1, c));
    if (rate < 1e5)
        printf(_("%s a second\n"), decimal(rate, 0, b));
    else
        printf(_("%s million a second\n"), decimal(rate / 1e6, 2, b));
    fputs("     ", stdout);
    put_padded(stdout, j->rotate ? _("player (seats rotate)") : _("player"), 24);
    printf(" %s\n", _("  first places     share, 95 % interval       points"));
    for (int i = 0; i < j->seats; i++) {
        say_player(j, t, i, bot);
        bot += strcspn(bot, ",");
        bot += *bot == ',';
    }
    if (t->shared)
        printf(_("First places shared: %llu\n"), (unsigned long long)t->shared);
    for (int i = 0; measured(j, t) && j->game->figures && j->game->figures[i]; i++)
        printf("%s: %s\n", j->game->figures[i],
               decimal(per(t->figures[i], measured(j, t)), 4, a));
}

/* ---- the command ---- */

static int count_of(const char *list)
{
    int count = 1;

    for (; *list; list++)
        count += *list == ',';
    return count;
}

/* One bot for every seat, or one a seat. */
static char *bots_given(const struct args *a, const struct tb_game *g, int *seats)
{
    const char *bots = args_text(a, "bots");
    int count = bots ? count_of(bots) : 1;
    int usual = count > 1 ? count : g->seats_max < 2 ? g->seats_max : 2;
    char *list;
    size_t size;

    if (!bots)
        bots = "random";
    if (usual < g->seats_min)
        usual = g->seats_min;
    *seats = (int)args_number(a, "seats", g->seats_min, g->seats_max, (uint64_t)usual);
    if (count > 1 && count != *seats)
        refuse(_("option --bots names %d bots for %d seats"), count, *seats);
    size = (strlen(bots) + 1) * (size_t)*seats + 1;
    list = must(calloc(1, size));
    for (int i = 0; i < (count > 1 ? 1 : *seats); i++) {
        strncat(list, i ? "," : "", size - strlen(list) - 1);
        strncat(list, bots, size - strlen(list) - 1);
    }
    return list;
}

static bool is_all_random(const char *bots)
{
    for (; bots; bots = strchr(bots, ',') ? strchr(bots, ',') + 1 : NULL) {
        bots += strncmp(bots, "bot:", 4) ? 0 : 4;
        if (strncmp(bots, "random", 6) || (bots[6] && bots[6] != ','))
            return false;
    }
    return true;
}

static void try_setup(const struct job *j)
{
    struct tb_match *m = match_new(j->game);
    const char *refusal = tb_match_new(m, j->seats, j->options, j->kit, j->seed);

    if (refusal)
        refuse("%s: %s", j->game->id, _(refusal));
    match_free(m);
}

static int run(const struct args *a)
{
    struct job j = { .game = game_named(a->word[0]) };
    int threads = (int)args_number(a, "threads", 1, THREADS_MAX, 1);
    bool json = args_text(a, "json");
    struct tb_kit *kit = kit_for(j.game, a);
    char *bots = bots_given(a, j.game, &j.seats);
    struct totals sum;
    double seconds;

    j.kit = kit;
    j.bots = bots;
    options_given(j.game, a, j.options);
    j.games = args_number(a, "games", 1, 1000000000000, 1000);
    j.seed = args_number(a, "seed", 0, UINT64_MAX, 1);
    j.block = j.games / BLOCKS + 1;
    j.budget = budget_given(a);
    j.all_random = is_all_random(bots);
    j.rotate = args_text(a, "rotate");
    j.bar = term_open(a).bar;
    try_setup(&j);
    sum = play_all(&j, threads);
    seconds = seconds_now() - j.begun;
    if (j.bar)
        progress_clear();
    if (json)
        print_json(&j, &sum, seconds);
    else
        say_report(&j, &sum, seconds);
    free(bots);
    tb_kit_free(kit);
    return FINE;
}

static const struct arg takes[] = {
    { "seats", "N", TB_N("how many players; usually as many as --bots names") },
    { "games", "K", TB_N("how many games; usually 1000") },
    { "seed", "S", TB_N("the luck of all games; usually 1") },
    { "option", TB_N("NAME=VALUE"), TB_N("an option of the game; see tablier games") },
    { "bots", TB_N("LIST"),
      TB_N("the players, with commas: random, easy, normal, hard..., or cmd:PROGRAM; one "
           "for all seats or one a seat; usually random; hard@1000: hard with 1000 nodes "
           "a decision, hard@200ms: with 200 ms of processor time") },
    { "rotate", NULL,
      TB_N("the players change seats from game to game; figures are by player") },
    { "threads", "T", TB_N("play on T threads; the results are the same") },
    { "nodes", "N", TB_N("the work a bot may do for a decision, in its own unit") },
    { "ms", "MS", TB_N("the time a bot program is told to take; usually 1000") },
    { "wait", "MS",
      TB_N("a program that has not answered after that time forfeits; usually 10000") },
    { "book", TB_N("FILE"), TB_N("the book that the game is played with") },
    { "json", NULL, TB_N("print one JSON object for programs") },
    { 0 },
};

const struct command command_sim = {
    .name = "sim",
    .words = TB_N("GAME"),
    .words_min = 1,
    .words_max = 1,
    .about = TB_N("Let bots play many games, and count."),
    .more =
        TB_N("A program that hangs, dies or plays an illegal move forfeits that game; "
             "the\nforfeits are counted and the first is explained. Shared first places "
             "count for\nall who share them."),
    .takes = takes,
    .run = run,
};
