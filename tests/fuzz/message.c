/*
 * Any messages, from anybody: each is answered once, what is sent is JSON, and the store is
 * asked nothing that it cannot do.
 *
 * An input is lines. The first character says who speaks: 0, 1 and 2 are persons, 3 has no
 * identity, G and P are HTTP. $T stands for the latest table, $A for its `at`, $N and $E
 * for its number and epoch, $L for the first legal move of whoever speaks, $W for the
 * first person. Nothing is ever committed, so each input finds an empty house.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../server/server.h"
#include "../server/fake_net.h"

enum { CLIENTS = 4, TEXT_ROOM = 8192, JOBS_WAITING = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

struct speaker {
    struct net_conn conn;
    struct client client;
    int answers;
};

static struct server server;
static struct serve_options options;
static struct speaker speaker[CLIENTS];
static struct job *waiting[JOBS_WAITING];
static int jobs;
static char latest[STORE_ID], folder[] = "/tmp/tablier-fuzz-XXXXXX";
static uint64_t luck;

static void must(bool true_always)
{
    if (!true_always)
        abort();
}

/* ---- what would take time or be different each time ---- */

static const char *fuzz_name(void) { return "fuzz"; }

static uint32_t fuzz_random(void) { return (uint32_t)tb_random(&luck); }

static void fuzz_bytes(void *const to, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)to)[i] = (uint8_t)fuzz_random();
}

static struct randombytes_implementation fuzz_luck = { .implementation_name = fuzz_name,
                                                       .random = fuzz_random,
                                                       .buf = fuzz_bytes };

/* Instead of the library's, which take half a second on purpose. */
int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const phrase,
                      unsigned long long length, unsigned long long work, size_t memory)
{
    memset(out, 0, crypto_pwhash_STRBYTES);
    out[0] = '$';
    return 0;
}

int crypto_pwhash_str_verify(const char *hash, const char *const phrase,
                             unsigned long long length)
{
    return *hash == '$' ? 0 : -1;
}

bool pool_add(struct pool *pool, struct job *job)
{
    if (jobs == JOBS_WAITING)
        return false;
    waiting[jobs++] = job;
    return true;
}

/* Bots answer with the first that comes to their mind. */
bool pool_is_stopping(struct pool *pool) { return true; }
int pool_waiting(struct pool *pool) { return jobs; }
void pool_hurry(struct pool *pool, uint64_t where) {}

static void do_jobs(void)
{
    for (int i = 0; i < jobs; i++) {
        waiting[i]->work(waiting[i]);
        waiting[i]->done(waiting[i], &server);
    }
    jobs = 0;
}

/* ---- the house ---- */

static void remember_table(const json_t *message)
{
    const char *id = json_string_value(json_object_get(message, "table"));

    if (id)
        snprintf(latest, sizeof latest, "%s", id);
}

static void hear(void *with, const char *text, size_t length)
{
    struct speaker *s = with;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);

    must(json_is_object(message));
    if (json_object_get(message, "id")) {
        s->answers++;
        must(!json_object_get(message, "ok") != !json_object_get(message, "no"));
    } else {
        must(json_object_get(message, "n") || json_object_get(message, "notice"));
    }
    remember_table(message);
    remember_table(json_object_get(message, "ok"));
    json_decref(message);
}

static void open_house(void)
{
    luck = 1;
    *latest = 0;
    server.clients = NULL;
    server.serial = 0;
    free(server.guards); /* nobody has done anything too often */
    server.guards = NULL;
    for (int i = 0; i < CLIENTS; i++) {
        struct speaker *s = &speaker[i];

        *s = (struct speaker){ .conn = { .hear = hear, .with = s },
                               .client = { .server = &server, .conn = &s->conn } };
        s->client.serial = ++server.serial;
        s->client.next = server.clients;
        if (server.clients)
            server.clients->prev = &s->client;
        server.clients = &s->client;
        if (i < 3) {
            make_id(s->client.who.id);
            must(!store_person_add(server.store, &s->client.who));
        }
    }
}

