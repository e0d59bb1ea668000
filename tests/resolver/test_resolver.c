/* The interface of the library: it agrees with the tables, resolves like the rules, and answers
 * every misuse with an error. tests/library has the programs that are built with it alone. */
#include "resolver/resolver.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "resolver/odds.h"
#include "resolver/system.h"
#include "support/unit.h"

static char request_room[RESOLVER_REQUEST_ROOM];
static char result_room[RESOLVER_RESULT_ROOM];
static char odds_room[RESOLVER_ODDS_ROOM];
static char text[RESOLVER_TEXT_ROOM];
static char document[RESOLVER_DOCUMENT_ROOM];

static const struct resolver_memory request_memory = {request_room, sizeof request_room};
static const struct resolver_memory result_memory = {result_room, sizeof result_room};
static const struct resolver_memory odds_memory = {odds_room, sizeof odds_room};

static struct resolver_error err;

/* Words separated by blanks: system, action, values. */
static struct resolver_request *begin(const char *line)
{
    char words[400];
    strcpy(words, line);
    char *rest;
    char *system = strtok_r(words, " ", &rest);
    char *action = strtok_r(NULL, " ", &rest);
    struct resolver_request *request;
    assert_int_equal(resolver_request_begin(&request, request_memory, system, action, &err), 0);
    for (char *word; (word = strtok_r(NULL, " ", &rest)) != NULL;) {
        assert_int_equal(resolver_request_set(request, word, &err), RESOLVER_OK);
    }
    return request;
}

static struct resolver_request *finished(const char *line)
{
    struct resolver_request *request = begin(line);
    assert_int_equal(resolver_request_finish(request, &err), RESOLVER_OK);
    return request;
}

static int64_t value_of(const struct resolver_result *result, const char *outcome)
{
    int64_t value;
    assert_int_equal(resolver_result_value(&value, result, outcome, &err), RESOLVER_OK);
    return value;
}

static void assert_says(enum resolver_status status, enum resolver_status wanted,
                        const char *words)
{
    assert_int_equal(status, wanted);
    assert_int_equal(err.code, wanted);
    if (strstr(err.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", err.text, words);
    }
}

/* ---- what there is --------------------------------------------------------------------- */

static void test_resolver__everything_in_the_tables_is_described(void **state)
{
    (void)state;
    struct resolver_system system;
    struct resolver_action action;
    struct resolver_parameter parameter;
    struct resolver_outcome outcome;
    int i = 0;
    for (; resolver_system_at(&system, sizeof system, i); i++) {
        const struct system *from = system_at(i);
        int found, k = 0, attributes = 0;
        assert_string_equal(system.name, from->id);
        assert_int_equal(resolver_find_system(&found, system.name, &err), RESOLVER_OK);
        assert_int_equal(found, i);
        for (; resolver_action_at(&action, sizeof action, i, k); k++) {
            int parameters = 0, outcomes = 0;
            assert_int_equal(resolver_find_action(&found, i, action.name, &err), RESOLVER_OK);
            assert_int_equal(found, k);
            while (resolver_parameter_at(&parameter, sizeof parameter, i, k, parameters)) {
                const struct value_def *def = &from->actions[k].parameters[parameters++];
                assert_string_equal(parameter.name, def->name);
                assert_ptr_equal(parameter.fallback, def->fallback);
                assert_true((parameter.choices != NULL) == (parameter.kind == RESOLVER_CHOICE));
            }
            while (resolver_outcome_at(&outcome, sizeof outcome, i, k, outcomes)) {
                assert_string_equal(outcome.name, from->actions[k].outcomes[outcomes++].name);
            }
            assert_int_equal(parameters, action.parameters);
            assert_int_equal(outcomes, action.outcomes);
        }
        while (resolver_attribute_at(&parameter, sizeof parameter, i, attributes)) {
            attributes++;
        }
        assert_int_equal(k, from->actions_count);
        assert_int_equal(attributes, from->attributes_count);
    }
    assert_int_equal(i, systems_count());
    static const int nowhere[] = {-1, 1000};
    for (int n = 0; n < 2; n++) {
        int at = nowhere[n];
        assert_false(resolver_system_at(&system, sizeof system, at));
        assert_false(resolver_action_at(&action, sizeof action, at, 0));
        assert_false(resolver_action_at(&action, sizeof action, 0, at));
        assert_false(resolver_parameter_at(&parameter, sizeof parameter, at, 0, 0));
        assert_false(resolver_parameter_at(&parameter, sizeof parameter, 0, 0, at));
        assert_false(resolver_outcome_at(&outcome, sizeof outcome, at, 0, 0));
        assert_false(resolver_outcome_at(&outcome, sizeof outcome, 0, 0, at));
        assert_false(resolver_attribute_at(&parameter, sizeof parameter, at, 0));
        assert_false(resolver_attribute_at(&parameter, sizeof parameter, 0, at));
    }
}

static void test_resolver__a_description_fills_what_the_caller_knows_of_it(void **state)
{
    (void)state;
    struct {
        struct resolver_system system;
        char behind[16];
    } room;
    memset(&room, 'x', sizeof room);
    size_t known = offsetof(struct resolver_system, note);
    assert_true(resolver_system_at(&room.system, known, 0));
    assert_string_equal(room.system.name, "trilemma");
    assert_int_equal(((char *)&room)[known], 'x');
    assert_true(resolver_system_at(&room.system, sizeof room, 0));
    assert_int_equal(room.behind[15], 0);
}

static void test_resolver__unknown_names_are_answered_with_the_nearest(void **state)
{
    (void)state;
    struct resolver_request *request;
    int found = 7;
    assert_says(resolver_find_system(&found, "trilema", &err), RESOLVER_USAGE,
                "did you mean trilemma?");
    assert_says(resolver_find_action(&found, 0, "moral", &err), RESOLVER_USAGE,
                "did you mean morale?");
    assert_says(resolver_find_action(&found, 99, "attack", &err), RESOLVER_USAGE, "no game");
    assert_int_equal(found, 7);
    assert_says(resolver_request_begin(&request, request_memory, "trilema", "attack", &err),
                RESOLVER_USAGE, "did you mean trilemma?");
    assert_says(resolver_request_begin(&request, request_memory, "qud", "mele", &err),
                RESOLVER_USAGE, "did you mean melee?");
    assert_int_equal(resolver_find_system(&found, "TRILEMA", NULL), RESOLVER_USAGE);
}

/* ---- requests -------------------------------------------------------------------------- */

static void test_resolver__values_are_set_by_word_by_number_and_by_text(void **state)
{
    (void)state;
    char value[RESOLVER_VALUE_ROOM];
    struct resolver_request *request = begin("pixel attack dodge=10");
    assert_int_equal(resolver_request_set_decimal(request, "accuracy", 12.25, &err), 0);
    assert_int_equal(resolver_request_set_text(request, "damage", "2-8", &err), 0);
    assert_int_equal(resolver_request_set_flag(request, "magic", true, &err), 0);
    assert_int_equal(resolver_request_set_flag(request, "surprise", false, &err), 0);
    assert_int_equal(resolver_request_set_number(request, "hp", 12, &err), 0);
    assert_says(resolver_request_value(value, sizeof value, request, "hp", &err),
                RESOLVER_USAGE, "not finished");
    assert_int_equal(resolver_request_finish(request, &err), RESOLVER_OK);
    static const char *const wanted[][2] = {{"accuracy", "12.25"}, {"dodge", "10"},
                                            {"damage", "2-8"},     {"magic", "true"},
                                            {"surprise", "false"}, {"hp", "12"}};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(
            resolver_request_value(value, sizeof value, request, wanted[i][0], &err), 0);
        assert_string_equal(value, wanted[i][1]);
    }
    assert_says(resolver_request_value(value, 3, request, "accuracy", &err), RESOLVER_FULL,
                "more room");
    assert_string_equal(value, "12");
    assert_says(resolver_request_value(value, sizeof value, request, "level", &err),
                RESOLVER_ABSENT, "level is not set");
}

