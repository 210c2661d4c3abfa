/*
 * Any bytes as a book: they are refused with a sentence, or they become a text that makes
 * a kit, or that a kit refuses.
 */
#include <stdlib.h>

#include "books.h"
#include "tablier.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void make_kits(const struct book_bytes *text)
{
    for (int i = 0; tb_games[i]; i++) {
        const char *refusal;

        tb_kit_free(tb_kit_new(tb_games[i], text->at, text->length, &refusal));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct book book;
    struct book_bytes text;

    if (book_read(data, size, &book))
        return 0;
    if (!book_write(&book, NULL, BOOK_WIDTH_LEAST, BOOK_HEIGHT_LEAST, &text)) {
        make_kits(&text);
        bytes_free(&text);
    }
    book_clear(&book);
    return 0;
}
