/*
 * Nouvelles Contrées: the specification's tests (T01 to T72, those of the text in
 * contrees_texts.c), and what keeps the passage secret.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/contrees/contrees.h"

static struct tb_state s;

/* ---- given ---- */

static const char *begin(int seats, const char *settings)
{
    uint64_t options[TB_OPTIONS_MAX];
    char words[256], *word;

    tb_options_usual(&game_contrees, options);
    snprintf(words, sizeof words, "%s", settings);
    for (word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');

        *value++ = 0;
        assert_null(tb_option_set(&game_contrees, options, word, value));
    }
    return tb_new(&game_contrees, &s, seats, options, NULL, tb_seed_of(7));
}

static void given(int seats, const char *settings) { assert_null(begin(seats, settings)); }

static unsigned card(const char *id)
{
    for (unsigned c = 0; c < CARDS; c++)
        if (!strcmp(nc_words[c].id, id))
            return c;
    fail_msg("no card %s", id);
    return 0;
}

/* Where a card lies face down or open on the table. */
static uint8_t *place_of(unsigned c)
{
    struct {
        uint8_t *cards;
        int count;
    } piles[] = {
        { s.deck, s.decks },
        { s.slot, SLOTS },
        { s.table, TABLE },
        { s.mission_deck, s.mission_decks },
        { s.peripeteia, s.peripeteias },
    };

    for (size_t k = 0; k < sizeof piles / sizeof *piles; k++)
        for (int i = 0; i < piles[k].count; i++)
            if (piles[k].cards[i] == c)
                return &piles[k].cards[i];
    for (int i = 0; i < s.keeps; i++)
        if (s.kept[i].card == c)
            return &s.kept[i].card;
    fail_msg("%s lies nowhere", nc_words[c].id);
    return NULL;
}

static void lay(uint8_t *at, const char *id)
{
    uint8_t *from = place_of(card(id)), was = *at;

    *at = *from;
    *from = was;
}

static void landscapes(const char *n, const char *e, const char *south, const char *w)
{
    const char *ids[SLOTS] = { n, e, south, w };

    for (int i = 0; i < SLOTS; i++)
        lay(&s.slot[i], ids[i]);
}

/* The back of the deck shows that card's value. */
static void deck_shows(const char *id) { lay(&s.deck[s.decks - 1], id); }
static void mission_lies(int i, const char *id) { lay(&s.table[i], id); }

/* The book holds these missions only. */
static void book_holds(const char *list)
{
    char words[64], *word;

    while (s.keeps) {
        unsigned c = s.kept[--s.keeps].card;

        if (c != JOKER)
            s.gone_missions |= 1u << (c - MISSION0);
    }
    snprintf(words, sizeof words, "%s", list);
    for (word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        unsigned c = card(word);

        if (c != JOKER && !has(s.gone_missions, c - MISSION0)) {
            uint8_t *from = place_of(c);

            assert_true(s.mission_decks > 0);
            *from = s.mission_deck[--s.mission_decks];
        }
        if (c != JOKER)
            s.gone_missions &= ~(1u << (c - MISSION0));
        s.kept[s.keeps++] = (struct kept){ s.camp, (uint8_t)c, 0 };
    }
}

static void city_is(const char *id) { s.city_card = (uint8_t)card(id); }

/* ---- when ---- */

static bool can(int seat, const char *note)
{
    tb_move move;

    return !tb_parse(&game_contrees, &s, seat, note, &move);
}

static void when(int seat, const char *note)
{
    tb_move move = 0;
    const char *refusal = tb_parse(&game_contrees, &s, seat, note, &move);

    if (refusal)
        fail_msg("%d %s: %s", seat, note, refusal);
    assert_null(tb_play(&game_contrees, &s, seat, move, NULL));
    refusal = nc_fault(&s);
    if (refusal)
        fail_msg("after %d %s: %s", seat, note, refusal);
}

static void all(const char *note)
{
    enum phase phase = s.phase;

    for (int seat = 0; seat < s.head.seats && s.phase == phase; seat++)
        if (has(s.head.owes, (unsigned)seat))
            when(seat, note);
}

static void scouts(int seat)
{
    char note[16];

    snprintf(note, sizeof note, "vote %d", seat);
    all(note);
    assert_int_equal(s.phase, P_PREPARE);
}

/* The scout sets the compass and reads; no mission was taken. */
static void reads(const char *aim)
{
    while (s.step == S_SHORT)
        when(s.reader, "six");
    if (s.step == S_BACK)
        when(s.reader, "stay");
    when(s.reader, aim);
    when(s.reader, "read");
    when(s.reader, "done");
}

/* A whole turn of one scout up to the group's choice. */
static void turn(int scout, const char *aim, const char *choice)
{
    scouts(scout);
    if (s.step == S_PERIPETEIA)
        when(scout, "pass");
    reads(aim);
    if (s.phase == P_ATTEMPT)
        all("vote none");
    all(choice);
}

#define PAPER "book=paper pages=300 "

/* ---- set-up and movement ---- */

static void t01_the_city_lies_fifty_pages_on(void **state)
{
    given(2, PAPER "start=13");
    assert_int_equal(page_of(&s, s.camp), 13);
    assert_int_equal(page_of(&s, s.city), 63);
}

static unsigned last_start(const char *mode, const char *pages)
{
    char settings[64];
    unsigned first;
    int count;

    snprintf(settings, sizeof settings, "book=paper mode=%s pages=%s", mode, pages);
    given(2, settings);
    count = nc_start_leaves(&s.head, -1, &first);
    assert_int_equal(first, 0);
    return 2 * (unsigned)count - 1;
}

static void t02_a_hundred_pages_have_five_starts(void **state)
{
    assert_int_equal(last_start("excursion", "100"), 9);
    for (int start = 1; start <= 9; start += 2) {
        char settings[64];

        snprintf(settings, sizeof settings, "book=paper pages=100 start=%d", start);
        given(2, settings);
        assert_int_equal(page_of(&s, s.city), start + 50);
    }
    assert_non_null(begin(2, "book=paper pages=100 start=11"));
}

