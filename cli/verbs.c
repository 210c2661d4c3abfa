/* What may be typed besides moves. */
#include <stdlib.h>
#include <string.h>

#include "sitting.h"

static void advise(struct table *t, int seat)
{
    const struct tb_game *g = t->match->game;
    struct tb_bot *bot = must(tb_bot_new(g, "hard", t->match->count + 1));
    char note[TB_NOTE_MAX], text[256];
    tb_move move;

    tb_observe(g, t->match->now, seat, t->room);
    move = tb_bot_move(bot, t->room, seat, t->players.budget.nodes, NULL, NULL);
    tb_notate(g, t->room, move, note);
    snprintf(text, sizeof text, _("The bot would play: %s"), note);
    remark(t, text);
    tb_bot_free(bot);
}

static enum outcome on_hint(struct table *t, int seat, const char *rest)
{
    const struct tb_game *g = t->match->game;
    char text[4096];
    struct tb_text out = words_in(text, sizeof text);

    if (!t->notes.count) {
        remark(t, _("There is nothing to decide."));
        return GO_ON;
    }
    if (t->puzzle) { /* else results could not be compared */
        remark(t, _("The puzzle of the day is played without help."));
        return GO_ON;
    }
    if (t->hinted != t->match->count) {
        t->hinted = t->match->count;
        t->hints = 0;
    }
    tb_observe(g, t->match->now, seat, t->room);
    if (g->hint && g->hint(t->room, seat, t->hints, &out)) {
        t->hints++;
        remark(t, text);
    } else if (!g->may_advise || g->may_advise(t->match->now)) {
        advise(t, seat);
    } else {
        remark(t, t->hints ? _("This table allows no further hint.")
                           : _("This table allows no hint now."));
    }
    return GO_ON;
}

/* Everybody but the seat; bots always agree, so nobody is asked for them. */
static bool others_agree(struct table *t, int seat)
{
    for (int i = 0; i < t->players.count; i++) {
        char question[256];
        const char *answer;

        if (i == seat || t->players.seat[i].kind != PERSON)
            continue;
        snprintf(question, sizeof question,
                 _("%s, may %s take back a decision that told something? yes or no: "),
                 t->players.names[i], t->players.names[seat]);
        answer = ask(t, question);
        if (!answer || !*answer || !is_yes(answer))
            return false;
    }
    return true;
}

static void take_back(struct table *t, uint32_t count)
{
    char why[256];

    tb_match_rewind(t->match, count);
    for (int i = 0; i < t->players.count; i++) {
        t->told[i] = t->told[i] < count ? t->told[i] : count;
        t->shown[i] = NEVER;
    }
    /* What the bots remember has not happened. One that fails is noticed when asked. */
    players_begin(&t->players, t->match, why);
    remark(t, _("Taken back."));
}

/* As on a page and on a server: free while nothing new was told, after that everybody
 * else must agree, and bots do. Once the game is over it stands; so does what the puzzle
 * of the day has told. */
static enum outcome on_undo(struct table *t, int seat, const char *rest)
{
    const struct tb_match *m = t->match;
    uint32_t last = m->count;

    while (last && m->plies[last - 1].seat != seat)
        last--;
    if (!tb_head_of(m->now)->owes)
        remark(t, _("The game is over: nothing is taken back."));
    else if (!last)
        remark(t, _("There is nothing to take back."));
    else if (tb_match_may_undo(m, seat))
        take_back(t, last - 1);
    else if (t->puzzle)
        remark(t, _("In the puzzle of the day, what has told something stands."));
    else if (others_agree(t, seat))
        take_back(t, last - 1);
    else
        remark(t, _("Not everybody agrees."));
    return GO_ON;
}

static enum outcome on_log(struct table *t, int seat, const char *rest)
{
    struct memo memo;

    memo_open(&memo);
    say_moves(t->match, t->players.names, seat, 0, memo.to);
    if (!t->match->count)
        fprintf(memo.to, "%s\n", _("Nothing has happened yet."));
    fclose(memo.to);
    show_pages(t, memo.text);
    free(memo.text);
    return GO_ON;
}

static enum outcome on_save(struct table *t, int seat, const char *rest)
{
    if (*rest)
        save(t, rest);
    else
        remark(t, _("Write save and the name of a file."));
    return GO_ON;
}

/*
 * A line of a rules page. Headings stand out without their marks; marks for the page alone
 * (<!-- -->) are left out, and of a drawing its caption is told: ![caption](diagram:name).
 */
