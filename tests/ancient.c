/*
 * Ancient Knowledge: the specification's tests (R, K), one test a card, and properties of
 * random games. Positions are text: see ancient_given.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ancient_given.h"
#include "ancient_cards.h"
#include "ancient_rules.h"

enum { RULES = sizeof rules / sizeof *rules, EXAMPLES = sizeof cards / sizeof *cards };

static int cards_tested;

static void rule_holds(void **state)
{
    const char *wrong = example_fault(*state, NULL);

    if (wrong)
        fail_msg("%s", wrong);
}

static bool names(const char *list, const char *id)
{
    size_t length = strlen(id);

    for (const char *at = list; (at = strstr(at, id)); at += length)
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

static void card_works(void **state)
{
    const char *id = *state;
    int examples = 0;

    for (int i = 0; i < EXAMPLES; i++)
        if (names(cards[i].name, id)) {
            const char *wrong = example_fault(&cards[i], id);

            if (wrong)
                fail_msg("%s: \"%s\", \"%s\": %s", id, cards[i].given, cards[i].when,
                         wrong);
            examples++;
        }
    if (!examples)
        fail_msg("%s is tested nowhere", id);
    cards_tested++;
}

/* ---- what an example cannot say ---- */

static void must(const char *wrong)
{
    if (wrong)
        fail_msg("%s", wrong);
}

/* R13: the least lost knowledge decides among equals; then the victory is shared. */
static void r13_ties(void **state)
{
    struct tb_state s;
    struct tb_result result;

    must(given(&s, "A past C29 lost 5 B past C28 lost 3", NULL));
    ancient_score(&s, &result);
    assert_int_equal(result.points[0], result.points[1]);
    assert_int_equal(result.place[0], 2);
    assert_int_equal(result.place[1], 1);
    must(given(&s, "A past C29 lost 3 B past C28 C20 lost 3", NULL));
    ancient_score(&s, &result);
    assert_int_equal(result.place[0], 1);
    assert_int_equal(result.place[1], 1);
}

static bool adjacent(const struct tb_state *s, const char *of, const char *to)
{
    static const struct selector beside = { IN_ADJACENT, ANY_KIND, 0, 255 };
    unsigned a = 0, b = 0;

    while (strcmp(ancient_words[a].id, of))
        a++;
    while (strcmp(ancient_words[b].id, to))
        b++;
    return ak_slots_in(s, 0, a, &beside) >> ak_slot_of(&s->player[0], b) & 1;
}

/* K1: the other row of the space, left and right in the own row; what drops is adjacent to
 * its new neighbours. */
static void k1_adjacency(void **state)
{
    struct tb_state s;

    must(given(&s, "A s2 C9 M3 s3 P26", NULL));
    assert_true(adjacent(&s, "M3", "C9"));
    assert_false(adjacent(&s, "M3", "P26"));
    assert_true(adjacent(&s, "C9", "P26"));
    ak_leave_timeline(&s, 0, 2);
    assert_true(adjacent(&s, "M3", "P26"));
}

static void the_box_is_complete(void **state)
{
    static const uint8_t timings[4][5] = {
        /* immediate permanent timeline decline endgame */
        { 10, 4, 7, 10, 5 },
        { 9, 4, 4, 9, 10 },
        { 8, 4, 8, 8, 8 },
        { 0, 16, 20, 0, 0 }
    };
    static const char *const locked = "C21 C35 M9 M13 M14 P10 P19 P20";
    int found[4][5] = { { 0 } }, levels[SECRET + 1][3] = { { 0 } }, hands[5] = { 0 };

    for (int c = 0; c < CARDS; c++) {
        const struct card *card = &ancient_card[c];

        if (c >= BUILDERS) {
            levels[card->kind][card->level]++;
            assert_int_equal(card->timing, card->level == 1 ? T_IMMEDIATE : T_ENDGAME);
            continue;
        }
        found[card->kind][card->timing]++;
        hands[card->hand]++;
        assert_int_equal(card->locked, names(locked, ancient_words[c].id));
    }
    for (int k = 0; k < 4; k++)
        for (int t = 0; t < 5; t++)
            assert_int_equal(found[k][t], timings[k][t]);
    for (int k = ANCIENT; k <= SECRET; k++) {
        assert_int_equal(levels[k][1], 9);
        assert_int_equal(levels[k][2], 6);
        assert_true(count_of(ak_technologies_of(1u << k, 1)) == 9);
    }
    for (int h = 1; h <= 4; h++)
        assert_int_equal(hands[h], 6);
}

