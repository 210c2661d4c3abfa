/* The store in PostgreSQL: opening, closing, and what it has no need of. */
#include "postgres.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void close_one(struct store *s)
{
    struct postgres *p = pg(s);

    pg_hang_up(p);
    store_reads_free(s, p->looking);
    pg_sight_free(p);
    pg_forget_news(p);
    while (p->out) {
        struct pg_question *q = p->out;

        p->out = q->next_out;
        if (!q->set)
            pg_free_question(p, q);
    }
    if (p->pq.library)
        dlclose(p->pq.library);
    free(p->address);
    free(p->writes.at);
    free(p->claims);
    free(p->sent);
    free(p);
}

/* ---- purposes ---- */

struct store_reads *postgres_reads_new(struct store *s)
{
    struct pg_reads *r = calloc(1, sizeof *r);

    return (struct store_reads *)r; /* its first */
}

static struct pg_reads *of(struct store_reads *r) { return (struct pg_reads *)r; }

/* What is still on its way belongs to nobody then, and is freed when it comes. */
static void reads_free(struct store *s, struct store_reads *r)
{
    for (struct pg_question *q = of(r)->first, *next; q; q = next) {
        next = q->next;
        q->set = NULL;
        if (q->answered)
            pg_free_question(pg(s), q);
    }
    free(r);
}

static void reads_use(struct store *s, struct store_reads *r) { pg(s)->reads = of(r); }

/* clang-format off */
static const struct store_face face = {
    .close = close_one,
    .abort = postgres_abort,
    .reads_free = reads_free,
    .reads_use = reads_use,
    .hear = postgres_hear,
    .hold = pg_hold,
    .drop = pg_drop,
    .commit = postgres_commit,
    .join = postgres_join,
    .reads_new = postgres_reads_new,
    .news = postgres_news,
    .version = postgres_version,
    .node = postgres_node,
    .beat = postgres_beat,
    .leave = postgres_leave,
    .present = postgres_present,
    .elsewhere = postgres_elsewhere,
    .pass_on = postgres_pass_on,
    .secret = postgres_secret,
    .send = postgres_send,
    .kept = postgres_kept,
    .failure = postgres_failure,
    .fd = postgres_fd,
    .is_up = postgres_is_up,
    .is_dirty = postgres_is_dirty,
    .person_add = postgres_person_add,
    .person_set = postgres_person_set,
    .person_get = postgres_person_get,
    .person_by_token = postgres_person_by_token,
    .person_by_handle = postgres_person_by_handle,
    .person_delete = postgres_person_delete,
    .person_merge = postgres_person_merge,
    .programs = postgres_programs,
    .token_add = postgres_token_add,
    .token_delete = postgres_token_delete,
    .token_note = postgres_token_note,
    .tokens_end = postgres_tokens_end,
    .tokens = postgres_tokens,
    .table_add = postgres_table_add,
    .table_set = postgres_table_set,
    .table_get = postgres_table_get,
    .table_delete = postgres_table_delete,
    .tables = postgres_tables,
    .table_count = postgres_table_count,
    .busy = postgres_busy,
    .ply_add = postgres_ply_add,
    .plies = postgres_plies,
    .plies_cut = postgres_plies_cut,
    .look = postgres_look,
    .lacks_end = postgres_lacks_end,
    .lost = postgres_lost,
    .check_file = postgres_check_file,
    .is_corrupt = postgres_is_corrupt,
    .marks_lost = postgres_marks_lost,
    .result_add = postgres_result_add,
    .results = postgres_results,
    .result_get = postgres_result_get,
    .day_counts = postgres_day_counts,
    .day_result = postgres_day_result,
    .book_add = postgres_book_add,
    .book_hold = postgres_book_hold,
    .book_held = postgres_book_held,
    .book_get = postgres_book_get,
    .books_sent = postgres_books_sent,
    .books_tidy = postgres_books_tidy,
    .persons = postgres_persons,
    .books = postgres_books,
    .holders = postgres_holders,
    .alive = postgres_alive,
    .line_add = postgres_line_add,
    .lines = postgres_lines,
};
/* clang-format on */

const char *postgres_store_open(const char *address, bool making, struct store **out)
{
    static _Thread_local char said[512]; /* outlives the line it is about */
    struct postgres *p = calloc(1, sizeof *p);
    const char *refusal;

    *out = NULL;
    if (!p || !(p->address = strdup(address))) {
        free(p);
        return TB_N("Out of memory.");
    }
    p->is.face = &face;
    p->out_last = &p->out;
    refusal = pg_connect(p, making);
    if (refusal) {
        snprintf(said, sizeof said, "%s", refusal);
        close_one(&p->is);
        return said;
    }
    *out = &p->is;
    return NULL;
}

bool postgres_is_dirty(const struct store *s)
{
    return ((const struct postgres *)s)->dirty;
}

/* ---- damage ---- */

static void count_ply(void *with, const struct store_ply *p) { ++*(uint32_t *)with; }

/* PostgreSQL looks after its own pages. What we see is a gap. */
const char *postgres_look(struct store *s, const struct store_table *t,
                          struct store_harm *harm)
{
    const char *refusal;

    *harm = (struct store_harm){ .kind = HARM_NONE };
    memcpy(harm->id, t->id, sizeof harm->id);
    refusal = postgres_plies(s, t->key, count_ply, &harm->from);
    if (refusal != store_damaged)
        return refusal;
    harm->kind = HARM_MOVES;
    return NULL;
}

bool postgres_lacks_end(struct store *s, const struct store_table *t) { return false; }

const char *postgres_lost(struct store *s, bool unfinished,
                          void (*each)(void *with, const struct store_harm *harm),
                          void *with)
{
    return NULL;
}

const char *postgres_check_file(struct store *s, void (*each)(void *with, const char *line),
                                void (*tick)(void *with), void *with)
{
    return NULL;
}

bool postgres_is_corrupt(const struct store *s) { return false; }

bool postgres_marks_lost(const struct store *s) { return false; }
