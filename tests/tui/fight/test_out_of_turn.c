/* Acts out of turn by key: the one who paid for a reaction acts, and never silently the wrong
 * one. Shown by Trilemma, whose reactions buy acts. */
#include "support/play.h"
#include "support/unit.h"

static struct play *duel(void)
{
    static const char *const lines[] = {"encounter Duel system=trilemma",
                                        "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                        "add Bo side=party strength=11 wits=12 ac=20 hp=7",
                                        "add Wolf strength=12 wits=3 ac=22 hp=16",
                                        "add Gob strength=8 wits=3 ac=15 hp=6",
                                        "initiative 15 7 9 5",
                                        NULL};
    return play_new(lines);
}

/* A foe that the one who acts is about to attack pays: it is the foe that the key lets act. */
static void test_out_of_turn__the_key_of_an_attack_is_for_who_paid(void **state)
{
    (void)state;
    struct play *play = duel();
    play_keys(play, "Tab Tab r o");
    play_shows(play, "undo: Gob: opportunity, -5");
    play_shows(play, "Gob may attack: opportunity");
    play_keys(play, "a");
    play_shows(play, "attacks whom?");
    play_keys(play, "a a");
    play_shows(play, "Gob → Anka (opportunity): attack, d20 (16+ hits AC 24)");
    play_keys(play, "a a text:17 Enter 3 Enter");
    play_shows(play, "undo: Gob hits Anka");
    play_shows(play, "▶›   27 + Anka");
    play_hides(play, "may attack");
    play_free(play);
}

/* A henchman who was ordered acts at once, by the same key. */
static void test_out_of_turn__the_key_of_an_attack_is_for_who_was_ordered(void **state)
{
    (void)state;
    struct play *play = duel();
    play_do(play, "trait Gob henchman");
    play_do(play, "command Gob under=Wolf");
    play_do(play, "order Gob");
    play_keys(play, "a a");
    play_shows(play, "Gob → Anka (order): attack, d20");
    play_free(play);
}

/* Before that the one whose turn it is acts by key too: it is picked for that. */
static void test_out_of_turn__whose_turn_it_is_can_act_first(void **state)
{
    (void)state;
    struct play *play = duel();
    play_do(play, "react Bo opportunity");
    play_keys(play, "Tab a");
    play_shows(play, "Bo → Wolf (opportunity): attack, d20");
    play_keys(play, "Tab ' a");
    play_shows(play, "Anka → Wolf: attack, d20");
    play_keys(play, "Tab ' a 1 Enter a");
    play_shows(play, "Bo → Wolf (opportunity): attack, d20");
    play_keys(play, "Tab a text:15 Enter 3 Enter");
    play_shows(play, "undo: Bo hits Wolf");
    play_free(play);
}

/* An act that was not paid for is refused, and not done by somebody else. */
static void test_out_of_turn__the_other_keys_are_for_who_paid_as_well(void **state)
{
    (void)state;
    struct play *play = duel();
    play_do(play, "react Bo opportunity");
    play_keys(play, "g");
    play_shows(play, "not Bo's; Bo paid for opportunity, which is an");
    play_keys(play, "Tab t");
    play_shows(play, "Bo ⇢ Wolf (opportunity; shot): attack, d20");
    play_keys(play, "' g");
    play_shows(play, "Anka (14 strength): active defence");
    play_free(play);
}

static void test_out_of_turn__a_bought_act_is_settled_by_key(void **state)
{
    (void)state;
    struct play *play = duel();
    play_keys(play, "Down 4 r");
    play_shows(play, "Bo may act: a reaction");
    play_shows(play, "▶    27 + Anka");
    play_keys(play, "m");
    play_shows(play, "Bo paid for a reaction: what does it do?");
    play_keys(play, "m g text:9 Enter");
    play_shows(play, "Bo defends at 20 for this round");
    play_hides(play, "may act");
    play_keys(play, "Down Down 4 r m d");
    play_shows(play, "Wolf: a reaction is done");
    play_free(play);
}

/* The combatant that the referee selects acts with anything it has paid for. */
static void test_out_of_turn__who_is_selected_then_uses_its_act(void **state)
{
    (void)state;
    struct play *play = duel();
    play_do(play, "react Bo 4 for=\"a leap\"");
    play_keys(play, "g");
    play_shows(play, "Anka (14 strength): active defence");
    play_keys(play, "Down g text:9 Enter");
    play_shows(play, "Bo defends at 20 for this round");
    play_free(play);
}

static void test_out_of_turn__a_wits_check_asks_for_difficulty_and_die(void **state)
{
    (void)state;
    struct play *play = duel();
    play_keys(play, "Down r i");
    play_shows(play, "Bo, wits check: against which DC?");
    play_keys(play, "Down r i text:20 Enter");
    play_shows(play, "d20 + 12 against DC 20");
    play_keys(play, "Down r i text:20 Enter text:8 Enter");
    play_shows(play, "Bo, wits check: d20 [8] + 12 ability = 20 vs DC 20: success");
    play_free(play);
}

/* At the end of the round it is reported, and no longer shown. */
static void test_out_of_turn__what_was_not_used_is_named(void **state)
{
    (void)state;
    struct play *play = duel();
    play_do(play, "react Bo opportunity");
    play_keys(play, "4 n");
    play_shows(play, "Bo did not use what was paid for: opportunity");
    play_hides(play, "may attack");
    play_free(play);
}

/* The injury save and the extra degrees of a hit are both offered, in any order. */
static void test_out_of_turn__degrees_stay_when_the_injury_is_settled(void **state)
{
    (void)state;
    struct play *play = duel();
    play_do(play, "hp Gob =1");
    play_do(play, "attack Gob 20 6");
    play_keys(play, "'");
    play_shows(play, "m settles it");
    play_shows(play, "E Anka: effect");
    play_keys(play, "m w");
    play_shows(play, "Gob: injury: wounded");
    play_keys(play, "E h");
    play_shows(play, "push (1 extra, 2 left)");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test(test_out_of_turn__##name)
        TEST(the_key_of_an_attack_is_for_who_paid),
        TEST(the_key_of_an_attack_is_for_who_was_ordered),
        TEST(whose_turn_it_is_can_act_first),
        TEST(the_other_keys_are_for_who_paid_as_well),
        TEST(a_bought_act_is_settled_by_key),
        TEST(who_is_selected_then_uses_its_act),
        TEST(a_wits_check_asks_for_difficulty_and_die),
        TEST(what_was_not_used_is_named),
        TEST(degrees_stay_when_the_injury_is_settled),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
