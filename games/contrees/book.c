/*
 * Making a book: the canonical text (docs/books.md) is laid out in lines and pages, and of
 * every right page is kept what the rules need: six lines, the missions that are true of
 * them, the words that bots know, the first whole sentence.
 *
 * The text is laid out twice: first to count the leaves, then to digest them, so that
 * the table of leaves takes no more room than it must.
 */
#include <assert.h>
#include <string.h>

#include "book.h"

/* ---- slices of the text ---- */

struct slice {
    const char *from, *to;
};

static bool is_empty(struct slice s) { return s.from == s.to; }

/* The next line of the text. */
static struct slice take_line(struct slice *rest)
{
    const char *end = memchr(rest->from, '\n', (size_t)(rest->to - rest->from));
    struct slice line = { rest->from, end ? end : rest->to };

    rest->from = end ? end + 1 : rest->to;
    return line;
}

static int characters(struct slice s)
{
    int count = 0;

    for (; s.from < s.to; s.from++)
        count += ((unsigned char)*s.from & 0xc0) != 0x80;
    return count;
}

static const char *skip_characters(const char *at, int count)
{
    while (count-- > 0)
        nc_next(&at);
    return at;
}

/* ---- laying out: 9.3, 9.4 ---- */

enum kind { HEADING, PARAGRAPH, VERSE };

struct line {
    struct slice text;
    enum kind kind;
    bool starts; /* a block */
};

/* A sentence, or as much of it as has been read: which page it began on, and where. */
struct sentence {
    struct slice text;
    uint32_t page; /* 0: none */
};

struct press {
    struct nc_kit *kit; /* NULL: only count */
    struct nc_volume *volume;
    size_t room;
    bool full; /* of the kit */
    int width, height;
    unsigned lang;

    uint32_t page; /* being filled, from 1; 0: none yet */
    int used;      /* its lines, headings and blanks too */
    int lines;     /* of text, in line[] */
    struct line line[PAGE_MAX];
    bool after_heading;
    uint32_t leaves;

    /* First whole sentences of the page: of prose, of verses that run on, of one verse. */
    struct sentence prose, verses, verse;
    struct sentence open;      /* the one being read */
    const char *verse_end;     /* the block before was a verse and ended here; or NULL */
    bool any_verse, any_point; /* on this page; one of them ends with punctuation */
};

static bool is_right(uint32_t page) { return page % 2 == 1; }

static void *take(struct press *p, size_t bytes)
{
    void *at = (char *)p->kit + p->kit->size;

    if (p->kit->size + bytes > p->room) {
        p->full = true;
        return NULL;
    }
    p->kit->size += (uint32_t)bytes;
    return at;
}

static uint32_t offset_of(const struct press *p, const void *at)
{
    return (uint32_t)((const char *)at - (const char *)p->kit);
}

/* Copies bytes with a 0 at the end; where they stand, or 0. */
static uint32_t keep(struct press *p, struct slice s)
{
    size_t length = (size_t)(s.to - s.from);
    char *at = take(p, length + 1);

    if (!at)
        return 0;
    memcpy(at, s.from, length);
    at[length] = 0;
    return offset_of(p, at);
}

/* ---- digesting a right page ---- */

enum { MARKED = 3 };

static void keep_hits(struct press *p, struct nc_leaf *leaf,
                      const struct nc_passage *passage)
{
    struct nc_hit hits[HITS_MAX];
    int count = nc_hits(passage, hits, HITS_MAX);
    char *at;

    p->kit->size = (p->kit->size + 1) & ~1u;
    at = take(p, (size_t)count * sizeof *hits);
    if (!at || !count)
        return;
    memcpy(at, hits, (size_t)count * sizeof *hits);
    leaf->hits = offset_of(p, at);
    leaf->hit_count = (uint8_t)count;
}

static const uint8_t easier[] = { 0, 3, 8, 9, 16 }; /* M01 M04 M09 M10 M17 */
enum { EASIER = sizeof easier };

static void judge(struct nc_leaf *leaf, const struct nc_passage *passage)
{
    struct nc_proof proof;

    for (unsigned m = 0; m < MISSIONS; m++)
        leaf->missions |= (uint32_t)nc_mission(passage, m, false, &proof) << m;
    for (unsigned i = 0; i < EASIER; i++)
        leaf->easy |= (uint8_t)(nc_mission(passage, easier[i], true, &proof) << i);
}

