/* An evening of forecasts: what a rest between two encounters changes, by the rules of the
 * game. The luck of an evening is the same with a rest and without, so they differ by it alone.
 */
#include <stdlib.h>
#include <string.h>

#include "app/forecast/evening.h"
#include "forecast/fight_tally.h"
#include "support/acts.h"
#include "support/table.h"
#include "support/unit.h"

enum { EVENINGS = 60, ENCOUNTERS = 3 };

/* A wizard and a cleric, who have spells and blessings, against the same foes three times; the
 * party comes from one encounter to the next. Free it with `end`. */
static struct forecast_evening *played(struct table *first, struct table *next)
{
    struct forecast_wish wish = {.fights = 1, .seed = 3};
    struct forecast_evening *evening = calloc(1, sizeof *evening);
    assert_non_null(evening);
    evening->procedure = first->procedure;
    evening->library = first->decision.library;
    forecast_evening_add(evening, "first", &first->state, NULL, &wish, "");
    for (int i = 1; i < ENCOUNTERS; i++) {
        forecast_evening_add(evening, "next", &next->state, evening->step[0].start, &wish, "");
    }
    for (int i = 0; i < ENCOUNTERS; i++) {
        assert_string_equal(evening->step[i].left_out, "");
    }
    forecast_evening_play(evening, EVENINGS, 0);
    assert_int_equal(evening->needs_evening, -1);
    return evening;
}

static void end(struct forecast_evening *evening)
{
    forecast_evening_end(evening);
    free(evening);
}

/* Four Against Darkness, where this setting says when uses come back. */
static struct forecast_evening *played_dungeon(const char *setting)
{
    struct table *first = table_new("four-against-darkness");
    struct table *next = table_new("four-against-darkness");
    table_do(first, setting);
    table_do(first, "add Hild class=warrior level=2");
    table_do(first, "add Corvin class=wizard level=2");
    table_do(first, "add Ro class=cleric level=2");
    table_do(first, "add imp level=6 life=9 attacks=2");
    table_do(next, "add imp level=6 life=9 attacks=2");
    struct forecast_evening *evening = played(first, next);
    table_free(first);
    table_free(next);
    return evening;
}

static void test_evening__is_played_without_a_rest_with_each_and_with_all(void **state)
{
    (void)state;
    struct forecast_evening *evening = played_dungeon("setting refresh rest");
    assert_int_equal(evening->tallies, 4);
    for (int i = 0; i < evening->tallies; i++) {
        const struct evening_tally *tally = &evening->tally[i];
        assert_int_equal(tally->rests[0], i == 1 || i == 3);
        assert_int_equal(tally->rests[1], i == 2 || i == 3);
        assert_false(tally->rests[2]);
        assert_int_equal(tally->reached[0], EVENINGS);
        assert_int_equal(tally->past[0], evening->tally[0].past[0]);
        assert_int_equal(tally->past[2], tally->through);
        assert_int_equal(tally->through - evening->tally[0].through,
                         tally->more - tally->fewer);
    }
    /* Hit points have the game's word. */
    TEXT_BUFFER(text, 4000);
    forecast_evening_tell(evening, &text);
    assert_non_null(strstr(text.p, " left after it"));
    assert_non_null(strstr(text.p, " Life"));
    assert_null(strstr(text.p, " HP"));
    end(evening);
}

static void test_evening__with_a_rest_has_the_spells_again_where_rest_gives_them(void **state)
{
    (void)state;
    struct forecast_evening *evening = played_dungeon("setting refresh rest");
    const struct evening_tally *all = &evening->tally[3];
    struct interval gain =
        interval_of_average(all->more - all->fewer, all->more + all->fewer, EVENINGS);
    print_message("# %d evenings: %d come through, %d with all rests\n", EVENINGS,
                  (int)evening->tally[0].through, (int)all->through);
    assert_true(evening->tally[0].through > 0);
    assert_true(gain.low > 0);
    end(evening);
}

static void test_evening__with_a_rest_is_the_same_where_rest_gives_nothing(void **state)
{
    (void)state;
    struct forecast_evening *evening = played_dungeon("setting refresh never");
    assert_int_equal(evening->tallies, 4);
    for (int i = 1; i < evening->tallies; i++) {
        assert_int_equal(evening->tally[i].more, 0);
        assert_int_equal(evening->tally[i].fewer, 0);
        assert_int_equal(evening->tally[i].through, evening->tally[0].through);
    }
    end(evening);
}

