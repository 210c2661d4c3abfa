/* What a person sees of a game in the terminal: questions, notices, pages, the picture. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "sitting.h"

enum { NOTICE_LINES = 6 };         /* that fit under a picture of usual height */
enum { COLUMNS = 80, LINES = 24 }; /* that every board fits */

const char *bold(const struct table *t) { return t->term.colour ? "\033[1m" : ""; }
const char *plain(const struct table *t) { return t->term.colour ? "\033[0m" : ""; }

bool is_word(const char *typed, const char *msgid)
{
    return !strcasecmp(typed, msgid) || !strcasecmp(typed, _(msgid));
}

bool is_yes(const char *word)
{
    return !*word || is_word(word, TB_N("yes")) || is_word(word, TB_N("y"));
}

void notice(struct table *t, char *text)
{
    free(t->notice);
    t->notice = text;
}

void memo_open(struct memo *memo)
{
    *memo = (struct memo){ 0 };
    memo->to = must(open_memstream(&memo->text, &memo->size));
}

void clear_screen(void) { fputs("\033[H\033[2J\033[3J", stdout); }

struct line *line_here(const struct table *t)
{
    return t->line[t->at_screen < 0 ? 0 : t->at_screen];
}

/* An answer to a question; NULL: the end of the input, or a signal. */
const char *ask(struct table *t, const char *question)
{
    const char *answer;

    t->completing = false;
    answer = line_read(line_here(t), question);
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
void show_pages(struct table *t, char *text)
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
void memo_notice(struct table *t, struct memo *memo)
{
    fclose(memo->to);
    if (t->term.screen && count_lines(memo->text) <= NOTICE_LINES) {
        notice(t, memo->text);
        return;
    }
    show_pages(t, memo->text);
    free(memo->text);
}

void remark(struct table *t, const char *text)
{
    struct memo memo;
    int columns, lines;

    term_size(&columns, &lines);
    memo_open(&memo);
    put_wrapped(memo.to, text, 0, columns);
    fputs("\n", memo.to);
    memo_notice(t, &memo);
}

int count_persons(const struct table *t)
{
    int count = 0;

    for (int i = 0; i < t->players.count; i++)
        count += t->players.seat[i].kind == PERSON;
    return count;
}

/* Whose eyes a picture is for when nobody is asked: no secret may show by accident. */
int only_person(const struct table *t)
{
    for (int i = 0; i < t->players.count; i++)
        if (t->players.seat[i].kind == PERSON && count_persons(t) == 1)
            return i;
    return TB_PUBLIC;
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

static void put_title(const struct table *t, int viewer, bool apart)
{
    const struct tb_head *head = tb_head_of(t->match->now);

    printf("%s%s%s", bold(t), _(t->match->game->name), plain(t));
    for (int i = 0; i < head->seats; i++)
        printf("  %s%s%s%s", i == viewer ? bold(t) : "", head->owes >> i & 1 ? "▸" : "·",
               t->players.names[i], i == viewer ? plain(t) : "");
    puts(apart ? "\n" : "");
}

/* One note for each word that moves begin with: how they are written. */
static void put_examples(const struct notes *n, FILE *to)
{
    enum { MOST = 5 };
    int put = 0;

    for (int i = 0; i < n->count && put <= MOST; i++) {
        size_t length = strcspn(n->note[i], " ");
        bool known = false;

        for (int k = 0; k < i && !known; k++)
            known = strcspn(n->note[k], " ") == length &&
                    !strncmp(n->note[k], n->note[i], length);
        if (known)
            continue;
        if (put == MOST)
            fputs("…", to);
        else
            fprintf(to, "%s%s", put ? ", " : "", n->note[i]);
        put++;
    }
}

/* The decision in words, its price, and an example of what to type. */
void put_question(struct table *t, int seat, FILE *to)
{
    const struct tb_game *g = t->match->game;
    char said[1024] = "";
    struct tb_text out = words_in(said, sizeof said);
    struct memo memo;
    int columns, lines;

    if (g->question) {
        tb_observe(g, t->match->now, seat, t->room);
        g->question(t->room, seat, &out);
    }
    memo_open(&memo);
    fprintf(memo.to, "%s%s%s ", said, *said ? " " : "", _("For example:"));
    put_examples(&t->notes, memo.to);
    fclose(memo.to);
    term_size(&columns, &lines);
    put_wrapped(to, memo.text, 0, columns);
    fputs("\n", to);
    free(memo.text);
}

/* The last lines where a picture is taller than the room, and a word about the others. */
static void cut_picture(struct memo *picture, int lines)
{
    struct memo cut;
    int count = count_lines(picture->text);

    if (count <= lines || lines < 2)
        return;
    memo_open(&cut);
    fprintf(cut.to, _("(%d more lines above: type board)"), count - lines + 1);
    fprintf(cut.to, "\n%s", tail_of(picture->text, lines - 1));
    fclose(cut.to);
    free(picture->text);
    picture->text = cut.text;
}

/* What the viewer sees, in that many lines; on a small screen a line that says so. */
static void picture_open(struct memo *picture, const struct table *t, int viewer, int room)
{
    struct tb_state *seen = observe(t->match, viewer);
    int columns, lines;

    memo_open(picture);
    term_size(&columns, &lines);
    if (columns < COLUMNS || lines < LINES) {
        char said[256];

        snprintf(said, sizeof said,
                 _("The board needs %d columns and %d lines; this screen has %d and %d."),
                 COLUMNS, LINES, columns, lines);
        put_wrapped(picture->to, said, 0, columns);
        fputs("\n", picture->to);
        put_wrapped(picture->to, _("Enlarge it, or type board to read it in pages."), 0,
                    columns);
        fputs("\n", picture->to);
    } else {
        show(t->match->game, seen, t->term.colour, room, picture->to);
    }
    fclose(picture->to);
    cut_picture(picture, room);
    free(seen);
}

/* What happened so far, in lines that fit. */
static void news_open(struct memo *news, const struct table *t, int viewer)
{
    struct memo told;
    int columns, lines;

    term_size(&columns, &lines);
    memo_open(&told);
    say_moves(t->match, t->players.names, viewer, 0, told.to);
    fclose(told.to);
    memo_open(news);
    for (char *line = told.text, *end; *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        *end = 0;
        put_wrapped(news->to, line, 2, columns);
        fputs("\n", news->to);
    }
    fclose(news->to);
    free(told.text);
}

/* Title, picture, the latest news, a notice, and the question if somebody is asked: what
 * fits under one another, with the line of the prompt. */
static void draw_all(struct table *t, int viewer, bool asked)
{
    struct memo picture, news, question;
    int columns, lines, room;

    memo_open(&question);
    if (asked)
        put_question(t, viewer, question.to);
    fclose(question.to);
    news_open(&news, t, viewer);
    term_size(&columns, &lines);
    room =
        lines - 2 - count_lines(question.text) - (t->notice ? count_lines(t->notice) : 0);
    picture_open(&picture, t, viewer, room - (*news.text != 0));
    room -= count_lines(picture.text);
    clear_screen();
    put_title(t, viewer, room > 1);
    room -= room > 1;
    fputs(picture.text, stdout);
    if (room > 2)
        puts("");
    if (*news.text && room > 0)
        fputs(tail_of(news.text, room > 8 ? 6 : room > 2 ? room - 1 : room), stdout);
    if (t->notice)
        fputs(t->notice, stdout);
    printf("%s%s%s", bold(t), question.text, plain(t));
    notice(t, NULL);
    free(question.text);
    free(picture.text);
    free(news.text);
}

void draw_screen(struct table *t, int viewer) { draw_all(t, viewer, false); }

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

void print_picture(struct table *t, int viewer)
{
    struct tb_state *seen = observe(t->match, viewer);

    puts("");
    show(t->match->game, seen, t->term.colour, 255, stdout);
    free(seen);
    if (viewer >= 0)
        t->shown[viewer] = t->match->count;
}

void draw(struct table *t, int seat)
{
    t->drawn = t->match->count;
    if (t->term.screen) {
        draw_all(t, seat, true);
        return;
    }
    say_moves(t->match, t->players.names, seat, t->told[seat], stdout);
    t->told[seat] = t->match->count;
    if (picture_is_due(t, seat))
        print_picture(t, seat);
    put_question(t, seat, stdout);
}
