#include <stdlib.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tracker/naming.h"
#include "tui/loop/table_private.h"

/* What is typed in the forecast: what-ifs with their words completed; questions, their answer
 * in place of the figures, more of it. */

/* ---- what-ifs -------------------------------------------------------------------------- */

/* The line that the cursor is in begins here: lines are separated by `;`. */
static int line_start(const struct line_edit *edit)
{
    int start = edit->cursor;
    while (start > 0 && edit->text[start - 1] != ';') {
        start--;
    }
    while (start < edit->cursor && edit->text[start] == ' ') {
        start++;
    }
    return start;
}

/* The commands of the table, and who is in this fight. */
static struct palette_source source_of(struct table *table)
{
    struct palette_source source = table_source(table);
    source.state = table->forecast.shown.start;
    source.asks = NULL;
    source.refuses = NULL;
    return source;
}

/* What else the word could be. */
static void tell_others(struct forecast_sheet *sheet, const struct palette *palette,
                        const struct palette_source *source)
{
    enum { MOST = 8 };
    TEXT_BUFFER(words, 300);
    for (int i = 1; i < palette->entries && i <= MOST; i++) {
        const struct palette_entry *entry = &palette->entry[i];
        TEXT_BUFFER(word, NAME_SIZE + 8);
        if (entry->kind == PALETTE_COMMAND) {
            text_add(&word, "%s", entry->command->name);
        } else if (entry->kind == PALETTE_ROW) {
            combatant_word(source->state, entry->index, &word);
        } else {
            text_add(&word, "%s", entry->word);
        }
        text_add_item(&words, word.p);
    }
    if (words.n > 0) {
        text_format(sheet->wrong, sizeof sheet->wrong, "or %s%s", words.p,
                    palette->entries > MOST + 1 ? ", ..." : "");
    }
}

void table_complete_what_if(struct table *table)
{
    struct line_edit *edit = &table->forecast.edit;
    struct palette_source source = source_of(table);
    int start = line_start(edit), cursor = edit->cursor;
    if (source.state == NULL || start == cursor) {
        return;
    }
    struct palette *palette = calloc(1, sizeof *palette);
    CHECK(palette != NULL);
    TEXT_BUFFER(line, LINE_EDIT_SIZE);
    TEXT_BUFFER(whole, LINE_EDIT_SIZE);
    text_add_str(&line, (struct str){edit->text + start, cursor - start});
    palette_begin(palette, &source, line.p);
    tell_others(&table->forecast, palette, &source);
    palette_complete(palette, &source);
    text_add_str(&whole, (struct str){edit->text, start});
    text_add_str(&whole, line_edit_text(&palette->edit));
    int end = whole.n;
    text_add_str(&whole, (struct str){edit->text + cursor, edit->length - cursor});
    line_edit_set(edit, (struct str){whole.p, whole.n});
    edit->cursor = end < edit->length ? end : edit->length;
    free(palette);
}

/* ---- questions ------------------------------------------------------------------------- */

static void try_question(struct table *table)
{
    struct forecast_sheet *sheet = &table->forecast;
    struct forecast_answer *answer;
    struct error err;
    struct str words = str_trimmed(line_edit_text(&sheet->edit));
    if (words.n == 0) {
        return;
    }
    if (!forecast_shown_ask(&sheet->shown, words, &answer, &err)) {
        struct text out = text_over(sheet->wrong, sizeof sheet->wrong);
        text_add_error(&out, &err);
        return;
    }
    forecast_answer_free(sheet->answer);
    sheet->answer = answer;
    sheet->is_asking = false;
    table->has_idle_work = true;
}

void table_ask_forecast(struct table *table, struct str words)
{
    line_edit_set(&table->forecast.edit, words);
    table->forecast.is_asking = true;
    try_question(table);
}

static void complete(struct forecast_sheet *sheet)
{
    TEXT_BUFFER(rest, 80);
    if (sheet->shown.forecast != NULL &&
        forecast_question_complete(sheet->shown.forecast, line_edit_text(&sheet->edit),
                                   &rest)) {
        line_edit_insert(&sheet->edit, str_of(rest.p));
    }
}

void table_type_question(struct table *table, const struct view_key *key)
{
    struct forecast_sheet *sheet = &table->forecast;
    (void)key;
    if (sheet->shown.forecast == NULL) {
        table_say(table, ROLE_PLAIN, "there is no forecast to ask");
        return;
    }
    sheet->is_asking = true;
    if (!forecast_question_is(line_edit_text(&sheet->edit))) {
        line_edit_set(&sheet->edit, str_of("how many "));
    }
}

/* A key while an answer is shown: Esc goes back to the figures, and so does what changes them.
 */
static bool leave_answer(struct table *table, const struct view_key *key)
{
    struct forecast_sheet *sheet = &table->forecast;
    if (key->act == ACT_HOW_MANY || key->act == ACT_HELP) {
        return false;
    }
    if (key->act == ACT_MORE_FIGHTS) {
        forecast_answer_more(sheet->answer);
        table->has_idle_work = true;
        return true;
    }
    forecast_answer_free(sheet->answer);
    sheet->answer = NULL;
    table->has_idle_work = true;
    return key->act == ACT_CANCEL;
}

bool table_question_key(struct table *table, const struct view_key *key)
{
    struct forecast_sheet *sheet = &table->forecast;
    if (!sheet->is_asking) {
        return sheet->answer != NULL && leave_answer(table, key);
    }
    if (key->act == ACT_ACCEPT) {
        try_question(table);
    } else if (key->act == ACT_CANCEL) {
        sheet->is_asking = false;
        table->has_idle_work = true;
    } else if (key->act == ACT_COMPLETE) {
        complete(sheet);
    } else {
        line_edit_input(&sheet->edit, key->input);
    }
    return true;
}

bool table_play_answer(struct table *table)
{
    enum { TURN = 10 };
    struct forecast_answer *answer = table->forecast.answer;
    int64_t began = sitting_now_ms(table->sitting);
    if (answer == NULL || answer->is_played) {
        return false;
    }
    for (int turn = 0; turn < 2 && forecast_answer_play(answer, TURN) &&
                       sitting_now_ms(table->sitting) - began < FORECAST_SHOWN_SLICE_MS;
         turn++) {
    }
    return true;
}
