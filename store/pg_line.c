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

#include "postgres.h"

static const char no_memory[] = TB_N("Out of memory.");

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

static const char *say(struct postgres *p, const char *text)
{
    copy_line(p->said, sizeof p->said, text);
    return p->said;
}

/* The turn under way has failed: nothing of it will be kept. */
static const char *fail(struct postgres *p, const char *text)
{
    if (!p->failed)
        say(p, text);
    p->failed = true;
    return p->said;
}

static bool is_there(struct postgres *p)
{
    return p->line && p->pq.PQstatus(p->line) == CONNECTION_OK;
}

static bool is_up(struct postgres *p) { return !p->dialling && is_there(p); }

bool postgres_is_up(struct store *s) { return is_up(pg(s)); }

/* ---- sending ---- */

static bool expect(struct postgres *p, struct pg_sent sent)
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

static const char *send_call(struct postgres *p, const struct pg_call *c,
                             struct pg_sent sent)
{
    char name[16];
    int format[PG_VALUES];

    for (int i = 0; i < c->count; i++)
        format[i] = c->is_bytes[i];
    snprintf(name, sizeof name, "s%d", (int)c->which);
    if (!p->pq.PQsendQueryPrepared(p->line, name, c->count, c->value, c->length, format, 0))
        return fail(p, p->pq.PQerrorMessage(p->line));
    return expect(p, sent) ? NULL : fail(p, no_memory);
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
    return send_call(
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
    return send_call(p, &c, (struct pg_sent){ .kind = SENT_MARK });
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
        refusal = send_call(p, &c, (struct pg_sent){ .kind = kind_of(c.which) });
    }
    p->writes.length = 0;
    p->begun = true;
    return refusal;
}

/* turn: the one that ends here; 0: none does. */
static const char *send_sync(struct postgres *p, uint64_t turn)
{
    struct pg_sent sync = { .kind = SENT_SYNC, .turn = turn };

    if (!p->pq.PQpipelineSync(p->line))
        return fail(p, p->pq.PQerrorMessage(p->line));
    return expect(p, sync) ? NULL : fail(p, no_memory);
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
        fail(p, text);
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

static bool is_good(ExecStatusType status)
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

    if (!is_good(status) && status != PGRES_PIPELINE_SYNC &&
        status != PGRES_PIPELINE_ABORTED)
        hear_failure(p, p->pq.PQresultErrorMessage(r));
    if (first->kind == SENT_CLAIM && is_good(status))
        hear_claim(p, first, r);
    if ((first->kind == SENT_TAKE || first->kind == SENT_CHANGE) && is_good(status))
        hear_changes(p, first->kind, r);
    p->fenced = p->fenced || (first->kind == SENT_MARK && !is_good(status));
    p->answering = first->kind != SENT_SYNC;
    if (first->question && is_good(status)) {
        first->question->rows = r;
        return;
    }
    p->pq.PQclear(r);
    if (status == PGRES_PIPELINE_SYNC)
        hear_sync(p);
}

/* What was asked and not answered is asked again; of a turn it will be seen what became. */
static void lose_line(struct postgres *p)
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
    while (is_there(p) && p->pq.PQisBusy(p->line)) {
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
static void hear_one(struct postgres *p)
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
    if (!is_there(p))
        lose_line(p);
}

static void hear_all(struct postgres *p)
{
    while (p->sent_count)
        hear_one(p);
}

/* ---- turns ---- */

static const char out_of_reach[] = TB_N("The database was out of reach.");

static void dial(struct postgres *p);

