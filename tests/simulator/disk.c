/*
 * A disk in memory: a VFS for SQLite, and disk.h for the marks.
 *
 * What was written is kept when it was synced. When the house crashes, what was not may be
 * there wholly, in part or not at all, sector by sector and in any order; unless only the
 * process was killed, when all of it is there. Operations fail on command.
 */
#include "../../store/disk.h"

#include <stdlib.h>
#include <string.h>

#include "../../store/sqlite.h"
#include "sim.h"

enum { FILES = 16, NAME = 160, SECTOR = 512, PAGE = 4096, REGIONS = 64 };

/* Something done to a file that is not synced: bytes written, or a new length. */
struct change_made {
    struct change_made *next;
    size_t at, length;
    bool cuts;
    char bytes[];
};

struct content {
    char *bytes;
    size_t length, room;
};

struct disk_file {
    char name[NAME]; /* "": there is none */
    struct content now, synced;
    struct change_made *first, **last;
    void *region[REGIONS]; /* SQLite's shared memory */
    bool mapped;           /* it is changed behind our back */
};

static struct {
    struct disk_file file[FILES];
    struct content after[FILES]; /* a crash; of those that are there */
    int fail_in, failures, crash_in;
    bool full, trusted;
} disk;

/* ---- contents ---- */

static void *must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static void resize(struct content *c, size_t length)
{
    if (length > c->room) {
        c->room = 2 * length;
        c->bytes = must(realloc(c->bytes, c->room));
    }
    if (length > c->length)
        memset(c->bytes + c->length, 0, length - c->length);
    c->length = length;
}

static void put(struct content *c, size_t at, const char *bytes, size_t length)
{
    if (at + length > c->length)
        resize(c, at + length);
    if (length)
        memcpy(c->bytes + at, bytes, length);
}

static void copy(struct content *to, const struct content *from)
{
    resize(to, from->length);
    put(to, 0, from->bytes, from->length);
}

static void forget_changes(struct disk_file *f)
{
    while (f->first) {
        struct change_made *next = f->first->next;

        free(f->first);
        f->first = next;
    }
    f->last = &f->first;
}

static void add_change(struct disk_file *f, size_t at, const char *bytes, size_t length,
                       bool cuts)
{
    struct change_made *made = must(malloc(sizeof *made + length));

    *made = (struct change_made){ .at = at, .length = length, .cuts = cuts };
    if (length)
        memcpy(made->bytes, bytes, length);
    *f->last = made;
    f->last = &made->next;
}

static void apply(struct content *c, const struct change_made *made)
{
    if (made->cuts)
        resize(c, made->at);
    else
        put(c, made->at, made->bytes, made->length);
}

static void file_sync(struct disk_file *f)
{
    if (f->mapped)
        copy(&f->synced, &f->now);
    for (struct change_made *made = f->first; made; made = made->next)
        apply(&f->synced, made);
    forget_changes(f);
}

/* ---- files ---- */

static struct disk_file *file_find(const char *name)
{
    for (int i = 0; i < FILES; i++)
        if (*disk.file[i].name && !strcmp(disk.file[i].name, name))
            return &disk.file[i];
    return NULL;
}

static void file_free(struct disk_file *f)
{
    free(f->now.bytes);
    free(f->synced.bytes);
    forget_changes(f);
    for (int i = 0; i < REGIONS; i++)
        free(f->region[i]);
    memset(f, 0, sizeof *f);
}

static struct disk_file *file_make(const char *name)
{
    for (int i = 0; i < FILES; i++)
        if (!*disk.file[i].name) {
            snprintf(disk.file[i].name, NAME, "%s", name);
            disk.file[i].last = &disk.file[i].first;
            return &disk.file[i];
        }
    abort();
}

/* ---- what goes wrong ---- */

enum operation { READ, WRITE, SYNC, CHANGE };

void disk_fill(bool full) { disk.full = full; }

bool disk_is_full(void) { return disk.full; }

void disk_fail_after(int operations, int how_many)
{
    disk.fail_in = operations;
    disk.failures = how_many;
}

void disk_crash_after(int operations) { disk.crash_in = operations; }

void disk_trust(bool trusted) { disk.trusted = trusted; }

/* Whether the operation is to crash the house: before it, or when it was done. */
static bool is_last(enum operation what)
{
    return !disk.trusted && !sim.dead && what != READ && disk.crash_in && !--disk.crash_in;
}

