#include "app/library/record_library.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/file/campaign_path.h"
#include "app/file/text_file.h"
#include "app/library/data_files.h"
#include "base/utf8.h"
#include "content/library.h"
#include "content/tables.h"
#include "content/yaml_reader.h"
#include "games/games.h"

struct table_library {
    struct random_tables tables;
    int named; /* those of the file that was named */
    unsigned char memory[TABLES_MEMORY_SIZE];
};

/* Data used while the files are read. */
struct loading_tables {
    struct table_set set;
    struct diagnostics *diagnostics;
    struct arena arena, scratch;
    unsigned char memory[TABLES_SCRATCH_SIZE];
};

static void add_all(struct diagnostics *to, const struct diagnostics *from)
{
    for (int i = 0; i < from->count; i++) {
        diagnostics_add(to, from->diagnostic[i].code, from->diagnostic[i].where, "%s",
                        from->diagnostic[i].text);
    }
}

/* Each file may have as many mistakes as there is room for; the first of all are reported. */
static void read_tables(void *reader, const struct yaml_source *source)
{
    struct loading_tables *loading = reader;
    struct diagnostics own = {.count = 0};
    struct yaml_source file = *source;
    file.diagnostics = &own;
    tables_read(&loading->set, &file);
    add_all(loading->diagnostics, &own);
}

enum status table_library_open(struct table_library **out, const char *file,
                               struct diagnostics *diagnostics)
{
    struct diagnostics named = {.count = 0}, finding = {.count = 0};
    *diagnostics = (struct diagnostics){.count = 0};
    struct table_library *library = malloc(sizeof *library);
    struct loading_tables *loading = malloc(sizeof *loading);
    CHECK(library != NULL && loading != NULL);
    struct data_files files = {diagnostics, read_tables, loading};
    loading->diagnostics = diagnostics;
    arena_init(&loading->arena, library->memory, sizeof library->memory);
    arena_init(&loading->scratch, loading->memory, sizeof loading->memory);
    CHECK(tables_begin(&loading->set, &loading->arena, &loading->scratch));
    data_files_shipped(&files, "data/tables/*.yaml");
    data_files_shipped(&files, "data/*/tables.yaml");
    tables_next_layer(&loading->set);
    data_files_folder(&files, "tables");
    tables_next_layer(&loading->set);
    int before = loading->set.count;
    if (file != NULL) {
        files.diagnostics = loading->diagnostics = &named;
        data_files_one(&files, file, STATUS_USAGE);
    }
    library->named = loading->set.count - before;
    tables_finish(&loading->set, &finding, &library->tables);
    /* The mistakes in the file that the user named, before and after it is among the others. */
    for (int i = 0; i < finding.count; i++) {
        if (finding.diagnostic[i].code == STATUS_USAGE) {
            diagnostics_add(&named, STATUS_USAGE, finding.diagnostic[i].where, "%s",
                            finding.diagnostic[i].text);
        }
    }
    add_all(diagnostics, &finding);
    free(loading);
    if (named.count > 0) {
        free(library);
        *diagnostics = named;
        return named.diagnostic[0].code;
    }
    *out = library;
    return STATUS_OK;
}

void table_library_close(struct table_library *library)
{
    free(library);
}

const struct random_tables *table_library_tables(const struct table_library *library)
{
    return &library->tables;
}

int table_library_named(const struct table_library *library)
{
    return library->named;
}

/* Where the user's own files are; false when nothing tells that folder. */
static bool table_library_folder(struct text *out)
{
    if (!campaign_path_data(out)) {
        return false;
    }
    text_add(out, "/tables");
    return !out->is_cut;
}

struct loading;

struct record_library {
    struct library library;
    struct loading *loading; /* kept for changes; NULL: there will be none */
    bool is_finished;
    unsigned char memory[LIBRARY_MEMORY_SIZE];
};

/* Data used while the files are read. */
struct loading {
    struct library_set set;
    struct diagnostics *diagnostics;
    const struct stat *passed[2]; /* files that are skipped; NULL: none */
    struct arena arena, scratch;
    unsigned char memory[LIBRARY_SCRATCH_SIZE];
};

/* ---- files ----------------------------------------------------------------------------- */

/* True when this is the same file, under any path. */
static bool is_file(const struct stat *file, const char *path)
{
    struct stat about;
    return file != NULL && stat(path, &about) == 0 && about.st_ino == file->st_ino &&
           about.st_dev == file->st_dev;
}

/* Each file may have as many mistakes as there is room for; the first of all are reported. */
static void read_records(void *reader, const struct yaml_source *source)
{
    struct loading *loading = reader;
    struct diagnostics own = {.count = 0};
    struct yaml_source file = *source;
    if (is_file(loading->passed[0], source->file) ||
        is_file(loading->passed[1], source->file)) {
        return;
    }
    file.diagnostics = &own;
    library_read(&loading->set, &file);
    for (int i = 0; i < own.count; i++) {
        diagnostics_add(loading->diagnostics, own.diagnostic[i].code, own.diagnostic[i].where,
                        "%s", own.diagnostic[i].text);
    }
}

