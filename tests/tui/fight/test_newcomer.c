/* What people tripped over who had read nothing but the last row, each slip as it came about.
 */
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/state.h"

static const char *const lines[] = {"encounter Nest system=trilemma",
                                    "add Bo side=party strength=14 wits=12 hp=9",
                                    "add 3 goblin strength=9 wits=8 ac=20 hp=5", NULL};

static void test_choosing__names_who_is_chosen(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "Home 2 *");
    play_shows(play, "2 chosen: Bo and Goblin 1; Esc drops them");
    play_do(play, "add 6 rat hp=1");
    play_keys(play, "Home 9 *");
    play_shows(play, "9 chosen: Bo, Goblin 1, Goblin 2, Goblin 3, Rat 1 and 4 more");
    play_free(play);
}

static void test_undo__says_how_many_it_was_about(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "Home 4 * 2 d");
    play_shows(play, "undo: Bo and 3 more take 2");
    play_free(play);
}

/* After settling a check people go on to the next turn at once, and may not see that more is
 * asked.
 */
static void test_question__is_not_answered_by_the_key_of_the_next_turn(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "initiative 10 5");
    play_do(play, "damage g1,g2 9");
    play_keys(play, "m n");
    play_shows(play, "press a letter: e, w, o, d or a");
    assert_int_equal(play_value(play, "g1", FIELD_CHECK_DUE), 1);
    play_keys(play, "m n n n");
    assert_int_equal(play_value(play, "g1", FIELD_CHECK_DUE), 1);
    play_keys(play, "m n w");
    play_shows(play, "Goblin 1: injury wounded");
    play_keys(play, "m e");
    play_shows(play, "Goblin 2: injury none");
    play_free(play);
}

/* Five keys that nobody found who had read nothing but the screen. */
static void test_frame__has_the_keys_that_every_evening_needs(void **state)
{
    (void)state;
    static const int sizes[][2] = {{24, 80}, {40, 120}, {12, 40}};
    struct play *play = play_new(lines);
    play_do(play, "initiative 10 5");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        play->rows = sizes[i][0];
        play->columns = sizes[i][1];
        play_keys(play, "Tab");
        play_shows(play, "+ add  U past  l log");
    }
    play->rows = 40;
    play->columns = 120;
    play_keys(play, "Tab");
    play_shows(play, "l log  A amend last act  T encounters  F3 more");
    play_shows(play, "N new  Enter edit");
    play_keys(play, "d"); /* they do nothing while something is asked */
    play_hides(play, "F2 rename");
    play_free(play);
}

static void test_redo__has_its_key_where_it_is_named_and_in_the_footer(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "damage g1 1");
    play_keys(play, "");
    play_hides(play, "C-r");
    play_keys(play, "u");
    play_shows(play, "C-r redo: Goblin 1 takes 1 damage");
    play_shows(play, "u undo  C-r redo");
    play_free(play);
}

/* The number of an act is the one of the log, also where acts were undone before it. */
static void test_looking_back__has_one_number_for_an_act(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "damage g1 1");
    play_do(play, "damage g1 1");
    play_do(play, "undo");
    play_do(play, "damage g2 1");
    play_keys(play, "<");
    play_shows(play, "LOOKING BACK · act 3 of 6");
    play_keys(play, "< <");
    play_shows(play, "LOOKING BACK · act 2 of 6");
    play_hides(play, "#");
    play_free(play);
}

static void test_counter__says_rounds_where_it_could_be_a_number_of_foes(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "initiative 10 5");
    play_do(play, "counter \"goblins arrive\" 2 then=\"add 3 goblin hp=5\"");
    play_keys(play, "");
    play_shows(play, "goblins arrive in 2 rounds");
    play_free(play);
}

static void test_name__with_a_note_is_whole_beside_blank_columns(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "rename Bo \"Osric the Tollkeeper\"");
    play_do(play, "note-on Osric \"owes six pennies\"");
    play_keys(play, "");
    play_shows(play, "Osric the Tollkeeper ¶");
    play_free(play);
}

