/*
 * tablier play: a game in the terminal. A loop of show, read, play.
 *
 * On a screen every decision redraws the picture; through a pipe the picture comes when
 * something was revealed, and the rest is lines. Whatever ends a game early (the end of
 * the input, a signal, a bot that fails) leaves a record from which it goes on.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "notes.h"

enum outcome { GO_ON, LEAVE };

struct table {
    struct tb_match *match;
    struct tb_kit *kit;
    struct players players;
    char *seats;     /* as written, cut up by the players */
    char about[512]; /* the lines on top of a record */
    struct term term;
    struct line *line;
    struct tb_state *room;
    struct notes notes;
    bool completing;              /* a move is asked for, not an answer */
    int at_screen;                /* the person who looks at it; -1: nobody yet */
    uint32_t told[TB_SEATS_MAX];  /* plies whose news the person has read */
    uint32_t shown[TB_SEATS_MAX]; /* plies when the picture was last shown; NEVER */
    uint32_t hinted;              /* the position the hints are about */
    int hints;                    /* hints given there */
    char *notice;                 /* what to say under the picture; NULL: nothing */
    int code;                     /* for the exit */
};

static const uint32_t NEVER = UINT32_MAX;
enum { NOTICE_LINES = 6 }; /* that fit under a picture of usual height */

/* ---- words ---- */

static const char *bold(const struct table *t) { return t->term.colour ? "\033[1m" : ""; }
static const char *plain(const struct table *t) { return t->term.colour ? "\033[0m" : ""; }

static bool is_word(const char *typed, const char *msgid)
{
    return !strcasecmp(typed, msgid) || !strcasecmp(typed, _(msgid));
}

static void notice(struct table *t, char *text)
{
    free(t->notice);
    t->notice = text;
}

/* A text in the making. */
struct memo {
    FILE *to;
    char *text;
    size_t size;
};

static void memo_open(struct memo *memo)
{
    *memo = (struct memo){ 0 };
    memo->to = must(open_memstream(&memo->text, &memo->size));
}

static void clear_screen(void) { fputs("\033[H\033[2J\033[3J", stdout); }

/* An answer to a question; NULL: the end of the input, or a signal. */
static const char *ask(struct table *t, const char *question)
{
    const char *answer;

    t->completing = false;
    answer = line_read(t->line, question);
    if (answer && !isatty(0))
        puts(answer); /* so that a transcript can be read */
    return answer ? answer + strspn(answer, " ") : NULL;
}

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* A long text: page by page on a screen. */
static void page(struct table *t, char *text)
{
    int columns, lines, at = 0;
    char *next = text;

    if (t->term.screen)
        clear_screen();
    term_size(&columns, &lines);
    while (*next) {
        char *end = next + strcspn(next, "\n");
        int length = (int)(end - next) + (*end == '\n');
        int wide = 1 + (int)(end - next) / (columns > 0 ? columns : 80);

        if (t->term.screen && at + wide > lines - 2) {
            const char *answer = ask(t, _("-- Enter: more; q: back -- "));

            if (!answer || *answer == 'q')
                return;
            at = 0;
        }
        fwrite(next, 1, (size_t)length, stdout);
        next += length;
        at += wide;
    }
    if (t->term.screen)
        ask(t, _("-- Enter: back -- "));
}

/* Under the next picture, or on a page of its own where it would push that away; in a
 * pipe at once. */
static void memo_notice(struct table *t, struct memo *memo)
{
    fclose(memo->to);
    if (t->term.screen && count_lines(memo->text) <= NOTICE_LINES) {
        notice(t, memo->text);
        return;
    }
    page(t, memo->text);
    free(memo->text);
}

static void remark(struct table *t, const char *text)
{
    struct memo memo;
    int columns, lines;

    term_size(&columns, &lines);
    memo_open(&memo);
    put_wrapped(memo.to, text, 0, columns);
    fputs("\n", memo.to);
    memo_notice(t, &memo);
}

/* ---- saving ---- */

static bool exists(const char *path) { return !access(path, F_OK); }

