/*
 * ArcheOlogic in JSON: the scene, what changes, the aids that the table allows, and the
 * review after the game. Names and sentences are ids and msgids, never translations: the
 * page says them in its reader's language.
 */
#include <string.h>

#include "archeologic.h"
#include "clues.h"
#include "quest.h"
#include "search.h"
#include "solver.h"

/* ---- what stays ---- */

static void json_axis(struct tb_text *out, unsigned axis)
{
    tb_put(out, "\"");
    put_axis(out, axis);
    tb_put(out, "\"");
}

static void json_zone(struct tb_text *out, unsigned zone)
{
    tb_put(out, "\"");
    put_zone(out, zone);
    tb_put(out, "\"");
}

static void json_option(const struct tb_state *s, int option, struct tb_text *out)
{
    tb_put(out, ",\"%s\":\"", game_archeologic.options[option].id);
    tb_option_put(&game_archeologic, option, s->head.option[option], out);
    tb_put(out, "\"");
}

static void json_clue(struct tb_text *out, unsigned clue)
{
    tb_put(out, "{\"zone\":");
    json_zone(out, clue_zone(clue));
    tb_put(out, ",\"kind\":\"%s\"}", clue_kind(clue) == SHARP ? "sharp" : "fire");
}

/* A tile in each rotation, row by row: "s.", "oo", ".o" */
static void json_plan(const struct kit *kit, const uint8_t *at, struct tb_text *out)
{
    int count = 0;

    tb_put(out, "{");
    for (unsigned t = 0; t < TILES; t++)
        if (at[t] != NONE) {
            const struct placement *p = &kit->box.place[t][at[t]];

            tb_put(out, "%s\"%c\":\"r%d ", count++ ? "," : "", tile_letter[t], p->turn);
            put_zone(out, p->corner);
            tb_put(out, "\"");
        }
    tb_put(out, "}");
}

static void json_tile(const struct tb_state *s, unsigned tile, struct tb_text *out)
{
    const struct kit *kit = kit_of(&s->head);
    unsigned turn = 0;

    tb_put(out, "%s\"%c\":[", tile ? "," : "", tile_letter[tile]);
    for (int n = 0; n < placements_of[tile]; n++) {
        const struct placement *p = &kit->box.place[tile][n];

        if (p->turn != turn || p->corner)
            continue;
        tb_put(out, turn++ ? ",[" : "[");
        for (unsigned row = 0; row <= p->bottom; row++) {
            tb_put(out, row ? ",\"" : "\"");
            for (unsigned column = 0; column <= p->right; column++) {
                unsigned z = SIDE * row + column;

                tb_put(out, "%c",
                       !(p->cells >> z & 1) ? '.'
                       : p->sharp >> z & 1  ? 's'
                       : p->fire >> z & 1   ? 'f'
                                            : 'o');
            }
            tb_put(out, "\"");
        }
        tb_put(out, "]");
    }
    tb_put(out, "]");
}

void archeologic_scene(const struct tb_state *s, struct tb_text *out)
{
    const struct kit *kit = kit_of(&s->head);

    tb_put(out, "{\"tiles\":{");
    for (unsigned t = 0; t < TILES; t++)
        json_tile(s, t, out);
    tb_put(out, "},\"around\":[");
    for (unsigned place = 0; place < AXES; place++) {
        tb_put(out, place ? "," : "");
        json_axis(out, axis_at(s, place));
    }
    tb_put(out, "],\"subjects\":[");
    for (unsigned i = 0; i < SUBJECTS; i++)
        tb_put(out, "%s{\"id\":\"%s\",\"cost\":%u}", i ? "," : "", subject_id[i],
               subject_cost(i));
    tb_put(out, "]");
    json_option(s, OPTION_MODE, out);
    json_option(s, OPTION_RULE, out);
    json_option(s, OPTION_CIRCLE, out);
    json_option(s, OPTION_AIDS, out);
    tb_put(out, ",\"clues\":[");
    for (int i = 0; i < clues_given(s); i++) {
        tb_put(out, i ? "," : "");
        json_clue(out, s->clue[i]);
    }
    tb_put(out, "],\"common\":%d,\"expert\":[", base_clues(&s->head));
    for (int i = 0; i < EXPERT_MAX && s->expert[i] != NO_STATEMENT; i++) {
        tb_put(out, i ? "," : "");
        statement_json(s->expert[i], out);
    }
    tb_put(out, "],\"examples\":[");
    for (int i = 0; i < EXPERT_MAX && s->expert[i] != NO_STATEMENT; i++) {
        tb_put(out, i ? "," : "");
        json_plan(kit, kit->plan[statement_example(kit, s->expert[i])], out);
    }
    tb_put(out, "],\"site\":%d,\"day\":%u,\"par\":", s->site, s->day);
    if (s->site)
        tb_put(out, "[%d,%d]", sites[s->site - 1].expert, sites[s->site - 1].confirmed);
    else
        tb_put(out, "null");
    tb_put(out, "}");
}

