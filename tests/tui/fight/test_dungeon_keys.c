/* An evening of Four Against Darkness by keys: what is needed at the start and at the end of an
 * encounter is offered where one looks, with its key, and each common act takes one or two. */
#include "support/play.h"
#include "support/unit.h"

static const char *const nobody[] = {"encounter Stair system=four-against-darkness", NULL};

static struct play *stair(void)
{
    static const char *const lines[] = {"encounter Stair system=four-against-darkness",
                                        "add Hild class=warrior level=2 gear=sword,bow hp=20",
                                        "add Pell class=halfling hp=20",
                                        "add Ro class=cleric hp=20", NULL};
    return play_new(lines);
}

static struct play *stair_with(const char *foes)
{
    struct play *play = stair();
    play_do(play, foes);
    return play;
}

/* ---- the start ------------------------------------------------------------------------- */

/* Keys are tried for the footer with nobody selected, though somebody was picked. */
static void test_start__a_party_that_was_brought_in_can_be_taken_back(void **state)
{
    (void)state;
    struct play *play = play_new(nobody);
    play_do(play, "join Hild class=warrior level=2");
    play_do(play, "join Pell class=halfling");
    play_keys(play, "I");
    play_shows(play, "Pell");
    play_keys(play, "Down u");
    play_shows(play, "nobody is here yet");
    play_keys(play, "C-r");
    play_shows(play, "Pell");
    /* From a round of the fight to before anybody came. */
    play_do(play, "add 3 rat level=1 foe=vermin");
    play_do(play, "next");
    play_keys(play, "n");
    play_shows(play, "round 1");
    play_keys(play, "U End g");
    play_shows(play, "nobody is here yet");
    play_free(play);
}

static void test_start__what_an_empty_table_needs_is_said_with_its_key(void **state)
{
    (void)state;
    struct play *play = play_new(nobody);
    play_keys(play, "+");
    play_shows(play, "add whom? (like 3 wax rats, or Anka side=party class=...)");
    play_keys(play, "");
    play_shows(play, "next: + add the party: Hild class=warrior level=2, then the foes");
    play_free(play);
    play = stair();
    play_keys(play, "");
    play_shows(play,
               "next: + add foes, P place sets the location; then R wait, or a attack now");
    /* Without foes there is nothing to begin with, and the footer does not offer it. */
    play_hides(play, " n next  ");
    play_hides(play, " a attack  ");
    play_keys(play, "n");
    play_shows(play, "refused: there are no foes yet: + add adds some (flow 4)");
    play_free(play);
}

static void test_start__the_place_is_chosen_by_keys_and_seen(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_keys(play, "P c P d");
    play_shows(play, "not started, dark corridor");
    play_keys(play, "n P");
    play_shows(play, "round 1, the party's attacks, dark corridor");
    play_shows(play, "dark=no");
    play_keys(play, "P d P r");
    play_shows(play, "Stair · round 1, the party's attacks  ");
    play_free(play);
}

static void test_start__what_foes_do_when_they_are_met_is_due(void **state)
{
    (void)state;
    struct play *play = stair_with("add hollow abbot");
    play_keys(play, "");
    play_shows(play, "! when met, Hollow abbot: fear, save L4 or attack -1");
    play_keys(play, "m");
    play_shows(play, "! Hild saves 4+ against fear: attack -1");
    play_free(play);
}

static void test_start__an_offer_is_accepted_by_its_own_key_alone(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_do(play, "reactions Rats bribe 2 each / fight / fight / fight / fight / fight");
    play_keys(play, "R 1 Enter m");
    play_shows(play, "! Rats: bribe of 18, Y accept or K decline (Reaction of foes)");
    play_hides(play, "settles it");
    play_hides(play, "paid");
    play_keys(play, "Y");
    play_shows(play, "Rats: 18 gold paid, they let the party pass");
    /* Peace is an end that the party can still break. */
    play_shows(play,
               "next: T encounters takes the party to the next one; or K decline and fight");
    play_free(play);
}

/* What is thrown for is said once, in words of the table and not of a file. */
static void test_start__a_reaction_is_asked_for_by_its_title(void **state)
{
    (void)state;
    struct play *play = stair_with("add ditch orcs count=4");
    play_keys(play, "R");
    play_shows(play, " Reaction of raiders, d6");
    play_free(play);
}

/* ---- the fight ------------------------------------------------------------------------- */