static bool fails(enum operation what)
{
    if (sim.dead)
        return true;
    if (disk.trusted)
        return false;
    if (disk.full && what == WRITE)
        return true;
    if (!disk.failures || disk.fail_in-- > 0)
        return false;
    disk.failures--;
    sim.counts.faults++;
    return true;
}

static int failure_of(enum operation what)
{
    static const int code[] = { SQLITE_IOERR_READ, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC,
                                SQLITE_IOERR_TRUNCATE };

    return what == WRITE && disk.full ? SQLITE_FULL : code[what];
}

/* Each of the pieces is there or not; `whole` in a hundred are. */
static void tear(struct content *c, const struct change_made *made, uint32_t whole)
{
    if (made->cuts) {
        if (chance(100) < whole)
            apply(c, made);
        return;
    }
    for (size_t at = 0; at < made->length; at += SECTOR)
        if (chance(100) < whole)
            put(c, made->at + at, made->bytes + at,
                made->length - at < SECTOR ? made->length - at : SECTOR);
}

static void tear_map(struct content *c, const struct content *now)
{
    if (one_in(4))
        return; /* not even the new length */
    resize(c, now->length);
    for (size_t at = 0; at < now->length; at += PAGE)
        if (one_in(2))
            put(c, at, now->bytes + at, now->length - at < PAGE ? now->length - at : PAGE);
}

void disk_die(void)
{
    static const uint32_t parts[] = { 0, 50, 90, 100 };
    bool killed = one_in(2); /* only the process: the system writes the rest */
    uint32_t whole = parts[chance(4)];

    for (int i = 0; i < FILES; i++) {
        struct disk_file *f = &disk.file[i];
        struct content *c = &disk.after[i];

        if (!*f->name)
            continue;
        copy(c, killed ? &f->now : &f->synced);
        if (killed)
            continue;
        if (f->mapped)
            tear_map(c, &f->now);
        for (struct change_made *made = f->first; made; made = made->next)
            tear(c, made, whole);
    }
    say("crash: %s, %u %% of what was not synced", killed ? "killed" : "power", whole);
}

void disk_revive(void)
{
    for (int i = 0; i < FILES; i++) {
        struct disk_file *f = &disk.file[i];

        if (!*f->name)
            continue;
        forget_changes(f);
        copy(&f->now, &disk.after[i]);
        copy(&f->synced, &disk.after[i]);
        note(f->now.bytes, f->now.length);
        f->mapped = false;
        resize(&disk.after[i], 0);
    }
    disk.failures = disk.crash_in = 0;
}

void disk_new(void)
{
    disk_free();
    memset(&disk, 0, sizeof disk);
}

void disk_free(void)
{
    for (int i = 0; i < FILES; i++) {
        if (*disk.file[i].name)
            file_free(&disk.file[i]);
        free(disk.after[i].bytes);
        disk.after[i] = (struct content){ 0 };
    }
}

/* ---- SQLite's door ---- */

struct handle {
    sqlite3_file base;
    struct disk_file *file;
    bool passing; /* deleted when it is closed */
};

static struct disk_file *file_of(sqlite3_file *h) { return ((struct handle *)h)->file; }

static int on_close(sqlite3_file *h)
{
    if (((struct handle *)h)->passing)
        file_free(file_of(h));
    return SQLITE_OK;
}