/* ---- what changes ---- */

/* {"S":"r1 C2",...}; tiles that lie nowhere are left out. */
static void json_claim(const struct tb_state *s, const struct claim *claim,
                       struct tb_text *out)
{
    static const char *const verdict[] = { "waiting", "right", "wrong" };

    tb_put(out, "\"verdict\":\"%s\",\"plan\":", verdict[claim->verdict]);
    if (claim->at[0] == NONE)
        tb_put(out, "null,\"right\":null");
    else {
        json_plan(kit_of(&s->head), claim->at, out);
        tb_put(out, ",\"right\":");
        if (claim->verdict == WAITING)
            tb_put(out, "null");
        else {
            tb_put(out, "\"");
            put_tiles(out, claim->right);
            tb_put(out, "\"");
        }
    }
}

static void json_question(struct tb_text *out, unsigned question)
{
    tb_put(out, "\"axis\":");
    json_axis(out, question_axis(question));
    tb_put(out, ",\"subject\":\"%s\"", subject_id[question_subject(question)]);
}

static void json_turn(const struct tb_state *s, int seat, const struct turn *turn,
                      struct tb_text *out)
{
    tb_put(out, "{\"seat\":%d,\"cost\":%d,", seat, turn->cost);
    if (turn->question == CLAIM_TURN) {
        json_claim(s, &s->seat[seat].claim[turn->answer], out);
    } else {
        json_question(out, turn->question);
        tb_put(out, ",\"pushed\":%d,\"answer\":", turn->pushed);
        if (turn->answer == NONE)
            tb_put(out, "null");
        else {
            tb_put(out, "\"");
            put_answer(out, turn->answer);
            tb_put(out, "\"");
        }
    }
    tb_put(out, "}");
}

/* The turn that everybody's number `when` was; NULL: a claim not yet made. */
static const struct turn *turn_at(const struct tb_state *s, int when, int *seat)
{
    for (*seat = 0; *seat < s->head.seats; ++*seat)
        for (int i = 0; i < s->seat[*seat].turns; i++)
            if (s->seat[*seat].turn[i].when == when)
                return &s->seat[*seat].turn[i];
    return NULL;
}

static void json_log(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, ",\"log\":[");
    for (int when = 0; when < s->turns; when++) {
        int seat;
        const struct turn *turn = turn_at(s, when, &seat);

        tb_put(out, when ? "," : "");
        json_turn(s, seat, turn, out);
    }
    tb_put(out, "]");
}

static void json_pawns(const struct tb_state *s, struct tb_text *out)
{
    static const char *const side[] = { "research", "verification", "out" };

    tb_put(out, ",\"pawns\":[");
    for (int i = 0; i < s->head.seats; i++)
        tb_put(out,
               "%s{\"position\":%d,\"side\":\"%s\",\"time\":%u,\"questions\":%d,"
               "\"claims\":%d,\"clues\":%d}",
               i ? "," : "", s->seat[i].position, side[s->seat[i].side], time_spent(s, i),
               s->seat[i].questions, s->seat[i].claims, s->seat[i].clues);
    tb_put(out, "]");
}

/* ---- aids ---- */

/* For each zone in reading order: empty, then S to I, then sharp and fire, of `count`. */
static void json_shares(const struct tb_state *s, const struct tally *tally,
                        struct tb_text *out)
{
    struct shares shares;

    tally_shares(tally, kit_of(&s->head), &shares);
    tb_put(out, ",\"shares\":[");
    for (unsigned z = 0; z < ZONES; z++) {
        uint32_t kind[4] = { 0 };

        tb_put(out, "%s[%u", z ? "," : "", shares.empty[z]);
        for (int t = 0; t < TILES; t++) {
            uint32_t tile = 0;

            for (int k = SAFE; k <= FIRE; k++) {
                tile += shares.cell[z][t][k];
                kind[k] += shares.cell[z][t][k];
            }
            tb_put(out, ",%u", tile);
        }
        tb_put(out, ",%u,%u]", kind[SHARP], kind[FIRE]);
    }
    tb_put(out, "]");
}

static void json_weighed(const struct weighed *w, struct tb_text *out)
{
    tb_put(out, "{");
    json_question(out, w->question);
    tb_put(out, ",\"cost\":%d,\"millibits\":%u,\"answers\":%d,\"worst\":%u}", w->cost,
           (unsigned)((uint64_t)w->bits * 1000 >> 16), w->answers, w->worst);
}

