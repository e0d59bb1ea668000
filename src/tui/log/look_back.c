#include "tui/log/look_back.h"

#include <string.h>

#include "app/export/export.h"
#include "app/log/past.h"
#include "app/sitting/state.h"
#include "tui/canvas/canvas.h"
#include "tui/fight/order.h"
#include "tui/fight/table_view.h"
#include "tui/forecast/choices.h"
#include "tui/loop/screen.h"
#include "tui/widgets/reader.h"

/* ---- drawing --------------------------------------------------------------------------- */

static void add_of_past(const struct look_back *look, struct text *out)
{
    const struct past_place *place = &look->banner.place;
    bool is_now = place->undone == 0 && !place->is_taken_back && !place->is_other;
    enum screen_act act = place->is_other ? ACT_GO_ON : ACT_REWIND;
    text_add(out, "%s%s", look->hint, look->hint[0] != '\0' ? "; " : "");
    text_add(out, "%s%s", is_now ? "" : key_of_past(&look->model.keys, act),
             is_now ? "" : ": ");
    past_return_format(place, out);
}

void look_back_draw(const struct look_back *look, struct canvas screen)
{
    struct table_layout layout;
    table_layout(&layout, &look->model, screen);
    struct view_place place = {&look->model, &layout, screen};
    table_view_panes(&place, NULL);
    canvas_recede(layout.order);
    canvas_recede(layout.detail);
    canvas_recede(layout.log);
    /* What going back for good would do, when there is no other message. */
    bool is_free = look->model.notice.text[0] == '\0' && layout.detail.rows > 0;
    if (!is_free || layout.notice.rows == 0) {
        return;
    }
    char buf[WORDING_SIZE];
    TEXT_BUFFER(text, LOOK_BACK_HINT_SIZE);
    if (look->banner.example != NULL) {
        /* Of an example: how it ends, and the way back. */
        text_add(&text, "%s%s%s: back to the forecast", look->hint,
                 look->hint[0] != '\0' ? "; " : "",
                 key_in_context(&look->model.keys, CONTEXT_EXAMPLE, ACT_CANCEL));
    } else {
        add_of_past(look, &text);
    }
    canvas_field(layout.notice, (struct strip){0, 0, layout.notice.columns, ALIGN_LEFT},
                 ROLE_PLAIN, str_of(""));
    canvas_text(layout.notice, 0, 1, look->hint[0] != '\0' ? ROLE_PLAIN : ROLE_DIM,
                wording(buf, layout.notice.frame, (struct str){text.p, text.n}));
}

void look_back_say(struct look_back *look, enum role role, const char *words)
{
    struct notice *notice = &look->model.notice;
    struct text to = text_over(notice->text, sizeof notice->text);
    text_add(&to, "%s", words);
    notice->role = role;
}

/* ---- what is looked at ----------------------------------------------------------------- */

static struct look_back *look_back_of(struct table *table)
{
    return table_data(table, &view_of_past);
}

/* Messages belong to the past in view: the table keeps its own message. */
static void say(struct table *table, enum role role, const char *words)
{
    look_back_say(look_back_of(table), role, words);
}

/* What is written about the act, and the ways that lead elsewhere. */
static void look_around(struct table *table)
{
    struct look_back *look_back = look_back_of(table);
    const struct key_table *keys = &look_back->model.keys;
    struct past_around around;
    struct error err;
    struct text hint = text_over(look_back->hint, sizeof look_back->hint);
    if (past_look_around(&around, look_back->past, &err) != STATUS_OK) {
        say(table, ROLE_ERROR, err.text);
        return;
    }
    look_back->is_marked = around.remark.marker[0] != '\0';
    remark_add(&hint, &around.remark);
    if (around.left > 0) {
        text_add(&hint, "%s%s: %d way%s left after this act", hint.n > 0 ? "; " : "",
                 key_of_past(keys, ACT_BRANCHES), around.left,
                 around.left == 1 ? " was" : "s were");
    } else if (around.beside > 0) {
        text_add(&hint, "%s%s: %d other act%s in place of this one", hint.n > 0 ? "; " : "",
                 key_of_past(keys, ACT_OTHER_WAY), around.beside,
                 around.beside == 1 ? "" : "s");
    }
}

