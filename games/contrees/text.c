/* Nouvelles Contrées in words and in a terminal; json.c has the pages' part. */
#include <assert.h>
#include <string.h>

#include "contrees.h"

/* clang-format off */
enum with { ALONE, WITH_CARD, WITH_CHOICE, WITH_DIRECTION, WITH_NUMBER, WITH_SET, WITH_DELTA };
static const struct { const char *word; enum with with; } notation[VERBS] = {
    [BE]        = { "be",       WITH_CARD },
    [VOTE]      = { "vote",     WITH_CHOICE },
    [LEAN]      = { "lean",     WITH_CHOICE },
    [CLOSE]     = { "close",    ALONE },
    [DRAW]      = { "draw",     ALONE },
    [DRAW_TWO]  = { "draw two", ALONE },
    [PASS]      = { "pass",     ALONE },
    [KEEP]      = { "keep",     WITH_CARD },
    [GO]        = { "go",       WITH_DELTA },
    [SIX]       = { "six",      ALONE },
    [SHORT]     = { "short",    ALONE },
    [STAY]      = { "stay",     ALONE },
    [STEP_BACK] = { "back",     ALONE },
    [SWAP]      = { "swap",     WITH_SET },
    [AIM]       = { "aim",      WITH_DIRECTION },
    [SKILL]     = { "skill",    WITH_DIRECTION },
    [TAKE]      = { "take",     WITH_CARD },
    [RELEASE]   = { "release",  ALONE },
    [READY]     = { "ready",    ALONE },
    [DROP]      = { "drop",     WITH_CARD },
    [AGREE]     = { "agree",    ALONE },
    [REFUSE]    = { "refuse",   ALONE },
    [READ]      = { "read",     ALONE },
    [LISTEN]    = { "listen",   ALONE },
    [LINE]      = { "line",     ALONE },
    [HEARD]     = { "heard",    ALONE },
    [DONE]      = { "done",     ALONE },
    [RIGHT]     = { "right",    ALONE },
    [WRONG]     = { "wrong",    ALONE },
    [MARK]      = { "mark",     WITH_NUMBER },
};
const char nc_directions[SLOTS] = { 'N', 'E', 'S', 'W' };

