/* Four Against Darkness played without a referee: every line is accepted, and what a party has
 * is used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "forecast/fight.h"
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
    snprintf(line, sizeof line, "place %s%s%s%s", places[draws_between(draws, 0, 4)],
             draws_between(draws, 0, 2) == 0 ? " dark" : "",
             draws_between(draws, 0, 1) == 0 ? " door" : "",
             draws_between(draws, 0, 5) == 0 ? " wandering" : "");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays__has_no_line_refused_in_any_fight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
