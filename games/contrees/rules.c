/*
 * Nouvelles Contrées behind tablier.h: settings, set-up, moves. What happens in a turn is
 * in turn.c and prepare.c, decisions taken together in votes.c.
 */
#include <assert.h>
#include <string.h>

#include "contrees.h"

/* ---- settings: R2 ---- */

const struct mode nc_modes[MODES] = {
    [MODE_EXCURSION] = { 100, 90, 25 },
    [MODE_SHORT] = { 120, 110, 35 },
    [MODE_CLASSIC] = { 150, 140, 50 },
};

static const struct nc_kit *kit_of(const struct tb_head *h)
{
    return (const struct nc_kit *)(const void *)h->kit;
}

int nc_volume_for(const struct tb_head *h)
{
    const struct nc_kit *kit = kit_of(h);
    uint64_t book = h->option[OPTION_BOOK];
    unsigned lang = book == BOOK_NOVELLA_EN ? TB_EN : TB_FR;

    if (book == BOOK_PAPER)
        return -1;
    if (kit->tb.digest)
        return book == BOOK_GIVEN ? 0 : -2;
    for (unsigned i = 0; i < kit->volumes; i++)
        if (kit->volume[i].lang == lang)
            return (int)i;
    return -2;
}

unsigned nc_city_leaf(const struct nc_kit *kit, const struct nc_volume *v, unsigned leaf)
{
    while (leaf > 0 && !nc_is_usable(kit, v, leaf))
        leaf--;
    return leaf;
}

/* R2.2: leaves that a journey may begin on, as a range; how many. */
int nc_start_leaves(const struct tb_head *h, int volume, unsigned *first)
{
    const struct mode *mode = &nc_modes[h->option[OPTION_MODE]];
    int pages =
        volume < 0 ? (int)h->option[OPTION_PAGES] : (int)kit_of(h)->volume[volume].pages;
    int last = (pages - mode->before_end - 1) / 2;

    *first = volume < 0 ? 0 : kit_of(h)->volume[volume].body;
    if (pages < mode->pages || pages - mode->before_end < 1)
        return 0;
    return last < (int)*first ? 0 : last - (int)*first + 1;
}

/* R2.4: the city needs a page with six lines, and must not be the start. */
static bool has_city(const struct tb_head *h, int volume, unsigned leaf)
{
    const struct nc_kit *kit = kit_of(h);
    unsigned far = nc_modes[h->option[OPTION_MODE]].leaves;

    return nc_city_leaf(kit, &kit->volume[volume], leaf + far) > leaf;
}

static bool has_start(const struct tb_head *h, int volume)
{
    unsigned first;
    int count = nc_start_leaves(h, volume, &first);

    for (int i = 0; i < count; i++)
        if (volume < 0 || has_city(h, volume, first + (unsigned)i))
            return true;
    return false;
}

static const char *why_not_paper(const struct tb_head *h)
{
    uint64_t start = h->option[OPTION_START], pages = h->option[OPTION_PAGES];

    if (h->option[OPTION_READING] != READING_VOICE)
        return TB_N("A paper book is read aloud: choose the voice.");
    if (!has_start(h, -1))
        return TB_N("This book has too few pages for that journey.");
    if (start && start + nc_modes[h->option[OPTION_MODE]].before_end > pages)
        return TB_N("That page is too near to the end of the book.");
    return NULL;
}

static const char *allow(const struct tb_head *h)
{
    int volume = nc_volume_for(h);

    if (h->option[OPTION_MODE] == MODE_EXCURSION && h->option[OPTION_LETTERS] != LETTERS_26)
        return TB_N("An excursion has 26 letters.");
    if (volume == -1)
        return why_not_paper(h);
    if (volume < 0)
        return TB_N("This table has a book of its own: choose it.");
    if (h->option[OPTION_TABLE] == TABLE_SHARED_COMPASS)
        return TB_N("A compass of one's own goes with a paper book.");
    return has_start(h, volume) ? NULL
                                : TB_N("This book has too few pages for that journey.");
}