static void look(struct table *table)
{
    struct look_back *look_back = look_back_of(table);
    struct table_model *model = &look_back->model;
    struct sitting *then = past_then(look_back->past);
    past_place(look_back->past, &look_back->banner.place);
    struct text now = text_over(look_back->banner.now, sizeof look_back->banner.now);
    if (!look_back->banner.place.is_other) {
        table->model.procedure->phase(table->model.state, &now);
    }
    look_around(table);
    model->banner = &look_back->banner;
    table_fill(model, then);
    table_usual_odds(model, then);
}

void table_look_as_at_the_table(const struct table *table, struct look_back *look_back)
{
    struct table_model *model = &look_back->model;
    *model = table->model;
    const struct question_box *question = table_model_question(&table->model);
    if (question != NULL) {
        model->selected = question->selected_before;
        model->follows_turn = question->followed_before;
    }
    memset(&model->views, 0, sizeof model->views);
    model->notice.text[0] = '\0';
    model->dead_key[0] = '\0';
    model->menu = MENU_NONE;
    model->count = 0;
    model->picked = 0;
}

void table_look_as_new(const struct table *table, struct look_back *look_back,
                       struct sitting *then)
{
    struct table_model *model = &look_back->model;
    const struct command_def *const *defs;
    int count = sitting_commands(then, &defs);
    table_look_as_at_the_table(table, look_back);
    model->procedure = sitting_procedure(then);
    key_table_make(&model->keys, model->procedure, table->own_keys);
    key_table_aim(&model->keys, defs, count);
    table_model_forget(model);
}

static void end(struct table *table)
{
    const struct view_stack *views = &table->model.views;
    for (int i = views->count - 1; i >= 0; i--) {
        if (views->entry[i].view->past_ends != NULL) {
            views->entry[i].view->past_ends(table);
        }
    }
    past_close(look_back_of(table)->past);
    look_back_of(table)->past = NULL;
}

struct past *table_past(struct table *table)
{
    return look_back_of(table)->past;
}

enum status table_open_past(struct table *table, int64_t encounter, int64_t act,
                            struct error *err)
{
    end(table);
    return past_open_of(&look_back_of(table)->past, table->sitting, encounter, act, err);
}

void table_end_past(struct table *table)
{
    end(table);
}

/* A line or a list over the past may open another one: the first goes, and its view with it. */
static void end_first(struct table *table)
{
    table_close(table, &view_of_past);
    end(table);
    look_back_of(table)->number = 0;
}

static enum status begin(struct table *table, struct error *err)
{
    end_first(table);
    return past_open(&look_back_of(table)->past, table->sitting, err);
}

/* Opens the past if the move succeeds; otherwise reports why not and opens nothing. */
static void show(struct table *table, enum status status, const struct error *err)
{
    if (status != STATUS_OK) {
        end(table);
        table_say(table, status == STATUS_USAGE ? ROLE_PLAIN : ROLE_ERROR, err->text);
        return;
    }
    struct past_place place;
    past_place(look_back_of(table)->past, &place);
    if (place.is_other) {
        table_look_as_new(table, look_back_of(table), past_then(look_back_of(table)->past));
    } else {
        table_look_as_at_the_table(table, look_back_of(table));
    }
    look(table);
    look_back_of(table)->is_from_list = view_top(&table->model.views).view->lists_past;
    table_push(table, &view_of_past);
}

void table_look_back_to(struct table *table, int64_t act)
{
    struct error err;
    enum status status = begin(table, &err);
    if (status == STATUS_OK) {
        status = past_go(look_back_of(table)->past, act, &err);
    }
    show(table, status, &err);
}

/* A mistake in the words leaves what is open as it is. */
static bool opens(struct table *table, enum opens what, struct str words)
{
    (void)what;
    struct error err;
    struct past *past = NULL;
    table_close(table, &view_of_palette);
    enum status status = past_open_by_words(&past, table->sitting, words, &err);
    if (status != STATUS_OK && view_find(&table->model.views, &view_of_past) != NULL) {
        past_close(past);
        say(table, status == STATUS_USAGE ? ROLE_PLAIN : ROLE_ERROR, err.text);
        return true;
    }
    end_first(table);
    look_back_of(table)->past = past;
    show(table, status, &err);
    return true;
}

