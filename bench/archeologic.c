/*
 * ArcheOlogic's measurements, and the two tables that are made by measuring.
 *
 *     archeologic shares   writes games/archeologic/shares.c
 *     archeologic sites    writes games/archeologic/sites.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../games/archeologic/clues.h"
#include "../games/archeologic/quest.h"
#include "../games/archeologic/solver.h"

static const struct kit *the_kit(void) { return (const struct kit *)archeologic_kit(); }

/* ---- tables ---- */

static uint32_t count_plans(const struct kit *kit, unsigned number)
{
    struct statement st = statement_parts(number);
    uint32_t count = 0;

    for (uint32_t plan = 0; plan < LEGAL_PLANS; plan++)
        count += statement_is_true(kit, &st, kit->plan[plan]);
    return count;
}

static int write_shares(void)
{
    const struct kit *kit = the_kit();

    puts("/* In how many of the 136,132 legal plans each expert statement is true: written "
         "by\n * `archeologic shares` of bench/, counted again by "
         "tests/archeologic_clues.c. "
         "*/\n#include \"clues.h\"\n\n/* clang-format off */\nconst uint32_t "
         "statement_plans[STATEMENTS] = {");
    for (unsigned i = 0; i < STATEMENTS; i++)
        printf("%s%6u,%s", i % 12 ? " " : "    ", count_plans(kit, i),
               i % 12 == 11 || i == STATEMENTS - 1 ? "\n" : "");
    puts("};");
    return 0;
}

/* The pairs printed in the box, in their order. */
static const uint8_t printed[SITES][2] = {
    { 18, 27 }, { 19, 29 }, { 19, 29 }, { 20, 31 }, { 20, 32 }, { 20, 32 }, { 21, 33 },
    { 21, 33 }, { 21, 34 }, { 21, 34 }, { 21, 35 }, { 22, 35 }, { 22, 35 }, { 22, 36 },
    { 22, 36 }, { 22, 36 }, { 22, 36 }, { 22, 36 }, { 23, 37 }, { 23, 38 }, { 23, 38 },
    { 23, 39 }, { 24, 40 }, { 24, 40 }, { 24, 40 }, { 24, 40 }, { 24, 41 }, { 25, 41 },
};

/* Three clues on three rows and three columns, of both kinds: something to hold on to
 * everywhere. */
static bool has_good_clues(const uint8_t clue[TRAPS])
{
    unsigned rows = 0, columns = 0, kinds = 0;

    for (int i = 0; i < 3; i++) {
        rows |= 1u << clue_zone(clue[i]) / SIDE;
        columns |= 1u << clue_zone(clue[i]) % SIDE;
        kinds |= 1u << clue_kind(clue[i]);
    }
    return __builtin_popcount(rows) == 3 && __builtin_popcount(columns) == 3 &&
           __builtin_popcount(kinds) == 2;
}

/* Quests whose pars are those of the box, pair by pair, each with its own city. */
static int write_sites(void)
{
    const struct kit *kit = the_kit();
    uint64_t rng = 28, code[SITES] = { 0 };
    uint32_t time[SITES];
    int found = 0;

    while (found < SITES) {
        struct quest quest = quest_draw(kit, LEVEL_ANY, &rng);
        uint8_t clue[TRAPS];
        uint32_t total;
        struct par par;

        quest_clues(kit, quest, clue);
        if (!has_good_clues(clue))
            continue;
        total = quest_careless_time(kit, quest, NULL);
        par = par_of_time(total);
        for (int i = 0; i < SITES; i++)
            if (!code[i] && printed[i][0] == par.expert && printed[i][1] == par.confirmed) {
                code[i] = quest_encode(quest);
                time[i] = total;
                found++;
                break;
            }
    }
    for (int i = 1; i < SITES; i++) /* among equal pairs too, the easier first */
        for (int j = i; j > 0 && time[j] < time[j - 1]; j--) {
            uint64_t held = code[j];
            uint32_t held_time = time[j];

            code[j] = code[j - 1], code[j - 1] = held;
            time[j] = time[j - 1], time[j - 1] = held_time;
        }
    puts("/* The 28 chosen quests, easiest first, with the pars that our model gives them: "
         "the pairs\n * printed in the box. Written by `archeologic sites` of bench/. */\n"
         "#include \"quest.h\"\n\n/* clang-format off */\nconst struct site sites[SITES] = "
         "{");
    for (int i = 0; i < SITES; i++) {
        struct par par = par_of_time(time[i]);
        char text[16];
        struct tb_text out = tb_text(text, sizeof text);

        quest_put_code(code[i], &out);
        printf("    { \"%s\", %d, %d },\n", text, par.expert, par.confirmed);
    }
    puts("};");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "shares"))
        return write_shares();
    if (argc > 1 && !strcmp(argv[1], "sites"))
        return write_sites();
    return 0;
}
