/* Exact distributions and exact odds.
 *
 * Distributions are compared with dicelab's --calc (the whole program, as it has no other
 * interface). The hardest legal act of all systems is looked for among extreme inputs drawn
 * from the registry's own tables, so that systems to come are measured without a change
 * here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"
#include "bench/outside.h"
#include "resolver/dice/dice_expr_distribution.h"
#include "resolver/odds.h"

static unsigned char memory[ODDS_MEMORY_SIZE];

/* ---- distributions --------------------------------------------------------------------- */

static const struct {
    const char *notation;
    const char *dicelab; /* NULL: it never ends there */
    double aim_us;
} distributions[] = {
    {"4d6kh3", "sum high 3 4#d6", 50},
    {"10d10", "sum 10#d10", 50},
    {"20d6kh10", NULL, 50},
    {"d6!", NULL, 50},
    {"100d6", "sum 100#d6", 150},
};

enum { DISTRIBUTIONS = sizeof distributions / sizeof distributions[0] };

static void enumerate(void *context, int times)
{
    const struct dice_expr *expr = context;
    for (int i = 0; i < times; i++) {
        struct arena arena;
        struct distribution out;
        struct error err;
        arena_init(&arena, memory, sizeof memory);
        enum status status = dice_expr_distribution(&out, expr, &arena, &err);
        bench_need(status == STATUS_OK, "a distribution could not be enumerated");
        measure_keep(out.mass[0]);
    }
}

static void report_dicelab(const char *program, const char *scheme, double ours)
{
    char command[OUTSIDE_PATH_SIZE + 200], line[100], time[REPORT_TIME_SIZE];
    snprintf(command, sizeof command, "echo '%s' | %s --calc 2>/dev/null", scheme, program);
    double seconds = outside_ask(line, sizeof line, command);
    if (seconds > 0) {
        printf("    %-48s %9s    %.0f times as long\n", "dicelab --calc, its start included",
               report_time(time, seconds), seconds / ours);
    }
}

static void bench_distributions(void)
{
    char dicelab[OUTSIDE_PATH_SIZE];
    bool has_dicelab = outside_find(dicelab, "dicelab");
    report_title("Exact distributions");
    if (!has_dicelab) {
        report_skip("dicelab", "it is not installed");
    }
    for (int i = 0; i < DISTRIBUTIONS; i++) {
        struct dice_expr expr;
        enum status status = dice_expr_parse(&expr, str_of(distributions[i].notation), NULL);
        bench_need(status == STATUS_OK, distributions[i].notation);
        double seconds = measure_work(enumerate, &expr);
        report_at_most(distributions[i].notation, seconds * 1e6, distributions[i].aim_us,
                       " us");
        if (has_dicelab && distributions[i].dicelab != NULL) {
            report_dicelab(dicelab, distributions[i].dicelab, seconds);
        }
    }
}

/* ---- usual acts ------------------------------------------------------------------------ */

static const double usual_aim_us = 50, hardest_aim_ms = 5;

static const char *const usual[] = {
    "trilemma attack strength=14 ac=22 damage=1d6 hp=16",
    "trilemma attack strength=14 ac=22 damage=2d6+1 hp=16 edge=1 defend",
    "4ad attack bonus=2 level=3 foe=minor count=9",
    "4ad attack bonus=2 level=5 foe=major life=6",
    "qud melee dv=10 pv=12 av=3",
    "qud melee dv=8 pv=4 av=4 damage=2d6 hp=20",
    "qud psionic dv=8 ego=4 ma=6 damage=1d8",
    "pixel attack accuracy=16.8 dodge=4 damage=5-25 armor=4 hp=12",
    "yuxtapa attack attacker=fighter defender=fighter hp=10",
};

static enum status read_act(struct inputs *out, const char *line, struct error *err)
{
    struct str rest = str_of(line);
    const struct system *system = system_find(str_next_word(&rest));
    bench_need(system != NULL, line);
    const struct action *action = action_find(system, str_next_word(&rest));
    bench_need(action != NULL, line);
    inputs_begin(out, system, action);
    enum status status = STATUS_OK;
    for (struct str word; status == STATUS_OK && (word = str_next_word(&rest)).p != NULL;) {
        status = inputs_give(out, word, err);
    }
    return status == STATUS_OK ? inputs_finish(out, err) : status;
}

static void take_odds(void *context, int times)
{
    const struct inputs *inputs = context;
    for (int i = 0; i < times; i++) {
        struct arena arena;
        struct odds odds;
        struct error err;
        arena_init(&arena, memory, sizeof memory);
        enum status status = odds_of(&odds, inputs, &arena, &err);
        measure_keep(status == STATUS_OK ? odds.unresolved : 1);
    }
}

static void bench_usual(void)
{
    report_title("Exact odds of usual acts");
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        struct inputs inputs;
        struct error err;
        bench_need(read_act(&inputs, usual[i], &err) == STATUS_OK, usual[i]);
        report_at_most(usual[i], measure_work(take_odds, &inputs) * 1e6, usual_aim_us, " us");
    }
}