/* Shots and melee of the party are one phase where no foe stands between, before they begin,
 * too. */
static void test_fight__what_comes_next_is_called_as_it_will_be(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_keys(play, "n n L Enter");
    play_shows(play, "next: round 2, the party's attacks: n next");
    play_keys(play, "n");
    play_shows(play, "undo: round 2");
    play_hides(play, "undo: round 2, ");
    play_shows(play, " · round 2, the party's attacks");
    play_keys(play, "n");
    play_shows(play, "undo: the foes' melee");
    play_free(play);
}

static void test_fight__the_odds_against_the_only_foe_need_no_target(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_keys(play, "");
    play_shows(play, "│ attack: Hild → Rats");
    play_do(play, "add bats foe=vermin level=1 count=9");
    play_keys(play, "");
    play_shows(play, "│ odds: no target yet; Tab");
    play_free(play);
}

/* The one who stands too far back has no odds, and the one who can heal is found. */
static void test_fight__who_can_do_it_is_found(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_do(play, "add Mo class=wizard level=2 gear=club");
    play_do(play, "damage Mo 1");
    play_do(play, "place corridor");
    play_keys(play, "n V");
    play_shows(play, "Ro uses (blessing waits for a failed save)");
    play_shows(play, " h healing 3 left");
    play_keys(play, "Down Down Down");
    play_shows(play, "│ Mo against Rats");
    play_shows(play, "│ Mo stands too far back to");
    play_free(play);
}

/* Where several lines of an act are one, headings of several words stand whole, and each once.
 */
static void test_fight__rules_of_joined_lines_are_separated(void **state)
{
    (void)state;
    struct play *play = stair_with("add imp foe=weird level=3 hp=2");
    play_keys(play, "n a 1 Enter n f 6 Space 1 Enter");
    play_shows(play, "d6! [6! 1] = 7 vs L 3: blocked");
    play_keys(play, "n a 4 Enter");
    play_shows(play,
               "treasure due: Imp; XP: a roll for Imp                         treasure, xp");
    play_free(play);
}

/* While somebody can still attack, the key says that it ends the attacks. */
static void test_fight__the_key_that_ends_the_attacks_says_so(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_keys(play, "n");
    play_shows(play, " n end attacks  ");
    play_shows(play, " can still act; then the foes' melee: n end attacks");
    play_hides(play, " n next  ");
    play_keys(play, "n L Enter");
    play_shows(play, " n next  ");
    play_hides(play, "end attacks");
    play_free(play);
}

/* Those who flee are struck in turn, with the odds of each. */
static void test_fight__last_attacks_have_their_odds(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=5");
    play_keys(play, "n a 6 Space 3 Enter m 3 Enter");
    play_shows(play,
               "! last attack at +1: Hild on Rats (Morale of foes)  83% hit   m settles it");
    play_shows(play, "▶›  1 L2 + Hild");
    play_keys(play, "m 1 Enter");
    play_shows(play, "▶›  2 L1 + Pell");
    play_free(play);
}

/* What the players ask before they throw. */
static void test_fight__who_asks_for_dice_says_what_they_need(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_keys(play, "a");
    play_shows(play, "Hild → Rats: attack, d6! (hit 3+ with d6 +2, no natural 1)");
    play_keys(play, "n n m");
    play_shows(play, "Hild defends against Rats: defence, d6! (defend 4+ with d6)");
    play_do(play, "xp rolls=1");
    play_keys(play, ": \"text:advance Hild\" Enter");
    play_shows(play, "Hild: advance, d6 (advances at 3+)");
    play_free(play);
}

/* Dice in hand come first: all of them on one line, or Enter rolls them. */
static void test_fight__all_defences_are_asked_for_on_one_line(void **state)
{
    (void)state;
    struct play *play = stair_with("add ogres foe=minion level=3 count=3");
    play_keys(play, "a text:1 Enter n L");
    play_shows(play, "then 2 more");
    play_shows(play, "Enter rolls all 3, * rolls one");
    play_shows(play, "Enter rolls");
    play_keys(play, "L * \"text:4 *\"");
    play_shows(play, "Enter rolls each *; Esc cancels");
    play_keys(play, "Esc L \"text:5 5 1\" Enter");
    play_shows(play, "undo: 3 defences");
    assert_int_equal(play_value(play, "Ro", FIELD_HP), 19);
    play_keys(play, "u L Enter");
    play_shows(play, "undo: 3 defences");
    play_free(play);
}