void table_look_back_at(struct table *table, int64_t encounter, int64_t act)
{
    struct error err;
    end_first(table);
    show(table, past_open_of(&look_back_of(table)->past, table->sitting, encounter, act, &err),
         &err);
}

/* This many acts before now; the first of them must exist. */
void table_look_back(struct table *table, const struct view_key *key)
{
    struct error err;
    bool has_moved = false;
    enum status status = begin(table, &err);
    for (int i = 0; status == STATUS_OK && i < key->times; i++) {
        bool moves;
        status = past_move(&moves, look_back_of(table)->past, PAST_OLDER, &err);
        has_moved = has_moved || moves;
    }
    if (status == STATUS_OK && !has_moved) {
        status = error_set(&err, STATUS_USAGE, "", "nothing was done before this");
    }
    show(table, status, &err);
}

/* ---- keys ------------------------------------------------------------------------------ */

enum past_move table_past_move(enum screen_act act)
{
    static const enum past_move moves[ACT_COUNT] = {
        [ACT_LOOK_OLDER] = PAST_OLDER,      [ACT_LOOK_NEWER] = PAST_NEWER,
        [ACT_PAGE_UP] = PAST_OLDER_ROUND,   [ACT_PAGE_DOWN] = PAST_NEWER_ROUND,
        [ACT_FIRST] = PAST_FIRST,           [ACT_LAST] = PAST_LAST,
        [ACT_MARK_OLDER] = PAST_OLDER_MARK, [ACT_MARK_NEWER] = PAST_NEWER_MARK,
    };
    return moves[act];
}

static void step(struct table *table, const struct view_key *key)
{
    struct error err;
    bool has_moved;
    enum past_move move = table_past_move(key->act);
    enum status status = past_move(&has_moved, look_back_of(table)->past, move, &err);
    if (status != STATUS_OK) {
        table_close(table, &view_of_past);
        table_say_error(table, &err);
    } else if (has_moved) {
        look(table);
    } else {
        struct past_place place;
        past_place(look_back_of(table)->past, &place);
        bool is_older = move == PAST_OLDER || move == PAST_OLDER_ROUND || move == PAST_FIRST;
        bool is_mark = move == PAST_OLDER_MARK || move == PAST_NEWER_MARK;
        say(table, ROLE_PLAIN,
            is_mark               ? move == PAST_OLDER_MARK
                                        ? "no fall, morale check or marker before this act"
                                        : "no fall, morale check or marker after this act"
            : is_older            ? "this is the start: nothing was done before it"
            : place.is_taken_back ? "this act was taken back, and nothing followed it"
                                  : "this is how it stands now; Esc closes");
    }
}

/* After a move by other ways than steps. */
static void show_moved(struct table *table, enum status status, const struct error *err)
{
    if (status == STATUS_OK) {
        look(table);
    } else if (status == STATUS_USAGE) {
        say(table, ROLE_PLAIN, err->text);
    } else {
        table_close(table, &view_of_past);
        table_say_error(table, err);
    }
}

void table_look_back_on(struct table *table, int64_t act)
{
    struct error err;
    show_moved(table, past_go(look_back_of(table)->past, act, &err), &err);
}

static void go_to_address(struct table *table, const struct view_key *key)
{
    int number = look_back_of(table)->number;
    (void)key;
    if (number > 0) {
        table_look_back_on(table, number);
    } else {
        table_open_palette(table, "look ");
        table_say(table, ROLE_DIM,
                  "type an act: #27, \"Nest ledge\"#27; r3: round 3; or an encounter");
    }
}

static void go_aside(struct table *table, const struct view_key *key)
{
    struct error err;
    bool has_moved;
    (void)key;
    enum status status = past_go_aside(&has_moved, look_back_of(table)->past, &err);
    if (status == STATUS_OK && !has_moved) {
        say(table, ROLE_PLAIN, "nothing else was done in place of this act");
    } else {
        show_moved(table, status, &err);
    }
}

static void show_branches(struct table *table, const struct view_key *key)
{
    struct error err;
    char bytes[READER_TEXT_SIZE];
    struct text text = text_over(bytes, sizeof bytes);
    (void)key;
    enum status status = past_tell_branches(look_back_of(table)->past, &text, &err);
    if (status != STATUS_OK) {
        show_moved(table, status, &err);
    } else if (text.n == 0) {
        say(table, ROLE_PLAIN, "no way was left after this act");
    } else {
        table_read(table, "ways from here, > marks the first difference",
                   (struct str){text.p, text.n});
    }
}