/* c: a card, v: a choice of a vote, w: the second half of one, u: a constraint. */
const struct tb_event_kind nc_events[EVENTS + 1] = {
    [E_CHARACTER]     = { "character",   TB_N("{seat|You are|@ is} {0}."),                                                    "c",   false },
    [E_TURN]          = { "turn",        TB_N("Turn {0}: who scouts?"),                                                       "n",   false },
    [E_VOTED]         = { "voted",       TB_N("{seat|You vote|@ votes}: {0}{1}."),                                            "vw",  false },
    [E_LEANED]        = { "leaned",      TB_N("{seat|You lean|@ leans} to: {0}{1}."),                                         "vw",  false },
    [E_SCOUT]         = { "scout",       TB_N("{seat|You are|@ is} the scout."),                                              "",    false },
    [E_DREW]          = { "drew",        TB_N("{seat||@} draws a peripeteia ({0|# leaf|# leaves} more)."),                    "n",   true  },
    [E_DREW_CARD]     = { "drewCard",    TB_N("You draw {0}."),                                                               "c",   true  },
    [E_KEPT]          = { "kept",        TB_N("{seat|You keep|@ keeps} a peripeteia ({0|# leaf|# leaves} more)."),            "n",   false },
    [E_PASSED]        = { "passed",      TB_N("{seat|You draw|@ draws} no peripeteia."),                                      "",    false },
    [E_MOVED]         = { "moved",       TB_N("{seat|You go|@ goes} ahead by {0|# leaf|# leaves}."),                          "n",   false },
    [E_STAYED]        = { "stayed",      TB_N("{seat|You read|@ reads} at the Lost City."),                                   "",    false },
    [E_SHORT]         = { "short",       TB_N("Fewer than six lines: {seat|you go|@ goes} back a leaf."),                     "",    false },
    [E_STEPPED]       = { "stepped",     TB_N("{seat|You step|@ steps} back by {0|# leaf|# leaves}."),                        "n",   false },
    [E_SKILL]         = { "skill",       TB_N("{seat|You use|@ uses} the skill of {0}."),                                     "c",   false },
    [E_SWAPPED]       = { "swapped",     TB_N("{seat|You discard|@ discards} the landscape in {0}."),                         "v",   true  },
    [E_SHOWN]         = { "shown",       TB_N("{seat|Your compass|The compass of @} points to {0}."),                         "v",   true  },
    [E_AIMED]         = { "aimed",       TB_N("{seat||@} has set the compass."),                                              "",    false },
    [E_AIMED_AT]      = { "aimedAt",     TB_N("Your compass points to {0}."),                                                 "v",   false },
    [E_RULED_OUT]     = { "ruledOut",    TB_N("{seat|You say|@ says}: it is not {0}."),                                       "v",   true  },
    [E_MARKED]        = { "marked",      TB_N("You mark word {0} as a reason."),                                              "n",   false },
    [E_TOOK]          = { "took",        TB_N("{seat|You take|@ takes} {0}."),                                                "c",   false },
    [E_RELEASED]      = { "released",    TB_N("{seat|You put|@ puts} {0} back."),                                             "c",   false },
    [E_READY]         = { "ready",       TB_N("{seat|You are|@ is} ready to listen."),                                        "",    false },
    [E_PROPOSED]      = { "proposed",    TB_N("{seat|You would|@ would} remove {0}."),                                        "c",   false },
    [E_AGREED]        = { "agreed",      TB_N("{seat|You agree|@ agrees}."),                                                  "",    false },
    [E_REFUSED]       = { "refused",     TB_N("{seat|You would|@ would} rather keep {0}."),                                   "c",   false },
    [E_DROPPED]       = { "dropped",     TB_N("{0} is removed."),                                                             "c",   false },
    [E_READING]       = { "reading",     TB_N("{seat|You read|@ reads} aloud{0}."),                                           "u",   true  },
    [E_LISTENS]       = { "listens",     TB_N("{seat|You listen|@ listens}."),                                                "n",   true  },
    [E_HEARS]         = { "hears",       NULL,                                                                                "n",   true  },
    [E_HEARD]         = { "heard",       TB_N("{seat|You have|@ has} heard it all."),                                         "n",   true  },
    [E_READ]          = { "read",        TB_N("The reading is over."),                                                        "",    true  },
    [E_NO_MISSION]    = { "noMission",   TB_N("No mission is tried."),                                                        "",    false },
    [E_TRIED]         = { "tried",       TB_N("The group tries {0}."),                                                        "c",   false },
    [E_MISSION_RIGHT] = { "missionRight", TB_N("{0}{seat|| of @} is right and goes into the book."),                           "c",   true  },
    [E_MISSION_WRONG] = { "missionWrong", TB_N("{0}{seat|| of @} is wrong and discarded."),                                    "c",   true  },
    [E_REARMED]       = { "rearmed",     TB_N("{seat|You may|@ may} use the skill of {0} again."),                            "c",   false },
    [E_CHOSEN]        = { "chosen",      TB_N("The group goes to {0}."),                                                      "v",   false },
    [E_SUCCESS]       = { "success",     TB_N("Found! The camp joins {seat|you|@}."),                                         "c",   true  },
    [E_FAILURE]       = { "failure",     TB_N("Lost: both landscapes are discarded, {seat|you return|@ returns} to the camp."), "cc",  true  },
    [E_PAID]          = { "paid",        TB_N("They pay: {0}{1}."),                                                           "vw",  true  },
    [E_PAID_MISSION]  = { "paidMission", TB_N("{0} leaves the book."),                                                        "c",   false },
    [E_LETTERS]       = { "letters",     TB_N("Letters lost: {0}; left: {1}."),                                               "nn",  false },
    [E_CITY]          = { "city",        TB_N("The camp is at the Lost City: {0}."),                                          "c",   true  },
    [E_LANDSCAPE]     = { "landscape",   NULL,                                                                                "nc",  true  },
    [E_MISSION]       = { "mission",     TB_N("A new mission: {0}."),                                                         "c",   true  },
    [E_SHUFFLED]      = { "shuffled",    TB_N("The discarded landscapes are shuffled: {0}."),                                 "n",   true  },
    [E_WON]           = { "won",         TB_N("The expedition has succeeded, with {0|# point|# points}."),                    "n",   true  },
    [E_LOST]          = { "lost",        TB_N("The expedition is lost, with {0|# point|# points}."),                          "n",   true  },
    [E_MEANING]       = { "meaning",     TB_N("They choose the landscape of the title."),                                     "c",   true  },
    [EVENTS]          = { NULL, NULL, NULL, false },
};

static const char *const direction_names[SLOTS] = { TB_N("north"), TB_N("east"), TB_N("south"), TB_N("west") };
static const char *const domain_names[DOMAINS + 1] = {
    TB_N("cartography"), TB_N("botany"), TB_N("ethnology"), TB_N("archaeology"), TB_N("any domain"),
};
const char *const nc_ranks[] = {
    TB_N("Explorer of visiting cards"), TB_N("Explorer of picture books"), TB_N("Explorer of airport novels"),
    TB_N("Explorer of best-sellers"), TB_N("Explorer of great literature"),
    TB_N("Explorer of Latin liturgy translated from German"), TB_N("Explorer of the great encyclopaedia"),
};
/* clang-format on */

