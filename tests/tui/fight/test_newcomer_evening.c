/* What people tripped over who played an evening from the screen alone: leaving a fight, phases
 * that change, healing, names and lists. Each slip as it came about.
 */
#include <string.h>

#include "app/sitting/state.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/state.h"

static const char *const hall[] = {"encounter \"The hall\" system=four-against-darkness",
                                   "add Hild class=warrior level=2",
                                   "add Pell class=halfling level=1",
                                   "add Corvin class=wizard level=2",
                                   "add Ro class=cleric level=2",
                                   "add goblins foe=minion level=3 count=6",
                                   "attack by=Hild 2",
                                   NULL};

static void test_key_that_leaves_a_fight__asks_first_and_names_the_way_back(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_keys(play, ",");
    play_shows(play, "W new: wandering");
    play_keys(play, ", W");
    play_shows(play, "Enter begins a new encounter; it leaves The hall, round 1; T brings you");
    assert_string_equal(sitting_encounter_name(play->sitting), "The hall");
    play_keys(play, ", W Enter");
    assert_string_equal(sitting_encounter_name(play->sitting), "Wandering monsters");
    play_do(play, "open \"The hall\"");
    assert_string_equal(sitting_encounter_name(play->sitting), "The hall");
    play_keys(play, ", W Enter");
    play_shows(play, "T goes back to The hall");
    play_free(play);
}

static void test_encounter_begun_by_mistake__is_left_by_undo(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_keys(play, ", W Enter u u");
    play_shows(play, "this is the start; u again goes back to");
    play_keys(play, "u u");
    assert_string_equal(sitting_encounter_name(play->sitting), "The hall");
    play_do(play, "encounter Cellar");
    play_keys(play, "u Down u");
    assert_string_equal(sitting_encounter_name(play->sitting), "Cellar");
    sitting_run(play->sitting, "undo", false, &play->result);
    assert_string_equal(play->result.refusal.reason,
                        "there is nothing to undo: this is the start; `open \"The hall\"` goes "
                        "back to it");
    play_free(play);
}

static const char *const moths[] = {"encounter Cave system=four-against-darkness",
                                    "add Ann side=party level=1 hp=3",
                                    "add Bo side=party level=1 hp=3",
                                    "add moths foe=needle-moths count=4",
                                    "attack moths by=Ann 1",
                                    "next",
                                    "defend all 1 5 5",
                                    NULL};

/* An attack and a save wait for Ann: the chance is of both, and so is the number. */
static void test_pane__counts_attacks_and_saves_that_are_due(void **state)
{
    (void)state;
    struct play *play = play_new(moths);
    play_keys(play, "Home");
    play_shows(play, "all 2 due: to 0 Life");
    play_free(play);
}

static void test_list_of_encounters__has_the_new_name_of_a_group(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "rename goblins \"Chandler thieves\"");
    play_keys(play, "T");
    play_shows(play, "party of 4, 6 × Chandler thieves");
    play_hides(play, "goblins 6");
    play_free(play);
}

static void test_list_of_encounters__says_that_the_open_fight_is_won(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_keys(play, "T");
    play_shows(play, "on the table");
    play_hides(play, "won, on table");
    play_do(play, "out goblins dead");
    play_keys(play, "T");
    play_shows(play, "won, on table");
    play_free(play);
}

static void test_phase__that_an_act_changes_is_told(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "undo");
    play_do(play, "reactions goblins fight / fight / fight / fight / fight / fight");
    play_do(play, "wait 4");
    play_do(play, "attack goblins by=Pell 2");
    play_keys(play, "");
    play_shows(play, "the party's shots and spells");
    play_do(play, "condition goblins bound");
    play_keys(play, "");
    play_shows(play, "now the party's attacks,");
    play_shows(play, "shots and melee together: no foe attacks between them");
    play_do(play, "add rats foe=vermin level=1 count=2");
    play_keys(play, "");
    play_shows(play, "now only the party's shots and spells: foes");
    play_free(play);
}

