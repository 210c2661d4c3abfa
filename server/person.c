/* Who somebody is: tokens, names, passphrases, programs, and being forgotten. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum {
    PHRASE_MIN = 8,
    PHRASE_MAX = 128,
    HANDLE_MIN = 3,
    HANDLE_MAX = 32,
    PROGRAMS_MAX = 50,
    TOKEN_BYTES = 16,
    TOKEN_LETTERS = 32
};

/* ---- ids and tokens ---- */

static const char id_letters[] = "23456789abcdefghijkmnpqrstuvwxyz";

enum { ID_LETTERS = 20 };

/* Thirty-two letters and digits that nobody takes for another; twenty make a hundred bits:
 * who knows the address of a table may look on, so that it must not be found by guessing.
 */
static void write_id(const unsigned char bytes[ID_LETTERS], char id[STORE_ID])
{
    memset(id, 0, STORE_ID); /* to its end: the marks of the store keep it as it lies */
    for (int i = 0; i < ID_LETTERS; i++)
        id[i] = id_letters[bytes[i] & 31];
}

void make_id(char id[STORE_ID])
{
    unsigned char random[ID_LETTERS];

    randombytes_buf(random, sizeof random);
    write_id(random, id);
}

void make_id_of(const char *who, const char *key, char id[STORE_ID])
{
    crypto_generichash_state state;
    unsigned char hash[ID_LETTERS];

    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)who, strlen(who) + 1);
    crypto_generichash_update(&state, (const unsigned char *)key, strlen(key));
    crypto_generichash_final(&state, hash, sizeof hash);
    write_id(hash, id);
}

void make_token(char text[TOKEN_TEXT], uint8_t hash[STORE_TOKEN])
{
    unsigned char random[TOKEN_BYTES];

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(text, TOKEN_TEXT, random, sizeof random);
    hash_token(text, hash);
}

/* Tokens are random, so a plain fast hash keeps them safe. */
bool hash_token(const char *text, uint8_t hash[STORE_TOKEN])
{
    size_t length = strspn(text, "0123456789abcdef");

    if (length != TOKEN_LETTERS)
        return false;
    crypto_generichash(hash, STORE_TOKEN, (const unsigned char *)text, length, NULL, 0);
    return true;
}

static bool person_of_hash(struct server *s, const uint8_t hash[STORE_TOKEN],
                           struct store_person *p)
{
    bool found;

    return kept(s, store_person_by_token(s->store, hash, p, &found)) && found;
}

/* The value of our cookie, among others that the browser sends. */
static const char *find_cookie(const char *cookies)
{
    static const char name[] = "tablier=";

    while (*cookies) {
        while (*cookies == ' ' || *cookies == ';')
            cookies++;
        if (!strncmp(cookies, name, sizeof name - 1))
            return cookies + sizeof name - 1;
        cookies += strcspn(cookies, ";");
    }
    return NULL;
}

bool token_of_head(const struct net_head *head, uint8_t hash[STORE_TOKEN])
{
    const char *cookie = find_cookie(head->cookie);

    if (!strncasecmp(head->authorization, "bearer ", 7))
        return hash_token(head->authorization + 7, hash);
    return cookie && hash_token(cookie, hash);
}

bool person_of_head(struct server *s, const struct net_head *head, struct store_person *p)
{
    uint8_t hash[STORE_TOKEN];

    return token_of_head(head, hash) && person_of_hash(s, hash, p);
}

/* ---- devices ---- */

static bool is_device(const struct client *c, const uint8_t hash[STORE_TOKEN])
{
    return !memcmp(c->token, hash, STORE_TOKEN);
}

/* Nothing that was opened as this person may go on. */
void client_end(struct client *c)
{
    watch_drop_all(c);
    memset(&c->who, 0, sizeof c->who);
    memset(c->token, 0, sizeof c->token);
    net_close(c->conn, 1000, "ended");
}

static void end_device(struct server *s, const uint8_t hash[STORE_TOKEN])
{
    kept(s, store_token_delete(s->store, hash));
    for (struct client *c = s->clients; c; c = c->next)
        if (*c->who.id && is_device(c, hash))
            client_end(c);
}

