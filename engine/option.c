/* What is chosen before a game, by name. */
#include <assert.h>
#include <string.h>

#include "tablier.h"

void tb_options_usual(const struct tb_game *g, uint64_t *options)
{
    memset(options, 0, TB_OPTIONS_MAX * sizeof *options);
    for (int i = 0; g->options && g->options[i].id; i++) {
        assert(i < TB_OPTIONS_MAX);
        options[i] = g->options[i].usual;
    }
}

static bool read_number(const char *text, uint64_t *value)
{
    *value = 0;
    for (const char *c = text; *c; c++) {
        uint64_t digit = (uint64_t)(*c - '0');

        if (*c < '0' || *c > '9' || *value > (UINT64_MAX - digit) / 10)
            return false;
        *value = 10 * *value + digit;
    }
    return *text;
}

static const char *read_value(const struct tb_option *o, const char *text, uint64_t *value)
{
    if (o->read)
        return o->read(text, value);
    for (uint64_t i = 0; o->values && i <= o->max - o->min; i++)
        if (!strcmp(o->values[i], text)) {
            *value = o->min + i;
            return NULL;
        }
    if (o->values || !read_number(text, value))
        return TB_N("This option does not have that value.");
    if (*value < o->min || *value > o->max)
        return TB_N("This option does not go that far.");
    return NULL;
}

const char *tb_option_set(const struct tb_game *g, uint64_t *options, const char *id,
                          const char *value)
{
    for (int i = 0; g->options && g->options[i].id; i++)
        if (!strcmp(g->options[i].id, id)) {
            uint64_t read;
            const char *refusal = read_value(&g->options[i], value, &read);

            if (!refusal)
                options[i] = read;
            return refusal;
        }
    return TB_N("This game has no such option.");
}

void tb_option_put(const struct tb_game *g, int i, uint64_t value, struct tb_text *out)
{
    const struct tb_option *o;

    assert(g->options && i >= 0 && i < TB_OPTIONS_MAX);
    o = &g->options[i];
    assert(o->id && value >= o->min && value <= o->max); /* or another's words are read */
    if (o->write)
        o->write(value, out);
    else if (o->values)
        tb_put(out, "%s", o->values[value - o->min]);
    else
        tb_put(out, "%llu", (unsigned long long)value);
}