static void test_guide__names_who_can_still_use_an_ability(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "undo");
    play_do(play, "damage Hild 1");
    play_do(play, "reactions goblins fight / fight / fight / fight / fight / fight");
    play_do(play, "wait 4");
    play_do(play, "attack goblins by=Pell 2");
    play_do(play, "cast sleep goblins by=Corvin 1");
    play_keys(play, "");
    play_shows(play, "next: Ro can still V use an ability; then ");
    play_hides(play, "nobody else");
    play_do(play, "use healing on=Hild by=Ro 2");
    play_keys(play, "");
    play_shows(play, "nobody else can act; then ");
    play_free(play);
}

static void test_healing__says_before_that_nothing_is_to_heal(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_keys(play, "Home h");
    play_shows(play, "nothing to heal): how much?");
    play_keys(play, "Home 3");
    play_shows(play, "Life: nothing to heal");
    static const char *const games[] = {"trilemma", "caves-of-qud", "pixel-dungeon", "yuxtapa"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "encounter Other%d system=%s", (int)i, games[i]);
        play_do(play, line.p);
        play_do(play, "add Bo side=party hp=7");
        play_keys(play, "Home h");
        play_shows(play, "7 of 7 HP: nothing to heal): how much?");
        play_keys(play, "Home 3");
        play_shows(play, "h Bo: 7 of 7 HP: nothing to heal");
    }
    play_free(play);
}

static void test_dead_foe__keeps_its_level_in_the_list(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "out goblins dead");
    play_reopen(play, false);
    play_keys(play, "");
    play_shows(play, "L3   Goblins");
    play_free(play);
}

static void test_demo__that_was_opened_says_that_it_is_begun(void **state)
{
    (void)state;
    static const char *const nothing[] = {NULL};
    assert_int_equal(home_begin("XDG_DATA_HOME"), 0);
    struct play *play = play_new(nothing);
    play_keys(play, "");
    play_hides(play, "begun");
    play_do(play, "demo spire");
    play_free(play);
    play = play_new(nothing);
    play_keys(play, "");
    play_shows(play, "begun");
    play_keys(play, "f");
    play_shows(play, "spire.db");
    play_keys(play, "f Esc");
    play_shows(play, "demo: ");
    play_hides(play, "nobody is here yet");
    play_free(play);
    assert_int_equal(home_end("XDG_DATA_HOME"), 0);
}

static void test_luck__does_not_come_before_what_is_usual(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "attack goblins by=Pell 2");
    play_keys(play, "");
    play_shows(play, " a attack Goblins  n end  G cast");
    play_free(play);
}

/* "+ 2 shrike" beside other shrikes: they were meant to be like these. */
static void test_adding__of_a_name_that_is_here_says_that_numbers_are_missing(void **state)
{
    (void)state;
    static const char *const nest[] = {"encounter Nest system=trilemma",
                                       "add Bo side=party strength=14 wits=12 hp=9",
                                       "add 2 wyrmling strength=9 wits=8 ac=20 hp=5", NULL};
    struct play *play = play_new(nest);
    play_keys(play, "+ \"text:2 wyrmling\"");
    play_shows(play, "no numbers are known for Wyrmling 3");
    play_do(play, "add 2 wyrmling");
    assert_non_null(strstr(play->result.text, "`duplicate` adds others like Wyrmling 1"));
    play_do(play, "add 2 wyrmling hp=3");
    assert_null(strstr(play->result.text, "no numbers"));
    play_free(play);
}

static const char *const toll[] = {"encounter Toll system=trilemma",
                                   "add Bo side=party strength=14 wits=12 hp=9",
                                   "add Ana side=party strength=14 wits=11 hp=9",
                                   "add 2 \"bridge hound\" strength=10 wits=13 ac=22 hp=5",
                                   "add Osric strength=14 wits=9 ac=20 hp=14",
                                   NULL};

