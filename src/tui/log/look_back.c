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

static struct look_back *look_back_of(struct screen *screen)
{
    return screen_data(screen, &view_of_past);
}

/* Messages belong to the past in view: the table keeps its own message. */
static void say(struct screen *screen, enum role role, const char *words)
{
    look_back_say(look_back_of(screen), role, words);
}

/* What is written about the act, and the ways that lead elsewhere. */
static void look_around(struct screen *screen)
{
    struct look_back *look_back = look_back_of(screen);
    const struct key_table *keys = &look_back->model.keys;
    struct past_around around;
    struct error err;
    struct text hint = text_over(look_back->hint, sizeof look_back->hint);
    if (past_look_around(&around, look_back->past, &err) != STATUS_OK) {
        say(screen, ROLE_ERROR, err.text);
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

static void look(struct screen *screen)
{
    struct look_back *look_back = look_back_of(screen);
    struct table_model *model = &look_back->model;
    struct sitting *then = past_then(look_back->past);
    past_place(look_back->past, &look_back->banner.place);
    struct text now = text_over(look_back->banner.now, sizeof look_back->banner.now);
    if (!look_back->banner.place.is_other) {
        screen->model.procedure->phase(screen->model.state, &now);
    }
    look_around(screen);
    model->banner = &look_back->banner;
    table_fill(model, then);
    table_usual_odds(model, then);
}

void screen_look_as_at_the_table(const struct screen *screen, struct look_back *look_back)
{
    struct table_model *model = &look_back->model;
    *model = screen->model;
    const struct question_box *question = table_model_question(&screen->model);
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

void screen_look_as_new(const struct screen *screen, struct look_back *look_back,
                        struct sitting *then)
{
    struct table_model *model = &look_back->model;
    const struct command_def *const *defs;
    int count = sitting_commands(then, &defs);
    screen_look_as_at_the_table(screen, look_back);
    model->procedure = sitting_procedure(then);
    key_table_make(&model->keys, model->procedure, screen->own_keys);
    key_table_aim(&model->keys, defs, count);
    table_model_forget(model);
}

static void end(struct screen *screen)
{
    const struct view_stack *views = &screen->model.views;
    for (int i = views->count - 1; i >= 0; i--) {
        if (views->entry[i].view->past_ends != NULL) {
            views->entry[i].view->past_ends(screen);
        }
    }
    past_close(look_back_of(screen)->past);
    look_back_of(screen)->past = NULL;
}

struct past *screen_past(struct screen *screen)
{
    return look_back_of(screen)->past;
}

enum status screen_open_past(struct screen *screen, int64_t encounter, int64_t act,
                             struct error *err)
{
    end(screen);
    return past_open_of(&look_back_of(screen)->past, screen->sitting, encounter, act, err);
}

void screen_end_past(struct screen *screen)
{
    end(screen);
}

/* A line or a list over the past may open another one: the first goes, and its view with it. */
static void end_first(struct screen *screen)
{
    screen_close(screen, &view_of_past);
    end(screen);
    look_back_of(screen)->number = 0;
}

static enum status begin(struct screen *screen, struct error *err)
{
    end_first(screen);
    return past_open(&look_back_of(screen)->past, screen->sitting, err);
}

/* Opens the past if the move succeeds; otherwise reports why not and opens nothing. */
static void show(struct screen *screen, enum status status, const struct error *err)
{
    if (status != STATUS_OK) {
        end(screen);
        screen_say(screen, status == STATUS_USAGE ? ROLE_PLAIN : ROLE_ERROR, err->text);
        return;
    }
    struct past_place place;
    past_place(look_back_of(screen)->past, &place);
    if (place.is_other) {
        screen_look_as_new(screen, look_back_of(screen), past_then(look_back_of(screen)->past));
    } else {
        screen_look_as_at_the_table(screen, look_back_of(screen));
    }
    look(screen);
    look_back_of(screen)->is_from_list = view_top(&screen->model.views).view->lists_past;
    screen_push(screen, &view_of_past);
}

void screen_look_back_to(struct screen *screen, int64_t act)
{
    struct error err;
    enum status status = begin(screen, &err);
    if (status == STATUS_OK) {
        status = past_go(look_back_of(screen)->past, act, &err);
    }
    show(screen, status, &err);
}

/* A mistake in the words leaves what is open as it is. */
static bool opens(struct screen *screen, enum opens what, struct str words)
{
    (void)what;
    struct error err;
    struct past *past = NULL;
    screen_close(screen, &view_of_palette);
    enum status status = past_open_by_words(&past, screen->sitting, words, &err);
    if (status != STATUS_OK && view_find(&screen->model.views, &view_of_past) != NULL) {
        past_close(past);
        say(screen, status == STATUS_USAGE ? ROLE_PLAIN : ROLE_ERROR, err.text);
        return true;
    }
    end_first(screen);
    look_back_of(screen)->past = past;
    show(screen, status, &err);
    return true;
}

void screen_look_back_at(struct screen *screen, int64_t encounter, int64_t act)
{
    struct error err;
    end_first(screen);
    show(screen,
         past_open_of(&look_back_of(screen)->past, screen->sitting, encounter, act, &err),
         &err);
}

/* This many acts before now; the first of them must exist. */
void screen_look_back(struct screen *screen, const struct view_key *key)
{
    struct error err;
    bool has_moved = false;
    enum status status = begin(screen, &err);
    for (int i = 0; status == STATUS_OK && i < key->times; i++) {
        bool moves;
        status = past_move(&moves, look_back_of(screen)->past, PAST_OLDER, &err);
        has_moved = has_moved || moves;
    }
    if (status == STATUS_OK && !has_moved) {
        status = error_set(&err, STATUS_USAGE, "", "nothing was done before this");
    }
    show(screen, status, &err);
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

static void step(struct screen *screen, const struct view_key *key)
{
    struct error err;
    bool has_moved;
    enum past_move move = table_past_move(key->act);
    enum status status = past_move(&has_moved, look_back_of(screen)->past, move, &err);
    if (status != STATUS_OK) {
        screen_close(screen, &view_of_past);
        screen_say_error(screen, &err);
    } else if (has_moved) {
        look(screen);
    } else {
        struct past_place place;
        past_place(look_back_of(screen)->past, &place);
        bool is_older = move == PAST_OLDER || move == PAST_OLDER_ROUND || move == PAST_FIRST;
        bool is_mark = move == PAST_OLDER_MARK || move == PAST_NEWER_MARK;
        say(screen, ROLE_PLAIN,
            is_mark               ? move == PAST_OLDER_MARK
                                        ? "no fall, morale check or marker before this act"
                                        : "no fall, morale check or marker after this act"
            : is_older            ? "this is the start: nothing was done before it"
            : place.is_taken_back ? "this act was taken back, and nothing followed it"
                                  : "this is how it stands now; Esc closes");
    }
}

/* After a move by other ways than steps. */
static void show_moved(struct screen *screen, enum status status, const struct error *err)
{
    if (status == STATUS_OK) {
        look(screen);
    } else if (status == STATUS_USAGE) {
        say(screen, ROLE_PLAIN, err->text);
    } else {
        screen_close(screen, &view_of_past);
        screen_say_error(screen, err);
    }
}

void screen_look_back_on(struct screen *screen, int64_t act)
{
    struct error err;
    show_moved(screen, past_go(look_back_of(screen)->past, act, &err), &err);
}

static void go_to_address(struct screen *screen, const struct view_key *key)
{
    int number = look_back_of(screen)->number;
    (void)key;
    if (number > 0) {
        screen_look_back_on(screen, number);
    } else {
        screen_open_palette(screen, "look ");
        screen_say(screen, ROLE_DIM,
                   "type an act: #27, \"Nest ledge\"#27; r3: round 3; or an encounter");
    }
}

static void go_aside(struct screen *screen, const struct view_key *key)
{
    struct error err;
    bool has_moved;
    (void)key;
    enum status status = past_go_aside(&has_moved, look_back_of(screen)->past, &err);
    if (status == STATUS_OK && !has_moved) {
        say(screen, ROLE_PLAIN, "nothing else was done in place of this act");
    } else {
        show_moved(screen, status, &err);
    }
}

static void show_branches(struct screen *screen, const struct view_key *key)
{
    struct error err;
    char bytes[READER_TEXT_SIZE];
    struct text text = text_over(bytes, sizeof bytes);
    (void)key;
    enum status status = past_tell_branches(look_back_of(screen)->past, &text, &err);
    if (status != STATUS_OK) {
        show_moved(screen, status, &err);
    } else if (text.n == 0) {
        say(screen, ROLE_PLAIN, "no way was left after this act");
    } else {
        screen_read(screen, "ways from here, > marks the first difference",
                    (struct str){text.p, text.n});
    }
}

/* The command with the address of the act in view; false at the start, which is none. */
static bool line_here(struct screen *screen, const char *command, struct text *out)
{
    struct past_place place;
    past_place(look_back_of(screen)->past, &place);
    if (place.act == 0) {
        say(screen, ROLE_PLAIN, "this is the start: go to an act first");
        return false;
    }
    text_add(out, "%s ", command);
    text_add_quoted(out, str_of(look_back_of(screen)->model.encounter));
    text_add(out, "#%lld", (long long)place.act);
    return true;
}

static void write_remark(struct screen *screen, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    (void)key;
    if (line_here(screen, "remark", &line)) {
        text_add(&line, " ");
        screen_open_palette(screen, line.p);
        screen_say(screen, ROLE_DIM,
                   "type the remark, - for none; Enter keeps it, Esc cancels");
    }
}

static void toggle_marker(struct screen *screen, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    (void)key;
    if (line_here(screen, "marker", &line)) {
        text_add(&line, "%s", look_back_of(screen)->is_marked ? " -" : "");
        screen_run_line(screen, line.p);
    }
}

static void go_on_from_here(struct screen *screen, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    (void)key;
    if (line_here(screen, "go-on", &line)) {
        screen_close_all(screen);
        screen_run_line(screen, line.p);
    }
}

static void export(struct screen *screen, const struct view_key *key)
{
    (void)key;
    struct export_draft draft = {.encounter = look_back_of(screen)->model.encounter};
    screen_open_export(screen, &draft);
}

/* After a line that was run above it: a remark changes nothing that is looked at. */
static void ran(struct screen *screen)
{
    if (past_follow(look_back_of(screen)->past)) {
        look(screen);
    } else {
        screen_close(screen, &view_of_past);
    }
}

static void select_one(struct screen *screen, struct table_model *model, int steps)
{
    struct table_layout layout;
    table_layout(&layout, model, canvas_of(&screen->frame));
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
void screen_look_select(struct screen *screen, struct look_back *look_back,
                        struct sitting *then, enum screen_act act)
{
    struct table_model *model = &look_back->model;
    if (act == ACT_FOE) {
        model->target = table_model_foe_after_target(model);
    } else if (act == ACT_TARGET) {
        table_model_set_target(model, model->selected);
    } else if (act == ACT_TURN) {
        select_turn(look_back);
    } else {
        select_one(screen, model, act == ACT_UP ? -1 : 1);
    }
    table_usual_odds(model, then);
}

static void refuse(struct screen *screen, const struct view_key *key)
{
    const struct key_table *keys = &screen->model.keys;
    struct notice *notice = &look_back_of(screen)->model.notice;
    struct text to = text_over(notice->text, sizeof notice->text);
    (void)key;
    bool is_other = look_back_of(screen)->banner.place.is_other;
    text_add(&to, "this is the past: %s returns to now, %s %s", key_of_past(keys, ACT_CANCEL),
             key_of_past(keys, is_other ? ACT_GO_ON : ACT_REWIND),
             is_other ? "makes a copy that goes on from here" : "undoes what came after it");
    notice->role = ROLE_WARNING;
}

static void go_back_for_good(struct screen *screen, const struct view_key *key)
{
    struct past_place place;
    past_place(look_back_of(screen)->past, &place);
    if (place.is_other) {
        refuse(screen, key);
        return;
    }
    screen_close_all(screen);
    screen_rewind(screen, place.act);
    struct notice *notice = &screen->model.notice;
    if (screen->result.kind == RESULT_DONE && place.undone > 0) {
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

static bool before_key(struct screen *screen, const struct view_key *key)
{
    return table_look_before_key(look_back_of(screen), key, CONTEXT_PAST);
}

/* Those that take a number drop it once they have used it. */
static void with_number(struct screen *screen, const struct view_key *key)
{
    if (key->act == ACT_ROUND) {
        struct error err;
        const struct state *state = look_back_of(screen)->model.state;
        int number = look_back_of(screen)->number;
        (void)key;
        number = number > 0 ? number : state->value[ENCOUNTER_ROUND];
        show_moved(screen, past_go_to_round(look_back_of(screen)->past, number, &err), &err);
    } else {
        go_to_address(screen, key);
    }
    look_back_of(screen)->number = 0;
}

static void select_and_look(struct screen *screen, const struct view_key *key)
{
    screen_look_select(screen, look_back_of(screen), past_then(look_back_of(screen)->past),
                       key->act);
}

/* What other views say about the moment that is looked at. */
static void open_about_it(struct screen *screen, const struct view_key *key)
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
    view->open_about(screen, &about);
}

static void show_choices(struct screen *screen, const struct view_key *key)
{
    const struct look_back *look_back = key->self;
    struct past_place place;
    past_place(look_back->past, &place);
    screen_open_choices(screen, past_encounter(look_back->past), place.act);
}

/* Past the lists that led here, to the table or to what waits there. */
static void return_to_now(struct screen *screen, const struct view_key *key)
{
    screen_act_close(screen, key);
    while (view_top(&screen->model.views).view->lists_past) {
        screen_act_close(screen, key);
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
    look_back_draw(self, place->canvas);
}

const struct view view_of_past = {
    .context = CONTEXT_PAST,
    .room = VIEW_SHEET,
    .size = sizeof(struct look_back),
    .opens = opens,
    .on =
        {
            [ACT_CANCEL] = return_to_now,
            [ACT_BACK] = screen_act_close,
            [ACT_WHY] = open_about_it,
            [ACT_FORECAST] = open_about_it,
            [ACT_CHART] = open_about_it,
            [ACT_CHOICES] = show_choices,
            [ACT_HELP] = screen_act_help,
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
