/* The registry of an engine that holds one game, for the page that plays it: ONLY is its
 * id. */
#include "tablier.h"

#define ENTRY(id) GAME(id)
#define GAME(id) game_##id
extern const struct tb_game ENTRY(ONLY);

const struct tb_game *const tb_games[] = {
    &ENTRY(ONLY),
    NULL,
};
