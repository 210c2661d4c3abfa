/*
 * What one address, one person or one handle has done lately, and whether it may go on.
 *
 * Everybody who does something that can be done too often has an account here, found by a
 * keyed hash, so that nobody can aim at another's. The least lately seen of a row makes
 * room: the whole takes two megabytes and never more. Addresses of IPv6 count by their
 * first 64 bits, because a home has all of the others.
 *
 * The nodes of one house use one key, and pass on what was let through and what was wrong:
 * so everybody has the same account at all of them, late by a second or so.
 */
#include <arpa/inet.h>
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum {
    ROWS = 2048,
    SEATS = 8, /* of a row */
    FREE_FAILURES = 5,
    PAUSE_MS = 10000, /* after the first failure that is not free; doubled by the next */
    FORGIVEN_MS = 3600000, /* without a failure */
};

struct guards {
    unsigned char key[crypto_shorthash_KEYBYTES];
    struct guard row[ROWS][SEATS];
};

/* The spread of each deed: how many at once, and how many a second after that. */
static const struct {
    double burst, rate;
} allowed[DEEDS] = {
    [DEED_COME] = { 300, 1 },   /* persons made */
    [DEED_LOOK] = { 120, 2 },   /* tables asked for that one has nothing to do with */
    [DEED_MAKE] = { 120, 0.1 }, /* tables made */
    [DEED_SEAT] = { 240, 0.2 }, /* bots seated */
    [DEED_CHAT] = { 5, 0.5 },
    [DEED_TRY] = { 30, 0.5 }, /* passphrases tried or set, right or wrong */
};

static void choose_key(const struct server *s, unsigned char key[crypto_shorthash_KEYBYTES])
{
    const char *secret = store_secret(s->store);

    if (*secret)
        crypto_generichash(key, crypto_shorthash_KEYBYTES, (const unsigned char *)secret,
                           strlen(secret), NULL, 0);
    else
        randombytes_buf(key, crypto_shorthash_KEYBYTES);
}

static struct guards *guards_of(struct server *s)
{
    if (!s->guards) {
        s->guards = calloc(1, sizeof *s->guards);
        if (s->guards)
            choose_key(s, s->guards->key);
    }
    return s->guards;
}

static struct guard *seat_in(struct guard row[SEATS], uint64_t key)
{
    struct guard *oldest = row;

    for (int i = 0; i < SEATS; i++) {
        if (row[i].key == key)
            return &row[i];
        if (row[i].seen < oldest->seen)
            oldest = &row[i];
    }
    memset(oldest, 0, sizeof *oldest);
    oldest->key = key;
    return oldest;
}

static uint64_t hash_of(const struct guards *all, const void *bytes, size_t length)
{
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t key;

    crypto_shorthash(hash, bytes, length, all->key);
    memcpy(&key, hash, sizeof key);
    return key ? key : 1;
}

static struct guard *guard_of_key(const struct server *s, struct guards *all, uint64_t key)
{
    struct guard *g = seat_in(all->row[key % ROWS], key);

    if (s->now - g->seen > FORGIVEN_MS)
        g->failures = 0;
    g->seen = s->now;
    return g;
}

struct guard *guard_of(struct server *s, const void *bytes, size_t length)
{
    struct guards *all = guards_of(s);

    if (!all)
        return &s->no_guard; /* no memory: one for all is better than none */
    return guard_of_key(s, all, hash_of(all, bytes, length));
}

struct guard *guard_of_address(struct server *s, const struct address *a)
{
    static const uint8_t mapped[12] = { [10] = 0xff, 0xff };
    bool four = !memcmp(a->bytes, mapped, sizeof mapped);

    return guard_of(s, a->bytes, four ? 16 : 8);
}

struct guard *guard_of_text(struct server *s, const char *text)
{
    return guard_of(s, text, strlen(text) + 1);
}

uint64_t account_of(struct server *s, const struct client *c)
{
    /* Guests cost nothing: all of one address are one. */
    return *c->who.handle ? guard_of_text(s, c->who.id)->key
                          : guard_of_address(s, &c->address)->key;
}

