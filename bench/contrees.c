/*
 * Nouvelles Contrées played by people of paper: a group that finds the scout's landscape
 * with a given chance and tries missions at a given rate, as the specification's balance
 * (section 18) supposes. The rules are the game's own; only the players are made up.
 *
 * Usage: bench-contrees [GAMES]      win rate and turns, with 95 % intervals
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
    bool armed = has(s->armed, s->reader);

    switch ((enum step)s->step) {
    case S_PERIPETEIA:
        if (s->camp + nc_advance(s) >= s->city || !chance(p, 0.6))
            return listed(list, count, PASS, NONE);
        return listed(list, count, DRAW_TWO, NONE) ? listed(list, count, DRAW_TWO, NONE)
                                                   : listed(list, count, DRAW, NONE);
    case S_KEEP:
        return list[nc_value(s->drawn[1]) > nc_value(s->drawn[0])];
    case S_MOVE: {
        int missing = s->city - s->camp - (int)nc_advance(s) -
                      (s->drawn[0] == NONE ? 0 : (int)nc_value(s->drawn[0]));

        return listed(list, count, GO, missing >= 1 ? DELTA + 2 : DELTA);
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

/* What a lost landscape costs in the eyes of the payers: 5 letters a mission. */
static int price(unsigned card, unsigned way)
{
    return way == PAY_FREE ? 0 : way == PAY_LETTERS ? nc_card[card].value : 5;
}

/* Letters are paid first; with domains whatever is cheaper. */
static tb_move pay(const struct tb_state *s, const tb_move *list, int count)
{
    const struct turn *turn = &s->journal[(s->turns - 1) % JOURNAL];
    int least = 1000, best = 0;

    for (int i = 0; i < count && s->phase == P_PAY_DOMAINS; i++) {
        int cost =
            price(turn->aim, tb_arg(list[i], 0)) + price(turn->choice, tb_arg(list[i], 1));

        if (tb_verb(list[i]) == VOTE && cost < least) {
            least = cost;
            best = i;
        }
    }
    return list[best];
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
        /* The first held mission, or the last choice: none. */
        return s->letters && chance(p, p->try) ? list[0] : list[count - 1];
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

struct tally {
    int games, won, turns, reached, reached_turns;
};

static void play_one(struct tally *t, struct people *p, const uint64_t *options)
{
    struct tb_state s;
    int before = 0;

    tb_new(&game_contrees, &s, SEATS, options, NULL, tb_random(&p->luck));
    while (s.head.owes) {
        int seat = __builtin_ctz(s.head.owes);

        tb_step(&game_contrees, &s, seat, decide(&s, seat, p), NULL);
        if (s.revealed && !before)
            before = s.turns;
    }
    t->games++;
    t->won += s.won;
    t->turns += s.won ? s.turns : 0;
    t->reached += s.revealed;
    t->reached_turns += before;
}

static void measure(const char *name, const char *settings, double find, double try,
                    double succeed, int games)
{
    struct people p = { .find = find, .try = try, .succeed = succeed, .luck = 1 };
    uint64_t options[TB_OPTIONS_MAX];
    struct tally t = { 0 };
    char words[128], *word;
    double share;

    tb_options_usual(&game_contrees, options);
    snprintf(words, sizeof words, "book=paper pages=400 table=shared %s", settings);
    for (word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');

        *value++ = 0;
        tb_option_set(&game_contrees, options, word, value);
    }
    while (t.games < games)
        play_one(&t, &p, options);
    share = (double)t.won / t.games;
    printf("%-22s p %.1f  won %5.1f %% +- %.1f  city after %4.1f  won games %4.1f turns\n",
           name, find, 100 * share, 196 * sqrt(share * (1 - share) / t.games),
           (double)t.reached_turns / (t.reached ? t.reached : 1),
           (double)t.turns / (t.won ? t.won : 1));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name, *settings;
    } rows[] = {
        { "Excursion", "" },
        { "Short, very easy", "mode=short letters=26 peripeteia=yes characters=yes" },
        { "Short, easy", "mode=short letters=20 peripeteia=yes characters=yes" },
        { "Short, normal", "mode=short letters=14 peripeteia=yes characters=yes" },
        { "Classic, normal", "mode=classic letters=26 peripeteia=yes characters=yes" },
        { "Classic, hard", "mode=classic letters=20 peripeteia=yes characters=yes" },
        { "Classic, very hard", "mode=classic letters=14 peripeteia=yes characters=yes" },
    };
    int games = argc > 1 ? atoi(argv[1]) : 6000;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int find = 5; find <= 8; find++)
            measure(rows[i].name, rows[i].settings, find / 10.0, 0.7, 0.6, games);
    measure("Excursion, none", "", 0.7, 0, 0.6, games);
    measure("Excursion, 0.9 0.9", "", 0.7, 0.9, 0.9, games);
    measure("Classic, no modules", "mode=classic", 0.7, 0.7, 0.6, games);
    measure("Classic, II", "mode=classic peripeteia=yes", 0.7, 0.7, 0.6, games);
    measure("Classic, III", "mode=classic characters=yes", 0.7, 0.7, 0.6, games);
    measure("Excursion, IV", "domains=yes", 0.7, 0.7, 0.6, games);
    measure("Classic, IV", "mode=classic domains=yes", 0.7, 0.7, 0.6, games);
    return 0;
}
