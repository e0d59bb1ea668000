/* One undo over everything that stands beside the fights: in the order in which it was done,
 * whichever list it was done in, also where a list's own undo was there in between. */
#include <string.h>

#include "app/sitting/sitting.h"
#include "support/play.h"
#include "support/unit.h"

static struct play *a_campaign(void **state)
{
    static const char *const lines[] = {"encounter Ford system=trilemma",
                                        "encounter Mill system=trilemma",
                                        "add Bo side=party wits=10 strength=9 ac=20 hp=9",
                                        "plan-add Ford",
                                        "enlist Bo",
                                        "remark a lie",
                                        "plan-note Ford late",
                                        "rename-encounter Ford Weir",
                                        NULL};
    *state = play_new(lines);
    return *state;
}

static void does(struct play *play, const char *line, const char *label)
{
    play_do(play, line);
    assert_string_equal(play->result.label, label);
}

static void refuses(struct play *play, const char *line, const char *reason)
{
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_REFUSED);
    assert_string_equal(play->result.refusal.reason, reason);
}

static void test_collection__all_lists_are_taken_back_in_the_order_of_their_steps(void **state)
{
    struct play *play = a_campaign(state);
    does(play, "lists-undo", "undone: Ford is now Weir");
    does(play, "lists-undo", "undone: plan: Ford: late");
    does(play, "lists-undo", "undone: \"Mill\"#2: remark: a lie");
    does(play, "lists-undo", "undone: Bo joins the party");
    does(play, "lists-undo", "undone: Ford is on the plan");
    refuses(play, "lists-undo", "nothing was changed beside the fights");
    does(play, "lists-redo", "redone: Ford is on the plan");
    does(play, "lists-redo", "redone: Bo joins the party");
    play_reopen(play, false);
    does(play, "lists-redo", "redone: \"Mill\"#2: remark: a lie");
    does(play, "undo", "undone: the party is here"); /* the fight has its own */
    does(play, "lists-redo", "redone: plan: Ford: late");
}

static void test_collection__the_undo_of_one_list_is_a_part_of_it(void **state)
{
    struct play *play = a_campaign(state);
    does(play, "plan-undo", "undone: plan: Ford: late");
    does(play, "lists-undo", "undone: Ford is now Weir");
    does(play, "lists-undo", "undone: \"Mill\"#2: remark: a lie");
    does(play, "remarks-redo", "redone: \"Mill\"#2: remark: a lie");
    does(play, "lists-redo", "redone: Ford is now Weir");
    does(play, "lists-undo", "undone: Ford is now Weir");
    does(play, "lists-undo", "undone: \"Mill\"#2: remark: a lie");
    does(play, "plan-undo", "undone: Ford is on the plan");
    refuses(play, "plan-undo", "nothing was changed in the plan");
}

static void test_collection__a_new_step_ends_the_redo_of_its_own_list_alone(void **state)
{
    struct play *play = a_campaign(state);
    does(play, "lists-undo", "undone: Ford is now Weir");
    does(play, "lists-undo", "undone: plan: Ford: late");
    play_do(play, "plan-note Ford early");
    refuses(play, "plan-redo", "nothing was taken back in the plan");
    does(play, "lists-redo", "redone: Ford is now Weir");
    refuses(play, "lists-redo", "nothing was taken back beside the fights");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, play_end)
    const struct CMUnitTest tests[] = {
        TEST(test_collection__all_lists_are_taken_back_in_the_order_of_their_steps),
        TEST(test_collection__the_undo_of_one_list_is_a_part_of_it),
        TEST(test_collection__a_new_step_ends_the_redo_of_its_own_list_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