/* Saves of one cause, each of another: their dice come on one line too, and what is typed for
 * the next is shown. */
static void test_fight__saves_that_are_alike_take_the_dice_of_all(void **state)
{
    (void)state;
    struct play *play = stair_with("add hollow abbot");
    play_keys(play, "m & *");
    play_shows(play, "1 of 3: Hild, fear: save, d6! (saves 4+ with d6)");
    play_shows(play, "type the dice, e.g. 4 3 2; Enter rolls all 3, * rolls one");
    play_keys(play, "& * \"text:2 5\"");
    play_shows(play, "next time: 5");
    play_keys(play, "& * \"text:2 5\" Enter");
    play_shows(play, "3 of 3: Ro, fear: save");
    play_shows(play, "e.g. 4; 6: roll again and add; Enter rolls, ");
    play_keys(play, "Esc");
    play_keys(play, "u u & * \"text:2 5 3\" Enter");
    play_shows(play, "all 3 settled; the last: Ro fails against fear; 3u takes all of it back");
    play_hides(play, "saves 4+");
    play_keys(play, "3 u & * \"text:2\" Enter Enter");
    play_shows(play, "all 3 settled");
    play_keys(play, "3 u & * Enter");
    play_shows(play, "all 3 settled");
    play_keys(play, "3 u & * *");
    play_shows(play, "2 of 3: Pell, fear: save");
    /* One die that is none: all wait, and nothing is settled. */
    play_keys(play, "u & * \"text:2 9 3\" Enter");
    play_shows(play, "2 of 3: Pell, fear: save");
    play_free(play);
}

/* A boss has two magic items: both are rolled at once, unless one is typed. */
static void test_end__enter_says_that_it_rolls_both_magic_items(void **state)
{
    (void)state;
    struct play *play = stair_with("add tallow king");
    play_do(play, "next");
    play_do(play, "out \"tallow king\" dead");
    play_keys(play, "m");
    play_shows(play, "Enter rolls all, * one, Esc");
    play_keys(play, "m text:6 Enter");
    play_shows(play, "Something magic, d6 (1 of 2)");
    play_shows(play, "e.g. 4 3; Enter rolls all 2, * rolls one, Backspace goes back");
    play_keys(play, "m \"text:6 2\" Enter");
    play_shows(play, "Something magic, d6 (2 of 2)");
    play_shows(play, "e.g. 4; Enter rolls, Backspace");
    play_free(play);
}

/* After the fight the key that leads on is in sight. */
static void test_end__the_screen_leads_to_the_next_encounter(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=2");
    play_do(play, "next");
    play_do(play, "out rats dead");
    play_do(play, "treasure rats 1");
    play_keys(play, "");
    play_shows(play, " T encounters  F3 more");
    play_free(play);
}

/* "protection" alone did not say what the spell is for. */
static void test_fight__spells_say_what_they_do(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=4");
    play_do(play, "add Mo side=party class=wizard level=1");
    play_keys(play, "End G");
    play_shows(play, "protection: defence +1 for this encounter");
    play_shows(play, "sleep: a foe sleeps until it is attacked");
    play_free(play);
}

/* A wand that was found is somebody's, by one key each, and casts in the next encounter. */
static void test_end__what_was_found_is_taken_and_used(void **state)
{
    (void)state;
    struct play *play = stair_with("add tallow king");
    play_do(play, "next");
    play_do(play, "out \"tallow king\" dead");
    play_keys(play, "m \"text:6 1 2\" Enter");
    play_shows(play, "! found: a wand of sleep: 3 spells, to be taken");
    play_keys(play, "m");
    play_shows(play, "who takes a wand of sleep: 3 spells?");
    play_keys(play, "m a");
    play_shows(play, "Hild takes a wand of sleep: 3 spells");
    play_shows(play, "! found: a ring that helps one save: +2");
    play_keys(play, "u");
    play_shows(play, "! found: a wand of sleep: 3 spells, to be taken");
    play_keys(play, "m a m b");
    play_shows(play, "Pell takes a ring");
    play_do(play, "encounter Next carry");
    play_do(play, "add rats foe=vermin level=3 count=4");
    play_keys(play, "Home");
    play_shows(play, "uses left: sleep 3");
    play_do(play, "cast sleep rats by=Hild 5 3");
    play_keys(play, "Home");
    play_shows(play, "uses left: sleep 2");
    /* The ring helps a save: it is no act of its own, so the key is for who has one. */
    play_keys(play, "Home Down : \"text:use saving-ring by=Pell\" Enter");
    play_shows(play, "saving ring goes with a save: type use=saving-ring after its dice");
    play_keys(play, "Home Down V");
    play_shows(play, "Ro uses (blessing waits for a failed save)");
    play_do(play, "save Pell trap level=4 use=saving-ring 2");
    play_keys(play, "Home Down");
    play_shows(play, "saves against trap");
    play_hides(play, "saving ring 1");
    play_free(play);
}