static void end_other_devices(struct server *s, const char *who,
                              const uint8_t keep[STORE_TOKEN])
{
    kept(s, store_tokens_end(s->store, who, keep));
    for (struct client *c = s->clients; c; c = c->next)
        if (!strcmp(c->who.id, who) && !is_device(c, keep))
            client_end(c);
}

void forget_token(struct server *s, const struct net_head *head)
{
    uint8_t hash[STORE_TOKEN];

    if (token_of_head(head, hash))
        end_device(s, hash);
}

/* The first that is found in what a browser says of itself: most name several. */
static const char *first_of(const char *agent, const char *const (*names)[2])
{
    for (; (*names)[0]; names++)
        if (strstr(agent, (*names)[0]))
            return (*names)[1];
    return NULL;
}

void name_device(const char *agent, char device[STORE_DEVICE])
{
    static const char *const browsers[][2] = {
        { "Edg", "Edge" },       { "OPR/", "Opera" },     { "Firefox/", "Firefox" },
        { "FxiOS/", "Firefox" }, { "CriOS/", "Chrome" },  { "SamsungBrowser/", "Samsung" },
        { "Chrome/", "Chrome" }, { "Safari/", "Safari" }, { "tablier", "tablier" },
        { "curl/", "curl" },     { NULL, NULL }
    };
    static const char *const systems[][2] = {
        { "Android", "Android" }, { "iPhone", "iPhone" }, { "iPad", "iPad" },
        { "Windows", "Windows" }, { "CrOS", "ChromeOS" }, { "Mac OS", "macOS" },
        { "Linux", "Linux" },     { NULL, NULL }
    };
    const char *browser = first_of(agent, browsers), *system = first_of(agent, systems);

    snprintf(device, STORE_DEVICE, "%s%s%s", browser ? browser : "",
             browser && system ? ", " : "", system ? system : "");
}

enum { DEVICE_LETTERS = 16 }; /* of a hash: enough to point to one of one's own */

static void put_device_id(const uint8_t hash[STORE_TOKEN], char id[DEVICE_LETTERS + 1])
{
    sodium_bin2hex(id, DEVICE_LETTERS + 1, hash, DEVICE_LETTERS / 2);
}

struct listing_devices {
    const struct client *client;
    struct tb_text out;
    const char *wanted; /* an id; its hash is kept */
    uint8_t hash[STORE_TOKEN];
    bool found;
};

static void list_device(void *with, const struct store_token *t)
{
    struct listing_devices *l = with;
    char id[DEVICE_LETTERS + 1];

    put_device_id(t->hash, id);
    tb_put(&l->out, "%s{\"device\":\"%s\",\"name\":", l->out.at[-1] == '[' ? "" : ",", id);
    tb_put_json(&l->out, t->device);
    tb_put(&l->out, ",\"since\":%lld,\"seen\":%lld,\"here\":%s}", (long long)t->created,
           (long long)t->seen, is_device(l->client, t->hash) ? "true" : "false");
}

struct no do_devices(struct request *r)
{
    struct server *s = r->server;
    struct listing_devices l = { .client = r->client, .out = page(s) };

    tb_put(&l.out, "{\"devices\":[");
    kept(s, store_tokens(s->store, r->client->who.id, list_device, &l));
    tb_put(&l.out, "]}");
    answer(r, s->page, (size_t)(l.out.at - s->page));
    return YES;
}

static void find_device(void *with, const struct store_token *t)
{
    struct listing_devices *l = with;
    char id[DEVICE_LETTERS + 1];

    put_device_id(t->hash, id);
    if (strcmp(id, l->wanted) != 0)
        return;
    memcpy(l->hash, t->hash, sizeof l->hash);
    l->found = true;
}

struct no do_end(struct request *r)
{
    struct server *s = r->server;
    struct listing_devices l = { .wanted = json_string_value(
                                     json_object_get(r->args, "device")) };

