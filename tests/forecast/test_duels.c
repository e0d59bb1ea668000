/* Duels played many times, beside the exact chance: a Markov chain of both hit points, made
 * here from the exact odds of one blow. The rules of the fight come from the one, those of this
 * file from the other, so neither can hide a mistake of the other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/act_odds.h"
#include "app/forecast/evening.h"
#include "forecast/fight.h"
#include "forecast/fight_tally.h"
#include "resolver/odds.h"
#include "support/acts.h"
#include "support/dungeon_chances.h"
#include "support/table.h"
#include "support/unit.h"

enum { HP_MOST = 60, FIGHTS = 1000 };

static int fights(void)
{
    const char *value = getenv("FIGHTS");
    return value != NULL ? atoi(value) : FIGHTS;
}

struct duel {
    const char *system;
    const char *line[6]; /* number 1 acts before number 2; ended by NULL */
};

static const struct duel duels[] = {
    {"trilemma",
     {"add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d8",
      "add Shrike strength=13 wits=8 ac=23 hp=11 damage=1d6", "initiative 20 3", NULL}},
    {"trilemma",
     {"add Ana side=party strength=10 wits=12 ac=24 hp=14 damage=1d4",
      "add Shrike strength=13 wits=8 ac=19 hp=9 damage=2d4", "initiative 20 3", NULL}},
    {"caves-of-qud",
     {"add Ana side=party to_hit=3 dv=6 av=3 damage=1d6 hp=22 player=yes",
      "add Snapjaw to_hit=4 dv=6 av=3 damage=1d6 hp=24", "initiative Ana=9 Snapjaw=3", NULL}},
    {"pixel-dungeon",
     {"add Wren side=party accuracy=14 dodge=8 damage=2-10 armor=2 hp=25",
      "add Crab accuracy=14 dodge=6 damage=2-9 armor=3 hp=24", "initiative Wren=9 Crab=3",
      "surprise #2 off", NULL}},
    {"yuxtapa",
     {"add Ana side=party to_hit=3 dv=5 pv=1 damage=1d6 hp=12",
      "add Pike to_hit=2 dv=4 pv=1 damage=1d5 hp=13", "initiative Ana=9 Pike=3", NULL}},
};

/* The damage of one blow: mass[0] is a blow that does nothing. */
struct blow {
    double mass[HP_MOST + 1];
};

static void read_blow(struct blow *out, const struct table *table, int actor, int target)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct arena arena;
    struct inputs inputs;
    struct odds odds;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    if (!table->procedure->usual_act(&table->state, actor, target, &inputs, &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        fail_msg("%d against %d: %s", actor, target, err.text);
    }
    int damage = outcome_find(inputs.action, "damage");
    assert_true(damage >= 0);
    memset(out, 0, sizeof *out);
    double rest = 1;
    for (int i = 0; i < odds.numbers[damage].count; i++) {
        int64_t value = odds.numbers[damage].value[i];
        out->mass[value < HP_MOST ? value : HP_MOST] += odds.numbers[damage].mass[i];
        rest -= odds.numbers[damage].mass[i];
    }
    out->mass[0] += rest > 0 ? rest : 0;
}

/* The first one's chance to win with `a` against `b` hit points when it is its turn:
 *     mine   = what follows if it hurts or fells the other + still * theirs
 *     theirs = what follows if it is hurt                  + still' * mine
 * solved for `mine`. */
static double chance_to_win(const struct blow *first, const struct blow *second, int hp,
                            int other_hp)
{
    static double mine[HP_MOST + 1][HP_MOST + 1], theirs[HP_MOST + 1][HP_MOST + 1];
    for (int a = 1; a <= hp; a++) {
        for (int b = 1; b <= other_hp; b++) {
            double x = 0, y = 0;
            for (int d = 1; d <= HP_MOST; d++) {
                x += first->mass[d] * (d >= b ? 1 : theirs[a][b - d]);
                y += second->mass[d] * (d >= a ? 0 : mine[a - d][b]);
            }
            double still = first->mass[0] * second->mass[0];
            mine[a][b] = (x + first->mass[0] * y) / (1 - still);
            theirs[a][b] = y + second->mass[0] * mine[a][b];
        }
    }
    return mine[hp][other_hp];
}

