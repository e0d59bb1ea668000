#include "app/file/campaign_path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/file/text_file.h"

enum status campaign_path_copy(char *out, int size, const char *path, struct error *err)
{
    if (path[0] == '\0') {
        return error_set(err, STATUS_USAGE, "--db", "the campaign's file name is empty");
    }
    if (strlen(path) >= (size_t)size) {
        return error_set(err, STATUS_USAGE, "--db", "the campaign's path is too long");
    }
    text_format(out, size, "%s", path);
    return STATUS_OK;
}

static bool has_link(const char *path)
{
    char way[TEXT_FILE_PATH_SIZE];
    for (const char *end = path; *end != '\0';) {
        struct stat about;
        end += strspn(end, "/");
        end += strcspn(end, "/");
        text_format(way, sizeof way, "%.*s", (int)(end - path), path);
        if (lstat(way, &about) == 0 && S_ISLNK(about.st_mode)) {
            return true;
        }
    }
    return false;
}

void campaign_path_behind_links(char *path, int size)
{
    char real[TEXT_FILE_PATH_SIZE];
    if (has_link(path) && text_file_behind_links(real, path) && strlen(real) < (size_t)size) {
        strcpy(path, real);
    }
}

enum status campaign_path_make_folders(char *path, struct error *err)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_made = mkdir(path, 0700) == 0 || errno == EEXIST;
        int code = errno;
        if (!is_made) {
            error_set(err, STATUS_IO, path, "cannot make the folder: %s", strerror(code));
        }
        *slash = '/';
        if (!is_made) {
            return STATUS_IO;
        }
    }
    return STATUS_OK;
}

/* The XDG rules: a path that is not absolute must be ignored. */
static bool add_folder(struct text *out, const char *variable, const char *below_home)
{
    const char *folder = getenv(variable);
    const char *home = getenv("HOME");
    if (folder != NULL && folder[0] == '/') {
        text_add(out, "%s/referee", folder);
    } else if (home != NULL && home[0] == '/') {
        text_add(out, "%s/%s/referee", home, below_home);
    } else {
        return false;
    }
    return true;
}

bool campaign_path_data(struct text *out)
{
    return add_folder(out, "XDG_DATA_HOME", ".local/share");
}

bool campaign_path_config(struct text *out)
{
    return add_folder(out, "XDG_CONFIG_HOME", ".config");
}

enum status campaign_path_default(char *out, int size, bool makes_folder, struct error *err)
{
    const char *named = getenv("REFEREE_DB");
    if (named != NULL && named[0] != '\0') {
        return campaign_path_copy(out, size, named, err);
    }
    struct text text = text_over(out, size);
    if (!campaign_path_data(&text)) {
        return error_set(err, STATUS_USAGE, "--db",
                         "there is no folder for the campaign: name its file with --db FILE or "
                         "$REFEREE_DB");
    }
    text_add(&text, "/campaign.db");
    if (text.is_cut) {
        return error_set(err, STATUS_USAGE, "--db", "the campaign's path is too long");
    }
    return makes_folder ? campaign_path_make_folders(out, err) : STATUS_OK;
}
