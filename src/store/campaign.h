/* A campaign: one SQLite file with every encounter and every act, as it happened.
 *
 * What is written here is durable when the call returns, and is never changed again: undo and
 * redo add rows. The tables that only make reading fast (positions, snapshots) can be dropped
 * and made again. It knows the tracker's events and states, but no rules, commands or screens.
 * Only store/db.c knows SQLite.
 *
 * The acts of an encounter form a tree: each act names the act it followed (0: the start), and
 * the head is the act after which the encounter is at present. One encounter is on the table at
 * a time, and only that one can be written to: so everything can be found without an index or a
 * count to keep with every act. The cost of a call does not grow with the log, except for those
 * that say so: folding from the start, and verifying.
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
    CAMPAIGN_VERIFY  /* the same, but mistakes are left to campaign_verify, the only call that
                        may follow; a file that is not a campaign is still refused */
};

/* How a file begins that is a database, as a campaign is. It may be open here, so it must not
 * be opened and closed as texts are: that ends the locks that this program has on it, and the
 * next program that leaves takes its log away. */
#define DATABASE_BEGINS "SQLite format 3" /* and its zero byte */
bool campaign_may_be_at(const char *path);

/* `path` is in the system's encoding. STATUS_FOREIGN: not a database, another application's, or
 * a newer version's; STATUS_DAMAGED: a damaged campaign; STATUS_IO: cannot be opened, is
 * locked, is read-only; STATUS_MISSING: no file (an empty one counts as none), or no folder for
 * it. In all these cases the file is left untouched, and nothing is made beside it. WRITE and
 * CREATE have no fallback: the caller decides to open READ. `games` gives the procedure of a
 * system, which its events refer to. */
enum status campaign_open(struct campaign **out, const char *path, enum campaign_mode mode,
                          uint64_t seed, find_procedure_fn *games,
                          struct error *err) MUST_CHECK;
/* A function that is called during long statements and returns whether the program is to end:
 * the statement then fails with STATUS_IO and has no effect. NULL: none. It is for all
 * campaigns. */
void campaign_stop_when(bool (*asked)(void));
/* A function that is told how far work over a whole file has come: verifying, a copy, a file of
 * an older version that is brought up to date. As db_tell_progress (store/db.h). */
void campaign_tell_progress(void (*tell)(const char *doing, int64_t done, int64_t of,
                                         const char *what));
/* Folds the write-ahead log back so that the campaign is one file again, unless other programs
 * have it open, or it was opened for reading and had a log. NULL does nothing. */
void campaign_close(struct campaign *campaign);

bool campaign_is_read_only(const struct campaign *campaign);

/* The first damage found in the log, NULL when there was none: its place and what is wrong.
 * Reading goes up to the damage, and every call that writes returns STATUS_DAMAGED with an
 * error that says what to do next. */
const struct error *campaign_damage(const struct campaign *campaign);
/* A line for the user when derived data was found damaged since the last call, and was not
 * used; otherwise "". */
const char *campaign_word(struct campaign *campaign);

uint64_t campaign_seed(const struct campaign *campaign);
/* True when another program wrote since the last call (or since the opening). */
bool campaign_has_changed(struct campaign *campaign);
/* Counts what this program has written through the campaign since it was opened. */
int64_t campaign_written(const struct campaign *campaign);

/* Where the file open for writing is, as found by the last write or by campaign_find_place.
 * When it is not in its own place nothing is written: calls that write fail with
 * STATUS_ELSEWHERE. If this was found only after the commit, the act is in the open file and
 * nowhere else; report it as not done; campaign_copy saves it. */
enum campaign_place {
    CAMPAIGN_IN_PLACE,
    CAMPAIGN_MOVED,       /* no file is at its path */
    CAMPAIGN_REPLACED,    /* another file is at its path */
    CAMPAIGN_OVERWRITTEN, /* its contents are different */
    CAMPAIGN_LOG_GONE     /* the write-ahead log beside it is a different one or missing */
};
enum campaign_place campaign_place(const struct campaign *campaign);
/* Checks now; fills *err unless the file is in its place. */
enum campaign_place campaign_find_place(struct campaign *campaign, struct error *err);