/* ---- notation ---- */

static const char *pay_word(unsigned choice)
{
    static const char *const word[] = { "letters", "both", "missions", "free" };

    return word[choice - PAY_LETTERS];
}

static unsigned direction_of(unsigned choice)
{
    assert(choice - CHOOSE_DIRECTION < SLOTS);
    return choice - CHOOSE_DIRECTION;
}

static const struct nc_words *words_of(unsigned card)
{
    assert(card < CARDS);
    return &nc_words[card];
}

static void put_choice(struct tb_text *out, unsigned choice)
{
    if (choice == NONE)
        tb_put(out, "none");
    else if (choice >= PAY_LETTERS)
        tb_put(out, "%s", pay_word(choice));
    else if (choice >= CHOOSE_DIRECTION)
        tb_put(out, "%c", nc_directions[direction_of(choice)]);
    else if (choice >= CHOOSE_SEAT)
        tb_put(out, "%u", choice - CHOOSE_SEAT);
    else
        tb_put(out, "%s", words_of(choice)->id);
}

/* The same where people read it: they count seats from 1. */
static void put_counted(struct tb_text *out, unsigned choice)
{
    if (choice >= CHOOSE_SEAT && choice < CHOOSE_DIRECTION)
        tb_put(out, "%u", choice - CHOOSE_SEAT + 1);
    else
        put_choice(out, choice);
}

static void put_set(struct tb_text *out, unsigned set)
{
    for (unsigned i = 0; i < SLOTS; i++)
        if (has(set, i))
            tb_put_byte(out, nc_directions[i]);
}

void nc_notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    unsigned verb = tb_verb(move), arg = tb_arg(move, 0), second = tb_arg(move, 1);
    enum with with = notation[verb].with;

    tb_put(out, "%s", notation[verb].word);
    if (with == WITH_DIRECTION ? arg == NONE : with == WITH_DELTA ? arg == DELTA : !with)
        return;
    tb_put_byte(out, ' ');
    if (with == WITH_CARD || with == WITH_CHOICE)
        put_choice(out, arg);
    else if (with == WITH_DIRECTION)
        tb_put_byte(out, nc_directions[arg]);
    else if (with == WITH_NUMBER)
        tb_put(out, "%u", arg + 1);
    else if (with == WITH_SET)
        put_set(out, arg);
    else
        tb_put(out, arg > DELTA ? "+%d" : "%d", (int)arg - DELTA);
    if (with == WITH_CHOICE && second) {
        tb_put_byte(out, '+');
        put_choice(out, second);
    }
}

static int column_of(const struct tb_text *out)
{
    return out->lang < TB_LANGS ? out->lang : TB_EN;
}

static void put_card(struct tb_text *out, unsigned card)
{
    const struct nc_words *words = words_of(card);
    const char *name = words->name[column_of(out)];

    tb_put(out, "%s", words->id);
    if (out->lang < TB_LANGS && *name)
        tb_put(out, " %s", name);
}

static void put_pay(struct tb_text *out, unsigned choice)
{
    static const char *const words[] = { TB_N("letters"), TB_N("letters and a mission"),
                                         TB_N("missions"), TB_N("nothing") };

    tb_put(out, "%s", tb_say(out, words[choice - PAY_LETTERS]));
}

static void put_spoken(struct tb_text *out, unsigned choice)
{
    if (out->lang >= TB_LANGS)
        put_choice(out, choice);
    else if (choice == NONE)
        tb_put(out, "%s", tb_say(out, TB_N("no mission")));
    else if (choice >= PAY_LETTERS)
        put_pay(out, choice);
    else if (choice >= CHOOSE_DIRECTION)
        tb_put(out, "%s", tb_say(out, direction_names[direction_of(choice)]));
    else if (choice >= CHOOSE_SEAT)
        tb_put(out, "%s %u", tb_say(out, TB_N("seat")), choice - CHOOSE_SEAT + 1);
    else
        put_card(out, choice);
}

void nc_word(char kind, unsigned value, struct tb_text *out)
{
    bool ids = out->lang >= TB_LANGS;

    if (kind == 'c') {
        put_card(out, value);
    } else if (kind == 'v') {
        put_spoken(out, value);
    } else if (kind == 'w' && value) {
        tb_put(out, ids ? "" : " + ");
        put_spoken(out, value);
    } else if (kind == 'u' && value != NONE) {
        tb_put(out, ids ? "" : " (");
        put_card(out, value);
        tb_put(out, ids ? "" : ")");
    }
}

/* ---- what may be seen: D42, 23.5 ---- */

bool nc_sees_passage(const struct tb_state *s, int viewer)
{
    return s->text < HIDDEN_LEAF && viewer == s->reader;
}

