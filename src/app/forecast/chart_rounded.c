#include "app/forecast/chart_rounded.h"

#include <string.h>

/* A part of something that is rounded: `sum` fights of all those that were played. */
struct part {
    int64_t sum;
    int *out;
};

enum { PARTS_MAX = COMBATANTS_MAX + 1 };

static int64_t floor_of(int64_t number, int64_t by)
{
    return number / by - (number % by < 0 ? 1 : 0);
}

/* What is lost when the part is rounded down. */
static int64_t lost_of(const struct part *part, int64_t fights)
{
    return part->sum * 100 - floor_of(part->sum * 100, fights) * fights;
}

/* Rounds all down, and those that lost most by it up, until they add up to the whole. */
static void round_to(int whole, const struct part *part, int count, int64_t fights)
{
    bool is_up[PARTS_MAX] = {false};
    int left = whole;
    for (int i = 0; i < count; i++) {
        *part[i].out = (int)floor_of(part[i].sum * 100, fights);
        left -= *part[i].out;
    }
    while (left-- > 0) {
        int most = -1;
        for (int i = 0; i < count; i++) {
            bool is_more = most < 0 || lost_of(&part[i], fights) > lost_of(&part[most], fights);
            most = !is_up[i] && is_more ? i : most;
        }
        if (most < 0) {
            return;
        }
        is_up[most] = true;
        *part[most].out += 1;
    }
}

int chart_round_chance(const struct chart *chart, int point)
{
    return (int)(chart_chance(chart, point).middle * 100 + 0.5 + 1e-9);
}

static struct chart_rounded round_two(const struct chart *chart, int whole,
                                      const struct chart_sum *dice,
                                      const struct chart_sum *choice)
{
    struct chart_rounded out = {0, 0};
    const struct part part[] = {{dice->sum, &out.dice}, {choice->sum, &out.choice}};
    if (chart->fights > 0) {
        round_to(whole, part, 2, chart->fights);
    }
    return out;
}

struct chart_rounded chart_round_act(const struct chart *chart, int act)
{
    const struct chart_act *of = &chart->act[act];
    int before = act > 0 ? chart->act[act - 1].chance : 0;
    return round_two(chart,
                     chart_round_chance(chart, of->chance) - chart_round_chance(chart, before),
                     &of->dice, &of->choice);
}

struct chart_rounded chart_round_all(const struct chart *chart)
{
    return round_two(chart,
                     chart_round_chance(chart, chart_end(chart)) - chart_round_chance(chart, 0),
                     &chart->dice, &chart->choices);
}

static int64_t sum_of(const struct chart_share *share, bool is_dice)
{
    return is_dice ? share->dice.sum : share->choice.sum;
}

static int *place_of(struct chart_rounded *rounded, bool is_dice)
{
    return is_dice ? &rounded->dice : &rounded->choice;
}

/* Those of a side, so that they add up to it. */
static void round_members(const struct chart *chart, enum side side, bool is_dice,
                          struct chart_rounded_shares *out)
{
    const struct state *state = chart_state_after(chart, chart->acts);
    struct part part[PARTS_MAX];
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        if (state_value(state, id, FIELD_SIDE, SIDE_FOES) == (int)side) {
            part[count++] = (struct part){sum_of(&chart->share[id], is_dice),
                                          place_of(&out->by[id], is_dice)};
        }
    }
    round_to(*place_of(&out->side[side], is_dice), part, count, chart->fights);
}

void chart_round_shares(const struct chart *chart, struct chart_rounded_shares *out)
{
    struct chart_rounded all = chart_round_all(chart);
    memset(out, 0, sizeof *out);
    for (int is_dice = 0; is_dice < 2 && chart->fights > 0; is_dice++) {
        const struct part part[] = {
            {sum_of(&chart->side[SIDE_PARTY], is_dice),
             place_of(&out->side[SIDE_PARTY], is_dice)},
            {sum_of(&chart->side[SIDE_FOES], is_dice),
             place_of(&out->side[SIDE_FOES], is_dice)},
            {sum_of(&chart->share[0], is_dice), place_of(&out->by[0], is_dice)}};
        round_to(*place_of(&all, is_dice), part, 3, chart->fights);
        round_members(chart, SIDE_PARTY, is_dice, out);
        round_members(chart, SIDE_FOES, is_dice, out);
    }
}
