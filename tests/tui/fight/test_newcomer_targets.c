/* Whom an act touches, for people who press a letter from memory: letters that stay with a
 * combatant, keys that a finished fight does not offer, questions that say whom they mean.
 */
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/state.h"

static const char *const duel[] = {"encounter Nest system=trilemma",
                                   "add Bo side=party strength=14 wits=12 hp=9",
                                   "add Ana side=party strength=14 wits=11 hp=9",
                                   "add Odo side=party strength=14 wits=10 hp=9",
                                   "add 3 goblin strength=9 wits=8 ac=20 hp=5",
                                   "initiative 10 9 8 5",
                                   NULL};

/* ---- letters that stay with a combatant -------------------------------------------------- */

static void test_letter__is_the_same_after_others_went_down_and_came_back(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "a");
    play_shows(play, "d  13   Goblin 1");
    play_shows(play, "e  13   Goblin 2");
    play_do(play, "out g1 dead");
    play_keys(play, "a e");
    play_shows(play, "Bo → Goblin 2: attack");
    play_keys(play, "a d");
    play_shows(play, "Bo attacks whom?");
    play_shows(play, "d is Goblin 1, who is out: the letters are e to f");
    play_do(play, "back g1");
    play_keys(play, "a d");
    play_shows(play, "Bo → Goblin 1: attack");
    play_free(play);
}

/* With a face that the die does not have nobody can be attacked: the reason is the die. */
static void test_letter__says_why_the_act_would_be_refused(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "attack g1 12 4");
    play_keys(play, ": \"text:amend attack 32 4\" Enter e");
    play_shows(play, "Bo attacks whom?");
    play_shows(play, "e is Goblin 2; Bo → Goblin 2: 32 is not possible on a die of 1 to 20");
    play_free(play);
}

/* To say no is to leave the question: nobody is told that a no is not possible now. */
static void test_overspending__is_asked_with_yes_alone(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "r d 3 0 Enter");
    play_shows(play, "spend it all and be flat-footed?  y yes");
    play_hides(play, "not now:");
    play_shows(play, "press a letter; Backspace goes back; Esc cancels");
    play_hides(play, "Esc cancels; no:");
    play_keys(play, "r d 3 0 Enter y");
    play_shows(play, "Goblin 1 pays 30 for");
    play_free(play);
}

static void test_letter__is_the_same_in_every_question(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "out Ana down");
    play_do(play, "damage Odo 4");
    play_keys(play, "3 d e");
    assert_int_equal(play_value(play, "g2", FIELD_HP), 2);
    play_keys(play, "Home h Backspace c 3 Enter");
    assert_int_equal(play_value(play, "Odo", FIELD_HP), 8);
    play_keys(play, "n n n d Backspace c 2 Enter");
    assert_int_equal(play_value(play, "Odo", FIELD_HP), 6);
    /* The letter that gives one of several its share is the same one as a capital. */
    play_keys(play, "d / text:goblin* Enter E 2 Enter");
    assert_int_equal(play_value(play, "g1", FIELD_HP), 3);
    assert_int_equal(play_value(play, "g2", FIELD_HP), 1);
    assert_int_equal(play_value(play, "g3", FIELD_HP), 3);
    play_free(play);
}

static void test_letter__of_a_late_comer_is_the_next(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "out g3 fled");
    play_do(play, "add Wolf hp=4");
    play_keys(play, "a d");
    play_shows(play, "Bo → Goblin 1: attack");
    play_keys(play, "4 d g");
    assert_int_equal(play_value(play, "Wolf", FIELD_HP), 0);
    play_free(play);
}