static void t03_too_few_pages_are_refused(void **state)
{
    struct tb_head head;

    given(2, "book=paper pages=100");
    head = s.head;
    head.option[OPTION_PAGES] = 99;
    assert_non_null(game_contrees.allow(&head));
    assert_non_null(begin(2, "book=paper pages=119 mode=short"));
    assert_non_null(begin(2, "book=paper pages=149 mode=classic"));
}

static void t04_a_short_expedition_goes_seventy_pages(void **state)
{
    given(2, "book=paper mode=short pages=131 start=21");
    assert_int_equal(page_of(&s, s.city), 91);
    assert_non_null(begin(2, "book=paper mode=short pages=130 start=21"));
}

static void t05_a_classic_expedition_goes_a_hundred(void **state)
{
    assert_int_equal(last_start("classic", "150"), 9);
    given(2, "book=paper mode=classic pages=150 start=9");
    assert_int_equal(page_of(&s, s.city), 109);
}

static void t06_difficulties_are_those_printed(void **state)
{
    static const int letters[] = { 26, 20, 14 };

    for (int i = 0; i < 3; i++) {
        char settings[64];

        snprintf(settings, sizeof settings, PAPER "mode=short letters=%d", letters[i]);
        given(2, settings);
        assert_int_equal(s.letters, letters[i]);
        snprintf(settings, sizeof settings, PAPER "mode=classic letters=%d", letters[i]);
        given(2, settings);
        assert_int_equal(s.letters, letters[i]);
        snprintf(settings, sizeof settings, PAPER "letters=%d", letters[i]);
        assert_int_equal(begin(2, settings) == NULL, letters[i] == 26);
    }
}

static void t07_a_leaf_is_two_pages(void **state)
{
    given(2, PAPER "start=37");
    deck_shows("E05"); /* 2 */
    scouts(0);
    assert_int_equal(page_of(&s, s.scout), 41);
}

static void t08_the_first_turn_moves_too(void **state)
{
    given(2, PAPER "start=13");
    deck_shows("E10"); /* 5 */
    scouts(0);
    assert_int_equal(page_of(&s, s.scout), 23);
    assert_int_equal(page_of(&s, s.camp), 13);
}

static void t09_a_peripeteia_adds_its_bonus(void **state)
{
    given(2, PAPER "start=13 peripeteia=yes");
    deck_shows("E10");
    lay(&s.peripeteia[s.peripeteias - 1], "P02");
    scouts(0);
    when(0, "draw");
    assert_int_equal(s.scout - s.camp, 7);
}

static void t10_the_scout_stops_on_the_city(void **state)
{
    given(2, PAPER "start=13");
    s.camp = s.scout = (uint16_t)(s.city - 3);
    deck_shows("E02"); /* 8 */
    scouts(0);
    assert_int_equal(s.scout, s.city);
    assert_false(s.revealed);
}

static void t11_paper_steps_back_while_lines_are_few(void **state)
{
    given(2, PAPER "start=13");
    deck_shows("E10");
    scouts(0);
    when(0, "short");
    assert_int_equal(page_of(&s, s.scout), 21);
    for (int i = 0; i < 3; i++)
        when(0, "short");
    assert_int_equal(page_of(&s, s.scout), 15);
    when(0, "short"); /* the camp's own leaf: what is there is read */
    assert_int_equal(s.step, S_COMPASS);
    assert_int_equal(s.scout, s.camp);
}

/* A passage read before; the move ends there again. */
static void read_at(unsigned leaf)
{
    s.journal[s.turns++ % JOURNAL] = (struct turn){ .leaf = (uint16_t)leaf,
                                                    .constraint = NONE,
                                                    .mission = NONE,
                                                    .aim = NONE,
                                                    .choice = NONE,
                                                    .mark = { NONE, NONE, NONE } };
}

static void t13_the_same_passage_may_be_left(void **state)
{
    for (int back = 0; back < 2; back++) {
        given(2, PAPER "start=31");
        deck_shows("E10");
        read_at(20);
        scouts(0);
        when(0, "six");
        assert_int_equal(page_of(&s, s.scout), 41);
        when(0, back ? "back" : "stay");
        assert_int_equal(page_of(&s, s.scout), back ? 39 : 41);
        assert_int_equal(s.step, S_COMPASS);
    }
}

static void on_the_city(int seats, const char *settings)
{
    given(seats, settings);
    s.camp = s.scout = s.city;
    s.revealed = s.on_city = 1;
}

static void t14_city_and_camp_step_back_together(void **state)
{
    on_the_city(2, PAPER "start=13");
    read_at(s.city);
    scouts(0);
    when(0, "six");
    when(0, "back");
    assert_int_equal(page_of(&s, s.city), 61);
    assert_int_equal(s.camp, s.city);
    assert_int_equal(s.scout, s.city);
}

static void t15_the_city_stays_ahead_of_the_camp(void **state)
{
    given(2, PAPER "start=13");
    s.camp = s.scout = (uint16_t)(s.city - 1);
    read_at(s.city);
    scouts(0);
    assert_int_equal(s.scout, s.city);
    assert_int_equal(s.step, S_COMPASS);
}

static void t16_the_surveyor_moves_one_leaf_at_least(void **state)
{
    given(2, PAPER "characters=yes");
    when(0, "be K2");
    when(1, "be K4");
    deck_shows("E05"); /* 2 */
    scouts(0);
    assert_false(can(0, "go -3"));
    assert_false(can(0, "go -2"));
    assert_true(can(0, "go +3"));
    when(0, "go -1");
    assert_int_equal(s.scout - s.camp, 1);
    assert_false(has(s.armed, 0));
}

/* ---- exploration, losses, defeat ---- */

static void t17_a_success_brings_the_camp(void **state)
{
    given(4, PAPER "start=13");
    landscapes("E04", "E02", "E03", "E01");
    deck_shows("E10");
    turn(0, "aim W", "vote W");
    assert_int_equal(page_of(&s, s.camp), 23);
    assert_int_equal(s.kept[1].card, card("E01"));
    assert_int_equal(s.kept[1].leaf, s.camp);
    assert_true(s.slot[0] == card("E04") && s.slot[1] == card("E02") &&
                s.slot[2] == card("E03"));
    assert_int_equal(s.slot[3], card("E10")); /* one drawn at rest */
    assert_int_equal(s.phase, P_SCOUT);
}

