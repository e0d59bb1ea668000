#include "tui/loop/table.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/past.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "app/settings/keys.h"
#include "app/settings/settings.h"
#include "app/sitting/odds.h"
#include "app/sitting/rules.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tui/fight/footer.h"
#include "tui/fight/table_view.h"
#include "tui/loop/screen_private.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/reader.h"

void table_style_begin(struct program_settings *settings)
{
    struct program_role roles[ROLE_COUNT];
    for (int i = 0; i < ROLE_COUNT; i++) {
        enum role role = (enum role)i;
        roles[i] = (struct program_role){theme_role_name(role), theme_role_help(role)};
    }
    program_settings_init(settings, roles, ROLE_COUNT);
}

void table_style_of(struct table_style *out, const struct program_settings *settings)
{
    memset(out, 0, sizeof *out);
    int theme = settings->number[PROGRAM_THEME];
    out->theme.ground = theme == PROGRAM_THEME_LIGHT  ? GROUND_LIGHT
                        : theme == PROGRAM_THEME_DARK ? GROUND_DARK
                                                      : GROUND_UNKNOWN;
    for (int i = 0; i < settings->count - PROGRAM_COLOURS; i++) {
        const struct colour_words *words = &settings->colour[i];
        out->theme.is_own[i] = words->is_own;
        int attributes = (words->is_bold ? ATTRIBUTE_BOLD : 0) |
                         (words->is_dim ? ATTRIBUTE_DIM : 0) |
                         (words->is_reverse ? ATTRIBUTE_REVERSE : 0) |
                         (words->is_underlined ? ATTRIBUTE_UNDERLINE : 0);
        out->theme.own[i] = (struct look){(int16_t)words->foreground,
                                          (int16_t)words->background, (uint8_t)attributes};
    }
    int glyphs = settings->number[PROGRAM_GLYPHS];
    out->wishes = (struct term_wishes){.wants_ascii = glyphs == PROGRAM_GLYPHS_ASCII,
                                       .wants_blocks = glyphs == PROGRAM_GLYPHS_BLOCKS,
                                       .wants_unicode = glyphs == PROGRAM_GLYPHS_UNICODE,
                                       .wants_title = settings->number[PROGRAM_TITLE] != 0,
                                       .theme = &out->theme};
}

/* ---- what is due ----------------------------------------------------------------------- */

/* "Nest ledge, morale check due: pelicans": the text of the first check up to its key. */
static void title_of(const struct table_model *model, struct text *out)
{
    text_add(out, "referee");
    if (model->encounter[0] != '\0') {
        text_add(out, ": %s", model->encounter);
    }
    if (model->pending_checks > 0) {
        const char *what = model->pending[0].text;
        int n = (int)strcspn(what, ":`(");
        struct str shown = str_trimmed((struct str){what, n});
        text_add(out, ", %.*s", shown.n, shown.p);
    }
    if (model->pending_checks > 1) {
        text_add(out, " and %d more", model->pending_checks - 1);
    }
}

static bool was_due(const struct due_seen *seen, const char *text)
{
    for (int i = 0; i < seen->count; i++) {
        if (strcmp(seen->text[i], text) == 0) {
            return true;
        }
    }
    return false;
}

/* True when there is a new pending check in the same encounter; remembers the pending checks.
 */
static bool becomes_due(struct screen *screen)
{
    const struct table_model *model = &screen->model;
    struct due_seen *seen = &screen->loop->due_seen;
    bool is_same = seen->is_known && strcmp(seen->encounter, model->encounter) == 0;
    bool is_new = false;
    int count = model->pending_checks;
    for (int i = 0; i < count && is_same; i++) {
        is_new = is_new || !was_due(seen, model->pending[i].text);
    }
    seen->is_known = true;
    text_format(seen->encounter, sizeof seen->encounter, "%s", model->encounter);
    seen->count = count;
    for (int i = 0; i < count; i++) {
        text_format(seen->text[i], sizeof seen->text[i], "%s", model->pending[i].text);
    }
    return is_new;
}

/* Shows pending checks by title and bell. */
static void announce(struct screen *screen)
{
    const struct program_settings *settings = sitting_settings(screen->sitting);
    TEXT_BUFFER(title, TERM_TITLE_SIZE);
    if (settings->number[PROGRAM_TITLE] != 0) {
        title_of(&screen->model, &title);
    }
    if (strcmp(title.p, screen->loop->title) != 0) {
        memcpy(screen->loop->title, title.p, (size_t)title.n + 1);
        term_title(screen->terminal, title.p);
    }
    if (becomes_due(screen) && settings->number[PROGRAM_BELL] != 0) {
        term_bell(screen->terminal);
    }
}

