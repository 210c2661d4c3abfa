/* The moves that are possible now, as a person types them: found, listed, explained. */
#include <string.h>
#include <strings.h>

#include "notes.h"

void notes_list(struct notes *n, const struct tb_game *g, const struct tb_state *s,
                int seat)
{
    n->count = tb_legal(g, s, seat, n->move);
    for (int i = 0; i < n->count; i++)
        tb_notate(g, s, n->move[i], n->note[i]);
}

/* The next word of a text, and its length. */
static const char *word_at(const char *text, int *length)
{
    text += strspn(text, " ");
    *length = (int)strcspn(text, " ");
    return text;
}

/* Whether each typed word begins one of the note's, in order; `whole`: is it. All of the
 * note's words are needed unless `open`. */
static bool fits(const char *note, const char *typed, bool whole, bool open)
{
    for (;;) {
        int a, b;

        note = word_at(note, &a);
        typed = word_at(typed, &b);
        if (!b)
            return open || !a;
        if (b > a || (whole && a != b) || strncasecmp(note, typed, (size_t)b))
            return false;
        note += a;
        typed += b;
    }
}

int notes_find(const struct notes *n, const char *typed)
{
    int found = -1, count = 0;

    for (int i = 0; i < n->count; i++) {
        if (fits(n->note[i], typed, true, false))
            return i;
        if (fits(n->note[i], typed, false, false)) {
            found = i;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

/* The first words of `typed` that begin some note: their length, and one such note. */
static int longest_start(const struct notes *n, const char *typed, int *which)
{
    char start[256];
    int best = 0;

    *which = -1;
    for (int at = 0;;) {
        int length;
        const char *word = word_at(typed + at, &length);

        at = (int)(word - typed) + length;
        if (!length || at >= (int)sizeof start)
            return best;
        snprintf(start, sizeof start, "%.*s", at, typed);
        for (int i = 0; i < n->count && best < at; i++)
            if (fits(n->note[i], start, true, true)) {
                *which = i;
                best = at;
            }
        if (best < at)
            return best;
    }
}

static int count_words(const char *text)
{
    int count = 0, length;

    for (text = word_at(text, &length); length; text = word_at(text + length, &length))
        count++;
    return count;
}

static const char *nth_word(const char *text, int n, int *length)
{
    text = word_at(text, length);
    while (n--)
        text = word_at(text + *length, length);
    return text;
}

/* What may come after the first words: each word once, at most `most`. */
static void put_next(const struct notes *n, const char *start, int most, FILE *to)
{
    int depth = count_words(start), put = 0;

    for (int i = 0; i < n->count; i++) {
        int length, before;
        const char *word;
        bool known = false;

        if (!fits(n->note[i], start, true, true))
            continue;
        word = nth_word(n->note[i], depth, &length);
        for (int k = 0; k < i && !known; k++) {
            const char *other = nth_word(n->note[k], depth, &before);

            known = fits(n->note[k], start, true, true) && before == length &&
                    !strncmp(word, other, (size_t)length);
        }
        if (known || !length)
            continue;
        if (put++ == most) {
            fputs(" …", to);
            return;
        }
        fprintf(to, " %.*s", length, word);
    }
}

void notes_explain(const struct notes *n, const char *typed, FILE *to)
{
    int which, length = longest_start(n, typed, &which), complete = 0;
    char start[256];

    snprintf(start, sizeof start, "%.*s", length, typed);
    for (int i = 0; i < n->count; i++)
        complete += fits(n->note[i], typed, false, false);
    if (complete > 1) {
        fprintf(to, _("'%s' could be:"), typed);
        for (int i = 0, put = 0; i < n->count && put < 8; i++)
            if (fits(n->note[i], typed, false, false))
                fprintf(to, "%s %s", put++ ? "," : "", n->note[i]);
        fputs(complete > 8 ? " …" : "", to);
        return;
    }
    if (which < 0)
        fprintf(to,
                _("'%s' is neither a move nor a command; help explains. Moves begin "
                  "with:"),
                typed);
    else if (count_words(typed) == count_words(start))
        fprintf(to, _("'%s' is not complete. It goes on with:"), typed);
    else
        fprintf(to, _("'%s' is not possible now. After '%s' may come:"), typed, start);
    put_next(n, start, 60, to);
}

static int stem_of(const char *note)
{
    const char *blank = strrchr(note, ' ');

    return blank ? (int)(blank - note) : 0;
}

void notes_print(const struct notes *n, int columns, FILE *to)
{
    const char *stem = NULL;
    int at = 0, indent = 0;

    for (int i = 0; i < n->count; i++) {
        const char *note = n->note[i];
        int length = stem_of(note), wide = columns_of(note + length + (length > 0));

        if (!stem || !length || stem_of(stem) != length ||
            strncmp(stem, note, (size_t)length)) {
            fprintf(to, "%s%.*s", stem ? "\n" : "", length, note);
            stem = note;
            at = indent = length;
        } else if (at + 1 + wide > columns) {
            fprintf(to, "\n%*s", indent, "");
            at = indent;
        }
        fprintf(to, "%s%s", length ? " " : "", note + length + (length > 0));
        at += 1 + wide;
    }
    fputs("\n", to);
}
