/* WebSocket: frames out and in, pings, farewells, and who reads too slowly. */
#include <stdlib.h>
#include <string.h>

#include "conn.h"
#include "tablier.h"

/* ---- out ---- */

static bool send_frame(struct net_conn *c, enum frame_kind kind,
                       const struct net_piece *pieces, int count)
{
    size_t length = 0, head;
    uint8_t front[FRAME_HEAD];
    struct letter *letter;
    char *at;

    for (int i = 0; i < count; i++)
        length += pieces[i].length;
    head = frame_write(front, kind, length);
    letter = letter_new(c->net, head + length);
    if (!letter)
        return false;
    memcpy(letter->own, front, head);
    at = letter->own + head;
    for (int i = 0; i < count; at += pieces[i++].length)
        memcpy(at, pieces[i].bytes, pieces[i].length);
    letter->is_message = kind == FRAME_TEXT;
    letters_append(c, letter);
    return true;
}

/* What was begun must be ended, or the other side could not read the farewell. */
static void drop_slow(struct net_conn *c)
{
    c->net->counts.slow++;
    letters_keep(c, c->first && (c->written || c->offered) ? 1 : 0);
    net_close(c, 1013, "too slow");
}

static bool is_too_slow(const struct net_conn *c)
{
    const struct net_options *o = &c->net->options;

    return c->backlog > (c->dear ? o->dear_max : o->queue_max) ||
           c->queued - c->backlog > o->burst_max;
}

bool net_send(struct net_conn *c, const struct net_piece *pieces, int count)
{
    if (c->close_code || c->gone)
        return false;
    if (is_too_slow(c) || !send_frame(c, FRAME_TEXT, pieces, count)) {
        drop_slow(c);
        return false;
    }
    return true;
}

void net_hold_dear(struct net_conn *c, bool dear) { c->dear = dear; }

static void send_farewell(struct net_conn *c, int code, const char *reason)
{
    uint8_t bytes[2] = { (uint8_t)(code >> 8), (uint8_t)code };

    send_frame(c, FRAME_CLOSE,
               (struct net_piece[]){ { (const char *)bytes, sizeof bytes },
                                     { reason, strlen(reason) } },
               2);
}

void net_close(struct net_conn *c, int code, const char *reason)
{
    if (c->close_code || c->gone)
        return;
    c->close_code = code;
    c->close_reason = reason;
    send_farewell(c, code, reason);
    conn_hold(c);
    conn_wait(c, WAIT_FAREWELL); /* a reader that reads nothing at all is cut off */
}

bool net_is_closing(const struct net_conn *c) { return c->close_code || c->gone; }

int net_lag(const struct net_conn *c) { return c->lag; }

bool websocket_ping(struct net_conn *c)
{
    c->pinged = c->net->now;
    return send_frame(c, FRAME_PING, NULL, 0);
}

void net_fail(struct net_conn *c, int code, const char *reason)
{
    int promised = letters_up_to(c, 0);

    if (c->gone)
        return;
    letters_keep(c, promised > c->ready ? promised : c->ready);
    c->close_code = 0; /* why it was to be closed did not happen */
    net_close(c, code, reason);
}

/* ---- in ---- */

static void break_off(struct net_conn *c, int code, const char *reason)
{
    c->net->counts.malformed += code != 1009;
    c->net->counts.oversized += code == 1009;
    c->deaf = true;
    free(c->part);
    c->part = NULL;
    c->part_length = 0;
    net_close(c, code, reason);
}

static void on_ping(struct net_conn *c, const char *payload, size_t length)
{
    if (is_too_slow(c))
        drop_slow(c);
    else
        send_frame(c, FRAME_PONG, &(struct net_piece){ payload, length }, 1);
}

/* Both have said good-bye when ours is written. */
static void on_farewell(struct net_conn *c, const char *payload, size_t length)
{
    int code = frame_close_code((const uint8_t *)payload, length);

    c->heard_farewell = true;
    if (c->close_code) {
        if (!c->waiting)
            conn_hang_up(c);
        return;
    }
    if (code == 1002)
        break_off(c, 1002, "wrong farewell");
    else
        net_close(c, code == 1005 ? 1000 : code, "");
}

static void on_control(struct net_conn *c, const struct frame *f, const char *payload)
{
    if (f->kind == FRAME_CLOSE)
        on_farewell(c, payload, (size_t)f->length);
    else if (f->kind == FRAME_PING && !c->close_code)
        on_ping(c, payload, (size_t)f->length);
    else if (f->kind == FRAME_PONG && c->pinged) {
        c->lag = (int)(c->net->now - c->pinged);
        c->pinged = 0;
    }
}

