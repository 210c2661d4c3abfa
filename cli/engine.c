/*
 * tablier engine: the line protocol of docs/bot-protocol.md.
 *
 * It is a bot for any host that speaks the protocol (hosted: what it knows comes from
 * `seen`), and for scripts it holds a position of its own (`position`, `play`, `show`).
 * A line that makes no sense gets one line that begins with `error` and changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum mode { IDLE, HOSTED, OWN };

struct engine {
    const struct tb_game *game;
    struct tb_kit *kit;
    char level[32];
    enum mode mode;
    struct tb_match *match; /* OWN */
    struct tb_match *fresh; /* where a position is tried before it is taken */
    struct tb_state *seen;  /* HOSTED: what the host last sent */
    bool has_seen;
    int seat, seats;
    uint64_t seed;
    struct tb_bot *bot;
    char *out;
    bool done;
};

enum { OUT_ROOM = 2 * PICTURE_MAX };

static struct tb_text begin(struct engine *e) { return tb_text(e->out, OUT_ROOM); }

static void answer(struct engine *e) { puts(e->out); }

/* Takes the next word off the line. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    size_t length = strcspn(word, " ");

    if (!length)
        return NULL;
    *rest = word + length;
    if (**rest)
        *(*rest)++ = 0;
    return word;
}

static bool next_number(char **rest, uint64_t max, uint64_t *value)
{
    const char *word = next_word(rest);

    return word && read_number(word, max, value);
}

/* ---- as a bot of some host ---- */

static const char *wake(struct engine *e, uint64_t seed)
{
    tb_bot_free(e->bot);
    e->bot = must(tb_bot_new(e->game, e->level, seed));
    return NULL;
}

static const char *on_tablier(struct engine *e, char *rest)
{
    const char *version = next_word(&rest), *game = next_word(&rest);

    if (!version || strcmp(version, "1"))
        return "this speaks version 1 of the protocol";
    if (!game || strcmp(game, e->game->id))
        return "this plays another game";
    printf("name tablier-%s\nwant seen\nready\n", e->level);
    return NULL;
}

static const char *on_seat(struct engine *e, char *rest)
{
    uint64_t seat, seats;
    const char *of;

    if (!next_number(&rest, TB_SEATS_MAX, &seat) || !(of = next_word(&rest)) ||
        strcmp(of, "of") || !next_number(&rest, TB_SEATS_MAX, &seats) || seat >= seats)
        return "write seat K of N";
    e->seat = (int)seat;
    e->seats = (int)seats;
    return NULL;
}

static const char *on_seed(struct engine *e, char *rest)
{
    return next_number(&rest, UINT64_MAX, &e->seed) ? NULL : "write seed N";
}

static const char *on_new(struct engine *e, char *rest)
{
    if (!e->seats)
        return "say seat K of N before new";
    e->mode = HOSTED;
    e->has_seen = false;
    return wake(e, e->seed);
}

static const char *on_seen(struct engine *e, char *rest)
{
    const char *refusal;

    if (e->mode != HOSTED)
        return "say new before seen";
    e->has_seen = false; /* rather no answer than one for the position before */
    refusal = seen_read(e->game, rest, e->seat, e->kit, e->seen);
    e->has_seen = !refusal;
    return refusal;
}

/* What only tells; this bot reads all it needs from `seen`. */
static const char *on_told(struct engine *e, char *rest) { return NULL; }

/* ---- with a position of its own ---- */

static const char *read_moves(struct tb_match *m, char *rest)
{
    while (rest && *rest) {
        char *bar = strchr(rest, '|'), *text = rest;
        const char *refusal;
        uint64_t seat;
        tb_move move;

        if (bar)
            *bar = 0;
        if (!next_number(&text, TB_SEATS_MAX, &seat))
            return "a move is a seat and what it does";
        refusal = tb_parse(m->game, m->now, (int)seat, text, &move);
        if (!refusal)
            refusal = tb_match_play(m, (int)seat, move, NULL);
        if (refusal)
            return refusal;
        rest = bar ? bar + 1 : NULL;
    }
    return NULL;
}

