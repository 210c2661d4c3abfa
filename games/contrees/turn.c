/*
 * A turn from the choice of the scout to the rest: R3 to R6. Its preparation is in
 * prepare.c.
 */
#include <assert.h>
#include <string.h>

#include "contrees.h"

void nc_tell(struct tb_events *to, unsigned kind, int seat, unsigned knows, unsigned a,
             unsigned b, unsigned c)
{
    if (to)
        tb_tell(to, (struct tb_event){ .kind = (uint8_t)kind,
                                       .seat = (uint8_t)seat,
                                       .knows = (uint8_t)knows,
                                       .arg = { (uint8_t)a, (uint8_t)b, (uint8_t)c } });
}

/* ---- cards ---- */

static unsigned cards_of(uint32_t set, unsigned first, uint8_t *out)
{
    unsigned count = 0;

    for (; set; set &= set - 1)
        out[count++] = (uint8_t)(first + (unsigned)__builtin_ctz(set));
    return count;
}

/* R8.1: the discarded become a new deck; its top always shows its back. */
static void shuffle_explorations(struct tb_state *s, struct tb_events *to)
{
    if (s->decks || !s->gone)
        return;
    s->decks = (uint8_t)cards_of(s->gone, 0, s->deck);
    s->gone = 0;
    tb_shuffle(s, s->deck, s->decks);
    nc_tell(to, E_SHUFFLED, 0, TB_ALL, s->decks, 0, 0);
}

void nc_refill(struct tb_state *s, struct tb_events *to)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        shuffle_explorations(s, to);
        if (s->slot[i] != NONE || !s->decks)
            continue;
        s->slot[i] = s->deck[--s->decks];
        s->deck[s->decks] = 0;
        nc_tell(to, E_LANDSCAPE, 0, TB_ALL, i, s->slot[i], 0);
    }
    shuffle_explorations(s, to);
}

void nc_draw_missions(struct tb_state *s, struct tb_events *to)
{
    for (int i = 0; i < TABLE; i++) {
        if (s->table[i] != NONE)
            continue;
        if (!s->mission_decks && s->gone_missions) {
            s->mission_decks =
                (uint8_t)cards_of(s->gone_missions, MISSION0, s->mission_deck);
            s->gone_missions = 0;
            tb_shuffle(s, s->mission_deck, s->mission_decks);
        }
        if (!s->mission_decks)
            return;
        s->table[i] = s->mission_deck[--s->mission_decks];
        s->mission_deck[s->mission_decks] = 0;
        nc_tell(to, E_MISSION, 0, TB_ALL, s->table[i], 0, 0);
    }
}

unsigned nc_advance(const struct tb_state *s)
{
    return s->decks ? nc_value(s->deck[s->decks - 1]) : VALUE_WITHOUT_DECK;
}

static void keep_card(struct tb_state *s, unsigned card)
{
    assert(s->keeps < KEPT_MAX);
    s->kept[s->keeps++] = (struct kept){ s->scout, (uint8_t)card, 0 };
}

void nc_discard_mission(struct tb_state *s, unsigned card)
{
    if (card != JOKER)
        s->gone_missions |= 1u << (card - MISSION0);
}

int nc_missions_kept(const struct tb_state *s)
{
    int count = 0;

    for (int i = 0; i < s->keeps; i++)
        count += is_mission(s->kept[i].card);
    return count;
}

/* Takes the card out of the book; the joker leaves the game. */
static void give_up(struct tb_state *s, unsigned card, struct tb_events *to)
{
    int i = 0;

    while (s->kept[i].card != card)
        i++;
    s->keeps--;
    memmove(&s->kept[i], &s->kept[i + 1], (size_t)(s->keeps - i) * sizeof *s->kept);
    s->kept[s->keeps] = (struct kept){ 0 };
    nc_discard_mission(s, card);
    nc_tell(to, E_PAID_MISSION, s->reader, TB_ALL, card, 0, 0);
}