bool nc_is_in_log(const struct tb_state *s, const struct turn *turn)
{
    return !is_paper(s) && (s->phase == P_OVER || s->camp > turn->leaf);
}

int nc_meaning_of(const struct tb_state *s)
{
    unsigned leaf;

    if (s->phase != P_OVER || s->meaning == NONE)
        return -1;
    leaf = s->city + nc_card[s->meaning].value;
    return is_paper(s) ? (int)leaf : nc_meaning_leaf(the_kit(s), the_volume(s), leaf);
}

int nc_lang(const struct tb_state *s, const struct tb_text *out)
{
    return is_paper(s) ? column_of(out) : the_volume(s)->lang;
}

/* ---- the terminal ---- */

enum { WIDTH = 80 };

static void paint(struct tb_text *out, const char *how)
{
    if (out->colour)
        tb_put(out, "\033[%sm", how);
}

static int width_of(const char *text)
{
    int width = 0;

    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* Words that keep within the width; the next line begins at `indent`. */
struct line {
    struct tb_text *out;
    int column, indent;
};

static void put_words(struct line *l, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " ");
        char word[96];

        if (length >= sizeof word)
            length = sizeof word - 1;
        memcpy(word, text, length);
        word[length] = 0;
        if (l->column + 1 + width_of(word) > WIDTH) {
            tb_put_byte(l->out, '\n');
            for (l->column = 0; l->column < l->indent; l->column++)
                tb_put_byte(l->out, ' ');
        } else if (l->column > l->indent) {
            tb_put_byte(l->out, ' ');
            l->column++;
        }
        tb_put(l->out, "%s", word);
        l->column += width_of(word);
        text += length;
        text += strspn(text, " ");
    }
}

static void put_ruler(struct tb_text *out, const char *heading)
{
    int column = 4 + width_of(heading);

    paint(out, "2");
    tb_put(out, "── ");
    paint(out, "0;1");
    tb_put(out, "%s", heading);
    paint(out, "0;2");
    tb_put_byte(out, ' ');
    for (; column < WIDTH; column++)
        tb_put(out, "─");
    paint(out, "0");
    tb_put_byte(out, '\n');
}

static void put_title(const struct tb_state *s, struct tb_text *out)
{
    char heading[160];
    struct tb_text title = tb_text(heading, sizeof heading);

    title.say = out->say;
    if (is_paper(s)) {
        tb_put(&title, "%s", tb_say(out, TB_N("A paper book")));
    } else {
        const char *name = nc_at(the_kit(s), the_volume(s)->title);

        tb_put(&title, "%.40s", *name ? name : tb_say(out, TB_N("A book")));
        name = nc_at(the_kit(s), the_volume(s)->author);
        if (*name)
            tb_put(&title, ", %.28s", name);
    }
    put_ruler(out, heading);
}

/* The book from its edge: a mark every leaf. */
static void put_edge(const struct tb_state *s, struct tb_text *out)
{
    int first = s->camp, last = s->city, shown = last - first + 1;

    tb_put(out, "%s %u ", tb_say(out, TB_N("Camp p.")), page_of(s, s->camp));
    paint(out, "33");
    for (int leaf = first; leaf <= last; leaf++)
        tb_put(out, "%s",
               leaf == s->scout && s->phase >= P_PREPARE && s->phase < P_PAY ? "◆"
               : leaf == s->camp                                             ? "▲"
               : leaf == last                                                ? "■"
                                                                             : "·");
    if (shown == 1)
        tb_put(out, "■");
    paint(out, "0");
    tb_put(out, " %s %u", tb_say(out, TB_N("city p.")), page_of(s, s->city));
    tb_put_byte(out, '\n');
}

static int count_kept(const struct tb_state *s, unsigned first, unsigned end)
{
    int count = 0;

    for (int i = 0; i < s->keeps; i++)
        count += s->kept[i].card >= first && s->kept[i].card < end;
    return count;
}

static void put_reserve(const struct tb_state *s, struct tb_text *out)
{
    paint(out, "1");
    for (int i = 0; i < LETTERS_MAX; i++)
        tb_put(out, "%c", i < s->letters ? 'A' + i : '.');
    paint(out, "0");
    tb_put(out, "  %s %d  %s %d  %s %d\n", tb_say(out, TB_N("in the book: landscapes")),
           count_kept(s, 0, EXPLORATIONS), tb_say(out, TB_N("missions")),
           nc_missions_kept(s), tb_say(out, TB_N("peripeteias")),
           count_kept(s, PERIPETEIA0, CITY0));
}