/* ---- the hardest ----------------------------------------------------------------------- */

/* How many draws an action gets, and how long all of them may take together. */
enum { DRAWS = 4000, LINE_SIZE = 1024 };
static const double SEARCH_SECONDS = 4;

/* xorshift: the same draws in every run. */
static unsigned draw_below(uint64_t *state, unsigned limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (unsigned)(*state >> 33) % limit;
}

static int draw_number(uint64_t *state, int low, int high)
{
    /* Ends, small numbers, and anything. */
    switch (draw_below(state, 4)) {
    case 0:
        return low;
    case 1:
        return high;
    case 2:
        return low < 1 && high > 1 ? (int)draw_below(state, 20 < high ? 20 : (unsigned)high)
                                   : low;
    default:
        return low + (int)draw_below(state, (unsigned)(high - low) + 1);
    }
}

static void write_value(struct text *out, const struct value_def *def, uint64_t *state)
{
    static const char *const dice[] = {"1d6",   "100d6",  "100d6!",  "100d100",   "50d20kh25",
                                       "10d10", "1d1000", "20d6!>4", "100d6kh50", "3d20"};
    int choices = 0;
    switch (def->kind) {
    case VALUE_NUMBER:
        text_add(out, "%d", draw_number(state, def->low, def->high));
        return;
    case VALUE_DECIMAL:
        text_add(out, "%d.5", draw_number(state, def->low, def->high - 1));
        return;
    case VALUE_FLAG:
        text_add(out, draw_below(state, 2) == 0 ? "no" : "yes");
        return;
    case VALUE_DICE:
        text_add(out, "%s", dice[draw_below(state, sizeof dice / sizeof dice[0])]);
        return;
    case VALUE_CHOICE:
        while (def->choices[choices] != NULL) {
            choices++;
        }
        text_add(out, "%s", def->choices[draw_below(state, (unsigned)choices)]);
        return;
    case VALUE_SPAN:
        text_add(out, "%d-%d", def->low, draw_number(state, def->low, def->high));
        return;
    }
}

static void write_act(struct text *out, const struct system *system,
                      const struct action *action, uint64_t *state)
{
    text_add(out, "%s %s", system->id, action->name);
    for (int i = 0; i < action->parameters_count; i++) {
        const struct value_def *def = &action->parameters[i];
        if (def->is_required || draw_below(state, 2) == 0) {
            text_add(out, " %s=", def->name);
            write_value(out, def, state);
        }
    }
}

struct hardest {
    char line[LINE_SIZE];
    double seconds;
    char refused[LINE_SIZE]; /* the one that took longest to be called too large */
    double refused_seconds;
};

static void try_act(struct hardest *hardest, const char *line)
{
    struct inputs inputs;
    struct error err;
    if (read_act(&inputs, line, &err) != STATUS_OK) {
        return; /* conditions between parameters */
    }
    struct arena arena;
    struct odds odds;
    arena_init(&arena, memory, sizeof memory);
    double start = measure_now();
    enum status status = odds_of(&odds, &inputs, &arena, &err);
    double seconds = measure_now() - start;
    if (status == STATUS_OK && seconds > hardest->seconds) {
        hardest->seconds = seconds;
        strcpy(hardest->line, line);
    }
    if (status != STATUS_OK && seconds > hardest->refused_seconds) {
        hardest->refused_seconds = seconds;
        strcpy(hardest->refused, line);
    }
}

static void search(struct hardest *hardest, const struct system *system,
                   const struct action *action)
{
    uint64_t state = 88172645463325252ULL;
    double end = measure_now() + SEARCH_SECONDS / 8;
    for (int i = 0; i < DRAWS && measure_now() < end; i++) {
        TEXT_BUFFER(line, LINE_SIZE);
        write_act(&line, system, action, &state);
        try_act(hardest, line.p);
    }
}

static void bench_hardest(void)
{
    report_title("Exact odds of the hardest acts that were found among extreme inputs");
    for (int s = 0; s < systems_count(); s++) {
        const struct system *system = system_at(s);
        struct hardest hardest = {.seconds = 0};
        for (int a = 0; a < system->actions_count; a++) {
            if (system->actions[a].stages_count > 0) {
                search(&hardest, system, &system->actions[a]);
            }
        }
        struct inputs inputs;
        struct error err;
        if (hardest.seconds > 0 && read_act(&inputs, hardest.line, &err) == STATUS_OK) {
            printf("  %s\n", hardest.line);
            report_at_most(system->id, measure_work(take_odds, &inputs) * 1e3, hardest_aim_ms,
                           " ms");
        }
        if (hardest.refused_seconds > 0 &&
            read_act(&inputs, hardest.refused, &err) == STATUS_OK) {
            printf("  %s\n", hardest.refused);
            report_at_most("the same, to say that it is too large",
                           measure_work(take_odds, &inputs) * 1e3, hardest_aim_ms, " ms");
        }
    }
}

int main(void)
{
    bench_distributions();
    bench_usual();
    bench_hardest();
    return 0;
}
