/* Files of records that the user names: finding their game, and copying one into the user's
 * folder, where it is read from then on. */
#ifndef REFEREE_APP_LIBRARY_LIBRARY_FILES_H
#define REFEREE_APP_LIBRARY_LIBRARY_FILES_H

#include "app/library/record_library.h"
#include "base/text.h"
#include "resolver/system.h"

enum { LIBRARY_PATH_SIZE = 4096 };

/* The game of a file: the one whose folder it is in, or else the only one for which it has no
 * mistakes. STATUS_USAGE when there is none, or several. */
enum status library_file_system(const struct system **out, const char *path,
                                struct error *err) MUST_CHECK;
/* Whether a file has a list of random tables, which are of no game. */
bool library_file_is_of_tables(const char *path);
/* Adds the path that the copy of a file of a game would have; NULL: of random tables.
 * STATUS_USAGE when its name does not end in .yaml, or would not be read. */
enum status library_file_place(const struct system *system, const char *path, struct text *out,
                               struct error *err) MUST_CHECK;
/* Copies it unchanged to that path, where it is complete at every moment. STATUS_CONFLICT when
 * a file exists and `replaces` is false. */
enum status library_file_copy(const char *path, const char *place, bool replaces,
                              struct error *err) MUST_CHECK;

#endif
