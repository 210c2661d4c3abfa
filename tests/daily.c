/* The puzzle of the day: days, set-ups, what is told of a result, and par. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "tablier.h"

/* ---- days ---- */

/* The system's calendar is the other account of ours. */
static uint32_t day_by_libc(time_t seconds)
{
    struct tm t;

    gmtime_r(&seconds, &t);
    return (uint32_t)((t.tm_year + 1900) * 10000 + (t.tm_mon + 1) * 100 + t.tm_mday);
}

static void a_day_is_that_of_the_calendar_of_utc(void **unused)
{
    for (int64_t day = -20000; day < 120000; day += 1) {
        assert_int_equal(tb_day(day * 86400), day_by_libc((time_t)(day * 86400)));
        assert_int_equal(tb_day(day * 86400 + 86399), day_by_libc((time_t)(day * 86400)));
    }
    assert_int_equal(tb_day(0), 19700101);
    assert_int_equal(tb_day(1794787199), 20261115);
    assert_int_equal(tb_day(1794787200), 20261116);
}

static void a_time_beyond_the_calendar_has_no_day(void **unused)
{
    assert_int_equal(tb_day(INT64_MAX), 0);
    assert_int_equal(tb_day(INT64_MIN), 0);
    assert_int_equal(tb_day(253402300799), 99991231);
    assert_int_equal(tb_day(253402300800), 0);
}

/* Whoever asks at the same moment has the same day, whatever the clock on the wall says. */
static void the_time_zone_does_not_matter(void **unused)
{
    static const char *const zones[] = { "Pacific/Kiritimati", "Pacific/Pago_Pago",
                                         "Europe/Paris" };

    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        setenv("TZ", zones[i], 1);
        tzset();
        assert_int_equal(tb_day(1794787200), 20261116);
    }
    unsetenv("TZ");
    tzset();
}

static void days_are_read_and_written(void **unused)
{
    static const char *const wrong[] = { "",           "2026-11-1",   "2026-11-160",
                                         "2026-13-01", "2026-00-10",  "2026-02-29",
                                         "2100-02-29", "0999-01-01",  "2026/11/16",
                                         "2026-11-00", "2026-04-31",  "abcd-11-16",
                                         "2026-11-1x", " 2026-11-16", "20261116" };
    char text[32];
    struct tb_text out = tb_text(text, sizeof text);

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(tb_day_read(wrong[i]), 0);
    assert_int_equal(tb_day_read("2026-11-16"), 20261116);
    assert_int_equal(tb_day_read("2028-02-29"), 20280229);
    assert_int_equal(tb_day_read("2000-02-29"), 20000229);
    tb_day_put(20261106, &out);
    assert_string_equal(text, "2026-11-06");
}

/* ---- puzzles ---- */

struct fixture {
    struct tb_match m;
    struct tb_state *room;
    struct tb_kit *kit;
};

static struct fixture given(const char *game)
{
    const struct tb_game *g = tb_find(game);
    struct fixture f = { .m = { .game = g, .room = g->plies_max } };
    const char *refusal;

    f.m.now = calloc(1, g->state_size);
    f.m.plies = calloc(g->plies_max, sizeof *f.m.plies);
    f.room = calloc(1, g->state_size);
    f.kit = tb_kit_new(g, NULL, 0, &refusal);
    return f;
}

static void clear(struct fixture *f)
{
    free(f->m.now);
    free(f->m.plies);
    free(f->room);
    tb_kit_free(f->kit);
}

static void scene_of(struct fixture *f, char *text, size_t size)
{
    struct tb_text out = tb_text(text, size);

    tb_observe(f->m.game, f->m.now, 0, f->room);
    f->m.game->scene(f->room, &out);
    assert_false(out.cut);
}

static void play_by(struct fixture *f, const char *name, uint64_t seed)
{
    struct tb_bot *bot = tb_bot_new(f->m.game, name, seed);

    while (tb_head_of(f->m.now)->owes) {
        tb_observe(f->m.game, f->m.now, 0, f->room);
        assert_null(
            tb_match_play(&f->m, 0, tb_bot_move(bot, f->room, 0, 0, NULL, NULL), NULL));
    }
    tb_bot_free(bot);
}

static const char *const puzzles[] = { "topologic", "archeologic" };
enum { PUZZLES = 2, SCENE = 1 << 16 };

static void two_games_have_a_puzzle_of_the_day(void **unused)
{
    int count = 0;

    for (int i = 0; tb_games[i]; i++)
        if (tb_games[i]->daily) {
            assert_string_equal(tb_games[i]->id, count < PUZZLES ? puzzles[count] : "none");
            count++;
            assert_int_equal(tb_games[i]->seats_min, 1);
            assert_non_null(tb_games[i]->measure);
        }
    assert_int_equal(count, PUZZLES);
}

static void a_game_for_two_has_none(void **unused)
{
    struct fixture f = given("archives");

    assert_non_null(tb_daily_new(&f.m, 20261116, f.kit));
    assert_int_equal(tb_head_of(f.m.now)->seats, 0); /* nothing was laid */
    clear(&f);
}

