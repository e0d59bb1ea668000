#include "app/library/kind_changes.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/collection.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "content/library.h"
#include "resolver/dice/dice_expr.h"
#include "store/changes.h"
#include "tracker/combatant_fields.h"

const struct collection kind_collection = {
    .thing = CHANGE_KIND,
    .field = COLLECTION_OF_GAME,
    .commands = "kinds",
    .nothing_done = "nothing was changed in the kinds of the campaign",
    .nothing_undone = "nothing was taken back in the kinds of the campaign"};

/* ---- a combatant as a kind ------------------------------------------------------------- */

/* True when dice, or a number, can have this total. */
static bool can_be(const char *dice, int value)
{
    struct dice_expr expr;
    int64_t least, most;
    if (dice_expr_parse_as(NULL, &expr, str_of(dice), DICE_LOGGED, NULL) != STATUS_OK) {
        return false;
    }
    dice_expr_range(&expr, &least, &most);
    return value >= least && value <= most;
}

/* A fight takes hit points away; only the maximum belongs to the kind. */
static void take_hit_points(char value[DRAFT_VALUE_SIZE], const struct state *state, int id)
{
    int field = state_is_set(state, id, FIELD_HP_MAX) ? FIELD_HP_MAX : FIELD_HP;
    if (!state_is_set(state, id, field)) {
        value[0] = '\0';
        return;
    }
    int most = state_value(state, id, field, 0);
    if (value[0] == '\0' || !can_be(value, most)) {
        text_format(value, DRAFT_VALUE_SIZE, "%d", most);
    }
}

/* A text of the record where the combatant has a number: a formula, which was decided when it
 * was met. */
static bool is_formula(const struct library_field_def *def, const char *text)
{
    int64_t number;
    return def->shape == RECORD_TEXT && def->check != NULL && text[0] != '\0' &&
           !str_to_int64(str_of(text), INT64_MIN, INT64_MAX, &number);
}

static void take_field(struct kind_draft *draft, int field, const struct procedure *procedure,
                       const struct state *state, int id)
{
    const struct library_field_def *def = &draft->kind->fields[field];
    char *value = draft->value[field];
    if (strcmp(def->value.name, "hp") == 0) {
        take_hit_points(value, state, id);
        return;
    }
    for (int i = 0; i < combatant_fields(procedure, state); i++) {
        struct combatant_field own;
        combatant_field_at(procedure, state, i, &own);
        if (strcmp(own.name, def->value.name) != 0 || own.adds) {
            continue;
        }
        TEXT_BUFFER(now, DRAFT_VALUE_SIZE);
        int64_t number;
        combatant_field_format(procedure, state, id, i, &now);
        bool is_number =
            str_to_int64((struct str){now.p, now.n}, INT64_MIN, INT64_MAX, &number);
        if (!(is_number && is_formula(def, value))) {
            memcpy(value, now.p, (size_t)now.n + 1);
        }
        return;
    }
}

/* ---- writing a kind -------------------------------------------------------------------- */

/* Sets the text (NULL: none) of the kind with this number (0: a new one). */
static void write(struct sitting *sitting, int64_t id, const char *text, const char *line,
                  struct result *out)
{
    struct error err;
    enum status status = STATUS_OK;
    if (!sitting_may_change(sitting, out)) {
        return;
    }
    if (id == 0) {
        status = collection_next_id(sitting, &kind_collection, &id, &err);
    }
    if (status == STATUS_OK && id == 0) {
        status = error_set(
            &err, STATUS_USAGE, "",
            "there is no number left for another kind of this campaign; edit-kind changes "
            "one that is there");
    }
    if (status != STATUS_OK) {
        collection_fail(sitting, &kind_collection, &err, out);
        return;
    }
    collection_change(sitting, &kind_collection, id, state_system(&sitting->state)->id, text,
                      line, out);
}

/* The number of mistakes in the text of a record, by itself and among the others, with the
 * first of them in out. */
static int mistakes_of(struct sitting *sitting, const char *text, struct diagnostics *out)
{
    struct kind_text *memory = NULL;
    struct error err;
    const struct library_record *record =
        kind_text_read(&memory, state_system(&sitting->state), str_of(text), out);
    if (record != NULL && !library_fits(sitting_library(sitting), record, &err)) {
        diagnostics_add(out, STATUS_USAGE, "", "%s", err.text);
    }
    free(memory);
    return out->count;
}

