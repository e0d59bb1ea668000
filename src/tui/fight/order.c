#include "tui/fight/order.h"

#include <string.h>

#include "tracker/combatant_fields.h"
#include "tui/fight/detail_view.h"

enum {
    LETTERS = 26,
    ORDER_WORDS_SIZE = 416,
    ORDER_MARKS_WIDTH = 3, /* turn, selected, target: a column each, before the score */
    ORDER_NOTE_WIDTH = 2,  /* the sign of a note, after the name */
    ORDER_MORE_WIDTH = 2,  /* " …" after words of which some are left out */
    NUMBERS_SIZE = 40
};

/* ---- who is special -------------------------------------------------------------------- */

/* Effects that a crowd of similar creatures can have without any of them being special. */
static bool is_usual(const struct procedure *procedure, const struct effect *effect)
{
    bool is_condition =
        effect->kind >= EFFECT_CONDITION && effect->kind <= EFFECT_CONDITION_END;
    return effect->kind == EFFECT_TRAIT || combatant_is_made_from(effect) ||
           effect->kind == EFFECT_MEMBER || is_condition ||
           (procedure->is_usual != NULL && procedure->is_usual(effect));
}

/* By id: combatants that are never part of a group, since they are special. Those out of the
 * fight are all alike, whatever happened to them before. */
static void find_special(const struct table_model *model, bool out[COMBATANTS_MAX + 1])
{
    const struct state *state = model->state;
    memset(out, 0, (COMBATANTS_MAX + 1) * sizeof out[0]);
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject > 0 && !is_usual(model->procedure, effect)) {
            out[effect->subject] = true;
        }
    }
    for (int id = 1; id <= state->count; id++) {
        out[id] = out[id] && state_is_in(state, id);
        out[id] = out[id] || model->is_chosen[id];
    }
    for (int i = 0; i < model->pending_checks; i++) {
        int id = model->pending[i].subject;
        out[id] = out[id] || (id > 0 && state_is_in(model->state, id));
    }
    const struct question_box *box = table_model_question(model);
    for (int i = 0; box != NULL && i < box->targets.count; i++) {
        out[box->targets.id[i]] = true;
    }
    out[model->acting] = true;
    out[model->target] = true;
    out[model->other_target] = true;
}

/* ---- folding --------------------------------------------------------------------------- */

/* What combatants of one group have in common: they are alike to this degree, and not
 * special. */
struct sameness {
    enum likeness least;
    bool is_special[COMBATANTS_MAX + 1];
};

static void find_sameness(struct sameness *out, const struct table_model *model,
                          enum likeness least)
{
    out->least = least;
    find_special(model, out->is_special);
}

/* True when a combatant and the one above it can be in one group. */
static bool goes_on(const struct table_model *model, const struct sameness *same, int index)
{
    if (index <= 0 || index >= model->order_count || model->like_above[index] < same->least) {
        return false;
    }
    return !same->is_special[model->order[index - 1]] && !same->is_special[model->order[index]];
}

/* The stretch of similar combatants around one of the order, which counts as unselected. */
static struct order_line stretch_around(const struct table_model *model,
                                        const struct sameness *same, int index)
{
    int first = index;
    int end = index + 1;
    while (goes_on(model, same, first)) {
        first--;
    }
    while (goes_on(model, same, end)) {
        end++;
    }
    return (struct order_line){first, end - first};
}

static void add_lines(struct order_lines *out, int first, int count, int each)
{
    for (int i = 0; i < count; i += each) {
        out->line[out->count++] = (struct order_line){first + i, each};
    }
}

/* A folded stretch takes one line, and two more when the selected combatant is in it. */
static void add_folded(struct order_lines *out, const struct table_model *model,
                       struct order_line stretch)
{
    int selected = table_model_index_of(model, model->selected) - stretch.first;
    if (selected < 0 || selected >= stretch.count) {
        add_lines(out, stretch.first, stretch.count, stretch.count);
        return;
    }
    int below = stretch.count - selected - 1;
    add_lines(out, stretch.first, selected, selected);
    add_lines(out, stretch.first + selected, 1, 1);
    add_lines(out, stretch.first + selected + 1, below, below);
}

/* The referee's choice for a stretch: shown one by one, or as one line. */
enum wish { WISH_NONE, WISH_OPEN, WISH_CLOSED };

