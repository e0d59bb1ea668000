#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "app/sitting/commands.h"
#include "tui/fight/table_view.h"
#include "tui/log/look_back.h"
#include "tui/loop/screen_private.h"

/* ---- what a dry run knows -------------------------------------------------------------- */

static const struct question *asks(void *context, const char *line)
{
    struct screen *screen = context;
    const struct result *result = screen_try_line(screen, line);
    return result->kind == RESULT_ASKS ? &result->question : NULL;
}

static bool refuses(void *context, const char *line, struct text *why)
{
    struct screen *screen = context;
    if (strcmp(line, "undo") == 0 || strcmp(line, "redo") == 0) {
        bool is_undo = line[0] == 'u';
        text_add(why, "there is nothing to %s", line);
        return (is_undo ? sitting_undo_label(screen->sitting)
                        : sitting_redo_label(screen->sitting))[0] == '\0';
    }
    const struct result *result = screen_try_line(screen, line);
    const struct refusal *refusal = &result->refusal;
    bool is_refused = result->kind == RESULT_REFUSED;
    if (is_refused) {
        bool has_rule = refusal->rule != NULL && refusal->rule[0] != '\0';
        text_add(why, "%s%s%s%s", refusal->reason, has_rule ? " (" : "",
                 has_rule ? refusal->rule : "", has_rule ? ")" : "");
    }
    return is_refused;
}

struct palette_source screen_source(struct screen *screen)
{
    struct palette_source source = palette_source_of(screen);
    source.asks = asks;
    source.refuses = refuses;
    return source;
}

/* ---- keys ------------------------------------------------------------------------------ */

/* The next pasted line that is a command, or an empty text; *at: where the one after it begins.
 */
static struct str next_pasted(const struct screen *screen, int *at)
{
    struct str rest = {screen->loop->pasted.text + *at, screen->loop->pasted.n - *at};
    struct str line = {rest.p, 0};
    while (line.n == 0 && str_next_part(&rest, '\n', &line)) {
        line = str_trimmed(line);
        line.n = line.n > 0 && line.p[0] == '#' ? 0 : line.n;
    }
    *at = screen->loop->pasted.n - rest.n;
    return line;
}

static int pasted_left(const struct screen *screen)
{
    int count = 0;
    int at = screen->loop->pasted.at;
    while (next_pasted(screen, &at).n > 0) {
        count++;
    }
    return count;
}

/* Shows in the message line what Enter would do: the line that would run, if it differs from
 * the typed one, and its result. */
static void echo(struct screen *screen, const struct palette_source *source)
{
    struct palette_enter enter;
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    struct str typed = line_edit_text(&screen->loop->palette.edit);
    palette_enter(&screen->loop->palette, source, &enter);
    bool runs = enter.verdict == PALETTE_RUNS;
    screen->loop->palette.would_run = runs;
    screen->model.notice.role = ROLE_DIM;
    if (palette_takes_word(&screen->loop->palette)) {
        text_add(&to, "Enter takes it into the line");
        return;
    }
    if (enter.verdict == PALETTE_SELECTS) {
        text_add(&to, "Enter selects %s", state_name(screen->model.state, enter.id));
    } else if (enter.line[0] == '\0' && screen->loop->palette.place.command == NULL &&
               typed.n > 0) {
        palette_say_why_not(&screen->loop->palette, source, &to);
    } else if (enter.line[0] != '\0' && !str_equal(typed, enter.line)) {
        text_add(&to, "Enter %s %s%s", runs ? "runs" : "goes on with", enter.line,
                 runs ? "" : "...");
    }
    if (!runs) {
        return;
    }
    TEXT_BUFFER(outcome, NOTICE_SIZE);
    bool is_shown = screen_echo_line(screen, enter.line, TABLE_THEN_ASKS, &outcome);
    const struct result *result = &screen->loop->tried.result;
    if (!is_shown && result->kind == RESULT_REFUSED) {
        text_add(&outcome, "refused: %s", result->refusal.reason);
        screen->model.notice.role = ROLE_WARNING;
    } else if (!is_shown && result->kind == RESULT_WRONG) {
        /* What the list can complete is not wrong yet. */
        text_add(&outcome, "%s",
                 screen->loop->palette.list.count == 0 ? result->error.text : "");
        screen->loop->palette.would_run = false;
    }
    text_add(&to, "%s%s", to.n > 0 && outcome.n > 0 ? ": " : "", outcome.p);
}

