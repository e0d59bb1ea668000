/* Macros: lines kept under a name, run as one act. */
#include "app/macros/macros.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "support/unit.h"
#include "tracker/naming.h"

static char path[512];
static struct sitting *sitting;
static struct result result;

static int begin(void **state)
{
    const char *folder = getenv("TMPDIR");
    struct error err;
    (void)state;
    snprintf(path, sizeof path, "%s/macros-%ld.db", folder != NULL ? folder : "/tmp",
             (long)getpid());
    remove(path);
    struct sitting_options options = {.path = path, .has_seed = true, .seed = 1};
    assert_int_equal(sitting_open(&sitting, &options, &err), STATUS_OK);
    return 0;
}

static int end(void **state)
{
    (void)state;
    sitting_close(sitting);
    remove(path);
    return 0;
}

static enum result_kind run(const char *line, bool asks)
{
    sitting_run(sitting, line, asks, &result);
    return result.kind;
}

static void done(const char *line)
{
    if (run(line, false) != RESULT_DONE) {
        fail_msg("%s: %s%s", line, result.error.text, result.refusal.reason);
    }
}

/* A fight of Anka against two rats. */
static void fight(void)
{
    done("encounter Nest system=trilemma");
    done("add Anka side=party strength=14 wits=12 ac=20 hp=9");
    done("add 2 rat strength=8 wits=12 ac=22 hp=9");
    done("initiative 15 5");
}

static int hp(int id)
{
    return state_value(sitting_state(sitting), id, FIELD_HP, -1);
}

static void test_macros__lines_are_split_at_semicolons_outside_quotes(void **state)
{
    (void)state;
    struct str rest = str_of(" note \"a; b\" ;; damage %1 2;"), line;
    assert_true(macro_next_line(&rest, &line));
    assert_true(str_equal(line, "note \"a; b\""));
    assert_true(macro_next_line(&rest, &line));
    assert_true(str_equal(line, "damage %1 2"));
    assert_false(macro_next_line(&rest, &line));
}

static void test_macros__places_are_filled_with_words_as_they_stand(void **state)
{
    (void)state;
    struct str word[] = {str_of("r1"), str_of("\"the door\"")};
    TEXT_BUFFER(out, 100);
    assert_int_equal(macro_places(str_of("damage %w 2; note %3 100%")), 3);
    assert_int_equal(macro_places(str_of("next")), 0);
    macro_fill(&out, str_of("damage %w 2 for=%2 %1 %3."), word, 2);
    assert_string_equal(out.p, "damage r1 2 for=\"the door\" r1 .");
}

static void test_macros__within_quotes_a_word_has_none_of_its_own(void **state)
{
    (void)state;
    struct str word[] = {str_of("\"the \"\"red\"\" door\""), str_of("a\"b")};
    TEXT_BUFFER(out, 100);
    macro_fill(&out, str_of("note \"%1, %2\" for=%1"), word, 2);
    assert_string_equal(out.p,
                        "note \"the \"\"red\"\" door, a\"\"b\" for=\"the \"\"red\"\" door\"");
}

static void test_macros__names_in_quotes_and_lists_are_one_word(void **state)
{
    (void)state;
    fight();
    done("add \"Big Osric\" strength=8 wits=12 ac=22 hp=9");
    done("macro fell note \"%1 falls\"; damage %1 1");
    done("do fell \"Big Osric\"");
    assert_non_null(strstr(result.text, "note: Big Osric falls"));
    assert_int_equal(hp(4), 8);
    done("do fell r1, \"Big Osric\"");
    assert_int_equal(hp(2), 8);
    assert_int_equal(hp(4), 7);
}

static void test_macros__its_lines_are_one_act_that_undo_takes_back(void **state)
{
    (void)state;
    fight();
    done("macro burn damage %1 2; condition %1 prone");
    int64_t before = sitting_act_now(sitting);
    done("do burn r1");
    assert_int_equal(hp(2), 7);
    assert_non_null(strstr(result.text, "burn: damage r1 2; condition r1 prone"));
    assert_non_null(strstr(result.text, "9 → 7"));
    assert_non_null(strstr(sitting_undo_label(sitting), "burn: damage r1 2"));
    done("undo");
    assert_int_equal(hp(2), 9);
    assert_int_equal(sitting_act_now(sitting), before);
    done("redo");
    assert_int_equal(hp(2), 7);
}

static void test_macros__dice_are_those_after_the_words_line_by_line(void **state)
{
    (void)state;
    fight();
    done("macro charge attack %1; damage %1 1d4");
    done("do charge r1 14 4 3");
    assert_int_equal(hp(2), 2);
    assert_non_null(strstr(result.text, "d20 [14]"));
}

static void test_macros__what_is_missing_is_asked_before_anything_is_done(void **state)
{
    (void)state;
    fight();
    done("macro charge damage %w 1; attack %w");
    assert_int_equal(run("do charge", true), RESULT_ASKS);
    assert_int_equal(result.question.kind, QUESTION_COMBATANT);
    assert_int_equal(run("do charge r1", true), RESULT_ASKS);
    assert_int_equal(result.question.kind, QUESTION_DICE);
    assert_int_equal(hp(2), 9);
    assert_int_equal(run("do charge r1 14", true), RESULT_ASKS);
    assert_int_equal(hp(2), 9);
    assert_int_equal(run("do charge r1 14 4", true), RESULT_DONE);
    assert_int_equal(hp(2), 4);
}