static void test_adding__offers_the_kinds_of_the_game_first(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "+ Tab");
    play_shows(play, "  gully goblin");
    play_hides(play, "side=");
    play_free(play);
}

static void test_encounters__begin_with_the_next_of_the_plan(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "prepare Ambush");
    play_do(play, "prepare Ferry");
    play_do(play, "plan-prepared Ambush");
    play_do(play, "plan-prepared Ferry");
    play_do(play, "start Ambush carry");
    play_do(play, "initiative 10 5");
    play_do(play, "out goblin* dead");
    play_keys(play, "T");
    int row = play_row_of(play, "› Ferry");
    play_shows(play, "Ferry is next on the plan: I starts it with this party");
    play_shows(play, "played: won");
    play_shows(play, "a new encounter of Trilemma: this party, no foes yet");
    play_keys(play, "Down Up Esc T");
    assert_int_equal(play_row_of(play, "› Ferry"), row);
    play_keys(play, "c");
    play_shows(play, "Bo comes along");
    play_free(play);
}

static void test_encounters__name_the_game_of_every_demo(void **state)
{
    (void)state;
    static const char *const nothing[] = {NULL};
    static const char *const games[] = {"Trilemma", "Four Against Darkness", "Caves of Qud",
                                        "Pixel Dungeon", "yuxtapa"};
    struct play *play = play_new(nothing);
    play_keys(play, "");
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        play_shows(play, games[i]);
    }
    play_shows(play, "demo: Under the chandler's house Four Against Darkness  new");
    play_shows(play, "demo: The Mill Pond              yuxtapa                new");
    play_hides(play, "…");
    play_keys(play, "Down Down Down Down Down Down Down");
    play_shows(play, "Under the chandler's house: a boss fight of Four Against Darkness");
    play_free(play);
}

static void test_encounters__go_on_when_the_fight_is_over(void **state)
{
    (void)state;
    static const char *const won[] = {"encounter Cellar system=four-against-darkness",
                                      "add Hild class=warrior level=2",
                                      "add rats count=1 level=3",
                                      "attack by=Hild 6 3",
                                      "treasure 1",
                                      NULL};
    struct play *play = play_new(won);
    play_keys(play, "T");
    int row = play_row_of(play, "a new encounter of Four Against Darkness: this party");
    assert_int_equal(play_row_of(play, "›"), row);
    play_keys(play, "T Enter text:Vault Enter");
    play_shows(play, "Vault");
    assert_int_equal(play_id(play, "Hild"), 1);
    play_free(play);
}

static void test_initiative__says_who_is_left_out(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "add 2 rat hp=1");
    play_keys(play, "i");
    play_shows(play, "next: i initiative, without Rat 1 and Rat 2: wits unknown (F3 e set)");
    play_do(play, "initiative 10 5");
    play_keys(play, "");
    play_shows(play, "next: i initiative asks for the wits of Rat 1 and Rat 2");
    play_keys(play, "i 3 Enter 4 Enter");
    play_hides(play, "next: i");
    play_do(play, "add Wolf wits=9");
    play_keys(play, "");
    play_shows(play, "next: i initiative rolls for Wolf");
    play_free(play);
}

static void test_adding__selects_who_comes_during_a_round(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "initiative 10 5");
    play_keys(play, "+ \"text:2 wolf hp=6\" Enter c p");
    play_shows(play, "Wolf 1: prone");
    play_free(play);
}

static void test_guide__keeps_its_key_where_there_is_little_room(void **state)
{
    (void)state;
    static const char *const party[] = {
        "encounter Cellar system=four-against-darkness",
        "add \"Hildegard of the Long Bridge\" class=warrior level=2",
        "add \"Pelleas the Younger of Marsh\" class=halfling level=1",
        "add \"Corvinus Who Counts the Dead\" class=wizard level=2",
        "add rats count=8 level=3",
        "attack 1",
        NULL};
    static const int columns[] = {40, 60, 80};
    struct play *play = play_new(party);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        play->columns = columns[i];
        play->rows = columns[i] == 40 ? 12 : 24;
        play_keys(play, "");
        play_shows(play, "n end");
        play_shows(play, "next: ");
    }
    play_free(play);
}

