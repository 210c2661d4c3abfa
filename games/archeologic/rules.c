/*
 * ArcheOlogic's rules.
 *
 * Decisions: the engine is the Archeoscope; a turn is a chain of small decisions that may
 * be taken back until something is paid or told; a seat's expedition ends after forty
 * turns or eight wrong claims, so that every game ends (R7.5).
 */
#include <assert.h>
#include <string.h>

#include "archeologic.h"
#include "clues.h"
#include "quest.h"
#include "solver.h"

/* ---- the circle and the track ---- */

unsigned axis_at(const struct tb_state *s, unsigned place)
{
    return circle_axis((unsigned)s->head.option[OPTION_CIRCLE], place);
}

unsigned place_of_axis(const struct tb_state *s, unsigned axis)
{
    return circle_place((unsigned)s->head.option[OPTION_CIRCLE], axis);
}

/* R8.2: staying is free, the next place costs one, any other two. */
static unsigned cost_of_steps(unsigned to, unsigned from)
{
    unsigned away = (to + AXES - from) % AXES;

    return away < 2 ? away : 2;
}

unsigned aim_cost(const struct tb_state *s, unsigned axis)
{
    return cost_of_steps(place_of_axis(s, axis), s->automatic);
}

void circle_costs(unsigned circle, unsigned place, uint8_t cost[AXES])
{
    for (unsigned axis = 0; axis < AXES; axis++)
        cost[axis] = (uint8_t)cost_of_steps(circle_place(circle, axis), (place + 1) % AXES);
}

void axis_costs(const struct tb_state *s, uint8_t cost[AXES])
{
    bool stepped = s->phase == AIMING || s->phase == ASKING;

    circle_costs((unsigned)s->head.option[OPTION_CIRCLE],
                 stepped ? s->automatic + AXES - 1u : s->place, cost);
    if (s->phase == STARTING)
        memset(cost, 0, AXES);
}

/* The pawn that is last among those on the track: -1, there is none. */
static int last_pawn(const struct tb_state *s)
{
    int last = -1;

    for (int i = 0; i < s->head.seats; i++)
        if (s->seat[i].side != OUT &&
            (last < 0 || s->seat[i].position < s->seat[last].position))
            last = i;
    return last;
}

static bool is_occupied(const struct tb_state *s, unsigned position, int by_other_than)
{
    for (int i = 0; i < s->head.seats; i++)
        if (i != by_other_than && s->seat[i].side != OUT && s->seat[i].position == position)
            return true;
    return false;
}

/* R7.2: places where another pawn stands are not counted. */
static void move_pawn(struct tb_state *s, int seat, unsigned steps)
{
    unsigned at = s->seat[seat].position;

    while (steps--)
        do
            at++;
        while (is_occupied(s, at, seat));
    s->seat[seat].position = (uint16_t)at;
}

bool is_over(const struct tb_state *s) { return s->phase == OVER; }

int seat_to_play(const struct tb_state *s)
{
    return s->head.owes ? __builtin_ctz(s->head.owes) : -1;
}

unsigned time_spent(const struct tb_state *s, int seat)
{
    unsigned time = 0;

    for (int i = 0; i < s->seat[seat].turns; i++)
        time += s->seat[seat].turn[i].cost;
    return time;
}

static void tell(struct tb_events *to, enum event kind, int seat, int knows, unsigned a,
                 unsigned b, unsigned c)
{
    tb_tell(to, (struct tb_event){ .kind = (uint8_t)kind,
                                   .seat = (uint8_t)seat,
                                   .knows = (uint8_t)knows,
                                   .arg = { (uint8_t)a, (uint8_t)b, (uint8_t)c } });
}

/* ---- turns and claims ---- */

static void end_game(struct tb_state *s, int winner, struct tb_events *to)
{
    s->phase = OVER;
    s->head.owes = 0;
    s->winner = (uint8_t)(winner < 0 ? NONE : winner);
    if (winner >= 0)
        tell(to, WON, winner, TB_ALL, time_spent(s, winner) & 255, 0, 0);
    else
        tell(to, LOST, 0, TB_ALL, 0, 0, 0);
}

