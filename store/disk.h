/*
 * disk.h: the files that the store keeps beside its database.
 *
 * The database goes to the disk by SQLite's own door, its VFS. This is the door of all the
 * rest, so that a test may bring a disk that fails.
 */
#ifndef STORE_DISK_H
#define STORE_DISK_H

#include <stdbool.h>
#include <stddef.h>

/* A file that lies in memory, shared with other processes that have it open. */
struct disk_map {
    void *bytes; /* NULL: there is none */
    size_t length;
    int file; /* -1: none */
};

/* Opens a file without looking into it; anew: an empty one. */
bool map_open(struct disk_map *m, const char *path, bool anew);
/* Takes in all that is there, what another process has added too; false: nothing is. */
bool map_follow(struct disk_map *m);
/* Makes the file longer. The room is taken now: a disk that is full when a page is written
 * back would end the program. */
bool map_grow(struct disk_map *m, size_t length);
/* What was written is on the disk when it returns. */
bool map_sync(struct disk_map *m);
/* The file `path` that is open here is on the disk, and known by another name. */
bool map_rename(struct disk_map *m, const char *path, const char *name);
void map_close(struct disk_map *m);

/* Nobody else's eyes: a file, made where it is not, and those that lie beside it under its
 * name and one of these ends. NULL ends them. */
void disk_keep_private(const char *path, const char *const *ends);

#endif
