/* Every creature and foe that ships is played, in random fights of its game, to their end:
 * beside others of its game, in small and large numbers, against a party of the game, and in
 * it. So no kind ships with numbers that break a fight. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/auto_fight.h"
#include "support/unit.h"

enum { FIGHTS = 6, MEMBERS_MAX = 4 };

/* The opponents, and the line that begins a fight; NULL: it begins by itself. */
static const struct game {
    const char *system;
    const char *member[MEMBERS_MAX];
    const char *begin;
    bool is_of_classes; /* a party of classes, in which nobody else can be */
} games[] = {
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
enum { GAMES = sizeof games / sizeof games[0] };

/* One that combatants are made from, drawn. */
static const char *any_kind(const struct table *table, struct draws *draws)
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

static void join(struct table *table, int count, const char *kind, const char *side)
{
    TEXT_BUFFER(line, 200);
    text_add(&line, "add ");
    if (count > 1) {
        text_add(&line, "%d ", count);
    }
    text_add(&line, "%s side=%s", kind, side);
    table_do(table, line.p);
}

/* Who fights, and the fight; whether this kind attacked somebody in it. */
static bool play(const struct game *game, const char *kind, int nth)
{
    struct auto_fight fight = {.table = table_new(game->system)};
    struct table *table = fight.table;
    fight.prints = getenv("KIND") != NULL;
    draws_init(&fight.draws);
    for (int i = 0; i < nth; i++) {
        (void)draws_between(&fight.draws, 0, 1);
    }
    table->seed = (uint64_t)nth + 1;
    int members = draws_between(&fight.draws, 2, MEMBERS_MAX);
    for (int i = 0; i < members; i++) {
        table_do(table, game->member[i]);
    }
    int first = table->state.count + 1;
    bool is_ally = nth == FIGHTS - 1 && !game->is_of_classes;
    join(table, game->is_of_classes ? 1 : draws_between(&fight.draws, 1, 3), kind,
         is_ally ? "party" : "foes");
    int last = table->state.count;
    if (is_ally || nth % 2 == 1) {
        join(table, 1, any_kind(table, &fight.draws), "foes");
    }
    if (game->begin != NULL) {
        table_do(table, game->begin);
    }
    if (!auto_fight(&fight)) {
        fail_msg("%s: fight %d of %s has no end: GAME=%s KIND=%s plays it line by line",
                 game->system, nth, kind, game->system, kind);
    }
    bool has_attacked = false;
    for (int id = first; id <= last; id++) {
        has_attacked = has_attacked || fight.has_attacked[id];
    }
    assert_true(state_is_sound(table->procedure, &table->state));
    table_free(table);
    return has_attacked;
}

static void check_game(const struct game *game)
{
    const char *only = getenv("KIND");
    struct table *table = table_new(game->system);
    const struct library *library = table->decision.library;
    int kinds = 0;
    for (int i = 0; i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        bool is_played = strcmp(record->kind->name, table->procedure->fills) == 0 &&
                         (only == NULL || strcmp(only, record->name) == 0);
        int attacked = 0;
        for (int nth = 0; is_played && nth < FIGHTS; nth++) {
            attacked += play(game, record->name, nth) ? 1 : 0;
        }
        if (is_played && attacked == 0) {
            fail_msg("%s: %s never came to attack anybody", game->system, record->name);
        }
        kinds += is_played ? 1 : 0;
    }
    printf("# %s: %d kinds in %d fights each\n", game->system, kinds, FIGHTS);
    assert_true(only != NULL || kinds >= 10);
    table_free(table);
}

static void test_every_kind__that_ships_fights_to_the_end(void **state)
{
    (void)state;
    const char *only = getenv("GAME");
    for (int i = 0; i < GAMES; i++) {
        if (only == NULL || strcmp(only, games[i].system) == 0) {
            check_game(&games[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind__that_ships_fights_to_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
