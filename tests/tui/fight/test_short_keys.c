/* Short ways by key: a condition with its rounds, another name, an earlier answer again, typed
 * text again. */
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/conditions.h"

static const char *const lines[] = {"encounter Nest system=trilemma",
                                    "add Bo side=party strength=14 wits=12 hp=9",
                                    "add 3 goblin strength=9 wits=8 ac=20 hp=5", NULL};

static void check_condition(struct play *play, const char *who, const char *list)
{
    TEXT_BUFFER(text, 100);
    conditions_brief(sitting_state(play->sitting), play_id(play, who), &text);
    assert_string_equal(text.p, list);
}

static void test_condition__takes_its_rounds_by_key(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "Home c / \"text:blind 3\" Enter");
    check_condition(play, "Bo", "blind 3");
    play_keys(play, "End Space 3 c b");
    check_condition(play, "g3", "blind 3");
    play_keys(play, "Home 2 c");
    play_shows(play, "for 2 rounds");
    play_keys(play, "Down Space c / \"text:own room 3\" Enter");
    play_shows(play, "room (3 rounds)");
    play_free(play);
}

static void test_rename__asks_for_the_name_alone(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "End F2 \"text:Snik the Bold\" Enter");
    assert_int_equal(play_id(play, "Snik the Bold"), 4);
    play_keys(play, "Home Delete");
    play_shows(play, "Bo removed");
    play_keys(play, "u");
    assert_int_equal(play_id(play, "Bo"), 1);
    play_free(play);
}

static void test_add__has_earlier_answers_and_keeps_its_command(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "+ \"text:2 rat hp=3\" Enter + \"text:owl\" Enter + Up Up Enter");
    assert_int_equal(play_id(play, "Rat 4"), 9);
    play_keys(play, "+ \"text:2 ra\" Tab C-u \"text:bat\" Enter");
    assert_int_equal(play_value(play, "Bat", FIELD_SIDE), SIDE_FOES);
    play_keys(play, "+ \"text:cat\" Enter + Up Down \"text:dog\" Enter");
    assert_int_equal(play_value(play, "Dog", FIELD_SIDE), SIDE_FOES);
    play_free(play);
}

/* One die too many does not choose in a question that shows no numbers. */
static void test_choice__is_not_made_by_a_digit(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "set g1,g2,g3 morale=5");
    play_do(play, "initiative 9 9");
    play_do(play, "morale-due g1 magic");
    play_keys(play, "m 6 Enter 6 Enter 2");
    play_shows(play, "press a letter: f, s or o");
    play_shows(play, "goblins break: what do Goblin 1 and 2 more do?");
    assert_int_not_equal(play_value(play, "g1", FIELD_OUT), OUT_SURRENDERED);
    play_keys(play, "m 6 Enter 6 Enter 2 f");
    assert_int_equal(play_value(play, "g1", FIELD_OUT), OUT_FLED);
    play_free(play);
}

/* Some that are between here and the keyboard send Esc and the key after it at once. */
static void test_alt__is_esc_and_the_key_where_it_is_bound_to_nothing(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "Home d text:1 M-Down");
    play_hides(play, "hit points");
    play_shows(play, "Goblin 1");
    assert_int_equal(play_value(play, "Bo", FIELD_HP), 9);
    play_keys(play, "Home d M-+");
    play_shows(play, "add");
    play_free(play);
}

/* It is told, and the answer that is typed stays. */
static void test_unknown_key__is_told_and_drops_nothing(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "unknown");
    play_shows(play, "this terminal sent a key that is not known here");
    play_keys(play, "unknown Down");
    play_hides(play, "not known here");
    play_keys(play, "Home d text:1 unknown");
    play_shows(play, "this terminal sent a key that is not known here");
    play_keys(play, "Home d text:1 unknown text:2 unknown Enter");
    assert_int_equal(play_value(play, "Bo", FIELD_HP), 0);
    play_keys(play, ": \"text:hp Bo\" unknown");
    play_shows(play, "hp Bo");
    play_shows(play, "this terminal sent a key that is not known here");
    play_keys(play, "l unknown");
    play_shows(play, "this terminal sent a key that is not known here");
    play_free(play);
}

/* A comma without a name after it leaves the targets unchanged. */
static void test_targets__stay_when_nobody_is_added(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "initiative 15 1");
    play_do(play, "damage g3 9");
    play_keys(play, "m ,");
    play_shows(play, "who?");
    play_keys(play, "m , Enter");
    play_shows(play, "Goblin 3: roll the injury save by your rules");
    play_hides(play, "not now");
    play_keys(play, "m , Enter w");
    check_condition(play, "g3", "wounded");
    play_free(play);
}

