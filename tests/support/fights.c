#include "support/fights.h"

#include <stddef.h>

static const char *const ledge[] = {"encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
                                    "add 4 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "add Scout strength=9 wits=3 ac=19 hp=5",
                                    "initiative 15 12 5 2",
                                    NULL};

static const char *const nest[] = {"encounter \"Nest ledge\"",
                                   "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                   "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
                                   "add 4 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                   "initiative 15 12 5",
                                   NULL};

static const char *const rats[] = {"encounter \"Nest ledge\" system=trilemma",
                                   "add Anka side=party strength=14 wits=12 ac=24 hp=5",
                                   "add 2 rat strength=8 wits=8 ac=20 hp=3",
                                   "initiative 15 5",
                                   "attack rat1 3",
                                   NULL};

static const char *const three[] = {"encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 armour=4 hp=9",
                                    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "initiative 15 5",
                                    "attack p1 14 6",
                                    "hp p2 t5",
                                    NULL};

static const char *const twenty[] = {"encounter \"The long stair\"",
                                     "add Anka side=party strength=14 wits=12 armour=4 hp=9",
                                     "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
                                     "add Hemming side=party strength=12 wits=15 ac=22 hp=11",
                                     "add 16 goblin strength=8 wits=6 ac=21 morale=7 hp=4",
                                     "add Thing",
                                     "initiative wits=3 15 12 5 2 1",
                                     "attack g3 14 4",
                                     "out g1,g2,g3,g4 dead",
                                     "next",
                                     "damage Thing 7",
                                     NULL};

static const char *const sixty[] = {"encounter \"The gate of the drowned city\"",
                                    "add Anka side=party strength=14 wits=12 armour=4 hp=9",
                                    "add 30 crab strength=8 wits=6 ac=21 morale=7 hp=4",
                                    "add 29 eel strength=8 wits=9 ac=19 morale=7 hp=6",
                                    "initiative 1 15 12",
                                    "next",
                                    "next",
                                    NULL};

static const char *const names[] = {
    "encounter \"Überfall auf die Brücke der Übermütigen\"",
    "add \"Αριάδνη η Τολμηρή\" side=party strength=14 wits=12 armour=4 hp=9",
    "add 山田太郎 side=party strength=14 wits=11 armour=4 hp=123",
    "add \"Sir Bartholomew Featherstonehaugh of the Marsh\" side=party wits=10 hp=1000",
    "add \"Зелёный дракон\" strength=12 wits=6 ac=22 hp=16",
    "add \"नमस्ते राजा\" strength=12 wits=5 ac=22 hp=16",
    "add \"الملك المظلم\" strength=12 wits=5 ac=22 hp=16",
    "add \"Jose\u0301 พญานาค 🐉\" strength=12 wits=5 ac=22 hp=16",
    "add 2 \"Cellar goblin of the deep\" strength=8 wits=4 ac=21 hp=4",
    "initiative 15 14 13 12 11 10 9 8",
    "attack \"Зелёный дракон\" 14 6",
    NULL};

/* Conditions of all lengths, several checks pending at once, hurt combatants. */
static const char *const crowded[] = {"encounter \"The foggy bridge\"",
                                      "add Anka side=party strength=14 wits=12 armour=4 hp=9",
                                      "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
                                      "add Hemming side=party strength=12 wits=15 ac=22 hp=11",
                                      "note-on Hemming \"owes the ferryman\"",
                                      "add 16 goblin strength=8 wits=6 ac=21 morale=7 hp=4",
                                      "add Thing",
                                      "initiative wits=3 15 12 5 2 1",
                                      "condition g1 own poisoned rounds=2",
                                      "condition g1 own grappled",
                                      "condition g1 blind rounds=12",
                                      "condition g2 prone",
                                      "condition g2 own frightened rounds=3",
                                      "condition g3,g4 own on-fire rounds=1",
                                      "condition Anka own blessed rounds=10",
                                      "condition Anka own hasted rounds=3",
                                      "condition Ulf own unconscious",
                                      "condition Ulf own bleeding rounds=4",
                                      "attack g1 14 3",
                                      "damage g5 3",
                                      "damage g6,g7,g8,g9,g10 9",
                                      NULL};

static const char *const fallen[] = {"encounter \"The last stand\"",
                                     "add Anka side=party strength=14 wits=12 armour=4 hp=9",
                                     "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
                                     "add 12 crab strength=8 wits=6 ac=21 hp=4",
                                     "initiative 15 12 5",
                                     "out c* dead",
                                     "out Anka fled",
                                     "out Ulf dead",
                                     NULL};

