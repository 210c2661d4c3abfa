/* What a person sees of a game in the terminal: questions, notices, pages, the picture. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "sitting.h"

enum { NOTICE_LINES = 6 }; /* that fit under a picture of usual height */

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

/* An answer to a question; NULL: the end of the input, or a signal. */
const char *ask(struct table *t, const char *question)
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
void draw_screen(struct table *t, int viewer)
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

void print_picture(struct table *t, int viewer)
{
    struct tb_state *seen = observe(t->match, viewer);

    puts("");
    show(t->match->game, seen, t->term.colour, stdout);
    free(seen);
    if (viewer >= 0)
        t->shown[viewer] = t->match->count;
}

void draw(struct table *t, int seat)
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
