/* The flow of Four Against Darkness at the table, with worked numbers: a row for every line of
 * the rules' flow, for each fault that other programs have (part E), and for each act that is
 * refused. Below the rows stands the list of those lines; one without a row fails. Modifiers
 * have tests of their own: these characters have none.
 *
 * A row is a little script (support/table_script.h). */
/* clang-format off */
#include <stdio.h>
#include <string.h>

#include "support/table_script.h"
#include "support/unit.h"
#include "games/four_against_darkness/table.h"

struct row {
    const char *what;
    const char *script;
};

#define PARTY                                                                                     \
    "+add Ann side=party level=2 hp=6\n+add Bo side=party level=2 hp=6\n"                         \
    "+add Cy side=party level=1 hp=4\n+add Di side=party level=1 hp=4\n"
#define RATS "+add rats foe=vermin level=3 count=9\n"
#define GOLEM "+add golem foe=weird level=4 hp=6 damage=2\n"
#define KING "+add king foe=boss level=5 hp=5 attacks=2\n"
/* Every face of the reaction comes to the same. */
#define REACT(result)                                                                             \
    "+reactions rats " result " / " result " / " result " / " result " / " result " / " result "\n"
#define BOW(who) "+equip " who " bow\n"

static const struct row rows[] = {
    /* ---- the four orders */
    {"flow 4: attack at once, kept in every round",
     PARTY RATS "+attack rats by=Ann 4\n'the party attacked at once\n@round 1, the party's melee\n"
     "=rats count 8\n!flow 5|attack rats by=Ann 4\n+attack rats 3\n=rats count 7\n!flow 5|defend 4\n"
     "+next\n@round 1, the foes' melee\n*Ann defends 4+ against Rats ×2\n"
     "*Di defends 4+ against Rats\n!flow 4|attack rats by=Cy 4\n!flow 5|next\n"
     "+defend 4 4 4 4 4 4 4\n0\n+next\n@round 2, the party's melee\n+next\n"
     "@round 2, the foes' melee\n"},
    {"flow 4: waited, it is the foes first, kept in every round",
     PARTY RATS REACT("fight") "+wait 4\n'the party waited\n@round 1, the foes' melee\n"
     "!flow 4|attack rats by=Ann 4\n+defend all 4 4 4 4 4 4 4 4 4\n+next\n@round 1, the party's melee\n"
     "+attack rats 3\n+next\n@round 2, the foes' melee\n"},
    {"flow 4: surprised, it is the foes first",
     PARTY RATS "+set rats surprise=2\n!flow 2|attack rats by=Ann 4\n!flow 2|wait 4\n+surprise 2\n"
     "'the party is surprised: Rats\n@round 1, the foes' melee\n!flow 2|surprise 2\n!flow 3|wait 4\n"},
    {"flow 2: not surprised, the party chooses",
     PARTY RATS "+set rats surprise=2\n+surprise 3\n@the foes are met\n!flow 2|surprise 3\n"
     "+attack rats by=Ann 4\n'the party attacked at once\n"},
    {"flow 4: wandering monsters strike first, and have no reaction",
     PARTY RATS "+place corridor wandering\n!flow 4|wait 4\n+next\n'wandering monsters strike first\n"
     "@round 1, the foes' melee, corridor\n+defend 4 4\n+next\n@round 1, the party's melee, corridor\n"},
    {"flow 4: wandering monsters that surprise",
     PARTY RATS "+set rats surprise=6\n+place room wandering\n!flow 2|next\n+surprise 6\n"
     "'wandering monsters strike first\n@round 1, the foes' melee\n"},
    {"flow 4: shots before melee, with the foes' shots between",
     PARTY BOW("Ann") "+add archers foe=minion level=3 count=4\n+trait archers ranged\n"
     "+add rats foe=vermin level=3 count=4\n+attack archers by=Ann 3\n@round 1, the party's shots and spells\n"
     "!flow 4|attack rats by=Bo 4\n+next\n@round 1, the foes' shots\n*Ann defends 4+ against Archers\n"
     "+defend all 4 4 4\n+next\n@round 1, the party's melee\n!flow 5|attack rats by=Ann melee 4\n"
     "+attack rats by=Bo 3\n+next\n@round 1, the foes' melee\n*Ann defends 4+ against Rats\n"},
    {"flow 4: nobody of the foes shoots, so the party's phases are one",
     PARTY BOW("Ann") RATS "+attack rats by=Bo 3\n@round 1, the party's attacks\n+attack rats by=Ann 3\n"
     "=rats count 7\n"},
    {"flow 4: `next` attacks at once and passes by what is empty",
     PARTY RATS "+next\n@round 1, the party's melee\n+next\n@round 1, the foes' melee\n"},
    {"flow 6: dead, fled or subdued ends it",
     PARTY "+add rats foe=vermin level=3 count=1\n+attack rats by=Ann 3\n=rats out 2\n@over: won\n"
     "!flow 6|next\n*treasure due: Rats\n"},
    {"flow 6: the party has fallen",
     "+add Ann side=party level=1 hp=1\n" RATS "+next\n+next\n+defend 1\n*to survive\n+save 2\n"
     "'Ann: dead\n@over: lost\n"},
    {"flow 1: first effects come first",
     PARTY "+add king foe=hollow-abbot\n!flow 1|attack king by=Ann 4\n+meet\n*fear\n!flow 1|attack king by=Ann 4\n"
     "+save Ann 4\n+save Bo 4\n+save Cy 4\n+save Di 3\n'Di: fear: attack -1\n+attack king by=Ann 4\n"},

    /* ---- who is attacked */
    {"who is attacked: fewer foes, each a different one, the players choose who is spared",
     PARTY "+add rats foe=vermin level=3 count=3\n+next\n+next\n*Ann defends 4+ against Rats\n*Cy defends 4+ against Rats\n"
     "!flow 5|defend Di 4\n!who is attacked|divert Ann Bo\n+divert Ann Di\n+defend Di 4\n"
     "!flow 5|defend Ann 4\n"},
    {"who is attacked: equal, one each",
     PARTY "+add rats foe=vermin level=3 count=4\n+next\n+next\n+defend Ann 4\n+defend Bo 4\n"
     "+defend Cy 4\n+defend Di 4\n0\n"},
    {"who is attacked: more, shared equally, a hated class takes the rest",
     "+add Ann class=warrior\n+add Bo class=warrior\n+add Cy class=dwarf\n+add Di class=elf\n"
     "+add goblins foe=cellar-goblins count=6\n+surprise 6\n+next\n+next\n"
     "*Cy defends 4+ against Goblins ×3\n*Ann defends 4+ against Goblins\n!who is attacked|divert Cy Bo\n"
     "*Bo defends 4+ against Goblins\n*Di defends 4+ against Goblins\n"},
    {"who is attacked: in a corridor two foes strike the two in front",
     PARTY RATS "+place corridor\n+next\n+next\n+defend Ann 4\n+defend Bo 4\n0\n"},
    {"marching order: only positions 1 and 2 fight hand to hand in a corridor",
     PARTY RATS BOW("Cy") "+place corridor\n!marching order|attack rats by=Di 4\n+attack rats by=Cy 3\n"
     "+attack rats by=Ann 3\n+ruling attack rats by=Di 3\n'ruling, against: Di stands too far back\n"
     "=rats count 6\n"},
    {"marching order: in a narrow corridor one fights one",
     PARTY RATS "+place narrow\n!marching order|attack rats by=Bo 4\n+attack rats by=Ann 3\n+next\n"
     "+defend 4\n0\n"},
    {"marching order: wandering in a corridor they come from behind",
     PARTY RATS "+place corridor wandering\n+next\n*Cy defends 4+ against Rats\n*Di defends 4+ against Rats\n+defend 4 4\n0\n+next\n"
     "!marching order|attack rats by=Ann 4\n+attack rats by=Di 3\n"},
    {"marching order: who falls leaves the place to the one behind",
     PARTY RATS "+place corridor\n+out Ann dead\n+attack rats by=Cy 3\n=rats count 8\n"},
    {"who is attacked: a boss with several attacks is like as many foes",
     PARTY KING "+next\n'King, a boss: +1 Life\n'+1 attack\n=king attacks 3\n+next\n*Ann defends 6+ against King\n"
     "*Bo defends 6+ against King\n*Cy defends 6+ against King\n!flow 5|defend Di 6 6\n"},
    {"defence: who sleeps or is paralysed gets no roll",
     PARTY GOLEM "+condition Ann paralysed\n+next\n!flow 5|attack golem by=Ann 4\n+next\n+defend\n"
     "'Ann cannot defend\n=Ann hp 4\n"},

    /* ---- attacks */
    {"multi-kill: 9 against L3 are 3 kills, the chain 6 4 with a light weapon is 9",
     PARTY RATS "+attack rats by=Ann bonus=-1 because=light 6 4\n'- 1 light = 9 vs L 3: 3 kills\n=rats count 6\n"},
    {"multi-kill: at most the number left",
     PARTY "+add rats foe=vermin level=3 count=2\n+attack rats by=Ann bonus=3 6 2\n=rats count 0\n-morale due\n"},
    {"multi-kill: over several groups, one after the other as they are named",
     PARTY RATS "+add bats foe=vermin level=3 count=2\n+attack bats,rats by=Ann 6 6 1\n=bats count 0\n=rats count 7\n"},
    {"multi-kill: not over groups of another level",
     PARTY RATS GOLEM "!multi-kill|attack rats,golem by=Ann 4\n"},
    {"damage: 9 against an L4 major foe are 2", PARTY GOLEM "+attack golem by=Ann bonus=-1 6 4\n=golem hp 4\n"},
    {"attack: a natural 1 misses", PARTY RATS "+attack rats by=Ann bonus=9 1\n'natural 1\n=rats count 9\n"},
    {"attack_natural_1 plain",
     PARTY RATS "+setting attack_natural_1 plain\n+attack rats by=Ann bonus=9 1\n=rats count 6\n"},
    {"attack: foes never roll", PARTY RATS "xfoes never roll|attack Ann by=rats 4\n"},
    {"attack: whom is asked", PARTY RATS GOLEM "?attack by=Ann 4\n"},
    {"subdual: -1, and the last of them surrenders",
     PARTY "+add rats foe=vermin level=3 count=1\n+attack rats by=Ann subdual 4\n'- 1 subdual\n"
     "~rats surrendered\n@over: won\n"},
    {"subdual of a major foe", PARTY "+add imp foe=weird level=3 hp=1\n+attack imp by=Ann subdual 4\n"
                               "~imp surrendered\n*XP rolls due: 1\n"},
    {"class abilities: rage is used once",
     "+add Ann class=barbarian level=2\n" RATS "+attack rats by=Ann use=rage 2 3 1\n"
     "+next\n+defend all\n+ruling next\n!class abilities|attack rats by=Ann use=rage 2 3 1\n"},

    /* ---- level drop, bosses */
    {"major foes: the level drops once at half Life and never comes back",
     PARTY GOLEM "+damage golem 2\n=golem level 4\n+damage golem 1\n=golem level 3\n+heal golem 3\n"
     "+damage golem 4\n=golem level 3\n"},
    {"level_drop below-half", PARTY GOLEM "+setting level_drop below-half\n+damage golem 3\n=golem level 4\n"
                              "+damage golem 1\n=golem level 3\n"},
    {"major foes: never below level 1", PARTY "+add imp foe=weird level=1 hp=2\n+damage imp 1\n=imp level 1\n"},
    {"boss foes: +1 Life before half Life is counted, to the death",
     PARTY KING "+meet\n=king hp 6\n=king hp_max 6\n+damage king 2\n=king level 5\n+damage king 1\n=king level 4\n"
     "!morale|morale king 4\n"},
    {"boss_extras final", PARTY KING "+setting boss_extras final\n+meet\n=king hp 5\n+trait king final\n=king hp 6\n"},
    {"boss foes: a copy of one that was met has the extras once",
     PARTY KING "+meet\n+duplicate king\n=k2 hp 6\n=k2 attacks 3\n"},
    {"major foes: what had no level to lose has none more as a copy",
     PARTY "+add imp foe=weird level=1 hp=4\n+damage imp 2\n=imp level 1\n+duplicate imp\n=i2 level 1\n=i2 hp 4\n"},
    {"boss foes: gold three times, at least 100",
     PARTY KING "+next\n+damage king 6\n@over: won\n+treasure gold=50\n'150 gold\n"},

    /* ---- morale */
    {"morale: below half, 5 to 2 yes", PARTY "+add rats foe=vermin level=3 count=5\n+meet\n+set rats count=2\n"
                                       "'morale due\n*morale due: Rats\n"},
    {"morale: below half, 4 to 2 no", PARTY "+add rats foe=vermin level=3 count=4\n+meet\n+set rats count=2\n-morale due\n"},
    {"morale: 3 flees, everybody strikes once more at +1, treasure stays due",
     PARTY RATS "+next\n+set rats count=4\n+morale 3\n~rats fled\n*last attack at +1: Ann\n"
     "+attack by=Bo 2\n'+ 1 last attack = 3 vs L 3: 1 kill\n=rats count 3\n!attack|attack rats by=Bo 2\n"
     "+attack rats 2\n=rats count 2\n+next\n@over: won\n*treasure due: Rats\n"},
    {"morale: 4 stays, and once is all",
     PARTY RATS "+meet\n!morale|morale rats 4\n+set rats count=4\n+morale rats 4\n^rats fled\n+set rats count=2\n"
     "-morale due\n!morale|morale rats 4\n"},
    {"morale: the foe's own modifier",
     PARTY RATS "+set rats morale=-1\n+meet\n+set rats count=4\n+morale 4\n'- 1 modifier = 3: flees\n"
     "~rats fled\n"},
    {"morale: never, by the row", PARTY "+add rats foe=chalk-skeletons count=5\n+meet\n+set rats count=2\n-morale due\n"
                                  "!morale|morale rats 4\n"},
    {"morale: never in a fight to the death",
     PARTY RATS REACT("fight-to-the-death") "+wait 1\n+set rats count=2\n-morale due\n"},
    {"major_morale", PARTY GOLEM "+damage golem 4\n-morale due\n"},
    {"major_morale below-half", PARTY GOLEM "+setting major_morale below-half\n+damage golem 3\n-morale due\n"
                                "+damage golem 1\n'morale due\n+morale 3\n~golem fled\n"},

    /* ---- reactions */
    {"flow 3: attacking forfeits the reaction", PARTY RATS "+attack rats by=Ann 4\n!flow 3|wait 4\n"},
    {"foe reaction: a second roll is refused", PARTY RATS REACT("ignore") "+wait 1\n!foe reaction|wait rats 1\n"},
    {"foe reaction: flee", PARTY RATS REACT("flee") "+wait 1\n~rats fled\n@over: won\n0\n"},
    {"foe reaction: flee if outnumbered",
     PARTY "+add rats foe=vermin level=3 count=3\n" REACT("flee-if-outnumbered") "+wait 1\n~rats fled\n"},
    {"foe reaction: not outnumbered, they fight",
     PARTY "+add rats foe=vermin level=3 count=4\n" REACT("flee-if-outnumbered") "+wait 1\n@round 1, the foes' melee\n"},
    {"foe reaction: ignore, and an attack makes them fight",
     PARTY RATS REACT("ignore") "+wait 1\n~rats ignore\n@over: peace\n+attack rats by=Ann 4\n"
     "'the party waited\n'the encounter goes on\n+next\n*Ann defends 4+ against Rats\n"},
    {"foe reaction: peaceful", PARTY RATS REACT("peaceful") "+wait 1\n@over: peace\n0\n"},
    {"foe reaction: food and rest", PARTY RATS REACT("food-and-rest") "+wait 1\n@over: peace\n"},
    {"foe reaction: a bribe for each of those who live then",
     PARTY RATS REACT("bribe 5 each") "+set rats count=7\n+wait 1\n'35 gold for 7\n*bribe of 35\n"},
    {"foe reaction: a bribe is paid", PARTY RATS REACT("bribe 5 each") "+wait 1\n+accept\n'45 gold paid\n@over: peace\n0\n"},
    {"foe reaction: a bribe for the group, refused",
     PARTY RATS REACT("bribe 20 for all") "+wait 1\n*bribe of 20\n+decline\n@round 1, the foes' melee\n"
     "'the party waited\n"},
    {"foe reaction: an offering of blood",
     PARTY RATS REACT("blood-offering 2") "+wait 1\n?accept\n+accept by=Ann\n=Ann hp 4\n@over: peace\n"},
    {"foe reaction: a quest", PARTY RATS REACT("quest") "+wait 1\n+accept\n@over: peace\n"},
    {"foe reaction: a puzzle is a save against their level",
     PARTY RATS REACT("puzzle") "+wait 1\n+accept by=Ann 3\n'saved\n@over: peace\n"},
    {"foe reaction: a puzzle not solved", PARTY RATS REACT("puzzle") "+wait 1\n+accept by=Ann 2\n@round 1, the foes' melee\n"},
    {"foe reaction: a magic challenge", PARTY RATS REACT("magic-challenge") "+wait 1\n+accept by=Ann 4\n@over: peace\n"},
    {"foe reaction: a trial of champions", PARTY RATS REACT("trial") "+wait 1\n+accept by=Ann 1\n@round 1, the foes' melee\n"},
    {"foe reaction: trade", PARTY RATS REACT("trade") "+wait 1\n@over: peace\n"},
    {"foe reaction: capture takes prisoners",
     PARTY RATS REACT("capture") "+set Ann hp=1\n+wait 1\n+defend Ann 1\n~Ann surrendered\n"},
    {"foe reaction: sleeping, until they are attacked",
     PARTY RATS REACT("sleeping") "+wait 1\n~rats sleeping\n+attack rats by=Ann 4\n'awake\n^rats sleeping\n"},
    {"foe reaction: fight", PARTY RATS REACT("fight") "+wait 1\n@round 1, the foes' melee\n"},
    {"foe reaction: something special", PARTY RATS REACT("they sing") "+wait 1\n'they sing\n@over: peace\n+decline\n"
                                        "@round 1, the foes' melee\n"},
    {"foe reaction: six different results",
     PARTY RATS "+reactions rats flee / ignore / bribe 1 / fight / fight / quest\n+wait 6\n~rats quest\n"
     "xsix results|reactions rats flee / fight\n"},

    /* ---- running */
    {"fleeing: each foe strikes once, a boss too",
     PARTY KING "+next\n+flee\n@fleeing: each foe strikes once\n*Ann defends 6+ against King\n!flow 5|defend Bo 4\n"
     "!fleeing & withdrawing|flee\n!fleeing & withdrawing|attack king by=Ann 4\n+defend Ann 6\n@over: fled\n0\n"},
    {"withdrawing needs a door", PARTY RATS "!fleeing & withdrawing|withdraw\n+ruling withdraw\n"
                                 "@withdrawing: each foe strikes once\n"},
    {"withdrawing: +1 defence, then 1 in 6 wandering monsters",
     PARTY "+add rats foe=vermin level=3 count=1\n+place room door\n+withdraw\n+defend 3\n'+ 1 withdrawing = 4 vs L 3: blocked\n"
     "@over: withdrew\n*wandering monsters\n+wandering 1\n'wandering monsters come\n!fleeing & withdrawing|wandering 1\n"},
    {"fleeing: grottoes are slippery",
     PARTY "+add rats foe=vermin level=3 count=1\n+place grottoes\n+flee\n+defend 4\n'- 1 slippery = 3 vs L 3: 1 damage\n"},

    /* ---- defences and saves */
    {"defence: must beat the level",
     PARTY "+add rats foe=vermin level=3 count=2\n+next\n+next\n+defend 3\n=Ann hp 5\n+defend 4\n=Bo hp 6\n"},
    {"defence: several dice settle several", PARTY RATS "+next\n+next\n+defend 4 4 1\n=Ann hp 5\n*Bo defends 4+ against Rats\n"},
    {"defence_explodes no", PARTY "+add rats foe=vermin level=6 count=1\n+setting defence_explodes no\n+next\n+next\n+defend 6\n"
                            "=Ann hp 5\n"},
    {"save rolls: poison on a hit",
     PARTY "+add moths foe=needle-moths count=1\n+next\n+next\n+defend 3\n=Ann hp 5\n*Ann saves 2+ against poison: 1 damage\n"
     "!save rolls|next\n+save 1\n=Ann hp 4\n0\n"},
    {"save rolls: the presets",
     PARTY "?save Ann trap\n+save Ann trap level=3 3\n'vs L 3: saved\n+save Ann fear 3\n'vs L 4: failed\n+save Ann gaze 4\n"
     "'vs L 4: saved\n+save Ann trap damage=1 2\n'vs L 3: failed\n=Ann hp 5\n+save Ann magic 3\n'vs L 4: failed\n"
     "+save Ann poison 1\n'vs L 2\n+save Ann disease 2\n'vs L 2\n"},
    {"save rolls: the lethal save, survived",
     PARTY GOLEM "+set Ann hp=2\n+next\n+next\n+defend 4\n*Ann saves 4+ to survive\n!save rolls|next\n+save 4\n"
     "=Ann hp 1\n~Ann wounded\n"},
    {"save rolls: the lethal save, not survived",
     PARTY GOLEM "+set Ann hp=2\n+next\n+next\n+defend 4\n+save 3\n~Ann dead\n"},
    {"lethal_save dead", PARTY GOLEM "+setting lethal_save dead\n+set Ann hp=2\n+next\n+next\n+defend 4\n~Ann dead\n0\n"},

    /* ---- luck, blessing, spells */
    {"traits & special abilities: luck re-rolls an own attack",
     "+add Ann class=halfling\n" RATS "+attack rats by=Ann 1\n=rats count 9\n+reroll 3\n=rats count 8\n"
     "'Ann again, luck: d6! [3] + 1 halfling L1 - 1 sling = 3\n"
     "!traits & special abilities|reroll 3\n"},
    {"traits & special abilities: luck takes a defence back, and what it brought",
     "+add Ann class=halfling gear=none hp=3\n+add moths foe=needle-moths count=1\n+next\n+next\n+defend 3\n=Ann hp 2\n"
     "*poison\n+reroll 4\n=Ann hp 3\n0\n"},
    {"traits & special abilities: a blessing re-rolls another's failed save",
     PARTY "+add Ro class=cleric\n+save Ann fear 3\n+reroll Ann by=Ro 4\n'vs L 4: saved\n"},
    {"traits & special abilities: nobody else's luck",
     PARTY RATS "+attack rats by=Ann 1\n!traits & special abilities|reroll 4\n"},
    {"spells: a roll with +L, a use less, in the phase of shots",
     "+add Mo class=wizard level=2\n" RATS "+cast fireball rats 2\n'+ 2 wizard L2 = 4 vs L 3\n=rats count 8\n"
     "!flow 5|cast fireball rats 2\n"},
    {"spells: none without uses",
     "+add Mo class=wizard level=1\n" RATS "+uses Mo spells 0\n!class abilities|cast fireball rats by=Mo 2\n"},
    {"spells: what helps needs no roll", PARTY "+add Mo class=wizard\n+cast protection on=Ann\n~Ann protection\n"},
    {"class abilities: healing", PARTY "+add Ro class=cleric level=2\n+set Ann hp=1\n+use healing on=Ann 2\n=Ann hp 5\n"},

    /* ---- treasure and XP */
    {"xp: a roll for a major foe, a level for a d6 above the level",
     PARTY GOLEM "+next\n+damage golem 6\n*XP rolls due: 1\n+advance Cy 2\n=Cy level 2\n!xp|advance Ann 6\n"},
    {"xp: not above the level", PARTY "+xp rolls=2\n+advance Ann 2\n=Ann level 2\n+advance Ann 6\n=Ann level 3\n"},
    {"xp: one for ten encounters with minor foes, carried by the referee",
     PARTY "+add rats foe=vermin level=3 count=1\n+xp minor=9\n+attack rats by=Ann 3\n*XP rolls due: 1\n"
     "'minor encounters 0 of 10\n"},
    {"xp: bribed and peaceful do not count",
     PARTY GOLEM "+reactions golem bribe 5 / bribe 5 / bribe 5 / bribe 5 / bribe 5 / bribe 5\n+wait 1\n+accept\n@over: peace\n0\n"},
    {"treasure: the modifier of the foe",
     PARTY "+add rats foe=vermin level=3 count=1 treasure=-1\n+attack rats by=Ann 3\n+treasure 4\n'4 -1 = 3 on the treasure table\n"
     "!boss foes|treasure 4\n"},

    /* ---- arithmetic at the table */
    {"attack: every tier has its die, which explodes",
     "+add Ann side=party level=5 hp=9\n+add Bo side=party level=10 hp=9\n+add Cy side=party level=15 hp=9\n"
     "+add Di side=party level=20 hp=9\n+add Ed side=party level=4 hp=9\n+add rats foe=vermin level=3 count=60\n"
     "+attack rats by=Ann 7 2\n=rats count 57\n+attack rats by=Bo 8 1\n=rats count 54\n+attack rats by=Cy 9 3\n"
     "=rats count 50\n+attack rats by=Di 10 2\n=rats count 46\n+attack rats by=Ed 6 3\n=rats count 43\n"},
    {"explosion: on and on, and no success by itself",
     PARTY "+add imp foe=weird level=20 hp=3\n+attack imp by=Ann 6 6 6 1\n'= 19 vs L 20\n=imp hp 3\n"
     "+attack imp by=Bo 6 6 6 2\n=imp hp 2\n"},
    {"damage: 1 at least of a hit", PARTY GOLEM "+attack golem by=Ann 4\n=golem hp 5\n+attack golem by=Bo 3\n=golem hp 5\n"},
    {"attack: a total below 0 comes to nothing", PARTY RATS "+attack rats by=Ann bonus=-10 4\n=rats count 9\n"},
    {"arithmetic: hit 3+, defend 4+", PARTY RATS "%rats|hit 3+\n+next\n+next\n*defends 4+\n"},
    {"arithmetic: HCL counts when they are met, and stays",
     "+add Hild class=warrior level=3\n+add imps foe=thorn-imps count=4\n=imps level 4\n+set Hild level=5\n=imps level 4\n"},
    {"arithmetic: a foe's count is dice, not thrown when it is given",
     "+add vipers foe=ash-vipers 2\n=vipers count 2\n+add rats foe=wax-rats count=5\n=rats count 5\n-3d6\n"},
    {"major foes: Life of Tier + X", "+add Hild class=warrior level=5\n+add stag foe=mirror-stag\n=stag hp 5\n"},
    {"damage types: Tier damage",
     "+add Hild class=warrior level=5 gear=none\n+add ogre foe=bridge-ogre\n+next\n+next\n+defend 1\n=Hild hp 9\n"},
    {"damage types: 2 damage", PARTY GOLEM "+next\n+next\n+defend 4\n=Ann hp 4\n"},
    {"damage types: disease, a condition when the save fails",
     PARTY "+add wolf foe=fog-wolf\n+surprise 3\n+next\n+next\n+defend 1\n*Ann saves 3+ against disease: cursed\n+save 2\n~Ann cursed\n"},

    /* ---- effects of foes */
    {"flow 1: a gaze takes the next action",
     PARTY "+add stag foe=mirror-stag\n+meet\n+save Ann 3\n~Ann dazed\n+save Bo 4\n+save Cy 4\n+save Di 4\n"
     "!flow 5|attack stag by=Ann 4\n+attack stag by=Bo 6 1\n^Ann dazed\n+next\n+defend 6 4\n+next\n+attack stag by=Ann 4\n"},
    {"flow 1: fear is a number for the encounter, and luck takes it back",
     "+add Ann class=halfling gear=sling\n+add hands foe=drowned-hands count=2\n+meet\n+save 3\n'fear: attack -1\n"
     "+attack hands by=Ann 5\n'- 1 fear\n"},
    {"flow 1: luck takes a fear back",
     "+add Ann class=halfling gear=sling\n+add hands foe=drowned-hands count=2\n+meet\n+save 3\n+reroll 4\n"
     "+attack hands by=Ann 5\n-fear\n"},
    {"flow 1: bats put a light out",
     PARTY "+equip Ann lantern\n+place room dark\n+add bats foe=lamp-bats count=2\n+meet\n'lantern in the pack\n+attack bats by=Bo 3\n"
     "'- 2 darkness\n"},
    {"foe types: what comes each turn strikes all it can reach",
     PARTY "+add spirit foe=furnace-spirit\n+place corridor\n+next\n*Ann saves 4+ against heat: 1 damage\n*Bo saves\n+save Ann 3\n=Ann hp 5\n"
     "+save Bo 4\n0\n"},
    {"foe types: it heals each turn, and its level stays down",
     PARTY "+add troll foe=gate-troll\n+meet\n=troll hp 5\n+damage troll 3\n=troll level 5\n+next\n=troll hp 3\n=troll level 5\n"},
    {"damage types: a hit takes an action",
     PARTY "+add rats foe=wax-rats count=1 level=3\n+next\n+next\n+defend 1\n*hot wax\n+save 1\n+next\n'Ann loses this round's action\n"
     "!flow 5|attack rats by=Ann 4\n"},
    {"foe types: immune to a weapon that is so, which no luck changes",
     "+add Ann class=halfling level=3\n+add Bo class=warrior level=1\n+add bones foe=chalk-skeletons count=4\n+attack bones by=Ann with=dagger melee 5\n"
     "'immune to light-blade\n=bones count 4\n!traits & special abilities|reroll 6 1\n+attack bones by=Bo 3\n=bones count 3\n"},
    {"foe types: immune to fire, and to poison",
     "+add Mo class=wizard level=3\n+add Ann class=warrior level=1\n+add vipers foe=ash-vipers count=2\n+surprise 6\n"
     "+cast fireball vipers by=Mo 4\n'immune to fire\n=vipers count 2\n+attack vipers by=Ann 3\n=vipers count 1\n"},

    /* ---- orders with shots */
    {"flow 4: waited, with shots",
     PARTY BOW("Ann") "+add archers foe=minion level=3 count=4\n+trait archers ranged\n+add rats foe=vermin level=3 count=4\n"
     REACT("fight") "+reactions archers fight / fight / fight / fight / fight / fight\n+wait 1 1\n@round 1, the foes' shots\n"
     "+defend all 4 4 4 4\n+next\n@round 1, the party's shots and spells\n!flow 4|attack rats by=Bo 4\n+attack rats by=Ann 3\n"
     "+next\n@round 1, the foes' melee\n+defend all 4 4 4\n+next\n@round 1, the party's melee\n+attack rats by=Bo 3\n"},
    {"flow 4: surprised, with shots",
     PARTY BOW("Ann") "+add archers foe=minion level=3 count=4 surprise=6\n+trait archers ranged\n"
     "+add rats foe=vermin level=3 count=4\n+surprise 6\n@round 1, the foes' shots\n+defend all 4 4 4 4\n+next\n"
     "@round 1, the party's shots and spells\n+next\n@round 1, the foes' melee\n+defend all 4 4 4 4\n+next\n"
     "@round 1, the party's melee\n"},
    {"flow 4: wandering, with shots",
     PARTY BOW("Ann") "+add archers foe=minion level=3 count=4\n+trait archers ranged\n+add rats foe=vermin level=3 count=4\n"
     "+place room wandering\n+next\n@round 1, the foes' shots\n+defend all 4 4 4 4\n+next\n@round 1, the foes' melee\n"
     "+defend all 4 4 4 4\n+next\n@round 1, the party's attacks\n"},
    {"flow 4: one offer accepted, another foe fights: the party has waited",
     PARTY RATS "+add bats foe=vermin level=1 count=2\n" REACT("bribe 5")
     "+reactions bats fight / fight / fight / fight / fight / fight\n+wait 1 1\n@the foes are met\n+accept rats\n'the party waited\n"
     "@round 1, the foes' melee\n"},
    {"flow 4: surprised, and a save first", PARTY "+add hands foe=drowned-hands count=2 surprise=6\n+meet\n+ruling surprise 6\n"
     "+save Ann 4\n+save Bo 4\n+save Cy 4\n+save Di 4\n+next\n'the party was surprised\n"},
    {"marching order: in a room all fight",
     PARTY RATS "+place room\n+attack rats by=Ann 3\n+attack rats by=Bo 3\n+attack rats by=Cy 3\n+attack rats by=Di 3\n=rats count 5\n"},
    {"marching order: the third casts over the first two",
     PARTY "+add Mo class=wizard level=1 position=3\n+set Cy position=5\n" RATS "+place corridor\n+cast lightning rats by=Mo 2\n=rats count 8\n"},
    {"initiative: surprised, no shield in the own first defence",
     PARTY "+equip Ann shield\n+add rats foe=vermin level=3 count=1 surprise=6\n+surprise 6\n+defend 3\n=Ann hp 5\n+next\n"
     "+next\n+defend 3\n'+ 1 shield\n=Ann hp 5\n"},
    {"initiative: who could not defend keeps the first defence for later",
     PARTY "+equip Ann shield\n+condition Ann paralysed\n+add rats foe=vermin level=3 count=1 surprise=6\n+surprise 6\n+defend\n=Ann hp 5\n"
     "+condition Ann paralysed off\n+next\n+next\n+defend 3\n-shield\n=Ann hp 4\n"},

    /* ---- running */
    {"fleeing: no shield", PARTY "+equip Ann shield\n+add rats foe=vermin level=3 count=1\n+flee\n+defend 3\n-shield\n=Ann hp 5\n@over: fled\n"},
    {"withdrawing: the shield counts",
     PARTY "+equip Ann shield\n+add rats foe=vermin level=3 count=1\n+place room door\n+withdraw\n+defend 2\n'+ 1 withdrawing = 4 vs L 3: blocked\n=Ann hp 6\n"},
    {"fleeing: whoever falls has not fled",
     "+add Ann side=party level=1 hp=1\n+add rats foe=vermin level=3 count=1\n+flee\n+defend 1\n+save 1\n~Ann dead\n@over: lost\n"},
    {"environment: caverns are a name, a room is a room",
     PARTY RATS "+place caverns\n'the place: caverns\n+attack rats by=Ann 3\n=rats count 8\n+place room\n+attack rats by=Bo 3\n=rats count 7\n"},
    {"who is attacked: all that is left over is for those they hate",
     "+add Ann class=warrior\n+add Bo class=dwarf\n+add Cy class=dwarf\n+add Di class=elf\n+add goblins foe=cellar-goblins count=7\n"
     "+surprise 6\n+next\n+next\n*Bo defends 4+ against Goblins ×3\n*Cy defends 4+ against Goblins ×2\n*Ann defends 4+ against Goblins\n"},
    {"who is attacked: hatred does not bind where some are spared",
     "+add Ann class=warrior\n+add Bo class=dwarf\n+add goblins foe=cellar-goblins count=1\n+surprise 6\n+next\n+next\n*Bo defends 4+ against Goblins\n"
     "+divert Bo Ann\n*Ann defends 4+ against Goblins\n"},

    /* ---- morale, treasure */
    {"morale: courageous", PARTY RATS "+set rats morale=1\n+meet\n+set rats count=4\n+morale 3\n'+ 1 modifier = 4: stays\n^rats fled\n"},
    {"morale: a reason of the row's own leaves the usual check",
     PARTY "+add imps foe=thorn-imps count=5\n+attack imps by=Ann 3\n'by its row\n+morale 6\n^imps fled\n+attack imps by=Bo 3\n-morale due\n"
     "+attack imps by=Cy 3\n'below half\n+morale 6\n+attack imps by=Di 3\n-morale due\n"},
    {"xp: an encounter counts once, however many groups it has",
     PARTY "+add rats foe=vermin level=3 count=1\n+attack rats by=Ann 3\n'minor encounters 1 of 10\n+add bats foe=vermin level=3 count=1\n"
     "+attack bats by=Bo 3\n-minor encounters\n"},
    {"boss foes: at least 100 gold, and magic twice",
     PARTY KING "+next\n+damage king 6\n+treasure gold=20\n'100 gold\n'magic items twice\n"},

    /* ---- saves */
    {"save rolls: equipment counts",
     PARTY "+equip Ann rope,pole\n+save Ann other level=4 when=climbing 3\n'+ 1 rope = 4 vs L 4: saved\n+save Ann trap level=3 2\n'+ 1 pole = 3\n"
     "+save Ann trap level=3 when=party-wide 2\n'failed\n"},
    {"save rolls: a number of the class or the referee counts",
     PARTY "+modifier Ann save +2 stout\n+save Ann poison level=4 2\n'+ 2 stout = 4 vs L 4: saved\n+save Ann poison level=4 bonus=1 because=\"an amulet\" 1\n"
     "'+ 1 an amulet\n"},
    {"save rolls: a lethal offering of blood is against their level",
     PARTY RATS REACT("blood-offering 2") "+set Ann hp=1\n+wait 1\n+accept by=Ann\n*Ann saves 3+ to survive\n+save 3\n=Ann hp 1\n"},

    /* ---- abilities */
    {"traits & special abilities: luck re-rolls an own save",
     "+add Ann class=halfling\n+save Ann fear 3\n+reroll 4\n'vs L 4: saved\n"},
    {"traits & special abilities: luck is counted",
     "+add Ann class=halfling\n+save Ann fear 3\n+reroll 3\n+save Ann fear 3\n+reroll 3\n+save Ann fear 3\n!class abilities|reroll 4\n"},
    {"traits & special abilities: luck re-rolls an attack on several groups",
     "+add Ann class=halfling\n" RATS "+add bats foe=vermin level=3 count=2\n+attack bats,rats by=Ann 6 2\n=bats count 0\n=rats count 9\n"
     "+reroll 6 6 1\n=bats count 0\n=rats count 7\n"},
    {"traits & special abilities: luck does not kill whom one meant to subdue",
     "+add Ann class=halfling gear=sling\n+add imp foe=weird level=3 hp=1\n+attack imp by=Ann subdual 1\n+reroll 5\n~imp surrendered\n"},
    {"traits & special abilities: morale settles the rolls before it",
     "+add Ann class=halfling gear=sling level=2\n+add rats foe=vermin level=1 count=5\n+attack rats by=Ann 3\n+morale 3\n"
     "!traits & special abilities|reroll 6 5\n"},
    {"traits & special abilities: a druid's spells",
     "+add Mo class=druid level=4\n" RATS "+cast lightning rats 2\n'+ 4 druid L4 = 6 vs L 3\n=rats count 7\n"},
    {"subdual: the last blow says which it is",
     PARTY "+add imp foe=weird level=3 hp=2\n+attack imp by=Ann subdual 4\n=imp hp 1\n+attack imp by=Bo 3\n~imp dead\n"},
    {"class abilities: in a fight `use` is the action of the round",
     PARTY "+add Ro class=cleric level=2\n+set Ann hp=1\n" RATS "+attack rats by=Ann 3\n+use healing on=Ann 2\n=Ann hp 5\n"
     "!flow 5|attack rats by=Ro 4\n!flow 5|use healing on=Bo by=Ro 3\n+next\n!flow 4|use healing on=Ann by=Ro 3\n"},
    {"class abilities: from the rear of a corridor, too",
     PARTY "+add Ro class=cleric level=2 position=9\n+set Ann hp=1\n+place corridor\n" RATS "+attack rats by=Ann 3\n+use healing on=Ann by=Ro 2\n=Ann hp 5\n"},
    {"class abilities: what goes with a roll is not used by itself",
     "+add Ann class=barbarian\n+add Pell class=halfling\n" RATS "!class abilities|use luck by=Pell\n"
     "!class abilities|attack rats by=Pell use=luck 4\n"},
    {"equipment: another weapon counts at once",
     "+add Ann class=warrior level=1 gear=sword,great-axe\n" RATS "+attack rats by=Ann 4\n-great axe\n+next\n+defend all roll\n+ruling next\n"
     "+wield Ann great-axe\n+attack rats by=Ann 4\n'+ 1 great axe\n"},
    {"equipment: a torch lights, and strikes from the other hand when the first is empty",
     "+add Mo class=wizard level=1 gear=torch\n" RATS "+trait rats flammable\n+place room dark\n+attack rats by=Mo 3\n"
     "'+ 2 torch vs flammable = 5\n-darkness\n-unarmed\n"},
    {"equipment: two weapons, and a torch is none",
     "+add Ann class=ranger level=2 gear=sword,torch\n+add Bo class=ranger level=2 gear=sword,dagger\n+wield Bo dagger other\n" RATS
     "+attack rats by=Ann 3\n-L2/2\n+attack rats by=Bo 3\n'+ 1 ranger L2/2\n"},
    {"combat state: unarmed without a class, when it is known",
     "+add Ann side=party level=1 gear=none\n+add Bo side=party level=1\n+equip Bo sword\n+stow Bo sword gone\n" RATS
     "+attack rats by=Ann 4\n'- 2 unarmed\n+attack rats by=Bo 4\n'- 2 unarmed\n"},

    /* ---- table rules at the table */
    {"defence_explodes yes", PARTY "+add rats foe=vermin level=6 count=1\n+next\n+next\n+defend 6 1\n=Ann hp 6\n"},
    {"acrobat_defence half", "+add Ann class=acrobat level=4 gear=none\n" RATS "+next\n+next\n+defend 2\n'+ 2 acrobat L4/2 = 4\n"},
    {"acrobat_defence full", "+add Ann class=acrobat level=4 gear=none\n+setting acrobat_defence full\n" RATS "+next\n+next\n+defend 2\n'+ 4 acrobat L4 = 6\n"},
    {"parry plus-2", "+add Ann class=light-gladiator gear=none\n" RATS "+next\n+next\n+defend Ann use=parry 2\n'+ 2 parry = 4 vs L 3: blocked\n"},
    {"parry plus-1", "+add Ann class=light-gladiator gear=none\n+setting parry plus-1\n" RATS "+next\n+next\n+defend Ann use=parry 2\n'+ 1 parry = 3 vs L 3\n"},
    {"panache plus-2", "+add Ann class=swashbuckler gear=none\n" RATS "+next\n+next\n+defend Ann use=panache 2\n'+ 2 panache = 4\n"},
    {"panache a-point", "+add Ann class=swashbuckler level=3 gear=none\n+setting panache a-point\n" RATS "+next\n+next\n+defend Ann use=panache,panache,panache 2\n"
     "'+ 3 panache = 6\n!class abilities|defend Ann use=panache 2\n"},
    {"trick plus-2", "+add Ann class=acrobat gear=none\n" RATS "+next\n+next\n+defend Ann use=trick 2\n'+ 2 trick = 4\n"},
    {"trick none", "+add Ann class=acrobat gear=none\n+setting trick none\n" RATS "+next\n+next\n+defend Ann use=trick 2\n-+ 2 trick\n"},
    {"rage plus-2", "+add Ann class=barbarian level=2 gear=sword\n" RATS "+attack rats by=Ann use=rage 2 3 1\n'+ 2 rage\n=rats count 5\n"},
    {"rage dice-only", "+add Ann class=barbarian level=2 gear=sword\n+setting rage dice-only\n" RATS "+attack rats by=Ann use=rage 2 3 1\n=rats count 7\n"},
    {"hidden_strike plus-2L", "+add Ann class=assassin level=2 gear=sword\n" RATS "+attack rats by=Ann use=hidden-strike 3\n=rats count 0\n"},
    {"hidden_strike triple-only", "+add Ann class=assassin level=2 gear=sword\n+setting hidden_strike triple-only\n" RATS
     "+attack rats by=Ann use=hidden-strike 3\n=rats count 6\n"},
    {"sworn_enemy plus-2", "+add Ann class=ranger level=1 enemy=goblin gear=sword\n" RATS "+trait rats goblin\n+attack rats by=Ann 3\n'+ 2 ranger vs goblin = 6\n"},
    {"sworn_enemy next-die", "+add Ann class=ranger level=1 enemy=goblin gear=sword\n+setting sworn_enemy next-die\n" RATS
     "+trait rats goblin\n+attack rats by=Ann 8 2\n'+ 1 ranger L1 = 11\n"},
    {"boss_extras every", PARTY KING "+meet\n=king hp 6\n=king attacks 3\n"},
    {"surprise_shield wandering",
     PARTY "+setting surprise_shield wandering\n+equip Ann shield\n+add rats foe=vermin level=3 count=1 surprise=6\n+surprise 6\n+defend 3\n=Ann hp 6\n"},
    {"surprise_shield wandering, by wandering monsters",
     PARTY "+setting surprise_shield wandering\n+equip Ann shield\n+place room wandering\n+add rats foe=vermin level=3 count=1 surprise=6\n+surprise 6\n+defend 3\n=Ann hp 5\n"},
    {"blessing re-roll", PARTY "+add Ro class=cleric\n+condition Ann cursed\n!class abilities|use blessing on=Ann\n+condition Ann blessed\n"
     "+add rats foe=vermin level=3 count=9\n+attack rats by=Ann 3\n'+ 1 blessed\n"},
    {"blessing removes-condition",
     PARTY "+setting blessing removes-condition\n+add Ro class=cleric\n+condition Ann cursed\n+use blessing on=Ann\n^Ann cursed\n"
     "!traits & special abilities|use blessing on=Ann\n+condition Ann cursed\n+condition Ann lame\n?use blessing on=Ann\n+use blessing on=Ann ends=lame\n"
     "^Ann lame\n~Ann cursed\n+save Bo fear 3\n!traits & special abilities|reroll Bo by=Ro 4\n"},

    /* ---- what the table says and takes */
    {"said: a group joins as several, also as a copy",
     PARTY RATS "'Rats join\n+duplicate rats\n'Rats 2 join\n+add golem foe=weird level=4 hp=6\n'Golem joins\n"},
    {"said: nothing begins without foes", PARTY "!flow 4|next\n+add rats foe=vermin level=3 count=9\n+next\n"},
    {"said: nobody attacks once it is over",
     PARTY "+add rats foe=vermin level=3 count=1\n+attack rats by=Ann 5\n!flow 6|attack 4\n"},
    {"said: gear is named by its words", PARTY "+equip Ann silver sword, bow\n'silver sword\n+wield Ann silver sword\n+stow Ann silver sword gone\n"},

    /* ---- refused, with the rule, and overruled */
    {"refused: an attack from the rear rank of a corridor",
     PARTY RATS "+place corridor\n!marching order|attack rats by=Di 3\n+ruling attack rats by=Di 3\n=rats count 8\n"},
    {"refused: a spell without uses",
     "+add Mo class=wizard level=1\n" RATS "+uses Mo spells 0\n!class abilities|cast fireball rats by=Mo 2\n+ruling cast fireball rats by=Mo 2\n=rats count 8\n"},
    {"refused: a second reaction roll",
     PARTY RATS REACT("ignore") "+wait 1\n!foe reaction|wait rats 1\n+ruling wait rats 1\n~rats ignore\n"},
    {"refused: a withdrawal without a door",
     PARTY RATS "!fleeing & withdrawing|withdraw\n+ruling withdraw\n@withdrawing: each foe strikes once\n"},
    {"refused: a weapon the class may not use",
     "+add Mo class=wizard\n!equipment|equip Mo heavy-armour\n+ruling equip Mo heavy-armour\n'heavy armour worn\n"},
};