static void json_best(const struct kit *kit, const struct tally *tally,
                      const uint8_t cost[AXES], struct tb_text *out)
{
    struct weighed list[QUESTIONS];
    int count = solver_rank(tally, kit, cost, list);

    tb_put(out, ",\"best\":[");
    for (int i = 0; i < count && i < 3; i++) {
        tb_put(out, i ? "," : "");
        json_weighed(&list[i], out);
    }
    tb_put(out, "]");
}

static void json_aids(const struct tb_state *s, int seat, struct tb_text *out)
{
    uint64_t aids = s->head.option[OPTION_AIDS];
    uint8_t cost[AXES];
    struct facts facts;
    struct tally tally;

    if (seat < 0 || is_over(s))
        return;
    if (aids < AIDS_WARNINGS)
        return;
    facts_of_seat(s, seat, &facts);
    tb_put(out, ",");
    warnings_json(kit_of(&s->head), &facts, s->lay, out);
    if (aids < AIDS_COUNT)
        return;
    tally_make(&tally, kit_of(&s->head), &facts);
    tb_put(out, ",\"count\":%u", tally.count);
    if (aids == AIDS_FULL) {
        json_shares(s, &tally, out);
        axis_costs(s, cost);
        json_best(kit_of(&s->head), &tally, cost, out);
    }
}

/* ---- the review after the game ---- */

/* Where the viewfinder stood before each turn of the log. */
static void places_before(const struct tb_state *s, uint8_t before[SEATS * TURNS_MAX])
{
    unsigned place = 0;

    for (int when = 0; when < s->turns; when++) {
        int seat;
        const struct turn *turn = turn_at(s, when, &seat);

        before[when] = (uint8_t)place;
        if (turn->question != CLAIM_TURN)
            place = (place_of_axis(s, question_axis(turn->question)) + turn->pushed) % AXES;
    }
}

/* The plans that a seat could still believe in. */
struct believed {
    uint32_t plan[SEARCH_PLANS];
    uint32_t count;
};

static void keep_fitting(const struct kit *kit, struct believed *b, const struct fact *fact)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < b->count; i++)
        if (fact_holds(kit, fact, kit->plan[b->plan[i]]))
            b->plan[kept++] = b->plan[i];
    b->count = kept;
}

/* The best that could have been asked then, by rule of thumb. */
static void json_better(const struct tb_state *s, const struct believed *b, unsigned place,
                        bool free, struct tb_text *out)
{
    const struct kit *kit = kit_of(&s->head);
    struct weighed list[QUESTIONS];
    uint8_t cost[AXES];
    struct tally tally;

    circle_costs((unsigned)s->head.option[OPTION_CIRCLE], place, cost);
    if (free)
        memset(cost, 0, AXES);
    tally_clear(&tally);
    for (uint32_t i = 0; i < b->count; i++)
        tally_add(&tally, kit, b->plan[i]);
    if (solver_rank(&tally, kit, cost, list))
        json_weighed(&list[0], out);
    else
        tb_put(out, "null");
}

static struct fact fact_of_turn(const struct seat *seat, const struct turn *turn)
{
    struct fact fact = { .kind = FACT_ANSWER, .a = turn->question, .b = turn->answer };

    if (turn->question == CLAIM_TURN) {
        const struct claim *claim = &seat->claim[turn->answer];

        fact = (struct fact){ .kind = FACT_CLAIM, .b = claim->right };
        memcpy(fact.at, claim->at, TILES);
    }
    return fact;
}

/* How each of the seat's turns changed what it could believe. */
static void review_seat(const struct tb_state *s, int seat, const uint8_t *places,
                        struct tb_text *out)
{
    const struct kit *kit = kit_of(&s->head);
    const struct seat *it = &s->seat[seat];
    struct believed believed;
    struct facts facts;

    facts_of_clues(s, seat, &facts);
    believed.count = solver_list(kit, &facts, believed.plan, SEARCH_PLANS);
    if (believed.count > SEARCH_PLANS)
        believed.count = SEARCH_PLANS;
    for (int i = 0; i < it->turns; i++) {
        const struct turn *turn = &it->turn[i];
        bool claim = turn->question == CLAIM_TURN;
        struct fact fact = fact_of_turn(it, turn);

        tb_put(out, "%s{\"before\":%u,\"best\":", i ? "," : "", believed.count);
        if (claim || believed.count < 2)
            tb_put(out, "null");
        else
            json_better(s, &believed, places[turn->when], s->head.seats == 1 && !i, out);
        if (!claim || it->claim[turn->answer].verdict != WAITING)
            keep_fitting(kit, &believed, &fact);
        tb_put(out, ",\"after\":%u}", believed.count);
    }
}

