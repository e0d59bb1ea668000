#include "app/file/backup.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/sitting/collection.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "app/file/text_file.h"
#include "base/nearest.h"
#include "store/backup.h"
#include "store/part_file.h"

/* After this many milliseconds without an act the log is folded, and a copy is begun, unless
 * less than the other time has passed since the last one. A step copies this many pages: about
 * a millisecond. */
enum { FOLD_AFTER_MS = 3000, COPY_AFTER_MS = 2000, COPY_AGAIN_MS = 10 * 60 * 1000 };
enum { PAGES_A_STEP = 128 };
/* The settings say how many copies stay: the newest, and one of each evening. */
enum { EVENING_ENDS_H = 6 };

static const char *const name_form = "2026-11-22-204105";

/* ---- names ----------------------------------------------------------------------------- */

static void copies_folder(const char *path, struct text *out)
{
    text_add(out, "%s.backups", path);
}

static bool is_name(struct str name)
{
    for (int i = 0; i < name.n; i++) {
        char form = name_form[i];
        if (form == '\0' || (form == '-') != (name.p[i] == '-') ||
            (form != '-' && !char_is_digit(name.p[i]))) {
            return false;
        }
    }
    return name.n == (int)strlen(name_form);
}

static int newest_first(const void *a, const void *b)
{
    return -strcmp(a, b);
}

typedef char copy_name[SITTING_COPY_NAME_SIZE];

