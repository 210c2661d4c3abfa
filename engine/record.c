/*
 * Records: the text form of a match, the only thing ever saved (docs/record.md).
 *
 *     tablier 1
 *     game topologic 1
 *     seats 2
 *     option pawns 5
 *     seed 42
 *
 *     0 secret C4
 *     1 secret D2
 *
 * A line is a header field or a move: the seat and the notation. Empty lines and lines
 * that begin with # are skipped, so a person may annotate.
 */
#include <assert.h>
#include <string.h>

#include "tablier.h"

enum { LINE_MAX_BYTES = 256 };

static void save_header(const struct tb_match *m, struct tb_text *out)
{
    const struct tb_head *head = tb_head_of(m->now);

    tb_put(out, "tablier 1\ngame %s %d\nseats %d\n", m->game->id, m->game->edition,
           head->seats);
    for (int i = 0; m->game->options && m->game->options[i].id; i++) {
        tb_put(out, "option %s ", m->game->options[i].id);
        tb_option_put(m->game, i, head->option[i], out);
        tb_put(out, "\n");
    }
    if (head->kit && head->kit->digest)
        tb_put(out, "book %llu\n", (unsigned long long)head->kit->digest);
    tb_put(out, "seed ");
    tb_seed_put(&m->seed, out);
    tb_put(out, "\n\n");
}

void tb_match_save(const struct tb_match *m, struct tb_state *room, struct tb_text *out)
{
    const struct tb_head *head = tb_head_of(m->now);
    const char *refusal;

    assert(room != m->now);
    assert(head->viewer == TB_TRUTH && m->count <= m->room);
    save_header(m, out);
    refusal = tb_new(m->game, room, head->seats, head->option, head->kit, m->seed);
    assert(!refusal); /* it was set up so before */
    (void)refusal;
    for (uint32_t i = 0; i < m->count; i++) {
        const struct tb_ply *ply = &m->plies[i];
        char note[TB_NOTE_MAX];

        tb_notate(m->game, room, ply->move, note);
        tb_put(out, "%d %s\n", ply->seat, note);
        tb_step(m->game, room, ply->seat, ply->move, NULL);
    }
}

struct reader {
    const char *at;
    int line;
    char text[LINE_MAX_BYTES];
};

enum reading { READ_LINE, READ_END, READ_TOO_LONG };

/* The next line that says something, without the white space around it. */
static enum reading next_line(struct reader *r)
{
    while (*r->at) {
        size_t length = strcspn(r->at, "\n");
        const char *from = r->at;

        r->at += length + (from[length] == '\n');
        r->line++;
        while (length && (from[length - 1] == '\r' || from[length - 1] == ' '))
            length--;
        if (!length || *from == '#')
            continue;
        if (length >= LINE_MAX_BYTES)
            return READ_TOO_LONG;
        memcpy(r->text, from, length);
        r->text[length] = 0;
        return READ_LINE;
    }
    return READ_END;
}

/* The text after a word and a blank, or NULL where the line begins otherwise. */
static char *after(char *line, const char *word)
{
    size_t length = strlen(word);

    return !strncmp(line, word, length) && line[length] == ' ' ? line + length + 1 : NULL;
}

static bool to_number(const char *text, uint64_t most, uint64_t *value)
{
    *value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(*text - '0');

        if (*text < '0' || *text > '9' || digit > most || *value > (most - digit) / 10)
            return false;
        *value = 10 * *value + digit;
    }
    return true;
}

