/* The terminal: colours or not, widths, numbers, a progress bar. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

static bool can_draw(int fd)
{
    const char *term = getenv("TERM");

    return isatty(fd) && term && *term && strcmp(term, "dumb");
}

struct term term_open(const struct args *a)
{
    const char *when = args_text(a, "colour"), *no = getenv("NO_COLOR");
    struct term t = { .screen = isatty(0) && can_draw(1), .bar = can_draw(2) };

    if (!when || !strcmp(when, "auto"))
        t.colour = can_draw(1) && !(no && *no);
    else if (!strcmp(when, "always"))
        t.colour = true;
    else if (strcmp(when, "never"))
        refuse(_("option --%s: '%s' is not one of %s"), "colour", when,
               "auto, always, never");
    return t;
}

void term_size(int *columns, int *lines)
{
    struct winsize size;

    *columns = 80;
    *lines = 24;
    if (!ioctl(1, TIOCGWINSZ, &size) && size.ws_col && size.ws_row) {
        *columns = size.ws_col;
        *lines = size.ws_row;
    }
}

int columns_of(const char *text)
{
    int columns = 0;

    for (; *text; text++) {
        if (*text == '\033') {
            text += strcspn(text, "m");
            if (!*text)
                break;
        } else {
            columns += ((unsigned char)*text & 0xc0) != 0x80;
        }
    }
    return columns;
}

void put_padded(FILE *to, const char *text, int columns)
{
    fputs(text, to);
    for (int i = columns_of(text); i < columns; i++)
        fputc(' ', to);
}

void put_wrapped(FILE *to, const char *text, int indent, int columns)
{
    int at = indent;
    bool first = true;

    while (*text) {
        int length = (int)strcspn(text, " "), wide = 0;

        for (int i = 0; i < length; i++)
            wide += ((unsigned char)text[i] & 0xc0) != 0x80;
        if (!first && at + 1 + wide > columns) {
            fprintf(to, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', to);
            at++;
        }
        fwrite(text, 1, (size_t)length, to);
        at += wide;
        first = false;
        text += length;
        while (*text == ' ')
            text++;
    }
}

const char *decimal(double value, int digits, char room[32])
{
    char *point;

    snprintf(room, 32, "%.*f", digits, value);
    point = strchr(room, '.');
    if (point && say_lang() == TB_FR)
        *point = ',';
    return room;
}

/* The seconds move even while a long game does not end. */
void progress_draw(uint64_t done, uint64_t total, double seconds)
{
    enum { BAR = 30 };
    int full = total ? (int)(done * BAR / total) : BAR;

    fputs("\r", stderr);
    for (int i = 0; i < BAR; i++)
        fputs(i < full ? "█" : "░", stderr);
    fprintf(stderr, " %3d %%  %llu/%llu  %.0f s", total ? (int)(done * 100 / total) : 100,
            (unsigned long long)done, (unsigned long long)total, seconds);
    if (done)
        fprintf(stderr, ", %s %.0f s", _("left:"),
                seconds * (double)(total - done) / (double)done);
    fputs(" \033[K", stderr);
    fflush(stderr);
}

void progress_clear(void)
{
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

double seconds_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