/* Copies whose program was killed have names that nobody uses again. */
static void clear_parts(const char *folder)
{
    DIR *dir = opendir(folder);
    for (const struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        int stem = part_file_stem(entry->d_name);
        if (stem > 3 && is_name((struct str){entry->d_name, stem - 3})) {
            TEXT_BUFFER(path, CAMPAIGN_PATH_MAX + 64);
            text_add(&path, "%s/%.*s", folder, stem, entry->d_name);
            part_file_clear(path.p);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
}

/* The names of the copies, the newest first. */
static int list_names(const char *folder, copy_name *out, int most)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        struct str name = str_of(entry->d_name);
        bool is_copy = name.n > 3 && strcmp(name.p + name.n - 3, ".db") == 0;
        name.n -= 3;
        if (is_copy && is_name(name) && count < most) {
            text_format(out[count++], sizeof out[0], "%.*s", name.n, name.p);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    qsort(out, (size_t)count, sizeof out[0], newest_first);
    return count;
}

/* ---- which stay ------------------------------------------------------------------------ */

/* The evening that a copy belongs to, as a unique number. */
static int64_t evening_of(const char *name)
{
    struct tm time = {.tm_isdst = -1};
    if (sscanf(name, "%4d-%2d-%2d-%2d%2d%2d", &time.tm_year, &time.tm_mon, &time.tm_mday,
               &time.tm_hour, &time.tm_min, &time.tm_sec) != 6) {
        return 0;
    }
    time.tm_year -= 1900;
    time.tm_mon -= 1;
    time.tm_hour -= EVENING_ENDS_H;
    if (mktime(&time) == (time_t)-1) {
        return 0;
    }
    return ((int64_t)time.tm_year * 12 + time.tm_mon) * 31 + time.tm_mday;
}

/* ---- in idle moments ------------------------------------------------------------------- */

bool sitting_is_copying(const struct sitting *sitting)
{
    return sitting->copies.backup != NULL;
}

void sitting_find_copy(struct sitting *sitting)
{
    struct campaign_summary newest;
    struct error err;
    copy_name names[SITTING_COPIES_MAX];
    TEXT_BUFFER(path, CAMPAIGN_PATH_MAX + 64);
    if (sitting->copies.has_looked || sitting_is_read_only(sitting)) {
        return;
    }
    sitting->copies.has_looked = true;
    copies_folder(sitting->path, &path);
    if (list_names(path.p, names, SITTING_COPIES_MAX) == 0) {
        return;
    }
    text_add(&path, "/%s.db", names[0]);
    if (campaign_summarise(&newest, path.p, &err) == STATUS_OK &&
        newest.seed == campaign_seed(sitting->campaign) && !newest.is_damaged &&
        newest.row <= campaign_newest_row(sitting->campaign)) {
        sitting->copies.rows = newest.rows;
        sitting->copies.has_copy = true;
        if (campaign_keep_tail(sitting->campaign, path.p, &err) != STATUS_OK) {
            sitting->copies.has_copy = false; /* the next copy is one to begin at */
        }
    }
}

static enum status fail_once(struct sitting *sitting, struct error *err)
{
    struct error why = *err;
    backup_end(sitting->copies.backup);
    sitting->copies.backup = NULL;
    if (sitting->copies.has_failed) {
        return STATUS_OK;
    }
    sitting->copies.has_failed = true;
    return error_set(err, why.code, why.where,
                     "no copy of the campaign can be kept: %s; everything else goes on",
                     why.text);
}

static enum status begin_copy(struct sitting *sitting, const char *folder, int64_t now_ms,
                              struct error *err)
{
    copy_name name;
    TEXT_BUFFER(path, CAMPAIGN_PATH_MAX + 64);
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm local;
    name[0] = '\0';
    if (localtime_r(&seconds, &local) != NULL) {
        strftime(name, sizeof(copy_name), "%Y-%m-%d-%H%M%S", &local);
    }
    sitting->copies.begun_ms = now_ms;
    sitting->copies.begun_rows = campaign_rows(sitting->campaign);
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
        error_set(err, STATUS_IO, folder, "the folder cannot be made: %s", strerror(errno));
        return fail_once(sitting, err);
    }
    clear_parts(folder);
    text_add(&path, "%s/%s.db", folder, name);
    text_format(sitting->copies.path, sizeof sitting->copies.path, "%s", path.p);
    return backup_begin(&sitting->copies.backup, sitting->campaign, path.p, false, err) ==
                   STATUS_OK
               ? STATUS_OK
               : fail_once(sitting, err);
}

static enum status go_on_copying(struct sitting *sitting, const char *folder, struct error *err)
{
    bool is_done = false;
    struct sitting_backup_work *copies = &sitting->copies;
    if (backup_step(copies->backup, PAGES_A_STEP, &is_done, err) != STATUS_OK) {
        return fail_once(sitting, err);
    }
    if (!is_done) {
        return STATUS_OK;
    }
    backup_end(copies->backup);
    copies->backup = NULL;
    copies->rows = copies->begun_rows;
    copies->has_copy = true;
    copies->has_failed = false;
    copy_name names[4 * SITTING_COPIES_MAX];
    int count = list_names(folder, names, 4 * SITTING_COPIES_MAX);
    int evenings = 0;
    int64_t evening = -1;
    for (int i = 0; i < count; i++) {
        bool is_first = evening_of(names[i]) != evening;
        evening = evening_of(names[i]);
        evenings += is_first;
        bool stays =
            i < sitting->settings->number[PROGRAM_BACKUPS_NEWEST] ||
            (is_first && evenings <= sitting->settings->number[PROGRAM_BACKUPS_EVENINGS]);
        if (!stays) {
            TEXT_BUFFER(path, CAMPAIGN_PATH_MAX + 64);
            text_add(&path, "%s/%s.db", folder, names[i]);
            unlink(path.p);
        }
    }
    struct error ignored;
    if (campaign_keep_tail(sitting->campaign, copies->path, &ignored) != STATUS_OK) {
        copies->has_copy = false;
    }
    return STATUS_OK;
}

/* True when to begin a copy, after this many rows have been unchanged for this time. A copy of
 * a damaged log would push out earlier ones. */
static bool is_due(const struct sitting *sitting, int64_t now_ms)
{
    const struct sitting_backup_work *copies = &sitting->copies;
    bool has_waited = !copies->has_copy || now_ms - copies->seen_ms >= COPY_AFTER_MS;
    return sitting->settings->number[PROGRAM_BACKUPS] != 0 && copies->seen_rows != 0 &&
           has_waited && (!copies->has_copy || copies->seen_rows != copies->rows) &&
           (copies->begun_ms == 0 || now_ms - copies->begun_ms >= COPY_AGAIN_MS) &&
           sitting_damage(sitting) == NULL;
}

void sitting_keep_memory(struct sitting *sitting)
{
    struct error ignored;
    if (!sitting_is_read_only(sitting) && !sitting_has_lost_file(sitting) &&
        !campaign_has_tail(sitting->campaign) &&
        campaign_keep_tail_of_memory(sitting->campaign, &ignored) != STATUS_OK) {
        /* The first copy of an idle moment is used instead. */
    }
}

enum status sitting_housekeep(struct sitting *sitting, struct error *err)
{
    TEXT_BUFFER(folder, CAMPAIGN_PATH_MAX + 16);
    int64_t now_ms = sitting->now_ms();
    if (sitting_is_read_only(sitting) || sitting_has_lost_file(sitting)) {
        return STATUS_OK;
    }
    copies_folder(sitting->path, &folder);
    struct sitting_backup_work *copies = &sitting->copies;
    int64_t rows = campaign_rows(sitting->campaign);
    if (rows != copies->seen_rows || copies->seen_ms == 0) {
        copies->seen_rows = rows;
        copies->seen_ms = now_ms;
    }
    if (sitting->copies.backup != NULL) {
        return go_on_copying(sitting, folder.p, err);
    }
    sitting_find_copy(sitting);
    if (is_due(sitting, now_ms)) {
        return begin_copy(sitting, folder.p, now_ms, err);
    }
    sitting_keep_memory(sitting); /* when none is to be begun, or none could be */
    if (now_ms - sitting->copies.seen_ms >= FOLD_AFTER_MS) {
        campaign_fold(sitting->campaign);
    }
    return STATUS_OK;
}

/* ---- the list -------------------------------------------------------------------------- */

int sitting_copies(struct sitting *sitting, struct sitting_copy *out, int most)
{
    return sitting_copies_of(sitting->path, out, most);
}

int sitting_copies_of(const char *campaign, struct sitting_copy *out, int most)
{
    copy_name names[SITTING_COPIES_MAX];
    TEXT_BUFFER(folder, CAMPAIGN_PATH_MAX + 16);
    copies_folder(campaign, &folder);
    int count =
        list_names(folder.p, names, most < SITTING_COPIES_MAX ? most : SITTING_COPIES_MAX);
    for (int i = 0; i < count; i++) {
        struct campaign_summary summary = {.acts = -1};
        struct error err;
        TEXT_BUFFER(path, CAMPAIGN_PATH_MAX + 64);
        text_add(&path, "%s/%s.db", folder.p, names[i]);
        memcpy(out[i].name, names[i], sizeof out[i].name);
        bool is_read = campaign_summarise(&summary, path.p, &err) == STATUS_OK;
        out[i].acts = is_read ? summary.acts : -1;
        out[i].newest_ms = is_read ? summary.newest_ms : 0;
        out[i].trust = summary.is_damaged    ? SITTING_DAMAGED
                       : !summary.is_checked ? SITTING_NOT_CHECKED
                                             : SITTING_CHECKED;
    }
    return count;
}

/* ---- commands -------------------------------------------------------------------------- */

enum status sitting_backup(struct sitting *sitting, const char *path, bool replaces,
                           struct error *err)
{
    char place[TEXT_FILE_PATH_SIZE];
    struct stat ours, theirs;
    if (!text_file_behind_links(place, path)) {
        return error_set(err, STATUS_IO, "", "%.80s cannot be written: %s", path,
                         strerror(errno));
    }
    bool is_ours = stat(sitting->path, &ours) == 0 && stat(place, &theirs) == 0 &&
                   ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
    if (is_ours || strcmp(place, sitting->path) == 0) {
        return error_set(err, STATUS_USAGE, "",
                         "the copy must go to another file than the campaign's");
    }
    return campaign_copy(sitting->campaign, replaces ? place : path, replaces, err);
}

void sitting_run_backup(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    char path[CAMPAIGN_PATH_MAX];
    struct error err;
    if (!sitting_path_of(path, command->argument[0].word)) {
        result_wrong(out, "backup needs a file name");
    } else if (sitting_backup(sitting, path, command_option(command, "replace") != NULL,
                              &err) != STATUS_OK) {
        result_fail(out, &err);
    } else {
        text_format(out->text, sizeof out->text, "a copy of the campaign is in %s", path);
    }
}

void sitting_run_backups(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    (void)command;
    struct sitting_copy copies[SITTING_COPIES_MAX];
    int count = sitting_copies(sitting, copies, SITTING_COPIES_MAX);
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count; i++) {
        text_add(&text, "%s%s", i == 0 ? "" : "\n", copies[i].name);
        if (copies[i].acts < 0) {
            text_add(&text, "  cannot be read");
        } else {
            char newest[SITTING_TIME_SIZE];
            sitting_time(newest, copies[i].newest_ms);
            const char *trust = sitting_trust_word(copies[i].trust);
            text_add(&text, "  %lld act%s, the last one of %s%s%s", (long long)copies[i].acts,
                     copies[i].acts == 1 ? "" : "s", newest, trust[0] != '\0' ? ", " : "",
                     trust);
        }
    }
    if (count == 0) {
        text_add(&text, "no copies yet: they are made when the table is idle");
    }
}