/* topologic-20260102-1530.tablier, in the first folder where it can be written. */
static void fresh_name(const struct table *t, char *path, size_t size)
{
    const char *home = getenv("HOME");
    const char *folder = !access(".", W_OK)            ? ""
                         : home && !access(home, W_OK) ? home
                                                       : "/tmp";
    time_t now = time(NULL);
    struct tm when;
    char stamp[32];

    localtime_r(&now, &when);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M", &when);
    snprintf(path, size, "%s%s%s-%s.tablier", folder, *folder ? "/" : "",
             t->match->game->id, stamp);
    for (int i = 2; exists(path) && i < 10000; i++)
        snprintf(path, size, "%s%s%s-%s-%d.tablier", folder, *folder ? "/" : "",
                 t->match->game->id, stamp, i);
}

static bool save(struct table *t, const char *path)
{
    const char *refusal = record_write(t->match, path, t->about);
    struct memo memo;

    memo_open(&memo);
    if (refusal)
        fprintf(memo.to, _("Not saved: %s: %s\n"), path, refusal);
    else
        fprintf(memo.to, _("Saved in %s. To go on: tablier play --from %s\n"), path, path);
    fclose(memo.to);
    fputs(memo.text, stdout);
    notice(t, memo.text);
    return !refusal;
}

/* Nobody can be asked: the file is named here, and the cause said in one line. */
static void save_at_once(struct table *t, const char *cause)
{
    char path[4096];
    const char *refusal;

    fresh_name(t, path, sizeof path);
    refusal = record_write(t->match, path, t->about);
    puts("");
    if (refusal)
        warn(_("%s; it could not be saved: %s: %s"), cause, path, refusal);
    else
        warn(_("%s; it is saved in %s: to go on, tablier play --from %s"), cause, path,
             path);
}

static bool is_yes(const char *word)
{
    return !*word || is_word(word, TB_N("yes")) || is_word(word, TB_N("y"));
}

static bool is_no(const char *word)
{
    return is_word(word, TB_N("no")) || is_word(word, TB_N("n"));
}

/* The signal that came, if any; it will not knock again. */
static int take_signal(void)
{
    int number;

    alarm(0);
    number = interrupted;
    interrupted = 0;
    return number;
}

static enum outcome offer_to_save(struct table *t)
{
    char path[4096], question[4400];

    if (!t->match->count)
        return LEAVE;
    for (;;) {
        const char *answer;

        fresh_name(t, path, sizeof path);
        snprintf(question, sizeof question,
                 _("Save the game? Enter: yes, in %s; another name; no; back: "), path);
        take_signal();
        answer = ask(t, question);
        if (!answer) {
            save_at_once(t, _("the game was left"));
            return LEAVE;
        }
        if (is_no(answer))
            return LEAVE;
        if (is_word(answer, TB_N("back")))
            return GO_ON;
        if (save(t, is_yes(answer) ? path : answer))
            return LEAVE;
    }
}

/* The input ended, or a signal came, while somebody was asked. */
static enum outcome no_answer(struct table *t)
{
    int signal_number = take_signal();

    if (t->term.screen && (!signal_number || signal_number == SIGINT)) {
        puts("");
        return offer_to_save(t);
    }
    t->code = signal_number ? FAILED : BAD_INPUT;
    save_at_once(t, signal_number ? _("the game was interrupted")
                                  : _("the input ended before the game did"));
    return LEAVE;
}

/* ---- the picture ---- */

/* The last lines of a text, at most so many. */
static const char *tail_of(const char *text, int lines)
{
    const char *at = text + strlen(text);

    while (at > text && lines > 0)
        if (*--at == '\n' && at[1])
            lines--;
    return lines ? text : at + 1;
}

static void put_title(const struct table *t, int viewer)
{
    const struct tb_head *head = tb_head_of(t->match->now);

    printf("%s%s%s", bold(t), _(t->match->game->name), plain(t));
    for (int i = 0; i < head->seats; i++)
        printf("  %s%s%s%s", i == viewer ? bold(t) : "", head->owes >> i & 1 ? "▸" : "·",
               t->players.names[i], i == viewer ? plain(t) : "");
    puts("\n");
}

