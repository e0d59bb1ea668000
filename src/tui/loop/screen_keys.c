#include "tui/loop/screen_private.h"

#include <stdlib.h>
#include <string.h>

#include "app/settings/keys.h"
#include "app/settings/settings.h"
#include "app/transfer/import.h"
#include "games/games.h"
#include "resolver/system.h"
#include "tui/fight/order.h"
#include "tui/fight/table_view.h"
#include "tui/log/look_back.h"
#include "tui/widgets/list_view.h"

enum { GAMES_MOST = 16 };

/* "t is shoot in one game; it does nothing in the open one". */
static bool say_other_game(struct screen *screen, const char *key, struct text *out)
{
    const struct procedure *games[GAMES_MOST];
    const struct system *systems[GAMES_MOST];
    int count = 0;
    int where = 0;
    const struct system *here = state_system(screen->model.state);
    for (int i = 0; i < systems_count() && count < GAMES_MOST; i++) {
        if (system_at(i) != here) {
            systems[count] = system_at(i);
            games[count++] = games_find(system_at(i));
        }
    }
    const struct key_def *def = key_of_other_game(games, count, key, &where);
    if (def != NULL) {
        struct str rest = str_of(def->line);
        struct str word = def->word[0] != '\0' ? str_of(def->word) : str_next_word(&rest);
        text_add(out, "%s does nothing here: it is %.*s in %s, not in this game", key, word.n,
                 word.p, systems[where]->title);
    }
    return def != NULL;
}

/* The reason why this key, by its name, does nothing at the table: it is after @more, it
 * belongs to another game, or it is not bound. */
static void say_dead_key(struct screen *screen, const char *key)
{
    const struct key_table *keys = &screen->model.keys;
    const struct key_binding *rare = key_binding_find(keys, CONTEXT_MORE, key);
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    screen->model.notice.role = ROLE_PLAIN;
    if (rare != NULL && menu_has(rare)) {
        text_add(&to, "%s does nothing here; press %s (%s: %s)", key, rare->pressed, rare->note,
                 rare->help);
    } else if (!say_other_game(screen, key, &to)) {
        text_add(&to, "%s does nothing here; %s shows the keys", key,
                 key_of_act(keys, ACT_HELP));
    }
}

void screen_say_unknown_key(struct screen *screen)
{
    text_format(screen->model.dead_key, sizeof screen->model.dead_key,
                "this terminal sent a key that is not known here");
}

/* When nothing has changed and nothing was said: why this act of the screen could do
 * nothing. */
static void say_idle(struct screen *screen, enum screen_act act)
{
    static const char *const reasons[ACT_COUNT] = {
        [ACT_FIRST] = "that is the first combatant",
        [ACT_LAST] = "that is the last combatant",
        [ACT_TURN] = "the acting combatant is selected already",
        [ACT_FOE] = "there is no other foe to target",
        [ACT_NEWER] = "these are the newest lines of the log",
        [ACT_OLDER] = "there are no older lines of the log",
    };
    bool is_of_log = act == ACT_NEWER || act == ACT_OLDER;
    const struct key_table *keys = &screen->model.keys;
    char reason[NOTICE_SIZE];
    if (act == ACT_UP || act == ACT_DOWN) {
        bool is_up = act == ACT_UP;
        text_format(reason, sizeof reason, "that is the %s combatant; %s goes to the %s",
                    is_up ? "first" : "last", key_of_act(keys, is_up ? ACT_LAST : ACT_FIRST),
                    is_up ? "last" : "first");
    } else {
        text_format(reason, sizeof reason, "%s", reasons[act] != NULL ? reasons[act] : "");
    }
    if (screen->model.order_count == 0 && !is_of_log) {
        screen_say_key(screen, key_of_command(&screen->model.keys, "add"),
                       "adds combatants: nobody is here yet");
    } else if (reason[0] != '\0') {
        screen_say(screen, ROLE_DIM, reason);
    }
}

/* The first key of the act in this context; NULL: none. */
static const char *key_of(const struct screen *screen, enum key_context context,
                          enum screen_act act)
{
    const struct key_table *keys = &screen->model.keys;
    for (int i = 0; i < keys->count; i++) {
        if (keys->binding[i].context == context && keys->binding[i].act == act) {
            return keys->binding[i].key;
        }
    }
    return NULL;
}