/* Puts the copy in the campaign's place, and the open file beside it. */
static enum status restore(struct sitting *sitting, const char *copy, struct text *kept,
                           struct error *err)
{
    char path[CAMPAIGN_PATH_MAX];
    if (!sitting_free_path(path, sitting->path)) {
        return error_set(err, STATUS_IO, sitting->path,
                         "no file name is free to keep the present campaign");
    }
    sitting_stop_copying(sitting);
    enum status status = campaign_copy(sitting->campaign, path, false, err);
    if (status == STATUS_DAMAGED) {
        status = campaign_keep_damaged(sitting->campaign, path, err);
    }
    text_add(kept, "%s", path);
    if (status == STATUS_OK) {
        /* If this is interrupted, one of the two is always there whole. */
        status = campaign_give_place(sitting->campaign, copy, err);
        if (status != STATUS_OK) {
            unlink(path); /* what was open is still in its place */
        }
    }
    if (sitting_has_lost_file(sitting)) { /* the copy is there now, or still the same file */
        struct error own;
        enum status opened = sitting_go_on_with(sitting, sitting->path, &own);
        *err = status == STATUS_OK && opened != STATUS_OK ? own : *err;
        status = status == STATUS_OK ? opened : status;
    }
    return status;
}

void sitting_run_restore(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    struct str name = command->argument[0].word;
    struct error err;
    TEXT_BUFFER(path, CAMPAIGN_PATH_MAX + 64);
    TEXT_BUFFER(kept, CAMPAIGN_PATH_MAX);
    copies_folder(sitting->path, &path);
    text_add(&path, "/%.*s.db", name.n, name.p);
    if (!sitting_may_change(sitting, out)) {
        return;
    }
    if (sitting_has_lost_file(sitting)) {
        error_set(&err, STATUS_IO, sitting->path,
                  "the campaign's file is not in its place: `save-as` or `reopen` first");
        result_fail(out, &err);
    } else if (!is_name(name) || access(path.p, F_OK) != 0) {
        result_wrong(out, "there is no copy of this name; `backups` lists them");
    } else if (restore(sitting, path.p, &kept, &err) != STATUS_OK) {
        result_fail(out, &err);
    } else {
        text_format(out->text, sizeof out->text,
                    "the campaign is as it was in the copy %.*s; what was open is kept in %s",
                    name.n, name.p, kept.p);
        result_label(out, "restored %.*s", name.n, name.p);
    }
}

/* ---- without opening it ---------------------------------------------------------------- */

enum status sitting_restore_file(const char *campaign, const char *name, struct text *kept,
                                 struct error *err)
{
    char beside[CAMPAIGN_PATH_MAX];
    TEXT_BUFFER(path, CAMPAIGN_PATH_MAX + 64);
    copies_folder(campaign, &path);
    text_add(&path, "/%s.db", name);
    if (!is_name(str_of(name)) || access(path.p, F_OK) != 0) {
        return error_set(err, STATUS_USAGE, "",
                         "there is no copy of this name; referee restore lists them");
    }
    if (!sitting_free_path(beside, campaign)) {
        return error_set(err, STATUS_IO, campaign,
                         "no file name is free to keep the present campaign");
    }
    text_add(kept, "%s", beside);
    return campaign_restore_file(path.p, campaign, beside, err);
}

/* ---- what is derived ------------------------------------------------------------------- */

enum status sitting_rebuild(struct sitting *sitting, int *encounters, struct error *err)
{
    if (sitting_is_read_only(sitting)) {
        sitting_fail_read_only(sitting, err);
        return STATUS_IO;
    }
    return campaign_rebuild(sitting->campaign, encounters, err);
}
