/* The party by keys: made, brought into a fight, hurt, healed between the fights, and its
 * history undone in its own view. */
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const nest[] = {"encounter Nest system=trilemma", NULL};

#define FOUR                                                                                   \
    "p N \"text:Bran strength=14 hp=9\" Enter N \"text:Odo hp=6\" Enter "                      \
    "N \"text:Marit hp=7\" Enter N \"text:Tam serves=Odo hp=5\" Enter "

static void test_party__is_made_and_brought_in_by_keys(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_keys(play, FOUR);
    play_shows(play, "Bran                     HP 9 of 9");
    play_shows(play, "    Tam                    HP 5 of 5        henchman");
    play_shows(play, "Tam joins the party");
    play_keys(play, "p I Esc");
    assert_int_equal(play_value(play, "Bran", FIELD_HP), 9);
    play_id(play, "Tam");
    play_free(play);
}

/* A fight that was prepared without a roster: its party is there, and one key makes it members.
 */
static void test_party__those_at_the_table_become_members_by_a_key(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_do(play, "add \"Red Bran\" side=party hp=9");
    play_do(play, "add Odo side=party hp=6");
    play_do(play, "add rat hp=3");
    play_do(play, "damage Odo 2");
    play_keys(play, "p");
    play_hides(play, "Nobody is in the party");
    play_shows(play, "At the table: Red Bran, Odo. They are not members");
    play_shows(play, "M makes them members");
    play_shows(play, "M enlists");
    play_keys(play, "p M");
    play_shows(play, "Red Bran");
    play_shows(play, "Odo                      HP 4 of 6");
    play_hides(play, "rat  ");
    play_hides(play, "M enlists");
    play_keys(play, "p u");
    play_shows(play, "At the table: Red Bran, Odo.");
    play_keys(play, "p C-r M");
    play_shows(play, "everybody of the party at the table is a member already");
    play_free(play);
}

static void test_party__goes_on_to_the_next_fight_with_its_wounds(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_keys(play, FOUR "I Esc : \"text:damage Bran 4\" Enter p");
    play_shows(play, "Bran: HP 9 to 5"); /* at the table since */
    play_keys(play, ": \"text:encounter Ford\" Enter I");
    assert_int_equal(play_value(play, "Bran", FIELD_HP), 5);
    play_keys(play, "p h text:2 Enter");
    play_shows(play, "Bran                     HP 7 of 9");
    play_keys(play, "I");
    assert_int_equal(play_value(play, "Bran", FIELD_HP), 7);
    play_free(play);
}

static void test_party__its_history_is_undone_in_its_view_alone(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_keys(play, FOUR "I h Backspace Backspace Backspace Backspace Backspace C-u "
                         "\"text:party damage Bran 2\" Enter");
    play_shows(play, "Bran                     HP 7 of 9");
    play_keys(play, "p u");
    play_shows(play, "undone: Bran takes 2 damage");
    play_shows(play, "Bran                     HP 9 of 9");
    play_keys(play, "p C-r");
    play_shows(play, "Bran                     HP 7 of 9");
    play_keys(play, "u p"); /* the table's own undo takes the party out of the fight, */
    assert_int_equal(sitting_state(play->sitting)->count, 0);
    play_shows(play, "Bran                     HP 7 of 9"); /* and nothing from the roster */
    play_reopen(play, false);
    play_keys(play, "p u u u u u");
    play_shows(play, "Nobody is in the party yet");
    play_free(play);
}

static void test_party__who_is_away_stays_behind(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_keys(play, FOUR "Down Space");
    play_shows(play, "not here tonight");
    play_keys(play, "p I");
    assert_int_equal(sitting_state(play->sitting)->count, 3);
    play_keys(play, "p Down Space I");
    assert_int_equal(sitting_state(play->sitting)->count, 4);
    play_free(play);
}

static void test_sheet__is_read_in_full_over_the_view(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_keys(play, FOUR "Enter");
    play_shows(play, "party-sheet");
    play_shows(play, "Bran joins the party");
    play_keys(play, "p U");
    play_shows(play, "Tam joins the party");
    play_keys(play, "p U Esc");
    play_shows(play, "── the party");
    play_free(play);
}

