/* The chart of a fight: its chances beside exact ones, sums that add up, dice that are fair,
 * the acts at which a fight turned, and the same from any number of threads.
 *
 * The fights are logged as they are played by policies, each act with its events, so that what
 * was chosen is what the forecast chooses too. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/export/chart_page.h"
#include "app/forecast/chart_cache.h"
#include "app/forecast/chart_rounded.h"
#include "app/forecast/chart_told.h"
#include "app/forecast/choices.h"
#include "app/forecast/compare.h"
#include "app/sitting/act_odds.h"
#include "app/sitting/data.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "app/report/report.h"
#include "resolver/odds.h"
#include "support/acts.h"
#include "support/dungeon_chances.h"
#include "support/home.h"
#include "support/logged_fight.h"
#include "support/random_games.h"
#include "support/unit.h"
#include "tracker/procedure.h"

static int number_of(const char *variable, int usual)
{
    const char *value = getenv(variable);
    return value != NULL ? atoi(value) : usual;
}

static int64_t now_ms(void)
{
    return 1000000;
}

/* ---- a fight that is logged ------------------------------------------------------------ */

static struct sitting *campaign(void)
{
    struct error err;
    struct sitting *sitting;
    const char *path = home_path("campaign.db");
    unlink(path);
    const struct sitting_options options = {
        .path = path, .has_seed = true, .seed = 5, .now_ms = now_ms};
    if (sitting_open(&sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    return sitting;
}

static void run(struct sitting *sitting, const char *line)
{
    struct result *result = calloc(1, sizeof *result);
    assert_non_null(result);
    sitting_run(sitting, line, false, result);
    if (result->kind != RESULT_DONE && result->kind != RESULT_TOLD) {
        fail_msg("%s: %s%s", line, result->error.text, result->refusal.reason);
    }
    free(result);
}

static struct chart *chart_of(struct sitting *sitting, const char *policy, uint64_t seed)
{
    struct error err;
    struct chart *chart;
    struct forecast_from from;
    char party[64], foes[64];
    struct forecast_wish wish = {.fights = 1, .seed = seed};
    text_format(party, sizeof party, "party=%s", policy);
    text_format(foes, sizeof foes, "foes=%s", policy);
    if (policy[0] != '\0') {
        wish.policies.word[wish.policies.count++] = party;
        wish.policies.word[wish.policies.count++] = foes;
    }
    sitting_forecast_open(sitting, &from);
    if (chart_new(&chart, sitting, sitting_encounter_number(sitting), 0, &from, &wish, &err) !=
        STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    return chart;
}

static void play(struct chart *chart, int fights, int threads)
{
    struct forecast_crew crew = {.threads = threads};
    chart_play(chart, &crew, fights);
    assert_string_equal(chart->batch.needs, "");
    assert_int_equal(chart->fights, fights);
    forecast_crew_end(&crew);
}

/* ---- duels with exact chains ----------------------------------------------------------- */

enum { HP_MOST = 60, DUEL_FIGHTS = 100, DUELS_OF_EACH = 5 };

struct duel {
    const char *system;
    const char *line[5]; /* number 1 acts before number 2 */
    int more;            /* who has no hit points left fights on with so many more */
};

static const struct duel duels[] = {
    {"trilemma",
     {"add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d8",
      "add Shrike strength=13 wits=8 ac=23 hp=11 damage=1d6", "initiative 20 3", NULL},
     1},
    {"caves-of-qud",
     {"add Ana side=party to_hit=3 dv=6 av=3 damage=1d6 hp=22 player=yes",
      "add Snapjaw to_hit=4 dv=6 av=3 damage=1d6 hp=24", "initiative Ana=9 Snapjaw=3", NULL},
     0},
    {"pixel-dungeon",
     {"add Wren side=party accuracy=14 dodge=8 damage=2-10 armor=2 hp=25",
      "add Crab accuracy=14 dodge=6 damage=2-9 armor=3 hp=24", "initiative Wren=9 Crab=3",
      "surprise #2 off", NULL},
     0},
    {"yuxtapa",
     {"add Ana side=party to_hit=3 dv=5 pv=1 damage=1d6 hp=12",
      "add Pike to_hit=2 dv=4 pv=1 damage=1d5 hp=13", "initiative Ana=9 Pike=3", NULL},
     0},
};

/* Attacks and nothing else. */
static const char plain[] = "policies:\n"
                            "  - name: plain\n"
                            "    help: attacks\n"
                            "    weakest: 100\n"
                            "    reacts_at: 0\n"
                            "    heals_at: 0\n"
                            "    casts: 0\n"
                            "    uses: 0\n"
                            "    luck: 0\n"
                            "    answers: {degrees: keep}\n";

static const char plain_dungeon[] = "policies:\n"
                                    "  - name: plain\n"
                                    "    help: attacks\n"
                                    "    weakest: 100\n"
                                    "    heals_at: 0\n"
                                    "    casts: 0\n"
                                    "    uses: 0\n"
                                    "    luck: 0\n";

/* The damage of one blow by number `actor`: mass[0] is a blow that does nothing. */
static void read_blow(double mass[HP_MOST + 1], const struct sitting *sitting, int actor)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct arena arena;
    struct inputs inputs;
    struct odds odds;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    if (!sitting_procedure(sitting)->usual_act(sitting_state(sitting), actor, 3 - actor,
                                               &inputs, &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    int damage = outcome_find(inputs.action, "damage");
    assert_true(damage >= 0);
    memset(mass, 0, (HP_MOST + 1) * sizeof *mass);
    mass[0] = 1;
    for (int i = 0; i < odds.numbers[damage].count; i++) {
        int64_t value = odds.numbers[damage].value[i];
        if (value > 0) {
            mass[value < HP_MOST ? value : HP_MOST] += odds.numbers[damage].mass[i];
            mass[0] -= odds.numbers[damage].mass[i];
        }
    }
}

/* The first one's chance to win by both hit points, when it is its turn and when it is the
 * other's. */
struct duel_chances {
    double mine[HP_MOST + 1][HP_MOST + 1], theirs[HP_MOST + 1][HP_MOST + 1];
};

static void solve(struct duel_chances *chain, const double *first, const double *second)
{
    for (int i = 0; i <= HP_MOST; i++) {
        chain->mine[i][0] = chain->theirs[i][0] = 1;
        chain->mine[0][i] = chain->theirs[0][i] = 0;
    }
    for (int a = 1; a <= HP_MOST; a++) {
        for (int b = 1; b <= HP_MOST; b++) {
            double hurts = 0, is_hurt = 0;
            for (int d = 1; d <= HP_MOST; d++) {
                hurts += first[d] * chain->theirs[a][b > d ? b - d : 0];
                is_hurt += second[d] * chain->mine[a > d ? a - d : 0][b];
            }
            chain->mine[a][b] = (hurts + first[0] * is_hurt) / (1 - first[0] * second[0]);
            chain->theirs[a][b] = is_hurt + second[0] * chain->mine[a][b];
        }
    }
}

/* What is left to lose; 0: it has fallen. */
static int left_of(const struct sitting *sitting, const struct state *state, int id, int more)
{
    int hp = state_value(state, id, FIELD_HP, 0) + more;
    bool has_fallen = fight_has_fallen(sitting_procedure(sitting), state, id);
    return has_fallen || hp < 0 ? 0 : hp;
}

/* How many of the chart's intervals hold the exact chance, beside how many there are. */
struct held {
    int held, all;
};

static void hold(struct held *out, const struct chart *chart, int point, double exact)
{
    struct interval chance = chart_chance(chart, point);
    bool is_held = chance.low <= exact + 1e-9 && exact <= chance.high + 1e-9;
    out->held += is_held ? 1 : 0;
    out->all++;
    if (chart->point[point].is_exact) {
        assert_close(exact, chance.middle);
    }
}

static void hold_duel(struct held *chances, struct held *open, const struct duel *duel,
                      const struct sitting *sitting, const struct chart *chart,
                      const struct duel_chances *chain)
{
    const struct state *state = chart->start;
    bool is_first_next = true;
    int a = left_of(sitting, state, 1, duel->more), b = left_of(sitting, state, 2, duel->more);
    hold(chances, chart, 0, chain->mine[a][b]);
    for (int i = 0; i < chart->acts; i++) {
        const struct chart_act *act = &chart->act[i];
        bool is_blow = strncmp(act->line, "attack ", 7) == 0;
        double before = is_first_next ? chain->mine[a][b] : chain->theirs[a][b];
        state = chart->point[act->chance].start.state;
        a = left_of(sitting, state, 1, duel->more);
        b = left_of(sitting, state, 2, duel->more);
        is_first_next = is_blow ? !is_first_next : is_first_next;
        if (is_blow) {
            assert_int_equal(act->by, is_first_next ? 2 : 1);
            assert_int_not_equal(act->open, act->chance);
            hold(open, chart, act->open, before);
        }
        hold(chances, chart, act->chance,
             is_first_next ? chain->mine[a][b] : chain->theirs[a][b]);
    }
}

/* 95 of 100 less three standard errors; acts of a duel share some of their luck, so that the
 * variance counts twice. */
static bool are_held(const struct held *held)
{
    double all = held->all;
    return held->held >= 0.95 * all - 3 * sqrt(2 * 0.95 * 0.05 * all);
}

static void test_chart__holds_the_exact_chances_of_duels_at_every_act(void **state)
{
    (void)state;
    static struct duel_chances chain;
    struct held chances = {0, 0}, open = {0, 0};
    for (size_t i = 0; i < sizeof duels / sizeof duels[0]; i++) {
        char file[80], system[80];
        const struct duel *duel = &duels[i];
        text_format(file, sizeof file, "referee/policies/%s/plain.yaml", duel->system);
        home_write(file, plain);
        for (uint64_t k = 0; k < (uint64_t)number_of("DUELS", DUELS_OF_EACH); k++) {
            double first[HP_MOST + 1], second[HP_MOST + 1];
            struct sitting *sitting = campaign();
            text_format(system, sizeof system, "encounter duel system=%s", duel->system);
            run(sitting, system);
            for (int n = 0; duel->line[n] != NULL; n++) {
                run(sitting, duel->line[n]);
            }
            read_blow(first, sitting, 1);
            read_blow(second, sitting, 2);
            solve(&chain, first, second);
            logged_fight(sitting, "plain", k);
            struct chart *chart =
                chart_of(sitting, "plain", (uint64_t)number_of("DUEL_SEED", 1) + 100 * i + k);
            play(chart, number_of("FIGHTS", DUEL_FIGHTS), 0);
            hold_duel(&chances, &open, duel, sitting, chart, &chain);
            chart_free(chart);
            sitting_close(sitting);
        }
    }
    printf("# chances: %d of %d; with open dice: %d of %d\n", chances.held, chances.all,
           open.held, open.all);
    assert_true(open.all > 50 && chances.all > 100);
    assert_true(are_held(&chances) && are_held(&open));
}

/* ---- the same of Four Against Darkness ------------------------------------------------- */

/* A warrior against a major foe that loses a level at half its life: she attacks, then she
 * defends, and at 0 life a save leaves her 1. The chance when each of these comes, by the life
 * of both. */
enum { LIFE = 3, FOE_LIFE = 6, BONUS = 2, FOE_LEVEL = 5 };
struct dungeon_chances {
    double attacks[LIFE + 1][FOE_LIFE + 1], defends[LIFE + 1][FOE_LIFE + 1];
    double saves[FOE_LIFE + 1];
};

static int level_with(int life)
{
    return 2 * life <= FOE_LIFE ? FOE_LEVEL - 1 : FOE_LEVEL;
}

static void solve_dungeon(struct dungeon_chances *chain)
{
    memset(chain, 0, sizeof *chain);
    for (int a = 0; a <= LIFE; a++) {
        chain->attacks[a][0] = chain->defends[a][0] = 1;
    }
    for (int b = 1; b <= FOE_LIFE; b++) {
        double blocked = chain_at_least(level_with(b) + 1 - BONUS);
        double saved = chain_at_least(level_with(b));
        for (int a = 1; a <= LIFE; a++) {
            double hurts = 0, rest = 1, still = damage_chance(BONUS, level_with(b), 0);
            for (int d = 0; d < b; d++) {
                double mass = damage_chance(BONUS, level_with(b), d);
                rest -= mass;
                hurts += d > 0 ? mass * chain->defends[a][b - d] : 0;
            }
            /* What follows a blow that does nothing: stays + goes on * attacks. */
            double stays = a > 1 ? (1 - blocked) * chain->attacks[a - 1][b] : 0;
            double goes_on = a > 1 ? blocked : blocked + (1 - blocked) * saved;
            chain->attacks[a][b] = (hurts + rest + still * stays) / (1 - still * goes_on);
            chain->defends[a][b] = stays + goes_on * chain->attacks[a][b];
        }
        chain->saves[b] = saved * chain->attacks[1][b];
    }
}

/* The chance before this act of the chart's, or after the last. */
static double dungeon_chance(const struct chart *chart, const struct dungeon_chances *chain,
                             int place)
{
    const struct state *state = chart_state_after(chart, place);
    int a = state_value(state, 1, FIELD_HP, 0), b = state_value(state, 2, FIELD_HP, 0);
    for (int i = place; i < chart->acts; i++) {
        const char *line = chart->act[i].line;
        if (strncmp(line, "attack ", 7) == 0) {
            return chain->attacks[a][b];
        } else if (strncmp(line, "defend ", 7) == 0) {
            return chain->defends[a][b];
        } else if (strncmp(line, "save ", 5) == 0) {
            return chain->saves[b];
        }
    }
    return b <= 0 ? 1 : 0;
}

static void test_chart__holds_the_exact_chances_of_a_dungeon_at_every_act(void **state)
{
    (void)state;
    static struct dungeon_chances chain;
    struct held chances = {0, 0}, open = {0, 0};
    solve_dungeon(&chain);
    home_write("referee/policies/four-against-darkness/plain.yaml", plain_dungeon);
    for (uint64_t k = 0; k < (uint64_t)number_of("DUELS", DUELS_OF_EACH); k++) {
        struct sitting *sitting = campaign();
        run(sitting, "encounter duel system=four-against-darkness");
        run(sitting, "add Hild class=warrior level=2 life=3");
        run(sitting, "add imp level=5 life=6");
        logged_fight(sitting, "plain", k);
        struct chart *chart =
            chart_of(sitting, "plain", (uint64_t)number_of("DUEL_SEED", 1) + 100 * k);
        play(chart, number_of("FIGHTS", DUEL_FIGHTS), 0);
        hold(&chances, chart, 0, dungeon_chance(chart, &chain, 0));
        for (int i = 0; i < chart->acts; i++) {
            const struct chart_act *act = &chart->act[i];
            hold(&chances, chart, act->chance, dungeon_chance(chart, &chain, i + 1));
            if (act->open != act->chance) {
                hold(&open, chart, act->open, dungeon_chance(chart, &chain, i));
            }
        }
        chart_free(chart);
        sitting_close(sitting);
    }
    printf("# chances: %d of %d; with open dice: %d of %d\n", chances.held, chances.all,
           open.held, open.all);
    assert_true(open.all > 15 && chances.all > 30);
    assert_true(are_held(&chances) && are_held(&open));
}

/* ---- fights of every game -------------------------------------------------------------- */

enum { GENERATED = 50, GENERATED_FIGHTS = 6 };

static const char *const foes[RANDOM_GAMES] = {
    "add 2 Shrike strength=12 wits=8 ac=20 hp=9 damage=1d6", "add rats count=5 level=3",
    "add 2 Snapjaw to_hit=4 dv=6 av=3 damage=1d6 hp=20",
    "add 2 Crab accuracy=14 dodge=6 damage=2-9 armor=3 hp=30",
    "add 2 Pike to_hit=3 dv=4 pv=1 damage=1d6 hp=14"};

/* Two who have no luck of their own to roll again with. */
static void begin_game(struct sitting *sitting, int game)
{
    TEXT_BUFFER(line, 200);
    text_add(&line, "encounter fight system=%s", random_games[game].system);
    run(sitting, line.p);
    run(sitting, random_games[game].member[0]);
    run(sitting, random_games[game].member[random_games[game].is_of_classes ? 2 : 1]);
    run(sitting, foes[game]);
    if (random_games[game].begin != NULL) {
        run(sitting, random_games[game].begin);
    }
}

/* What is shown adds up as one would do it in one's head, and is less than a point from what
 * was counted. */
static void check_rounded(const struct chart *chart)
{
    struct chart_rounded_shares shares;
    struct chart_rounded all = chart_round_all(chart), sides = {0, 0};
    int at = chart_round_chance(chart, 0);
    for (int i = 0; i < chart->acts; i++) {
        struct chart_rounded act = chart_round_act(chart, i);
        at += act.dice + act.choice;
        assert_int_equal(at, chart_round_chance(chart, chart->act[i].chance));
        assert_true(fabs(act.dice - chart_share_of(chart, &chart->act[i].dice).middle * 100) <
                    1 + 1e-9);
        assert_true(chart->act[i].dice.squares > 0 || act.dice == 0);
    }
    assert_int_equal(chart_round_chance(chart, 0) + all.dice + all.choice, at);
    chart_round_shares(chart, &shares);
    for (int side = SIDE_FOES; side <= SIDE_PARTY; side++) {
        struct chart_rounded members = {0, 0};
        const struct state *state = chart_state_after(chart, chart->acts);
        for (int id = 1; id <= state->count; id++) {
            bool is_of_it = state_value(state, id, FIELD_SIDE, SIDE_FOES) == side;
            members.dice += is_of_it ? shares.by[id].dice : 0;
            members.choice += is_of_it ? shares.by[id].choice : 0;
        }
        assert_int_equal(members.dice, shares.side[side].dice);
        assert_int_equal(members.choice, shares.side[side].choice);
        sides.dice += members.dice;
        sides.choice += members.choice;
    }
    assert_int_equal(sides.dice + shares.by[0].dice, all.dice);
    assert_int_equal(sides.choice + shares.by[0].choice, all.choice);
}

/* The same sums, written again: of the document, not of what made it. */
static double check_sums(const struct chart *chart)
{
    json_t *report = chart_report(chart), *row;
    const char *name;
    size_t i;
    double start = json_number_value(report_value(report, "start"));
    double end = json_number_value(report_value(report, "end")), at = start;
    double dice = 0, choices = 0, of_dice = 0, of_choices = 0;
    json_array_foreach(report_value(report, "chart"), i, row)
    {
        double chance = json_number_value(report_value(row, "chance"));
        double own = json_number_value(report_value(row, "dice"));
        double other = json_number_value(report_value(row, "choice"));
        assert_true(fabs(at + own + other - chance) < 1e-9);
        dice += own;
        choices += other;
        at = chance;
    }
    json_object_foreach(report_value(report, "by"), name, row)
    {
        of_dice += json_number_value(report_value(row, "dice"));
        of_choices += json_number_value(report_value(row, "choices"));
    }
    double told = json_number_value(report_value(report, "dice"));
    assert_true(fabs(start + dice + choices - end) < 1e-9);
    assert_true(fabs(told - dice) < 1e-9 && fabs(of_dice - dice) < 1e-9);
    assert_true(fabs(of_choices - choices) < 1e-9);
    assert_true(
        fabs(json_number_value(report_value(report, "without_dice")) - start - choices) < 1e-9);
    json_decref(report);
    check_rounded(chart);
    return dice;
}

static void test_chart__adds_up_in_every_game_and_its_dice_are_fair(void **state)
{
    (void)state;
    int count = number_of("GENERATED", GENERATED);
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        struct sitting *sitting = campaign();
        begin_game(sitting, i % RANDOM_GAMES);
        logged_fight(sitting, "sensible", (uint64_t)i);
        struct chart *chart = chart_of(sitting, "", (uint64_t)i + 1);
        play(chart, number_of("FIGHTS", GENERATED_FIGHTS), 0);
        double dice = check_sums(chart);
        sum += dice;
        squares += dice * dice;
        chart_free(chart);
        sitting_close(sitting);
    }
    double mean = sum / count;
    double error = sqrt((squares / count - mean * mean) / (count - 1));
    printf("# %d fights: the dice gave %.3f on average, %.1f standard errors\n", count, mean,
           mean / error);
    assert_true(error > 0);
    assert_true(fabs(mean) < 3 * error);
}

/* ---- turning points -------------------------------------------------------------------- */

/* One blow decides: the first one misses, the second one fells. */
static void test_chart__names_the_blow_that_decided(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    TEXT_BUFFER(text, 1000);
    int turn[CHART_TURNS];
    run(sitting, "add Ana side=party strength=10 wits=10 ac=20 hp=4 damage=9d8");
    run(sitting, "add Ogre strength=10 wits=8 ac=20 hp=4 damage=9d8");
    run(sitting, "initiative 20 3");
    run(sitting, "attack #2 by=#1 2");
    run(sitting, "next");
    run(sitting, "attack #1 by=#2 18 8 8 8 8 8 8 8 8 8");
    struct chart *chart = chart_of(sitting, "", 3);
    play(chart, 400, 0);
    /* That she came first helped her; that she missed did not. */
    assert_int_equal(chart_turns(chart, turn), 3);
    chart_turn_format(chart, turn[0], &text);
    assert_non_null(strstr(text.p, "r1, Ogre hits Ana: "));
    assert_non_null(strstr(text.p, "% to "));
    assert_int_equal(chart->act[turn[0]].by, 2);
    assert_int_equal(chart->act[turn[1]].by, 0);
    assert_int_equal(chart->act[turn[2]].by, 1);
    /* The foe's luck and the character's bad luck are both against the party. */
    assert_true(chart->share[2].dice.sum < 0 && chart->share[1].dice.sum < 0);
    text = text_over(text.p, 1000);
    chart_tell(chart, &text);
    /* In the order of the fight, not of their size. */
    const char *first = strstr(text.p, "It turned at r1, "),
               *turn_of = strstr(text.p, "Ogre's turn");
    assert_non_null(first);
    assert_true(turn_of > first && strstr(text.p, "Ogre hits Ana") > turn_of);
    assert_non_null(strstr(text.p, "Assumed: both sides fight by the policy sensible."));
    chart_free(chart);
    sitting_close(sitting);
}

static void test_chart__of_a_lopsided_fight_says_that_nothing_turned_it(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    TEXT_BUFFER(text, 1000);
    run(sitting, "add Ana side=party strength=18 wits=10 ac=30 hp=60 damage=2d8");
    run(sitting, "add Rat strength=1 wits=1 ac=10 hp=30 damage=1d2");
    run(sitting, "initiative 20 3");
    run(sitting, "attack #2 by=#1 15 3 3");
    run(sitting, "next");
    run(sitting, "attack #1 by=#2 2");
    struct chart *chart = chart_of(sitting, "", 3);
    play(chart, 200, 0);
    chart_tell(chart, &text);
    assert_non_null(strstr(text.p, "Nothing turned it"));
    chart_free(chart);
    sitting_close(sitting);
}

/* What the referee does is a row of its own: hit points that are typed, and who arrives. */
static void test_chart__counts_what_the_referee_does_apart(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    run(sitting, "add Ana side=party strength=10 wits=10 ac=20 hp=9 damage=1d8");
    run(sitting, "add Ogre strength=10 wits=8 ac=20 hp=9 damage=1d8");
    run(sitting, "initiative 20 3");
    run(sitting, "set #1 hp=1");
    run(sitting, "add 3 Ogre strength=10 wits=8 ac=20 hp=9 damage=1d8");
    struct chart *chart = chart_of(sitting, "", 3);
    play(chart, 200, 0);
    json_t *report = chart_report(chart);
    assert_true(json_number_value(report_value(report, "by/referee/choices")) < -0.2);
    assert_close(json_number_value(report_value(report, "by/referee/choices")),
                 json_number_value(report_value(report, "choices")));
    assert_true(json_number_value(report_value(report, "end")) < 0.2);
    json_decref(report);
    chart_free(chart);
    sitting_close(sitting);
}

static void test_chart__is_the_same_from_any_number_of_threads(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    begin_game(sitting, 4);
    logged_fight(sitting, "sensible", 9);
    char *document[3];
    for (int threads = 1; threads <= 3; threads++) {
        struct chart *chart = chart_of(sitting, "", 2);
        play(chart, 20, threads);
        json_t *report = chart_report(chart);
        document[threads - 1] = json_dumps(report, JSON_INDENT(1));
        json_decref(report);
        chart_free(chart);
    }
    assert_string_equal(document[0], document[1]);
    assert_string_equal(document[0], document[2]);
    for (int i = 0; i < 3; i++) {
        free(document[i]);
    }
    sitting_close(sitting);
}

/* ---- kept ------------------------------------------------------------------------------ */

static char *document_of(const struct chart *chart)
{
    json_t *report = chart_report(chart);
    char *document = json_dumps(report, JSON_INDENT(1));
    json_decref(report);
    return document;
}

/* What is kept goes on where it ended, gives the same, and is the chart of these acts and
 * policies alone. */
static void test_chart__is_kept_until_acts_or_policies_change(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    begin_game(sitting, 4);
    logged_fight(sitting, "sensible", 9);
    struct chart *first = chart_of(sitting, "", 2), *whole = chart_of(sitting, "", 2);
    play(first, 20, 1);
    play(whole, 50, 1);
    chart_cache(first, sitting);
    struct chart *again = chart_of(sitting, "", 2);
    assert_false(chart_recall(again, sitting, 19));
    assert_true(chart_recall(again, sitting, 20));
    char *kept = document_of(again), *was = document_of(first);
    assert_string_equal(kept, was);
    free(kept);
    free(was);
    struct forecast_crew crew = {.threads = 2};
    chart_play_to(again, sitting, &crew, 50);
    char *on = document_of(again), *all = document_of(whole);
    assert_string_equal(on, all);
    free(on);
    free(all);
    forecast_crew_end(&crew);
    struct chart *other[3] = {chart_of(sitting, "", 3), chart_of(sitting, "focus", 2), NULL};
    run(sitting, "set #1 hp=3");
    other[2] = chart_of(sitting, "", 2);
    for (int i = 0; i < 3; i++) {
        assert_false(chart_recall(other[i], sitting, 1000));
        chart_free(other[i]);
    }
    chart_free(first);
    chart_free(again);
    chart_free(whole);
    sitting_close(sitting);
}

/* ---- other choices --------------------------------------------------------------------- */

/* Its place; -1: there is none. */
static int place_called(const struct chart_choices *choices, const char *label)
{
    int i = choices->count - 1;
    while (i >= 0 && strcmp(choices->choice[i].label, label) != 0) {
        i--;
    }
    return i;
}

static const struct chart_choice *choice_called(const struct chart_choices *choices,
                                                const char *label)
{
    int i = place_called(choices, label);
    return i >= 0 ? &choices->choice[i] : NULL;
}

/* Her blow fells the ogre that it hits: the wounded one would have been the better target, as
 * the other one falls anyway only by two. */
static void begin_choice(struct sitting *sitting)
{
    run(sitting, "add Ana side=party strength=14 wits=10 ac=20 hp=12 damage=4");
    run(sitting, "add Ogre strength=12 wits=8 ac=20 hp=8 damage=1d6");
    run(sitting, "add Imp strength=12 wits=8 ac=20 hp=1 damage=1d6");
    run(sitting, "initiative 20 3 2");
    run(sitting, "attack #2 by=#1 6");
}

static void test_choices__are_listed_at_once_and_their_chances_come_in(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    begin_choice(sitting);
    struct chart *chart = chart_of(sitting, "", 3);
    struct forecast_crew crew = {.threads = 1};
    TEXT_BUFFER(text, 4000);
    struct chart_choices *choices = choices_new(chart, chart->acts - 1);
    assert_int_equal(choices->by, 1);
    assert_non_null(choice_called(choices, "attack Ogre"));
    assert_true(choice_called(choices, "attack Ogre")->is_taken);
    assert_non_null(choice_called(choices, "attack Imp"));
    assert_non_null(choice_called(choices, "defend"));
    assert_non_null(choice_called(choices, "flee"));
    assert_non_null(choice_called(choices, "as the policy chooses"));
    assert_null(choice_called(choices, "attack Ana"));
    assert_null(choice_called(choices, "cast")); /* nothing is declared */
    choices_tell(choices, &text);
    assert_non_null(strstr(text.p, "attack Imp: ...\n"));
    assert_true(choices_play(choices, &crew, 200));
    assert_int_equal(choices->fights, 200);
    /* To flee is not to win. */
    assert_int_equal(choice_called(choices, "flee")->won, 0);
    int imp = place_called(choices, "attack Imp"), flee = place_called(choices, "flee");
    assert_true(choices_less(choices, imp, flee).low > 0);
    assert_false(choices_are_equal(choices, imp, flee));
    assert_true(choices_are_equal(choices, imp, imp));
    text = text_over(text.p, 4000);
    choices_tell(choices, &text);
    assert_non_null(strstr(text.p, "which was done"));
    assert_non_null(strstr(text.p, "Best for the party: "));
    assert_non_null(strstr(text.p, "`amend`"));
    /* What a foe does of itself is no advice to Ana. */
    assert_true(choice_called(choices, "Imp reacts: shield")->is_theirs);
    assert_false(choice_called(choices, "Ana reacts: shield")->is_theirs);
    for (int i = 0; i < choices->count; i++) {
        choices->choice[i].won = choices->choice[i].is_theirs ? (int)choices->fights : 0;
    }
    text = text_over(text.p, 4000);
    choices_tell(choices, &text);
    assert_null(strstr(text.p, "Best for the party: Imp"));
    assert_null(strstr(text.p, "Best for the party: Ogre"));
    choices_free(choices);
    forecast_crew_end(&crew);
    chart_free(chart);
    sitting_close(sitting);
}

/* What was taken has the chance of the chart's act with its dice open, fight by fight; and what
 * the policy chooses that before it. */
static void test_choices__have_the_luck_of_the_chart_on_any_number_of_threads(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    begin_choice(sitting);
    struct chart *chart = chart_of(sitting, "", 3);
    play(chart, 60, 1);
    int64_t won[2][CHOICES_ROOM];
    for (int threads = 1; threads <= 2; threads++) {
        struct forecast_crew crew = {.threads = threads};
        struct chart_choices *choices = choices_new(chart, chart->acts - 1);
        choices_play(choices, &crew, 30);
        choices_play(choices, &crew, 30);
        const struct chart_act *act = &chart->act[chart->acts - 1];
        assert_int_equal(choices->choice[choices->taken].won, chart->point[act->open].won);
        assert_int_equal(choices->choice[choices->count - 1].won,
                         chart->point[chart->act[chart->acts - 2].chance].won);
        for (int i = 0; i < choices->count; i++) {
            won[threads - 1][i] = choices->choice[i].won;
            assert_int_equal(won[threads - 1][i], won[0][i]);
        }
        choices_free(choices);
        forecast_crew_end(&crew);
    }
    chart_free(chart);
    sitting_close(sitting);
}

/* In every game there is something else to do in a turn of the party, and nothing of it is
 * refused when it is played. */
static void test_choices__can_be_played_in_every_game(void **state)
{
    (void)state;
    for (int game = 0; game < RANDOM_GAMES; game++) {
        struct sitting *sitting = campaign();
        begin_game(sitting, game);
        logged_fight(sitting, "sensible", 3);
        struct chart *chart = chart_of(sitting, "", 1);
        struct forecast_crew crew = {.threads = 0};
        int most = 0;
        for (int place = 0; place < chart->acts && place < 12; place++) {
            struct chart_choices *choices = choices_new(chart, place);
            bool is_played = choices_play(choices, &crew, 4);
            assert_true(is_played || choices->count == 0);
            for (int i = 0; i < choices->count; i++) {
                assert_int_equal(choices->choice[i].undone, 0);
            }
            most = choices->count > most ? choices->count : most;
            choices_free(choices);
        }
        assert_true(most >= 3);
        forecast_crew_end(&crew);
        chart_free(chart);
        sitting_close(sitting);
    }
}

/* Two of a kind are the same choice; what is worse by more than chance is not. */
static void test_choices__that_cannot_be_told_apart_are_equal(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    TEXT_BUFFER(text, 4000);
    run(sitting, "add Ana side=party strength=16 wits=10 ac=20 hp=9 damage=1d8");
    run(sitting, "add 2 Imp strength=12 wits=8 ac=20 hp=6 damage=1d6");
    run(sitting, "initiative 20 3");
    run(sitting, "attack #2 by=#1 6");
    struct chart *chart = chart_of(sitting, "", 3);
    struct forecast_crew crew = {.threads = 0};
    struct chart_choices *choices = choices_new(chart, chart->acts - 1);
    choices_play(choices, &crew, 400);
    int one = place_called(choices, "attack Imp 1"),
        other = place_called(choices, "attack Imp 2");
    assert_true(choices_are_equal(choices, one, other));
    assert_false(choices_are_equal(choices, one, place_called(choices, "flee")));
    choices_tell(choices, &text);
    assert_non_null(strstr(text.p, "attack Imp 2: "));
    assert_non_null(strstr(text.p, ", no difference shows\n"));
    assert_non_null(strstr(text.p, "attack Imp 2"));
    assert_non_null(strstr(text.p,
                           "Best for the party: attack Imp 2, shoot Imp 2 or Ana reacts: "
                           "shield, which are equal: no difference shows.\n"));
    json_t *report = choices_report(choices), *row;
    size_t at;
    json_array_foreach(report_value(report, "choices"), at, row)
    {
        const char *label = json_string_value(report_value(row, "choice"));
        if (strcmp(label, "attack Imp 2") == 0) {
            assert_true(json_is_true(report_value(row, "is_equal")));
        } else if (strcmp(label, "Ana reacts: shield") == 0) {
            assert_true(json_is_false(report_value(row, "is_equal")));
            assert_true(json_is_true(report_value(row, "is_best")));
        } else if (strcmp(label, "flee") == 0) {
            assert_true(json_is_false(report_value(row, "is_equal")));
            assert_true(json_is_false(report_value(row, "is_best")));
        }
    }
    json_decref(report);
    choices_free(choices);
    forecast_crew_end(&crew);
    chart_free(chart);
    sitting_close(sitting);
}

static void test_choices__of_somebody_who_is_out_are_none(void **state)
{
    (void)state;
    struct sitting *sitting = campaign();
    TEXT_BUFFER(text, 4000);
    run(sitting, "add Ana side=party strength=14 wits=10 ac=20 hp=6 damage=4");
    run(sitting, "add Bo side=party strength=14 wits=10 ac=20 hp=6 damage=4");
    run(sitting, "add Ogre strength=12 wits=8 ac=20 hp=40 damage=1d6");
    run(sitting, "initiative 20 9 3");
    run(sitting, "out Ana down");
    run(sitting, "ruling attack #3 by=#1 6");
    struct chart *chart = chart_of(sitting, "", 3);
    chart->act[chart->acts - 1].by = 1;
    struct chart_choices *choices = choices_new(chart, chart->acts - 1);
    assert_int_equal(choices->count, 0);
    choices_tell(choices, &text);
    assert_string_equal(text.p, "Ana was out of the fight (down) and had nothing to choose.\n");
    choices_free(choices);
    chart_free(chart);
    sitting_close(sitting);
}

/* What a game's own tables hold: spells, uses, orders, kinds of attacks. */
static void test_choices__have_spells_and_other_uses(void **state)
{
    (void)state;
    static const struct {
        const char *line[7];
        const char *label[5];
    } cases[] = {
        {{"encounter cave system=four-against-darkness",
          "add Oda side=party class=wizard level=3 hp=4",
          "add Bram side=party class=cleric level=3 hp=1 hp_max=6",
          "add Orc foe=ditch-orcs count=4", "place room", "next"},
         {"cast fireball at Orc", "cast sleep at Orc", "cast protection on Bram", "flee"}},
        {{"encounter ford system=trilemma",
          "add Ana side=party strength=14 wits=12 ac=24 hp=9 damage=1d8",
          "add Hob side=party strength=9 wits=9 ac=20 hp=5 damage=1d6",
          "add Shrike strength=13 wits=8 ac=23 hp=11 damage=1d6", "command Hob under=Ana",
          "initiative 20 9 3"},
         {"order Hob to act", "Hob reacts: clear order", "defend", "end the turn"}},
        {{"encounter hall system=yuxtapa",
          "add Ana side=party class=wizard to_hit=3 dv=5 pv=1 damage=1d6 hp=12",
          "add Pike to_hit=2 dv=4 pv=1 damage=1d5 hp=13",
          "add Pole to_hit=2 dv=4 pv=1 damage=1d5 hp=13", "initiative Ana=9 Pike=3 Pole=3",
          "next"},
         {"zap Pike", "magic missile at Pole", "shoot Pike"}},
        {{"encounter hall system=yuxtapa",
          "add Ana side=party class=fighter to_hit=3 dv=5 pv=1 damage=1d6 hp=12",
          "add Pike to_hit=2 dv=4 pv=1 damage=1d5 hp=13",
          "add Pole to_hit=2 dv=4 pv=1 damage=1d5 hp=13", "initiative Ana=9 Pike=3 Pole=3",
          "next"},
         {"circular attack on Pike and Pole", "attack Pole"}},
        {{"encounter den system=caves-of-qud",
          "add Ana side=party to_hit=3 dv=6 av=3 damage=1d6 hp=22 ego=4 weapon=hook-bill "
          "off_weapon=waking-thought player=yes",
          "add Snapjaw to_hit=4 dv=6 av=3 ma=2 damage=1d6 hp=24", "initiative Ana=9 Snapjaw=3",
          "next"},
         {"attack Snapjaw with the off hand", "attack Snapjaw"}},
        {{"encounter den system=pixel-dungeon",
          "add Wren side=party accuracy=14 dodge=8 damage=2-10 armor=2 hp=25",
          "add Crab accuracy=14 dodge=6 damage=2-9 armor=3 hp=24", "initiative Wren=9 Crab=3",
          "next"},
         {"attack Crab", "let others go first"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sitting *sitting = campaign();
        for (int n = 0; cases[i].line[n] != NULL; n++) {
            run(sitting, cases[i].line[n]);
        }
        struct chart *chart = chart_of(sitting, "", 3);
        struct forecast_crew crew = {.threads = 0};
        struct chart_choices *choices = choices_new(chart, chart->acts);
        TEXT_BUFFER(text, 8000);
        choices_play(choices, &crew, 10);
        choices_tell(choices, &text);
        for (int n = 0; cases[i].label[n] != NULL; n++) {
            const struct chart_choice *choice = choice_called(choices, cases[i].label[n]);
            if (choice == NULL || choice->undone > 0) {
                fail_msg("%s: no %s in\n%s", cases[i].line[0], cases[i].label[n], text.p);
            }
        }
        choices_free(choices);
        forecast_crew_end(&crew);
        chart_free(chart);
        sitting_close(sitting);
    }
}

/* ---- two ways -------------------------------------------------------------------------- */

static void test_compare__names_the_first_act_in_which_two_ways_differ(void **state)
{
    (void)state;
    struct error err;
    struct sitting *sitting = campaign();
    struct compare compare = {.differs = 0};
    struct forecast_crew crew = {.threads = 0};
    TEXT_BUFFER(text, 4000);
    TEXT_BUFFER(left, 40);
    begin_choice(sitting);
    text_add(&left, "#%lld", (long long)sitting->position.head);
    run(sitting, "undo");
    run(sitting, "attack #3 by=#1 6");
    const struct str words[2] = {str_of(left.p), str_of("")};
    if (compare_begin(&compare, sitting, words, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    compare_play(&compare, &crew, 100);
    int acts = compare.chart[0].chart->acts;
    assert_true(compare.is_one);
    assert_int_equal(compare.chart[1].chart->acts, acts);
    assert_int_equal(compare.differs, acts - 1);
    compare_tell(&compare, &text);
    assert_non_null(strstr(text.p, "the first: r1, Ana hits Ogre"));
    assert_non_null(strstr(text.p, "the second: r1, Ana hits Imp"));
    json_t *report = compare_report(&compare);
    assert_int_equal(json_array_size(report_value(report, "fights")), 2);
    assert_int_equal(json_integer_value(report_value(report, "first_difference/place")),
                     acts - 1);
    json_decref(report);
    forecast_crew_end(&crew);
    compare_end(&compare);
    sitting_close(sitting);
}

/* ---- pages ----------------------------------------------------------------------------- */

/* Names are words in every format. */
static void test_page__has_the_chart_in_each_format_and_no_script(void **state)
{
    (void)state;
    struct error err;
    static const char *const formats[] = {"html", "md", "text", "json"};
    static const char *const holds[] = {"<circle class=\"turn\"", "```\n100%", "100%",
                                        "\"turning_points\""};
    struct sitting *sitting = campaign();
    char *page;
    run(sitting, "add \"<script>Ana\" side=party strength=10 wits=10 ac=20 hp=4 damage=9d8");
    run(sitting, "add Ogre strength=10 wits=8 ac=20 hp=4 damage=9d8");
    run(sitting, "initiative 20 3");
    run(sitting, "attack #2 by=#1 2");
    run(sitting, "next");
    run(sitting, "attack #1 by=#2 18 8 8 8 8 8 8 8 8 8");
    struct chart *chart = chart_of(sitting, "", 3);
    play(chart, 100, 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(chart_page(&page, chart, str_of(formats[i]), &err), STATUS_OK);
        if (strstr(page, holds[i]) == NULL) {
            fail_msg("%s without %s:\n%s", formats[i], holds[i], page);
        }
        assert_true(i == 3 || strstr(page, "It turned at r1, ") != NULL);
        assert_true(i > 1 || strstr(page, "<script") == NULL ||
                    strstr(page, "\\<script") != NULL);
        free(page);
    }
    assert_int_equal(chart_page(&page, chart, str_of("csv"), &err), STATUS_USAGE);
    assert_null(page);
    assert_non_null(strstr(err.text, "no chart"));
    assert_int_equal(chart_page_check(str_of("htm"), &err), STATUS_USAGE);
    chart_free(chart);
    sitting_close(sitting);
}

static int begin(void **state)
{
    (void)state;
    return home_begin("XDG_DATA_HOME");
}

static int end(void **state)
{
    (void)state;
    return home_end("XDG_DATA_HOME");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_chart__holds_the_exact_chances_of_duels_at_every_act, begin, end),
        cmocka_unit_test_setup_teardown(test_chart__adds_up_in_every_game_and_its_dice_are_fair,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_chart__names_the_blow_that_decided, begin, end),
        cmocka_unit_test_setup_teardown(
            test_chart__of_a_lopsided_fight_says_that_nothing_turned_it, begin, end),
        cmocka_unit_test_setup_teardown(test_chart__counts_what_the_referee_does_apart, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_chart__is_the_same_from_any_number_of_threads,
                                        begin, end),
        cmocka_unit_test_setup_teardown(
            test_chart__holds_the_exact_chances_of_a_dungeon_at_every_act, begin, end),
        cmocka_unit_test_setup_teardown(test_chart__is_kept_until_acts_or_policies_change,
                                        begin, end),
        cmocka_unit_test_setup_teardown(
            test_choices__are_listed_at_once_and_their_chances_come_in, begin, end),
        cmocka_unit_test_setup_teardown(
            test_choices__have_the_luck_of_the_chart_on_any_number_of_threads, begin, end),
        cmocka_unit_test_setup_teardown(test_choices__can_be_played_in_every_game, begin, end),
        cmocka_unit_test_setup_teardown(test_choices__that_cannot_be_told_apart_are_equal,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_choices__of_somebody_who_is_out_are_none, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_choices__have_spells_and_other_uses, begin, end),
        cmocka_unit_test_setup_teardown(
            test_compare__names_the_first_act_in_which_two_ways_differ, begin, end),
        cmocka_unit_test_setup_teardown(test_page__has_the_chart_in_each_format_and_no_script,
                                        begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
