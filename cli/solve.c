/*
 * `tablier solve archeologic`: reads facts, says which cities fit and what to ask next.
 *
 * The only command that knows a game's insides: the solver is a part of that game, and
 * its facts are not moves.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../games/archeologic/solver.h"
#include "cli.h"

enum { LINE_MAX_BYTES = 256, BEST = 5 };

struct reading {
    const struct kit *kit;
    struct facts facts;
    int line[FACTS_MAX]; /* of each fact */
    char text[FACTS_MAX][LINE_MAX_BYTES];
};

static void read_line(struct reading *r, const char *path, int line, const char *from,
                      size_t length)
{
    char *text;
    const char *refusal;
    struct fact fact;

    while (length && strchr(" \t\r", from[length - 1]))
        length--;
    if (!length || *from == '#')
        return;
    if (r->facts.count == FACTS_MAX)
        refuse(_("%s, line %d: there are more than %d facts"), path, line, FACTS_MAX);
    if (length >= LINE_MAX_BYTES)
        refuse(_("%s, line %d: this line is too long"), path, line);
    text = r->text[r->facts.count];
    memcpy(text, from, length);
    text[length] = 0;
    refusal = fact_read(r->kit, text, &fact);
    if (refusal)
        refuse("%s, %s %d: %s", path, _("line"), line, _(refusal));
    r->line[r->facts.count] = line;
    facts_add(&r->facts, fact);
}

static void read_facts(struct reading *r, const char *path)
{
    char *text = file_read(path), *at = text;

    if (!text)
        refuse("%s: %s", path, why_not(errno));
    for (int line = 1; *at; line++) {
        size_t length = strcspn(at, "\n");

        read_line(r, path, line, at, length);
        at += length + (at[length] == '\n');
    }
    free(text);
}

/* The first fact that leaves no city. */
static void say_impossible(const struct reading *r, const char *path)
{
    uint32_t after[FACTS_MAX + 1];
    int i = 0;

    solver_counts(r->kit, &r->facts, after);
    while (after[i + 1])
        i++;
    refuse(_("%s, line %d: no city fits any more since \"%s\"; before it %u did"), path,
           r->line[i], r->text[i], after[i]);
}

static void say_certain(const struct reading *r, const struct tally *tally)
{
    char text[1024];
    struct tb_text out = words_in(text, sizeof text);

    put_certain(&out, tally, r->kit);
    printf("%s ", _("Certain zones:"));
    put_wrapped(stdout, text, 2, 80);
    puts("");
}

/* The only city left, and why a claim is safe. */
static void say_solution(const struct reading *r)
{
    char text[256];
    struct tb_text out = words_in(text, sizeof text);
    uint32_t plan = 0;

    solver_list(r->kit, &r->facts, &plan, 1);
    for (unsigned t = 0; t < TILES; t++) {
        tb_put(&out, t ? ", " : "");
        put_placement(&out, r->kit, t, r->kit->plan[plan][t]);
    }
    printf(_("It is certain: of %d cities every other one contradicts a fact.\n"),
           LEGAL_PLANS);
    printf("%s\n", text);
}

/* What aiming costs with the viewfinder on an axis; nothing where none is given. */
static void aim_costs(const struct args *a, uint8_t cost[AXES])
{
    const char *from = args_text(a, "viewfinder");
    unsigned axis;

    memset(cost, 0, AXES);
    if (!from)
        return;
    if (!axis_read(from, &axis))
        refuse(_("option --viewfinder: '%s' is not one of 1 to 5, A to E"), from);
    circle_costs(CIRCLE_ALTERNATING, circle_place(CIRCLE_ALTERNATING, axis), cost);
}

static void say_best(const struct reading *r, const struct args *a,
                     const struct tally *tally)
{
    struct weighed list[QUESTIONS];
    uint8_t cost[AXES];
    int count;

    aim_costs(a, cost);
    count = solver_rank(tally, r->kit, cost, list);
    puts(_("Best questions:"));
    for (int i = 0; i < count && i < BEST; i++) {
        char text[256];
        struct tb_text out = words_in(text, sizeof text);

        put_reason(&out, &list[i], tally->count);
        printf("  %d. %s\n", i + 1, text);
    }
}

static int run(const struct args *a)
{
    const char *path = a->words > 1 ? a->word[1] : "-";
    struct reading *r;
    struct tally *tally;

    if (strcmp(a->word[0], "archeologic"))
        refuse(_("'%s' has no solver; archeologic has"), a->word[0]);
    r = must(calloc(1, sizeof *r));
    tally = must(calloc(1, sizeof *tally));
    r->kit = (const struct kit *)archeologic_kit();
    read_facts(r, path);
    tally_make(tally, r->kit, &r->facts);
    if (!tally->count)
        say_impossible(r, path);
    printf(_("Cities that fit: %u of %d\n"), tally->count, LEGAL_PLANS);
    if (tally->count == 1) {
        say_solution(r);
    } else {
        say_certain(r, tally);
        say_best(r, a, tally);
    }
    free(tally);
    free(r);
    return FINE;
}

static const struct arg takes[] = {
    { "viewfinder", TB_N("AXIS"),
      TB_N("where it stands before your turn, so that aiming is counted") },
    { 0 },
};

const struct command command_solve = {
    .name = "solve",
    .words = TB_N("archeologic [FILE]"),
    .words_min = 1,
    .words_max = 2,
    .about = TB_N("say which cities fit what you know, and what to ask next"),
    .more = TB_N("Facts are read from FILE, or from standard input, one a line:\n"
                 "  D1 fire              a clue\n"
                 "  E empties 3          an answer: axis, subject, what you saw\n"
                 "  4 traps ssf          o safe, s sharp, f fire, - nothing\n"
                 "  2 S os\n"
                 "  expert right V O     an expert clue\n"
                 "  claim S r0 C1, ... right TLOI\n"
                 "Lines that begin with # are skipped."),
    .takes = takes,
    .run = run,
};
