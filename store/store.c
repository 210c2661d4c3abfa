/* The store: which kind an address names, and every call handed on to it. */
#include "face.h"

#include <string.h>

const char store_damaged[] =
    TB_N("This table is damaged on the disk of the house. It is kept aside, and nothing of "
         "it is deleted: tell the host of the house.");

bool store_is_address(const char *where)
{
    return !strncmp(where, "postgresql://", 13) || !strncmp(where, "postgres://", 11);
}

static const char *open_one(const char *where, bool making, struct store **out)
{
    return store_is_address(where) ? postgres_store_open(where, making, out)
                                   : sqlite_store_open(where, making, out);
}

const char *store_open(const char *where, struct store **out)
{
    return open_one(where, true, out);
}

const char *store_open_to_look(const char *where, struct store **out)
{
    return open_one(where, false, out);
}

void store_close(struct store *s)
{
    if (s)
        s->face->close(s);
}

void store_abort(struct store *s) { s->face->abort(s); }

void store_hear(struct store *s) { s->face->hear(s); }

void store_hold(struct store *s, const struct store_table *t) { s->face->hold(s, t); }

void store_drop(struct store *s, int64_t key) { s->face->drop(s, key); }

const char store_later[] = "What was asked for is not here yet.";

void store_reads_free(struct store *s, struct store_reads *r)
{
    if (r)
        s->face->reads_free(s, r);
}

void store_reads_use(struct store *s, struct store_reads *r) { s->face->reads_use(s, r); }

bool store_reads_are_here(const struct store_reads *r) { return !r->waiting; }

bool store_reads_are_none(const struct store_reads *r) { return !r->asked; }

const char *store_commit(struct store *s) { return s->face->commit(s); }

const char *store_join(struct store *s) { return s->face->join(s); }

struct store_reads *store_reads_new(struct store *s) { return s->face->reads_new(s); }

bool store_news(struct store *s, struct store_news *news) { return s->face->news(s, news); }

int64_t store_version(struct store *s, int64_t key) { return s->face->version(s, key); }

int64_t store_node(const struct store *s) { return s->face->node(s); }

const char *store_beat(struct store *s) { return s->face->beat(s); }

const char *store_present(struct store *s, int64_t key, const struct store_here *here)
{
    return s->face->present(s, key, here);
}

struct store_here store_elsewhere(struct store *s, int64_t key)
{
    return s->face->elsewhere(s, key);
}

const char *store_pass_on(struct store *s, const char *word)
{
    return s->face->pass_on(s, word);
}

const char *store_secret(const struct store *s) { return s->face->secret(s); }

const char *store_leave(struct store *s) { return s->face->leave(s); }

uint64_t store_send(struct store *s) { return s->face->send(s); }

uint64_t store_kept(const struct store *s) { return s->face->kept(s); }

const char *store_failure(struct store *s) { return s->face->failure(s); }

int store_fd(struct store *s, bool *writing) { return s->face->fd(s, writing); }

bool store_is_up(struct store *s) { return s->face->is_up(s); }

bool store_is_dirty(const struct store *s) { return s->face->is_dirty(s); }

const char *store_person_add(struct store *s, const struct store_person *p)
{
    return s->face->person_add(s, p);
}

const char *store_person_set(struct store *s, const struct store_person *p)
{
    return s->face->person_set(s, p);
}

const char *store_person_get(struct store *s, const char *id, struct store_person *p,
                             bool *found)
{
    return s->face->person_get(s, id, p, found);
}

const char *store_person_by_token(struct store *s, const uint8_t hash[STORE_TOKEN],
                                  struct store_person *p, bool *found)
{
    return s->face->person_by_token(s, hash, p, found);
}

const char *store_person_by_handle(struct store *s, const char *handle,
                                   struct store_person *p, bool *found)
{
    return s->face->person_by_handle(s, handle, p, found);
}

const char *store_person_delete(struct store *s, const char *id)
{
    return s->face->person_delete(s, id);
}

const char *store_person_merge(struct store *s, const char *from, const char *to)
{
    return s->face->person_merge(s, from, to);
}

const char *store_programs(struct store *s, const char *owner,
                           void (*each)(void *with, const struct store_person *p),
                           void *with)
{
    return s->face->programs(s, owner, each, with);
}

const char *store_token_add(struct store *s, const uint8_t hash[STORE_TOKEN],
                            const char *person, int64_t ms)
{
    return s->face->token_add(s, hash, person, ms);
}

const char *store_token_delete(struct store *s, const uint8_t hash[STORE_TOKEN])
{
    return s->face->token_delete(s, hash);
}

const char *store_token_note(struct store *s, const uint8_t hash[STORE_TOKEN],
                             const char *device, int64_t ms)
{
    return s->face->token_note(s, hash, device, ms);
}

const char *store_tokens_end(struct store *s, const char *person,
                             const uint8_t keep[STORE_TOKEN])
{
    return s->face->tokens_end(s, person, keep);
}