/* The command with the address of the act in view; false at the start, which is none. */
static bool line_here(struct table *table, const char *command, struct text *out)
{
    struct past_place place;
    past_place(look_back_of(table)->past, &place);
    if (place.act == 0) {
        say(table, ROLE_PLAIN, "this is the start: go to an act first");
        return false;
    }
    text_add(out, "%s ", command);
    text_add_quoted(out, str_of(look_back_of(table)->model.encounter));
    text_add(out, "#%lld", (long long)place.act);
    return true;
}

static void write_remark(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    (void)key;
    if (line_here(table, "remark", &line)) {
        text_add(&line, " ");
        table_open_palette(table, line.p);
        table_say(table, ROLE_DIM, "type the remark, - for none; Enter keeps it, Esc cancels");
    }
}

static void toggle_marker(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    (void)key;
    if (line_here(table, "marker", &line)) {
        text_add(&line, "%s", look_back_of(table)->is_marked ? " -" : "");
        table_run_line(table, line.p);
    }
}

static void go_on_from_here(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    (void)key;
    if (line_here(table, "go-on", &line)) {
        table_close_all(table);
        table_run_line(table, line.p);
    }
}

static void export(struct table *table, const struct view_key *key)
{
    (void)key;
    struct export_draft draft = {.encounter = look_back_of(table)->model.encounter};
    table_open_export(table, &draft);
}

/* After a line that was run above it: a remark changes nothing that is looked at. */
static void ran(struct table *table)
{
    if (past_follow(look_back_of(table)->past)) {
        look(table);
    } else {
        table_close(table, &view_of_past);
    }
}

static void select_one(struct table *table, struct table_model *model, int steps)
{
    struct table_layout layout;
    table_layout(&layout, model, canvas_of(&table->frame));
    table_model_select(model, order_step(model, layout.order.rows, steps));
}

static void select_turn(struct look_back *look_back)
{
    struct table_model *model = &look_back->model;
    if (model->acting != 0) {
        table_model_select(model, model->acting);
    } else {
        look_back_say(look_back, ROLE_PLAIN, "nobody had a turn then");
    }
}

/* The odds follow the selection. */
void table_look_select(struct table *table, struct look_back *look_back, struct sitting *then,
                       enum screen_act act)
{
    struct table_model *model = &look_back->model;
    if (act == ACT_FOE) {
        model->target = table_model_foe_after_target(model);
    } else if (act == ACT_TARGET) {
        table_model_set_target(model, model->selected);
    } else if (act == ACT_TURN) {
        select_turn(look_back);
    } else {
        select_one(table, model, act == ACT_UP ? -1 : 1);
    }
    table_usual_odds(model, then);
}

static void refuse(struct table *table, const struct view_key *key)
{
    const struct key_table *keys = &table->model.keys;
    struct notice *notice = &look_back_of(table)->model.notice;
    struct text to = text_over(notice->text, sizeof notice->text);
    (void)key;
    bool is_other = look_back_of(table)->banner.place.is_other;
    text_add(&to, "this is the past: %s returns to now, %s %s", key_of_past(keys, ACT_CANCEL),
             key_of_past(keys, is_other ? ACT_GO_ON : ACT_REWIND),
             is_other ? "makes a copy that goes on from here" : "undoes what came after it");
    notice->role = ROLE_WARNING;
}

