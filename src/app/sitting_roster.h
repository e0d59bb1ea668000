/* The roster: the party of a campaign, of the open encounter's game, as a state of its members
 * between their fights. What is kept is the changes of the campaign (store/changes.h): the
 * thing "party" with a member's number, in the field of its game's name, holds what lasts of it
 * (tracker/lasting.h); number 0 holds what belongs to all of them. Two further lines stand in
 * such a text:
 *
 *   draw 7          of the party: the number of its next generated draw
 *   seen 3 27       it has what encounter 3 did to it up to act 27 */
#ifndef REFEREE_APP_SITTING_ROSTER_H
#define REFEREE_APP_SITTING_ROSTER_H

#include "app/result.h"
#include "tracker/state.h"

struct sitting;

enum { ROSTER_MAX = 64 };

/* A text of a member, or of the party. */
struct roster_text {
    int64_t number;
    char *text; /* NULL: it has left */
};

/* One member, or the party itself (number and id 0). */
struct roster_row {
    int64_t number, change; /* and the change that its text is from */
    int id;                 /* in the state */
    char *text;
};

struct roster {
    struct state state; /* everybody there is; their ids are this state's alone */
    struct roster_row row[ROSTER_MAX + 1]; /* by number; the first is the party itself */
    int rows;
    int64_t last_number; /* that was ever given */
    int64_t changes;     /* the newest one when it was read */
    const struct system *system;
};

/* As the campaign has it now; NULL, with err, when it cannot be read. Borrowed until a line
 * runs. Cheap while nothing has changed. */
const struct roster *sitting_roster(struct sitting *sitting, struct error *err);
void sitting_forget_roster(struct sitting *sitting);
/* As it would be with these texts; until sitting_roster is called. */
const struct roster *sitting_roster_with(struct sitting *sitting,
                                         const struct roster_text *texts, int count,
                                         struct error *err);

/* The row of a member or the party by number; NULL: there is none. */
const struct roster_row *roster_row_of(const struct roster *roster, int64_t number);
/* The one of this id of its state; NULL: there is none. */
const struct roster_row *roster_row_at(const struct roster *roster, int id);

/* Writes the members of sitting->decision, which was begun on the roster's state
 * (sitting_begin_party), as one step; who is new gets a number. The step's line is the
 * decision's label. *has_changed: whether anything lasting had. */
void sitting_commit_roster(struct sitting *sitting, bool *has_changed, struct result *out);
/* Writes texts that were made otherwise: `text[i]` of member `number[i]`, as one step. `trace`
 * is JSON; "": none. */
void sitting_write_roster(struct sitting *sitting, const struct roster_text *texts, int count,
                          const char *line, const char *trace, struct result *out);

/* The text of a member in a change of the campaign, copied for the caller to free; NULL: that
 * change is none of it. */
char *roster_text_of_change(struct sitting *sitting, int64_t change, int64_t number);

#endif