static void new_game(struct tb_state *s, int seats, int hands, uint64_t seed)
{
    uint64_t options[TB_OPTIONS_MAX] = { 0 };

    options[OPTION_HANDS] = (uint64_t)hands;
    options[OPTION_FIRST] = FIRST_SEAT;
    assert_null(tb_new(&game_ancient, s, seats, options, NULL, tb_seed_of(seed)));
}

/* R3.3: ten dealt, four put away in secret; the third and fourth draw one more. */
static void ten_dealt_four_put_away(void **state)
{
    struct tb_state s;

    new_game(&s, 4, HANDS_DEALT, 7);
    assert_int_equal(s.head.owes, 15);
    for (int seat = 3; seat >= 0; seat--)
        for (int i = 0; i < 4; i++) {
            assert_int_equal(s.player[seat].cards, 10);
            tb_step(&game_ancient, &s, seat, tb_pick(&game_ancient, &s, seat, &s.head.rng),
                    NULL);
        }
    assert_int_equal(s.player[0].cards, 6);
    assert_int_equal(s.player[1].cards, 6);
    assert_int_equal(s.player[2].cards, 7);
    assert_int_equal(s.player[3].cards, 7);
    assert_int_equal(s.piles, 16);
    assert_int_equal(s.head.owes, 1);
    assert_int_equal(s.head.may, 0);
}

/* R3.3: who has put four away may take one back while another still chooses. */
static void a_card_put_away_comes_back(void **state)
{
    struct tb_state s;
    tb_move list[TB_MOVES_MAX];
    unsigned card;

    new_game(&s, 2, HANDS_DEALT, 7);
    for (int i = 0; i < 4; i++)
        tb_step(&game_ancient, &s, 1, tb_pick(&game_ancient, &s, 1, &s.head.rng), NULL);
    assert_int_equal(s.head.owes, 1);
    assert_int_equal(s.head.may, 2);
    assert_int_equal(tb_legal(&game_ancient, &s, 1, list), 4);
    card = tb_arg(list[1], 0);
    assert_null(tb_play(&game_ancient, &s, 1, list[1], NULL));
    assert_int_equal(s.head.owes, 3);
    assert_int_equal(s.player[1].given, 3);
    assert_true(ak_hand_of(&s.player[1], card) < 7);
}

/* R3.3: each ready-made hand is one of the four, and no two players have the same. */
static void ready_made_hands(void **state)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct tb_state s;
        unsigned used = 0;

        new_game(&s, 4, HANDS_READY, seed);
        for (int seat = 0; seat < 4; seat++) {
            int of[5] = { 0 }, best = 0;

            for (int i = 0; i < s.player[seat].cards; i++)
                of[ancient_card[s.player[seat].hand[i]].hand]++;
            for (int h = 1; h <= 4; h++)
                if (of[h] == 6)
                    best = h;
            assert_true(best > 0);
            assert_int_equal(s.player[seat].cards, seat < 2 ? 6 : 7);
            used |= 1u << best;
        }
        assert_int_equal(used, 30);
    }
}

/* ---- the first player ---- */

static const char *new_with_first(struct tb_state *s, int seats, uint64_t first,
                                  uint64_t seed)
{
    uint64_t options[TB_OPTIONS_MAX] = { 0 };

    options[OPTION_FIRST] = first;
    return tb_new(&game_ancient, s, seats, options, NULL, tb_seed_of(seed));
}

static void put_all_away(struct tb_state *s)
{
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int i = 0; i < PUT_AWAY; i++)
            tb_step(&game_ancient, s, seat, tb_pick(&game_ancient, s, seat, &s->head.rng),
                    NULL);
}