static void test_resolver__a_wrong_value_leaves_the_request_as_it_was(void **state)
{
    (void)state;
    struct resolver_request *request = begin("trilemma attack strength=14");
    static char long_text[8000];
    memset(long_text, '1', sizeof long_text - 1);
    assert_says(resolver_request_set(request, "strength=1", &err), RESOLVER_USAGE, "twice");
    assert_says(resolver_request_set_number(request, "ac", INT64_MAX, &err), RESOLVER_USAGE,
                "-100 to 100");
    assert_string_equal(err.where, "ac");
    assert_says(resolver_request_set_decimal(request, "ac", 0.5, &err), RESOLVER_USAGE,
                "whole");
    assert_says(resolver_request_set_number(request, "a=c", 1, &err), RESOLVER_USAGE, "'='");
    assert_says(resolver_request_set_text(request, "damage", long_text, &err), RESOLVER_USAGE,
                "too long");
    assert_says(resolver_request_set(request, "damage=2d", &err), RESOLVER_USAGE, "^");
    assert_int_equal(resolver_request_set(request, "ac=22", &err), RESOLVER_OK);
    assert_int_equal(resolver_request_finish(request, &err), RESOLVER_OK);
    assert_int_equal(resolver_request_finish(request, &err), RESOLVER_OK);
    assert_says(resolver_request_set(request, "hp=3", &err), RESOLVER_USAGE, "is finished");
}

static void test_resolver__what_is_missing_can_be_set_after_finishing_failed(void **state)
{
    (void)state;
    struct resolver_request *request = begin("trilemma attack ac=22");
    struct resolver_dice dice = {.seed = 1};
    struct resolver_result *result;
    struct resolver_odds *odds;
    assert_says(resolver_request_finish(request, &err), RESOLVER_USAGE, "needs strength=");
    assert_says(resolver_resolve(&result, result_memory, request, &dice, &err), RESOLVER_USAGE,
                "not finished");
    assert_says(resolver_odds_of(&odds, odds_memory, request, &err), RESOLVER_USAGE,
                "not finished");
    assert_int_equal(resolver_request_set(request, "strength=14", &err), RESOLVER_OK);
    assert_int_equal(resolver_request_set(request, "damage=3d6", &err), RESOLVER_OK);
    assert_int_equal(resolver_request_finish(request, &err), RESOLVER_OK);
}

static void test_resolver__a_block_may_be_anywhere(void **state)
{
    (void)state;
    struct resolver_request *request;
    for (size_t skip = 0; skip < 16; skip++) {
        struct resolver_memory memory = {request_room + skip, sizeof request_room - 16};
        assert_int_equal(resolver_request_begin(&request, memory, "trilemma", "morale", &err),
                         RESOLVER_OK);
        assert_int_equal((uintptr_t)request % 16, 0);
    }
}

static struct resolver_request *attack_request(void)
{
    return finished("trilemma attack strength=14 ac=22 damage=2d6!kh1");
}

static struct resolver_expression *three_dice(void)
{
    static char memory[RESOLVER_EXPRESSION_ROOM];
    struct resolver_expression *expression;
    assert_int_equal(resolver_expression_parse(&expression,
                                               (struct resolver_memory){memory, sizeof memory},
                                               "3d6!kh2", &err),
                     RESOLVER_OK);
    return expression;
}

static enum resolver_status make_request(struct resolver_memory memory)
{
    struct resolver_request *request;
    return resolver_request_begin(&request, memory, "trilemma", "morale", &err);
}

static enum resolver_status make_expression(struct resolver_memory memory)
{
    struct resolver_expression *expression;
    return resolver_expression_parse(&expression, memory, "3d6", &err);
}

static enum resolver_status make_result(struct resolver_memory memory)
{
    struct resolver_result *result;
    struct resolver_dice dice = {.seed = 1};
    return resolver_resolve(&result, memory, attack_request(), &dice, &err);
}

