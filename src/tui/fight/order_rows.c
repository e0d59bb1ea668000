#include "tui/fight/order_rows.h"

#include <string.h>

#include "tracker/combatant_fields.h"

enum { LETTERS = 26 };

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

static int index_of(const struct table_model *model, int id)
{
    for (int i = 0; i < model->order_count; i++) {
        if (model->order[i] == id) {
            return i;
        }
    }
    return -1;
}

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

/* Whether a combatant and the one above it can be in one group. */
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
    int selected = index_of(model, model->selected) - stretch.first;
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
    int opened = box != NULL ? index_of(model, box->opened) - stretch.first : -1;
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
    int selected = index_of(model, model->selected);
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
    int index = index_of(model, id);
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
    for (int i = index_of(model, model->acting) + 1; i < model->order_count; i++) {
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

/* The nearest to the selected line first; those out of the fight only if room is left. */
static void show_nearest(struct pick *pick, const struct order_lines *lines,
                         const struct table_model *model)
{
    int selected = line_of(lines, model, model->selected);
    for (int wants_out = 0; wants_out < 2; wants_out++) {
        for (int distance = 0; distance < lines->count; distance++) {
            int near[] = {selected + distance, selected - distance};
            for (int i = 0; i < 2; i++) {
                bool is_line = near[i] >= 0 && near[i] < lines->count;
                int first = is_line ? model->order[lines->line[near[i]].first] : 0;
                if (is_line && (wants_out || state_is_in(model->state, first))) {
                    show_line(pick, near[i]);
                }
            }
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
    show_nearest(&pick, &lines, model);
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

/* Whether a group is the rest of the one from which the selected combatant beside it was taken
 * out. */
static bool is_rest(const struct table_model *model, const struct order_lines *lines, int at)
{
    struct sameness same;
    struct order_line line = lines->line[at];
    int selected = index_of(model, model->selected);
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

/* Of a row of several: that of the one who has been in the fight longest. */
static int owner_of_label(const struct table_model *model, const struct order_row *row)
{
    int owner = model->order[row->line.first];
    for (int i = row->line.first; i < row->line.first + row->line.count; i++) {
        owner = model->order[i] < owner ? model->order[i] : owner;
    }
    return owner;
}

void order_label(char out[ORDER_LABEL_SIZE], const struct table_model *model,
                 const struct order_rows *rows, int row)
{
    memset(out, 0, ORDER_LABEL_SIZE);
    if (takes_label(model, &rows->row[row])) {
        order_letters(out, model, owner_of_label(model, &rows->row[row]));
    }
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

/* LETTERS: none is free. */
static int first_free(const bool is_taken[LETTERS + 1])
{
    int letter = 0;
    while (letter < LETTERS && is_taken[letter]) {
        letter++;
    }
    return letter;
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
            int letter = pairs == 1 ? first_free(is_taken) : label[0] - 'a';
            is_taken[letter] = true;
            found = i == row ? letter : found;
        }
    }
    return (char)(found < LETTERS ? 'A' + found : '\0');
}