/* As the loop ends a turn, but for the commit. */
static void end_turn(void)
{
    must(!server.failed);
    tables_keep(&server);
    must(!server.failed);
    while (server.turn) {
        struct table *t = server.turn;

        server.turn = t->next_in_turn;
        t->in_turn = false;
        if (t->row.status == TABLE_PLAYING)
            table_check_clocks(&server, t);
        brain_start(&server, t);
    }
    do_jobs();
    for (int i = 0; i < CLIENTS; i++)
        fake_release(&speaker[i].conn);
}

static void close_house(void)
{
    end_turn();
    for (int i = 0; i < CLIENTS; i++) {
        watch_drop_all(&speaker[i].client);
        fake_release(&speaker[i].conn);
    }
    table_free_all(&server);
    server.turn = NULL;
    store_abort(server.store);
}

/* ---- lines ---- */

static void put_first_legal(const struct table *t, int seat, struct tb_text *out)
{
    tb_move legal[TB_MOVES_MAX];
    char note[TB_NOTE_MAX];

    if (t && t->match.now && seat >= 0 && tb_legal(t->game, t->match.now, seat, legal)) {
        tb_notate(t->game, t->match.now, legal[0], note);
        tb_put(out, "%s", note);
    }
}

/* The line with what it names put in. */
static void fill_in(const char *line, int who, struct tb_text *out)
{
    struct table *t = *latest ? table_find(&server, latest) : NULL;
    int seat = t ? table_seat_of(t, speaker[who].client.who.id) : -1;

    for (; *line; line++) {
        if (*line != '$' || !strchr("TANELW", line[1]) || !line[1]) {
            tb_put(out, "%c", *line);
            continue;
        }
        switch (*++line) {
        case 'T':
            tb_put(out, "%s", latest);
            break;
        case 'A':
            tb_put(out, "%u", t ? table_at(t) : 0);
            break;
        case 'N':
            tb_put(out, "%u", t ? t->n : 0);
            break;
        case 'E':
            tb_put(out, "%u", t ? t->epoch : 0);
            break;
        case 'L':
            put_first_legal(t, seat, out);
            break;
        default:
            tb_put(out, "%s", speaker[0].client.who.id);
        }
    }
}

static void speak(int who, char *text, size_t length)
{
    struct speaker *s = &speaker[who];

    if (s->conn.closed)
        return; /* net.c does not hand over what comes then */
    s->answers = 0;
    on_text(&server, &s->client, text, length);
    end_turn();
    must(s->answers == 1);
}

static void ask_http(bool post, char *path)
{
    char *blank = strchr(path, ' ');
    const char *body = "";

    if (blank) {
        *blank = 0;
        body = blank + 1;
    }
    on_http(&server, &(struct net_request){ .head = { .path = path,
                                                      .origin = "",
                                                      .host = "here",
                                                      .cookie = "",
                                                      .authorization = "",
                                                      .none_match = "",
                                                      .encoding = "",
                                                      .agent = "",
                                                      .forwarded = "" },
                                            .is_post = post,
                                            .body = body,
                                            .length = strlen(body) });
    end_turn();
}

static void take_line(const char *line)
{
    char text[TEXT_ROOM];
    struct tb_text out = tb_text(text, sizeof text);
    bool http = *line == 'G' || *line == 'P';
    int who = http ? 0 : *line - '0';

    if (who < 0 || who >= CLIENTS)
        return;
    fill_in(line + 1, who, &out);
    if (http)
        ask_http(*line == 'P', text);
    else
        speak(who, text, strlen(text));
}

static void remove_folder(void)
{
    static const char *const names[] = { "tablier.db", "tablier.db-wal", "tablier.db-shm",
                                         "tablier.db-marks" };
    char path[64];

    store_close(server.store);
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    must(mkdtemp(folder));
    atexit(remove_folder);
    randombytes_set_implementation(&fuzz_luck);
    must(sodium_init() >= 0);
    serve_defaults(&options);
    options.rate = 0;
    options.bot_delay = 0;
    options.away_after = 0;
    options.quiet = true;
    server.options = &options;
    server.page = malloc(PAGE_MAX);
    server.kits = tb_kits_new();
    server.games = write_games();
    must(!store_open(folder, &server.store));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    memcpy(text, data, size);
    text[size] = 0;
    open_house();
    for (char *line = text, *next; line < text + size; line = next) {
        next = line + strcspn(line, "\n");
        *next++ = 0;
        take_line(line);
    }
    close_house();
    free(text);
    return 0;
}
