/* What happened: told by the rules, written for the log and for the page. */
#include <string.h>

#include "tablier.h"

void tb_tell(struct tb_events *to, struct tb_event event)
{
    if (to && to->count < to->room)
        to->list[to->count++] = event;
}

/* The name of argument i as text; seats stay numbers unless names are given. */
static void put_argument(const struct tb_game *g, const struct tb_event *e, int i,
                         const char *const *names, struct tb_text *out)
{
    const char *args = g->events[e->kind].args;
    char kind = args && i < (int)strlen(args) ? args[i] : 'n';

    if (kind == 's' && names)
        tb_put(out, "%s", names[e->arg[i]]);
    else if (kind == 'n' || kind == 's')
        tb_put(out, "%d", e->arg[i]);
    else
        g->word(kind, e->arg[i], out);
}

void tb_put_event(const struct tb_game *g, const struct tb_event *e,
                  const char *const *names, struct tb_text *out)
{
    const char *text = g->events[e->kind].text;

    if (!text)
        return;
    for (text = tb_say(out, text); *text; text++) {
        if (!strncmp(text, "{seat}", 6)) {
            tb_put(out, "%s", names[e->seat]);
            text += 5;
        } else if (text[0] == '{' && text[1] >= '0' && text[1] <= '4' && text[2] == '}') {
            put_argument(g, e, text[1] - '0', names, out);
            text += 2;
        } else {
            tb_put(out, "%c", *text);
        }
    }
}

void tb_put_event_json(const struct tb_game *g, const struct tb_event *e,
                       struct tb_text *out)
{
    const struct tb_event_kind *kind = &g->events[e->kind];
    int count = kind->args ? (int)strlen(kind->args) : 0;

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
