/* The small tables of a campaign in memory: encounters, openings, and the newest changes of
 * things. Each row is read once, in order, and checked against its checksum and the row before
 * it; rows that another program adds are read with the next question.
 *
 * Of the changes only the last one and those of encounters are always read; those of other
 * things are read on demand, so that thousands of kinds do not delay the first screen. The
 * index that finds them is checked with the rest of the file in idle moments.
 *
 * A damaged row is skipped: the damage is remembered in the campaign, and nothing is written
 * after that. */
#ifndef REFEREE_STORE_KNOWN_H
#define REFEREE_STORE_KNOWN_H

#include "store/campaign.h"
#include "store/changes.h"

struct known_encounter {
    struct encounter_row row;          /* under its present name; `acts` is not kept */
    char own_name[CAMPAIGN_NAME_SIZE]; /* the unique name of its row */
    bool is_whole;    /* otherwise it is not trusted, and everything here is empty */
    int64_t opening;  /* its last opening; 0: none */
    int64_t previous; /* its newest row at that opening; 0: none */
    int64_t end; /* the newest row of the whole log when another one was opened; -1: none was */
};

/* The change that gave a field of a thing its value. */
struct known_value {
    char thing[CHANGE_THING_SIZE];
    int64_t thing_id;
    char field[CHANGE_FIELD_SIZE];
    int64_t change;
};

/* How far the changes of one kind of thing have been read. */
struct known_thing {
    char thing[CHANGE_THING_SIZE];
    int64_t upto; /* the id of the last change that was read */
    /* the id of the newest one, read or not, and the newest of all changes then */
    int64_t newest, newest_of;
};

struct known {
    struct known_encounter *encounter; /* by id - 1 */
    int encounters, encounters_room;
    int64_t encounters_checksum; /* of the last row */
    int64_t openings;            /* their number, which is the id of the last */
    int64_t openings_checksum;
    int64_t open;       /* the encounter on the table; 0: none yet */
    int64_t last_after; /* the newest row of the log when it was put there */
    bool has_wrong_opening;
    struct known_value *value;
    int values, values_room;
    struct known_thing *thing;
    int things, things_room;
    int64_t changes, changes_checksum, steps; /* by the last one */
    /* At the last known_refresh: the file, as other connections left it (0: none was yet), and
     * the rows that this one had written. */
    int64_t data_version, written;
};

/* Reads rows that have been added; one question when nothing was written since. */
enum status known_refresh(struct campaign *campaign, struct error *err) MUST_CHECK;
/* The same, and changes of this kind of thing, at most `most`; *is_done: no more are left. */
enum status known_read_thing(struct campaign *campaign, struct str thing, int most,
                             bool *is_done, struct error *err) MUST_CHECK;
/* The id of the newest change of this kind of thing; 0: there is none. */
enum status known_newest_change(int64_t *out, struct campaign *campaign, struct str thing,
                                struct error *err) MUST_CHECK;
/* Makes the next question read everything again. */
void known_forget(struct known *known);

/* The encounter of this id; NULL when there is none, or its row is damaged. Valid until the
 * next known_refresh. */
struct known_encounter *known_encounter(struct known *known, int64_t id);
/* The sum for the next row of a table to follow: that of its last row, or of the campaign. */
int64_t known_sum_before(const struct campaign *campaign, int64_t rows, int64_t checksum);
/* The change that gave the field its present value; 0: it never had one. The changes of this
 * thing must have been read. */
int64_t known_change(const struct known *known, struct str thing, int64_t thing_id,
                     struct str field);

#endif
