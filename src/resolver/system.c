#include "resolver/system.h"

#include <math.h>
#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"

#define SYSTEM(name) extern const struct system name;
#include "resolver/systems.def"
#undef SYSTEM

static const struct system *const systems[] = {
#define SYSTEM(name) &name,
#include "resolver/systems.def"
#undef SYSTEM
};

enum { SYSTEMS_COUNT = sizeof systems / sizeof systems[0] };

int systems_count(void)
{
    return SYSTEMS_COUNT;
}

const struct system *system_at(int i)
{
    CHECK(i >= 0 && i < SYSTEMS_COUNT);
    return systems[i];
}

const struct system *system_with_id(const char *id)
{
    for (int i = 0; i < SYSTEMS_COUNT; i++) {
        if (names_equal(systems[i]->id, id)) {
            return systems[i];
        }
    }
    return NULL;
}

const struct system *system_find(struct str name)
{
    for (int i = 0; i < SYSTEMS_COUNT; i++) {
        if (str_equal_any_case(name, str_of(systems[i]->id)) ||
            (systems[i]->alias[0] != '\0' &&
             str_equal_any_case(name, str_of(systems[i]->alias)))) {
            return systems[i];
        }
    }
    return NULL;
}

const struct action *action_find(const struct system *system, struct str name)
{
    for (int i = 0; i < system->actions_count; i++) {
        if (str_is_name(name, system->actions[i].name)) {
            return &system->actions[i];
        }
    }
    return NULL;
}

const struct system *system_named(struct str name, struct error *err)
{
    const struct system *system = system_find(name);
    if (system != NULL) {
        return system;
    }
    struct nearest nearest;
    nearest_init(&nearest, name);
    TEXT_BUFFER(known, 200);
    for (int i = 0; i < systems_count(); i++) {
        nearest_offer(&nearest, system_at(i)->id);
        if (system_at(i)->alias[0] != '\0') {
            nearest_offer(&nearest, system_at(i)->alias);
        }
        text_add(&known, "%s%s", i == 0 ? "" : ", ", system_at(i)->id);
    }
    error_set(err, STATUS_USAGE, "", "there is no game %s%s%s the games are %s",
              utf8_shown(name).text, nearest_question(&nearest).text,
              nearest.best != NULL ? "" : ";", known.p);
    return NULL;
}

const struct action *action_named(const struct system *system, struct str name,
                                  struct error *err)
{
    const struct action *action = action_find(system, name);
    if (action != NULL) {
        return action;
    }
    struct nearest nearest;
    nearest_init(&nearest, name);
    TEXT_BUFFER(known, 200);
    for (int i = 0; i < system->actions_count; i++) {
        nearest_offer(&nearest, system->actions[i].name);
        text_add(&known, "%s%s", i == 0 ? "" : ", ", system->actions[i].name);
    }
    error_set(err, STATUS_USAGE, "", "%s has no action %s%s%s it has %s", system->id,
              utf8_shown(name).text, nearest_question(&nearest).text,
              nearest.best != NULL ? "" : ";", known.p);
    return NULL;
}

/* ---- reading values -------------------------------------------------------------------- */

static enum status expected(const struct value_def *def, struct str text, struct error *err,
                            const char *what)
{
    return error_set(err, STATUS_USAGE, def->name, "%s=%s: expected %s", def->name,
                     utf8_shown(text).text, what);
}

static enum status expected_range(const struct value_def *def, struct str text,
                                  struct error *err, const char *kind)
{
    TEXT_BUFFER(out, 80);
    text_add(&out, "%s from %d to %d", kind, def->low, def->high);
    return expected(def, text, err, out.p);
}

static bool flag_parse(struct str text, int *out)
{
    bool is_set;
    bool is_flag = str_to_flag(text, &is_set);
    *out = is_flag ? is_set : *out;
    return is_flag;
}

APART static enum status expected_choice(const struct value_def *def, struct str text,
                                         struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, text);
    TEXT_BUFFER(list, ERROR_TEXT_SIZE - 100);
    text_add(&list, "one of");
    for (int i = 0; def->choices[i] != NULL; i++) {
        nearest_offer(&nearest, def->choices[i]);
        text_add(&list, "%s %s", i == 0 ? "" : ",", def->choices[i]);
    }
    text_add(&list, "%s", nearest_question(&nearest).text);
    return expected(def, text, err, list.p);
}

