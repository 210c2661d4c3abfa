/* What a server does unless told otherwise. */
#include "serve.h"

void serve_defaults(struct serve_options *o)
{
    *o = (struct serve_options){ .data = "data",
                                 .port = 8080,
                                 .rate = 20,
                                 .bot_delay = 400,
                                 .away_after = 60000,
                                 .idle_after = 300000,
                                 .open_for = (int64_t)7 * 86400000 };
}
