/*
 * Archives in a terminal of 80 columns and 24 lines: the track with what each square would
 * cost, the four sites side by side, everybody's expertise and score as it stands, and the
 * decision in words with an example of what to type.
 */
#include "archives.h"

enum { LABEL = 11, COLUMN = 17, CELL = 6, HALF = SQUARES / 2 };

static void paint(struct tb_text *out, const char *how)
{
    if (out->colour)
        tb_put(out, "\033[%sm", how);
}

static void put_letter(struct tb_text *out, unsigned type)
{
    if (out->colour)
        tb_put(out, "\033[1;38;5;%um", (unsigned)av_board.type[type].paint);
    tb_put(out, "%c", av_board.type[type].letter);
    paint(out, "0");
}

static void put_blanks(struct tb_text *out, int count)
{
    while (count-- > 0)
        tb_put(out, " ");
}

static void put_label(struct tb_text *out, const char *label)
{
    paint(out, "2");
    tb_put(out, "%-10.10s ", tb_say(out, label));
    paint(out, "0");
}

/* ---- the track ---- */

static unsigned pawn_on(const struct tb_state *s, unsigned square)
{
    unsigned seat = NONE;

    for (unsigned i = 0; i < s->head.seats; i++)
        if (av_square(s->pos[i]) == square && (seat == NONE || i == s->active))
            seat = i;
    return seat;
}

/* The fewest steps to a square that the active pawn may move to now; 0: it may not. */
static unsigned steps_to(const struct tb_state *s, unsigned square)
{
    uint64_t set = av_options(s).low;

    if (s->ask != ASK_TURN)
        return 0;
    for (unsigned steps = 1; steps < 2 * SQUARES; steps++)
        if (set >> steps & 1 && av_square(s->pos[s->active] + steps) == square)
            return steps;
    return 0;
}

static void put_natures(const struct tb_state *s, unsigned first, struct tb_text *out)
{
    for (unsigned i = first; i < first + HALF; i++) {
        tb_put(out, " %2u", i + 1);
        paint(out, s->marked >> i & 1 ? "1;7" : "1");
        tb_put(out, "%s", av_board.action[s->nature[i]].letters[av_lang(out)]);
        paint(out, "0");
    }
    tb_put(out, "\n");
}

/* Under a square: the pawn on it, or what it would cost. */
static void put_square(const struct tb_state *s, unsigned square, struct tb_text *out)
{
    unsigned seat = pawn_on(s, square), steps = steps_to(s, square);

    if (seat != NONE) {
        paint(out, "1;7");
        tb_put(out, "%s%u%s", seat == s->active ? "▸" : "(", seat + 1,
               seat == s->active ? "◂" : ")");
        paint(out, "0");
    } else if (steps) {
        tb_put(out, "%3d", -av_cost(s, s->active, steps));
    } else {
        tb_put(out, "  ·");
    }
}

static void put_track(const struct tb_state *s, struct tb_text *out)
{
    for (unsigned first = 0; first < SQUARES; first += HALF) {
        put_natures(s, first, out);
        for (unsigned i = first; i < first + HALF; i++) {
            put_blanks(out, CELL - 3);
            put_square(s, i + 1, out);
        }
        tb_put(out, "\n");
    }
}

/* ---- the sites ---- */

static void put_heads(struct tb_text *out)
{
    put_blanks(out, LABEL);
    for (unsigned zone = 0; zone < ZONES; zone++) {
        paint(out, "1");
        tb_put(out, "%s ", av_board.site[zone].key);
        paint(out, "0");
        tb_put(out, "%-14s",
               zone == EXTERNAL ? tb_say(out, TB_N("outside"))
                                : av_board.site[zone].name[av_lang(out)]);
    }
    tb_put(out, "\n");
}

static int put_accepted(const struct tb_state *s, unsigned zone, struct tb_text *out)
{
    for (unsigned type = 0; type < TYPES; type++)
        if (av_accepts(zone, type))
            put_letter(out, type);
    return av_count(av_board.site[zone].accepts);
}