static enum resolver_status make_roll(struct resolver_memory memory)
{
    struct resolver_result *result;
    struct resolver_dice dice = {.seed = 1};
    return resolver_roll(&result, memory, "3d6", &dice, &err);
}

static enum resolver_status make_expression_roll(struct resolver_memory memory)
{
    struct resolver_result *result;
    struct resolver_dice dice = {.seed = 1};
    return resolver_expression_roll(&result, memory, three_dice(), &dice, &err);
}

static enum resolver_status make_odds(struct resolver_memory memory)
{
    struct resolver_odds *odds;
    return resolver_odds_of(&odds, memory, attack_request(), &err);
}

static enum resolver_status make_odds_of_roll(struct resolver_memory memory)
{
    struct resolver_odds *odds;
    return resolver_expression_odds(&odds, memory, three_dice(), &err);
}

/* Each is refused in words in every block that is too small, up to the first that is not. */
static void test_resolver__every_block_that_is_too_small_is_said_to_be(void **state)
{
    (void)state;
    static enum resolver_status (*const make[])(struct resolver_memory) = {
        make_request,         make_expression, make_result,      make_roll,
        make_expression_roll, make_odds,       make_odds_of_roll};
    for (int i = 0; i < (int)(sizeof make / sizeof make[0]); i++) {
        enum resolver_status status = RESOLVER_FULL;
        size_t size = 0;
        for (; status != RESOLVER_OK && size <= sizeof odds_room; size += 16 + size / 64) {
            status = make[i]((struct resolver_memory){odds_room, size});
            if (status != RESOLVER_OK) {
                assert_int_equal(status, RESOLVER_FULL);
                assert_true(strstr(err.text, "bytes of memory are too few") != NULL ||
                            strstr(err.text, "too large to enumerate") != NULL);
            }
        }
        assert_int_equal(status, RESOLVER_OK);
    }
}

/* ---- resolving ------------------------------------------------------------------------- */

static void test_resolver__an_act_has_the_result_of_the_rules(void **state)
{
    (void)state;
    static const char *const words[] = {"strength=14", "ac=22", "damage=2d6!", "hp=9"};
    struct resolver_request *request =
        finished("trilemma attack strength=14 ac=22 damage=2d6! hp=9");
    struct inputs inputs;
    inputs_begin(&inputs, system_at(0), action_find(system_at(0), str_of("attack")));
    for (int i = 0; i < 4; i++) {
        assert_int_equal(inputs_give(&inputs, str_of(words[i]), NULL), STATUS_OK);
    }
    assert_int_equal(inputs_finish(&inputs, NULL), STATUS_OK);
    struct resolver_dice dice = {.seed = 11, .stream = 3, .draw = 40};
    struct dice_stream stream = {.seed = 11, .encounter = 3, .draw = 40};
    for (int i = 0; i < 200; i++) {
        static struct trace trace;
        struct resolver_result *result;
        struct dice thrown;
        struct outcome outcome;
        dice_init_thrown(&thrown, stream, NULL, 0, false, &trace);
        resolve_act(&inputs, &thrown, &outcome);
        stream = thrown.stream;
        TEXT_BUFFER(line, 2000);
        trace_format(&trace, &line);
        assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
        assert_int_equal(resolver_result_text(text, sizeof text, result), RESOLVER_OK);
        assert_string_equal(text, line.p);
        assert_int_equal(dice.draw, stream.draw);
        for (int k = 0; k < inputs.action->outcomes_count; k++) {
            const char *name = inputs.action->outcomes[k].name;
            int64_t value = -1;
            bool is_there = resolver_result_value(&value, result, name, NULL) == RESOLVER_OK;
            assert_int_equal(is_there, outcome.is_present[k] && outcome_is_listed(&inputs, k));
            assert_int_equal(value, is_there ? outcome.value[k] : -1);
        }
    }
}

static void test_resolver__given_dice_are_taken_once_and_only_by_success(void **state)
{
    (void)state;
    struct resolver_request *request = finished("trilemma attack strength=14 ac=22");
    struct resolver_dice dice = {.given = "14, 7", .draw = 5};
    struct resolver_result *result = NULL;
    int64_t value = 77;
    assert_says(resolver_resolve(&result, result_memory, request, &dice, &err), RESOLVER_USAGE,
                "7 is not possible on a die of 1 to 6");
    assert_string_equal(dice.given, "14, 7");
    dice.given = "14 x";
    assert_says(resolver_resolve(&result, result_memory, request, &dice, &err), RESOLVER_USAGE,
                "x is not a die");
    dice.given = "14 3 2";
    assert_says(resolver_resolve(&result, result_memory, request, &dice, &err), RESOLVER_USAGE,
                "too many dice");
    assert_null(result);
    dice.given = "14 =3";
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
    assert_null(dice.given);
    assert_int_equal(dice.draw, 5);
    assert_int_equal(value_of(result, "damage"), 3);
    assert_int_equal(resolver_result_given(text, sizeof text, result), RESOLVER_OK);
    assert_string_equal(text, "14 =3");
    assert_int_equal(resolver_result_rules(text, sizeof text, result), RESOLVER_OK);
    assert_string_equal(text, "5.14 5.15 5.19 5.18");
    assert_int_equal(resolver_result_text(text, 10, result), RESOLVER_FULL);
    assert_string_equal(text, "d20 [14] ");
    /* A size is taken as it is, however large. */
    assert_int_equal(resolver_result_given(text, SIZE_MAX, result), RESOLVER_OK);
    assert_string_equal(text, "14 =3");
    assert_says(resolver_result_value(&value, result, "damag", &err), RESOLVER_USAGE,
                "did you mean damage?");
    assert_says(resolver_result_value(&value, result, "injury_due", &err), RESOLVER_ABSENT,
                "no injury_due");
    assert_int_equal(value, 77);
}

