/* Ancient Knowledge for a page: scene() has the cards, view() the position. */
#include <string.h>

#include "work.h"

static void put_pair(struct tb_text *out, const char *key, const char *const *pair)
{
    tb_put(out, ",\"%s\":[", key);
    tb_put_json(out, pair[TB_EN]);
    tb_put(out, ",");
    tb_put_json(out, pair[TB_FR]);
    tb_put(out, "]");
}

static void put_id(struct tb_text *out, unsigned card)
{
    if (card < CARDS)
        tb_put(out, "\"%s\"", ancient_words[card].id);
    else
        tb_put(out, "null");
}

static void put_ids(struct tb_text *out, const uint8_t *cards, int count)
{
    tb_put(out, "[");
    for (int i = 0; i < count; i++) {
        tb_put(out, i ? "," : "");
        put_id(out, cards[i]);
    }
    tb_put(out, "]");
}

static void put_set(struct tb_text *out, uint64_t set)
{
    tb_put(out, "[");
    for (bool more = false; set; set &= set - 1, more = true) {
        tb_put(out, more ? "," : "");
        put_id(out, BUILDERS + first_of(set));
    }
    tb_put(out, "]");
}

/* ---- the scene ---- */

/* Where cards come from, in English and French, and the part of the world. */
/* clang-format off */
static const struct country {
    const char *name[TB_LANGS], *region;
} countries[] = {
    { { "Egypt", "Égypte" },               "north-africa" },
    { { "Libya", "Libye" },                "north-africa" },
    { { "Sudan", "Soudan" },               "north-africa" },
    { { "Mali", "Mali" },                  "africa" },
    { { "Mauritius", "Maurice" },          "africa" },
    { { "South Africa", "Afrique du Sud" }, "africa" },
    { { "Belize", "Belize" },              "central-america" },
    { { "Costa Rica", "Costa Rica" },      "central-america" },
    { { "El Salvador", "Salvador" },       "central-america" },
    { { "Guatemala", "Guatemala" },        "central-america" },
    { { "Mexico", "Mexique" },             "central-america" },
    { { "United States", "États-Unis" },   "central-america" },
    { { "Bolivia", "Bolivie" },            "south-america" },
    { { "Chile", "Chili" },                "south-america" },
    { { "Colombia", "Colombie" },          "south-america" },
    { { "Ecuador", "Équateur" },           "south-america" },
    { { "Peru", "Pérou" },                 "south-america" },
    { { "Iran", "Iran" },                  "near-east" },
    { { "Iraq", "Irak" },                  "near-east" },
    { { "Jordan", "Jordanie" },            "near-east" },
    { { "Lebanon", "Liban" },              "near-east" },
    { { "Palestine", "Palestine" },        "near-east" },
    { { "Türkiye", "Turquie" },            "near-east" },
    { { "England", "Angleterre" },         "europe" },
    { { "France", "France" },              "europe" },
    { { "Germany", "Allemagne" },          "europe" },
    { { "Greece", "Grèce" },               "europe" },
    { { "Ireland", "Irlande" },            "europe" },
    { { "Italy", "Italie" },               "europe" },
    { { "Malta", "Malte" },                "europe" },
    { { "Scotland", "Écosse" },            "europe" },
    { { "Spain", "Espagne" },              "europe" },
    { { "China", "Chine" },                "east-asia" },
    { { "Japan", "Japon" },                "east-asia" },
    { { "Mongolia", "Mongolie" },          "east-asia" },
    { { "South Korea", "Corée du Sud" },   "east-asia" },
    { { "Cambodia", "Cambodge" },          "south-asia" },
    { { "India", "Inde" },                 "south-asia" },
    { { "Indonesia", "Indonésie" },        "south-asia" },
    { { "Myanmar", "Birmanie" },           "south-asia" },
    { { "Pakistan", "Pakistan" },          "south-asia" },
    { { "Thailand", "Thaïlande" },         "south-asia" },
    { { "Unknown", "origine inconnue" },   "unknown" },
};
/* clang-format on */