/* On the turn of a foe it is selected: who is healed is hardly this one. */
static void test_healing__on_the_turn_of_a_foe_asks_whom(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_do(play, "initiative 5 6 15 2");
    play_do(play, "damage Ana 4");
    play_keys(play, "h");
    play_shows(play, "heal: who?");
    play_keys(play, "h Enter");
    play_shows(play, "heal Ana: how much?");
    play_keys(play, "3 h Enter");
    assert_int_equal(play_value(play, "Ana", FIELD_HP), 8);
    play_do(play, "damage b1 2");
    play_keys(play, "End Home h");
    play_shows(play, "heal Bridge hound 1: how much?");
    play_keys(play, "End h");
    play_shows(play, "heal Osric");
    play_free(play);
}

static void test_dice__say_how_many_are_rolled_at_once(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_keys(play, "i");
    play_shows(play, "Bo: initiative, d20, then 3 more");
    play_shows(play, "e.g. 14 13 12 ...; Enter rolls all 4, * rolls one, Esc cancels");
    play_keys(play, "i text:15 Enter");
    play_shows(play, "Ana: initiative, d20, then 2 more");
    play_keys(play, "i * text:3 Enter text:4 Enter");
    play_shows(play, "Osric: initiative, d20");
    play_shows(play, "e.g. 14; Enter rolls, Backspace");
    play_keys(play, "+ \"text:3 rat hp=1d6\" Enter");
    play_shows(play, "Enter rolls all 3");
    play_do(play, "encounter Ford system=caves-of-qud");
    play_do(play, "add 2 crab");
    play_keys(play, "i text:d20 Enter");
    play_shows(play, "Enter rolls all 2");
    play_free(play);
}

static void test_attack__proposes_who_sleeps_last(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add rats foe=vermin level=1 count=2");
    play_do(play, "condition goblins sleeping");
    play_keys(play, "");
    play_shows(play, "asleep");
    play_keys(play, "Down a");
    play_shows(play, "Corvin attacks whom?");
    play_keys(play, "Down a Enter");
    play_shows(play, "Corvin → Rats");
    play_free(play);
}

/* 55% under the name of the goblin was the chance of the hound. */
static void test_odds__name_whose_they_are(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_do(play, "initiative 5 6 15 2");
    play_do(play, "set Bo ac=20");
    play_do(play, "rename Bo \"Ysolde of the Long Bridge\"");
    play_keys(play, "Home Down Down Space End");
    play_shows(play, "│ Osric ");
    play_shows(play, "attack: Bridge hound 1");
    play_free(play);
}

static void test_target__of_the_same_side_is_said_to_be_one(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_do(play, "initiative 5 6 15 2");
    play_keys(play, "End Space");
    play_hides(play, "set a target");
    play_shows(play, "odds: Tab targets a foe;");
    play_free(play);
}

/* Names as they stand on the screen, after a comma or a slash, where a command takes several.
 */
static void test_several__are_typed_by_their_names(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_do(play, "initiative 5 6 15 2");
    play_keys(play, "Home x ,");
    play_shows(play, "letters or names with commas between them; g* is all");
    play_hides(play, "amount");
    play_keys(play, "End x , \"text: bridge hound 2\" Enter");
    play_shows(play, "Bridge hound 2 and Osric leave the fight: how?");
    play_keys(play, "d / \"text:bridge hound 2/half, Ana 4\" Enter");
    assert_int_equal(play_value(play, "b2", FIELD_HP), 3);
    assert_int_equal(play_value(play, "Ana", FIELD_HP), 5);
    play_free(play);
}

/* "Esc now" led to the list of past acts. */
static void test_looking_back__from_a_list_returns_to_now(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_keys(play, "U Down Enter");
    play_shows(play, "g undo to here  Backspace list");
    play_keys(play, "U Down Enter Esc");
    play_hides(play, "past acts");
    play_keys(play, "l Up Enter Esc");
    play_hides(play, "── log");
    play_keys(play, "U Down Enter Backspace");
    play_shows(play, "past acts");
    play_keys(play, "<");
    play_hides(play, "Backspace list");
    play_free(play);
}

/* What a turn's beginning brings by itself is no act of it. */
static void test_log__tells_who_passed_though_something_ended_then(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_do(play, "initiative 5 6 15 2");
    play_do(play, "condition Ana stunned until=Bo");
    for (int i = 0; i < 4; i++) {
        play_do(play, "next");
    }
    play_keys(play, "");
    play_shows(play, "Bridge hound 2 and Bo pass; Ana: no longer stunned");
    play_shows(play, "Ana passes");
    play_free(play);
}

