/*
 * A turn from the choice of the scout to the rest: R3 to R6.
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

static void tell(const struct tb_state *s, struct tb_events *to, unsigned kind, unsigned a)
{
    nc_tell(to, kind, s->reader, TB_ALL, a, 0, 0);
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

static void discard_mission(struct tb_state *s, unsigned card)
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
    discard_mission(s, card);
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

enum { TEXTPLORER = CHARACTER0, SURVEYOR, BOOKSELLER, PROMPTER, BOOKBINDER, LAMPLIGHTER };

static bool is_armed(const struct tb_state *s, unsigned character)
{
    return s->character[s->reader] == character && has(s->armed, s->reader);
}

static void use_skill(struct tb_state *s, struct tb_events *to)
{
    s->armed &= (uint8_t) ~(1u << s->reader);
    tell(s, to, E_SKILL, s->character[s->reader]);
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

/* ---- II: preparation ---- */

static bool is_usable(const struct tb_state *s, int leaf)
{
    return leaf >= 0 && nc_is_usable(the_kit(s), the_volume(s), (unsigned)leaf);
}

/* The nearest usable leaf before `leaf`, not before `least`; -1: none. On paper every leaf
 * is taken for usable until the scout says otherwise. */
static int usable_before(const struct tb_state *s, int leaf, int least)
{
    for (leaf--; leaf >= least; leaf--)
        if (is_paper(s) || is_usable(s, leaf))
            return leaf;
    return -1;
}

static bool was_read(const struct tb_state *s, unsigned leaf)
{
    int turns = s->turns < JOURNAL ? s->turns : JOURNAL;

    for (int i = 0; i < turns; i++)
        if (s->journal[(s->turns - 1 - i) % JOURNAL].leaf == leaf)
            return true;
    return false;
}

static bool is_last_read(const struct tb_state *s, unsigned leaf)
{
    return s->turns && s->journal[(s->turns - 1) % JOURNAL].leaf == leaf;
}

/* R4.5, R5.6: where the scout may step back to; -1: it is not offered. */
static int step_back_leaf(const struct tb_state *s)
{
    if (s->scout == s->city)
        return was_read(s, s->city)
                   ? usable_before(s, s->scout, s->camp == s->city ? 0 : s->camp + 1)
                   : -1;
    return is_last_read(s, s->scout) ? usable_before(s, s->scout, s->camp) : -1;
}

/* The scout goes back; on the city, so does the city, and the camp if it is there. */
static void step_back(struct tb_state *s, unsigned leaf)
{
    if (s->scout == s->city) {
        if (s->camp == s->city)
            s->camp = (uint16_t)leaf;
        s->city = (uint16_t)leaf;
    }
    s->scout = (uint16_t)leaf;
}

/* R4.4 on paper: whether "fewer than six lines" can be answered. */
static bool may_be_short(const struct tb_state *s)
{
    if (s->camp == s->city)
        return s->scout > 0;
    return s->scout != s->camp && !(s->scout == s->city && s->city == s->camp + 1);
}

/* R4.4 in a digital book: back to a usable page, or else on to one. */
static void land(struct tb_state *s)
{
    int leaf = s->scout;

    if (is_paper(s) || is_usable(s, leaf))
        return;
    leaf = usable_before(s, leaf, s->camp);
    if (leaf < 0)
        for (leaf = s->scout + 1; leaf < s->city && !is_usable(s, leaf);)
            leaf++;
    s->scout = (uint16_t)leaf;
    assert(is_usable(s, leaf));
}

static unsigned bonus(const struct tb_state *s)
{
    return s->drawn[0] == NONE ? 0 : nc_value(s->drawn[0]);
}

static void advance(struct tb_state *s, int delta, struct tb_events *to)
{
    int leaves = (int)(nc_advance(s) + bonus(s)) + delta;
    int leaf = s->camp + leaves;

    s->scout = (uint16_t)(leaf < s->city ? leaf : s->city);
    tell(s, to, E_MOVED, (unsigned)(s->scout - s->camp));
    land(s);
}

static bool may_draw(const struct tb_state *s)
{
    return opt(s, OPTION_PERIPETEIA) && !s->on_city && s->peripeteias > 0;
}

static bool has_compass(const struct tb_state *s)
{
    return s->head.option[OPTION_TABLE] != TABLE_SHARED_COMPASS;
}