static void keep_passage(struct press *p, struct nc_leaf *leaf)
{
    struct nc_passage passage;

    for (int i = 0; i < LINES; i++) {
        uint32_t at = keep(p, p->line[i].text);

        leaf->text = i ? leaf->text : at;
        leaf->marks |= (uint16_t)((unsigned)p->line[i].starts << i |
                                  (unsigned)(p->line[i].kind == VERSE) << (LINES + i));
    }
    if (p->full)
        return;
    nc_open(p->kit, p->volume, p->page / 2, &passage);
    /* Even a page of points offers its scout three words to mark. */
    leaf->words = (uint8_t)(passage.words > MARKED ? passage.words : MARKED);
    judge(leaf, &passage);
    keep_hits(p, leaf, &passage);
}

/* R5.7: unpunctuated verses are a sentence each, others run on. */
static struct sentence first_sentence(const struct press *p)
{
    struct sentence lone = p->any_verse && !p->any_point ? p->verse : p->verses;

    if (!lone.page || (p->prose.page && p->prose.text.from < lone.text.from))
        return p->prose;
    return lone;
}

/* A sentence inside the six lines is not kept again: a 0 stands for the blank. */
static bool is_in_passage(const struct press *p, const struct nc_leaf *leaf, struct slice s)
{
    return leaf->text && s.from >= p->line[0].text.from &&
           s.to <= p->line[LINES - 1].text.to;
}

static uint32_t place_in_passage(const struct press *p, const struct nc_leaf *leaf,
                                 const char *at)
{
    uint32_t offset = leaf->text;

    for (int i = 0; i < LINES; i++) {
        if (at >= p->line[i].text.from && at <= p->line[i].text.to)
            return offset + (uint32_t)(at - p->line[i].text.from);
        offset += (uint32_t)(p->line[i].text.to - p->line[i].text.from) + 1;
    }
    assert(false && "a sentence that begins between lines");
    return 0;
}

/* From the first line's `from` to the last line's `to`, line by line. */
static void keep_apart(struct press *p, struct nc_leaf *leaf, struct slice s)
{
    uint32_t begun = p->kit->size;

    for (int i = 0; i < p->lines && !p->full; i++) {
        struct slice text = p->line[i].text;

        if (text.to <= s.from || text.from >= s.to)
            continue;
        if (text.from < s.from)
            text.from = s.from;
        if (text.to > s.to)
            text.to = s.to;
        keep(p, text);
    }
    if (p->full)
        return;
    leaf->meaning = begun;
    leaf->meaning_length = (uint16_t)(p->kit->size - 1 - begun);
}

static void keep_meaning(struct press *p, struct nc_leaf *leaf)
{
    struct slice s = first_sentence(p).text;

    if (!first_sentence(p).page)
        return;
    if (is_in_passage(p, leaf, s)) {
        leaf->meaning = place_in_passage(p, leaf, s.from);
        leaf->meaning_length = (uint16_t)(place_in_passage(p, leaf, s.to) - leaf->meaning);
    } else {
        keep_apart(p, leaf, s);
    }
}

static void digest_page(struct press *p)
{
    struct nc_leaf *leaf;

    if (!is_right(p->page))
        return;
    p->leaves++;
    if (!p->kit || p->full)
        return;
    leaf = (struct nc_leaf *)(void *)((char *)p->kit + p->volume->leaf) + p->page / 2;
    if (p->lines >= LINES)
        keep_passage(p, leaf);
    if (!p->full)
        keep_meaning(p, leaf);
}

static void new_page(struct press *p)
{
    if (p->page)
        digest_page(p);
    p->page++;
    p->used = p->lines = 0;
    p->prose.page = p->verses.page = p->verse.page = 0;
    p->any_verse = p->any_point = false;
}

static void make_room(struct press *p)
{
    if (!p->page || p->used == p->height)
        new_page(p);
}

static void add_line(struct press *p, struct slice text, enum kind kind, bool starts)
{
    make_room(p);
    p->used++;
    if (kind != HEADING)
        p->line[p->lines++] = (struct line){ text, kind, starts };
}

/* ---- sentences: 9.7 ---- */

static bool is_stop(uint32_t c) { return c == '.' || c == '!' || c == '?' || c == 0x2026; }

static bool closes(uint32_t c)
{
    return c == 0xbb || c == 0x201d || c == '"' || c == '\'' || c == ')' || c == ']';
}

static bool may_open(uint32_t c)
{
    return nc_is_capital(c) || nc_is_digit(c) || c == 0xab || c == 0x201c || c == '"' ||
           c == 0x2014;
}

