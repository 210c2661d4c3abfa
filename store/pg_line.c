/*
 * The line to PostgreSQL: a pipeline.
 *
 * Writes are gathered in memory until the turn ends, or until somebody asks for what they
 * may have changed. From one Sync to the next all is one transaction, without a word for
 * its beginning: so a turn that failed leaves nothing to be cleaned up. The first error
 * makes PostgreSQL skip all up to the Sync.
 */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pg_line.h"

const char pg_line_no_memory[] = TB_N("Out of memory.");

/* ---- values ---- */

static void put_value(struct pg_call *c, const char *value, size_t length, bool is_bytes)
{
    assert(c->count < PG_VALUES);
    c->value[c->count] = value;
    c->length[c->count] = (int)length;
    c->is_bytes[c->count++] = is_bytes;
}

void pg_put_int(struct pg_call *c, int64_t value)
{
    char *digits = c->digits[c->count];
    int length = snprintf(digits, sizeof *c->digits, "%lld", (long long)value);

    put_value(c, digits, (size_t)length, false);
}

void pg_put_text(struct pg_call *c, const char *text)
{
    put_value(c, text, text ? strlen(text) : 0, false);
}

void pg_put_bytes(struct pg_call *c, const void *bytes, size_t length)
{
    put_value(c, bytes, length, true);
}

/* ---- bytes ---- */

static bool append(struct pg_bytes *b, const void *bytes, size_t length)
{
    if (b->room - b->length < length) {
        size_t room = 2 * b->room + length + 1024;
        char *at = realloc(b->at, room);

        if (!at)
            return false;
        b->at = at;
        b->room = room;
    }
    if (length)
        memcpy(b->at + b->length, bytes, length);
    b->length += length;
    return true;
}

/* A call as it waits: its number, how many values, and for each its length (-1: none),
 * whether it is bytes, and itself with a 0. */
static bool pack(struct pg_bytes *b, const struct pg_call *c)
{
    int head[2] = { (int)c->which, c->count };
    bool good = append(b, head, sizeof head);

    for (int i = 0; i < c->count && good; i++) {
        int of[2] = { c->value[i] ? c->length[i] : -1, c->is_bytes[i] };

        good = append(b, of, sizeof of);
        if (good && c->value[i])
            good = append(b, c->value[i], (size_t)c->length[i]) && append(b, "", 1);
    }
    return good;
}

/* The other way; the values stay where they are. Returns what follows. */
static const char *unpack(const char *at, struct pg_call *c)
{
    int head[2];

    memcpy(head, at, sizeof head);
    at += sizeof head;
    c->which = (enum pg_statement)head[0];
    c->count = 0;
    for (int i = 0; i < head[1]; i++) {
        int of[2];

        memcpy(of, at, sizeof of);
        at += sizeof of;
        put_value(c, of[0] < 0 ? NULL : at, of[0] < 0 ? 0 : (size_t)of[0], of[1]);
        at += of[0] < 0 ? 0 : of[0] + 1;
    }
    return at;
}

/* ---- what went wrong ---- */

/* In one line, without the server's word for its weight. */
static void copy_line(char *to, size_t size, const char *text)
{
    static const char weight[] = "ERROR:  ";

    if (!strncmp(text, weight, sizeof weight - 1))
        text += sizeof weight - 1;
    snprintf(to, size, "%s", *text ? text : "?");
    to[strcspn(to, "\n")] = 0;
}

const char *pg_line_say(struct postgres *p, const char *text)
{
    copy_line(p->said, sizeof p->said, text);
    return p->said;
}

/* The turn under way has failed: nothing of it will be kept. */
const char *pg_line_fail(struct postgres *p, const char *text)
{
    if (!p->failed)
        pg_line_say(p, text);
    p->failed = true;
    return p->said;
}

bool pg_line_is_there(struct postgres *p)
{
    return p->line && p->pq.PQstatus(p->line) == CONNECTION_OK;
}

bool pg_line_is_up(struct postgres *p) { return !p->dialling && pg_line_is_there(p); }

bool postgres_is_up(struct store *s) { return pg_line_is_up(pg(s)); }

/* ---- sending ---- */

