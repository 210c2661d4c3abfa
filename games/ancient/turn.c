/* The course of a turn: actions, chronicle phase, decline phase, the end of the game. */
#include <assert.h>
#include <string.h>

#include "work.h"

/* ---- the turn: R4, R6 ---- */

void ak_begin_turn(struct tb_state *s, int seat, struct tb_events *to)
{
    s->active = (uint8_t)seat;
    s->turn = (uint8_t)(s->turn + (seat == s->first));
    s->phase = PHASE_ACTION;
    s->actions = 2;
    s->skip = 0;
    s->tilted = 0;
    s->replaced = 0;
    s->declined = 0;
    ak_tell(to, E_TURN, seat, TB_ALL, s->turn, 0, 0, 0);
}

uint64_t ak_choose_action(const struct tb_state *s, const struct frame *f)
{
    const struct player *p = &s->player[s->active];
    unsigned set = 1u << (DO_SEARCH - DO_CREATE);

    if (ak_can_build(p))
        set |= 1u; /* DO_CREATE comes first */
    if (ak_any_learnable(s, s->active, false))
        set |= 1u << (DO_LEARN - DO_CREATE);
    if (p->cards && p->laden)
        set |= 1u << (DO_ARCHIVE - DO_CREATE);
    if (ak_straight(p))
        set |= 1u << (DO_EXCAVATE - DO_CREATE);
    return set;
}

/* Every third question is this one: its answers are found without asking what is asked. */
static void ask_action(struct tb_state *s)
{
    s->ask = ASK_ACTION;
    s->who = s->active;
    s->options = ak_choose_action(s, NULL);
    s->head.owes = (uint8_t)(1 << s->who);
}

void ak_answer_action(struct tb_state *s, int action, struct tb_events *to)
{
    assert(s->actions > 0 && !s->frames);
    s->actions--;
    ak_tell(to, E_ACTION, s->active, TB_ALL, (unsigned)action, 0, 0, 0);
    switch (DO_CREATE + action) {
    case DO_CREATE:
        ak_create(s, MONUMENTS | 1 << ARTEFACT, NONE);
        break;
    case DO_LEARN:
        ak_learn(s, false, NONE);
        break;
    case DO_ARCHIVE:
        ak_push(s, OP_ARCHIVE, NONE, 0);
        break;
    case DO_EXCAVATE:
        ak_push(s, OP_EXCAVATE, NONE, 0);
        break;
    default:
        ak_draw(s, s->active, 1, NONE, to);
    }
}

/* Kept only if it waits for this phase; else the next one takes its place. */
static void list_chronicle(struct tb_state *s, unsigned card)
{
    bool waits = ancient_card[card].timing == T_TIMELINE;

    s->chronicle[s->chronicles] = waits ? (uint8_t)card : 0;
    s->chronicles = (uint8_t)(s->chronicles + waits);
}

/* R6.1: the list is fixed when the phase begins. */
static void begin_chronicle(struct tb_state *s)
{
    const struct player *p = &s->player[s->active];

    s->phase = PHASE_CHRONICLE;
    if (!(p->roles & ROLE_CHRONICLE))
        return;
    for (unsigned slots = occupied(p); slots; slots &= slots - 1)
        list_chronicle(s, p->card[first_of(slots)]);
    for (int i = 0; i < p->artefacts; i++)
        list_chronicle(s, p->artefact[i]);
}

static void strike_chronicle(struct tb_state *s, int i)
{
    s->chronicles--;
    memmove(s->chronicle + i, s->chronicle + i + 1, (size_t)(s->chronicles - i));
    s->chronicle[s->chronicles] = 0;
}

uint64_t ak_choose_activate(const struct tb_state *s, const struct frame *f)
{
    return (1u << s->chronicles) - 1;
}

void ak_answer_activate(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned card = s->chronicle[i];

    strike_chronicle(s, i);
    ak_tell(to, E_ACTIVATED, s->active, TB_ALL, card, 0, 0, 0);
    ak_begin_effect(s, card);
}

enum { DECLINE_NEXT, DECLINE_EFFECT, DECLINE_DONE, DECLINE_CHECK, DECLINE_SHIFT };

static void end_chronicle(struct tb_state *s, struct tb_events *to)
{
    s->chronicles = 0;
    memset(s->chronicle, 0, sizeof s->chronicle);
    s->phase = PHASE_DECLINE;
    s->stage = DECLINE_NEXT;
    if (s->skip) {
        s->stage = DECLINE_SHIFT + 1;
        ak_tell(to, E_SKIPPED, s->active, TB_ALL, 0, 0, 0, 0);
    }
}

/* An effect may have taken a card off the board that was still to be activated. */
static void strike_gone(struct tb_state *s)
{
    const struct player *p = &s->player[s->active];

    for (int i = 0; i < s->chronicles;)
        if (ak_in_play(p, s->chronicle[i]))
            i++;
        else
            strike_chronicle(s, i);
}

static void run_chronicle(struct tb_state *s, struct tb_events *to)
{
    for (int i = 0; i < s->chronicles; i++)
        if (ak_possible(s, s->chronicle[i])) {
            ak_ask(s, s->active, ASK_ACTIVATE, to);
            return;
        }
    end_chronicle(s, to);
}

/* An effect of this turn calls the decline phase off; within that phase it is too late. */
void ak_begin_skip_decline(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    if (s->phase != PHASE_DECLINE)
        s->skip = 1;
}

uint64_t ak_choose_decline(const struct tb_state *s, const struct frame *f)
{
    return occupied(&s->player[s->active]) & 3;
}

