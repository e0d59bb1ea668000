/* Copies of the open campaign: on demand, and kept by themselves in a folder beside it
 * (NAME.backups/) in idle moments; going back to one of them. A copy that is kept by itself is
 * named after the local time it was made at, as 2026-11-22-204105.db. Of these the last three
 * stay, and the last one of each of the last ten evenings; an evening ends at six in the
 * morning. */
#ifndef REFEREE_APP_SITTING_BACKUP_H
#define REFEREE_APP_SITTING_BACKUP_H

#include <stdbool.h>
#include <stdint.h>

#include "app/result.h"
#include "app/sitting_file.h"
#include "base/status.h"
#include "tracker/command.h"

struct sitting;

/* One small piece of what is done while nobody presses a key: the write-ahead log is put into
 * the file some seconds after the last act, a copy is begun when something has changed, or goes
 * on. The first copy of a campaign that has none is begun at once; until one on the disk
 * serves, what is there is held in memory, so that a file that is copied over can be made up
 * for. A failure is told once, and stops nothing. */
enum status sitting_housekeep(struct sitting *sitting, struct error *err) MUST_CHECK;
/* Finds out what the newest copy holds already, once: before the first act, so that what is
 * written from then on is remembered beside it (store/tail.h). */
void sitting_find_copy(struct sitting *sitting);
/* Before a line is run, behind sitting_find_copy: where no copy serves yet, or none is to be
 * kept or can be, what is there now is held in memory until one does. */
void sitting_keep_memory(struct sitting *sitting);
/* A copy is being made: housekeeping goes on as soon as there is time again. */
bool sitting_is_copying(const struct sitting *sitting);
enum { SITTING_COPIES_MAX = 64, SITTING_COPY_NAME_SIZE = 32 };

/* A copy in that folder. */
struct sitting_copy {
    char name[SITTING_COPY_NAME_SIZE]; /* without .db */
    int64_t acts;                      /* -1: it cannot be read */
    int64_t newest_ms;                 /* of its last act; 0: none */
    enum sitting_trust trust;
};
/* The newest first; returns how many. */
int sitting_copies(struct sitting *sitting, struct sitting_copy *out, int most);
/* The same of a campaign that is not open, by its file. */
int sitting_copies_of(const char *campaign, struct sitting_copy *out, int most);
/* Puts the copy of this name in its place, without opening it: it may be too damaged. What was
 * there is kept beside; `kept` says where. STATUS_USAGE: there is no copy of this name. */
enum status sitting_restore_file(const char *campaign, const char *name, struct text *kept,
                                 struct error *err) MUST_CHECK;

/* `backup FILE [replace]`, `backups`, `restore NAME`. */
void sitting_run_backup(struct sitting *sitting, const struct command *command,
                        struct result *out);
void sitting_run_backups(struct sitting *sitting, const struct command *command,
                         struct result *out);
void sitting_run_restore(struct sitting *sitting, const struct command *command,
                         struct result *out);
/* The first without a command line; and all that is derived from the log made again. */
enum status sitting_backup(struct sitting *sitting, const char *path, bool replaces,
                           struct error *err) MUST_CHECK;
enum status sitting_rebuild(struct sitting *sitting, int *encounters,
                            struct error *err) MUST_CHECK;

#endif
