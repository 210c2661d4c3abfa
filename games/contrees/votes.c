/*
 * Decisions that several take together: R7. Everybody has one voice, a vote or a lean that
 * binds nobody; it can be changed until the decision is taken.
 */
#include <assert.h>
#include <string.h>

#include "contrees.h"

/* ---- what there is to choose ---- */

static void add(struct choices *c, unsigned low, unsigned high)
{
    c->code[c->count++] = (uint16_t)(low | high << 8);
}

static void list_missions(const struct tb_state *s, struct choices *c)
{
    for (int i = 0; i < TABLE; i++)
        if (s->holder[i] != NONE)
            add(c, s->table[i], 0);
    add(c, NONE, 0);
}

static void list_directions(const struct tb_state *s, struct choices *c)
{
    for (unsigned i = 0; i < SLOTS; i++)
        if (s->slot[i] != NONE && s->lamp != i)
            add(c, CHOOSE_DIRECTION + i, 0);
}

/* R5.1, with the Bookbinder R6.5. Never one that would lose the game. */
static void list_payments(const struct tb_state *s, struct choices *c)
{
    int missions = nc_missions_kept(s);

    if (s->letters)
        add(c, PAY_LETTERS, 0);
    if (s->letters && missions >= 1 && !s->bound)
        add(c, PAY_BOTH, 0);
    if (missions >= (s->bound ? 1 : 2))
        add(c, PAY_MISSIONS, 0);
}

/* The ways to answer for one lost landscape. */
static int ways_for(const struct tb_state *s, unsigned card, uint8_t *out)
{
    int count = 0;

    for (int i = 0; i < s->keeps; i++) {
        unsigned mission = s->kept[i].card;

        if (mission == JOKER ||
            (is_mission(mission) && nc_card[mission].domain == nc_card[card].domain))
            out[count++] = (uint8_t)mission;
    }
    if (s->letters)
        out[count++] = PAY_LETTERS;
    if (s->bound)
        out[count++] = PAY_FREE;
    return count;
}

/* R6.6: a way for the scout's landscape and one for the group's. */
static void list_domain_payments(const struct tb_state *s, struct choices *c)
{
    const struct turn *turn = &s->journal[(s->turns - 1) % JOURNAL];
    uint8_t first[KEPT_MAX], second[KEPT_MAX];
    int firsts = ways_for(s, turn->aim, first), seconds = ways_for(s, turn->choice, second);

    for (int i = 0; i < firsts; i++)
        for (int k = 0; k < seconds; k++) {
            bool twice = first[i] == second[k] && first[i] != PAY_LETTERS;
            bool free = first[i] == PAY_FREE || second[k] == PAY_FREE;

            if (!twice && free == (s->bound != 0))
                add(c, first[i], second[k]);
        }
}

static void list_meanings(const struct tb_state *s, struct choices *c)
{
    for (int i = 0; i < s->keeps; i++)
        if (s->kept[i].card < EXPLORATIONS)
            add(c, s->kept[i].card, 0);
}