static void test_flow__every_row_goes_as_the_rules_have_it(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        failed += table_script_run("four-against-darkness", rows[i].what, rows[i].script) ? 0 : 1;
    }
    assert_int_equal(failed, 0);
}

/* Each line of the rules analysis and of the decisions on top of it that is no modifier (those are
 * in test_four_against_darkness_modifiers.c), by heading, and the beginning of the name of the row
 * that shows it. */
struct fact {
    const char *heading, *line;
    const char *row;
};

static const struct fact facts[] = {
    /* ---- the analysis */
    {"attack resolution", "d6 explodes on 6", "multi-kill: 9 against"},
    {"attack resolution", "d8 on 7, d10 on 8, d12 on 9, d20 on 10", "attack: every tier"},
    {"attack resolution", "roll and modifiers reach the level", "damage: 1 at least"},
    {"attack resolution", "minor foes: total / level are killed", "multi-kill: 9 against"},
    {"attack resolution", "major foes: total / level damage", "damage: 9 against"},
    {"attack resolution", "major foes: at least 1 of a hit", "damage: 1 at least"},
    {"attack resolution", "a natural 1 misses", "attack: a natural 1 misses"},
    {"defense resolution", "d6 explodes on 6", "defence_explodes yes"},
    {"defense resolution", "roll and modifiers above the level", "defence: must beat"},
    {"defense resolution", "else 1 damage, or the foe's", "damage types: 2 damage"},
    {"minor foes", "1 Life each", "multi-kill: at most"},
    {"minor foes", "several kills", "multi-kill: 9 against"},
    {"minor foes", "morale below half, d6: 1-3 flee, 4 and more fight", "morale: 3 flees"},
    {"minor foes", "XP: 1 for 10 encounters", "xp: one for ten"},
    {"major foes", "Life of Tier + X", "major foes: Life of Tier"},
    {"major foes", "each hit is 1 damage or more", "damage: 1 at least"},
    {"major foes", "level -1 at half Life", "major foes: the level drops"},
    {"major foes", "XP: 1 for each", "xp: a roll for a major"},
    {"boss foes", "+1 Life, +1 attack, to the death", "boss foes: +1 Life"},
    {"boss foes", "three times the gold, 100 at least, magic twice", "boss foes: at least 100"},
    {"initiative", "attack at once, or wait for reactions", "flow 2: not surprised"},
    {"initiative", "at once: party's shots and spells, foes' shots, melee", "flow 4: shots before"},
    {"initiative", "waiting: a reaction, foes may go first", "flow 4: waited, with shots"},
    {"initiative", "surprised: foes' shots, party's, foes' melee, party's", "flow 4: surprised, with"},
    {"marching order", "corridors: 1 and 2 fight", "marching order: only positions"},
    {"marching order", "corridors: 3 and 4 shoot and cast", "marching order: the third casts"},
    {"marching order", "wandering monsters attack the rear", "marching order: wandering in"},
    {"marching order", "rooms: all fight", "marching order: in a room"},
    {"fleeing & withdrawing", "flee: each foe once", "fleeing: each foe strikes"},
    {"fleeing & withdrawing", "flee: no shield", "fleeing: no shield"},
    {"fleeing & withdrawing", "withdraw: a door", "withdrawing needs a door"},
    {"fleeing & withdrawing", "withdraw: foes once, +1 defence, 1 in 6", "withdrawing: +1"},
    {"fleeing & withdrawing", "withdraw: shields count", "withdrawing: the shield"},
    {"morale system", "below half: d6, 1-3 flee", "morale: 3 flees"},
    {"morale system", "4 and more stay", "morale: 4 stays"},
    {"morale system", "cowardly -1", "morale: the foe's own"},
    {"morale system", "courageous +1", "morale: courageous"},
    {"morale system", "never: to the death", "morale: never in a fight"},
    {"morale system", "never: by the row", "morale: never, by the row"},
    {"save rolls", "the level of the source", "save rolls: the presets"},
    {"save rolls", "class bonuses", "save rolls: a number of the class"},
    {"save rolls", "equipment bonuses", "save rolls: equipment"},
    {"save rolls", "lethal: survive at 1, wounded", "save rolls: the lethal save, survived"},
    {"formulas", "attack: die, class, equipment, situation", "rage plus-2"},
    {"formulas", "defence: die, class, armour, shield, situation", "withdrawing: the shield"},
    {"formulas", "damage: floor(total / level), 0 for a natural 1", "damage: 9 against"},
    {"formulas", "kills: at most the number left", "multi-kill: at most"},
    {"explosion", "another d6 on a 6", "multi-kill: 9 against"},
    {"explosion", "again and again", "explosion: on and on"},
    {"explosion", "no success by itself", "explosion: on and on"},
    {"traits & special abilities", "luck: a save", "traits & special abilities: luck re-rolls an own save"},
    {"traits & special abilities", "luck: an attack", "traits & special abilities: luck re-rolls an own attack"},
    {"traits & special abilities", "luck: a defence", "traits & special abilities: luck takes a defence"},
    {"traits & special abilities", "luck: limited uses", "traits & special abilities: luck is counted"},
    {"traits & special abilities", "blessing: a failed save", "traits & special abilities: a blessing"},
    {"traits & special abilities", "wizard: +L to spells", "spells: a roll with +L"},
    {"traits & special abilities", "druid: +L to druid spells", "traits & special abilities: a druid"},
    {"environment", "grottoes: -1 when fleeing", "fleeing: grottoes"},
    {"environment", "caverns", "environment: caverns"},
    {"environment", "dungeon: standard rules", "environment: caverns"},
    {"save thresholds", "trap HCL+1 to HCL+4", "save rolls: the presets"},
    {"save thresholds", "poison L2 to L4", "save rolls: the presets"},
    {"save thresholds", "disease L2 to L3", "save rolls: the presets"},
    {"save thresholds", "magic L4 to L6", "save rolls: the presets"},
    {"save thresholds", "fear L4", "save rolls: the presets"},
    {"save thresholds", "gaze L4", "save rolls: the presets"},
    {"damage types", "1 of a hit", "defence: must beat"},
    {"damage types", "Tier damage", "damage types: Tier"},
    {"damage types", "a number of its own", "damage types: 2 damage"},
    {"damage types", "poison: damage when the save fails", "save rolls: poison on a hit"},
    {"damage types", "disease when the save fails", "damage types: disease"},

    /* ---- A. words and arithmetic */
    {"A", "9 against L3 are 3 kills", "multi-kill: 9 against"},
    {"A", "9 against an L4 major foe are 2 damage", "damage: 9 against"},
    {"A", "11 against L3 with 2 left are 2 kills", "multi-kill: at most"},
    {"A", "the chain 6 4 with a light weapon is 9", "multi-kill: 9 against"},
    {"A", "L3: hit 3+, defend 4+", "arithmetic: hit 3+"},
    {"A", "a total below 0 is 0", "attack: a total below"},
    {"A", "tiers and their dice", "attack: every tier"},
    {"A", "HCL, and a level that stays", "arithmetic: HCL"},
    {"A", "X in 6 is d6 of X or less", "flow 4: surprised, it is"},
    {"A", "foes never roll", "attack: foes never roll"},

    /* ---- B. flow of an encounter */
    {"B", "1 first effects", "flow 1: first effects"},
    {"B", "2 surprise", "flow 2: not surprised"},
    {"B", "3 attacking forfeits the reaction", "flow 3: attacking"},
    {"B", "4 at once", "flow 4: attack at once"},
    {"B", "4 waited", "flow 4: waited, it"},
    {"B", "4 surprised, no shield in each one's first defence", "initiative: surprised"},
    {"B", "4 wandering", "flow 4: wandering, with shots"},
    {"B", "5 one action each, in any order", "class abilities: in a fight"},
    {"B", "6 the end", "flow 6: dead"},
    {"B", "room: fewer foes, the players choose", "who is attacked: fewer"},
    {"B", "room: equal", "who is attacked: equal"},
    {"B", "room: more, and a hated class", "who is attacked: more"},
    {"B", "corridor: two foes at most", "who is attacked: in a corridor"},
    {"B", "narrow: one against one", "marching order: in a narrow"},
    {"B", "wandering in a corridor: reversed ranks", "marching order: wandering in"},
    {"B", "a boss spreads its attacks", "who is attacked: a boss"},
    {"B", "asleep or paralysed: no defence", "defence: who sleeps"},
    {"B", "morale: 5 to 2 yes", "morale: below half, 5"},
    {"B", "morale: 4 to 2 no", "morale: below half, 4"},
    {"B", "morale: once", "morale: 4 stays"},
    {"B", "morale: reasons of the row's own", "morale: a reason"},
    {"B", "morale: a last attack at +1, treasure due", "morale: 3 flees"},
    {"B", "level drop: once, never below 1", "major foes: never below"},
    {"B", "level drop: not undone by healing", "foe types: it heals"},
    {"B", "reaction: flee", "foe reaction: flee"},
    {"B", "reaction: flee if outnumbered", "foe reaction: flee if"},
    {"B", "reaction: ignore", "foe reaction: ignore"},
    {"B", "reaction: peaceful", "foe reaction: peaceful"},
    {"B", "reaction: food and rest", "foe reaction: food"},
    {"B", "reaction: bribe, for each of those who live", "foe reaction: a bribe for each"},
    {"B", "reaction: bribe, for the group", "foe reaction: a bribe for the group"},
    {"B", "reaction: blood", "foe reaction: an offering"},
    {"B", "reaction: quest", "foe reaction: a quest"},
    {"B", "reaction: puzzle", "foe reaction: a puzzle is"},
    {"B", "reaction: magic challenge", "foe reaction: a magic"},
    {"B", "reaction: trade", "foe reaction: trade"},
    {"B", "reaction: capture", "foe reaction: capture"},
    {"B", "reaction: trial", "foe reaction: a trial"},
    {"B", "reaction: sleeping", "foe reaction: sleeping"},
    {"B", "reaction: fight", "foe reaction: fight"},
    {"B", "reaction: to the death", "morale: never in a fight"},
    {"B", "reaction: special", "foe reaction: something"},
    {"B", "reaction: six results typed", "foe reaction: six"},
    {"B", "running: a boss strikes once", "fleeing: each foe strikes"},
    {"B", "death: 0 Life, one save against the source's level", "save rolls: the lethal save, not"},
    {"B", "XP: d6 above the level, or a 6", "xp: not above"},
    {"B", "XP: bribed and peaceful do not count", "xp: bribed"},
    {"B", "XP: encounters, not bodies", "xp: an encounter counts once"},

    /* ---- C. the foe's row: what only it brings; numbers and tags are in the records' test */
    {"C", "on_start", "flow 1: a gaze"},
    {"C", "on_turn", "foe types: what comes each turn"},
    {"C", "on_hit", "damage types: a hit takes"},
    {"C", "immunities", "foe types: immune to a weapon"},
    {"C", "hates", "who is attacked: all that"},
    {"C", "treasure modifier", "treasure: the modifier"},

    /* ---- D. table rules, both readings */
    {"D", "attack_natural_1 misses", "attack: a natural 1 misses"},
    {"D", "attack_natural_1 plain", "attack_natural_1 plain"},
    {"D", "lethal_save survives", "save rolls: the lethal save, survived"},
    {"D", "lethal_save dead", "lethal_save dead"},
    {"D", "level_drop half", "major foes: the level drops"},
    {"D", "level_drop below-half", "level_drop below-half"},
    {"D", "acrobat_defence half", "acrobat_defence half"},
    {"D", "acrobat_defence full", "acrobat_defence full"},
    {"D", "parry plus-2", "parry plus-2"},
    {"D", "parry plus-1", "parry plus-1"},
    {"D", "panache plus-2", "panache plus-2"},
    {"D", "panache a-point", "panache a-point"},
    {"D", "trick plus-2", "trick plus-2"},
    {"D", "trick none", "trick none"},
    {"D", "rage plus-2", "rage plus-2"},
    {"D", "rage dice-only", "rage dice-only"},
    {"D", "hidden_strike plus-2L", "hidden_strike plus-2L"},
    {"D", "hidden_strike triple-only", "hidden_strike triple-only"},
    {"D", "sworn_enemy plus-2", "sworn_enemy plus-2"},
    {"D", "sworn_enemy next-die", "sworn_enemy next-die"},
    {"D", "boss_extras every", "boss_extras every"},
    {"D", "boss_extras final", "boss_extras final"},
    {"D", "major_morale never", "major_morale"},
    {"D", "major_morale below-half", "major_morale below-half"},
    {"D", "surprise_shield always", "initiative: surprised"},
    {"D", "surprise_shield wandering", "surprise_shield wandering"},
    {"D", "defence_explodes yes", "defence_explodes yes"},
    {"D", "defence_explodes no", "defence_explodes no"},
    {"D", "blessing re-roll", "blessing re-roll"},
    {"D", "blessing removes-condition", "blessing removes-condition"},

    /* ---- E. faults of other programs; "no undo" is tests/app/test_dungeon_undone.c */
    {"E", "order toggled every round", "flow 4: attack at once, kept"},
    {"E", "group counts lost", "multi-kill: 9 against"},
    {"E", "majors with 1 Life", "damage: 9 against"},
    {"E", "attacks of multi-attack foes missing", "who is attacked: a boss"},
    {"E", "a reaction that does not change who strikes first", "flow 4: waited, it is"},
    {"E", "kills not spread over the group", "multi-kill: over several"},
    {"E", "the foe's own morale modifier ignored", "morale: the foe's own"},
    {"E", "defence tested with >=", "defence: must beat"},
    {"E", "weapon changes not tracked", "equipment: another weapon"},
    {"E", "the last attack at +1 missing", "morale: 3 flees"},
    {"E", "class hatred ignored", "who is attacked: more"},
};
enum { FACTS = sizeof facts / sizeof facts[0] };