void screen_say_no_effect(struct screen *screen, const char *key)
{
    struct table_model *model = &screen->model;
    const struct view *top = view_top(&model->views).view;
    const struct key_binding *binding = key_binding_find(&model->keys, top->context, key);
    enum screen_act act = binding != NULL ? binding->act : ACT_NONE;
    const char *help = key_of(screen, top->context, ACT_HELP);
    const char *cancel = key_of(screen, top->context, ACT_CANCEL);
    struct text to = text_over(model->dead_key, sizeof model->dead_key);
    if (act == ACT_UP || act == ACT_PAGE_UP || act == ACT_FIRST || act == ACT_OLDER) {
        text_add(&to, "%s: %s", key, top->at_first != NULL ? top->at_first : "this is the top");
    } else if (act == ACT_DOWN || act == ACT_PAGE_DOWN || act == ACT_LAST || act == ACT_NEWER) {
        text_add(&to, "%s: %s", key, top->at_last != NULL ? top->at_last : "this is the end");
    } else if (binding != NULL) {
        text_add(&to, "%s changes nothing now", key);
    } else {
        text_add(&to, "%s does nothing here", key);
        if (top->room == VIEW_SHEET && help != NULL) {
            text_add(&to, "; %s shows the keys", help);
        } else if (top->room == VIEW_SHEET && cancel != NULL) {
            text_add(&to, "; %s closes", cancel);
        }
    }
}

int screen_order_rows(struct screen *screen)
{
    struct table_layout layout;
    table_layout(&layout, &screen->model, canvas_of(&screen->frame));
    return layout.order.rows;
}

/* ---- for every view -------------------------------------------------------------------- */

/* ---- acts at the table, as often as the count before the key says ---------------------- */

static void scroll_log(struct screen *screen, int lines)
{
    struct table_model *model = &screen->model;
    int most = model->lines_count > 1 ? model->lines_count - 1 : 0;
    int older = model->older + lines;
    model->older = older < 0 ? 0 : older > most ? most : older;
    if (older > most) {
        screen_say_key(screen, key_of_act(&model->keys, ACT_LOG), "shows the whole log");
    }
}

static int log_page(struct screen *screen)
{
    struct table_layout layout;
    table_layout(&layout, &screen->model, canvas_of(&screen->frame));
    return layout.log.rows > 2 ? layout.log.rows - 1 : 1;
}

static void settle(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_settle(screen, 0);
}

static void open_list(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open_list(screen);
}

/* When the selection is unchanged and nothing was said: reports that the key did nothing. */
static void say_if_still(struct screen *screen, const struct view_key *key, int before)
{
    if (screen->model.selected == before && screen->model.notice.text[0] == '\0') {
        say_idle(screen, key->act);
    }
}

static void go_to_turn(struct screen *screen, const struct view_key *key)
{
    int before = screen->model.selected;
    int turn = screen->model.state->value[ENCOUNTER_TURN];
    int id = turn != 0 ? turn : screen->model.acting;
    if (id != 0) {
        table_model_select(&screen->model, id);
        say_if_still(screen, key, before);
    } else {
        screen_say(screen, ROLE_PLAIN, "nobody has a turn now");
    }
}

/* The next row as shown in the pane: a group is one step. */
static void step(struct screen *screen, int steps)
{
    struct table_model *model = &screen->model;
    table_model_select(model, order_step(model, screen_order_rows(screen), steps));
}

static void target_next_foe(struct screen *screen, const struct view_key *key)
{
    struct table_model *model = &screen->model;
    int before = model->target;
    for (int i = 0; i < key->times; i++) {
        model->target = table_model_foe_after_target(model);
    }
    if (model->target == before) {
        say_idle(screen, key->act);
        return;
    }
    struct table_layout layout;
    table_layout(&layout, model, canvas_of(&screen->frame));
    /* Without these the row of messages shows the odds, or whom the keys are for. */
    bool has_pane_and_aim = layout.detail.rows > 0 && layout.aim.rows > 0;
    if (has_pane_and_aim && table_model_next_foe(model, model->target) != model->target) {
        screen_say_key(screen, key_of_act(&model->keys, ACT_FOE), "targets the next foe");
    }
}

/* "Marit, Bran and Shrike 3", "Marit, Bran and 7 more". */
static void name_chosen(const struct table_model *model, struct text *out)
{
    enum { NAMED_MOST = 6 };
    int count = table_model_chosen(model);
    int named = count <= NAMED_MOST ? count : NAMED_MOST - 1;
    for (int i = 0, done = 0; i < model->order_count && done < named; i++) {
        if (model->is_chosen[model->order[i]]) {
            const char *gap = done == 0 ? "" : done == count - 1 ? " and " : ", ";
            text_add(out, "%s%s", gap, state_name(model->state, model->order[i]));
            done++;
        }
    }
    if (named < count) {
        text_add(out, " and %d more", count - named);
    }
}

