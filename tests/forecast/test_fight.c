/* One fight played in memory: how it ends, its dice, its questions. */
#include <stdlib.h>
#include <string.h>

#include "forecast/fight.h"
#include "support/table.h"
#include "support/unit.h"

/* The plainest player: the one whose turn it is attacks whom its policy aims at. */
static void attack_or_next(const struct state *state, struct player *player, struct text *line)
{
    int turn = state->value[ENCOUNTER_TURN];
    if (turn == 0 || player_acts_done(player, state, turn) > 0) {
        return;
    }
    int foes[COMBATANTS_MAX];
    int count = player_opponents(state, turn, foes);
    player_acts(player, state, turn);
    text_add(line, "attack #%d by=#%d", player_aims(player, state, turn, foes, count), turn);
}

static void only_next(const struct state *state, struct player *player, struct text *line)
{
    (void)state;
    (void)player;
    (void)line;
}

static void flee(const struct state *state, struct player *player, struct text *line)
{
    (void)state;
    (void)player;
    text_add(line, "out Ana fled");
}

static void damage_somehow(const struct state *state, struct player *player, struct text *line)
{
    (void)state;
    (void)player;
    text_add(line, "damage rat");
}

static void refused(const struct state *state, struct player *player, struct text *line)
{
    (void)state;
    (void)player;
    text_add(line, "undamage");
}

static void say_nonsense(const struct state *state, struct player *player, struct text *line)
{
    (void)state;
    (void)player;
    text_add(line, "frobnicate");
}

/* A line that does not fit. */
static void say_too_much(const struct state *state, struct player *player, struct text *line)
{
    (void)state;
    (void)player;
    text_add(line, "next%*s", COMMAND_LINE_MAX, "");
}

/* Changes something without end. */
static void dither(const struct state *state, struct player *player, struct text *line)
{
    (void)state;
    text_add(line, "set Ana to_hit=%d", player->kept[0]++ % 2);
}

/* Wants a roll made again after what rolled nothing, then in words that mean nothing. */
static void take_back(const struct state *state, struct player *player, struct text *line)
{
    (void)state;
    player->takes_back = true;
    text_add(line, "%s", player->kept[0]++ % 2 == 0 ? "next" : "frobnicate");
}

typedef void plays_fn(const struct state *, struct player *, struct text *);

struct set_up {
    struct table *table;
    struct procedure procedure;
    struct fight_rules rules;
    struct policy policy;
    struct player player;
    struct fight *fight;
};

static struct set_up *set_up(plays_fn *plays)
{
    struct set_up *set_up = calloc(1, sizeof *set_up);
    assert_non_null(set_up);
    struct table *table = table_new("yuxtapa");
    set_up->table = table;
    table_do(table, "add Ana side=party dv=4 pv=1 to_hit=3 damage=1d6 hp=12");
    table_do(table, "add rat dv=3 pv=0 to_hit=2 damage=1d4 hp=6");
    table_do(table, "duplicate rat 2");
    set_up->procedure = *table->procedure;
    set_up->procedure.plays = plays;
    set_up->rules = (struct fight_rules){.procedure = &set_up->procedure,
                                         .defs = table->command,
                                         .defs_count = table->commands,
                                         .seed = 5};
    policy_init(&set_up->policy, "focus");
    set_up->player = (struct player){.procedure = &set_up->procedure,
                                     .side = {&set_up->policy, &set_up->policy}};
    set_up->fight = calloc(1, sizeof *set_up->fight);
    assert_non_null(set_up->fight);
    return set_up;
}

static void tear_down(struct set_up *set_up)
{
    free(set_up->fight);
    table_free(set_up->table);
    free(set_up);
}

static const struct fight_outcome *play(struct set_up *set_up, uint64_t number)
{
    fight_play(set_up->fight, &set_up->rules, &set_up->player, &set_up->table->state, number);
    return &set_up->fight->outcome;
}

static void test_fight__ends_with_a_side_out_of_it(void **state)
{
    (void)state;
    struct set_up *set = set_up(attack_or_next);
    int ends[FIGHT_ENDS] = {0};
    for (uint64_t i = 0; i < 200; i++) {
        const struct fight_outcome *outcome = play(set, i);
        assert_int_not_equal(outcome->end, FIGHT_NEEDS);
        assert_int_equal(outcome->refused, 0);
        ends[outcome->end]++;
        bool has_lost = fight_has_fallen(set->fight->rules->procedure, &set->fight->state, 1);
        assert_int_equal(has_lost, outcome->end == FIGHT_LOST);
    }
    assert_true(ends[FIGHT_WON] > 10);
    assert_true(ends[FIGHT_LOST] > 10);
    tear_down(set);
}

