/* What a line writes at the table in more than one step is there completely after a loss of
 * power, or not at all. */
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "fault/fault_vfs.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/state.h"

enum { OPERATIONS_MAX = 200 };

static const char *name_at(const struct play *play)
{
    return sitting_encounter_name(play->sitting);
}

/* Runs the line with power lost at the `n`th operation, and opens the campaign again. False:
 * it needed fewer. */
static bool lose_power(struct play *play, const char *line, int n)
{
    fault_arm(FAULT_GONE, n);
    sitting_run(play->sitting, line, false, &play->result);
    sitting_close(play->sitting);
    play->sitting = NULL;
    bool has_failed = fault_disarm();
    play_reopen(play, false);
    return has_failed;
}

static void test_sitting_faults__a_prepared_encounter_starts_whole_or_not_at_all(void **state)
{
    static const char *const lines[] = {
        "encounter Mill system=trilemma", "add Bo side=party wits=10 strength=9 ac=20 hp=9",
        "add Ida side=party wits=12 strength=9 ac=20 hp=7", "prepare Ford party", NULL};
    struct play *play = play_new(lines);
    *state = play;
    int before = 0;
    bool has_failed = true;
    for (int n = 1; n < OPERATIONS_MAX && has_failed && strcmp(name_at(play), "Mill") == 0;
         n++) {
        has_failed = lose_power(play, "start Ford", n);
        before += strcmp(name_at(play), "Mill") == 0;
        if (strcmp(name_at(play), "Mill") == 0) {
            assert_int_equal(sitting_state(play->sitting)->count, 2);
        } else { /* it has its foes, and knows which one it began from */
            assert_true(sitting_state(play->sitting)->count > 3);
            sitting_run(play->sitting, "notes", false, &play->result);
            assert_int_equal(play->result.kind, RESULT_TOLD);
        }
    }
    assert_true(before > 3);
    assert_string_equal(name_at(play), "Ford");
}

static void test_sitting_faults__a_first_act_makes_its_encounter_or_none(void **state)
{
    static const char *const lines[] = {NULL};
    struct play *play = play_new(lines);
    *state = play;
    int before = 0;
    for (int n = 1; n < OPERATIONS_MAX && sitting_state(play->sitting)->count == 0; n++) {
        lose_power(play, "add Bo", n);
        bool is_made = sitting_encounter_number(play->sitting) != 0;
        assert_int_equal(sitting_state(play->sitting)->count, is_made ? 1 : 0);
        before += !is_made;
    }
    assert_true(before > 3);
    assert_string_equal(name_at(play), "first encounter");
}

int main(void)
{
    fault_install();
#define TEST(name) cmocka_unit_test_teardown(name, play_end)
    const struct CMUnitTest tests[] = {
        TEST(test_sitting_faults__a_prepared_encounter_starts_whole_or_not_at_all),
        TEST(test_sitting_faults__a_first_act_makes_its_encounter_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
