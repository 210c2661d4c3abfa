/*
 * The bots of Nouvelles Contrées: R9. They read as people do, with words they know.
 *
 * At the start of a game each draws, for every theme, which words of the lexicon it knows:
 * that is why two of them can disagree. As listeners they miss words, more of them under a
 * constraint. Ties are broken by luck, never by place: an agreed order would be cheating.
 */
#include <string.h>

#include "contrees.h"

enum { TEXTPLORER = CHARACTER0, SURVEYOR, BOOKSELLER, PROMPTER, BOOKBINDER, LAMPLIGHTER };
enum { RELATED = 35, HUNDRED = 100, SCALE = 100000 };

/* clang-format off */
static const struct skill { uint8_t vocabulary, hear, sure; } skills[] = {
    /* in hundredths */
    [TB_EASY]   = { 50,  70, 65 },
    [TB_NORMAL] = { 75,  85, 80 },
    [TB_HARD]   = { 95, 100, 95 },
};
/* clang-format on */

/* Luck that is the same whenever it is asked for. */
static bool by_chance(uint64_t seed, uint64_t what, unsigned hundredths)
{
    uint64_t rng = seed ^ (what + 1) * 0x9e3779b97f4a7c15u;

    tb_random(&rng);
    return tb_random_below(&rng, HUNDRED) < hundredths;
}

/* ---- what a passage evokes ---- */

struct ear {
    uint64_t words;   /* seed of the vocabulary */
    uint64_t hearing; /* seed of this reading; 0: the scout, who misses nothing */
    int level;
    unsigned constraint;
};

static bool knows(const struct ear *ear, const struct nc_hit *hit)
{
    return by_chance(ear->words, hit->stem, skills[ear->level].vocabulary);
}

static bool hears(const struct ear *ear, const struct nc_passage *p, int word)
{
    unsigned chance = skills[ear->level].hear;

    if (!ear->hearing)
        return true;
    return by_chance(ear->hearing, (uint64_t)word,
                     chance * (unsigned)nc_audible(p, word, ear->constraint) / HUNDRED);
}

/* Parts of the passage that match each theme; several stems of one part count once. */
static void count_themes(const struct tb_state *s, unsigned leaf, const struct ear *ear,
                         int count[EXPLORATIONS])
{
    const struct nc_leaf *l = nc_leaf(the_kit(s), the_volume(s), leaf);
    const struct nc_hit *hit = nc_at(the_kit(s), l->hits);
    int last[EXPLORATIONS];
    struct nc_passage p;

    nc_open(the_kit(s), the_volume(s), leaf, &p);
    memset(count, 0, EXPLORATIONS * sizeof *count);
    memset(last, -1, sizeof last);
    for (int i = 0; i < l->hit_count; i++) {
        int word = p.part[hit[i].part].word;

        if (last[hit[i].theme] == hit[i].part || !knows(ear, &hit[i]) ||
            !hears(ear, &p, word))
            continue;
        last[hit[i].theme] = hit[i].part;
        count[hit[i].theme]++;
    }
}

/* own(t) = count / (0.10 + base), score(t) = own + 0.35 of the related. */
static int score_of(const struct tb_state *s, const int count[EXPLORATIONS], unsigned theme)
{
    const uint16_t *base = nc_lexicon[the_volume(s)->lang].base;
    int score = HUNDRED * (count[theme] * SCALE / (100 + base[theme]));

    for (int i = 0; i < 3; i++) {
        unsigned near = nc_card[theme].related[i];

        score += RELATED * (count[near] * SCALE / (100 + base[near]));
    }
    return score;
}

/* The direction with the highest score, or with `lowest` the lowest but `except`. */
static unsigned best_direction(const struct tb_state *s, const int count[EXPLORATIONS],
                               bool lowest, unsigned except, uint64_t *luck)
{
    int best = 0, ties = 0;
    unsigned found = NONE;

    for (unsigned i = 0; i < SLOTS; i++) {
        int score;

        if (s->slot[i] == NONE || i == except || s->lamp == i)
            continue;
        score = score_of(s, count, s->slot[i]);
        score = lowest ? -score : score;
        ties = found == NONE || score > best ? 1 : score == best ? ties + 1 : ties;
        if (found == NONE || score > best ||
            (score == best && !tb_random_below(luck, (uint32_t)ties))) {
            best = score;
            found = i;
        }
    }
    return found;
}