static void test_wrong__keys_for_nobody_say_so(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_keys(play, "p Enter");
    play_shows(play, "nobody is in the party yet");
    play_keys(play, "p I");
    play_shows(play, "nobody is in the party yet");
    play_keys(play, "p u");
    play_shows(play, "nothing was changed in the party");
    play_free(play);
}

/* The message is drawn over whatever sheet the prompt has below it. */
static void test_wrong__a_line_over_a_sheet_says_why_it_is_refused(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_keys(play, "p N \"text:Odo weapon=longbow\" Enter");
    play_shows(play, "there is no weapon to set; known are name,");
    play_shows(play, "Odo weapon=longbow");
    /* What was wrong is forgotten once it is mended. */
    play_keys(play, "p N \"text:Odo hp=9 weapon=longbow\" Enter C-w Enter");
    play_shows(play, "Odo joins the party");
    play_do(play, "party-undo");
    play_keys(play, "p N \"text:Odo hp=zz\" Enter");
    play_shows(play, "hit points must be a whole number");
    play_keys(play, "p N \"text:Odo hp=9\" Enter L text:level=many Enter");
    play_shows(play, "there is no level to set");
    play_keys(play, "p h text:lots Enter");
    play_shows(play, "lots");
    play_free(play);
}

/* As kinds are made: no line has to be known. */
static void test_form__makes_and_changes_a_member(void **state)
{
    (void)state;
    struct play *play = play_new(nest);
    play_keys(play, "p N");
    play_shows(play, " new member ─");
    play_shows(play, "also with values: Bran hp=9");
    play_shows(play, "a new member needs a name");
    play_hides(play, "side  ");
    play_keys(play, "p N Enter");
    play_shows(play, "a new member needs a name");
    play_keys(play, "p N text:Odo Down Down Down text:zz Enter");
    play_shows(play, "must be a whole number");
    play_shows(play, ": join Odo hp=zz");
    play_keys(play, "p N \"text:Odo Quill\" Down Down Down text:9 Enter");
    play_shows(play, "── the party ─");
    play_shows(play, "Odo Quill                HP 9 of 9");
    play_keys(play, "p N text:Tam Down text:odo Down Down text:5 Enter");
    play_shows(play, "  Tam                    HP 5 of 5        henchman");
    play_keys(play, "p N text:Moss Down text:Nobody Enter");
    play_shows(play, "no combatant here is called Nobody");
    play_shows(play, " new member ─");
    play_keys(play, "p e");
    play_shows(play, " Odo Quill ─");
    play_shows(play, "nothing has changed yet");
    play_keys(play, "p e text:7 Enter");
    play_shows(play, "Odo Quill                HP 7 of 9");
    play_keys(play, "p e text:no Enter");
    play_shows(play, "hit points must be a whole");
    play_keys(play, "p e Enter");
    play_shows(play, "nothing was changed");
    play_shows(play, "── the party ─");
    play_keys(play, "p N text:Odo Esc Esc");
    play_shows(play, "── the party ─");
    play_keys(play, "p u");
    play_shows(play, "Odo Quill                HP 9 of 9");
    play_keys(play, "p Down X");
    play_screens(play, "p N", "form_member");
    play_free(play);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_party__is_made_and_brought_in_by_keys),
        cmocka_unit_test(test_party__those_at_the_table_become_members_by_a_key),
        cmocka_unit_test(test_party__goes_on_to_the_next_fight_with_its_wounds),
        cmocka_unit_test(test_party__its_history_is_undone_in_its_view_alone),
        cmocka_unit_test(test_party__who_is_away_stays_behind),
        cmocka_unit_test(test_sheet__is_read_in_full_over_the_view),
        cmocka_unit_test(test_wrong__keys_for_nobody_say_so),
        cmocka_unit_test(test_form__makes_and_changes_a_member),
        cmocka_unit_test(test_wrong__a_line_over_a_sheet_says_why_it_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
