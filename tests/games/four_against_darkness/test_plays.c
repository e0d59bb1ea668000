/* Four Against Darkness played without a referee: every line is accepted, and what a party has
 * is used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "forecast/fight.h"
#include "games/four_against_darkness/combatant.h"
#include "support/draws.h"
#include "support/random_fight.h"
#include "support/table.h"
#include "support/unit.h"
#include "tracker/settings.h"

struct set_up {
    struct table *table;
    struct fight_rules rules;
    struct policy policy;
    struct player player;
    struct fight *fight;
};

/* With FIGHT=NUMBER: every line of it, as a TAP comment. */
static void print(void *context, const struct fight *fight, const char *line)
{
    (void)context;
    printf("# %s\n", line);
    for (int i = 0; i < fight->decision.events; i++) {
        struct str said = fight->decision.event[i].line;
        if (said.n > 0) {
            printf("#     %.*s\n", said.n, said.p);
        }
    }
}

static struct set_up *set_up(void)
{
    struct set_up *set = calloc(1, sizeof *set);
    assert_non_null(set);
    set->table = table_new("four-against-darkness");
    set->rules = (struct fight_rules){.procedure = set->table->procedure,
                                      .defs = set->table->command,
                                      .defs_count = set->table->commands,
                                      .library = set->table->decision.library,
                                      .seed = 11};
    policy_init(&set->policy, "test");
    set->player = (struct player){.procedure = set->table->procedure,
                                  .side = {&set->policy, &set->policy}};
    set->fight = calloc(1, sizeof *set->fight);
    assert_non_null(set->fight);
    return set;
}

static void tear_down(struct set_up *set)
{
    free(set->fight);
    table_free(set->table);
    free(set);
}

/* Plays fight `number`; every line must have been accepted, and the fight must have an end. */
static const struct fight_outcome *play(struct set_up *set, uint64_t number)
{
    const char *shown = getenv("FIGHT");
    set->fight->sees = shown != NULL && (uint64_t)atoll(shown) == number ? print : NULL;
    fight_play(set->fight, &set->rules, &set->player, &set->table->state, number);
    const struct fight_outcome *outcome = &set->fight->outcome;
    if (outcome->refused > 0 || outcome->end == FIGHT_NEEDS) {
        fail_msg("fight %d: %s%s%s", (int)number, outcome->first_refused,
                 outcome->needs[0] != '\0' ? "; needs " : "", outcome->needs);
    }
    return outcome;
}

/* ---- random fights --------------------------------------------------------------------- */

static const char *random_record(const struct table *table, const char *kind,
                                 struct draws *draws)
{
    const struct library *library = table->decision.library;
    for (;;) {
        const struct library_record *record =
            &library->record[draws_between(draws, 0, library->count - 1)];
        if (strcmp(record->kind->name, kind) == 0) {
            return record->name;
        }
    }
}

static void add_character(struct table *table, int number, struct draws *draws)
{
    char line[200];
    snprintf(line, sizeof line, "add C%d class=%s level=%d enemy=goblin", number,
             random_record(table, "class", draws), draws_between(draws, 1, 12));
    table_do(table, line);
    if (draws_between(draws, 1, 4) == 1) {
        snprintf(line, sizeof line, "equip C%d %s%s", number,
                 draws_between(draws, 0, 1) == 0 ? "" : "envenomed ",
                 draws_between(draws, 0, 1) == 0 ? "dagger" : "sling");
        table_do(table, line);
    }
    if (draws_between(draws, 1, 4) == 1) {
        snprintf(line, sizeof line, "hp C%d -%d", number, draws_between(draws, 1, 3));
        table_do(table, line);
    }
}

