/*
 * What a viewer may not know: the order of the decks behind their visible backs, the city,
 * the compass, a drawn peripeteia, the scout's reasons, and above all the open text.
 */
#include <assert.h>
#include <string.h>

#include "contrees.h"

enum { TEXTPLORER = CHARACTER0 };

/* ---- backs ---- */

unsigned nc_value(unsigned card)
{
    if (card >= BACK)
        return card & 15u;
    assert(card < CARDS);
    return nc_card[card].value;
}

unsigned nc_domain(unsigned card)
{
    if (card >= BACK)
        return (card >> 4 & 7u) - 1;
    assert(card < CARDS);
    return nc_card[card].domain;
}

unsigned nc_back(const struct tb_state *s, unsigned card)
{
    if (card >= BACK)
        return card;
    assert(card < CARDS);
    if (card < EXPLORATIONS && opt(s, OPTION_DOMAINS))
        return BACK | (nc_card[card].domain + 1u) << 4 | nc_card[card].value;
    return BACK | nc_card[card].value;
}

/* ---- who knows what ---- */

bool nc_may_read(const struct tb_state *s, int viewer)
{
    if (viewer < 0)
        return false;
    return viewer == s->reader || s->line[viewer] || s->heard[viewer];
}

static bool is_scout(const struct tb_state *s)
{
    return s->head.viewer == s->reader && s->phase >= P_PREPARE;
}

static bool knows_drawn(const struct tb_state *s)
{
    return is_scout(s) || s->phase != P_PREPARE;
}

static bool knows_compass(const struct tb_state *s)
{
    return is_scout(s) || s->phase < P_PREPARE || s->phase >= P_PAY;
}

static bool knows_city(const struct tb_state *s)
{
    return s->revealed || s->phase == P_OVER;
}

static bool knows_under(const struct tb_state *s)
{
    return s->head.viewer >= 0 && s->character[s->head.viewer] == TEXTPLORER;
}

/* ---- hide ---- */

static void hide_peripeteia(struct tb_state *s)
{
    for (int i = 0; i < s->peripeteias; i++) {
        bool under = i < s->under, top = i == s->peripeteias - 1;

        if (under && knows_under(s))
            continue;
        s->peripeteia[i] = (uint8_t)(under || top ? nc_back(s, s->peripeteia[i]) : HIDDEN);
    }
    for (int i = 0; i < 2 && !knows_drawn(s); i++)
        if (s->drawn[i] != NONE)
            s->drawn[i] = (uint8_t)nc_back(s, s->drawn[i]);
}

void nc_hide(struct tb_state *s)
{
    for (int i = 0; i < s->decks; i++)
        s->deck[i] = (uint8_t)(i == s->decks - 1 ? nc_back(s, s->deck[i]) : HIDDEN);
    memset(s->mission_deck, HIDDEN, s->mission_decks);
    hide_peripeteia(s);
    if (!knows_city(s))
        s->city_card = HIDDEN;
    if (!knows_compass(s)) {
        if (s->aim != NONE)
            s->aim = HIDDEN;
        memset(s->mark, HIDDEN, s->marks);
    }
    if (s->text != NO_LEAF && !nc_may_read(s, s->head.viewer))
        s->text = HIDDEN_LEAF;
}

/* ---- guess ---- */

static uint32_t kept_set(const struct tb_state *s, unsigned first, unsigned count)
{
    uint32_t set = 0;

    for (int i = 0; i < s->keeps; i++)
        if (s->kept[i].card >= first && s->kept[i].card < first + count)
            set |= 1u << (s->kept[i].card - first);
    return set;
}

static int list_cards(uint32_t set, unsigned first, uint8_t *out)
{
    int count = 0;

    for (; set; set &= set - 1)
        out[count++] = (uint8_t)(first + (unsigned)__builtin_ctz(set));
    return count;
}