static unsigned oldest_mission(const struct tb_state *s)
{
    int i = 0;

    while (!is_mission(s->kept[i].card))
        i++;
    return s->kept[i].card;
}

/* ---- the end, letters ---- */

/* They are in the journal, or never to be shown. */
static void forget_marks(struct tb_state *s)
{
    memset(s->mark, NONE, sizeof s->mark);
    s->marks = 0;
}

static void finish(struct tb_state *s, bool won, struct tb_events *to)
{
    s->phase = P_OVER;
    s->won = won;
    s->text = NO_LEAF;
    forget_marks(s);
    s->head.owes = s->head.may = 0;
    nc_tell(to, won ? E_WON : E_LOST, s->reader, TB_ALL, (unsigned)nc_points(s), 0, 0);
}

/* R5.2: lost at once if the reserve was empty before. */
void nc_letter_loss(struct tb_state *s, unsigned letters, struct tb_events *to)
{
    assert(letters);
    if (!s->letters) {
        finish(s, false, to);
        return;
    }
    s->letters = (uint8_t)(s->letters > letters ? s->letters - letters : 0);
    nc_tell(to, E_LETTERS, s->reader, TB_ALL, letters, s->letters, 0);
}

/* ---- characters: R6.4 ---- */

int nc_character_moves(const struct tb_state *s, tb_move *out)
{
    bool all = opt(s, OPTION_PERIPETEIA) || s->head.seats == CHARACTERS;
    int count = 0;

    for (unsigned c = CHARACTER0 + !all; c < CARDS; c++)
        if (!memchr(s->character, (int)c, PLAYERS))
            out[count++] = tb_mv(BE, c, 0);
    return count;
}

void nc_begin_characters(struct tb_state *s, struct tb_events *to)
{
    s->phase = P_CHARACTER;
    s->head.owes = 1;
}

void nc_be(struct tb_state *s, int seat, unsigned character, struct tb_events *to)
{
    s->character[seat] = (uint8_t)character;
    s->armed |= (uint8_t)(1u << seat);
    nc_tell(to, E_CHARACTER, seat, TB_ALL, character, 0, 0);
    if (seat + 1 < s->head.seats)
        s->head.owes = (uint8_t)(2u << seat);
    else
        nc_begin_turn(s, to);
}

/* ---- I: the choice of the scout ---- */

void nc_begin_turn(struct tb_state *s, struct tb_events *to)
{
    bool any = false;

    s->text = NO_LEAF;
    s->scout = s->camp;
    s->aim = s->lamp = s->choice = s->proposal = NONE;
    s->drawn[0] = s->drawn[1] = NONE;
    forget_marks(s);
    memset(s->line, 0, sizeof s->line);
    memset(s->heard, 0, sizeof s->heard);
    s->twice = s->bound = s->stepped = 0;
    if (!opt(s, OPTION_STANDING))
        s->ready = 0;
    s->proposed = s->agreed = s->dropped = 0;
    s->on_city = s->revealed;
    for (int i = 0; i < SLOTS; i++)
        any |= s->slot[i] != NONE;
    nc_tell(to, E_TURN, 0, TB_ALL, (unsigned)s->turns + 1, 0, 0);
    /* R8.4: nothing is left to compare a passage with. */
    if (any)
        nc_begin_vote(s, P_SCOUT, to);
    else
        finish(s, false, to);
}

/* ---- III: the reading ---- */

unsigned nc_constraint(const struct tb_state *s)
{
    return s->on_city ? s->city_card : s->drawn[0];
}

int nc_lines_heard(const struct tb_state *s)
{
    enum { NON_STOP = PERIPETEIA0 + 5 };

    return nc_constraint(s) == NON_STOP ? 1 : LINES;
}

static bool is_told_by_scout(const struct tb_state *s)
{
    uint64_t reading = s->head.option[OPTION_READING];

    return is_paper(s) || reading == READING_VOICE || reading == READING_PACED;
}

