/* Fights that are played by policies (the slot `plays` of each game's procedure): no line is
 * refused or leads nowhere in random fights, what a party has is used, and each field of a
 * policy changes who wins. GAME=yuxtapa FIGHTS=5000 plays more of one game; FIGHT=7 prints one
 * line by line. */
#include <math.h>
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
        /* Four Against Darkness needs its random tables: tests/games/four_against_darkness. */
        bool can_play = table->procedure->plays != NULL && !game->is_of_classes;
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

/* ---- a fight that goes on from within a turn -------------------------------------------- */

static void note_attack(void *context, const struct fight *fight, const char *line)
{
    struct text *first = context;
    (void)fight;
    if (first->n == 0 && strncmp(line, "attack", 6) == 0) {
        text_add(first, "%s", line);
    }
}

static void test_who_has_acted_in_a_turn_does_not_act_again(void **state)
{
    static const struct {
        const char *system, *ana, *rat;
    } duels[] = {
        {"caves-of-qud", "add Ana side=party to_hit=4 dv=6 av=4 ma=3 damage=1d2 pv=4 hp=40",
         "add rat to_hit=2 dv=3 av=2 ma=3 damage=1d2 pv=4 hp=90"},
        {"pixel-dungeon", "add Ana side=party accuracy=16 dodge=9 damage=1-2 armor=5 hp=50",
         "add rat accuracy=10 dodge=2 damage=1-2 armor=0 hp=90"},
        {"yuxtapa", "add Ana side=party dv=4 pv=1 to_hit=3 damage=1d2 hp=40",
         "add rat dv=3 pv=0 to_hit=2 damage=1d4 hp=90"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof duels / sizeof duels[0]; i++) {
        struct policy policy;
        struct played_fight fight;
        struct table *table = table_new(duels[i].system);
        TEXT_BUFFER(first, 200);
        policy_init(&policy, "focus");
        table_do(table, duels[i].ana);
        table_do(table, duels[i].rat);
        table_do(table, "order Ana rat");
        table_do(table, "next");
        table_do(table, "attack rat by=Ana roll");
        played_init(&fight, table, &policy, &policy);
        struct fight_rules rules = {.procedure = table->procedure,
                                    .defs = table->command,
                                    .defs_count = table->commands,
                                    .library = table->decision.library,
                                    .seed = 11};
        fight.fight->sees = note_attack;
        fight.fight->context = &first;
        fight_play(fight.fight, &rules, &fight.player, &table->state, 1);
        if (!str_holds((struct str){first.p, first.n}, str_of("by=#2"))) {
            fail_msg("%s: the first attack is %s", duels[i].system, first.p);
        }
        played_free(&fight);
        table_free(table);
    }
}

/* ---- shields of Caves of Qud ------------------------------------------------------------ */

/* The attacks on the first combatant, over all rounds. */
struct blocks {
    int round, in_round; /* the round now, and its attacks with a block */
    int rounds, attacks, blocked, most_in_round;
};

static void count_blocks(void *context, const struct fight *fight, const char *line)
{
    struct blocks *blocks = context;
    int round = fight->state.value[ENCOUNTER_ROUND];
    if (strncmp(line, "attack #1 ", 10) != 0) {
        return;
    }
    if (round != blocks->round) {
        blocks->round = round;
        blocks->rounds++;
        blocks->in_round = 0;
    }
    bool is_blocked = strstr(line, " block") != NULL;
    blocks->attacks++;
    blocks->blocked += is_blocked;
    blocks->in_round += is_blocked;
    blocks->most_in_round =
        blocks->in_round > blocks->most_in_round ? blocks->in_round : blocks->most_in_round;
}

/* Three crabs attack somebody with a shield in each round, and always hit if its DV is low. */
static void play_shield(const char *dv, const char *assumed, struct blocks *out)
{
    struct policy policy;
    struct played_fight fight;
    struct table *table = table_new("caves-of-qud");
    TEXT_BUFFER(ezra, 120);
    text_add(&ezra, "add Ezra side=party to_hit=0 dv=%s av=2 shield_av=4 ma=3 pv=-20 hp=900",
             dv);
    table_do(table, ezra.p);
    table_do(table, "add 3 crab to_hit=0 dv=90 av=50 ma=3 damage=1d2 pv=2 hp=900");
    table_do(table, "order Ezra c1 c2 c3");
    table_do(table, "next");
    policy_init(&policy, "usual");
    played_init(&fight, table, &policy, &policy);
    played_assume(&fight, "shield", assumed);
    struct fight_rules rules = {.procedure = table->procedure,
                                .defs = table->command,
                                .defs_count = table->commands,
                                .library = table->decision.library,
                                .seed = 11};
    *out = (struct blocks){.round = 0};
    fight.fight->sees = count_blocks;
    fight.fight->context = out;
    for (int nth = 0; nth < 12; nth++) {
        out->round = 0;
        fight_play(fight.fight, &rules, &fight.player, &table->state, nth);
    }
    played_free(&fight);
    table_free(table);
}

/* With chance p for each hit until one was blocked, a block comes in 1 - (1 - p)^3 of the
 * rounds. */
static void test_a_shield_blocks_one_hit_a_round(void **state)
{
    static const struct {
        const char *assumed;
        double chance;
    } row[] = {{"never", 0}, {"25", 0.25}, {"50", 0.5}, {"75", 0.75}, {"always", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct blocks blocks;
        play_shield("-50", row[i].assumed, &blocks);
        double none = 1 - row[i].chance, share = 1 - none * none * none;
        double error = 4 * sqrt(share * (1 - share) / blocks.rounds);
        if (blocks.rounds < 500 || blocks.most_in_round > 1 ||
            fabs((double)blocks.blocked / blocks.rounds - share) > error) {
            fail_msg("%s: %d blocks in %d rounds, at most %d in one", row[i].assumed,
                     blocks.blocked, blocks.rounds, blocks.most_in_round);
        }
    }
}

/* Only a natural 20 hits here, so that most rounds leave the shield free for all three. */
static void test_an_attack_that_misses_leaves_a_shield_free(void **state)
{
    struct blocks blocks;
    (void)state;
    play_shield("90", "always", &blocks);
    assert_int_equal(blocks.most_in_round, 3);
    assert_true(blocks.blocked < blocks.attacks);
    assert_true(blocks.blocked > blocks.attacks * 9 / 10);
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

static struct table *everything_table(void)
{
    struct table *table = table_new("trilemma");
    for (int i = 0; i < EVERYTHING; i++) {
        table_do(table, everything[i]);
    }
    return table;
}

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
    struct table *table = everything_table();
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

/* Where a circular attack finds one foe around, a fighter attacks as usual; elsewhere it is the
 * demo's. */
static void test_a_circular_attack_needs_two_foes_around(void **state)
{
    (void)state;
    struct policy sensible;
    struct played_fight fight;
    static struct played_words words;
    struct table *table = demo_table("yuxtapa", "mill_pond", true);
    policy_init(&sensible, "sensible");
    played_init(&fight, table, &sensible, &sensible);
    fight.words = &words;
    for (int around = 1; around <= 2; around++) {
        words.count = 0;
        played_assume(&fight, "around", around == 1 ? "1" : "2");
        for (int nth = 0; nth < DEMO_FIGHTS; nth++) {
            played_run(&fight, nth);
        }
        assert_int_equal(played_count(&words, "attack by= kind=circular") > 0, around == 2);
        assert_true(played_count(&words, "attack by=") > 0);
    }
    played_free(&fight);
    table_free(table);
}

/* Whoever stands in the order of entry before the party is attacked as any other. */
static void test_the_first_who_was_added_is_attacked(void **state)
{
    (void)state;
    static const char *const lines[][3] = {
        {"trilemma", "add rat strength=8 wits=3 ac=22 hp=6",
         "add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d8"},
        {"four-against-darkness", "add orcs foe=minion level=4 count=2",
         "add Ana class=warrior level=3"},
        {"caves-of-qud", "add crab dv=5 av=1 ma=2 hp=9 damage=1d2",
         "add Ana side=party to_hit=3 dv=6 av=3 damage=1d6 hp=22"},
        {"pixel-dungeon", "add crab accuracy=10 dodge=6 damage=1-2 armor=1 hp=9",
         "add Ana side=party accuracy=14 dodge=8 damage=2-10 armor=2 hp=25"},
        {"yuxtapa", "add Pike to_hit=2 dv=4 pv=1 damage=1d2 hp=9",
         "add Ana side=party class=fighter to_hit=3 dv=5 pv=1 damage=1d6 hp=22"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct policy sensible;
        struct played_fight fight;
        struct table *table = table_new(lines[i][0]);
        if (is_wanted(lines[i][0])) {
            table_do(table, lines[i][1]);
            table_do(table, lines[i][2]);
            policy_init(&sensible, "sensible");
            played_init(&fight, table, &sensible, &sensible);
            const struct fight_outcome *outcome = played_run(&fight, 1);
            assert_int_not_equal(outcome->end, FIGHT_STALEMATE);
            played_free(&fight);
        }
        table_free(table);
    }
}

/* Nobody stands on guard while no friend attacks: the fight would stand still. */
static void test_nobody_guards_alone(void **state)
{
    (void)state;
    for (int friends = 0; friends <= 1; friends++) {
        static struct played_words words;
        struct policy careful, foes;
        struct played_fight fight;
        struct table *table = table_new("trilemma");
        table_do(table, "add Ana side=party strength=14 wits=12 ac=24 hp=30 damage=1d8");
        table_do(table, "add 3 rat strength=8 wits=3 ac=22 hp=6");
        if (friends > 0) {
            table_do(table,
                     "add Bo side=party strength=14 wits=12 ac=24 hp=30 hp_max=60 damage=1d8");
        }
        policy_init(&careful, "careful");
        policy_init(&foes, "foes");
        answer(&careful, "guard", friends > 0 ? "50" : "100");
        played_init(&fight, table, &careful, &foes);
        fight.words = &words;
        words.count = 0;
        for (int nth = 0; nth < DEMO_FIGHTS; nth++) {
            played_run(&fight, nth);
        }
        assert_int_equal(played_count(&words, "guard by=") > 0, friends > 0);
        played_free(&fight);
        table_free(table);
    }
}

/* ---- what the referee prepared ---------------------------------------------------------- */

static int in_fight(const struct state *state, int from)
{
    int count = 0;
    for (int id = from; id <= state->count; id++) {
        count += state_value(state, id, FIELD_HAS_ACTED, 0) != 0 || !state_is_in(state, id);
    }
    return count;
}

/* Those who come by a counter's line join the fight and act in it, with initiative of their own
 * where the game has it. */
/* The group's record stays with its first, who is gone. */
static void test_a_group_without_its_first_checks_morale(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    struct policy policy;
    struct played_fight fight;
    bool has_broken = false;
    table_do(table, "add Ana side=party strength=18 wits=14 ac=26 hp=60 damage=1d10");
    table_do(table, "add 3 shrike strength=8 wits=4 ac=16 hp=3 damage=1d2 morale=5");
    table_do(table, "remove s1");
    table_do(table, "initiative 15 5");
    policy_init(&policy, "usual");
    played_init(&fight, table, &policy, &policy);
    for (int nth = 0; nth < 20; nth++) {
        has_broken = played_run(&fight, nth)->breaks > 0 || has_broken;
    }
    assert_true(has_broken);
    played_free(&fight);
    table_free(table);
}

static void test_those_who_arrive_later_fight_too(void **state)
{
    (void)state;
    static const struct {
        const char *system, *line[4];
    } fights[] = {
        {"trilemma",
         {"add Ana side=party strength=14 wits=12 ac=24 hp=40",
          "add gnoll strength=10 wits=8 ac=26 hp=40 morale=12",
          "counter help 2 then=\"add 2 wolf strength=12 wits=10 ac=20 hp=5 morale=12\""}},
        {"yuxtapa",
         {"add Ana side=party class=fighter hp=60", "add ogre class=miner hp=60",
          "counter help 2 then=\"add 2 imp class=scout\""}},
    };
    for (size_t i = 0; i < sizeof fights / sizeof fights[0]; i++) {
        struct table *table = table_new(fights[i].system);
        struct policy policy;
        struct played_fight fight;
        for (int k = 0; fights[i].line[k] != NULL; k++) {
            table_do(table, fights[i].line[k]);
        }
        policy_init(&policy, "usual");
        played_init(&fight, table, &policy, &policy);
        for (int nth = 0; nth < 10; nth++) {
            fight.prints = number("FIGHT", -1) == nth;
            played_run(&fight, nth);
            assert_int_equal(fight.fight->state.count, 4);
            assert_true(in_fight(&fight.fight->state, 3) > 0);
        }
        played_free(&fight);
        table_free(table);
    }
}

/* The first foe falls long before the others come: the fight waits for them. It does not wait
 * for a counter that only counts by hand, nor for one that brings nobody. */
static void test_a_fight_that_is_nearly_won_waits_for_those_who_are_due(void **state)
{
    (void)state;
    static const struct {
        const char *system, *line[5];
        int others; /* who come */
    } fights[] = {
        {"trilemma",
         {"add Ana side=party strength=20 wits=12 ac=30 hp=90",
          "add gnoll strength=5 wits=8 ac=5 hp=1 morale=12",
          "counter help 6 then=\"add 2 wolf strength=5 wits=10 ac=5 hp=1 morale=12\""},
         2},
        {"trilemma",
         {"add Ana side=party strength=20 wits=12 ac=30 hp=90",
          "add gnoll strength=5 wits=8 ac=5 hp=1 morale=12", "counter help 6",
          "counter door 4 then=\"note the door falls in\"",
          "counter wolves 5 per=manual then=\"add 2 wolf strength=5 wits=10 hp=1\""},
         0},
        {"yuxtapa",
         {"add Ana side=party class=fighter hp=90", "add ogre class=scout hp=1",
          "counter help 9 then=\"add imp class=scout hp=1\""},
         1},
        {"caves-of-qud",
         {"add Ana side=party to_hit=9 dv=9 av=9 damage=3d6 hp=90 player=yes",
          "add Snapjaw to_hit=0 dv=-5 av=0 damage=1 hp=1",
          "counter help 5 per=act then=\"duplicate Snapjaw 2\""},
         2},
        {"pixel-dungeon",
         {"add Wren side=party accuracy=40 dodge=20 damage=9-10 armor=9 hp=90",
          "add Crab accuracy=1 dodge=1 damage=1-2 armor=0 hp=1",
          "counter help 5 then=\"add Eel accuracy=1 dodge=1 damage=1-2 armor=0 hp=1\""},
         1},
        /* No further round begins without foes: they come at once. */
        {"four-against-darkness",
         {"add Hild class=warrior level=12", "add rats foe=wax-rats count=1",
          "counter help 9 then=\"add more foe=wax-rats count=3\""},
         1},
    };
    for (size_t i = 0; i < sizeof fights / sizeof fights[0]; i++) {
        struct table *table = table_new(fights[i].system);
        struct policy policy;
        struct played_fight fight;
        for (int k = 0; k < 5 && fights[i].line[k] != NULL; k++) {
            table_do(table, fights[i].line[k]);
        }
        policy_init(&policy, "usual");
        played_init(&fight, table, &policy, &policy);
        for (int nth = 0; nth < 10; nth++) {
            fight.prints = number("FIGHT", -1) == nth;
            const struct fight_outcome *outcome = played_run(&fight, nth);
            assert_int_equal(outcome->end, FIGHT_WON);
            assert_int_equal(fight.fight->state.count, 2 + fights[i].others);
            assert_true(outcome->round <= 20);
        }
        played_free(&fight);
        table_free(table);
    }
}

/* A declared spell is cast in its caster's turn, or lost when the caster is hurt before, as is
 * assumed. */
static void test_declared_spells_are_cast_or_lost(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "add Ana side=party strength=10 wits=1 ac=20 hp=30",
        "add gnoll strength=18 wits=18 ac=24 hp=12 damage=1d4 morale=12",
        "initiative 1 20",
        "next",
        "next",
        "declare Ana \"sleep\"",
    };
    for (int is_lost = 0; is_lost < 2; is_lost++) {
        static struct played_words words;
        struct policy policy;
        struct played_fight fight;
        struct table *table = table_new("trilemma");
        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
            table_do(table, lines[i]);
        }
        words.count = 0;
        policy_init(&policy, "usual");
        played_init(&fight, table, &policy, &policy);
        played_assume(&fight, "interrupted", is_lost ? "yes" : "no");
        played_assume(&fight, "shields", "nobody");
        fight.words = &words;
        for (int nth = 0; nth < 20; nth++) {
            played_run(&fight, nth);
        }
        int cast = played_count(&words, "cast by=");
        int doubted = played_count(&words, is_lost ? "interrupt yes" : "interrupt no");
        assert_true(doubted > 0);
        assert_int_equal(cast, is_lost ? 20 - doubted : 20);
        played_free(&fight);
        table_free(table);
    }
}

/* ---- what the fields of a policy change ------------------------------------------------ */

enum { MEASURED = 120, MEASURED_MAX = 400 };

/* Of each fight: whether it was won, and who fell. */
struct measured {
    int fights;
    bool won[MEASURED_MAX], fell[COMBATANTS_MAX][MEASURED_MAX];
};

static void measure(struct table *table, int fights, const struct policy *party,
                    const struct policy *foes, struct measured *out)
{
    struct played_fight fight;
    out->fights = fights;
    played_init(&fight, table, party, foes);
    for (int nth = 0; nth < fights; nth++) {
        out->won[nth] = played_run(&fight, nth)->end == FIGHT_WON;
        for (int id = 1; id <= COMBATANTS_MAX; id++) {
            out->fell[id - 1][nth] =
                id <= table->state.count &&
                fight_has_fallen(table->procedure, &fight.fight->state, id);
        }
    }
    played_free(&fight);
}

/* How far two chances are apart, from pairs of fights with the same dice: those that ended
 * differently, one way less the other, in standard errors (McNemar). */
static double apart(int fights, const bool *a, const bool *b)
{
    int only_a = 0, only_b = 0;
    for (int nth = 0; nth < fights; nth++) {
        only_a += a[nth] && !b[nth] ? 1 : 0;
        only_b += b[nth] && !a[nth] ? 1 : 0;
    }
    return only_a + only_b > 0 ? fabs((double)only_a - only_b) / sqrt(only_a + only_b) : 0;
}

static double most_apart(const struct measured *a, const struct measured *b)
{
    double most = apart(a->fights, a->won, b->won);
    for (int i = 0; i < COMBATANTS_MAX; i++) {
        double one = apart(a->fights, a->fell[i], b->fell[i]);
        most = one > most ? one : most;
    }
    return most;
}

static const struct field_case {
    const char *system, *demo;
    enum policy_field field;
    int from, to;
    int fights;       /* 0: as many as are usual */
    const char *more; /* a line before the fight; NULL: none */
} field_cases[] = {
    {"trilemma", "spire", POLICY_weakest, 0, 100, 0, NULL},
    {"trilemma", "spire", POLICY_strongest, 0, 100, 0, NULL},
    {"trilemma", "spire", POLICY_spread, 0, 100, 0, NULL},
    {"trilemma", "spire", POLICY_random, 0, 100, 0, NULL},
    {"trilemma", "spire", POLICY_engaged, 0, 100, 0, NULL},
    {"trilemma", "spire", POLICY_flees_at, 0, 50, 0, NULL},
    {"trilemma", NULL, POLICY_reacts_at, 0, 100, MEASURED_MAX, NULL},
    {"trilemma", NULL, POLICY_uses, 0, 100, MEASURED_MAX, NULL},
    {"caves-of-qud", "saltworks", POLICY_weakest, 0, 100, 0, NULL},
    {"caves-of-qud", "saltworks", POLICY_strongest, 0, 100, 0, NULL},
    {"caves-of-qud", "saltworks", POLICY_spread, 0, 100, 0, NULL},
    {"caves-of-qud", "saltworks", POLICY_random, 0, 100, 0, NULL},
    {"caves-of-qud", "saltworks", POLICY_flees_at, 0, 50, 0, NULL},
    {"caves-of-qud", "saltworks", POLICY_reacts_at, 0, 100, MEASURED_MAX, NULL},
    {"caves-of-qud", "saltworks", POLICY_uses, 0, 100, MEASURED_MAX,
     "set Old-Pim off_weapon=hook-bill"},
    {"pixel-dungeon", "sunken_larder", POLICY_weakest, 0, 100, 0, NULL},
    {"pixel-dungeon", "sunken_larder", POLICY_strongest, 0, 100, 0, NULL},
    {"pixel-dungeon", "sunken_larder", POLICY_spread, 0, 100, 0, NULL},
    {"pixel-dungeon", "sunken_larder", POLICY_random, 0, 100, 0, NULL},
    {"pixel-dungeon", "sunken_larder", POLICY_flees_at, 0, 50, 0, NULL},
    {"yuxtapa", "mill_pond", POLICY_weakest, 0, 100, 0, NULL},
    {"yuxtapa", "mill_pond", POLICY_strongest, 0, 100, 0, NULL},
    {"yuxtapa", "mill_pond", POLICY_spread, 0, 100, 0, NULL},
    {"yuxtapa", "mill_pond", POLICY_random, 0, 100, 0, NULL},
    {"yuxtapa", "mill_pond", POLICY_flees_at, 0, 50, 0, NULL},
    {"yuxtapa", "mill_pond", POLICY_casts, 0, 100, MEASURED_MAX, NULL},
    {"yuxtapa", "mill_pond", POLICY_uses, 0, 100, 0, NULL},
};
enum { FIELD_CASES = sizeof field_cases / sizeof field_cases[0] };

/* An aim is measured against another one, as the weights of a mixture. */
static void make_pair(const struct field_case *one, struct policy pair[2])
{
    enum policy_field other = one->field == POLICY_weakest   ? POLICY_strongest
                              : one->field == POLICY_engaged ? POLICY_random
                                                             : POLICY_weakest;
    bool is_aim = (int)one->field < POLICY_AIMS;
    for (int i = 0; i < 2; i++) {
        policy_init(&pair[i], i == 0 ? "from" : "to");
        if (is_aim) {
            pair[i].value[POLICY_weakest] = 0;
            pair[i].value[other] = 100 - 100 * i;
        }
        if (one->field == POLICY_reacts_at) {
            /* What is paid for is paid for reactions alone. */
            pair[i].value[POLICY_uses] = strcmp(one->system, "trilemma") == 0 ? 0 : 100;
            answer(&pair[i], "shield", "before");
        }
        pair[i].value[one->field] = i == 0 ? one->from : one->to;
    }
}

/* The party changes its policy, the foes do not. */
static void test_each_field_changes_a_chance(void **state)
{
    (void)state;
    int without_effect = 0;
    for (int i = 0; i < FIELD_CASES; i++) {
        const struct field_case *one = &field_cases[i];
        struct policy pair[2], foes;
        static struct measured from, to;
        if (!is_wanted(one->system)) {
            continue;
        }
        struct table *table =
            one->demo != NULL ? demo_table(one->system, one->demo, true) : everything_table();
        int fights = one->fights > 0 ? one->fights : MEASURED;
        if (one->more != NULL) {
            table_do(table, one->more);
        }
        policy_init(&foes, "foes");
        make_pair(one, pair);
        measure(table, fights, &pair[0], &foes, &from);
        measure(table, fights, &pair[1], &foes, &to);
        double apart_by = most_apart(&from, &to);
        printf("# %s %s: %.1f standard errors apart\n", one->system,
               policy_fields[one->field].name, apart_by);
        without_effect += apart_by < 3 ? 1 : 0;
        table_free(table);
    }
    assert_int_equal(without_effect, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_line_is_refused_in_random_fights),
        cmocka_unit_test(test_who_has_acted_in_a_turn_does_not_act_again),
        cmocka_unit_test(test_a_shield_blocks_one_hit_a_round),
        cmocka_unit_test(test_an_attack_that_misses_leaves_a_shield_free),
        cmocka_unit_test(test_everything_that_a_demo_party_has_is_used),
        cmocka_unit_test(test_everything_in_trilemma_is_used),
        cmocka_unit_test(test_a_circular_attack_needs_two_foes_around),
        cmocka_unit_test(test_the_first_who_was_added_is_attacked),
        cmocka_unit_test(test_nobody_guards_alone),
        cmocka_unit_test(test_a_group_without_its_first_checks_morale),
        cmocka_unit_test(test_those_who_arrive_later_fight_too),
        cmocka_unit_test(test_a_fight_that_is_nearly_won_waits_for_those_who_are_due),
        cmocka_unit_test(test_declared_spells_are_cast_or_lost),
        cmocka_unit_test(test_each_field_changes_a_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