static void test_full_encounter__says_what_to_do(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    for (int i = 0; i < 2; i++) {
        play_keys(play, "+ \"text:64 gully goblin\" Enter Enter");
    }
    play_shows(play, "do it for fewer, or remove combatants who are out");
    play_free(play);
}

static void test_help__explains_the_signs_of_the_order(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_keys(play, "? / \"text:find no room\" Enter");
    play_shows(play, "↑2 ↓5");
    play_free(play);
}

static void test_remove__has_a_key(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "damage g3 2");
    play_keys(play, "End , x");
    play_shows(play, "Goblin 3 removed");
    play_free(play);
}

/* Those that are alike in what is open, where no command takes all of them: one after the
 * other, each with its own dice. */
static void test_open_list__settles_like_things_one_after_the_other(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "add 3 rat strength=9 wits=8 ac=20 hp=5 morale=7");
    play_do(play, "set gob* morale=8");
    play_do(play, "initiative 10 5 6");
    play_do(play, "out g1,r1 dead");
    play_keys(play, "& * \"text:3 4\" Enter screen:open_one_by_one");
    play_free(play);
}

static const char *const duel[] = {"encounter Nest system=trilemma",
                                   "add Bo side=party strength=14 wits=12 hp=9",
                                   "add Ana side=party strength=14 wits=11 hp=9",
                                   "add 3 goblin strength=9 wits=8 ac=20 hp=5",
                                   "initiative 10 9 5",
                                   NULL};

/* Somebody was healed, then the turn went on, and the attack went to the one who was healed. */
static void test_turn__does_not_attack_whom_the_last_one_selected(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "next");
    play_do(play, "next");
    play_keys(play, "Home 2 h n a");
    play_shows(play, "Goblin 2 attacks whom?");
    play_free(play);
}

static void test_footer__names_whom_an_attack_goes_to(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Tab Tab");
    play_shows(play, "a attack Goblin 2");
    play_keys(play, "Tab n Home");
    play_shows(play, "a Ana: attack Goblin 1");
    play_free(play);
}

/* It costs a player's initiative, at once. */
static void test_footer__says_who_pays_for_superior_initiative(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "n");
    play_hides(play, "s Bo"); /* in Ana's turn her own keys come first */
    play_shows(play, "r react: who?  t shoot");
    play->columns = 160;
    play_keys(play, "");
    play_shows(play, "s Bo: extra turn later for 10");
    play_free(play);
}

/* The target was set by an ally, and the one who acts now is in melee with another foe. */
static void test_attack__in_melee_does_not_go_to_the_target_of_an_ally(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "engage Ana g3");
    play_keys(play, "Tab a text:1 Enter n a");
    play_shows(play, "Ana attacks whom?");
    play_keys(play, "a Enter");
    play_shows(play, "Ana → Goblin 3");
    play_free(play);
}

static void test_question__stops_only_at_those_who_can_be_meant(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "a Up Up Up Enter");
    play_shows(play, "Bo → Goblin 1");
    play_free(play);
}

static void test_damage__has_the_letters_of_an_attack(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "3 d c");
    assert_int_equal(play_value(play, "g1", FIELD_HP), 2);
    play_free(play);
}

static void test_back__is_refused_for_one_who_never_left(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Home b");
    play_shows(play, "refused: Bo never left the fight");
    play_free(play);
}

static void test_second_enter__leaves_the_result_of_the_first_in_sight(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Tab a 3 Enter Enter");
    play_shows(play, "Bo misses Goblin 1; Enter again opens a form");
    play_free(play);
}

static void test_refusal__keeps_the_key_that_overrules_beside_its_word(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    for (play->columns = 60; play->columns <= 90; play->columns++) {
        play_keys(play, "Home b");
        play_shows(play, "! overrules it");
    }
    play_free(play);
}

