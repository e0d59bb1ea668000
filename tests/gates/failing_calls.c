/* The calls of a program to the system, of which a chosen one fails: loaded before the C
 * library (LD_PRELOAD), for tests/gates/failing_calls.sh.
 *
 *     FAIL_CALL   memory, full, short, read, open, name, sync or interrupt
 *     FAIL_AT     the number of the call of that kind that fails, from 1
 *     FAIL_ON     "good": each one after it too; a number: so many of them
 *     FAIL_TOLD   a file that is made when one has failed
 *
 * "full" is all that needs room on the disk: writing, making a file longer, a new file or
 * folder; "name" what gives, moves or takes a file's name. A short write takes half of what it
 * is given. Only files are meant: what a terminal or a pipe
 * is told is counted for "interrupt" alone, which has every second read and write give EINTR.
 * A screen is written to and keys are read where a terminal is, "wait" is poll, select and
 * their like, "ask" ioctl, "start" newterm and initscr.
 *
 * WITHOUT_MEMORY leaves the calls for memory alone, for programs whose sanitizer has its own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

enum kind {
    NOTHING,
    MEMORY,
    FULL,
    SHORT,
    READ,
    OPEN,
    NAME,
    SYNC,
    INTERRUPT,
    SCREEN,
    KEYS,
    WAIT,
    ASK,
    MODES,
    SET_MODES,
    SIGNALS,
    START,
    KINDS
};

static const char *const words[] = {"",     "memory", "full",      "short",   "read", "open",
                                    "name", "sync",   "interrupt", "screen",  "keys", "wait",
                                    "ask",  "modes",  "set-modes", "signals", "start"};

static enum kind wanted;
static long at, most, count;

__attribute__((constructor)) static void begin(void)
{
    const char *word = getenv("FAIL_CALL"), *number = getenv("FAIL_AT"),
               *how = getenv("FAIL_ON");
    at = number != NULL ? atol(number) : 0;
    most = how == NULL ? 1 : strcmp(how, "good") == 0 ? LONG_MAX : atol(how);
    most = most > 0 ? most : 1;
    for (int i = 1; word != NULL && i < KINDS; i++) {
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
    bool is_now = kind == INTERRUPT ? n % 2 == 1 : n >= at && n - at < most;
    if (is_now) {
        const char *told = getenv("FAIL_TOLD");
        long file =
            told != NULL ? syscall(SYS_openat, AT_FDCWD, told, O_CREAT | O_WRONLY, 0600) : -1;
        if (file >= 0) {
            syscall(SYS_close, file);
        }
        static const int codes[] = {
            [MEMORY] = ENOMEM, [FULL] = ENOSPC,   [READ] = EIO,        [OPEN] = EMFILE,
            [NAME] = EACCES,   [SYNC] = EIO,      [INTERRUPT] = EINTR, [SHORT] = 0,
            [SCREEN] = EIO,    [KEYS] = EIO,      [WAIT] = ENOMEM,     [ASK] = EIO,
            [MODES] = EIO,     [SET_MODES] = EIO, [SIGNALS] = EINVAL,  [START] = ENOMEM};
        errno = codes[kind];
    }
    return is_now;
}

static bool is_file(int fd)
{
    struct stat about;
    return wanted != NOTHING && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

static bool is_terminal(int fd)
{
    return wanted >= SCREEN && isatty(fd);
}

/* The C library's own. */
#define REAL(name)                                                                             \
    static __typeof__(name) *real;                                                             \
    real = real != NULL ? real : (__typeof__(real))dlsym(RTLD_NEXT, #name)

/* ---- memory ---------------------------------------------------------------------------- */

#ifndef WITHOUT_MEMORY

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

#endif

/* ---- files ----------------------------------------------------------------------------- */

ssize_t write(int fd, const void *bytes, size_t n)
{
    REAL(write);
    bool is_of_file = is_file(fd);
    if ((is_of_file && fails(FULL)) || (is_terminal(fd) && fails(SCREEN)) || fails(INTERRUPT)) {
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
    if (fails(FULL)) {
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
    if ((is_file(fd) && fails(READ)) || (is_terminal(fd) && fails(KEYS)) || fails(INTERRUPT)) {
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
    bool is_new = wanted == FULL && (flags & O_CREAT) != 0 && access(path, F_OK) != 0;
    return is_meant(path) && (fails(OPEN) || (is_new && fails(FULL))) ? -1
                                                                      : real(path, flags, mode);
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
    return fails(NAME) || fails(FULL) ? -1 : real(path, mode);
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
    return fails(FULL) ? -1 : (int)syscall(SYS_ftruncate, fd, n);
}

int ftruncate64(int fd, off_t n)
{
    return ftruncate(fd, n);
}

/* ---- the terminal ---------------------------------------------------------------------- */

int poll(struct pollfd *files, nfds_t n, int limit_ms)
{
    REAL(poll);
    return fails(WAIT) ? -1 : real(files, n, limit_ms);
}

int select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *limit)
{
    REAL(select);
    return fails(WAIT) ? -1 : real(n, in, out, other, limit);
}

int pselect(int n, fd_set *in, fd_set *out, fd_set *other, const struct timespec *limit,
            const sigset_t *mask)
{
    REAL(pselect);
    return fails(WAIT) ? -1 : real(n, in, out, other, limit, mask);
}

int ioctl(int fd, unsigned long request, ...)
{
    REAL(ioctl);
    va_list more;
    va_start(more, request);
    void *argument = va_arg(more, void *);
    va_end(more);
    return fails(ASK) ? -1 : real(fd, request, argument);
}

int tcgetattr(int fd, struct termios *out)
{
    REAL(tcgetattr);
    return fails(MODES) ? -1 : real(fd, out);
}

int tcsetattr(int fd, int when, const struct termios *modes)
{
    REAL(tcsetattr);
    return fails(SET_MODES) ? -1 : real(fd, when, modes);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    REAL(sigaction);
    return fails(SIGNALS) ? -1 : real(number, action, before);
}

/* Of curses, whose headers are not needed. */
void *newterm(const char *type, FILE *out, FILE *in)
{
    static void *(*real)(const char *, FILE *, FILE *);
    real = real != NULL ? real : (__typeof__(real))dlsym(RTLD_NEXT, "newterm");
    return fails(START) ? NULL : real(type, out, in);
}

void *initscr(void)
{
    static void *(*real)(void);
    real = real != NULL ? real : (__typeof__(real))dlsym(RTLD_NEXT, "initscr");
    return fails(START) ? NULL : real();
}
