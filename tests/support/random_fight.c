#include "support/random_fight.h"

#include <string.h>

#include "base/text.h"

const struct random_game random_games[RANDOM_GAMES] = {
    {"trilemma",
     {"add Ysolde side=party strength=14 wits=12 armour=4 hp=9",
      "add Odo side=party strength=11 wits=15 armour=2 hp=7",
      "add Marit side=party strength=12 wits=9 ac=20 hp=12 damage=1d8",
      "add Bran side=party strength=16 wits=8 armour=6 hp=15 damage=1d10"},
     "initiative",
     false},
    {"four-against-darkness",
     {"add Hild class=warrior level=3", "add Pell class=halfling level=3",
      "add Corvin class=wizard level=3", "add Ro class=cleric level=3"},
     NULL,
     true},
    {"caves-of-qud",
     {"add Ana side=party to_hit=4 dv=6 av=4 ma=3 ego=4 weapon=steel-mace hp=40 player=yes",
      "add Bo side=party to_hit=3 dv=8 av=3 ma=4 ego=6 weapon=tuned-blade hp=30 player=yes",
      "add Cy side=party to_hit=5 dv=7 av=5 ma=4 ego=5 weapon=sluice-pike hp=35 player=yes",
      "add Di side=party to_hit=4 dv=9 av=2 ma=6 ego=8 weapon=hornet-saw hp=25 player=yes"},
     "initiative d20",
     false},
    {"pixel-dungeon",
     {"add Wren side=party accuracy=16 dodge=9 damage=4-14 armor=5 hp=50",
      "add Hollis side=party accuracy=18 dodge=12 damage=3-9 armor=2 hp=40",
      "add Ash side=party level=6 damage=2-12 dodge=14 armor=3 hp=38",
      "add Sil side=party accuracy=14 dodge=10 damage=5-20 armor=8 hp=60"},
     "initiative d20",
     false},
    {"yuxtapa",
     {"add Ana side=party class=fighter hp=20", "add Bo side=party class=archer hp=16",
      "add Cy side=party class=combat_mage hp=16", "add Di side=party class=scout hp=18"},
     "initiative d20",
     false},
};

void random_fight_party(struct table *table, const struct random_game *game,
                        struct draws *draws)
{
    int members = draws_between(draws, 2, RANDOM_MEMBERS_MAX);
    for (int i = 0; i < members; i++) {
        table_do(table, game->member[i]);
    }
}

const char *random_kind(const struct table *table, struct draws *draws)
{
    const struct library *library = table->decision.library;
    for (;;) {
        const struct library_record *record =
            &library->record[draws_between(draws, 0, library->count - 1)];
        if (strcmp(record->kind->name, table->procedure->fills) == 0) {
            return record->name;
        }
    }
}

void random_fight_join(struct table *table, int count, const char *kind, const char *side)
{
    TEXT_BUFFER(line, 200);
    text_add(&line, "add ");
    if (count > 1) {
        text_add(&line, "%d ", count);
    }
    text_add(&line, "%s side=%s", kind, side);
    table_do(table, line.p);
}
