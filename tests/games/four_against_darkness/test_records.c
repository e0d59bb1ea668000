/* Combatants of Four Against Darkness made from records: classes, foes, gear in hand, uses, the
 * sheet. */
#include <stdio.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/modifiers.h"
#include "games/four_against_darkness/texts.h"

static int setup(void **state)
{
    *state = table_new("four-against-darkness");
    return 0;
}

static int teardown(void **state)
{
    table_free(*state);
    return 0;
}

static int place_of(struct table *table, const char *who, const char *item)
{
    const struct effect *gear = gear_find(&table->state, table_id(table, who), str_of(item));
    assert_non_null(gear);
    return gear->amount;
}

static int uses_of(struct table *table, const char *who, const char *ability)
{
    const struct effect *uses = uses_find(&table->state, table_id(table, who), str_of(ability));
    assert_non_null(uses);
    return uses->amount;
}

/* ---- classes --------------------------------------------------------------------------- */

/* All nineteen that the rules analysis names can be added and rolled with. */
static void test_records__every_class_joins(void **state)
{
    static const char *const classes[] = {
        "warrior",         "barbarian",     "elf",          "dwarf",  "paladin",
        "assassin",        "ranger",        "halfling",     "cleric", "acrobat",
        "bulwark",         "druid",         "swashbuckler", "gnome",  "kukla",
        "light-gladiator", "mushroom-monk", "rogue",        "wizard"};
    struct table *table = *state;
    for (int i = 0; i < 19; i++) {
        char line[80];
        snprintf(line, sizeof line, "add C%d class=%s level=%d", i, classes[i], 1 + i);
        table_do(table, line);
        snprintf(line, sizeof line, "C%d", i);
        int id = table_id(table, line);
        assert_true(row_is(&table->state, id, str_of(classes[i])));
        assert_int_equal(table_value(table, line, "side"), SIDE_PARTY);
        assert_int_equal(table_value(table, line, "position"), 1 + i);
        assert_true(table_value(table, line, "hp") > 0);
        snprintf(line, sizeof line, "sheet C%d", i);
        table_do(table, line);
    }
}

static void test_records__what_is_given_goes_before_the_class(void **state)
{
    struct table *table = *state;
    table_do(table, "add Hild class=warrior level=2 hp=3 position=4 gear=dagger");
    assert_int_equal(table_value(table, "Hild", "hp"), 3);
    assert_int_equal(table_value(table, "Hild", "position"), 4);
    assert_int_equal(place_of(table, "Hild", "dagger"), PLACE_HAND);
    assert_null(gear_find(&table->state, table_id(table, "Hild"), str_of("sword")));
    table_do(table, "add Bo level=2 class=warrior");
    assert_int_equal(table_value(table, "Bo", "hp"), 8); /* L+6 */
    assert_int_equal(place_of(table, "Bo", "sword"), PLACE_HAND);
    assert_int_equal(place_of(table, "Bo", "shield"), PLACE_OTHER_HAND);
    assert_int_equal(place_of(table, "Bo", "light-armour"), PLACE_WORN);
}

static void test_records__a_level_brings_life_and_uses(void **state)
{
    struct table *table = *state;
    table_do(table, "add Pell class=halfling level=1");
    table_do(table, "uses Pell luck -1");
    table_do(table, "damage Pell 2");
    table_do(table, "set Pell level=3");
    assert_int_equal(table_value(table, "Pell", "hp_max"), 6);
    assert_int_equal(table_value(table, "Pell", "hp"), 4);
    assert_int_equal(uses_of(table, "Pell", "luck"), 3);
}

static void test_records__an_enemy_is_sworn_later_too(void **state)
{
    struct table *table = *state;
    table_do(table, "add Rolf class=ranger level=2");
    table_do(table, "add Foe foe=minion level=3 count=3");
    table_do(table, "trait Foe orc");
    struct occasion occasion = {
        .roll = ROLL_ATTACK, .who = table_id(table, "Rolf"), .against = table_id(table, "Foe")};
    struct breakdown breakdown;
    assert_true(modifiers_break_down(&table->state, &occasion, &breakdown));
    assert_int_equal(breakdown.bonus, 2);
    table_do(table, "set Rolf enemy=orc");
    assert_true(modifiers_break_down(&table->state, &occasion, &breakdown));
    assert_int_equal(breakdown.bonus, 4);
    table_do(table, "set Rolf enemy=goblin");
    assert_true(modifiers_break_down(&table->state, &occasion, &breakdown));
    assert_int_equal(breakdown.bonus, 2);
}