static void test_backspace__at_the_dice_goes_back_to_whom(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Tab Tab a");
    play_shows(play, "Backspace asks who");
    play_keys(play, "Tab Tab a Backspace");
    play_shows(play, "Bo attacks whom?");
    play_keys(play, "Tab Tab a Backspace e");
    play_shows(play, "Bo → Goblin 3: attack");
    play_keys(play, "Tab Tab d Backspace c 4 Enter");
    assert_int_equal(play_value(play, "g1", FIELD_HP), 1);
    /* Nobody chose who heals here, so there is nothing to go back to. */
    play_keys(play, "i Backspace");
    play_hides(play, "attacks whom?");
    play_free(play);
}

static void test_wrong_letter__is_told_the_first_and_the_last(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "3 d z");
    play_shows(play, "the letters are a to e");
    play_free(play);
}

static void test_injury__says_who_rolls_and_what_each_result_means(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "damage g1 9");
    play_keys(play, "m");
    play_shows(play, "Goblin 1: roll the injury save by your rules, or decide; which result?");
    play_shows(play, "w wounded (fights on) │ o out (down) │ d dead");
    play_free(play);
}

static void test_leaving_the_fight__has_the_keys_of_an_injury(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "damage g1 9");
    play_keys(play, "m d");
    assert_int_equal(play_value(play, "g1", FIELD_OUT), OUT_DEAD);
    play_keys(play, "Home Down Down x d");
    assert_int_equal(play_value(play, "g2", FIELD_OUT), OUT_DEAD);
    play_keys(play, "Home Down Down x o");
    assert_int_equal(play_value(play, "g3", FIELD_OUT), OUT_DOWN);
    play_free(play);
}

static void test_reactions__are_told_apart(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Home Down r");
    play_shows(play, "s shield self before the roll -2");
    play_shows(play, "o opportunity attack -5");
    play_shows(play, "not now: h shield after the roll -5");
    play_free(play);
}

static void test_row_of_the_selected__has_words_beside_its_keys(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "Down");
    play_shows(play, "on Ana (selected): e hp  c condition  h heal  x out");
    play_hides(play, "b back");
    play_do(play, "out Ana fled");
    play_keys(play, "End");
    play_shows(play, "on Ana (selected): e hp  c condition  h heal  x out  b back");
    play_keys(play, "Home Tab");
    play_shows(play, "on Goblin 1: d damage");
    play_shows(play, "on Bo: e hp");
    play_keys(play, "Home : text:note");
    play_hides(play, "on Bo");
    play_free(play);
}

static void test_next__says_that_a_check_is_still_open(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "damage g1 9");
    play_keys(play, "n");
    play_shows(play, "Ana's turn; still open: injury save due: Goblin 1");
    play_keys(play, "m e n");
    play_hides(play, "still open");
    play_free(play);
}

static void test_end__is_said_while_a_check_is_open(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "damage g1 9");
    play_keys(play, "Home x f Home x f");
    play_shows(play, "Ana: fled; the party is out of the fight");
    play_keys(play, "m d");
    play_shows(play, "next: the fight is over, for the party is out: T encounters");
    play_do(play, "back Bo");
    play_do(play, "out g2 dead");
    play_keys(play, "Home Down x d");
    play_shows(play, "no foe is left in the fight");
    play_shows(play, "next: the fight is over; T encounters");
    play_free(play);
}

static const char *const cellar[] = {"encounter Cellar system=four-against-darkness",
                                     "add Hild class=warrior level=2",
                                     "add Pell class=halfling level=1",
                                     "add Corvin class=wizard level=2",
                                     "add Ro class=cleric level=2",
                                     NULL};

static void test_own_foe__is_asked_for_its_kind_and_level(void **state)
{
    (void)state;
    struct play *play = play_new(cellar);
    play_keys(play, "+ \"text:Cistern troll level=5 hp=5\" Enter");
    play_shows(play, "Cistern troll: what kind of foe is it?");
    play_keys(play, "+ \"text:Cistern troll level=5 hp=5\" Enter b");
    play_shows(play, "Cistern troll joins");
    play_shows(play, "boss");
    play_keys(play, "+ \"text:5 drowned skeletons\" Enter m");
    play_shows(play, "Drowned skeletons: of which level?");
    play_keys(play, "+ \"text:5 drowned skeletons\" Enter m 3 Enter");
    play_shows(play, "L3   Drowned skele");
    play_shows(play, "attacks 1");
    play_free(play);
}

