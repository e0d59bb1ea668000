/* The file of the open campaign: the two ways on when it is no longer at its path, because it
 * was moved, deleted, replaced or copied over. One writes the open campaign to a file and
 * continues there, the other continues with the file now at the path. Both are commands. */
#ifndef REFEREE_APP_FILE_FILE_H
#define REFEREE_APP_FILE_FILE_H

#include <stdbool.h>

#include "app/sitting/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

enum { SITTING_PATH_MAX = 4096 };

/* True when the last act found that the file is not in its place. Nothing is written then. */
bool sitting_has_lost_file(const struct sitting *sitting);
/* True when there is a file at the path to continue with. */
bool sitting_can_reopen(const struct sitting *sitting);
/* True when the open campaign can surely be written elsewhere. Not when another file was copied
 * over it before the first idle moment and the first line. */
bool sitting_can_be_kept(const struct sitting *sitting);
/* What happened to the file, and what is at its path now: a few lines for display. */
void sitting_tell_file(struct sitting *sitting, struct text *out);
/* A path for writing the open campaign: its own if that is free, or else an unused one beside
 * it. */
void sitting_suggest_path(const struct sitting *sitting, struct text *out);

/* "campaign.db" as "campaign-kept.db", then "campaign-kept-2.db": the first unused name. */
bool sitting_free_path(char out[SITTING_PATH_MAX], const char *path);
/* A typed path: without quotes around it, and with ~/ as in the shell. */
bool sitting_path_of(char out[SITTING_PATH_MAX], struct str typed);
/* Opens the campaign at the path in place of the open one, which stays open when that fails. */
enum status sitting_go_on_with(struct sitting *sitting, const char *path,
                               struct error *err) MUST_CHECK;

/* Drops a copy in the making; call it before the campaign is closed. */
void sitting_stop_copying(struct sitting *sitting);

/* How reliable facts about a file are, as every row has a checksum. */
enum sitting_trust {
    SITTING_CHECKED,
    SITTING_NOT_CHECKED, /* the first version of the format had no checksums */
    SITTING_DAMAGED      /* some of it is damaged: facts go up to the damage */
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

/* At the end: writes a campaign whose file is not at its path beside it, or, if that is
 * impossible, into the user's data folder or that for temporary files. False, with nothing
 * reported, when that is not needed. */
bool sitting_rescue(struct sitting *sitting, struct text *told);

#endif