    kept(s, store_tokens(s->store, r->client->who.id, find_device, &l));
    if (!l.found)
        return (struct no){ "unknown", TB_N("You have no such device.") };
    answer(r, "{}", 2);
    end_device(s, l.hash);
    return YES;
}

/* The token it came with is the device that it is. */
void client_know(struct client *c)
{
    struct server *s = c->server;
    struct store_person who;
    bool found = false;

    kept(s, store_person_by_token(s->store, c->token, &who, &found));
    if (s->late)
        return;
    if (s->failed) /* who it is could not be read: it comes again */
        net_close(c->conn, 1011, "broken");
    if (!found) {
        memset(c->token, 0, sizeof c->token);
        return;
    }
    c->who = who;
    kept(s, store_token_note(s->store, c->token, c->device, s->now));
}

/* ---- names ---- */

/* The character at `text`, which is sound UTF-8, and how many bytes it takes. */
static uint32_t character_at(const char *text, int *bytes)
{
    const unsigned char *b = (const unsigned char *)text;

    *bytes = b[0] < 0x80 ? 1 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : 4;
    if (*bytes == 1)
        return b[0];
    if (*bytes == 2)
        return (uint32_t)(b[0] & 0x1f) << 6 | (b[1] & 0x3f);
    if (*bytes == 3)
        return (uint32_t)(b[0] & 0x0f) << 12 | (uint32_t)(b[1] & 0x3f) << 6 | (b[2] & 0x3f);
    return (uint32_t)(b[0] & 0x07) << 18 | (uint32_t)(b[1] & 0x3f) << 12 |
           (uint32_t)(b[2] & 0x3f) << 6 | (b[3] & 0x3f);
}

/* What is not seen, or turns the writing of others around. Joiners stay: families of faces
 * are made with them. */
static bool is_trick(uint32_t c)
{
    static const uint32_t ranges[][2] = {
        { 0, 0x1f },        { 0x7f, 0x9f },     { 0xad, 0xad },     { 0x61c, 0x61c },
        { 0x180e, 0x180e }, { 0x200b, 0x200b }, { 0x200e, 0x200f }, { 0x2028, 0x202e },
        { 0x2060, 0x206f }, { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xe0000, 0xe0fff }
    };

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1])
            return true;
    return false;
}

/* Characters of a text without such tricks; -1: it has one. */
static int characters_of(const char *text)
{
    int count = 0;

    for (int bytes; *text; text += bytes, count++)
        if (is_trick(character_at(text, &bytes)))
            return -1;
    return count;
}

static struct no check_name(const char *name)
{
    int count = characters_of(name);

    if (count < 1 || count > NAME_CHARACTERS || strspn(name, " ") == strlen(name))
        return (struct no){ "form", TB_N("A name has 1 to 32 characters.") };
    return YES;
}

/* Brings what connections and tables remember of a person up to date. */
void person_changed(struct server *s, const struct store_person *p)
{
    for (struct client *c = s->clients; c; c = c->next)
        if (!strcmp(c->who.id, p->id))
            c->who = *p;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *t = s->bucket[i]; t; t = t->next)
            for (int seat = 0; seat < t->row.seats; seat++)
                if (!strcmp(t->row.seat[seat].who, p->id)) {
                    table_set_person(t, seat, p);
                    tell_table(s, t, "seats", KEY_SEATS, NULL);
                }
}

/* ---- a guest who turns out to be somebody ---- */

struct meeting {
    const char *who;
    bool met;
};

/* Whether somebody has a seat, or is invited to one, at a table. */
static void look_for_seat(void *with, const struct store_table *row)
{
    struct meeting *m = with;

    for (int i = 0; i < row->seats; i++)
        m->met |= !strcmp(row->seat[i].who, m->who) && !row->seat[i].gone;
}

