/* The plan for an evening: encounters in an order, with notes; what was played; its own undo.
 */
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/encounters/plan.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static struct plan plan;

static const struct plan *read_plan(struct play *play)
{
    struct error err;
    assert_int_equal(sitting_plan(play->sitting, PLAN_MAX, &plan, &err), STATUS_OK);
    return &plan;
}

static enum result_kind run(struct play *play, const char *line)
{
    sitting_run(play->sitting, line, false, &play->result);
    return play->result.kind;
}

/* "Ford, Mill, Nest". */
static const char *order(struct play *play)
{
    static char names[400];
    struct text text = text_over(names, sizeof names);
    read_plan(play);
    for (int i = 0; i < plan.count; i++) {
        text_add_item(&text, plan.item[i].is_gone ? "deleted" : plan.item[i].encounter.name);
    }
    return names;
}

static const char *told(struct play *play)
{
    assert_int_equal(run(play, "plan"), RESULT_TOLD);
    return play->result.text;
}

static struct play *three_encounters(void)
{
    static const char *const lines[] = {"encounter Ford system=four-against-darkness",
                                        "add king foe=weird level=3 hp=1",
                                        "encounter Mill system=four-against-darkness",
                                        "add 3 rat foe=vermin level=1",
                                        "encounter Nest system=four-against-darkness",
                                        "add queen foe=weird level=5 hp=5",
                                        "encounter Start system=four-against-darkness",
                                        "add Hild class=warrior level=3",
                                        NULL};
    return play_new(lines);
}

static void test_plan__is_an_order_that_is_changed_and_undone(void **state)
{
    (void)state;
    struct play *play = three_encounters();
    assert_string_equal(told(play),
                        "nothing is planned: plan-add puts an encounter on the plan");
    assert_int_equal(run(play, "plan-undo"), RESULT_REFUSED);
    play_do(play, "plan-add Ford the bridge is out");
    play_do(play, "plan-add Mill");
    play_do(play, "plan-add Nest if they have time");
    assert_string_equal(order(play), "Ford, Mill, Nest");
    assert_string_equal(plan.item[0].note, "the bridge is out");
    play_do(play, "plan-move Nest first");
    assert_string_equal(play->result.text, "Nest is number 1 of the plan");
    assert_string_equal(order(play), "Nest, Ford, Mill");
    play_do(play, "plan-move Nest down");
    assert_string_equal(order(play), "Ford, Nest, Mill");
    play_do(play, "plan-move #3 1");
    assert_string_equal(order(play), "Mill, Ford, Nest");
    play_do(play, "plan-remove Ford");
    assert_string_equal(order(play), "Mill, Nest");
    /* The table's undo is another one. */
    play_do(play, "undo");
    assert_string_equal(play->result.text, "undone: Hild joins");
    play_do(play, "redo");
    play_reopen(play, false);
    play_do(play, "plan-undo");
    assert_string_equal(play->result.text, "undone: Ford is off the plan");
    assert_string_equal(order(play), "Mill, Ford, Nest");
    assert_string_equal(plan.item[1].note, "the bridge is out");
    play_do(play, "plan-undo");
    play_do(play, "plan-undo");
    play_do(play, "plan-undo");
    assert_string_equal(order(play), "Ford, Mill, Nest");
    play_do(play, "plan-undo");
    play_do(play, "plan-undo");
    play_do(play, "plan-undo");
    assert_string_equal(order(play), "");
    assert_int_equal(run(play, "plan-undo"), RESULT_REFUSED);
    for (int i = 0; i < 7; i++) {
        play_do(play, "plan-redo");
    }
    assert_string_equal(order(play), "Mill, Nest");
    assert_int_equal(run(play, "plan-redo"), RESULT_REFUSED);
    /* Neither is it that of the list. */
    assert_int_equal(run(play, "encounters-undo"), RESULT_REFUSED);
    play_free(play);
}

static void test_plan__marks_what_was_played_and_what_is_due(void **state)
{
    (void)state;
    struct play *play = three_encounters();
    play_do(play, "plan-add Ford");
    play_do(play, "plan-add Mill");
    play_do(play, "plan-add Nest");
    assert_int_equal(plan_next(read_plan(play)), 0);
    play_do(play, "open Ford carry");
    play_do(play, "attack king by=Hild 6 6 6 4");
    assert_int_equal(plan_played(read_plan(play)), 1);
    assert_int_equal(plan_next(read_plan(play)), 1);
    assert_non_null(strstr(told(play), "1. Ford (Four Against Darkness, won, round 1); due: "
                                       "treasure of King"));
    assert_non_null(strstr(told(play), "2. Mill (Four Against Darkness, not started)"));
    assert_non_null(strstr(told(play), "1 of 3 played; 1 with something due; 1 XP roll"));
    play_do(play, "open Mill carry");
    assert_non_null(strstr(told(play), "1. Ford (Four Against Darkness, won"));
    play_do(play, "open Ford");
    play_do(play, "undo");
    assert_int_equal(plan_played(read_plan(play)), 0);
    assert_string_equal(plan_earned(&plan), "");
    play_do(play, "redo");
    assert_int_equal(plan_played(read_plan(play)), 1);
    play_free(play);
}

