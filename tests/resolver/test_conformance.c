/* What every action of every system in the registry must keep: documented parameters, legal
 * inputs that resolve, and three readings that agree. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/acts.h"
#include "support/cited.h"
#include "support/draws.h"
#include "support/unit.h"

/* Sanitizers make every act ten times as slow. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SLOW 1
#endif
#endif
#ifndef IS_SLOW
#define IS_SLOW 0
#endif

enum {
    INPUTS_TRIED = IS_SLOW ? 200 : 1000,
    SAMPLED_INPUTS = IS_SLOW ? 2 : 20,
    SAMPLES = 100000,
    WORDS_SIZE = 32768,
    HELP_WIDTH = 60
};

/* ---- tables ---------------------------------------------------------------------------- */

static bool is_word(const char *name, char joint)
{
    bool is_good = name[0] >= 'a' && name[0] <= 'z';
    for (const char *p = name; *p != '\0'; p++) {
        is_good =
            is_good && ((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == joint);
    }
    return is_good;
}

static void check_help(const char *help)
{
    assert_non_null(help);
    assert_true(strlen(help) > 0);
    if (strlen(help) > HELP_WIDTH) {
        fail_msg("wider than %d columns: %s", HELP_WIDTH, help);
    }
}

static void check_value(const struct value_def *def)
{
    assert_true(is_word(def->name, '_'));
    check_help(def->help);
    assert_non_null(def->rule);
    assert_true(def->rule[0] != '\0');
    assert_int_equal(def->kind == VALUE_CHOICE, def->choices != NULL);
    if (def->kind == VALUE_NUMBER || def->kind == VALUE_DECIMAL || def->kind == VALUE_SPAN) {
        assert_true(def->low < def->high);
    }
    if (def->fallback != NULL) {
        assert_false(def->is_required);
        struct inputs inputs;
        struct input input;
        struct error err;
        memset(&inputs, 0, sizeof inputs);
        assert_int_equal(input_parse(&input, &inputs, def, str_of(def->fallback), &err),
                         STATUS_OK);
    }
    for (int i = 0; def->choices != NULL && def->choices[i] != NULL; i++) {
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(def->choices[i], def->choices[k]);
        }
    }
}

static void check_values(const struct value_def *defs, int count)
{
    for (int i = 0; i < count; i++) {
        check_value(&defs[i]);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(defs[i].name, defs[k].name);
        }
    }
}

static void check_action(const struct action *action)
{
    assert_true(is_word(action->name, '_'));
    check_help(action->help);
    assert_true(action->rule[0] != '\0');
    assert_true(action->parameters_count <= PARAMETERS_MAX);
    assert_true(action->outcomes_count <= OUTCOMES_MAX);
    check_values(action->parameters, action->parameters_count);
    bool is_list = action->stages_count == 0;
    assert_int_equal(action->list != NULL, is_list);
    assert_int_equal(action->list_name != NULL, is_list);
    assert_int_equal(action->list_columns != NULL, is_list);
    assert_int_equal(action->read == NULL, is_list);
    assert_int_equal(action->outcomes_count == 0, is_list);
    for (int i = 0; i < action->outcomes_count; i++) {
        const struct outcome_def *outcome = &action->outcomes[i];
        assert_true(is_word(outcome->name, '_'));
        check_help(outcome->help);
        assert_true(outcome->rule[0] != '\0');
        assert_true(outcome->needs >= 0 && outcome->needs <= action->parameters_count);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(outcome->name, action->outcomes[k].name);
        }
    }
}

static void test_conformance__every_table_is_documented(void **state)
{
    (void)state;
    assert_true(systems_count() > 0);
    for (int s = 0; s < systems_count(); s++) {
        const struct system *system = system_at(s);
        assert_true(is_word(system->id, '-'));
        assert_true(system->title[0] != '\0' && system->note[0] != '\0');
        assert_true(system->hit_points[0] != '\0');
        assert_true(system->attributes_count <= ATTRIBUTES_MAX);
        check_values(system->attributes, system->attributes_count);
        assert_ptr_equal(system_find(str_of(system->id)), system);
        assert_true(system->alias[0] == '\0' || system_find(str_of(system->alias)) == system);
        assert_true(system->actions_count > 0);
        for (int a = 0; a < system->actions_count; a++) {
            check_action(&system->actions[a]);
            assert_ptr_equal(action_find(system, str_of(system->actions[a].name)),
                             &system->actions[a]);
        }
    }
}

/* ---- random legal inputs --------------------------------------------------------------- */

/* The ranges of drawn numbers: those usual in games, or half of them from the whole range. */
enum extent { EVERYDAY, WHOLE_RANGE };
static enum extent extent = WHOLE_RANGE;