/* The newest row of the whole log; 0 when there is none, or it cannot be read. */
int64_t campaign_newest_row(struct campaign *campaign);
/* Puts the whole write-ahead log into the file, so that the file alone is the campaign; cheap
 * when it already is. For when the table has been idle for a while. */
void campaign_fold(struct campaign *campaign);
/* A checkpoint, for when the table is idle; cheap when there is nothing to do. */
void campaign_tidy(struct campaign *campaign);

/* Until campaign_end_reading, everything is read as of one moment, whatever other programs
 * write, and many small reads cost a fraction. Nothing is written in between. Readings can be
 * nested. */
enum status campaign_begin_reading(struct campaign *campaign, struct error *err) MUST_CHECK;
void campaign_end_reading(struct campaign *campaign);

/* What is written until campaign_end_writing is one transaction, which on failure also takes
 * back changes in memory: all of it is there after a loss of power, or nothing. Every call that
 * writes is between two of its own; a pair around several calls makes one transaction of them.
 * Once one of them has failed, the pair around them has to be told so. Not while reading is as
 * of one moment. */
enum status campaign_begin_writing(struct campaign *campaign, struct error *err) MUST_CHECK;
enum status campaign_end_writing(struct campaign *campaign, enum status so_far,
                                 struct error *err) MUST_CHECK;
/* All that is written until campaign_end_line is one transaction, which begins with the first
 * of it, so that a line that only reads locks nothing. Once a part has failed, what was written
 * is taken back at once, and nothing more is written until the end. False: one is begun
 * already. */
bool campaign_begin_line(struct campaign *campaign);
/* Keeps what was written when `is_done`, and else takes it back. Fails when it could not be
 * kept, or when a part failed of what is done. *is_taken_back: something was written and is not
 * there. */
enum status campaign_end_line(struct campaign *campaign, bool is_done, bool *is_taken_back,
                              struct error *err) MUST_CHECK;

/* ---- encounters ------------------------------------------------------------------------ */

struct encounter_row {
    int64_t id;
    char name[CAMPAIGN_NAME_SIZE];
    char system[CAMPAIGN_NAME_SIZE];
    int64_t created_ms;
    int64_t origin; /* where it began: the same in each file that has it, see log_0003.sql */
    int64_t acts;   /* acts on all branches */
    bool is_archived;
    bool is_deleted; /* archived as never used, and no longer listed */
};

/* An encounter has the name it was given last (store/changes.h), or else the one it was made
 * with. */

/* Makes an encounter and opens it, parking the open one. STATUS_USAGE when the name is taken by
 * one that is not archived (in any case), is empty or too long, or the system is unknown. */
enum status encounter_create(struct campaign *campaign, const char *name, const char *system,
                             int64_t now_ms, int64_t *id, struct error *err) MUST_CHECK;
/* The same for one that began in another campaign: when it was made there, and its origin. */
struct encounter_origin {
    int64_t created_ms, origin;
};
enum status encounter_bring(struct campaign *campaign, const char *name, const char *system,
                            struct encounter_origin from, int64_t now_ms, int64_t *id,
                            struct error *err) MUST_CHECK;
/* Opens another one, with a row in the log of openings. */
enum status encounter_open(struct campaign *campaign, int64_t id, int64_t now_ms,
                           struct error *err) MUST_CHECK;
/* The open one; id 0 when there is none yet, or it was archived while open. */
enum status encounter_current(struct campaign *campaign, struct encounter_row *out,
                              struct error *err) MUST_CHECK;
/* The one that was open before it, unless it was archived or deleted since; id 0: none. */
enum status encounter_before(struct campaign *campaign, struct encounter_row *out,
                             struct error *err) MUST_CHECK;
