/*
 * Topologic's rules.
 *
 * Decisions: both coders of a pair of rounds choose at the same time, so that nobody
 * waits; seat 0 seeks first; alone, the secret comes from the seed. The scores are
 * computed here, so a coder's only decision is the secret.
 */
#include <assert.h>
#include <string.h>

#include "topologic.h"

/* ---- who does what ---- */

int seeker_of(const struct tb_state *s, int round)
{
    return s->head.seats == 1 ? 0 : round % 2;
}

int coder_of(const struct tb_state *s, int round)
{
    return s->head.seats == 1 ? -1 : 1 - round % 2;
}

/* The round for which that seat chooses a secret now, or next. */
static int round_coded_by(const struct tb_state *s, int seat)
{
    return (s->round & ~1) + 1 - seat;
}

/* ---- scores and what they tell ---- */

unsigned pawn_score(const struct turn *turn, unsigned pawns, unsigned secret)
{
    unsigned score = 0;

    for (unsigned i = 0; i < pawns; i++) {
        score += colour_of(turn->pawn[i]) == colour_of(secret);
        score += value_of(turn->pawn[i]) == value_of(secret);
    }
    return score;
}

/* Those of a set that the score allows. A tile's score is a sum of one count by colour and
 * one by value. */
static uint64_t scoring_among(uint64_t set, const struct turn *turn, unsigned pawns)
{
    uint8_t in_colour[COLOURS] = { 0 }, in_value[VALUES] = { 0 };
    uint64_t scoring = 0;

    for (unsigned i = 0; i < pawns; i++) {
        in_colour[colour_of(turn->pawn[i])]++;
        in_value[value_of(turn->pawn[i])]++;
    }
    for (; set; set &= set - 1) {
        unsigned t = first_of(set);

        if (in_colour[colour_of(t)] + in_value[value_of(t)] == turn->score)
            scoring |= bit(t);
    }
    return scoring;
}

uint64_t tiles_scoring(const struct turn *turn, unsigned pawns)
{
    return scoring_among(all_tiles(), turn, pawns);
}

uint64_t consistent(const struct tb_state *s, int seeker)
{
    uint64_t set = all_tiles();

    for (int i = 0; i < s->spent[seeker]; i++)
        set = scoring_among(set, &s->log[seeker][i], s->pawns);
    return set;
}

int par_of(const struct tb_state *s)
{
    /* The hard bot's mean turns rounded up, by shape and by 3, 4 or 5 pawns: what
     * `make bench` measures. */
    static const uint8_t par[SHAPES][3] = {
        { 5, 5, 4 }, { 5, 5, 4 }, { 5, 5, 4 }, { 5, 5, 5 }, { 6, 5, 5 },
    };

    return par[s->head.option[OPTION_SHAPE]][s->pawns - 3];
}

/* ---- the course of a game ---- */

static void tell(struct tb_events *to, enum event kind, int seat, int knows, unsigned a,
                 unsigned b)
{
    tb_tell(to, (struct tb_event){ .kind = (uint8_t)kind,
                                   .seat = (uint8_t)seat,
                                   .knows = (uint8_t)knows,
                                   .arg = { (uint8_t)a, (uint8_t)b } });
}

static void begin_round(struct tb_state *s, struct tb_events *to)
{
    int seeker = seeker_of(s, s->round);

    assert(s->round < ROUNDS_MAX && s->secret[s->round] < TILES);
    s->phase = PLACING;
    s->placed = s->moved = 0;
    memset(s->pawn, NONE, sizeof s->pawn);
    memset(s->log[seeker], 0, sizeof s->log[seeker]);
    s->spent[seeker] = 0;
    s->head.owes = (uint8_t)(1 << seeker);
    tell(to, BEGUN, seeker, TB_ALL, s->round + 1u, 0);
}

static void begin_choosing(struct tb_state *s)
{
    s->phase = CHOOSING;
    s->head.owes = 3;
}

static void setup(struct tb_state *s)
{
    s->pawns = (uint8_t)s->head.option[OPTION_PAWNS];
    memset(s->secret, NONE, sizeof s->secret);
    memset(s->pawn, NONE, sizeof s->pawn);
    field_make(s);
    if (s->head.seats == 1) {
        s->secret[0] = (uint8_t)tb_roll(s, TILES);
        begin_round(s, NULL);
    } else {
        begin_choosing(s);
    }
}

static void end_game(struct tb_state *s, struct tb_events *to)
{
    int last = s->round;

    s->phase = OVER;
    s->head.owes = 0;
    if (s->head.seats == 1)
        return;
    if (s->turns[last] == s->turns[last - 1])
        tell(to, DRAWN, 0, TB_ALL, s->turns[last], 0);
    else
        tell(to, WON, s->turns[last] < s->turns[last - 1] ? 1 : 0, TB_ALL,
             s->turns[last - 1], s->turns[last]);
}