static void test_letter__stays_in_every_game(void **state)
{
    (void)state;
    static const char *const games[] = {"trilemma", "four-against-darkness", "caves-of-qud",
                                        "pixel-dungeon", "yuxtapa"};
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "encounter Pit%d system=%s", (int)i, games[i]);
        play_do(play, line.p);
        play_do(play, "add Bo side=party hp=7");
        play_do(play, "add Ana side=party hp=7");
        play_do(play, "add rat hp=5");
        play_do(play, "add toad hp=5");
        play_do(play, "add newt hp=5");
        play_do(play, "out rat dead");
        play_keys(play, "3 d d");
        assert_int_equal(play_value(play, "toad", FIELD_HP), 2);
        play_do(play, "back rat");
        play_keys(play, "1 d Esc Esc 1 d d");
        assert_int_equal(play_value(play, "toad", FIELD_HP), 1);
    }
    play_free(play);
}

/* One letter alone was taken for a mark of its row. */
static void test_letter__that_stands_alone_is_named_with_its_owner(void **state)
{
    (void)state;
    static const char *const hall[] = {"encounter Hall system=four-against-darkness",
                                       "add Hild class=warrior level=2",
                                       "add Ro class=cleric level=2",
                                       "add king foe=boss level=5 hp=9 attacks=2",
                                       "next",
                                       NULL};
    struct play *play = play_new(hall);
    play_do(play, "hp Hild -2");
    play_keys(play, "V h");
    play_shows(play, "a or Enter: Hild, the only one; Esc cancels");
    play_keys(play, "V h Enter");
    play_shows(play, "type the dice");
    play_do(play, "hp Ro -1");
    play_keys(play, "V h");
    play_hides(play, "the only one");
    play_shows(play, "a letter, or Up/Down and Enter");
    play_free(play);
}

/* "e surrender" could be what they do, or what is demanded of them. */
static void test_reasons_of_a_check__say_whose_they_are(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "F3 D d");
    play_shows(play, "goblins: why is there a morale check?");
    play_shows(play, "l leader lost");
    play_shows(play, "m magic slew an ally");
    play_shows(play, "c cannot harm the foe");
    play_shows(play, "h heroic task ordered");
    play_shows(play, "a charge must be used");
    play_shows(play, "e surrender offered to them");
    play_free(play);
}

/* ---- what is of no use any more ---------------------------------------------------------- */

static void test_degrees__on_one_who_is_out_are_not_offered(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "attack g1 14 4");
    play_keys(play, "");
    play_shows(play, "E Bo: effect");
    play_shows(play, "1 extra to spend on Goblin 1");
    play_do(play, "out g1 dead");
    play_keys(play, "");
    play_hides(play, ": effect");
    play_hides(play, "extra to spend");
    play_keys(play, "E");
    play_shows(play, "Goblin 1 is out of the fight: extra degrees do nothing more to it");
    play_keys(play, "E !");
    play_shows(play, "1 extra degree to spend on Goblin 1: which effect?");
    play_free(play);
}

static void test_end__leads_to_the_next_encounter_won_or_lost(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    static const int columns[] = {80, 120};
    play_do(play, "next");
    play_do(play, "attack g2 14 4");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        play->columns = columns[i];
        play_keys(play, "");
        play_shows(play, "E Ana: effect");
        play_hides(play, " T encounters  n next");
        play_do(play, "out goblin* dead");
        play_keys(play, "Home");
        play_shows(play, " T encounters  n next");
        play_shows(play, "  d damage");
        play_hides(play, ": effect");
        play_hides(play, "s Bo");
        play_keys(play, "n");
        play_hides(play, "a attack");
        play_keys(play, "s");
        play_shows(play, "the fight is over: no foe is left");
        play_do(play, "undo");
        play_do(play, "undo");
    }
    play_do(play, "out Bo,Ana,Odo down");
    play_keys(play, "n");
    play_shows(play, " T encounters  n next");
    play_shows(play, "  d damage");
    play_hides(play, "a attack");
    play_free(play);
}