static void t18_a_failure_costs_both_landscapes(void **state)
{
    given(4, PAPER "start=13");
    landscapes("E04", "E02", "E03", "E01");
    turn(0, "aim W", "vote E");
    assert_int_equal(s.scout, s.camp);
    assert_int_equal(page_of(&s, s.camp), 13);
    assert_int_equal(s.phase, P_PAY);
    assert_int_equal(s.gone, 1u << card("E01") | 1u << card("E02"));
    all("vote letters");
    assert_int_equal(s.letters, 14);
    assert_true(s.slot[1] != NONE && s.slot[3] != NONE);
}

static void fails(int scout) { turn(scout, "aim N", "vote E"); }

static void t19_six_letters_and_a_mission(void **state)
{
    given(3, PAPER "start=13");
    book_holds("M01");
    fails(0);
    assert_true(can(0, "vote letters"));
    assert_true(can(0, "vote both"));
    assert_false(can(0, "vote missions"));
    all("vote both");
    assert_int_equal(s.letters, 20);
    assert_int_equal(s.keeps, 0);
}

static void t20_two_missions_lose_no_letter(void **state)
{
    given(3, PAPER "start=13");
    book_holds("M01 M02");
    s.letters = 0;
    fails(0);
    assert_int_equal(s.phase, P_SCOUT); /* taken without asking */
    assert_int_equal(s.keeps, 0);
    assert_int_equal(s.letters, 0);
}

static void t21_an_empty_reserve_and_one_mission_lose(void **state)
{
    given(3, PAPER "start=13");
    book_holds("M01");
    s.letters = 0;
    fails(0);
    assert_int_equal(s.phase, P_OVER);
    assert_false(s.won);
}

static void t22_a_loss_beyond_the_reserve_empties_it(void **state)
{
    given(2, PAPER);
    s.letters = 1;
    nc_letter_loss(&s, 3, NULL);
    assert_int_equal(s.letters, 0);
    assert_true(s.phase != P_OVER);
}

static void t23_a_loss_from_nothing_is_defeat(void **state)
{
    given(2, PAPER);
    s.letters = 0;
    nc_letter_loss(&s, 1, NULL);
    assert_int_equal(s.phase, P_OVER);
}

static void t24_twelve_of_twelve_is_no_defeat(void **state)
{
    given(3, PAPER "start=13");
    s.letters = 12;
    fails(0);
    all("vote letters");
    assert_int_equal(s.letters, 0);
    assert_true(s.phase != P_OVER);
}

/* Seat 1 takes the mission, the scout judges it. */
static void tries(const char *mission, const char *verdict, const char *aim)
{
    char note[16];

    scouts(0);
    snprintf(note, sizeof note, "take %s", mission);
    when(1, note);
    reads(aim);
    snprintf(note, sizeof note, "vote %s", mission);
    all(note);
    when(0, verdict);
}

static void t25_a_wrong_mission_then_a_failure(void **state)
{
    given(2, PAPER "start=13");
    book_holds("");
    mission_lies(0, "M08");
    s.letters = 3;
    tries("M08", "wrong", "aim N");
    assert_int_equal(s.letters, 0);
    assert_int_equal(s.phase, P_EXPLORE);
    when(1, "vote E");
    assert_int_equal(s.phase, P_OVER);
}

static void t26_a_wrong_mission_from_nothing_is_defeat(void **state)
{
    given(2, PAPER "start=13");
    mission_lies(0, "M08");
    s.letters = 0;
    tries("M08", "wrong", "aim N");
    assert_int_equal(s.phase, P_OVER);
}

static void t27_two_players_have_a_group_of_one(void **state)
{
    given(2, PAPER "start=13");
    mission_lies(0, "M08");
    scouts(0);
    when(1, "take M08");
    reads("aim N");
    when(1, "vote none");
    assert_int_equal(s.head.owes, 2);
    when(1, "vote N");
    assert_int_equal(s.phase, P_SCOUT);
    assert_true(s.camp > 6);
}

/* ---- missions ---- */

static void t32_only_one_mission_is_presented(void **state)
{
    given(3, PAPER "start=13");
    mission_lies(0, "M08");
    mission_lies(1, "M15");
    scouts(0);
    when(1, "take M08");
    when(2, "take M15");
    reads("aim N");
    all("vote M08");
    when(0, "right");
    assert_int_equal(s.table[1], card("M15"));
    assert_int_equal(s.holder[1], NONE);
    assert_int_equal(s.phase, P_EXPLORE);
}

static void t33_a_right_mission_goes_into_the_book(void **state)
{
    given(2, PAPER "start=13");
    mission_lies(0, "M08");
    tries("M08", "right", "aim N");
    assert_int_equal(s.kept[1].card, card("M08"));
    assert_int_equal(s.table[0], NONE);
    when(1, "vote N");
    for (int i = 0; i < TABLE; i++)
        assert_true(s.table[i] != NONE);
}

static void t34_a_wrong_mission_costs_three_letters(void **state)
{
    given(2, PAPER "start=13");
    mission_lies(0, "M15");
    tries("M15", "wrong", "aim N");
    assert_int_equal(s.letters, 23);
    assert_true(has(s.gone_missions, card("M15") - MISSION0));
}

static void t35_nobody_holds_two(void **state)
{
    given(2, PAPER "start=13");
    mission_lies(0, "M08");
    mission_lies(1, "M15");
    scouts(0);
    when(1, "take M08");
    when(1, "take M15");
    assert_int_equal(s.holder[0], NONE);
    assert_int_equal(s.holder[1], 1);
}

static void t39_missions_are_judged_as_printed(void **state)
{
    unsigned leaf = 0;

    given(2, "book=novella-fr peripeteia=yes");
    while (!nc_is_usable(the_kit(&s), the_volume(&s), leaf) ||
           !nc_is_true(nc_leaf(the_kit(&s), the_volume(&s), leaf), card("M04") - MISSION0,
                       false))
        leaf++;
    lay(&s.peripeteia[s.peripeteias - 1], "P15");
    mission_lies(0, "M04");
    scouts(0);
    when(0, "draw");
    s.text = (uint16_t)leaf;
    when(1, "take M04");
    reads("aim N");
    when(1, "vote M04");
    assert_int_equal(s.kept[1].card, card("M04"));
}

/* ---- the Lost City ---- */

