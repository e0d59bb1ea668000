/* The calls of the program itself for memory and for names of files, which the linker leads
 * here (--wrap, in the Makefile) where a program of tests/fault is linked. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "fault/fault_vfs.h"

/* NOLINTBEGIN: the names are the linker's. */
#define WRAPPED(type, name, arguments)                                                         \
    type __real_##name arguments;                                                              \
    type __wrap_##name arguments;                                                              \
    type __wrap_##name arguments

WRAPPED(void *, malloc, (size_t size))
{
    return fault_refuses_heap() ? NULL : __real_malloc(size);
}

WRAPPED(void *, calloc, (size_t count, size_t size))
{
    return fault_refuses_heap() ? NULL : __real_calloc(count, size);
}

WRAPPED(void *, realloc, (void *old, size_t size))
{
    return fault_refuses_heap() ? NULL : __real_realloc(old, size);
}

/* The file that was opened last, which is the one that is locked next. */
static char opened[4096];

static void make_empty(const char *path)
{
    FILE *file = fopen(path, "wx");
    if (file == NULL || fclose(file) != 0) {
        abort();
    }
}

WRAPPED(int, link, (const char *from, const char *to))
{
    if (fault_comes_between(FAULT_MADE)) {
        make_empty(to);
    }
    return fault_refuses_name() ? -1 : __real_link(from, to);
}

WRAPPED(int, rename, (const char *from, const char *to))
{
    return fault_refuses_name() ? -1 : __real_rename(from, to);
}

WRAPPED(int, access, (const char *path, int how))
{
    return fault_refuses_name() ? -1 : __real_access(path, how);
}

WRAPPED(int, flock, (int file, int how))
{
    if (fault_comes_between(FAULT_HELD)) {
        errno = EWOULDBLOCK;
        return -1;
    }
    bool is_replaced = fault_comes_between(FAULT_REPLACED);
    if (is_replaced || fault_comes_between(FAULT_REMOVED)) {
        remove(opened);
    }
    if (is_replaced) {
        make_empty(opened);
    }
    return fault_refuses_name() ? -1 : __real_flock(file, how);
}

WRAPPED(int, open, (const char *path, int flags, ...))
{
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    snprintf(opened, sizeof opened, "%s", path);
    return fault_refuses_name() ? -1 : __real_open(path, flags, mode);
}
/* NOLINTEND */
