#include "tui/loop/screen.h"

#include <stdlib.h>
#include <string.h>

#include "app/export/export.h"
#include "app/library/kinds.h"
#include "app/sitting/odds.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"

void *screen_data(struct screen *screen, const struct view *view)
{
    void **data = &screen->data[view->context];
    if (*data == NULL) {
        *data = calloc(1, view->size);
        CHECK(*data != NULL);
    }
    return *data;
}

struct canvas screen_sheet(struct screen *screen)
{
    return sheet_of(canvas_of(&screen->frame));
}

int screen_page(struct screen *screen)
{
    int rows = screen_sheet(screen).rows;
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

void screen_say(struct screen *screen, enum role role, const char *text)
{
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    text_add(&to, "%s", text);
    screen->model.notice.role = role;
}

void screen_say_error(struct screen *screen, const struct error *error)
{
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    text_add(&to, "%s: %s", error->where, error->text);
    screen->model.notice.role = ROLE_ERROR;
}

void screen_say_failed(struct screen *screen, enum status status, const struct error *error)
{
    if (status != STATUS_OK) {
        screen_say(screen, ROLE_ERROR, error->text);
    }
}

bool screen_say_nothing(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_say(screen, ROLE_PLAIN, "");
    return false;
}

/* ---- lines ----------------------------------------------------------------------------- */

void screen_run_line(struct screen *screen, const char *line)
{
    screen->run_line(screen, line);
}

void screen_open_palette(struct screen *screen, const char *line)
{
    screen->open_palette(screen, line, (int)strlen(line));
}

void screen_open_palette_at(struct screen *screen, const char *line, int cursor)
{
    screen->open_palette(screen, line, cursor);
}

void screen_amend(struct screen *screen, int64_t act)
{
    TEXT_BUFFER(text, 32);
    text_add(&text, "amend act=%lld", (long long)act);
    screen_run_line(screen, text.p);
}

void screen_rewind(struct screen *screen, int64_t act)
{
    TEXT_BUFFER(text, 32);
    text_add(&text, "rewind %lld", (long long)act);
    screen_run_line(screen, text.p);
}

void screen_open_export(struct screen *screen, const struct export_draft *draft)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    sitting_export_line(screen->sitting, draft, &line);
    screen_open_palette(screen, line.p);
    screen_say(screen, ROLE_DIM,
               "the ending chooses: html md csv json txt; players: without secrets");
}

/* ---- views ----------------------------------------------------------------------------- */

void screen_push(struct screen *screen, const struct view *view)
{
    view_push(&screen->model.views, view, screen_data(screen, view));
}

void screen_close(struct screen *screen, const struct view *view)
{
    if (view_take_off(&screen->model.views, view) && view->closed != NULL) {
        view->closed(screen);
    }
}

void screen_close_all(struct screen *screen)
{
    while (screen->model.views.count > 0) {
        screen_close(screen, view_top(&screen->model.views).view);
    }
}

void screen_act_close(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_close(screen, view_top(&screen->model.views).view);
}

void screen_act_help(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen->open_help(screen, view_top(&screen->model.views).view->context);
}
