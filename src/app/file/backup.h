/* Copies of the open campaign: on demand, and automatically in idle moments in a folder beside
 * it (NAME.backups/); and going back to one of them. An automatic copy is named after its local
 * time, as 2026-11-22-204105.db. Of these the last three stay, and the last one of each of the
 * last ten evenings (both numbers are settings); an evening ends at six in the morning. */
#ifndef REFEREE_APP_FILE_BACKUP_H
#define REFEREE_APP_FILE_BACKUP_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "app/file/file.h"
#include "base/status.h"
#include "tracker/command.h"

struct sitting;

/* One small step while nobody presses a key: the write-ahead log is put into the file some
 * seconds after the last act; a copy is begun when something has changed, or continued. The
 * first copy of a campaign without any is begun at once; until there is one on the disk, the
 * contents are kept in memory, so that a file that is copied over can be restored. A failure is
 * reported once, and stops nothing. */
enum status sitting_housekeep(struct sitting *sitting, struct error *err) MUST_CHECK;
/* Finds out once, before the first act, what the newest copy already holds, so that later rows
 * are remembered beside it (store/backup.h). */
void sitting_find_copy(struct sitting *sitting);
/* Called before a line is run, after sitting_find_copy: without a usable copy, or if none can
 * be kept, the present contents are kept in memory until there is one. */
void sitting_keep_memory(struct sitting *sitting);
/* True when a copy is being made, so that idle work continues as soon as there is time. */
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
/* The same for a campaign that is not open, by its file. */
int sitting_copies_of(const char *campaign, struct sitting_copy *out, int most);
/* Puts the copy of this name in the place of a campaign that is not opened, since it may be too
 * damaged. The old file is kept beside it; `kept` says where. STATUS_USAGE: there is no copy of
 * this name. */
enum status sitting_restore_file(const char *campaign, const char *name, struct text *kept,
                                 struct error *err) MUST_CHECK;

/* `backup FILE [replace]`, `backups`, `restore NAME`. */
void sitting_run_backup(struct sitting *sitting, const struct command *command,
                        struct result *out);
void sitting_run_backups(struct sitting *sitting, const struct command *command,
                         struct result *out);
void sitting_run_restore(struct sitting *sitting, const struct command *command,
                         struct result *out);
/* `backup` without a command line; and making again everything that is derived from the log. */
enum status sitting_backup(struct sitting *sitting, const char *path, bool replaces,
                           struct error *err) MUST_CHECK;
enum status sitting_rebuild(struct sitting *sitting, int *encounters,
                            struct error *err) MUST_CHECK;

#endif