/* R3.1: by lot, each seat as likely; everybody knows it before choosing a hand. */
static void the_first_player_is_drawn_by_lot(void **state)
{
    for (int seats = 2; seats <= 4; seats++) {
        int began[PLAYERS] = { 0 };

        for (uint64_t seed = 0; seed < 1200; seed++) {
            struct tb_state s;
            int first;

            assert_null(new_with_first(&s, seats, FIRST_BY_LOT, seed));
            first = s.first;
            put_all_away(&s);
            assert_int_equal(s.active, first);
            began[first]++;
        }
        for (int seat = 0; seat < seats; seat++) /* five times the spread */
            assert_in_range(began[seat] * seats, 1200 - 5 * 60, 1200 + 5 * 60);
    }
}

/* R3.1: the option names a seat; one that is not at the table is refused. */
static void an_option_names_the_first_player(void **state)
{
    struct tb_state s;

    for (int seats = 2; seats <= 4; seats++)
        for (int seat = 0; seat < PLAYERS; seat++) {
            const char *refusal = new_with_first(&s, seats, FIRST_SEAT + (uint64_t)seat, 3);

            if (seat >= seats) {
                assert_non_null(refusal);
                continue;
            }
            assert_null(refusal);
            put_all_away(&s);
            assert_int_equal(s.head.owes, 1 << seat);
            assert_int_equal(s.turn, 1);
        }
}

/* R3.3, R3.4: the pile is laid and the extra cards are drawn in turn order. */
static void the_set_up_goes_in_turn_order(void **state)
{
    struct tb_state s;
    uint8_t last;

    assert_null(new_with_first(&s, 4, FIRST_SEAT + 2, 11));
    for (int seat = 0; seat < 4; seat++)
        for (int i = 0; i < PUT_AWAY; i++) {
            tb_move move = tb_pick(&game_ancient, &s, seat, &s.head.rng);

            if (seat == 1)
                last = (uint8_t)tb_arg(move, 0);
            tb_step(&game_ancient, &s, seat, move, NULL);
        }
    assert_int_equal(*ak_pile_top(&s), last);
    assert_int_equal(s.player[2].cards, 6);
    assert_int_equal(s.player[3].cards, 6);
    assert_int_equal(s.player[0].cards, 7);
    assert_int_equal(s.player[1].cards, 7);
}

/* R7.6: whoever begins, all have had the same number of turns at the end. */
static void everybody_has_as_many_turns(void **state)
{
    struct tb_event list[TB_EVENTS_MAX];

    for (uint64_t seed = 0; seed < 60; seed++) {
        struct tb_state s;
        int seats = 2 + (int)(seed % 3), turns[PLAYERS] = { 0 };

        assert_null(new_with_first(&s, seats, FIRST_BY_LOT, seed));
        while (s.head.owes) {
            struct tb_events told = { list, 0, TB_EVENTS_MAX };
            int seat = (int)first_of(s.head.owes);

            tb_step(&game_ancient, &s, seat, tb_pick(&game_ancient, &s, seat, &s.head.rng),
                    &told);
            for (int i = 0; i < told.count; i++)
                turns[list[i].seat] += list[i].kind == E_TURN;
        }
        for (int seat = 0; seat < seats; seat++)
            assert_int_equal(turns[seat], s.turn);
    }
}

/* ---- secrets ---- */

static bool sees(const struct tb_state *s, int viewer, int seat, const char *id)
{
    struct tb_state seen;

    tb_observe(&game_ancient, s, viewer, &seen);
    for (int i = 0; i < seen.player[seat].cards; i++)
        if (seen.player[seat].hand[i] != NONE &&
            !strcmp(ancient_words[seen.player[seat].hand[i]].id, id))
            return true;
    return false;
}

/* R10: the thief knows the whole hand; the victim the card; a third player neither. */
static void what_a_theft_tells(void **state)
{
    struct tb_state s;

    must(given(&s, "decline A s1 M14 B hand A1 A2 A5 C hand A3", NULL));
    must(when(&s, "rob 1; take A1", NULL));
    assert_true(sees(&s, 0, 1, "A2"));
    assert_true(sees(&s, 1, 0, "A1"));
    assert_false(sees(&s, 2, 0, "A1"));
    assert_false(sees(&s, 2, 1, "A2"));
    assert_false(sees(&s, TB_PUBLIC, 0, "A1"));
}