bool pg_line_expect(struct postgres *p, struct pg_sent sent)
{
    if (!p->sent_count)
        p->heard_at = (int64_t)time(NULL);
    if (p->sent_count == p->sent_room) {
        size_t room = 2 * p->sent_room + 64;
        struct pg_sent *ring = malloc(room * sizeof *ring);

        if (!ring)
            return false;
        for (size_t i = 0; i < p->sent_count; i++)
            ring[i] = p->sent[(p->sent_first + i) % p->sent_room];
        free(p->sent);
        p->sent = ring;
        p->sent_first = 0;
        p->sent_room = room;
    }
    p->sent[(p->sent_first + p->sent_count++) % p->sent_room] = sent;
    return true;
}

const char *pg_line_send(struct postgres *p, const struct pg_call *c, struct pg_sent sent)
{
    char name[16];
    int format[PG_VALUES];

    for (int i = 0; i < c->count; i++)
        format[i] = c->is_bytes[i];
    snprintf(name, sizeof name, "s%d", (int)c->which);
    if (!p->pq.PQsendQueryPrepared(p->line, name, c->count, c->value, c->length, format, 0))
        return pg_line_fail(p, p->pq.PQerrorMessage(p->line));
    return pg_line_expect(p, sent) ? NULL : pg_line_fail(p, pg_line_no_memory);
}

static const char *send_claim(struct postgres *p, struct pg_claim *claim)
{
    struct pg_call c = pg_call(PG_CLAIM);

    pg_put_int(&c, claim->key);
    if (claim->before)
        pg_put_int(&c, claim->before);
    else
        pg_put_text(&c, NULL);
    pg_put_int(&c, claim->version);
    claim->sent = true;
    return pg_line_send(
        p, &c,
        (struct pg_sent){ .kind = SENT_CLAIM, .key = claim->key, .held = claim->before });
}

static int by_key(const void *a, const void *b)
{
    const struct pg_claim *x = a, *y = b;

    return (x->key > y->key) - (x->key < y->key);
}

/* Rows are locked in one order, by whoever it is: so nobody waits in a circle. */
static const char *send_claims(struct postgres *p)
{
    const char *refusal = NULL;

    if (p->claimed)
        qsort(p->claims, (size_t)p->claimed, sizeof *p->claims, by_key);
    for (int i = 0; i < p->claimed && !refusal; i++)
        if (!p->claims[i].sent)
            refusal = send_claim(p, &p->claims[i]);
    return refusal;
}

/* Whether this node may still write, and what it wrote last, in the same breath. */
static const char *send_mark(struct postgres *p)
{
    struct pg_call c = pg_call(PG_MARK);

    if (!p->node)
        return NULL;
    pg_put_int(&c, p->node);
    pg_put_int(&c, p->marks + 1);
    pg_put_int(&c, p->writer);
    return pg_line_send(p, &c, (struct pg_sent){ .kind = SENT_MARK });
}

static enum pg_sent_kind kind_of(enum pg_statement which)
{
    if (which == PG_TAKE)
        return SENT_TAKE;
    return which == PG_TABLES_TOUCH || which == PG_LET_GO ? SENT_CHANGE : SENT_WRITE;
}

static const char *send_writes(struct postgres *p)
{
    const char *at = p->writes.at, *end = at + p->writes.length;
    const char *refusal = p->begun ? NULL : send_mark(p);

    if (!refusal)
        refusal = send_claims(p);
    while (at < end && !refusal) {
        struct pg_call c;

        at = unpack(at, &c);
        refusal = pg_line_send(p, &c, (struct pg_sent){ .kind = kind_of(c.which) });
    }
    p->writes.length = 0;
    p->begun = true;
    return refusal;
}

/* turn: the one that ends here; 0: none does. */
const char *pg_line_sync(struct postgres *p, uint64_t turn)
{
    struct pg_sent sync = { .kind = SENT_SYNC, .turn = turn };

    if (!p->pq.PQpipelineSync(p->line))
        return pg_line_fail(p, p->pq.PQerrorMessage(p->line));
    return pg_line_expect(p, sync) ? NULL : pg_line_fail(p, pg_line_no_memory);
}

/* ---- hearing ---- */

static struct pg_claim *find_claim(struct postgres *p, int64_t key)
{
    for (int i = 0; i < p->claimed; i++)
        if (p->claims[i].key == key)
            return &p->claims[i];
    return NULL;
}