/* Records that ship are in files with the names of the kinds' lists. */
static void read_files(struct loading *loading, const struct system *system)
{
    struct data_files files = {loading->diagnostics, read_records, loading};
    char buf[128];
    struct text text;
    for (int i = 0; i < loading->set.kinds_count; i++) {
        text_init(&text, buf, sizeof buf);
        text_add(&text, "data/%s/%s.yaml", system->id, loading->set.kinds[i].list);
        data_files_shipped(&files, buf);
    }
    library_next_layer(&loading->set);
    text_init(&text, buf, sizeof buf);
    text_add(&text, "library/%s", system->id);
    data_files_folder(&files, buf);
}

bool record_library_folder(const struct system *system, struct text *out)
{
    if (!campaign_path_data(out)) {
        return false;
    }
    text_add(out, "/library/%s", system->id);
    return !out->is_cut;
}

/* ---- the library ----------------------------------------------------------------------- */

static struct record_library *begin(struct loading **out, const struct system *system,
                                    struct diagnostics *diagnostics)
{
    struct record_library *library = malloc(sizeof *library);
    struct loading *loading = malloc(sizeof *loading);
    CHECK(library != NULL && loading != NULL);
    library->loading = NULL;
    library->is_finished = false;
    const struct procedure *procedure = games_find(system);
    *diagnostics = (struct diagnostics){.count = 0};
    loading->diagnostics = diagnostics;
    loading->passed[0] = loading->passed[1] = NULL;
    arena_init(&loading->arena, library->memory, sizeof library->memory);
    arena_init(&loading->scratch, loading->memory, sizeof loading->memory);
    CHECK(library_begin(&loading->set, procedure->kinds, procedure->kinds_count, system,
                        &loading->arena, &loading->scratch));
    *out = loading;
    return library;
}

void record_library_begin(struct record_library **out, const struct system *system,
                          struct diagnostics *diagnostics)
{
    struct loading *loading;
    *out = begin(&loading, system, diagnostics);
    (*out)->loading = loading;
    read_files(loading, system);
    library_next_layer(&loading->set);
}

struct library_set *record_library_set(struct record_library *library)
{
    return &library->loading->set;
}

void record_library_finish(struct record_library *library, struct diagnostics *diagnostics)
{
    library_finish(&library->loading->set, diagnostics, &library->library);
    library->is_finished = true;
}

struct library_set *record_library_reopen(struct record_library *library)
{
    library->is_finished = false;
    library_reopen(&library->loading->set);
    return &library->loading->set;
}

void record_library_open(struct record_library **out, const struct system *system,
                         struct diagnostics *diagnostics)
{
    record_library_begin(out, system, diagnostics);
    record_library_finish(*out, diagnostics);
    free((*out)->loading);
    (*out)->loading = NULL;
}

static bool identify(struct stat *about, const char *path)
{
    return path != NULL && stat(path, about) == 0;
}

int record_library_check(const struct system *system, const struct library_check *check,
                         struct diagnostics *diagnostics)
{
    struct loading *loading;
    struct diagnostics others;
    struct stat itself, instead;
    struct record_library *library = begin(&loading, system, &others);
    loading->passed[0] = identify(&itself, check->path) ? &itself : NULL;
    loading->passed[1] = identify(&instead, check->instead) ? &instead : NULL;
    read_files(loading, system);
    struct data_files files = {&others, read_records, loading};
    for (int i = 0; i < check->others_count; i++) {
        data_files_one(&files, check->others[i], STATUS_DAMAGED);
    }
    loading->passed[0] = NULL;
    *diagnostics = (struct diagnostics){.count = 0};
    loading->diagnostics = diagnostics;
    loading->set.only_checks = true;
    int before = loading->set.count;
    data_files_one(&(struct data_files){loading->diagnostics, read_records, loading},
                   check->path, STATUS_USAGE);
    int count = loading->set.count - before;
    /* Names that lead nowhere are mistakes of the files that use them. */
    struct diagnostics after = {.count = 0};
    library_finish(&loading->set, &after, &library->library);
    for (int i = 0; i < after.count; i++) {
        if (after.diagnostic[i].code == STATUS_USAGE) {
            diagnostics_add(diagnostics, STATUS_USAGE, after.diagnostic[i].where, "%s",
                            after.diagnostic[i].text);
        }
    }
    free(loading);
    free(library);
    return count;
}

void record_library_close(struct record_library *library)
{
    if (library != NULL) {
        free(library->loading);
    }
    free(library);
}

const struct library *record_library(const struct record_library *library)
{
    CHECK(library->is_finished);
    return &library->library;
}

/* ---- files that the user names: which game -------------------------------------------------
 */

static struct str last_part(struct str path)
{
    int start = path.n;
    while (start > 0 && path.p[start - 1] != '/') {
        start--;
    }
    return (struct str){path.p + start, path.n - start};
}

enum status library_file_system(const struct system **out, const char *path, struct error *err)
{
    int games = 0;
    const struct system *fits = NULL;
    /* The game with the name of the file's folder; NULL: none. */
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
    *out = system;
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

/* ---- files that the user names: copying ----------------------------------------------------
 */

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
