/* Fights without a library of records: what a referee types by hand is enough, and what only
 * records know is refused with its reason. */
#include "support/table.h"
#include "support/unit.h"

struct line {
    const char *line;
    const char *wrong, *refused; /* NULL: it is done */
};

static void play(const char *system, const struct line *lines)
{
    struct table *table = table_new(system);
    table->decision.library = NULL;
    for (int i = 0; lines[i].line != NULL; i++) {
        if (lines[i].wrong != NULL) {
            table_wrong(table, lines[i].line, lines[i].wrong);
        } else if (lines[i].refused != NULL) {
            table_refused(table, lines[i].line, lines[i].refused);
        } else {
            table_do(table, lines[i].line);
        }
    }
    table_free(table);
}

static void test_no_library__four_against_darkness(void **state)
{
    (void)state;
    static const char none[] = "there is no library of records";
    static const struct line lines[] = {
        {"add Ann side=party level=2 hp=6", NULL, NULL},
        {"add Mo side=party level=2 hp=6", NULL, NULL},
        {"add rats foe=vermin level=3 count=9", NULL, NULL},
        {"add Zoe class=wizard", none, NULL},
        {"add bats foe=cave-bats", none, NULL},
        {"equip Ann sword", none, NULL},
        {"uses Mo spells 3", "Mo has no ability spells", NULL},
        {"sheet Mo", NULL, NULL},
        {"use by=Mo", NULL, "class abilities"},
        {"cast by=Mo", NULL, "spells"},
        {"cast fireball rats by=Mo 5", "Mo has no ability spells", NULL},
        {"attack rats by=Ann 4", NULL, NULL},
        {"next", NULL, NULL},
        {"defend all 4 4", NULL, NULL},
        {NULL, NULL, NULL}};
    play("four-against-darkness", lines);
}

static void test_no_library__other_games(void **state)
{
    (void)state;
    static const char none[] = "there is no library of records";
    static const struct line trilemma[] = {
        {"add Ana side=party strength=14 wits=12 ac=24 hp=9", NULL, NULL},
        {"add goblin", NULL, NULL},
        {"add 2 rat strength=8 wits=3 ac=22 hp=6", NULL, NULL},
        {"initiative 15 5", NULL, NULL},
        {NULL, NULL, NULL}};
    static const struct line qud[] = {
        {"add Ezra side=party to_hit=2 shown_pv=9 damage=1d6 hp=18", NULL, NULL},
        {"add salt-hound dv=5 av=4 hp=30", NULL, NULL},
        {"set Ezra weapon=dagger", none, NULL},
        {NULL, NULL, NULL}};
    play("trilemma", trilemma);
    play("caves-of-qud", qud);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_library__four_against_darkness),
        cmocka_unit_test(test_no_library__other_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
