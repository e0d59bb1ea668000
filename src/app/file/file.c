#include "app/file/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "app/file/campaign_path.h"
#include "app/chronicle/chronicle.h"
#include "app/encounters/encounters.h"
#include "app/prepared/prepared.h"
#include "app/figures/figures_reading.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/party/roster.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "store/backup.h"
#include "store/part_file.h"

enum { TRIES_MAX = 1000 };

bool sitting_has_lost_file(const struct sitting *sitting)
{
    return campaign_place(sitting->campaign) != CAMPAIGN_IN_PLACE;
}

bool sitting_can_reopen(const struct sitting *sitting)
{
    enum campaign_place place = campaign_place(sitting->campaign);
    return place != CAMPAIGN_IN_PLACE && place != CAMPAIGN_MOVED;
}

bool sitting_can_be_kept(const struct sitting *sitting)
{
    return campaign_can_be_kept(sitting->campaign);
}

/* ---- paths ----------------------------------------------------------------------------- */

static bool is_taken(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0;
}

bool sitting_free_path(char out[CAMPAIGN_PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');
    int n =
        dot != NULL && dot != path && dot[-1] != '/' ? (int)(dot - path) : (int)strlen(path);
    for (int i = 1; i <= TRIES_MAX; i++) {
        struct text text = text_over(out, CAMPAIGN_PATH_MAX);
        text_add(&text, "%.*s-kept", n, path);
        if (i > 1) {
            text_add(&text, "-%d", i);
        }
        text_add(&text, "%s", path + n);
        if (!text.is_cut && !is_taken(out)) {
            return true;
        }
        /* The next writer to a file clears what an earlier one left, and this one has none. */
        part_file_clear(out);
    }
    return false;
}

/* True when the open campaign may be written under its own name again. */
static bool is_own_path_free(const struct sitting *sitting)
{
    enum campaign_place place = campaign_place(sitting->campaign);
    return place == CAMPAIGN_LOG_GONE || (place == CAMPAIGN_MOVED && !is_taken(sitting->path));
}

void sitting_suggest_path(const struct sitting *sitting, struct text *out)
{
    char path[CAMPAIGN_PATH_MAX];
    if (is_own_path_free(sitting)) {
        text_add(out, "%s", sitting->path);
    } else if (sitting_free_path(path, sitting->path)) {
        text_add(out, "%s", path);
    }
}

bool sitting_path_of(char out[CAMPAIGN_PATH_MAX], struct str typed)
{
    typed = str_trimmed(typed);
    if (typed.n >= 2 && typed.p[0] == '"' && typed.p[typed.n - 1] == '"') {
        typed = (struct str){typed.p + 1, typed.n - 2};
    }
    struct text text = text_over(out, CAMPAIGN_PATH_MAX);
    const char *home = getenv("HOME");
    if (typed.n >= 2 && typed.p[0] == '~' && typed.p[1] == '/' && home != NULL) {
        text_add(&text, "%s", home);
        typed = (struct str){typed.p + 1, typed.n - 1};
    }
    text_add_str(&text, typed);
    return !text.is_cut && text.n > 0;
}

void sitting_time(char out[SITTING_TIME_SIZE], int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm local;
    out[0] = '\0';
    if (ms != 0 && localtime_r(&seconds, &local) != NULL) {
        strftime(out, SITTING_TIME_SIZE, "%Y-%m-%d %H:%M", &local);
    }
}

const char *sitting_trust_word(enum sitting_trust trust)
{
    static const char *const words[] = {
        [SITTING_CHECKED] = "",
        [SITTING_NOT_CHECKED] = "not checked",
        [SITTING_DAMAGED] = "damaged",
    };
    return words[trust];
}

void sitting_stop_copying(struct sitting *sitting)
{
    backup_end(sitting->copies.backup);
    memset(&sitting->copies, 0, sizeof sitting->copies);
}

/* Forgets findings about the campaign that was open, since they do not apply to another one. */
static void forget_what_was_found(struct sitting *sitting)
{
    sitting_forget_roster(sitting);
    verification_end(sitting->verification);
    snapshot_filling_free(sitting->snapshots);
    sitting->verification = NULL;
    sitting->snapshots = NULL;
    sitting->has_snapshots = false;
    sitting->checked_row = 0;
    sitting->checked_encounter = 0;
    sitting->is_looked_over = false;
    sitting->faults = 0;
    sitting->has_told_damage = false;
    encounter_facts_forget(sitting);
    prepared_facts_forget(sitting);
    sitting_forget_library(sitting);
    chronicle_log_forget(sitting);
    figures_filling_forget(sitting);
}

/* ---- going on with another file -------------------------------------------------------- */

/* Opens the campaign at the path in place of the open one, which stays open when that fails. */
enum status sitting_go_on_with(struct sitting *sitting, const char *path, struct error *err)
{
    struct campaign *next = NULL;
    struct campaign *before = sitting->campaign;
    char place[SITTING_PATH_MAX];
    text_format(place, sizeof place, "%s", path);
    campaign_path_behind_links(place, sizeof place);
    enum status status = campaign_open(&next, place, CAMPAIGN_WRITE, 0, games_find, err);
    if (status != STATUS_OK) {
        return status;
    }
    sitting_stop_copying(sitting);
    forget_what_was_found(sitting);
    sitting->campaign = next;
    status = sitting_load(sitting, err);
    if (status != STATUS_OK) {
        struct error again;
        campaign_close(next);
        sitting->campaign = before;
        forget_what_was_found(sitting);
        if (sitting_load(sitting, &again) != STATUS_OK) {
            *err = again;
        }
        return status;
    }
    campaign_close(before);
    memcpy(sitting->path, place, sizeof place);
    return STATUS_OK;
}

static void tell_done(struct sitting *sitting, int64_t row, const char *what,
                      struct result *out)
{
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text, "%s %s", what, sitting->path);
    /* It was in the open file, but was not reported as done: see campaign_place. */
    if (row != 0 && sitting->position.row > row && sitting->undo_label[0] != '\0') {
        text_add(&text, "; the act that was being written is in it: %s", sitting->undo_label);
    }
    result_label(out, "%s", out->text);
}