static int on_read(sqlite3_file *h, void *to, int length, sqlite3_int64 at)
{
    const struct content *c = &file_of(h)->now;
    size_t from = (size_t)at, want = (size_t)length;
    size_t have = from >= c->length ? 0 : c->length - from < want ? c->length - from : want;

    if (fails(READ))
        return failure_of(READ);
    if (have)
        memcpy(to, c->bytes + from, have);
    memset((char *)to + have, 0, want - have);
    return have < want ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static void write_file(struct disk_file *f, size_t at, const char *bytes, size_t length)
{
    note(bytes, length);
    put(&f->now, at, bytes, length);
    add_change(f, at, bytes, length, false);
}

static int on_write(sqlite3_file *h, const void *from, int length, sqlite3_int64 at)
{
    bool last = is_last(WRITE);

    if (last && one_in(2))
        crash("before a write");
    if (fails(WRITE))
        return failure_of(WRITE);
    write_file(file_of(h), (size_t)at, from, (size_t)length);
    if (last)
        crash("after a write");
    return sim.dead ? failure_of(WRITE) : SQLITE_OK;
}

static int on_truncate(sqlite3_file *h, sqlite3_int64 length)
{
    struct disk_file *f = file_of(h);

    if (is_last(CHANGE))
        crash("before a cut");
    if (fails(CHANGE))
        return failure_of(CHANGE);
    resize(&f->now, (size_t)length);
    add_change(f, (size_t)length, NULL, 0, true);
    return SQLITE_OK;
}

static int on_sync(sqlite3_file *h, int flags)
{
    bool last = is_last(SYNC);

    if (last && one_in(2))
        crash("before a sync");
    if (fails(SYNC))
        return failure_of(SYNC);
    note("sync", 4);
    file_sync(file_of(h));
    if (last)
        crash("after a sync");
    return sim.dead ? failure_of(SYNC) : SQLITE_OK;
}

static int on_size(sqlite3_file *h, sqlite3_int64 *length)
{
    *length = (sqlite3_int64)file_of(h)->now.length;
    return SQLITE_OK;
}

static int on_lock(sqlite3_file *h, int how) { return SQLITE_OK; }

static int on_check_lock(sqlite3_file *h, int *locked)
{
    *locked = 0;
    return SQLITE_OK;
}

static int on_control(sqlite3_file *h, int what, void *with) { return SQLITE_NOTFOUND; }
static int on_sector(sqlite3_file *h) { return PAGE; }
static int on_device(sqlite3_file *h) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

static int on_shared(sqlite3_file *h, int region, int size, int extend, void volatile **out)
{
    struct disk_file *f = file_of(h);

    if (region >= REGIONS)
        return SQLITE_IOERR_SHMMAP;
    if (!f->region[region] && extend)
        f->region[region] = must(calloc(1, (size_t)size));
    *out = f->region[region];
    return SQLITE_OK;
}

static int on_shared_lock(sqlite3_file *h, int at, int n, int flags) { return SQLITE_OK; }
static void on_barrier(sqlite3_file *h) {}

static int on_unshared(sqlite3_file *h, int forget)
{
    struct disk_file *f = file_of(h);

    for (int i = 0; i < REGIONS; i++) {
        free(f->region[i]);
        f->region[i] = NULL;
    }
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = { .iVersion = 2,
                                            .xClose = on_close,
                                            .xRead = on_read,
                                            .xWrite = on_write,
                                            .xTruncate = on_truncate,
                                            .xSync = on_sync,
                                            .xFileSize = on_size,
                                            .xLock = on_lock,
                                            .xUnlock = on_lock,
                                            .xCheckReservedLock = on_check_lock,
                                            .xFileControl = on_control,
                                            .xSectorSize = on_sector,
                                            .xDeviceCharacteristics = on_device,
                                            .xShmMap = on_shared,
                                            .xShmLock = on_shared_lock,
                                            .xShmBarrier = on_barrier,
                                            .xShmUnmap = on_unshared };

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                   int *given)
{
    struct handle *h = (struct handle *)file;
    char passing[32];
    static unsigned number;

    h->base.pMethods = NULL;
    if (fails(CHANGE))
        return SQLITE_CANTOPEN;
    snprintf(passing, sizeof passing, "passing-%u", number++);
    h->passing = !name;
    h->file = name ? file_find(name) : NULL;
    if (!h->file && !(flags & SQLITE_OPEN_CREATE))
        return SQLITE_CANTOPEN;
    if (!h->file)
        h->file = file_make(name ? name : passing);
    h->base.pMethods = &methods;
    if (given)
        *given = flags;
    return SQLITE_OK;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int durably)
{
    struct disk_file *f = file_find(name);

    if (!f)
        return SQLITE_IOERR_DELETE_NOENT;
    if (is_last(CHANGE))
        crash("before a file is deleted");
    if (fails(CHANGE))
        return SQLITE_IOERR_DELETE;
    file_free(f);
    return SQLITE_OK;
}

static int on_access(sqlite3_vfs *vfs, const char *name, int how, int *result)
{
    const struct disk_file *f = file_find(name);

    *result = f && (how != SQLITE_ACCESS_EXISTS || f->now.length);
    return SQLITE_OK;
}

static int on_full_name(sqlite3_vfs *vfs, const char *name, int room, char *out)
{
    snprintf(out, (size_t)room, "%s", name);
    return SQLITE_OK;
}

static int on_randomness(sqlite3_vfs *vfs, int size, char *out)
{
    for (int i = 0; i < size; i++)
        out[i] = (char)tb_random(&sim.entropy);
    return size;
}

static int on_sleep(sqlite3_vfs *vfs, int us)
{
    sim.us += us;
    return us;
}

static int on_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    *out = wall_ms() + 210866760000000; /* from Julian days */
    return SQLITE_OK;
}

