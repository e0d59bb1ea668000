/* Fights that are played by policies (the slot `plays` of each game's procedure): no line is
 * refused or leads nowhere in random fights, what a party has is used, and each field of a
 * policy changes who wins. GAME=yuxtapa FIGHTS=5000 plays more of one game; FIGHT=7 prints one
 * line by line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/played_fight.h"
#include "support/random_fight.h"
#include "support/unit.h"

enum { FIGHTS = 60 };

static int number(const char *name, int usual)
{
    const char *value = getenv(name);
    return value != NULL ? atoi(value) : usual;
}

static bool is_wanted(const char *system)
{
    const char *only = getenv("GAME");
    return only == NULL || strcmp(only, system) == 0;
}

/* Any policy: each field is drawn. */
static void draw_policy(struct policy *policy, struct draws *draws)
{
    static const int values[] = {0, 30, 60, 100};
    policy_init(policy, "drawn");
    for (int i = 0; i < POLICY_FIELDS; i++) {
        policy->value[i] = values[draws_between(draws, 0, 3)];
    }
    policy->value[POLICY_flees_at] = draws_between(draws, 0, 3) == 0 ? 30 : 0;
}

static void random_fight(const struct random_game *game, int nth, struct played_words *words)
{
    struct draws draws;
    struct policy party, foes;
    struct played_fight fight;
    struct table *table = table_new(game->system);
    draws_init(&draws);
    draws.state += (uint64_t)nth * 77;
    random_fight_party(table, game, &draws);
    for (int i = draws_between(&draws, 1, 3); i > 0; i--) {
        random_fight_join(table, draws_between(&draws, 1, 3), random_kind(table, &draws),
                          "foes");
    }
    if (!game->is_of_classes && draws_between(&draws, 0, 2) == 0) {
        const char *kind = random_kind(table, &draws);
        TEXT_BUFFER(line, 160);
        text_add(&line, "add %s side=party %s=%s", kind, table->procedure->fills, kind);
        table_do(table, line.p);
    }
    draw_policy(&party, &draws);
    draw_policy(&foes, &draws);
    played_init(&fight, table, &party, &foes);
    for (int i = 0; table->procedure->assumptions[i].name != NULL; i++) {
        int choices = 0;
        while (choices < ASSUMPTION_CHOICES_MAX &&
               table->procedure->assumptions[i].choice[choices] != NULL) {
            choices++;
        }
        fight.player.assumed[i] = draws_between(&draws, 0, choices - 1);
    }
    fight.words = words;
    fight.prints = number("FIGHT", -1) == nth;
    played_run(&fight, nth);
    assert_true(state_is_sound(table->procedure, &fight.fight->state));
    played_free(&fight);
    table_free(table);
}

static void test_no_line_is_refused_in_random_fights(void **state)
{
    (void)state;
    for (int i = 0; i < RANDOM_GAMES; i++) {
        const struct random_game *game = &random_games[i];
        struct table *table = table_new(game->system);
        struct played_words words = {.count = 0};
        int one = number("FIGHT", -1);
        bool can_play = table->procedure->plays != NULL;
        table_free(table);
        if (!can_play || !is_wanted(game->system)) {
            continue;
        }
        int fights = number("FIGHTS", FIGHTS);
        for (int nth = one >= 0 ? one : 0; nth < (one >= 0 ? one + 1 : fights); nth++) {
            random_fight(game, nth, &words);
        }
        printf("# %s, %d fights\n", game->system, fights);
        played_print(&words);
    }
}

/* ---- what the rules of Trilemma have ---------------------------------------------------- */

/* A fight with everything that these rules let a combatant do. */
static const char *const everything[] = {
    "add Ana side=party strength=15 wits=14 armour=4 hp=30 traits=riposte",
    "add Bo side=party strength=14 wits=12 ac=20 hp=24 traits=crossbow",
    "add Cy side=party strength=12 wits=16 ac=21 hp=18",
    "add 2 hand side=party strength=11 ac=21 hp=12 traits=henchman",
    "add Di side=party strength=14 wits=15 ac=22 hp=20",
    "command hand* under=Cy",
    "command Di under=Cy",
    "add 3 gnoll strength=13 wits=9 ac=21 hp=18 damage=1d8 morale=8",
    "add Blind strength=14 wits=10 ac=20 hp=22 damage=1d10 morale=9",
    "condition Blind blind",
    "condition Blind unaware",
    "add Slow strength=14 wits=2 ac=20 hp=22 morale=9",
    "surprise Slow zero",
};
enum { EVERYTHING = sizeof everything / sizeof everything[0] };

static const char *const trilemma_acts[] = {
    "react shield",      "react shield-after", "react riposte",
    "react opportunity", "react clear-order",  "order by=",
    "superior",          "reorient by=",       "guard by=",
    "aim by=",           "shoot by=",          "shoot by= other= facing=above",
    "effect direct by=", "injury out",         "morale then=flee"};
