/* Encounters renamed, archived, brought back and deleted, and each of these undone in the list,
 * independently of the acts of the table. */
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/encounters/encounters.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static enum result_kind run(struct play *play, const char *line)
{
    sitting_run(play->sitting, line, false, &play->result);
    return play->result.kind;
}

static const char *listed(struct play *play)
{
    assert_int_equal(run(play, "encounters"), RESULT_TOLD);
    return play->result.text;
}

static void check_ways(struct play *play, const char *undo, const char *redo)
{
    struct collection_ways ways;
    struct error err;
    assert_int_equal(collection_ways(play->sitting, &encounter_collection, &ways, &err),
                     STATUS_OK);
    assert_string_equal(ways.undo, undo);
    assert_string_equal(ways.redo, redo);
}

static struct play *two_encounters(void)
{
    static const char *const lines[] = {"encounter Mill system=trilemma",
                                        "add Bo side=party hp=9", "encounter Ford", "add rat",
                                        NULL};
    return play_new(lines);
}

static void test_rename__is_undone_and_redone_in_the_list(void **state)
{
    (void)state;
    struct play *play = two_encounters();
    check_ways(play, "", "");
    assert_int_equal(run(play, "encounters-undo"), RESULT_REFUSED);
    play_do(play, "rename-encounter Mill Old mill");
    assert_string_equal(play->result.text, "Mill is now Old mill");
    check_ways(play, "Mill is now Old mill", "");
    assert_non_null(strstr(listed(play), "Old mill (Trilemma, 1 act, "));
    play_do(play, "rename-encounter Ford \"The \"\"deep\"\" ford\"");
    assert_string_equal(sitting_encounter_name(play->sitting), "The \"deep\" ford");
    play_do(play, "encounters-undo");
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
    check_ways(play, "Mill is now Old mill", "Ford is now The \"deep\" ford");
    play_do(play, "encounters-undo");
    assert_non_null(strstr(listed(play), "Mill (Trilemma, 1 act, "));
    assert_int_equal(run(play, "encounters-undo"), RESULT_REFUSED);
    play_do(play, "encounters-redo");
    play_do(play, "encounters-redo");
    assert_string_equal(sitting_encounter_name(play->sitting), "The \"deep\" ford");
    assert_int_equal(run(play, "encounters-redo"), RESULT_REFUSED);
    play_reopen(play, false);
    check_ways(play, "Ford is now The \"deep\" ford", "");
    play_do(play, "encounters-undo");
    play_do(play, "rename-encounter Ford Weir");
    check_ways(play, "Ford is now Weir", "");
    play_free(play);
}

static void test_undo__of_the_table_leaves_the_list_alone(void **state)
{
    (void)state;
    struct play *play = two_encounters();
    play_do(play, "rename-encounter Ford Weir");
    play_do(play, "undo");
    assert_string_equal(play->result.text, "undone: Rat joins");
    assert_string_equal(sitting_encounter_name(play->sitting), "Weir");
    play_do(play, "redo");
    play_do(play, "encounters-undo");
    assert_int_equal(sitting_state(play->sitting)->count, 1);
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
    play_free(play);
}

static void test_names__are_unique_among_those_on_the_list(void **state)
{
    (void)state;
    struct play *play = two_encounters();
    assert_int_equal(run(play, "rename-encounter Mill FORD"), RESULT_WRONG);
    assert_int_equal(run(play, "rename-encounter Moll Weir"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "did you mean Mill?"));
    play_do(play, "archive-encounter Mill");
    play_do(play, "rename-encounter Ford Mill");
    assert_int_equal(run(play, "unarchive-encounter Mill"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "already an encounter \"Mill\""));
    play_do(play, "rename-encounter Mill Ford");
    play_do(play, "unarchive-encounter Mill");
    assert_non_null(strstr(listed(play), "Mill (Trilemma, 1 act, "));
    play_free(play);
}

static void test_archive__frees_the_name_and_keeps_the_acts(void **state)
{
    (void)state;
    struct play *play = two_encounters();
    play_do(play, "archive-encounter Mill");
    assert_null(strstr(listed(play), "Mill"));
    assert_non_null(strstr(play->result.text, "1 archived: encounters archived"));
    assert_int_equal(run(play, "encounters archived"), RESULT_TOLD);
    assert_non_null(strstr(play->result.text, "Mill (Trilemma, 1 act, archived, "));
    assert_int_equal(run(play, "archive-encounter Mill"), RESULT_REFUSED);
    assert_int_equal(run(play, "open Mill"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "unarchive-encounter \"Mill\""));
    play_do(play, "encounters-undo");
    play_do(play, "open Mill");
    assert_int_equal(play_value(play, "Bo", FIELD_HP), 9);
    assert_int_equal(run(play, "unarchive-encounter Mill"), RESULT_REFUSED);
    play_free(play);
}

