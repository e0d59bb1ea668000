#include "fault/fault_vfs.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "store/campaign.h"

enum { DISKS_MAX = 16, SECTOR = 512 };

struct unsynced {
    sqlite3_int64 offset;
    int n;
    unsigned char *bytes;
};

/* A file as the disk has it, and what was written since; for FAULT_CUT. */
struct disk {
    char path[512];
    unsigned char *synced; /* NULL: nothing was written since it was armed */
    sqlite3_int64 size;
    struct unsynced *written;
    int count;
    int opens; /* connections that have it open */
};

struct fault_file {
    sqlite3_file base;
    sqlite3_file *real; /* stands right after */
    struct disk *disk;  /* NULL: a file without a name */
    bool is_unread;     /* a read failed, and none was behind the end since */
};

static struct {
    sqlite3_mem_methods memory;
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    enum fault_kind kind;
    int left;  /* operations until the one that fails; 0: not armed */
    int armed; /* which one that is: the system's number for it depends on it */
    bool is_for_good;
    bool has_failed;
    struct disk disk[DISKS_MAX];
} fault;

enum operation {
    OPERATION_WRITE,
    OPERATION_SYNC,
    OPERATION_READ,
    OPERATION_OPEN,
    OPERATION_OPEN_FIRST, /* the campaign, for writing */
    OPERATION_LOCK,
    OPERATION_SPACE,
    OPERATION_MEMORY,
    OPERATION_STEP,
    OPERATION_HEAP,
    OPERATION_NAME,
    OPERATION_BETWEEN
};

static bool is_dark(void)
{
    return fault.has_failed && (fault.kind == FAULT_GONE || fault.kind == FAULT_CUT);
}

static bool counts(enum operation operation)
{
    switch (fault.kind) {
    case FAULT_FULL:
        return operation == OPERATION_WRITE;
    case FAULT_IO:
    case FAULT_GONE:
    case FAULT_CUT:
        return operation == OPERATION_WRITE || operation == OPERATION_SYNC;
    case FAULT_READ:
        return operation == OPERATION_READ;
    case FAULT_LATE:
        return operation == OPERATION_OPEN_FIRST;
    case FAULT_OPEN:
        return operation == OPERATION_OPEN;
    case FAULT_LOCK:
        return operation == OPERATION_LOCK;
    case FAULT_SPACE:
        return operation == OPERATION_SPACE;
    case FAULT_MEMORY:
        return operation == OPERATION_MEMORY;
    case FAULT_STOP:
        return operation == OPERATION_STEP;
    case FAULT_HEAP:
        return operation == OPERATION_HEAP;
    case FAULT_NAME:
        return operation == OPERATION_NAME;
    case FAULT_REMOVED:
    case FAULT_REPLACED:
    case FAULT_HELD:
    case FAULT_MADE:
        return operation == OPERATION_BETWEEN;
    case FAULT_KINDS:
        break;
    }
    return false;
}

static bool fails(enum operation operation)
{
    if (is_dark()) {
        return operation == OPERATION_WRITE || operation == OPERATION_SYNC ||
               operation == OPERATION_SPACE;
    }
    if (fault.has_failed && fault.is_for_good) {
        return counts(operation);
    }
    if (fault.left == 0 || !counts(operation) || --fault.left > 0) {
        return false;
    }
    fault.has_failed = true;
    return true;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct fault_file *)(void *)file)->real;
}

/* ---- what the disk has ----------------------------------------------------------------- */

static void *grown(void *old, size_t size)
{
    void *new = realloc(old, size > 0 ? size : 1);
    if (new == NULL) {
        abort();
    }
    return new;
}

static struct disk *disk_named(const char *path)
{
    for (int i = 0; i < DISKS_MAX; i++) {
        if (strcmp(fault.disk[i].path, path) == 0) {
            return &fault.disk[i];
        }
    }
    return NULL;
}

static struct disk *disk_opened(const char *path)
{
    if (path == NULL) {
        return NULL;
    }
    struct disk *disk = disk_named(path);
    disk = disk != NULL ? disk : disk_named("");
    if (disk == NULL) {
        abort();
    }
    snprintf(disk->path, sizeof disk->path, "%s", path);
    disk->opens++;
    return disk;
}

static void forget_written(struct disk *disk)
{
    for (int i = 0; i < disk->count; i++) {
        free(disk->written[i].bytes);
    }
    free(disk->written);
    free(disk->synced);
    disk->written = NULL;
    disk->synced = NULL;
    disk->count = 0;
}