static void test_records__unknown_names_are_reported_with_the_nearest(void **state)
{
    struct table *table = *state;
    table_wrong(table, "add X class=wizzard",
                "there is no class wizzard; did you mean wizard?");
    table_wrong(table, "add X gear=swrod", "there is no item swrod; did you mean sword?");
    table_wrong(table, "add X foe=wax-rat", "there is no foe wax-rat; did you mean wax-rats?");
    table_wrong(table, "add X gear=silver-lantern", "silver does not go with this");
    table_do(table, "add Pell class=halfling");
    table_wrong(table, "wield Pell sord", "Pell has no sord");
    table_wrong(table, "wield Pell daggr", "did you mean dagger");
    table_wrong(table, "uses Pell luk 2", "did you mean luck");
    table_wrong(table, "modifier Pell attack plus high", "plus: expected an amount");
    table->decision.library = NULL;
    table_wrong(table, "add X class=wizard", "there is no library of records");
}

/* ---- gear ------------------------------------------------------------------------------ */

static void test_records__a_weapon_the_class_may_not_use_is_refused(void **state)
{
    struct table *table = *state;
    table_refused(table, "add Wiz class=wizard gear=great-axe", "equipment");
    table_refused(table, "add Wiz gear=great-axe class=wizard", "equipment");
    table_do(table, "add Wiz class=wizard");
    table_refused(table, "equip Wiz heavy-armour", "equipment");
    table_do(table, "ruling equip Wiz heavy-armour");
    assert_int_equal(place_of(table, "Wiz", "heavy armour"), PLACE_WORN);
    assert_true(
        table_said(table, "ruling, against: Wiz is a wizard, who may not use heavy armour"));
}

static void test_records__hands_hold_what_they_can(void **state)
{
    struct table *table = *state;
    table_do(table, "add Hild class=warrior gear=sword,shield,great-axe,bow");
    assert_int_equal(place_of(table, "Hild", "great axe"), PLACE_PACK);
    table_do(table, "wield Hild great-axe");
    assert_int_equal(place_of(table, "Hild", "great axe"), PLACE_HAND);
    assert_int_equal(place_of(table, "Hild", "sword"), PLACE_PACK);
    assert_int_equal(place_of(table, "Hild", "shield"), PLACE_PACK);
    table_do(table, "wield Hild shield");
    assert_int_equal(place_of(table, "Hild", "great axe"), PLACE_PACK);
    table_do(table, "wield Hild sword");
    assert_int_equal(place_of(table, "Hild", "shield"), PLACE_OTHER_HAND);
    table_refused(table, "wield Hild bow other", "equipment");
    table_do(table, "stow Hild shield");
    assert_int_equal(place_of(table, "Hild", "shield"), PLACE_PACK);
    table_do(table, "equip Hild sword");
    assert_int_equal(place_of(table, "Hild", "sword 2"), PLACE_PACK);
    table_do(table, "wield Hild \"sword 2\" other");
    assert_int_equal(place_of(table, "Hild", "sword 2"), PLACE_OTHER_HAND);
    table_do(table, "stow Hild \"sword 2\" gone");
    int id = table_id(table, "Hild");
    assert_null(gear_find(&table->state, id, str_of("sword 2")));
    assert_false(gear_is(&table->state, id, "sword 2", "melee"));
    assert_true(gear_is(&table->state, id, "sword", "melee"));
}

/* Uses are spent, refused when there are none, and envenoming is one use. */
static void test_records__uses_are_spent(void **state)
{
    struct table *table = *state;
    table_do(table, "add Pell class=halfling gear=envenomed-dagger");
    assert_int_equal(uses_of(table, "Pell", "envenomed"), 1);
    assert_int_equal(uses_of(table, "Pell", "luck"), 2);
    struct decision *decision = &table->decision;
    int id = table_id(table, "Pell");
    decision_begin(decision, table->procedure, &table->state, table->memory);
    assert_true(uses_spend(decision, id, str_of("luck"), 2));
    assert_false(uses_spend(decision, id, str_of("luck"), 1));
    assert_int_equal(decision->verdict, VERDICT_REFUSED);
    assert_string_equal(decision->refusal.reason, "Pell: luck is used up");
    table_do(table, "uses Pell luck 5");
    table_do(table, "uses Pell luck -1");
    assert_int_equal(uses_of(table, "Pell", "luck"), 4);
    table_do(table, "uses Pell luck +2");
    assert_int_equal(uses_of(table, "Pell", "luck"), 6);
    table_do(table, "uses Pell luck -90");
    assert_int_equal(uses_of(table, "Pell", "luck"), 0);
    table_wrong(table, "uses Pell luck many", "a whole number");
}

/* ---- foes ------------------------------------------------------------------------------ */

