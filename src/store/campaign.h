/* A campaign: one SQLite file with every encounter and every act, as it happened.
 *
 * What is written here is durable when the call returns, and is never changed again: undo and
 * redo are further rows. The tables that only make reading fast (positions, snapshots) can be
 * dropped and are made again. Knows events and states as the tracker defines them, and nothing
 * of rules, commands or screens. Only store/db.c knows SQLite.
 *
 * The acts of an encounter form a tree: each act names the act it followed (0: the start), and
 * the head says after which act the encounter stands. One encounter is on the table at a time,
 * and only that one can be written to: this is what lets everything be found without an index
 * or a count that would have to be kept with every act. No call costs more the longer the log
 * is, except for those that say so: folding from the start, and verifying.
 *
 * A callback must not call the store. Times are milliseconds since 1970, UTC. */
#ifndef REFEREE_STORE_CAMPAIGN_H
#define REFEREE_STORE_CAMPAIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

struct campaign;

enum {
    CAMPAIGN_PATH_MAX = 4096,
    CAMPAIGN_NAME_SIZE = 64,
    CAMPAIGN_LABEL_SIZE = 96,
    CAMPAIGN_COMMAND_SIZE = 1024,
    CAMPAIGN_LINE_SIZE = 400,
    CAMPAIGN_RULES_SIZE = 64
};

enum campaign_mode {
    CAMPAIGN_CREATE, /* open for writing; made with `seed` when there is no file */
    CAMPAIGN_WRITE,  /* open for writing; STATUS_MISSING when there is no file */
    CAMPAIGN_READ,   /* read only; also on read-only media */
    CAMPAIGN_VERIFY  /* the same, but whatever is wrong is left to campaign_verify, the only
                      * call that may follow; what is no campaign at all is still refused */
};

/* `path` in the system's encoding. STATUS_FOREIGN: no database, another application's, or a
 * newer version's; STATUS_DAMAGED: a campaign that is not sound; STATUS_IO: cannot be opened,
 * is locked, is read-only; STATUS_MISSING: no file (one of no length counts as none), or no
 * folder for it. The file is left untouched in all these cases, and nothing is made beside it.
 * WRITE and CREATE fall back to nothing: the caller decides to open READ. `games` says which
 * procedure a system's encounters have, and so what their events name. */
enum status campaign_open(struct campaign **out, const char *path, enum campaign_mode mode,
                          uint64_t seed, find_procedure_fn *games,
                          struct error *err) MUST_CHECK;
/* What asks, while a statement runs for long, whether the program is to end: the statement
 * fails with STATUS_IO then, and nothing of it is kept. NULL: nothing does. Of all campaigns.
 */
void campaign_stop_when(bool (*asked)(void));
/* Folds the write-ahead log back so that the campaign is one file again, unless others have it
 * open or it was opened to be read and found with one. NULL does nothing. */
void campaign_close(struct campaign *campaign);

bool campaign_is_read_only(const struct campaign *campaign);

/* The first damage of the log that was met, NULL when none was: where it is and what is wrong.
 * What is read goes as far as the log is whole, and everything that writes answers
 * STATUS_DAMAGED, in words that tell what to do next. */
const struct error *campaign_damage(const struct campaign *campaign);
/* A line for the user when something derived was found damaged since the last call, and was not
 * used; "" when not. */
const char *campaign_word(struct campaign *campaign);

uint64_t campaign_seed(const struct campaign *campaign);
/* Whether another program wrote since the last call (or since the opening). */
bool campaign_has_changed(struct campaign *campaign);

/* Where the file that is open for writing is, as it was found by the last writing or
 * campaign_find_place. In another place than its own nothing is written: what writes fails with
 * STATUS_ELSEWHERE. Where that was found after the commit only, the act is in the open file
 * and nowhere else; it is to be called not done, and campaign_copy keeps it. */
enum campaign_place {
    CAMPAIGN_IN_PLACE,
    CAMPAIGN_MOVED,       /* nothing is at its path */
    CAMPAIGN_REPLACED,    /* another file is */
    CAMPAIGN_OVERWRITTEN, /* other content is in it */
    CAMPAIGN_LOG_GONE     /* the write-ahead log beside it is another one, or none */
};
enum campaign_place campaign_place(const struct campaign *campaign);
/* Looks now; says in *err what is wrong, unless it is in its place. */
enum campaign_place campaign_find_place(struct campaign *campaign, struct error *err);