static void test_footer__names_who_casts_and_who_uses_what_it_has(void **state)
{
    (void)state;
    struct play *play = play_new(cellar);
    play_do(play, "add \"wax rats\" count=8 level=3");
    play_do(play, "attack by=Hild 2");
    play->columns = 120;
    play_keys(play, "Home Down");
    play_shows(play, "G Corvin: cast  V Ro: use");
    play_keys(play, "Home Down Down");
    play_shows(play, "G cast");
    play_keys(play, "Home Down Down Down");
    play_shows(play, "V use");
    /* In another encounter, with fewer here, nobody of this one is named. */
    play_do(play, "encounter Vault system=four-against-darkness");
    play_do(play, "add Nan class=wizard level=1");
    play_do(play, "open Cellar");
    play_keys(play, "Home Down : \"text:open Vault\" Enter");
    play_shows(play, "Nan");
    play_free(play);
}

/* It is attacked without a question. */
static void test_footer__names_the_only_foe(void **state)
{
    (void)state;
    struct play *play = play_new(cellar);
    play_do(play, "add \"tallow king\" hp=20");
    play_keys(play, "Home");
    play_shows(play, "a attack Tallow king");
    play_keys(play, "Home a");
    play_shows(play, "Hild → Tallow king: attack");
    play_do(play, "add imp foe=weird level=4 life=6");
    play_keys(play, "Home");
    play_hides(play, "a attack Tallow king");
    play_free(play);
}

static void test_spared__is_named(void **state)
{
    (void)state;
    struct play *play = play_new(cellar);
    play_do(play, "add \"tallow king\" hp=20");
    play_do(play, "attack by=Hild 1");
    play_do(play, "next");
    play_keys(play, "");
    play_shows(play, "is spared: o divert changes who");
    play_free(play);
}

static void test_kinds__are_found_by_the_words_beside_them(void **state)
{
    (void)state;
    struct play *play = play_new(cellar);
    play_keys(play, ", k / text:boss");
    play_shows(play, "tallow king");
    play_hides(play, "wax rats");
    play_free(play);
}

/* Their shape told nothing, and changed when a word beside them grew. */
static void test_life__has_one_shape_in_all_rows(void **state)
{
    (void)state;
    struct play *play = play_new(cellar);
    play_do(play, "add imp level=4 life=6");
    play_keys(play, "");
    play_shows(play, "●");
    play_hides(play, "█");
    play_do(play, "add ogre level=4 life=30");
    play_keys(play, "");
    play_hides(play, "●●");
    play_shows(play, "█");
    play_free(play);
}

static void test_columns__stay_where_they_are_for_short_words(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "");
    int row = play_row_of(play, "Goblin 1");
    play_shows(play, "Goblin 1               █████████");
    play_do(play, "condition g1 blind");
    play_keys(play, "");
    assert_int_equal(play_row_of(play, "Goblin 1    blind      █████████"), row);
    play_free(play);
}

/* It said only that somebody acts again, and in one's own turn it ended the turn. */
static void test_another_turn__says_when_it_comes_and_that_the_own_turn_ends(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "n s");
    play_shows(play, "Bo acts again at 12; Ana's turn goes on");
    play_keys(play, "u u a text:1 Enter");
    play_shows(play, "s end turn, again at 12");
    play->columns = 120;
    play_keys(play, "");
    play_shows(play, "s Bo ends turn, pays 10 init to act again at 12");
    play_free(play);
}

static void test_turn__says_who_is_stunned(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "condition Ana stunned 2");
    play_keys(play, "n");
    play_shows(play, "Ana's turn; Ana: stunned (2 rounds)");
    play_shows(play, "a attack though stunned");
    play_keys(play, "n");
    play_hides(play, "though stunned");
    play_free(play);
}