static void put_landscape(const struct tb_state *s, unsigned i, struct tb_text *out)
{
    struct line l = { out, 3, 3 };

    if (s->slot[i] == NONE)
        return;
    paint(out, s->lamp == i ? "2" : "1;36");
    tb_put(out, "%c%s ", nc_directions[i], s->aim == i ? "◂" : " ");
    paint(out, s->lamp == i ? "2" : "0");
    put_words(&l, nc_words[s->slot[i]].text[column_of(out)]);
    if (opt(s, OPTION_BACKS)) {
        char back[16];
        struct tb_text value = tb_text(back, sizeof back);

        tb_put(&value, "(%u)", nc_value(s->slot[i]));
        put_words(&l, back);
    }
    paint(out, "0");
    tb_put_byte(out, '\n');
}

static void put_deck(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s %u", tb_say(out, TB_N("Next move, in leaves:")), nc_advance(s));
    if (opt(s, OPTION_DOMAINS) && s->decks)
        tb_put(out, " (%s)", tb_say(out, domain_names[nc_domain(s->deck[s->decks - 1])]));
    if (s->peripeteias && !s->revealed)
        tb_put(out, "; %s +%u", tb_say(out, TB_N("with a peripeteia")),
               nc_value(s->peripeteia[s->peripeteias - 1]));
    tb_put_byte(out, '\n');
}

static void put_mission(const struct tb_state *s, int i, struct tb_text *out)
{
    unsigned card = s->table[i];
    int lang = nc_lang(s, out);
    struct line l = { out, 4, 4 };

    paint(out, "32");
    tb_put(out, "%s ", nc_words[card].id);
    paint(out, "0");
    put_words(&l, nc_words[card].name[lang]);
    if (opt(s, OPTION_DOMAINS))
        put_words(&l, tb_say(out, domain_names[nc_card[card].domain]));
    put_words(&l, "-");
    put_words(&l, nc_words[card].text[lang]);
    if (s->holder[i] != NONE) {
        char holder[32];
        struct tb_text seat = tb_text(holder, sizeof holder);

        tb_put(&seat, "[%d]", s->holder[i]);
        put_words(&l, holder);
    }
    tb_put_byte(out, '\n');
}

/* Who has lines to read gets the missions by name, and in full the one to watch. */
static void put_missions(const struct tb_state *s, bool brief, struct tb_text *out)
{
    struct line l = { out, 0, 0 };

    for (int i = 0; i < TABLE; i++) {
        if (s->table[i] == NONE)
            continue;
        if (!brief) {
            put_mission(s, i, out);
            continue;
        }
        put_words(&l, nc_words[s->table[i]].id);
        put_words(&l, nc_words[s->table[i]].name[nc_lang(s, out)]);
        if (i < TABLE - 1)
            put_words(&l, "·");
    }
    if (brief)
        tb_put_byte(out, '\n');
    for (int i = 0; i < TABLE && brief; i++)
        if (s->holder[i] == s->head.viewer)
            put_mission(s, i, out);
}

static void put_passage(const struct tb_state *s, struct tb_text *out)
{
    struct nc_passage p;

    nc_open(the_kit(s), the_volume(s), s->text, &p);
    for (int i = 0; i < LINES; i++) {
        paint(out, "33");
        tb_put(out, " %s", p.starts >> i & 1 ? "¶ " : "  ");
        paint(out, "0");
        tb_put(out, "%s\n", p.line[i]);
    }
}

/* What is due to a listener, and the line before it. */
static void put_due(const struct tb_state *s, struct tb_text *out)
{
    struct nc_passage p;
    struct nc_reading r;
    int due = s->line[s->head.viewer];

    nc_open(the_kit(s), the_volume(s), s->text, &p);
    nc_read_aloud(&p, nc_constraint(s), &r);
    for (int i = due - 2; i < due; i++) {
        struct line l = { out, 3, 3 };

        if (i < 0)
            continue;
        tb_put(out, " %s ", i == due - 1 ? "♪" : " ");
        put_words(&l, r.line[i]);
        tb_put_byte(out, '\n');
    }
}

/* ---- what is to be decided, in words ---- */

static const char *scout_question(const struct tb_state *s)
{
    static const char *const question[] = {
        [S_PERIPETEIA] =
            TB_N("Draw a peripeteia to get further? It constrains your reading "
                 "(draw, pass)."),
        [S_KEEP] = TB_N("Which peripeteia do you keep? The other goes under the deck "
                        "(keep P03)."),
        [S_MOVE] = TB_N("Go as the deck says, or use the Surveyor's skill (go, go +2)."),
        [S_SHORT] = TB_N("Open the book there: has the page six lines of text "
                         "(six, short)?"),
        [S_BACK] = TB_N("This page was read before: stay, or step back one leaf "
                        "(stay, back)?"),
        [S_COMPASS] =
            TB_N("Read in silence, then set the compass on the landscape that the "
                 "passage evokes (aim W)."),
        [S_READ] = TB_N("Read aloud when the group is ready (read); until then the compass "
                        "can turn (aim N)."),
    };

    return question[s->step];
}

