/* A text in a file that somebody names: read with a bound, written as a whole or not at all. */
#ifndef REFEREE_APP_TEXT_FILE_H
#define REFEREE_APP_TEXT_FILE_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

/* Reads a whole regular file into `size` bytes, with a zero byte behind it. STATUS_USAGE: it is
 * longer, or no text (it holds zero bytes); STATUS_IO: it cannot be read, and why. */
enum status text_file_read(const char *path, char *out, int size, struct error *err) MUST_CHECK;
/* Writes the file. STATUS_CONFLICT: there is one already and it may not be replaced. What was
 * there stays until all of the new one is on the disk. */
enum status text_file_write(const char *path, struct str bytes, bool may_replace,
                            struct error *err) MUST_CHECK;

#endif
