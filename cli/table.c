/* What the subcommands do with games: options, kits, matches, records, results. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

extern const struct embedded rules_pages[]; /* "topologic.fr" */

struct tb_text words_in(char *buffer, size_t size)
{
    struct tb_text out = tb_text(buffer, size);

    out.say = say;
    out.lang = (uint8_t)say_lang();
    return out;
}

const struct tb_game *game_named(const char *id)
{
    const struct tb_game *g = tb_find(id);

    if (!g)
        refuse(_("there is no game '%s'; see tablier games"), id);
    return g;
}

/* ---- options and kits ---- */

void option_values(const struct tb_game *g, int i, struct tb_text *out)
{
    const struct tb_option *o = &g->options[i];

    if (o->values)
        for (uint64_t v = o->min; v <= o->max; v++)
            tb_put(out, "%s%s", v > o->min ? "|" : "", o->values[v - o->min]);
    else if (o->read)
        tb_put(out, "%s", _("CODE"));
    else
        tb_put(out, "%llu..%llu", (unsigned long long)o->min, (unsigned long long)o->max);
}

/* rectangle|ribbon|blob, 3..5, a code, or the names of the options there are. */
static void put_allowed(const struct tb_game *g, const char *id, struct tb_text *out)
{
    for (int i = 0; g->options && g->options[i].id; i++)
        if (!strcmp(g->options[i].id, id)) {
            option_values(g, i, out);
            return;
        }
    for (int i = 0; g->options && g->options[i].id; i++)
        tb_put(out, i ? "|%s" : "%s", g->options[i].id);
}

static void refuse_option(const struct tb_game *g, const char *id, const char *text,
                          const char *refusal)
{
    char allowed[512];
    struct tb_text out = words_in(allowed, sizeof allowed);

    put_allowed(g, id, &out);
    refuse(_("option --option %s: %s Allowed: %s. See tablier games %s"), text, _(refusal),
           allowed, g->id);
}

static void read_options(const struct tb_game *g, const struct args *a, uint64_t *options)
{
    for (int i = 0; i < a->count; i++) {
        const char *text = a->given[i].value, *refusal;
        char id[64];
        size_t length = strcspn(text, "=");

        if (strcmp(a->given[i].name, "option"))
            continue;
        if (!text[length] || length >= sizeof id)
            refuse(_("option --option: '%s' is not written NAME=VALUE"), text);
        memcpy(id, text, length);
        id[length] = 0;
        refusal = tb_option_set(g, options, id, text + length + 1);
        if (refusal)
            refuse_option(g, id, text, refusal);
    }
}

void options_given(const struct tb_game *g, const struct args *a, uint64_t *options)
{
    tb_options_usual(g, options);
    read_options(g, a, options);
}

/* What a game has in several languages, as novella-fr and novella-en, is taken in ours. */
static void take_own_language(const struct tb_game *g, uint64_t *options)
{
    const char *end = say_lang() == TB_FR ? "-fr" : "-en";

    for (const struct tb_option *o = g->options; o && o->id; o++)
        for (uint64_t v = o->min; o->values && v <= o->max; v++) {
            const char *id = o->values[v - o->min];
            size_t length = strlen(id);

            if (length > 3 && !strcmp(id + length - 3, end))
                options[o - g->options] = v;
        }
}

void options_to_play(const struct tb_game *g, const struct args *a, uint64_t *options)
{
    tb_options_usual(g, options);
    if (!args_text(a, "book"))
        take_own_language(g, options);
    read_options(g, a, options);
}

/* The kit of a game that makes its own from nothing; NULL: it has none, or one built in. */
static struct tb_kit *bare_kit(const struct tb_game *g)
{
    const char *refusal = NULL;
    struct tb_kit *kit = g->kit_bare ? tb_kit_new(g, NULL, 0, &refusal) : NULL;

    if (refusal)
        give_up("%s", _(refusal));
    return kit;
}

struct tb_kit *kit_for(const struct tb_game *g, const struct args *a)
{
    const char *book = args_text(a, "book");
    uint64_t options[TB_OPTIONS_MAX];

    if (!book)
        return bare_kit(g);
    options_given(g, a, options);
    return book_kit(g, book, options);
}

/* ---- files ---- */

