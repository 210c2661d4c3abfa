/*
 * libpq.h: PostgreSQL's library, loaded when a house is kept there and not before.
 *
 * Debian has it as a shared library only, with Kerberos and LDAP behind it. So it is not
 * linked: one program runs with it and without it, and stays one file to copy. What we use
 * of it is declared here, so that nothing of it is needed to build: the numbers and the
 * signatures of libpq.so.5 have been the same in every version (libpq-fe.h).
 */
#ifndef STORE_LIBPQ_H
#define STORE_LIBPQ_H

#include <stddef.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

typedef enum { CONNECTION_OK } ConnStatusType; /* all others: it is not */

typedef enum {
    PGRES_POLLING_FAILED = 0,
    PGRES_POLLING_WRITING = 2,
    PGRES_POLLING_OK = 3
} PostgresPollingStatusType;

typedef enum {
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_PIPELINE_SYNC = 10,
    PGRES_PIPELINE_ABORTED = 11
} ExecStatusType;

enum { PG_DIAG_SEVERITY_NONLOCALIZED = 'V' };

/* What another session told; its fields up to the last that we read. */
typedef struct {
    char *relname;
    int be_pid;
    char *extra;
} PGnotify;

typedef void (*PQnoticeProcessor)(void *with, const char *message);

/* clang-format off */
#define LIBPQ(X) \
    X(PGconn *, PQconnectdb, (const char *address)) \
    X(PGconn *, PQconnectStart, (const char *address)) \
    X(PostgresPollingStatusType, PQconnectPoll, (PGconn *c)) \
    X(void, PQfinish, (PGconn *c)) \
    X(ConnStatusType, PQstatus, (const PGconn *c)) \
    X(int, PQsocket, (const PGconn *c)) \
    X(int, PQserverVersion, (const PGconn *c)) \
    X(char *, PQerrorMessage, (const PGconn *c)) \
    X(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *c, PQnoticeProcessor hear, void *with)) \
    X(int, PQsetnonblocking, (PGconn *c, int on)) \
    X(int, PQenterPipelineMode, (PGconn *c)) \
    X(int, PQpipelineSync, (PGconn *c)) \
    X(int, PQsendFlushRequest, (PGconn *c)) \
    X(int, PQflush, (PGconn *c)) \
    X(int, PQconsumeInput, (PGconn *c)) \
    X(int, PQisBusy, (PGconn *c)) \
    X(PGnotify *, PQnotifies, (PGconn *c)) \
    X(PGresult *, PQexec, (PGconn *c, const char *text)) \
    X(int, PQsendPrepare, (PGconn *c, const char *name, const char *text, int count, const unsigned *types)) \
    X(int, PQsendQueryPrepared, (PGconn *c, const char *name, int count, const char *const *values, const int *lengths, \
                                 const int *formats, int format)) \
    X(PGresult *, PQgetResult, (PGconn *c)) \
    X(ExecStatusType, PQresultStatus, (const PGresult *r)) \
    X(char *, PQresultErrorMessage, (const PGresult *r)) \
    X(char *, PQresultErrorField, (const PGresult *r, int field)) \
    X(char *, PQcmdTuples, (PGresult *r)) \
    X(int, PQntuples, (const PGresult *r)) \
    X(char *, PQgetvalue, (const PGresult *r, int row, int column)) \
    X(int, PQgetlength, (const PGresult *r, int row, int column)) \
    X(void, PQclear, (PGresult *r)) \
    X(unsigned char *, PQunescapeBytea, (const unsigned char *text, size_t *length)) \
    X(void, PQfreemem, (void *bytes))
/* clang-format on */

struct libpq {
    void *library;
#define MEMBER(type, name, takes) type(*name) takes;
    LIBPQ(MEMBER)
#undef MEMBER
};

/* Loads it; NULL, or why not. */
const char *libpq_load(struct libpq *pq);

#endif
