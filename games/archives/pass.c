/* The five steps of Pass, R8; whose turn comes next, and the end, R9. */
#include <assert.h>

#include "archives.h"

/* ---- whose turn: R4.1 ---- */

/* The rearmost pawn; in the final run, of those that may still play. */
static unsigned next_player(const struct tb_state *s)
{
    unsigned next = NONE;

    for (unsigned i = 0; i < s->head.seats; i++) {
        bool plays = !s->end || (!(s->finished >> i & 1) && s->pos[i] < s->end);

        if (plays && (next == NONE || s->pos[i] < s->pos[next]))
            next = i;
    }
    return next;
}

static void end_game(struct tb_state *s, struct tb_events *to)
{
    s->ask = ASK_OVER;
    s->head.owes = 0;
    av_tell_end(s, to);
}

void av_begin_turn(struct tb_state *s, struct tb_events *to)
{
    unsigned next = next_player(s);

    if (next == NONE) {
        end_game(s, to);
        return;
    }
    s->active = (uint8_t)next;
    s->head.owes = (uint8_t)(1u << next);
    s->ask = ASK_TURN;
    av_tell(to, E_TURN, next, 0, 0, 0);
}

/* ---- step 1: R8.1 ---- */

static bool may_abandon(const struct tb_state *s)
{
    switch (s->head.option[OPTION_ABANDON]) {
    case ABANDON_NONE:
        return false;
    case ABANDON_ONCE:
        return s->abandoned[s->active] < av_board.rule.abandons_per_player;
    default:
        return true;
    }
}

void av_begin_pass(struct tb_state *s, struct tb_events *to)
{
    av_tell(to, E_PASSED, s->active, 0, 0, 0);
    s->spared = 0;
    s->ask = may_abandon(s) ? ASK_ABANDON : ASK_WAITING;
}

static unsigned total_expertise(const struct tb_state *s, unsigned seat)
{
    return av_sum(s->pe[seat]);
}

/* R8.1: fewest expertise points, then fewest prestige points, then the pawn further back,
 * then the lower start number. */
static bool comes_before(const struct tb_state *s, unsigned a, unsigned b)
{
    unsigned in_all = total_expertise(s, a), other = total_expertise(s, b);

    if (in_all != other)
        return in_all < other;
    if (s->pp[a] != s->pp[b])
        return s->pp[a] < s->pp[b];
    if (s->pos[a] != s->pos[b])
        return s->pos[a] < s->pos[b];
    return s->start[a] < s->start[b];
}

/* Who has most becomes the expert; of several, one gets a point more. */
static void find_successor(struct tb_state *s, unsigned type, struct tb_events *to)
{
    unsigned most = 0, best = NONE, level = 0;

    for (unsigned i = 0; i < s->head.seats; i++) {
        unsigned pe = s->pe[i][type];

        if (!pe || pe < most)
            continue;
        level = pe > most ? 1 : level + 1;
        if (pe > most || comes_before(s, i, best))
            best = i;
        most = pe;
    }
    s->expert[type] = (uint8_t)best;
    if (best == NONE) {
        av_tell(to, E_NO_EXPERT, s->active, type, 0, 0);
        return;
    }
    if (level > 1) {
        s->pe[best][type]++;
        av_tell(to, E_PROMOTED, best, type, s->pe[best][type], 0);
    }
    av_tell(to, E_EXPERT, best, type, 0, 0);
}

static void abandon(struct tb_state *s, unsigned type, struct tb_events *to)
{
    unsigned seat = s->active, pe = s->pe[seat][type], cubes = s->waiting[type];

    assert(s->expert[type] == seat);
    s->abandons++;
    s->abandoned[seat]++;
    s->pe[seat][type] = 0;
    av_prestige(s, seat, BY_ABANDONS, (int)pe);
    av_tell(to, E_ABANDONED, seat, pe, type, 0);
    s->waiting[type] = 0;
    s->bag[type] = (uint8_t)(s->bag[type] + cubes);
    if (cubes)
        av_tell(to, E_WAITING_OUT, seat, cubes, type, 0);
    find_successor(s, type, to);
}

void av_do_abandon(struct tb_state *s, tb_move move, struct tb_events *to)
{
    if (tb_verb(move) == DO_ABANDON)
        abandon(s, tb_arg(move, 0), to);
    s->ask = ASK_WAITING;
}

/* ---- step 2: R8.2 ---- */

void av_do_wait(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned type = tb_arg(move, 0), site = tb_arg(move, 1);

    assert(s->waiting[type] && av_has_room(s, site));
    s->waiting[type]--;
    s->entry[site][type]++;
    av_tell(to, E_ADMITTED, s->active, type, site, 0);
}

/* ---- step 3: R8.3 ---- */

/* The bag holds some. */
unsigned av_draw_cube(struct tb_state *s)
{
    unsigned n = tb_roll(s, av_sum(s->bag)), type = 0;

    for (; n >= s->bag[type]; type++)
        n -= s->bag[type];
    assert(type < TYPES);
    s->bag[type]--;
    s->drawn[type]++;
    return type;
}

/* All at once: so they are told by type, and the order of drawing is nothing to know. */
static void draw_cubes(struct tb_state *s, struct tb_events *to)
{
    for (int i = 0; i < av_board.rule.pass_new_cubes && av_sum(s->bag); i++)
        av_draw_cube(s);
    memcpy(s->latest, s->drawn, sizeof s->latest);
    for (unsigned type = 0; to && type < TYPES; type++)
        for (int i = 0; i < s->drawn[type]; i++)
            av_tell(to, E_CUBE, s->active, type, 0, 0);
    s->ask = ASK_PLACE;
}

