/* A party goes on into its next encounter: `encounter NAME carry`. */
#include <string.h>

#include "support/play.h"
#include "support/unit.h"
#include "tracker/settings.h"

static enum result_kind run(struct play *play, const char *line)
{
    session_run(play->session, line, false, &play->result);
    return play->result.kind;
}

static void test_carry__wounds_gear_uses_and_conditions_come_along(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter One system=four-against-darkness",
                                        "add Hild class=warrior level=2",
                                        "add Pell class=halfling",
                                        "add Dead side=party level=1 hp=1",
                                        "out Dead dead",
                                        "damage Hild 3",
                                        "condition Pell wounded",
                                        "condition Pell protection",
                                        "uses Pell luck 1",
                                        "stow Hild shield",
                                        "setting lethal_save dead",
                                        "xp minor=4",
                                        "add rats foe=vermin level=1 count=2",
                                        "attack rats by=Hild 3",
                                        "encounter Two carry",
                                        NULL};
    struct play *play = play_new(lines);
    const struct state *there = session_state(play->session);
    assert_non_null(strstr(play->result.text, "encounter Two"));
    assert_non_null(strstr(play->result.text, "Hild comes along: 5 of 8 Life"));
    assert_int_equal(there->count, 2);
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 5);
    assert_int_equal(play_value(play, "Hild", FIELD_HP_MAX), 8);
    assert_false(state_is_set(there, play_id(play, "Hild"), FIELD_HAS_ACTED));
    int pell = play_id(play, "Pell");
    assert_non_null(state_mark_labelled(there, MARK_CONDITION, pell, 0, str_of("wounded")));
    assert_null(state_mark_labelled(there, MARK_CONDITION, pell, 0, str_of("protection")));
    assert_int_equal(state_mark_labelled(there, MARK_USES, pell, 0, str_of("luck"))->amount, 1);
    assert_int_equal(
        state_mark_labelled(there, MARK_GEAR, play_id(play, "Hild"), 0, str_of("shield"))->amount, 0);
    assert_int_equal(state_mark_labelled(there, MARK_XP, 0, 0, str_of("minor encounters"))->amount,
                     5);
    assert_int_equal(state_mark_labelled(there, MARK_SETTING, 0, 0, str_of("lethal_save"))->amount,
                     1);
    assert_false(state_has_mark(there, MARK_OVER, 0, 0));
    play_do(play, "undo");
    assert_int_equal(there->count, 0);
    play_do(play, "redo");
    assert_int_equal(there->count, 2);
    play_reopen(play, false);
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 5);
    play_do(play, "open One");
    assert_int_equal(play_value(play, "rats", FIELD_OUT), OUT_DEAD);
    play_free(play);
}

static void test_carry__serves_every_system_alike(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "encounter One system=trilemma",     "add Anka side=party strength=14 wits=12 hp=9",
        "add Bo side=party wits=9 hp=7",     "add pelican wits=5 hp=16 ac=22",
        "initiative 10 9 4",                 "damage Anka 4",
        "trait Anka shield",                 "out Bo down",
        "encounter Two carry",               NULL};
    struct play *play = play_new(lines);
    const struct state *there = session_state(play->session);
    assert_int_equal(there->count, 2);
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 5);
    assert_false(state_is_set(there, play_id(play, "Anka"), FIELD_INITIATIVE));
    assert_int_equal(play_value(play, "Anka", state_field_find(there, str_of("strength"))), 14);
    assert_true(state_has_mark(there, MARK_TRAIT, play_id(play, "Anka"), 0));
    assert_int_equal(play_value(play, "Bo", FIELD_OUT), OUT_DOWN);
    assert_int_equal(there->value[ENCOUNTER_ROUND], 0);
    play_free(play);
}

static void test_carry__needs_a_party_of_the_same_system(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter One system=trilemma", "add rat wits=3", NULL};
    struct play *play = play_new(lines);
    assert_int_equal(run(play, "encounter Two carry"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "no party"));
    play_do(play, "add Anka side=party");
    assert_int_equal(run(play, "encounter Two carry system=four-against-darkness"),
                     RESULT_REFUSED);
    assert_string_equal(session_encounter_name(play->session), "One");
    assert_int_equal(run(play, "encounter One carry"), RESULT_WRONG);
    assert_int_equal(session_state(play->session)->count, 2);
    play_free(play);
}

/* Table rules are a campaign's: set once, they hold in every encounter of the system made later. */
static void test_carry__settings_stay_with_the_campaign(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter One system=four-against-darkness",
                                        "setting lethal_save dead",
                                        "encounter Other system=trilemma",
                                        "encounter Two system=four-against-darkness",
                                        NULL};
    struct play *play = play_new(lines);
    const struct state *there = session_state(play->session);
    assert_non_null(strstr(play->result.text, "setting lethal_save: dead, as before"));
    assert_int_equal(setting_value(there, "lethal_save"), 1);
    assert_int_equal(setting_value(there, "rage"), 0);
    assert_int_equal(run(play, "settings"), RESULT_TOLD);
    assert_non_null(strstr(play->result.text, "* lethal_save       dead"));
    assert_non_null(strstr(play->result.text, "\n  level_drop        half"));
    /* What is set back stays back, and the encounter before keeps what it had. */
    play_do(play, "setting lethal_save survives");
    play_do(play, "encounter Three");
    assert_int_equal(setting_value(there, "lethal_save"), 0);
    play_do(play, "open One");
    assert_int_equal(setting_value(there, "lethal_save"), 1);
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_carry__wounds_gear_uses_and_conditions_come_along),
        cmocka_unit_test(test_carry__serves_every_system_alike),
        cmocka_unit_test(test_carry__needs_a_party_of_the_same_system),
        cmocka_unit_test(test_carry__settings_stay_with_the_campaign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
