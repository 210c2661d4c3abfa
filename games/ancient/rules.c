/*
 * Ancient Knowledge behind tablier.h: moves, set-up, result. What happens in between is a
 * turn (turn.c) made of pieces of work (work.c) that ask (ask.c).
 */
#include <string.h>

#include "work.h"

/* ---- moves ---- */

static int kept(const struct player *p) { return p->cards - p->given; }

/* Who has put four away may change his mind until all have. */
static int setup_moves(const struct player *p, tb_move *out)
{
    int count = 0;

    if (p->given == PUT_AWAY)
        for (; count < PUT_AWAY; count++)
            out[count] = tb_mv(KEEP, p->hand[kept(p) + count], 0);
    else
        for (; count < kept(p); count++)
            out[count] = tb_mv(PUT, p->hand[count], 0);
    return count;
}

static int moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = 0;

    if (s->phase == PHASE_SETUP) {
        return setup_moves(&s->player[seat], out);
    }
    for (uint64_t set = s->options; set; set &= set - 1)
        out[count++] = ak_move_of(s, (int)first_of(set));
    return count;
}

static tb_move setup_pick(const struct player *p, uint64_t *rng)
{
    tb_move list[HAND];
    int count = setup_moves(p, list);

    return list[tb_random_below(rng, (uint32_t)count)];
}

/* moves() without the list, draw for draw. */
static tb_move pick(const struct tb_state *s, int seat, uint64_t *rng)
{
    return s->phase == PHASE_SETUP ? setup_pick(&s->player[seat], rng) : ak_pick(s, rng);
}

/* ---- set-up: R3 ---- */

static void begin_play(struct tb_state *s, struct tb_events *to)
{
    for (int n = 2; n < s->head.seats; n++)
        ak_draw(s, ak_in_turn(s, n), 1, NONE, to);
    ak_begin_turn(s, s->first, to);
    ak_resume(s, to);
}

/* What each put away goes onto the pile in turn order; only the last card shows. */
static void end_setup(struct tb_state *s, struct tb_events *to)
{
    for (int n = 0; n < s->head.seats; n++) {
        int seat = ak_in_turn(s, n);
        struct player *p = &s->player[seat];

        for (int i = HAND - PUT_AWAY; i < HAND; i++) {
            s->piles++;
            s->builders[BUILDERS - s->piles] = p->hand[i];
            s->may[seat][p->hand[i]] = Z_PILE;
            p->hand[i] = 0;
        }
        p->cards = HAND - PUT_AWAY;
        p->given = 0;
        ak_move_unseen(s, zone_hand(seat), Z_PILE, 1u << seat);
    }
    ak_see(s, *ak_pile_top(s), ak_everybody(s), Z_PILE);
    s->ask = ASK_NOTHING;
    s->head.may = 0;
    begin_play(s, to);
}

static void put_away(struct tb_state *s, int seat, unsigned card, struct tb_events *to)
{
    struct player *p = &s->player[seat];

    ak_leave_hand(p, ak_hand_of(p, card));
    p->hand[p->cards++] = (uint8_t)card;
    p->given++;
    ak_tell(to, E_PUT_AWAY, seat, TB_ALL, p->given, 0, 0, 0);
    ak_tell(to, E_PUT_AWAY_CARD, seat, 1 << seat, card, 0, 0, 0);
    if (p->given == PUT_AWAY) {
        s->head.owes &= (uint8_t) ~(1 << seat);
        s->head.may |= (uint8_t)(1 << seat);
    }
    if (!s->head.owes)
        end_setup(s, to);
}

static void take_back(struct tb_state *s, int seat, unsigned card, struct tb_events *to)
{
    struct player *p = &s->player[seat];
    int i = ak_hand_of(p, card), first = kept(p);

    memmove(p->hand + first + 1, p->hand + first, (size_t)(i - first));
    p->hand[first] = (uint8_t)card;
    p->given--;
    s->head.owes |= (uint8_t)(1 << seat);
    s->head.may &= (uint8_t) ~(1 << seat);
    ak_tell(to, E_TOOK_BACK, seat, TB_ALL, 0, 0, 0, 0);
    ak_tell(to, E_TOOK_BACK_CARD, seat, 1 << seat, card, 0, 0, 0);
}

