#include "tui/widgets/form_view.h"

#include "tui/canvas/canvas.h"

enum { MARK_WIDTH = 2, LABEL_WIDTH_MOST = 14, VALUE_WIDTH_LEAST = 8, GAP = 2, HELP_SIZE = 400 };

/* ---- help ------------------------------------------------------------------------------ */

static int help_rows(int rows)
{
    return rows >= 10 ? 4 : rows >= 7 ? 3 : rows >= 5 ? 2 : rows >= 4 ? 1 : 0;
}

/* A few words are all shown, whatever is typed; of names only those that begin with the typed
 * text. */
static const char *word_at(const struct form *form, int i)
{
    const char *const *choices = form->field[form->focused].row.choices;
    return choices != NULL ? choices[i] : form_candidate(form, i);
}

/* The field's help, the values it takes and the possible completions, a line each. */
static void write_help(const struct form *form, struct text *out)
{
    const struct combatant_field *row = &form->field[form->focused].row;
    if (form->joining[0] != '\0' && form_is_at_new_name(form)) {
        text_add(out, "%s\n", form->joining);
    }
    text_add(out, "%s", row->help);
    text_add(out, row->rule[0] != '\0' ? " (%s)\n%s" : "%s\n%s", row->rule, row->expects);
    const char *one;
    for (int i = 0; !out->is_cut && (one = word_at(form, i)) != NULL; i++) {
        text_add(out, "%s%s", i > 0 ? ", " : row->expects[0] != '\0' ? "\n" : "one of ", one);
    }
}

static void draw_help(const struct form *form, struct canvas canvas)
{
    char words[WORDING_SIZE];
    struct str line;
    bool is_wrong = form->wrong == form->focused;
    TEXT_BUFFER(text, HELP_SIZE);
    if (is_wrong) {
        text_add(&text, "%s", form->wrong_text);
    } else {
        write_help(form, &text);
    }
    struct str rest = wording(words, canvas.frame, (struct str){text.p, text.n});
    for (int row = 0; row < canvas.rows && canvas.columns > 1 &&
                      grapheme_next_line(&line, &rest, canvas.columns - 1);
         row++) {
        canvas_text(canvas, row, 1, is_wrong ? ROLE_ERROR : ROLE_DIM, line);
    }
}

/* ---- fields ---------------------------------------------------------------------------- */

static void draw_unset(const struct form *form, const struct form_field *field,
                       struct canvas canvas, struct strip at)
{
    bool is_needed = field->row.fallback == NULL && field->row.is_always_set;
    bool is_added = form->id != 0 && field->row.adds;
    const char *text = field->row.fallback != NULL ? field->row.fallback
                       : is_needed                 ? "needed"
                       : is_added                  ? "nothing new"
                                                   : "not set";
    struct canvas part = canvas_part(canvas, at.row, at.column, 1, at.width);
    canvas_format(part, 0, 0, ROLE_DIM, field->row.fallback != NULL ? "%s if empty" : "%s",
                  text);
}

static void draw_value(const struct form *form, int i, struct canvas canvas, struct strip at)
{
    const struct form_field *field = &form->field[i];
    struct str value = line_edit_text(&field->edit);
    struct canvas part = canvas_part(canvas, at.row, at.column, 1, at.width);
    bool is_changed = form_is_changed(form, i);
    if (value.n == 0 && field->was[0] == '\0') {
        draw_unset(form, field, canvas, at);
        return;
    }
    int column = canvas_text(part, 0, 0, is_changed ? ROLE_HINT_KEY : ROLE_OVERLAY,
                             value.n > 0 ? value : str_of("unset"));
    if (is_changed && field->was[0] != '\0') {
        canvas_format(part, 0, column + GAP, ROLE_DIM, "was %s", field->was);
    }
}

static void draw_field(struct form *form, int i, struct canvas canvas, int row)
{
    struct form_field *field = &form->field[i];
    bool is_focused = i == form->focused;
    int label = canvas.columns - MARK_WIDTH - VALUE_WIDTH_LEAST;
    label = label < LABEL_WIDTH_MOST ? label : LABEL_WIDTH_MOST;
    int column = MARK_WIDTH + label;
    struct strip at = {row, column, canvas.columns - column, ALIGN_LEFT};
    if (i == form->wrong) {
        canvas_glyph(canvas, row, 0, ROLE_ERROR, GLYPH_WARNING);
    } else if (is_focused) {
        canvas_glyph(canvas, row, 0, ROLE_HINT_KEY, GLYPH_SELECTED);
    }
    canvas_text(canvas_part(canvas, row, 0, 1, column - 1), 0, MARK_WIDTH,
                is_focused ? ROLE_HINT_KEY : ROLE_OVERLAY, str_of(field->row.name));
    if (!is_focused) {
        draw_value(form, i, canvas, at);
        return;
    }
    line_edit_draw(&field->edit, canvas, at, ROLE_INPUT);
    if (form->is_replacing) {
        at.width = grapheme_width(line_edit_text(&field->edit));
        canvas_set_role(canvas, at, ROLE_SELECTED);
    }
    if (field->edit.length == 0) {
        /* The cell of the cursor stays free. */
        draw_unset(form, field, canvas,
                   (struct strip){row, column + 1, at.width - 1, ALIGN_LEFT});
    }
}

static void draw_title(const struct form *form, struct canvas canvas)
{
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    int column = canvas_format(canvas_part(canvas, 0, 0, 1, canvas.columns - 2), 0, 1,
                               ROLE_OVERLAY_TITLE, " %s ", form->title);
    TEXT_BUFFER(text, 32);
    text_add(&text, " %d of %d ", form->focused + 1, form->fields);
    int width = text.n;
    if (column + GAP + width < canvas.columns) {
        canvas_text(canvas, 0, canvas.columns - 1 - width, ROLE_DIM,
                    (struct str){text.p, text.n});
    }
}

void form_view_draw(struct form *form, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_OVERLAY);
    int title = canvas.rows > 1 ? 1 : 0;
    int help = help_rows(canvas.rows);
    int rows = canvas.rows - title - help;
    if (rows >= form->fields) {
        /* All fields fit: the help is right below them. */
        help = canvas.rows - title - form->fields;
        rows = form->fields;
    }
    int first = form->focused - rows / 2;
    first = first > form->fields - rows ? form->fields - rows : first;
    first = first < 0 ? 0 : first;
    if (title > 0) {
        draw_title(form, canvas);
    }
    for (int i = 0; i < rows && first + i < form->fields; i++) {
        draw_field(form, first + i, canvas, title + i);
    }
    struct canvas below = canvas_part(canvas, title + rows, 0, help, canvas.columns);
    if (help > 0) {
        bool has_gap = help > help_rows(canvas.rows) || help > 3;
        draw_help(form, has_gap ? canvas_part(below, 1, 0, help - 1, canvas.columns) : below);
    }
    if (first > 0) {
        canvas_glyph(canvas, title, canvas.columns - 1, ROLE_HINT_KEY, GLYPH_MORE_ABOVE);
    }
    if (first + rows < form->fields && rows > 0) {
        canvas_glyph(canvas, title + rows - 1, canvas.columns - 1, ROLE_HINT_KEY,
                     GLYPH_MORE_BELOW);
    }
}