/* The byte behind the text is lent for its final 0. */
static void on_message(struct net_conn *c, char *text, size_t length)
{
    const struct net_handlers *to = &c->net->handlers;
    char behind = text[length];

    if (!is_utf8(text, length)) {
        break_off(c, 1007, "not UTF-8");
        return;
    }
    text[length] = 0;
    to->on_text(to->with, c->client, text, length);
    text[length] = behind;
}

static void on_part(struct net_conn *c, const char *bytes, size_t length, bool final)
{
    char *part = c->part;

    if (!part && !(part = c->part = malloc(c->net->options.message_max + 1))) {
        conn_hang_up(c);
        return;
    }
    memcpy(part + c->part_length, bytes, length);
    c->part_length += (uint32_t)length;
    if (!final)
        return;
    length = c->part_length;
    c->part = NULL;
    c->part_length = 0;
    on_message(c, part, length);
    free(part);
}

/* Most messages come whole and are handed over from where they were read. */
static void on_data(struct net_conn *c, const struct frame *f, char *payload)
{
    size_t length = (size_t)f->length;

    c->net->counts.bytes_in += length;
    if (c->close_code)
        return;
    if ((f->kind == FRAME_MORE) != (c->part != NULL))
        break_off(c, 1002, "fragments");
    else if (f->final && !c->part)
        on_message(c, payload, length);
    else
        on_part(c, payload, length, f->final);
}

/* What is wrong with a frame before its payload has come; 0: nothing. */
static int wrong_with(const struct net_conn *c, const struct frame *f)
{
    if (f->kind == FRAME_BINARY)
        return 1003;
    return f->length + (f->kind < FRAME_CLOSE ? c->part_length : 0) >
                   c->net->options.message_max
               ? 1009
               : 0;
}

/* A frame at the beginning of what has come; returns its bytes, 0: it is not whole. */
static size_t take_frame(struct net_conn *c, char *bytes, size_t length)
{
    struct frame f;
    enum frame_verdict verdict = frame_read((const uint8_t *)bytes, length, &f);
    int wrong = verdict == FRAME_BAD ? 1002 : verdict == FRAME_READ ? wrong_with(c, &f) : 0;

    if (wrong) {
        break_off(c, wrong,
                  wrong == 1009   ? "message too big"
                  : wrong == 1003 ? "text only"
                                  : "broken frame");
        return length;
    }
    if (verdict == FRAME_WAIT || f.head + f.length > length)
        return 0;
    frame_unmask(bytes + f.head, (size_t)f.length, f.mask);
    if (f.kind >= FRAME_CLOSE)
        on_control(c, &f, bytes + f.head);
    else
        on_data(c, &f, bytes + f.head);
    return f.head + (size_t)f.length;
}

/* Frame after frame. Who makes us say much in one turn is heard on in the next, when that
 * is out. */
size_t websocket_talk(struct net_conn *c, char *bytes, size_t length)
{
    size_t done = 0, taken = 1;

    if (!c->close_code)
        conn_wait_for_ping(c);
    while (taken && done < length && !c->gone) {
        if (c->deaf)
            return length;
        if (c->queued - c->backlog > c->net->options.queue_max) {
            conn_resume(c);
            break;
        }
        taken = take_frame(c, bytes + done, length - done);
        done += taken;
    }
    return done;
}

/* ---- the beginning ---- */

void websocket_open(struct net_conn *c)
{
    struct net *net = c->net;
    char text[160], answer[ACCEPT_TEXT];
    struct tb_text out = tb_text(text, sizeof text);
    struct letter *letter;

    websocket_accept(c->http->head.key, answer);
    tb_put(&out,
           "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: "
           "Upgrade\r\nsec-websocket-accept: %s\r\n\r\n",
           answer);
    letter = letter_new(net, (size_t)(out.at - text));
    c->client =
        letter ? net->handlers.on_open(net->handlers.with, c, &c->http->head.said) : NULL;
    if (!c->client) {
        if (letter)
            letter_free(net, letter);
        conn_hang_up(c);
        return;
    }
    memcpy(letter->own, text, letter->length);
    letter->turn = 0; /* it promises nothing, and whatever fails is said after it */
    letters_append(c, letter);
    c->phase = TALKING;
    exchange_free(c);
    net->counts.opened++;
    net->counts.open++;
    websocket_ping(c); /* how far away it is */
    conn_wait_for_ping(c);
}
