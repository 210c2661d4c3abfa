/*
 * Quests by code, by date, by number, and how hard they are.
 *
 * Decision: a code is tolerant to what people mistype when they copy (O for 0, I and L
 * for 1, small letters, a dash in the middle); its check sum finds any other letter.
 */
#include <string.h>

#include "quest.h"
#include "clues.h"

/* ---- codes ---- */

/* Seventeen bits hold 131,072 numbers, fewer than there are plans; but plan and order
 * counted together, 136,132 x 40,320, fit the 33 bits beside the check sum. */
enum { CHECK_BITS = 7, DATA_BITS = 33 };

/* x^7 + x^3 + 1 */
static unsigned check_sum(uint64_t data)
{
    uint64_t rest = data << CHECK_BITS;

    for (int bit = DATA_BITS - 1; bit >= 0; bit--)
        if (rest >> (bit + CHECK_BITS) & 1)
            rest ^= (uint64_t)0x89 << bit;
    return (unsigned)rest;
}

uint64_t quest_encode(struct quest quest)
{
    uint64_t data = (uint64_t)quest.plan * ORDERS + quest.order;

    return data << CHECK_BITS | check_sum(data);
}

bool quest_decode(uint64_t code, struct quest *quest)
{
    uint64_t data = code >> CHECK_BITS;
    struct quest read = { .plan = (uint32_t)(data / ORDERS),
                          .order = (uint32_t)(data % ORDERS) };

    if (code >> (DATA_BITS + CHECK_BITS) || read.plan >= LEGAL_PLANS ||
        check_sum(data) != (code & 127))
        return false;
    *quest = read;
    return true;
}

static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; /* Crockford's 32 */

void quest_put_code(uint64_t code, struct tb_text *out)
{
    for (int i = CODE_LETTERS - 1; i >= 0; i--)
        tb_put(out, "%c", letters[code >> 5 * i & 31]);
}

static int letter_value(char c)
{
    const char *at;

    if (c >= 'a' && c <= 'z')
        c = (char)(c - 'a' + 'A');
    if (c == 'O')
        c = '0';
    if (c == 'I' || c == 'L')
        c = '1';
    at = c ? strchr(letters, c) : NULL;
    return at ? (int)(at - letters) : -1;
}

const char *quest_read_code(const char *text, uint64_t *code)
{
    uint64_t read = 0;
    struct quest quest;
    int count = 0;

    for (; *text; text++) {
        int value = letter_value(*text);

        if (*text == '-' && count == CODE_LETTERS / 2)
            continue;
        if (value < 0 || ++count > CODE_LETTERS)
            return TB_N("A quest code is eight letters and digits.");
        read = read << 5 | (uint64_t)value;
    }
    if (count != CODE_LETTERS)
        return TB_N("A quest code is eight letters and digits.");
    if (!quest_decode(read, &quest))
        return TB_N("This quest code has a mistake in it.");
    *code = read;
    return NULL;
}

/* ---- the option ---- */

static bool read_digits(const char *text, int count, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *value = 10 * *value + (uint32_t)(text[i] - '0');
    }
    return true;
}

static bool is_day(uint32_t year, uint32_t month, uint32_t day)
{
    static const uint8_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return month >= 1 && month <= 12 && day >= 1 &&
           day <= days[month - 1] + (month == 2 && leap ? 1u : 0u);
}

/* 2026-11-15 */
static const char *read_day(const char *text, uint64_t *value)
{
    uint32_t year, month, day;

    if (strlen(text) != 10 || !read_digits(text, 4, &year) ||
        !read_digits(text + 5, 2, &month) || !read_digits(text + 8, 2, &day) ||
        !is_day(year, month, day))
        return TB_N("There is no such day.");
    *value = quest_value(QUEST_DAY, 10000 * year + 100 * month + day);
    return NULL;
}

static const char *read_site(const char *text, uint64_t *value)
{
    size_t length = strlen(text);
    uint32_t site = 0;

    if (length < 1 || length > 2 || !read_digits(text, (int)length, &site) || !site ||
        site > SITES)
        return TB_N("There is no such site.");
    *value = quest_value(QUEST_SITE, site);
    return NULL;
}

/* R12.6: a city of one's own; the order of its traps follows from it. */
static const char *read_own(const char *text, uint64_t *value)
{
    struct quest quest = { .order = 0 };
    const char *refusal;
    struct box box;
    uint64_t rng;

    box_fill(&box);
    refusal = city_read(&box, text, &quest.plan);
    if (refusal)
        return refusal;
    rng = quest.plan;
    quest.order = tb_random_below(&rng, ORDERS);
    *value = quest_value(QUEST_CODE, quest_encode(quest));
    return NULL;
}

