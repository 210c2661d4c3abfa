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

/* c: a card, f: the card whose effect it is, a: an action. */
const struct tb_event_kind ancient_events[EVENTS + 1] = {
    [E_PUT_AWAY]       = { "putAway",      TB_N("{seat||@} puts a card away ({0} of 4)."),            "n",    false },
    [E_PUT_AWAY_CARD]  = { "putAwayCard",  TB_N("You put {0} away."),                              "c",    false },
    [E_TOOK_BACK]      = { "tookBack",     TB_N("{seat||@} takes a card back."),                      "",     false },
    [E_TOOK_BACK_CARD] = { "tookBackCard", TB_N("You take {0} back."),                             "c",    false },
    [E_TURN]           = { "turn",         TB_N("Round {0}: {seat|your turn|the turn of @}."),                 "n",    true  },
    [E_ACTION]         = { "action",       TB_N("{seat|You choose|@ chooses} an action: {0}."),                 "a",    false },
    [E_CREATED]        = { "created",      TB_N("{seat|You create|@ creates} {0} on space {1} with {2} knowledge{3}."), "cnnf", false },
    [E_BUILT]          = { "built",        TB_N("{seat|You create|@ creates} {0}{1}."),                         "cf",   false },
    [E_DISCARDED]      = { "discarded",    TB_N("{seat||@} discards {0|# card|# cards}, the last one {1}{2}."),      "ncf",  false },
    [E_DISCARDED_CARD] = { "discardedCard", TB_N("You discard {0}{1}."),                           "cf",   false },
    [E_SHOWN_DISCARD]  = { "shownDiscard", TB_N("{seat|You show and discard|@ shows and discards} {0}{1}."),              "cf",   false },
    /* As discarded, but the card that shows was chosen before: now the others learn it. */
    [E_LAID_DOWN]      = { "laidDown",     TB_N("{seat||@} discards {0|# card|# cards}, the last one {1}{2}."),      "ncf",  true  },
    [E_FORCED]         = { "forced",       TB_N("{seat||@} has to discard {0|# card|# cards}, the last one {1}{2}."), "ncf", true  },
    [E_FORCED_CARD]    = { "forcedCard",   TB_N("You discard {0}{1}."),                            "cf",   true  },
    [E_DREW]           = { "drew",         TB_N("{seat||@} draws {0|# card|# cards}{1}."),                           "nf",   true  },
    [E_DREW_CARD]      = { "drewCard",     TB_N("You draw {0}{1}."),                               "cf",   true  },
    [E_LEARNED]        = { "learned",      TB_N("{seat|You learn|@ learns} {0}{1}."),                          "cf",   false },
    [E_SWEPT]          = { "swept",        TB_N("{0} goes onto its discard pile."),                "c",    true  },
    [E_REFILLED]       = { "refilled",     TB_N("Tile {0} now shows {1}, {2} and {3}."),           "nccc", true  },
    [E_TILE_OUT]       = { "tileOut",      TB_N("Tile {0} leaves the game."),                      "n",    true  },
    [E_FLIPPED]        = { "flipped",      TB_N("{seat|You turn|@ turns} tile {0} to level II."),             "n",    true  },
    [E_BURIED]         = { "buried",       TB_N("{seat|You put|@ puts} {0} under its deck{1}."),             "cf",   false },
    [E_REMOVED]        = { "removed",      TB_N("{seat|You take|@ takes} {1} knowledge off {0}{2}."),         "cnf",  false },
    [E_PURGED]         = { "purged",       TB_N("{seat|You return|@ returns} {0} lost knowledge{1}."),          "nf",   false },
    [E_LOST]           = { "lost",         TB_N("{seat|You lose|@ loses} {1} knowledge with {0}."),           "cn",   false },
    [E_ADDED]          = { "added",        TB_N("{0}{seat|| of @} gets {1} more knowledge{2}."),      "cnf",  false },
    [E_GAVE_LOST]      = { "gaveLost",     TB_N("{0}{seat|| of @} gets {1} lost knowledge{2}."),      "cnf",  false },
    [E_TILTED]         = { "tilted",       TB_N("{seat|You tilt|@ tilts} {0|# monument|# monuments} of the Past."),                  "n",    false },
    [E_STRAIGHTENED]   = { "straightened", TB_N("{seat|You straighten|@ straightens} {0|# monument|# monuments} of the Past{1}."),         "nf",   false },
    [E_MOVED]          = { "moved",        TB_N("{seat|You move|@ moves} {0} to space {1}{2}."),              "cnf",  false },
    [E_SWAPPED]        = { "swapped",      TB_N("{seat|You swap|@ swaps} {0} and {1}{2}."),                   "ccf",  false },
    [E_ACTIVATED]      = { "activated",    TB_N("{seat|You activate|@ activates} {0}."),                          "c",    false },
    [E_DECLINED]       = { "declined",     TB_N("{0} enters {seat|your Past|the Past of @}, now {1}."),        "cn",   false },
    [E_LEFT_PLAY]      = { "leftPlay",     TB_N("{seat|You discard|@ discards} {0}{1}."),                        "cf",   false },
    [E_LEFT_FORCED]    = { "leftForced",   TB_N("{seat|You have|@ has} to discard {0}{1}."),                  "cf",   true  },
    [E_SKIPPED]        = { "skipped",      TB_N("{seat|You have|@ has} no decline phase."),                   "",     false },
    [E_SHIFTED]        = { "shifted",      TB_N("{seat|Your Timeline|The Timeline of @} shifts."),                 "",     false },
    [E_LOOKED]         = { "looked",       TB_N("{seat||@} looks at {0|# card|# cards}{1}."),                        "nf",   true  },
    [E_LOOKED_CARD]    = { "lookedCard",   TB_N("You see {0}{1}."),                                "cf",   true  },
    [E_REVEALED]       = { "revealed",     TB_N("{seat|You turn|@ turns} up {0}{1}."),                        "cf",   true  },
    [E_TOOK]           = { "took",         TB_N("{seat|You take|@ takes} {0}{1}."),                           "cf",   true  },
    [E_KEPT]           = { "kept",         TB_N("You keep {0}{1}."),                               "cf",   true  },
    [E_SAW]            = { "saw",          TB_N("{seat|You see|@ sees} {0|your hand|the hand of @}{1}."),                "sf",   true  },
    [E_SAW_CARD]       = { "sawCard",      TB_N("{seat|You see|@ sees} {1} in {0|your hand|the hand of @}."),            "sc",   true  },
    [E_STOLE]          = { "stole",        TB_N("{seat|You take|@ takes} a card from {0|you|@}{1}."),               "sf",   true  },
    [E_STOLE_CARD]     = { "stoleCard",    TB_N("{seat|You take|@ takes} {1} from {0|you|@}."),                     "sc",   true  },
    [E_UNDER]          = { "under",        TB_N("{seat||@} puts a technology of level {0} under its deck{1}."), "nf", true },
    [E_UNDER_CARD]     = { "underCard",    TB_N("You put {0} under the deck{1}."),                 "cf",   true  },
    [E_RESHUFFLED]     = { "reshuffled",   TB_N("The discard pile becomes the deck: {0|# card|# cards}."),        "n",    true  },
    [E_TECH_RESHUFFLED] = { "techReshuffled", TB_N("The discarded technologies of level {0} become the deck: {1|# card|# cards}."), "nn", true },
    [E_ENDING]         = { "ending",       TB_N("{seat|You have|@ has} {0} monuments in the Past: the last round ends the game."), "n", true },
    [E_WON]            = { "won",          TB_N("{seat|You win|@ wins} with {0|# point|# points}."),                   "n",    true  },
    [EVENTS]           = { NULL, NULL, NULL, false },
};

