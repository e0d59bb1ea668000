/* Every modifier of the rules analysis of Four Against Darkness, line by line: a row made from
 * the data, an occasion, the parts that must be there and their sum. A line without a row
 * fails. */
/* clang-format off */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resolver/odds.h"
#include "support/table.h"
#include "support/unit.h"
#include "games/four_against_darkness/table.h"

/* The lines that give a number, in the order of the analysis, in our own words. */
enum line {
    /* Class-specific combat bonuses: attack */
    WARRIOR, BARBARIAN, ELF, DWARF, PALADIN, ASSASSIN, RANGER, HALFLING, CLERIC, ACROBAT, BULWARK,
    DRUID, SWASHBUCKLER, GNOME, KUKLA, LIGHT_GLADIATOR, MUSHROOM_MONK,
    /* Defense bonuses */
    ROGUE_DEFENCE, ACROBAT_DEFENCE, BULWARK_DEFENCE, GNOME_DEFENCE, KUKLA_DEFENCE,
    LIGHT_GLADIATOR_DEFENCE, MUSHROOM_MONK_DEFENCE, SWASHBUCKLER_DEFENCE, HALFLING_LARGE,
    DWARF_LARGE,
    /* Special class bonuses */
    ELF_ORCS, DWARF_GOBLINS, ROGUE_OUTNUMBERED, RANGER_TWO_WEAPONS, RANGER_SWORN_ENEMY,
    /* Weapons */
    LIGHT_WEAPON, HAND_WEAPON, TWO_HANDED_WEAPON, CROSSBOW, BOW, SLING, HANDGUN,
    BLACK_POWDER_RIFLE, THROWING_STARS, TORCH,
    /* Weapons: special properties */
    CRUSHING, SILVER, GILDED, ENVENOMED, MAGIC_WEAPON,
    /* Armor */
    LIGHT_ARMOUR, HEAVY_ARMOUR, SHIELD, LEAFSTEEL,
    /* Special equipment */
    LANTERN, ROPE, POLE,
    /* Situational modifiers */
    DARKNESS_ATTACK, DARKNESS_DEFENCE, DARKNESS_SAVE, DARKVISION, NARROW_TWO_HANDED, NARROW_LIGHT,
    UNARMED, SUBDUAL, BOUND, MOUNTED, SURPRISE_SHIELD, WITHDRAWING, FLEEING_SHIELD,
    /* Spell enhancements */
    PROTECTION, BARKSKIN, BARKSKIN_FIRE, ILLUSIONARY_ARMOUR, BLESSED,
    /* Class abilities */
    RAGE, HIDDEN_STRIKE, PARRY, PANACHE, TRICK,
    /* Traits, environment */
    WIZARD_SPELLS, DRUID_SPELLS, GROTTOES, SURE_FOOTED,
    /* Ours: part B of the decisions */
    LAST_ATTACK,
    LINES
};

struct row {
    enum line line;
    const char *ann;       /* what Ann is added with */
    const char *more;      /* further commands, parted by ';'; "" none */
    const char *situation; /* words that hold, parted by blanks */
    const char *said;      /* what the act says */
    enum roll roll;
    const char *parts; /* "+2 warrior L2, -1 dagger"; "" none */
    int sum;
};

#define FOE_IS(tag) "trait Foe " tag
#define ATTACK ROLL_ATTACK
#define DEFENCE ROLL_DEFENCE

