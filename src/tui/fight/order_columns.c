#include "tui/fight/order_columns.h"

#include <string.h>

enum {
    SIDE_WIDTH = 2, /* before the name */
    SCORE_WIDTH_LEAST = 4,
    NAME_WIDTH_LEAST = 10,
    NAME_WIDTH_TINY = 5, /* where hit points take the rest */
    NAME_WIDTH_GOOD = 11,
    WORDS_WIDTH_LEAST = 4,   /* of a word that is cut */
    WORDS_WIDTH_WANTED = 12, /* without a bar, */
    WORDS_WIDTH_GOOD = 15,   /* and beside a short bar: "frightened 3 …" */
    BAR_WIDTH_LEAST = 5,
    BAR_WIDTH = 8,
    BAR_WIDTH_MOST = 20,
    PANE_OF_FACTS = 100, /* columns of a pane with room for facts */
    FACTS_WIDTH_LEAST = 24,
    FACTS_GAP = 3, /* for the sign of a pending check */
    NUMBERS_SIZE = 40,
    NAMES_SIZE = 400
};

static int between(int low, int value, int high)
{
    return value < low ? low : value > high ? high : value;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* ---- hit points ------------------------------------------------------------------------ */

struct hit_points order_hit_points(const struct table_model *model, struct order_line line)
{
    const struct state *state = model->state;
    struct hit_points sum = {.is_set = true, .has_most = true};
    for (int i = 0; i < line.count; i++) {
        int id = model->order[line.first + i];
        struct bodies bodies;
        if (model->procedure->bodies != NULL && model->procedure->bodies(state, id, &bodies)) {
            sum.open = bodies.open != NULL ? bodies.open : sum.open;
            sum.is_set = sum.is_set && bodies.open == NULL;
            sum.now += bodies.left;
            sum.most += bodies.most;
            continue;
        }
        sum.is_set = sum.is_set && state_is_set(state, id, FIELD_HP);
        sum.has_most = sum.has_most && state_is_set(state, id, FIELD_HP_MAX);
        sum.now += state_value(state, id, FIELD_HP, 0);
        sum.most += state_value(state, id, FIELD_HP_MAX, 0);
        sum.temporary += state_value(state, id, FIELD_HP_TEMPORARY, 0);
        sum.harm += state_value(state, id, FIELD_DAMAGE_COUNTED, 0);
    }
    return sum;
}

static void format_numbers(const struct hit_points *sum, bool is_short, struct text *out)
{
    if (sum->open != NULL) {
        text_add(out, "%s", is_short ? "?" : sum->open);
    } else if (!sum->is_set && sum->harm == 0) {
        text_add(out, "-");
    } else if (!sum->is_set) {
        text_add(out, is_short ? "-%d" : "%d dmg", sum->harm);
    } else if (is_short) {
        text_add(out, "%d", sum->now + sum->temporary);
    } else {
        text_add(out, "%d", sum->now);
        if (sum->temporary > 0) {
            text_add(out, "+%d", sum->temporary);
        }
        if (sum->has_most) {
            text_add(out, "/%d", sum->most);
        }
    }
}

void order_numbers(const struct hit_points *sum, int width, struct text *out)
{
    int begin = out->n;
    format_numbers(sum, false, out);
    if (out->n - begin > width) {
        out->n = begin;
        format_numbers(sum, true, out);
    }
}

static int numbers_width(const struct hit_points *sum, bool is_short)
{
    TEXT_BUFFER(text, NUMBERS_SIZE);
    format_numbers(sum, is_short, &text);
    return text.n;
}

/* ---- names ----------------------------------------------------------------------------- */

int order_name_number(const char *name, int *stem)
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

/* Names that end in numbers become ranges, others are listed. Returns the length of the common
 * beginning before their numbers; 0: they have none. */
static int format_names(const struct table_model *model, struct order_line line,
                        struct text *out)
{
    const char *before = "";
    int number_before = -1;
    int stem_before = 0;
    bool is_range = false;
    bool is_one_stem = true;
    for (int i = 0; i < line.count; i++) {
        const char *name = state_name(model->state, model->order[line.first + i]);
        int stem;
        int number = order_name_number(name, &stem);
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
        is_one_stem = is_one_stem && (i == 0 || has_stem);
        before = name;
        number_before = number;
        stem_before = stem;
    }
    if (is_range) {
        text_add(out, "-%d", number_before);
    }
    return is_one_stem ? stem_before : 0;
}

void order_name(const struct table_model *model, struct order_line line, int width,
                struct text *out)
{
    int id = model->order[line.first];
    const char *name = state_name(model->state, id);
    bool is_hidden = state_has_effect(model->state, EFFECT_HIDDEN, id, ANYBODY);
    if (line.count == 1) {
        text_add(out, is_hidden ? "(%s)" : "%s", name);
        return;
    }
    if (!state_is_in(model->state, id)) {
        text_add(out, "%d out of the fight", line.count);
        return;
    }
    int begin = out->n;
    int stem = format_names(model, line, out);
    struct str names = {out->p + begin, out->n - begin};
    if (stem > 0 && grapheme_width(names) > width) {
        out->n = begin;
        text_add_str(out, str_trimmed((struct str){name, stem}));
    }
}

/* Combatants out of the fight, shown together, have a row without columns. */
static bool is_whole_row(const struct table_model *model, struct order_line line)
{
    return line.count > 1 && !state_is_in(model->state, model->order[line.first]);
}

int order_name_width(const struct table_model *model, struct order_line line)
{
    TEXT_BUFFER(text, NAMES_SIZE);
    order_name(model, line, NAMES_SIZE, &text);
    int times = line.count > 99 ? 5 : line.count > 9 ? 4 : line.count > 1 ? 3 : 0;
    bool has_note = state_text(model->state, model->order[line.first], TEXT_NOTE)[0] != '\0';
    return grapheme_width((struct str){text.p, text.n}) + times +
           (has_note ? ORDER_NOTE_WIDTH : 0);
}

/* ---- what is special ------------------------------------------------------------------- */

void order_words(const struct table_model *model, int id, char out[ORDER_WORDS_SIZE])
{
    struct text text = text_over(out, ORDER_WORDS_SIZE);
    const char *brief = model->words[id].brief;
    bool is_target = id == model->target && state_is_in(model->state, id);
    text_add(&text, "%s%s%s", is_target ? "target" : "",
             is_target && brief[0] != '\0' ? ", " : "", brief);
}

/* Items are separated by ", ". */
static struct str next_item(struct str *rest)
{
    struct str item = {rest->p, 0};
    while (item.n < rest->n &&
           !(rest->p[item.n] == ',' && item.n + 1 < rest->n && rest->p[item.n + 1] == ' ')) {
        item.n++;
    }
    int used = item.n + 2 < rest->n ? item.n + 2 : rest->n;
    *rest = (struct str){rest->p + used, rest->n - used};
    return item;
}

static int count_items(struct str words)
{
    int count = 0;
    for (; words.n > 0; count++) {
        next_item(&words);
    }
    return count;
}

/* "blind 12" as "blind": a cut number would be a different one. */
static struct str less_number(struct str item)
{
    struct str whole = item;
    while (item.n > 0 && char_is_digit(item.p[item.n - 1])) {
        item.n--;
    }
    bool has_number = item.n > 1 && item.n < whole.n && item.p[item.n - 1] == ' ';
    return has_number ? (struct str){item.p, item.n - 1} : whole;
}

static int more_width(int left_out)
{
    return left_out == 0 ? 0 : ORDER_MORE_WIDTH;
}

int order_fitting_words(struct str words, int width, struct str *shown)
{
    int items = count_items(words);
    struct str rest = words;
    *shown = words;
    if (grapheme_width(words) <= width) {
        return 0;
    }
    struct str first = next_item(&rest);
    struct str begun = first;
    int left_out = items;
    for (int n = 1; n < items; n++) {
        if (grapheme_width(begun) + more_width(items - n) <= width) {
            *shown = begun;
            left_out = items - n;
        }
        struct str item = next_item(&rest);
        begun.n = (int)(item.p - words.p) + item.n;
    }
    if (left_out < items) {
        return left_out;
    }
    bool is_enough = width - more_width(items - 1) >= WORDS_WIDTH_LEAST;
    *shown = is_enough ? less_number(first) : (struct str){words.p, 0};
    return is_enough ? items - 1 : items;
}

/* ---- columns --------------------------------------------------------------------------- */

/* The widths that the lines would take, and the most hit points of one that has a bar. */
struct wants {
    int score, name, words, numbers, numbers_short;
    int most;
};

static struct wants measure(const struct table_model *model, const struct order_lines *lines)
{
    struct wants wants = {.score = SCORE_WIDTH_LEAST, .name = NAME_WIDTH_LEAST};
    wants.score = greater(str_of(model->procedure->score).n, wants.score);
    wants.numbers = greater(str_of(state_system(model->state)->hit_points).n, 5);
    for (int i = 0; i < lines->count; i++) {
        struct order_line line = lines->line[i];
        int id = model->order[line.first];
        struct hit_points sum = order_hit_points(model, line);
        const struct combatant_words *words = &model->words[id];
        if (is_whole_row(model, line)) {
            continue;
        }
        char brief[ORDER_WORDS_SIZE];
        order_words(model, id, brief);
        wants.name = greater(order_name_width(model, line), wants.name);
        wants.words = greater(grapheme_width(str_of(brief)), wants.words);
        wants.score = greater(grapheme_width(str_of(words->score)), wants.score);
        wants.numbers = greater(numbers_width(&sum, false), wants.numbers);
        wants.numbers_short = greater(numbers_width(&sum, true), wants.numbers_short);
        wants.most = sum.is_set && sum.has_most ? greater(sum.most, wants.most) : wants.most;
    }
    return wants;
}

/* As much as there is room for; a new column takes a blank before it. */
static void widen(int *room, int *width, int want)
{
    int gap = *width == 0 ? 1 : 0;
    int more = between(0, want - *width, greater(*room - gap, 0));
    if (more > 0) {
        *width += more;
        *room -= more + gap;
    }
}

/* Where names and bars leave room, short words have some even while nobody has any: then the
 * columns stay where they are when somebody gets a condition. */
static int steady_words(struct wants wants, int left)
{
    int bar = between(BAR_WIDTH, left / 4, BAR_WIDTH_MOST);
    int spare = left - wants.numbers - greater(wants.name, NAME_WIDTH_GOOD) - bar - 3;
    return greater(wants.words, between(0, spare, WORDS_WIDTH_WANTED));
}

/* The room after the score goes first to what matters most: hit points, the beginnings of
 * names, conditions, a short bar; then each column gets what it could use. */
static void divide(struct order_columns *out, struct wants wants, int left, int width)
{
    int least = greater(wants.numbers_short, 1);
    wants.words = steady_words(wants, left);
    out->numbers_width =
        between(0, between(least, left - 1 - NAME_WIDTH_TINY, wants.numbers), greater(left, 0));
    int room = greater(left - out->numbers_width - 1, 0);
    out->name_width = between(0, NAME_WIDTH_LEAST, room);
    room -= out->name_width;
    if (room > ORDER_MORE_WIDTH) {
        widen(&room, &out->words_width, between(0, wants.words, WORDS_WIDTH_WANTED));
    }
    if (room > BAR_WIDTH_LEAST) {
        widen(&room, &out->bar_width, BAR_WIDTH_LEAST);
    }
    widen(&room, &out->name_width, between(0, wants.name, NAME_WIDTH_GOOD));
    widen(&room, &out->words_width, between(0, wants.words, WORDS_WIDTH_GOOD));
    /* Long names and long words share the room. */
    int spare = room - greater(wants.words - out->words_width, 0);
    widen(&room, &out->name_width,
          between(0, wants.name, out->name_width + greater(spare, room / 2)));
    widen(&room, &out->words_width, wants.words);
    widen(&room, &out->name_width, wants.name);
    if (out->bar_width > 0) {
        widen(&room, &out->bar_width, between(BAR_WIDTH, left / 4, BAR_WIDTH_MOST));
    }
    if (width >= PANE_OF_FACTS && room >= FACTS_WIDTH_LEAST) {
        out->facts_width = room - FACTS_GAP;
        room = 0;
    }
    out->name_width += room;
}

/* The columns that the words take in a column of this width: words that do not fit whole leave
 * some of it to the names. */
static int used_by_words(const struct table_model *model, const struct order_lines *lines,
                         int width)
{
    int used = 0;
    for (int i = 0; i < lines->count; i++) {
        char words[ORDER_WORDS_SIZE];
        struct str shown;
        order_words(model, model->order[lines->line[i].first], words);
        int more = order_fitting_words(str_of(words), width, &shown);
        used = greater(used, grapheme_width(shown) + more_width(more));
    }
    return used;
}

/* The column after one that may be missing. */
static int after(int column, int width)
{
    return column + (width > 0 ? width + 1 : 0);
}

void order_columns(struct order_columns *out, const struct table_model *model,
                   const struct order_lines *lines, int width)
{
    struct wants wants = measure(model, lines);
    memset(out, 0, sizeof *out);
    out->score = ORDER_MARKS_WIDTH;
    out->score_width = wants.score;
    out->side = ORDER_MARKS_WIDTH + wants.score + 1;
    out->name = out->side + SIDE_WIDTH;
    /* The last column is for the sign of a pending check. */
    divide(out, wants, width - out->name - 1, width);
    int used = used_by_words(model, lines, out->words_width);
    if (used < out->words_width && used < wants.words) {
        wants.words = used;
        out->words_width = out->bar_width = 0;
        divide(out, wants, width - out->name - 1, width);
    }
    out->words = out->name + out->name_width + 1;
    out->bar = after(out->words, out->words_width);
    out->numbers = after(out->bar, out->bar_width);
    out->pending = out->numbers + out->numbers_width;
    out->facts = out->pending + FACTS_GAP;
    out->has_pips = wants.most <= model->procedure->pips && wants.most <= out->bar_width;
}
