#include "app/sitting/words.h"

#include <stdlib.h>
#include <string.h>

#include "app/file/demos.h"
#include "app/log/kept_questions.h"
#include "app/library/kind_search.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "app/party/roster.h"
#include "app/prepared/prepared.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"
#include "app/library/table_library.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/naming.h"
#include "tracker/settings.h"

static bool is_condition_of(const struct procedure *procedure, const char *name)
{
    for (int i = 0; i < procedure->conditions_count; i++) {
        if (strcmp(procedure->conditions[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Labels of state effects from `low` to `high` that anybody here has, without the conditions of
 * the game. */
static void see_labels(const struct sitting *sitting, int low, int high,
                       sitting_see_word_fn *see, void *context)
{
    const struct state *state = &sitting->state;
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_wanted = effect->kind >= low && effect->kind <= high &&
                         !is_condition_of(sitting_procedure(sitting), effect->label);
        for (int k = 0; k < i && is_wanted; k++) {
            const struct effect *other = &state->effect[k];
            is_wanted = other->kind < low || other->kind > high ||
                        strcmp(other->label, effect->label) != 0;
        }
        if (is_wanted) {
            see(context, effect->label, "");
        }
    }
}

/* The game's words with what they change, and how to begin an own word. */
static void see_conditions(const struct sitting *sitting, sitting_see_word_fn *see,
                           void *context)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    for (int i = 0; i < procedure->conditions_count; i++) {
        see(context, procedure->conditions[i].name, procedure->conditions[i].help);
    }
    see(context, "own", "a word of your own, which changes no number");
    see_labels(sitting, EFFECT_CONDITION, EFFECT_CONDITION_END, see, context);
}

static void see_counters(const struct state *state, sitting_see_word_fn *see, void *context)
{
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            TEXT_BUFFER(word, NAME_SIZE + 2);
            TEXT_BUFFER(about, 400);
            counter_word(state, i, &word);
            counter_format(state, &state->counter[i], &about);
            see(context, word.p, about.p);
        }
    }
}

static void see_program_settings(const struct sitting *sitting, sitting_see_word_fn *see,
                                 void *context)
{
    const struct program_settings *settings = sitting->settings;
    for (int i = 0; i < settings->count; i++) {
        see(context, program_setting_name(settings, i), program_setting_help(settings, i));
    }
}

static void see_settings(const struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    for (int i = 0; i < procedure->settings_count; i++) {
        const struct setting_def *def = &procedure->settings[i];
        TEXT_BUFFER(text, 160);
        text_add(&text, "now ");
        setting_format(def, setting_value(procedure, &sitting->state, def->name), &text);
        text_add(&text, ": %s", def->help);
        see(context, def->name, text.p);
    }
}

static void see_questions(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    struct error err;
    struct kept_questions *kept = malloc(sizeof *kept);
    CHECK(kept != NULL);
    enum status status = kept_questions_read(kept, sitting, &err);
    for (int i = 0; status == STATUS_OK && i < kept->count; i++) {
        TEXT_BUFFER(word, 2 * KEPT_NAME_SIZE + 2);
        if (strpbrk(kept->question[i].name, " \"=") != NULL) {
            text_add_quoted(&word, str_of(kept->question[i].name));
        } else {
            text_add(&word, "%s", kept->question[i].name);
        }
        see(context, word.p, kept->question[i].words);
    }
    free(kept);
}

/* A name with blanks is in quotes. */
static void see_encounters(struct sitting *sitting, bool is_archived, sitting_see_word_fn *see,
                           void *context)
{
    enum { MOST = 64 };
    struct encounter_row rows[MOST];
    int count;
    struct error err;
    if (encounter_list(sitting->campaign, rows, MOST, 0, &count, &err) != STATUS_OK) {
        return;
    }
    for (int i = 0; i < count; i++) {
        if (rows[i].is_archived != is_archived) {
            continue;
        }
        TEXT_BUFFER(text, 2 * CAMPAIGN_NAME_SIZE + 2);
        if (strpbrk(rows[i].name, " \"=") != NULL) {
            text_add_quoted(&text, str_of(rows[i].name));
        } else {
            text_add(&text, "%s", rows[i].name);
        }
        see(context, text.p, rows[i].system);
    }
}

static void see_tables(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    sitting_need_files(sitting);
    if (sitting->tables == NULL) {
        return;
    }
    const struct random_tables *tables = table_library_tables(sitting->tables);
    for (int i = 0; i < tables->count; i++) {
        see(context, tables->table[i].name, tables->table[i].title);
    }
}

static void see_rule_texts(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    const struct rule_texts *rule_texts = sitting_rule_texts(sitting);
    for (int i = 0; i < rule_texts->count; i++) {
        see(context, rule_texts->rule_text[i].id, rule_texts->rule_text[i].title);
    }
    if (rule_texts->beside_count > 0) {
        see(context, BESIDE_WORD, BESIDE_TITLE);
    }
}

struct to_see {
    sitting_see_word_fn *see;
    void *context;
};

static void see_archived_kind(void *context, const struct library_record *record,
                              struct str text)
{
    const struct to_see *to = context;
    TEXT_BUFFER(numbers, 400);
    (void)text;
    kind_numbers(record, &numbers);
    to->see(to->context, record->name, numbers.p);
}

static void see_archived_kinds(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    struct to_see to = {see, context};
    struct error err;
    (void)!sitting_archived_kinds(sitting, see_archived_kind, &to, &err);
}

static void see_members(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    struct error err;
    const struct roster *roster = sitting_roster(sitting, &err);
    for (int id = 1; roster != NULL && id <= roster->state.count; id++) {
        TEXT_BUFFER(word, 2 * NAME_SIZE + 2);
        combatant_word(&roster->state, id, &word);
        see(context, word.p, "");
    }
}

static void see_prepared(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    int count;
    struct error err;
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
    if (sitting_prepared_list(sitting, list, PREPARED_MAX, &count, &err) == STATUS_OK) {
        for (int i = 0; i < count; i++) {
            see(context, list[i].name, list[i].system != NULL ? list[i].system->title : "");
        }
    }
    free(list);
}

static void see_demos(sitting_see_word_fn *see, void *context)
{
    struct demo demos[DEMOS_MAX];
    int count = demos_list(demos, DEMOS_MAX);
    for (int i = 0; i < count; i++) {
        see(context, demos[i].name, "");
    }
}

void sitting_words(struct sitting *sitting, enum argument_words kind, sitting_see_word_fn *see,
                   void *context)
{
    switch (kind) {
    case WORDS_ANY:
        break;
    case WORDS_CONDITION:
        see_conditions(sitting, see, context);
        break;
    case WORDS_TRAIT:
        see_labels(sitting, EFFECT_TRAIT, EFFECT_TRAIT, see, context);
        break;
    case WORDS_COUNTER:
        see_counters(&sitting->state, see, context);
        break;
    case WORDS_SETTING:
        see_settings(sitting, see, context);
        break;
    case WORDS_PROGRAM:
        see_program_settings(sitting, see, context);
        break;
    case WORDS_ENCOUNTER:
        see_encounters(sitting, false, see, context);
        break;
    case WORDS_ARCHIVED:
        see_encounters(sitting, true, see, context);
        break;
    case WORDS_TABLE:
        see_tables(sitting, see, context);
        break;
    case WORDS_RULE:
        see_rule_texts(sitting, see, context);
        break;
    case WORDS_PREPARED:
        see_prepared(sitting, see, context);
        break;
    case WORDS_QUESTION:
        see_questions(sitting, see, context);
        break;
    case WORDS_DEMO:
        see_demos(see, context);
        break;
    case WORDS_RECORD:
        if (sitting_procedure(sitting)->fills != NULL) {
            sitting_records(sitting, sitting_procedure(sitting)->fills, see, context);
        }
        break;
    case WORDS_ARCHIVED_RECORD:
        see_archived_kinds(sitting, see, context);
        break;
    case WORDS_MEMBER:
        see_members(sitting, see, context);
        break;
    }
}

void sitting_records(struct sitting *sitting, const char *kind, sitting_see_word_fn *see,
                     void *context)
{
    const struct library *library = sitting_library(sitting);
    const char *fills = sitting_procedure(sitting)->fills;
    if (fills != NULL && strcmp(kind, fills) == 0) {
        sitting_see_kinds(sitting, see, context);
        return;
    }
    for (int i = 0; i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, kind) == 0) {
            see(context, record->name, record->kind->what);
        }
    }
}
