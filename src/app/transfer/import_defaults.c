#include "app/transfer/import_defaults.h"

#include <stdlib.h>

#include "app/library/kinds.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "content/library.h"
#include "store/changes.h"

const struct collection import_default_collection = {
    .thing = "import-default",
    .commands = "imports",
    .nothing_done = "no default for imports was changed",
    .nothing_undone = "no change of a default for imports was taken back"};

/* "GAME:ac": each game has fields of its own. */
static void add_key(struct sitting *sitting, const char *field, struct text *out)
{
    text_add(out, "%s:%s", state_system(&sitting->state)->id, field);
}

enum status import_default(struct sitting *sitting, const char *field,
                           char out[IMPORT_DEFAULT_SIZE], struct error *err)
{
    TEXT_BUFFER(key, CHANGE_FIELD_SIZE);
    add_key(sitting, field, &key);
    return collection_value(sitting, &import_default_collection, 0, key.p, out,
                            IMPORT_DEFAULT_SIZE, err);
}

void sitting_run_import_default(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    struct error err;
    TEXT_BUFFER(line, COLLECTION_LABEL_SIZE);
    TEXT_BUFFER(key, CHANGE_FIELD_SIZE);
    struct str value = str_trimmed(command->argument[1].word);
    bool is_none = value.n == 0 || str_equal(value, "-");
    struct kind_draft *draft = malloc(sizeof *draft);
    CHECK(draft != NULL);
    kind_draft_begin(draft, sitting_usual_kind(sitting));
    int field = kind_field_named(draft->kind, command->argument[0].word, &err);
    if (field < 0 || (!is_none && kind_draft_set(draft, field, value, &err) != STATUS_OK)) {
        result_be_wrong(out, &err);
    } else if (draft->value[field][0] != '\0' &&
               strlen(draft->value[field]) >= IMPORT_DEFAULT_SIZE) {
        result_wrong(out, "the value is too long");
    } else if (sitting_may_change(sitting, out)) {
        const char *name = draft->kind->fields[field].value.name;
        add_key(sitting, name, &key);
        text_add(&line,
                 is_none ? "imports have no default for %s"
                         : "imports have %s %s where it is not told",
                 name, draft->value[field]);
        collection_change(sitting, &import_default_collection, 0, key.p,
                          is_none ? "" : draft->value[field], line.p, out);
    }
    free(draft);
}
