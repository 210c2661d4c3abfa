/* Ancient Knowledge in words and in a terminal; json.c has the pages' part. */
#include <string.h>

#include "ancient.h"

/* clang-format off */
enum with { ALONE, WITH_CARD, WITH_NUMBER };
static const struct { const char *word; enum with with; } notation[VERBS] = {
    [DO_CREATE]   = { "create",   ALONE },
    [DO_LEARN]    = { "learn",    ALONE },
    [DO_ARCHIVE]  = { "archive",  ALONE },
    [DO_EXCAVATE] = { "excavate", ALONE },
    [DO_SEARCH]   = { "search",   ALONE },
    [YES]         = { "yes",      ALONE },
    [NO]          = { "no",       ALONE },
    [STOP]        = { "stop",     ALONE },
    [PUT]         = { "discard",  WITH_CARD },
    [CREATE]      = { "create",   WITH_CARD },
    [SPACE]       = { "space",    WITH_NUMBER },
    [PAY]         = { "pay",      WITH_CARD },
    [LEARN]       = { "learn",    WITH_CARD },
    [ARCHIVE]     = { "archive",  WITH_CARD },
    [TOKEN]       = { "token",    WITH_CARD },
    [EXCAVATE]    = { "excavate", WITH_NUMBER },
    [NEXT]        = { "next",     WITH_CARD },
    [ACTIVATE]    = { "activate", WITH_CARD },
    [DECLINE]     = { "decline",  WITH_CARD },
    [CHOOSE]      = { "choose",   WITH_CARD },
    [AMOUNT]      = { "amount",   WITH_NUMBER },
    [DISCARD]     = { "discard",  WITH_CARD },
    [ROB]         = { "rob",      WITH_NUMBER },
    [TAKE]        = { "take",     WITH_CARD },
    [BURY]        = { "bury",     WITH_CARD },
    [UNDER]       = { "under",    WITH_CARD },
    [FLIP]        = { "flip",     WITH_NUMBER },
    [KEEP]        = { "keep",     WITH_CARD },
};

/* What is asked: a name for programs, a line for people. */
const struct ask_words ancient_asks[ASKS] = {
    [ASK_NOTHING]       = { "nothing",   TB_N("The game is over.") },
    [ASK_PUT_AWAY]      = { "putAway",   TB_N("Put away four of your ten cards.") },
    [ASK_ACTION]        = { "action",    TB_N("Choose an action.") },
    [ASK_CREATE]        = { "create",    TB_N("Which card do you create?") },
    [ASK_SPACE]         = { "space",     TB_N("On which space? Each space away costs one card more.") },
    [ASK_PAY]           = { "pay",       TB_N("Discard a card to pay the price.") },
    [ASK_LEARN]         = { "learn",     TB_N("Which technology do you learn?") },
    [ASK_ARCHIVE]       = { "archive",   TB_N("Discard a card to take one knowledge off.") },
    [ASK_ARCHIVE_TOKEN] = { "archiveToken", TB_N("Take one knowledge off which monument?") },
    [ASK_EXCAVATE]      = { "excavate",  TB_N("How many monuments of your Past do you tilt?") },
    [ASK_MAY]           = { "may",       TB_N("Do you use this effect?") },
    [ASK_NEXT]          = { "next",      TB_N("Which effect comes next?") },
    [ASK_ACTIVATE]      = { "activate",  TB_N("Chronicle phase: which card comes next?") },
    [ASK_DECLINE]       = { "decline",   TB_N("Which monument declines first?") },
    [ASK_TOKEN]         = { "token",     TB_N("Take one knowledge off which monument?") },
    [ASK_MONUMENT]      = { "monument",  TB_N("Choose a monument.") },
    [ASK_MOVE_SPACE]    = { "moveSpace", TB_N("Move it to which space?") },
    [ASK_AMOUNT]        = { "amount",    TB_N("How many?") },
    [ASK_HAND_CARD]     = { "handCard",  TB_N("Discard a card.") },
    [ASK_ARTEFACT]      = { "artefact",  TB_N("Discard one of your artefacts?") },
    [ASK_OPP_HAND_CARD] = { "forcedCard", TB_N("You must discard a card.") },
    [ASK_OPP_ARTEFACT]  = { "forcedArtefact", TB_N("You must discard one of your artefacts.") },
    [ASK_OPP_MONUMENT]  = { "rivalMonument", TB_N("Choose an opponent's monument.") },
    [ASK_OPPONENT]      = { "opponent",  TB_N("From whom do you take a card?") },
    [ASK_STOLEN]        = { "stolen",    TB_N("Which card do you take?") },
    [ASK_BURY]          = { "bury",      TB_N("Which technology goes under its deck?") },
    [ASK_KEEP]          = { "keep",      TB_N("Which card do you keep?") },
    [ASK_LOOK_CREATE]   = { "lookCreate", TB_N("Which of these cards do you create?") },
    [ASK_DRAFT]         = { "draft",     TB_N("Which card do you take?") },
    [ASK_LOOK_LEARN]    = { "lookLearn", TB_N("Which of these technologies do you learn?") },
    [ASK_ORDER]         = { "order",     TB_N("Which goes under the deck next?") },
    [ASK_FLIP]          = { "flip",      TB_N("Which tile turns to level II?") },
};

