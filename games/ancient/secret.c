/*
 * Who knows what: blanking it, dealing it anew, and proving that every card is somewhere.
 *
 * guess() deals the cards whose place the viewer does not know over the places they can
 * be in. Cards restricted to some of the places are dealt first, each to a place with a
 * chance in proportion to the room left there; the rest fills up at random. That is
 * uniform over all consistent worlds as long as the restricted cards are of one sort,
 * and close to it otherwise.
 */
#include <string.h>

#include "ancient.h"

static int row_of(const struct tb_state *s)
{
    return s->head.viewer >= 0 ? s->head.viewer : ONLOOKER;
}

/* ---- hiding ---- */

/* Known cards first in the order of their numbers, so that where they stood tells nothing;
 * a hand known as a whole stays as it was looked at. */
static void hide_hand(struct tb_state *s, int seat, const uint8_t *may)
{
    struct player *p = &s->player[seat];
    int known = 0;

    for (int i = 0; i < p->cards; i++)
        known += may[p->hand[i]] == zone_hand(seat);
    if (known == p->cards)
        return;
    known = 0;
    for (int i = 0; i < p->cards; i++)
        if (may[p->hand[i]] == zone_hand(seat)) {
            uint8_t card = p->hand[i];
            int at = known++;

            for (; at > 0 && p->hand[at - 1] > card; at--)
                p->hand[at] = p->hand[at - 1];
            p->hand[at] = card;
        }
    memset(p->hand + known, NONE, (size_t)(p->cards - known));
}

static void hide_builders(struct tb_state *s, const uint8_t *may)
{
    int pile = BUILDERS - s->piles;

    memset(s->builders, NONE, (size_t)pile);
    for (int i = pile; i < BUILDERS; i++)
        if (may[s->builders[i]] != Z_PILE)
            s->builders[i] = NONE;
}

static void hide_aside(struct tb_state *s, const uint8_t *may)
{
    for (int i = 0; i < s->asides; i++) {
        unsigned card = s->aside[i];

        if (is_technology(card) ? s->head.viewer != s->active : may[card] != Z_ASIDE)
            s->aside[i] = NONE;
    }
}

static void hide_technologies(struct tb_state *s, int row)
{
    for (int level = 0; level < LEVELS; level++)
        for (int i = 0; i < s->tech_decks[level]; i++)
            if (!(s->tech_known[level][i] >> row & 1))
                s->tech_deck[level][i] = NONE;
}

void ancient_hide(struct tb_state *s)
{
    int row = row_of(s);

    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != row)
            hide_hand(s, seat, s->may[row]);
    hide_builders(s, s->may[row]);
    hide_aside(s, s->may[row]);
    hide_technologies(s, row);
    for (int seat = 0; seat < PLAYERS; seat++)
        if (seat != row)
            s->ready[seat] = 0;
    for (int v = 0; v < ONLOOKER; v++)
        if (v != row)
            memset(s->may[v], 0, BUILDERS);
    if (s->head.viewer != s->who)
        s->options = 0;
}

/* ---- guessing the Builder cards ---- */

enum { PLACES = 7 }; /* bits of the Z_ sets */

struct deal {
    uint8_t card[BUILDERS], may[BUILDERS]; /* cards to deal, and where each can be */
    uint8_t into[BUILDERS];                /* place given, or NONE */
    int count;
    int room[PLACES];
};

static void mark_seen(const uint8_t *cards, int count, bool *seen)
{
    for (int i = 0; i < count; i++)
        if (cards[i] < BUILDERS)
            seen[cards[i]] = true;
}

static int count_blank(const uint8_t *cards, int count)
{
    int blank = 0;

    for (int i = 0; i < count; i++)
        blank += cards[i] == NONE;
    return blank;
}

/* Whether the cards set aside are technologies, which look_learn alone does. */
static bool aside_is_tech(const struct tb_state *s)
{
    return s->frames && top_of(s)->code == OP_LOOK_LEARN;
}