/* R4.1, R4.2: the second round of a pair ends the game, unless a tie is played on. */
static void end_round(struct tb_state *s, bool found, struct tb_events *to)
{
    int seeker = seeker_of(s, s->round);

    s->turns[s->round] = s->spent[seeker];
    tell(to, found ? FOUND : STOPPED, seeker, TB_ALL, s->secret[s->round],
         s->spent[seeker]);
    if (s->head.seats == 1) {
        end_game(s, to);
    } else if (s->round % 2 == 0) {
        s->round++;
        begin_round(s, to);
    } else if (s->turns[s->round] == s->turns[s->round - 1] &&
               s->head.option[OPTION_TIEBREAK] == TIE_ROUNDS && s->round + 1 < ROUNDS_MAX) {
        s->round++;
        begin_choosing(s);
    } else {
        end_game(s, to);
    }
}

/* ---- moves ---- */

static int list_tiles(uint64_t set, unsigned verb, unsigned pawn, tb_move *out)
{
    tb_move base = tb_mv(verb, pawn, 0);
    int count = 0;

    for (; set; set &= set - 1)
        out[count++] = base | (tb_move)first_of(set) << 8;
    return count;
}

/* R3.4: pawns are alike, so of those on one tile only the first unmoved one is offered. */
static bool has_twin_before(const struct tb_state *s, int pawn)
{
    for (int i = 0; i < pawn; i++)
        if (s->pawn[i] == s->pawn[pawn] && !(s->moved >> i & 1))
            return true;
    return false;
}

static int list_moves(const struct tb_state *s, tb_move *out)
{
    int count = 0;

    for (int i = 0; i < s->pawns; i++)
        if (!(s->moved >> i & 1) && !has_twin_before(s, i))
            count += list_tiles(s->reach[s->pawn[i]], MOVE, (unsigned)i, out + count);
    out[count++] = tb_mv(ANNOUNCE, 0, 0);
    return count;
}

uint64_t start_tiles(const struct tb_state *s)
{
    return s->head.option[OPTION_START] == START_BORDER ? s->border : all_tiles();
}

static int moves(const struct tb_state *s, int seat, tb_move *out)
{
    switch ((enum phase)s->phase) {
    case CHOOSING:
        return list_tiles(all_tiles(), SECRET, 0, out);
    case PLACING:
        if (s->placed < s->pawns)
            return list_tiles(start_tiles(s), PLACE, s->placed, out);
        out[0] = tb_mv(ANNOUNCE, 0, 0);
        return 1;
    case MOVING:
        return list_moves(s, out);
    case OVER:
        break;
    }
    return 0;
}

/* One step of a search by halves: past the lower part if it holds no more than n. */
static unsigned half_step(unsigned at, unsigned width, unsigned lower, unsigned *n)
{
    unsigned past = *n >= lower;

    *n -= past * lower;
    return at + past * width;
}

/* The nth tile of a set. Bits are added up in parallel, by twos, fours and bytes; then
 * the sums lead to the bit without a branch, which would be mispredicted every time. */
