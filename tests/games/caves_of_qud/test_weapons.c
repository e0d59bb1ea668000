/* Weapons by name at the real table: the form and the palette complete them, the facts name
 * them, and an attack with one names the source of its numbers. */
#include <stdio.h>
#include <string.h>

#include "support/home.h"
#include "support/play.h"
#include "support/table.h"
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
    /* They are shown once: the weapon's numbers are not Ana's own. */
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

static void test_weapons__the_palette_completes_them_after_an_attack(void **state)
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

/* A weapon that all of a kind hold makes none of them special. */
static void test_weapons__a_crowd_with_weapons_is_one_row(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Weir system=qud", "add Ana side=party",
                                        "add 30 canal-raider hp=5", "add 20 kiln-grub hp=5",
                                        NULL};
    struct play *play = play_new(lines);
    play_keys(play, "");
    play_shows(play, "Canal raider 1-30");
    play_shows(play, "Kiln grub 1-20");
    play_free(play);
}

/* Every one that ships, in either hand: it is held by its name, and attacks. */
static void test_weapons__each_that_ships_can_be_held_and_attacks(void **state)
{
    (void)state;
    struct table *table = table_new("caves-of-qud");
    const struct library *library = table->decision.library;
    int weapons = 0;
    table_do(table, "add Ana side=party to_hit=2 dv=6 av=3 ego=2 hp=20 strength_bonus=2");
    table_do(table, "add crab dv=5 av=4 ma=2 hp=9000");
    for (int i = 0; i < library->count; i++) {
        const char *name = library->record[i].name;
        char line[120];
        if (strcmp(library->record[i].kind->name, "weapon") != 0) {
            continue;
        }
        for (int hand = 0; hand < 2; hand++) {
            snprintf(line, sizeof line, "attack crab by=Ana weapon=%s hand=%s roll", name,
                     hand == 0 ? "main" : "off");
            table_do(table, line);
            struct text held = text_over(line, sizeof line);
            text_add(&held, "%s", library->record[i].name);
            for (char *p = line; *p != '\0'; p++) {
                *p = (char)(*p == '-' ? ' ' : *p);
            }
            text_add(&held, " →");
            assert_true(table_said(table, line));
        }
        weapons++;
    }
    assert_true(weapons >= 12);
    table_free(table);
}

/* PV is shown 4 higher than the base, and is 4 where a record has none. */
static void test_weapons__the_pv_of_own_ones_is_shown(void **state)
{
    (void)state;
    assert_int_equal(home_begin("XDG_DATA_HOME"), 0);
    home_write("referee/library/caves-of-qud/mine.yaml",
               "weapons:\n  - name: oar\n    source: house\n    damage: 1d4\n"
               "  - name: goad\n    source: house\n    damage: 1d6\n    pv: 3\n");
    struct play *play = weir();
    play_keys(play, ": text:set Space text:Ana Space text:weapon=oar Enter");
    play_shows(play, "weapon: oar, 1d4, PV 4");
    play_keys(play, ": text:set Space text:Ana Space text:weapon=goad Enter");
    play_shows(play, "weapon: goad, 1d6, PV 7");
    play_free(play);
    assert_int_equal(home_end("XDG_DATA_HOME"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weapons__the_facts_name_what_is_in_hand),
        cmocka_unit_test(test_weapons__the_form_completes_them_for_either_hand),
        cmocka_unit_test(test_weapons__the_palette_completes_them_after_an_attack),
        cmocka_unit_test(test_weapons__an_attack_says_where_its_numbers_come_from),
        cmocka_unit_test(test_weapons__a_crowd_with_weapons_is_one_row),
        cmocka_unit_test(test_weapons__the_pv_of_own_ones_is_shown),
        cmocka_unit_test(test_weapons__each_that_ships_can_be_held_and_attacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