void nc_begin_reading(struct tb_state *s, struct tb_events *to)
{
    struct turn turn = { .leaf = s->scout,
                         .scout = s->reader,
                         .constraint = (uint8_t)nc_constraint(s),
                         .mission = NONE,
                         .aim = NONE,
                         .choice = NONE,
                         .mark = { NONE, NONE, NONE } };

    s->journal[s->turns++ % JOURNAL] = turn;
    s->phase = P_READING;
    s->proposal = NONE;
    memset(s->changes, 0, sizeof s->changes);
    tell(s, to, E_READING, turn.constraint);
    s->head.may = 0;
    if (is_told_by_scout(s)) {
        s->head.owes = (uint8_t)(1u << s->reader);
        return;
    }
    s->head.owes = (uint8_t)(is_shared(s) ? 1u << nc_first_member(s) : the_group(s));
    if (s->marks < MARKS)
        s->head.may = (uint8_t)(1u << s->reader);
}

/* Choices that stand are kept: only a mission that was tried is nobody's now. */
static void put_missions_back(struct tb_state *s)
{
    for (int i = 0; i < TABLE; i++)
        if (!opt(s, OPTION_STANDING) || s->table[i] == NONE)
            s->holder[i] = NONE;
}

static void begin_explore(struct tb_state *s, struct tb_events *to)
{
    put_missions_back(s);
    nc_begin_vote(s, P_EXPLORE, to);
}

static void end_reading(struct tb_state *s, struct tb_events *to)
{
    bool any = false;

    tell(s, to, E_READ, 0);
    for (int seat = 0; seat < s->head.seats; seat++) {
        s->line[seat] = 0;
        s->heard[seat] = seat == s->reader ? 0 : 1;
    }
    for (int i = 0; i < TABLE; i++)
        any |= s->holder[i] != NONE;
    if (any)
        nc_begin_vote(s, P_ATTEMPT, to);
    else
        begin_explore(s, to);
}

static int readings(const struct tb_state *s) { return s->twice ? 2 : 1; }

/* Everybody hears the next line at once, at the scout's pace. */
static void pace(struct tb_state *s, struct tb_events *to)
{
    int first = nc_first_member(s);

    for (int seat = 0; seat < s->head.seats; seat++) {
        if (seat == s->reader)
            continue;
        if (s->line[seat]++ == nc_lines_heard(s)) {
            s->line[seat] = 0;
            s->heard[seat]++;
        }
    }
    tell(s, to, E_HEARS, s->line[first]);
    if (s->heard[first] == readings(s))
        end_reading(s, to);
}

/* A listener's own pace. On a shared device one listens for all. */
static void hear(struct tb_state *s, int seat, unsigned verb, struct tb_events *to)
{
    static const uint8_t kind[] = {
        [LISTEN] = E_LISTENS, [LINE] = E_HEARS, [HEARD] = E_HEARD
    };

    if (verb == HEARD || (verb == LINE && s->line[seat] == nc_lines_heard(s))) {
        s->line[seat] = 0;
        s->heard[seat] = (uint8_t)(verb == HEARD ? readings(s) : s->heard[seat] + 1);
    } else {
        s->line[seat]++;
    }
    nc_tell(to, kind[verb], seat, TB_ALL, s->line[seat], 0, 0);
    for (int other = 0; is_shared(s) && other < s->head.seats; other++)
        if (other != s->reader) {
            s->line[other] = s->line[seat];
            s->heard[other] = s->heard[seat];
        }
    if (s->heard[seat] == readings(s))
        s->head.owes &= (uint8_t) ~(1u << seat);
    if (!s->head.owes)
        end_reading(s, to);
}

int nc_listen_moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = 0;

    if (seat == s->reader && !is_told_by_scout(s))
        return 0;
    if (seat == s->reader) {
        bool paced = !is_paper(s) && s->head.option[OPTION_READING] == READING_PACED;

        out[count++] = tb_mv(paced ? LINE : DONE, 0, 0);
        return count;
    }
    out[count++] = tb_mv(s->line[seat] ? LINE : LISTEN, 0, 0);
    out[count++] = tb_mv(HEARD, 0, 0);
    return count;
}