/* R10: a card drafted in the open stays known until its owner lays a card face down. */
static void what_a_draft_tells(void **state)
{
    struct tb_state s;

    must(given(&s, "A tile1 T3 T9 T5 s3 C29:5 deck C1 C2 C3 C4 C5", NULL));
    must(when(&s, "learn; learn T3; take C1; take C2; take C3", NULL));
    assert_true(sees(&s, 1, 0, "C1"));
    assert_true(sees(&s, TB_PUBLIC, 1, "C2"));
    must(when(&s, "archive; archive C3", NULL));
    assert_false(sees(&s, 1, 0, "C1"));
    assert_true(sees(&s, 0, 1, "C2"));
}

static unsigned pile_seen(const struct tb_state *s, int viewer, int depth)
{
    struct tb_state seen;

    tb_observe(&game_ancient, s, viewer, &seen);
    return seen.builders[BUILDERS - seen.piles + depth];
}

/* R10, D33: of a price the others see the last card only. */
static void what_a_price_tells(void **state)
{
    struct tb_state s;

    must(given(&s, "A hand C16 A1 A2 A5 B hand A3", NULL));
    must(when(&s, "create; create C16; space 2; pay A1; pay A2", NULL));
    assert_string_equal(ancient_words[pile_seen(&s, 1, 0)].id, "A2");
    assert_int_equal(pile_seen(&s, 1, 1), NONE);
    assert_string_equal(ancient_words[pile_seen(&s, 0, 1)].id, "A1");
}

static const char *view_of(const struct tb_state *s, int viewer)
{
    static char buffer[1 << 16];
    struct tb_text out = tb_text(buffer, sizeof buffer);
    struct tb_state seen;

    tb_observe(&game_ancient, s, viewer, &seen);
    ancient_view(&seen, &out);
    assert_false(out.cut);
    return buffer;
}

static bool told(const struct tb_state *s, int viewer, const char *json)
{
    return strstr(view_of(s, viewer), json) != NULL;
}

static bool is_shown_in_order(const struct tb_state *s, const char *const *ids, int count)
{
    static char picture[1 << 16];
    struct tb_text out = tb_text(picture, sizeof picture);
    const char *at;
    struct tb_state seen;

    tb_observe(&game_ancient, s, 0, &seen);
    ancient_show(&seen, &out);
    at = strstr(picture, "Your hand");
    for (int i = 0; i < count && at; i++)
        at = strstr(at, ids[i]);
    return at != NULL;
}

/* Whatever the order in which they came, which would tell of the luck that dealt them. */
static void hands_are_shown_by_the_numbers_of_their_cards(void **state)
{
    static const char *const order[] = { "C9 ", "M2 ", "M18 ", "P31 ", "A15 " };
    struct tb_state s;

    must(given(&s, "decline A s1 M14 hand A15 M18 C9 P31 M2 B hand A5 C12 A1 C hand A3",
               NULL));
    assert_true(told(&s, 0, "\"hand\":[\"C9\",\"M2\",\"M18\",\"P31\",\"A15\"]"));
    assert_true(told(&s, TB_TRUTH, "\"hand\":[\"C12\",\"A1\",\"A5\"]"));
    assert_true(told(&s, 1, "\"hand\":[null,null,null,null,null]"));
    assert_true(is_shown_in_order(&s, order, 5));
    must(when(&s, "rob 1", NULL)); /* and a hand that is looked at */
    assert_true(told(&s, 0, "\"hand\":[\"C12\",\"A1\",\"A5\"]"));
}

/* The number of the card whose id stands here between quotes. */
static int quoted_card(const char *at)
{
    size_t length = strcspn(at, "\"");
    int card = 0;

    while (strlen(ancient_words[card].id) != length ||
           memcmp(ancient_words[card].id, at, length) != 0)
        card++;
    return card;
}

/* What is left of it while cards are put away: the deal is the one moment when a hand is
 * nothing but luck. */
static void an_opening_hand_is_shown_by_numbers_too(void **state)
{
    struct tb_state s;

    for (uint64_t seed = 0; seed < 50; seed++) {
        const char *at;
        int last = -1;

        new_game(&s, 2, HANDS_DEALT, seed);
        for (int n = 0; n < 2; n++)
            tb_step(&game_ancient, &s, 0, tb_mv(PUT, s.player[0].hand[0], 0), NULL);
        at = strstr(view_of(&s, 0), "\"hand\":[\"") + strlen("\"hand\":[\"");
        for (int i = 0; i < HAND - 2; i++) {
            int card = quoted_card(at);

            assert_true(card > last);
            assert_in_range(ak_hand_of(&s.player[0], (unsigned)card), 0, HAND - 3);
            last = card;
            at += strcspn(at, ",]") + 2;
        }
    }
}