const char *quest_option_read(const char *text, uint64_t *value)
{
    uint64_t code;
    const char *refusal;

    if (!strcmp(text, "random") || !strcmp(text, "0")) {
        *value = 0;
        return NULL;
    }
    if (!strncmp(text, "site-", 5))
        return read_site(text + 5, value);
    if (strlen(text) == 10 && text[4] == '-' && text[7] == '-')
        return read_day(text, value);
    if (strchr(text, ' '))
        return read_own(text, value);
    refusal = quest_read_code(text, &code);
    if (!refusal)
        *value = quest_value(QUEST_CODE, code);
    return refusal;
}

static enum quest_kind kind_of(uint64_t value)
{
    return (enum quest_kind)(value >> QUEST_KIND_SHIFT & 3);
}
static uint64_t content_of(uint64_t value)
{
    return value & (((uint64_t)1 << QUEST_KIND_SHIFT) - 1);
}

void quest_option_write(uint64_t value, struct tb_text *out)
{
    unsigned content = (unsigned)content_of(value);

    switch (kind_of(value)) {
    case QUEST_RANDOM:
        tb_put(out, "random");
        break;
    case QUEST_CODE:
        quest_put_code(content_of(value), out);
        break;
    case QUEST_DAY:
        tb_put(out, "%04u-%02u-%02u", content / 10000, content / 100 % 100, content % 100);
        break;
    case QUEST_SITE:
        tb_put(out, "site-%u", content);
        break;
    }
}

const char *quest_option_allow(uint64_t value)
{
    uint64_t content = content_of(value);
    struct quest quest;

    switch (kind_of(value)) {
    case QUEST_RANDOM:
        return content ? TB_N("There is no such quest.") : NULL;
    case QUEST_CODE:
        return quest_decode(content, &quest) ? NULL
                                             : TB_N("This quest code has a mistake in it.");
    case QUEST_DAY:
        return content < 100000000 &&
                       is_day((uint32_t)content / 10000, (uint32_t)content / 100 % 100,
                              (uint32_t)content % 100)
                   ? NULL
                   : TB_N("There is no such day.");
    case QUEST_SITE:
        return content >= 1 && content <= SITES ? NULL : TB_N("There is no such site.");
    }
    return NULL;
}

/* ---- drawing one ---- */

void quest_clues(const struct kit *kit, struct quest quest, uint8_t clue[TRAPS])
{
    uint32_t order = quest.order, ways = ORDERS;
    uint8_t left[TRAPS];

    plan_traps(kit, kit->plan[quest.plan], left);
    for (int i = 0; i < TRAPS; i++) {
        uint32_t pick;

        ways /= (uint32_t)(TRAPS - i);
        pick = order / ways;
        order %= ways;
        clue[i] = left[pick];
        memmove(left + pick, left + pick + 1, (size_t)(TRAPS - 1 - i) - pick);
    }
}

struct quest quest_of_site(int site)
{
    struct quest quest = { 0 };
    uint64_t code = 0;

    quest_read_code(sites[site - 1].code, &code);
    quest_decode(code, &quest);
    return quest;
}

/* ---- par ---- */

enum { PLANS_MAX = 2600 }; /* three clues leave at most 2,572 plans, expert+ 2,500 */

/* All that a plan answers about an axis in one word: its sums, and a byte for each building
 * from there on. */
enum { TILES_SHIFT = 16 };

/* Where in that word the answer about a subject lies. */
static uint64_t said_bits(unsigned subject)
{
    static const unsigned of_sums[ONE_TILE] = {
        [BUILDINGS] = 7 << TILE_SHIFT,
        [EMPTIES] = 7 << CELL_SHIFT,
        [SYMBOLS] = 3 << SHARP_SHIFT | 3 << FIRE_SHIFT,
    };

    return subject < ONE_TILE ? of_sums[subject]
                              : (uint64_t)255 << (TILES_SHIFT + 8 * (subject - ONE_TILE));
}

struct careless {
    const struct kit *kit;
    const uint8_t *truth;
    uint64_t true_said[AXES];
    uint64_t said[AXES][PLANS_MAX]; /* of what the clues leave */
    uint16_t list[PLANS_MAX];       /* those of them that the answers leave */
    int count;
};

static uint64_t plan_says(const struct kit *kit, const uint8_t at[TILES],
                          const struct sums *sums, unsigned axis)
{
    uint64_t said = sums_axis(sums, axis);

    for (int t = 0; t < TILES; t++)
        said |= (uint64_t)kit->box.place[t][at[t]].answer[axis] << (TILES_SHIFT + 8 * t);
    return said;
}

static unsigned subjects_in(uint64_t differ)
{
    unsigned set = 0;

    for (unsigned subject = 0; subject < SUBJECTS; subject++)
        set |= (differ & said_bits(subject) ? 1u : 0u) << subject;
    return set;
}