/* -1: it is no hexadecimal digit. */
static int nibble_of(char c)
{
    static const char digit[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = c ? strchr(digit, c) : NULL;

    return found ? (int)(found - digit) % 16 : -1;
}

static bool to_key(const char text[2 * TB_KEY], uint8_t key[TB_KEY])
{
    for (int i = 0; i < TB_KEY; i++) {
        int high = nibble_of(text[2 * i]), low = nibble_of(text[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        key[i] = (uint8_t)(high << 4 | low);
    }
    return tb_is_key(key);
}

void tb_seed_put(const struct tb_seed *seed, struct tb_text *out)
{
    if (!tb_seed_is_secret(seed))
        tb_put(out, "%llu", (unsigned long long)seed->number);
    else
        for (int i = 0; i < TB_KEY; i++)
            tb_put(out, "%02x", seed->key[i]);
}

const char *tb_seed_read(const char *text, struct tb_seed *seed)
{
    struct tb_seed key = { 0 };
    uint64_t number;

    if (strlen(text) == 2 * TB_KEY && to_key(text, key.key))
        *seed = key;
    else if (strlen(text) != 2 * TB_KEY && to_number(text, UINT64_MAX, &number))
        *seed = tb_seed_of(number);
    else
        return TB_N("A seed is a number, or a key of 64 hexadecimal digits.");
    return NULL;
}

static const char *read_game(char *value, struct tb_record *r)
{
    char *blank = strchr(value, ' ');
    uint64_t edition;

    if (!blank || !to_number(blank + 1, UINT16_MAX, &edition))
        return TB_N("A record names its game and the edition of its rules.");
    *blank = 0;
    r->game = tb_find(value);
    if (!r->game)
        return TB_N("This record is of a game that is not here.");
    if (edition != r->game->edition)
        return TB_N("This record was written under another edition of the rules.");
    tb_options_usual(r->game, r->options);
    return NULL;
}

static const char *read_option(char *value, struct tb_record *r)
{
    char *blank = strchr(value, ' ');

    if (!blank)
        return TB_N("An option has a name and a value.");
    *blank = 0;
    return tb_option_set(r->game, r->options, value, blank + 1);
}

static const char *read_field(char *line, struct tb_record *r)
{
    uint64_t number;
    char *value;

    if ((value = after(line, "game")))
        return read_game(value, r);
    if (!r->game)
        return TB_N("A record names its game first.");
    if ((value = after(line, "option")))
        return read_option(value, r);
    if ((value = after(line, "seats")) && to_number(value, TB_SEATS_MAX, &number)) {
        r->seats = (int)number;
        return NULL;
    }
    if ((value = after(line, "seed")))
        return tb_seed_read(value, &r->seed);
    if ((value = after(line, "book")) && to_number(value, UINT64_MAX, &r->kit_digest))
        return NULL;
    return TB_N("This line of the header is not understood.");
}

static bool is_move(const char *line) { return *line >= '0' && *line <= '9'; }

const char *tb_record_read(const char *text, struct tb_record *r)
{
    struct reader reader = { .at = text };
    struct tb_record read = { 0 };
    const char *refusal = NULL;
    enum reading got = next_line(&reader);

    if (got != READ_LINE || strcmp(reader.text, "tablier 1")) {
        r->body_line = 1;
        return TB_N("This is not a record: it does not begin with \"tablier 1\".");
    }
    for (;;) {
        read.body = reader.at;
        read.body_line = reader.line;
        got = next_line(&reader);
        if (got != READ_LINE || is_move(reader.text))
            break;
        refusal = read_field(reader.text, &read);
        if (refusal)
            break;
    }
    for (; got == READ_LINE && !refusal; got = next_line(&reader))
        read.plies++;
    if (!refusal && got == READ_TOO_LONG)
        refusal = TB_N("This line is too long.");
    if (!refusal && !read.game)
        refusal = TB_N("A record names its game first.");
    if (refusal) {
        r->body_line = reader.line; /* for the message; the rest stays as it was */
        return refusal;
    }
    *r = read;
    return NULL;
}

/* Plays a line; `keep`: writes it down too. */
static const char *play_line(struct tb_match *m, char *line, bool keep)
{
    char *blank = strchr(line, ' ');
    uint64_t seat;
    tb_move move;
    const char *refusal;

    if (!blank)
        return TB_N("A move is a seat and what it does.");
    *blank = 0;
    if (!to_number(line, TB_SEATS_MAX, &seat))
        return TB_N("A move is a seat and what it does.");
    refusal = tb_parse(m->game, m->now, (int)seat, blank + 1, &move);
    if (refusal)
        return refusal;
    if (keep)
        return tb_match_play(m, (int)seat, move, NULL);
    if (m->count == m->room)
        return TB_N("The record is full.");
    m->count++;
    return tb_play(m->game, m->now, (int)seat, move, NULL);
}

static const char *play_lines(struct tb_match *m, const struct tb_record *r,
                              const struct tb_kit *kit, bool keep, int *line)
{
    struct reader reader = { .at = r->body, .line = r->body_line };
    const char *refusal = tb_match_new(m, r->seats, r->options, kit, r->seed);

    while (!refusal && next_line(&reader) == READ_LINE)
        refusal = play_line(m, reader.text, keep);
    *line = reader.line;
    return refusal;
}

/* Comes back to the match that was here; where there was none, to zeros. */
static void come_back(struct tb_match *m, const struct tb_head *head, size_t size)
{
    if (head->seats && m->game) {
        *tb_head(m->now) = *head;
        tb_match_rewind(m, m->count);
    } else {
        memset(m->now, 0, size);
    }
}

/* All moves are tried before any is written down: if one is refused, the plies that were
 * here are still there and lead back to their position. */
const char *tb_match_load(struct tb_match *m, const struct tb_record *r,
                          const struct tb_kit *kit, int *line)
{
    struct tb_head head = *tb_head_of(m->now);
    struct tb_match trial = *m;
    const char *refusal;

    assert(r->game && r->body && m->now);
    *line = r->body_line;
    if (kit ? kit->digest != r->kit_digest : r->kit_digest != 0)
        return TB_N("This record was played with another book.");
    trial.game = r->game;
    refusal = play_lines(&trial, r, kit, false, line);
    if (refusal) {
        come_back(m, &head, r->game->state_size);
        return refusal;
    }
    m->game = r->game;
    refusal = play_lines(m, r, kit, true, line);
    assert(!refusal && m->count == r->plies); /* as it was tried */
    return refusal;
}
