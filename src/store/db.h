/* SQLite for the store: connections, statements, transactions, and errors in words.
 *
 * db.c is the only file that knows SQLite. Every statement is a literal in
 * store/statements.def, prepared once; values are bound to names. A connection belongs to one
 * thread. Start at db_open and query_begin. Not for: what the tables mean (see schema/log.sql).
 */
#ifndef REFEREE_STORE_DB_H
#define REFEREE_STORE_DB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "store/seal.h"

struct db;

enum db_mode {
    DB_CREATE, /* reads and writes; the file is made when there is none */
    DB_WRITE,  /* reads and writes */
    DB_LOOK,   /* reads a file that others may be writing */
    DB_ALONE,  /* reads a file that no other program has open, without room on the disk for the
                  index of its write-ahead log; meanwhile no other program can open it */
    DB_MEMORY, /* reads and writes, in memory; the path is not used */
    DB_IMMUTABLE /* reads a file that no program can write; leaves nothing beside it */
};

enum statement {
#define STATEMENT(name, sql) STATEMENT_##name,
#include "store/statements.def"
#undef STATEMENT
    STATEMENTS
};

/* The first bytes of a file; zeros where it is shorter. Nothing is locked, made or written. It
 * is not opened as other files are: to close one that is open here too would end the locks of
 * the connection that has it, and another program would take its log away. */
enum status db_read_start(unsigned char *out, int n, const char *path,
                          struct error *err) MUST_CHECK;

/* Opens without reading anything, so only the first query finds that a file is not a database.
 * A connection leaves the write-ahead log beside the file when it is closed, unless
 * db_fold_on_close was called. */
enum status db_open(struct db **out, const char *path, enum db_mode mode,
                    struct error *err) MUST_CHECK;
/* A function that is called again and again while a statement runs and returns whether it is to
 * end at once, for example after a signal; NULL: none. It is for all connections. A statement
 * that was ended fails with STATUS_IO, and its transaction is rolled back. A query that takes
 * more steps than any of ours can need is ended with STATUS_DAMAGED, since a foreign view or
 * trigger runs in it. */
void db_stop_when(bool (*asked)(void));

/* A function that is told how far work over a whole file has come: "checked", 1200, 3000,
 * "rows"; `done` -1 where that is not known before its end; `doing` NULL when it has ended.
 * NULL: none. It is for all connections, and must not call the store. */
void db_tell_progress(void (*tell)(const char *doing, int64_t done, int64_t of,
                                   const char *what));
/* Tells it: once for many rows, as it is no work to be noticed. */
void db_progress(const char *doing, int64_t done, int64_t of, const char *what);
void db_progress_end(void);

/* NULL does nothing. Every query must have ended. */
void db_close(struct db *db);
/* A copy of the file as it is now, in memory, for a file that cannot be written and needs an
 * upgrade. Errors name the file's path. */
enum status db_copy_to_memory(struct db **out, struct db *from, struct error *err) MUST_CHECK;

/* True when the file was opened for reading only, whatever mode was requested. */
bool db_is_read_only(const struct db *db);
/* The file's full path with links resolved: its other files are beside that. */
void db_file_name(const struct db *db, char *out, int size);
/* STATUS_IO when the disk failed to read since the last error of this connection: what an
 * integrity check tells then is not about the file. */
enum status db_check_reads(const struct db *db, struct error *err) MUST_CHECK;
/* True when its last failure was because another program is in the way. */
bool db_is_busy(const struct db *db);
/* The last connection to close puts the write-ahead log back into the file and removes it. */
void db_fold_on_close(struct db *db);
/* Rows that this connection has written, also those that were rolled back. */
int64_t db_written(const struct db *db);
/* Pages in the write-ahead log after the newest commit of this connection; 0 once db_checkpoint
 * has put all of them into the file. */
int db_log_pages(const struct db *db);
/* Puts as much of the write-ahead log into the file as readers allow, without waiting. */
void db_checkpoint(struct db *db);

/* Leaves the write-ahead log beside the file again when the connection is closed. */
void db_leave_on_close(struct db *db);