static void test_typed_words__have_the_rest_of_the_row(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_keys(play, "Home c / \"text:own soaked to the skin by the ferry\"");
    play_shows(play, "own soaked to the skin by the ferry");
    play_free(play);
}

static void test_demo__that_opens_shows_its_keys(void **state)
{
    (void)state;
    static const char *const nothing[] = {NULL};
    assert_int_equal(home_begin("XDG_DATA_HOME"), 0);
    struct play *play = play_new(nothing);
    play_keys(play, "Down Down Down Down Down Enter");
    play_shows(play, "is open in its own campaign; back to yours: T, then f");
    play_shows(play, " Enter opens  Down next");
    play_free(play);
    assert_int_equal(home_end("XDG_DATA_HOME"), 0);
}

static void test_first_screen__says_what_Enter_does_with_a_demo(void **state)
{
    (void)state;
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_keys(play, "");
    play_shows(play, "Press Enter and type a name for the encounter.");
    play_keys(play, "Down Down Down Down Down");
    play_shows(play, "Enter opens it in a campaign of its own");
    play_hides(play, "type a name");
    play_free(play);
}

/* Nobody is at the table yet: Enter brought the party, and c found none. */
static void test_prepared__that_asks_first_does_not_seem_empty(void **state)
{
    (void)state;
    assert_int_equal(home_begin("XDG_DATA_HOME"), 0);
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_keys(play, "Down Down Down Down Down Enter I");
    play_shows(play, "Bridge hound 1: hit points");
    play_hides(play, "nobody is here yet");
    play_shows(play, "who joins stands here once the");
    play_shows(play, "starting Toll bridge · Trilemma");
    play_shows(play, "Big Osric, 2 × bridge hound, gully goblins arrive in 2 rounds");
    /* Nor does another table, nor its checks, stand behind the questions. */
    play_keys(play, "Esc");
    play_do(play, "encounter Ferry system=trilemma");
    play_do(play, "add Ferryman hp=4 morale=8");
    play_keys(play, "F3 a I");
    play_shows(play, "starting Toll bridge · Trilemma");
    play_hides(play, "Ferryman");
    play_keys(play, "Esc");
    play_shows(play, "Ferryman");
    play_do(play, "start \"Toll bridge\"");
    play_free(play);
    assert_int_equal(home_end("XDG_DATA_HOME"), 0);
}

static void test_prepared__with_the_party_brings_that_of_the_campaign(void **state)
{
    (void)state;
    assert_int_equal(home_begin("XDG_DATA_HOME"), 0);
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_keys(play, "Down Down Down Down Down Enter I text:3 Enter text:3 Enter");
    play_hides(play, "no party to carry");
    play_shows(play, "Ysolde");
    play_shows(play, "Toll bridge begins");
    play_free(play);
    assert_int_equal(home_end("XDG_DATA_HOME"), 0);
}

static void test_extra_degrees__say_what_an_effect_costs(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_do(play, "initiative 18 6 1 2");
    play_do(play, "set Osric ac=15");
    play_do(play, "attack Osric by=Bo 20 1");
    play_keys(play, "E");
    play_shows(play, "which effect? each costs 1");
    play_shows(play, "h push back (only in the log)");
    play_free(play);
}

/* "(3 damage) +1" was read as a number more. */
static void test_count__says_in_words_that_more_comes_of_it(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_do(play, "initiative 5 6 15 2");
    play_keys(play, "Home Down Down Space 6");
    play_shows(play, "6: d Bo: 9 → 3 of 9 HP");
    play_keys(play, "Home Down Down Space 9 9");
    play_hides(play, "1 more");
    play_shows(play, "99: d Bo: 9 → 0 of 9 HP (99 damage),");
    play_free(play);
}

