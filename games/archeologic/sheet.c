/* A sheet of facts that somebody wrote down, and what it tells of the city. */
#include <string.h>

#include "solver.h"

enum { LINE_MAX_BYTES = 256, BEST = 5 };

static const char *read_viewfinder(const char *word, struct sheet *sheet)
{
    unsigned axis;

    if (!axis_read(word, &axis))
        return TB_N("The viewfinder stands on 1 to 5 or A to E.");
    sheet->viewfinder = (uint8_t)axis;
    return NULL;
}

static const char *read_circle(const char *word, struct sheet *sheet)
{
    uint64_t options[TB_OPTIONS_MAX] = { 0 };

    if (tb_option_set(&game_archeologic, options, "circle", word))
        return TB_N("The circle is alternating or sequential.");
    sheet->circle = (uint8_t)options[OPTION_CIRCLE];
    return NULL;
}

static const char *read_fact(const struct kit *kit, const char *written, int line,
                             struct sheet *sheet)
{
    struct fact fact;
    const char *refusal = fact_read(kit, written, &fact);

    if (refusal)
        return refusal;
    if (!facts_add(&sheet->facts, fact))
        return TB_N("There are too many facts.");
    sheet->line[sheet->facts.count - 1] = line;
    return NULL;
}

/* One line of the sheet, without blanks at its end. NULL, or why it is refused. */
static const char *read_line(const struct kit *kit, const char *written, int line,
                             struct sheet *sheet)
{
    if (!strncmp(written, "viewfinder ", 11))
        return read_viewfinder(written + 11, sheet);
    if (!strncmp(written, "circle ", 7))
        return read_circle(written + 7, sheet);
    if (!strncmp(written, "lay ", 4))
        return laid_read(&kit->box, written + 4, sheet->laid);
    return read_fact(kit, written, line, sheet);
}

/* Copies a line; false: it is too long. */
static bool copy_line(const char *text, char written[LINE_MAX_BYTES])
{
    size_t length = strcspn(text, "\n");

    while (length && strchr(" \t\r", text[length - 1]))
        length--;
    if (length >= LINE_MAX_BYTES)
        return false;
    memcpy(written, text, length);
    written[length] = 0;
    return true;
}

static const char *next_line(const char *text)
{
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

static const char *read_sheet(const struct kit *kit, const char *text, struct sheet *sheet,
                              int *line)
{
    for (*line = 1; *text; ++*line, text = next_line(text)) {
        char written[LINE_MAX_BYTES];
        const char *refusal;

        if (!copy_line(text, written))
            return TB_N("This line is too long.");
        if (!*written || *written == '#')
            continue;
        refusal = read_line(kit, written, *line, sheet);
        if (refusal)
            return refusal;
    }
    return NULL;
}

/* The first fact that leaves no city; *line is where it stands. */
static void put_contradiction(const struct kit *kit, const struct sheet *sheet,
                              const char *text, struct tb_text *out, int *line)
{
    uint32_t after[FACTS_MAX + 1];
    char written[LINE_MAX_BYTES];
    int i = 0;

    solver_counts(kit, &sheet->facts, after);
    while (after[i + 1])
        i++;
    *line = sheet->line[i];
    for (int at = 1; at < *line; at++)
        text = next_line(text);
    copy_line(text, written);
    tb_put(out, "%s \"%s\" (%s %u)", tb_say(out, TB_N("no city fits any more since")),
           written, tb_say(out, TB_N("cities before it:")), after[i]);
}

/* The only city left, and why a claim is safe. */
static void put_solution(const struct kit *kit, const struct sheet *sheet,
                         struct tb_text *out)
{
    uint32_t plan = 0;

    solver_list(kit, &sheet->facts, &plan, 1);
    tb_put(out, "%s\n",
           tb_say(out, TB_N("It is certain: every other city contradicts a fact.")));
    for (unsigned t = 0; t < TILES; t++) {
        tb_put(out, t ? ", " : "");
        put_placement(out, kit, t, kit->plan[plan][t]);
    }
    tb_put(out, "\n");
}

static void put_advice(const struct kit *kit, const struct sheet *sheet,
                       const struct tally *tally, struct tb_text *out)
{
    struct weighed list[QUESTIONS];
    uint8_t cost[AXES];
    int count;

    sheet_costs(sheet, cost);
    count = solver_rank(tally, kit, cost, list);
    tb_put(out, "%s ", tb_say(out, TB_N("Certain zones:")));
    put_certain(out, tally, kit);
    tb_put(out, "\n%s\n", tb_say(out, TB_N("Best questions:")));
    for (int i = 0; i < count && i < BEST; i++) {
        tb_put(out, "  %d. ", i + 1);
        put_reason(out, &list[i], tally->count);
        tb_put(out, "\n");
    }
}

void sheet_costs(const struct sheet *sheet, uint8_t cost[AXES])
{
    memset(cost, 0, AXES);
    if (sheet->viewfinder != NONE)
        circle_costs(sheet->circle, circle_place(sheet->circle, sheet->viewfinder), cost);
}

static bool is_laid(const struct sheet *sheet)
{
    for (int t = 0; t < TILES; t++)
        if (sheet->laid[t] != NONE)
            return true;
    return false;
}

/* Buildings on the sheet ask what they contradict, and nothing else is told. */
static void put_laid(const struct kit *kit, const struct sheet *sheet, bool words,
                     struct tb_text *out)
{
    char *before = out->at;

    if (!words) {
        tb_put(out, "{");
        warnings_json(kit, &sheet->facts, sheet->laid, out);
        tb_put(out, "}");
        return;
    }
    warnings_put(kit, &sheet->facts, sheet->laid, FACTS_MAX, out);
    if (out->at == before)
        tb_put(out, "%s\n", tb_say(out, TB_N("Nothing contradicts these buildings.")));
}

static struct sheet blank_sheet(void)
{
    struct sheet sheet = { .circle = CIRCLE_ALTERNATING, .viewfinder = NONE };

    memset(sheet.laid, NONE, sizeof sheet.laid);
    return sheet;
}

bool archeologic_solve(const struct tb_kit *of, const char *text, bool words,
                       struct tb_text *out, int *line)
{
    const struct kit *kit = (const struct kit *)of;
    struct sheet sheet = blank_sheet();
    const char *refusal = read_sheet(kit, text, &sheet, line);
    struct tally tally;

    if (refusal) {
        tb_put(out, "%s", tb_say(out, refusal));
        return false;
    }
    if (is_laid(&sheet)) {
        put_laid(kit, &sheet, words, out);
        return true;
    }
    if (!words) {
        sheet_json(kit, &sheet, out);
        return true;
    }
    tally_make(&tally, kit, &sheet.facts);
    if (!tally.count) {
        put_contradiction(kit, &sheet, text, out, line);
        return false;
    }
    tb_put(out, "%s %u %s %d\n", tb_say(out, TB_N("Cities that fit:")), tally.count,
           tb_say(out, TB_N("of")), LEGAL_PLANS);
    if (tally.count == 1)
        put_solution(kit, &sheet, out);
    else
        put_advice(kit, &sheet, &tally, out);
    return true;
}