static enum status choice_parse(struct input *out, const struct value_def *def, struct str text,
                                struct error *err)
{
    for (int i = 0; def->choices[i] != NULL; i++) {
        if (str_is_choice(text, def->choices[i])) {
            out->number = i;
            return STATUS_OK;
        }
    }
    return expected_choice(def, text, err);
}

static enum status dice_parse(struct input *out, struct inputs *inputs,
                              const struct value_def *def, struct str text, struct error *err)
{
    CHECK(inputs->dice_count < INPUT_DICE_MAX);
    struct dice_expr *expr = &inputs->dice[inputs->dice_count];
    enum status status = inputs->reading == DICE_TYPED
                             ? dice_expr_parse(expr, text, err)
                             : dice_expr_parse_as(NULL, expr, text, inputs->reading, err);
    if (status != STATUS_OK) {
        if (err != NULL) {
            struct text where = text_over(err->where, sizeof err->where);
            text_add(&where, "%s", def->name);
        }
        return status;
    }
    if (dice_expr_dice(expr) > 100) {
        return expected(def, text, err, "a dice expression of at most 100 dice");
    }
    out->number = inputs->dice_count++;
    return STATUS_OK;
}

static enum status span_parse(struct input *out, const struct value_def *def, struct str text,
                              struct error *err)
{
    int64_t low, high;
    int dash = 0;
    while (dash < text.n && str_minus((struct str){text.p + dash, text.n - dash}) == 0) {
        dash++;
    }
    int wide = str_minus((struct str){text.p + dash, text.n - dash});
    if (dash == text.n ||
        !str_to_int64((struct str){text.p, dash}, def->low, def->high, &low) ||
        !str_to_int64((struct str){text.p + dash + wide, text.n - dash - wide}, def->low,
                      def->high, &high) ||
        low > high) {
        return expected_range(def, text, err, "low-high such as 5-25, each");
    }
    out->number = (int)low;
    out->number_high = (int)high;
    return STATUS_OK;
}

static enum status number_parse(struct input *out, const struct value_def *def, struct str text,
                                struct error *err)
{
    int64_t number;
    if (!str_to_int64(text, def->low, def->high, &number)) {
        return expected_range(def, text, err, "a whole number");
    }
    out->number = (int)number;
    return STATUS_OK;
}

/* A plain decimal, or one with an exponent, as JSON writes very small numbers: "2.5e-7". */
static bool decimal_read(struct str text, double *out)
{
    int end = 0;
    int64_t exponent;
    while (end < text.n && text.p[end] != 'e' && text.p[end] != 'E') {
        end++;
    }
    if (end == text.n) {
        return str_to_decimal(text, out);
    }
    struct str power = {text.p + end + 1, text.n - end - 1};
    if (!str_to_decimal((struct str){text.p, end}, out) ||
        !str_to_int64(power, -300, 20, &exponent)) {
        return false;
    }
    *out *= pow(10, (double)exponent);
    return true;
}

static enum status decimal_parse(struct input *out, const struct value_def *def,
                                 struct str text, struct error *err)
{
    if (!decimal_read(text, &out->decimal) || out->decimal < def->low ||
        out->decimal > def->high) {
        return expected_range(def, text, err, "a number");
    }
    return STATUS_OK;
}

enum status input_parse(struct input *out, struct inputs *inputs, const struct value_def *def,
                        struct str text, struct error *err)
{
    struct input value = {.is_set = true};
    enum status status = STATUS_OK;
    switch (def->kind) {
    case VALUE_NUMBER:
        status = number_parse(&value, def, text, err);
        break;
    case VALUE_DECIMAL:
        status = decimal_parse(&value, def, text, err);
        break;
    case VALUE_FLAG:
        if (!flag_parse(text, &value.number)) {
            status = expected(def, text, err, "true, false, yes, no, on or off");
        }
        break;
    case VALUE_DICE:
        status = dice_parse(&value, inputs, def, text, err);
        break;
    case VALUE_CHOICE:
        status = choice_parse(&value, def, text, err);
        break;
    case VALUE_SPAN:
        status = span_parse(&value, def, text, err);
        break;
    }
    if (status == STATUS_OK) {
        *out = value;
    }
    return status;
}

/* ---- the inputs of an action ----------------------------------------------------------- */