static void rename_in_table(struct server *s, struct table *t, const char *guest,
                            const struct store_person *p)
{
    bool changed = false;

    for (int i = 0; i < t->row.seats; i++)
        if (!strcmp(t->row.seat[i].who, guest)) {
            memcpy(t->row.seat[i].who, p->id, sizeof p->id);
            table_set_person(t, i, p);
            changed = true;
        }
    if (!strcmp(t->row.host, guest)) {
        memcpy(t->row.host, p->id, sizeof p->id);
        changed = true;
    }
    for (int i = 0; i < t->chats; i++)
        if (!strcmp(t->chat[i].who, guest))
            memcpy(t->chat[i].who, p->id, sizeof p->id);
    if (changed) {
        table_refresh_viewers(s, t);
        tell_table(s, t, "seats", KEY_SEATS, NULL);
    }
}

struct no person_merge(struct server *s, const char *guest, struct store_person *p)
{
    struct meeting meeting = { .who = p->id };
    struct store_query mine = { .what = LIST_MINE, .who = guest, .most = 1000 };
    struct store_person from;
    bool found = false;

    if (!*guest || !strcmp(guest, p->id))
        return YES;
    tables_keep(s); /* what the store is asked below must be true now */
    /* One who has a passphrase stays somebody else; a program stays its owner's. */
    if (!kept(s, store_person_get(s->store, guest, &from, &found)) && s->late)
        return LATER;
    if (!found || *from.handle || *from.owner)
        return YES;
    kept(s, store_tables(s->store, &mine, look_for_seat, &meeting));
    if (s->late)
        return LATER;
    if (meeting.met)
        return (struct no){
            "seat", TB_N("You sit at the same table as guest and as yourself: finish it "
                         "or leave it first.")
        };
    kept(s, store_person_merge(s->store, guest, p->id));
    if (from.door && !p->door) {
        p->door = true;
        kept(s, store_person_set(s->store, p));
    }
    for (struct client *c = s->clients; c; c = c->next)
        if (!strcmp(c->who.id, guest))
            c->who = *p;
        else if (!strcmp(c->who.owner, guest))
            memcpy(c->who.owner, p->id, sizeof p->id);
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *t = s->bucket[i]; t; t = t->next)
            rename_in_table(s, t, guest, p);
    return YES;
}

static void answer_me(struct request *r)
{
    struct tb_text out = page(r->server);

    put_me(r->client, &out);
    answer(r, r->server->page, (size_t)(out.at - r->server->page));
}

static const char *text_arg(const struct request *r, const char *key)
{
    return json_string_value(json_object_get(r->args, key));
}

/* ---- messages ---- */

struct no do_ping(struct request *r)
{
    struct tb_text out = page(r->server);

    tb_put(&out, "{\"time\":%lld}", (long long)r->server->now);
    answer(r, r->server->page, (size_t)(out.at - r->server->page));
    return YES;
}

/* Two texts compared in a time that does not tell where they differ. */
static bool same_secret(const char *a, const char *b)
{
    uint8_t x[32], y[32];

    crypto_generichash(x, sizeof x, (const unsigned char *)a, strlen(a), NULL, 0);
    crypto_generichash(y, sizeof y, (const unsigned char *)b, strlen(b), NULL, 0);
    return !sodium_memcmp(x, y, sizeof x);
}

static struct no open_door(struct request *r, const char *said)
{
    struct server *s = r->server;
    struct client *c = r->client;
    struct guard *g = guard_of_address(s, &c->address);

    if (guard_rests(s, g))
        return (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    if (!same_secret(said, s->options->door)) {
        guard_fail(s, g, REST_ADDRESS);
        return (struct no){ "wrong", TB_N("That is not the passphrase.") };
    }
    guard_forgive(s, g);
    c->door_said = true;
    if (*c->who.id && !c->who.door) {
        c->who.door = true;
        kept(r->server, store_person_set(r->server->store, &c->who));
    }
    return YES;
}

struct no do_hello(struct request *r)
{
    struct server *s = r->server;
    const char *token = text_arg(r, "token"), *door = text_arg(r, "door");
    struct tb_text out;

