#include "app/file/campaigns.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/file/campaign_path.h"
#include "app/sitting/data.h"
#include "app/sitting/fresh_seed.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "embedded.h"
#include "games/games.h"
#include "store/backup.h"
#include "store/part_file.h"
#include "tracker/naming.h"

/* ---- demos ----------------------------------------------------------------------------- */

#define FOLDER "data/demo/"
#define ENDING ".referee"

static void read_demo(struct demo *out, const struct embedded_file *file)
{
    *out = (struct demo){.lines = {(const char *)file->bytes, (int)*file->size}};
    struct str path = str_of(file->path);
    int ends = (int)strlen(FOLDER) + (int)strlen(ENDING);
    text_format(out->file, sizeof out->file, "%.*s", path.n - ends, path.p + strlen(FOLDER));
    struct str bytes = out->lines;
    const char *end = memchr(bytes.p, '\n', (size_t)bytes.n);
    struct str line = (struct str){bytes.p, end != NULL ? (int)(end - bytes.p) : bytes.n};
    struct str words = str_trimmed((struct str){line.p + 1, line.n - 1}); /* after the # */
    const char *colon = memchr(words.p, ':', (size_t)words.n);
    int name = colon != NULL ? (int)(colon - words.p) : words.n;
    text_format(out->name, sizeof out->name, "%.*s", name, words.p);
    out->about = str_trimmed((struct str){words.p + name + (colon != NULL ? 1 : 0),
                                          words.n - name - (colon != NULL ? 1 : 0)});
}

int demos_list(struct demo *out, int most)
{
    int count = 0;
    for (unsigned i = 0; i < embedded_files_count && count < most; i++) {
        if (str_matches_glob(str_of(embedded_files[i].path), str_of(FOLDER "*" ENDING))) {
            read_demo(&out[count++], &embedded_files[i]);
        }
    }
    return count;
}

const struct system *demo_game(const struct demo *demo)
{
    for (int i = 0; i < systems_count(); i++) {
        struct str title = str_of(system_at(i)->title);
        for (int at = 0; at + title.n <= demo->about.n; at++) {
            if (memcmp(demo->about.p + at, title.p, (size_t)title.n) == 0) {
                return system_at(i);
            }
        }
    }
    return NULL;
}

/* True when some word of the name, and what follows it, begin so; dashes are blanks. */
static bool begins(const char *name, struct str with)
{
    struct str rest = str_of(name);
    for (struct str word; with.n > 0 && (word = str_next_word(&rest)).p != NULL;) {
        struct str from = {word.p, (int)(rest.p + rest.n - word.p)};
        if (library_names_equal(str_beginning(from, with.n), with)) {
            return true;
        }
    }
    return false;
}

/* Finds one by its name or its file, or by some of its words or their beginning; STATUS_USAGE,
 * with the nearest, when there is none. */
static enum status demo_find(struct demo *out, struct str name, struct error *err)
{
    struct demo demos[DEMOS_MAX];
    struct nearest nearest;
    int begun = 0, count = demos_list(demos, DEMOS_MAX);
    nearest_init(&nearest, name);
    for (int i = 0; i < count; i++) {
        if (str_equal_any_case(str_of(demos[i].name), name) ||
            str_equal_any_case(str_of(demos[i].file), name)) {
            *out = demos[i];
            return STATUS_OK;
        }
        if ((begins(demos[i].name, name) || begins(demos[i].file, name)) && begun++ == 0) {
            *out = demos[i];
        }
        nearest_offer(&nearest, demos[i].name);
    }
    return begun == 1
               ? STATUS_OK
               : error_set(err, STATUS_USAGE, "", "there is no demo %s; `demo` lists them%s",
                           utf8_shown(name).text, nearest_question(&nearest).text);
}

enum { DEMO_FILES_MAX = 1000 };

/* ---- its file -------------------------------------------------------------------------- */