static void t40_the_camp_arrives_without_victory(void **state)
{
    given(2, PAPER "start=13");
    s.camp = s.scout = (uint16_t)(s.city - 2);
    turn(0, "aim N", "vote N");
    assert_int_equal(s.camp, s.city);
    assert_true(s.revealed);
    assert_false(s.won);
    assert_int_equal(s.phase, P_SCOUT);
}

static void t41_no_peripeteia_at_the_city(void **state)
{
    on_the_city(2, PAPER "start=13 peripeteia=yes");
    scouts(0);
    assert_false(can(0, "draw"));
    assert_int_equal(s.scout, s.city);
}

static void t42_a_success_at_the_city_wins(void **state)
{
    on_the_city(2, PAPER "start=13");
    city_is("L4");
    turn(0, "aim N", "vote N");
    assert_true(s.won);
    assert_int_equal(s.phase, P_OVER); /* one landscape: nothing to choose */
    assert_true(s.meaning != NONE);
}

static void t43_a_failure_at_the_city_stays_there(void **state)
{
    on_the_city(2, PAPER "start=13");
    fails(0);
    all("vote letters");
    assert_int_equal(s.camp, s.city);
    assert_int_equal(s.scout, s.city);
    assert_true(s.on_city);
    scouts(1);
    while (s.step == S_SHORT)
        when(1, "six");
    assert_int_equal(nc_constraint(&s), s.city_card);
}

static void t44_the_meaning_is_as_far_as_the_landscape_says(void **state)
{
    on_the_city(2, PAPER "start=13");
    landscapes("E06", "E02", "E03", "E01");
    s.kept[s.keeps++] = (struct kept){ 0, s.deck[--s.decks], 0 };
    turn(0, "aim N", "vote N");
    all("vote E06"); /* 9 */
    assert_int_equal(s.phase, P_OVER);
    assert_int_equal(page_of(&s, (unsigned)nc_meaning_of(&s)), 81);
}

/* ---- modules ---- */

static void loses(const char *scouts_card, const char *groups_card)
{
    const char *free[] = { "E31", "E32", "E30" };

    landscapes(scouts_card, groups_card, free[0], free[1]);
    turn(0, "aim N", "vote E");
}

static void t47_a_mission_saves_its_domain(void **state)
{
    given(2, PAPER "start=13 domains=yes");
    book_holds("M01 M08"); /* cartography, botany */
    loses("E01", "E08");   /* cartography 9, ethnology 4 */
    assert_false(can(0, "vote M08+letters"));
    assert_false(can(0, "vote M01+M01"));
    all("vote M01+letters");
    assert_int_equal(s.letters, 22);
    assert_int_equal(s.keeps, 1);
    assert_int_equal(s.kept[0].card, card("M08"));
    assert_true(has(s.gone, card("E01")) && has(s.gone, card("E08")));
}

static void t48_the_players_choose_which_is_saved(void **state)
{
    given(2, PAPER "start=13 domains=yes");
    book_holds("M08");
    loses("E07", "E27"); /* botany 4 and 7 */
    assert_true(can(0, "vote M08+letters"));
    all("vote letters+M08");
    assert_int_equal(s.letters, 22);
}

static void t49_the_joker_cannot_save_two(void **state)
{
    given(2, PAPER "start=13 domains=yes");
    book_holds("J01");
    s.letters = 0;
    loses("E01", "E02");
    assert_int_equal(s.phase, P_OVER);
}

static void t50_two_missions_of_a_domain_cost_no_letter(void **state)
{
    given(2, PAPER "start=13 domains=yes");
    book_holds("M15 M16");
    s.letters = 0;
    loses("E08", "E13");
    all("vote M15+M16");
    assert_int_equal(s.phase, P_SCOUT);
    assert_int_equal(s.keeps, 0);
}

static void t51_one_mission_a_turn_is_removed(void **state)
{
    given(3, PAPER "start=13 domains=yes");
    mission_lies(0, "M08");
    mission_lies(1, "M15");
    scouts(0);
    when(1, "drop M08");
    assert_true(can(2, "agree") && !can(2, "ready"));
    when(2, "agree");
    assert_int_equal(s.table[0], NONE);
    assert_true(has(s.gone_missions, card("M08") - MISSION0));
    assert_false(can(2, "drop M15"));
    reads("aim N");
    assert_int_equal(s.table[0], NONE);
    all("vote N");
    assert_true(s.table[0] != NONE);
}

static void t52_a_peripeteia_goes_into_the_book_or_is_lost(void **state)
{
    for (int success = 0; success < 2; success++) {
        given(2, PAPER "start=13 peripeteia=yes");
        lay(&s.peripeteia[s.peripeteias - 1], "P03");
        scouts(0);
        when(0, "draw");
        reads("aim N");
        when(1, success ? "vote N" : "vote E");
        assert_int_equal(s.gone_peripeteia != 0, !success);
        assert_int_equal(s.kept[s.keeps - 1].card == card("P03"), success);
    }
}

static void characters(const char *first, const char *second)
{
    when(0, first);
    when(1, second);
}

static void t53_the_bookbinder_halves_the_price(void **state)
{
    given(2, PAPER "start=13 characters=yes");
    characters("be K5", "be K4");
    scouts(0);
    when(0, "six");
    when(0, "aim N");
    when(0, "skill");
    when(0, "read");
    when(0, "done");
    when(1, "vote E");
    assert_false(can(0, "vote both"));
    assert_true(can(0, "vote missions")); /* one, here */
    all("vote letters");
    assert_int_equal(s.letters, 20);
}

static void t54_the_lamplighter_rules_one_out(void **state)
{
    given(2, PAPER "start=13 characters=yes");
    characters("be K6", "be K4");
    scouts(0);
    when(0, "six");
    when(0, "aim E");
    assert_false(can(0, "skill E"));
    assert_true(can(0, "skill N") && can(0, "skill W"));
    when(0, "skill S");
    assert_false(can(0, "aim N")); /* T69: it can no longer turn */
    when(0, "read");
    when(0, "done");
    assert_false(can(1, "vote S"));
    assert_true(can(1, "vote E"));
}

static void t55_a_success_rearms_its_holder(void **state)
{
    given(3, PAPER "start=13 characters=yes");
    when(0, "be K4");
    when(1, "be K2");
    when(2, "be K3");
    s.armed = 0;
    mission_lies(0, "M08");
    tries("M08", "right", "aim N");
    assert_int_equal(s.armed, 2);
}