static const struct row rows[] = {
    {WARRIOR, "class=warrior level=3 gear=sword", "", "", "", ATTACK, "+3 warrior L3", 3},
    {WARRIOR, "class=warrior level=3 gear=bow", "", "", "", ATTACK, "+3 warrior L3", 3},
    {BARBARIAN, "class=barbarian level=4 gear=axe", "", "", "", ATTACK, "+4 barbarian L4", 4},
    {BARBARIAN, "class=barbarian level=4 gear=bow", "", "", "", ATTACK, "+4 barbarian L4", 4},
    {ELF, "class=elf level=3 gear=bow", "", "", "", ATTACK, "+3 elf L3", 3},
    {ELF, "class=elf level=3 gear=sword", "", "", "", ATTACK, "+3 elf L3", 3},
    {ELF, "class=elf level=3 gear=great-axe", "", "", "", ATTACK, "+1 great axe", 1},
    {DWARF, "class=dwarf level=2 gear=axe", "", "", "", ATTACK, "+2 dwarf L2", 2},
    {DWARF, "class=dwarf level=2 gear=crossbow", "", "", "", ATTACK, "+1 crossbow", 1},
    {DWARF, "class=dwarf level=2 gear=dagger", "", "", "ranged", ATTACK, "-1 dagger", -1},
    {PALADIN, "class=paladin level=5 gear=sword", "", "", "", ATTACK, "+5 paladin L5", 5},
    {PALADIN, "class=paladin level=5 gear=bow", "", "", "", ATTACK, "+5 paladin L5", 5},
    {ASSASSIN, "class=assassin level=2 gear=sword", "", "", "", ATTACK, "+2 assassin L2", 2},
    {ASSASSIN, "class=assassin level=2 gear=bow", "", "", "", ATTACK, "+2 assassin L2", 2},
    {RANGER, "class=ranger level=3 gear=bow", "", "", "", ATTACK, "+3 ranger L3", 3},
    {HALFLING, "class=halfling level=3 gear=sling", "", "", "", ATTACK,
     "+3 halfling L3, -1 sling", 2},
    {HALFLING, "class=halfling level=3 gear=dagger", "", "", "", ATTACK, "-1 dagger", -1},
    {CLERIC, "class=cleric level=5 gear=mace", "", "", "", ATTACK, "+2 cleric L5/2", 2},
    {CLERIC, "class=cleric level=5 gear=mace", FOE_IS("undead"), "", "", ATTACK,
     "+5 cleric L5 vs undead", 5},
    {ACROBAT, "class=acrobat level=3 gear=sword", "", "", "", ATTACK, "+1 acrobat L3/2", 1},
    {BULWARK, "class=bulwark level=5 gear=sword", "", "", "", ATTACK, "+2 bulwark L5/2", 2},
    {BULWARK, "class=bulwark level=5 gear=bow", "", "", "", ATTACK, "+2 bulwark T2", 2},
    {BULWARK, "class=bulwark level=9 gear=bow", "", "", "", ATTACK, "+2 bulwark T2", 2},
    {DRUID, "class=druid level=4 gear=quarterstaff", "", "", "", ATTACK, "+2 druid L4/2", 2},
    {SWASHBUCKLER, "class=swashbuckler level=7 gear=sword", "", "", "", ATTACK,
     "+3 swashbuckler L7/2", 3},
    {GNOME, "class=gnome level=7 gear=sword", "", "", "", ATTACK, "", 0},
    {KUKLA, "class=kukla level=3 gear=dagger", "", "", "", ATTACK, "+1 kukla, -1 dagger", 0},
    {KUKLA, "class=kukla level=3 gear=club", "", "", "", ATTACK, "-1 club", -1},
    {LIGHT_GLADIATOR, "class=light-gladiator level=4 gear=knife", "", "", "", ATTACK,
     "+2 light gladiator L4/2, -1 knife", 1},
    {LIGHT_GLADIATOR, "level=4", "ruling set Ann class=light-gladiator; ruling equip Ann sword", "",
     "", ATTACK, "", 0},
    {MUSHROOM_MONK, "class=mushroom-monk level=5 gear=nunchaku", "", "", "", ATTACK,
     "+5 mushroom monk L5", 5},
    {MUSHROOM_MONK, "class=mushroom-monk level=5 gear=bo", "", "", "", ATTACK,
     "+5 mushroom monk L5", 5},
    {MUSHROOM_MONK, "class=mushroom-monk level=5 gear=sai", "", "", "", ATTACK,
     "+5 mushroom monk L5", 5},
    {MUSHROOM_MONK, "class=mushroom-monk level=5 gear=club", "", "", "", ATTACK,
     "+2 mushroom monk L5/2, -1 club", 1},

    {ROGUE_DEFENCE, "class=rogue level=3 gear=none", "", "", "", DEFENCE, "+3 rogue L3", 3},
    {ACROBAT_DEFENCE, "class=acrobat level=3 gear=none", "", "", "", DEFENCE, "+1 acrobat L3/2", 1},
    {ACROBAT_DEFENCE, "class=acrobat level=3 gear=none", "setting acrobat_defence full", "", "",
     DEFENCE, "+3 acrobat L3", 3},
    {BULWARK_DEFENCE, "class=bulwark level=5 gear=none", "", "", "", DEFENCE, "+2 bulwark L5/2", 2},
    {GNOME_DEFENCE, "class=gnome level=5 gear=none", "", "", "", DEFENCE, "+2 gnome L5/2", 2},
    {KUKLA_DEFENCE, "class=kukla level=2 gear=none", "", "", "", DEFENCE, "+1 kukla L2/2", 1},
    {KUKLA_DEFENCE, "class=kukla level=1 gear=none", "", "", "", DEFENCE, "", 0},
    {LIGHT_GLADIATOR_DEFENCE, "class=light-gladiator level=6 gear=none", "", "", "", DEFENCE,
     "+3 light gladiator L6/2", 3},
    {MUSHROOM_MONK_DEFENCE, "class=mushroom-monk level=3 gear=none", "", "", "", DEFENCE,
     "+1 mushroom monk L3/2", 1},
    {SWASHBUCKLER_DEFENCE, "class=swashbuckler level=5 gear=none", "", "", "", DEFENCE,
     "+2 swashbuckler L5/2", 2},
    {HALFLING_LARGE, "class=halfling level=4 gear=none", FOE_IS("giant"), "", "", DEFENCE,
     "+4 halfling L4 vs giant", 4},
    {HALFLING_LARGE, "class=halfling level=4 gear=none", FOE_IS("troll"), "", "", DEFENCE,
     "+4 halfling L4 vs troll", 4},
    {HALFLING_LARGE, "class=halfling level=4 gear=none", FOE_IS("ogre"), "", "", DEFENCE,
     "+4 halfling L4 vs ogre", 4},
    {HALFLING_LARGE, "class=halfling level=4 gear=none", FOE_IS("orc"), "", "", DEFENCE, "", 0},
    {DWARF_LARGE, "class=dwarf level=4 gear=none", FOE_IS("giant"), "", "", DEFENCE,
     "+1 dwarf vs giant", 1},
    {DWARF_LARGE, "class=dwarf level=4 gear=none", FOE_IS("troll"), "", "", DEFENCE,
     "+1 dwarf vs troll", 1},
    {DWARF_LARGE, "class=dwarf level=4 gear=none", FOE_IS("ogre"), "", "", DEFENCE,
     "+1 dwarf vs ogre", 1},

    {ELF_ORCS, "class=elf level=2 gear=sword", FOE_IS("orc"), "", "", ATTACK,
     "+2 elf L2, +1 elf vs orc", 3},
    {DWARF_GOBLINS, "class=dwarf level=2 gear=axe", FOE_IS("goblin"), "", "", ATTACK,
     "+2 dwarf L2, +1 dwarf vs goblin", 3},
    {ROGUE_OUTNUMBERED, "class=rogue level=3 gear=sword",
     "add Bo side=party; add Cy side=party; set Foe count=2", "", "", ATTACK,
     "+3 rogue L3 vs minor", 3},
    /* as many foes as characters; and a major foe */
    {ROGUE_OUTNUMBERED, "class=rogue level=3 gear=sword", "add Bo side=party; set Foe count=2", "",
     "", ATTACK, "", 0},
    {ROGUE_OUTNUMBERED, "class=rogue level=3 gear=sword", "add Bo side=party; set Foe foe=weird",
     "", "", ATTACK, "", 0},
    {RANGER_TWO_WEAPONS, "class=ranger level=5 gear=sword,axe", "wield Ann axe other", "", "",
     ATTACK, "+5 ranger L5, +2 ranger L5/2", 7},
    {RANGER_TWO_WEAPONS, "class=ranger level=5 gear=sword,axe", "", "", "", ATTACK,
     "+5 ranger L5", 5},
    {RANGER_SWORN_ENEMY, "class=ranger level=2 gear=sword enemy=goblin", FOE_IS("goblin"), "", "",
     ATTACK, "+2 ranger L2, +2 ranger vs goblin", 4},
    {RANGER_SWORN_ENEMY, "class=ranger level=2 gear=sword enemy=orc", FOE_IS("goblin"), "", "",
     ATTACK, "+2 ranger L2", 2},

    {LIGHT_WEAPON, "level=1", "equip Ann dagger", "", "", ATTACK, "-1 dagger", -1},
    {LIGHT_WEAPON, "level=1", "equip Ann knife", "", "", ATTACK, "-1 knife", -1},
    {LIGHT_WEAPON, "level=1", "equip Ann club", "", "", ATTACK, "-1 club", -1},
    {HAND_WEAPON, "level=1", "equip Ann sword", "", "", ATTACK, "", 0},
    {HAND_WEAPON, "level=1", "equip Ann mace", "", "", ATTACK, "", 0},
    {HAND_WEAPON, "level=1", "equip Ann axe", "", "", ATTACK, "", 0},
    {TWO_HANDED_WEAPON, "level=1", "equip Ann great-sword", "", "", ATTACK, "+1 great sword", 1},
    {TWO_HANDED_WEAPON, "level=1", "equip Ann maul", "", "", ATTACK, "+1 maul", 1},
    {CROSSBOW, "level=1", "equip Ann crossbow", "", "", ATTACK, "+1 crossbow", 1},
    {BOW, "level=1", "equip Ann bow", "", "", ATTACK, "", 0},
    {SLING, "level=1", "equip Ann sling", "", "", ATTACK, "-1 sling", -1},
    {HANDGUN, "level=1", "equip Ann handgun", "", "", ATTACK, "+2 handgun", 2},
    {BLACK_POWDER_RIFLE, "level=1", "equip Ann black-powder-rifle", "", "", ATTACK,
     "+3 black powder rifle", 3},
    {THROWING_STARS, "level=1", "equip Ann throwing-stars", "", "", ATTACK, "-1 throwing stars",
     -1},
    {TORCH, "level=1", "equip Ann sword,torch;" FOE_IS("flammable"), "", "torch", ATTACK,
     "+2 torch vs flammable", 2},
    {TORCH, "level=1", "equip Ann sword,torch", "", "torch", ATTACK, "", 0},
    /* it burns in the other hand, but the sword strikes */
    {TORCH, "level=1", "equip Ann sword,torch;" FOE_IS("flammable"), "", "", ATTACK, "", 0},

    {CRUSHING, "level=1", "equip Ann mace;" FOE_IS("skeleton"), "", "", ATTACK,
     "+1 mace vs skeleton", 1},
    {CRUSHING, "level=1", "equip Ann sword;" FOE_IS("skeleton"), "", "", ATTACK, "", 0},
    {SILVER, "level=1", "equip Ann silver-sword;" FOE_IS("were"), "", "", ATTACK,
     "+1 silver sword vs were", 1},
    {SILVER, "level=1", "equip Ann silver-sword", "", "", ATTACK, "", 0},
    {GILDED, "level=1", "equip Ann gilded-sword;" FOE_IS("elemental"), "", "", ATTACK,
     "+2 gilded sword vs elemental", 2},
    {ENVENOMED, "level=1", "equip Ann envenomed-sword", "", "envenomed", ATTACK, "+1 envenomed", 1},
    {ENVENOMED, "level=1", "equip Ann envenomed-sword", "", "", ATTACK, "", 0},
    {ENVENOMED, "level=1", "equip Ann envenomed-sword,axe; wield Ann axe", "", "envenomed", ATTACK,
     "", 0},
    {MAGIC_WEAPON, "level=1", "equip Ann magic-axe", "", "", ATTACK, "+1 magic axe", 1},

    {LIGHT_ARMOUR, "level=1", "equip Ann light-armour", "", "", DEFENCE, "+1 light armour", 1},
    {LIGHT_ARMOUR, "level=1", "equip Ann light-armour; stow Ann light-armour", "", "", DEFENCE, "",
     0},
    {HEAVY_ARMOUR, "level=1", "equip Ann heavy-armour", "", "", DEFENCE, "+2 heavy armour", 2},
    {SHIELD, "level=1", "equip Ann shield", "", "", DEFENCE, "+1 shield", 1},
    {SHIELD, "level=1", "equip Ann shield,heavy-armour", "", "", DEFENCE,
     "+1 shield, +2 heavy armour", 3},
    {SHIELD, "level=1", "equip Ann shield,great-axe; wield Ann great-axe", "", "", DEFENCE, "", 0},
    {LEAFSTEEL, "level=1", "equip Ann leafsteel-armour", "", "", DEFENCE, "+2 leafsteel armour", 2},

    {LANTERN, "level=1", "equip Ann sword,lantern", "dark", "", ATTACK, "", 0},
    {LANTERN, "level=1", "equip Ann sword; add Bo side=party; equip Bo torch", "dark", "", DEFENCE,
     "", 0},
    {LANTERN, "level=1", "equip Ann sword,lantern; stow Ann lantern", "dark", "", ATTACK,
     "-2 darkness", -2},
    {ROPE, "level=1", "equip Ann rope", "", "climbing", ROLL_SAVE, "+1 rope", 1},
    {ROPE, "level=1", "equip Ann rope", "", "", ROLL_SAVE, "", 0},
    {POLE, "level=1", "equip Ann pole", "", "trap", ROLL_SAVE, "+1 pole", 1},
    {POLE, "level=1", "equip Ann pole", "", "trap party-wide", ROLL_SAVE, "", 0},
    {POLE, "level=1", "equip Ann pole", "", "trap random", ROLL_SAVE, "", 0},

    {DARKNESS_ATTACK, "level=1", "equip Ann sword", "dark", "", ATTACK, "-2 darkness", -2},
    {DARKNESS_DEFENCE, "level=1", "", "dark", "", DEFENCE, "-2 darkness", -2},
    {DARKNESS_SAVE, "level=1", "", "dark", "", ROLL_SAVE, "-2 darkness", -2},
    {DARKVISION, "class=dwarf level=1 gear=bow", "", "dark", "", ATTACK, "", 0},
    {DARKVISION, "level=1", "trait Ann darkvision", "dark", "", ROLL_SAVE, "", 0},
    {NARROW_TWO_HANDED, "level=1", "equip Ann great-axe", "narrow", "", ATTACK,
     "+1 great axe, -2 narrow", -1},
    {NARROW_LIGHT, "level=1", "equip Ann dagger", "narrow", "", ATTACK, "-1 dagger, +1 narrow", 0},
    {NARROW_LIGHT, "level=1", "equip Ann sword", "narrow", "", ATTACK, "", 0},
    {UNARMED, "class=warrior level=1 gear=none", "", "", "", ATTACK, "+1 warrior L1, -2 unarmed",
     -1},
    {UNARMED, "level=1", "", "", "unarmed", ATTACK, "-2 unarmed", -2},
    {UNARMED, "class=dwarf level=1 gear=none", "", "", "", ATTACK, "+1 dwarf L1, -2 unarmed", -1},
    {SUBDUAL, "level=1", "equip Ann sword", "", "subdual", ATTACK, "-1 subdual", -1},
    {BOUND, "level=1", "equip Ann sword; condition Foe bound", "", "", ATTACK,
     "+2 attack vs bound", 2},
    {MOUNTED, "level=1", "equip Ann sword; condition Ann mounted", "", "", ATTACK, "+1 mounted", 1},
    {MOUNTED, "level=1", "equip Ann sword; condition Ann mounted; condition Foe mounted", "", "",
     ATTACK, "", 0},
    {SURPRISE_SHIELD, "level=1", "equip Ann shield", "surprised", "first-defence", DEFENCE, "", 0},
    {SURPRISE_SHIELD, "level=1", "equip Ann shield", "surprised", "", DEFENCE, "+1 shield", 1},
    {SURPRISE_SHIELD, "level=1", "equip Ann shield", "", "first-defence", DEFENCE, "+1 shield", 1},
    {SURPRISE_SHIELD, "level=1", "equip Ann shield; setting surprise_shield wandering",
     "surprised", "first-defence", DEFENCE, "+1 shield", 1},
    {SURPRISE_SHIELD, "level=1", "equip Ann shield; setting surprise_shield wandering",
     "surprised wandering", "first-defence", DEFENCE, "", 0},
    {WITHDRAWING, "level=1", "equip Ann shield", "", "withdrawing", DEFENCE,
     "+1 shield, +1 withdrawing", 2},
    {FLEEING_SHIELD, "level=1", "equip Ann shield,light-armour", "", "fleeing", DEFENCE,
     "+1 light armour", 1},

    {PROTECTION, "level=1", "condition Ann protection", "", "", DEFENCE, "+1 protection", 1},
    {BARKSKIN, "level=1", "condition Ann barkskin", "", "", DEFENCE, "+2 barkskin", 2},
    {BARKSKIN_FIRE, "level=1", "condition Ann barkskin", "", "fire", DEFENCE,
     "-2 barkskin in fire", -2},
    {BARKSKIN_FIRE, "level=1", "condition Ann barkskin;" FOE_IS("fire"), "", "", DEFENCE,
     "-2 barkskin in fire vs fire", -2},
    {ILLUSIONARY_ARMOUR, "level=10", "condition Ann \"illusionary armour\"", "", "", DEFENCE,
     "+3 illusionary armour T3", 3},
    {BLESSED, "level=1", "equip Ann sword; condition Ann blessed", "", "", ATTACK, "+1 blessed", 1},
    {BLESSED, "level=1", "condition Ann blessed; setting blessing removes-condition", "", "",
     ATTACK, "", 0},

    {RAGE, "class=barbarian level=2 gear=sword", "", "", "rage", ATTACK,
     "+2 barbarian L2, +2 rage", 4},
    {RAGE, "class=barbarian level=2 gear=sword", "setting rage dice-only", "", "rage", ATTACK,
     "+2 barbarian L2", 2},
    {HIDDEN_STRIKE, "class=assassin level=3 gear=sword", "", "", "hidden-strike", ATTACK,
     "+3 assassin L3, +6 hidden strike L3", 9},
    {HIDDEN_STRIKE, "class=assassin level=3 gear=sword", "setting hidden_strike triple-only", "",
     "hidden-strike", ATTACK, "+3 assassin L3", 3},
    {PARRY, "class=light-gladiator level=1 gear=none", "", "", "parry", DEFENCE, "+2 parry", 2},
    {PARRY, "class=light-gladiator level=1 gear=none", "setting parry plus-1", "", "parry", DEFENCE,
     "+1 parry", 1},
    {PANACHE, "class=swashbuckler level=1 gear=none", "", "", "panache", DEFENCE, "+2 panache", 2},
    {PANACHE, "class=swashbuckler level=1 gear=none", "setting panache a-point", "",
     "panache panache panache", DEFENCE, "+3 panache", 3},
    {TRICK, "class=acrobat level=1 gear=none", "", "", "trick", DEFENCE, "+2 trick", 2},
    {TRICK, "class=acrobat level=1 gear=none", "setting trick none", "", "trick", DEFENCE, "", 0},

    {WIZARD_SPELLS, "class=wizard level=4", "", "", "", ROLL_SPELL, "+4 wizard L4", 4},
    {DRUID_SPELLS, "class=druid level=6", "", "", "", ROLL_SPELL, "+6 druid L6", 6},
    {GROTTOES, "level=1", "", "grottoes", "fleeing", DEFENCE, "-1 slippery", -1},
    {GROTTOES, "level=1", "", "grottoes", "", DEFENCE, "", 0},
    {SURE_FOOTED, "class=ranger level=1 gear=none", "", "grottoes", "fleeing", DEFENCE, "", 0},
    {SURE_FOOTED, "class=rogue level=1 gear=none", "", "grottoes", "fleeing", DEFENCE,
     "+1 rogue L1", 1},
    {SURE_FOOTED, "class=acrobat level=1 gear=none", "", "grottoes", "fleeing", DEFENCE, "", 0},
    {SURE_FOOTED, "class=halfling level=1 gear=none", "", "grottoes", "fleeing", DEFENCE, "", 0},
    {SURE_FOOTED, "class=mushroom-monk level=1 gear=none", "", "grottoes", "fleeing", DEFENCE, "",
     0},
    {LAST_ATTACK, "level=1", "equip Ann sword", "", "last-attack", ATTACK, "+1 last attack", 1},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- one row ------------------------------------------------------------------------------------ */

static void do_all(struct table *table, const char *commands)
{
    char line[200];
    while (*commands != '\0') {
        size_t n = strcspn(commands, ";");
        size_t skip = strspn(commands, " ");
        snprintf(line, sizeof line, "%.*s", (int)(n - skip), commands + skip);
        table_do(table, line);
        commands += n + (commands[n] == ';' ? 1 : 0);
    }
}

static void hold(struct table *table, const char *words)
{
    struct str rest = str_of(words);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        struct event event = {.kind = EVENT_EFFECT_CHANGED, .field = EFFECT_SITUATION, .is_set = true,
                              .to = 1, .text_to = word};
        assert_true(state_can_apply(&table->state, &event));
        state_apply(&table->state, &event);
    }
}