/* Luck of one's own, or another's blessing: the players choose. */
static void test_fight__who_mends_a_roll_is_chosen(void **state)
{
    (void)state;
    struct play *play = stair_with("add ogres foe=minion level=3 count=3");
    play_do(play, "attack by=Hild 1");
    play_do(play, "save Pell poison level=3 1");
    play_keys(play, "J");
    play_shows(play, "who allows it: by luck, or a blessing?");
    play_keys(play, "J Enter text:5 Enter");
    play_shows(play, "Pell again, luck");
    play_free(play);
}

static void test_fight__an_attack_goes_to_another_by_a_key(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=2");
    play_keys(play, "n n");
    play_shows(play, "   Pell defends 4+ against Rats");
    play_keys(play, "o");
    play_shows(play, "who is spared instead of Ro?");
    play_keys(play, "o text:/Pell Enter");
    play_shows(play, "Pell is spared");
    play_shows(play, "   Ro defends 4+ against Rats");
    play_free(play);
}

/* Nobody whose roll it was has luck: the cleric's blessing serves. */
static void test_fight__a_blessing_is_found_for_a_failed_save_of_another(void **state)
{
    (void)state;
    struct play *play = stair_with("add hollow abbot");
    play_keys(play, "m m text:2 Enter J");
    play_shows(play, "Hild again, blessing, in place of the 2: Hild, fear: save, d6!");
    play_keys(play, "J text:5 Enter");
    play_shows(play, "u undo: Hild again, blessing: Hild saves against");
    play_free(play);
}

static void test_fight__spells_are_offered_to_those_who_have_some_left(void **state)
{
    (void)state;
    struct play *play = stair_with("add Corvin class=wizard");
    play_do(play, "add rats foe=vermin level=3 count=9");
    play_keys(play, "n Down Down Down");
    play_shows(play, " G cast  ");
    play_do(play, "uses Corvin spells 0");
    play_keys(play, "Down Down Down G");
    play_shows(play, "refused: Corvin has no spell left (spells)");
    play_hides(play, " G cast  ");
    play_free(play);
}

static void test_fight__gear_is_named_by_its_words(void **state)
{
    (void)state;
    struct play *play = stair();
    play_keys(play, ", p");
    play_shows(play, "Hild wields which of sword, bow");
    play_keys(play, ", p text:bow Enter");
    play_shows(play, "│ bow");
    play_keys(play, ", I \"text:silver sword, lantern\" Enter");
    play_shows(play, "Hild: silver sword");
    play_keys(play, ", H");
    play_shows(play, "silver sword");
    play_shows(play, "lantern");
    play_free(play);
}

/* A refusal names the key of what it advises. */
static void test_fight__a_refusal_says_which_key_helps(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_keys(play, "n n n");
    play_shows(play, "refused: 9 attacks are still to be defended against: m defend (flow 5)");
    play_free(play);
}

/* ---- the end --------------------------------------------------------------------------- */

static void test_end__the_party_flees_by_a_key_and_no_longer_attacks(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_do(play, "add bats foe=vermin level=1 count=9");
    play_keys(play, "n Tab Tab a text:5 Enter F");
    play_shows(play, "refused: Bats first check morale");
    play_keys(play, "m text:1 Enter");
    play_shows(play, "Bats flee");
    play_keys(play, "F");
    play_shows(play, "the party is fleeing");
    play_keys(play, "L Enter");
    play_shows(play, "over: fled");
    play_hides(play, "or K decline");
    play_hides(play, "last attack");
    play_free(play);
}

