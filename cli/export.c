/*
 * tablier export and import: tables as records, one text file each.
 *
 * A record is all there is to a finished game, so records are how games leave a house and
 * come to another. Export works while the server runs.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "../server/server.h"
#include "kept.h"

/* ---- out ---- */

struct exporting {
    struct store *store;
    struct tb_kit **kits;
    const char *folder;
    bool all;
    int written, left_out, damaged;
};

static void write_row(struct exporting *e, const struct store_table *row,
                      const struct row_match *r)
{
    char path[4096], about[2048];
    struct tb_text out = tb_text(about, sizeof about);
    const char *refusal;

    snprintf(path, sizeof path, "%s/%s.tablier", e->folder, row->id);
    put_about(e->store, row, &out);
    if (r->is == ROW_DAMAGED) {
        e->damaged++;
        tb_put(&out, "# damaged: what came after these moves is not here\n");
        warn(_("table %s is damaged: its moves up to the damage are written"), row->id);
    }
    refusal = record_write(r->match, path, about, true); /* the same table, told again */
    if (refusal)
        give_up("%s: %s", path, refusal);
    e->written++;
}

static void export_row(void *with, const struct store_table *row)
{
    struct exporting *e = with;
    struct row_match r;

    if (row->status == TABLE_OPEN || (row->status == TABLE_PLAYING && !e->all))
        return;
    r = row_replay(e->store, row, e->kits);
    if (r.is == ROW_WHOLE || r.is == ROW_DAMAGED) {
        write_row(e, row, &r);
    } else {
        e->left_out++;
        warn(_("table %s was played under other rules and is left out"), row->id);
    }
    row_free(&r);
}

static int run_export(const struct args *a)
{
    struct exporting e = { .store = store_given(a, store_open),
                           .kits = must(tb_kits_new()),
                           .folder = a->word[0] };
    struct store_query all = { .what = LIST_ALL, .most = 100000000 };
    const char *refusal;

    e.all = args_text(a, "all");
    if (mkdir(e.folder, 0755) && errno != EEXIST)
        give_up("%s: %s", e.folder, why_not(errno));
    refusal = store_tables(e.store, &all, export_row, &e);
    if (refusal)
        give_up("%s", refusal);
    store_close(e.store);
    tb_kits_free(e.kits);
    printf(
        say_many((uint64_t)e.written, _("%d record written\n"), _("%d records written\n")),
        e.written);
    return e.left_out || e.damaged ? FAILED : FINE;
}

/* ---- in ---- */

static void fill_row(const struct tb_match *m, int before, struct store_table *row)
{
    const struct tb_head *head = tb_head_of(m->now);
    struct tb_text options = tb_text(row->options, sizeof row->options);
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    make_id(row->id);
    snprintf(row->game, sizeof row->game, "%s", m->game->id);
    table_write_options(m->game, head->option, &options);
    row->edition = m->game->edition;
    row->seed = m->seed;
    row->book = head->kit ? head->kit->digest : 0;
    row->seats = head->seats;
    row->status = TABLE_OVER;
    row->why = head->owes ? OVER_ABANDONED : OVER_PLAYED;
    row->is_public = true;
    /* Lists are paged by the time: each has its own, in the order of their coming. */
    row->changed = (int64_t)now.tv_sec * 1000 + before;
    row->created = row->started = row->changed;
    for (int i = 0; i < row->seats; i++)
        row->seat[i].kind = SEAT_PERSON;
}

static const char *import_plies(struct store *store, const struct tb_match *m,
                                const struct store_table *row)
{
    struct tb_match again = *m;
    const char *refusal = NULL;

    tb_match_rewind(&again, 0); /* notes are written position by position */
    for (uint32_t i = 0; i < m->count && !refusal; i++) {
        char note[TB_NOTE_MAX];
        struct store_ply ply = { .note = note, .ms = row->started, .n = i, .at = i };

        ply.seat = m->plies[i].seat;
        tb_notate(m->game, m->now, m->plies[i].move, note);
        tb_step(m->game, m->now, ply.seat, m->plies[i].move, NULL);
        refusal = store_ply_add(store, row->key, &ply);
    }
    return refusal;
}

/* Records that were read and checked. Only then are they written, so that a server that
 * plays meanwhile waits for as short a time as can be. */
struct incoming {
    struct one {
        struct tb_match *match;
        struct tb_kit *kit;
    } * list;
    int count, room;
};