/* True when another kind of the campaign has that name. */
static bool is_taken(struct sitting *sitting, const struct kind_draft *draft, int64_t id,
                     struct error *err)
{
    const struct library_record *other = library_find(
        sitting_library(sitting), draft->kind->name, str_of(draft->value[0]), NULL);
    if (other == NULL || other->place != LIBRARY_CAMPAIGN || other->id == id) {
        return false;
    }
    error_set(err, STATUS_USAGE, "", "the campaign has %s %s already; edit-kind changes it",
              draft->kind->what, other->name);
    return true;
}

static void write_draft(struct sitting *sitting, const struct kind_draft *draft, int64_t id,
                        const char *done, struct result *out)
{
    struct error err;
    struct diagnostics mistakes;
    char *text = sitting_scratch(sitting, DRAFT_TEXT_SIZE);
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    struct text whole = text_over(text, DRAFT_TEXT_SIZE);
    kind_draft_write(draft, &whole);
    if (whole.is_cut) {
        error_set(&err, STATUS_USAGE, "", "expected at most %d bytes in all", DRAFT_TEXT_SIZE);
    }
    bool is_faulty = !whole.is_cut && mistakes_of(sitting, text, &mistakes) > 0;
    err = is_faulty ? mistakes.diagnostic[0] : err;
    if (whole.is_cut || is_faulty || is_taken(sitting, draft, id, &err)) {
        result_be_wrong(out, &err);
    } else {
        text_add(&line, "%s %s", draft->value[0], done);
        write(sitting, id, text, line.p, out);
    }
}

/* ---- what is typed --------------------------------------------------------------------- */

/* Where the next "name=" begins in the text; its end when there is none. Skips text in
 * quotes. */
static int next_field(struct str text, int from)
{
    bool is_quoted = false;
    for (int i = from; i < text.n; i++) {
        is_quoted = text.p[i] == '"' ? !is_quoted : is_quoted;
        bool begins = !is_quoted && (i == 0 || char_is_space(text.p[i - 1]));
        int n = i;
        while (begins && n < text.n &&
               (char_is_letter(text.p[n]) || text.p[n] == '_' || char_is_digit(text.p[n]))) {
            n++;
        }
        if (begins && n > i && n < text.n && text.p[n] == '=') {
            return i;
        }
    }
    return text.n;
}

/* The words before the first field. */
static struct str name_part(struct str text)
{
    return str_trimmed(str_unquoted(str_trimmed((struct str){text.p, next_field(text, 0)})));
}

/* "hp=1d8 note=likes shiny things tags=goblin, cave". */
static bool set_fields(struct kind_draft *draft, struct str text, struct error *err)
{
    for (int at = next_field(text, 0); at < text.n;) {
        int end = next_field(text, at + 1);
        struct str one = {text.p + at, end - at};
        int equals = 0;
        while (one.p[equals] != '=') {
            equals++;
        }
        int field = kind_field_named(draft->kind, (struct str){one.p, equals}, err);
        struct str value = {one.p + equals + 1, one.n - equals - 1};
        if (field < 0 || kind_draft_set(draft, field, value, err) != STATUS_OK) {
            return false;
        }
        at = end;
    }
    return true;
}

/* After the change of a kind: lists the prepared encounters that use it. */
static void tell_uses(struct sitting *sitting, const char *kind, struct result *out)
{
    struct kind_uses *uses = sitting_scratch(sitting, sizeof *uses);
    struct error err;
    TEXT_BUFFER(where, RESULT_LOST_SIZE - 60);
    if (out->kind == RESULT_DONE && sitting_kind_uses(sitting, uses, &err) == STATUS_OK &&
        kind_uses_tell(uses, kind, &where)) {
        text_format(out->lost, sizeof out->lost, "prepared in %s, with the numbers of before",
                    where.p);
        text_format(out->text, sizeof out->text, "%s; %s", out->label, out->lost);
    }
}

/* ---- the commands ---------------------------------------------------------------------- */

void sitting_run_add_kind(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    struct str text = command->argument[0].word;
    struct error err;
    struct kind_draft *draft = sitting_scratch(sitting, sizeof *draft);
    kind_draft_begin(draft, sitting_usual_kind(sitting));
    if (kind_draft_set(draft, 0, name_part(text), &err) == STATUS_OK &&
        set_fields(draft, text, &err)) {
        write_draft(sitting, draft, 0, "is added", out);
    } else {
        result_be_wrong(out, &err);
    }
}

