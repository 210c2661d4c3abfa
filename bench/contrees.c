/*
 * Nouvelles Contrées played by people of paper: a group that finds the scout's landscape
 * with a given chance and tries missions at a given rate, as the specification's balance
 * (section 18) supposes. The rules are the game's own; only the players are made up.
 * Every figure is printed beside that of the specification, and how many standard errors
 * (of both together, and of its rounding) lie between them.
 *
 * Usage: bench-contrees [GAMES]      fails if one lies too far off
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/contrees/contrees.h"

enum { SEATS = 4 };
enum { TEXTPLORER = CHARACTER0, SURVEYOR, BOOKSELLER, PROMPTER, BOOKBINDER, LAMPLIGHTER };

struct people {
    double find;         /* on a plain reading */
    double try, succeed; /* missions */
    double draw;         /* a peripeteia, where it gets them further */
    unsigned idle;       /* seats whose character has nothing to do */
    bool helped;         /* Bookseller or Prompter this turn */
    uint64_t luck;
};

static bool chance(struct people *p, double share)
{
    return (double)(tb_random(&p->luck) >> 11) * 0x1p-53 < share;
}

static tb_move listed(const tb_move *list, int count, unsigned verb, unsigned arg)
{
    for (int i = 0; i < count; i++)
        if (tb_verb(list[i]) == verb && (arg == NONE || tb_arg(list[i], 0) == arg))
            return list[i];
    return 0;
}

/* What the constraint takes off the chance to find it. */
static double hindrance(const struct tb_state *s)
{
    unsigned card = nc_constraint(s);

    if (card >= CITY0)
        return card == NONE ? 0 : 0.10;
    return 0.05 * (nc_card[card].value - 1);
}

static tb_move scout_move(const struct tb_state *s, struct people *p, const tb_move *list,
                          int count)
{
    unsigned who = s->character[s->reader];
    bool armed = has(s->armed & ~p->idle, s->reader);

    switch ((enum step)s->step) {
    case S_PERIPETEIA:
        if (s->camp + nc_advance(s) >= s->city || !chance(p, p->draw))
            return listed(list, count, PASS, NONE);
        return listed(list, count, DRAW_TWO, NONE) ? listed(list, count, DRAW_TWO, NONE)
                                                   : listed(list, count, DRAW, NONE);
    case S_KEEP:
        return list[nc_value(s->drawn[1]) > nc_value(s->drawn[0])];
    case S_MOVE: {
        int missing = s->city - s->camp - (int)nc_advance(s) -
                      (s->drawn[0] == NONE ? 0 : (int)nc_value(s->drawn[0]));

        return listed(list, count, GO, missing >= 1 && armed ? DELTA + 2 : DELTA);
    }
    case S_SHORT:
        return listed(list, count, SIX, NONE);
    case S_BACK:
        return listed(list, count, STAY, NONE);
    case S_COMPASS:
        if (who == BOOKSELLER && armed) {
            p->helped = true;
            return listed(list, count, SWAP, NONE);
        }
        return listed(list, count, AIM, NONE);
    case S_READ:
        if (who == PROMPTER && armed)
            p->helped = true;
        if (armed && listed(list, count, SKILL, NONE))
            return listed(list, count, SKILL, NONE);
        return listed(list, count, READ, NONE);
    }
    return 0;
}

static unsigned wrong_direction(const struct tb_state *s, struct people *p)
{
    unsigned direction;

    do
        direction = tb_random_below(&p->luck, SLOTS);
    while (direction == s->aim || s->slot[direction] == NONE || direction == s->lamp);
    return direction;
}

static unsigned find(const struct tb_state *s, struct people *p)
{
    double share = p->find - hindrance(s) + (p->helped ? 0.08 : 0);

    if (s->lamp != NONE)
        share += 0.3 * (1 - share);
    p->helped = false;
    return chance(p, share) ? s->aim : wrong_direction(s, p);
}

/* What the two landscapes that were lost cost in letters; the Bookbinder's is free. */
static int loss(const struct tb_state *s, const struct turn *turn)
{
    int one = nc_card[turn->aim].value, other = nc_card[turn->choice].value;

    return s->bound ? (one < other ? one : other) : one + other;
}

/* A lost landscape in the eyes of the payers, in quarters of a letter: with letters enough
 * a mission is given for five or more, the joker last; with too few they all go first. */
static int price(unsigned card, unsigned way, bool enough)
{
    if (way == PAY_FREE || way == PAY_LETTERS)
        return way == PAY_FREE ? 0 : 4 * nc_card[card].value;
    return !enough ? 1000 : way == JOKER ? 19 : 18;
}