static void leave(struct tb_state *s, int seat, struct tb_events *to)
{
    s->seat[seat].side = OUT;
    tell(to, LEFT, seat, TB_ALL, 0, 0, 0);
}

static unsigned right_tiles(const uint8_t *claimed, const uint8_t *plan)
{
    unsigned right = 0;

    for (int t = 0; t < TILES; t++)
        right |= (claimed[t] == plan[t] ? 1u : 0u) << t;
    return right;
}

/* R9.4: true if the game ends by it. */
static bool verify(struct tb_state *s, int seat, struct tb_events *to)
{
    struct seat *me = &s->seat[seat];
    struct claim *claim = me->claim;

    assert(me->claims);
    claim += me->claims - 1;
    assert(claim->verdict == WAITING);
    assert(s->plan < LEGAL_PLANS); /* else this is what a viewer knows */
    claim->right = (uint8_t)right_tiles(claim->at, plan_of(s));
    claim->verdict = claim->right == (1 << TILES) - 1 ? RIGHT : WRONG;
    me->side = RESEARCH;
    if (claim->verdict == RIGHT) {
        tell(to, CLAIM_RIGHT, seat, TB_ALL, 0, 0, 0);
        end_game(s, seat, to);
        return true;
    }
    tell(to, CLAIM_WRONG, seat, TB_ALL, 0, 0, 0);
    if (s->head.option[OPTION_RULE] == RULE_BOOKLET)
        leave(s, seat, to);
    else
        tell(to, MARKED, seat, 1 << seat, claim->right, 0, 0);
    return false;
}

/* R7.5 */
static bool is_spent(const struct seat *seat)
{
    return seat->turns == TURNS_MAX || seat->claims == CLAIMS_MAX;
}

static void next_turn(struct tb_state *s, struct tb_events *to)
{
    int seat;

    while ((seat = last_pawn(s)) >= 0) {
        if (s->seat[seat].side == VERIFICATION && verify(s, seat, to))
            return;
        if (s->seat[seat].side == OUT)
            continue;
        if (!is_spent(&s->seat[seat])) {
            s->phase = CHOOSING;
            s->take_backs = 0;
            s->head.owes = (uint8_t)(1 << seat);
            return;
        }
        leave(s, seat, to);
    }
    end_game(s, -1, to);
}

static struct turn *add_turn(struct tb_state *s, int seat, unsigned question, unsigned cost)
{
    struct seat *me = &s->seat[seat];
    struct turn *turn = &me->turn[me->turns++];

    assert(me->turns <= TURNS_MAX && seat == seat_to_play(s));
    turn->question = (uint8_t)question;
    turn->cost = (uint8_t)cost;
    turn->when = s->turns++;
    move_pawn(s, seat, cost);
    return turn;
}

static void ask(struct tb_state *s, int seat, unsigned subject, struct tb_events *to)
{
    unsigned axis = axis_at(s, s->place), question = SUBJECTS * axis + subject;
    unsigned cost = aim_cost(s, axis) + subject_cost(subject);
    struct turn *turn = add_turn(s, seat, question, cost);

    assert(subject < SUBJECTS && s->plan < LEGAL_PLANS);
    s->seat[seat].questions++;
    turn->answer = plan_answer(kit_of(&s->head), plan_of(s), question);
    tell(to, ASKED, seat, TB_ALL, axis, subject, cost);
    tell(to, ANSWERED, seat, 1 << seat, axis, subject, turn->answer);
    if (s->head.seats == 1) { /* R11.3 */
        turn->pushed = (uint8_t)answer_traps(turn->answer);
        s->place = (uint8_t)((s->place + turn->pushed) % AXES);
        if (turn->pushed)
            tell(to, PUSHED, seat, TB_ALL, axis_at(s, s->place), turn->pushed, 0);
    }
    next_turn(s, to);
}

