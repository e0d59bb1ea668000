#include "app/sitting_files.h"

#include "app/record_library.h"
#include "app/sitting_data.h"
#include "app/table_library.h"

enum status sitting_open_tables(struct sitting *sitting, const char *file, struct error *err)
{
    struct diagnostics diagnostics;
    sitting->has_tables = true;
    if (table_library_open(&sitting->tables, file, &diagnostics) == STATUS_OK) {
        return STATUS_OK;
    }
    sitting->tables_error = diagnostics.diagnostic[0];
    if (file == NULL) {
        return STATUS_OK;
    }
    *err = sitting->tables_error;
    return err->code;
}

void sitting_open_library(struct sitting *sitting, const struct system *system)
{
    if (sitting->library_system == system) {
        return;
    }
    record_library_close(sitting->library);
    sitting->library = NULL;
    sitting->library_system = system;
    struct diagnostics diagnostics;
    if (record_library_open(&sitting->library, system, &diagnostics) != STATUS_OK) {
        sitting->library_error = diagnostics.diagnostic[0];
    }
}

void sitting_need_files(struct sitting *sitting)
{
    struct error err;
    sitting->reads_records = true;
    sitting_open_library(sitting, state_system(&sitting->state));
    if (!sitting->has_tables) {
        /* What is wrong with tables nobody named is told when they are used. */
        (void)!sitting_open_tables(sitting, NULL, &err);
    }
}
