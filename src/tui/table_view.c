#include "tui/table_view.h"

#include <string.h>

#include "tui/detail_view.h"
#include "tui/footer.h"
#include "tui/form_view.h"
#include "tui/log_view.h"
#include "tui/order_view.h"
#include "tui/table_layout.h"
#include "tui/wording.h"

enum { TITLE_SIZE = 400, TITLE_GAP = 2, DUE_SIZE = 80, NARROW = 60 };

struct canvas table_view_reader(struct canvas screen)
{
    return canvas_part(screen, 0, 0, screen.rows - 1, screen.columns);
}

/* ---- title ---------------------------------------------------------------------------------- */

enum { PART_GAP = 3, UNDO_WIDTH_LEAST = 16, UNDO_WORD = 6 };

/* Parts of the title, parted by dots. */
static int draw_part(struct canvas canvas, int column, enum role role, const char *part)
{
    if (column > 1) {
        column = canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
    }
    return canvas_text(canvas, 0, column, role, str_of(part));
}

/* How many columns undo and redo want there, with a gap before each. */
static int width_of_undo(const struct table_model *model)
{
    int width = 0;
    const char *const labels[] = {model->undo_label, model->redo_label};
    for (int i = 0; i < 2; i++) {
        width += labels[i][0] != '\0' ? TITLE_GAP + UNDO_WORD + grapheme_width(str_of(labels[i])) : 0;
    }
    return width;
}

/* What undo would take back, at the right end of what is free; before it, where all of it finds
 * room, what was taken back last. */
static void draw_undo(const struct table_model *model, struct canvas canvas, int column)
{
    char undo[TITLE_SIZE];
    char buf[WORDING_SIZE];
    struct text text;
    text_init(&text, undo, sizeof undo);
    bool has_redo = model->redo_label[0] != '\0' &&
                    column + width_of_undo(model) < canvas.columns;
    if (has_redo) {
        text_add(&text, "redo: %s%s", model->redo_label, model->undo_label[0] != '\0' ? "  " : "");
    }
    if (model->undo_label[0] != '\0') {
        text_add(&text, "undo: %s", model->undo_label);
    }
    struct str shown = wording(buf, canvas.frame, (struct str){text.p, text.n});
    int width = grapheme_width(shown);
    int room = canvas.columns - 1 - column - TITLE_GAP;
    if (text.n > 0 && (room >= width || room >= UNDO_WIDTH_LEAST)) {
        width = width < room ? width : room;
        canvas_text(canvas_part(canvas, 0, canvas.columns - 1 - width, 1, width), 0, 0, ROLE_DIM,
                    shown);
    }
}

/* The round is in sight at every width: the system's title goes first, before what undo would take
 * back is cut, then the name's end. */
static void draw_title(const struct table_model *model, struct canvas canvas)
{
    char phase[TITLE_SIZE];
    struct text text;
    const char *name = model->encounter[0] != '\0' ? model->encounter : "new encounter";
    const char *title = state_system(model->state)->title;
    const char *read_only = model->is_read_only ? " read only " : "";
    text_init(&text, phase, sizeof phase);
    model->procedure->phase(model->state, &text);
    int name_width = grapheme_width(str_of(name));
    int rest = 1 + PART_GAP + grapheme_width(str_of(phase)) +
               (model->is_read_only ? PART_GAP + grapheme_width(str_of(read_only)) : 0);
    bool has_title = name_width + rest + PART_GAP + grapheme_width(str_of(title)) +
                         width_of_undo(model) <
                     canvas.columns;
    struct canvas name_part = canvas_part(canvas, 0, 0, 1, canvas.columns - rest);
    int column = draw_part(name_part, 1, ROLE_TITLE, name);
    if (has_title) {
        column = draw_part(canvas, column, ROLE_DIM, title);
    }
    column = draw_part(canvas, column, ROLE_TITLE, phase);
    if (model->is_read_only) {
        column = draw_part(canvas, column, ROLE_WARNING, read_only);
    }
    draw_undo(model, canvas, column);
}

/* ---- lines between the panes ---------------------------------------------------------------- */

static void draw_divider(const struct table_layout *layout, struct canvas screen)
{
    if (layout->divider > 0) {
        bool has_form = layout->form.rows > 0;
        canvas_rule_down(screen, 1, layout->divider,
                         has_form ? layout->form.rows : layout->order.rows + 1, ROLE_BORDER);
        if (has_form && layout->log.rows > 0) {
            canvas_glyph(screen, layout->order.rows + 2, layout->divider, ROLE_BORDER,
                         GLYPH_JOINT_LEFT);
        }
    }
}