static void put_country(struct tb_text *out, const char *english)
{
    const struct country *at = countries, *last = at + sizeof countries / sizeof *at - 1;

    while (at < last && strcmp(at->name[TB_EN], english) != 0)
        at++;
    put_pair(out, "country", at->name);
    tb_put(out, ",\"region\":\"%s\"", at->region);
}

static void put_monument(struct tb_text *out, const struct card *facts)
{
    tb_put(out, ",\"space\":%d,\"knowledge\":%d,\"vp\":%d", facts->space, facts->knowledge,
           facts->vp);
    if (facts->locked)
        tb_put(out, ",\"locked\":true");
}

static void put_card(struct tb_text *out, unsigned card)
{
    static const char *const timing[] = { "immediate", "permanent", "timeline", "decline",
                                          "endgame" };
    const struct card *facts = &ancient_card[card];
    const struct words *words = &ancient_words[card];

    tb_put(out, "\"%s\":{\"kind\":\"%s\",\"timing\":\"%s\"", words->id,
           ancient_kinds[facts->kind], timing[facts->timing]);
    if (facts->space)
        put_monument(out, facts);
    if (is_technology(card)) {
        tb_put(out, ",\"level\":%d,\"vp\":%d", facts->level, facts->vp);
    } else {
        tb_put(out, ",\"cost\":%d", facts->cost);
        put_country(out, words->country);
    }
    put_pair(out, "name", words->name);
    put_pair(out, "effect", words->effect);
    if (is_technology(card) && ancient_need[card - BUILDERS].atoms)
        put_pair(out, "need", words->need);
    tb_put(out, "}");
}

void ancient_scene(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "{\"cards\":{");
    for (unsigned c = 0; c < CARDS; c++) {
        tb_put(out, c ? "," : "");
        put_card(out, c);
    }
    tb_put(out, "}}");
}

/* ---- the view ---- */

static void put_timeline(struct tb_text *out, const struct player *p)
{
    tb_put(out, "[");
    for (int space = 0; space < SPACES; space++) {
        tb_put(out, space ? ",[" : "[");
        for (int slot = 2 * space; slot < 2 * space + 2 && p->card[slot] != NONE; slot++)
            tb_put(out, "%s{\"card\":\"%s\",\"knowledge\":%d}", slot % 2 ? "," : "",
                   ancient_words[p->card[slot]].id, p->tokens[slot]);
        tb_put(out, "]");
    }
    tb_put(out, "]");
}

static const char *const score_rows[ROWS] = { "past", "effects", "technologies", "timeline",
                                              "lost" };

/* Card by card. */
static void put_score_lines(struct tb_text *out, const struct score_lines *lines)
{
    tb_put(out, ",\"lines\":[");
    for (int i = 0; i < lines->count; i++) {
        const struct score_line *line = &lines->line[i];

        tb_put(out, "%s{\"row\":\"%s\",\"card\":", i ? "," : "", score_rows[line->row]);
        put_id(out, line->card);
        tb_put(out, ",\"points\":%d}", line->points);
    }
    tb_put(out, "]");
}

static void put_score(struct tb_text *out, const struct tb_state *s, int seat)
{
    struct score_lines lines;
    struct sheet sheet = ak_score_sheet(s, seat, &lines);

    tb_put(out, "{");
    for (int row = 0; row < ROWS; row++)
        tb_put(out, "\"%s\":%d,", score_rows[row], sheet.row[row]);
    tb_put(out, "\"total\":%d", sheet.total);
    if (s->phase == PHASE_OVER)
        put_score_lines(out, &lines);
    tb_put(out, "}");
}

static void put_tilted(struct tb_text *out, const struct player *p)
{
    tb_put(out, "[");
    for (int i = 0; i < p->pasts; i++)
        tb_put(out, "%s%s", i ? "," : "", p->tilted >> i & 1 ? "true" : "false");
    tb_put(out, "]");
}

