/* Kits: big read-only tables and digested books, made once and shared by matches. */
#include <stdlib.h>

#include "tablier.h"

struct tb_kit *tb_kit_new(const struct tb_game *g, const char *text, size_t length,
                          const char **refusal)
{
    struct tb_kit *kit;

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
