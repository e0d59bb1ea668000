/* Weapons by name at the real table: the form and the palette complete them, the facts name
 * them, and an attack with one says where its numbers come from. */
#include "support/play.h"
#include "support/unit.h"

static struct play *weir(void)
{
    static const char *const lines[] = {
        "encounter Weir system=qud",
        "add Ana side=party to_hit=2 dv=6 av=3 weapon=steel-mace hp=20",
        "add salt-hound hp=30",
        "order Ana \"Salt hound\"",
        "next",
        NULL};
    struct play *play = play_new(lines);
    play->columns = 120;
    play->rows = 36;
    return play;
}

static void test_weapons__the_facts_name_what_is_in_hand(void **state)
{
    (void)state;
    struct play *play = weir();
    play_keys(play, "");
    play_shows(play, "weapon: steel mace, 2d2, PV 4");
    /* They are told once: what is the weapon's is no number of Ana's. */
    play_hides(play, "damage 2d2");
    play_hides(play, "shown pv");
    play_keys(play, "Down");
    play_shows(play, "weapon: salt claws, 1d4, PV 5, +1 to hit");
    play_shows(play, "from the library: salt-hound");
    play_free(play);
}

static void test_weapons__the_form_completes_them_for_either_hand(void **state)
{
    (void)state;
    struct play *play = weir();
    play_keys(play, "Enter Down Down");
    play_shows(play, "weapon        steel-mace");
    play_keys(play, "Enter Down Down Down text:gl");
    play_shows(play, ": set Ana off_weapon=glass-splinter");
    play_hides(play, "glass-splinter, glass-splinter");
    play_keys(play, "Enter Down Down Down text:gl Enter");
    play_shows(play, "off hand: glass splinter, 1d3, PV 5, sharp, +1 to hit");
    play_keys(play, "u");
    play_hides(play, "off hand: glass");
    play_keys(play, "Enter Down Down C-u Enter");
    play_shows(play, "Ana puts the steel mace away");
    play_hides(play, "weapon: steel mace");
    play_free(play);
}

static void test_weapons__the_palette_completes_them_behind_an_attack(void **state)
{
    (void)state;
    struct play *play = weir();
    play_keys(play, ": text:attack Space text:salt-hound Space text:weapon=bal");
    play_shows(play, "ballast-hammer");
    play_keys(play, ": text:attack Space text:salt-hound Space text:weapon=bal Tab Enter "
                    "text:15 Space text:9 Space text:1 Space text:1 Space text:2 Space text:3 "
                    "Enter");
    play_shows(play, "weapon: ballast hammer, 2d4, PV 7, -2 to hit");
    assert_int_equal(play_value(play, "Salt hound", FIELD_HP), 25);
    play_free(play);
}

/* The odds are of the weapon in hand, and the line of the log names it. */
static void test_weapons__an_attack_says_where_its_numbers_come_from(void **state)
{
    (void)state;
    struct play *play = weir();
    play_keys(play, "a");
    play_shows(play, "Ana, steel mace → Salt hound: hit, d20 (6+ hits DV 7)");
    play_keys(play,
              "a text:15 Space text:9 Space text:1 Space text:1 Space text:1 Space text:2 "
              "Enter");
    play_shows(play, "PV 0 = 4 steel mace - 4");
    play_shows(play, "steel mace 2d2 [1 2] = 3");
    play_keys(play, "");
    play_shows(play, "penetrates 71%");
    play_do(play, "set Ana weapon=waking-thought ego=4");
    play_keys(play, "");
    /* 4 against the hound's mental armour of 1: every singlet passes. */
    play_shows(play, "all pass MA 1 with PV 4");
    play_keys(play, "a");
    play_shows(play, "Ana, psionic attack, waking thought → Salt hound");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weapons__the_facts_name_what_is_in_hand),
        cmocka_unit_test(test_weapons__the_form_completes_them_for_either_hand),
        cmocka_unit_test(test_weapons__the_palette_completes_them_behind_an_attack),
        cmocka_unit_test(test_weapons__an_attack_says_where_its_numbers_come_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
