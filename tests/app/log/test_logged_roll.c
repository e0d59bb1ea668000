/* What the log keeps of every roll: the request, its chance, and the outcome. */
#include "app/log/logged_roll.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/log/act.h"
#include "app/log/log_pages.h"
#include "app/sitting/odds.h"
#include "app/sitting/state.h"
#include "resolver/dice/dice_expr_distribution.h"
#include "store/fixture.h"
#include "support/draws.h"
#include "support/random_line.h"
#include "support/unit.h"

enum { LINES = 300, LINE_SIZE = 1000, SCRIPT_LINES = 200 };

struct log_fixture {
    char path[512];
    struct sitting *sitting;
    struct draws draws;
    unsigned char memory[ODDS_MEMORY_SIZE];
};

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static void open_again(struct log_fixture *fixture)
{
    struct error err;
    struct sitting_options options = {
        .path = fixture->path, .has_seed = true, .seed = 7, .now_ms = fixed_clock};
    sitting_close(fixture->sitting);
    if (sitting_open(&fixture->sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
}

/* The requests of an act and the outcome of each. */
static enum status requests_of(struct log_fixture *fixture, int64_t act, json_t **requests,
                               json_t **outcomes)
{
    struct act_events events = {.count = 0};
    struct error err;
    enum status status = act_events_read(&events, fixture->sitting->campaign, act, true, &err);
    *requests = json_incref(events.requests);
    *outcomes = json_incref(events.outcomes);
    act_events_free(&events);
    return status;
}

static int begin(void **state)
{
    const char *folder = getenv("TMPDIR");
    struct log_fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    draws_init(&fixture->draws);
    snprintf(fixture->path, sizeof fixture->path, "%s/requests-%ld.db",
             folder != NULL ? folder : "/tmp", (long)getpid());
    remove(fixture->path);
    open_again(fixture);
    *state = fixture;
    return 0;
}

static int end(void **state)
{
    struct log_fixture *fixture = *state;
    sitting_close(fixture->sitting);
    remove(fixture->path);
    free(fixture);
    return 0;
}

static enum result_kind run(struct log_fixture *fixture, const char *line)
{
    static struct result result;
    sitting_run(fixture->sitting, line, false, &result);
    return result.kind;
}

static void do_line(struct log_fixture *fixture, const char *line)
{
    if (run(fixture, line) != RESULT_DONE) {
        fail_msg("%s is not done", line);
    }
}

/* ---- each chance is the odds of its request -------------------------------------------- */

static void assert_close(const json_t *kept, double odds, const char *name)
{
    if (!json_is_number(kept) || fabs(json_number_value(kept) - odds) > 1e-12) {
        fail_msg("%s: kept %.17g, odds %.17g", name, json_number_value(kept), odds);
    }
}

static void check_numbers(const json_t *kept, const struct odds_numbers *numbers,
                          const char *name)
{
    if (numbers->count > 64) {
        assert_true(json_is_true(json_object_get(kept, "cut")));
        assert_close(json_object_get(kept, "mean"), numbers->mean, name);
        double variance = numbers->deviation * numbers->deviation;
        assert_true(fabs(json_number_value(json_object_get(kept, "variance")) - variance) <
                    1e-9 * fmax(1, variance));
        return;
    }
    assert_int_equal(json_object_size(kept), numbers->count);
    for (int i = 0; i < numbers->count; i++) {
        char key[24];
        snprintf(key, sizeof key, "%lld", (long long)numbers->value[i]);
        assert_close(json_object_get(kept, key), numbers->mass[i], name);
    }
}

/* The outcome is one of the possible ones. */
static void check_outcome(const struct odds *odds, int i, const struct outcome_def *def,
                          const json_t *outcome)
{
    const json_t *value = json_object_get(outcome, def->name);
    assert_non_null(value);
    if (def->kind == OUTCOME_CHANCE) {
        assert_true(json_is_true(value) ? odds->chance[i] > 0 : odds->chance[i] < 1);
        return;
    }
    bool is_among = json_is_null(value);
    for (int k = 0; k < odds->numbers[i].count; k++) {
        is_among = is_among || odds->numbers[i].value[k] == json_integer_value(value);
    }
    assert_true(is_among);
}

static void check_act(struct log_fixture *fixture, json_t *request, const json_t *outcome)
{
    struct error err;
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    const json_t *chance = json_object_get(request, "chance");
    const struct system *system =
        system_find(str_of(json_string_value(json_object_get(request, "system"))));
    const struct action *action =
        action_find(system, str_of(json_string_value(json_object_get(request, "action"))));
    assert_int_equal(json_integer_value(json_object_get(request, "rules")), system->rules);
    assert_int_equal(json_object_size(json_object_get(request, "inputs")),
                     action->parameters_count);
    inputs_begin(&inputs, system, action);
    if (inputs_give_json(&inputs, json_object_get(request, "inputs"), &err) != STATUS_OK ||
        inputs_finish(&inputs, &err) != STATUS_OK) {
        fail_msg("%s %s: %s", system->id, action->name, err.text);
    }
    arena_init(&arena, fixture->memory, sizeof fixture->memory);
    if (odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        assert_null(chance);
        return;
    }
    size_t chances = 0, numbers = 0;
    for (int i = 0; i < action->outcomes_count; i++) {
        const struct outcome_def *def = &action->outcomes[i];
        if (!odds.is_listed[i]) {
            continue;
        }
        const json_t *probabilities = json_object_get(chance, "probabilities");
        const json_t *distributions = json_object_get(chance, "distributions");
        if (def->kind == OUTCOME_CHANCE) {
            assert_close(json_object_get(probabilities, def->name), odds.chance[i], def->name);
        } else {
            check_numbers(json_object_get(distributions, def->name), &odds.numbers[i],
                          def->name);
            assert_close(json_object_get(json_object_get(chance, "mean"), def->name),
                         odds.numbers[i].mean, def->name);
        }
        chances += def->kind == OUTCOME_CHANCE;
        numbers += def->kind == OUTCOME_NUMBER;
        check_outcome(&odds, i, def, outcome);
    }
    assert_int_equal(json_object_size(json_object_get(chance, "probabilities")), chances);
    assert_int_equal(json_object_size(json_object_get(chance, "distributions")), numbers);
}

static void check_notation(struct log_fixture *fixture, const char *notation,
                           const json_t *chance)
{
    struct error err;
    struct dice_expr expr;
    struct distribution distribution;
    struct odds_numbers numbers;
    struct arena arena;
    arena_init(&arena, fixture->memory, sizeof fixture->memory);
    assert_int_equal(dice_expr_parse(&expr, str_of(notation), &err), STATUS_OK);
    if (chance == NULL ||
        dice_expr_distribution(&distribution, &expr, &arena, &err) != STATUS_OK ||
        odds_numbers_of(&numbers, &distribution, &arena, &err) != STATUS_OK) {
        assert_null(chance);
        return;
    }
    check_numbers(json_object_get(json_object_get(chance, "distributions"), "total"), &numbers,
                  notation);
}

struct checked {
    int acts, notations, tables;
};

static void check_request(struct log_fixture *fixture, json_t *request, const json_t *outcome,
                          struct checked *checked)
{
    const json_t *notation = json_object_get(request, "notation");
    assert_string_equal(json_string_value(json_object_get(request, "step")), "request");
    assert_true(json_is_array(json_object_get(request, "to")));
    assert_true(json_object_size(outcome) > 0);
    if (json_object_get(request, "system") != NULL) {
        check_act(fixture, request, outcome);
        checked->acts++;
    } else if (notation != NULL) {
        check_notation(fixture, json_string_value(notation),
                       json_object_get(request, "chance"));
        checked->notations++;
    } else {
        assert_true(json_is_string(json_object_get(request, "table")));
        assert_non_null(json_object_get(outcome, "text"));
        assert_non_null(json_object_get(request, "chance"));
        checked->tables++;
    }
}

static bool count_rolls(void *context, const struct event *event)
{
    *(size_t *)context += event->kind == EVENT_ROLLED;
    return true;
}

/* Every act of the campaign, those on other branches too: each roll has its request. */
static struct checked check_all(struct log_fixture *fixture)
{
    struct checked checked = {0};
    struct error err;
    struct act_row row;
    for (int64_t id = 1; log_row(fixture->sitting->campaign, id, &row, &err) == STATUS_OK;
         id++) {
        json_t *requests, *outcomes;
        size_t rolls = 0;
        if (row.kind != ROW_ACT) {
            continue;
        }
        assert_int_equal(requests_of(fixture, id, &requests, &outcomes), STATUS_OK);
        assert_int_equal(log_events(fixture->sitting->campaign, id, count_rolls, &rolls, &err),
                         STATUS_OK);
        assert_int_equal(json_array_size(requests), rolls);
        assert_int_equal(json_array_size(outcomes), rolls);
        for (size_t i = 0; i < rolls; i++) {
            check_request(fixture, json_array_get(requests, i), json_array_get(outcomes, i),
                          &checked);
        }
        json_decref(requests);
        json_decref(outcomes);
    }
    return checked;
}

static enum status verify_file(struct sitting *sitting, found_fn *tell, void *context,
                               struct error *err)
{
    char path[4096];
    return sitting_verify_file(sitting_path(sitting), path, sizeof path, tell, context, err);
}

static void found(void *context, const struct fault *fault)
{
    (void)context;
    fail_msg("%s: %s", fault->where, fault->what);
}

/* Steps as those who count read them. */
static json_t *without_unread(json_t *steps)
{
    static const char *const unread[] = {"why", "rule", "value", "inputs"};
    json_t *out = json_deep_copy(steps), *step;
    size_t i;
    json_array_foreach(out, i, step)
    {
        for (size_t k = 0; k < sizeof unread / sizeof unread[0]; k++) {
            json_object_del(step, unread[k]);
        }
    }
    return out;
}

static void compare_json(const char *of, json_t *ours, json_t *theirs)
{
    char *one =
        ours != NULL ? json_dumps(ours, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) : NULL;
    char *other =
        theirs != NULL ? json_dumps(theirs, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) : NULL;
    if ((one == NULL) != (other == NULL) || (one != NULL && strcmp(one, other) != 0)) {
        fail_msg("%s\n%s\n%s", of, one != NULL ? one : "NULL", other != NULL ? other : "NULL");
    }
    free(one);
    free(other);
}

/* A trace is read as the JSON library reads it, whatever stands in it. */
static void compare_reading(struct str trace)
{
    char *text = malloc((size_t)trace.n + 1);
    assert_non_null(text);
    memcpy(text, trace.p, (size_t)trace.n);
    json_t *theirs = json_loadb(text, (size_t)trace.n, 0, NULL);
    struct logged_roll whole, counted;
    logged_roll_read(&whole, (struct str){text, trace.n});
    logged_roll_read_counted(&counted, (struct str){text, trace.n});
    text[trace.n] = '\0';
    compare_json(text, whole.steps, theirs);
    json_t *some = without_unread(counted.steps), *all = without_unread(theirs);
    compare_json(text, some, all);
    assert_int_equal(whole.request == NULL, counted.request == NULL);
    assert_int_equal(whole.chance == NULL, counted.chance == NULL);
    assert_int_equal(whole.outcome == NULL, counted.outcome == NULL);
    assert_int_equal(whole.is_whole, counted.is_whole);
    json_decref(some);
    json_decref(all);
    json_decref(theirs);
    logged_roll_free(&whole);
    logged_roll_free(&counted);
    free(text);
}

/* The trace itself, and a few that differ from it in a piece. */
static void compare_trace(void *context, int64_t event, struct str trace)
{
    static const char *const piece[] = {"\"",
                                        "\\",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        ",",
                                        ":",
                                        "0",
                                        "-",
                                        ".",
                                        "e",
                                        "1e5",
                                        "1e400",
                                        "1E-320",
                                        "-0",
                                        "-0.0",
                                        "01",
                                        " ",
                                        "\n",
                                        "\\u0000",
                                        "\\ud800",
                                        "\xc3\xa9",
                                        "\xc0\x80",
                                        "\xff",
                                        "\x01",
                                        "true",
                                        "nul",
                                        "null",
                                        "123456789012345678901234567890",
                                        "0.1234567890123456789",
                                        "\"inputs\":{\"a\":[]},",
                                        "\"value\":1e999,",
                                        "[[[[[[[[[[[[[[[[[[[["};
    enum { PIECES = sizeof piece / sizeof piece[0], CHANGES = 6 };
    struct log_fixture *fixture = context;
    (void)event;
    compare_reading(trace);
    for (int i = 0; i < CHANGES; i++) {
        const char *put = piece[draws_between(&fixture->draws, 0, PIECES - 1)];
        int at = draws_between(&fixture->draws, 0, trace.n);
        int left_out = draws_between(&fixture->draws, 0, 3);
        left_out = left_out < trace.n - at ? left_out : trace.n - at;
        int n = (int)strlen(put);
        char *text = malloc((size_t)trace.n + (size_t)n + 1);
        assert_non_null(text);
        memcpy(text, trace.p, (size_t)at);
        memcpy(text + at, put, (size_t)n);
        memcpy(text + at + n, trace.p + at + left_out, (size_t)(trace.n - at - left_out));
        compare_reading((struct str){text, trace.n + n - left_out});
        free(text);
    }
}

static void verify(struct log_fixture *fixture)
{
    struct error err;
    assert_int_equal(verify_file(fixture->sitting, found, NULL, &err), STATUS_OK);
    assert_int_equal(log_traces(fixture->sitting->campaign, compare_trace, fixture, &err),
                     STATUS_OK);
}

/* The lines of a script, without their dice. */
struct script {
    int lines;
    char line[SCRIPT_LINES][LINE_SIZE];
};

static void read_script(struct script *out, const char *path, bool has_dice)
{
    char bytes[LINE_SIZE];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    out->lines = 0;
    while (fgets(bytes, sizeof bytes, file) != NULL) {
        bytes[strcspn(bytes, "\n")] = '\0';
        struct str rest = str_of(bytes);
        const char *from = bytes;
        struct text line = text_over(out->line[out->lines], LINE_SIZE);
        for (struct str word; bytes[0] != '#' && (word = str_next_word(&rest)).p != NULL;
             from = rest.p) {
            struct entered die;
            if (has_dice || line.n == 0 || !entered_parse(&die, word)) {
                text_add_str(&line, (struct str){from, (int)(rest.p - from)});
            }
        }
        assert_true(out->lines + 1 < SCRIPT_LINES);
        out->lines += line.n > 0;
    }
    fclose(file);
}

/* The demo fight of each game, and then its lines in any order, with other dice. */
static void play_random(struct log_fixture *fixture, const char *path)
{
    static struct script script;
    read_script(&script, path, false);
    for (int i = 0; i < script.lines; i++) {
        run(fixture, script.line[i]);
    }
    for (int i = 0; i < LINES; i++) {
        const char *line = script.line[draws_between(&fixture->draws, 0, script.lines - 1)];
        bool is_move = strncmp(line, "encounter", 9) == 0 || strncmp(line, "open", 4) == 0;
        run(fixture, is_move ? "next" : line);
        if (draws_between(&fixture->draws, 1, 12) == 1) {
            run(fixture, "amend roll");
        }
        if (draws_between(&fixture->draws, 1, 12) == 1) {
            run(fixture, "undo");
        }
    }
}

/* Any command of the game with any words. */
static void play_anything(struct log_fixture *fixture)
{
    for (int i = 0; i < LINES; i++) {
        const struct command_def *const *defs;
        int count = sitting_commands(fixture->sitting, &defs);
        char line[COMMAND_LINE_MAX + 1];
        struct text text = text_over(line, sizeof line);
        random_line(&text, &fixture->draws, defs, count, sitting_state(fixture->sitting));
        run(fixture, line);
    }
}

static const char *const scripts[] = {
    "data/demo/dungeon.referee", "data/demo/mill_pond.referee", "data/demo/saltworks.referee",
    "data/demo/spire.referee", "data/demo/sunken_larder.referee"};
enum { SCRIPTS = sizeof scripts / sizeof scripts[0] };

static void begin_again(struct log_fixture *fixture)
{
    sitting_close(fixture->sitting);
    fixture->sitting = NULL;
    remove(fixture->path);
    open_again(fixture);
}

static void test_log_requests__every_game_has_a_version_of_its_rules(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        assert_true(system_at(i)->rules >= 1);
    }
}

static void test_log_requests__every_roll_of_random_fights_keeps_its_odds(void **state)
{
    struct log_fixture *fixture = *state;
    for (int i = 0; i < SCRIPTS; i++) {
        begin_again(fixture);
        play_random(fixture, scripts[i]);
        play_anything(fixture);
        struct checked checked = check_all(fixture);
        if (checked.acts < 20) {
            fail_msg("%s: only %d acts were rolled for", scripts[i], checked.acts);
        }
        verify(fixture);
    }
}

static void test_log_requests__every_roll_of_the_demo_fights_keeps_its_odds(void **state)
{
    static struct script script;
    struct log_fixture *fixture = *state;
    for (int i = 0; i < SCRIPTS; i++) {
        read_script(&script, scripts[i], true);
        for (int k = 0; k < script.lines; k++) {
            do_line(fixture, script.line[k]);
        }
    }
    struct checked checked = check_all(fixture);
    assert_true(checked.acts > 60);
    assert_true(checked.tables > 0);
    verify(fixture);
}

/* ---- one act --------------------------------------------------------------------------- */

static void duel(struct log_fixture *fixture)
{
    do_line(fixture, "encounter Duel system=trilemma");
    do_line(fixture, "add Ana side=party strength=14 wits=12 ac=24 hp=9");
    do_line(fixture, "add rat strength=8 wits=3 ac=22 hp=6");
    do_line(fixture, "initiative 15 5");
}

/* The requests and outcomes of the newest act, as one text. */
static const char *newest(struct log_fixture *fixture, char out[4000])
{
    json_t *requests, *outcomes;
    assert_int_equal(
        requests_of(fixture, fixture->sitting->position.head, &requests, &outcomes), STATUS_OK);
    json_t *both = json_pack("[o,o]", requests, outcomes);
    char *text = json_dumps(both, JSON_COMPACT | JSON_REAL_PRECISION(12));
    snprintf(out, 4000, "%s", text);
    free(text);
    json_decref(both);
    return out;
}

static void test_log_requests__an_attack_is_complete(void **state)
{
    struct log_fixture *fixture = *state;
    char text[4000];
    duel(fixture);
    do_line(fixture, "attack rat 9 4");
    assert_string_equal(
        newest(fixture, text),
        "[[{\"step\":\"request\",\"by\":\"Ana\",\"to\":[\"Rat\"],\"system\":\"trilemma\","
        "\"action\":\"attack\",\"inputs\":{\"strength\":14,\"ac\":22,\"armour\":0,"
        "\"blind\":false,\"constrained\":false,\"unaware\":false,\"out_reached\":false,"
        "\"edge\":0,\"bonus\":0,\"ac_bonus\":0,\"damage\":\"1d6\",\"hp\":6,\"defend\":false,"
        "\"defender_strength\":0,\"defender_edge\":0,\"direct\":false},\"rules\":1,\"chance\":"
        "{\"probabilities\":{\"hit\":0.65,\"four_extra\":0.0,\"injury_due\":0.0},"
        "\"distributions\":{\"extra_degrees\":{\"0\":0.25,\"1\":0.25,\"2\":0.15},"
        "\"damage\":{\"0\":0.35,\"1\":0.108333333333,\"2\":0.108333333333,"
        "\"3\":0.108333333333,\"4\":0.108333333333,\"5\":0.108333333333,"
        "\"6\":0.108333333333}},\"mean\":{\"extra_degrees\":0.55,\"damage\":2.275}}}],"
        "[{\"hit\":true,\"four_extra\":false,\"injury_due\":false,\"extra_degrees\":0,"
        "\"damage\":4}]]");
    do_line(fixture, "roll d4");
    assert_string_equal(
        newest(fixture, text),
        "[[{\"step\":\"request\",\"by\":null,\"to\":[],\"notation\":\"d4\",\"rules\":2,"
        "\"chance\":"
        "{\"distributions\":{\"total\":{\"1\":0.25,\"2\":0.25,\"3\":0.25,\"4\":0.25}},"
        "\"mean\":{\"total\":2.5}}}],[{\"total\":4}]]");
}

/* The odds shown in the panel before the act are those in the log, also when some of its dice
 * had been thrown: then they were those of the rest. */
static void test_log_requests__odds_shown_before_are_kept(void **state)
{
    struct log_fixture *fixture = *state;
    duel(fixture);
    int before = fixture->sitting->chances.next;
    sitting_line_odds(fixture->sitting, "attack rat");
    assert_int_equal(fixture->sitting->chances.next, before + 1);
    sitting_line_odds(fixture->sitting, "attack rat bonus=1 9");
    assert_int_equal(fixture->sitting->chances.next, before + 1);
    do_line(fixture, "attack rat 9 4");
    assert_int_equal(fixture->sitting->chances.next, before + 1);
    do_line(fixture, "undo");
    do_line(fixture, "attack rat bonus=1 9 4");
    assert_int_equal(fixture->sitting->chances.next, before + 2);
    assert_int_equal(check_all(fixture).acts, 4);
    verify(fixture);
}

/* A name is that of the moment, and an amended act has its own request. */
static void test_log_requests__an_amended_act_keeps_both_requests(void **state)
{
    struct log_fixture *fixture = *state;
    char text[4000];
    duel(fixture);
    do_line(fixture, "attack rat 9 4");
    int64_t first = fixture->sitting->position.head;
    do_line(fixture, "set rat ac=30");
    do_line(fixture, "rename rat \"Old rat\"");
    do_line(fixture, "amend act=4 attack rat bonus=2 9 4");
    assert_non_null(strstr(newest(fixture, text), "[[],[]]"));
    struct checked checked = check_all(fixture);
    assert_int_equal(checked.acts, 2 + 2);
    json_t *requests, *outcomes;
    assert_int_equal(requests_of(fixture, first, &requests, &outcomes), STATUS_OK);
    const json_t *inputs = json_object_get(json_array_get(requests, 0), "inputs");
    assert_int_equal(json_integer_value(json_object_get(inputs, "bonus")), 0);
    json_decref(requests);
    json_decref(outcomes);
    verify(fixture);
}

static void test_log_requests__luck_has_a_request_of_its_own(void **state)
{
    struct log_fixture *fixture = *state;
    do_line(fixture, "encounter Luck system=4ad");
    do_line(fixture, "add Pell class=halfling level=1");
    do_line(fixture, "add rats foe=vermin level=3 count=8");
    do_line(fixture, "attack rats by=Pell 2");
    do_line(fixture, "reroll 5");
    struct checked checked = check_all(fixture);
    assert_int_equal(checked.acts, 2);
    verify(fixture);
}

/* ---- what is damaged, and what is old -------------------------------------------------- */

static void append(struct log_fixture *fixture, const char *record)
{
    struct sitting *sitting = fixture->sitting;
    struct event event = {.kind = EVENT_ROLLED, .line = str_of("x"), .trace = str_of(record)};
    struct act_row act = {.encounter = sitting->encounter.id, .label = "x", .command = "x"};
    struct error err;
    assert_int_equal(log_append(sitting->campaign, &act, &event, 1, &sitting->position, &err),
                     STATUS_OK);
}

#define REQUEST(members) "[{\"step\":\"request\",\"by\":null,\"to\":[]," members "}"
#define ENDS ",{\"step\":\"outcome\",\"outcome\":{\"total\":3}}]"

static void test_log_requests__what_is_damaged_is_not_known(void **state)
{
    static const struct {
        const char *record, *read;
    } rows[] = {
        {"", "[[],[]]"},
        {"[", "[[],[]]"},
        {"{\"step\":\"request\"}", "[[],[]]"},
        {"[[{\"step\":\"request\"}]]", "[[],[]]"},
        {REQUEST("\"notation\":7") ENDS, "[[],[]]"},
        {"[{\"step\":\"request\",\"by\":[],\"to\":[],\"notation\":\"d6\"}" ENDS, "[[],[]]"},
        {"[{\"step\":\"request\",\"by\":null,\"to\":[{}],\"notation\":\"d6\"}" ENDS, "[[],[]]"},
        {REQUEST("\"system\":\"trilemma\",\"action\":\"check\",\"inputs\":{\"dc\":[1]},"
                 "\"rules\":1") ENDS,
         "[[],[]]"},
        {REQUEST("\"notation\":\"d6\",\"more\":[[[1]]]") "]",
         "[[{\"step\":\"request\",\"by\":null,\"to\":[],\"notation\":\"d6\"}],[{}]]"},
        {REQUEST("\"notation\":\"d6\",\"chance\":{\"probabilities\":{\"hit\":1.5}}") ENDS,
         "[[{\"step\":\"request\",\"by\":null,\"to\":[],\"notation\":\"d6\"}],"
         "[{\"total\":3}]]"},
        {REQUEST("\"notation\":\"d6\",\"chance\":{\"distributions\":{\"total\":[0.5]}}") ENDS,
         "[[{\"step\":\"request\",\"by\":null,\"to\":[],\"notation\":\"d6\"}],"
         "[{\"total\":3}]]"},
        {REQUEST("\"table\":\"a\\u001b[2Jb\",\"chance\":{\"mean\":{\"to\\u009btal\":2}}") ENDS,
         "[[{\"step\":\"request\",\"by\":null,\"to\":[],\"table\":\"ab\",\"chance\":"
         "{\"mean\":{\"toal\":2}}}],[{\"total\":3}]]"},
    };
    struct log_fixture *fixture = *state;
    do_line(fixture, "encounter Damaged system=trilemma");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[4000];
        append(fixture, rows[i].record);
        assert_string_equal(newest(fixture, text), rows[i].read);
    }
}

