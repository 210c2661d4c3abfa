/*
 * tablier play: a game in the terminal. A loop of show, read, play.
 *
 * On a screen every decision redraws the picture; through a pipe the picture comes when
 * something was revealed, and the rest is lines. Whatever ends a game early (the end of
 * the input, a signal, a bot that fails) leaves a record from which it goes on.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "sitting.h"

/* ---- decisions ---- */

static void make(struct table *t, int seat, tb_move move)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    const char *refusal = tb_match_play(t->match, seat, move, &told);

    if (refusal)
        remark(t, _(refusal));
    else
        players_tell(&t->players, &told);
}

static enum outcome obey(struct table *t, int seat, const char *typed)
{
    const char *rest;
    const struct verb *verb = verb_typed(typed, &rest);
    const struct tb_game *g = t->match->game;
    int found = notes_find(&t->notes, typed);
    const char *why;
    struct memo memo;

    if (!*typed)
        return GO_ON;
    if (verb && (found < 0 || strcasecmp(t->notes.note[found], typed)))
        return verb->obey(t, seat, rest);
    if (found >= 0) {
        make(t, seat, t->notes.move[found]);
        return GO_ON;
    }
    memo_open(&memo);
    why = t->notes.count && g->refuse ? g->refuse(t->match->now, seat, typed) : NULL;
    if (why)
        fputs(_(why), memo.to);
    else if (t->notes.count)
        notes_explain(&t->notes, typed, memo.to);
    else
        fprintf(memo.to, _("'%s' is no command; help explains."), typed);
    fclose(memo.to);
    remark(t, memo.text);
    free(memo.text);
    return GO_ON;
}

/* Whether one person must not see what another one does. */
static bool is_shared(const struct table *t)
{
    return t->term.screen && count_persons(t) > 1 && t->match->game->hide;
}

static bool learned_something(const struct table *t)
{
    for (uint32_t i = t->drawn; i < t->match->count; i++)
        if (t->match->plies[i].reveals)
            return true;
    return false;
}

/* Whoever asked must read the answer before the screen is another's. */
static bool let_look(struct table *t)
{
    if (t->at_screen < 0 || !is_shared(t) || !learned_something(t))
        return true;
    t->drawn = t->match->count;
    draw_screen(t, t->at_screen);
    return ask(t, _("-- Enter: hide what you see -- "));
}

/* What one person knows must be off the screen before the next one looks; the first one
 * too is asked to come alone. */
static bool hand_over(struct table *t, int seat)
{
    char question[256];

    if (t->at_screen == seat)
        return true;
    t->at_screen = seat;
    if (!is_shared(t))
        return true;
    clear_screen();
    notice(t, NULL);
    snprintf(question, sizeof question,
             _("%s, it is your turn: sit down and press Enter. "), t->players.names[seat]);
    return ask(t, question);
}

static enum outcome person_decides(struct table *t, int seat)
{
    char prompt[128];
    const char *typed;

    if (!hand_over(t, seat))
        return no_answer(t);
    notes_list(&t->notes, t->match->game, t->match->now, seat);
    draw(t, seat);
    if (t->term.colour)
        snprintf(prompt, sizeof prompt, "\1\033[1m\1%s>\1\033[0m\1 ",
                 t->players.names[seat]);
    else
        snprintf(prompt, sizeof prompt, "%s> ", t->players.names[seat]);
    t->completing = true;
    typed = line_read(line_here(t), prompt);
    if (!typed)
        return no_answer(t);
    if (!isatty(0))
        puts(typed);
    return obey(t, seat, typed + strspn(typed, " "));
}

/* A bot program failed: the game is its loss, and is kept. */
static enum outcome forfeit(struct table *t, int seat, const char *why)
{
    char cause[512];

    fflush(stdout);
    snprintf(cause, sizeof cause, _("%s forfeits: %s"), t->players.names[seat], why);
    if (t->term.screen) {
        puts("");
        warn("%s", cause);
    }
    if (t->players.count == 2)
        printf(_("%s wins.\n"), t->players.names[1 - seat]);
    if (t->term.screen) {
        while (offer_to_save(t) == GO_ON)
            ; /* there is no game to go back to */
        return LEAVE;
    }
    save_at_once(t, cause);
    return LEAVE;
}

static enum outcome bot_decides(struct table *t, int seat)
{
    char why[256] = "";
    tb_move move;

