/* The machine's disk. */
#include "disk.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool map_open(struct disk_map *m, const char *path, bool anew)
{
    m->file = open(path, O_RDWR | O_CLOEXEC | (anew ? O_CREAT | O_TRUNC : 0), 0600);
    return m->file >= 0;
}

bool map_follow(struct disk_map *m)
{
    struct stat is;
    void *bytes;

    if (fstat(m->file, &is) || is.st_size <= 0)
        return false;
    if (m->bytes && (size_t)is.st_size <= m->length)
        return true;
    bytes = mmap(NULL, (size_t)is.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, m->file, 0);
    if (bytes == MAP_FAILED)
        return false;
    if (m->bytes)
        munmap(m->bytes, m->length);
    m->bytes = bytes;
    m->length = (size_t)is.st_size;
    return true;
}

bool map_grow(struct disk_map *m, size_t length)
{
    return !posix_fallocate(m->file, 0, (off_t)length) && map_follow(m);
}

bool map_sync(struct disk_map *m) { return !msync(m->bytes, m->length, MS_SYNC); }

bool map_rename(struct disk_map *m, const char *path, const char *name)
{
    return !fsync(m->file) && !rename(path, name);
}

void map_close(struct disk_map *m)
{
    if (m->bytes)
        munmap(m->bytes, m->length);
    if (m->file >= 0)
        close(m->file);
    *m = (struct disk_map){ .file = -1 };
}

void disk_keep_private(const char *path, const char *const *ends)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (fd >= 0)
        close(fd);
    (void)!chmod(path, 0600); /* fails where it is not ours */
    for (; *ends; ends++) {
        char name[4200];

        snprintf(name, sizeof name, "%s%s", path, *ends);
        (void)!chmod(name, 0600); /* or where there is none */
    }
}