/* Whatever fails while a turn is begun is part of it; else it ends with its Sync. */
static void hear_failure(struct postgres *p, const char *text)
{
    if (p->begun)
        pg_line_fail(p, text);
    else if (!p->heard_failure)
        copy_line(p->heard, sizeof p->heard, text);
    p->heard_failure = true;
}

static void drop_first(struct postgres *p)
{
    p->sent_first = (p->sent_first + 1) % p->sent_room;
    p->sent_count--;
    p->answering = false;
}

void pg_free_question(struct postgres *p, struct pg_question *q)
{
    p->pq.PQclear(q->rows);
    free(q->call.at);
    free(q);
}

static void answer(struct postgres *p, struct pg_question *q)
{
    q->answered = true;
    if (q->set)
        q->set->is.waiting--;
    else if (q->call.at) /* nobody wants to know any more */
        pg_free_question(p, q);
}

bool pg_line_is_good(ExecStatusType status)
{
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Whoever has a table in memory may be beaten to it, and hears so; who has not, and finds
 * none, is mistaken. */
static void hear_claim(struct postgres *p, const struct pg_sent *claim, PGresult *r)
{
    const struct pg_held *held = pg_held(p, claim->key);

    if (strcmp(p->pq.PQcmdTuples(r), "0") != 0)
        return;
    if (!claim->held)
        hear_failure(p, TB_N("A table changed meanwhile."));
    else if (held)
        pg_tell(p, NEWS_BEATEN, held->id);
}

/* A row that the turn changed without a claim. Where it is as we have it in memory, what we
 * do next follows on that; else it is read again. */
static void hear_changed(struct postgres *p, int64_t key, int64_t before, int64_t version)
{
    struct pg_claim *claim = find_claim(p, key);
    struct pg_held *held = pg_held(p, key);

    if (held && claim && claim->before == before)
        claim->before = version; /* it has not left yet */
    else if (held && held->version == before)
        held->version = version;
    else if (held)
        pg_tell(p, NEWS_TABLE, held->id);
}

static int64_t number_at(struct postgres *p, PGresult *r, int row, int column)
{
    return strtoll(p->pq.PQgetvalue(r, row, column), NULL, 10);
}

static void hear_changes(struct postgres *p, enum pg_sent_kind kind, PGresult *r)
{
    int rows = p->pq.PQntuples(r);

    for (int i = 0; i < rows; i++) {
        const struct pg_held *held = pg_held(p, number_at(p, r, i, 0));

        hear_changed(p, number_at(p, r, i, 0), number_at(p, r, i, 1),
                     number_at(p, r, i, 2));
        if (kind == SENT_TAKE && held)
            pg_tell(p, NEWS_TABLE, held->id); /* to see that it is ours */
    }
    if (kind == SENT_TAKE && rows)
        pg_tell(p, NEWS_TAKEN, "");
}

static void hear_end_of_turn(struct postgres *p, uint64_t turn)
{
    p->in_flight = false;
    if (p->heard_failure) {
        memcpy(p->failure, p->heard, sizeof p->failure);
        return;
    }
    p->turns_kept = turn;
    p->marks += p->node != 0;
}

static void hear_sync(struct postgres *p)
{
    uint64_t turn = p->sent[p->sent_first].turn;

    if (turn)
        hear_end_of_turn(p, turn);
    p->heard_failure = false;
    drop_first(p);
}

/* Whether the line ends with this: what follows on it will not be answered. */
static bool is_farewell(struct postgres *p, PGresult *r)
{
    const char *weight = p->pq.PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);

    return weight && (!strcmp(weight, "FATAL") || !strcmp(weight, "PANIC"));
}

static void hear(struct postgres *p, PGresult *r)
{
    struct pg_sent *first = &p->sent[p->sent_first];
    ExecStatusType status = p->pq.PQresultStatus(r);

    if (!pg_line_is_good(status) && status != PGRES_PIPELINE_SYNC &&
        status != PGRES_PIPELINE_ABORTED)
        hear_failure(p, p->pq.PQresultErrorMessage(r));
    if (first->kind == SENT_CLAIM && pg_line_is_good(status))
        hear_claim(p, first, r);
    if ((first->kind == SENT_TAKE || first->kind == SENT_CHANGE) && pg_line_is_good(status))
        hear_changes(p, first->kind, r);
    p->fenced = p->fenced || (first->kind == SENT_MARK && !pg_line_is_good(status));
    p->answering = first->kind != SENT_SYNC;
    if (first->question && pg_line_is_good(status)) {
        first->question->rows = r;
        return;
    }
    p->pq.PQclear(r);
    if (status == PGRES_PIPELINE_SYNC)
        hear_sync(p);
}

