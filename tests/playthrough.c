/*
 * Golden playthroughs: records with what everybody saw written between the moves.
 *
 *     playthrough FILE...            are the annotations what the rules now say?
 *     playthrough --write FILE...    write them anew
 *
 * The moves come from the file itself and all comments from replaying them, so any record
 * becomes a golden one by being written once, and a change of the rules or of their words
 * shows as a diff.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tablier.h"

enum {
    EVERY = 12, /* plies between two pictures */
    TEXT_ROOM = 1 << 16,
    FILE_ROOM = 1 << 22,
};

static const char *const names[TB_SEATS_MAX] = { "Ada", "Bob", "Cyd", "Dee", "Eve", "Fox" };

struct telling {
    struct tb_match m;
    struct tb_state *seen;
    struct tb_text out;
    char *picture, *other; /* what two viewers see */
};

/* Every line of the text as a comment. */
static void put_comment(struct tb_text *out, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        size_t shown = length;

        while (shown && text[shown - 1] == ' ')
            shown--;
        tb_put(out, shown ? "#  " : "#");
        for (size_t i = 0; i < shown; i++)
            tb_put(out, "%c", text[i]);
        tb_put(out, "\n");
        text += length + (text[length] == '\n');
    }
}

static void picture_of(struct telling *t, int viewer, char *picture)
{
    struct tb_text out = tb_text(picture, TEXT_ROOM);

    tb_observe(t->m.game, t->m.now, viewer, t->seen);
    t->m.game->show(t->seen, &out);
}

/* What the public sees, then what each seat sees where it is something else. */
static void put_pictures(struct telling *t)
{
    tb_put(&t->out, "#\n# After %d plies, whoever looks on sees:\n", (int)t->m.count);
    picture_of(t, TB_PUBLIC, t->picture);
    put_comment(&t->out, t->picture);
    for (int seat = 0; seat < tb_head_of(t->m.now)->seats; seat++) {
        tb_move list[TB_MOVES_MAX];
        int count = tb_legal(t->m.game, t->m.now, seat, list);

        picture_of(t, seat, t->other);
        if (!strcmp(t->picture, t->other)) {
            tb_put(&t->out, "# %s sees the same and", names[seat]);
        } else {
            tb_put(&t->out, "#\n# %s sees:\n", names[seat]);
            put_comment(&t->out, t->other);
            tb_put(&t->out, "# %s", names[seat]);
        }
        tb_put(&t->out, " has %d moves.\n", count);
    }
    tb_put(&t->out, "#\n");
}

static void put_events(struct telling *t, const struct tb_events *told)
{
    for (int i = 0; i < told->count; i++) {
        const struct tb_event *e = &told->list[i];
        char line[512];
        struct tb_text out = tb_text(line, sizeof line);

        tb_put_event(t->m.game, e, names, TB_PUBLIC, &out);
        if (!*line)
            continue;
        tb_put(&t->out, "# ");
        for (int seat = 0; e->knows != TB_ALL && seat < TB_SEATS_MAX; seat++)
            if (tb_event_known(e, seat))
                tb_put(&t->out, "(%s) ", names[seat]);
        tb_put(&t->out, "%s\n", line);
    }
}

static void put_result(struct telling *t)
{
    struct tb_result result = { 0 };

    t->m.game->score(t->m.now, &result);
    for (int seat = 0; seat < tb_head_of(t->m.now)->seats; seat++)
        tb_put(&t->out, "# %s: place %d, points %d\n", names[seat], result.place[seat],
               result.points[seat]);
}

/* Plays the loaded match again from the start, telling all. */
static void tell_match(struct telling *t)
{
    struct tb_event list[TB_EVENTS_MAX];
    uint32_t count = t->m.count;

    tb_match_rewind(&t->m, 0);
    tb_match_save(&t->m, t->seen, &t->out);
    for (uint32_t i = 0; i < count; i++) {
        struct tb_events told = { list, 0, TB_EVENTS_MAX };
        struct tb_ply ply = t->m.plies[i];
        char note[TB_NOTE_MAX];

        if (i % EVERY == 0)
            put_pictures(t);
        tb_notate(t->m.game, t->m.now, ply.move, note);
        tb_put(&t->out, "%d %s\n", ply.seat, note);
        tb_match_play(&t->m, ply.seat, ply.move, &told);
        put_events(t, &told);
    }
    put_pictures(t);
    if (!tb_head_of(t->m.now)->owes)
        put_result(t);
}

static const char *annotate(const char *text, char *told, int *line)
{
    struct tb_record r = { 0 };
    struct telling t = { .out = tb_text(told, FILE_ROOM) };
    const char *refusal = tb_record_read(text, &r);
    struct tb_kit *kit = NULL;

    *line = r.body_line;
    if (!refusal)
        kit = tb_kit_new(r.game, NULL, 0, &refusal);
    if (refusal)
        return refusal;
    t.m.room = r.plies;
    t.m.plies = calloc(r.plies + 1, sizeof *t.m.plies);
    t.m.now = calloc(1, r.game->state_size);
    t.seen = calloc(1, r.game->state_size);
    t.picture = malloc(TEXT_ROOM);
    t.other = malloc(TEXT_ROOM);
    refusal = tb_match_load(&t.m, &r, kit, line);
    if (!refusal)
        tell_match(&t);
    if (t.out.cut)
        refusal = "The playthrough does not fit.";
    free(t.m.plies);
    free(t.m.now);
    free(t.seen);
    free(t.picture);
    free(t.other);
    tb_kit_free(kit);
    return refusal;
}

static bool read_file(const char *path, char *text)
{
    FILE *file = fopen(path, "r");
    size_t length;

    if (!file)
        return false;
    length = fread(text, 1, FILE_ROOM - 1, file);
    text[length] = 0;
    fclose(file);
    return true;
}

static bool write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    return file && fputs(text, file) >= 0 && !fclose(file);
}

static void say_difference(const char *path, const char *is, const char *should)
{
    int line = 1;

    for (; *is && *is == *should; is++, should++)
        line += *is == '\n';
    printf("%s:%d: differs: \"%.*s\" instead of \"%.*s\"\n", path, line,
           (int)strcspn(is, "\n"), is, (int)strcspn(should, "\n"), should);
}

static bool golden(const char *path, bool anew, char *text, char *told)
{
    const char *refusal;
    int line;

    if (!read_file(path, text)) {
        perror(path);
        return false;
    }
    refusal = annotate(text, told, &line);
    if (refusal) {
        printf("%s:%d: %s\n", path, line, refusal);
        return false;
    }
    if (anew)
        return write_file(path, told);
    if (strcmp(text, told))
        say_difference(path, text, told);
    return !strcmp(text, told);
}

int main(int argc, char **argv)
{
    bool anew = argc > 1 && !strcmp(argv[1], "--write");
    char *text = malloc(FILE_ROOM), *told = malloc(FILE_ROOM);
    int passed = 0, failed = 0;

    for (int i = 1 + anew; i < argc; i++)
        if (golden(argv[i], anew, text, told))
            passed++;
        else
            failed++;
    free(text);
    free(told);
    /* As cmocka ends, so that both are counted alike. */
    printf("[  PASSED  ] %d test(s).\n", passed);
    if (failed)
        printf("[  FAILED  ] %d test(s).\n", failed);
    return failed || !passed;
}