void sitting_run_save_kind(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    const struct state *state = &sitting->state;
    int id = command->argument[0].id;
    struct str text = command->argument[1].is_given ? command->argument[1].word : str_of("");
    struct str name = name_part(text);
    struct error err;
    const struct procedure *procedure = sitting_procedure(sitting);
    struct kind_draft *draft = sitting_scratch(sitting, sizeof *draft);
    const struct library_record *behind =
        kind_behind(sitting_library(sitting), procedure, state, id);
    /* Fills the draft of a kind. Values of its record stay if the combatant cannot have another
     * value (tags, formulas of the party) or has one that the record's dice can give; the rest
     * comes from the combatant. `behind` is that record; NULL: none. */
    const struct library_kind *kind = sitting_usual_kind(sitting);
    kind_draft_begin(draft, kind);
    if (behind != NULL) {
        kind_draft_take(draft, behind);
    }
    for (int i = 1; i < kind->fields_count; i++) {
        take_field(draft, i, procedure, state, id);
    }
    if (name.n == 0) {
        const char *own = state_text(state, id, TEXT_KIND);
        name = str_of(own[0] != '\0' ? own : state_name(state, id));
    }
    TEXT_BUFFER(done, CAMPAIGN_LABEL_SIZE);
    text_add(&done, "is saved from %s", state_name(state, id));
    if (kind_draft_set(draft, 0, name, &err) == STATUS_OK && set_fields(draft, text, &err)) {
        /* A kind of the campaign with this name is overwritten, which can be undone. */
        const struct library_record *old = library_find(
            sitting_library(sitting), draft->kind->name, str_of(draft->value[0]), NULL);
        bool is_own = old != NULL && old->place == LIBRARY_CAMPAIGN;
        write_draft(sitting, draft, is_own ? old->id : 0, done.p, out);
    } else {
        result_be_wrong(out, &err);
    }
}

/* The kind that a line names before its fields. */
static const struct library_record *named(struct sitting *sitting, struct str name,
                                          struct result *out)
{
    struct error err;
    const struct library_record *record = sitting_kind(sitting, name, &err);
    if (record == NULL) {
        result_be_wrong(out, &err);
    }
    return record;
}

void sitting_run_edit_kind(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct str text = command->argument[0].word;
    struct error err;
    const struct library_record *record = named(sitting, name_part(text), out);
    if (record == NULL) {
        return;
    }
    if (next_field(text, 0) == text.n) {
        error_set(&err, STATUS_USAGE, "", "expected a field and its value behind %s: hp=1d8",
                  record->name);
        result_be_wrong(out, &err);
        return;
    }
    struct kind_draft *draft = sitting_scratch(sitting, sizeof *draft);
    TEXT_BUFFER(done, CAMPAIGN_LABEL_SIZE);
    kind_draft_take(draft, record);
    bool is_set = set_fields(draft, text, &err);
    if (strcmp(draft->value[0], record->name) != 0) {
        text_add(&done, "was %s", record->name);
    } else {
        text_add(&done, "is edited");
    }
    if (is_set) {
        TEXT_BUFFER(name, LIBRARY_NAME_MAX + 1);
        text_add(&name, "%s", record->name);
        write_draft(sitting, draft, record->place == LIBRARY_CAMPAIGN ? record->id : 0, done.p,
                    out);
        tell_uses(sitting, name.p, out);
    } else {
        result_be_wrong(out, &err);
    }
}

void sitting_run_copy_kind(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct error err;
    struct str text = command->argument[1].word;
    const struct library_record *record =
        named(sitting, str_unquoted(command->argument[0].word), out);
    if (record == NULL) {
        return;
    }
    struct kind_draft *draft = sitting_scratch(sitting, sizeof *draft);
    TEXT_BUFFER(done, CAMPAIGN_LABEL_SIZE);
    kind_draft_take(draft, record);
    text_add(&done, "is copied from %s", record->name);
    if (kind_draft_set(draft, 0, name_part(text), &err) != STATUS_OK ||
        !set_fields(draft, text, &err)) {
        result_be_wrong(out, &err);
    } else if (library_find(sitting_library(sitting), draft->kind->name,
                            str_of(draft->value[0]), NULL) != NULL) {
        error_set(&err, STATUS_USAGE, "", "there is %s %s already; give the copy another name",
                  draft->kind->what, draft->value[0]);
        result_be_wrong(out, &err);
    } else {
        write_draft(sitting, draft, 0, done.p, out);
    }
}