/* What the act says, as words of an occasion; `buf` keeps them. */
static void say(struct occasion *occasion, const char *said, char buf[SAID_MAX][32])
{
    struct str rest = str_of(said);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        snprintf(buf[occasion->words], 32, "%.*s", word.n, word.p);
        occasion->word[occasion->words] = buf[occasion->words];
        occasion->words++;
    }
}

static struct table *table_of(const struct row *row)
{
    char line[200];
    struct table *table = table_new("four-against-darkness");
    snprintf(line, sizeof line, "add Ann side=party %s", row->ann);
    table_do(table, line);
    table_do(table, "add Foe foe=minion level=3 count=9");
    do_all(table, row->more);
    hold(table, row->situation);
    return table;
}

static struct breakdown break_down(struct table *table, const struct row *row)
{
    struct occasion occasion = {
        .roll = row->roll, .who = table_id(table, "Ann"), .against = table_id(table, "Foe")};
    struct breakdown breakdown;
    struct error err;
    char buf[SAID_MAX][32];
    say(&occasion, row->said, buf);
    if (!modifiers_break_down(&table->state, &occasion, &breakdown, &err)) {
        fail_msg("%s: %s", row->ann, err.text);
    }
    return breakdown;
}

static void test_modifiers__every_line_counts_as_it_says(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        struct table *table = table_of(&rows[i]);
        struct breakdown breakdown = break_down(table, &rows[i]);
        char parts[300];
        struct text text;
        text_init(&text, parts, sizeof parts);
        for (int k = 0; k < breakdown.parts; k++) {
            text_add(&text, "%s%+d %s", k == 0 ? "" : ", ", breakdown.part[k].amount,
                     breakdown.part[k].label);
            assert_true(breakdown.part[k].rule[0] != '\0');
        }
        if (strcmp(parts, rows[i].parts) != 0 || breakdown.bonus != rows[i].sum) {
            fail_msg("row %d (%s; %s): %s (%d), expected %s (%d)", i, rows[i].ann, rows[i].more,
                     parts, breakdown.bonus, rows[i].parts, rows[i].sum);
        }
        table_free(table);
    }
}

