/* The registry, made of the lines in list.h. */
#include "tablier.h"

#define GAME(id) extern const struct tb_game game_##id;
#include "list.h"
#undef GAME

#define GAME(id) &game_##id,
const struct tb_game *const tb_games[] = {
#include "list.h"
    NULL,
};
#undef GAME