/* The page's prompt: how many cards are left to pay, how many tokens to take off. */
static void what_is_left_to_answer(void **state)
{
    struct tb_state s;

    must(given(&s, "A hand C5 A1 A2 A5", NULL));
    assert_true(told(&s, 0, "\"left\":0"));
    must(when(&s, "create; create C5; space 5", NULL));
    assert_true(told(&s, 0, "\"kind\":\"pay\",\"who\":0"));
    assert_true(told(&s, 0, "\"left\":2"));
    must(when(&s, "pay A1", NULL));
    assert_true(told(&s, 1, "\"left\":1"));
    /* P24 takes up to two off; there are eleven and more. */
    must(given(&s, "chronicle A s3 P24:6 s4 C1:6", NULL));
    assert_true(told(&s, 0, "\"left\":2"));
    must(when(&s, "token C1", NULL));
    assert_true(told(&s, 0, "\"left\":1"));
}

/* A chronicle card with nothing to do says why, to its player alone. */
static void why_a_card_is_idle(void **state)
{
    struct tb_state s;

    must(given(&s, "A s3 C7:3 P25:2 art A10 lost 4 past 1c hand 1x", NULL));
    assert_true(told(&s, 0, "{\"card\":\"C7\",\"why\":\"fewer\",\"have\":1,\"need\":2}"));
    assert_true(told(&s, 0, "{\"card\":\"P25\",\"why\":\"knowledge\"}"));
    assert_true(told(&s, 0, "{\"card\":\"A10\",\"why\":\"more\",\"have\":4,\"need\":3}"));
    assert_true(told(&s, 1, "\"idle\":[]"));
    must(given(&s, "A s4 P31:1 hand 10x", NULL));
    assert_true(told(&s, 0, "{\"card\":\"P31\",\"why\":\"hand\"}"));
}

/* R5.3: what a technology on a tile still asks for. */
static void what_a_technology_lacks(void **state)
{
    struct tb_state s;

    must(given(&s, "A past 1c tile3 T28 T29 T30 side2", NULL));
    assert_true(told(&s, 0, "\"lacks\":{"));
    assert_true(told(&s, 0, "\"T28\":{\"why\":"));
    assert_false(told(&s, TB_PUBLIC, "\"lacks\""));
}

static void play_out(struct tb_state *s, uint64_t rng)
{
    while (s->head.owes) {
        int seat = (int)first_of(s->head.owes);

        tb_step(&game_ancient, s, seat, tb_pick(&game_ancient, s, seat, &rng), NULL);
    }
}

static bool has_line(const struct score_lines *lines, enum score_row row, unsigned card)
{
    for (int i = 0; i < lines->count; i++)
        if (lines->line[i].row == row && lines->line[i].card == card)
            return true;
    return false;
}

/* R7.5: the sheet card by card adds up to the sums, and leaves no card out that scores. */
static void the_score_sheet_names_its_cards(void **state)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct tb_state s;
        struct tb_result result;

        new_game(&s, 2 + (int)(seed % 3), HANDS_DEALT, seed);
        play_out(&s, seed);
        ancient_score(&s, &result);
        for (int seat = 0; seat < s.head.seats; seat++) {
            const struct player *p = &s.player[seat];
            struct score_lines lines;
            struct sheet sheet = ak_score_sheet(&s, seat, &lines);
            int row[ROWS] = { 0 }, total = 0;

            for (int i = 0; i < lines.count; i++) {
                row[lines.line[i].row] += lines.line[i].points;
                total += lines.line[i].points;
            }
            assert_memory_equal(row, sheet.row, sizeof row);
            assert_int_equal(total, sheet.total);
            assert_int_equal(total, result.points[seat]);
            for (int i = 0; i < p->pasts; i++) {
                unsigned card = p->past[i];

                assert_int_equal(has_line(&lines, ROW_PAST, card),
                                 ancient_card[card].vp > 0);
                assert_int_equal(has_line(&lines, ROW_EFFECTS, card),
                                 ancient_card[card].timing == T_ENDGAME);
            }
        }
    }
}