const char *store_tokens(struct store *s, const char *person,
                         void (*each)(void *with, const struct store_token *t), void *with)
{
    return s->face->tokens(s, person, each, with);
}

const char *store_table_add(struct store *s, struct store_table *t)
{
    return s->face->table_add(s, t);
}

const char *store_table_set(struct store *s, const struct store_table *t)
{
    return s->face->table_set(s, t);
}

const char *store_table_get(struct store *s, const char *id, struct store_table *t,
                            bool *found)
{
    return s->face->table_get(s, id, t, found);
}

const char *store_table_delete(struct store *s, int64_t key)
{
    return s->face->table_delete(s, key);
}

const char *store_tables(struct store *s, const struct store_query *q,
                         void (*each)(void *with, const struct store_table *t), void *with)
{
    return s->face->tables(s, q, each, with);
}

const char *store_table_count(struct store *s, int *count)
{
    return s->face->table_count(s, count);
}

const char *store_busy(struct store *s, const char *who, int *count)
{
    return s->face->busy(s, who, count);
}

const char *store_ply_add(struct store *s, int64_t key, const struct store_ply *p)
{
    return s->face->ply_add(s, key, p);
}

const char *store_plies(struct store *s, int64_t key,
                        void (*each)(void *with, const struct store_ply *p), void *with)
{
    return s->face->plies(s, key, each, with);
}

const char *store_plies_cut(struct store *s, int64_t key, uint32_t n)
{
    return s->face->plies_cut(s, key, n);
}

const char *store_look(struct store *s, const struct store_table *t,
                       struct store_harm *harm)
{
    return s->face->look(s, t, harm);
}

bool store_lacks_end(struct store *s, const struct store_table *t)
{
    return s->face->lacks_end(s, t);
}

const char *store_lost(struct store *s, bool unfinished,
                       void (*each)(void *with, const struct store_harm *harm), void *with)
{
    return s->face->lost(s, unfinished, each, with);
}

const char *store_check_file(struct store *s, void (*each)(void *with, const char *line),
                             void (*tick)(void *with), void *with)
{
    return s->face->check_file(s, each, tick, with);
}

bool store_is_corrupt(const struct store *s) { return s->face->is_corrupt(s); }

bool store_marks_lost(const struct store *s) { return s->face->marks_lost(s); }

const char *store_result_add(struct store *s, const struct store_result *r)
{
    return s->face->result_add(s, r);
}

const char *store_results(struct store *s, const char *who, int64_t before, int most,
                          void (*each)(void *with, const struct store_result *r),
                          void *with)
{
    return s->face->results(s, who, before, most, each, with);
}

const char *store_result_get(struct store *s, const char *who, const char *source,
                             struct store_result *r, bool *found)
{
    return s->face->result_get(s, who, source, r, found);
}

const char *store_day_counts(struct store *s, const char *game, uint32_t day,
                             void (*each)(void *with, int result, int count), void *with)
{
    return s->face->day_counts(s, game, day, each, with);
}

const char *store_day_result(struct store *s, const char *game, uint32_t day,
                             const char *who, int *result, bool *found)
{
    return s->face->day_result(s, game, day, who, result, found);
}

const char *store_book_add(struct store *s, const struct store_book *b, const char *text,
                           size_t length)
{
    return s->face->book_add(s, b, text, length);
}

const char *store_book_hold(struct store *s, const struct store_book *b, const char *who,
                            int64_t ms)
{
    return s->face->book_hold(s, b, who, ms);
}

const char *store_book_held(struct store *s, const struct store_book *b, const char *who,
                            bool *held)
{
    return s->face->book_held(s, b, who, held);
}

const char *store_book_get(struct store *s, const struct store_book *b,
                           void (*take)(void *with, const char *text, size_t length),
                           void *with, bool *found)
{
    return s->face->book_get(s, b, take, with, found);
}

const char *store_books_sent(struct store *s, const char *who, int64_t since, int *count)
{
    return s->face->books_sent(s, who, since, count);
}

const char *store_books_tidy(struct store *s, int64_t before)
{
    return s->face->books_tidy(s, before);
}

const char *store_persons(struct store *s,
                          void (*each)(void *with, const struct store_person *p),
                          void *with)
{
    return s->face->persons(s, each, with);
}

const char *store_books(struct store *s,
                        void (*each)(void *with, const struct store_book *b), void *with)
{
    return s->face->books(s, each, with);
}

const char *store_holders(struct store *s,
                          void (*each)(void *with, const struct store_book *b,
                                       const char *who, int64_t ms),
                          void *with)
{
    return s->face->holders(s, each, with);
}

const char *store_alive(struct store *s, int *count) { return s->face->alive(s, count); }

const char *store_line_add(struct store *s, int64_t key, const struct store_line *line)
{
    return s->face->line_add(s, key, line);
}

const char *store_lines(struct store *s, int64_t key, int most,
                        void (*each)(void *with, const struct store_line *line), void *with)
{
    return s->face->lines(s, key, most, each, with);
}