static void find_unknown(const struct tb_state *s, struct deal *d)
{
    bool seen[CARDS + 1] = { false };
    int row = row_of(s), pile = BUILDERS - s->piles;
    unsigned rooms = 0;

    memset(d->room, 0, sizeof d->room);
    for (int seat = 0; seat < s->head.seats; seat++) {
        const struct player *p = &s->player[seat];

        mark_seen(p->card, SLOTS, seen);
        mark_seen(p->past, p->pasts, seen);
        mark_seen(p->artefact, p->artefacts, seen);
        mark_seen(p->hand, p->cards, seen);
        d->room[3 + seat] = count_blank(p->hand, p->cards);
    }
    mark_seen(s->builders + pile, s->piles, seen);
    mark_seen(s->aside, s->asides, seen);
    if (ak_card_in_creation(s) != NONE)
        seen[ak_card_in_creation(s)] = true;
    d->room[0] = s->decks;
    d->room[1] = count_blank(s->builders + pile, s->piles);
    d->room[2] = aside_is_tech(s) ? 0 : count_blank(s->aside, s->asides);
    for (int z = 0; z < PLACES; z++)
        rooms |= (d->room[z] > 0) * (1u << z);
    d->count = 0;
    for (unsigned c = 0; c < BUILDERS; c++)
        if (!seen[c]) {
            d->card[d->count] = (uint8_t)c;
            d->may[d->count++] = (uint8_t)(s->may[row][c] & rooms);
        }
}

/* ---- ready-made hands ---- */

/* Whether a seat can have begun with that hand: until the deck is formed anew, none of its
 * cards may lie where only others put cards. */
static bool began_with(const struct tb_state *s, int seat, unsigned hand)
{
    const uint8_t *may = s->may[row_of(s)];

    for (unsigned c = 0; c < BUILDERS; c++) {
        if (ancient_card[c].hand != hand)
            continue;
        if (may[c] ? !(may[c] & (zone_hand(seat) | Z_PILE | Z_ASIDE))
                   : !ak_in_play(&s->player[seat], c) &&
                         !memchr(s->player[seat].past, (int)c, s->player[seat].pasts) &&
                         ak_card_in_creation(s) != c)
            return false;
    }
    return true;
}

/* Deals the four hands to the seats whose hand the viewer does not know, each way that
 * fits as likely; false: no way fits. */
static bool guess_ready(struct tb_state *s)
{
    int row = row_of(s), ways = 0;
    uint8_t known = row < PLAYERS ? s->ready[row] : 0, found[PLAYERS] = { 0 };

    for (int n = 0; n < PLAYERS * PLAYERS * PLAYERS * PLAYERS; n++) {
        uint8_t hand[PLAYERS] = { 0 };
        unsigned used = 0;
        bool fits = true;

        for (int seat = 0, rest = n; seat < PLAYERS && fits; seat++, rest /= PLAYERS) {
            hand[seat] = (uint8_t)(1 + rest % PLAYERS);
            fits = !(used >> hand[seat] & 1);
            used |= 1u << hand[seat];
            if (seat >= s->head.seats)
                continue;
            fits = fits &&
                   (seat == row ? hand[seat] == known : began_with(s, seat, hand[seat]));
        }
        if (fits && !tb_roll(s, (uint32_t)++ways))
            memcpy(found, hand, sizeof found);
    }
    if (ways)
        memcpy(s->ready, found, s->head.seats);
    return ways > 0;
}

/* A card of somebody's ready-made hand is still there, or was discarded. */
static void keep_ready(const struct tb_state *s, struct deal *d)
{
    for (int i = 0; i < d->count; i++) {
        unsigned hand = ancient_card[d->card[i]].hand;

        for (int seat = 0; hand && seat < s->head.seats; seat++) {
            unsigned left = d->may[i] & (zone_hand(seat) | Z_PILE | Z_ASIDE);

            if (s->ready[seat] == hand && left)
                d->may[i] = (uint8_t)left;
        }
    }
}

/* ---- dealing ---- */

static void shuffle_deal(struct tb_state *s, struct deal *d)
{
    for (int left = d->count; left > 1; left--) {
        int pick = (int)tb_roll(s, (uint32_t)left);
        uint8_t card = d->card[pick], may = d->may[pick];

        d->card[pick] = d->card[left - 1];
        d->may[pick] = d->may[left - 1];
        d->card[left - 1] = card;
        d->may[left - 1] = may;
    }
}