static unsigned nth_of(uint64_t set, unsigned n)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t twos = set - (set >> 1 & 0x5555555555555555u);
    uint64_t fours = (twos & 0x3333333333333333u) + (twos >> 2 & 0x3333333333333333u);
    uint64_t upto = ((fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones; /* bytes 0..i */
    unsigned at = first_of(((upto | ones << 7) - (n + 1) * ones) & ones << 7) & ~7u;

    n -= (unsigned)(upto << 8 >> at & 255);
    at = half_step(at, 4, (unsigned)(fours >> at & 15), &n);
    at = half_step(at, 2, (unsigned)(twos >> at & 3), &n);
    return half_step(at, 1, (unsigned)(set >> at & 1), &n);
}

static tb_move pick_move(const struct tb_state *s, uint64_t *rng)
{
    unsigned ways[PAWNS_MAX] = { 0 }, total = 0, pawn = 0, n;

    for (int i = 0; i < s->pawns; i++) {
        bool offered = !(s->moved >> i & 1) && !has_twin_before(s, i);

        total += ways[i] = offered ? s->ways[s->pawn[i]] : 0;
    }
    n = tb_random_below(rng, total + 1);
    if (n == total)
        return tb_mv(ANNOUNCE, 0, 0);
    while (n >= ways[pawn])
        n -= ways[pawn++];
    return tb_mv(MOVE, pawn, nth_of(s->reach[s->pawn[pawn]], n));
}

static tb_move pick_tile(uint64_t set, unsigned verb, unsigned pawn, uint64_t *rng)
{
    return tb_mv(verb, pawn, nth_of(set, tb_random_below(rng, (unsigned)count_of(set))));
}

/* moves() without the list, draw for draw: three times as fast in playouts. */
static tb_move pick(const struct tb_state *s, int seat, uint64_t *rng)
{
    if (s->phase == MOVING)
        return pick_move(s, rng);
    if (s->phase == CHOOSING)
        return pick_tile(all_tiles(), SECRET, 0, rng);
    if (s->placed < s->pawns)
        return pick_tile(start_tiles(s), PLACE, s->placed, rng);
    tb_random_below(rng, 1);
    return tb_mv(ANNOUNCE, 0, 0);
}

static void choose(struct tb_state *s, int seat, unsigned tile, struct tb_events *to)
{
    assert(s->phase == CHOOSING && tile < TILES);
    s->secret[round_coded_by(s, seat)] = (uint8_t)tile;
    s->head.owes &= (uint8_t) ~(1 << seat);
    tell(to, CHOSEN, seat, TB_ALL, 0, 0);
    tell(to, HIDDEN, seat, 1 << seat, tile, 0);
    if (!s->head.owes)
        begin_round(s, to);
}

static void announce(struct tb_state *s, int seat, struct tb_events *to)
{
    struct turn *turn = &s->log[seat][s->spent[seat]++];

    assert(s->spent[seat] <= TURNS_MAX && s->placed == s->pawns);
    assert(s->secret[s->round] < TILES); /* else this is what a viewer knows */
    memcpy(turn->pawn, s->pawn, sizeof turn->pawn);
    turn->score = (uint8_t)pawn_score(turn, s->pawns, s->secret[s->round]);
    tell(to, SCORED, seat, TB_ALL, s->spent[seat], turn->score);
    s->phase = MOVING;
    s->moved = 0;
    if (turn->score == 2 * s->pawns)
        end_round(s, true, to);
    else if (s->spent[seat] == TURNS_MAX)
        end_round(s, false, to);
}

static void play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    unsigned pawn = tb_arg(move, 0), tile = tb_arg(move, 1);

    switch ((enum verb)tb_verb(move)) {
    case SECRET:
        choose(s, seat, tile, to);
        break;
    case PLACE:
        assert(s->placed < s->pawns);
        s->pawn[s->placed++] = (uint8_t)tile;
        tell(to, PLACED, seat, TB_ALL, pawn + 1, tile);
        break;
    case MOVE:
        assert(pawn < s->pawns);
        s->pawn[pawn] = (uint8_t)tile;
        s->moved |= (uint8_t)(1 << pawn);
        tell(to, MOVED, seat, TB_ALL, pawn + 1, tile);
        break;
    case ANNOUNCE:
        announce(s, seat, to);
        break;
    }
}

/* ---- result ---- */

/* R4.1: 60 minus one's turns in the latest pair of rounds. */
static void score(const struct tb_state *s, struct tb_result *result)
{
    memset(result, 0, sizeof *result);
    for (int seat = 0; seat < s->head.seats; seat++) {
        int turns = s->turns[(s->round & ~1) + seat];

        result->points[seat] = turns ? TURNS_MAX - turns : 0;
    }
    if (s->head.seats == 1) {
        result->place[0] = result->points[0] > 0;
        return;
    }
    for (int seat = 0; seat < s->head.seats; seat++)
        result->place[seat] = result->points[seat] < result->points[1 - seat] ? 2 : 1;
}

static void measure(const struct tb_state *s, double *figures)
{
    int rounds = s->round + 1, turns = 0;

    for (int i = 0; i < rounds; i++)
        turns += s->turns[i];
    figures[0] = (double)turns / rounds;
}

/* ---- secrets ---- */

/* Whether somebody has chosen that round's secret: alone, the seed has. */
static bool is_chosen(const struct tb_state *s, int round)
{
    if (round > (s->round | 1) || (s->head.seats == 1 && round > 0))
        return false;
    if (s->phase != CHOOSING || round < (s->round & ~1))
        return true;
    return !(s->head.owes >> coder_of(s, round) & 1);
}

static bool is_known(const struct tb_state *s, int round)
{
    return s->turns[round] || coder_of(s, round) == s->head.viewer;
}

static void hide(struct tb_state *s)
{
    for (int round = 0; round < ROUNDS_MAX; round++)
        if (!is_known(s, round))
            s->secret[round] = NONE;
}

static void guess(struct tb_state *s)
{
    for (int round = 0; round < ROUNDS_MAX; round++) {
        uint64_t may_be = all_tiles();

        if (is_known(s, round) || !is_chosen(s, round))
            continue;
        if (round == s->round && s->phase != CHOOSING)
            may_be = consistent(s, seeker_of(s, round));
        if (!may_be)
            continue; /* a position from outside that cannot be: check() will say so */
        s->secret[round] = (uint8_t)nth_of(may_be, tb_roll(s, (uint32_t)count_of(may_be)));
    }
}