static void confirm(struct tb_state *s, int seat, struct tb_events *to)
{
    struct seat *me = &s->seat[seat];
    struct claim *claim = &me->claim[me->claims];
    struct turn *turn = add_turn(s, seat, CLAIM_TURN, CLAIM_COST);

    assert(me->claims < CLAIMS_MAX && plan_fits(&kit_of(&s->head)->box, s->lay));
    turn->answer = me->claims++;
    memcpy(claim->at, s->lay, TILES);
    memset(s->lay, NONE, TILES);
    me->side = VERIFICATION;
    tell(to, CLAIMED, seat, TB_ALL, CLAIM_COST, 0, 0);
    next_turn(s, to);
}

/* ---- set-up ---- */

int base_clues(const struct tb_head *h)
{
    if (h->option[OPTION_MODE] != MODE_NORMAL)
        return 0;
    if (h->option[OPTION_CLUES] == CLUES_USUAL)
        return h->seats == 1 ? 3 : 4;
    return (int)h->option[OPTION_CLUES];
}

static const char *allow(const struct tb_head *h)
{
    return quest_option_allow(h->option[OPTION_QUEST]);
}

static struct quest choose_quest(struct tb_state *s)
{
    const struct kit *kit = kit_of(&s->head);
    uint64_t value = s->head.option[OPTION_QUEST];
    uint64_t content = value & (((uint64_t)1 << QUEST_KIND_SHIFT) - 1);
    struct quest quest = { 0 };

    switch ((enum quest_kind)(value >> QUEST_KIND_SHIFT)) {
    case QUEST_RANDOM:
        do {
            quest.plan = tb_roll(s, LEGAL_PLANS);
            quest.order = tb_roll(s, ORDERS);
        } while (!quest_is_of_level(kit, quest, (int)s->head.option[OPTION_LEVEL]));
        break;
    case QUEST_CODE:
        quest_decode(content, &quest);
        break;
    case QUEST_DAY:
        s->day = (uint32_t)content;
        quest = quest_of_day(kit, s->day);
        break;
    case QUEST_SITE:
        s->site = (uint8_t)content;
        quest = quest_of_site(s->site);
        break;
    }
    return quest;
}

static void seat_pawns(struct tb_state *s)
{
    uint8_t order[SEATS] = { 0, 1, 2, 3 };

    if (s->head.option[OPTION_ORDER] == ORDER_RANDOM)
        tb_shuffle(s, order, s->head.seats);
    for (int i = 0; i < s->head.seats; i++) {
        struct seat *seat = &s->seat[order[i]];

        seat->position = (uint16_t)i;
        seat->clues = (uint8_t)base_clues(&s->head);
        seat->clues += (uint8_t)s->head.option[OPTION_HANDICAP + order[i]];
    }
}

static void setup(struct tb_state *s)
{
    struct quest quest = choose_quest(s);

    assert(quest.plan < LEGAL_PLANS && quest.order < ORDERS);
    s->plan = quest.plan;
    quest_clues(kit_of(&s->head), quest, s->clue);
    memset(s->expert, 255, sizeof s->expert);
    if (s->head.option[OPTION_MODE] != MODE_NORMAL)
        expert_draw(kit_of(&s->head), quest.plan, (int)s->head.option[OPTION_MODE],
                    quest_encode(quest) ^ (uint64_t)tb_roll(s, 65536) << 40, s->expert);
    memset(s->lay, NONE, sizeof s->lay);
    s->winner = NONE;
    seat_pawns(s);
    s->head.owes = (uint8_t)(1 << last_pawn(s));
    s->phase = s->head.seats == 1 ? STARTING : CHOOSING;
}

/* ---- moves ---- */

static bool may_take_back(const struct tb_state *s)
{
    return s->take_backs < TAKE_BACKS_MAX;
}