static void forget_closed(struct disk *disk)
{
    if (disk->opens == 0 && disk->count == 0) {
        forget_written(disk);
        disk->path[0] = '\0';
    }
}

/* The whole file is on the disk now. */
static void note_synced(struct fault_file *file)
{
    if (fault.kind != FAULT_CUT || fault.left == 0 || file->disk == NULL) {
        return;
    }
    struct disk *disk = file->disk;
    forget_written(disk);
    if (file->real->pMethods->xFileSize(file->real, &disk->size) != SQLITE_OK) {
        abort();
    }
    disk->synced = grown(NULL, (size_t)disk->size);
    if (disk->size > 0 && file->real->pMethods->xRead(file->real, disk->synced, (int)disk->size,
                                                      0) != SQLITE_OK) {
        abort();
    }
}

static void note_written(struct fault_file *file, const void *bytes, int n,
                         sqlite3_int64 offset)
{
    if (fault.kind != FAULT_CUT || fault.left == 0 || file->disk == NULL) {
        return;
    }
    struct disk *disk = file->disk;
    if (disk->synced == NULL) {
        note_synced(file);
    }
    disk->written = grown(disk->written, (size_t)(disk->count + 1) * sizeof disk->written[0]);
    struct unsynced *written = &disk->written[disk->count++];
    *written = (struct unsynced){offset, n, grown(NULL, (size_t)n)};
    memcpy(written->bytes, bytes, (size_t)n);
}

static bool touches(const struct unsynced *written, sqlite3_int64 sector)
{
    return written->offset < sector + SECTOR && written->offset + written->n > sector;
}

/* The sector after so many of the writes that touch it; returns where the last of them ends. */
static sqlite3_int64 make_sector(unsigned char *out, const struct disk *disk,
                                 sqlite3_int64 sector, int wanted)
{
    sqlite3_int64 end = 0;
    memset(out, 0, SECTOR);
    for (int i = 0; i < SECTOR && sector + i < disk->size; i++) {
        out[i] = disk->synced[sector + i];
    }
    for (int i = 0; i < disk->count && wanted > 0; i++) {
        const struct unsynced *written = &disk->written[i];
        if (touches(written, sector)) {
            for (int k = 0; k < SECTOR; k++) {
                sqlite3_int64 at = sector + k - written->offset;
                if (at >= 0 && at < written->n) {
                    out[k] = written->bytes[at];
                    end = sector + k + 1 > end ? sector + k + 1 : end;
                }
            }
            wanted--;
        }
    }
    return end;
}

static unsigned drawn(unsigned *random, unsigned of)
{
    *random = *random * 1664525u + 1013904223u;
    return (*random >> 8) % of;
}

static void leave_in_part(const struct disk *disk, unsigned *random)
{
    sqlite3_int64 end = disk->size, size = disk->size;
    for (int i = 0; i < disk->count; i++) {
        sqlite3_int64 ends = disk->written[i].offset + disk->written[i].n;
        end = ends > end ? ends : end;
    }
    unsigned char *bytes = grown(NULL, (size_t)end + SECTOR);
    for (sqlite3_int64 sector = 0; sector < end; sector += SECTOR) {
        unsigned count = 0;
        for (int i = 0; i < disk->count; i++) {
            count += touches(&disk->written[i], sector) ? 1 : 0;
        }
        sqlite3_int64 ends =
            make_sector(bytes + sector, disk, sector, (int)drawn(random, count + 1));
        size = ends > size ? ends : size;
    }
    FILE *file = fopen(disk->path, "wb");
    if (file == NULL || fwrite(bytes, 1, (size_t)size, file) != (size_t)size ||
        fclose(file) != 0) {
        abort();
    }
    free(bytes);
}

void fault_cut(unsigned seed)
{
    unsigned random = seed;
    for (int i = 0; i < DISKS_MAX; i++) {
        if (fault.disk[i].count > 0) {
            leave_in_part(&fault.disk[i], &random);
        }
    }
}

/* ---- files ----------------------------------------------------------------------------- */

static int file_close(sqlite3_file *file)
{
    struct disk *disk = ((struct fault_file *)(void *)file)->disk;
    if (disk != NULL) {
        disk->opens--;
        forget_closed(disk);
    }
    sqlite3_file *real = real_of(file);
    return real->pMethods->xClose(real);
}