static void t56_only_the_scout_uses_a_skill(void **state)
{
    given(2, PAPER "start=13 characters=yes");
    characters("be K4", "be K5");
    scouts(0);
    when(0, "six");
    when(0, "aim N");
    assert_true(can(0, "skill"));
    assert_false(can(1, "skill"));
}

static void t57_a_won_game_scores(void **state)
{
    given(2, PAPER "mode=classic letters=14 peripeteia=yes characters=yes domains=yes");
    book_holds("M01 M02 M03");
    for (int i = 0; i < 4; i++)
        s.kept[s.keeps++] = (struct kept){ 0, (uint8_t)(PERIPETEIA0 + i), 0 };
    s.letters = 5;
    s.won = s.revealed = 1;
    assert_int_equal(nc_points(&s), 61);
    assert_int_equal(nc_rank(&s), 5);
}

static void t58_the_borders_of_the_ranks(void **state)
{
    given(2, PAPER "mode=classic peripeteia=yes characters=yes domains=yes");
    book_holds("M01 M02");
    s.letters = 0;
    assert_int_equal(nc_points(&s), 6);
    assert_int_equal(nc_rank(&s), 0);
    s.letters = 13; /* 19 */
    assert_int_equal(nc_rank(&s), 0);
    s.letters = 14; /* 20 */
    assert_int_equal(nc_rank(&s), 1);
    s.letters = 64; /* 70 */
    assert_int_equal(nc_rank(&s), 6);
    given(2, PAPER "mode=classic");
    assert_int_equal(nc_rank(&s), -1);
}

static void t63_an_empty_deck_is_shuffled_anew(void **state)
{
    given(2, PAPER "start=13");
    while (s.decks > 1)
        s.gone |= 1u << s.deck[--s.decks];
    s.gone &= ~(1u << s.deck[1]);
    s.kept[s.keeps++] = (struct kept){ 0, s.deck[1], 0 };
    fails(0);
    all("vote letters");
    assert_int_equal(s.gone, 0);
    assert_int_equal(s.decks, EXPLORATIONS - SLOTS - 1);
}

static void t68_the_textplorer_needs_peripeteia(void **state)
{
    given(5, PAPER "characters=yes");
    assert_false(can(0, "be K1"));
    assert_true(can(0, "be K2"));
    given(6, PAPER "characters=yes");
    assert_true(can(0, "be K1"));
    given(5, PAPER "characters=yes peripeteia=yes");
    assert_true(can(0, "be K1"));
}

static void t70_the_citys_passage_is_no_log(void **state)
{
    static char json[1 << 16];
    struct tb_text out = tb_text(json, sizeof json);
    struct tb_state seen;

    given(2, "book=novella-fr");
    s.camp = s.scout = (uint16_t)(s.city - 2);
    turn(0, "aim N", "vote N");
    assert_int_equal(s.camp, s.city);
    tb_observe(&game_contrees, &s, 1, &seen);
    nc_view(&seen, &out);
    assert_null(strstr(json, "\"lines\""));
}

static void t71_votes_decide_and_leans_do_not(void **state)
{
    given(4, PAPER "start=13");
    scouts(0);
    reads("aim N");
    when(2, "lean S");
    when(1, "vote N");
    when(3, "vote N");
    assert_int_equal(s.phase, P_SCOUT); /* taken: a success */

    given(4, PAPER "start=13");
    scouts(0);
    reads("aim N");
    when(2, "lean S");
    when(1, "vote N");
    when(3, "vote E");
    assert_int_equal(s.phase, P_EXPLORE);
    assert_int_equal(nc_speaker(&s), 1);
    assert_int_equal(s.head.owes, 2);
    when(1, "close");
    assert_int_equal(s.choice, NONE); /* a new turn: N was the compass's */
    assert_int_equal(s.phase, P_SCOUT);
}

static void t72_the_scout_has_a_voice_in_paying(void **state)
{
    given(3, PAPER "start=13");
    fails(0);
    assert_true(can(0, "vote letters"));
    assert_true(has(s.head.owes, 0));
}

/* ---- votes: R7 ---- */

static void only_leans_are_closed_by_the_first_member(void **state)
{
    given(3, PAPER "start=13");
    all("lean 2");
    assert_int_equal(s.phase, P_SCOUT);
    assert_int_equal(s.head.owes, 1);
    when(0, "close");
    assert_int_equal(s.reader, 2);
}

static void a_holder_can_keep_a_mission_back(void **state)
{
    given(4, PAPER "start=13");
    mission_lies(0, "M08");
    scouts(0);
    when(1, "take M08");
    reads("aim N");
    when(1, "vote none");
    when(2, "vote M08");
    when(3, "vote M08");
    assert_int_equal(s.phase, P_ATTEMPT);
    when(1, "close");
    assert_int_equal(s.phase, P_EXPLORE);
    assert_int_equal(s.journal[0].mission, NONE);
}

/* Section 22: a mission that is always or never true would be no question. */
static void our_novella_suits_every_mission(void **state)
{
    const struct nc_kit *kit = (const struct nc_kit *)nc_kit_default();

    for (unsigned i = 0; i < kit->volumes; i++) {
        const struct nc_volume *v = &kit->volume[i];
        unsigned pages = 0, usable = 0, right[MISSIONS] = { 0 };

        for (unsigned leaf = v->body; leaf < v->leaves; leaf++) {
            pages++;
            if (!nc_is_usable(kit, v, leaf))
                continue;
            usable++;
            for (unsigned m = 0; m < MISSIONS; m++)
                right[m] += nc_is_true(nc_leaf(kit, v, leaf), m, false);
        }
        assert_true(100 * (pages - usable) < 5 * pages);
        for (unsigned m = 0; m < MISSIONS; m++)
            if (100 * right[m] < 10 * usable || 100 * right[m] > 65 * usable)
                fail_msg("M%02u is true of %u pages of %u, language %u", m + 1, right[m],
                         usable, v->lang);
    }
}

