/* A text in a file that the user names: read with a limit, written as a whole or not at all. */
#ifndef REFEREE_APP_TEXT_FILE_H
#define REFEREE_APP_TEXT_FILE_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

/* Reads a whole regular file into `size` bytes, with a zero byte after it. STATUS_USAGE: it is
 * longer, or is not text (it has zero bytes); STATUS_IO: it cannot be read. */
enum status text_file_read(const char *path, char *out, int size, struct error *err) MUST_CHECK;
/* Writes the file. STATUS_CONFLICT: there is one already and it may not be replaced. The old
 * file stays until all of the new one is on the disk. */
enum status text_file_write(const char *path, struct str bytes, bool may_replace,
                            struct error *err) MUST_CHECK;

#endif