/* The newest row of the whole log; 0: there is none, or it cannot be read. */
int64_t campaign_newest_row(struct campaign *campaign);
/* Puts all of the write-ahead log into the file, so that the file alone is the campaign; cheap
 * when it is already. For when the table has been idle for a while. */
void campaign_fold(struct campaign *campaign);
/* A checkpoint, for when the table is idle; cheap when there is nothing to do. */
void campaign_tidy(struct campaign *campaign);

/* Until campaign_end_reading, everything that is read is of one moment, whatever others write,
 * and many small reads cost a part of what they would. Nothing is written in between. Not
 * nested. */
enum status campaign_begin_reading(struct campaign *campaign, struct error *err) MUST_CHECK;
void campaign_end_reading(struct campaign *campaign);

/* ---- encounters ------------------------------------------------------------------------ */

struct encounter_row {
    int64_t id;
    char name[CAMPAIGN_NAME_SIZE];
    char system[CAMPAIGN_NAME_SIZE];
    int64_t created_ms;
    int64_t acts; /* acts on all branches */
    bool is_archived;
    bool is_deleted; /* archived as one that was never used, and not listed any more */
};

/* An encounter is called what it was named last (store/changes.h), else as it was made. */

/* Makes an encounter and opens it, parking the one that was open. STATUS_USAGE when the name is
 * taken by one that is not archived (in any case of letters), empty or too long, or there is no
 * such system. */
enum status encounter_create(struct campaign *campaign, const char *name, const char *system,
                             int64_t now_ms, int64_t *id, struct error *err) MUST_CHECK;
/* Opens another one; a row of its own in the log of openings. */
enum status encounter_open(struct campaign *campaign, int64_t id, int64_t now_ms,
                           struct error *err) MUST_CHECK;
/* The open one; id 0 when the campaign has none yet, or it was archived while it was open. */
enum status encounter_current(struct campaign *campaign, struct encounter_row *out,
                              struct error *err) MUST_CHECK;
/* The one of this id, archived or not; STATUS_MISSING when there is none. */
enum status encounter_at(struct campaign *campaign, int64_t id, struct encounter_row *out,
                         struct error *err) MUST_CHECK;
/* The id of the one that would be made next. */
enum status encounter_next(struct campaign *campaign, int64_t *id,
                           struct error *err) MUST_CHECK;
/* By name, in any case of letters, those that are not archived first, the newest of several;
 * STATUS_MISSING when there is none. */
enum status encounter_find(struct campaign *campaign, const char *name,
                           struct encounter_row *out, struct error *err) MUST_CHECK;
/* The one of this system that was made last; id 0 when there is none. */
enum status encounter_newest(struct campaign *campaign, const char *system,
                             struct encounter_row *out, struct error *err) MUST_CHECK;
/* All but the deleted ones in order of making, at most `most` from the `skip`th on; *count is
 * how many were written. */
enum status encounter_list(struct campaign *campaign, struct encounter_row *out, int most,
                           int skip, int *count, struct error *err) MUST_CHECK;

/* ---- acts ------------------------------------------------------------------------------ */

enum row_kind { ROW_ACT, ROW_UNDO, ROW_REDO, ROW_REWIND };

/* Where an encounter stands. `row` is its newest row: the one who writes must know it. */
struct position {
    int64_t head; /* id of the act it stands after; 0: the start */
    int64_t row;
};

struct act_row {
    int64_t id;
    enum row_kind kind;
    int64_t encounter;
    int64_t parent; /* ROW_ACT: the act it followed; else the head before */
    int64_t head;   /* where the encounter stood after this row */
    int round;
    int64_t at_ms;
    char label[CAMPAIGN_LABEL_SIZE];
    char command[CAMPAIGN_COMMAND_SIZE];
};

enum status log_position(struct campaign *campaign, int64_t encounter, struct position *out,
                         struct error *err) MUST_CHECK;

/* One act with its events, in one transaction. `position` is what the caller knows; when the
 * log has moved on, or another encounter was opened, the answer is STATUS_CONFLICT and nothing
 * is written. On success *position is the new one; on every failure it, and the log, are as
 * before, and the campaign can be worked with further. Fields of `act` used: encounter, round,
 * at_ms, label, command. */
enum status log_append(struct campaign *campaign, const struct act_row *act,
                       const struct event *events, int count, struct position *position,
                       struct error *err) MUST_CHECK;