static const char *question_of(const struct tb_state *s, int seat)
{
    static const char *const question[PHASES] = {
        [P_CHARACTER] = TB_N("Who are you? Each has a skill to use as scout (be K3)."),
        [P_SCOUT] = TB_N("Who reads this turn? vote 0 is for seat 1, vote 1 for seat 2."),
        [P_PREPARE] = TB_N("Take a mission to watch while listening, then be ready "
                           "(take M08, ready). A wrong one costs 3 letters."),
        [P_READING] = TB_N("Listen: the passage comes once (listen, line)."),
        [P_ATTEMPT] = TB_N("Present a mission? A wrong one costs 3 letters "
                           "(vote M08, vote none)."),
        [P_CHECK] = TB_N("Is the condition of the mission fulfilled (right, wrong)?"),
        [P_EXPLORE] = TB_N("Which landscape did the scout choose? A wrong one costs 12 "
                           "letters, or missions (vote W)."),
        [P_AIM] = TB_N("Where does your compass point (aim W)?"),
        [P_PAY] = TB_N("Pay: 12 letters, 6 and a mission, or two missions "
                       "(vote letters, vote both, vote missions)."),
        [P_PAY_DOMAINS] =
            TB_N("Pay for the scout's landscape + the group's: a mission of its "
                 "domain or its value in letters (vote M08+letters)."),
        [P_MEANING] = TB_N("Which landscape in the book is nearest to its title "
                           "(vote E06)?"),
        [P_OVER] = TB_N("The game is over."),
    };

    if (seat == s->reader && s->phase == P_PREPARE)
        return scout_question(s);
    if (seat == s->reader && s->phase == P_READING)
        return TB_N("Read the passage to the others, as the constraint says (done, line).");
    return question[s->phase];
}

/* What decided the mission that was tried: how many, how many it takes, and which. */
static void put_proof(const struct tb_state *s, struct tb_text *out)
{
    const struct turn *turn = &s->journal[(s->turns - 1) % JOURNAL];
    struct nc_passage p;
    struct nc_proof proof;
    struct line l = { out, 0, 4 };
    char tally[96];
    struct tb_text text = tb_text(tally, sizeof tally);

    nc_open(the_kit(s), the_volume(s), s->text, &p);
    nc_mission(&p, turn->mission - MISSION0, opt(s, OPTION_MISSIONS), &proof);
    tb_put(&text, "%s %s %d (%s %d)%s", nc_words[turn->mission].id,
           turn->flags & T_RIGHT ? "✓" : "✗", proof.count,
           proof.most ? tb_say(out, TB_N("at most")) : tb_say(out, TB_N("at least")),
           proof.need, proof.spans ? ":" : "");
    put_words(&l, tally);
    for (int i = 0; i < proof.spans && i < 8; i++) {
        struct nc_span at = proof.span[i];
        const char *line = p.line[at.line];
        char word[LINE_BYTES + 1] = "";

        /* Those who only heard it are told words, apart, and no whole line. */
        if (at.from == 0 && !line[at.to])
            continue;
        memcpy(word, line + at.from, (size_t)(at.to - at.from));
        put_words(&l, word);
        put_words(&l, i + 1 < proof.spans ? "·" : "");
    }
    tb_put_byte(out, '\n');
}

static bool has_proof(const struct tb_state *s)
{
    return s->text < HIDDEN_LEAF && s->phase > P_ATTEMPT && s->turns &&
           s->journal[(s->turns - 1) % JOURNAL].flags & T_TRIED;
}

/* In full for its reader and where there is room. */
static void put_constraint(const struct tb_state *s, bool brief, struct tb_text *out)
{
    unsigned card = nc_constraint(s);
    struct line l = { out, 0, 4 };

    if (card >= CARDS || s->phase < P_PREPARE || s->phase >= P_PAY || s->phase == P_ATTEMPT)
        return;
    paint(out, "35");
    put_words(&l, nc_words[card].id);
    put_words(&l, nc_words[card].name[column_of(out)]);
    if (!brief) {
        put_words(&l, "-");
        put_words(&l, nc_words[card].text[column_of(out)]);
    }
    paint(out, "0");
    tb_put_byte(out, '\n');
}

/* "2: M08+letters?", the question mark for a lean. */
static void put_voice(const struct tb_state *s, const struct choices *c, int seat,
                      struct line *l)
{
    unsigned code = c->code[s->voice[seat] - 1];
    char voice[64];
    struct tb_text text = tb_text(voice, sizeof voice);