void nc_listen(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    if (tb_verb(move) == DONE)
        end_reading(s, to);
    else if (seat == s->reader)
        pace(s, to);
    else
        hear(s, seat, tb_verb(move), to);
}

/* ---- the mission ---- */

static void try_mission(struct tb_state *s, unsigned card, struct tb_events *to)
{
    struct turn *turn = nc_this_turn(s);

    if (card == NONE) {
        tell(s, to, E_NO_MISSION, 0);
        begin_explore(s, to);
        return;
    }
    turn->mission = (uint8_t)card;
    tell(s, to, E_TRIED, card);
    if (is_paper(s)) {
        s->phase = P_CHECK;
        s->head.owes = (uint8_t)(1u << s->reader);
        s->head.may = 0;
        return;
    }
    nc_check_mission(s,
                     nc_is_true(nc_leaf(the_kit(s), the_volume(s), s->text),
                                card - MISSION0, opt(s, OPTION_MISSIONS)),
                     to);
}

static void mission_succeeds(struct tb_state *s, unsigned card, unsigned holder,
                             struct tb_events *to)
{
    keep_card(s, card);
    nc_tell(to, E_MISSION_RIGHT, (int)holder, TB_ALL, card, 0, 0);
    if (s->character[holder] == NONE || has(s->armed, holder))
        return;
    s->armed |= (uint8_t)(1u << holder);
    nc_tell(to, E_REARMED, (int)holder, TB_ALL, s->character[holder], 0, 0);
}

void nc_check_mission(struct tb_state *s, bool right, struct tb_events *to)
{
    struct turn *turn = nc_this_turn(s);
    unsigned card = turn->mission, holder;
    int i = 0;

    while (s->table[i] != card)
        i++;
    holder = s->holder[i];
    s->table[i] = NONE;
    turn->flags |= (uint8_t)(T_TRIED | (right ? T_RIGHT : 0));
    if (right) {
        mission_succeeds(s, card, holder, to);
    } else {
        nc_discard_mission(s, card);
        nc_tell(to, E_MISSION_WRONG, (int)holder, TB_ALL, card, 0, 0);
        nc_letter_loss(s, WRONG_COSTS, to);
    }
    if (s->phase != P_OVER)
        begin_explore(s, to);
    else
        put_missions_back(s);
}

/* ---- the exploration ---- */

static void rest(struct tb_state *s, struct tb_events *to)
{
    nc_refill(s, to);
    nc_draw_missions(s, to);
    nc_begin_turn(s, to);
}

static void succeed(struct tb_state *s, struct tb_events *to)
{
    tell(s, to, E_SUCCESS, s->slot[s->aim]);
    nc_this_turn(s)->flags |= T_SUCCESS;
    s->camp = s->scout;
    keep_card(s, s->slot[s->aim]);
    s->slot[s->aim] = NONE;
    if (s->drawn[0] != NONE)
        keep_card(s, s->drawn[0]);
    s->drawn[0] = NONE;
    if (s->on_city) {
        s->won = 1;
        nc_begin_vote(s, P_MEANING, to);
        return;
    }
    if (s->camp == s->city) {
        s->revealed = 1;
        tell(s, to, E_CITY, s->city_card);
    }
    rest(s, to);
}

static void begin_payment(struct tb_state *s, struct tb_events *to)
{
    enum phase phase = opt(s, OPTION_DOMAINS) ? P_PAY_DOMAINS : P_PAY;
    struct choices c;

    s->phase = (uint8_t)phase;
    nc_choices(s, &c);
    /* R5.3: whatever they chose, they would lose. */
    if (c.count)
        nc_begin_vote(s, phase, to);
    else
        finish(s, false, to);
}

