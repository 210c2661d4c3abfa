/* The sixteen cards, R7: drawn in secret, played openly, discarded before they work. */
#include <assert.h>

#include "archives.h"

/* ---- the deck ---- */

/* R6.7: the discard becomes the deck when that is empty. */
static void reshuffle(struct tb_state *s, struct tb_events *to)
{
    unsigned cards = 0;

    for (unsigned kind = 0; kind < KINDS; kind++)
        cards += s->discard[kind];
    if (!cards)
        return;
    memcpy(s->deck, s->discard, sizeof s->deck);
    memset(s->discard, 0, sizeof s->discard);
    s->decks = (uint8_t)cards;
    av_tell(to, E_RESHUFFLED, s->active, cards, 0, 0);
}

/* The kind of the nth card of the deck. */
static unsigned nth_card(const struct tb_state *s, unsigned n)
{
    unsigned kind = 0;

    for (; n >= s->deck[kind]; kind++) {
        n -= s->deck[kind];
        assert(kind + 1 < KINDS);
    }
    return kind;
}

static void tell_drawn(struct tb_events *to, unsigned seat, unsigned kind)
{
    av_tell(to, E_DREW, seat, 0, 0, 0);
    if (to)
        tb_tell(to, (struct tb_event){ .kind = E_DREW_CARD,
                                       .seat = (uint8_t)seat,
                                       .knows = (uint8_t)(1u << seat),
                                       .arg = { (uint8_t)kind } });
}

void av_draw_card(struct tb_state *s, struct tb_events *to)
{
    unsigned kind;

    if (!s->decks)
        reshuffle(s, to);
    if (!s->decks) {
        s->voids[DRAW]++;
        av_tell(to, E_VOID, s->active, DRAW, 0, 0);
    } else {
        kind = nth_card(s, tb_roll(s, s->decks));
        s->deck[kind]--;
        s->decks--;
        s->hand[s->active][kind]++;
        s->hands[s->active]++;
        tell_drawn(to, s->active, kind);
    }
    av_end_action(s, to);
}

void av_discard(struct tb_state *s, unsigned kind, struct tb_events *to)
{
    assert(s->hand[s->active][kind]);
    s->hand[s->active][kind]--;
    s->hands[s->active]--;
    s->discard[kind]++;
    av_tell(to, E_PLAYED, s->active, kind, 0, 0);
}

/* ---- in a turn ---- */

void av_do_card(struct tb_state *s, tb_move move, struct tb_events *to)
{
    static const uint8_t ask[KINDS] = {
        [MARKER] = ASK_MARK,   [TRANSFER] = ASK_TRANSFER, [FREEROOM] = ASK_ROOM,
        [RECUBE] = ASK_RECUBE, [REHEX] = ASK_REHEX,       [RETURN] = ASK_RETURN
    };
    unsigned kind = tb_arg(move, 0);

    av_discard(s, kind, to);
    s->site = s->to = NONE;
    s->count = 0;
    s->ask = ask[kind];
}

void av_do_mark(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned square = tb_arg(move, 0), action = tb_arg(move, 1);

    if (s->marked >> square & 1) {
        s->supply[s->nature[square]]++;
        av_tell(to, E_MARKER_BACK, s->active, square + 1, s->nature[square], 0);
    }
    s->supply[action]--;
    s->nature[square] = (uint8_t)action;
    s->marked |= 1u << square;
    av_tell(to, E_MARKED, s->active, square + 1, action, 0);
    s->ask = ASK_TURN;
}

void av_do_transfer(struct tb_state *s, tb_move move, struct tb_events *to)
{
    bool first = tb_verb(move) == DO_TRANSFER;
    unsigned type = tb_arg(move, first ? 2 : 0);

    if (first) {
        s->site = (uint8_t)tb_arg(move, 0);
        s->to = (uint8_t)tb_arg(move, 1);
    }
    assert(s->store[s->site][type] && av_accepts(s->to, type));
    s->store[s->site][type]--;
    s->store[s->to][type]++;
    s->count++;
    av_tell(to, E_TRANSFERRED, s->active, type, s->site, s->to);
}

void av_do_room(struct tb_state *s, tb_move move, struct tb_events *to)
{
    av_close_room(s, tb_arg(move, 0), to);
    s->ask = ASK_TURN;
}

void av_do_recube(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned site = tb_arg(move, 0), old = tb_arg(move, 1), fresh = tb_arg(move, 2);

    s->entry[site][old]--;
    s->bag[old]++;
    s->bag[fresh]--;
    s->entry[site][fresh]++;
    av_tell(to, E_RECUBED, s->active, site, old, fresh);
    s->ask = ASK_TURN;
}

void av_do_rehex(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned zone = tb_arg(move, 0), place = tb_arg(move, 1), fresh = tb_arg(move, 2);
    unsigned old = s->request[zone][place];

    s->reserve[old]++;
    s->reserve[fresh]--;
    s->request[zone][place] = (uint8_t)fresh;
    av_tell(to, E_REHEXED, s->active, zone, old, fresh);
    s->ask = ASK_TURN;
}

void av_do_return(struct tb_state *s, tb_move move, struct tb_events *to)
{
    av_tell(to, E_RETURNED, s->active, tb_arg(move, 0), 0, 0);
    av_bring_back(s, tb_arg(move, 0), to);
    s->ask = ASK_TURN;
}
