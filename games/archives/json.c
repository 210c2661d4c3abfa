/*
 * Archives for a page: scene() has the board and the cards, view() the position, with what
 * every square and every choice would cost and bring. docs/json/archives.md tells it
 * field by field.
 */
#include "archives.h"

/* ---- small pieces ---- */

static void put_pair(struct tb_text *out, const char *key, const char *const *pair)
{
    tb_put(out, ",\"%s\":[", key);
    tb_put_json(out, pair[TB_EN]);
    tb_put(out, ",");
    tb_put_json(out, pair[TB_FR]);
    tb_put(out, "]");
}

static void put_site(struct tb_text *out, unsigned site)
{
    if (site < ZONES)
        tb_put(out, "\"%s\"", av_board.site[site].key);
    else
        tb_put(out, "null");
}

static void put_action(struct tb_text *out, unsigned action)
{
    if (action < ACTIONS)
        tb_put(out, "\"%s\"", av_board.action[action].key);
    else
        tb_put(out, "null");
}

static void put_seat(struct tb_text *out, unsigned seat)
{
    if (seat < PLAYERS)
        tb_put(out, "%u", seat);
    else
        tb_put(out, "null");
}

/* {"R":2,"O":1} */
static void put_counts(struct tb_text *out, const char *key, const uint8_t *lanes)
{
    bool more = false;

    tb_put(out, "\"%s\":{", key);
    for (unsigned type = 0; type < TYPES; type++)
        if (lanes[type]) {
            tb_put(out, "%s\"%c\":%d", more ? "," : "", av_board.type[type].letter,
                   lanes[type]);
            more = true;
        }
    tb_put(out, "}");
}

/* ["WILD","WILD","SKIP3"] */
static void put_cards(struct tb_text *out, const uint8_t *kinds)
{
    bool more = false;

    tb_put(out, "[");
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < kinds[kind]; i++) {
            tb_put(out, "%s\"%s\"", more ? "," : "", av_board.card[kind].key);
            more = true;
        }
    tb_put(out, "]");
}

/* ---- the scene ---- */

static void put_types(struct tb_text *out)
{
    tb_put(out, "\"types\":[");
    for (unsigned i = 0; i < TYPES; i++) {
        tb_put(out, "%s{\"letter\":\"%c\",\"sign\":\"%s\",\"colour\":\"%s\"", i ? "," : "",
               av_board.type[i].letter, av_board.type[i].sign, av_board.type[i].colour);
        put_pair(out, "name", av_board.type[i].name);
        put_pair(out, "section", av_board.type[i].section);
        tb_put(out, "}");
    }
    tb_put(out, "]");
}

static void put_scene_site(struct tb_text *out, unsigned zone)
{
    tb_put(out, "{\"key\":\"%s\"", av_board.site[zone].key);
    put_pair(out, "name", av_board.site[zone].name);
    tb_put(out, ",\"accepts\":\"");
    for (unsigned type = 0; type < TYPES; type++)
        if (av_accepts(zone, type))
            tb_put(out, "%c", av_board.type[type].letter);
    tb_put(out, "\",\"entry\":%d,\"requests\":%d,\"consultation\":%d,\"room\":%d}",
           av_board.site[zone].entry, av_board.site[zone].requests,
           av_board.site[zone].consultation, av_board.site[zone].room);
}

static void put_scene_card(struct tb_text *out, unsigned kind)
{
    static const char *const window[] = { "turn", "arrival", "step3", "step4" };

    tb_put(out, "\"%s\":{\"copies\":%d,\"window\":\"%s\"", av_board.card[kind].key,
           av_board.card[kind].copies, window[av_board.card[kind].window]);
    put_pair(out, "name", av_board.card[kind].name);
    put_pair(out, "text", av_board.card[kind].text);
    tb_put(out, "}");
}

static void put_scene_actions(struct tb_text *out)
{
    tb_put(out, ",\"actions\":[");
    for (unsigned i = 0; i < ACTIONS; i++) {
        tb_put(out, "%s{\"key\":\"%s\"", i ? "," : "", av_board.action[i].key);
        put_pair(out, "name", av_board.action[i].name);
        tb_put(out, "}");
    }
    tb_put(out, "],\"track\":[");
    for (unsigned i = 0; i < SQUARES; i++) {
        tb_put(out, i ? "," : "");
        put_action(out, av_board.square[i]);
    }
    tb_put(out, "]");
}

