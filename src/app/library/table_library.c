#include "app/library/table_library.h"

#include <stdlib.h>

#include "app/file/campaign_path.h"
#include "app/library/data_files.h"
#include "content/tables.h"

struct table_library {
    struct random_tables tables;
    int named; /* those of the file that was named */
    unsigned char memory[TABLES_MEMORY_SIZE];
};

/* Data used while the files are read. */
struct loading {
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
    struct loading *loading = reader;
    struct diagnostics own = {.count = 0};
    struct yaml_source file = *source;
    file.diagnostics = &own;
    tables_read(&loading->set, &file);
    add_all(loading->diagnostics, &own);
}

/* The mistakes in the file that the user named, before and after it is among the others. */
static void find_named(struct diagnostics *named, const struct diagnostics *finding)
{
    for (int i = 0; i < finding->count; i++) {
        if (finding->diagnostic[i].code == STATUS_USAGE) {
            diagnostics_add(named, STATUS_USAGE, finding->diagnostic[i].where, "%s",
                            finding->diagnostic[i].text);
        }
    }
}

enum status table_library_open(struct table_library **out, const char *file,
                               struct diagnostics *diagnostics)
{
    struct diagnostics named = {.count = 0}, finding = {.count = 0};
    *diagnostics = (struct diagnostics){.count = 0};
    struct table_library *library = malloc(sizeof *library);
    struct loading *loading = malloc(sizeof *loading);
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
    find_named(&named, &finding);
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

bool table_library_folder(struct text *out)
{
    if (!campaign_path_data(out)) {
        return false;
    }
    text_add(out, "/tables");
    return !out->is_cut;
}