/* Moves the head to another act of this encounter (or 0), as a row of its own; `act` as above,
 * with kind. The same check of *position. STATUS_MISSING when there is no such act. */
enum status log_move(struct campaign *campaign, const struct act_row *act, int64_t head,
                     struct position *position, struct error *err) MUST_CHECK;

/* A correction: an act decided again, and what followed it played again after it. The old acts
 * stay as they are, on the branch that is left; in one transaction the head moves to `from`,
 * the act that the first of them followed (0: the start), by a row of its own (`move`, a
 * ROW_REWIND), and the acts are written one after the other. Each ends with an event that says
 * so, which is added here: EVENT_AMENDED for the first one, EVENT_PLAYED_AGAIN for the others,
 * with how many of them stand before and after it and the line given with it. Undo takes them
 * all back at once, and redo brings them all back (log_undo, log_redo). The rest as log_append;
 * there is at least one act. */
struct corrected_act {
    struct act_row row; /* round, at_ms, label, command */
    const struct event *events;
    int count;
    struct str line; /* of the event at its end; empty: none */
};
enum status log_correct(struct campaign *campaign, const struct act_row *move, int64_t from,
                        const struct corrected_act *acts, int count, struct position *position,
                        struct error *err) MUST_CHECK;

/* Where undo and redo lead from an act, and what that is called: a correction is one step. *to
 * is -1 when there is nothing to undo or redo. */
struct log_way {
    int64_t to;
    char label[CAMPAIGN_LABEL_SIZE];
};
enum status log_undo(struct campaign *campaign, int64_t encounter, int64_t head,
                     struct log_way *out, struct error *err) MUST_CHECK;
enum status log_redo(struct campaign *campaign, int64_t encounter, int64_t head,
                     struct log_way *out, struct error *err) MUST_CHECK;

/* What became of an act of this encounter, which stands after `head`. An act that was corrected
 * has another number since, and so has each that was played again after it. */
enum log_fate_kind {
    LOG_STANDS,     /* it is on the way to the head */
    LOG_TAKEN_BACK, /* by an undo or a rewind; nothing on the way came of it */
    LOG_CORRECTED,  /* it is `now`, perhaps after several corrections */
    LOG_LEFT_OUT    /* it no longer fits since `now`, the corrected act, and was left out */
};
struct log_fate {
    enum log_fate_kind kind;
    int64_t now; /* an act on the way to the head; 0 when taken back */
};
/* What it costs depends on how much was done since that act; of the next acts of the same head,
 * only on how far behind it they stand. */
enum status log_fate(struct campaign *campaign, int64_t encounter, int64_t head, int64_t act,
                     struct log_fate *out, struct error *err) MUST_CHECK;
/* The same of an act that is known not to be on the way to the head: the way is followed only
 * where a correction met it. */
enum status log_fate_off_way(struct campaign *campaign, int64_t encounter, int64_t head,
                             int64_t act, struct log_fate *out, struct error *err) MUST_CHECK;

/* STATUS_MISSING when there is no such row. */
enum status log_row(struct campaign *campaign, int64_t id, struct act_row *out,
                    struct error *err) MUST_CHECK;
/* How many acts lead from the start to this one (0: the start), itself with them. */
enum status log_depth(struct campaign *campaign, int64_t act, int64_t *out,
                      struct error *err) MUST_CHECK;
/* The newest act that followed `parent` (0: the start) in this encounter, those of corrections
 * left aside; 0 when none. */
enum status log_newest_child(struct campaign *campaign, int64_t encounter, int64_t parent,
                             int64_t *out, struct error *err) MUST_CHECK;
/* The rows of an encounter from the newest backwards, at most `most`; *count is how many.
 * `before` is 0, or the last row of the piece read before this one. */
enum status log_rows(struct campaign *campaign, int64_t encounter, int64_t before,
                     struct act_row *out, int most, int *count, struct error *err) MUST_CHECK;

/* The event of an act at a place in it, from 0; its texts are valid during the call only. What
 * `see` returns does not matter. STATUS_MISSING when there is none, STATUS_DAMAGED names one
 * that cannot be understood. */
typedef bool see_event_fn(void *context, const struct event *event);
enum status log_event(struct campaign *campaign, int64_t act, int place, see_event_fn *see,
                      void *context, struct error *err) MUST_CHECK;

/* All events of an act, in order. Stops when `see` returns false. */
enum status log_events(struct campaign *campaign, int64_t act, see_event_fn *see, void *context,
                       struct error *err) MUST_CHECK;

