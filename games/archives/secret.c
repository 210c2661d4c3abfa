/* Hands are secret, R10.1; and what must hold in every position. */
#include "archives.h"

/* ---- hide and guess ---- */

/* The deck and the other hands; how many cards lie where stays known. */
void archives_hide(struct tb_state *s)
{
    memset(s->deck, 0, sizeof s->deck);
    for (int seat = 0; seat < PLAYERS; seat++)
        if (seat != s->head.viewer)
            memset(s->hand[seat], 0, sizeof s->hand[seat]);
}

/* The cards that the viewer has not before their eyes; returns how many. */
static int unseen_cards(const struct tb_state *s, uint8_t *cards)
{
    int count = 0;

    for (unsigned kind = 0; kind < KINDS; kind++) {
        int unseen = av_board.card[kind].copies - s->discard[kind];

        if (s->head.viewer >= 0)
            unseen -= s->hand[s->head.viewer][kind];
        for (; unseen > 0; unseen--)
            cards[count++] = (uint8_t)kind;
    }
    return count;
}

void archives_guess(struct tb_state *s)
{
    uint8_t cards[DECK];
    int count = unseen_cards(s, cards);

    tb_shuffle(s, cards, count);
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int i = 0; seat != s->head.viewer && i < s->hands[seat]; i++)
            s->hand[seat][cards[--count]]++;
    while (count)
        s->deck[cards[--count]]++;
}

/* ---- invariants ---- */

static unsigned lent_cubes(const struct tb_state *s, unsigned type)
{
    unsigned count = 0;

    for (unsigned zone = 0; zone < ZONES; zone++)
        for (unsigned i = 0; i < s->lents[zone]; i++)
            count += s->lent[zone][i] % 16 == type;
    return count;
}

static unsigned all_cubes(const struct tb_state *s, unsigned type)
{
    unsigned count = s->bag[type] + s->waiting[type] + (unsigned)s->drawn[type];

    for (unsigned site = 0; site < SITES; site++) {
        count += s->entry[site][type] + (unsigned)s->store[site][type];
        if (s->room[site].type == type)
            count += s->room[site].size;
    }
    return count + lent_cubes(s, type);
}

static unsigned all_requests(const struct tb_state *s, unsigned type)
{
    unsigned count = s->reserve[type] + av_done(s, type);

    for (unsigned zone = 0; zone < ZONES; zone++)
        for (unsigned i = 0; i < s->requests[zone]; i++)
            count += s->request[zone][i] == type;
    return count;
}

static const char *check_counts(const struct tb_state *s)
{
    for (unsigned type = 0; type < TYPES; type++) {
        if (all_cubes(s, type) != av_board.rule.cubes_per_type)
            return "cubes are lost or too many";
        if (all_requests(s, type) != av_board.rule.requests_per_type)
            return "requests are lost or too many";
        if (s->waiting[type] && s->expert[type] == NONE)
            return "a cube waits for nobody";
        if (s->waiting[type] > av_board.rule.waiting_max_per_type)
            return "too many cubes wait";
    }
    return NULL;
}

static bool zone_accepts(const struct tb_state *s, unsigned zone)
{
    unsigned types = av_asked(s, zone);

    if (zone < SITES)
        types |= av_types(s->entry[zone]) | av_types(s->store[zone]);
    return !(types & ~(unsigned)av_board.site[zone].accepts);
}

static const char *check_zones(const struct tb_state *s)
{
    for (unsigned zone = 0; zone < ZONES; zone++) {
        if (!zone_accepts(s, zone))
            return "a type lies where it is not accepted";
        if (s->requests[zone] > av_board.site[zone].requests ||
            s->lents[zone] > av_board.site[zone].consultation)
            return "a column or a row overflows";
    }
    for (unsigned site = 0; site < SITES; site++) {
        const struct room *room = &s->room[site];

        if (av_sum(s->entry[site]) > av_board.site[site].entry)
            return "an Entry zone overflows";
        if (room->size > av_board.site[site].room || room->gone > room->size ||
            (room->size && room->gone == room->size))
            return "an exhibition is too large, or should have closed";
    }
    return NULL;
}

/* The one who has most, alone, is the expert. */
static const char *check_experts(const struct tb_state *s)
{
    for (unsigned type = 0; type < TYPES; type++) {
        unsigned most = 0, best = NONE, level = 0;

        for (unsigned seat = 0; seat < s->head.seats; seat++) {
            if (s->pe[seat][type] > most)
                most = s->pe[seat][type], best = seat, level = 1;
            else if (most && s->pe[seat][type] == most)
                level++;
        }
        if (level > 1)
            return "two experts of one type";
        if (s->expert[type] != best)
            return "the expert is somebody else";
    }
    return NULL;
}

static const char *check_cards(const struct tb_state *s)
{
    unsigned deck = 0, hand[PLAYERS] = { 0 };

    for (unsigned kind = 0; kind < KINDS; kind++) {
        unsigned count = s->deck[kind] + (unsigned)s->discard[kind];

        deck += s->deck[kind];
        for (unsigned seat = 0; seat < PLAYERS; seat++) {
            count += s->hand[seat][kind];
            hand[seat] += s->hand[seat][kind];
        }
        if (count != av_board.card[kind].copies)
            return "a card is lost or too many";
    }
    if (deck != s->decks ||
        memcmp(hand,
               (unsigned[PLAYERS]){ s->hands[0], s->hands[1], s->hands[2], s->hands[3] },
               sizeof hand))
        return "the cards are not counted right";
    return NULL;
}

static const char *check_markers(const struct tb_state *s)
{
    for (unsigned action = 0; action < ACTIONS; action++) {
        unsigned count = s->supply[action];

        for (unsigned i = 0; i < SQUARES; i++)
            count += (s->marked >> i & 1) && s->nature[i] == action;
        if (count != av_board.rule.markers_per_action)
            return "a marker is lost or too many";
    }
    for (unsigned i = 0; i < SQUARES; i++)
        if (!(s->marked >> i & 1) && s->nature[i] != av_board.square[i])
            return "a square without a marker has changed";
    return NULL;
}

static const char *check_track(const struct tb_state *s)
{
    for (unsigned a = 0; a < s->head.seats; a++)
        for (unsigned b = 0; b < a; b++) {
            unsigned apart = s->pos[a] > s->pos[b] ? s->pos[a] - s->pos[b] + 0u
                                                   : s->pos[b] - s->pos[a] + 0u;

            if (apart >= SQUARES)
                return "a pawn is a lap ahead";
            if (!apart && s->pos[a] != s->end)
                return "two pawns on one square";
        }
    return NULL;
}

const char *archives_check(const struct tb_state *s)
{
    static const char *(*const checks[])(const struct tb_state *s) = {
        check_counts, check_zones, check_experts, check_cards, check_markers, check_track,
    };
    const char *fault = NULL;

    for (size_t i = 0; !fault && i < sizeof checks / sizeof *checks; i++)
        fault = checks[i](s);
    return fault;
}