static int number_between(struct draws *draws, int low, int high)
{
    if (extent == EVERYDAY || draws_between(draws, 0, 1) == 1) {
        low = low < -3 ? -3 : low;
        high = high > 25 ? 25 : high;
    }
    return draws_between(draws, low, high > low ? high : low);
}

static void write_value(struct draws *draws, const struct value_def *def, struct text *out)
{
    static const char *const dice[] = {"1d6",  "2d6+1",  "1d4-3",     "7",         "1d2",
                                       "3d8",  "4d6kh3", "d6!",       "2d4+4",     "d10-2",
                                       "1d20", "-1d4",   "2d6r1min3", "(1d6-1)*2", "d%/10"};
    int low = number_between(draws, def->low, def->high);
    int choices = 0;
    switch (def->kind) {
    case VALUE_NUMBER:
        text_add(out, "%d", low);
        return;
    case VALUE_DECIMAL:
        text_add(out, "%d.%d", low, low == def->high ? 0 : draws_between(draws, 0, 99));
        return;
    case VALUE_FLAG:
        text_add(out, "%s", draws_between(draws, 0, 1) == 1 ? "yes" : "false");
        return;
    case VALUE_DICE:
        text_add(out, "%s", dice[draws_between(draws, 0, 14)]);
        return;
    case VALUE_CHOICE:
        while (def->choices[choices] != NULL) {
            choices++;
        }
        text_add(out, "%s", def->choices[draws_between(draws, 0, choices - 1)]);
        return;
    case VALUE_SPAN:
        text_add(out, "%d-%d", low,
                 number_between(draws, low, low + 40 > def->high ? def->high : low + 40));
        return;
    }
}

/* False when the conditions between parameters refused this draw. */
static bool inputs_draw(struct draws *draws, const struct system *system,
                        const struct action *action, struct inputs *out)
{
    inputs_begin(out, system, action);
    struct error err;
    for (int i = 0; i < action->parameters_count; i++) {
        const struct value_def *def = &action->parameters[i];
        if (!def->is_required && draws_between(draws, 0, 2) > 0) {
            continue;
        }
        TEXT_BUFFER(text, 80);
        text_add(&text, "%s=", def->name);
        write_value(draws, def, &text);
        if (inputs_give(out, str_of(text.p), &err) != STATUS_OK) {
            fail_msg("%s %s: %s: %s", system->id, action->name, text.p, err.text);
        }
    }
    enum status status = inputs_finish(out, &err);
    assert_true(status == STATUS_OK || (status == STATUS_USAGE && err.text[0] != '\0'));
    return status == STATUS_OK;
}

static void inputs_draw_legal(struct draws *draws, const struct system *system,
                              const struct action *action, struct inputs *out)
{
    for (int attempt = 0; attempt < 1000; attempt++) {
        if (inputs_draw(draws, system, action, out)) {
            return;
        }
    }
    fail_msg("%s %s: no legal inputs among 1000 draws", system->id, action->name);
}

typedef void property(struct draws *draws, const struct inputs *inputs);

static void for_all(int inputs_count, property *holds)
{
    struct draws draws;
    draws_init(&draws);
    for (int s = 0; s < systems_count(); s++) {
        const struct system *system = system_at(s);
        for (int a = 0; a < system->actions_count; a++) {
            for (int i = 0; i < inputs_count; i++) {
                struct inputs inputs;
                inputs_draw_legal(&draws, system, &system->actions[a], &inputs);
                holds(&draws, &inputs);
            }
        }
    }
}

/* ---- one act --------------------------------------------------------------------------- */

static void check_same(const struct acted *a, const struct acted *b)
{
    assert_int_equal(a->err.code, STATUS_OK);
    if (b->err.code != STATUS_OK) {
        fail_msg("%s %s: %s; %s", a->inputs.system->id, a->inputs.action->name, b->err.text,
                 acts_line(a));
    }
    assert_false(b->dice.is_wanting);
    if (memcmp(&a->outcome, &b->outcome, sizeof a->outcome) != 0) {
        printf("# %s\n", acts_line(a));
        fail_msg("another outcome: %s", acts_line(b));
    }
}

static struct dice_stream stream_draw(struct draws *draws)
{
    struct dice_stream stream = {.seed = (uint64_t)draws_between(draws, 0, 1000000),
                                 .encounter = (uint32_t)draws_between(draws, 0, 9),
                                 .draw = (uint32_t)draws_between(draws, 0, 1000000)};
    return stream;
}

