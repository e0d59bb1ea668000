/* What the files behind campaign.h share: the open campaign, and the log's rows in full. No
 * file outside store/ includes this. */
#ifndef REFEREE_STORE_CAMPAIGN_FILE_H
#define REFEREE_STORE_CAMPAIGN_FILE_H

#include "store/campaign.h"
#include "store/changes.h"
#include "store/db.h"
#include "store/schema.h"

/* ---- the place of the file ------------------------------------------------------------- */

/* True when the open campaign is still the file at its path, and was not moved, deleted,
 * replaced or copied over: otherwise new rows are in a file that nobody finds.
 *
 * The usual answer takes a look at three names in the folder. Any difference is checked by a
 * second connection, since other programs, such as sqlite3, may change these files
 * legitimately. Others use campaign_place. */

/* A name in the folder. Times in nanoseconds since 1970. */
struct file_mark {
    bool exists;
    uint64_t device, inode;
    int64_t size, written_ns, changed_ns;
};

/* As they were last seen: the campaign, its write-ahead log (-wal) and the index of that
 * (-shm). */
struct open_file {
    struct file_mark file, log, index;
};

/* The identity of a campaign and how far it has come. Two are equal when all bytes are
 * equal. */
struct campaign_tip {
    int64_t seed, row, event, encounter, opening, change, at_ms;
};
enum status open_file_tip(struct campaign_tip *out, struct db *db,
                          struct error *err) MUST_CHECK;
/* Checks that every page is whole; STATUS_DAMAGED with an error when not. Reads the whole file,
 * of any database. */
enum status open_file_check_pages(struct db *db, struct error *err) MUST_CHECK;
/* The same of a campaign, and that no row is missing between the first and the last. */
enum status open_file_is_whole(struct db *db, struct error *err) MUST_CHECK;

void file_mark_look(struct file_mark *out, const char *path, const char *suffix);
/* True when it is the same file, whatever its contents. */
bool file_mark_is_same(const struct file_mark *a, const struct file_mark *b);

/* Remembers the files as they are now. Call it after the opening, and after a checkpoint. */
void open_file_learn(struct campaign *campaign);
/* The same for one that is not open yet, to compare later. */
void open_file_remember(struct campaign *campaign);
/* Where the campaign is; STATUS_OK, or STATUS_ELSEWHERE with an error. Not within a
 * transaction. */
enum status open_file_check(struct campaign *campaign, struct error *err) MUST_CHECK;

/* A transaction for writing, like db_begin and db_end, between two such checks. When the second
 * check fails, the rows are in the open file and nowhere else; the caller must not show
 * them. */
enum status open_file_begin(struct campaign *campaign, struct error *err) MUST_CHECK;
enum status open_file_end(struct campaign *campaign, enum status so_far,
                          struct error *err) MUST_CHECK;
/* A checkpoint, unless it would put the log into another campaign's file. */
void open_file_fold(struct campaign *campaign);

/* ---- the small tables ------------------------------------------------------------------ */

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

/* Where an encounter stood when another one was opened: nothing is written to it until it is
 * opened again. */
struct known_position {
    bool is_known;
    int64_t row, head; /* as in struct position */
    int64_t acts;      /* on all branches */
    int round;         /* of the act `head`; 0: it cannot be read, or no round had begun */
};