    if (t->term.screen) {
        draw_screen(t, only_person(t));
        printf(_("%s is thinking..."), t->players.names[seat]);
        fflush(stdout);
    }
    move = player_decide(&t->players, t->match, seat, t->room, why);
    if (!move && interrupted)
        return GO_ON;
    if (!move)
        return forfeit(t, seat, why);
    make(t, seat, move);
    return GO_ON;
}

/* Bots first, so that nobody waits for them later; then whoever looks already. */
static int who_is_next(const struct table *t)
{
    unsigned owes = tb_head_of(t->match->now)->owes;

    for (int i = 0; i < t->players.count; i++)
        if (owes >> i & 1 && t->players.seat[i].kind != PERSON)
            return i;
    if (t->at_screen >= 0 && owes >> t->at_screen & 1)
        return t->at_screen;
    return next_seat(t->match->now);
}

/* ---- the end ---- */

/* How the hard bot did, and the line to share: it stands alone, to be copied. */
static void tell_puzzle(struct table *t)
{
    int par = tb_daily_par(t->match->game, t->puzzle, t->kit);
    char line[512];
    struct tb_text out = words_in(line, sizeof line);

    if (par >= 0)
        printf(_("The hard bot needs %d here.\n"), par);
    tb_daily_put(t->match, t->room, &out);
    printf("\n%s\n\n", line);
}

static void tell_end(struct table *t)
{
    int viewer = only_person(t);

    if (t->term.screen && count_persons(t)) {
        draw_screen(t, viewer);
    } else {
        say_moves(t->match, t->players.names, viewer, viewer >= 0 ? t->told[viewer] : 0,
                  stdout);
        print_picture(t, viewer);
    }
    puts("");
    say_result(t->match, t->players.names, stdout);
    if (t->puzzle)
        tell_puzzle(t);
}

/* The table stays for those who want to look back or save. */
static void stay_after(struct table *t)
{
    t->notes.count = 0;
    for (;;) {
        const char *typed;

        t->completing = true;
        typed = line_read(line_here(t),
                          _("The game is over: save FILE, log, or Enter to leave> "));
        if (typed && !isatty(0))
            puts(typed);
        if (!typed || !*typed || is_word(typed, "quit"))
            break;
        obey(t, only_person(t), typed);
        if (t->notice)
            fputs(t->notice, stdout);
        notice(t, NULL);
    }
    if (!isatty(0))
        puts("");
}

static void play_on(struct table *t)
{
    while (tb_head_of(t->match->now)->owes) {
        int seat = who_is_next(t);
        bool person = t->players.seat[seat].kind == PERSON;

        if (seat != t->at_screen && !let_look(t) && no_answer(t) == LEAVE)
            return;
        if (interrupted && no_answer(t) == LEAVE)
            return;
        if ((person ? person_decides(t, seat) : bot_decides(t, seat)) == LEAVE)
            return;
    }
    players_over(&t->players, t->match->now);
    tell_end(t);
    if (count_persons(t))
        stay_after(t);
}

/* ---- the command ---- */

/* A person against the usual bots. */
static char *usual_seats(const struct tb_game *g, int count)
{
    size_t size = 8 + 8 * (size_t)TB_SEATS_MAX;
    char *list = must(calloc(1, size));

    if (!count)
        count = g->seats_min > 2 ? g->seats_min : g->seats_max < 2 ? g->seats_max : 2;
    strncat(list, "person", size - 1);
    for (int i = 1; i < count; i++)
        strncat(list, ",normal", size - strlen(list) - 1);
    return list;
}

/* The players of a saved game, from the line that we put on top of it. */
static char *seats_of_record(const char *path)
{
    static const char mark[] = "# seats ";
    char *text = file_read(path), *found = text ? strstr(text, mark) : NULL, *list = NULL;

    if (found && (found == text || found[-1] == '\n'))
        list =
            must(strndup(found + sizeof mark - 1, strcspn(found + sizeof mark - 1, "\n")));
    free(text);
    return list;
}

static void open_match(struct table *t, const struct args *a)
{
    const char *from = args_text(a, "from"), *seats = args_text(a, "seats");
    const struct tb_game *g;

    if (!from && !a->words)
        refuse(_("%s needs %s; see tablier %s --help"), "play", _(a->command->words),
               "play");
    if (from && a->words)
        refuse(_("a game that goes on names its game itself: leave out '%s'"), a->word[0]);
    if (from) {
        t->match = match_read(from, a, &t->kit);
        t->own = must(strdup(from));
        t->seats = seats ? must(strdup(seats)) : seats_of_record(from);
        g = t->match->game;
    } else {
        g = game_named(a->word[0]);
        t->match = match_new(g);
        t->kit = kit_for(g, a);
        t->seats = seats ? must(strdup(seats)) : NULL;
    }
    if (!t->seats)
        t->seats = usual_seats(g, from ? tb_head_of(t->match->now)->seats : 0);
    snprintf(t->about, sizeof t->about, "# seats %.480s\n", t->seats);
    players_read(&t->players, g, t->seats, true);
    t->players.budget = budget_given(a);
}

