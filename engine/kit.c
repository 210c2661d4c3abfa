/* Kits: big read-only tables and digested books, made once and shared by matches. */
#include <assert.h>
#include <stdlib.h>

#include "tablier.h"

struct tb_kit *tb_kit_new(const struct tb_game *g, const char *text, size_t length,
                          const char **refusal)
{
    struct tb_kit *kit;

    assert(!g->kit_size == !g->kit_make);
    assert(!g->kit_size || g->kit_size >= sizeof *kit);
    *refusal = NULL;
    if (!g->kit_size)
        return NULL;
    kit = calloc(1, g->kit_size);
    if (!kit)
        *refusal = TB_N("There is not enough memory.");
    else
        *refusal = g->kit_make(kit, text, length);
    if (*refusal) {
        free(kit);
        kit = NULL;
    }
    return kit;
}

void tb_kit_free(struct tb_kit *kit) { free(kit); }

static size_t games(void)
{
    size_t count = 0;

    while (tb_games[count])
        count++;
    return count;
}

struct tb_kit **tb_kits_new(void)
{
    struct tb_kit **kits = calloc(games() + 1, sizeof(void *));

    for (size_t i = 0; kits && tb_games[i]; i++) {
        const char *refusal = NULL;

        if (tb_games[i]->kit_bare)
            kits[i] = tb_kit_new(tb_games[i], NULL, 0, &refusal);
        if (refusal) {
            tb_kits_free(kits);
            return NULL;
        }
    }
    return kits;
}

const struct tb_kit *tb_kits_of(struct tb_kit *const *kits, const struct tb_game *g)
{
    for (size_t i = 0; tb_games[i]; i++)
        if (tb_games[i] == g)
            return kits[i];
    return NULL;
}

void tb_kits_free(struct tb_kit **kits)
{
    for (size_t i = 0; kits && tb_games[i]; i++)
        tb_kit_free(kits[i]);
    free(kits);
}