/* c: a card, f: the card whose effect it is, a: an action. */
const struct tb_event_kind ancient_events[EVENTS + 1] = {
    [E_PUT_AWAY]       = { "putAway",      TB_N("{seat} puts a card away ({0} of 4)."),            "n",    false },
    [E_PUT_AWAY_CARD]  = { "putAwayCard",  TB_N("You put {0} away."),                              "c",    false },
    [E_TOOK_BACK]      = { "tookBack",     TB_N("{seat} takes a card back."),                      "",     false },
    [E_TOOK_BACK_CARD] = { "tookBackCard", TB_N("You take {0} back."),                             "c",    false },
    [E_TURN]           = { "turn",         TB_N("Round {0}: the turn of {seat}."),                 "n",    true  },
    [E_ACTION]         = { "action",       TB_N("{seat} chooses an action: {0}."),                 "a",    false },
    [E_CREATED]        = { "created",      TB_N("{seat} creates {0} on space {1} with {2} knowledge{3}."), "cnnf", false },
    [E_BUILT]          = { "built",        TB_N("{seat} creates {0}{1}."),                         "cf",   false },
    [E_DISCARDED]      = { "discarded",    TB_N("{seat} discards {0}, the last one {1}{2}."),      "ncf",  false },
    [E_DISCARDED_CARD] = { "discardedCard", TB_N("You discard {0}{1}."),                           "cf",   false },
    [E_SHOWN_DISCARD]  = { "shownDiscard", TB_N("{seat} shows and discards {0}{1}."),              "cf",   false },
    /* As discarded, but the card that shows was chosen before: now the others learn it. */
    [E_LAID_DOWN]      = { "laidDown",     TB_N("{seat} discards {0}, the last one {1}{2}."),      "ncf",  true  },
    [E_FORCED]         = { "forced",       TB_N("{seat} has to discard {0}, the last one {1}{2}."), "ncf", true  },
    [E_FORCED_CARD]    = { "forcedCard",   TB_N("You discard {0}{1}."),                            "cf",   true  },
    [E_DREW]           = { "drew",         TB_N("{seat} draws {0}{1}."),                           "nf",   true  },
    [E_DREW_CARD]      = { "drewCard",     TB_N("You draw {0}{1}."),                               "cf",   true  },
    [E_LEARNED]        = { "learned",      TB_N("{seat} learns {0}{1}."),                          "cf",   false },
    [E_SWEPT]          = { "swept",        TB_N("{0} goes onto its discard pile."),                "c",    true  },
    [E_REFILLED]       = { "refilled",     TB_N("Tile {0} now shows {1}, {2} and {3}."),           "nccc", true  },
    [E_TILE_OUT]       = { "tileOut",      TB_N("Tile {0} leaves the game."),                      "n",    true  },
    [E_FLIPPED]        = { "flipped",      TB_N("{seat} turns tile {0} to level II."),             "n",    true  },
    [E_BURIED]         = { "buried",       TB_N("{seat} puts {0} under its deck{1}."),             "cf",   false },
    [E_REMOVED]        = { "removed",      TB_N("{seat} takes {1} knowledge off {0}{2}."),         "cnf",  false },
    [E_PURGED]         = { "purged",       TB_N("{seat} returns {0} lost knowledge{1}."),          "nf",   false },
    [E_LOST]           = { "lost",         TB_N("{seat} loses {1} knowledge with {0}."),           "cn",   false },
    [E_ADDED]          = { "added",        TB_N("{0} of {seat} gets {1} more knowledge{2}."),      "cnf",  false },
    [E_GAVE_LOST]      = { "gaveLost",     TB_N("{0} of {seat} gets {1} lost knowledge{2}."),      "cnf",  false },
    [E_TILTED]         = { "tilted",       TB_N("{seat} tilts {0} of the Past."),                  "n",    false },
    [E_STRAIGHTENED]   = { "straightened", TB_N("{seat} straightens {0} of the Past{1}."),         "nf",   false },
    [E_MOVED]          = { "moved",        TB_N("{seat} moves {0} to space {1}{2}."),              "cnf",  false },
    [E_SWAPPED]        = { "swapped",      TB_N("{seat} swaps {0} and {1}{2}."),                   "ccf",  false },
    [E_ACTIVATED]      = { "activated",    TB_N("{seat} activates {0}."),                          "c",    false },
    [E_DECLINED]       = { "declined",     TB_N("{0} enters the Past of {seat}, now {1}."),        "cn",   false },
    [E_LEFT_PLAY]      = { "leftPlay",     TB_N("{seat} discards {0}{1}."),                        "cf",   false },
    [E_LEFT_FORCED]    = { "leftForced",   TB_N("{seat} has to discard {0}{1}."),                  "cf",   true  },
    [E_SKIPPED]        = { "skipped",      TB_N("{seat} has no decline phase."),                   "",     false },
    [E_SHIFTED]        = { "shifted",      TB_N("The Timeline of {seat} shifts."),                 "",     false },
    [E_LOOKED]         = { "looked",       TB_N("{seat} looks at {0}{1}."),                        "nf",   true  },
    [E_LOOKED_CARD]    = { "lookedCard",   TB_N("You see {0}{1}."),                                "cf",   true  },
    [E_REVEALED]       = { "revealed",     TB_N("{seat} turns up {0}{1}."),                        "cf",   true  },
    [E_TOOK]           = { "took",         TB_N("{seat} takes {0}{1}."),                           "cf",   true  },
    [E_KEPT]           = { "kept",         TB_N("You keep {0}{1}."),                               "cf",   true  },
    [E_SAW]            = { "saw",          TB_N("{seat} sees the hand of {0}{1}."),                "sf",   true  },
    [E_SAW_CARD]       = { "sawCard",      TB_N("{seat} sees {1} in the hand of {0}."),            "sc",   true  },
    [E_STOLE]          = { "stole",        TB_N("{seat} takes a card from {0}{1}."),               "sf",   true  },
    [E_STOLE_CARD]     = { "stoleCard",    TB_N("{seat} takes {1} from {0}."),                     "sc",   true  },
    [E_UNDER]          = { "under",        TB_N("{seat} puts a technology of level {0} under its deck{1}."), "nf", true },
    [E_UNDER_CARD]     = { "underCard",    TB_N("You put {0} under the deck{1}."),                 "cf",   true  },
    [E_RESHUFFLED]     = { "reshuffled",   TB_N("The discard pile becomes the deck: {0}."),        "n",    true  },
    [E_TECH_RESHUFFLED] = { "techReshuffled", TB_N("The discarded technologies of level {0} become the deck: {1}."), "nn", true },
    [E_ENDING]         = { "ending",       TB_N("{seat} has {0} monuments in the Past: the last round ends the game."), "n", true },
    [E_WON]            = { "won",          TB_N("{seat} wins with {0} points."),                   "n",    true  },
    [EVENTS]           = { NULL, NULL, NULL, false },
};