static const char *const action_names[ACTIONS] = {
    TB_N("create"), TB_N("learn"), TB_N("archive"), TB_N("excavate"), TB_N("search"),
};
const char *const ancient_kinds[] = {
    TB_N("city"), TB_N("megalith"), TB_N("pyramid"), TB_N("artefact"), TB_N("ancient"),
    TB_N("writing"), TB_N("secret"),
};
/* Effects at the end of the game say so themselves. */
static const char *const timings[] = {
    TB_N("at once:"), TB_N("always:"), TB_N("chronicle:"), TB_N("decline:"), NULL,
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

enum { WIDTH = 80 }; /* columns */

static void paint_with(struct tb_text *out, const char *how)
{
    if (out->colour)
        tb_put(out, "\033[%sm", how);
}

static void paint_kind(struct tb_text *out, unsigned card)
{
    if (out->colour)
        tb_put(out, "\033[%dm", paint[ancient_card[card].kind]);
}

static void unpaint(struct tb_text *out) { paint_with(out, "0"); }

static int column_of(const struct tb_text *out)
{
    return out->lang < TB_LANGS ? out->lang : TB_EN;
}

static const char *name_of(const struct tb_text *out, unsigned card)
{
    return ancient_words[card].name[column_of(out)];
}

static int width_of(const char *text)
{
    int width = 0;

    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* Words in lines that keep within the width; the next line begins at `indent`. */
struct line {
    struct tb_text *out;
    int column, indent;
};

static void put_blank(struct line *line, int width)
{
    if (line->column + 1 + width > WIDTH) {
        tb_put(line->out, "\n");
        for (line->column = 0; line->column < line->indent; line->column++)
            tb_put(line->out, " ");
    } else if (line->column > line->indent) {
        tb_put(line->out, " ");
        line->column++;
    }
    line->column += width;
}

static void put_words(struct line *line, const char *text)
{
    while (*text) {
        const char *blank = strchr(text, ' ');
        size_t length = blank ? (size_t)(blank - text) : strlen(text);
        char word[64];

        if (length >= sizeof word)
            length = sizeof word - 1;
        memcpy(word, text, length);
        word[length] = 0;
        put_blank(line, width_of(word));
        tb_put(line->out, "%s", word);
        text += length;
        while (*text == ' ')
            text++;
    }
}

/* A line across, with a heading in it. */
static void put_ruler(struct tb_text *out, const char *heading, const char *facts)
{
    int column = 3 + width_of(heading) + width_of(facts) + 1;

    paint_with(out, "2");
    tb_put(out, "── ");
    unpaint(out);
    paint_with(out, "1");
    tb_put(out, "%s", heading);
    unpaint(out);
    tb_put(out, "%s", facts);
    paint_with(out, "2");
    tb_put(out, " ");
    for (; column < WIDTH; column++)
        tb_put(out, "─");
    unpaint(out);
    tb_put(out, "\n");
}

/* ---- players ---- */

static void put_slot(const struct player *p, int slot, struct tb_text *out)
{
    unsigned card = p->card[slot];

    if (card == NONE) {
        paint_with(out, "2");
        tb_put(out, "%-13s", "·");
        unpaint(out);
        return;
    }
    paint_kind(out, card);
    tb_put(out, "%-3s %-5.5s %d●", ancient_words[card].id, name_of(out, card),
           p->tokens[slot]);
    if (p->tokens[slot] < 10)
        tb_put(out, " ");
    unpaint(out);
}

/* The two rows of the Timeline; the far one only where something stands. */
static void put_timeline(const struct player *p, struct tb_text *out)
{
    for (int row = 1; row >= 0; row--) {
        bool any = !row;

        for (int space = 0; space < SPACES; space++)
            any |= p->card[2 * space + row] != NONE;
        if (!any)
            continue;
        tb_put(out, " ");
        for (int space = 0; space < SPACES; space++)
            put_slot(p, 2 * space + row, out);
        tb_put(out, "\n");
    }
    paint_with(out, "2");
    tb_put(out, " ");
    for (int space = 0; space < SPACES; space++)
        tb_put(out, "%-13d", space + 1);
    unpaint(out);
    tb_put(out, "\n");
}

static void put_item(struct line *line, unsigned card, const char *mark)
{
    const char *id = ancient_words[card].id, *name = name_of(line->out, card);

    put_blank(line, width_of(id) + 1 + width_of(name) + width_of(mark) + 1);
    paint_kind(line->out, card);
    tb_put(line->out, "%s %s%s", id, name, mark);
    unpaint(line->out);
    tb_put(line->out, " ");
}

static struct line begin_list(struct tb_text *out, const char *label)
{
    const char *said = tb_say(out, label);

    tb_put(out, "  %s", said);
    return (struct line){ out, 2 + width_of(said), 4 };
}

static void put_artefacts(const struct player *p, struct tb_text *out)
{
    struct line line;

    if (!p->artefacts)
        return;
    line = begin_list(out, TB_N("Artefacts:"));
    for (int i = 0; i < p->artefacts; i++)
        put_item(&line, p->artefact[i], "");
    tb_put(out, "\n");
}

static void put_collection(const struct player *p, struct tb_text *out)
{
    struct line line;

    if (!p->tech)
        return;
    line = begin_list(out, TB_N("Collection:"));
    for (uint64_t set = p->tech; set; set &= set - 1)
        put_item(&line, BUILDERS + first_of(set), "");
    tb_put(out, "\n");
}

static void put_past(const struct player *p, struct tb_text *out)
{
    struct line line;

    if (!p->pasts)
        return;
    line = begin_list(out, TB_N("Past:"));
    for (int i = 0; i < p->pasts; i++)
        put_item(&line, p->past[i], p->tilted >> i & 1 ? "/" : "");
    tb_put(out, "\n");
}

/* Everybody's places and points count from 1, as people do. */
static void put_heading(const struct tb_state *s, int seat, struct tb_text *out)
{
    /* Whether it is the viewer, and the first player. */
    static const char *const whose[2][2] = { { NULL, TB_N(" (1st)") },
                                             { TB_N(" (you)"), TB_N(" (you, 1st)") } };
    const struct player *p = &s->player[seat];
    const char *who = whose[seat == s->head.viewer][seat == s->first];
    char heading[64] = "", facts[160] = "";
    struct tb_text head = *out, rest = *out;

    head.at = heading, head.end = heading + sizeof heading - 1;
    rest.at = facts, rest.end = facts + sizeof facts - 1;
    tb_put(&head, "%s %d", tb_say(out, TB_N("Player")), seat + 1);
    if (who)
        tb_put(&head, "%s", tb_say(out, who));
    if (seat == s->active && s->phase != PHASE_OVER)
        tb_put(&head, " ◂");
    tb_put(&rest, "  %s %d (%s %d)", tb_say(out, TB_N("Past")), p->pasts,
           tb_say(out, TB_N("straight")), p->pasts - count_of(p->tilted));
    tb_put(&rest, "  %s %d  %s %d  %s %d", tb_say(out, TB_N("lost")), p->lost,
           tb_say(out, TB_N("hand")), p->cards, tb_say(out, TB_N("points")),
           ak_score_sheet(s, seat, NULL).total);
    put_ruler(out, heading, facts);
}

static void put_player(const struct tb_state *s, int seat, struct tb_text *out)
{
    const struct player *p = &s->player[seat];

    put_heading(s, seat, out);
    put_timeline(p, out);
    put_artefacts(p, out);
    put_collection(p, out);
    put_past(p, out);
}

/* ---- cards ---- */

static void put_label(struct line *line, const char *label)
{
    paint_with(line->out, "2");
    put_words(line, tb_say(line->out, label));
    unpaint(line->out);
}

static void put_effect(struct line *line, unsigned card)
{
    const char *timing = timings[ancient_card[card].timing];

    if (timing)
        put_label(line, timing);
    put_words(line, ancient_words[card].effect[column_of(line->out)]);
}

static void put_facts(struct tb_text *out, unsigned card)
{
    const struct card *facts = &ancient_card[card];
    struct line line = { out, 6, 6 };

    paint_kind(out, card);
    tb_put(out, "  %-4s%-29.29s", ancient_words[card].id, name_of(out, card));
    unpaint(out);
    tb_put(out, " %-9s ", tb_say(out, ancient_kinds[facts->kind]));
    if (facts->space)
        tb_put(out, "%s %d  ", tb_say(out, TB_N("space")), facts->space);
    tb_put(out, "%s %d", tb_say(out, TB_N("cost")), facts->cost);
    if (facts->space)
        tb_put(out, "  %d●  %s %d", facts->knowledge, tb_say(out, TB_N("VP")), facts->vp);
    if (facts->locked)
        tb_put(out, "  %s", tb_say(out, TB_N("locked")));
    tb_put(out, "\n      ");
    put_effect(&line, card);
    tb_put(out, "\n");
}

static void put_cards(struct tb_text *out, const char *label, const uint8_t *cards,
                      int count)
{
    int hidden = 0;

    put_ruler(out, tb_say(out, label), "");
    for (int i = 0; i < count; i++)
        if (cards[i] == NONE)
            hidden++;
        else
            put_facts(out, cards[i]);
    if (hidden)
        tb_put(out, "  ? × %d\n", hidden);
}

static void put_technology(const struct tb_state *s, unsigned card, struct tb_text *out)
{
    int seat = s->head.viewer >= 0 ? s->head.viewer : s->active;
    const char *name = name_of(out, card), *id = ancient_words[card].id;
    const char *kind = tb_say(out, ancient_kinds[ancient_card[card].kind]);
    int wide = width_of(id) > 3 ? width_of(id) : 3;
    struct line line = { out, 11 + wide + width_of(name) + width_of(kind), 11 };

    tb_put(out, "%c ", ak_learnable(s, seat, card) ? '*' : ' ');
    paint_kind(out, card);
    tb_put(out, "%-3s %s", id, name);
    unpaint(out);
    tb_put(out, " (%s)", kind);
    if (ancient_need[card - BUILDERS].atoms) {
        put_label(&line, TB_N("needs:"));
        put_words(&line, ancient_words[card].need[column_of(out)]);
    }
    put_effect(&line, card);
    tb_put(out, "\n");
}

static void put_tile(const struct tb_state *s, int tile, struct tb_text *out)
{
    bool first = true;

    for (int i = 0; s->tile_level[tile] && i < FACES; i++) {
        unsigned card = s->face[FACES * tile + i];

        if (card == NONE)
            continue;
        if (first)
            tb_put(out, "%d %-2s ", tile + 1, s->tile_level[tile] == 1 ? "I" : "II");
        else
            tb_put(out, "     ");
        first = false;
        put_technology(s, card, out);
    }
}

static void put_piles(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s %d  %s %d", tb_say(out, TB_N("Deck")), s->decks,
           tb_say(out, TB_N("discarded")), s->piles);
    if (s->piles && s->builders[BUILDERS - s->piles] != NONE) {
        unsigned top = s->builders[BUILDERS - s->piles];

        tb_put(out, " (%s %.20s)", ancient_words[top].id, name_of(out, top));
    }
    tb_put(out, "  %s I %d, II %d", tb_say(out, TB_N("technologies")), s->tech_decks[0],
           s->tech_decks[1]);
    tb_put(out, "\n");
}

void ancient_question(const struct tb_state *seen, int seat, struct tb_text *out)
{
    unsigned source = ak_ask_source(seen);

    tb_put(out, "%s", tb_say(out, ak_questions[seen->ask].text));
    if (seen->ask == ASK_ACTION)
        tb_put(out, " (%s %d)", tb_say(out, TB_N("actions left")), seen->actions);
    if (source != NONE) {
        tb_put(out, " (");
        put_card(out, source);
        tb_put(out, ")");
    }
}

static void put_question(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "%s %d, %s %d — ", tb_say(out, TB_N("Round")), s->turn,
           tb_say(out, TB_N("player")), s->who + 1);
    ancient_question(s, s->who, out);
    tb_put(out, "\n");
}

