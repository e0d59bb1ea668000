/* A text in a file that the user names: read with a limit, written as a whole or not at all. */
#ifndef REFEREE_APP_TEXT_FILE_H
#define REFEREE_APP_TEXT_FILE_H

#include <stdbool.h>

#include "app/result.h"
#include "base/status.h"
#include "base/text.h"

/* Reads at most `size` bytes of a regular file: their number, or -1 with errno when it cannot
 * be read. Others are not read: a pipe could block. */
int text_file_bytes(const char *path, char *out, int size);
/* Reads a whole regular file into `size` bytes, with a zero byte after it. STATUS_USAGE: it is
 * longer, or is not text (it has zero bytes); STATUS_IO: it cannot be read. */
enum status text_file_read(const char *path, char *out, int size, struct error *err) MUST_CHECK;
/* Writes the file. STATUS_CONFLICT: there is one already and it may not be replaced; STATUS_IO:
 * it cannot be written, or what is there is no plain file. The old file stays until all of the
 * new one is on the disk, and a failure leaves nothing behind. Every file that somebody asks
 * for by name is written by this. */
enum status text_file_write(const char *path, struct str bytes, bool may_replace,
                            struct error *err) MUST_CHECK;
/* What a command tells of a file that was not written: a refusal where it may not be replaced.
 * STATUS_OK changes nothing. */
void text_file_result(enum status status, const struct error *err, struct result *out);

#endif
