/* The loop: start, turns, stop. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server.h"

enum {
    TICK_MS = 250,
    SWEEP_MS = 10000,
    TIDY_MS = 600000,
    FAREWELL_MS = 2000,
    FULL_HOUSE = 256,
    REST_US = 8000,
};

/* ---- connections ---- */

static void *on_open(void *server, struct net_conn *conn, const struct net_head *head)
{
    struct server *s = server;
    struct client *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    s->now = house_ms(s);
    c->server = s;
    c->conn = conn;
    c->serial = ++s->serial;
    address_of(s, head, &c->address);
    name_device(head->agent, c->device);
    c->next = s->clients;
    if (c->next)
        c->next->prev = c;
    s->clients = c;
    if (token_of_head(head, c->token))
        errand_message(c, NULL, 0);
    return c;
}

static void on_close(void *server, void *client)
{
    struct server *s = server;
    struct client *c = client;

    s->now = house_ms(s);
    errands_forget(c);
    watch_drop_all(c);
    if (c->next)
        c->next->prev = c->prev;
    if (c->prev)
        c->prev->next = c->next;
    else
        s->clients = c->next;
    free(c);
}

static void on_wake(void *server)
{
    struct server *s = server;

    s->now = house_ms(s);
    pool_collect(s->pool, s);
    pool_collect(s->vault, s);
}

/* ---- time ---- */

static void load_row(void *server, const struct store_table *row)
{
    table_of_row(server, row);
}

/* Brings the tables into memory that go on without anybody looking: clocks and bots. */
static const char *load_timed(struct server *s)
{
    struct store_query timed = { .what = LIST_TIMED, .most = 1000000 };

    return store_tables(s->store, &timed, load_row, s);
}

static void reload_run(struct server *s, struct errand *e)
{
    const char *refusal = load_timed(s);

    s->reload = refusal;
    is_read(s, refusal);
}

static void tidy_run(struct server *s, struct errand *e) { tables_tidy(s); }

static void chore_done(struct server *s, struct errand *e) { e->run = NULL; }

/* One that is still about it is not begun again. */
static void begin_chore(struct server *s, struct errand *e,
                        void (*run)(struct server *s, struct errand *e))
{
    if (e->run)
        return;
    *e = (struct errand){ .run = run, .done = chore_done };
    errand_do(s, e);
}

static void look_at(struct server *s, struct table *t)
{
    tell_presence(s, t);
    nodes_say_here(s, t);
    if (t->row.status != TABLE_PLAYING)
        return;
    table_check_clocks(s, t);
    if (t->think_at && t->think_at <= s->now)
        table_in_turn(s, t);
    else if (t->think_at && t->think_at < s->due)
        s->due = t->think_at;
}

/* What becomes of it is then a matter of somebody's deed, and not of time. */
static bool may_rest(const struct table *t)
{
    return !t->presence && !t->unsaid &&
           (t->row.status != TABLE_PLAYING || (t->row.pace == PACE_NONE && !t->think_at));
}

static void look_at_tables(struct server *s)
{
    for (struct table *t = s->restless, *next; t; t = next) {
        look_at(s, t);
        next = t->next_restless;
        if (may_rest(t))
            table_rest(t);
    }
}

/* Every ten minutes; sooner where a shorter time is kept than that. */
static bool is_time_to_tidy(const struct server *s)
{
    const int64_t kept_for[] = { s->options->open_for, s->options->finished_for };
    int64_t pause = TIDY_MS;

    for (int i = 0; i < 2; i++)
        if (kept_for[i] && kept_for[i] < pause)
            pause = kept_for[i];
    return s->now - s->tidied >= pause;
}

static void tick(struct server *s)
{
    s->due = s->now + TICK_MS;
    nodes_beat(s);
    if (s->reload)
        begin_chore(s, &s->reloading, reload_run);
    look_at_tables(s);
    if (s->now - s->swept > SWEEP_MS || s->now - s->swept > s->options->idle_after) {
        s->swept = s->now;
        tables_sweep(s);
    }
    if (is_time_to_tidy(s)) {
        s->tidied = s->now;
        begin_chore(s, &s->tidying, tidy_run);
    }
}