static enum status save_as(struct sitting *sitting, const char *path, bool is_own,
                           struct error *err)
{
    /* The file has just been found missing there. */
    bool replaces = is_own && campaign_place(sitting->campaign) == CAMPAIGN_LOG_GONE;
    enum status status = campaign_copy(sitting->campaign, path, replaces, err);
    if (status == STATUS_OK && sitting_has_lost_file(sitting)) {
        /* Everything is in the copy now, and beside another campaign's file it would be read as
         * part of that. */
        campaign_take_log_away(sitting->campaign);
    }
    return status == STATUS_OK ? sitting_go_on_with(sitting, path, err) : status;
}

void sitting_run_save_as(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    char path[CAMPAIGN_PATH_MAX];
    struct error err;
    campaign_find_place(sitting->campaign, &err);
    bool is_named = sitting_path_of(path, command->argument[0].word);
    if (!is_named && !is_own_path_free(sitting)) {
        result_wrong(out, "save-as needs a file name, such as save-as ~/campaign-kept.db");
        return;
    }
    if (!is_named) {
        text_format(path, sizeof path, "%s", sitting->path);
    }
    bool is_own = strcmp(path, sitting->path) == 0;
    if (is_own && !sitting_has_lost_file(sitting)) {
        result_wrong(out, "the campaign is open from this file already");
    } else if (is_own && !is_own_path_free(sitting)) {
        result_wrong(out, "another file is there now: choose another name");
    } else {
        int64_t row = sitting->position.row;
        if (save_as(sitting, path, is_own, &err) == STATUS_OK) {
            tell_done(sitting, row, "the campaign is written to", out);
        } else {
            result_fail(out, &err);
        }
    }
}

/* A file whose bytes were overwritten is still the open one, and cached pages would be mixed
 * with it: a copy of it takes its place. */
static enum status reopen(struct sitting *sitting, struct error *err)
{
    struct campaign_summary there;
    enum status status = campaign_summarise(&there, sitting->path, err);
    if (status != STATUS_OK) {
        return status;
    }
    campaign_take_log_away(sitting->campaign);
    if (campaign_place(sitting->campaign) != CAMPAIGN_REPLACED) {
        status = campaign_copy_file(sitting->path, sitting->path, true, err);
    }
    if (status == STATUS_OK) {
        status = sitting_go_on_with(sitting, sitting->path, err);
    }
    return status;
}