static void test_records__a_foe_joins_by_its_name(void **state)
{
    struct table *table = *state;
    table_do(table, "add Ann side=party level=1");
    table_do(table, "add \"cellar goblins\"");
    table_do(table, "meet 4");
    assert_int_equal(table_value(table, "cellar goblins", "count"), 7); /* 1d6+3 */
    assert_int_equal(table_value(table, "cellar goblins", "count_start"), 7);
    assert_int_equal(table_value(table, "cellar goblins", "level"), 3);
    assert_int_equal(table_value(table, "cellar goblins", "surprise"), 1);
    int goblins = table_id(table, "cellar goblins");
    assert_true(row_is(&table->state, goblins, str_of("goblin")));
    assert_true(row_is(&table->state, goblins, str_of("minor")));
    table_do(table, "add Bo class=dwarf");
    table_do(table, "add Cy class=elf");
    assert_true(row_hates(&table->state, goblins, table_id(table, "Bo")));
    assert_false(row_hates(&table->state, goblins, table_id(table, "Cy")));
    /* Given values come before those of the record. */
    table_do(table, "add rats foe=wax-rats count=12 level=4");
    assert_int_equal(table_value(table, "rats", "count"), 12);
    assert_int_equal(table_value(table, "rats", "level"), 4);
}

static void test_records__missing_dice_of_a_count_are_asked_for(void **state)
{
    struct table *table = *state;
    table->asks = true;
    table_do(table, "add Ann side=party level=1");
    table_do(table, "add drain-eels");
    assert_int_equal(table_try(table, "meet"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.dice.dice, "1d6");
    table_do(table, "meet 5");
    assert_string_equal(state_name(&table->state, 2), "Drain eels");
    assert_int_equal(table_value(table, "drain-eels", "count"), 5);
}

/* A count of a minor foe is the size of its group; of others, a number of combatants. */
static void test_records__a_count_before_minor_foes_is_one_group(void **state)
{
    struct table *table = *state;
    table_do(table, "add 8 wax rats");
    assert_int_equal(table->state.count, 1);
    assert_string_equal(state_name(&table->state, 1), "Wax rats");
    assert_int_equal(table_value(table, "wax rats", "count"), 8);
    assert_int_equal(table_value(table, "wax rats", "count_start"), 8);
    table->asks = true;
    table_do(table, "add 2d6 drain eels"); /* thrown when they are met */
    assert_false(state_is_set(&table->state, 2, state_attribute(&table->state, "count")));
    table_do(table, "set drain-eels count=7");
    assert_int_equal(table_value(table, "drain eels", "count"), 7);
    table_do(table, "add 5 cave folk foe=minion level=3");
    assert_int_equal(table_value(table, "cave folk", "count"), 5);
    table_do(table, "add 6 big rats foe=wax-rats");
    assert_int_equal(table_value(table, "big rats", "count"), 6);
    assert_int_equal(table->state.count, 4);
    /* Groups with sizes, characters, major foes and unknown kinds become several combatants. */
    table_do(table, "add 2 wax rats count=3");
    assert_int_equal(table_value(table, "wax rats 2", "count"), 3);
    table_do(table, "add 2 guard class=warrior");
    table_do(table, "add 2 hill folk foe=boss level=4 hp=5");
    table_do(table, "add 2 strangers foe=weird");
    assert_int_equal(table->state.count, 12);
    table_wrong(table, "add 65 wax rats", "how many must be 0 to 64, not 65");
}

/* HCL is the highest level in the party when the foe is met; its Tier is that of the party. */
static void test_records__level_and_life_are_fixed_when_the_foe_is_met(void **state)
{
    struct table *table = *state;
    table_do(table, "add salt-giant");
    assert_int_equal(table_value(table, "salt-giant", "level"), 5); /* HCL+4, HCL 1 */
    assert_int_equal(table_value(table, "salt-giant", "hp"), 7);    /* T+6 */
    assert_int_equal(table_value(table, "salt-giant", "damage"), 1);
    assert_string_equal(special_find(&table->state, table_id(table, "salt-giant"), "morale"),
                        "never");
    table_do(table, "remove salt-giant");
    table_do(table, "add Hild class=warrior level=5");
    table_do(table, "add salt-giant");
    assert_int_equal(table_value(table, "salt-giant", "level"), 9);
    assert_int_equal(table_value(table, "salt-giant", "hp"), 8);
    assert_int_equal(table_value(table, "salt-giant", "damage"), 2);
    table_do(table, "meet");
    table_do(table, "set Hild level=9");
    assert_int_equal(table_value(table, "salt-giant", "level"), 9);
    table_do(table, "add 2 mirror-stag");
    assert_int_equal(table_value(table, "#5", "level"), 8); /* HCL+2, at most 8 */
}

/* Every foe that ships can be added, and its table of reactions is one that ships. */
static void test_records__every_foe_joins(void **state)
{
    struct table *table = *state;
    int foes = 0;
    for (int i = 0; i < table->decision.library->count; i++) {
        const struct library_record *record = &table->decision.library->record[i];
        if (strcmp(record->kind->name, "foe") == 0) {
            char line[80];
            snprintf(line, sizeof line, "add %s roll", record->name);
            table_do(table, line);
            assert_true(table_value(table, record->name, "level") >= 1);
            const char *reactions = library_text(record, "reactions");
            assert_true(strncmp(reactions, "reaction-", 9) == 0);
            foes++;
        }
    }
    assert_true(foes >= 24);
}

static void test_records__the_sheet_tells_everything(void **state)
{
    struct table *table = *state;
    table_do(table, "add Hild class=warrior level=2 gear=\"silver great-axe,lantern\"");
    table_do(table, "modifier Hild save -1 sore throat");
    table_do(table, "sheet Hild");
    assert_true(table_said(table, "Hild: warrior level 2, Life 8 of 8"));
    assert_true(table_said(table, "attack d6 +3 = +2 warrior L2, +1 silver great axe"));
    assert_true(table_said(table, "save d6 -1 = -1 sore throat"));
    assert_true(table_said(table, "silver great axe (in hand), lantern (in the pack)"));
    assert_true(table_said(table, "silver great axe: attack +1 vs were"));
}

/* ---- several abilities for one roll ---------------------------------------------------- */

static void set_uses(struct table *table, const char *ability, int uses)
{
    struct error err;
    struct decision *decision = &table->decision;
    decision_begin(decision, table->procedure, &table->state, table->memory);
    ability_put(decision, table_id(table, "Ann"),
                library_find(decision->library, "ability", str_of(ability), &err), 1);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_USES, table_id(table, "Ann"), 0,
                    str_of(ability), uses);
    memcpy(&table->state, &decision->state, sizeof table->state);
}