static void go_back_for_good(struct table *table, const struct view_key *key)
{
    struct past_place place;
    past_place(look_back_of(table)->past, &place);
    if (place.is_other) {
        refuse(table, key);
        return;
    }
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

/* Takes a digit of the number of a round or an act; false when it is not one. */
static bool takes_digit(struct look_back *look_back, const struct view_key *key,
                        enum key_context context)
{
    enum { NUMBER_MOST = 100000000 };
    int digit = key->input->kind == INPUT_CHARACTER ? key->input->key - '0' : -1;
    bool is_digit = key->binding == NULL && digit >= 0 && digit <= 9;
    if (!is_digit || (look_back->number == 0 && digit == 0)) {
        return false;
    }
    if (look_back->number < NUMBER_MOST) {
        look_back->number = 10 * look_back->number + digit;
    }
    TEXT_BUFFER(text, NOTICE_SIZE);
    const struct key_table *keys = &look_back->model.keys;
    text_add(&text, "%d: %s goes to that round, %s to that act", look_back->number,
             key_in_context(keys, context, ACT_ROUND),
             key_in_context(keys, context, ACT_ADDRESS));
    look_back_say(look_back, ROLE_DIM, text.p);
    return true;
}

bool table_look_before_key(struct look_back *look_back, const struct view_key *key,
                           enum key_context context)
{
    look_back_say(look_back, ROLE_PLAIN, "");
    if (takes_digit(look_back, key, context)) {
        return true;
    }
    bool drops_number = look_back->number > 0 && key->act == ACT_CANCEL;
    bool is_taken = key->act == ACT_ROUND || key->act == ACT_ADDRESS;
    look_back->number = is_taken ? look_back->number : 0;
    return drops_number;
}

static bool before_key(struct table *table, const struct view_key *key)
{
    return table_look_before_key(look_back_of(table), key, CONTEXT_PAST);
}

/* Those that take a number drop it once they have used it. */
static void with_number(struct table *table, const struct view_key *key)
{
    if (key->act == ACT_ROUND) {
        struct error err;
        const struct state *state = look_back_of(table)->model.state;
        int number = look_back_of(table)->number;
        (void)key;
        number = number > 0 ? number : state->value[ENCOUNTER_ROUND];
        show_moved(table, past_go_to_round(look_back_of(table)->past, number, &err), &err);
    } else {
        go_to_address(table, key);
    }
    look_back_of(table)->number = 0;
}

static void select_and_look(struct table *table, const struct view_key *key)
{
    table_look_select(table, look_back_of(table), past_then(look_back_of(table)->past),
                      key->act);
}

/* What other views say about the moment that is looked at. */
static void open_about_it(struct table *table, const struct view_key *key)
{
    const struct look_back *look_back = key->self;
    const struct view *view = key->act == ACT_WHY        ? &view_of_why
                              : key->act == ACT_FORECAST ? &view_of_forecast
                              : key->act == ACT_CHART    ? &view_of_chart
                                                         : &view_of_log;
    struct past_place place;
    past_place(look_back->past, &place);
    struct view_about about = {.past = look_back->past,
                               .encounter = past_encounter(look_back->past),
                               .act = place.act,
                               .id = look_back->model.selected};
    view->open_about(table, &about);
}

static void show_choices(struct table *table, const struct view_key *key)
{
    const struct look_back *look_back = key->self;
    struct past_place place;
    past_place(look_back->past, &place);
    table_open_choices(table, past_encounter(look_back->past), place.act);
}

/* Past the lists that led here, to the table or to what waits there. */
static void return_to_now(struct table *table, const struct view_key *key)
{
    table_act_close(table, key);
    while (view_top(&table->model.views).view->lists_past) {
        table_act_close(table, key);
    }
}

/* Without a list there is none to go back to. */
static bool offers(const void *self, enum screen_act act)
{
    const struct look_back *look_back = self;
    return act != ACT_BACK || look_back->is_from_list;
}

static void draw(const struct view_place *place, void *self)
{
    look_back_draw(self, place->screen);
}

const struct view view_of_past = {
    .context = CONTEXT_PAST,
    .room = VIEW_SHEET,
    .size = sizeof(struct look_back),
    .opens = opens,
    .on =
        {
            [ACT_CANCEL] = return_to_now,
            [ACT_BACK] = table_act_close,
            [ACT_WHY] = open_about_it,
            [ACT_FORECAST] = open_about_it,
            [ACT_CHART] = open_about_it,
            [ACT_CHOICES] = show_choices,
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
            [ACT_MARK_OLDER] = step,
            [ACT_MARK_NEWER] = step,
            [ACT_ROUND] = with_number,
            [ACT_ADDRESS] = with_number,
            [ACT_BRANCHES] = show_branches,
            [ACT_OTHER_WAY] = go_aside,
            [ACT_GO_ON] = go_on_from_here,
            [ACT_REMARK] = write_remark,
            [ACT_MARKER] = toggle_marker,
            [ACT_LOG] = open_about_it,
            [ACT_EXPORT] = export,
        },
    .other = refuse,
    .before = before_key,
    .offers = offers,
    .draw = draw,
    .ran = ran,
    .closed = end,
};