static void play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    if (s->phase == PHASE_SETUP) {
        (tb_verb(move) == KEEP ? take_back : put_away)(s, seat, tb_arg(move, 0), to);
        return;
    }
    ak_answer(s, move, to);
    ak_resume(s, to);
}

static void lay_technologies(struct tb_state *s)
{
    static const uint8_t level[TILES] = { 1, 1, 2 };

    for (unsigned c = BUILDERS; c < CARDS; c++) {
        unsigned l = ancient_card[c].level - 1u;

        s->tech_deck[l][s->tech_decks[l]++] = (uint8_t)c;
    }
    for (int l = 0; l < LEVELS; l++)
        tb_shuffle(s, s->tech_deck[l], s->tech_decks[l]);
    for (int t = 0; t < TILES; t++) {
        s->tile_level[t] = level[t];
        for (int i = 0; i < FACES; i++)
            ak_set_face(s, FACES * t + i, ak_tech_turn_up(s, level[t], NULL));
    }
}

static void deal(struct tb_state *s, int seat, unsigned card)
{
    struct player *p = &s->player[seat];

    p->hand[p->cards++] = (uint8_t)card;
    s->may[seat][card] = zone_hand(seat);
}

/* Everything may be in the deck or in any hand, one's own known hand excepted. */
static void remember_deal(struct tb_state *s)
{
    unsigned hands = ((1u << s->head.seats) - 1) * Z_HAND;

    for (int v = 0; v < VIEWERS; v++)
        if (ak_everybody(s) >> v & 1)
            memset(s->may[v], (int)(Z_DECK | (hands & ~(v < PLAYERS ? zone_hand(v) : 0u))),
                   BUILDERS);
}

static void deal_ten(struct tb_state *s)
{
    remember_deal(s);
    for (unsigned c = 0; c < BUILDERS; c++)
        s->builders[c] = (uint8_t)c;
    s->decks = BUILDERS;
    tb_shuffle(s, s->builders, BUILDERS);
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int i = 0; i < HAND; i++)
            deal(s, seat, ak_deck_top(s));
}

/* Ready-made hands: everybody knows the four lists, so the other cards are in the deck. */
static void deal_ready(struct tb_state *s)
{
    uint8_t hand[PLAYERS] = { 1, 2, 3, 4 };

    remember_deal(s);
    tb_shuffle(s, hand, PLAYERS);
    memcpy(s->ready, hand, s->head.seats);
    for (unsigned c = 0; c < BUILDERS; c++) {
        int seat = 0;

        while (seat < s->head.seats && hand[seat] != ancient_card[c].hand)
            seat++;
        if (!ancient_card[c].hand)
            ak_see(s, c, ak_everybody(s), Z_DECK);
        if (seat < s->head.seats)
            deal(s, seat, c);
        else
            s->builders[s->decks++] = (uint8_t)c;
    }
    for (int seat = 0; seat < s->head.seats; seat++)
        tb_shuffle(s, s->player[seat].hand, s->player[seat].cards);
    tb_shuffle(s, s->builders, s->decks);
}

/* R3.1 */
static int first_player(struct tb_state *s)
{
    uint64_t chosen = s->head.option[OPTION_FIRST];

    return chosen == FIRST_BY_LOT ? (int)tb_roll(s, s->head.seats)
                                  : (int)(chosen - FIRST_SEAT);
}