void inputs_begin(struct inputs *inputs, const struct system *system,
                  const struct action *action)
{
    CHECK(action->parameters_count <= PARAMETERS_MAX);
    memset(inputs->value, 0, sizeof inputs->value);
    inputs->system = system;
    inputs->action = action;
    inputs->dice_count = 0;
    inputs->parts = 0;
    inputs->is_bare = false;
    inputs->reading = DICE_TYPED;
    inputs->wrong.code = STATUS_OK;
}

int parameter_find(const struct action *action, struct str name)
{
    for (int i = 0; i < action->parameters_count; i++) {
        if (str_is_name(name, action->parameters[i].name)) {
            return i;
        }
    }
    return -1;
}

int value_called(const struct value_def *defs, int count, const char *name)
{
    /* The linker keeps equal names of the program once, so nearly all are found by place. */
    for (int i = 0; i < count; i++) {
        if (defs[i].name == name) {
            return i;
        }
    }
    for (int i = 0; i < count; i++) {
        if (names_equal(defs[i].name, name)) {
            return i;
        }
    }
    return -1;
}

int parameter_called(const struct action *action, const char *name)
{
    return value_called(action->parameters, action->parameters_count, name);
}

int outcome_find(const struct action *action, const char *name)
{
    for (int i = 0; i < action->outcomes_count; i++) {
        if (names_equal(action->outcomes[i].name, name)) {
            return i;
        }
    }
    return -1;
}

int outcome_that_means(const struct action *action, enum outcome_meaning meaning)
{
    for (int i = 0; i < action->outcomes_count; i++) {
        if (action->means[i] == meaning) {
            return i;
        }
    }
    return -1;
}

int parameter_named(const struct action *action, struct str name, struct error *err)
{
    int i = parameter_find(action, name);
    if (i < 0) {
        struct nearest nearest;
        nearest_init(&nearest, name);
        TEXT_BUFFER(known, ERROR_TEXT_SIZE / 2);
        for (int k = 0; k < action->parameters_count; k++) {
            nearest_offer(&nearest, action->parameters[k].name);
            text_add(&known, "%s%s", k == 0 ? "" : ", ", action->parameters[k].name);
        }
        const struct shown word = utf8_shown(name);
        const char *shown = word.text;
        if (nearest.best != NULL) {
            error_set(err, STATUS_USAGE, shown,
                      "%s has no parameter %s; did you mean %s? It takes %s", action->name,
                      shown, nearest.best, known.p);
        } else {
            error_set(err, STATUS_USAGE, shown, "%s has no parameter %s; it takes %s",
                      action->name, shown, known.p);
        }
    }
    return i;
}

enum status input_take(struct inputs *inputs, int i, struct str value, struct error *err)
{
    const struct value_def *def = &inputs->action->parameters[i];
    struct input *input = &inputs->value[i];
    if (input->is_given) {
        return error_set(err, STATUS_USAGE, def->name, "%s was given twice", def->name);
    }
    if (str_is_name(value, "null")) {
        return STATUS_OK;
    }
    enum status status = input_parse(input, inputs, def, value, err);
    input->is_given = status == STATUS_OK;
    return status;
}

enum status inputs_give(struct inputs *inputs, struct str word, struct error *err)
{
    int equals = 0;
    while (equals < word.n && word.p[equals] != '=') {
        equals++;
    }
    struct str name = {word.p, equals};
    if (equals == 0) {
        const struct shown shown = utf8_shown(word);
        return error_set(err, STATUS_USAGE, shown.text, "%s: expected name=value", shown.text);
    }
    int i = parameter_named(inputs->action, name, err);
    if (i < 0) {
        return STATUS_USAGE;
    }
    const struct value_def *def = &inputs->action->parameters[i];
    if (equals == word.n) {
        if (def->kind != VALUE_FLAG) {
            return error_set(err, STATUS_USAGE, def->name, "%s needs a value: %s=...",
                             def->name, def->name);
        }
        return input_take(inputs, i, str_of("true"), err);
    }
    return input_take(inputs, i, (struct str){word.p + equals + 1, word.n - equals - 1}, err);
}

enum status inputs_take(struct inputs *inputs, const char *name, struct str value,
                        struct error *err)
{
    int i = parameter_called(inputs->action, name);
    CHECK(i >= 0);
    return input_take(inputs, i, value, err);
}

struct error *inputs_wrong(struct inputs *inputs)
{
    return inputs->wrong.code == STATUS_OK ? &inputs->wrong : NULL;
}

