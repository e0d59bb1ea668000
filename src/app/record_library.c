#include "app/record_library.h"

#include <stdlib.h>

#include "app/data_files.h"
#include "base/text.h"
#include "content/library.h"
#include "games/games.h"

struct record_library {
    struct library library;
    unsigned char memory[LIBRARY_MEMORY_SIZE];
};

/* What is needed while the files are read. */
struct loading {
    struct library_set set;
    struct arena arena, scratch;
    unsigned char memory[LIBRARY_SCRATCH_SIZE];
};

static void read_records(void *reader, const struct yaml_source *source)
{
    struct loading *loading = reader;
    library_read(&loading->set, source);
}

/* What ships stands in files that are called as the lists of the kinds. */
static void load(struct loading *loading, const struct system *system,
                 struct diagnostics *diagnostics)
{
    struct data_files files = {diagnostics, read_records, loading};
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

enum status record_library_open(struct record_library **out, const struct system *system,
                                struct diagnostics *diagnostics)
{
    *diagnostics = (struct diagnostics){.count = 0};
    struct record_library *library = malloc(sizeof *library);
    CHECK(library != NULL);
    const struct procedure *procedure = games_find(system);
    if (procedure->kinds_count == 0) {
        library->library = (struct library){.count = 0};
        *out = library;
        return STATUS_OK;
    }
    struct loading *loading = malloc(sizeof *loading);
    CHECK(loading != NULL);
    arena_init(&loading->arena, library->memory, sizeof library->memory);
    arena_init(&loading->scratch, loading->memory, sizeof loading->memory);
    CHECK(library_begin(&loading->set, procedure->kinds, procedure->kinds_count, system,
                        &loading->arena, &loading->scratch));
    load(loading, system, diagnostics);
    library_finish(&loading->set, diagnostics, &library->library);
    free(loading);
    if (diagnostics->count > 0) {
        free(library);
        return diagnostics->diagnostic[0].code;
    }
    *out = library;
    return STATUS_OK;
}

void record_library_close(struct record_library *library)
{
    free(library);
}

const struct library *record_library(const struct record_library *library)
{
    return &library->library;
}