static void test_resolver__missing_dice_are_asked_for(void **state)
{
    (void)state;
    struct resolver_request *request = finished("trilemma attack strength=14 ac=22");
    struct resolver_dice dice = {.given = "14", .asks = true, .draw = 9};
    struct resolver_result *result;
    struct resolver_wanted wanted;
    int64_t value;
    assert_says(resolver_resolve(&result, result_memory, request, &dice, &err), RESOLVER_WANTED,
                "1 more of 1d6 needed (damage)");
    assert_true(resolver_result_wanted(&wanted, sizeof wanted, result));
    assert_string_equal(wanted.dice, "1d6");
    assert_int_equal(wanted.high, 6);
    assert_string_equal(wanted.rule, "5.18");
    assert_string_equal(dice.given, "14");
    assert_says(resolver_result_value(&value, result, "hit", &err), RESOLVER_USAGE,
                "dice are missing");
    dice.given = "14 roll";
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
    assert_false(resolver_result_wanted(&wanted, sizeof wanted, result));
    assert_int_equal(dice.draw, 10);
    /* Who does not read errors is asked too. */
    dice.given = "14";
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, NULL),
                     RESOLVER_WANTED);
    assert_true(resolver_result_wanted(&wanted, sizeof wanted, result));
    assert_int_equal(resolver_roll(&result, result_memory, "3d6", &dice, NULL), RESOLVER_USAGE);
    dice.given = "4";
    assert_int_equal(resolver_roll(&result, result_memory, "3d6", &dice, NULL),
                     RESOLVER_WANTED);
    assert_true(resolver_result_wanted(&wanted, sizeof wanted, result));
    assert_int_equal(wanted.missing, 2);
}

/* The generator is a function of the seed, the stream and the place alone, also where it is put
 * somewhere else between two rolls. */
static void test_resolver__dice_put_elsewhere_are_those_of_there(void **state)
{
    (void)state;
    struct resolver_dice wandering = {.seed = 1};
    struct resolver_result *result;
    for (uint32_t i = 0; i < 60; i++) {
        wandering.seed = i % 3;
        wandering.stream = i / 3 % 4;
        wandering.draw = i % 5;
        struct resolver_dice there = {
            .seed = wandering.seed, .stream = wandering.stream, .draw = wandering.draw};
        assert_int_equal(resolver_roll(&result, result_memory, "10d6", &wandering, &err), 0);
        int64_t total = value_of(result, "total");
        assert_int_equal(resolver_roll(&result, result_memory, "10d6", &there, &err), 0);
        assert_int_equal(value_of(result, "total"), total);
    }
}

/* Always the same face; below 0 it is the greatest one. */
struct loaded {
    int face, asked;
};

static int loaded_face(void *context, int sides)
{
    struct loaded *loaded = context;
    loaded->asked++;
    return loaded->face < 0 ? sides : loaded->face;
}

static void test_resolver__faces_come_from_a_function(void **state)
{
    (void)state;
    struct loaded loaded = {4, 0};
    struct resolver_dice dice = {.face = loaded_face, .context = &loaded};
    struct resolver_result *result;
    assert_int_equal(resolver_roll(&result, result_memory, "3d6+1", &dice, &err), RESOLVER_OK);
    assert_int_equal(value_of(result, "total"), 13);
    assert_int_equal(loaded.asked, 3);
    assert_int_equal(dice.draw, 3);
    /* A real is made of two faces of a million each: the greatest ones are all but 1. */
    loaded = (struct loaded){-1, 0};
    struct resolver_request *request = finished("pixel attack accuracy=10 dodge=9 damage=2-8");
    struct resolver_step step;
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
    assert_int_equal(value_of(result, "hit"), 1);
    assert_int_equal(value_of(result, "damage"), 8);
    assert_true(resolver_result_step(&step, sizeof step, result, 0));
    assert_int_equal(step.kind, RESOLVER_STEP_DICE);
    assert_int_equal(step.faces, 1);
    assert_null(step.face);
    assert_true(step.real[0] == 0.999999999999);
}

static void test_resolver__a_wrong_function_ends_the_act(void **state)
{
    (void)state;
    static const int wrong[] = {0, 7};
    struct resolver_result *result = NULL;
    for (int i = 0; i < 2; i++) {
        struct loaded loaded = {wrong[i], 0};
        struct resolver_dice dice = {.face = loaded_face, .context = &loaded};
        assert_says(resolver_roll(&result, result_memory, "2d6", &dice, &err), RESOLVER_USAGE,
                    "on a die of 1 to 6");
        assert_int_equal(loaded.asked, 1);
        assert_int_equal(dice.draw, 0);
    }
    /* The same face forever: dice that explode on it would never end. */
    struct loaded sixes = {-1, 0};
    struct resolver_dice dice = {.face = loaded_face, .context = &sixes};
    assert_int_equal(resolver_roll(&result, result_memory, "d6!", &dice, &err), RESOLVER_FULL);
    struct resolver_request *request = finished("4ad attack level=3 foe=minor");
    assert_says(resolver_resolve(&result, result_memory, request, &dice, &err), RESOLVER_USAGE,
                "more than 4000000 faces");
    assert_null(result);
}

static void test_resolver__lists_have_rows(void **state)
{
    (void)state;
    struct resolver_request *request = finished("pixel path dx=3 dy=1");
    struct resolver_dice dice = {.seed = 1};
    struct resolver_result *result;
    struct resolver_odds *odds;
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
    assert_int_equal(resolver_result_rows(result), 4);
    assert_int_equal(resolver_result_cell(result, 3, 2), 3);
    assert_int_equal(resolver_result_cell(result, 4, 0), 0);
    assert_int_equal(resolver_result_cell(result, -1, 0), 0);
    assert_int_equal(resolver_result_cell(result, 0, -1), 0);
    assert_int_equal(resolver_result_cell(result, 0, 1000), 0);
    int64_t value;
    assert_says(resolver_result_value(&value, result, "hit", &err), RESOLVER_USAGE,
                "path has no outcome hit; it has none");
    assert_says(resolver_odds_of(&odds, odds_memory, request, &err), RESOLVER_USAGE,
                "path has no odds");
}

