/* The encounters of another campaign brought into this one, with every act on every branch.
 *
 * What both have is known by where an encounter began (schema/log_0003.sql), not by its name:
 * where one log begins with the whole of the other, the rest is appended; where they part, the
 * other one is an encounter of its own. Acts keep their time, their words and their dice, and
 * get new numbers; remarks, markers and kept forecasts follow. Macros that only the other file
 * has are added. Kinds, members and macros that differ stay as they are here. The other file is
 * only read. */
#ifndef REFEREE_APP_TRANSFER_MERGE_H
#define REFEREE_APP_TRANSFER_MERGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "store/campaign.h"

struct sitting;

enum merge_state {
    MERGE_ADDED,    /* only the other file had it, or the two have parted */
    MERGE_APPENDED, /* it went on in the other file */
    MERGE_THERE,    /* all of it is here */
    MERGE_LEFT_OUT
};
const char *merge_state_word(enum merge_state state);

struct merge_act {
    int64_t was, now; /* its number there and here */
};

struct merge_encounter {
    char name[CAMPAIGN_NAME_SIZE]; /* there */
    char as[CAMPAIGN_NAME_SIZE];   /* here; "": left out */
    int64_t id_there, id;          /* their numbers; id 0: it is left out */
    enum merge_state state;
    bool is_archived;  /* here */
    int64_t undone_at; /* all of it is here, but its acts up to this one were taken back; 0 */
    const char *why;   /* of what is left out; static */
    struct merge_act *act;
    int acts, room;
    int remarks; /* that followed */
};

/* A kind, a member of the party, or a macro that differs; or a macro that was added. */
struct merge_difference {
    const char *what; /* "kind", "member", "macro" */
    char name[64];
};

struct merge_report {
    struct merge_encounter *encounter;
    int encounters, encounters_room;
    struct merge_difference *difference;
    int differences, differences_room;
    struct merge_difference *macro; /* added */
    int macros, macros_room;
    int added, appended, there, left_out;
};

/* Merges the campaign in a file as one transaction, or works out what that would do (`is_dry`).
 * STATUS_OK also when nothing was added. The report is the caller's to free, also after a
 * failure. After it the table is read again (sitting_load), unless the sitting is closed next.
 *
 * It is one step of the list of encounters: its undo archives what was added, and moves what
 * went on back to the act where it was, if nothing was done there since. */
enum status sitting_merge(struct sitting *sitting, const char *path, bool is_dry,
                          struct merge_report **report, struct error *err) MUST_CHECK;
void merge_report_free(struct merge_report *report);
/* It as a report (app/report/report.h). */
json_t *merge_report_told(const struct merge_report *report);
/* Adds it in lines. */
void merge_report_tell(const struct merge_report *report, struct text *out);

/* `merge FILE`: the report of a dry run; `merge FILE yes` merges. */
sitting_command_fn sitting_run_merge;

#endif