static void setup(struct tb_state *s)
{
    for (int seat = 0; seat < PLAYERS; seat++) {
        memset(s->player[seat].card, NONE, SLOTS);
        memset(s->player[seat].artefact, NONE, ARTEFACTS);
    }
    s->first = s->active = (uint8_t)first_player(s);
    s->declining = NONE;
    memset(s->builders, NONE, sizeof s->builders);
    memset(s->face, NONE, sizeof s->face);
    lay_technologies(s);
    if (s->head.option[OPTION_HANDS] == HANDS_READY) {
        deal_ready(s);
        begin_play(s, NULL);
    } else {
        deal_ten(s);
        s->ask = ASK_PUT_AWAY;
        s->head.owes = (uint8_t)((1 << s->head.seats) - 1);
    }
}

/* ---- result: R7.5, R7.6 ---- */

void ancient_score(const struct tb_state *s, struct tb_result *result)
{
    memset(result, 0, sizeof *result);
    for (int seat = 0; seat < s->head.seats; seat++)
        result->points[seat] = ak_score_sheet(s, seat, NULL).total;
    for (int seat = 0; seat < s->head.seats; seat++) {
        result->place[seat] = 1;
        for (int other = 0; other < s->head.seats; other++) {
            int lead = result->points[other] - result->points[seat];

            if (lead > 0 || (!lead && s->player[other].lost < s->player[seat].lost))
                result->place[seat]++;
        }
    }
}

static void measure(const struct tb_state *s, double *figures)
{
    double lost = 0, points = 0;

    for (int seat = 0; seat < s->head.seats; seat++) {
        lost += s->player[seat].lost;
        points += ak_score_sheet(s, seat, NULL).total;
    }
    figures[0] = s->turn;
    figures[1] = points / s->head.seats;
    figures[2] = lost / s->head.seats;
}

/* ---- the game ---- */

static const char *const hands_values[] = { "dealt", "ready" };
static const char *const hands_labels[] = { TB_N("Ten cards dealt, four put away"),
                                            TB_N("Ready-made hands for a first game") };

static const char *const first_values[] = { "lot", "seat1", "seat2", "seat3", "seat4" };
static const char *const first_labels[] = { TB_N("By lot"), TB_N("Seat 1"), TB_N("Seat 2"),
                                            TB_N("Seat 3"), TB_N("Seat 4") };

static const struct tb_option options[] = {
    { "hands", TB_N("Opening hands"),
      TB_N("Ready-made hands spare newcomers the first choice."), hands_values,
      hands_labels, HANDS_DEALT, HANDS_READY, HANDS_DEALT, NULL, NULL },
    { "first", TB_N("First player"),
      TB_N("Who plays first in every round; the turns go round from there."), first_values,
      first_labels, FIRST_BY_LOT, FIRST_SEAT + PLAYERS - 1, FIRST_BY_LOT, NULL, NULL },
    { 0 },
};

static const char *allow(const struct tb_head *h)
{
    return h->option[OPTION_FIRST] >= FIRST_SEAT + (uint64_t)h->seats
               ? TB_N("The first player is none of those at this table.")
               : NULL;
}

static const char *const figures[] = { "rounds", "points", "lost_knowledge", NULL };

const struct tb_game game_ancient = {
    .id = "ancient",
    .name = TB_N("Ancient Knowledge"),
    .about = TB_N("Raise monuments and hand their knowledge down before they fall."),
    .edition = 2,
    .seats_min = 2,
    .seats_max = PLAYERS,
    .state_size = sizeof(struct tb_state),
    .plies_max = 8000, /* random games take 1,100 at most; nobody need ever create */
    .options = options,
    .events = ancient_events,
    .figures = figures,
    .allow = allow,
    .setup = setup,
    .moves = moves,
    .play = play,
    .score = ancient_score,
    .hide = ancient_hide,
    .guess = ancient_guess,
    .notate = ancient_notate,
    .word = ancient_word,
    .show = ancient_show,
    .question = ancient_question,
    .scene = ancient_scene,
    .view = ancient_view,
    .check = ancient_check,
    .measure = measure,
    .evaluate = ancient_evaluate,
    .order = ancient_order,
    .pick = pick,
};