/* ---- the end ---- */

static void put_sheet(const struct tb_state *s, struct tb_text *out)
{
    put_ruler(out, tb_say(out, TB_N("Scoring")), "");
    tb_put(out, "%-12s%8s%8s%8s%8s%8s%8s\n", "", tb_say(out, TB_N("Past")),
           tb_say(out, TB_N("effects")), tb_say(out, TB_N("techs")),
           tb_say(out, TB_N("Timeline")), tb_say(out, TB_N("lost")),
           tb_say(out, TB_N("total")));
    for (int seat = 0; seat < s->head.seats; seat++) {
        struct sheet sheet = ak_score_sheet(s, seat, NULL);

        tb_put(out, "%-9s%2d ", tb_say(out, TB_N("Player")), seat + 1);
        for (int row = 0; row < ROWS; row++)
            tb_put(out, "%8d", sheet.row[row]);
        tb_put(out, "%8d\n", sheet.total);
    }
}

/* ---- a low screen: names and numbers, without what the cards say ---- */

static void put_short_tile(const struct tb_state *s, int tile, struct tb_text *out)
{
    int seat = s->head.viewer >= 0 ? s->head.viewer : s->active;

    if (!s->tile_level[tile])
        return;
    tb_put(out, "%d %-2s", tile + 1, s->tile_level[tile] == 1 ? "I" : "II");
    for (int i = 0; i < FACES; i++) {
        unsigned card = s->face[FACES * tile + i];

        if (card == NONE)
            continue;
        tb_put(out, " %c", ak_learnable(s, seat, card) ? '*' : ' ');
        paint_kind(out, card);
        tb_put(out, "%-3s %-18.18s", ancient_words[card].id, name_of(out, card));
        unpaint(out);
    }
    tb_put(out, "\n");
}