static const char *read_option(const struct tb_game *g, char *rest, uint64_t *options)
{
    char *equals = strchr(rest, '=');

    if (!equals)
        return "write option NAME=VALUE";
    *equals = 0;
    return tb_option_set(g, options, rest, equals + 1);
}

static const char *on_position(struct engine *e, char *rest)
{
    uint64_t options[TB_OPTIONS_MAX], seats = e->game->seats_min, seed = 1;
    const char *refusal = NULL, *word;
    struct tb_match *held;

    tb_options_usual(e->game, options);
    while (!refusal && (word = next_word(&rest)) && strcmp(word, "moves")) {
        char *value;

        if (!strcmp(word, "seats")) {
            if (!next_number(&rest, TB_SEATS_MAX, &seats))
                refusal = "write seats N";
        } else if (!strcmp(word, "seed")) {
            if (!next_number(&rest, UINT64_MAX, &seed))
                refusal = "write seed N";
        } else if (!strcmp(word, "option") && (value = next_word(&rest))) {
            refusal = read_option(e->game, value, options);
        } else {
            refusal = "write position seats N seed S option NAME=VALUE moves ...";
        }
    }
    if (!refusal)
        refusal = tb_match_new(e->fresh, (int)seats, options, e->kit, tb_seed_of(seed));
    if (!refusal)
        refusal = read_moves(e->fresh, rest);
    if (refusal)
        return refusal;
    held = e->match;
    e->match = e->fresh;
    e->fresh = held;
    e->mode = OWN;
    puts("ok");
    return wake(e, seed);
}

/* A seat, "public" or "all"; usually the next to play. */
static const char *read_viewer(struct engine *e, char **rest, int *viewer)
{
    const char *word = next_word(rest);
    uint64_t seat;

    if (!word)
        *viewer = next_seat(e->match->now) < 0 ? TB_PUBLIC : next_seat(e->match->now);
    else if (!strcmp(word, "public"))
        *viewer = TB_PUBLIC;
    else if (!strcmp(word, "all"))
        *viewer = TB_TRUTH;
    else if (read_number(word, tb_head_of(e->match->now)->seats - 1u, &seat))
        *viewer = (int)seat;
    else
        return "there is no such seat";
    return NULL;
}

static const char *on_show(struct engine *e, char *rest)
{
    int viewer;
    const char *refusal = read_viewer(e, &rest, &viewer);
    struct tb_state *seen;

    if (refusal)
        return refusal;
    seen = observe(e->match, viewer);
    show(e->game, seen, false, 0, stdout);
    free(seen);
    puts("ok");
    return NULL;
}

static const char *put_json(struct engine *e, char *rest, const char *word,
                            void (*write)(const struct tb_state *, struct tb_text *))
{
    int viewer;
    const char *refusal = read_viewer(e, &rest, &viewer);
    struct tb_text out = begin(e);
    struct tb_state *seen;

    if (refusal)
        return refusal;
    seen = observe(e->match, viewer);
    tb_put(&out, "%s ", word);
    write(seen, &out);
    free(seen);
    answer(e);
    return NULL;
}

static const char *on_scene(struct engine *e, char *rest)
{
    return put_json(e, rest, "scene", e->game->scene);
}

static const char *on_view(struct engine *e, char *rest)
{
    return put_json(e, rest, "view", e->game->view);
}

static const char *on_legal(struct engine *e, char *rest)
{
    tb_move legal[TB_MOVES_MAX];
    int viewer, count;
    const char *refusal = read_viewer(e, &rest, &viewer);
    struct tb_text out = begin(e);

    if (refusal)
        return refusal;
    count = tb_legal(e->game, e->match->now, viewer, legal);
    tb_put(&out, "legal ");
    for (int i = 0; i < count; i++) {
        char note[TB_NOTE_MAX];

        tb_notate(e->game, e->match->now, legal[i], note);
        tb_put(&out, i ? "|%s" : "%s", note);
    }
    answer(e);
    return NULL;
}

