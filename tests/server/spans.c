/* Messages taken apart. */
#include "spans.h"

#include <assert.h>
#include <string.h>

const char *step_over(const char *at)
{
    int depth = 0;

    do {
        if (*at == '"') {
            for (at++; *at != '"'; at++)
                at += *at == '\\';
            at++;
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            depth--;
            at++;
        } else if (depth) {
            at++;
        } else {
            at += strcspn(at, ",}]");
        }
    } while (depth);
    return at;
}

bool is(struct span value, const char *text)
{
    return value.length == strlen(text) && !memcmp(value.at, text, value.length);
}

void take_apart(const char *at, struct object *o)
{
    for (o->count = 0; (*at == '{' || *at == ',') && at[1] == '"'; o->count++) {
        struct span *key = &o->key[o->count], *value = &o->value[o->count];

        assert(o->count < MEMBERS);
        key->at = at + 2;
        key->length = strcspn(key->at, "\"");
        assert(key->at[key->length + 1] == ':');
        value->at = key->at + key->length + 2;
        at = step_over(value->at);
        value->length = (size_t)(at - value->at);
    }
}

const struct span *member(const struct object *o, const char *key)
{
    for (int i = 0; i < o->count; i++)
        if (is(o->key[i], key))
            return &o->value[i];
    return NULL;
}

bool says(const struct object *o, const char *key, const char *value)
{
    return member(o, key) && is(*member(o, key), value);
}
