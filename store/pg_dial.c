/*
 * How the line to PostgreSQL is had: first, with whoever waits for it, and again when it is
 * lost, while the house goes on.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "pg_line.h"

/* ---- connecting ---- */

static const char *run(struct postgres *p, const char *text)
{
    PGresult *r = p->pq.PQexec(p->line, text);
    bool good = pg_line_is_good(p->pq.PQresultStatus(r));

    if (!good)
        pg_line_say(p, p->pq.PQerrorMessage(p->line));
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
        refusal = pg_line_say(p, p->pq.PQerrorMessage(p->line));
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
            refusal = pg_line_fail(p, p->pq.PQerrorMessage(p->line));
        else if (!pg_line_expect(p, (struct pg_sent){ .kind = SENT_WRITE }))
            refusal = pg_line_fail(p, pg_line_no_memory);
    }
    return refusal;
}

static const char *prepare(struct postgres *p)
{
    const char *refusal = send_prepares(p);

    if (!refusal)
        refusal = pg_line_sync(p, 0);
    while (!refusal && p->sent_count) {
        pg_line_hear_one(p);
        if (p->heard_failure && !refusal)
            refusal = pg_line_say(p, p->heard);
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
    refusal = pg_line_ask(p, &c, false, &rows);
    if (refusal)
        return refusal;
    resolve(p, pg_int(&rows, 0, 0));
    pg_text(&rows, 0, 1, p->secret, sizeof p->secret);
    p->node = node;
    pg_clear(&rows);
    refusal = pg_line_ask(p, &hear, false, &rows);
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
    if (!pg_line_is_up(p))
        return pg_line_say(p, p->pq.PQerrorMessage(p->line));
    p->pq.PQsetNoticeProcessor(p->line, hear_remark, NULL);
    refusal = greet(p, making);
    if (refusal)
        return refusal;
    if (!p->pq.PQenterPipelineMode(p->line) || p->pq.PQsetnonblocking(p->line, 1))
        return pg_line_say(p, p->pq.PQerrorMessage(p->line));
    return prepare(p);
}

const char *postgres_join(struct store *s)
{
    struct postgres *p = pg(s);

    return join(p, p->writer);
}

void pg_line_dial(struct postgres *p)
{
    int64_t node = p->node;

    pg_line_lose(p);
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
    pg_line_lose(p);
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
           !send_prepares(p) && !pg_line_send(p, &greet, other) &&
           !pg_line_send(p, &join, joining) && !pg_line_send(p, &listen, other) &&
           !pg_line_sync(p, 0) && p->pq.PQflush(p->line) >= 0;
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
    bool joined =
        rows.is && p->pq.PQntuples(rows.is) == 1 && pg_line_is_there(p) && !*p->heard;

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
    while (p->sent_count && pg_line_is_there(p) && !p->pq.PQisBusy(p->line)) {
        pg_line_hear_one(p);
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
    if (!pg_line_is_up(p) && (!p->dialling || has_passed(p->tried, DIAL_SECONDS)))
        pg_hang_up(p);
    if (!p->line)
        pg_line_lose(p);
    if (!p->line && has_passed(p->tried, 1)) {
        begin_dialling(p);
        p->tried = (int64_t)time(NULL);
    }
}

void postgres_hear(struct store *s)
{
    struct postgres *p = pg(s);

    if (!pg_line_is_up(p)) {
        keep_dialling(p);
        return;
    }
    hear_what_came(p);
    if (p->sent_count && has_passed(p->heard_at, SILENT_SECONDS))
        pg_hang_up(p); /* whoever was there is not */
    pg_hear_notices(p);
    if (p->node && pg_line_is_up(p)) {
        pg_look(p, false);
        pg_see(p, false);
    }
    if (p->fenced && !p->in_flight) {
        pg_tell(p, NEWS_FENCED, "");
        pg_hang_up(p);
    }
    p->fenced = p->fenced && p->in_flight;
    if (!pg_line_is_up(p))
        pg_line_lose(p);
}

void pg_hang_up(struct postgres *p)
{
    if (p->line)
        p->pq.PQfinish(p->line);
    p->line = NULL;
    p->dialling = DIALLING_NOT;
}