/* The bridge is empty, but the plan has others come in the third round. */
static void test_fight__is_not_over_while_a_counter_brings_foes(void **state)
{
    (void)state;
    static const char *const games[] = {"trilemma", "caves-of-qud", "pixel-dungeon", "yuxtapa",
                                        "four-against-darkness"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        bool is_four = strcmp(games[i], "four-against-darkness") == 0;
        TEXT_BUFFER(line, 80);
        text_add(&line, "encounter Bridge system=%s", games[i]);
        const char *const bridge[] = {
            line.p,
            is_four ? "add Bo class=warrior level=2" : "add Bo side=party hp=7",
            is_four ? "add rats foe=vermin level=3 count=2" : "add Osric hp=9",
            is_four
                ? "counter \"rats arrive\" 2 then=\"add goblins foe=minion level=1 count=2\""
                : "counter \"rats arrive\" 2 then=\"add (party) rat hp=3\"",
            is_four ? "attack by=Bo 2" : "note begins",
            NULL};
        struct play *play = play_new(bridge);
        play_do(play, is_four ? "out rats dead" : "out Osric dead");
        play_do(play, is_four ? "treasure rats 1" : "note won");
        play_keys(play, "");
        play_hides(play, "the fight is over");
        play_shows(play, "no foe is left; still to come: rats arrive, 2 rounds left: ");
        play_shows(play, is_four ? "left: - tick" : "left: n next");
        play_hides(play, "over: won");
        if (is_four) {
            play_shows(play, "Bridge · won, more to come");
        }
        play_keys(play, "T");
        play_hides(play, "won");
        play_do(play, "tick \"rats arrive\" 2");
        play_keys(play, "");
        play_hides(play, "the fight is over");
        play_shows(play, "! rats arrive is due: add ");
        play_do(play, "counter-end \"rats arrive\"");
        play_do(play, "counter helpers 2 then=\"add Ro side=party\"");
        play_do(play, "counter smoke 2 then=\"note it clears\"");
        play_do(play, "counter horn 2 per=manual then=\"add Ogre hp=3\"");
        play_keys(play, "");
        play_shows(play, "the fight is over");
        play_free(play);
    }
}

/* "as many as the party" rolls nothing. */
static void test_count__without_dice_is_not_told_as_a_roll(void **state)
{
    (void)state;
    static const char *const bridge[] = {"encounter Bridge system=trilemma",
                                         "add Bo side=party hp=7",
                                         "add Ro side=party hp=7",
                                         "counter horn 1 per=manual then=\"add (party) rat\"",
                                         "tick horn",
                                         NULL};
    struct play *play = play_new(bridge);
    play_keys(play, "");
    play_shows(play, "horn is due: add (as many as the party) rat");
    play_shows(play, "0 left, by hand; due: add (as many as the party) rat");
    play_keys(play, "m");
    assert_int_equal(play_value(play, "Rat 2", FIELD_SIDE), SIDE_FOES);
    play_hides(play, "how many:");
    play_do(play, "damage \"Rat 1\" 3");
    play_do(play, "add party+1d6 bat 4");
    play_keys(play, "");
    play_shows(play, "bat: how many: 2+1d6 [4]");
    play_free(play);
}

/* One man alone is no group. */
static void test_morale__of_one_is_told_of_one(void **state)
{
    (void)state;
    static const char *const games[] = {"trilemma", "yuxtapa"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "encounter Lantern system=%s", games[i]);
        const char *const lantern[] = {line.p, "add Bo side=party hp=7", "add Hookbill hp=9",
                                       "add 4 rat hp=3", NULL};
        struct play *play = play_new(lantern);
        sitting_run(play->sitting, "morale Hookbill 6 6 score=7", true, &play->result);
        assert_string_equal(play->result.question.prompt, "Hookbill breaks: what does it do?");
        play_do(play, "morale Hookbill 6 6 score=7 then=flee");
        assert_string_equal(play->result.label, "Hookbill breaks");
        play_do(play, "morale r1 1 1 score=7");
        assert_string_equal(play->result.label, "rats hold");
        sitting_run(play->sitting, "morale r1 6 6 score=7", true, &play->result);
        assert_string_equal(play->result.question.prompt,
                            "rats break: what do Rat 1 and 3 more do?");
        play_do(play, "out r1,r4 dead");
        sitting_run(play->sitting, "morale r2 6 6 score=7", true, &play->result);
        assert_string_equal(play->result.question.prompt,
                            "rats break: what do Rat 2 and Rat 3 do?");
        play_do(play, "out r2 dead");
        sitting_run(play->sitting, "morale r3 6 6 score=7", true, &play->result);
        assert_string_equal(play->result.question.prompt, "rats break: what does Rat 3 do?");
        play_free(play);
    }
}