/* The subjects on which the plans left do not agree, a bit each. Many plans soon agree on
 * none, which is looked for now and then. */
static unsigned telling(const struct careless *c, unsigned axis)
{
    enum { ALL = (1 << SUBJECTS) - 1, AT_A_TIME = 64 };
    const uint64_t *said = c->said[axis];
    uint64_t first = said[c->list[0]], differ = 0;
    unsigned set = 0;

    for (int i = 1; i < c->count && set != ALL; set = subjects_in(differ))
        for (int end = i + AT_A_TIME < c->count ? i + AT_A_TIME : c->count; i < end; i++)
            differ |= said[c->list[i]] ^ first;
    return set;
}

static void keep_fitting(struct careless *c, unsigned axis, unsigned subject)
{
    uint64_t bits = said_bits(subject);
    int kept = 0;

    for (int i = 0; i < c->count; i++) {
        uint16_t it = c->list[i];

        c->list[kept] = it;
        kept += !((c->said[axis][it] ^ c->true_said[axis]) & bits);
    }
    c->count = kept;
}

/* The axis of the next question and what aiming costs: the nearest where something can
 * still be learned, and beyond the two cheap ones any such axis at random. */
static unsigned useful_place(const struct careless *c, unsigned place, uint64_t *rng,
                             unsigned *cost, unsigned *subjects)
{
    unsigned useful[AXES];
    uint32_t count = 0;

    for (*cost = 0; *cost < 2; ++*cost) {
        unsigned next = (place + *cost) % AXES;

        *subjects = telling(c, circle_axis(CIRCLE_ALTERNATING, next));
        if (*subjects)
            return next;
    }
    for (unsigned p = 2; p < AXES; p++)
        if (telling(c, circle_axis(CIRCLE_ALTERNATING, (place + p) % AXES)))
            useful[count++] = (place + p) % AXES;
    place = useful[tb_random_below(rng, count)];
    *subjects = telling(c, circle_axis(CIRCLE_ALTERNATING, place));
    return place;
}

static unsigned nth_bit(unsigned set, uint32_t n)
{
    while (n--)
        set &= set - 1;
    return (unsigned)__builtin_ctz(set);
}

/* One playout: deduces without fault, asks without thought. */
static uint32_t careless_time(struct careless *c, uint64_t *rng)
{
    unsigned place = tb_random_below(rng, AXES);
    uint32_t time = 0;

    while (c->count > 1) {
        unsigned cost, subjects, subject, axis;
        uint8_t answer;

        place = useful_place(c, (place + 1) % AXES, rng, &cost, &subjects);
        subject =
            nth_bit(subjects, tb_random_below(rng, (uint32_t)__builtin_popcount(subjects)));
        axis = circle_axis(CIRCLE_ALTERNATING, place);
        answer = plan_answer(c->kit, c->truth, SUBJECTS * axis + subject);
        keep_fitting(c, axis, subject);
        time += cost + subject_cost(subject);
        place = (place + answer_traps(answer)) % AXES;
    }
    return time;
}

/* All that the playouts of a quest share. */
struct playouts {
    struct careless game;
    int count; /* of what the clues leave */
    uint64_t rng;
};

static void note_all_said(struct careless *c, const uint32_t *plan, int count)
{
    struct sums sums = plan_sums(c->kit, c->truth);

    for (unsigned axis = 0; axis < AXES; axis++)
        c->true_said[axis] = plan_says(c->kit, c->truth, &sums, axis);
    for (int i = 0; i < count; i++) {
        const uint8_t *at = c->kit->plan[plan[i]];

        sums = plan_sums(c->kit, at);
        for (unsigned axis = 0; axis < AXES; axis++)
            c->said[axis][i] = plan_says(c->kit, at, &sums, axis);
    }
}

/* The clues alone: three traps, or those given. */
static void playouts_begin(struct playouts *p, const struct kit *kit, struct quest quest,
                           const struct facts *clues)
{
    struct facts usual = { 0 };
    uint32_t plan[PLANS_MAX];
    uint8_t clue[TRAPS];

    p->game.kit = kit;
    p->game.truth = kit->plan[quest.plan];
    p->rng = quest_encode(quest);
    if (!clues) {
        quest_clues(kit, quest, clue);
        for (int i = 0; i < 3; i++)
            facts_add(&usual, (struct fact){ .kind = FACT_CLUE, .a = clue[i] });
        clues = &usual;
    }
    p->count = (int)solver_list(kit, clues, plan, PLANS_MAX);
    if (p->count > PLANS_MAX)
        p->count = PLANS_MAX;
    note_all_said(&p->game, plan, p->count);
}

