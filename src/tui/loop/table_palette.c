#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "app/sitting/commands.h"
#include "tui/fight/table_view.h"
#include "tui/log/look_back.h"
#include "tui/loop/table_private.h"

/* ---- what a dry run knows -------------------------------------------------------------- */

static const struct question *asks(void *context, const char *line)
{
    struct table *table = context;
    const struct result *result = table_try_line(table, line);
    return result->kind == RESULT_ASKS ? &result->question : NULL;
}

static bool refuses(void *context, const char *line, struct text *why)
{
    struct table *table = context;
    if (strcmp(line, "undo") == 0 || strcmp(line, "redo") == 0) {
        bool is_undo = line[0] == 'u';
        text_add(why, "there is nothing to %s", line);
        return (is_undo ? sitting_undo_label(table->sitting)
                        : sitting_redo_label(table->sitting))[0] == '\0';
    }
    const struct result *result = table_try_line(table, line);
    const struct refusal *refusal = &result->refusal;
    bool is_refused = result->kind == RESULT_REFUSED;
    if (is_refused) {
        bool has_rule = refusal->rule != NULL && refusal->rule[0] != '\0';
        text_add(why, "%s%s%s%s", refusal->reason, has_rule ? " (" : "",
                 has_rule ? refusal->rule : "", has_rule ? ")" : "");
    }
    return is_refused;
}

struct palette_source table_source(struct table *table)
{
    struct palette_source source = palette_source_of(table);
    source.asks = asks;
    source.refuses = refuses;
    return source;
}

/* ---- keys ------------------------------------------------------------------------------ */

/* The next pasted line that is a command, or an empty text; *at: where the one after it begins.
 */
static struct str next_pasted(const struct table *table, int *at)
{
    struct str rest = {table->loop->pasted.text + *at, table->loop->pasted.n - *at};
    struct str line = {rest.p, 0};
    while (line.n == 0 && str_next_part(&rest, '\n', &line)) {
        line = str_trimmed(line);
        line.n = line.n > 0 && line.p[0] == '#' ? 0 : line.n;
    }
    *at = table->loop->pasted.n - rest.n;
    return line;
}

static int pasted_left(const struct table *table)
{
    int count = 0;
    int at = table->loop->pasted.at;
    while (next_pasted(table, &at).n > 0) {
        count++;
    }
    return count;
}

/* Shows in the message line what Enter would do: the line that would run, if it differs from
 * the typed one, and its result. */
static void echo(struct table *table, const struct palette_source *source)
{
    struct palette_enter enter;
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    struct str typed = line_edit_text(&table->loop->palette.edit);
    palette_enter(&table->loop->palette, source, &enter);
    bool runs = enter.verdict == PALETTE_RUNS;
    table->loop->palette.would_run = runs;
    table->model.notice.role = ROLE_DIM;
    if (palette_takes_word(&table->loop->palette)) {
        text_add(&to, "Enter takes it into the line");
        return;
    }
    if (enter.verdict == PALETTE_SELECTS) {
        text_add(&to, "Enter selects %s", state_name(table->model.state, enter.id));
    } else if (enter.line[0] == '\0' && table->loop->palette.place.command == NULL &&
               typed.n > 0) {
        palette_say_why_not(&table->loop->palette, source, &to);
    } else if (enter.line[0] != '\0' && !str_equal(typed, enter.line)) {
        text_add(&to, "Enter %s %s%s", runs ? "runs" : "goes on with", enter.line,
                 runs ? "" : "...");
    }
    if (!runs) {
        return;
    }
    TEXT_BUFFER(outcome, NOTICE_SIZE);
    bool is_shown = table_echo_line(table, enter.line, TABLE_THEN_ASKS, &outcome);
    const struct result *result = &table->loop->tried.result;
    if (!is_shown && result->kind == RESULT_REFUSED) {
        text_add(&outcome, "refused: %s", result->refusal.reason);
        table->model.notice.role = ROLE_WARNING;
    } else if (!is_shown && result->kind == RESULT_WRONG) {
        /* What the list can complete is not wrong yet. */
        text_add(&outcome, "%s",
                 table->loop->palette.list.count == 0 ? result->error.text : "");
        table->loop->palette.would_run = false;
    }
    text_add(&to, "%s%s", to.n > 0 && outcome.n > 0 ? ": " : "", outcome.p);
}