/* When the acts of fights that had begun were done, in the order they were written, of all
 * encounters and on all branches. */
typedef void see_time_fn(void *context, int64_t act, int64_t at_ms);
enum status log_times(struct campaign *campaign, see_time_fn *see, void *context,
                      struct error *err) MUST_CHECK;

/* What every event of the campaign keeps of its roll, in the order they were written, on all
 * branches. */
typedef void see_trace_fn(void *context, int64_t event, struct str trace);
enum status log_traces(struct campaign *campaign, see_trace_fn *see, void *context,
                       struct error *err) MUST_CHECK;

/* The lines of an act for people, in order, each with the place of its event; of the event only
 * kind, line and rules are filled. Stops when `see` returns false. */
typedef bool see_line_fn(void *context, int place, const struct event *event);
enum status log_lines(struct campaign *campaign, int64_t act, see_line_fn *see, void *context,
                      struct error *err) MUST_CHECK;
/* Both log_row and log_lines, reading the row once; it is filled before `see` is called. */
enum status log_row_and_lines(struct campaign *campaign, int64_t act, struct act_row *out,
                              see_line_fn *see, void *context, struct error *err) MUST_CHECK;

/* The state after act `head` of an encounter: the nearest snapshot on its path that is as it
 * was kept, and the events from there, each of which must tell truly what was before it.
 * STATUS_DAMAGED names what is not as it was written; `out` is then the state as far as the
 * encounter's log is whole. `out` must have been state_init'ed for the encounter's system. */
enum status log_state(struct campaign *campaign, int64_t encounter, int64_t head,
                      struct state *out, struct error *err) MUST_CHECK;
/* The same by folding every event from the start. */
enum status log_state_by_fold(struct campaign *campaign, int64_t encounter, int64_t head,
                              struct state *out, struct error *err) MUST_CHECK;
/* The same from the state after act `from`, which *state must be: one act forward or back costs
 * only that act. *step tells which it was. */
enum log_step { LOG_STEP_BACK, LOG_STEP_FORWARD, LOG_STEP_ELSEWHERE };
enum status log_state_moved(struct campaign *campaign, int64_t encounter, int64_t from,
                            int64_t to, struct state *state, enum log_step *step,
                            struct error *err) MUST_CHECK;
/* Makes snapshots again that were found damaged, and keeps one when the path since the last one
 * has grown long enough (64 acts). Cheap when it has not; call it with the state after any act,
 * after every append or whenever the table is idle. A failure loses nothing: snapshots are
 * derived. Does nothing on a campaign that is read-only. */
enum status log_keep_snapshot(struct campaign *campaign, int64_t encounter, int64_t head,
                              const struct state *state, struct error *err) MUST_CHECK;
/* The same where the table rests, so that opening the campaign again folds little: a few acts
 * after the last snapshot are enough. It stands eight acts back, since what is folded is also
 * compared with the log, and goes when newer ones make it superfluous. */
enum status log_keep_snapshot_at_rest(struct campaign *campaign, int64_t encounter,
                                      int64_t head, const struct state *state,
                                      struct error *err) MUST_CHECK;

/* ---- verifying ------------------------------------------------------------------------- */

/* After this many faults one more says that there are others, and no further one is told. */
enum { VERIFY_FAULTS_MAX = 100 };

/* Damage that SQLite or our own rules can find: schema, triggers and views against the
 * program's own, every row read, every act folded on every branch; all as it was at one moment,
 * the one who writes meanwhile. Calls `found` for each fault, in the order of the file;
 * STATUS_OK when the campaign was read to its end, whatever was found; STATUS_DAMAGED, and
 * `found` was called, when it could not be. Takes long on a long log. */
enum status campaign_verify(struct campaign *campaign, found_fn *found, void *context,
                            struct error *err) MUST_CHECK;

/* The same in steps, each with at most `rows` rows of the log (a millisecond for a hundred),
 * for idle moments: between two steps the campaign can be used, and what is written is verified
 * too. Of long files SQLite's own check of the pages is left out, for that has no steps.
 * *is_done: no step is left. After a step that fails none is left either. NULL can be ended. */
struct verification;
enum status verification_begin(struct verification **out, struct campaign *campaign,
                               found_fn *found, void *context, struct error *err) MUST_CHECK;
enum status verification_step(struct verification *run, int rows, bool *is_done,
                              struct error *err) MUST_CHECK;
void verification_end(struct verification *run);

#endif