static void choices_may_stand_in_a_game_over_days(void **state)
{
    given(3, PAPER "start=13 standing=yes");
    mission_lies(0, "M08");
    mission_lies(1, "M15");
    scouts(0);
    when(1, "take M08");
    when(2, "take M15");
    when(1, "ready");
    when(2, "ready");
    reads("aim N");
    all("vote M08");
    when(0, "wrong");
    assert_int_equal(s.holder[1], 2);
    all("vote N");
    assert_int_equal(s.holder[0], NONE);
    assert_int_equal(s.holder[1], 2);
    /* The next scout puts his mission back; only who read last is still asked. */
    scouts(2);
    assert_int_equal(s.holder[1], NONE);
    assert_int_equal(s.head.owes & 3, 1);
    assert_true(can(1, "take M15"));
}

static void one_device_is_asked_once(void **state)
{
    given(4, PAPER "start=13 table=shared");
    assert_int_equal(s.head.owes, 1);
    when(0, "vote 2");
    assert_int_equal(s.reader, 2);
    assert_false(can(3, "vote N"));
    reads("aim N");
    assert_int_equal(s.head.owes, 8);
    when(3, "vote N");
    assert_int_equal(s.phase, P_SCOUT);
}

static void a_real_compass_is_read_afterwards(void **state)
{
    given(3, PAPER "start=13 table=shared-compass");
    when(0, "vote 0");
    while (s.step == S_SHORT)
        when(0, "six");
    when(0, "read");
    when(0, "done");
    when(1, "vote E");
    assert_int_equal(s.phase, P_AIM);
    when(0, "aim E");
    assert_int_equal(s.phase, P_SCOUT);
    assert_true(s.camp > 6);
}

static void votes_change_eight_times(void **state)
{
    given(3, PAPER "start=13");
    when(0, "vote 1");
    for (int i = 0; i < CHANGES; i++)
        when(0, i % 2 ? "vote 1" : "vote 2");
    assert_false(can(0, "vote 2"));
}

/* ---- the passage: 23.5, 23.6 ---- */

static char view_text[1 << 17];

static const char *view_for(int viewer)
{
    struct tb_text out = tb_text(view_text, sizeof view_text);
    static struct tb_state seen;

    tb_observe(&game_contrees, &s, viewer, &seen);
    nc_view(&seen, &out);
    nc_show(&seen, &out);
    nc_scene(&seen, &out);
    assert_false(out.cut);
    return view_text;
}

/* Whether the view holds one of the passage's lines, or one as it is heard. */
static int lines_in(const char *view, unsigned leaf)
{
    struct nc_passage p;
    int count = 0;

    nc_open(the_kit(&s), the_volume(&s), leaf, &p);
    for (int i = 0; i < LINES; i++) {
        char quoted[2 * LINE_BYTES];
        struct tb_text out = tb_text(quoted, sizeof quoted);

        tb_put_json(&out, p.line[i]);
        quoted[strlen(quoted) - 1] = 0;
        count += strstr(view, quoted + 1) != NULL || strstr(view, p.line[i]) != NULL;
    }
    return count;
}

static void listeners_get_two_lines_at_most(void **state)
{
    given(3, "book=novella-fr reading=scroll");
    scouts(0);
    assert_int_equal(lines_in(view_for(0), s.text), LINES);
    assert_int_equal(lines_in(view_for(1), s.text), 0);
    when(0, "aim N");
    when(0, "read");
    assert_int_equal(lines_in(view_for(1), s.text), 0);
    when(1, "listen");
    assert_int_equal(lines_in(view_for(1), s.text), 1);
    when(1, "line");
    when(1, "line");
    assert_int_equal(lines_in(view_for(1), s.text), 2);
    assert_int_equal(lines_in(view_for(2), s.text), 0);
    assert_int_equal(lines_in(view_for(TB_PUBLIC), s.text), 0);
    when(1, "heard");
    assert_int_equal(lines_in(view_for(1), s.text), 0);
    when(2, "heard");
    assert_int_equal(s.phase, P_EXPLORE);
}

static void the_prompter_reads_twice(void **state)
{
    given(2, "book=novella-fr reading=scroll characters=yes");
    characters("be K4", "be K2");
    scouts(0);
    when(0, "aim N");
    when(0, "skill");
    when(0, "read");
    when(1, "listen");
    for (int i = 0; i < LINES; i++)
        when(1, "line");
    when(1, "listen");
    when(1, "heard");
    assert_int_equal(s.phase, P_EXPLORE);
}

static void the_scout_can_set_the_pace(void **state)
{
    given(3, "book=novella-fr reading=paced");
    scouts(0);
    when(0, "aim N");
    when(0, "read");
    when(0, "line");
    assert_int_equal(lines_in(view_for(1), s.text), 1);
    assert_int_equal(lines_in(view_for(2), s.text), 1);
    for (int i = 0; i < LINES; i++)
        when(0, "line");
    assert_int_equal(s.phase, P_EXPLORE);
    assert_int_equal(lines_in(view_for(1), s.text), 0);
}

static void reasons_are_shown_with_the_compass(void **state)
{
    given(2, "book=novella-fr");
    scouts(0);
    when(0, "aim N");
    when(0, "mark 2");
    assert_null(strstr(view_for(1), "reasons"));
    when(0, "read");
    when(0, "done");
    when(0, "mark 5");
    when(1, "vote N");
    assert_non_null(strstr(view_for(1), "\"reasons\":[\""));
}

static void lost_landscapes_show_their_backs_while_they_are_paid_for(void **state)
{
    char page[48];

    given(2, "book=novella-fr domains=yes");
    scouts(0);
    assert_null(strstr(view_for(1), "\"lost\""));
    snprintf(page, sizeof page, "\"passage\":{\"page\":%u,", page_of(&s, s.scout));
    when(0, "aim N");
    when(0, "read");
    when(0, "done");
    when(1, "vote E");
    assert_int_equal(s.phase, P_PAY_DOMAINS);
    assert_non_null(strstr(view_for(1), "\"lost\":[{\"card\":\"E"));
    assert_non_null(strstr(view_for(1), "\"value\""));
    /* The scout is back at the camp; what lies open is still the page that was read. */
    assert_int_equal(s.scout, s.camp);
    assert_non_null(strstr(view_for(0), page));
}

static bool is_due(const struct tb_state *now, int viewer, int line)
{
    return viewer >= 0 && now->phase == P_READING && now->line[viewer] &&
           (nc_lines_heard(now) == 1 || line == now->line[viewer] - 1 ||
            line == now->line[viewer] - 2);
}