/* What other nodes are told of: an account, one of these letters and a number. */
enum { WORD_DEED = 'd', WORD_WRONG = 'w', WORD_RIGHT = 'r' };

static void tell_nodes(struct server *s, const struct guard *g, int what, int64_t number)
{
    char word[40];

    if (!g->key || !store_node(s->store))
        return;
    snprintf(word, sizeof word, "%016llx%c%lld", (unsigned long long)g->key, what,
             (long long)number);
    assert(strlen(word) < STORE_ID);
    kept(s, store_pass_on(s->store, word));
}

bool guard_may(struct server *s, struct guard *g, enum deed deed)
{
    if (!s->options->rate && deed != DEED_CHAT && deed != DEED_TRY)
        return true; /* lifted */
    if (!bucket_take(&g->deed[deed], s->now, allowed[deed].burst, allowed[deed].rate))
        return false;
    tell_nodes(s, g, WORD_DEED, deed);
    return true;
}

bool guard_rests(const struct server *s, const struct guard *g)
{
    return s->now < g->until;
}

static void count_failure(const struct server *s, struct guard *g, int64_t most)
{
    int64_t pause = PAUSE_MS;

    if (++g->failures < FREE_FAILURES)
        return;
    for (int i = FREE_FAILURES; i < g->failures && pause < most; i++)
        pause *= 2;
    g->until = s->now + (pause < most ? pause : most);
}

void guard_fail(struct server *s, struct guard *g, int64_t most)
{
    count_failure(s, g, most);
    tell_nodes(s, g, WORD_WRONG, most);
}

void guard_forgive(struct server *s, struct guard *g)
{
    if (!g->failures)
        return;
    g->failures = 0;
    tell_nodes(s, g, WORD_RIGHT, 0);
}

void guard_hear(struct server *s, const char *word)
{
    struct guards *all = guards_of(s);
    unsigned long long key;
    long long number;
    struct guard *g;
    char what;

    if (!all || sscanf(word, "%16llx%c%lld", &key, &what, &number) != 3 || !key)
        return;
    g = guard_of_key(s, all, key);
    if (what == WORD_WRONG)
        count_failure(s, g, number);
    else if (what == WORD_RIGHT)
        g->failures = 0;
    else if (what == WORD_DEED && number >= 0 && number < DEEDS)
        bucket_owe(&g->deed[number], s->now, allowed[number].burst, allowed[number].rate);
}

/* ---- who asks ---- */

static bool read_one(const char *text, size_t length, struct address *a)
{
    char one[INET6_ADDRSTRLEN + 8];
    char *at = one, *end;

    if (length >= sizeof one)
        return false;
    memcpy(one, text, length);
    one[length] = 0;
    if (*at == '[' && (end = strchr(at, ']'))) { /* [2001:db8::1]:4711 */
        *end = 0;
        at++;
    } else if (strchr(at, '.') && (end = strrchr(at, ':')) && !strstr(at, "::")) {
        *end = 0; /* 192.0.2.1:4711 */
    }
    if (inet_pton(AF_INET6, at, a->bytes) == 1)
        return true;
    memset(a->bytes, 0, 10);
    memset(a->bytes + 10, 0xff, 2);
    return inet_pton(AF_INET, at, a->bytes + 12) == 1;
}

bool read_address(const char *text, struct address *a)
{
    return read_one(text, strlen(text), a);
}

/* What anybody may write into a header counts only where a proxy of ours wrote it, and of
 * a list only the last, which is that proxy's own word. */
void address_of(const struct server *s, const struct net_head *head, struct address *a)
{
    const char *last = strrchr(head->forwarded, ',');
    struct address proxy, said;

    memcpy(a->bytes, head->peer, sizeof a->bytes);
    if (!s->options->proxy || !read_address(s->options->proxy, &proxy) ||
        memcmp(proxy.bytes, a->bytes, sizeof a->bytes) != 0)
        return;
    last = last ? last + 1 : head->forwarded;
    last += strspn(last, " \t");
    if (read_one(last, strcspn(last, " \t"), &said))
        *a = said;
}
