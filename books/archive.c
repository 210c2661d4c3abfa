#include "archive.h"

#include <minizip/unzip.h>
#include <stdlib.h>
#include <string.h>

#include "books.h"

struct entry {
    unz64_file_pos at;
    uint64_t size;
    char *path;
};

struct archive {
    unzFile zip;
    const char *bytes;
    uint64_t length, at; /* `at`: where minizip reads */
    uint64_t count;
    struct entry *entries;
    int known;
};

/* ---- minizip's file, in memory ---- */

static voidpf open_memory(voidpf archive, const void *name, int mode) { return archive; }

static uLong read_memory(voidpf archive, voidpf file, void *to, uLong size)
{
    struct archive *a = archive;
    uint64_t left = a->length - a->at;

    if (size > left)
        size = (uLong)left;
    memcpy(to, a->bytes + a->at, size);
    a->at += size;
    return size;
}

static ZPOS64_T tell_memory(voidpf archive, voidpf file)
{
    return ((struct archive *)archive)->at;
}

static long seek_memory(voidpf archive, voidpf file, ZPOS64_T offset, int origin)
{
    struct archive *a = archive;
    uint64_t from = origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                    : origin == ZLIB_FILEFUNC_SEEK_CUR ? a->at
                                                       : a->length;

    if (offset > a->length - from)
        return -1;
    a->at = from + offset;
    return 0;
}

static int no_error(voidpf archive, voidpf file) { return 0; }

/* ---- what it holds ---- */

static bool read_about(struct archive *a, unz_file_info64 *about, char *path, uLong room)
{
    return !unzGetCurrentFileInfo64(a->zip, about, path, room, NULL, 0, NULL, 0);
}

static bool note_entry(struct archive *a)
{
    struct entry *e = &a->entries[a->known];
    unz_file_info64 about;
    char *path;

    if (!read_about(a, &about, NULL, 0) || unzGetFilePos64(a->zip, &e->at))
        return false;
    path = malloc(about.size_filename + 1);
    if (!path || !read_about(a, &about, path, about.size_filename + 1)) {
        free(path);
        return false;
    }
    e->size = about.uncompressed_size;
    e->path = path;
    a->known++;
    return true;
}

static bool note_entries(struct archive *a)
{
    unz_global_info64 about;
    int more;

    if (unzGetGlobalInfo64(a->zip, &about))
        return false;
    a->count = about.number_entry;
    a->entries = calloc(BOOK_ENTRIES_MAX, sizeof *a->entries);
    if (!a->entries)
        return false;
    for (more = unzGoToFirstFile(a->zip); !more && a->known < BOOK_ENTRIES_MAX;
         more = unzGoToNextFile(a->zip))
        if (!note_entry(a))
            return false;
    return !more || more == UNZ_END_OF_LIST_OF_FILE;
}

struct archive *archive_open(const void *bytes, size_t length)
{
    struct archive *a = calloc(1, sizeof *a);
    zlib_filefunc64_def memory = { .zopen64_file = open_memory,
                                   .zread_file = read_memory,
                                   .ztell64_file = tell_memory,
                                   .zseek64_file = seek_memory,
                                   .zclose_file = no_error,
                                   .zerror_file = no_error,
                                   .opaque = a };

    if (!a)
        return NULL;
    a->bytes = bytes;
    a->length = length;
    a->zip = unzOpen2_64("", &memory);
    if (a->zip && note_entries(a))
        return a;
    archive_close(a);
    return NULL;
}

void archive_close(struct archive *a)
{
    for (int i = 0; i < a->known; i++)
        free(a->entries[i].path);
    free(a->entries);
    if (a->zip)
        unzClose(a->zip);
    free(a);
}

uint64_t archive_count(const struct archive *a) { return a->count; }

int archive_find(const struct archive *a, const char *path, uint64_t *size)
{
    for (int i = 0; i < a->known; i++)
        if (!strcmp(a->entries[i].path, path)) {
            *size = a->entries[i].size;
            return i;
        }
    return -1;
}

static bool read_current(struct archive *a, char *to, uint64_t size)
{
    uint64_t done = 0;

    while (done < size) {
        uint64_t left = size - done;
        int got = unzReadCurrentFile(a->zip, to + done,
                                     left < 1 << 20 ? (unsigned)left : 1 << 20);

        if (got <= 0)
            return false;
        done += (uint64_t)got;
    }
    return true;
}

bool archive_unpack(struct archive *a, int which, char *to)
{
    const struct entry *e = &a->entries[which];
    bool whole;

    if (unzGoToFilePos64(a->zip, &e->at) || unzOpenCurrentFile(a->zip))
        return false;
    whole = read_current(a, to, e->size);
    /* Closing tells whether its sum is right. */
    return unzCloseCurrentFile(a->zip) == UNZ_OK && whole;
}