    if (token) {
        struct store_person p;
        uint8_t hash[STORE_TOKEN];

        if (!hash_token(token, hash) || !person_of_hash(s, hash, &p))
            return (struct no){ "who", TB_N("This token is not known.") };
        watch_drop_all(r->client);
        r->client->who = p;
        memcpy(r->client->token, hash, sizeof hash);
    }
    if (door && s->options->door) {
        struct no no = open_door(r, door);

        if (no.why)
            return no;
    }
    out = page(s);
    tb_put(&out,
           "{\"server\":\"tablier\",\"version\":\"" TABLIER_VERSION
           "\",\"protocol\":1,\"time\":%lld,\"door\":%s,\"me\":",
           (long long)s->now, s->options->door ? "true" : "false");
    put_me(r->client, &out);
    tb_put(&out, "}");
    answer(r, s->page, (size_t)(out.at - s->page));
    return YES;
}

struct no do_me(struct request *r)
{
    answer_me(r);
    return YES;
}

struct no do_games(struct request *r)
{
    answer(r, r->server->games, strlen(r->server->games));
    return YES;
}

struct no do_rename(struct request *r)
{
    const char *name = text_arg(r, "name");
    const json_t *colour = json_object_get(r->args, "colour");
    struct store_person p = r->client->who;
    struct no no = check_name(name);

    if (no.why)
        return no;
    if (colour && json_integer_value(colour) >= COLOURS_OF_PERSONS)
        return (struct no){ "form", TB_N("There are twelve colours, from 0 to 11.") };
    snprintf(p.name, sizeof p.name, "%s", name);
    if (colour)
        p.colour = (uint8_t)json_integer_value(colour);
    kept(r->server, store_person_set(r->server->store, &p));
    person_changed(r->server, &p);
    answer_me(r);
    return YES;
}

/* ---- passphrases: hashed on a worker, because that takes a good part of a second ---- */

struct phrase_job {
    struct job job;
    uint64_t client;
    json_int_t id;
    char who[STORE_ID], handle[STORE_HANDLE], phrase[PHRASE_MAX + 1], hash[STORE_PHRASE];
    char old[PHRASE_MAX + 1], had[STORE_PHRASE]; /* had "": this is the first */
    uint8_t token[STORE_TOKEN];                  /* of the device that asks */
    struct address from;
    bool right, done;
};

static void phrase_work(struct job *job)
{
    struct phrase_job *j = (struct phrase_job *)job;

    j->right = !*j->had || !crypto_pwhash_str_verify(j->had, j->old, strlen(j->old));
    sodium_memzero(j->old, sizeof j->old);
    if (!j->right)
        return;
    j->done = !crypto_pwhash_str(j->hash, j->phrase, strlen(j->phrase),
                                 crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE);
    sodium_memzero(j->phrase, sizeof j->phrase);
}

static struct no phrase_keep(struct server *s, const struct phrase_job *j,
                             struct store_person *p)
{
    struct store_person other;
    bool found;

    if (!j->right) {
        guard_fail(s, guard_of_address(s, &j->from), REST_ADDRESS);
        guard_fail(s, guard_of_text(s, j->who), REST_HANDLE);
        return (struct no){ "wrong", TB_N("That is not the passphrase you have.") };
    }
    if (!j->done)
        return (struct no){ "broken", TB_N("Out of memory.") };
    if (!kept(s, store_person_get(s->store, j->who, p, &found)) || !found)
        return (struct no){ "who", TB_N("You need an identity for that.") };
    if (!kept(s, store_person_by_handle(s->store, j->handle, &other, &found)) ||
        (found && strcmp(other.id, p->id)))
        return (struct no){ "full", TB_N("Somebody else has that handle.") };
    memcpy(p->handle, j->handle, sizeof p->handle);
    memcpy(p->phrase, j->hash, sizeof p->phrase);
    kept(s, store_person_set(s->store, p));
    return YES;
}

static void phrase_finish(struct server *s, struct job *job)
{
    struct phrase_job *j = (struct phrase_job *)job;
    struct store_person p;
    struct no no = phrase_keep(s, j, &p);
    struct tb_text out = page(s);

    if (!no.why && !s->late) {
        person_changed(s, &p);
        if (*j->had) /* whoever else knows the old one, or has a token, is out */
            end_other_devices(s, p.id, j->token);
        out = page(s);
        for (struct client *c = s->clients; c; c = c->next)
            if (c->serial == j->client)
                put_me(c, &out);
    }
    answer_late(s, j->client, j->id, no, s->page);
}

static void phrase_done(struct job *job, void *with)
{
    errand_job(with, job, phrase_finish);
}

struct no do_passphrase(struct request *r)
{
    const char *handle = text_arg(r, "handle"), *phrase = text_arg(r, "phrase");
    const char *old = text_arg(r, "old");
    struct server *s = r->server;
    struct guard *from = guard_of_address(s, &r->client->address);
    size_t length = strlen(handle);
    struct phrase_job *j;

