/* HTTP: the page's files, identity, records, health and figures. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "files.h"
#include "server.h"

/* What a page may load: itself, and WebAssembly, which browsers count as a kind of eval.
 * Links to tables are secrets, so they are told to nobody. */
static const char policy[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

static struct net_response response_of(int status, const char *type, const char *body)
{
    return (struct net_response){ .status = status,
                                  .type = type,
                                  .field = { { "cache-control:", "no-store" },
                                             { "x-content-type-options:", "nosniff" },
                                             { "referrer-policy:", "no-referrer" } },
                                  .body = body,
                                  .length = strlen(body) };
}

/* What nobody can have changed in this turn: it goes out while the store is not there. */
static void respond_at_once(struct server *s, const struct net_request *q, int status,
                            const char *type, const char *body)
{
    struct net_response r = response_of(status, type, body);

    r.at_once = true;
    net_respond(s->net, q->id, &r);
}

static void respond(struct server *s, const struct net_request *q, int status,
                    const char *type, const char *cookie, const char *body)
{
    struct net_response r = response_of(status, type, body);

    if (s->late)
        return;
    if (cookie) {
        r.field[3][0] = "set-cookie:";
        r.field[3][1] = cookie;
    }
    net_respond(s->net, q->id, &r);
}

static void respond_json(struct server *s, const struct net_request *q, const char *cookie,
                         const char *body)
{
    respond(s, q, 200, "application/json", cookie, body);
}

static void respond_no(struct server *s, const struct net_request *q, int status,
                       struct no no)
{
    char text[512];
    struct tb_text out = tb_text(text, sizeof text);

    s->metrics.http_refused += !s->late;
    tb_put(&out, "{\"no\":");
    tb_put_json(&out, no.text);
    tb_put(&out, ",\"why\":\"%s\"}", no.why);
    respond(s, q, status, "application/json", NULL, text);
}

/* ---- who may connect ---- */

/* Whether an origin (scheme://host[:port]) is that of a URL. */
static bool is_origin_of(const char *origin, const char *url)
{
    size_t length = strlen(origin);

    return url && !strncasecmp(origin, url, length) && (!url[length] || url[length] == '/');
}

bool may_open(void *server, const struct net_head *head)
{
    struct server *s = server;
    const char *host = strstr(head->origin, "://");

    if (!*head->origin)
        return true; /* a program: browsers always say */
    if (host && !strcasecmp(host + 3, head->host))
        return true;
    return is_origin_of(head->origin, s->options->public_url) ||
           is_origin_of(head->origin, s->options->origin);
}

/* ---- identity ---- */

enum { COOKIE_MAX = 160 };

bool is_secure(const struct serve_options *o)
{
    return o->tls_cert || (o->public_url && !strncmp(o->public_url, "https:", 6));
}

static void write_cookie(const struct server *s, const char *token, char cookie[COOKIE_MAX])
{
    snprintf(cookie, COOKIE_MAX, "tablier=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
             token, *token ? 5 * 365 * 86400 : 0, is_secure(s->options) ? "; Secure" : "");
}

static void respond_me(struct server *s, const struct net_request *q, const char *cookie,
                       const struct store_person *p)
{
    struct client as = { .server = s, .who = *p };
    struct tb_text out = page(s);

    put_me(&as, &out);
    respond_json(s, q, cookie, s->page);
}

static void add_token(struct server *s, const struct store_person *p, const char *device,
                      char cookie[COOKIE_MAX])
{
    char token[TOKEN_TEXT];
    uint8_t hash[STORE_TOKEN];

    make_token(token, hash);
    kept(s, store_token_add(s->store, hash, p->id, s->now));
    kept(s, store_token_note(s->store, hash, device, s->now));
    write_cookie(s, token, cookie);
}

static void on_me(struct server *s, const struct net_request *q)
{
    struct store_person p = { .created = s->now };
    struct address from;
    char cookie[COOKIE_MAX], device[STORE_DEVICE];

    if (person_of_head(s, &q->head, &p)) {
        respond_me(s, q, NULL, &p);
        return;
    }
    if (s->late)
        return;
    address_of(s, &q->head, &from);
    if (!guard_may(s, guard_of_address(s, &from), DEED_COME)) {
        respond_no(s, q, 429, (struct no){ "rate", TB_N("Too fast: wait a moment.") });
        return;
    }
    p = (struct store_person){ .created = s->now };
    make_id(p.id);
    p.colour = (uint8_t)randombytes_uniform(COLOURS_OF_PERSONS);
    kept(s, store_person_add(s->store, &p));
    name_device(q->head.agent, device);
    add_token(s, &p, device, cookie);
    s->metrics.persons_made++;
    respond_me(s, q, cookie, &p);
}

struct adopt_job {
    struct job job;
    uint64_t request;
    char guest[STORE_ID]; /* who asks: "": nobody yet */
    struct store_person person;
    char handle[STORE_HANDLE], phrase[256], device[STORE_DEVICE];
    struct address from;
    bool right;
};

static void adopt_work(struct job *job)
{
    struct adopt_job *j = (struct adopt_job *)job;

    if (*j->person.phrase)
        j->right =
            !crypto_pwhash_str_verify(j->person.phrase, j->phrase, strlen(j->phrase));
    else /* as much work, so that nobody can tell which handles there are */
        (void)!crypto_pwhash_str(j->person.phrase, j->phrase, strlen(j->phrase),
                                 crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE);
    sodium_memzero(j->phrase, sizeof j->phrase);
}

/* A wrong one counts against the address and the handle. */
static void count_try(struct server *s, const struct adopt_job *j)
{
    if (j->right) {
        guard_forgive(s, guard_of_text(s, j->handle));
        return;
    }
    guard_fail(s, guard_of_address(s, &j->from), REST_ADDRESS);
    guard_fail(s, guard_of_text(s, j->handle), REST_HANDLE);
}

static void adopt_finish(struct server *s, struct job *job)
{
    struct adopt_job *j = (struct adopt_job *)job;
    struct net_request q = { .id = j->request };
    struct no no = { "wrong", TB_N("That is not the passphrase.") };
    char cookie[COOKIE_MAX];
    struct store_person now;
    bool found = false;

    /* Somebody may have changed, or gone, in the meantime. */
    if (j->right)
        kept(s, store_person_get(s->store, j->person.id, &now, &found));
    if (found)
        no = person_merge(s, j->guest, &now);
    if (s->late)
        return;
    count_try(s, j);
    if (no.why) {
        respond_no(s, &q, found ? 409 : 403, no);
    } else {
        add_token(s, &now, j->device, cookie);
        respond_me(s, &q, cookie, &now);
    }
}

static void adopt_done(struct job *job, void *with) { errand_job(with, job, adopt_finish); }

/* Whether one may try a passphrase now. */
static bool may_try(struct server *s, const struct address *from, const char *handle)
{
    struct guard *address = guard_of_address(s, from);

    return !guard_rests(s, address) && !guard_rests(s, guard_of_text(s, handle)) &&
           guard_may(s, address, DEED_TRY);
}

/* Counted once, however often it is done again. */
static bool is_tried_too_fast(struct server *s, const struct address *from,
                              const char *handle)
{
    if (!s->errand->counted && !may_try(s, from, handle))
        return true;
    s->errand->counted = true;
    return false;
}

static struct no adopt_begin(struct server *s, const struct net_request *q,
                             const char *handle, const char *phrase)
{
    struct adopt_job *j;
    struct store_person person = { 0 }, guest = { 0 };
    struct address from;
    bool found = false, known;

    address_of(s, &q->head, &from);
    if (is_tried_too_fast(s, &from, handle))
        return (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    if (!kept(s, store_person_by_handle(s->store, handle, &person, &found)))
        return (struct no){ "broken", TB_N("The server failed: nothing was changed.") };
    known = person_of_head(s, &q->head, &guest);
    if (s->late)
        return LATER;
    j = calloc(1, sizeof *j);
    if (!j)
        return (struct no){ "broken", TB_N("Out of memory.") };
    j->job = (struct job){ .work = adopt_work,
                           .done = adopt_done,
                           .whose = guard_of_address(s, &from)->key };
    j->request = q->id;
    j->from = from;
    name_device(q->head.agent, j->device);
    snprintf(j->handle, sizeof j->handle, "%s", handle);
    snprintf(j->phrase, sizeof j->phrase, "%s", phrase);
    if (found)
        j->person = person;
    if (known)
        memcpy(j->guest, guest.id, sizeof j->guest);
    if (pool_add(s->vault, &j->job))
        return YES;
    free(j);
    return (struct no){ "full", TB_N("The server is busy: try again in a moment.") };
}

static int status_of(struct no no);

static void on_adopt(struct server *s, const struct net_request *q)
{
    const struct adopt_job *sizes = NULL;
    json_t *args = json_loadb(q->body, q->length, JSON_REJECT_DUPLICATES, NULL);
    const char *handle = json_string_value(json_object_get(args, "handle"));
    const char *phrase = json_string_value(json_object_get(args, "phrase"));
    struct no no = YES;

    if (!handle || !phrase || strlen(phrase) >= sizeof sizes->phrase ||
        strlen(handle) >= sizeof sizes->handle)
        respond_no(s, q, 400, (struct no){ "form", TB_N("This is not a message.") });
    else
        no = adopt_begin(s, q, handle, phrase);
    if (no.why)
        respond_no(s, q, status_of(no), no);
    json_decref(args);
}

/* ---- books ---- */

static bool is_let_in(struct server *s, const struct net_request *q);

static const char book_address[] = "/api/book/";

static const char *book_path(const struct net_head *head)
{
    size_t length = sizeof book_address - 1;

    return strncmp(head->path, book_address, length) ? NULL : head->path + length;
}

/* Where it takes time to learn who that is, a token will do: the person is asked for when
 * all has come. */
size_t body_max(void *server, const struct net_head *head)
{
    struct server *s = server;
    uint8_t hash[STORE_TOKEN];
    struct store_person p;

    if (!book_path(head) || !may_open(server, head))
        return BODY_MAX;
    if (s->options->store)
        return token_of_head(head, hash) ? BOOK_MAX : BODY_MAX;
    return person_of_head(s, head, &p) ? BOOK_MAX : BODY_MAX;
}

void answer_book(struct server *s, uint64_t request, const char *refusal)
{
    struct net_request q = { .id = request };

    if (refusal)
        respond_no(s, &q, 409, (struct no){ "rule", refusal });
    else
        respond_json(s, &q, NULL, "{}");
}

static int status_of(struct no no)
{
    static const struct {
        const char *why;
        int status;
    } known[] = { { "unknown", 404 }, { "rate", 429 }, { "full", 503 }, { "broken", 503 } };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].why, no.why))
            return known[i].status;
    return 500;
}

