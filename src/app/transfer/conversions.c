#include "app/transfer/conversions.h"

#include <stdlib.h>

#include "app/library/data_files.h"
#include "base/text.h"

enum { SCRATCH_SIZE = 4 << 20 };

struct reading_of_conversion {
    struct conversion *out;
    bool is_right;
};

static void read_conversion(void *reader, const struct yaml_source *source)
{
    struct reading_of_conversion *reading = reader;
    struct arena scratch;
    void *memory = malloc(SCRATCH_SIZE);
    CHECK(memory != NULL);
    arena_init(&scratch, memory, SCRATCH_SIZE);
    reading->is_right = conversion_read(reading->out, source, &scratch);
    free(memory);
}

void conversion_of(const struct system *system, struct conversion *out)
{
    struct diagnostics diagnostics = {.count = 0};
    struct reading_of_conversion reading = {out, false};
    struct data_files files = {&diagnostics, read_conversion, &reading};
    TEXT_BUFFER(path, 128);
    text_add(&path, "data/%s/import.yaml", system->id);
    data_files_shipped(&files, path.p);
    if (!reading.is_right) {
        data_files_shipped(&files, "data/generic/import.yaml");
    }
    CHECK(diagnostics.count == 0);
}