/* R10.2: whether the question is asked depends on what everybody sees. */
void av_begin_step3(struct tb_state *s, struct tb_events *to)
{
    if (s->hands[s->active] && av_sum(s->bag))
        s->ask = ASK_STEP3;
    else
        draw_cubes(s, to);
}

void av_do_step3(struct tb_state *s, tb_move move, struct tb_events *to)
{
    if (tb_verb(move) == DO_SKIP3) {
        av_discard(s, SKIP3, to);
        av_tell(to, E_SKIPPED, s->active, 0, 0, 0);
        av_end_step3(s, to);
    } else if (tb_verb(move) == DO_CHOOSE3) {
        av_discard(s, CHOOSE3, to);
        s->ask = ASK_PICK;
    } else {
        draw_cubes(s, to);
    }
}

void av_do_pick(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned type = tb_arg(move, 0);

    s->bag[type]--;
    s->drawn[type]++;
    av_tell(to, E_PICKED, s->active, type, 0, 0);
}

void av_end_picks(struct tb_state *s, struct tb_events *to)
{
    memcpy(s->latest, s->drawn, sizeof s->latest);
    s->ask = ASK_PLACE;
}

void av_do_place(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned type = tb_arg(move, 0), site = tb_arg(move, 1);

    assert(s->drawn[type] && av_has_room(s, site));
    s->drawn[type]--;
    s->entry[site][type]++;
    av_tell(to, E_PLACED, s->active, type, site, 0);
}

/* R8.3: a cube without a place waits where it has an expert and room, else it goes back. */
static void leave_over(struct tb_state *s, unsigned type, struct tb_events *to)
{
    s->drawn[type]--;
    if (s->expert[type] != NONE && s->waiting[type] < av_board.rule.waiting_max_per_type) {
        s->waiting[type]++;
        av_tell(to, E_LEFT_WAITING, s->active, type, 0, 0);
    } else {
        s->bag[type]++;
        av_tell(to, E_INTO_BAG, s->active, type, 0, 0);
    }
}

/* ---- steps 4 and 5: R8.4, R8.5 ---- */

int av_waiting_loss(const struct tb_state *s, unsigned seat)
{
    int loss = 0;

    for (unsigned type = 0; type < TYPES; type++)
        if (s->expert[type] == seat)
            loss += s->waiting[type] * av_board.rule.waiting_loss_per_cube;
    return loss;
}

static void charge_expert(struct tb_state *s, unsigned type, struct tb_events *to)
{
    unsigned expert = s->expert[type];
    int loss = s->waiting[type] * av_board.rule.waiting_loss_per_cube;

    assert(expert != NONE);
    if (expert == s->active && s->spared) {
        av_tell(to, E_SPARED, expert, (unsigned)loss, type, 0);
        return;
    }
    av_prestige(s, expert, BY_WAITING, -loss);
    av_tell(to, E_WAITING_LOSS, expert, (unsigned)loss, type, 0);
}

static void count_down(struct tb_state *s, struct tb_events *to)
{
    for (unsigned site = 0; site < SITES; site++) {
        struct room *room = &s->room[site];

        if (!room->size)
            continue;
        room->gone++;
        if (room->gone == room->size)
            av_close_room(s, site, to);
        else
            av_tell(to, E_COUNTED, s->active, site, (unsigned)(room->size - room->gone), 0);
    }
}

static void write_history(struct tb_state *s, unsigned entry)
{
    for (unsigned i = 0; i < s->head.seats; i++) {
        int pp = s->pp[i];

        s->history[entry][i] = (int16_t)(pp < INT16_MIN   ? INT16_MIN
                                         : pp > INT16_MAX ? INT16_MAX
                                                          : pp);
    }
}

/* When the chart is full every other entry goes, and half as many come from then on. */
static void note_prestige(struct tb_state *s)
{
    if (s->passes % s->every)
        return;
    if (s->histories == HISTORY) {
        for (unsigned i = 1; i < HISTORY / 2; i++)
            memcpy(s->history[i], s->history[2 * i], sizeof s->history[i]);
        memset(s->history + HISTORY / 2, 0, sizeof s->history / 2);
        s->histories = HISTORY / 2;
        s->every = (uint8_t)(2 * s->every);
        if (s->passes % s->every)
            return;
    }
    write_history(s, s->histories++);
}

/* R9.2: in the final run a Pass is the player's last; and 200 are enough, R4.6. */
static void end_pass(struct tb_state *s, struct tb_events *to)
{
    s->passes++;
    s->spared = 0;
    note_prestige(s);
    if (s->end)
        s->finished |= (uint8_t)(1u << s->active);
    if (s->passes == av_board.rule.pass_safety_limit) {
        av_tell(to, E_STOPPED, s->active, s->passes, 0, 0);
        end_game(s, to);
    } else {
        av_begin_turn(s, to);
    }
}

static void penalties(struct tb_state *s, struct tb_events *to)
{
    for (unsigned types = av_types(s->waiting); types; types &= types - 1)
        charge_expert(s, av_first(types), to);
    count_down(s, to);
    end_pass(s, to);
}

/* Step 4 asks for a card where there is a hand and something to lose. */
void av_end_step3(struct tb_state *s, struct tb_events *to)
{
    for (unsigned types = av_types(s->drawn); types; types = av_types(s->drawn))
        leave_over(s, av_first(types), to);
    if (s->hands[s->active] && av_waiting_loss(s, s->active))
        s->ask = ASK_STEP4;
    else
        penalties(s, to);
}

void av_do_step4(struct tb_state *s, tb_move move, struct tb_events *to)
{
    if (tb_verb(move) == DO_IMMUNITY) {
        av_discard(s, IMMUNITY, to);
        s->spared = 1;
    }
    penalties(s, to);
}