static void put_player(struct tb_text *out, const struct tb_state *s, int seat)
{
    const struct player *p = &s->player[seat];
    uint8_t hand[HAND];

    ak_in_order(p->hand, p->cards - p->given, hand);
    tb_put(out, "{\"hand\":");
    put_ids(out, hand, p->cards - p->given);
    tb_put(out, ",\"putAway\":");
    put_ids(out, p->hand + p->cards - p->given, p->given);
    tb_put(out, ",\"timeline\":");
    put_timeline(out, p);
    tb_put(out, ",\"past\":");
    put_ids(out, p->past, p->pasts);
    tb_put(out, ",\"tilted\":");
    put_tilted(out, p);
    tb_put(out, ",\"artefacts\":");
    put_ids(out, p->artefact, p->artefacts);
    tb_put(out, ",\"technologies\":");
    put_set(out, p->tech);
    tb_put(out, ",\"lost\":%d,\"score\":", p->lost);
    put_score(out, s, seat);
    tb_put(out, "}");
}

/* Why a card cannot be created there; NULL: it can. */
static const char *why_not(const struct player *p, unsigned card, int space)
{
    const struct card *facts = &ancient_card[card];

    if (facts->kind == ARTEFACT && p->artefacts == ARTEFACTS)
        return "full";
    if (facts->kind != ARTEFACT && facts->locked && space != facts->space - 1)
        return "locked";
    if (facts->kind != ARTEFACT && !(ak_open_spaces(p) >> space & 1))
        return "full";
    return (facts->kind == ARTEFACT ? facts->cost : ak_price_of(card, space)) > p->cards - 1
               ? "cards"
               : NULL;
}

static void put_price(struct tb_text *out, const struct player *p, unsigned card, int space)
{
    const char *why = why_not(p, card, space);
    bool artefact = ancient_card[card].kind == ARTEFACT;

    tb_put(out, "{\"price\":%d",
           artefact ? ancient_card[card].cost : ak_price_of(card, space));
    if (why)
        tb_put(out, ",\"not\":\"%s\"", why);
    tb_put(out, "}");
}

/* For each card of one's hand: the price on each space, of an artefact just one. */
static void put_prices(struct tb_text *out, const struct player *p)
{
    uint8_t hand[HAND];

    ak_in_order(p->hand, p->cards, hand);
    tb_put(out, ",\"prices\":{");
    for (int i = 0; i < p->cards; i++) {
        int spaces = ancient_card[hand[i]].kind == ARTEFACT ? 1 : SPACES;

        tb_put(out, "%s\"%s\":[", i ? "," : "", ancient_words[hand[i]].id);
        for (int space = 0; space < spaces; space++) {
            tb_put(out, space ? "," : "");
            put_price(out, p, hand[i], space);
        }
        tb_put(out, "]");
    }
    tb_put(out, "}");
}

/* ---- why not ---- */

static const struct atom *first_failing(const struct tb_state *s, int seat, unsigned card,
                                        const struct atom *atom, int atoms)
{
    for (int i = 0; i < atoms; i++)
        if (!ak_holds(s, seat, card, &atom[i], 1))
            return &atom[i];
    return NULL;
}

static void put_shortfall(struct tb_text *out, const struct tb_state *s, int seat,
                          unsigned card, const struct atom *atom)
{
    int have = ak_value_of(s, seat, card, 0, &atom->left);

    tb_put(out, "\"why\":\"%s\",\"have\":%d,\"need\":%d",
           have < atom->right ? "fewer" : "more", have, atom->right);
}

static void put_idle_card(struct tb_text *out, const struct tb_state *s, unsigned card)
{
    const struct effect *e = &ancient_card[card].effect;
    const struct atom *failing = first_failing(s, s->active, card, e->when, e->atoms);
    const char *why = ak_operations[e->op[0].code].lacks;

    tb_put(out, "{\"card\":\"%s\",", ancient_words[card].id);
    if (failing)
        put_shortfall(out, s, s->active, card, failing);
    else if (why && !strcmp(why, "deck") && s->player[s->active].cards == HAND)
        tb_put(out, "\"why\":\"hand\"");
    else
        tb_put(out, "\"why\":\"%s\"", why ? why : "nothing");
    tb_put(out, "}");
}

/* Chronicle cards that could do nothing if it were their turn now. Only their player is
 * told: it may depend on the hand. */
