#include "tui/loop/table_private.h"

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
static bool say_other_game(struct table *table, const char *key, struct text *out)
{
    const struct procedure *games[GAMES_MOST];
    const struct system *systems[GAMES_MOST];
    int count = 0;
    int where = 0;
    const struct system *here = state_system(table->model.state);
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
static void say_dead_key(struct table *table, const char *key)
{
    const struct key_table *keys = &table->model.keys;
    const struct key_binding *rare = key_binding_find(keys, CONTEXT_MORE, key);
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    table->model.notice.role = ROLE_PLAIN;
    if (rare != NULL && menu_has(rare)) {
        text_add(&to, "%s does nothing here; press %s (%s: %s)", key, rare->pressed, rare->note,
                 rare->help);
    } else if (!say_other_game(table, key, &to)) {
        text_add(&to, "%s does nothing here; %s shows the keys", key,
                 key_of_act(keys, ACT_HELP));
    }
}

void table_say_unknown_key(struct table *table)
{
    text_format(table->model.dead_key, sizeof table->model.dead_key,
                "this terminal sent a key that is not known here");
}

/* When nothing has changed and nothing was said: why this act of the screen could do
 * nothing. */
static void say_idle(struct table *table, enum screen_act act)
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
    const struct key_table *keys = &table->model.keys;
    char reason[NOTICE_SIZE];
    if (act == ACT_UP || act == ACT_DOWN) {
        bool is_up = act == ACT_UP;
        text_format(reason, sizeof reason, "that is the %s combatant; %s goes to the %s",
                    is_up ? "first" : "last", key_of_act(keys, is_up ? ACT_LAST : ACT_FIRST),
                    is_up ? "last" : "first");
    } else {
        text_format(reason, sizeof reason, "%s", reasons[act] != NULL ? reasons[act] : "");
    }
    if (table->model.order_count == 0 && !is_of_log) {
        table_say_key(table, key_of_command(&table->model.keys, "add"),
                      "adds combatants: nobody is here yet");
    } else if (reason[0] != '\0') {
        table_say(table, ROLE_DIM, reason);
    }
}

/* The first key of the act in this context; NULL: none. */
static const char *key_of(const struct table *table, enum key_context context,
                          enum screen_act act)
{
    const struct key_table *keys = &table->model.keys;
    for (int i = 0; i < keys->count; i++) {
        if (keys->binding[i].context == context && keys->binding[i].act == act) {
            return keys->binding[i].key;
        }
    }
    return NULL;
}

void table_say_no_effect(struct table *table, const char *key)
{
    struct table_model *model = &table->model;
    const struct view *top = view_top(&model->views).view;
    const struct key_binding *binding = key_binding_find(&model->keys, top->context, key);
    enum screen_act act = binding != NULL ? binding->act : ACT_NONE;
    const char *help = key_of(table, top->context, ACT_HELP);
    const char *cancel = key_of(table, top->context, ACT_CANCEL);
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

int table_order_rows(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->model, canvas_of(&table->frame));
    return layout.order.rows;
}

/* ---- for every view -------------------------------------------------------------------- */

/* ---- acts at the table, as often as the count before the key says ---------------------- */

static void scroll_log(struct table *table, int lines)
{
    struct table_model *model = &table->model;
    int most = model->lines_count > 1 ? model->lines_count - 1 : 0;
    int older = model->older + lines;
    model->older = older < 0 ? 0 : older > most ? most : older;
    if (older > most) {
        table_say_key(table, key_of_act(&model->keys, ACT_LOG), "shows the whole log");
    }
}

static int log_page(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->model, canvas_of(&table->frame));
    return layout.log.rows > 2 ? layout.log.rows - 1 : 1;
}

static void settle(struct table *table, const struct view_key *key)
{
    (void)key;
    table_settle(table, 0);
}

static void open_list(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_list(table);
}

/* When the selection is unchanged and nothing was said: reports that the key did nothing. */
static void say_if_still(struct table *table, const struct view_key *key, int before)
{
    if (table->model.selected == before && table->model.notice.text[0] == '\0') {
        say_idle(table, key->act);
    }
}