/* Why a read fails: the first three are a corrupt file system to SQLite's own VFS. */
static int number_of_read(void)
{
    static const int numbers[] = {EIO, ENXIO, ERANGE, ESTALE};
    return numbers[fault.armed % 4];
}

static int file_read(sqlite3_file *file, void *out, int n, sqlite3_int64 offset)
{
    struct fault_file *mine = (struct fault_file *)(void *)file;
    sqlite3_file *real = real_of(file);
    sqlite3_int64 size = 0;
    if (mine->is_unread && real->pMethods->xFileSize(real, &size) == SQLITE_OK &&
        offset >= size) {
        mine->is_unread = false;
    } else if (fails(OPERATION_READ)) {
        mine->is_unread = true;
        errno = number_of_read();
        return errno == ESTALE ? SQLITE_IOERR_READ : SQLITE_IOERR_CORRUPTFS;
    }
    return real->pMethods->xRead(real, out, n, offset);
}

/* A write that fails may have been done in part. */
static int file_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 offset)
{
    sqlite3_file *real = real_of(file);
    bool has_failed = fault.has_failed;
    if (!fails(OPERATION_WRITE)) {
        note_written((struct fault_file *)(void *)file, bytes, n, offset);
        return real->pMethods->xWrite(real, bytes, n, offset);
    }
    if (n > 1 && !has_failed) {
        note_written((struct fault_file *)(void *)file, bytes, n / 2, offset);
        int code = real->pMethods->xWrite(real, bytes, n / 2, offset);
        if (code != SQLITE_OK) {
            return code;
        }
    }
    return fault.kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (fails(OPERATION_SPACE)) {
        return SQLITE_IOERR_TRUNCATE;
    }
    sqlite3_file *real = real_of(file);
    int code = real->pMethods->xTruncate(real, size);
    note_synced((struct fault_file *)(void *)file);
    return code;
}

static int file_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (fails(OPERATION_SYNC)) {
        return fault.armed % 2 == 0 ? SQLITE_IOERR_DIR_FSYNC : SQLITE_IOERR_FSYNC;
    }
    note_synced((struct fault_file *)(void *)file);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *out)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xFileSize(real, out);
}

static int file_lock(sqlite3_file *file, int level)
{
    if (fails(OPERATION_LOCK)) {
        return SQLITE_IOERR_LOCK;
    }
    sqlite3_file *real = real_of(file);
    return real->pMethods->xLock(real, level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xUnlock(real, level);
}

static int file_is_reserved(sqlite3_file *file, int *out)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xCheckReservedLock(real, out);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    if (operation == SQLITE_FCNTL_SIZE_HINT && fails(OPERATION_SPACE)) {
        return SQLITE_FULL;
    }
    if (operation == SQLITE_FCNTL_LAST_ERRNO &&
        ((struct fault_file *)(void *)file)->is_unread) {
        *(int *)argument = number_of_read();
        return SQLITE_OK;
    }
    sqlite3_file *real = real_of(file);
    return real->pMethods->xFileControl(real, operation, argument);
}

static int file_sector_size(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xSectorSize(real);
}

static int file_characteristics(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xDeviceCharacteristics(real);
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extends,
                        void volatile **out)
{
    if (extends && fails(OPERATION_SPACE)) {
        errno = ENOSPC;
        return SQLITE_IOERR_SHMSIZE;
    }
    sqlite3_file *real = real_of(file);
    return real->pMethods->xShmMap(real, page, size, extends, out);
}

static int file_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    if ((flags & SQLITE_SHM_LOCK) && fails(OPERATION_LOCK)) {
        return SQLITE_IOERR_SHMLOCK;
    }
    sqlite3_file *real = real_of(file);
    return real->pMethods->xShmLock(real, offset, n, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    real->pMethods->xShmBarrier(real);
}

