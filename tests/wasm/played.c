/* Seeded random games, hashed: native and WebAssembly must agree on every byte. */
#include "played.h"
#include "../signature.h"

DESK_API(played) uint64_t played(int game, int games)
{
    for (int i = 0; tb_games[i]; i++)
        if (i == game)
            return signature(tb_games[i], games);
    return 0;
}