static int list_axes(unsigned verb, tb_move *out)
{
    for (unsigned axis = 0; axis < AXES; axis++)
        out[axis] = tb_mv(verb, axis, 0);
    return AXES;
}

/* Placements of each tile not yet laid that cover no zone twice. */
static void fitting(const struct tb_state *s, uint64_t fits[TILES])
{
    const struct kit *kit = kit_of(&s->head);

    for (int t = 0; t < TILES; t++)
        fits[t] = s->lay[t] == NONE ? UINT64_MAX >> (64 - placements_of[t]) : 0;
    for (int laid = 0; laid < TILES; laid++)
        for (int t = 0; s->lay[laid] != NONE && t < TILES; t++)
            fits[t] &= kit->box.clear[laid][s->lay[laid]][t];
}

static unsigned laid_tiles(const struct tb_state *s)
{
    unsigned set = 0;

    for (int t = 0; t < TILES; t++)
        set |= (s->lay[t] != NONE ? 1u : 0u) << t;
    return set;
}

/* What closes the list while a claim is made: confirm, remove each tile, abort. */
static int list_claim_end(const struct tb_state *s, tb_move *out)
{
    unsigned laid = laid_tiles(s);
    int count = 0;

    if (laid == (1 << TILES) - 1)
        out[count++] = tb_mv(CONFIRM, 0, 0);
    if (may_take_back(s))
        for (unsigned left = laid; left; left &= left - 1)
            out[count++] = tb_mv(REMOVE, (unsigned)__builtin_ctz(left), 0);
    out[count++] = tb_mv(ABORT, 0, 0);
    return count;
}

static int list_claim(const struct tb_state *s, tb_move *out)
{
    uint64_t fits[TILES];
    int count = 0;

    fitting(s, fits);
    for (unsigned t = 0; t < TILES; t++)
        for (; fits[t]; fits[t] &= fits[t] - 1)
            out[count++] = tb_mv(LAY, t, (unsigned)__builtin_ctzll(fits[t]));
    return count + list_claim_end(s, out + count);
}

static int moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = 0;

    switch ((enum phase)s->phase) {
    case STARTING:
        return list_axes(START, out);
    case CHOOSING:
        out[count++] = tb_mv(ASK, 0, 0);
        if (may_take_back(s))
            out[count++] = tb_mv(CLAIM, 0, 0);
        return count;
    case AIMING:
        return list_axes(AIM, out);
    case ASKING:
        for (unsigned subject = 0; subject < SUBJECTS; subject++)
            out[count++] = tb_mv(ABOUT, subject, 0);
        if (may_take_back(s))
            out[count++] = tb_mv(BACK, 0, 0);
        return count;
    case CLAIMING:
        return list_claim(s, out);
    case OVER:
        break;
    }
    return 0;
}

static unsigned nth_bit(uint64_t set, uint32_t n)
{
    while (n--)
        set &= set - 1;
    return (unsigned)__builtin_ctzll(set);
}

static tb_move pick_claim(const struct tb_state *s, uint64_t *rng)
{
    uint64_t fits[TILES];
    tb_move end[TILES + 2];
    uint32_t ways[TILES], total = 0, n;

    fitting(s, fits);
    for (int t = 0; t < TILES; t++)
        total += ways[t] = (uint32_t)__builtin_popcountll(fits[t]);
    n = tb_random_below(rng, total + (uint32_t)list_claim_end(s, end));
    if (n >= total)
        return end[n - total];
    for (unsigned t = 0;; n -= ways[t++])
        if (n < ways[t])
            return tb_mv(LAY, t, nth_bit(fits[t], n));
}

/* moves() without the list, draw for draw. */
static tb_move pick(const struct tb_state *s, int seat, uint64_t *rng)
{
    tb_move few[AXES] = { 0 };
    int count;

    if (s->phase == CLAIMING)
        return pick_claim(s, rng);
    count = moves(s, seat, few);
    return few[tb_random_below(rng, (uint32_t)count)];
}