/* The next thing the scout has to decide; what is no decision happens. */
static void go_on(struct tb_state *s, struct tb_events *to)
{
    if (s->step == S_PERIPETEIA && !may_draw(s))
        s->step = S_MOVE;
    if (s->step == S_MOVE && s->on_city) {
        s->scout = s->city;
        tell(s, to, E_STAYED, 0);
        s->step = S_SHORT;
    }
    if (s->step == S_MOVE && !is_armed(s, SURVEYOR)) {
        advance(s, 0, to);
        s->step = S_SHORT;
    }
    if (s->step == S_SHORT && !(is_paper(s) && may_be_short(s)))
        s->step = S_BACK;
    if (s->step == S_BACK && (s->stepped || step_back_leaf(s) < 0))
        s->step = S_COMPASS;
    if (s->step < S_COMPASS)
        return;
    if (!is_paper(s))
        s->text = s->scout;
    if (!has_compass(s) && !is_armed(s, BOOKSELLER))
        s->step = S_READ;
}

static int held_by(const struct tb_state *s, int seat)
{
    for (int i = 0; i < TABLE; i++)
        if (s->table[i] != NONE && s->holder[i] == seat)
            return i;
    return -1;
}

static bool owes_answer(const struct tb_state *s, int seat)
{
    return s->proposal != NONE && !has(s->agreed, (unsigned)seat);
}

/* What a member can do with the missions: take, put back, propose to remove. */
static int mission_moves(const struct tb_state *s, int seat, tb_move *out)
{
    bool free = s->changes[seat] < CHANGES;
    bool drop = opt(s, OPTION_DOMAINS) && !s->dropped && s->proposal == NONE &&
                !has(s->proposed, (unsigned)seat);
    int count = 0;

    for (int i = 0; i < TABLE; i++) {
        if (s->table[i] == NONE || s->holder[i] != NONE || s->table[i] == s->proposal)
            continue;
        if (free)
            out[count++] = tb_mv(TAKE, s->table[i], 0);
        if (drop)
            out[count++] = tb_mv(DROP, s->table[i], 0);
    }
    if (free && held_by(s, seat) >= 0)
        out[count++] = tb_mv(RELEASE, 0, 0);
    return count;
}

/* Whether mission_moves() would list anything. */
static bool has_mission_moves(const struct tb_state *s, int seat)
{
    tb_move list[3 * TABLE];

    if (s->changes[seat] == CHANGES && !opt(s, OPTION_DOMAINS))
        return false;
    for (int i = 0; i < TABLE && s->changes[seat] < CHANGES; i++)
        if (s->table[i] != NONE && s->table[i] != s->proposal &&
            (s->holder[i] == NONE || s->holder[i] == seat))
            return true;
    return mission_moves(s, seat, list) > 0;
}

static int member_moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = 0;

    if (owes_answer(s, seat)) {
        out[0] = tb_mv(AGREE, 0, 0);
        out[1] = tb_mv(REFUSE, 0, 0);
        return 2;
    }
    count = mission_moves(s, seat, out);
    if (!has(s->ready, (unsigned)seat))
        out[count++] = tb_mv(READY, 0, 0);
    return count;
}

/* Once the compass is set, the group is waited for; but the scout may read at once. */
void nc_owe_preparation(struct tb_state *s)
{
    unsigned owes = 0, may = 0, scout = 1u << s->reader;

    for (int seat = 0; seat < s->head.seats; seat++) {
        if (seat == s->reader)
            continue;
        if (owes_answer(s, seat) || !has(s->ready, (unsigned)seat))
            owes |= 1u << seat;
        else if (has_mission_moves(s, seat))
            may |= 1u << seat;
    }
    if (owes && s->step == S_READ)
        may |= scout;
    else
        owes |= scout;
    s->head.owes = (uint8_t)owes;
    s->head.may = (uint8_t)may;
}

/* Words that can still be marked. */
int nc_mark_count(const struct tb_state *s)
{
    if (s->marks == MARKS || is_paper(s))
        return 0;
    return nc_leaf(the_kit(s), the_volume(s), s->text)->words - s->marks;
}

/* The nth of them. */
tb_move nc_mark_move(const struct tb_state *s, unsigned n)
{
    unsigned word = 0;

    for (;; word++)
        if (word != s->mark[0] && word != s->mark[1] && word != s->mark[2] && !n--)
            return tb_mv(MARK, word, 0);
}