static const char *on_play(struct engine *e, char *rest)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    const char *refusal;
    uint64_t seat;
    tb_move move;

    if (!next_number(&rest, TB_SEATS_MAX, &seat))
        return "write play K NOTE";
    refusal = tb_parse(e->game, e->match->now, (int)seat, rest, &move);
    if (!refusal)
        refusal = tb_match_play(e->match, (int)seat, move, &told);
    if (refusal)
        return refusal;
    for (int i = 0; i < told.count; i++) {
        struct tb_text out = begin(e);

        tb_put(&out, "event ");
        tb_put_event_json(e->game, &list[i], &out);
        answer(e);
    }
    puts("ok");
    return NULL;
}

static const char *on_undo(struct engine *e, char *rest)
{
    if (!e->match->count)
        return "nothing was played yet";
    tb_match_rewind(e->match, e->match->count - 1);
    puts("ok");
    return NULL;
}

static const char *on_record(struct engine *e, char *rest)
{
    struct tb_text out = begin(e);
    struct tb_state *room = must(malloc(e->game->state_size));

    tb_match_save(e->match, room, &out);
    free(room);
    fputs(e->out, stdout);
    puts("ok");
    return NULL;
}

static const char *on_result(struct engine *e, char *rest)
{
    struct tb_text out = begin(e);

    tb_put(&out, "%s ", next_seat(e->match->now) < 0 ? "over" : "running");
    put_result_json(e->game, e->match->now, &out);
    answer(e);
    return NULL;
}

/* ---- thinking ---- */

static bool time_is_up(void *with) { return seconds_now() > *(const double *)with; }

static const char *think(struct engine *e, const struct tb_state *seen, int seat,
                         uint64_t ms, uint64_t nodes)
{
    double deadline = seconds_now() + (double)ms / 1000;
    char note[TB_NOTE_MAX];
    tb_move move;

    if (!((tb_head_of(seen)->owes | tb_head_of(seen)->may) >> seat & 1))
        return "that seat has nothing to decide";
    move =
        tb_bot_move(e->bot, seen, seat, (uint32_t)nodes, ms ? time_is_up : NULL, &deadline);
    tb_notate(e->game, seen, move, note);
    printf("bestmove %s\n", note);
    return NULL;
}

static const char *think_for(struct engine *e, int seat, uint64_t ms, uint64_t nodes)
{
    struct tb_state *seen;
    const char *refusal;

    if (e->mode == HOSTED && e->has_seen)
        return think(e, e->seen, e->seat, ms, nodes);
    if (e->mode == HOSTED)
        return "this bot needs seen before go";
    if (seat < 0)
        return "the game is over";
    seen = observe(e->match, seat);
    refusal = think(e, seen, seat, ms, nodes);
    free(seen);
    return refusal;
}

static const char *on_go(struct engine *e, char *rest)
{
    uint64_t ms = 0, nodes = 0, seat = 0;
    int who = e->mode == OWN ? next_seat(e->match->now) : e->seat;
    const char *word;

    if (e->mode == IDLE)
        return "say new or position before go";
    while ((word = next_word(&rest))) {
        bool fine = false;

        if (!strcmp(word, "ms"))
            fine = next_number(&rest, 3600000, &ms);
        else if (!strcmp(word, "nodes"))
            fine = next_number(&rest, UINT32_MAX, &nodes);
        else if (!strcmp(word, "seat") && e->mode == OWN) {
            fine = next_number(&rest, tb_head_of(e->match->now)->seats - 1u, &seat);
            who = (int)seat;
        }
        if (!fine)
            return "write go ms N, go nodes N or go seat K";
    }
    return think_for(e, who, ms, nodes);
}

static const char *on_level(struct engine *e, char *rest)
{
    const char *word = next_word(&rest);
    struct tb_bot *bot = word ? tb_bot_new(e->game, word, e->seed) : NULL;

    if (!bot)
        return "there is no such level";
    tb_bot_free(e->bot);
    e->bot = bot;
    snprintf(e->level, sizeof e->level, "%s", word);
    puts("ok");
    return NULL;
}

static const char *on_quit(struct engine *e, char *rest)
{
    e->done = true;
    return NULL;
}

/* ---- the table of lines ---- */