/* Attacks and nothing else. */
static void plain_policy(struct policy *policy)
{
    policy_init(policy, "plain");
    policy->value[POLICY_reacts_at] = 0;
    policy->value[POLICY_casts] = 0;
    policy->value[POLICY_uses] = 0;
    policy->value[POLICY_luck] = 0;
    policy->value[POLICY_heals_at] = 0;
    policy->answers = 1;
    text_format(policy->answer[0].question, POLICY_NAME_SIZE, "degrees");
    text_format(policy->answer[0].word, POLICY_NAME_SIZE, "keep");
}

/* FIGHT=7 prints the fight of that number in every duel. */
static void print_act(void *context, const struct fight *fight, const char *line)
{
    (void)context;
    printf("# > %s\n", line);
    for (int i = 0; i < fight->decision.events; i++) {
        struct str said = fight->decision.event[i].line;
        if (said.n > 0) {
            printf("#     %.*s\n", said.n, said.p);
        }
    }
}

/* How many of the fights the party won. */
static int64_t count_won(struct table *table, int64_t most, uint64_t from)
{
    struct policy policy;
    struct player player = {.procedure = table->procedure, .side = {&policy, &policy}};
    struct fight_rules rules = {.procedure = table->procedure,
                                .defs = table->command,
                                .defs_count = table->commands,
                                .library = table->decision.library,
                                .seed = 11};
    struct fight *fight = calloc(1, sizeof *fight);
    assert_non_null(fight);
    plain_policy(&policy);
    int64_t won = 0;
    for (int64_t i = 0; i < most; i++) {
        bool prints = getenv("FIGHT") != NULL &&
                      from + (uint64_t)i == strtoull(getenv("FIGHT"), NULL, 10);
        fight->sees = prints ? print_act : NULL;
        fight_play(fight, &rules, &player, &table->state, from + (uint64_t)i);
        assert_string_equal(fight->outcome.first_refused, "");
        assert_int_not_equal(fight->outcome.end, FIGHT_NEEDS);
        assert_int_not_equal(fight->outcome.end, FIGHT_STALEMATE);
        won += fight->outcome.end == FIGHT_WON ? 1 : 0;
    }
    free(fight);
    return won;
}

static struct table *begun(const struct duel *duel)
{
    struct table *table = table_new(duel->system);
    for (int i = 0; duel->line[i] != NULL; i++) {
        table_do(table, duel->line[i]);
    }
    return table;
}

/* In Trilemma one with 0 hit points fights on; damage beyond that fells (5.18). So it has one
 * more to lose. */
static double exact(const struct table *table)
{
    static struct blow first, second;
    int more = strcmp(state_system(&table->state)->id, "trilemma") == 0 ? 1 : 0;
    read_blow(&first, table, 1, 2);
    read_blow(&second, table, 2, 1);
    return chance_to_win(&first, &second, state_value(&table->state, 1, FIELD_HP, 0) + more,
                         state_value(&table->state, 2, FIELD_HP, 0) + more);
}

static void test_duels__come_out_as_a_markov_chain_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof duels / sizeof duels[0]; i++) {
        struct table *table = begun(&duels[i]);
        double chance = exact(table);
        int n = fights();
        int64_t won = count_won(table, n, 0);
        double error = sqrt(chance * (1 - chance) / n);
        printf("# %s: %.4f exactly, %.4f of %d, %.1f standard errors\n", duels[i].system,
               chance, (double)won / n, n, ((double)won / n - chance) / error);
        assert_true(chance > 0.05 && chance < 0.95);
        assert_true(fabs((double)won / n - chance) < 3 * error);
        table_free(table);
    }
}