static void check_seed(struct draws *draws, const struct inputs *inputs)
{
    struct dice_stream stream = stream_draw(draws);
    struct acted first;
    struct acted second;
    acts_generate(&first, inputs, stream);
    acts_generate(&second, inputs, stream);
    check_same(&first, &second);
    assert_int_equal(first.dice.stream.draw, second.dice.stream.draw);
    assert_false(first.trace.is_cut);
    const struct action *action = inputs->action;
    for (int i = 0; i < action->outcomes_count; i++) {
        bool is_listed = outcome_is_listed(inputs, i);
        assert_true(is_listed || !first.outcome.is_present[i]);
        if (action->outcomes[i].kind == OUTCOME_CHANCE) {
            assert_int_equal(is_listed, first.outcome.is_present[i]);
            assert_true(first.outcome.value[i] == 0 || first.outcome.value[i] == 1);
        } else if (first.outcome.is_present[i]) {
            assert_true(first.outcome.value[i] >= 0);
        }
    }
}

static void test_conformance__the_same_seed_gives_the_same_result(void **state)
{
    (void)state;
    for_all(INPUTS_TRIED, check_seed);
}

static void cite_act(struct cited *cited, const struct inputs *inputs,
                     struct dice_stream stream)
{
    struct acted acted;
    acts_generate(&acted, inputs, stream);
    for (int i = 0; i < acted.trace.steps; i++) {
        cited_by(cited, str_of(acted.trace.step[i].why.rule), inputs->action->name);
    }
}

/* The rules that an explanation cites are in the system's file of rule texts. */
static void test_conformance__every_rule_an_explanation_cites_has_a_text(void **state)
{
    struct draws draws;
    (void)state;
    draws_init(&draws);
    for (int s = 0; s < systems_count(); s++) {
        const struct system *system = system_at(s);
        struct cited *cited = cited_begin(system);
        for (int i = 0; i < system->actions_count * INPUTS_TRIED; i++) {
            struct inputs inputs;
            inputs_draw_legal(&draws, system, &system->actions[i % system->actions_count],
                              &inputs);
            cite_act(cited, &inputs, stream_draw(&draws));
        }
        cited_end(cited);
    }
}

/* The words that give a trace's dice again, with the total of throw number `total` (from 0) in
 * place of its faces; -1: faces only. */
static void write_given(const struct trace *trace, int total, struct text *out)
{
    struct trace part = *trace;
    int throw_number = 0;
    for (int i = 0; i < part.steps; i++) {
        if (part.step[i].kind == TRACE_DICE && throw_number++ == total) {
            part.step[i].face_count = 0;
        }
    }
    trace_format_given(&part, out);
}

static void check_given(struct draws *draws, const struct inputs *inputs)
{
    struct acted generated;
    struct acted given;
    acts_generate(&generated, inputs, stream_draw(draws));
    char words[WORDS_SIZE];
    struct text text;
    text_init(&text, words, sizeof words);
    write_given(&generated.trace, -1, &text);
    acts_throw_inputs(&given, inputs, words);
    check_same(&generated, &given);
    assert_int_equal(given.dice.stream.draw, 0);
    assert_int_equal(generated.trace.steps, given.trace.steps);
    int throw_number = 0;
    for (int i = 0; i < generated.trace.steps; i++) {
        if (generated.trace.step[i].kind != TRACE_DICE) {
            continue;
        }
        if (generated.trace.step[i].takes_total) {
            text_init(&text, words, sizeof words);
            write_given(&generated.trace, throw_number, &text);
            acts_throw_inputs(&given, inputs, words);
            check_same(&generated, &given);
        }
        throw_number++;
    }
}

static void test_conformance__the_dice_of_a_trace_given_back_reproduce_the_outcome(void **state)
{
    (void)state;
    for_all(INPUTS_TRIED, check_given);
}

static void check_question(struct draws *draws, const struct inputs *inputs)
{
    /* Answering one question after the other gives the same as rolling. */
    struct acted generated;
    struct acted asked;
    acts_generate(&generated, inputs, stream_draw(draws));
    char words[WORDS_SIZE] = "";
    TEXT_BUFFER(all, WORDS_SIZE);
    write_given(&generated.trace, -1, &all);
    struct str rest = {all.p, all.n};
    struct text text = text_over(words, sizeof words);
    for (;;) {
        acts_throw_inputs(&asked, inputs, words);
        struct str word = str_next_word(&rest);
        assert_int_equal(asked.dice.is_wanting, word.n > 0);
        if (word.n == 0) {
            break;
        }
        assert_true(asked.dice.request.missing >= 1);
        assert_true(asked.dice.request.low <= asked.dice.request.high);
        assert_true(asked.dice.request.dice[0] != '\0');
        assert_true(asked.dice.request.label[0] != '\0');
        text_add(&text, "%s%.*s", text.n == 0 ? "" : " ", word.n, word.p);
    }
    check_same(&generated, &asked);
}