static void test_end__leads_to_the_next_encounter_in_every_game(void **state)
{
    (void)state;
    static const char *const games[] = {"four-against-darkness", "caves-of-qud",
                                        "pixel-dungeon", "yuxtapa"};
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "encounter Pit%d system=%s", (int)i, games[i]);
        play_do(play, line.p);
        play_do(play, i == 0 ? "add Bo class=warrior level=1" : "add Bo side=party hp=7");
        play_do(play, i == 0 ? "add rats count=3 level=1" : "add rat hp=5");
        play_do(play, i == 0 ? "attack rats by=Bo 1" : "next");
        play_keys(play, "");
        play_hides(play, " T encounters  d damage");
        play_do(play, "out Bo dead");
        play_keys(play, "");
        play_shows(play, " T encounters  ");
        play_hides(play, "a attack");
        play_hides(play, "f defend");
        play_hides(play, "J roll again");
    }
    play_free(play);
}

static void test_guard__says_what_the_total_is_for(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "set Bo ac=26");
    play_keys(play, "g");
    play_shows(play, "active defence, d20 (+14 is added), in place of AC 26 if");
    play_free(play);
}

/* With one foe left nobody has to be asked. */
static void test_attack__goes_to_the_only_foe(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "out g1,g2 fled");
    play_keys(play, "");
    play_shows(play, "a attack Goblin 3");
    play_keys(play, "a");
    play_shows(play, "Bo → Goblin 3");
    play_free(play);
}

static void test_footer__has_the_keys_of_a_turn_before_another_one(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "n");
    play_shows(play, "a attack whom?  n next  d damage?  r react: who?  t shoot");
    play_keys(play, "Tab");
    play_shows(play, "a attack Goblin 1  n next: Odo  r Goblin 1: react  u undo");
    play_keys(play, "Tab a text:14 Enter 4 Enter");
    play_shows(play, "E Ana: effect  n next: Odo  r Goblin 1: react  u undo");
    play_free(play);
}

/* ---- questions that say whom and what they mean ------------------------------------------ */

static void test_damage__begins_with_the_member_to_whom_the_cursor_was_moved(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Home Down Down d");
    play_shows(play, "›c");
    play_keys(play, "Home Down Down d Enter 2 Enter");
    assert_int_equal(play_value(play, "Odo", FIELD_HP), 7);
    /* The cursor that only follows the turn means nobody, and a target comes first. */
    play_keys(play, "n d");
    play_shows(play, "›d");
    play_keys(play, "Tab Home Down Down 2 d");
    assert_int_equal(play_value(play, "g1", FIELD_HP), 3);
    play_free(play);
}

/* The attack was paid for and comes in the turn of a foe, whose key it seemed to be. */
static void test_footer__names_who_attacks_in_the_turn_of_another(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "engage Ana g1");
    play_do(play, "next");
    play_do(play, "next");
    play_do(play, "next");
    play_do(play, "react Ana opportunity");
    play_keys(play, "");
    play_shows(play, "a Ana: attack whom?");
    play_keys(play, "Tab");
    play_shows(play, "a Ana: attack Goblin 1");
    play_keys(play, "Tab a");
    play_shows(play, "Ana → Goblin 1 (opportunity): attack");
    play_free(play);
}

static void test_spell__that_is_declared_in_words_has_nothing_to_complete(void **state)
{
    (void)state;
    static const char *const before[] = {"encounter Nest system=trilemma",
                                         "add Odo side=party strength=9 wits=16 hp=9",
                                         "add goblin strength=9 wits=8 ac=20 hp=5",
                                         "initiative 10 5",
                                         "next",
                                         "next",
                                         NULL};
    struct play *play = play_new(before);
    play_keys(play, "Home v");
    play_shows(play, "who declares a spell?");
    play_keys(play, "Home v Enter");
    play_shows(play, "Odo declares which spell?");
    play_shows(play, "type it, then Enter; Backspace goes back; Esc cancels");
    play_keys(play, "Home v Enter Tab");
    play_shows(play, "nothing to complete: type it, then Enter");
    play_shows(play, "Odo declares which spell?");
    play_keys(play, "Home v Enter Tab \"text:wall of fog\" Tab Enter n p");
    play_shows(play, "G cast");
    play_keys(play, "G");
    play_shows(play, "Odo: wall of fog takes effect");
    play_keys(play, "? / \"text:the declared spell\" Enter");
    play_shows(play, "the declared spell takes effect; you tell what it does");
    play_free(play);
}