/* R7.5: C9 prints one point, C5 counts the two cities, M1 still stands; two are lost. */
static void the_score_sheet_in_the_view(void **state)
{
    struct tb_state s;

    must(given(&s, "A past C9 C5 s3 M1 lost 2", NULL));
    assert_false(told(&s, 1, "\"lines\""));
    s.phase = PHASE_OVER;
    s.head.owes = 0;
    assert_true(told(&s, 1,
                     "\"lines\":[{\"row\":\"past\",\"card\":\"C9\",\"points\":1},"
                     "{\"row\":\"effects\",\"card\":\"C5\",\"points\":2},"
                     "{\"row\":\"timeline\",\"card\":\"M1\",\"points\":1},"
                     "{\"row\":\"lost\",\"card\":null,\"points\":-2}]"));
}

/* R10: technologies put under a deck: by bury openly, by look_learn for the looker only. */
static void what_is_put_under_a_deck(void **state)
{
    struct tb_state s, seen;

    must(given(&s, "A hand P35 tile1 T9 T5 T3 tile3 T28 T29 T30", NULL));
    must(when(&s, "create; bury T28; bury T9", NULL));
    tb_observe(&game_ancient, &s, TB_PUBLIC, &seen);
    assert_string_equal(ancient_words[seen.tech_deck[1][0]].id, "T28");
    assert_string_equal(ancient_words[seen.tech_deck[0][0]].id, "T9");
    assert_int_equal(seen.tech_deck[0][1], NONE);
    must(given(&s, "decline A s1 P7 deck2 T32 T39 T44 T45 T29 T38 T43 T28", NULL));
    must(
        when(&s, "under T32; under T39; under T44; under T45; under T29; under T38", NULL));
    tb_observe(&game_ancient, &s, 0, &seen);
    assert_string_equal(ancient_words[seen.tech_deck[1][0]].id, "T43");
    assert_string_equal(ancient_words[seen.tech_deck[1][6]].id, "T32");
    tb_observe(&game_ancient, &s, 1, &seen);
    assert_int_equal(seen.tech_deck[1][0], NONE);
}

/* A redeal never moves a card that the viewer remembers, and moves the others. */
static void redeals_respect_memory(void **state)
{
    struct tb_state s, seen, world;
    int elsewhere = 0;

    must(given(&s, "decline A s1 M14 B hand A1 A2 A5 C hand A3", NULL));
    must(when(&s, "rob 1; take A1", NULL));
    tb_observe(&game_ancient, &s, 0, &seen);
    for (uint64_t seed = 0; seed < 200; seed++) {
        tb_redeal(&game_ancient, &seen, seed, &world);
        assert_null(ancient_check(&world));
        assert_true(ak_hand_of(&world.player[1], (unsigned)s.player[1].hand[0]) >= 0);
        elsewhere += ak_hand_of(&world.player[2], (unsigned)s.player[2].hand[0]) < 0;
    }
    assert_true(elsewhere > 150);
}

/* ---- refusals ---- */

static void refused(struct tb_state *s, const char *note)
{
    struct tb_state before = *s;
    tb_move move;

    assert_string_equal(tb_parse(&game_ancient, s, s->who, note, &move),
                        "That move is not possible now.");
    assert_memory_equal(&before, s, sizeof before);
}

static void bad_moves_are_refused(void **state)
{
    struct tb_state s;

    must(given(&s, "A hand C35 C9 A1 A2 s4 M8 P14 s3 C29:1 tile1 T1 T9 T5 B hand C12",
               NULL));
    must(when(&s, "create", NULL));
    refused(&s, "create C12"); /* not in this hand */
    refused(&s, "create C35"); /* locked, and its space is full */
    must(when(&s, "create C9", NULL));
    refused(&s, "space 4"); /* full */
    refused(&s, "space 7");
    must(when(&s, "space 5", NULL));
    refused(&s, "stop"); /* a price is paid in full */
    must(when(&s, "pay A1; learn", NULL));
    refused(&s, "learn T1"); /* its requirement is not met */
    refused(&s, "learn T2"); /* not on a tile */
}

/* ---- random games ---- */

