/* What the list of legal moves keeps at every ply, and moves and notes at samples. */
#include <stdlib.h>

#include "json.h"
#include "trial.h"

static bool is_listed(const struct trial *t, int seat, tb_move move)
{
    for (int i = 0; i < t->count[seat]; i++)
        if (t->list[seat][i] == move)
            return true;
    return false;
}

/* ---- at every ply ---- */

static bool head_is_the_engines(struct trial *t)
{
    struct tb_head was = *tb_head_of(t->before), is = *tb_head_of(t->match.now);

    was.rng = is.rng;
    was.owes = is.owes;
    was.may = is.may;
    was.ply = (uint16_t)(was.ply + (t->match.count > 0));
    return !memcmp(&was, &is, sizeof is) && is.ply == t->match.count;
}

/* The mask of those who may is apart from those who owe. */
static bool only_players_act(struct trial *t)
{
    const struct tb_head *head = tb_head_of(t->match.now);

    return !((head->owes | head->may) >> t->tables->seats) && !(head->owes & head->may) &&
           (head->owes || !head->may);
}

static bool check_finds_nothing(struct trial *t)
{
    t->detail = t->g->check ? t->g->check(t->match.now) : NULL;
    return !t->detail;
}

static bool asking_changes_nothing(struct trial *t)
{
    const struct tb_head *head = tb_head_of(t->match.now);

    copy(t, t->a, t->match.now);
    /* Not through the engine, which takes for granted what is asked next. */
    for (int seat = 0; seat < t->tables->seats; seat++)
        t->count[seat] = (head->owes | head->may) >> seat & 1
                             ? t->g->moves(t->match.now, seat, t->list[seat])
                             : 0;
    return same(t, t->a, t->match.now);
}

static bool who_can_act_has_moves(struct trial *t)
{
    const struct tb_head *head = tb_head_of(t->match.now);

    for (int seat = 0; seat < t->tables->seats; seat++)
        if ((t->count[seat] > 0) != ((head->owes | head->may) >> seat & 1))
            return false;
    return true;
}

static bool lists_fit(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        if (t->count[seat] > TB_MOVES_MAX)
            return false;
    return true;
}

static bool moves_have_verbs(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int i = 0; i < t->count[seat]; i++)
            if (!tb_verb(t->list[seat][i]))
                return false;
    return true;
}

/* ---- moves and notes, at samples ---- */

static int by_move(const void *a, const void *b)
{
    tb_move x = *(const tb_move *)a, y = *(const tb_move *)b;

    return (x > y) - (x < y);
}

static bool no_move_twice(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++) {
        tb_move list[LIST_ROOM];
        size_t count = (size_t)t->count[seat];

        memcpy(list, t->list[seat], count * sizeof *list);
        qsort(list, count, sizeof *list, by_move);
        for (size_t i = 1; i < count; i++)
            if (list[i] == list[i - 1])
                return false;
    }
    return true;
}

static bool note_fits(const struct trial *t, tb_move move)
{
    char note[TB_NOTE_MAX];
    struct tb_text out = tb_text(note, sizeof note);

    t->g->notate(t->match.now, move, &out);
    return !out.cut;
}

static bool notes_fit(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int i = 0; i < t->count[seat]; i++)
            if (!note_fits(t, t->list[seat][i]))
                return false;
    return true;
}

/* The engine itself takes it for granted when it writes the record. */
static bool the_moves_note_fits(struct trial *t) { return note_fits(t, t->move); }

/* tb_put_note writes notes into JSON as they are. */
static bool has_to_be_escaped(const char *note)
{
    for (; *note; note++)
        if ((unsigned char)*note < ' ' || *note == '"' || *note == '\\')
            return true;
    return false;
}

/* One blank between words and none around them, printable: as a record keeps it. */
static bool notes_are_words(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int i = 0; i < t->count[seat]; i++) {
            char note[TB_NOTE_MAX];
            size_t length;

            tb_notate(t->g, t->match.now, t->list[seat][i], note);
            length = strlen(note);
            if (!length || *note == ' ' || note[length - 1] == ' ' || strstr(note, "  ") ||
                has_to_be_escaped(note) || utf8_fault(note))
                return false;
        }
    return true;
}

static const char *shout(const char *msgid) { return *msgid ? "!" : ""; }

static void notate_in(const struct trial *t, tb_move move, int lang, char *note)
{
    struct tb_text out = tb_text(note, TB_NOTE_MAX);

    out.lang = (uint8_t)lang;
    out.say = lang == TB_EN ? NULL : shout;
    t->g->notate(t->match.now, move, &out);
}

