#include "app/encounters/encounter_changes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/address.h"
#include "app/sitting/decision.h"
#include "app/sitting/changes.h"
#include "app/sitting/data.h"
#include "app/encounters/encounters.h"
#include "app/sitting/state.h"
#include "store/changes.h"

/* ---- changing -------------------------------------------------------------------------- */

/* Reports the result of a step by its line. */
static void tell(struct sitting *sitting, enum status status, const struct error *err,
                 const char *line, struct result *out)
{
    struct error again;
    if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = *err;
    } else if (status != STATUS_OK) {
        sitting_fail(sitting, err, out);
    } else if (sitting_load(sitting, &again) != STATUS_OK) {
        sitting_fail(sitting, &again, out);
    } else {
        out->kind = RESULT_DONE;
        text_format(out->label, sizeof out->label, "%s", line);
        text_format(out->text, sizeof out->text, "%s", line);
    }
}

/* Sets a field of an encounter (NULL: none) in a step of its own. */
static void change(struct sitting *sitting, int64_t id, const char *field, const char *value,
                   const char *line, struct result *out)
{
    struct error err;
    int64_t step;
    struct change change = {.thing = str_of(CHANGE_ENCOUNTER),
                            .thing_id = id,
                            .field = str_of(field),
                            .is_set = value != NULL,
                            .new = str_of(value != NULL ? value : ""),
                            .line = str_of(line)};
    if (sitting_may_change(sitting, out)) {
        tell(sitting,
             changes_append(sitting->campaign, sitting->now_ms(), &change, 1, &step, &err),
             &err, line, out);
    }
}

static bool read_row(struct sitting *sitting, const struct command *command,
                     struct encounter_row *row, struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    return encounter_name_copy(name, command->argument[0].word, out) &&
           encounter_named(sitting, name, row, out);
}

void sitting_run_rename_encounter(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!read_row(sitting, command, &row, out) ||
        !encounter_name_copy(name, command->argument[1].word, out)) {
        return;
    }
    text_add(&line, "%s is now %s", row.name, name);
    change(sitting, row.id, CHANGE_NAME, name, line.p, out);
}

/* ---- tags and notes -------------------------------------------------------------------- */

static bool is_too_long(struct str value, int size, const char *what, struct result *out)
{
    if (value.n < size) {
        return false;
    }
    out->kind = RESULT_WRONG;
    (void)!error_too_long(&out->error, what, size - 1);
    return true;
}

static bool has_tag(struct str tags, struct str tag)
{
    struct str part;
    while (str_next_part(&tags, ',', &part)) {
        if (str_equal_any_case(part, tag)) {
            return true;
        }
    }
    return false;
}

/* "boss,  spire, Boss" is "boss, spire". */
static void tidy_tags(struct str typed, struct text *out)
{
    struct str tag;
    while (str_next_part(&typed, ',', &tag)) {
        tag = str_trimmed(str_unquoted(tag));
        if (tag.n > 0 && !has_tag((struct str){out->p, out->n}, tag)) {
            text_add(out, "%s", out->n > 0 ? ", " : "");
            text_add_str(out, tag);
        }
    }
}

/* A single dash removes the value. */
static bool is_none(struct str value)
{
    return value.n == 0 || str_equal(value, "-");
}

/* Sets a field that holds words, unless it already holds these. */
static void set_words(struct sitting *sitting, const struct encounter_row *row,
                      const char *field, const char *value, struct result *out)
{
    char before[COMMAND_LINE_MAX];
    struct error err;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    bool is_tags = strcmp(field, ENCOUNTER_TAGS) == 0;
    if (sitting_value(sitting, CHANGE_ENCOUNTER, row->id, field, before, sizeof before, &err) !=
        STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    if (strcmp(before, value) == 0) {
        text_add(&line, "%s has %s already", row->name,
                 value[0] == '\0' ? (is_tags ? "no tags" : "no note")
                                  : (is_tags ? "these tags" : "this note"));
        result_refuse(out, line.p);
        return;
    }
    if (value[0] == '\0') {
        text_add(&line, "%s has no %s any more", row->name, is_tags ? "tags" : "note");
    } else {
        text_add(&line, "%s: %s%s", row->name, is_tags ? "tags " : "", value);
    }
    change(sitting, row->id, field, value[0] != '\0' ? value : NULL, line.p, out);
}

void sitting_run_tag_encounter(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    struct encounter_row row;
    struct str typed = str_trimmed(command->argument[1].word);
    TEXT_BUFFER(tags, ENCOUNTER_TAGS_SIZE + COMMAND_LINE_MAX);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    if (!is_none(typed)) {
        tidy_tags(typed, &tags);
    }
    if (!is_too_long((struct str){tags.p, tags.n}, ENCOUNTER_TAGS_SIZE, "the tags", out)) {
        set_words(sitting, &row, ENCOUNTER_TAGS, tags.p, out);
    }
}

void sitting_run_note_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    struct encounter_row row;
    struct str typed = str_trimmed(command->argument[1].word);
    TEXT_BUFFER(note, COMMAND_LINE_MAX + 1);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    if (!is_none(typed)) {
        text_add_str(&note, typed);
    }
    if (!is_too_long((struct str){note.p, note.n}, ENCOUNTER_NOTE_SIZE, "the note", out)) {
        set_words(sitting, &row, ENCOUNTER_NOTE, note.p, out);
    }
}