/* One of the places allowed, in proportion to its room; NONE: they are all full. */
static unsigned roll_place(struct tb_state *s, const struct deal *d, unsigned may)
{
    int total = 0, n;

    for (int z = 0; z < PLACES; z++)
        if (may >> z & 1)
            total += d->room[z];
    if (!total)
        return NONE;
    n = (int)tb_roll(s, (uint32_t)total);
    for (unsigned z = 0; z < PLACES; z++)
        if (may >> z & 1 && (n -= d->room[z]) < 0)
            return z;
    return NONE;
}

/* Room in one of these places, by moving cards already dealt on to other places. */
static unsigned make_room(struct deal *d, unsigned may, unsigned *tried)
{
    for (unsigned z = 0; z < PLACES; z++)
        if (may >> z & 1 && d->room[z] > 0)
            return z;
    for (unsigned z = 0; z < PLACES; z++) {
        if (!(may >> z & 1) || *tried >> z & 1)
            continue;
        *tried |= 1u << z;
        for (int i = 0; i < d->count; i++) {
            unsigned other;

            if (d->into[i] != z || !(d->may[i] & ~*tried))
                continue;
            other = make_room(d, d->may[i] & ~*tried, tried);
            if (other != NONE) {
                d->into[i] = (uint8_t)other;
                d->room[other]--;
                d->room[z]++;
                return z;
            }
        }
    }
    return NONE;
}

/* False: the cards do not fit. */
static bool place_restricted(struct tb_state *s, struct deal *d, unsigned everywhere)
{
    memset(d->into, NONE, sizeof d->into);
    for (int i = 0; i < d->count; i++) {
        unsigned tried = 0, place;

        if (d->may[i] == everywhere)
            continue;
        place = roll_place(s, d, d->may[i]);
        if (place == NONE)
            place = make_room(d, d->may[i], &tried);
        if (place == NONE)
            return false;
        d->into[i] = (uint8_t)place;
        d->room[place]--;
    }
    return true;
}

/* They are shuffled: in their order they fill what room is left. */
static void place_rest(struct deal *d)
{
    int place = 0;

    for (int i = 0; i < d->count; i++)
        if (d->into[i] == NONE) {
            while (place < PLACES - 1 && !d->room[place])
                place++;
            d->into[i] = (uint8_t)place;
            d->room[place]--;
        }
}

/* A place being filled: its next blank. */
struct blanks {
    uint8_t *at, *end;
};

static void fill(struct blanks *b, uint8_t card)
{
    while (b->at < b->end && *b->at != NONE)
        b->at++;
    if (b->at < b->end)
        *b->at++ = card;
}

static void lay_out_deal(struct tb_state *s, const struct deal *d)
{
    uint8_t *pile = s->builders + BUILDERS - s->piles;
    struct blanks blanks[PLACES] = {
        { s->builders, s->builders + s->decks },
        { pile, pile + s->piles },
        { s->aside, s->aside + (aside_is_tech(s) ? 0 : s->asides) },
    };

    for (int seat = 0; seat < PLAYERS; seat++) {
        struct player *p = &s->player[seat];

        blanks[3 + seat] = (struct blanks){ p->hand, p->hand + p->cards };
    }
    for (int i = 0; i < d->count; i++)
        fill(&blanks[d->into[i]], d->card[i]);
}

static void deal_builders(struct tb_state *s)
{
    enum { TRIES = 20 };
    bool ready = s->head.option[OPTION_HANDS] == HANDS_READY && !s->reshuffles;
    struct deal unknown, d;
    unsigned everywhere = 0;

    find_unknown(s, &unknown);
    for (int z = 0; z < PLACES; z++)
        everywhere |= (unknown.room[z] > 0) * (1u << z);
    for (int i = 0; i <= TRIES; i++) {
        d = unknown;
        if (ready && i < TRIES && guess_ready(s))
            keep_ready(s, &d);
        shuffle_deal(s, &d);
        if (place_restricted(s, &d, everywhere))
            break;
    }
    place_rest(&d);
    lay_out_deal(s, &d);
}