/* Letters are paid first, which is the first choice of the list; with domains the
 * specification's section 17 says more. */
static tb_move pay(const struct tb_state *s, const tb_move *list, int count)
{
    const struct turn *turn = &s->journal[(s->turns - 1) % JOURNAL];
    bool enough = s->letters >= loss(s, turn);
    int least = 10000, best = 0;

    for (int i = 0; i < count && s->phase == P_PAY_DOMAINS; i++) {
        int cost = price(turn->aim, tb_arg(list[i], 0), enough) +
                   price(turn->choice, tb_arg(list[i], 1), enough);

        if (tb_verb(list[i]) == VOTE && cost < least) {
            least = cost;
            best = i;
        }
    }
    return list[best];
}

/* Any of the held missions, or the last choice: none. Who succeeds nine times in ten is
 * sure enough to try with an empty reserve. */
static tb_move attempt(const struct tb_state *s, struct people *p, const tb_move *list,
                       int count)
{
    bool dares = s->letters || p->succeed >= 0.9;

    if (!dares || !chance(p, p->try))
        return list[count - 1];
    return list[tb_random_below(&p->luck, (uint32_t)count - 1)];
}

static tb_move decide(const struct tb_state *s, int seat, struct people *p)
{
    tb_move list[TB_MOVES_MAX];
    int count = tb_legal(&game_contrees, s, seat, list);

    switch ((enum phase)s->phase) {
    case P_SCOUT:
        return listed(list, count, VOTE, CHOOSE_SEAT + (unsigned)(s->turns % SEATS));
    case P_PREPARE:
        if (seat == s->reader)
            return scout_move(s, p, list, count);
        if (listed(list, count, TAKE, NONE) && !s->changes[seat])
            return listed(list, count, TAKE, NONE);
        return listed(list, count, READY, NONE);
    case P_ATTEMPT:
        return attempt(s, p, list, count);
    case P_CHECK:
        return listed(list, count, chance(p, p->succeed) ? RIGHT : WRONG, NONE);
    case P_EXPLORE:
        return listed(list, count, VOTE, CHOOSE_DIRECTION + find(s, p));
    case P_PAY:
    case P_PAY_DOMAINS:
        return pay(s, list, count);
    case P_CHARACTER:
        return list[tb_random_below(&p->luck, (uint32_t)count)];
    case P_READING:
    case P_AIM:
    case P_MEANING:
    case P_OVER:
    case PHASES:
        break;
    }
    return list[0];
}

/* ---- figures ---- */

struct figure {
    double sum, squares;
    int count;
};

static void add(struct figure *f, double value)
{
    f->sum += value;
    f->squares += value * value;
    f->count++;
}

static double mean(const struct figure *f) { return f->count ? f->sum / f->count : 0; }

static double variance(const struct figure *f)
{
    return f->count ? f->squares / f->count - mean(f) * mean(f) : 0;
}

enum { WON, CITY, LENGTH, POINTS, FIGURES };

static const struct {
    const char *name;
    double unit; /* to which the specification rounds */
} figures[FIGURES] = {
    [WON] = { "won %", 1 },
    [CITY] = { "city after", 0.1 },
    [LENGTH] = { "won in", 0.1 },
    [POINTS] = { "points", 1 },
};

/* The specification's rules offer the Textplorer without peripeteias to six players only;
 * its figures let four draw among all six tiles all the same, hers being one without use.
 */
static unsigned deal_idle(struct people *p, const uint64_t *options)
{
    unsigned seat = tb_random_below(&p->luck, CHARACTERS);

    return options[OPTION_PERIPETEIA] || seat >= SEATS ? 0 : 1u << seat;
}

static void play_one(struct figure *f, struct people *p, const uint64_t *options)
{
    struct tb_state s;
    int city = 0;

    p->idle = deal_idle(p, options);
    tb_new(&game_contrees, &s, SEATS, options, NULL, tb_seed_of(tb_random(&p->luck)));
    while (s.head.owes) {
        int seat = __builtin_ctz(s.head.owes);

        tb_step(&game_contrees, &s, seat, decide(&s, seat, p), NULL);
        if (s.revealed && !city)
            city = s.turns;
    }
    add(&f[WON], s.won ? 100 : 0);
    if (city)
        add(&f[CITY], city);
    if (!s.won)
        return;
    add(&f[LENGTH], s.turns);
    add(&f[POINTS], nc_points(&s));
}

static void set_options(uint64_t *options, const char *settings)
{
    char words[128], *word;

    tb_options_usual(&game_contrees, options);
    snprintf(words, sizeof words, "book=paper pages=400 table=shared %s", settings);
    for (word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');

        *value++ = 0;
        tb_option_set(&game_contrees, options, word, value);
    }
}