int nc_mark_moves(const struct tb_state *s, tb_move *out)
{
    int count = nc_mark_count(s), found = 0;

    for (unsigned word = 0; found < count; word++)
        if (word != s->mark[0] && word != s->mark[1] && word != s->mark[2])
            out[found++] = tb_mv(MARK, word, 0);
    return count;
}

static int aim_moves(const struct tb_state *s, tb_move *out)
{
    int count = 0;

    for (unsigned i = 0; i < SLOTS; i++)
        if (s->slot[i] != NONE && s->aim != i)
            out[count++] = tb_mv(AIM, i, 0);
    return count;
}

static int compass_moves(const struct tb_state *s, tb_move *out)
{
    unsigned full = 0;
    int count = has_compass(s) ? aim_moves(s, out) : 0;

    if (!has_compass(s))
        out[count++] = tb_mv(PASS, 0, 0);
    for (unsigned i = 0; i < SLOTS; i++)
        full |= (unsigned)(s->slot[i] != NONE) << i;
    for (unsigned set = 1; set < 1u << SLOTS && is_armed(s, BOOKSELLER); set++)
        if (!(set & ~full))
            out[count++] = tb_mv(SWAP, set, 0);
    return count;
}

/* The last step: the compass can still turn, skills and reasons can still come. */
static int read_moves(const struct tb_state *s, tb_move *out)
{
    int count = 0;

    out[count++] = tb_mv(READ, 0, 0);
    if (has_compass(s) && s->lamp == NONE && s->changes[s->reader] < CHANGES)
        count += aim_moves(s, out + count);
    if (is_armed(s, PROMPTER) || is_armed(s, BOOKBINDER) ||
        (is_armed(s, LAMPLIGHTER) && !has_compass(s)))
        out[count++] = tb_mv(SKILL, NONE, 0);
    for (unsigned i = 0; i < SLOTS && is_armed(s, LAMPLIGHTER) && has_compass(s); i++)
        if (s->slot[i] != NONE && s->aim != i)
            out[count++] = tb_mv(SKILL, i, 0);
    return count;
}

static int move_moves(const struct tb_state *s, tb_move *out)
{
    int leaves = (int)(nc_advance(s) + bonus(s)), count = 0;

    out[count++] = tb_mv(GO, DELTA, 0);
    for (int d = -DELTA; d <= DELTA; d++)
        if (d && leaves + d >= 1)
            out[count++] = tb_mv(GO, (unsigned)(d + DELTA), 0);
    return count;
}

static int scout_moves(const struct tb_state *s, tb_move *out)
{
    int count = 0;

    switch ((enum step)s->step) {
    case S_PERIPETEIA:
        out[count++] = tb_mv(DRAW, 0, 0);
        if (is_armed(s, TEXTPLORER) && s->peripeteias >= 2)
            out[count++] = tb_mv(DRAW_TWO, 0, 0);
        out[count++] = tb_mv(PASS, 0, 0);
        return count;
    case S_KEEP:
        for (int i = 0; i < 2; i++)
            out[count++] = tb_mv(KEEP, s->drawn[i], 0);
        return count;
    case S_MOVE:
        return move_moves(s, out);
    case S_SHORT:
        out[count++] = tb_mv(SIX, 0, 0);
        out[count++] = tb_mv(SHORT, 0, 0);
        return count;
    case S_BACK:
        out[count++] = tb_mv(STAY, 0, 0);
        out[count++] = tb_mv(STEP_BACK, 0, 0);
        return count;
    case S_COMPASS:
        return compass_moves(s, out);
    case S_READ:
        return read_moves(s, out);
    }
    return count;
}

int nc_prepare_moves(const struct tb_state *s, int seat, tb_move *out)
{
    return seat == s->reader ? scout_moves(s, out) : member_moves(s, seat, out);
}

/* ---- the scout's track ---- */

static unsigned take_peripeteia(struct tb_state *s)
{
    unsigned card = s->peripeteia[--s->peripeteias];

    s->peripeteia[s->peripeteias] = 0;
    if (s->under > s->peripeteias)
        s->under = s->peripeteias;
    return card;
}

