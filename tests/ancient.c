/*
 * Ancient Knowledge: the specification's tests (R, K), one test a card, and properties of
 * random games. Positions are text: see ancient_given.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ancient_given.h"
#include "ancient_cards.h"
#include "ancient_rules.h"

enum { RULES = sizeof rules / sizeof *rules, EXAMPLES = sizeof cards / sizeof *cards };

static int cards_tested;

static void rule_holds(void **state)
{
    const char *wrong = example_fault(*state, NULL);

    if (wrong)
        fail_msg("%s", wrong);
}

static bool names(const char *list, const char *id)
{
    size_t length = strlen(id);

    for (const char *at = list; (at = strstr(at, id)); at += length)
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

static void card_works(void **state)
{
    const char *id = *state;
    int examples = 0;

    for (int i = 0; i < EXAMPLES; i++)
        if (names(cards[i].name, id)) {
            const char *wrong = example_fault(&cards[i], id);

            if (wrong)
                fail_msg("%s: \"%s\", \"%s\": %s", id, cards[i].given, cards[i].when,
                         wrong);
            examples++;
        }
    if (!examples)
        fail_msg("%s is tested nowhere", id);
    cards_tested++;
}

int main(void)
{
    struct CMUnitTest tests[RULES + CARDS + 32];
    int count = 0, failed;

    memset(tests, 0, sizeof tests);
    for (int i = 0; i < RULES; i++) {
        tests[count].name = rules[i].name;
        tests[count].test_func = rule_holds;
        /* cmocka hands it on unchanged; the example is only read. */
        tests[count++].initial_state = (void *)(uintptr_t)&rules[i];
    }
    for (int c = 0; c < CARDS; c++) {
        tests[count].name = ancient_words[c].name[TB_EN];
        tests[count].test_func = card_works;
        tests[count++].initial_state = (void *)(uintptr_t)ancient_words[c].id;
    }
    failed = _cmocka_run_group_tests("ancient", tests, (size_t)count, NULL, NULL);
    printf("%d of %d\n", cards_tested, CARDS);
    return failed;
}