static void go_to_turn(struct table *table, const struct view_key *key)
{
    int before = table->model.selected;
    int turn = table->model.state->value[ENCOUNTER_TURN];
    int id = turn != 0 ? turn : table->model.acting;
    if (id != 0) {
        table_model_select(&table->model, id);
        say_if_still(table, key, before);
    } else {
        table_say(table, ROLE_PLAIN, "nobody has a turn now");
    }
}

/* The next row as shown in the pane: a group is one step. */
static void step(struct table *table, int steps)
{
    struct table_model *model = &table->model;
    table_model_select(model, order_step(model, table_order_rows(table), steps));
}

static void target_next_foe(struct table *table, const struct view_key *key)
{
    struct table_model *model = &table->model;
    int before = model->target;
    for (int i = 0; i < key->times; i++) {
        model->target = table_model_foe_after_target(model);
    }
    if (model->target == before) {
        say_idle(table, key->act);
        return;
    }
    struct table_layout layout;
    table_layout(&layout, model, canvas_of(&table->frame));
    /* Without these the row of messages shows the odds, or whom the keys are for. */
    bool has_pane_and_aim = layout.detail.rows > 0 && layout.aim.rows > 0;
    if (has_pane_and_aim && table_model_next_foe(model, model->target) != model->target) {
        table_say_key(table, key_of_act(&model->keys, ACT_FOE), "targets the next foe");
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
static void say_chosen(struct table *table)
{
    int count = table_model_chosen(&table->model);
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    table->model.menu = count > 0 ? MENU_CHOSEN : MENU_NONE;
    table->model.notice.role = ROLE_DIM;
    if (count == 0) {
        text_add(&to, "nobody is chosen");
        return;
    }
    text_add(&to, "%d chosen: ", count);
    name_chosen(&table->model, &to);
    text_add(&to, "; Esc drops %s", count == 1 ? "it" : "them");
}

/* Several neighbours are chosen with one key each, since the selection moves on by itself. */
static void choose(struct table *table, const struct view_key *key)
{
    struct table_model *model = &table->model;
    for (int i = 0; i < key->times; i++) {
        int before = model->selected;
        table_model_choose(model, before);
        step(table, 1);
        if (model->selected == before) {
            break;
        }
    }
    say_chosen(table);
}

static int rows_shown(struct table *table)
{
    struct order_rows rows;
    order_rows(&rows, &table->model, table_order_rows(table));
    return rows.count;
}

static void open_group(struct table *table, const struct view_key *key)
{
    bool is_open = key->act == ACT_OPEN;
    int before = rows_shown(table);
    if (order_open(&table->model, is_open) < 2) {
        table_say(table, ROLE_PLAIN, "no combatant next to the selected one is like it");
    } else if (rows_shown(table) == before) {
        table_say(table, ROLE_DIM,
                  is_open ? "each of them has its own line already"
                          : "they share a line once there is no room for all");
    }
}

static void open_all(struct table *table, const struct view_key *key)
{
    struct table_model *model = &table->model;
    (void)key;
    model->shows_all = !model->shows_all;
    memset(model->is_open, 0, sizeof model->is_open);
    memset(model->is_closed, 0, sizeof model->is_closed);
    table_say(table, ROLE_DIM,
              model->shows_all
                  ? "a line for each combatant"
                  : "one line for combatants that are alike, when there is no room for all");
}

/* One thing at a time, the newest first. A user with nothing to drop may want to leave. */
static void clear(struct table *table, const struct view_key *key)
{
    struct table_model *model = &table->model;
    (void)key;
    if (table_model_chosen(model) > 0) {
        table_model_choose_none(model);
        table_forget_choices(table);
    } else if (model->target != 0 || model->older != 0) {
        model->target = 0;
        model->older = 0;
    } else {
        table_say_key(table, key_of_command(&model->keys, "quit"),
                      "quits; everything is saved already");
    }
}

static void go(struct table *table, const struct view_key *key)
{
    int before = table->model.selected;
    step(table, key->act == ACT_UP ? -key->times : key->times);
    say_if_still(table, key, before);
}

static void go_to_end(struct table *table, const struct view_key *key)
{
    int before = table->model.selected;
    struct table_model *model = &table->model;
    if (model->order_count > 0) {
        int end = key->act == ACT_FIRST ? 0 : model->order_count - 1;
        table_model_select(model, model->order[end]);
    }
    say_if_still(table, key, before);
}

static void set_target(struct table *table, const struct view_key *key)
{
    if (table->model.selected == 0) {
        say_idle(table, key->act);
    }
    table_model_set_target(&table->model, table->model.selected);
}

static void choose_again(struct table *table, const struct view_key *key)
{
    (void)key;
    table_model_choose_again(&table->model);
    say_chosen(table);
}

static void show_older(struct table *table, const struct view_key *key)
{
    int before = table->model.older;
    scroll_log(table, key->times * log_page(table));
    if (table->model.older == before && table->model.notice.text[0] == '\0') {
        say_idle(table, key->act);
    }
}

static void show_newer(struct table *table, const struct view_key *key)
{
    int before = table->model.older;
    scroll_log(table, -key->times * log_page(table));
    if (table->model.older == before) {
        say_idle(table, key->act);
    }
}

static void overrule(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_ruling(table);
}

static void repeat(struct table *table, const struct view_key *key)
{
    table_repeat(table, key->times);
}

static void open_ask(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open(table, &view_of_ask);
}

static void open_log(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open(table, &view_of_log);
}

static void say_is_now(struct table *table, const struct view_key *key)
{
    (void)key;
    table_say_key(table, key_of_act(&table->model.keys, ACT_LOOK_OLDER),
                  "looks back; the table is as it stands now");
}

static void open_palette(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_palette(table, "");
}

static void open_new(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_form_new(table);
}

static void open_edit(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_form_edit(table);
}

static void open_more(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_more(table, table->model.count);
}

/* Shows the command line of each key as it runs, or no more; that is kept among the settings.
 */
static void show_lines(struct table *table, const struct view_key *key)
{
    const struct program_settings *settings = sitting_settings(table->sitting);
    (void)key;
    table_run_line(table, settings->number[PROGRAM_SHOW_LINES] != 0
                              ? "settings show-lines no"
                              : "settings show-lines yes");
}

/* ---- its other keys -------------------------------------------------------------------- */

bool table_opens_pasted(struct table *table, const struct term_input *input)
{
    if (input->kind != INPUT_PASTE || !import_is_page(input->text)) {
        return false;
    }
    if (input->is_cut) {
        table_say(table, ROLE_ERROR,
                  "the page is too long to paste: save it, and `import FILE` takes it; nothing "
                  "came in");
        return true;
    }
    sitting_keep_pasted(table->sitting, input->text);
    table_close(table, &view_of_palette);
    table_close(table, &view_of_question);
    view_of_imports.open_about(table, &(struct view_about){.name = IMPORT_PASTED});
    return true;
}

/* Takes a digit of a count, and keys that make no sense after what was typed before. */
static bool before_key(struct table *table, const struct view_key *key)
{
    if (table_opens_pasted(table, key->input)) {
        return true;
    }
    if (key->input->kind == INPUT_PASTE) {
        table_say(table, ROLE_PLAIN, "pasted text does nothing here; : takes a command line");
        return true;
    }
    if (key->act == ACT_LOOK_OLDER) {
        table->model.menu = table->model.count > 0 ? MENU_NONE : table->model.menu;
        return false; /* the message is there again after the past */
    }
    table_say(table, ROLE_PLAIN, "");
    table->model.menu = MENU_NONE;
    if (key->binding == NULL && table_count_digit(table, key->input)) {
        return true;
    }
    struct table_model *model = &table->model;
    struct text to = text_over(model->notice.text, sizeof model->notice.text);
    /* Dice typed when none are asked for, as after a refusal: in "14 4 Enter" the blank would
     * set a target, and Enter would open a form that takes the following keys. Neither key
     * takes a count. */
    bool is_for_none = model->count > 0 && (key->act == ACT_TARGET || key->act == ACT_EDIT);
    /* One Enter too many: the form that it would open takes the following keys, and the next
     * dice would become hit points. */
    bool was_answered = table->loop->has_answered && key->act == ACT_EDIT;
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
static void run_command(struct table *table, const struct view_key *key)
{
    const struct key_binding *binding = key->binding;
    size_t n = binding != NULL ? strlen(binding->command) : 0;
    if (binding == NULL || !table_knows_command(table, binding->command)) {
        say_dead_key(table, key->name);
    } else if (n > 0 && binding->command[n - 1] == ' ') { /* words from the referee follow */
        TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
        table_model_expand(&table->model, binding->command, &line);
        text_add(&line, line.n > 0 && line.p[line.n - 1] == ' ' ? "" : " ");
        if (line.is_cut) {
            table_say(table, ROLE_ERROR, "there are too many of them for one line");
        } else {
            table_open_palette(table, line.p);
        }
    } else if (!table_goes_back(table, binding->command) &&
               !table_asks_before_leaving(table, binding->command)) {
        table_run_command(table, binding->command);
    }
}

void table_run_key(struct table *table, const struct view_key *key)
{
    view_act_fn *act = view_of_table.on[key->act];
    (act != NULL ? act : run_command)(table, key);
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
            [ACT_HELP] = table_act_help,
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
            [ACT_LOOK_OLDER] = table_look_back,
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
static void go_back_to_list(struct table *table, const struct view *view, bool is_cancelled)
{
    struct view_stack *views = &table->model.views;
    bool was_list = view == &view_of_encounters;
    table->loop->is_from_list = table->loop->is_from_list || (was_list && !is_cancelled);
    if (views->count > 0) {
        return;
    }
    bool goes_back = table->loop->is_from_list && !was_list && view->room == VIEW_SHEET &&
                     is_cancelled && table->model.encounter[0] == '\0';
    table->loop->is_from_list = false;
    if (goes_back) {
        table_open(table, &view_of_encounters);
    }
}

void table_take_key(struct table *table, const struct term_input *input)
{
    char name[KEY_NAME_SIZE] = "";
    struct view_entry top = view_top(&table->model.views);
    const struct view *view = top.view;
    int count = table->model.count;
    table->loop->ran[0] = '\0';
    table->loop->offered_way_back = table->loop->goes_back;
    table->loop->goes_back = false;
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
        key.binding = key_binding_find(&table->model.keys, view->context, name);
    }
    key.act = key.binding != NULL ? key.binding->act : ACT_NONE;
    if (view->before == NULL || !view->before(table, &key)) {
        bool is_of_list = view->list != NULL && list_does(view->list, key.act);
        view_act_fn *act = view->on[key.act] != NULL ? view->on[key.act]
                           : is_of_list              ? list_act
                                                     : view->other;
        if (act != NULL) {
            act(table, &key);
        }
        table->model.count = 0;
    }
    go_back_to_list(table, view, key.act == ACT_CANCEL);
    struct notice *notice = &table->model.notice;
    /* Teaches scripts during play: the line that the key ran comes before its result. */
    if (table->loop->ran[0] != '\0' && notice->text[0] != ':' &&
        sitting_settings(table->sitting)->number[PROGRAM_SHOW_LINES] != 0) {
        char said[NOTICE_SIZE];
        memcpy(said, notice->text, sizeof said);
        struct text to = text_over(notice->text, sizeof notice->text);
        text_add(&to, ":%s  %s", table->loop->ran, said);
    }
    bool was_answer = view == &view_of_question && key.act == ACT_ACCEPT;
    table->loop->has_answered = was_answer && table_model_question(&table->model) == NULL;
    table_go_on_with_pasted(table);
    table_look(table);
}
