#include "tui/loop/table_private.h"
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

void table_read_kept(struct table *table, struct ask_box *box)
{
    struct error err;
    if (kept_questions_read(&box->kept, table->sitting, &err) != STATUS_OK) {
        box->kept.count = 0;
        table_say(table, ROLE_ERROR, err.text);
    }
}

void table_keep_question(struct table *table, const struct ask_box *box)
{
    int cursor;
    TEXT_BUFFER(line, LINE_EDIT_SIZE + 32);
    if (box->is_wrong || str_trimmed(line_edit_text(&box->edit)).n == 0) {
        table_say(table, ROLE_PLAIN,
                  box->is_wrong ? "these words cannot be read yet"
                                : "no words are typed to keep: / types some");
        return;
    }
    ask_box_write_keep(box, &line, &cursor);
    table_open_palette_at(table, line.p, cursor);
    table_say(table, ROLE_DIM, "type the name; question=NAME asks it again");
}

static void open_with(struct table *table, struct str words, enum asked_scope scope)
{
    struct ask_list *list = &table->ask;
    ask_list_done(list);
    ask_box_init(&list->box, scope);
    line_edit_set(&list->box.edit, words);
    list->box.is_typing = true;
    table_read_kept(table, &list->box);
    read_words(table);
    view_push(&table->model.views, &view_of_ask, list);
}

void table_open_ask(struct table *table)
{
    open_with(table, str_of(""), SCOPE_FIGHT);
}

void table_open_ask_further(struct table *table, struct str words)
{
    open_with(table, words, SCOPE_EVENING);
}

/* ---- keys ------------------------------------------------------------------------------ */

static bool types(const void *self)
{
    const struct ask_list *list = self;
    return list->box.is_typing;
}

static void type(struct table *table, const struct view_key *key)
{
    if (ask_box_input(&table->ask.box, key->input) == LINE_EDIT_CHANGED) {
        table->ask.box.is_typing = true;
        read_words(table);
    }
}

static void type_on(struct table *table, const struct view_key *key)
{
    (void)key;
    table->ask.box.is_typing = true;
}

static void keep(struct table *table, const struct view_key *key)
{
    (void)key;
    table_keep_question(table, &table->ask.box);
}

/* A line was run: it may have kept a question. */
static void ran(struct table *table)
{
    table_read_kept(table, &table->ask.box);
    read_words(table);
}

static void widen(struct table *table, const struct view_key *key)
{
    (void)key;
    ask_box_widen(&table->ask.box);
    ask(table);
}

/* Below the words are the acts, where letters are keys. */
static void move(struct table *table, const struct view_key *key)
{
    bool goes_up = key->act == ACT_UP && table->ask.picked == 0;
    table->ask.box.is_typing = goes_up;
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
            [ACT_KEEP] = keep,
            [ACT_FILTER] = type_on,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_PAGE_DOWN] = move,
            [ACT_PAGE_UP] = move,
        },
    .before = table_say_nothing,
    .other = type,
    .types = types,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
    .lists_past = true,
    .ran = ran,
    .learns = learn,
    .closed = end,
};