/* D2: nobody but a person sees what is printed there. */
static const char *no_bots(const struct tb_head *h)
{
    return h->option[OPTION_BOOK] == BOOK_PAPER
               ? TB_N("A bot cannot read a paper book: every seat is a person's.")
               : NULL;
}

/* ---- set-up: R2 ---- */

static void place_bookmarks(struct tb_state *s)
{
    int volume = nc_volume_for(&s->head);
    unsigned first, leaf, far = nc_modes[s->head.option[OPTION_MODE]].leaves;
    uint64_t start = s->head.option[OPTION_START];
    uint32_t count = (uint32_t)nc_start_leaves(&s->head, volume, &first);

    s->volume = (uint8_t)(volume < 0 ? NONE : volume);
    s->right = 1;
    if (volume < 0 && start) {
        s->right = start % 2 ? 1 : 2;
        leaf = (unsigned)(start - s->right) / 2;
    } else {
        do
            leaf = first + tb_roll(s, count);
        while (volume >= 0 && !has_city(&s->head, volume, leaf));
    }
    s->camp = s->scout = (uint16_t)leaf;
    s->city = (uint16_t)(volume < 0 ? leaf + far
                                    : nc_city_leaf(the_kit(s), the_volume(s), leaf + far));
}

static void fill_deck(struct tb_state *s, uint8_t *deck, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        deck[i] = (uint8_t)(first + i);
    tb_shuffle(s, deck, (int)count);
}

static void lay_cards(struct tb_state *s)
{
    unsigned start = JOKER;

    memset(s->slot, NONE, sizeof s->slot);
    memset(s->table, NONE, sizeof s->table);
    memset(s->holder, NONE, sizeof s->holder);
    memset(s->character, NONE, sizeof s->character);
    fill_deck(s, s->deck, 0, EXPLORATIONS);
    s->decks = EXPLORATIONS;
    fill_deck(s, s->mission_deck, MISSION0, MISSIONS);
    s->mission_decks = MISSIONS;
    if (!opt(s, OPTION_DOMAINS)) {
        start = s->mission_deck[--s->mission_decks];
        s->mission_deck[s->mission_decks] = 0;
    }
    s->kept[s->keeps++] = (struct kept){ s->camp, (uint8_t)start, 0 };
    s->city_card = (uint8_t)(CITY0 + tb_roll(s, CITIES));
    if (opt(s, OPTION_PERIPETEIA)) {
        fill_deck(s, s->peripeteia, PERIPETEIA0, PERIPETEIA);
        s->peripeteias = PERIPETEIA;
    }
    nc_refill(s, NULL);
    nc_draw_missions(s, NULL);
}

static void setup(struct tb_state *s)
{
    static const uint8_t letters[] = { 26, 20, 14 };

    place_bookmarks(s);
    lay_cards(s);
    s->letters = letters[s->head.option[OPTION_LETTERS]];
    s->meaning = NONE;
    s->reader = (uint8_t)(s->head.seats - 1);
    s->text = NO_LEAF;
    s->aim = s->lamp = s->choice = s->proposal = s->drawn[0] = s->drawn[1] = NONE;
    memset(s->mark, NONE, sizeof s->mark);
    if (opt(s, OPTION_CHARACTERS))
        nc_begin_characters(s, NULL);
    else
        nc_begin_turn(s, NULL);
}

/* ---- moves ---- */

static int late_aim_moves(const struct tb_state *s, tb_move *out)
{
    int count = 0;

    for (unsigned i = 0; i < SLOTS; i++)
        if (s->slot[i] != NONE)
            out[count++] = tb_mv(AIM, i, 0);
    return count;
}

/* R4.8: the scout may name reasons from the compass on until it is shown. */
static bool may_mark(const struct tb_state *s, int seat)
{
    return seat == s->reader &&
           (s->phase == P_READING || s->phase == P_ATTEMPT || s->phase == P_EXPLORE ||
            (s->phase == P_PREPARE && s->step == S_READ));
}