static void begin_match(struct table *t, const struct args *a)
{
    const struct tb_game *g = t->match->game;
    uint64_t options[TB_OPTIONS_MAX], seed;
    struct timespec now;
    const char *refusal;

    if (args_text(a, "from")) {
        if (t->players.count != tb_head_of(t->match->now)->seats)
            refuse(_("option --seats names %d players, the record has %d"),
                   t->players.count, tb_head_of(t->match->now)->seats);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    seed =
        (uint64_t)now.tv_sec * 1000003u ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 40;
    seed = args_number(a, "seed", 0, UINT64_MAX, tb_random(&seed));
    options_to_play(g, a, options);
    if (t->players.count < g->seats_min || t->players.count > g->seats_max)
        refuse(_("option --seats: %s is for %d to %d players, not %d"), _(g->name),
               g->seats_min, g->seats_max, t->players.count);
    refusal = tb_match_new(t->match, t->players.count, options, t->kit, tb_seed_of(seed));
    if (refusal)
        refuse("%s: %s", g->id, _(refusal));
}

static void refuse_bots(const struct table *t)
{
    const char *refusal = tb_no_bots(t->match->game, t->match->now);

    if (refusal && count_persons(t) < t->players.count)
        refuse("%s: %s", t->match->game->id, _(refusal));
}

static void close_table(struct table *t)
{
    for (int i = 0; i < TB_SEATS_MAX; i++)
        if (t->line[i])
            line_close(t->line[i]);
    players_free(&t->players);
    match_free(t->match);
    free(t->notice);
    free(t->own);
    free(t->room);
    free(t->seats);
    tb_kit_free(t->kit);
}

int sit_down(struct table *t)
{
    char why[256];
    int failed;

    t->at_screen = -1;
    t->hinted = NEVER;
    for (int i = 0; i < TB_SEATS_MAX; i++)
        t->shown[i] = NEVER;
    t->room = must(malloc(t->match->game->state_size));
    t->puzzle = tb_daily_of(t->match);
    catch_signals();
    for (int i = 0; i < t->players.count; i++)
        t->line[i] = line_open(t->term.screen, verb_or_move, t);
    failed = players_begin(&t->players, t->match, why);
    if (failed >= 0)
        forfeit(t, failed, why);
    else
        play_on(t);
    close_table(t);
    return t->code;
}

static int run(const struct args *a)
{
    struct table t = { .term = term_open(a) };

    open_match(&t, a);
    begin_match(&t, a);
    refuse_bots(&t);
    return sit_down(&t);
}

static const struct arg takes[] = {
    { "seats", TB_N("LIST"),
      TB_N("who plays, with commas: person, bot:LEVEL (random, easy, normal, hard...), "
           "cmd:PROGRAM; usually a person against normal bots") },
    { "option", TB_N("NAME=VALUE"), TB_N("an option of the game; see tablier games") },
    { "seed", "N", TB_N("the luck of this game; usually a new one every time") },
    { "from", TB_N("FILE"), TB_N("go on with a saved game, with the same players") },
    { "nodes", "N", TB_N("the work a bot may do for a decision, in its own unit") },
    { "ms", "MS", TB_N("the time a bot program is told to take; usually 1000") },
    { "wait", "MS",
      TB_N("a program that has not answered after that time forfeits; usually 10000") },
    { "book", TB_N("FILE"), TB_N("the book that the game is played with") },
    { 0 },
};

const struct command command_play = {
    .name = "play",
    .words = TB_N("GAME"),
    .words_max = 1,
    .about = TB_N("Play a game in the terminal, with bots or around one screen."),
    .more = TB_N("At the prompt type a move (Tab completes it), or: list, hint, undo, log, "
                 "board,\nrules, save FILE, help, quit. Nothing is lost: leaving offers to "
                 "save, and the\nend of the input saves by itself. Works through a pipe as "
                 "well."),
    .takes = takes,
    .run = run,
};