/* ---- beside the specification ---- */

enum { THEIR_GAMES = 6000 };
static const double too_far = 3.3; /* chance puts one of 1,000 figures there */

struct verdict {
    int games, cells;
    double worst, squares;
};

/* How many samples the specification's mean had. */
static double their_count(const struct figure *ours, int which)
{
    return which == WON ? THEIR_GAMES
                        : THEIR_GAMES * (double)ours[which].count / ours->count;
}

static void compare(struct verdict *v, const struct figure *ours, int which, double theirs)
{
    const struct figure *f = &ours[which];
    double unit = figures[which].unit;
    double error = sqrt(variance(f) * (1.0 / f->count + 1 / their_count(ours, which)) +
                        unit * unit / 12);
    double off = (mean(f) - theirs) / error;

    printf("  %s %.*f (%.*f, %+.1f)", figures[which].name, which == LENGTH ? 2 : 1, mean(f),
           unit < 1, theirs, off);
    v->cells++;
    v->squares += off * off;
    v->worst = fmax(v->worst, fabs(off));
}

/* Plays, and prints what the specification has a figure for; 0: it has none. */
static void measure(struct verdict *v, const char *name, const char *settings,
                    struct people p, const double *theirs)
{
    struct figure ours[FIGURES] = { 0 };
    uint64_t options[TB_OPTIONS_MAX];

    p.luck = (uint64_t)v->cells + 1;
    set_options(options, settings);
    while (ours[WON].count < v->games)
        play_one(ours, &p, options);
    printf("%-31s p %.1f  missions %.1f %.2f", name, p.find, p.try, p.succeed);
    for (int i = 0; i < FIGURES; i++)
        if (theirs[i] > 0)
            compare(v, ours, i, theirs[i]);
    puts("");
}

static const struct people usual = { .find = 0.7, .try = 0.7, .succeed = 0.6, .draw = 0.6 };

#define WITH " peripeteia=yes characters=yes"

static const struct {
    const char *name, *settings;
    double by_chance[4][3]; /* p = 0.5 to 0.8: won, city after, length of a won game */
    double by_missions[5];  /* won */
} journeys[] = {
    { "Excursion",
      "",
      { { 23, 7.6, 8.9 }, { 46, 7.3, 8.6 }, { 69, 7.0, 8.3 }, { 89, 6.6, 7.8 } },
      { 63, 62, 69, 74, 77 } },
    { "Short, very easy",
      "mode=short letters=26" WITH,
      { { 23, 8.0, 9.2 }, { 43, 7.7, 8.9 }, { 68, 7.3, 8.6 }, { 88, 6.8, 8.1 } },
      { 58, 58, 68, 74, 77 } },
    { "Short, easy",
      "mode=short letters=20" WITH,
      { { 18, 7.5, 8.8 }, { 37, 7.4, 8.6 }, { 61, 7.1, 8.4 }, { 81, 6.8, 8.0 } },
      { 45, 50, 61, 66, 71 } },
    { "Short, normal",
      "mode=short letters=14" WITH,
      { { 12, 7.2, 8.5 }, { 28, 7.0, 8.2 }, { 49, 6.8, 8.0 }, { 71, 6.5, 7.7 } },
      { 39, 38, 49, 55, 65 } },
    { "Classic, normal",
      "mode=classic letters=26" WITH,
      { { 9, 10.5, 11.8 }, { 26, 10.3, 11.5 }, { 50, 10.0, 11.2 }, { 78, 9.5, 10.7 } },
      { 37, 39, 50, 58, 63 } },
    { "Classic, hard",
      "mode=classic letters=20" WITH,
      { { 7, 10.2, 11.4 }, { 20, 10.0, 11.2 }, { 44, 9.7, 10.9 }, { 70, 9.3, 10.5 } },
      { 26, 32, 44, 49, 57 } },
    { "Classic, very hard",
      "mode=classic letters=14" WITH,
      { { 4, 9.6, 10.8 }, { 14, 9.5, 10.6 }, { 31, 9.3, 10.5 }, { 56, 9.1, 10.2 } },
      { 24, 24, 31, 39, 51 } },
};
enum { JOURNEYS = sizeof journeys / sizeof *journeys };

static void measure_chances(struct verdict *v)
{
    for (int i = 0; i < JOURNEYS; i++)
        for (int k = 0; k < 4; k++) {
            const double *row = journeys[i].by_chance[k];
            struct people p = usual;

            p.find = 0.5 + 0.1 * k;
            measure(v, journeys[i].name, journeys[i].settings, p,
                    (double[FIGURES]){ row[0], row[1], row[2] });
        }
}