void input_give_text(struct inputs *inputs, int parameter, struct str value)
{
    struct error err;
    if (input_take(inputs, parameter, value, &err) != STATUS_OK) {
        error_set(inputs_wrong(inputs), err.code, err.where, "%s", err.text);
    }
}

void inputs_give_text(struct inputs *inputs, const char *name, struct str value)
{
    int i = parameter_called(inputs->action, name);
    CHECK(i >= 0);
    input_give_text(inputs, i, value);
}

void input_give_number(struct inputs *inputs, int parameter, int number)
{
    const struct value_def *def = &inputs->action->parameters[parameter];
    struct input *input = &inputs->value[parameter];
    if (def->kind == VALUE_NUMBER && number >= def->low && number <= def->high &&
        !input->is_given) {
        *input = (struct input){.is_set = true, .is_given = true, .number = number};
        return;
    }
    TEXT_BUFFER(text, 16);
    text_add_whole(&text, number);
    input_give_text(inputs, parameter, (struct str){text.p, text.n});
}

void input_give_none(struct inputs *inputs, int parameter)
{
    CHECK(!inputs->value[parameter].is_given);
    inputs->value[parameter] = (struct input){.is_given = true};
}

void input_give_choice(struct inputs *inputs, int parameter, int choice)
{
    const struct value_def *def = &inputs->action->parameters[parameter];
    CHECK(def->kind == VALUE_FLAG || def->kind == VALUE_CHOICE);
    CHECK(choice >= 0 && !inputs->value[parameter].is_given);
    inputs->value[parameter] =
        (struct input){.is_set = true, .is_given = true, .number = choice};
}

void inputs_give_number(struct inputs *inputs, const char *name, int number)
{
    int i = parameter_called(inputs->action, name);
    CHECK(i >= 0);
    input_give_number(inputs, i, number);
}

bool input_is_chosen(const struct inputs *inputs, int parameter)
{
    const struct value_def *def = &inputs->action->parameters[parameter];
    const struct input *input = &inputs->value[parameter];
    struct input fallback;
    if (!input->is_given || def->fallback == NULL || def->kind == VALUE_DICE) {
        return input->is_given;
    }
    return input_parse(&fallback, NULL, def, str_of(def->fallback), NULL) != STATUS_OK ||
           input->number != fallback.number || input->number_high != fallback.number_high ||
           input->decimal != fallback.decimal;
}

static bool name_part(struct inputs *inputs, struct input_part named, const char *label)
{
    if (inputs->is_bare) {
        return true;
    }
    if (inputs->parts == INPUT_PARTS_MAX) {
        return false;
    }
    struct input_part *part = &inputs->part[inputs->parts++];
    *part = named;
    text_copy(part->label, sizeof part->label, str_of(label));
    return true;
}

bool inputs_name_part(struct inputs *inputs, int amount, const char *label, const char *rule)
{
    return name_part(inputs, (struct input_part){.amount = amount, .rule = rule}, label);
}

bool inputs_name_source(struct inputs *inputs, int amount, const char *label, const char *rule)
{
    struct input_part named = {.amount = amount, .is_source = true, .rule = rule};
    return name_part(inputs, named, label);
}

const struct input_part *inputs_source(const struct inputs *inputs, const char *rule)
{
    for (int i = 0; i < inputs->parts; i++) {
        if (inputs->part[i].is_source && strcmp(inputs->part[i].rule, rule) == 0) {
            return &inputs->part[i];
        }
    }
    return NULL;
}

void inputs_trace_bonus(const struct inputs *inputs, int bonus, const char *rule,
                        struct trace *trace)
{
    for (int i = 0; i < inputs->parts; i++) {
        const struct input_part *part = &inputs->part[i];
        if (part->is_source) {
            continue;
        }
        trace_term_named(trace, part->amount, part->label, part->rule);
        bonus -= part->amount;
    }
    trace_term(trace, bonus, (struct source){"bonus", rule});
}