static void test_fight__is_the_same_whenever_it_is_played(void **state)
{
    (void)state;
    struct set_up *set = set_up(attack_or_next);
    struct state *first = calloc(1, sizeof *first);
    assert_non_null(first);
    play(set, 17);
    state_copy(first, &set->fight->state);
    int acts = set->fight->outcome.acts;
    bool differs = false;
    for (uint64_t other = 18; other < 28; other++) {
        differs = play(set, other)->acts != acts || differs;
    }
    assert_true(differs);
    play(set, 17);
    assert_true(state_equal(first, &set->fight->state));
    assert_int_equal(set->fight->outcome.acts, acts);
    differs = false;
    for (; set->rules.seed < 15; set->rules.seed++) {
        differs = play(set, 17)->acts != acts || differs;
    }
    assert_true(differs);
    free(first);
    tear_down(set);
}

static void test_fight__leaves_the_table_as_it_is(void **state)
{
    (void)state;
    struct set_up *set = set_up(attack_or_next);
    struct state *before = calloc(1, sizeof *before);
    assert_non_null(before);
    state_copy(before, &set->table->state);
    play(set, 1);
    assert_true(state_equal(before, &set->table->state));
    free(before);
    tear_down(set);
}

/* Notes what the rat rolls in the first round. */
static void note_rat(void *context, const struct fight *fight, const char *line)
{
    char *noted = context;
    bool is_rats = strstr(line, "by=#2") != NULL && fight->state.value[ENCOUNTER_ROUND] == 1;
    for (int i = 0; i < fight->decision.events && is_rats && noted[0] == '\0'; i++) {
        const struct event *event = &fight->decision.event[i];
        const char *faces = event->trace.n > 0 ? strstr(event->trace.p, "\"d20\"") : NULL;
        if (faces != NULL) {
            text_format(noted, 60, "%.40s", faces);
        }
    }
}

static void test_fight__meets_the_same_luck_when_somebody_else_changes(void **state)
{
    (void)state;
    struct set_up *set = set_up(attack_or_next);
    char before[60] = "", after[60] = "";
    set->fight->sees = note_rat;
    set->fight->context = before;
    play(set, 3);
    table_do(set->table, "set Ana to_hit=-5 hp=20");
    set->fight->context = after;
    play(set, 3);
    assert_true(before[0] != '\0');
    assert_string_equal(before, after);
    tear_down(set);
}

static void test_fight__without_an_end_is_a_stalemate(void **state)
{
    (void)state;
    struct set_up *set = set_up(only_next);
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_STALEMATE);
    assert_int_equal(outcome->round, FIGHT_ROUNDS_MAX + 1);
    table_do(set->table, "next");
    assert_int_equal(set->table->state.value[ENCOUNTER_ROUND], 1);
    play(set, 1);
    assert_int_equal(outcome->round, FIGHT_ROUNDS_MAX + 1);
    assert_false(outcome->anybody_was_hurt);
    tear_down(set);
}

static void test_fight__is_fled_when_nobody_is_left_and_some_fled(void **state)
{
    (void)state;
    struct set_up *set = set_up(flee);
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_FLED);
    assert_false(fight_has_fallen(set->fight->rules->procedure, &set->fight->state, 1));
    tear_down(set);
}

static void test_fight__that_was_lost_before_it_begins_has_no_act(void **state)
{
    (void)state;
    struct set_up *set = set_up(attack_or_next);
    table_do(set->table, "out Ana dead");
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_LOST);
    assert_int_equal(outcome->acts, 0);
    tear_down(set);
}

/* What a player character of the same name was not given. */
static void test_fight__says_how_a_missing_number_is_given(void **state)
{
    (void)state;
    struct set_up *set = set_up(attack_or_next);
    table_do(set->table, "set Ana dv=-");
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_NEEDS);
    assert_non_null(strstr(outcome->needs, "dv: Ana has none; `set Ana dv=...` gives one"));
    assert_null(strstr(outcome->needs, "creature="));
    /* A kind of the library has all of them. */
    table_do(set->table, "set Ana dv=4");
    table_do(set->table, "remove #2");
    table_do(set->table, "remove #3");
    table_do(set->table, "remove #4");
    table_do(set->table, "add reed-runner");
    table_do(set->table, "set reed-runner dv=-");
    set->rules.library = set->table->decision.library;
    outcome = play(set, 1);
    assert_non_null(
        strstr(outcome->needs, "creature=reed-runner` all numbers of this creature"));
    tear_down(set);
}