static void test_resolver__steps_explain_an_act(void **state)
{
    (void)state;
    struct resolver_request *request = finished("trilemma check ability=3 dc=10");
    struct resolver_dice dice = {.given = "14"};
    struct resolver_result *result;
    struct resolver_step step;
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
    assert_true(resolver_result_step(&step, sizeof step, result, 0));
    assert_string_equal(step.dice, "d20");
    assert_int_equal(step.face[0], 14);
    assert_true(step.is_given);
    assert_true(resolver_result_step(&step, sizeof step, result, 1));
    assert_int_equal(step.kind, RESOLVER_STEP_TERM);
    assert_true(step.value == 3);
    assert_true(resolver_result_step(&step, sizeof step, result, 2));
    assert_int_equal(step.kind, RESOLVER_STEP_TOTAL);
    assert_true(step.value == 17);
    assert_false(resolver_result_step(&step, sizeof step, result, -1));
    assert_false(resolver_result_step(&step, sizeof step, result, 99));
    assert_int_equal(resolver_result_json(text, sizeof text, result), RESOLVER_OK);
    assert_string_equal(text,
                        "[{\"dice\":\"d20\",\"faces\":[14],\"source\":\"given\",\"value\":14,"
                        "\"why\":\"check\",\"rule\":\"5.14\"}]");
    static const struct {
        const char *line;
        enum resolver_step_kind kind;
    } rows[] = {
        {"trilemma attack strength=14 ac=22", RESOLVER_STEP_AGAINST},
        {"trilemma attack strength=14 ac=22", RESOLVER_STEP_RESULT},
        {"qud melee dv=6 av=5 damage=2d4 pv=4", RESOLVER_STEP_NUMBER},
        {"pixel attack level=3 dodge=8 damage=5-25", RESOLVER_STEP_FROM},
        {"pixel attack accuracy=12.5 dodge=8 damage=5-25", RESOLVER_STEP_FACTOR},
    };
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        bool is_there = false;
        request = finished(rows[i].line);
        dice = (struct resolver_dice){.seed = 3};
        assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
        for (int k = 0; resolver_result_step(&step, sizeof step, result, k); k++) {
            is_there = is_there || step.kind == rows[i].kind;
        }
        assert_true(is_there);
    }
    /* Dice of which only some were entered are not given; a total is. */
    dice = (struct resolver_dice){.given = "3 *"};
    assert_int_equal(resolver_roll(&result, result_memory, "2d6", &dice, &err), 0);
    assert_true(resolver_result_step(&step, sizeof step, result, 0) && !step.is_given);
    dice = (struct resolver_dice){.given = "=7"};
    assert_int_equal(resolver_roll(&result, result_memory, "2d6", &dice, &err), 0);
    assert_true(resolver_result_step(&step, sizeof step, result, 0) && step.is_given);
}

static void test_resolver__parts_of_a_bonus_have_names(void **state)
{
    (void)state;
    struct resolver_request *request;
    struct resolver_dice dice = {.given = "4"};
    struct resolver_result *result;
    struct resolver_step step;
    assert_int_equal(resolver_request_begin(&request, request_memory, "4ad", "attack", &err),
                     0);
    assert_int_equal(resolver_request_set(request, "bonus=3", &err), 0);
    assert_int_equal(resolver_request_set(request, "level=3", &err), 0);
    assert_int_equal(resolver_request_set(request, "foe=minor", &err), 0);
    assert_int_equal(resolver_request_name_part(request, 2, "warrior\033 L2", "classes", &err),
                     0);
    assert_int_equal(resolver_request_name_part(request, 1001, "x", "", &err), RESOLVER_USAGE);
    assert_int_equal(resolver_request_name_part(request, -1001, "x", "", &err), RESOLVER_USAGE);
    assert_int_equal(resolver_request_finish(request, &err), RESOLVER_OK);
    assert_int_equal(resolver_request_name_part(request, 1, "late", "", &err), RESOLVER_USAGE);
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
    assert_true(resolver_result_step(&step, sizeof step, result, 1));
    assert_int_equal(step.kind, RESOLVER_STEP_TERM);
    assert_non_null(strstr(step.label, "warrior"));
    assert_null(strchr(step.label, '\033'));
    assert_string_equal(step.rule, "classes");
    assert_true(step.value == 2);
    assert_true(resolver_result_step(&step, sizeof step, result, 2));
    assert_string_equal(step.label, "bonus");
    assert_true(step.value == 1);
    /* No bonus, no parts; and their number is limited. */
    assert_int_equal(resolver_request_begin(&request, request_memory, "qud", "melee", &err), 0);
    assert_int_equal(resolver_request_name_part(request, 1, "x", "", &err), RESOLVER_USAGE);
    assert_int_equal(resolver_request_begin(&request, request_memory, "4ad", "save", &err), 0);
    for (int i = 0; i < 24; i++) {
        assert_int_equal(resolver_request_name_part(request, 1, "x", "", &err), RESOLVER_OK);
    }
    assert_int_equal(resolver_request_name_part(request, 1, "x", "", &err), RESOLVER_FULL);
}

/* ---- odds and notation ----------------------------------------------------------------- */

static void test_resolver__odds_are_read_by_name(void **state)
{
    (void)state;
    struct resolver_request *request = finished("trilemma attack strength=14 ac=22 damage=1d6");
    struct resolver_odds *odds;
    struct resolver_numbers damage;
    double hit;
    assert_int_equal(resolver_odds_of(&odds, odds_memory, request, &err), RESOLVER_OK);
    assert_int_equal(resolver_odds_chance(&hit, odds, "hit", &err), RESOLVER_OK);
    assert_true(hit > 0.65 - 1e-12 && hit < 0.65 + 1e-12); /* 8 or more of d20 */
    assert_int_equal(resolver_odds_numbers(&damage, sizeof damage, odds, "damage", &err), 0);
    assert_true(damage.mean > 0.65 * 3.5 - 1e-12 && damage.mean < 0.65 * 3.5 + 1e-12);
    assert_true(resolver_odds_unresolved(odds) < 1e-12);
    assert_says(resolver_odds_chance(&hit, odds, "damage", &err), RESOLVER_USAGE,
                "distribution");
    assert_says(resolver_odds_numbers(&damage, sizeof damage, odds, "hit", &err),
                RESOLVER_USAGE, "no distribution");
    assert_says(resolver_odds_chance(&hit, odds, "hits", &err), RESOLVER_USAGE,
                "did you mean hit?");
    assert_says(resolver_odds_chance(&hit, odds, "injury_due", &err), RESOLVER_ABSENT,
                "no injury_due");
}