static bool is_vote(const struct tb_state *s)
{
    return s->phase == P_SCOUT || s->phase == P_ATTEMPT || s->phase == P_EXPLORE ||
           (s->phase >= P_PAY && s->phase <= P_MEANING);
}

/* What can be done besides marking words. */
static int plain_moves(const struct tb_state *s, int seat, tb_move *out)
{
    if (is_vote(s))
        return has(nc_members(s), (unsigned)seat) ? nc_vote_moves(s, seat, out) : 0;
    if (s->phase == P_PREPARE)
        return nc_prepare_moves(s, seat, out);
    if (s->phase == P_READING)
        return nc_listen_moves(s, seat, out);
    if (s->phase == P_CHARACTER)
        return nc_character_moves(s, out);
    if (s->phase == P_AIM)
        return late_aim_moves(s, out);
    out[0] = tb_mv(RIGHT, 0, 0);
    out[1] = tb_mv(WRONG, 0, 0);
    return 2;
}

static int moves(const struct tb_state *s, int seat, tb_move *out)
{
    int count = plain_moves(s, seat, out);

    return may_mark(s, seat) ? count + nc_mark_moves(s, out + count) : count;
}

/* moves() without the long lists, draw for draw. */
static tb_move pick(const struct tb_state *s, int seat, uint64_t *rng)
{
    tb_move list[TB_MOVES_MAX];
    int count, marks;
    uint32_t n;

    if (is_vote(s) && has(nc_members(s), (unsigned)seat))
        return nc_vote_pick(s, seat, rng);
    count = plain_moves(s, seat, list);
    marks = may_mark(s, seat) ? nc_mark_count(s) : 0;
    n = tb_random_below(rng, (uint32_t)(count + marks));
    return n < (uint32_t)count ? list[n] : nc_mark_move(s, n - (uint32_t)count);
}

static void play(struct tb_state *s, int seat, tb_move move, struct tb_events *to)
{
    unsigned verb = tb_verb(move);

    if (verb == MARK && s->phase != P_PREPARE)
        nc_mark(s, tb_arg(move, 0), to);
    else if (verb == VOTE || verb == LEAN || verb == CLOSE)
        nc_vote(s, seat, move, to);
    else if (verb == BE)
        nc_be(s, seat, tb_arg(move, 0), to);
    else if (verb == RIGHT || verb == WRONG)
        nc_check_mission(s, verb == RIGHT, to);
    else if (s->phase == P_AIM)
        nc_aim_late(s, tb_arg(move, 0), to);
    else if (s->phase == P_READING)
        nc_listen(s, seat, move, to);
    else
        nc_prepare(s, seat, move, to);
}

/* Advice on the compass would be the game. */
static bool may_advise(const struct tb_state *s) { return false; }

/* ---- the game ---- */

/* clang-format off */
static const char *const mode_values[] = { "excursion", "short", "classic" };
static const char *const mode_labels[] = { TB_N("Excursion: 50 pages"), TB_N("Short expedition: 70 pages"),
                                           TB_N("Classic expedition: 100 pages") };
static const char *const letters_values[] = { "26", "20", "14" };
static const char *const letters_labels[] = { TB_N("26 letters"), TB_N("20 letters"), TB_N("14 letters") };
static const char *const no_yes[] = { "no", "yes" };
static const char *const no_yes_labels[] = { TB_N("No"), TB_N("Yes") };
static const char *const missions_values[] = { "standard", "easy" };
static const char *const missions_labels[] = { TB_N("Standard"), TB_N("Easy") };
static const char *const book_values[] = { "given", "novella-fr", "novella-en", "paper" };
static const char *const book_labels[] = { TB_N("The table's book"), TB_N("Our novella in French"),
                                           TB_N("Our novella in English"), TB_N("A paper book on the table") };
static const char *const reading_values[] = { "voice", "scroll", "speech", "paced" };
static const char *const reading_labels[] = { TB_N("The scout's own voice"), TB_N("Lines that pass"),
                                              TB_N("A voice of the device"), TB_N("Lines at the scout's pace") };