static enum wish wish_of(const struct table_model *model, struct order_line stretch)
{
    const struct question_box *box = table_model_question(model);
    int opened = box != NULL ? table_model_index_of(model, box->opened) - stretch.first : -1;
    bool is_open = opened >= 0 && opened < stretch.count;
    bool is_closed = false;
    for (int i = 0; i < stretch.count; i++) {
        is_open = is_open || model->is_open[model->order[stretch.first + i]];
        is_closed = is_closed || model->is_closed[model->order[stretch.first + i]];
    }
    return is_open ? WISH_OPEN : is_closed ? WISH_CLOSED : WISH_NONE;
}

/* Chooses the stretches to fold so that the rest fits: those out of the fight first, then the
 * longest. Two rows are reserved for the selected combatant, so that moving it changes no other
 * stretch. Returns the rows needed. */
static int choose_folded(const struct table_model *model, const struct order_lines *stretches,
                         int rows, bool folded[COMBATANTS_MAX])
{
    enum { ROWS_OF_SELECTED = 2 };
    int lines = model->order_count + ROWS_OF_SELECTED;
    bool may_fold[COMBATANTS_MAX];
    for (int i = 0; i < stretches->count; i++) {
        enum wish wish = wish_of(model, stretches->line[i]);
        folded[i] = wish == WISH_CLOSED;
        may_fold[i] = wish == WISH_NONE && stretches->line[i].count > 1;
        lines -= folded[i] ? stretches->line[i].count - 1 : 0;
    }
    while (lines > rows) {
        int best = -1;
        int most = 0;
        for (int i = 0; i < stretches->count; i++) {
            bool is_in = state_is_in(model->state, model->order[stretches->line[i].first]);
            int gain = stretches->line[i].count + (is_in ? 0 : COMBATANTS_MAX);
            best = may_fold[i] && gain > most ? i : best;
            most = may_fold[i] && gain > most ? gain : most;
        }
        if (best < 0) {
            return lines;
        }
        folded[best] = true;
        may_fold[best] = false;
        lines -= stretches->line[best].count - 1;
    }
    return lines;
}

static void fold(struct order_lines *out, const struct table_model *model,
                 const struct sameness *same, int rows)
{
    bool folded[COMBATANTS_MAX];
    struct order_lines stretches = {.count = 0};
    for (int i = 0; i < model->order_count; i += stretches.line[stretches.count - 1].count) {
        stretches.line[stretches.count++] = stretch_around(model, same, i);
    }
    out->count = 0;
    out->likeness = same->least;
    out->rows = choose_folded(model, &stretches, rows, folded);
    for (int i = 0; i < stretches.count; i++) {
        struct order_line stretch = stretches.line[i];
        if (folded[i]) {
            add_folded(out, model, stretch);
        } else {
            add_lines(out, stretch.first, stretch.count, 1);
        }
    }
}

void order_fold(struct order_lines *out, const struct table_model *model, int rows)
{
    struct sameness same;
    if (model->order_count <= rows || model->shows_all) {
        out->count = 0;
        out->likeness = LIKE_TWIN;
        add_lines(out, 0, model->order_count, 1);
        out->rows = out->count;
        return;
    }
    find_sameness(&same, model, LIKE_TWIN);
    fold(out, model, &same, rows);
    if (out->rows > rows) {
        same.least = LIKE_KIN;
        fold(out, model, &same, rows);
    }
}

int order_open(struct table_model *model, bool is_open)
{
    struct sameness same;
    int selected = table_model_index_of(model, model->selected);
    if (selected < 0) {
        return 0;
    }
    find_sameness(&same, model, LIKE_KIN);
    struct order_line stretch = stretch_around(model, &same, selected);
    for (int i = 0; i < stretch.count; i++) {
        model->is_open[model->order[stretch.first + i]] = is_open;
        model->is_closed[model->order[stretch.first + i]] = !is_open;
    }
    return stretch.count;
}

/* ---- the window ------------------------------------------------------------------------ */

static int line_of(const struct order_lines *lines, const struct table_model *model, int id)
{
    int index = table_model_index_of(model, id);
    for (int i = 0; i < lines->count && index >= 0; i++) {
        if (index < lines->line[i].first + lines->line[i].count) {
            return i;
        }
    }
    return -1;
}

