#include "app/prepared/prepared_parts.h"

#include <stdlib.h>

void prepared_parts_open(struct prepared_parts *out, struct str bytes, const char *file)
{
    struct diagnostics diagnostics = {.count = 0};
    struct arena arena;
    *out = (struct prepared_parts){.memory = malloc(ENCOUNTER_MEMORY_SIZE)};
    CHECK(out->memory != NULL);
    arena_init(&arena, out->memory, ENCOUNTER_MEMORY_SIZE);
    struct yaml_source source = {.file = file,
                                 .code = STATUS_USAGE,
                                 .bytes = bytes,
                                 .diagnostics = &diagnostics,
                                 .keeps_lines = true};
    out->is_open = encounter_text_open(&out->text, &source, &arena);
}

void prepared_parts_close(struct prepared_parts *parts)
{
    free(parts->memory);
    parts->memory = NULL;
}
