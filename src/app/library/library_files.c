#include "app/library/library_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/file/campaign_path.h"
#include "app/library/data_files.h"
#include "app/library/table_library.h"
#include "app/file/text_file.h"
#include "base/utf8.h"
#include "content/yaml_reader.h"

/* ---- which game ------------------------------------------------------------------------ */

static struct str last_part(struct str path)
{
    int start = path.n;
    while (start > 0 && path.p[start - 1] != '/') {
        start--;
    }
    return (struct str){path.p + start, path.n - start};
}

/* The game with the name of the file's folder; NULL: none. */
static const struct system *system_of_folder(const char *path)
{
    const struct system *system = NULL;
    char *real = realpath(path, NULL);
    struct str whole = real != NULL ? str_of(real) : str_of("");
    int name = last_part(whole).n;
    if (whole.n > name + 1) {
        struct str folder = last_part((struct str){whole.p, whole.n - name - 1});
        for (int i = 0; i < systems_count() && system == NULL; i++) {
            system = str_equal(folder, system_at(i)->id) ? system_at(i) : NULL;
        }
    }
    free(real);
    return system;
}

enum status library_file_system(const struct system **out, const char *path, struct error *err)
{
    int games = 0;
    const struct system *fits = NULL;
    *out = system_of_folder(path);
    for (int i = 0; i < systems_count() && *out == NULL; i++) {
        struct diagnostics diagnostics;
        record_library_check(system_at(i), &(struct library_check){.path = path}, &diagnostics);
        if (diagnostics.count > 0 && diagnostics.diagnostic[0].code == STATUS_IO) {
            *err = diagnostics.diagnostic[0];
            return STATUS_IO;
        }
        games += diagnostics.count == 0 ? 1 : 0;
        fits = diagnostics.count == 0 ? system_at(i) : fits;
    }
    if (*out == NULL && games != 1) {
        return error_set(
            err, STATUS_USAGE, "", "%.200s %s: name its game, such as --system %s%s",
            utf8_shown(last_part(str_of(path))).text,
            games == 0 ? "has mistakes in every game" : "is right in several games",
            system_at(0)->id,
            games == 0 ? "; `help formats` shows the shape of each file" : "");
    }
    *out = *out != NULL ? *out : fits;
    return STATUS_OK;
}

/* A line "tables:" tells it, also where the rest is no YAML. */
static void look_for_tables(void *reader, const struct yaml_source *source)
{
    static const char word[] = "tables:";
    enum { LENGTH = sizeof word - 1 };
    struct str bytes = source->bytes;
    bool *is_found = reader;
    for (int i = 0; i + LENGTH <= bytes.n && !*is_found; i++) {
        bool begins = i == 0 || bytes.p[i - 1] == '\n';
        *is_found = begins && memcmp(bytes.p + i, word, LENGTH) == 0;
    }
}

bool library_file_is_of_tables(const char *path)
{
    bool is_found = false;
    struct diagnostics diagnostics = {.count = 0};
    data_files_one(&(struct data_files){&diagnostics, look_for_tables, &is_found}, path,
                   STATUS_USAGE);
    return is_found;
}

/* ---- copying --------------------------------------------------------------------------- */

enum status library_file_place(const struct system *system, const char *path, struct text *out,
                               struct error *err)
{
    struct str name = last_part(str_of(path));
    bool is_read = str_matches_glob(name, str_of("*.yaml")) && name.p[0] != '.' && name.n < 200;
    if (!is_read) {
        return error_set(err, STATUS_USAGE, "",
                         "%s: expected a file whose name ends in .yaml, such as beasts.yaml",
                         utf8_shown(name).text);
    }
    if (!(system != NULL ? record_library_folder(system, out) : table_library_folder(out))) {
        return error_set(err, STATUS_IO, "",
                         "neither $XDG_DATA_HOME nor $HOME is set, so there "
                         "is no folder to copy it to");
    }
    text_add(out, "/");
    text_add_str(out, name);
    return out->is_cut ? error_set(err, STATUS_USAGE, "", "the path is too long") : STATUS_OK;
}

enum status library_file_copy(const char *path, const char *place, bool replaces,
                              struct error *err)
{
    char folders[LIBRARY_PATH_SIZE];
    text_format(folders, sizeof folders, "%s", place);
    if (campaign_path_make_folders(folders, err) != STATUS_OK) {
        return err->code;
    }
    const char *failed = path;
    char *bytes = malloc(YAML_BYTES_MAX + 1);
    CHECK(bytes != NULL);
    int n = text_file_bytes(path, bytes, YAML_BYTES_MAX + 1);
    bool is_copied = n >= 0;
    if (n > YAML_BYTES_MAX) {
        is_copied = false;
        errno = EFBIG; /* it has grown since it was checked */
    } else if (is_copied) {
        struct file_wish wish = {.may_replace = replaces, .is_private = true};
        failed = place;
        is_copied = text_file_put(place, (struct str){bytes, n}, wish);
    }
    int failure = errno;
    free(bytes);
    if (is_copied) {
        return STATUS_OK;
    }
    if (failure == EEXIST) {
        return error_set(
            err, STATUS_CONFLICT, "",
            "%.300s: there is a file of this name already; --replace writes over it", place);
    }
    return error_set(err, STATUS_IO, "", "%.300s: %s", failed, strerror(failure));
}