static void add_place(struct table *table, struct draws *draws)
{
    static const char *const places[] = {"room", "corridor", "narrow", "grottoes", "caverns"};
    char line[100];
    snprintf(line, sizeof line, "place %s%s%s%s%s%s", places[draws_between(draws, 0, 4)],
             draws_between(draws, 0, 2) == 0 ? " dark" : "",
             draws_between(draws, 0, 1) == 0 ? " door" : "",
             draws_between(draws, 0, 5) == 0 ? " wandering" : "",
             draws_between(draws, 0, 3) == 0 ? " stalagmites" : "",
             draws_between(draws, 0, 1) == 0 ? " stalactites" : "");
    table_do(table, line);
}

static void add_foes(struct table *table, struct draws *draws)
{
    for (int kinds = draws_between(draws, 1, 3); kinds > 0; kinds--) {
        char line[100];
        snprintf(line, sizeof line, "add %s", random_record(table, "foe", draws));
        table_do(table, line);
        if (draws_between(draws, 1, 6) == 1) {
            snprintf(line, sizeof line, "trait #%d ranged", table->state.count);
            table_do(table, line);
        }
    }
}

static void draw_policy(struct policy *policy, struct draws *draws)
{
    policy_init(policy, "random");
    for (int i = 0; i < POLICY_FIELDS; i++) {
        int kind = draws_between(draws, 0, 2);
        policy->value[i] = kind == 0   ? policy_fields[i].usual
                           : kind == 1 ? 0
                                       : draws_between(draws, 0, policy_fields[i].most);
    }
}

static void draw_settings(struct table *table, struct draws *draws)
{
    const struct procedure *procedure = table->procedure;
    for (int i = 0; i < procedure->settings_count; i++) {
        const struct setting_def *def = &procedure->settings[i];
        int words = 0;
        while (def->words[words] != NULL) {
            words++;
        }
        char line[100];
        snprintf(line, sizeof line, "setting %s %s", def->name,
                 def->words[draws_between(draws, 0, words - 1)]);
        if (draws_between(draws, 1, 4) == 1) {
            table_do(table, line);
        }
    }
}

/* Any party, any foes, any place, any policy, any table rules. */
static void draw_fight(struct set_up *set, struct draws *draws)
{
    state_init(&set->table->state, state_system(&set->table->state));
    draw_settings(set->table, draws);
    for (int i = draws_between(draws, 1, 6); i > 0; i--) {
        add_character(set->table, i, draws);
    }
    add_place(set->table, draws);
    add_foes(set->table, draws);
    draw_policy(&set->policy, draws);
}

static void test_plays__has_no_line_refused_in_any_fight(void **state)
{
    (void)state;
    struct set_up *set = set_up();
    struct draws draws;
    draws_init(&draws);
    int ends[FIGHT_ENDS] = {0},
        fights = getenv("FIGHTS") != NULL ? atoi(getenv("FIGHTS")) : 200;
    for (int i = 0; i < fights; i++) {
        draw_fight(set, &draws);
        for (int k = 0; k < 5; k++) {
            ends[play(set, (uint64_t)(i * 5 + k))->end]++;
        }
    }
    for (int i = 0; i < FIGHT_ENDS; i++) {
        printf("# %s: %d\n", fight_end_name((enum fight_end)i), ends[i]);
    }
    tear_down(set);
}

/* ---- what a sensible party uses -------------------------------------------------------- */

/* Which spells and abilities were used, by their names, and the other words of lines. */
enum { USED_MAX = 60 };
struct used {
    char name[USED_MAX][LABEL_SIZE];
    int times[USED_MAX];
    int count;
};

static int *times_used(struct used *used, struct str name)
{
    int i = 0;
    while (i < used->count && !library_names_equal(str_of(used->name[i]), name)) {
        i++;
    }
    assert_true(i < USED_MAX);
    if (i == used->count) {
        text_copy(used->name[used->count++], LABEL_SIZE, name);
    }
    return &used->times[i];
}