static void test_end__the_party_goes_on_from_the_list_of_encounters(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=1");
    play_keys(play, "a text:5 Enter");
    play_shows(play, "treasure due: Rats, d6 +0   m settles it");
    play_hides(play, " a attack  ");
    play_keys(play, "m text:1 Enter");
    play_shows(play, "the fight is over; T encounters takes the party to the next one");
    play_keys(play, "T Up");
    play_shows(play, "› a new encounter of Four Against Darkness: this party, no foes yet");
    play->columns = 120;
    play_keys(play, "T Up Enter \"text:The pit\" Enter");
    play_shows(play, "The pit · Four Against Darkness · not started");
    play_shows(play, "Hild comes along");
    play_free(play);
}

/* Who lies at 0 Life when the party is carried on still has its save. */
/* The guide names the two keys that lead to them. */
static void test_end__wandering_monsters_are_met_by_two_keys(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Hall system=four-against-darkness",
                                        "add Hild side=party class=warrior",
                                        "add rats foe=vermin level=1 count=3",
                                        "place room door",
                                        "attack rats by=Hild 1",
                                        "ruling withdraw",
                                        "out rats fled",
                                        "wandering 1",
                                        "treasure gold=1",
                                        NULL};
    struct play *play = play_new(lines);
    play_keys(play, "Down");
    play_shows(play, "wandering monsters come: F3 W new: wandering");
    play_keys(play, ", W");
    play_shows(play, "Wandering monsters");
    play_id(play, "Hild");
    play_free(play);
}

static void test_end__the_lethal_save_is_carried_on(void **state)
{
    (void)state;
    struct play *play = stair_with("add rats foe=vermin level=3 count=9");
    play_do(play, "next");
    play_do(play, "damage Pell 20");
    play_do(play, "encounter carry Pit");
    play_keys(play, "");
    play_shows(play, "! Pell saves to survive at 1 Life (Saves)   m settles it");
    play_keys(play, "m 3 Enter text:2 Enter");
    play_shows(play, "undo: Pell dies");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start__a_party_that_was_brought_in_can_be_taken_back),
        cmocka_unit_test(test_start__what_an_empty_table_needs_is_said_with_its_key),
        cmocka_unit_test(test_start__the_place_is_chosen_by_keys_and_seen),
        cmocka_unit_test(test_start__what_foes_do_when_they_are_met_is_due),
        cmocka_unit_test(test_start__an_offer_is_accepted_by_its_own_key_alone),
        cmocka_unit_test(test_start__a_reaction_is_asked_for_by_its_title),
        cmocka_unit_test(test_fight__what_comes_next_is_called_as_it_will_be),
        cmocka_unit_test(test_fight__the_odds_against_the_only_foe_need_no_target),
        cmocka_unit_test(test_fight__who_can_do_it_is_found),
        cmocka_unit_test(test_fight__the_key_that_ends_the_attacks_says_so),
        cmocka_unit_test(test_fight__last_attacks_have_their_odds),
        cmocka_unit_test(test_fight__rules_of_joined_lines_are_separated),
        cmocka_unit_test(test_fight__who_asks_for_dice_says_what_they_need),
        cmocka_unit_test(test_fight__all_defences_are_asked_for_on_one_line),
        cmocka_unit_test(test_fight__saves_that_are_alike_take_the_dice_of_all),
        cmocka_unit_test(test_end__enter_says_that_it_rolls_both_magic_items),
        cmocka_unit_test(test_end__the_screen_leads_to_the_next_encounter),
        cmocka_unit_test(test_fight__spells_say_what_they_do),
        cmocka_unit_test(test_end__what_was_found_is_taken_and_used),
        cmocka_unit_test(test_fight__who_mends_a_roll_is_chosen),
        cmocka_unit_test(test_fight__an_attack_goes_to_another_by_a_key),
        cmocka_unit_test(test_fight__a_blessing_is_found_for_a_failed_save_of_another),
        cmocka_unit_test(test_fight__spells_are_offered_to_those_who_have_some_left),
        cmocka_unit_test(test_fight__gear_is_named_by_its_words),
        cmocka_unit_test(test_fight__a_refusal_says_which_key_helps),
        cmocka_unit_test(test_end__the_party_flees_by_a_key_and_no_longer_attacks),
        cmocka_unit_test(test_end__the_party_goes_on_from_the_list_of_encounters),
        cmocka_unit_test(test_end__wandering_monsters_are_met_by_two_keys),
        cmocka_unit_test(test_end__the_lethal_save_is_carried_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