static void test_resolver__odds_that_do_not_fit_are_full(void **state)
{
    (void)state;
    struct resolver_request *request = finished("trilemma attack strength=14 ac=22 damage=1d6");
    struct resolver_odds *odds = NULL;
    for (size_t size = 0; size < 20000; size += 500) {
        struct resolver_memory memory = {odds_room, size};
        enum resolver_status status = resolver_odds_of(&odds, memory, request, &err);
        assert_true(status == RESOLVER_FULL || (status == RESOLVER_OK && odds != NULL));
        assert_true(size > 4000 || status == RESOLVER_FULL);
    }
}

static void test_resolver__the_notation_of_another_program_is_written_in_ours(void **state)
{
    static const struct {
        const char *dialect, *typed, *ours;
    } row[] = {{"roll20", "5d10>7", "5d10>=7"},
               {"Foundry", "5d10x10", "5d10!"},
               {"avrae", "4d6k3", NULL},
               {"roll20", "2d6/2", NULL}};
    (void)state;
    static char room[RESOLVER_EXPRESSION_ROOM];
    struct resolver_memory memory = {room, sizeof room};
    struct resolver_expression *expression = NULL;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        expression = NULL;
        enum resolver_status status = resolver_expression_parse_dialect(
            &expression, memory, row[i].dialect, row[i].typed, &err);
        if (row[i].ours == NULL) {
            assert_int_equal(status, RESOLVER_USAGE);
            assert_null(expression);
            continue;
        }
        assert_int_equal(status, RESOLVER_OK);
        assert_int_equal(resolver_expression_write(text, sizeof text, expression, &err), 0);
        assert_string_equal(text, row[i].ours);
    }
    assert_says(resolver_expression_parse_dialect(&expression, memory, "rol20", "d6", &err),
                RESOLVER_USAGE,
                "dialect: expected roll20, foundry or avrae; did you mean roll20?");
    memory.size = 100;
    assert_says(resolver_expression_parse_dialect(&expression, memory, "roll20", "d6", &err),
                RESOLVER_FULL, "");
}

static void test_resolver__an_expression_is_read_once_and_rolled_often(void **state)
{
    (void)state;
    static char room[RESOLVER_EXPRESSION_ROOM];
    struct resolver_memory memory = {room, sizeof room};
    struct resolver_expression *expression = NULL;
    assert_says(resolver_expression_parse(&expression, memory, "2d6+3>=10", &err),
                RESOLVER_USAGE,
                "counting successes is written after the die: 6d6>=5; for the total see the "
                "column \"or more\" of `odds 2d6+3`\n2d6+3>=10");
    assert_null(expression);
    assert_says(
        resolver_expression_parse(&expression, (struct resolver_memory){room, 100}, "d6", &err),
        RESOLVER_FULL, "");
    assert_int_equal(resolver_expression_parse(&expression, memory, "3D6 ! r1 kh2[fire]", &err),
                     RESOLVER_OK);
    assert_int_equal(resolver_expression_write(text, sizeof text, expression, &err), 0);
    assert_string_equal(text, "3d6r1!kh2[fire]");
    assert_int_equal(resolver_expression_write(text, 4, expression, &err), RESOLVER_FULL);
    int64_t low, high, total;
    resolver_expression_range(&low, &high, expression);
    assert_true(low == 2 && high == 12);
    /* The total alone and the roll with its explanation take the same dice. */
    struct resolver_dice dice = {.seed = 5}, same = {.seed = 5};
    struct resolver_result *result;
    for (int i = 0; i < 100; i++) {
        assert_int_equal(resolver_expression_total(&total, expression, &dice, &err), 0);
        assert_int_equal(
            resolver_expression_roll(&result, result_memory, expression, &same, &err), 0);
        assert_true(value_of(result, "total") == total && dice.draw == same.draw);
    }
    dice = (struct resolver_dice){.given = "1 6 2 3 2"};
    assert_int_equal(resolver_expression_roll(&result, result_memory, expression, &dice, &err),
                     RESOLVER_OK);
    assert_int_equal(resolver_result_text(text, sizeof text, result), 0);
    assert_string_equal(
        text, "3d6r1!kh2[fire] [1r 6! (2) 3 (2)] = 9 (re-rolls 1 until another face falls)");
    struct resolver_step step;
    assert_true(resolver_result_step(&step, sizeof step, result, 0));
    assert_int_equal(step.mark[0], RESOLVER_REROLLED);
    assert_int_equal(step.mark[1], RESOLVER_EXPLODED);
    assert_int_equal(step.mark[2], RESOLVER_DROPPED);
    assert_int_equal(step.mark[3], 0);
    dice = (struct resolver_dice){.given = "1 6", .asks = true};
    total = -1;
    assert_says(resolver_expression_total(&total, expression, &dice, &err), RESOLVER_WANTED,
                "needed");
    static const char *const wrong[] = {"7", "1 x"};
    static const char *const told[] = {"7 is not possible", "x is not a die"};
    for (int i = 0; i < 2; i++) {
        dice = (struct resolver_dice){.given = wrong[i]};
        assert_says(resolver_expression_total(&total, expression, &dice, &err), RESOLVER_USAGE,
                    told[i]);
        result = NULL;
        assert_says(resolver_expression_roll(&result, result_memory, expression, &dice, &err),
                    RESOLVER_USAGE, told[i]);
        assert_null(result);
    }
    assert_true(total == -1);
    /* So do plain dice, from every source. */
    struct loaded loaded = {4, 0};
    assert_int_equal(resolver_expression_parse(&expression, memory, "2d6+1", &err), 0);
    dice = (struct resolver_dice){.seed = 9};
    same = dice;
    assert_int_equal(resolver_expression_total(&total, expression, &dice, &err), 0);
    assert_int_equal(resolver_expression_roll(&result, result_memory, expression, &same, &err),
                     0);
    assert_true(value_of(result, "total") == total && dice.draw == same.draw);
    dice = (struct resolver_dice){.given = "3 4"};
    assert_int_equal(resolver_expression_total(&total, expression, &dice, &err), 0);
    assert_true(total == 8);
    dice = (struct resolver_dice){.asks = true};
    assert_says(resolver_expression_total(&total, expression, &dice, &err), RESOLVER_WANTED,
                "2 more of d6 needed");
    dice = (struct resolver_dice){.face = loaded_face, .context = &loaded};
    assert_int_equal(resolver_expression_total(&total, expression, &dice, &err), 0);
    assert_true(total == 9);
    assert_int_equal(resolver_expression_parse(&expression, memory, "3d6!r1kh2", &err), 0);
    struct resolver_odds *odds;
    struct resolver_numbers numbers;
    assert_int_equal(resolver_expression_odds(&odds, odds_memory, expression, &err), 0);
    assert_int_equal(resolver_odds_numbers(&numbers, sizeof numbers, odds, "total", &err), 0);
    assert_true(numbers.value[0] == 4 && numbers.value[numbers.count - 1] == 12);
}