void sitting_run_reopen(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    (void)command;
    struct error err;
    switch (campaign_find_place(sitting->campaign, &err)) {
    case CAMPAIGN_IN_PLACE:
        text_format(out->text, sizeof out->text,
                    "the campaign's file is in its place: there is nothing to reopen");
        return;
    case CAMPAIGN_MOVED:
        result_wrong(out, "there is no file at the campaign's path: `save-as` writes one");
        return;
    case CAMPAIGN_REPLACED:
    case CAMPAIGN_OVERWRITTEN:
    case CAMPAIGN_LOG_GONE:
        break;
    }
    if (reopen(sitting, &err) == STATUS_OK) {
        tell_done(sitting, 0, "the table goes on with", out);
    } else {
        result_fail(out, &err);
    }
}

/* ---- telling --------------------------------------------------------------------------- */

static void add_summary(struct text *out, const struct campaign_summary *summary)
{
    text_add(out, "%lld act%s", (long long)summary->acts, summary->acts == 1 ? "" : "s");
    if (summary->newest_ms != 0) {
        char newest[SITTING_TIME_SIZE];
        sitting_time(newest, summary->newest_ms);
        text_add(out, ", the last one of %s", newest);
    }
    if (summary->is_damaged || !summary->is_checked) {
        text_add(
            out, ", %s",
            sitting_trust_word(summary->is_damaged ? SITTING_DAMAGED : SITTING_NOT_CHECKED));
    }
}

void sitting_tell_file(struct sitting *sitting, struct text *out)
{
    struct error err = {0};
    struct campaign_summary open, there;
    campaign_find_place(sitting->campaign, &err);
    text_add(out, "%s\n%s\n", sitting->path, err.text);
    bool is_known = campaign_summary(&open, sitting->campaign, &err) == STATUS_OK;
    if (is_known) {
        text_add(out, "\nOpen here: ");
        add_summary(out, &open);
        text_add(out, "\n");
    }
    if (!sitting_can_reopen(sitting)) {
        return;
    }
    text_add(out, "At the path now: ");
    if (campaign_summarise(&there, sitting->path, &err) != STATUS_OK) {
        text_add(out, "no campaign that can be opened\n");
        return;
    }
    add_summary(out, &there);
    text_add(out, "%s\n", is_known && there.seed != open.seed ? ", of another campaign" : "");
}

/* ---- the end --------------------------------------------------------------------------- */

static bool rescue_to(struct sitting *sitting, const char *path, struct text *told)
{
    char kept[CAMPAIGN_PATH_MAX];
    struct error err;
    bool is_own = path == sitting->path && is_own_path_free(sitting);
    if (is_own) {
        text_format(kept, sizeof kept, "%s", path);
    } else if (!sitting_free_path(kept, path)) {
        return false;
    }
    if (save_as(sitting, kept, is_own, &err) != STATUS_OK) {
        return false;
    }
    text_add(told, "what was open is kept in %s", sitting->path);
    return true;
}

bool sitting_rescue(struct sitting *sitting, struct text *told)
{
    struct error err;
    if (campaign_find_place(sitting->campaign, &err) == CAMPAIGN_IN_PLACE) {
        return false;
    }
    text_add(told, "%s: %s; ", sitting->path, err.text);
    const char *slash = strrchr(sitting->path, '/');
    const char *name = slash != NULL ? slash : "/campaign.db";
    const char *temporary = getenv("TMPDIR");
    char other[2 * CAMPAIGN_PATH_MAX];
    struct text folder = text_over(other, sizeof other);
    if (rescue_to(sitting, sitting->path, told)) {
        return true;
    }
    if (campaign_path_data(&folder)) {
        text_add(&folder, "%s", name);
        if (!folder.is_cut && rescue_to(sitting, other, told)) {
            return true;
        }
    }
    text_init(&folder, other, sizeof other);
    text_add(&folder, "%s%s", temporary != NULL ? temporary : "/tmp", name);
    if (!rescue_to(sitting, other, told)) {
        text_add(told, "what was open could not be kept anywhere");
    }
    return true;
}
