/*
 * The two languages. English is the msgid itself; French is a gettext catalogue that
 * travels inside the binary, read here: no locale needs to be installed for it.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

extern const struct embedded catalogues[]; /* "fr": a .mo file, little-endian */

/* Chosen once, before anything is said or any thread started. */
static const struct embedded *chosen;

static uint32_t word_at(const struct embedded *mo, size_t offset)
{
    const unsigned char *p = mo->data + offset;

    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

/* Of string i of the table whose offset stands at `table`. */
static const char *string_at(const struct embedded *mo, size_t table, uint32_t i)
{
    return (const char *)mo->data + word_at(mo, word_at(mo, table) + 8 * (size_t)i + 4);
}

/* A .mo file: magic, revision, count, where the originals are, where the translations
 * are; both tables hold length and offset, and the originals are sorted. */
static const char *look_up(const struct embedded *mo, const char *msgid)
{
    uint32_t low = 0, high = word_at(mo, 8);

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(msgid, string_at(mo, 12, middle));

        if (!order)
            return string_at(mo, 16, middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return msgid;
}

/* The first of these that is set decides, as in gettext. */
static const char *environment(void)
{
    static const char *const names[] = { "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return value;
    }
    return "en";
}

bool say_choose(const char *lang)
{
    bool by_locale = !lang;

    if (by_locale)
        lang = environment();
    chosen = NULL;
    for (const struct embedded *c = catalogues; c->name; c++)
        if (!strncmp(lang, c->name, 2) && (by_locale || !lang[2]))
            chosen = c;
    return chosen || by_locale || !strcmp(lang, "en");
}

int say_lang(void) { return chosen ? TB_FR : TB_EN; }
const char *say_code(void) { return chosen ? chosen->name : "en"; }
const char *say_many(uint64_t count, const char *one, const char *many)
{
    return count == 1 || (!count && say_lang() == TB_FR) ? one : many;
}
const char *say(const char *msgid)
{
    return chosen && *msgid ? look_up(chosen, msgid) : msgid;
}
