/* The selection after an act: on the one who acts next, defends next or saves next, unless the
 * referee has moved it in the middle of something. Shown by Four Against Darkness, whose
 * characters act in any order they like. */
#include "support/play.h"
#include "support/unit.h"

static struct play *corridor(void)
{
    static const char *const lines[] = {"encounter Corridor system=four-against-darkness",
                                        "add Hild class=warrior level=2 hp=20",
                                        "add Pell class=halfling hp=20",
                                        "add Bo class=cleric hp=20",
                                        "add Ro class=cleric hp=20",
                                        "place corridor",
                                        "add rats foe=vermin level=3 count=9",
                                        NULL};
    return play_new(lines);
}

static struct play *room(void)
{
    struct play *play = corridor();
    play_do(play, "place room");
    return play;
}

/* Bo and Ro are too far back to fight: the selection is never on a combatant without an act. */
static void test_next__a_round_begins_with_the_first_who_may_act(void **state)
{
    (void)state;
    struct play *play = corridor();
    play_keys(play, "a text:1 Enter a text:1 Enter");
    play_shows(play, "✓›  2 L1 + Pell");
    play_keys(play, "n L Enter n");
    play_shows(play, "▶›  1 L2 + Hild");
    assert_int_equal(play_row_of(play, " a attack Rats  "), play->rows - 1);
    /* Also when a character was looked at meanwhile. */
    play_keys(play, "a text:1 Enter n L Enter End Up Up n");
    play_shows(play, "▶›  1 L2 + Hild");
    play_free(play);
}

static void test_next__after_an_act_it_is_the_next_in_the_marching_order(void **state)
{
    (void)state;
    struct play *play = room();
    play_keys(play, "a text:1 Enter");
    play_shows(play, "▶›  2 L1 + Pell");
    /* Another is picked, acts, and the first who has not yet acted is next again. */
    play_keys(play, "Down Down a text:1 Enter");
    play_shows(play, "Ro misses Rats");
    play_shows(play, "▶›  2 L1 + Pell");
    play_free(play);
}

static void test_next__who_was_picked_acts_whatever_is_done_before(void **state)
{
    (void)state;
    struct play *play = room();
    play_keys(play, "n Down Down e text:-3 Enter c text:/cursed Enter");
    play_shows(play, "▶›  3 L1 + Bo");
    play_keys(play, "Down Down e text:-3 Enter a text:1 Enter");
    play_shows(play, "Bo misses Rats");
    play_free(play);
}

/* A foe that is selected is the target of everybody, in the next round, too. */
static void test_next__a_foe_stays_selected(void **state)
{
    (void)state;
    struct play *play = room();
    play_do(play, "add bats foe=vermin level=3 count=9");
    play_keys(play, "n End a text:5 Enter");
    play_shows(play, "Hild hits Bats");
    play_shows(play, " ›    L3   Bats");
    play_keys(play,
              "End a text:1 Enter a text:1 Enter a text:1 Enter n L Enter n a text:5 Enter");
    play_shows(play, "Hild hits Bats");
    play_free(play);
}

/* Two saves of one character, of one kind, and each has its own chance: 5 and 3 faces of 6. */
static void test_next__each_pending_save_has_its_chance(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Den system=four-against-darkness",
                                        "add Ann side=party level=1 hp=9",
                                        "add moths foe=needle-moths count=1",
                                        "add vipers foe=ash-vipers count=1",
                                        "surprise 6",
                                        "attack moths 1",
                                        "next",
                                        "defend 1",
                                        "ruling defend 1",
                                        NULL};
    struct play *play = play_new(lines);
    play_keys(play, "Home");
    play_shows(play, "Ann saves 2+ against poison: 1 damage (Saves)  83% success");
    play_shows(play, "Ann saves 4+ against poison: 1 damage  50% success");
    play_free(play);
}

static void test_next__who_defends_next_is_selected_with_its_odds(void **state)
{
    (void)state;
    struct play *play = room();
    play_keys(play, "n n");
    play_shows(play, " ›  1 L2 + Hild");
    play_shows(play,
               "! Hild defends 4+ against Rats ×3  83% block   m settles it   & lists all");
    play_shows(play, "│ defend: Hild against Rats");
    play_shows(play, "│ defend 4+ with d6 +2: +1");
    /* Dice as they fell, the next one's too. */
    play_keys(play, "m \"text:3 3 3 1\" Enter");
    play_shows(play, "4 defences");
    play_shows(play, "│ defend: Pell against Rats");
    play_shows(play, " L defend all 5  J Pell: luck");
    play_hides(play, "f defend"); /* the same as m */
    play_keys(play, "f text:6 Space 1 Enter");
    play_shows(play, "│ defend: Bo against Rats");
    play_free(play);
}

/* A target from the party's phase is of no use against an attacker, and not in the way. */
static void test_next__it_defends_against_the_target_if_that_attacks(void **state)
{
    (void)state;
    struct play *play = room();
    play_do(play, "add wolf foe=weird level=5 hp=9 attacks=4");
    play_keys(play, "Tab Tab n n");
    play_shows(play, "│ defend: Hild against Wolf");
    play_keys(play, "Tab Tab n n f text:6 Space 1 Enter");
    play_shows(play, "Hild blocks Wolf");
    play_shows(play, "│ defend: Hild against Rats");
    play_keys(play, "Tab Tab f text:6 Space 1 Enter");
    play_shows(play, "Hild blocks Rats");
    play_free(play);
}

static void test_next__who_saves_is_selected(void **state)
{
    (void)state;
    struct play *play = room();
    play_do(play, "set Pell hp=1");
    play_keys(play, "n n m \"text:3 3 3 1\" Enter");
    play_shows(play, "! Pell saves 3+ to survive at 1 Life (Saves)  67% success");
    play_shows(play, " ›    L1 + Pell");
    play_keys(play, "m text:5 Enter");
    play_shows(play, "undo: Pell survives");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_next__a_round_begins_with_the_first_who_may_act),
        cmocka_unit_test(test_next__after_an_act_it_is_the_next_in_the_marching_order),
        cmocka_unit_test(test_next__who_was_picked_acts_whatever_is_done_before),
        cmocka_unit_test(test_next__a_foe_stays_selected),
        cmocka_unit_test(test_next__each_pending_save_has_its_chance),
        cmocka_unit_test(test_next__who_defends_next_is_selected_with_its_odds),
        cmocka_unit_test(test_next__it_defends_against_the_target_if_that_attacks),
        cmocka_unit_test(test_next__who_saves_is_selected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
