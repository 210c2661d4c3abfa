/*
 * Books as people have them, made into the canonical text that a game's kit is made from:
 * docs/books.md. EPUB and plain text come in, blocks of clean text go out.
 *
 * Refusals are sentences, as everywhere; whatever is sent here may be hostile.
 */
#ifndef BOOKS_H
#define BOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BOOK_TEXT_MAX = 4 << 20,  /* bytes of text that a book may hold */
    BOOK_FILE_MAX = 64 << 20, /* bytes of a file, and of what an EPUB unpacks to */
    BOOK_BLOCKS_MAX = 20000,
    BOOK_ENTRIES_MAX = 5000, /* files in an EPUB */
    BOOK_NAME_MAX = 200,     /* bytes of a title or an author, the final 0 included */
    BOOK_WIDTH = 60,
    BOOK_HEIGHT = 30, /* Poche */
    BOOK_WIDTH_LEAST = 48,
    BOOK_HEIGHT_LEAST = 12, /* Carnet */
};

/* A growing text. */
struct book_bytes {
    char *at;
    size_t length, room;
    bool failed; /* there was no memory for it */
};
void bytes_add(struct book_bytes *b, const char *from, size_t length);
void bytes_free(struct book_bytes *b);

enum block_kind { BLOCK_HEADING, BLOCK_PARAGRAPH, BLOCK_VERSE };

/* Blocks gathered one after the other, as they were printed. */
struct book_blocks {
    struct book_bytes text;
    int count;
    struct block {
        size_t from, length;
        enum block_kind kind;
        int file; /* of the spine an EPUB's block stands in; 0 in a plain text */
    } * list;
    int room;
    const char *refusal; /* too many, too long, no memory; NULL: none */
};
void blocks_add(struct book_blocks *b, enum block_kind kind, const char *text,
                size_t length);
void blocks_free(struct book_blocks *b);

/* What is known of a book besides its text. */
struct book {
    struct book_blocks blocks;
    int file;     /* of the spine, as blocks are added */
    bool is_epub; /* its files say where the body begins */
    char title[BOOK_NAME_MAX], author[BOOK_NAME_MAX];
    char lang[8]; /* as the book says: "fr-FR"; "": it does not */
};

/* Reads a file's bytes. On a refusal the book is empty. The caller clears it. */
const char *book_read(const void *bytes, size_t length, struct book *out);
void book_clear(struct book *b);

/* Writes the canonical text, laid out so wide and high. `lang` "fr" or "en", or NULL: as
 * the book says, or its words. The caller frees it. */
const char *book_write(const struct book *b, const char *lang, int width, int height,
                       struct book_bytes *out);

/* ---- between the files of this folder ---- */

const char *text_read(const void *bytes, size_t length, struct book *out);
const char *epub_read(const void *bytes, size_t length, struct book *out);
bool is_epub(const void *bytes, size_t length);
/* Appended as UTF-8: UTF-16 with a mark, UTF-8, or Windows-1252 where it is neither. */
void text_decode(const void *bytes, size_t length, struct book_bytes *to);
void text_put(struct book_bytes *to, int32_t c);
int32_t text_windows(unsigned char byte); /* what Windows-1252 means by it */
/* A page of an EPUB, ready for a parser. */
void page_tidy(const void *bytes, size_t length, struct book_bytes *to);
/* Keeps a name, cleaned, as much of it as fits. */
void book_name(char to[BOOK_NAME_MAX], const char *from, size_t length);
/* 9.2: one block, appended. French spaces are made where `french`. */
void normal_add(struct book_bytes *to, const char *from, size_t length, bool french);

#endif