/* ---- Four Against Darkness ------------------------------------------------------------- */

enum { LIFE_MOST = 40 };

/* The warrior's chance with `life` against a major foe with `left` of `most`: she attacks, then
 * it does, until one falls. At half its life it loses a level. One blow in six and more does
 * nothing on both sides, so the chain is followed for many rounds. `left`: the chance to win
 * with so much life left. */
static double major_chance(int life, int most, int bonus, int level, double left[LIFE_MOST])
{
    static double at[LIFE_MOST][LIFE_MOST], next[LIFE_MOST][LIFE_MOST];
    double won = 0;
    memset(left, 0, LIFE_MOST * sizeof *left);
    memset(at, 0, sizeof at);
    at[life][most] = 1;
    for (int round = 0; round < 400; round++) {
        memset(next, 0, sizeof next);
        for (int a = 1; a <= life; a++) {
            for (int b = 1; b <= most; b++) {
                int now = 2 * b <= most ? level - 1 : level;
                double rest = at[a][b];
                for (int d = 0; d < b; d++) {
                    double mass = at[a][b] * damage_chance(bonus, now, d);
                    int then = 2 * (b - d) <= most ? level - 1 : level;
                    double blocked = chain_at_least(then + 1 - bonus);
                    rest -= mass;
                    next[a][b - d] += mass * blocked;
                    /* At 0 life a save against the foe's level leaves her 1. */
                    double saved = a == 1 ? chain_at_least(then) : 0;
                    next[1][b - d] += mass * (1 - blocked) * saved;
                    next[a - 1][b - d] += mass * (1 - blocked) * (1 - saved);
                }
                left[a] += rest;
                won += rest;
            }
        }
        memcpy(at, next, sizeof at);
    }
    return won;
}

/* A warrior of level 2 adds 2 to attacks, and blocks d6 against the foe's level; 6 always does.
 */
static void test_duels__with_a_major_foe_that_loses_a_level_come_out_so_too(void **state)
{
    (void)state;
    struct table *table = table_new("four-against-darkness");
    table_do(table, "add Hild class=warrior level=2 life=3");
    table_do(table, "add imp level=5 life=6");
    double left[LIFE_MOST];
    double chance = major_chance(3, 6, 2, 5, left);
    int n = fights();
    int64_t won = count_won(table, n, 0);
    double error = sqrt(chance * (1 - chance) / n);
    printf("# a major foe: %.4f exactly, %.4f of %d, %.1f standard errors\n", chance,
           (double)won / n, n, ((double)won / n - chance) / error);
    assert_true(fabs((double)won / n - chance) < 3 * error);
    table_free(table);
}

/* Twice the same foe, the second time with the life that the first one left her. */
static double two_in_a_row(int life)
{
    double left[LIFE_MOST], none[LIFE_MOST], chance = 0;
    major_chance(life, 6, 2, 5, left);
    for (int a = 1; a <= life; a++) {
        chance += left[a] > 0 ? left[a] * major_chance(a, 6, 2, 5, none) : 0;
    }
    return chance;
}

static void add_step(struct forecast_evening *evening, const struct table *table,
                     const struct state *before, const struct policy *policy)
{
    struct forecast_wish wish = {.fights = 1, .seed = 11};
    forecast_evening_add(evening, "duel", &table->state, before, &wish, "");
    struct evening_step *step = &evening->step[evening->steps - 1];
    assert_string_equal(step->left_out, "");
    step->forecast->one[0].player.side[SIDE_PARTY] = policy;
    step->forecast->one[0].player.side[SIDE_FOES] = policy;
}

