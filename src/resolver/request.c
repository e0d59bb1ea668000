#include "resolver/request.h"

#include <string.h>

#include "base/json_text.h"
#include "resolver/dice/dice_expr_distribution.h"

enum { REQUEST_TEXT_MAX = 4096 };

/* Adds "name": with a comma before it where one is needed. */
static void add_name(struct text *out, const char *name, bool is_first)
{
    text_add_str(out, is_first ? (struct str){"\"", 1} : (struct str){",\"", 2});
    text_add_str(out, str_of(name));
    text_add_str(out, (struct str){"\":", 2});
}

/* ---- the request ----------------------------------------------------------------------- */

static bool is_number_word(const char *word)
{
    int64_t number;
    return str_to_int64(str_of(word), 0, INT32_MAX, &number);
}

static void add_input(const struct inputs *inputs, int i, struct text *out)
{
    const struct value_def *def = &inputs->action->parameters[i];
    const struct input *input = &inputs->value[i];
    if (!input->is_set) {
        text_add_str(out, (struct str){"null", 4});
        return;
    }
    switch (def->kind) {
    case VALUE_NUMBER:
        text_add_whole(out, input->number);
        return;
    case VALUE_DECIMAL:
        json_text_real(out, input->decimal);
        return;
    case VALUE_FLAG:
        text_add_str(out, str_of(input->number != 0 ? "true" : "false"));
        return;
    case VALUE_CHOICE: /* the sides of a die are a choice but also a number */
        if (is_number_word(def->choices[input->number])) {
            text_add_str(out, str_of(def->choices[input->number]));
            return;
        }
        break;
    case VALUE_DICE:
    case VALUE_SPAN:
        break;
    }
    TEXT_BUFFER(text, DICE_TEXT_MAX + 1);
    input_format(inputs, i, &text);
    json_text_string(out, text.p);
}

void roll_request_format(const struct roll_request *request, struct text *out)
{
    if (request->inputs != NULL) {
        const struct inputs *inputs = request->inputs;
        add_name(out, "system", true);
        json_text_string(out, inputs->system->id);
        add_name(out, "action", false);
        json_text_string(out, inputs->action->name);
        add_name(out, "inputs", false);
        text_add_char(out, '{');
        for (int i = 0; i < inputs->action->parameters_count; i++) {
            add_name(out, inputs->action->parameters[i].name, i == 0);
            add_input(inputs, i, out);
        }
        text_add_char(out, '}');
        add_name(out, "rules", false);
        text_add_whole(out, inputs->system->rules);
    } else if (request->expr != NULL) {
        TEXT_BUFFER(notation, DICE_TEXT_MAX + 1);
        dice_expr_format(request->expr, &notation);
        add_name(out, "notation", true);
        json_text_string(out, notation.p);
        add_name(out, "rules", false);
        text_add_whole(out, DICE_RULES);
    } else {
        add_name(out, "table", true);
        json_text_string(out, request->table->name);
    }
}

/* ---- the outcome ----------------------------------------------------------------------- */

static void add_outcome(const struct inputs *inputs, const struct outcome *outcome,
                        struct text *out)
{
    bool is_first = true;
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        const struct outcome_def *def = &inputs->action->outcomes[i];
        if (!outcome_is_listed(inputs, i)) {
            continue;
        }
        add_name(out, def->name, is_first);
        is_first = false;
        if (!outcome->is_present[i]) {
            text_add_str(out, (struct str){"null", 4});
        } else if (def->kind == OUTCOME_CHANCE) {
            text_add_str(out, str_of(outcome->value[i] != 0 ? "true" : "false"));
        } else {
            text_add_whole(out, outcome->value[i]);
        }
    }
}

void roll_outcome_format(const struct roll_request *request, const struct roll_outcome *outcome,
                         struct text *out)
{
    if (outcome->act != NULL) {
        add_outcome(request->inputs, outcome->act, out);
        return;
    }
    add_name(out, "total", true);
    text_add_whole(out, outcome->total);
    if (outcome->text != NULL) {
        add_name(out, "text", false);
        json_text_string(out, outcome->text);
    }
}

/* ---- its chance ------------------------------------------------------------------------ */

static void add_numbers(const struct odds_numbers *numbers, struct text *out)
{
    if (numbers->count > CHANCE_VALUES_MAX) {
        text_add(out, "{\"mean\":");
        json_text_real(out, numbers->mean);
        text_add(out, ",\"variance\":");
        json_text_real(out, numbers->deviation * numbers->deviation);
        text_add(out, ",\"cut\":true}");
        return;
    }
    text_add_char(out, '{');
    for (int i = 0; i < numbers->count; i++) {
        text_add_str(out, i == 0 ? (struct str){"\"", 1} : (struct str){",\"", 2});
        text_add_whole(out, numbers->value[i]);
        text_add_str(out, (struct str){"\":", 2});
        json_text_real(out, numbers->mass[i]);
    }
    text_add_char(out, '}');
}