/* A novel may say the same twice: lines of a passage that is in the log are public. */
static bool is_public(const char *line)
{
    for (int i = 0; i < s.turns; i++) {
        struct nc_passage p;

        if (!nc_is_in_log(&s, &s.journal[i % JOURNAL]))
            continue;
        nc_open(the_kit(&s), the_volume(&s), s.journal[i % JOURNAL].leaf, &p);
        for (int k = 0; k < LINES; k++)
            if (!strcmp(line, p.line[k]))
                return true;
    }
    return false;
}

/* Lines of the open passage that this viewer's view must not hold. Words of one line may
 * stand in another's or on a card: long lines only. */
static int stray_lines(const char *view, int viewer)
{
    struct nc_passage p;
    int count = 0;

    if (s.text >= HIDDEN_LEAF || viewer == s.reader)
        return 0;
    nc_open(the_kit(&s), the_volume(&s), s.text, &p);
    for (int i = 0; i < LINES; i++) {
        const char *found = strlen(p.line[i]) > 24 ? strstr(view, p.line[i]) : NULL;

        if (!found || is_due(&s, viewer, i) || is_public(p.line[i]))
            continue;
        count++;
    }
    return count;
}

/* At any ply, of any table: 23.6. */
static void t64_no_view_holds_a_line_it_must_not(void **state)
{
    static const char *const tables[] = {
        "book=novella-fr reading=scroll",
        "book=novella-en reading=paced",
        "book=novella-fr peripeteia=yes characters=yes domains=yes reading=speech",
        "book=novella-en characters=yes",
        "book=novella-fr table=shared reading=scroll",
    };
    uint64_t luck = 3;
    long looked = 0;

    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (int game = 0; game < 12; game++) {
            int fresh = -1;

            given(2 + game % 5, tables[t]);
            s.head.rng ^= tb_random(&luck);
            while (s.head.owes) {
                unsigned set = s.head.owes | s.head.may;
                int seat;

                do
                    seat = (int)tb_random_below(&luck, s.head.seats);
                while (!has(set, (unsigned)seat));
                tb_step(&game_contrees, &s, seat, tb_pick(&game_contrees, &s, seat, &luck),
                        NULL);
                for (int v = -1; v < s.head.seats && s.text < HIDDEN_LEAF; v++) {
                    int viewer = v < 0 ? TB_PUBLIC : v;

                    fresh = stray_lines(view_for(viewer), viewer);
                    if (fresh)
                        fail_msg("%s, ply %d, viewer %d", tables[t], s.head.ply, viewer);
                    looked++;
                }
            }
        }
    assert_true(looked > 1000);
}

/* ---- the terminal: 80 x 24 ---- */

static void assert_fits(int viewer, int lang)
{
    static char picture[1 << 16];
    struct tb_text out = tb_text(picture, sizeof picture);
    static struct tb_state seen;
    int lines = 0;

    out.lang = (uint8_t)lang;
    tb_observe(&game_contrees, &s, viewer, &seen);
    nc_show(&seen, &out);
    for (const char *at = picture; *at; at += strcspn(at, "\n") + 1, lines++) {
        int columns = 0;

        for (size_t i = 0; i < strcspn(at, "\n"); i++)
            columns += ((unsigned char)at[i] & 0xc0) != 0x80;
        if (columns > 80)
            fail_msg("%d columns: %s", columns, at);
    }
    if (lines > 22) /* two are for the question */
        fail_msg("%d lines:\n%s", lines, picture);
}

static void pictures_fit_a_terminal(void **state)
{
    static const char *const tables[] = {
        PAPER "start=13 domains=yes peripeteia=yes",
        ("book=novella-fr peripeteia=yes characters=yes domains=yes reading=scroll "
         "backs=yes"),
        "book=novella-en mode=classic reading=paced peripeteia=yes",
    };
    uint64_t luck = 5;

    for (int game = 0; game < 60; game++) {
        given(2 + game % 5, tables[game % 3]);
        s.head.rng ^= tb_random(&luck);
        while (s.head.owes) {
            int seat = __builtin_ctz(s.head.owes);

            for (int viewer = 0; viewer < s.head.seats; viewer++)
                assert_fits(viewer, game % 2);
            tb_step(&game_contrees, &s, seat, tb_pick(&game_contrees, &s, seat, &luck),
                    NULL);
        }
        assert_fits(0, game % 2);
    }
}

/* ---- bots: D2, T65 ---- */

static void d2_no_bot_reads_a_paper_book(void **state)
{
    given(2, PAPER);
    assert_string_equal(tb_no_bots(&game_contrees, &s),
                        "A bot cannot read a paper book: every seat is a person's.");
    given(3, "book=novella-fr");
    assert_null(tb_no_bots(&game_contrees, &s));
}

static double agreement(const struct nc_kit *kit, int level, uint64_t *luck, int *draws)
{
    static struct tb_state table;
    int agreed = 0, count = 0;

    memset(&table, 0, sizeof table);
    table.head.kit = &kit->tb;
    table.lamp = NONE;
    for (unsigned leaf = 0; leaf < kit->volume[0].leaves; leaf++) {
        uint64_t one = 0, two = 0;

        if (!nc_is_usable(kit, &kit->volume[0], leaf))
            continue;
        for (int draw = 0; draw < 36; draw++, count++) {
            if (draw % 3 == 0) {
                one = tb_random(luck);
                two = tb_random(luck);
            }
            for (int i = 0; i < SLOTS; i++)
                do
                    table.slot[i] = (uint8_t)tb_random_below(luck, EXPLORATIONS);
                while (memchr(table.slot, table.slot[i], (size_t)i));
            agreed += nc_best_theme(&table, leaf, level, one, luck, false) ==
                      nc_best_theme(&table, leaf, level, two, luck, true);
        }
    }
    *draws += count;
    return agreed;
}

static struct nc_kit *excerpt(const char *path, int width, int height);