static void test_plan__what_it_cannot_do_is_said(void **state)
{
    (void)state;
    struct play *play = three_encounters();
    play_do(play, "plan-add Ford");
    assert_int_equal(run(play, "plan-add Ford"), RESULT_REFUSED);
    assert_string_equal(play->result.refusal.reason, "Ford is on the plan already, at place 1");
    assert_int_equal(run(play, "plan-add Fard"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "did you mean Ford?"));
    assert_int_equal(run(play, "plan-move Mill 1"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "plan-add \"Mill\" puts it there"));
    assert_int_equal(run(play, "plan-move Ford 2"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "expected a place from 1 to 1"));
    assert_int_equal(run(play, "plan-move Ford up"), RESULT_REFUSED);
    assert_int_equal(run(play, "plan-note Ford -"), RESULT_REFUSED);
    play_do(play, "archive-encounter Mill");
    assert_int_equal(run(play, "plan-add Mill"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "unarchive-encounter"));
    char line[PLAN_NOTE_SIZE + 40];
    struct text text = text_over(line, sizeof line);
    text_add(&text, "plan-note Ford ");
    while (text.n < PLAN_NOTE_SIZE + 20) {
        text_add_char(&text, 'x');
    }
    assert_int_equal(run(play, line), RESULT_WRONG);
    assert_string_equal(order(play), "Ford");
    assert_string_equal(plan.item[0].note, "");
    play_free(play);
}

static void test_plan__notes_are_changed_and_all_of_it_is_cleared_in_one_step(void **state)
{
    (void)state;
    struct play *play = three_encounters();
    play_do(play, "plan-add Ford one");
    play_do(play, "plan-add Mill two");
    play_do(play, "plan-note Ford the bridge is out");
    play_do(play, "plan-clear");
    assert_string_equal(order(play), "");
    assert_int_equal(run(play, "plan-clear"), RESULT_REFUSED);
    play_do(play, "plan-add Ford");
    assert_string_equal(order(play), "Ford");
    assert_string_equal(plan.item[0].note, "");
    play_do(play, "plan-undo");
    play_do(play, "plan-undo");
    assert_string_equal(order(play), "Ford, Mill");
    assert_string_equal(plan.item[0].note, "the bridge is out");
    assert_string_equal(plan.item[1].note, "two");
    play_free(play);
}

static void test_plan__follows_names_and_keeps_the_place_of_what_was_deleted(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Ford system=trilemma",
                                        "encounter Mill system=trilemma", NULL};
    struct play *play = play_new(lines);
    play_do(play, "plan-add Ford");
    play_do(play, "plan-add Mill");
    play_do(play, "rename-encounter Mill Weir");
    assert_string_equal(order(play), "Ford, Weir");
    play_do(play, "delete-encounter Ford");
    assert_string_equal(order(play), "deleted, Weir");
    assert_int_equal(plan_next(read_plan(play)), 1);
    assert_non_null(strstr(told(play), "1. a deleted encounter"));
    play_do(play, "plan-remove #1");
    assert_string_equal(order(play), "Weir");
    play_do(play, "plan-undo");
    play_do(play, "encounters-undo");
    assert_string_equal(order(play), "Ford, Weir");
    play_free(play);
}

static void test_plan__that_another_program_changed_is_noticed(void **state)
{
    (void)state;
    struct play *play = three_encounters();
    play_do(play, "plan-add Ford");
    read_plan(play);
    assert_true(sitting_plan_is(play->sitting, &plan));
    play_do(play, "plan-note Ford later");
    assert_true(sitting_plan_is(play->sitting, &plan));
    play_do(play, "plan-add Nest");
    assert_false(sitting_plan_is(play->sitting, &plan));
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plan__is_an_order_that_is_changed_and_undone),
        cmocka_unit_test(test_plan__marks_what_was_played_and_what_is_due),
        cmocka_unit_test(test_plan__what_it_cannot_do_is_said),
        cmocka_unit_test(test_plan__notes_are_changed_and_all_of_it_is_cleared_in_one_step),
        cmocka_unit_test(test_plan__that_another_program_changed_is_noticed),
        cmocka_unit_test(test_plan__follows_names_and_keeps_the_place_of_what_was_deleted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
