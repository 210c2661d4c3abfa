/* A book of either kind, its language, where its body begins, and the canonical text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "books.h"

#define N_(msgid) msgid

enum { BODY_LEAST = 1500, SAMPLE_WORDS = 20000 };

void book_name(char to[BOOK_NAME_MAX], const char *from, size_t length)
{
    struct book_bytes clean = { 0 };
    size_t room = BOOK_NAME_MAX - 1;

    normal_add(&clean, from, length, false);
    if (clean.at && !clean.failed) {
        size_t kept = clean.length < room ? clean.length : room;

        while (kept < clean.length && kept &&
               ((unsigned char)clean.at[kept] & 0xc0) == 0x80)
            kept--;
        memcpy(to, clean.at, kept);
        to[kept] = 0;
    }
    bytes_free(&clean);
}

const char *book_read(const void *bytes, size_t length, struct book *out)
{
    const char *refusal;

    memset(out, 0, sizeof *out);
    if (length > BOOK_FILE_MAX)
        return N_("The file is larger than 64 MiB.");
    out->is_epub = is_epub(bytes, length);
    refusal = out->is_epub ? epub_read(bytes, length, out) : text_read(bytes, length, out);
    if (!refusal && !out->blocks.count)
        refusal = N_("The book holds no text.");
    if (refusal)
        book_clear(out);
    return refusal;
}

void book_clear(struct book *b) { blocks_free(&b->blocks); }

/* ---- language ---- */

static int word_is(const char *word, size_t length, const char *list)
{
    for (const char *at = list; *at;) {
        size_t n = strcspn(at, " ");

        if (n == length && !memcmp(at, word, n))
            return 1;
        at += n + (at[n] == ' ');
    }
    return 0;
}

static bool is_plain(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

/* The larger of two counts over the first words. */
static bool sounds_french(const struct book_bytes *text)
{
    int french = 0, english = 0, words = 0;

    for (size_t i = 0; i < text->length && words < SAMPLE_WORDS;) {
        char word[8];
        size_t n = 0;

        while (i < text->length && !is_plain(text->at[i]) &&
               (unsigned char)text->at[i] < 0x80)
            i++;
        for (; i < text->length &&
               (is_plain(text->at[i]) || (unsigned char)text->at[i] >= 0x80);
             i++, n++)
            if (n < sizeof word)
                word[n] = (char)(text->at[i] | 0x20);
        words += n > 0;
        if (n > 0 && n <= sizeof word) {
            french += word_is(word, n, "le la les des et est une que");
            english += word_is(word, n, "the and of to was that");
        }
    }
    return french > english;
}

static bool is_french(const struct book *b, const char *lang)
{
    if (!lang || !*lang)
        lang = b->lang;
    if (!strncmp(lang, "fr", 2))
        return true;
    if (!strncmp(lang, "en", 2))
        return false;
    return sounds_french(&b->blocks.text);
}

/* ---- where the body begins ---- */

static size_t characters(const struct book *b, const struct block *block)
{
    size_t count = 0;

    for (size_t i = 0; i < block->length; i++)
        count += ((unsigned char)b->blocks.text.at[block->from + i] & 0xc0) != 0x80;
    return count;
}

/* Characters of paragraphs from block i to the next heading, or to the end of its file. */
static size_t prose_after(const struct book *b, int i, bool of_file)
{
    size_t length = 0;
    int file = b->blocks.list[i].file;

    for (; i < b->blocks.count; i++) {
        const struct block *block = &b->blocks.list[i];

        if (of_file ? block->file != file : block->kind == BLOCK_HEADING)
            break;
        if (block->kind == BLOCK_PARAGRAPH)
            length += characters(b, block);
    }
    return length;
}

static int body_of(const struct book *b)
{
    for (int i = 0; i < b->blocks.count; i++) {
        const struct block *block = &b->blocks.list[i];

        if (b->is_epub) {
            if ((!i || block[-1].file != block->file) &&
                prose_after(b, i, true) >= BODY_LEAST)
                return i;
        } else if (block->kind == BLOCK_HEADING && i + 1 < b->blocks.count &&
                   prose_after(b, i + 1, false) >= BODY_LEAST) {
            return i;
        }
    }
    return 0;
}

/* ---- the canonical text ---- */

static void put_line(struct book_bytes *out, const char *word, const char *value)
{
    bytes_add(out, word, strlen(word));
    bytes_add(out, value, strlen(value));
    bytes_add(out, "\n", 1);
}

/* A paragraph that begins like a mark of ours must not be taken for one. */
static bool looks_marked(const char *text)
{
    return (text[0] == '#' || text[0] == '|') && text[1] == ' ';
}

static bool put_block(struct book_bytes *out, const char *text, size_t length,
                      enum block_kind kind, bool french)
{
    struct book_bytes clean = { 0 };
    bool any;

    normal_add(&clean, text, length, french);
    out->failed |= clean.failed;
    any = !clean.failed && clean.length;
    if (any) {
        if (kind != BLOCK_PARAGRAPH)
            bytes_add(out, kind == BLOCK_HEADING ? "# " : "| ", 2);
        else if (looks_marked(clean.at))
            clean.at[0] = '-';
        put_line(out, "", clean.at);
    }
    bytes_free(&clean);
    return any;
}

/* The blocks, and the number that the body's first has among them. */
static int put_blocks(struct book_bytes *out, const struct book *b, bool french)
{
    int body = body_of(b), written = 0, found = 0;

    for (int i = 0; i < b->blocks.count; i++) {
        const struct block *block = &b->blocks.list[i];

        if (i == body)
            found = written;
        written += put_block(out, b->blocks.text.at + block->from, block->length,
                             block->kind, french);
    }
    return found;
}

const char *book_write(const struct book *b, const char *lang, int width, int height,
                       struct book_bytes *out)
{
    bool french = is_french(b, lang);
    struct book_bytes blocks = { 0 };
    int body = put_blocks(&blocks, b, french);
    char number[32];

    *out = (struct book_bytes){ .failed = blocks.failed };
    put_line(out, "title ", b->title);
    put_line(out, "author ", b->author);
    put_line(out, "lang ", french ? "fr" : "en");
    snprintf(number, sizeof number, "%d %d", width, height);
    put_line(out, "layout ", number);
    snprintf(number, sizeof number, "%d", body);
    put_line(out, "body ", number);
    put_line(out, "", "");
    bytes_add(out, blocks.at ? blocks.at : "", blocks.length);
    bytes_free(&blocks);
    if (!out->failed)
        return NULL;
    bytes_free(out);
    return N_("There is not enough memory.");
}
