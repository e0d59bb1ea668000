#include "app/sitting_past.h"
#include "tui/fight/table_private.h"

#include <string.h>

#include "app/sitting_state.h"
#include "tui/fight/order_rows.h"
#include "tui/fight/table_layout.h"
#include "tui/fight/table_view.h"

/* Messages belong to the past in view: the table keeps its own message. */
static void say(struct table *table, enum role role, const char *words)
{
    struct notice *notice = &table->look_back.model.notice;
    struct text to = text_over(notice->text, sizeof notice->text);
    text_add(&to, "%s", words);
    notice->role = role;
}

/* ---- what is looked at ----------------------------------------------------------------- */

static void look(struct table *table)
{
    struct look_back *look_back = &table->look_back;
    struct table_model *model = &look_back->model;
    struct sitting *then = past_then(look_back->past);
    past_place(look_back->past, &look_back->banner.place);
    struct text now = text_over(look_back->banner.now, sizeof look_back->banner.now);
    table->model.procedure->phase(table->model.state, &now);
    model->banner = &look_back->banner;
    table_fill(model, then);
    table_usual_odds(model, then);
}

/* Starts with the table's selection, targets and open groups, until the referee changes
 * them. */
static void begin_as_at_the_table(struct table *table)
{
    struct table_model *model = &table->look_back.model;
    *model = table->model;
    if (table_model_question(&table->model) != NULL) {
        model->selected = table->question.selected_before;
        model->follows_turn = table->question.followed_before;
    }
    memset(&model->views, 0, sizeof model->views);
    model->notice.text[0] = '\0';
    model->dead_key[0] = '\0';
    model->menu = MENU_NONE;
    model->count = 0;
    model->picked = 0;
}

static void end(struct table *table)
{
    past_close(table->look_back.past);
    table->look_back.past = NULL;
}

static enum status begin(struct table *table, struct error *err)
{
    end(table);
    return past_open(&table->look_back.past, table->sitting, err);
}

/* Opens the past if the move succeeds; otherwise reports why not and opens nothing. */
static void show(struct table *table, enum status status, const struct error *err)
{
    if (status != STATUS_OK) {
        end(table);
        table_say(table, status == STATUS_USAGE ? ROLE_PLAIN : ROLE_ERROR, err->text);
        return;
    }
    begin_as_at_the_table(table);
    look(table);
    view_push(&table->model.views, &view_of_past, &table->look_back);
}

void table_look_back_to(struct table *table, int64_t act)
{
    struct error err;
    enum status status = begin(table, &err);
    if (status == STATUS_OK) {
        status = past_go(table->look_back.past, act, &err);
    }
    show(table, status, &err);
}

void table_look_back_by_words(struct table *table, struct str words)
{
    struct error err;
    enum status status = begin(table, &err);
    if (status == STATUS_OK) {
        status = past_go_by_words(table->look_back.past, words, &err);
    }
    show(table, status, &err);
}

/* This many acts before now; the first of them must exist. */
void table_look_back(struct table *table, const struct view_key *key)
{
    struct error err;
    bool has_moved = false;
    enum status status = begin(table, &err);
    for (int i = 0; status == STATUS_OK && i < key->times; i++) {
        bool moves;
        status = past_move(&moves, table->look_back.past, PAST_OLDER, &err);
        has_moved = has_moved || moves;
    }
    if (status == STATUS_OK && !has_moved) {
        status = error_set(&err, STATUS_USAGE, "", "nothing was done before this");
    }
    show(table, status, &err);
}

/* ---- keys ------------------------------------------------------------------------------ */

static enum past_move move_of(enum screen_act act)
{
    static const enum past_move moves[ACT_COUNT] = {
        [ACT_LOOK_OLDER] = PAST_OLDER,    [ACT_LOOK_NEWER] = PAST_NEWER,
        [ACT_PAGE_UP] = PAST_OLDER_ROUND, [ACT_PAGE_DOWN] = PAST_NEWER_ROUND,
        [ACT_FIRST] = PAST_FIRST,         [ACT_LAST] = PAST_LAST,
    };
    return moves[act];
}

static void say_end(struct table *table, enum past_move move)
{
    struct past_place place;
    past_place(table->look_back.past, &place);
    bool is_older = move == PAST_OLDER || move == PAST_OLDER_ROUND || move == PAST_FIRST;
    say(table, ROLE_PLAIN,
        is_older              ? "this is the start: nothing was done before it"
        : place.is_taken_back ? "this act was taken back, and nothing followed it"
                              : "this is how it stands now; Esc closes");
}

