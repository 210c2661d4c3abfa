/*
 * libpq.h: PostgreSQL's library, loaded when a house is kept there and not before.
 *
 * Debian has it as a shared library only, with Kerberos and LDAP behind it. So it is not
 * linked: one program runs with it and without it, and stays one file to copy.
 */
#ifndef STORE_LIBPQ_H
#define STORE_LIBPQ_H

#include <libpq-fe.h>

/* clang-format off */
#define LIBPQ(X) \
    X(PQclear) X(PQcmdTuples) X(PQconnectPoll) X(PQconnectStart) X(PQconnectdb) X(PQconsumeInput) X(PQenterPipelineMode) X(PQerrorMessage) X(PQexec) X(PQfinish) \
    X(PQflush) X(PQisBusy) X(PQnotifies) X(PQsocket) \
    X(PQgetResult) X(PQgetlength) X(PQgetvalue) X(PQntuples) X(PQpipelineSync) X(PQresultErrorField) X(PQresultErrorMessage) \
    X(PQresultStatus) X(PQsendFlushRequest) X(PQsendPrepare) X(PQsendQueryPrepared) X(PQserverVersion) X(PQsetNoticeProcessor) \
    X(PQsetnonblocking) X(PQstatus) X(PQunescapeBytea) X(PQfreemem)
/* clang-format on */

struct libpq {
    void *library;
#define MEMBER(name) __typeof__(name) *name;
    LIBPQ(MEMBER)
#undef MEMBER
};

/* Loads it; NULL, or why not. */
const char *libpq_load(struct libpq *pq);

#endif