static const char *const action_names[ACTIONS] = {
    TB_N("create"), TB_N("learn"), TB_N("archive"), TB_N("excavate"), TB_N("search"),
};
const char *const ancient_kinds[] = {
    TB_N("city"), TB_N("megalith"), TB_N("pyramid"), TB_N("artefact"), TB_N("ancient"),
    TB_N("writing"), TB_N("secret"),
};
static const char *const timings[] = {
    TB_N("at once"), TB_N("always"), TB_N("chronicle"), TB_N("decline"), TB_N("at the end"),
};
static const uint8_t paint[] = { 33, 36, 35, 32, 94, 96, 95 }; /* by kind */
/* clang-format on */

void ancient_notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    unsigned verb = tb_verb(move), arg = tb_arg(move, 0);

    tb_put(out, "%s", notation[verb].word);
    if (notation[verb].with == WITH_CARD)
        tb_put(out, " %s", ancient_words[arg].id);
    else if (notation[verb].with == WITH_NUMBER)
        tb_put(out, " %u", arg);
}

static void put_card(struct tb_text *out, unsigned card)
{
    tb_put(out, "%s", ancient_words[card].id);
    if (out->lang < TB_LANGS)
        tb_put(out, " %s", ancient_words[card].name[out->lang]);
}

void ancient_word(char kind, unsigned value, struct tb_text *out)
{
    bool ids = out->lang >= TB_LANGS;

    if (kind == 'a') {
        tb_put(out, "%s", ids ? action_names[value] : tb_say(out, action_names[value]));
    } else if (kind == 'c') {
        put_card(out, value);
    } else if (value < CARDS) {
        tb_put(out, ids ? "" : " (");
        put_card(out, value);
        tb_put(out, ids ? "" : ")");
    }
}