void sitting_run_archive_kind(struct sitting *sitting, const struct command *command,
                              struct result *out)
{
    TEXT_BUFFER(line, sizeof out->refusal.reason);
    const struct library_record *record =
        named(sitting, str_trimmed(command->argument[0].word), out);
    if (record == NULL) {
        return;
    }
    if (record->place == LIBRARY_CAMPAIGN) {
        TEXT_BUFFER(name, LIBRARY_NAME_MAX + 1);
        text_add(&name, "%s", record->name);
        text_add(&line, "%s is archived", record->name);
        write(sitting, record->id, NULL, line.p, out);
        tell_uses(sitting, name.p, out);
        return;
    }
    text_add(&line, "%s %s: only kinds of the campaign can be archived", record->name,
             record->place == LIBRARY_SHIPPED ? "ships with the program"
                                              : "stands in a file of yours");
    result_refuse(out, "%s", line.p);
}

/* The newest archived one with this name. */
struct sought {
    struct str name;
    int64_t id;
    char *text; /* DRAFT_TEXT_SIZE bytes */
    struct nearest nearest;
};

static void look_at_archived(void *context, const struct library_record *record,
                             struct str text)
{
    struct sought *sought = context;
    nearest_offer(&sought->nearest, record->name);
    if (sought->id == 0 && library_names_equal(sought->name, str_of(record->name))) {
        struct text copy = text_over(sought->text, DRAFT_TEXT_SIZE);
        text_add_str(&copy, text);
        sought->id = copy.is_cut ? 0 : record->id;
    }
}

static void bring_back(struct sitting *sitting, const struct sought *sought, struct result *out)
{
    struct error err;
    struct kind_text *memory = NULL;
    struct kind_draft *draft = sitting_scratch(sitting, sizeof *draft);
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    const struct library_record *record =
        kind_text_read(&memory, state_system(&sitting->state), str_of(sought->text), NULL);
    kind_draft_take(draft, record);
    if (is_taken(sitting, draft, sought->id, &err)) {
        result_be_wrong(out, &err);
    } else {
        text_add(&line, "%s is on the list again", record->name);
        write(sitting, sought->id, sought->text, line.p, out);
    }
    free(memory);
}

void sitting_run_unarchive_kind(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    struct error err;
    struct sought sought = {.name = str_trimmed(command->argument[0].word)};
    sought.text = sitting_scratch(sitting, DRAFT_TEXT_SIZE);
    nearest_init(&sought.nearest, sought.name);
    enum status status = sitting_archived_kinds(sitting, look_at_archived, &sought, &err);
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (sought.id == 0) {
        error_set(&err, STATUS_USAGE, "", "no kind %s is archived%s",
                  utf8_shown(sought.name).text, nearest_question(&sought.nearest).text);
        result_be_wrong(out, &err);
    } else {
        bring_back(sitting, &sought, out);
    }
}

/* ---- what is wrong with a draft -------------------------------------------------------- */

/* "hp: expected ..." and "strength=900: expected ..." are about fields. */
static int field_of_mistake(const struct library_kind *kind, const char *text)
{
    struct str name = {text, (int)strcspn(text, ":= ")};
    for (int i = 0; i < kind->fields_count; i++) {
        if (str_equal(name, kind->fields[i].value.name)) {
            return i;
        }
    }
    return -1;
}

int sitting_kind_value_mistakes(struct sitting *sitting, const char *const *value, int fields,
                                struct kind_mistake out[DIAGNOSTICS_MAX])
{
    struct diagnostics mistakes = {0};
    struct error err;
    struct kind_draft *draft = malloc(sizeof *draft);
    char *text = malloc(DRAFT_TEXT_SIZE);
    CHECK(draft != NULL && text != NULL);
    kind_draft_begin(draft, sitting_usual_kind(sitting));
    for (int i = 0; i < fields && i < draft->kind->fields_count; i++) {
        if (kind_draft_set(draft, i, str_of(value[i]), &err) != STATUS_OK) {
            out[0].field = i;
            text_format(out[0].text, sizeof out[0].text, "%s", err.text);
            free(text);
            free(draft);
            return 1;
        }
    }
    struct text whole = text_over(text, DRAFT_TEXT_SIZE);
    kind_draft_write(draft, &whole);
    if (whole.is_cut) {
        diagnostics_add(&mistakes, STATUS_USAGE, "", "expected at most %d bytes in all",
                        DRAFT_TEXT_SIZE);
    } else {
        mistakes_of(sitting, text, &mistakes);
    }
    for (int i = 0; i < mistakes.count; i++) {
        const char *what = mistakes.diagnostic[i].text;
        out[i].field = field_of_mistake(draft->kind, what);
        text_format(out[i].text, sizeof out[i].text, "%s", what);
    }
    free(text);
    free(draft);
    return mistakes.count;
}
