/* Ancient Knowledge for a page: scene() has the cards, view() the position. */
#include "ancient.h"

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
    if (is_technology(card))
        tb_put(out, ",\"level\":%d,\"vp\":%d", facts->level, facts->vp);
    else
        tb_put(out, ",\"cost\":%d,\"country\":\"%s\"", facts->cost, words->country);
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

static void put_score(struct tb_text *out, const struct tb_state *s, int seat)
{
    struct sheet sheet = ak_score_sheet(s, seat);

    tb_put(out,
           "{\"past\":%d,\"effects\":%d,\"technologies\":%d,\"timeline\":%d,\"lost\":%d,"
           "\"total\":%d}",
           sheet.past, sheet.effects, sheet.technologies, sheet.timeline, sheet.lost,
           sheet.total);
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

    tb_put(out, "{\"hand\":");
    put_ids(out, p->hand, p->cards - p->given);
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
    tb_put(out, ",\"prices\":{");
    for (int i = 0; i < p->cards; i++) {
        int spaces = ancient_card[p->hand[i]].kind == ARTEFACT ? 1 : SPACES;

        tb_put(out, "%s\"%s\":[", i ? "," : "", ancient_words[p->hand[i]].id);
        for (int space = 0; space < spaces; space++) {
            tb_put(out, space ? "," : "");
            put_price(out, p, p->hand[i], space);
        }
        tb_put(out, "]");
    }
    tb_put(out, "}");
}

static void put_learnable(struct tb_text *out, const struct tb_state *s, int seat)
{
    unsigned set = ak_learnable_faces(s, seat, false);
    bool more = false;

    tb_put(out, ",\"learnable\":[");
    for (; set; set &= set - 1, more = true) {
        tb_put(out, more ? "," : "");
        put_id(out, s->face[first_of(set)]);
    }
    tb_put(out, "]");
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

    tb_put(out, ",\"ask\":{\"kind\":\"%s\",\"who\":%d,\"card\":", ancient_asks[s->ask].id,
           s->who);
    put_id(out, ak_ask_source(s));
    tb_put(out, ",\"creating\":");
    put_id(out, creating);
    tb_put(out, "},\"chronicle\":");
    put_ids(out, s->chronicle, s->chronicles);
    tb_put(out, ",\"idle\":[");
    /* Whether a card can do anything may depend on its player's hand. */
    for (int i = 0, more = 0; s->head.viewer == s->active && i < s->chronicles; i++)
        if (!ak_possible(s, s->chronicle[i])) {
            tb_put(out, more++ ? "," : "");
            put_id(out, s->chronicle[i]);
        }
    tb_put(out, "],\"aside\":");
    put_ids(out, s->aside, s->asides);
}

void ancient_view(const struct tb_state *s, struct tb_text *out)
{
    static const char *const phase[] = { "setup", "action", "chronicle", "decline",
                                         "over" };
    int seat = s->head.viewer;

    tb_put(out, "{\"phase\":\"%s\",\"round\":%d,\"active\":%d,\"actions\":%d",
           phase[s->phase], s->turn, s->active, s->actions);
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
