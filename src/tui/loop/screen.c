#include "tui/loop/screen.h"

#include <stdlib.h>
#include <string.h>

#include "app/export/export.h"
#include "app/library/kinds.h"
#include "app/sitting/odds.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"

void *table_data(struct table *table, const struct view *view)
{
    void **data = &table->data[view->context];
    if (*data == NULL) {
        *data = calloc(1, view->size);
        CHECK(*data != NULL);
    }
    return *data;
}

struct canvas table_sheet(struct table *table)
{
    return sheet_of(canvas_of(&table->frame));
}

int table_page(struct table *table)
{
    int rows = table_sheet(table).rows;
    return rows > 2 ? rows - 2 : 1;
}

/* ---- the model ------------------------------------------------------------------------- */

/* Everything that waits for the combatant of the odds. */
void table_find_together(struct table_model *model, struct sitting *sitting)
{
    if (model->odds != NULL && model->odds->count > 0) {
        const struct act_odds *act = &model->odds->act[0];
        int about = act->hurt != 0 ? act->hurt : act->object;
        model->together = about != 0 ? sitting_together(sitting, about) : NULL;
    }
}

void table_usual_odds(struct table_model *model, struct sitting *sitting)
{
    int actor, target;
    bool has_pair = table_model_pair(model, &actor, &target);
    model->odds = has_pair ? sitting_usual_odds(sitting, actor, target) : NULL;
    model->together = NULL;
    table_find_together(model, sitting);
}

static void fill_pending_chances(struct table_model *model, struct sitting *sitting)
{
    model->pending_title = NULL;
    for (int i = 0; i < DUE_SHOWN_MAX; i++) {
        model->pending_chance[i].name = NULL;
        model->pending_chance[i].together = NULL;
        if (i < model->pending_checks) {
            sitting_pending_chance(sitting, &model->pending[i], &model->pending_chance[i].name,
                                   &model->pending_chance[i].chance);
            model->pending_chance[i].together =
                sitting_together(sitting, model->pending[i].subject);
        }
    }
    if (model->pending_checks > 0) {
        const char *rule = model->pending[0].rule != NULL ? model->pending[0].rule : "";
        const struct rule_text *rule_text =
            rule_text_find(sitting_rule_texts(sitting), str_of(rule));
        model->pending_title = rule_text != NULL ? rule_text->title : NULL;
    }
}

/* Known once the library has been read, in the first idle moment. */
void table_look_at_kinds(struct table_model *model, const struct sitting *sitting)
{
    for (int id = 1; id <= model->state->count; id++) {
        model->kind_is_gone[id] = sitting_kind_is_gone(sitting, id);
    }
}

void table_fill(struct table_model *model, struct sitting *sitting)
{
    model->state = sitting_state(sitting);
    model->encounter = sitting_encounter_name(sitting);
    model->undo_label = sitting_undo_label(sitting);
    model->redo_label = sitting_redo_label(sitting);
    model->is_read_only = sitting_is_read_only(sitting);
    model->caster = sitting_caster(sitting);
    model->lines_count = sitting_log(sitting, &model->lines);
    model->older = 0;
    table_look_at_kinds(model, sitting);
    table_model_refresh(model);
    fill_pending_chances(model, sitting);
}

/* ---- messages -------------------------------------------------------------------------- */

void table_say(struct table *table, enum role role, const char *text)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s", text);
    table->model.notice.role = role;
}

void table_say_error(struct table *table, const struct error *error)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s: %s", error->where, error->text);
    table->model.notice.role = ROLE_ERROR;
}

void table_say_failed(struct table *table, enum status status, const struct error *error)
{
    if (status != STATUS_OK) {
        table_say(table, ROLE_ERROR, error->text);
    }
}

bool table_say_nothing(struct table *table, const struct view_key *key)
{
    (void)key;
    table_say(table, ROLE_PLAIN, "");
    return false;
}

/* ---- lines ----------------------------------------------------------------------------- */

void table_run_line(struct table *table, const char *line)
{
    table->run_line(table, line);
}

void table_open_palette(struct table *table, const char *line)
{
    table->open_palette(table, line, (int)strlen(line));
}

void table_open_palette_at(struct table *table, const char *line, int cursor)
{
    table->open_palette(table, line, cursor);
}

void table_amend(struct table *table, int64_t act)
{
    TEXT_BUFFER(text, 32);
    text_add(&text, "amend act=%lld", (long long)act);
    table_run_line(table, text.p);
}

void table_rewind(struct table *table, int64_t act)
{
    TEXT_BUFFER(text, 32);
    text_add(&text, "rewind %lld", (long long)act);
    table_run_line(table, text.p);
}

void table_open_export(struct table *table, const struct export_draft *draft)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    sitting_export_line(table->sitting, draft, &line);
    table_open_palette(table, line.p);
    table_say(table, ROLE_DIM,
              "the ending chooses: html md csv json txt; players: without secrets");
}

/* ---- views ----------------------------------------------------------------------------- */

void table_push(struct table *table, const struct view *view)
{
    view_push(&table->model.views, view, table_data(table, view));
}

void table_close(struct table *table, const struct view *view)
{
    if (view_take_off(&table->model.views, view) && view->closed != NULL) {
        view->closed(table);
    }
}

void table_close_all(struct table *table)
{
    while (table->model.views.count > 0) {
        table_close(table, view_top(&table->model.views).view);
    }
}

void table_act_close(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, view_top(&table->model.views).view);
}

void table_act_help(struct table *table, const struct view_key *key)
{
    (void)key;
    table->open_help(table, view_top(&table->model.views).view->context);
}
