/* tablier backup: a copy of all that is kept, while the server runs. */
#include <errno.h>
#include <unistd.h>

#include "cli.h"

#include "../store/store.h"

static int run(const struct args *a)
{
    const char *data = args_text(a, "data") ? args_text(a, "data") : "data";
    const char *refusal;

    if (access(data, F_OK))
        refuse("%s: %s", data, why_not(errno));
    if (!store_is_kept(data))
        refuse(_("%s: no tables are kept in that folder"), data);
    refusal = store_backup(data, a->word[0]);
    if (refusal)
        give_up("%s: %s", a->word[0], refusal);
    return FINE;
}

static const struct arg takes[] = {
    { "data", TB_N("FOLDER"), TB_N("where tables are kept; usually data") },
    { 0 },
};

const struct command command_backup = {
    .name = "backup",
    .words = TB_N("FILE"),
    .words_min = 1,
    .words_max = 1,
    .about = TB_N("Copy all tables into a file, while the server may be running."),
    .takes = takes,
    .run = run,
};