static void step_viewfinder(struct tb_state *s, int seat, struct tb_events *to)
{
    s->place = s->automatic = (uint8_t)((s->place + 1) % AXES);
    s->phase = AIMING;
    tell(to, STEPPED, seat, TB_ALL, axis_at(s, s->place), 0, 0);
}

static void play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    unsigned a = tb_arg(move, 0), b = tb_arg(move, 1);

    switch ((enum verb)tb_verb(move)) {
    case START:
        s->place = (uint8_t)place_of_axis(s, a);
        s->phase = CHOOSING;
        tell(to, STARTED, seat, TB_ALL, a, 0, 0);
        break;
    case ASK:
        step_viewfinder(s, seat, to);
        break;
    case CLAIM:
        s->phase = CLAIMING;
        break;
    case AIM:
        s->place = (uint8_t)place_of_axis(s, a);
        s->phase = ASKING;
        tell(to, AIMED, seat, TB_ALL, a, aim_cost(s, a), 0);
        break;
    case ABOUT:
        ask(s, seat, a, to);
        break;
    case BACK:
        s->place = s->automatic;
        s->phase = AIMING;
        s->take_backs++;
        tell(to, TURNED_BACK, seat, TB_ALL, axis_at(s, s->place), 0, 0);
        break;
    case LAY:
        assert(a < TILES && b < placements_of[a]);
        s->lay[a] = (uint8_t)b;
        tell(to, LAID, seat, 1 << seat, a, kit_of(&s->head)->box.place[a][b].turn,
             kit_of(&s->head)->box.place[a][b].corner);
        break;
    case REMOVE:
        assert(a < TILES);
        s->lay[a] = NONE;
        s->take_backs++;
        tell(to, REMOVED, seat, 1 << seat, a, 0, 0);
        break;
    case CONFIRM:
        confirm(s, seat, to);
        break;
    case ABORT:
        memset(s->lay, NONE, sizeof s->lay);
        s->phase = CHOOSING;
        s->take_backs++;
        tell(to, ABORTED, seat, 1 << seat, 0, 0, 0);
        break;
    }
}

/* ---- result ---- */

/* R10.1: only the winner has a place. Points: a hundred less the time, and at least 1. */
static void score(const struct tb_state *s, struct tb_result *result)
{
    memset(result, 0, sizeof *result);
    if (s->winner == NONE)
        return;
    for (int i = 0; i < s->head.seats && i < SEATS; i++)
        result->place[i] = i == s->winner ? 1 : 2;
    result->points[s->winner] =
        time_spent(s, s->winner) < 99 ? 100 - (int)time_spent(s, s->winner) : 1;
}

static void measure(const struct tb_state *s, double *figures)
{
    int seat = s->winner == NONE ? 0 : s->winner;
    int claims = 0;

    for (int i = 0; i < s->head.seats; i++)
        claims += s->seat[i].claims;
    figures[0] = time_spent(s, seat);
    figures[1] = s->seat[seat].questions;
    figures[2] = claims - (s->winner != NONE);
    figures[3] = s->winner != NONE;
}

/* ---- secrets ---- */

/* R10.3, R13: after the game everybody, and before it whoever has left. */
bool knows_plan(const struct tb_state *s)
{
    int viewer = s->head.viewer;

    return is_over(s) || viewer == TB_TRUTH || (viewer >= 0 && s->seat[viewer].side == OUT);
}

static void hide_seat(struct seat *seat)
{
    for (int i = 0; i < seat->turns; i++)
        if (seat->turn[i].question != CLAIM_TURN)
            seat->turn[i].answer = NONE;
    for (int i = 0; i < seat->claims; i++) {
        memset(seat->claim[i].at, NONE, TILES);
        seat->claim[i].right = 0;
    }
}

