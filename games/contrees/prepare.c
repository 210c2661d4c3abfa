/* The preparation of a reading: the scout's way to a page and the compass, the group's
 * missions. */
#include <assert.h>
#include <string.h>

#include "contrees.h"

/* ---- characters: R6.4 ---- */

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

/* ---- where the scout goes ---- */

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

/* ---- what can be done ---- */

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
    nc_discard_mission(s, s->proposal);
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
        nc_begin_reading(s, to);
        return;
    }
    if (seat == s->reader)
        scout_plays(s, move, to);
    else
        member_plays(s, seat, move, to);
    nc_owe_preparation(s);
}

void nc_begin_preparation(struct tb_state *s, unsigned seat, struct tb_events *to)
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