/* Counts as letters; at most `most` of them fit, more are a number before the letter. */
static int put_counts(const uint8_t *lanes, int most, struct tb_text *out)
{
    bool short_form = (int)av_sum(lanes) > most;
    int width = 0;

    for (unsigned type = 0; type < TYPES; type++) {
        if (short_form && lanes[type] > 1) {
            tb_put(out, "%d", lanes[type]);
            width += lanes[type] > 9 ? 2 : 1;
        }
        for (int i = 0; i < lanes[type] && (i < 1 || !short_form); i++) {
            put_letter(out, type);
            width++;
        }
    }
    return width;
}

static int put_places(struct tb_text *out, int used, int places)
{
    int free = places - used;

    for (int i = 0; i < free; i++)
        tb_put(out, "·");
    return free > 0 ? free : 0;
}

static int put_entry(const struct tb_state *s, unsigned zone, struct tb_text *out)
{
    int width;

    if (zone == EXTERNAL)
        return 0;
    width = put_counts(s->entry[zone], COLUMN, out);
    return width + put_places(out, width, av_board.site[zone].entry);
}

/* The oldest first: it leaves first. */
static int put_requests(const struct tb_state *s, unsigned zone, struct tb_text *out)
{
    tb_put(out, s->requests[zone] == av_board.site[zone].requests ? "‹" : " ");
    for (unsigned i = 0; i < s->requests[zone]; i++)
        put_letter(out, s->request[zone][i]);
    return 1 + s->requests[zone] +
           put_places(out, s->requests[zone], av_board.site[zone].requests);
}

static int put_store(const struct tb_state *s, unsigned zone, struct tb_text *out)
{
    return zone == EXTERNAL ? 0 : put_counts(s->store[zone], COLUMN - 2, out);
}

/* The newest first; outside, each with the initial of its store. */
static int put_lent(const struct tb_state *s, unsigned zone, struct tb_text *out)
{
    static const char initial[SITES] = { 'p', 'f', 'i' };
    int width = 0;

    for (unsigned i = 0; i < s->lents[zone]; i++) {
        put_letter(out, s->lent[zone][i] % 16);
        width++;
        if (zone == EXTERNAL) {
            tb_put(out, "%c", initial[s->lent[zone][i] / 16]);
            width++;
        }
    }
    width += put_places(out, s->lents[zone], av_board.site[zone].consultation);
    tb_put(out, s->lents[zone] == av_board.site[zone].consultation ? "›" : " ");
    return width + 1;
}

static int put_room(const struct tb_state *s, unsigned zone, struct tb_text *out)
{
    const struct room *room = &s->room[zone < SITES ? zone : 0];
    int width;

    if (zone == EXTERNAL)
        return 0;
    for (int i = 0; i < room->size; i++)
        put_letter(out, room->type);
    width = room->size + put_places(out, room->size, av_board.site[zone].room);
    if (!room->size)
        return width;
    tb_put(out, " (%d)", room->size - room->gone);
    return width + 4;
}

static int put_done(const struct tb_state *s, unsigned zone, struct tb_text *out)
{
    return zone == EXTERNAL ? 0 : put_counts(s->done[zone], COLUMN - 2, out);
}

static void put_sites(const struct tb_state *s, struct tb_text *out)
{
    static const struct {
        const char *label;
        int (*put)(const struct tb_state *s, unsigned zone, struct tb_text *out);
    } line[] = {
        { TB_N("Accepts"), put_accepted },  { TB_N("Entry"), put_entry },
        { TB_N("Requests"), put_requests }, { TB_N("Store"), put_store },
        { TB_N("Consulted"), put_lent },    { TB_N("Exhibition"), put_room },
        { TB_N("Answered"), put_done },
    };

    put_heads(out);
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        put_label(out, line[i].label);
        for (unsigned zone = 0; zone < ZONES; zone++)
            put_blanks(out, COLUMN - line[i].put(s, zone, out));
        tb_put(out, "\n");
    }
}

/* ---- the players ---- */