static void test_fight__names_a_question_that_no_policy_answers(void **state)
{
    (void)state;
    struct set_up *set = set_up(damage_somehow);
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_NEEDS);
    assert_non_null(strstr(outcome->needs, "damage: "));
    set->policy.answers = 1;
    text_format(set->policy.answer[0].question, POLICY_NAME_SIZE, "damage");
    text_format(set->policy.answer[0].word, POLICY_NAME_SIZE, "3");
    assert_int_not_equal(play(set, 1)->end, FIGHT_NEEDS);
    text_format(set->policy.answer[0].word, POLICY_NAME_SIZE, "much");
    outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_NEEDS);
    assert_non_null(strstr(outcome->needs, "; policy focus answers much"));
    tear_down(set);
}

/* Of somebody without hit points damage is counted, which is a loss too. */
static void test_fight__damage_that_is_counted_hurts(void **state)
{
    (void)state;
    struct set_up *set = set_up(only_next);
    table_do(set->table, "set rat hp=-");
    struct fight_start start = {.state = &set->table->state, .opening = "damage rat 3"};
    fight_play_from(set->fight, &set->rules, &set->player, &start, 1);
    assert_true(set->fight->outcome.anybody_was_hurt);
    start.opening = "heal Ana 1";
    fight_play_from(set->fight, &set->rules, &set->player, &start, 1);
    assert_false(set->fight->outcome.anybody_was_hurt);
    tear_down(set);
}

static void test_fight__counts_lines_that_are_refused_and_goes_on(void **state)
{
    (void)state;
    struct set_up *set = set_up(refused);
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_STALEMATE);
    assert_true(outcome->refused > 50);
    assert_non_null(strstr(outcome->first_refused, "undamage: "));
    tear_down(set);
}

static void test_fight__what_is_assumed_answers_where_no_policy_does(void **state)
{
    (void)state;
    struct assumption_def assumed[] = {
        {"injury", "", {"out"}}, {"damage", "", {"3"}}, {NULL, "", {NULL}}};
    struct set_up *set = set_up(damage_somehow);
    set->procedure.assumptions = assumed;
    assert_int_not_equal(play(set, 1)->end, FIGHT_NEEDS);
    assumed[1].choice[0] = "much"; /* a mistake is told with who made it */
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_NEEDS);
    assert_non_null(strstr(outcome->needs, "; policy focus answers much"));
    assumed[1].name = "other";
    outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_NEEDS);
    assert_non_null(strstr(outcome->needs, "a policy of your own can answer it"));
    set->procedure.assumptions = NULL; /* a game that assumes nothing */
    outcome = play(set, 1);
    assert_non_null(strstr(outcome->needs, "a policy of your own can answer it"));
    tear_down(set);
}

static void test_fight__lines_that_cannot_be_done_are_named(void **state)
{
    (void)state;
    static const struct {
        plays_fn *plays;
        const char *told;
    } rows[] = {{say_nonsense, "frobnicate: "},
                {say_too_much, NULL}, /* the line itself takes all the room */
                {take_back, "next: it changes nothing"}};
    for (int i = 0; i < 3; i++) {
        struct set_up *set = set_up(rows[i].plays);
        set->procedure.plays_again = rows[i].plays == take_back;
        const struct fight_outcome *outcome = play(set, 1);
        assert_int_equal(outcome->end, FIGHT_STALEMATE);
        assert_true(outcome->refused > 50);
        if (rows[i].told != NULL && strstr(outcome->first_refused, rows[i].told) == NULL) {
            fail_msg("\"%s\" does not say \"%s\"", outcome->first_refused, rows[i].told);
        }
        tear_down(set);
    }
}

static void test_fight__ends_after_so_many_acts(void **state)
{
    (void)state;
    struct set_up *set = set_up(dither);
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_STALEMATE);
    assert_int_equal(outcome->acts, FIGHT_ACTS_MAX);
    tear_down(set);
}

static void test_fight__begins_with_an_act_that_can_be_done(void **state)
{
    (void)state;
    static const struct {
        const char *opening, *needs;
    } rows[] = {
        {"damage rat 3", NULL}, {"damage rat", "damage: "}, {"frobnicate", "frobnicate: "}};
    struct set_up *set = set_up(attack_or_next);
    for (int i = 0; i < 3; i++) {
        struct fight_start start = {.state = &set->table->state, .opening = rows[i].opening};
        fight_play_from(set->fight, &set->rules, &set->player, &start, 1);
        const struct fight_outcome *outcome = &set->fight->outcome;
        assert_int_equal(outcome->end == FIGHT_NEEDS, rows[i].needs != NULL);
        assert_true(rows[i].needs == NULL || strstr(outcome->needs, rows[i].needs) != NULL);
        assert_true(rows[i].needs == NULL || outcome->acts == 0);
    }
    tear_down(set);
}