static void draw(struct tb_state *s, int cards, struct tb_events *to)
{
    for (int i = 0; i < cards; i++) {
        s->drawn[i] = (uint8_t)take_peripeteia(s);
        tell(s, to, E_DREW, nc_value(s->drawn[i]));
        nc_tell(to, E_DREW_CARD, s->reader, 1u << s->reader, s->drawn[i], 0, 0);
    }
    s->step = cards == 2 ? S_KEEP : S_MOVE;
}

/* R6.5: the other card goes under the deck, and who put it there knows it. */
static void keep_one(struct tb_state *s, unsigned card, struct tb_events *to)
{
    unsigned other = s->drawn[s->drawn[0] == card];

    memmove(s->peripeteia + 1, s->peripeteia, s->peripeteias);
    s->peripeteia[0] = (uint8_t)other;
    s->peripeteias++;
    s->under++;
    s->drawn[0] = (uint8_t)card;
    s->drawn[1] = NONE;
    tell(s, to, E_KEPT, nc_value(card));
    s->step = S_MOVE;
}

static void swap(struct tb_state *s, unsigned set, struct tb_events *to)
{
    use_skill(s, to);
    for (unsigned i = 0; i < SLOTS; i++)
        if (has(set, i)) {
            s->gone |= 1u << s->slot[i];
            tell(s, to, E_SWAPPED, CHOOSE_DIRECTION + i);
            s->slot[i] = NONE;
        }
    nc_refill(s, to);
    if (!has_compass(s))
        s->step = S_READ;
}

static void aim(struct tb_state *s, unsigned direction, struct tb_events *to)
{
    s->changes[s->reader] = (uint8_t)(s->changes[s->reader] + (s->aim != NONE));
    s->aim = (uint8_t)direction;
    s->step = S_READ;
    tell(s, to, E_AIMED, 0);
    nc_tell(to, E_AIMED_AT, s->reader, 1u << s->reader, CHOOSE_DIRECTION + direction, 0, 0);
}

static void use_before_reading(struct tb_state *s, unsigned direction, struct tb_events *to)
{
    unsigned character = s->character[s->reader];

    use_skill(s, to);
    s->twice |= character == PROMPTER;
    s->bound |= character == BOOKBINDER;
    if (direction == NONE)
        return;
    s->lamp = (uint8_t)direction;
    tell(s, to, E_RULED_OUT, CHOOSE_DIRECTION + direction);
}

void nc_mark(struct tb_state *s, unsigned word, struct tb_events *to)
{
    s->mark[s->marks++] = (uint8_t)word;
    nc_tell(to, E_MARKED, s->reader, 1u << s->reader, word + 1, 0, 0);
    if (s->marks == MARKS)
        s->head.may &= (uint8_t) ~(1u << s->reader);
}

unsigned nc_constraint(const struct tb_state *s)
{
    return s->on_city ? s->city_card : s->drawn[0];
}

int nc_lines_heard(const struct tb_state *s)
{
    enum { NON_STOP = PERIPETEIA0 + 5 };

    return nc_constraint(s) == NON_STOP ? 1 : LINES;
}

/* ---- III: the reading ---- */

static bool is_told_by_scout(const struct tb_state *s)
{
    uint64_t reading = s->head.option[OPTION_READING];

    return is_paper(s) || reading == READING_VOICE || reading == READING_PACED;
}

static void begin_reading(struct tb_state *s, struct tb_events *to)
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

/* ---- the group's track ---- */

static void take(struct tb_state *s, int seat, unsigned card, struct tb_events *to)
{
    int held = held_by(s, seat), i = 0;

    while (s->table[i] != card)
        i++;
    if (held >= 0)
        s->holder[held] = NONE;
    s->holder[i] = (uint8_t)seat;
    s->changes[seat]++;
    nc_tell(to, E_TOOK, seat, TB_ALL, card, 0, 0);
}

static void release(struct tb_state *s, int seat, struct tb_events *to)
{
    int held = held_by(s, seat);

    s->holder[held] = NONE;
    s->changes[seat]++;
    nc_tell(to, E_RELEASED, seat, TB_ALL, s->table[held], 0, 0);
}

static void drop_if_agreed(struct tb_state *s, struct tb_events *to)
{
    if (s->proposal == NONE || s->agreed != the_group(s))
        return;
    for (int i = 0; i < TABLE; i++)
        if (s->table[i] == s->proposal)
            s->table[i] = NONE;
    discard_mission(s, s->proposal);
    s->dropped = 1;
    tell(s, to, E_DROPPED, s->proposal);
    s->proposal = NONE;
    s->agreed = 0;
}