/* Title, picture, the latest news, a notice: what fits under one another. */
static void draw_screen(struct table *t, int viewer)
{
    struct memo picture, news;
    struct tb_state *seen = observe(t->match, viewer);
    int columns, lines, room;

    memo_open(&picture);
    show(t->match->game, seen, t->term.colour, picture.to);
    fclose(picture.to);
    memo_open(&news);
    say_moves(t->match, t->players.names, viewer, 0, news.to);
    fclose(news.to);
    term_size(&columns, &lines);
    room = lines - count_lines(picture.text) - 5 - (t->notice ? count_lines(t->notice) : 0);
    clear_screen();
    put_title(t, viewer);
    fputs(picture.text, stdout);
    puts("");
    if (*news.text && room > 0)
        fputs(tail_of(news.text, room > 6 ? 6 : room), stdout);
    if (t->notice)
        fputs(t->notice, stdout);
    notice(t, NULL);
    free(picture.text);
    free(news.text);
    free(seen);
}

/* Through a pipe the picture comes only when the person learned something. */
static bool picture_is_due(const struct table *t, int seat)
{
    if (t->shown[seat] > t->match->count)
        return true;
    for (uint32_t i = t->shown[seat]; i < t->match->count; i++)
        if (t->match->plies[i].reveals || t->match->plies[i].seat != seat)
            return true;
    return false;
}

static void print_picture(struct table *t, int viewer)
{
    struct tb_state *seen = observe(t->match, viewer);

    puts("");
    show(t->match->game, seen, t->term.colour, stdout);
    free(seen);
    if (viewer >= 0)
        t->shown[viewer] = t->match->count;
}

static void draw(struct table *t, int seat)
{
    if (t->term.screen) {
        draw_screen(t, seat);
        return;
    }
    say_moves(t->match, t->players.names, seat, t->told[seat], stdout);
    t->told[seat] = t->match->count;
    if (picture_is_due(t, seat))
        print_picture(t, seat);
}

/* ---- what may be typed besides moves ---- */

static int count_persons(const struct table *t)
{
    int count = 0;

    for (int i = 0; i < t->players.count; i++)
        count += t->players.seat[i].kind == PERSON;
    return count;
}

/* Whose eyes a picture is for when nobody is asked: no secret may show by accident. */
static int only_person(const struct table *t)
{
    for (int i = 0; i < t->players.count; i++)
        if (t->players.seat[i].kind == PERSON && count_persons(t) == 1)
            return i;
    return TB_PUBLIC;
}

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

static enum outcome on_undo(struct table *t, int seat, const char *rest)
{
    const struct tb_match *m = t->match;
    uint32_t last = m->count;

    while (last && m->plies[last - 1].seat != seat)
        last--;
    if (!last)
        remark(t, _("There is nothing to take back."));
    else if (tb_match_may_undo(m, seat) || (count_persons(t) > 1 && others_agree(t, seat)))
        take_back(t, last - 1);
    else
        remark(t, count_persons(t) > 1
                      ? _("Not everybody agrees.")
                      : _("That cannot be taken back: it told somebody something."));
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
    page(t, memo.text);
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

/* Headings of the page stand out, without their marks. */
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
        int length = (int)strcspn(text, "\n"), marks = (int)strspn(text, "#");

        if (marks)
            fprintf(memo.to, "%s%.*s%s\n", bold(t), length - marks - 1, text + marks + 1,
                    plain(t));
        else
            fprintf(memo.to, "%.*s\n", length, text);
        text += length + (text[length] == '\n');
    }
    fclose(memo.to);
    page(t, memo.text);
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

static enum outcome on_board(struct table *t, int seat, const char *rest)
{
    if (!t->term.screen)
        print_picture(t, seat);
    return GO_ON;
}

static enum outcome on_quit(struct table *t, int seat, const char *rest)
{
    return offer_to_save(t);
}

static enum outcome on_help(struct table *t, int seat, const char *rest);