static bool may_advise(const struct tb_state *s)
{
    return s->head.option[OPTION_AID] == AID_ADVISE;
}

/* ---- invariants ---- */

static const char *check_field(const struct tb_state *s)
{
    for (unsigned t = 0; t < TILES; t++) {
        if (s->at[t] % SIDE_MAX >= s->width || s->at[t] / SIDE_MAX >= s->height)
            return "a tile lies outside the field";
        if (s->reach[t] & bit(t) || s->reach[t] & ~all_tiles())
            return "a pawn can move to where it is, or off the field";
        for (unsigned u = 0; u < t; u++) {
            if (s->at[t] == s->at[u])
                return "two tiles lie on one place";
            if ((s->reach[t] >> u & 1) != (s->reach[u] >> t & 1))
                return "a way leads only one way";
        }
    }
    return NULL;
}

static const char *check_round(const struct tb_state *s, int seeker)
{
    if (s->spent[seeker] > TURNS_MAX)
        return "a round is too long";
    if (!(consistent(s, seeker) >> s->secret[s->round] & 1))
        return "the secret contradicts the scores";
    for (int i = 0; i < s->pawns; i++)
        if ((s->pawn[i] < TILES) != (i < s->placed))
            return "a pawn is nowhere, or placed too soon";
    return NULL;
}

static const char *check(const struct tb_state *s)
{
    const char *fault = check_field(s);

    for (int round = 0; !fault && round < ROUNDS_MAX; round++)
        if ((s->secret[round] < TILES) != is_chosen(s, round))
            fault = "a secret is missing, or chosen too soon";
    if (!fault && (s->phase == PLACING || s->phase == MOVING))
        fault = check_round(s, seeker_of(s, s->round));
    return fault;
}

/* ---- the game ---- */

static const char *const shape_values[] = { "rectangle", "ribbon", "blob", "holed",
                                            "ragged" };
static const char *const shape_labels[] = { TB_N("Rectangle"), TB_N("Ribbon"),
                                            TB_N("Island"), TB_N("With holes"),
                                            TB_N("Ragged coast") };
static const char *const start_values[] = { "free", "border" };
static const char *const start_labels[] = { TB_N("Anywhere"), TB_N("On the border") };
static const char *const tie_values[] = { "draw", "rounds" };
static const char *const tie_labels[] = { TB_N("It is a draw"), TB_N("Two more rounds") };
static const char *const aid_values[] = { "none", "count", "show", "advise" };
static const char *const aid_labels[] = { TB_N("None"), TB_N("How many tiles remain"),
                                          TB_N("Which tiles remain"),
                                          TB_N("Hints when asked, up to advice") };

static const struct tb_option options[] = {
    { "pawns", TB_N("Pawns"), TB_N("Fewer pawns make an easier game."), NULL, NULL, 3, 5, 5,
      NULL, NULL },
    { "shape", TB_N("Field"), TB_N("The outline of the sixty tiles."), shape_values,
      shape_labels, RECTANGLE, RAGGED, RECTANGLE, NULL, NULL },
    { "start", TB_N("First placement"), TB_N("Where the seeker may place the pawns."),
      start_values, start_labels, START_FREE, START_BORDER, START_FREE, NULL, NULL },
    { "tiebreak", TB_N("If both need as many turns"),
      TB_N("More rounds are played three times at most."), tie_values, tie_labels, TIE_DRAW,
      TIE_ROUNDS, TIE_DRAW, NULL, NULL },
    { "aid", TB_N("Help for the seeker"), TB_N("What the table tells besides the scores."),
      aid_values, aid_labels, AID_NONE, AID_ADVISE, AID_ADVISE, NULL, NULL },
    { 0 },
};

static const char *const figures[] = { "turns_per_round", NULL };

const struct tb_game game_topologic = {
    .id = "topologic",
    .name = TB_N("Topologic"),
    .about = TB_N("Gather every pawn on the tile that the other player hides."),
    .edition = 1,
    .seats_min = 1,
    .seats_max = 2,
    .state_size = sizeof(struct tb_state),
    .plies_max = ROUNDS_MAX * (TURNS_MAX * (PAWNS_MAX + 1) + 1),
    .options = options,
    .events = topologic_events,
    .figures = figures,
    .daily = &topologic_daily,
    .setup = setup,
    .moves = moves,
    .play = play,
    .score = score,
    .hide = hide,
    .guess = guess,
    .notate = topologic_notate,
    .word = topologic_word,
    .show = topologic_show,
    .question = topologic_question,
    .scene = topologic_scene,
    .view = topologic_view,
    .check = check,
    .measure = measure,
    .pick = pick,
    .advise = topologic_advise,
    .memory_size = TOPOLOGIC_MEMORY,
    .hint = topologic_hint,
    .refuse = topologic_refuse,
    .solve = topologic_solve,
    .may_advise = may_advise,
};