static void test_conformance__answering_the_questions_one_by_one_reproduces_it_too(void **state)
{
    (void)state;
    for_all(IS_SLOW ? 10 : 40, check_question);
}

static void check_too_many(struct draws *draws, const struct inputs *inputs)
{
    struct acted generated;
    struct acted given;
    acts_generate(&generated, inputs, stream_draw(draws));
    TEXT_BUFFER(text, WORDS_SIZE);
    write_given(&generated.trace, -1, &text);
    text_add(&text, " 1");
    acts_throw_inputs(&given, inputs, text.p);
    assert_int_equal(given.err.code, STATUS_USAGE);
    if (text.n > 2) {
        acts_throw_inputs(&given, inputs, "1000000");
        assert_int_equal(given.err.code, STATUS_USAGE);
    }
}

static void test_conformance__a_face_too_many_or_impossible_is_refused(void **state)
{
    (void)state;
    for_all(IS_SLOW ? 20 : 100, check_too_many);
}

/* ---- lists ----------------------------------------------------------------------------- */

static void check_list(struct draws *draws, const struct inputs *inputs)
{
    (void)draws;
    const struct action *action = inputs->action;
    if (action->list == NULL) {
        return;
    }
    struct listing listing = {.rows = 0};
    action->list(inputs, &listing);
    assert_true(listing.rows > 0);
    int columns = 0;
    while (action->list_columns[columns] != NULL) {
        assert_true(is_word(action->list_columns[columns], '_'));
        columns++;
    }
    assert_true(is_word(action->list_name, '_'));
    assert_true(columns >= 1 && columns <= LISTING_COLUMNS_MAX);
    struct odds odds;
    struct arena arena;
    struct error err;
    arena_init(&arena, NULL, 0);
    assert_int_equal(odds_of(&odds, inputs, &arena, &err), STATUS_USAGE);
}

static void test_conformance__an_action_without_outcomes_lists_rows(void **state)
{
    (void)state;
    for_all(INPUTS_TRIED, check_list);
}

/* ---- odds ------------------------------------------------------------------------------ */

/* For inputs with too large odds there is an error; the masses of the others must add up. */
static bool odds_draw(const struct inputs *inputs, struct odds *odds)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    struct error err;
    enum status status = odds_of(odds, inputs, &arena, &err);
    assert_true(status == STATUS_OK || status == STATUS_FULL);
    return status == STATUS_OK;
}

static void check_odds(struct draws *draws, const struct inputs *inputs)
{
    struct odds odds;
    struct acted acted;
    if (inputs->action->stages_count == 0 || !odds_draw(inputs, &odds)) {
        return;
    }
    acts_generate(&acted, inputs, stream_draw(draws));
    const struct action *action = inputs->action;
    assert_true(odds.unresolved >= 0 && odds.unresolved <= 1e-12);
    for (int i = 0; i < action->outcomes_count; i++) {
        assert_int_equal(odds.is_listed[i], outcome_is_listed(inputs, i));
        if (!acted.outcome.is_present[i]) {
            continue;
        }
        if (action->outcomes[i].kind == OUTCOME_CHANCE) {
            double chance = odds.chance[i];
            assert_true(chance >= 0 && chance <= 1 + 1e-12);
            assert_true(acted.outcome.value[i] == 1 ? chance > 0 : chance < 1 - 1e-15);
            continue;
        }
        const struct odds_numbers *numbers = &odds.numbers[i];
        double mass = 0;
        bool is_found = false;
        for (int k = 0; k < numbers->count; k++) {
            assert_true(numbers->mass[k] > 0);
            assert_true(k == 0 || numbers->value[k - 1] < numbers->value[k]);
            assert_true(numbers->value[k] >= 0);
            mass += numbers->mass[k];
            is_found = is_found || numbers->value[k] == acted.outcome.value[i];
        }
        assert_true(is_found);
        assert_true(mass <= 1 + 1e-12);
    }
}

static void test_conformance__the_outcome_is_possible_by_its_odds(void **state)
{
    (void)state;
    for_all(INPUTS_TRIED, check_odds);
}

/* The 1 - 3e-6 quantile of chi-square, after Wilson and Hilferty. */
static double chi_square_limit(int freedom)
{
    double ninth = 2.0 / (9.0 * freedom);
    double root = 1 - ninth + 4.5 * sqrt(ninth);
    return freedom * root * root * root;
}