/* "demos/spire.db", then "demos/spire-2.db". */
static bool path_of(const struct demo *demo, int number, char out[SITTING_PATH_MAX])
{
    struct text path = text_over(out, SITTING_PATH_MAX);
    bool is_known = campaign_path_data(&path);
    text_add(&path, "/demos/%s", demo->file);
    text_add(&path, number > 1 ? "-%d.db" : ".db", number);
    return is_known && !path.is_cut;
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/* With `again` the first name that is free, else the newest file that is there. */
static enum status find_path(const struct demo *demo, bool again, char out[SITTING_PATH_MAX],
                             struct error *err)
{
    int number = 1;
    bool is_known = path_of(demo, number, out);
    while (is_known && number < DEMO_FILES_MAX && is_there(out)) {
        is_known = path_of(demo, ++number, out);
    }
    if (!is_known) {
        return error_set(err, STATUS_IO, "",
                         "no place for the campaigns of demos is known: "
                         "set HOME or XDG_DATA_HOME");
    }
    if (number > 1 && !again) {
        is_known = path_of(demo, number - 1, out);
    }
    return STATUS_OK;
}

static enum status not_made(const char *path, struct error *err)
{
    return error_set(err, STATUS_IO, "", "%.80s cannot be made: %s", path, strerror(errno));
}

/* ---- the command ----------------------------------------------------------------------- */

static void open_demo(struct sitting *sitting, const struct demo *demo, bool again,
                      struct result *out)
{
    char path[SITTING_PATH_MAX], before[SITTING_PATH_MAX];
    struct error err;
    text_format(before, sizeof before, "%s", sitting->path);
    enum status status = find_path(demo, again, path, &err);
    bool is_old = status == STATUS_OK && is_there(path);
    if (is_old && campaign_is_same_file(path, sitting->path)) {
        text_format(out->text, sizeof out->text, "%s is open already", demo->name);
        return;
    }
    if (status == STATUS_OK && !is_old) {
        /* All of the script in a file beside, which then takes its name: so no half of a demo
         * is left, and a file that somebody else made meanwhile is never replaced. */
        struct part_file beside = {.path = ""};
        status = campaign_path_make_folders(path, &err);
        if (status == STATUS_OK && !part_file_begin(&beside, path, 0600)) {
            status = not_made(path, &err);
        }
        if (status == STATUS_OK) {
            status = sitting->play_script(sitting, beside.path, demo->lines, &err);
            part_file_explain(&beside, path, &err);
        }
        if (status == STATUS_OK && !part_file_finish(&beside, path, false) && errno != EEXIST) {
            status = not_made(path, &err);
        }
        part_file_drop(&beside);
    }
    if (status == STATUS_OK) {
        status = sitting_go_on_with(sitting, path, &err);
    }
    if (status != STATUS_OK) {
        result_fail(out, &err);
        return;
    }
    result_label(out, "the demo %s is open in its own campaign; back to yours: T, then f",
                 demo->name);
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text, "%s is open%s, in a campaign of its own; back to yours: campaign %s",
             demo->name, is_old ? " where it was left" : "", before);
}

void sitting_run_demo(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    struct demo demo;
    struct error err;
    if (!command->argument[0].is_given) {
        struct demo demos[DEMOS_MAX];
        int count = demos_list(demos, DEMOS_MAX);
        struct text text = text_over(out->text, sizeof out->text);
        for (int i = 0; i < count; i++) {
            text_add(&text, "%s%s: %.*s", i > 0 ? "\n" : "", demos[i].name, demos[i].about.n,
                     demos[i].about.p);
        }
    } else if (demo_find(&demo, command->argument[0].word, &err) != STATUS_OK) {
        result_be_wrong(out, &err);
    } else if (campaign_find_place(sitting->campaign, &err) != CAMPAIGN_IN_PLACE) {
        sitting_fail(sitting, &err, out);
    } else {
        open_demo(sitting, &demo, command_option(command, "again") != NULL, out);
    }
}

bool sitting_demo_goes_on(const struct demo *demo)
{
    char path[SITTING_PATH_MAX];
    return path_of(demo, 1, path) && is_there(path);
}

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
    struct campaign_summary summary;
    struct error err;
    struct sitting_campaign *row = &listing.out[listing.count];
    if (listing.count < listing.most &&
        campaign_summary(&summary, sitting->campaign, &err) == STATUS_OK) {
        fill(row, sitting->path, &summary, true);
        listing.count++;
    }
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
    struct sitting_campaign *rows = sitting_scratch(sitting, CAMPAIGNS_MAX * sizeof *rows);
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