unsigned nc_best_theme(const struct tb_state *s, unsigned leaf, int level, uint64_t words,
                       uint64_t *luck, bool listening)
{
    struct ear ear = { words, listening ? tb_random(luck) | 1 : 0, level, NONE };
    int count[EXPLORATIONS];

    count_themes(s, leaf, &ear, count);
    return best_direction(s, count, false, NONE, luck);
}

/* ---- a bot at the table ---- */

struct bot {
    const struct tb_state *s;
    int seat, level;
    uint64_t words; /* its vocabulary's seed */
    uint64_t luck;
    tb_move list[TB_MOVES_MAX];
    int count;
};

static tb_move listed(const struct bot *b, unsigned verb, unsigned arg)
{
    for (int i = 0; i < b->count; i++)
        if (tb_verb(b->list[i]) == verb && (arg == NONE || tb_arg(b->list[i], 0) == arg))
            return b->list[i];
    return 0;
}

static tb_move any_of(struct bot *b, unsigned verb)
{
    int count = 0;
    tb_move found = 0;

    for (int i = 0; i < b->count; i++)
        if (tb_verb(b->list[i]) == verb && !tb_random_below(&b->luck, (uint32_t)++count))
            found = b->list[i];
    return found;
}

static struct ear ear_of(const struct bot *b)
{
    struct ear ear = { .words = b->words,
                       .level = b->level,
                       .constraint = nc_constraint(b->s) };

    if (b->seat != b->s->reader)
        ear.hearing = (b->words ^ (uint64_t)b->s->turns * 0xbf58476d1ce4e5b9u) | 1;
    return ear;
}

/* What the bot makes of the open passage; false: nothing is open to it. */
static bool read_themes(const struct bot *b, int count[EXPLORATIONS])
{
    struct ear ear = ear_of(b);

    if (b->s->text >= HIDDEN_LEAF)
        return false;
    count_themes(b->s, b->s->text, &ear, count);
    return true;
}

/* The Prompter's second reading: what was missed may be heard now. Here it is the better
 * ear of two. */
static unsigned guess_direction(struct bot *b)
{
    int count[EXPLORATIONS];

    if (!read_themes(b, count))
        return NONE;
    if (b->s->twice && b->seat != b->s->reader) {
        struct ear again = ear_of(b);
        int more[EXPLORATIONS];

        again.hearing ^= 0x94d049bb133111ebu;
        count_themes(b->s, b->s->text, &again, more);
        for (int i = 0; i < EXPLORATIONS; i++)
            count[i] = more[i] > count[i] ? more[i] : count[i];
    }
    return best_direction(b->s, count, false, NONE, &b->luck);
}

/* ---- as scout ---- */

static bool reaches_city(const struct tb_state *s)
{
    return s->camp + (int)nc_advance(s) >= s->city;
}

static tb_move draw_or_not(struct bot *b)
{
    bool draws = !reaches_city(b->s) && by_chance(tb_random(&b->luck), 0, 60);
    tb_move two = listed(b, DRAW_TWO, NONE);

    if (!draws)
        return listed(b, PASS, NONE);
    return two ? two : listed(b, DRAW, NONE);
}

/* The larger bonus; of equal ones the constraint that lets more be heard. */
static tb_move keep_better(const struct bot *b)
{
    const struct nc_card *one = &nc_card[b->s->drawn[0]], *two = &nc_card[b->s->drawn[1]];
    bool first =
        one->value != two->value ? one->value > two->value : one->hear >= two->hear;

    return listed(b, KEEP, b->s->drawn[first ? 0 : 1]);
}

/* The Surveyor: three more, or what is just needed to reach the city. */
static tb_move go(const struct bot *b)
{
    unsigned bonus = b->s->drawn[0] == NONE ? 0 : nc_value(b->s->drawn[0]);
    int missing = b->s->city - b->s->camp - (int)(nc_advance(b->s) + bonus);
    unsigned delta = (unsigned)(DELTA + (missing < 0       ? 0
                                         : missing > DELTA ? DELTA
                                                           : missing));

    return listed(b, GO, delta);
}

