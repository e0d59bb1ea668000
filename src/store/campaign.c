#include "store/campaign.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/campaign_file.h"
#include "store/search.h"
#include "store/sums.h"
#include "store/backup.h"

/* The number of pages in the write-ahead log from which tidying is worth waiting for the disk,
 * and from which it is done even without an idle moment. A short log saves time after a crash,
 * and also with every act: after a checkpoint it is written again from its beginning, and a
 * file that does not grow is synced in half the time. */
enum { TIDY_PAGES = 64, TIDY_PAGES_AT_LAST = 1024 };

/* ---- the file, before SQLite sees it --------------------------------------------------- */

enum {
    HEADER_SIZE = 100,
    HEADER_PAGE_SIZE = 16,
    HEADER_PAGES = 28,
    HEADER_VERSION = 60,
    HEADER_APPLICATION = 68
};

bool campaign_may_be_at(const char *path)
{
    unsigned char header[sizeof DATABASE_BEGINS];
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
           db_read_start(header, sizeof header, path, NULL) == STATUS_OK &&
           memcmp(header, DATABASE_BEGINS, sizeof header) == 0;
}

struct file_look {
    bool exists;
    int64_t size;
    bool has_wal;     /* a write-ahead log with rows is beside it */
    bool has_journal; /* making it was interrupted */
};