/* Of several pasted lines each is looked at before Enter runs it. */
static void echo_with_pasted(struct screen *screen, const struct palette_source *source)
{
    int left = pasted_left(screen);
    echo(screen, source);
    if (left > 0) {
        char told[NOTICE_SIZE];
        text_format(told, sizeof told, "%s", screen->model.notice.text);
        text_format(screen->model.notice.text, sizeof screen->model.notice.text,
                    "%d more pasted line%s follow%s%s%s", left, left == 1 ? "" : "s",
                    left == 1 ? "s" : "", told[0] != '\0' ? "; " : "", told);
    }
}

/* Keeps all lines of a paste but the first, which goes into the palette; lines that wait
 * already come after them. False: there is no room, and nothing was taken. */
static bool keep_lines(struct screen *screen, struct str text)
{
    struct str rest = text;
    struct str first = {text.p, 0};
    str_next_part(&rest, '\n', &first);
    char *lines = screen->loop->pasted.text;
    int waiting = screen->loop->pasted.n - screen->loop->pasted.at;
    if (rest.n + 1 + waiting > (int)sizeof screen->loop->pasted.text) {
        return false;
    }
    memmove(lines + rest.n + 1, lines + screen->loop->pasted.at, (size_t)waiting);
    memcpy(lines, rest.p, (size_t)rest.n);
    lines[rest.n] = '\n';
    screen->loop->pasted.at = 0;
    screen->loop->pasted.n = rest.n + 1 + waiting;
    line_edit_insert(&screen->loop->palette.edit, first);
    return true;
}

void screen_go_on_with_pasted(struct screen *screen)
{
    if (screen->model.views.count > 0 || screen->loop->pasted.n == 0) {
        return;
    }
    char line[LINE_EDIT_SIZE];
    struct str next = next_pasted(screen, &screen->loop->pasted.at);
    text_format(line, sizeof line, "%.*s", next.n, next.p);
    if (next.n == 0) {
        screen->loop->pasted.n = 0;
        return;
    }
    struct palette_source source = screen_source(screen);
    screen_open_palette(screen, line);
    echo_with_pasted(screen, &source);
}

/* Enter on text that is not a name changes nothing, and says so. */
static void wait_for_more(struct screen *screen, const struct palette_source *source)
{
    struct palette_enter enter;
    echo(screen, source);
    palette_enter(&screen->loop->palette, source, &enter);
    if (enter.line[0] == '\0') {
        struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
        palette_say_why_not(&screen->loop->palette, source, &to);
        screen->model.notice.role = ROLE_WARNING;
    }
}

bool screen_completes_after(struct screen *screen, const char *line)
{
    struct palette_source source = screen_source(screen);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add(&text, "%s ", line);
    line_edit_set(&screen->loop->palette.edit, (struct str){text.p, text.n});
    palette_update(&screen->loop->palette, &source);
    return screen->loop->palette.list.count > 0;
}

void screen_show_palette(struct screen *screen, const char *line, int cursor)
{
    struct palette_source source = screen_source(screen);
    palette_begin(&screen->loop->palette, &source, line);
    screen->loop->palette.edit.cursor = cursor;
    screen->loop->palette.would_run = false;
    palette_update(&screen->loop->palette, &source);
    view_push(&screen->model.views, &view_of_palette, &screen->loop->palette);
    screen_say(screen, ROLE_DIM, "");
}

/* The line that was run comes before its result, in the form for a script, unless a correction
 * needs that room for its losses. An answer shows only its result, with or without Tab. */
static void say_what_ran(struct screen *screen, const char *line)
{
    if (screen->result.lost[0] != '\0' || screen->loop->palette.is_answer) {
        return;
    }
    char label[sizeof screen->result.label];
    memcpy(label, screen->result.label, sizeof label);
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    text_add(&to, ":%s  %s", line, label);
}

