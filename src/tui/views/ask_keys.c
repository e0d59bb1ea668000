#include "tui/fight/table_private.h"
#include "tui/fight/table_view.h"

#include <string.h>

static void ask(struct table *table)
{
    ask_list_begin(&table->ask, table->sitting);
    table->has_idle_work = true;
}

/* Words that cannot be read leave what was found before. */
static void read_words(struct table *table)
{
    struct asking_names names = ask_box_names(&table->model);
    if (ask_box_read(&table->ask.box, &names)) {
        ask(table);
    }
}

void table_open_ask(struct table *table)
{
    struct ask_list *list = &table->ask;
    ask_list_done(list);
    ask_box_init(&list->box, SCOPE_FIGHT);
    list->box.is_typing = true;
    read_words(table);
    view_push(&table->model.views, &view_of_ask, list);
}

/* ---- keys ------------------------------------------------------------------------------ */

static void type(struct table *table, const struct view_key *key)
{
    if (ask_box_input(&table->ask.box, key->input) == LINE_EDIT_CHANGED) {
        read_words(table);
    }
}

static void widen(struct table *table, const struct view_key *key)
{
    (void)key;
    ask_box_widen(&table->ask.box);
    ask(table);
}

static void move(struct table *table, const struct view_key *key)
{
    ask_list_move(&table->ask, view_list_steps(key->act, table_page(table), ASK_FOUND_MAX));
}

static void look(struct table *table, const struct view_key *key)
{
    const struct asked_act *picked = ask_list_picked(&table->ask);
    (void)key;
    if (picked == NULL) {
        table_say(table, ROLE_PLAIN, "nothing was found to look at");
    } else {
        table_look_back_at(table, picked->encounter, picked->act);
    }
}

/* ---- the view -------------------------------------------------------------------------- */

static void draw(const struct view_place *place, void *self)
{
    ask_list_draw(self, table_view_sheet(place->screen));
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct ask_list *list = self;
    if (model->notice.text[0] != '\0') {
        table_view_keys(model, canvas);
    } else {
        ask_box_draw(&list->box, canvas);
    }
}

static void learn(struct table *table)
{
    if (ask_list_search(&table->ask)) {
        table->has_idle_work = true;
    }
}

static void end(struct table *table)
{
    ask_list_done(&table->ask);
}

const struct view view_of_ask = {
    .context = CONTEXT_ASK,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_WIDEN] = widen,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_PAGE_DOWN] = move,
            [ACT_PAGE_UP] = move,
        },
    .before = table_say_nothing,
    .other = type,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
    .learns = learn,
    .closed = end,
};
