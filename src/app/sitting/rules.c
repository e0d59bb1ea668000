#include "app/sitting/rules.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "content/rule_texts.h"
#include "embedded.h"

_Static_assert((int)RULES_MEMORY_SIZE >= (int)RULE_TEXTS_MEMORY_SIZE,
               "the sitting keeps a whole file of rules");

/* ---- reading --------------------------------------------------------------------------- */

/* Puts the rules of a folder of data/ on the list of files to read; there may be none. */
static int add_source(struct yaml_source *sources, int count, const char *folder,
                      struct diagnostics *diagnostics)
{
    TEXT_BUFFER(text, 100);
    text_add(&text, "data/%s/rules.yaml", folder);
    for (unsigned i = 0; i < embedded_files_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strcmp(file->path, text.p) == 0) {
            sources[count++] =
                (struct yaml_source){.file = file->path,
                                     .code = STATUS_DAMAGED,
                                     .bytes = {(const char *)file->bytes, (int)*file->size},
                                     .diagnostics = diagnostics};
        }
    }
    return count;
}

/* The texts of a system, and of the folder of data/ that it shares with others (NULL: none),
 * kept in `arena`. The files are part of the program and the tests read each of them, so none
 * has mistakes. */
static void read_texts(struct rule_texts *out, const struct system *system, const char *shared,
                       struct arena *arena)
{
    struct diagnostics diagnostics = {.count = 0};
    struct yaml_source sources[2];
    struct arena scratch;
    void *memory = malloc(RULE_TEXTS_SCRATCH_SIZE);
    CHECK(memory != NULL);
    int count = add_source(sources, 0, system->id, &diagnostics);
    count = shared != NULL ? add_source(sources, count, shared, &diagnostics) : count;
    arena_init(&scratch, memory, RULE_TEXTS_SCRATCH_SIZE);
    bool is_read = rule_texts_read(out, sources, count, arena, &scratch);
    CHECK(is_read);
    free(memory);
}

const struct rule_texts *sitting_rule_texts(struct sitting *sitting)
{
    const struct system *system = state_system(&sitting->state);
    if (sitting->rule_texts_of != system) {
        struct arena arena;
        arena_init(&arena, sitting->rule_texts_memory, sizeof sitting->rule_texts_memory);
        sitting->rule_texts_of = system;
        read_texts(&sitting->rule_texts, system, sitting_procedure(sitting)->rule_texts,
                   &arena);
    }
    return &sitting->rule_texts;
}

void beside_each(const struct system *system,
                 void (*tell)(void *context, const struct beside_text *beside), void *context)
{
    struct rule_texts texts;
    struct arena arena;
    void *memory = malloc(RULE_TEXTS_MEMORY_SIZE);
    CHECK(memory != NULL);
    arena_init(&arena, memory, RULE_TEXTS_MEMORY_SIZE);
    read_texts(&texts, system, NULL, &arena);
    for (int i = 0; i < texts.beside_count; i++) {
        tell(context, &texts.beside[i]);
    }
    free(memory);
}

/* ---- the command ----------------------------------------------------------------------- */

/* `rule`: lists every rule; `rule 5.14`: shows its text; `rule beside`: how the real game
 * differs. */
void sitting_run_rule(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    const struct rule_texts *rule_texts = sitting_rule_texts(sitting);
    struct str id = command->argument[0].word;
    struct text text = text_over(out->text, sizeof out->text);
    if (rule_texts->count == 0) {
        text_add(&text, "there are no rule texts for %s", state_system(&sitting->state)->title);
        return;
    }
    while (id.n > 0 && char_is_space(id.p[id.n - 1])) {
        id.n--;
    }
    if (id.n == 0) {
        for (int i = 0; i < rule_texts->count; i++) {
            const struct rule_text *rule_text = &rule_texts->rule_text[i];
            text_add(&text, "%s%s\t%s", i == 0 ? "" : "\n", rule_text->id, rule_text->title);
        }
        if (rule_texts->beside_count > 0) {
            text_add(&text, "\n" BESIDE_WORD "\t" BESIDE_TITLE);
        }
        return;
    }
    const struct rule_text *rule_text = rule_text_find(rule_texts, id);
    if (rule_text != NULL) {
        text_add(&text, "%s: %s\n%s", rule_text->id, rule_text->title, rule_text->text);
        return;
    }
    if (rule_texts->beside_count > 0 && str_equal_any_case(id, str_of(BESIDE_WORD))) {
        text_add(&text, BESIDE_TITLE);
        for (int i = 0; i < rule_texts->beside_count; i++) {
            const struct beside_text *beside = &rule_texts->beside[i];
            text_add(&text, "\n%s: %s", beside->title, beside->text);
        }
        return;
    }
    struct nearest nearest;
    nearest_init(&nearest, id);
    for (int i = 0; i < rule_texts->count; i++) {
        nearest_offer(&nearest, rule_texts->rule_text[i].id);
    }
    result_wrong(out, "there is no rule %s%s; `rule` lists those of %s", utf8_shown(id).text,
                 nearest_question(&nearest).text, state_system(&sitting->state)->title);
}
