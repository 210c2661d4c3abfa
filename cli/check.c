/*
 * tablier check: looks for damage in all that a house keeps, and names it.
 *
 * The server holds every record against its sums when it reads it, and looks at the tables
 * that are not over when it starts; this looks at everything, and plays every record again.
 * It changes nothing that it looks at, and the server may be running.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "kept.h"

struct checking {
    struct store *store;
    struct tb_kit **kits;
    bool bar;
    double begun, drawn;
    int done, total;
    int damaged, other_rules;
    bool file; /* SQLite itself found something */
};

/* ---- the bar ---- */

/* Ten times a second. */
static void draw(void *with)
{
    struct checking *c = with;
    double now = seconds_now();

    if (!c->bar || now - c->drawn < 0.1)
        return;
    c->drawn = now;
    progress_draw((uint64_t)c->done, (uint64_t)c->total, now - c->begun);
}

static void clear(const struct checking *c)
{
    if (c->bar)
        progress_clear();
}

/* ---- the file ---- */

static void say_of_file(void *with, const char *line)
{
    struct checking *c = with;

    clear(c);
    c->file = true;
    printf(_("the file: %s\n"), line);
}

static void check_file(struct checking *c)
{
    const char *refusal = store_check_file(c->store, say_of_file, draw, c);

    if (refusal)
        say_of_file(c, refusal);
}

/* ---- tables ---- */

static void say_harm(void *with, const struct store_harm *h)
{
    struct checking *c = with;

    clear(c);
    c->damaged++;
    switch (h->kind) {
    case HARM_NONE:
        break;
    case HARM_MOVES:
        printf(_("table %s: damaged after move %u; up to there it is sound\n"), h->id,
               h->from);
        break;
    case HARM_SHORT:
        printf(_("table %s: moves are missing after move %u; there were %u or more\n"),
               h->id, h->from, h->marked);
        break;
    case HARM_OTHER:
        printf(_("table %s: its %u moves are not those that were answered\n"), h->id,
               h->from);
        break;
    case HARM_END:
        printf(_("table %s: that it began or ended is missing; it has %u moves\n"), h->id,
               h->from);
        break;
    case HARM_LOST:
        printf(_("table %s: the whole table is missing, with %u moves\n"), h->id,
               h->marked);
        break;
    }
}

static void say_wrong(struct checking *c, const struct store_table *row, const char *why)
{
    clear(c);
    c->damaged++;
    printf(_("table %s: it cannot be played again: %s\n"), row->id, why);
}

/* What a person was told to have reached, beside what the record comes to. */
static bool has_its_points(struct checking *c, const struct store_table *row,
                           const struct tb_match *m)
{
    struct tb_result result = { 0 };

    m->game->score(m->now, &result);
    for (int i = 0; i < row->seats; i++) {
        struct store_result r;
        bool found = false;

        if (row->seat[i].kind == SEAT_PERSON && *row->seat[i].who)
            store_result_get(c->store, row->seat[i].who, row->id, &r, &found);
        if (found && r.points != result.points[i])
            return false;
    }
    return true;
}

static void check_match(struct checking *c, const struct store_table *row,
                        const struct row_match *r)
{
    bool over = r->match && !tb_head_of(r->match->now)->owes;

    if (r->is == ROW_OTHER_RULES)
        c->other_rules++;
    else if (r->is == ROW_NO_BOOK)
        say_wrong(c, row, _("This house does not have that book any more."));
    else if (r->is != ROW_WHOLE || !r->match)
        say_wrong(c, row, _(r->refusal ? r->refusal : store_damaged));
    else if (row->status == TABLE_OVER && row->why == OVER_PLAYED && !over)
        say_wrong(c, row, _("its last move does not end the game"));
    else if (row->status == TABLE_OVER && !has_its_points(c, row, r->match))
        say_wrong(c, row, _("it comes to other points than were kept"));
}

static void check_row(struct checking *c, const struct store_table *row)
{
    struct store_harm harm;
    const char *refusal = store_look(c->store, row, &harm);

    if (refusal) {
        say_wrong(c, row, refusal);
    } else if (harm.kind) {
        say_harm(c, &harm);
    } else if (row->status != TABLE_OPEN) {
        struct row_match r = row_replay(c->store, row, c->kits);

        check_match(c, row, &r);
        row_free(&r);
    }
}

/* A server may have changed it since the list was made, or deleted it. */
static void check_listed(void *with, const struct store_table *listed)
{
    struct checking *c = with;
    struct store_table row;
    bool found = false;
    const char *refusal = store_table_get(c->store, listed->id, &row, &found);

    draw(c);
    c->done++;
    if (refusal)
        say_wrong(c, listed, refusal);
    else if (found)
        check_row(c, &row);
}

static void check_tables(struct checking *c)
{
    struct store_query all = { .what = LIST_ALL, .most = 100000000 };
    const char *refusal = store_tables(c->store, &all, check_listed, c);

    if (!refusal)
        refusal = store_lost(c->store, false, say_harm, c);
    if (refusal)
        say_of_file(c, refusal);
}

/* ---- all of it ---- */

static int sum_up(const struct checking *c)
{
    clear(c);
    if (store_marks_lost(c->store))
        puts(_("the marks beside the file were missing: whether the latest moves are there "
               "cannot be known"));
    if (c->other_rules)
        printf(say_many((uint64_t)c->other_rules,
                        _("%d table of other rules was not played again\n"),
                        _("%d tables of other rules were not played again\n")),
               c->other_rules);
    printf(
        say_many((uint64_t)c->done, _("%d table looked at\n"), _("%d tables looked at\n")),
        c->done);
    if (c->damaged)
        printf(say_many((uint64_t)c->damaged, _("%d is damaged: it is kept aside\n"),
                        _("%d are damaged: they are kept aside\n")),
               c->damaged);
    else if (!c->file)
        puts(_("all is sound"));
    return c->damaged || c->file ? FAILED : FINE;
}

static void must_be_kept(const struct args *a)
{
    const char *data = args_text(a, "data") ? args_text(a, "data") : "data";

    if (store_address(a))
        return; /* who is asked there will say */
    if (access(data, F_OK))
        refuse("%s: %s", data, why_not(errno));
    if (!store_is_kept(data))
        refuse(_("%s: no tables are kept in that folder"), data);
}

static int run(const struct args *a)
{
    struct checking c = { .bar = term_open(a).bar, .begun = seconds_now() };
    const char *refusal;
    int code;

    must_be_kept(a);
    c.store = store_given(a, store_open_to_look);
    c.kits = must(tb_kits_new());
    refusal = store_table_count(c.store, &c.total);
    if (refusal)
        say_of_file(&c, refusal);
    check_file(&c);
    check_tables(&c);
    code = sum_up(&c);
    store_close(c.store);
    tb_kits_free(c.kits);
    return code;
}

static const struct arg takes[] = {
    { "data", TB_N("FOLDER"), TB_N("where tables are kept; usually data") },
    { "store", TB_N("ADDRESS"), TB_N("in PostgreSQL instead: postgresql://host/house") },
    { 0 },
};

const struct command command_check = {
    .name = "check",
    .words = "",
    .about = TB_N("Look for damage in all that a server keeps, and name it."),
    .takes = takes,
    .run = run,
};