static void draw_rule(const struct table_layout *layout, const struct table_model *model)
{
    struct canvas rule = layout->rule;
    canvas_rule_across(rule, (struct strip){0, 0, rule.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (layout->divider > 0 && layout->form.rows == 0) {
        canvas_glyph(rule, 0, layout->divider, ROLE_BORDER, GLYPH_JOINT_UP);
    }
    if (model->older > 0) {
        canvas_format(rule, 0, 2, ROLE_HINT_TEXT, " %d newer lines below, PageDown ", model->older);
    }
}

/* ---- checks and messages -------------------------------------------------------------------- */

/* "72% holds": the chance of the check that stands there; without the word where room is short. */
static void add_chance(const struct table_model *model, int due, bool is_narrow, struct text *out)
{
    const char *name = model->due_chance[due].name;
    if (name != NULL) {
        text_add(out, is_narrow ? " " : "  ");
        text_add_percent(out, model->due_chance[due].chance);
        text_add(out, "%s%s", is_narrow ? "" : " ", is_narrow ? "" : name);
    }
}

/* The paragraph behind the first check, with its title where there is room for it. */
static int draw_due_rule(const struct table_model *model, struct canvas canvas, int column)
{
    char rule[DUE_SIZE];
    struct text text;
    const char *title = model->due_title != NULL ? model->due_title : "";
    int room = canvas.columns - column;
    text_init(&text, rule, sizeof rule);
    text_add(&text, " (%s %s)", model->due[0].rule, title);
    if (title[0] == '\0' || str_equal_any_case(str_of(title), str_of(model->due[0].rule)) ||
        grapheme_width((struct str){text.p, text.n}) > room) {
        text_init(&text, rule, sizeof rule);
        text_add(&text, " (%s)", model->due[0].rule);
    }
    struct str shown = {text.p, text.n};
    bool fits = grapheme_width(shown) <= room;
    return fits ? canvas_text(canvas, 0, column, ROLE_WARNING, shown) : column;
}

/* A text with the keys of the commands that it names in backquotes. */
static void add_with_keys(const char *words, struct text *out)
{
    while (*words != '\0') {
        char name[DUE_SIZE];
        struct text text;
        const char *end = *words == '`' ? strchr(words + 1, '`') : NULL;
        if (end == NULL) {
            text_add_char(out, *words++);
            continue;
        }
        text_init(&text, name, sizeof name);
        text_add_str(&text, (struct str){words + 1, (int)(end - words) - 1});
        const char *key = key_of_command(name);
        text_add(out, "%s%s%s", key != NULL ? key : "", key != NULL ? " " : "", name);
        words = end + 1;
    }
}

/* One check: its text gives way to its chance and to what stands behind that, which is empty but in
 * the first row: how it is settled, and how many more there are than rows. */
static void draw_due_row(const struct table_model *model, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    char line[DUE_SIZE];
    struct text text;
    const struct due *due = &model->due[row];
    struct canvas here = canvas_part(canvas, row, 0, 1, canvas.columns);
    bool is_narrow = here.columns < NARROW;
    bool has_rule = row == 0 && due->rule != NULL && due->rule[0] != '\0';
    canvas_field(here, (struct strip){0, 0, here.columns, ALIGN_LEFT}, ROLE_WARNING, str_of(""));
    text_init(&text, line, sizeof line);
    add_chance(model, row, is_narrow, &text);
    if (row == 0 && model->dues > canvas.rows) {
        text_add(&text, is_narrow ? " +%d" : "  +%d more", model->dues - canvas.rows);
    }
    if (row == 0) {
        text_add(&text, is_narrow ? " %s " : "   %s settles it ", key_of_command("@due"));
    }
    int end = here.columns - grapheme_width((struct str){text.p, text.n});
    char words[GUIDE_SIZE];
    struct text said;
    text_init(&said, words, sizeof words);
    add_with_keys(due->text, &said);
    struct str what = wording(buf, here.frame, (struct str){said.p, said.n});
    int column = 1;
    if (row == 0) {
        canvas_glyph(here, 0, column, ROLE_WARNING, GLYPH_WARNING);
    }
    column = canvas_text(canvas_part(here, 0, 0, 1, end), 0, column + 2, ROLE_WARNING, what);
    if (has_rule) {
        column = draw_due_rule(model, canvas_part(here, 0, 0, 1, end), column);
    }
    canvas_text(here, 0, column, ROLE_WARNING, (struct str){text.p, text.n});
}

/* What is due; where nothing is, what comes next, as far as the procedure says so. */
static void draw_due(const struct table_model *model, struct canvas canvas)
{
    for (int row = 0; row < canvas.rows && row < model->dues; row++) {
        draw_due_row(model, canvas, row);
    }
    if (model->dues == 0 && canvas.rows > 0) {
        char buf[WORDING_SIZE];
        char guide[GUIDE_SIZE];
        struct text text;
        char line[GUIDE_SIZE];
        struct text to;
        text_init(&text, guide, sizeof guide);
        text_init(&to, line, sizeof line);
        model->procedure->guide(model->state, &text);
        text_add(&to, "next: ");
        add_with_keys(guide, &to);
        canvas_text(canvas_part(canvas, 0, 0, 1, canvas.columns - 1), 0, 1, ROLE_HINT_TEXT,
                    wording(buf, canvas.frame, (struct str){to.p, to.n}));
    }
}

static void draw_notice(const struct table_model *model, const struct table_layout *layout)
{
    char odds[GUIDE_SIZE];
    char buf[WORDING_SIZE];
    struct text text;
    struct canvas canvas = layout->notice;
    struct str rest = str_of(model->notice.text);
    enum role role = model->notice.role;
    /* Without a message: the odds, where there is no pane for them. */
    if (rest.n == 0 && model->question == NULL && model->form == NULL && layout->divider == 0) {
        text_init(&text, odds, sizeof odds);
        detail_odds_line(model, &text);
        role = ROLE_DIM;
        rest = (struct str){text.p, text.n};
    }
    struct str line;
    rest = wording(buf, canvas.frame, rest);
    for (int row = 0; row < canvas.rows && grapheme_next_line(&line, &rest, canvas.columns - 2);
         row++) {
        bool is_last = row == canvas.rows - 1 && rest.n > 0;
        /* What does not fit is cut with an ellipsis. */
        struct str shown = is_last ? (struct str){line.p, line.n + rest.n} : line;
        canvas_text(canvas, row, 1, role, shown);
    }
}

/* ---- the last row --------------------------------------------------------------------------- */

static void draw_prompt(const struct table_model *model, struct canvas canvas)
{
    if (model->reader != NULL && model->reader->is_filtering) {
        reader_draw_filter(model->reader, canvas);
    } else if (model->reader != NULL) {
        footer_draw(model, CONTEXT_READER, canvas);
    } else if (model->history != NULL) {
        footer_draw(model, CONTEXT_HISTORY, canvas);
    } else if (model->log != NULL) {
        footer_draw(model, CONTEXT_LOG, canvas);
    } else if (model->encounters != NULL) {
        footer_draw(model, CONTEXT_ENCOUNTERS, canvas);
    } else if (model->question != NULL) {
        question_draw(model->question, canvas);
    } else if (model->form != NULL) {
        footer_draw(model, CONTEXT_FORM, canvas);
    } else if (model->palette != NULL) {
        palette_draw_line(model->palette, canvas);
    } else {
        footer_draw(model, CONTEXT_TABLE, canvas);
    }
}

/* Above the message, which says what the line would do. */
static void draw_palette(const struct table_model *model, struct canvas screen,
                         struct canvas notice)
{
    int rows = palette_rows(model->palette, screen.rows);
    int end = notice.top - screen.top;
    struct canvas canvas = canvas_part(screen, end - rows, 0, rows, screen.columns);
    palette_draw(model->palette, model->state, canvas);
}

static void draw_too_small(struct canvas screen)
{
    char buf[64];
    struct text text;
    struct str line;
    text_init(&text, buf, sizeof buf);
    text_add(&text, "too small: %dx%d", screen.columns, screen.rows);
    struct str rest = {text.p, text.n};
    for (int row = 0; row < screen.rows && grapheme_next_line(&line, &rest, screen.columns);
         row++) {
        canvas_text(screen, row, 0, ROLE_PLAIN, line);
    }
}

static void draw_panes(const struct table_layout *layout, const struct table_model *model,
                       struct canvas screen)
{
    draw_title(model, layout->title);
    order_view_draw(model, layout->heading, layout->order);
    draw_divider(layout, screen);
    if (layout->detail.rows > 0) {
        detail_view_draw(model, layout->detail);
    }
    if (layout->log.rows > 0) {
        draw_rule(layout, model);
        log_view_draw(model, layout->log);
    }
    draw_due(model, layout->due);
    draw_notice(model, layout);
    if (model->form != NULL) {
        form_view_draw(model->form, layout->form);
    }
    if (model->palette != NULL) {
        draw_palette(model, screen, layout->notice);
    }
}

void table_view_draw(const struct table_model *model, struct frame *frame)
{
    struct canvas screen = canvas_of(frame);
    struct table_layout layout;
    table_layout(&layout, model, screen);
    if (layout.is_too_small) {
        draw_too_small(screen);
        return;
    }
    /* What is read lies over everything but the last row. */
    if (model->reader != NULL) {
        reader_draw(model->reader, table_view_reader(screen));
    } else if (model->history != NULL) {
        history_draw(model->history, table_view_reader(screen));
    } else if (model->log != NULL) {
        log_list_draw(model->log, table_view_reader(screen));
    } else if (model->encounters != NULL) {
        encounters_draw(model->encounters, table_view_reader(screen));
    } else {
        draw_panes(&layout, model, screen);
    }
    draw_prompt(model, layout.prompt);
}