/* A claim in the making is nobody else's business: the turn seems not to have begun. */
static void hide_claiming(struct tb_state *s)
{
    memset(s->lay, NONE, sizeof s->lay);
    s->take_backs = 0;
    if (s->phase == CLAIMING)
        s->phase = CHOOSING;
}

static int known_clues(const struct tb_state *s)
{
    if (knows_plan(s))
        return TRAPS;
    return s->head.viewer < 0 ? base_clues(&s->head) : s->seat[s->head.viewer].clues;
}

static void hide(struct tb_state *s)
{
    int viewer = s->head.viewer;

    if (is_over(s))
        return;
    s->head.option[OPTION_QUEST] = 0; /* it tells the plan to whoever can read it */
    for (int i = 0; i < s->head.seats; i++)
        if (i != viewer)
            hide_seat(&s->seat[i]);
    if (viewer != seat_to_play(s))
        hide_claiming(s);
    for (int i = known_clues(s); i < TRAPS; i++)
        s->clue[i] = NONE;
    if (!knows_plan(s))
        s->plan = HIDDEN_PLAN;
}

/* The clues that the viewer does not have, in any order. */
static void guess_clues(struct tb_state *s)
{
    int known = known_clues(s), count = known;
    uint8_t traps[TRAPS];

    plan_traps(kit_of(&s->head), plan_of(s), traps);
    for (int i = 0; i < TRAPS && known < TRAPS; i++)
        if (!memchr(s->clue, traps[i], (size_t)known))
            s->clue[count++] = traps[i];
    tb_shuffle(s, s->clue + known, TRAPS - known);
}

/* A claim of somebody else: a plan that he could have believed in, wrong if it was. */
static void guess_claim(struct tb_state *s, int seat, int number)
{
    const struct kit *kit = kit_of(&s->head);
    struct claim *claim = &s->seat[seat].claim[number];
    uint32_t plan = s->plan;

    while (claim->verdict == WRONG && plan == s->plan)
        plan = tb_roll(s, LEGAL_PLANS);
    memcpy(claim->at, kit->plan[plan], TILES);
    claim->right =
        claim->verdict == WAITING ? 0 : (uint8_t)right_tiles(claim->at, plan_of(s));
}

/* A waiting claim fits what its seat has been told in this world. */
static void guess_waiting(struct tb_state *s, int seat)
{
    const struct kit *kit = kit_of(&s->head);
    struct seat *other = &s->seat[seat];
    struct facts facts;

    if (other->side != VERIFICATION)
        return;
    facts_of_seat(s, seat, &facts);
    memcpy(other->claim[other->claims - 1].at,
           kit->plan[solver_draw(kit, &facts, &s->head.rng)], TILES);
}

static void guess_seat(struct tb_state *s, int seat)
{
    const struct kit *kit = kit_of(&s->head);
    struct seat *other = &s->seat[seat];

    for (int i = 0; i < other->turns; i++)
        if (other->turn[i].question != CLAIM_TURN)
            other->turn[i].answer = plan_answer(kit, plan_of(s), other->turn[i].question);
    for (int i = 0; i < other->claims; i++)
        guess_claim(s, seat, i);
    guess_waiting(s, seat);
}

static void guess(struct tb_state *s)
{
    const struct kit *kit = kit_of(&s->head);

    if (is_over(s))
        return;
    if (!knows_plan(s)) {
        struct facts facts;

        facts_of(s, &facts);
        s->plan = solver_draw(kit, &facts, &s->head.rng);
    }
    guess_clues(s);
    for (int i = 0; i < s->head.seats; i++)
        if (i != s->head.viewer)
            guess_seat(s, i);
}

static bool may_advise(const struct tb_state *s)
{
    return s->head.option[OPTION_AIDS] == AIDS_FULL;
}

/* ---- invariants ---- */