/* Four people walked to somebody far away with the arrows, since only the selected one was
 * named. */
static void test_question__says_that_backspace_asks_who(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "c");
    play_shows(play, "press a letter; Backspace asks who, a comma adds targets; Esc cancels");
    play_shows(play, "Bo: which condition?");
    play_keys(play, "c Backspace");
    play_shows(play, "condition: who?");
    play_keys(play, "c Backspace e");
    play_shows(play, "Goblin 2: which condition?");
    play_shows(play, "press a letter; Backspace goes back, a comma adds targets; Esc cancels");
    play_keys(play, "h");
    play_shows(play, "type it, then Enter; Backspace asks who, a comma adds targets; Esc");
    play_keys(play, "h 4");
    play_hides(play, "Backspace asks who");
    play_keys(play, "c Backspace e p");
    play_shows(play, "Goblin 2: prone");
    play_free(play);
}

/* After the first Tab nothing said how to get from the first foe to the next. */
static void test_tab__says_how_to_get_to_the_next_foe(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play->columns = 80;
    play_keys(play, "Tab");
    play_shows(play, "target");
    play_shows(play, "Tab targets the next foe");
    play->columns = 40; /* here the row of messages has the odds */
    play_keys(play, "Tab");
    play_hides(play, "Tab targets the next foe");
    play->columns = 80;
    play_do(play, "out g2,g3 dead");
    play_keys(play, "Tab");
    play_shows(play, "target");
    play_hides(play, "Tab targets the next foe");
    play_free(play);
}

/* "Enter rolls" was taken for the die that was asked for; the damage was rolled too. */
static void test_dice__say_that_enter_rolls_what_follows(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "a d");
    play_shows(play, "type dice, e.g. 14; Enter rolls all, * one, Backspace goes back, Esc");
    play_keys(play, "a d \"text:14 *\"");
    play_shows(play, "Enter then rolls: Bo → Goblin 1: damage");
    play_do(play, "set g1 ac=1");
    play_keys(play, "a d *"); /* without Enter, and only the one */
    play_shows(play, "Bo → Goblin 1: damage, ");
    play_shows(play, "type the dice, e.g. 4; Enter rolls, Backspace goes back, Esc cancels");
    play_do(play, "set g1 ac=16");
    play_keys(play, "a d text:14 Enter");
    play_shows(play, "type the dice, e.g. 4; Enter rolls, Backspace goes back, Esc cancels");
    play_keys(play, "d d text:2d6 Enter"); /* nothing follows */
    play_shows(play, "Enter rolls, ");
    play_hides(play, "Enter rolls all");
    play_free(play);
}

/* The target was still the one of the turn before, and the footer offered its reaction. */
static void test_target__goes_along_with_an_attack_on_another(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Tab a Backspace e \"text:19 1\" Enter");
    play_shows(play, "Bo hits Goblin 2");
    play_shows(play, "on Goblin 2: d damage");
    play_shows(play, "r Goblin 2: react");
    play_do(play, "undo");
    play_keys(play, "Tab d Backspace e 1 Enter"); /* damage is no attack */
    play_shows(play, "on Goblin 1: d damage");
    play_do(play, "undo");
    play_keys(play, "a e \"text:19 1\" Enter"); /* where there is no target none is made */
    play_hides(play, "on Goblin 2: d damage");
    play_free(play);
}

