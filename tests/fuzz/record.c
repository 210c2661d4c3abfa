/*
 * Any bytes as a record: it is refused with a reason and a line, or it loads, and then it
 * is saved and loads again as the same match.
 */
#include <stdlib.h>
#include <string.h>

#include "tablier.h"

enum { TEXT_MAX = 1 << 16, PLIES_MAX = 1 << 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct tb_kit **kits; /* made by the first input */

static void must(bool true_always)
{
    if (!true_always)
        abort();
}

static int lines_in(const char *text)
{
    int lines = 1;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static bool load(const char *text, struct tb_match *m)
{
    struct tb_record r = { .body_line = -1 };
    const char *refusal = tb_record_read(text, &r);
    int line = r.body_line;

    must(r.body_line >= 0 && r.body_line <= lines_in(text));
    if (!kits)
        kits = tb_kits_new();
    if (refusal || r.plies > PLIES_MAX)
        return false;
    m->room = r.plies;
    m->plies = calloc(r.plies + 1, sizeof *m->plies);
    m->now = calloc(1, r.game->state_size);
    refusal = tb_match_load(m, &r, tb_kits_of(kits, r.game), &line);
    must(line >= r.body_line && line <= lines_in(text));
    must(refusal || m->count == r.plies);
    must(refusal || !r.game->check || !r.game->check(m->now));
    return !refusal;
}

static void drop(struct tb_match *m)
{
    free(m->plies);
    free(m->now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tb_match one = { 0 }, two = { 0 };
    char *text = malloc(TEXT_MAX + 1), *saved = malloc(2 * TEXT_MAX);

    size = size < TEXT_MAX ? size : TEXT_MAX;
    memcpy(text, data, size);
    text[size] = 0;
    if (load(text, &one)) {
        struct tb_text out = tb_text(saved, 2 * TEXT_MAX);

        struct tb_state *room = malloc(one.game->state_size);

        tb_match_save(&one, room, &out);
        free(room);
        if (!out.cut) {
            must(load(saved, &two));
            must(one.count == two.count && !memcmp(&one.seed, &two.seed, sizeof one.seed));
            must(!memcmp(one.now, two.now, one.game->state_size));
        }
    }
    drop(&one);
    drop(&two);
    free(text);
    free(saved);
    return 0;
}