/* Her life after the first duel is that before the second one; a rest gives none of it back. */
static void test_duels__one_after_the_other_come_out_as_two_chains_in_a_row(void **state)
{
    (void)state;
    struct policy policy;
    struct table *table = table_new("four-against-darkness");
    struct table *second = table_new("four-against-darkness");
    table_do(table, "add Hild class=warrior level=2 life=6");
    table_do(table, "add imp level=5 life=6");
    table_do(second, "add imp level=5 life=6");
    plain_policy(&policy);
    struct forecast_evening *evening = calloc(1, sizeof *evening);
    assert_non_null(evening);
    evening->procedure = table->procedure;
    evening->library = table->decision.library;
    add_step(evening, table, NULL, &policy);
    add_step(evening, second, evening->step[0].start, &policy);
    int n = fights();
    forecast_evening_play(evening, n, 1);
    assert_int_equal(evening->needs_evening, -1);
    assert_int_equal(evening->tallies, 2);
    double chance = two_in_a_row(6);
    for (int i = 0; i < evening->tallies; i++) {
        struct interval interval = interval_of_chance(evening->tally[i].through, n);
        printf("# two in a row: %.4f exactly, %.4f of %d, %.4f to %.4f\n", chance,
               interval.middle, n, interval.low, interval.high);
        assert_true(chance > 0.05 && chance < 0.95);
        assert_true(interval.low < chance && chance < interval.high);
    }
    forecast_evening_end(evening);
    free(evening);
    table_free(second);
    table_free(table);
}

/* A warrior against a group of minions: a good blow kills several, below half they check morale
 * once and flee or stay, and each that is left attacks. More may join them when a round begins:
 * then their new number is the one that half is taken of. */
struct group {
    const char *line[3]; /* ended by NULL; the last may be a counter that brings more */
    int life, count, level;
    int flee;           /* faces of the d6 on which they flee */
    int more_in, joins; /* the round in which so many are there again; 0: none come */
};

static const struct group groups[] = {
    {{"add rats count=6 level=3", NULL}, 2, 6, 3, 3, 0, 0},
    {{"add rats count=9 level=4", "set rats morale=-1", NULL}, 6, 9, 4, 4, 0, 0},
    {{"add rats count=6 level=3", "counter help 2 then=\"set rats count=8\"", NULL},
     3,
     6,
     3,
     3,
     3,
     8},
};

enum { GROUP_LIFE = 8, GROUP_COUNT = 10 };

/* Where such a fight can be when a round begins: her life, how many there are, and whether they
 * have checked their morale. */
struct group_chain {
    double at[GROUP_LIFE][GROUP_COUNT][2];
};

/* Each of `count` attacks her; she blocks, or loses 1, and at 0 a save leaves her 1. */
static void group_attacks(struct group_chain *next, const struct group *group, int bonus,
                          int life, int count, int met, double mass)
{
    double now[GROUP_LIFE] = {0}, hit = 1 - chain_at_least(group->level + 1 - bonus);
    double saved = chain_at_least(group->level);
    now[life] = mass;
    for (int i = 0; i < count; i++) {
        double then[GROUP_LIFE] = {0};
        for (int a = 1; a < GROUP_LIFE; a++) {
            then[a] += now[a] * (1 - hit);
            then[a - 1] += now[a] * hit * (a == 1 ? 1 - saved : 1);
            then[1] += a == 1 ? now[a] * hit * saved : 0;
        }
        memcpy(now, then, sizeof now);
        now[0] = 0; /* lost */
    }
    for (int a = 1; a < GROUP_LIFE; a++) {
        next->at[a][count][met] += now[a];
    }
}

/* One round from one place of the chain; what is won in it. */
static double group_round(struct group_chain *next, const struct group *group, int bonus,
                          int base, int life, int count, int met, double mass)
{
    double won = 0, rest = mass;
    for (int kills = 0; kills < count; kills++) {
        double killed = mass * damage_chance(bonus, group->level, kills);
        bool checks = met == 0 && 2 * (count - kills) < base;
        double flees = checks ? group->flee / 6.0 : 0;
        rest -= killed;
        won += killed * flees;
        group_attacks(next, group, bonus, life, count - kills, met != 0 || checks,
                      killed * (1 - flees));
    }
    return won + rest;
}

