/*
 * A line from a person, with editing, history and completion, or from a pipe.
 *
 * The only file that knows libedit.
 */
#include <errno.h>
#include <histedit.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"

enum { LISTED_MAX = 600 };

struct line {
    EditLine *edit; /* NULL: plain lines */
    History *history;
    const char *(*candidate)(void *with, int i);
    void *with;
    const char *prompt;
    char *text;
    size_t room;
};

/* ---- completion ---- */

/* How much of the candidate was typed: -1 where it begins otherwise. Blanks count once. */
static int typed_of(const char *candidate, const char *typed, int length)
{
    int at = 0;

    for (int i = 0; i < length; i++) {
        if (typed[i] == ' ' && (at == 0 || candidate[at - 1] == ' '))
            continue;
        if (strncasecmp(candidate + at, typed + i, 1))
            return -1;
        at++;
    }
    return at;
}

static int common_length(const char *a, const char *b, int most)
{
    int i = 0;

    while (i < most && a[i] && a[i] == b[i])
        i++;
    return i;
}

/* Lists what may come next: one word each, the same word once. */
static void list_next(const char *const *found, int count, int typed)
{
    int width = 0, columns, lines, column = 0;

    term_size(&columns, &lines);
    while (typed && found[0][typed - 1] != ' ')
        typed--;
    for (int i = 0; i < count; i++) {
        int length = (int)strcspn(found[i] + typed, " ");

        width = length > width ? length : width;
    }
    puts("");
    for (int i = 0; i < count; i++) {
        const char *word = found[i] + typed;
        int length = (int)strcspn(word, " ");

        if (i && !strncmp(found[i - 1] + typed, word, (size_t)length) &&
            !strncmp(found[i - 1] + typed + length, word + length, 1))
            continue;
        if (column + width + 2 > columns) {
            puts("");
            column = 0;
        }
        printf("%-*.*s", width + 2, length, word);
        column += width + 2;
    }
    puts("");
}

static unsigned char complete(EditLine *edit, int key)
{
    const LineInfo *info = el_line(edit);
    const char *found[LISTED_MAX], *candidate;
    struct line *l;
    int length = (int)(info->cursor - info->buffer), count = 0, shared = 0, typed = 0;
    char text[256];

    el_get(edit, EL_CLIENTDATA, &l);
    if (!l->candidate)
        return CC_ERROR;
    for (int i = 0; count < LISTED_MAX && (candidate = l->candidate(l->with, i)); i++) {
        int match = typed_of(candidate, info->buffer, length);

        if (match < 0)
            continue;
        typed = match;
        shared =
            count ? common_length(found[0], candidate, shared) : (int)strlen(candidate);
        found[count++] = candidate;
    }
    if (!count)
        return CC_ERROR;
    if (shared <= typed && count > 1) {
        list_next(found, count, typed);
        return CC_REDISPLAY;
    }
    /* What was typed is written anew as the notation has it. */
    snprintf(text, sizeof text, "%.*s", shared, found[0]);
    el_deletestr(edit, length);
    return el_insertstr(edit, text) ? CC_ERROR : CC_REFRESH;
}

/* ---- lines ---- */

static char *prompt_of(EditLine *edit)
{
    struct line *l;

    el_get(edit, EL_CLIENTDATA, &l);
    return (char *)(uintptr_t)l->prompt; /* libedit only reads it */
}

static void start_editing(struct line *l)
{
    HistEvent event;

    l->edit = el_init("tablier", stdin, stdout, stderr);
    l->history = history_init();
    if (!l->edit || !l->history)
        give_up("%s", _("the terminal cannot be used"));
    history(l->history, &event, H_SETSIZE, 500);
    history(l->history, &event, H_SETUNIQUE, 1);
    el_set(l->edit, EL_CLIENTDATA, l);
    el_set(l->edit, EL_PROMPT_ESC, prompt_of, '\1');
    el_set(l->edit, EL_EDITOR, "emacs");
    el_set(l->edit, EL_HIST, history, l->history);
    el_set(l->edit, EL_ADDFN, "tablier-complete", "complete", complete);
    el_set(l->edit, EL_BIND, "^I", "tablier-complete", NULL);
}

struct line *line_open(bool screen, const char *(*candidate)(void *with, int i), void *with)
{
    struct line *l = must(calloc(1, sizeof *l));

    l->candidate = candidate;
    l->with = with;
    if (screen)
        start_editing(l);
    return l;
}

static const char *read_edited(struct line *l)
{
    const char *got;
    size_t length;
    int count;

    /* Before the prompt: a control-D that the terminal takes for itself is lost to us. */
    el_set(l->edit, EL_PREP_TERM, 1);
    got = el_gets(l->edit, &count);
    if (!got || count <= 0)
        return NULL;
    length = strcspn(got, "\n");
    free(l->text);
    l->text = must(strndup(got, length));
    if (length) {
        HistEvent event;

        history(l->history, &event, H_ENTER, l->text);
    }
    return l->text;
}

/* A prompt for a plain reader loses the marks that tell libedit where colours are. */
static void put_prompt(const char *prompt)
{
    for (; *prompt; prompt++)
        if (*prompt != '\1')
            putchar(*prompt);
    fflush(stdout);
}

const char *line_read(struct line *l, const char *prompt)
{
    ssize_t length;

    l->prompt = prompt;
    if (l->edit)
        return read_edited(l);
    put_prompt(prompt);
    length = getline(&l->text, &l->room, stdin);
    if (length < 0) {
        clearerr(stdin);
        return NULL;
    }
    l->text[strcspn(l->text, "\r\n")] = 0;
    return l->text;
}

void line_close(struct line *l)
{
    if (l->edit) {
        el_end(l->edit);
        history_end(l->history);
    }
    free(l->text);
    free(l);
}