static const struct verb {
    const char *word, *help; /* msgids: the word may be typed in both languages */
    enum outcome (*obey)(struct table *t, int seat, const char *rest);
} verbs[] = {
    { TB_N("list"), TB_N("the moves that are possible"), on_list },
    { TB_N("hint"), TB_N("a hint; ask again for more"), on_hint },
    { TB_N("undo"), TB_N("take back your last decision"), on_undo },
    { TB_N("log"), TB_N("what has happened so far"), on_log },
    { TB_N("board"), TB_N("show the board again"), on_board },
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
static const char *candidate(void *with, int i)
{
    const struct table *t = with;

    if (!t->completing)
        return NULL;
    if (i < t->notes.count)
        return t->notes.note[i];
    i -= t->notes.count;
    return i < VERBS ? _(verbs[i].word) : NULL;
}

/* ---- decisions ---- */

static void make(struct table *t, int seat, tb_move move)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    const char *refusal = tb_match_play(t->match, seat, move, &told);

    if (refusal)
        remark(t, _(refusal));
    else
        players_tell(&t->players, &told);
}

static const struct verb *verb_typed(const char *typed, const char **rest)
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

static enum outcome obey(struct table *t, int seat, const char *typed)
{
    const char *rest;
    const struct verb *verb = verb_typed(typed, &rest);
    int found = notes_find(&t->notes, typed);
    struct memo memo;

    if (!*typed)
        return GO_ON;
    if (verb && (found < 0 || strcasecmp(t->notes.note[found], typed)))
        return verb->obey(t, seat, rest);
    if (found >= 0) {
        make(t, seat, t->notes.move[found]);
        return GO_ON;
    }
    memo_open(&memo);
    if (t->notes.count)
        notes_explain(&t->notes, typed, memo.to);
    else
        fprintf(memo.to, _("'%s' is no command; help explains."), typed);
    fclose(memo.to);
    remark(t, memo.text);
    free(memo.text);
    return GO_ON;
}

/* What one person knows must be off the screen before the next one looks. */
static bool hand_over(struct table *t, int seat)
{
    char question[256];
    bool first = t->at_screen < 0;

    if (t->at_screen == seat)
        return true;
    t->at_screen = seat;
    if (first || !t->term.screen || count_persons(t) < 2 || !t->match->game->hide)
        return true;
    clear_screen();
    notice(t, NULL);
    snprintf(question, sizeof question,
             _("%s, it is your turn: sit down and press Enter. "), t->players.names[seat]);
    return ask(t, question);
}

static enum outcome person_decides(struct table *t, int seat)
{
    char prompt[128];
    const char *typed;

    if (!hand_over(t, seat))
        return no_answer(t);
    notes_list(&t->notes, t->match->game, t->match->now, seat);
    draw(t, seat);
    if (t->term.colour)
        snprintf(prompt, sizeof prompt, "\1\033[1m\1%s>\1\033[0m\1 ",
                 t->players.names[seat]);
    else
        snprintf(prompt, sizeof prompt, "%s> ", t->players.names[seat]);
    t->completing = true;
    typed = line_read(t->line, prompt);
    if (!typed)
        return no_answer(t);
    if (!isatty(0))
        puts(typed);
    return obey(t, seat, typed + strspn(typed, " "));
}

/* A bot program failed: the game is its loss, and is kept. */
static enum outcome forfeit(struct table *t, int seat, const char *why)
{
    char cause[512];

    fflush(stdout);
    snprintf(cause, sizeof cause, _("%s forfeits: %s"), t->players.names[seat], why);
    if (t->term.screen) {
        puts("");
        warn("%s", cause);
    }
    if (t->players.count == 2)
        printf(_("%s wins.\n"), t->players.names[1 - seat]);
    if (t->term.screen) {
        while (offer_to_save(t) == GO_ON)
            ; /* there is no game to go back to */
        return LEAVE;
    }
    save_at_once(t, cause);
    return LEAVE;
}

static enum outcome bot_decides(struct table *t, int seat)
{
    char why[256] = "";
    tb_move move;

