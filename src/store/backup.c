#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "resolver/system.h"
#include "store/campaign_file.h"
#include "store/tail.h"

enum { PART_SIZE = CAMPAIGN_PATH_MAX + 16, TRIES_MAX = 20 };

struct backup {
    struct db *from;
    struct db_copy *copy;
    struct campaign_tip tip; /* of the campaign when the copy began */
    bool replaces;
    char path[CAMPAIGN_PATH_MAX];
    char part[PART_SIZE]; /* the copy until it is whole; "": it is gone from there */
};

/* ---- names ----------------------------------------------------------------------------- */

static void folder_of(char out[CAMPAIGN_PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');
    int n = slash == NULL ? 1 : slash == path ? 1 : (int)(slash - path);
    snprintf(out, CAMPAIGN_PATH_MAX, "%.*s", n, slash == NULL ? "." : path);
}

/* An empty file beside the path that nobody else knows or can read. */
static enum status make_part(struct backup *backup, struct error *err)
{
    struct stat found;
    if (!backup->replaces && lstat(backup->path, &found) == 0) {
        return error_set(err, STATUS_IO, backup->path, "there is a file of this name already");
    }
    snprintf(backup->part, sizeof backup->part, "%s.part-XXXXXX", backup->path);
    int file = mkstemp(backup->part);
    if (file >= 0) {
        close(file);
        return STATUS_OK;
    }
    char folder[CAMPAIGN_PATH_MAX];
    int code = errno;
    folder_of(folder, backup->path);
    backup->part[0] = '\0';
    return code == ENOENT
               ? error_set(err, STATUS_MISSING, backup->path, "there is no folder %s", folder)
               : error_set(err, STATUS_IO, backup->path, "the folder %s cannot be written: %s",
                           folder, strerror(code));
}

/* The name is on the disk only when its folder is. */
static void sync_folder(const char *path)
{
    char folder[CAMPAIGN_PATH_MAX];
    folder_of(folder, path);
    int fd = open(folder, O_RDONLY);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

static enum status put_in_place(struct backup *backup, struct error *err)
{
    int failed = 0;
    if (backup->replaces) {
        failed = rename(backup->part, backup->path);
    } else if (link(backup->part, backup->path) == 0) {
        failed = unlink(backup->part);
    } else {
        /* A file system without links; nobody but us was there a moment ago. */
        struct stat found;
        bool is_taken = errno == EEXIST || lstat(backup->path, &found) == 0;
        errno = is_taken ? EEXIST : errno;
        failed = is_taken ? -1 : rename(backup->part, backup->path);
    }
    if (failed != 0) {
        return errno == EEXIST ? error_set(err, STATUS_IO, backup->path,
                                           "there is a file of this name already")
                               : error_set(err, STATUS_IO, backup->path,
                                           "the copy cannot be put there: %s", strerror(errno));
    }
    backup->part[0] = '\0';
    sync_folder(backup->path);
    return STATUS_OK;
}

/* ---- a copy ---------------------------------------------------------------------------- */

static enum status begin(struct backup **out, struct db *from, const char *path, bool replaces,
                         struct error *err)
{
    *out = NULL;
    struct backup *backup = calloc(1, sizeof *backup);
    if (backup == NULL) {
        return error_set(err, STATUS_FULL, "", "no memory is left");
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
        status = db_copy_begin(&backup->copy, from, backup->part, err);
    }
    if (status != STATUS_OK) {
        backup_end(backup);
        return status;
    }
    *out = backup;
    return STATUS_OK;
}

enum status backup_begin(struct backup **out, struct campaign *campaign, const char *path,
                         bool replaces, struct error *err)
{
    return begin(out, campaign->db, path, replaces, err);
}

/* The copy, read by a connection of its own, is of this campaign, from after the copy began,
 * and whole. */
static enum status verify(const struct backup *backup, struct error *err)
{
    struct db *copy = NULL;
    struct campaign_tip now, read;
    enum status status = open_file_tip(&now, backup->from, err);
    if (status == STATUS_OK) {
        status = db_open(&copy, backup->part, DB_IMMUTABLE, err);
    }
    if (status == STATUS_OK) {
        status = open_file_is_whole(copy, err);
    }
    if (status == STATUS_OK) {
        status = open_file_tip(&read, copy, err);
    }
    db_close(copy);
    if (status == STATUS_OK && (read.seed != now.seed || read.row < backup->tip.row ||
                                read.row > now.row || read.event < backup->tip.event)) {
        status = error_set(err, STATUS_DAMAGED, "", "it is not of this campaign");
    }
    if (status == STATUS_DAMAGED) {
        struct error why = *err;
        return error_set(err, STATUS_DAMAGED, backup->path,
                         "no sound copy of the campaign can be made: %s", why.text);
    }
    return status;
}

enum status backup_step(struct backup *backup, int pages, bool *is_done, struct error *err)
{
    bool is_copied = false;
    *is_done = false;
    enum status status = db_copy_step(backup->copy, pages, &is_copied, err);
    if (status != STATUS_OK || !is_copied) {
        return status;
    }
    db_copy_end(backup->copy);
    backup->copy = NULL;
    status = verify(backup, err);
    if (status == STATUS_OK) {
        status = put_in_place(backup, err);
    }
    *is_done = status == STATUS_OK;
    return status;
}

void backup_end(struct backup *backup)
{
    if (backup != NULL) {
        db_copy_end(backup->copy);
        if (backup->part[0] != '\0') {
            unlink(backup->part);
        }
        free(backup);
    }
}

static enum status copy(struct db *from, const char *path, bool replaces, struct error *err)
{
    struct backup *backup = NULL;
    bool is_done = false;
    enum status status = begin(&backup, from, path, replaces, err);
    for (int i = 0; status == STATUS_OK && !is_done && i < TRIES_MAX; i++) {
        status = backup_step(backup, -1, &is_done, err);
    }
    backup_end(backup);
    return status == STATUS_OK && !is_done
               ? error_set(err, STATUS_IO, path, "the campaign is locked by another program")
               : status;
}

enum status campaign_copy(struct campaign *campaign, const char *path, bool replaces,
                          struct error *err)
{
    enum status status = copy(campaign->db, path, replaces, err);
    struct error why;
    bool is_lost =
        campaign->place == CAMPAIGN_OVERWRITTEN || campaign->place == CAMPAIGN_LOG_GONE;
    if (status == STATUS_DAMAGED && is_lost && !replaces &&
        tail_write(campaign, path, &why) == STATUS_OK) {
        return STATUS_OK;
    }
    return status;
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

enum status campaign_copy_file(const char *from, const char *path, bool replaces,
                               struct error *err)
{
    struct db *db = NULL;
    enum status status = open_closed(&db, from, err);
    if (status == STATUS_OK) {
        status = copy(db, path, replaces, err);
    }
    db_close(db);
    return status;
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

static enum status summarise(struct campaign_summary *out, struct db *db, struct error *err)
{
    bool has_row = false;
    memset(out, 0, sizeof *out);
    struct query *query = query_begin(db, STATEMENT_CAMPAIGN_SUMMARY);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        out->seed = (uint64_t)query_int(query, 0);
        out->acts = query_int(query, 1);
        out->row = query_int(query, 2);
        out->newest_ms = query_int(query, 3);
        query_copy_text(query, 4, out->encounter, sizeof out->encounter);
    }
    query_end(query);
    return status;
}

enum status campaign_summarise(struct campaign_summary *out, const char *path,
                               struct error *err)
{
    struct db *db = NULL;
    enum status status = open_closed(&db, path, err);
    if (status == STATUS_OK) {
        status = summarise(out, db, err);
    }
    db_close(db);
    return status;
}

enum status campaign_summary(struct campaign_summary *out, struct campaign *campaign,
                             struct error *err)
{
    return summarise(out, campaign->db, err);
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
    struct state *state = malloc(sizeof *state);
    if (state == NULL) {
        return error_set(err, STATUS_FULL, "", "no memory is left");
    }
    enum status status = log_position(campaign, row->id, &position, err);
    /* One of a game that this program does not have has nothing derived here either. */
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
    enum status status = open_file_begin(campaign, err);
    if (status == STATUS_OK) {
        status = schema_derive_anew(campaign->db, schema_scripts(), err);
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

enum status campaign_leave_place(struct campaign *campaign, struct error *err)
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

enum status campaign_keep_damaged(struct campaign *campaign, const char *path,
                                  struct error *err)
{
    enum status status = campaign_leave_place(campaign, err);
    if (status == STATUS_OK && link(campaign->real_path, path) != 0) {
        return error_set(err, STATUS_IO, path, "the damaged file cannot be kept there: %s",
                         strerror(errno));
    }
    return status;
}
