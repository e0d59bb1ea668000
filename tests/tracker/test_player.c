/* Policies that are kept with the encounter, and what everybody who is played decides alike. */
#include <string.h>

#include "games/games.h"
#include "support/table.h"
#include "support/unit.h"
#include "tracker/policy.h"

static struct table *begin(const char *system)
{
    struct table *table = table_new(system);
    table_do(table, "add Ana side=party hp=9");
    table_do(table, "add 2 rat hp=6");
    table_do(table, "add wolf hp=8");
    return table;
}

/* ---- what is kept ---------------------------------------------------------------------- */

static void assert_policy(const struct table *table, int id, const char *expected)
{
    struct str name = str_of("");
    bool is_kept = policy_kept_for(&table->state, id, &name);
    assert_int_equal(is_kept, expected != NULL);
    if (is_kept) {
        assert_true(str_equal(name, expected));
    }
}

/* Its own counts before that of its kind, and this before that of its side. */
static void test_policy__the_closest_counts(void **state)
{
    (void)state;
    struct table *table = begin("trilemma");
    assert_policy(table, 1, NULL);
    table_do(table, "policy party cautious");
    table_do(table, "policy foes focus");
    table_do(table, "policy rat spread");
    table_do(table, "policy r2 flees-2");
    assert_policy(table, 1, "cautious");
    assert_policy(table, 2, "spread");
    assert_policy(table, 3, "flees-2");
    assert_policy(table, 4, "focus");
    table_do(table, "policy r2 focus");
    assert_policy(table, 3, "focus");
    table_do(table, "policy r2 usual");
    assert_policy(table, 3, "spread");
    table_do(table, "policy r2 usual");
    assert_int_equal(table->decision.events, 0);
    table_do(table, "policy rat usual");
    assert_policy(table, 2, "focus");
    table_do(table, "policy Foes usual");
    assert_true(table_said(table, "foes fight in the usual ways in a forecast"));
    assert_policy(table, 2, NULL);
    table_free(table);
}

static void test_policy__wrong_words_are_named(void **state)
{
    (void)state;
    static const char *const names[] = {"Focus",
                                        "fo_cus",
                                        "\"fo cus\"",
                                        "fo{",
                                        "fo.",
                                        "\"\"",
                                        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    struct table *table = begin("trilemma");
    table->asks = true;
    assert_int_equal(table_try(table, "policy"), VERDICT_ASKS);
    assert_int_equal(table_try(table, "policy rat"), VERDICT_ASKS);
    table_wrong(table, "policy Zed focus", "expected party, foes, a kind or a combatant");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char line[80];
        text_format(line, sizeof line, "policy rat %s", names[i]);
        table_wrong(table, line, "a policy's name has lower-case letters, digits and -");
    }
    table_do(table, "add aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa hp=1");
    table_wrong(table,
                "policy aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa "
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "is too long");
    table_free(table);
}

/* A label from a file may have no sign: then it is nobody's. */
static void test_policy__a_label_without_a_sign_is_of_nobody(void **state)
{
    (void)state;
    struct table *table = begin("trilemma");
    struct event event = {.kind = EVENT_EFFECT_CHANGED,
                          .field = EFFECT_POLICY,
                          .is_set = true,
                          .to = 1,
                          .text_to = str_of("focus")};
    state_apply(&table->state, &event);
    assert_policy(table, 1, NULL);
    assert_policy(table, 2, NULL);
    table_free(table);
}

/* ---- what is decided ------------------------------------------------------------------- */

static struct policy with(enum policy_field field, int value)
{
    struct policy policy;
    policy_init(&policy, "own");
    policy.value[POLICY_weakest] = 0;
    policy.value[field] = value;
    return policy;
}

/* The game's own tables are left alone: a procedure without bodies and without who fights whom.
 */
static int aims(struct table *table, const struct procedure *procedure, enum policy_field aim)
{
    const int foes[] = {2, 3, 4};
    struct policy policy = with(aim, 100);
    struct player player = {.procedure = procedure, .side = {&policy, &policy}, .key = 7};
    return player_aims(&player, &table->state, 1, foes, 3);
}

static bool fights_wolf(const struct state *state, int a, int b)
{
    (void)state;
    return a == 1 && b == 4;
}

