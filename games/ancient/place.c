/*
 * Cards and tokens change places.
 *
 * Everything that moves a card lives here, because every move also changes what the
 * players know. For each viewer and Builder card, `may` holds the hidden places where the
 * card can be as far as that viewer remembers: a card put face down from a hand onto the
 * pile leaves the others with "that hand or the pile" for all they knew to be in the
 * hand. Cards lying open have an empty set. Nobody ever learns an order in the Builder
 * deck, so places are all there is to remember; of the technology decks the order is.
 */
#include <assert.h>
#include <string.h>

#include "ancient.h"

/* ---- what viewers know ---- */

void ak_see(struct tb_state *s, unsigned card, unsigned viewers, unsigned zone)
{
    for (int v = 0; v < VIEWERS; v++)
        if (viewers >> v & 1)
            s->may[v][card] = (uint8_t)zone;
}

static void publish(struct tb_state *s, unsigned card)
{
    for (int v = 0; v < VIEWERS; v++)
        s->may[v][card] = 0;
}

/* A card goes unseen from one place to another: whatever could be there can be here.
 * Bytes throughout, so that a compiler does sixteen cards at a time. */
void ak_move_unseen(struct tb_state *s, unsigned from, unsigned into, unsigned knowing)
{
    unsigned blind = ak_everybody(s) & ~knowing;
    uint8_t was = (uint8_t)from, is = (uint8_t)into;

    for (; blind; blind &= blind - 1) {
        uint8_t *may = s->may[first_of(blind)];

        for (int c = 0; c < BUILDERS; c++)
            may[c] |= may[c] & was ? is : (uint8_t)0;
    }
}

/* A place is emptied into others: nothing is there any more, as far as these can tell. */
static void empty_zone(struct tb_state *s, unsigned from, unsigned into, unsigned viewers)
{
    uint8_t was = (uint8_t)from, is = (uint8_t)into, rest = (uint8_t)~from;

    for (; viewers; viewers &= viewers - 1) {
        uint8_t *may = s->may[first_of(viewers)];

        for (int c = 0; c < BUILDERS; c++) {
            uint8_t moved = may[c] & was ? is : (uint8_t)0;

            may[c] = (uint8_t)((may[c] & rest) | moved);
        }
    }
}

/* ---- finding ---- */

int ak_artefact_of(const struct player *p, unsigned card)
{
    for (int i = 0; i < p->artefacts; i++)
        if (p->artefact[i] == card)
            return i;
    return -1;
}

bool ak_in_play(const struct player *p, unsigned card)
{
    return ancient_card[card].kind == ARTEFACT ? ak_artefact_of(p, card) >= 0
                                               : ak_slot_of(p, card) >= 0;
}

/* ---- the Timeline ---- */

static void recount_roles(struct player *p)
{
    unsigned roles = 0;

    for (unsigned slots = occupied(p); slots; slots &= slots - 1)
        roles |= ancient_card[p->card[first_of(slots)]].role;
    for (int i = 0; i < p->artefacts; i++)
        roles |= ancient_card[p->artefact[i]].role;
    p->roles = (uint16_t)roles;
}

void ak_settle(struct player *p)
{
    memset(p->of, 0, sizeof p->of);
    p->laden = 0;
    for (int i = 0; i < SLOTS; i += 2)
        if (p->card[i] == NONE && p->card[i + 1] != NONE) {
            p->card[i] = p->card[i + 1];
            p->tokens[i] = p->tokens[i + 1];
            p->card[i + 1] = NONE;
            p->tokens[i + 1] = 0;
        }
    for (int i = 0; i < SLOTS; i++) {
        const struct card *card;

        if (p->card[i] == NONE)
            continue;
        card = &ancient_card[p->card[i]];
        p->of[card->kind] |= (uint16_t)(1 << i);
        p->laden |= (uint16_t)((p->tokens[i] > 0) << i);
    }
    recount_roles(p);
}

static void enter_slot(struct player *p, int slot, unsigned card, int tokens)
{
    p->card[slot] = (uint8_t)card;
    p->tokens[slot] = (uint8_t)tokens;
    p->of[ancient_card[card].kind] |= (uint16_t)(1 << slot);
    p->laden |= (uint16_t)((tokens > 0) << slot);
}