/* What was asked and not answered is asked again; of a turn it will be seen what became. */
void pg_line_lose(struct postgres *p)
{
    hear_failure(p, p->line ? p->pq.PQerrorMessage(p->line) : "");
    p->heard_failure = false;
    while (p->sent_count) {
        struct pg_question *q = p->sent[p->sent_first].question;

        if (q && q->set) {
            q->next_out = NULL;
            *p->out_last = q;
            p->out_last = &q->next_out;
        } else if (q) {
            answer(p, q);
        }
        drop_first(p);
    }
}

/* Until there is a result. Both ways at once: PQgetResult alone would first send all that
 * is left, to a database that reads no more since nobody takes its answers. */
static void wait_for_result(struct postgres *p)
{
    while (pg_line_is_there(p) && p->pq.PQisBusy(p->line)) {
        int left = p->pq.PQflush(p->line);
        struct pollfd line = { .fd = p->pq.PQsocket(p->line),
                               .events = (short)(left > 0 ? POLLIN | POLLOUT : POLLIN) };

        if (left < 0 || line.fd < 0 || (poll(&line, 1, -1) < 0 && errno != EINTR))
            return; /* then PQgetResult says what is wrong */
        if ((line.revents & ~POLLOUT) && !p->pq.PQconsumeInput(p->line))
            return;
    }
}

/* Takes one result, waiting for it. */
void pg_line_hear_one(struct postgres *p)
{
    PGresult *r;

    wait_for_result(p);
    r = p->pq.PQgetResult(p->line);
    if (r && is_farewell(p, r)) {
        p->pq.PQclear(r);
        pg_hang_up(p);
    } else if (r) {
        hear(p, r);
    } else if (p->answering) {
        struct pg_question *q = p->sent[p->sent_first].question;

        drop_first(p);
        if (q)
            answer(p, q);
    }
    if (!pg_line_is_there(p))
        pg_line_lose(p);
}

static void hear_all(struct postgres *p)
{
    while (p->sent_count)
        pg_line_hear_one(p);
}

/* ---- turns ---- */

static const char out_of_reach[] = TB_N("The database was out of reach.");

/* For whoever waits for answers. */
static const char *be_up(struct postgres *p)
{
    if (pg_line_is_up(p))
        return NULL;
    if (p->begun)
        return pg_line_fail(p, out_of_reach);
    pg_line_dial(p);
    return pg_line_is_up(p) ? NULL : *p->said ? p->said : out_of_reach;
}

static const char *begin(struct postgres *p)
{
    const char *refusal = p->node ? NULL : be_up(p);

    if (p->failed)
        return p->said;
    if (refusal)
        return refusal;
    if (!p->dirty)
        p->turn_first = (p->writer << 32) + p->stamps + 1;
    p->dirty = true;
    return NULL;
}

const char *pg_write(struct postgres *p, const struct pg_call *c)
{
    const char *refusal = begin(p);

    if (refusal)
        return refusal;
    return pack(&p->writes, c) ? NULL : pg_line_fail(p, pg_line_no_memory);
}

int64_t pg_stamp(struct postgres *p) { return (p->writer << 32) + ++p->stamps; }

static bool make_room(struct postgres *p)
{
    int room = 2 * p->claims_room + 16;
    struct pg_claim *claims;

    if (p->claimed < p->claims_room)
        return true;
    claims = realloc(p->claims, (size_t)room * sizeof *claims);
    if (!claims)
        return false;
    p->claims = claims;
    p->claims_room = room;
    return true;
}

static const char *add_claim(struct postgres *p, int64_t key, bool is_new, int64_t *version)
{
    const char *refusal = begin(p);
    struct pg_held *held = pg_held(p, key);

    if (refusal)
        return refusal;
    if (!make_room(p))
        return pg_line_fail(p, pg_line_no_memory);
    *version = pg_stamp(p);
    p->claims[p->claimed++] = (struct pg_claim){ .key = key,
                                                 .version = *version,
                                                 .before = held ? held->version : 0,
                                                 .sent = is_new,
                                                 .is_new = is_new };
    if (held)
        held->version = *version;
    return NULL;
}