/* The lines to show, as many as there is room for. */
struct pick {
    bool is_shown[COMBATANTS_MAX];
    int left;
};

static void show_line(struct pick *pick, int line)
{
    if (line >= 0 && pick->left > 0 && !pick->is_shown[line]) {
        pick->is_shown[line] = true;
        pick->left--;
    }
}

/* The one who comes after the actor: the first below who has not acted yet. */
static int next_after(const struct table_model *model)
{
    for (int i = table_model_index_of(model, model->acting) + 1; i < model->order_count; i++) {
        int id = model->order[i];
        if (state_is_in(model->state, id) &&
            !state_value(model->state, id, FIELD_HAS_ACTED, 0)) {
            return id;
        }
    }
    return 0;
}

/* During a question its targets come first: their shares are shown in their rows. */
static void show_those_that_matter(struct pick *pick, const struct order_lines *lines,
                                   const struct table_model *model)
{
    int ids[] = {model->selected, model->acting, model->target, next_after(model),
                 model->other_target};
    const struct question_box *box = table_model_question(model);
    for (int i = 0; box != NULL && i < box->targets.count; i++) {
        show_line(pick, line_of(lines, model, box->targets.id[i]));
    }
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        show_line(pick, line_of(lines, model, ids[i]));
    }
    for (int i = 0; i < model->pending_checks; i++) {
        int id = model->pending[i].subject;
        if (id > 0 && state_is_in(model->state, id)) {
            show_line(pick, line_of(lines, model, id));
        }
    }
    for (int i = 0; i < lines->count; i++) {
        if (model->is_chosen[model->order[lines->line[i].first]]) {
            show_line(pick, i);
        }
    }
}

void order_rows(struct order_rows *out, const struct table_model *model, int rows)
{
    struct order_lines lines;
    struct pick pick = {.left = rows > 0 ? rows : 0};
    int left_out = 0;
    order_fold(&lines, model, rows);
    show_those_that_matter(&pick, &lines, model);
    /* The nearest to the selected line first; those out of the fight only if room is left. */
    int selected = line_of(&lines, model, model->selected);
    for (int wants_out = 0; wants_out < 2; wants_out++) {
        for (int distance = 0; distance < lines.count; distance++) {
            int near[] = {selected + distance, selected - distance};
            for (int i = 0; i < 2; i++) {
                bool is_line = near[i] >= 0 && near[i] < lines.count;
                int first = is_line ? model->order[lines.line[near[i]].first] : 0;
                if (is_line && (wants_out || state_is_in(model->state, first))) {
                    show_line(&pick, near[i]);
                }
            }
        }
    }
    memset(out, 0, sizeof *out);
    for (int i = 0; i < lines.count; i++) {
        if (!pick.is_shown[i]) {
            left_out += lines.line[i].count;
            continue;
        }
        bool is_first = out->count == 0;
        out->above = is_first ? left_out : out->above;
        out->row[out->count++] = (struct order_row){lines.line[i], is_first ? 0 : left_out};
        left_out = 0;
    }
    out->below = left_out;
}

/* ---- moving ---------------------------------------------------------------------------- */

/* True when a group is the rest of the one from which the selected combatant beside it was
 * taken out. */
static bool is_rest(const struct table_model *model, const struct order_lines *lines, int at)
{
    struct sameness same;
    struct order_line line = lines->line[at];
    int selected = table_model_index_of(model, model->selected);
    find_sameness(&same, model, lines->likeness);
    return line.count > 1 &&
           goes_on(model, &same, line.first > selected ? line.first : selected);
}

int order_step(const struct table_model *model, int rows, int steps)
{
    struct order_lines lines;
    order_fold(&lines, model, rows);
    int at = line_of(&lines, model, model->selected);
    int down = steps < 0 ? -1 : 1;
    if (lines.count == 0) {
        return 0;
    }
    int begin = at;
    bool has_rest = at >= 0 && at + down >= 0 && at + down < lines.count &&
                    is_rest(model, &lines, at + down);
    at += steps + (has_rest ? down : 0);
    at = at < 0 ? 0 : at >= lines.count ? lines.count - 1 : at;
    if (has_rest && at == begin + down) {
        /* There is nothing beyond the rest of the group. */
        return model->selected;
    }
    struct order_line line = lines.line[at];
    return model->order[steps < 0 ? line.first + line.count - 1 : line.first];
}

