/* Every creature and foe that ships is played, in random fights of its game, to their end:
 * beside others of its game, in small and large numbers, against a party of the game, and in
 * it. So no kind ships with numbers that break a fight. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/auto_fight.h"
#include "support/random_fight.h"
#include "support/unit.h"

enum { FIGHTS = 6 };

/* Who fights, and the fight; whether this kind attacked somebody in it. */
static bool play(const struct random_game *game, const char *kind, int nth)
{
    struct auto_fight fight = {.table = table_new(game->system)};
    struct table *table = fight.table;
    fight.prints = getenv("KIND") != NULL;
    draws_init(&fight.draws);
    for (int i = 0; i < nth; i++) {
        (void)draws_between(&fight.draws, 0, 1);
    }
    table->seed = (uint64_t)nth + 1;
    random_fight_party(table, game, &fight.draws);
    int first = table->state.count + 1;
    bool is_ally = nth == FIGHTS - 1 && !game->is_of_classes;
    random_fight_join(table, game->is_of_classes ? 1 : draws_between(&fight.draws, 1, 3), kind,
                      is_ally ? "party" : "foes");
    int last = table->state.count;
    if (is_ally || nth % 2 == 1) {
        random_fight_join(table, 1, random_kind(table, &fight.draws), "foes");
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

static void check_game(const struct random_game *game)
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
    for (int i = 0; i < RANDOM_GAMES; i++) {
        if (only == NULL || strcmp(only, random_games[i].system) == 0) {
            check_game(&random_games[i]);
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