static void run(struct screen *screen)
{
    char line[LINE_EDIT_SIZE];
    memcpy(line, screen->loop->palette.edit.text, sizeof line);
    bool leaves = screen_leaves(screen, line); /* the way back is told instead */
    screen_run_line(screen, line);
    if (screen->result.kind != RESULT_WRONG) {
        palette_remember(&screen->loop->palette, line);
    }
    /* Otherwise the line has opened something. */
    if (screen->model.views.count == 0 && screen->result.kind == RESULT_DONE && !leaves) {
        say_what_ran(screen, line);
    }
}

static void accept(struct screen *screen, const struct view_key *key)
{
    int id = 0;
    struct palette_source source = screen_source(screen);
    (void)key;
    screen_say(screen, ROLE_PLAIN, "");
    switch (palette_accept(&screen->loop->palette, &source, &id)) {
    case PALETTE_SELECTS:
        screen_close(screen, &view_of_palette);
        table_model_select(&screen->model, id);
        break;
    case PALETTE_RUNS:
        run(screen);
        break;
    case PALETTE_WAITS:
        wait_for_more(screen, &source);
        break;
    }
}

static void cancel(struct screen *screen, const struct view_key *key)
{
    (void)key;
    int left = pasted_left(screen);
    screen->loop->pasted.n = 0;
    screen->loop->pasted.at = 0;
    screen_close(screen, &view_of_palette);
    screen_say(screen, ROLE_PLAIN, "");
    if (left > 0) {
        text_format(screen->model.notice.text, sizeof screen->model.notice.text,
                    "%d more pasted line%s not run", left, left == 1 ? " was" : "s were");
    }
}

void screen_complete_in_palette(struct screen *screen)
{
    struct palette_source source = screen_source(screen);
    palette_complete(&screen->loop->palette, &source);
    echo(screen, &source);
}

static void complete(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_complete_in_palette(screen);
}

static void move(struct screen *screen, const struct view_key *key)
{
    struct palette_source source = screen_source(screen);
    struct palette *palette = &screen->loop->palette;
    int page = palette_rows(palette, screen->frame.rows) - 1;
    palette_move(palette, &source, view_list_steps(key->act, page, palette->list.count));
    echo(screen, &source);
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
static bool takes_page(const struct screen *screen)
{
    struct str typed = str_trimmed(line_edit_text(&screen->loop->palette.edit));
    return typed.n == 0 || str_equal(typed, "add") || str_equal(typed, "import");
}

static void type(struct screen *screen, const struct view_key *key)
{
    struct palette_source source = screen_source(screen);
    if (key->input->kind == INPUT_PASTE && takes_page(screen) &&
        screen_opens_pasted(screen, key->input)) {
        return;
    }
    bool has_lines = key->input->kind == INPUT_PASTE && !screen->loop->palette.is_answer &&
                     str_holds(str_trimmed(key->input->text), str_of("\n"));
    if (has_lines && !keep_lines(screen, str_trimmed(key->input->text))) {
        screen_say(screen, ROLE_WARNING, "too much is pasted: run what waits first");
        return;
    }
    if (has_lines) {
        palette_update(&screen->loop->palette, &source);
    } else if (clears_answer(&screen->loop->palette, key->input)) {
        palette_update(&screen->loop->palette, &source);
    } else if (line_edit_input(&screen->loop->palette.edit, key->input) != LINE_EDIT_IGNORED) {
        palette_update(&screen->loop->palette, &source);
    }
    echo_with_pasted(screen, &source);
}

/* ---- the view -------------------------------------------------------------------------- */

/* Drawn above the message, which says what the line would do. */
static void draw(const struct view_place *place, void *self)
{
    const struct table_model *model = place->model;
    struct canvas screen = place->canvas;
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
            [ACT_HELP] = screen_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_PAGE_DOWN] = move,
            [ACT_PAGE_UP] = move,
            [ACT_COMPLETE] = complete,
            [ACT_LOOK_OLDER] = screen_look_back,
        },
    .other = type,
    .draw = draw,
    .draw_prompt = draw_prompt,
};