/* The word before a period, if it is one that a period abbreviates. */
static bool is_abbreviation(const char *from, const char *stop)
{
    static const char *const known[] = { "m",    "mm",   "mme", "mlle", "mr",  "mrs",
                                         "ms",   "dr",   "st",  "ste",  "rev", "hon",
                                         "prof", "capt", "col", "gen",  "lt",  "jr",
                                         "sr",   "no",   "etc", NULL };
    const char *at = stop;
    size_t length;

    while (at > from &&
           (((unsigned char)at[-1] | 0x20) >= 'a' && ((unsigned char)at[-1] | 0x20) <= 'z'))
        at--;
    /* A letter with an accent before: the word is longer than it looks. */
    if (at > from &&
        ((unsigned char)at[-1] >= 0x80 || nc_is_digit((unsigned char)at[-1])) &&
        !(at - from >= 2 && !memcmp(at - 2, "\xc2\xa0", 2)))
        return false;
    length = (size_t)(stop - at);
    if (length == 1 && *at >= 'A' && *at <= 'Z')
        return true;
    for (int i = 0; known[i]; i++)
        if (strlen(known[i]) == length && (*at | 0x20) == known[i][0] &&
            !memcmp(at + 1, known[i] + 1, length - 1))
            return true;
    return false;
}

/* Whether the run of stops at `at` ends a sentence of the block; *end: behind it and what
 * closes with it. */
static bool ends_sentence(struct slice block, const char *at, const char **end)
{
    const char *stop = at, *after, *next;
    bool one = *at == '.';

    nc_next(&at);
    while (at < block.to && is_stop(nc_peek(at))) {
        nc_next(&at);
        one = false;
    }
    after = at;
    for (next = at; next < block.to;) {
        uint32_t c = nc_next(&next);

        if (closes(c))
            after = next;
        else if (c != NO_BREAK)
            break;
    }
    *end = after;
    next = after;
    while (next < block.to && nc_is_blank(nc_peek(next)))
        nc_next(&next);
    if (next < block.to && !may_open(nc_peek(next)))
        return false;
    return next == block.to || !one || !is_abbreviation(block.from, stop);
}

static void close_sentence(struct press *p, const char *to, enum kind kind)
{
    struct sentence *first = kind == VERSE ? &p->verses : &p->prose;

    p->open.text.to = to;
    if (p->open.page && p->open.page == p->page && !first->page)
        *first = p->open;
    p->open.page = 0;
}

/* Reads the sentences of a piece of a block that stands on this page, line by line. */
struct reading {
    struct slice block;
    const char *at; /* read up to here */
    enum kind kind;
};

static void open_sentence(struct press *p, const char *at)
{
    if (!p->open.page)
        p->open = (struct sentence){ .text = { at, at }, .page = p->page };
}

/* A line has been set: the sentences up to its end. */
static void read_sentences(struct press *p, struct reading *r, const char *to)
{
    while (r->at < to) {
        const char *from = r->at, *end;
        uint32_t c = nc_next(&r->at);

        if (nc_is_blank(c))
            continue;
        open_sentence(p, from);
        if (!is_stop(c))
            continue;
        if (ends_sentence(r->block, from, &end)) {
            close_sentence(p, end, r->kind);
            r->at = end;
        } else {
            while (r->at < r->block.to && is_stop(nc_peek(r->at)))
                nc_next(&r->at);
        }
    }
}

/* A verse that has ended: it may be a sentence by itself. */
static void end_verse(struct press *p, struct slice block, uint32_t begun)
{
    const char *last = block.to;

    do
        last--;
    while (last > block.from && ((unsigned char)*last & 0xc0) == 0x80);
    p->any_verse = true;
    p->any_point |= nc_is_punctuation(nc_peek(last));
    if (begun == p->page && !p->verse.page)
        p->verse = (struct sentence){ .text = block, .page = begun };
}

static void end_block(struct press *p, struct slice block, enum kind kind, uint32_t begun)
{
    if (kind == PARAGRAPH && p->open.page)
        close_sentence(p, block.to, kind);
    if (kind == VERSE)
        end_verse(p, block, begun);
    p->verse_end = kind == VERSE ? block.to : NULL;
}

/* The block to come is no verse, or the text is over: what ran on ends. */
static void end_verses(struct press *p)
{
    if (p->verse_end)
        close_sentence(p, p->verse_end, VERSE);
    p->verse_end = NULL;
    p->open.page = 0;
}

/* ---- blocks ---- */