    if (t->term.screen) {
        draw_screen(t, only_person(t));
        printf(_("%s is thinking..."), t->players.names[seat]);
        fflush(stdout);
    }
    move = player_decide(&t->players, t->match, seat, t->room, why);
    if (!move && interrupted)
        return GO_ON;
    if (!move)
        return forfeit(t, seat, why);
    make(t, seat, move);
    return GO_ON;
}

/* Bots first, so that nobody waits for them later; then whoever looks already. */
static int who_is_next(const struct table *t)
{
    unsigned owes = tb_head_of(t->match->now)->owes;

    for (int i = 0; i < t->players.count; i++)
        if (owes >> i & 1 && t->players.seat[i].kind != PERSON)
            return i;
    if (t->at_screen >= 0 && owes >> t->at_screen & 1)
        return t->at_screen;
    return next_seat(t->match->now);
}

/* ---- the end ---- */

static void tell_end(struct table *t)
{
    int viewer = only_person(t);

    if (t->term.screen && count_persons(t)) {
        draw_screen(t, viewer);
    } else {
        say_moves(t->match, t->players.names, viewer, viewer >= 0 ? t->told[viewer] : 0,
                  stdout);
        print_picture(t, viewer);
    }
    puts("");
    say_result(t->match, t->players.names, stdout);
}

/* The table stays for those who want to look back or save. */
static void stay_after(struct table *t)
{
    t->notes.count = 0;
    for (;;) {
        const char *typed;

        t->completing = true;
        typed =
            line_read(t->line, _("The game is over: save FILE, log, or Enter to leave> "));
        if (typed && !isatty(0))
            puts(typed);
        if (!typed || !*typed || is_word(typed, "quit"))
            break;
        obey(t, only_person(t), typed);
        if (t->notice)
            fputs(t->notice, stdout);
        notice(t, NULL);
    }
    if (!isatty(0))
        puts("");
}

static void play_on(struct table *t)
{
    while (tb_head_of(t->match->now)->owes) {
        int seat = who_is_next(t);
        bool person = t->players.seat[seat].kind == PERSON;

        if (interrupted && no_answer(t) == LEAVE)
            return;
        if ((person ? person_decides(t, seat) : bot_decides(t, seat)) == LEAVE)
            return;
    }
    players_over(&t->players, t->match->now);
    tell_end(t);
    if (count_persons(t))
        stay_after(t);
}

/* ---- the command ---- */

/* A signal that comes just before a read does not end that read: the alarm knocks again
 * until somebody has taken it. */
static void on_signal(int number)
{
    if (number != SIGALRM)
        interrupted = number;
    if (interrupted)
        alarm(1);
}

static void catch_signals(void)
{
    static const int caught[] = { SIGINT, SIGTERM, SIGHUP, SIGALRM };
    struct sigaction action = { .sa_handler = on_signal }; /* reads do not go on */

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
}

/* A person against the usual bots. */
static char *usual_seats(const struct tb_game *g, int count)
{
    size_t size = 8 + 8 * (size_t)TB_SEATS_MAX;
    char *list = must(calloc(1, size));

    if (!count)
        count = g->seats_min > 2 ? g->seats_min : g->seats_max < 2 ? g->seats_max : 2;
    strncat(list, "person", size - 1);
    for (int i = 1; i < count; i++)
        strncat(list, ",normal", size - strlen(list) - 1);
    return list;
}

/* The players of a saved game, from the line that we put on top of it. */
static char *seats_of_record(const char *path)
{
    static const char mark[] = "# seats ";
    char *text = file_read(path), *found = text ? strstr(text, mark) : NULL, *list = NULL;

    if (found && (found == text || found[-1] == '\n'))
        list =
            must(strndup(found + sizeof mark - 1, strcspn(found + sizeof mark - 1, "\n")));
    free(text);
    return list;
}

