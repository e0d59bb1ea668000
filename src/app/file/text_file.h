/* A text in a file that the user names: read with a limit, written as a whole or not at all. */
#ifndef REFEREE_APP_FILE_TEXT_FILE_H
#define REFEREE_APP_FILE_TEXT_FILE_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

/* Reads at most `size` bytes of a regular file, without the byte order mark before them: their
 * number, or -1 with errno when it cannot be read. Others are not read: a pipe could block. */
int text_file_bytes(const char *path, char *out, int size);
/* Reads a whole regular file into `size` bytes, with a zero byte after it. STATUS_USAGE: it is
 * longer, or is not text (it has zero bytes); STATUS_IO: it cannot be read. */
enum status text_file_read(const char *path, char *out, int size, struct error *err) MUST_CHECK;
/* The place that a path means: the file behind its links, or the path itself where nothing is.
 * False with errno: a link leads nowhere, or the path is too long. */
enum { TEXT_FILE_PATH_SIZE = 4200 };
bool text_file_behind_links(char out[TEXT_FILE_PATH_SIZE], const char *path);

struct result;

struct file_wish {
    bool may_replace; /* a file that is there already: its permissions stay */
    bool is_private;  /* a new file is for its owner alone */
};
/* Writes a whole file, or nothing: the old one stays until all of the new one is on the disk.
 * Behind a link the file that it leads to is written, and the link stays. False with errno:
 * EEXIST for a file that may not be replaced, EISDIR or EINVAL for what is no plain file. Every
 * file that the program writes, apart from campaigns, is written by this. */
bool text_file_put(const char *path, struct str bytes, struct file_wish wish);
/* The same, with the reason in words. STATUS_CONFLICT: there is one already and it may not be
 * replaced; STATUS_IO: it cannot be written, or what is there is no plain file. */
enum status text_file_write(const char *path, struct str bytes, bool may_replace,
                            struct error *err) MUST_CHECK;
/* What a command tells of a file that was not written: a refusal where it may not be replaced.
 * STATUS_OK changes nothing. */
void text_file_result(enum status status, const struct error *err, struct result *out);

#endif
