#include "app/transfer/import_defaults.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "content/library.h"
#include "store/changes.h"

const struct collection import_default_collection = {
    .thing = "import-default",
    .commands = "imports",
    .nothing_done = "no default for imports was changed",
    .nothing_undone = "no change of a default for imports was taken back"};

void import_default_key(struct sitting *sitting, const char *field, struct text *out)
{
    text_add(out, "%s:%s", state_system(&sitting->state)->id, field);
}

enum status import_default(struct sitting *sitting, const char *field,
                           char out[IMPORT_DEFAULT_SIZE], struct error *err)
{
    TEXT_BUFFER(key, CHANGE_FIELD_SIZE);
    import_default_key(sitting, field, &key);
    return collection_value(sitting, &import_default_collection, 0, key.p, out,
                            IMPORT_DEFAULT_SIZE, err);
}

/* The same checks as of a kind that is added, of this field alone. */
static enum status check_field(struct sitting *sitting, const struct kind_draft *draft,
                               int field, struct error *err)
{
    struct kind_mistake mistakes[DIAGNOSTICS_MAX];
    const char *value[DRAFT_FIELDS_MAX];
    for (int i = 0; i < draft->kind->fields_count; i++) {
        value[i] = draft->value[i];
    }
    value[0] = "creature"; /* names have no default, but each kind has one */
    int count =
        sitting_kind_value_mistakes(sitting, value, draft->kind->fields_count, mistakes);
    for (int i = 0; i < count; i++) {
        if (mistakes[i].field == field) {
            return error_set(err, STATUS_USAGE, "", "%s", mistakes[i].text);
        }
    }
    return STATUS_OK;
}

/* Answers that are about no field, with what they can be; "": none. */
static const struct {
    const char *name, *words[3], *expected;
} others[] = {
    {IMPORT_ARMOUR_CLASS, {"ascending", "descending", ""}, "ascending, descending or -"},
    {IMPORT_BLOCKS, {"note", "", ""}, "note or -"}};

static enum status read_other(int which, struct str value, struct import_answer *out,
                              struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, value);
    text_format(out->field, sizeof out->field, "%s", others[which].name);
    for (int i = 0; i < 3; i++) {
        const char *word = others[which].words[i];
        if (str_equal_any_case(value, str_of(word))) {
            text_format(out->value, sizeof out->value, "%s", word);
            return STATUS_OK;
        }
        nearest_offer(&nearest, word);
    }
    return error_set(err, STATUS_USAGE, out->field, "expected %s, not %s%s",
                     others[which].expected, utf8_shown(value).text,
                     nearest_question(&nearest).text);
}

enum status import_answer_read(struct sitting *sitting, struct str field, struct str value,
                               struct import_answer *out, struct error *err)
{
    value = str_trimmed(value);
    value = str_equal(value, "-") ? (struct str){"", 0} : value;
    *out = (struct import_answer){.value = ""};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (str_equal_any_case(field, str_of(others[i].name))) {
            return read_other((int)i, value, out, err);
        }
    }
    struct kind_draft *draft = malloc(sizeof *draft);
    CHECK(draft != NULL);
    kind_draft_begin(draft, sitting_usual_kind(sitting));
    int at = kind_field_named(draft->kind, field, err);
    enum status status = at < 0 ? err->code
                         : at == 0
                             ? error_set(err, STATUS_USAGE, "", "each kind has its own name")
                             : STATUS_OK;
    if (status == STATUS_OK && value.n > 0) {
        status = kind_draft_set(draft, at, value, err);
        status = status == STATUS_OK ? check_field(sitting, draft, at, err) : status;
        status = status == STATUS_OK && strlen(draft->value[at]) >= sizeof out->value
                     ? error_set(err, STATUS_USAGE, "", "the value is too long")
                     : status;
    }
    if (status == STATUS_OK) {
        text_format(out->field, sizeof out->field, "%s", draft->kind->fields[at].value.name);
        text_format(out->value, sizeof out->value, "%s", draft->value[at]);
    }
    free(draft);
    return status;
}

void sitting_run_import_default(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    struct error err;
    struct import_answer answer;
    TEXT_BUFFER(line, COLLECTION_LABEL_SIZE);
    TEXT_BUFFER(key, CHANGE_FIELD_SIZE);
    if (import_answer_read(sitting, command->argument[0].word, command->argument[1].word,
                           &answer, &err) != STATUS_OK) {
        result_be_wrong(out, &err);
    } else if (sitting_may_change(sitting, out)) {
        import_default_key(sitting, answer.field, &key);
        text_add(&line,
                 answer.value[0] == '\0' ? "imports have no default for %s"
                                         : "imports have %s %s where it is not told",
                 answer.field, answer.value);
        collection_change(sitting, &import_default_collection, 0, key.p, answer.value, line.p,
                          out);
    }
}
