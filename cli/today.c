/* tablier today: the puzzle of the day, the same one that everybody has everywhere. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sitting.h"

static const struct tb_game *first_puzzle(void)
{
    for (int i = 0; tb_games[i]; i++)
        if (tb_games[i]->daily)
            return tb_games[i];
    refuse(_("there is no game with a puzzle of the day"));
}

static uint32_t day_given(const struct args *a)
{
    const char *text = args_text(a, "day");
    uint32_t today = tb_day((int64_t)time(NULL)), day = text ? tb_day_read(text) : today;

    if (!day)
        refuse(_("option --day: '%s' is not a day such as 2026-11-16"), text);
    if (day > today)
        refuse(_("option --day: that day has not come yet"));
    return day;
}

static void begin(struct table *t, const struct tb_game *g, uint32_t day)
{
    const char *refusal;

    t->match = match_new(g);
    t->kit = tb_kit_new(g, NULL, 0, &refusal);
    if (!refusal)
        refusal = tb_daily_new(t->match, day, t->kit);
    if (refusal)
        refuse("%s: %s", g->id, _(refusal));
    t->seats = must(strdup("person"));
    snprintf(t->about, sizeof t->about, "# seats %s\n", t->seats);
    players_read(&t->players, g, t->seats, true);
}

static int run(const struct args *a)
{
    struct table t = { .term = term_open(a) };

    t.players.budget = budget_given(a);
    begin(&t, a->words ? game_named(a->word[0]) : first_puzzle(), day_given(a));
    return sit_down(&t);
}

static const struct arg takes[] = {
    { "day", TB_N("DAY"), TB_N("an earlier day, as 2026-11-16; usually today in UTC") },
    { 0 },
};

const struct command command_today = {
    .name = "today",
    .words = TB_N("[GAME]"),
    .words_max = 1,
    .about = TB_N("Play the puzzle of the day: the same for everybody, on every server."),
    .more =
        TB_N("GAME is topologic, the usual one, or archeologic. The day is that of UTC. "
             "There is no\nhelp, and what has told something is not taken back. At the "
             "end comes a line to\nshare, which tells nothing of the solution."),
    .takes = takes,
    .run = run,
};