static void put_player(const struct tb_state *s, unsigned seat, struct tb_text *out)
{
    struct av_sheet sheet = av_score_sheet(s, seat);
    bool is_active = seat == s->active && s->head.owes;
    int cubes = 0, done = 0;

    paint(out, (int)seat == s->head.viewer ? "1" : "0");
    tb_put(out, "%s %s %u   ", is_active ? "▸" : " ", tb_say(out, TB_N("Player")),
           seat + 1);
    paint(out, "0");
    for (unsigned type = 0; type < TYPES; type++) {
        bool expert = s->expert[type] == seat;

        paint(out, expert ? "1" : "0");
        tb_put(out, "%3d%s", s->pe[seat][type], expert ? "*" : " ");
        paint(out, "0");
        cubes += sheet.cubes[type];
        done += sheet.done[type];
    }
    tb_put(out, "%7d%7d%7d%7d%8d%6d\n", sheet.prestige, sheet.expertise, cubes, done,
           sheet.total, s->hands[seat]);
}

static void put_players(const struct tb_state *s, struct tb_text *out)
{
    put_label(out, TB_N("* expert"));
    tb_put(out, "  ");
    for (unsigned type = 0; type < TYPES; type++) {
        tb_put(out, "  ");
        put_letter(out, type);
        tb_put(out, " ");
    }
    paint(out, "2");
    tb_put(out, "%7.7s%7.7s%7.7s%7.7s%8.8s%6.6s\n", tb_say(out, TB_N("prest.")),
           tb_say(out, TB_N("+exp.")), tb_say(out, TB_N("+cubes")),
           tb_say(out, TB_N("+answ.")), tb_say(out, TB_N("=total")),
           tb_say(out, TB_N("cards")));
    paint(out, "0");
    for (unsigned seat = 0; seat < s->head.seats; seat++)
        put_player(s, seat, out);
}

/* ---- the rest ---- */

static void put_supplies(const struct tb_state *s, struct tb_text *out)
{
    put_label(out, TB_N("Waiting"));
    if (av_sum(s->waiting))
        put_counts(s->waiting, COLUMN, out);
    else
        tb_put(out, "–");
    tb_put(out, "  %s ", tb_say(out, TB_N("bag")));
    put_counts(s->bag, 0, out);
    tb_put(out, "  %s ", tb_say(out, TB_N("requests left")));
    put_counts(s->reserve, 0, out);
    tb_put(out, "\n");
}

static void put_hand(const struct tb_state *s, struct tb_text *out)
{
    bool more = false;

    if (s->head.viewer < 0 || !s->hands[s->head.viewer])
        return;
    put_label(out, TB_N("Your hand"));
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < s->hand[s->head.viewer][kind]; i++) {
            tb_put(out, more ? ", %s" : "%s", av_board.card[kind].key);
            more = true;
        }
    tb_put(out, "\n");
}

/* clang-format off */
static const char *const questions[ASKS] = {
    [ASK_SETUP]    = TB_N("Put the cube you have drawn into the Entry zone of a site."),
    [ASK_TURN]     = TB_N("Move to a square, play a card, or pass if you are not last."),
    [ASK_ARRIVAL]  = TB_N("Carry out the action of the square, or another one by a card?"),
    [ASK_STORE]    = TB_N("Store one or two cubes of one site."),
    [ASK_REQUEST]  = TB_N("Choose the type of a request."),
    [ASK_ANSWER]   = TB_N("Answer one to three requests of one site."),
    [ASK_EXHIBIT]  = TB_N("Show cubes of one type: site, type and how many."),
    [ASK_ABANDON]  = TB_N("Pass, step 1: give up an expertise for as much prestige?"),
    [ASK_WAITING]  = TB_N("Pass, step 2: which waiting cube enters, and where?"),
    [ASK_STEP3]    = TB_N("Pass, step 3: do you play a card before new cubes are drawn?"),
    [ASK_PICK]     = TB_N("Pass, step 3: choose the type of a new cube."),
    [ASK_PLACE]    = TB_N("Pass, step 3: which new cube enters, and where?"),
    [ASK_STEP4]    = TB_N("Pass, step 4: do you play a card against your loss?"),
    [ASK_MARK]     = TB_N("Put a marker on a square: which one, and which action?"),
    [ASK_TRANSFER] = TB_N("Bring one to three cubes to another store."),
    [ASK_ROOM]     = TB_N("Which exhibition ends?"),
    [ASK_RECUBE]   = TB_N("Which cube of an Entry zone changes, and into what?"),
    [ASK_REHEX]    = TB_N("Which request changes, and into what?"),
    [ASK_RETURN]   = TB_N("Which consultation zone is emptied?"),
    [ASK_OVER]     = TB_N("The game is over."),
};
/* clang-format on */