static void test_modifiers__no_line_is_missing(void **state)
{
    (void)state;
    bool is_shown[LINES] = {false};
    for (int i = 0; i < ROWS; i++) {
        is_shown[rows[i].line] = true;
    }
    for (int line = 0; line < LINES; line++) {
        if (!is_shown[line]) {
            fail_msg("line %d has no row", line);
        }
    }
}

/* ---- what is no number of a bonus ------------------------------------------------------------ */

static struct breakdown break_down_of(const char *ann, const char *more, const char *said)
{
    struct row row = {.ann = ann, .more = more, .situation = "", .said = said, .roll = ATTACK};
    struct table *table = table_of(&row);
    struct breakdown breakdown = break_down(table, &row);
    table_free(table);
    return breakdown;
}

static void test_modifiers__abilities_change_dice_and_effect(void **state)
{
    (void)state;
    struct breakdown rage = break_down_of("class=barbarian level=2", "", "rage");
    assert_true(rage.three_dice);
    assert_int_equal(rage.multiplier, 2);
    assert_int_equal(rage.most, -1);
    struct breakdown calm = break_down_of("class=barbarian level=2", "", "");
    assert_false(calm.three_dice);
    assert_int_equal(calm.multiplier, 1);
    assert_int_equal(break_down_of("class=assassin level=2", "", "hidden-strike").multiplier, 3);
    assert_int_equal(break_down_of("level=2", "equip Ann throwing-stars", "").most, 1);
}