static void on_book(struct server *s, const struct net_request *q)
{
    struct store_person p;
    struct no no;

    if (!person_of_head(s, &q->head, &p)) {
        respond_no(s, q, 403, (struct no){ "who", TB_N("You need an identity for that.") });
    } else if (!is_let_in(s, q)) {
        respond_no(
            s, q, 403,
            (struct no){ "door", TB_N("This house is private: say its passphrase.") });
    } else {
        no = book_receive(s, q, book_path(&q->head), &p);
        if (no.why)
            respond_no(s, q, status_of(no), no);
    }
}

static void on_leave(struct server *s, const struct net_request *q)
{
    char cookie[COOKIE_MAX];

    forget_token(s, &q->head);
    write_cookie(s, "", cookie);
    respond_json(s, q, cookie, "{}");
}

/* ---- records ---- */

static bool is_let_in(struct server *s, const struct net_request *q)
{
    struct store_person p;

    return !s->options->door || (person_of_head(s, &q->head, &p) && p.door);
}

/* The table of an address; NULL: that was answered. */
static struct table *table_asked_for(struct server *s, const struct net_request *q,
                                     const char *id)
{
    struct no no = { "unknown", TB_N("There is no such table.") };
    struct table *t = NULL;
    struct address from;

    if (!is_let_in(s, q)) {
        respond_no(
            s, q, 403,
            (struct no){ "door", TB_N("This house is private: say its passphrase.") });
        return NULL;
    }
    address_of(s, &q->head, &from);
    if (strlen(id) < STORE_ID)
        t = table_look_up(s, &from, id, &no);
    if (!t)
        respond_no(s, q, strcmp(no.why, "rate") ? 404 : 429, no);
    return t;
}

