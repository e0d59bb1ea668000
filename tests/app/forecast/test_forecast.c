/* Forecasts: the same on any number of threads, differences from pairs, stopping, what if, and
 * mistakes that are told before anything is played. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/play.h"
#include "app/forecast/told.h"
#include "app/forecast/words.h"
#include "app/report/report.h"
#include "games/trilemma/combatant.h"
#include "support/table.h"
#include "support/acts.h"
#include "support/unit.h"

static struct table *nest(void)
{
    struct table *table = table_new("trilemma");
    table_do(table, "add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d8");
    table_do(table, "add Bo side=party strength=12 wits=11 ac=23 hp=8 damage=1d6");
    table_do(table, "add shrike strength=11 wits=8 ac=21 hp=6 damage=1d6 morale=7");
    table_do(table, "duplicate shrike 3");
    return table;
}

/* A short fight, for what needs many. */
static struct table *pond(void)
{
    struct table *table = table_new("yuxtapa");
    table_do(table, "add Ana side=party to_hit=3 dv=5 pv=1 damage=1d6 hp=9");
    table_do(table, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=9");
    table_do(table, "initiative Ana=9 pike=3");
    return table;
}

static struct forecast_from from_table(const struct table *table)
{
    return (struct forecast_from){.state = &table->state,
                                  .procedure = table->procedure,
                                  .library = table->decision.library,
                                  .encounter = "Nest ledge",
                                  .at = ""};
}

static struct forecast *made(const struct table *table, const struct forecast_wish *wish)
{
    struct forecast *forecast;
    struct error err;
    struct forecast_from from = from_table(table);
    if (forecast_new(&forecast, &from, wish, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    return forecast;
}

static struct forecast *played(const struct table *table, const struct forecast_wish *wish)
{
    struct forecast *forecast = made(table, wish);
    forecast_play(forecast, NULL);
    for (int i = 0; i < forecast->ones; i++) {
        assert_string_equal(forecast->one[i].tally.first_refused, "");
        assert_string_equal(forecast_needs(&forecast->one[i]), "");
    }
    return forecast;
}

static void test_forecast__is_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    struct table *table = pond();
    struct forecast_wish wish = {.fights = 230,
                                 .threads = 1,
                                 .seed = 4,
                                 .policies = {{"party=focus"}, 1},
                                 .what_ifs = {{"set #2 hp=2"}, 1}};
    struct forecast *one = played(table, &wish);
    for (int threads = 2; threads <= 5; threads += 3) {
        wish.threads = threads;
        struct forecast *several = played(table, &wish);
        assert_int_equal(one->ones, several->ones);
        for (int i = 0; i < one->ones; i++) {
            assert_memory_equal(&one->one[i].tally, &several->one[i].tally,
                                sizeof one->one[i].tally);
        }
        forecast_free(several);
    }
    forecast_free(one);
    table_free(table);
}

static void test_forecast__of_another_seed_differs(void **state)
{
    (void)state;
    struct table *table = pond();
    struct forecast_wish wish = {.fights = 50, .threads = 2, .seed = 4};
    struct forecast *one = played(table, &wish);
    wish.seed = 5;
    struct forecast *other = played(table, &wish);
    assert_memory_not_equal(&one->one[0].tally, &other->one[0].tally, sizeof one->one[0].tally);
    forecast_free(one);
    forecast_free(other);
    table_free(table);
}

static void test_forecast__tries_both_ways_of_a_side_without_a_policy(void **state)
{
    (void)state;
    struct table *table = nest();
    struct forecast_wish wish = {.fights = 10, .threads = 1};
    struct forecast *forecast = made(table, &wish);
    assert_int_equal(forecast->pairs, 4);
    assert_string_equal(forecast->one[0].side[SIDE_PARTY]->name, "sensible");
    assert_string_equal(forecast->one[0].side[SIDE_FOES]->name, "focus");
    assert_string_equal(forecast->one[3].side[SIDE_PARTY]->name, "spread");
    assert_string_equal(forecast->one[3].side[SIDE_FOES]->name, "spread");
    forecast_free(forecast);
    wish.policies =
        (struct forecast_words){{"party=cautious", "shrike=spread", "Bo=engaged"}, 3};
    forecast = made(table, &wish);
    assert_int_equal(forecast->pairs, 2);
    const struct player *player = &forecast->one[1].player;
    assert_string_equal(player->side[SIDE_PARTY]->name, "cautious");
    assert_null(player->of[0]);
    assert_string_equal(player->of[1]->name, "engaged");
    for (int id = 3; id <= 6; id++) {
        assert_string_equal(player->of[id - 1]->name, "spread");
    }
    forecast_free(forecast);
    table_free(table);
}

static void test_forecast__ends_a_batch_after_it_is_known_well_enough(void **state)
{
    (void)state;
    struct table *table = pond();
    struct forecast_wish wish = {.fights = 100000,
                                 .within = 3.5,
                                 .threads = 2,
                                 .policies = {{"party=focus", "foes=focus"}, 2}};
    struct forecast *forecast = played(table, &wish);
    assert_int_equal(forecast->fights % FORECAST_BATCH, 0);
    assert_true(forecast->fights > FORECAST_BATCH);
    assert_true(forecast->fights < 1000);
    assert_true(forecast_points(forecast) <= 3.5);
    assert_int_equal(forecast->one[0].tally.fights, forecast->fights);
    forecast_free(forecast);
    table_free(table);
}

/* True a few times, then never again. */
static bool goes_on_for_long(void *context, const struct forecast *forecast)
{
    int *left = context;
    (void)forecast;
    return (*left)-- > 0;
}

static void test_forecast__that_is_stopped_has_whole_batches(void **state)
{
    (void)state;
    struct table *table = pond();
    struct forecast_wish wish = {
        .fights = 100000, .threads = 2, .policies = {{"party=focus", "foes=focus"}, 2}};
    int left = 20;
    struct forecast_watch watch = {goes_on_for_long, &left};
    struct forecast *forecast = made(table, &wish);
    forecast_play(forecast, &watch);
    assert_true(forecast->is_interrupted);
    assert_true(forecast->fights == FORECAST_FIRST ||
                (forecast->fights > 0 && forecast->fights % FORECAST_BATCH == 0));
    assert_int_equal(forecast->one[0].tally.fights, forecast->fights);
    forecast_free(forecast);
    table_free(table);
}

/* The variance of the difference to the state as it is, from pairs, and what it would be if the
 * two met luck of their own. */
static double gain(const struct table *table, const char *what_if)
{
    struct forecast_wish wish = {.fights = 400,
                                 .threads = 2,
                                 .seed = 3,
                                 .policies = {{"party=focus", "foes=focus"}, 2},
                                 .what_ifs = {{what_if}, 1}};
    struct forecast *forecast = played(table, &wish);
    assert_int_equal(forecast->ones, 2);
    const struct fight_tally *as_it_is = &forecast->one[0].tally;
    const struct fight_tally *other = &forecast->one[1].tally;
    double n = (double)other->difference.pairs;
    double d = (double)other->difference.won / n;
    double paired = (double)other->difference.won_squares / n - d * d;
    double p = (double)as_it_is->ends[FIGHT_WON] / n, q = (double)other->ends[FIGHT_WON] / n;
    assert_close(q - p, d);
    printf("# %s: %.3f to %.3f, the variance falls %.2f times\n", what_if, p, q,
           (p * (1 - p) + q * (1 - q)) / paired);
    forecast_free(forecast);
    return (p * (1 - p) + q * (1 - q)) / paired;
}

static void test_forecast__pairs_lower_the_variance_of_a_difference(void **state)
{
    (void)state;
    struct table *table = nest();
    assert_true(gain(table, "set Ana ac=25") > 1.5);
    assert_true(gain(table, "set #3 morale=5") > 1.2);
    assert_true(gain(table, "duplicate #3 2") > 1.1);
    table_free(table);
}

static void is_wrong(const struct table *table, const struct forecast_wish *wish,
                     const char *where, const char *part)
{
    struct forecast *forecast;
    struct error err = {.code = STATUS_OK};
    struct forecast_from from = from_table(table);
    assert_int_equal(forecast_new(&forecast, &from, wish, &err), STATUS_USAGE);
    assert_null(forecast);
    assert_string_equal(err.where, where);
    if (strstr(err.text, part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", err.text, part);
    }
}

static void test_forecast__mistakes_are_told_before_anything_is_played(void **state)
{
    (void)state;
    struct table *table = nest();
    struct forecast_wish wish = {.fights = 10, .policies = {{"party=focuss"}, 1}};
    is_wrong(table, &wish, "--policy party=focuss", "did you mean focus?");
    wish.policies.word[0] = "partty=focus";
    is_wrong(table, &wish, "", "expected party, foes, a kind or a combatant");
    wish.policies.word[0] = "focus";
    is_wrong(table, &wish, "", "expected NAME=VALUE");
    wish.policies.count = 0;
    wish.assumes = (struct forecast_words){{"injurry=out"}, 1};
    is_wrong(table, &wish, "", "did you mean injury?");
    wish.assumes.word[0] = "injury=nonsense";
    is_wrong(table, &wish, "", "expected one of");
    wish.assumes.count = 0;
    wish.what_ifs = (struct forecast_words){{"set Ana hp=3; duplicat shrike 2"}, 1};
    is_wrong(table, &wish, "what-if, line 2, \"duplicat shrike 2\"", "duplicate");
    wish.what_ifs.word[0] = "damage Ana";
    is_wrong(table, &wish, "what-if, line 1, \"damage Ana\"", "it leaves open");
    wish.what_ifs.word[0] = "out #3 dead; out #4 dead; out #5 dead; out #6 dead";
    is_wrong(table, &wish, "", "no foe is in it");
    table_free(table);
}

static void test_forecast__what_if_lines_may_have_semicolons_in_quotes(void **state)
{
    (void)state;
    struct table *table = nest();
    struct forecast_wish wish = {.fights = 10,
                                 .what_ifs = {{"rename Bo \"B;o\"; ; heal Ana 1"}, 1}};
    table_do(table, "damage Ana 2");
    struct forecast *forecast = made(table, &wish);
    const struct state *start = forecast->variant[1].start;
    assert_string_equal(state_name(start, 2), "B;o");
    assert_int_equal(state_value(start, 1, FIELD_HP, 0), 8);
    assert_int_equal(state_value(&table->state, 1, FIELD_HP, 0), 7);
    forecast_free(forecast);
    table_free(table);
}

/* Who arrives later is played, so it is told, and `set` takes it like those who are there. */
static void test_forecast__who_arrives_later_is_told_and_varied(void **state)
{
    static const struct {
        const char *what_if, *then;
        int ac; /* of the first shrike, who is there */
    } cases[] = {
        {"set shrike* ac=30", "add 2 shrike hp=6 ac=30", 30},
        {"set moor* ac=30", "add moor-wolf hp=4 ac=30", 21},
        {"set \"moor wolf\" hp=9 strength=3", "add moor-wolf hp=9 strength=3", 21},
        {"set hookbill ac=2", "add Hookbill hp=3 ac=2", 21},
    };
    (void)state;
    struct table *table = nest();
    table_do(table, "counter \"shrikes arrive\" 2 then=\"add 2 shrike hp=6\"");
    table_do(table, "counter \"moor wolf arrives\" 3 then=\"add moor-wolf hp=4\"");
    table_do(table, "counter \"Hookbill arrives\" 1 per=manual then=\"add Hookbill hp=3\"");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct forecast_wish wish = {.fights = 10, .what_ifs = {{cases[i].what_if}, 1}};
        struct forecast *forecast = made(table, &wish);
        const struct state *start = forecast->variant[1].start;
        TEXT_BUFFER(told, 400);
        bool has_then = false;
        for (int k = 0; k < start->counters; k++) {
            has_then = has_then || strcmp(start->counter[k].then, cases[i].then) == 0;
        }
        if (!has_then) {
            fail_msg("%s: no line is %s", cases[i].what_if, cases[i].then);
        }
        assert_int_equal(state_value(start, 3, AC, 0), cases[i].ac);
        forecast_say(forecast, SAYS_LATER, SAYS_LATER, "", &told);
        assert_string_equal(
            told.p,
            "Who arrives later is fought too; when no other foe is left, rounds go by "
            "until they come: shrikes arrive (2 rounds left); moor wolf arrives (3 rounds "
            "left). Not fought, for the referee brings them: Hookbill arrives (1 "
            "left, by hand).");
        forecast_free(forecast);
    }
    struct forecast_wish wrong = {.fights = 10, .what_ifs = {{"set moor* ac=zz"}, 1}};
    is_wrong(table, &wrong, "what-if, line 1, \"set moor* ac=zz\"", "whole number");
    table_free(table);
}

/* They have a line among those who fall, by the same rules: also where their number is open,
 * and by any number of threads. In a game without rounds without foes they come at once. */
static void test_forecast__who_arrives_later_has_a_line(void **state)
{
    static const struct {
        const char *system, *lines[6], *names, *says;
    } cases[] = {
        {"yuxtapa",
         {"add Ana side=party to_hit=3 dv=5 pv=1 damage=1d6 hp=9",
          "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=2", "initiative Ana=9 pike=3",
          "counter \"eels arrive\" 2 then=\"add (1d2) eel to_hit=2 dv=4 pv=1 damage=1d5 hp=2\"",
          "counter \"Lamprey arrives\" 3 then=\"add Lamprey to_hit=2 dv=4 pv=1 damage=1 "
          "hp=1\""},
         "Ana; Pike; Eel 1, later; Eel 2, later; Lamprey, later; Eel, later; ",
         "rounds go by until they come"},
        {"four-against-darkness",
         {"add Hild class=warrior level=3", "add rats foe=vermin level=1 count=2",
          "counter \"ogre arrives\" 40 then=\"add ogre foe=boss level=1 life=1\""},
         "Hild; Rats; Ogre, later; ",
         "and comes at once when no other foe is left"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table *table = table_new(cases[i].system);
        for (int k = 0; cases[i].lines[k] != NULL; k++) {
            table_do(table, cases[i].lines[k]);
        }
        json_t *kept = NULL;
        for (int threads = 1; threads <= 3; threads += 2) {
            struct forecast_wish wish = {.fights = 60, .threads = threads, .seed = 4};
            struct forecast *forecast = played(table, &wish);
            TEXT_BUFFER(names, 400);
            TEXT_BUFFER(told, 400);
            json_t *report = forecast_report(&(struct forecast_told){.forecast = forecast});
            json_t *first = json_array_get(report_value(report, "forecasts"), 0), *row;
            size_t at;
            json_array_foreach(report_value(first, "combatants"), at, row)
            {
                report_tell(row, "{.shown}; ", &names);
                bool is_later = strstr(json_string_value(report_value(row, ".shown")), ",");
                double arrives = json_number_value(report_value(row, "arrives/chance"));
                assert_int_equal(arrives > 0, is_later);
                if (is_later) {
                    assert_true(json_number_value(report_value(row, "falls/chance")) > 0);
                    assert_true(json_number_value(report_value(row, "falls/chance")) <=
                                arrives);
                    assert_true(json_number_value(report_value(row, ".band/high")) > 0);
                }
            }
            forecast_say(forecast, SAYS_LATER, SAYS_LATER, "", &told);
            assert_string_equal(names.p, cases[i].names);
            assert_non_null(strstr(told.p, cases[i].says));
            assert_true(kept == NULL || json_equal(kept, report));
            json_decref(kept);
            kept = report;
            forecast_free(forecast);
        }
        json_decref(kept);
        table_free(table);
    }
}

/* Fights that do not end, each with its cause. */
static const struct endless {
    const char *system, *lines[3], *assume; /* assume: NULL, or what is assumed */
    enum forecast_endless why;
    const char *words;
} endless[] = {
    {"yuxtapa",
     {"add Ana side=party to_hit=0 dv=4 pv=0 damage=0 hp=9",
      "add rat to_hit=0 dv=4 pv=0 damage=0 hp=9"},
     NULL,
     FORECAST_UNHURT,
     "Nobody can hurt anybody"},
    {"trilemma",
     {"add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=0",
      "add shrike strength=11 wits=8 ac=21 hp=6 damage=0"},
     NULL,
     FORECAST_UNHURT,
     "Nobody can hurt anybody"},
    {"four-against-darkness",
     {"add Hild class=warrior level=1", "add rats count=6 level=50 damage=0"},
     NULL,
     FORECAST_UNHURT,
     "Nobody can hurt anybody"},
    {"caves-of-qud",
     {"add Ana side=party to_hit=2 dv=4 av=4 ma=3 ego=4 damage=0 hp=9",
      "add rat to_hit=2 dv=4 av=4 ma=3 ego=4 damage=0 hp=9"},
     NULL,
     FORECAST_UNHURT,
     "Nobody can hurt anybody"},
    {"pixel-dungeon",
     {"add Wren side=party accuracy=16 dodge=9 damage=4-14 armor=0",
      "add rat accuracy=16 dodge=9 damage=4-14 armor=0"},
     NULL,
     FORECAST_UNSET,
     "somebody who is hurt has no hit points set"},
    {"trilemma",
     {"add Ana side=party strength=14 wits=12 ac=24 damage=1d6",
      "add shrike strength=11 wits=8 ac=21 damage=1d6"},
     NULL,
     FORECAST_UNSET,
     "somebody who is hurt has no hit points set"},
    {"trilemma",
     {"add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d6",
      "add shrike strength=11 wits=8 ac=21 hp=6 damage=1d6"},
     "injury=wounded",
     FORECAST_WOUNDS,
     "somebody at 0 hit points fights on. Assume something else: --assume injury=out or "
     "injury=dead."},
    {"trilemma",
     {"add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d6",
      "add shrike strength=11 wits=8 ac=21 hp=6 damage=1d6"},
     "injury=none",
     FORECAST_WOUNDS,
     "--assume injury=out or injury=dead."},
    {"yuxtapa",
     {"add Ana side=party to_hit=0 dv=4 pv=0 damage=1d6 hp=9000",
      "add rat to_hit=0 dv=4 pv=0 damage=1d6 hp=9000"},
     NULL,
     FORECAST_LONG,
     "Most fights still go on after 50 rounds"},
};

static void test_forecast__of_a_fight_without_an_end_says_why(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof endless / sizeof endless[0]; i++) {
        const struct endless *fight = &endless[i];
        struct table *table = table_new(fight->system);
        for (int k = 0; fight->lines[k] != NULL; k++) {
            table_do(table, fight->lines[k]);
        }
        struct forecast_wish wish = {.fights = 2000,
                                     .threads = 2,
                                     .policies = {{"party=focus", "foes=focus"}, 2},
                                     .assumes = {{fight->assume}, fight->assume != NULL}};
        struct forecast *forecast = played(table, &wish);
        const struct forecast_one *one = &forecast->one[0];
        TEXT_BUFFER(verdict, 200);
        TEXT_BUFFER(why, 400);
        forecast_say(forecast, SAYS_VERDICT, SAYS_VERDICT, "", &verdict);
        forecast_why_endless(forecast, one, &why);
        assert_string_equal(forecast_endless_name(forecast_endless(one)),
                            forecast_endless_name(fight->why));
        /* One batch is enough to know. */
        assert_int_equal(forecast->fights, FORECAST_BATCH);
        assert_string_equal(verdict.p, "The fight does not end.");
        if (strstr(why.p, fight->words) == NULL) {
            fail_msg("%s: \"%s\" does not say \"%s\"", fight->system, why.p, fight->words);
        }
        forecast_free(forecast);
        table_free(table);
    }
}

static void test_forecast__ends_by_what_it_says_to_assume(void **state)
{
    (void)state;
    struct table *table = nest();
    struct forecast_wish wish = {.fights = 60, .assumes = {{"injury=wounded"}, 1}};
    struct forecast *wounded = played(table, &wish);
    const char *const *assume =
        forecast_endless_assume(wounded, forecast_endless(&wounded->one[0]));
    assert_non_null(assume[0]);
    for (int i = 0; assume[i] != NULL; i++) {
        TEXT_BUFFER(why, 400);
        wish.assumes.word[0] = assume[i];
        struct forecast *ending = played(table, &wish);
        forecast_why_endless(ending, &ending->one[0], &why);
        assert_int_equal(forecast_endless(&ending->one[0]), FORECAST_ENDS);
        assert_null(*forecast_endless_assume(ending, FORECAST_ENDS));
        assert_string_equal(why.p, "");
        forecast_free(ending);
    }
    forecast_free(wounded);
    table_free(table);
}

static void test_forecast__none_is_said_as_under_a_bound(void **state)
{
    (void)state;
    struct interval none = interval_of_chance(0, 2000), all = interval_of_chance(2000, 2000);
    TEXT_BUFFER(text, 64);
    report_format_chance(&text, &none);
    text_add(&text, ", ");
    report_format_chance(&text, &all);
    assert_string_equal(text.p, "under 0.2%, over 99.8%");
}

/* Nor is what was counted said as 0% or 100% at the end of a band. */
static void test_forecast__the_ends_of_a_range_are_never_certain(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 64);
    report_format_range(&text, 0, 1);
    text_add(&text, ", ");
    report_format_range(&text, 0, 0.002);
    text_add(&text, ", ");
    report_format_range(&text, 0.97, 1);
    text_add(&text, ", ");
    report_format_range(&text, 0.6, 0.64);
    assert_string_equal(text.p, "0-100%, <1%, 97-100%, 60-64%");
}

/* The wounded one falls where the foes attack the weakest, and lives where they attack who is
 * hurt least: the band is as wide as that, and says why. */
static void test_forecast__says_whose_fall_depends_on_how_both_sides_fight(void **state)
{
    (void)state;
    struct table *table = table_new("yuxtapa");
    table_do(table, "add Ana side=party to_hit=9 dv=5 pv=1 damage=1d6 hp=90");
    table_do(table, "add Bo side=party to_hit=1 dv=0 pv=0 damage=1d4 hp=1 hp_max=20");
    table_do(table, "add pike to_hit=20 dv=4 pv=0 damage=1d5 hp=9");
    table_do(table, "initiative pike=9 Ana=5 Bo=3");
    struct forecast_wish wish = {.fights = 60, .seed = 4};
    struct forecast *forecast = played(table, &wish);
    TEXT_BUFFER(text, 200);
    forecast_say(forecast, SAYS_DEPENDS, SAYS_DEPENDS, "", &text);
    assert_string_equal(text.p, "Whether Bo falls depends on how both sides fight: in 0-100% "
                                "of the fights.");
    forecast_free(forecast);
    table_free(table);
    table = pond();
    forecast = played(table, &wish);
    text = text_over(text.p, 200);
    forecast_say(forecast, SAYS_DEPENDS, SAYS_DEPENDS, "", &text);
    assert_string_equal(text.p, "");
    forecast_free(forecast);
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forecast__is_the_same_on_any_number_of_threads),
        cmocka_unit_test(test_forecast__of_another_seed_differs),
        cmocka_unit_test(test_forecast__tries_both_ways_of_a_side_without_a_policy),
        cmocka_unit_test(test_forecast__ends_a_batch_after_it_is_known_well_enough),
        cmocka_unit_test(test_forecast__that_is_stopped_has_whole_batches),
        cmocka_unit_test(test_forecast__pairs_lower_the_variance_of_a_difference),
        cmocka_unit_test(test_forecast__mistakes_are_told_before_anything_is_played),
        cmocka_unit_test(test_forecast__who_arrives_later_is_told_and_varied),
        cmocka_unit_test(test_forecast__who_arrives_later_has_a_line),
        cmocka_unit_test(test_forecast__what_if_lines_may_have_semicolons_in_quotes),
        cmocka_unit_test(test_forecast__of_a_fight_without_an_end_says_why),
        cmocka_unit_test(test_forecast__ends_by_what_it_says_to_assume),
        cmocka_unit_test(test_forecast__none_is_said_as_under_a_bound),
        cmocka_unit_test(test_forecast__says_whose_fall_depends_on_how_both_sides_fight),
        cmocka_unit_test(test_forecast__the_ends_of_a_range_are_never_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