/* The one with this id, archived or not; STATUS_MISSING when there is none. */
enum status encounter_at(struct campaign *campaign, int64_t id, struct encounter_row *out,
                         struct error *err) MUST_CHECK;
/* The same without its acts (0), which are read from the log. */
enum status encounter_brief(struct campaign *campaign, int64_t id, struct encounter_row *out,
                            struct error *err) MUST_CHECK;
/* The round in which one stands, 0 before the first; its state is not read. */
enum status encounter_round(struct campaign *campaign, int64_t id, int *round,
                            struct error *err) MUST_CHECK;
/* The id of the next one to be made. */
enum status encounter_next(struct campaign *campaign, int64_t *id,
                           struct error *err) MUST_CHECK;
/* Finds one by its name in any case: those not archived first, the newest of several;
 * STATUS_MISSING when there is none. */
enum status encounter_find(struct campaign *campaign, const char *name,
                           struct encounter_row *out, struct error *err) MUST_CHECK;
/* The last one made of this system; id 0 when there is none. */
enum status encounter_newest(struct campaign *campaign, const char *system,
                             struct encounter_row *out, struct error *err) MUST_CHECK;
/* All but the deleted ones in order of making, at most `most` from the `skip`th on; *count is
 * their number. */
enum status encounter_list(struct campaign *campaign, struct encounter_row *out, int most,
                           int skip, int *count, struct error *err) MUST_CHECK;
/* The same, the last one made first, without their acts (0), which are read from the log. */
enum status encounter_list_newest(struct campaign *campaign, struct encounter_row *out,
                                  int most, int skip, int *count, struct error *err) MUST_CHECK;

/* ---- acts ------------------------------------------------------------------------------ */

enum row_kind { ROW_ACT, ROW_UNDO, ROW_REDO, ROW_REWIND };

/* The present position of an encounter. `row` is its newest row, which a writer must know. */
struct position {
    int64_t head; /* the act it is after; 0: the start */
    int64_t row;
};

struct act_row {
    int64_t id;
    enum row_kind kind;
    int64_t encounter;
    int64_t parent; /* ROW_ACT: the act it followed; else the head before */
    int64_t head;   /* the encounter's head after this row */
    int round;
    int64_t at_ms;
    char label[CAMPAIGN_LABEL_SIZE];
    char command[CAMPAIGN_COMMAND_SIZE];
};

enum status log_position(struct campaign *campaign, int64_t encounter, struct position *out,
                         struct error *err) MUST_CHECK;

/* One act with its events, in one transaction. `position` is what the caller knows; when the
 * log has moved on, or another encounter was opened, returns STATUS_CONFLICT and writes
 * nothing. On success *position is the new one; on failure it and the log are unchanged, and
 * the campaign stays usable. Fields of `act` used: encounter, round, at_ms, label, command. */
enum status log_append(struct campaign *campaign, const struct act_row *act,
                       const struct event *events, int count, struct position *position,
                       struct error *err) MUST_CHECK;
/* Several acts, one after the other, in one transaction: all of them or none. Of each only row,
 * events and count are used. */
struct corrected_act;
enum status log_append_all(struct campaign *campaign, const struct corrected_act *acts,
                           int count, struct position *position, struct error *err) MUST_CHECK;
/* Moves the head to another act of this encounter (or 0), by a row of its own; `act` as above,
 * with kind. Checks *position in the same way. STATUS_MISSING when there is no such act. */
enum status log_move(struct campaign *campaign, const struct act_row *act, int64_t head,
                     struct position *position, struct error *err) MUST_CHECK;

/* A correction: an act decided again, and the acts after it replayed. The old acts stay
 * unchanged on their branch. In one transaction the head moves to `from`, the act that the
 * first of them followed (0: the start), by a row of its own (`move`, a ROW_REWIND), and the
 * acts are written one after the other. Each ends with an event about this, which is added
 * here: EVENT_AMENDED for the first one, EVENT_PLAYED_AGAIN for the others, with the number of
 * acts before and after it in the correction and the line given with it. Undo takes them all
 * back at once, and redo brings them all back (log_undo, log_redo). The rest is as in
 * log_append; there is at least one act. */