/* Tiers 1-4, 5-9, 10-14, 15-19, 20 and more: d6, d8, d10, d12, d20 (Words and arithmetic). */
static void test_modifiers__the_die_follows_from_the_level(void **state)
{
    (void)state;
    static const int expected[][2] = {{1, 6},   {4, 6},   {5, 8},   {9, 8},   {10, 10},
                                      {14, 10}, {15, 12}, {19, 12}, {20, 20}, {50, 20}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char ann[40];
        snprintf(ann, sizeof ann, "class=warrior level=%d", expected[i][0]);
        assert_int_equal(break_down_of(ann, "", "").die, expected[i][1]);
    }
    static const char next_die[] = "setting sworn_enemy next-die; trait Foe goblin";
    struct breakdown ranger =
        break_down_of("class=ranger level=4 gear=sword enemy=goblin", next_die, "");
    assert_int_equal(ranger.die, 8);
    assert_int_equal(ranger.bonus, 4);
    assert_int_equal(break_down_of("class=ranger level=50 enemy=goblin", next_die, "").die, 20);
}

static void test_modifiers__a_foe_can_count_against_its_attackers(void **state)
{
    (void)state;
    struct breakdown plain = break_down_of(
        "level=2", "equip Ann sword; modifier Foe \"against attack\" -1 it is a ghost", "");
    assert_int_equal(plain.bonus, -1);
    assert_string_equal(plain.part[0].label, "it is a ghost");
}