/* "full" beside a name, in the place of the initiative, was read as healed to full. */
static void test_shares__have_a_heading(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "h , b");
    play_shows(play, "  init   name");
    play_keys(play, "h , b Enter");
    play_shows(play, " share   name");
    play_shows(play, "A full+ Bo");
    play_keys(play, "h , b Enter B");
    play_shows(play, "B half+ Ana");
    play_free(play);
}

/* Who is down is healed like anybody, and had no letter: its name had to be typed. */
static void test_heal__has_a_letter_for_who_is_down(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "damage Ana 5");
    play_do(play, "out Ana down");
    play_do(play, "out g1 dead");
    play_keys(play, "h Backspace");
    play_shows(play, "heal: who?");
    play_shows(play, "b     + Ana         down");
    play_hides(play, "d  13   Goblin 1");
    play_keys(play, "h Backspace b 3 Enter");
    assert_int_equal(play_value(play, "Ana", FIELD_HP), 7);
    play_shows(play, "Ana: 4 → 7 of 9 HP, still down; `back` ends that");
    play_keys(play, "d");
    play_hides(play, "b     + Ana         down");
    play_free(play);
}

/* "back: who?" had no letters at all, since nobody in the fight can be the answer. */
static void test_back__has_letters_for_those_who_are_out(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Home b");
    play_shows(play, "Bo never left the fight");
    play_do(play, "out Ana down");
    play_do(play, "out g1 dead");
    play_keys(play, "Home b");
    play_shows(play, "back: who?");
    play_shows(play, "b     + Ana         down");
    play_hides(play, "a  10 + Bo");
    play_keys(play, "Home b d");
    assert_int_equal(play_value(play, "g1", FIELD_OUT), OUT_NOT);
    assert_int_equal(play_value(play, "Ana", FIELD_OUT), OUT_DOWN);
    play_keys(play, "Home b Enter"); /* the only one left */
    assert_int_equal(play_value(play, "Ana", FIELD_OUT), OUT_NOT);
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_letter__is_the_same_after_others_went_down_and_came_back),
        cmocka_unit_test(test_letter__says_why_the_act_would_be_refused),
        cmocka_unit_test(test_overspending__is_asked_with_yes_alone),
        cmocka_unit_test(test_letter__is_the_same_in_every_question),
        cmocka_unit_test(test_letter__of_a_late_comer_is_the_next),
        cmocka_unit_test(test_letter__stays_in_every_game),
        cmocka_unit_test(test_letter__that_stands_alone_is_named_with_its_owner),
        cmocka_unit_test(test_reasons_of_a_check__say_whose_they_are),
        cmocka_unit_test(test_degrees__on_one_who_is_out_are_not_offered),
        cmocka_unit_test(test_end__leads_to_the_next_encounter_won_or_lost),
        cmocka_unit_test(test_end__leads_to_the_next_encounter_in_every_game),
        cmocka_unit_test(test_guard__says_what_the_total_is_for),
        cmocka_unit_test(test_attack__goes_to_the_only_foe),
        cmocka_unit_test(test_footer__has_the_keys_of_a_turn_before_another_one),
        cmocka_unit_test(test_damage__begins_with_the_member_to_whom_the_cursor_was_moved),
        cmocka_unit_test(test_footer__names_who_attacks_in_the_turn_of_another),
        cmocka_unit_test(test_spell__that_is_declared_in_words_has_nothing_to_complete),
        cmocka_unit_test(test_question__says_that_backspace_asks_who),
        cmocka_unit_test(test_tab__says_how_to_get_to_the_next_foe),
        cmocka_unit_test(test_dice__say_that_enter_rolls_what_follows),
        cmocka_unit_test(test_target__goes_along_with_an_attack_on_another),
        cmocka_unit_test(test_shares__have_a_heading),
        cmocka_unit_test(test_heal__has_a_letter_for_who_is_down),
        cmocka_unit_test(test_back__has_letters_for_those_who_are_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