/* The time without a key before idle work begins, and the interval for checking what other
 * programs wrote. */
enum { IDLE_MS = 300, LOOK_MS = 1000 };

/* ---- looking at the sitting ------------------------------------------------------------ */

const struct command_def *screen_command(struct screen *screen, struct str name)
{
    const struct command_def *const *defs;
    int count = sitting_commands(screen->sitting, &defs);
    for (int i = 0; i < count; i++) {
        if (str_equal_any_case(name, str_of(defs[i]->name))) {
            return defs[i];
        }
    }
    return NULL;
}

bool screen_knows_command(struct screen *screen, const char *command)
{
    struct str rest = str_of(command);
    return screen_command(screen, str_next_word(&rest)) != NULL;
}

/* Runs a key's command without effect, once for as long as the state and its line are the same:
 * most keys do not name the selected combatant. */
static const struct dry_run *dry_run(struct screen *screen, int key)
{
    struct dry_run *run = &screen->loop->dry_run[key];
    const struct table_model *model = &screen->model;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    table_model_expand_unseen(model, model->keys.binding[key].command, &line);
    if (run->line[0] != '\0' && strcmp(run->line, line.p) == 0) {
        return run;
    }
    const struct result *result = screen_try_line(screen, line.p);
    const struct question *question = &result->question;
    bool is_own = result->kind == RESULT_TOLD && result->text[0] == '\0';
    bool asks = result->kind == RESULT_ASKS;
    bool asks_one = asks && question->kind == QUESTION_COMBATANT;
    text_format(run->line, sizeof run->line, "%s", line.n < DRY_RUN_LINE_SIZE ? line.p : "");
    run->can = is_own || asks || result->kind == RESULT_DONE;
    run->asks_by = asks_one && strcmp(question->prefix, "by=") == 0;
    run->asks_whom = asks_one && question->prefix[0] == '\0';
    run->actor = run->asks_by ? ANYBODY : asks ? question->actor : 0;
    run->turn = result->kind == RESULT_DONE ? screen->loop->tried.turn : 0;
    return run;
}

/* Whom the key goes to. An attack: without a target the game takes the only foe; ANYBODY: it
 * asks. The next turn: whose it is, as long as no dice decide it. */
static int whom_of(const struct table_model *model, const struct key_binding *binding,
                   const struct dry_run *run)
{
    bool is_attack = binding->act == ACT_NONE && binding->whom == WHOM_FOE;
    if (strcmp(binding->command, "next") == 0) {
        return run->turn;
    }
    return !is_attack || run->asks_by ? 0
           : run->asks_whom           ? ANYBODY
                                      : table_model_likely_target(model);
}

/* Of the keys that no dry run is needed for, whether one has something to do now. */
static bool act_has_use(const struct screen *screen, enum screen_act act)
{
    const struct table_model *model = &screen->model;
    return act == ACT_SETTLE      ? model->pending_checks > 0
           : act == ACT_OPEN_LIST ? model->pending_checks > 1
           : act == ACT_RULING    ? screen->loop->refused[0] != '\0'
           : act == ACT_REPEAT ? screen->loop->again[0] != '\0' && model->redo_label[0] == '\0'
           : act == ACT_LOOK_OLDER                ? model->undo_label[0] != '\0'
           : act == ACT_TARGET || act == ACT_EDIT ? model->order_count > 0
                                                  : true;
}

/* True when a command has something to do now, as far as that is known without a dry run:
 * *needs_run if it is not. */
static bool command_has_use(struct screen *screen, const struct key_binding *binding,
                            bool *needs_run)
{
    const struct table_model *model = &screen->model;
    const char *command = binding->command;
    *needs_run = false;
    /* A dry run would ask who it is for; and who comes back is rarely asked: the key has room
     * when one of them is selected. */
    bool is_for_nobody = (model->order_count == 0 && strchr(command, '%') != NULL) ||
                         (binding->whom == WHOM_OUT && table_model_whom(model, WHOM_OUT) == 0);
    bool is_idle = model->procedure->key_is_idle != NULL &&
                   model->procedure->key_is_idle(model->state, command);
    if (is_for_nobody || is_idle || !screen_knows_command(screen, command)) {
        return false;
    }
    if (strcmp(command, "undo") == 0 || strncmp(command, "amend", 5) == 0) {
        return model->undo_label[0] != '\0';
    }
    if (strcmp(command, "redo") == 0) {
        return model->redo_label[0] != '\0';
    }
    *needs_run = true;
    return false;
}