/* Where the decision is about one site, or some drawn cubes, they are named. */
static void put_context(const struct tb_state *s, struct tb_text *out)
{
    unsigned zone =
        s->ask == ASK_REQUEST ? (s->count < SITES ? s->count : EXTERNAL) : s->site;

    if (s->ask == ASK_SETUP || s->ask == ASK_PLACE) {
        tb_put(out, " ");
        put_counts(s->drawn, COLUMN, out);
    } else if (zone < ZONES && s->ask != ASK_TURN) {
        tb_put(out, " (%s)", av_board.site[zone].name[av_lang(out)]);
    }
}

static void put_asked(const struct tb_state *s, struct tb_text *out)
{
    paint(out, "1");
    tb_put(out, "%s", tb_say(out, questions[s->ask]));
    paint(out, "0");
    put_context(s, out);
    if (s->end && s->ask != ASK_OVER)
        tb_put(out, " [%s %u]", tb_say(out, TB_N("final run to")), av_square(s->end));
}

static void put_question(const struct tb_state *s, struct tb_text *out)
{
    if (s->ask != ASK_OVER)
        tb_put(out, "%s %u — ", tb_say(out, TB_N("Player")), s->active + 1u);
    put_asked(s, out);
    tb_put(out, "\n");
}

/* "player 2 +2 prestige": whom it concerns, and what it brings. */
static void put_gain(const struct av_gain *gain, struct tb_text *out)
{
    int points = gain->pp ? gain->pp : gain->pe;

    tb_put(out, "%s %u %s%d ", tb_say(out, TB_N("player")), gain->seat + 1u,
           points > 0 ? "+" : "", points);
    tb_put(out, "%s",
           gain->pp ? tb_say(out, TB_N("prestige")) : tb_say(out, TB_N("expertise")));
    if (gain->pe) {
        tb_put(out, " ");
        put_letter(out, gain->type);
    }
}

/* The move that order() would try first, and what it certainly brings. */
static void put_best(const struct tb_state *s, struct tb_text *out)
{
    tb_move legal[TB_MOVES_MAX], best;
    int count = tb_legal(&game_archives, s, s->active, legal);
    struct av_gains gains;

    best = legal[0];
    for (int i = 1; i < count; i++)
        if (archives_order(s, s->active, legal[i]) > archives_order(s, s->active, best))
            best = legal[i];
    paint(out, "1");
    archives_notate(s, best, out);
    paint(out, "0");
    if (tb_verb(best) == DO_MOVE) {
        unsigned square = av_square(s->pos[s->active] + tb_arg(best, 0));

        tb_put(out, ": %s %u, %s, %s %d", tb_say(out, TB_N("square")), square,
               av_board.action[s->nature[square - 1]].name[av_lang(out)],
               tb_say(out, TB_N("cost")), av_cost(s, s->active, tb_arg(best, 0)));
    }
    av_preview(s, best, &gains);
    for (int i = 0, put = 0; i < gains.count && put < 2; i++)
        if (gains.list[i].kind != E_PAID) {
            tb_put(out, put++ ? ", " : "; ");
            put_gain(&gains.list[i], out);
        }
}

static void put_example(const struct tb_state *s, struct tb_text *out)
{
    if (s->head.viewer != s->active || s->ask == ASK_OVER)
        return;
    put_label(out, TB_N("Type e.g."));
    put_best(s, out);
    tb_put(out, "\n");
}

/* What is to be decided, and what the likeliest answer costs and brings. */
void archives_question(const struct tb_state *seen, int seat, struct tb_text *out)
{
    put_asked(seen, out);
    tb_put(out, " (");
    put_best(seen, out);
    tb_put(out, ")");
}

void archives_show(const struct tb_state *s, struct tb_text *out)
{
    put_track(s, out);
    put_sites(s, out);
    put_players(s, out);
    put_supplies(s, out);
    put_hand(s, out);
    if (!out->lines) { /* whoever counts lines asks it under the picture */
        put_question(s, out);
        put_example(s, out);
    }
}