enum { TRILEMMA_ACTS = sizeof trilemma_acts / sizeof trilemma_acts[0] };

static void answer(struct policy *policy, const char *question, const char *word)
{
    struct policy_answer *one = &policy->answer[policy->answers++];
    text_format(one->question, sizeof one->question, "%s", question);
    text_format(one->word, sizeof one->word, "%s", word);
}

static void test_everything_in_trilemma_is_used(void **state)
{
    (void)state;
    static struct played_words words;
    struct policy policy;
    struct played_fight fight;
    struct table *table = table_new("trilemma");
    for (int i = 0; i < EVERYTHING; i++) {
        table_do(table, everything[i]);
    }
    policy_init(&policy, "sensible");
    policy.value[POLICY_engaged] = 50;
    answer(&policy, "reorient", "yes");
    answer(&policy, "guard", "40");
    answer(&policy, "aim", "yes");
    answer(&policy, "facing", "above");
    words.count = 0;
    played_init(&fight, table, &policy, &policy);
    fight.words = &words;
    for (int nth = 0; nth < number("FIGHTS", FIGHTS); nth++) {
        fight.prints = number("FIGHT", -1) == nth;
        played_run(&fight, nth);
    }
    for (int i = 0; i < TRILEMMA_ACTS; i++) {
        if (played_count(&words, trilemma_acts[i]) == 0) {
            played_print(&words);
            fail_msg("nobody ever did: %s", trilemma_acts[i]);
        }
    }
    played_free(&fight);
    table_free(table);
}

/* ---- the demos ------------------------------------------------------------------------- */

/* A table with the fight of a demo as it stands at the end of its script; with `at_start` as it
 * is before its first turn. */
static struct table *demo_table(const char *system, const char *name, bool at_start)
{
    char path[64], line[400];
    struct table *table = table_new(system);
    snprintf(path, sizeof path, "data/demo/%s.referee", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        bool is_start = strncmp(line, "initiative", 10) == 0 || strcmp(line, "next") == 0;
        if (at_start && is_start) {
            break;
        }
        if (line[0] != '#' && line[0] != '\0' && strncmp(line, "encounter", 9) != 0) {
            table_do(table, line);
        }
    }
    fclose(file);
    return table;
}

/* What a sensible party uses in the demo of a game. */
static const struct {
    const char *system, *demo, *word;
} used[] = {
    {"caves-of-qud", "saltworks", "attack by= block"},
    {"caves-of-qud", "saltworks", "effect \"cold 1d4\""},
    {"caves-of-qud", "saltworks", "condition asleep off"},
    {"yuxtapa", "mill_pond", "attack by= kind=circular"},
    {"yuxtapa", "mill_pond", "shoot by="},
    {"yuxtapa", "mill_pond", "spell by= kind=zap"},
    {"yuxtapa", "mill_pond", "water out"},
    {"pixel-dungeon", "sunken_larder", "condition asleep off"},
    {"trilemma", "spire", "react shield"},
    {"trilemma", "spire", "react shield-after"},
    {"trilemma", "spire", "superior"},
    {"trilemma", "spire", "morale then=flee"},
};
enum { USED = sizeof used / sizeof used[0], DEMO_FIGHTS = 40 };

/* In the demo of each game a sensible party uses everything that it has; no line is refused. */
static void test_everything_that_a_demo_party_has_is_used(void **state)
{
    (void)state;
    struct policy sensible;
    policy_init(&sensible, "sensible");
    for (int i = 0; i < USED; i++) {
        bool is_first = i == 0 || strcmp(used[i].demo, used[i - 1].demo) != 0;
        static struct played_words words;
        if (!is_wanted(used[i].system)) {
            continue;
        }
        words.count = is_first ? 0 : words.count;
        for (int nth = 0; is_first && nth < number("FIGHTS", DEMO_FIGHTS); nth++) {
            struct played_fight fight;
            struct table *table = demo_table(used[i].system, used[i].demo, nth % 2 == 0);
            played_init(&fight, table, &sensible, &sensible);
            fight.words = &words;
            fight.prints = number("FIGHT", -1) == nth;
            assert_int_not_equal(played_run(&fight, nth)->end, FIGHT_STALEMATE);
            played_free(&fight);
            table_free(table);
        }
        if (played_count(&words, used[i].word) == 0) {
            played_print(&words);
            fail_msg("%s: nobody ever did: %s", used[i].demo, used[i].word);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_line_is_refused_in_random_fights),
        cmocka_unit_test(test_everything_that_a_demo_party_has_is_used),
        cmocka_unit_test(test_everything_in_trilemma_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
