/*
 * ArcheOlogic's bots. All deduce without fault and none guesses unless that pays; they
 * differ in what they ask.
 *
 * easy: a question on the axis the viewfinder has reached, telling ones more likely.
 * normal: the question that a rule of thumb likes best, on any axis.
 * hard: the search of search.c.
 */
#include <string.h>

#include "archeologic.h"
#include "search.h"
#include "solver.h"

/* What a turn was found to be about, kept through its decisions. */
struct memory {
    uint64_t turn; /* names the turn; 0: none yet */
    struct decision decision;
    struct search search;
};
_Static_assert(sizeof(struct memory) <= ARCHEOLOGIC_MEMORY, "the bot's block is too small");

/* Turns taken by everybody, this seat and the claims it made name a turn of a match; the
 * quest's clues, the match. */
static uint64_t turn_name(const struct tb_state *s, int seat)
{
    uint64_t name = 1 + s->turns + 1000u * (unsigned)seat + 10000u * s->seat[seat].claims;

    for (int i = 0; i < TRAPS; i++)
        name = name * 0x100000001b3u + s->clue[i];
    for (int i = 0; i < s->seat[seat].turns; i++)
        name = name * 0x100000001b3u + s->seat[seat].turn[i].answer;
    return name | 1;
}

static int players_left(const struct tb_state *s)
{
    int count = 0;

    for (int i = 0; i < s->head.seats; i++)
        count += s->seat[i].side != OUT;
    return count;
}

/* Where the viewfinder stood before the step of this turn. */
static unsigned place_before(const struct tb_state *s)
{
    if (s->phase == AIMING || s->phase == ASKING)
        return (s->automatic + AXES - 1u) % AXES;
    return s->place;
}

static struct pace pace_of(const struct tb_state *s)
{
    return (struct pace){
        .circle = (uint8_t)s->head.option[OPTION_CIRCLE],
        .drift = (uint8_t)(players_left(s) - 1),
        .pushed = s->head.seats == 1,
        .claims = s->head.option[OPTION_RULE] == RULE_APP,
        .first = s->phase == STARTING,
        .place = (uint8_t)place_before(s),
        .axis = s->phase == ASKING ? (uint8_t)axis_at(s, s->place) : NONE,
    };
}

/* ---- questions by rule ---- */

/* The telling questions, on the aimed axis alone where it is aimed. */
static int rank_questions(const struct tb_state *s, const struct facts *facts,
                          struct weighed list[QUESTIONS])
{
    const struct kit *kit = kit_of(&s->head);
    uint8_t cost[AXES];
    struct tally tally;
    int count, kept = 0;

    axis_costs(s, cost);
    tally_make(&tally, kit, facts);
    count = solver_rank(&tally, kit, cost, list);
    for (int i = 0; i < count; i++)
        if (s->phase != ASKING || question_axis(list[i].question) == axis_at(s, s->place))
            list[kept++] = list[i];
    return kept;
}

/* A telling question on the nearest axis that has one; each as likely as it tells a time,
 * squared, so that silly ones are rare. */
static unsigned easy_question(const struct tb_state *s, const struct weighed *list,
                              int count, uint64_t seed)
{
    uint32_t weight[QUESTIONS] = { 0 }, total = 0, pick;
    unsigned nearest = 3;
    uint8_t cost[AXES];

    axis_costs(s, cost);
    for (int i = 0; i < count; i++)
        if (cost[question_axis(list[i].question)] < nearest)
            nearest = cost[question_axis(list[i].question)];
    for (int i = 0; i < count; i++) {
        uint32_t rate = list[i].bits / list[i].cost >> 8;

        weight[i] = cost[question_axis(list[i].question)] == nearest ? rate * rate + 1 : 0;
        total += weight[i];
    }
    pick = tb_random_below(&seed, total);
    for (int i = 0;; pick -= weight[i++])
        if (pick < weight[i])
            return list[i].question;
}

/* ---- the turn ---- */

/* Somebody waits to be checked: claim now if that would still be checked before him and
 * would not be after one more question. */
static bool must_hurry(const struct tb_state *s, int seat)
{
    for (int i = 0; i < s->head.seats; i++) {
        int ahead = s->seat[i].position - s->seat[seat].position;

        if (i != seat && s->seat[i].side == VERIFICATION && ahead == CLAIM_COST + 1)
            return true;
    }
    return false;
}

