#include "support/acts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/unit.h"

void acts_assert_close(double a, double b, const char *what, const char *file, int line)
{
    if (!(fabs(a - b) <= 1e-12)) {
        print_error("%s is %.17g, expected %.17g\n", what, a, b);
        _fail(file, line);
    }
}

/* ---- lines ----------------------------------------------------------------------------- */

enum status acts_read(struct inputs *out, const char *line, struct error *err)
{
    struct str rest = str_of(line);
    const struct system *system = system_find(str_next_word(&rest));
    assert_non_null(system);
    const struct action *action = action_find(system, str_next_word(&rest));
    assert_non_null(action);
    inputs_begin(out, system, action);
    for (struct str word = str_next_word(&rest); word.n > 0; word = str_next_word(&rest)) {
        enum status status = inputs_give(out, word, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return inputs_finish(out, err);
}

void acts_inputs(struct inputs *out, const char *line)
{
    struct error err;
    if (acts_read(out, line, &err) != STATUS_OK) {
        fail_msg("%s: %s", line, err.text);
    }
}

int acts_given(struct entered *given, int most, const char *words)
{
    struct str rest = str_of(words);
    int count = 0;
    for (struct str word = str_next_word(&rest); word.n > 0; word = str_next_word(&rest)) {
        assert_true(count < most);
        if (!entered_parse(&given[count++], word)) {
            fail_msg("%.*s are no dice", word.n, word.p);
        }
    }
    return count;
}

/* ---- throwing -------------------------------------------------------------------------- */

static void run(struct acted *acted)
{
    memset(&acted->err, 0, sizeof acted->err);
    resolve_act(&acted->inputs, &acted->dice, &acted->outcome);
    acted->err.code = dice_finish(&acted->dice, &acted->err);
}

void acts_throw_inputs(struct acted *out, const struct inputs *inputs, const char *given)
{
    out->inputs = *inputs;
    out->entered_count = acts_given(out->given, ACTS_GIVEN_MAX, given);
    dice_init_thrown(&out->dice, (struct dice_stream){.seed = 1}, out->given,
                     out->entered_count, true, &out->trace);
    run(out);
}

void acts_generate(struct acted *out, const struct inputs *inputs, struct dice_stream stream)
{
    out->inputs = *inputs;
    dice_init_thrown(&out->dice, stream, NULL, 0, false, &out->trace);
    run(out);
}

const char *acts_line(const struct acted *acted)
{
    static char buf[4000];
    struct text text = text_over(buf, sizeof buf);
    trace_format(&acted->trace, &text);
    return buf;
}

const char *acts_rules(const struct acted *acted)
{
    static char buf[400];
    struct text text = text_over(buf, sizeof buf);
    trace_format_rules(&acted->trace, &text);
    return buf;
}

/* ---- odds ------------------------------------------------------------------------------ */

void acts_odds_inputs(struct acts_odds *out, const struct inputs *inputs)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    out->inputs = *inputs;
    struct error err;
    if (odds_of(&out->odds, &out->inputs, &arena, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
}

void acts_odds(struct acts_odds *out, const char *line)
{
    struct inputs inputs;
    acts_inputs(&inputs, line);
    acts_odds_inputs(out, &inputs);
}

int acts_outcome_index(const struct action *action, const char *name)
{
    for (int i = 0; i < action->outcomes_count; i++) {
        if (strcmp(action->outcomes[i].name, name) == 0) {
            return i;
        }
    }
    fail_msg("%s has no outcome %s", action->name, name);
    return 0;
}

bool acts_lists(const struct acts_odds *odds, const char *name)
{
    return odds->odds.is_listed[acts_outcome_index(odds->inputs.action, name)];
}

double acts_chance(const struct acts_odds *odds, const char *name)
{
    int i = acts_outcome_index(odds->inputs.action, name);
    assert_true(odds->odds.is_listed[i]);
    assert_int_equal(odds->inputs.action->outcomes[i].kind, OUTCOME_CHANCE);
    return odds->odds.chance[i];
}

static const struct odds_numbers *numbers_of(const struct acts_odds *odds, const char *name)
{
    int i = acts_outcome_index(odds->inputs.action, name);
    assert_true(odds->odds.is_listed[i]);
    assert_int_equal(odds->inputs.action->outcomes[i].kind, OUTCOME_NUMBER);
    return &odds->odds.numbers[i];
}

double acts_mass(const struct acts_odds *odds, const char *name, int64_t value)
{
    const struct odds_numbers *numbers = numbers_of(odds, name);
    for (int i = 0; i < numbers->count; i++) {
        if (numbers->value[i] == value) {
            return numbers->mass[i];
        }
    }
    return 0;
}

double acts_mean(const struct acts_odds *odds, const char *name)
{
    return numbers_of(odds, name)->mean;
}