/* ---- the end of a turn ---- */

/* Whatever was not kept did not happen: the tables are read again from the store, and
 * those who wait for an answer ask again when they come back. What was on its way before is
 * let go too: it may be kept, but nobody is told so here. */
static void fail_turn(struct server *s, const char *why)
{
    static const char body[] =
        "{\"no\":\"The server failed: nothing was changed.\",\"why\":\"broken\"}";
    static const struct net_response broken = { .status = 503,
                                                .type = "application/json",
                                                .body = body,
                                                .length = sizeof body - 1,
                                                .lasting = true };
    bool was_stopping = s->stopping;

    s->metrics.commit_failures++;
    log_line(s, "commit-failed", why);
    store_abort(s->store);
    s->failed = false;
    s->stopping = true; /* nobody is to be told of who leaves */
    while (s->turn) {
        struct table *t = s->turn;

        for (struct watch *w = t->watches; w; w = w->next_of_table)
            net_close(w->client->conn, 1011, "broken");
        s->turn = t->next_in_turn;
        t->in_turn = false;
        table_free(s, t);
    }
    s->stopping = was_stopping;
    net_fail_held(s->net, 1011, "broken", &broken);
    nodes_forget(s, UINT64_MAX);
    s->reload = true;
}

static void note_kept(struct server *s, uint64_t before)
{
    if (store_kept(s->store) > before)
        note_commit(&s->metrics, (double)(monotonic_us() - s->sent_at) / 1e6);
}

/* Sends what was changed, and hears what became of what was sent. Returns up to which turn
 * all is kept: one in which nothing was changed is as soon as those before it are. */
static uint64_t commit(struct server *s)
{
    uint64_t kept = store_kept(s->store), sent = s->turn_now - 1, now_sent;
    const char *refusal;

    tables_keep(s);
    if (s->failed)
        fail_turn(s, "see above");
    s->failed = false;
    if (sent == kept)
        s->sent_at = monotonic_us();
    now_sent = store_send(s->store);
    refusal = store_failure(s->store);
    if (refusal) {
        fail_turn(s, refusal);
        now_sent = store_kept(s->store);
    }
    note_kept(s, kept);
    s->turn_now = now_sent + 1;
    net_begin(s->net, s->turn_now);
    kept = store_kept(s->store);
    return kept == now_sent && !store_is_dirty(s->store) ? s->turn_now : kept;
}

/* Who has to think does so about what is kept. */
static void leave_turn(struct server *s, uint64_t kept)
{
    struct table *list = s->turn;

    s->turn = NULL;
    while (list) {
        struct table *t = list;

        list = t->next_in_turn;
        if (t->turn > kept) {
            t->next_in_turn = s->turn;
            s->turn = t;
            continue;
        }
        t->in_turn = false;
        if (!s->stopping)
            brain_start(s, t);
        table_left_turn(s, t);
    }
}

static void end_turn(struct server *s)
{
    uint64_t kept;
    bool writing;
    int fd;

    store_hear(s->store);
    nodes_hear(s);
    errands_go_on(s);
    kept = commit(s);
    net_release(s->net, kept);
    nodes_forget(s, kept);
    leave_turn(s, kept);
    fd = store_fd(s->store, &writing);
    net_heed(s->net, fd, writing);
}

/* A commit costs much the same for one move or fifty. So a full house rests after a turn
 * that committed something, to gather the moves that come meanwhile. What was told is told
 * before the rest, and nobody notices a few milliseconds. With PostgreSQL moves are
 * gathered while the turn before is on its way. */
static void gather(const struct server *s, uint64_t commits)
{
    int64_t left = s->heard + REST_US - monotonic_us();
    struct timespec sleep = { .tv_nsec = left * 1000 };

    if (left > 0 && !s->options->store && s->metrics.commits != commits &&
        net_counts(s->net)->open > FULL_HOUSE)
        nanosleep(&sleep, NULL);
}