/* ---- the terminal ---- */

enum { CELL = 13, WIDTH = 80 }; /* columns */

static void paint_kind(struct tb_text *out, unsigned card)
{
    if (out->colour)
        tb_put(out, "\033[%dm", paint[ancient_card[card].kind]);
}

static void unpaint(struct tb_text *out)
{
    if (out->colour)
        tb_put(out, "\033[0m");
}

static const char *name_of(const struct tb_text *out, unsigned card)
{
    return ancient_words[card].name[out->lang < TB_LANGS ? out->lang : TB_EN];
}

static void put_slot(const struct player *p, int slot, struct tb_text *out)
{
    unsigned card = p->card[slot];

    if (card == NONE) {
        tb_put(out, "%-13s", ".");
        return;
    }
    paint_kind(out, card);
    tb_put(out, "%-3s %-6.6s%2d ", ancient_words[card].id, name_of(out, card),
           p->tokens[slot]);
    unpaint(out);
}

static void put_timeline(const struct player *p, struct tb_text *out)
{
    for (int row = 1; row >= 0; row--) {
        tb_put(out, "  ");
        for (int space = 0; space < SPACES; space++)
            put_slot(p, 2 * space + row, out);
        tb_put(out, "\n");
    }
    tb_put(out, "  ");
    for (int space = 0; space < SPACES; space++)
        tb_put(out, "%-13d", space + 1);
    tb_put(out, "\n");
}

/* A list of cards that breaks before it passes the right edge. */
struct line {
    struct tb_text *out;
    int column;
    bool any;
};