    tb_put(&text, "%d:", seat + 1);
    put_counted(&text, code & 255u);
    if (code >> 8) {
        tb_put_byte(&text, '+');
        put_counted(&text, code >> 8);
    }
    if (has(s->leans, (unsigned)seat))
        tb_put_byte(&text, '?');
    put_words(l, voice);
}

static void put_voices(const struct tb_state *s, struct tb_text *out)
{
    struct choices c;
    struct line l = { out, 0, 0 };

    nc_choices(s, &c);
    if (!c.count || !s->spoke)
        return;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (s->voice[seat])
            put_voice(s, &c, seat, &l);
    tb_put_byte(out, '\n');
}

void nc_question(const struct tb_state *seen, int seat, struct tb_text *out)
{
    tb_put(out, "%s", tb_say(out, question_of(seen, seat)));
}

/* ---- the end ---- */

static void put_meaning(const struct tb_state *s, struct tb_text *out)
{
    int leaf = nc_meaning_of(s);
    char sentence[2048];
    struct tb_text text = tb_text(sentence, sizeof sentence);
    struct line l = { out, 2, 2 };

    if (leaf < 0)
        return;
    tb_put(out, "%s %u\n", tb_say(out, TB_N("The hidden meaning, page")),
           page_of(s, (unsigned)leaf));
    if (is_paper(s))
        return;
    nc_put_meaning(the_kit(s), nc_leaf(the_kit(s), the_volume(s), (unsigned)leaf), &text);
    paint(out, "1;33");
    tb_put(out, "  ");
    put_words(&l, sentence);
    paint(out, "0");
    tb_put_byte(out, '\n');
}

static void put_journal(const struct tb_state *s, struct tb_text *out)
{
    int first = s->turns > 10 ? s->turns - 10 : 0;

    for (int i = first; i < s->turns; i++) {
        const struct turn *turn = &s->journal[i % JOURNAL];

        tb_put(out, "%3d  %s %-4u %s %d  %s", i + 1, tb_say(out, TB_N("p.")),
               page_of(s, turn->leaf), tb_say(out, TB_N("scout")), turn->scout,
               turn->flags & T_SUCCESS ? "✓" : "✗");
        if (turn->mission != NONE)
            tb_put(out, "  %s %s", nc_words[turn->mission].id,
                   turn->flags & T_RIGHT ? "✓" : "✗");
        if (turn->constraint != NONE)
            tb_put(out, "  %s", nc_words[turn->constraint].id);
        tb_put_byte(out, '\n');
    }
}

static void put_end(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s  %s %d\n",
           s->won ? tb_say(out, TB_N("The Lost City has given up its secret."))
                  : tb_say(out, TB_N("The letters have run out: the expedition is lost.")),
           tb_say(out, TB_N("Points:")), nc_points(s));
    if (nc_rank(s) >= 0)
        tb_put(out, "%s\n", tb_say(out, nc_ranks[nc_rank(s)]));
    put_meaning(s, out);
    put_journal(s, out);
}

/* Missions are read before and during the reading, by those who may try them. */
static bool watches_missions(const struct tb_state *s)
{
    return s->head.viewer != s->reader &&
           (s->phase == P_PREPARE || s->phase == P_READING || s->phase == P_ATTEMPT);
}

void nc_show(const struct tb_state *s, struct tb_text *out)
{
    bool reads = nc_sees_passage(s, s->head.viewer);
    bool hears = s->head.viewer >= 0 && s->text < HIDDEN_LEAF && s->line[s->head.viewer];
    bool watches = watches_missions(s) && !hears;

    put_title(s, out);
    put_edge(s, out);
    put_reserve(s, out);
    if (s->phase == P_OVER) {
        put_end(s, out);
        return;
    }
    for (unsigned i = 0; i < SLOTS; i++)
        put_landscape(s, i, out);
    if (reads)
        put_passage(s, out);
    else if (hears)
        put_due(s, out);
    else if (s->phase <= P_SCOUT || (!watches && s->phase == P_PREPARE))
        put_deck(s, out);
    put_missions(s, !watches, out);
    if (has_proof(s))
        put_proof(s, out);
    else
        put_constraint(s, watches, out);
    put_voices(s, out);
}

/* ---- a paper book's referee: `solve` ---- */

enum { FACT_LINES = 1 + LINES };

struct sheet {
    unsigned lang;
    bool easy;
    unsigned mission; /* MISSIONS: all of them */
    unsigned starts, verse;
    char line[LINES][LINE_BYTES + 1];
};