/* Of several pasted lines each is looked at before Enter runs it. */
static void echo_with_pasted(struct table *table, const struct palette_source *source)
{
    int left = pasted_left(table);
    echo(table, source);
    if (left > 0) {
        char told[NOTICE_SIZE];
        text_format(told, sizeof told, "%s", table->model.notice.text);
        text_format(table->model.notice.text, sizeof table->model.notice.text,
                    "%d more pasted line%s follow%s%s%s", left, left == 1 ? "" : "s",
                    left == 1 ? "s" : "", told[0] != '\0' ? "; " : "", told);
    }
}

/* Keeps all lines of a paste but the first, which goes into the palette; lines that wait
 * already come after them. False: there is no room, and nothing was taken. */
static bool keep_lines(struct table *table, struct str text)
{
    struct str rest = text;
    struct str first = {text.p, 0};
    str_next_part(&rest, '\n', &first);
    char *lines = table->loop->pasted.text;
    int waiting = table->loop->pasted.n - table->loop->pasted.at;
    if (rest.n + 1 + waiting > (int)sizeof table->loop->pasted.text) {
        return false;
    }
    memmove(lines + rest.n + 1, lines + table->loop->pasted.at, (size_t)waiting);
    memcpy(lines, rest.p, (size_t)rest.n);
    lines[rest.n] = '\n';
    table->loop->pasted.at = 0;
    table->loop->pasted.n = rest.n + 1 + waiting;
    line_edit_insert(&table->loop->palette.edit, first);
    return true;
}

void table_go_on_with_pasted(struct table *table)
{
    if (table->model.views.count > 0 || table->loop->pasted.n == 0) {
        return;
    }
    char line[LINE_EDIT_SIZE];
    struct str next = next_pasted(table, &table->loop->pasted.at);
    text_format(line, sizeof line, "%.*s", next.n, next.p);
    if (next.n == 0) {
        table->loop->pasted.n = 0;
        return;
    }
    struct palette_source source = table_source(table);
    table_open_palette(table, line);
    echo_with_pasted(table, &source);
}

/* Enter on text that is not a name changes nothing, and says so. */
static void wait_for_more(struct table *table, const struct palette_source *source)
{
    struct palette_enter enter;
    echo(table, source);
    palette_enter(&table->loop->palette, source, &enter);
    if (enter.line[0] == '\0') {
        struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
        palette_say_why_not(&table->loop->palette, source, &to);
        table->model.notice.role = ROLE_WARNING;
    }
}

bool table_completes_after(struct table *table, const char *line)
{
    struct palette_source source = table_source(table);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add(&text, "%s ", line);
    line_edit_set(&table->loop->palette.edit, (struct str){text.p, text.n});
    palette_update(&table->loop->palette, &source);
    return table->loop->palette.list.count > 0;
}

void table_show_palette(struct table *table, const char *line, int cursor)
{
    struct palette_source source = table_source(table);
    palette_begin(&table->loop->palette, &source, line);
    table->loop->palette.edit.cursor = cursor;
    table->loop->palette.would_run = false;
    palette_update(&table->loop->palette, &source);
    view_push(&table->model.views, &view_of_palette, &table->loop->palette);
    table_say(table, ROLE_DIM, "");
}

/* The line that was run comes before its result, in the form for a script, unless a correction
 * needs that room for its losses. An answer shows only its result, with or without Tab. */
static void say_what_ran(struct table *table, const char *line)
{
    if (table->result.lost[0] != '\0' || table->loop->palette.is_answer) {
        return;
    }
    char label[sizeof table->result.label];
    memcpy(label, table->result.label, sizeof label);
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, ":%s  %s", line, label);
}

static void run(struct table *table)
{
    char line[LINE_EDIT_SIZE];
    memcpy(line, table->loop->palette.edit.text, sizeof line);
    bool leaves = table_leaves(table, line); /* the way back is told instead */
    table_run_line(table, line);
    if (table->result.kind != RESULT_WRONG) {
        palette_remember(&table->loop->palette, line);
    }
    /* Otherwise the line has opened something. */
    if (table->model.views.count == 0 && table->result.kind == RESULT_DONE && !leaves) {
        say_what_ran(table, line);
    }
}