/* ---- archiving and deleting ------------------------------------------------------------ */

void sitting_run_archive_encounter(struct sitting *sitting, const struct command *command,
                                   struct result *out)
{
    struct encounter_row row;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    text_add(&line, "%s is archived", row.name);
    if (row.is_archived) {
        text_add(&line, " already");
        result_refuse(out, line.p);
    } else {
        change(sitting, row.id, CHANGE_ARCHIVED, "yes", line.p, out);
    }
}

/* The last archived one made with this name; false when there is none. */
static bool find_archived(struct sitting *sitting, const char *name, struct encounter_row *row,
                          struct result *out)
{
    enum { AT_ONCE = 32 };
    struct encounter_row rows[AT_ONCE];
    struct error err;
    int count = AT_ONCE;
    bool is_found = false;
    for (int skip = 0; count == AT_ONCE; skip += count) {
        if (encounter_list(sitting->campaign, rows, AT_ONCE, skip, &count, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
            return false;
        }
        for (int i = 0; i < count; i++) {
            bool is_it =
                rows[i].is_archived && str_equal_any_case(str_of(rows[i].name), str_of(name));
            *row = is_it ? rows[i] : *row;
            is_found = is_found || is_it;
        }
    }
    return is_found;
}

void sitting_run_unarchive_encounter(struct sitting *sitting, const struct command *command,
                                     struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row = {0};
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!encounter_name_copy(name, command->argument[0].word, out) ||
        (!find_archived(sitting, name, &row, out) &&
         (out->kind == RESULT_FAILED || !encounter_named(sitting, name, &row, out)))) {
        return;
    }
    text_add(&line, row.is_archived ? "%s is on the list again" : "%s is not archived",
             row.name);
    if (row.is_archived) {
        change(sitting, row.id, CHANGE_ARCHIVED, NULL, line.p, out);
    } else {
        result_refuse(out, line.p);
    }
}

/* Whether nothing was ever done in it, beyond its creation: the settings that came along, or
 * the copy of another one. */
static enum status is_unused(struct sitting *sitting, const struct encounter_row *row,
                             bool *out, struct error *err)
{
    *out = row->acts == 0;
    if (row->acts != 1) {
        return STATUS_OK;
    }
    struct position position;
    struct act_row act = {.command = ""};
    const struct system *system = system_find(str_of(row->system));
    struct state *state = calloc(1, sizeof *state);
    CHECK(state != NULL);
    enum status status = log_position(sitting->campaign, row->id, &position, err);
    if (status == STATUS_OK && position.head != 0) {
        status = log_row(sitting->campaign, position.head, &act, err);
    }
    if (status == STATUS_OK && system != NULL && sitting_is_carry(&act)) {
        state_init(state, system);
        status = log_state(sitting->campaign, row->id, position.head, state, err);
        /* Only the settings, or an unchanged copy. */
        *out = status == STATUS_OK && (state->count == 0 || sitting_is_copy(&act));
    }
    free(state);
    return status;
}