    if (length < HANDLE_MIN || length > HANDLE_MAX ||
        strspn(handle, "abcdefghijklmnopqrstuvwxyz0123456789-_") != length)
        return (struct no){
            "form", TB_N("A handle has 3 to 32 of the letters a to z, digits, - and _.")
        };
    if (strlen(phrase) < PHRASE_MIN || strlen(phrase) > PHRASE_MAX)
        return (struct no){ "form", TB_N("A passphrase has 8 to 128 characters.") };
    if (*r->client->who.phrase && (!old || strlen(old) > PHRASE_MAX))
        return (struct no){ "wrong", TB_N("That is not the passphrase you have.") };
    if (guard_rests(s, from) || guard_rests(s, guard_of_text(s, r->client->who.id)) ||
        !guard_may(s, from, DEED_TRY))
        return (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    j = calloc(1, sizeof *j);
    if (!j)
        return (struct no){ "broken", TB_N("Out of memory.") };
    j->job = (struct job){ .work = phrase_work,
                           .done = phrase_done,
                           .whose = account_of(r->server, r->client) };
    j->client = r->client->serial;
    j->id = r->id;
    j->from = r->client->address;
    memcpy(j->token, r->client->token, sizeof j->token);
    memcpy(j->who, r->client->who.id, sizeof j->who);
    memcpy(j->had, r->client->who.phrase, sizeof j->had);
    if (old && *j->had)
        memcpy(j->old, old, strlen(old));
    memcpy(j->handle, handle, length);
    memcpy(j->phrase, phrase, strlen(phrase));
    if (!pool_add(r->server->vault, &j->job)) {
        free(j);
        return (struct no){ "full", TB_N("The server is busy: try again in a moment.") };
    }
    r->answered = true; /* by phrase_done */
    return YES;
}

/* ---- programs ---- */

static void count_program(void *with, const struct store_person *p) { ++*(int *)with; }

struct no do_bot(struct request *r)
{
    struct server *s = r->server;
    struct store_person p = { .created = s->now, .door = true };
    const char *name = text_arg(r, "name");
    struct no no = check_name(name);
    char token[TOKEN_TEXT];
    uint8_t hash[STORE_TOKEN];
    struct tb_text out;
    int programs = 0;

    if (no.why)
        return no;
    if (*r->client->who.owner)
        return (struct no){ "who", TB_N("A program cannot have programs of its own.") };
    kept(s, store_programs(s->store, r->client->who.id, count_program, &programs));
    if (s->late)
        return LATER;
    if (programs >= PROGRAMS_MAX)
        return (struct no){ "full", TB_N("You already have fifty programs.") };
    make_id(p.id);
    snprintf(p.name, sizeof p.name, "%s", name);
    memcpy(p.owner, r->client->who.id, sizeof p.owner);
    make_token(token, hash);
    kept(s, store_person_add(s->store, &p));
    kept(s, store_token_add(s->store, hash, p.id, s->now));
    out = page(s);
    tb_put(&out, "{\"who\":\"%s\",\"token\":\"%s\"}", p.id, token);
    answer(r, s->page, (size_t)(out.at - s->page));
    return YES;
}

static void put_program(void *with, const struct store_person *p)
{
    struct tb_text *out = with;

    tb_put(out, "%s{\"who\":\"%s\",\"name\":", out->at[-1] == '[' ? "" : ",", p->id);
    tb_put_json(out, p->name);
    tb_put(out, "}");
}

struct no do_bots(struct request *r)
{
    struct server *s = r->server;
    struct tb_text out = page(s);