static void a_day_that_is_none_is_refused(void **unused)
{
    struct fixture f = given("topologic");

    assert_non_null(tb_daily_new(&f.m, 20260229, f.kit));
    assert_non_null(tb_daily_new(&f.m, 0, f.kit));
    clear(&f);
}

/* For one person, with the usual options: nobody has it easier. */
static void a_puzzle_is_for_one_and_usual(void **unused)
{
    for (int i = 0; i < PUZZLES; i++) {
        struct fixture f = given(puzzles[i]);
        const struct tb_head *head = tb_head_of(f.m.now);
        uint64_t usual[TB_OPTIONS_MAX];

        assert_null(tb_daily_new(&f.m, 20261116, f.kit));
        assert_int_equal(head->seats, 1);
        tb_options_usual(f.m.game, usual);
        for (int o = 0; f.m.game->options[o].id; o++)
            if (!f.m.game->daily->option ||
                strcmp(f.m.game->options[o].id, f.m.game->daily->option) != 0)
                assert_true(head->option[o] == usual[o]);
        clear(&f);
    }
}

static void the_same_day_is_the_same_puzzle_and_another_is_not(void **unused)
{
    for (int i = 0; i < PUZZLES; i++) {
        struct fixture f = given(puzzles[i]), g = given(puzzles[i]);
        size_t size = f.m.game->state_size;

        for (uint32_t day = 20261101; day <= 20261130; day++) {
            assert_null(tb_daily_new(&f.m, day, f.kit));
            assert_null(tb_daily_new(&g.m, day, f.kit));
            assert_memory_equal(f.m.now, g.m.now, size);
            assert_null(tb_daily_new(&g.m, day == 20261130 ? 20261201 : day + 1, f.kit));
            assert_memory_not_equal(f.m.now, g.m.now, size);
        }
        clear(&f);
        clear(&g);
    }
}

/* What every server, page and terminal must agree upon for good. */
static void the_puzzles_of_a_known_day(void **unused)
{
    static const char *const begins[] = {
        "\"field\":{\"A1\":[3,0],\"A2\":[4,4],\"A3\":[1,0],",
        "\"clues\":[{\"zone\":\"C5\",\"kind\":\"sharp\"},{\"zone\":\"E2\"",
    };

    for (int i = 0; i < PUZZLES; i++) {
        struct fixture f = given(puzzles[i]);
        char *scene = malloc(SCENE);

        assert_null(tb_daily_new(&f.m, 20261116, f.kit));
        scene_of(&f, scene, SCENE);
        assert_non_null(strstr(scene, begins[i]));
        free(scene);
        clear(&f);
    }
}

/* ---- which puzzle a match is ---- */

static void a_match_says_whose_day_it_is(void **unused)
{
    for (int i = 0; i < PUZZLES; i++) {
        struct fixture f = given(puzzles[i]);

        assert_null(tb_daily_new(&f.m, 20261116, f.kit));
        assert_int_equal(tb_daily_of(&f.m), 20261116);
        play_by(&f, "random", 7);
        assert_int_equal(tb_daily_of(&f.m), 20261116);
        clear(&f);
    }
}

/* The same seed with an easier option, or with company, is no puzzle of the day. */
static void a_match_set_up_otherwise_is_none(void **unused)
{
    struct fixture f = given("topologic"), a = given("archeologic");
    uint64_t options[TB_OPTIONS_MAX];

    tb_options_usual(f.m.game, options);
    assert_null(tb_match_new(&f.m, 2, options, f.kit, tb_seed_of(20261116)));
    assert_int_equal(tb_daily_of(&f.m), 0);
    assert_null(tb_match_new(&f.m, 1, options, f.kit, tb_seed_of(20261199)));
    assert_int_equal(tb_daily_of(&f.m), 0);
    assert_null(tb_option_set(f.m.game, options, "pawns", "4"));
    assert_null(tb_match_new(&f.m, 1, options, f.kit, tb_seed_of(20261116)));
    assert_int_equal(tb_daily_of(&f.m), 0);
    tb_options_usual(a.m.game, options);
    assert_null(tb_match_new(&a.m, 1, options, a.kit, tb_seed_of(20261116)));
    assert_int_equal(tb_daily_of(&a.m), 0);
    assert_null(tb_option_set(a.m.game, options, "quest", "2026-11-15"));
    assert_null(tb_match_new(&a.m, 1, options, a.kit, tb_seed_of(20261116)));
    assert_int_equal(tb_daily_of(&a.m), 0);
    assert_null(tb_option_set(a.m.game, options, "quest", "2026-11-16"));
    assert_null(tb_match_new(&a.m, 1, options, a.kit, tb_seed_of(20261116)));
    assert_int_equal(tb_daily_of(&a.m), 20261116);
    clear(&f);
    clear(&a);
}