/* ---- letters that choose --------------------------------------------------------------- */

bool order_can_be_meant(const struct table_model *model, int id)
{
    enum way_out way = (enum way_out)state_value(model->state, id, FIELD_OUT, OUT_NOT);
    return wanted_of_way(table_model_question(model)->question.wanted, way);
}

/* No letter for answers of the less likely side, such as one's own when somebody attacks, where
 * a slip would be costly. The first of a group stands for all. */
static bool takes_label(const struct table_model *model, const struct order_row *row)
{
    int id = model->order[row->line.first];
    const struct question_box *box = table_model_question(model);
    enum wanted wanted = box->question.wanted;
    bool is_character = state_value(model->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
    return order_can_be_meant(model, id) && wanted_of_side(wanted, is_character) &&
           !box->is_refused[id];
}

/* The last letters begin labels of two before anybody needs them, so that nobody's letter moves
 * for those who come later. Only a crowd beyond their number takes more letters from the end.
 */
void order_letters(char out[ORDER_LABEL_SIZE], const struct table_model *model, int id)
{
    enum { PAIRS_LEAST = 3, EACH = LETTERS - 1 };
    int count = model->state->count;
    int needed = count > LETTERS ? (count - LETTERS + EACH - 1) / EACH : 0;
    int singles = LETTERS - (needed > PAIRS_LEAST ? needed : PAIRS_LEAST);
    int number = id - 1;
    memset(out, 0, ORDER_LABEL_SIZE);
    if (number < singles) {
        out[0] = (char)('a' + number);
    } else {
        out[0] = (char)('a' + singles + (number - singles) / LETTERS);
        out[1] = (char)('a' + (number - singles) % LETTERS);
    }
}

void order_label(char out[ORDER_LABEL_SIZE], const struct table_model *model,
                 const struct order_rows *rows, int row)
{
    memset(out, 0, ORDER_LABEL_SIZE);
    if (!takes_label(model, &rows->row[row])) {
        return;
    }
    /* Of a row of several: that of the one who has been in the fight longest. */
    struct order_line line = rows->row[row].line;
    int owner = model->order[line.first];
    for (int i = line.first; i < line.first + line.count; i++) {
        owner = model->order[i] < owner ? model->order[i] : owner;
    }
    order_letters(out, model, owner);
}

bool order_selected_has_label(const struct table_model *model, int rows_count)
{
    struct order_rows rows;
    char label[ORDER_LABEL_SIZE] = "";
    order_rows(&rows, model, rows_count);
    for (int i = 0; i < rows.count; i++) {
        struct order_line line = rows.row[i].line;
        for (int k = line.first; k < line.first + line.count; k++) {
            if (model->order[k] == model->selected) {
                order_label(label, model, &rows, i);
            }
        }
    }
    return label[0] != '\0';
}

int order_only_labelled(const struct table_model *model, int rows_count,
                        char label[ORDER_LABEL_SIZE])
{
    struct order_rows rows;
    int found = 0, id = 0;
    order_rows(&rows, model, rows_count);
    for (int i = 0; i < rows.count; i++) {
        char own[ORDER_LABEL_SIZE];
        order_label(own, model, &rows, i);
        if (own[0] != '\0') {
            memcpy(label, own, ORDER_LABEL_SIZE);
            id = model->order[rows.row[i].line.first];
            found += rows.row[i].line.count;
        }
    }
    return found == 1 ? id : 0;
}

int order_labelled(const struct table_model *model, const struct order_rows *rows,
                   const char *label, bool *is_beginning)
{
    *is_beginning = false;
    for (int i = 0; i < rows->count; i++) {
        char own[ORDER_LABEL_SIZE];
        order_label(own, model, rows, i);
        if (own[0] != '\0' && strcmp(own, label) == 0) {
            return i;
        }
        *is_beginning = *is_beginning || (own[1] != '\0' && own[0] == label[0] && !label[1]);
    }
    return -1;
}

/* Their own letters as capitals, then the free ones for those with labels of two. */
char order_share_letter(const struct table_model *model, const struct order_rows *rows, int row)
{
    bool is_taken[LETTERS + 1] = {false};
    int found = LETTERS;
    for (int pairs = 0; pairs < 2; pairs++) {
        for (int i = 0; i < rows->count; i++) {
            char label[ORDER_LABEL_SIZE];
            int id = model->order[rows->row[i].line.first];
            order_letters(label, model, id);
            if (question_target(table_model_question(model), id) < 0 ||
                (label[1] != '\0') != (pairs == 1)) {
                continue;
            }
            int letter = pairs == 1 ? 0 : label[0] - 'a';
            while (pairs == 1 && letter < LETTERS && is_taken[letter]) {
                letter++;
            }
            is_taken[letter] = true;
            found = i == row ? letter : found;
        }
    }
    return (char)(found < LETTERS ? 'A' + found : '\0');
}

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

/* The columns that the whole of it takes, with the number of combatants and the sign of a note.
 */
static int name_width(const struct table_model *model, struct order_line line)
{
    TEXT_BUFFER(text, NAMES_SIZE);
    order_name(model, line, NAMES_SIZE, &text);
    int times = line.count > 99 ? 5 : line.count > 9 ? 4 : line.count > 1 ? 3 : 0;
    bool has_note = state_text(model->state, model->order[line.first], TEXT_NOTE)[0] != '\0';
    return grapheme_width((struct str){text.p, text.n}) + times +
           (has_note ? ORDER_NOTE_WIDTH : 0);
}

/* ---- what is special ------------------------------------------------------------------- */

/* The target and the conditions: "target, prone, blind 12". The word distinguishes the target
 * from the selected combatant in every look of the screen. */
static void words_of(const struct table_model *model, int id, char out[ORDER_WORDS_SIZE])
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
    int items = 0;
    for (struct str left = words; left.n > 0; items++) {
        next_item(&left);
    }
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
        if (line.count > 1 && !state_is_in(model->state, id)) {
            continue; /* those out of the fight have a row without columns */
        }
        char brief[ORDER_WORDS_SIZE];
        words_of(model, id, brief);
        wants.name = greater(name_width(model, line), wants.name);
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
        words_of(model, model->order[lines->line[i].first], words);
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

enum {
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

/* Few points one by one, where the procedure says so and those of all rows fit; otherwise as a
 * bar. */
static void draw_measure(const struct order_columns *columns, struct hit_points sum,
                         struct canvas canvas, struct strip field)
{
    enum role role = is_low(sum) ? ROLE_HP_LOW : ROLE_HP_GOOD;
    if (!sum.is_set || !sum.has_most || field.width == 0) {
        return;
    }
    if (!columns->has_pips) {
        canvas_bar(canvas, field, role, (struct measure){sum.now, sum.most});
    }
    for (int i = 0; i < sum.most && columns->has_pips; i++) {
        bool is_left = i < sum.now;
        canvas_glyph(canvas, field.row, field.column + i, is_left ? role : ROLE_HP_EMPTY,
                     is_left ? GLYPH_PIP_FULL : GLYPH_PIP_EMPTY);
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
    words_of(model, id, words);
    bool is_long = name_width(model, line) > columns->name_width;
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
    /* The target of the side that does not act is hollow. */
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
    canvas_field(canvas, (struct strip){row, columns->score, columns->score_width, ALIGN_RIGHT},
                 role, str_of(words->score));
    char special[ORDER_WORDS_SIZE];
    words_of(model, id, special);
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
    struct str nobody = str_of("nobody is here yet: + or N adds combatants");
    struct str line;
    for (int row = 0;
         model->order_count == 0 && grapheme_next_line(&line, &nobody, canvas.columns - 2);
         row++) {
        canvas_text(canvas, row, 1, ROLE_DIM, line);
    }
    if (has_letters(model)) {
        /* After the first letter of two-letter labels was typed, the second ones. In a list of
         * targets a letter stands for one, so groups have none. */
        const struct question_box *box = table_model_question(model);
        char typed = box->label;
        for (int i = 0; i < rows.count; i++) {
            char label[ORDER_LABEL_SIZE];
            order_label(label, model, &rows, i);
            bool is_for_one = !box->types_targets || rows.row[i].line.count == 1;
            if (label[0] != '\0' && is_for_one && (typed == '\0' || label[0] == typed)) {
                const char *left = typed != '\0' ? label + 1 : label;
                canvas_text(canvas, i, 3 - (int)strlen(left), ROLE_HINT_KEY, str_of(left));
            }
        }
    } else if (table_model_question(model) != NULL) {
        draw_shares(model, canvas, &rows, &columns);
    }
}