static bool is_blank_to(const struct bot *b, const int count[EXPLORATIONS])
{
    for (int i = 0; i < SLOTS; i++)
        if (b->s->slot[i] != NONE && score_of(b->s, count, b->s->slot[i]))
            return false;
    return true;
}

static tb_move set_compass(struct bot *b)
{
    int count[EXPLORATIONS];
    unsigned direction = guess_direction(b);

    if (direction == NONE)
        return any_of(b, AIM);
    read_themes(b, count);
    if (is_blank_to(b, count) && listed(b, SWAP, 15))
        return listed(b, SWAP, 15);
    return listed(b, AIM, direction);
}

static tb_move use_or_read(struct bot *b)
{
    unsigned character = b->s->character[b->seat];
    int count[EXPLORATIONS];
    tb_move skill = 0;

    if ((character == PROMPTER || character == BOOKBINDER) && b->s->turns >= 1)
        skill = listed(b, SKILL, NONE);
    if (character == LAMPLIGHTER && read_themes(b, count))
        skill = listed(b, SKILL, best_direction(b->s, count, true, b->s->aim, &b->luck));
    return skill ? skill : listed(b, READ, NONE);
}

static tb_move scout_move(struct bot *b)
{
    switch ((enum step)b->s->step) {
    case S_PERIPETEIA:
        return draw_or_not(b);
    case S_KEEP:
        return keep_better(b);
    case S_MOVE:
        return go(b);
    case S_SHORT:
        return listed(b, SIX, NONE);
    case S_BACK:
        /* The group has failed on these lines once. */
        return listed(b, STEP_BACK, NONE);
    case S_COMPASS:
        return set_compass(b);
    case S_READ:
        return use_or_read(b);
    }
    return 0;
}

/* ---- in the group ---- */

static unsigned likely(const struct bot *b, unsigned mission)
{
    unsigned lang = is_paper(b->s) ? TB_FR : the_volume(b->s)->lang;

    return nc_card[mission].likely[lang];
}

static int mission_of(const struct bot *b)
{
    for (int i = 0; i < TABLE; i++)
        if (b->s->holder[i] == b->seat)
            return b->s->table[i];
    return NONE;
}

/* The free mission that is true most often, once. */
static tb_move take_or_wait(const struct bot *b)
{
    unsigned best = NONE;

    if (listed(b, AGREE, NONE))
        return listed(b, AGREE, NONE);
    for (int i = 0; i < b->count && mission_of(b) == NONE; i++)
        if (tb_verb(b->list[i]) == TAKE &&
            (best == NONE || likely(b, tb_arg(b->list[i], 0)) > likely(b, best)))
            best = tb_arg(b->list[i], 0);
    return best == NONE ? listed(b, READY, NONE) : listed(b, TAKE, best);
}

/* The truth, or with some chance its opposite. */
static bool believes(const struct bot *b, unsigned mission)
{
    const struct tb_state *s = b->s;
    uint64_t seed = b->words ^ (uint64_t)s->turns * 0x94d049bb133111ebu;
    bool truth = nc_is_true(nc_leaf(the_kit(s), the_volume(s), s->text), mission - MISSION0,
                            opt(s, OPTION_MISSIONS));

    return by_chance(seed, mission, skills[b->level].sure) == truth;
}

static unsigned best_attempt(const struct bot *b)
{
    unsigned best = NONE;

    if (b->s->text >= HIDDEN_LEAF || (!b->s->letters && b->level < TB_HARD))
        return NONE;
    for (int i = 0; i < TABLE; i++)
        if (b->s->holder[i] != NONE && believes(b, b->s->table[i]) &&
            (best == NONE || likely(b, b->s->table[i]) > likely(b, best)))
            best = b->s->table[i];
    return best;
}

/* ---- together ---- */

static tb_move voice_for(const struct bot *b, unsigned first, unsigned second)
{
    tb_move found = 0;

    for (int i = 0; i < b->count; i++)
        if (tb_arg(b->list[i], 0) == first && tb_arg(b->list[i], 1) == second &&
            (tb_verb(b->list[i]) == LEAN || (tb_verb(b->list[i]) == VOTE && !found)))
            found = b->list[i];
    return found;
}