static struct decision decide_turn(const struct tb_state *s, int seat,
                                   const struct tb_ask *ask)
{
    const struct kit *kit = kit_of(&s->head);
    struct memory *memory = ask->memory;
    struct decision move = { .claim = HIDDEN_PLAN, .question = NONE };
    struct weighed list[QUESTIONS];
    uint32_t plans[SEARCH_PLANS], count;
    struct facts facts;
    uint64_t seed = ask->seed;
    int telling;

    facts_of_seat(s, seat, &facts);
    count = solver_list(kit, &facts, plans, SEARCH_PLANS);
    if (count == 1 || (must_hurry(s, seat) && count <= SEARCH_PLANS)) {
        move.claim = plans[tb_random_below(&seed, count)];
        return move;
    }
    if (ask->level == TB_HARD && memory && count <= SEARCH_PLANS)
        move = search_choose(&memory->search, kit, plans, (int)count, pace_of(s),
                             ask->nodes, ask->stop, ask->with);
    if (move.question != NONE || move.claim != HIDDEN_PLAN)
        return move;
    telling = rank_questions(s, &facts, list);
    if (telling)
        move.question = ask->level == TB_EASY
                            ? (uint8_t)easy_question(s, list, telling, seed)
                            : list[0].question;
    return move;
}

/* The turn as decided before, if it is the same turn and still to be had. */
static struct decision this_turn(const struct tb_state *s, int seat,
                                 const struct tb_ask *ask)
{
    struct memory *memory = ask->memory;
    uint64_t name = turn_name(s, seat);

    if (memory && memory->turn == name) {
        const struct decision *had = &memory->decision;

        if (s->phase != ASKING || (had->claim == HIDDEN_PLAN && had->question != NONE &&
                                   question_axis(had->question) == axis_at(s, s->place)))
            return *had;
    }
    if (!memory)
        return decide_turn(s, seat, ask);
    memory->decision = decide_turn(s, seat, ask);
    memory->turn = name;
    return memory->decision;
}

/* ---- its decisions ---- */

/* Lays the claimed plan, tile by tile; what lies wrong is taken off first. */
static tb_move lay_claim(const struct tb_state *s, const uint8_t *at)
{
    for (unsigned t = 0; t < TILES; t++)
        if (s->lay[t] != NONE && s->lay[t] != at[t])
            return s->take_backs < TAKE_BACKS_MAX ? tb_mv(REMOVE, t, 0)
                                                  : tb_mv(ABORT, 0, 0);
    for (unsigned t = 0; t < TILES; t++)
        if (s->lay[t] == NONE)
            return tb_mv(LAY, t, at[t]);
    return tb_mv(CONFIRM, 0, 0);
}

/* The place before the one where the first question is to be asked. */
static tb_move start(const struct tb_state *s, unsigned question)
{
    unsigned place = place_of_axis(s, question_axis(question));

    return tb_mv(START, axis_at(s, (place + AXES - 1) % AXES), 0);
}

tb_move archeologic_advise(const struct tb_state *seen, int seat, const struct tb_ask *ask)
{
    struct decision move = this_turn(seen, seat, ask);
    bool claims = move.claim != HIDDEN_PLAN;

    switch ((enum phase)seen->phase) {
    case STARTING:
        return claims || move.question == NONE ? tb_mv(START, 0, 0)
                                               : start(seen, move.question);
    case CHOOSING:
        return claims && seen->take_backs < TAKE_BACKS_MAX ? tb_mv(CLAIM, 0, 0)
                                                           : tb_mv(ASK, 0, 0);
    case AIMING:
        return tb_mv(AIM,
                     move.question == NONE ? axis_at(seen, seen->automatic)
                                           : question_axis(move.question),
                     0);
    case ASKING:
        return tb_mv(ABOUT,
                     move.question == NONE ? EMPTIES : question_subject(move.question), 0);
    case CLAIMING:
        return claims ? lay_claim(seen, kit_of(&seen->head)->plan[move.claim])
                      : tb_mv(ABORT, 0, 0);
    case OVER:
        break;
    }
    return 0;
}
