/* The silent way is the table's way: the same fights, played with all their texts and in
 * silence, have the same acts, the same events but for their texts, and the same states after
 * each act, byte for byte. In programs that are built with sanitizers every trigger that is
 * skipped is run all the same, and must have nothing to say (tracker/decision.h).
 *
 * FIGHTS=1000 plays so many in each game, and of each encounter of the demos. GAME=trilemma
 * plays one of the games, DEMO=spire one of the demos. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "forecast/fight.h"
#include "support/auto_fight.h"
#include "support/demo_fights.h"
#include "support/random_fight.h"
#include "support/table.h"
#include "support/unit.h"

enum { ACTS_MAX = 4096 };

static int fights_wanted(void)
{
    const char *wanted = getenv("FIGHTS");
    return wanted != NULL ? atoi(wanted) : 12;
}

/* Whether what this variable names is this one, or it names nothing. */
static bool is_wanted(const char *variable, const char *name)
{
    const char *only = getenv(variable);
    return only == NULL || strcmp(only, name) == 0;
}

/* ---- what was done in a fight ---------------------------------------------------------- */

/* Each act as a number: of its line, its events without their texts, and the state after it.
 * FNV-1a. */
struct told {
    uint64_t act[ACTS_MAX];
    int acts;
    int lines; /* events with a line */
};

static uint64_t add_bytes(uint64_t sum, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++) {
        sum = (sum ^ p[i]) * 0x100000001b3u;
    }
    return sum;
}

static uint64_t add_number(uint64_t sum, int number)
{
    return add_bytes(sum, &number, sizeof number);
}

static uint64_t add_event(uint64_t sum, const struct event *event)
{
    sum = add_number(sum, (int)event->kind);
    sum = add_number(sum, event->subject);
    sum = add_number(sum, event->object);
    sum = add_number(sum, event->field);
    sum = add_number(sum, event->was_set ? 1 : 0);
    sum = add_number(sum, event->is_set ? 1 : 0);
    sum = add_number(sum, event->from);
    sum = add_number(sum, event->to);
    sum = add_bytes(sum, event->text_from.p, (size_t)event->text_from.n);
    return add_bytes(sum, event->text_to.p, (size_t)event->text_to.n);
}

static uint64_t add_state(uint64_t sum, const struct state *state)
{
    sum = add_bytes(sum, state->value, sizeof state->value);
    sum = add_bytes(sum, state->effect, (size_t)state->effects * sizeof state->effect[0]);
    sum = add_bytes(sum, state->counter, (size_t)state->counters * sizeof state->counter[0]);
    return add_bytes(sum, state->combatant, (size_t)state->count * sizeof state->combatant[0]);
}

static void see(void *context, const struct fight *fight, const char *line)
{
    struct told *told = context;
    const struct decision *decision = &fight->decision;
    uint64_t sum = add_bytes(0xcbf29ce484222325u, line, strlen(line));
    assert_true(told->acts < ACTS_MAX);
    for (int i = 0; i < decision->events; i++) {
        sum = add_event(sum, &decision->event[i]);
        told->lines += decision->event[i].line.n > 0 ? 1 : 0;
    }
    /* What the next act begins on without a copy. */
    assert_true(state_equal(&fight->state, &decision->state));
    told->act[told->acts++] = add_state(sum, &fight->state);
}

/* ---- the forecast's loop --------------------------------------------------------------- */

static struct told told, silent;
static struct fight fight;

static void play(const struct fight_rules *rules, const struct player *player,
                 const struct state *start, uint64_t number)
{
    struct fight_outcome with_texts;
    fight.context = &told;
    fight.is_silent = false;
    told.acts = told.lines = silent.acts = silent.lines = 0;
    fight_play(&fight, rules, player, start, number);
    with_texts = fight.outcome;
    fight.context = &silent;
    fight.is_silent = true;
    fight_play(&fight, rules, player, start, number);
    assert_int_equal(fight.outcome.end, with_texts.end);
    assert_int_equal(fight.outcome.acts, with_texts.acts);
    assert_int_equal(fight.outcome.round, with_texts.round);
    assert_int_equal(silent.acts, told.acts);
    for (int i = 0; i < told.acts; i++) {
        if (silent.act[i] != told.act[i]) {
            fail_msg("%s: act %d of fight %llu differs in silence", rules->procedure->system,
                     i + 1, (unsigned long long)number);
        }
    }
    assert_true(told.lines > 0);
    assert_int_equal(silent.lines, 0);
}

