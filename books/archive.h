/* A ZIP that lies in memory, and what it holds by name. */
#ifndef BOOKS_ARCHIVE_H
#define BOOKS_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct archive;

/* NULL: it is damaged, or there is no memory. The bytes are not copied. */
struct archive *archive_open(const void *bytes, size_t length);
void archive_close(struct archive *a);

/* How many files it says it holds. Of those beyond `BOOK_ENTRIES_MAX` nothing is known. */
uint64_t archive_count(const struct archive *a);

/* The number of the file with this path, and its size once unpacked; -1: there is none. */
int archive_find(const struct archive *a, const char *path, uint64_t *size);

/* Unpacks a file into a room of its size; false: it is damaged. */
bool archive_unpack(struct archive *a, int which, char *to);

#endif
