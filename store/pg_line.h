/* pg_line.h: what having a line (pg_dial.c) and talking over it (pg_line.c) share; nobody
 * else's. */
#ifndef STORE_PG_LINE_H
#define STORE_PG_LINE_H

#include "postgres.h"

extern const char pg_line_no_memory[];

bool pg_line_is_there(struct postgres *p);
bool pg_line_is_up(struct postgres *p); /* and nobody is dialling */
/* Keeps why it failed, in one line, and answers it. */
const char *pg_line_say(struct postgres *p, const char *text);
/* The same: the turn under way will not be kept. */
const char *pg_line_fail(struct postgres *p, const char *text);

/* An answer of that kind will come, after those that are waited for. */
bool pg_line_expect(struct postgres *p, struct pg_sent sent);
const char *pg_line_send(struct postgres *p, const struct pg_call *c, struct pg_sent sent);
const char *pg_line_sync(struct postgres *p, uint64_t turn);
const char *pg_line_ask(struct postgres *p, const struct pg_call *c, bool inside,
                        struct pg_rows *rows);
void pg_line_hear_one(struct postgres *p); /* waits for it */
bool pg_line_is_good(ExecStatusType status);

/* What was sent will not be answered. */
void pg_line_lose(struct postgres *p);
/* Dials again, and resolves what is not known; for whoever waits. */
void pg_line_dial(struct postgres *p);

#endif
