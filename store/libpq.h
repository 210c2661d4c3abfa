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

struct libpq {
    void *library;
    PGconn *(*PQconnectdb)(const char *address);
    PGconn *(*PQconnectStart)(const char *address);
    PostgresPollingStatusType (*PQconnectPoll)(PGconn *c);
    void (*PQfinish)(PGconn *c);
    ConnStatusType (*PQstatus)(const PGconn *c);
    int (*PQsocket)(const PGconn *c);
    int (*PQserverVersion)(const PGconn *c);
    char *(*PQerrorMessage)(const PGconn *c);
    PQnoticeProcessor (*PQsetNoticeProcessor)(PGconn *c, PQnoticeProcessor hear,
                                              void *with);
    int (*PQsetnonblocking)(PGconn *c, int on);
    int (*PQenterPipelineMode)(PGconn *c);
    int (*PQpipelineSync)(PGconn *c);
    int (*PQsendFlushRequest)(PGconn *c);
    int (*PQflush)(PGconn *c);
    int (*PQconsumeInput)(PGconn *c);
    int (*PQisBusy)(PGconn *c);
    PGnotify *(*PQnotifies)(PGconn *c);
    PGresult *(*PQexec)(PGconn *c, const char *text);
    int (*PQsendPrepare)(PGconn *c, const char *name, const char *text, int count,
                         const unsigned *types);
    int (*PQsendQueryPrepared)(PGconn *c, const char *name, int count,
                               const char *const *values, const int *lengths,
                               const int *formats, int format);
    PGresult *(*PQgetResult)(PGconn *c);
    ExecStatusType (*PQresultStatus)(const PGresult *r);
    char *(*PQresultErrorMessage)(const PGresult *r);
    char *(*PQresultErrorField)(const PGresult *r, int field);
    char *(*PQcmdTuples)(PGresult *r);
    int (*PQntuples)(const PGresult *r);
    char *(*PQgetvalue)(const PGresult *r, int row, int column);
    int (*PQgetlength)(const PGresult *r, int row, int column);
    void (*PQclear)(PGresult *r);
    unsigned char *(*PQunescapeBytea)(const unsigned char *text, size_t *length);
    void (*PQfreemem)(void *bytes);
};

/* Every one of them. */
/* clang-format off */
#define LIBPQ(X) \
    X(PQconnectdb) X(PQconnectStart) X(PQconnectPoll) X(PQfinish) X(PQstatus) \
    X(PQsocket) X(PQserverVersion) X(PQerrorMessage) X(PQsetNoticeProcessor) \
    X(PQsetnonblocking) X(PQenterPipelineMode) X(PQpipelineSync) \
    X(PQsendFlushRequest) X(PQflush) X(PQconsumeInput) X(PQisBusy) X(PQnotifies) \
    X(PQexec) X(PQsendPrepare) X(PQsendQueryPrepared) X(PQgetResult) \
    X(PQresultStatus) X(PQresultErrorMessage) X(PQresultErrorField) X(PQcmdTuples) \
    X(PQntuples) X(PQgetvalue) X(PQgetlength) X(PQclear) X(PQunescapeBytea) \
    X(PQfreemem)
/* clang-format on */

/* Loads it; NULL, or why not. */
const char *libpq_load(struct libpq *pq);

#endif
