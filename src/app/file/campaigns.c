#include "app/file/campaigns.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/file/campaign_path.h"
#include "app/sitting/fresh_seed.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "store/backup.h"

enum { CAMPAIGNS_MAX = 32 };

/* ---- the list -------------------------------------------------------------------------- */

struct campaign_listing {
    struct sitting_campaign *out;
    int count, most;
};

static void fill(struct sitting_campaign *row, const char *path,
                 const struct campaign_summary *summary, bool is_open)
{
    text_format(row->path, sizeof row->path, "%s", path);
    row->acts = summary->acts;
    row->newest_ms = summary->newest_ms;
    row->trust = summary->is_damaged    ? SITTING_DAMAGED
                 : !summary->is_checked ? SITTING_NOT_CHECKED
                                        : SITTING_CHECKED;
    row->is_open = is_open;
}

static void add_open(struct campaign_listing *listing, struct sitting *sitting)
{
    struct campaign_summary summary;
    struct error err;
    struct sitting_campaign *row = &listing->out[listing->count];
    if (listing->count < listing->most &&
        campaign_summary(&summary, sitting->campaign, &err) == STATUS_OK) {
        fill(row, sitting->path, &summary, true);
        listing->count++;
    }
}

/* The open one is already known, and must not be opened a second time in this way. */
static void add_file(struct campaign_listing *listing, const char *path, const char *open_path)
{
    struct campaign_summary summary;
    struct error err;
    struct sitting_campaign *row = &listing->out[listing->count];
    if (listing->count == listing->most || campaign_is_same_file(path, open_path) ||
        campaign_summarise(&summary, path, &err) != STATUS_OK) {
        return;
    }
    for (int i = 0; i < listing->count; i++) {
        if (strcmp(listing->out[i].path, path) == 0) {
            return;
        }
    }
    fill(row, path, &summary, false);
    listing->count++;
}

static int by_name(const void *a, const void *b)
{
    const struct sitting_campaign *one = a, *other = b;
    return strcmp(one->path, other->path);
}

static void add_folder(struct campaign_listing *listing, struct str folder,
                       const char *open_path)
{
    TEXT_BUFFER(path, SITTING_PATH_MAX);
    text_add_str(&path, folder);
    int first = listing->count;
    DIR *dir = opendir(path.n == 0 ? "." : path.p);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        struct str name = str_of(entry->d_name);
        if (name.n <= 3 || name.p[0] == '.' || strcmp(name.p + name.n - 3, ".db") != 0) {
            continue;
        }
        text_init(&path, path.p, path.size);
        text_add(&path, "%.*s%s", folder.n, folder.p, entry->d_name);
        if (!path.is_cut) {
            add_file(listing, path.p, open_path);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    qsort(listing->out + first, (size_t)(listing->count - first), sizeof *listing->out,
          by_name);
}

int sitting_campaigns(struct sitting *sitting, struct sitting_campaign *out, int most)
{
    struct campaign_listing listing = {out, 0, most};
    const char *slash = strrchr(sitting->path, '/');
    int n = slash != NULL ? (int)(slash - sitting->path) + 1 : 0;
    add_open(&listing, sitting);
    add_folder(&listing, (struct str){sitting->path, n}, sitting->path);
    TEXT_BUFFER(data, SITTING_PATH_MAX);
    if (campaign_path_data(&data)) {
        text_add(&data, "/");
        if (!data.is_cut && !(data.n == n && memcmp(data.p, sitting->path, (size_t)n) == 0)) {
            add_folder(&listing, (struct str){data.p, data.n}, sitting->path);
        }
        text_add(&data, "demos/"); /* those that were opened */
        if (!data.is_cut && !(data.n == n && memcmp(data.p, sitting->path, (size_t)n) == 0)) {
            add_folder(&listing, (struct str){data.p, data.n}, sitting->path);
        }
    }
    return listing.count;
}

/* ---- commands -------------------------------------------------------------------------- */

void sitting_run_campaigns(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    (void)command;
    struct sitting_campaign *rows = calloc(CAMPAIGNS_MAX, sizeof *rows);
    CHECK(rows != NULL);
    int count = sitting_campaigns(sitting, rows, CAMPAIGNS_MAX);
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count; i++) {
        char newest[SITTING_TIME_SIZE];
        sitting_time(newest, rows[i].newest_ms);
        const char *trust = sitting_trust_word(rows[i].trust);
        text_add(&text, "%s%s  %lld act%s%s%s%s%s%s", i == 0 ? "" : "\n", rows[i].path,
                 (long long)rows[i].acts, rows[i].acts == 1 ? "" : "s",
                 newest[0] != '\0' ? ", the last one of " : "", newest,
                 trust[0] != '\0' ? ", " : "", trust, rows[i].is_open ? " (open)" : "");
    }
    free(rows);
}

