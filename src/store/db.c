#include "store/db.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

/* How long a writer retries while another program writes. */
enum { BUSY_TIMEOUT_MS = 10000 };

/* The number of steps of SQLite's machine between two checks whether to go on, a millisecond or
 * less, and the number of checks before a query counts as endless. Our queries take a few
 * thousand steps. */
enum { STEPS_A_LOOK = 20000, LOOKS_MAX = 2500 };

struct query {
    struct db *db;
    sqlite3_stmt *statement; /* NULL until it is first used */
    int code;                /* what went wrong before the first step */
    bool is_busy;
    struct seal *seal; /* bound values are added to it; NULL: none */
    bool is_long;      /* it reads the whole file and may take long */
    int looks;         /* while it ran, so far */
};

struct db {
    sqlite3 *handle;
    char *path;
    int log_pages;
    bool is_in_transaction;
    bool was_busy; /* when it failed last */
    bool folds_on_close;
    struct query *stepping; /* NULL: none, or a script */
    struct query query[STATEMENTS];
};

static const char *const statement_sql[STATEMENTS] = {
#define STATEMENT(name, sql) [STATEMENT_##name] = sql,
#include "store/statements.def"
#undef STATEMENT
};

/* Writable and global, since signals concern the whole program. */
static bool (*stop_is_asked)(void);

static bool is_to_stop(void)
{
    return stop_is_asked != NULL && stop_is_asked();
}

/* ---- errors in words ------------------------------------------------------------------- */

/* The number of the system for a read that failed, 0: none did since this was asked last.
 *
 * SQLite tells such a read as a damaged file: what the system calls EIO, ENXIO or ERANGE is a
 * corrupt file system to it, and ends a statement with SQLITE_CORRUPT; its integrity check
 * tells it in a row, whatever the number. But an open file keeps the number of what failed
 * last, until something is read that lies behind its end. `any`: since then it was only read.
 */
static int take_failed_read(const struct db *db, bool any)
{
    static const int parts[] = {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER};
    static const sqlite3_int64 behind_end = (sqlite3_int64)1 << 50;
    int found = 0;
    for (int i = 0; db->handle != NULL && i < 2; i++) {
        sqlite3_file *file = NULL;
        int number = 0;
        char byte;
        if (sqlite3_file_control(db->handle, "main", parts[i], &file) != SQLITE_OK ||
            file->pMethods == NULL ||
            file->pMethods->xFileControl == NULL || /* a journal in memory */
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number) != SQLITE_OK) {
            continue;
        }
        if (any ? number != 0 : number == EIO || number == ENXIO || number == ERANGE) {
            found = number;
            (void)file->pMethods->xRead(file, &byte, 1, behind_end);
        }
    }
    return found;
}

static enum status fail_of_reading(int number, const char *where, struct error *err)
{
    return error_set(err, STATUS_IO, where,
                     "the disk fails to read: %s. Nothing was changed. Try again; if it still "
                     "fails, `restore` an earlier copy",
                     strerror(number != 0 ? number : EIO));
}

/* The end of a path that is too long. */
static void name_place(char out[ERROR_WHERE_SIZE], const struct db *db)
{
    const size_t n = strlen(db->path), most = ERROR_WHERE_SIZE - 4;
    if (n > most) {
        snprintf(out, ERROR_WHERE_SIZE, "...%s", db->path + n - most);
    } else {
        snprintf(out, ERROR_WHERE_SIZE, "%s", db->path);
    }
}

enum status db_check_reads(const struct db *db, struct error *err)
{
    char where[ERROR_WHERE_SIZE];
    int number = take_failed_read(db, true);
    name_place(where, db);
    return number == 0 ? STATUS_OK : fail_of_reading(number, where, err);
}