static void fail(struct tb_state *s, struct tb_events *to)
{
    nc_tell(to, E_FAILURE, s->reader, TB_ALL, s->slot[s->aim], s->slot[s->choice], 0);
    s->scout = s->camp;
    s->gone |= 1u << s->slot[s->aim] | 1u << s->slot[s->choice];
    s->slot[s->aim] = s->slot[s->choice] = NONE;
    if (s->drawn[0] != NONE)
        s->gone_peripeteia |= (uint16_t)(1u << (s->drawn[0] - PERIPETEIA0));
    s->drawn[0] = NONE;
    begin_payment(s, to);
}

static void show_compass(struct tb_state *s, struct tb_events *to)
{
    struct turn *turn = nc_this_turn(s);

    turn->aim = s->slot[s->aim];
    turn->choice = s->slot[s->choice];
    memcpy(turn->mark, s->mark, sizeof s->mark);
    turn->flags |= T_SHOWN;
    forget_marks(s);
    tell(s, to, E_SHOWN, CHOOSE_DIRECTION + s->aim);
    if (s->aim == s->choice)
        succeed(s, to);
    else
        fail(s, to);
}

void nc_aim_late(struct tb_state *s, unsigned direction, struct tb_events *to)
{
    s->aim = (uint8_t)direction;
    show_compass(s, to);
}

static void explore(struct tb_state *s, unsigned direction, struct tb_events *to)
{
    s->choice = (uint8_t)direction;
    tell(s, to, E_CHOSEN, CHOOSE_DIRECTION + direction);
    if (has_compass(s)) {
        show_compass(s, to);
        return;
    }
    s->phase = P_AIM;
    s->head.owes = (uint8_t)(1u << s->reader);
    s->head.may = 0;
}

/* ---- payments: R5.1, R6.6 ---- */

static void pay(struct tb_state *s, unsigned way, struct tb_events *to)
{
    int missions = way == PAY_BOTH ? 1 : way == PAY_MISSIONS ? (s->bound ? 1 : 2) : 0;
    unsigned letters = way == PAY_MISSIONS ? 0 : way == PAY_BOTH || s->bound ? 6 : 12;

    while (missions--)
        give_up(s, oldest_mission(s), to);
    if (letters)
        nc_letter_loss(s, letters, to);
    rest(s, to);
}

static unsigned pay_for(struct tb_state *s, unsigned card, unsigned way,
                        struct tb_events *to)
{
    if (way == PAY_LETTERS)
        return nc_card[card].value;
    if (way != PAY_FREE)
        give_up(s, way, to);
    return 0;
}

static void pay_domains(struct tb_state *s, unsigned first, unsigned second,
                        struct tb_events *to)
{
    const struct turn *turn = nc_this_turn(s);
    unsigned letters =
        pay_for(s, turn->aim, first, to) + pay_for(s, turn->choice, second, to);

    if (letters)
        nc_letter_loss(s, letters, to);
    rest(s, to);
}

/* ---- what a vote has come to ---- */

void nc_decide(struct tb_state *s, unsigned choice, struct tb_events *to)
{
    unsigned low = choice & 255, high = choice >> 8;

    switch ((enum phase)s->phase) {
    case P_SCOUT:
        nc_begin_preparation(s, low - CHOOSE_SEAT, to);
        break;
    case P_ATTEMPT:
        try_mission(s, low, to);
        break;
    case P_EXPLORE:
        explore(s, low - CHOOSE_DIRECTION, to);
        break;
    case P_PAY:
        nc_tell(to, E_PAID, s->reader, TB_ALL, low, 0, 0);
        pay(s, low, to);
        break;
    case P_PAY_DOMAINS:
        nc_tell(to, E_PAID, s->reader, TB_ALL, low, high, 0);
        pay_domains(s, low, high, to);
        break;
    case P_MEANING:
        s->meaning = (uint8_t)low;
        tell(s, to, E_MEANING, low);
        finish(s, true, to);
        break;
    case P_CHARACTER:
    case P_PREPARE:
    case P_READING:
    case P_CHECK:
    case P_AIM:
    case P_OVER:
    case PHASES:
        break;
    }
}