static void put_idle(struct tb_text *out, const struct tb_state *s)
{
    const struct player *p = &s->player[s->active];
    bool more = false;

    tb_put(out, ",\"idle\":[");
    for (int i = 0; s->head.viewer == s->active && i < SLOTS + p->artefacts; i++) {
        unsigned card = i < SLOTS ? p->card[i] : p->artefact[i - SLOTS];

        if (card == NONE || ancient_card[card].timing != T_TIMELINE || ak_possible(s, card))
            continue;
        tb_put(out, more ? "," : "");
        put_idle_card(out, s, card);
        more = true;
    }
    tb_put(out, "]");
}

/* Of the technologies shown: those one may learn, and what the others still ask for. */
static void put_learnable(struct tb_text *out, const struct tb_state *s, int seat)
{
    unsigned set = ak_learnable_faces(s, seat, false);
    bool more = false;

    tb_put(out, ",\"learnable\":[");
    for (unsigned left = set; left; left &= left - 1, more = true) {
        tb_put(out, more ? "," : "");
        put_id(out, s->face[first_of(left)]);
    }
    tb_put(out, "],\"lacks\":{");
    more = false;
    for (int i = 0; i < TILES * FACES; i++) {
        unsigned card = s->face[i];
        const struct need *need = &ancient_need[card != NONE ? card - BUILDERS : 0];

        if (card == NONE || set >> i & 1)
            continue;
        tb_put(out, "%s\"%s\":{", more ? "," : "", ancient_words[card].id);
        put_shortfall(out, s, seat, card,
                      first_failing(s, seat, card, need->atom, need->atoms));
        tb_put(out, "}");
        more = true;
    }
    tb_put(out, "}");
}

static void put_tiles(struct tb_text *out, const struct tb_state *s)
{
    tb_put(out, ",\"tiles\":[");
    for (int i = 0; i < TILES; i++) {
        tb_put(out, "%s{\"level\":%d,\"cards\":", i ? "," : "", s->tile_level[i]);
        put_ids(out, s->face + FACES * i, FACES);
        tb_put(out, "}");
    }
    tb_put(out, "],\"decks\":[%d,%d],\"piles\":[", s->tech_decks[0], s->tech_decks[1]);
    put_set(out, s->tech_pile & ak_technologies_of(ANY_KIND, 1));
    tb_put(out, ",");
    put_set(out, s->tech_pile & ak_technologies_of(ANY_KIND, 2));
    tb_put(out, "]");
}

/* The question: who answers it, which card asks it, and what is still to be activated. */
static void put_ask(struct tb_text *out, const struct tb_state *s)
{
    unsigned creating = ak_card_in_creation(s);

    tb_put(out, ",\"ask\":{\"kind\":\"%s\",\"who\":%d,\"card\":", ak_questions[s->ask].id,
           s->who);
    put_id(out, ak_ask_source(s));
    tb_put(out, ",\"creating\":");
    put_id(out, creating);
    tb_put(out, ",\"left\":%d},\"chronicle\":", ak_answers_left(s));
    put_ids(out, s->chronicle, s->chronicles);
    put_idle(out, s);
    tb_put(out, ",\"aside\":");
    put_ids(out, s->aside, s->asides);
}

void ancient_view(const struct tb_state *s, struct tb_text *out)
{
    static const char *const phase[] = { "setup", "action", "chronicle", "decline",
                                         "over" };
    int seat = s->head.viewer;

    tb_put(out, "{\"phase\":\"%s\",\"round\":%d,\"first\":%d,\"active\":%d,\"actions\":%d",
           phase[s->phase], s->turn, s->first, s->active, s->actions);
    tb_put(out, ",\"ending\":%s,\"flipped\":%s,\"skip\":%s", s->ending ? "true" : "false",
           s->flipped ? "true" : "false", s->skip ? "true" : "false");
    put_ask(out, s);
    tb_put(out, ",\"deck\":%d,\"pile\":%d,\"top\":", s->decks, s->piles);
    put_id(out, s->piles ? s->builders[BUILDERS - s->piles] : NONE);
    put_tiles(out, s);
    tb_put(out, ",\"players\":[");
    for (int i = 0; i < s->head.seats; i++) {
        tb_put(out, i ? "," : "");
        put_player(out, s, i);
    }
    tb_put(out, "]");
    if (seat >= 0) {
        put_prices(out, &s->player[seat]);
        put_learnable(out, s, seat);
    }
    tb_put(out, "}");
}
