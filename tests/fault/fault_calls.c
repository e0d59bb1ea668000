/* The calls of the program itself for memory and for names of files, which the linker leads
 * here (--wrap, in the Makefile) where a program of tests/fault is linked. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

WRAPPED(int, link, (const char *from, const char *to))
{
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
    return fault_refuses_name() ? -1 : __real_flock(file, how);
}

WRAPPED(int, open, (const char *path, int flags, ...))
{
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fault_refuses_name() ? -1 : __real_open(path, flags, mode);
}
/* NOLINTEND */
