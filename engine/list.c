/* The list of games as JSON: one writer for the command, the server and the page. */
#include "tablier.h"

static void put_words(struct tb_text *out, const char *key, const char *msgid)
{
    tb_put(out, ",\"%s\":", key);
    if (msgid)
        tb_put_json(out, tb_say(out, msgid));
    else
        tb_put(out, "null");
}

static void put_value(const struct tb_game *g, int i, uint64_t value, struct tb_text *out)
{
    char word[128];
    struct tb_text w = tb_text(word, sizeof word);

    tb_option_put(g, i, value, &w);
    tb_put_json(out, word);
}

/* Readers in other languages have no whole numbers beyond 53 bits. */
static void put_bound(struct tb_text *out, const char *key, uint64_t value)
{
    if (value > (uint64_t)1 << 53)
        tb_put(out, ",\"%s\":null", key);
    else
        tb_put(out, ",\"%s\":%llu", key, (unsigned long long)value);
}

static void put_values(const struct tb_option *o, struct tb_text *out)
{
    tb_put(out, ",\"values\":[");
    for (uint64_t v = 0; v <= o->max - o->min; v++) {
        tb_put(out, v ? ",{\"id\":" : "{\"id\":");
        tb_put_json(out, o->values[v]);
        put_words(out, "label", o->labels ? o->labels[v] : o->values[v]);
        tb_put_byte(out, '}');
    }
    tb_put_byte(out, ']');
}

static void put_option(const struct tb_game *g, int i, struct tb_text *out)
{
    const struct tb_option *o = &g->options[i];

    tb_put(out, i ? ",{\"id\":" : "{\"id\":");
    tb_put_json(out, o->id);
    put_words(out, "name", o->name);
    put_words(out, "help", o->help);
    tb_put(out, ",\"usual\":");
    put_value(g, i, o->usual, out);
    if (o->values) {
        put_values(o, out);
    } else if (o->read) {
        tb_put(out, ",\"text\":true");
    } else {
        put_bound(out, "min", o->min);
        put_bound(out, "max", o->max);
    }
    tb_put_byte(out, '}');
}

static void put_kind(const struct tb_event_kind *kind, bool first, struct tb_text *out)
{
    tb_put(out, first ? "{\"id\":" : ",{\"id\":");
    tb_put_json(out, kind->id);
    put_words(out, "text", kind->text);
    tb_put(out, ",\"args\":");
    tb_put_json(out, kind->args ? kind->args : "");
    tb_put_byte(out, '}');
}

static void put_game(const struct tb_game *g, struct tb_text *out)
{
    tb_put(out, "{\"id\":");
    tb_put_json(out, g->id);
    put_words(out, "name", g->name);
    put_words(out, "about", g->about);
    put_words(out, "daily", g->daily ? g->daily->counts : NULL);
    tb_put(out, ",\"edition\":%d,\"seats\":[%d,%d],\"book\":%s,\"hints\":%s,\"options\":[",
           g->edition, g->seats_min, g->seats_max,
           g->kit_size && !g->kit_bare ? "true" : "false", g->hint ? "true" : "false");
    for (int i = 0; g->options && g->options[i].id; i++)
        put_option(g, i, out);
    tb_put(out, "],\"events\":[");
    for (int i = 0; g->events && g->events[i].id; i++)
        put_kind(&g->events[i], i == 0, out);
    tb_put(out, "],\"figures\":[");
    for (int i = 0; g->figures && g->figures[i]; i++) {
        tb_put(out, i ? "," : "");
        tb_put_json(out, g->figures[i]);
    }
    tb_put(out, "]}");
}

void tb_put_games_json(const struct tb_game *only, struct tb_text *out)
{
    bool more = false;

    tb_put(out, "{\"games\":[");
    for (int i = 0; tb_games[i]; i++) {
        if (only && tb_games[i] != only)
            continue;
        tb_put(out, more ? "," : "");
        more = true;
        put_game(tb_games[i], out);
    }
    tb_put(out, "],\"bots\":[");
    for (int i = 0; tb_bot_names[i]; i++) {
        tb_put(out, i ? "," : "");
        tb_put_json(out, tb_bot_names[i]);
    }
    tb_put(out, "]}");
}
