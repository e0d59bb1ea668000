#include "app/file/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/sitting/result.h"
#include "base/utf8.h"
#include "store/campaign.h"
#include "store/part_file.h"

static enum status fail(const char *path, int code, const char *what, struct error *err)
{
    return error_set(err, STATUS_IO, "", "%.80s cannot be %s: %s", path, what, strerror(code));
}

static int read_bytes(int fd, char *out, int size)
{
    struct stat about;
    if (fstat(fd, &about) != 0) {
        return -1;
    }
    if (!S_ISREG(about.st_mode)) {
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        return -1;
    }
    int used = 0;
    while (used < size) {
        ssize_t n = read(fd, out + used, (size_t)(size - used));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return -1;
        }
        if (n == 0) {
            break;
        }
        used += (int)n;
    }
    struct str text = utf8_without_mark((struct str){out, used});
    memmove(out, text.p, (size_t)text.n);
    return text.n;
}

int text_file_bytes(const char *path, char *out, int size)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int n = fd >= 0 ? read_bytes(fd, out, size) : -1;
    int failure = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = failure;
    return n;
}

enum status text_file_read(const char *path, char *out, int size, struct error *err)
{
    out[0] = '\0';
    if (campaign_may_be_at(path)) {
        return error_set(err, STATUS_USAGE, "", "%.80s: expected a text, not a database", path);
    }
    int n = text_file_bytes(path, out, size);
    if (n < 0) {
        int failure = errno;
        out[0] = '\0';
        return fail(path, failure, "read", err);
    }
    if (n == size) {
        out[0] = '\0';
        return error_set(err, STATUS_USAGE, "", "%.80s: expected at most %d bytes", path,
                         size - 1);
    }
    out[n] = '\0';
    if (memchr(out, '\0', (size_t)n) != NULL) {
        return error_set(err, STATUS_USAGE, "", "%.80s: expected a text, without zero bytes",
                         path);
    }
    return STATUS_OK;
}

static bool write_bytes(int fd, struct str bytes)
{
    for (int done = 0; done < bytes.n;) {
        ssize_t n = write(fd, bytes.p + done, (size_t)(bytes.n - done));
        if (n < 0 && errno != EINTR) {
            return false;
        }
        done += n > 0 ? (int)n : 0;
    }
    return fsync(fd) == 0;
}

bool text_file_behind_links(char out[TEXT_FILE_PATH_SIZE], const char *path)
{
    struct stat about;
    char *real = NULL;
    if (lstat(path, &about) == 0 && (real = realpath(path, NULL)) == NULL) {
        return false;
    }
    struct text place = text_over(out, TEXT_FILE_PATH_SIZE);
    text_add(&place, "%s", real != NULL ? real : path);
    free(real);
    errno = ENAMETOOLONG;
    return !place.is_cut;
}

/* Only files are written and replaced: never a folder, a device or a pipe. */
static bool can_be_replaced(const char *place, mode_t *mode)
{
    struct stat about;
    if (stat(place, &about) != 0) {
        return true; /* or it cannot be written, which opening it will tell */
    }
    errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
    *mode = about.st_mode & 0777;
    return S_ISREG(about.st_mode);
}

bool text_file_put(const char *path, struct str bytes, struct file_wish wish)
{
    struct stat about;
    char place[TEXT_FILE_PATH_SIZE];
    struct part_file part;
    mode_t kept = 0;
    if (!wish.may_replace && lstat(path, &about) == 0) {
        errno = EEXIST;
        return false;
    }
    if (!text_file_behind_links(place, path) || !can_be_replaced(place, &kept)) {
        return false;
    }
    if (!part_file_begin(&part, place, wish.is_private ? 0600 : 0666)) {
        return false;
    }
    bool is_written = (kept == 0 || fchmod(part.file, kept) == 0) &&
                      write_bytes(part.file, bytes) &&
                      part_file_finish(&part, place, wish.may_replace);
    part_file_drop(&part);
    return is_written;
}

enum status text_file_write(const char *path, struct str bytes, bool may_replace,
                            struct error *err)
{
    if (text_file_put(path, bytes, (struct file_wish){.may_replace = may_replace})) {
        return STATUS_OK;
    }
    if (errno == EEXIST && !may_replace) {
        return error_set(err, STATUS_CONFLICT, "",
                         "%.80s is there already: replace writes over it", path);
    }
    if (errno == EINVAL || errno == EISDIR) {
        return error_set(err, STATUS_IO, "", "%.80s cannot be written: it is not a plain file",
                         path);
    }
    return fail(path, errno, "written", err);
}

void text_file_result(enum status status, const struct error *err, struct result *out)
{
    if (status == STATUS_CONFLICT) {
        result_refuse(out, "%s", err->text);
    } else if (status != STATUS_OK) {
        result_fail(out, err);
    }
}