static uint32_t playouts_time(struct playouts *p, int playouts)
{
    uint32_t total = 0;

    for (int i = 0; i < playouts; i++) {
        p->game.count = p->count;
        for (int k = 0; k < p->count; k++)
            p->game.list[k] = (uint16_t)k;
        total += careless_time(&p->game, &p->rng);
    }
    return total;
}

uint32_t quest_careless_time(const struct kit *kit, struct quest quest,
                             const struct facts *clues)
{
    struct playouts p;

    playouts_begin(&p, kit, quest, clues);
    return playouts_time(&p, PAR_PLAYOUTS);
}

/* The first twenty playouts tell most quests apart: their mean strays by one, so what is
 * more than three off the level would hardly come back. */
bool quest_is_of_level(const struct kit *kit, struct quest quest, int level)
{
    enum { FIRST = 20, STRAY = 3 * FIRST };
    struct playouts p;
    uint32_t total;

    if (level == LEVEL_ANY)
        return true;
    playouts_begin(&p, kit, quest, NULL);
    total = playouts_time(&p, FIRST);
    if ((level != LEVEL_HARD && 4 * total > 83 * FIRST + 4 * STRAY) ||
        (level == LEVEL_EASY && 2 * total > 27 * FIRST + 2 * STRAY) ||
        (level != LEVEL_EASY && 2 * total + 2 * STRAY < 27 * FIRST) ||
        (level == LEVEL_HARD && 4 * total + 4 * STRAY < 83 * FIRST))
        return false;
    return level_of_time(total + playouts_time(&p, PAR_PLAYOUTS - FIRST)) == level;
}

/* R12.5: redrawn until it is of that level; about one in eight is not standard. */
struct quest quest_draw(const struct kit *kit, int level, uint64_t *rng)
{
    for (;;) {
        struct quest quest = { .plan = tb_random_below(rng, LEGAL_PLANS),
                               .order = tb_random_below(rng, ORDERS) };

        if (quest_is_of_level(kit, quest, level))
            return quest;
    }
}

struct quest quest_of_day(const struct kit *kit, uint32_t day)
{
    uint64_t rng = day;

    return quest_draw(kit, LEVEL_STANDARD, &rng);
}

struct par par_of_time(uint32_t total)
{
    return (struct par){
        .expert = (uint16_t)((2 * total + 9 * PAR_PLAYOUTS) / (2 * PAR_PLAYOUTS)),
        .confirmed = (uint16_t)((4 * total + PAR_PLAYOUTS) / (2 * PAR_PLAYOUTS)),
    };
}

/* 13.5 and 20.75 bound the printed quests. */
int level_of_time(uint32_t total)
{
    if (2 * total < 27 * PAR_PLAYOUTS)
        return LEVEL_EASY;
    return 4 * total < 83 * PAR_PLAYOUTS ? LEVEL_STANDARD : LEVEL_HARD;
}

enum rank rank_of(struct par par, unsigned time)
{
    if (time <= par.expert)
        return RANK_EXPERT;
    return time <= par.confirmed ? RANK_CONFIRMED : RANK_APPRENTICE;
}

struct par quest_par(const struct kit *kit, struct quest quest)
{
    return par_of_time(quest_careless_time(kit, quest, NULL));
}

/* ---- of a match ---- */

struct quest match_quest(const struct tb_state *s)
{
    struct quest quest = { .plan = s->plan };
    uint8_t left[TRAPS];
    uint32_t ways = ORDERS;

    plan_traps(kit_of(&s->head), plan_of(s), left);
    for (int i = 0; i < TRAPS; i++) {
        uint32_t at = 0;

        ways /= (uint32_t)(TRAPS - i);
        while (left[at] != s->clue[i])
            at++;
        quest.order += at * ways;
        memmove(left + at, left + at + 1, (size_t)(TRAPS - 1 - i) - at);
    }
    return quest;
}

struct par match_par(const struct tb_state *s)
{
    struct facts clues = { 0 };

    if (s->site && s->head.option[OPTION_MODE] == MODE_NORMAL)
        return (struct par){ sites[s->site - 1].expert, sites[s->site - 1].confirmed };
    for (int i = 0; i < EXPERT_MAX && s->expert[i] != NO_STATEMENT; i++)
        facts_add(&clues, fact_statement(s->expert[i]));
    return par_of_time(
        quest_careless_time(kit_of(&s->head), match_quest(s), clues.count ? &clues : NULL));
}

bool is_assisted(const struct tb_state *s)
{
    return s->head.option[OPTION_AIDS] >= AIDS_COUNT;
}

bool is_practice(const struct tb_state *s)
{
    return s->seat[0].clues > 3 ||
           (s->head.option[OPTION_MODE] != MODE_NORMAL && s->seat[0].clues > 0);
}