/* With what the system said of it, where it said anything. */
static enum status fail_of_disk(const struct db *db, int code, const char *where,
                                struct error *err)
{
    int system_code = sqlite3_system_errno(db->handle);
    const char *what = "the disk fails";
    if ((code & 0xff) != SQLITE_IOERR) {
        what = "cannot open the campaign, or a file that belongs to it";
        if (system_code == ENOENT) { /* nor be made: why is lost, as it was then looked for */
            return error_set(err, STATUS_IO, where,
                             "cannot open the campaign: perhaps the disk is full, or its "
                             "folder is read-only");
        }
    } else if (code == SQLITE_IOERR_WRITE) {
        what = "the disk fails to write";
    } else if (code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC) {
        what = "the disk fails to save what was written";
    } else if (code == SQLITE_IOERR_READ) {
        return fail_of_reading(system_code, where, err);
    }
    if (system_code == ENOSPC) { /* also where the index of the log finds no room */
        return error_set(err, STATUS_IO, where, "the disk is full");
    }
    if (system_code != 0) {
        return error_set(err, STATUS_IO, where, "%s: %s", what, strerror(system_code));
    }
    return error_set(err, STATUS_IO, where, "%s", what);
}

/* Another program is in the way. */
static bool is_busy(int code)
{
    return (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED;
}

/* Puts SQLite's result code into words; never returns STATUS_OK. */
static enum status fail(struct db *db, int code, struct error *err)
{
    char where[ERROR_WHERE_SIZE];
    db->was_busy = is_busy(code);
    name_place(where, db);
    int unread = take_failed_read(db, false);
    bool may_be_unread = code == SQLITE_IOERR || code == SQLITE_IOERR_CORRUPTFS ||
                         (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB ||
                         (code & 0xff) == SQLITE_ERROR;
    if (unread != 0 && may_be_unread) {
        return fail_of_reading(unread, where, err);
    }
    if (code == SQLITE_IOERR_SHORT_READ) { /* nothing failed: the file was cut off */
        return error_set(err, STATUS_DAMAGED, where,
                         "the campaign is damaged: a file of it ends too early");
    }
    switch (code & 0xff) {
    case SQLITE_FULL:
        return error_set(err, STATUS_IO, where, "the disk is full");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return error_set(err, STATUS_IO, where, "the campaign is locked by another program");
    case SQLITE_READONLY:
        return error_set(err, STATUS_IO, where, "the campaign is read-only");
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        return fail_of_disk(db, code, where, err);
    case SQLITE_NOMEM:
        return error_set(err, STATUS_MEMORY, where, "out of memory");
    case SQLITE_MISUSE:
        CHECK(false);
        return STATUS_DAMAGED;
    case SQLITE_TOOBIG:
        return error_set(err, STATUS_FULL, where, "a text is too long for the campaign's file");
    case SQLITE_INTERRUPT:
        if (is_to_stop()) {
            return error_set(err, STATUS_IO, where, "stopped: the program was asked to end");
        }
        return error_set(err, STATUS_DAMAGED, where,
                         "the campaign is damaged: reading it does not end");
    case SQLITE_NOTADB:
        return error_set(err, STATUS_DAMAGED, where,
                         "the campaign is damaged: it is not a database");
    default:
        /* Broken pages, missing tables, violated constraints. */
        return error_set(err, STATUS_DAMAGED, where, "the campaign is damaged: %s",
                         sqlite3_errmsg(db->handle));
    }
}

/* ---- connections ----------------------------------------------------------------------- */

/* "file:" and the path, with special characters as %XX. The caller frees it. */
static char *uri_of(const char *path, const char *options)
{
    size_t size = strlen("file://") + 3 * strlen(path) + strlen(options) + 1;
    char *uri = malloc(size);
    if (uri == NULL) {
        return NULL;
    }
    char *out = uri + snprintf(uri, size, path[0] == '/' ? "file://" : "file:");
    for (const char *p = path; *p != '\0'; p++) {
        if (*p == '%' || *p == '?' || *p == '#') {
            out += snprintf(out, 4, "%%%02X", (unsigned)*p);
        } else {
            *out++ = *p;
        }
    }
    strcpy(out, options);
    return uri;
}

static int remember_log_pages(void *context, sqlite3 *handle, const char *name, int pages)
{
    (void)handle;
    (void)name;
    struct db *db = context;
    db->log_pages = pages;
    return SQLITE_OK;
}

static void (*progress_is_told)(const char *doing, int64_t done, int64_t of, const char *what);

void db_tell_progress(void (*tell)(const char *doing, int64_t done, int64_t of,
                                   const char *what))
{
    progress_is_told = tell;
}

void db_progress(const char *doing, int64_t done, int64_t of, const char *what)
{
    if (progress_is_told != NULL) {
        progress_is_told(doing, done, of, what);
    }
}

void db_progress_end(void)
{
    db_progress(NULL, 0, 0, NULL);
}

void db_stop_when(bool (*asked)(void))
{
    stop_is_asked = asked;
}

/* Any result but 0 ends the running statement. What ends a transaction is not ended. */
static int look_whether_to_go_on(void *context)
{
    struct db *db = context;
    struct query *query = db->stepping;
    if (query == &db->query[STATEMENT_COMMIT] || query == &db->query[STATEMENT_ROLLBACK]) {
        return 0;
    }
    return is_to_stop() || (query != NULL && !query->is_long && ++query->looks > LOOKS_MAX);
}

/* Called while another program writes: 0 gives up, also when the program is to end. */
static int wait_for_others(void *context, int tries)
{
    enum { PAUSE_MS = 10 };
    (void)context;
    if (tries >= BUSY_TIMEOUT_MS / PAUSE_MS || is_to_stop()) {
        return 0;
    }
    sqlite3_sleep(tries < PAUSE_MS ? 1 + tries : PAUSE_MS);
    return 1;
}

/* Nothing here reads the file: the settings are the connection's own. */
static int configure(struct db *db, enum db_mode mode)
{
    sqlite3 *handle = db->handle;
    int code = sqlite3_extended_result_codes(handle, 1);
    const struct {
        int option, value;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 1},
        {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1},
        /* Plans must not depend on bound values: otherwise SQLite prepares some statements
         * again with each value. */
        {SQLITE_DBCONFIG_ENABLE_QPSG, 1},
    };
    for (size_t i = 0; code == SQLITE_OK && i < sizeof settings / sizeof settings[0]; i++) {
        code = sqlite3_db_config(handle, settings[i].option, settings[i].value, NULL);
    }
    sqlite3_busy_handler(handle, wait_for_others, NULL);
    if (code == SQLITE_OK) {
        /* Call this before there are statements: it makes SQLite prepare all of them again. */
        bool reads = mode == DB_LOOK || mode == DB_ALONE || mode == DB_IMMUTABLE;
        code = sqlite3_exec(handle,
                            reads ? "PRAGMA cell_size_check = ON; PRAGMA query_only = ON;"
                                  : "PRAGMA cell_size_check = ON; PRAGMA query_only = OFF;",
                            NULL, NULL, NULL);
    }
    if (code == SQLITE_OK && mode == DB_ALONE) {
        /* Before the file is read: SQLite then keeps the index in memory. */
        code = sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE;", NULL, NULL, NULL);
    }
    if (code == SQLITE_OK) {
        /* Also ends automatic checkpoints, which use the same hook. */
        sqlite3_wal_hook(handle, remember_log_pages, db);
        sqlite3_progress_handler(handle, STEPS_A_LOOK, look_whether_to_go_on, db);
    }
    return code;
}

/* One thread uses the store, and no code asks how much memory SQLite has taken: this saves a
 * tenth of the time to the first screen. Nor is memory prepared for pages and small pieces that
 * may never be needed: to touch it takes longer than to ask for what is. If SQLite is already
 * running its settings stay. */
static void configure_sqlite(void)
{
    static bool is_done;
    if (!is_done) {
        is_done = true;
        (void)sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
        (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        (void)sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
        (void)sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    }
}

enum status db_read_start(unsigned char *out, int n, const char *path, struct error *err)
{
    configure_sqlite();
    char *real_path = realpath(path, NULL); /* SQLite's system follows no link */
    if (real_path == NULL || access(real_path, R_OK) != 0) {
        enum status status =
            error_set(err, STATUS_IO, path, "cannot be read: %s", strerror(errno));
        free(real_path);
        return status;
    }
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    const char *name = sqlite3_create_filename(real_path, "", "", 0, NULL);
    sqlite3_file *file = calloc(1, vfs != NULL ? (size_t)vfs->szOsFile : 1);
    int code = vfs != NULL && name != NULL && file != NULL ? SQLITE_OK : SQLITE_NOMEM;
    if (code == SQLITE_OK) {
        code = vfs->xOpen(vfs, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, NULL);
    }
    int number = 0;
    if (code == SQLITE_OK) {
        code = file->pMethods->xRead(file, out, n, 0);
        code = code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
        if (code != SQLITE_OK) {
            (void)file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
        }
    }
    bool is_unread = file != NULL && file->pMethods != NULL && code != SQLITE_OK;
    if (file != NULL && file->pMethods != NULL) {
        file->pMethods->xClose(file);
    }
    free(file);
    free(real_path);
    sqlite3_free_filename(name);
    if (is_unread) {
        return fail_of_reading(number, path, err);
    }
    return code == SQLITE_OK ? STATUS_OK : error_set(err, STATUS_IO, path, "cannot be read");
}

/* Opens `uri`, which is NULL when out of memory; errors name `path`. */
static enum status open_uri(struct db **out, const char *uri, const char *path,
                            enum db_mode mode, struct error *err)
{
    *out = NULL;
    configure_sqlite();
    struct db *db = calloc(1, sizeof *db);
    char *copy = malloc(strlen(path) + 1);
    if (db == NULL || uri == NULL || copy == NULL) {
        free(db);
        free(copy);
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    db->path = strcpy(copy, path);
    int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    if (mode == DB_IMMUTABLE) {
        flags |= SQLITE_OPEN_READONLY;
    } else {
        /* Reading also needs to write beside the file, since readers take part in the
         * write-ahead log. If that is impossible, SQLite itself opens for reading only. */
        flags |= SQLITE_OPEN_READWRITE |
                 (mode == DB_CREATE || mode == DB_MEMORY ? SQLITE_OPEN_CREATE : 0);
    }
    int code = sqlite3_open_v2(uri, &db->handle, flags, NULL);
    if (code == SQLITE_OK) {
        code = configure(db, mode);
    }
    if (code != SQLITE_OK) {
        enum status status = fail(db, code, err);
        db_close(db);
        return status;
    }
    *out = db;
    return STATUS_OK;
}

enum status db_open(struct db **out, const char *path, enum db_mode mode, struct error *err)
{
    char *uri = uri_of(mode == DB_MEMORY ? ":memory:" : path,
                       mode == DB_IMMUTABLE ? "?immutable=1" : "");
    enum status status = open_uri(out, uri, path, mode, err);
    if (status == STATUS_OK && mode != DB_IMMUTABLE && db_is_read_only(*out)) {
        /* SQLite opens a file for reading when it cannot open it for writing, also one that
         * another program makes between these two tries. */
        db_close(*out);
        status = open_uri(out, uri, path, mode, err);
    }
    free(uri);
    return status;
}

enum status db_copy_to_memory(struct db **out, struct db *from, struct error *err)
{
    enum status status = open_uri(out, ":memory:", from->path, DB_WRITE, err);
    if (status != STATUS_OK) {
        return status;
    }
    sqlite3_backup *copying = sqlite3_backup_init((*out)->handle, "main", from->handle, "main");
    if (copying != NULL) {
        sqlite3_backup_step(copying, -1);
        sqlite3_backup_finish(copying); /* leaves the first error as the result */
    }
    int code = sqlite3_extended_errcode((*out)->handle);
    if (code != SQLITE_OK) {
        status = fail(*out, code, err);
        db_close(*out);
        *out = NULL;
    }
    return status;
}

void db_close(struct db *db)
{
    if (db == NULL) {
        return;
    }
    for (int i = 0; i < STATEMENTS; i++) {
        CHECK(!db->query[i].is_busy);
        sqlite3_finalize(db->query[i].statement);
    }
    if (db->folds_on_close) {
        int code = sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
        CHECK(code == SQLITE_OK);
    }
    int code = sqlite3_close(db->handle);
    CHECK(code == SQLITE_OK);
    free(db->path);
    free(db);
}

bool db_is_read_only(const struct db *db)
{
    return sqlite3_db_readonly(db->handle, "main") == 1;
}

void db_file_name(const struct db *db, char *out, int size)
{
    text_format(out, size, "%s", sqlite3_db_filename(db->handle, "main"));
}

bool db_is_busy(const struct db *db)
{
    return db->was_busy;
}

void db_fold_on_close(struct db *db)
{
    db->folds_on_close = true; /* telling SQLite now would make it prepare everything again */
}

void db_leave_on_close(struct db *db)
{
    db->folds_on_close = false;
    int code = sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    CHECK(code == SQLITE_OK);
}

int64_t db_written(const struct db *db)
{
    return sqlite3_total_changes64(db->handle);
}

int db_log_pages(const struct db *db)
{
    return db->log_pages;
}

void db_checkpoint(struct db *db)
{
    int all = 0, done = 0;
    int code =
        sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, &all, &done);
    if (code == SQLITE_OK && all == done) {
        db->log_pages = 0;
    }
}

/* ---- copies ---------------------------------------------------------------------------- */

struct db_copy {
    struct db *from, *to;
    sqlite3_backup *backup;
};

enum status db_copy_begin(struct db_copy **out, struct db *from, const char *path,
                          struct error *err)
{
    *out = NULL;
    struct db_copy *copy = calloc(1, sizeof *copy);
    if (copy == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    copy->from = from;
    enum status status = db_open(&copy->to, path, DB_WRITE, err);
    if (status == STATUS_OK) {
        /* A file that is thrown away when the copy fails needs no rollback. */
        status = db_run_script(copy->to, "PRAGMA journal_mode = MEMORY;", err);
    }
    if (status == STATUS_OK) {
        copy->backup = sqlite3_backup_init(copy->to->handle, "main", from->handle, "main");
        if (copy->backup == NULL) {
            status = fail(copy->to, sqlite3_errcode(copy->to->handle), err);
        }
    }
    if (status != STATUS_OK) {
        db_copy_end(copy);
        return status;
    }
    *out = copy;
    return STATUS_OK;
}

static int copy_all(struct db_copy *copy)
{
    enum { PAGES_AT_ONCE = 2048 };
    int code = SQLITE_OK, left = INT_MAX;
    while (code == SQLITE_OK) {
        code = sqlite3_backup_step(copy->backup, PAGES_AT_ONCE);
        int left_now = sqlite3_backup_remaining(copy->backup);
        int all = sqlite3_backup_pagecount(copy->backup);
        db_progress("copied", all - left_now, all, "pages");
        if (code == SQLITE_OK && left_now >= left) { /* it has begun again */
            code = sqlite3_backup_step(copy->backup, -1);
        }
        left = left_now;
    }
    db_progress_end();
    return code;
}

enum status db_copy_step(struct db_copy *copy, int pages, bool *is_done, struct error *err)
{
    int code = pages < 0 && progress_is_told != NULL ? copy_all(copy)
                                                     : sqlite3_backup_step(copy->backup, pages);
    *is_done = code == SQLITE_DONE;
    if (*is_done || code == SQLITE_OK || is_busy(code)) {
        return STATUS_OK;
    }
    /* A failure to write is about the copy, a failure to read about the campaign. */
    bool is_read = code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ ||
                   code == SQLITE_IOERR_CORRUPTFS;
    return fail(is_read ? copy->from : copy->to, code, err);
}

void db_copy_end(struct db_copy *copy)
{
    if (copy != NULL) {
        /* The last step has reported the error; finishing reports it again. */
        sqlite3_backup_finish(copy->backup);
        db_close(copy->to);
        free(copy);
    }
}

/* ---- scripts and transactions ---------------------------------------------------------- */

enum status db_run_script(struct db *db, const char *sql, struct error *err)
{
    int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? STATUS_OK : fail(db, code, err);
}

/* After the schema was changed it is prepared once more. Where there is no memory for that the
 * next transaction takes back what is there, or the end of the connection. */
static void take_back(struct db *db)
{
    enum status status = query_run(query_begin(db, STATEMENT_ROLLBACK), NULL);
    CHECK(status == STATUS_OK || status == STATUS_MEMORY || sqlite3_get_autocommit(db->handle));
}

/* What ends a transaction is made ready before it begins: there may be no memory for it then.
 */
static enum status begin(struct db *db, enum statement statement, struct error *err)
{
    static const enum statement ends[] = {STATEMENT_COMMIT, STATEMENT_ROLLBACK};
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && status == STATUS_OK; i++) {
        struct query *end = query_begin(db, ends[i]);
        status = end->code == SQLITE_OK ? STATUS_OK : fail(db, end->code, err);
        query_end(end);
    }
    bool has_begun = status == STATUS_OK;
    for (int tries = 0; tries < 2 && has_begun; tries++) {
        status = query_run(query_begin(db, statement), err);
        /* One that could not read the file has begun all the same; and after memory has run out
         * SQLite reads the schema again in the middle of it, and finds that it has begun. */
        has_begun = status != STATUS_OK && !sqlite3_get_autocommit(db->handle);
        if (has_begun) {
            take_back(db);
        }
    }
    return status;
}

enum status db_begin(struct db *db, struct error *err)
{
    CHECK(!db->is_in_transaction);
    enum status status = begin(db, STATEMENT_BEGIN, err);
    db->is_in_transaction = status == STATUS_OK;
    return status;
}

enum status db_end(struct db *db, enum status so_far, struct error *err)
{
    CHECK(db->is_in_transaction);
    db->is_in_transaction = false;
    if (so_far == STATUS_OK) {
        so_far = query_run(query_begin(db, STATEMENT_COMMIT), err);
    }
    /* After a full disk everything may already be rolled back. A failed rollback does not
     * matter: uncommitted data is not in the file. */
    if (so_far != STATUS_OK && !sqlite3_get_autocommit(db->handle)) {
        take_back(db);
    }
    return so_far;
}

enum status db_begin_reading(struct db *db, struct error *err)
{
    CHECK(!db->is_in_transaction);
    enum status status = begin(db, STATEMENT_BEGIN_READING, err);
    db->is_in_transaction = status == STATUS_OK;
    return status;
}

void db_end_reading(struct db *db)
{
    CHECK(db->is_in_transaction);
    db->is_in_transaction = false;
    /* After a failed query, SQLite may have ended it already. */
    if (!sqlite3_get_autocommit(db->handle) &&
        query_run(query_begin(db, STATEMENT_COMMIT), NULL) != STATUS_OK) {
        take_back(db);
    }
}

enum status db_join_reading(struct db *db, bool *is_own, struct error *err)
{
    *is_own = false;
    if (db->is_in_transaction || !sqlite3_get_autocommit(db->handle)) {
        return STATUS_OK;
    }
    enum status status = db_begin_reading(db, err);
    *is_own = status == STATUS_OK;
    return status;
}

/* ---- queries --------------------------------------------------------------------------- */

/* Only blanks may follow a statement: a second one would never run. */
static bool is_blank(const char *tail)
{
    return tail[strspn(tail, " \n;")] == '\0';
}

struct query *query_begin(struct db *db, enum statement statement)
{
    struct query *query = &db->query[statement];
    CHECK(!query->is_busy);
    query->db = db;
    query->is_busy = true;
    /* Each PRAGMA of ours checks the whole file, however long it is. */
    query->is_long = strncmp(statement_sql[statement], "PRAGMA ", 7) == 0;
    query->looks = 0;
    if (query->is_long) {
        (void)take_failed_read(db, true); /* for db_check_reads */
    }
    query->code = SQLITE_OK;
    query->seal = NULL;
    if (query->statement == NULL) {
        const char *tail = "";
        query->code = sqlite3_prepare_v3(db->handle, statement_sql[statement], -1,
                                         SQLITE_PREPARE_PERSISTENT, &query->statement, &tail);
        CHECK(query->code != SQLITE_OK || is_blank(tail));
    }
    return query;
}

/* The number of a parameter; 0 when the statement could not be prepared. */
static int parameter(const struct query *query, const char *name)
{
    CHECK(query->is_busy);
    if (query->statement == NULL) {
        return 0;
    }
    int i = sqlite3_bind_parameter_index(query->statement, name);
    CHECK(i > 0);
    return i;
}

static void remember(struct query *query, int code)
{
    if (query->code == SQLITE_OK) {
        query->code = code;
    }
}

void query_seal_into(struct query *query, struct seal *seal)
{
    query->seal = seal;
}

void query_bind(struct query *query, const char *name, int64_t value)
{
    if (query->seal != NULL) {
        seal_int(query->seal, value);
    }
    int i = parameter(query, name);
    if (i > 0) {
        remember(query, sqlite3_bind_int64(query->statement, i, value));
    }
}

void query_bind_null(struct query *query, const char *name)
{
    if (query->seal != NULL) {
        seal_null(query->seal);
    }
    int i = parameter(query, name);
    if (i > 0) {
        remember(query, sqlite3_bind_null(query->statement, i));
    }
}

void query_bind_text(struct query *query, const char *name, struct str text)
{
    if (query->seal != NULL) {
        seal_text(query->seal, text);
    }
    int i = parameter(query, name);
    if (i > 0) {
        remember(query, sqlite3_bind_text(query->statement, i, text.n > 0 ? text.p : "", text.n,
                                          SQLITE_STATIC));
    }
}

void query_bind_text_or_null(struct query *query, const char *name, struct str text)
{
    if (text.n > 0) {
        query_bind_text(query, name, text);
    } else {
        query_bind_null(query, name);
    }
}

void query_bind_bytes(struct query *query, const char *name, const unsigned char *bytes, int n)
{
    if (query->seal != NULL) {
        seal_bytes(query->seal, bytes, n);
    }
    int i = parameter(query, name);
    if (i > 0) {
        remember(query, sqlite3_bind_blob(query->statement, i, bytes, n, SQLITE_STATIC));
    }
}

enum status query_step(struct query *query, bool *has_row, struct error *err)
{
    CHECK(query->is_busy);
    *has_row = false;
    int code = query->code;
    if (code == SQLITE_OK) {
        query->db->stepping = query;
        code = sqlite3_step(query->statement);
        query->db->stepping = NULL;
    }
    *has_row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? STATUS_OK : fail(query->db, code, err);
}

bool query_next(struct query *query, enum status *status, struct error *err)
{
    bool has_row = false;
    if (*status == STATUS_OK) {
        *status = query_step(query, &has_row, err);
    }
    return has_row;
}

enum status query_run(struct query *query, struct error *err)
{
    bool has_row = false;
    enum status status = query_step(query, &has_row, err);
    CHECK(!has_row);
    query_end(query);
    return status;
}

enum status query_number(struct query *query, int64_t fallback, int64_t *out, struct error *err)
{
    bool has_row = false;
    enum status status = query_step(query, &has_row, err);
    if (status == STATUS_OK) {
        *out = has_row && !query_is_null(query, 0) ? query_int(query, 0) : fallback;
    }
    query_end(query);
    return status;
}

int64_t query_int(const struct query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

bool query_is_null(const struct query *query, int column)
{
    return sqlite3_column_type(query->statement, column) == SQLITE_NULL;
}

/* Fetches the column once, as query_seal_columns does: each access by its number takes longer
 * than all the rest. */
struct str query_text(const struct query *query, int column)
{
    sqlite3_value *value = sqlite3_column_value(query->statement, column);
    const char *p = sqlite3_value_blob(value);
    return p == NULL ? str_of("") : (struct str){p, sqlite3_value_bytes(value)};
}

static void seal_value(struct seal *seal, sqlite3_value *value)
{
    switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
        seal_null(seal);
        break;
    case SQLITE_INTEGER:
        seal_int(seal, sqlite3_value_int64(value));
        break;
    case SQLITE_TEXT: {
        const char *p = sqlite3_value_blob(value);
        seal_text(seal, p == NULL ? str_of("") : (struct str){p, sqlite3_value_bytes(value)});
        break;
    }
    case SQLITE_BLOB: {
        const unsigned char *p = sqlite3_value_blob(value);
        seal_bytes(seal, p, sqlite3_value_bytes(value));
        break;
    }
    default:
        seal_foreign(seal);
    }
}

void query_seal_columns(const struct query *query, int first, int count, struct seal *seal)
{
    for (int i = first; i < first + count; i++) {
        seal_value(seal, sqlite3_column_value(query->statement, i));
    }
}

void query_copy_text(const struct query *query, int column, char *out, int size)
{
    struct text text = text_over(out, size);
    text_add_str(&text, query_text(query, column));
}

void query_end(struct query *query)
{
    CHECK(query->is_busy);
    query->is_busy = false;
    if (query->statement != NULL) {
        /* The step has reported the error; resetting reports it again. */
        sqlite3_reset(query->statement);
        sqlite3_clear_bindings(query->statement);
    }
}

const char *db_library_version(void)
{
    return sqlite3_libversion();
}