static void test_resolver__notation_is_checked_rolled_and_counted(void **state)
{
    (void)state;
    char out[RESOLVER_VALUE_ROOM];
    int64_t low, high;
    struct resolver_dice dice = {.seed = 4};
    struct resolver_result *result;
    struct resolver_odds *odds;
    struct resolver_numbers total;
    assert_int_equal(resolver_notation(out, sizeof out, " 2D6 + 3", &err), RESOLVER_OK);
    assert_string_equal(out, "2d6+3");
    assert_says(resolver_notation(out, 4, "2d6+3", &err), RESOLVER_FULL, "more room");
    assert_says(resolver_notation(out, sizeof out, "2d6+", &err), RESOLVER_USAGE, "^");
    assert_int_equal(resolver_notation_range(&low, &high, "2d6!-1", &err), RESOLVER_OK);
    assert_int_equal(low, 1);
    assert_true(high == INT64_MAX);
    assert_int_equal(resolver_odds_of_roll(&odds, odds_memory, "2d6", &err), RESOLVER_OK);
    assert_int_equal(resolver_odds_numbers(&total, sizeof total, odds, "total", &err), 0);
    assert_int_equal(total.count, 11);
    assert_int_equal(total.value[0], 2);
    assert_true(total.chance[5] > 1.0 / 6 - 1e-12 && total.chance[5] < 1.0 / 6 + 1e-12);
    assert_true(total.deviation > 2.41 && total.deviation < 2.42); /* the root of 35/6 */
    assert_says(resolver_odds_of_roll(&odds, odds_memory, "2y6", &err), RESOLVER_USAGE, "^");
    assert_int_equal(resolver_roll(&result, result_memory, "7*6", &dice, &err), RESOLVER_OK);
    assert_int_equal(resolver_result_text(text, sizeof text, result), RESOLVER_OK);
    assert_string_equal(text, "42");
    assert_says(resolver_result_value(&low, result, "sum", &err), RESOLVER_USAGE,
                "a roll has no outcome sum");
}

/* ---- documents ------------------------------------------------------------------------- */

static json_t *document_of(const struct resolver_result *result)
{
    assert_int_equal(resolver_result_document(document, sizeof document, result), RESOLVER_OK);
    json_t *json = json_loads(document, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    return json;
}

static const char *word_of(const json_t *json, const char *key)
{
    const char *word = json_string_value(json_object_get(json, key));
    assert_non_null(word);
    return word;
}

/* Each outcome of the document is the one that is read by name, null where it is absent. */
static void assert_same_outcomes(const json_t *outcomes, const struct resolver_result *result)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)outcomes, name, value)
    {
        int64_t number = 0;
        enum resolver_status status = resolver_result_value(&number, result, name, &err);
        assert_int_equal(status, json_is_null(value) ? RESOLVER_ABSENT : RESOLVER_OK);
        if (status == RESOLVER_OK) {
            assert_int_equal(number, json_is_boolean(value) ? json_is_true(value)
                                                            : json_integer_value(value));
        }
    }
}

static void test_resolver__a_document_holds_all_of_a_result(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "trilemma attack strength=14 ac=20 hp=6",
        "trilemma shot strength=12 facing=behind target=far other_ac=18",
        "4ad attack bonus=3 level=4 foe=minor count=5",
        "qud melee dv=6 av=5 damage=2d4 sharp",
        "pixel attack accuracy=12.5 dodge=8 damage=5-25",
        "yuxtapa attack attacker=combat_mage defender=fighter",
    };
    for (int i = 0; i < (int)(sizeof lines / sizeof lines[0]); i++) {
        const struct resolver_request *request = finished(lines[i]);
        struct resolver_dice dice = {.seed = 11};
        for (int k = 0; k < 20; k++) {
            struct resolver_result *result;
            assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
            json_t *json = document_of(result);
            assert_same_outcomes(json_object_get(json, "outcome"), result);
            assert_true(json_object_size(json_object_get(json, "outcome")) > 1);
            assert_int_equal(resolver_result_text(text, sizeof text, result), RESOLVER_OK);
            assert_string_equal(word_of(json, "text"), text);
            json_t *trace = json_object_get(json, "trace");
            assert_int_equal(resolver_result_json(text, sizeof text, result), RESOLVER_OK);
            json_t *throws = json_loads(text, 0, NULL);
            assert_true(json_equal(trace, throws));
            assert_int_equal(resolver_request_value(text, sizeof text, request, "damage", &err),
                             i == 2 ? RESOLVER_USAGE : RESOLVER_OK);
            if (i != 2) {
                assert_string_equal(word_of(json_object_get(json, "inputs"), "damage"), text);
            }
            json_decref(throws);
            json_decref(json);
        }
    }
}