/* Takes a card with that back out of the list, each as likely. */
static uint8_t draw_with_back(struct tb_state *s, uint8_t *list, int *count, unsigned back)
{
    int matches = 0, i = 0;
    uint8_t card;

    for (int k = 0; k < *count; k++)
        matches += nc_back(s, list[k]) == back;
    assert(matches);
    for (int n = (int)tb_roll(s, (uint32_t)matches);; i++)
        if (nc_back(s, list[i]) == back && !n--)
            break;
    card = list[i];
    list[i] = list[--*count];
    return card;
}

static void guess_explorations(struct tb_state *s)
{
    uint32_t known = s->gone | kept_set(s, 0, EXPLORATIONS);
    uint8_t list[EXPLORATIONS];
    int count;

    if (!s->decks)
        return;
    for (int i = 0; i < SLOTS; i++)
        if (s->slot[i] != NONE)
            known |= 1u << s->slot[i];
    count = list_cards(~known, 0, list);
    assert(count == s->decks);
    s->deck[s->decks - 1] =
        draw_with_back(s, list, &count, nc_back(s, s->deck[s->decks - 1]));
    tb_shuffle(s, list, count);
    memcpy(s->deck, list, (size_t)count);
}

static void guess_missions(struct tb_state *s)
{
    uint32_t known = s->gone_missions | kept_set(s, MISSION0, MISSIONS);
    int count;

    for (int i = 0; i < TABLE; i++)
        if (s->table[i] != NONE)
            known |= 1u << (s->table[i] - MISSION0);
    count = list_cards(~known & ((1u << MISSIONS) - 1), MISSION0, s->mission_deck);
    assert(count == s->mission_decks);
    tb_shuffle(s, s->mission_deck, count);
}

static bool is_known_peripeteia(const struct tb_state *s, int i)
{
    return i < s->under && knows_under(s);
}

/* First the places whose back is known, then the rest. */
static void guess_peripeteia(struct tb_state *s)
{
    uint32_t known = s->gone_peripeteia | kept_set(s, PERIPETEIA0, PERIPETEIA);
    uint8_t list[PERIPETEIA];
    int count, next = 0;

    for (int i = 0; i < s->peripeteias; i++)
        if (is_known_peripeteia(s, i))
            known |= 1u << (s->peripeteia[i] - PERIPETEIA0);
    for (int i = 0; i < 2; i++)
        if (s->drawn[i] != NONE && knows_drawn(s))
            known |= 1u << (s->drawn[i] - PERIPETEIA0);
    if (!opt(s, OPTION_PERIPETEIA))
        return;
    count = list_cards(~known & 0xffffu, PERIPETEIA0, list);
    for (int i = 0; i < 2; i++)
        if (s->drawn[i] != NONE && !knows_drawn(s))
            s->drawn[i] = draw_with_back(s, list, &count, nc_back(s, s->drawn[i]));
    for (int i = 0; i < s->peripeteias; i++)
        if (!is_known_peripeteia(s, i) && (i < s->under || i == s->peripeteias - 1))
            s->peripeteia[i] =
                draw_with_back(s, list, &count, nc_back(s, s->peripeteia[i]));
    tb_shuffle(s, list, count);
    for (int i = s->under; i < s->peripeteias - 1; i++)
        s->peripeteia[i] = list[next++];
    assert(next == count);
}

static void guess_compass(struct tb_state *s)
{
    uint8_t list[SLOTS];
    int count = 0;

    if (s->aim == NONE || knows_compass(s))
        return;
    for (unsigned i = 0; i < SLOTS; i++)
        if (s->slot[i] != NONE && s->lamp != i)
            list[count++] = (uint8_t)i;
    s->aim = list[tb_roll(s, (uint32_t)count)];
}

/* Any page that can be read: whoever may not read knows nothing of its lines. */
static void guess_text(struct tb_state *s)
{
    if (s->text == NO_LEAF || nc_may_read(s, s->head.viewer))
        return;
    do
        s->text = (uint16_t)tb_roll(s, the_volume(s)->leaves);
    while (!nc_is_usable(the_kit(s), the_volume(s), s->text));
}

