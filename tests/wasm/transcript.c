/*
 * Prints all that a desk says while records are replayed, move by move: what
 * tests/wasm/replay.mjs prints of the WebAssembly build, for byte by byte comparison.
 *
 * Usage: transcript FILE...       the transcript of each record
 *        transcript --played N    one line a game: its id and played()
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "played.h"

static void put(const char *what, int viewer, const char *text)
{
    printf("%s %d %s\n", what, viewer, text ? text : "none");
}

static void put_position(struct desk *d, int seats, bool first)
{
    put("state", 0, desk_state(d));
    for (int viewer = TB_PUBLIC; viewer < seats; viewer++) {
        if (first)
            put("scene", viewer, desk_scene(d, viewer));
        put("view", viewer, desk_view(d, viewer));
        put("show", viewer, desk_show(d, viewer));
        put("events", viewer, desk_events(d, viewer));
        if (viewer < 0)
            continue;
        put("legal", viewer, desk_legal(d, viewer));
        put("hint", viewer, desk_hint(d, viewer, 0));
    }
}

static void give(struct desk *d, const char *text, size_t length)
{
    char *input = desk_input(d, length);

    memcpy(input, text, length);
    input[length] = 0;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);

    if (!file || !text || fread(text, 1, (1 << 20) - 1, file) == 0) {
        fprintf(stderr, "transcript: cannot read %s\n", path);
        exit(2);
    }
    fclose(file);
    return text;
}

/* The moves of a record, one by one; its header was loaded as a new game. */
static void replay(struct desk *d, const char *record)
{
    struct tb_record r;
    const char *refusal = tb_record_read(record, &r);
    int seats = r.seats;

    if (refusal) {
        fprintf(stderr, "transcript: %s\n", refusal);
        exit(2);
    }
    give(d, record, (size_t)(r.body - record));
    put("load", 0, desk_load(d));
    put_position(d, seats, true);
    for (const char *line = r.body; *line;) {
        size_t length = strcspn(line, "\n");

        if (*line >= '0' && *line <= '9') {
            give(d, line + 2, length - 2);
            put("play", *line - '0', desk_play(d, *line - '0'));
            put_position(d, seats, false);
        }
        line += length + (line[length] == '\n');
    }
    put("history", TB_PUBLIC, desk_history(d, TB_PUBLIC));
    put("save", 0, desk_save(d));
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "--played")) {
        for (int i = 0; tb_games[i]; i++)
            printf("%s %016" PRIx64 "\n", tb_games[i]->id, played(i, atoi(argv[2])));
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        struct desk *d = desk_open();
        char *record = read_file(argv[i]);

        replay(d, record);
        free(record);
        desk_close(d);
    }
    return 0;
}