/* With every foe out of the fight there are no letters. */
static void test_attack__has_no_letters_without_a_foe(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "initiative 15 1");
    play_do(play, "out g1,g2,g3 fled");
    play_keys(play, "Home a");
    play_shows(play, "refused: no foe is left in the fight");
    play_keys(play, "Home a ! z");
    play_shows(play, "no letter means anybody here; / types a name");
    play_free(play);
}

/* As many as a night brings join in one act, with all their values from the library. */
static void test_add__takes_sixty_creatures_at_once(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "add 58 barge-rat");
    assert_true(play_id(play, "Barge rat 58") > 0);
    play_free(play);
}

static void test_log__words_to_find_are_typed_again(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "l / text:goblin Enter / text:Bo");
    play_shows(play, "Bo joins");
    play_hides(play, "goblinBo");
    play_keys(play, "l / text:gobli Enter / Right text:n");
    play_shows(play, "goblin");
    play_free(play);
}

static void test_form__chooses_records_from_an_empty_field_on(void **state)
{
    (void)state;
    static const char *const dungeon[] = {"encounter Cellar system=four-against-darkness",
                                          NULL};
    struct play *play = play_new(dungeon);
    play_keys(play, "N text:Hild Down Down Down Down Down Right Right Left Enter");
    play_shows(play, "Hild joins");
    play_shows(play, "warrior level 1");
    play_free(play);
}

/* Before the key is pressed it is known what it does, and to whom. */
static void test_again__says_what_it_does_and_to_whom(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play->columns = 120;
    play_do(play, "initiative 15 1");
    play_keys(play, "Tab d 2 Enter Tab");
    play_shows(play, "on Goblin 2: d damage  t shoot  Z surprise  . again: damage 2");
    play_keys(play, "Tab d 2 Enter Tab .");
    assert_int_equal(play_value(play, "g2", FIELD_HP), 3);
    play_keys(play, "Home c p Down Tab");
    play_shows(play, "on Goblin 1: ");
    play_shows(play, ". again: condition prone");
    play_keys(play, "Tab");
    play_hides(play, "again:");
    play_free(play);
}

/* A trip had to be followed by its condition, on another selection: ten keys for one idea. */
static void test_effect__is_a_condition_by_its_letter(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "initiative 15 1");
    play_do(play, "attack g1 18 1");
    play_keys(play, "E 2");
    play_shows(play, "to spend on Goblin 1: which condition, for 2 rounds, to");
    play_keys(play, "E 2 b");
    play_shows(play, "Goblin 1: blind (to the end of round 2); AC -5");
    assert_string_equal(sitting_undo_label(play->sitting), "Bo → Goblin 1: blind");
    play_keys(play, "u E p");
    assert_string_equal(sitting_undo_label(play->sitting), "Bo → Goblin 1: prone");
    /* What is possible stands before what is not, and each row of that says so. */
    play_do(play, "undo");
    play_do(play, "condition g1 blind");
    play_do(play, "condition g1 constrained");
    play_do(play, "condition g1 prone");
    play_keys(play, "E");
    play_shows(play, "/ other words, such as disarm cost=2 │ not now: b blind (AC -5)");
    play_shows(play, "not now: c constrained (AC -5) │ p prone");
    play_free(play);
}

/* "own off balance" came back as "balance own off", which ends a condition. */
static void test_again__keeps_own_words_in_their_order(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play->columns = 120;
    play_do(play, "initiative 15 1");
    play_keys(play, "Home c 2 o \"text:off balance\" Enter");
    play_shows(play, ". again: condition own off balance, rounds 2");
    play_do(play, "undo");
    play_keys(play, "Home c 2 o \"text:off balance\" Enter Down .");
    assert_string_equal(sitting_undo_label(play->sitting), "Goblin 1: off balance");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_condition__takes_its_rounds_by_key),
        cmocka_unit_test(test_again__says_what_it_does_and_to_whom),
        cmocka_unit_test(test_again__keeps_own_words_in_their_order),
        cmocka_unit_test(test_effect__is_a_condition_by_its_letter),
        cmocka_unit_test(test_choice__is_not_made_by_a_digit),
        cmocka_unit_test(test_alt__is_esc_and_the_key_where_it_is_bound_to_nothing),
        cmocka_unit_test(test_unknown_key__is_told_and_drops_nothing),
        cmocka_unit_test(test_targets__stay_when_nobody_is_added),
        cmocka_unit_test(test_attack__has_no_letters_without_a_foe),
        cmocka_unit_test(test_add__takes_sixty_creatures_at_once),
        cmocka_unit_test(test_rename__asks_for_the_name_alone),
        cmocka_unit_test(test_add__has_earlier_answers_and_keeps_its_command),
        cmocka_unit_test(test_log__words_to_find_are_typed_again),
        cmocka_unit_test(test_form__chooses_records_from_an_empty_field_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