/* Expected and counted cells; the last one is "absent". Small neighbours are merged. */
static void check_cells(const struct inputs *inputs, const char *name, const double *expected,
                        const int *counted, int cells)
{
    double sum = 0;
    double merged = 0;
    int seen = 0;
    int kept = 0;
    for (int i = 0; i < cells; i++) {
        merged += expected[i] * (double)SAMPLES;
        seen += counted[i];
        if (merged >= 20 || i == cells - 1) {
            double apart = seen - merged;
            sum += merged > 0.5 ? apart * apart / merged : seen;
            kept++;
            merged = 0;
            seen = 0;
        }
    }
    if (kept > 1 && sum > chi_square_limit(kept - 1)) {
        fail_msg("%s %s: %s: chi-square %.1f over %d cells", inputs->system->id,
                 inputs->action->name, name, sum, kept);
    }
}

enum { VALUES_COUNTED = 2048 };

struct counts {
    int of[OUTCOMES_MAX]
          [VALUES_COUNTED + 2]; /* by index into the odds' values; then others, absent */
};

static int cell_of(const struct odds_numbers *numbers, int64_t value)
{
    int low = 0;
    int high = numbers->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (numbers->value[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_there = low < numbers->count && numbers->value[low] == value;
    return is_there && low < VALUES_COUNTED ? low : VALUES_COUNTED;
}

static void check_sampled(const struct inputs *inputs, const struct odds *odds,
                          const struct counts *counts)
{
    static double expected[VALUES_COUNTED + 2];
    const struct action *action = inputs->action;
    for (int i = 0; i < action->outcomes_count; i++) {
        const struct odds_numbers *numbers = &odds->numbers[i];
        if (!odds->is_listed[i]) {
            continue;
        }
        memset(expected, 0, sizeof expected);
        if (action->outcomes[i].kind == OUTCOME_CHANCE) {
            expected[0] = 1 - odds->chance[i];
            expected[1] = odds->chance[i];
            check_cells(inputs, action->outcomes[i].name, expected, counts->of[i], 2);
            continue;
        }
        expected[VALUES_COUNTED + 1] = 1;
        for (int k = 0; k < numbers->count; k++) {
            expected[k < VALUES_COUNTED ? k : VALUES_COUNTED] += numbers->mass[k];
            expected[VALUES_COUNTED + 1] -= numbers->mass[k];
        }
        check_cells(inputs, action->outcomes[i].name, expected, counts->of[i],
                    VALUES_COUNTED + 2);
    }
}

static void check_samples(struct draws *draws, const struct inputs *inputs)
{
    static struct counts counts;
    struct odds odds;
    if (inputs->action->stages_count == 0 || !odds_draw(inputs, &odds)) {
        return;
    }
    memset(&counts, 0, sizeof counts);
    const struct action *action = inputs->action;
    struct dice_stream stream = stream_draw(draws);
    for (int sample = 0; sample < SAMPLES; sample++) {
        struct dice dice;
        struct outcome outcome;
        dice_init_thrown(&dice, stream, NULL, 0, false, NULL);
        resolve_act(inputs, &dice, &outcome);
        stream = dice.stream;
        for (int i = 0; i < action->outcomes_count; i++) {
            bool is_chance = action->outcomes[i].kind == OUTCOME_CHANCE;
            int cell = !outcome.is_present[i] ? VALUES_COUNTED + 1
                       : is_chance            ? (int)outcome.value[i]
                                              : cell_of(&odds.numbers[i], outcome.value[i]);
            counts.of[i][cell]++;
        }
    }
    check_sampled(inputs, &odds, &counts);
}

static void test_conformance__100000_samples_agree_with_the_enumeration(void **state)
{
    (void)state;
    extent = EVERYDAY; /* the extremes take long to sample and say little */
    for_all(SAMPLED_INPUTS, check_samples);
    extent = WHOLE_RANGE;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conformance__every_table_is_documented),
        cmocka_unit_test(test_conformance__the_same_seed_gives_the_same_result),
        cmocka_unit_test(test_conformance__every_rule_an_explanation_cites_has_a_text),
        cmocka_unit_test(
            test_conformance__the_dice_of_a_trace_given_back_reproduce_the_outcome),
        cmocka_unit_test(
            test_conformance__answering_the_questions_one_by_one_reproduces_it_too),
        cmocka_unit_test(test_conformance__a_face_too_many_or_impossible_is_refused),
        cmocka_unit_test(test_conformance__an_action_without_outcomes_lists_rows),
        cmocka_unit_test(test_conformance__the_outcome_is_possible_by_its_odds),
        cmocka_unit_test(test_conformance__100000_samples_agree_with_the_enumeration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