/* The usual reasons in both languages; the C library knows the rest in one. */
const char *why_not(int error)
{
    static const struct {
        int error;
        const char *text;
    } known[] = {
        { ENOENT, TB_N("there is no such file or folder") },
        { EACCES, TB_N("that is not permitted") },
        { EPERM, TB_N("that is not permitted") },
        { EISDIR, TB_N("that is a folder") },
        { ENOTDIR, TB_N("there is no such file or folder") },
        { ENOSPC, TB_N("the disk is full") },
        { EROFS, TB_N("nothing can be written there") },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error)
            return _(known[i].text);
    return strerror(error);
}

char *file_read(const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    size_t room = 1 << 16, length = 0, got;
    char *text;

    if (!file)
        return NULL;
    text = must(malloc(room + 1));
    while ((got = fread(text + length, 1, room - length, file))) {
        length += got;
        if (length == room)
            text = must(realloc(text, 2 * room + 1)), room *= 2;
    }
    got = ferror(file) ? (size_t)errno : 0;
    if (file != stdin)
        fclose(file);
    if (got) {
        free(text);
        errno = (int)got;
        return NULL;
    }
    text[length] = 0;
    return text;
}

/* As docs/record.md has it: comments and empty lines, then the word and a version. */
bool is_record(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *line = NULL;
    size_t room = 0;
    bool found = false;

    if (!file)
        return false;
    while (getline(&line, &room, file) > 0) {
        if (*line == '#' || !line[strspn(line, " \t\r\n")])
            continue;
        found = !strncmp(line, "tablier ", 8) && line[8] >= '0' && line[8] <= '9';
        break;
    }
    free(line);
    fclose(file);
    return found;
}

/* Somebody's program, or another game, must not become this one by a slip of the finger. */
static const char *in_the_way(const char *path, bool over)
{
    if (access(path, F_OK))
        return NULL;
    if (!is_record(path))
        return _("that file exists and is not a record");
    return over ? NULL : _("that record exists already");
}

/* Whole or not at all: the old file stays until the new one is complete. */
static bool write_whole(const char *path, const char *about, const char *text)
{
    size_t length = strlen(path) + 16;
    char *fresh = must(malloc(length));
    FILE *file;
    bool fine;

    snprintf(fresh, length, "%s.%d", path, (int)getpid());
    file = fopen(fresh, "wb");
    fine = file && fputs(about, file) >= 0 && fputs(text, file) >= 0;
    if (file)
        fine = !fclose(file) && fine;
    fine = fine && !rename(fresh, path);
    if (!fine) {
        int why = errno;

        remove(fresh);
        errno = why;
    }
    free(fresh);
    return fine;
}

const char *record_write(const struct tb_match *m, const char *path, const char *about,
                         bool over)
{
    size_t size = 4096 + m->count * (size_t)(TB_NOTE_MAX + 8);
    const char *refusal = in_the_way(path, over);
    struct tb_state *room;
    char *text;
    struct tb_text out;
    bool fine;

    if (refusal)
        return refusal;
    text = must(malloc(size));
    out = tb_text(text, size);
    room = must(malloc(m->game->state_size));
    tb_match_save(m, room, &out);
    free(room);
    fine = write_whole(path, about, text);
    free(text);
    return fine ? NULL : why_not(errno);
}

/* ---- matches ---- */

struct tb_match *match_new(const struct tb_game *g)
{
    struct tb_match *m = must(calloc(1, sizeof *m));

    m->game = g;
    m->now = must(calloc(1, g->state_size));
    m->room = g->plies_max;
    m->plies = must(calloc(m->room, sizeof *m->plies));
    return m;
}

void match_free(struct tb_match *m)
{
    if (!m)
        return;
    free(m->now);
    free(m->plies);
    free(m);
}

struct tb_match *match_read(const char *path, const struct args *a, struct tb_kit **kit)
{
    struct tb_record r = { 0 };
    struct tb_match *m;
    char *text = file_read(path);
    const char *refusal;
    int line;

    if (!text)
        refuse("%s: %s", path, why_not(errno));
    refusal = tb_record_read(text, &r);
    if (refusal) {
        free(text);
        refuse(_("%s, line %d: %s"), path, r.body_line, _(refusal));
    }
    m = match_new(r.game);
    *kit = args_text(a, "book") ? book_kit(r.game, args_text(a, "book"), r.options)
           : r.kit_digest       ? book_kit_of(r.game, r.kit_digest)
                                : bare_kit(r.game);
    if (r.kit_digest && !*kit) {
        free(text);
        match_free(m);
        refuse(_("%s: it was played in a book that is not kept here; give it with --book"),
               path);
    }
    refusal = tb_match_load(m, &r, *kit, &line);
    free(text);
    if (!refusal)
        return m;
    match_free(m);
    tb_kit_free(*kit);
    refuse(_("%s, line %d: %s"), path, line, _(refusal));
}