static void clear_slot(struct player *p, int slot)
{
    p->of[ancient_card[p->card[slot]].kind] &= (uint16_t) ~(1 << slot);
    p->laden &= (uint16_t) ~(1 << slot);
    p->card[slot] = NONE;
    p->tokens[slot] = 0;
}

void ak_leave_timeline(struct tb_state *s, int seat, int slot)
{
    struct player *p = &s->player[seat];
    unsigned gone = ancient_card[p->card[slot]].role;

    clear_slot(p, slot);
    if (!(slot & 1) && p->card[slot + 1] != NONE) { /* what stood above drops */
        enter_slot(p, slot, p->card[slot + 1], p->tokens[slot + 1]);
        clear_slot(p, slot + 1);
    }
    if (gone)
        recount_roles(p);
}

void ak_place_monument(struct tb_state *s, int seat, unsigned card, int space, int tokens)
{
    struct player *p = &s->player[seat];
    int slot = 2 * space + (p->card[2 * space] != NONE);

    enter_slot(p, slot, card, tokens);
    p->roles |= ancient_card[card].role;
    publish(s, card);
}

void ak_take_tokens(struct tb_state *s, int seat, int slot, int count, unsigned source,
                    struct tb_events *to)
{
    struct player *p = &s->player[seat];

    if (count > p->tokens[slot])
        count = p->tokens[slot];
    if (!count)
        return;
    p->tokens[slot] = (uint8_t)(p->tokens[slot] - count);
    if (!p->tokens[slot])
        p->laden &= (uint16_t) ~(1 << slot);
    ak_tell(to, E_REMOVED, seat, TB_ALL, p->card[slot], (unsigned)count, source, 0);
}

/* ---- the Builder cards ---- */

uint8_t *ak_pile_top(struct tb_state *s)
{
    return s->piles ? &s->builders[BUILDERS - s->piles] : NULL;
}

unsigned ak_deck_top(struct tb_state *s)
{
    unsigned card = s->builders[--s->decks];

    s->builders[s->decks] = NONE; /* what was there is no business of a search */
    return card;
}

/* R7.2: the discard pile becomes the deck. */
static bool reform(struct tb_state *s, struct tb_events *to)
{
    if (!s->piles)
        return false;
    memmove(s->builders, ak_pile_top(s), s->piles);
    s->decks = s->piles;
    s->piles = 0;
    memset(s->builders + s->decks, NONE, (size_t)(BUILDERS - s->decks));
    tb_shuffle(s, s->builders, s->decks);
    empty_zone(s, Z_DECK, 0, ak_everybody(s));
    empty_zone(s, Z_PILE, Z_DECK, ak_everybody(s));
    s->drawers = 0;
    s->reshuffles++;
    ak_tell(to, E_RESHUFFLED, s->active, TB_ALL, s->decks, 0, 0, 0);
    return true;
}

/* Cards went unseen from the deck into a hand. Who has drawn since the deck was formed has
 * taught the others that already. */
static void draw_unseen(struct tb_state *s, int seat)
{
    if (s->drawers >> seat & 1)
        return;
    ak_move_unseen(s, Z_DECK, zone_hand(seat), 1u << seat);
    s->drawers |= (uint8_t)(1 << seat);
}

void ak_draw(struct tb_state *s, int seat, int count, unsigned source, struct tb_events *to)
{
    struct player *p = &s->player[seat];
    uint8_t zone = zone_hand(seat);
    int before = p->cards;
    bool unseen = false;

    if (count > HAND - p->cards)
        count = HAND - p->cards;
    if (count <= 0 || s->decks + s->piles == 0)
        return;
    for (int i = 0; i < count; i++) {
        unsigned card;

        if (!s->decks) {
            if (unseen)
                draw_unseen(s, seat);
            unseen = false;
            if (!reform(s, to))
                break;
        }
        card = ak_deck_top(s);
        p->hand[p->cards++] = (uint8_t)card;
        s->may[seat][card] = zone;
        unseen = true;
    }
    if (unseen)
        draw_unseen(s, seat);
    if (!to)
        return;
    ak_tell(to, E_DREW, seat, TB_ALL, (unsigned)(p->cards - before), source, 0, 0);
    for (int i = before; i < p->cards; i++)
        ak_tell(to, E_DREW_CARD, seat, 1 << seat, p->hand[i], source, 0, 0);
}