static void put_short_ids(struct line *line, const char *label, const uint8_t *cards,
                          int count)
{
    if (!count)
        return;
    put_words(line, tb_say(line->out, label));
    for (int i = 0; i < count; i++)
        put_words(line, cards[i] == NONE ? "?" : ancient_words[cards[i]].id);
}

/* One's own Timeline is drawn, another's is written: space, card, tokens. */
static void put_short_timeline(const struct player *p, struct line *line)
{
    for (int slot = 0; slot < 2 * SPACES; slot++)
        if (p->card[slot] != NONE) {
            char word[24];
            struct tb_text text = tb_text(word, sizeof word);

            tb_put(&text, "%d:%s/%d●", slot / 2 + 1, ancient_words[p->card[slot]].id,
                   p->tokens[slot]);
            put_words(line, word);
        }
}

static bool is_bare(const struct player *p)
{
    for (int slot = 0; slot < 2 * SPACES; slot++)
        if (p->card[slot] != NONE)
            return false;
    return true;
}

static void put_short_player(const struct tb_state *s, int seat, struct tb_text *out)
{
    const struct player *p = &s->player[seat];
    struct line line = { out, 2, 2 };
    uint8_t tech[64];
    int techs = 0;

    put_heading(s, seat, out);
    if (seat == s->head.viewer)
        put_timeline(p, out);
    for (uint64_t set = p->tech; set; set &= set - 1)
        tech[techs++] = (uint8_t)(BUILDERS + first_of(set));
    if (!p->artefacts && !techs && !p->pasts && (seat == s->head.viewer || is_bare(p)))
        return;
    tb_put(out, "  ");
    if (seat != s->head.viewer)
        put_short_timeline(p, &line);
    put_short_ids(&line, TB_N("Artefacts:"), p->artefact, p->artefacts);
    put_short_ids(&line, TB_N("Collection:"), tech, techs);
    put_short_ids(&line, TB_N("Past:"), p->past, p->pasts);
    tb_put(out, "\n");
}

