/* Growing texts and lists of blocks, bounded. */
#include <stdlib.h>
#include <string.h>

#include "books.h"

#define N_(msgid) msgid

void bytes_add(struct book_bytes *b, const char *from, size_t length)
{
    if (b->length + length + 1 > b->room) {
        size_t room = 2 * (b->length + length) + 256;
        char *at = b->failed ? NULL : realloc(b->at, room);

        if (!at) {
            b->failed = true;
            return;
        }
        b->at = at;
        b->room = room;
    }
    if (length)
        memcpy(b->at + b->length, from, length);
    b->length += length;
    b->at[b->length] = 0;
}

void bytes_free(struct book_bytes *b)
{
    free(b->at);
    *b = (struct book_bytes){ 0 };
}

static struct block *next_block(struct book_blocks *b)
{
    if (b->count == b->room) {
        int room = 2 * b->room + 64;
        struct block *list = realloc(b->list, (size_t)room * sizeof *list);

        if (!list)
            return NULL;
        b->list = list;
        b->room = room;
    }
    return &b->list[b->count++];
}

static bool is_white(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\n\r\f\v", text[i]) || !text[i])
            return false;
    return true;
}

void blocks_add(struct book_blocks *b, enum block_kind kind, const char *text,
                size_t length)
{
    struct block *block;

    if (b->refusal || is_white(text, length))
        return;
    if (b->count == BOOK_BLOCKS_MAX)
        b->refusal = N_("The book has more than 20,000 paragraphs.");
    else if (b->text.length + length > BOOK_TEXT_MAX)
        b->refusal = N_("The book has more than 4 MiB of text.");
    else if (!(block = next_block(b)))
        b->refusal = N_("There is not enough memory.");
    else {
        *block = (struct block){ .from = b->text.length, .length = length, .kind = kind };
        bytes_add(&b->text, text, length);
        if (b->text.failed)
            b->refusal = N_("There is not enough memory.");
    }
}

void blocks_free(struct book_blocks *b)
{
    bytes_free(&b->text);
    free(b->list);
    *b = (struct book_blocks){ 0 };
}
