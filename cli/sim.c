/*
 * tablier sim: whole games between bots, counted.
 *
 * Game i is a function of the seed and i alone, and sums are added up in the order of the
 * games whatever thread played them: so the same command prints the same figures on any
 * number of threads, the times apart. The first thread plays nothing: it draws the bar and
 * hears control-C, so that both work however long a game takes.
 */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "sim.h"

enum { THREADS_MAX = 256, BLOCKS = 4096 };

struct worker {
    struct job *job;
    struct players players;
    char *bots; /* the players' own copy of the list */
    int shift;  /* player i sits at seat (i + shift) % seats */
    struct tb_match *match;
    struct tb_state *room;
};

/* Number i of the generator that begins at the seed. */
static uint64_t seed_of(const struct job *j, uint64_t game)
{
    uint64_t rng = j->seed + game * 0x9e3779b97f4a7c15u;

    return tb_random(&rng);
}

/* ---- one game ---- */

static void add(struct sums *s, double number)
{
    s->sum += number;
    s->squares += number * number;
}

static void add_place(struct totals *t, int player, int place, int first)
{
    if (place != 1)
        t->losses[player]++;
    else if (first > 1)
        t->draws[player]++;
    else
        t->wins[player]++;
}

static void add_result(struct worker *w, struct totals *t, int loser)
{
    const struct job *j = w->job;
    struct tb_result r = { 0 };
    double figures[TB_FIGURES_MAX] = { 0 };
    int first = 0;

    j->game->score(w->match->now, &r);
    for (int seat = 0; loser >= 0 && seat < TB_SEATS_MAX; seat++)
        r.place[seat] = seat == loser ? 2 : 1;
    for (int seat = 0; seat < j->seats; seat++)
        first += r.place[seat] == 1;
    for (int i = 0; i < j->seats; i++) {
        int seat = (i + w->shift) % j->seats;

        add(&t->points[i], r.points[seat]);
        add_place(t, i, r.place[seat], first);
        t->forfeits[i] += seat == loser;
    }
    t->shared += first > 1;
    t->games++;
    t->decisions += tb_head_of(w->match->now)->ply;
    add(&t->length, tb_head_of(w->match->now)->ply);
    if (loser < 0 && j->game->measure)
        j->game->measure(w->match->now, figures);
    for (int i = 0; i < TB_FIGURES_MAX && loser < 0; i++)
        add(&t->figures[i], figures[i]);
}

/* Random players need no secrecy and no memory: nothing is in their way. */
static void play_randomly(const struct tb_game *g, struct tb_state *s, uint64_t rng)
{
    struct tb_head *head = tb_head(s);

    while (head->owes) {
        int seat = __builtin_ctz(head->owes);

        tb_step(g, s, seat, tb_pick(g, s, seat, &rng), NULL);
        if (head->ply > g->plies_max)
            give_up(_("a game of %s does not end: this is a fault in its rules"), g->id);
    }
}

/* The same game, move by move, for its record. */
static void play_randomly_kept(struct tb_match *m, uint64_t rng)
{
    int seat;

    while ((seat = next_seat(m->now)) >= 0)
        if (tb_match_play(m, seat, tb_pick(m->game, m->now, seat, &rng), NULL))
            give_up(_("a game of %s does not end: this is a fault in its rules"),
                    m->game->id);
}