/* R6.7: the others agree, or it stays. On a shared device one answers for all. */
static void propose(struct tb_state *s, int seat, unsigned card, struct tb_events *to)
{
    s->proposal = (uint8_t)card;
    s->proposed |= (uint8_t)(1u << seat);
    s->agreed = (uint8_t)(is_shared(s) ? the_group(s) : 1u << seat);
    nc_tell(to, E_PROPOSED, seat, TB_ALL, card, 0, 0);
    drop_if_agreed(s, to);
}

static void answer(struct tb_state *s, int seat, bool agrees, struct tb_events *to)
{
    nc_tell(to, agrees ? E_AGREED : E_REFUSED, seat, TB_ALL, s->proposal, 0, 0);
    s->agreed |= (uint8_t)(1u << seat);
    if (agrees) {
        drop_if_agreed(s, to);
        return;
    }
    s->proposal = NONE;
    s->agreed = 0;
}

static void member_plays(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    unsigned verb = tb_verb(move);

    if (verb == TAKE)
        take(s, seat, tb_arg(move, 0), to);
    else if (verb == RELEASE)
        release(s, seat, to);
    else if (verb == DROP)
        propose(s, seat, tb_arg(move, 0), to);
    else if (verb == AGREE || verb == REFUSE)
        answer(s, seat, verb == AGREE, to);
    else {
        s->ready |= (uint8_t)(1u << seat);
        nc_tell(to, E_READY, seat, TB_ALL, 0, 0, 0);
    }
}

static void scout_goes(struct tb_state *s, unsigned verb, unsigned arg,
                       struct tb_events *to)
{
    if (verb == DRAW_TWO)
        use_skill(s, to);
    if (verb == DRAW || verb == DRAW_TWO) {
        draw(s, verb == DRAW ? 1 : 2, to);
    } else if (verb == PASS) {
        if (s->step == S_PERIPETEIA)
            tell(s, to, E_PASSED, 0);
        s->step = s->step == S_PERIPETEIA ? S_MOVE : S_READ;
    } else if (verb == KEEP) {
        keep_one(s, arg, to);
    } else if (verb == GO) {
        if (arg != DELTA)
            use_skill(s, to);
        advance(s, (int)arg - DELTA, to);
        s->step = S_SHORT;
    } else if (verb == SHORT) {
        step_back(s, s->scout - 1u);
        tell(s, to, E_SHORT, 0);
    } else if (verb == SIX) {
        s->step = S_BACK;
    } else {
        s->stepped = 1;
        if (verb == STEP_BACK) {
            unsigned leaf = (unsigned)step_back_leaf(s);

            tell(s, to, E_STEPPED, s->scout - leaf);
            step_back(s, leaf);
        }
    }
    go_on(s, to);
}

static void scout_plays(struct tb_state *s, tb_move move, struct tb_events *to)
{
    unsigned verb = tb_verb(move), arg = tb_arg(move, 0);

    if (verb == SWAP)
        swap(s, arg, to);
    else if (verb == AIM)
        aim(s, arg, to);
    else if (verb == SKILL)
        use_before_reading(s, arg, to);
    else if (verb == MARK)
        nc_mark(s, arg, to);
    else
        scout_goes(s, verb, arg, to);
}

void nc_prepare(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    if (tb_verb(move) == READ) {
        begin_reading(s, to);
        return;
    }
    if (seat == s->reader)
        scout_plays(s, move, to);
    else
        member_plays(s, seat, move, to);
    nc_owe_preparation(s);
}

static void begin_preparation(struct tb_state *s, unsigned seat, struct tb_events *to)
{
    int held = held_by(s, (int)seat);

    s->reader = (uint8_t)seat;
    s->phase = P_PREPARE;
    s->step = S_PERIPETEIA;
    tell(s, to, E_SCOUT, 0);
    /* Who reads watches for nothing, and is asked again when he listens next. */
    s->ready &= (uint8_t) ~(1u << seat);
    if (held >= 0)
        release(s, (int)seat, to);
    memset(s->changes, 0, sizeof s->changes);
    go_on(s, to);
    nc_owe_preparation(s);
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
        discard_mission(s, card);
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
        begin_preparation(s, low - CHOOSE_SEAT, to);
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