/* Several encounters; the last one is empty. */
static const char *const evening[] = {
    "encounter \"The stair\"",
    "add Anka side=party hp=9",
    "encounter \"Wet cellar\" system=four-against-darkness",
    "add Hild side=party level=2 hp=7",
    "encounter \"Überfall auf die Brücke der Übermütigen\" system=pixel-dungeon",
    "encounter 山の門",
    NULL};

static const char *const cellar[] = {"encounter Cellar system=four-against-darkness",
                                     "add Hild side=party level=2 hp=7",
                                     "modifier Hild attack +3 great strength",
                                     "add Pell side=party level=1 hp=4",
                                     "add \"wax rats\" foe=vermin level=3 count=9",
                                     "add golem foe=weird level=5 hp=6 damage=2",
                                     "attack \"wax rats\" by=Hild 6 4",
                                     NULL};

/* Three encounters planned, the first of them won, its treasure not rolled yet. */
static const char *const plan[] = {
    "encounter \"Rat cellar\" system=four-against-darkness",
    "add king foe=weird level=3 hp=1",
    "encounter \"حراس الجسر القديم في الليل\" system=four-against-darkness",
    "add 3 rat foe=vermin level=1",
    "encounter \"山の門を守る者たちの長い長い夜\" system=four-against-darkness",
    "add queen foe=weird level=5 hp=5",
    "note-encounter 山の門 the egg is warm; who touches it is followed",
    "tag-encounter 山の門 boss, gate",
    "encounter Camp system=four-against-darkness",
    "add Hild class=warrior level=3",
    "plan-add \"Rat cellar\" to warm up",
    "plan-add حراس the bridge is out: they have to talk, or swim",
    "plan-add 山の門 if they have time",
    "open \"Rat cellar\" carry",
    "attack king by=Hild 6 6 6 4",
    "open Camp",
    NULL};

#define CISTERN                                                                                \
    "encounter \"The cistern\" system=four-against-darkness",                                  \
        "add Hild class=warrior level=2", "add Pell class=halfling",                           \
        "add Corvin class=wizard level=2", "add Ro class=cleric level=2", "place room door",   \
        "add \"wax rats\" count=18 level=3", "add \"tallow king\"",                            \
        "attack \"wax rats\" by=Hild 6 6 4"
#define LIGHTNING "cast lightning \"tallow king\" by=Corvin 6 6 6 3"

static const char *const cistern_spell[] = {CISTERN, NULL};
static const char *const cistern[] = {CISTERN, LIGHTNING, NULL};
static const char *const cistern_strikes[] = {CISTERN, LIGHTNING, "next", "defend Hild 4",
                                              NULL};

static const char *const party[] = {"encounter \"Nest ledge\" system=four-against-darkness",
                                    "join Hild class=warrior level=2",
                                    "join \"Pell of the Nine Hills\" class=halfling",
                                    "join Odo class=cleric",
                                    "join Wiz class=wizard",
                                    "join Ida serves=Odo hp=4 note=\"carries the lantern\"",
                                    "join Rex serves=Ida as=animal hp=2",
                                    "away Wiz",
                                    "bring",
                                    "damage Hild 3",
                                    "uses Pell luck 1",
                                    "condition Odo wounded",
                                    "home",
                                    "party heal Hild 1",
                                    "damage Rex 1",
                                    NULL};

const char *const *fight_lines(enum fight fight)
{
    static const char *const *const lines[FIGHTS] = {
        [FIGHT_LEDGE] = ledge,
        [FIGHT_NEST] = nest,
        [FIGHT_RATS] = rats,
        [FIGHT_THREE] = three,
        [FIGHT_TWENTY] = twenty,
        [FIGHT_SIXTY] = sixty,
        [FIGHT_NAMES] = names,
        [FIGHT_CROWDED] = crowded,
        [FIGHT_FALLEN] = fallen,
        [FIGHT_EVENING] = evening,
        [FIGHT_PLAN] = plan,
        [FIGHT_PARTY] = party,
        [FIGHT_CELLAR] = cellar,
        [FIGHT_CISTERN] = cistern,
        [FIGHT_CISTERN_SPELL] = cistern_spell,
        [FIGHT_CISTERN_STRIKES] = cistern_strikes,
    };
    return lines[fight];
}