unsigned ak_turn_up(struct tb_state *s, struct tb_events *to)
{
    if (!s->decks && !reform(s, to))
        return NONE;
    return ak_deck_top(s);
}

int ak_look(struct tb_state *s, int count, bool openly, unsigned source,
            struct tb_events *to)
{
    int seat = s->active;
    unsigned knowing = openly ? ak_everybody(s) : 1u << seat;

    for (int i = 0; i < count && i < ASIDE; i++) {
        unsigned card;

        if (!s->decks && !openly && i)
            ak_move_unseen(s, Z_DECK, Z_ASIDE, knowing);
        card = ak_turn_up(s, to);
        if (card == NONE)
            break;
        s->aside[s->asides++] = (uint8_t)card;
        ak_see(s, card, knowing, Z_ASIDE);
    }
    if (!openly && s->asides)
        ak_move_unseen(s, Z_DECK, Z_ASIDE, knowing);
    if (!to)
        return s->asides;
    if (!openly)
        ak_tell(to, E_LOOKED, seat, TB_ALL, s->asides, source, 0, 0);
    for (int i = 0; i < s->asides; i++)
        if (openly)
            ak_tell(to, E_REVEALED, seat, TB_ALL, s->aside[i], source, 0, 0);
        else
            ak_tell(to, E_LOOKED_CARD, seat, 1 << seat, s->aside[i], source, 0, 0);
    return s->asides;
}

void ak_gain(struct tb_state *s, int seat, unsigned card)
{
    struct player *p = &s->player[seat];

    p->hand[p->cards++] = (uint8_t)card;
    ak_see(s, card, ak_everybody(s), zone_hand(seat));
}

void ak_put_aside(struct tb_state *s, int seat, unsigned card)
{
    s->aside[s->asides++] = (uint8_t)card;
    s->may[seat][card] = Z_ASIDE;
    if (s->asides == 1) /* the first of a batch has said it for all */
        ak_move_unseen(s, zone_hand(seat), Z_ASIDE, 1u << seat);
}

void ak_discard_openly(struct tb_state *s, unsigned card)
{
    s->piles++;
    s->builders[BUILDERS - s->piles] = (uint8_t)card;
    ak_see(s, card, ak_everybody(s), Z_PILE);
}

/* One batch: the others see its last card only. Whose it is knows where each card was. */
void ak_flush_aside(struct tb_state *s, int seat, enum event told, unsigned source,
                    struct tb_events *to)
{
    unsigned top;

    if (!s->asides)
        return;
    top = s->aside[s->asides - 1];
    empty_zone(s, Z_ASIDE, Z_PILE, ak_everybody(s) & ~(1u << seat));
    for (int i = 0; i < s->asides; i++) {
        assert(s->may[seat][s->aside[i]] == Z_ASIDE);
        s->may[seat][s->aside[i]] = Z_PILE;
        s->piles++;
        s->builders[BUILDERS - s->piles] = s->aside[i];
    }
    ak_see(s, top, ak_everybody(s), Z_PILE);
    ak_tell(to, told, seat, TB_ALL, s->asides, top, source, 0);
    for (int i = 0; i + 1 < s->asides && to; i++)
        ak_tell(to, told == E_FORCED ? E_FORCED_CARD : E_DISCARDED_CARD, seat, 1 << seat,
                s->aside[i], source, 0, 0);
    s->asides = 0;
    memset(s->aside, 0, sizeof s->aside);
}

/* ---- the technologies ---- */

static int tech_piled(const struct tb_state *s, unsigned level)
{
    return count_of(s->tech_pile & ak_technologies_of(ANY_KIND, level));
}

static void tech_reform(struct tb_state *s, unsigned level, struct tb_events *to)
{
    uint64_t set = s->tech_pile & ak_technologies_of(ANY_KIND, level);
    uint8_t *deck = s->tech_deck[level - 1];
    uint8_t count = 0;

    s->tech_pile &= ~set;
    for (; set; set &= set - 1)
        deck[count++] = (uint8_t)(BUILDERS + first_of(set));
    tb_shuffle(s, deck, count);
    memset(s->tech_known[level - 1], 0, LEVEL_1);
    s->tech_decks[level - 1] = count;
    ak_tell(to, E_TECH_RESHUFFLED, s->active, TB_ALL, level, count, 0, 0);
}

