#include "tui/order_view.h"

#include <string.h>

#include "tui/order_rows.h"

enum {
    MARKS_WIDTH = 3, /* turn, selected, marked: a column each */
    SIDE_WIDTH = 2,  /* before the name */
    SCORE_WIDTH_LEAST = 4,
    NAME_WIDTH_LEAST = 10,
    BAR_WIDTH = 8,
    BAR_WIDTH_MOST = 20
};

static int between(int low, int value, int high)
{
    return value < low ? low : value > high ? high : value;
}

static bool is_character(const struct table_model *model, int id)
{
    return state_value(model->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

/* ---- columns -------------------------------------------------------------------------------- */

struct columns {
    int score, side, name, words, bar, numbers;
    int score_width, name_width, words_width, bar_width, numbers_width;
};

enum { NUMBERS_SIZE = 40, LABEL_TEXT_SIZE = 400 };

/* What several have together: unset when one of them lacks it. */
struct hit_points {
    bool is_set, has_most;
    int now, most, temporary, harm;
};

static struct hit_points hit_points_of(const struct table_model *model, struct order_line line)
{
    const struct state *state = model->state;
    struct hit_points sum = {.is_set = true, .has_most = true};
    for (int i = 0; i < line.count; i++) {
        int id = model->order[line.first + i];
        sum.is_set = sum.is_set && state_is_set(state, id, FIELD_HP);
        sum.has_most = sum.has_most && state_is_set(state, id, FIELD_HP_MAX);
        sum.now += state_value(state, id, FIELD_HP, 0);
        sum.most += state_value(state, id, FIELD_HP_MAX, 0);
        sum.temporary += state_value(state, id, FIELD_HP_TEMPORARY, 0);
        sum.harm += state_value(state, id, FIELD_HARM, 0);
    }
    return sum;
}

static void format_numbers(const struct table_model *model, struct order_line line,
                           char out[NUMBERS_SIZE])
{
    struct hit_points sum = hit_points_of(model, line);
    struct text text;
    text_init(&text, out, NUMBERS_SIZE);
    if (!sum.is_set) {
        if (sum.harm > 0) {
            text_add(&text, "%d dmg", sum.harm);
        } else {
            text_add(&text, "-");
        }
        return;
    }
    text_add(&text, "%d", sum.now);
    if (sum.temporary > 0) {
        text_add(&text, "+%d", sum.temporary);
    }
    if (sum.has_most) {
        text_add(&text, "/%d", sum.most);
    }
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* Over all rows, not only those in sight: columns must not jump when the order scrolls. */
static struct columns measure(const struct table_model *model, const struct order_lines *lines,
                              int width)
{
    struct columns columns = {0};
    int score_width = greater((int)str_of(model->procedure->score).n, SCORE_WIDTH_LEAST);
    int numbers_width = greater(str_of(state_system(model->state)->hit_points).n, 5);
    int words_width = 0;
    int names_width = NAME_WIDTH_LEAST;
    for (int i = 0; i < lines->count; i++) {
        struct row_words words;
        char numbers[NUMBERS_SIZE];
        int id = model->order[lines->line[i].first];
        model->procedure->row(model->state, id, &words);
        format_numbers(model, lines->line[i], numbers);
        words_width = greater(words_width, grapheme_width(str_of(words.brief)));
        numbers_width = greater(numbers_width, str_of(numbers).n);
        const char *name = state_name(model->state, id);
        names_width = greater(names_width, grapheme_width(str_of(name)));
    }
    columns.score = MARKS_WIDTH;
    columns.score_width = score_width;
    columns.side = MARKS_WIDTH + score_width + 1;
    columns.name = columns.side + SIDE_WIDTH;
    int left = width - columns.name - 1;
    columns.numbers_width = between(0, numbers_width, left / 3);
    left -= columns.numbers_width + 1;
    int bar = between(BAR_WIDTH, left / 4, BAR_WIDTH_MOST);
    columns.bar_width = left - NAME_WIDTH_LEAST >= BAR_WIDTH + 1 ? bar : 0;
    left -= columns.bar_width > 0 ? columns.bar_width + 1 : 0;
    /* Long names and long words share what is there. */
    int name_least = greater(NAME_WIDTH_LEAST, between(0, names_width, left / 2));
    columns.words_width = between(0, words_width, greater(left - name_least - 1, 0));
    left -= columns.words_width > 0 ? columns.words_width + 1 : 0;
    columns.name_width = greater(left, 0);
    columns.words = columns.name + columns.name_width + 1;
    columns.bar = columns.words + (columns.words_width > 0 ? columns.words_width + 1 : 0);
    columns.numbers = columns.bar + (columns.bar_width > 0 ? columns.bar_width + 1 : 0);
    return columns;
}

/* ---- rows ----------------------------------------------------------------------------------- */

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
    if (id == model->marked || model->is_chosen[id]) {
        return ROLE_MARKED;
    }
    return is_low(hit_points_of(model, line)) ? ROLE_WOUNDED : ROLE_PLAIN;
}

/* The mark of the side that does not act is hollow. */
static void draw_marks(const struct table_model *model, struct canvas canvas, int row, int id,
                       enum role role)
{
    bool has_acted = state_is_in(model->state, id) &&
                     state_value(model->state, id, FIELD_HAS_ACTED, 0) != 0;
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
    } else if (id == model->marked) {
        canvas_glyph(canvas, row, 2, role, GLYPH_MARKED);
    } else if (id == model->rested) {
        canvas_glyph(canvas, row, 2, role == ROLE_PLAIN ? ROLE_DIM : role, GLYPH_UNMARKED);
    }
}

static void draw_bar(struct hit_points sum, struct canvas canvas, int row,
                     const struct columns *columns)
{
    struct strip bar = {row, columns->bar, columns->bar_width, ALIGN_LEFT};
    if (sum.is_set && sum.has_most && columns->bar_width > 0) {
        struct measure measure = {sum.now, sum.most};
        canvas_bar(canvas, bar, is_low(sum) ? ROLE_HP_LOW : ROLE_HP_GOOD, measure);
    }
}

/* The number at the end of a name, and how long the name is before it; -1: it has none. */
static int number_of(const char *name, int *stem)
{
    struct str whole = str_of(name);
    int64_t number;
    *stem = whole.n;
    while (*stem > 0 && char_is_digit(name[*stem - 1])) {
        (*stem)--;
    }
    struct str digits = {name + *stem, whole.n - *stem};
    return str_to_int64(digits, 0, INT32_MAX, &number) ? (int)number : -1;
}

/* "Crab 2-7, 9": names that end in numbers are counted on, others stand one behind the other. */
static void format_names(const struct table_model *model, struct order_line line, struct text *out)
{
    const char *before = "";
    int number_before = -1;
    int stem_before = 0;
    bool is_range = false;
    for (int i = 0; i < line.count; i++) {
        const char *name = state_name(model->state, model->order[line.first + i]);
        int stem;
        int number = number_of(name, &stem);
        bool has_stem = number >= 0 && number_before >= 0 && stem == stem_before &&
                        memcmp(name, before, (size_t)stem) == 0;
        bool goes_on = has_stem && number == number_before + 1;
        if (is_range && !goes_on) {
            text_add(out, "-%d", number_before);
        }
        is_range = goes_on;
        if (!goes_on) {
            text_add(out, "%s%s", i > 0 ? ", " : "", has_stem ? name + stem : name);
        }
        before = name;
        number_before = number;
        stem_before = stem;
    }
    if (is_range) {
        text_add(out, "-%d", number_before);
    }
}

static void format_name(const struct table_model *model, struct order_line line, struct text *out)
{
    int id = model->order[line.first];
    bool is_hidden = state_has_mark(model->state, MARK_HIDDEN, id, ANYBODY);
    if (line.count == 1) {
        text_add(out, is_hidden ? "(%s)" : "%s", state_name(model->state, id));
    } else if (!state_is_in(model->state, id)) {
        text_add(out, "%d out of the fight", line.count);
    } else {
        format_names(model, line, out);
    }
}

/* Characters have a sign before their name, rows with a note one behind it; what the players do not
 * see stands in parentheses. How many stand in one row is never cut. */
static void draw_name(const struct table_model *model, struct canvas canvas, int row,
                      struct order_line line, enum role role, const struct columns *columns)
{
    char buf[LABEL_TEXT_SIZE];
    struct text text;
    int id = model->order[line.first];
    struct strip strip = {row, columns->name, columns->name_width, ALIGN_LEFT};
    text_init(&text, buf, sizeof buf);
    format_name(model, line, &text);
    if (line.count > 1 && state_is_in(model->state, id)) {
        char count[16];
        struct text times;
        text_init(&times, count, sizeof count);
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
        strip.width -= 2;
    }
    canvas_field(canvas, strip, role, (struct str){text.p, text.n});
}

static void draw_row(const struct table_model *model, struct canvas canvas, int row,
                     struct order_line line, const struct columns *columns)
{
    struct row_words words;
    char numbers[NUMBERS_SIZE];
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
    model->procedure->row(model->state, id, &words);
    format_numbers(model, line, numbers);
    draw_marks(model, canvas, row, id, role);
    canvas_field(canvas, (struct strip){row, columns->score, columns->score_width, ALIGN_RIGHT},
                 role, str_of(words.score));
    enum role condition = is_selected || !is_in ? role : ROLE_CONDITION;
    canvas_field(canvas, (struct strip){row, columns->words, columns->words_width, ALIGN_LEFT},
                 condition, str_of(words.brief));
    draw_bar(hit_points_of(model, line), canvas, row, columns);
    canvas_field(canvas,
                 (struct strip){row, columns->numbers, columns->numbers_width, ALIGN_RIGHT},
                 is_selected ? role : is_in ? ROLE_PLAIN : ROLE_DOWN, str_of(numbers));
}

/* ---- letters and shares --------------------------------------------------------------------- */

static bool has_letters(const struct table_model *model)
{
    return model->question != NULL && model->question->question.kind == QUESTION_COMBATANT &&
           !model->question->types_words;
}

/* Of labels of two letters, once the first was typed, what is left. */
static void draw_letters(const struct table_model *model, struct canvas canvas,
                         const struct order_rows *rows)
{
    char typed = model->question->label;
    for (int i = 0; i < rows->count; i++) {
        char label[ORDER_LABEL_SIZE];
        order_label(label, model, rows, i);
        if (label[0] != '\0' && (typed == '\0' || label[0] == typed)) {
            const char *left = typed != '\0' ? label + 1 : label;
            canvas_text(canvas, i, 3 - (int)strlen(left), ROLE_HINT_KEY, str_of(left));
        }
    }
}

/* Who takes how much stands in place of the score, which nobody needs meanwhile. */
static void draw_shares(const struct table_model *model, struct canvas canvas,
                        const struct order_rows *rows, const struct columns *columns)
{
    static const char *const words[SHARES] = {
        [SHARE_FULL] = "full", [SHARE_HALF] = "half", [SHARE_NONE] = "none"};
    const struct question_targets *targets = &model->question->targets;
    for (int i = 0; i < rows->count && targets->count > 1 && targets->are_shared; i++) {
        int target = question_target(model->question, model->order[rows->row[i].line.first]);
        char letter = order_share_letter(model, rows, i);
        if (target < 0) {
            continue;
        }
        if (letter != '\0') {
            canvas_format(canvas, i, 2, ROLE_HINT_KEY, "%c", letter);
        }
        canvas_field(canvas, (struct strip){i, columns->score, columns->score_width, ALIGN_LEFT},
                     ROLE_HINT_TEXT, str_of(""));
        canvas_text(canvas, i, columns->score + 1, ROLE_HINT_TEXT,
                    str_of(words[targets->share[target]]));
    }
}

/* ---- the pane ------------------------------------------------------------------------------- */

static void draw_heading(const struct table_model *model, struct canvas canvas,
                         const struct columns *columns, const struct order_rows *rows)
{
    canvas_field(canvas, (struct strip){0, columns->score, columns->score_width, ALIGN_RIGHT},
                 ROLE_HEADING, str_of(model->procedure->score));
    struct canvas name = canvas_part(canvas, 0, columns->name, 1, columns->name_width);
    int column = canvas_text(name, 0, 0, ROLE_HEADING, str_of("name"));
    if (rows->above > 0) {
        column = canvas_glyph(name, 0, column + 1, ROLE_DIM, GLYPH_MORE_ABOVE);
        column = canvas_format(name, 0, column, ROLE_DIM, "%d", rows->above);
    }
    if (rows->below > 0) {
        column = canvas_glyph(name, 0, column + 1, ROLE_DIM, GLYPH_MORE_BELOW);
        canvas_format(name, 0, column, ROLE_DIM, "%d", rows->below);
    }
    struct str unit = str_of(state_system(model->state)->hit_points);
    if (columns->bar_width > 0) {
        canvas_text(canvas, 0, columns->bar, ROLE_HEADING, unit);
        return;
    }
    int left = columns->numbers + columns->numbers_width - unit.n;
    canvas_text(canvas, 0, left, ROLE_HEADING, unit);
}

void order_view_draw(const struct table_model *model, struct canvas heading,
                     struct canvas canvas)
{
    struct order_lines lines;
    struct order_rows rows;
    order_fold(&lines, model, canvas.rows);
    order_rows(&rows, model, canvas.rows);
    struct columns columns = measure(model, &lines, canvas.columns);
    draw_heading(model, heading, &columns, &rows);
    for (int i = 0; i < rows.count; i++) {
        draw_row(model, canvas, i, rows.row[i].line, &columns);
        if (rows.row[i].left_out > 0) {
            /* The row above is not the one before it in the order. */
            canvas_glyph(canvas, i, columns.side + 1, ROLE_DIM, GLYPH_MORE_ABOVE);
        }
    }
    if (model->order_count == 0) {
        canvas_text(canvas, 0, 1, ROLE_DIM, str_of("nobody is here yet: + or N adds combatants"));
    }
    if (has_letters(model)) {
        draw_letters(model, canvas, &rows);
    } else if (model->question != NULL) {
        draw_shares(model, canvas, &rows, &columns);
    }
}