static void step(struct table *table, const struct view_key *key)
{
    struct error err;
    bool has_moved;
    enum past_move move = move_of(key->act);
    enum status status = past_move(&has_moved, table->look_back.past, move, &err);
    if (status != STATUS_OK) {
        table_close(table, &view_of_past);
        table_say_error(table, &err);
    } else if (has_moved) {
        look(table);
    } else {
        say_end(table, move);
    }
}

static int rows_of_order(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->look_back.model, canvas_of(&table->frame));
    return layout.order.rows;
}

static void select_one(struct table *table, const struct view_key *key)
{
    struct table_model *model = &table->look_back.model;
    int steps = key->act == ACT_UP ? -1 : 1;
    table_model_select(model, order_step(model, rows_of_order(table), steps));
}

static void select_turn(struct table *table, const struct view_key *key)
{
    struct table_model *model = &table->look_back.model;
    (void)key;
    if (model->acting != 0) {
        table_model_select(model, model->acting);
    } else {
        say(table, ROLE_PLAIN, "nobody had a turn then");
    }
}

static void set_target(struct table *table, const struct view_key *key)
{
    struct table_model *model = &table->look_back.model;
    if (key->act == ACT_FOE) {
        model->target = table_model_next_foe(model, model->target);
    } else {
        table_model_set_target(model, model->selected);
    }
}

static void go_back_for_good(struct table *table, const struct view_key *key)
{
    struct past_place place;
    (void)key;
    past_place(table->look_back.past, &place);
    table_close_all(table);
    table_rewind(table, place.act);
    struct notice *notice = &table->model.notice;
    if (table->result.kind == RESULT_DONE && place.undone > 0) {
        int said = (int)strlen(notice->text);
        struct text to = text_over(notice->text + said, NOTICE_SIZE - said);
        text_add(&to, "; %lld act%s undone, `history` brings %s back", (long long)place.undone,
                 place.undone == 1 ? " is" : "s are", place.undone == 1 ? "it" : "them");
    }
}

static void refuse(struct table *table, const struct view_key *key)
{
    const struct key_table *keys = &table->model.keys;
    struct notice *notice = &table->look_back.model.notice;
    struct text to = text_over(notice->text, sizeof notice->text);
    (void)key;
    text_add(&to, "this is the past: %s returns to now, %s goes back here for good",
             key_of_past(keys, ACT_CANCEL), key_of_past(keys, ACT_REWIND));
    notice->role = ROLE_WARNING;
}

/* Clears the old message. */
static bool before_key(struct table *table, const struct view_key *key)
{
    (void)key;
    say(table, ROLE_PLAIN, "");
    return false;
}

/* The odds follow the selection. */
static void select_and_look(struct table *table, const struct view_key *key)
{
    struct look_back *look_back = &table->look_back;
    if (key->act == ACT_TARGET || key->act == ACT_FOE) {
        set_target(table, key);
    } else if (key->act == ACT_TURN) {
        select_turn(table, key);
    } else {
        select_one(table, key);
    }
    table_usual_odds(&look_back->model, past_then(look_back->past));
}

static void ask_why(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_why_then(table, table->look_back.model.selected);
}

static void draw(const struct view_place *place, void *self)
{
    look_back_draw(self, place->screen);
}

const struct view view_of_past = {
    .context = CONTEXT_PAST,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_CANCEL] = table_act_close,
            [ACT_BACK] = table_act_close,
            [ACT_WHY] = ask_why,
            [ACT_HELP] = table_act_help,
            [ACT_LOOK_OLDER] = step,
            [ACT_LOOK_NEWER] = step,
            [ACT_PAGE_UP] = step,
            [ACT_PAGE_DOWN] = step,
            [ACT_FIRST] = step,
            [ACT_LAST] = step,
            [ACT_UP] = select_and_look,
            [ACT_DOWN] = select_and_look,
            [ACT_TURN] = select_and_look,
            [ACT_TARGET] = select_and_look,
            [ACT_FOE] = select_and_look,
            [ACT_REWIND] = go_back_for_good,
        },
    .other = refuse,
    .before = before_key,
    .draw = draw,
    .closed = end,
};
