#include "tui/order_view.h"

enum {
    MARKS_WIDTH = 3, /* turn, selected, marked: a column each */
    SIDE_WIDTH = 2,  /* before the name */
    SCORE_WIDTH_LEAST = 4,
    NAME_WIDTH_LEAST = 10,
    BAR_WIDTH = 8,
    BAR_WIDTH_MOST = 20,
    LETTERS = 26
};

/* ---- the window ----------------------------------------------------------------------------- */

static int index_of(const struct table_model *model, int id)
{
    for (int i = 0; i < model->order_count; i++) {
        if (model->order[i] == id) {
            return i;
        }
    }
    return -1;
}

static int between(int low, int value, int high)
{
    return value < low ? low : value > high ? high : value;
}

struct order_window order_window(const struct table_model *model, int rows)
{
    int spare = model->order_count - rows;
    if (rows <= 0) {
        return (struct order_window){0, 0};
    }
    if (spare <= 0) {
        return (struct order_window){0, model->order_count};
    }
    int selected = between(0, index_of(model, model->selected), model->order_count - 1);
    int acting = index_of(model, model->acting);
    int first = between(0, selected - rows / 2, spare);
    bool both_fit = acting >= 0 && acting - selected < rows && selected - acting < rows;
    if (both_fit && acting < first) {
        first = acting;
    } else if (both_fit && acting >= first + rows) {
        first = acting - rows + 1;
    }
    return (struct order_window){first, rows};
}

static bool has_letters(const struct table_model *model)
{
    return model->question != NULL && model->question->question.kind == QUESTION_COMBATANT &&
           !model->question->types_words;
}

