#include "store/backup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "resolver/system.h"
#include "store/campaign_file.h"
#include "store/part_file.h"
#include "store/search.h"
#include "store/seals.h"

/* The number of rows of a copy that can be read again in about a millisecond. */
enum { PART_SIZE = CAMPAIGN_PATH_MAX + 16, TRIES_MAX = 20, ROWS_A_STEP = 100 };

struct backup {
    struct db *from;
    struct campaign *campaign; /* it must be in its place; NULL: not checked */
    bool takes_place;          /* of that campaign, which leaves it when the copy is whole */
    struct db_copy *copy;
    struct campaign *read; /* the copy, while it is read again in steps */
    struct seals_place read_to;
    bool is_wrong;
    char wrong[ERROR_TEXT_SIZE]; /* the first damage found in the copy */
    struct campaign_tip tip;     /* of the campaign when the copy began */
    bool replaces;
    char path[CAMPAIGN_PATH_MAX];
    struct part_file part; /* the copy until it is whole */
};

/* ---- names ----------------------------------------------------------------------------- */

/* Readable only by its owner. */
static enum status make_part(struct backup *backup, struct error *err)
{
    struct stat found;
    if (!backup->replaces && lstat(backup->path, &found) == 0) {
        return error_set(err, STATUS_IO, backup->path, "there is a file of this name already");
    }
    if (part_file_begin(&backup->part, backup->path, 0600)) {
        return STATUS_OK;
    }
    char folder[CAMPAIGN_PATH_MAX];
    int code = errno;
    (void)campaign_folder_is_closed(folder, backup->path);
    return code == ENOENT
               ? error_set(err, STATUS_MISSING, backup->path, "there is no folder %s", folder)
               : error_set(err, STATUS_IO, backup->path, "the folder %s cannot be written: %s",
                           folder, strerror(code));
}

static enum status put_in_place(struct backup *backup, struct error *err)
{
    if (part_file_finish(&backup->part, backup->path, backup->replaces)) {
        return STATUS_OK;
    }
    return errno == EEXIST
               ? error_set(err, STATUS_IO, backup->path, "there is a file of this name already")
               : error_set(err, STATUS_IO, backup->path, "the copy cannot be put there: %s",
                           strerror(errno));
}

/* ---- a copy ---------------------------------------------------------------------------- */

