/* The five actions, R6, and the expertise they bring, R5. */
#include <assert.h>

#include "archives.h"

static int16_t cut_off(int value)
{
    return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

void av_prestige(struct tb_state *s, unsigned seat, enum source by, int gain)
{
    s->pp[seat] += gain;
    s->source[seat][by] = cut_off(s->source[seat][by] + gain);
}

/* ---- expertise: R5 ---- */

/* One point. Who draws level with the expert gets another and is the expert. */
static void gain_expertise(struct tb_state *s, unsigned type, struct tb_events *to)
{
    unsigned seat = s->active, expert = s->expert[type];

    s->pe[seat][type]++;
    av_tell(to, E_EXPERTISE, seat, type, s->pe[seat][type], 0);
    if (expert == seat)
        return;
    if (expert != NONE) {
        if (s->pe[seat][type] < s->pe[expert][type])
            return;
        s->pe[seat][type]++;
        av_tell(to, E_BONUS, seat, type, s->pe[seat][type], 0);
    }
    s->expert[type] = (uint8_t)seat;
    av_tell(to, E_EXPERT, seat, type, 0, 0);
}

/* ---- beginning and ending ---- */

/* R6.1: whoever is expert now is paid, and is spared paying, to the action's end. */
void av_begin_action(struct tb_state *s, unsigned action, struct tb_events *to)
{
    static const uint8_t ask[ACTIONS] = { ASK_STORE, ASK_REQUEST, ASK_ANSWER, ASK_EXHIBIT,
                                          ASK_TURN };

    s->action = (uint8_t)action;
    s->actions[action]++;
    s->site = NONE;
    s->count = s->paid = 0;
    s->ask = ask[action];
    memcpy(s->snapshot, s->expert, sizeof s->snapshot);
    av_tell(to, E_ACTION, s->active, action, 0, 0);
    if (action == REQUEST) {
        av_prestige(s, s->active, BY_REQUESTS, av_board.rule.request_prestige);
        av_tell(to, E_REQUEST_GAIN, s->active, av_board.rule.request_prestige, 0, 0);
    } else if (action == ANSWER) {
        memcpy(s->left, s->store, sizeof s->left);
    } else if (action == DRAW) {
        av_draw_card(s, to);
    }
}

static bool has_reached_the_end(const struct tb_state *s)
{
    for (unsigned type = 0; type < TYPES; type++)
        if (s->pe[s->active][type] >= av_board.rule.end_expertise)
            return true;
    return false;
}

/* R9.1: the end is triggered once, and passing comes at once. */
static void trigger_end(struct tb_state *s, struct tb_events *to)
{
    s->end = s->pos[s->active];
    av_tell(to, E_ENDING, s->active, av_square(s->end), 0, 0);
    av_begin_pass(s, to);
}

void av_end_action(struct tb_state *s, struct tb_events *to)
{
    bool is_void = s->action != REQUEST && s->action != DRAW && !s->count;

    if (is_void) {
        s->voids[s->action]++;
        av_tell(to, E_VOID, s->active, s->action, 0, 0);
    }
    s->action = s->site = NONE;
    s->count = s->paid = 0;
    memset(s->left, 0, sizeof s->left);
    memset(s->snapshot, NONE, sizeof s->snapshot);
    s->ask = ASK_TURN;
    if (!s->end && !is_void && has_reached_the_end(s))
        trigger_end(s, to);
}

/* ---- Store: R6.2 ---- */

/* R6.2: the expert of a type is paid once by a Store, however many cubes of it. */
static void pay_store_expert(struct tb_state *s, unsigned type, struct tb_events *to)
{
    unsigned expert = s->snapshot[type];

    if (expert == NONE || expert == s->active || s->paid >> type & 1)
        return;
    s->paid |= (uint8_t)(1 << type);
    av_prestige(s, expert, BY_STORES, av_board.rule.store_expert_prestige);
    av_tell(to, E_STORE_EXPERT, expert, av_board.rule.store_expert_prestige, type,
            s->active);
}

void av_do_store(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned site = tb_arg(move, 0), type = tb_arg(move, 1);

    assert(s->entry[site][type]);
    s->site = (uint8_t)site;
    s->count++;
    s->entry[site][type]--;
    s->store[site][type]++;
    av_tell(to, E_STORED, s->active, type, site, 0);
    gain_expertise(s, type, to);
    pay_store_expert(s, type, to);
}

/* ---- Request: R6.3 ---- */

static void remove_request(struct tb_state *s, unsigned zone, unsigned place)
{
    unsigned last = --s->requests[zone];

    for (; place < last; place++)
        s->request[zone][place] = s->request[zone][place + 1];
    s->request[zone][last] = 0;
}

static void push_out(struct tb_state *s, unsigned zone, struct tb_events *to)
{
    unsigned type = s->request[zone][0], expert = s->expert[type];

    remove_request(s, zone, 0);
    s->reserve[type]++;
    av_tell(to, E_PUSHED, s->active, type, zone, 0);
    if (expert == NONE)
        return;
    av_prestige(s, expert, BY_PUSHED, -av_board.rule.eviction_loss);
    av_tell(to, E_PUSHED_LOSS, expert, av_board.rule.eviction_loss, type, zone);
}

void av_do_request(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned zone = s->count < SITES ? s->count : EXTERNAL, type = tb_arg(move, 0);

    assert(s->reserve[type]);
    s->reserve[type]--;
    if (s->requests[zone] == av_board.site[zone].requests)
        push_out(s, zone, to);
    s->request[zone][s->requests[zone]++] = (uint8_t)type;
    av_tell(to, E_REQUESTED, s->active, type, zone, 0);
    s->count++;
}

/* ---- Answer: R6.4, R6.5 ---- */

static void take_back(struct tb_state *s, unsigned zone, struct tb_events *to)
{
    unsigned cube = s->lent[zone][--s->lents[zone]], type = cube % 16, site = cube / 16;

    s->lent[zone][s->lents[zone]] = 0;
    s->store[site][type]++;
    av_tell(to, E_CAME_BACK, s->active, type, zone, site);
}

void av_bring_back(struct tb_state *s, unsigned zone, struct tb_events *to)
{
    while (s->lents[zone])
        take_back(s, zone, to);
}

static void lend(struct tb_state *s, unsigned zone, unsigned type, unsigned site,
                 struct tb_events *to)
{
    s->store[site][type]--;
    s->left[site][type]--;
    if (s->lents[zone] == av_board.site[zone].consultation)
        take_back(s, zone, to);
    memmove(s->lent[zone] + 1, s->lent[zone], s->lents[zone]);
    s->lent[zone][0] = (uint8_t)(type + 16 * site);
    s->lents[zone]++;
}

/* The lowest request of the colour; one of the external site goes back to the reserve. */
static void take_request(struct tb_state *s, unsigned zone, unsigned type)
{
    unsigned place = 0;

    while (s->request[zone][place] != type)
        place++;
    assert(place < s->requests[zone]);
    remove_request(s, zone, place);
    if (zone == EXTERNAL)
        s->reserve[type]++;
    else
        s->done[zone][type]++;
}

static void reward_answer(struct tb_state *s, unsigned type, struct tb_events *to)
{
    unsigned expert = s->snapshot[type];

    if (expert == s->active) {
        av_prestige(s, expert, BY_ANSWERS, av_board.rule.answer_expert_self_prestige);
        av_tell(to, E_ANSWER_GAIN, expert, av_board.rule.answer_expert_self_prestige, type,
                0);
        return;
    }
    if (expert != NONE) {
        av_prestige(s, expert, BY_LOANS, av_board.rule.answer_expert_other_prestige);
        av_tell(to, E_ANSWER_EXPERT, expert, av_board.rule.answer_expert_other_prestige,
                type, s->active);
    }
    gain_expertise(s, type, to);
}

void av_do_answer(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned zone = tb_arg(move, 0), type = tb_arg(move, 1);
    unsigned site = zone == EXTERNAL ? tb_arg(move, 2) : zone;

    assert(s->left[site][type]);
    s->site = (uint8_t)zone;
    s->count++;
    take_request(s, zone, type);
    if (zone == EXTERNAL)
        av_tell(to, E_LENT, s->active, type, site, 0);
    else
        av_tell(to, E_ANSWERED, s->active, type, site, 0);
    lend(s, zone, type, site, to);
    reward_answer(s, type, to);
}

/* ---- Exhibit: R6.6 ---- */

void av_do_exhibit(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned site = tb_arg(move, 0), type = tb_arg(move, 1), size = tb_arg(move, 2);
    int gain = (int)size * av_board.rule.exhibit_prestige_per_cube;

    assert(!s->room[site].size && s->store[site][type] >= size);
    s->count++;
    s->store[site][type] = (uint8_t)(s->store[site][type] - size);
    s->room[site] = (struct room){ .type = (uint8_t)type, .size = (uint8_t)size };
    av_tell(to, E_EXHIBITED, s->active, size, type, site);
    av_prestige(s, s->active, BY_EXHIBITS, gain);
    av_tell(to, E_EXHIBIT_GAIN, s->active, (unsigned)gain, type, site);
    for (int i = 0; i < av_board.rule.exhibit_expertise; i++)
        gain_expertise(s, type, to);
}

void av_close_room(struct tb_state *s, unsigned site, struct tb_events *to)
{
    struct room *room = &s->room[site];

    s->store[site][room->type] = (uint8_t)(s->store[site][room->type] + room->size);
    av_tell(to, E_CLOSED, s->active, site, room->size, room->type);
    *room = (struct room){ 0 };
}
