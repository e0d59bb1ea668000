/* Four Against Darkness at the table: acts that come too early, too late, or for the wrong one,
 * and what must not be lost by them. Found by playing evenings alone, by keys.
 *
 * A row is a little script (support/table_script.h). */
#include "support/table_script.h"
#include "support/unit.h"

struct row {
    const char *what;
    const char *script;
};

#define PARTY                                                                                  \
    "+add Ann side=party level=2 hp=6\n+add Bo side=party level=2 hp=6\n"                      \
    "+add Cy side=party level=1 hp=4\n+add Di side=party level=1 hp=4\n"
#define RATS "+add rats foe=vermin level=3 count=9\n"
#define GOLEM "+add golem foe=weird level=4 hp=6 damage=2\n"
#define BRIBE "+reactions rats bribe 5 / bribe 5 / bribe 5 / bribe 5 / bribe 5 / bribe 5\n"
#define DYING                                                                                  \
    PARTY "+add Ro class=cleric level=2\n" GOLEM                                               \
          "+set Ann hp=2\n+next\n+next\n+divert Ro Ann\n+defend 4\n+save 3\n~Ann dead\n"

static const struct row rows[] = {
    /* ---- saves */
    {"a lethal save that is blessed is against the same level",
     DYING "+reroll 3\n'vs L 4: failed\n~Ann dead\n"},
    {"a lethal save that is blessed, and holds",
     DYING "+reroll 4\n'vs L 4: saved\n=Ann hp 1\n"},
    {"whoever can still save a life is named",
     DYING "*Ro can still save Ann, by blessing\n+uses Ro blessing 0\n-still save\n"},
    {"a life comes before a roll made after it",
     DYING "+set golem level=1\n+add imp foe=weird level=3 hp=2\n+save Bo fear 1\n+reroll "
           "4\n'Ann again, blessing\n"},
    {"the chance is past with the phase",
     DYING "+next\n!traits & special abilities|reroll 6\n"},
    {"two hits of one kind are two saves",
     "+add Ann side=party level=1 hp=9\n+add moths foe=needle-moths "
     "count=2\n+next\n+next\n+defend 1 1\n=Ann hp 7\n"
     "*Ann saves 2+ against poison: 1 damage, ×2\n+save 1\n=Ann hp 6\n*Ann saves 2+ against "
     "poison: 1 damage\n+save 2\n=Ann hp 6\n0\n"},
    {"luck takes back one of two hits, and its save alone",
     "+add Ann class=halfling gear=none hp=9\n+add moths foe=needle-moths "
     "count=2\n+next\n+next\n+defend 1 1\n+reroll 5\n=Ann hp 8\n"
     "*poison: 1 damage\n+save 1\n=Ann hp 7\n0\n"},
    {"of two saves the one that failed is rolled again",
     "+add Ann class=halfling gear=none hp=9\n+add moths foe=needle-moths "
     "count=2\n+next\n+next\n+defend 1 1\n+save 1\n=Ann hp 6\n"
     "+reroll 2\n=Ann hp 7\n'vs L 2: saved\n*poison\n"},
    {"who leaves has no save left", "+add Ann side=party level=1 hp=9\n+add moths "
                                    "foe=needle-moths count=2\n+next\n+next\n+defend 1 1\n"
                                    "+out Ann fled\n0\n"},

    /* ---- too early */
    {"nobody runs from nobody",
     PARTY "!fleeing & withdrawing|flee\n+place room door\n!fleeing & withdrawing|withdraw\n"},
    {"who offers is answered before anybody fights",
     PARTY RATS BRIBE "+wait 1\n!foe reaction|next\n!foe reaction|attack rats by=Ann "
                      "4\n+decline\n'the party waited\n@round 1, the foes' melee\n"},
    {"who offers may be run from", PARTY RATS BRIBE "+wait 1\n+flee\n@over: fled\n"},
    {"morale is settled before the foes' turn",
     PARTY "+add rats foe=vermin level=3 count=5\n+attack rats by=Ann 6 6 1\n*morale "
           "due\n+attack rats by=Bo 1\n!morale|next\n+morale 4\n+next\n"},
    {"morale by the row's own reason is called so",
     PARTY "+add imps foe=thorn-imps count=5\n+attack imps by=Ann 3\n*morale due: Imps, by its "
           "row\n"},

    /* ---- too late */
    {"nobody attacks or casts once the party is away",
     PARTY "+add Mo class=wizard\n+add rats foe=vermin level=3 count=1\n+place room "
           "door\n+withdraw\n+defend 6 1\n@over: withdrew\n"
           "!flow 6|attack rats by=Ann 4\n!flow 6|cast fireball rats by=Mo 4\n"},
    {"nobody waits for a reaction on the run", PARTY RATS "+flee\n!flow 3|wait 1\n"},
    {"a blow is not struck again over the treasure",
     "+add Ann class=halfling\n+add rats foe=vermin level=3 count=1\n+attack rats 3\n+treasure "
     "gold=5\n!traits & special abilities|reroll 1\n"},
    {"nor behind an XP roll",
     "+add Ann class=halfling\n+xp rolls=1\n+add rats foe=vermin level=3 count=1\n+attack rats "
     "3\n+advance Ann 1\n!traits & special abilities|reroll 1\n"},
    {"nor in the foes' turn", "+add Ann class=halfling\n" RATS
                              "+attack rats 1\n+next\n!traits & special abilities|reroll 5\n"},

    /* ---- the right one */
    {"a sling alone has no part in melee",
     "+add Ann class=halfling gear=sling\n+add rats foe=vermin level=3 count=1 "
     "surprise=6\n+surprise 6\n@round 1, the party's shots and spells\n+next\n"
     "+defend 6 1\n+next\n@round 2, the party's shots and spells\n"},
    {"a dagger in the pack has",
     "+add Ann class=halfling gear=sling,dagger\n+add rats foe=vermin level=3 count=1 "
     "surprise=6\n+surprise 6\n+next\n+defend 6 1\n+next\n"
     "@round 1, the party's melee\n"},
    {"a sling in hand is no weapon of the melee, as is told",
     "+add Ann class=halfling\n+add rats foe=vermin level=3 count=1 surprise=6\n+surprise "
     "6\n+next\n+defend 6 1\n+next\n!flow 4|attack rats 4\n"
     "+wield Ann dagger\n+attack rats 4\n=rats count 0\n"},
    {"a last attack is on those who flee, whoever else is there",
     PARTY RATS "+add imp foe=weird level=3 hp=9\n+attack rats by=Ann 3\n+set rats "
                "count=4\n+morale rats 3\n~rats fled\n+attack by=Bo 2\n=rats count 3\n"
                "*last attack at +1: Ann on Rats\n"},
    {"a spell on foes goes to the only one",
     "+add Mo class=wizard level=2\n" GOLEM "+cast sleep by=Mo 4\n~golem asleep\n"},
    {"healing is used by whoever has it",
     PARTY "+add Ro class=cleric level=2\n+set Ann hp=1\n" RATS
           "+attack rats by=Bo 3\n?use\n+use healing on=Ann 2\n=Ann hp 5\n"},
    {"whoever casts no spells is told so", PARTY "+add Mo class=wizard\n!spells|cast by=Ann\n"},

    /* ---- in sight */
    {"the players hear that they choose",
     PARTY "+add rats foe=vermin level=3 count=3\n+next\n+next\n'3 attacks on 4: the players "
           "choose who is spared\n"
           "+defend all 4 4 4\n+set rats count=4\n+ruling next\n+next\n-the players choose\n"},
    {"a shield that does not count is named",
     PARTY "+equip Ann shield\n+add rats foe=vermin level=3 count=1 surprise=6\n+surprise "
           "6\n*Ann defends 4+ against Rats, no shield\n+defend 4\n"
           "+next\n+next\n-no shield\n"},
    {"a boss tells what it will have",
     PARTY "+add king foe=boss level=5 hp=5 attacks=2\n%king|when met: +1 Life, +1 attack, to "
           "the death\n"},
    {"a door is seen", PARTY RATS "+place room door\n@not started, a door\n+place corridor "
                                  "door dark\n@not started, dark corridor, a door\n"},
};

static void test_slips__every_row_goes_as_it_should(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        failed +=
            table_script_run("four-against-darkness", rows[i].what, rows[i].script) ? 0 : 1;
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slips__every_row_goes_as_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
