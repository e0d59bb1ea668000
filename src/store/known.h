/* The small tables of a campaign as they are known in memory: encounters, openings, and which
 * change of a thing is the newest. Each row is read once, in order, and checked against its
 * checksum and the row before it; what another program adds is read with the next question.
 *
 * Of the changes only the last one and those of encounters are always read; those of another
 * thing are read when somebody asks for it, so that thousands of kinds cost the first screen
 * nothing. The index that finds them is looked over with the rest of the file in idle moments.
 *
 * A row that is not as it was written is passed over: the damage is remembered in the campaign,
 * and nothing is written from then on. */
#ifndef REFEREE_STORE_KNOWN_H
#define REFEREE_STORE_KNOWN_H

#include "store/campaign.h"
#include "store/changes.h"

struct known_encounter {
    struct encounter_row row;          /* under its present name; `acts` is not kept */
    char own_name[CAMPAIGN_NAME_SIZE]; /* the unique one of its row */
    bool is_whole;                     /* else it is not believed, and all of this is empty */
    int64_t opening;                   /* its last; 0: none */
    int64_t previous;                  /* its newest row when that was; 0: none */
    int64_t end; /* the newest row of the whole log when another was opened; -1: none was */
};

/* Which change a field of a thing has its value from. */
struct known_value {
    char thing[CHANGE_THING_SIZE];
    int64_t thing_id;
    char field[CHANGE_FIELD_SIZE];
    int64_t change;
};

/* How far the changes of one kind of thing are read. */
struct known_thing {
    char thing[CHANGE_THING_SIZE];
    int64_t upto; /* the id of the last change that was looked at */
};

struct known {
    struct known_encounter *encounter; /* by id - 1 */
    int encounters, encounters_room;
    int64_t encounters_checksum; /* of the last row */
    int64_t openings;            /* how many, which is the id of the last */
    int64_t openings_checksum;
    int64_t open;       /* the encounter that is on the table; 0: none yet */
    int64_t last_after; /* the newest row of the log when it was put there */
    bool has_wrong_opening;
    struct known_value *value;
    int values, values_room;
    struct known_thing *thing;
    int things, things_room;
    int64_t changes, changes_checksum, steps; /* by the last one */
};

/* Reads what has been added. */
enum status known_refresh(struct campaign *campaign, struct error *err) MUST_CHECK;
/* The same, and changes of this kind of thing, at most `most`; *is_done: no more are left. */
enum status known_read_thing(struct campaign *campaign, struct str thing, int most,
                             bool *is_done, struct error *err) MUST_CHECK;
/* All is read again with the next question. */
void known_forget(struct known *known);

/* The encounter of this id; NULL when there is none, or its row is not as it was written. Valid
 * until the next known_refresh. */
struct known_encounter *known_encounter(struct known *known, int64_t id);
/* The sum that the next row of a table follows: that of its last row, or of the campaign. */
int64_t known_sum_before(const struct campaign *campaign, int64_t rows, int64_t checksum);
/* The change that the field's present value is from; 0: it never had one. The changes of this
 * thing were read. */
int64_t known_change(const struct known *known, struct str thing, int64_t thing_id,
                     struct str field);

#endif