static bool has_row(const char *beginning)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strncmp(rows[i].what, beginning, strlen(beginning)) == 0) {
            return true;
        }
    }
    return false;
}

static void test_flow__no_line_is_without_a_row(void **state)
{
    (void)state;
    int missing = 0;
    for (int i = 0; i < FACTS; i++) {
        if (!has_row(facts[i].row)) {
            print_error("%s, %s: no row \"%s...\"\n", facts[i].heading, facts[i].line, facts[i].row);
            missing++;
        }
    }
    assert_int_equal(missing, 0);
}

/* Every table rule there is, in each of its readings, stands in that list. */
static void test_flow__every_reading_of_a_table_rule_has_a_row(void **state)
{
    (void)state;
    for (int i = 0; i < TABLE_RULES; i++) {
        const struct setting_def *def = &four_against_darkness_settings[i];
        for (int k = 0; def->words[k] != NULL; k++) {
            char line[80];
            bool is_there = false;
            snprintf(line, sizeof line, "%s %s", def->name, def->words[k]);
            for (int n = 0; n < FACTS; n++) {
                is_there = is_there || strcmp(facts[n].line, line) == 0;
            }
            if (!is_there) {
                fail_msg("%s is not on the list", line);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flow__every_row_goes_as_the_rules_have_it),
        cmocka_unit_test(test_flow__no_line_is_without_a_row),
        cmocka_unit_test(test_flow__every_reading_of_a_table_rule_has_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