/* The words that fill a line of `room` characters: greedy, and a word longer than any line
 * is cut. Returns where the line ends; *next: where the following one begins. */
static const char *fill_line(struct slice rest, int room, int width, const char **next)
{
    const char *end = rest.from, *at = rest.from;
    int used = 0;

    while (at < rest.to) {
        const char *blank = memchr(at, ' ', (size_t)(rest.to - at));
        struct slice word = { at, blank ? blank : rest.to };
        int length = characters(word);

        if (!used && length > width) {
            *next = skip_characters(at, width);
            return *next;
        }
        if (used && used + 1 + length > room)
            break;
        used += (used > 0) + length;
        end = word.to;
        at = blank ? blank + 1 : rest.to;
    }
    *next = at;
    return end;
}

static void set_heading(struct press *p, struct slice text)
{
    end_verses(p);
    if (p->page && p->used && !p->after_heading)
        new_page(p);
    while (!is_empty(text)) {
        const char *next, *end = fill_line(text, p->width, p->width, &next);

        add_line(p, (struct slice){ text.from, end }, HEADING, false);
        text.from = next;
    }
    if (p->used < p->height)
        p->used++;
    p->after_heading = true;
}

static void set_block(struct press *p, struct slice text, enum kind kind)
{
    struct reading r = { text, text.from, kind };
    struct slice rest = text;
    uint32_t begun = 0;

    if (kind != VERSE)
        end_verses(p);
    while (!is_empty(rest)) {
        bool first = rest.from == text.from;
        int room = p->width - (first && kind == PARAGRAPH ? 2 : 0);
        const char *next, *end = fill_line(rest, room, p->width, &next);

        add_line(p, (struct slice){ rest.from, end }, kind, first);
        begun = first ? p->page : begun;
        read_sentences(p, &r, end);
        rest.from = next;
    }
    end_block(p, text, kind, begun);
    p->after_heading = false;
}

/* ---- the canonical text ---- */

static bool says(struct slice line, const char *word, struct slice *value)
{
    size_t length = strlen(word);

    if ((size_t)(line.to - line.from) < length || memcmp(line.from, word, length))
        return false;
    value->from = line.from + length;
    value->to = line.to;
    return true;
}

static int number_of(struct slice *s)
{
    int value = 0;

    while (s->from < s->to && *s->from == ' ')
        s->from++;
    if (s->from == s->to || !nc_is_digit((unsigned char)*s->from))
        return -1;
    while (s->from < s->to && nc_is_digit((unsigned char)*s->from) && value < 100000)
        value = 10 * value + (*s->from++ - '0');
    return value;
}

struct front {
    struct slice title, author;
    int lang, width, height, body;
};

static bool read_lang(struct slice value, struct front *f)
{
    f->lang = value.to - value.from != 2     ? -1
              : !memcmp(value.from, "fr", 2) ? TB_FR
              : !memcmp(value.from, "en", 2) ? TB_EN
                                             : -1;
    return f->lang >= 0;
}

static bool read_layout(struct slice value, struct front *f)
{
    f->width = number_of(&value);
    f->height = number_of(&value);
    return f->width >= WIDTH_MIN && f->width <= WIDTH_MAX && f->height >= PAGE_MIN &&
           f->height <= PAGE_MAX && is_empty(value);
}

static const char *read_front(struct slice *rest, struct front *f)
{
    static const char damaged[] = TB_N("This book is damaged: import it again.");

    *f = (struct front){ .lang = -1, .body = 0 };
    for (;;) {
        struct slice line = take_line(rest), value;

        if (is_empty(line))
            break;
        if (says(line, "title ", &value))
            f->title = value;
        else if (says(line, "author ", &value))
            f->author = value;
        else if (says(line, "lang ", &value) ? !read_lang(value, f)
                 : says(line, "layout ", &value)
                     ? !read_layout(value, f)
                     : !says(line, "body ", &value) || (f->body = number_of(&value)) < 0)
            return damaged;
    }
    return f->lang < 0 || !f->width ? damaged : NULL;
}

/* Lays the blocks out; *body: the page of the body's first block. */
static void print_blocks(struct press *p, struct slice rest, int body_block, uint32_t *body)
{
    *body = 0;
    for (int block = 0; !is_empty(rest); block++) {
        struct slice line = take_line(&rest), text;

        if (is_empty(line))
            continue;
        if (block == body_block) {
            make_room(p);
            /* A heading may yet turn the page. */
            *body = p->page + (line.from[0] == '#' && p->used && !p->after_heading);
        }
        if (says(line, "# ", &text))
            set_heading(p, text);
        else if (says(line, "| ", &text))
            set_block(p, text, VERSE);
        else
            set_block(p, line, PARAGRAPH);
    }
    end_verses(p);
    if (p->page)
        digest_page(p);
}

