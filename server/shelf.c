/*
 * The shelf: kits of books that tables are played in, each made once and shared by all of
 * its tables and by the bots that think about them. One that nobody holds stays a moment:
 * who sent a book is about to open a table.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { SHELF_MAX = 128, SHELF_IDLE = 60000 };

struct shelved {
    struct shelved *next;
    const struct tb_game *game;
    struct tb_kit *kit;
    int users;
    int64_t idle_since;
};

static const struct no no_book = { "unknown",
                                   TB_N("This house does not have that book any more.") };

static void unshelve(struct server *s, struct shelved **at)
{
    struct shelved *gone = *at;

    *at = gone->next;
    s->shelved--;
    tb_kit_free(gone->kit);
    free(gone);
}

/* Those that nobody has held for so long. */
static void let_go(struct server *s, int64_t idle)
{
    for (struct shelved **at = &s->shelf; *at;) {
        if (!(*at)->users && s->now - (*at)->idle_since >= idle)
            unshelve(s, at);
        else
            at = &(*at)->next;
    }
}

void shelf_sweep(struct server *s) { let_go(s, SHELF_IDLE); }

void shelf_free(struct server *s)
{
    for (const struct shelved *k = s->shelf; k; k = k->next)
        assert(!k->users);
    let_go(s, INT64_MIN);
}

static struct shelved *find(const struct server *s, const struct tb_game *g,
                            uint64_t digest)
{
    struct shelved *k = s->shelf;

    while (k && (k->game != g || k->kit->digest != digest))
        k = k->next;
    return k;
}

bool shelf_put(struct server *s, const struct tb_game *g, struct tb_kit *kit)
{
    struct shelved *k;

    if (find(s, g, kit->digest)) {
        tb_kit_free(kit);
        return true;
    }
    if (s->shelved >= SHELF_MAX)
        let_go(s, 0);
    k = s->shelved < SHELF_MAX ? malloc(sizeof *k) : NULL;
    if (!k) {
        tb_kit_free(kit);
        return false;
    }
    *k = (struct shelved){ s->shelf, g, kit, 0, s->now };
    s->shelf = k;
    s->shelved++;
    return true;
}

struct making {
    const struct tb_game *game;
    struct tb_kit *kit;
};

static void make_kit(void *with, const char *text, size_t length)
{
    struct making *m = with;
    const char *refusal;

    m->kit = tb_kit_new(m->game, text, length, &refusal);
}

static struct no fetch(struct server *s, const struct tb_game *g, uint64_t digest)
{
    struct store_book book = { .digest = digest };
    struct making m = { .game = g };
    bool found;

    snprintf(book.game, sizeof book.game, "%s", g->id);
    if (!kept(s, store_book_get(s->store, &book, make_kit, &m, &found)) || !found || !m.kit)
        return no_book;
    if (!shelf_put(s, g, m.kit))
        return (struct no){ "full", TB_N("The server is busy: try again in a moment.") };
    return YES;
}

const struct tb_kit *shelf_take(struct server *s, const struct tb_game *g, uint64_t digest,
                                struct no *no)
{
    struct shelved *k;

    *no = YES;
    if (!digest)
        return tb_kits_of(s->kits, g);
    if (!find(s, g, digest))
        *no = fetch(s, g, digest);
    k = no->why ? NULL : find(s, g, digest);
    if (k)
        k->users++;
    return k ? k->kit : NULL;
}

/* The shelf's own: kits of games that need no text are nobody's to count. */
static struct shelved *holder(struct server *s, const struct tb_kit *kit)
{
    struct shelved *k = kit && kit->digest ? s->shelf : NULL;

    while (k && k->kit != kit)
        k = k->next;
    return k;
}

void shelf_hold(struct server *s, const struct tb_kit *kit)
{
    struct shelved *k = holder(s, kit);

    if (k)
        k->users++;
}

void shelf_give(struct server *s, const struct tb_kit *kit)
{
    struct shelved *k = holder(s, kit);

    if (!k)
        return;
    assert(k->users > 0);
    k->users--;
    k->idle_since = s->now;
}

bool read_digest(const char *hex, uint64_t *digest)
{
    char *end;

    if (strlen(hex) != 16 || strspn(hex, "0123456789abcdef") != 16)
        return false;
    *digest = strtoull(hex, &end, 16);
    return *digest != 0;
}
