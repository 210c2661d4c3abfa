/* Who sits where: persons, the built-in bots, bot programs. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

volatile int interrupted;

static bool is_level(const char *name)
{
    for (int i = 0; tb_bot_names[i]; i++)
        if (!strcmp(tb_bot_names[i], name))
            return true;
    return false;
}

static void put_levels(char *text, size_t size)
{
    struct tb_text out = tb_text(text, size);

    for (int i = 0; tb_bot_names[i]; i++)
        tb_put(&out, i ? ", %s" : "%s", tb_bot_names[i]);
}

/* Whether the shell will find the first word: said before a game begins, not in it. */
static bool can_run(const char *program)
{
    size_t length = strcspn(program, " ");
    const char *path = getenv("PATH");
    char file[4096];

    if (memchr(program, '/', length)) {
        snprintf(file, sizeof file, "%.*s", (int)length, program);
        return !access(file, X_OK);
    }
    while (path && *path) {
        size_t folder = strcspn(path, ":");

        snprintf(file, sizeof file, "%.*s/%.*s", (int)folder, path, (int)length, program);
        if (!access(file, X_OK))
            return true;
        path += folder + (path[folder] == ':');
    }
    return false;
}

/* hard@1000: so many nodes; hard@200ms: so long. */
static bool read_limit(struct player *p, const char *at)
{
    char *end;
    unsigned long number = strtoul(at, &end, 10);
    bool timed = !strcmp(end, "ms");

    if (*at < '1' || *at > '9' || number > (timed ? 3600000 : UINT32_MAX - 1) ||
        (*end && !timed))
        return false;
    *(timed ? &p->ms : &p->nodes) = (uint32_t)number;
    return true;
}

static bool read_bot(struct player *p, const char *name)
{
    size_t length = strcspn(name, "@");

    snprintf(p->level, sizeof p->level, "%.*s", (int)length, name);
    return length < sizeof p->level && is_level(p->level) &&
           (!name[length] || read_limit(p, name + length + 1));
}

static void read_player(struct player *p, char *written, bool persons)
{
    char levels[128];

    *p = (struct player){ .written = written };
    if (persons && !strcmp(written, "person")) {
        p->kind = PERSON;
    } else if (!strncmp(written, "cmd:", 4)) {
        p->kind = PROGRAM;
        if (!can_run(written + 4))
            refuse(_("%s: there is no such program"), written);
    } else {
        p->kind = BOT;
        put_levels(levels, sizeof levels);
        if (!read_bot(p, written + (strncmp(written, "bot:", 4) ? 0 : 4)))
            refuse(persons ? _("'%s' is no player: write person, cmd:PROGRAM, or one of "
                               "the bots %s")
                           : _("'%s' is no bot: write cmd:PROGRAM, or one of %s"),
                   written, levels);
    }
}

/* What a level is called; a level that came after this table keeps its name. */
static const char *level_label(const char *level)
{
    static const char *const labels[] = { TB_N("random"), TB_N("greedy"), TB_N("easy"),
                                          TB_N("normal"), TB_N("hard"),   NULL };

    for (int i = 0; labels[i]; i++)
        if (!strcmp(labels[i], level))
            return _(labels[i]);
    return level;
}

static char *name_player(const struct player *p, int seat)
{
    const char *called = p->remote ? remote_name(p->remote) : NULL;
    char text[96];

    if (p->kind == PERSON)
        snprintf(text, sizeof text, _("Player %d"), seat + 1);
    else if (p->kind == BOT)
        snprintf(text, sizeof text, _("Bot %d (%s)"), seat + 1, level_label(p->level));
    else if (called)
        snprintf(text, sizeof text, "%s %d", called, seat + 1);
    else
        snprintf(text, sizeof text, _("Program %d"), seat + 1);
    return must(strdup(text));
}