/* "cast sleep #5 by=#3", "use \"healing\" by=#4 on=#1", "attack #5 by=#1 use=\"rage\"". */
static void note_line(void *context, const struct fight *fight, const char *line)
{
    (void)fight;
    struct used *used = context;
    struct str rest = str_of(line), word = str_next_word(&rest);
    bool names_first = str_equal(word, "cast") || str_equal(word, "use");
    ++*times_used(used, word);
    if (names_first) {
        struct str name = str_next_word(&rest);
        bool is_quoted = name.p[0] == '"';
        ++*times_used(used, is_quoted ? (struct str){name.p + 1, name.n - 2} : name);
    }
    const char *with = strstr(line, " use=\"");
    struct str list = str_of(with != NULL ? with + strlen(" use=\"") : "");
    list.n -= with != NULL ? (int)strlen(strchr(list.p, '"')) : 0;
    for (struct str name; str_next_part(&list, ',', &name);) {
        ++*times_used(used, name);
    }
}

/* As data/four-against-darkness/policies.yaml has it. */
static void be_sensible(struct set_up *set)
{
    policy_init(&set->policy, "sensible");
    set->policy.value[POLICY_weakest] = 70;
    set->policy.value[POLICY_strongest] = 30;
    set->policy.value[POLICY_flees_at] = 35;
    set->policy.value[POLICY_reacts_at] = 75;
}

enum { DEMO_ENCOUNTERS = 4, LINES_MAX = 12 };
struct demo {
    char line[DEMO_ENCOUNTERS][LINES_MAX][200]; /* what each encounter adds */
    int lines[DEMO_ENCOUNTERS];
    int encounters;
};

/* The lines of the demo that add somebody or say where it is. */
static void read_demo(struct demo *demo)
{
    char line[200];
    FILE *file = fopen("data/demo/dungeon.referee", "r");
    assert_non_null(file);
    *demo = (struct demo){.encounters = 0};
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        demo->encounters += strncmp(line, "encounter ", 10) == 0 ? 1 : 0;
        if (strncmp(line, "add ", 4) == 0 || strncmp(line, "place ", 6) == 0) {
            int at = demo->encounters - 1;
            assert_true(at >= 0 && at < DEMO_ENCOUNTERS && demo->lines[at] < LINES_MAX);
            strcpy(demo->line[at][demo->lines[at]++], line);
        }
    }
    fclose(file);
    assert_int_equal(demo->encounters, DEMO_ENCOUNTERS);
}

/* The party joins in the first encounter, the foes in each. */
static void set_encounter(struct set_up *set, const struct demo *demo, int nth)
{
    state_init(&set->table->state, state_system(&set->table->state));
    for (int i = 0; i < demo->lines[0]; i++) {
        if (nth == 0 || strstr(demo->line[0][i], "class=") != NULL) {
            table_do(set->table, demo->line[0][i]);
        }
    }
    for (int i = 0; i < demo->lines[nth] && nth > 0; i++) {
        table_do(set->table, demo->line[nth][i]);
    }
}

static void play_encounter(struct set_up *set, struct used *used, int fights)
{
    set->fight->sees = note_line;
    set->fight->context = used;
    for (int i = 0; i < fights; i++) {
        fight_play(set->fight, &set->rules, &set->player, &set->table->state, (uint64_t)i);
        assert_int_equal(set->fight->outcome.refused, 0);
        assert_int_not_equal(set->fight->outcome.end, FIGHT_NEEDS);
        ++*times_used(used, str_of(fight_end_name(set->fight->outcome.end)));
    }
}

static void print_used(const struct used *used)
{
    for (int i = 0; i < used->count; i++) {
        printf("%s %s %d", i == 0 ? "#" : ",", used->name[i], used->times[i]);
    }
    printf("\n");
}

/* Fewer under sanitizers, which are slow. */
static int fights_here(void)
{
    const char *build = getenv("BUILD_DIR");
    return build != NULL && strstr(build, "release") != NULL ? 1000 : 200;
}

