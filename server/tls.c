/*
 * TLS by OpenSSL, which only this file knows.
 *
 * A connection that waits gives its buffers back; what was written in part is offered
 * again from wherever it lies then. Renegotiation is off, and ALPN says http/1.1.
 */
#include "tls.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>

#include "tablier.h"

static SSL_CTX *context(struct tls *tls) { return (SSL_CTX *)(void *)tls; }
static SSL *session(struct tls_conn *conn) { return (SSL *)(void *)conn; }

static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *length,
                           const unsigned char *offered, unsigned offered_length,
                           void *with)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;

    if (SSL_select_next_proto(&chosen, length, ours, sizeof ours - 1, offered,
                              offered_length) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

const char *tls_new(const char *cert, const char *key, struct tls **out)
{
    SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());

    *out = NULL;
    if (!ctx)
        return TB_N("Out of memory.");
    SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
    SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                 SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(ctx, SSL_MODE_ENABLE_PARTIAL_WRITE |
                              SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                              SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(ctx, choose_protocol, NULL);
    if (SSL_CTX_use_certificate_chain_file(ctx, cert) != 1 ||
        SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_check_private_key(ctx) != 1) {
        SSL_CTX_free(ctx);
        return TB_N("The certificate and its key cannot be read, or do not go together.");
    }
    *out = (struct tls *)(void *)ctx;
    return NULL;
}

void tls_free(struct tls *tls) { SSL_CTX_free(context(tls)); }

struct tls_conn *tls_accept(struct tls *tls, int fd)
{
    SSL *ssl = SSL_new(context(tls));

    if (ssl && SSL_set_fd(ssl, fd) != 1) {
        SSL_free(ssl);
        return NULL;
    }
    if (ssl)
        SSL_set_accept_state(ssl);
    return (struct tls_conn *)(void *)ssl;
}

void tls_close(struct tls_conn *conn) { SSL_free(session(conn)); }

static ssize_t result_of(SSL *ssl, int done)
{
    int error = done > 0 ? SSL_ERROR_NONE : SSL_get_error(ssl, done);

    if (done > 0)
        return done;
    ERR_clear_error();
    if (error == SSL_ERROR_ZERO_RETURN)
        return 0;
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? TLS_AGAIN
                                                                         : TLS_BROKEN;
}

ssize_t tls_read(struct tls_conn *conn, void *to, size_t length)
{
    SSL *ssl = session(conn);

    return result_of(ssl, SSL_read(ssl, to, length < INT_MAX ? (int)length : INT_MAX));
}

ssize_t tls_write(struct tls_conn *conn, const void *from, size_t length)
{
    SSL *ssl = session(conn);

    return result_of(ssl, SSL_write(ssl, from, length < INT_MAX ? (int)length : INT_MAX));
}

int tls_has_more(struct tls_conn *conn) { return SSL_pending(session(conn)) > 0; }

void tls_end(struct tls_conn *conn)
{
    SSL_shutdown(session(conn));
    ERR_clear_error();
}

/* RFC 6455, 4.2.2: it shows that the key was read, and protects nothing. */
void websocket_accept(const char *key, char answer[ACCEPT_TEXT])
{
    static const char salt[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[128];
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    int written = snprintf(text, sizeof text, "%.64s%s", key, salt);

    EVP_Digest(text, (size_t)written, hash, &length, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)answer, hash, (int)length);
}
