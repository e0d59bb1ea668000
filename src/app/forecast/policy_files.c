#include "app/forecast/policy_files.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/data_files.h"

enum { SCRATCH_SIZE = 4 << 20 };

struct reading {
    struct policy_set *set;
    struct diagnostics *diagnostics;
    struct arena scratch;
};

static void read_policies(void *reader, const struct yaml_source *source)
{
    struct reading *reading = reader;
    struct yaml_source file = *source;
    file.diagnostics = reading->diagnostics;
    (void)policies_read(reading->set, &file, &reading->scratch);
}

enum status policy_files_read(struct policy_set *out, const struct system *system,
                              struct error *err)
{
    struct diagnostics diagnostics = {.count = 0};
    void *memory = malloc(SCRATCH_SIZE);
    CHECK(memory != NULL);
    struct reading reading = {.set = out, .diagnostics = &diagnostics};
    arena_init(&reading.scratch, memory, SCRATCH_SIZE);
    struct data_files files = {&diagnostics, read_policies, &reading};
    TEXT_BUFFER(path, 128);
    memset(out, 0, sizeof *out);
    text_add(&path, "data/%s/policies.yaml", system->id);
    data_files_shipped(&files, path.p);
    if (out->count == 0 && diagnostics.count == 0) { /* a game without its own */
        data_files_shipped(&files, "data/generic/policies.yaml");
    }
    out->now++;
    TEXT_BUFFER(folder, 128);
    text_add(&folder, "policies/%s", system->id);
    data_files_folder(&files, folder.p);
    free(memory);
    if (diagnostics.count > 0) {
        *err = diagnostics.diagnostic[0];
        return err->code;
    }
    return STATUS_OK;
}
