#include "store/part_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

static const char mark[] = ".part-";
enum { MARK = sizeof mark - 1, NUMBER = 6, TRIES_MAX = 1000 };

int part_file_stem(const char *name)
{
    int n = (int)strlen(name) - MARK - NUMBER;
    if (n <= 0 || memcmp(name + n, mark, MARK) != 0) {
        return 0;
    }
    for (int i = n + MARK; name[i] != '\0'; i++) {
        if (!char_is_letter(name[i]) && !char_is_digit(name[i])) {
            return 0;
        }
    }
    return n;
}

/* The folder of a path, as "." or with a slash at its end. */
static bool folder_of(char out[PART_FILE_PATH_SIZE], const char *path)
{
    const char *slash = strrchr(path, '/');
    struct text text = text_over(out, PART_FILE_PATH_SIZE);
    text_add(&text, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1,
             slash == NULL ? "." : path);
    return !text.is_cut;
}

/* ---- what is left ---------------------------------------------------------------------- */

static void remove_with_its_own(const char *path)
{
    static const char *const suffixes[] = {"-journal", "-wal", "-shm", ""};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char name[PART_FILE_PATH_SIZE + 16];
        text_format(name, sizeof name, "%s%s", path, suffixes[i]);
        unlink(name);
    }
}

/* True when the open file is the one of this name. While it is locked nobody else removes it.
 */
static bool has_name(int file, const char *path)
{
    struct stat open, named;
    return fstat(file, &open) == 0 && lstat(path, &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

static void remove_if_left(const char *path)
{
    struct stat about;
    if (lstat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_uid != geteuid()) {
        return;
    }
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && has_name(file, path)) {
        remove_with_its_own(path);
    }
    close(file);
}

void part_file_clear(const char *path)
{
    char folder[PART_FILE_PATH_SIZE], part[PART_FILE_PATH_SIZE];
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    int before = (int)(name - path), failure = errno;
    DIR *dir = folder_of(folder, path) ? opendir(folder) : NULL;
    for (const struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        int stem = part_file_stem(entry->d_name);
        struct text text = text_over(part, sizeof part);
        text_add(&text, "%.*s%s", before, path, entry->d_name);
        if (stem == (int)strlen(name) && memcmp(entry->d_name, name, (size_t)stem) == 0 &&
            !text.is_cut) {
            remove_if_left(part);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    errno = failure;
}

/* ---- one in the making ----------------------------------------------------------------- */

/* True when the new file is this writer's alone. Where files cannot be locked, nobody removes
 * it either. */
static bool is_taken(const struct part_file *part)
{
    return (flock(part->file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
           has_name(part->file, part->path);
}

bool part_file_begin(struct part_file *out, const char *path, mode_t mode)
{
    part_file_clear(path);
    for (int i = 0; i < TRIES_MAX; i++) {
        unsigned number = ((unsigned)getpid() * TRIES_MAX + (unsigned)i) & 0xffffff;
        struct text name = text_over(out->path, sizeof out->path);
        text_add(&name, "%s%s%0*x", path, mark, NUMBER, number);
        errno = ENAMETOOLONG;
        out->file =
            name.is_cut ? -1 : open(out->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (out->file >= 0 && is_taken(out)) {
            return true;
        }
        if (out->file >= 0) {
            close(out->file);
        } else if (errno != EEXIST) {
            break;
        }
    }
    out->path[0] = '\0';
    return false;
}

/* One that must not replace anything gets a second name first, since a link does not replace a
 * file that was made meanwhile; not every file system has links. */
static bool give_name(const struct part_file *part, const char *path, bool replaces)
{
    struct stat found;
    if (replaces) {
        return rename(part->path, path) == 0;
    }
    if (link(part->path, path) == 0) {
        unlink(part->path); /* where that fails the next writer of this path does it */
        return true;
    }
    if (errno == EEXIST || lstat(path, &found) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(part->path, path) == 0;
}

bool part_file_finish(struct part_file *part, const char *path, bool replaces)
{
    if (!give_name(part, path, replaces)) {
        return false;
    }
    /* A name is durable only when its folder is synced. */
    char folder[PART_FILE_PATH_SIZE];
    (void)folder_of(folder, path); /* it fits, as the part's own path did */
    int file = open(folder, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    close(part->file);
    part->path[0] = '\0';
    return true;
}

void part_file_drop(struct part_file *part)
{
    if (part->path[0] != '\0') {
        int failure = errno;
        remove_with_its_own(part->path);
        close(part->file);
        part->path[0] = '\0';
        errno = failure;
    }
}

/* Of a long path an error has only the end. */
void part_file_explain(const struct part_file *part, const char *path, struct error *err)
{
    size_t n = err != NULL ? strlen(err->where) : 0, own = strlen(part->path);
    const char *end = part->path + own - (own > MARK + NUMBER ? MARK + NUMBER : own);
    if (own > 0 && n >= strlen(end) && strcmp(err->where + n - strlen(end), end) == 0) {
        struct error why = *err;
        (void)error_set(err, why.code, path, "%s", why.text);
    }
}