/* Learns whether a key of the table has something to do now, by whom and to whom. */
static void look_at_key(struct screen *screen, int key)
{
    struct table_model *model = &screen->model;
    const struct key_binding *binding = &model->keys.binding[key];
    const struct dry_run *run = NULL;
    bool needs_run = false;
    bool can = binding->act != ACT_NONE ? act_has_use(screen, binding->act)
                                        : command_has_use(screen, binding, &needs_run);
    if (needs_run) {
        run = dry_run(screen, key);
        can = run->can;
    }
    model->can_run[key] = can;
    model->acts_by[key] = run != NULL && can ? run->actor : 0;
    model->acts_on[key] = run != NULL && can ? whom_of(model, binding, run) : 0;
}

/* The footer offers the keys whose command a dry run accepts: only the rules know what is
 * possible when. Keys that do not fit are not tried. */
static void refresh_footer(struct screen *screen)
{
    const struct key_table *keys = &screen->model.keys;
    int rows;
    int columns;
    const struct table_model *model = &screen->model;
    term_size(screen->terminal, &rows, &columns);
    struct footer_of now = {.is_known = true,
                            .has_refused = screen->loop->refused[0] != '\0',
                            .selected = model->selected,
                            .target = model->target,
                            .acting = model->acting,
                            .chosen = table_model_chosen(model),
                            .columns = columns,
                            .has_aim = table_layout_has_aim(model, rows, columns)};
    if (memcmp(&now, &screen->loop->footer_of, sizeof now) == 0) {
        return;
    }
    for (int i = 0; i < keys->count && !screen->loop->footer_of.is_known; i++) {
        screen->loop->dry_run[i].line[0] = '\0';
    }
    screen->loop->footer_of = now;
    int room = footer_room(model, CONTEXT_TABLE, columns);
    /* The actor of another state may not be here. */
    memset(screen->model.acts_by, 0, sizeof screen->model.acts_by);
    memset(screen->model.acts_on, 0, sizeof screen->model.acts_on);
    short ranked[KEY_BINDINGS_MAX];
    footer_rank(model, ranked);
    for (int k = 0; k < keys->count; k++) {
        int i = ranked[k];
        const struct key_binding *binding = &keys->binding[i];
        if (binding->context != CONTEXT_TABLE || !footer_can_show(binding)) {
            screen->model.can_run[i] = false;
            continue;
        }
        if (binding->is_of_frame) { /* a dry run of these would only ask */
            bool is_for_nobody =
                model->order_count == 0 && strchr(binding->command, '%') != NULL;
            screen->model.can_run[i] =
                !is_for_nobody &&
                (binding->act != ACT_NONE || screen_knows_command(screen, binding->command));
            continue;
        }
        bool fits = footer_width(model, binding, columns, 0) <= room;
        screen->model.can_run[i] = false;
        if (fits || aim_may_show(binding)) {
            look_at_key(screen, i);
        }
        bool can = model->can_run[i];
        /* Its width may have changed: the footer says who acts and on whom. What may stand in
         * a row above takes none. */
        bool is_above =
            footer_is_said_above(model, binding, columns) ||
            (now.has_aim && aim_may_show(binding) && !key_binding_is_attack(binding));
        room -= fits && can && !is_above ? footer_width(model, binding, columns, 0) : 0;
    }
}

void screen_find_left_out(struct screen *screen)
{
    struct table_model *model = &screen->model;
    struct table_layout layout;
    bool shown[KEY_BINDINGS_MAX];
    int by[KEY_BINDINGS_MAX], on[KEY_BINDINGS_MAX];
    table_layout(&layout, model, canvas_of(&screen->frame));
    /* What the footer shows depends on those keys alone that it has tried: it gets these back
     * after all others are known as well. */
    memcpy(shown, model->can_run, sizeof shown);
    memcpy(by, model->acts_by, sizeof by);
    memcpy(on, model->acts_on, sizeof on);
    footer_left_out(model, &layout, model->left_out);
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (!shown[i] && binding->context == CONTEXT_TABLE && !binding->is_of_frame &&
            footer_can_show(binding)) {
            look_at_key(screen, i);
            model->left_out[i] = model->can_run[i] && !footer_is_due(model, binding);
        }
    }
    memcpy(model->can_run, shown, sizeof shown);
    memcpy(model->acts_by, by, sizeof by);
    memcpy(model->acts_on, on, sizeof on);
}

