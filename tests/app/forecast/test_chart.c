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

#include "app/forecast/chart_told.h"
#include "app/sitting/act_odds.h"
#include "app/sitting/data.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "app/report/report.h"
#include "resolver/odds.h"
#include "support/acts.h"
#include "support/home.h"
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
    assert_string_equal(chart->needs, "");
    assert_int_equal(chart->fights, fights);
    forecast_crew_end(&crew);
}

struct logging {
    struct sitting *sitting;
    int draw; /* a fight begins each act at the first draw */
};

static void log_act(void *context, const struct fight *fight, const char *line)
{
    struct logging *logging = context;
    struct sitting *sitting = logging->sitting;
    struct error err;
    struct act_row act = {.encounter = sitting->encounter.id,
                          .round = fight->state.value[ENCOUNTER_ROUND],
                          .at_ms = now_ms()};
    struct event *events = calloc((size_t)fight->decision.events, sizeof *events);
    assert_non_null(events);
    int first = logging->draw;
    for (int i = 0; i < fight->decision.events; i++) {
        events[i] = fight->decision.event[i];
        if (event_shape(events[i].kind) == SHAPE_ENCOUNTER &&
            events[i].field == ENCOUNTER_DRAW) {
            events[i].from += first;
            events[i].to += first;
            logging->draw = events[i].to;
        }
    }
    text_format(act.label, sizeof act.label, "%s", fight->decision.label);
    text_format(act.command, sizeof act.command, "%s", line);
    if (log_append(sitting->campaign, &act, events, fight->decision.events, &sitting->position,
                   &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    free(events);
}

/* Plays on from the table to the end of fight `number`, and logs each act. */
static void log_fight(struct sitting *sitting, const char *policy, uint64_t number)
{
    struct error err;
    struct forecast *forecast;
    struct forecast_from from;
    char party[64], foes[64];
    struct forecast_wish wish = {.fights = 1, .seed = 77, .usual = "sensible"};
    text_format(party, sizeof party, "party=%s", policy);
    text_format(foes, sizeof foes, "foes=%s", policy);
    wish.policies = (struct forecast_words){.word = {party, foes}, .count = 2};
    sitting_forecast_open(sitting, &from);
    if (forecast_new(&forecast, &from, &wish, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    struct logging logging = {sitting, from.state->value[ENCOUNTER_DRAW]};
    struct fight *fight = calloc(1, sizeof *fight);
    assert_non_null(fight);
    fight->sees = log_act;
    fight->context = &logging;
    fight_play(fight, &forecast->rules, &forecast->one[0].player, forecast->variant[0].start,
               number);
    assert_string_equal(fight->outcome.first_refused, "");
    assert_int_not_equal(fight->outcome.end, FIGHT_NEEDS);
    free(fight);
    forecast_free(forecast);
    if (sitting_load(sitting, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
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
        for (uint64_t k = 0; k < DUELS_OF_EACH; k++) {
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
            log_fight(sitting, "plain", k);
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
        log_fight(sitting, "sensible", (uint64_t)i);
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
    assert_non_null(strstr(text.p, "It turned at r1, Ogre hits Ana"));
    assert_non_null(strstr(text.p, "Assumed: the party fights by sensible, the foes by "));
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
    log_fight(sitting, "sensible", 9);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