/* Who comes is drawn; each of them is fought several times. */
static void play_some(const struct random_game *game, struct draws *draws, int first, int count)
{
    struct table *table = table_new(game->system);
    struct policy policy;
    random_fight_party(table, game, draws);
    random_fight_join(table, draws_between(draws, 1, 4), random_kind(table, draws), "foes");
    random_fight_join(table, 1, random_kind(table, draws), "foes");
    if (game->begin != NULL) {
        table_do(table, game->begin);
    }
    policy_init(&policy, "focus");
    policy.value[POLICY_flees_at] = draws_between(draws, 0, 1) * 25;
    struct player player = {.procedure = table->procedure, .side = {&policy, &policy}};
    struct fight_rules rules = {.procedure = table->procedure,
                                .defs = table->command,
                                .defs_count = table->commands,
                                .library = table->decision.library,
                                .seed = 11};
    fight.sees = see;
    for (int i = 0; i < count; i++) {
        play(&rules, &player, &table->state, (uint64_t)(first + i));
    }
    table_free(table);
}

static void test_fights_by_policies_are_the_same_with_their_texts_and_in_silence(void **state)
{
    enum { EACH = 4 };
    struct draws draws;
    (void)state;
    draws_init(&draws);
    for (int i = 0; i < RANDOM_GAMES; i++) {
        int fights = is_wanted("GAME", random_games[i].system) ? fights_wanted() : 0;
        for (int k = 0; k < fights; k += EACH) {
            play_some(&random_games[i], &draws, k, EACH);
        }
    }
}

/* ---- the demos ------------------------------------------------------------------------- */

/* By each pair of policies in turn. */
static void play_encounter(void *context, struct forecast *forecast)
{
    fight.sees = see;
    for (int i = 0; i < fights_wanted(); i++) {
        const struct forecast_one *one = &forecast->one[i % forecast->ones];
        play(&forecast->rules, &one->player, forecast->variant[0].start, (uint64_t)i);
    }
    printf("# %s, %s: %d fights\n", (const char *)context, forecast->encounter,
           fights_wanted());
}

static void test_fights_of_the_demos_are_the_same_with_their_texts_and_in_silence(void **state)
{
    (void)state;
    for (int i = 0; demo_names[i] != NULL; i++) {
        static char name[32];
        snprintf(name, sizeof name, "%s", demo_names[i]);
        if (is_wanted("DEMO", name)) {
            demo_fights(name, play_encounter, name);
        }
    }
}

/* ---- acts at random -------------------------------------------------------------------- */

/* The table itself decides each line in silence too (support/table.c). */
static void play_at_random(const struct random_game *game, int nth)
{
    struct auto_fight random = {.table = table_new(game->system)};
    draws_init(&random.draws);
    for (int i = 0; i < nth; i++) {
        (void)draws_between(&random.draws, 0, 1);
    }
    random.table->seed = (uint64_t)nth + 1;
    random_fight_party(random.table, game, &random.draws);
    random_fight_join(random.table, draws_between(&random.draws, 1, 4),
                      random_kind(random.table, &random.draws), "foes");
    if (game->begin != NULL) {
        table_do(random.table, game->begin);
    }
    assert_true(auto_fight(&random));
    table_free(random.table);
}

static void test_fights_at_random_are_the_same_with_their_texts_and_in_silence(void **state)
{
    (void)state;
    for (int i = 0; i < RANDOM_GAMES; i++) {
        int fights = is_wanted("GAME", random_games[i].system) ? fights_wanted() : 0;
        for (int nth = 0; nth < fights; nth++) {
            play_at_random(&random_games[i], nth);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fights_by_policies_are_the_same_with_their_texts_and_in_silence),
        cmocka_unit_test(test_fights_of_the_demos_are_the_same_with_their_texts_and_in_silence),
        cmocka_unit_test(test_fights_at_random_are_the_same_with_their_texts_and_in_silence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