static void on_table(struct server *s, const struct net_request *q, const char *id)
{
    struct table *t = table_asked_for(s, q, id);
    struct tb_text out = page(s);

    if (!t)
        return;
    put_row(s, t, "", &out);
    respond_json(s, q, NULL, s->page);
}

static void on_record(struct server *s, const struct net_request *q, const char *id)
{
    struct table *t = table_asked_for(s, q, id);
    struct tb_text out = page(s);
    _Alignas(16) char room[STATE_MAX];

    if (!t)
        return;
    if (t->row.status != TABLE_OVER) {
        respond_no(
            s, q, 403,
            (struct no){ "secret", TB_N("The record is shown when the game is over.") });
    } else {
        is_read(s, put_about(s->store, &t->row, &out));
        tb_match_save(&t->match, (struct tb_state *)(void *)room, &out);
        respond(s, q, 200, "text/plain; charset=utf-8", NULL, s->page);
    }
}

/* ---- files ---- */

static const char plain_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tablier</title>"
    "<body><h1>Tablier</h1><p>The server runs; this build has no page in it. Programs "
    "connect to <code>/ws</code>: see docs/protocol.md.</p></body></html>";

static const struct file *find_file(const char *path)
{
    for (const struct file *f = files; f->path; f++)
        if (!strcmp(f->path, path))
            return f;
    return NULL;
}