static bool is_group(const struct state *state, int id, struct bodies *out)
{
    (void)state;
    *out = (struct bodies){.left = 9 - id, .most = id == 4 ? 0 : 9};
    return id != 2;
}

static void test_player__aims_by_its_policy(void **state)
{
    (void)state;
    static const struct procedure plain = {.system = "trilemma"};
    static const struct procedure melee = {.system = "trilemma", .is_engaged = fights_wolf};
    static const struct procedure crowd = {.system = "trilemma", .bodies = is_group};
    struct table *table = begin("trilemma");
    table_do(table, "damage r2 4");
    table_do(table, "damage wolf 1");
    assert_int_equal(aims(table, &plain, POLICY_weakest), 3);
    assert_int_equal(aims(table, &plain, POLICY_strongest), 4);
    assert_int_equal(aims(table, &plain, POLICY_spread), 2);
    assert_int_equal(aims(table, &plain, POLICY_engaged), 3);
    assert_int_equal(aims(table, &melee, POLICY_engaged), 4);
    assert_int_equal(aims(table, &melee, POLICY_weakest), 3);
    /* By bodies: 6 hit points, 6 and 5 bodies; the last has lost none that it is known of. */
    assert_int_equal(aims(table, &crowd, POLICY_weakest), 4);
    assert_int_equal(aims(table, &crowd, POLICY_spread), 2);
    assert_in_range(aims(table, &plain, POLICY_random), 2, 4);
    struct policy policy = with(POLICY_random, 100), none = with(POLICY_random, 0);
    struct player player = {.procedure = &plain, .side = {&policy, &policy}};
    assert_int_equal(player_aims(&player, &table->state, 1, NULL, 0), 0);
    player.of[0] = &none;
    assert_int_equal(player_aims_by(&player, &table->state, 1), POLICY_weakest);
    assert_int_equal(player_aims_by(&player, &table->state, 2), POLICY_random);
    table_free(table);
}

static void test_player__does_things_by_chances_and_shares(void **state)
{
    (void)state;
    struct table *table = begin("trilemma");
    struct player player = {.procedure = table->procedure, .key = 7};
    int done = 0;
    for (uint64_t key = 0; key < 1000; key++) {
        player.key = key;
        assert_true(player_draws(&player, &table->state, 1, 100, "x"));
        assert_false(player_draws(&player, &table->state, 1, 0, "x"));
        done += player_draws(&player, &table->state, 1, 30, "x") ? 1 : 0;
    }
    assert_in_range(done, 250, 350);
    static const struct {
        int share, now, most;
        bool is_at;
    } rows[] = {{100, 9, 9, true},  {0, 0, 9, false},  {50, 5, 10, true},
                {50, 6, 10, false}, {50, 0, 10, true}, {1, 1, 100, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct policy policy = with(POLICY_flees_at, rows[i].share);
        player.side[SIDE_PARTY] = &policy;
        assert_int_equal(
            player_is_at(&player, &table->state, 1, POLICY_flees_at, rows[i].now, rows[i].most),
            rows[i].is_at);
    }
    table_free(table);
}

/* The first that is due is run; one that is not, and one without a line, is left. */
static void test_player__runs_the_counter_that_is_due(void **state)
{
    (void)state;
    struct table *table = begin("trilemma");
    TEXT_BUFFER(line, 80);
    table_do(table, "counter gone 1");
    table_do(table, "counter torch 6");
    table_do(table, "counter late 6 then=\"note late\"");
    table_do(table, "counter \"the bell\" 1 then=\"note it rings\"");
    table_do(table, "counter end 1 then=\"note over\"");
    table_do(table, "counter-end gone");
    player_runs_counter(&table->state, &line);
    assert_string_equal(line.p, "");
    table_do(table, "tick bell");
    table_do(table, "tick end");
    player_runs_counter(&table->state, &line);
    assert_string_equal(line.p, "counter-run \"the bell\"");
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_policy__the_closest_counts),
        cmocka_unit_test(test_policy__wrong_words_are_named),
        cmocka_unit_test(test_policy__a_label_without_a_sign_is_of_nobody),
        cmocka_unit_test(test_player__aims_by_its_policy),
        cmocka_unit_test(test_player__does_things_by_chances_and_shares),
        cmocka_unit_test(test_player__runs_the_counter_that_is_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