struct told {
    int count;
    char text[200];
};

static void tell(void *context, const struct fault *fault)
{
    struct told *told = context;
    told->count++;
    assert_memory_equal(fault->where, "event ", 6);
    snprintf(told->text, sizeof told->text, "%s", fault->what);
}

#define CHECK_OF(rules, chance)                                                                \
    REQUEST(                                                                                   \
        "\"system\":\"trilemma\",\"action\":\"check\",\"inputs\":{\"ability\":4,\"dc\":15,"    \
        "\"edge\":0},\"rules\":" rules ",\"chance\":{\"probabilities\":{\"success\":" chance   \
        "},\"distributions\":{\"extra_degrees\":{\"0\":0.25,\"1\":0.25}},\"mean\":"            \
        "{\"extra_degrees\":0.25}}")
#define FELL(face) ",{\"dice\":\"d20\",\"faces\":[" face "],\"value\":" face "}"
#define CAME(success, extra)                                                                   \
    ",{\"step\":\"outcome\",\"outcome\":{\"success\":" success ",\"extra_degrees\":" extra "}" \
    "}"                                                                                        \
    "]"

static void test_log_requests__verify_compares_an_outcome_with_its_request(void **state)
{
    static const struct {
        const char *record, *told;
    } rows[] = {
        {CHECK_OF("1", "0.5") FELL("11") CAME("true", "0"), NULL},
        {CHECK_OF("1", "0.5") FELL("16") CAME("true", "1"), NULL},
        {CHECK_OF("1", "0.5") FELL("16") CAME("true", "2"),
         "its outcome does not follow from its dice"},
        {CHECK_OF("1", "0.5") FELL("10") CAME("true", "0"),
         "its outcome does not follow from its dice"},
        {CHECK_OF("1", "0.5") FELL("21") CAME("true", "2"), "its dice do not fit its request"},
        {CHECK_OF("1", "0.5") FELL("16") FELL("2") CAME("true", "1"),
         "its dice do not fit its request"},
        {CHECK_OF("1", "0.5") CAME("true", "1"), "its dice do not fit its request"},
        {CHECK_OF("1", "0.500000001") FELL("11") CAME("true", "0"),
         "its chance does not fit its request"},
        /* Other rules, and other programs' games, are not compared. */
        {CHECK_OF("2", "0.9") FELL("21") CAME("true", "7"), NULL},
        {REQUEST("\"system\":\"x\",\"action\":\"y\",\"inputs\":{},\"rules\":1")
             CAME("true", "1"),
         NULL},
        {REQUEST(
             "\"system\":\"trilemma\",\"action\":\"check\",\"inputs\":{\"dc\":5},\"rules\":1")
             CAME("true", "1"),
         "this program does not know its request"},
        {REQUEST(
             "\"notation\":\"d20-d8\"") ",{\"dice\":\"d20-d8\",\"faces\":[3,1]}"
                                        ",{\"step\":\"outcome\",\"outcome\":{\"total\":2}}]",
         NULL},
        {REQUEST(
             "\"notation\":\"d20-d8\"") ",{\"dice\":\"d20-d8\",\"faces\":[3,1]}"
                                        ",{\"step\":\"outcome\",\"outcome\":{\"total\":3}}]",
         "its outcome does not follow from its dice"},
        /* What is refused now is read as it was; a later version may mean anything. */
        {REQUEST("\"notation\":\"2d66\"") ",{\"dice\":\"2d66\",\"faces\":[9,44]}"
                                          ",{\"step\":\"outcome\",\"outcome\":{\"total\":53}}]",
         NULL},
        {REQUEST("\"notation\":\"2d66\"") ",{\"dice\":\"2d66\",\"faces\":[9,44]}"
                                          ",{\"step\":\"outcome\",\"outcome\":{\"total\":54}}]",
         "its outcome does not follow from its dice"},
        {REQUEST(
             "\"notation\":\"2d6>=7\"") ",{\"dice\":\"2d6>=7\",\"faces\":[6,1]}"
                                        ",{\"step\":\"outcome\",\"outcome\":{\"total\":0}}]",
         NULL},
        {REQUEST("\"notation\":\"2d6>=7\",\"rules\":3") ",{\"dice\":\"2d6>=7\",\"faces\":[6,1]}"
                                                        ",{\"step\":\"outcome\",\"outcome\":{"
                                                        "\"total\":1}}]",
         NULL},
        {REQUEST("\"notation\":\"2d\"") ",{\"step\":\"outcome\",\"outcome\":{\"total\":3}}]",
         "this program does not know its request"},
    };
    struct log_fixture *fixture = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct told told = {0};
        struct error err;
        begin_again(fixture);
        do_line(fixture, "encounter Compared system=trilemma");
        append(fixture, rows[i].record);
        assert_int_equal(verify_file(fixture->sitting, tell, &told, &err), STATUS_OK);
        assert_string_equal(told.text, rows[i].told != NULL ? rows[i].told : "");
        assert_int_equal(told.count, rows[i].told != NULL);
    }
}