/* ---- signals: a thread of their own, so that no handler runs anywhere else ---- */

struct watchman {
    struct net *net;
    atomic_bool stop;
    pthread_t thread;
    sigset_t set;
};

static void *watch_signals(void *of)
{
    struct watchman *w = of;
    int which;

    sigwait(&w->set, &which);
    w->stop = true;
    net_wake(w->net);
    return NULL;
}

static void block_signals(struct watchman *w)
{
    sigemptyset(&w->set);
    sigaddset(&w->set, SIGTERM);
    sigaddset(&w->set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &w->set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failed write, not an end */
}

/* ---- start and stop ---- */

static void wake(void *server) { net_wake(((struct server *)server)->net); }

/* The folder is its owner's alone; one that all share, as /tmp, is left as it is. */
static void keep_private(const char *folder)
{
    struct stat is;

    if (mkdir(folder, 0700) && !stat(folder, &is) && S_ISDIR(is.st_mode) &&
        is.st_uid == geteuid() && !(is.st_mode & S_ISVTX))
        chmod(folder, 0700);
}

/* Two servers would each play their own game: the folder is locked, until the process
 * ends. Where folders cannot be locked there is nothing to be done. */
static const char *lock_folder(struct server *s)
{
    s->folder = open(s->options->data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->folder >= 0 && flock(s->folder, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return TB_N("Another server plays in this folder.");
    return NULL;
}

static const char *open_folder(struct server *s)
{
    const char *refusal;

    keep_private(s->options->data);
    refusal = lock_folder(s);
    return refusal ? refusal : store_open(s->options->data, &s->store);
}

static const char *begin(struct server *s)
{
    const struct serve_options *o = s->options;
    struct net_options net = { .bind = o->bind,
                               .port = o->port,
                               .tls_cert = o->tls_cert,
                               .tls_key = o->tls_key,
                               .message_max = MESSAGE_MAX,
                               .queue_max = QUEUE_MAX,
                               .dear_max = QUEUE_DEAR,
                               .burst_max = BURST_MAX,
                               .bodies_max = BODIES_MAX,
                               .strict = is_secure(o) };
    struct net_handlers handlers = { .with = s,
                                     .may_open = may_open,
                                     .on_open = on_open,
                                     .on_text = on_text,
                                     .on_close = on_close,
                                     .body_max = body_max,
                                     .on_http = on_http,
                                     .on_wake = on_wake };
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const char *refusal;

    for (int i = 0; tb_games[i]; i++)
        assert(tb_games[i]->state_size <= STATE_MAX);
    s->page = malloc(PAGE_MAX);
    s->games = write_games();
    s->kits = tb_kits_new();
    if (!s->page || !s->games || !s->kits || sodium_init() < 0)
        return TB_N("Out of memory.");
    refusal = net_new(&net, &handlers, &s->net);
    if (!refusal)
        refusal = o->store ? store_open(o->store, &s->store) : open_folder(s);
    if (refusal)
        return refusal;
    s->pool = pool_new(o->workers       ? o->workers
                       : processors > 2 ? (int)processors - 1
                                        : 1,
                       JOBS_MAX, JOBS_EACH, wake, s);
    s->vault = pool_new(1, PHRASES_MAX, PHRASES_EACH, wake, s);
    if (!s->pool || !s->vault)
        return TB_N("Out of memory.");
    s->now = s->began = s->swept = s->tidied = house_ms(s);
    s->heard = monotonic_us();
    s->due = s->now; /* a clock may have run out meanwhile */
    refusal = store_join(s->store);
    if (!refusal)
        refusal = damage_look(s);
    if (!refusal)
        refusal = load_timed(s);
    if (refusal && store_is_corrupt(s->store))
        refusal = TB_N("The data file is damaged beyond what can be read. Keep it, and put "
                       "a backup in its place.");
    return refusal;
}

/* The last of all turns: there is nothing else to do but to wait for it. */
static void finish_turns(struct server *s)
{
    tables_keep(s);
    kept(s, store_leave(s->store));
    if (s->failed || store_commit(s->store))
        fail_turn(s, "at the end");
    net_release(s->net, UINT64_MAX);
    nodes_forget(s, UINT64_MAX);
    while (s->turn) {
        s->turn->in_turn = false;
        s->turn = s->turn->next_in_turn;
    }
}

void house_close(struct server *s)
{
    s->stopping = true;
    if (s->pool)
        pool_free(s->pool, s);
    if (s->vault)
        pool_free(s->vault, s);
    if (s->store && s->net) {
        errands_finish(s);
        finish_turns(s);
    }
    table_free_all(s);
    damage_free(s);
    shelf_free(s);
    if (s->net)
        net_free(s->net);
    if (s->store)
        store_reads_free(s->store, s->spare_reads);
    if (s->store)
        store_close(s->store);
    if (s->folder >= 0)
        close(s->folder);
    free(s->page);
    free(s->games);
    free(s->guards);
    tb_kits_free(s->kits);
    free(s);
}

const char *house_open(const struct serve_options *options, struct server **out)
{
    static _Thread_local char said[256]; /* the store's own words go with it */
    struct server *s = calloc(1, sizeof *s);
    const char *refusal;

    *out = NULL;
    if (!s)
        return TB_N("Out of memory.");
    s->options = options;
    s->folder = -1;
    s->turn_now = 1;
    s->errands_last = &s->errands;
    s->spoken_last = &s->spoken;
    refusal = begin(s);
    if (!refusal) {
        *out = s;
        return NULL;
    }
    snprintf(said, sizeof said, "%s", refusal);
    house_close(s);
    return said;
}

void house_turn(struct server *s)
{
    uint64_t commits = s->metrics.commits;

    end_turn(s);
    gather(s, commits);
    s->now = house_ms(s);
    net_turn(s->net, s->due > s->now ? s->due - s->now : 1);
    s->heard = monotonic_us();
    s->now = house_ms(s);
    if (s->now >= s->due)
        tick(s);
}

/* ---- the command ---- */

static void say_where(struct server *s)
{
    const char *host = s->options->bind ? s->options->bind : "localhost";
    char where[256];

    snprintf(where, sizeof where, strchr(host, ':') ? "%s://[%s]:%d" : "%s://%s:%d",
             s->options->tls_cert ? "https" : "http", host, net_port(s->net));
    log_line(s, "listening", where);
    /* For whoever started us with port 0 and reads our standard output. */
    printf("%s\n", where);
    fflush(stdout);
}

/* Tells everybody, and gives the farewells a moment to be read. */
static void say_farewell(struct server *s)
{
    static const char why[] = TB_N("The house restarts: you will be reconnected.");
    char notice[128];
    int length =
        snprintf(notice, sizeof notice, "{\"notice\":\"%s\",\"why\":\"stop\"}", why);
    int64_t until = wall_ms() + FAREWELL_MS;

    s->stopping = true;
    for (struct client *c = s->clients; c; c = c->next) {
        send_text(c, notice, (size_t)length);
        net_close(c->conn, 1001, "stop");
    }
    while (wall_ms() < until && (s->clients || !net_is_idle(s->net))) {
        end_turn(s);
        net_turn(s->net, 20);
    }
}

const char *serve(const struct serve_options *options)
{
    struct watchman watchman = { 0 };
    struct server *s;
    const char *refusal;

    block_signals(&watchman);
    refusal = house_open(options, &s);
    if (refusal)
        return refusal;
    watchman.net = s->net;
    pthread_create(&watchman.thread, NULL, watch_signals, &watchman);
    say_where(s);
    while (!watchman.stop)
        house_turn(s);
    log_line(s, "stopping", "");
    say_farewell(s);
    pthread_join(watchman.thread, NULL);
    house_close(s);
    return NULL;
}