struct corrected_act {
    struct act_row row; /* round, at_ms, label, command */
    const struct event *events;
    int count;
    struct str line; /* of the event at its end; empty: none */
};
enum status log_correct(struct campaign *campaign, const struct act_row *move, int64_t from,
                        const struct corrected_act *acts, int count, struct position *position,
                        struct error *err) MUST_CHECK;

/* Where undo and redo lead from an act, and the name of that step; a correction is one step.
 * *to is -1 when there is nothing to undo or redo. */
struct log_way {
    int64_t to;
    char label[CAMPAIGN_LABEL_SIZE];
};
enum status log_undo(struct campaign *campaign, int64_t encounter, int64_t head,
                     struct log_way *out, struct error *err) MUST_CHECK;
enum status log_redo(struct campaign *campaign, int64_t encounter, int64_t head,
                     struct log_way *out, struct error *err) MUST_CHECK;

/* What became of an act of this encounter, seen from `head`. A corrected act has a new number,
 * and so has each act that was replayed after it. */
enum log_fate_kind {
    LOG_STANDS,     /* it is on the way to the head */
    LOG_TAKEN_BACK, /* by an undo or a rewind; nothing on the way stands for it */
    LOG_CORRECTED,  /* it is now `now`, perhaps after several corrections */
    LOG_LEFT_OUT    /* it no longer fitted after `now`, the corrected act, and was left out */
};
struct log_fate {
    enum log_fate_kind kind;
    int64_t now; /* an act on the way to the head; 0 when taken back */
};
/* The cost depends on how much was done since that act; for further acts of the same head, only
 * on their distance from it. */
enum status log_fate(struct campaign *campaign, int64_t encounter, int64_t head, int64_t act,
                     struct log_fate *out, struct error *err) MUST_CHECK;
/* The same for an act that is known not to be on the way to the head: follows the way only
 * where a correction met it. */
enum status log_fate_off_way(struct campaign *campaign, int64_t encounter, int64_t head,
                             int64_t act, struct log_fate *out, struct error *err) MUST_CHECK;

/* The way to an act of an encounter, as stretches of neighbouring numbers, the newest first;
 * free *out. It is read from an index of the log, so the cost is that of the branches there
 * are. */
struct log_stretch {
    int64_t first, last;
};
enum status log_way_to(struct campaign *campaign, int64_t encounter, int64_t head,
                       struct log_stretch **out, int *count, struct error *err) MUST_CHECK;

/* STATUS_MISSING when there is no such row. */
enum status log_row(struct campaign *campaign, int64_t id, struct act_row *out,
                    struct error *err) MUST_CHECK;
/* The number of acts from the start to this one (0: the start), itself included. */
enum status log_depth(struct campaign *campaign, int64_t act, int64_t *out,
                      struct error *err) MUST_CHECK;
/* The newest act that followed `parent` (0: the start) in this encounter, without those of
 * corrections; 0 when there is none. */
enum status log_newest_child(struct campaign *campaign, int64_t encounter, int64_t parent,
                             int64_t *out, struct error *err) MUST_CHECK;
/* The rows of an encounter from the newest backward, at most `most`; *count is their number.
 * `before` is 0, or the last row of the previous piece. */
enum status log_rows(struct campaign *campaign, int64_t encounter, int64_t before,
                     struct act_row *out, int most, int *count, struct error *err) MUST_CHECK;

/* The rows of the whole log after `after`, oldest first, at most `most`; *count is their
 * number. Of a damaged one only the id is filled, and the damage is remembered. */
enum status log_rows_after(struct campaign *campaign, int64_t after, struct act_row *out,
                           int most, int *count, struct error *err) MUST_CHECK;
/* The acts that followed `parent` (0: the start) in this encounter, those of corrections too,
 * newest first, at most `most`; *count is their number. */