static void measure_missions(struct verdict *v)
{
    static const double rate[][2] = {
        { 0, 0 }, { 0.5, 0.4 }, { 0.7, 0.6 }, { 0.7, 0.75 }, { 0.9, 0.9 }
    };

    for (int i = 0; i < JOURNEYS; i++)
        for (int k = 0; k < 5; k++) {
            struct people p = usual;

            p.try = rate[k][0];
            p.succeed = rate[k][1];
            measure(v, journeys[i].name, journeys[i].settings, p,
                    (double[FIGURES]){ journeys[i].by_missions[k] });
        }
}

/* clang-format off */
static const struct {
    const char *name, *settings;
    double theirs[5][2]; /* won, length of a won game */
} modules[] = {
    { "no module", "",
      { { 69, 8.3 }, { 50, 10.4 }, { 40, 14.0 }, { 33, 13.8 }, { 21, 13.3 } } },
    { "II", "peripeteia=yes",
      { { 68, 7.0 }, { 52, 8.7 }, { 42, 11.5 }, { 34, 11.2 }, { 23, 10.7 } } },
    { "III", "characters=yes",
      { { 79, 8.0 }, { 59, 10.1 }, { 50, 13.7 }, { 41, 13.4 }, { 30, 12.9 } } },
    { "IV", "domains=yes",
      { { 74, 8.4 }, { 47, 10.4 }, { 40, 14.1 }, { 30, 13.7 }, { 19, 13.2 } } },
    { "II, III", "peripeteia=yes characters=yes",
      { { 78, 6.8 }, { 61, 8.4 }, { 50, 11.2 }, { 44, 10.9 }, { 31, 10.5 } } },
    { "II, IV", "peripeteia=yes domains=yes",
      { { 74, 7.2 }, { 49, 8.6 }, { 44, 11.6 }, { 31, 11.1 }, { 22, 10.7 } } },
    { "III, IV", "characters=yes domains=yes",
      { { 81, 8.1 }, { 59, 10.0 }, { 51, 13.7 }, { 39, 13.3 }, { 27, 12.9 } } },
    { "II, III, IV", "peripeteia=yes characters=yes domains=yes",
      { { 82, 6.9 }, { 61, 8.3 }, { 53, 11.3 }, { 41, 10.9 }, { 29, 10.4 } } },
};
static const struct {
    const char *name, *settings;
} lengths[5] = {
    { "Excursion", "" },
    { "Short, easy", "mode=short letters=20" },
    { "Classic, normal", "mode=classic letters=26" },
    { "Classic, hard", "mode=classic letters=20" },
    { "Classic, very hard", "mode=classic letters=14" },
};
/* clang-format on */

static void measure_modules(struct verdict *v)
{
    char name[64], settings[128];

    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        for (int k = 0; k < 5; k++) {
            const double *row = modules[i].theirs[k];

            snprintf(name, sizeof name, "%s: %s", lengths[k].name, modules[i].name);
            snprintf(settings, sizeof settings, "%s %s", lengths[k].settings,
                     modules[i].settings);
            measure(v, name, settings, usual,
                    (double[FIGURES]){ [WON] = row[0], [LENGTH] = row[1] });
        }
}

/* Peripeteias never and always, and what a won game with all modules scores. */
static void measure_rest(struct verdict *v)
{
    struct people never = usual, always = usual;

    never.draw = 0;
    always.draw = 1;
    measure(v, "Classic, peripeteia never", "mode=classic" WITH, never,
            (double[FIGURES]){ [WON] = 50, [LENGTH] = 13.6 });
    measure(v, "Classic, peripeteia always", "mode=classic" WITH, always,
            (double[FIGURES]){ [WON] = 52, [LENGTH] = 10.0 });
    measure(v, "All modules, normal", "mode=classic domains=yes" WITH, usual,
            (double[FIGURES]){ [POINTS] = 45 });
    measure(v, "All modules, hard", "mode=classic letters=20 domains=yes" WITH, usual,
            (double[FIGURES]){ [POINTS] = 52 });
    measure(v, "All modules, very hard", "mode=classic letters=14 domains=yes" WITH, usual,
            (double[FIGURES]){ [POINTS] = 59 });
}

int main(int argc, char **argv)
{
    struct verdict v = { .games = argc > 1 ? atoi(argv[1]) : 12000 };

    measure_chances(&v);
    measure_missions(&v);
    measure_modules(&v);
    measure_rest(&v);
    printf("%d figures, %.1f errors off at most, %.2f in the mean of squares\n", v.cells,
           v.worst, v.squares / v.cells);
    return v.worst > too_far;
}