    tb_put(&out, "{\"bots\":[");
    kept(s, store_programs(s->store, r->client->who.id, put_program, &out));
    tb_put(&out, "]}");
    answer(r, s->page, (size_t)(out.at - s->page));
    return YES;
}

/* ---- being forgotten ---- */

/* Seats at running tables go to a bot, at open ones they become free. */
static void leave_tables(struct server *s, const char *who)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *t = s->bucket[i]; t; t = t->next) {
            bool changed = false;

            for (int seat = 0; seat < t->row.seats; seat++) {
                struct store_seat *row = &t->row.seat[seat];

                if (strcmp(row->who, who))
                    continue;
                changed = true;
                memset(row->who, 0, sizeof row->who);
                table_set_person(t, seat, NULL);
                if (t->row.status == TABLE_OPEN)
                    row->kind = SEAT_OPEN;
                else if (t->row.status == TABLE_PLAYING)
                    table_give_up(s, t, seat, GONE_FORGOTTEN);
            }
            if (!strcmp(t->row.host, who)) {
                changed = true;
                table_pass_host(t);
            }
            table_chat_forget(t, who);
            if (changed) {
                table_change(s, t);
                table_refresh_viewers(s, t);
                tell_table(s, t, "seats", KEY_SEATS | KEY_STATUS | KEY_RESULT | KEY_OFFER,
                           NULL);
            }
        }
}

static void load_each(void *with, const struct store_table *row)
{
    table_of_row(with, row);
}

/* Brings the tables of a person into memory. */
static void load_tables_of(struct server *s, const char *id)
{
    struct store_query mine = { .what = LIST_MINE, .who = id, .most = 1000 };

    kept(s, store_tables(s->store, &mine, load_each, s));
}

static void forget_one(struct server *s, const char *id)
{
    for (struct client *c = s->clients; c; c = c->next)
        if (!strcmp(c->who.id, id)) {
            watch_drop_all(c);
            memset(&c->who, 0, sizeof c->who);
            net_close(c->conn, 1000, "forgotten");
        }
    leave_tables(s, id);
    kept(s, store_person_delete(s->store, id));
}

/* A person and its programs, which sit at tables too. */
struct family {
    int count;
    char id[PROGRAMS_MAX + 1][STORE_ID];
};

static void take_id(void *with, const struct store_person *p)
{
    struct family *f = with;

    if (f->count < PROGRAMS_MAX)
        memcpy(f->id[f->count++], p->id, sizeof p->id);
}

/* False: it is late. */
static bool read_family(struct server *s, const char *who, struct family *f)
{
    kept(s, store_programs(s->store, who, take_id, f));
    memcpy(f->id[f->count++], who, STORE_ID);
    for (int i = 0; i < f->count; i++)
        load_tables_of(s, f->id[i]);
    return !s->late;
}

static void forget_family(struct server *s, const struct family *f)
{
    for (int i = 0; i < f->count; i++)
        forget_one(s, f->id[i]);
}

struct no do_forget(struct request *r)
{
    struct family family = { 0 };

    if (!json_is_true(json_object_get(r->args, "sure")))
        return (struct no){ "form", TB_N("Nothing was deleted: you were not sure.") };
    if (!read_family(r->server, r->client->who.id, &family))
        return LATER;
    answer(r, "{}", 2);
    forget_family(r->server, &family);
    return YES;
}

struct no do_unbot(struct request *r)
{
    struct family family = { 0 };
    struct store_person p;
    bool found;

    if (!kept(r->server,
              store_person_get(r->server->store, text_arg(r, "who"), &p, &found)) ||
        !found || strcmp(p.owner, r->client->who.id))
        return (struct no){ "unknown", TB_N("You have no such program.") };
    if (!read_family(r->server, p.id, &family))
        return LATER;
    forget_family(r->server, &family);
    return YES;
}