static void test_modifiers__the_referee_adds_and_ends_a_number_with_a_reason(void **state)
{
    (void)state;
    assert_int_equal(
        break_down_of("level=2", "equip Ann sword; modifier Ann attack +1 high ground", "").bonus,
        1);
    assert_int_equal(break_down_of("level=2",
                                   "equip Ann sword; modifier Ann attack +1 high ground;"
                                   "modifier Ann attack 0 high ground",
                                   "")
                         .bonus,
                     0);
}

static void test_modifiers__a_row_without_a_level_is_said(void **state)
{
    (void)state;
    struct table *table = table_new("four-against-darkness");
    table_do(table, "add Ann side=party");
    struct occasion occasion = {.roll = ATTACK, .who = table_id(table, "Ann")};
    struct breakdown breakdown;
    struct error err;
    assert_false(modifiers_break_down(&table->state, &occasion, &breakdown, &err));
    assert_string_equal(err.text, "Ann has no level yet");
    table_free(table);
}

/* ---- the grammar ------------------------------------------------------------------------------ */

static void test_modifiers__texts_are_right_or_told(void **state)
{
    (void)state;
    static const char *const right[] = {
        "attack +1",       "attack -L/2 when a, b unless c vs d not-vs e", "defence +2L",
        "save +T",         "attack three-dice",  "attack next-die when sworn_enemy=next-die",
        "attack most 1",   "attack x3",          "is melee light",
        "is dark when a",  "may bow hand",       "may-not gunpowder",
        "against attack -1", "defence +1-each",  "attack +0",
    };
    static const char *const wrong[][2] = {
        {"atack +1", "atack: expected is, may, may-not, against, attack, defence, save or spell; "
                     "did you mean attack?"},
        {"", "expected is, may"},
        {"attack", "expected an amount"},
        {"attack 1", "1: expected an amount"},
        {"attack +", "+: expected an amount"},
        {"attack +L2", "+L2: expected an amount"},
        {"attack x0", "x0: expected an amount"},
        {"attack most", "expected an amount"},
        {"attack +1 wen dark", "wen: expected when, unless, vs or not-vs; did you mean when?"},
        {"attack +1 when", "when: expected a word behind this"},
        {"attack +1 when a,", "when: expected a word behind this"},
        {"attack +1 when a,,b", "expected words between commas"},
        {"attack +1 when unless b", "when: expected a word behind this"},
        {"attack +1 when rag=plus-2", "rag: expected a setting; did you mean rage?"},
        {"attack +1 when rage=plus-3", "plus-3: expected a value of this setting; did you mean "
                                       "plus-2?"},
        {"attack +1 when a when b when c when d when e when f when g", "at most 6 conditions"},
        {"is", "expected a word behind is"},
        {"against fire", "fire: expected attack, defence, save or spell"},
    };
    struct error err;
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        if (!modifier_check(str_of(right[i]), &err)) {
            fail_msg("%s: %s", right[i], err.text);
        }
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(modifier_check(str_of(wrong[i][0]), &err));
        if (strstr(err.text, wrong[i][1]) == NULL) {
            fail_msg("%s: \"%s\", expected \"%s\"", wrong[i][0], err.text, wrong[i][1]);
        }
    }
}