/* The odds are those of the act that is being chosen, or else of the usual act. */
static void refresh_odds(struct screen *screen)
{
    struct table_model *model = &screen->model;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    model->odds = NULL;
    model->together = NULL;
    if (screen_typed_line(screen, &line)) {
        model->odds = sitting_line_odds(screen->sitting, line.p);
    }
    bool is_asking = table_model_question(model) != NULL;
    bool has_none = model->odds == NULL || model->odds->count == 0;
    text_init(&line, line.p, line.size);
    if (is_asking && has_none && screen_asked_line(screen, &line)) {
        model->odds = sitting_line_odds(screen->sitting, line.p);
    }
    bool is_usual = !is_asking && (model->odds == NULL ||
                                   (model->odds->count == 0 && model->odds->why[0] == '\0'));
    int actor, target;
    if (is_usual && table_model_pair(model, &actor, &target)) {
        model->odds = sitting_usual_odds(screen->sitting, actor, target);
    }
    table_find_together(model, screen->sitting);
}

/* Called when the state, the selection or the target may have changed. */
void screen_look(struct screen *screen)
{
    struct table_model *model = &screen->model;
    refresh_odds(screen);
    if (model->views.count == 0) {
        refresh_footer(screen);
    }
}

void screen_load(struct screen *screen)
{
    struct table_model *model = &screen->model;
    const char *encounter = sitting_encounter_name(screen->sitting);
    screen->loop->footer_of.is_known = false;
    screen->loop->tried.line[0] = '\0';
    if (model->procedure != sitting_procedure(screen->sitting)) {
        model->procedure = sitting_procedure(screen->sitting);
        const struct command_def *const *defs;
        int count = sitting_commands(screen->sitting, &defs);
        key_table_make(&model->keys, model->procedure, screen->own_keys);
        key_table_aim(&model->keys, defs, count);
    }
    if (!str_equal(str_of(encounter), screen->loop->encounter)) {
        struct text name = text_over(screen->loop->encounter, sizeof screen->loop->encounter);
        text_add(&name, "%s", encounter);
        table_model_forget(model);
    }
    table_fill(model, screen->sitting);
    model->again = screen->loop->again;
    model->again_words = screen->loop->again_words;
    screen_check_form(screen);
}

/* ---- the frame ------------------------------------------------------------------------- */

static bool are_same(const struct frame *a, const struct frame *b)
{
    size_t cells = (size_t)(a->rows * a->columns);
    return a->rows == b->rows && a->columns == b->columns && a->cursor_row == b->cursor_row &&
           a->cursor_column == b->cursor_column &&
           memcmp(a->cells, b->cells, cells * sizeof a->cells[0]) == 0;
}

/* A key after which the screen is unchanged has done nothing: this is reported, unless a
 * message is already about it. Returns whether it is. */
static bool answer_dead_key(struct screen *screen)
{
    struct table_model *model = &screen->model;
    const char *key = screen->loop->pressed;
    const char *message = model->notice.text;
    size_t n = strlen(key);
    bool is_answered = model->views.count == 0 && message[0] != '\0';
    /* "K does nothing here" */
    bool is_about = strncmp(message, key, n) == 0 && (message[n] == ' ' || message[n] == ':');
    if (key[0] == '\0' || is_answered || screen->loop->has_ended || is_about ||
        !are_same(&screen->frame, &screen->loop->before)) {
        return false;
    }
    screen_say_no_effect(screen, key);
    frame_init(&screen->frame, screen->frame.rows, screen->frame.columns,
               screen->terminal->glyphs);
    table_view_draw(model, &screen->frame);
    return true;
}

/* The frame is clear already, unless its size has changed: it is kept, and cleared for the next
 * key, once it is on the screen and nobody waits. */