static int file_shm_unmap(sqlite3_file *file, int deletes)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xShmUnmap(real, deletes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

/* ---- the file system ------------------------------------------------------------------- */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    struct fault_file *mine = (struct fault_file *)(void *)file;
    mine->base.pMethods = NULL;
    mine->is_unread = false;
    mine->real = (sqlite3_file *)(void *)(mine + 1);
    if (fails(OPERATION_OPEN)) {
        return SQLITE_CANTOPEN;
    }
    if ((flags & SQLITE_OPEN_MAIN_DB) && (flags & SQLITE_OPEN_READWRITE) &&
        fails(OPERATION_OPEN_FIRST)) {
        /* What SQLite's own VFS does with a file that it cannot open for writing. */
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
    int code = fault.real->xOpen(fault.real, name, mine->real, flags, out);
    if (code == SQLITE_OK) {
        mine->base.pMethods = &methods;
        mine->disk = disk_opened(name);
    }
    return code;
}

/* Without power nothing is removed either: open files stay. */
static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs)
{
    (void)vfs;
    if (is_dark()) {
        return SQLITE_IOERR_DELETE;
    }
    struct disk *disk = disk_named(name);
    if (disk != NULL) {
        forget_written(disk);
    }
    return fault.real->xDelete(fault.real, name, syncs);
}

static void *memory_new(int size)
{
    return fails(OPERATION_MEMORY) ? NULL : fault.memory.xMalloc(size);
}

static void *memory_resized(void *old, int size)
{
    return fails(OPERATION_MEMORY) ? NULL : fault.memory.xRealloc(old, size);
}

/* Before SQLite begins, which looking for its file system does. */
static void install_memory(void)
{
    sqlite3_mem_methods methods_of_memory;
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &fault.memory);
    methods_of_memory = fault.memory;
    methods_of_memory.xMalloc = memory_new;
    methods_of_memory.xRealloc = memory_resized;
    if (code != SQLITE_OK ||
        sqlite3_config(SQLITE_CONFIG_MALLOC, &methods_of_memory) != SQLITE_OK) {
        abort();
    }
}

/* ---- statements ------------------------------------------------------------------------ */

bool fault_is_stopping(void)
{
    return fault.has_failed && fault.kind == FAULT_STOP;
}

bool fault_refuses_heap(void)
{
    bool refuses = fails(OPERATION_HEAP);
    errno = refuses ? ENOMEM : errno;
    return refuses;
}

bool fault_refuses_name(void)
{
    bool refuses = fails(OPERATION_NAME);
    errno = refuses ? EACCES : errno;
    return refuses;
}

bool fault_comes_between(enum fault_kind kind)
{
    return fault.kind == kind && fails(OPERATION_BETWEEN);
}

/* Called when a statement begins, and with each of its rows. What ends a transaction is not
 * ended. */
static int see_step(unsigned what, void *handle, void *statement, void *more)
{
    const char *sql = sqlite3_sql(statement);
    (void)what;
    (void)more;
    bool is_end =
        sql != NULL && (strncmp(sql, "COMMIT", 6) == 0 || strncmp(sql, "ROLLBACK", 8) == 0);
    if (!is_end && fails(OPERATION_STEP)) {
        sqlite3_interrupt(handle);
    }
    return 0;
}

static int watch_connection(sqlite3 *handle, char **message, const void *routines)
{
    (void)message;
    (void)routines;
    return sqlite3_trace_v2(handle, SQLITE_TRACE_STMT | SQLITE_TRACE_ROW, see_step, handle);
}

void fault_install(void)
{
    install_memory();
    fault.real = sqlite3_vfs_find(NULL);
    fault.vfs = *fault.real;
    fault.vfs.zName = "fault";
    fault.vfs.szOsFile = (int)sizeof(struct fault_file) + fault.real->szOsFile;
    fault.vfs.xOpen = vfs_open;
    fault.vfs.xDelete = vfs_delete;
    sqlite3_vfs_register(&fault.vfs, 1);
    /* SQLite takes such a function as one without arguments. */
    sqlite3_auto_extension((void (*)(void))watch_connection);
    campaign_stop_when(fault_is_stopping);
}

bool fault_tries_all(void)
{
    const char *wanted = getenv("FAULTS");
    return wanted != NULL && strcmp(wanted, "all") == 0;
}

static void arm(enum fault_kind kind, int n, bool is_for_good)
{
    fault.kind = kind;
    fault.left = fault.armed = n;
    fault.is_for_good = is_for_good;
    fault.has_failed = false;
}

void fault_arm(enum fault_kind kind, int n)
{
    arm(kind, n, false);
}

void fault_arm_for_good(enum fault_kind kind, int n)
{
    arm(kind, n, true);
}

bool fault_disarm(void)
{
    bool has_failed = fault.has_failed;
    fault.left = 0;
    fault.has_failed = false;
    for (int i = 0; i < DISKS_MAX; i++) {
        forget_written(&fault.disk[i]);
        forget_closed(&fault.disk[i]);
    }
    return has_failed;
}