static bool blocks_are_clean(struct slice rest)
{
    while (!is_empty(rest)) {
        struct slice line = take_line(&rest);

        if (!nc_is_clean(line.from, (size_t)(line.to - line.from)))
            return false;
    }
    return true;
}

static struct press press_for(const struct front *f)
{
    return (
        struct press){ .width = f->width, .height = f->height, .lang = (unsigned)f->lang };
}

uint64_t nc_digest(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash ? hash : 1;
}

const char *nc_bind(struct nc_kit *kit, size_t room, const char *text, size_t length)
{
    struct slice rest = { text, text + length };
    struct nc_volume *v = &kit->volume[kit->volumes];
    struct front front;
    struct press press;
    uint32_t body;
    const char *refusal;

    assert(kit->volumes < TB_LANGS);
    if (!blocks_are_clean(rest))
        return TB_N("This book is not plain UTF-8 text.");
    refusal = read_front(&rest, &front);
    if (refusal)
        return refusal;
    press = press_for(&front);
    print_blocks(&press, rest, front.body, &body);
    if (press.leaves > LEAVES_MAX)
        return TB_N("This book is too long: it has too many pages.");
    if (!kit->size)
        kit->size = sizeof *kit;
    *v = (struct nc_volume){ .leaves = press.leaves,
                             .pages = press.page,
                             .body = body / 2,
                             .lang = (uint8_t)front.lang,
                             .width = (uint8_t)front.width,
                             .height = (uint8_t)front.height };
    press = press_for(&front);
    press.kit = kit;
    press.volume = v;
    press.room = room;
    kit->size = (kit->size + 7) & ~7u;
    v->leaf = kit->size;
    if (take(&press, v->leaves * sizeof(struct nc_leaf))) {
        v->title = keep(&press, front.title);
        v->author = keep(&press, front.author);
        print_blocks(&press, rest, front.body, &body);
    }
    if (press.full)
        return TB_N("This book is too long for its pages: choose larger ones.");
    kit->volumes++;
    return NULL;
}

const struct tb_kit *nc_kit_default(void)
{
    return (const struct tb_kit *)(const void *)nc_novella;
}

const char *nc_kit_make(struct tb_kit *kit, const char *text, size_t length)
{
    const char *refusal;

    if (!text) {
        memcpy(kit, nc_novella, nc_novella_size);
        return NULL;
    }
    memset(kit, 0, sizeof(struct nc_kit));
    refusal = nc_bind((struct nc_kit *)(void *)kit, KIT_BYTES, text, length);
    kit->digest = nc_digest(text, length);
    return refusal;
}

/* ---- reading a kit ---- */

void nc_open(const struct nc_kit *kit, const struct nc_volume *v, unsigned leaf,
             struct nc_passage *p)
{
    const struct nc_leaf *l = nc_leaf(kit, v, leaf);
    const char *line[LINES], *at = nc_at(kit, l->text);

    assert(l->text);
    for (int i = 0; i < LINES; i++, at += strlen(at) + 1)
        line[i] = at;
    nc_passage_read(p, line, l->marks & 0x3f, l->marks >> LINES & 0x3f, v->lang);
}

bool nc_is_true(const struct nc_leaf *leaf, unsigned mission, bool easy)
{
    for (unsigned i = 0; easy && i < EASIER; i++)
        if (easier[i] == mission)
            return leaf->easy >> i & 1;
    return leaf->missions >> mission & 1;
}

int nc_meaning_leaf(const struct nc_kit *kit, const struct nc_volume *v, unsigned leaf)
{
    for (unsigned i = leaf; i < v->leaves; i++)
        if (nc_leaf(kit, v, i)->meaning_length)
            return (int)i;
    for (unsigned i = leaf < v->leaves ? leaf : v->leaves; i-- > 0;)
        if (nc_leaf(kit, v, i)->meaning_length)
            return (int)i;
    return -1;
}

void nc_put_meaning(const struct nc_kit *kit, const struct nc_leaf *leaf,
                    struct tb_text *out)
{
    const char *at = nc_at(kit, leaf->meaning);

    for (int i = 0; i < leaf->meaning_length; i++)
        tb_put_byte(out, at[i] ? at[i] : ' ');
}