void archives_scene(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "{");
    put_types(out);
    put_scene_actions(out);
    tb_put(out, ",\"sites\":[");
    for (unsigned zone = 0; zone < ZONES; zone++) {
        tb_put(out, zone ? "," : "");
        put_scene_site(out, zone);
    }
    tb_put(out, "],\"cards\":{");
    for (unsigned kind = 0; kind < KINDS; kind++) {
        tb_put(out, kind ? "," : "");
        put_scene_card(out, kind);
    }
    tb_put(out, "},\"endExpertise\":%d,\"waitingMax\":%d,\"abandon\":\"",
           av_board.rule.end_expertise, av_board.rule.waiting_max_per_type);
    tb_option_put(&game_archives, OPTION_ABANDON, s->head.option[OPTION_ABANDON], out);
    tb_put(out, "\"}");
}

/* ---- the players ---- */

/* Line by line, as the end adds it up. */
static void put_score(struct tb_text *out, const struct tb_state *s, unsigned seat)
{
    struct av_sheet sheet = av_score_sheet(s, seat);
    bool more = false;

    tb_put(out, "{\"prestige\":%d,\"expertise\":%d,\"expert\":[", sheet.prestige,
           sheet.expertise);
    for (unsigned type = 0; type < TYPES; type++)
        if (s->expert[type] == seat) {
            tb_put(out, "%s{\"type\":\"%c\",\"site\":", more ? "," : "",
                   av_board.type[type].letter);
            put_site(out, sheet.cubes[type] ? sheet.largest[type] : NONE);
            tb_put(out, ",\"cubes\":%d,\"answered\":%d}", sheet.cubes[type],
                   sheet.done[type]);
            more = true;
        }
    tb_put(out, "],\"total\":%d}", sheet.total);
}

static void put_sources(struct tb_text *out, const struct tb_state *s, unsigned seat)
{
    tb_put(out, "{");
    for (unsigned i = 0; i < SOURCES; i++)
        tb_put(out, "%s\"%s\":%d", i ? "," : "", av_source_ids[i], s->source[seat][i]);
    tb_put(out, "}");
}

static void put_expertise(struct tb_text *out, const struct tb_state *s, unsigned seat)
{
    tb_put(out, "[");
    for (unsigned type = 0; type < TYPES; type++)
        tb_put(out, "%s%d", type ? "," : "", s->pe[seat][type]);
    tb_put(out, "]");
}

static void put_player(struct tb_text *out, const struct tb_state *s, unsigned seat)
{
    tb_put(out, "{\"start\":%d,\"pos\":%d,\"square\":%u,\"prestige\":%d,\"expertise\":",
           s->start[seat], s->pos[seat], av_square(s->pos[seat]), (int)s->pp[seat]);
    put_expertise(out, s, seat);
    tb_put(out, ",\"cards\":%d,\"hand\":", s->hands[seat]);
    if (s->head.viewer == (int)seat)
        put_cards(out, s->hand[seat]);
    else
        tb_put(out, "null");
    tb_put(out, ",\"abandoned\":%d,\"finished\":%s,\"waitingLoss\":%d,\"sources\":",
           s->abandoned[seat], s->finished >> seat & 1 ? "true" : "false",
           av_waiting_loss(s, seat));
    put_sources(out, s, seat);
    tb_put(out, ",\"score\":");
    put_score(out, s, seat);
    tb_put(out, "}");
}

static void put_players(struct tb_text *out, const struct tb_state *s)
{
    tb_put(out, ",\"players\":[");
    for (unsigned seat = 0; seat < s->head.seats; seat++) {
        tb_put(out, seat ? "," : "");
        put_player(out, s, seat);
    }
    tb_put(out, "],\"experts\":[");
    for (unsigned type = 0; type < TYPES; type++) {
        tb_put(out, type ? "," : "");
        put_seat(out, s->expert[type]);
    }
    tb_put(out, "]");
}

/* ---- the board ---- */