/* A copy of the whole file as it is when the copy ends, with everything committed meanwhile,
 * even of a file that was deleted since it was opened. `path` is an empty file that only the
 * copy uses. A step copies this many pages (-1: all that are left) and holds no lock when it
 * returns; *is_done stays false when another program is in the way. db_copy_end ends the copy,
 * complete or not; the connection must be open until then. All that are left are copied in
 * pieces while somebody is told how far it has come (db_tell_progress): where another program
 * writes meanwhile it begins again, once, and is then not in pieces. */
struct db_copy;
enum status db_copy_begin(struct db_copy **out, struct db *from, const char *path,
                          struct error *err) MUST_CHECK;
enum status db_copy_step(struct db_copy *copy, int pages, bool *is_done,
                         struct error *err) MUST_CHECK;
/* NULL does nothing. */
void db_copy_end(struct db_copy *copy);

/* Several statements, without parameters; rows are ignored. For scripts of the schema. */
enum status db_run_script(struct db *db, const char *sql, struct error *err) MUST_CHECK;

/* A transaction for writing. After db_begin succeeded, db_end commits when `so_far` is
 * STATUS_OK and rolls back otherwise. It returns STATUS_OK only when everything is on the disk.
 * Not nested. */
enum status db_begin(struct db *db, struct error *err) MUST_CHECK;
enum status db_end(struct db *db, enum status so_far, struct error *err) MUST_CHECK;

/* Until db_end_reading, all queries see the file as the first of them finds it, and only that
 * one has to lock it and check whether it has changed. Nothing is written to it in between;
 * what is written to a file that is attached, db_end keeps or takes back. Not nested. */
enum status db_begin_reading(struct db *db, struct error *err) MUST_CHECK;
void db_end_reading(struct db *db);
/* The same where a transaction may be running, which then goes on; *is_own: db_end_reading has
 * to follow. */
enum status db_join_reading(struct db *db, bool *is_own, struct error *err) MUST_CHECK;

/* ---- queries --------------------------------------------------------------------------- */

/* One run of a prepared statement: begin, bind every parameter, step, read columns, end. */
struct query;

/* Never NULL: an error before the first step is reported by that step. */
struct query *query_begin(struct db *db, enum statement statement);
/* `name` with its colon. Texts and bytes are borrowed until query_end. Text of length 0 is
 * bound as '', or as NULL by the second function. */
void query_bind(struct query *query, const char *name, int64_t value);
void query_bind_null(struct query *query, const char *name);
void query_bind_text(struct query *query, const char *name, struct str text);
void query_bind_text_or_null(struct query *query, const char *name, struct str text);
void query_bind_bytes(struct query *query, const char *name, const unsigned char *bytes, int n);
/* Until query_end, or a call with NULL, each bound value is also added to the seal: bind in the
 * order of the table's columns. */
void query_seal_into(struct query *query, struct seal *seal);

/* Moves to the next row; *has_row is false after the last one and on failure. */
enum status query_step(struct query *query, bool *has_row, struct error *err) MUST_CHECK;
/* The same for a loop over rows: false after the last one, and when *status is a failure, be it
 * of the query or of the loop's body. */
bool query_next(struct query *query, enum status *status, struct error *err);
/* For statements without rows: steps and ends. */
enum status query_run(struct query *query, struct error *err) MUST_CHECK;
/* For statements with one row of one number: steps, reads, ends. `fallback` without a row and
 * for NULL. */
enum status query_number(struct query *query, int64_t fallback, int64_t *out,
                         struct error *err) MUST_CHECK;

/* Columns of the present row, from 0. Texts and bytes are valid until the next step or end. */
int64_t query_int(const struct query *query, int column);
bool query_is_null(const struct query *query, int column);
struct str query_text(const struct query *query, int column);
/* Adds columns of the present row to a seal as they are in the file. */
void query_seal_columns(const struct query *query, int first, int count, struct seal *seal);
/* Copies a text into a caller's buffer, cut between characters when it is too long. */
void query_copy_text(const struct query *query, int column, char *out, int size);

void query_end(struct query *query);

/* The version of SQLite that is loaded. */
const char *db_library_version(void);

#endif