static void guess_marks(struct tb_state *s)
{
    unsigned words;

    if (!s->marks || knows_compass(s))
        return;
    words = nc_leaf(the_kit(s), the_volume(s), s->text)->words;
    for (int i = 0; i < s->marks; i++)
        do
            s->mark[i] = (uint8_t)tb_roll(s, words);
        while (memchr(s->mark, s->mark[i], (size_t)i));
}

void nc_guess(struct tb_state *s)
{
    guess_explorations(s);
    guess_missions(s);
    guess_peripeteia(s);
    if (!knows_city(s))
        s->city_card = (uint8_t)(CITY0 + tb_roll(s, CITIES));
    guess_compass(s);
    guess_text(s);
    guess_marks(s);
}

/* ---- what must hold ---- */

/* Adds cards to a set; false: one of them is in it, or none at all of this kind. */
static bool add_cards(uint32_t *set, const uint8_t *cards, int count, unsigned first,
                      unsigned kinds)
{
    for (int i = 0; i < count; i++) {
        if (cards[i] == NONE)
            continue;
        if (cards[i] < first || cards[i] >= first + kinds || has(*set, cards[i] - first))
            return false;
        *set |= 1u << (cards[i] - first);
    }
    return true;
}

static const char *fault_of_cards(const struct tb_state *s)
{
    uint32_t e = s->gone, m = s->gone_missions, p = s->gone_peripeteia;
    uint32_t kept_e = kept_set(s, 0, EXPLORATIONS),
             kept_m = kept_set(s, MISSION0, MISSIONS),
             kept_p = kept_set(s, PERIPETEIA0, PERIPETEIA);

    if ((e & kept_e) || (m & kept_m) || (p & kept_p))
        return "a card is discarded and in the book";
    e |= kept_e;
    m |= kept_m;
    p |= kept_p;
    if (!add_cards(&e, s->deck, s->decks, 0, EXPLORATIONS) ||
        !add_cards(&e, s->slot, SLOTS, 0, EXPLORATIONS) || e != UINT32_MAX)
        return "an exploration is lost or twice";
    if (!add_cards(&m, s->mission_deck, s->mission_decks, MISSION0, MISSIONS) ||
        !add_cards(&m, s->table, TABLE, MISSION0, MISSIONS) || m != (1u << MISSIONS) - 1)
        return "a mission is lost or twice";
    if (!add_cards(&p, s->peripeteia, s->peripeteias, PERIPETEIA0, PERIPETEIA) ||
        !add_cards(&p, s->drawn, 2, PERIPETEIA0, PERIPETEIA) ||
        (opt(s, OPTION_PERIPETEIA) && p != 0xffffu))
        return "a peripeteia is lost or twice";
    return NULL;
}

static const char *fault_of_places(const struct tb_state *s)
{
    if (s->camp > s->scout || s->scout > s->city)
        return "camp, scout and city are out of order";
    if (s->letters > LETTERS_MAX)
        return "there are too many letters";
    if (s->city_card < CITY0 || s->city_card >= CITY0 + CITIES)
        return "there is no city";
    if (s->aim != NONE && (s->aim >= SLOTS || s->aim == s->lamp))
        return "the compass points nowhere";
    if (s->text != NO_LEAF &&
        (is_paper(s) || !nc_is_usable(the_kit(s), the_volume(s), s->text)))
        return "an open page has no passage";
    for (int i = 0; i < TABLE; i++)
        if (s->holder[i] != NONE && (s->table[i] == NONE || s->holder[i] == s->reader))
            return "a mission is held that cannot be";
    for (int i = 0; i < s->marks; i++)
        if (s->mark[i] >= nc_leaf(the_kit(s), the_volume(s), s->text)->words &&
            s->phase != P_OVER)
            return "a word is marked that is not there";
    return NULL;
}

const char *nc_fault(const struct tb_state *s)
{
    const char *fault = fault_of_cards(s);

    return fault ? fault : fault_of_places(s);
}