static enum status begin(struct backup **out, struct db *from, const char *path, bool replaces,
                         struct error *err)
{
    *out = NULL;
    struct backup *backup = calloc(1, sizeof *backup);
    if (backup == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    backup->from = from;
    backup->replaces = replaces;
    enum status status = STATUS_OK;
    if (strlen(path) >= sizeof backup->path) {
        status = error_set(err, STATUS_USAGE, "", "the path of the copy is too long");
    }
    if (status == STATUS_OK) {
        strcpy(backup->path, path);
        status = open_file_tip(&backup->tip, from, err);
    }
    if (status == STATUS_OK) {
        status = make_part(backup, err);
    }
    if (status == STATUS_OK) {
        status = db_copy_begin(&backup->copy, from, backup->part.path, err);
    }
    if (status != STATUS_OK) {
        part_file_explain(&backup->part, backup->path, err);
        backup_end(backup);
        return status;
    }
    *out = backup;
    return STATUS_OK;
}

enum status backup_begin(struct backup **out, struct campaign *campaign, const char *path,
                         bool replaces, struct error *err)
{
    enum status status = open_file_check(campaign, err);
    if (status == STATUS_OK) {
        status = begin(out, campaign->db, path, replaces, err);
    }
    if (status == STATUS_OK) {
        (*out)->campaign = campaign;
    }
    return status;
}

/* A connection to a file that no other program has open, to read its rows by their
 * checksums. */
static enum status look_into(struct campaign **out, const char *path, struct error *err)
{
    struct campaign *campaign = calloc(1, sizeof *campaign);
    *out = campaign;
    if (campaign == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    campaign->is_read_only = true;
    return db_open(&campaign->db, path, DB_IMMUTABLE, err);
}

static void look_away(struct campaign *campaign)
{
    if (campaign != NULL) {
        known_forget(&campaign->known);
        db_close(campaign->db);
        free(campaign);
    }
}

/* STATUS_OK when the copy is of this campaign, at or after its state at the beginning. */
static enum status check_tip(const struct backup *backup, struct db *copy, struct error *err)
{
    struct campaign_tip now, read;
    enum status status = open_file_tip(&now, backup->from, err);
    if (status == STATUS_OK) {
        status = open_file_tip(&read, copy, err);
    }
    return status == STATUS_OK && (read.seed != now.seed || read.row < backup->tip.row ||
                                   read.row > now.row || read.event < backup->tip.event)
               ? error_set(err, STATUS_DAMAGED, "", "it is not of this campaign")
               : status;
}

static enum status explain(const struct backup *backup, enum status status, struct error *err)
{
    struct error why = *err;
    return status == STATUS_DAMAGED
               ? error_set(err, STATUS_DAMAGED, backup->path,
                           "the campaign cannot be copied without damage: %s", why.text)
               : status;
}

/* All at once, through a connection of its own: checks the pages, and that no row is missing.
 * The contents of rows are not checked, so that a damaged log can be copied unchanged. */
static enum status verify(const struct backup *backup, struct error *err)
{
    struct db *copy = NULL;
    enum status status = db_open(&copy, backup->part.path, DB_IMMUTABLE, err);
    if (status == STATUS_OK) {
        int64_t pages = 0;
        status = query_number(query_begin(copy, STATEMENT_PAGES), 0, &pages, err);
        db_progress("looking at", -1, pages, "pages of the copy");
    }
    if (status == STATUS_OK) {
        status = open_file_is_whole(copy, err);
    }
    db_progress_end();
    if (status == STATUS_OK) {
        status = check_tip(backup, copy, err);
    }
    db_close(copy);
    return explain(backup, status, err);
}

static void keep_wrong(void *context, const char *where, const char *what, bool is_derived)
{
    struct backup *backup = context;
    CHECK(!is_derived); /* no snapshots are read in a copy */
    if (!backup->is_wrong) {
        backup->is_wrong = true;
        text_format(backup->wrong, sizeof backup->wrong, "%s: %s", where, what);
    }
}

/* The same in steps, and row by row with the checksums. */
static enum status verify_step(struct backup *backup, bool *is_done, struct error *err)
{
    enum status status = STATUS_OK;
    if (backup->read == NULL) {
        status = look_into(&backup->read, backup->part.path, err);
        if (status == STATUS_OK) {
            status = check_tip(backup, backup->read->db, err);
        }
        if (status == STATUS_OK) {
            status = campaign_read_own_row(backup->read, err);
        }
    } else {
        status =
            seals_check(backup->read, &backup->read_to, ROWS_A_STEP, keep_wrong, backup, err);
        *is_done = status == STATUS_OK && backup->read_to.is_done;
    }
    if (status == STATUS_OK && backup->is_wrong) {
        status = error_set(err, STATUS_DAMAGED, "", "%s", backup->wrong);
    }
    return explain(backup, status, err);
}

/* Before another file is put there: everything is in its own file then. STATUS_IO: other
 * programs are reading its log. */
static enum status leave_place(struct campaign *campaign, struct error *err)
{
    enum status status = open_file_check(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    open_file_fold(campaign);
    if (db_log_pages(campaign->db) > 0) {
        return error_set(err, STATUS_IO, campaign->path, "another program is reading it");
    }
    campaign->place = CAMPAIGN_LOG_GONE;
    campaign_take_log_away(campaign);
    return STATUS_OK;
}

static enum status go_on(struct backup *backup, int pages, bool *is_done, struct error *err)
{
    enum status status = STATUS_OK;
    *is_done = false;
    if (backup->copy != NULL) {
        bool is_copied = false;
        status = db_copy_step(backup->copy, pages, &is_copied, err);
        if (status != STATUS_OK || !is_copied) {
            return status;
        }
        db_copy_end(backup->copy);
        backup->copy = NULL;
        if (pages >= 0) {
            return STATUS_OK;
        }
    }
    bool is_verified = pages < 0;
    status = pages < 0 ? verify(backup, err) : verify_step(backup, &is_verified, err);
    if (status == STATUS_OK && is_verified) {
        look_away(backup->read);
        backup->read = NULL;
        if (backup->campaign != NULL) {
            /* The file that was copied over the campaign meanwhile may be whole too. */
            status = backup->takes_place ? leave_place(backup->campaign, err)
                                         : open_file_check(backup->campaign, err);
        }
        status = status == STATUS_OK ? put_in_place(backup, err) : status;
        *is_done = status == STATUS_OK;
    }
    return status;
}

enum status backup_step(struct backup *backup, int pages, bool *is_done, struct error *err)
{
    enum status status = go_on(backup, pages, is_done, err);
    if (status != STATUS_OK) {
        part_file_explain(&backup->part, backup->path, err);
    }
    return status;
}

void backup_end(struct backup *backup)
{
    if (backup != NULL) {
        db_copy_end(backup->copy);
        look_away(backup->read);
        part_file_drop(&backup->part);
        free(backup);
    }
}

/* `leaving`: the campaign that is open at the path, or NULL. */
static enum status backup_copy(struct db *from, const char *path, bool replaces,
                               struct campaign *leaving, struct error *err)
{
    struct backup *backup = NULL;
    bool is_done = false;
    enum status status = begin(&backup, from, path, replaces, err);
    if (status == STATUS_OK) {
        backup->campaign = leaving;
        backup->takes_place = leaving != NULL;
    }
    for (int i = 0; status == STATUS_OK && !is_done && i < TRIES_MAX; i++) {
        status = backup_step(backup, -1, &is_done, err);
    }
    backup_end(backup);
    return status == STATUS_OK && !is_done
               ? error_set(err, STATUS_IO, path, "the campaign is locked by another program")
               : status;
}

/* ---- the rows since the newest copy ---------------------------------------------------- */

/* The enduring tables, those first that others refer to. The seed never changes. */
#define EACH_TABLE(DO) DO(encounter) DO(opening) DO(log) DO(event) DO(change)

static const char *const empty_script =
#define EMPTY(table)                                                                           \
    "CREATE TABLE IF NOT EXISTS tail." #table " AS SELECT * FROM main." #table " WHERE 0;"     \
    "DELETE FROM tail." #table ";"
    EACH_TABLE(EMPTY);
#undef EMPTY

/* A row of the log and the one it leads to refer to each other: in the end both exist. */
static const char *const write_script = "PRAGMA defer_foreign_keys = ON;"
#define WRITE(table) "INSERT INTO rescued." #table " SELECT * FROM tail." #table " ORDER BY id;"
    EACH_TABLE(WRITE);
#undef WRITE

static const enum statement takes[] = {STATEMENT_TAIL_ENCOUNTER, STATEMENT_TAIL_OPENING,
                                       STATEMENT_TAIL_LOG, STATEMENT_TAIL_EVENT,
                                       STATEMENT_TAIL_CHANGE};

/* Copying more rows of the log than this would make a key noticeably slow. */
enum { ROWS_BEHIND_MAX = 1000 };
/* The bytes of a file that are read into memory in a tenth of a second. */
enum { MEMORY_MAX = 64 << 20 };

enum { TABLES = sizeof takes / sizeof takes[0] };

/* All of them as of one moment, for which the file is locked once. */
static enum status take(struct campaign *campaign, const struct campaign_tip *tip,
                        struct campaign_tip *now, struct error *err)
{
    bool is_own;
    enum status status = db_join_reading(campaign->db, &is_own, err);
    if (status == STATUS_OK) {
        status = open_file_tip(now, campaign->db, err);
        const int64_t known[TABLES] = {tip->encounter, tip->opening, tip->row, tip->event,
                                       tip->change};
        const int64_t newest[TABLES] = {now->encounter, now->opening, now->row, now->event,
                                        now->change};
        for (int i = 0; status == STATUS_OK && i < TABLES; i++) {
            if (newest[i] == known[i]) {
                continue;
            }
            struct query *query = query_begin(campaign->db, takes[i]);
            query_bind(query, ":known", known[i]);
            status = query_run(query, err);
        }
    }
    if (is_own) {
        db_end_reading(campaign->db);
    }
    return status;
}

bool campaign_has_tail(const struct campaign *campaign)
{
    return campaign->tail_base != NULL;
}

bool campaign_can_be_kept(const struct campaign *campaign)
{
    return campaign->place != CAMPAIGN_OVERWRITTEN || campaign->tail_base != NULL;
}

void tail_end(struct campaign *campaign)
{
    db_close(campaign->tail_base);
    campaign->tail_base = NULL;
}

void tail_take(struct campaign *campaign)
{
    struct campaign_tip now;
    if (campaign->tail_base == NULL) {
        return;
    }
    if (take(campaign, &campaign->tail_tip, &now, NULL) == STATUS_OK) {
        campaign->tail_tip = now;
    } else {
        tail_end(campaign);
    }
}

/* The campaign may have been restored from an older copy and continued: then both have a row
 * with this number, but not the same one. */
static enum status check_base(struct campaign *campaign, const struct campaign_tip *tip,
                              struct error *err)
{
    struct log_record record = {0};
    enum status status = STATUS_OK;
    if (tip->row != 0) {
        status = log_read(&record, campaign, tip->row, err);
    }
    bool is_of_it = (uint64_t)tip->seed == campaign->seed && record.row.at_ms == tip->at_ms;
    if (status == STATUS_OK && !is_of_it) {
        return error_set(err, STATUS_CONFLICT, "", "the copy has another history");
    }
    if (status == STATUS_OK && campaign_newest_row(campaign) - tip->row > ROWS_BEHIND_MAX) {
        return error_set(err, STATUS_FULL, "", "more than %d rows were written since the copy",
                         ROWS_BEHIND_MAX);
    }
    return status;
}

/* Copies everything after the tip into the tail, or leaves the tail unchanged. */
static enum status take_again(struct campaign *campaign, const struct campaign_tip *tip,
                              struct campaign_tip *now, struct error *err)
{
    struct db *db = campaign->db;
    enum status status = STATUS_OK;
    if (!campaign->has_tail) {
        status = db_run_script(db, "ATTACH ':memory:' AS tail;", err);
        campaign->has_tail = status == STATUS_OK;
    }
    if (status == STATUS_OK) {
        status = db_begin_reading(db, err); /* of the file: only the tail is written */
    }
    if (status != STATUS_OK) {
        return status;
    }
    status = db_run_script(db, empty_script, err);
    if (status == STATUS_OK) {
        status = take(campaign, tip, now, err);
    }
    return db_end(db, status, err);
}

/* Makes the base the one that the tail continues, or closes it; the old one stays until
 * then. */
static enum status go_on_from(struct campaign *campaign, struct db *base, struct error *err)
{
    struct campaign_tip tip, now;
    enum status status = open_file_tip(&tip, base, err);
    if (status == STATUS_OK) {
        status = check_base(campaign, &tip, err);
    }
    if (status == STATUS_OK) {
        /* A file that was copied over the campaign must not become a base. */
        status = open_file_check(campaign, err);
    }
    if (status == STATUS_OK) {
        status = take_again(campaign, &tip, &now, err);
    }
    if (status != STATUS_OK) {
        db_close(base);
        return status;
    }
    tail_end(campaign);
    campaign->tail_base = base;
    campaign->tail_tip = now;
    return STATUS_OK;
}

enum status campaign_keep_tail(struct campaign *campaign, const char *path, struct error *err)
{
    struct db *base = NULL;
    enum status status = db_open(&base, path, DB_IMMUTABLE, err);
    return status == STATUS_OK ? go_on_from(campaign, base, err) : status;
}

enum status campaign_keep_tail_of_memory(struct campaign *campaign, struct error *err)
{
    struct db *base = NULL;
    struct file_mark file;
    file_mark_look(&file, campaign->real_path, "");
    if (file.size > MEMORY_MAX) {
        return error_set(err, STATUS_FULL, campaign->path, "it is too large");
    }
    enum status status = open_file_check(campaign, err);
    if (status == STATUS_OK) {
        status = db_copy_to_memory(&base, campaign->db, err);
    }
    return status == STATUS_OK ? go_on_from(campaign, base, err) : status;
}

/* The connection that has the rows adds them; the file behind it is not touched. */
static enum status add_tail(struct campaign *campaign, const char *path, struct error *err)
{
    struct db *db = campaign->db;
    struct query *query = query_begin(db, STATEMENT_TAIL_ATTACH);
    query_bind_text(query, ":path", str_of(path));
    enum status status = query_run(query, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = db_begin_reading(db, err); /* of the file: only the copy is written */
    if (status == STATUS_OK) {
        status = db_end(db, db_run_script(db, write_script, err), err);
    }
    enum status detached = db_run_script(db, "DETACH rescued;", NULL);
    return status == STATUS_OK ? detached : status;
}

/* Checks that the result has all known rows and is whole. */
static enum status check_written(const struct campaign *campaign, const char *path,
                                 struct error *err)
{
    struct db *copy = NULL;
    struct campaign_tip tip;
    enum status status = db_open(&copy, path, DB_LOOK, err);
    if (status == STATUS_OK) {
        db_fold_on_close(copy);
        status = open_file_tip(&tip, copy, err);
    }
    if (status == STATUS_OK) {
        status = open_file_is_whole(copy, err);
    }
    if (status == STATUS_OK && memcmp(&tip, &campaign->tail_tip, sizeof tip) != 0) {
        status = error_set(err, STATUS_DAMAGED, path, "acts are missing in the copy");
    }
    db_close(copy);
    return status;
}

static enum status tail_write(struct campaign *campaign, const char *path, struct error *err)
{
    if (campaign->tail_base == NULL) {
        return error_set(err, STATUS_MISSING, path, "there is no newer copy to make it from");
    }
    enum status status = backup_copy(campaign->tail_base, path, false, NULL, err);
    if (status != STATUS_OK) {
        return status;
    }
    /* Upgrades a copy of an older version: the same rows get the same checksums. */
    struct db *copy = NULL;
    status = db_open(&copy, path, DB_WRITE, err);
    if (status == STATUS_OK) {
        status = schema_migrate(copy, schema_scripts(), 0, err);
        db_fold_on_close(copy);
    }
    db_close(copy);
    if (status == STATUS_OK) {
        status = add_tail(campaign, path, err);
    }
    if (status == STATUS_OK) {
        status = check_written(campaign, path, err);
    }
    if (status != STATUS_OK) {
        unlink(path);
    }
    return status;
}

/* ---- the open campaign ----------------------------------------------------------------- */

enum status campaign_copy(struct campaign *campaign, const char *path, bool replaces,
                          struct error *err)
{
    struct error own, why;
    (void)campaign_find_place(campaign, &own);
    bool is_overwritten = campaign->place == CAMPAIGN_OVERWRITTEN;
    bool is_lost = is_overwritten || campaign->place == CAMPAIGN_LOG_GONE;
    enum status rebuilt = STATUS_MISSING;
    /* The overwritten file may still be readable as a whole, but be the other file. */
    if (is_overwritten && !replaces) {
        rebuilt = tail_write(campaign, path, &why);
    }
    enum status status =
        rebuilt == STATUS_OK ? rebuilt : backup_copy(campaign->db, path, replaces, NULL, &own);
    if (status != STATUS_DAMAGED || !is_lost || replaces) {
        return status == STATUS_OK ? status : error_set(err, status, own.where, "%s", own.text);
    }
    if (!is_overwritten) {
        rebuilt = tail_write(campaign, path, &why);
    }
    return rebuilt == STATUS_OK
               ? rebuilt
               : error_set(err, status, path,
                           "the open campaign can no longer be read from the disk, nor rebuilt "
                           "from the newest copy: %s",
                           why.text);
}

/* ---- files that are not open ----------------------------------------------------------- */

static enum status open_closed(struct db **out, const char *path, struct error *err)
{
    struct file_mark file;
    *out = NULL;
    file_mark_look(&file, path, "");
    if (!file.exists || file.size == 0) {
        return error_set(err, STATUS_MISSING, path, "there is no campaign here");
    }
    enum status status = db_open(out, path, DB_IMMUTABLE, err);
    if (status == STATUS_OK) {
        status = schema_check(*out, schema_scripts(), err);
    }
    if (status != STATUS_OK) {
        db_close(*out);
        *out = NULL;
    }
    return status;
}

static enum status copy_closed(const char *from, const char *path, bool replaces,
                               struct campaign *leaving, struct error *err)
{
    struct db *db = NULL;
    enum status status = open_closed(&db, from, err);
    if (status == STATUS_OK) {
        status = backup_copy(db, path, replaces, leaving, err);
    }
    db_close(db);
    return status;
}

enum status campaign_copy_file(const char *from, const char *path, bool replaces,
                               struct error *err)
{
    return copy_closed(from, path, replaces, NULL, err);
}

enum status campaign_give_place(struct campaign *campaign, const char *copy, struct error *err)
{
    return copy_closed(copy, campaign->real_path, true, campaign, err);
}

enum status campaign_restore_file(const char *copy_path, const char *path, const char *kept,
                                  struct error *err)
{
    char log[PART_SIZE], kept_log[PART_SIZE], index[PART_SIZE];
    struct stat found;
    struct db *db = NULL;
    enum status status = open_closed(&db, copy_path, err);
    db_close(db);
    if (status != STATUS_OK) {
        return status;
    }
    snprintf(log, sizeof log, "%s-wal", path);
    snprintf(kept_log, sizeof kept_log, "%s-wal", kept);
    snprintf(index, sizeof index, "%s-shm", path);
    bool has_file = lstat(path, &found) == 0, has_log = lstat(log, &found) == 0;
    if ((has_file && link(path, kept) != 0) || (has_log && rename(log, kept_log) != 0)) {
        int code = errno;
        unlink(kept);
        return error_set(err, STATUS_IO, kept, "the present file cannot be kept there: %s",
                         strerror(code));
    }
    status = campaign_copy_file(copy_path, path, true, err);
    if (status == STATUS_OK) {
        unlink(index);
    } else {
        if (has_log) {
            rename(kept_log, log);
        }
        unlink(kept);
    }
    return status;
}

/* Reads everything by its checksum; damage is remembered in the campaign, and rows are counted
 * up to the first damage. */
static enum status summarise(struct campaign_summary *out, struct campaign *campaign,
                             struct error *err)
{
    struct log_record newest;
    struct campaign_tip tip;
    struct error own = {.code = STATUS_OK};
    enum status status = known_refresh(campaign, err);
    if (status == STATUS_OK) {
        status = open_file_tip(&tip, campaign->db, err);
    }
    for (int i = 0; status == STATUS_OK && i < campaign->known.encounters; i++) {
        status = log_read_newest(&newest, campaign, i + 1, err);
        out->acts += status == STATUS_OK ? newest.acts : 0;
    }
    if (status == STATUS_OK) {
        status = log_read_last(&newest, campaign, &own);
        status = status == STATUS_OK || status == STATUS_DAMAGED
                     ? STATUS_OK
                     : error_set(err, status, own.where, "%s", own.text);
        const struct known_encounter *open =
            known_encounter(&campaign->known, campaign->known.open);
        text_format(out->encounter, sizeof out->encounter, "%s",
                    open != NULL ? open->row.name : "");
        out->newest_ms = newest.row.at_ms;
        out->row = tip.row;
        out->rows = tip.row + tip.encounter + tip.opening + tip.change;
    }
    out->seed = campaign->seed;
    out->is_checked = true;
    out->is_damaged = campaign->damage.code != STATUS_OK;
    return status;
}

enum status campaign_summarise(struct campaign_summary *out, const char *path,
                               struct error *err)
{
    struct campaign *campaign = NULL;
    struct db *db = NULL;
    bool is_older = false, is_sound = false;
    int64_t version = 0;
    memset(out, 0, sizeof *out);
    enum status status = open_closed(&db, path, err);
    if (status == STATUS_OK) {
        status = schema_is_older(db, schema_scripts(), &is_older, err);
    }
    if (status == STATUS_OK) {
        status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    }
    db_close(db);
    if (status == STATUS_OK) {
        status = look_into(&campaign, path, err);
    }
    if (status == STATUS_OK && is_older) {
        status = campaign_check_schema(campaign, &is_sound, err);
        status = status == STATUS_OK ? campaign_read_older(campaign, err) : status;
    }
    if (status == STATUS_OK) {
        status = campaign_read_own_row(campaign, err);
    }
    if (status == STATUS_OK) {
        status = summarise(out, campaign, err);
        out->is_checked = version >= SCHEMA_SEALED;
    }
    look_away(campaign);
    return status;
}

enum status campaign_summary(struct campaign_summary *out, struct campaign *campaign,
                             struct error *err)
{
    memset(out, 0, sizeof *out);
    return summarise(out, campaign, err);
}

int64_t campaign_rows(struct campaign *campaign)
{
    struct campaign_tip tip;
    return open_file_tip(&tip, campaign->db, NULL) == STATUS_OK
               ? tip.row + tip.encounter + tip.opening + tip.change
               : 0;
}

bool campaign_is_same_file(const char *a, const char *b)
{
    struct file_mark one, other;
    file_mark_look(&one, a, "");
    file_mark_look(&other, b, "");
    return file_mark_is_same(&one, &other);
}

/* ---- what is derived ------------------------------------------------------------------- */

static enum status rebuild_encounter(struct campaign *campaign, const struct encounter_row *row,
                                     struct error *err)
{
    struct position position;
    const struct system *system = system_find(str_of(row->system));
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    enum status status = log_position(campaign, row->id, &position, err);
    /* An encounter of a game that this program does not have has no derived data here
     * either. */
    if (status == STATUS_OK && system != NULL) {
        state_init(state, system);
        status = log_state(campaign, row->id, position.head, state, err);
        if (status == STATUS_OK) {
            status = log_keep_snapshot(campaign, row->id, position.head, state, err);
        }
    }
    free(state);
    return status;
}

enum status campaign_rebuild(struct campaign *campaign, int *encounters, struct error *err)
{
    enum { AT_ONCE = 32 };
    struct encounter_row rows[AT_ONCE];
    int count = AT_ONCE;
    *encounters = 0;
    search_remove(campaign);
    enum status status = open_file_begin(campaign, err);
    if (status == STATUS_OK) {
        status = schema_derive_anew(campaign->db, schema_scripts(), err);
        status = status == STATUS_OK ? newest_keep(campaign, err) : status;
        status = open_file_end(campaign, status, err);
    }
    campaign->snapshot_encounter = 0;
    while (status == STATUS_OK && count == AT_ONCE) {
        status = encounter_list(campaign, rows, AT_ONCE, *encounters, &count, err);
        for (int i = 0; status == STATUS_OK && i < count; i++) {
            status = rebuild_encounter(campaign, &rows[i], err);
        }
        *encounters += status == STATUS_OK ? count : 0;
    }
    return status;
}

/* ---- an open campaign that lost its place ---------------------------------------------- */

static void take_away(const char *path, const char *suffix, const struct file_mark *known,
                      bool whatever_is_in_it)
{
    struct file_mark now;
    file_mark_look(&now, path, suffix);
    bool is_ours =
        file_mark_is_same(&now, known) &&
        (whatever_is_in_it || (now.size == known->size && now.written_ns == known->written_ns));
    if (is_ours) {
        char name[PART_SIZE];
        snprintf(name, sizeof name, "%s%s", path, suffix);
        unlink(name);
    }
}

void campaign_take_log_away(struct campaign *campaign)
{
    CHECK(campaign->place != CAMPAIGN_IN_PLACE);
    take_away(campaign->real_path, "-wal", &campaign->as_left.log, false);
    take_away(campaign->real_path, "-shm", &campaign->as_left.index, true);
}

enum status campaign_keep_damaged(struct campaign *campaign, const char *path,
                                  struct error *err)
{
    enum status status = open_file_check(campaign, err);
    if (status == STATUS_OK && link(campaign->real_path, path) != 0) {
        return error_set(err, STATUS_IO, path, "the damaged file cannot be kept there: %s",
                         strerror(errno));
    }
    if (status == STATUS_OK) { /* a second name is a change of the file */
        file_mark_look(&campaign->as_left.file, campaign->real_path, "");
    }
    return status;
}