static void test_evening__of_a_game_without_a_rule_for_it_has_no_rests(void **state)
{
    (void)state;
    struct table *first = table_new("yuxtapa"), *next = table_new("yuxtapa");
    table_do(first, "add Ana side=party to_hit=3 dv=5 pv=1 damage=1d6 hp=30");
    table_do(first, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=6");
    table_do(next, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=6");
    struct forecast_evening *evening = played(first, next);
    assert_int_equal(evening->tallies, 1);
    assert_true(evening->tally[0].through > 0);
    end(evening);
    table_free(first);
    table_free(next);
}

/* As a screen plays it: a few evenings at a time, and a key between. */
static void test_evening__in_pieces_is_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    struct forecast_evening *evening = played_dungeon("setting refresh rest");
    struct evening_tally *whole = calloc(EVENING_TALLIES_MAX, sizeof *whole);
    assert_non_null(whole);
    memcpy(whole, evening->tally, sizeof evening->tally);
    for (int threads = 1; threads <= 3; threads++) {
        forecast_evening_begin(evening);
        evening->crew.threads = threads;
        for (int64_t to = 7; forecast_evening_go_on(evening, to < EVENINGS ? to : EVENINGS) ||
                             evening->evenings < EVENINGS;
             to += 7) {
        }
        assert_int_equal(evening->evenings, EVENINGS);
        assert_memory_equal(whole, evening->tally, sizeof evening->tally);
    }
    free(whole);
    end(evening);
}

/* Words say what a rest is, also in a game that has no rule for it. */
static void test_evening__with_hit_points_for_each_comes_through_more_often(void **state)
{
    (void)state;
    struct error err;
    TEXT_BUFFER(text, 4000);
    struct table *first = table_new("yuxtapa"), *next = table_new("yuxtapa");
    table_do(first, "add Ana side=party to_hit=3 dv=5 pv=1 damage=1d6 hp=14");
    table_do(first, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=8");
    table_do(next, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=8");
    struct forecast_evening *evening = played(first, next);
    assert_int_equal(evening_rest_read(&evening->rest, str_of("6 HP each"), &err), STATUS_OK);
    forecast_evening_play(evening, EVENINGS, 2);
    assert_int_equal(evening->tallies, 4);
    const struct evening_tally *none = &evening->tally[0], *all = &evening->tally[3];
    assert_true(all->through > none->through);
    assert_int_equal(all->past[0], none->past[0]);
    forecast_evening_tell(evening, &text);
    assert_non_null(strstr(text.p, "with 6 HP each after first: comes through in "));
    assert_non_null(strstr(text.p, "; from there the whole plan "));
    json_t *report = forecast_evening_report(evening, 1);
    json_t *plan = json_array_get(json_object_get(report, "plan"), 0);
    json_t *step = json_array_get(json_object_get(plan, "encounters"), 1);
    json_t *after = json_object_get(step, "through_after");
    assert_close(json_number_value(json_object_get(after, "chance")),
                 (double)none->through / (double)none->past[1]);
    json_decref(report);
    end(evening);
    table_free(first);
    table_free(next);
}

static void test_evening__words_of_a_rest_are_read_or_named(void **state)
{
    (void)state;
    struct error err;
    struct evening_rest rest;
    assert_int_equal(evening_rest_read(&rest, str_of("rest, 1d6 hp"), &err), STATUS_OK);
    assert_string_equal(rest.words, "a rest, 1d6 HP each");
    assert_string_equal(rest.heals, "1d6");
    assert_true(rest.is_by_rule);
    assert_int_equal(evening_rest_read(&rest, str_of("2 life each"), &err), STATUS_OK);
    assert_string_equal(rest.words, "2 Life each");
    assert_string_equal(rest.heals, "2");
    static const char *const wrong[] = {"",     "6",        "6 gold each", "-6 HP",
                                        "0 HP", "6 HP all", "sleep"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(evening_rest_read(&rest, str_of(wrong[i]), &err), STATUS_USAGE);
        assert_non_null(strstr(err.text, "expected rest, or 6 HP each"));
    }
}

/* Who comes later is listed with the fight in which that is. */
static void test_evening__lists_who_arrives_later(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 4000);
    struct table *first = table_new("yuxtapa"), *next = table_new("yuxtapa");
    table_do(first, "add Ana side=party to_hit=3 dv=5 pv=1 damage=1d6 hp=30");
    table_do(first, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=6");
    table_do(next, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=6");
    table_do(next,
             "counter \"eels arrive\" 2 then=\"add eel to_hit=2 dv=4 pv=1 damage=1d5 hp=4\"");
    struct forecast_evening *evening = played(first, next);
    forecast_evening_tell(evening, &text);
    assert_non_null(strstr(text.p, "  Who arrives later is fought too; "));
    assert_non_null(strstr(text.p, "eel"));
    end(evening);
    table_free(first);
    table_free(next);
}

/* Adds both fights, the first of them played with this end; NULL: it is still to come. */
static struct forecast_evening *after_first(const struct table *first, const struct table *next,
                                            const struct state *end)
{
    struct forecast_wish wish = {.fights = 1, .seed = 3};
    struct forecast_evening *evening = calloc(1, sizeof *evening);
    assert_non_null(evening);
    evening->procedure = first->procedure;
    evening->library = first->decision.library;
    forecast_evening_add(evening, "ford", &first->state, NULL, &wish, "");
    if (end != NULL) {
        forecast_evening_played(evening, end);
    }
    forecast_evening_add(evening, "tower", &next->state, end != NULL ? end : &first->state,
                         &wish, "");
    forecast_evening_play(evening, EVENINGS, 0);
    return evening;
}

/* The chance of the whole plan at its start is what it was before anything was played, and that
 * after a fight is of its real end. */
static void test_evening__has_the_chance_after_fights_that_were_played(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 4000);
    struct table *first = table_new("yuxtapa"), *next = table_new("yuxtapa");
    table_do(first, "add Ana side=party to_hit=3 dv=5 pv=1 damage=1d6 hp=20");
    table_do(first, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=9");
    table_do(next, "add pike to_hit=2 dv=4 pv=1 damage=1d5 hp=9");
    struct forecast_evening *open = after_first(first, next, NULL);
    struct table *over = table_new("yuxtapa");
    state_copy(&over->state, &first->state);
    table_do(over, "damage Ana 17");
    table_do(over, "out pike dead");
    struct forecast_evening *hurt = after_first(first, next, &over->state);
    int64_t through = open->tally[0].through;
    assert_true(through > 0 && through < EVENINGS);
    assert_int_equal(open->moments, 0);
    assert_int_equal(hurt->fought, 1);
    assert_int_equal(hurt->moments, 2);
    assert_int_equal(hurt->tally[hurt->tallies].through, through);
    assert_int_equal(hurt->tally[hurt->tallies + 1].through, hurt->tally[0].through);
    assert_true(hurt->tally[0].through < through);
    forecast_evening_tell(hurt, &text);
    assert_non_null(strstr(text.p, "At its start the whole plan had "));
    assert_non_null(strstr(text.p, "ford: played, won; from there the whole plan "));
    /* Nobody who is left comes through. */
    table_do(over, "out Ana dead");
    table_do(over, "back pike");
    struct forecast_evening *lost = after_first(first, next, &over->state);
    assert_int_equal(lost->tally[lost->tallies + 1].through, 0);
    end(open);
    end(hurt);
    end(lost);
    table_free(first);
    table_free(next);
    table_free(over);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_evening__in_pieces_is_the_same_on_any_number_of_threads),
        cmocka_unit_test(test_evening__is_played_without_a_rest_with_each_and_with_all),
        cmocka_unit_test(test_evening__with_a_rest_has_the_spells_again_where_rest_gives_them),
        cmocka_unit_test(test_evening__with_a_rest_is_the_same_where_rest_gives_nothing),
        cmocka_unit_test(test_evening__of_a_game_without_a_rule_for_it_has_no_rests),
        cmocka_unit_test(test_evening__with_hit_points_for_each_comes_through_more_often),
        cmocka_unit_test(test_evening__words_of_a_rest_are_read_or_named),
        cmocka_unit_test(test_evening__lists_who_arrives_later),
        cmocka_unit_test(test_evening__has_the_chance_after_fights_that_were_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