static const char *check_seat(const struct tb_state *s, int i)
{
    const struct kit *kit = kit_of(&s->head);
    const struct seat *seat = &s->seat[i];
    int claims = 0;

    for (int j = 0; j < i; j++)
        if (s->seat[j].position == seat->position && s->seat[j].side != OUT &&
            seat->side != OUT)
            return "two pawns share a position";
    for (int t = 0; t < seat->turns; t++)
        if (seat->turn[t].question == CLAIM_TURN)
            claims++;
        else if (seat->turn[t].answer !=
                 plan_answer(kit, plan_of(s), seat->turn[t].question))
            return "an answer is not that of the plan";
    if (claims != seat->claims || seat->questions != seat->turns - claims)
        return "a turn is neither a question nor a claim";
    for (int c = 0; c < claims; c++) {
        const struct claim *claim = &seat->claim[c];
        unsigned right = right_tiles(claim->at, plan_of(s));

        if (!plan_fits(&kit->box, claim->at))
            return "a claimed plan cannot be laid";
        if (claim->verdict != WAITING && claim->right != right)
            return "a verdict is wrong";
        if ((claim->verdict == WAITING) != (seat->side == VERIFICATION && c == claims - 1))
            return "a claim waits, or does not, against the pawn's side";
    }
    return NULL;
}

static const char *check(const struct tb_state *s)
{
    const struct kit *kit = kit_of(&s->head);
    uint8_t traps[TRAPS];
    const char *fault = NULL;

    if (s->plan >= LEGAL_PLANS)
        return "there is no plan";
    plan_traps(kit, plan_of(s), traps);
    for (int i = 0; i < TRAPS; i++)
        if (!memchr(s->clue, traps[i], TRAPS))
            return "the clues are not the traps of the plan";
    for (int i = 0; i < EXPERT_MAX; i++)
        if (s->expert[i] != NO_STATEMENT && !statement_holds(kit, s->expert[i], plan_of(s)))
            return "an expert clue is not true";
    for (int i = 0; i < s->head.seats && !fault; i++)
        fault = check_seat(s, i);
    if (!fault && (s->head.owes & (s->head.owes - 1)))
        fault = "several seats owe a decision";
    return fault;
}

/* ---- the game ---- */

/* clang-format off */
static const char *const mode_values[] = { "normal", "expert-1", "expert-2", "expert-3",
                                           "expert+1", "expert+2", "expert+3" };
static const char *const mode_labels[] = { TB_N("Traps"), TB_N("Expert 1"), TB_N("Expert 2"), TB_N("Expert 3"),
                                           TB_N("Expert+ 1"), TB_N("Expert+ 2"), TB_N("Expert+ 3") };
static const char *const clue_values[] = { "usual", "3", "4", "5" };
static const char *const clue_labels[] = { TB_N("Three alone, four together"), TB_N("Three: harder"),
                                           TB_N("Four"), TB_N("Five: easier") };
static const char *const rule_values[] = { "app", "booklet" };
static const char *const rule_labels[] = { TB_N("Wrong buildings are shown, play goes on"),
                                           TB_N("Whoever is wrong is out") };
static const char *const circle_values[] = { "alternating", "sequential" };
static const char *const circle_labels[] = { TB_N("1 A 2 B 3 C 4 D 5 E"), TB_N("1 2 3 4 5 A B C D E") };
static const char *const aid_values[] = { "none", "log", "warnings", "count", "full" };
static const char *const aid_labels[] = { TB_N("None"), TB_N("The table of answers"), TB_N("Warnings"),
                                          TB_N("How many cities remain"), TB_N("Everything, and advice") };
static const char *const order_values[] = { "random", "fixed" };
static const char *const order_labels[] = { TB_N("Random"), TB_N("As seated") };
static const char *const level_values[] = { "any", "easy", "standard", "hard" };
static const char *const level_labels[] = { TB_N("Any"), TB_N("Easy"), TB_N("As hard as in the box"), TB_N("Hard") };