/* An older program kept no requests: nothing is made up for them. */
static void test_log_requests__an_older_campaign_says_not_known(void **state)
{
    struct log_fixture *fixture = *state;
    long n = 0;
    char *bytes = fixture_read_file("tests/fixtures/version_1/campaign.referee-campaign", &n);
    assert_non_null(bytes);
    sitting_close(fixture->sitting);
    fixture->sitting = NULL;
    FILE *file = fopen(fixture->path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, (size_t)n, file), n);
    fclose(file);
    free(bytes);
    open_again(fixture);
    struct error err;
    struct act_row row;
    size_t rolls = 0, told = 0;
    for (int64_t id = 1; log_row(fixture->sitting->campaign, id, &row, &err) == STATUS_OK;
         id++) {
        json_t *requests, *outcomes;
        size_t of_act = 0;
        if (row.kind != ROW_ACT) {
            continue;
        }
        assert_int_equal(requests_of(fixture, id, &requests, &outcomes), STATUS_OK);
        assert_int_equal(json_array_size(requests), 0);
        assert_int_equal(json_array_size(outcomes), 0);
        json_decref(requests);
        json_decref(outcomes);
        assert_int_equal(log_events(fixture->sitting->campaign, id, count_rolls, &of_act, &err),
                         STATUS_OK);
        for (size_t place = 0; of_act > 0 && place < 200; place++) {
            static char text[LOG_EXPLANATION_SIZE];
            struct text out = text_over(text, sizeof text);
            struct log_line line = {.act = id, .event = (int)place};
            if (sitting_explain(fixture->sitting, &line, &out, &err) != STATUS_OK) {
                break;
            }
            bool has_throw = strstr(text, "\nthrow\t") != NULL;
            assert_true(!has_throw || strstr(text, "\nchance\tnot known\n") != NULL);
            told += has_throw;
        }
        rolls += of_act;
    }
    assert_true(rolls > 100);
    assert_true(told > 100);
    verify(fixture);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_log_requests__##name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_game_has_a_version_of_its_rules),
        TEST(every_roll_of_random_fights_keeps_its_odds),
        TEST(every_roll_of_the_demo_fights_keeps_its_odds),
        TEST(an_attack_is_complete),
        TEST(odds_shown_before_are_kept),
        TEST(an_amended_act_keeps_both_requests),
        TEST(luck_has_a_request_of_its_own),
        TEST(what_is_damaged_is_not_known),
        TEST(verify_compares_an_outcome_with_its_request),
        TEST(an_older_campaign_says_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
