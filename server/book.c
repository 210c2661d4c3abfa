/*
 * A book comes to the house: POST /api/book/GAME/DIGEST, the canonical text as its body.
 * A worker makes the kit of it, which tells whether it is a book at all, and which.
 */
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { BOOKS_AN_HOUR = 20 };

struct book_job {
    struct job job;
    uint64_t request;
    struct store_book book;
    const struct tb_game *game;
    char who[STORE_ID];
    struct tb_kit *kit;
    const char *refusal;
    size_t length;
    char text[];
};

static void book_work(struct job *job)
{
    struct book_job *j = (struct book_job *)job;

    j->kit = tb_kit_new(j->game, j->text, j->length, &j->refusal);
}

static void compare(void *with, const char *text, size_t length)
{
    struct book_job *j = with;

    if (length != j->length || memcmp(text, j->text, length) != 0)
        j->refusal = TB_N("Another book has the same digest here.");
}

/* Why what came is not that book; NULL: it is kept, and who sent it may play in it. */
static const char *keep_book(struct server *s, struct book_job *j)
{
    bool found = false;

    if (!j->kit)
        return j->refusal ? j->refusal : TB_N("Out of memory.");
    if (j->kit->digest != j->book.digest)
        return TB_N("This text does not have that digest.");
    kept(s, store_book_get(s->store, &j->book, compare, j, &found));
    if (j->refusal || s->late)
        return j->refusal;
    if (!found)
        kept(s, store_book_add(s->store, &j->book, j->text, j->length));
    kept(s, store_book_hold(s->store, &j->book, j->who, s->now));
    return NULL;
}

static void book_finish(struct server *s, struct job *job)
{
    struct book_job *j = (struct book_job *)job;
    const char *refusal =
        s->stopping ? TB_N("The server failed: nothing was changed.") : keep_book(s, j);

    if (s->late)
        return;
    if (!refusal && !shelf_put(s, j->game, j->kit))
        refusal = TB_N("The server is busy: try again in a moment.");
    else if (refusal)
        tb_kit_free(j->kit);
    answer_book(s, j->request, refusal);
}

static void book_done(struct job *job, void *with) { errand_job(with, job, book_finish); }

/* GAME/DIGEST; NULL: no such game reads a text, or that is no digest. */
static const struct tb_game *read_place(const char *path, struct store_book *book)
{
    const char *slash = strchr(path, '/');
    const struct tb_game *g;

    if (!slash || slash - path >= (int)sizeof book->game)
        return NULL;
    snprintf(book->game, sizeof book->game, "%.*s", (int)(slash - path), path);
    g = tb_find(book->game);
    return g && g->kit_size && !g->kit_bare && read_digest(slash + 1, &book->digest) ? g
                                                                                     : NULL;
}

struct no book_receive(struct server *s, const struct net_request *q, const char *path,
                       const struct store_person *p)
{
    struct store_book book = { 0 };
    const struct tb_game *g = read_place(path, &book);
    struct book_job *j;
    struct address from;
    int sent = 0;

    if (!g)
        return (struct no){ "unknown", TB_N("There is nothing here.") };
    kept(s, store_books_sent(s->store, p->id, s->now - BOOK_HELD_FOR, &sent));
    if (s->late)
        return LATER;
    if (sent >= BOOKS_AN_HOUR || !bucket_take(&s->books, s->now, 60, 1))
        return (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    j = calloc(1, sizeof *j + q->length + 1);
    if (!j)
        return (struct no){ "broken", TB_N("Out of memory.") };
    address_of(s, &q->head, &from);
    j->job = (struct job){ .work = book_work,
                           .done = book_done,
                           .whose = guard_of_address(s, &from)->key };
    j->request = q->id;
    j->book = book;
    j->game = g;
    j->length = q->length;
    memcpy(j->who, p->id, sizeof j->who);
    memcpy(j->text, q->body, q->length);
    if (pool_add(s->pool, &j->job))
        return YES;
    free(j);
    return (struct no){ "full", TB_N("The server is busy: try again in a moment.") };
}
