/* tablier replay: checks a record and shows a position of it. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { JSON_MAX = 2 * PICTURE_MAX }; /* a scene and a view */

static int viewer_given(const struct args *a, const struct tb_match *m)
{
    const char *text = args_text(a, "seat");
    uint64_t seat;

    if (!text || !strcmp(text, "public"))
        return TB_PUBLIC;
    if (!strcmp(text, "all"))
        return TB_TRUTH;
    if (!read_number(text, tb_head_of(m->now)->seats, &seat) || !seat)
        refuse(_("option --seat: '%s' is not one of 1 to %d, public, all"), text,
               tb_head_of(m->now)->seats);
    return (int)seat - 1; /* people count from 1, records from 0 */
}

static void put_viewer(int viewer, struct tb_text *out)
{
    if (viewer >= 0)
        tb_put(out, "%d", viewer);
    else
        tb_put(out, viewer == TB_PUBLIC ? "\"public\"" : "\"all\"");
}

static void put_legal(const struct tb_match *m, const struct tb_state *seen, int viewer,
                      struct tb_text *out)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(m->game, seen, viewer, legal);

    tb_put(out, ",\"legal\":[");
    for (int i = 0; i < count; i++) {
        char note[TB_NOTE_MAX];

        tb_notate(m->game, seen, legal[i], note);
        tb_put(out, i ? "," : "");
        tb_put_json(out, note);
    }
    tb_put(out, "]");
}

static void put_json(const struct tb_match *m, const struct tb_state *seen, int viewer,
                     uint32_t total)
{
    const struct tb_head *head = tb_head_of(m->now);
    char *text = must(malloc(JSON_MAX));
    struct tb_text out = tb_text(text, JSON_MAX);

    tb_put(&out, "{\"game\":\"%s\",\"edition\":%d,\"seats\":%d,\"options\":{", m->game->id,
           m->game->edition, head->seats);
    for (int i = 0; m->game->options && m->game->options[i].id; i++) {
        tb_put(&out, "%s\"%s\":\"", i ? "," : "", m->game->options[i].id);
        tb_option_put(m->game, i, head->option[i], &out);
        tb_put(&out, "\"");
    }
    tb_put(&out, "},\"moves\":%u,\"at\":%u,\"seat\":", total, m->count);
    put_viewer(viewer, &out);
    tb_put(&out, ",\"owes\":[");
    for (int i = 0, more = 0; i < head->seats; i++)
        if (head->owes >> i & 1)
            tb_put(&out, more++ ? ",%d" : "%d", i);
    tb_put(&out, "],\"scene\":");
    m->game->scene(seen, &out);
    tb_put(&out, ",\"view\":");
    m->game->view(seen, &out);
    if (viewer >= 0)
        put_legal(m, seen, viewer, &out);
    if (!head->owes) {
        tb_put(&out, ",\"result\":");
        put_result_json(m->game, m->now, &out);
    }
    tb_put(&out, "}");
    puts(text);
    free(text);
}

static void say_standing(const struct tb_match *m, const char *const *names, uint32_t total)
{
    const struct tb_head *head = tb_head_of(m->now);

    printf(_("%s: move %u of %u."), _(m->game->name), m->count, total);
    for (int i = 0, more = 0; i < head->seats; i++)
        if (head->owes >> i & 1)
            printf("%s%s", more++ ? ", " : _(" To play: "), names[i]);
    puts("");
    if (!head->owes)
        say_result(m, names, stdout);
}

static int run(const struct args *a)
{
    struct tb_kit *kit;
    struct tb_match *m = match_read(a->word[0], a, &kit);
    struct term term = term_open(a);
    uint32_t total = m->count;
    uint64_t at = args_number(a, "at", 0, UINT32_MAX, total);
    int viewer = viewer_given(a, m);
    char names[TB_SEATS_MAX][64];
    const char *name[TB_SEATS_MAX];
    struct tb_state *seen;

    if (at > total)
        refuse(say_many(total, _("option --at: %s has only %u move"),
                        _("option --at: %s has only %u moves")),
               a->word[0], total);
    tb_match_rewind(m, (uint32_t)at);
    seen = observe(m, viewer);
    for (int i = 0; i < TB_SEATS_MAX; i++) {
        snprintf(names[i], sizeof names[i], _("Seat %d"), i + 1);
        name[i] = names[i];
    }
    if (args_text(a, "json")) {
        put_json(m, seen, viewer, total);
    } else {
        show(m->game, seen, term.colour, 0, stdout);
        puts("");
        if (args_text(a, "log"))
            say_moves(m, name, viewer, 0, stdout);
        say_standing(m, name, total);
    }
    free(seen);
    match_free(m);
    tb_kit_free(kit);
    return FINE;
}

static const struct arg takes[] = {
    { "at", "N", TB_N("show the position after N moves instead of the last one") },
    { "seat", "K",
      TB_N("show what seat K sees, counted from 1; public (the usual): what an onlooker "
           "sees; all: everything") },
    { "log", NULL, TB_N("also tell what happened so far, in words") },
    { "json", NULL, TB_N("print one JSON object for programs") },
    { "book", TB_N("FILE"), TB_N("the book that the game was played with") },
    { 0 },
};

const struct command command_replay = {
    .name = "replay",
    .words = TB_N("FILE"),
    .words_min = 1,
    .words_max = 1,
    .about = TB_N("Check a record by playing it again, and show how it ended."),
    .more =
        TB_N("FILE - is the standard input. A record that cannot be played is refused "
             "with the\nline at fault, exit code 2. Seats count from 1 for people; in a "
             "record and in\nJSON they count from 0."),
    .takes = takes,
    .run = run,
};