static double group_chance(const struct group *group, int bonus)
{
    struct group_chain chain = {.at = {{{0}}}};
    int base = group->count;
    double won = 0;
    chain.at[group->life][group->count][0] = 1;
    for (int round = 1; round < 400; round++) {
        struct group_chain next = {.at = {{{0}}}};
        bool has_more = round == group->more_in;
        base = has_more ? group->joins : base;
        for (int place = 0; place < GROUP_LIFE * GROUP_COUNT * 2; place++) {
            int life = place / (GROUP_COUNT * 2), count = place / 2 % GROUP_COUNT;
            double mass = chain.at[life][count][place % 2];
            count = has_more ? group->joins : count;
            won += mass > 0
                       ? group_round(&next, group, bonus, base, life, count, place % 2, mass)
                       : 0;
        }
        chain = next;
    }
    return won;
}

static void test_duels__with_groups_that_have_morale_come_out_so_too(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        const struct group *group = &groups[i];
        struct table *table = table_new("four-against-darkness");
        char line[60];
        snprintf(line, sizeof line, "add Hild class=warrior level=2 life=%d", group->life);
        table_do(table, line);
        for (int k = 0; group->line[k] != NULL; k++) {
            table_do(table, group->line[k]);
        }
        double chance = group_chance(group, 2);
        int n = fights();
        int64_t won = count_won(table, n, 0);
        double error = sqrt(chance * (1 - chance) / n);
        printf("# group %d: %.4f exactly, %.4f of %d, %.1f standard errors\n", (int)i + 1,
               chance, (double)won / n, n, ((double)won / n - chance) / error);
        assert_true(chance > 0.05 && chance < 0.95);
        assert_true(fabs((double)won / n - chance) < 3 * error);
        table_free(table);
    }
}

/* The chance that the interval of `of` cases holds the exact chance, summed over the
 * binomial. */
static double coverage(double chance, int of)
{
    double covered = 0, mass = pow(1 - chance, of);
    for (int count = 0; count <= of; count++) {
        struct interval interval = interval_of_chance(count, of);
        covered += interval.low <= chance && chance <= interval.high ? mass : 0;
        mass *= (double)(of - count) / (count + 1) * chance / (1 - chance);
    }
    return covered;
}

/* Many small forecasts of one duel: the share whose interval holds the exact chance is the one
 * that the binomial gives, within three standard errors. So the fights are independent too. */
static void
test_duels__have_the_exact_chance_in_their_intervals_as_often_as_they_should(void **state)
{
    (void)state;
    enum { EACH = 20 };
    const char *value = getenv("REPETITIONS");
    int repetitions = value != NULL ? atoi(value) : 250, held = 0;
    struct table *table = begun(&duels[4]);
    double chance = exact(table), wanted = coverage(chance, EACH);
    for (int i = 0; i < repetitions; i++) {
        struct interval interval =
            interval_of_chance(count_won(table, EACH, 1000000 + (uint64_t)i * EACH), EACH);
        held += interval.low <= chance && chance <= interval.high ? 1 : 0;
    }
    double share = (double)held / repetitions;
    double error = sqrt(wanted * (1 - wanted) / repetitions);
    printf("# %.4f of %d intervals hold it, %.4f should, %.1f standard errors\n", share,
           repetitions, wanted, (share - wanted) / error);
    assert_true(fabs(share - wanted) < 3 * error);
    assert_true(fabs(share - 0.95) < 3 * sqrt(0.95 * 0.05 / repetitions));
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duels__come_out_as_a_markov_chain_says),
        cmocka_unit_test(test_duels__with_a_major_foe_that_loses_a_level_come_out_so_too),
        cmocka_unit_test(test_duels__one_after_the_other_come_out_as_two_chains_in_a_row),
        cmocka_unit_test(test_duels__with_groups_that_have_morale_come_out_so_too),
        cmocka_unit_test(
            test_duels__have_the_exact_chance_in_their_intervals_as_often_as_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
