/* What waits to be written: letters in the order of their turns. */
#include <assert.h>
#include <stdlib.h>

#include "conn.h"

enum {
    SMALL = 960,   /* letters up to here malloc finds at once */
    LETTER = 2048, /* those up to here are kept and used again */
    SPARES = 256   /* so many at most: half a megabyte */
};

struct letter *letter_new(struct net *net, size_t length)
{
    size_t room = length > SMALL && length < LETTER ? LETTER : length;
    struct letter *letter = net->spare;

    if (letter && room == LETTER) {
        net->spare = letter->next;
        net->spares--;
    } else {
        letter = malloc(sizeof *letter + room);
        if (!letter)
            return NULL;
    }
    letter->next = NULL;
    letter->bytes = letter->own;
    letter->length = length;
    letter->room = room;
    letter->is_message = false;
    letter->turn = net->turn;
    letter->about = net->about;
    return letter;
}

void letter_free(struct net *net, struct letter *letter)
{
    if (letter->room != LETTER || net->spares == SPARES) {
        free(letter);
        return;
    }
    letter->next = net->spare;
    net->spare = letter;
    net->spares++;
}

void letters_append(struct net_conn *c, struct letter *letter)
{
    if (c->last)
        c->last->next = letter;
    else
        c->first = letter;
    c->last = letter;
    c->queued += letter->length;
    c->waiting++;
    c->net->unwritten++;
    conn_hold(c);
}

static void drop_letter(struct net_conn *c, struct letter **at)
{
    struct letter *letter = *at;

    *at = letter->next;
    c->queued -= letter->length;
    c->waiting--;
    c->net->unwritten--;
    letter_free(c->net, letter);
}

/* Lets go all letters but the first few. */
void letters_keep(struct net_conn *c, int count)
{
    struct letter **at = &c->first, *last = NULL;

    assert(count <= c->waiting);
    for (int i = 0; i < count; i++, at = &last->next)
        last = *at;
    while (*at)
        drop_letter(c, at);
    c->last = last;
    if (c->ready > c->waiting)
        c->ready = c->waiting;
}

void net_take_back(struct net_conn *c, uint64_t what)
{
    struct letter **at = &c->first, *last = NULL;

    for (int i = 0; *at; i++) {
        if (i >= c->ready && (*at)->about == what) {
            drop_letter(c, at);
            continue;
        }
        last = *at;
        at = &last->next;
    }
    c->last = last;
}

uint64_t net_about(struct net *net, uint64_t what)
{
    uint64_t before = net->about;

    net->about = what;
    return before;
}

/* Takes so many written bytes off the queue. */
void letters_take_written(struct net_conn *c, size_t bytes)
{
    struct net *net = c->net;

    net->counts.bytes_out += bytes;
    c->written += bytes;
    while (c->first && c->written >= c->first->length) {
        struct letter *letter = c->first;

        c->written -= letter->length;
        c->first = letter->next;
        if (!c->first)
            c->last = NULL;
        c->queued -= letter->length;
        c->ready--;
        c->waiting--;
        net->unwritten--;
        net->counts.messages_out += letter->is_message;
        letter_free(net, letter);
    }
}

/* Letters lie in the order of their turns. */
int letters_up_to(const struct net_conn *c, uint64_t turn)
{
    int count = 0;

    if (c->last && c->last->turn <= turn)
        return c->waiting;
    for (const struct letter *l = c->first; l && l->turn <= turn; l = l->next)
        count++;
    return count;
}
