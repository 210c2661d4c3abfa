/* Messages that go nowhere but to the test. */
#include "fake_net.h"

#include <stdlib.h>
#include <string.h>

struct fake_letter {
    struct fake_letter *next;
    size_t length;
    char text[];
};

bool net_send(struct net_conn *c, const struct net_piece *pieces, int count)
{
    size_t length = 0;
    struct fake_letter *letter;

    for (int i = 0; i < count; i++)
        length += pieces[i].length;
    letter = malloc(sizeof *letter + length + 1);
    if (!letter)
        abort();
    letter->next = NULL;
    letter->length = 0;
    for (int i = 0; i < count; i++) {
        memcpy(letter->text + letter->length, pieces[i].bytes, pieces[i].length);
        letter->length += pieces[i].length;
    }
    letter->text[length] = 0;
    if (c->last)
        c->last->next = letter;
    else
        c->first = letter;
    c->last = letter;
    return true;
}

void fake_release(struct net_conn *c)
{
    while (c->first) {
        struct fake_letter *letter = c->first;

        c->first = letter->next;
        if (!c->first)
            c->last = NULL;
        c->hear(c->with, letter->text, letter->length);
        free(letter);
    }
}

void net_close(struct net_conn *c, int code, const char *reason) { c->closed = code; }
uint64_t net_about(struct net *net, uint64_t what) { return 0; }
void net_take_back(struct net_conn *c, uint64_t what) {}
void net_fail(struct net_conn *c, int code, const char *reason) { c->closed = code; }
void net_hold_dear(struct net_conn *c, bool dear) {}
int net_lag(const struct net_conn *c) { return 0; }
bool net_is_closing(const struct net_conn *c) { return c->closed; }
void net_respond(struct net *net, uint64_t request, const struct net_response *response) {}
const struct net_counts *net_counts(const struct net *net)
{
    static const struct net_counts none;

    return &none;
}
