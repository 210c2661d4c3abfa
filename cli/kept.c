/* The tables of a house as matches: each is played again from its record. */
#include "kept.h"

#include <sodium.h>
#include <string.h>

#include "../server/server.h"

const char *store_address(const struct args *a)
{
    const char *address = args_text(a, "store");

    if (address && !store_is_address(address))
        refuse(_("option --store: '%s' is no address such as postgresql://host/house"),
               address);
    if (address && args_text(a, "data"))
        refuse(_("tables are kept in one place: --data or --store"));
    return address;
}

const char *store_name(const char *where)
{
    return store_is_address(where) ? "PostgreSQL" : where;
}

struct store *store_given(const struct args *a,
                          const char *(*open)(const char *where, struct store **out))
{
    const char *where = store_address(a), *refusal;
    struct store *store;

    if (!where)
        where = args_text(a, "data") ? args_text(a, "data") : "data";
    if (sodium_init() < 0)
        give_up(_("there is not enough memory"));
    refusal = open(where, &store);
    if (refusal)
        give_up("%s: %s", store_name(where), _(refusal));
    return store;
}

static void replay_ply(void *with, const struct store_ply *p)
{
    struct row_match *r = with;
    tb_move move;

    if (!r->refusal)
        r->refusal = tb_parse(r->match->game, r->match->now, p->seat, p->note, &move);
    if (!r->refusal)
        r->refusal = tb_match_play(r->match, p->seat, move, NULL);
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

/* The kit of a table that is played in a book; NULL: it is in none, or it is not here. */
static struct tb_kit *kit_of_row(struct store *store, const struct tb_game *g,
                                 const struct store_table *row)
{
    struct store_book book = { .digest = row->book };
    struct making m = { .game = g };
    bool found;

    memcpy(book.game, row->game, sizeof book.game);
    if (row->book)
        store_book_get(store, &book, make_kit, &m, &found);
    return m.kit;
}

static enum row_is play_plies(struct store *store, const struct store_table *row,
                              struct row_match *r)
{
    const char *refusal = store_plies(store, row->key, replay_ply, r);

    if (r->refusal)
        return ROW_WRONG;
    if (refusal == store_damaged)
        return ROW_DAMAGED;
    r->refusal = refusal;
    return refusal ? ROW_UNREAD : ROW_WHOLE;
}

struct row_match row_replay(struct store *store, const struct store_table *row,
                            struct tb_kit *const *kits)
{
    const struct tb_game *g = tb_find(row->game);
    uint64_t options[TB_OPTIONS_MAX];
    struct row_match r = { .is = ROW_OTHER_RULES };

    if (!g || g->edition != row->edition || !table_options(row, g, options))
        return r;
    r.own = kit_of_row(store, g, row);
    if (row->book && !r.own) {
        r.is = ROW_NO_BOOK;
        return r;
    }
    r.match = match_new(g);
    r.refusal = tb_match_new(r.match, row->seats, options,
                             r.own ? r.own : tb_kits_of(kits, g), row->seed);
    r.is = r.refusal ? ROW_WRONG : play_plies(store, row, &r);
    return r;
}

void row_free(struct row_match *r)
{
    match_free(r->match);
    tb_kit_free(r->own);
}
