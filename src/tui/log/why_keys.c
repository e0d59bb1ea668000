#include "app/sitting/sitting.h"
#include "app/log/past.h"
#include "app/sitting/state.h"
#include "tracker/naming.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

/* ---- asking ---------------------------------------------------------------------------- */

static void say_failed(struct table *table, enum status status, const struct error *err)
{
    if (status != STATUS_OK) {
        table_say(table, status == STATUS_USAGE ? ROLE_PLAIN : ROLE_ERROR, err->text);
    }
}

/* The moment that is asked about, which is held as long as the view is open. */
static enum status hold_moment(struct table *table, int64_t act, struct error *err)
{
    struct why_view *view = &table->why;
    past_close(view->past);
    if (view->is_of_past) {
        return past_open_of(&view->past, table->sitting, past_encounter(table->look_back.past),
                            act, err);
    }
    enum status status = past_open(&view->past, table->sitting, err);
    return status == STATUS_OK ? past_go(view->past, act, err) : status;
}

/* Asks at this moment, and opens the view if there is an answer. */
static void ask(struct table *table, int id, struct str value, int64_t act)
{
    struct error err;
    struct why_view *view = &table->why;
    struct past_place place;
    enum status status = hold_moment(table, act, &err);
    struct text words = text_over(view->list.place, sizeof view->list.place);
    if (status == STATUS_OK && act != sitting_act_now(table->sitting)) {
        past_place(view->past, &place);
        past_place_format(&place, &words);
    }
    if (status == STATUS_OK) {
        status = why_list_ask(&view->list, view->past, id, value, &err);
    }
    if (status != STATUS_OK) {
        past_close(view->past);
        view->past = NULL;
        say_failed(table, status, &err);
        return;
    }
    view_push(&table->model.views, &view_of_why, view);
}

void table_open_why(struct table *table, int id, struct str value)
{
    table->why.is_of_past = false;
    ask(table, id, value, sitting_act_now(table->sitting));
}

void table_open_why_then(struct table *table, int id)
{
    struct past_place place;
    past_place(table->look_back.past, &place);
    table->why.is_of_past = true;
    table->why.from = place.act;
    ask(table, id, (struct str){"", 0}, place.act);
}

bool table_opens_why(struct table *table, struct str words)
{
    struct error err;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    text_add(&line, "why %.*s", words.n, words.p);
    struct command command;
    const struct command_def *const *defs;
    int count = sitting_commands(table->sitting, &defs);
    enum status status = command_parse(&command, table->model.procedure, defs, count,
                                       table->model.state, str_of(line.p), &err);
    if (status != STATUS_OK || command.argument[0].word.n == 0) {
        return false; /* the command itself says what is wrong, or asks */
    }
    int id = combatant_find(table->model.state, command.argument[0].word, &err);
    if (id == 0) {
        return false;
    }
    table_close(table, &view_of_palette);
    table_open_why(table, id, command.argument[1].word);
    return true;
}

/* ---- keys ------------------------------------------------------------------------------ */

static void look(struct table *table, const struct view_key *key)
{
    int64_t act = why_list_act(&table->why.list);
    (void)key;
    if (act != 0) {
        table_look_back_at(table, past_encounter(table->why.past), act);
    }
}

static void step_value(struct table *table, const struct view_key *key)
{
    struct error err;
    struct why_list *list = &table->why.list;
    const char *value = why_list_other_value(list, key->act == ACT_NEXT ? 1 : -1);
    enum status status = past_go(table->why.past, list->at, &err);
    if (status == STATUS_OK) {
        status = why_list_ask(list, table->why.past, list->id, str_of(value), &err);
    }
    say_failed(table, status, &err);
}

static void move(struct table *table, const struct view_key *key)
{
    struct error err;
    struct why_list *list = &table->why.list;
    int steps = view_list_steps(key->act, table_page(table), list->why.links);
    say_failed(table, why_list_move(list, table->why.past, steps, &err), &err);
}

/* Back to the moment of the past that it was asked from, if another one was looked at. */
static void leave(struct table *table, const struct view_key *key)
{
    bool goes_back =
        table->why.is_of_past && view_find(&table->model.views, &view_of_past) == NULL;
    int64_t from = table->why.from;
    int64_t encounter = past_encounter(table->why.past);
    (void)key;
    table_close(table, &view_of_why);
    if (goes_back) {
        table_look_back_at(table, encounter, from);
    }
}

/* ---- the view -------------------------------------------------------------------------- */

static bool offers(const void *self, enum screen_act act)
{
    const struct why_view *view = self;
    return act != ACT_LOOK || view->list.why.links > 0;
}

static void draw(const struct view_place *place, void *self)
{
    struct why_view *view = self;
    why_list_draw(&view->list, table_view_sheet(place->screen));
}

static void end(struct table *table)
{
    why_list_done(&table->why.list);
    past_close(table->why.past);
    table->why.past = NULL;
}

const struct view view_of_why = {
    .context = CONTEXT_WHY,
    .room = VIEW_SHEET,
    .at_first = "this is the first act",
    .at_last = "this is the newest act",
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_NEXT] = step_value,
            [ACT_BEFORE] = step_value,
            [ACT_CANCEL] = leave,
            [ACT_HELP] = table_act_help,
            VIEW_LIST_MOVES(move),
        },
    .before = table_say_nothing,
    .offers = offers,
    .draw = draw,
    .tells = true,
    .lists_past = true,
    .closed = end,
};