static void put_lent(struct tb_text *out, const struct tb_state *s, unsigned zone)
{
    tb_put(out, ",\"consulted\":[");
    for (unsigned i = 0; i < s->lents[zone]; i++) {
        tb_put(out, "%s{\"type\":\"%c\",\"from\":", i ? "," : "",
               av_board.type[s->lent[zone][i] % 16].letter);
        put_site(out, s->lent[zone][i] / 16);
        tb_put(out, "}");
    }
    tb_put(out, "]");
}

static void put_requests(struct tb_text *out, const struct tb_state *s, unsigned zone)
{
    tb_put(out, "\"requests\":[");
    for (unsigned i = 0; i < s->requests[zone]; i++)
        tb_put(out, "%s\"%c\"", i ? "," : "", av_board.type[s->request[zone][i]].letter);
    tb_put(out, "]");
}

static void put_stock(struct tb_text *out, const struct tb_state *s, unsigned site)
{
    const struct room *room = &s->room[site];

    tb_put(out, ",");
    put_counts(out, "entry", s->entry[site]);
    tb_put(out, ",");
    put_counts(out, "store", s->store[site]);
    tb_put(out, ",");
    put_counts(out, "answered", s->done[site]);
    if (room->size)
        tb_put(out, ",\"room\":{\"type\":\"%c\",\"size\":%d,\"gone\":%d}",
               av_board.type[room->type].letter, room->size, room->gone);
    else
        tb_put(out, ",\"room\":null");
}

static void put_sites(struct tb_text *out, const struct tb_state *s)
{
    tb_put(out, ",\"sites\":{");
    for (unsigned zone = 0; zone < ZONES; zone++) {
        tb_put(out, "%s\"%s\":{", zone ? "," : "", av_board.site[zone].key);
        put_requests(out, s, zone);
        put_lent(out, s, zone);
        if (zone < SITES)
            put_stock(out, s, zone);
        tb_put(out, "}");
    }
    tb_put(out, "},");
    put_counts(out, "waiting", s->waiting);
    tb_put(out, ",");
    put_counts(out, "drawn", s->drawn);
    tb_put(out, ",");
    put_counts(out, "latest", s->latest);
    tb_put(out, ",");
    put_counts(out, "bag", s->bag);
    tb_put(out, ",");
    put_counts(out, "reserve", s->reserve);
}

static void put_track(struct tb_text *out, const struct tb_state *s)
{
    tb_put(out, ",\"track\":[");
    for (unsigned i = 0; i < SQUARES; i++) {
        tb_put(out, i ? ",{\"action\":" : "{\"action\":");
        put_action(out, s->nature[i]);
        tb_put(out, ",\"marker\":%s}", s->marked >> i & 1 ? "true" : "false");
    }
    tb_put(out, "],\"markers\":{");
    for (unsigned i = 0; i < ACTIONS; i++)
        tb_put(out, "%s\"%s\":%d", i ? "," : "", av_board.action[i].key, s->supply[i]);
    tb_put(out, "},\"deck\":%d,\"discard\":", s->decks);
    put_cards(out, s->discard);
}

/* ---- what would happen ---- */

static void put_gains(struct tb_text *out, const struct av_gains *gains)
{
    tb_put(out, "\"gains\":[");
    for (int i = 0; i < gains->count; i++) {
        const struct av_gain *g = &gains->list[i];

        tb_put(out, "%s{\"seat\":%d,\"why\":\"%s\",", i ? "," : "", g->seat,
               archives_events[g->kind].id);
        if (g->type < TYPES)
            tb_put(out, "\"type\":\"%c\",", av_board.type[g->type].letter);
        tb_put(out, g->pe ? "\"expertise\":%d}" : "\"prestige\":%d}",
               g->pe ? g->pe : g->pp);
    }
    tb_put(out, "],\"luck\":%s", gains->open ? "true" : "false");
}