enum status log_children(struct campaign *campaign, int64_t encounter, int64_t parent,
                         int64_t *out, int most, int *count, struct error *err) MUST_CHECK;

/* The event of an act at this place in it, from 0; its texts are valid only during the call.
 * The result of `see` is ignored. STATUS_MISSING when there is none, STATUS_DAMAGED names one
 * that cannot be understood. */
typedef bool see_event_fn(void *context, const struct event *event);
enum status log_event(struct campaign *campaign, int64_t act, int place, see_event_fn *see,
                      void *context, struct error *err) MUST_CHECK;

/* All events of an act, in order. Stops when `see` returns false. */
enum status log_events(struct campaign *campaign, int64_t act, see_event_fn *see, void *context,
                       struct error *err) MUST_CHECK;

/* The same for a caller that keeps them: they are read once, and those of an act that is
 * damaged have been given to `see` before that shows. */
enum status log_events_once(struct campaign *campaign, int64_t act, see_event_fn *see,
                            void *context, struct error *err) MUST_CHECK;

/* The roll that each event of the campaign keeps, in the order of writing, on all branches. */
typedef void see_trace_fn(void *context, int64_t event, struct str trace);
enum status log_traces(struct campaign *campaign, see_trace_fn *see, void *context,
                       struct error *err) MUST_CHECK;

/* The lines of an act for display, in order, each with the place of its event; only kind, line
 * and rules of the event are filled. Stops when `see` returns false. */
typedef bool see_line_fn(void *context, int place, const struct event *event);
enum status log_lines(struct campaign *campaign, int64_t act, see_line_fn *see, void *context,
                      struct error *err) MUST_CHECK;
/* Both log_row and log_lines, reading the row once; it is filled before `see` is called. */
enum status log_row_and_lines(struct campaign *campaign, int64_t act, struct act_row *out,
                              see_line_fn *see, void *context, struct error *err) MUST_CHECK;

/* Checks at most this many rows after `*after` (0 at first), which moves on to the last one
 * that is undamaged, with all of their events against their checksums: for those who take what
 * was made of the log earlier in place of reading it. *is_whole: none is left, or
 * STATUS_DAMAGED names the first that is damaged, which is remembered. */
enum status log_check(struct campaign *campaign, int64_t *after, int rows, bool *is_whole,
                      struct error *err) MUST_CHECK;
/* The same of the acts alone that lead to `head` of an encounter, without those up to row
 * `after`. */
enum status log_check_way(struct campaign *campaign, int64_t encounter, int64_t head,
                          int64_t after, struct error *err) MUST_CHECK;

/* The state after act `head` of an encounter: from the nearest undamaged snapshot on its path
 * and the events after it, each of which must have the right old value. STATUS_DAMAGED names
 * the damage; `out` is then the state before it. `out` must have been state_init'ed for the
 * encounter's system. */
enum status log_state(struct campaign *campaign, int64_t encounter, int64_t head,
                      struct state *out, struct error *err) MUST_CHECK;
/* The same by folding every event from the start. */
enum status log_state_by_fold(struct campaign *campaign, int64_t encounter, int64_t head,
                              struct state *out, struct error *err) MUST_CHECK;
/* The same from the state after act `from`, which *state must be: one act forward or back costs
 * only that act. *step says which it was. */
enum log_step { LOG_STEP_BACK, LOG_STEP_FORWARD, LOG_STEP_ELSEWHERE };
enum status log_state_moved(struct campaign *campaign, int64_t encounter, int64_t from,
                            int64_t to, struct state *state, enum log_step *step,
                            struct error *err) MUST_CHECK;
/* Makes damaged snapshots again, and keeps a new one when the path since the last is long
 * enough (64 acts, or 512 events). Cheap when it is not; call it with the state after any act,
 * after every append or whenever the table is idle. A failure loses nothing: snapshots are
 * derived. Does nothing on a read-only campaign. */