static void test_plays__use_all_that_the_party_of_the_demo_has(void **state)
{
    (void)state;
    static const char *const all[] = {
        "fireball",           "lightning", "sleep",    "protection", "bless",
        "illusionary-armour", "luck",      "blessing", "healing",    "divert"};
    struct set_up *set = set_up();
    struct demo demo;
    struct used used = {.count = 0};
    be_sensible(set);
    read_demo(&demo);
    for (int nth = 0; nth < demo.encounters; nth++) {
        struct used here = {.count = 0};
        set_encounter(set, &demo, nth);
        play_encounter(set, &here, fights_here());
        print_used(&here);
        for (int i = 0; i < here.count; i++) {
            *times_used(&used, str_of(here.name[i])) += here.times[i];
        }
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (*times_used(&used, str_of(all[i])) == 0) {
            print_used(&used);
            fail_msg("%s was never used", all[i]);
        }
    }
    tear_down(set);
}

/* Other classes, against many foes and against one: every ability with numbers of its own. */
static void test_plays__use_the_abilities_of_every_class(void **state)
{
    (void)state;
    static const char *const all[] = {"rage",   "hidden-strike", "parry",    "panache",
                                      "trick",  "prayer",        "barkskin", "envenomed",
                                      "reroll", "withdraw",      "flee",     "wield"};
    static const char *const parties[][4] = {
        {"add Aro class=barbarian level=3", "add Bea class=assassin level=3",
         "add Cid class=light-gladiator level=3", "add Dot class=druid level=3"},
        {"add Eda class=swashbuckler level=3", "add Fin class=acrobat level=3",
         "add Gus class=paladin level=3",
         "add Hob class=ranger level=3 gear=envenomed-dagger,bow,light-armour"},
    };
    static const char *const places[] = {"place corridor door", "place room"};
    static const char *const foes[] = {"add 9 ditch orcs", "add salt giant",
                                       "add 2 hollow abbot"};
    struct set_up *set = set_up();
    struct used used = {.count = 0};
    be_sensible(set);
    for (int i = 0; i < 2 * 2 * 3; i++) {
        state_init(&set->table->state, state_system(&set->table->state));
        for (int k = 0; k < 4; k++) {
            table_do(set->table, parties[i % 2][k]);
        }
        table_do(set->table, places[i / 2 % 2]);
        table_do(set->table, foes[i / 4]);
        play_encounter(set, &used, fights_here() / 10);
    }
    print_used(&used);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (*times_used(&used, str_of(all[i])) == 0) {
            fail_msg("%s was never used", all[i]);
        }
    }
    tear_down(set);
}

/* ---- what policies change -------------------------------------------------------------- */

enum {
    OUTCOME_WON,
    OUTCOME_FLED,
    OUTCOME_ANY_FELL,
    OUTCOME_FIRST_HURT,
    OUTCOME_USED_UP,
    OUTCOMES
};

/* Whether the first character has used up an ability. */
static bool has_used_up(const struct state *state)
{
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, 1, 0)) != NULL) {
        if (uses->amount == 0) {
            return true;
        }
    }
    return false;
}

/* In how many of the fights this was so. */
static void measure(struct set_up *set, int fights, int count[OUTCOMES])
{
    memset(count, 0, OUTCOMES * sizeof count[0]);
    for (int i = 0; i < fights; i++) {
        const struct fight_outcome *outcome = play(set, (uint64_t)i);
        bool any_fell = false;
        for (int id = 1; id <= 4; id++) {
            any_fell =
                any_fell || fight_has_fallen(set->rules.procedure, &set->fight->state, id);
        }
        count[OUTCOME_WON] += outcome->end == FIGHT_WON;
        count[OUTCOME_FLED] += outcome->end == FIGHT_FLED;
        count[OUTCOME_ANY_FELL] += any_fell;
        const struct state *end = &set->fight->state;
        count[OUTCOME_FIRST_HURT] +=
            state_value(end, 1, FIELD_HP, 0) < state_value(&set->table->state, 1, FIELD_HP, 0);
        count[OUTCOME_USED_UP] += has_used_up(end);
    }
}