/* For whoever waits for answers. */
static const char *be_up(struct postgres *p)
{
    if (is_up(p))
        return NULL;
    if (p->begun)
        return fail(p, out_of_reach);
    dial(p);
    return is_up(p) ? NULL : *p->said ? p->said : out_of_reach;
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
    return pack(&p->writes, c) ? NULL : fail(p, no_memory);
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
        return fail(p, no_memory);
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
    if (!p->failed && is_up(p))
        send_writes(p);
    if (is_up(p))
        send_sync(p, ++p->turns_sent);
    else
        fail(p, out_of_reach);
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

    if (p->begun && is_up(p)) {
        send_call(p, &c, (struct pg_sent){ .kind = SENT_WRITE });
        send_sync(p, 0);
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
        refusal = send_sync(p, p->turns_sent + 1);
    if (refusal) { /* half of it is on its way: the line must go, or the rest would follow
                    */
        pg_hang_up(p);
        lose_line(p);
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
    if (send_call(p, &c, sent) || send_sync(p, 0)) {
        pg_hang_up(p);
        lose_line(p);
        p->failed = false; /* no turn is under way */
    }
}

static void send_questions(struct postgres *p)
{
    while (p->out && is_up(p)) {
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
    if (p->dirty && !p->in_flight && is_up(p))
        send_turn(p);
    if (!p->dirty)
        send_questions(p);
    if (is_up(p))
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
        *writing = is_there(p) && p->pq.PQflush(p->line) == 1;
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
        refusal = send_call(p, c, sent);
    if (refusal || !inside)
        return refusal ? refusal : send_sync(p, 0);
    return p->pq.PQsendFlushRequest(p->line) ? NULL
                                             : fail(p, p->pq.PQerrorMessage(p->line));
}

static const char *ask_and_wait(struct postgres *p, const struct pg_call *c, bool inside,
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
        hear_one(p);
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
        return no_memory;
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
        return no_memory;
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
    return p->reads ? ask_for_purpose(p, c, rows) : ask_and_wait(p, c, p->dirty, rows);
}

const char *pg_ask_apart(struct postgres *p, const struct pg_call *c, struct pg_rows *rows)
{
    return ask_and_wait(p, c, p->begun, rows);
}

/* ---- connecting ---- */

static const char *run(struct postgres *p, const char *text)
{
    PGresult *r = p->pq.PQexec(p->line, text);
    bool good = is_good(p->pq.PQresultStatus(r));

    if (!good)
        say(p, p->pq.PQerrorMessage(p->line));
    p->pq.PQclear(r);
    return good ? NULL : p->said;
}

/* The number that a statement answers with; -1: none. */
static int64_t number(struct postgres *p, const char *text)
{
    PGresult *r = p->pq.PQexec(p->line, text);
    int64_t value = -1;

    if (p->pq.PQresultStatus(r) == PGRES_TUPLES_OK && p->pq.PQntuples(r) == 1)
        value = strtoll(p->pq.PQgetvalue(r, 0, 0), NULL, 10);
    p->pq.PQclear(r);
    return value;
}

static int64_t version_of(struct postgres *p)
{
    return number(p, "SELECT count(*) FROM pg_tables WHERE tablename='house' AND"
                     " schemaname=current_schema()") > 0
               ? number(p, "SELECT version FROM house")
               : 0;
}

static const char *climb(struct postgres *p, int64_t version)
{
    const char *refusal = NULL;
    char mark[96];

    if (!version)
        refusal = run(p, "CREATE TABLE house (one int PRIMARY KEY CHECK (one=1),"
                         " version int NOT NULL); INSERT INTO house VALUES (1, 0)");
    for (; version < pg_latest && !refusal; version++)
        refusal = run(p, pg_migrations[version]);
    snprintf(mark, sizeof mark, "UPDATE house SET version=%d", pg_latest);
    return refusal ? refusal : run(p, mark);
}

/* Several nodes may come at once to a house that is new: one of them makes it. */
static const char *migrate(struct postgres *p)
{
    const char *refusal = run(p, "BEGIN; SELECT pg_advisory_xact_lock(1952539244)");
    int64_t version = refusal ? -1 : version_of(p);

    if (version > pg_latest)
        refusal = TB_N("The data was written by a newer version of the program.");
    else if (!refusal && version >= 0 && version < pg_latest)
        refusal = climb(p, version);
    if (refusal)
        return refusal;
    return run(p, "COMMIT");
}

/* Failures are told to whoever asked; nothing is written to our standard error. */
static void hear_remark(void *with, const char *text) {}

static const char *greet(struct postgres *p, bool making)
{
    const char *refusal = run(p, pg_sql[PG_GREET]);

    if (!refusal && p->pq.PQserverVersion(p->line) < 130000)
        refusal = TB_N("This PostgreSQL is too old: 13 or later.");
    if (!refusal && !making && !version_of(p))
        refusal = TB_N("No tables are kept at that address.");
    if (!refusal)
        refusal = migrate(p);
    if (!refusal)
        p->writer = number(p, "SELECT nextval('writers')");
    if (!refusal && p->writer < 0)
        refusal = say(p, p->pq.PQerrorMessage(p->line));
    p->stamps = 0;
    return refusal;
}

static const char *send_prepares(struct postgres *p)
{
    const char *refusal = NULL;

    for (int i = 0; i < PG_STATEMENTS && !refusal; i++) {
        char name[16];

        snprintf(name, sizeof name, "s%d", i);
        if (!p->pq.PQsendPrepare(p->line, name, pg_sql[i], 0, NULL))
            refusal = fail(p, p->pq.PQerrorMessage(p->line));
        else if (!expect(p, (struct pg_sent){ .kind = SENT_WRITE }))
            refusal = fail(p, no_memory);
    }
    return refusal;
}

static const char *prepare(struct postgres *p)
{
    const char *refusal = send_prepares(p);

    if (!refusal)
        refusal = send_sync(p, 0);
    while (!refusal && p->sent_count) {
        hear_one(p);
        if (p->heard_failure && !refusal)
            refusal = say(p, p->heard);
    }
    p->failed = false;
    return refusal;
}

/* What became of a turn whose answer was lost is seen by how many the node has kept. */
static void resolve(struct postgres *p, int64_t marks)
{
    if (p->in_flight && marks == p->marks + 1)
        p->turns_kept = p->turns_sent;
    else if (p->in_flight)
        snprintf(p->failure, sizeof p->failure, "The line to the database was cut.");
    p->marks = marks;
    p->in_flight = false;
}

/* From then on this line may write in the node's name, and no line before. */
static const char *join(struct postgres *p, int64_t node)
{
    struct pg_call c = pg_call(PG_JOIN), hear = pg_call(PG_LISTEN);
    struct pg_rows rows;
    const char *refusal;

    pg_put_int(&c, node);
    pg_put_int(&c, p->writer);
    pg_put_int(&c, p->marks);
    refusal = ask_and_wait(p, &c, false, &rows);
    if (refusal)
        return refusal;
    resolve(p, pg_int(&rows, 0, 0));
    pg_text(&rows, 0, 1, p->secret, sizeof p->secret);
    p->node = node;
    pg_clear(&rows);
    refusal = ask_and_wait(p, &hear, false, &rows);
    if (refusal)
        return refusal;
    pg_clear(&rows);
    pg_look(p, true); /* what was told while nobody listened */
    return NULL;
}

const char *pg_connect(struct postgres *p, bool making)
{
    const char *refusal = p->pq.library ? NULL : libpq_load(&p->pq);

    if (refusal)
        return refusal;
    p->line = p->pq.PQconnectdb(p->address);
    if (!is_up(p))
        return say(p, p->pq.PQerrorMessage(p->line));
    p->pq.PQsetNoticeProcessor(p->line, hear_remark, NULL);
    refusal = greet(p, making);
    if (refusal)
        return refusal;
    if (!p->pq.PQenterPipelineMode(p->line) || p->pq.PQsetnonblocking(p->line, 1))
        return say(p, p->pq.PQerrorMessage(p->line));
    return prepare(p);
}

const char *postgres_join(struct store *s)
{
    struct postgres *p = pg(s);

    return join(p, p->writer);
}

/* Dials again, and resolves what is not known; for whoever waits. */
static void dial(struct postgres *p)
{
    int64_t node = p->node;

    lose_line(p);
    pg_hang_up(p);
    p->node = 0;
    if (pg_connect(p, false) || (node && join(p, node)))
        pg_hang_up(p);
    p->node = node;
}

/* ---- dialling again without waiting ----
 *
 * libpq asks for a name's address at once, and waits for that; all the rest goes on in
 * between.
 */

enum { DIAL_SECONDS = 10, SILENT_SECONDS = 60 };

static bool has_passed(int64_t since, int64_t seconds)
{
    int64_t now = (int64_t)time(NULL);

    return now < since || now - since >= seconds; /* or somebody has set the clock */
}

static void begin_dialling(struct postgres *p)
{
    lose_line(p);
    pg_hang_up(p);
    p->line = p->pq.PQconnectStart(p->address);
    if (!p->line)
        return;
    p->pq.PQsetNoticeProcessor(p->line, hear_remark, NULL);
    p->dialling = DIALLING;
    p->dial_writes = true; /* as libpq has it */
}

/* All that has to be said first leaves at once, and is one transaction. */
static bool send_greeting(struct postgres *p)
{
    struct pg_call greet = pg_call(PG_GREET), join = pg_call(PG_JOIN_AGAIN),
                   listen = pg_call(PG_LISTEN);
    struct pg_sent joining = { .kind = SENT_QUESTION, .question = &p->joining };
    const struct pg_sent other = { .kind = SENT_WRITE };

    p->joining = (struct pg_question){ 0 };
    *p->heard = 0; /* nothing has failed so far */
    pg_put_int(&join, p->node);
    pg_put_int(&join, p->marks);
    pg_put_int(&join, pg_latest);
    return p->pq.PQenterPipelineMode(p->line) && !p->pq.PQsetnonblocking(p->line, 1) &&
           !send_prepares(p) && !send_call(p, &greet, other) &&
           !send_call(p, &join, joining) && !send_call(p, &listen, other) &&
           !send_sync(p, 0) && p->pq.PQflush(p->line) >= 0;
}

/* libpq must not be asked to go on before it can. */
static bool can_go_on(struct postgres *p)
{
    struct pollfd line = { .fd = p->pq.PQsocket(p->line),
                           .events = p->dial_writes ? POLLOUT : POLLIN };

    return line.fd < 0 || poll(&line, 1, 0);
}

static void go_on_dialling(struct postgres *p)
{
    PostgresPollingStatusType status;
    bool failed = p->failed;

    if (!can_go_on(p))
        return;
    status = p->pq.PQconnectPoll(p->line);
    p->dial_writes = status == PGRES_POLLING_WRITING;
    if (status == PGRES_POLLING_OK) {
        p->dialling = DIALLING_GREETING;
        if (!send_greeting(p))
            pg_hang_up(p);
        p->failed = failed; /* what is sent here is part of no turn */
    } else if (status == PGRES_POLLING_FAILED) {
        pg_hang_up(p);
    }
}

static void be_greeted(struct postgres *p)
{
    struct pg_rows rows = { &p->pq, p->joining.rows, 0, false };
    bool joined = rows.is && p->pq.PQntuples(rows.is) == 1 && is_there(p) && !*p->heard;

    if (joined) {
        p->dialling = DIALLING_NOT;
        p->writer = pg_int(&rows, 0, 1);
        p->stamps = 0;
        resolve(p, pg_int(&rows, 0, 0));
    }
    pg_clear(&rows);
    p->joining.rows = NULL;
    if (!joined) {
        pg_hang_up(p);
        return;
    }
    pg_look(p, true); /* what was told while nobody listened */
    pg_see(p, true);
}

static void hear_what_came(struct postgres *p)
{
    if (!p->pq.PQconsumeInput(p->line))
        pg_hang_up(p);
    while (p->sent_count && is_there(p) && !p->pq.PQisBusy(p->line)) {
        hear_one(p);
        p->heard_at = (int64_t)time(NULL);
    }
}

static void keep_dialling(struct postgres *p)
{
    if (p->dialling == DIALLING)
        go_on_dialling(p);
    else if (p->dialling == DIALLING_GREETING)
        hear_what_came(p);
    if (p->dialling == DIALLING_GREETING && !p->sent_count)
        be_greeted(p);
    if (!is_up(p) && (!p->dialling || has_passed(p->tried, DIAL_SECONDS)))
        pg_hang_up(p);
    if (!p->line)
        lose_line(p);
    if (!p->line && has_passed(p->tried, 1)) {
        begin_dialling(p);
        p->tried = (int64_t)time(NULL);
    }
}

void postgres_hear(struct store *s)
{
    struct postgres *p = pg(s);

    if (!is_up(p)) {
        keep_dialling(p);
        return;
    }
    hear_what_came(p);
    if (p->sent_count && has_passed(p->heard_at, SILENT_SECONDS))
        pg_hang_up(p); /* whoever was there is not */
    pg_hear_notices(p);
    if (p->node && is_up(p)) {
        pg_look(p, false);
        pg_see(p, false);
    }
    if (p->fenced && !p->in_flight) {
        pg_tell(p, NEWS_FENCED, "");
        pg_hang_up(p);
    }
    p->fenced = p->fenced && p->in_flight;
    if (!is_up(p))
        lose_line(p);
}

void pg_hang_up(struct postgres *p)
{
    if (p->line)
        p->pq.PQfinish(p->line);
    p->line = NULL;
    p->dialling = DIALLING_NOT;
}
