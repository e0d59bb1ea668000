/* The file of the open campaign: the two ways on when it is not at its path any more, because
 * it was moved, deleted, replaced or copied over. One writes what is open to a file and goes on
 * there, the other goes on with what is at the path now. Both are commands. */
#ifndef REFEREE_APP_SITTING_FILE_H
#define REFEREE_APP_SITTING_FILE_H

#include <stdbool.h>

#include "app/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

enum { SITTING_PATH_MAX = 4096 };

/* Whether the last act found the file in another place than its own. Nothing is written then.
 */
bool sitting_has_lost_file(const struct sitting *sitting);
/* Whether there is a file at the path that could be gone on with. */
bool sitting_can_reopen(const struct sitting *sitting);
/* Whether what is open can surely be written elsewhere. Not where another file was copied over
 * it before the first idle moment and the first line. */
bool sitting_can_be_kept(const struct sitting *sitting);
/* What has become of the file, and what is at its path now: a few lines for people. */
void sitting_tell_file(struct sitting *sitting, struct text *out);
/* A path that the open campaign can be written to: its own where that is free, else one beside
 * it that no file has. */
void sitting_suggest_path(const struct sitting *sitting, struct text *out);

/* "campaign.db" as "campaign-kept.db", then "campaign-kept-2.db": the first that no file has.
 */
bool sitting_free_path(char out[SITTING_PATH_MAX], const char *path);
/* What was typed as a path: without the quotes it may stand in, and ~/ as the shell has it. */
bool sitting_path_of(char out[SITTING_PATH_MAX], struct str typed);
/* The campaign at the path takes the place of the open one, which stays open when that fails.
 */
enum status sitting_go_on_with(struct sitting *sitting, const char *path,
                               struct error *err) MUST_CHECK;

/* Gives up a copy that is being made; before the campaign is closed. */
void sitting_stop_copying(struct sitting *sitting);

/* How far what is told of a file can be believed, as every row has a checksum. */
enum sitting_trust {
    SITTING_CHECKED,
    SITTING_NOT_CHECKED, /* the first version of the format had no checksums */
    SITTING_DAMAGED      /* some of it is not as it was written: told as far as it is whole */
};
/* "", "not checked", "damaged". */
const char *sitting_trust_word(enum sitting_trust trust);

/* "2026-11-22 20:41", local time; "" for 0. */
enum { SITTING_TIME_SIZE = 32 };
void sitting_time(char out[SITTING_TIME_SIZE], int64_t ms);

/* `save-as [FILE]` and `reopen`. */
void sitting_run_save_as(struct sitting *sitting, const struct command *command,
                         struct result *out);
void sitting_run_reopen(struct sitting *sitting, const struct command *command,
                        struct result *out);

/* At the end: a campaign whose file is not at its path is written beside it, or, where that
 * cannot be, into the folder of the user's data or for temporary files. False, and nothing
 * told, where that is not needed. */
bool sitting_rescue(struct sitting *sitting, struct text *told);

#endif
