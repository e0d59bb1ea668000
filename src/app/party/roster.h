/* The roster: the party of a campaign, of the open encounter's game, as a state of its members
 * between their fights. It is kept in the changes of the campaign (store/changes.h): the thing
 * "party" with a member's number, in the field with its game's name, holds its lasting facts
 * (tracker/carry.h); number 0 holds those of the whole party. Such a text has two more kinds
 * of lines:
 *
 *   draw 7          of the party: the number of its next generated draw
 *   seen 3 27       it has what encounter 3 did to it up to act 27 */
#ifndef REFEREE_APP_PARTY_ROSTER_H
#define REFEREE_APP_PARTY_ROSTER_H

#include "app/sitting/collection.h"
#include "resolver/system.h"
#include "tracker/state.h"

extern const struct collection party_collection;

enum { ROSTER_MAX = 64 };

/* One member, or the party itself (number and id 0). */
struct roster_row {
    int64_t number, change; /* and the change with its text */
    int id;                 /* in the state */
    char *text;
};

struct roster {
    struct state state;                    /* all members; their ids are of this state only */
    struct roster_row row[ROSTER_MAX + 1]; /* by number; the first is the party itself */
    int rows;
    int64_t last_number; /* the highest number ever given */
    int64_t changes;     /* the newest change when it was read */
    const struct system *system;
};

/* The present roster of the campaign; NULL, with err, when it cannot be read. Borrowed until a
 * line runs. Cheap while nothing has changed. */
const struct roster *sitting_roster(struct sitting *sitting, struct error *err);
/* The one of a game, which need not be the table's; its library is open afterwards. */
const struct roster *sitting_roster_of(struct sitting *sitting, const struct system *system,
                                       struct error *err);
void sitting_forget_roster(struct sitting *sitting);

/* The row of a member or the party by number; NULL when there is none. */
const struct roster_row *roster_row_of(const struct roster *roster, int64_t number);
/* The row of the member with this id in its state; NULL when there is none. */
const struct roster_row *roster_row_at(const struct roster *roster, int id);

/* Writes the members of sitting->decision, which was begun on the roster's state
 * (sitting_begin_party), as one step; new members get numbers. The step's line is the
 * decision's label. *has_changed: whether anything lasting has changed. */
void sitting_commit_roster(struct sitting *sitting, bool *has_changed, struct result *out);

/* True when further members, each the text of its lasting facts under a number that nobody has,
 * could stand beside those of the open encounter's game. STATUS_USAGE, STATUS_FULL or
 * STATUS_DAMAGED with why not. Nothing is written. */
struct member_text {
    int64_t number; /* 0: the party itself, in place of its text */
    const char *text;
};
enum status sitting_check_members(struct sitting *sitting, const struct member_text *members,
                                  int count, struct error *err) MUST_CHECK;

/* ---- lasting facts in words ------------------------------------------------------------ */

/* Adds the differences, separated by commas: "Life 9 to 3, uses luck 2 to 1, wounded". Nothing
 * when nothing visible has changed. */
void party_add_difference(const struct system *system, struct str before, struct str after,
                          struct text *out);
/* Adds the name of the line ("Life", "uses luck") and, separately, its value. Nothing for lines
 * that are not for display. */
void party_add_name(const struct system *system, struct str line, struct text *out);
void party_add_value(const struct system *system, struct str line, struct text *out);

/* ---- home ------------------------------------------------------------------------------ */

/* The party comes home: lasting effects of the open encounter on its members are written to the
 * roster, as one step of its history.
 *
 * Only changes since the roster last looked are taken, number by number: changes between the
 * fights stay, and what was undone at the table since is undone in the roster too. So it does
 * not matter how often, or when, the party comes home.
 *
 * This writes the changes if anybody of the roster is here and has changed; *told: who and
 * what, a line each; "": nobody. False when it cannot be written: *out says why. */
bool sitting_bring_home(struct sitting *sitting, struct text *told, struct result *out);
/* The roster as it would be then; *is_other: it differs from the present one. NULL with err on
 * failure. Borrowed until sitting_roster is called. */
const struct roster *sitting_preview_home(struct sitting *sitting, bool *is_other,
                                          struct error *err);
/* What it would write, without writing it. */
void sitting_tell_home(struct sitting *sitting, struct text *told);

sitting_command_fn sitting_run_home;

/* True when a step with this trace brought the party home. */
bool roster_step_is_home(struct str trace);

#endif
