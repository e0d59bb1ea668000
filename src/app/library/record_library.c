#include "app/library/record_library.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "app/file/campaign_path.h"
#include "app/library/data_files.h"
#include "base/text.h"
#include "content/library.h"
#include "games/games.h"

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

/* Whether this is the same file, under any path. */
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

static int read_checked(struct loading *loading, const char *path)
{
    int before = loading->set.count;
    data_files_one(&(struct data_files){loading->diagnostics, read_records, loading}, path,
                   STATUS_USAGE);
    return loading->set.count - before;
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
    int count = read_checked(loading, check->path);
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