static const char *const table_values[] = { "personal", "shared", "shared-compass" };
static const char *const table_labels[] = { TB_N("A device each"), TB_N("One device for all"),
                                            TB_N("One device and a real compass") };

static const struct tb_option options[] = {
    { "mode", TB_N("Journey"), TB_N("How far away the Lost City lies."),
      mode_values, mode_labels, MODE_EXCURSION, MODE_CLASSIC, MODE_EXCURSION, NULL, NULL },
    { "letters", TB_N("Letters"), TB_N("The group's lives. An excursion has 26; fewer are harder."),
      letters_values, letters_labels, LETTERS_26, LETTERS_14, LETTERS_26, NULL, NULL },
    { "peripeteia", TB_N("Peripeteias"), TB_N("The scout may take a reading constraint to get further."),
      no_yes, no_yes_labels, 0, 1, 0, NULL, NULL },
    { "characters", TB_N("Characters"), TB_N("Everybody has a skill to use as scout."),
      no_yes, no_yes_labels, 0, 1, 0, NULL, NULL },
    { "domains", TB_N("Domains"), TB_N("A mission saves only landscapes of its own domain."),
      no_yes, no_yes_labels, 0, 1, 0, NULL, NULL },
    { "missions", TB_N("Missions"), TB_N("Five of the missions can be made easier."),
      missions_values, missions_labels, 0, 1, 0, NULL, NULL },
    { "backs", TB_N("Backs shown"), TB_N("Landscapes that lie open show their value too."),
      no_yes, no_yes_labels, 0, 1, 0, NULL, NULL },
    { "book", TB_N("Book"), TB_N("What is read. Without a book of its own a table reads our novella."),
      book_values, book_labels, BOOK_GIVEN, BOOK_PAPER, BOOK_GIVEN, NULL, NULL },
    { "reading", TB_N("Reading aloud"), TB_N("How the passage reaches the group."),
      reading_values, reading_labels, READING_VOICE, READING_PACED, READING_VOICE, NULL, NULL },
    { "table", TB_N("Devices"), TB_N("On one device answers of the group are given once, without votes."),
      table_values, table_labels, TABLE_PERSONAL, TABLE_SHARED_COMPASS, TABLE_PERSONAL, NULL, NULL },
    { "pages", TB_N("Pages"), TB_N("Of a paper book: the number of its last page."),
      NULL, NULL, 100, 9999, 300, NULL, NULL },
    { "start", TB_N("First page"), TB_N("Of a paper book: the right page it fell open at; 0: any."),
      NULL, NULL, 0, 9999, 0, NULL, NULL },
    { "standing", TB_N("Standing choices"), TB_N("Missions taken and readiness stay from turn to turn: for games over days."),
      no_yes, no_yes_labels, 0, 1, 0, NULL, NULL },
    { 0 },
};
/* clang-format on */

const struct tb_game game_contrees = {
    .id = "contrees",
    .name = TB_N("Nouvelles Contrées"),
    .about =
        TB_N("Travel through a novel together: one reads, the others find the landscape."),
    .edition = 1,
    .seats_min = 2,
    .seats_max = PLAYERS,
    .state_size = sizeof(struct tb_state),
    .plies_max = 12000, /* 183 turns at most, each of about 60 */
    .options = options,
    .events = nc_events,
    .figures = nc_figures,
    .allow = allow,
    .no_bots = no_bots,
    .setup = setup,
    .moves = moves,
    .play = play,
    .score = nc_score,
    .hide = nc_hide,
    .guess = nc_guess,
    .notate = nc_notate,
    .word = nc_word,
    .show = nc_show,
    .scene = nc_scene,
    .view = nc_view,
    .question = nc_question,
    .check = nc_fault,
    .measure = nc_measure,
    .evaluate = nc_evaluate,
    .pick = pick,
    .advise = nc_advise,
    .memory_size = NC_MEMORY,
    .solve = nc_solve,
    .may_advise = may_advise,
    .kit_make = nc_kit_make,
    .kit_size = KIT_BYTES,
    .kit = nc_kit_default,
};
