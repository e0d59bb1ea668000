/* A file in the making, beside the place where it will be ("NAME.part-3f2a1c"), so that a part
 * of one never has the name of a whole one.
 *
 * Its writer holds a lock on it, which the system takes away when the writer ends in any way:
 * what writers that were killed left behind is therefore known for certain, and removed when
 * the next one begins a file of the same name. Every file that the program writes at a name
 * that a person may read is made in this way. */
#ifndef REFEREE_STORE_PART_FILE_H
#define REFEREE_STORE_PART_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/status.h"

enum { PART_FILE_PATH_SIZE = 4096 + 128 };

/* Zeroed: there is none. */
struct part_file {
    char path[PART_FILE_PATH_SIZE];
    int file; /* open for writing, and locked; owned by the part */
};

/* Makes an empty file for what will be at `path`, of this mode, less what the umask takes.
 * False with errno when it cannot be made: then there is none. */
bool part_file_begin(struct part_file *out, const char *path, mode_t mode);
/* Gives it its name, and makes that durable; what is in it must be on the disk already. False
 * with errno, and the part is still there: EEXIST for a file at the path that may not be
 * replaced. */
bool part_file_finish(struct part_file *part, const char *path, bool replaces);
/* Removes one that was not finished, with what SQLite has made beside it. */
void part_file_drop(struct part_file *part);
/* Removes what writers of this path have left, unless they still write. Keeps errno. */
void part_file_clear(const char *path);

/* The length of the path in this name of a part ("x.db" in "x.db.part-3f2a1c"); 0: it is none.
 */
int part_file_stem(const char *name);
/* An error about the part names `path`, which a person knows. */
void part_file_explain(const struct part_file *part, const char *path, struct error *err);

#endif