/* A condition in many words leaves room for the other keys. */
static void test_footer__cuts_a_condition_of_many_words(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "condition Ana own \"caught in the ropes of the old ferry\"");
    play->columns = 200;
    play_keys(play, "n");
    play_shows(play, "a attack though caught in the ropes…");
    play_shows(play, "d damage: who?");
    play_free(play);
}

static void test_condition__that_is_there_says_how_it_ends(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "condition Ana,Bo stunned 2");
    play_do(play, "condition Bo prone");
    play_keys(play, "c");
    play_shows(play, "off: one of them ends");
    play_keys(play, "c p");
    play_shows(play, "Bo: prone already; to end it: c condition, then off");
    play_keys(play, "c / text:prone Space text:off Enter");
    play_shows(play, "Bo: no longer prone");
    play_free(play);
}

/* A condition ended only by typed words. */
static void test_condition__ends_by_keys(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "c");
    play_hides(play, "one of them ends");
    play_keys(play, "c b c p c");
    play_shows(play, "f off: one of them ends");
    play_keys(play, "c f");
    play_shows(play, "Bo: which condition ends?");
    play_shows(play, "b blind");
    play_shows(play, "p prone");
    play_keys(play, "c f b");
    play_shows(play, "Bo: no longer blind");
    play_keys(play, "c f");
    play_shows(play, "Bo: no longer prone");
    play_do(play, "condition Ana own \"room 3\"");
    play_do(play, "condition Ana prone");
    play_do(play, "condition Bo prone");
    play_keys(play, ": \"text:condition Ana,Bo off\" Enter");
    play_shows(play, "Bo and Ana: which condition ends?");
    play_keys(play, ": \"text:condition Ana,Bo off\" Enter r");
    play_shows(play, "no longer room 3");
    play_do(play, "condition Ana,Bo off");
    play_keys(play, ": \"text:condition Ana off\" Enter");
    play_shows(play, "Ana: there is no condition to end");
    play_free(play);
}

/* Dice that were typed too early chose the first answer. */
static void test_digit__is_no_answer_to_a_question_of_letters(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "engage Ana g1");
    play_keys(play, "Tab t 1");
    play_shows(play, "press a letter: s, a or b; Esc cancels");
    play_shows(play, "from where does Bo shoot?");
    play_free(play);
}

static void test_injury__says_its_letters_and_what_a_slash_takes(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play_do(play, "initiative 10 5");
    play_do(play, "damage g1 9");
    play_keys(play, "m 7");
    play_shows(play, "e none │ w wounded");
    play_shows(play, "press a letter: e, w, o or d");
    play_keys(play, "m /");
    play_shows(play, "type it, then Enter; Backspace goes back to the letters");
    play_free(play);
}

/* With a long reason the key that settles the check was cut. */
static void test_pending_check__keeps_its_key_beside_a_long_reason(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "add 4 \"bridge-keeper of the long causeway\" hp=3 morale=7");
    play_do(play, "out b1,b2 dead");
    play_do(play, "morale-due b3 cannot-harm");
    play_keys(play, "");
    play_shows(play, "58% holds   m settles it");
    play_free(play);
}