static const char *on_help(struct engine *e, char *rest);

/* What a word means while a host tells, and with a position of our own; NULL: nothing. */
static const struct line_kind {
    const char *word;
    const char *(*hosted)(struct engine *e, char *rest);
    const char *(*own)(struct engine *e, char *rest);
    bool any; /* also before new or position */
} kinds[] = {
    { "tablier", on_tablier, on_tablier, true },
    { "option", on_told, on_told, true },
    { "seat", on_seat, on_seat, true },
    { "seed", on_seed, on_seed, true },
    { "new", on_new, on_new, true },
    { "scene", on_told, on_scene, false },
    { "event", on_told, on_told, false },
    { "view", on_told, on_view, false },
    { "legal", on_told, on_legal, false },
    { "seen", on_seen, on_seen, true },
    { "go", on_go, on_go, true },
    { "over", on_told, on_told, false },
    { "position", on_position, on_position, true },
    { "show", NULL, on_show, false },
    { "play", NULL, on_play, false },
    { "undo", NULL, on_undo, false },
    { "record", NULL, on_record, false },
    { "result", NULL, on_result, false },
    { "level", on_level, on_level, true },
    { "help", on_help, on_help, true },
    { "quit", on_quit, on_quit, true },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *on_help(struct engine *e, char *rest)
{
    printf("help");
    for (int i = 0; i < KINDS; i++)
        printf(" %s", kinds[i].word);
    puts("");
    return NULL;
}

static const char *obey(struct engine *e, char *line)
{
    const char *word = next_word(&line);

    if (!word)
        return NULL;
    for (int i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].word, word))
            continue;
        if (e->mode == IDLE && !kinds[i].any)
            return "say new or position first";
        if (e->mode != OWN && !kinds[i].hosted)
            return "this needs a position";
        return (e->mode == OWN ? kinds[i].own : kinds[i].hosted)(e, line);
    }
    return "no such line; see help";
}

static void converse(struct engine *e)
{
    char *line = NULL;
    size_t room = 0;

    while (!e->done && getline(&line, &room, stdin) >= 0) {
        const char *refusal;

        line[strcspn(line, "\r\n")] = 0;
        refusal = obey(e, line);
        /* Programs read this: it is the same in every language. */
        if (refusal)
            printf("error %s\n", refusal);
        fflush(stdout);
        if (ferror(stdout))
            break;
    }
    free(line);
}

static int run(const struct args *a)
{
    struct engine e = { .game = game_named(a->word[0]), .seats = 0 };
    const char *level = args_text(a, "level");

    snprintf(e.level, sizeof e.level, "%s", level ? level : "normal");
    e.seed = args_number(a, "seed", 0, UINT64_MAX, 1);
    e.bot = tb_bot_new(e.game, e.level, e.seed);
    if (!e.bot)
        refuse(_("option --level: there is no bot '%s'"), e.level);
    e.kit = kit_for(e.game, a);
    e.match = match_new(e.game);
    e.fresh = match_new(e.game);
    e.seen = must(calloc(1, e.game->state_size));
    e.out = must(malloc(OUT_ROOM));
    converse(&e);
    tb_bot_free(e.bot);
    match_free(e.match);
    match_free(e.fresh);
    free(e.seen);
    free(e.out);
    tb_kit_free(e.kit);
    return FINE;
}

static const struct arg takes[] = {
    { "level", TB_N("LEVEL"),
      TB_N("how well it plays: random, easy, normal (the usual), "
           "hard...") },
    { "seed", "S", TB_N("its luck, until the host sends another; usually 1") },
    { "book", TB_N("FILE"), TB_N("the book that the game is played with") },
    { 0 },
};

const struct command command_engine = {
    .name = "engine",
    .words = TB_N("GAME"),
    .words_min = 1,
    .words_max = 1,
    .about = TB_N("Be a bot that speaks a line protocol, for other programs."),
    .more = TB_N("The protocol is described in docs/bot-protocol.md. To try it, type:\n"
                 "  position seats 1 seed 7\n  show\n  legal\n  go\n  quit"),
    .takes = takes,
    .run = run,
};