static bool is_character(const struct table_model *model, int id)
{
    return state_value(model->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

/* The one who acts is not often the answer, nor is its own side when it attacks, and a slip would
 * be costly: no letter. */
static bool takes_letter(const struct table_model *model, int id)
{
    enum wanted wanted = model->question->question.wanted;
    bool is_wanted = wanted == WANTED_ANYBODY ||
                     is_character(model, id) == (wanted == WANTED_CHARACTER);
    return state_is_in(model->state, id) && id != model->acting && is_wanted;
}

int order_letter_id(const struct table_model *model, int rows, int character)
{
    struct order_window window = order_window(model, rows);
    int letter = 'a';
    for (int i = 0; i < window.count && letter < 'a' + LETTERS; i++) {
        int id = model->order[window.first + i];
        if (takes_letter(model, id) && letter++ == character) {
            return id;
        }
    }
    return 0;
}

/* ---- columns -------------------------------------------------------------------------------- */

struct columns {
    int score, side, name, words, bar, numbers;
    int score_width, name_width, words_width, bar_width, numbers_width;
};

enum { NUMBERS_SIZE = 40 };

static void format_numbers(const struct state *state, int id, char out[NUMBERS_SIZE])
{
    struct text text;
    text_init(&text, out, NUMBERS_SIZE);
    if (!state_is_set(state, id, FIELD_HP)) {
        int harm = state_value(state, id, FIELD_HARM, 0);
        if (harm > 0) {
            text_add(&text, "%d dmg", harm);
        } else {
            text_add(&text, "-");
        }
        return;
    }
    int temporary = state_value(state, id, FIELD_HP_TEMPORARY, 0);
    text_add(&text, "%d", state_value(state, id, FIELD_HP, 0));
    if (temporary > 0) {
        text_add(&text, "+%d", temporary);
    }
    if (state_is_set(state, id, FIELD_HP_MAX)) {
        text_add(&text, "/%d", state_value(state, id, FIELD_HP_MAX, 0));
    }
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* Over all rows, not only those in sight: columns must not jump when the order scrolls. */
static struct columns measure(const struct table_model *model, int width)
{
    struct columns columns = {0};
    int score_width = greater((int)str_of(model->procedure->score).n, SCORE_WIDTH_LEAST);
    int numbers_width = greater(str_of(state_system(model->state)->hit_points).n, 5);
    int words_width = 0;
    int names_width = NAME_WIDTH_LEAST;
    for (int i = 0; i < model->order_count; i++) {
        struct row_words words;
        char numbers[NUMBERS_SIZE];
        model->procedure->row(model->state, model->order[i], &words);
        format_numbers(model->state, model->order[i], numbers);
        words_width = greater(words_width, grapheme_width(str_of(words.brief)));
        numbers_width = greater(numbers_width, str_of(numbers).n);
        const char *name = state_name(model->state, model->order[i]);
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

static bool is_low(const struct state *state, int id)
{
    return state_is_set(state, id, FIELD_HP) && state_is_set(state, id, FIELD_HP_MAX) &&
           2 * state_value(state, id, FIELD_HP, 0) <= state_value(state, id, FIELD_HP_MAX, 0);
}

static enum role role_of(const struct table_model *model, int id)
{
    const struct state *state = model->state;
    if (!state_is_in(state, id)) {
        return ROLE_DOWN;
    }
    if (id == model->acting) {
        return ROLE_ACTIVE;
    }
    if (id == model->marked) {
        return ROLE_MARKED;
    }
    return is_low(state, id) ? ROLE_WOUNDED : ROLE_PLAIN;
}

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
    if (id == model->marked) {
        canvas_glyph(canvas, row, 2, role, GLYPH_MARKED);
    }
}

static void draw_hp(const struct state *state, int id, struct canvas canvas, int row,
                    const struct columns *columns)
{
    struct strip bar = {row, columns->bar, columns->bar_width, ALIGN_LEFT};
    bool has_bar = state_is_set(state, id, FIELD_HP) && state_is_set(state, id, FIELD_HP_MAX);
    if (has_bar && columns->bar_width > 0) {
        struct measure measure = {state_value(state, id, FIELD_HP, 0),
                                  state_value(state, id, FIELD_HP_MAX, 0)};
        canvas_bar(canvas, bar, is_low(state, id) ? ROLE_HP_LOW : ROLE_HP_GOOD, measure);
    }
}

/* Characters have a sign before their name; what the players do not see stands in parentheses. */
static void draw_name(const struct table_model *model, struct canvas canvas, int row, int id,
                      enum role role, const struct columns *columns)
{
    char buf[NAME_SIZE + 4];
    struct text text;
    const struct state *state = model->state;
    bool is_hidden = state_has_mark(state, MARK_HIDDEN, id, ANYBODY);
    text_init(&text, buf, sizeof buf);
    text_add(&text, is_hidden ? "(%s)" : "%s", state_name(state, id));
    if (is_character(model, id)) {
        bool is_plain = role == ROLE_PLAIN;
        canvas_glyph(canvas, row, columns->side, is_plain ? ROLE_ALLY : role, GLYPH_ALLY);
    }
    canvas_field(canvas, (struct strip){row, columns->name, columns->name_width, ALIGN_LEFT}, role,
                 (struct str){text.p, text.n});
}

static void draw_row(const struct table_model *model, struct canvas canvas, int row, int id,
                     const struct columns *columns)
{
    struct row_words words;
    char numbers[NUMBERS_SIZE];
    bool is_selected = id == model->selected;
    enum role role = is_selected ? ROLE_SELECTED : role_of(model, id);
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    model->procedure->row(model->state, id, &words);
    format_numbers(model->state, id, numbers);
    if (is_selected) {
        canvas_field(canvas, whole, role, str_of(""));
    }
    draw_marks(model, canvas, row, id, role);
    canvas_field(canvas, (struct strip){row, columns->score, columns->score_width, ALIGN_RIGHT},
                 role, str_of(words.score));
    draw_name(model, canvas, row, id, role, columns);
    bool is_in = state_is_in(model->state, id);
    enum role condition = is_selected || !is_in ? role : ROLE_CONDITION;
    canvas_field(canvas, (struct strip){row, columns->words, columns->words_width, ALIGN_LEFT},
                 condition, str_of(words.brief));
    draw_hp(model->state, id, canvas, row, columns);
    canvas_field(canvas,
                 (struct strip){row, columns->numbers, columns->numbers_width, ALIGN_RIGHT},
                 is_selected ? role : is_in ? ROLE_PLAIN : ROLE_DOWN, str_of(numbers));
}

static void draw_letters(const struct table_model *model, struct canvas canvas)
{
    struct order_window window = order_window(model, canvas.rows);
    int letter = 'a';
    for (int i = 0; i < window.count && letter < 'a' + LETTERS; i++) {
        if (takes_letter(model, model->order[window.first + i])) {
            canvas_format(canvas, i, 2, ROLE_HINT_KEY, "%c", letter++);
        }
    }
}

static void draw_heading(const struct table_model *model, struct canvas canvas,
                         const struct columns *columns, struct order_window window)
{
    int below = model->order_count - window.first - window.count;
    canvas_field(canvas, (struct strip){0, columns->score, columns->score_width, ALIGN_RIGHT},
                 ROLE_HEADING, str_of(model->procedure->score));
    struct canvas name = canvas_part(canvas, 0, columns->name, 1, columns->name_width);
    int column = canvas_text(name, 0, 0, ROLE_HEADING, str_of("name"));
    if (window.first > 0) {
        column = canvas_glyph(name, 0, column + 1, ROLE_DIM, GLYPH_MORE_ABOVE);
        column = canvas_format(name, 0, column, ROLE_DIM, "%d", window.first);
    }
    if (below > 0) {
        column = canvas_glyph(name, 0, column + 1, ROLE_DIM, GLYPH_MORE_BELOW);
        canvas_format(name, 0, column, ROLE_DIM, "%d", below);
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
    struct columns columns = measure(model, canvas.columns);
    struct order_window window = order_window(model, canvas.rows);
    draw_heading(model, heading, &columns, window);
    for (int i = 0; i < window.count; i++) {
        draw_row(model, canvas, i, model->order[window.first + i], &columns);
    }
    if (model->order_count == 0) {
        canvas_text(canvas, 0, 1, ROLE_DIM, str_of("nobody is here yet: + adds combatants"));
    }
    if (has_letters(model)) {
        draw_letters(model, canvas);
    }
}
