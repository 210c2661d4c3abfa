/*
 * What each pair of eyes may know of a match, for tests in other languages.
 *
 * Reads a line at a time and answers what is asked, each as one line:
 *
 *     begin PATH      sets up as the record in that file says, without its moves
 *     play SEAT NOTE  a decision
 *     back PLY        undoes down to that ply
 *     view EYES       {"view":…,"scene":…,"legal":[…]} for a seat, or -2: whoever looks on
 *     told EYES       the events of the latest decision that those eyes may know
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tablier.h"

enum { ROOM = 1 << 18, PLIES = 1 << 14 };

static char room[ROOM], file[ROOM];
static struct tb_match match;
static struct tb_kit *kit;
static struct tb_event list[TB_EVENTS_MAX];
static struct tb_events told = { list, 0, TB_EVENTS_MAX };

_Noreturn static void die(const char *why)
{
    fprintf(stderr, "observer: %s\n", why);
    exit(1);
}

static void begin(const char *path)
{
    struct tb_record r = { 0 };
    FILE *f = fopen(path, "r");
    const char *refusal;

    if (!f)
        die(path);
    file[fread(file, 1, ROOM - 1, f)] = 0;
    fclose(f);
    refusal = tb_record_read(file, &r);
    if (refusal)
        die(refusal);
    free(match.now);
    free(match.plies);
    match = (struct tb_match){ .game = r.game,
                               .now = calloc(1, r.game->state_size),
                               .plies = calloc(PLIES, sizeof *match.plies),
                               .room = PLIES };
    tb_kit_free(kit);
    kit = tb_kit_new(r.game, NULL, 0, &refusal);
    if (!refusal)
        refusal = tb_match_new(&match, r.seats, r.options, kit, r.seed);
    if (refusal)
        die(refusal);
}

static void play(char *line)
{
    char *note = strchr(line, ' ');
    tb_move move = 0;

    if (!note || tb_parse(match.game, match.now, atoi(line), note + 1, &move))
        die(line);
    told.count = 0;
    tb_match_play(&match, atoi(line), move, &told);
}

static void put_legal(const struct tb_state *seen, int eyes, struct tb_text *out)
{
    tb_move legal[TB_MOVES_MAX];
    int count = eyes < 0 ? 0 : tb_legal(match.game, seen, eyes, legal);

    for (int i = 0; i < count; i++) {
        char note[TB_NOTE_MAX];

        tb_notate(match.game, seen, legal[i], note);
        tb_put(out, i ? "," : "");
        tb_put_json(out, note);
    }
}

static void put_shown(void (*write)(const struct tb_state *s, struct tb_text *out),
                      const struct tb_state *seen, struct tb_text *out)
{
    char *before = out->at;

    if (write)
        write(seen, out);
    if (out->at == before)
        tb_put(out, "null");
}

static void view(int eyes)
{
    struct tb_state *seen = calloc(1, match.game->state_size);
    struct tb_text out = tb_text(room, ROOM);

    if (!seen)
        die("memory");
    tb_observe(match.game, match.now, eyes, seen);
    tb_put(&out, "{\"view\":");
    put_shown(match.game->view, seen, &out);
    tb_put(&out, ",\"scene\":");
    put_shown(match.game->scene, seen, &out);
    tb_put(&out, ",\"legal\":[");
    put_legal(seen, eyes, &out);
    tb_put(&out, "]}");
    puts(room);
    free(seen);
}

static void tell(int eyes)
{
    struct tb_text out = tb_text(room, ROOM);
    bool more = false;

    tb_put(&out, "[");
    for (int i = 0; i < told.count; i++)
        if (tb_event_known(&list[i], eyes)) {
            tb_put(&out, more ? "," : "");
            more = true;
            tb_put_event_json(match.game, &list[i], &out);
        }
    tb_put(&out, "]");
    puts(room);
}

int main(void)
{
    char line[4096];

    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "begin ", 6))
            begin(line + 6);
        else if (!strncmp(line, "play ", 5))
            play(line + 5);
        else if (!strncmp(line, "back ", 5))
            tb_match_rewind(&match, (uint32_t)atoi(line + 5));
        else if (!strncmp(line, "view ", 5))
            view(atoi(line + 5));
        else if (!strncmp(line, "told ", 5))
            tell(atoi(line + 5));
        else
            die(line);
        fflush(stdout);
    }
    free(match.now);
    free(match.plies);
    return 0;
}
