/* Where an open campaign stands: the encounter on the table, its state, its place in the log.
 * Loading that, and looking at it. How it gets further is in sitting_decision.h. */
#ifndef REFEREE_APP_SITTING_STATE_H
#define REFEREE_APP_SITTING_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/result.h"
#include "base/status.h"
#include "tracker/command.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

struct sitting;
struct encounter_row;

/* ---- looking --------------------------------------------------------------------------- */

const struct state *sitting_state(const struct sitting *sitting);
const struct procedure *sitting_procedure(const struct sitting *sitting);
const char *sitting_encounter_name(const struct sitting *sitting); /* "" before the first act */
const char *sitting_path(const struct sitting *sitting);
bool sitting_is_read_only(const struct sitting *sitting);

/* Where the log is damaged and how; NULL: nothing damaged was met. The state is then that of
 * the log as far as it is whole, and no act is taken. */
const struct error *sitting_damage(const struct sitting *sitting);
/* What the user has to be told of the file and has not been yet: of damage, and of what was
 * damaged and could be made again; "" when nothing. Valid until the next call. */
const char *sitting_notice(struct sitting *sitting);

/* What undo and redo would do: labels, "" when there is nothing. */
const char *sitting_undo_label(const struct sitting *sitting);
const char *sitting_redo_label(const struct sitting *sitting);

/* The act that the open encounter stands after; 0: the start. */
int64_t sitting_act_now(const struct sitting *sitting);

/* Every command there is here: name, arguments, key come from one table. */
int sitting_commands(const struct sitting *sitting, const struct command_def *const **out);

/* ---- loading --------------------------------------------------------------------------- */

/* Takes over an encounter that need not be the open one, as it stands (`act` -1) or stood
 * after one of its acts (0: the start). Only to look at: acts go to the open encounter. */
enum status sitting_load_moment(struct sitting *sitting, const struct encounter_row *encounter,
                                int64_t act, struct error *err) MUST_CHECK;
/* STATUS_FOREIGN, in words: an encounter of a game that this program does not have. */
enum status sitting_unknown_system(const struct encounter_row *encounter, struct error *err);
/* Takes over the open encounter as the log has it: position, state, lines, labels. */
enum status sitting_load(struct sitting *sitting, struct error *err) MUST_CHECK;
/* The same after the head has moved from the act `from` to sitting->position.head. */
enum status sitting_follow_head(struct sitting *sitting, int64_t from,
                                struct error *err) MUST_CHECK;
/* What was found out about the state has to be forgotten: odds, the copy of it to decide on. */
void sitting_state_changed(struct sitting *sitting);

/* Nothing can be written, and why. */
void sitting_fail_read_only(const struct sitting *sitting, struct error *err);
/* To why the file is not in its place: what can be done about it. */
void sitting_add_ways_on(const struct sitting *sitting, struct error *err);
/* A failure of the store, told as the result; a conflict loads what the other table wrote. */
void sitting_fail(struct sitting *sitting, const struct error *err, struct result *out);

#endif