const char *pg_claim(struct postgres *p, int64_t key, int64_t *version)
{
    const struct pg_claim *claim = find_claim(p, key);

    if (!claim)
        return add_claim(p, key, false, version);
    *version = claim->version;
    return begin(p);
}

const char *pg_claim_new(struct postgres *p, int64_t key, int64_t *version)
{
    return add_claim(p, key, true, version);
}

static void forget_turn(struct postgres *p)
{
    p->writes.length = 0;
    p->notice_length = 0;
    p->claimed = 0;
    p->dirty = p->begun = p->failed = false;
}

/* Waiting for it. */
const char *postgres_commit(struct store *s)
{
    struct postgres *p = pg(s);
    bool failed;

    if (!p->dirty)
        return NULL;
    if (!p->begun)
        hear_all(p);
    if (!p->failed && pg_line_is_up(p))
        send_writes(p);
    if (pg_line_is_up(p))
        pg_line_sync(p, ++p->turns_sent);
    else
        pg_line_fail(p, out_of_reach);
    hear_all(p);
    failed = p->failed;
    forget_turn(p);
    *p->failure = 0;
    p->turns_kept = p->turns_sent;
    return failed ? p->said : NULL;
}

/* What was sent of it must not be kept: an error sees to that. */
void postgres_abort(struct store *s)
{
    struct postgres *p = pg(s);
    struct pg_call c = pg_call(PG_FAIL);

    if (p->begun && pg_line_is_up(p)) {
        pg_line_send(p, &c, (struct pg_sent){ .kind = SENT_WRITE });
        pg_line_sync(p, 0);
        hear_all(p);
    }
    forget_turn(p);
}

/* ---- turns that nobody waits for ---- */

static void send_turn(struct postgres *p)
{
    const char *refusal = pg_notice_tables(p);

    if (!refusal)
        refusal = pg_notice_end(p);
    if (!refusal)
        refusal = send_writes(p);

    if (!refusal)
        refusal = pg_line_sync(p, p->turns_sent + 1);
    if (refusal) { /* half of it is on its way: the line must go, or the rest would follow
                    */
        pg_hang_up(p);
        pg_line_lose(p);
    }
    p->turns_sent++;
    p->in_flight = true;
    forget_turn(p);
}

static void send_question(struct postgres *p, struct pg_question *q)
{
    struct pg_call c;
    struct pg_sent sent = { .kind = SENT_QUESTION, .question = q };

    unpack(q->call.at, &c);
    if (pg_line_send(p, &c, sent) || pg_line_sync(p, 0)) {
        pg_hang_up(p);
        pg_line_lose(p);
        p->failed = false; /* no turn is under way */
    }
}

static void send_questions(struct postgres *p)
{
    while (p->out && pg_line_is_up(p)) {
        struct pg_question *q = p->out;

        p->out = q->next_out;
        if (!p->out)
            p->out_last = &p->out;
        if (q->set)
            send_question(p, q);
        else
            pg_free_question(p, q);
    }
}

/* A question follows what was written before it: so it waits where that does. */
uint64_t postgres_send(struct store *s)
{
    struct postgres *p = pg(s);

    if (p->failed) {
        memcpy(p->failure, p->said, sizeof p->failure);
        return p->turns_sent;
    }
    if (p->dirty && !p->in_flight && pg_line_is_up(p))
        send_turn(p);
    if (!p->dirty)
        send_questions(p);
    if (pg_line_is_up(p))
        p->pq.PQflush(p->line);
    return p->turns_sent;
}

uint64_t postgres_kept(const struct store *s)
{
    return ((const struct postgres *)s)->turns_kept;
}

const char *postgres_failure(struct store *s)
{
    struct postgres *p = pg(s);

    if (!*p->failure)
        return NULL;
    memcpy(p->told, p->failure, sizeof p->told);
    *p->failure = 0;
    p->turns_sent = p->turns_kept;
    postgres_abort(s);
    return p->told;
}

