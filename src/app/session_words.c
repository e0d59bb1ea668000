#include "app/session_words.h"

#include <string.h>

#include "app/session_private.h"
#include "app/session_rules.h"
#include "tracker/settings.h"

/* Labels of marks from `low` to `high`: what anybody here has. */
static void see_labels(const struct state *state, enum mark_kind low, enum mark_kind high,
                       session_see_word_fn *see, void *context)
{
    for (int i = 0; i < state->marks; i++) {
        const struct mark *mark = &state->mark[i];
        bool is_wanted = mark->kind >= (int)low && mark->kind <= (int)high;
        for (int k = 0; k < i && is_wanted; k++) {
            const struct mark *other = &state->mark[k];
            is_wanted = other->kind < (int)low || other->kind > (int)high ||
                        strcmp(other->label, mark->label) != 0;
        }
        if (is_wanted) {
            see(context, mark->label, "");
        }
    }
}

static void see_settings(const struct session *session, session_see_word_fn *see, void *context)
{
    const struct procedure *procedure = session_procedure(session);
    for (int i = 0; i < procedure->settings_count; i++) {
        char note[160];
        struct text text;
        const struct setting_def *def = &procedure->settings[i];
        text_init(&text, note, sizeof note);
        text_add(&text, "now ");
        setting_format(def, setting_value(&session->state, def->name), &text);
        text_add(&text, ": %s", def->help);
        see(context, def->name, note);
    }
}

/* A name with blanks stands in quotes. */
static void see_encounters(struct session *session, session_see_word_fn *see, void *context)
{
    enum { MOST = 64 };
    struct encounter_row rows[MOST];
    int count;
    struct error err;
    if (encounter_list(session->campaign, rows, MOST, 0, &count, &err) != STATUS_OK) {
        return;
    }
    for (int i = 0; i < count; i++) {
        char word[CAMPAIGN_NAME_SIZE + 2];
        struct text text;
        const char *quote = strchr(rows[i].name, ' ') != NULL ? "\"" : "";
        text_init(&text, word, sizeof word);
        text_add(&text, "%s%s%s", quote, rows[i].name, quote);
        see(context, word, rows[i].system);
    }
}

static void see_tables(struct session *session, session_see_word_fn *see, void *context)
{
    session_need_files(session);
    if (session->tables == NULL) {
        return;
    }
    const struct random_tables *tables = table_library_tables(session->tables);
    for (int i = 0; i < tables->count; i++) {
        see(context, tables->table[i].name, tables->table[i].title);
    }
}

static void see_paragraphs(struct session *session, session_see_word_fn *see, void *context)
{
    const struct paragraphs *paragraphs = session_paragraphs(session);
    for (int i = 0; i < paragraphs->count; i++) {
        see(context, paragraphs->paragraph[i].id, paragraphs->paragraph[i].title);
    }
}

void session_words(struct session *session, enum argument_words kind, session_see_word_fn *see,
                   void *context)
{
    switch (kind) {
    case WORDS_ANY:
        break;
    case WORDS_CONDITION:
        see_labels(&session->state, MARK_CONDITION, MARK_CONDITION_END, see, context);
        break;
    case WORDS_TRAIT:
        see_labels(&session->state, MARK_TRAIT, MARK_TRAIT, see, context);
        break;
    case WORDS_SETTING:
        see_settings(session, see, context);
        break;
    case WORDS_ENCOUNTER:
        see_encounters(session, see, context);
        break;
    case WORDS_TABLE:
        see_tables(session, see, context);
        break;
    case WORDS_PARAGRAPH:
        see_paragraphs(session, see, context);
        break;
    }
}

void session_records(struct session *session, const char *kind, session_see_word_fn *see,
                     void *context)
{
    session_need_files(session);
    const struct library *library =
        session->library != NULL ? record_library(session->library) : NULL;
    for (int i = 0; library != NULL && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, kind) == 0) {
            see(context, record->name, record->kind->what);
        }
    }
}