/* ---- guessing the technology decks ---- */

static uint64_t visible_technologies(const struct tb_state *s)
{
    uint64_t set = s->tech_pile | s->tech_out | s->shown;

    for (int seat = 0; seat < s->head.seats; seat++)
        set |= s->player[seat].tech;
    for (int i = 0; i < s->asides; i++)
        if (is_technology(s->aside[i]))
            set |= tech_bit(s->aside[i]);
    for (int level = 0; level < LEVELS; level++)
        for (int i = 0; i < s->tech_decks[level]; i++)
            if (s->tech_deck[level][i] != NONE)
                set |= tech_bit(s->tech_deck[level][i]);
    return set;
}

static void fill_from(uint8_t *cards, int count, const uint8_t *from, int *next, int most)
{
    for (int i = 0; i < count; i++)
        if (cards[i] == NONE && *next < most)
            cards[i] = from[(*next)++];
}

static void deal_technologies(struct tb_state *s)
{
    uint64_t seen = visible_technologies(s);

    for (unsigned level = 1; level <= LEVELS; level++) {
        uint64_t set = ak_technologies_of(ANY_KIND, level) & ~seen;
        uint8_t unknown[LEVEL_1];
        int count = 0, next = 0;

        for (; set; set &= set - 1)
            unknown[count++] = (uint8_t)(BUILDERS + first_of(set));
        tb_shuffle(s, unknown, count);
        if (aside_is_tech(s) &&
            ancient_card[top_of(s)->card].effect.op[top_of(s)->at].count == level)
            fill_from(s->aside, s->asides, unknown, &next, count);
        fill_from(s->tech_deck[level - 1], s->tech_decks[level - 1], unknown, &next, count);
    }
}

/* ---- what the others would know ---- */

/* A seat knows what everybody knows, its own hand, and what it is looking at. */
static void imagine_memory(struct tb_state *s, int seat)
{
    const struct player *p = &s->player[seat];
    uint8_t *may = s->may[seat];
    bool looks = s->active == seat && s->asides && !aside_is_tech(s);
    unsigned mine = zone_hand(seat) | (looks ? Z_ASIDE : 0u);

    for (int c = 0; c < BUILDERS; c++)
        may[c] = (uint8_t)(s->may[ONLOOKER][c] & ~mine);
    for (int i = 0; i < p->cards; i++)
        may[p->hand[i]] = zone_hand(seat);
    for (int i = 0; looks && i < s->asides; i++)
        may[s->aside[i]] = Z_ASIDE;
}

/* Whether somebody else's question could have come up in this world. */
static bool believable(const struct tb_state *s)
{
    return s->phase == PHASE_SETUP || s->phase == PHASE_OVER ||
           count_of(s->options) >= ak_cards_owed(s);
}

/* A world in which somebody else's question could come up: tried until one is found. */
static void guess_believable(struct tb_state *s)
{
    enum { TRIES = 200 };
    struct tb_state blank = *s;

    for (int i = 0; i < TRIES; i++) {
        deal_builders(s);
        deal_technologies(s);
        ak_refresh(s);
        if (believable(s))
            return;
        blank.head.rng = s->head.rng;
        if (i + 1 < TRIES)
            *s = blank;
    }
}

void ancient_guess(struct tb_state *s)
{
    int row = row_of(s);

    if (row == s->who || s->phase == PHASE_SETUP) {
        deal_builders(s);
        deal_technologies(s);
    } else {
        guess_believable(s);
    }
    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != row)
            imagine_memory(s, seat);
}

/* ---- proof ---- */

struct census {
    uint8_t times[CARDS];
    uint8_t zone[CARDS]; /* Z_ set; 0: open */
    bool stray;
};

static void count_cards(struct census *census, const uint8_t *cards, int count,
                        unsigned zone)
{
    for (int i = 0; i < count; i++) {
        if (cards[i] == NONE)
            continue;
        if (cards[i] >= CARDS) {
            census->stray = true;
            continue;
        }
        census->times[cards[i]]++;
        census->zone[cards[i]] = (uint8_t)zone;
    }
}