/* Typed text has curly apostrophes and short dashes. */
static bool copy_line(char *to, const char *from, size_t length)
{
    char *end = to + LINE_BYTES;
    int characters = 0;

    for (const char *stop = from + length; from < stop; characters++) {
        uint32_t c = nc_next(&from);

        c = c == 0x2019 || c == 0x2018 ? '\'' : c == 0x2013 ? 0x2014 : c;
        c = c == '\t' || c == 0x202f ? ' ' : c;
        if (to + 4 > end || characters == WIDTH_MAX)
            return false;
        to += nc_write(to, c);
    }
    *to = 0;
    return true;
}

static const char *read_header(const char *text, size_t length, struct sheet *sheet)
{
    static const char how[] =
        TB_N("The first line says the language and the mission: fr M08");
    char word[16] = "";

    sheet->mission = MISSIONS;
    if (length >= sizeof word || length < 2)
        return how;
    memcpy(word, text, length);
    if (memcmp(word, "fr", 2) && memcmp(word, "en", 2))
        return how;
    sheet->lang = word[0] == 'f' ? TB_FR : TB_EN;
    sheet->easy = strstr(word, " easy") != NULL;
    for (unsigned m = 0; m < MISSIONS; m++)
        if (strstr(word, nc_words[MISSION0 + m].id))
            sheet->mission = m;
    return NULL;
}

static const char *read_sheet(const char *facts, struct sheet *sheet, int *line)
{
    const char *refusal = NULL;
    size_t length = strcspn(facts, "\n");

    *line = 1;
    if (!nc_is_clean(facts, length))
        return TB_N("This is not plain UTF-8 text.");
    refusal = read_header(facts, length, sheet);
    for (int i = 0; i < LINES && !refusal; i++) {
        facts += length + (facts[length] == '\n');
        length = strcspn(facts, "\n");
        ++*line;
        if (!nc_is_clean(facts, length))
            refusal = TB_N("This is not plain UTF-8 text.");
        else if (length >= 2 && (!memcmp(facts, "  ", 2) || !memcmp(facts, "| ", 2))) {
            /* An indented line begins a paragraph, as in print. */
            sheet->starts |= 1u << i;
            sheet->verse |= (unsigned)(*facts == '|') << i;
            facts += 2;
            length -= 2;
        }
        if (!refusal && (!length || !copy_line(sheet->line[i], facts, length)))
            refusal = TB_N("Six lines of up to 70 characters belong here.");
    }
    return refusal;
}

static void put_verdict(const struct nc_passage *p, unsigned mission, bool easy,
                        struct tb_text *out)
{
    struct nc_proof proof;
    bool right = nc_mission(p, mission, easy, &proof);

    tb_put(out, "%s %s: %s (%d, %s %d)", nc_words[MISSION0 + mission].id,
           nc_words[MISSION0 + mission].name[p->lang],
           right ? tb_say(out, TB_N("right")) : tb_say(out, TB_N("wrong")), proof.count,
           proof.most ? tb_say(out, TB_N("at most")) : tb_say(out, TB_N("at least")),
           proof.need);
    for (int i = 0; i < proof.spans && i < 12; i++) {
        tb_put(out, i ? ", " : ": ");
        tb_put_bytes(out, p->line[proof.span[i].line] + proof.span[i].from,
                     (size_t)(proof.span[i].to - proof.span[i].from));
    }
    tb_put_byte(out, '\n');
}

static void put_verdict_json(const struct nc_passage *p, unsigned mission, bool easy,
                             struct tb_text *out)
{
    struct nc_proof proof;
    bool right = nc_mission(p, mission, easy, &proof);

    tb_put(out, "{\"mission\":\"%s\",\"right\":%s,\"count\":%d,\"need\":%d,\"most\":%s}",
           nc_words[MISSION0 + mission].id, right ? "true" : "false", proof.count,
           proof.need, proof.most ? "true" : "false");
}

bool nc_solve(const struct tb_kit *kit, const char *facts, bool words, struct tb_text *out,
              int *line)
{
    struct sheet sheet = { 0 };
    const char *refusal = read_sheet(facts, &sheet, line);
    const char *lines[LINES];
    struct nc_passage p;
    bool any = false;

    if (refusal) {
        tb_put(out, "%s", tb_say(out, refusal));
        return false;
    }
    for (int i = 0; i < LINES; i++)
        lines[i] = sheet.line[i];
    nc_passage_read(&p, lines, sheet.starts, sheet.verse, sheet.lang);
    tb_put(out, words ? "" : "[");
    for (unsigned m = 0; m < MISSIONS; m++) {
        if (sheet.mission != MISSIONS && sheet.mission != m)
            continue;
        if (words) {
            put_verdict(&p, m, sheet.easy, out);
        } else {
            tb_put(out, any ? "," : "");
            put_verdict_json(&p, m, sheet.easy, out);
        }
        any = true;
    }
    tb_put(out, words ? "" : "]");
    return true;
}
