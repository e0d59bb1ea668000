#include "app/session_rules.h"

#include <stdlib.h>
#include <string.h>

#include "app/session_private.h"
#include "base/nearest.h"
#include "content/paragraphs.h"
#include "embedded.h"

_Static_assert((int)RULES_MEMORY_SIZE >= (int)PARAGRAPHS_MEMORY_SIZE,
               "the session keeps a whole file of paragraphs");

/* ---- reading --------------------------------------------------------------------------- */

/* Puts the paragraphs of a folder of data/ on the list of what is to be read; there may be
 * none. */
static int add_source(struct yaml_source *sources, int count, const char *folder,
                      struct problems *problems)
{
    char path[100];
    struct text text;
    text_init(&text, path, sizeof path);
    text_add(&text, "data/%s/paragraphs.yaml", folder);
    for (unsigned i = 0; i < embedded_files_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strcmp(file->path, path) == 0) {
            sources[count++] =
                (struct yaml_source){.file = file->path,
                                     .code = STATUS_DAMAGED,
                                     .bytes = {(const char *)file->bytes, (int)*file->size},
                                     .problems = problems};
        }
    }
    return count;
}

/* The files are a part of the program and the tests read each of them, so none has mistakes. */
static void read_files(struct session *session, const struct yaml_source *sources, int count)
{
    struct arena arena;
    struct arena scratch;
    void *memory = malloc(PARAGRAPHS_SCRATCH_SIZE);
    CHECK(memory != NULL);
    arena_init(&arena, session->paragraphs_memory, sizeof session->paragraphs_memory);
    arena_init(&scratch, memory, PARAGRAPHS_SCRATCH_SIZE);
    bool is_read = paragraphs_read(&session->paragraphs, sources, count, &arena, &scratch);
    CHECK(is_read);
    free(memory);
}

const struct paragraphs *session_paragraphs(struct session *session)
{
    const struct system *system = state_system(&session->state);
    if (session->paragraphs_of != system) {
        struct problems problems = {.count = 0};
        struct yaml_source sources[2];
        const char *shared = session_procedure(session)->paragraphs;
        int count = add_source(sources, 0, system->id, &problems);
        count = shared != NULL ? add_source(sources, count, shared, &problems) : count;
        session->paragraphs_of = system;
        read_files(session, sources, count);
    }
    return &session->paragraphs;
}

/* ---- the command ----------------------------------------------------------------------- */

static void list_paragraphs(const struct paragraphs *paragraphs, struct text *out)
{
    for (int i = 0; i < paragraphs->count; i++) {
        const struct paragraph *paragraph = &paragraphs->paragraph[i];
        text_add(out, "%s%s\t%s", i == 0 ? "" : "\n", paragraph->id, paragraph->title);
    }
}

/* `rule`: every paragraph there is; `rule 5.14`: what it says. */
void session_run_rule(struct session *session, const struct command *command,
                      struct result *out)
{
    const struct paragraphs *paragraphs = session_paragraphs(session);
    struct str id = command->argument[0].word;
    struct text text;
    text_init(&text, out->text, sizeof out->text);
    if (paragraphs->count == 0) {
        text_add(&text, "nothing is known of the rules of %s",
                 state_system(&session->state)->title);
        return;
    }
    while (id.n > 0 && char_is_space(id.p[id.n - 1])) {
        id.n--;
    }
    if (id.n == 0) {
        list_paragraphs(paragraphs, &text);
        return;
    }
    const struct paragraph *paragraph = paragraph_find(paragraphs, id);
    if (paragraph != NULL) {
        text_add(&text, "%s: %s\n%s", paragraph->id, paragraph->title, paragraph->text);
        return;
    }
    struct nearest nearest;
    nearest_init(&nearest, id);
    for (int i = 0; i < paragraphs->count; i++) {
        nearest_offer(&nearest, paragraphs->paragraph[i].id);
    }
    out->kind = RESULT_WRONG;
    error_set(&out->error, STATUS_USAGE, "",
              "there is no paragraph %.*s%s; `rule` lists those of %s", id.n < 60 ? id.n : 60,
              id.p, nearest_question(&nearest).text, state_system(&session->state)->title);
}