void sitting_run_delete_encounter(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    struct encounter_row row;
    struct error err;
    bool unused;
    TEXT_BUFFER(line, sizeof out->refusal.reason);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    if (is_unused(sitting, &row, &unused, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    if (unused) {
        text_add(&line, "%s is deleted", row.name);
        change(sitting, row.id, CHANGE_ARCHIVED, CHANGE_DELETED, line.p, out);
        return;
    }
    text_add(&line, "%s has %" PRId64 " act%s: archive-encounter keeps %s", row.name, row.acts,
             row.acts == 1 ? "" : "s", row.acts == 1 ? "it" : "them");
    result_refuse(out, line.p);
}

/* ---- undoing --------------------------------------------------------------------------- */

enum status sitting_encounter_ways(struct sitting *sitting, struct sitting_ways *out,
                                   struct error *err)
{
    return sitting_ways(sitting, CHANGE_ENCOUNTER, NULL, out, err);
}

/* Names and the archive are in memory too. */
static void take_back(struct sitting *sitting, bool is_undo, struct result *out)
{
    struct error err;
    if (sitting_run_take_back(sitting, CHANGE_ENCOUNTER, NULL, is_undo,
                              "the list of encounters", out) &&
        sitting_load(sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
}

void sitting_run_undo_encounters(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    (void)command;
    take_back(sitting, true, out);
}

void sitting_run_redo_encounters(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    (void)command;
    take_back(sitting, false, out);
}

/* ---- listing --------------------------------------------------------------------------- */

static void tell_encounter(const struct sitting_encounter *encounter, struct text *out)
{
    const struct encounter_facts *facts = &encounter->facts;
    text_add(out, "%s%s (%s, ", out->n == 0 ? "" : "\n", encounter->name,
             encounter->system != NULL ? encounter->system->title : "unknown game");
    if (encounter->is_open) {
        text_add(out, "on the table, ");
    }
    text_add(out, "%" PRId64 " act%s%s, ", encounter->acts, encounter->acts == 1 ? "" : "s",
             encounter->is_archived ? ", archived" : "");
    encounter_course_add(out, facts);
    text_add(out, ")");
    if (facts->due[0] != '\0') {
        text_add(out, "; due: %s", facts->due);
    }
    if (encounter->tags[0] != '\0') {
        text_add(out, "; tags: %s", encounter->tags);
    }
    if (encounter->note[0] != '\0') {
        text_add(out, "; %s", encounter->note);
    }
}

/* The words to look for, without the one that asks for archived encounters too. */
static bool read_words(struct str typed, struct text *words)
{
    bool wants_archived = false;
    for (struct str word; (word = str_next_word(&typed)).p != NULL;) {
        bool is_option = str_equal_any_case(word, str_of("archived"));
        wants_archived = wants_archived || is_option;
        if (!is_option) {
            text_add(words, "%s", words->n > 0 ? " " : "");
            text_add_str(words, word);
        }
    }
    return wants_archived;
}

/* The newest come first, as on the screen, as many as the answer has room for. */
static void tell_encounters(const struct sitting_encounter *list, int count,
                            bool shows_archived, struct str words, struct result *out)
{
    struct text text = text_over(out->text, sizeof out->text);
    int archived = 0, fitting = 0;
    for (int i = 0; i < count; i++) {
        bool holds = sitting_encounter_holds(&list[i], words);
        bool is_hidden = list[i].is_archived && !shows_archived;
        archived += holds && is_hidden ? 1 : 0;
        fitting += holds && !is_hidden ? 1 : 0;
        if (holds && !is_hidden && text.n < text.size - 800) {
            tell_encounter(&list[i], &text);
        }
    }
    if (count == 0) {
        text_add(&text, "no encounter yet");
    } else if (fitting + archived == 0) {
        text_add(&text, "no encounter contains these words");
    }
    if (archived > 0) {
        text_add(&text, "%s%d archived: encounters archived", text.n == 0 ? "" : "\n",
                 archived);
    }
}

void sitting_run_encounters(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    enum { MOST = 256 };
    struct error err;
    int count;
    TEXT_BUFFER(words, COMMAND_LINE_MAX + 1);
    bool shows_archived =
        command->argument[0].is_given && read_words(command->argument[0].word, &words);
    struct sitting_encounter *list = malloc(MOST * sizeof *list);
    CHECK(list != NULL);
    if (sitting_encounters(sitting, true, MOST, list, MOST, &count, &err) == STATUS_OK) {
        tell_encounters(list, count, shows_archived, (struct str){words.p, words.n}, out);
    } else {
        sitting_fail(sitting, &err, out);
    }
    free(list);
}