static void put_rules_line(const struct table *t, const char *line, int length, FILE *to)
{
    char words[512];
    const char *from = words;
    int marks = (int)strspn(line, "#");
    char *drawing;

    if (!strncmp(line, "<!--", 4))
        return;
    snprintf(words, sizeof words, "%.*s", length, line);
    if (marks) {
        fprintf(to, "%s%s%s\n", bold(t), words + marks + 1, plain(t));
        return;
    }
    if ((drawing = strstr(words, "](diagram:")))
        *drawing = '\0';
    if (!strncmp(words, "![", 2))
        from += 2;
    fprintf(to, "%s\n", from);
}

static enum outcome on_rules(struct table *t, int seat, const char *rest)
{
    const char *text = rules_of(t->match->game);
    struct memo memo;

    if (!text) {
        remark(t, _("The rules of this game are not in this program."));
        return GO_ON;
    }
    memo_open(&memo);
    while (*text) {
        int length = (int)strcspn(text, "\n");

        put_rules_line(t, text, length, memo.to);
        text += length + (text[length] == '\n');
    }
    fclose(memo.to);
    show_pages(t, memo.text);
    free(memo.text);
    return GO_ON;
}

static enum outcome on_list(struct table *t, int seat, const char *rest)
{
    struct memo memo;
    int columns, lines;

    term_size(&columns, &lines);
    memo_open(&memo);
    if (t->notes.count)
        notes_print(&t->notes, columns, memo.to);
    else
        fprintf(memo.to, "%s\n", _("There is nothing to decide."));
    memo_notice(t, &memo);
    return GO_ON;
}

/* The whole picture, however long: on a screen in pages. */
static enum outcome on_board(struct table *t, int seat, const char *rest)
{
    struct tb_state *seen;
    struct memo memo;

    if (!t->term.screen) {
        print_picture(t, seat);
        return GO_ON;
    }
    seen = observe(t->match, seat);
    memo_open(&memo);
    show(t->match->game, seen, t->term.colour, 255, memo.to);
    fclose(memo.to);
    show_pages(t, memo.text);
    free(memo.text);
    free(seen);
    return GO_ON;
}

static enum outcome on_quit(struct table *t, int seat, const char *rest)
{
    return offer_to_save(t);
}

static enum outcome on_help(struct table *t, int seat, const char *rest);

static const struct verb verbs[] = {
    { TB_N("list"), TB_N("the moves that are possible"), on_list },
    { TB_N("hint"), TB_N("a hint; ask again for more"), on_hint },
    { TB_N("undo"), TB_N("take back your last decision"), on_undo },
    { TB_N("log"), TB_N("what has happened so far"), on_log },
    { TB_N("board"), TB_N("the whole board, with all that is written on it"), on_board },
    { TB_N("rules"), TB_N("the rules of the game"), on_rules },
    { TB_N("save"), TB_N("save FILE: keep the game, and play on"), on_save },
    { TB_N("help"), TB_N("this list"), on_help },
    { TB_N("quit"), TB_N("leave; offers to save"), on_quit },
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static enum outcome on_help(struct table *t, int seat, const char *rest)
{
    struct memo memo;

    memo_open(&memo);
    fprintf(memo.to, "%s\n",
            _("Type a move as it is written, or so much of each word that "
              "only one fits."));
    if (t->term.screen)
        fprintf(memo.to, "%s\n", _("Tab completes, the arrows bring back earlier lines."));
    for (int i = 0; i < VERBS; i++) {
        fputs("  ", memo.to);
        put_padded(memo.to, _(verbs[i].word), 12);
        fprintf(memo.to, "%s\n", _(verbs[i].help));
    }
    memo_notice(t, &memo);
    return GO_ON;
}

/* For Tab: the moves, then the commands. */
const char *verb_or_move(void *with, int i)
{
    const struct table *t = with;

    if (!t->completing)
        return NULL;
    if (i < t->notes.count)
        return t->notes.note[i];
    i -= t->notes.count;
    return i < VERBS ? _(verbs[i].word) : NULL;
}

const struct verb *verb_typed(const char *typed, const char **rest)
{
    size_t length = strcspn(typed, " ");
    char word[64];

    snprintf(word, sizeof word, "%.*s", (int)length, typed);
    *rest = typed + length + strspn(typed + length, " ");
    if (!strcmp(word, "?"))
        snprintf(word, sizeof word, "help");
    for (int i = 0; i < VERBS; i++)
        if (is_word(word, verbs[i].word))
            return &verbs[i];
    return NULL;
}