enum status log_keep_snapshot(struct campaign *campaign, int64_t encounter, int64_t head,
                              const struct state *state, struct error *err) MUST_CHECK;
/* The same where the table rests, so that opening the campaign again folds little: a few acts
 * or long ones after the last snapshot are enough. It stands some events back, eight acts at
 * most, since what is folded is also compared with the log, and goes when newer ones make it
 * superfluous. */
enum status log_keep_snapshot_at_rest(struct campaign *campaign, int64_t encounter,
                                      int64_t head, const struct state *state,
                                      struct error *err) MUST_CHECK;

/* Makes the snapshots that the past of the encounters lacks, as after an update whose states
 * have another layout: one for every 128 acts of the way to where each stands, so that looking
 * into it folds few. In steps, each of which looks at this many acts at most or makes one
 * snapshot; false: none is left to do, which is also so for a campaign that is only read or
 * known to be damaged. A failure loses nothing; NULL can be freed. */
struct snapshot_filling;
struct snapshot_filling *snapshot_filling_new(struct campaign *campaign);
bool snapshot_filling_step(struct snapshot_filling *filling, int acts);
void snapshot_filling_free(struct snapshot_filling *filling);

/* ---- what was read of encounters ------------------------------------------------------- */

/* What was read from the log about each encounter, kept in the file so that it need not be read
 * again: derived data, as text that only the caller understands.
 *
 * Each row belongs to one row of the log, the last that was read for it, and its checksum is
 * over that row's as well: it is not taken for that of another log. When any row is damaged all
 * of them are to be made again. */
struct chronicle_row {
    int64_t encounter; /* 0: the campaign as a whole */
    int64_t row;       /* of the log; at least 1 */
    struct str facts;
};

/* Which of them: those of the encounters from one on and below another, the newest `most`. */
struct chronicle_part {
    int64_t from, below;
    int most;
};

/* Calls `see` for each row of a part, the newest encounter first; it must not call the store.
 * *is_whole is false when a row is damaged, or belongs to a log that is no longer there: then
 * none of them counts. */
typedef void see_chronicle_row_fn(void *context, const struct chronicle_row *row);
enum status chronicle_rows_read(struct campaign *campaign, const struct chronicle_part *part,
                                see_chronicle_row_fn *see, void *context, bool *is_whole,
                                struct error *err) MUST_CHECK;
/* Writes these rows in one transaction; other ones stay, unless `drops_others`. Does nothing on
 * a campaign that is only read. */
enum status chronicle_rows_keep(struct campaign *campaign, const struct chronicle_row *rows,
                                int count, bool drops_others, struct error *err) MUST_CHECK;

/* ---- verifying ------------------------------------------------------------------------- */

/* After this many faults one more says that there are others, and no further ones are
 * reported. */
enum { VERIFY_FAULTS_MAX = 100 };

/* Finds damage that SQLite or our own rules can find: compares schema, triggers and views with
 * the program's own, reads every row, and folds every act on every branch; all as of one
 * moment, while others may write. Calls `found` for each fault, in the order of the file.
 * STATUS_OK when the campaign was read to its end, whatever was found; STATUS_DAMAGED, after a
 * call of `found`, when it could not be. Takes long on a long log. `err` is not NULL. */
enum status campaign_verify(struct campaign *campaign, found_fn *found, void *context,
                            struct error *err) MUST_CHECK;

/* The same in steps, each with at most `rows` rows of the log (a millisecond for a hundred),
 * for idle moments: between steps the campaign can be used, and new rows are verified too. For
 * long files SQLite's own check of the pages is left out, since it has no steps. *is_done: no
 * step is left. After a failed step none is left either. NULL can be ended. */
struct verification;
enum status verification_begin(struct verification **out, struct campaign *campaign,
                               found_fn *found, void *context, struct error *err) MUST_CHECK;
enum status verification_step(struct verification *run, int rows, bool *is_done,
                              struct error *err) MUST_CHECK;
void verification_end(struct verification *run);

#endif