/* Letters first; without any, missions. */
static tb_move pay(const struct bot *b)
{
    tb_move letters = voice_for(b, PAY_LETTERS, 0);

    return letters ? letters : voice_for(b, PAY_MISSIONS, 0);
}

/* What a way of paying is worth to a bot: more is better. */
static int pay_rank(const struct bot *b, unsigned card, unsigned way)
{
    int value = nc_card[card].value;

    if (way == PAY_FREE)
        return 2 * value;
    if (way == PAY_LETTERS)
        return 5 - value; /* a card of 5 or more is better saved */
    return way == JOKER ? -1 : 0;
}

static tb_move pay_domains(const struct bot *b)
{
    const struct turn *turn = &b->s->journal[(b->s->turns - 1) % JOURNAL];
    int best = -1000;
    unsigned first = 0, second = 0;

    for (int i = 0; i < b->count; i++) {
        unsigned one = tb_arg(b->list[i], 0), two = tb_arg(b->list[i], 1);
        int rank;

        if (tb_verb(b->list[i]) != VOTE)
            continue;
        rank = pay_rank(b, turn->aim, one) + pay_rank(b, turn->choice, two);
        if (rank > best) {
            best = rank;
            first = one;
            second = two;
        }
    }
    return voice_for(b, first, second);
}

static tb_move speak(struct bot *b)
{
    unsigned direction;

    if (listed(b, CLOSE, NONE) && b->s->voice[b->seat])
        return listed(b, CLOSE, NONE);
    switch ((enum phase)b->s->phase) {
    case P_SCOUT:
        return voice_for(b, CHOOSE_SEAT + (unsigned)nc_first_member(b->s), 0);
    case P_ATTEMPT:
        return voice_for(b, best_attempt(b), 0);
    case P_EXPLORE:
        direction = guess_direction(b);
        return direction == NONE ? 0 : voice_for(b, CHOOSE_DIRECTION + direction, 0);
    case P_PAY:
        return pay(b);
    case P_PAY_DOMAINS:
        return pay_domains(b);
    case P_MEANING:
    case P_CHARACTER:
    case P_PREPARE:
    case P_READING:
    case P_CHECK:
    case P_AIM:
    case P_OVER:
    case PHASES:
        break;
    }
    return any_of(b, LEAN);
}

static tb_move listen(const struct bot *b)
{
    if (b->seat != b->s->reader)
        return listed(b, HEARD, NONE);
    return listed(b, DONE, NONE) ? listed(b, DONE, NONE) : listed(b, LINE, NONE);
}

static tb_move decide(struct bot *b)
{
    switch ((enum phase)b->s->phase) {
    case P_CHARACTER:
        return any_of(b, BE);
    case P_PREPARE:
        return b->seat == b->s->reader ? scout_move(b) : take_or_wait(b);
    case P_READING:
        return listen(b);
    case P_CHECK:
        return any_of(b, RIGHT);
    case P_AIM:
        return any_of(b, AIM);
    case P_SCOUT:
    case P_ATTEMPT:
    case P_EXPLORE:
    case P_PAY:
    case P_PAY_DOMAINS:
    case P_MEANING:
        return speak(b);
    case P_OVER:
    case PHASES:
        break;
    }
    return 0;
}

/* Every bot has a vocabulary of its own from its first decision on. */
static uint64_t vocabulary(const struct tb_ask *ask, int seat)
{
    uint64_t seed = ask->seed + (uint64_t)seat;

    if (!ask->memory)
        return tb_random(&seed) | 1;
    memcpy(&seed, ask->memory, sizeof seed);
    if (!seed) {
        uint64_t rng = ask->seed ^ (uint64_t)(seat + 1) * 0xbf58476d1ce4e5b9u;

        seed = tb_random(&rng) | 1;
        memcpy(ask->memory, &seed, sizeof seed);
    }
    return seed;
}

tb_move nc_advise(const struct tb_state *seen, int seat, const struct tb_ask *ask)
{
    struct bot b = { .s = seen, .seat = seat, .level = ask->level, .luck = ask->seed };

    b.words = vocabulary(ask, seat);
    b.count = game_contrees.moves(seen, seat, b.list);
    return decide(&b);
}
