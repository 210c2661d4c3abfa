/*
 * Damaged tables: named aloud, kept aside, and not tried again until the next start.
 *
 * Every record is held against its sums when it is read (store/chain.h), so no damaged
 * table is ever served. The look at start only finds those that people play at before they
 * ask for them.
 */
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { LOOK_MS = 3000 }; /* what a start may take longer */

struct aside {
    struct aside *next;
    char id[STORE_ID];
};

bool damage_is_aside(const struct server *s, const char *id)
{
    const struct aside *a = s->aside;

    while (a && strcmp(a->id, id) != 0)
        a = a->next;
    return a;
}

void damage_free(struct server *s)
{
    while (s->aside) {
        struct aside *a = s->aside;

        s->aside = a->next;
        free(a);
    }
}

/* Also where the log is off: it is the host who must know. */
static void say_harm(struct server *s, const struct store_harm *harm)
{
    static const char *const what[] = {
        [HARM_NONE] = "cannot be read",   [HARM_MOVES] = "damaged after move",
        [HARM_SHORT] = "cut after move",  [HARM_OTHER] = "has other moves, of",
        [HARM_END] = "lacks its end, of", [HARM_LOST] = "missing after move",
    };
    char text[128];
    struct tb_text out = tb_text(text, sizeof text);

    tb_put(&out, "%s %s %u", harm->id, what[harm->kind], harm->from);
    if (harm->marked)
        tb_put(&out, " of %u or more", harm->marked);
    log_aloud(s, "table-damaged", text);
}

static void put_aside(struct server *s, const struct store_harm *harm)
{
    struct aside *a = damage_is_aside(s, harm->id) ? NULL : calloc(1, sizeof *a);

    if (!a) /* or no memory: it is found again when it is asked for */
        return;
    memcpy(a->id, harm->id, sizeof a->id);
    a->next = s->aside;
    s->aside = a;
    s->metrics.damaged++;
    say_harm(s, harm);
}

bool damage_found(struct server *s, const struct store_table *row)
{
    struct store_harm harm;

    if (damage_is_aside(s, row->id))
        return true;
    if (!is_read(s, store_look(s->store, row, &harm)) || !harm.kind)
        return false;
    put_aside(s, &harm);
    return true;
}

struct looking {
    struct server *server;
    int64_t until;
    int left; /* not looked at: the time was over */
};

static void look_at(void *with, const struct store_table *row)
{
    struct looking *l = with;

    if (wall_ms() > l->until)
        l->left++;
    else
        damage_found(l->server, row);
}

static void miss(void *with, const struct store_harm *harm) { put_aside(with, harm); }

static void say_left(struct server *s, int left)
{
    char text[64];
    struct tb_text out = tb_text(text, sizeof text);

    tb_put(&out, "%d tables are looked at when they are opened", left);
    log_line(s, "look", text);
}

const char *damage_look(struct server *s)
{
    struct store_query unfinished = { .what = LIST_UNFINISHED, .most = 1000000 };
    struct looking l = { .server = s, .until = wall_ms() + LOOK_MS };
    const char *refusal = store_lost(s->store, true, miss, s);

    if (!refusal)
        refusal = store_tables(s->store, &unfinished, look_at, &l);
    if (l.left)
        say_left(s, l.left);
    if (store_marks_lost(s->store))
        log_aloud(s, "marks-missing", "what was lost before this start cannot be known");
    return refusal;
}