static int width_of(const char *text)
{
    int width = 0;

    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void put_item(struct line *line, unsigned card, const char *mark)
{
    struct tb_text *out = line->out;
    const char *id = ancient_words[card].id, *name = name_of(out, card);
    int width = width_of(id) + 1 + width_of(name) + width_of(mark) + 2;

    if (line->column + width > WIDTH) {
        tb_put(out, "\n    ");
        line->column = 4;
    }
    paint_kind(out, card);
    tb_put(out, "%s %s%s", id, name, mark);
    unpaint(out);
    tb_put(out, "  ");
    line->column += width;
    line->any = true;
}

static struct line begin_line(struct tb_text *out, const char *label)
{
    const char *said = tb_say(out, label);

    tb_put(out, "  %s: ", said);
    return (struct line){ out, 4 + width_of(said), false };
}

static void end_line(struct line *line) { tb_put(line->out, line->any ? "\n" : "-\n"); }

static void put_board(const struct player *p, struct tb_text *out)
{
    struct line line = begin_line(out, TB_N("Artefacts"));

    for (int i = 0; i < p->artefacts; i++)
        put_item(&line, p->artefact[i], "");
    end_line(&line);
    line = begin_line(out, TB_N("Collection"));
    for (uint64_t set = p->tech; set; set &= set - 1)
        put_item(&line, BUILDERS + first_of(set), "");
    end_line(&line);
}

static void put_past(const struct player *p, struct tb_text *out)
{
    struct line line = begin_line(out, TB_N("Past"));

    for (int i = 0; i < p->pasts; i++)
        put_item(&line, p->past[i], p->tilted >> i & 1 ? "/" : "");
    end_line(&line);
}

/* A text after a word in brackets, in lines that keep within the width. */
static void put_wrapped(struct tb_text *out, const char *label, const char *text)
{
    int column = width_of(label) + 2, room = WIDTH - 8;

    tb_put(out, "       [%s]", label);
    while (*text) {
        const char *blank = strchr(text, ' ');
        size_t length = blank ? (size_t)(blank - text) : strlen(text);
        char word[64];

        if (length >= sizeof word)
            length = sizeof word - 1;
        memcpy(word, text, length);
        word[length] = 0;
        if (column && column + 1 + width_of(word) > room) {
            tb_put(out, "\n       ");
            column = 0;
        }
        tb_put(out, column ? " %s" : "%s", word);
        column += width_of(word) + (column > 0);
        text += length;
        while (*text == ' ')
            text++;
    }
    tb_put(out, "\n");
}

static int column_of(const struct tb_text *out)
{
    return out->lang < TB_LANGS ? out->lang : TB_EN;
}

static void put_effect(struct tb_text *out, unsigned card)
{
    put_wrapped(out, tb_say(out, timings[ancient_card[card].timing]),
                ancient_words[card].effect[column_of(out)]);
}

static void put_facts(struct tb_text *out, unsigned card)
{
    const struct card *facts = &ancient_card[card];

    paint_kind(out, card);
    tb_put(out, "  %-4s%-28.28s", ancient_words[card].id, name_of(out, card));
    unpaint(out);
    tb_put(out, " %-9s", tb_say(out, ancient_kinds[facts->kind]));
    if (facts->space)
        tb_put(out, " %s %d%s", tb_say(out, TB_N("space")), facts->space,
               facts->locked ? "!" : " ");
    tb_put(out, " %s %d", tb_say(out, TB_N("cost")), facts->cost);
    if (facts->space)
        tb_put(out, " %s %d %s %d", tb_say(out, TB_N("know")), facts->knowledge,
               tb_say(out, TB_N("VP")), facts->vp);
    tb_put(out, "\n");
    put_effect(out, card);
}

static void put_cards(struct tb_text *out, const char *label, const uint8_t *cards,
                      int count)
{
    int hidden = 0;

    tb_put(out, "%s\n", tb_say(out, label));
    for (int i = 0; i < count; i++)
        if (cards[i] == NONE)
            hidden++;
        else
            put_facts(out, cards[i]);
    if (hidden)
        tb_put(out, "  ? x %d\n", hidden);
}

static void put_tile(const struct tb_state *s, int tile, struct tb_text *out)
{
    int seat = s->head.viewer >= 0 ? s->head.viewer : s->active;

    if (!s->tile_level[tile])
        return;
    tb_put(out, "%s %d (%s)\n", tb_say(out, TB_N("Tile")), tile + 1,
           s->tile_level[tile] == 1 ? "I" : "II");
    for (int i = 0; i < FACES; i++) {
        unsigned card = s->face[FACES * tile + i];

        if (card == NONE)
            continue;
        paint_kind(out, card);
        tb_put(out, " %c%-4s%s", ak_learnable(s, seat, card) ? '*' : ' ',
               ancient_words[card].id, name_of(out, card));
        unpaint(out);
        tb_put(out, " (%s)\n", tb_say(out, ancient_kinds[ancient_card[card].kind]));
        if (ancient_need[card - BUILDERS].atoms)
            put_wrapped(out, tb_say(out, TB_N("needs")),
                        ancient_words[card].need[column_of(out)]);
        put_effect(out, card);
    }
}

static void put_player(const struct tb_state *s, int seat, struct tb_text *out)
{
    const struct player *p = &s->player[seat];
    bool own = seat == s->head.viewer;

    if (out->colour)
        tb_put(out, "\033[1m");
    tb_put(out, "%s %d%s%s", tb_say(out, TB_N("Seat")), seat,
           own ? tb_say(out, TB_N(" (you)")) : "", seat == s->active ? " *" : "");
    unpaint(out);
    tb_put(out, "  %s %d (%d+%d+%d, %s %d)", tb_say(out, TB_N("Past")), p->pasts,
           p->past_of[CITY], p->past_of[MEGALITH], p->past_of[PYRAMID],
           tb_say(out, TB_N("straight")), p->pasts - count_of(p->tilted));
    tb_put(out, "  %s %d  %s %d  %s %d\n", tb_say(out, TB_N("lost")), p->lost,
           tb_say(out, TB_N("hand")), p->cards, tb_say(out, TB_N("points")),
           ak_score_sheet(s, seat).total);
    put_timeline(p, out);
    put_board(p, out);
    if (own || s->head.viewer < 0)
        put_past(p, out);
}

static void put_piles(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s %d", tb_say(out, TB_N("Deck")), s->decks);
    tb_put(out, "  %s %d", tb_say(out, TB_N("discarded")), s->piles);
    if (s->piles && s->builders[BUILDERS - s->piles] != NONE) {
        tb_put(out, " (");
        put_card(out, s->builders[BUILDERS - s->piles]);
        tb_put(out, ")");
    }
    tb_put(out, "  I %d  II %d\n", s->tech_decks[0], s->tech_decks[1]);
}

unsigned ak_ask_source(const struct tb_state *s)
{
    return s->frames ? top_of(s)->card : NONE;
}

static void put_question(const struct tb_state *s, struct tb_text *out)
{
    unsigned source = ak_ask_source(s);

    tb_put(out, "%s %d, %s %d: ", tb_say(out, TB_N("Round")), s->turn,
           tb_say(out, TB_N("seat")), s->who);
    tb_put(out, "%s", tb_say(out, ancient_asks[s->ask].text));
    if (source != NONE) {
        tb_put(out, "\n  (");
        put_card(out, source);
        tb_put(out, ")");
    }
    if (s->ask == ASK_ACTION)
        tb_put(out, " (%d)", s->actions);
    tb_put(out, "\n");
}

static void put_sheet(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%-6s%8s%8s%8s%8s%8s%8s\n", tb_say(out, TB_N("Seat")),
           tb_say(out, TB_N("Past")), tb_say(out, TB_N("effects")),
           tb_say(out, TB_N("techs")), tb_say(out, TB_N("Timeline")),
           tb_say(out, TB_N("lost")), tb_say(out, TB_N("total")));
    for (int seat = 0; seat < s->head.seats; seat++) {
        struct sheet sheet = ak_score_sheet(s, seat);

        tb_put(out, "%-6d%8d%8d%8d%8d%8d%8d\n", seat, sheet.past, sheet.effects,
               sheet.technologies, sheet.timeline, sheet.lost, sheet.total);
    }
}

void ancient_show(const struct tb_state *s, struct tb_text *out)
{
    int seat = s->head.viewer;

    put_piles(s, out);
    for (int i = 0; i < TILES; i++)
        put_tile(s, i, out);
    for (int i = 1; i <= s->head.seats; i++)
        put_player(s, ((seat < 0 ? s->head.seats - 1 : seat) + i) % s->head.seats, out);
    if (seat >= 0)
        put_cards(out, TB_N("Your hand:"), s->player[seat].hand,
                  s->player[seat].cards - s->player[seat].given);
    if (s->asides)
        put_cards(out, TB_N("Set aside:"), s->aside, s->asides);
    if (s->phase == PHASE_OVER)
        put_sheet(s, out);
    else
        put_question(s, out);
}