void players_read(struct players *p, const struct tb_game *g, char *written, bool persons)
{
    memset(p, 0, sizeof *p);
    p->game = g;
    while (written) {
        char *comma = strchr(written, ',');

        if (p->count == TB_SEATS_MAX)
            refuse(_("%s has at most %d seats"), _(g->name), g->seats_max);
        if (comma)
            *comma = 0;
        read_player(&p->seat[p->count++], written, persons);
        written = comma ? comma + 1 : NULL;
    }
    for (int i = 0; i < p->count; i++)
        p->names[i] = p->seat[i].name = name_player(&p->seat[i], i);
}

struct budget budget_given(const struct args *a)
{
    return (struct budget){
        .nodes = (uint32_t)args_number(a, "nodes", 1, UINT32_MAX, 0),
        .ms = (uint32_t)args_number(a, "ms", 1, 3600000, 1000),
        .wait = (uint32_t)args_number(a, "wait", 1, 3600000, 10000),
    };
}

/* Every seat's own luck, of which the match's seed cannot be read: half the bits of it. */
static uint64_t seed_of(const struct tb_match *m, int seat)
{
    uint64_t seed = tb_seed_luck(&m->seed) ^ (uint64_t)m->count << 8 ^ (uint64_t)(seat + 1);

    return tb_random(&seed) >> 32;
}

static bool begin(struct players *p, const struct tb_match *m, int seat, char why[256])
{
    struct player *player = &p->seat[seat];

    if (player->kind == BOT) {
        tb_bot_free(player->bot);
        player->bot = must(tb_bot_new(p->game, player->level, seed_of(m, seat)));
    } else if (player->kind == PROGRAM) {
        if (!player->remote) {
            player->remote =
                remote_start(player->written + 4, p->game, p->budget.wait, why);
            if (!player->remote)
                return false;
            free(player->name);
            p->names[seat] = player->name = name_player(player, seat);
        }
        return remote_begin(player->remote, m->now, seat, seed_of(m, seat), why);
    }
    return true;
}

int players_begin(struct players *p, const struct tb_match *m, char why[256])
{
    for (int seat = 0; seat < p->count; seat++)
        if (!begin(p, m, seat, why))
            return seat;
    return -1;
}

/* The thread's own time: what else the machine does is not the bot's fault. */
static double spent_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool must_stop(void *with)
{
    const struct player *p = with;

    return interrupted || (p->ms && spent_now() >= p->until);
}

static tb_move bot_decides(struct player *p, uint32_t nodes, const struct tb_state *seen,
                           int seat)
{
    if (p->ms) {
        p->until = spent_now() + p->ms / 1e3;
        nodes = UINT32_MAX;
    }
    if (p->nodes)
        nodes = p->nodes;
    return tb_bot_move(p->bot, seen, seat, nodes, must_stop, p);
}

tb_move player_decide(struct players *p, const struct tb_match *m, int seat,
                      struct tb_state *room, char why[256])
{
    struct player *player = &p->seat[seat];

    tb_observe(p->game, m->now, seat, room);
    if (player->kind == BOT)
        return bot_decides(player, p->budget.nodes, room, seat);
    return remote_decide(player->remote, room, seat, &p->budget, why);
}

void players_tell(struct players *p, const struct tb_events *told)
{
    for (int seat = 0; seat < p->count; seat++)
        for (int i = 0; p->seat[seat].remote && i < told->count; i++)
            if (tb_event_known(&told->list[i], seat))
                remote_event(p->seat[seat].remote, &told->list[i]);
}

void players_over(struct players *p, const struct tb_state *s)
{
    for (int seat = 0; seat < p->count; seat++)
        if (p->seat[seat].remote)
            remote_over(p->seat[seat].remote, s);
}

void players_free(struct players *p)
{
    for (int seat = 0; seat < p->count; seat++) {
        tb_bot_free(p->seat[seat].bot);
        remote_stop(p->seat[seat].remote);
        free(p->seat[seat].name);
    }
}
