/*
 * tablier move-house: all that one house keeps, copied into another that is empty; from a
 * folder into PostgreSQL, or back.
 *
 * Nobody may play in either meanwhile. What cannot be read any more stays where it is, and
 * is named. The old house is left as it was.
 */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kept.h"

enum { TOGETHER = 200, ALL = 100000000 }; /* things that become durable together; rows */

struct moving {
    struct store *from, *to;
    const char *refusal; /* of what is called for each row */
    int64_t key;         /* of the table at work, in the new house */
    int since;           /* things since the last commit */
    int persons, tables, left_out;
};

/* ---- the two houses ---- */

/* Open as long as this program runs: a server would refuse to start meanwhile. */
static void lock_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        refuse("%s: %s", folder, _("a server plays there: stop it first"));
}

static void must_stand_still(const char *where, struct store *s)
{
    int alive = 0;
    const char *refusal = store_alive(s, &alive);

    if (refusal)
        give_up("%s: %s", store_name(where), _(refusal));
    if (alive)
        refuse("%s: %s", store_name(where), _("a server plays there: stop it first"));
}

static struct store *open_house(const char *where,
                                const char *(*open_one)(const char *, struct store **))
{
    struct store *s;
    const char *refusal;

    if (!store_is_address(where))
        lock_folder(where);
    refusal = open_one(where, &s);
    if (refusal)
        give_up("%s: %s", store_name(where), _(refusal));
    must_stand_still(where, s);
    return s;
}

static void note_any(void *with, const struct store_person *p) { *(bool *)with = true; }

static void must_be_empty(const char *where, struct store *s)
{
    bool lived_in = false;
    int tables = 0;
    const char *refusal = store_table_count(s, &tables);

    if (!refusal)
        refusal = store_persons(s, note_any, &lived_in);
    if (refusal)
        give_up("%s: %s", store_name(where), _(refusal));
    if (tables || lived_in)
        refuse("%s: %s", store_name(where), _("that house is not empty"));
}

/* ---- what is moved ---- */

/* From time to time what was copied is made durable. */
static void note_moved(struct moving *m)
{
    if (m->refusal || ++m->since < TOGETHER)
        return;
    m->since = 0;
    m->refusal = store_commit(m->to);
}

static void keep(struct moving *m, const char *refusal)
{
    if (!m->refusal)
        m->refusal = refusal;
}

struct book_moving {
    struct moving *m;
    const struct store_book *book;
};

static void take_text(void *with, const char *text, size_t length)
{
    const struct book_moving *b = with;

    keep(b->m, store_book_add(b->m->to, b->book, text, length));
}

static void move_book(void *with, const struct store_book *book)
{
    struct moving *m = with;
    struct book_moving b = { m, book };
    bool found;

    keep(m, store_book_get(m->from, book, take_text, &b, &found));
    note_moved(m);
}

static void move_holder(void *with, const struct store_book *b, const char *who, int64_t ms)
{
    struct moving *m = with;

    keep(m, store_book_hold(m->to, b, who, ms));
    note_moved(m);
}

struct person_moving {
    struct moving *m;
    const char *who;
};

static void move_token(void *with, const struct store_token *t)
{
    const struct person_moving *p = with;

    keep(p->m, store_token_add(p->m->to, t->hash, p->who, t->created));
    if (t->seen)
        keep(p->m, store_token_note(p->m->to, t->hash, t->device, t->seen));
}

static void move_result(void *with, const struct store_result *r)
{
    const struct person_moving *p = with;

    keep(p->m, store_result_add(p->m->to, r));
}

static void move_person(void *with, const struct store_person *person)
{
    struct moving *m = with;
    struct person_moving p = { m, person->id };

    keep(m, store_person_add(m->to, person));
    keep(m, store_tokens(m->from, person->id, move_token, &p));
    keep(m, store_results(m->from, person->id, 0, ALL, move_result, &p));
    m->persons++;
    note_moved(m);
}

static void move_ply(void *with, const struct store_ply *ply)
{
    struct moving *m = with;

    keep(m, store_ply_add(m->to, m->key, ply));
}

static void move_line(void *with, const struct store_line *line)
{
    struct moving *m = with;

    keep(m, store_line_add(m->to, m->key, line));
}

static bool is_sound(struct moving *m, const struct store_table *row)
{
    struct store_harm harm;

    keep(m, store_look(m->from, row, &harm));
    return !m->refusal && !harm.kind && !store_lacks_end(m->from, row);
}

static void move_table(void *with, const struct store_table *row)
{
    struct moving *m = with;
    struct store_table t = *row;

    if (!is_sound(m, row)) {
        if (!m->refusal)
            warn(_("table %s is damaged and is left out"), row->id);
        m->left_out++;
        return;
    }
    t.holder = 0; /* whoever opens the house will run it */
    keep(m, store_table_add(m->to, &t));
    m->key = t.key;
    keep(m, store_plies(m->from, row->key, move_ply, m));
    keep(m, store_lines(m->from, row->key, ALL, move_line, m));
    m->tables++;
    note_moved(m);
}

/* ---- all of it ---- */

static void move_all(struct moving *m)
{
    struct store_query all = { .what = LIST_ALL, .most = ALL };

    keep(m, store_books(m->from, move_book, m));
    keep(m, store_holders(m->from, move_holder, m));
    keep(m, store_persons(m->from, move_person, m));
    keep(m, store_tables(m->from, &all, move_table, m));
    keep(m, store_commit(m->to));
}

static void say_moved(const struct moving *m)
{
    printf(say_many((uint64_t)m->persons, _("%d person moved\n"), _("%d persons moved\n")),
           m->persons);
    printf(say_many((uint64_t)m->tables, _("%d table moved\n"), _("%d tables moved\n")),
           m->tables);
}

static int run(const struct args *a)
{
    struct moving m = { 0 };

    if (!strcmp(a->word[0], a->word[1]))
        refuse(_("a house moves to another place"));
    if (sodium_init() < 0)
        give_up(_("there is not enough memory"));
    if (!store_is_address(a->word[0]) && !store_is_kept(a->word[0]))
        refuse(_("%s: no tables are kept in that folder"), a->word[0]);
    if (!store_is_address(a->word[1]))
        (void)!mkdir(a->word[1], 0700); /* one that is there is looked into */
    m.from = open_house(a->word[0], store_open_to_look);
    m.to = open_house(a->word[1], store_open);
    must_be_empty(a->word[1], m.to);
    move_all(&m);
    if (m.refusal)
        give_up(_("%s: the move ended half way, and the old house is as it was: %s"),
                store_name(a->word[1]), _(m.refusal));
    store_close(m.from);
    store_close(m.to);
    say_moved(&m);
    return m.left_out ? FAILED : FINE;
}

static const struct arg takes[] = { { 0 } };

const struct command command_move_house = {
    .name = "move-house",
    .words = TB_N("FROM TO"),
    .words_min = 2,
    .words_max = 2,
    .about = TB_N("Copy all that a server keeps from a folder into PostgreSQL, or back."),
    .more = TB_N(
        "FROM and TO are folders, or addresses as postgresql://host/house. Nobody may\n"
        "play in either meanwhile, and TO must be empty. What is copied stays in FROM\n"
        "as well.\n"),
    .takes = takes,
    .run = run,
};
