/* Topologic's seeker. */
#include "topologic.h"

tb_move topologic_advise(const struct tb_state *seen, int seat, const struct tb_ask *ask)
{
    return 0;
}