/* Records and bots speak in notes: they are no language's. */
static bool notes_are_nobodys_language(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int i = 0; i < t->count[seat]; i++)
            for (int lang = TB_FR; lang <= TB_LANGS; lang++) {
                char english[TB_NOTE_MAX], other[TB_NOTE_MAX];

                notate_in(t, t->list[seat][i], TB_EN, english);
                notate_in(t, t->list[seat][i], lang, other);
                if (strcmp(english, other))
                    return false;
            }
    return true;
}

static void write_folded(const struct trial *t, tb_move move, char note[TB_NOTE_MAX])
{
    tb_notate(t->g, t->match.now, move, note);
    for (char *c = note; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c + 'a' - 'A');
}

static int by_note(const void *a, const void *b) { return strcmp(a, b); }

static bool notes_are_unique(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++) {
        for (int i = 0; i < t->count[seat]; i++)
            write_folded(t, t->list[seat][i], t->note[i]);
        qsort(t->note, (size_t)t->count[seat], sizeof *t->note, by_note);
        for (int i = 1; i < t->count[seat]; i++)
            if (!strcmp(t->note[i], t->note[i - 1]))
                return false;
    }
    return true;
}

static bool notes_read_back(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int n = 0; n < 3 && t->count[seat]; n++) {
            uint32_t i = tb_random_below(&t->luck, (uint32_t)t->count[seat]);
            char note[TB_NOTE_MAX];
            tb_move read = 0;

            write_folded(t, t->list[seat][i], note);
            if (tb_parse(t->g, t->match.now, seat, note, &read) || read != t->list[seat][i])
                return false;
        }
    return true;
}

static bool nonsense_is_not_read(struct trial *t)
{
    static const char *const nonsense[] = { "", " ", "\n", "no such move", "0", "%s%n" };

    for (int seat = -1; seat <= t->tables->seats; seat++)
        for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
            tb_move read = 77;

            if (!tb_parse(t->g, t->match.now, seat, nonsense[i], &read) || read != 77)
                return false;
        }
    return true;
}

static bool pick_is_the_lists(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int n = 0; n < 4 && t->count[seat]; n++) {
            uint64_t one = tb_random(&t->luck), two = one;
            tb_move picked = tb_pick(t->g, t->match.now, seat, &one);
            uint32_t i = tb_random_below(&two, (uint32_t)t->count[seat]);

            if (picked != t->list[seat][i] || one != two)
                return false;
        }
    return true;
}

static bool is_refused(struct trial *t, int seat, tb_move move)
{
    struct tb_events told = { t->list_a, 0, TB_EVENTS_MAX };
    uint32_t count = t->match.count;

    copy(t, t->a, t->match.now);
    if (!tb_play(t->g, t->match.now, seat, move, &told) ||
        !tb_match_play(&t->match, seat, move, &told))
        return false;
    return same(t, t->a, t->match.now) && !told.count && t->match.count == count;
}

static bool illegal_moves_are_refused(struct trial *t)
{
    for (int seat = -1; seat <= TB_SEATS_MAX; seat++) {
        bool player = seat >= 0 && seat < t->tables->seats;
        tb_move tries[4] = { tb_random(&t->luck), 0, t->stale, t->stale };

        for (int other = 0; other < t->tables->seats; other++)
            if (t->count[other])
                tries[3] =
                    t->list[other][tb_random_below(&t->luck, (uint32_t)t->count[other])];
        for (int i = 0; i < 4; i++)
            if (!(player && is_listed(t, seat, tries[i])) && !is_refused(t, seat, tries[i]))
                return false;
    }
    return true;
}

const struct rule rules_at_every_ply[] = {
    { "the rules write nothing of the head but owes and may", head_is_the_engines },
    { "only players owe, or may, and nobody when all is over", only_players_act },
    { "check() finds no fault", check_finds_nothing },
    { "asking for moves changes nothing", asking_changes_nothing },
    { "who owes or may has moves, others have none", who_can_act_has_moves },
    { "no list is longer than TB_MOVES_MAX", lists_fit },
    { "every move has a verb", moves_have_verbs },
    { NULL, NULL },
};

static const char notes_that_fit[] = "notes fit TB_NOTE_MAX";

const struct rule rules_of_the_move[] = {
    { notes_that_fit, the_moves_note_fits },
    { NULL, NULL },
};

const struct rule rules_of_moves[] = {
    { "no move is listed twice", no_move_twice },
    { notes_that_fit, notes_fit },
    { "notes are words with one blank between", notes_are_words },
    { "notes are unique, whatever the case", notes_are_unique },
    { "notes read back as the move", notes_read_back },
    { "nonsense is not read as a move", nonsense_is_not_read },
    { "notes are the same in every language", notes_are_nobodys_language },
    { "pick() is a draw from the list", pick_is_the_lists },
    { "illegal and stale moves change nothing", illegal_moves_are_refused },
    { NULL, NULL },
};