/* The footer went on offering an attack, which asked on whom with nobody to choose. */
static void test_fight_that_is_over__offers_no_attack(void **state)
{
    (void)state;
    static const char *const games[] = {"caves-of-qud", "pixel-dungeon", "yuxtapa"};
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "encounter Fight%d system=%s", (int)i, games[i]);
        play_do(play, line.p);
        play_do(play, "add Bo side=party hp=7");
        play_do(play, "add Ana side=party hp=7");
        play_do(play, "add crab hp=3");
        play_do(play, "order Bo Ana crab");
        play_do(play, "next");
        play_keys(play, "");
        play_shows(play, "a attack");
        play_do(play, "out crab dead");
        play_keys(play, "");
        play_shows(play, "next: the fight is over");
        play_hides(play, "a attack");
        play_keys(play, "a");
        play_shows(play, "no foe is left in the fight");
        play_hides(play, "on whom?");
        play_do(play, "undo");
        play_do(play, "out Bo,Ana dead");
        play_do(play, "add fish hp=3");
        sitting_run(play->sitting, "attack by=crab", true, &play->result);
        assert_string_equal(play->result.refusal.reason,
                            "nobody of the party is left in the fight");
    }
    play_free(play);
}

static void test_ability_that_heals__asks_whom_only_when_somebody_is_hurt(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_keys(play, ": \"text:use healing by=Ro\" Enter");
    play_shows(play, "nobody is hurt: nothing to heal");
    play_hides(play, "on whom?");
    play_do(play, "damage Hild 1");
    play_keys(play, ": \"text:use healing by=Ro\" Enter");
    play_shows(play, "Ro uses healing: on whom?");
    play_free(play);
}

/* "(type block)" stood beside a prompt that refused it. */
static void test_shield_that_blocks__is_typed_with_the_dice(void **state)
{
    (void)state;
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_script(play, "data/demo/saltworks.referee");
    play_keys(play, ": \"text:attack Teshk by=Pumpwarden\" Enter \"text:18 block\" Enter");
    play_hides(play, "is not possible");
    play_shows(play, "AV 7");
    play_keys(play, ": \"text:attack Teshk by=Pumpwarden\" Enter \"text:18 blocks\" Enter");
    play_shows(play, "blocks is not possible");
    play_keys(play, ": \"text:attack Marrow by=Pumpwarden\" Enter \"text:18 block\" Enter");
    play_shows(play, "block is not possible");
    play_free(play);
}

static void test_amount__is_asked_for_with_examples(void **state)
{
    (void)state;
    struct play *play = play_new(toll);
    play_do(play, "initiative 5 6 15 2");
    play_keys(play, "Home d Enter");
    play_shows(play, ": how much damage? e.g. 7 or 2d6");
    play_do(play, "damage Ana 4");
    play_keys(play, "d Esc h Enter");
    play_shows(play, "heal Ana: how much? e.g. 7 or 2d6");
    play_free(play);
}

static void test_ability__that_is_used_up_is_said_in_words(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "uses Corvin spells 1");
    assert_non_null(strstr(play->result.text, "Corvin: spells, 1 left"));
    play_do(play, "uses Corvin spells -1");
    assert_non_null(strstr(play->result.text, "Corvin: no spells left"));
    play_free(play);
}

/* Those on the screen are no raiders by name. */
static void test_reaction__from_a_table_names_whose_it_is(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "encounter Stair");
    play_do(play, "add 1 Bo class=warrior level=1");
    play_do(play, "add ditch orcs count=4");
    play_keys(play, "R");
    play_shows(play, "Ditch orcs: Reaction of raiders, d6");
    play_free(play);
}