/* {"note":...,"gains":[...],"luck":false} for each answer to what is asked in `s`. */
static void put_choices(struct tb_text *out, const struct tb_state *s)
{
    tb_move legal[TB_MOVES_MAX];
    int count = game_archives.moves(s, s->active, legal);

    tb_put(out, "[");
    for (int i = 0; i < count; i++) {
        struct av_gains gains;

        av_preview(s, legal[i], &gains);
        tb_put(out, i ? ",{\"note\":" : "{\"note\":");
        tb_put_note(&game_archives, s, legal[i], out);
        tb_put(out, ",");
        put_gains(out, &gains);
        tb_put(out, "}");
    }
    tb_put(out, "]");
}

/* Squares that the active pawn can reach. Everybody sees them: they are no secret. */
static void put_squares(struct tb_text *out, const struct tb_state *s)
{
    uint64_t set = av_options(s).low & (((uint64_t)1 << 2 * SQUARES) - 1);
    bool more = false;

    tb_put(out, ",\"squares\":[");
    for (; set; set &= set - 1) {
        unsigned steps = av_first(set), square = av_square(s->pos[s->active] + steps);

        tb_put(out,
               "%s{\"steps\":%u,\"square\":%u,\"cost\":%d,\"action\":", more ? "," : "",
               steps, square, av_cost(s, s->active, steps));
        put_action(out, s->nature[square - 1]);
        tb_put(out, "}");
        more = true;
    }
    tb_put(out, "]");
}

/* What each action would do if it began now, for whoever has the turn. */
static void put_prospects(struct tb_text *out, const struct tb_state *s)
{
    tb_put(out, ",\"prospects\":{");
    for (unsigned action = 0; action < ACTIONS; action++) {
        struct tb_state begun;
        struct av_gains gains;
        bool is_void;

        av_preview_action(s, action, &begun, &gains);
        is_void = begun.voids[action] > s->voids[action] ||
                  (action == DRAW && !s->decks &&
                   s->hands[0] + s->hands[1] + s->hands[2] + s->hands[3] == DECK);
        tb_put(out, "%s\"%s\":{\"void\":%s,", action ? "," : "",
               av_board.action[action].key, is_void ? "true" : "false");
        put_gains(out, &gains);
        tb_put(out, ",\"choices\":");
        if (begun.action == action)
            put_choices(out, &begun);
        else
            tb_put(out, "[]");
        tb_put(out, "}");
    }
    tb_put(out, "}");
}

static unsigned asked_site(const struct tb_state *s)
{
    if (s->ask == ASK_REQUEST)
        return s->count < SITES ? s->count : EXTERNAL;
    return s->ask == ASK_TURN ? NONE : s->site;
}

static void put_ask(struct tb_text *out, const struct tb_state *s)
{
    tb_put(out, "{\"ask\":{\"kind\":\"%s\",\"who\":", av_ask_ids[s->ask]);
    put_seat(out, s->ask == ASK_OVER ? NONE : s->active);
    tb_put(out, ",\"action\":");
    put_action(out, s->action);
    tb_put(out, ",\"site\":");
    put_site(out, asked_site(s));
    tb_put(out, ",\"to\":");
    put_site(out, s->to);
    tb_put(out, ",\"count\":%d},\"pass\":%s", s->count,
           s->ask == ASK_TURN && av_may_pass(s) ? "true" : "false");
    tb_put(out, ",\"passes\":%d,\"end\":%u", s->passes, s->end ? av_square(s->end) : 0);
}

static void put_history(struct tb_text *out, const struct tb_state *s)
{
    tb_put(out, ",\"history\":{\"every\":%d,\"prestige\":[", s->every);
    for (int i = 0; i < s->histories; i++) {
        tb_put(out, i ? ",[" : "[");
        for (unsigned seat = 0; seat < s->head.seats; seat++)
            tb_put(out, "%s%d", seat ? "," : "", s->history[i][seat]);
        tb_put(out, "]");
    }
    tb_put(out, "]}");
}

void archives_view(const struct tb_state *s, struct tb_text *out)
{
    put_ask(out, s);
    put_players(out, s);
    put_track(out, s);
    put_sites(out, s);
    if (s->ask == ASK_TURN) {
        put_squares(out, s);
        put_prospects(out, s);
    }
    if (s->head.viewer == s->active && s->ask != ASK_OVER) {
        tb_put(out, ",\"choices\":");
        put_choices(out, s);
    }
    put_history(out, s);
    tb_put(out, "}");
}
