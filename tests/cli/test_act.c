/* The JSON of every act of every system in the registry. */
#include "support/unit.h"

#include <stdlib.h>

#include "app/log/logged_roll.h"
#include "cli/act.h"
#include "cli/resolve.h"
#include "resolver/request.h"
#include "support/draws.h"

enum { ROUNDS = 20 };

static struct draws draws;

/* A legal value for the parameter, as a word of the command line. */
static void draw_value(const struct value_def *def, struct text *out)
{
    int choices = 0;
    switch (def->kind) {
    case VALUE_NUMBER:
    case VALUE_DECIMAL:
        text_add(out, "%d", draws_between(&draws, def->low, def->high));
        break;
    case VALUE_FLAG:
        text_add(out, "%s", draws_between(&draws, 0, 1) != 0 ? "yes" : "no");
        break;
    case VALUE_DICE:
        text_add(out, "%dd%d", draws_between(&draws, 0, 3), draws_between(&draws, 1, 12));
        break;
    case VALUE_CHOICE:
        while (def->choices[choices] != NULL) {
            choices++;
        }
        text_add(out, "%s", def->choices[draws_between(&draws, 0, choices - 1)]);
        break;
    case VALUE_SPAN: {
        int low = draws_between(&draws, def->low, def->high);
        text_add(out, "%d-%d", low, draws_between(&draws, low, def->high));
        break;
    }
    }
}

/* Random inputs: the required values, and about a third of the others. False when they
 * contradict each other, which the system itself refuses. */
static bool draw_inputs(struct inputs *inputs, const struct system *system,
                        const struct action *action)
{
    inputs_begin(inputs, system, action);
    for (int i = 0; i < action->parameters_count; i++) {
        const struct value_def *def = &action->parameters[i];
        if (!def->is_required && draws_between(&draws, 0, 2) != 0) {
            continue;
        }
        TEXT_BUFFER(text, 80);
        text_add(&text, "%s=", def->name);
        draw_value(def, &text);
        struct error err;
        if (inputs_give(inputs, str_of(text.p), &err) != STATUS_OK) {
            return false;
        }
    }
    return inputs_finish(inputs, NULL) == STATUS_OK;
}

/* Runs `see` on random legal inputs of every action. */
static void for_every_act(void (*see)(const struct inputs *inputs))
{
    draws_init(&draws);
    for (int i = 0; i < systems_count(); i++) {
        const struct system *system = system_at(i);
        for (int k = 0; k < system->actions_count; k++) {
            int seen = 0;
            for (int round = 0; round < ROUNDS * 10 && seen < ROUNDS; round++) {
                static struct inputs inputs;
                if (draw_inputs(&inputs, system, &system->actions[k])) {
                    see(&inputs);
                    seen++;
                }
            }
            if (seen == 0) {
                print_message("# %s %s: no legal inputs drawn\n", system->id,
                              system->actions[k].name);
            }
            assert_true(seen > 0);
        }
    }
}

static void see_inputs(const struct inputs *inputs)
{
    json_t *json = act_inputs_json(inputs);
    assert_int_equal(json_object_size(json), inputs->action->parameters_count);
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        const json_t *value = json_object_get(json, inputs->action->parameters[i].name);
        assert_non_null(value);
        assert_int_equal(json_is_null(value), !inputs->value[i].is_set);
    }
    json_decref(json);
}

static void test_act__inputs_hold_every_parameter_and_null_is_unset(void **state)
{
    (void)state;
    for_every_act(see_inputs);
}

/* The faces of a trace in order, and the values of throws without any. */
static json_t *entered_dice(const json_t *answer)
{
    json_t *given = json_array();
    size_t i;
    const json_t *step;
    json_array_foreach(json_object_get(answer, "trace"), i, step)
    {
        json_t *faces = json_object_get(step, "faces");
        json_array_extend(given, faces);
        if (json_array_size(faces) == 0) {
            json_array_append(given, json_object_get(step, "value"));
        }
    }
    return given;
}

/* The request for which `answer` would be the answer. */
static json_t *request_of(const json_t *answer)
{
    json_t *request = json_object();
    json_object_set(request, "system", json_object_get(answer, "system"));
    json_object_set(request, "action", json_object_get(answer, "action"));
    json_object_set(request, "inputs", json_object_get(answer, "inputs"));
    json_object_set_new(request, "given", entered_dice(answer));
    return request;
}

static void see_dice_given_back(const struct inputs *inputs)
{
    static struct act_run run;
    static const struct entered_dice none = {.count = 0};
    struct dice_stream stream = {.seed = (uint64_t)draws_between(&draws, 0, 1000000)};
    assert_int_equal(act_run(&run, inputs, &none, &stream, NULL), STATUS_OK);
    json_t *first = act_json(inputs, &run);
    json_t *request = request_of(first);
    char *line = json_dumps(request, JSON_REAL_PRECISION(15)); /* as the program writes */
    json_t *second = jsonl_answer(str_of(line), 1, &(struct dice_stream){.seed = 1});
    if (!json_equal(json_object_get(first, "outcome"), json_object_get(second, "outcome"))) {
        char *answer = json_dumps(second, 0);
        print_message("# %s\n# %s\n", line, answer);
        free(answer);
    }
    assert_true(
        json_equal(json_object_get(first, "outcome"), json_object_get(second, "outcome")));
    assert_true(
        json_equal(json_object_get(first, "inputs"), json_object_get(second, "inputs")));
    free(line);
    json_decref(first);
    json_decref(second);
    json_decref(request);
}