static void open_match(struct table *t, const struct args *a)
{
    const char *from = args_text(a, "from"), *seats = args_text(a, "seats");
    const struct tb_game *g;

    if (!from && !a->words)
        refuse(_("%s needs %s; see tablier %s --help"), "play", _(a->command->words),
               "play");
    if (from && a->words)
        refuse(_("a game that goes on names its game itself: leave out '%s'"), a->word[0]);
    if (from) {
        t->match = match_read(from, a, &t->kit);
        t->seats = seats ? must(strdup(seats)) : seats_of_record(from);
        g = t->match->game;
    } else {
        g = game_named(a->word[0]);
        t->match = match_new(g);
        t->kit = kit_for(g, a);
        t->seats = seats ? must(strdup(seats)) : NULL;
    }
    if (!t->seats)
        t->seats = usual_seats(g, from ? tb_head_of(t->match->now)->seats : 0);
    snprintf(t->about, sizeof t->about, "# seats %.480s\n", t->seats);
    players_read(&t->players, g, t->seats, true);
    t->players.budget = budget_given(a);
}

static void begin_match(struct table *t, const struct args *a)
{
    const struct tb_game *g = t->match->game;
    uint64_t options[TB_OPTIONS_MAX], seed;
    struct timespec now;
    const char *refusal;

    if (args_text(a, "from")) {
        if (t->players.count != tb_head_of(t->match->now)->seats)
            refuse(_("option --seats names %d players, the record has %d"),
                   t->players.count, tb_head_of(t->match->now)->seats);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    seed =
        (uint64_t)now.tv_sec * 1000003u ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 40;
    seed = args_number(a, "seed", 0, UINT64_MAX, tb_random(&seed));
    options_given(g, a, options);
    if (t->players.count < g->seats_min || t->players.count > g->seats_max)
        refuse(_("option --seats: %s is for %d to %d players, not %d"), _(g->name),
               g->seats_min, g->seats_max, t->players.count);
    refusal = tb_match_new(t->match, t->players.count, options, t->kit, seed);
    if (refusal)
        refuse("%s: %s", g->id, _(refusal));
}

static void close_table(struct table *t)
{
    line_close(t->line);
    players_free(&t->players);
    match_free(t->match);
    free(t->notice);
    free(t->room);
    free(t->seats);
    tb_kit_free(t->kit);
}

static int run(const struct args *a)
{
    struct table t = { .at_screen = -1, .hinted = NEVER };
    char why[256];
    int failed;

    for (int i = 0; i < TB_SEATS_MAX; i++)
        t.shown[i] = NEVER;
    t.term = term_open(a);
    open_match(&t, a);
    begin_match(&t, a);
    t.room = must(malloc(t.match->game->state_size));
    catch_signals();
    t.line = line_open(t.term.screen, candidate, &t);
    failed = players_begin(&t.players, t.match, why);
    if (failed >= 0)
        forfeit(&t, failed, why);
    else
        play_on(&t);
    close_table(&t);
    return t.code;
}

static const struct arg takes[] = {
    { "seats", TB_N("LIST"),
      TB_N("who plays, with commas: person, bot:LEVEL (random, easy, normal, hard...), "
           "cmd:PROGRAM; usually a person against normal bots") },
    { "option", TB_N("NAME=VALUE"), TB_N("an option of the game; see tablier games") },
    { "seed", "N", TB_N("the luck of this game; usually a new one every time") },
    { "from", TB_N("FILE"), TB_N("go on with a saved game, with the same players") },
    { "nodes", "N", TB_N("the work a bot may do for a decision, in its own unit") },
    { "ms", "MS", TB_N("the time a bot program is told to take; usually 1000") },
    { "wait", "MS",
      TB_N("a program that has not answered after that time forfeits; usually 10000") },
    { "book", TB_N("FILE"), TB_N("the book that the game is played with") },
    { 0 },
};

const struct command command_play = {
    .name = "play",
    .words = TB_N("GAME"),
    .words_max = 1,
    .about = TB_N("Play a game in the terminal, with bots or around one screen."),
    .more = TB_N("At the prompt type a move (Tab completes it), or: list, hint, undo, log, "
                 "board,\nrules, save FILE, help, quit. Nothing is lost: leaving offers to "
                 "save, and the\nend of the input saves by itself. Works through a pipe as "
                 "well."),
    .takes = takes,
    .run = run,
};