/* The first with a use left; if none has any, the first. */
static void test_records__the_first_ability_with_a_use_left_makes_a_roll_again(void **state)
{
    struct table *table = *state;
    static const struct {
        int luck, prayer;
        const char *word;
    } rows[] = {{2, 2, "Ann: luck on own save"},
                {0, 2, "Ann: prayer on own save"},
                {2, 0, "Ann: luck on own save"},
                {0, 0, "Ann: luck on own save"},
                {0, -1, "Ann: prayer on own save"}};
    table_do(table, "add Ann class=halfling level=1");
    table_do(table, "add rats foe=vermin level=3 count=9");
    table_do(table, "save Ann poison level=3 1");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_uses(table, "luck", rows[i].luck);
        set_uses(table, "prayer", rows[i].prayer);
        TEXT_BUFFER(word, 40);
        table->procedure->key_word(&table->state, "reroll", 0, &word);
        assert_string_equal(word.p, rows[i].word);
    }
    table->asks = true;
    set_uses(table, "luck", 2);
    assert_int_equal(table_try(table, "reroll"), VERDICT_ASKS);
    assert_string_equal(table_question(table), "Ann rolls again: by which ability?");
    assert_string_equal(table->decision.question.choice[0], "luck");
    assert_string_equal(table->decision.question.choice[1], "prayer");
    assert_int_equal(table->decision.question.choices, 2);
}

/* ---- gold in the guide ----------------------------------------------------------------- */

static void test_records__gold_is_shown_when_there_is_some(void **state)
{
    struct table *table = *state;
    TEXT_BUFFER(none, GUIDE_SIZE);
    TEXT_BUFFER(one, GUIDE_SIZE);
    table_do(table, "add Ann side=party level=1");
    table_do(table, "add rats foe=vermin level=3 count=9");
    table_do(table, "reactions rats ignore / ignore / ignore / ignore / ignore / ignore");
    table_do(table, "wait 1");
    table->procedure->guide(&table->state, &none);
    assert_null(strstr(none.p, "gold"));
    assert_non_null(strstr(none.p, "`encounters` takes the party to"));
    table_do(table, "gold 1");
    table->procedure->guide(&table->state, &one);
    assert_non_null(strstr(one.p, "; gold so far: 1"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_records__every_class_joins),
        TEST(test_records__what_is_given_goes_before_the_class),
        TEST(test_records__a_level_brings_life_and_uses),
        TEST(test_records__an_enemy_is_sworn_later_too),
        TEST(test_records__unknown_names_are_reported_with_the_nearest),
        TEST(test_records__a_weapon_the_class_may_not_use_is_refused),
        TEST(test_records__hands_hold_what_they_can),
        TEST(test_records__uses_are_spent),
        TEST(test_records__a_foe_joins_by_its_name),
        TEST(test_records__missing_dice_of_a_count_are_asked_for),
        TEST(test_records__a_count_before_minor_foes_is_one_group),
        TEST(test_records__level_and_life_are_fixed_when_the_foe_is_met),
        TEST(test_records__every_foe_joins),
        TEST(test_records__the_sheet_tells_everything),
        TEST(test_records__gold_is_shown_when_there_is_some),
        TEST(test_records__the_first_ability_with_a_use_left_makes_a_roll_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