/* A record of a puzzle is one still when it is read again. */
static void a_record_keeps_the_day(void **unused)
{
    for (int i = 0; i < PUZZLES; i++) {
        struct fixture f = given(puzzles[i]), g = given(puzzles[i]);
        char *text = malloc(SCENE);
        struct tb_text out = tb_text(text, SCENE);
        struct tb_record r = { 0 };
        int line;

        assert_null(tb_daily_new(&f.m, 20261116, f.kit));
        play_by(&f, "hard", 1);
        tb_match_save(&f.m, f.room, &out);
        assert_null(tb_record_read(text, &r));
        assert_null(tb_match_load(&g.m, &r, g.kit, &line));
        assert_int_equal(tb_daily_of(&g.m), 20261116);
        assert_int_equal(tb_daily_result(&g.m), tb_daily_result(&f.m));
        free(text);
        clear(&f);
        clear(&g);
    }
}

/* ---- what is told ---- */

static void line_of(struct fixture *f, char *line, size_t size)
{
    struct tb_text out = tb_text(line, size);

    tb_daily_put(&f->m, f->room, &out);
    assert_false(out.cut);
}

/* Name, day, a sign a turn, and the result; no tile, zone or number of a score. */
static void a_result_is_told_in_a_few_signs(void **unused)
{
    static const char *const heads[] = { "Topologic 2026-11-16 ",
                                         "ArcheOlogic 2026-11-16 " };

    for (int i = 0; i < PUZZLES; i++) {
        struct fixture f = given(puzzles[i]);
        char line[512], end[32];
        size_t head = strlen(heads[i]), length;

        assert_null(tb_daily_new(&f.m, 20261116, f.kit));
        play_by(&f, "hard", 1);
        line_of(&f, line, sizeof line);
        snprintf(end, sizeof end, " %d", tb_daily_result(&f.m));
        assert_memory_equal(line, heads[i], head);
        length = strlen(line) - head - strlen(end);
        assert_string_equal(line + head + length, end);
        assert_true(length % 3 == 0 && length >= 3); /* signs of three bytes each */
        for (size_t c = 0; c < length; c++)
            assert_true((unsigned char)line[head + c] >= 0x80);
        clear(&f);
    }
}

/* Other moves that cost as much and score as much give the same row: it is all it says. */
static void topologic_tells_a_height_for_every_turn(void **unused)
{
    struct fixture f = given("topologic");
    char line[512];

    assert_null(tb_daily_new(&f.m, 20261116, f.kit));
    play_by(&f, "hard", 1);
    line_of(&f, line, sizeof line);
    assert_int_equal((int)strlen(strrchr(line, '-')), 4 + 3 * tb_daily_result(&f.m) + 2);
    assert_non_null(strstr(line, "█ ")); /* the last one found it */
    clear(&f);
}

static void a_puzzle_that_was_not_solved_has_no_number(void **unused)
{
    struct fixture f = given("topologic");
    char line[512];
    tb_move move;

    assert_null(tb_daily_new(&f.m, 20261116, f.kit));
    while (tb_head_of(f.m.now)->owes) {
        const char *note =
            tb_parse(f.m.game, f.m.now, 0, "announce", &move) ? "place A1" : "announce";

        assert_null(tb_parse(f.m.game, f.m.now, 0, note, &move));
        assert_null(tb_match_play(&f.m, 0, move, NULL));
    }
    assert_int_equal(tb_daily_result(&f.m), -1);
    line_of(&f, line, sizeof line);
    assert_non_null(strstr(line, "… –"));
    assert_true(strlen(line) < 200);
    clear(&f);
}

/* ---- par ---- */

static void par_is_what_the_hard_bot_needs(void **unused)
{
    for (int i = 0; i < PUZZLES; i++) {
        struct fixture f = given(puzzles[i]);

        for (uint32_t day = 20261116; day <= 20261118; day++) {
            assert_null(tb_daily_new(&f.m, day, f.kit));
            play_by(&f, "hard", 99); /* another seed, the same game */
            assert_int_equal(tb_daily_par(f.m.game, day, f.kit), tb_daily_result(&f.m));
        }
        clear(&f);
    }
}

static void what_is_no_puzzle_has_no_par(void **unused)
{
    struct fixture f = given("archives");

    assert_int_equal(tb_daily_par(f.m.game, 20261116, f.kit), -1);
    assert_int_equal(tb_daily_par(tb_find("topologic"), 20260230, NULL), -1);
    clear(&f);
}

#define T(name) cmocka_unit_test(name)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_day_is_that_of_the_calendar_of_utc),
        T(a_time_beyond_the_calendar_has_no_day),
        T(the_time_zone_does_not_matter),
        T(days_are_read_and_written),
        T(two_games_have_a_puzzle_of_the_day),
        T(a_game_for_two_has_none),
        T(a_day_that_is_none_is_refused),
        T(a_puzzle_is_for_one_and_usual),
        T(the_same_day_is_the_same_puzzle_and_another_is_not),
        T(the_puzzles_of_a_known_day),
        T(a_match_says_whose_day_it_is),
        T(a_match_set_up_otherwise_is_none),
        T(a_record_keeps_the_day),
        T(a_result_is_told_in_a_few_signs),
        T(topologic_tells_a_height_for_every_turn),
        T(a_puzzle_that_was_not_solved_has_no_number),
        T(par_is_what_the_hard_bot_needs),
        T(what_is_no_puzzle_has_no_par),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