/* Whether something is more or less frequent with this value than with that one. */
static bool changes_a_chance(struct set_up *set, enum policy_field field, int value, int other)
{
    enum { FIGHTS = 200, LEAST = 12 }; /* 6 of 100 */
    static const char *const names[OUTCOMES] = {"won", "fled", "any fell", "first hurt",
                                                "used up"};
    int with[OUTCOMES], without[OUTCOMES];
    bool changes = false;
    set->policy.value[field] = value;
    measure(set, FIGHTS, with);
    set->policy.value[field] = other;
    measure(set, FIGHTS, without);
    printf("# %s %d or %d:", policy_fields[field].name, value, other);
    for (int i = 0; i < OUTCOMES; i++) {
        printf(" %s %d, %d", names[i], with[i], without[i]);
        changes = changes || abs(with[i] - without[i]) >= LEAST;
    }
    printf("\n");
    return changes;
}

static void test_plays__depend_on_every_field_of_a_policy(void **state)
{
    (void)state;
    static const char *const lines[] = {"add Eda class=swashbuckler level=3",
                                        "add Ro class=cleric level=2",
                                        "add Corvin class=wizard level=2",
                                        "add Pell class=halfling level=2",
                                        "add 8 ditch orcs",
                                        "add 7 cellar goblins",
                                        "trait cellar* ranged",
                                        "add bridge ogre",
                                        "trait bridge* ranged",
                                        "hp Ro -3",
                                        "hp Eda -2"};
    struct set_up *set = set_up();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        table_do(set->table, lines[i]);
    }
    for (int field = 0; field < POLICY_FIELDS; field++) {
        policy_init(&set->policy, "test");
        bool is_aim = field < POLICY_AIMS;
        if (is_aim) { /* against aiming at the weakest, and that against the strongest */
            set->policy.value[POLICY_weakest] = 0;
            set->policy.value[field == POLICY_weakest ? POLICY_strongest : POLICY_weakest] = 1;
        }
        if (!changes_a_chance(set, (enum policy_field)field,
                              field == POLICY_flees_at ? 60 : 100, 0)) {
            fail_msg("%s changes nothing", policy_fields[field].name);
        }
    }
    tear_down(set);
}

static int times_ring_is_used(struct set_up *set)
{
    enum { FIGHTS = 100 };
    struct used used = {.count = 0};
    set->fight->sees = note_line;
    set->fight->context = &used;
    for (int i = 0; i < FIGHTS; i++) {
        fight_play(set->fight, &set->rules, &set->player, &set->table->state, (uint64_t)i);
        assert_string_equal(set->fight->outcome.first_refused, "");
    }
    return *times_used(&used, str_of("saving ring"));
}

/* The ring of the demo's treasure, which lies there to be taken. */
static void find_ring(struct table *table)
{
    struct event found = {.kind = EVENT_EFFECT_CHANGED,
                          .field = FOUR_FOUND,
                          .is_set = true,
                          .to = 1,
                          .text_to = str_of("a ring that helps one save (uses saving-ring)")};
    state_apply(&table->state, &found);
    table_do(table, "take Pell");
}

/* Who wears the ring is bitten by something poisonous in nearly every fight. */
static void test_plays__use_a_ring_for_a_save_that_is_due(void **state)
{
    (void)state;
    static const char *const lines[] = {"add Pell class=halfling level=1",
                                        "add 6 needle moths"};
    struct set_up *set = set_up();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        table_do(set->table, lines[i]);
    }
    find_ring(set->table);
    be_sensible(set);
    assert_true(times_ring_is_used(set) >= 10);
    set->policy.value[POLICY_uses] = 0;
    assert_int_equal(times_ring_is_used(set), 0);
    tear_down(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays__has_no_line_refused_in_any_fight),
        cmocka_unit_test(test_plays__use_all_that_the_party_of_the_demo_has),
        cmocka_unit_test(test_plays__use_the_abilities_of_every_class),
        cmocka_unit_test(test_plays__use_a_ring_for_a_save_that_is_due),
        cmocka_unit_test(test_plays__depend_on_every_field_of_a_policy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
