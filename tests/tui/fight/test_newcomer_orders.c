/* What people read twice in fights whose order the referee sets (Caves of Qud, Pixel Dungeon,
 * yuxtapa): after an act, at the end of the fight, of morale, and keys of what somebody cannot
 * do.
 */
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const crabs[] = {
    "encounter Saltworks system=caves-of-qud",
    "add Marrow side=party to_hit=2 dv=9 av=2 ma=6 shown_pv=5 ego=5 damage=1d6 hp=16",
    "add Pim side=party to_hit=2 dv=5 av=6 ma=4 shown_pv=7 damage=1d10 hp=30",
    "add 2 crab to_hit=2 dv=6 av=4 ma=1 shown_pv=6 damage=1d4 hp=14",
    "order Marrow Pim c1 c2",
    "next",
    "out c1 dead",
    NULL};

static void test_turn__says_who_has_acted_beside_a_check_that_can_be_left(void **state)
{
    (void)state;
    struct play *play = play_new(crabs);
    play_keys(play, "");
    play_hides(play, "has acted");
    play_keys(play, "a Enter 1 Enter");
    play_shows(play, "! optional morale check: half of the crabs have fallen");
    play_shows(play, "next: Marrow has acted once: n next ends the turn, or it acts again");
    play_keys(play, "a Enter 1 Enter");
    play_shows(play, "next: Marrow has acted twice: n next ends the turn");
    play_keys(play, "n");
    play_shows(play, "! optional morale check");
    play_hides(play, "still open");
    play_hides(play, "has acted");
    play_free(play);
}

static void test_morale__that_no_game_has_says_what_to_answer(void **state)
{
    (void)state;
    struct play *play = play_new(crabs);
    play_keys(play, "m");
    play_shows(play, "crabs: morale score? You set it, 2 to 12: 7 holds 58%, 9 holds 83%");
    play_shows(play, "o off (no morale check)");
    play_keys(play, "m o");
    play_shows(play, "crabs: no morale check");
    play_free(play);
}

static void test_footer__offers_a_psionic_attack_to_who_has_ego(void **state)
{
    (void)state;
    struct play *play = play_new(crabs);
    play_do(play, "morale c2 off");
    play_keys(play, "Tab");
    play_shows(play, "Q psionic");
    play_keys(play, "n");
    play_hides(play, "Q psionic");
    play_keys(play, "Tab Q");
    play_shows(play, "Pim has no ego to attack with: use attack, or give ego=");
    play_free(play);
}

static void test_footer__offers_spells_to_who_casts_them(void **state)
{
    (void)state;
    static const char *const pond[] = {"encounter Pond system=yuxtapa",
                                       "add Quill side=party class=wizard",
                                       "add 2 digger class=scout",
                                       "order Quill d1 d2",
                                       "next",
                                       NULL};
    struct play *play = play_new(pond);
    play_keys(play, "");
    play_shows(play, "s spell");
    play_keys(play, "n s");
    play_hides(play, "which target?");
    play_hides(play, "s spell");
    play_shows(play, "Digger 1 is a scout: wizards and combat mages cast spells");
    play_free(play);
}

static void test_header__says_that_a_fight_is_over_in_every_order_of_the_referee(void **state)
{
    (void)state;
    static const char *const games[] = {"caves-of-qud", "pixel-dungeon", "yuxtapa"};
    struct play *play = play_new(crabs);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "encounter End%d system=%s", (int)i, games[i]);
        play_do(play, line.p);
        play_do(play, "add Bo side=party hp=7");
        play_do(play, "add rat hp=2");
        play_do(play, "next");
        play_do(play, "damage rat 2");
        play_keys(play, "");
        play_shows(play, "round 1, over: won");
        play_shows(play, "next: the fight is over; ");
        play_hides(play, "a attack");
        play_do(play, "out Bo dead");
        play_do(play, "back rat");
        play_keys(play, "");
        play_shows(play, "round 1, over: lost");
    }
    play_free(play);
}

/* Who loses its turn cannot attack: no key for that is offered, and no target is asked for. */
static void test_lost_turn__offers_no_attack(void **state)
{
    (void)state;
    static const char *const pond[] = {"encounter Pond system=yuxtapa",
                                       "add Quill side=party class=wizard",
                                       "add Bo side=party class=fighter",
                                       "add 2 digger class=scout",
                                       "order d1 Quill Bo d2",
                                       "next",
                                       "water Quill",
                                       NULL};
    struct play *play = play_new(pond);
    play_keys(play, "");
    play_shows(play, " a attack");
    play_keys(play, "a");
    play_shows(play, "Digger 1, attack: which target?");
    play_keys(play, "n");
    play_shows(play, "Quill loses this turn in the water");
    play_hides(play, " a attack");
    play_hides(play, " t shoot");
    play_keys(play, "a");
    play_shows(play, "refused: Quill loses this turn in the water");
    play_hides(play, "which target?");
    play_free(play);
}

/* A condition that helps is told with the turn, and is no reason not to act. */
static void test_turn__is_not_though_in_a_fury(void **state)
{
    (void)state;
    static const char *const larder[] = {"encounter Larder system=pixel-dungeon",
                                         "add Wren side=party accuracy=10 dodge=5 damage=2-8",
                                         "add Ash side=party accuracy=10 dodge=5 damage=2-8",
                                         "add gnawer accuracy=10 dodge=5 damage=1-3",
                                         "order Ash Wren gnawer",
                                         "next",
                                         "condition Wren fury 3",
                                         "condition gnawer stunned 3",
                                         NULL};
    struct play *play = play_new(larder);
    play_keys(play, "n");
    play_shows(play, "Wren's turn; Wren: fury (");
    play_shows(play, "a attack");
    play_hides(play, "though");
    play_keys(play, "n");
    play_shows(play, "attack though stunned");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turn__says_who_has_acted_beside_a_check_that_can_be_left),
        cmocka_unit_test(test_morale__that_no_game_has_says_what_to_answer),
        cmocka_unit_test(test_footer__offers_a_psionic_attack_to_who_has_ego),
        cmocka_unit_test(test_footer__offers_spells_to_who_casts_them),
        cmocka_unit_test(test_header__says_that_a_fight_is_over_in_every_order_of_the_referee),
        cmocka_unit_test(test_lost_turn__offers_no_attack),
        cmocka_unit_test(test_turn__is_not_though_in_a_fury),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
