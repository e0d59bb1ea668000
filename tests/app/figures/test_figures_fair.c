/* Hits and damage less what was expected of them, summed over random fights of each game: the
 * sums are 0 within three standard errors, or the chances that the figures show are not those
 * of the dice. Each roll is read as the figures read it (roll_meaning_read). Its
 * chance is known before its dice fall, so the variances of the rolls add up, no matter who
 * acts or how long a fight lasts.
 *
 * A standard error shrinks with the root of the number of attacks: FIGHTS=10000, or `make
 * fair`, finds smaller mistakes than the few fights of every day. The fights are the same in
 * each run until kinds or rules change; then fair dice fail in one of 40 such changes, and
 * another SEED tells whether it is that. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/log/logged_roll.h"
#include "support/auto_fight.h"
#include "support/random_fight.h"
#include "support/unit.h"

/* Every change of a command makes other fights of the same seed: with ten sums three standard
 * errors would call one change in forty unfair by chance alone, four one in fifteen hundred. */
enum { FIGHTS = 250, STANDARD_ERRORS = 4 };

/* What came about, and what was expected. */
struct sums {
    int64_t rolls, unknown;
    double outcome, expected, variance;
};

struct seen {
    struct sums hits, damage;
    struct known_chances chances;
};

static void add(struct sums *sums, double outcome, double expected, double variance)
{
    sums->rolls++;
    sums->outcome += outcome;
    sums->expected += expected;
    sums->variance += variance;
}

/* Of {"0": 0.5, "3": 0.5}, or of one that is cut to its mean and variance. */
static double variance_of(const json_t *chances, double mean)
{
    if (json_is_true(json_object_get(chances, "cut"))) {
        return json_number_value(json_object_get(chances, "variance"));
    }
    double variance = 0;
    const char *key;
    json_t *chance;
    json_object_foreach((json_t *)(uintptr_t)chances, key, chance)
    {
        double off = strtod(key, NULL) - mean;
        variance += off * off * json_number_value(chance);
    }
    return variance;
}

static void add_roll(struct seen *seen, const struct roll_meaning *roll)
{
    if (roll->is_attack && roll->knows_hitting) {
        double chance = roll->hit_chance;
        add(&seen->hits, roll->is_hit ? 1 : 0, chance, chance * (1 - chance));
    }
    if (roll->is_damage && json_is_number(roll->damage_mean)) {
        double mean = json_number_value(roll->damage_mean);
        add(&seen->damage, (double)roll->damage, mean, variance_of(roll->damage_chances, mean));
    }
    seen->hits.unknown += roll->is_attack && !roll->knows_hitting ? 1 : 0;
    seen->damage.unknown += roll->is_damage && !json_is_number(roll->damage_mean) ? 1 : 0;
}

static void see_line(void *context, const struct table *table)
{
    for (int i = 0; i < table->decision.events; i++) {
        struct logged_roll logged;
        struct roll_meaning roll;
        logged_roll_read(&logged, table->decision.event[i].trace);
        roll_meaning_read(&roll, logged.request, logged.outcome);
        add_roll(context, &roll);
        logged_roll_free(&logged);
    }
}

static void play(const struct random_game *game, int nth, struct draws *draws,
                 struct seen *seen)
{
    struct table *table = table_new(game->system);
    struct auto_fight fight = {
        .table = table, .draws = *draws, .see = see_line, .context = seen};
    table->seed = (uint64_t)draws_between(&fight.draws, 1, INT_MAX);
    table->chances = &seen->chances;
    random_fight_party(table, game, &fight.draws);
    int count = game->is_of_classes ? 1 : draws_between(&fight.draws, 1, 3);
    random_fight_join(table, count, random_kind(table, &fight.draws), "foes");
    if (nth % 2 == 1) {
        random_fight_join(table, 1, random_kind(table, &fight.draws), "foes");
    }
    if (game->begin != NULL) {
        table_do(table, game->begin);
    }
    if (!auto_fight(&fight)) {
        fail_msg("%s: fight %d has no end", game->system, nth);
    }
    assert_null(table->sitting); /* then some lines would have been seen without their rolls */
    *draws = fight.draws;
    table_free(table);
}

static double standard_errors(const struct sums *sums)
{
    return (sums->outcome - sums->expected) / sqrt(sums->variance);
}

static bool is_fair(const struct sums *sums)
{
    return sums->variance > 0 && fabs(standard_errors(sums)) <= (double)STANDARD_ERRORS;
}

/* As if each chance had been said to be this much more than it was. */
static struct sums with_mistake(const struct sums *sums, double more)
{
    struct sums wrong = *sums;
    wrong.expected += more * (double)sums->rolls;
    return wrong;
}

static void tell(const char *system, const char *what, const struct sums *sums)
{
    printf("# %s: %.0f %s in %lld rolls, expected %.1f, standard error %.1f: off by %+.2f of "
           "them; %lld not known\n",
           system, sums->outcome, what, (long long)sums->rolls, sums->expected,
           sqrt(sums->variance), standard_errors(sums), (long long)sums->unknown);
}

static int fights_of_each(void)
{
    const char *wanted = getenv("FIGHTS");
    int all = wanted != NULL ? atoi(wanted) : FIGHTS;
    return all > RANDOM_GAMES ? all / RANDOM_GAMES : 1;
}

static struct seen seen_in[RANDOM_GAMES];

static int play_all(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    for (int i = 0; i < RANDOM_GAMES; i++) {
        for (int nth = 0; nth < fights_of_each(); nth++) {
            play(&random_games[i], nth, &draws, &seen_in[i]);
        }
        tell(random_games[i].system, "hits", &seen_in[i].hits);
        tell(random_games[i].system, "damage", &seen_in[i].damage);
    }
    return 0;
}

static void test_figures__hits_are_as_expected_in_every_game(void **state)
{
    (void)state;
    for (int i = 0; i < RANDOM_GAMES; i++) {
        assert_int_equal(seen_in[i].hits.unknown, 0);
        if (!is_fair(&seen_in[i].hits)) {
            fail_msg("%s: hits are not as expected", random_games[i].system);
        }
    }
}

static void test_figures__damage_is_as_expected_in_every_game(void **state)
{
    (void)state;
    for (int i = 0; i < RANDOM_GAMES; i++) {
        assert_int_equal(seen_in[i].damage.unknown, 0);
        if (!is_fair(&seen_in[i].damage)) {
            fail_msg("%s: damage is not as expected", random_games[i].system);
        }
    }
}

/* Chances that are 2% too high or too low are found in 10,000 fights, 10% in a few. */
static void test_figures__with_wrong_chances_are_found(void **state)
{
    (void)state;
    double more = fights_of_each() >= 2000 ? 0.02 : 0.1;
    for (int i = 0; i < RANDOM_GAMES; i++) {
        struct sums high = with_mistake(&seen_in[i].hits, more);
        struct sums low = with_mistake(&seen_in[i].hits, -more);
        if (is_fair(&high) || is_fair(&low)) {
            fail_msg("%s: a mistake of %g in each chance is not seen", random_games[i].system,
                     more);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures__hits_are_as_expected_in_every_game),
        cmocka_unit_test(test_figures__damage_is_as_expected_in_every_game),
        cmocka_unit_test(test_figures__with_wrong_chances_are_found),
    };
    return cmocka_run_group_tests(tests, play_all, NULL);
}
