/* The calls of a program to the system, of which a chosen one fails: loaded before the C
 * library (LD_PRELOAD), for tests/gates/failing_calls.sh.
 *
 *     FAIL_CALL   memory, write, short, read, open, name, sync, space or interrupt
 *     FAIL_AT     the number of the call of that kind that fails, from 1
 *     FAIL_ON     "good": each one after it too
 *     FAIL_TOLD   a file that is made when one has failed
 *
 * "name" is what gives, moves or takes a file's name, "space" what makes it longer or shorter.
 * A short write takes half of what it is given. Only files are meant: what a terminal or a pipe
 * is told is counted for "interrupt" alone, which has every second read and write give EINTR.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { NOTHING, MEMORY, WRITE, SHORT, READ, OPEN, NAME, SYNC, SPACE, INTERRUPT };

static const char *const words[] = {"",     "memory", "write", "short", "read",
                                    "open", "name",   "sync",  "space", "interrupt"};

static enum kind wanted;
static bool is_for_good;
static long at, count;

__attribute__((constructor)) static void begin(void)
{
    const char *word = getenv("FAIL_CALL"), *number = getenv("FAIL_AT"),
               *how = getenv("FAIL_ON");
    at = number != NULL ? atol(number) : 0;
    is_for_good = how != NULL && strcmp(how, "good") == 0;
    for (int i = 1; word != NULL && i <= INTERRUPT; i++) {
        wanted = strcmp(word, words[i]) == 0 ? (enum kind)i : wanted;
    }
}

/* Whether this call fails. */
static bool fails(enum kind kind)
{
    if (kind != wanted) {
        return false;
    }
    long n = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
    bool is_now = kind == INTERRUPT ? n % 2 == 1 : n == at || (is_for_good && n > at);
    if (is_now) {
        const char *told = getenv("FAIL_TOLD");
        long file =
            told != NULL ? syscall(SYS_openat, AT_FDCWD, told, O_CREAT | O_WRONLY, 0600) : -1;
        if (file >= 0) {
            syscall(SYS_close, file);
        }
        static const int codes[] = {[MEMORY] = ENOMEM, [WRITE] = ENOSPC,    [READ] = EIO,
                                    [OPEN] = EMFILE,   [NAME] = EACCES,     [SYNC] = EIO,
                                    [SPACE] = ENOSPC,  [INTERRUPT] = EINTR, [SHORT] = 0};
        errno = codes[kind];
    }
    return is_now;
}

static bool is_file(int fd)
{
    struct stat about;
    return wanted != NOTHING && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

/* The C library's own. */
#define REAL(name)                                                                             \
    static __typeof__(name) *real;                                                             \
    real = real != NULL ? real : (__typeof__(real))dlsym(RTLD_NEXT, #name)

/* ---- memory ---------------------------------------------------------------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_realloc(old, size);
}

/* ---- files ----------------------------------------------------------------------------- */

ssize_t write(int fd, const void *bytes, size_t n)
{
    REAL(write);
    bool is_of_file = is_file(fd);
    if ((is_of_file && fails(WRITE)) || fails(INTERRUPT)) {
        return -1;
    }
    return real(fd, bytes, is_of_file && n > 1 && fails(SHORT) ? n / 2 : n);
}

static ssize_t put(int fd, const void *bytes, size_t n, off_t place)
{
    return syscall(SYS_pwrite64, fd, bytes, n, place);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t place)
{
    if (fails(WRITE)) {
        return -1;
    }
    return put(fd, bytes, n > 1 && fails(SHORT) ? n / 2 : n, place);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t place)
{
    return pwrite(fd, bytes, n, place);
}

ssize_t read(int fd, void *bytes, size_t n)
{
    REAL(read);
    if ((is_file(fd) && fails(READ)) || fails(INTERRUPT)) {
        return -1;
    }
    return real(fd, bytes, n);
}

ssize_t pread(int fd, void *bytes, size_t n, off_t place)
{
    return fails(READ) ? -1 : syscall(SYS_pread64, fd, bytes, n, place);
}

ssize_t pread64(int fd, void *bytes, size_t n, off_t place)
{
    return pread(fd, bytes, n, place);
}

/* Reading one's own libraries and devices is not what is meant. */
static bool is_meant(const char *path)
{
    return strncmp(path, "/dev/", 5) != 0 || strncmp(path, "/dev/shm/", 9) == 0;
}

int open(const char *path, int flags, ...)
{
    REAL(open);
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return is_meant(path) && fails(OPEN) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open(path, flags, mode);
}

int rename(const char *from, const char *to)
{
    REAL(rename);
    return fails(NAME) ? -1 : real(from, to);
}

int link(const char *from, const char *to)
{
    REAL(link);
    return fails(NAME) ? -1 : real(from, to);
}

int unlink(const char *path)
{
    REAL(unlink);
    return fails(NAME) ? -1 : real(path);
}

int mkdir(const char *path, mode_t mode)
{
    REAL(mkdir);
    return fails(NAME) ? -1 : real(path, mode);
}

int fsync(int fd)
{
    REAL(fsync);
    return fails(SYNC) ? -1 : real(fd);
}

int fdatasync(int fd)
{
    REAL(fdatasync);
    return fails(SYNC) ? -1 : real(fd);
}

int ftruncate(int fd, off_t n)
{
    return fails(SPACE) ? -1 : (int)syscall(SYS_ftruncate, fd, n);
}

int ftruncate64(int fd, off_t n)
{
    return ftruncate(fd, n);
}