static void accept(struct table *table, const struct view_key *key)
{
    int id = 0;
    struct palette_source source = table_source(table);
    (void)key;
    table_say(table, ROLE_PLAIN, "");
    switch (palette_accept(&table->loop->palette, &source, &id)) {
    case PALETTE_SELECTS:
        table_close(table, &view_of_palette);
        table_model_select(&table->model, id);
        break;
    case PALETTE_RUNS:
        run(table);
        break;
    case PALETTE_WAITS:
        wait_for_more(table, &source);
        break;
    }
}

static void cancel(struct table *table, const struct view_key *key)
{
    (void)key;
    int left = pasted_left(table);
    table->loop->pasted.n = 0;
    table->loop->pasted.at = 0;
    table_close(table, &view_of_palette);
    table_say(table, ROLE_PLAIN, "");
    if (left > 0) {
        text_format(table->model.notice.text, sizeof table->model.notice.text,
                    "%d more pasted line%s not run", left, left == 1 ? " was" : "s were");
    }
}

void table_complete_in_palette(struct table *table)
{
    struct palette_source source = table_source(table);
    palette_complete(&table->loop->palette, &source);
    echo(table, &source);
}

static void complete(struct table *table, const struct view_key *key)
{
    (void)key;
    table_complete_in_palette(table);
}

static void move(struct table *table, const struct view_key *key)
{
    struct palette_source source = table_source(table);
    struct palette *palette = &table->loop->palette;
    int page = palette_rows(palette, table->frame.rows) - 1;
    palette_move(palette, &source, view_list_steps(key->act, page, palette->list.count));
    echo(table, &source);
}

/* Clears the typed answer; the question's own part stays. */
static bool clears_answer(struct palette *palette, const struct term_input *input)
{
    struct str line = line_edit_text(&palette->edit);
    bool clears = input->kind == INPUT_KEY && input->key == (KEY_WITH_CONTROL | 'u') &&
                  palette->asked > 0 && line.n > palette->asked;
    if (clears) {
        TEXT_BUFFER(text, LINE_EDIT_SIZE);
        text_add_str(&text, (struct str){line.p, palette->asked});
        line_edit_set(&palette->edit, (struct str){text.p, text.n});
    }
    return clears;
}

/* True when a page of creatures can be pasted here: nothing is typed, or `add` alone. */
static bool takes_page(const struct table *table)
{
    struct str typed = str_trimmed(line_edit_text(&table->loop->palette.edit));
    return typed.n == 0 || str_equal(typed, "add") || str_equal(typed, "import");
}

static void type(struct table *table, const struct view_key *key)
{
    struct palette_source source = table_source(table);
    if (key->input->kind == INPUT_PASTE && takes_page(table) &&
        table_opens_pasted(table, key->input)) {
        return;
    }
    bool has_lines = key->input->kind == INPUT_PASTE && !table->loop->palette.is_answer &&
                     str_holds(str_trimmed(key->input->text), str_of("\n"));
    if (has_lines && !keep_lines(table, str_trimmed(key->input->text))) {
        table_say(table, ROLE_WARNING, "too much is pasted: run what waits first");
        return;
    }
    if (has_lines) {
        palette_update(&table->loop->palette, &source);
    } else if (clears_answer(&table->loop->palette, key->input)) {
        palette_update(&table->loop->palette, &source);
    } else if (line_edit_input(&table->loop->palette.edit, key->input) != LINE_EDIT_IGNORED) {
        palette_update(&table->loop->palette, &source);
    }
    echo_with_pasted(table, &source);
}

/* ---- the view -------------------------------------------------------------------------- */

/* Drawn above the message, which says what the line would do. */
static void draw(const struct view_place *place, void *self)
{
    const struct table_model *model = place->model;
    struct canvas screen = place->screen;
    int rows = palette_rows(self, screen.rows);
    int end = place->layout->notice.top - screen.top;
    palette_draw(self, model->procedure, model->state,
                 canvas_part(screen, end - rows, 0, rows, screen.columns));
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    (void)model;
    palette_draw_line(self, canvas);
}

const struct view view_of_palette = {
    .context = CONTEXT_PALETTE,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = cancel,
            [ACT_HELP] = table_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_PAGE_DOWN] = move,
            [ACT_PAGE_UP] = move,
            [ACT_COMPLETE] = complete,
            [ACT_LOOK_OLDER] = table_look_back,
        },
    .other = type,
    .draw = draw,
    .draw_prompt = draw_prompt,
};
