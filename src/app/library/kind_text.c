#include "app/library/kind_text.h"

#include "games/games.h"
#include "tracker/procedure.h"

const struct library_record *kind_text_read(struct kind_text *memory,
                                            const struct system *system, struct str text)
{
    const struct procedure *procedure = games_find(system);
    memory->diagnostics.count = 0;
    arena_init(&memory->arena, memory->memory, sizeof memory->memory);
    arena_init(&memory->scratch, memory->scratch_memory, sizeof memory->scratch_memory);
    CHECK(library_begin(&memory->set, procedure->kinds, procedure->kinds_count, system,
                        &memory->arena, &memory->scratch));
    struct yaml_source source = {
        .file = "", .code = STATUS_USAGE, .bytes = text, .diagnostics = &memory->diagnostics};
    bool is_read = library_read(&memory->set, &source) && memory->set.count > 0;
    return is_read ? &memory->set.record[0] : NULL;
}