/* Which keys go to them, the box over the log says. */
static void say_chosen(struct screen *screen)
{
    int count = table_model_chosen(&screen->model);
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    screen->model.menu = count > 0 ? MENU_CHOSEN : MENU_NONE;
    screen->model.notice.role = ROLE_DIM;
    if (count == 0) {
        text_add(&to, "nobody is chosen");
        return;
    }
    text_add(&to, "%d chosen: ", count);
    name_chosen(&screen->model, &to);
    text_add(&to, "; Esc drops %s", count == 1 ? "it" : "them");
}

/* Several neighbours are chosen with one key each, since the selection moves on by itself. */
static void choose(struct screen *screen, const struct view_key *key)
{
    struct table_model *model = &screen->model;
    for (int i = 0; i < key->times; i++) {
        int before = model->selected;
        table_model_choose(model, before);
        step(screen, 1);
        if (model->selected == before) {
            break;
        }
    }
    say_chosen(screen);
}

static int rows_shown(struct screen *screen)
{
    struct order_rows rows;
    order_rows(&rows, &screen->model, screen_order_rows(screen));
    return rows.count;
}

static void open_group(struct screen *screen, const struct view_key *key)
{
    bool is_open = key->act == ACT_OPEN;
    int before = rows_shown(screen);
    if (order_open(&screen->model, is_open) < 2) {
        screen_say(screen, ROLE_PLAIN, "no combatant next to the selected one is like it");
    } else if (rows_shown(screen) == before) {
        screen_say(screen, ROLE_DIM,
                   is_open ? "each of them has its own line already"
                           : "they share a line once there is no room for all");
    }
}

static void open_all(struct screen *screen, const struct view_key *key)
{
    struct table_model *model = &screen->model;
    (void)key;
    model->shows_all = !model->shows_all;
    memset(model->is_open, 0, sizeof model->is_open);
    memset(model->is_closed, 0, sizeof model->is_closed);
    screen_say(screen, ROLE_DIM,
               model->shows_all
                   ? "a line for each combatant"
                   : "one line for combatants that are alike, when there is no room for all");
}

/* One thing at a time, the newest first. A user with nothing to drop may want to leave. */
static void clear(struct screen *screen, const struct view_key *key)
{
    struct table_model *model = &screen->model;
    (void)key;
    if (table_model_chosen(model) > 0) {
        table_model_choose_none(model);
        screen_forget_choices(screen);
    } else if (model->target != 0 || model->older != 0) {
        model->target = 0;
        model->older = 0;
    } else {
        screen_say_key(screen, key_of_command(&model->keys, "quit"),
                       "quits; everything is saved already");
    }
}

static void go(struct screen *screen, const struct view_key *key)
{
    int before = screen->model.selected;
    step(screen, key->act == ACT_UP ? -key->times : key->times);
    say_if_still(screen, key, before);
}

static void go_to_end(struct screen *screen, const struct view_key *key)
{
    int before = screen->model.selected;
    struct table_model *model = &screen->model;
    if (model->order_count > 0) {
        int end = key->act == ACT_FIRST ? 0 : model->order_count - 1;
        table_model_select(model, model->order[end]);
    }
    say_if_still(screen, key, before);
}

static void set_target(struct screen *screen, const struct view_key *key)
{
    if (screen->model.selected == 0) {
        say_idle(screen, key->act);
    }
    table_model_set_target(&screen->model, screen->model.selected);
}

static void choose_again(struct screen *screen, const struct view_key *key)
{
    (void)key;
    table_model_choose_again(&screen->model);
    say_chosen(screen);
}

static void show_older(struct screen *screen, const struct view_key *key)
{
    int before = screen->model.older;
    scroll_log(screen, key->times * log_page(screen));
    if (screen->model.older == before && screen->model.notice.text[0] == '\0') {
        say_idle(screen, key->act);
    }
}

static void show_newer(struct screen *screen, const struct view_key *key)
{
    int before = screen->model.older;
    scroll_log(screen, -key->times * log_page(screen));
    if (screen->model.older == before) {
        say_idle(screen, key->act);
    }
}

static void overrule(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_run_ruling(screen);
}

static void repeat(struct screen *screen, const struct view_key *key)
{
    screen_repeat(screen, key->times);
}

static void open_ask(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open(screen, &view_of_ask);
}

static void open_log(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open(screen, &view_of_log);
}

static void say_is_now(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_say_key(screen, key_of_act(&screen->model.keys, ACT_LOOK_OLDER),
                   "looks back; the table is as it stands now");
}

static void open_palette(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open_palette(screen, "");
}

static void open_new(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open_form_new(screen);
}