static uint32_t big_endian(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

/* The first bytes show whose file it is, and whether it was cut off, without opening it for
 * writing, locking it or making anything beside it. */
static enum status check_header(const struct file_look *look, const char *path,
                                struct error *err)
{
    unsigned char header[HEADER_SIZE];
    enum status status = db_read_start(header, HEADER_SIZE, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (memcmp(header, DATABASE_BEGINS, sizeof DATABASE_BEGINS) != 0) {
        /* A half-made file may be empty still; SQLite will roll it back. */
        return look->has_journal
                   ? STATUS_OK
                   : error_set(err, STATUS_FOREIGN, path, "the file is not a campaign");
    }
    if (big_endian(header + HEADER_APPLICATION) != SCHEMA_APPLICATION) {
        return error_set(err, STATUS_FOREIGN, path,
                         "the database belongs to another application");
    }
    uint32_t version = big_endian(header + HEADER_VERSION);
    if (version > (uint32_t)schema_scripts()->log_count) {
        return error_set(err, STATUS_FOREIGN, path,
                         "the campaign was written by a newer version of this program "
                         "(format %" PRIu32 ", this one knows %d)",
                         version, schema_scripts()->log_count);
    }
    int64_t page_size = header[HEADER_PAGE_SIZE] << 8 | header[HEADER_PAGE_SIZE + 1];
    int64_t pages = big_endian(header + HEADER_PAGES);
    if (!look->has_wal && !look->has_journal && look->size < pages * page_size) {
        return error_set(err, STATUS_DAMAGED, path,
                         "the campaign is damaged: the file was cut off, %" PRId64
                         " of %" PRId64 " bytes are there",
                         look->size, pages * page_size);
    }
    return STATUS_OK;
}

static enum status look_at_file(struct file_look *out, const struct campaign *campaign,
                                struct error *err)
{
    const char *path = campaign->path;
    struct file_mark beside;
    *out = (struct file_look){0};
    struct stat found;
    if (stat(path, &found) != 0) {
        return errno == ENOENT ? STATUS_OK
                               : error_set(err, STATUS_IO, path, "%s", strerror(errno));
    }
    if (!S_ISREG(found.st_mode)) {
        return error_set(err, STATUS_IO, path, "is not a file");
    }
    out->exists = true;
    file_mark_look(&beside, campaign->real_path, "-wal");
    out->has_wal = beside.size > 0;
    file_mark_look(&beside, campaign->real_path, "-journal");
    out->has_journal = beside.exists;
    out->size = found.st_size;
    return out->size == 0 ? STATUS_OK : check_header(out, path, err);
}

/* ---- opening --------------------------------------------------------------------------- */

enum status campaign_read_own_row(struct campaign *campaign, struct error *err)
{
    enum { ID, SEED, CHECKSUM };
    struct query *query = query_begin(campaign->db, STATEMENT_CAMPAIGN_SEALED);
    query_bind(query, ":after", 0);
    bool has_row = false;
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        struct seal seal;
        seal_begin(&seal);
        seal_text(&seal, str_of("campaign"));
        seal_int(&seal, 0);
        query_seal_columns(query, ID, CHECKSUM, &seal);
        campaign->seed = (uint64_t)query_int(query, SEED);
        campaign->checksum = query_int(query, CHECKSUM);
        if (query_is_null(query, CHECKSUM) || campaign->checksum != seal_end(&seal)) {
            campaign_note_damage(campaign, "the campaign's row",
                                 "its dice seed differs from what was written", NULL);
        }
    } else if (status == STATUS_OK) {
        status = error_set(err, STATUS_DAMAGED, "",
                           "the campaign is damaged: its dice seed is missing. What to "
                           "do: go back to an earlier copy with referee restore");
    }
    query_end(query);
    return status;
}

static void note_at_end(struct campaign *campaign, const char *what)
{
    campaign_note_damage(campaign, "the end of the log", what, NULL);
}

static bool follows(const struct log_record *newer, const struct log_record *row)
{
    bool is_same = newer->row.encounter == row->row.encounter;
    return row->first_event + row->events == newer->first_event &&
           (!is_same || (newer->previous == row->row.id && newer->row.parent == row->row.head));
}

/* The last rows, against each other and the last opening: one that is missing shows, and one
 * that another program wrote. What is damaged is remembered. */
static enum status check_last_rows(struct campaign *campaign, const struct log_record *last,
                                   struct error *err)
{
    enum { ROWS_LOOKED_AT = 8 };
    struct log_record newer = *last;
    enum status status = STATUS_OK;
    if (campaign->known.last_after < last->row.id &&
        campaign->known.open != last->row.encounter) {
        note_at_end(campaign, "its encounter was not the open one");
    }
    for (int i = 1; i < ROWS_LOOKED_AT && newer.row.id > 1 && status == STATUS_OK; i++) {
        struct log_record row;
        status = log_read(&row, campaign, newer.row.id - 1, err);
        if (status == STATUS_MISSING) {
            note_at_end(campaign, "rows are missing");
        } else if (status == STATUS_OK && !follows(&newer, &row)) {
            note_at_end(campaign, "its rows do not follow each other");
        }
        newer = status == STATUS_OK ? row : newer;
    }
    return status == STATUS_DAMAGED || status == STATUS_MISSING ? STATUS_OK : status;
}

/* The log's last row names the last event, and no opening is later than it, so a row missing at
 * the end shows. */
static enum status check_end(struct campaign *campaign, struct error *err)
{
    struct log_record last;
    int64_t last_event = 0;
    struct error own = {.code = STATUS_OK};
    enum status status = log_read_last(&last, campaign, &own);
    if (status == STATUS_OK) {
        status =
            query_number(query_begin(campaign->db, STATEMENT_EVENT_LAST), 0, &last_event, &own);
    }
    bool is_empty = last.row.id == 0;
    if (status == STATUS_DAMAGED && campaign->damage.code != STATUS_OK) {
        return STATUS_OK; /* it is remembered */
    }
    if (status == STATUS_OK && !campaign->is_read_only) {
        status = check_last_rows(campaign, &last, &own);
    }
    if (status != STATUS_OK) {
        return error_set(err, status, own.where, "%s", own.text);
    }
    if (last_event != (is_empty ? 0 : last.first_event - 1 + last.events)) {
        note_at_end(campaign, "its last row does not match its last event");
    }
    if (campaign->known.last_after > last.row.id) {
        note_at_end(campaign, "rows are missing");
    }
    bool is_believed = false;
    return newest_check(campaign, &own, &is_believed, err);
}

/* No view or trigger of the file runs before its schema is known to be the program's. */
static enum status read_schema(struct campaign *campaign, struct error *err)
{
    bool is_sound = false;
    enum status status = schema_check(campaign->db, schema_scripts(), err);
    if (status == STATUS_OK) {
        status = campaign_check_schema(campaign, &is_sound, err);
    }
    campaign->has_snapshots = false;
    if (status == STATUS_OK && is_sound) {
        status =
            schema_has_derived(campaign->db, schema_scripts(), &campaign->has_snapshots, err);
    }
    return status;
}

/* Reads enough to know that the campaign can be worked with; the cost does not depend on the
 * length of the log. */
static enum status read_parts(struct campaign *campaign, struct error *err)
{
    enum status status = read_schema(campaign, err);
    if (status == STATUS_OK) {
        status = campaign_read_own_row(campaign, err);
    }
    if (status == STATUS_OK) {
        status = known_refresh(campaign, err);
    }
    if (status == STATUS_OK) {
        status = check_end(campaign, err);
    }
    return status;
}

static enum status read_basics(struct campaign *campaign, struct error *err)
{
    enum status status = db_begin_reading(campaign->db, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (campaign->is_left_to_verify) {
        int64_t version = 0;
        status = query_number(query_begin(campaign->db, STATEMENT_VERSION), 0, &version, err);
    } else {
        status = read_parts(campaign, err);
    }
    db_end_reading(campaign->db);
    return status == STATUS_OK ? query_number(query_begin(campaign->db, STATEMENT_DATA_VERSION),
                                              0, &campaign->data_version, err)
                               : status;
}

bool campaign_folder_is_closed(char folder[CAMPAIGN_PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');
    int n = slash == NULL || slash == path ? 1 : (int)(slash - path);
    snprintf(folder, CAMPAIGN_PATH_MAX, "%.*s", n, slash != NULL ? path : ".");
    return access(folder, W_OK) != 0;
}

enum status campaign_read_older(struct campaign *campaign, struct error *err)
{
    struct db *copy = NULL;
    enum status status = db_copy_to_memory(&copy, campaign->db, err);
    if (status != STATUS_OK) {
        return status;
    }
    db_close(campaign->db);
    campaign->db = copy;
    status = schema_migrate(copy, schema_scripts(), 0, err);
    return status == STATUS_OK ? db_run_script(copy, "PRAGMA query_only = ON;", err) : status;
}

static enum status read_to_look(struct campaign *campaign, struct error *err)
{
    bool is_older = false;
    struct error own = {.code = STATUS_OK};
    enum status status = schema_is_older(campaign->db, schema_scripts(), &is_older, &own);
    if (status == STATUS_OK && is_older) {
        status = read_schema(campaign, &own);
    }
    /* For verifying it is opened whatever it contains. */
    bool is_left =
        campaign->is_left_to_verify && (status == STATUS_DAMAGED || status == STATUS_FOREIGN);
    if (is_left || (status == STATUS_OK && !is_older)) {
        return read_basics(campaign, err);
    }
    if (status != STATUS_OK) {
        return error_set(err, status, own.where, "%s", own.text);
    }
    status = campaign_read_older(campaign, err);
    return status == STATUS_OK ? read_basics(campaign, err) : status;
}

/* The index of a write-ahead log is a file that readers need room for. On a full disk the file
 * is read into memory at once, while nobody else has it open; those who have it open already
 * have an index. */
static enum status read_without_room(struct campaign *campaign, const char *path,
                                     const struct file_look *look, struct error *err)
{
    struct db *copy = NULL;
    char index[CAMPAIGN_PATH_MAX + 8];
    db_close(campaign->db);
    enum status status = db_open(&campaign->db, path, DB_ALONE, err);
    if (status == STATUS_OK) {
        status = db_copy_to_memory(&copy, campaign->db, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    snprintf(index, sizeof index, "%s-shm", campaign->real_path);
    unlink(index); /* a part of one, or an old one */
    if (!look->has_wal) {
        db_fold_on_close(campaign->db); /* only removes what reading made beside the file */
    }
    db_close(campaign->db);
    campaign->db = copy;
    status = db_run_script(copy, "PRAGMA query_only = ON;", err);
    return status == STATUS_OK ? read_to_look(campaign, err) : status;
}

static enum status open_to_look(struct campaign *campaign, const char *path,
                                const struct file_look *look, struct error *err)
{
    campaign->is_read_only = true;
    enum status status = db_open(&campaign->db, path, DB_LOOK, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = read_to_look(campaign, err);
    char folder[CAMPAIGN_PATH_MAX];
    bool is_closed =
        db_is_read_only(campaign->db) || campaign_folder_is_closed(folder, campaign->real_path);
    if (status == STATUS_IO && is_closed && !look->has_wal) {
        /* A read-only medium: no file can be made beside it, and nobody can change it. */
        db_close(campaign->db);
        status = db_open(&campaign->db, path, DB_IMMUTABLE, err);
        return status == STATUS_OK ? read_to_look(campaign, err) : status;
    }
    if (status == STATUS_IO && !is_closed && !db_is_busy(campaign->db)) {
        return read_without_room(campaign, path, look, err);
    }
    if (status == STATUS_OK && !look->has_wal) {
        db_fold_on_close(campaign->db); /* only removes what reading made beside the file */
    }
    return status;
}

/* Upgrades the tables. In write-ahead mode a reader, such as a screen for the players, neither
 * waits for the referee nor makes the referee wait. */
static enum status make_ready(struct campaign *campaign, uint64_t seed, struct error *err)
{
    const struct schema_scripts *scripts = schema_scripts();
    enum status status = schema_migrate(campaign->db, scripts, seed, err);
    if (status == STATUS_OK) {
        status = db_run_script(campaign->db,
                               "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;", err);
    }
    if (status == STATUS_OK && !campaign->has_snapshots) {
        status = schema_derive(campaign->db, scripts, err);
    }
    if (status == STATUS_OK) {
        campaign->has_snapshots = true;
        db_fold_on_close(campaign->db);
    }
    return status;
}

static enum status open_to_write(struct campaign *campaign, const char *path, struct error *err)
{
    enum status status = db_open(&campaign->db, path, DB_WRITE, err);
    if (status == STATUS_OK && db_is_read_only(campaign->db)) {
        status = error_set(err, STATUS_IO, path, "the campaign is read-only");
    }
    bool is_older = false;
    if (status == STATUS_OK) {
        status = schema_is_older(campaign->db, schema_scripts(), &is_older, err);
    }
    if (status == STATUS_OK && is_older) {
        status = read_schema(campaign, err);
        campaign->has_snapshots = false;
    }
    /* Damage is found before anything is written; an older file is read by the upgrade. */
    if (status == STATUS_OK && !is_older) {
        status = read_basics(campaign, err);
    }
    if (status == STATUS_OK) {
        status = make_ready(campaign, 0, err);
    }
    return status == STATUS_OK && is_older ? read_basics(campaign, err) : status;
}

/* An empty file that only its owner can read; SQLite gives the same permissions to files beside
 * it. */
static enum status make_private(const char *path, struct error *err)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) {
        close(file);
        return STATUS_OK;
    }
    int code = errno;
    char folder[CAMPAIGN_PATH_MAX];
    if (campaign_folder_is_closed(folder, path)) {
        return error_set(err, STATUS_IO, path, "the folder %s cannot be written: %s", folder,
                         strerror(code));
    }
    return error_set(err, STATUS_IO, path, "the file cannot be made: %s", strerror(code));
}

static enum status create(struct campaign *campaign, const char *path, uint64_t seed,
                          struct error *err)
{
    char folder[CAMPAIGN_PATH_MAX];
    struct stat found;
    if (campaign_folder_is_closed(folder, path) && stat(folder, &found) != 0) {
        return error_set(err, STATUS_MISSING, path, "there is no folder %s", folder);
    }
    enum status status = make_private(path, err);
    if (status == STATUS_OK) {
        status = db_open(&campaign->db, path, DB_WRITE, err);
    }
    if (status == STATUS_OK && db_is_read_only(campaign->db)) {
        return error_set(err, STATUS_IO, path, "the campaign is read-only");
    }
    if (status == STATUS_OK) {
        status = make_ready(campaign, seed, err);
    }
    return status == STATUS_OK ? read_basics(campaign, err) : status;
}

static enum status open_file(struct campaign *campaign, const char *path,
                             enum campaign_mode mode, uint64_t seed, struct error *err)
{
    struct file_look look;
    enum status status = look_at_file(&look, campaign, err);
    if (status == STATUS_OK && look.exists && look.has_journal) {
        /* Rolls a file whose making was interrupted back to empty. */
        struct db *db = NULL;
        int64_t version = 0;
        status = db_open(&db, path, DB_WRITE, err);
        if (status == STATUS_OK) {
            status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
            db_close(db);
        }
        if (status == STATUS_OK) {
            status = look_at_file(&look, campaign, err);
        }
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (!look.exists || look.size == 0) {
        return mode == CAMPAIGN_CREATE
                   ? create(campaign, path, seed, err)
                   : error_set(err, STATUS_MISSING, path, "there is no campaign here");
    }
    campaign->is_left_to_verify = mode == CAMPAIGN_VERIFY;
    bool only_looks = mode == CAMPAIGN_READ || mode == CAMPAIGN_VERIFY;
    status = only_looks ? open_to_look(campaign, path, &look, err)
                        : open_to_write(campaign, path, err);
    if (status == STATUS_IO && !only_looks && access(path, W_OK) == 0) {
        /* A writable file in a folder where no file can be made beside it. */
        char folder[CAMPAIGN_PATH_MAX];
        if (campaign_folder_is_closed(folder, campaign->real_path)) {
            error_set(err, STATUS_IO, campaign->path,
                      "the folder %s cannot be written: %s; a campaign makes files beside "
                      "its own",
                      folder, strerror(errno));
        }
        status = STATUS_IO;
    }
    if (status != STATUS_OK && campaign->db != NULL && !look.has_wal) {
        db_fold_on_close(campaign->db); /* only removes what reading made beside the file */
    }
    return status;
}

enum status campaign_open(struct campaign **out, const char *path, enum campaign_mode mode,
                          uint64_t seed, find_procedure_fn *games, struct error *err)
{
    *out = NULL;
    struct campaign *campaign = calloc(1, sizeof *campaign);
    if (campaign == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    if (strlen(path) >= sizeof campaign->path) {
        free(campaign);
        return error_set(err, STATUS_USAGE, "", "the campaign's path is too long");
    }
    strcpy(campaign->path, path);
    campaign->games = games;
    campaign->sums_from = SUMS_FROM_ROWS;
    open_file_remember(campaign); /* before reading: what is written meanwhile is seen later */
    enum status status = open_file(campaign, path, mode, seed, err);
    if (status != STATUS_OK) {
        known_forget(&campaign->known);
        log_walk_forget(&campaign->walk);
        log_made_forget(campaign->made);
        db_close(campaign->db);
        free(campaign);
        if (err != NULL && err->where[0] == '\0') {
            return error_set(err, status, path, "%s", err->text);
        }
        return status;
    }
    if (!campaign->is_read_only) {
        open_file_learn(campaign);
    } else if (!campaign->is_left_to_verify) {
        status = open_file_tip(&campaign->seen, campaign->db, err);
    }
    if (status != STATUS_OK) {
        campaign_close(campaign);
        return status;
    }
    *out = campaign;
    return STATUS_OK;
}

void campaign_stop_when(bool (*asked)(void))
{
    db_stop_when(asked);
}

void campaign_tell_progress(void (*tell)(const char *doing, int64_t done, int64_t of,
                                         const char *what))
{
    db_tell_progress(tell);
}

void campaign_close(struct campaign *campaign)
{
    if (campaign != NULL) {
        search_close(campaign);
        /* The contents of the log do not belong in another file. */
        if (open_file_check(campaign, NULL) != STATUS_OK) {
            db_leave_on_close(campaign->db);
        }
        known_forget(&campaign->known);
        log_walk_forget(&campaign->walk);
        tail_end(campaign);
        log_made_forget(campaign->made);
        db_close(campaign->db);
        free(campaign);
    }
}

/* ---- an open campaign ------------------------------------------------------------------ */

bool campaign_is_read_only(const struct campaign *campaign)
{
    return campaign->is_read_only;
}

uint64_t campaign_seed(const struct campaign *campaign)
{
    return campaign->seed;
}

const struct error *campaign_damage(const struct campaign *campaign)
{
    return campaign->damage.code == STATUS_OK ? NULL : &campaign->damage;
}

const char *campaign_word(struct campaign *campaign)
{
    bool has_word = campaign->has_word;
    campaign->has_word = false;
    return !has_word ? ""
                     : "a snapshot was damaged; the state was rebuilt from the log, "
                       "which is sound";
}

enum status campaign_note_damage(struct campaign *campaign, const char *where, const char *text,
                                 struct error *err)
{
    if (campaign->damage.code == STATUS_OK) {
        error_set(&campaign->damage, STATUS_DAMAGED, where, "%s", text);
    }
    return error_set(err, STATUS_DAMAGED, where, "%s", text);
}

enum status campaign_check_whole(const struct campaign *campaign, struct error *err)
{
    const struct error *damage = &campaign->damage;
    if (damage->code == STATUS_OK) {
        return STATUS_OK;
    }
    return error_set(
        err, STATUS_DAMAGED, "",
        "the log is damaged (%s: %s), so nothing more is written to it; `referee "
        "verify` lists everything that is wrong. To go on: `backups` lists the earlier copies, "
        "and "
        "`restore` goes back to one of them",
        damage->where, damage->text);
}

enum status campaign_begin_writing(struct campaign *campaign, struct error *err)
{
    enum status status = campaign_check_whole(campaign, err);
    if (status == STATUS_OK && campaign->line == LINE_FAILED) {
        const struct error *why = &campaign->line_error;
        status = error_set(err, why->code, why->where, "%s", why->text);
    }
    if (status == STATUS_OK && campaign->writers == 0) {
        status = campaign->line != LINE_WRITING ? open_file_begin(campaign, err) : STATUS_OK;
        campaign->has_failed = false;
        if (status == STATUS_OK && campaign->line == LINE_BEGUN) {
            campaign->line = LINE_WRITING;
        }
    }
    campaign->writers += status == STATUS_OK;
    return status;
}

/* Ends the transaction; what was read of it is forgotten when it is taken back. */
static enum status end_transaction(struct campaign *campaign, enum status so_far,
                                   struct error *err)
{
    enum status status = open_file_end(campaign, so_far, err);
    if (status != STATUS_OK) {
        known_forget(&campaign->known);
        campaign->named_encounter = 0; /* it may not be there any more */
    }
    return status;
}

enum status campaign_end_writing(struct campaign *campaign, enum status so_far,
                                 struct error *err)
{
    struct error own;
    err = err != NULL ? err : &own;
    /* Rows read on the way may have been damaged. */
    if (so_far == STATUS_OK) {
        so_far = campaign_check_whole(campaign, err);
    }
    campaign->has_failed = campaign->has_failed || so_far != STATUS_OK;
    if (--campaign->writers > 0) {
        return so_far;
    }
    CHECK(campaign->has_failed == (so_far != STATUS_OK));
    if (campaign->line == LINE_WRITING && so_far == STATUS_OK) {
        return STATUS_OK;
    }
    enum status status = end_transaction(campaign, so_far, err);
    if (campaign->line == LINE_WRITING) {
        campaign->line = LINE_FAILED;
        campaign->line_error = *err;
    }
    return status;
}

bool campaign_begin_line(struct campaign *campaign)
{
    bool is_first = campaign->line == LINE_NONE;
    CHECK(!is_first || campaign->writers == 0);
    campaign->line = is_first ? LINE_BEGUN : campaign->line;
    return is_first;
}

enum status campaign_end_line(struct campaign *campaign, bool is_done, bool *is_taken_back,
                              struct error *err)
{
    enum line_phase phase = campaign->line;
    enum status status = STATUS_OK;
    campaign->line = LINE_NONE;
    if (phase == LINE_WRITING) {
        status = end_transaction(campaign, is_done ? STATUS_OK : STATUS_USAGE, err);
    } else if (phase == LINE_FAILED) {
        *err = campaign->line_error;
        status = err->code;
    }
    *is_taken_back = status != STATUS_OK;
    return is_done ? status : STATUS_OK;
}

enum campaign_place campaign_place(const struct campaign *campaign)
{
    return campaign->place;
}

enum campaign_place campaign_find_place(struct campaign *campaign, struct error *err)
{
    enum status status = open_file_check(campaign, err);
    CHECK((status == STATUS_OK) == (campaign->place == CAMPAIGN_IN_PLACE));
    return campaign->place;
}

/* A log that reading has made beside the file holds nothing. */
static bool has_same_bytes(const struct file_mark *a, const struct file_mark *b)
{
    return a->size == b->size &&
           (a->size == 0 || (file_mark_is_same(a, b) && a->written_ns == b->written_ns));
}

/* A campaign that is only read may be a copy in memory, if its format is older, and its
 * connection does not notice when the file is replaced or copied over. So it is opened again
 * when the files at the path have changed. True when their contents have changed. */
static bool look_again(struct campaign *campaign)
{
    struct open_file now;
    struct campaign *again = NULL;
    file_mark_look(&now.file, campaign->real_path, "");
    file_mark_look(&now.log, campaign->real_path, "-wal");
    if (!now.file.exists || (has_same_bytes(&now.file, &campaign->as_left.file) &&
                             has_same_bytes(&now.log, &campaign->as_left.log))) {
        return false;
    }
    campaign->as_left = now; /* also when it cannot be opened: it is tried once */
    enum status status =
        campaign_open(&again, campaign->real_path, CAMPAIGN_READ, 0, campaign->games, NULL);
    bool is_other =
        status == STATUS_OK && memcmp(&campaign->seen, &again->seen, sizeof again->seen) != 0;
    if (is_other) {
        struct campaign was = *campaign;
        *campaign = *again;
        *again = was;
    }
    campaign_close(again);
    return is_other;
}

int64_t campaign_written(const struct campaign *campaign)
{
    return db_written(campaign->db);
}

bool campaign_has_changed(struct campaign *campaign)
{
    int64_t version = 0;
    struct query *query = query_begin(campaign->db, STATEMENT_DATA_VERSION);
    if (query_number(query, 0, &version, NULL) != STATUS_OK) {
        /* The next reader gets the error. */
        return campaign->is_read_only && look_again(campaign);
    }
    bool has_changed = version != campaign->data_version;
    campaign->data_version = version;
    if (has_changed) {
        tail_take(campaign);
    }
    if (has_changed && campaign->is_read_only) {
        (void)!open_file_tip(&campaign->seen, campaign->db,
                             NULL); /* the next reader gets the error */
    }
    return has_changed || (campaign->is_read_only && look_again(campaign));
}

void campaign_tidy(struct campaign *campaign)
{
    if (!campaign->is_read_only && db_log_pages(campaign->db) >= TIDY_PAGES) {
        open_file_fold(campaign);
    }
}

void campaign_fold(struct campaign *campaign)
{
    if (!campaign->is_read_only && db_log_pages(campaign->db) > 0) {
        open_file_fold(campaign);
    }
}

int64_t campaign_newest_row(struct campaign *campaign)
{
    int64_t row = 0;
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_LAST_ID);
    return query_number(query, 0, &row, NULL) == STATUS_OK ? row : 0;
}

void campaign_tidy_at_last(struct campaign *campaign)
{
    if (campaign->writers == 0 && db_log_pages(campaign->db) >= TIDY_PAGES_AT_LAST) {
        open_file_fold(campaign);
    }
}

/* Inside a transaction all is as of one moment without it. */
static bool is_writing(const struct campaign *campaign)
{
    return campaign->writers > 0 || campaign->line == LINE_WRITING;
}

enum status campaign_begin_reading(struct campaign *campaign, struct error *err)
{
    if (is_writing(campaign) || campaign->readings > 0) {
        campaign->readings += is_writing(campaign) ? 0 : 1;
        return STATUS_OK;
    }
    enum status status = db_begin_reading(campaign->db, err);
    campaign->readings = status == STATUS_OK ? 1 : 0;
    memset(campaign->checked, 0, sizeof campaign->checked);
    campaign->read_last.row.id = 0;
    campaign->known.is_fresh = false;
    return status;
}

void campaign_end_reading(struct campaign *campaign)
{
    if (!is_writing(campaign) && --campaign->readings == 0) {
        db_end_reading(campaign->db);
    }
}
