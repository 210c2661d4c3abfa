/* What happened: told by the rules, written for the log and for the page. */
#include <assert.h>
#include <string.h>

#include "tablier.h"

/* An event that did not fit would be a revelation that undo does not stop at. */
void tb_tell(struct tb_events *to, struct tb_event event)
{
    if (!to)
        return;
    assert(event.knows); /* somebody hears it: else it did not happen */
    assert(to->count >= 0 && to->count < to->room);
    to->list[to->count++] = event;
}

/* The name of argument i as text; seats stay numbers unless names are given. */
static void put_argument(const struct tb_game *g, const struct tb_event *e, int i,
                         const char *const *names, struct tb_text *out)
{
    const char *args = g->events[e->kind].args;
    char kind = args && i < (int)strlen(args) ? args[i] : 'n';

    assert(i >= 0 && i < (int)sizeof e->arg);
    assert(kind != 's' || e->arg[i] < TB_SEATS_MAX);
    if (kind == 's' && names)
        tb_put(out, "%s", names[e->arg[i]]);
    else if (kind == 'n' || kind == 's')
        tb_put(out, "%d", e->arg[i]);
    else
        g->word(kind, e->arg[i], out);
}

/* What is told, and to whom: `reader` is a seat, or none. */
struct telling {
    const struct tb_game *g;
    const struct tb_event *e;
    const char *const *names;
    int reader;
    struct tb_text *out;
};

enum { SEAT = -1, NO_KEY = -2 };

/* The key after a brace: "seat", or the number of an argument. */
static int read_key(const char **text)
{
    if (!strncmp(*text, "seat", 4)) {
        *text += 4;
        return SEAT;
    }
    if (**text >= '0' && **text <= '4')
        return *(*text)++ - '0';
    return NO_KEY;
}

static bool is_seat(const struct telling *t, int key)
{
    const char *args = t->g->events[t->e->kind].args;

    return key == SEAT || (args && key < (int)strlen(args) && args[key] == 's');
}

static int value_of(const struct telling *t, int key)
{
    return key == SEAT ? t->e->seat : t->e->arg[key];
}

/* Of two forms the first: for the reader, or for one. French counts 0 with one. */
static bool takes_first(const struct telling *t, int key)
{
    int value = value_of(t, key);

    if (is_seat(t, key))
        return value == t->reader;
    return value == 1 || (value == 0 && t->out->lang == TB_FR);
}

static void put_key(const struct telling *t, int key)
{
    if (key == SEAT)
        tb_put(t->out, "%s", t->names[t->e->seat]);
    else
        put_argument(t->g, t->e, key, t->names, t->out);
}

/* One of the forms: @ is the name, # the number. */
static void put_form(const struct telling *t, int key, const char *form)
{
    for (; *form != '|' && *form != '}'; form++) {
        if (*form == '@' || *form == '#')
            put_key(t, key);
        else
            tb_put_byte(t->out, *form);
    }
}

/* What stands between braces, from after the first; where it ends, or NULL: it is no key.
 */
static const char *put_braced(const struct telling *t, const char *text)
{
    const char *end = strchr(text, '}');
    int key = read_key(&text);
    const char *second;

    if (key == NO_KEY || !end || (*text != '}' && *text != '|'))
        return NULL;
    if (*text == '}') {
        put_key(t, key);
        return end;
    }
    second = strchr(text + 1, '|');
    put_form(t, key, takes_first(t, key) || !second ? text + 1 : second + 1);
    return end;
}

void tb_put_event(const struct tb_game *g, const struct tb_event *e,
                  const char *const *names, int reader, struct tb_text *out)
{
    const struct telling telling = { g, e, names, reader, out };
    const char *text = g->events[e->kind].text;

    assert(e->seat < TB_SEATS_MAX);
    if (!text)
        return;
    text = tb_say(out, text);
    /* Nothing to say to whom it is about: another line tells it better. */
    if (!strncmp(text, "{seat||", 7) && e->seat == reader)
        return;
    for (; *text; text++) {
        const char *end = *text == '{' ? put_braced(&telling, text + 1) : NULL;

        if (end)
            text = end;
        else
            tb_put_byte(out, *text);
    }
}

void tb_put_event_json(const struct tb_game *g, const struct tb_event *e,
                       struct tb_text *out)
{
    const struct tb_event_kind *kind = &g->events[e->kind];
    int count = kind->args ? (int)strlen(kind->args) : 0;

    assert(kind->id && count <= (int)sizeof e->arg);
    tb_put(out, "{\"kind\":\"%s\",\"seat\":%d,\"args\":[", kind->id, e->seat);
    for (int i = 0; i < count; i++) {
        char word[128];
        struct tb_text w = tb_text(word, sizeof word);

        w.lang = TB_LANGS;
        put_argument(g, e, i, NULL, &w);
        if (i)
            tb_put_byte(out, ',');
        tb_put_json(out, word);
    }
    tb_put(out, "]}");
}