static void draw(struct screen *screen)
{
    struct frame *frame = &screen->frame;
    const struct program_settings *settings = sitting_settings(screen->sitting);
    if (settings->changes != screen->loop->style_seen) {
        struct table_style style;
        screen->loop->style_seen = settings->changes;
        table_style_of(&style, settings);
        term_restyle(screen->terminal, &style.wishes);
    }
    int rows;
    int columns;
    term_size(screen->terminal, &rows, &columns);
    bool is_other_size = rows != frame->rows || columns != frame->columns;
    if (is_other_size || frame->glyphs != screen->terminal->glyphs) {
        frame_init(frame, rows, columns, screen->terminal->glyphs);
    }
    for (int i = 0; i < screen->model.views.count && is_other_size; i++) {
        const struct view_entry *entry = &screen->model.views.entry[i];
        if (entry->view->resized != NULL) {
            entry->view->resized(entry->self, sheet_of(canvas_of(frame)));
        }
    }
    table_view_draw(&screen->model, frame);
    bool is_without_message = screen->model.dead_key[0] == '\0' && !answer_dead_key(screen);
    term_present(screen->terminal, frame);
    announce(screen);
    if (is_without_message) {
        struct frame *before = &screen->loop->before;
        before->rows = frame->rows;
        before->columns = frame->columns;
        before->cursor_row = frame->cursor_row;
        before->cursor_column = frame->cursor_column;
        memcpy(before->cells, frame->cells,
               (size_t)(frame->rows * frame->columns) * sizeof frame->cells[0]);
    }
    frame_init(frame, frame->rows, frame->columns, frame->glyphs);
}

/* ---- the loop -------------------------------------------------------------------------- */

/* Another program may write to the campaign while this table is open: a second table, a script.
 * An act in the middle of something would find the conflict itself. */
static void follow(struct screen *screen)
{
    struct error err;
    bool has_changed;
    enum status status = sitting_follow(&has_changed, screen->sitting, &err);
    bool was_lost = screen->loop->has_lost_file;
    screen->loop->has_lost_file = status == STATUS_ELSEWHERE;
    if (screen->loop->has_lost_file) {
        if (!was_lost) {
            screen_say_error(screen, &err);
        }
    } else if (status != STATUS_OK) {
        screen_load(screen);
        screen_say_error(screen, &err);
    } else if (has_changed) {
        screen_load(screen);
        screen_look(screen);
        screen_say(screen, ROLE_PLAIN,
                   "another program changed the campaign: this is its present state");
    }
}

/* Shows damage of the file over everything else, since it can be long. */
static void tell_notice(struct screen *screen)
{
    const char *notice = sitting_notice(screen->sitting);
    if (notice[0] != '\0') {
        screen_read(screen, "the campaign's file", str_of(notice));
    }
}

static void be_idle(struct screen *screen)
{
    bool had_work = screen->loop->has_idle_work;
    screen->loop->has_idle_work =
        sitting_idle(screen->sitting, sitting_now_ms(screen->sitting));
    const struct view_stack *views = &screen->model.views;
    for (int i = 0; i < views->count; i++) {
        const struct view *view = views->entry[i].view;
        bool has_more = view->learns != NULL && view->learns(screen);
        screen->loop->has_idle_work = screen->loop->has_idle_work || has_more;
    }
    table_look_at_kinds(&screen->model, screen->sitting);
    if (screen->loop->wants_tidying || (had_work && !screen->loop->has_idle_work)) {
        /* Older lines may have been read, before the present ones. */
        screen->model.lines_count = sitting_log(screen->sitting, &screen->model.lines);
        screen->loop->wants_tidying = false;
        /* Data read meanwhile may let a key do more. */
        screen->loop->footer_of.is_known = false;
        screen_look(screen);
    }
    /* Acts of other programs are reported when the user is not in the middle of anything. */
    if (view_is_busy(&screen->model.views, &screen->model)) {
        return;
    }
    follow(screen);
    tell_notice(screen);
    const char *news = sitting_idle_news(screen->sitting);
    if (news != NULL) {
        screen_say(screen, ROLE_ERROR, news);
    }
}

static void name_of(char out[KEY_NAME_SIZE], const struct term_input *input)
{
    if (input->kind == INPUT_PASTE) {
        text_format(out, KEY_NAME_SIZE, "pasted text");
    } else {
        key_to_name(out, input->key);
    }
}