/* P10 Teotihuacan       pyramid   6/1/2●/0 */
static void put_short_card(struct tb_text *out, unsigned card)
{
    const struct card *facts = &ancient_card[card];
    char numbers[32];
    struct tb_text text = tb_text(numbers, sizeof numbers);

    if (facts->space)
        tb_put(&text, "%d/%d/%d●/%d%s", facts->space, facts->cost, facts->knowledge,
               facts->vp, facts->locked ? "!" : "");
    else
        tb_put(&text, "-/%d", facts->cost);
    paint_kind(out, card);
    tb_put(out, "%-4s%-15.15s ", ancient_words[card].id, name_of(out, card));
    unpaint(out);
    tb_put(out, "%-9.9s%-10s", tb_say(out, ancient_kinds[facts->kind]), numbers);
}

static void put_short_cards(struct tb_text *out, const char *label, const uint8_t *cards,
                            int count)
{
    put_ruler(out, tb_say(out, label),
              tb_say(out, TB_N(": space/cost/knowledge/VP; board tells what cards do")));
    for (int i = 0; i < count; i++) {
        tb_put(out, i % 2 ? "  " : "");
        if (cards[i] == NONE)
            tb_put(out, "%-39s", "?");
        else
            put_short_card(out, cards[i]);
        tb_put(out, i % 2 || i + 1 == count ? "\n" : "");
    }
}