static void t65_bots_agree_as_often_as_they_should(void **state)
{
    static const char *const files[2][2] = {
        { "carroll-alice.en.txt", "bronte-wuthering.en.txt" },
        { "maupassant-bel-ami.fr.txt", "daudet-petit-chose.fr.txt" },
    };
    static const double least[2][3] = { { 0.35, 0.49, 0.72 }, { 0.38, 0.55, 0.76 } };
    static const double most[2][3] = { { 0.45, 0.60, 0.80 }, { 0.48, 0.65, 0.84 } };

    for (int lang = 0; lang < 2; lang++)
        for (int level = TB_EASY; level <= TB_HARD; level++) {
            uint64_t luck = 11;
            double agreed = 0, share;
            int draws = 0;

            for (int i = 0; i < 4; i++) {
                struct nc_kit *kit =
                    excerpt(files[lang][i / 2], i % 2 ? 48 : 60, i % 2 ? 12 : 30);

                agreed += agreement(kit, level, &luck, &draws);
                free(kit);
            }
            share = agreed / draws;
            print_message("%s, level %d: %.3f of %d\n", lang ? "fr" : "en", level, share,
                          draws);
            assert_true(share >= least[lang][level - 1] && share <= most[lang][level - 1]);
        }
}

#include "books/books.h"

static struct nc_kit *excerpt(const char *path, int width, int height)
{
    struct nc_kit *kit = calloc(1, KIT_BYTES);
    static char bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    struct book_bytes text;
    struct book book;

    assert_non_null(file);
    assert_null(book_read(bytes, fread(bytes, 1, sizeof bytes, file), &book));
    fclose(file);
    assert_null(
        book_write(&book, strstr(path, ".fr.") ? "fr" : "en", width, height, &text));
    assert_null(nc_kit_make(&kit->tb, text.at, text.length));
    bytes_free(&text);
    book_clear(&book);
    return kit;
}

static void a_paper_passage_can_be_typed(void **state)
{
    char answer[8192];
    struct tb_text out = tb_text(answer, sizeof answer);
    int line;

    assert_true(
        nc_solve(NULL,
                 "fr M08\nginons la scène : à l’aube, le\nguide marche devant, comme s'il\n"
                 "savait où commencer ; la petite\ntroupe le suit vers la droite,\n"
                 "lit les bornes, compte ses pas et\ns'arrête au bord de la rivi\n",
                 true, &out, &line));
    assert_non_null(strstr(answer, "right"));
    assert_non_null(strstr(answer, "comme, commencer"));
    out = tb_text(answer, sizeof answer);
    assert_false(nc_solve(NULL, "fr M08\nune ligne\n", true, &out, &line));
    assert_int_equal(line, 3);
}

#define T(name) cmocka_unit_test(name)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(t01_the_city_lies_fifty_pages_on),
        T(t02_a_hundred_pages_have_five_starts),
        T(t03_too_few_pages_are_refused),
        T(t04_a_short_expedition_goes_seventy_pages),
        T(t05_a_classic_expedition_goes_a_hundred),
        T(t06_difficulties_are_those_printed),
        T(t07_a_leaf_is_two_pages),
        T(t08_the_first_turn_moves_too),
        T(t09_a_peripeteia_adds_its_bonus),
        T(t10_the_scout_stops_on_the_city),
        T(t11_paper_steps_back_while_lines_are_few),
        T(t13_the_same_passage_may_be_left),
        T(t14_city_and_camp_step_back_together),
        T(t15_the_city_stays_ahead_of_the_camp),
        T(t16_the_surveyor_moves_one_leaf_at_least),
        T(t17_a_success_brings_the_camp),
        T(t18_a_failure_costs_both_landscapes),
        T(t19_six_letters_and_a_mission),
        T(t20_two_missions_lose_no_letter),
        T(t21_an_empty_reserve_and_one_mission_lose),
        T(t22_a_loss_beyond_the_reserve_empties_it),
        T(t23_a_loss_from_nothing_is_defeat),
        T(t24_twelve_of_twelve_is_no_defeat),
        T(t25_a_wrong_mission_then_a_failure),
        T(t26_a_wrong_mission_from_nothing_is_defeat),
        T(t27_two_players_have_a_group_of_one),
        T(t32_only_one_mission_is_presented),
        T(t33_a_right_mission_goes_into_the_book),
        T(t34_a_wrong_mission_costs_three_letters),
        T(t35_nobody_holds_two),
        T(t39_missions_are_judged_as_printed),
        T(t40_the_camp_arrives_without_victory),
        T(t41_no_peripeteia_at_the_city),
        T(t42_a_success_at_the_city_wins),
        T(t43_a_failure_at_the_city_stays_there),
        T(t44_the_meaning_is_as_far_as_the_landscape_says),
        T(t47_a_mission_saves_its_domain),
        T(t48_the_players_choose_which_is_saved),
        T(t49_the_joker_cannot_save_two),
        T(t50_two_missions_of_a_domain_cost_no_letter),
        T(t51_one_mission_a_turn_is_removed),
        T(t52_a_peripeteia_goes_into_the_book_or_is_lost),
        T(t53_the_bookbinder_halves_the_price),
        T(t54_the_lamplighter_rules_one_out),
        T(t55_a_success_rearms_its_holder),
        T(t56_only_the_scout_uses_a_skill),
        T(t57_a_won_game_scores),
        T(t58_the_borders_of_the_ranks),
        T(t63_an_empty_deck_is_shuffled_anew),
        T(t68_the_textplorer_needs_peripeteia),
        T(t70_the_citys_passage_is_no_log),
        T(t71_votes_decide_and_leans_do_not),
        T(t72_the_scout_has_a_voice_in_paying),
        T(only_leans_are_closed_by_the_first_member),
        T(a_holder_can_keep_a_mission_back),
        T(our_novella_suits_every_mission),
        T(choices_may_stand_in_a_game_over_days),
        T(one_device_is_asked_once),
        T(a_real_compass_is_read_afterwards),
        T(votes_change_eight_times),
        T(listeners_get_two_lines_at_most),
        T(the_prompter_reads_twice),
        T(the_scout_can_set_the_pace),
        T(reasons_are_shown_with_the_compass),
        T(lost_landscapes_show_their_backs_while_they_are_paid_for),
        T(t64_no_view_holds_a_line_it_must_not),
        T(pictures_fit_a_terminal),
        T(d2_no_bot_reads_a_paper_book),
        T(t65_bots_agree_as_often_as_they_should),
        T(a_paper_passage_can_be_typed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