static void take_key(struct screen *screen, const struct term_input *input)
{
    screen->model.dead_key[0] = '\0';
    name_of(screen->loop->pressed, input);
    sitting_ready_files(screen->sitting);
    table_look_at_kinds(&screen->model, screen->sitting);
    screen_take_key(screen, input);
}

/* A terminal sends a key held with alt as Esc and the key; some that are between here and the
 * keyboard send those two at once, when they were pressed one after the other. What is bound to
 * nothing with alt is the two. */
static void take_parts(struct screen *screen, const struct term_input *input)
{
    const struct term_input esc = {.kind = INPUT_KEY, .key = NAMED_KEY_ESC};
    char name[KEY_NAME_SIZE];
    if (input->kind == INPUT_KEY && (input->key & KEY_WITH_ALT) != 0) {
        enum key_context context = view_top(&screen->model.views).view->context;
        name_of(name, input);
        if (key_binding_find(&screen->model.keys, context, name) == NULL) {
            struct term_input key = *input;
            key.key &= ~KEY_WITH_ALT;
            key.kind = key_is_character(key.key) ? INPUT_CHARACTER : INPUT_KEY;
            take_key(screen, &esc);
            take_key(screen, &key);
            return;
        }
    }
    take_key(screen, input);
}

static void take(struct screen *screen, const struct term_input *input)
{
    screen->loop->pressed[0] = '\0';
    screen->loop->tried.line[0] = '\0';
    switch (input->kind) {
    case INPUT_KEY:
    case INPUT_CHARACTER:
    case INPUT_PASTE:
        screen_throws_wait(screen);
        take_parts(screen, input);
        /* It may have given an open view something to read or play. */
        for (int i = 0; i < screen->model.views.count; i++) {
            screen->loop->has_idle_work |= screen->model.views.entry[i].view->learns != NULL;
        }
        break;
    case INPUT_UNKNOWN:
        screen_say_unknown_key(screen);
        break;
    case INPUT_NONE:
        if (!screen_throws_are_due(screen)) {
            be_idle(screen);
        }
        break;
    case INPUT_OUTSIDE:
        screen_throws_hear(screen);
        break;
    case INPUT_RESIZE:
        screen->model.dead_key[0] = '\0';
        screen_look(screen);
        break;
    case INPUT_TERMINATE:
    case INPUT_END:
        screen->loop->has_ended = true;
        break;
    }
}

void table_draw_waiting(struct terminal *terminal, const char *line)
{
    int rows, columns;
    struct frame *frame = calloc(1, sizeof *frame);
    CHECK(frame != NULL);
    term_size(terminal, &rows, &columns);
    frame_init(frame, rows, columns, terminal->glyphs);
    canvas_text(canvas_of(frame), 0, 0, ROLE_PLAIN, str_of(line));
    term_present(terminal, frame);
    free(frame);
}

int table_run(struct sitting *sitting, struct terminal *terminal, const struct own_keys *own,
              const char *told)
{
    struct screen *screen = calloc(1, sizeof *screen);
    CHECK(screen != NULL);
    screen->loop = calloc(1, sizeof *screen->loop);
    CHECK(screen->loop != NULL);
    screen->run_line = screen_show_result_of;
    screen->open_palette = screen_show_palette;
    screen->open_help = screen_open_help;
    screen->sitting = sitting;
    screen->terminal = terminal;
    screen->own_keys = own;
    /* The first idle moment, or the first key, reads what the first frame does not need. */
    screen->loop->wants_tidying = true;
    screen->loop->has_idle_work = false;
    screen_throws_begin(screen);
    screen_load(screen);
    if (screen->model.encounter[0] == '\0') {
        screen_open(screen, &view_of_encounters);
    }
    screen_look(screen);
    if (told != NULL) {
        screen_read(screen, "your own files", str_of(told));
    }
    tell_notice(screen);
    while (!screen->loop->has_ended) {
        struct term_input input;
        draw(screen);
        screen_throws_look(screen);
        /* After a key nothing is done until no other key seems to follow; then the steps follow
         * each other. */
        int wait_ms = screen->loop->wants_tidying   ? IDLE_MS
                      : screen->loop->has_idle_work ? 0
                                                    : LOOK_MS;
        term_read(&input, terminal, screen_throws_limit(screen, wait_ms));
        take(screen, &input);
    }
    screen_close_all(screen);
    screen_throws_end(screen);
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        free(screen->data[i]);
    }
    free(screen->loop);
    free(screen);
    return 0;
}