/* A game that knows no way on: the fight says what its next turn lacks. */
static void test_fight__says_why_no_turn_comes_next(void **state)
{
    (void)state;
    const struct command_def *defs[COMMANDS_MAX];
    struct set_up *set = set_up(only_next);
    int count = 0;
    for (int i = 0; i < set->table->commands; i++) {
        if (strcmp(set->table->command[i]->name, "next") != 0) {
            defs[count++] = set->table->command[i];
        }
    }
    set->rules.defs = defs;
    set->rules.defs_count = count;
    const struct fight_outcome *outcome = play(set, 1);
    assert_int_equal(outcome->end, FIGHT_NEEDS);
    assert_memory_equal(outcome->needs, "next: ", 6);
    assert_true(strlen(outcome->needs) > 10);
    tear_down(set);
}

/* A counter that will bring foes keeps the fight going, up to its last round; another does
 * not. */
static void test_fight__waits_for_foes_who_are_coming(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool is_awaited;
    } counters[] = {
        {"counter help 100 then=\"add rat dv=3 pv=0 to_hit=2 damage=1d4 hp=6\"", true},
        {"counter bell 100 then=\"set Ana hp=12\"", false},
        {"counter fall 100 then=\"damage Ana\"", true}, /* it asks, so it may bring some */
        {"counter kin 100 then=\"set Bo hp=3\"", false} /* it cannot be done */};
    for (int i = 0; i < 4; i++) {
        struct set_up *set = set_up(only_next);
        for (int id = 2; id <= set->table->state.count; id++) {
            TEXT_BUFFER(line, 40);
            text_add(&line, "out #%d fled", id);
            table_do(set->table, line.p);
        }
        table_do(set->table, counters[i].line);
        const struct fight_outcome *outcome = play(set, 1);
        assert_int_equal(outcome->end, FIGHT_WON);
        assert_int_equal(outcome->round, counters[i].is_awaited ? FIGHT_ROUNDS_MAX + 1 : 0);
        tear_down(set);
    }
}

static void test_fight__who_fights_on_without_hit_points_has_not_fallen(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add Ana side=party strength=12 wits=10 ac=22 hp=5");
    table_do(table, "add rat strength=10 wits=8 ac=20 hp=5");
    table_do(table, "damage Ana 5");
    assert_int_equal(state_value(&table->state, 1, FIELD_HP, 1), 0);
    assert_false(fight_has_fallen(table->procedure, &table->state, 1));
    table_do(table, "damage Ana 1");
    assert_true(fight_has_fallen(table->procedure, &table->state, 1));
    table_do(table, "injury Ana wounded");
    assert_false(fight_has_fallen(table->procedure, &table->state, 1));
    table_do(table, "damage Ana 1");
    table_do(table, "injury Ana out");
    assert_true(fight_has_fallen(table->procedure, &table->state, 1));
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fight__ends_with_a_side_out_of_it),
        cmocka_unit_test(test_fight__is_the_same_whenever_it_is_played),
        cmocka_unit_test(test_fight__leaves_the_table_as_it_is),
        cmocka_unit_test(test_fight__meets_the_same_luck_when_somebody_else_changes),
        cmocka_unit_test(test_fight__without_an_end_is_a_stalemate),
        cmocka_unit_test(test_fight__is_fled_when_nobody_is_left_and_some_fled),
        cmocka_unit_test(test_fight__that_was_lost_before_it_begins_has_no_act),
        cmocka_unit_test(test_fight__says_how_a_missing_number_is_given),
        cmocka_unit_test(test_fight__names_a_question_that_no_policy_answers),
        cmocka_unit_test(test_fight__what_is_assumed_answers_where_no_policy_does),
        cmocka_unit_test(test_fight__lines_that_cannot_be_done_are_named),
        cmocka_unit_test(test_fight__ends_after_so_many_acts),
        cmocka_unit_test(test_fight__begins_with_an_act_that_can_be_done),
        cmocka_unit_test(test_fight__says_why_no_turn_comes_next),
        cmocka_unit_test(test_fight__waits_for_foes_who_are_coming),
        cmocka_unit_test(test_fight__who_fights_on_without_hit_points_has_not_fallen),
        cmocka_unit_test(test_fight__counts_lines_that_are_refused_and_goes_on),
        cmocka_unit_test(test_fight__damage_that_is_counted_hurts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