/* For the rare client that takes no gzip. The caller frees it. */
static unsigned char *inflate_file(const struct file *f)
{
    unsigned char *whole = malloc(f->whole);
    z_stream z = { .avail_in = (uInt)f->length, .avail_out = (uInt)f->whole };
    bool good;

    if (!whole || inflateInit2(&z, 15 + 16) != Z_OK) {
        free(whole);
        return NULL;
    }
    z.next_in = (z_const Bytef *)(uintptr_t)f->bytes;
    z.next_out = whole;
    good = inflate(&z, Z_FINISH) == Z_STREAM_END;
    inflateEnd(&z);
    if (!good) {
        free(whole);
        return NULL;
    }
    return whole;
}

/* Whether "gzip, br;q=0.5" names that coding; what is refused with q=0 is not named. */
static bool takes(const char *encodings, const char *coding)
{
    size_t length = strlen(coding);

    for (const char *p = encodings; *p; p += *p == ',') {
        double quality = 1;

        p += strspn(p, " \t");
        if (!strncasecmp(p, coding, length) && strchr(" \t;,", p[length])) {
            sscanf(p + length, " ; q = %lf", &quality);
            return quality > 0;
        }
        p += strcspn(p, ",");
    }
    return false;
}

/* What goes over the line, and in which coding; NULL: as it is. */
struct form {
    const char *coding;
    const unsigned char *bytes;
    size_t length;
};

static struct form form_for(const struct file *f, const char *encodings)
{
    if (f->tighter && takes(encodings, "br"))
        return (struct form){ "br", f->tighter, f->tighter_length };
    if (f->whole && takes(encodings, "gzip"))
        return (struct form){ "gzip", f->bytes, f->length };
    return (struct form){ NULL, f->bytes, f->length };
}

static void send_file(struct server *s, const struct net_request *q, const struct file *f)
{
    struct form form = form_for(f, q->head.encoding);
    unsigned char *whole = f->whole && !form.coding ? inflate_file(f) : NULL;
    struct net_response r = {
        .status = strstr(q->head.none_match, f->etag) ? 304 : 200,
        .type = f->type,
        .field = { { "etag:", f->etag },
                   { "cache-control:",
                     f->immutable ? "public, max-age=31536000, immutable" : "no-cache" },
                   { "content-security-policy:", policy },
                   { "x-content-type-options:", "nosniff" },
                   { "referrer-policy:", "no-referrer" },
                   { "vary:", "accept-encoding" } },
        .body = whole ? whole : form.bytes,
        .length = whole ? f->whole : form.length,
        .lasting = !whole,
        .at_once = true,
    };

    if (form.coding) {
        r.field[6][0] = "content-encoding:";
        r.field[6][1] = form.coding;
    }
    if (r.status == 304)
        r.length = 0;
    net_respond(s->net, q->id, &r);
    free(whole);
}