/* Seat by seat, a step for each of its turns. */
static void json_review(const struct tb_state *s, struct tb_text *out)
{
    uint8_t places[SEATS * TURNS_MAX];

    places_before(s, places);
    tb_put(out, ",\"review\":[");
    for (int seat = 0; seat < s->head.seats; seat++) {
        tb_put(out, seat ? ",[" : "[");
        review_seat(s, seat, places, out);
        tb_put(out, "]");
    }
    tb_put(out, "]");
}

static const char *const rank_id[] = { "apprentice", "confirmed", "expert" };

static void json_end(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, ",\"winner\":%d,\"solution\":", s->winner == NONE ? -1 : s->winner);
    json_plan(kit_of(&s->head), plan_of(s), out);
    tb_put(out, ",\"code\":\"");
    quest_put_code(quest_encode(match_quest(s)), out);
    tb_put(out, "\",\"assisted\":%s", is_assisted(s) ? "true" : "false");
    if (s->head.seats == 1) {
        struct par par = match_par(s);
        bool ranked = s->winner != NONE && !is_assisted(s);

        tb_put(out, ",\"par\":[%d,%d],\"practice\":%s,\"rank\":", par.expert, par.confirmed,
               is_practice(s) ? "true" : "false");
        if (ranked)
            tb_put(out, "\"%s\"", rank_id[rank_of(par, time_spent(s, 0))]);
        else
            tb_put(out, "null");
    }
    json_review(s, out);
}

void archeologic_view(const struct tb_state *s, struct tb_text *out)
{
    static const char *const phase[] = { "starting", "choosing", "aiming",
                                         "asking",   "claiming", "over" };
    int seat = reader_of(s);
    uint8_t cost[AXES];

    axis_costs(s, cost);
    tb_put(out, "{\"phase\":\"%s\",\"seat\":%d,\"viewfinder\":", phase[s->phase],
           seat_to_play(s));
    json_axis(out, axis_at(s, s->place));
    tb_put(out, ",\"costs\":{");
    for (unsigned axis = 0; axis < AXES; axis++) {
        tb_put(out, axis ? "," : "");
        json_axis(out, axis);
        tb_put(out, ":%d", cost[axis]);
    }
    tb_put(out, "}");
    json_pawns(s, out);
    json_log(s, out);
    tb_put(out, ",\"laying\":");
    json_plan(kit_of(&s->head), s->lay, out);
    json_aids(s, s->head.viewer >= 0 ? seat : -1, out);
    if (is_over(s))
        json_end(s, out);
    else if (s->plan != HIDDEN_PLAN && knows_plan(s) && s->head.viewer >= 0) {
        tb_put(out, ",\"solution\":");
        json_plan(kit_of(&s->head), plan_of(s), out);
    }
    tb_put(out, "}");
}

/* ---- the solver, for whoever writes facts down ---- */

static void json_certain(const struct tally *tally, const struct kit *kit,
                         struct tb_text *out)
{
    static const char *const kind[] = { ".", "o", "s", "f" };
    struct shares shares;
    int count = 0;

    tally_shares(tally, kit, &shares);
    tb_put(out, ",\"certain\":[");
    for (unsigned z = 0; z < ZONES; z++) {
        struct certain it = shares_certain(&shares, tally->count, z);

        if (it.tile == NONE && it.kind == NONE)
            continue;
        tb_put(out, count++ ? ",{\"zone\":" : "{\"zone\":");
        json_zone(out, z);
        if (it.tile != NONE)
            tb_put(out, ",\"building\":\"%c\"", tile_letter[it.tile]);
        if (it.kind != NONE)
            tb_put(out, ",\"cell\":\"%s\"", kind[it.kind]);
        tb_put(out, "}");
    }
    tb_put(out, "]");
}

void sheet_json(const struct kit *kit, const struct sheet *sheet, struct tb_text *out)
{
    uint32_t after[FACTS_MAX + 1], plan;
    uint8_t cost[AXES];
    struct tally tally;

    sheet_costs(sheet, cost);
    solver_counts(kit, &sheet->facts, after);
    tally_make(&tally, kit, &sheet->facts);
    tb_put(out, "{\"count\":%u,\"after\":[", tally.count);
    for (int i = 0; i <= sheet->facts.count; i++)
        tb_put(out, i ? ",%u" : "%u", after[i]);
    tb_put(out, "]");
    if (tally.count) {
        json_certain(&tally, kit, out);
        json_best(kit, &tally, cost, out);
    }
    if (tally.count == 1) {
        solver_list(kit, &sheet->facts, &plan, 1);
        tb_put(out, ",\"solution\":");
        json_plan(kit, kit->plan[plan], out);
    }
    tb_put(out, "}");
}