/* Most defaults are a digit or a flag, and are taken in every act: they need not be parsed. */
static bool give_plain_fallback(struct input *input, const struct value_def *def)
{
    const char *text = def->fallback;
    bool is_digit = char_is_digit(text[0]) && text[1] == '\0';
    bool is_number = def->kind == VALUE_NUMBER && is_digit;
    bool is_yes = def->kind == VALUE_FLAG && names_equal(text, "true");
    bool is_no = def->kind == VALUE_FLAG && names_equal(text, "false");
    int number = is_number ? text[0] - '0' : is_yes ? 1 : 0;
    if (!is_yes && !is_no && !is_number) {
        return false;
    }
    *input = (struct input){.is_set = true, .number = number};
    return true;
}

enum status inputs_finish(struct inputs *inputs, struct error *err)
{
    const struct action *action = inputs->action;
    const struct error *wrong = &inputs->wrong;
    if (wrong->code != STATUS_OK) {
        return error_set(err, wrong->code, wrong->where, "%s", wrong->text);
    }
    for (int i = 0; i < action->parameters_count; i++) {
        const struct value_def *def = &action->parameters[i];
        struct input *input = &inputs->value[i];
        if (input->is_set) {
            continue;
        }
        if (def->is_required) {
            return error_set(err, STATUS_USAGE, def->name, "%s needs %s=...: %s", action->name,
                             def->name, def->help);
        }
        if (def->fallback != NULL && !give_plain_fallback(input, def)) {
            enum status status = input_parse(input, inputs, def, str_of(def->fallback), err);
            if (status != STATUS_OK) {
                return status;
            }
        }
    }
    enum status status = action->check == NULL ? STATUS_OK : action->check(inputs, err);
    if (status == STATUS_OK && action->complete != NULL) {
        action->complete(inputs);
    }
    return status;
}

void input_format(const struct inputs *inputs, int parameter, struct text *out)
{
    const struct value_def *def = &inputs->action->parameters[parameter];
    const struct input *input = &inputs->value[parameter];
    switch (def->kind) {
    case VALUE_NUMBER:
        text_add(out, "%d", input->number);
        break;
    case VALUE_DECIMAL:
        text_add_decimal(out, input->decimal, 6);
        break;
    case VALUE_FLAG:
        text_add(out, "%s", input->number != 0 ? "true" : "false");
        break;
    case VALUE_DICE:
        dice_expr_format(&inputs->dice[input->number], out);
        break;
    case VALUE_CHOICE:
        text_add(out, "%s", def->choices[input->number]);
        break;
    case VALUE_SPAN:
        text_add(out, "%d-%d", input->number, input->number_high);
        break;
    }
}

int *listing_add(struct listing *listing)
{
    CHECK(listing->rows < LISTING_ROWS_MAX);
    int *row = listing->value[listing->rows++];
    memset(row, 0, sizeof listing->value[0]);
    return row;
}

bool outcome_is_listed(const struct inputs *inputs, int outcome)
{
    const struct action *action = inputs->action;
    int needs = action->outcomes[outcome].needs;
    if (needs != 0 && !inputs->value[needs - 1].is_set) {
        return false;
    }
    return action->lists == NULL || action->lists(inputs, outcome);
}

/* ---- running an action once ------------------------------------------------------------ */

/* Far above what any rule needs: an act that is still going after this many stages never ends.
 */
enum { STAGES_RUN_MAX = 100000 };

void resolve_act_so_far(const struct inputs *inputs, struct dice *dice, struct outcome *out,
                        struct act_stand *stand)
{
    CHECK(dice->path == NULL);
    const struct action *action = inputs->action;
    int entered_before = dice->entered_used;
    struct rule_state state;
    memset(&state, 0, sizeof state);
    memset(out, 0, sizeof *out);
    memset(stand, 0, sizeof *stand);
    if (action->stages_count == 0) {
        return;
    }
    for (int run = 0; state.stage != RULE_DONE && !dice_is_stuck(dice); run++) {
        if (run == STAGES_RUN_MAX) {
            dice_fail(dice, STATUS_FULL, "%s does not end", action->name);
            return;
        }
        CHECK(state.stage >= 0 && state.stage < action->stages_count);
        action->stages[state.stage](&state, inputs, dice);
        stand->taken = dice->entered_used - entered_before;
        if (!dice_is_stuck(dice)) {
            stand->state = state;
            stand->counted = stand->taken;
        }
    }
    if (!dice_is_stuck(dice)) {
        action->read(&state, inputs, out);
    }
}

void resolve_act(const struct inputs *inputs, struct dice *dice, struct outcome *out)
{
    struct act_stand stand;
    resolve_act_so_far(inputs, dice, out, &stand);
}
