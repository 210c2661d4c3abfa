/*
 * Digests the default book at build time: the novella in both languages, as C.
 *
 * Usage: contrees-press TITLE-EN TITLE-FR EN.txt FR.txt OUTPUT.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "books.h"

enum { WIDTH = 48, HEIGHT = 12 }; /* Carnet: D45 */

const uint64_t nc_novella[1];
const uint32_t nc_novella_size;

static void die(const char *what, const char *why)
{
    fprintf(stderr, "contrees-press: %s: %s\n", what, why);
    exit(1);
}

static void read_file(const char *path, struct book_bytes *out)
{
    FILE *file = fopen(path, "rb");
    char bytes[1 << 16];
    size_t length;

    if (!file)
        die(path, "cannot be read");
    while ((length = fread(bytes, 1, sizeof bytes, file)) > 0)
        bytes_add(out, bytes, length);
    fclose(file);
}

static void bind(struct nc_kit *kit, const char *path, const char *lang, const char *title)
{
    struct book_bytes file = { 0 }, text;
    struct book book;
    const char *refusal;

    read_file(path, &file);
    refusal = book_read(file.at, file.length, &book);
    if (!refusal) {
        book_name(book.title, title, strlen(title));
        book_name(book.author, "Tablier", strlen("Tablier"));
    }
    if (!refusal)
        refusal = book_write(&book, lang, WIDTH, HEIGHT, &text);
    if (!refusal)
        refusal = nc_bind(kit, KIT_BYTES, text.at, text.length);
    if (refusal)
        die(path, refusal);
    bytes_free(&file);
    bytes_free(&text);
    book_clear(&book);
}

static void put(FILE *out, const struct nc_kit *kit)
{
    const uint64_t *word = (const uint64_t *)(const void *)kit;

    fprintf(out,
            "/* Made by tools/contrees-press from games/contrees/book. */\n"
            "#include \"games/contrees/book.h\"\n\n"
            "const uint32_t nc_novella_size = %u;\nconst uint64_t nc_novella[] = {\n",
            kit->size);
    for (uint32_t i = 0; i < (kit->size + 7) / 8; i++)
        fprintf(out, "0x%llx,%s", (unsigned long long)word[i], i % 6 == 5 ? "\n" : "");
    fprintf(out, "\n};\n");
}

int main(int argc, char **argv)
{
    struct nc_kit *kit = calloc(1, KIT_BYTES);
    FILE *out;

    if (argc != 6 || !kit)
        die("usage", "contrees-press TITLE-EN TITLE-FR EN.txt FR.txt OUTPUT.c");
    bind(kit, argv[3], "en", argv[1]);
    bind(kit, argv[4], "fr", argv[2]);
    out = fopen(argv[5], "w");
    if (!out)
        die(argv[5], "cannot be written");
    put(out, kit);
    free(kit);
    return fclose(out) ? 1 : 0;
}