unsigned ak_tech_turn_up(struct tb_state *s, unsigned level, struct tb_events *to)
{
    unsigned card;

    if (!s->tech_decks[level - 1]) {
        if (!tech_piled(s, level))
            return NONE;
        tech_reform(s, level, to);
    }
    card = s->tech_deck[level - 1][--s->tech_decks[level - 1]];
    s->tech_deck[level - 1][s->tech_decks[level - 1]] = 0;
    s->tech_known[level - 1][s->tech_decks[level - 1]] = 0;
    return card;
}

void ak_put_under(struct tb_state *s, unsigned technology, unsigned known)
{
    unsigned level = ancient_card[technology].level;
    uint8_t *deck = s->tech_deck[level - 1], *knows = s->tech_known[level - 1];
    uint8_t count = s->tech_decks[level - 1]++;

    memmove(deck + 1, deck, count);
    memmove(knows + 1, knows, count);
    deck[0] = (uint8_t)technology;
    knows[0] = (uint8_t)known;
}

void ak_set_face(struct tb_state *s, int i, unsigned technology)
{
    if (s->face[i] != NONE)
        s->shown &= ~tech_bit(s->face[i]);
    if (technology != NONE)
        s->shown |= tech_bit(technology);
    s->face[i] = (uint8_t)technology;
}

static void clear_tile(struct tb_state *s, int tile)
{
    for (int i = 0; i < FACES; i++)
        ak_set_face(s, FACES * tile + i, NONE);
}

static void tile_leaves(struct tb_state *s, int tile, unsigned level, struct tb_events *to)
{
    uint64_t set = s->tech_pile & ak_technologies_of(ANY_KIND, level);

    for (int i = 0; i < s->tech_decks[level - 1]; i++)
        set |= tech_bit(s->tech_deck[level - 1][i]);
    s->tech_pile &= ~set;
    s->tech_out |= set;
    s->tech_decks[level - 1] = 0;
    memset(s->tech_deck[level - 1], 0, LEVEL_1);
    memset(s->tech_known[level - 1], 0, LEVEL_1);
    s->tile_level[tile] = 0;
    clear_tile(s, tile);
    ak_tell(to, E_TILE_OUT, s->active, TB_ALL, (unsigned)tile + 1, 0, 0, 0);
}

/* R5.6: three new technologies; where there are not as many, the tile is gone. */
static void lay_out(struct tb_state *s, int tile, struct tb_events *to)
{
    unsigned level = s->tile_level[tile];

    clear_tile(s, tile);
    if (s->tech_decks[level - 1] + tech_piled(s, level) < FACES) {
        tile_leaves(s, tile, level, to);
        return;
    }
    for (int i = 0; i < FACES; i++)
        ak_set_face(s, FACES * tile + i, ak_tech_turn_up(s, level, to));
    ak_tell(to, E_REFILLED, s->active, TB_ALL, (unsigned)tile + 1,
            s->face[FACES * tile + 0], s->face[FACES * tile + 1],
            s->face[FACES * tile + 2]);
}

static void sweep(struct tb_state *s, int tile, struct tb_events *to)
{
    for (int i = 0; i < FACES; i++)
        if (s->face[FACES * tile + i] != NONE) {
            s->tech_pile |= tech_bit(s->face[FACES * tile + i]);
            ak_tell(to, E_SWEPT, s->active, TB_ALL, s->face[FACES * tile + i], 0, 0, 0);
        }
}

void ak_refill(struct tb_state *s, int tile, struct tb_events *to)
{
    int left = 0;

    for (int i = 0; i < FACES; i++)
        left += s->face[FACES * tile + i] != NONE;
    if (left != 1)
        return;
    sweep(s, tile, to);
    lay_out(s, tile, to);
}

void ak_flip(struct tb_state *s, int tile, struct tb_events *to)
{
    sweep(s, tile, to);
    s->tile_level[tile] = 2;
    ak_tell(to, E_FLIPPED, s->active, TB_ALL, (unsigned)tile + 1, 0, 0, 0);
    lay_out(s, tile, to);
}
