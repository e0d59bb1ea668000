#include "app/library/data_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/file/campaign_path.h"
#include "app/file/text_file.h"
#include "base/text.h"
#include "embedded.h"

enum { PATH_SIZE = 4096, FOLDER_FILES_MAX = 200, NAME_SIZE_MAX = 256 };

/* One more byte shows that a file is too large. */
enum { BYTES_SIZE = YAML_BYTES_MAX + 1 };

/* ---- one file -------------------------------------------------------------------------- */

static void fail_of_file(const struct data_files *files, const char *path, int code)
{
    char where[ERROR_WHERE_SIZE];
    diagnostics_add(files->diagnostics, STATUS_IO, diagnostics_place(where, path, 0, 0), "%s",
                    strerror(code));
}

void data_files_one(const struct data_files *files, const char *path, enum status code)
{
    char *bytes = malloc(BYTES_SIZE);
    CHECK(bytes != NULL);
    int n = text_file_bytes(path, bytes, BYTES_SIZE);
    if (n < 0) {
        fail_of_file(files, path, errno);
        free(bytes);
        return;
    }
    struct yaml_source source = {
        .file = path, .code = code, .bytes = {bytes, n}, .diagnostics = files->diagnostics};
    files->read(files->reader, &source);
    free(bytes);
}

/* ---- where they are -------------------------------------------------------------------- */

void data_files_shipped(const struct data_files *files, const char *glob)
{
    for (unsigned i = 0; i < embedded_files_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (!str_matches_glob(str_of(file->path), str_of(glob))) {
            continue;
        }
        struct yaml_source source = {.file = file->path,
                                     .code = STATUS_DAMAGED,
                                     .bytes = {(const char *)file->bytes, (int)*file->size},
                                     .diagnostics = files->diagnostics};
        files->read(files->reader, &source);
    }
}

bool data_file_shipped(const char *path, struct str *bytes)
{
    for (unsigned i = 0; i < embedded_files_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strcmp(file->path, path) == 0) {
            *bytes = (struct str){(const char *)file->bytes, (int)*file->size};
            return true;
        }
    }
    return false;
}

struct folder_names {
    int count;
    bool is_cut; /* whether there are more */
    char name[FOLDER_FILES_MAX][NAME_SIZE_MAX];
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The folder's files in order of name, which is the same everywhere. */
static void list_folder(DIR *folder, struct folder_names *names)
{
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        struct str name = str_of(entry->d_name);
        bool is_wanted = name.n < NAME_SIZE_MAX && name.p[0] != '.' &&
                         str_matches_glob(name, str_of("*.yaml"));
        if (!is_wanted) {
            continue;
        }
        if (names->count == FOLDER_FILES_MAX) {
            names->is_cut = true;
            return;
        }
        memcpy(names->name[names->count++], name.p, (size_t)name.n + 1);
    }
    qsort(names->name, (size_t)names->count, NAME_SIZE_MAX, compare_names);
}

void data_files_folder(const struct data_files *files, const char *name)
{
    char path[PATH_SIZE];
    struct text text;
    text_init(&text, path, sizeof path);
    if (!campaign_path_data(&text)) {
        return;
    }
    text_add(&text, "/%s", name);
    DIR *folder = text.is_cut ? NULL : opendir(path);
    if (folder == NULL) {
        if (errno != ENOENT && errno != ENOTDIR) {
            fail_of_file(files, path, errno);
        }
        return;
    }
    struct folder_names *names = calloc(1, sizeof *names);
    CHECK(names != NULL);
    list_folder(folder, names);
    closedir(folder);
    if (names->is_cut) {
        diagnostics_add(files->diagnostics, STATUS_DAMAGED, "",
                        "%.60s: expected at most %d files", path, FOLDER_FILES_MAX);
    }
    int folder_length = text.n;
    for (int i = 0; i < names->count; i++) {
        text_init(&text, path + folder_length, (int)sizeof path - folder_length);
        text_add(&text, "/%s", names->name[i]);
        data_files_one(files, path, STATUS_DAMAGED);
    }
    free(names);
}