/* Without what was put away. */
static void put_hand(struct tb_text *out, const struct player *p,
                     void (*put)(struct tb_text *out, const char *label,
                                 const uint8_t *cards, int count))
{
    uint8_t hand[HAND];

    ak_in_order(p->hand, p->cards - p->given, hand);
    put(out, TB_N("Your hand"), hand, p->cards - p->given);
}

static void show_short(const struct tb_state *s, struct tb_text *out)
{
    int seat = s->head.viewer;

    put_piles(s, out);
    for (int i = 0; i < TILES; i++)
        put_short_tile(s, i, out);
    for (int i = 1; i <= s->head.seats; i++)
        put_short_player(s, ((seat < 0 ? s->head.seats - 1 : seat) + i) % s->head.seats,
                         out);
    if (seat >= 0)
        put_hand(out, &s->player[seat], put_short_cards);
    if (s->asides)
        put_short_cards(out, TB_N("Set aside"), s->aside, s->asides);
    if (s->phase == PHASE_OVER)
        put_sheet(s, out);
}

static void show_whole(const struct tb_state *s, struct tb_text *out)
{
    int seat = s->head.viewer;

    put_piles(s, out);
    put_ruler(out, tb_say(out, TB_N("Technologies")),
              tb_say(out, TB_N("  * you can learn it now")));
    for (int i = 0; i < TILES; i++)
        put_tile(s, i, out);
    for (int i = 1; i <= s->head.seats; i++)
        put_player(s, ((seat < 0 ? s->head.seats - 1 : seat) + i) % s->head.seats, out);
    if (seat >= 0)
        put_hand(out, &s->player[seat], put_cards);
    if (s->asides)
        put_cards(out, TB_N("Set aside"), s->aside, s->asides);
    if (s->phase == PHASE_OVER)
        put_sheet(s, out);
    else if (!out->lines)
        put_question(s, out); /* whoever counts lines asks it under the picture */
}

static bool is_too_tall(const char *picture, int lines)
{
    int count = 0;

    for (; *picture; picture++)
        count += *picture == '\n';
    return lines && count > lines;
}

void ancient_show(const struct tb_state *s, struct tb_text *out)
{
    struct tb_text before = *out;

    show_whole(s, out);
    if (is_too_tall(before.at, out->lines)) {
        *out = before;
        *out->at = 0;
        show_short(s, out);
    }
}