struct known_encounter {
    struct encounter_row row;          /* under its present name; `acts` is not kept */
    char own_name[CAMPAIGN_NAME_SIZE]; /* the unique name of its row */
    bool is_whole;    /* otherwise it is not trusted, and everything here is empty */
    int64_t opening;  /* its last opening; 0: none */
    int64_t previous; /* its newest row at that opening; 0: none */
    int64_t end; /* the newest row of the whole log when another one was opened; -1: none was */
    struct known_position position; /* once somebody has asked, while `end` is not -1 */
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
    bool is_fresh; /* it was asked for since everything is read as of one moment */
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

/* ---- the open campaign ----------------------------------------------------------------- */

/* The part of the way back from one act that was walked: its acts in stretches of consecutive
 * numbers, the newest first. Zeroed: none was walked; see log_ways.c. */
struct log_walk {
    int64_t encounter, head;
    int64_t at; /* the newest act on the way that was not reached yet; 0: none left */
    struct log_stretch *stretch;
    int count, room;
};
void log_walk_forget(struct log_walk *walk);

/* What one correction made of the acts it replayed; it never changes, so it is read once; see
 * log_ways.c. Zeroed: no correction. */
struct log_made {
    int64_t row;     /* the row that it begins with; 0: none */
    int64_t *old;    /* the acts that it replayed, the newest first */
    int64_t *now;    /* the new number of each, the oldest first; negative: it was left out, and
                        the corrected act is meant */
    int count, room; /* of `old` */
    int known, known_room; /* of `now`, at most `count`: the acts after them were taken back */
};
enum { LOG_MADE_KEPT = 4 };
void log_made_forget(struct log_made made[LOG_MADE_KEPT]);

/* Acts whose events are remembered as checked, while everything is read as of one moment. */
enum { CHECKED_ACTS = 128 };

struct beside;

/* Ids and counts of rows that the program writes are far below it; others are damage, so that
 * what was read can be added to. */
#define ROW_NUMBER_MAX (INT64_MAX / 4)

/* A row of the log as it is in the table; 0 for NULL. */
struct log_record {
    struct act_row row;
    int64_t previous;
    int64_t depth;
    int64_t acts;
    int64_t first_event;
    int64_t events;
    int64_t events_checksum;
    int64_t checksum;
};

struct campaign {
    struct db *db;
    char path[CAMPAIGN_PATH_MAX]; /* as it was given: only for errors */
    /* With links resolved when it was opened. Its log is beside that, and a link that is
     * pointed elsewhere later does not move it. */
    char real_path[CAMPAIGN_PATH_MAX];
    struct open_file as_left; /* by the last reader or writer here */
    enum campaign_place place;
    struct campaign_tip seen; /* for one that is only read: what its reader knows */
    /* See store/backup.c. */
    bool has_tail;                /* there is room for one */
    struct db *tail_base;         /* the copy that it continues; NULL: no tail is kept */
    struct campaign_tip tail_tip; /* how far it has come */
    find_procedure_fn *games;
    bool is_read_only;
    bool is_left_to_verify; /* opened for verifying: nothing has been checked yet */
    bool has_snapshots;     /* the derived tables exist and are of this program's script */
    uint64_t seed;
    int64_t checksum; /* of the campaign's own row: the first row of each table follows it */
    struct known known;
    struct error damage; /* the first damage found; STATUS_OK: none */
    /* A damaged snapshot that is to be made again; 0: none. */
    int64_t wrong_snapshot, wrong_snapshot_encounter;
    bool has_word; /* not reported to the user yet */
    int64_t data_version;
    struct beside *beside; /* see store/beside.h; NULL: not open */
    int64_t sums_from;     /* rows that a log needs before sums are kept (store/sums.h) */
    bool had_no_beside;    /* it could not be read once, and was removed */
    bool has_no_beside;    /* nor after that: it is left alone */
    struct log_walk walk;
    struct log_made made[LOG_MADE_KEPT]; /* the next one replaces the oldest */
    int made_next;
    /* While everything is read as of one moment (campaign_begin_reading): the acts whose events
     * were found undamaged, each at the place of its number modulo CHECKED_ACTS. Acts that were
     * folded need not be checked again for their lines and labels. */
    int readings; /* that have begun and not ended */
    int64_t checked[CHECKED_ACTS];
    struct log_record read_last; /* by log_read, in the same while; row.id 0: none */
    /* The last snapshot found: its encounter (0: none), its depth, and the number after its
     * last event, or a lower one when there were events elsewhere since. */
    int64_t snapshot_encounter;
    int64_t snapshot_depth;
    int64_t snapshot_events_end;
    /* An empty state of the system of `named_encounter` (0: none yet): it knows the names of
     * the fields in that encounter's events. */
    int64_t named_encounter;
    struct state names;
    int writers;     /* campaign_begin_writing without its end */
    bool has_failed; /* one of the inner ones did */
    enum line_phase { LINE_NONE, LINE_BEGUN, LINE_WRITING, LINE_FAILED } line;
    struct error line_error; /* of LINE_FAILED */
};

/* True when no file can be made in the folder of this file; `folder` is its name. */
bool campaign_folder_is_closed(char folder[CAMPAIGN_PATH_MAX], const char *path);
/* Remembers damage of the log, after which nothing is written; returns STATUS_DAMAGED. The
 * arguments may be those of campaign->damage or of *err itself. */
enum status campaign_note_damage(struct campaign *campaign, const char *where, const char *text,
                                 struct error *err);
/* A file of an older version that is only read cannot be upgraded in its place: a copy in
 * memory is, which takes its place in *campaign. Its schema has been checked. */
enum status campaign_read_older(struct campaign *campaign, struct error *err) MUST_CHECK;
/* The row of the campaign itself: the seed of all dice, and the first sum of every chain. */
enum status campaign_read_own_row(struct campaign *campaign, struct error *err) MUST_CHECK;
/* STATUS_DAMAGED, with what to do next, when the log is known to be damaged. */
enum status campaign_check_whole(const struct campaign *campaign, struct error *err) MUST_CHECK;

/* ---- the end of the file --------------------------------------------------------------- */

/* A record of the file's own end: the last rows of log, encounters, openings and changes, with
 * their checksums. Each row is chained to the one before it, so only a last row can vanish with
 * its page without a trace. The events of an act show that it is missing; other writes keep
 * this record up to date in their own transactions.
 *
 * It is derived: a file last written by a version without it has none, and a record with a
 * wrong checksum is ignored. */

/* Within a transaction, after the rows that it adds. */
enum status newest_keep(struct campaign *campaign, struct error *err) MUST_CHECK;
/* Finds rows that are missing or different at the end, and remembers them as damage of the
 * campaign: *wrong says which, STATUS_OK for none. *is_believed: false when the record itself
 * is damaged and says nothing. */
enum status newest_check(struct campaign *campaign, struct error *wrong, bool *is_believed,
                         struct error *err) MUST_CHECK;

/* ---- columns and rows ------------------------------------------------------------------ */

/* The columns of a query for snapshots; those after the fifth are not of the table. */
enum {
    SNAPSHOT_COLUMN_STATE,
    SNAPSHOT_COLUMN_CHECKSUM,
    SNAPSHOT_COLUMN_ACT,
    SNAPSHOT_COLUMN_ENCOUNTER,
    SNAPSHOT_COLUMN_STAYS,
    SNAPSHOT_COLUMN_LOG_CHECKSUM
};
/* The columns of a query for changes; the last one is the sum of the row before. */
enum {
    CHANGE_COLUMN_ID,
    CHANGE_COLUMN_STEP,
    CHANGE_COLUMN_AT_MS,
    CHANGE_COLUMN_THING,
    CHANGE_COLUMN_THING_ID,
    CHANGE_COLUMN_FIELD,
    CHANGE_COLUMN_OLD,
    CHANGE_COLUMN_NEW,
    CHANGE_COLUMN_LINE,
    CHANGE_COLUMN_TRACE,
    CHANGE_COLUMN_AFTER,
    CHANGE_COLUMN_CHECKSUM,
    CHANGE_COLUMN_CHECKSUM_BEFORE
};
/* Of a query for events: their identity, and all columns, as in the sum over an act's events.
 */
enum { EVENT_COLUMN_ID, EVENT_COLUMN_ACT, EVENT_COLUMN_N, EVENT_COLUMNS_COUNT = 14 };
/* Over how many of the first `columns` of an encounter or a change its checksum is: the last,
 * which version 3 of the schema added, is left out where it is NULL. */
int columns_sealed(const struct query *query, int columns);
/* True when the present row is undamaged and follows the row before it, and its numbers are
 * such as a campaign can have: each step has a change of its own. */
bool change_is_whole(const struct campaign *campaign, const struct query *query);
/* True when the present snapshot is undamaged and belongs to the act whose row has this
 * checksum. */
bool snapshot_is_whole(const struct query *query, int64_t log_checksum);

/* Of the rows kept beside the newest copy (backup.h): drops them, before the campaign is
 * closed; and keeps those that a commit or another program added, before they are shown.
 * Without a copy nothing happens; rows that cannot be kept are dropped with it. */
void tail_end(struct campaign *campaign);
void tail_take(struct campaign *campaign);

/* Called after every append: keeps the write-ahead log small even without idle moments. */
void campaign_tidy_at_last(struct campaign *campaign);

/* Refuses a file whose tables, indexes, triggers or views are not this program's, with
 * STATUS_DAMAGED and an error that says what to do. Derived ones may differ. */
enum status campaign_check_schema(struct campaign *campaign, bool *is_derived_sound,
                                  struct error *err) MUST_CHECK;

/* The procedure for encounters of the state's system. */
const struct procedure *campaign_procedure(const struct campaign *campaign,
                                           const struct state *state);

/* Makes campaign->names have the fields of this encounter. */
enum status campaign_learn_names(struct campaign *campaign, int64_t encounter,
                                 struct error *err) MUST_CHECK;

/* STATUS_USAGE when an encounter other than `id`, which is not archived, has this name. */
enum status encounter_check_name(const struct campaign *campaign, int64_t id, const char *name,
                                 struct error *err) MUST_CHECK;
/* Writes one step of changes, within a transaction and after known_refresh, with their
 * `was_set` and `old`. */
enum status changes_write(struct campaign *campaign, int64_t now_ms,
                          const struct change *changes, int count,
                          struct error *err) MUST_CHECK;

/* The newest row of an encounter, all zero when it has none. If it is damaged, the newest
 * undamaged row: the damage is remembered, and nothing more can be written. */
enum status log_read_newest(struct log_record *out, struct campaign *campaign,
                            int64_t encounter, struct error *err) MUST_CHECK;
/* Where it stands by that row, which is read once while another encounter is open. */
enum status log_find_position(struct known_position *out, struct campaign *campaign,
                              int64_t encounter, struct error *err) MUST_CHECK;
/* STATUS_MISSING when there is no such row, STATUS_DAMAGED when it is damaged. */
enum status log_read(struct log_record *out, struct campaign *campaign, int64_t id,
                     struct error *err) MUST_CHECK;
/* The last row of the whole log, all zero when it has none. STATUS_DAMAGED as in log_read. */
enum status log_read_last(struct log_record *out, struct campaign *campaign,
                          struct error *err) MUST_CHECK;
/* The newest undamaged row of the encounter before the row `before`; all zero when there is
 * none. For a damaged log: reads row by row. */
enum status log_read_whole_before(struct log_record *out, struct campaign *campaign,
                                  int64_t encounter, int64_t before,
                                  struct error *err) MUST_CHECK;
/* The present row of a query for LOG_COLUMNS, damaged or not. STATUS_DAMAGED with an unknown
 * kind, when it is in `out` too, and with a number out of range, when only its id is. */
enum status log_read_columns(struct log_record *out, const struct query *query,
                             struct error *err) MUST_CHECK;
/* Reads all events of an act only for their sum, unless this was done during the same reading.
 * STATUS_DAMAGED, which is remembered, when they are not those that were written. */
enum status log_check_events(struct campaign *campaign, const struct log_record *record,
                             struct error *err) MUST_CHECK;
/* The events of a record. STATUS_DAMAGED, naming the event, when their number differs from the
 * record's or one cannot be understood; `names` is of the encounter's system. */
enum status log_read_events(struct campaign *campaign, const struct log_record *record,
                            const struct state *names, see_event_fn *see, void *context,
                            struct error *err) MUST_CHECK;

/* The same from the last event to the first. */
enum status log_read_events_backwards(struct campaign *campaign,
                                      const struct log_record *record,
                                      const struct state *names, see_event_fn *see,
                                      void *context, struct error *err) MUST_CHECK;

#endif