int postgres_fd(struct store *s, bool *writing)
{
    struct postgres *p = pg(s);

    if (p->dialling == DIALLING)
        *writing = p->dial_writes;
    else
        *writing = pg_line_is_there(p) && p->pq.PQflush(p->line) == 1;
    return p->line ? p->pq.PQsocket(p->line) : -1;
}

/* ---- questions ---- */

void pg_clear(struct pg_rows *rows)
{
    if (!rows->kept)
        rows->pq->PQclear(rows->is);
    rows->is = NULL;
}

const char *pg_value(const struct pg_rows *rows, int row, int column)
{
    return rows->pq->PQgetvalue(rows->is, row, column);
}

int64_t pg_int(const struct pg_rows *rows, int row, int column)
{
    return strtoll(pg_value(rows, row, column), NULL, 10);
}

void pg_text(const struct pg_rows *rows, int row, int column, char *to, size_t size)
{
    snprintf(to, size, "%s", pg_value(rows, row, column));
}

static struct pg_rows rows_of(struct postgres *p, PGresult *is, bool kept)
{
    return (struct pg_rows){ &p->pq, is, p->pq.PQntuples(is), kept };
}

/* Within a turn the question follows what was written in it, and is answered before the
 * turn ends; outside of one it ends by itself. */
static const char *send_waiting(struct postgres *p, const struct pg_call *c, bool inside,
                                struct pg_question *q)
{
    struct pg_sent sent = { .kind = SENT_QUESTION, .question = q };
    const char *refusal = inside ? send_writes(p) : NULL;

    if (!refusal)
        refusal = pg_line_send(p, c, sent);
    if (refusal || !inside)
        return refusal ? refusal : pg_line_sync(p, 0);
    return p->pq.PQsendFlushRequest(p->line)
               ? NULL
               : pg_line_fail(p, p->pq.PQerrorMessage(p->line));
}

const char *pg_line_ask(struct postgres *p, const struct pg_call *c, bool inside,
                        struct pg_rows *rows)
{
    struct pg_question q = { 0 };
    const char *refusal = be_up(p);

    if (!refusal && inside && p->failed)
        refusal = p->said;
    if (refusal)
        return refusal;
    if (!p->begun)
        hear_all(p);
    refusal = send_waiting(p, c, inside, &q);
    while (!refusal && !q.answered)
        pg_line_hear_one(p);
    if (!inside)
        hear_all(p); /* its end too */
    if (!q.rows)
        return refusal ? refusal : inside ? p->said : p->heard;
    *rows = rows_of(p, q.rows, false);
    return NULL;
}

static struct pg_question *find_question(const struct pg_reads *set,
                                         const struct pg_bytes *call)
{
    struct pg_question *q = set->first;

    while (q && (q->call.length != call->length ||
                 memcmp(q->call.at, call->at, call->length) != 0))
        q = q->next;
    return q;
}

/* It leaves at the end of the turn. */
static const char *put_question(struct postgres *p, const struct pg_bytes *call)
{
    struct pg_question *q = calloc(1, sizeof *q);

    if (!q) {
        free(call->at);
        return pg_line_no_memory;
    }
    q->call = *call;
    q->set = p->reads;
    q->next = p->reads->first;
    p->reads->first = q;
    p->reads->is.asked++;
    p->reads->is.waiting++;
    *p->out_last = q;
    p->out_last = &q->next_out;
    return store_later;
}

static const char *ask_for_purpose(struct postgres *p, const struct pg_call *c,
                                   struct pg_rows *rows)
{
    struct pg_bytes call = { 0 };
    const struct pg_question *q;

    if (!pack(&call, c)) {
        free(call.at);
        return pg_line_no_memory;
    }
    q = find_question(p->reads, &call);
    if (!q)
        return put_question(p, &call);
    free(call.at);
    if (!q->answered)
        return store_later;
    if (!q->rows)
        return TB_N("The database could not answer.");
    *rows = rows_of(p, q->rows, true);
    return NULL;
}

const char *pg_ask(struct postgres *p, const struct pg_call *c, struct pg_rows *rows)
{
    return p->reads ? ask_for_purpose(p, c, rows) : pg_line_ask(p, c, p->dirty, rows);
}

const char *pg_ask_apart(struct postgres *p, const struct pg_call *c, struct pg_rows *rows)
{
    return pg_line_ask(p, c, p->begun, rows);
}