/* Addresses of the page itself have no dot: /, /t/ID, /rules/topologic ... */
static void on_file(struct server *s, const struct net_request *q)
{
    const struct file *f = find_file(q->head.path);

    if (!f && !strchr(q->head.path, '.') && strncmp(q->head.path, "/api/", 5))
        f = find_file("/index.html");
    if (f)
        send_file(s, q, f);
    else if (!strcmp(q->head.path, "/") || !strncmp(q->head.path, "/t/", 3))
        respond(s, q, 200, "text/html; charset=utf-8", NULL, plain_page);
    else
        respond_no(s, q, 404, (struct no){ "unknown", TB_N("There is nothing here.") });
}

/* ---- the addresses ---- */

/* A node that cannot reach its database can do nothing for anybody just now. */
static void on_health(struct server *s, const struct net_request *q)
{
    bool whole = store_is_up(s->store);

    respond_at_once(s, q, whole ? 200 : 503, NULL, whole ? "ok\n" : "no database\n");
}

static void on_metrics(struct server *s, const struct net_request *q)
{
    struct tb_text out = page(s);

    write_metrics(s, &out);
    respond_at_once(s, q, 200, "text/plain; version=0.0.4; charset=utf-8", s->page);
}

static void on_games(struct server *s, const struct net_request *q)
{
    respond_at_once(s, q, 200, "application/json", s->games);
}

static const struct {
    const char *path;
    bool is_post;
    void (*act)(struct server *s, const struct net_request *q);
} addresses[] = {
    { "/api/me", true, on_me },       { "/api/adopt", true, on_adopt },
    { "/api/leave", true, on_leave }, { "/api/games", false, on_games },
    { "/healthz", false, on_health }, { "/metrics", false, on_metrics },
};

/* Another site's page must not post here in somebody's name. */
static bool is_forged(struct server *s, const struct net_request *q)
{
    return q->is_post && !may_open(s, &q->head);
}

void http_no_memory(struct server *s, const struct net_request *q)
{
    respond_no(s, q, 503, (struct no){ "broken", TB_N("Out of memory.") });
}

void on_http(void *server, const struct net_request *q)
{
    struct server *s = server;

    s->now = house_ms(s);
    s->metrics.http_requests++;
    errand_http(s, q);
}

void http_handle(struct server *s, const struct net_request *q)
{
    if (q->is_other) {
        respond_no(s, q, 405, (struct no){ "form", TB_N("Not with this method.") });
        return;
    }
    if (is_forged(s, q)) {
        respond_no(s, q, 403, (struct no){ "door", TB_N("Not from another site.") });
        return;
    }
    if (q->too_long && book_path(&q->head) && body_max(s, &q->head) < BOOK_MAX) {
        on_book(s, q); /* it was cut for want of an identity, which is said */
        return;
    }
    if (q->too_long) {
        respond_no(s, q, 413, (struct no){ "form", TB_N("That is too long.") });
        return;
    }
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        if (!strcmp(addresses[i].path, q->head.path)) {
            if (addresses[i].is_post == q->is_post)
                addresses[i].act(s, q);
            else
                respond_no(s, q, 405, (struct no){ "form", TB_N("Not with this method.") });
            return;
        }
    if (q->is_post && book_path(&q->head))
        on_book(s, q);
    else if (q->is_post)
        respond_no(s, q, 404, (struct no){ "unknown", TB_N("There is nothing here.") });
    else if (!strncmp(q->head.path, "/record/", 8))
        on_record(s, q, q->head.path + 8);
    else if (!strncmp(q->head.path, "/api/table/", 11))
        on_table(s, q, q->head.path + 11);
    else
        on_file(s, q);
}