/* The keys between rounds were words of the rules, and one was offered without a foe. */
static void test_between_rounds__the_keys_say_what_they_do(void **state)
{
    (void)state;
    struct play *play = play_new(lines);
    play->columns = 120;
    play_do(play, "initiative 10 5");
    play_keys(play, "n n n n");
    play_shows(play,
               "n next round  B Goblin 3: act between rounds  v declare spell: who?  d damage");
    play_keys(play, "F");
    play_shows(play, "the bout is forced: how many HP does each lose?");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choosing__names_who_is_chosen),
        cmocka_unit_test(test_undo__says_how_many_it_was_about),
        cmocka_unit_test(test_question__is_not_answered_by_the_key_of_the_next_turn),
        cmocka_unit_test(test_encounters__go_on_when_the_fight_is_over),
        cmocka_unit_test(test_initiative__says_who_is_left_out),
        cmocka_unit_test(test_adding__selects_who_comes_during_a_round),
        cmocka_unit_test(test_guide__keeps_its_key_where_there_is_little_room),
        cmocka_unit_test(test_full_encounter__says_what_to_do),
        cmocka_unit_test(test_help__explains_the_signs_of_the_order),
        cmocka_unit_test(test_remove__has_a_key),
        cmocka_unit_test(test_turn__does_not_attack_whom_the_last_one_selected),
        cmocka_unit_test(test_footer__names_whom_an_attack_goes_to),
        cmocka_unit_test(test_footer__says_who_pays_for_superior_initiative),
        cmocka_unit_test(test_attack__in_melee_does_not_go_to_the_target_of_an_ally),
        cmocka_unit_test(test_question__stops_only_at_those_who_can_be_meant),
        cmocka_unit_test(test_damage__has_the_letters_of_an_attack),
        cmocka_unit_test(test_back__is_refused_for_one_who_never_left),
        cmocka_unit_test(test_second_enter__leaves_the_result_of_the_first_in_sight),
        cmocka_unit_test(test_refusal__keeps_the_key_that_overrules_beside_its_word),
        cmocka_unit_test(test_open_list__settles_like_things_one_after_the_other),
        cmocka_unit_test(test_backspace__at_the_dice_goes_back_to_whom),
        cmocka_unit_test(test_wrong_letter__is_told_the_first_and_the_last),
        cmocka_unit_test(test_injury__says_who_rolls_and_what_each_result_means),
        cmocka_unit_test(test_leaving_the_fight__has_the_keys_of_an_injury),
        cmocka_unit_test(test_reactions__are_told_apart),
        cmocka_unit_test(test_row_of_the_selected__has_words_beside_its_keys),
        cmocka_unit_test(test_next__says_that_a_check_is_still_open),
        cmocka_unit_test(test_end__is_said_while_a_check_is_open),
        cmocka_unit_test(test_own_foe__is_asked_for_its_kind_and_level),
        cmocka_unit_test(test_footer__names_who_casts_and_who_uses_what_it_has),
        cmocka_unit_test(test_footer__names_the_only_foe),
        cmocka_unit_test(test_spared__is_named),
        cmocka_unit_test(test_frame__has_the_keys_that_every_evening_needs),
        cmocka_unit_test(test_redo__has_its_key_where_it_is_named_and_in_the_footer),
        cmocka_unit_test(test_looking_back__has_one_number_for_an_act),
        cmocka_unit_test(test_counter__says_rounds_where_it_could_be_a_number_of_foes),
        cmocka_unit_test(test_name__with_a_note_is_whole_beside_blank_columns),
        cmocka_unit_test(test_adding__offers_the_kinds_of_the_game_first),
        cmocka_unit_test(test_encounters__begin_with_the_next_of_the_plan),
        cmocka_unit_test(test_encounters__name_the_game_of_every_demo),
        cmocka_unit_test(test_kinds__are_found_by_the_words_beside_them),
        cmocka_unit_test(test_life__has_one_shape_in_all_rows),
        cmocka_unit_test(test_columns__stay_where_they_are_for_short_words),
        cmocka_unit_test(test_another_turn__says_when_it_comes_and_that_the_own_turn_ends),
        cmocka_unit_test(test_turn__says_who_is_stunned),
        cmocka_unit_test(test_footer__cuts_a_condition_of_many_words),
        cmocka_unit_test(test_condition__that_is_there_says_how_it_ends),
        cmocka_unit_test(test_condition__ends_by_keys),
        cmocka_unit_test(test_digit__is_no_answer_to_a_question_of_letters),
        cmocka_unit_test(test_injury__says_its_letters_and_what_a_slash_takes),
        cmocka_unit_test(test_pending_check__keeps_its_key_beside_a_long_reason),
        cmocka_unit_test(test_between_rounds__the_keys_say_what_they_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
