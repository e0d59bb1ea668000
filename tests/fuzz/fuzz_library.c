/* Any bytes as a file of records: refused with places, or records whose every one can join a
 * fight; and any lines as what somebody types into the fields of a form. "#2" at the beginning
 * chooses the second game, and so on. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "content/library.h"
#include "games/games.h"
#include "tracker/decide.h"

static unsigned char memory[LIBRARY_MEMORY_SIZE];
static unsigned char scratch_memory[LIBRARY_SCRATCH_SIZE];
static unsigned char text_memory[DECISION_TEXT_SIZE];
static struct state state;
static struct decision decision;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct system *chosen(const uint8_t *data, size_t size)
{
    int game = size >= 2 && data[0] == '#' ? data[1] - '1' : 1;
    return system_at(game >= 0 && game < systems_count() ? game : 1);
}

/* A combatant made from the record, whatever kind it is, by each value of the game that names
 * records: the decision ends in one way or another. */
static void join(const struct system *system, const struct library *library,
                 const struct library_record *record)
{
    const struct command_def *commands[COMMANDS_MAX];
    static struct made_commands made;
    const struct procedure *procedure = games_find(system);
    state_init(&state, system);
    int count = procedure_commands(procedure, system, &made, commands, COMMANDS_MAX);
    for (int i = -1; i < procedure->gives_count; i++) {
        const char *option = i >= 0 ? procedure->gives[i].name : procedure->fills;
        char line[120];
        if (option == NULL || (i >= 0 && procedure->gives[i].records == NULL)) {
            continue;
        }
        snprintf(line, sizeof line, "add X %s=%s", option, record->name);
        decision_begin(&decision, procedure, &state, text_memory);
        decision.library = library;
        decide(&decision, commands, count, &state, str_of(line));
        for (int k = 0; decision.verdict == VERDICT_DONE && k < decision.events; k++) {
            CHECK(state_can_apply(&state, &decision.event[k]));
            state_apply(&state, &decision.event[k]);
        }
        CHECK(state_is_sound(procedure, &state));
    }
}

/* A record that is written and read again is the same. */
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

/* Each line is what is typed into a field: what is written of it is read again, or refused with
 * what was expected. What is taken is written as it was. */
static void type_fields(struct library_set *set, const struct library_kind *kind,
                        struct str lines)
{
    static struct kind_draft draft, again;
    static char bytes[DRAFT_TEXT_SIZE];
    struct text text = text_over(bytes, sizeof bytes);
    struct diagnostics told = {.count = 0};
    struct library_set alone = *set;
    struct yaml_source source = {.file = "z.yaml", .code = STATUS_USAGE, .diagnostics = &told};
    size_t mark = set->arena->used;
    struct error err;
    kind_draft_begin(&draft, kind);
    for (int field = 0; field < kind->fields_count && lines.n > 0; field++) {
        int n = 0;
        while (n < lines.n && lines.p[n] != '\n') {
            n++;
        }
        (void)!kind_draft_set(&draft, field, (struct str){lines.p, n}, &err);
        n += n < lines.n ? 1 : 0;
        lines = (struct str){lines.p + n, lines.n - n};
    }
    kind_draft_write(&draft, &text);
    alone.count = alone.room = 0;
    source.bytes = (struct str){text.p, text.n};
    if (!text.is_cut && library_read(&alone, &source)) {
        kind_draft_take(&again, &alone.record[0]);
        text = text_over(bytes, sizeof bytes);
        kind_draft_write(&again, &text);
        alone.count = alone.room = 0;
        source.bytes = (struct str){text.p, text.n};
        CHECK(!text.is_cut && library_read(&alone, &source));
    } else {
        CHECK(text.is_cut || told.count > 0);
    }
    set->arena->used = mark;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct system *system = chosen(data, size);
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
    for (int i = 0; i < set.kinds_count; i++) {
        type_fields(&set, &set.kinds[i], source.bytes);
    }
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
        join(system, &library, &library.record[i]);
    }
    /* Only looked over, as `library check` does. */
    arena_init(&arena, memory, sizeof memory);
    CHECK(library_begin(&set, procedure->kinds, procedure->kinds_count, system, &arena,
                        &scratch));
    diagnostics.count = 0;
    set.only_checks = true;
    is_taken = library_read(&set, &source);
    CHECK(is_taken == (diagnostics.count == 0));
    library_finish(&set, &diagnostics, &library);
    return 0;
}