static void open_at(struct sitting *sitting, const char *path, const char *what,
                    struct result *out)
{
    struct error err;
    if (sitting_go_on_with(sitting, path, &err) != STATUS_OK) {
        result_fail(out, &err);
    } else {
        text_format(out->text, sizeof out->text, "%s %s is open", what, path);
        result_label(out, "%s", out->text);
    }
}

void sitting_run_campaign(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    char path[SITTING_PATH_MAX];
    struct error err;
    if (!sitting_path_of(path, command->argument[0].word)) {
        result_wrong(out, "campaign needs the file of a campaign");
    } else if (campaign_find_place(sitting->campaign, &err) != CAMPAIGN_IN_PLACE) {
        sitting_fail(sitting, &err, out);
    } else if (campaign_is_same_file(path, sitting->path)) {
        text_format(out->text, sizeof out->text, "this campaign is open already");
    } else {
        open_at(sitting, path, "the campaign", out);
    }
}

/* A bare name is that of a file beside the open campaign's. */
static bool path_of_new(const struct sitting *sitting, struct str typed, struct text *out)
{
    char path[SITTING_PATH_MAX];
    if (!sitting_path_of(path, typed)) {
        return false;
    }
    const char *slash = strrchr(sitting->path, '/');
    const char *dot = strrchr(path, '.');
    bool is_bare = strchr(path, '/') == NULL;
    text_add(out, "%.*s%s%s", is_bare && slash != NULL ? (int)(slash - sitting->path) + 1 : 0,
             sitting->path, path, dot != NULL && strcmp(dot, ".db") == 0 ? "" : ".db");
    return !out->is_cut;
}

static enum status make_campaign(char *path, struct error *err)
{
    uint64_t seed = 0;
    struct campaign *made = NULL;
    enum status status = fresh_seed(&seed, err);
    if (status == STATUS_OK) {
        status = campaign_path_make_folders(path, err);
    }
    if (status == STATUS_OK) {
        status = campaign_open(&made, path, CAMPAIGN_CREATE, seed, games_find, err);
    }
    if (status == STATUS_OK) {
        campaign_close(made);
    }
    return status;
}

void sitting_run_new_campaign(struct sitting *sitting, const struct command *command,
                              struct result *out)
{
    struct error err;
    struct stat found;
    TEXT_BUFFER(path, SITTING_PATH_MAX);
    if (!path_of_new(sitting, command->argument[0].word, &path)) {
        result_wrong(out, "new-campaign needs a name, such as new-campaign Salt road");
    } else if (campaign_find_place(sitting->campaign, &err) != CAMPAIGN_IN_PLACE) {
        sitting_fail(sitting, &err, out);
    } else if (lstat(path.p, &found) == 0) {
        TEXT_BUFFER(why, 2 * SITTING_PATH_MAX + 80);
        text_add(&why, "%s is there already; `campaign %s` opens it", path.p, path.p);
        result_refuse(out, "%s", why.p);
    } else if (make_campaign(path.p, &err) != STATUS_OK) {
        result_fail(out, &err);
    } else {
        open_at(sitting, path.p, "the new campaign", out);
    }
}
