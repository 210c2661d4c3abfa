/* The head of a request: one line, then fields. */
#include "head.h"

#include <string.h>
#include <strings.h>

enum { BODY_DIGITS = 9 }; /* of a Content-Length: a gigabyte is refused by far */

/* What is known of a field while the others are read. */
struct reading {
    struct head *head;
    const char *version, *length, *coding, *upgrade, *connection, *expect, *ws_version;
    int hosts;
};

size_t head_length(const char *text, size_t length)
{
    const char *end = memmem(text, length, "\r\n\r\n", 4);

    return end ? (size_t)(end + 4 - text) : 0;
}

/* ---- characters ---- */

/* What names of fields and methods are made of. */
static bool is_token(const char *text)
{
    static const char also[] = "!#$%&'*+-.^_`|~";

    if (!*text)
        return false;
    for (; *text; text++)
        if (!(*text >= '0' && *text <= '9') && !(*text >= 'a' && *text <= 'z') &&
            !(*text >= 'A' && *text <= 'Z') && !strchr(also, *text))
            return false;
    return true;
}

static bool has_control(const char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7f)
            return true;
    return false;
}

static int hex_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c | 32) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* Undoes %xx where it lies; false: it hides a control character, or is none. */
static bool unescape(char *path)
{
    char *to = path;

    for (; *path; path++) {
        int high, low;

        if (*path != '%') {
            *to++ = *path;
            continue;
        }
        high = hex_of(path[1]);
        low = high < 0 ? -1 : hex_of(path[2]);
        if (low < 0 || high * 16 + low < 0x20 || high * 16 + low == 0x7f)
            return false;
        *to++ = (char)(high * 16 + low);
        path += 2;
    }
    *to = 0;
    return true;
}

/* Whether a list such as "keep-alive, Upgrade" has a word. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    while (*list) {
        list += strspn(list, " \t,");
        if (!strncasecmp(list, word, length) && strchr(" \t,;", list[length]))
            return true;
        list += strcspn(list, ",");
    }
    return false;
}

/* ---- the first line ---- */

/* "/path?query", or with the host before it as proxies are asked. */
static bool read_target(char *target, struct head *head)
{
    if (!strncasecmp(target, "http://", 7) || !strncasecmp(target, "https://", 8)) {
        char *path = strchr(strstr(target, "://") + 3, '/');

        if (!path)
            return false;
        target = path;
    }
    if (*target != '/')
        return false;
    target[strcspn(target, "?#")] = 0;
    head->said.path = target;
    return unescape(target);
}

static bool read_first_line(char *line, struct reading *r)
{
    char *target = strchr(line, ' ');
    char *version = target ? strchr(target + 1, ' ') : NULL;

    if (!version)
        return false;
    *target++ = 0;
    *version++ = 0;
    r->version = version;
    r->head->is_get = !strcmp(line, "GET");
    r->head->is_post = !strcmp(line, "POST");
    r->head->is_head = !strcmp(line, "HEAD");
    return is_token(line) && !has_control(target) &&
           (!strcmp(version, "HTTP/1.1") || !strcmp(version, "HTTP/1.0")) &&
           read_target(target, r->head);
}

/* ---- fields ---- */

/* The first of its name counts; of those that decide where a request ends there may be
 * but one. */
static bool keep_field(struct reading *r, const char *name, const char *value)
{
    struct net_head *said = &r->head->said;
    const struct {
        const char *name, **to;
        bool single;
    } fields[] = { { "host", &said->host, true },
                   { "content-length", &r->length, true },
                   { "transfer-encoding", &r->coding, false },
                   { "connection", &r->connection, false },
                   { "upgrade", &r->upgrade, false },
                   { "expect", &r->expect, false },
                   { "sec-websocket-key", &r->head->key, true },
                   { "sec-websocket-version", &r->ws_version, true },
                   { "origin", &said->origin, true },
                   { "cookie", &said->cookie, false },
                   { "authorization", &said->authorization, true },
                   { "if-none-match", &said->none_match, false },
                   { "accept-encoding", &said->encoding, false },
                   { "user-agent", &said->agent, false },
                   { "x-forwarded-for", &said->forwarded, false } };

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcasecmp(fields[i].name, name)) {
            if (**fields[i].to && fields[i].single)
                return false;
            if (!**fields[i].to || fields[i].to == &said->forwarded)
                *fields[i].to = value; /* of forwarded: the last, the nearest proxy's */
            r->hosts += fields[i].to == &said->host;
            return true;
        }
    return true;
}

static bool read_field(char *line, struct reading *r)
{
    char *colon = strchr(line, ':'), *value, *end;

    if (!colon)
        return false;
    *colon = 0;
    value = colon + 1 + strspn(colon + 1, " \t");
    for (end = value + strlen(value); end > value && strchr(" \t", end[-1]); end--)
        end[-1] = 0;
    return is_token(line) && !has_control(value) && keep_field(r, line, value);
}

/* ---- what follows from them ---- */

static int read_length(const char *text, size_t *length)
{
    size_t digits = strspn(text, "0123456789");

    *length = 0;
    if (!*text)
        return 0;
    if (text[digits])
        return 400;
    while (digits > 1 && *text == '0')
        text++, digits--;
    if (digits > BODY_DIGITS)
        return 413;
    for (; *text; text++)
        *length = *length * 10 + (size_t)(*text - '0');
    return 0;
}

static int conclude(struct reading *r)
{
    struct head *h = r->head;
    bool old = !strcmp(r->version, "HTTP/1.0");

    if (r->hosts != 1 && !old)
        return 400;
    /* Two accounts of where the body ends are how requests are smuggled past a proxy. */
    if (*r->coding)
        return *r->length ? 400 : 501;
    h->keeps = !old && !has_word(r->connection, "close");
    h->upgrades = h->is_get && has_word(r->connection, "upgrade") &&
                  has_word(r->upgrade, "websocket");
    h->version_13 = !strcmp(r->ws_version, "13");
    h->expects = !strcasecmp(r->expect, "100-continue");
    return read_length(r->length, &h->body);
}

int head_read(char *text, size_t length, struct head *head)
{
    struct reading r = { .head = head,
                         .version = "",
                         .length = "",
                         .coding = "",
                         .upgrade = "",
                         .connection = "",
                         .expect = "",
                         .ws_version = "" };
    char *end = text + length - 2; /* before the empty line */
    bool first = true;

    *head = (struct head){ .said = { .path = "",
                                     .origin = "",
                                     .host = "",
                                     .cookie = "",
                                     .authorization = "",
                                     .none_match = "",
                                     .encoding = "",
                                     .agent = "",
                                     .forwarded = "" },
                           .key = "" };
    if (memchr(text, 0, length))
        return 400;
    for (char *next; text < end; text = next, first = false) {
        char *line_end = memmem(text, (size_t)(end - text), "\r\n", 2);

        if (!line_end || line_end == text)
            return 400;
        next = line_end + 2;
        *line_end = 0;
        if (!(first ? read_first_line(text, &r) : read_field(text, &r)))
            return 400;
    }
    return first ? 400 : conclude(&r);
}