static void count_set(struct census *census, uint64_t set)
{
    for (; set; set &= set - 1)
        census->times[BUILDERS + first_of(set)]++;
}

static void take_census(const struct tb_state *s, struct census *census)
{
    uint8_t creating = (uint8_t)ak_card_in_creation(s);

    memset(census, 0, sizeof *census);
    for (int seat = 0; seat < s->head.seats; seat++) {
        const struct player *p = &s->player[seat];

        count_cards(census, p->card, SLOTS, 0);
        count_cards(census, p->past, p->pasts, 0);
        count_cards(census, p->artefact, ARTEFACTS, 0);
        count_cards(census, p->hand, p->cards, zone_hand(seat));
        count_set(census, p->tech);
    }
    count_cards(census, s->builders, s->decks, Z_DECK);
    count_cards(census, s->builders + BUILDERS - s->piles, s->piles, Z_PILE);
    count_cards(census, s->aside, s->asides, Z_ASIDE);
    count_cards(census, &creating, 1, 0);
    count_cards(census, s->face, TILES * FACES, 0);
    count_set(census, s->tech_pile);
    count_set(census, s->tech_out);
    for (int level = 0; level < LEVELS; level++)
        count_cards(census, s->tech_deck[level], s->tech_decks[level], 0);
}

static const char *check_player(const struct player *p)
{
    struct player again = *p;

    if (p->cards > HAND)
        return "a hand holds more than ten cards";
    if (p->artefacts > ARTEFACTS)
        return "a board holds more than five artefacts";
    for (int i = 0; i < SLOTS; i++) {
        if (p->card[i] != NONE && ancient_card[p->card[i]].kind > PYRAMID)
            return "something else than a monument is in a Timeline";
        if (i % 2 && p->card[i] != NONE && p->card[i - 1] == NONE)
            return "a monument floats in the upper row";
        if (p->card[i] == NONE && p->tokens[i])
            return "knowledge lies on no monument";
    }
    ak_settle(&again);
    if (memcmp(&again, p, sizeof again))
        return "what is derived from the Timeline is out of date";
    if (p->past_of[0] + p->past_of[1] + p->past_of[2] != p->pasts || p->pasts > PAST)
        return "the Past is miscounted";
    if (p->pasts < 32 && p->tilted >> p->pasts)
        return "a monument is tilted that is not in the Past";
    return NULL;
}

static const char *check_tiles(const struct tb_state *s)
{
    uint64_t shown = 0;

    for (int t = 0; t < TILES; t++) {
        int faces = 0;

        for (int i = 0; i < FACES; i++) {
            unsigned card = s->face[FACES * t + i];

            if (card == NONE)
                continue;
            faces++;
            shown |= tech_bit(card);
            if (ancient_card[card].level != s->tile_level[t])
                return "a tile shows a technology of another level";
        }
        if (s->tile_level[t] ? faces < 2 : faces > 0)
            return "a tile shows too few technologies, or is out and shows some";
    }
    return shown == s->shown ? NULL : "the set of technologies shown is out of date";
}

static const char *check_memory(const struct tb_state *s, const struct census *census)
{
    for (int v = 0; v < VIEWERS; v++)
        for (int c = 0; ak_everybody(s) >> v & 1 && c < BUILDERS; c++) {
            unsigned may = s->may[v][c], zone = census->zone[c];

            if (zone ? !(may & zone) : may != 0)
                return "a viewer remembers a card where it cannot be";
        }
    return NULL;
}

const char *ancient_check(const struct tb_state *s)
{
    struct census census;
    const char *fault = check_tiles(s);

    for (int seat = 0; !fault && seat < s->head.seats; seat++)
        fault = check_player(&s->player[seat]);
    if (fault)
        return fault;
    take_census(s, &census);
    if (census.stray)
        return "a place holds what is not a card";
    for (int c = 0; c < CARDS; c++)
        if (census.times[c] != 1)
            return "a card is nowhere, or in two places";
    if (s->head.owes && s->phase != PHASE_SETUP && !s->options)
        return "a question has no answer";
    return check_memory(s, &census);
}
