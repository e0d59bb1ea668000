/* The present of an open campaign: the encounter on the table, its state, its place in the log.
 * Loading it, and looking at it. New acts are in decision.h. */
#ifndef REFEREE_APP_SITTING_STATE_H
#define REFEREE_APP_SITTING_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/log/log_line.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

struct sitting;
struct encounter_row;

/* ---- looking --------------------------------------------------------------------------- */

const struct state *sitting_state(const struct sitting *sitting);
/* The game of the party at the table; NULL: nobody of a party is alive there. */
const struct system *sitting_party_system(const struct sitting *sitting);
const struct procedure *sitting_procedure(const struct sitting *sitting);
int64_t sitting_encounter_number(const struct sitting *sitting);   /* 0 before it */
const char *sitting_encounter_name(const struct sitting *sitting); /* "" before the first act */
const char *sitting_path(const struct sitting *sitting);
bool sitting_is_read_only(const struct sitting *sitting);
/* The damage of the log and its place; NULL: none was found. The state is then the one before
 * the damage, and no act is accepted. */
const struct error *sitting_damage(const struct sitting *sitting);
/* Whether a reading with this status ended at the damage: what it read before holds, and the
 * user is told of the damage once (sitting_notice). */
bool sitting_ended_at_damage(const struct sitting *sitting, enum status status);
/* A message about the file that the user has not seen yet: about damage, and about derived data
 * that was made again; "" when there is none. Valid until the next call. */
const char *sitting_notice(struct sitting *sitting);
/* The labels of the acts that undo and redo would move over, "" when there is none. */
const char *sitting_undo_label(const struct sitting *sitting);
const char *sitting_redo_label(const struct sitting *sitting);
/* The act after which the open encounter is; 0: the start. */
int64_t sitting_act_now(const struct sitting *sitting);
/* Every command here: name, arguments and key come from one table. */
int sitting_commands(const struct sitting *sitting, const struct command_def *const **out);

/* ---- loading --------------------------------------------------------------------------- */

/* Loads an encounter that need not be the open one, as it is now (`act` -1) or was after one of
 * its acts (0: the start). Only for looking: acts go to the open encounter. */
enum status sitting_load_moment(struct sitting *sitting, const struct encounter_row *encounter,
                                int64_t act, struct error *err) MUST_CHECK;
/* The same, but STATUS_DAMAGED with the place when its log is damaged before that act. */
enum status sitting_load_whole(struct sitting *sitting, const struct encounter_row *encounter,
                               int64_t act, struct error *err) MUST_CHECK;
/* STATUS_FOREIGN with an error: an encounter of a game that this program does not have. */
enum status sitting_unknown_system(const struct encounter_row *encounter, struct error *err);
/* Loads the open encounter from the log: position, state, lines, labels. */
enum status sitting_load(struct sitting *sitting, struct error *err) MUST_CHECK;
/* The same after the head has moved from the act `from` to sitting->position.head. */
enum status sitting_follow_head(struct sitting *sitting, int64_t from,
                                struct error *err) MUST_CHECK;
/* What a line says on the present state. It is read once for all who ask: the palette, the dry
 * run, the sitting and the repetition of an act. `written` of the command points into `line`
 * here, which is the given line with its letters composed. */
struct read_line {
    char line[COMMAND_LINE_MAX + 1];
    enum status status; /* of command_parse; */
    struct error error; /* why it is not STATUS_OK */
    struct command command;
};

/* Never NULL. It is lent until another line is read or the state changes. */
const struct read_line *sitting_read_line(struct sitting *sitting, const char *line);
/* Memory of this size, all zero, for the line that is running or being tried: it is there until
 * that ends, and nobody frees it. Not outside a line. */
void *sitting_scratch(struct sitting *sitting, size_t size);
/* Forgets what was computed from the state: the line that was read, odds, the copy to decide
 * on. */
void sitting_state_changed(struct sitting *sitting);
/* The result when nothing can be written, with the reason. */
void sitting_fail_read_only(const struct sitting *sitting, struct error *err);
/* Adds to the error about a file that is not in its place what can be done about it. */
void sitting_add_ways_on(const struct sitting *sitting, struct error *err);
/* A failure of the store as the result; a conflict loads what the other program wrote. */
void sitting_fail(struct sitting *sitting, const struct error *err, struct result *out);

/* The newest lines of the log, kept in memory while a campaign is open: an act adds its own,
 * undo takes them back, and only missing ones are read. */

/* The newest lines on the way to the present state, oldest first: SITTING_LOG_LINES at most. */
int sitting_log(const struct sitting *sitting, const struct log_line **out);
enum status sitting_load_lines(struct sitting *sitting, int most, struct error *err) MUST_CHECK;
/* Adds the lines of the decision's events, and writes them into `text`. */
void sitting_add_lines(struct sitting *sitting, struct text *text);

/* Adds the lines of this decision as those of the act at the head. */
struct decision;

void sitting_add_lines_of(struct sitting *sitting, const struct decision *decision);
/* Only into `text`: what the decision would add. */
void sitting_tell_lines(const struct sitting *sitting, struct text *text);

#endif