void ak_answer_decline(struct tb_state *s, int slot, struct tb_events *to)
{
    s->declining = s->player[s->active].card[slot];
    s->stage = DECLINE_EFFECT;
    if (ancient_card[s->declining].timing == T_DECLINE)
        ak_begin_effect(s, s->declining);
}

/* R6.2: the order matters only where an effect is involved. */
static void next_decline(struct tb_state *s, struct tb_events *to)
{
    const struct player *p = &s->player[s->active];
    unsigned slots = occupied(p) & 3;

    if (!slots)
        s->stage = DECLINE_DONE;
    else if (slots == 3 && (ancient_card[p->card[0]].timing == T_DECLINE ||
                            ancient_card[p->card[1]].timing == T_DECLINE))
        ak_ask(s, s->active, ASK_DECLINE, to);
    else
        ak_answer_decline(s, 0, to);
}

static void finish_decline(struct tb_state *s, struct tb_events *to)
{
    struct player *p = &s->player[s->active];
    unsigned card = s->declining;
    int slot = ak_slot_of(p, card);

    s->declining = NONE;
    s->stage = DECLINE_NEXT;
    if (slot < 0)
        return; /* its own effect discarded it */
    if (p->tokens[slot]) {
        p->lost = (uint16_t)(p->lost + p->tokens[slot]);
        s->declined = (uint16_t)(s->declined + p->tokens[slot]);
        ak_tell(to, E_LOST, s->active, TB_ALL, card, p->tokens[slot], 0, 0);
    }
    ak_leave_timeline(s, s->active, slot);
    assert(p->pasts < PAST);
    p->past[p->pasts++] = (uint8_t)card;
    p->past_of[ancient_card[card].kind]++;
    p->past_scoring = (uint8_t)(p->past_scoring + (ancient_card[card].timing == T_ENDGAME));
    ak_tell(to, E_DECLINED, s->active, TB_ALL, card, p->pasts, 0, 0);
}

uint64_t ak_choose_flip(const struct tb_state *s, const struct frame *f)
{
    unsigned set = 0;

    for (int i = 0; i < TILES; i++)
        if (s->tile_level[i] == 1)
            set |= 1u << i;
    return set;
}

void ak_answer_flip(struct tb_state *s, int tile, struct tb_events *to)
{
    ak_flip(s, tile, to);
}

static void check_past(struct tb_state *s, struct tb_events *to)
{
    int past = s->player[s->active].pasts;

    s->stage = DECLINE_SHIFT;
    if (past >= END_AT && !s->ending) {
        s->ending = 1;
        ak_tell(to, E_ENDING, s->active, TB_ALL, (unsigned)past, 0, 0, 0);
    }
    if (past >= FLIP_AT && !s->flipped) {
        s->flipped = 1;
        ak_ask(s, s->active, ASK_FLIP, to);
    }
}

static void shift(struct tb_state *s, struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    s->stage++;
    if (!occupied(p))
        return;
    memmove(p->card, p->card + 2, SLOTS - 2);
    memmove(p->tokens, p->tokens + 2, SLOTS - 2);
    memset(p->card + SLOTS - 2, NONE, 2);
    memset(p->tokens + SLOTS - 2, 0, 2);
    for (int k = CITY; k <= PYRAMID; k++)
        p->of[k] >>= 2;
    p->laden >>= 2;
    ak_tell(to, E_SHIFTED, s->active, TB_ALL, 0, 0, 0, 0);
}

static void end_game(struct tb_state *s, struct tb_events *to)
{
    struct tb_result result;

    s->phase = PHASE_OVER;
    s->head.owes = 0;
    if (!to)
        return;
    ancient_score(s, &result);
    for (int seat = 0; seat < s->head.seats; seat++)
        if (result.place[seat] == 1)
            ak_tell(to, E_WON, seat, TB_ALL,
                    result.points[seat] < 0 ? 0 : (unsigned)result.points[seat], 0, 0, 0);
}

/* R7.6: everybody has had as many turns when it would be the first player's again. */
static void end_turn(struct tb_state *s, struct tb_events *to)
{
    int next = (s->active + 1) % s->head.seats;

    s->stage = 0;
    if (s->ending && next == s->first)
        end_game(s, to);
    else
        ak_begin_turn(s, next, to);
}

/* Stage after stage, as long as nobody is asked and no effect has been begun. */
static void run_decline(struct tb_state *s, struct tb_events *to)
{
    struct group group = { 0 };

    while (s->stage < DECLINE_DONE) {
        if (s->stage == DECLINE_EFFECT)
            finish_decline(s, to);
        next_decline(s, to);
        if (s->frames || s->ask)
            return;
    }
    if (s->stage == DECLINE_DONE) {
        s->stage = DECLINE_CHECK;
        ak_join_triggers(s, &group, ON_DECLINED, 0, -1, NONE, NONE);
        ak_push_group(s, &group);
    }
    if (s->frames)
        return;
    if (s->stage == DECLINE_CHECK)
        check_past(s, to);
    if (s->ask)
        return;
    if (s->stage == DECLINE_SHIFT)
        shift(s, to);
    if (s->stage > DECLINE_SHIFT)
        end_turn(s, to);
}

void ak_run_turn(struct tb_state *s, struct tb_events *to)
{
    if (s->phase == PHASE_CHRONICLE)
        strike_gone(s);
    if (s->phase == PHASE_ACTION && !s->actions)
        begin_chronicle(s);
    if (s->phase == PHASE_CHRONICLE)
        run_chronicle(s, to);
    if (s->phase == PHASE_DECLINE)
        run_decline(s, to);
    if (s->phase == PHASE_ACTION)
        ask_action(s); /* the next player's, where the turn has just ended */
}