static void test_resolver__a_document_of_a_roll_names_its_notation(void **state)
{
    (void)state;
    struct resolver_dice dice = {.given = "6 3"};
    struct resolver_result *result;
    assert_int_equal(resolver_roll(&result, result_memory, " 2D6 + 3 [\"fire\"]", &dice, &err),
                     0);
    json_t *json = document_of(result);
    assert_string_equal(word_of(json, "notation"), "2d6+3[\"fire\"]");
    assert_int_equal(json_integer_value(json_object_get(json, "total")), 12);
    assert_string_equal(word_of(json, "text"), "2d6+3[\"fire\"] [6 3] = 12");
    json_decref(json);
}

static void test_resolver__a_document_of_a_list_has_its_rows(void **state)
{
    (void)state;
    const struct resolver_request *request = finished("pixel path dx=2 dy=1");
    struct resolver_dice dice = {.seed = 1};
    struct resolver_result *result;
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err), 0);
    json_t *json = document_of(result);
    const json_t *cells = json_object_get(json_object_get(json, "outcome"), "cells");
    assert_int_equal(json_array_size(cells), resolver_result_rows(result));
    const json_t *last = json_array_get(cells, json_array_size(cells) - 1);
    assert_int_equal(json_integer_value(json_object_get(last, "column")), 2);
    assert_int_equal(json_integer_value(json_object_get(last, "row")), 1);
    json_decref(json);
}

static void test_resolver__a_document_that_lacks_dice_or_room_says_so(void **state)
{
    (void)state;
    struct resolver_dice dice = {.given = "14", .asks = true};
    struct resolver_result *result;
    const struct resolver_request *request = finished("trilemma attack strength=14 ac=20");
    assert_int_equal(resolver_resolve(&result, result_memory, request, &dice, &err),
                     RESOLVER_WANTED);
    json_t *json = document_of(result);
    assert_null(json_object_get(json, "outcome"));
    const json_t *thrown = json_array_get(json_object_get(json, "trace"), 0);
    assert_string_equal(word_of(thrown, "why"), "attack");
    json_decref(json);
    assert_int_equal(resolver_result_document(document, 40, result), RESOLVER_FULL);
    assert_int_equal(strlen(document), 39);
}

static void test_resolver__a_long_text_of_every_kind_fits_its_room(void **state)
{
    (void)state;
    struct resolver_dice dice = {.seed = 4};
    struct resolver_result *result;
    assert_int_equal(resolver_roll(&result, result_memory, "2000d1000000", &dice, &err), 0);
    assert_int_equal(dice.draw, 2000);
    assert_int_equal(resolver_result_text(text, sizeof text, result), RESOLVER_OK);
    assert_int_equal(resolver_result_json(text, sizeof text, result), RESOLVER_OK);
    assert_int_equal(resolver_result_given(text, sizeof text, result), RESOLVER_OK);
    assert_int_equal(resolver_result_document(document, sizeof document, result), RESOLVER_OK);
}

static void test_resolver__its_version_can_be_compared(void **state)
{
    (void)state;
    char version[24];
    int number = resolver_version_number();
    snprintf(version, sizeof version, "%d.%d.%d", number / 10000, number / 100 % 100,
             number % 100);
    assert_string_equal(resolver_version(), version);
    assert_int_equal(number, RESOLVER_VERSION);
#if RESOLVER_VERSION < 10200
    fail_msg("the header is older than its documents");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resolver__everything_in_the_tables_is_described),
        cmocka_unit_test(test_resolver__a_description_fills_what_the_caller_knows_of_it),
        cmocka_unit_test(test_resolver__unknown_names_are_answered_with_the_nearest),
        cmocka_unit_test(test_resolver__values_are_set_by_word_by_number_and_by_text),
        cmocka_unit_test(test_resolver__a_wrong_value_leaves_the_request_as_it_was),
        cmocka_unit_test(test_resolver__what_is_missing_can_be_set_after_finishing_failed),
        cmocka_unit_test(test_resolver__a_block_may_be_anywhere),
        cmocka_unit_test(test_resolver__dice_put_elsewhere_are_those_of_there),
        cmocka_unit_test(test_resolver__every_block_that_is_too_small_is_said_to_be),
        cmocka_unit_test(test_resolver__an_act_has_the_result_of_the_rules),
        cmocka_unit_test(test_resolver__given_dice_are_taken_once_and_only_by_success),
        cmocka_unit_test(test_resolver__missing_dice_are_asked_for),
        cmocka_unit_test(test_resolver__faces_come_from_a_function),
        cmocka_unit_test(test_resolver__a_wrong_function_ends_the_act),
        cmocka_unit_test(test_resolver__lists_have_rows),
        cmocka_unit_test(test_resolver__steps_explain_an_act),
        cmocka_unit_test(test_resolver__parts_of_a_bonus_have_names),
        cmocka_unit_test(test_resolver__odds_are_read_by_name),
        cmocka_unit_test(test_resolver__odds_that_do_not_fit_are_full),
        cmocka_unit_test(test_resolver__the_notation_of_another_program_is_written_in_ours),
        cmocka_unit_test(test_resolver__an_expression_is_read_once_and_rolled_often),
        cmocka_unit_test(test_resolver__notation_is_checked_rolled_and_counted),
        cmocka_unit_test(test_resolver__a_document_holds_all_of_a_result),
        cmocka_unit_test(test_resolver__a_document_of_a_roll_names_its_notation),
        cmocka_unit_test(test_resolver__a_document_of_a_list_has_its_rows),
        cmocka_unit_test(test_resolver__a_document_that_lacks_dice_or_room_says_so),
        cmocka_unit_test(test_resolver__a_long_text_of_every_kind_fits_its_room),
        cmocka_unit_test(test_resolver__its_version_can_be_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