/* They end, keep every invariant, and stay within the limits that the tables allow. */
static void random_games_end(void **state)
{
    for (int n = 0; n < 150; n++) {
        struct tb_state s;
        uint64_t rng = (uint64_t)n;

        new_game(&s, 2 + n % 3, n % 4 == 3 ? HANDS_READY : HANDS_DEALT, (uint64_t)n);
        while (s.head.owes) {
            int seat = (int)first_of(s.head.owes);
            const char *wrong = ancient_check(&s);

            if (wrong)
                fail_msg("game %d, ply %d: %s", n, s.head.ply, wrong);
            tb_step(&game_ancient, &s, seat, tb_pick(&game_ancient, &s, seat, &rng), NULL);
            assert_true(s.head.ply < game_ancient.plies_max);
        }
        assert_true(s.ending);
    }
}

/* What a technology asks for is kept twice, as conditions and as sets by what one has. */
static void needs_are_the_same_as_conditions_and_as_sets(void **state)
{
    int met = 0, unmet = 0;

    for (int n = 0; n < 60; n++) {
        struct tb_state s;
        uint64_t rng = (uint64_t)n;

        new_game(&s, 2, HANDS_DEALT, (uint64_t)n);
        while (s.head.owes) {
            int seat = (int)first_of(s.head.owes);

            for (unsigned t = 0; t < TECHNOLOGIES && s.head.ply % 16 == 0; t++) {
                const struct need *need = &ancient_need[t];
                bool holds = ak_holds(&s, seat, BUILDERS + t, need->atom, need->atoms);

                if (s.player[seat].roles & ROLE_REQ)
                    continue;
                assert_int_equal(ak_learnable(&s, seat, BUILDERS + t), holds);
                met += holds && need->atoms;
                unmet += !holds;
            }
            tb_step(&game_ancient, &s, seat, tb_pick(&game_ancient, &s, seat, &rng), NULL);
        }
    }
    assert_true(met > 1000 && unmet > 1000);
}

int main(void)
{
    struct CMUnitTest tests[RULES + CARDS + 32];
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(r13_ties),
        cmocka_unit_test(k1_adjacency),
        cmocka_unit_test(the_box_is_complete),
        cmocka_unit_test(ten_dealt_four_put_away),
        cmocka_unit_test(a_card_put_away_comes_back),
        cmocka_unit_test(ready_made_hands),
        cmocka_unit_test(the_first_player_is_drawn_by_lot),
        cmocka_unit_test(an_option_names_the_first_player),
        cmocka_unit_test(the_set_up_goes_in_turn_order),
        cmocka_unit_test(everybody_has_as_many_turns),
        cmocka_unit_test(what_a_theft_tells),
        cmocka_unit_test(what_a_draft_tells),
        cmocka_unit_test(what_a_price_tells),
        cmocka_unit_test(hands_are_shown_by_the_numbers_of_their_cards),
        cmocka_unit_test(an_opening_hand_is_shown_by_numbers_too),
        cmocka_unit_test(what_is_left_to_answer),
        cmocka_unit_test(why_a_card_is_idle),
        cmocka_unit_test(what_a_technology_lacks),
        cmocka_unit_test(what_is_put_under_a_deck),
        cmocka_unit_test(redeals_respect_memory),
        cmocka_unit_test(bad_moves_are_refused),
        cmocka_unit_test(the_score_sheet_names_its_cards),
        cmocka_unit_test(the_score_sheet_in_the_view),
        cmocka_unit_test(random_games_end),
        cmocka_unit_test(needs_are_the_same_as_conditions_and_as_sets),
    };
    int count = 0, failed;

    memset(tests, 0, sizeof tests);
    for (int i = 0; i < RULES; i++) {
        tests[count].name = rules[i].name;
        tests[count].test_func = rule_holds;
        /* cmocka hands it on unchanged; the example is only read. */
        tests[count++].initial_state = (void *)(uintptr_t)&rules[i];
    }
    for (int c = 0; c < CARDS; c++) {
        tests[count].name = ancient_words[c].name[TB_EN];
        tests[count].test_func = card_works;
        tests[count++].initial_state = (void *)(uintptr_t)ancient_words[c].id;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        tests[count++] = others[i];
    failed = _cmocka_run_group_tests("ancient", tests, (size_t)count, NULL, NULL);
    printf("%d of %d\n", cards_tested, CARDS);
    return failed || cards_tested < CARDS;
}
