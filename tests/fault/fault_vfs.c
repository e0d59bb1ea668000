#include "fault/fault_vfs.h"

#include <stdint.h>
#include <string.h>

#include <sqlite3.h>

struct fault_file {
    sqlite3_file base;
    sqlite3_file *real; /* stands right after */
};

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    enum fault_kind kind;
    int left; /* operations until the one that fails; 0: not armed */
    bool has_failed;
} fault;

enum operation { OPERATION_WRITE, OPERATION_SYNC, OPERATION_READ, OPERATION_OPEN };

static bool counts(enum operation operation)
{
    switch (fault.kind) {
    case FAULT_FULL:
        return operation == OPERATION_WRITE;
    case FAULT_IO:
    case FAULT_GONE:
        return operation == OPERATION_WRITE || operation == OPERATION_SYNC;
    case FAULT_READ:
        return operation == OPERATION_READ;
    case FAULT_LATE:
        return operation == OPERATION_OPEN;
    }
    return false;
}

static bool fails(enum operation operation)
{
    if (fault.has_failed && fault.kind == FAULT_GONE) {
        return operation != OPERATION_READ;
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

/* ---- files ----------------------------------------------------------------------------- */

static int file_close(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xClose(real);
}

static int file_read(sqlite3_file *file, void *out, int n, sqlite3_int64 offset)
{
    if (fails(OPERATION_READ)) {
        return SQLITE_IOERR_READ;
    }
    sqlite3_file *real = real_of(file);
    return real->pMethods->xRead(real, out, n, offset);
}

/* A write that fails may have been done in part. */
static int file_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 offset)
{
    sqlite3_file *real = real_of(file);
    bool was_gone = fault.has_failed;
    if (!fails(OPERATION_WRITE)) {
        return real->pMethods->xWrite(real, bytes, n, offset);
    }
    if (n > 1 && !was_gone) {
        int code = real->pMethods->xWrite(real, bytes, n / 2, offset);
        if (code != SQLITE_OK) {
            return code;
        }
    }
    return fault.kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (fault.has_failed && fault.kind == FAULT_GONE) {
        return SQLITE_IOERR_TRUNCATE;
    }
    sqlite3_file *real = real_of(file);
    return real->pMethods->xTruncate(real, size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    (void)file;
    (void)flags;
    return fails(OPERATION_SYNC) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *out)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xFileSize(real, out);
}

static int file_lock(sqlite3_file *file, int level)
{
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
    sqlite3_file *real = real_of(file);
    return real->pMethods->xShmMap(real, page, size, extends, out);
}

static int file_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
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
    mine->real = (sqlite3_file *)(void *)(mine + 1);
    if ((flags & SQLITE_OPEN_MAIN_DB) && (flags & SQLITE_OPEN_READWRITE) &&
        fails(OPERATION_OPEN)) {
        /* What SQLite's own VFS does with a file that it cannot open for writing. */
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
    int code = fault.real->xOpen(fault.real, name, mine->real, flags, out);
    if (code == SQLITE_OK) {
        mine->base.pMethods = &methods;
    }
    return code;
}

/* Without power nothing is removed either: open files stay. */
static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs)
{
    (void)vfs;
    if (fault.has_failed && fault.kind == FAULT_GONE) {
        return SQLITE_IOERR_DELETE;
    }
    return fault.real->xDelete(fault.real, name, syncs);
}

void fault_install(void)
{
    fault.real = sqlite3_vfs_find(NULL);
    fault.vfs = *fault.real;
    fault.vfs.zName = "fault";
    fault.vfs.szOsFile = (int)sizeof(struct fault_file) + fault.real->szOsFile;
    fault.vfs.xOpen = vfs_open;
    fault.vfs.xDelete = vfs_delete;
    sqlite3_vfs_register(&fault.vfs, 1);
}

void fault_arm(enum fault_kind kind, int n)
{
    fault.kind = kind;
    fault.left = n;
    fault.has_failed = false;
}

bool fault_disarm(void)
{
    bool has_failed = fault.has_failed;
    fault.left = 0;
    fault.has_failed = false;
    return has_failed;
}