struct tb_state *observe(const struct tb_match *m, int viewer)
{
    struct tb_state *seen = must(malloc(m->game->state_size));

    tb_observe(m->game, m->now, viewer, seen);
    return seen;
}

int next_seat(const struct tb_state *s)
{
    return tb_head_of(s)->owes ? __builtin_ctz(tb_head_of(s)->owes) : -1;
}

/* ---- telling ---- */

void show(const struct tb_game *g, const struct tb_state *seen, bool colour, int lines,
          FILE *to)
{
    char *picture = must(malloc(PICTURE_MAX));
    struct tb_text out = words_in(picture, PICTURE_MAX);

    out.colour = colour;
    out.lines = (uint8_t)(lines < 255 ? lines : 255);
    g->show(seen, &out);
    fputs(picture, to);
    free(picture);
}

void put_result_json(const struct tb_game *g, const struct tb_state *s, struct tb_text *out)
{
    struct tb_result r = { 0 };
    int seats = tb_head_of(s)->seats;

    g->score(s, &r);
    tb_put(out, "{\"points\":[");
    for (int i = 0; i < seats; i++)
        tb_put(out, i ? ",%d" : "%d", r.points[i]);
    tb_put(out, "],\"place\":[");
    for (int i = 0; i < seats; i++)
        tb_put(out, i ? ",%d" : "%d", r.place[i]);
    tb_put(out, "]}");
}

static void say_winners(const struct tb_result *r, int seats, const char *const *names,
                        FILE *to)
{
    int first = 0, winner = 0;

    for (int i = 0; i < seats; i++)
        if (r->place[i] == 1) {
            first++;
            winner = i;
        }
    if (!first)
        fprintf(to, "%s\n",
                seats == 1 ? _("The game is lost.")
                           : _("The game is lost, for all together."));
    else if (seats == 1)
        fprintf(to, "%s\n", _("The game is finished."));
    else if (first == seats)
        fprintf(to, "%s\n", _("All share the first place."));
    else if (first == 1)
        fprintf(to, _("%s wins.\n"), names[winner]);
    else
        fprintf(to, "%s\n", _("The first place is shared."));
}

void say_result(const struct tb_match *m, const char *const *names, FILE *to)
{
    struct tb_result r = { 0 };
    int seats = tb_head_of(m->now)->seats;

    m->game->score(m->now, &r);
    say_winners(&r, seats, names, to);
    for (int place = 0; place <= seats; place++)
        for (int i = 0; i < seats; i++)
            if (r.place[i] == place) {
                fprintf(to, place ? "  %d. " : "  -  ", place);
                put_padded(to, names[i], 24);
                fprintf(to, " %s %d\n", _("points:"), r.points[i]);
            }
}

void say_moves(const struct tb_match *m, const char *const *names, int viewer,
               uint32_t from, FILE *to)
{
    const struct tb_head *head = tb_head_of(m->now);
    struct tb_state *s = must(malloc(m->game->state_size));

    tb_new(m->game, s, head->seats, head->option, head->kit, m->seed);
    for (uint32_t i = 0; i < m->count; i++) {
        struct tb_event list[TB_EVENTS_MAX];
        struct tb_events told = { list, 0, TB_EVENTS_MAX };

        tb_step(m->game, s, m->plies[i].seat, m->plies[i].move, &told);
        for (int k = 0; k < told.count && i >= from; k++) {
            char text[512];
            struct tb_text out = words_in(text, sizeof text);

            if (!tb_event_known(&list[k], viewer) || !m->game->events[list[k].kind].text)
                continue;
            tb_put_event(m->game, &list[k], names, TB_PUBLIC, &out);
            fprintf(to, "%s\n", text);
        }
    }
    free(s);
}

const char *rules_of(const struct tb_game *g)
{
    char name[64];

    snprintf(name, sizeof name, "%s.%s", g->id, say_code());
    for (const struct embedded *page = rules_pages; page->name; page++)
        if (!strcmp(page->name, name))
            return (const char *)page->data;
    return NULL;
}
