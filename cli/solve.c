/* `tablier solve`: hands written facts to a game's solver, and says what it answers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { ANSWER_MAX = 1 << 14, WIDTH = 80 };

/* Long lines go on below, a little further in than they began. */
static void put_lines(char *text)
{
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        int blanks = (int)strspn(line, " ");

        printf("%*s", blanks, "");
        put_wrapped(stdout, line + blanks, blanks + 2, WIDTH);
        puts("");
    }
}

static int run(const struct args *a)
{
    const char *path = a->words > 1 ? a->word[1] : "-";
    const struct tb_game *g = game_named(a->word[0]);
    char *facts, *answer = must(malloc(ANSWER_MAX));
    struct tb_text out = words_in(answer, ANSWER_MAX);
    struct tb_kit *kit;
    int line;

    if (!g->solve)
        refuse(_("'%s' has no solver"), g->id);
    facts = file_read(path);
    if (!facts)
        refuse("%s: %s", path, why_not(errno));
    kit = kit_for(g, a);
    if (!g->solve(kit, facts, true, &out, &line))
        refuse("%s, %s %d: %s", path, _("line"), line, answer);
    put_lines(answer);
    tb_kit_free(kit);
    free(facts);
    free(answer);
    return FINE;
}

static const struct arg takes[] = { { 0 } };

const struct command command_solve = {
    .name = "solve",
    .words = TB_N("GAME [FILE]"),
    .words_min = 1,
    .words_max = 2,
    .about = TB_N("Say what fits all that you know, and what to ask next."),
    .more = TB_N(
        "Facts are read from FILE, or from standard input, one a line. For archeologic:\n"
        "  D1 fire              a clue\n"
        "  E empties 3          an answer: axis, subject, what you saw\n"
        "  4 traps ssf          o safe, s sharp, f fire, - nothing\n"
        "  2 S os\n"
        "  expert right V O     an expert clue\n"
        "  claim S r0 C1, ... right TLOI\n"
        "  viewfinder A         where it stands, so that aiming is counted\n"
        "  circle sequential    if the axes lie so around it\n"
        "  lay S r1 A1          what lies on your plan: tells what it contradicts\n"
        "Lines that begin with # are skipped. For topologic:\n"
        "  C4 A1 B2 B3 E5 3     the tiles of the pawns, and their score\n"
        "For contrees:\n"
        "  fr M08               language and mission; without one, all missions\n"
        "  and the six lines of a paper book, two blanks before a paragraph"),
    .takes = takes,
    .run = run,
};