/* A kit is a few megabytes: records of one game keep the first of them only. */
static void share_kit(const struct incoming *in, struct one *one)
{
    for (int i = 0; i < in->count && one->kit; i++)
        if (in->list[i].kit && in->list[i].match->game == one->match->game &&
            in->list[i].kit->digest == one->kit->digest) {
            tb_head(one->match->now)->kit = in->list[i].kit;
            tb_kit_free(one->kit);
            one->kit = NULL;
        }
}

static void read_file(struct incoming *in, const char *path, const struct args *a)
{
    if (in->count == in->room) {
        in->room = 2 * in->room + 16;
        in->list = must(realloc(in->list, (size_t)in->room * sizeof *in->list));
    }
    in->list[in->count].match = match_read(path, a, &in->list[in->count].kit);
    share_kit(in, &in->list[in->count]);
    in->count++;
}

static void see(void *with, const char *text, size_t length) {}

/* The book comes along: the house must be able to show the game. It is kept here, since the
 * record was read with it. */
static const char *import_book(struct store *store, const struct store_table *row)
{
    struct store_book book = { .digest = row->book };
    bool found = !row->book;
    const char *refusal = NULL;
    size_t length = 0;
    char *text;

    memcpy(book.game, row->game, sizeof book.game);
    if (!found)
        refusal = store_book_get(store, &book, see, NULL, &found);
    if (refusal || found)
        return refusal;
    text = book_text_of(row->book, &length);
    refusal =
        text ? store_book_add(store, &book, text, length) : TB_N("This game needs a book.");
    free(text);
    return refusal;
}

static const char *write_record(struct store *store, const struct tb_match *m, int before)
{
    struct store_table row = { 0 };
    const char *refusal;

    fill_row(m, before, &row);
    refusal = import_book(store, &row);
    if (!refusal)
        refusal = store_table_add(store, &row);
    return refusal ? refusal : import_plies(store, m, &row);
}

static bool is_record_name(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && dot != name && (!strcmp(dot, ".tablier") || !strcmp(dot, ".txt"));
}

static void read_folder(struct incoming *in, const char *folder, const struct args *a)
{
    DIR *dir = opendir(folder);

    if (!dir)
        refuse("%s: %s", folder, why_not(errno));
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[4096];

        if (!is_record_name(entry->d_name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        read_file(in, path, a);
    }
    closedir(dir);
}

static void incoming_free(struct incoming *in)
{
    for (int i = 0; i < in->count; i++) {
        match_free(in->list[i].match);
        tb_kit_free(in->list[i].kit);
    }
    free(in->list);
}

static int run_import(const struct args *a)
{
    struct store *store = store_given(a, store_open);
    struct incoming in = { 0 };
    struct stat what;
    const char *refusal = NULL;

    if (!stat(a->word[0], &what) && S_ISDIR(what.st_mode))
        read_folder(&in, a->word[0], a);
    else
        read_file(&in, a->word[0], a);
    for (int i = 0; i < in.count && !refusal; i++)
        refusal = write_record(store, in.list[i].match, i);
    if (!refusal)
        refusal = store_commit(store); /* all of them, or none */
    if (refusal)
        give_up("%s", refusal);
    store_close(store);
    printf(say_many((uint64_t)in.count, _("%d record read\n"), _("%d records read\n")),
           in.count);
    incoming_free(&in);
    return FINE;
}

static const struct arg export_takes[] = {
    { "data", TB_N("FOLDER"), TB_N("where tables are kept; usually data") },
    { "store", TB_N("ADDRESS"), TB_N("in PostgreSQL instead: postgresql://host/house") },
    { "all", NULL, TB_N("also games that are still being played, secrets and all") },
    { 0 },
};

static const struct arg import_takes[] = {
    { "data", TB_N("FOLDER"), TB_N("where tables are kept; usually data") },
    { "store", TB_N("ADDRESS"), TB_N("in PostgreSQL instead: postgresql://host/house") },
    { "book", TB_N("FILE"), TB_N("the book that the game is played with") },
    { 0 },
};

const struct command command_export = {
    .name = "export",
    .words = TB_N("FOLDER"),
    .words_min = 1,
    .words_max = 1,
    .about = TB_N("Write the finished tables of a server as records, one file each."),
    .takes = export_takes,
    .run = run_export,
};

const struct command command_import = {
    .name = "import",
    .words = TB_N("RECORD"),
    .words_min = 1,
    .words_max = 1,
    .about = TB_N("Add a record, or a folder of them, to a server's finished tables."),
    .takes = import_takes,
    .run = run_import,
};