/* ---- exact odds -------------------------------------------------------------------------------- */

/* The faces of one exploding die, listed by hand: the chance of every total below `most`, and what
 * is left above. Written apart from the program's own arithmetic. */
enum { TOTALS = 2000 };

static void list_chain(double out[TOTALS], int sides, int explodes_from)
{
    double pending[TOTALS] = {0};
    pending[0] = 1;
    memset(out, 0, sizeof(double) * TOTALS);
    for (int from = 0; from < TOTALS; from++) {
        for (int face = 1; face <= sides && from + face < TOTALS; face++) {
            double *to = face >= explodes_from ? pending : out;
            to[from + face] += pending[from] / sides;
        }
    }
}

/* Chance to hit and mean kills of an attack with one die: a first face of 1 misses. */
static void expect_attack(int sides, int bonus, int level, int count, double *hit, double *kills)
{
    static const int from[] = {[6] = 6, [8] = 7, [10] = 8, [12] = 9, [20] = 10};
    double chain[TOTALS];
    list_chain(chain, sides, from[sides]);
    *hit = 0;
    *kills = 0;
    for (int face = 2; face <= sides; face++) {
        for (int more = 0; more < TOTALS; more++) {
            bool goes_on = face >= from[sides];
            double chance = goes_on ? chain[more] / sides : more == 0 ? 1.0 / sides : 0;
            int total = face + more + bonus;
            if (chance > 0 && total >= level) {
                int killed = total / level < count ? total / level : count;
                *hit += chance;
                *kills += chance * killed;
            }
        }
    }
}

static double expect_block(int sides, int bonus, int level)
{
    static const int from[] = {[6] = 6, [8] = 7, [10] = 8, [12] = 9, [20] = 10};
    double chain[TOTALS];
    double block = 0;
    list_chain(chain, sides, from[sides]);
    for (int total = 1; total < TOTALS; total++) {
        block += total + bonus > level ? chain[total] : 0;
    }
    return block;
}

static void check_odds(struct table *table, enum roll roll, int level, int count)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct row row = {.ann = "", .said = "", .roll = roll};
    struct breakdown breakdown = break_down(table, &row);
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    inputs_begin(&inputs, state_system(&table->state),
                 state_action(&table->state, roll == ATTACK ? "attack" : "defend"));
    assert_int_equal(breakdown_give(&breakdown, &inputs, &err), STATUS_OK);
    assert_int_equal(inputs_give_number(&inputs, "level", level, &err), STATUS_OK);
    if (roll == ATTACK) {
        assert_int_equal(inputs_give_text(&inputs, "foe", str_of("minor"), &err), STATUS_OK);
        assert_int_equal(inputs_give_number(&inputs, "count", count, &err), STATUS_OK);
    }
    assert_int_equal(inputs_finish(&inputs, &err), STATUS_OK);
    assert_int_equal(odds_of(&odds, &inputs, &arena, &err), STATUS_OK);
    if (roll == DEFENCE) {
        assert_true(fabs(odds.chance[0] - expect_block(breakdown.die, breakdown.bonus, level)) <
                    1e-9);
        return;
    }
    double hit, kills;
    expect_attack(breakdown.die, breakdown.bonus, level, count, &hit, &kills);
    assert_true(fabs(odds.chance[0] - hit) < 1e-9);
    assert_true(fabs(odds.numbers[3].mean - kills) < 1e-9);
}

