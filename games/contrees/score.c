/* Points, ranks and the figures of a finished game: R6.8. */
#include <string.h>

#include "contrees.h"

static int count_kept(const struct tb_state *s, unsigned first, unsigned end)
{
    int count = 0;

    for (int i = 0; i < s->keeps; i++)
        count += s->kept[i].card >= first && s->kept[i].card < end;
    return count;
}

int nc_points(const struct tb_state *s)
{
    static const uint8_t hard[] = {
        [LETTERS_26] = 0, [LETTERS_20] = 10, [LETTERS_14] = 20
    };
    int points = s->letters + 3 * nc_missions_kept(s) +
                 3 * count_kept(s, PERIPETEIA0, CITY0) + 5 * s->revealed + 10 * s->won;

    if (s->head.option[OPTION_MODE] == MODE_CLASSIC)
        points += hard[s->head.option[OPTION_LETTERS]];
    return points;
}

int nc_rank(const struct tb_state *s)
{
    int points = nc_points(s);

    if (s->head.option[OPTION_MODE] != MODE_CLASSIC || !opt(s, OPTION_PERIPETEIA) ||
        !opt(s, OPTION_CHARACTERS) || !opt(s, OPTION_DOMAINS))
        return -1;
    return points < 20 ? 0 : points >= 70 ? 6 : points / 10 - 1;
}

void nc_score(const struct tb_state *s, struct tb_result *result)
{
    memset(result, 0, sizeof *result);
    for (int seat = 0; seat < s->head.seats; seat++) {
        result->points[seat] = nc_points(s);
        result->place[seat] = s->won;
    }
}

const char *const nc_figures[] = { "won",    "turns",    "reached",   "letters",
                                   "points", "attempts", "successes", NULL };

void nc_measure(const struct tb_state *s, double *figures)
{
    int turns = s->turns < JOURNAL ? s->turns : JOURNAL, tried = 0, found = 0;

    for (int i = 0; i < turns; i++) {
        tried += (s->journal[i].flags & T_TRIED) != 0;
        found += (s->journal[i].flags & T_SUCCESS) != 0;
    }
    figures[0] = s->won;
    figures[1] = s->turns;
    figures[2] = s->revealed;
    figures[3] = s->letters;
    figures[4] = nc_points(s);
    figures[5] = turns ? (double)tried / turns : 0;
    figures[6] = turns ? (double)found / turns : 0;
}

/* How far the camp has come and what there is left to pay with. */
int nc_evaluate(const struct tb_state *s, int seat)
{
    int left = s->city - s->camp;

    if (s->phase == P_OVER || s->won)
        return s->won ? 1000 : -1000;
    return 300 - 12 * left + 8 * s->letters + 40 * nc_missions_kept(s) + 100 * s->revealed;
}
