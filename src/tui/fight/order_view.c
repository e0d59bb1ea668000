#include "tui/fight/order_view.h"

#include <string.h>

#include "tui/fight/detail_view.h"
#include "tui/fight/order_columns.h"

enum {
    NUMBERS_SIZE = 40,
    LABEL_TEXT_SIZE = 400,
    FACTS_SIZE = 1600,
    ELLIPSIS_WIDTH = 2 /* with the blank before it */
};

static bool is_character(const struct table_model *model, int id)
{
    return state_value(model->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

/* ---- combatants ------------------------------------------------------------------------ */

static bool is_low(struct hit_points sum)
{
    return sum.is_set && sum.has_most && 2 * sum.now <= sum.most;
}

static enum role role_of(const struct table_model *model, struct order_line line)
{
    int id = model->order[line.first];
    if (!state_is_in(model->state, id)) {
        return ROLE_DOWN;
    }
    if (id == model->acting) {
        return ROLE_ACTIVE;
    }
    if (id == model->target || model->is_chosen[id]) {
        return ROLE_MARKED;
    }
    return is_low(order_hit_points(model, line)) ? ROLE_WOUNDED : ROLE_PLAIN;
}

/* The target of the side that does not act is hollow. */
static void draw_marks(const struct table_model *model, struct canvas canvas, int row, int id,
                       enum role role)
{
    bool has_acted =
        state_is_in(model->state, id) && state_value(model->state, id, FIELD_HAS_ACTED, 0) != 0;
    if (id == model->acting) {
        canvas_glyph(canvas, row, 0, role, GLYPH_TURN);
    } else if (has_acted) {
        canvas_glyph(canvas, row, 0, role, GLYPH_MET);
    }
    if (id == model->selected) {
        canvas_glyph(canvas, row, 1, role, GLYPH_SELECTED);
    }
    if (model->is_chosen[id]) {
        canvas_glyph(canvas, row, 2, role, GLYPH_CHOSEN);
    } else if (id == model->target) {
        canvas_glyph(canvas, row, 2, role, GLYPH_MARKED);
    } else if (id == model->other_target) {
        canvas_glyph(canvas, row, 2, role == ROLE_PLAIN ? ROLE_DIM : role, GLYPH_UNMARKED);
    }
}

static void draw_pips(struct hit_points sum, struct canvas canvas, struct strip field,
                      enum role role)
{
    for (int i = 0; i < sum.most; i++) {
        bool is_left = i < sum.now;
        canvas_glyph(canvas, field.row, field.column + i, is_left ? role : ROLE_HP_EMPTY,
                     is_left ? GLYPH_PIP_FULL : GLYPH_PIP_EMPTY);
    }
}

/* Few points one by one, where the procedure says so and those of all rows fit; otherwise as a
 * bar. */
static void draw_measure(const struct order_columns *columns, struct hit_points sum,
                         struct canvas canvas, struct strip field)
{
    enum role role = is_low(sum) ? ROLE_HP_LOW : ROLE_HP_GOOD;
    if (!sum.is_set || !sum.has_most || field.width == 0) {
        return;
    }
    if (columns->has_pips) {
        draw_pips(sum, canvas, field, role);
    } else {
        canvas_bar(canvas, field, role, (struct measure){sum.now, sum.most});
    }
}

/* As much of the text as there is room for before a sign that more follows, and no part of a
 * number, which would be a different one. */
static int draw_front(struct canvas front, int column, enum role role, struct str text)
{
    if (grapheme_width(text) <= front.columns - column) {
        return canvas_text(front, 0, column, role, text);
    }
    struct str piece = grapheme_prefix(text, front.columns - column - 1);
    bool is_in_number = piece.n < text.n && char_is_digit(text.p[piece.n]);
    while (is_in_number && piece.n > 0 && char_is_digit(piece.p[piece.n - 1])) {
        piece.n--;
    }
    column = canvas_text(front, 0, column, role, piece);
    return canvas_glyph(front, 0, column, role, GLYPH_ELLIPSIS);
}

/* A name that is too long keeps the number at its end, which distinguishes it from others of
 * its kind. */
static void draw_name_field(struct canvas canvas, struct strip strip, enum role role,
                            const char *name)
{
    int stem;
    bool has_number = order_name_number(name, &stem) >= 0;
    struct str number = str_of(name + stem);
    bool is_cut = grapheme_width(str_of(name)) > strip.width;
    canvas_field(canvas, strip, role, is_cut && has_number ? str_of("") : str_of(name));
    if (is_cut && has_number) {
        int end = strip.column + strip.width - number.n;
        struct canvas front = canvas_part(canvas, strip.row, 0, 1, end);
        int column = draw_front(front, strip.column, role, (struct str){name, stem});
        canvas_text(canvas, strip.row, column, role, number);
    }
}

/* Characters have a sign before their name, combatants with a note one after it; hidden ones
 * are in parentheses. The number of combatants in one row is never cut. A name that is too long
 * for its column takes that of the words, while there are none. */
static void draw_name(const struct table_model *model, struct canvas canvas, int row,
                      struct order_line line, enum role role,
                      const struct order_columns *columns)
{
    int id = model->order[line.first];
    struct strip strip = {row, columns->name, columns->name_width, ALIGN_LEFT};
    char words[ORDER_WORDS_SIZE];
    order_words(model, id, words);
    bool is_long = order_name_width(model, line) > columns->name_width;
    if (is_long && words[0] == '\0' && columns->words_width > 0) {
        strip.width += 1 + columns->words_width;
    }
    if (line.count > 1 && state_is_in(model->state, id)) {
        TEXT_BUFFER(times, 16);
        text_add(&times, "%d", line.count);
        struct strip end = {row, strip.column + strip.width - times.n, times.n, ALIGN_RIGHT};
        canvas_field(canvas, end, role, (struct str){times.p, times.n});
        canvas_glyph(canvas, row, end.column - 1, role, GLYPH_TIMES);
        strip.width -= times.n + 2;
    }
    if (is_character(model, id) && (line.count == 1 || state_is_in(model->state, id))) {
        bool is_plain = role == ROLE_PLAIN;
        canvas_glyph(canvas, row, columns->side, is_plain ? ROLE_ALLY : role, GLYPH_ALLY);
    }
    /* Those who are out have nothing else in their row. */
    bool has_whole_row = line.count > 1 && !state_is_in(model->state, id);
    strip.width = has_whole_row ? canvas.columns - strip.column : strip.width;
    if (!has_whole_row && state_text(model->state, id, TEXT_NOTE)[0] != '\0') {
        canvas_glyph(canvas, row, strip.column + strip.width - 1, role, GLYPH_NOTE);
        strip.width -= ORDER_NOTE_WIDTH;
    }
    TEXT_BUFFER(text, LABEL_TEXT_SIZE);
    order_name(model, line, strip.width, &text);
    draw_name_field(canvas, strip, role, text.p);
}

/* Conditions in whole items, and a sign that there are others: a number of them would read as a
 * bonus. */
static void draw_words(struct canvas canvas, int row, const char *brief, enum role role,
                       const struct order_columns *columns)
{
    struct str shown;
    struct strip strip = {row, columns->words, columns->words_width, ALIGN_LEFT};
    int left_out = order_fitting_words(str_of(brief), strip.width, &shown);
    canvas_field(canvas, strip, role, left_out == 0 ? shown : str_of(""));
    if (left_out > 0) {
        struct canvas field = canvas_part(canvas, row, strip.column, 1, strip.width);
        bool is_whole = grapheme_width(shown) + ORDER_MORE_WIDTH <= strip.width;
        int width = strip.width - (is_whole || shown.n == 0 ? 0 : 1);
        struct str begun = grapheme_prefix(shown, width);
        int column = canvas_text(field, 0, 0, role, begun);
        canvas_glyph(field, 0, column + (is_whole && column > 0 ? 1 : 0), role, GLYPH_ELLIPSIS);
    }
}

/* The end of a wide row: its note and facts from the detail pane, as many as fit. */
static void draw_facts(const struct table_model *model, struct canvas canvas, int row, int id,
                       enum role role, const struct order_columns *columns)
{
    char buf[FACTS_SIZE];
    struct text text;
    if (columns->facts_width == 0) {
        return;
    }
    text_init(&text, buf, sizeof buf);
    bool is_whole = detail_facts(model, id, columns->facts_width, &text);
    if (!is_whole) {
        text_init(&text, buf, sizeof buf);
        detail_facts(model, id, columns->facts_width - ELLIPSIS_WIDTH, &text);
    }
    int column = canvas_text(canvas, row, columns->facts, role, (struct str){text.p, text.n});
    if (!is_whole) {
        canvas_glyph(canvas, row, column + 1, role, GLYPH_ELLIPSIS);
    }
}

/* A bar and numbers, and a sign for a pending check. */
static void draw_hit_points(const struct table_model *model, struct canvas canvas, int row,
                            struct order_line line, const struct order_columns *columns)
{
    struct hit_points sum = order_hit_points(model, line);
    int id = model->order[line.first];
    bool is_selected = id == model->selected;
    draw_measure(columns, sum, canvas,
                 (struct strip){row, columns->bar, columns->bar_width, ALIGN_LEFT});
    TEXT_BUFFER(text, NUMBERS_SIZE);
    order_numbers(&sum, columns->numbers_width, &text);
    canvas_field(canvas,
                 (struct strip){row, columns->numbers, columns->numbers_width, ALIGN_RIGHT},
                 is_selected ? ROLE_SELECTED : ROLE_PLAIN, (struct str){text.p, text.n});
    for (int i = 0; i < model->pending_checks; i++) {
        if (model->pending[i].subject == id) {
            canvas_glyph(canvas, row, columns->pending,
                         is_selected ? ROLE_SELECTED : ROLE_WARNING, GLYPH_WARNING);
        }
    }
}

static void draw_row(const struct table_model *model, struct canvas canvas, int row,
                     struct order_line line, const struct order_columns *columns)
{
    int id = model->order[line.first];
    bool is_in = state_is_in(model->state, id);
    bool is_selected = id == model->selected;
    enum role role = is_selected ? ROLE_SELECTED : role_of(model, line);
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    if (is_selected) {
        canvas_field(canvas, whole, role, str_of(""));
    }
    draw_name(model, canvas, row, line, role, columns);
    if (line.count > 1 && !is_in) {
        return;
    }
    const struct combatant_words *words = &model->words[id];
    draw_marks(model, canvas, row, id, role);
    canvas_field(canvas, (struct strip){row, columns->score, columns->score_width, ALIGN_RIGHT},
                 role, str_of(words->score));
    char special[ORDER_WORDS_SIZE];
    order_words(model, id, special);
    if (special[0] != '\0') {
        draw_words(canvas, row, special, is_selected || !is_in ? role : ROLE_CONDITION,
                   columns);
    }
    if (is_in) {
        draw_hit_points(model, canvas, row, line, columns);
        draw_facts(model, canvas, row, id, is_selected ? role : ROLE_DIM, columns);
    }
}

/* ---- letters and shares ---------------------------------------------------------------- */

static bool has_letters(const struct table_model *model)
{
    const struct question_box *box = table_model_question(model);
    bool chooses = box != NULL && box->question.kind == QUESTION_COMBATANT && !box->types_words;
    return chooses || (box != NULL && box->types_targets);
}

/* After the first letter of two-letter labels was typed, the second ones. In a list of targets
 * a letter stands for one, so groups have none. */
static void draw_letters(const struct table_model *model, struct canvas canvas,
                         const struct order_rows *rows)
{
    const struct question_box *box = table_model_question(model);
    char typed = box->label;
    for (int i = 0; i < rows->count; i++) {
        char label[ORDER_LABEL_SIZE];
        order_label(label, model, rows, i);
        bool is_for_one = !box->types_targets || rows->row[i].line.count == 1;
        if (label[0] != '\0' && is_for_one && (typed == '\0' || label[0] == typed)) {
            const char *left = typed != '\0' ? label + 1 : label;
            canvas_text(canvas, i, 3 - (int)strlen(left), ROLE_HINT_KEY, str_of(left));
        }
    }
}

static bool has_shares(const struct table_model *model)
{
    const struct question_box *box = table_model_question(model);
    return box != NULL && box->targets.count > 1 && box->targets.are_shared &&
           !has_letters(model);
}

/* The shares take the place of the score, which is not needed meanwhile. */
static void draw_shares(const struct table_model *model, struct canvas canvas,
                        const struct order_rows *rows, const struct order_columns *columns)
{
    static const char *const words[SHARES] = {
        [SHARE_FULL] = "full", [SHARE_HALF] = "half", [SHARE_NONE] = "none"};
    const struct question_box *box = table_model_question(model);
    const struct question_targets *targets = &box->targets;
    for (int i = 0; i < rows->count && has_shares(model); i++) {
        int target = question_target(box, model->order[rows->row[i].line.first]);
        char letter = order_share_letter(model, rows, i);
        if (target < 0) {
            continue;
        }
        if (letter != '\0') {
            canvas_format(canvas, i, 2, ROLE_HINT_KEY, "%c", letter);
        }
        canvas_field(canvas,
                     (struct strip){i, columns->score, columns->score_width, ALIGN_LEFT},
                     ROLE_HINT_TEXT, str_of(""));
        canvas_text(canvas, i, columns->score + 1, ROLE_HINT_TEXT,
                    str_of(words[targets->share[target]]));
    }
}

/* "Up/Down select", beside the heading of the names if there is room: no other row names the
 * keys that most others depend on. Not while keys go elsewhere. */
static void draw_selecting_keys(const struct table_model *model, struct canvas name, int column)
{
    const char *up = key_of_act(&model->keys, ACT_UP);
    const char *down = key_of_act(&model->keys, ACT_DOWN);
    bool is_here = model->views.count == 0 && model->order_count > 1;
    if (!is_here || up == NULL || down == NULL) {
        return;
    }
    TEXT_BUFFER(keys, 40);
    text_add(&keys, "%s/%s ", up, down);
    struct str word = str_of("select");
    int begin = column + 2;
    if (begin + grapheme_width(str_of(keys.p)) + grapheme_width(word) <= name.columns) {
        column = canvas_text(name, 0, begin, ROLE_HINT_KEY, str_of(keys.p));
        canvas_text(name, 0, column, ROLE_HINT_TEXT, word);
    }
}

/* ---- the pane -------------------------------------------------------------------------- */

static void draw_heading(const struct table_model *model, struct canvas canvas,
                         const struct order_columns *columns, const struct order_rows *rows)
{
    struct str unit = str_of(state_system(model->state)->hit_points);
    int unit_column = columns->bar_width > 0
                          ? columns->bar
                          : columns->numbers + columns->numbers_width - unit.n;
    struct strip score = {0, columns->score, columns->score_width, ALIGN_RIGHT};
    if (has_shares(model)) { /* from the column of the marks on, which have no heading */
        score = (struct strip){0, columns->score - 1, columns->score_width + 1, ALIGN_RIGHT};
    }
    canvas_field(canvas, score, ROLE_HEADING,
                 str_of(has_shares(model) ? "share" : model->procedure->score));
    canvas_text(canvas, 0, unit_column, ROLE_HEADING, unit);
    struct canvas name =
        canvas_part(canvas, 0, columns->name, 1, unit_column - 1 - columns->name);
    int column = canvas_text(name, 0, 0, ROLE_HEADING, str_of("name"));
    if (rows->above > 0) {
        column = canvas_glyph(name, 0, column + 1, ROLE_DIM, GLYPH_MORE_ABOVE);
        column = canvas_format(name, 0, column, ROLE_DIM, "%d", rows->above);
    }
    if (rows->below > 0) {
        column = canvas_glyph(name, 0, column + 1, ROLE_DIM, GLYPH_MORE_BELOW);
        column = canvas_format(name, 0, column, ROLE_DIM, "%d", rows->below);
    }
    draw_selecting_keys(model, name, column);
}

static void draw_nobody(struct canvas canvas)
{
    struct str text = str_of("nobody is here yet: + or N adds combatants");
    struct str line;
    for (int row = 0; grapheme_next_line(&line, &text, canvas.columns - 2); row++) {
        canvas_text(canvas, row, 1, ROLE_DIM, line);
    }
}

void order_view_draw(const struct table_model *model, struct canvas heading,
                     struct canvas canvas)
{
    struct order_lines lines;
    struct order_rows rows;
    order_fold(&lines, model, canvas.rows);
    order_rows(&rows, model, canvas.rows);
    struct order_columns columns;
    order_columns(&columns, model, &lines, canvas.columns);
    draw_heading(model, heading, &columns, &rows);
    for (int i = 0; i < rows.count; i++) {
        draw_row(model, canvas, i, rows.row[i].line, &columns);
        if (rows.row[i].left_out > 0) {
            /* The row above is not the one before it in the order. */
            canvas_glyph(canvas, i, columns.side + 1, ROLE_BORDER, GLYPH_MORE_ABOVE);
        }
    }
    if (model->order_count == 0) {
        draw_nobody(canvas);
    }
    if (has_letters(model)) {
        draw_letters(model, canvas, &rows);
    } else if (table_model_question(model) != NULL) {
        draw_shares(model, canvas, &rows, &columns);
    }
}