/* The level that counts stands in the row; "was L5 +1" hid how long the foe is dazed. */
static void test_level__that_was_comes_after_new_conditions(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add king foe=weird level=5 hp=7");
    play_do(play, "damage king 5");
    play_do(play, "condition king dazed rounds=3");
    play_keys(play, "");
    play_shows(play, "dazed 3");
    play_hides(play, "was L5 +1");
    play_free(play);
}

/* Nobody is here who could be hurt, healed or let first. */
static void test_empty_table__offers_what_can_be_done_there(void **state)
{
    (void)state;
    static const char *const empty[] = {"encounter Ford system=trilemma", NULL};
    struct play *play = play_new(empty);
    play_keys(play, "");
    play_shows(play, "+ add  ");
    play_hides(play, "d damage");
    play_hides(play, "W act now");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key_that_leaves_a_fight__asks_first_and_names_the_way_back),
        cmocka_unit_test(test_encounter_begun_by_mistake__is_left_by_undo),
        cmocka_unit_test(test_pane__counts_attacks_and_saves_that_are_due),
        cmocka_unit_test(test_list_of_encounters__has_the_new_name_of_a_group),
        cmocka_unit_test(test_list_of_encounters__says_that_the_open_fight_is_won),
        cmocka_unit_test(test_phase__that_an_act_changes_is_told),
        cmocka_unit_test(test_guide__names_who_can_still_use_an_ability),
        cmocka_unit_test(test_healing__says_before_that_nothing_is_to_heal),
        cmocka_unit_test(test_dead_foe__keeps_its_level_in_the_list),
        cmocka_unit_test(test_luck__does_not_come_before_what_is_usual),
        cmocka_unit_test(test_adding__of_a_name_that_is_here_says_that_numbers_are_missing),
        cmocka_unit_test(test_demo__that_was_opened_says_that_it_is_begun),
        cmocka_unit_test(test_healing__on_the_turn_of_a_foe_asks_whom),
        cmocka_unit_test(test_dice__say_how_many_are_rolled_at_once),
        cmocka_unit_test(test_attack__proposes_who_sleeps_last),
        cmocka_unit_test(test_odds__name_whose_they_are),
        cmocka_unit_test(test_target__of_the_same_side_is_said_to_be_one),
        cmocka_unit_test(test_several__are_typed_by_their_names),
        cmocka_unit_test(test_looking_back__from_a_list_returns_to_now),
        cmocka_unit_test(test_log__tells_who_passed_though_something_ended_then),
        cmocka_unit_test(test_typed_words__have_the_rest_of_the_row),
        cmocka_unit_test(test_demo__that_opens_shows_its_keys),
        cmocka_unit_test(test_first_screen__says_what_Enter_does_with_a_demo),
        cmocka_unit_test(test_prepared__that_asks_first_does_not_seem_empty),
        cmocka_unit_test(test_prepared__with_the_party_brings_that_of_the_campaign),
        cmocka_unit_test(test_extra_degrees__say_what_an_effect_costs),
        cmocka_unit_test(test_fight__is_not_over_while_a_counter_brings_foes),
        cmocka_unit_test(test_count__without_dice_is_not_told_as_a_roll),
        cmocka_unit_test(test_morale__of_one_is_told_of_one),
        cmocka_unit_test(test_count__says_in_words_that_more_comes_of_it),
        cmocka_unit_test(test_fight_that_is_over__offers_no_attack),
        cmocka_unit_test(test_ability_that_heals__asks_whom_only_when_somebody_is_hurt),
        cmocka_unit_test(test_shield_that_blocks__is_typed_with_the_dice),
        cmocka_unit_test(test_amount__is_asked_for_with_examples),
        cmocka_unit_test(test_ability__that_is_used_up_is_said_in_words),
        cmocka_unit_test(test_reaction__from_a_table_names_whose_it_is),
        cmocka_unit_test(test_level__that_was_comes_after_new_conditions),
        cmocka_unit_test(test_empty_table__offers_what_can_be_done_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