static void test_act__the_faces_of_an_answer_given_back_have_the_same_outcome(void **state)
{
    (void)state;
    for_every_act(see_dice_given_back);
}

/* As the log writes it: its inputs read back make the same request. */
static void see_request_given_back(const struct inputs *inputs)
{
    static char first[8192], second[8192];
    static struct inputs again;
    struct error err;
    struct text text = text_over(first, sizeof first);
    text_add_char(&text, '{');
    roll_request_format(&(struct roll_request){.inputs = inputs}, &text);
    text_add_char(&text, '}');
    json_t *request = json_loads(first, 0, NULL);
    json_t *shown = act_inputs_json(inputs);
    json_t *asked = json_object_get(request, "inputs");
    char *shown_text = json_dumps(shown, JSON_REAL_PRECISION(15) | JSON_SORT_KEYS);
    char *asked_text = json_dumps(asked, JSON_REAL_PRECISION(15) | JSON_SORT_KEYS);
    assert_string_equal(asked_text, shown_text);
    inputs_begin(&again, inputs->system, inputs->action);
    if (inputs_give_json(&again, asked, &err) != STATUS_OK ||
        inputs_finish(&again, &err) != STATUS_OK) {
        fail_msg("%s: %s", first, err.text);
    }
    text = text_over(second, sizeof second);
    text_add_char(&text, '{');
    roll_request_format(&(struct roll_request){.inputs = &again}, &text);
    text_add_char(&text, '}');
    assert_string_equal(second, first);
    free(shown_text);
    free(asked_text);
    json_decref(shown);
    json_decref(request);
}

static void test_act__the_request_of_the_log_can_be_given_back(void **state)
{
    (void)state;
    for_every_act(see_request_given_back);
}

/* "ac=20 armour=0 hp=null": every value of an answer, as words of a command line. */
static void see_words_given_back(const struct inputs *inputs)
{
    static struct inputs again;
    struct error err;
    json_t *shown = act_inputs_json(inputs);
    const char *name;
    json_t *value;
    inputs_begin(&again, inputs->system, inputs->action);
    json_object_foreach(shown, name, value)
    {
        char *json = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
        TEXT_BUFFER(word, 512);
        text_add(&word, "%s=%s", name, json_is_string(value) ? json_string_value(value) : json);
        if (inputs_give(&again, (struct str){word.p, word.n}, &err) != STATUS_OK) {
            fail_msg("%s: %s", word.p, err.text);
        }
        free(json);
    }
    if (inputs_finish(&again, &err) != STATUS_OK) {
        fail_msg("%s: %s", inputs->action->name, err.text);
    }
    json_t *second = act_inputs_json(&again);
    char *shown_text = json_dumps(shown, JSON_REAL_PRECISION(12));
    char *second_text = json_dumps(second, JSON_REAL_PRECISION(12));
    assert_string_equal(second_text, shown_text);
    free(shown_text);
    free(second_text);
    json_decref(shown);
    json_decref(second);
}

static void test_act__the_inputs_of_an_answer_can_be_typed(void **state)
{
    (void)state;
    for_every_act(see_words_given_back);
}

static void test_act__given_dice_are_read_up_to_their_limit(void **state)
{
    (void)state;
    static struct entered_dice dice;
    struct error err;
    dice.count = 0;
    assert_int_equal(entered_dice_read(&dice, str_of(" 14,3 =15,*,roll, "), &err), STATUS_OK);
    assert_int_equal(dice.count, 5);
    assert_int_equal(dice.entered[0].value, 14);
    assert_int_equal(dice.entered[2].kind, GIVEN_TOTAL);
    assert_int_equal(dice.entered[4].kind, GIVEN_ROLL_ALL);
    for (int i = dice.count; i < ENTERED_MAX; i++) {
        assert_int_equal(entered_dice_read(&dice, str_of("1"), &err), STATUS_OK);
    }
    assert_int_equal(entered_dice_read(&dice, str_of("1"), &err), STATUS_USAGE);
    assert_string_equal(err.text, "at most 512 dice can be given");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_act__inputs_hold_every_parameter_and_null_is_unset),
        cmocka_unit_test(test_act__the_faces_of_an_answer_given_back_have_the_same_outcome),
        cmocka_unit_test(test_act__the_request_of_the_log_can_be_given_back),
        cmocka_unit_test(test_act__the_inputs_of_an_answer_can_be_typed),
        cmocka_unit_test(test_act__given_dice_are_read_up_to_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