void act_chance_format(const struct inputs *inputs, const struct odds *odds, struct text *out)
{
    static const char *const heads[] = {"\"probabilities\":{", "},\"distributions\":{",
                                        "},\"mean\":{"};
    const struct action *action = inputs->action;
    for (int part = 0; part < 3; part++) {
        enum outcome_kind kind = part == 0 ? OUTCOME_CHANCE : OUTCOME_NUMBER;
        bool is_first = true;
        text_add_str(out, str_of(heads[part]));
        for (int i = 0; i < action->outcomes_count; i++) {
            if (!odds->is_listed[i] || action->outcomes[i].kind != kind) {
                continue;
            }
            add_name(out, action->outcomes[i].name, is_first);
            is_first = false;
            if (part == 1) {
                add_numbers(&odds->numbers[i], out);
            } else {
                json_text_real(out, part == 0 ? odds->chance[i] : odds->numbers[i].mean);
            }
        }
    }
    text_add_char(out, '}');
}

static void add_total_chance(const struct odds_numbers *numbers, struct text *out)
{
    text_add(out, "\"distributions\":{\"total\":");
    add_numbers(numbers, out);
    text_add(out, "},\"mean\":{\"total\":");
    json_text_real(out, numbers->mean);
    text_add_char(out, '}');
}

/* Somebody waits for it, so a request that would take longer than the odds of any act is left
 * out. */
static void add_dice_chance(const struct dice_expr *expr, struct arena *arena, struct text *out)
{
    static const double work_most = 2e6;
    struct distribution distribution;
    struct odds_numbers numbers;
    if (dice_expr_work(expr, 1) <= work_most &&
        dice_expr_distribution(&distribution, expr, arena, NULL) == STATUS_OK &&
        odds_numbers_of(&numbers, &distribution, arena, NULL) == STATUS_OK) {
        add_total_chance(&numbers, out);
    }
}

static void add_table_chance(const struct random_table *table, struct arena *arena,
                             struct text *out)
{
    if (table->kind == TABLE_EXPRESSION) {
        add_dice_chance(table->expr, arena, out);
        return;
    }
    int count = table->kind == TABLE_D66 ? 36 : table->sides;
    struct distribution distribution;
    struct odds_numbers numbers;
    int low = table->kind == TABLE_D66 ? 11 : 1;
    int high = table->kind == TABLE_D66 ? 66 : table->sides;
    enum status status = distribution_zero(&distribution, low, high, arena, NULL);
    CHECK(status == STATUS_OK); /* a table has few totals */
    for (int total = low; total <= high; total++) {
        bool is_there = table->kind != TABLE_D66 || (total % 10 >= 1 && total % 10 <= 6);
        distribution.mass[total - low] = is_there ? 1.0 / count : 0;
    }
    status = odds_numbers_of(&numbers, &distribution, arena, NULL);
    CHECK(status == STATUS_OK);
    add_total_chance(&numbers, out);
}

/* ---- known chances --------------------------------------------------------------------- */

/* Tables come from files that can change, so their chances are not kept. */
static const struct known_chance *find(const struct known_chances *chances, struct str text)
{
    for (int i = 0; i < KNOWN_CHANCES; i++) {
        const struct known_chance *known = &chances->known[i];
        if (known->request_length == text.n &&
            memcmp(known->text, text.p, (size_t)text.n) == 0) {
            return known;
        }
    }
    return NULL;
}

static void keep(struct known_chances *chances, struct str request, struct str chance)
{
    struct known_chance *known = &chances->known[chances->next];
    if (request.n + chance.n > KNOWN_CHANCE_SIZE) {
        return;
    }
    chances->next = (chances->next + 1) % KNOWN_CHANCES;
    known->request_length = request.n;
    known->length = chance.n;
    memcpy(known->text, request.p, (size_t)request.n);
    memcpy(known->text + request.n, chance.p, (size_t)chance.n);
}

void chances_add(struct known_chances *chances, const struct roll_request *request,
                 struct str text, struct text *out)
{
    const struct known_chance *known = find(chances, text);
    if (known != NULL) {
        text_add_str(out, (struct str){known->text + known->request_length, known->length});
        return;
    }
    int from = out->n;
    struct arena arena;
    arena_init(&arena, chances->memory, sizeof chances->memory);
    if (request->inputs != NULL) {
        const struct inputs *inputs = request->inputs;
        struct odds odds;
        if (inputs->action->stages_count > 0 &&
            odds_of(&odds, inputs, &arena, NULL) == STATUS_OK) {
            act_chance_format(inputs, &odds, out);
        }
    } else if (request->expr != NULL) {
        add_dice_chance(request->expr, &arena, out);
    } else {
        add_table_chance(request->table, &arena, out);
    }
    if (!out->is_cut && request->table == NULL) {
        keep(chances, text, (struct str){out->p + from, out->n - from});
    }
}

void chances_learn(struct known_chances *chances, const struct inputs *inputs,
                   const struct odds *odds)
{
    TEXT_BUFFER(text, REQUEST_TEXT_MAX);
    TEXT_BUFFER(chance, KNOWN_CHANCE_SIZE);
    roll_request_format(&(struct roll_request){.inputs = inputs}, &text);
    if (text.is_cut || find(chances, (struct str){text.p, text.n}) != NULL) {
        return;
    }
    act_chance_format(inputs, odds, &chance);
    if (!chance.is_cut) {
        keep(chances, (struct str){text.p, text.n}, (struct str){chance.p, chance.n});
    }
}