void nc_choices(const struct tb_state *s, struct choices *out)
{
    out->count = 0;
    switch ((enum phase)s->phase) {
    case P_SCOUT:
        for (unsigned seat = 0; seat < s->head.seats; seat++)
            add(out, CHOOSE_SEAT + seat, 0);
        break;
    case P_ATTEMPT:
        list_missions(s, out);
        break;
    case P_EXPLORE:
        list_directions(s, out);
        break;
    case P_PAY:
        list_payments(s, out);
        break;
    case P_PAY_DOMAINS:
        list_domain_payments(s, out);
        break;
    case P_MEANING:
        list_meanings(s, out);
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
    assert(out->count <= (int)(sizeof out->code / sizeof *out->code));
}

/* ---- who speaks ---- */

unsigned nc_members(const struct tb_state *s)
{
    return s->phase == P_ATTEMPT || s->phase == P_EXPLORE ? the_group(s) : everybody(s);
}

/* R7.3: seats in turn after the scout. */
int nc_first_member(const struct tb_state *s) { return (s->reader + 1) % s->head.seats; }

static unsigned spoken(const struct tb_state *s) { return s->spoke; }

static unsigned voted(const struct tb_state *s) { return spoken(s) & ~(unsigned)s->leans; }

static int speaker_among(const struct tb_state *s, unsigned have)
{
    unsigned votes = have & ~(unsigned)s->leans;
    unsigned first = (unsigned)nc_first_member(s), later = votes >> first << first;

    if (votes)
        return __builtin_ctz(later ? later : votes);
    return have == nc_members(s) ? (int)first : -1;
}

int nc_speaker(const struct tb_state *s) { return speaker_among(s, spoken(s)); }

static bool is_most(const struct tb_state *s, unsigned have)
{
    return 2 * __builtin_popcount(have) > __builtin_popcount(nc_members(s));
}

static bool may_close(const struct tb_state *s, int seat)
{
    unsigned have = spoken(s);

    return !is_shared(s) && is_most(s, have) && seat == speaker_among(s, have);
}

static void owe_voices(struct tb_state *s)
{
    unsigned members = nc_members(s), have = spoken(s), may = 0;
    int speaker = speaker_among(s, have);
    unsigned owes = have == members ? 1u << speaker : members & ~have;

    for (unsigned left = have & ~owes; left; left &= left - 1) {
        int seat = __builtin_ctz(left);

        if (s->changes[seat] < CHANGES || (seat == speaker && is_most(s, have)))
            may |= 1u << seat;
    }
    /* While the group talks the scout may think of reasons. */
    if (!has(members, s->reader) && !is_paper(s) && s->marks < MARKS)
        may |= 1u << s->reader;
    s->head.owes = (uint8_t)owes;
    s->head.may = (uint8_t)may;
}

void nc_begin_vote(struct tb_state *s, enum phase phase, struct tb_events *to)
{
    struct choices c;

    s->phase = (uint8_t)phase;
    memset(s->voice, 0, sizeof s->voice);
    memset(s->changes, 0, sizeof s->changes);
    s->leans = s->spoke = 0;
    nc_choices(s, &c);
    assert(c.count);
    /* A landscape is announced even if it is the last: R8.3. */
    if (c.count == 1 && phase != P_EXPLORE) {
        nc_decide(s, c.code[0], to);
        return;
    }
    owe_voices(s);
    if (is_shared(s)) {
        s->head.owes = (uint8_t)(1u << nc_first_member(s));
        s->head.may &= (uint8_t)(1u << s->reader & ~(unsigned)s->head.owes);
        if (phase != P_ATTEMPT && phase != P_EXPLORE)
            s->head.may = 0;
    }
}

int nc_vote_moves(const struct tb_state *s, int seat, tb_move *out)
{
    struct choices c;
    int count = 0;
    bool free = !s->voice[seat] || s->changes[seat] < CHANGES;

    nc_choices(s, &c);
    for (int kind = VOTE; kind <= (is_shared(s) ? VOTE : LEAN) && free; kind++)
        for (int i = 0; i < c.count; i++)
            if (s->voice[seat] != i + 1 || has(s->leans, (unsigned)seat) != (kind == LEAN))
                out[count++] = tb_mv((unsigned)kind, c.code[i] & 255u, c.code[i] >> 8);
    if (may_close(s, seat))
        out[count++] = tb_mv(CLOSE, 0, 0);
    return count;
}

/* nc_vote_moves() without the list, draw for draw. */
tb_move nc_vote_pick(const struct tb_state *s, int seat, uint64_t *rng)
{
    int kinds = is_shared(s) ? 1 : 2, own = s->voice[seat] - 1;
    bool free = own < 0 || s->changes[seat] < CHANGES, close = may_close(s, seat);
    struct choices c;
    int voices, n;

    nc_choices(s, &c);
    voices = free ? kinds * c.count - (own >= 0) : 0;
    n = (int)tb_random_below(rng, (uint32_t)(voices + close));
    if (n == voices)
        return tb_mv(CLOSE, 0, 0);
    own += has(s->leans, (unsigned)seat) ? c.count : 0;
    if (s->voice[seat] && n >= own)
        n++;
    return tb_mv(n < c.count ? VOTE : LEAN, c.code[n % c.count] & 255u,
                 c.code[n % c.count] >> 8);
}

/* ---- counting ---- */

/* R7.4: a mission is its holder's, who has voted for something else. */
static bool is_refused_by_holder(const struct tb_state *s, const struct choices *c, int i)
{
    for (int k = 0; s->phase == P_ATTEMPT && k < TABLE; k++)
        if (s->table[k] == (c->code[i] & 255) && s->holder[k] != NONE &&
            c->code[i] != NONE && has(voted(s), s->holder[k]) &&
            s->voice[s->holder[k]] != i + 1)
            return true;
    return false;
}

static int count_voices(const struct tb_state *s, int choice, unsigned seats)
{
    int count = 0;

    for (unsigned seat = 0; seat < s->head.seats; seat++)
        count += has(seats, seat) && s->voice[seat] == choice + 1;
    return count;
}

/* R7.3: most votes, without any most leans; then more leans, the speaker's own, the
 * first. */
static int plurality(const struct tb_state *s, const struct choices *c)
{
    unsigned votes = voted(s), leans = spoken(s) & s->leans;
    int own = s->voice[nc_speaker(s)] - 1, best = -1, most = -1;

    for (int i = 0; i < c->count; i++) {
        int rank;

        if (is_refused_by_holder(s, c, i))
            continue;
        rank = 256 * count_voices(s, i, votes ? votes : leans) +
               16 * count_voices(s, i, leans) + (i == own);
        if (rank > most) {
            most = rank;
            best = i;
        }
    }
    /* Only refused missions were voted for. */
    if (s->phase == P_ATTEMPT && most < 256)
        best = c->count - 1;
    assert(best >= 0);
    return best;
}

static bool is_agreed(const struct tb_state *s)
{
    unsigned votes = voted(s);
    int choice = votes ? s->voice[__builtin_ctz(votes)] - 1 : -1;

    return votes && spoken(s) == nc_members(s) &&
           count_voices(s, choice, votes) == __builtin_popcount(votes);
}

static int number_of(const struct choices *c, tb_move move)
{
    for (int i = 0; i < c->count; i++)
        if (c->code[i] == (tb_arg(move, 0) | tb_arg(move, 1) << 8))
            return i;
    assert(false && "a vote for nothing");
    return 0;
}

static void speak(struct tb_state *s, int seat, tb_move move, int choice,
                  struct tb_events *to)
{
    bool lean = tb_verb(move) == LEAN;

    s->changes[seat] = (uint8_t)(s->changes[seat] + (s->voice[seat] != 0));
    s->voice[seat] = (uint8_t)(choice + 1);
    s->spoke |= (uint8_t)(1u << seat);
    s->leans = (uint8_t)((s->leans & ~(1u << seat)) | (unsigned)lean << seat);
    nc_tell(to, lean ? E_LEANED : E_VOTED, seat, TB_ALL, tb_arg(move, 0), tb_arg(move, 1),
            0);
}

void nc_vote(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    struct choices c = { .count = 0 };

    nc_choices(s, &c);
    if (tb_verb(move) == CLOSE) {
        nc_decide(s, c.code[plurality(s, &c)], to);
        return;
    }
    speak(s, seat, move, number_of(&c, move), to);
    if (is_shared(s) || is_agreed(s))
        nc_decide(s, c.code[s->voice[__builtin_ctz(voted(s))] - 1], to);
    else
        owe_voices(s);
}