static void test_macros__a_line_that_is_refused_leaves_nothing_done(void **state)
{
    (void)state;
    fight();
    done("macro twice attack %1; attack %1");
    int64_t before = sitting_act_now(sitting);
    assert_int_equal(run("do twice r1 14 4 14 4", false), RESULT_REFUSED);
    assert_int_equal(strncmp(result.refusal.reason, "attack r1: ", 11), 0);
    assert_int_equal(hp(2), 9);
    assert_int_equal(sitting_act_now(sitting), before);
    done("macro twice attack %1; ruling attack %1");
    done("do twice r1 14 4 14 4");
    assert_int_equal(hp(2), 1);
}

static void test_macros__wrong_words_are_told(void **state)
{
    (void)state;
    fight();
    assert_int_equal(run("macro charge atack %1", false), RESULT_WRONG);
    assert_non_null(strstr(result.error.text,
                           "\"atack\" is not a command of this game; did you "
                           "mean attack?"));
    assert_int_equal(run("macro out undo", false), RESULT_WRONG);
    assert_non_null(strstr(result.error.text, "undo is not an act of the fight"));
    assert_int_equal(run("macro a;b next", false), RESULT_WRONG);
    done("macro burn damage %1 2");
    assert_int_equal(run("do burnt r1", false), RESULT_WRONG);
    assert_string_equal(result.error.text, "there is no macro burnt; did you mean burn?");
    assert_int_equal(run("do burn", false), RESULT_WRONG);
    assert_non_null(strstr(result.error.text, "%1 is missing"));
    assert_int_equal(run("do burn r1 7 8", false), RESULT_WRONG);
    assert_non_null(strstr(result.error.text, "is more than burn takes"));
    assert_int_equal(run("do burn nobody", false), RESULT_WRONG);
    assert_non_null(strstr(result.error.text, "damage nobody 2: "));
    assert_int_equal(hp(2), 9);
}

static void test_macros__it_is_not_decided_again(void **state)
{
    (void)state;
    fight();
    done("macro burn damage %1 2");
    done("damage r2 1");
    done("do burn r1");
    assert_int_equal(run("amend r2", false), RESULT_REFUSED);
    assert_non_null(strstr(result.refusal.reason, "is a macro"));
    char line[64];
    snprintf(line, sizeof line, "amend act=%lld 3", (long long)sitting_act_now(sitting) - 1);
    assert_int_equal(run(line, false), RESULT_REFUSED);
    assert_non_null(strstr(result.refusal.reason, "cannot be played again"));
    assert_int_equal(hp(3), 8);
}

static void test_macros__they_are_a_collection_with_an_undo_of_its_own(void **state)
{
    (void)state;
    fight();
    done("macro burn damage %1 2");
    done("macro-rename burn fire");
    assert_int_equal(run("macros", false), RESULT_TOLD);
    assert_string_equal(result.text, "fire         damage %1 2");
    done("macro-delete fire");
    assert_int_equal(run("macros", false), RESULT_TOLD);
    assert_non_null(strstr(result.text, "there are no macros"));
    done("macros-undo");
    done("do fire r1");
    done("undo");
    done("macros-undo");
    assert_int_equal(run("macro burn", false), RESULT_TOLD);
    assert_string_equal(result.text, "burn         damage %1 2");
    done("lists-undo");
    assert_int_equal(run("macros", false), RESULT_TOLD);
    assert_non_null(strstr(result.text, "there are no macros"));
}

static void test_macros__they_are_there_after_the_campaign_was_closed(void **state)
{
    (void)state;
    fight();
    done("macro burn damage %1 2");
    sitting_close(sitting);
    struct error err;
    struct sitting_options options = {.path = path};
    assert_int_equal(sitting_open(&sitting, &options, &err), STATUS_OK);
    assert_int_equal(run("macros", false), RESULT_TOLD);
    assert_string_equal(result.text, "burn         damage %1 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_macros__lines_are_split_at_semicolons_outside_quotes),
        cmocka_unit_test(test_macros__places_are_filled_with_words_as_they_stand),
        cmocka_unit_test(test_macros__within_quotes_a_word_has_none_of_its_own),
        cmocka_unit_test_setup_teardown(test_macros__names_in_quotes_and_lists_are_one_word,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_macros__its_lines_are_one_act_that_undo_takes_back,
                                        begin, end),
        cmocka_unit_test_setup_teardown(
            test_macros__dice_are_those_after_the_words_line_by_line, begin, end),
        cmocka_unit_test_setup_teardown(
            test_macros__what_is_missing_is_asked_before_anything_is_done, begin, end),
        cmocka_unit_test_setup_teardown(test_macros__a_line_that_is_refused_leaves_nothing_done,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_macros__wrong_words_are_told, begin, end),
        cmocka_unit_test_setup_teardown(test_macros__it_is_not_decided_again, begin, end),
        cmocka_unit_test_setup_teardown(
            test_macros__they_are_a_collection_with_an_undo_of_its_own, begin, end),
        cmocka_unit_test_setup_teardown(
            test_macros__they_are_there_after_the_campaign_was_closed, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
