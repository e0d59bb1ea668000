/* Any bytes as the text of a prepared encounter: refused with places, or lines of the table
 * that each end in one way or another. What is written for people is read as it was. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "app/prepared/prepared_run.h"
#include "content/library.h"
#include "games/games.h"
#include "tracker/command.h"
#include "tracker/decide.h"

static unsigned char memory[ENCOUNTER_MEMORY_SIZE];
static unsigned char library_memory[1 << 20], scratch_memory[1 << 20];
static unsigned char text_memory[DECISION_TEXT_SIZE];
static struct state state;
static struct decision decision;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a line is for stands in it as a number that nobody has yet. */
static void run_line(const struct procedure *procedure, const struct library *library,
                     const char *line)
{
    static struct made_commands made;
    const struct command_def *all[COMMANDS_MAX];
    const struct system *system = state_system(&state);
    int count = procedure_commands(procedure, system, &made, all, COMMANDS_MAX);
    decision_begin(&decision, procedure, &state, text_memory);
    decision.library = library;
    decide(&decision, all, count, &state, str_of(line));
    if (decision.verdict == VERDICT_DONE) {
        state_copy(&state, &decision.state);
        CHECK(state_is_sound(procedure, &state));
    }
}

static const struct library *empty_library(const struct procedure *procedure,
                                           const struct system *system)
{
    static struct library library;
    static struct library_set set;
    struct arena arena, scratch;
    struct diagnostics diagnostics = {.count = 0};
    arena_init(&arena, library_memory, sizeof library_memory);
    arena_init(&scratch, scratch_memory, sizeof scratch_memory);
    CHECK(library_begin(&set, procedure->kinds, procedure->kinds_count, system, &arena,
                        &scratch));
    library_finish(&set, &diagnostics, &library);
    return &library;
}

/* Any bytes as a value are one value again. */
static void check_scalar(struct str value)
{
    static char bytes[20000];
    struct text text = text_over(bytes, sizeof bytes);
    text_add(&text, "x: ");
    encounter_add_scalar(&text, value);
    CHECK(text.is_cut || strchr(bytes, '\n') == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct encounter_text text;
    struct prepared_lines lines;
    struct diagnostics diagnostics = {.count = 0};
    struct arena arena;
    if (size > YAML_BYTES_MAX) {
        return 0;
    }
    arena_init(&arena, memory, sizeof memory);
    struct yaml_source source = {.file = "x.yaml",
                                 .code = STATUS_USAGE,
                                 .bytes = {(const char *)data, (int)size},
                                 .diagnostics = &diagnostics,
                                 .keeps_lines = true};
    if (size < 2000 && memchr(data, 0, size) == NULL) {
        check_scalar(source.bytes);
    }
    if (!encounter_text_open(&text, &source, &arena)) {
        CHECK(diagnostics.count > 0);
        return 0;
    }
    const struct procedure *procedure = games_find(text.system);
    const struct library *library = empty_library(procedure, text.system);
    state_init(&state, text.system);
    struct prepared_game game = {procedure, library, &state};
    if (!prepared_lines_make(&lines, &text, &game, &source, &arena)) {
        CHECK(diagnostics.count > 0);
        return 0;
    }
    for (int i = 0; i < lines.count && i < 40; i++) {
        CHECK(strlen(lines.line[i].text) <= COMMAND_LINE_MAX);
        CHECK(strchr(lines.line[i].text, '\n') == NULL);
        run_line(procedure, library, lines.line[i].text);
    }
    return 0;
}
