#include "app/table_library.h"

#include <stdlib.h>

#include "app/data_files.h"
#include "content/tables.h"

struct table_library {
    struct random_tables tables;
    unsigned char memory[TABLES_MEMORY_SIZE];
};

/* What is needed while the files are read. */
struct loading {
    struct table_set set;
    struct arena arena, scratch;
    unsigned char memory[TABLES_SCRATCH_SIZE];
};

static void read_tables(void *reader, const struct yaml_source *source)
{
    struct loading *loading = reader;
    tables_read(&loading->set, source);
}

enum status table_library_open(struct table_library **out, const char *file,
                               struct diagnostics *diagnostics)
{
    *diagnostics = (struct diagnostics){.count = 0};
    struct table_library *library = malloc(sizeof *library);
    struct loading *loading = malloc(sizeof *loading);
    CHECK(library != NULL && loading != NULL);
    struct data_files files = {diagnostics, read_tables, loading};
    arena_init(&loading->arena, library->memory, sizeof library->memory);
    arena_init(&loading->scratch, loading->memory, sizeof loading->memory);
    CHECK(tables_begin(&loading->set, &loading->arena, &loading->scratch));
    data_files_shipped(&files, "data/tables/*.yaml");
    data_files_shipped(&files, "data/*/tables.yaml");
    tables_next_layer(&loading->set);
    data_files_folder(&files, "tables");
    tables_next_layer(&loading->set);
    if (file != NULL) {
        data_files_one(&files, file, STATUS_USAGE);
    }
    tables_finish(&loading->set, diagnostics, &library->tables);
    free(loading);
    if (diagnostics->count > 0) {
        free(library);
        return diagnostics->diagnostic[0].code;
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