/* Class, level, weapon and situation against foe, each combination by both ways. */
static void test_modifiers__odds_equal_an_enumeration(void **state)
{
    (void)state;
    static const char *const classes[] = {"warrior", "dwarf", "cleric", "rogue", "wizard", "kukla"};
    static const char *const gear[] = {"dagger", "sword", "great-axe,light-armour", "sling,shield",
                                       "black-powder-rifle"};
    static const char *const situations[] = {"", "dark", "narrow", "dark narrow"};
    static const int levels[] = {1, 4, 5, 11, 16, 23};
    for (int i = 0; i < 6 * 5 * 4 * 6; i++) {
        char line[120];
        struct table *table = table_new("four-against-darkness");
        int level = levels[i % 6];
        snprintf(line, sizeof line, "ruling add Ann class=%s level=%d gear=%s", classes[i / 6 % 6],
                 level, gear[i / 36 % 5]);
        table_do(table, line);
        snprintf(line, sizeof line, "add Foe foe=minion level=%d count=7", 1 + i % 9);
        table_do(table, line);
        hold(table, situations[i / 180]);
        check_odds(table, ATTACK, 1 + i % 9, 7);
        check_odds(table, DEFENCE, 1 + i % 9, 7);
        table_free(table);
    }
}

/* ---- the odds on the screen are those of the act ---------------------------------------------- */

/* What is shown before the act, in every kind of moment, is what the act then rolls with: the roll
 * that luck would make again is kept in words. */
static const struct moment {
    const char *setup; /* commands, parted by ';' */
    bool is_defence;
    const char *act;
} moments[] = {
    {"", false, "attack Foe by=Ann 4"},
    {"place corridor dark", false, "attack Foe by=Ann 4"},
    {"place narrow; wield Ann great-axe", false, "attack Foe by=Ann 4"},
    {"wield Ann bow", false, "attack Foe by=Ann 4"},
    {"condition Foe bound; condition Ann blessed", false, "attack Foe by=Ann 4"},
    {"modifier Ann attack +3 high ground; trait Foe goblin", false, "attack Foe by=Ann 4"},
    {"next; set Foe count=2; morale Foe 1", false, "attack Foe by=Ann 4"},
    {"next; next", true, "defend Ann 4"},
    {"place room dark; next; next", true, "defend Ann 4"},
    {"set Foe surprise=6; surprise Foe 1", true, "defend Ann 4"},
    {"set Foe surprise=6; surprise Foe 1; defend Ann 4; defend all 4; next; next", true, "defend Ann 4"},
    {"flee", true, "defend Ann 4"},
    {"place grottoes; flee", true, "defend Ann 4"},
    {"place room door; withdraw", true, "defend Ann 4"},
    {"condition Ann barkskin; trait Foe fire; next; next", true, "defend Ann 4"},
};

static int shown_number(const struct inputs *inputs, const char *name)
{
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        if (strcmp(inputs->action->parameters[i].name, name) == 0) {
            const struct value_def *def = &inputs->action->parameters[i];
            int number = inputs->value[i].number;
            return def->kind == VALUE_CHOICE ? atoi(def->choices[number]) : number;
        }
    }
    fail_msg("no %s", name);
    return 0;
}

static void check_moment(const struct moment *moment)
{
    struct row row = {.ann = "class=warrior level=2 gear=sword,shield,great-axe,bow",
                      .more = moment->setup, .situation = ""};
    struct table *table = table_of(&row);
    int ann = table_id(table, "Ann"), foe = table_id(table, "Foe");
    const struct procedure *procedure = procedure_of(&table->state);
    struct inputs shown, due_shown;
    struct error err;
    if (!procedure->usual_act(&table->state, moment->is_defence ? foe : ann,
                              moment->is_defence ? ann : foe, &shown, &err)) {
        fail_msg("%s: %s", moment->setup, err.text);
    }
    struct pending pending[PENDING_MAX];
    int pending_checks = procedure->pending(&table->state, pending, PENDING_MAX);
    for (int i = 0; i < pending_checks && moment->is_defence; i++) {
        if (pending[i].subject == ann && pending[i].action != NULL) {
            assert_true(procedure->pending_act(&table->state, &pending[i], &due_shown, &err));
            assert_int_equal(shown_number(&due_shown, "bonus"), shown_number(&shown, "bonus"));
        }
    }
    char expected[64];
    snprintf(expected, sizeof expected, " die=%d bonus=%d", shown_number(&shown, "die"),
             shown_number(&shown, "bonus"));
    table_do(table, moment->act);
    const struct effect *kept = state_effect(&table->state, NULL, EFFECT_ROLL_KEPT, ann, ANYBODY);
    assert_non_null(kept);
    if (strstr(kept->label, expected) == NULL) {
        fail_msg("%s: rolled %s, shown %s", moment->setup, kept->label, expected);
    }
    table_free(table);
}

static void test_modifiers__what_is_shown_is_what_is_rolled(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        check_moment(&moments[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modifiers__every_line_counts_as_it_says),
        cmocka_unit_test(test_modifiers__no_line_is_missing),
        cmocka_unit_test(test_modifiers__abilities_change_dice_and_effect),
        cmocka_unit_test(test_modifiers__the_die_follows_from_the_level),
        cmocka_unit_test(test_modifiers__a_foe_can_count_against_its_attackers),
        cmocka_unit_test(test_modifiers__the_referee_adds_and_ends_a_number_with_a_reason),
        cmocka_unit_test(test_modifiers__a_row_without_a_level_is_said),
        cmocka_unit_test(test_modifiers__texts_are_right_or_told),
        cmocka_unit_test(test_modifiers__odds_equal_an_enumeration),
        cmocka_unit_test(test_modifiers__what_is_shown_is_what_is_rolled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