static int on_error(sqlite3_vfs *vfs, int size, char *out) { return 0; }

/* ---- memory for SQLite ---- */

/* It writes pages of which it has not filled every byte: what lies there must come from the
 * seed too. So all memory that it is given is blank, and has its size before it. */
enum { BEFORE = 16 };

static void *memory_get(int size)
{
    char *block = calloc(1, (size_t)size + BEFORE);

    if (!block)
        return NULL;
    memcpy(block, &size, sizeof size);
    return block + BEFORE;
}

static int memory_size(void *memory)
{
    int size;

    memcpy(&size, (char *)memory - BEFORE, sizeof size);
    return size;
}

static void memory_give(void *memory) { free((char *)memory - BEFORE); }

static void *memory_change(void *memory, int size)
{
    void *other = memory_get(size);
    int had = memory_size(memory);

    if (!other)
        return NULL;
    memcpy(other, memory, (size_t)(had < size ? had : size));
    memory_give(memory);
    return other;
}

static int memory_round(int size) { return (size + 7) & ~7; }
static int memory_begin(void *with) { return SQLITE_OK; }
static void memory_end(void *with) {}

static void memory_install(void)
{
    static const sqlite3_mem_methods memory = { .xMalloc = memory_get,
                                                .xFree = memory_give,
                                                .xRealloc = memory_change,
                                                .xSize = memory_size,
                                                .xRoundup = memory_round,
                                                .xInit = memory_begin,
                                                .xShutdown = memory_end };

    sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
}

void disk_install(void)
{
    static sqlite3_vfs vfs = { .iVersion = 2,
                               .szOsFile = sizeof(struct handle),
                               .mxPathname = NAME,
                               .zName = "simulated",
                               .xOpen = on_open,
                               .xDelete = on_delete,
                               .xAccess = on_access,
                               .xFullPathname = on_full_name,
                               .xRandomness = on_randomness,
                               .xSleep = on_sleep,
                               .xCurrentTimeInt64 = on_time,
                               .xGetLastError = on_error };

    memory_install();
    sqlite3_initialize();
    sqlite3_vfs_register(&vfs, 1);
}

/* ---- the marks' door ---- */

bool map_open(struct disk_map *m, const char *path, bool anew)
{
    struct disk_file *f = file_find(path);

    if ((!f && !anew) || fails(CHANGE))
        return false;
    if (!f)
        f = file_make(path);
    if (anew)
        resize(&f->now, 0);
    f->mapped = true;
    m->file = (int)(f - disk.file);
    return true;
}

bool map_follow(struct disk_map *m)
{
    struct content *c = &disk.file[m->file].now;

    if (!c->length)
        return false;
    m->bytes = c->bytes;
    m->length = c->length;
    return true;
}

bool map_grow(struct disk_map *m, size_t length)
{
    if (fails(WRITE))
        return false;
    if (disk.file[m->file].now.length < length)
        resize(&disk.file[m->file].now, length);
    return map_follow(m);
}

bool map_sync(struct disk_map *m)
{
    bool last = is_last(SYNC);

    if (last && one_in(2))
        crash("before the marks are synced");
    if (fails(SYNC))
        return false;
    note(m->bytes, m->length);
    file_sync(&disk.file[m->file]);
    if (last)
        crash("after the marks are synced");
    return !sim.dead;
}

bool map_rename(struct disk_map *m, const char *path, const char *name)
{
    struct disk_file *f = &disk.file[m->file], *old = file_find(name);

    if (is_last(CHANGE))
        crash("before the marks are named");
    if (fails(CHANGE))
        return false;
    file_sync(f);
    if (old)
        file_free(old);
    snprintf(f->name, NAME, "%s", name);
    return true;
}

void map_close(struct disk_map *m) { *m = (struct disk_map){ .file = -1 }; }

void disk_keep_private(const char *path, const char *const *ends) {}