static void open_edit(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open_form_edit(screen);
}

static void open_more(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open_more(screen, screen->model.count);
}

/* Shows the command line of each key as it runs, or no more; that is kept among the settings.
 */
static void show_lines(struct screen *screen, const struct view_key *key)
{
    const struct program_settings *settings = sitting_settings(screen->sitting);
    (void)key;
    screen_run_line(screen, settings->number[PROGRAM_SHOW_LINES] != 0
                                ? "settings show-lines no"
                                : "settings show-lines yes");
}

/* ---- its other keys -------------------------------------------------------------------- */

bool screen_opens_pasted(struct screen *screen, const struct term_input *input)
{
    if (input->kind != INPUT_PASTE || !import_is_page(input->text)) {
        return false;
    }
    if (input->is_cut) {
        screen_say(
            screen, ROLE_ERROR,
            "the page is too long to paste: save it, and `import FILE` takes it; nothing "
            "came in");
        return true;
    }
    sitting_keep_pasted(screen->sitting, input->text);
    screen_close(screen, &view_of_palette);
    screen_close(screen, &view_of_question);
    view_of_imports.open_about(screen, &(struct view_about){.name = IMPORT_PASTED});
    return true;
}

/* Takes a digit of a count, and keys that make no sense after what was typed before. */
static bool before_key(struct screen *screen, const struct view_key *key)
{
    if (screen_opens_pasted(screen, key->input)) {
        return true;
    }
    if (key->input->kind == INPUT_PASTE) {
        screen_say(screen, ROLE_PLAIN, "pasted text does nothing here; : takes a command line");
        return true;
    }
    if (key->act == ACT_LOOK_OLDER) {
        screen->model.menu = screen->model.count > 0 ? MENU_NONE : screen->model.menu;
        return false; /* the message is there again after the past */
    }
    screen_say(screen, ROLE_PLAIN, "");
    screen->model.menu = MENU_NONE;
    if (key->binding == NULL && screen_count_digit(screen, key->input)) {
        return true;
    }
    struct table_model *model = &screen->model;
    struct text to = text_over(model->notice.text, sizeof model->notice.text);
    /* Dice typed when none are asked for, as after a refusal: in "14 4 Enter" the blank would
     * set a target, and Enter would open a form that takes the following keys. Neither key
     * takes a count. */
    bool is_for_none = model->count > 0 && (key->act == ACT_TARGET || key->act == ACT_EDIT);
    /* One Enter too many: the form that it would open takes the following keys, and the next
     * dice would become hit points. */
    bool was_answered = screen->loop->has_answered && key->act == ACT_EDIT;
    bool drops_count = key->act == ACT_CLEAR && model->count > 0;
    if (is_for_none) {
        text_add(&to, "no dice are needed now: %d does nothing", model->count);
        model->notice.role = ROLE_WARNING;
    } else if (was_answered) {
        text_add(&to, "%s; %s again opens a form for the selected combatant", model->undo_label,
                 key_of_act(&model->keys, ACT_EDIT));
        model->notice.role = ROLE_DIM;
    }
    bool is_taken = is_for_none || was_answered || drops_count;
    model->count = is_taken ? 0 : model->count;
    return is_taken;
}

/* A key that runs a command line. A user's key may be for a command of another game. */
static void run_command(struct screen *screen, const struct view_key *key)
{
    const struct key_binding *binding = key->binding;
    size_t n = binding != NULL ? strlen(binding->command) : 0;
    if (binding == NULL || !screen_knows_command(screen, binding->command)) {
        say_dead_key(screen, key->name);
    } else if (n > 0 && binding->command[n - 1] == ' ') { /* words from the referee follow */
        TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
        table_model_expand(&screen->model, binding->command, &line);
        text_add(&line, line.n > 0 && line.p[line.n - 1] == ' ' ? "" : " ");
        if (line.is_cut) {
            screen_say(screen, ROLE_ERROR, "there are too many of them for one line");
        } else {
            screen_open_palette(screen, line.p);
        }
    } else if (!screen_goes_back(screen, binding->command) &&
               !screen_asks_before_leaving(screen, binding->command)) {
        screen_run_command(screen, binding->command);
    }
}

void screen_run_key(struct screen *screen, const struct view_key *key)
{
    view_act_fn *act = view_of_table.on[key->act];
    (act != NULL ? act : run_command)(screen, key);
}

/* A typed count waits for its key, and those who are chosen for their act. */
static bool is_busy(const struct table_model *model, const void *self)
{
    (void)self;
    return model->count > 0 || table_model_chosen(model) > 0;
}