static const struct tb_option options[] = {
    { "mode", TB_N("Starting clues"), TB_N("Traps, or an expert's sentences about the buildings; each number gives others."),
      mode_values, mode_labels, 0, 6, 0, NULL, NULL },
    { "clues", TB_N("Number of clues"), TB_N("Traps that everybody is told at the start."),
      clue_values, clue_labels, CLUES_USUAL, 5, CLUES_USUAL, NULL, NULL },
    { "extra1", TB_N("More clues for seat 1"), TB_N("A beginner may be told one or two more traps."),
      NULL, NULL, 0, 2, 0, NULL, NULL },
    { "extra2", TB_N("More clues for seat 2"), TB_N("A beginner may be told one or two more traps."),
      NULL, NULL, 0, 2, 0, NULL, NULL },
    { "extra3", TB_N("More clues for seat 3"), TB_N("A beginner may be told one or two more traps."),
      NULL, NULL, 0, 2, 0, NULL, NULL },
    { "extra4", TB_N("More clues for seat 4"), TB_N("A beginner may be told one or two more traps."),
      NULL, NULL, 0, 2, 0, NULL, NULL },
    { "claim", TB_N("A wrong claim"), TB_N("What happens to whoever claims a city that is not there."),
      rule_values, rule_labels, RULE_APP, RULE_BOOKLET, RULE_APP, NULL, NULL },
    { "circle", TB_N("Circle"), TB_N("The order in which the viewfinder meets the axes."),
      circle_values, circle_labels, CIRCLE_ALTERNATING, CIRCLE_SEQUENTIAL, CIRCLE_ALTERNATING, NULL, NULL },
    { "aids", TB_N("Aids"), TB_N("What the table tells besides the answers; a count or more gives no rank."),
      aid_values, aid_labels, AIDS_NONE, AIDS_FULL, AIDS_WARNINGS, NULL, NULL },
    { "order", TB_N("Starting order"), TB_N("Where the pawns stand on the track at first."),
      order_values, order_labels, ORDER_RANDOM, ORDER_FIXED, ORDER_RANDOM, NULL, NULL },
    { "quest", TB_N("Quest"), TB_N("random, a code, a day as 2026-11-15, site-1 to site-28, or six placements: a city of your own."),
      NULL, NULL, 0, ((uint64_t)4 << QUEST_KIND_SHIFT) - 1, 0, quest_option_read, quest_option_write },
    { "level", TB_N("Difficulty"), TB_N("Of a random quest."),
      level_values, level_labels, LEVEL_ANY, LEVEL_HARD, LEVEL_ANY, NULL, NULL },
    { 0 },
};
/* clang-format on */

static const char *const figures[] = { "time", "questions", "wrong_claims", "solved",
                                       NULL };

const struct tb_game game_archeologic = {
    .id = "archeologic",
    .name = TB_N("ArcheOlogic"),
    .about = TB_N("Map a buried city by asking about its rows and columns."),
    .edition = 1,
    .seats_min = 1,
    .seats_max = SEATS,
    .state_size = sizeof(struct tb_state),
    /* A turn: each take-back undoes eight decisions at most. */
    .plies_max = SEATS * TURNS_MAX * 8 * (TAKE_BACKS_MAX + 1) + 1,
    .options = options,
    .events = archeologic_events,
    .figures = figures,
    .daily = &archeologic_daily,
    .allow = allow,
    .setup = setup,
    .moves = moves,
    .play = play,
    .score = score,
    .hide = hide,
    .guess = guess,
    .notate = archeologic_notate,
    .word = archeologic_word,
    .show = archeologic_show,
    .question = archeologic_question,
    .scene = archeologic_scene,
    .view = archeologic_view,
    .check = check,
    .measure = measure,
    .pick = pick,
    .advise = archeologic_advise,
    .memory_size = ARCHEOLOGIC_MEMORY,
    .hint = archeologic_hint,
    .solve = archeologic_solve,
    .may_advise = may_advise,
    .kit_make = archeologic_kit_make,
    .kit_size = sizeof(struct kit),
    .kit_bare = true,
};