static void test_archive__of_the_open_one_leaves_the_table_free(void **state)
{
    (void)state;
    struct play *play = two_encounters();
    play_do(play, "archive-encounter Ford");
    assert_int_equal(sitting_state(play->sitting)->count, 0);
    assert_string_equal(sitting_encounter_name(play->sitting), "");
    assert_int_equal(run(play, "undo"), RESULT_REFUSED);
    play_do(play, "add Cy side=party");
    assert_string_equal(sitting_encounter_name(play->sitting), "encounter 3");
    play_do(play, "unarchive-encounter Ford");
    play_do(play, "open Ford");
    assert_int_equal(sitting_state(play->sitting)->count, 1);
    play_do(play, "archive-encounter Ford");
    play_do(play, "encounters-undo");
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
    play_reopen(play, false);
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
    play_free(play);
}

static void test_delete__takes_what_was_never_used(void **state)
{
    (void)state;
    struct play *play = two_encounters();
    assert_int_equal(run(play, "delete-encounter Mill"), RESULT_REFUSED);
    assert_non_null(
        strstr(play->result.refusal.reason, "Mill has 1 act: archive-encounter keeps it"));
    play_do(play, "encounter Bridge system=four-against-darkness");
    play_do(play, "delete-encounter Bridge");
    assert_null(strstr(listed(play), "Bridge"));
    assert_int_equal(run(play, "encounters archived"), RESULT_TOLD);
    assert_null(strstr(play->result.text, "Bridge"));
    assert_int_equal(run(play, "open Bridge"), RESULT_WRONG);
    play_do(play, "encounters-undo");
    assert_string_equal(sitting_encounter_name(play->sitting), "Bridge");
    play_do(play, "encounters-redo");
    play_do(play, "encounter Bridge system=trilemma");
    assert_string_equal(state_system(sitting_state(play->sitting))->id, "trilemma");
    play_free(play);
}

static void test_delete__takes_one_that_has_only_its_settings(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter One system=four-against-darkness",
                                        "add Hild class=warrior", "setting lethal_save dead",
                                        "encounter Two", NULL};
    struct play *play = play_new(lines);
    play_do(play, "delete-encounter Two");
    play_do(play, "open One");
    play_do(play, "encounter Two carry");
    assert_int_equal(run(play, "delete-encounter Two"), RESULT_REFUSED);
    play_free(play);
}

/* ---- combatants ------------------------------------------------------------------------ */

static void test_combatant__is_deleted_while_nothing_was_done_with_it(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma",
                                        "add Bo side=party strength=14 wits=12 hp=9",
                                        "add 2 goblin strength=9 wits=8 ac=20 hp=5", NULL};
    struct play *play = play_new(lines);
    play_do(play, "rename g2 Snik");
    play_do(play, "delete Snik");
    assert_int_equal(combatant_called(sitting_state(play->sitting), str_of("Snik")), 0);
    play_do(play, "undo");
    assert_int_equal(play_id(play, "Snik"), 3);
    play_do(play, "redo");
    play_do(play, "initiative 15 5");
    assert_int_equal(run(play, "delete Bo"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason,
                           "Bo has acted or was a target (#7): `remove Bo` takes it off the "
                           "table and keeps those acts"));
    play_do(play, "undo");
    play_do(play, "delete Bo");
    play_do(play, "undo");
    play_do(play, "damage Bo 1");
    assert_int_equal(run(play, "delete Bo"), RESULT_REFUSED);
    play_do(play, "remove Bo");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rename__is_undone_and_redone_in_the_list),
        cmocka_unit_test(test_undo__of_the_table_leaves_the_list_alone),
        cmocka_unit_test(test_names__are_unique_among_those_on_the_list),
        cmocka_unit_test(test_archive__frees_the_name_and_keeps_the_acts),
        cmocka_unit_test(test_archive__of_the_open_one_leaves_the_table_free),
        cmocka_unit_test(test_delete__takes_what_was_never_used),
        cmocka_unit_test(test_delete__takes_one_that_has_only_its_settings),
        cmocka_unit_test(test_combatant__is_deleted_while_nothing_was_done_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
