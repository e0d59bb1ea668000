/* Any bytes as a file of records: refused with places, or records whose every one can join a
 * fight. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "content/kind_draft.h"
#include "content/library.h"
#include "games/games.h"
#include "tracker/decide.h"

static unsigned char memory[LIBRARY_MEMORY_SIZE];
static unsigned char scratch_memory[LIBRARY_SCRATCH_SIZE];
static unsigned char text_memory[DECISION_TEXT_SIZE];
static struct state state;
static struct decision decision;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A row made from the record, whatever kind it is: the decision ends in one way or another. */
static void join(const struct library *library, const struct library_record *record)
{
    const struct command_def *commands[COMMANDS_MAX];
    static struct made_commands made;
    static const char *const options[] = {"class", "foe", "gear"};
    const struct system *system = system_find(str_of("four-against-darkness"));
    const struct procedure *procedure = games_find(system);
    state_init(&state, system);
    int count = procedure_commands(procedure, system, &made, commands, COMMANDS_MAX);
    for (int i = 0; i < 3; i++) {
        char line[80];
        snprintf(line, sizeof line, "add X level=7 %s=%s", options[i], record->name);
        decision_begin(&decision, procedure, &state, text_memory);
        decision.library = library;
        decide(&decision, commands, count, &state, str_of(line));
    }
}

/* A record that is written down and read again is the same. */
static void write_again(struct library_set *set, const struct library_record *record)
{
    static struct kind_draft draft, again;
    static char bytes[DRAFT_TEXT_SIZE];
    struct text text = text_over(bytes, sizeof bytes);
    struct diagnostics none = {.count = 0};
    struct library_set alone = *set;
    struct yaml_source source = {.file = "y.yaml", .code = STATUS_USAGE, .diagnostics = &none};
    size_t mark = set->arena->used;
    kind_draft_take(&draft, record);
    kind_draft_write(&draft, &text);
    alone.count = alone.room = 0;
    source.bytes = (struct str){text.p, text.n};
    CHECK(!text.is_cut && library_read(&alone, &source));
    kind_draft_take(&again, &alone.record[0]);
    CHECK(memcmp(draft.value, again.value, sizeof draft.value) == 0);
    set->arena->used = mark;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct system *system = system_find(str_of("four-against-darkness"));
    const struct procedure *procedure = games_find(system);
    struct arena arena, scratch;
    arena_init(&arena, memory, sizeof memory);
    arena_init(&scratch, scratch_memory, sizeof scratch_memory);
    struct library_set set;
    CHECK(library_begin(&set, procedure->kinds, procedure->kinds_count, system, &arena,
                        &scratch));
    struct diagnostics diagnostics = {.count = 0};
    struct yaml_source source = {.file = "x.yaml",
                                 .code = STATUS_USAGE,
                                 .bytes = {(const char *)data, (int)size},
                                 .diagnostics = &diagnostics};
    /* The bytes are one file, and their two halves are two more, in earlier layers. */
    int half = (int)(size / 2);
    struct diagnostics others = {.count = 0};
    struct yaml_source first = source, second = source;
    first.bytes = (struct str){source.bytes.p, half};
    second.bytes = (struct str){source.bytes.p + half, (int)size - half};
    first.diagnostics = second.diagnostics = &others;
    library_read(&set, &first);
    library_next_layer(&set);
    library_read(&set, &second);
    library_next_layer(&set);
    int before = set.count;
    bool is_taken = library_read(&set, &source);
    CHECK(is_taken == (diagnostics.count == 0) && (is_taken || set.count == before));
    struct library library;
    library_finish(&set, &diagnostics, &library);
    for (int i = 0; i < library.count && i < 64; i++) {
        write_again(&set, &library.record[i]);
    }
    for (int i = 0; i < diagnostics.count; i++) {
        CHECK(diagnostics.diagnostic[i].where[0] != '\0' &&
              diagnostics.diagnostic[i].text[0] != '\0');
    }
    for (int i = 0; diagnostics.count == 0 && i < library.count && i < 8; i++) {
        join(&library, &library.record[i]);
    }
    return 0;
}