/* Returns the seat that forfeits, or -1. */
static int play_bots(struct worker *w, char why[256])
{
    struct tb_match *m = w->match;
    int loser = players_begin(&w->players, m, why), seat;

    while (loser < 0 && !interrupted && (seat = next_seat(m->now)) >= 0) {
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

/* ---- records ---- */

/* The players in the order of their seats, so that the game can be gone on with. */
static void put_players(const struct worker *w, struct tb_text *out)
{
    tb_put(out, "# seats ");
    for (int seat = 0; seat < w->job->seats; seat++)
        tb_put(out, "%s%s", seat ? "," : "", w->players.seat[seat].written);
    tb_put(out, "\n");
}

static void keep_record(const struct worker *w, uint64_t game)
{
    const struct job *j = w->job;
    unsigned long long number = (unsigned long long)game + 1;
    char path[4096], about[8192];
    struct tb_text out = tb_text(about, sizeof about);
    const char *refusal;

    snprintf(path, sizeof path, "%s/%s-%06llu.tablier", j->records, j->game->id, number);
    tb_put(&out, "# game %llu of tablier sim, seed %llu\n", number,
           (unsigned long long)j->seed);
    put_players(w, &out);
    refusal = record_write(w->match, path, about, false);
    if (refusal)
        give_up("%s: %s", path, refusal);
}

/* Records of another run would be taken for this one's. */
static void open_folder(const char *folder)
{
    DIR *dir;

    if (mkdir(folder, 0755) && errno != EEXIST)
        give_up("%s: %s", folder, why_not(errno));
    dir = opendir(folder);
    if (!dir)
        refuse("%s: %s", folder, why_not(errno));
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.')
            refuse(_("option --records: %s is not empty"), folder);
    closedir(dir);
}

/* ---- many games ---- */

static void play_random_game(struct worker *w, uint64_t seed)
{
    const struct job *j = w->job;

    if (j->records) {
        tb_match_new(w->match, j->seats, j->options, j->kit, tb_seed_of(seed));
        play_randomly_kept(w->match, ~seed);
    } else {
        tb_new(j->game, w->match->now, j->seats, j->options, j->kit, tb_seed_of(seed));
        play_randomly(j->game, w->match->now, ~seed);
    }
}

/* The seat that forfeits, or -1. */
static int play_bot_game(struct worker *w, uint64_t game, uint64_t seed)
{
    const struct job *j = w->job;
    char why[256];
    int loser;

    if (j->rotate)
        rotate(w, (int)(game % (uint64_t)j->seats));
    tb_match_new(w->match, j->seats, j->options, j->kit, tb_seed_of(seed));
    loser = play_bots(w, why);
    if (loser >= 0 && !interrupted) {
        say_forfeit(w, game, loser, why);
        remote_stop(w->players.seat[loser].remote); /* a fresh one for the next game */
        w->players.seat[loser].remote = NULL;
    }
    players_over(&w->players, w->match->now);
    return loser;
}

/* What is interrupted in the middle is not counted. */
static void play_game(struct worker *w, uint64_t game, struct totals *t)
{
    uint64_t seed = seed_of(w->job, game);
    int loser = -1;

    if (w->job->all_random)
        play_random_game(w, seed);
    else
        loser = play_bot_game(w, game, seed);
    if (interrupted)
        return;
    add_result(w, t, loser);
    if (w->job->records)
        keep_record(w, game);
    atomic_fetch_add(&w->job->done, 1);
}

static void *work(void *with)
{
    struct worker *w = with;
    struct job *j = w->job;
    uint64_t from;

    while ((from = atomic_fetch_add(&j->next, j->block)) < j->games && !interrupted) {
        uint64_t to = from + j->block < j->games ? from + j->block : j->games;

        for (uint64_t game = from; game < to && !interrupted; game++)
            play_game(w, game, &j->blocks[from / j->block]);
    }
    players_free(&w->players); /* here: programs die with the thread that started them */
    if (atomic_fetch_sub(&j->working, 1) == 1)
        j->ended = seconds_now();
    return NULL;
}

/* Short rests at first: a thousand random games take a moment only. */
static void watch(const struct job *j)
{
    struct timespec rest = { .tv_nsec = 1000000 };
    double drawn = 0;

    while (atomic_load(&j->working)) {
        double now = seconds_now();

        if (j->bar && now - drawn > 0.2) {
            drawn = now;
            progress_draw(j->done, j->games, now - j->begun);
        }
        nanosleep(&rest, NULL);
        if (rest.tv_nsec < 50000000)
            rest.tv_nsec += rest.tv_nsec / 4;
    }
    if (j->bar)
        progress_clear();
}

static void on_signal(int number) { interrupted = number; }

/* The first one ends the games in good order; the second one ends the program. */
static void catch_signals(void)
{
    static const int caught[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
}

static void worker_init(struct worker *w, struct job *j)
{
    *w = (struct worker){ .job = j };
    w->bots = must(strdup(j->bots));
    players_read(&w->players, j->game, w->bots, false);
    w->players.budget = j->budget;
    w->match = match_new(j->game);
    w->room = must(malloc(j->game->state_size));
}

static void worker_clear(struct worker *w)
{
    match_free(w->match);
    free(w->room);
    free(w->bots);
}

static void add_sums(struct sums *sum, struct sums more)
{
    sum->sum += more.sum;
    sum->squares += more.squares;
}

static void add_block(struct totals *sum, const struct totals *t)
{
    sum->games += t->games;
    sum->decisions += t->decisions;
    sum->shared += t->shared;
    add_sums(&sum->length, t->length);
    for (int i = 0; i < TB_SEATS_MAX; i++) {
        add_sums(&sum->points[i], t->points[i]);
        sum->wins[i] += t->wins[i];
        sum->draws[i] += t->draws[i];
        sum->losses[i] += t->losses[i];
        sum->forfeits[i] += t->forfeits[i];
    }
    for (int i = 0; i < TB_FIGURES_MAX; i++)
        add_sums(&sum->figures[i], t->figures[i]);
}

static void start_threads(struct job *j, struct worker *workers, pthread_t *ids,
                          int threads)
{
    for (int i = 0; i < threads; i++)
        worker_init(&workers[i], j);
    j->working = threads;
    j->begun = seconds_now();
    j->cpu = cpu_now();
    for (int i = 0; i < threads; i++)
        if (pthread_create(&ids[i], NULL, work, &workers[i]))
            give_up(_("a thread could not be started"));
}

static struct totals play_all(struct job *j, int threads)
{
    struct worker *workers = must(calloc((size_t)threads, sizeof *workers));
    pthread_t *ids = must(calloc((size_t)threads, sizeof *ids));
    struct totals sum = { 0 };

    j->blocks = must(calloc(j->games / j->block + 1, sizeof *j->blocks));
    start_threads(j, workers, ids, threads);
    watch(j);
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
        worker_clear(&workers[i]);
    }
    for (uint64_t b = 0; b * j->block < j->games; b++)
        add_block(&sum, &j->blocks[b]);
    free(workers);
    free(ids);
    free(j->blocks);
    return sum;
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
    const char *refusal =
        tb_match_new(m, j->seats, j->options, j->kit, tb_seed_of(j->seed));

    if (!refusal)
        refusal = tb_no_bots(j->game, m->now);
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
    double seconds, cpu;

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
    j.records = args_text(a, "records");
    try_setup(&j);
    if (j.records)
        open_folder(j.records);
    catch_signals();
    sum = play_all(&j, threads);
    seconds = j.ended - j.begun;
    cpu = cpu_now() - j.cpu;
    if (json)
        print_json(&j, &sum, seconds, cpu);
    else
        say_report(&j, &sum, seconds, cpu);
    free(bots);
    tb_kit_free(kit);
    return sum.games < j.games ? FAILED : FINE;
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
    { "records", TB_N("FOLDER"),
      TB_N("keep every game as a record there; it must be empty") },
    { "json", NULL, TB_N("print one JSON object for programs") },
    { 0 },
};

const struct command command_sim = {
    .name = "sim",
    .words = TB_N("GAME"),
    .words_min = 1,
    .words_max = 1,
    .about = TB_N("Let bots play many games, and count."),
    .more = TB_N(
        "A win is a first place alone, a draw one that is shared; ± is the standard error\n"
        "of a mean. A program that hangs, dies or plays an illegal move forfeits that "
        "game:\n"
        "the forfeits are counted and the first is explained. Control-C prints what was\n"
        "played so far."),
    .takes = takes,
    .run = run,
};