const struct view view_of_table = {
    .context = CONTEXT_TABLE,
    .on =
        {
            [ACT_HELP] = screen_act_help,
            [ACT_DOWN] = go,
            [ACT_UP] = go,
            [ACT_FIRST] = go_to_end,
            [ACT_LAST] = go_to_end,
            [ACT_NEWER] = show_newer,
            [ACT_OLDER] = show_older,
            [ACT_OPEN] = open_group,
            [ACT_CLOSE] = open_group,
            [ACT_OPEN_ALL] = open_all,
            [ACT_TURN] = go_to_turn,
            [ACT_TARGET] = set_target,
            [ACT_FOE] = target_next_foe,
            [ACT_CHOOSE] = choose,
            [ACT_CHOOSE_AGAIN] = choose_again,
            [ACT_CLEAR] = clear,
            [ACT_SETTLE] = settle,
            [ACT_OPEN_LIST] = open_list,
            [ACT_RULING] = overrule,
            [ACT_REPEAT] = repeat,
            [ACT_LOG] = open_log,
            [ACT_ASK] = open_ask,
            [ACT_LOOK_OLDER] = screen_look_back,
            [ACT_LOOK_NEWER] = say_is_now,
            [ACT_PALETTE] = open_palette,
            [ACT_MORE] = open_more,
            [ACT_SHOW_LINES] = show_lines,
            [ACT_NEW] = open_new,
            [ACT_EDIT] = open_edit,
        },
    .other = run_command,
    .before = before_key,
    .is_busy = is_busy,
    .draw = table_view_panes,
};

/* ---- any key --------------------------------------------------------------------------- */

/* A sheet that was opened from the list of encounters, with none open yet, leads back to it.
 */
static void go_back_to_list(struct screen *screen, const struct view *view, bool is_cancelled)
{
    struct view_stack *views = &screen->model.views;
    bool was_list = view == &view_of_encounters;
    screen->loop->is_from_list = screen->loop->is_from_list || (was_list && !is_cancelled);
    if (views->count > 0) {
        return;
    }
    bool goes_back = screen->loop->is_from_list && !was_list && view->room == VIEW_SHEET &&
                     is_cancelled && screen->model.encounter[0] == '\0';
    screen->loop->is_from_list = false;
    if (goes_back) {
        screen_open(screen, &view_of_encounters);
    }
}

void screen_take_key(struct screen *screen, const struct term_input *input)
{
    char name[KEY_NAME_SIZE] = "";
    struct view_entry top = view_top(&screen->model.views);
    const struct view *view = top.view;
    int count = screen->model.count;
    screen->loop->ran[0] = '\0';
    screen->loop->offered_way_back = screen->loop->goes_back;
    screen->loop->goes_back = false;
    struct view_key key = {.input = input,
                           .name = name,
                           .times = count > 0 ? count : 1,
                           .view = view,
                           .self = top.self};
    /* The key in the context of the view on top. Typed or pasted text is not a key. */
    bool types = view->types != NULL ? view->types(top.self) : key_context_types(view->context);
    bool is_typed = input->kind == INPUT_CHARACTER && types;
    if (input->kind != INPUT_PASTE) {
        key_to_name(name, input->key);
    }
    if (input->kind != INPUT_PASTE && !is_typed) {
        key.binding = key_binding_find(&screen->model.keys, view->context, name);
    }
    key.act = key.binding != NULL ? key.binding->act : ACT_NONE;
    if (view->before == NULL || !view->before(screen, &key)) {
        bool is_of_list = view->list != NULL && list_does(view->list, key.act);
        view_act_fn *act = view->on[key.act] != NULL ? view->on[key.act]
                           : is_of_list              ? list_act
                                                     : view->other;
        if (act != NULL) {
            act(screen, &key);
        }
        screen->model.count = 0;
    }
    go_back_to_list(screen, view, key.act == ACT_CANCEL);
    struct notice *notice = &screen->model.notice;
    /* Teaches scripts during play: the line that the key ran comes before its result. */
    if (screen->loop->ran[0] != '\0' && notice->text[0] != ':' &&
        sitting_settings(screen->sitting)->number[PROGRAM_SHOW_LINES] != 0) {
        char said[NOTICE_SIZE];
        memcpy(said, notice->text, sizeof said);
        struct text to = text_over(notice->text, sizeof notice->text);
        text_add(&to, ":%s  %s", screen->loop->ran, said);
    }
    bool was_answer = view == &view_of_question && key.act == ACT_ACCEPT;
    screen->loop->has_answered = was_answer && table_model_question(&screen->model) == NULL;
    screen_go_on_with_pasted(screen);
    screen_look(screen);
}
