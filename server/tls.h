/* tls.h: an encrypted connection, as net.c knows it. */
#ifndef TLS_H
#define TLS_H

#include <stddef.h>
#include <sys/types.h>

struct tls;      /* certificate and key */
struct tls_conn; /* one connection */

enum { TLS_AGAIN = -1, TLS_BROKEN = -2 };

const char *tls_new(const char *cert, const char *key, struct tls **out);
void tls_free(struct tls *tls);
struct tls_conn *tls_accept(struct tls *tls, int fd);
void tls_close(struct tls_conn *conn); /* the socket is the caller's */
/* Bytes, 0 at the end, TLS_AGAIN or TLS_BROKEN. */
ssize_t tls_read(struct tls_conn *conn, void *to, size_t length);
/* The same bytes must be offered again after TLS_AGAIN. */
ssize_t tls_write(struct tls_conn *conn, const void *from, size_t length);
/* Whether something was taken off the socket that tls_read has not given yet. */
int tls_has_more(struct tls_conn *conn);
/* Says that nothing more will be sent. */
void tls_end(struct tls_conn *conn);
/* The answer to a handshake's key. */
enum { ACCEPT_TEXT = 29 };
void websocket_accept(const char *key, char answer[ACCEPT_TEXT]);

#endif
